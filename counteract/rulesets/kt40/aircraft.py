"""Aircraft with a minimum move: a turn of at most 90 degrees, then straight ahead. (AIR-01, AIR-02, AIR-06, INT-77)

A unit has one facing, however many models it has: they turn alike and fly the same way.
"""

from __future__ import annotations

from functools import partial
from math import atan2, degrees

from msgspec.structs import replace

from counteract.core.decision import Refusal, Why
from counteract.core.procedure import Procedure
from counteract.core.state import Point
from counteract.mechanics.moves.unit_checking import turn_between
from counteract.mechanics.moves.unit_limits import FollowedPaths, UnitLimits
from counteract.rulesets.kt40 import moves
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.damage import slay
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit
from counteract.rulesets.kt40.units import engaged_with, on_table, standing

FASTER = 20.0  # AIR-01
ALIKE = 0.05  # degrees by which the ways of models of one unit may differ, for their places are rounded

_ALIKE: Why = ("KT40-INT-77", "The models of an aircraft unit fly the same way: the unit has one facing.")
_TURNED: Why = ("KT40-AIR-01", "{model} turns by at most 90 degrees and then flies straight ahead.")
_TOO_SHORT: Why = ("KT40-AIR-01", '{model} must fly at least {least:g}"; this is {used:.1f}".')
#: The moves of an aircraft, and what each adds to its M.
_KINDS = {"normal move": 0.0, "advance": FASTER, "fall back": 0.0}


def has_minimum(arena: Arena, unit: int) -> bool:
    """Return True if a unit is an AIRCRAFT with a minimum move."""
    return arena.units[unit].has("AIRCRAFT") and arena.units[unit].card.min_move > 0.0


def must_fly(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a unit has to move: an AIRCRAFT with a minimum move that has not acted and is not held by a charge. (AIR-06, INT-30)"""
    own = s.units[unit]
    if not has_minimum(arena, unit) or own.option or own.arrived or not on_table(arena, s, unit):
        return False
    return not (own.charged_by and engaged_with(arena, s, unit))


def flight(arena: Arena, s: ArmyBattle, unit: int, kind: str, extra: float = 0.0) -> UnitLimits:
    """Return the limits of an aircraft's move. (AIR-01)"""
    demands = moves.march(arena, s, unit, kind, extra)
    own = arena.units[unit].card
    return replace(
        demands, heading=s.units[unit].facing, least=own.min_move, turned=_TURNED, too_short=_TOO_SHORT, whole=partial(_why_not_alike, s.places)
    )  # fmt: skip


def heading_of(start: Point | None, end: Point | None) -> float:
    """Return the way from one place to another, in degrees to the left from east."""
    assert start is not None
    assert end is not None
    return round(degrees(atan2(end[1] - start[1], end[0] - start[0])) % 360.0, 3)


def _why_not_alike(places: tuple[Point | None, ...], move: FollowedPaths) -> Refusal | None:
    """Return why models of one unit that fly different ways may not, or None. (INT-77, UNIT-08)"""
    headings = [heading_of(places[i], end) for i, end in zip(move.models, move.ends, strict=True)]
    return Refusal(*_ALIKE) if any(abs(turn_between(headings[0], one)) > ALIKE for one in headings) else None


def can_fly(arena: Arena, s: ArmyBattle, unit: int, kind: str) -> bool:
    """Return True if an aircraft has a legal move of a kind."""
    demands = flight(arena, s, unit, kind, _KINDS[kind])
    memo, key = arena.memo(s.places), ("flight", unit, kind, s.units[unit].facing, demands.most)
    if key not in memo:
        memo[key] = moves.is_possible(arena, s, unit, kind, demands)
    return bool(memo[key])


def is_doomed(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if an aircraft that must fly has no legal move. (AIR-02)"""
    if not must_fly(arena, s, unit):
        return False
    kinds = ("fall back",) if engaged_with(arena, s, unit) else ("normal move", "advance")
    return not any(can_fly(arena, s, unit, kind) for kind in kinds)


def fly(ref: Ref, unit: int, kind: str, extra: float) -> Procedure:
    """Move an aircraft, which then faces the way it flew; without a legal move it is destroyed. (AIR-01, AIR-02, INT-34, INT-77)"""
    arena, s = ref.arena, ref.state
    if not can_fly(arena, s, unit, kind):
        yield from crash(ref, unit)
        return
    start = s.places[standing(arena, s, unit)[0]]
    yield from moves.travel(ref, unit, kind, flight(arena, s, unit, kind, extra))
    change_unit(ref, unit, facing=heading_of(start, ref.state.places[standing(arena, ref.state, unit)[0]]))


def crash(ref: Ref, unit: int) -> Procedure:
    """Destroy an aircraft that has no legal move; it does not explode, and its passengers get out. (AIR-02)"""
    ref.emit("crashes", "KT40-AIR-02", unit=unit)
    yield from slay(ref, standing(ref.arena, ref.state, unit), "KT40-AIR-02", explodes=False)
