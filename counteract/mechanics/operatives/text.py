"""Texts that editions with operatives share: events, options, dice, ploys and attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from counteract.attacks import rerolls
from counteract.attacks.dicepool import CRITICALS, NORMALS, counted, read_resolution, unblocked
from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.core import language
from counteract.core.decision import Allocate, Answer, Decision, Dice
from counteract.core.game import Pace
from counteract.core.label import Label, say_label
from counteract.core.language import Phrase, joined, phrases, say, say_count
from counteract.core.state import Event
from counteract.mechanics.moves.limits import in_tenths
from counteract.mechanics.names import EDGES, ORDERS, TITLES
from counteract.mechanics.operatives import attack_odds, stats
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.attack_odds import AttackOdds, Exchange
from counteract.mechanics.operatives.fight import ResolveContext
from counteract.mechanics.operatives.rerolls import RerollDecision
from counteract.mechanics.operatives.shoot import BlockContext
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE, OperativeBattle
from counteract.mechanics.operatives.stats import is_injured
from counteract.mechanics.text import describe_move, option, sentence

#: Sentences of the events that every edition has. {model} and {target} become names, {player} the name of a team, {faces} the dice
#: of a roll, {successes} the text of `counted` on them.
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
#: Sentences of events that differ by order, and by action.
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
#: A re-roll that is paid for; the next event tells its result.
_PAID = Phrase("{player} use {ploy} ({cp}CP left).")
_CAUSED = Phrase("{cause}: {model} takes {amount} damage ({left} left).")
_PIERCED = phrases(
    {True: "The armour of {model} is pierced: one defence die fewer.", False: "The armour of {model} is pierced: {amount} defence dice fewer."}
)

#: Hits that are left of an attack, by whether there are any.
UNBLOCKED = phrases({True: "Not blocked on {model}: {successes}.", False: "Nothing gets through to {model}."})

#: How events are told, if they do not begin a paragraph.
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

#: A function that returns the text of a picked number in a decision.
Line = Callable[[Any, Any, Decision, int], Label]

#: Dice of a fight: "hit-critical" is used to strike; with "hit-normal-with-critical" a critical one wards off a normal one.
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
#: The hits that saves block, in the singular and the plural: criticals with two dice each, or with one; normals with critical saves, or with any.
BLOCKED = (
    (Phrase("{count} critical with two dice"), Phrase("{count} criticals with two dice each")),
    CRITICALS,
    (Phrase("{count} normal with a critical"), Phrase("{count} normals with criticals")),
    NORMALS,
)
#: Warding off a success, by the edition's verb for it.
WARDED = phrases(
    {
        "block": "block {use}\nsaves {damage} damage (wounds left: {left})",
        "parry": "parry {use}\nsaves {damage} damage (wounds left: {left})",
    }
)


def describe_dice(use: str, thing: str) -> Phrase:
    """Return the text of the dice of a strike, or of those of a block or parry; ``thing`` is the word for a die that counts.

    >>> describe_dice("strike-critical", "hit"), describe_dice("block-normal-with-critical", "success")
    ('a critical hit', 'a normal success with a critical one')
    """
    return SPENT[f"{thing}-{use.partition('-')[2]}"]


def ploy_name(arena: OperativeArena, player: int, ploy: str) -> Phrase:
    if ploy == COMMAND_REROLL:
        return rerolls.use(ploy)
    return Phrase(next((p.name for p in arena.ploys[player] if p.id == ploy), ploy))


def label_ploy(arena: OperativeArena, player: int, name: str) -> Label | None:
    """Return the label of a ploy with its price and its effect; None if there is no such ploy."""
    ploy = next((p for p in arena.ploys[player] if p.id == name), None)
    return None if ploy is None else Label(say(ploy.name), say(ploy.text), (in_command_points(ploy.cost),))


def describe_values(arena: OperativeArena, values: dict[str, Any]) -> dict[str, str]:
    """Return the texts that stand in an event's sentence for its values: ploys, effects, dice, successes and edges."""
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
    arena: OperativeArena,
    event: Event,
    sentences: Mapping[str, str],
    thing: str,
    causes: Mapping[str, Phrase],
    uses: Mapping[str, Phrase] | None = None,
) -> str:
    """Return an event as a sentence.

    ``thing`` is the word for a die that counts, ``causes`` are the causes of damage besides hits, by rule, and ``uses`` the
    names of rules used on dice.
    """
    values, more = event.values, describe_values(arena, event.values)
    if event.kind in ("struck", "blocked", "parried"):
        more["use"] = describe_dice(values["use"], thing)
    elif "use" in values:
        more["use"] = (uses or {}).get(values["use"]) or rerolls.use(values["use"])
    match event.kind:
        case "moved" if values["length"]:
            template, more["way"] = MOVED[values["action"]], describe_move(event)
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


def label_dice(arena: OperativeArena, s: OperativeBattle, decision: Decision, answer: Answer) -> Label | None:
    """Return the label of dice to re-roll or of saves to spend, with the consequences; None for any other answer."""
    match answer:
        case Dice(use, chosen) if isinstance(decision, RerollDecision):
            cost = (in_command_points(1),) if use == COMMAND_REROLL else ()
            return Label(say(rerolls.use(use)), " ".join(str(decision.results[c]) for c in chosen), cost)
        case Allocate() if decision.what == "block":
            return _label_blocks(s, decision, answer)
    return None


def _label_blocks(s: OperativeBattle, decision: Decision, answer: Allocate) -> Label:
    about = decision.about(BlockContext)
    blocked = blocking(answer, decision.options)
    criticals, normals = unblocked(about.criticals, about.normals, answer)
    damage, left = about.damage(criticals, normals), s.models[decision.subject].wounds
    if damage and about.incoming.may_ignore:
        return say_label("{blocks}\nup to {damage} damage (wounds left: {left} or more)", blocks=blocked, damage=damage, left=max(0, left - damage))
    if damage >= left:
        return say_label("{blocks}\n{damage} damage, incapacitated", blocks=blocked, damage=damage)
    if damage:
        return say_label("{blocks}\n{damage} damage (wounds left: {left})", blocks=blocked, damage=damage, left=left - damage)
    return say_label("{blocks}\n{damage} damage", blocks=blocked, damage=damage)


def blocking(blocks: Allocate, ways: Iterable[Answer] = ()) -> str:
    """Return the text of a way to spend saves: the hits blocked and, if another way blocks the same, the dice used.

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


def label_resolution(decision: Decision, name: str, thing: str) -> Label:
    """Return the label of a fighter's use of a success, or of a hit, with its effect."""
    about, use = decision.about(ResolveContext), describe_dice(name, thing)
    verb, die, against = read_resolution(name)
    if against is not None:
        return say_label(WARDED[verb], use=use, damage=about.their_damage[against == "critical"], left=about.wounds)
    damage, left = about.damage[die == "critical"], about.foe_wounds
    if about.foe_ignores:
        return say_label("strike with {use}\nup to {damage} damage (wounds left: {left} or more)", use=use, damage=damage, left=max(0, left - damage))
    if damage >= left:
        return say_label("strike with {use}\n{damage} damage, incapacitated", use=use, damage=damage)
    return say_label("strike with {use}\n{damage} damage (wounds left: {left})", use=use, damage=damage, left=left - damage)


def label(
    arena: OperativeArena,
    s: OperativeBattle,
    decision: Decision,
    answer: Answer,
    lines: Mapping[str, Line],
    name: Callable[[str], Label],
    declined: Mapping[str, str],
) -> Label:
    """Return the label of an option: ``lines`` word numbers, ``name`` words names, and ``declined`` is the text of declining."""
    found = label_dice(arena, s, decision, answer)
    return found or option(decision, answer, partial(label_number, arena, s, decision, lines), name, declined)


def label_name(arena: OperativeArena, decision: Decision, name: str, thing: str) -> Label | None:
    """Return the label of a name in questions that all editions ask; None in all others."""
    match decision.what:
        case "gambit" | "strategic-ploy" | "ploy":
            return label_ploy(arena, decision.player, name)
        case "order-of-effects":
            return label_effect(arena, name)
        case "resolve":
            return label_resolution(decision, name, thing)
        case "drop-zone":
            return Label(say(EDGES[name]))
    return None


def label_number(arena: OperativeArena, s: OperativeBattle, decision: Decision, lines: Mapping[str, Line], picked: int) -> Label:
    """Return the label of a number: ``lines`` word it by question, and in all others it is an operative."""
    if decision.what == "initiative":
        return Label(say(arena.teams[picked].name))
    line = lines.get(decision.what)
    return label_operative(arena, s, picked) if line is None else line(arena, s, decision, picked)


def label_operative(arena: OperativeArena, s: OperativeBattle, i: int, detail: str = "") -> Label:
    """Return the label of an operative: wounds, order, injury; before it is set up, how far it moves."""
    operative, card = s.models[i], arena.cards[i]
    order = say(ORDERS[operative.order]) if s.places[i] is not None else say('Move {move:g}"', move=card.move)
    hurt = (say("injured"),) if is_injured(arena, s, i) else ()
    return Label(say(arena.names[i]), detail, (f"{operative.wounds}/{card.wounds}", order, *hurt))


def label_effect(arena: OperativeArena, name: str) -> Label:
    """Return the label of one of several simultaneous effects: an ability of an operative, or a rule of a weapon."""
    number, _, what = name.partition("/")
    ability = next((ability.name for ability in arena.cards[int(number)].abilities if ability.id == what), None)
    return Label(say(arena.names[int(number)]), say(ability or rerolls.use(what)))


def describe_attack(chance: AttackOdds) -> str:
    """Return the odds of an attack, in a few words.

    >>> describe_attack(AttackOdds(4.25, 0.312))
    'about 4.2 damage, 31% incapacitated'
    """
    damage, falls, _ = describe_chances(chance)
    return joined((damage, falls))


def describe_chances(chance: AttackOdds) -> tuple[str, str, str]:
    """Return the texts of expected damage, of the chance that the target falls, and of the chance that it is injured or worse (unless certain)."""
    return (
        say("about {wounds:.1f} damage", wounds=chance.wounds),
        say("{chance} incapacitated", chance=language.chance(chance.falls)),
        say("{chance} injured or worse", chance=language.chance(chance.injures)) if chance.injures < 1.0 - 1e-9 else "",
    )


def describe_fight(fight: Exchange) -> str:
    """Return the odds of a fight, in a few words."""
    return say("{there}; in return {back}", there=describe_attack(fight.dealt), back=describe_attack(fight.taken))


def attack_lines(
    edition: Any,
    shot: Callable[..., AttackOdds],
    targets: Callable[..., Sequence[int]],
    foes: Callable[..., Sequence[int]],
    printed: Callable[[Any, int], Label],
    hit_penalty: Callable[..., int],
) -> dict[str, Line]:
    """Return the lines of weapons and opponents; ``edition`` is the edition's part of the odds, ``printed`` words a weapon with its current Hit.

    ``hit_penalty`` returns by how much the Hit of a ranged weapon is worse in the action under way.
    """

    def label_weapon(arena: OperativeArena, s: OperativeBattle, decision: Decision, w: int) -> Label:
        i = decision.subject
        weapon = arena.cards[i].weapons[w]
        ranged = weapon.kind == "ranged"
        others = targets(arena, s, i, w) if ranged else foes(arena, s, i)
        label = printed(weapon, stats.hit(arena, s, i, weapon, hit_penalty(arena, s, i) if ranged else 0))
        if not others:
            return label
        target, odds = describe_best_target(edition, arena, s, i, weapon, others, partial(shot, arena, s, i, weapon))
        return replace(label, detail=say("{weapon} ({target}: {odds})", weapon=label.detail, target=arena.names[target], odds=odds))

    def label_opponent(arena: OperativeArena, s: OperativeBattle, decision: Decision, j: int) -> Label:
        i = decision.subject
        fights = (attack_odds.bout(edition, arena, s, i, weapon, j) for weapon in arena.cards[i].weapons if weapon.kind == "melee")
        return label_operative(arena, s, j, describe_fight(max(fights, key=attack_odds.gain)))

    return {"weapon": label_weapon, "opponent": label_opponent}


def describe_best_target(
    edition: Any, arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, foes: Sequence[int], shot: Callable[[int], AttackOdds]
) -> tuple[int, str]:
    """Return the best target for a weapon, and the odds of shooting at it in words; ``shot`` returns the odds of a target."""
    if weapon.kind == "ranged":
        found = {j: shot(j) for j in foes}
        j = attack_odds.best_target(found)
        return j, describe_attack(found[j])
    fights = {j: attack_odds.bout(edition, arena, s, i, weapon, j) for j in foes}
    j = attack_odds.best_foe(fights)
    return j, describe_fight(fights[j])


def shares(counts: Sequence[int], things: Sequence[str]) -> str:
    """Return a text that counts each of several things."""
    return joined(say("{count} × {thing}", count=n, thing=thing) for n, thing in zip(counts, things, strict=True) if n)


def in_action_points(cost: int) -> str:
    return say("{cost}AP", cost=cost)


def in_command_points(cost: int) -> str:
    return say("{cost}CP", cost=cost)


def label_action(action: str, cost: str, whom: str = "") -> Label:
    """Return the label of an action with its price and its possible targets."""
    return Label(say(TITLES[action]), whom, (cost,))


def label_move(action: str, cost: str, most: float, helped: bool) -> Label:
    """Return the label of a move with its price and its length; ``helped`` if it is only possible with a ploy."""
    length = say('up to {most:g}"', most=most)
    return Label(say(TITLES[action]), figures=(cost, length, say("only with a ploy")) if helped else (cost, length))


def describe_distance(inches: float) -> str:
    """Return the text of a distance, rounded up to a tenth of an inch."""
    return say('{inches:.1f}" away', inches=in_tenths(inches))


def abbreviate_names(names: Sequence[str]) -> str:
    """Return the text of up to three names, and how many more there are."""
    if len(names) > 3:
        return say_count("{names} and one more", "{names} and {count} more", len(names) - 3, names=joined(names[:3]))
    return joined(names)
