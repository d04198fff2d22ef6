"""The reader of army books of the army-scale edition: their tables, checked, and the shelf of those that come with the package. (UNIT-02)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from counteract.core.language import Phrase, say
from counteract.files import checks
from counteract.files.data import brief
from counteract.files.fields import Texts, read_fields
from counteract.files.reader import Entry, read_toml
from counteract.files.shelf import Shelf
from counteract.mechanics.cards import Ability
from counteract.mechanics.chain_fields import read_weapon
from counteract.mechanics.team_tables import Seen, referenced
from counteract.rulesets.kt40.books import BOOK, Book, Datasheet, ModelLine, Relic, Wargear, body_of
from counteract.rulesets.kt40.cards import SMITE, DegradingLine, Power, Stratagem, check_boon
from counteract.rulesets.kt40.effects import EFFECTS, Aura, Constant
from counteract.rulesets.kt40.weapons import MELEE_ONLY, RANGED_ONLY, Weapon, parse_rules, weapon_rule_id

C = TypeVar("C")
S = TypeVar("S", bound=msgspec.Struct)


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
    body = body_of(values["keywords"])
    models = tuple(_model(row, ids.models, armoury, body) for row in values.pop("models"))
    lines = tuple(_line(row) for row in values.pop("degrading"))
    sheet = Datasheet(**values, models=models, degrading=lines)
    _check_sheet(entry, sheet)
    return sheet


def _capitals(entry: Entry, key: str) -> tuple[str, ...]:
    if key not in entry and key != "carries":
        raise entry.error(say("'{key}' is missing", key=key))
    return tuple(word.strip().upper() for word in Texts().read(entry, key))


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
    if sheet.min_move and sheet.move_dice is not None:
        raise entry.error(say("'move_dice' does not go with 'min_move'"), "move_dice")
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
