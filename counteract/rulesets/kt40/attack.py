"""The attack sequence of the army-scale edition: groups of attacks that hit, wound, are saved and do damage. (ATT, DMG, WR, INT-54, INT-83)

A group is the attacks of one unit with one profile at one target. Its dice are rolled together, step by step, where one after the other
would give the same; where a choice between two attacks could matter they are taken one by one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

from counteract.attacks.hitwoundsave import NEVER, hits, save_number, save_ways, saves, wound_number
from counteract.core.decision import Context, Decision, Pick, Roll
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.core.state import Task
from counteract.mechanics.attack_rolls import roll_ones_again
from counteract.mechanics.chain_rolls import LEAST, at_modifier
from counteract.mechanics.hit_modifiers import Modifier
from counteract.rulesets.kt40 import stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack_groups import CLOSE, AttackGroup, AttackRow, Group, Kind, profile_name, weapon_of
from counteract.rulesets.kt40.casualties import choose_model
from counteract.rulesets.kt40.damage import Toll, fall, ignore_wounds, note_losses, slay, suffer, weigh
from counteract.rulesets.kt40.effects import Explodes, HardToHit
from counteract.rulesets.kt40.modifiers import Circumstances, modifiers
from counteract.rulesets.kt40.sight import has_cover, may_gain_cover, stands_in_terrain
from counteract.rulesets.kt40.state import ArmyBattle, Ref
from counteract.rulesets.kt40.stratagems import reroll
from counteract.rulesets.kt40.units import alive
from counteract.rulesets.kt40.weapons import Weapon

SIXES = ("overwatch", "strike")  # which hit on an unmodified 6 alone (OW-02, OPP-04)
SIX = 6
HIT_RULES = {"shooting": "KT40-ATT-02", "fight": "KT40-ATT-02", "overwatch": "KT40-OW-02", "strike": "KT40-OPP-04"}

#: Why attacks are resolved one by one. (INT-83)
MODELS, EXPLOSION, AURA, COVER = "models", "explosion", "aura", "cover"


class Landed(NamedTuple):
    """An attack after its wound roll: its row, whether it wounds, and the mortal wounds it causes whether it does or not."""

    row: AttackRow
    wounds: bool = True
    mortal: int = 0


# --- all groups of a unit


class GroupsContext(Context, frozen=True, gc=False):
    """The unit that attacks, and the target and the weapon of each group that is left."""

    name: str
    groups: tuple[tuple[int, str], ...]


def volley(ref: Ref, unit: int, kind: Kind, groups: tuple[Group, ...]) -> Procedure:
    """Resolve one group of attacks; the rest follow. (INT-54)"""
    left = _with_bearers(ref.state, groups)
    if left:
        group = yield from _choose_group(ref, unit, kind, left)
        left = yield from resolve(ref, unit, kind, left[group], (*left[:group], *left[group + 1 :]))
        ref.then(Task("volley", (unit, kind, left)))


def resolve_all(ref: Ref, unit: int, kind: Kind, groups: Sequence[Group]) -> Procedure:
    """Resolve all groups of attacks of a unit, in the order that its player chooses. (INT-54)"""
    left = tuple(groups)
    while left := _with_bearers(ref.state, left):
        group = yield from _choose_group(ref, unit, kind, left)
        left = yield from resolve(ref, unit, kind, left[group], (*left[:group], *left[group + 1 :]))


def _with_bearers(s: ArmyBattle, groups: Sequence[Group]) -> tuple[Group, ...]:
    """Return the groups of which a model that makes the attacks is still there."""
    return tuple(group for group in groups if any(s.models[AttackRow(*row).model].wounds for row in group[1]))


def _choose_group(ref: Ref, unit: int, kind: Kind, groups: Sequence[Group]) -> Steps[int]:
    """Ask which group comes first, if their order could matter: of those at one target, or of all if it matters between targets. (INT-54)"""
    arena, s = ref.arena, ref.state
    lost = next((k for k, (target, _) in enumerate(groups) if not alive(arena, s, target)), None)
    if lost is not None:
        return lost
    target, targets = groups[0][0], {group[0] for group in groups}
    apart = _targets_matter(arena, s, targets) or any(weapon_of(arena, kind, rows[0]).rules.overheat for _, rows in groups)
    rivals = [k for k, group in enumerate(groups) if apart or group[0] == target]
    weapons = [weapon_of(arena, kind, groups[k][1][0]) for k in rivals]
    if len(rivals) < 2 or not (apart or _order_matters(arena, s, target, weapons)):
        return 0
    names = [profile_name(weapon) for weapon in weapons]
    options = tuple(Pick(name if names.count(name) == 1 else f"{name} {k + 1}") for k, name in enumerate(names))
    choice = yield Decision(
        arena.units[unit].side, "next-group", options, "KT40-INT-54", "{name}: which attacks come first?",
        GroupsContext(arena.unit_names[unit], tuple((groups[k][0], name) for k, name in zip(rivals, names, strict=True))), subject=unit,
    )  # fmt: skip
    return rivals[options.index(choice)]


def _targets_matter(arena: Arena, s: ArmyBattle, targets: Collection[int]) -> bool:
    """Return True if it could matter which of several units is attacked first: one may explode, or its aura protect another. (INT-54)"""
    if len(targets) < 2:
        return False
    if any(arena.units[v].effect(Explodes) is not None and alive(arena, s, v) for v in targets):
        return True
    return any(aura.unit in targets for v in targets for aura in stats.shields(arena, s, v))


def _order_matters(arena: Arena, s: ArmyBattle, target: int, weapons: Sequence[Weapon]) -> bool:
    """Return True if the order of attacks with some weapons on a unit could matter. (INT-54)

    It does if several models of more than one wound suffer different damage, if they differ, or if they may come into cover that counts.
    """
    own = alive(arena, s, target)
    if len(own) < 2:
        return False
    if not is_uniform(arena, s, target):
        return True
    wounds = arena.cards[own[0]].wounds
    fatal = not stats.ignores(arena, s, target) and all(w.damage.dice + w.damage.plus >= wounds for w in weapons)  # each slays a model
    uneven = len({(() if fatal else (w.damage, w.rules.melta), w.rules.sniper) for w in weapons}) > 1
    if uneven and wounds > 1:
        return True
    shields = any(w.kind == "ranged" and not w.rules.no_cover and would_cover_help(arena, s, own[0], w) for w in weapons)
    return shields and len({stands_in_terrain(arena, s, i) for i in own}) > 1


# --- one group


def resolve(ref: Ref, unit: int, kind: Kind, group: Group, later: tuple[Group, ...]) -> Steps[tuple[Group, ...]]:
    """Resolve a group of attacks: hit, wound, allocation, save, damage; then overheated bearers are slain. (ATT-01, INT-83, WR-OVERHEAT-01)

    A bearer that has more attacks with the same weapon in ``later`` groups is slain after those; these groups are returned.
    """
    arena, s = ref.arena, ref.state
    target, found = group
    rows = tuple(row for row in (AttackRow(*row) for row in found) if s.models[row.model].wounds)
    if not rows:
        return later
    attacks = AttackGroup(unit, kind, target, rows, weapon_of(arena, kind, rows[0]), arena.units[unit].side)
    burning = [row.model for row in rows if row.burning]
    if alive(arena, s, target):
        made = yield from _count(ref, attacks)
        landed, burnt = yield from _hit(ref, attacks, made)
        burning += burnt
        if landed:
            yield from _strike(ref, attacks, landed)
    else:
        ref.emit("attacks-lost", "KT40-INT-54", **attacks.facts(arena))
    last = tuple(i for i in dict.fromkeys(burning) if not _attacks_again(arena, attacks, i, later))
    if last:
        ref.emit("overheats", "KT40-WR-OVERHEAT-01", unit=unit, models=last, weapon=attacks.weapon.name)
        yield from slay(ref, last, "KT40-WR-OVERHEAT-01")
    return _mark_burning(arena, attacks, burning, later) if burning else later


def _attacks_again(arena: Arena, attacks: AttackGroup, i: int, later: Sequence[Group]) -> bool:
    """Return True if a model has attacks with the weapon of a group in later groups, too."""
    return any(row[0] == i and weapon_of(arena, attacks.kind, row) == attacks.weapon for _, rows in later for row in rows)


def _mark_burning(arena: Arena, attacks: AttackGroup, burning: Collection[int], later: Sequence[Group]) -> tuple[Group, ...]:
    """Return later groups with the attacks of overheated bearers marked."""

    def mark(row: tuple[Any, ...]) -> tuple[Any, ...]:
        burns = row[0] in burning and weapon_of(arena, attacks.kind, row) == attacks.weapon
        return tuple(AttackRow(*row)._replace(burning=True)) if burns else row

    return tuple((target, tuple(map(mark, rows))) for target, rows in later)


def _count(ref: Ref, attacks: AttackGroup) -> Steps[tuple[AttackRow, ...]]:
    """Return the row of each single attack; a random number of shots is rolled for each weapon. (DICE-06, WT-01)"""
    amount = attacks.weapon.attacks
    if attacks.is_close or not amount.dice:
        shots = 1 if attacks.is_close else amount.plus
        return tuple(row for row in attacks.rows for _ in range(row.number * shots))
    rule = "KT40-DICE-06"
    faces: tuple[int, ...] = yield Roll(attacks.player, amount.dice * len(attacks.rows), rule)
    useful = tuple(k for k, face in enumerate(faces) if amount.read((face,)) - amount.plus < amount.sides)
    faces = yield from reroll(ref, attacks.player, faces, rule, "shots", attacks.unit, useful=useful, thrown=str(amount))
    each = [amount.read(faces[k * amount.dice : (k + 1) * amount.dice]) for k in range(len(attacks.rows))]
    made = tuple(row for row, shots in zip(attacks.rows, each, strict=True) for _ in range(row.number * shots))
    ref.emit("number-of-shots", rule, **attacks.facts(ref.arena), dice=faces, thrown=str(amount), amount=len(made))
    return made


# --- hit


def circumstances(arena: Arena, s: ArmyBattle, unit: int, row: AttackRow, target: int, kind: Kind) -> Circumstances:
    """Return the circumstances that may modify the hit rolls of a model. (OBSC, WT-02, WT-03, INT-27, FIGHT-11)"""
    own = s.units[unit]
    if kind in CLOSE:
        boons = stats.boons(arena, s, unit, "to hit") + stats.boons(arena, s, unit, "to hit fighting")
        return Circumstances(across=row.hindered, shaken=own.shaken, boons=boons)
    return Circumstances(
        masked=row.hindered,
        moved=s.models[row.model].moved and not own.decisive,
        advanced=own.option == "advance" and not own.decisive,
        hard=arena.units[target].effect(HardToHit) is not None,
        shaken=own.shaken,
        boons=stats.boons(arena, s, unit, "to hit") + stats.boons(arena, s, unit, "to hit shooting"),
    )


def hit_modifiers(arena: Arena, s: ArmyBattle, unit: int, row: AttackRow, target: int, kind: Kind) -> list[Modifier]:
    """Return the modifiers of the hit rolls of a model; there are none where only a 6 hits."""
    if kind in SIXES:
        return []
    return modifiers(weapon_of(arena, kind, row), circumstances(arena, s, unit, row, target, kind), fight=kind == "fight")


def skill(arena: Arena, s: ArmyBattle, i: int, kind: Kind) -> int:
    """Return the number that a hit roll of a model must reach before modifiers. (ATT-02, OW-02, OPP-04)"""
    if kind in SIXES:
        return SIX
    return stats.ws(arena, s, i) if kind == "fight" else stats.bs(arena, s, i)


def _hit(ref: Ref, attacks: AttackGroup, made: tuple[AttackRow, ...]) -> Steps[tuple[list[AttackRow], tuple[int, ...]]]:
    """Make the hit rolls; return the attacks that hit, and the bearers that have overheated. (ATT-02 to ATT-06, WR-AUTO-01)"""
    arena, s, weapon = ref.arena, ref.state, attacks.weapon
    if weapon.rules.auto_hit:  # OW-07
        ref.emit("auto-hit", "KT40-WR-AUTO-01", **attacks.facts(arena), amount=len(made))
        return list(made), ()
    rule = HIT_RULES[attacks.kind]
    judged = {row: (skill(arena, s, row.model, attacks.kind), hit_modifiers(arena, s, attacks.unit, row, attacks.target, attacks.kind))
              for row in attacks.rows}  # fmt: skip
    needed = [judged[row][0] for row in made]
    changed = [sum(modifier.amount for modifier in judged[row][1]) for row in made]
    ones = weapon.rules.sure or stats.boons(arena, s, attacks.unit, "re-roll ones to hit") > 0
    faces, again = yield from roll_ones_again(ref, attacks.player, len(made), rule, "hit", ones=ones, unit=attacks.unit)  # WR-REROLL-01

    def lands(k: int) -> bool:
        return hits(faces[k], needed[k], changed[k])

    useful = tuple(k for k in range(len(made)) if not lands(k) and k not in again)
    are_alike = None if weapon.rules.overheat else partial(_are_alike, arena, s, attacks, made, tuple(zip(needed, changed, strict=True)))
    facts = {
        "needed": min(needed), "modified": at_modifier(changed[0]) if len({*changed}) == 1 else "", "target": arena.unit_names[attacks.target],
        **_prospect(arena, s, attacks),
    }  # fmt: skip
    faces = yield from reroll(ref, attacks.player, faces, rule, "hit", attacks.unit, useful=useful, are_alike=are_alike, **facts)
    good = [lands(k) for k in range(len(made))]
    ref.emit(
        "hit-roll", rule, **attacks.facts(arena), dice=faces, needed=min(needed), good=tuple(map(int, good)), hits=sum(good),
        causes=_count_causes(judged[row][1] for row in made), shown=_shown_face(needed, changed),
    )  # fmt: skip
    burnt = dict.fromkeys(row.model for row, face in zip(made, faces, strict=True) if face == 1) if weapon.rules.overheat else {}
    return [row for row, hit in zip(made, good, strict=True) if hit], tuple(burnt)


def _shown_face(needed: Sequence[int], changed: Sequence[int]) -> int:
    """Return the least face that hits, whatever makes it so; 0 if it is not the same for all dice. (ATT-03, ATT-04, ATT-05)

    >>> _shown_face([3, 3], [1, 1]), _shown_face([2], [3]), _shown_face([5], [-4]), _shown_face([3, 3], [0, -1])
    (2, 2, 6, 0)
    """
    faces = {max(LEAST, min(SIX, number - amount)) for number, amount in zip(needed, changed, strict=True)}
    return faces.pop() if len(faces) == 1 else 0


def _are_alike(arena: Arena, s: ArmyBattle, attacks: AttackGroup, rows: Sequence[AttackRow], numbers: Iterable[Hashable]) -> bool:
    """Return True if it does not matter which failed die of a group is rolled again: all attacks need the same and do the same. (INT-84)

    ``numbers`` are what each die needs now.
    """
    rules = attacks.weapon.rules
    if rules.sniper or len({*numbers}) > 1:
        return False
    explodes = arena.units[attacks.target].effect(Explodes) is not None  # and may slay who makes the attack

    def outcome(row: AttackRow) -> Hashable:
        alone = row.model if explodes or (arena.elements.elements and comes_into_cover(arena, s, attacks, row)) else -1
        strength = stats.strength(arena, s, row.model, attacks.weapon)
        return alone, strength, rules.melta and row.half, is_covered(arena, s, attacks, row)

    return len({*map(outcome, dict.fromkeys(rows))}) == 1


def _prospect(arena: Arena, s: ArmyBattle, attacks: AttackGroup, model: int = -1, more: int = 0) -> dict[str, Any]:
    """Return what the question for a re-roll says of the wounds left of the target, or of one model of it, and of attacks to come."""
    own = alive(arena, s, attacks.target)
    of_model = model >= 0 and len(own) > 1
    return {"left": sum(s.models[i].wounds for i in ((model,) if of_model else own)), "of_model": of_model, "more": more}


def _count_causes(found: Iterable[list[Modifier]]) -> tuple[tuple[str, int, int], ...]:
    """Return the modifiers of some dice: name, amount, and how many dice each applies to."""
    counted: dict[tuple[str, int], int] = {}
    for own in found:
        for modifier in own:
            key = modifier.name, modifier.amount
            counted[key] = counted.get(key, 0) + 1
    return tuple((name, amount, dice) for (name, amount), dice in counted.items())


# --- wound


def _wound(ref: Ref, attacks: AttackGroup, landed: Sequence[AttackRow], more: int = 0) -> Steps[list[Landed]]:
    """Make the wound rolls of attacks that hit; return those that wound or cause a mortal wound. (ATT-07, INT-80, WR-SNIPER-01)

    ``more`` are attacks to come after them.
    """
    arena, s, weapon, rule = ref.arena, ref.state, attacks.weapon, "KT40-ATT-07"
    toughness = stats.toughness(arena, s, attacks.target)
    strengths = {row.model: stats.strength(arena, s, row.model, weapon) for row in landed}
    needed = [wound_number(strengths[row.model], toughness) for row in landed]
    changed = stats.boons(arena, s, attacks.unit, "to wound")
    ones = weapon.rules.cruel or stats.boons(arena, s, attacks.unit, "re-roll ones to wound") > 0
    faces, again = yield from roll_ones_again(ref, attacks.player, len(landed), rule, "wound", ones=ones, unit=attacks.unit)

    def wounds(k: int) -> bool:
        return faces[k] != 1 and faces[k] + changed >= needed[k]

    useful = tuple(k for k, face in enumerate(faces) if k not in again and (not wounds(k) or (weapon.rules.sniper and face < SIX)))
    facts = {
        "needed": min(needed), "modified": at_modifier(changed), "target": arena.unit_names[attacks.target],
        **_prospect(arena, s, attacks, more=more),
    }  # fmt: skip
    are_alike = partial(_are_alike, arena, s, attacks, landed, needed)
    faces = yield from reroll(ref, attacks.player, faces, rule, "wound", attacks.unit, useful=useful, are_alike=are_alike, **facts)
    good = [wounds(k) for k in range(len(landed))]
    ref.emit("wound-roll", rule, **attacks.facts(arena), dice=faces, needed=min(needed), modifier=changed, good=tuple(map(int, good)), hits=sum(good))
    mortal = [int(weapon.rules.sniper and face == SIX) for face in faces]  # whatever the modifiers
    return [Landed(row, hit, more) for row, hit, more in zip(landed, good, mortal, strict=True) if hit or more]


# --- save


def save_needed(arena: Arena, s: ArmyBattle, attacks: AttackGroup, i: int, row: AttackRow) -> tuple[int, str]:
    """Return the number that a model's saving throw must reach, and the kind of save: the better one is used. (ATT-10, ATT-11, TERR-02)"""
    armour = stats.save(arena, s, i) - int(is_covered(arena, s, attacks, row))
    ways = save_ways(armour, attacks.weapon.ap, stats.invulnerable(arena, s, i))
    return ways[0] if ways else (NEVER, "")


def is_covered(arena: Arena, s: ArmyBattle, attacks: AttackGroup, row: AttackRow) -> bool:
    """Return True if cover helps the target against a shot. (TERR-02, WR-NOCOVER-01)"""
    return not attacks.is_close and not attacks.weapon.rules.no_cover and has_cover(arena, s, row.model, attacks.target)


def _save(
    ref: Ref, attacks: AttackGroup, landed: Sequence[Landed], numbers: Sequence[tuple[int, str]], model: int = -1, more: int = 0
) -> Steps[list[bool]]:
    """Make the saving throws against attacks that wound; return for each whether it does no damage. No die is rolled that cannot save. (ATT-10)

    ``model`` is the one that makes them, if they are allocated; ``more`` are attacks to come after them.
    """
    arena, rule, unit = ref.arena, "KT40-ATT-10", attacks.target
    player = arena.units[unit].side
    able = [k for k, (needed, _) in enumerate(numbers) if needed < NEVER and landed[k].wounds]
    if not able:
        return [not one.wounds for one in landed]
    needed = [numbers[k][0] for k in able]
    faces: tuple[int, ...] = yield Roll(player, len(able), rule)
    useful = tuple(k for k, face in enumerate(faces) if not saves(face, needed[k]))
    are_alike = partial(_are_alike, arena, ref.state, attacks, [one.row for one in landed], needed)
    facts = {"needed": min(needed), **_prospect(arena, ref.state, attacks, model, more)}
    faces = yield from reroll(ref, player, faces, rule, "save", unit, useful=useful, are_alike=are_alike, **facts)
    good = [saves(face, number) for face, number in zip(faces, needed, strict=True)]
    ref.emit(
        "save-roll", rule, unit=unit, weapon=attacks.weapon.name, dice=faces, needed=min(needed), save=numbers[able[0]][1],
        good=tuple(map(int, good)), hits=sum(good),
    )  # fmt: skip
    saved = dict(zip(able, good, strict=True))
    return [saved.get(k, not one.wounds) for k, one in enumerate(landed)]


# --- damage


def _damage(
    ref: Ref, attacks: AttackGroup, rows: Sequence[AttackRow], harm: Callable[[Sequence[int]], Toll], model: int = -1, more: int = 0
) -> Steps[list[int]]:
    """Return the damage of each unsaved attack; Melta within half range drops the lower of two dice. (DMG-01, DICE-06, WR-MELTA-01)

    ``harm`` says what so much damage of each comes to; ``model`` and ``more`` are as in `_save`.
    """
    arena, amount, rule = ref.arena, attacks.weapon.damage, "KT40-DMG-01"
    if not amount.dice or not rows:
        return [amount.plus] * len(rows)
    dice = [amount.dice * (2 if attacks.weapon.rules.melta and row.half else 1) for row in rows]
    faces: tuple[int, ...] = yield Roll(attacks.player, sum(dice), rule)

    def read(faces: tuple[int, ...]) -> list[int]:
        parts = [faces[end - count : end] for count, end in zip(dice, accumulate(dice), strict=True)]
        return [amount.read(own) if len(own) == amount.dice else max(amount.read((face,)) for face in own) for own in parts]

    now = harm(read(faces))
    useful = tuple(k for k in range(len(faces)) if harm(read((*faces[:k], SIX, *faces[k + 1 :]))) > now)
    facts = {"target": arena.unit_names[attacks.target], "thrown": str(amount), **_prospect(arena, ref.state, attacks, model, more)}
    faces = yield from reroll(ref, attacks.player, faces, rule, "damage", attacks.unit, useful=useful, **facts)
    points = read(faces)
    ref.emit("damage", rule, **attacks.facts(arena), dice=faces, thrown=str(amount), points=tuple(points), amount=sum(points))
    return points


# --- together, or one by one


def why_one_by_one(arena: Arena, s: ArmyBattle, attacks: AttackGroup, count: int) -> str:
    """Return why attacks rolled together might not come to what one after the other would; "" if they do. (INT-83)"""
    uneven = why_not_uniform(arena, s, attacks.target, count * (attacks.weapon.damage.most + attacks.weapon.rules.sniper))
    if uneven or count < 2 or not arena.elements.elements:
        return uneven
    if not would_cover_help(arena, s, alive(arena, s, attacks.target)[0], attacks.weapon):
        return ""
    return COVER if any(comes_into_cover(arena, s, attacks, row) for row in attacks.rows) else ""


def would_cover_help(arena: Arena, s: ArmyBattle, i: int, weapon: Weapon) -> bool:
    """Return True if a model in cover could save on its armour, and no worse than on an invulnerable save. (ATT-11, TERR-02)"""
    return save_number(stats.save(arena, s, i) - 1, weapon.ap) < min(NEVER, stats.invulnerable(arena, s, i) or NEVER)


def comes_into_cover(arena: Arena, s: ArmyBattle, attacks: AttackGroup, row: AttackRow) -> bool:
    """Return True if the target may come into cover from the shots of a model as its own models fall. (TERR-02)"""
    return not attacks.is_close and not attacks.weapon.rules.no_cover and may_gain_cover(arena, s, row.model, attacks.target)


def is_uniform(arena: Arena, s: ArmyBattle, unit: int, points: float = math.inf) -> bool:
    """Return True if the models of a unit share toughness, wounds, saves and protection, and none of several explodes."""
    return not why_not_uniform(arena, s, unit, points)


def why_not_uniform(arena: Arena, s: ArmyBattle, unit: int, points: float = math.inf) -> str:
    """Return what tells the models of a unit apart: one may explode, an aura ends while so many wounds are lost, or their cards; else ""."""
    own = alive(arena, s, unit)
    if len(own) > 1 and arena.units[unit].effect(Explodes) is not None:
        return EXPLOSION
    if stats.loses_shield(arena, s, unit, points):
        return AURA
    cards = {arena.cards[i] for i in own}
    alike = len(cards) < 2 or len({(card.toughness, card.wounds, card.save, card.invulnerable) for card in cards}) == 1
    return "" if alike else MODELS


def _strike(ref: Ref, attacks: AttackGroup, landed: Sequence[AttackRow]) -> Procedure:
    """Resolve attacks that hit: together, or one by one, and then it is told why. (INT-83)"""
    why = why_one_by_one(ref.arena, ref.state, attacks, len(landed))
    if not why:
        yield from _strike_together(ref, attacks, landed)
        return
    if len(landed) > 1:
        ref.emit("one-by-one", "KT40-INT-83", **attacks.facts(ref.arena), why=why)
    yield from _strike_one_by_one(ref, attacks, landed)


def _strike_together(ref: Ref, attacks: AttackGroup, landed: Sequence[AttackRow]) -> Procedure:
    """Resolve attacks that hit, step by step for all of them; then the defender chooses the casualties. (INT-83)"""
    wounding = yield from _wound(ref, attacks, landed)
    if not wounding:
        return
    arena, s = ref.arena, ref.state
    model = alive(arena, s, attacks.target)[0]
    judged = {row: save_needed(arena, s, attacks, model, row) for row in attacks.rows}
    saved = yield from _save(ref, attacks, wounding, [judged[one.row] for one in wounding])

    def blows_of(points: Iterable[int]) -> list[int]:
        each = iter(points)
        return [blow for one, safe in zip(wounding, saved, strict=True) for blow in ([] if safe else [next(each)]) + [1] * one.mortal]  # DMG-03

    unsaved = [one.row for one, safe in zip(wounding, saved, strict=True) if not safe]
    blows = blows_of((yield from _damage(ref, attacks, unsaved, lambda points: weigh(arena, s, attacks.target, blows_of(points)))))
    fallen = yield from suffer(ref, attacks.target, blows, "KT40-DMG-01", by=attacks.player, attacker=attacks.unit)
    yield from fall(ref, fallen)


def _strike_one_by_one(ref: Ref, attacks: AttackGroup, landed: Sequence[AttackRow]) -> Procedure:
    """Resolve attacks that hit one after the other, each allocated before it is saved. (ATT-01, ATT-08, ATT-09)"""
    arena, target, in_order = ref.arena, attacks.target, False
    for k, row in enumerate(landed):
        if not alive(arena, ref.state, target):
            return
        if not ref.state.models[row.model].wounds:  # an explosion has slain who makes it (UNIT-09)
            continue
        more = len(landed) - k - 1
        for one in (yield from _wound(ref, attacks, [row], more)):
            if one.wounds:
                i, in_order = yield from choose_model(ref, target, attacks.unit, in_order=in_order, last=not more)
                (safe,) = yield from _save(ref, attacks, [one], [save_needed(arena, ref.state, attacks, i, row)], i, more)
                if not safe:
                    yield from _hurt(ref, attacks, i, row, more)
            if one.mortal and alive(arena, ref.state, target):
                yield from fall(ref, (yield from suffer(ref, target, [1], "KT40-DMG-02", by=attacks.player, attacker=attacks.unit)))


def _hurt(ref: Ref, attacks: AttackGroup, i: int, row: AttackRow, more: int) -> Procedure:
    """Resolve an unsaved attack on one model, with so many more to come."""
    left = ref.state.models[i].wounds
    ignores = stats.ignores(ref.arena, ref.state, attacks.target)
    (points,) = yield from _damage(ref, attacks, [row], lambda blows: Toll(0, sum(blows) if ignores else min(sum(blows), left)), i, more)
    (points,) = yield from ignore_wounds(ref, attacks.target, [points])
    losses = {i: min(points, ref.state.models[i].wounds)}
    yield from fall(ref, note_losses(ref, attacks.target, losses, "KT40-DMG-01", attacks.player))


PROCEDURES: Procedures = {"volley": volley}
