"""The texts of Kill Team 2021: sentences for events and labels for options."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from counteract.core.decision import Allocate, Answer, Decision, Pick, Place
from counteract.core.game import Pace
from counteract.core.language import Phrase, joined, measured, phrases, say, say_count
from counteract.core.state import Event
from counteract.mechanics.operatives import text
from counteract.mechanics.operatives.sight import gap
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE
from counteract.mechanics.text import point
from counteract.odds import kt21 as odds
from counteract.rulesets.kt21 import moves, view
from counteract.rulesets.kt21.actions import ACTIONS, END, PASSING
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.attack_odds import now, sheltered, shot
from counteract.rulesets.kt21.measure import engaging
from counteract.rulesets.kt21.shoot import OVERWATCH, UNWIELDY, aims, legal_targets, worse
from counteract.rulesets.kt21.state import Skirmish
from counteract.rulesets.kt21.weapons import MOVES, Weapon

#: The sentence of each event that the shared texts lack or word otherwise.
SENTENCES: dict[str, Phrase] = text.SENTENCES | phrases(
    {
        "defender": "{player} are the Defender player.",
        "barricade": "{player} set up a barricade.",
        "no-barricade": "{player} set up no barricade.",
        "initiative-roll": "Roll-off: {teams[0]} {dice[0]}, {teams[1]} {dice[1]}.",
        "overwatches": "{model} overwatches.",
        "passes": "{model} passes ({points} AP).",
        "expended": "{model} has been activated.",
        "retained": "{player} hit with {successes}.",
        "invulnerable": "{model} relies on its invulnerable save, {save}+.",
        "cover-save": "{model} is sheltered: one die is a normal save.",
        "unwieldy": "{weapon} is unwieldy: {model} spends {cost} AP more.",
        "parried": "{model} parries {use}.",
        "reeled": "{model} reels and loses a normal hit.",
        "removed": "{model} leaves the killzone.",
        "scored": "Victory points for markers and kills: {teams[0]} {markers[0]} and {kills[0]}, {teams[1]} {markers[1]} and {kills[1]}.",
    }
)

PACES: dict[str, Pace] = {
    **text.PACES,
    **dict.fromkeys(("barricade", "no-barricade", "passes", "invulnerable", "parried", "reeled"), "goes on"),
    "overwatches": "opens",
    "unwieldy": "goes on within",
}

#: The name of each cause of damage other than hits, by rule.
_CAUSES = phrases(
    {
        "KT21-WR-HOT-01": "Hot",
        "KT21-WR-MW-01": "Mortal wounds",
        "KT21-WR-SPLASH-01": "Splash",
        "KT21-WR-SPLASH-02": "Splash",
        "KT21-WR-REAP-01": "Reap",
        "KT21-INT-43": "Psychic Strike",
    }
)


def tell(arena: Arena, event: Event) -> str:
    """Return an event as a sentence."""
    return text.tell(arena, event, SENTENCES, "hit", _CAUSES, moves.figures)


# --- options

#: The label of declining, by question.
_DECLINED = phrases(
    {
        "barricade": "set up none",
        "strategic-ploy": "pass",
        "ploy": "use none",
        "overwatch": "nobody overwatches",
        "re-roll": "keep them as they are",
        "rending": "leave the hits as they are",
        "secondary": "no further target",
        "cover-save": "roll every defence die",
    }
)
_MEANINGS = phrases(
    {
        ENGAGE: "Engage: may shoot, charge and overwatch; a valid target even in cover",
        CONCEAL: "Conceal: not a valid target while in cover; no charge, no Overwatch, and only Silent weapons shoot",
        OVERWATCH: "Overwatch (0AP)",
        END: "Pass with all AP that are left",
        "cover-save": "keep one die as a normal save",
        "rending": "Rending: a normal hit becomes a critical one",
    }
)


def label(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> str:
    """Return the label of an option."""
    match answer:
        case Allocate(counts) if decision.what == "fusillade":
            return _shares(arena, decision, counts)
        case Place(x, y, _, turn) if decision.what == "barricade":
            return say("at {place}, turned {turn:g}°", place=point((x, y)), turn=turn)
    return text.label(arena, s, decision, answer, _LINES, partial(_name, arena, s, decision), _DECLINED)


def _shares(arena: Arena, decision: Decision, counts: tuple[int, ...]) -> str:
    rows = (decision.values or {})["rows"]
    return joined(say("{count} at {target}", count=n, target=arena.names[j]) for j, n in zip(rows, counts, strict=True) if n)


def _name(arena: Arena, s: Skirmish, decision: Decision, name: str) -> str:
    match decision.what:
        case "action" if name in ACTIONS:
            return _action_line(arena, s, decision, name)
        case "which-save":
            return _save_line(decision, name)
    return text.name_line(arena, decision, name, "hit") or say(_MEANINGS.get(name) or measured(name.replace("-", " ")))


def _save_line(decision: Decision, name: str) -> str:
    values = decision.values or {}
    if name == "save":
        return say_count("save: {save}+ with {count} die", "save: {save}+ with {count} dice", values["dice"], save=values["save"])
    save, dice = values["special"], values["all"]
    return say_count("invulnerable save: {save}+ with {count} die", "invulnerable save: {save}+ with {count} dice", dice, save=save)


def _action_line(arena: Arena, s: Skirmish, decision: Decision, name: str) -> str:
    i = decision.subject
    cost = text.cost_line(ACTIONS[name].cost)
    if name in MOVES:
        helped = Pick(name) in decision.options and not moves.has_end(arena, s, i, name)
        return text.move_line(name, cost, moves.limit(arena, s, i, name), helped)
    if name == PASSING:
        return text.action_line(name, cost, say("without effect"))
    if Pick(name) not in decision.options or name not in ("shoot", "fight"):
        return text.action_line(name, cost)
    if name == "shoot":
        targets = aims(arena, s, i)
        return text.action_line(name, _price(arena, i, [*targets]), _nearest(arena, s, i, {j for legal in targets.values() for j in legal}))
    return text.action_line(name, cost, _nearest(arena, s, i, engaging(arena, s, i)))


def _price(arena: Arena, i: int, weapons: list[int]) -> str:
    """Return the AP cost of shooting with one of these weapons, as text. (SHOOTACT-01, WR-UNWIELDY-01)"""
    usual = ACTIONS["shoot"].cost
    dear = [arena.cards[i].weapons[w].name for w in weapons if arena.cards[i].weapons[w].rules.unwieldy]
    if len(dear) == len(weapons):
        return text.cost_line(usual + UNWIELDY)
    if not dear:
        return text.cost_line(usual)
    return say("{cost}AP, {more}AP with {weapons}", cost=usual, more=usual + UNWIELDY, weapons=say(" or ").join(map(say, dear)))


def _nearest(arena: Arena, s: Skirmish, i: int, foes: Iterable[int]) -> str:
    return text.some([arena.names[j] for j in sorted(foes, key=lambda j: gap(arena, s, i, j))])


def _target_line(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
    """Return the label of a target: its distance, its shelter from the weapon, and the odds."""
    i = decision.subject
    (w,) = (decision.values or {})["uses"]
    weapon: Weapon = arena.cards[i].weapons[w]
    known = [text.away(gap(arena, s, i, j))]
    if sheltered(arena, s, i, weapon, j):
        known.append(Phrase("below terrain") if now(arena, s, i, weapon, j).rules.barrage else Phrase("in cover"))
    known.append(text.about(shot(arena, s, i, weapon, j)))
    return say("{name}: {text}", name=text.operative_line(arena, s, j), text=joined(known))


_LINES: dict[str, text.Line] = {
    **dict.fromkeys(("target", "secondary"), _target_line),
    **text.attack_lines(odds, shot, legal_targets, engaging, view.weapon_line, worse),
}
