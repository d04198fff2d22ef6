"""A battle in words: what has happened, and what each option would mean."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from counteract.core.decision import Answer, Decision, Pick
from counteract.core.game import Pace
from counteract.core.state import Event
from counteract.mechanics.operatives import chances, words
from counteract.mechanics.operatives.chances import Chance
from counteract.mechanics.operatives.sighting import enemies_in_control, gap
from counteract.mechanics.showing import option, sentence
from counteract.odds import kt24 as odds
from counteract.odds.terms import Terms
from counteract.rulesets.kt24 import moves, stats, view
from counteract.rulesets.kt24.actions import ACTIONS, END
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.measure import height_above, screened
from counteract.rulesets.kt24.shoot import legal_targets, usable
from counteract.rulesets.kt24.state import CONCEAL, ENGAGE, Skirmish
from counteract.rulesets.kt24.weapons import MOVES, Weapon

#: What the other events say.
SENTENCES: dict[str, str] = {
    **words.SENTENCES,
    "drawn": "{player} hold the initiative for setting up.",
    "counteracts": "{model} counteracts.",
    "retained": "{player} keep {successes}.",
    "cover-save": "{model} is in cover: {use}.",
    "removed": "{model} is removed.",
    "hot": "{model}'s weapon runs hot: {result}.",
    "blocked": "{model} blocks {use}.",
    "shocked": "{model} is shocked and loses a success.",
    "on-guard": "{model} is on guard.",
    "off-guard": "{model} is no longer on guard.",
    "interrupts": "{model} interrupts.",
    "expended": "{model} is expended.",
    "scored": "Markers score {gained[0]} and {gained[1]}.",
    "kills-scored": "Kill grades score {grades[0]} and {grades[1]}, the higher one {bonus[0]} and {bonus[1]} more.",
}

PACES: dict[str, Pace] = {
    **words.PACES,
    **dict.fromkeys(("blocked", "hot", "on-guard", "shocked"), "goes on"),
    "counteracts": "opens",
    "interrupts": "belongs",
}

_VERBS = {"reposition": "repositions", "dash": "dashes", "fall back": "falls back", "charge": "charges"}
_COVER_SAVES = {
    "cover-save": "one die is a normal success",
    "critical-cover-save": "one die is a critical success",
    "two-cover-saves": "two dice are normal successes",
}


def tell(arena: Arena, event: Event) -> str:
    """An event as a sentence."""
    values, more = event.values, words.told(arena, event.values)
    if event.kind in ("struck", "blocked"):
        more["use"] = words.spent(values["use"], "success")
    elif "use" in values:
        more["use"] = _COVER_SAVES.get(values["use"]) or values["use"].replace("-", " ").capitalize()
    if event.kind == "moved":
        more["verb"] = _VERBS.get(values["action"], "moves")
    return sentence(SENTENCES, event, arena.names, [team.name for team in arena.teams], **more)


# --- options

#: What declining means, by question.
_DECLINED = {
    "gambit": "use none",
    "ploy": "use none",
    "counteract": "nobody counteracts",
    "re-roll": "keep them as they are",
    "retain": "use none",
    "secondary": "no further target",
    "interrupt": "do not interrupt",
    "cover-save": "roll every defence die",
}
_MEANINGS = {
    ENGAGE: "Engage: may shoot and charge, and counteract later; a valid target even in cover",
    CONCEAL: "Conceal: no valid target while in cover; may not charge, and shoot only with Silent weapons",
    END: "End the activation",
    "cover": "cover: a defence die may be kept as a success",
    "obscured": "obscured: the attacker's criticals count as normal, and one success is lost",
    "cover-save": "keep one die as a normal success",
    "critical-cover-save": "keep one die as a critical success",
    "two-cover-saves": "keep two dice as normal successes",
    "severe": "Severe: turn a normal success into a critical one",
    "rending": "Rending: turn a normal success into a critical one",
    "punishing": "Punishing: keep a fail as a normal success",
}


def label(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> str:
    """An option in a few words, for a person who has to choose."""
    line = words.dice_line(arena, s, decision, answer)
    return line or option(decision, answer, partial(words.number, arena, s, decision, _LINES), partial(_name, arena, s, decision), _DECLINED)


def _name(arena: Arena, s: Skirmish, decision: Decision, name: str) -> str:
    match decision.what:
        case "action" if name in ACTIONS:
            return _action_line(arena, s, decision, name)
        case "gambit" | "ploy" if line := words.ploy_line(arena, decision.player, name):
            return line
        case "order-of-effects":
            return words.order_of_effects(arena, name)
        case "resolve":
            return words.resolve_line(decision, name, "success")
        case "drop-zone":
            return f"the {name} edge"
    return _MEANINGS.get(name, name.replace("-", " "))


def _action_line(arena: Arena, s: Skirmish, decision: Decision, name: str) -> str:
    i = decision.subject
    cost = f"{ACTIONS[name].cost}AP" if s.acting[-1].kind == "activation" else "free"
    line = f"{name.title()} ({cost}"
    if name in MOVES:
        helped = Pick(name) in decision.options and not moves.has_end(arena, s, i, name)
        return f'{line}, up to {moves.limit(arena, s, i, name)[0]:g}"{", only with a ploy" if helped else ""})'
    if Pick(name) not in decision.options or name not in ("shoot", "fight"):
        return f"{line})"
    if name == "fight":
        foes = list(enemies_in_control(arena, s, i))
    else:
        seen = {j for w in usable(arena, s, i) for j in legal_targets(arena, s, i, w)}
        foes = sorted(seen, key=lambda j: gap(arena, s, i, j))
    return f"{line}): {words.some([arena.names[j] for j in foes])}"


def _target_line(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
    """A target with how far away it is, what terrain does for it, and what to expect."""
    i = decision.subject
    screen = screened(arena, s, i, j)
    terrain = [word for word, parts in (("in cover", screen.cover), ("obscured", screen.obscured)) if parts]
    used = [arena.cards[i].weapons[w] for w in (decision.values or {}).get("uses", ())]
    line = f"{words.operative_line(arena, s, j)}: " + ", ".join([f'{gap(arena, s, i, j):.1f}" away', *terrain])
    if not used:
        return line
    hoped = max((shot(arena, s, i, weapon, j) for weapon in used), key=chances.worth)
    return f"{line}, {words.about(hoped)}"


def _kept_unrolled(arena: Arena, s: Skirmish, decision: Decision, dice: int) -> str:
    return f"keep {dice} unrolled as normal successes" if dice else "roll every attack die"


def _opponent_line(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
    return words.opponent_line(odds, arena, s, decision.subject, j)


def _weapon_line(arena: Arena, s: Skirmish, decision: Decision, w: int) -> str:
    """A weapon as a card prints it, with the Hit it has now and what it may do to the target that suits it best."""
    i = decision.subject
    weapon: Weapon = arena.cards[i].weapons[w]
    foes = legal_targets(arena, s, i, w) if weapon.kind == "ranged" else enemies_in_control(arena, s, i)
    return view.weapon_line(weapon, stats.hit(arena, s, i, weapon)) + words.hoped(
        odds, arena, s, i, weapon, foes, lambda j: shot(arena, s, i, weapon, j)
    )


def shot(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> Chance:
    """The odds of a shot as it would be: with cover, what obscures, and high ground."""
    screen = screened(arena, s, i, j)
    used = chances.in_hand(arena, s, i, weapon, j)
    if s.models[j].order == ENGAGE:
        used = replace(used, rules=stats.high_ground(used.rules, height_above(arena, s, i, j)))
    switches = arena.switches
    terms = Terms(cover=bool(screen.cover), obscured=bool(screen.obscured), printing=switches.printing, accurate_multi=switches.accurate_multi)
    return chances.shot(odds, arena, s, used, j, terms)


_LINES: dict[str, words.Line] = {
    "weapon": _weapon_line,
    "accurate": _kept_unrolled,
    "target": _target_line,
    "secondary": _target_line,
    "opponent": _opponent_line,
}
