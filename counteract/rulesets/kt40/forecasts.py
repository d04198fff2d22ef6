"""The odds of what a unit can do as the battle stands: shooting, overwatch, fights, strikes, charges and powers; without Command Re-rolls."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import ceil, dist
from typing import NamedTuple

from msgspec.structs import replace

from counteract.attacks.hitwoundsave import Amount, hits
from counteract.core.decision import Path, Refusal
from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.moves.limits import MoveLimits, check_path
from counteract.mechanics.moves.reach import reach_of
from counteract.odds.chains.attack import Faces
from counteract.odds.chains.states import FACES
from counteract.rulesets.kt40 import stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack import SIX, SIXES, comes_into_cover, hit_modifiers, is_covered, is_uniform, skill
from counteract.rulesets.kt40.attack_groups import CLOSE, AttackGroup, AttackRow, Kind, gather, profile_name, weapon_of
from counteract.rulesets.kt40.attack_odds import NOTHING, UnitOdds, Volley, attacks, distribution, mix, mortal_wounds
from counteract.rulesets.kt40.cards import Card, Deed, Power
from counteract.rulesets.kt40.casualties import order_casualties
from counteract.rulesets.kt40.charge import DICE
from counteract.rulesets.kt40.fight import extra_blades, open_targets, rank_blades
from counteract.rulesets.kt40.odds_cards import Figures, ModelLeft, TargetUnit
from counteract.rulesets.kt40.psychic import warp_charge
from counteract.rulesets.kt40.queries import move_terms, setting
from counteract.rulesets.kt40.shoot import aim_shot
from counteract.rulesets.kt40.sight import has_cover, strikes_across
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.targeting import OpenShot, shots
from counteract.rulesets.kt40.units import ENGAGED, Units, alive, gaps, standing
from counteract.rulesets.kt40.weapons import Weapon
from counteract.table.paths import measure

ONCE = Amount(plus=1)


# --- the unit that is attacked


def target_unit(arena: Arena, s: ArmyBattle, unit: int, attacker: int = -1) -> TargetUnit:
    """Return a unit as the odds know it; if its models differ, with each of them in the order in which they lose wounds. (INT-80, INT-83)

    The odds are exact for that order, which is the default one as the battle stands now. Its player may choose others to fall (ATT-08),
    and do better than the odds say.
    """
    left, own = alive(arena, s, unit), arena.units[unit]
    i, hurt = left[0], [arena.cards[i].wounds - s.models[i].wounds for i in left if s.models[i].wounds < arena.cards[i].wounds]
    alike = len(hurt) < 2 and len({_figures(arena.cards[i]) for i in left}) == 1 and not stats.loses_shield(arena, s, unit, math.inf)
    return TargetUnit(
        toughness=stats.toughness(arena, s, unit), models=len(left), save=stats.save(arena, s, i), wounds=arena.cards[i].wounds,
        invulnerable=stats.invulnerable(arena, s, i), ignore=stats.ignores(arena, s, unit),
        leadership=stats.leadership(arena, s, unit) + stats.test_penalty(s, unit), hurt=sum(hurt) if alike else 0,
        lost=s.units[unit].lost, character=own.has("CHARACTER"), vehicle=own.has("VEHICLE"), table=bool(own.card.degrading),
        mixed=() if alike else tuple(_models_left(arena, s, unit, order_casualties(arena, s, unit, attacker))),
    )  # fmt: skip


def _figures(card: Card) -> tuple[int, ...]:
    """Return the figures of a model that attacks on its unit meet."""
    return card.toughness, card.wounds, card.save, card.invulnerable, card.leadership


def _models_left(arena: Arena, s: ArmyBattle, unit: int, order: Sequence[int]) -> Iterable[ModelLeft]:
    """Yield the models of a unit in the order in which they fall, with what counts while each is the next."""
    until, shielded = 0, not is_uniform(arena, s, unit) and any(True for _ in stats.shields(arena, s, unit))
    for k, i in enumerate(order):
        until += s.models[i].wounds
        now = _without(arena, s, order[:k]) if shielded else s  # an aura may not reach those who are left (AURA-01)
        saves = stats.save(arena, now, i), stats.invulnerable(arena, now, i), stats.ignores(arena, now, unit)
        leadership = stats.leadership(arena, s, unit, order[k:]) + stats.test_penalty(s, unit)
        yield ModelLeft(until, Figures(stats.toughness(arena, now, unit, order[k:]), *saves), leadership)


def _without(arena: Arena, s: ArmyBattle, slain: Sequence[int]) -> ArmyBattle:
    """Return the battle as if some models had fallen."""
    gone = {*slain}
    models = tuple(replace(model, wounds=0) if i in gone else model for i, model in enumerate(s.models))
    return replace(s, models=models, places=tuple(None if i in gone else place for i, place in enumerate(s.places)))


# --- attacks


def attack_odds(arena: Arena, s: ArmyBattle, unit: int, kind: Kind, target: int, rows: Sequence[AttackRow]) -> UnitOdds:
    """Return the odds of declared attacks of a unit at another, group after group in the order in which they were declared. (INT-54)"""
    if not rows or not alive(arena, s, target):
        return NOTHING
    card = target_unit(arena, s, target, unit)
    volleys: list[Volley] = []
    for _, own in gather(arena, kind, ((target, row) for row in rows)):
        found = [*_volleys(arena, s, unit, kind, target, [AttackRow(*row) for row in own])]
        in_order = card.mixed or any(volley.cover_after for volley in found)
        volleys += found if in_order else _sum_up(found)
    return attacks(tuple(volleys), card)


def _sum_up(volleys: Iterable[Volley]) -> list[Volley]:
    """Return attacks with those of the same numbers together: where the models attacked are alike, their order does not matter."""
    alike: Counter[Volley] = Counter()
    for one in volleys:
        alike[one._replace(times=1)] += one.times
    return [one._replace(times=count) for one, count in alike.items()]


def _volleys(arena: Arena, s: ArmyBattle, unit: int, kind: Kind, target: int, rows: Sequence[AttackRow]) -> Iterable[Volley]:
    """Yield the attacks of a group, row after row."""
    weapon = weapon_of(arena, kind, rows[0])
    group = AttackGroup(unit, kind, target, tuple(rows), weapon, arena.units[unit].side)
    close, rules = kind in CLOSE, weapon.rules
    for row in rows:
        yield Volley(
            hit=None if rules.auto_hit else hit_faces(arena, s, unit, kind, target, row),
            strength=stats.strength(arena, s, row.model, weapon),
            ap=weapon.ap,
            damage=weapon.damage,
            amount=ONCE if close else weapon.attacks,
            doubled=not close and row.number > 1,
            melta=rules.melta and row.half,
            sniper=rules.sniper,
            sure=rules.sure or stats.boons(arena, s, unit, "re-roll ones to hit") > 0,
            cruel=rules.cruel or stats.boons(arena, s, unit, "re-roll ones to wound") > 0,
            cover_after=_cover_after(arena, s, group, row),
            to_wound=stats.boons(arena, s, unit, "to wound"),
            times=row.number if close else 1,
        )


def _cover_after(arena: Arena, s: ArmyBattle, group: AttackGroup, row: AttackRow) -> int | None:
    """Return how many models of the target must fall until it has cover from a shot; None if it has none then either. (TERR-02)

    Fewer models are never in less cover.
    """
    if is_covered(arena, s, group, row):
        return 0
    if not comes_into_cover(arena, s, group, row):
        return None
    order = order_casualties(arena, s, group.target, group.unit)
    memo, key = arena.memo(s.places), ("cover after", row.model, group.target, order)
    if key not in memo:
        memo[key] = bisect_left(range(len(order)), True, lo=1, key=lambda k: has_cover(arena, _without(arena, s, order[:k]), row.model, group.target))
    found: int = memo[key]
    return found if found < len(order) else None


def hit_faces(arena: Arena, s: ArmyBattle, unit: int, kind: Kind, target: int, row: AttackRow) -> Faces:
    """Return for each face of a die whether an attack hits with it. (ATT-02 to ATT-06, OW-02, OPP-04)"""
    if kind in SIXES:
        return tuple(face == SIX for face in FACES)
    modifier = sum(one.amount for one in hit_modifiers(arena, s, unit, row, target, kind))
    needed = skill(arena, s, row.model, kind)
    return tuple(hits(face, needed, modifier) for face in FACES)


# --- shooting


def usual_shots(arena: Arena, able: Sequence[OpenShot]) -> list[OpenShot]:
    """Return the shots of a unit at one target that are fired unless its player says otherwise. (GREN-01, WT-04, UNIT-04)

    A grenade is thrown only if nothing else can be fired, pistols are fired by those who have nothing else, and of a weapon with several
    modes the first is used.
    """

    def gun(shot: OpenShot) -> Weapon:
        return arena.guns[shot.model][shot.weapon]

    others = [shot for shot in able if gun(shot).type != "grenade"]
    if not others:
        return list(able[:1])
    armed = {shot.model for shot in others if gun(shot).type != "pistol"}
    fired = [shot for shot in others if gun(shot).type != "pistol" or shot.model not in armed]
    modes: dict[tuple[int, str], str] = {}
    for shot in fired:
        modes.setdefault((shot.model, gun(shot).name), gun(shot).mode)
    return [shot for shot in fired if gun(shot).mode == modes[shot.model, gun(shot).name]]


def shot_rows(arena: Arena, s: ArmyBattle, unit: int, fired: Iterable[OpenShot]) -> list[AttackRow]:
    """Return shots as they would be declared now. (SHOOT-05)"""
    return [aim_shot(arena, s, unit, shot) for shot in fired]


def thrown_rows(arena: Arena, s: ArmyBattle, unit: int, thrown: OpenShot | None, others: Iterable[OpenShot]) -> dict[int, list[AttackRow]]:
    """Return for each target the shots of a unit of which one model throws a grenade instead of its others, or (None) nobody does. (GREN-01)"""
    left = [shot for shot in others if thrown is None or shot.model != thrown.model]
    fired = ([thrown] if thrown else []) + (usual_shots(arena, left) if left else [])
    found: dict[int, list[OpenShot]] = {}
    for shot in fired:
        found.setdefault(shot.target, []).append(shot)
    return {target: shot_rows(arena, s, unit, own) for target, own in found.items()}


def shooting(arena: Arena, s: ArmyBattle, unit: int, target: int, kind: Kind = "shooting", able: Sequence[OpenShot] | None = None) -> UnitOdds:
    """Return the odds of a unit's shots at another, or of its overwatch; ``able`` are the shots to choose from."""
    found = tuple(shots(arena, s, unit, kind, target)) if able is None else able
    return attack_odds(arena, s, unit, kind, target, shot_rows(arena, s, unit, usual_shots(arena, found)))


# --- close combat


def blow_rows(arena: Arena, s: ArmyBattle, target: int, models: Iterable[int], blade: str = "") -> list[AttackRow]:
    """Return the attacks of models at a unit, each with a blade of this name and mode or else the best it has. (FIGHT-09, WR-EXTRA-01)"""
    rows: list[AttackRow] = []
    for i in models:
        across, own = strikes_across(arena, s, i, target), arena.blades[i]
        w = next((k for k, one in enumerate(own) if profile_name(one) == blade), rank_blades(arena, s, i, target)[0])
        rows.append(AttackRow(i, w, stats.attacks(arena, s, i), across))
        rows += [AttackRow(i, k, own[k].rules.extra, across) for k in extra_blades(arena, i, {w})]
    return rows


def fighting(arena: Arena, s: ArmyBattle, unit: int, target: int, kind: Kind = "fight", blade: str = "") -> UnitOdds:
    """Return the odds of a unit's attacks at another in close combat or in an opportunity strike, by the models that reach it now."""
    reach = open_targets(arena, s, unit, target if kind == "strike" else -1)
    return attack_odds(arena, s, unit, kind, target, blow_rows(arena, s, target, (i for i, own in reach.items() if target in own), blade))


def struck_back(arena: Arena, s: ArmyBattle, unit: int, target: int, blow: UnitOdds) -> UnitOdds | None:
    """Return the odds of the blows in return by those that a unit's blows leave; None if the target does not fight any more.

    Models of a mixed unit fall in the default order; of others those that do not reach the unit fall first. (INT-83)
    """
    if s.phase == "fight" and s.units[target].fought:
        return None
    able = [i for i, own in open_targets(arena, s, target).items() if unit in own]
    card = target_unit(arena, s, target, unit)
    order = order_casualties(arena, s, target, unit) if card.mixed else (*(i for i in alive(arena, s, target) if i not in able), *able[::-1])
    left = {lost: tuple(i for i in able if i in order[card.slain(lost) :]) for lost, _ in blow.bars}
    odds = {own: attack_odds(arena, s, target, "fight", unit, blow_rows(arena, s, unit, own)) for own in {*left.values()}}
    return mix((chance, odds[left[lost]]) for lost, chance in blow.bars)


# --- charges


NEAREST = 2  # so many models of a charging unit are asked for their way


class ChargeOdds(NamedTuple):
    """A charge: the inches that must be reached, or None if no roll is enough; the chance of that, and the odds of the blows if all get there."""

    needed: int | None
    likely: float
    blows: UnitOdds
    way: float | None = None  # the length of the shortest way


def charging(arena: Arena, s: ArmyBattle, unit: int, targets: Units, dice: int = DICE) -> ChargeOdds:
    """Return the odds of a charge at some units: of the roll, and of all models' blows at the last of them. (CHARGE-06, CHARGE-07)"""
    bonus = stats.boons(arena, s, unit, "charge")
    way = charge_way(arena, s, unit, targets, 6 * dice + bonus)
    needed = None if way is None else ceil(way - TOLERANCE)
    likely = 0.0 if needed is None else reaches(needed, dice, bonus)
    rows = blow_rows(arena, s, targets[-1], standing(arena, s, unit))
    free = [row._replace(hindered=False) for row in rows]  # where they will stand is not known
    return ChargeOdds(needed, likely, attack_odds(arena, s, unit, "fight", targets[-1], free), way)


def charge_way(arena: Arena, s: ArmyBattle, unit: int, targets: Units, most: float) -> float | None:
    """Return the length of the shortest way of a model of a unit to within 1" of one of its targets; None if that is too long."""
    memo, key = arena.memo(s.places), ("charge way", unit, targets, most)
    if key not in memo:
        near = gaps(arena, s)
        them = [j for v in targets for j in standing(arena, s, v)]
        own = sorted(standing(arena, s, unit), key=lambda i: float(near[i, them].min()))[:NEAREST]
        straight = _straight_way(arena, s, own[0], them[int(near[own[0], them].argmin())], targets, most)
        ways = (straight,) if straight is not None else (_model_way(arena, s, i, targets, most) for i in own)
        memo[key] = min((way for way in ways if way is not None), default=None)
    found: float | None = memo[key]
    return found


def _straight_way(arena: Arena, s: ArmyBattle, i: int, j: int, targets: Units, most: float) -> float | None:
    """Return the length of a model's straight way to within 1" of the target model nearest to it, which no other undercuts; None if it is barred."""
    start, end = s.places[i], s.places[j]
    assert start is not None
    assert end is not None
    away, length = dist(start[:2], end[:2]), float(gaps(arena, s)[i, j]) - ENGAGED
    if start[2] != end[2] or not 0.0 < length < min(away, most):
        return None
    field, places, terms = _charge_setting(arena, s, i, targets, most)
    x, y = (a + (b - a) * length / away for a, b in zip(start[:2], end[:2], strict=True))
    found = check_path(field, places, i, terms, Path(((round(x, 3), round(y, 3), start[2]),)))
    return None if isinstance(found, Refusal) or found[1] > length + TOLERANCE else length


def _charge_setting(arena: Arena, s: ArmyBattle, i: int, targets: Units, most: float) -> tuple[Arena, tuple[Point | None, ...], MoveLimits]:
    """Return the field, the places of all models and the terms of a charge of one model, its own unit out of the way. (CHARGE-11)"""
    field, places = setting(arena, s, i)
    if arena.units[arena.unit_of[i]].has("FLY"):  # it passes over units
        places = tuple(place if j == i or arena.unit_of[j] in targets else None for j, place in enumerate(places))
    return field, places, move_terms(arena, s, i, "charge", most, targets)


def _model_way(arena: Arena, s: ArmyBattle, i: int, targets: Units, most: float) -> float | None:
    """Return the length of a model's shortest way to within 1" of a target, with its own unit out of the way. (CHARGE-07, CHARGE-11)"""
    field, places, terms = _charge_setting(arena, s, i, targets, most)
    bodies = field.bodies(places)
    return min((measure(field.terrain, bodies, i, way, terms.figures).length for way in reach_of(field, places, i, terms)), default=None)


def reaches(needed: int, dice: int, modifier: int = 0) -> float:
    """Return the chance that some dice come to a number.

    >>> round(reaches(7, 2), 4), reaches(2, 2)
    (0.5833, 1.0)
    """
    rolls = [sum(roll) for roll in product(FACES, repeat=dice)]
    return sum(roll + modifier >= needed for roll in rolls) / len(rolls)


# --- powers


def manifesting(arena: Arena, s: ArmyBattle, unit: int, power: Power) -> float:
    """Return the chance that a Psyker manifests a power, denials apart. (PSY-08, PSY-14, INT-63)"""
    return reaches(warp_charge(arena, s, unit, power), 2, stats.test_penalty(s, unit))


def burning(arena: Arena, s: ArmyBattle, unit: int, target: int, deed: Deed, total: int | None = None) -> UnitOdds:
    """Return the odds of the mortal wounds of a deed of a unit (-1: of none) at another; ``total`` is the psychic test made for it. (PSY-13)"""
    strong = deed.strong is not None and total is not None and total >= deed.strong_from
    amount = deed.strong if strong and deed.strong is not None else deed.amount
    return mortal_wounds(tuple(distribution(amount).items()), target_unit(arena, s, target, unit))


def power_odds(arena: Arena, s: ArmyBattle, unit: int, power: Power, target: int) -> UnitOdds:
    """Return the odds of a power at a unit before its psychic test; of nothing if the power harms nobody. (PSY-08, PSY-13)"""
    if power.deed.kind not in ("bolt", "strike"):
        return NOTHING
    needed, modifier = warp_charge(arena, s, unit, power), stats.test_penalty(s, unit)
    return mix(_tests(needed, {total: burning(arena, s, unit, target, power.deed, total) for total in range(modifier + 2, modifier + 13)}, modifier))


def _tests(needed: int, odds: Mapping[int, UnitOdds], modifier: int) -> Iterable[tuple[float, UnitOdds]]:
    """Yield the result of each psychic test with its chance."""
    for total, found in odds.items():
        likely = reaches(total, 2, modifier) - reaches(total + 1, 2, modifier)
        yield likely, found if total >= needed else NOTHING._replace(bars=((0, 1.0),))


# --- morale


def fails_morale(added: int, leadership: int) -> float:
    """Return the chance that a morale test fails: a natural 1 never does. (MORALE-05, MORALE-06)

    >>> fails_morale(5, 7), round(fails_morale(12, 6), 4)
    (0.6666666666666666, 0.8333)
    """
    return sum(face != 1 and face + added > leadership for face in FACES) / len(FACES)
