"""Attack steps of Kill Team 2018 that shooting, Overwatch and fighting share: hit, wound, save, damage. (HIT, WOUND, SAVE, DMG)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from counteract.attacks.hitwoundsave import hits, roll_amount, save_ways, saves, wound_number, wounds
from counteract.core.decision import Decision, NameContext, Pick
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.attack_rolls import roll_ones_again
from counteract.mechanics.chain_rolls import signed
from counteract.mechanics.field import within
from counteract.mechanics.hit_modifiers import Modifier
from counteract.rulesets.kt18 import stats
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.damage import falling_test, hurt, mortal_wounds
from counteract.rulesets.kt18.modifiers import Circumstances, modifiers
from counteract.rulesets.kt18.sight import ENGAGED, gap, judge_visibility, terrain_between
from counteract.rulesets.kt18.state import Ref, Skirmish
from counteract.rulesets.kt18.tactics import reroll
from counteract.rulesets.kt18.weapons import Weapon

Kind = Literal["shooting", "overwatch", "fight"]
OVERWATCH = 6  # OW-01

#: Attacks to resolve: weapon, target and number.
Batch = tuple[int, int, int]
#: A function that returns True if a die succeeds.
Reading = Callable[[int], bool]


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of an attack: whether it hit, and whether it brought its target to 0 wounds."""

    hit: bool
    felled: bool = False



class SaveChoiceContext(NameContext, frozen=True, gc=False):
    """The context of the choice of a save: the number each kind needs, the damage, and the wounds left."""

    needed: dict[str, int]
    damage: str
    left: int
    wounds: int


def hit_modifiers(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int, kind: Kind) -> list[Modifier]:
    """Return the modifiers of a hit roll of model i at model j."""
    return modifiers(weapon, circumstances(arena, s, i, weapon, j, kind), fight=kind == "fight")


def circumstances(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int, kind: Kind) -> Circumstances:
    """Return the circumstances that may modify a hit roll of model i at model j."""
    model = s.models[i]
    steady = arena.specialists[i] == "heavy"  # SPEC-06
    fight = kind == "fight"
    return Circumstances(
        far=not fight and not within(gap(arena, s, i, j), weapon.range / 2),
        obscured=not fight and obscured(arena, s, i, weapon, j),
        moved=model.moved and not steady,
        advanced=model.advanced and not steady,
        between=fight and terrain_between(arena, s, i, j),
        flesh=0 if model.gritted else model.flesh,
        broken=s.broken[model.side],
        hexed=model.hexed,
    )


def obscured(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> bool:
    """Return True if the target is partly hidden, or wholly by a model that fell after the target was chosen. (HIT-03, INT-05, INT-50)"""
    seen = judge_visibility(arena, s, i, j)
    return seen.obscured or not (seen.visible or weapon.rules.indirect)


def strike(ref: Ref, i: int, weapon: Weapon, j: int, kind: Kind) -> Steps[Outcome]:
    """Resolve one attack of model i on model j: hit, wound, save, damage. (SHOOT-11, FIGHT-07, INT-42)"""
    if not (yield from _hit(ref, i, weapon, j, kind)):
        return Outcome(hit=False)
    die = yield from _wound(ref, i, weapon, j)
    if not die:
        return Outcome(hit=True)
    felled = False
    arena, s = ref.arena, ref.state
    cover = kind != "fight" and obscured(arena, s, i, weapon, j) and judge_visibility(arena, s, i, j).sheltered  # INJ-03, INT-06
    if not (yield from _save(ref, j, weapon)):
        attacker = arena.sides[i]
        points, thrown = yield from roll_amount(weapon.damage, attacker, "KT18-SAVE-03")
        ref.emit("damage", "KT18-SAVE-03", model=j, amount=points, **thrown)
        felled = yield from hurt(ref, j, points, "KT18-DMG-01", dice=points, roller=attacker, cover=cover)
    if weapon.rules.venomous and die == 6 and not felled:  # INT-45
        felled = yield from mortal_wounds(ref, j, 1, "KT18-MW-01", roller=arena.sides[i], cover=cover)
    return Outcome(hit=True, felled=felled)


def _hit(ref: Ref, i: int, weapon: Weapon, j: int, kind: Kind) -> Steps[bool]:
    arena, s = ref.arena, ref.state
    if weapon.rules.auto_hit:  # INT-26
        ref.emit("auto-hit", "KT18-INT-26", model=i, target=j)
        return True
    player, card = arena.sides[i], arena.cards[i]
    harder = hit_modifiers(arena, s, i, weapon, j, kind) if kind != "overwatch" else []
    modifier = sum(m.amount for m in harder)
    needed = card.ws if kind == "fight" else card.bs
    rule = "KT18-OW-01" if kind == "overwatch" else "KT18-HIT-01"

    def lands(face: int) -> bool:  # HIT-06 to HIT-08, OW-01, OW-02
        return face >= OVERWATCH if kind == "overwatch" else hits(face, needed, modifier)

    ones = weapon.rules.sure or (kind == "shooting" and arena.specialists[i] == "sniper")  # SPEC-05
    facts = {"needed": OVERWATCH if kind == "overwatch" else needed, "modified": signed(modifier), "target": arena.names[j]}
    die = yield from _test(ref, player, i, rule, "hit", ones, lands, lands, facts)
    causes = tuple(str(m.name) for m in harder)
    ref.emit("hit-roll", rule, model=i, target=j, dice=(die,), needed=facts["needed"], modifier=modifier, causes=causes, hit=lands(die))
    return lands(die)


def _wound(ref: Ref, i: int, weapon: Weapon, j: int) -> Steps[int]:
    """Make a wound roll; return the die if it wounds, else 0. (WOUND-01 to WOUND-04)"""
    arena, s = ref.arena, ref.state
    needed = wound_number(stats.strength(arena, s, i, weapon), arena.cards[j].toughness)

    def succeeds(face: int) -> bool:
        return wounds(face, needed)

    def best(face: int) -> bool:
        return succeeds(face) and (face == 6 or not weapon.rules.venomous)

    roll = "venomous" if weapon.rules.venomous else "wound"
    facts = {"needed": needed, "target": arena.names[j]}
    die = yield from _test(ref, arena.sides[i], i, "KT18-WOUND-01", roll, weapon.rules.cruel, best, succeeds, facts)
    success = succeeds(die)
    ref.emit("wound-roll", "KT18-WOUND-01", model=i, target=j, dice=(die,), needed=needed, hit=success)
    return die if success else 0


def _save(ref: Ref, j: int, weapon: Weapon) -> Steps[bool]:
    """Make the target's saving throw, normal or invulnerable as the defender chooses; return True if it saves. (SAVE-01 to SAVE-04, INT-41)"""
    arena = ref.arena
    player = arena.sides[j]
    threat: dict[str, Any] = {"damage": str(weapon.damage), "left": ref.state.models[j].wounds, "wounds": arena.cards[j].wounds}
    ways = {name: number for number, name in save_ways(arena.cards[j].save, weapon.ap, stats.invulnerable(arena, ref.state, j))}
    if not ways:
        return False
    name, needed = next(iter(ways.items()))
    if len(ways) > 1:
        choice = yield Decision(
            player, "save", tuple(map(Pick, ways)), "KT18-SAVE-01",
            "{name}: {damage} damage, {left} of {wounds} wounds left. Which saving throw?",
            SaveChoiceContext(name=arena.names[j], needed=ways, **threat), subject=j, settled=True,
        )  # fmt: skip
        name, needed = choice.value, ways[choice.value]

    def saved(face: int) -> bool:
        return saves(face, needed)

    die = yield from _test(ref, player, j, "KT18-SAVE-02", "save", False, saved, saved, {"needed": needed, **threat})
    ref.emit("save-roll", "KT18-SAVE-02", model=j, dice=(die,), needed=needed, save=name, hit=saved(die))
    return saved(die)


def _test(
    ref: Ref, player: int, i: int, rule: str, roll: str, ones: bool, best: Reading, succeeds: Reading, facts: dict[str, Any]
) -> Steps[int]:
    """Roll one die: a natural 1 is rolled again if ``ones``, else a Tactical Re-roll is offered unless the die is the ``best``. (INT-71)"""
    (die,), again = yield from roll_ones_again(ref, player, 1, rule, roll, ones=ones, model=i)
    if not again and not best(die):
        (die,) = yield from reroll(ref, player, (die,), rule, roll, i, success=succeeds(die), **facts)
    return int(die)


# --- all attacks of a model


def volley(ref: Ref, i: int, kind: Kind, batches: tuple[Batch, ...], hit: tuple[int, ...]) -> Procedure:
    """Resolve the attacks batch by batch, in the attacker's order. (INT-42, INT-43, INT-48, INT-50)"""
    if not batches:
        return
    arena = ref.arena
    here = ref.state.places[i] is not None  # a falling target may have taken it out of action
    batch = batches[0]
    if len(batches) > 1 and here:
        options = tuple(Pick(f"{w}/{j}") for w, j, _ in batches)
        choice = yield Decision(
            arena.sides[i], "next-batch", options, "KT18-INT-42", "{name}: which attacks come first?", NameContext(arena.names[i]), subject=i
        )
        batch = batches[options.index(choice)]
    rest = tuple(b for b in batches if b is not batch)
    w, j, count = batch
    weapon = (arena.blades if kind == "fight" else arena.guns)[i][w]
    reach = ENGAGED if kind == "fight" else weapon.range
    if not here or not within(gap(arena, ref.state, i, j), reach):
        _tell_lost(ref, i, j, count, "KT18-INT-50")
        count = 0
    for left in reversed(range(count)):
        outcome = yield from strike(ref, i, weapon, j, kind)
        hit = (*hit, j) if outcome.hit else hit
        if outcome.felled:
            _tell_lost(ref, i, j, left + _waiting(rest, j), "KT18-DMG-03")
            rest = _without(rest, j)
            break
    rest = yield from _topple(ref, i, rest, hit, j)
    if rest:
        ref.then(Task("volley", (i, kind, rest, hit)))


def _topple(ref: Ref, i: int, rest: tuple[Batch, ...], hit: tuple[int, ...], j: int) -> Steps[tuple[Batch, ...]]:
    """Make the falling test of a target with no attacks left to resolve; return the attacks left after it.

    Attacks at a model that it falls onto are lost if that model comes to 0 wounds, and then that model tests as well.
    (DMG-03, INT-43, INT-48)
    """
    if j not in hit or _waiting(rest, j) or ref.state.places[j] is None:
        return rest
    for k in (yield from falling_test(ref, j)):
        if _waiting(rest, k):
            _tell_lost(ref, i, k, _waiting(rest, k), "KT18-DMG-03")
            rest = yield from _topple(ref, i, _without(rest, k), hit, k)
    return rest


def _waiting(batches: tuple[Batch, ...], j: int) -> int:
    """Return how many attacks at a model are left to resolve."""
    return sum(count for _, target, count in batches if target == j)


def _without(batches: tuple[Batch, ...], j: int) -> tuple[Batch, ...]:
    return tuple(batch for batch in batches if batch[1] != j)


def _tell_lost(ref: Ref, i: int, j: int, count: int, rule: str) -> None:
    if count:
        ref.emit("lost", rule, model=i, target=j, amount=count)
