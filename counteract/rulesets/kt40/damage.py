"""The damage of the army-scale edition: wounds lost, slain models, destroyed units and explosions. (DMG, UNIT-09, UNIT-12, INT-82, INT-83)

An attack, a power or a failed test makes a unit suffer *blows*: numbers of points, one after the other. A blow falls on one model and what
it does not need is lost, so mortal wounds are blows of one point each. Which models fall is the choice of their player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from counteract.attacks.hitwoundsave import Amount
from counteract.core.decision import Decision, Pick, Roll
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import TOLERANCE
from counteract.mechanics.chain_rolls import signed
from counteract.mechanics.changes import change_battle
from counteract.rulesets.kt40 import stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.casualties import choose_casualties, choose_model
from counteract.rulesets.kt40.effects import Explodes
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_models, change_unit
from counteract.rulesets.kt40.stratagems import reroll
from counteract.rulesets.kt40.units import alive, gaps, on_table

# --- wounds


def mortal_wounds(
    ref: Ref, unit: int, count: int, rule: str, *, by: int = -1, attacker: int = -1, thrown: dict[str, Any] | None = None
) -> Steps[None]:
    """Inflict mortal wounds on a unit; ``thrown`` are event values on the dice for their number. (DMG-02)

    ``by`` is the side they come from, ``attacker`` the unit, for the casualties' default.
    """
    if count and alive(ref.arena, ref.state, unit):
        ref.emit("mortal-wounds", rule, unit=unit, amount=count, **(thrown or {}))
        fallen = yield from suffer(ref, unit, [1] * count, "KT40-DMG-02", by=by, attacker=attacker)
        yield from fall(ref, fallen)


def lose_wounds(ref: Ref, unit: int, points: int, rule: str, *, by: int = -1, ignorable: bool = True) -> Steps[None]:
    """Make a unit lose wounds one at a time, without saves. (ATT-08, ATT-09, INT-62)"""
    fallen = yield from suffer(ref, unit, [1] * points, rule, by=by, ignorable=ignorable)
    yield from fall(ref, fallen)


def slay(ref: Ref, models: Sequence[int], rule: str, *, by: int = -1, explodes: bool = True) -> Steps[None]:
    """Slay models outright: the wounds they have left count as lost. (INT-61)"""
    arena = ref.arena
    for unit in dict.fromkeys(arena.unit_of[i] for i in models):
        losses = {i: ref.state.models[i].wounds for i in models if arena.unit_of[i] == unit and ref.state.models[i].wounds}
        yield from fall(ref, note_losses(ref, unit, losses, rule, by), explodes=explodes)


def suffer(
    ref: Ref, unit: int, blows: Sequence[int], rule: str, *, by: int = -1, attacker: int = -1, ignorable: bool = True, hold: bool = False
) -> Steps[tuple[int, ...]]:
    """Make a unit suffer blows; return the models at 0 wounds that are still on the table, for `fall`. (DMG-01, DMG-04, UNIT-12)

    With ``hold`` no slain model is removed yet.
    """
    arena = ref.arena
    one_by_one = ignorable and stats.loses_shield(arena, ref.state, unit, sum(blows))
    if ignorable and not one_by_one:
        blows = yield from ignore_wounds(ref, unit, blows)
    own = alive(arena, ref.state, unit)
    if not own or not sum(blows):
        return ()
    if len({arena.cards[i].wounds for i in own}) == 1 and not one_by_one:
        losses = yield from _spread(ref, unit, own, blows, attacker)
        return note_losses(ref, unit, losses, rule, by, hold=hold)
    fallen: tuple[int, ...] = ()
    in_order = False
    for k, points in enumerate(blows):
        if one_by_one and alive(arena, ref.state, unit):
            (points,) = yield from ignore_wounds(ref, unit, [points])
        if points and alive(arena, ref.state, unit):
            i, in_order = yield from choose_model(ref, unit, attacker, in_order=in_order, last=k + 1 == len(blows))
            losses = {i: min(points, ref.state.models[i].wounds)}
            fallen = (*fallen, *note_losses(ref, unit, losses, rule, by, hold=hold))
    return fallen


def ignore_wounds(ref: Ref, unit: int, blows: Sequence[int]) -> Steps[Sequence[int]]:
    """Roll for each point whether it is ignored; return what is left of the blows. (UNIT-12)"""
    needed, count = stats.ignores(ref.arena, ref.state, unit), sum(blows)
    if not needed or not count:
        return blows
    player, rule = ref.arena.units[unit].side, "KT40-UNIT-12"
    faces: tuple[int, ...] = yield Roll(player, count, rule)
    useful = tuple(k for k, face in enumerate(faces) if face < needed)
    faces = yield from reroll(ref, player, faces, rule, "ignore", unit, useful=useful, needed=needed)
    ref.emit("ignore-roll", rule, unit=unit, dice=faces, needed=needed, ignored=sum(face >= needed for face in faces))
    left, at = [], 0
    for points in blows:
        left.append(sum(face < needed for face in faces[at : at + points]))
        at += points
    return left


class Toll(NamedTuple):
    """The losses of models of equal wounds from a number of blows: slots slain, and the wounds that the next one has lost besides."""

    slain: int
    lost: int


def count_toll(left: Sequence[int], blows: Iterable[int]) -> Toll:
    """Return what blows come to if models with so many wounds left take them in this order. (ATT-09, DMG-01)

    >>> count_toll([1, 2, 2], [1, 3, 1]), count_toll([2, 2], [1, 1, 1])
    (Toll(slain=2, lost=1), Toll(slain=1, lost=1))
    """
    slain = lost = 0
    for points in blows:
        if slain == len(left):
            break
        lost += points
        if lost >= left[slain]:
            slain, lost = slain + 1, 0
    return Toll(slain, lost)


def weigh(arena: Arena, s: ArmyBattle, unit: int, blows: Sequence[int]) -> Toll:
    """Return what blows at a unit of models of equal wounds come to; where wounds may be ignored, their points. (UNIT-12, INT-84)"""
    if stats.ignores(arena, s, unit):
        return Toll(0, sum(blows))
    own, full = alive(arena, s, unit), max(arena.cards[i].wounds for i in arena.units[unit].models)
    return count_toll([s.models[i].wounds for i in sorted(own, key=lambda i: s.models[i].wounds == full)], blows)  # damaged ones first


def _spread(ref: Ref, unit: int, own: Sequence[int], blows: Sequence[int], attacker: int) -> Steps[dict[int, int]]:
    """Return the wounds that each of some models of equal wounds loses: a damaged one first, then as its player chooses. (ATT-08, ATT-09)"""
    arena, s = ref.arena, ref.state
    full = arena.cards[own[0]].wounds
    hurt, fresh = [i for i in own if s.models[i].wounds < full], [i for i in own if s.models[i].wounds == full]
    left = [s.models[i].wounds for i in (*hurt, *fresh)]
    slain, lost = count_toll(left, blows)
    losses = {i: s.models[i].wounds for i in hurt[:slain]}
    if slain < len(hurt):
        return {**losses, hurt[slain]: lost} if lost else losses
    count = slain - len(hurt)
    chosen = yield from choose_casualties(ref, unit, fresh, count, lost, attacker)
    return {**losses, **chosen}


# --- slain models, destroyed units


def note_losses(ref: Ref, unit: int, losses: dict[int, int], rule: str, by: int, *, hold: bool = False) -> tuple[int, ...]:
    """Record wounds that models of a unit lose; return those at 0 wounds that are still on the table. (DMG-04, UNIT-09, INT-82)

    A slain model is removed at once unless it explodes, carries passengers, or all are on ``hold``.
    """
    arena, s = ref.arena, ref.state
    amount = sum(losses.values())
    if not amount:
        return ()
    change_models(ref, {i: {"wounds": s.models[i].wounds - points} for i, points in losses.items()})
    own = s.units[unit]
    enemy = by >= 0 and arena.alliances[by] != arena.alliances[arena.units[unit].side]
    change_unit(ref, unit, lost=own.lost + amount, hurt_by=by if enemy else own.hurt_by)
    ref.emit("wounds-lost", rule, unit=unit, amount=amount, models=tuple(losses))
    slain = tuple(i for i in losses if not ref.state.models[i].wounds)
    if slain and len(arena.units[unit].models) > 1:  # of others it is told that they are destroyed
        ref.emit("slain", "KT40-UNIT-09", unit=unit, models=slain)
    waiting = slain if hold or lingers(arena, ref.state, unit) else ()
    if slain and not waiting:
        remove(ref, slain)
    return waiting


def lingers(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if something happens before a slain model of a unit is removed. (DMG-05, TRANS-08)"""
    return arena.units[unit].effect(Explodes) is not None or any(own.carrier == unit for own in s.units)


def remove(ref: Ref, models: Sequence[int]) -> None:
    """Take slain models off the table, and note the units that are destroyed. (UNIT-09)"""
    gone = {*models}
    ref.state = replace(ref.state, places=tuple(None if i in gone else place for i, place in enumerate(ref.state.places)))
    for unit in dict.fromkeys(ref.arena.unit_of[i] for i in models):
        if not alive(ref.arena, ref.state, unit) and not on_table(ref.arena, ref.state, unit) and not ref.state.units[unit].destroyed:
            note_destroyed(ref, unit)


def note_destroyed(ref: Ref, unit: int) -> None:
    """Record that a unit is destroyed, and to whom it is credited. (UNIT-09, INT-82, MIS-09, MIS-10)"""
    arena, s = ref.arena, ref.state
    credit = s.units[unit].hurt_by
    change_unit(ref, unit, destroyed=True, destroyed_by=credit, carrier=-1)
    if credit >= 0 and s.turn == 1:
        change_battle(ref, struck=tuple(done or side == credit for side, done in enumerate(s.struck)))
    if unit in arena.warlords:
        change_battle(ref, slayers=tuple(credit if warlord == unit else slayer for warlord, slayer in zip(arena.warlords, s.slayers, strict=True)))
    ref.emit("unit-destroyed", "KT40-UNIT-09", unit=unit, player=credit)


# --- explosions


def fall(ref: Ref, fallen: Sequence[int], *, explodes: bool = True) -> Procedure:
    """Resolve what happens as slain models leave the table: explosion, passengers, removal, one model after the other. (DMG-05, DMG-06, TRANS-08)"""
    arena = ref.arena
    waiting = [tuple(fallen)] if fallen else []  # those that fell at the same instant are together
    while waiting:
        instant = waiting.pop(0)
        i = (yield from _choose_first(ref, instant)) if len(instant) > 1 and explodes else instant[0]
        if len(instant) > 1:
            waiting.insert(0, tuple(j for j in instant if j != i))
        unit = arena.unit_of[i]
        more = (yield from _explode(ref, i)) if explodes else ()
        if not alive(arena, ref.state, unit) and any(own.carrier == unit for own in ref.state.units):
            from counteract.rulesets.kt40.transports import thrown_out  # which slays models in turn

            yield from thrown_out(ref, unit)
        remove(ref, (i,))
        if more:
            waiting.append(more)


def _choose_first(ref: Ref, models: tuple[int, ...]) -> Steps[int]:
    """Ask which of several models that fell at the same instant explodes or lets its passengers out first. (INT-25)

    Outside an activation turn order says.
    """
    arena, s = ref.arena, ref.state
    able = tuple(i for i in models if lingers(arena, s, arena.unit_of[i]))
    if len(able) < 2 or len({arena.unit_of[i] for i in able}) == 1:
        return (*able, *models)[0]
    if s.acting < 0:
        return min(able, key=lambda i: (s.order.index(arena.sides[i]), i))
    choice = yield Decision(
        arena.units[s.acting].side, "explosion", tuple(map(Pick, able)), "KT40-INT-25",
        "Several fallen models explode or hold passengers: which one is first?", subject=s.acting,
    )  # fmt: skip
    return int(choice.value)


def _explode(ref: Ref, i: int) -> Steps[tuple[int, ...]]:
    """Roll whether a slain model explodes and hurt the units around it; return the models that this brings to 0 wounds. (DMG-05, INT-63)"""
    arena, unit = ref.arena, ref.arena.unit_of[i]
    effect, player, rule = arena.units[unit].effect(Explodes), ref.arena.units[unit].side, "KT40-DMG-05"
    if effect is None:
        return ()
    near = units_near(arena, ref.state, i, effect.inches)
    modifier = stats.test_penalty(ref.state, unit)
    faces: tuple[int, ...] = yield Roll(player, 1, rule)
    faces = yield from reroll(
        ref, player, faces, rule, "explodes", unit, useful=(0,) if near else (), needed=effect.needed, modified=signed(modifier)
    )  # fmt: skip
    bursts = faces[0] + modifier >= effect.needed
    ref.emit("explodes", rule, unit=unit, model=i, dice=faces, needed=effect.needed, modifier=modifier, hit=bursts)
    return (yield from blast(ref, unit, near, effect.wounds, rule)) if bursts else ()


def units_near(arena: Arena, s: ArmyBattle, i: int, inches: float) -> tuple[int, ...]:
    """Return the units with living models within some inches of a model, in turn order; its own if others of it are there. (DMG-05)"""
    away = gaps(arena, s)[i]
    near = {arena.unit_of[j] for j, model in enumerate(s.models) if model.wounds and j != i and away[j] <= inches + TOLERANCE}
    turns = (*s.order, *range(len(arena.teams)))
    return tuple(sorted(near, key=lambda unit: (turns.index(arena.units[unit].side), unit)))


def blast(ref: Ref, unit: int, near: Iterable[int], amount: Amount, rule: str) -> Steps[tuple[int, ...]]:
    """Inflict mortal wounds, rolled for each, on units around a unit; return the models at 0 wounds still on the table. (DMG-05, PSY-10)"""
    fallen: tuple[int, ...] = ()
    player = ref.arena.units[unit].side
    for victim in near:
        count, thrown = yield from roll_mortal(ref, unit, amount, rule)
        ref.emit("mortal-wounds", rule, unit=victim, amount=count, **thrown)
        fallen = (*fallen, *(yield from suffer(ref, victim, [1] * count, "KT40-DMG-02", by=player, attacker=unit)))
    return fallen


def roll_mortal(ref: Ref, unit: int, amount: Amount, rule: str, roll: str = "mortal", *, good: bool = True) -> Steps[tuple[int, dict[str, Any]]]:
    """Roll a number of mortal wounds that a unit causes, or with ``good`` False suffers; return it and event values on the dice."""
    if not amount.dice:
        return amount.plus, {}
    player = ref.arena.units[unit].side
    faces: tuple[int, ...] = yield Roll(player, amount.dice, rule)
    best = amount.sides if good else 1
    useful = tuple(k for k, face in enumerate(faces) if amount.read((face,)) - amount.plus != best)
    faces = yield from reroll(ref, player, faces, rule, roll, unit, useful=useful, thrown=str(amount))
    return amount.read(faces), {"dice": faces, "thrown": str(amount)}
