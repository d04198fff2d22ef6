"""Questions about the table: who sees whom, how far, where a move leads. Nothing covers or obscures here. (SHOOT, MOVE)"""

from __future__ import annotations

from banners.actions import MOVE, is_seen, move_terms
from banners.state import Arena, Race
from counteract.core.queries import Finding
from counteract.mechanics import queries
from counteract.mechanics.field import within
from counteract.mechanics.moves.limits import MoveLimits
from counteract.mechanics.preview import round_point
from counteract.mechanics.sides import enemies_of, models_of
from counteract.table import ray_casting


class Queries(queries.ModelQueries):
    """Banners."""

    rules = {
        "visible": "BANNERS-SHOOT-01",
        "cover": "BANNERS-SHOOT-01",
        "obscured": "BANNERS-SHOOT-01",
        "control": "BANNERS-MOVE-02",
        "distance": "BANNERS-MOVE-01",
    }
    control = 0.0  # only who touches a runner is in its way
    moves = (MOVE,)

    def seen(self, arena: Arena, s: Race, i: int, j: int) -> Finding:
        found = is_seen(arena, s, i, j)
        blockers = () if found else ray_casting.cast_rays(arena.terrain, arena.bodies(s.places), i, j).blockers
        return self._finding(arena, s, i, j, found, tuple(blocker.part for blocker in blockers if blocker.part is not None))

    def covered(self, arena: Arena, s: Race, i: int, j: int) -> Finding:
        return self._finding(arena, s, i, j, False)

    def judge_obscuring(self, arena: Arena, s: Race, i: int, j: int) -> Finding:
        return self._finding(arena, s, i, j, False)

    def _finding(self, arena: Arena, s: Race, i: int, j: int, holds: bool, parts: tuple[str, ...] = ()) -> Finding:
        start, end = ray_casting.choose_ray(arena.terrain, arena.bodies(s.places), i, j)
        return Finding(holds, self.rules["visible"], (round_point(start), round_point(end)), parts)

    def near(self, arena: Arena, s: Race, i: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        foes = enemies_of(arena, s, arena.sides[i])
        touching = [j for side in range(len(arena.teams)) for j in models_of(s, side) if j != i and within(arena.gap(s.places, i, j), self.control)]
        return tuple(j for j in touching if j in foes), tuple(j for j in touching if j not in foes)

    def terms(self, arena: Arena, s: Race, i: int, action: str) -> MoveLimits:
        return move_terms(arena, i)

    def usual_move(self, arena: Arena, s: Race, i: int) -> str:
        return MOVE


QUERIES = Queries()
