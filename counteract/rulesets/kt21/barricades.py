"""The barricades of Kill Team 2021: the decision where to set one up, and its rules. (SETUP-08, SETUP-09, INT-05 to INT-07, MIS-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

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
TURNS = (0.0, 90.0, 45.0, 135.0)  # degrees, of the candidate places
SPACING = (1.5, 0.5, 0.25)  # inches between candidate places; finer only if no coarser one fits
TRIES = 32
TOUCHING = 1e-6  # barricades and terrain may touch


class BarricadeDecision(Decision, kw_only=True):
    """The decision where a barricade is set up and how it is turned; any place near the drop zone with room for it is legal."""

    arena: Arena
    zone: Box
    terrain: Sequence[tuple[Any, ...]]  # parts with the boxes around them
    markers: tuple[ObjectiveMarker, ...]

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
        """Yield candidate places in a grid over the board within reach of the drop zone, for each turn of a barricade."""
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
        if not self.listed:
            self.listed = (PASS, *next((found for places in self._tries() if (found := tuple(places))), ()))
        return self.listed

    def forget(self) -> None:
        self.listed = ()

    @property
    def room(self) -> bool:
        """Return True if a barricade can be set up anywhere."""
        return any(True for places in self._tries() for _ in places)

    def sample(self, rng: Chooser) -> Answer:
        turn = _any(TURNS, rng)
        xs, ys = self._columns(0, turn, SPACING[0]), self._columns(1, turn, SPACING[0])
        if rng.random() * len(xs) * len(ys) * len(TURNS) >= 1.0:  # declining is as likely as any one place
            for _ in range(TRIES):
                place = Place(_any(xs, rng), _any(ys, rng), 0.0, turn)
                if self._why_not(self.placed(place)) is None:
                    self.accepted = place
                    return place
        return super().sample(rng)

    # --- checks

    def placed(self, answer: Answer) -> Barricade:
        """Return the barricade that an answer sets up."""
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
        """Return why a barricade may not stand there, or None. (SETUP-09, INT-06, MIS-02)"""
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


def where_to_build(arena: Arena, player: int, zone: Box) -> BarricadeDecision:
    """Return the question where a player sets up a barricade. (SETUP-08)"""
    rows = arena.terrain.parts_array[:, :4].tolist()
    return BarricadeDecision(
        player, "barricade", (), "KT21-SETUP-08", "Where do you set up a barricade?", kind="place", arena=arena, zone=zone,
        terrain=[(part, *box) for part, box in zip(arena.terrain.parts, rows, strict=True) if not is_roof(part)],
        markers=arena.mission.markers if arena.mission else (),
    )  # fmt: skip


def _steps(low: float, high: float, spacing: float) -> list[float]:
    """Return values from low to high, both included, at most ``spacing`` apart; none if low exceeds high."""
    if low > high:
        return []
    return [*(round(low + k * spacing, 3) for k in range(ceil((high - low) / spacing))), round(high, 3)]


def _any(values: Sequence[float], rng: Chooser) -> float:
    return values[int(rng.random() * len(values))]
