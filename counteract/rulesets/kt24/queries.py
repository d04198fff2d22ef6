"""Queries about a battle of Kill Team 2024: cover and obscuring, with the line and the parts that decide. (VIS, COVER, CTRL, MIS-25)"""

from __future__ import annotations

from counteract.core.queries import Finding
from counteract.mechanics.operatives import queries
from counteract.mechanics.operatives.queries import screen_line
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.preview import PREVIEW
from counteract.rulesets.kt24.sight import NEAR_TERRAIN, judge_cover
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import MOVES
from counteract.table.kernels.cover import COVERS, OBSCURES


class Queries(queries.OperativeQueries):
    """The queries of Kill Team 2024."""

    rules = {
        "visible": "KT24-VIS-01",
        "cover": "KT24-COVER-01",
        "obscured": "KT24-MIS-25",
        "control": "KT24-CTRL-01",
        "distance": "KT24-INT-02",
    }
    preview = PREVIEW
    moves = MOVES

    def covered(self, arena: Arena, s: Skirmish, i: int, j: int) -> Finding:
        """Find whether operative j is in cover from operative i. (COVER-01 to -03, INT-07 to INT-09)"""
        return self._screen(arena, s, i, j, "cover", COVERS)

    def judge_obscuring(self, arena: Arena, s: Skirmish, i: int, j: int) -> Finding:
        """Find whether operative j is obscured from operative i. (MIS-25)"""
        return self._screen(arena, s, i, j, "obscured", OBSCURES)

    def _screen(self, arena: Arena, s: Skirmish, i: int, j: int, what: str, bit: int) -> Finding:
        found = judge_cover(arena, s, i, j)
        numbers = found.cover if bit == COVERS else found.obscured
        line = screen_line(arena, s, i, j, (NEAR_TERRAIN, NEAR_TERRAIN), found.point, numbers, bit)
        return Finding(bool(numbers), self.rules[what], line, tuple(arena.terrain.parts[p].id for p in numbers))


QUERIES = Queries()
