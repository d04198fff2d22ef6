"""Queries about operatives: visibility, control range and moves."""

from __future__ import annotations

from typing import Any, ClassVar

from counteract.core.queries import Finding, Line
from counteract.mechanics import queries
from counteract.mechanics.moves.limits import MoveLimits
from counteract.mechanics.operatives.preview import OperativePreview
from counteract.mechanics.operatives.sight import CONTROL, first_visible_point, in_control
from counteract.mechanics.preview import head, round_point
from counteract.table.cover import base_line, crossing_line
from counteract.table.kernels.sight import target_point
from counteract.table.sight import find_blockers, find_first_blocker


class OperativeQueries(queries.ModelQueries):
    """The queries that all editions with operatives answer in the same way."""

    control = CONTROL
    preview: ClassVar[OperativePreview]

    def seen(self, arena: Any, s: Any, i: int, j: int) -> Finding:
        """Find whether operative i sees operative j: the free line from its head, or the blockers and where the first line is blocked."""
        terrain, bodies, point = arena.terrain, arena.bodies(s.places), first_visible_point(arena, s, i, j)
        start, end = head(arena, s, i), target_point(bodies, i, j, max(0, point))
        if point >= 0:
            return Finding(True, self.rules["visible"], (round_point(start), round_point(end)))
        met = find_first_blocker(terrain, start, end)
        parts = tuple(terrain.parts[p].id for p in find_blockers(terrain, bodies, i, j))
        return Finding(False, self.rules["visible"], (round_point(start), round_point(end if met is None else met.place)), parts)

    def near(self, arena: Any, s: Any, i: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        foes = self.preview.foes(arena, s, i)
        return foes, tuple(j for j in in_control(arena, s, i) if arena.sides[j] == arena.sides[i])

    def terms(self, arena: Any, s: Any, i: int, action: str) -> MoveLimits:
        return self.preview.terms(arena, s, i, action)

    def usual_move(self, arena: Any, s: Any, i: int) -> str:
        return "fall back" if self.preview.foes(arena, s, i) else self.preview.walk


def screen_line(arena: Any, s: Any, i: int, j: int, reach: tuple[float, float], point: int, parts: tuple[int, ...], bit: int) -> Line:
    """Return the line from the point of a base that decided: to the first of the parts in the way, or to the other base."""
    bodies = arena.bodies(s.places)
    if not parts:
        start, end = base_line(bodies, i, j, point)
    else:
        start, end = crossing_line(arena.terrain, bodies, i, j, reach, point, parts[0], bit)
    return round_point(start), round_point(end)
