"""Army books of the army-scale edition: datasheets, weapons, abilities, powers, stratagems, relics and traits, and how they are read.

A book is a TOML file in ``data/armies``, or one of a player's own::

    id = "toll-host"                   # small letters, digits, hyphens
    name = "The Toll Host"
    ruleset = "kt40"
    summary = "They guard a road and mean it."
    bonus = ["stubborn"]               # ids of abilities that every unit of a Battle-forged army has

    [[datasheet]]
    id = "keepers"
    name = "Keepers"
    role = "troops"                    # one of cards.ROLES
    factions = ["TOLL HOST"]
    keywords = ["INFANTRY"]            # the game knows those of UNIT-03, in any case
    abilities = ["stubborn"]           # ids of abilities further down
    # casts = 1                        # PSYKER: powers it tries in a phase
    # denies = 1                       # PSYKER: powers it tries to deny
    # powers = ["second-sight"]        # PSYKER: ids of powers it may know besides Smite,
    # knows = 1                        # and how many of them the army list chooses
    # capacity = 10                    # TRANSPORT: models it carries,
    # carries = ["INFANTRY"]           # each with one of these keywords
    # min_move = 20                    # AIRCRAFT: inches

    [[datasheet.model]]                # the kinds of models of the unit
    id = "keeper"
    name = "Keeper"
    least = 5                          # the fewest and the most of them in a unit; both 1 if left out
    most = 10
    points = 9                         # each
    move = 6
    ws = "3+"
    bs = "3+"
    strength = 3
    toughness = 3
    wounds = 1
    attacks = 1
    leadership = 7
    save = "4+"
    # invulnerable = "5+"
    # base = 32                        # mm; by the type of the unit if left out
    # height = 1.5                     # inches; likewise
    weapons = ["rifle"]                # ids of weapons further down

    [[datasheet.model.wargear]]        # what models of this kind may carry instead; a model takes one of them at most
    id = "bell"
    name = "Bell Keeper"               # what a model with it is called
    weapons = ["bell"]
    replaces = ["rifle"]
    points = 6
    most = 1                           # models of the unit that may take it; or `per = 5`: one for every five

    # [[datasheet.degrading]]          # lines of a degrading table, the best first
    # least = 7                        # wounds left
    # move = 10

    [[weapon]]                         # as on a card; several with one id and different modes are one weapon with several profiles
    id = "rifle"
    name = "Toll rifle"
    kind = "ranged"
    type = "rapid fire"
    range = 24
    attacks = 1
    strength = 4

    [[ability]]
    id = "stubborn"
    name = "Stubborn"
    text = "The unit has 1 more Leadership."
    effect = "constant"                # one of effects.EFFECTS
    values = { boon = "leadership", bonus = 1 }

    [[power]]
    id = "second-sight"
    name = "Second Sight"
    text = "One friendly unit within 12 inches has 1 more to hit when it shoots, until the end of the turn."
    charge = 6
    deed = { kind = "boon", inches = 12, boon = "to hit shooting" }

    [[stratagem]]
    id = "toll-is-due"
    name = "The Toll Is Due"
    text = "A visible enemy unit within 18 inches suffers D3 mortal wounds."
    cost = 2
    window = "shooting start"          # one of cards.WINDOWS, or "list"
    deed = { kind = "strike", amount = "D3" }

    [[trait]]                          # for the Warlord, if it is a CHARACTER
    id = "old-hand"
    name = "Old Hand"
    text = "When a stratagem has been paid for, a roll of 5 or more gives back 1 CP."
    effect = "thrift"
    values = { needed = 5 }

    [[relic]]                          # an ability, a weapon, or both
    id = "first-coin"
    name = "The First Coin"
    text = "The bearer has a 4+ invulnerable save."
    effect = "constant"
    values = { boon = "invulnerable", bonus = 4 }
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeVar

import msgspec

from counteract.core.language import Phrase, say
from counteract.files import checks
from counteract.files.data import brief
from counteract.files.fields import Choice, Id, IfOmitted, Number, Placeholder, References, Rows, TextLine, Texts, Whole, read_fields
from counteract.files.reader import Entry, read_toml
from counteract.files.shelf import Shelf
from counteract.mechanics.cards import Ability, Explanation, RulesetName, TeamHeading
from counteract.mechanics.chain_fields import read_weapon
from counteract.mechanics.team_tables import Seen, TableFile, referenced
from counteract.rulesets.kt40.cards import SMITE, Card, DegradingLine, Power, Role, Stratagem, check_boon, unit_type
from counteract.rulesets.kt40.effects import EFFECTS, Aura, Constant
from counteract.rulesets.kt40.fields import MOST_MODELS
from counteract.rulesets.kt40.weapons import MELEE_ONLY, RANGED_ONLY, Weapon, parse_rules, weapon_rule_id

C = TypeVar("C")
S = TypeVar("S", bound=msgspec.Struct)

#: Base in mm and height in inches of models by the type of their unit. (INT-01)
BODIES = {
    "infantry": (32.0, 1.5), "bike": (60.0, 1.75), "monster": (80.0, 3.0), "vehicle": (100.0, 3.0), "titanic": (170.0, 8.0),
    "aircraft": (120.0, 6.0),
}  # fmt: skip


# --- what a book holds


class ListedWeapon(Weapon, frozen=True, kw_only=True):
    """A profile of a weapon in a book."""

    id: Annotated[str, Id()]


class Wargear(msgspec.Struct, frozen=True, kw_only=True):
    """Weapons that a model may carry instead of others: what such a model is called, its price, and how many of a unit may have it."""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine(), "what a model with it is called"]
    weapons: Annotated[tuple[str, ...], References("weapon"), "ids of the weapons it brings"] = ()
    replaces: Annotated[tuple[str, ...], References("weapon"), "ids of weapons that it takes the place of"] = ()
    points: Annotated[int, Whole(0, 500), "its price"] = 0
    most: Annotated[int, Whole(1, MOST_MODELS), "how many models of the unit may have it"] = MOST_MODELS
    per: Annotated[int, Whole(1, MOST_MODELS), "one model may have it for every so many models of the unit"] = 0


class ModelLine(Card, frozen=True, kw_only=True):
    """One kind of models of a datasheet: the card, the price, how many a unit has, and what they may carry. (UNIT-01, UNIT-02)"""

    points: Annotated[int, Whole(0, 1000), "price of each model"]
    least: Annotated[int, Whole(0, MOST_MODELS), "the fewest in a unit"] = 1
    most: Annotated[int, Whole(1, MOST_MODELS), "the most in a unit; as many as the fewest if left out", IfOmitted(None)] = 1
    wargear: Annotated[tuple[Wargear, ...], Rows("wargear")] = ()
    carried: tuple[str, ...] = ()  # the ids of its weapons


class Datasheet(msgspec.Struct, frozen=True, kw_only=True):
    """A datasheet: everything about a kind of unit. (UNIT-02)"""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    role: Annotated[Role, Choice(), "battlefield role"]
    factions: Annotated[tuple[str, ...], Texts(), "faction keywords; all units of a Battle-forged army share one"]
    keywords: Annotated[tuple[str, ...], Texts(), "any words; the game knows INFANTRY, BIKE, MONSTER, VEHICLE, TITANIC and the like"]
    models: Annotated[tuple[ModelLine, ...], Rows("model", 1)]
    abilities: Annotated[tuple[Ability, ...], References("ability"), "ids of abilities of the book"] = ()
    casts: Annotated[int, Whole(0, 6), "PSYKER: powers it tries in a phase"] = 0
    denies: Annotated[int, Whole(0, 6), "PSYKER: powers it tries to deny in a phase"] = 0
    powers: Annotated[tuple[Power, ...], References("power"), "PSYKER: ids of powers that it may know besides Smite"] = ()
    knows: Annotated[int, Whole(0, 6), "PSYKER: how many of them the army list chooses"] = 0
    capacity: Annotated[int, Whole(0, MOST_MODELS), "TRANSPORT: models that it carries"] = 0
    carries: Annotated[tuple[str, ...], Texts(), "TRANSPORT: a passenger must have one of these keywords"] = ()
    degrading: Annotated[tuple[DegradingLine, ...], Rows("degrading")] = ()
    min_move: Annotated[float, Number(0, 60), "AIRCRAFT: the shortest move in inches"] = 0.0


class Relic(msgspec.Struct, frozen=True, kw_only=True):
    """A relic: an ability of its bearer, a weapon, or both. (ARMY-08)"""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    text: Explanation
    effect: Annotated[str, Placeholder("effect"), "the effect that carries it out, if it has one"] = ""
    values: Annotated[dict[str, Any], Placeholder("values"), "the numbers and conditions of the effect"] = {}
    weapons: Annotated[tuple[str, ...], References("weapon"), "ids of the weapons it brings"] = ()
    replaces: Annotated[tuple[str, ...], References("weapon"), "ids of weapons that it takes the place of"] = ()
    keyword: Annotated[str, IfOmitted(""), TextLine(), "its bearer must have this keyword, in capitals, besides CHARACTER"] = ""

    @property
    def ability(self) -> tuple[Ability, ...]:
        """Its effect as an ability of the bearer; none if it is a weapon only."""
        return (Ability(id=self.id, name=self.name, text=self.text, effect=self.effect, values=self.values),) if self.effect else ()


class BookHeading(TeamHeading, frozen=True, kw_only=True):
    """The heading of a book."""

    ruleset: RulesetName = "kt40"
    bonus: Annotated[tuple[Ability, ...], References("ability"), "ids of abilities that every unit of a Battle-forged army has"] = ()


class Book(BookHeading, frozen=True, kw_only=True):
    """An army book: all that army lists choose from. (GEN-07)"""

    datasheets: dict[str, Datasheet]
    weapons: dict[str, tuple[Weapon, ...]]  # by id, with all profiles
    stratagems: tuple[Stratagem, ...] = ()
    traits: dict[str, Ability] = {}  # of the Warlord (ARMY-06)
    relics: dict[str, Relic] = {}


BOOK = TableFile(
    "army", "An army book", "kt40", "armies", BookHeading,
    {
        "datasheet": Datasheet, "model": ModelLine, "wargear": Wargear, "degrading": DegradingLine, "weapon": ListedWeapon,
        "ability": Ability, "power": Power, "stratagem": Stratagem, "trait": Ability, "relic": Relic,
    },
    EFFECTS,
)  # fmt: skip


# --- reading


def parse_book(text: str, source: str) -> Book:
    """Read a book from the text of its file; ``source`` is what complaints call the file."""
    return read_book(read_toml(text, source))


def read_book(top: Entry) -> Book:
    """Read a book from the table of its file."""
    heading = BOOK.read_heading(top)
    tables = {name: heading.pop(name) for name in ("datasheet", "weapon", "ability", "power", "stratagem", "trait", "relic")}
    armoury = _weapons(tables["weapon"])
    abilities = {one.id: one for one in _rows(tables["ability"], "ability", Ability, **_with_effect())}
    powers = {one.id: one for one in _rows(tables["power"], "power", Power)}
    ids = _Ids()
    sheets = [_datasheet(entry, ids, armoury, abilities, powers) for entry in tables["datasheet"]]
    book = Book(
        **{**heading, "bonus": referenced(top, "bonus", "ability", abilities)},
        datasheets={sheet.id: sheet for sheet in sheets},
        weapons=armoury,
        stratagems=tuple(_rows(tables["stratagem"], "stratagem", Stratagem)),
        traits={one.id: one for one in _rows(tables["trait"], "trait", Ability, **_with_effect())},
        relics={one.id: one for one in _rows(tables["relic"], "relic", Relic, **_with_effect(), **_with_weapons(armoury))},
    )
    if not sheets:
        raise top.error(say("the army has no datasheets: [[datasheet]]"))
    _check_powers(tables["power"])
    _refuse_unused(tables, book)
    return book


class _Ids:
    """The ids of the datasheets and of the models of a book read so far."""

    def __init__(self) -> None:
        self.sheets: Seen = {}
        self.models: Seen = {}


def _rows(entries: Iterable[Entry], kind: str, thing: type[S], **readers: Callable[[Entry], Any]) -> Iterable[S]:
    """Yield the things of one kind that a book holds."""
    seen: Seen = {}
    for entry in entries:
        own = {key: _bound(read, entry) for key, read in readers.items()}
        values = read_fields(entry, BOOK.tables[kind], id=_bound(lambda row: checks.fresh_id(row, kind, seen), entry), **own)
        entry.done()
        yield thing(**values)


def _bound(read: Callable[[Entry], C], entry: Entry) -> Callable[[], C]:
    return lambda: read(entry)


# --- effects


def _with_effect() -> dict[str, Callable[[Entry], Any]]:
    return {"values": _effect_values}


def _effect_values(entry: Entry) -> dict[str, Any]:
    """Return the values of the effect that a table names, as plain data."""
    if "effect" not in entry:
        if "values" in entry:
            raise entry.error(say("'values' needs 'effect', which they belong to"), "values")
        checks.raw(entry, "values", {})
        return {}
    name = BOOK.field("ability", "effect").read(entry)
    inner = entry.table("values") if "values" in entry else entry.with_table({})
    checks.raw(entry, "values", {})
    effect = EFFECTS[name](**read_fields(inner, BOOK.effects[name]))
    inner.done()
    if isinstance(effect, Aura | Constant):
        check_boon(inner, effect.boon, effect.bonus)
    values: dict[str, Any] = brief(effect)
    return values


# --- weapons


def _weapons(entries: Iterable[Entry]) -> dict[str, tuple[Weapon, ...]]:
    """Return the weapons of a book by their ids, each with all of its profiles. (UNIT-04)"""
    found: dict[str, tuple[Weapon, ...]] = {}
    for entry in entries:
        own = checks.identifier(entry)
        entry.name = say(checks.CALLED["weapon"], id=own)
        values = read_weapon(entry, BOOK.tables["weapon"], parse_rules)
        entry.done()
        weapon = Weapon(**{key: value for key, value in values.items() if key != "id"})
        _check_weapon(entry, weapon, found.get(own, ()))
        found[own] = (*found.get(own, ()), weapon)
    return found


def _check_weapon(entry: Entry, weapon: Weapon, others: tuple[Weapon, ...]) -> None:
    """Refuse abilities that do not suit a weapon, and two profiles of a weapon that cannot be told apart. (WR)"""
    wrong = RANGED_ONLY if weapon.kind == "melee" else MELEE_ONLY
    for text in weapon.text:
        if any(name in wrong for name in weapon_rule_id(text) or ()):
            told = Phrase("{text} is for ranged weapons only") if weapon.kind == "melee" else Phrase("{text} is for melee weapons only")
            raise entry.error(say(told, text=text), "rules")
    if weapon.rules.melta and weapon.damage.dice != 1:
        raise entry.error(say("Melta needs one die of damage, not {damage}", damage=weapon.damage), "damage")
    if others and not (weapon.mode and all(other.mode and other.mode != weapon.mode for other in others)):
        raise entry.error(say("the id is used twice: the profiles of one weapon need a 'mode' each, all different"), "id")
    if any((other.name, other.kind) != (weapon.name, weapon.kind) for other in others):
        raise entry.error(say("the profiles of one weapon have one name and one kind"), "name")


def _with_weapons(armoury: Mapping[str, tuple[Weapon, ...]]) -> dict[str, Callable[[Entry], Any]]:
    """Return the readers of keys that name weapons."""
    return {"weapons": lambda entry: entry.choices("weapons", armoury), "replaces": lambda entry: entry.choices("replaces", armoury)}


# --- datasheets


def _datasheet(
    entry: Entry, ids: _Ids, armoury: Mapping[str, tuple[Weapon, ...]], abilities: Mapping[str, Ability], powers: Mapping[str, Power]
) -> Datasheet:
    """Return a datasheet. (UNIT-02)"""
    values = read_fields(
        entry, BOOK.tables["datasheet"],
        id=lambda: checks.fresh_id(entry, "datasheet", ids.sheets),
        keywords=lambda: _capitals(entry, "keywords"),
        factions=lambda: _capitals(entry, "factions"),
        carries=lambda: _capitals(entry, "carries"),
        abilities=lambda: referenced(entry, "abilities", "ability", abilities),
        powers=lambda: referenced(entry, "powers", "power", powers),
    )  # fmt: skip
    entry.done()
    body = _body(values["keywords"])
    models = tuple(_model(row, ids.models, armoury, body) for row in values.pop("models"))
    lines = tuple(_line(row) for row in values.pop("degrading"))
    sheet = Datasheet(**values, models=models, degrading=lines)
    _check_sheet(entry, sheet)
    return sheet


def _capitals(entry: Entry, key: str) -> tuple[str, ...]:
    if key not in entry and key != "carries":
        raise entry.error(say("'{key}' is missing", key=key))
    return tuple(word.strip().upper() for word in Texts().read(entry, key))


def _body(keywords: tuple[str, ...]) -> tuple[float, float]:
    """Return the base and height of models whose datasheet gives none. (INT-01)"""
    return BODIES["aircraft" if "AIRCRAFT" in keywords else unit_type(keywords)]


def _line(entry: Entry) -> DegradingLine:
    line = DegradingLine(**read_fields(entry, BOOK.tables["degrading"]))
    entry.done()
    return line


def _model(entry: Entry, seen: Seen, armoury: Mapping[str, tuple[Weapon, ...]], body: tuple[float, float]) -> ModelLine:
    """Return a kind of models of a datasheet. (UNIT-01)"""
    values = read_fields(
        entry, BOOK.tables["model"],
        id=lambda: checks.fresh_id(entry, "model", seen),
        weapons=lambda: entry.choices("weapons", armoury),
    )  # fmt: skip
    entry.done()
    carried = values.pop("weapons")
    most = values["most"] or max(values["least"], 1)
    if most < values["least"]:
        raise entry.error(say("'most' must not be less than 'least', which is {least}", least=values["least"]), "most")
    usual = {key: values[key] or default for key, default in zip(("base", "height"), body, strict=True)}
    options = tuple(_rows(values["wargear"], "wargear", Wargear, **_with_weapons(armoury)))
    for row, option in zip(values["wargear"], options, strict=True):
        for weapon in option.replaces:
            if weapon not in carried:
                raise row.error(say("'replaces' names '{weapon}', which the model does not carry", weapon=weapon), "replaces")
    weapons = tuple(weapon for name in carried for weapon in armoury[name])
    return ModelLine(**{**values, **usual, "most": most, "wargear": options, "carried": carried, "weapons": weapons})


def _check_sheet(entry: Entry, sheet: Datasheet) -> None:
    """Refuse a datasheet whose values do not go together."""
    keys: dict[str, tuple[str, bool]] = {
        "casts": ("PSYKER", bool(sheet.casts)),
        "denies": ("PSYKER", bool(sheet.denies)),
        "powers": ("PSYKER", bool(sheet.powers)),
        "capacity": ("TRANSPORT", bool(sheet.capacity)),
        "min_move": ("AIRCRAFT", bool(sheet.min_move)),
    }
    for key, (keyword, given) in keys.items():
        if given and keyword not in sheet.keywords:
            raise entry.error(say("has '{key}', and so it needs the keyword {keyword}", key=key, keyword=keyword), key)
    if "PSYKER" in sheet.keywords and not sheet.casts + sheet.denies:
        raise entry.error(say("is a PSYKER, and so it needs 'casts' or 'denies'"), "keywords")
    if "TRANSPORT" in sheet.keywords and not (sheet.capacity and sheet.carries):
        raise entry.error(say("is a TRANSPORT, and so it needs 'capacity' and 'carries'"), "keywords")
    if sheet.knows > len(sheet.powers):
        raise entry.error(say("'knows' is {knows}, but there are {count} powers to choose", knows=sheet.knows, count=len(sheet.powers)), "knows")
    if not sheet.factions:
        raise entry.error(say("'factions' must not be empty"), "factions")
    if not sheet.models:
        raise entry.error(say("the datasheet has no models: [[datasheet.model]]"))
    _check_table(entry, sheet)
    if sheet.min_move and sheet.min_move > min((line.move for line in sheet.degrading if line.move is not None), default=sheet.models[0].move):
        raise entry.error(say("'min_move' must not be more than the move"), "min_move")
    ids = [option.id for line in sheet.models for option in line.wargear]
    if again := next((own for own in ids if ids.count(own) > 1), None):
        raise entry.error(say("two models of the datasheet have wargear of the id '{id}'", id=again))


def _check_table(entry: Entry, sheet: Datasheet) -> None:
    """Refuse a degrading table that leaves wounds out. (DEG-01)"""
    least = [line.least for line in sheet.degrading]
    if not least:
        return
    if len(sheet.models) > 1 or sheet.models[0].most > 1:
        raise entry.error(say("a degrading table is for units of one model"), "degrading")
    if len(least) < 2 or least != sorted({*least}, reverse=True) or least[-1] != 1 or least[0] > sheet.models[0].wounds:
        told = Phrase("a degrading table has two or more lines, with fewer wounds each, from at most {wounds} down to 1")
        raise entry.error(say(told, wounds=sheet.models[0].wounds), "degrading")


# --- the book as a whole


def _check_powers(entries: Iterable[Entry]) -> None:
    """Refuse a power that every Psyker knows already. (PSY-13)"""
    for entry in entries:
        if entry.text("id") == SMITE.id:
            raise entry.error(say("every psyker knows a power of this id already"), "id")


def _refuse_unused(tables: Mapping[str, list[Entry]], book: Book) -> None:
    """Refuse weapons, abilities and powers that nothing in the book uses."""
    rows = [*tables["datasheet"], *tables["relic"]]
    models = [row for sheet in tables["datasheet"] for row in sheet.tables("model")]
    wargear = [row for model in models for row in model.tables("wargear", ())]
    used = {
        "weapon": {name for row in (*models, *wargear, *tables["relic"]) for name in row.values("weapons", ())},
        "ability": {*(one.id for one in book.bonus), *(name for row in rows for name in row.values("abilities", ()))},
        "power": {name for row in tables["datasheet"] for name in row.values("powers", ())},
    }
    for kind, names in used.items():
        for entry in tables[kind]:
            if entry.text("id") not in names:
                raise entry.error(say("nothing in the book uses it"), "id")


SHELF = Shelf[Book]("army", "armies", parse_book)

