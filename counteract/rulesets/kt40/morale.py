"""Morale tests of the army-scale edition, and what a failed one costs. (MORALE, INT-60 to INT-70)"""

from __future__ import annotations

from typing import Any

from counteract.core.decision import Roll, Why
from counteract.core.language import Phrase
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.mechanics.changes import change_battle
from counteract.rulesets.kt40 import damage, stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit, change_units
from counteract.rulesets.kt40.stratagems import insane_bravery, reroll
from counteract.rulesets.kt40.units import alive, on_table


def why_not_test(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit owes no morale test, or None. (MORALE-02, MORALE-03, INT-69)"""
    if not s.units[unit].lost:
        return "KT40-MORALE-02", "It has lost no wounds this turn."
    if s.units[unit].tested:
        return "KT40-MORALE-02", "It has taken its morale test."
    if not on_table(arena, s, unit):
        return "KT40-INT-69", "It is not on the table."
    return None


def added_to_roll(s: ArmyBattle, unit: int) -> int:
    """Return what is added to the die: the wounds lost this turn, and 1 for a CHARACTER that failed last turn. (MORALE-04, INT-64)"""
    return s.units[unit].lost - stats.test_penalty(s, unit)


def passes(die: int, added: int, leadership: int) -> bool:
    """Return True if a die passes a morale test: a 1 always does. (MORALE-05, MORALE-06)"""
    return die == 1 or die + added <= leadership


def highest_passing_roll(arena: Arena, s: ArmyBattle, unit: int) -> int:
    """Return the highest roll that passes a unit's morale test."""
    return max(1, min(6, stats.leadership(arena, s, unit) - added_to_roll(s, unit)))


def can_anybody_fail(arena: Arena, s: ArmyBattle, player: int) -> bool:
    """Return True if a unit of a player could fail the morale test that it owes: else their order does not matter."""
    return any(why_not_test(arena, s, unit) is None and highest_passing_roll(arena, s, unit) < 6 for unit in arena.units_of[player])


def morale_test(ref: Ref, unit: int) -> Procedure:
    """Take the morale test of a unit. (MORALE-02, MORALE-04 to MORALE-06, STRAT-11)"""
    change_unit(ref, unit, tested=True)
    change_battle(ref, acting=unit)
    arena, s, player = ref.arena, ref.state, ref.arena.units[unit].side
    added, leadership, most = added_to_roll(s, unit), stats.leadership(arena, s, unit), highest_passing_roll(arena, s, unit)
    if most < 6 and (yield from insane_bravery(ref, unit, name_cost(arena, s, unit, most + 1 + added - leadership, 6 + added - leadership))):
        return
    (die,) = yield Roll(player, 1, "KT40-MORALE-04")
    if not passes(die, added, leadership):
        facts: dict[str, Any] = {"needed": most, "outcome": name_cost(arena, s, unit, die + added - leadership, die + added - leadership)}
        (die,) = yield from reroll(ref, player, (die,), "KT40-MORALE-04", "morale", unit, useful=(0,), **facts)
    passed = passes(die, added, leadership)
    rule = "KT40-MORALE-06" if die == 1 and die + added > leadership else "KT40-MORALE-05"
    ref.emit("morale-test", rule, unit=unit, dice=(die,), modifier=added, amount=die + added, needed=leadership, hit=passed)
    if not passed:
        yield from _fail(ref, unit, die + added - leadership)


def _fail(ref: Ref, unit: int, excess: int) -> Steps[None]:
    """Resolve a failed test: a CHARACTER and a VEHICLE with a degrading table lose no wounds. (MORALE-07 to MORALE-13, INT-67, INT-68)"""
    arena = ref.arena
    change_unit(ref, unit, failing=True)
    falters, degrades = arena.units[unit].has("CHARACTER"), is_lowered_by_failing(arena, unit)
    if degrades:
        ref.emit("will-degrade", "KT40-MORALE-09", unit=unit)
    if falters:
        ref.emit("will-falter", "KT40-MORALE-12", unit=unit)
    if not falters and not degrades:
        rule = "KT40-MORALE-08" if arena.units[unit].has("VEHICLE") else "KT40-MORALE-07"
        yield from damage.lose_wounds(ref, unit, excess, rule, ignorable=False)


def name_cost(arena: Arena, s: ArmyBattle, unit: int, least: int, most: int) -> Phrase:
    """Return what a failed test costs a unit, in words, if the roll exceeds its leadership by so much. (MORALE-07 to MORALE-13)"""
    falters, degrades = arena.units[unit].has("CHARACTER"), is_lowered_by_failing(arena, unit)
    if falters and degrades:
        return Phrase("next turn it reads its table one line lower and has no auras, and -1 to its tests")
    if falters:
        return Phrase("next turn it has no auras, and -1 to its tests")
    if degrades:
        return Phrase("next turn it reads its table one line lower")
    own = alive(arena, s, unit)
    left = sum(s.models[i].wounds for i in own)
    least, most = min(least, left), min(most, left)
    single = len(own) > 1 and left == len(own)  # every wound slays a model
    if least < most:
        return Phrase("it loses {least} to {most} models" if single else "it loses {least} to {most} wounds", least=least, most=most)
    if most == 1:
        return Phrase("it loses 1 model" if single else "it loses 1 wound")
    return Phrase("it loses {count} models" if single else "it loses {count} wounds", count=most)


def is_lowered_by_failing(arena: Arena, unit: int) -> bool:
    """Return True if a failed test makes a unit read its degrading table one line lower: VEHICLES only. (MORALE-09, MORALE-13, INT-67)"""
    return arena.units[unit].has("VEHICLE") and bool(arena.units[unit].card.degrading)


def begin_penalties(ref: Ref) -> None:
    """Put the units that failed last turn under their penalties, and end those of the turn before. (INT-65)"""
    arena, s = ref.arena, ref.state
    changes = {}
    for unit, own in enumerate(s.units):
        shaken = own.failing and arena.units[unit].has("CHARACTER")
        lowered = own.failing and is_lowered_by_failing(arena, unit)
        if (own.shaken, own.lowered, own.failing) != (shaken, lowered, False):
            changes[unit] = {"shaken": shaken, "lowered": lowered, "failing": False}
    change_units(ref, changes)


def end_degrading(ref: Ref) -> None:
    """End the shift of degrading tables, as the morale phase begins. (MORALE-09, INT-65)"""
    change_units(ref, {unit: {"lowered": False} for unit, own in enumerate(ref.state.units) if own.lowered})


PROCEDURES: Procedures = {"morale_test": morale_test}
