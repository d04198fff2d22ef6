"""The texts of Kill Team 2021: sentences for events and labels for options."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from counteract.core.decision import Allocate, Answer, Decision, Pick, Place
from counteract.core.game import Pace
from counteract.core.label import Label, say_label
from counteract.core.language import Phrase, joined, measured, phrases, say, say_count
from counteract.core.state import Event
from counteract.mechanics.operatives import text
from counteract.mechanics.operatives.shoot import TargetContext
from counteract.mechanics.operatives.sight import gap
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE
from counteract.mechanics.text import point
from counteract.rulesets.kt21 import moves, view
from counteract.rulesets.kt21.actions import ACTIONS, END, PASSING
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.attack_odds import now, sheltered, shot
from counteract.rulesets.kt21.odds import RULES
from counteract.rulesets.kt21.shoot import OVERWATCH, UNWIELDY, FusilladeContext, SaveContext, hit_penalty, legal_targets, targets_by_weapon
from counteract.rulesets.kt21.sight import engaged_enemies
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
    return text.tell(arena, event, SENTENCES, "hit", _CAUSES)


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
        ENGAGE: "Engage\nmay shoot, charge and overwatch; a valid target even in cover",
        CONCEAL: "Conceal\nnot a valid target while in cover; no charge, no Overwatch, and only Silent weapons shoot",
        END: "Pass with all AP that are left",
        "cover-save": "keep one die as a normal save",
        "rending": "Rending\na normal hit becomes a critical one",
    }
)


def label(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> Label:
    """Return the label of an option."""
    match answer:
        case Allocate(counts) if decision.what == "fusillade":
            return Label(_shares(arena, decision, counts))
        case Place(x, y, _, turn) if decision.what == "barricade":
            return Label(say("at {place}, turned {turn:g}°", place=point((x, y)), turn=turn))
    return text.label(arena, s, decision, answer, _LINES, partial(_name, arena, s, decision), _DECLINED)


def _shares(arena: Arena, decision: Decision, counts: tuple[int, ...]) -> str:
    rows = decision.about(FusilladeContext).rows
    return joined(say("{count} at {target}", count=n, target=arena.names[j]) for j, n in zip(rows, counts, strict=True) if n)


def _name(arena: Arena, s: Skirmish, decision: Decision, name: str) -> Label:
    match decision.what:
        case "action" if name in ACTIONS:
            return _label_action(arena, s, decision, name)
        case "action" if name == OVERWATCH:
            return Label(say("Overwatch"), figures=(text.in_action_points(0),))
        case "which-save":
            return _label_save(decision, name)
    return text.label_name(arena, decision, name, "hit") or say_label(_MEANINGS.get(name) or measured(name.replace("-", " ")))


def _label_save(decision: Decision, name: str) -> Label:
    ways = decision.about(SaveContext)
    if name == "save":
        title, save, dice = say("save"), ways.save, ways.dice
    else:
        title, save, dice = say("invulnerable save"), ways.special, ways.all
    return Label(title, say_count("{save}+ with {count} die", "{save}+ with {count} dice", dice, save=save))


def _label_action(arena: Arena, s: Skirmish, decision: Decision, name: str) -> Label:
    i = decision.subject
    cost = text.in_action_points(ACTIONS[name].cost)
    if name in MOVES:
        helped = Pick(name) in decision.options and not moves.has_end(arena, s, i, name)
        return text.label_move(name, cost, moves.limit(arena, s, i, name), helped)
    if name == PASSING:
        return text.label_action(name, cost, say("without effect"))
    if Pick(name) not in decision.options or name not in ("shoot", "fight"):
        return text.label_action(name, cost)
    if name == "shoot":
        targets = targets_by_weapon(arena, s, i)
        return text.label_action(name, _price(arena, i, [*targets]), _nearest(arena, s, i, {j for legal in targets.values() for j in legal}))
    return text.label_action(name, cost, _nearest(arena, s, i, engaged_enemies(arena, s, i)))


def _price(arena: Arena, i: int, weapons: list[int]) -> str:
    """Return the AP cost of shooting with one of these weapons, as text. (SHOOTACT-01, WR-UNWIELDY-01)"""
    usual = ACTIONS["shoot"].cost
    dear = [arena.cards[i].weapons[w].name for w in weapons if arena.cards[i].weapons[w].rules.unwieldy]
    if len(dear) == len(weapons):
        return text.in_action_points(usual + UNWIELDY)
    if not dear:
        return text.in_action_points(usual)
    return say("{cost}AP, {more}AP with {weapons}", cost=usual, more=usual + UNWIELDY, weapons=say(" or ").join(map(say, dear)))


def _nearest(arena: Arena, s: Skirmish, i: int, foes: Iterable[int]) -> str:
    return text.abbreviate_names([arena.names[j] for j in sorted(foes, key=lambda j: gap(arena, s, i, j))])


def _label_target(arena: Arena, s: Skirmish, decision: Decision, j: int) -> Label:
    """Return the label of a target: its distance, its shelter from the weapon, and the odds."""
    i = decision.subject
    (w,) = decision.about(TargetContext).uses
    weapon: Weapon = arena.cards[i].weapons[w]
    known = [text.describe_distance(gap(arena, s, i, j))]
    if sheltered(arena, s, i, weapon, j):
        known.append(Phrase("below terrain") if now(arena, s, i, weapon, j).rules.barrage else Phrase("in cover"))
    known.append(text.describe_attack(shot(arena, s, i, weapon, j)))
    return text.label_operative(arena, s, j, joined(known))


_LINES: dict[str, text.Line] = {
    **dict.fromkeys(("target", "secondary"), _label_target),
    **text.attack_lines(RULES, shot, legal_targets, engaged_enemies, view.label_weapon, hit_penalty),
}
