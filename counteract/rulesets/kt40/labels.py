"""The labels of options in the army-scale edition: a few words each, with exact odds where dice decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from counteract.core import language
from counteract.core.decision import Allocate, Answer, Decision, Dice, Paths, Pick
from counteract.core.label import Label, say_label
from counteract.core.language import Phrase, joined, phrases, say, say_count
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.moves.limits import in_tenths
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.mechanics.operatives.text import abbreviate_names, describe_distance, in_command_points, shares
from counteract.mechanics.text import option, point
from counteract.rulesets.kt40 import forecasts, stats
from counteract.rulesets.kt40.actions import ReadyDecision
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack import AttackRow, GroupsContext, Kind, hit_modifiers, profile_name
from counteract.rulesets.kt40.attack_odds import NOTHING, UnitOdds
from counteract.rulesets.kt40.cards import Power, Stratagem
from counteract.rulesets.kt40.casualties import CasualtiesDecision
from counteract.rulesets.kt40.charge import DICE, LONG_DICE, LONG_REACH, REACH, ChargeContext
from counteract.rulesets.kt40.charge import targets as charge_targets
from counteract.rulesets.kt40.deeds import DeedContext, targets
from counteract.rulesets.kt40.fight import BladeContext, open_targets
from counteract.rulesets.kt40.forecasts import ChargeOdds
from counteract.rulesets.kt40.morale import added_to_roll, highest_passing_roll
from counteract.rulesets.kt40.names import ZONES
from counteract.rulesets.kt40.objectives import objective
from counteract.rulesets.kt40.psychic import DenyContext, warp_charge
from counteract.rulesets.kt40.shoot import BY_MODEL, BY_WEAPON, Shot, SplitContext, fire_of, shots
from counteract.rulesets.kt40.sight import has_cover
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.stratagems import NAMES, cost_of, own_stratagem
from counteract.rulesets.kt40.units import alive, gap, on_table, standing
from counteract.rulesets.kt40.view import label_weapon, states

#: The label of declining, by question.
_DECLINED = phrases(
    {
        "manoeuvre": "the rest stay where they are",
        "option": "keep it for later",
        "ready": "none of them",
        "effect": "pass",
        "passengers": "nobody else",
        "embark": "stay outside",
        "strike": "no strike",
        "overwatch": "no overwatch",
        "charge-target": "no further target",
        "move": "stay where they are",
        "re-roll": "keep it as it is",
        "insane-bravery": "do without",
        "power": "no further power",
        "deny": "let it happen",
        "target": "hold fire",
        "split-target": "hold fire",
        "grenade": "no grenade",
        "discard": "keep them all",
    }
)
_CHARGES = {"charge": (REACH, DICE), "long charge": (LONG_REACH, LONG_DICE)}
_NO_CHARGE = phrases({"charge-target": "do not charge"})
_MEANINGS = phrases(
    {
        "normal move": 'Normal Move\nup to {move}',
        "advance": "Advance\nup to {move} and a D6; then only Assault weapons, at -1",
        "stay": "Stay where it is",
        "ready": "Ready\nstay, and shoot among the first",
        "fall back": "Fall Back\nleave the enemy; it may strike, and only those who FLY shoot afterwards",
        "charge": 'Charge\nname targets within 12", then 2D6 inches',
        "long charge": 'Charge instead of advancing\nname targets within 18", then 3D6 inches',
        "disembark": "Disembark\nget out, and then act",
        "all": "All of them",
        BY_WEAPON: "Weapon by weapon\na target for each kind of weapon",
        BY_MODEL: "Model by model\na target for each model",
        "in order": "In the usual order\nthis wound and all that follow of this attack",
        "pistols": "Pistols",
        "other weapons": "Their other weapons",
    }
)


def label(arena: Arena, s: ArmyBattle, decision: Decision, answer: Answer) -> Label:
    """Return the label of an option."""
    match answer:
        case Dice():
            return Label(say("roll again"), figures=(in_command_points(1),))
        case Paths():
            return Label(_paths(decision, answer))
        case Allocate(counts) if isinstance(decision, AllocationDecision):
            return Label(shares(counts, decision.names))
        case Allocate(counts) if isinstance(decision, CasualtiesDecision):
            return Label(_losses(arena, s, decision, counts))
        case Allocate() if isinstance(decision, ReadyDecision):
            return Label(joined(say(arena.unit_names[unit]) for unit in decision.chosen(answer)) or say(_DECLINED["ready"]))
    declined = _DECLINED
    if decision.what == "charge-target" and not decision.about(ChargeContext).named:
        declined = _NO_CHARGE
    return option(decision, answer, partial(_number, arena, s, decision), partial(_name, arena, s, decision), declined)


def _paths(decision: Decision, answer: Paths) -> str:
    """Return where the models of a unit go: the middle of their ends, and the longest path."""
    ends = [path[-1] for path in answer.paths if path]
    if not ends or not isinstance(decision, UnitPathsDecision):
        return say(_DECLINED["move"])
    middle = [sum(end[k] for end in ends) / len(ends) for k in (0, 1)]
    if not decision.limits.ways:
        return say("at {place}", place=point(middle))
    length = decision.length(answer)
    return say("to {end}", end=point(middle)) if length is None else say('to {end}, up to {length:.1f}"', end=point(middle), length=in_tenths(length))


def _losses(arena: Arena, s: ArmyBattle, decision: CasualtiesDecision, counts: Sequence[int]) -> str:
    """Return the models that lose wounds, and how many those lose that are not slain."""
    found = {i: lost for i, lost in zip(decision.models, counts, strict=False) if lost}
    slain = [arena.names[i] for i, lost in found.items() if lost == s.models[i].wounds]
    hurt = [
        say_count("{name} loses {count} wound", "{name} loses {count} wounds", lost, name=arena.names[i])
        for i, lost in found.items()
        if lost < s.models[i].wounds
    ]
    return joined((*([say("slain: {names}", names=abbreviate_names(slain))] if slain else ()), *hurt))


# --- units


def label_unit(arena: Arena, s: ArmyBattle, unit: int, detail: str = "") -> Label:
    """Return the label of a unit: how many of its models are left and its states; before it is set up, its points."""
    own = arena.units[unit]
    if not on_table(arena, s, unit) and s.phase == "setup":
        points = say("{points} points", points=own.card.points)
        return Label(say(arena.unit_names[unit]), detail, (say_count("{count} model", "{count} models", len(own.models)), points))
    left = alive(arena, s, unit)
    if len(own.models) == 1:
        size = f"{s.models[own.models[0]].wounds}/{arena.cards[own.models[0]].wounds}"
    else:
        size = say("{left} of {all} models", left=len(left), all=len(own.models))
    return Label(say(arena.unit_names[unit]), detail, (size, *map(say, states(arena, s, unit))))


def _number(arena: Arena, s: ArmyBattle, decision: Decision, number: int) -> Label:
    if decision.what in ("allocate", "explosion"):
        card = arena.cards[number]
        return Label(say(arena.names[number]), figures=(f"{s.models[number].wounds}/{card.wounds}",))
    describe = _DETAILS.get(decision.what)
    return label_unit(arena, s, number, describe(arena, s, decision, number) if describe else "")


def _target(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    kind = fire_of(s)
    return describe_shooting(arena, s, decision.subject, unit, tuple(shots(arena, s, decision.subject, kind, unit)), kind)


def _split_target(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    return describe_shooting(arena, s, decision.subject, unit, split_shots(arena, s, decision, unit), fire_of(s))


def split_shots(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> tuple[Shot, ...]:
    """Return the shots that a question for the target of some models or weapons is about."""
    about = decision.about(SplitContext)
    return tuple(
        shot for shot in shots(arena, s, decision.subject, fire_of(s), unit)
        if shot.model in about.models and arena.guns[shot.model][shot.weapon].name in about.weapons
    )  # fmt: skip


def describe_shooting(arena: Arena, s: ArmyBattle, unit: int, target: int, able: Sequence[Shot], kind: Kind = "shooting") -> str:
    """Return a target's distance, the hit modifiers, cover, and the odds of shooting at it."""
    rows = forecasts.shot_rows(arena, s, unit, forecasts.usual_shots(arena, able))
    cover = [Phrase("in cover")] if rows and all(has_cover(arena, s, row.model, target) for row in rows) else []
    known = joined((describe_distance(gap(arena, s, unit, target)), *_causes(arena, s, unit, target, rows, kind), *cover))
    if not rows:
        return known
    return say("{away}; {odds}", away=known, odds=hoped(arena, target, forecasts.attack_odds(arena, s, unit, kind, target, rows)))


def _causes(arena: Arena, s: ArmyBattle, unit: int, target: int, rows: Sequence[AttackRow], kind: Kind) -> Iterable[str]:
    """Yield what makes it harder or easier to hit, and for how many models if not for all."""
    found: dict[str, set[int]] = {}
    for row in rows:
        for modifier in hit_modifiers(arena, s, unit, row, target, kind):
            found.setdefault(modifier.name, set()).add(row.model)
    everybody = {row.model for row in rows}
    for name, models in found.items():
        told = say(Phrase(name))
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
    away = describe_distance(gap(arena, s, decision.subject, unit))
    if about.named:  # the charge succeeds if any target is reached (INT-37)
        return say("{away}; then {odds}", away=away, odds=hoped(arena, unit, odds.blows))
    return say("{away}; {odds}", away=away, odds=reached(arena, unit, odds))


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
    """Return the best target of a unit that may shoot, with the odds."""
    found = best_target(arena, s, unit)
    return say("nobody to shoot at") if found is None else name_odds(arena, *found)


def best_target(arena: Arena, s: ArmyBattle, unit: int) -> tuple[int, UnitOdds] | None:
    """Return the unit that shots of a unit are expected to harm most, and the odds; None if it has no target."""
    able: dict[int, list[Shot]] = {}
    for shot in shots(arena, s, unit, "shooting"):
        able.setdefault(shot.target, []).append(shot)
    return _best((target, forecasts.shooting(arena, s, unit, target, able=own)) for target, own in able.items())


def _fighter(arena: Arena, s: ArmyBattle, decision: Decision, unit: int) -> str:
    """Return the best target of a unit that fights, with the odds."""
    found = best_foe(arena, s, unit)
    return say("nobody in reach") if found is None else name_odds(arena, *found)


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
    return forecasts.burning(arena, s, unit, deed)


def _deeds(arena: Arena, decision: Decision) -> Iterable[Power | Stratagem]:
    yield from (power for unit in arena.units_of[decision.player] for power in arena.units[unit].card.known_powers)
    yield from arena.teams[decision.player].stratagems


_DETAILS: dict[str, Callable[[Arena, ArmyBattle, Decision, int], str]] = {
    "target": _target,
    "split-target": _split_target,
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


# --- odds in words


def hoped(arena: Arena, unit: int, odds: UnitOdds) -> str:
    """Return the odds of attacks on a unit in words: wounds, models slain, destroyed, morale."""
    wounds, destroyed, morale = prospect(odds)
    slain = [say("{slain:.1f} models slain", slain=odds.slain)] if len(arena.units[unit].models) > 1 else []
    return joined((wounds, *slain, destroyed, *((morale,) if odds.fails > 0.0 else ())))


def prospect(odds: UnitOdds) -> tuple[str, str, str]:
    """Return three texts: expected wounds, and the chances that the unit is destroyed and that it then fails its morale test."""
    fails = language.chance(odds.fails)
    lost = say("{chance} morale fails, about {wounds:.1f} wounds more", chance=fails, wounds=odds.fled)
    return (
        say("about {wounds:.1f} wounds", wounds=odds.wounds),
        say("{chance} destroyed", chance=language.chance(odds.destroyed)),
        lost if odds.fled >= 0.05 else say("{chance} morale fails", chance=fails),
    )


# --- names


def _name(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label:
    word = _NAMED.get(decision.what)
    found = word(arena, s, decision, name) if word else None
    return found or say_label(_MEANINGS.get(name) or Phrase(name.replace("-", " ")))


def _zone(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    return Label(say(ZONES[name])) if name in ZONES else None


def _deploy(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    match name.split(":"):
        case ["reserve", unit]:
            return label_unit(arena, s, int(unit), say("in reserve, to arrive in turn 2 or 3"))
        case ["embark", unit, carrier]:
            return label_unit(arena, s, int(unit), say("aboard {carrier}", carrier=arena.unit_names[int(carrier)]))
    return None


def _effect(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    kind, _, what = name.partition(":")
    match kind:
        case "stratagem":
            return label_stratagem(arena, decision.player, what)
        case "ability":
            unit, _, ident = what.partition(":")
            ability = next(one for one in arena.units[int(unit)].card.abilities if one.id == ident)
            return Label(say("{name}: {text}", name=arena.unit_names[int(unit)], text=Phrase(ability.name)), say(ability.text))
        case "arrive":
            return label_unit(arena, s, int(what), say("arrive from reserve; it may charge at once"))
        case "intervene":
            return label_unit(arena, s, int(what), say('heroic intervention, up to 3" closer to the nearest enemy'))
    return None


_EFFECTS = phrases(
    {
        "decisive-movement": "one unit moves before all others",
        "decisive-shot": "one unit shoots among the readied ones, as if it had not moved",
    }
)


def label_stratagem(arena: Arena, player: int, ident: str) -> Label:
    """Return the label of a stratagem with its price."""
    own = own_stratagem(arena, player, ident)
    name, text = (NAMES[ident], _EFFECTS.get(ident, Phrase(""))) if own is None else (Phrase(own.name), Phrase(own.text))
    return Label(say(name), say(text), (in_command_points(cost_of(arena, player, ident)),))


def _paid(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    return label_stratagem(arena, decision.player, name) if name in NAMES else None


def _counter(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    ident, _, unit = name.partition(":")
    if not unit.isdecimal():
        return None
    own = label_unit(arena, s, int(unit), say(NAMES[ident]))
    return Label(own.title, own.detail, (in_command_points(cost_of(arena, decision.player, ident)), *own.figures))


def _option(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    if name not in _MEANINGS:
        return None
    own = standing(arena, s, decision.subject) or arena.units[decision.subject].models
    move, dice = max(stats.move(arena, s, i) for i in own), stats.move_dice(arena, decision.subject)
    told = say_label(_MEANINGS[name], move=f'{move:g}"' if dice == stats.NO_DICE else f'{move:g}"+{dice}')
    return Label(told.title, _only_charge(arena, s, decision.subject, *_CHARGES[name]) or told.detail) if name in _CHARGES else told


def _only_charge(arena: Arena, s: ArmyBattle, unit: int, reach: float, dice: int) -> str:
    """Return the one target that a unit could charge, with the odds; empty if there is a choice."""
    open_to = charge_targets(arena, s, unit, reach)
    if len(open_to) != 1:
        return ""
    odds = reached(arena, open_to[0], forecasts.charging(arena, s, unit, open_to, dice))
    away = describe_distance(gap(arena, s, unit, open_to[0]))
    return say("{target}: {away}; {odds}", target=Phrase(arena.unit_names[open_to[0]]), away=away, odds=odds)


def _grenade(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    shot = read_shot(name)
    if shot is None:
        return None
    weapon = label_weapon(arena.guns[shot.model][shot.weapon])
    odds = forecasts.attack_odds(arena, s, decision.subject, fire_of(s), shot.target, forecasts.shot_rows(arena, s, decision.subject, [shot]))
    return Label(say("{name} throws {weapon}", name=arena.names[shot.model], weapon=weapon.title), name_odds(arena, shot.target, odds))


def read_shot(name: str) -> Shot | None:
    """Return the throw that an option names by model, weapon and target."""
    parts = name.split("/")
    return Shot(*map(int, parts)) if len(parts) == 3 and all(part.isdecimal() for part in parts) else None


def _mode(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    weapons = (gun for i in standing(arena, s, decision.subject) for gun in arena.guns[i])
    found = next((gun for gun in weapons if gun.mode == name and str(gun.name) == str(decision.prompt_values()["weapon"])), None)
    return label_weapon(found) if found else None


def _blade(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    models = decision.about(BladeContext).models
    return next((label_weapon(blade) for blade in arena.blades[models[0]] if profile_name(blade) == name), None)


def _next_group(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    """Return the label of a group of attacks: its weapon and its target."""
    if Pick(name) not in decision.options:
        return None
    target, profile = decision.about(GroupsContext).groups[list(decision.options).index(Pick(name))]
    carried = (weapon for i in arena.units[decision.subject].models for weapon in (*arena.guns[i], *arena.blades[i]))
    weapon = label_weapon(next(weapon for weapon in carried if profile_name(weapon) == profile))
    return Label(say("{weapon} at {target}", weapon=weapon.title, target=arena.unit_names[target]), weapon.detail)


def _power(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    power = next((one for one in arena.units[decision.subject].card.known_powers if one.id == name), None)
    return label_power(arena, s, decision.subject, power) if power else None


def label_power(arena: Arena, s: ArmyBattle, unit: int, power: Power) -> Label:
    """Return the label of a power with the chance that it is manifested, and the units it may affect."""
    likely = language.chance(forecasts.manifesting(arena, s, unit, power))
    charge = say("warp charge {charge}, {chance}", charge=warp_charge(arena, s, unit, power), chance=likely)
    able, words = targets(arena, s, arena.units[unit].side, power.deed, unit), Phrase(power.text)
    if not able and power.deed.kind != "command points":
        return Label(say(power.name), say("{text} Nobody is there for it.", text=words), (charge,))
    reach = say("{text} In reach: {names}.", text=words, names=abbreviate_names([arena.unit_names[v] for v in able])) if able else say(words)
    return Label(say(power.name), reach, (charge,))


def _discard(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    one = objective(arena, name)
    return Label(say(one.name), figures=(say("{points} VP", points=one.points),))


_NAMED: dict[str, Callable[[Arena, ArmyBattle, Decision, str], Label | None]] = {
    "zone": _zone,
    "deploy": _deploy,
    "effect": _effect,
    "insane-bravery": _paid,
    "fight": _counter,
    "option": _option,
    "grenade": _grenade,
    "mode": _mode,
    "blade": _blade,
    "next-group": _next_group,
    "power": _power,
    "discard": _discard,
}
