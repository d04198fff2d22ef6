"""The labels of options in the army-scale edition: a few words each, with exact odds where dice decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import structs

from counteract.core import language
from counteract.core.decision import PASS, Allocate, Answer, Decision, Dice, Paths, Pick
from counteract.core.label import Label, say_label
from counteract.core.language import Phrase, joined, phrases, say, say_count
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.moves.limits import in_tenths
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.mechanics.operatives.text import abbreviate_names, in_command_points, shares
from counteract.mechanics.text import option, point
from counteract.rulesets.kt40 import forecasts, stats
from counteract.rulesets.kt40.actions import READY, has_moved_heavy
from counteract.rulesets.kt40.aircraft import has_minimum
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack import GroupsContext
from counteract.rulesets.kt40.attack_groups import profile_name
from counteract.rulesets.kt40.cards import Power
from counteract.rulesets.kt40.casualties import CasualtiesDecision
from counteract.rulesets.kt40.charge import DICE, LONG_DICE, LONG_REACH, REACH, ChargeContext
from counteract.rulesets.kt40.charge import targets as charge_targets
from counteract.rulesets.kt40.deeds import targets
from counteract.rulesets.kt40.fight import BladeContext
from counteract.rulesets.kt40.manoeuvres import ReadyDecision
from counteract.rulesets.kt40.names import ZONES
from counteract.rulesets.kt40.objectives import objective
from counteract.rulesets.kt40.option_odds import DETAILS, LONG, describe_briefly, describe_charge, describe_throw
from counteract.rulesets.kt40.psychic import warp_charge
from counteract.rulesets.kt40.shoot import BY_MODEL, BY_WEAPON, has_target
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.stratagems import NAMES, CommandRerollDecision, cost_of, own_stratagem
from counteract.rulesets.kt40.targeting import OpenShot
from counteract.rulesets.kt40.transports import count_free_seats
from counteract.rulesets.kt40.units import alive, on_table, standing
from counteract.rulesets.kt40.view import label_weapon, states

#: The label of declining, by question.
_DECLINED = phrases(
    {
        "manoeuvre": "the rest stay where they are",
        "option": "keep it for later",
        "ready": "none of them",
        "effect": "pass",
        "passengers": "that is all",
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
READY_MOVED = "ready after a move"
_MEANINGS = phrases(
    {
        "normal move": 'Normal Move\nup to {move}',
        "advance": "Advance\nup to {move} and a D6; then only Assault weapons, at -1",
        "stay": "Stay where it is",
        "ready": "Ready\nstay, and shoot among the first",
        READY_MOVED: "Ready\nstay, and shoot among the first; its Heavy weapons fire at -1: models have moved",
        "fall back": "Fall Back\nleave the enemy, which may strike first; only those who FLY shoot afterwards",
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
            return Label(_roll_again(decision, answer), figures=(in_command_points(1),))
        case Paths():
            return Label(_paths(decision, answer))
        case Allocate(counts) if isinstance(decision, AllocationDecision):
            return Label(shares(counts, decision.names))
        case Allocate(counts) if isinstance(decision, CasualtiesDecision):
            return Label(_losses(arena, s, decision, counts))
        case Allocate() if isinstance(decision, ReadyDecision):
            return Label(joined(say(arena.unit_names[unit]) for unit in decision.chosen(answer)) or say(_DECLINED["ready"]))
    if decision.what == "shoot" and answer == PASS:
        return _no_more_shots(arena, s, decision)
    if decision.what == "grenade" and answer == PASS:
        return Label(say(_DECLINED["grenade"]), describe_throw(arena, s, decision, None))
    declined = _DECLINED
    if decision.what == "charge-target" and not decision.about(ChargeContext).named:
        declined = _NO_CHARGE
    return option(decision, answer, partial(_number, arena, s, decision), partial(_name, arena, s, decision), declined)


def _roll_again(decision: Decision, answer: Dice) -> str:
    """Return what a re-roll does: which die it rolls, where there are several."""
    faces = decision.faces if isinstance(decision, CommandRerollDecision) else ()
    if len(faces) < 2 or len(answer.chosen) != 1:
        return say("roll again")
    return say("roll the {face} again", face=faces[answer.chosen[0]])


def _no_more_shots(arena: Arena, s: ArmyBattle, decision: Decision) -> Label:
    """Return the label of a pass in the shooting phase, with the number of units that lose their shots by it. (ALT-04, INT-19)"""
    ready = [option.value for option in decision.options if isinstance(option, Pick) and isinstance(option.value, int)]
    lose = sum(has_target(arena, s, unit) for unit in ready)
    return Label(say("pass: no more shots"), say_count("{count} unit does not shoot", "{count} units do not shoot", lose) if lose else "")


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
    return joined((*([say("slain: {names}", names=abbreviate_names(slain))] if slain else ()), *hurt), language.SEMICOLON)


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
    if decision.what == "embark":
        seats = count_free_seats(arena, s, number)
        return label_unit(arena, s, number, say_count("room for {count} model", "room for {count} models", seats))
    describe = DETAILS.get(decision.what)
    label = label_unit(arena, s, number, describe(arena, s, decision, number) if describe else "")
    return structs.replace(label, brief=describe_briefly(arena, s, decision, number)) if decision.what in LONG else label


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
            aboard = {"carrier": arena.unit_names[int(carrier)], "count": count_free_seats(arena, s, int(carrier))}
            return label_unit(arena, s, int(unit), say("aboard {carrier}, which has room for {count}", **aboard))
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
        "decisive-movement": "One unit moves before all others.",
        "decisive-shot": "One unit shoots among the readied ones, as if it had not moved.",
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
    inches = say('{move:g}"', move=move)
    if name == READY and has_moved_heavy(arena, s, decision.subject):
        name = READY_MOVED
    told = say_label(_MEANINGS[name], move=inches if dice == stats.NO_DICE else f"{inches}+{dice}")
    return Label(told.title, _only_charge(arena, s, decision.subject, *_CHARGES[name]) or told.detail) if name in _CHARGES else told


def _only_charge(arena: Arena, s: ArmyBattle, unit: int, reach: float, dice: int) -> str:
    """Return the one target that a unit could charge, with the odds; empty if there is a choice, or if it only flies straight on."""
    open_to = charge_targets(arena, s, unit, reach)
    if len(open_to) != 1 or has_minimum(arena, unit):
        return ""
    odds = describe_charge(arena, s, unit, open_to[0], forecasts.charging(arena, s, unit, open_to, dice))
    return say("{name}: {text}", name=Phrase(arena.unit_names[open_to[0]]), text=odds)


def _grenade(arena: Arena, s: ArmyBattle, decision: Decision, name: str) -> Label | None:
    shot = read_shot(name)
    if shot is None:
        return None
    weapon = label_weapon(arena.guns[shot.model][shot.weapon])
    return Label(say("{name} throws {weapon}", name=arena.names[shot.model], weapon=weapon.title), describe_throw(arena, s, decision, shot))


def read_shot(name: str) -> OpenShot | None:
    """Return the throw that an option names by model, weapon and target."""
    parts = name.split("/")
    return OpenShot(*map(int, parts)) if len(parts) == 3 and all(part.isdecimal() for part in parts) else None


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
