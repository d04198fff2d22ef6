"""Deployment of operatives, where no enemy could fight them at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import Any

from msgspec.structs import replace

from counteract.core.decision import Answer, NameContext, Place, Refusal, Why
from counteract.core.state import TOLERANCE
from counteract.mechanics.deployment import WHERE, Box, PlaceDecision
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.sight import CONTROL
from counteract.mechanics.operatives.state import OperativeBattle
from counteract.mechanics.sides import enemies_of

#: A function that returns the enemies that could fight an operative where it stands.
Engaging = Callable[[Any, Any, int], tuple[int, ...]]

#: Inches by which a zone without room for an operative grows at each try.
STEP = 0.25


class ApartDecision(PlaceDecision, kw_only=True):
    """The place where an operative is set up: in a zone, where no enemy could fight it."""

    state: OperativeBattle
    engaging: Engaging
    too_near: Why

    def _stands(self, x: float, y: float, z: float = 0.0) -> bool:
        return super()._stands(x, y, z) and not self._engaged(x, y, z)

    def _nooks(self, height: float) -> list[list[float]]:
        return [nook for nook in super()._nooks(height) if not self._engaged(nook[0], nook[1], height)]

    def _engaged(self, x: float, y: float, z: float) -> bool:
        arena, s, i = self.field, self.state, self.subject
        enemies = [(j, p) for j in enemies_of(arena, s, arena.sides[i]) if (p := s.places[j])]
        if all(hypot(p[0] - x, p[1] - y) > arena.radii[i] + arena.radii[j] + CONTROL + TOLERANCE for j, p in enemies):
            return False
        there = (*s.places[:i], (x, y, z), *s.places[i + 1 :])
        return bool(self.engaging(arena, replace(s, places=there), i))

    def refuse(self, answer: Answer) -> Refusal | None:
        problem = super().refuse(answer)
        if problem is None and isinstance(answer, Place) and self._engaged(*self.point(answer)):
            return Refusal(*self.too_near)
        return problem


def where_apart(
    arena: OperativeArena, s: OperativeBattle, i: int, zone: Box, outside: Why, problems: Mapping[str, Why], engaging: Engaging, too_near: Why
) -> ApartDecision:
    """Return the question where an operative is set up apart from enemies."""
    return ApartDecision(
        arena.sides[i], "place", (), outside[0], WHERE, NameContext(arena.names[i]), kind="place", subject=i,
        field=arena, places=s.places, zone=zone, outside=outside, problems=problems, state=s, engaging=engaging, too_near=too_near,
    )  # fmt: skip


def grown(zone: Box, by: float, board: Any) -> Box:
    """Return a zone grown by some inches on all sides, as far as the board goes."""
    x0, y0, x1, y1 = zone
    return max(0.0, x0 - by), max(0.0, y0 - by), min(board.width, x1 + by), min(board.depth, y1 + by)


def nearest_room(
    arena: OperativeArena, s: OperativeBattle, i: int, zone: Box, outside: Why, problems: Mapping[str, Why], engaging: Engaging
) -> ApartDecision | None:
    """Return the decision for an operative without room in its zone: as near to the zone as possible, apart from enemies; None if nowhere."""
    board = arena.terrain.board
    steps = int(max(board.width, board.depth) / STEP) + 1
    wider = (grown(zone, k * STEP, board) for k in range(1, steps + 1))
    tries = (where_apart(arena, s, i, box, outside, problems, engaging, outside) for box in wider)
    return next((decision for decision in tries if decision.room), None)
