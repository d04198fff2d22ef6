"""Dice, ploys and fights in words, for every edition with operatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from counteract.core.decision import Allocate, Answer, Decision, Dice
from counteract.core.game import Pace
from counteract.mechanics.dicepool import BLOCKS, unblocked
from counteract.mechanics.operatives import chances
from counteract.mechanics.operatives.arena import Arena
from counteract.mechanics.operatives.chances import Chance, Exchange
from counteract.mechanics.operatives.ploys import COMMAND_REROLL
from counteract.mechanics.operatives.rerolls import RerollDecision
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE, Skirmish
from counteract.mechanics.operatives.stats import injured

#: What events say that every edition has. {model} and {target} become names, {player} the name of a team, {faces} the dice
#: of a roll, {successes} what `successes` makes of them.
SENTENCES = {
    "zone": "{player} take the {edge} edge.",
    "deployed": "{model} is set up at ({x:.1f}, {y:.1f}).",
    "turning-point": "Turning point {turn}.",
    "ready": "All operatives are ready.",
    "initiative-roll": "Initiative: {dice[0]} against {dice[1]}.",
    "initiative": "{player} have the initiative.",
    "cp": "{player} gain {amount}CP (now {cp}CP).",
    "ploy": "{player} use {ploy} ({cp}CP left).",
    "firefight": "The Firefight phase begins.",
    "activated": "{model} is activated with {order} order.",
    "action": "{model}: {action}.",
    "moved": "{model} {verb} to {there}.",
    "shoots": "{model} shoots at {target} with {weapon}.",
    "fights": "{model} fights {target}.",
    "rolled": "{player} roll {faces}.",
    "rerolled": "{player} re-roll ({use}): {faces}.",
    "used": "{player} use {use}.",
    "saves": "{player} save {successes}.",
    "unblocked": "Through to {model}: {successes}.",
    "struck": "{model} strikes {target} with {use}.",
    "damage": "{model} takes {amount} damage ({left} left).",
    "shrugged": "{model} shrugs it off.",
    "healed": "{model} regains {amount}.",
    "injured": "{model} is injured.",
    "stunned": "{model} is stunned.",
    "incapacitated": "{model} is incapacitated.",
    "turning-point-over": "Turning point {turn} is over.",
    "wiped-out": "{player} are wiped out.",
    "conceded": "{player} concede.",
}

#: How they are told among others, if they do not begin a paragraph.
PACES: dict[str, Pace] = {
    **dict.fromkeys(("action", "expended", "ready", "removed"), "quiet"),
    **dict.fromkeys(
        (
            "cover-save", "cp", "damage", "deployed", "firefight", "healed", "incapacitated", "initiative", "initiative-roll", "injured",
            "moved", "rerolled", "retained", "rolled", "saves", "shrugged", "struck", "stunned", "unblocked", "used", "zone",
        ),
        "goes on",
    ),
    "activated": "opens",
    "ploy": "goes on within",
    **dict.fromkeys(("shoots", "fights"), "belongs"),
}  # fmt: skip

ORDERS = {ENGAGE: "an Engage", CONCEAL: "a Conceal"}
#: Tells what a picked number means in a decision.
Line = Callable[[Any, Any, Decision, int], str]
_KINDS = {"critical": "a critical", "normal": "a normal"}


def successes(criticals: int, normals: int) -> str:
    """Dice that count, by kind.

    >>> successes(1, 2), successes(0, 1), successes(0, 0)
    ('1 critical and 2 normal', '1 normal', 'nothing')
    """
    kinds = [f"{count} {kind}" for count, kind in ((criticals, "critical"), (normals, "normal")) if count]
    return " and ".join(kinds) or "nothing"


def spent(use: str, thing: str) -> str:
    """What a fighter has used: a success, or a hit, of some kind, perhaps against another.

    >>> spent("strike-critical", "hit"), spent("block-normal-with-critical", "success")
    ('a critical hit', 'a normal success with a critical one')
    """
    _, kind, *rest = use.split("-")
    return f"{_KINDS[kind]} {thing}" + (f" with {_KINDS[rest[1]]} one" if rest else "")


def ploy_name(arena: Arena, player: int, ploy: str) -> str:
    if ploy == COMMAND_REROLL:
        return "Command Re-roll"
    return next((p.name for p in arena.ploys[player] if p.id == ploy), ploy)


def ploy_line(arena: Arena, player: int, name: str) -> str | None:
    """A ploy that may be used: its price and what it does; None if there is no such ploy."""
    ploy = next((p for p in arena.ploys[player] if p.id == name), None)
    return f"{ploy.name} ({ploy.cost}CP): {ploy.text}" if ploy else None


def told(arena: Arena, values: dict[str, Any]) -> dict[str, str]:
    """What the sentences of an event say in words of their own."""
    more: dict[str, str] = {}
    if "ploy" in values:
        more["ploy"] = ploy_name(arena, values["player"], values["ploy"])
    if "criticals" in values:
        more["successes"] = successes(values["criticals"], values["normals"])
    if "order" in values:
        more["order"] = ORDERS[values["order"]]
    return more


def dice_line(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> str | None:
    """Dice to be rolled again, or saves to be spent, with what that would mean; None for any other answer."""
    match answer:
        case Dice(use, chosen) if isinstance(decision, RerollDecision):
            name = "Command Re-roll (1CP)" if use == COMMAND_REROLL else use.replace("-", " ").capitalize()
            return f"{name}: {' '.join(str(decision.results[c]) for c in chosen)}"
        case Allocate() if decision.what == "block":
            return _blocks(s, decision, answer)
    return None


def _blocks(s: Skirmish, decision: Decision, answer: Allocate) -> str:
    values = decision.values or {}
    blocked = ", ".join(f"{n} × {name}" for n, name in zip(answer.counts, BLOCKS, strict=True) if n) or "block nothing"
    criticals, normals = unblocked(values["criticals"], values["normals"], answer)
    damage, left = criticals * values["critical"] + normals * values["normal"], s.models[decision.subject].wounds
    return f"{blocked}: {damage} damage" + (", and it falls" if damage >= left else f" of {left} wounds left" if damage else "")


def resolve_line(decision: Decision, name: str, thing: str) -> str:
    """What a fighter may do with a success, or a hit, and what it would bring."""
    values = decision.values or {}
    verb, kind, *_ = name.split("-")
    if verb == "strike":
        damage, left = values["damage"][kind == "critical"], values["foe_wounds"]
        return f"strike with {spent(name, thing)}: {damage} damage" + (", and it falls" if damage >= left else f" of {left} wounds left")
    return f"{verb} {spent(name, thing)}: saves {values['their_damage'][kind == 'critical']} damage of {values['wounds']} wounds left"


def number(arena: Arena, s: Skirmish, decision: Decision, lines: Mapping[str, Line], picked: int) -> str:
    """What a number stands for: ``lines`` say it by question, and in all others it is an operative."""
    if decision.what == "initiative":
        return str(arena.teams[picked].name)
    line = lines.get(decision.what)
    return operative_line(arena, s, picked) if line is None else line(arena, s, decision, picked)


def operative_line(arena: Arena, s: Skirmish, i: int) -> str:
    """An operative in a list: wounds, order, injury; before it is set up, how far it moves."""
    operative = s.models[i]
    order = operative.order.capitalize() if s.places[i] is not None else f'Move {arena.cards[i].move:g}"'
    return f"{arena.names[i]} ({operative.wounds}/{arena.cards[i].wounds}, {order}{', injured' if injured(arena, s, i) else ''})"


def order_of_effects(arena: Arena, name: str) -> str:
    """One of several things that happen at once."""
    number, _, what = name.partition("/")
    return f"{arena.names[int(number)]}: {what.replace('-', ' ')}"


def about(chance: Chance) -> str:
    """What to expect of an attack, in words.

    >>> about(Chance(4.25, 0.312))
    'about 4.2 damage, falls 31%'
    """
    return f"about {chance.wounds:.1f} damage, falls {chance.falls:.0%}"


def exchanged(fight: Exchange) -> str:
    """What to expect of a fight, in words."""
    return f"{about(fight.dealt)}; in return {about(fight.taken)}"


def opponent_line(edition: Any, arena: Arena, s: Skirmish, i: int, j: int) -> str:
    """An opponent, and what a fight may bring to both; ``edition`` is its part of the odds."""
    fights = (chances.bout(edition, arena, s, i, weapon, j) for weapon in arena.cards[i].weapons if weapon.kind == "melee")
    return f"{operative_line(arena, s, j)}: {exchanged(max(fights, key=chances.gain))}"


def hoped(edition: Any, arena: Arena, s: Skirmish, i: int, weapon: Any, foes: Sequence[int], shot: Callable[[int], Chance]) -> str:
    """What a weapon may do to the target that suits it best, if there is one; ``shot`` tells the odds of shooting at somebody."""
    if not foes:
        return ""
    if weapon.kind == "ranged":
        found = {j: shot(j) for j in foes}
        j = max(found, key=lambda j: (chances.worth(found[j]), -j))
        return f" ({arena.names[j]}: {about(found[j])})"
    fights = {j: chances.bout(edition, arena, s, i, weapon, j) for j in foes}
    j = max(fights, key=lambda j: (chances.gain(fights[j]), -j))
    return f" ({arena.names[j]}: {exchanged(fights[j])})"


def some(names: list[str]) -> str:
    """A few names, and how many more there are."""
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
