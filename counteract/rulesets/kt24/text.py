"""The texts of Kill Team 2024: sentences for events and labels for options."""

from __future__ import annotations

from functools import partial

from counteract.core.decision import Answer, Decision, Pick
from counteract.core.game import Pace
from counteract.core.label import Label, say_label
from counteract.core.language import Phrase, Several, joined, measured, phrases, say
from counteract.core.state import Event
from counteract.mechanics.operatives import attack_odds, text
from counteract.mechanics.operatives.shoot import TargetContext
from counteract.mechanics.operatives.sight import enemies_in_control, gap, near_and_seen
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE
from counteract.mechanics.operatives.stats import weapon_rules
from counteract.rulesets.kt24 import moves, view
from counteract.rulesets.kt24.actions import ACTIONS, END
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.attack_odds import shot
from counteract.rulesets.kt24.odds import RULES
from counteract.rulesets.kt24.shoot import BLAST, TORRENT, SpreadContext, hit_penalty, is_point_blank, legal_targets, torrent_targets, usable_weapons
from counteract.rulesets.kt24.sight import judge_cover
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import MOVES

#: The sentence of each event that the shared texts lack or word otherwise.
SENTENCES: dict[str, Phrase] = text.SENTENCES | phrases(
    {
        "drawn": "{player} hold the initiative for setting up.",
        "initiative-roll": "Initiative: {teams[0]} {dice[0]}, {teams[1]} {dice[1]}.",
        "counteracts": "{model} counteracts.",
        "retained": "{player} keep {successes}.",
        "unrolled": "{model} keeps {amount} of its dice unrolled, as normal successes.",
        "cover-save": "{model} is in cover: {use}.",
        "removed": "{model} is removed.",
        "obscured": "The target is obscured: criticals count as normal, and one success is lost.",
        "blocked": "{model} blocks {use}.",
        "shocked": "{model} is shocked and loses a success.",
        "on-guard": "{model} is on guard.",
        "off-guard": "{model} is no longer on guard.",
        "interrupts": "{model} interrupts.",
        "expended": "{model} is expended.",
        "scored": "Markers score: {teams[0]} {gained[0]}, {teams[1]} {gained[1]}.",
        "kills-scored": "Points for kill grades, and for the higher one: {teams[0]} {grades[0]} + {bonus[0]}, {teams[1]} {grades[1]} + {bonus[1]}.",
    }
)

PACES: dict[str, Pace] = {
    **text.PACES,
    **dict.fromkeys(("blocked", "hot", "obscured", "on-guard", "shocked"), "goes on"),
    "counteracts": "opens",
    "interrupts": "belongs",
}

#: The sentence of a Hot roll, by whether it succeeds.
_HOT = phrases(
    {
        True: "{model}'s weapon does not run hot: {faces}, {needed}+ needed.",
        False: "{model}'s weapon runs hot and harms it: {faces}, {needed}+ needed.",
    }
)
#: The name of each cause of damage other than hits, by rule.
_CAUSES = phrases({"KT24-WR-HOT-02": "Hot", "KT24-WR-DEVASTATING-01": "Devastating", "KT24-WR-DEVASTATING-02": "Devastating"})
_COVER_SAVES = phrases(
    {
        "cover-save": "one die is a normal success",
        "critical-cover-save": "one die is a critical success",
        "two-cover-saves": "two dice are normal successes",
    }
)


def tell(arena: Arena, event: Event) -> str:
    """Return an event as a sentence."""
    sentences = SENTENCES if event.kind != "hot" else {"hot": _HOT[event.values["hit"]]}
    return text.tell(arena, event, sentences, "success", _CAUSES, _COVER_SAVES)


# --- options

#: The label of declining, by question.
_DECLINED = phrases(
    {
        "gambit": "use none",
        "ploy": "use none",
        "counteract": "nobody counteracts",
        "re-roll": "keep them as they are",
        "retain": "use none",
        "secondary": "no further target",
        "interrupt": "do not interrupt",
        "cover-save": "roll every defence die",
    }
)
_MEANINGS = phrases(
    {
        ENGAGE: "Engage\nmay shoot and charge, and counteract later; a valid target even in cover",
        CONCEAL: "Conceal\nnot a valid target while in cover; may not charge, and shoot only with Silent weapons",
        END: "End the activation",
        "cover": "cover\na defence die may be kept as a success",
        "obscured": "obscured\nthe attacker's criticals count as normal, and one success is lost",
        "cover-save": "keep one die as a normal success",
        "critical-cover-save": "keep one die as a critical success",
        "two-cover-saves": "keep two dice as normal successes",
        "severe": "Severe\nturn a normal success into a critical one",
        "rending": "Rending\nturn a normal success into a critical one",
        "punishing": "Punishing\nkeep a fail as a normal success",
        "user-last": "user last",
        "user-first": "user first",
    }
)


#: The label of Blast or Torrent, by whether it has secondary targets.
_SPREADS = phrases(
    {
        (BLAST, True): "Blast\nstrikes {names} too",
        (BLAST, False): "Blast\nstrikes nobody else",
        (TORRENT, True): "Torrent\nmay go on to {names}",
        (TORRENT, False): "Torrent\nthere is no further target",
    }
)


def label(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> Label:
    """Return the label of an option."""
    return text.label(arena, s, decision, answer, _LINES, partial(_name, arena, s, decision), _DECLINED)


def _name(arena: Arena, s: Skirmish, decision: Decision, name: str) -> Label:
    if decision.what == "action" and name in ACTIONS:
        return _label_action(arena, s, decision, name)
    if decision.what == "blast-or-torrent" and name in (BLAST, TORRENT):
        return _label_spread(arena, s, decision, name)
    return text.label_name(arena, decision, name, "success") or say_label(_MEANINGS.get(name) or measured(name.replace("-", " ")))


def _label_spread(arena: Arena, s: Skirmish, decision: Decision, name: str) -> Label:
    """Return the label of Blast or Torrent with its secondary targets. (INT-83)"""
    about = decision.about(SpreadContext)
    i, (w,), j = decision.subject, about.uses, about.target
    rules = weapon_rules(arena, s, i, arena.cards[i].weapons[w], j, gap(arena, s, i, j))
    others = near_and_seen(arena, s, j, rules.blast_radius) if name == BLAST else torrent_targets(arena, s, i, w, j, rules)
    template = _SPREADS[name, bool(others)]
    return say_label(template, names=Several(arena.names[k] for k in others))


def _label_action(arena: Arena, s: Skirmish, decision: Decision, name: str) -> Label:
    i = decision.subject
    cost = text.in_action_points(ACTIONS[name].cost) if s.acting[-1].kind == "activation" else say("free")
    if name in MOVES:
        helped = Pick(name) in decision.options and not moves.has_end(arena, s, i, name)
        return text.label_move(name, cost, moves.limit(arena, s, i, name)[0], helped)
    if Pick(name) not in decision.options or name not in ("shoot", "fight"):
        return text.label_action(name, cost)
    if name == "fight":
        foes = list(enemies_in_control(arena, s, i))
    else:
        seen = {j for w in usable_weapons(arena, s, i) for j in _targets(arena, s, i, w)}
        foes = sorted(seen, key=lambda j: gap(arena, s, i, j))
    return text.label_action(name, cost, text.abbreviate_names([arena.names[j] for j in foes]))


def _targets(arena: Arena, s: Skirmish, i: int, w: int) -> list[int]:
    return legal_targets(arena, s, i, w, point_blank=is_point_blank(arena, s, i))


def _label_target(arena: Arena, s: Skirmish, decision: Decision, j: int) -> Label:
    """Return the label of a target: its distance, cover or obscuring, and the odds."""
    i = decision.subject
    screen = judge_cover(arena, s, i, j)
    terrain = [word for word, parts in ((Phrase("in cover"), screen.cover), (Phrase("obscured"), screen.obscured)) if parts]
    used = [arena.cards[i].weapons[w] for w in decision.about(TargetContext).uses]
    hoped = [text.describe_attack(max((shot(arena, s, i, weapon, j) for weapon in used), key=attack_odds.worth))] if used else []
    known = joined((text.describe_distance(gap(arena, s, i, j)), *terrain, *hoped))
    return text.label_operative(arena, s, j, known)


def _label_unrolled(arena: Arena, s: Skirmish, decision: Decision, dice: int) -> Label:
    return Label(say("keep {dice} unrolled as normal successes", dice=dice) if dice else say("roll every attack die"))


_LINES: dict[str, text.Line] = {
    **text.attack_lines(RULES, shot, _targets, enemies_in_control, view.label_weapon, hit_penalty),
    "accurate": _label_unrolled,
    "target": _label_target,
    "secondary": _label_target,
}
