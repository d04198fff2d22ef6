"""The fights of the army-scale edition: who fights when, pile-in, attacks, consolidation, and the attacks of opportunity strikes. (FIGHT, OPP-04)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from counteract.attacks.hitwoundsave import chance, wound_number
from counteract.core.decision import Context, Decision, NameContext, Pick, Why
from counteract.core.language import Phrase
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.core.state import TOLERANCE, Task
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.changes import change_battle
from counteract.rulesets.kt40 import moves, stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack import resolve_all
from counteract.rulesets.kt40.attack_groups import AttackRow, Group, Kind, gather, profile_name
from counteract.rulesets.kt40.cards import weapon_phrase
from counteract.rulesets.kt40.effects import StrikesFirst
from counteract.rulesets.kt40.sight import strikes_across
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit
from counteract.rulesets.kt40.units import ENGAGED, alive, can_engage, enemy_units, engaged_with, gaps, on_table, standing

BY_MODEL = "split by model"
#: Why a unit that reaches nobody fights: it was charged, it began the turn engaged, or whom it charged is gone.
CHARGED, BEGAN, ALONE = "charged", "began", "alone"
#: Options of the movement phase by which a unit leaves a fight that it began the turn in. (INT-59)
LEAVING = ("normal move", "advance", "fall back", "charge")


# --- who fights


def why_not_fight(arena: Arena, s: ArmyBattle, unit: int, step: str) -> Why | None:
    """Return why a unit does not fight in a step of the fight phase ("hammer" or "fights"), or None. (FIGHT-02 to FIGHT-06, FIGHT-13)"""
    own = s.units[unit]
    if not on_table(arena, s, unit):
        return "KT40-FIGHT-06", "It is not on the table."
    if own.fought:
        return "KT40-FIGHT-06", "It has fought in this phase."
    if step == "hammer":
        return _why_not_hammer(arena, s, unit)
    if own.charged_by or (own.began and own.option not in LEAVING) or engaged_with(arena, s, unit):  # INT-55, INT-59
        return None
    if own.declared and not own.charged:
        return "KT40-FIGHT-13", "Its charge failed, and it is not engaged."
    return "KT40-FIGHT-03", "It was not charged this turn and is not engaged."


def _why_not_hammer(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit does not fight in Hammer of Wrath, or None. (FIGHT-02, FIGHT-13, INT-56, STRAT-10)"""
    own = s.units[unit]
    if own.charged or own.hammer or (arena.units[unit].effect(StrikesFirst) is not None and engaged_with(arena, s, unit)):
        return None
    if own.declared:
        return "KT40-FIGHT-13", "Its charge failed."
    return "KT40-FIGHT-02", "In Hammer of Wrath units fight that charged this turn or strike first."


def why_not_struck(arena: Arena, s: ArmyBattle, unit: int, target: int) -> Why | None:
    """Return why a unit may not attack an enemy unit in close combat, or None. (FIGHT-10, AIR-03)"""
    own = s.units[unit]
    if not can_engage(arena, unit, target):
        return "KT40-AIR-03", "Only units that fly fight with aircraft."
    if own.charged and target not in own.charged and target not in own.charged_by and not s.units[target].intervened:
        return "KT40-FIGHT-10", "A unit that charged attacks only the units it charged, those that charged it, and those that intervened."
    return None


# --- reach


def reached(arena: Arena, s: ArmyBattle, unit: int) -> dict[int, tuple[int, ...]]:
    """Return for each model of a unit the enemy units it may attack by distance; models that reach none are left out. (FIGHT-08)"""
    own = standing(arena, s, unit)
    matrix = gaps(arena, s)
    among = matrix[np.ix_(own, own)] <= ENGAGED + TOLERANCE
    found: dict[int, tuple[int, ...]] = {}
    for target in enemy_units(arena, s, arena.units[unit].side):
        them = arena.units[target].models
        near = matrix[list(own), them.start : them.stop].min(axis=1) <= ENGAGED + TOLERANCE
        if near.any():
            for i, reaches in zip(own, (near | among[:, near].any(axis=1)).tolist(), strict=True):
                if reaches:
                    found[i] = (*found.get(i, ()), target)
    return found


def open_targets(arena: Arena, s: ArmyBattle, unit: int, only: int = -1) -> dict[int, tuple[int, ...]]:
    """Return for each model of a unit the units it may attack; with ``only``, as in a strike, that unit alone. (FIGHT-10, INT-33)"""
    found: dict[int, tuple[int, ...]] = {}
    for i, targets in reached(arena, s, unit).items():
        able = tuple(v for v in targets if (v == only if only >= 0 else why_not_struck(arena, s, unit, v) is None))
        if able:
            found[i] = able
    return found


# --- fighting


def fight(ref: Ref, unit: int) -> Procedure:
    """Resolve the fight of a unit: pile-in, attacks, consolidation. (FIGHT-05)"""
    _begin(ref, unit)
    ref.then(Task("fight_move", (unit, "pile in")), Task("blows", (unit,)), Task("fight_move", (unit, "consolidate")))
    return
    yield


def fight_now(ref: Ref, unit: int) -> Procedure:
    """Resolve the fight of a unit within another procedure. (FIGHT-05)"""
    _begin(ref, unit)
    yield from moves.close_in(ref, unit, "pile in")
    yield from blows(ref, unit)
    yield from moves.close_in(ref, unit, "consolidate")


def _begin(ref: Ref, unit: int) -> None:
    alone = "" if is_near_foe(ref.arena, ref.state, unit) else why_alone(ref.state, unit)
    change_battle(ref, acting=unit)
    change_unit(ref, unit, fought=True)
    ref.emit("fights", "KT40-FIGHT-05", unit=unit, alone=alone)


def is_near_foe(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a unit is engaged with one that it may attack. (FIGHT-08, FIGHT-10)"""
    return any(why_not_struck(arena, s, unit, v) is None for v in engaged_with(arena, s, unit))


def why_alone(s: ArmyBattle, unit: int) -> str:
    """Return why a unit that reaches nobody fights all the same. (FIGHT-02, FIGHT-03, INT-55, INT-59)"""
    own = s.units[unit]
    if own.charged_by:
        return CHARGED
    return BEGAN if own.began and not own.charged else ALONE


def fight_move(ref: Ref, unit: int, kind: str) -> Procedure:
    """Make the pile-in or the consolidation of a fight. (FIGHT-07, FIGHT-12)"""
    yield from moves.close_in(ref, unit, kind)


def blows(ref: Ref, unit: int) -> Procedure:
    """Declare the attacks of a unit and resolve them. (FIGHT-08 to FIGHT-10, INT-57)"""
    yield from _attack(ref, unit, "fight")


def strike_attacks(ref: Ref, unit: int, target: int) -> Procedure:
    """Resolve the attacks of an opportunity strike, which hit on a 6 alone. (OPP-03, OPP-04, INT-33)"""
    yield from _attack(ref, unit, "strike", target)


def _attack(ref: Ref, unit: int, kind: Kind, only: int = -1) -> Procedure:
    groups = yield from declare(ref, unit, kind, only)
    numbers: Counter[int] = Counter()
    for target, rows in groups:
        numbers[target] += sum(row[2] for row in rows)
    for target, number in numbers.items():
        ref.emit("attacks", "KT40-FIGHT-09", unit=unit, target=target, amount=number)
    yield from resolve_all(ref, unit, kind, groups)


# --- declaring


class Blow(NamedTuple):
    """Attacks of one model with one weapon at one unit."""

    model: int
    weapon: int
    target: int
    number: int


class BladeContext(Context, frozen=True, gc=False):
    """The question which weapon models use: the unit, the models, their weapons, and the unit that they attack in a fight or a strike."""

    name: str
    models: tuple[int, ...]
    weapons: tuple[str, ...]
    target: int
    kind: Kind


class BlowRowsContext(NameContext, frozen=True, gc=False):
    """The weapons and enemy units that attacks of a model are given to, in the order that the answer counts them."""

    model: int
    rows: tuple[tuple[int, int], ...]


def declare(ref: Ref, unit: int, kind: Kind, only: int = -1) -> Steps[tuple[Group, ...]]:
    """Ask how a unit's attacks are divided among weapons and units; return them as groups. (FIGHT-09)"""
    arena, s = ref.arena, ref.state
    able = open_targets(arena, s, unit, only)
    if not able:
        return ()
    targets = sorted({v for own in able.values() for v in own})
    main: int | str = targets[0]
    if len(targets) > 1:
        choice = yield Decision(
            arena.units[unit].side, "blows", (*map(Pick, targets), Pick(BY_MODEL)), "KT40-FIGHT-09",
            "{name}: which unit do its models attack, where they reach it?", NameContext(arena.unit_names[unit]), subject=unit,
        )  # fmt: skip
        main = choice.value
    if main == BY_MODEL:
        found = yield from _split(ref, able)
    else:
        chosen = {i: main if main in own else own[0] for i, own in able.items()}
        found = yield from _choose_blades(ref, unit, chosen, kind)
    rows = [(blow.target, AttackRow(blow.model, blow.weapon, blow.number, strikes_across(arena, s, blow.model, blow.target))) for blow in found]
    return gather(arena, kind, rows)


def extra_blades(arena: Arena, i: int, used: Collection[int]) -> list[int]:
    """Return the weapons with which a model makes attacks besides its own; not in a mode if another mode of it is ``used``. (WR-EXTRA-01, UNIT-04)"""
    blades = arena.blades[i]
    others = {blades[w].name for w in used if blades[w].mode}
    return [w for w, blade in enumerate(blades) if blade.rules.extra and (not blade.mode or w in used or blade.name not in others)]


def _extra(arena: Arena, i: int, target: int, used: Collection[int]) -> Iterable[Blow]:
    return (Blow(i, w, target, arena.blades[i][w].rules.extra) for w in extra_blades(arena, i, used))


def _choose_blades(ref: Ref, unit: int, chosen: dict[int, int], kind: Kind) -> Steps[list[Blow]]:
    """Ask which weapon models attack with, once for those that carry the same, unless each divides its own attacks. (FIGHT-09)"""
    arena, s = ref.arena, ref.state
    kinds: dict[tuple[object, int], list[int]] = {}
    for i, target in chosen.items():
        kinds.setdefault((arena.blades[i], target), []).append(i)
    found: list[Blow] = []
    for (_, target), models in kinds.items():
        order = rank_blades(arena, s, models[0], target)
        w = order[0]
        if len(order) > 1:
            names = tuple(profile_name(arena.blades[models[0]][k]) for k in order)
            divided = (Pick(BY_MODEL),) if sum(stats.attacks(arena, s, i) for i in models) > 1 else ()
            choice = yield Decision(
                arena.units[unit].side, "blade", (*map(Pick, names), *divided), "KT40-FIGHT-09", "{name}: which weapon?",
                BladeContext(arena.unit_names[unit], tuple(models), names, target, kind), subject=unit,
            )  # fmt: skip
            if choice in divided:
                for i in models:
                    own = yield from _divide(ref, i, tuple((k, target) for k in order), stats.attacks(arena, s, i))
                    found += [*own, *_extra(arena, i, target, {blow.weapon for blow in own})]
                continue
            w = order[names.index(choice.value)]
        for i in models:
            found += [Blow(i, w, target, stats.attacks(arena, s, i)), *_extra(arena, i, target, {w})]
    return found


def rank_blades(arena: Arena, s: ArmyBattle, i: int, target: int) -> list[int]:
    """Return the melee weapons of a model, the best against a unit first; one that is worse in everything than another is left out."""
    blades = arena.blades[i]
    if len(blades) == 1:
        return [0]
    toughness, save = stats.toughness(arena, s, target), stats.save(arena, s, alive(arena, s, target)[0])

    def worth(w: int) -> float:
        blade = blades[w]
        hit = chance(stats.ws(arena, s, i), -int(blade.rules.unwieldy))
        wound = chance(wound_number(stats.strength(arena, s, i, blade), toughness))
        return hit * wound * min(1.0, max(1, save - blade.ap - 1) / 6) * blade.damage.mean

    def beats(w: int, v: int) -> bool:
        one, other = blades[w], blades[v]
        if one.rules != other.rules or not one.damage.is_never_worse(other.damage):
            return False
        figures = [(stats.strength(arena, s, i, blade), -blade.ap, blade.damage.mean) for blade in (one, other)]
        return figures[0] != figures[1] and all(a >= b for a, b in zip(*figures, strict=True))

    distinct = [w for w in range(len(blades)) if blades[w] not in blades[:w]]
    open_to = [w for w in distinct if not any(beats(v, w) for v in distinct)]
    return sorted(open_to, key=lambda w: (-worth(w), w))


def _split(ref: Ref, able: dict[int, tuple[int, ...]]) -> Steps[list[Blow]]:
    """Ask for each model how its attacks are divided among its weapons and the units it reaches. (FIGHT-09, WR-EXTRA-01)"""
    arena, s = ref.arena, ref.state
    found: list[Blow] = []
    for i, targets in able.items():
        own = yield from _divide(ref, i, tuple((w, v) for v in targets for w in range(len(arena.blades[i]))), stats.attacks(arena, s, i))
        found += own
        for w in extra_blades(arena, i, {blow.weapon for blow in own}):
            found += yield from _divide(ref, i, tuple((w, v) for v in targets), arena.blades[i][w].rules.extra)
    return found


def _divide(ref: Ref, i: int, rows: tuple[tuple[int, int], ...], number: int) -> Steps[list[Blow]]:
    """Ask how many attacks of a model go to each row, a weapon with a unit."""
    arena = ref.arena
    counts: Sequence[int] = (number,)
    if len(rows) > 1:
        choice = yield AllocationDecision(
            arena.sides[i], "divide-blows", (), "KT40-FIGHT-09", "{name}: how are the {total} attacks given out ({names})?",
            BlowRowsContext(arena.names[i], i, rows), kind="allocate", subject=arena.unit_of[i], total=number, barred=[None] * len(rows),
            names=[Phrase("{weapon} at {target}", weapon=weapon_phrase(arena.blades[i][w]), target=arena.unit_names[v]) for w, v in rows],
        )  # fmt: skip
        counts = choice.counts
    return [Blow(i, w, target, count) for (w, target), count in zip(rows, counts, strict=True) if count]


PROCEDURES: Procedures = {"fight": fight, "fight_move": fight_move, "blows": blows}
