"""The team files of Kill Team 2018: their tables, and how they are read.

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
    invulnerable = "5+"
    base = 32                          # mm
    height = 1.5                       # inches
    leader = true                      # one operative of the team, by itself
    abilities = ["toll-bell"]          # ids of abilities further down

    [[operative.weapon]]
    name = "Toll pistol"
    kind = "ranged"                    # or "melee"
    type = "pistol"                    # or "assault", "grenade", "heavy", "rapid fire"; ranged weapons only
    range = 12                         # inches; ranged weapons only
    attacks = 1                        # or "D3", "D6", "2D6", "D3+1"; ranged weapons only
    strength = 4
    ap = -1
    damage = "D3"
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
    count = 3
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
    charge = 6                         # the number the psychic test must reach
    effect = "strike"                  # or "bolt", "mend", "ward", "hex"
    range = 12                         # inches
    amount = 1                         # bolt, strike, mend: wounds dealt or given back
    strong = "D3"                      # bolt, strike, mend: the amount after a better test, if there is one,
    strong_from = 10                   # which is one of at least this
    # save = "5+"                      # ward: the invulnerable save it gives

Besides its leader a team can have up to three specialists, each of another kind. Every key with its limits and its default is in
`FILE`, and so in the schema that editors use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from counteract.core.language import Phrase, say
from counteract.files import checks
from counteract.files.fields import read_fields
from counteract.files.reader import Entry, FileError, perhaps, read_toml
from counteract.mechanics.cards import Ability, BadEffect
from counteract.mechanics.chain_fields import read_weapon
from counteract.mechanics.team_tables import Seen, TeamFile, read_abilities, read_weapons, referenced, refuse_unused
from counteract.rulesets.kt18.cards import PSYBOLT, Card, Power, Team
from counteract.rulesets.kt18.effects import EFFECTS, make
from counteract.rulesets.kt18.weapons import BARE_HANDS, NAMES, Weapon, parse_rules

FEWEST_OPERATIVES, MOST_OPERATIVES = 3, 20  # MIS-05
MOST_SPECIALISTS = 3  # SPEC-02
FILE = TeamFile(
    "kt18", "Kill Team 2018", Team, MOST_OPERATIVES, {"operative": Card, "weapon": Weapon, "ability": Ability, "power": Power}, EFFECTS
)

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
    heading = FILE.read_heading(top)
    entries, of_abilities, of_powers = heading.pop("operatives"), heading.pop("ability"), heading.pop("power")
    abilities, powers = read_abilities(of_abilities, _effect), _powers(of_powers)
    seen: Seen = {}
    rows = [_operative(entry, seen, abilities, powers) for entry in entries]
    cards = FILE.line_up(top, entries, rows, fewest)
    if (fault := find_fault(cards)) is not None:
        raise next((entry for entry in entries if entry.text("id") == fault.operative), top).error(fault.problem, fault.key)
    refuse_unused(of_abilities, "ability", abilities.values(), (card.abilities for card in cards))
    refuse_unused(of_powers, "power", powers.values(), (card.powers for card in cards))
    return Team(**heading, operatives=cards)


# --- operatives


def _operative(entry: Entry, seen: Seen, abilities: Mapping[str, Ability], powers: Mapping[str, Power]) -> tuple[Card, int]:
    """Return a card, and how many operatives have it. (GEN-04)"""
    values = FILE.read_card(
        entry, seen,
        weapons=lambda: read_weapons(entry, _weapon),
        abilities=lambda: referenced(entry, "abilities", "ability", abilities),
        powers=lambda: referenced(entry, "powers", "power", powers),
    )  # fmt: skip
    known = {keyword.strip().upper() for keyword in values["keywords"]}
    count = values.pop("count")
    card = Card(**values, psyker="PSYKER" in known, fly="FLY" in known)
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
    """A fault of a team: the problem, the operative if it concerns one, and the key of its file."""

    problem: str
    operative: str = ""
    key: str | None = None


def _fault(cards: Sequence[Card]) -> Fault | None:
    return _leaders_fault(cards) or _specialists_fault(cards)


def _leaders_fault(cards: Sequence[Card]) -> Fault | None:
    """Return the fault of a team without exactly one leader. (SPEC-01)"""
    leaders = [card.id for card in cards if card.leader]
    if not leaders:
        return Fault(say("the team has no leader: one operative must have 'leader = true'"))
    if len(leaders) > 1:
        return Fault(say("the team has a leader already: operative '{other}'", other=leaders[0]), leaders[1], "leader")
    return None


def _specialists_fault(cards: Sequence[Card]) -> Fault | None:
    """Return the fault of a team with other than up to three specialists of different kinds besides the leader. (SPEC-02)"""
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


def _weapon(entry: Entry) -> Weapon:
    """Return a weapon. (GEN-05)"""
    return Weapon(**read_weapon(entry, FILE.tables["weapon"], parse_rules))


def written_card(text: str) -> dict[str, Any]:
    """Return the table of a model from short text. (GEN-04, GEN-05)

    >>> card = written_card('Keeper; M 6", WS 3+, BS 3+, S 4, T 4, W 1, A 2, Ld 7, Sv 4+, leader; pistol: Pistol 1 12" S4 AP-1 D1; hook: S+1')
    >>> card["leader"], card["weapon"][1]
    (True, {'name': 'hook', 'kind': 'melee', 'strength': '+1', 'ap': 0, 'damage': '1', 'rules': []})
    """
    from counteract.rulesets.kt18.card_text import read_text

    return read_text(text)


# --- abilities and powers


def _effect(entry: Entry) -> tuple[str, dict[str, Any]]:
    """Return the effect of an ability and its values, tried out."""
    name, values = FILE.read_effect(entry)
    fields = {field.key: field for field in FILE.effects[name]}
    for key, value in values.items():
        if key not in fields:
            raise entry.error(say("effect '{name}' has no value '{key}'{hint}", name=name, key=key, hint=perhaps(key, fields)), "values")
        if wanted := checks.mismatch(value, fields[key].type):
            raise entry.error(say("'values': '{key}' must be {wanted}", key=key, wanted=wanted), "values")
    for key, field in fields.items():
        if field.is_required and key not in values:
            raise entry.error(say("effect '{name}': value '{key}' is missing", name=name, key=key), "values" if values else "effect")
    try:
        make(name, values)
    except BadEffect as error:
        raise entry.error(str(error), "values") from None
    return name, values


def _powers(entries: Sequence[Entry]) -> dict[str, Power]:
    seen: Seen = {}
    powers = [_power(entry, seen) for entry in entries]
    return {power.id: power for power in powers}


def _power(entry: Entry, seen: Seen) -> Power:
    """Return a psychic power. (PSY-03, PSY-04, INT-52)"""
    power = Power(**read_fields(entry, FILE.tables["power"], id=lambda: checks.fresh_id(entry, "power", seen)))
    entry.done()
    if power.id == PSYBOLT.id:
        raise entry.error(say("every psyker knows a power of this id already"), "id")
    _check_power(entry, power)
    return power


def _check_power(entry: Entry, power: Power) -> None:
    """Refuse keys that mean nothing to the effect of a power."""
    for key in ("amount", "strong", "strong_from"):
        if key in entry and power.effect not in WITH_AMOUNT:
            raise entry.error(say("'{key}' means nothing to the effect '{effect}'", key=key, effect=power.effect), key)
    if "save" in entry and power.effect != "ward":
        raise entry.error(say("'save' means nothing to the effect '{effect}'", effect=power.effect), "save")
    if "strong_from" in entry and power.strong is None:
        raise entry.error(say("'strong_from' needs 'strong', the amount from there on"), "strong_from")
    if power.strong is not None and power.strong_from <= power.charge:
        raise entry.error(say("'strong_from' must be more than 'charge', which is {charge}", charge=power.charge), "strong_from")


def extra_texts() -> Iterator[str]:
    """Yield the texts to be translated that stand in no team file: weapon abilities, the common power, bare hands."""
    yield from NAMES
    yield from (PSYBOLT.name, PSYBOLT.text, BARE_HANDS.name)
