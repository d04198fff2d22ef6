"""Team files of the 2018 edition: what is in them, how they are read, and what is wrong with them if something is.

A team file is a TOML file::

    id = "toll-keepers"                # small letters, digits, hyphens
    name = "Toll Keepers"
    ruleset = "kt18"
    summary = "A reeve, his seer and three who carry the chest."

    [[operative]]
    id = "reeve"
    name = "Reeve"
    move = 6                           # inches
    ws = "3+"                          # or 3
    bs = "3+"
    strength = 3
    toughness = 3
    wounds = 1
    attacks = 2
    leadership = 8
    save = "4+"
    invulnerable = "5+"                # none if left out
    base = 32                          # mm, 32 if left out
    height = 1.5                       # inches, 1.5 if left out
    leader = true                      # one operative of the team, by itself
    abilities = ["toll-bell"]          # ids of abilities further down

    [[operative.weapon]]
    name = "Toll pistol"
    kind = "ranged"                    # or "melee"
    type = "pistol"                    # or "assault", "grenade", "heavy", "rapid fire"; ranged weapons only
    range = 12                         # inches; ranged weapons only
    attacks = 1                        # or "D3", "D6", "2D6", "D3+1"; ranged weapons only
    strength = 4
    ap = -1                            # 0 to -6, 0 if left out
    damage = "D3"                      # 1 if left out
    rules = ["Sure"]                   # names in weapons.NAMES, in any case

    [[operative.weapon]]
    name = "Staff of office"
    kind = "melee"
    strength = "+1"                    # or "user", "x2", 5

    [[operative]]
    id = "seer"
    name = "Seer"
    move = 6
    ws = 4
    bs = 4
    strength = 3
    toughness = 3
    wounds = 1
    attacks = 1
    leadership = 7
    save = 5
    keywords = ["psyker"]              # of all keywords the game knows PSYKER and FLY, in any case
    powers = ["second-sight"]          # ids of powers further down; every PSYKER knows Psybolt besides

    [[operative]]
    id = "carrier"
    name = "Carrier"
    count = 3                          # 1 if left out
    move = 5
    ws = 4
    bs = 4
    strength = 4
    toughness = 4
    wounds = 1
    attacks = 1
    leadership = 6
    save = 4
    # specialist = "heavy"             # for one operative by itself; or "combat", "scout", "sniper", "zealot"

    [[ability]]
    id = "toll-bell"
    name = "Toll Bell"
    text = "Friends within 6 inches and the bearer have 1 more Leadership."
    effect = "icon"                    # one of effects.EFFECTS
    values = { inches = 6 }

    [[power]]
    id = "second-sight"
    name = "Second Sight"
    text = "One visible enemy within 12 inches suffers 1 mortal wound, or D3 if the test was 10 or more."
    charge = 6                         # what the psychic test must reach, 2 to 12
    effect = "strike"                  # or "bolt", "mend", "ward", "hex"
    range = 12                         # inches, 18 if left out
    amount = 1                         # bolt, strike, mend: wounds dealt or given back; 1 if left out
    strong = "D3"                      # bolt, strike, mend: the amount after a better test, if there is one,
    strong_from = 10                   # which is one of at least this, 11 if left out
    # save = "5+"                      # ward: the invulnerable save it gives, 5+ if left out

Besides its leader a team can have up to three specialists, each of another kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeVar, cast

import msgspec

from counteract.attacks.hitwoundsave import TYPES, Amount, Strength, WeaponType, parse_amount, parse_strength
from counteract.attacks.weapon_rules import BadRule
from counteract.core.language import Phrase, say
from counteract.files import checks
from counteract.files.reader import Entry, FileError, is_number, perhaps, read_toml
from counteract.mechanics import team_tables
from counteract.mechanics.cards import Ability
from counteract.rulesets.kt18.cards import DEFAULT_BASE, DEFAULT_HEIGHT, PSYBOLT, SPECIALISTS, Card, Power, Specialist, Team
from counteract.rulesets.kt18.effects import EFFECTS, BadEffect, make
from counteract.rulesets.kt18.weapons import Weapon, parse_rules

T = TypeVar("T")

RULESET = "kt18"
FEWEST_OPERATIVES, MOST_OPERATIVES = 3, 20  # MIS-05
MOST_SPECIALISTS = 3  # SPEC-02

#: What weapons and powers can be at most: attacks, damage and wounds given back; strength as a number, as "+n" and as "xn".
MOST_AMOUNT = 20
MOST_STRENGTH, MOST_PLUS, MOST_TIMES = 20, 10, 4

PowerEffect = Literal["bolt", "strike", "mend", "ward", "hex"]
POWER_EFFECTS: tuple[PowerEffect, ...] = ("bolt", "strike", "mend", "ward", "hex")

#: The powers that deal wounds or give them back.
WITH_AMOUNT = ("bolt", "strike", "mend")


def parse_team(text: str, source: str) -> Team:
    """Read a team from the text of its file; ``source`` is what complaints call the file. (MIS-05, SPEC-01, SPEC-02)"""
    top = read_toml(text, source)
    return _read(top, FEWEST_OPERATIVES, _fault)


def read_team(top: Entry) -> Team:
    """Read a team from the table of its file; it need not be one that could be mustered."""
    return _read(top, 1, lambda cards: None)


def _read(top: Entry, fewest: int, find_fault: Callable[[Sequence[Card]], Fault | None]) -> Team:
    own, name, summary = team_tables.heading(top, RULESET)
    entries, of_abilities, of_powers = top.tables("operative", ()), top.tables("ability", ()), top.tables("power", ())
    top.done()
    abilities, powers = team_tables.abilities(of_abilities, _effect), _powers(of_powers)
    seen: team_tables.Seen = {}
    rows = [_operative(entry, seen, abilities, powers) for entry in entries]
    cards = team_tables.line_up(top, entries, rows, fewest, MOST_OPERATIVES)
    if (fault := find_fault(cards)) is not None:
        raise next((entry for entry in entries if entry.text("id") == fault.operative), top).error(fault.problem, fault.key)
    team_tables.refuse_unused(of_abilities, "ability", abilities.values(), (card.abilities for card in cards))
    team_tables.refuse_unused(of_powers, "power", powers.values(), (card.powers for card in cards))
    return Team(id=own, name=name, summary=summary, operatives=cards)


# --- operatives


def _operative(entry: Entry, seen: team_tables.Seen, abilities: dict[str, Ability], powers: dict[str, Power]) -> tuple[Card, int]:
    """One card, and how many operatives have it. (GEN-04)"""
    own, name = checks.fresh_id(entry, "operative", seen), entry.text("name")
    keywords = checks.texts(entry, "keywords")
    known = {keyword.strip().upper() for keyword in keywords}
    card = Card(
        id=own,
        name=name,
        move=checks.number(entry, "move", 1, 20),
        ws=checks.stat(entry, "ws"),
        bs=checks.stat(entry, "bs"),
        strength=checks.whole(entry, "strength", 1, MOST_STRENGTH),
        toughness=checks.whole(entry, "toughness", 1, MOST_STRENGTH),
        wounds=checks.whole(entry, "wounds", 1, 20),
        attacks=checks.whole(entry, "attacks", 1, 12),
        leadership=checks.whole(entry, "leadership", 2, 12),
        save=checks.stat(entry, "save"),
        invulnerable=checks.stat(entry, "invulnerable", 0),
        base=team_tables.base(entry, DEFAULT_BASE),
        height=team_tables.height(entry, DEFAULT_HEIGHT),
        leader=checks.flag(entry, "leader", False),
        specialist=cast(Specialist | None, checks.choice(entry, "specialist", SPECIALISTS)),
        psyker="PSYKER" in known,
        fly="FLY" in known,
        keywords=keywords,
        weapons=team_tables.weapons(entry, _weapon),
        abilities=team_tables.named(entry, "abilities", "ability", abilities),
        powers=team_tables.named(entry, "powers", "power", powers),
    )
    count = checks.whole(entry, "count", 1, MOST_OPERATIVES, 1)
    entry.done()
    _check_card(entry, card, count)
    return card, count


def _check_card(entry: Entry, card: Card, count: int) -> None:
    if card.powers and not card.psyker:
        raise entry.error(say("has powers, and so it needs the keyword PSYKER"), "powers")
    if "LEADER" in (keyword.strip().upper() for keyword in card.keywords) and not card.leader:
        raise entry.error(say("has the keyword LEADER, and so it needs 'leader = true'"), "keywords")
    if (card.leader or card.specialist) and count > 1:
        told = Phrase("'count' must be 1 for a leader, not {count}") if card.leader else Phrase("'count' must be 1 for a specialist, not {count}")
        raise entry.error(say(told, count=count), "count")


# --- the team as a whole


class Fault(NamedTuple):
    """What is wrong with a team: with which operative, if with one, and under which key of its file."""

    problem: str
    operative: str = ""
    key: str | None = None


def _fault(cards: Sequence[Card]) -> Fault | None:
    return _leaders_fault(cards) or _specialists_fault(cards)


def _leaders_fault(cards: Sequence[Card]) -> Fault | None:
    """A team has one leader. (SPEC-01)"""
    leaders = [card.id for card in cards if card.leader]
    if not leaders:
        return Fault(say("the team has no leader: one operative must have 'leader = true'"))
    if len(leaders) > 1:
        return Fault(say("the team has a leader already: operative '{other}'", other=leaders[0]), leaders[1], "leader")
    return None


def _specialists_fault(cards: Sequence[Card]) -> Fault | None:
    """Besides the leader a team has up to three specialists of different kinds. (SPEC-02)"""
    found: dict[str, str] = {}
    for card in cards:
        if card.specialist is None:
            continue
        if card.leader:
            return Fault(say("a leader cannot be a specialist as well"), card.id, "specialist")
        if card.specialist in found:
            told = Phrase("the team has a {specialist} specialist already: operative '{other}'")
            return Fault(say(told, specialist=card.specialist, other=found[card.specialist]), card.id, "specialist")
        found[card.specialist] = card.id
        if len(found) > MOST_SPECIALISTS:
            told = Phrase("with this there are {count} specialists, and a team has at most {most}")
            return Fault(say(told, count=len(found), most=MOST_SPECIALISTS), card.id, "specialist")
    return None


def check(team: Team) -> None:
    """Refuse a team that was not read from a file if no file could hold it. (MIS-05, SPEC-01, SPEC-02)"""
    where, count = say("team '{id}'", id=team.id), len(team.operatives)
    if not FEWEST_OPERATIVES <= count <= MOST_OPERATIVES:
        limits = {"fewest": FEWEST_OPERATIVES, "most": MOST_OPERATIVES}
        raise FileError("", where, say("a team has {fewest} to {most} operatives, not {count}", count=count, **limits))
    if (fault := _fault(team.operatives)) is not None:
        operative = say(checks.CALLED["operative"], id=fault.operative)
        raise FileError("", say(": ").join((where, operative)) if fault.operative else where, fault.problem)


# --- weapons


def _weapon(entry: Entry, name: str, kind: Literal["ranged", "melee"]) -> Weapon:
    """One weapon. (GEN-05)"""
    strength, ap = _strength(entry, kind), checks.whole(entry, "ap", -6, 0, 0)
    damage = _amount(entry, "damage", 1)
    text = team_tables.weapon_rules(entry)
    try:
        rules = parse_rules(text)
    except BadRule as error:
        raise entry.error(str(error), "rules") from None
    weapon = Weapon(name=name, kind=kind, strength=strength, ap=ap, damage=damage, text=text, rules=rules)
    if kind == "ranged":
        sort, reach, attacks = cast(WeaponType, entry.choice("type", TYPES)), checks.number(entry, "range", 1, 99), _amount(entry, "attacks")
        return msgspec.structs.replace(weapon, type=sort, range=reach, attacks=attacks)
    for key in ("type", "range", "attacks"):
        if key in entry:
            raise entry.error(say("'{key}' is for ranged weapons only", key=key), key)
    if rules.indirect:
        raise entry.error(say("Indirect is for ranged weapons only"), "rules")
    return weapon


def _strength(entry: Entry, kind: str) -> Strength:
    """A number, or for melee weapons what is made of the strength of the user."""
    strength = _parsed(entry, "strength", parse_strength)
    if not strength.times:
        fits = 1 <= strength.plus <= MOST_STRENGTH
    else:
        fits = strength.times <= MOST_TIMES and strength.plus <= MOST_PLUS
    if kind == "ranged" and (strength.times or not fits):
        raise entry.error(say("'strength' of a ranged weapon must be a number from 1 to {most}", most=MOST_STRENGTH), "strength")
    if not fits:
        most = {"most": MOST_STRENGTH, "plus": MOST_PLUS, "times": MOST_TIMES}
        told = Phrase("'strength' must be a number from 1 to {most}, 'user', up to '+{plus}' or up to 'x{times}', not '{strength}'")
        raise entry.error(say(told, strength=strength, **most), "strength")
    return strength


def _amount(entry: Entry, key: str, default: int | None = None) -> Amount:
    """How many: a number or dice, never nothing."""
    amount = _parsed(entry, key, parse_amount, default)
    if not amount.dice + amount.plus or amount.most > MOST_AMOUNT:
        raise entry.error(say("'{key}' must be from 1 to {most}, not {amount}", key=key, most=MOST_AMOUNT, amount=amount), key)
    return amount


def _parsed(entry: Entry, key: str, parse: Callable[[str], T], default: int | None = None) -> T:
    """What stands under a key, a number or a text, read as cards write it."""
    value = checks.raw(entry, key, default)
    if not isinstance(value, str) and not is_number(value):
        raise entry.error(say("'{key}' must be a number or a text", key=key), key)
    try:
        return parse(str(value))
    except ValueError as error:
        raise entry.error(say("'{key}': {error}", key=key, error=error), key) from None


def written_card(text: str) -> dict[str, Any]:
    """The table of a model from short text. (GEN-04, GEN-05)

    >>> card = written_card('Keeper; M 6", WS 3+, BS 3+, S 4, T 4, W 1, A 2, Ld 7, Sv 4+, leader; pistol: Pistol 1 12" S4 AP-1 D1; hook: S+1')
    >>> card["leader"], card["weapon"][1]
    (True, {'name': 'hook', 'kind': 'melee', 'strength': '+1', 'ap': 0, 'damage': '1', 'rules': []})
    """
    from counteract.rulesets.kt18.card_text import read_text

    return read_text(text)


# --- abilities and powers


def _effect(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The effect of an ability and its values, tried out."""
    name, values = entry.choice("effect", EFFECTS), team_tables.effect_values(entry)
    fields = {field.name: field for field in msgspec.structs.fields(EFFECTS[name])}
    for key, value in values.items():
        if key not in fields:
            raise entry.error(say("effect '{name}' has no value '{key}'{hint}", name=name, key=key, hint=perhaps(key, fields)), "values")
        if wanted := checks.mismatch(value, fields[key].type):
            raise entry.error(say("'values': '{key}' must be {wanted}", key=key, wanted=wanted), "values")
    for key, field in fields.items():
        if field.required and key not in values:
            raise entry.error(say("effect '{name}': value '{key}' is missing", name=name, key=key), "values" if values else "effect")
    try:
        make(name, values)
    except BadEffect as error:
        raise entry.error(str(error), "values") from None
    return name, values


def _powers(entries: Sequence[Entry]) -> dict[str, Power]:
    seen: team_tables.Seen = {}
    powers = [_power(entry, seen) for entry in entries]
    return {power.id: power for power in powers}


def _power(entry: Entry, seen: team_tables.Seen) -> Power:
    """One psychic power. (PSY-03, PSY-04, INT-52)"""
    own, name, text = checks.fresh_id(entry, "power", seen), entry.text("name"), entry.text("text")
    if own == PSYBOLT.id:
        raise entry.error(say("every psyker knows a power of this id already"), "id")
    effect = cast(PowerEffect, entry.choice("effect", POWER_EFFECTS))
    strong = _amount(entry, "strong", 1)
    power = Power(
        id=own, name=name, text=text, effect=effect,
        charge=checks.whole(entry, "charge", 2, 12),
        range=checks.number(entry, "range", 1, 99, 18),
        amount=_amount(entry, "amount", 1),
        strong=strong if "strong" in entry else None,
        strong_from=checks.whole(entry, "strong_from", 3, 12, 11),
        save=checks.stat(entry, "save", 5),
    )  # fmt: skip
    entry.done()
    _check_power(entry, power)
    return power


def _check_power(entry: Entry, power: Power) -> None:
    """What a power says must mean something to its effect."""
    for key in ("amount", "strong", "strong_from"):
        if key in entry and power.effect not in WITH_AMOUNT:
            raise entry.error(say("'{key}' means nothing to the effect '{effect}'", key=key, effect=power.effect), key)
    if "save" in entry and power.effect != "ward":
        raise entry.error(say("'save' means nothing to the effect '{effect}'", effect=power.effect), "save")
    if "strong_from" in entry and power.strong is None:
        raise entry.error(say("'strong_from' needs 'strong', the amount from there on"), "strong_from")
    if power.strong is not None and power.strong_from <= power.charge:
        raise entry.error(say("'strong_from' must be more than 'charge', which is {charge}", charge=power.charge), "strong_from")
