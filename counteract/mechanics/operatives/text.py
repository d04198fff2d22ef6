"""Dice, ploys and fights in words, for every edition with operatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from counteract.attacks import rerolls
from counteract.attacks.dicepool import CRITICALS, NORMALS, counted, unblocked
from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.core import language
from counteract.core.decision import Allocate, Answer, Decision, Dice
from counteract.core.game import Pace
from counteract.core.language import Phrase, joined, phrases, say, say_count
from counteract.core.state import Event
from counteract.mechanics.moves.limits import in_tenths
from counteract.mechanics.names import EDGES, ORDERS, TITLES
from counteract.mechanics.operatives import attack_odds, stats
from counteract.mechanics.operatives.arena import Arena
from counteract.mechanics.operatives.attack_odds import Chance, Exchange
from counteract.mechanics.operatives.rerolls import RerollDecision
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE, Skirmish
from counteract.mechanics.operatives.stats import injured
from counteract.mechanics.text import gone, option, sentence, way_gone
from counteract.table.paths import MovementParameters

#: What events say that every edition has. {model} and {target} become names, {player} the name of a team, {faces} the dice
#: of a roll, {successes} what `counted` makes of them.
SENTENCES = phrases(
    {
        "zone": "{player} take {edge}.",
        "deployed": "{model} is set up.",
        "no-room": "There is no room for {model}, which takes no part in the battle.",
        "turning-point": "Turning point {turn}.",
        "ready": "All operatives are ready.",
        "initiative": "{player} have the initiative.",
        "cp": "{player} gain {amount}CP (now {cp}CP).",
        "ploy": "{player} use {ploy} ({cp}CP left): “{text}”",
        "passed": "{player} pass.",
        "ability": "{model}: {effect}.",
        "firefight": "The Firefight phase begins.",
        "action": "{model}: {action}.",
        "shoots": "{model} shoots at {target} with {weapon}.",
        "fights": "{model} fights {target}.",
        "rolled": "{player} roll {faces}.",
        "rerolled": "{player} re-roll {before} ({use}): {faces}.",
        "used": "{player} use {use}.",
        "saves": "{player} save {successes}.",
        "struck": "{model} strikes {target} with {use}.",
        "damage": "{model} takes {amount} damage ({left} left).",
        "softened": "{effects}: {amount} damage less for {model}.",
        "ignored": "{effect} of {model}, {needed}+ each: {faces}, so {amount} of {damage} damage ignored.",
        "shrugged": "{model} shrugs it off.",
        "healed": "{model} regains {amount}.",
        "injured": "{model} is injured.",
        "stunned": "{model} is stunned.",
        "incapacitated": "{model} is incapacitated.",
        "turning-point-over": "Turning point {turn} is over.",
        "wiped-out": "{player} are wiped out.",
        "conceded": "{player} concede.",
    }
)
#: Those that differ by order, and by action.
ACTIVATED = phrases(
    {
        ENGAGE: "{model} is activated with an Engage order.",
        CONCEAL: "{model} is activated with a Conceal order.",
    }
)
MOVED = phrases(
    {
        "reposition": "{model} repositions {way}.",
        "normal move": "{model} moves {way}.",
        "dash": "{model} dashes {way}.",
        "fall back": "{model} falls back {way}.",
        "charge": "{model} charges {way}.",
    }
)
_FACES = "⚀⚁⚂⚃⚄⚅"
_STILL = Phrase("{model} stays where it is ({action}).")
#: A re-roll that is paid for; what comes of it is told next.
_PAID = Phrase("{player} use {ploy} ({cp}CP left).")
_CAUSED = Phrase("{cause}: {model} takes {amount} damage ({left} left).")
_PIERCED = phrases(
    {True: "The armour of {model} is pierced: one defence die fewer.", False: "The armour of {model} is pierced: {amount} defence dice fewer."}
)

#: What is left of an attack, if anything is.
UNBLOCKED = phrases({True: "Not blocked on {model}: {successes}.", False: "Nothing gets through to {model}."})

#: How they are told among others, if they do not begin a paragraph.
PACES: dict[str, Pace] = {
    **dict.fromkeys(("action", "expended", "ready", "removed"), "quiet"),
    **dict.fromkeys(
        (
            "ability", "cover-save", "cp", "damage", "deployed", "firefight", "healed", "ignored", "incapacitated", "initiative",
            "initiative-roll", "injured", "moved", "no-room", "passed", "pierced", "rerolled", "retained", "rolled", "saves", "shrugged", "softened",
            "struck", "stunned", "unblocked", "unrolled", "used", "zone",
        ),
        "goes on",
    ),
    "activated": "opens",
    "ploy": "goes on within",
    **dict.fromkeys(("shoots", "fights"), "belongs"),
}  # fmt: skip

#: Tells what a picked number means in a decision.
Line = Callable[[Any, Any, Decision, int], str]

#: Dice that fighters use, by what they are called, their kind, and the kind they are used against.
SPENT = phrases(
    {
        "success-critical": "a critical success",
        "success-normal": "a normal success",
        "success-critical-with-critical": "a critical success with a critical one",
        "success-normal-with-critical": "a normal success with a critical one",
        "success-normal-with-normal": "a normal success with a normal one",
        "success-critical-with-normal": "a critical success with a normal one",
        "hit-critical": "a critical hit",
        "hit-normal": "a normal hit",
        "hit-critical-with-critical": "a critical hit with a critical one",
        "hit-normal-with-critical": "a normal hit with a critical one",
        "hit-normal-with-normal": "a normal hit with a normal one",
        "hit-critical-with-normal": "a critical hit with a normal one",
    }
)
#: What saves block, one of it and many: criticals with two dice each, or with one; normals with critical saves, or with any.
BLOCKED = (
    (Phrase("{count} critical with two dice"), Phrase("{count} criticals with two dice each")),
    CRITICALS,
    (Phrase("{count} normal with a critical"), Phrase("{count} normals with criticals")),
    NORMALS,
)
#: Keeping a blow off, by what that is called.
WARDED = phrases(
    {
        "block": "block {use}: saves {damage} damage (wounds left: {left})",
        "parry": "parry {use}: saves {damage} damage (wounds left: {left})",
    }
)


def spent(use: str, thing: str) -> Phrase:
    """What a fighter has used: a success, or a hit, of some kind, perhaps against another.

    >>> spent("strike-critical", "hit"), spent("block-normal-with-critical", "success")
    ('a critical hit', 'a normal success with a critical one')
    """
    return SPENT[f"{thing}-{use.partition('-')[2]}"]


def ploy_name(arena: Arena, player: int, ploy: str) -> Phrase:
    if ploy == COMMAND_REROLL:
        return rerolls.use(ploy)
    return Phrase(next((p.name for p in arena.ploys[player] if p.id == ploy), ploy))


def ploy_line(arena: Arena, player: int, name: str) -> str | None:
    """A ploy that may be used: its price and what it does; None if there is no such ploy."""
    ploy = next((p for p in arena.ploys[player] if p.id == name), None)
    if ploy is None:
        return None
    return say("{name} ({cost}CP): {text}", name=Phrase(ploy.name), cost=ploy.cost, text=Phrase(ploy.text))


def told(arena: Arena, values: dict[str, Any]) -> dict[str, str]:
    """What the sentences of an event say in words of their own."""
    more: dict[str, str] = {}
    if "ploy" in values:
        more["ploy"] = ploy_name(arena, values["player"], values["ploy"])
        more["text"] = Phrase(next((p.text for p in arena.ploys[values["player"]] if p.id == values["ploy"]), ""))
    if "effects" in values:
        more["effects"] = joined(map(Phrase, values["effects"]))
    if "before" in values:
        more["before"] = "".join(_FACES[face - 1] for face in values["before"])
    if "criticals" in values:
        more["successes"] = joined(counted(values["criticals"], values["normals"]))
    if "edge" in values:
        more["edge"] = EDGES[values["edge"]]
    return more


def tell(
    arena: Arena,
    event: Event,
    sentences: Mapping[str, str],
    thing: str,
    causes: Mapping[str, Phrase],
    figures: Callable[[Any, str], MovementParameters],
    uses: Mapping[str, Phrase] | None = None,
) -> str:
    """An event as a sentence.

    ``thing`` is what dice are called that count, ``causes`` are what does damage besides hits, by its rule, ``figures`` what a
    move is measured by, and ``uses`` says what was used.
    """
    values, more = event.values, told(arena, event.values)
    if event.kind in ("struck", "blocked", "parried"):
        more["use"] = spent(values["use"], thing)
    elif "use" in values:
        more["use"] = (uses or {}).get(values["use"]) or rerolls.use(values["use"])
    match event.kind:
        case "moved" if length := gone(arena, event, figures(arena, values["action"])):
            template, more["way"] = MOVED[values["action"]], way_gone(length, event)
        case "moved":
            template, more["action"] = _STILL, TITLES[values["action"]]
        case "ploy" if values["ploy"] == COMMAND_REROLL:
            template = _PAID
        case "damage" if event.rule in causes:
            template, more["cause"] = _CAUSED, causes[event.rule]
        case "pierced":
            template = _PIERCED[values["amount"] == 1]
        case "activated":
            template = ACTIVATED[values["order"]]
        case "unblocked":
            template = UNBLOCKED[bool(values["criticals"] or values["normals"])]
        case kind:
            template = Phrase(sentences[kind])
    return sentence(template, event, arena.names, [team.name for team in arena.teams], **more)


def dice_line(arena: Arena, s: Skirmish, decision: Decision, answer: Answer) -> str | None:
    """Dice to be rolled again, or saves to be spent, with what that would mean; None for any other answer."""
    match answer:
        case Dice(use, chosen) if isinstance(decision, RerollDecision):
            name = Phrase("{use} (1CP)", use=rerolls.use(use)) if use == COMMAND_REROLL else rerolls.use(use)
            return say("{use}: {dice}", use=name, dice=" ".join(str(decision.results[c]) for c in chosen))
        case Allocate() if decision.what == "block":
            return _blocks(s, decision, answer)
    return None


def _blocks(s: Skirmish, decision: Decision, answer: Allocate) -> str:
    values = decision.values or {}
    blocked = blocking(answer, decision.options)
    criticals, normals = unblocked(values["criticals"], values["normals"], answer)
    damage, left = criticals * values["critical"] + normals * values["normal"], s.models[decision.subject].wounds
    if damage and values["ignores"]:
        return say("{blocks}: up to {damage} damage (wounds left: {left} or more)", blocks=blocked, damage=damage, left=max(0, left - damage))
    if damage >= left:
        return say("{blocks}: {damage} damage, incapacitated", blocks=blocked, damage=damage)
    if damage:
        return say("{blocks}: {damage} damage (wounds left: {left})", blocks=blocked, damage=damage, left=left - damage)
    return say("{blocks}: {damage} damage", blocks=blocked, damage=damage)


def blocking(blocks: Allocate, ways: Iterable[Answer] = ()) -> str:
    """A way to spend saves: what is blocked, and if another way blocks the same, with what.

    >>> blocking(Allocate((1, 1, 0, 1)))
    'block 1 critical with two dice, 2 normals'
    >>> blocking(Allocate((0, 0, 0, 1)), (Allocate((0, 0, 0, 1)), Allocate((1, 0, 0, 0))))
    'block 1 normal with a critical'
    """

    def short(counts: tuple[int, ...]) -> tuple[int, ...]:
        plain, pairs, hard, easy = counts
        return pairs, hard, 0, plain + easy

    plain, pairs, hard, easy = blocks.counts
    alike = sum(isinstance(way, Allocate) and short(way.counts) == short(blocks.counts) for way in ways)
    counts = (pairs, hard, easy, plain) if alike > 1 else short(blocks.counts)
    blocked = joined(say_count(*words, count) for count, words in zip(counts, BLOCKED, strict=True) if count)
    return say("block {what}", what=blocked) if blocked else say("block nothing")


def resolve_line(decision: Decision, name: str, thing: str) -> str:
    """What a fighter may do with a success, or a hit, and what it would bring."""
    values, use = decision.values or {}, spent(name, thing)
    verb, kind, *_ = name.split("-")
    if verb != "strike":
        return say(WARDED[verb], use=use, damage=values["their_damage"][kind == "critical"], left=values["wounds"])
    damage, left = values["damage"][kind == "critical"], values["foe_wounds"]
    if values["foe_ignores"]:
        return say("strike with {use}: up to {damage} damage (wounds left: {left} or more)", use=use, damage=damage, left=max(0, left - damage))
    if damage >= left:
        return say("strike with {use}: {damage} damage, incapacitated", use=use, damage=damage)
    return say("strike with {use}: {damage} damage (wounds left: {left})", use=use, damage=damage, left=left - damage)


def label(
    arena: Arena, s: Skirmish, decision: Decision, answer: Answer, lines: Mapping[str, Line], name: Callable[[str], str], declined: Mapping[str, str]
) -> str:
    """An option in a few words: ``lines`` say what numbers stand for, ``name`` what names do, and ``declined`` what declining means."""
    line = dice_line(arena, s, decision, answer)
    return line or option(decision, answer, partial(number, arena, s, decision, lines), name, declined)


def name_line(arena: Arena, decision: Decision, name: str, thing: str) -> str | None:
    """What a name stands for in questions that every edition asks; None in all others."""
    match decision.what:
        case "gambit" | "strategic-ploy" | "ploy":
            return ploy_line(arena, decision.player, name)
        case "order-of-effects":
            return order_of_effects(arena, name)
        case "resolve":
            return resolve_line(decision, name, thing)
        case "drop-zone":
            return say(EDGES[name])
    return None


def number(arena: Arena, s: Skirmish, decision: Decision, lines: Mapping[str, Line], picked: int) -> str:
    """What a number stands for: ``lines`` say it by question, and in all others it is an operative."""
    if decision.what == "initiative":
        return say(arena.teams[picked].name)
    line = lines.get(decision.what)
    return operative_line(arena, s, picked) if line is None else line(arena, s, decision, picked)


def operative_line(arena: Arena, s: Skirmish, i: int) -> str:
    """An operative in a list: wounds, order, injury; before it is set up, how far it moves."""
    operative, card = s.models[i], arena.cards[i]
    order = ORDERS[operative.order] if s.places[i] is not None else Phrase('Move {move:g}"', move=card.move)
    values = {"name": arena.names[i], "wounds": operative.wounds, "all": card.wounds, "order": order}
    if injured(arena, s, i):
        return say("{name} ({wounds}/{all}, {order}, injured)", **values)
    return say("{name} ({wounds}/{all}, {order})", **values)


def order_of_effects(arena: Arena, name: str) -> str:
    """One of several things that happen at once: an ability of somebody, or a rule of a weapon."""
    number, _, what = name.partition("/")
    ability = next((Phrase(ability.name) for ability in arena.cards[int(number)].abilities if ability.id == what), None)
    return say("{name}: {text}", name=arena.names[int(number)], text=ability or rerolls.use(what))


def about(chance: Chance) -> str:
    """What to expect of an attack, in words.

    >>> about(Chance(4.25, 0.312))
    'about 4.2 damage, 31% incapacitated'
    """
    damage, falls, _ = prospect(chance)
    return joined((damage, falls))


def prospect(chance: Chance) -> tuple[str, str, str]:
    """The same by its parts: damage, how likely the target falls, and how likely it is injured or worse, if it is not already."""
    return (
        say("about {wounds:.1f} damage", wounds=chance.wounds),
        say("{chance} incapacitated", chance=language.chance(chance.falls)),
        say("{chance} injured or worse", chance=language.chance(chance.injures)) if chance.injures < 1.0 - 1e-9 else "",
    )


def exchanged(fight: Exchange) -> str:
    """What to expect of a fight, in words."""
    return say("{there}; in return {back}", there=about(fight.dealt), back=about(fight.taken))


def attack_lines(
    edition: Any,
    shot: Callable[..., Chance],
    targets: Callable[..., Sequence[int]],
    foes: Callable[..., Sequence[int]],
    printed: Callable[[Any, int], str],
    worse: Callable[..., int],
) -> dict[str, Line]:
    """What is told of weapons and opponents; ``edition`` is its part of the odds, ``printed`` a weapon with the Hit it has now.

    ``worse`` is by how much that of a ranged one is worse in what is going on.
    """

    def weapon_line(arena: Arena, s: Skirmish, decision: Decision, w: int) -> str:
        i = decision.subject
        weapon = arena.cards[i].weapons[w]
        ranged = weapon.kind == "ranged"
        others = targets(arena, s, i, w) if ranged else foes(arena, s, i)
        line = printed(weapon, stats.hit(arena, s, i, weapon, worse(arena, s, i) if ranged else 0))
        return hoped(edition, arena, s, i, weapon, line, others, partial(shot, arena, s, i, weapon)) if others else line

    def opponent(arena: Arena, s: Skirmish, decision: Decision, j: int) -> str:
        return opponent_line(edition, arena, s, decision.subject, j)

    return {"weapon": weapon_line, "opponent": opponent}


def opponent_line(edition: Any, arena: Arena, s: Skirmish, i: int, j: int) -> str:
    """An opponent, and what a fight may bring to both."""
    fights = (attack_odds.bout(edition, arena, s, i, weapon, j) for weapon in arena.cards[i].weapons if weapon.kind == "melee")
    return say("{name}: {text}", name=operative_line(arena, s, j), text=exchanged(max(fights, key=attack_odds.gain)))


def hoped(
    edition: Any, arena: Arena, s: Skirmish, i: int, weapon: Any, line: str, foes: Sequence[int], shot: Callable[[int], Chance]
) -> str:
    """The line of a weapon, with what it may do to the target that suits it best; ``shot`` tells the odds of shooting at somebody."""
    if weapon.kind == "ranged":
        found = {j: shot(j) for j in foes}
        j = attack_odds.best_target(found)
        return say("{weapon} ({target}: {odds})", weapon=line, target=arena.names[j], odds=about(found[j]))
    fights = {j: attack_odds.bout(edition, arena, s, i, weapon, j) for j in foes}
    j = attack_odds.best_foe(fights)
    return say("{weapon} ({target}: {odds})", weapon=line, target=arena.names[j], odds=exchanged(fights[j]))


def shares(counts: Sequence[int], things: Sequence[str]) -> str:
    """How many of what."""
    return joined(say("{count} × {thing}", count=n, thing=thing) for n, thing in zip(counts, things, strict=True) if n)


def cost_line(cost: int) -> str:
    return say("{cost}AP", cost=cost)


def action_line(action: str, cost: str, whom: str = "") -> str:
    """An action with its price, and whom it may be done to."""
    if whom:
        return say("{action} ({cost}): {whom}", action=TITLES[action], cost=cost, whom=whom)
    return say("{action} ({cost})", action=TITLES[action], cost=cost)


def move_line(action: str, cost: str, most: float, helped: bool) -> str:
    """A move with its price and its length; ``helped`` if it is only possible with a ploy."""
    values = {"action": TITLES[action], "cost": cost, "most": most}
    if helped:
        return say('{action} ({cost}, up to {most:g}", only with a ploy)', **values)
    return say('{action} ({cost}, up to {most:g}")', **values)


def away(inches: float) -> str:
    """How far away somebody is, never nearer than it is."""
    return say('{inches:.1f}" away', inches=in_tenths(inches))


def some(names: Sequence[str]) -> str:
    """A few names, and how many more there are."""
    if len(names) > 3:
        return say_count("{names} and one more", "{names} and {count} more", len(names) - 3, names=joined(names[:3]))
    return joined(names)
