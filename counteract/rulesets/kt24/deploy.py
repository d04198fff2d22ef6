"""Deployment: where an operative may be set up. (SETUP-08, SETUP-10, INT-15)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from counteract.core.decision import Answer, Chooser, Decision, Place, Refusal
from counteract.mechanics.missions import EDGES, Zone
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.state import Skirmish
from counteract.table.kernels.standing import stand
from counteract.table.paths import misplaced
from counteract.table.shapes import TOLERANCE

Box = tuple[float, float, float, float]
SPACING = (1.0, 0.5, 0.25)  # of the candidates; finer only where nothing else fits
TRIES = 24
FAR_AWAY = 1e6  # no board reaches this far; also keeps out what is no number


def drop_zone(arena: Arena, s: Skirmish, player: int) -> Box:
    """A player's drop zone: that of the mission, else 3" along their edge. (SETUP-06, SETUP-08, DIFF-14)"""
    edge = EDGES[s.zones[player]]
    zones = arena.mission.zones if arena.mission else ()
    zone = next((z for z in zones if z.edge == edge), Zone(edge))
    return zone.box(arena.terrain.board)


@lru_cache(maxsize=256)
def _lattice(zone: Box, radius: float, spacing: float) -> list[tuple[float, float]]:
    """Evenly spaced places for a base of this size in a zone."""
    x0, y0, x1, y1 = zone
    columns = int((x1 - x0 - 2 * radius) / spacing) + 1
    rows = int((y1 - y0 - 2 * radius) / spacing) + 1
    low_x, low_y = round(x0 + radius + 0.0005, 3), round(y0 + radius + 0.0005, 3)
    return [(round(low_x + c * spacing, 3), round(low_y + r * spacing, 3)) for r in range(rows) for c in range(columns)]


class PlaceDecision(Decision):
    """Where an operative is set up: anywhere wholly within the drop zone that it can stand."""

    __slots__ = ("arena", "model", "places", "zone")

    def __init__(self, arena: Arena, s: Skirmish, model: int, zone: Box) -> None:
        super().__init__(
            arena.sides[model], "place", (), "KT24-SETUP-10", "{name}: where do you set it up?", {"name": arena.names[model]},
            kind="place", subject=model,
        )  # fmt: skip
        self.arena = arena
        self.model = model
        self.places = s.places
        self.zone = zone

    def _lattice(self, spacing: float) -> list[tuple[float, float]]:
        return _lattice(self.zone, self.arena.radii[self.model], spacing)

    def _stands(self, x: float, y: float, z: float = 0.0) -> bool:
        arena, terrain = self.arena, self.arena.terrain
        board = terrain.board
        code, _ = stand(
            terrain.parts_array, terrain.corners_array, board.width, board.depth, arena.bodies(self.places),
            self.model, x, y, z, arena.radii[self.model], arena.cards[self.model].height,
        )  # fmt: skip
        return bool(code == 0)

    @property
    def options(self) -> Sequence[Answer]:
        if not self._options:
            for spacing in SPACING:
                self._options = tuple(Place(x, y) for x, y in self._lattice(spacing) if self._inside(x, y) and self._stands(x, y))
                if self._options:
                    break
        return self._options

    def sample(self, rng: Chooser) -> Answer:
        lattice = self._lattice(SPACING[0])
        for _ in range(TRIES):
            x, y = lattice[int(rng.random() * len(lattice))]
            if self._inside(x, y) and self._stands(x, y):
                return Place(x, y)
        return super().sample(rng)

    def _inside(self, x: float, y: float) -> bool:
        radius = self.arena.radii[self.model] - TOLERANCE  # INT-03
        x0, y0, x1, y1 = self.zone
        return x0 + radius <= x <= x1 - radius and y0 + radius <= y <= y1 - radius

    def refuse(self, answer: Answer) -> Refusal | None:
        if type(answer) is not Place or not all(isinstance(n, (int, float)) and abs(n) < FAR_AWAY for n in (answer.x, answer.y, answer.z)):
            return Refusal(self.rule, "Setting up is answered with a place (x, y) or (x, y, z).")
        if not self._inside(answer.x, answer.y):
            return Refusal("KT24-SETUP-10", "The operative must lie wholly within its drop zone.")
        arena = self.arena
        wrong = misplaced(
            arena.terrain, arena.bodies(self.places), answer.x, answer.y, answer.z,
            arena.radii[self.model], arena.cards[self.model].height, self.model,
        )  # fmt: skip
        if wrong is None:
            return None
        from counteract.rulesets.kt24.moves import PROBLEMS

        rule, sentence = PROBLEMS[wrong.problem]
        return Refusal(rule, sentence, x=round(answer.x, 2), y=round(answer.y, 2), part=wrong.part, body=wrong.body)
