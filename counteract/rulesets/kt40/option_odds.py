"""Details of a unit as an option: its distance, what hinders, and the odds. (ATT, CHARGE, MORALE, PSY)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from counteract.core import language
from counteract.core.decision import Decision
from counteract.core.language import Phrase, joined, phrases, say
from counteract.mechanics.chain_rolls import name_cause
from counteract.mechanics.moves.limits import in_tenths
from counteract.mechanics.operatives.text import describe_distance
from counteract.rulesets.kt40 import forecasts, stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack import hit_modifiers
from counteract.rulesets.kt40.attack_groups import AttackRow, Kind
from counteract.rulesets.kt40.attack_odds import NOTHING, UnitOdds
from counteract.rulesets.kt40.cards import Power, Stratagem
from counteract.rulesets.kt40.charge import ChargeContext
from counteract.rulesets.kt40.deeds import DeedContext
from counteract.rulesets.kt40.fight import ALONE, BEGAN, CHARGED, open_targets, why_alone
from counteract.rulesets.kt40.forecasts import ChargeOdds
from counteract.rulesets.kt40.morale import added_to_roll, highest_passing_roll
from counteract.rulesets.kt40.psychic import DenyContext
from counteract.rulesets.kt40.shoot import GrenadeContext, SplitContext, fire_of
from counteract.rulesets.kt40.sight import has_cover
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.targeting import OpenShot, furthest, shots, why_not_fire
from counteract.rulesets.kt40.units import ENGAGED, enemy_units, gap, standing

WORTH_TELLING = 0.005  # chances below it are left out of labels


#: The questions who is shot at.
TARGETS = frozenset(("target", "split-target"))
#: The questions whose options are told of in short as well.
LONG = TARGETS | {"charge-target"}


def _target(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    able = open_shots(arena, s, decision, unit)
    told = describe_shooting(arena, s, decision.subject, unit, able, fire_of(s))
    firing, all_of_them = {shot.model for shot in able}, {shot.model for shot in open_shots(arena, s, decision)}
    if len(firing) == len(all_of_them):
        return told
    return say("{told}; only {count} of {all} shooters", told=told, count=len(firing), all=len(all_of_them))


def describe_briefly(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> tuple[str, str]:
    """Return two short texts on a target of shots or of a charge: how far away it is, and the odds without what follows from them."""
    charge = charge_odds(arena, s, decision, unit) if decision.what == "charge-target" else None
    odds = charge.blows if charge else odds_of_target(arena, s, decision, unit)
    wounds, destroyed, _ = prospect(odds)
    told = [wounds, destroyed] if odds.destroyed >= WORTH_TELLING else [wounds]
    if charge and charge.needed is None:
        told = [say("it cannot be reached")]
    elif charge:
        told.insert(0, say("{chance} to charge", chance=language.chance(charge.likely)))
    return describe_distance(gap(arena, s, decision.subject, unit)), joined(told)


def open_shots(arena: Arena, s: ArmyBattle, decision: Decision, unit: int = -1) -> tuple[OpenShot, ...]:
    """Return the shots that a question for a target is about: those at one unit, or at any."""
    able = shots(arena, s, decision.subject, fire_of(s), unit)
    if decision.what != "split-target":
        return tuple(able)
    about = decision.about(SplitContext)
    return tuple(shot for shot in able if shot.model in about.models and arena.guns[shot.model][shot.weapon].name in about.weapons)


def odds_of_target(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> UnitOdds:
    """Return the odds of the shots that a question for a target is about, if they are fired at a unit."""
    return forecasts.shooting(arena, s, decision.subject, unit, fire_of(s), open_shots(arena, s, decision, unit))


def describe_shooting(arena: Arena, s: ArmyBattle, unit: int, target: int, able: Sequence[OpenShot], kind: Kind = "shooting") -> str:
    """Return a target's distance, the hit modifiers, cover, and the odds of shooting at it."""
    rows = forecasts.shot_rows(arena, s, unit, forecasts.usual_shots(arena, able))
    cover = [Phrase("in cover")] if rows and all(has_cover(arena, s, row.model, target) for row in rows) else []
    known = joined((describe_distance(gap(arena, s, unit, target)), *_causes(arena, s, unit, target, rows, kind), *cover))
    if not rows:
        return known
    return say("{away}; {odds}", away=known, odds=hoped(arena, target, forecasts.attack_odds(arena, s, unit, kind, target, rows)))


def describe_throw(arena: Arena, s: ArmyBattle, decision: Decision, thrown: OpenShot | None) -> str:
    """Return the odds of all that a unit fires, by target, if one model throws a grenade, or (None) if nobody does. (GREN-01)"""
    unit, kind = decision.subject, fire_of(s)
    rows = throw_rows(arena, s, decision, thrown)
    told = (name_odds(arena, target, forecasts.attack_odds(arena, s, unit, kind, target, own)) for target, own in sorted(rows.items()))
    return joined(told, language.SEMICOLON)


def throw_rows(arena: Arena, s: ArmyBattle, decision: Decision, thrown: OpenShot | None) -> dict[int, list[AttackRow]]:
    """Return for each target what a unit fires with a throw that is asked about, or without any."""
    others = (OpenShot(*shot) for shot in decision.about(GrenadeContext).others)
    return forecasts.thrown_rows(arena, s, decision.subject, thrown, others)


def _causes(arena: Arena, s: ArmyBattle, unit: int, target: int, rows: Sequence[AttackRow], kind: Kind) -> Iterable[str]:
    """Yield what makes it harder or easier to hit, and for how many models if not for all."""
    found: dict[str, set[int]] = {}
    for row in rows:
        for modifier in hit_modifiers(arena, s, unit, row, target, kind):
            found.setdefault(modifier.name, set()).add(row.model)
    everybody = {row.model for row in rows}
    for name, models in found.items():
        told = say(name_cause(name))
        yield told if models == everybody else say("{cause} for {count} of {all}", cause=told, count=len(models), all=len(everybody))


def _overwatch(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    charger = decision.subject
    return hoped(arena, charger, forecasts.shooting(arena, s, unit, charger, "overwatch"))


def _strike(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    return hoped(arena, decision.subject, forecasts.fighting(arena, s, unit, decision.subject, "strike"))


def _blows(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    return hoped(arena, unit, forecasts.fighting(arena, s, decision.subject, unit))


def _charge(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    about = decision.about(ChargeContext)
    odds = charge_odds(arena, s, decision, unit)
    if about.named:  # the charge succeeds if any target is reached (INT-37)
        away = describe_distance(gap(arena, s, decision.subject, unit))
        return say("{away}; then {odds}", away=away, odds=hoped(arena, unit, odds.blows))
    return describe_charge(arena, s, decision.subject, unit, odds)


def describe_charge(arena: Arena, s: ArmyBattle, unit: int, target: int, odds: ChargeOdds) -> str:
    """Return how far the only target of a charge is, the way to it where that is longer (around something, or a climb), and the odds."""
    inches = gap(arena, s, unit, target)
    away = describe_distance(inches)
    if odds.way is not None and in_tenths(odds.way) > in_tenths(max(0.0, inches - ENGAGED)):
        away = joined((away, say('a way of {way:.1f}"', way=in_tenths(odds.way))))
    return say("{away}; {odds}", away=away, odds=reached(arena, target, odds))


def charge_odds(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> ChargeOdds:
    """Return the odds of a charge at the unit chosen, and at those declared before it."""
    about = decision.about(ChargeContext)
    return forecasts.charging(arena, s, decision.subject, (*about.named, unit), about.dice)


def reached(arena: Arena, unit: int, odds: ChargeOdds) -> str:
    """Return the chance that a charge arrives and the odds of the blows after it, in words."""
    if odds.needed is None:
        return say("it cannot be reached")
    values = {"needed": odds.needed, "chance": language.chance(odds.likely), "odds": hoped(arena, unit, odds.blows)}
    return say('{chance} to charge {needed}"; then {odds}', **values)


def _shooter(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    """Return the best target of a unit that may shoot, with the odds, or why it has none."""
    found = best_target(arena, s, unit)
    if found is not None:
        return name_odds(arena, *found)
    guns = [(i, gun) for i in standing(arena, s, unit) for gun in arena.guns[i]]
    enemies = enemy_units(arena, s, arena.units[unit].side)
    why = furthest(why for v in enemies for i, gun in guns if (why := why_not_fire(arena, s, i, gun, v, "shooting")))
    return say("nobody to shoot at: {reason}", reason=say(why[1]) if why else say("It has no ranged weapon."))


def best_target(arena: Arena, s: ArmyBattle, unit: int) -> tuple[int, UnitOdds] | None:
    """Return the unit that shots of a unit are expected to harm most, and the odds; None if it has no target."""
    able: dict[int, list[OpenShot]] = {}
    for shot in shots(arena, s, unit, "shooting"):
        able.setdefault(shot.target, []).append(shot)
    return _best((target, forecasts.shooting(arena, s, unit, target, able=own)) for target, own in able.items())


def _fighter(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    """Return the best target of a unit that fights, with the odds."""
    found = best_foe(arena, s, unit)
    return say(ALL_ALONE[why_alone(s, unit)]) if found is None else name_odds(arena, *found)


#: That a unit reaches nobody, and why it fights all the same.
ALL_ALONE = phrases(
    {
        CHARGED: "nobody in reach; it fights because it was charged this turn",
        BEGAN: "nobody in reach; it fights because it began the turn engaged",
        ALONE: "nobody in reach",
    }
)


def best_foe(arena: Arena, s: ArmyBattle, unit: int) -> tuple[int, UnitOdds] | None:
    """Return the unit that blows of a unit are expected to harm most, and the odds; None if it reaches nobody now."""
    near = dict.fromkeys(target for own in open_targets(arena, s, unit).values() for target in own)
    return _best((target, forecasts.fighting(arena, s, unit, target)) for target in near)


def _best(ways: Iterable[tuple[int, UnitOdds]]) -> tuple[int, UnitOdds] | None:
    return max(ways, key=lambda way: (way[1].wounds, way[1].destroyed), default=None)


def name_odds(arena: Arena, target: int, odds: UnitOdds) -> str:
    return say("{name}: {text}", name=arena.unit_names[target], text=hoped(arena, target, odds))


def _morale(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    added, most = added_to_roll(s, unit), highest_passing_roll(arena, s, unit)
    chance = language.chance(forecasts.fails_morale(added, stats.leadership(arena, s, unit)))
    return say("{modifier:+d} to the die, steady on {most} or less; {chance} fails", modifier=added, most=most, chance=chance)


def _deny(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    about = decision.about(DenyContext)
    return say("{chance} to deny it", chance=language.chance(forecasts.reaches(about.total + 1, 2, stats.test_penalty(s, unit))))


def _power_target(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    odds = deed_odds(arena, s, decision, unit)
    away = describe_distance(gap(arena, s, decision.subject, unit)) if decision.subject not in (-1, unit) else ""
    told = [text for text in (away, hoped(arena, unit, odds) if odds != NOTHING else "") if text]
    return joined(told, language.SEMICOLON)


def deed_odds(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> UnitOdds:
    """Return the odds of the power, stratagem or ability whose target is chosen; of nothing if it harms nobody."""
    deed = next((one.deed for one in _deeds(arena, decision) if one.id == decision.about(DeedContext).source), None)
    if deed is None or deed.kind not in ("bolt", "strike"):
        return NOTHING
    return forecasts.burning(arena, s, decision.subject, unit, deed)


def _deeds(arena: Arena, decision: Decision) -> Iterable[Power | Stratagem]:
    yield from (power for unit in arena.units_of[decision.player] for power in arena.units[unit].card.known_powers)
    yield from arena.teams[decision.player].stratagems


DETAILS: dict[str, Callable[[Arena, ArmyBattle, Decision, int], str]] = {
    "target": _target,
    "split-target": _target,
    "overwatch": _overwatch,
    "strike": _strike,
    "blows": _blows,
    "charge-target": _charge,
    "shoot": _shooter,
    "fight": _fighter,
    "morale": _morale,
    "deny": _deny,
    "power-target": _power_target,
}


def hoped(arena: Arena, unit: int, odds: UnitOdds) -> str:
    """Return the odds of attacks on a unit in words: wounds, models slain, destroyed, morale."""
    wounds, destroyed, morale = prospect(odds)
    told = [wounds]
    if abs(odds.slain - odds.wounds) >= 0.05 and len(arena.units[unit].models) > 1:  # else every wound slays a model
        told.append(say("{slain:.1f} models slain", slain=odds.slain))
    told += [destroyed] if odds.destroyed >= WORTH_TELLING else []
    return joined((*told, *((morale,) if odds.fails >= WORTH_TELLING else ())))


def prospect(odds: UnitOdds) -> tuple[str, str, str]:
    """Return three texts: expected wounds, and the chances that the unit is destroyed and that it then fails its morale test."""
    fails = language.chance(odds.fails)
    lost = say("{chance} morale fails, about {wounds:.1f} wounds more", chance=fails, wounds=odds.fled)
    return (
        say("about {wounds:.1f} wounds", wounds=odds.wounds),
        say("{chance} destroyed", chance=language.chance(odds.destroyed)),
        lost if odds.fled >= 0.05 else say("{chance} morale fails", chance=fails),
    )
