"""A battle in words: what has happened, and what each option would mean."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from counteract.core.decision import Allocate, Answer, Decision, Pick, Place
from counteract.core.game import Pace
from counteract.core.state import Event
from counteract.mechanics.operatives import chances, stats, words
from counteract.mechanics.operatives.chances import Chance
from counteract.mechanics.operatives.sighting import gap
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE
from counteract.mechanics.showing import option, point, sentence
from counteract.odds import kt21 as odds
from counteract.odds.terms import Terms
from counteract.rulesets.kt21 import moves, view
from counteract.rulesets.kt21.actions import ACTIONS, END, PASSING
from counteract.rulesets.kt21.advice import worse_now
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.measure import COVERED, engaging, screened
from counteract.rulesets.kt21.shoot import OVERWATCH, UNWIELDY, aims, is_sheltered, legal_targets
from counteract.rulesets.kt21.state import Skirmish
from counteract.rulesets.kt21.weapons import MOVES, Weapon

#: What the other events say.
SENTENCES: dict[str, str] = {
    **words.SENTENCES,
    "defender": "{player} are the Defender player.",
    "barricade": "{player} set up a barricade at ({x:.1f}, {y:.1f}), turned {turn:g}°.",
    "no-barricade": "{player} set up no barricade.",
    "no-room": "There is no room for {model}, which takes no part in the battle.",
    "initiative-roll": "Roll-off: {dice[0]} against {dice[1]}.",
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
    "scored": "Victory points: {markers[0]} and {markers[1]} for markers, {kills[0]} and {kills[1]} for kills.",
}

PACES: dict[str, Pace] = {
    **words.PACES,
    **dict.fromkeys(("barricade", "no-barricade", "no-room", "passes", "invulnerable", "parried", "reeled"), "goes on"),
    "overwatches": "opens",
    "unwieldy": "goes on within",
}

_VERBS = {"normal move": "moves", "dash": "dashes", "fall back": "falls back", "charge": "charges"}


def tell(arena: Arena, event: Event) -> str:
    """An event as a sentence."""
    values, more = event.values, words.told(arena, event.values)
    if "use" in values:
        use = values["use"]
        more["use"] = words.spent(use, "hit") if event.kind in ("struck", "parried") else use.replace("-", " ").capitalize()
    if event.kind == "moved":
        more["verb"] = _VERBS[values["action"]]
    return sentence(SENTENCES, event, arena.names, [team.name for team in arena.teams], **more)


# --- options

#: What declining means, by question.
_DECLINED = {
    "barricade": "set up none",
    "strategic-ploy": "pass",
    "ploy": "use none",
    "overwatch": "nobody overwatches",
    "re-roll": "keep them as they are",
    "rending": "leave the hits as they are",
    "secondary": "no further target",
    "cover-save": "roll every defence die",
}
_MEANINGS = {
    ENGAGE: "Engage: may shoot, charge and overwatch; a valid target even in cover",
    CONCEAL: "Conceal: no valid target in cover; no charge, no Overwatch, and only Silent weapons shoot",
    OVERWATCH: "Overwatch (0AP)",
    END: "Pass with all AP that are left",
    "cover-save": "keep one die as a normal save",
    "rending": "Rending: a normal hit becomes a critical one",
}


def label(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> str:
    """An option in a few words, for a person who has to choose."""
    match answer:
        case Allocate(counts) if decision.what == "fusillade":
            return _shares(arena, decision, counts)
        case Place(x, y, _, turn) if decision.what == "barricade":
            return f"at {point((x, y))}, turned {turn:g}°"
    line = words.dice_line(arena, s, decision, answer)
    return line or option(decision, answer, partial(words.number, arena, s, decision, _LINES), partial(_name, arena, s, decision), _DECLINED)


def _shares(arena: Arena, decision: Decision, counts: tuple[int, ...]) -> str:
    rows = (decision.values or {})["rows"]
    return ", ".join(f"{n} at {arena.names[j]}" for j, n in zip(rows, counts, strict=True) if n)


def _name(arena: Arena, s: Skirmish, decision: Decision, name: str) -> str:
    match decision.what:
        case "action" if name in ACTIONS:
            return _action_line(arena, s, decision, name)
        case "strategic-ploy" | "ploy" if line := words.ploy_line(arena, decision.player, name):
            return line
        case "order-of-effects":
            return words.order_of_effects(arena, name)
        case "resolve":
            return words.resolve_line(decision, name, "hit")
        case "which-save":
            return _save_line(decision, name)
        case "drop-zone":
            return f"the {name} edge"
    return _MEANINGS.get(name, name.replace("-", " "))


def _save_line(decision: Decision, name: str) -> str:
    values = decision.values or {}
    if name == "save":
        return f"save: {values['save']}+ with {values['dice']} dice"
    return f"invulnerable save: {values['special']}+ with {values['all']} dice"


def _action_line(arena: Arena, s: Skirmish, decision: Decision, name: str) -> str:
    i = decision.subject
    line = f"{name.title()} ({ACTIONS[name].cost}AP"
    if name in MOVES:
        helped = Pick(name) in decision.options and not moves.has_end(arena, s, i, name)
        return f'{line}, up to {moves.limit(arena, s, i, name):g}"{", only with a ploy" if helped else ""})'
    if name == PASSING:
        return f"{line}): nothing"
    if Pick(name) not in decision.options or name not in ("shoot", "fight"):
        return f"{line})"
    if name == "shoot":
        targets = aims(arena, s, i)
        return f"Shoot ({_price(arena, i, [*targets])}): {_nearest(arena, s, i, {j for legal in targets.values() for j in legal})}"
    return f"{line}): {_nearest(arena, s, i, engaging(arena, s, i))}"


def _price(arena: Arena, i: int, weapons: list[int]) -> str:
    """What it costs to shoot with one of these weapons. (SHOOTACT-01, WR-UNWIELDY-01)"""
    usual = ACTIONS["shoot"].cost
    dear = [arena.cards[i].weapons[w].name for w in weapons if arena.cards[i].weapons[w].rules.unwieldy]
    if len(dear) == len(weapons):
        return f"{usual + UNWIELDY}AP"
    return f"{usual}AP" + (f", {usual + UNWIELDY}AP with {' or '.join(dear)}" if dear else "")


def _nearest(arena: Arena, s: Skirmish, i: int, foes: Iterable[int]) -> str:
    return words.some([arena.names[j] for j in sorted(foes, key=lambda j: gap(arena, s, i, j))])


def _target_line(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
    """A target with how far away it is, what shelters it from the weapon used, and what to expect."""
    i = decision.subject
    (w,) = (decision.values or {})["uses"]
    weapon: Weapon = arena.cards[i].weapons[w]
    shelter = ""
    if _sheltered(arena, s, i, weapon, j):
        shelter = ", below terrain" if _now(arena, s, i, weapon, j).rules.barrage else ", in cover"
    about = words.about(shot(arena, s, i, weapon, j))
    return f'{words.operative_line(arena, s, j)}: {gap(arena, s, i, j):.1f}" away{shelter}, {about}'


def _opponent_line(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
    return words.opponent_line(odds, arena, s, decision.subject, j)


def _weapon_line(arena: Arena, s: Skirmish, decision: Decision, w: int) -> str:
    """A weapon as a card prints it, and what it may do to the target that suits it best."""
    i = decision.subject
    weapon: Weapon = arena.cards[i].weapons[w]
    foes = legal_targets(arena, s, i, w) if weapon.kind == "ranged" else engaging(arena, s, i)
    return view.weapon_line(weapon, stats.hit(arena, s, i, weapon)) + words.hoped(
        odds, arena, s, i, weapon, foes, lambda j: shot(arena, s, i, weapon, j)
    )


def _now(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> Weapon:
    used: Weapon = chances.in_hand(arena, s, i, weapon, j, worse_now(s))
    return used


def _sheltered(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> bool:
    return is_sheltered(arena, s, _now(arena, s, i, weapon, j).rules, j, screened(arena, s, i, j) == COVERED)


def shot(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> Chance:
    """The odds of a shot as it would be, with what shelters the target."""
    sheltered = _sheltered(arena, s, i, weapon, j)
    terms = Terms(cover=sheltered, roof=sheltered, lethal_needs_hit=arena.switches.lethal_needs_hit)
    return chances.shot(odds, arena, s, _now(arena, s, i, weapon, j), j, terms)


_LINES: dict[str, words.Line] = {
    **dict.fromkeys(("target", "secondary"), _target_line),
    "opponent": _opponent_line,
    "weapon": _weapon_line,
}
