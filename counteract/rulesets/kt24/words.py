"""A battle in words: what has happened, and what each option would mean."""

from __future__ import annotations

from functools import partial

from counteract.core.decision import Allocate, Answer, Decision, Dice, Pick
from counteract.core.game import Pace
from counteract.core.state import Event
from counteract.mechanics.dicepool import BLOCKS, unblocked
from counteract.mechanics.showing import option, sentence
from counteract.rulesets.kt24 import moves, stats, view
from counteract.rulesets.kt24.actions import ACTIONS, END
from counteract.rulesets.kt24.advice import expected_damage
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.attack import COMMAND_REROLL, RerollDecision
from counteract.rulesets.kt24.measure import enemies_in_control, gap, screened
from counteract.rulesets.kt24.phases import price
from counteract.rulesets.kt24.shoot import legal_targets, usable
from counteract.rulesets.kt24.state import CONCEAL, ENGAGE, Skirmish
from counteract.rulesets.kt24.weapons import MOVES, Weapon

#: What each kind of event says. {model} and {target} become names, {player} the name of a team, {faces} the dice of a
#: roll, {successes} what `successes` makes of them.
SENTENCES: dict[str, str] = {
    "drawn": "{player} hold the initiative for setting up.",
    "zone": "{player} take the {edge} edge.",
    "deployed": "{model} is set up at ({x:.1f}, {y:.1f}).",
    "turning-point": "Turning point {turn}.",
    "initiative-roll": "Initiative: {dice[0]} against {dice[1]}.",
    "initiative": "{player} have the initiative.",
    "cp": "{player} gain {amount}CP (now {cp}CP).",
    "ready": "All operatives are ready.",
    "firefight": "The Firefight phase begins.",
    "ploy": "{player} use {ploy} ({cp}CP left).",
    "activated": "{model} is activated with {order} order.",
    "counteracts": "{model} counteracts.",
    "action": "{model}: {action}.",
    "moved": "{model} {verb} to {there}.",
    "shoots": "{model} shoots at {target} with {weapon}.",
    "fights": "{model} fights {target}.",
    "rolled": "{player} roll {faces}.",
    "rerolled": "{player} re-roll ({use}): {faces}.",
    "used": "{player} use {use}.",
    "retained": "{player} keep {successes}.",
    "cover-save": "{model} is in cover: {use}.",
    "saves": "{player} save {successes}.",
    "unblocked": "Through to {model}: {successes}.",
    "damage": "{model} takes {amount} damage ({left} left).",
    "shrugged": "{model} shrugs it off.",
    "healed": "{model} regains {amount}.",
    "injured": "{model} is injured.",
    "incapacitated": "{model} is incapacitated.",
    "removed": "{model} is removed.",
    "stunned": "{model} is stunned.",
    "hot": "{model}'s weapon runs hot: {result}.",
    "struck": "{model} strikes {target} with {use}.",
    "blocked": "{model} blocks {use}.",
    "shocked": "{model} is shocked and loses a success.",
    "on-guard": "{model} is on guard.",
    "off-guard": "{model} is no longer on guard.",
    "interrupts": "{model} interrupts.",
    "expended": "{model} is expended.",
    "scored": "Markers score {gained[0]} and {gained[1]}.",
    "turning-point-over": "Turning point {turn} is over.",
    "kills-scored": "Kill grades score {grades[0]} and {grades[1]}, the higher one {bonus[0]} and {bonus[1]} more.",
    "wiped-out": "{player} are wiped out.",
    "conceded": "{player} concede.",
}

#: How each kind of event is told among others, if it does not begin a paragraph.
PACES: dict[str, Pace] = {
    **dict.fromkeys(("action", "expended", "removed", "ready"), "quiet"),
    **dict.fromkeys(
        (
            "blocked", "cover-save", "cp", "damage", "deployed", "firefight", "healed", "hot", "incapacitated", "initiative",
            "initiative-roll", "injured", "moved", "on-guard", "rerolled", "retained", "rolled", "saves", "shocked",
            "shrugged", "struck", "stunned", "unblocked", "used", "zone",
        ),
        "goes on",
    ),
    "activated": "opens",
    "counteracts": "opens",
    "ploy": "goes on within",
    **dict.fromkeys(("shoots", "fights", "interrupts"), "belongs"),
}  # fmt: skip

_VERBS = {"reposition": "repositions", "dash": "dashes", "fall back": "falls back", "charge": "charges"}
_SPENT = {
    "strike-critical": "a critical success",
    "strike-normal": "a normal success",
    "block-critical-with-critical": "a critical success with a critical one",
    "block-normal-with-critical": "a normal success with a critical one",
    "block-normal-with-normal": "a normal success with a normal one",
    "cover-save": "one die is a normal success",
    "critical-cover-save": "one die is a critical success",
    "two-cover-saves": "two dice are normal successes",
}
_ORDERS = {ENGAGE: "an Engage", CONCEAL: "a Conceal"}


def tell(arena: Arena, event: Event) -> str:
    """An event as a sentence."""
    values, more = event.values, {}
    if "ploy" in values:
        more["ploy"] = _ploy_name(arena, values["player"], values["ploy"])
    if "use" in values:
        more["use"] = _SPENT.get(values["use"]) or values["use"].replace("-", " ").capitalize()
    if "criticals" in values:
        more["successes"] = successes(values["criticals"], values["normals"])
    if "order" in values:
        more["order"] = _ORDERS[values["order"]]
    if event.kind == "moved":
        more["verb"] = _VERBS.get(values["action"], "moves")
    return sentence(SENTENCES, event, arena.names, [team.name for team in arena.teams], **more)


def successes(criticals: int, normals: int) -> str:
    """Dice that count, by kind.

    >>> successes(1, 2), successes(0, 1), successes(0, 0)
    ('1 critical and 2 normal', '1 normal', 'nothing')
    """
    kinds = [f"{count} {kind}" for count, kind in ((criticals, "critical"), (normals, "normal")) if count]
    return " and ".join(kinds) or "nothing"


def _ploy_name(arena: Arena, player: int, ploy: str) -> str:
    if ploy == COMMAND_REROLL:
        return "Command Re-roll"
    return next((p.name for p in arena.ploys[player] if p.id == ploy), ploy)



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
    match answer:
        case Dice(use, chosen) if isinstance(decision, RerollDecision):
            name = "Command Re-roll (1CP)" if use == COMMAND_REROLL else use.replace("-", " ").capitalize()
            return f"{name}: {' '.join(str(decision.results[c]) for c in chosen)}"
        case Allocate() if decision.what == "block":
            return _blocks(arena, s, decision, answer)
    return option(decision, answer, partial(_number, arena, s, decision), partial(_name, arena, s, decision), _DECLINED)


def _number(arena: Arena, s: Skirmish, decision: Decision, number: int) -> str:
    match decision.what:
        case "weapon":
            return weapon_line(arena, s, decision.subject, number)
        case "initiative":
            return arena.teams[number].name
        case "accurate":
            return f"keep {number} unrolled as normal successes" if number else "roll every attack die"
        case "target" | "secondary":
            return _target_line(arena, s, decision, number)
        case "opponent":
            return f"{_operative_line(arena, s, number)}: {_blows(arena, s, decision.subject, number)}"
    return _operative_line(arena, s, number)


def _name(arena: Arena, s: Skirmish, decision: Decision, name: str) -> str:
    match decision.what:
        case "action" if name in ACTIONS:
            return _action_line(arena, s, decision, name)
        case "gambit" | "ploy" if ploy := next((p for p in arena.ploys[decision.player] if p.id == name), None):
            return f"{ploy.name} ({price(ploy)}CP): {ploy.text}"
        case "order-of-effects":
            number, _, what = name.partition("/")
            return f"{arena.names[int(number)]}: {what.replace('-', ' ')}"
        case "resolve":
            return _resolve_line(decision, name)
        case "drop-zone":
            return f"the {name} edge"
    return _MEANINGS.get(name, name.replace("-", " "))


def _operative_line(arena: Arena, s: Skirmish, i: int) -> str:
    operative = s.models[i]
    order = operative.order.capitalize() if s.places[i] is not None else f'Move {arena.cards[i].move:g}"'
    injured = ", injured" if stats.injured(arena, s, i) else ""
    return f"{arena.names[i]} ({operative.wounds}/{arena.cards[i].wounds}, {order}{injured})"


def _action_line(arena: Arena, s: Skirmish, decision: Decision, name: str) -> str:
    i = decision.subject
    cost = f"{ACTIONS[name].cost}AP" if s.acting[-1].kind == "activation" else "free"
    line = f"{name.title()} ({cost}"
    if name in MOVES:
        return f'{line}, up to {moves.limit(arena, s, i, name)[0]:g}")'
    if Pick(name) not in decision.options or name not in ("shoot", "fight"):
        return f"{line})"
    if name == "fight":
        foes = list(enemies_in_control(arena, s, i))
    else:
        seen = {j for w in usable(arena, s, i) for j in legal_targets(arena, s, i, w)}
        foes = sorted(seen, key=lambda j: gap(arena, s, i, j))
    names = ", ".join(arena.names[j] for j in foes[:3])
    return f"{line}): {names}" + (f" and {len(foes) - 3} more" if len(foes) > 3 else "")


def _target_line(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
    """A target with how far away it is, what terrain does for it, and what to expect."""
    i = decision.subject
    screen = screened(arena, s, i, j)
    terrain = [word for word, parts in (("in cover", screen.cover), ("obscured", screen.obscured)) if parts]
    used = [arena.cards[i].weapons[w] for w in (decision.values or {}).get("uses", ())]
    line = f"{_operative_line(arena, s, j)}: " + ", ".join([f'{gap(arena, s, i, j):.1f}" away', *terrain])
    if not used:
        return line
    about = _about(max(expected_damage(arena, s, i, weapon, j) for weapon in used), s.models[j].wounds)
    return f"{line}, {about}{' in the open' if terrain else ''}"


def _about(damage: float, wounds: int) -> str:
    """Expected damage in words; `expected_damage` adds something where a kill is likely."""
    return "likely to fall" if damage > wounds else f"about {damage:.0f} damage"


def _blows(arena: Arena, s: Skirmish, i: int, j: int) -> str:
    """What a fight may bring, to both."""

    def best(one: int, two: int) -> str:
        blows = [expected_damage(arena, s, one, w, two) for w in arena.cards[one].weapons if w.kind == "melee"]
        return _about(max(blows, default=0.0), s.models[two].wounds)

    return f"{best(i, j)}; in return {best(j, i)}"


def weapon_line(arena: Arena, s: Skirmish, i: int, w: int) -> str:
    """A weapon as a card prints it, with the Hit it has now and what it may do to the target that suits it best."""
    weapon: Weapon = arena.cards[i].weapons[w]
    foes = legal_targets(arena, s, i, w) if weapon.kind == "ranged" else enemies_in_control(arena, s, i)
    line = view.weapon_line(weapon, stats.hit(arena, s, i, weapon))
    if not foes:
        return line
    best = max(foes, key=lambda j: expected_damage(arena, s, i, weapon, j))
    return f"{line} ({_about(expected_damage(arena, s, i, weapon, best), s.models[best].wounds)}: {arena.names[best]})"


def _blocks(arena: Arena, s: Skirmish, decision: Decision, answer: Allocate) -> str:
    values = decision.values or {}
    blocked = ", ".join(f"{n} × {name}" for n, name in zip(answer.counts, BLOCKS, strict=True) if n) or "block nothing"
    criticals, normals = unblocked(values["criticals"], values["normals"], answer)
    damage, left = criticals * values["critical"] + normals * values["normal"], s.models[decision.subject].wounds
    return f"{blocked}: {damage} damage" + (", and it falls" if damage >= left else f" of {left} wounds left" if damage else "")


def _resolve_line(decision: Decision, name: str) -> str:
    values = decision.values or {}
    critical = name in ("strike-critical", "block-critical-with-critical")
    if name.startswith("strike"):
        damage, left = values["damage"][critical], values["foe_wounds"]
        return f"strike with {_SPENT[name]}: {damage} damage" + (", and it falls" if damage >= left else f" of {left} wounds left")
    return f"block {_SPENT[name]}: saves {values['their_damage'][critical]} damage of {values['wounds']} wounds left"
