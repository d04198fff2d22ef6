"""The moves of a charge: one that reaches a declared target, and the one after a charge that failed. (CHARGE-07 to CHARGE-09, INT-37, INT-38)"""

from __future__ import annotations

from functools import partial

import numpy as np
from msgspec import structs

from counteract.core.decision import Refusal, Why
from counteract.core.state import TOLERANCE
from counteract.mechanics.field import within
from counteract.mechanics.moves.unit_limits import FollowedPaths, Goal, UnitLimits, find_least_gap
from counteract.mechanics.moves.unit_meeting import can_meet_any, seems_to_meet
from counteract.rulesets.kt40 import moves
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.units import ENGAGED, Units, gap, gaps, model_gap, standing
from counteract.table.distances import gap as gap_between

AS_NEAR_AS = 0.1  # inches that the first model may end short of the nearest place (INT-38)

_MUST_MEET: Why = ("KT40-CHARGE-07", 'A model must end within 1" of a declared target: the roll allows it.')
_NEARER: Why = ("KT40-INT-38", "{model} must end nearer to a declared target than it began, or stay.")
_NEAREST: Why = ("KT40-INT-38", "The first model must end as near to a declared target as it can get.")


def limits(arena: Arena, s: ArmyBattle, unit: int, named: Units, distance: float) -> UnitLimits:
    """Return the limits of a charge move that reaches a declared target. (CHARGE-06 to CHARGE-08, CHARGE-14)"""
    met = tuple(i for v in named for i in standing(arena, s, v))
    most = [distance] * len(standing(arena, s, unit))
    return moves.limits(
        arena, s, unit, "charge", most, kept=moves.kept_models(arena, s, unit, named), meets=met, must_meet=_MUST_MEET, toward=met, engage=True
    )


def can_reach(arena: Arena, s: ArmyBattle, unit: int, named: Units, distance: float) -> bool:
    """Return True if a move is known by which a charge of so many inches reaches a declared target. (CHARGE-07, INT-37)"""
    if not may_reach(arena, s, unit, named, distance):
        return False
    memo, key = arena.memo(s.places), ("charge", unit, named, distance)
    if key not in memo:
        memo[key] = moves.is_possible(arena, s, unit, "charge", limits(arena, s, unit, named, distance))
    return bool(memo[key])


def may_reach(arena: Arena, s: ArmyBattle, unit: int, named: Units, distance: float) -> bool:
    """Return True if one model by itself could reach a declared target: no proof that its unit can follow. (CHARGE-07, INT-37)"""
    if not _is_near_enough(arena, s, unit, named, distance):
        return False
    memo, key = arena.memo(s.places), ("lone charge", unit, named, distance)
    if key not in memo:
        memo[key] = can_meet_any(arena, s.places, limits(arena, s, unit, named, distance))
    return bool(memo[key])


def may_meet(arena: Arena, s: ArmyBattle, unit: int, named: Units, v: int, distance: float) -> bool:
    """Return True if one model by itself could reach a unit that is declared besides others. (CHARGE-07, CHARGE-08)"""
    if not named:
        return may_reach(arena, s, unit, (v,), distance)
    met = standing(arena, s, v)
    demands = structs.replace(limits(arena, s, unit, (*named, v), distance), meets=met, toward=met)
    return can_meet_any(arena, s.places, demands)


def seems_in_reach(arena: Arena, s: ArmyBattle, unit: int, v: int, distance: float) -> bool:
    """Return True if a charge of so many inches at one unit looks as if it could reach it: a guess that decides nothing."""
    memo, key = arena.memo(s.places), ("seems in reach", unit, v, distance)
    if key not in memo:
        near = _is_near_enough(arena, s, unit, (v,), distance)
        memo[key] = near and seems_to_meet(arena, s.places, limits(arena, s, unit, (v,), distance))
    return bool(memo[key])


def _is_near_enough(arena: Arena, s: ArmyBattle, unit: int, named: Units, distance: float) -> bool:
    """Return True if a charge of so many inches could reach one of some units were nothing in the way."""
    return any(within(_plan_gap(arena, s, unit, v), distance + ENGAGED + TOLERANCE) for v in named)


def _plan_gap(arena: Arena, s: ArmyBattle, unit: int, v: int) -> float:
    """Return a distance that no way between two units can fall short of: that in plan, if they are on different levels."""
    rows = arena.bodies(s.places)
    own, them = rows[list(standing(arena, s, unit))], rows[list(standing(arena, s, v))]
    apart = np.hypot(own[:, None, 0] - them[:, 0], own[:, None, 1] - them[:, 1]) - own[:, None, 3] - them[:, 3]
    return float(apart.min())


# --- after a failed charge


def failed_limits(arena: Arena, s: ArmyBattle, unit: int, named: Units, distance: float) -> UnitLimits | None:
    """Return the limits of the move after a failed charge; None if nobody can get nearer to a target. (CHARGE-09, INT-38)"""
    if distance <= 0.0 or all(gap(arena, s, unit, v) <= ENGAGED + 2 * moves.CLOSER for v in named):
        return None
    own, met = standing(arena, s, unit), tuple(i for v in named for i in standing(arena, s, v))
    goals = tuple(_goals(arena, s, i, named) for i in own)
    most = [distance] * len(own)
    free = moves.limits(arena, s, unit, "failed charge", most, goals=goals, goal_why=_NEARER, toward=met)
    return structs.replace(free, whole=partial(_first_problem, arena, s, named, free))


def _goals(arena: Arena, s: ArmyBattle, i: int, named: Units) -> tuple[Goal, ...]:
    """Return the models of all targets, the nearest first, and how near a model must come to one to be nearer to its unit than now."""
    near = sorted((j for v in named for j in standing(arena, s, v)), key=lambda j: gaps(arena, s)[i, j])
    return tuple(Goal(j, model_gap(arena, s, i, arena.unit_of[j]) - moves.CLOSER) for j in near)


def _first_problem(arena: Arena, s: ArmyBattle, named: Units, free: UnitLimits, move: FollowedPaths) -> Refusal | None:
    """Return why no model of a unit that moves has gone as near to a target as it can get, or None. (INT-38)"""
    moved = [k for k, length in enumerate(move.lengths) if length > 0.0]
    if not moved:
        return None
    pairs = [(k, j) for k in moved for v in named for j in standing(arena, s, v)]
    ends = {(k, j): _end_gap(arena, s, move, k, j) for k, j in pairs}
    for k, j in sorted(pairs, key=lambda pair: ends[pair]):
        least = _least(arena, s, move.models[k], j, free.most[k])
        if ends[k, j] <= least + AS_NEAR_AS + TOLERANCE:  # nothing can be nearer
            return None
    nearest = {k: min((j for j in range(len(s.places)) if (k, j) in ends), key=lambda j: ends[k, j]) for k in moved}
    for k, j in nearest.items():
        best = find_least_gap(arena, s.places, free, k, j)
        if best is None or ends[k, j] <= best + AS_NEAR_AS + TOLERANCE:
            return None
    return Refusal(*_NEAREST)


def _end_gap(arena: Arena, s: ArmyBattle, move: FollowedPaths, k: int, j: int) -> float:
    end, place = move.ends[k], s.places[j]
    assert end is not None
    assert place is not None
    return gap_between(end, arena.radii[move.models[k]], place, arena.radii[j])


def _least(arena: Arena, s: ArmyBattle, i: int, j: int, distance: float) -> float:
    """Return a gap to a model that no move of so many inches can undercut. (CHARGE-09)"""
    return max(ENGAGED, float(gaps(arena, s)[i, j]) - distance)
