"""Charges of the army-scale edition: declaring targets, overwatch, the charge roll and the move. (CHARGE, OW-01, INT-36 to INT-39)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from counteract.core.decision import PASS, Answer, Concede, Decision, NameContext, Pick, Refusal, Roll, Why
from counteract.core.language import Several
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.core.state import Point, Task
from counteract.mechanics.chain_rolls import signed
from counteract.mechanics.choices import picks
from counteract.mechanics.field import within
from counteract.rulesets.kt40 import charge_moves, moves, stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.effects import AdvanceAndCharge
from counteract.rulesets.kt40.shoot import overwatch as fire_overwatch
from counteract.rulesets.kt40.shoot import why_not_overwatch
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit, change_units
from counteract.rulesets.kt40.stratagems import COMMAND_REROLL, reroll, why_not_stratagem
from counteract.rulesets.kt40.units import Units, are_enemies, can_engage, enemy_units, gap, on_table

REACH, DICE = 12.0, 2  # CHARGE-02, CHARGE-06
LONG_REACH, LONG_DICE = 18.0, 3  # CHARGE-10
BEST = 6

Stood = tuple[Point | tuple[()], ...]
_NO_AIRCRAFT: Why = ("KT40-AIR-03", "An aircraft cannot charge.")


class ChargeContext(NameContext, frozen=True, gc=False):
    """The targets of a charge that have been declared, by their numbers and by their names, and how many dice are rolled for it."""

    named: Units
    targets: Sequence[str]
    dice: int = DICE


# --- declaring


def why_not_target(arena: Arena, s: ArmyBattle, unit: int, v: int, reach: float = REACH) -> Why | None:
    """Return why a unit may not declare an enemy unit as a target of its charge, or None. (CHARGE-02, CHARGE-04, AIR-03)"""
    if not are_enemies(arena, unit, v):
        return "KT40-CHARGE-02", "Only enemy units can be charged."
    if not within(gap(arena, s, unit, v), reach):
        return "KT40-CHARGE-02", "It is further away than a charge can be declared."
    if not can_engage(arena, unit, v):
        return "KT40-AIR-03", "Only units that fly can charge an aircraft."
    return None


def targets(arena: Arena, s: ArmyBattle, unit: int, reach: float = REACH) -> Units:
    """Return the units that a unit may declare as targets."""
    return tuple(v for v in enemy_units(arena, s, arena.units[unit].side) if why_not_target(arena, s, unit, v, reach) is None)


def why_not_charge(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit that is free to move may not charge, or None. (CHARGE-02, CHARGE-03)"""
    if arena.units[unit].has("AIRCRAFT"):
        return _NO_AIRCRAFT
    if not targets(arena, s, unit):
        return "KT40-CHARGE-02", 'No enemy unit that it could charge is within 12".'
    return None


def why_not_long_charge(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit that is free to move may not charge with 3D6, or None. (CHARGE-10)"""
    if arena.units[unit].has("AIRCRAFT"):
        return _NO_AIRCRAFT
    if arena.units[unit].effect(AdvanceAndCharge) is None:
        return "KT40-CHARGE-10", "It has no ability to charge after advancing."
    if not targets(arena, s, unit, LONG_REACH):
        return "KT40-CHARGE-10", 'No enemy unit that it could charge is within 18".'
    return None


def charge(ref: Ref, unit: int) -> Procedure:
    """Charge a unit within 12", with 2D6. (CHARGE-01, CHARGE-05)"""
    yield from declare(ref, unit, REACH, DICE)


def long_charge(ref: Ref, unit: int) -> Procedure:
    """Charge a unit within 18", with 3D6; it is a charge and no advance. (CHARGE-10, INT-36)"""
    change_unit(ref, unit, option="charge")
    yield from declare(ref, unit, LONG_REACH, LONG_DICE)


def declare(ref: Ref, unit: int, reach: float, dice: int, *, optional: bool = False) -> Procedure:
    """Declare the targets of a charge; then come overwatch and the move. An ``optional`` charge may be left out. (CHARGE-02, CHARGE-05)"""
    named = yield from _name_targets(ref, unit, reach, dice, optional)
    if not named:
        return
    change_unit(ref, unit, option="charge", declared=named)
    ref.emit("charge-declared", "KT40-CHARGE-02", unit=unit, targets=named)
    ref.then(Task("alert", (unit, named, -1, where(ref.arena, ref.state, unit))), Task("charge_move", (unit, named, dice)))


def _name_targets(ref: Ref, unit: int, reach: float, dice: int, optional: bool) -> Steps[Units]:
    arena, s = ref.arena, ref.state
    bonus = stats.boons(arena, s, unit, "charge")
    named: Units = ()

    def reaches(v: int) -> bool:
        return charge_moves.seems_in_reach(arena, s, unit, v, dice * BEST + bonus)

    open_to = tuple(sorted(targets(arena, s, unit, reach), key=lambda v: (not reaches(v), round(gap(arena, s, unit, v), 3))))
    while open_to:
        if len(open_to) == 1 and not named and not optional and reaches(open_to[0]):
            return open_to
        choice = yield Decision(
            arena.units[unit].side, "charge-target", (*picks(open_to), *((PASS,) if named or optional else ())), "KT40-CHARGE-02",
            "{name} charges {targets}: declare another target?" if named else "{name} charges: which target?",
            ChargeContext(arena.unit_names[unit], named, Several(arena.unit_names[v] for v in named), dice),
            subject=unit, known=picks(enemy_units(arena, s, arena.units[unit].side)), why=partial(_refuse_target, arena, s, unit, reach),
            usual=PASS if named or optional else None,
        )  # fmt: skip
        if choice == PASS:
            break
        named = (*named, int(choice.value))
        open_to = tuple(v for v in open_to if v not in named)
    return named


def _refuse_target(arena: Arena, s: ArmyBattle, unit: int, reach: float, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(v)) if 0 <= v < len(arena.units) and on_table(arena, s, v):
            return Refusal(*(why_not_target(arena, s, unit, v, reach) or ("KT40-CHARGE-02", "It has been declared already.")))
    return None


# --- overwatch


def alert(ref: Ref, unit: int, waiting: Units, last: int = -1, stood: Stood = ()) -> Procedure:
    """Ask the targets of a charge for overwatch, player after player, until nobody fires any more. (OW-01, INT-22, CHARGE-13)

    ``stood`` is where the models of the charging unit were as the charge was declared: range and sight are those of that moment. (OW-04)
    """
    while True:
        arena, s = ref.arena, ref.state
        then = with_places(arena, s, unit, stood)
        able = tuple(v for v in waiting if may_react(arena, s, v) and why_not_overwatch(arena, then, v, unit) is None)
        if not able or not on_table(arena, s, unit):
            return
        player = next_player(arena, s, able, last)
        mine = tuple(v for v in able if arena.units[v].side == player)
        choice = yield Decision(
            player, "overwatch", (PASS, *picks(mine)), "KT40-OW-01", "{name} charges: which unit fires overwatch?",
            NameContext(arena.unit_names[unit]), subject=unit, usual=Pick(mine[0]), renewed=True,
        )  # fmt: skip
        if not isinstance(choice, Concede):  # MIS-15
            break
    if choice == PASS:
        ref.then(Task("alert", (unit, tuple(v for v in able if v not in mine), player, stood)))
        return
    v = int(choice.value)
    ref.then(Task("overwatch", (v, unit, stood)), Task("alert", (unit, tuple(w for w in able if w != v), player, stood)))


def where(arena: Arena, s: ArmyBattle, unit: int) -> Stood:
    """Return where each model of a unit stands; nothing for those that are not on the table."""
    return tuple(s.places[i] or () for i in arena.units[unit].models)


def with_places(arena: Arena, s: ArmyBattle, unit: int, stood: Stood) -> ArmyBattle:
    """Return the battle with the models of a unit where they stood; as it is if nothing is said of that."""
    own = arena.units[unit].models
    places = (*s.places[: own.start], *(place or None for place in stood), *s.places[own.stop :])
    return replace(s, places=places) if len(stood) == len(own) and places != s.places else s


def may_react(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a unit is on the table and its player has not given up. (MIS-15)"""
    return on_table(arena, s, unit) and arena.units[unit].side not in s.conceded


def next_player(arena: Arena, s: ArmyBattle, units: Units, last: int) -> int:
    """Return the player whose turn it is to react with one of some units: the first in turn order after the last one. (INT-22)"""
    at = s.order.index(last) + 1 if last in s.order else 0
    sides = {arena.units[unit].side for unit in units}
    return next(side for side in (*s.order[at:], *s.order[:at]) if side in sides)


def overwatch(ref: Ref, unit: int, charger: int, stood: Stood = ()) -> Procedure:
    """Fire overwatch at a charging unit. (OW-01, OW-02, OW-04)"""
    yield from fire_overwatch(ref, unit, charger, with_places(ref.arena, ref.state, charger, stood))


# --- the charge move


def charge_move(ref: Ref, unit: int, named: Units, dice: int) -> Procedure:
    """Roll the charge distance and make the move, or the one of a failed charge. (CHARGE-06, CHARGE-07, CHARGE-13)"""
    arena, s = ref.arena, ref.state
    if not on_table(arena, s, unit):
        return
    left = tuple(v for v in named if on_table(arena, s, v))
    if not left:  # CHARGE-13
        ref.emit("charge-failed", "KT40-CHARGE-13", unit=unit)
        return
    player, bonus = arena.units[unit].side, stats.boons(arena, s, unit, "charge")
    faces = yield Roll(player, dice, "KT40-CHARGE-06")
    if why_not_stratagem(arena, s, player, COMMAND_REROLL) is None:
        needed = _least_distance(arena, s, unit, left, sum(faces) + bonus, BEST - min(faces))
        useful = tuple(k for k, face in enumerate(faces) if sum(faces) + bonus < needed <= sum(faces) + bonus + BEST - face)
        faces = yield from reroll(ref, player, faces, "KT40-CHARGE-06", "charge", unit, useful=useful, needed=needed, modified=signed(bonus))
    distance = sum(faces) + bonus
    ref.emit("charge-roll", "KT40-CHARGE-06", unit=unit, dice=faces, modifier=bonus, amount=distance)
    if charge_moves.may_reach(arena, s, unit, left, distance):
        doubtful = not charge_moves.can_reach(arena, s, unit, left, distance)
        demands = charge_moves.limits(arena, s, unit, left, distance)
        # No move is found, but none is ruled out: the player may show one.
        if (yield from moves.travel(ref, unit, "charge", demands, optional=doubtful)) or not doubtful:
            _reached(ref, unit, left)
            return
    ref.emit("charge-failed", "KT40-CHARGE-07", unit=unit)
    approach = charge_moves.failed_limits(arena, s, unit, left, distance)
    if approach is not None:
        yield from moves.travel(ref, unit, "failed charge", approach, optional=True)


def _least_distance(arena: Arena, s: ArmyBattle, unit: int, named: Units, rolled: int, more: int) -> int:
    """Return the least distance, up to so many inches more than that rolled, with which a charge reaches a target that it does not reach now.

    It is 0 if there is none. (INT-37, INT-84)
    """

    def reaches(v: int, inches: int) -> bool:
        return charge_moves.may_meet(arena, s, unit, tuple(w for w in named if w != v), v, inches)

    missed = [v for v in named if not reaches(v, rolled)]
    if len(missed) == len(named) and not any(reaches(v, rolled + more) for v in named):
        return 0
    return next((inches for inches in range(rolled + 1, rolled + more + 1) if any(reaches(v, inches) for v in missed)), 0)


def _reached(ref: Ref, unit: int, named: Units) -> None:
    """Record the units that a charge has reached: they are charged. (CHARGE-12, INT-37)"""
    arena, s = ref.arena, ref.state
    reached = tuple(v for v in named if within(gap(arena, s, unit, v), 1.0))
    change_units(ref, {unit: {"charged": reached}, **{v: {"charged_by": (*s.units[v].charged_by, unit)} for v in reached}})
    ref.emit("charged", "KT40-CHARGE-12", unit=unit, targets=reached)


PROCEDURES: Procedures = {"alert": alert, "overwatch": overwatch, "charge_move": charge_move}
