"""The army lists of the army-scale edition: their files, and how they become armies. (ARMY)

An army list is a TOML file::

    id = "toll-patrol"                 # small letters, digits, hyphens
    name = "Toll Patrol"
    ruleset = "kt40"
    army = "toll-host"                 # the id of an army book, or the name of a book's file that lies beside this one: "toll-host.toml"
    points = 500                       # the limit that the list keeps to
    summary = "A reeve and those who stand by him."
    # stratagems = ["heirlooms"]       # those that are paid for with the list
    # battle_forged = false            # then there are [[unit]] tables, no detachments, and no command points

    [[detachment]]
    kind = "patrol"                    # one of detachments.DETACHMENTS

    [[detachment.unit]]
    sheet = "reeve"                    # the id of a datasheet of the book
    warlord = true                     # one unit of the army
    trait = "old-hand"                 # of the Warlord, if it is a CHARACTER
    relic = "first-coin"               # of one CHARACTER
    # powers = ["second-sight"]        # of a PSYKER, besides Smite
    # name = "Reeve Amblecote"         # its own name, that of the datasheet if left out

    [[detachment.unit]]
    sheet = "keepers"
    models = { keeper = 9, elder = 1 } # how many of each kind; the fewest there can be if left out
    wargear = { bell = 1 }             # how many of them carry something else

A book may also stand in the list itself, as the table ``[book]``. Books are described in books.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec

from counteract.core.language import Phrase, measured, say
from counteract.files import checks
from counteract.files.fields import Choice, Flag, Id, IfOmitted, References, Rows, Text, TextLine, ValueKind, Whole, read_fields
from counteract.files.reader import Entry, FileError, perhaps, read_toml
from counteract.mechanics.cards import CardText, RulesetName, TeamHeading
from counteract.mechanics.team_tables import TableFile
from counteract.rulesets.kt40.book_reader import SHELF, read_book
from counteract.rulesets.kt40.books import BOOK, Book, Datasheet, ModelLine, Relic, Wargear
from counteract.rulesets.kt40.cards import KEYWORDS, SMITE, Card, Models, Power, Stratagem, Team, Unit
from counteract.rulesets.kt40.detachments import DETACHMENTS, FORTIFICATIONS, ListFault, command_points, faults
from counteract.rulesets.kt40.fields import Counts
from counteract.rulesets.kt40.weapons import CLOSE_COMBAT_WEAPON, WRITTEN

#: The key of a loaded army as plain data that no file of a list has.
LOADED_KEY = "units"


class BookTable(ValueKind, frozen=True):
    """A book within a list."""

    form = {"$ref": BOOK.schema_name}

    def read(self, entry: Entry, key: str) -> Entry:
        return entry.table(key)


class ArmyList(TeamHeading, frozen=True, kw_only=True):
    """The heading of an army list."""

    ruleset: RulesetName = "kt40"
    army: Annotated[str, IfOmitted(""), TextLine(), "the id of an army book, or the name of its file beside this one"] = ""
    points: Annotated[int, Whole(1, 9999), "the points limit"] = 1000  # ARMY-02
    battle_forged: Annotated[bool, Flag(), "made of detachments"] = True
    stratagems: Annotated[tuple[str, ...], References("stratagem"), "ids of the stratagems that are paid for with the list"] = ()
    book: Annotated[Entry | None, BookTable(), "an army book of the list's own"] = None
    detachments: Annotated[tuple[Entry, ...], Rows("detachment")] = ()
    units: Annotated[tuple[Entry, ...], Rows("unit"), "if the list is not Battle-forged"] = ()


class ListedDetachment(msgspec.Struct, frozen=True, kw_only=True):
    """A detachment of an army list."""

    kind: Annotated[str, Choice(tuple(DETACHMENTS))]
    units: Annotated[tuple[Entry, ...], Rows("unit", 1)]


class ListedUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of an army list."""

    sheet: Annotated[str, TextLine(), "the id of its datasheet"]
    id: Annotated[str, IfOmitted(""), Id(), "what programs call the unit; that of the datasheet if left out"] = ""
    name: Annotated[str, Text(), "what people call the unit; that of the datasheet if left out"] = ""
    models: Annotated[dict[str, int], Counts(), "how many models of each kind; the fewest there can be if left out"] = {}
    wargear: Annotated[dict[str, int], Counts(), "how many models carry each wargear"] = {}
    powers: Annotated[tuple[str, ...], References("power"), "of a PSYKER: ids of the powers it knows besides Smite"] = ()
    warlord: Annotated[bool, Flag(), "one unit of the army has the Warlord"] = False
    trait: Annotated[str, IfOmitted(""), TextLine(), "the id of the Warlord's trait"] = ""
    relic: Annotated[str, IfOmitted(""), TextLine(), "the id of the relic that it carries"] = ""


FILE = TableFile("team", "An army list", "kt40", "armies", ArmyList, {"detachment": ListedDetachment, "unit": ListedUnit})
FILES = FILE, BOOK


# --- reading


def parse_team(text: str, source: str) -> Team:
    """Read an army from the text of its list; ``source`` is what complaints call the file. (ARMY-01)"""
    return open_team(text, source, None)


def open_team(text: str, source: str, folder: Path | None) -> Team:
    """Read an army from the text of its list, whose book may be a file in the same folder."""
    reading = _Reading(read_toml(text, source), folder)
    team = reading.muster()
    if (fault := next(faults(team), None)) is not None:
        raise reading.complaint(fault)
    return team


def read_team(top: Entry) -> Team:
    """Read an army from the table of its list, or of units in short text; it need not be one that could be mustered."""
    if "operative" in top:
        from counteract.rulesets.kt40.card_text import read_units

        return read_units(top)
    return _Reading(top, None).muster()


def written_card(text: str) -> dict[str, Any]:
    """Return the table of a unit of models that are alike from short text. (UNIT-01, UNIT-04)

    >>> card = written_card('Keeper; M 6", WS 3+, BS 3+, S 4, T 4, W 1, A 1, Ld 7, Sv 4+, infantry, count 5; rifle: Rapid Fire 1 24" S4 AP0 D1')
    >>> card["count"], card["keywords"], card["weapon"][0]["type"]
    (5, ['infantry'], 'rapid fire')
    """
    from counteract.rulesets.kt40.card_text import read_text

    return read_text(text)


def check(team: Team) -> None:
    """Refuse an army that was not read from a file if no file could hold it. (ARMY-02 to ARMY-08)"""
    where = say("team '{id}'", id=team.id)
    if not team.units or not all(unit.size for unit in team.units):
        raise FileError("", where, say("an army has units, and each has models [{rule}]", rule="KT40-UNIT-02"))
    unknown = [kind for kind in team.detachments if kind not in DETACHMENTS]
    if unknown or any(unit.detachment not in range(len(team.detachments)) for unit in team.units if team.battle_forged):
        raise FileError("", where, say("each unit belongs to a detachment that there is [{rule}]", rule="KT40-ARMY-03"))
    if (fault := next(faults(team), None)) is not None:
        raise FileError("", say(": ").join((where, say(checks.CALLED["unit"], id=fault.unit))) if fault.unit else where, fault.sentence)
    given = command_points(team.detachments, team.battle_forged, _paid(team))
    if team.cp != given:
        told = Phrase("the army starts with {given} CP, not {cp} [{rule}]")
        raise FileError("", where, say(told, given=given, cp=team.cp, rule="KT40-ARMY-05"))


def _paid(team: Team) -> tuple[Stratagem, ...]:
    return tuple(one for one in team.stratagems if one.id in team.paid)


class _Reading:
    """The reading of one list: its table, its book and the entries of its units."""

    def __init__(self, top: Entry, folder: Path | None) -> None:
        self.top = top
        self.folder = folder
        self.detachments: list[Entry] = []
        self.units: dict[str, Entry] = {}

    def complaint(self, fault: ListFault) -> FileError:
        """Return what is said about a fault, at the place it concerns; that of the list as a whole is its id."""
        if fault.unit:
            return self.units[fault.unit].error(fault.sentence, fault.key)
        if fault.detachment >= 0:
            return self.detachments[fault.detachment].error(fault.sentence)
        return self.top.error(fault.sentence, fault.key if fault.key and fault.key in self.top else "id")

    def muster(self) -> Team:
        """Return the army."""
        heading = FILE.read_heading(self.top)
        book = self.find_book(heading)
        kinds, rows = self.read_detachments(heading)
        units = tuple(self.read_unit(entry, number, book, heading["battle_forged"]) for number, entry in rows)
        if not units:
            raise self.top.error(say("the army has no units: [[detachment.unit]]"))
        paid = self.read_paid(heading, book)
        return Team(
            id=heading["id"],
            name=heading["name"],
            summary=heading["summary"],
            army=book.id,
            limit=heading["points"],
            battle_forged=heading["battle_forged"],
            detachments=kinds,
            cp=command_points(kinds, heading["battle_forged"], paid),
            stratagems=book.stratagems,
            paid=tuple(one.id for one in paid),
            units=units,
        )

    def find_book(self, heading: dict[str, Any]) -> Book:
        """Return the book that the list holds or names."""
        if (given := heading["book"]) is not None:
            if heading["army"]:
                raise self.top.error(say("the list has a book of its own, and so it names no other under 'army'"), "army")
            return read_book(given)
        name = heading["army"]
        if not name:
            raise self.top.error(say("'army' is missing: it names the army book"))
        if name in SHELF.ids():
            return SHELF.shipped(name)
        if SHELF.name_in(name) is not None:
            raise self.top.error(say("'{key}' cannot be '{value}'{hint}", key="army", value=name, hint=perhaps(name, SHELF.ids())), "army")
        if self.folder is None:
            raise self.top.error(say("'army' names a file, and this list does not lie in a folder: put the book into the list, as [book]"), "army")
        return SHELF.load(self.folder / name, read_book)

    def read_detachments(self, heading: dict[str, Any]) -> tuple[tuple[str, ...], list[tuple[int, Entry]]]:
        """Return the kinds of the detachments, and the entries of all units with the number of their detachment. (ARMY-03, ARMY-04)"""
        rule = "KT40-ARMY-03"
        if not heading["battle_forged"]:
            if heading["detachments"]:
                raise heading["detachments"][0].error(say("a list that is not Battle-forged has no detachments, only [[unit]] [{rule}]", rule=rule))
            return (), [(0, entry) for entry in heading["units"]]
        if heading["units"]:
            raise heading["units"][0].error(say("each unit of a Battle-forged list belongs to a detachment: [[detachment.unit]] [{rule}]", rule=rule))
        kinds, rows = [], []
        for number, entry in enumerate(heading["detachments"]):
            if entry.part("kind") == FORTIFICATIONS:
                told = Phrase("a Fortification Network cannot be taken: fortifications are not played [{rule}]")
                raise entry.error(say(told, rule="KT40-ARMY-04"), "kind")
            values = read_fields(entry, FILE.tables["detachment"])
            entry.done()
            self.detachments.append(entry)
            kinds.append(values["kind"])
            rows += [(number, row) for row in values["units"]]
        return tuple(kinds), rows

    def read_paid(self, heading: dict[str, Any], book: Book) -> tuple[Stratagem, ...]:
        """Return the stratagems that are paid for with the list. (ARMY-08)"""
        own = {one.id: one for one in book.stratagems if one.window == "list"}
        return tuple(own[name] for name in self.top.choices("stratagems", own))

    def read_unit(self, entry: Entry, detachment: int, book: Book, battle_forged: bool) -> Unit:
        """Return a unit with everything that its datasheet, the army, a trait and a relic give it. (UNIT-02, GEN-07)"""
        values = read_fields(entry, FILE.tables["unit"])
        entry.done()
        sheet = book.datasheets[entry.choice("sheet", book.datasheets)]
        own = self.unit_id(entry, values["id"], sheet)
        trait = (book.traits[entry.choice("trait", book.traits)],) if values["trait"] else ()
        relic = book.relics[entry.choice("relic", book.relics)] if values["relic"] else None
        muster = _Muster(entry, sheet, book, values)
        abilities = (*sheet.abilities, *(book.bonus if battle_forged else ()), *trait, *(relic.ability if relic else ()))
        return Unit(
            id=own,
            name=values["name"] or sheet.name,
            sheet=sheet.id,
            role=sheet.role,
            points=muster.points(),
            detachment=detachment,
            keywords=sheet.keywords,
            factions=sheet.factions,
            models=muster.models(relic),
            abilities=tuple({ability.id: ability for ability in abilities}.values()),
            powers=muster.powers(),
            casts=sheet.casts,
            denies=sheet.denies,
            capacity=sheet.capacity,
            carries=sheet.carries,
            degrading=sheet.degrading,
            min_move=sheet.min_move,
            move_dice=sheet.move_dice,
            warlord=values["warlord"],
            trait=values["trait"],
            relic=values["relic"],
        )

    def unit_id(self, entry: Entry, given: str, sheet: Datasheet) -> str:
        """Return the id of a unit: its own, or that of its datasheet, with a number from the second of them on."""
        alike = (f"{sheet.id}-{number}" if number > 1 else sheet.id for number in range(1, 1000))
        own = given or next(name for name in alike if name not in self.units)
        entry.name = say(checks.CALLED["unit"], id=own)
        if own in self.units:
            checks.refuse_again(entry, own, {own: self.units[own].line("id")})
        self.units[own] = entry
        return own


class _Muster:
    """A unit of a list: the models, wargear and powers that it chooses from its datasheet. (UNIT-02)"""

    def __init__(self, entry: Entry, sheet: Datasheet, book: Book, values: dict[str, Any]) -> None:
        self.entry = entry
        self.sheet = sheet
        self.book = book
        self.counts: dict[str, int] = {line.id: values["models"].get(line.id, line.least) for line in sheet.models}
        self.taken: dict[str, int] = values["wargear"]
        options = [option.id for line in sheet.models for option in line.wargear]
        for key, known in (("models", list(self.counts)), ("wargear", options)):
            for name in values[key]:
                if name not in known:
                    raise entry.error(say("'{key}' cannot hold '{value}'{hint}", key=key, value=name, hint=perhaps(name, known)), key)
        self.check_size()

    def check_size(self) -> None:
        """Refuse a unit of the wrong size, and wargear for more models than may have it. (UNIT-02)"""
        rule, size = "KT40-UNIT-02", sum(self.counts.values())
        for line in self.sheet.models:
            count = self.counts[line.id]
            if not line.least <= count <= line.most:
                told = Phrase("has {count} models '{model}', and its datasheet allows {least} to {most} [{rule}]")
                raise self.entry.error(say(told, count=count, model=line.id, least=line.least, most=line.most, rule=rule), "models")
            for option in line.wargear:
                most = min(option.most, size // option.per if option.per else count, count)
                if (taken := self.taken.get(option.id, 0)) > most:
                    told = Phrase("{count} models have '{wargear}', and in a unit of {size} at most {most} may [{rule}]")
                    raise self.entry.error(say(told, count=taken, wargear=option.id, size=size, most=most, rule=rule), "wargear")
            if sum(self.taken.get(option.id, 0) for option in line.wargear) > count:
                told = Phrase("a model takes one wargear at most, and there is more of it than models '{model}' [{rule}]")
                raise self.entry.error(say(told, model=line.id, rule=rule), "wargear")
        if not size:
            raise self.entry.error(say("has no models [{rule}]", rule=rule), "models")

    def models(self, relic: Relic | None) -> tuple[Models, ...]:
        """Return the models, kind by kind, those with the usual wargear first; the first of all carries the relic."""
        groups = [group for line in self.sheet.models for group in self.line_up(line) if group.count]
        if relic is None or not relic.weapons:
            self.check_relic(relic)
            return tuple(groups)
        line, option = next((line, option) for line in self.sheet.models for option in self.kinds(line) if self.number(line, option))
        first = Models(self.card(line, option, relic), 1)
        return first, *(Models(groups[0].card, groups[0].count - 1) for _ in range(groups[0].count > 1)), *groups[1:]

    def line_up(self, line: ModelLine) -> Iterator[Models]:
        """Yield the models of a line, with their usual weapons and with each wargear."""
        yield from (Models(self.card(line, option), self.number(line, option)) for option in self.kinds(line))

    def kinds(self, line: ModelLine) -> tuple[Wargear | None, ...]:
        return None, *line.wargear

    def number(self, line: ModelLine, option: Wargear | None) -> int:
        """Return how many models of a line carry something else, or (None) their usual weapons."""
        if option is not None:
            return self.taken.get(option.id, 0)
        return self.counts[line.id] - sum(self.taken.get(other.id, 0) for other in line.wargear)

    def card(self, line: ModelLine, option: Wargear | None, relic: Relic | None = None) -> Card:
        """Return the card of a model with its weapons."""
        values, ids = {name: getattr(line, name) for name in Card.__struct_fields__}, line.carried
        if option is not None:
            values |= {"id": f"{line.id}-{option.id}", "name": option.name}
            ids = *(name for name in ids if name not in option.replaces), *option.weapons
        if relic is not None:
            self.check_relic(relic, ids)
            values["id"] = f"{values['id']}-{relic.id}"
            ids = *(name for name in ids if name not in relic.replaces), *relic.weapons
        values["weapons"] = tuple(weapon for name in ids for weapon in self.book.weapons[name])
        return Card(**values)

    def check_relic(self, relic: Relic | None, carried: tuple[str, ...] = ()) -> None:
        """Refuse a relic that is not for this unit. (ARMY-08)"""
        if relic is None:
            return
        values = {"relic": relic.id, "keyword": relic.keyword, "rule": "KT40-ARMY-08"}
        if relic.keyword and relic.keyword not in self.sheet.keywords:
            raise self.entry.error(say("the relic '{relic}' is for units with the keyword {keyword} [{rule}]", **values), "relic")
        if lacking := [name for name in relic.replaces if name not in carried]:
            told = Phrase("the relic '{relic}' takes the place of '{weapon}', which it does not carry [{rule}]")
            raise self.entry.error(say(told, weapon=lacking[0], **values), "relic")

    def points(self) -> int:
        """Return what the models and their wargear cost. (ARMY-02)"""
        models = sum(self.counts[line.id] * line.points for line in self.sheet.models)
        return models + sum(self.taken.get(option.id, 0) * option.points for line in self.sheet.models for option in line.wargear)

    def powers(self) -> tuple[Power, ...]:
        """Return the powers that a Psyker knows besides Smite. (ARMY-08)"""
        rule, known, chosen = "KT40-ARMY-08", {power.id: power for power in self.sheet.powers}, self.entry.values("powers", ())
        for name in chosen:
            if name not in known:
                told = Phrase("'{power}' is no power that it may know{hint} [{rule}]")
                raise self.entry.error(say(told, power=name, hint=perhaps(str(name), known), rule=rule), "powers")
        if len(chosen) != self.sheet.knows or len({*chosen}) != len(chosen):
            told = Phrase("chooses {knows} different powers, not {count}: {known} [{rule}]")
            names = ", ".join(known) or say("none")
            raise self.entry.error(say(told, knows=self.sheet.knows, count=len({*chosen}), known=names, rule=rule), "powers")
        return tuple(known[name] for name in chosen)


def extra_texts() -> Iterator[str]:
    """Yield the texts to be translated that stand in no army list: weapon abilities, keywords, the common power and weapon, and the army books."""
    yield from KEYWORDS
    yield from (measured(text).template for text in WRITTEN)
    yield from (SMITE.name, SMITE.text, CLOSE_COMBAT_WEAPON.name)
    for book in map(SHELF.shipped, SHELF.ids()):
        yield from (book.name, book.summary)
        for sheet in book.datasheets.values():
            yield from (*sheet.keywords, *sheet.factions)
            yield from (sheet.name, *(name for line in sheet.models for name in (line.name, *(option.name for option in line.wargear))))
        yield from (word for profiles in book.weapons.values() for weapon in profiles for word in (weapon.name, weapon.mode) if word)
        abilities = [one for sheet in book.datasheets.values() for one in sheet.abilities]
        powers = [one for sheet in book.datasheets.values() for one in sheet.powers]
        things: list[CardText] = [*book.bonus, *abilities, *powers, *book.stratagems, *book.traits.values(), *book.relics.values()]
        yield from (word for thing in things for word in (thing.name, thing.text))
