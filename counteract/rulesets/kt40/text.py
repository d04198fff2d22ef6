"""The texts of the army-scale edition: sentences for events; the labels of options are in labels.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from counteract.core.game import Pace
from counteract.core.language import Phrase, joined, phrases, say, say_count
from counteract.core.mentions import mention, mention_dice
from counteract.core.state import Event
from counteract.mechanics.chain_rolls import LEAST, added, signed, tell_causes, tell_thrown, with_sign
from counteract.mechanics.moves.limits import in_tenths
from counteract.mechanics.text import PHASE_BEGINS, name_of, sentence
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack import AURA, COVER, EXPLOSION, MODELS
from counteract.rulesets.kt40.fight import ALONE, BEGAN, CHARGED
from counteract.rulesets.kt40.labels import label
from counteract.rulesets.kt40.names import BOONS, ZONES, name_source
from counteract.rulesets.kt40.objectives import objective
from counteract.rulesets.kt40.stratagems import NAMES, ROLLS, own_stratagem

__all__ = ["PACES", "SENTENCES", "label", "tell"]

#: The sentence of each event; {unit}, {target}, {targets}, {player} and {faces} are filled in for all of them.
SENTENCES = phrases(
    {
        "roll-off": "Roll-off: {rolls}{again}.",
        "zone": "{player} take {zone}.",
        "deployed": "{unit} is set up.",
        "reserve": "{unit} begins in reserve.",
        "embarked": "{unit} is aboard {target}.",
        "no-room": "There is no room to set {unit} up anywhere; it is destroyed.",
        "finished-first": "{player} are the first to have deployed.",
        "turn": "Turn {turn}.",
        "initiative-roll": "Initiative: {rolls}{again}.",
        "initiative": "Turn order: {order}.",
        "thrift": "{unit}: {faces}{modified} against {needed}+, {success}.",
        "rerolled": "{player} roll {roll} again ({first}): {faces}.",
        "brave": "{unit} passes its morale test without a roll.",
        "declines": "{unit} keeps its move for later.",
        "stays": "{unit} stays where it is.",
        "readied": "{unit} is readied.",
        "advance-roll": "{unit} Advances with a {faces}.",
        "move-roll": '{unit} rolls {faces} for its Move: {amount}" more.',
        "falls-back": "{unit} is about to Fall Back.",
        "cannot-move": "{unit} cannot move so that it ends together, and stays.",
        "cannot-fall-back": "{unit} cannot get away and is still engaged.",
        "strikes": "{unit} makes an opportunity strike at {target}.",
        "crashes": "{unit} has nowhere to fly to and crashes.",
        "disembarked": "{unit} disembarks.",
        "thrown-out": "{unit} gets out of the wreck.",
        "passengers-roll": "Getting out, {unit} rolls {faces}: {slain}.",
        "arrived": "{unit} arrives from reserve.",
        "charge-declared": "{unit} declares a charge against {targets}.",
        "charge-roll": "{unit} rolls {faces}{modified} for its charge: {amount} inches.",
        "charge-failed": "{unit} fails its charge.",
        "charged": "{unit} has charged {targets}.",
        "psychic-test": "{unit} attempts {power}: {faces}{modified} against {needed}, {success}.",
        "perils": "Perils strike {unit}.",
        "psyker-lost": "The power fails, and the blast tears at everybody near.",
        "deny-test": "{unit} tries to deny it: {faces}{modified} against {needed}, {success}.",
        "no-effect": "{source} touches nobody.",
        "deed": "{source} touches {target}.",
        "passes": "{player}: pass.",
        "boon": "{unit}: {boon} until the {until} ends.",
        "mended": "{unit} gets {wounds} back{thrown}.",
        "command-points": "{player} gain {amount}CP (now {cp}CP).",
        "ability-used": "{unit} uses {ability}.",
        "ability-roll": "{unit}: {faces}{modified} against {needed}+, {success}.",
        "holds-fire": "{unit} does not shoot.",
        "attacks": "{unit} attacks {target}: {attacks}.",
        "attacks-lost": "The attacks with {weapon} are lost: {target} is destroyed.",
        "number-of-shots": "{weapon}: {shots}{thrown}.",
        "auto-hit": "{weapon} at {target} hits without a roll: {hits}.",
        "save-roll": "{unit} saves ({save}): {faces} against {needed}+, {saved}.",
        "damage": "Damage of {weapon}: {amount}{thrown}.",
        "ignore-roll": "{unit} ignores wounds on {needed}+: {faces}, {ignored}.",
        "mortal-wounds": "{unit} suffers {mortal}{thrown}.",
        "wounds-lost": "{unit} loses {wounds}.",
        "unit-destroyed": "{unit} is destroyed.",
        "morale-test": "{unit} tests its morale: {faces} + {modifier} = {amount} against {needed}, {success}.",
        "will-degrade": "Next turn {unit} reads its table one line lower.",
        "will-falter": "Next turn {unit} has no auras, and -1 to its tests.",
        "scored": "Markers score: {scores}.",
        "first-strike": "First strike: {player} score {amount}.",
        "warlord-slain": "The Warlord {target} has fallen: {player} score {amount}.",
        "linebreaker": "In an enemy zone: {player} score {amount}.",
        "objective-drawn": "{player} draw {objective}.",
        "objective-discarded": "{player} give {objective} up.",
        "objective-achieved": "{player} achieve {objective} and score {amount}.",
        "reserve-lost": "{unit} has not arrived in time and is lost.",
        "eliminated": "{player} are eliminated.",
        "withdrawn": "The units of {player} leave the battlefield.",
        "turn-over": "Turn {turn} is over.",
        "over": "The battle is over.",
        "conceded": "{player} concede.",
    }
)

#: The pace of each event that does not begin a paragraph.
PACES: dict[str, Pace] = {
    **dict.fromkeys(("turn", "deed", "falls-back"), "quiet"),
    **dict.fromkeys(
        (
            "zone", "deployed", "reserve", "embarked", "no-room", "finished-first", "initiative-roll", "initiative", "thrift", "rerolled", "brave",
            "unit-moved", "cannot-fall-back", "thrown-out", "passengers-roll", "charge-roll", "charge-failed", "charged", "perils", "psyker-lost",
            "deny-test", "no-effect", "boon", "mended", "command-points", "ability-roll", "attacks", "attacks-lost", "number-of-shots", "auto-hit",
            "hit-roll", "wound-roll", "save-roll", "damage", "ignore-roll", "mortal-wounds", "wounds-lost", "unit-destroyed", "explodes",
            "one-by-one", "overheats", "will-degrade", "will-falter", "stratagem", "turn-over",
        ),
        "goes on",
    ),
    "unit-moved: normal move": "begins",
    "unit-moved: fall back": "begins",
    "unit-moved: heroic intervention": "begins",
    "charge-declared": "opens",
    "fights": "opens",
    "strikes": "opens",
    "shoots": "belongs",
}  # fmt: skip

#: The sentences of events that have several, by the value that selects one.
MOVED = phrases(
    {
        "normal move": '{unit} moves {length:.1f}".',
        "advance": '{unit} Advances {length:.1f}".',
        "fall back": '{unit} Falls Back {length:.1f}".',
        "charge": '{unit} charges {length:.1f}".',
        "failed charge": '{unit} falls short after {length:.1f}".',
        "pile in": '{unit} piles in {length:.1f}".',
        "consolidate": '{unit} consolidates {length:.1f}".',
        "heroic intervention": '{unit} intervenes, going {length:.1f}".',
    }
)
PHASES = {**PHASE_BEGINS, "end": Phrase("The turn comes to its end.")}
SHOOTS = phrases({True: "{unit} fires Overwatch at {target} with {weapons}.", False: "{unit} shoots at {target} with {weapons}."})
PAID = phrases({True: "{player} use {stratagem} for {unit} ({cp}CP left).", False: "{player} use {stratagem} ({cp}CP left)."})
SLAIN = phrases({True: "A model of {unit} is slain.", False: "{count} models of {unit} are slain."})
SLAIN_ALONE = Phrase("{unit} is slain.")  # a unit of one model, in older records
#: The sentences of rolls to hit and to wound, by whether modifiers make another face a success than the number that is needed.
HITS = phrases(
    {
        False: "{weapon} at {target}: {faces} against {needed}+{causes}, {hits}.",
        True: "{weapon} at {target}: {faces}, needs {shown}+ ({needed}+, {causes}), {hits}.",
    }
)
WOUNDS = phrases(
    {
        False: "To wound: {faces} against {needed}+, {wounds}.",
        True: "To wound: {faces}, needs {shown}+ ({needed}+, powers and abilities {modifier}), {wounds}.",
    }
)
EXPLODES = phrases(
    {
        True: "{unit} explodes: {faces}{modified} against {needed}+.",
        False: "{unit} does not explode: {faces}{modified} against {needed}+.",
    }
)
OVERHEATS = phrases({True: "{weapon} overheats and slays its bearer.", False: "{weapon} overheats and slays {count} bearers."})
FIGHTS = phrases(
    {
        "": "{unit} fights.",
        CHARGED: "{unit} fights because it was charged this turn; nobody is in reach.",
        BEGAN: "{unit} fights because it began the turn engaged; nobody is in reach.",
        ALONE: "{unit} fights; nobody is in reach.",
    }
)
ONE_BY_ONE = phrases(
    {
        MODELS: "These attacks come one by one: the models of {target} differ.",
        EXPLOSION: "These attacks come one by one: models of {target} may explode.",
        AURA: "These attacks come one by one: an aura that protects {target} may end.",
        COVER: "These attacks come one by one: as models fall, {target} may come into cover.",
    }
)
SAVES = phrases({"normal": "normal", "invulnerable": "invulnerable"})
ENDS = phrases({"phase": "phase", "turn": "turn"})
#: The results of a roll, good and bad, by kind of event.
OUTCOMES = {
    "psychic-test": (Phrase("it manifests"), Phrase("it fails")),
    "deny-test": (Phrase("denied"), Phrase("in vain")),
    "ability-roll": (Phrase("it works"), Phrase("in vain")),
    "thrift": (Phrase("a command point comes back"), Phrase("no command point comes back")),
    "morale-test": (Phrase("steady"), Phrase("it fails")),
}


def tell(arena: Arena, event: Event) -> str:
    """Return an event as a sentence."""
    return sentence(_template(arena, event), event, arena.names, [team.name for team in arena.teams], **_told(arena, event))


def name_unit(arena: Arena, unit: int) -> str:
    """Return the name of a unit, as events mention it."""
    return mention("unit", unit, say(arena.unit_names[unit]))


def _template(arena: Arena, event: Event) -> Phrase:
    values = event.values
    match event.kind:
        case "unit-moved":
            return MOVED[values["move"]]
        case "phase":
            return PHASES[values["phase"]]
        case "shoots":
            return SHOOTS[bool(values["overwatch"])]
        case "stratagem":
            return PAID[values["unit"] >= 0]
        case "slain":
            return SLAIN[len(values["models"]) == 1] if len(arena.units[values["unit"]].models) > 1 else SLAIN_ALONE
        case "hit-roll":
            return HITS[_is_shifted(values)]
        case "wound-roll":
            return WOUNDS[_wounding_face(values) != values["needed"]]
        case "explodes":
            return EXPLODES[bool(values["hit"])]
        case "fights":
            return FIGHTS[values.get("alone", "")]  # older records have none
        case "one-by-one":
            return ONE_BY_ONE[values["why"]]
        case "overheats":
            return OVERHEATS[len(values["models"]) == 1]
    return SENTENCES[event.kind]


def _told(arena: Arena, event: Event) -> dict[str, Any]:
    """Return the values of an event's sentence that need wording."""
    values = event.values
    more: dict[str, Any] = {key: name_unit(arena, values[key]) for key in ("unit", "target") if values.get(key, -1) >= 0}
    if "model" in values:
        more["model"] = name_of(arena.names, values["model"])
    if "targets" in values:
        more["targets"] = joined(name_unit(arena, unit) for unit in values["targets"])
    if "modifier" in values and event.kind != "morale-test":
        more["modified"] = signed(values["modifier"])
    if "hit" in values and event.kind in OUTCOMES:
        more["success"] = OUTCOMES[event.kind][not values["hit"]]
    if "source" in values:
        more["source"] = name_source(arena, values["source"])
    more["thrown"] = tell_thrown(event)
    wording = _WORDINGS.get(event.kind)
    return {**more, **(wording(arena, values) if wording else {})}


# --- values of single kinds of events

Values = dict[str, Any]


def _side(arena: Arena, side: int) -> str:
    return mention("side", side, say(arena.teams[side].name))


def _rolls(arena: Arena, values: Values) -> Values:
    """Return each player's roll, the dice of several with their sum, and who rolls again."""
    players, dice, totals = values["players"], values["dice"], values["totals"]
    each = len(dice) // len(players)
    shown = []
    for k, player in enumerate(players):
        own = dice[k * each : (k + 1) * each]
        faces = mention_dice(own) if each == 1 else added(own)
        bonus = totals[k] - sum(own)
        told = Phrase("{team} {faces}, +{bonus} for deploying first makes {total}") if bonus else Phrase("{team} {faces}")
        shown.append(say(told, team=_side(arena, player), faces=faces, bonus=bonus, total=totals[k]))
    tied = [_side(arena, player) for player, total in zip(players, totals, strict=True) if totals.count(total) > 1]
    return {"rolls": joined(shown), "again": say("; tied, so again: {players}", players=joined(tied)) if tied else ""}


def _order(arena: Arena, values: Values) -> Values:
    return {"order": joined(_side(arena, side) for side in values["order"])}


def _zone(arena: Arena, values: Values) -> Values:
    return {"zone": ZONES[values["zone"]]}


def _stratagem(arena: Arena, values: Values) -> Values:
    own = own_stratagem(arena, values["player"], values["stratagem"])
    return {"stratagem": NAMES[values["stratagem"]] if own is None else Phrase(own.name)}


def _rerolled(arena: Arena, values: Values) -> Values:
    return {"roll": ROLLS[values["roll"]], "first": " ".join(map(str, values["before"]))}


def _moved(arena: Arena, values: Values) -> Values:
    return {"length": in_tenths(max(values["lengths"]))}


def _named_weapons(arena: Arena, values: Values) -> Values:
    *first, last = map(say, values["weapons"])
    return {"weapons": say(" and ").join((joined(first), last)) if first else last}


def _power(arena: Arena, values: Values) -> Values:
    return {"power": name_source(arena, values["power"])}


def _ability(arena: Arena, values: Values) -> Values:
    return {"ability": name_source(arena, values["ability"])}


def _boon(arena: Arena, values: Values) -> Values:
    return {"boon": say(BOONS[values["boon"]], bonus=values["amount"]), "until": ENDS[values["until"]]}


def _is_shifted(values: Values) -> bool:
    """Return True if all dice of a hit roll must show the same face, and not the number that is needed; older records do not say."""
    return values.get("shown", 0) not in (0, values["needed"]) and bool(values["causes"])


def _hit_roll(arena: Arena, values: Values) -> Values:
    causes = joined(tell_causes(values))
    bracketed = say(" ({causes})", causes=causes) if causes else ""
    return {"causes": causes if _is_shifted(values) else bracketed, **_hits(arena, values)}


def _wounding_face(values: Values) -> int:
    """Return the least face that wounds. (ATT-07)"""
    return max(LEAST, int(values["needed"]) - int(values["modifier"]))


def _ignored(arena: Arena, values: Values) -> Values:
    return {"ignored": say_count("{count} wound ignored", "{count} wounds ignored", values["ignored"])}


def _hits(arena: Arena, values: Values) -> Values:
    return {"hits": say_count("{count} hit", "{count} hits", values["hits"] if "hits" in values else values["amount"])}


def _wounding(arena: Arena, values: Values) -> Values:
    shown, modifier = _wounding_face(values), with_sign(values["modifier"])
    return {"shown": shown, "modifier": modifier, "wounds": say("{count} of {all} wound", count=values["hits"], all=len(values["dice"]))}


def _save_roll(arena: Arena, values: Values) -> Values:
    saved = say("{count} of {all} saved", count=values["hits"], all=len(values["dice"]))
    return {"needed": max(LEAST, values["needed"]), "save": SAVES[values["save"]], "saved": saved}


def _lost(arena: Arena, values: Values) -> Values:
    return {"wounds": say_count("{count} wound", "{count} wounds", values["amount"])}


def _count_models(arena: Arena, values: Values) -> Values:
    return {"count": len(values["models"])}


def _count(name: str, one: str, many: str) -> Callable[[Arena, Values], Values]:
    """Return a function that words the amount of an event as a count of something."""
    return lambda arena, values: {name: say_count(one, many, values["amount"])}


def _scored(arena: Arena, values: Values) -> Values:
    return {"scores": _by_side(arena, values["gained"])}


def _by_side(arena: Arena, numbers: Iterable[int]) -> str:
    return joined(say("{team} {score}", team=_side(arena, side), score=number) for side, number in enumerate(numbers))


def _objective(arena: Arena, values: Values) -> Values:
    return {"objective": Phrase(objective(arena, values["objective"]).name)}


def _morale_test(arena: Arena, values: Values) -> Values:
    always = values["hit"] and values["amount"] > values["needed"]  # MORALE-06
    return {"success": Phrase("steady: a 1 always passes")} if always else {}


_WORDINGS: dict[str, Callable[[Arena, Values], Values]] = {
    "roll-off": _rolls,
    "initiative-roll": _rolls,
    "initiative": _order,
    "zone": _zone,
    "stratagem": _stratagem,
    "rerolled": _rerolled,
    "unit-moved": _moved,
    "shoots": _named_weapons,
    "psychic-test": _power,
    "ability-used": _ability,
    "boon": _boon,
    "hit-roll": _hit_roll,
    "auto-hit": _hits,
    "wound-roll": _wounding,
    "save-roll": _save_roll,
    "ignore-roll": _ignored,
    "wounds-lost": _lost,
    "mended": _lost,
    "slain": _count_models,
    "overheats": _count_models,
    "number-of-shots": _count("shots", Phrase("{count} shot"), Phrase("{count} shots")),
    "attacks": _count("attacks", Phrase("{count} attack"), Phrase("{count} attacks")),
    "mortal-wounds": _count("mortal", Phrase("{count} mortal wound"), Phrase("{count} mortal wounds")),
    "passengers-roll": _count("slain", Phrase("{count} model slain"), Phrase("{count} models slain")),
    "scored": _scored,
    "morale-test": _morale_test,
    **dict.fromkeys(("objective-drawn", "objective-discarded", "objective-achieved"), _objective),
}
