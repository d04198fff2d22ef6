"""Queries about a battle of Kill Team 2018: visibility by nine rays, cover, enemies within 1", reach of moves. (GEN-07, INT-04 to INT-06, MOVE)"""

from __future__ import annotations

from collections.abc import Iterable

from counteract.core.language import say
from counteract.core.queries import Finding
from counteract.mechanics import queries
from counteract.mechanics.field import within
from counteract.mechanics.moves.limits import MoveLimits
from counteract.mechanics.preview import round_point
from counteract.mechanics.sides import enemies_of, models_of
from counteract.rulesets.kt18 import moves
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.charge import MOST_ROLLED, targets
from counteract.rulesets.kt18.sight import COVER, ENGAGED, engaged_enemies, gaps, judge_visibility
from counteract.rulesets.kt18.state import Skirmish
from counteract.table import ray_casting
from counteract.table.ray_casting import Blocker
from counteract.table.sight import find_first_blocker

MOST_ADVANCED = 6.0  # ADV-01


class Queries(queries.ModelQueries):
    """The queries of Kill Team 2018."""

    rules = {
        "visible": "KT18-INT-04",
        "cover": "KT18-INT-06",
        "obscured": "KT18-INT-05",
        "control": "KT18-GEN-07",
        "distance": "KT18-INT-01",
    }
    control = ENGAGED
    moves = "normal move", "advance", "fall back", "charge"

    def seen(self, arena: Arena, s: Skirmish, i: int, j: int) -> Finding:
        """Find whether model j is visible to model i. (INT-04)"""
        found = judge_visibility(arena, s, i, j)
        return self._finding(arena, s, i, j, "visible", found.visible, () if found.visible else self._blockers(arena, s, i, j))

    def covered(self, arena: Arena, s: Skirmish, i: int, j: int) -> Finding:
        """Find whether model j is in cover from model i. (INT-06)"""
        near = [blocker for blocker in self._blockers(arena, s, i, j) if within(blocker.away, COVER)]
        in_cover = judge_visibility(arena, s, i, j).in_cover
        return self._finding(arena, s, i, j, "cover", in_cover, near if in_cover else ())

    def judge_obscuring(self, arena: Arena, s: Skirmish, i: int, j: int) -> Finding:
        """Find whether model j is obscured from model i. (INT-05)"""
        obscured = judge_visibility(arena, s, i, j).obscured
        return self._finding(arena, s, i, j, "obscured", obscured, self._blockers(arena, s, i, j) if obscured else ())

    @staticmethod
    def _blockers(arena: Arena, s: Skirmish, i: int, j: int) -> tuple[Blocker, ...]:
        return ray_casting.cast_rays(arena.terrain, arena.bodies(s.places), i, j, COVER).blockers

    def _finding(self, arena: Arena, s: Skirmish, i: int, j: int, what: str, holds: bool, blockers: Iterable[Blocker]) -> Finding:
        """Return a finding with one ray: a clear one, or else the middle one up to its first blocker."""
        blockers = tuple(blockers)
        parts = tuple(blocker.part for blocker in blockers if blocker.part is not None)
        models = tuple(blocker.body for blocker in blockers if blocker.body is not None)
        start, end = ray_casting.choose_ray(arena.terrain, arena.bodies(s.places), i, j)
        met = find_first_blocker(arena.terrain, start, end) if not judge_visibility(arena, s, i, j).visible else None
        return Finding(holds, self.rules[what], (round_point(start), round_point(end if met is None else met.place)), parts, models)

    def near(self, arena: Arena, s: Skirmish, i: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the enemies and the friends within 1" of a model. (GEN-07)"""
        distances = gaps(arena, s, i)
        friends = tuple(j for j in models_of(s, arena.sides[i]) if j != i and within(distances[j], ENGAGED))
        return engaged_enemies(arena, s, i), friends

    def terms(self, arena: Arena, s: Skirmish, i: int, action: str) -> MoveLimits:
        """Return the terms of a move whose dice show the most they can. (MOVE-05, ADV-01, FALLBACK-03, CHARGE-03)"""
        card = arena.cards[i]
        match action:
            case "fall back":
                return moves.fall_back(arena, i)
            case "charge":
                named = targets(arena, s, i)
                if not named:
                    raise ValueError(say("{name} has nobody to charge", name=arena.names[i]))
                return moves.charge(arena, i, MOST_ROLLED, tuple(j for j in enemies_of(arena, s, arena.sides[i]) if j not in named))
        return moves.terms(action, card.move + (MOST_ADVANCED if action == "advance" else 0.0), arena.figures[i])

    def usual_move(self, arena: Arena, s: Skirmish, i: int) -> str:
        return "fall back" if engaged_enemies(arena, s, i) else "normal move"


QUERIES = Queries()
