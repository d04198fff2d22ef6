"""A battle in words: what has happened, and what each option would mean."""

from __future__ import annotations

from functools import partial

from counteract.core.decision import Allocate, Answer, Decision, Dice
from counteract.core.game import Pace
from counteract.core.state import Event
from counteract.mechanics.sharing import ShareDecision
from counteract.mechanics.showing import option, sentence
from counteract.rulesets.kt18.actions import OPTIONS
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.attack import Kind, hit_modifiers
from counteract.rulesets.kt18.cards import Power
from counteract.rulesets.kt18.chances import Chance, attack, attacks
from counteract.rulesets.kt18.fight import why_not_struck
from counteract.rulesets.kt18.measure import engaging, gap, look
from counteract.rulesets.kt18.morale import nerve_modifier
from counteract.rulesets.kt18.shoot import aimed
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.tactics import COSTS, NAMES
from counteract.rulesets.kt18.view import states, weapon_line

#: What each kind of event says. {model}, {target}, {player}, {faces} and {there} are filled in for all of them.
SENTENCES: dict[str, str] = {
    "roll-off": "Roll-off: {dice[0]} against {dice[1]}.",
    "edge": "{player} take the {edge} edge.",
    "no-room": "There is no room to set {model} up; it takes no part.",
    "unable": "{player} have no model that can {what}.",
    "deployed": "{model} is set up at {there}.",
    "battle-round": "Battle round {turn}.",
    "cp": "{player} gain {amount}CP (now {cp}CP).",
    "initiative-roll": "Initiative: {totals[0]} against {totals[1]}.",
    "initiative": "{player} have the initiative.",
    "phase": "The {phase} phase begins.",
    "tactic": "{player} use {tactic} ({cp}CP left).",
    "decisive": "{model} will act before all others.",
    "rerolled": "{player} roll again: {faces}.",
    "stays": "{model} stays where it is.",
    "readied": "{model} is readied.",
    "advance-roll": "{model} Advances with a {faces}.",
    "moved": "{model} {verb} to {there}.",
    "dangerous": "{model} on dangerous ground: {faces}.",
    "charge-declared": "{model} declares a charge against {targets}.",
    "cannot-react": "{model} cannot react. {reason}",
    "reacts": "{model} reacts: {reaction}.",
    "charge-roll": "{model} rolls {faces} for its charge: {distance} inches.",
    "charge-failed": "{model} fails its charge.",
    "charged": "{model} has charged {targets}.",
    "psychic-test": "{model} attempts {power}: {faces} against {needed}, {success}.",
    "perils": "Perils: {model} suffers {mortal}.",
    "psyker-lost": "The power fails, and the blast tears at everybody near.",
    "deny-test": "{model} tries to deny it: {faces}, {success}.",
    "no-effect": "{power} touches nobody.",
    "power": "{power} strikes {target}.",
    "mended": "{model} is mended ({left} wounds now).",
    "warded": "{model} has a {save}+ invulnerable save this round.",
    "hexed": "{model} is under a hex this round.",
    "shoots": "{model} {verb} {target} with {weapons}.",
    "fights": "{model} fights.",
    "attacks": "{model} attacks: {batches}.",
    "number-of-attacks": "{weapon}: {attacks}.",
    "lost": "{attacks} at {target} {are} lost.",
    "auto-hit": "{model} hits {target} without a roll.",
    "hit-roll": "{model} attacks {target}: {faces}{modified} against {needed}+, {success}.",
    "wound-roll": "To wound: {faces} against {needed}+, {success}.",
    "save-roll": "{model} saves ({save}): {faces} against {needed}+, {success}.",
    "damage": "{model} takes {amount} damage.",
    "ignore-roll": "{model} tries to ignore the wound: {faces}, {success}.",
    "mortal-wounds": "{model} suffers {mortal}.",
    "wound-lost": "{model} loses a wound ({left} left).",
    "injury-roll": "Injury roll for {model}: {faces}{modified}.",
    "flesh-wound": "{model} takes a flesh wound ({flesh} now).",
    "out-of-action": "{model} is out of action.",
    "leader-lost": "The enemy leader is lost: {player} score {amount}.",
    "falling-test": "{model} totters at the edge: {faces}.",
    "falls": "{model} falls to {there}.",
    "impact": "The impact on {model}: {faces}.",
    "broken-test": "{player} may break: {faces} against {needed}.",
    "broken": "{player} are broken.",
    "steadied": "{player} shake off their fear.",
    "nerve-test": "{model} tests its nerve: {faces}{modified} against {needed}, {success}.",
    "brave": "{model} keeps its nerve without a test.",
    "shaken": "{model} is shaken.",
    "scored": "Markers score {gained[0]} and {gained[1]}.",
    "round-over": "Battle round {turn} is over.",
    "wiped-out": "{player} are wiped out.",
    "conceded": "{player} concede.",
}

#: How each kind of event is told among others, if it does not begin a paragraph.
PACES: dict[str, Pace] = {
    **dict.fromkeys(("wound-lost", "battle-round", "unable"), "quiet"),
    **dict.fromkeys(
        (
            "edge", "deployed", "cp", "initiative-roll", "initiative", "rerolled", "advance-roll", "moved", "dangerous", "impact", "cannot-react",
            "charge-roll", "charge-failed", "charged", "perils", "psyker-lost", "deny-test", "no-effect", "power", "mended", "warded", "hexed",
            "attacks", "number-of-attacks", "lost", "auto-hit", "hit-roll", "wound-roll", "save-roll", "damage", "ignore-roll", "mortal-wounds",
            "injury-roll", "flesh-wound", "out-of-action", "leader-lost", "falling-test", "falls", "broken", "shaken", "round-over",
        ),
        "goes on",
    ),
    "tactic": "goes on",
    "charge-declared": "opens",
    "fights": "opens",
    "reacts": "quiet",
    "shoots": "belongs",
}  # fmt: skip

_VERBS = {
    "normal move": "moves", "advance": "Advances", "fall back": "Falls Back", "retreat": "Retreats", "charge": "charges",
    "failed charge": "falls short, going", "pile in": "piles in", "consolidate": "consolidates",
}  # fmt: skip


#: How a roll that succeeds is told, and one that fails.
_OUTCOMES = {
    "hit-roll": ("a hit", "a miss"), "wound-roll": ("a wound", "no wound"), "save-roll": ("saved", "not saved"),
    "ignore-roll": ("it does", "it does not"), "psychic-test": ("it manifests", "it fails"), "deny-test": ("denied", "in vain"),
    "nerve-test": ("steady", "it fails"),
}  # fmt: skip


def tell(arena: Arena, event: Event) -> str:
    """An event as a sentence."""
    values, more = event.values, {}
    if "targets" in values:
        more["targets"] = _names(arena, values["targets"])
    if "tactic" in values:
        more["tactic"] = NAMES[values["tactic"]]
    if "power" in values:
        more["power"] = next((p.name for p in arena.powers[values["model"]] if p.id == values["power"]), values["power"])
    if event.kind in ("mortal-wounds", "perils"):
        more["mortal"] = f"{values['amount']} mortal wound{'s' if values['amount'] > 1 else ''}"
    if event.kind in ("number-of-attacks", "lost"):
        more["attacks"] = f"{values['amount']} attack{'s' if values['amount'] > 1 else ''}"
        more["are"] = "are" if values["amount"] > 1 else "is"
    if "modifier" in values:
        more["modified"] = f" {values['modifier']:+d}" if values["modifier"] else ""
    if event.kind in _OUTCOMES:
        more["success"] = _OUTCOMES[event.kind][not values["hit"]]
    if event.kind == "moved":
        more["verb"] = _VERBS[values["move"]]
    if event.kind == "shoots":
        more["verb"] = "fires Overwatch at" if values["overwatch"] else "shoots at"
        more["weapons"] = " and ".join(values["weapons"])
    if event.kind == "attacks":
        more["batches"] = ", ".join(f"{count} × {name} at {arena.names[j]}" for name, j, count in values["batches"])
    return sentence(SENTENCES, event, arena.names, [team.name for team in arena.teams], **more)


def _names(arena: Arena, models: tuple[int, ...]) -> str:
    return ", ".join(arena.names[j] for j in models)


# --- options

#: What declining means, by question.
_DECLINED = {
    "manoeuvre": "the rest stay where they are",
    "decisive": "nobody",
    "tactic": "do without",
    "re-roll": "keep it as it is",
    "scout": "keep it as it is",
    "charge-target": "no further target",
    "react": "no further reaction",
    "reaction": "do nothing",
    "fall-short": "stay where it is",
    "close-in": "stay where it is",
    "move": "stay where it is",
    "psyker": "no power this round",
    "deny": "let it happen",
    "shoot": "pass",
    "fight": "pass",
}
_MEANINGS = {
    "stay": "Stay where it is",
    "ready": "Ready: stay, and shoot among the first",
    "fall back": "Fall Back: leave the enemy; no shooting afterwards (unless it can FLY)",
    "charge": 'Charge: name targets within 12", then 2D6 inches',
    "overwatch": "Overwatch: shoot at once, hitting on 6 only",
    "retreat": 'Retreat: 3" away from the charger; no shooting this round (unless it can FLY)',
}


def label(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> str:
    """An option in a few words, for a person who has to choose."""
    if isinstance(answer, Dice):
        return "roll again" + (" (1CP)" if decision.what == "re-roll" else "")
    if isinstance(answer, Allocate) and isinstance(decision, ShareDecision):
        return ", ".join(f"{count} × {name}" for name, count in zip(decision.names, answer.counts, strict=True) if count)
    return option(decision, answer, partial(_number, arena, s, decision), partial(_name, arena, s, decision), _DECLINED)


def _number(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
    match decision.what:
        case "target":
            return f"{model_line(arena, s, j)}: {_shot(arena, s, decision, j)}"
        case "fight":
            return model_line(arena, s, j) + _brawls(arena, s, j)
        case "charge-target":
            return f'{model_line(arena, s, j)}: {gap(arena, s, decision.subject, j):.1f}" away; {_brawl(arena, s, decision.subject, j)}'
        case "react" | "fall-short" | "close-in" | "power-target":
            return f'{model_line(arena, s, j)}: {gap(arena, s, decision.subject, j):.1f}" away'
        case "nerve":
            return f"{model_line(arena, s, j)}: {nerve_modifier(arena, s, j):+d} to the die"
    return model_line(arena, s, j)


def model_line(arena: Arena, s: Skirmish, i: int) -> str:
    """A model in brief."""
    if s.places[i] is None:
        return f'{arena.names[i]} (M {arena.cards[i].move:g}")'
    told = "".join(f", {state}" for state in states(arena, s, i))
    return f"{arena.names[i]} ({s.models[i].wounds}/{arena.cards[i].wounds}{told})"


def _shot(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
    """A target with how far away it is, what makes it harder to hit, and what to expect."""
    i = decision.subject
    guns = aimed(arena, s, i, (decision.values or {})["guns"], j)
    kind: Kind = "shooting"
    harder = list(dict.fromkeys(name for gun in guns for _, name, _ in hit_modifiers(arena, s, i, gun, j, kind)))
    cover = ["in cover"] if look(arena, s, i, j).in_cover else []
    line = ", ".join([f'{gap(arena, s, i, j):.1f}" away', *harder, *cover])
    return f"{line}; {_hoped(attacks(arena, s, i, guns, j, kind))}"


def _brawl(arena: Arena, s: Skirmish, i: int, j: int) -> str:
    """What to expect of close combat with somebody, with the best weapon for it."""
    return _hoped(max((attack(arena, s, i, blade, j, "fight") for blade in arena.blades[i]), key=lambda chance: (chance.out, chance.wounds)))


def _brawls(arena: Arena, s: Skirmish, i: int) -> str:
    """Whom a model can strike, and what to expect of it."""
    foes = [j for j in engaging(arena, s, i) if why_not_struck(arena, s, i, j) is None]
    return "".join(f"; {arena.names[j]}: {_brawl(arena, s, i, j)}" for j in foes)


def _hoped(chance: Chance) -> str:
    return f"about {chance.wounds:.1f} wounds, {chance.out:.0%} out of action"


def _name(arena: Arena, s: Skirmish, decision: Decision, name: str) -> str:
    i = decision.subject
    match decision.what:
        case "option" if name in OPTIONS:
            reach = {"normal move": f'up to {arena.cards[i].move:g}"', "advance": f'up to {arena.cards[i].move:g}" and a D6; no reactions'}
            return f"{name.title()}: {reach[name]}" if name in reach else _MEANINGS[name]
        case "weapons":
            guns = (decision.values or {})["guns"].get(name, ())
            return ", ".join(weapon_line(arena.guns[i][w]) for w in guns) or name
        case "next-batch":
            w, _, j = name.partition("/")
            weapons = arena.blades[i] if s.phase == "fight" else arena.guns[i]
            return f"{weapons[int(w)].name} at {arena.names[int(j)]}"
        case "power":
            return power_line(next(p for p in arena.powers[i] if p.id == name))
        case "tactic":
            return f"{NAMES[name]} ({COSTS[name]}CP)"
        case "save":
            return f"{name} save: {(decision.values or {})['needed'][name]}+"
        case "edge":
            return f"the {name} edge"
    return _MEANINGS.get(name, name.replace("-", " "))


def power_line(power: Power) -> str:
    return f"{power.name} (warp charge {power.charge}): {power.text}"
