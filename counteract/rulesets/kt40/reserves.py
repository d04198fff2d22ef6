"""Reserves and heroic interventions of the army-scale edition, at the end of the movement phase. (RES, HERO, INT-42, INT-43, INT-81)"""

from __future__ import annotations

from msgspec.structs import replace

from counteract.core.decision import Refusal, Why
from counteract.core.procedure import Procedure, Procedures
from counteract.mechanics.changes import change_battle
from counteract.mechanics.field import within
from counteract.mechanics.moves.unit_limits import FollowedPaths, UnitLimits
from counteract.rulesets.kt40 import charge, moves
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.effects import Reserve
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit, change_units
from counteract.rulesets.kt40.transports import passengers
from counteract.rulesets.kt40.units import Units, can_engage, enemy_units, engaged_with, gap, on_table, standing

TURNS = (2, 3)  # RES-02
INTERVENES = 3.0  # HERO-01
_MUST_MOVE: Why = ("KT40-HERO-01", "A heroic intervention moves closer to the nearest enemy model.")


# --- reserves


def arrivals(arena: Arena, s: ArmyBattle, player: int) -> Units:
    """Return the units of a player that may arrive now: passengers come with their TRANSPORT. (RES-02, RES-03, INT-81)"""
    return tuple(u for u in arena.units_of[player] if why_not_arrive(arena, s, u) is None)


def why_not_arrive(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit may not arrive now, or None. (RES-02, RES-03, INT-81)"""
    own = s.units[unit]
    if not own.reserve or own.carrier >= 0 or own.destroyed:
        return "KT40-RES-03", "The unit is not in reserve."
    if s.turn not in TURNS:
        return "KT40-RES-02", "Reserves arrive in turn 2 or 3."
    return None if has_room(arena, s, unit) else ("KT40-RES-03", "There is no place for the unit on the battlefield.")


def clearance(arena: Arena, unit: int) -> float:
    """Return how far from enemies a unit arrives, more than which it must be away. (RES-03)"""
    ability = arena.units[unit].effect(Reserve)
    return moves.FAR_FROM_ENEMIES if ability is None else ability.inches


def has_room(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if there is a place on the battlefield where a unit could arrive."""
    memo, key = arena.memo(s.places), ("arrival", unit)
    if key not in memo:
        memo[key] = moves.is_possible(arena, s, unit, "arrived", moves.set_up_limits(arena, s, unit, "arrived", clear=clearance(arena, unit)))
    return bool(memo[key])


def arrive(ref: Ref, unit: int) -> Procedure:
    """Set up a unit from reserve; it counts as having moved, and may charge at once. (RES-03 to RES-06, INT-42)"""
    arena = ref.arena
    change_battle(ref, acting=unit)
    if not (yield from moves.set_up_unit(ref, unit, "arrived", clear=clearance(arena, unit))):
        return
    change_units(ref, {u: {"reserve": False} for u in (unit, *passengers(ref.state, unit))})
    change_unit(ref, unit, arrived=True)
    moves.mark_moved(ref, standing(arena, ref.state, unit))
    if charge.why_not_charge(arena, ref.state, unit) is None:
        yield from charge.declare(ref, unit, charge.REACH, charge.DICE, optional=True)


# --- heroic interventions


def interveners(arena: Arena, s: ArmyBattle, player: int) -> Units:
    """Return the units of a player that may make a heroic intervention now."""
    return tuple(u for u in arena.units_of[player] if why_not_intervene(arena, s, u) is None)


def why_not_intervene(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit may not make a heroic intervention, or None. (HERO-01, HERO-02, AIR-04, INT-77)"""
    own = s.units[unit]
    if not arena.units[unit].has("CHARACTER") or arena.units[unit].has("AIRCRAFT") or not on_table(arena, s, unit):
        return "KT40-HERO-01", "Only a CHARACTER on the table makes a heroic intervention."
    if own.intervened:
        return "KT40-HERO-02", "It has made its heroic intervention this turn."
    if own.declared or own.arrived:
        return "KT40-HERO-01", "It has charged or arrived this turn."
    if engaged_with(arena, s, unit):
        return "KT40-HERO-01", "It is engaged."
    near = (v for v in enemy_units(arena, s, arena.units[unit].side) if can_engage(arena, unit, v))
    if not any(within(gap(arena, s, unit, v), INTERVENES) for v in near):
        return "KT40-HERO-01", 'No enemy unit is within 3".'
    memo, key = arena.memo(s.places), ("intervention", unit)
    if key not in memo:
        memo[key] = moves.is_possible(arena, s, unit, "heroic intervention", _way(arena, s, unit))
    return None if memo[key] else ("KT40-HERO-01", "It cannot come any closer to an enemy.")


def intervene(ref: Ref, unit: int) -> Procedure:
    """Move a CHARACTER up to 3" closer to the nearest enemy model. (HERO-01, HERO-02)"""
    change_battle(ref, acting=unit)
    change_unit(ref, unit, intervened=True)
    yield from moves.travel(ref, unit, "heroic intervention", _way(ref.arena, ref.state, unit))


def _way(arena: Arena, s: ArmyBattle, unit: int) -> UnitLimits:
    """Return the limits of a heroic intervention. (HERO-01)"""
    demands = moves.closing_in(arena, s, unit, "heroic intervention")
    assert demands is not None
    return replace(demands, whole=_why_not_moved)


def _why_not_moved(move: FollowedPaths) -> Refusal | None:
    """Return why an intervention in which nobody moves is none, or None. (HERO-01)"""
    return None if any(move.lengths) else Refusal(*_MUST_MOVE)


PROCEDURES: Procedures = {"arrive": arrive, "intervene": intervene}
