"""Kinds of values in the files of the army-scale edition: counts of models, deeds, amounts as text. (UNIT-02)"""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.language import say
from counteract.files import checks
from counteract.files.fields import Id, Schema, ValueKind, Whole, fields_of, read_fields, table_schema
from counteract.files.reader import Entry
from counteract.mechanics.chain_fields import AmountKind

MOST_MODELS = 30  # of one kind in a unit


class AmountText(ValueKind, frozen=True):
    """An amount that is kept as its text."""

    def read(self, entry: Entry, key: str) -> str:
        return str(AmountKind().read(entry, key))

    def schema(self) -> Schema:
        return AmountKind().schema()


class Counts(ValueKind, frozen=True):
    """A table of numbers by id."""

    form = {
        "type": "object",
        "propertyNames": Id.form,
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MOST_MODELS},
    }

    def read(self, entry: Entry, key: str) -> dict[str, int]:
        value = checks.raw(entry, key)
        if not isinstance(value, dict):
            raise entry.error(say("'{key}' must be a table of numbers, such as {example}", key=key, example="{ guard = 5 }"), key)
        inner = entry.table(key)
        return {name: Whole(0, MOST_MODELS).read(inner, name) for name in value}


class Nested(ValueKind, frozen=True):
    """A table within a table, defined by a class; its object is read."""

    table: type[msgspec.Struct]

    def read(self, entry: Entry, key: str) -> Any:
        inner = entry.table(key)
        thing = self.table(**read_fields(inner, fields_of(self.table)))
        inner.done()
        self.check(inner, thing)
        return thing

    def check(self, entry: Entry, thing: Any) -> None:
        """Refuse values that do not go together."""

    def schema(self) -> Schema:
        return table_schema(fields_of(self.table))
