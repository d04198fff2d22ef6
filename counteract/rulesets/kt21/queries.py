"""Queries about a battle of Kill Team 2021: cover and obscuring, with the line and the parts that decide. (VIS, COVER, OBSCURE, ER)"""

from __future__ import annotations

from counteract.core.queries import Finding
from counteract.core.state import TOLERANCE
from counteract.mechanics.operatives import queries
from counteract.mechanics.operatives.queries import screen_line
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.preview import PREVIEW
from counteract.rulesets.kt21.sight import COVER, OBSCURED_BEYOND, find_cover_parts
from counteract.rulesets.kt21.state import Skirmish
from counteract.rulesets.kt21.weapons import MOVES
from counteract.table.kernels.cover import COVERS, OBSCURES

REACH = COVER + TOLERANCE, OBSCURED_BEYOND + TOLERANCE


class Queries(queries.OperativeQueries):
    """The queries of Kill Team 2021."""

    rules = {
        "visible": "KT21-VIS-01",
        "cover": "KT21-COVER-01",
        "obscured": "KT21-OBSCURE-01",
        "control": "KT21-ER-01",
        "distance": "KT21-INT-03",
    }
    preview = PREVIEW
    moves = MOVES

    def covered(self, arena: Arena, s: Skirmish, i: int, j: int) -> Finding:
        """Find whether operative j is in cover from operative i. (COVER-01, COVER-02, INT-20 to INT-22)"""
        found = find_cover_parts(arena, s, i, j)
        return self._finding(arena, s, i, j, "cover", found.point, found.cover, COVERS)

    def judge_obscuring(self, arena: Arena, s: Skirmish, i: int, j: int) -> Finding:
        """Find whether operative j is obscured from operative i. (OBSCURE-01 to OBSCURE-03, INT-17 to INT-19)"""
        found = find_cover_parts(arena, s, i, j)
        return self._finding(arena, s, i, j, "obscured", found.point, found.obscured, OBSCURES)

    def _finding(self, arena: Arena, s: Skirmish, i: int, j: int, what: str, point: int, parts: tuple[int, ...], bit: int) -> Finding:
        line = screen_line(arena, s, i, j, REACH, point, parts, bit)
        return Finding(bool(parts), self.rules[what], line, tuple(arena.terrain.parts[p].id for p in parts))


QUERIES = Queries()
