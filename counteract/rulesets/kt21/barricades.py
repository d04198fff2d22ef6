"""Barricades that the players set up: where one may stand. (SETUP-08, SETUP-09, INT-05 to INT-07, MIS-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from counteract.core.decision import PASS, Answer, Chooser, Decision, Place, Refusal
from counteract.core.language import Phrase
from counteract.core.state import TOLERANCE
from counteract.mechanics import names
from counteract.mechanics.deployment import Box, is_place, nearest_place
from counteract.mechanics.missions import ObjectiveMarker
from counteract.rulesets.kt21.arena import Arena, Barricade, is_roof, outline
from counteract.table.polygons import contains, is_near_box, overlaps
from counteract.table.terrain import Corner

REACH = 2.0  # SETUP-09
TURNS = (0.0, 90.0, 45.0, 135.0)  # of the candidates
SPACING = (1.5, 0.5, 0.25)  # of the candidates; finer only where nothing else fits
TRIES = 32
TOUCHING = 1e-6  # barricades and terrain may touch


class BarricadeDecision(Decision):
    """Where a barricade is set up, and how it is turned; any place near enough to the drop zone with room for it."""

    __slots__ = ("arena", "markers", "terrain", "zone")

    def __init__(self, arena: Arena, player: int, zone: Box) -> None:
        super().__init__(player, "barricade", (), "KT21-SETUP-08", "Where do you set up a barricade?", kind="place")
        self.arena = arena
        self.zone = zone
        rows = arena.terrain.parts_array[:, :4].tolist()
        self.terrain = [(part, *box) for part, box in zip(arena.terrain.parts, rows, strict=True) if not is_roof(part)]
        self.markers: tuple[ObjectiveMarker, ...] = arena.mission.markers if arena.mission else ()

    @property
    def shape(self) -> Sequence[Corner]:
        return outline((0.0, 0.0, 0.0))

    @property
    def area(self) -> Box:
        board, (x0, y0, x1, y1) = self.arena.terrain.board, self.zone
        return max(0.0, x0 - REACH), max(0.0, y0 - REACH), min(board.width, x1 + REACH), min(board.depth, y1 + REACH)

    def place_near(self, place: Place) -> Place | None:
        return nearest_place(self, place)

    # --- candidates

    def _lattice(self, spacing: float) -> Iterator[Place]:
        """Places from one edge of the board, or one end of the reach, to the other, for each turn of a barricade."""
        for turn in TURNS:
            xs, ys = self._columns(0, turn, spacing), self._columns(1, turn, spacing)
            yield from (Place(x, y, 0.0, turn) for y in ys for x in xs)

    def _columns(self, axis: int, turn: float, spacing: float) -> list[float]:
        board = self.arena.terrain.board
        half = ceil(1000 * max(corner[axis] for corner in outline((0.0, 0.0, turn), shrunk=TOUCHING))) / 1000
        low, high = self.zone[axis] - REACH - half, self.zone[axis + 2] + REACH + half
        return _steps(max(half, low), min((board.width, board.depth)[axis] - half, high), spacing)

    def _tries(self) -> Iterator[Iterator[Place]]:
        for spacing in SPACING:
            yield (place for place in self._lattice(spacing) if self._why_not(self.placed(place)) is None)

    @property
    def options(self) -> Sequence[Answer]:
        if not self._options:
            self._options = (PASS, *next((found for places in self._tries() if (found := tuple(places))), ()))
        return self._options

    def forget(self) -> None:
        self._options = ()

    @property
    def room(self) -> bool:
        """Whether there is anywhere to set one up."""
        return any(True for places in self._tries() for _ in places)

    def sample(self, rng: Chooser) -> Answer:
        turn = _any(TURNS, rng)
        xs, ys = self._columns(0, turn, SPACING[0]), self._columns(1, turn, SPACING[0])
        if rng.random() * len(xs) * len(ys) * len(TURNS) >= 1.0:  # declining is as likely as any one place
            for _ in range(TRIES):
                place = Place(_any(xs, rng), _any(ys, rng), 0.0, turn)
                if self._why_not(self.placed(place)) is None:
                    return place
        return super().sample(rng)

    # --- judging

    def placed(self, answer: Answer) -> Barricade:
        """The barricade that an answer sets up."""
        assert isinstance(answer, Place)
        return round(float(answer.x), 3), round(float(answer.y), 3), round(float(answer.turn) % 180.0, 3)

    def refuse(self, answer: Answer) -> Refusal | None:
        if answer == PASS:
            return None
        if not is_place(answer):
            return Refusal(self.rule, "A barricade is set up at a place (x, y), turned by so many degrees, or not at all.")
        if abs(answer.z) > TOLERANCE:
            return Refusal("KT21-INT-11", "A barricade stands on the floor.")
        return self._why_not(self.placed(answer))

    def _why_not(self, barricade: Barricade) -> Refusal | None:
        """What keeps a barricade from standing there. (SETUP-09, INT-06, MIS-02)"""
        corners, board = outline(barricade), self.arena.terrain.board
        if not all(-TOUCHING <= x <= board.width + TOUCHING and -TOUCHING <= y <= board.depth + TOUCHING for x, y in corners):
            return Refusal("KT21-INT-06", "The barricade must be wholly on the board.")
        if not is_near_box(corners, self.zone, REACH + TOLERANCE + TOUCHING):
            return Refusal("KT21-SETUP-09", 'The barricade must be within {reach:g}" of your own drop zone.', reach=REACH)
        inner = outline(barricade, shrunk=TOUCHING)
        (low_x, low_y), (high_x, high_y) = map(min, zip(*corners, strict=True)), map(max, zip(*corners, strict=True))
        for part, x0, y0, x1, y1 in self.terrain:
            if low_x < x1 and high_x > x0 and low_y < y1 and high_y > y0 and overlaps(inner, part.footprint):
                return Refusal("KT21-INT-06", "The barricade would stand on other terrain ({part}).", part=names.part(part))
        for marker in self.markers:
            if contains(inner, *marker.at(board)):
                return Refusal("KT21-MIS-02", "The barricade would cover the middle of marker {marker}.", marker=Phrase(marker.id))
        return None


def _steps(low: float, high: float, spacing: float) -> list[float]:
    """From one end to the other, both included; nothing if there is no way between."""
    if low > high:
        return []
    return [*(round(low + k * spacing, 3) for k in range(ceil((high - low) / spacing))), round(high, 3)]


def _any(values: Sequence[float], rng: Chooser) -> float:
    return values[int(rng.random() * len(values))]
