"""Team files: the definition of their tables, from which the reader and the schema follow, and the tables that all rulesets share.

A ruleset's `TeamFile` names its tables. The classes of its cards define the keys (`counteract.files.fields`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from counteract.core.language import Phrase, phrases, say, say_count
from counteract.files import checks
from counteract.files.fields import (
    Choice,
    Number,
    Rows,
    Schema,
    TableField,
    Texts,
    ValueKind,
    Whole,
    describe,
    fields_of,
    read_fields,
    table_schema,
    with_kinds,
)
from counteract.files.reader import Entry
from counteract.mechanics.cards import Ability, TeamHeading

#: The ids of tables of one kind read so far, and their lines.
Seen = dict[str, int | None]


class AnyWeapon(Protocol):
    """The fields that all weapons have."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...


C = TypeVar("C")
W = TypeVar("W", bound=AnyWeapon)

#: Reads the effect of an ability: its name and its values.
EffectReader = Callable[[Entry], tuple[str, dict[str, Any]]]


class TableFile:
    """The files of one kind of a ruleset: their tables, their reader, and the schema that editors use.

    ``tables`` are the classes that define the tables below the heading, which is itself a table, ``top``. ``what`` is what a file holds.
    """

    def __init__(
        self, kind: str, what: str, ruleset: str, title: str, top: type, tables: Mapping[str, type],
        effects: Mapping[str, type] | None = None, kinds: Mapping[str, ValueKind] | None = None,
    ) -> None:  # fmt: skip
        self.kind = kind
        self.what = what
        self.ruleset = ruleset
        self.title = title
        known: dict[str, ValueKind] = {"ruleset": Choice((ruleset,)), "effect": Choice(tuple(sorted(effects or ()))), **(kinds or {})}
        self.effects = {name: with_kinds(fields_of(effect), known) for name, effect in (effects or {}).items()}
        known["values"] = EffectTable(self.effects)
        self.tables = {name: with_kinds(fields_of(table), known) for name, table in {kind: top, **tables}.items()}
        listed = {field.key for fields in self.tables.values() for field in fields if isinstance(field.kind, Rows)}
        self.tables[kind] += tuple(
            TableField(name=name, key=name, type=list, kind=Rows(name), default=()) for name in tables if name not in listed
        )

    @property
    def schema_name(self) -> str:
        """The name of the file with the schema."""
        return f"{self.kind}-{self.ruleset}.schema.json"

    def schema(self) -> Schema:
        """Return the JSON schema of the files."""
        told = f"{self.what} for the ruleset {self.ruleset}. The reader checks more than this schema can say: `counteract teams FILE` names a fault."
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": self.schema_name,
            "title": f"Counteract {self.kind}, {self.title}",
            "description": told,
            **table_schema(self.tables[self.kind]),
            "$defs": {name: table_schema(fields) for name, fields in self.tables.items() if name != self.kind},
        }

    def field(self, table: str, key: str) -> TableField:
        """Return a key of a table."""
        return next(field for field in self.tables[table] if field.key == key)

    def read_heading(self, top: Entry) -> dict[str, Any]:
        """Return the fields at the head of a file, and the tables below it as entries."""
        heading = read_fields(top, self.tables[self.kind])
        top.done()
        return heading


class TeamFile(TableFile):
    """The team files of a ruleset with a card for each operative; ``most`` is the largest number of operatives."""

    def __init__(
        self, ruleset: str, title: str, team: type[TeamHeading], most: int, tables: Mapping[str, type],
        effects: Mapping[str, type] | None = None, kinds: Mapping[str, ValueKind] | None = None,
    ) -> None:  # fmt: skip
        super().__init__("team", "A kill team", ruleset, title, team, tables, effects, kinds)
        self.most = most
        self.tables["operative"] += (
            TableField(name="count", key="count", type=int, kind=Whole(1, most), default=1, help="how many operatives have this card"),
        )

    def read_effect(self, entry: Entry) -> tuple[str, dict[str, Any]]:
        """Return the effect that an ability or ploy names, and its values unchecked."""
        return self.field("ability", "effect").read(entry), self.field("ability", "values").kind.read(entry, "values")

    def read_card(self, entry: Entry, seen: Seen, **readers: Callable[[], Any]) -> dict[str, Any]:
        """Return the fields of a card, by attribute, and how many operatives have it (``count``)."""
        card = read_fields(entry, self.tables["operative"], id=lambda: checks.fresh_id(entry, "operative", seen), **readers)
        entry.done()
        return card

    def line_up(self, top: Entry, entries: Sequence[Entry], rows: Iterable[tuple[C, int]], fewest: int = 1) -> tuple[C, ...]:
        """Return one card for each operative, from the cards with the number of operatives that have each."""
        cards: list[C] = []
        for entry, (card, count) in zip(entries, rows, strict=True):
            cards += [card] * count
            if len(cards) > self.most:
                told = Phrase("with this there are {count} operatives, and a team has at most {most}")
                raise entry.error(say(told, count=len(cards), most=self.most), "count")
        if not cards:
            raise top.error(say("the team has no operatives: [[operative]]"))
        if len(cards) < fewest:
            one = Phrase("the team has {count} operative, and a team has at least {fewest}")
            many = Phrase("the team has {count} operatives, and a team has at least {fewest}")
            raise top.error(say_count(one, many, len(cards), fewest=fewest))
        return tuple(cards)


class EffectTable(ValueKind, frozen=True):
    """The values of an effect; which there are depends on the effect."""

    effects: Mapping[str, tuple[TableField, ...]]

    def read(self, entry: Entry, key: str) -> dict[str, Any]:
        values = checks.raw(entry, key, {})
        if not isinstance(values, dict):
            raise entry.error(say("'values' must be a table"), key)
        return values

    def schema(self) -> Schema:
        """Return the schema of the values of all effects; the help lists the effects that take each value."""
        keys = sorted({field.key for fields in self.effects.values() for field in fields})
        return {"type": "object", "additionalProperties": False, "properties": {key: self._value(key) for key in keys}}

    def _value(self, key: str) -> Schema:
        uses = [(effect, field) for effect, fields in sorted(self.effects.items()) for field in fields if field.key == key]
        schemas = [field.kind.schema() for _, field in uses]
        limits = [field.kind for _, field in uses if isinstance(field.kind, Number)]
        wide = {"minimum": min(kind.least for kind in limits), "maximum": max(kind.most for kind in limits)} if limits else {}
        meanings = dict.fromkeys(field.help for _, field in uses)
        told = "; ".join(f"{', '.join(effect for effect, field in uses if field.help == words)}: {words}" for words in meanings)
        return {**schemas[0], **wide, **describe(told)}


# --- tables that several rulesets have


def referenced(entry: Entry, key: str, table: str, known: Mapping[str, C]) -> tuple[C, ...]:
    """Return the tables of the file that an operative names by their ids."""
    if not known and entry.values(key, ()):
        raise entry.error(say("'{key}' names some, but the file has none: [[{kind}]]", key=key, kind=table), key)
    return tuple(known[name] for name in entry.choices(key, known))


UNUSED = phrases({"ability": "no operative has this ability", "power": "no operative has this power"})


def refuse_unused(entries: Iterable[Entry], kind: str, things: Iterable[C], used: Iterable[Sequence[C]]) -> None:
    """Refuse a table that no operative names."""
    lists = list(used)
    for entry, thing in zip(entries, things, strict=True):
        if not any(thing in one for one in lists):
            raise entry.error(say(UNUSED[kind]), "id")


def read_weapons(entry: Entry, read: Callable[[Entry], W]) -> tuple[W, ...]:
    """Return the weapons of an operative, no two of a kind with one name."""
    found: list[W] = []
    for row in entry.tables("weapon", ()):
        name = row.text("name")
        row.name = say("weapon '{name}' of {owner}", name=name, owner=entry.name)
        weapon = read(row)
        row.done()
        if any((weapon.name, weapon.kind) == (other.name, other.kind) for other in found):
            kind = Phrase(weapon.kind)
            if weapon.name == name:
                raise row.error(say("there is another {kind} weapon of this name", kind=kind), "name")
            raise row.error(say("there is another {kind} weapon of this name and profile", kind=kind), "name")
        found.append(weapon)
    return tuple(found)


class WeaponRules(Texts, frozen=True, kw_only=True):
    """The rules of a weapon as cards write them; a dash stands for none."""

    examples: tuple[str, ...]
    pattern: str = "."

    def read(self, entry: Entry, key: str) -> tuple[str, ...]:
        return tuple(rule for rule in super().read(entry, key) if rule.strip() != "-")

    def schema(self) -> Schema:
        return {**super().schema(), "items": {"type": "string", "pattern": self.pattern, "examples": list(self.examples)}}


def read_abilities(entries: Iterable[Entry], effect: EffectReader) -> dict[str, Ability]:
    """Return the abilities of a file, by their ids."""
    seen: Seen = {}
    found = {}
    for entry in entries:
        own, name, text = checks.fresh_id(entry, "ability", seen), entry.text("name"), entry.text("text")
        carried_out_by, values = effect(entry)
        entry.done()
        found[own] = Ability(id=own, name=name, text=text, effect=carried_out_by, values=values)
    return found
