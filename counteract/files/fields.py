"""The definition of a table that people write in files: its keys, the kind of value of each, and its meaning.

A class is the definition. Each key is an annotated attribute with a `ValueKind`, and perhaps a few words of help::

    apl: Annotated[int, Whole(1, 6), "action point limit"]
    base: Annotated[float, Number(20, 170), "diameter of the base in mm"] = 28.0

Everything else follows from it: the reader with its checks (`read_fields`), the JSON schema that editors use
(`table_schema`), and the ordered list of fields with kind, limits, default and help that a form is made of (`fields_of`).
Attributes without a kind are no keys of a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from counteract.core.language import say
from counteract.files import checks
from counteract.files.reader import Entry, is_number

Schema = dict[str, Any]

#: The default of a key that must be there.
REQUIRED: Final = msgspec.NODEFAULT


class IfOmitted(NamedTuple):
    """Part of an annotation: the value of a key that a file leaves out, where it differs from the default of the attribute."""

    value: Any


# --- kinds of values


class ValueKind(msgspec.Struct, frozen=True):
    """A kind of value that a key may hold."""

    #: The JSON schema of a value, where it is always the same.
    form: ClassVar[Schema] = {}

    def read(self, entry: Entry, key: str) -> Any:
        """Return the value of a key; raise a `FileError` if it is missing or not of this kind."""
        raise NotImplementedError

    def get(self, entry: Entry, key: str, default: Any) -> Any:
        """Return the value of a key, or a default if the file leaves it out."""
        if key in entry:
            return self.read(entry, key)
        checks.raw(entry, key, "")  # so that the key counts as known
        return default

    def schema(self) -> Schema:
        """Return the JSON schema of a value."""
        return dict(self.form)

    def written(self, value: Any) -> Any:
        """Return a value as a file writes it; None if a file leaves it out instead."""
        return value if isinstance(value, bool | int | float) or (isinstance(value, str) and value) else None


class Text(ValueKind, frozen=True):
    """A text, which may be empty."""

    form = {"type": "string"}

    def read(self, entry: Entry, key: str) -> str:
        return entry.text(key, "")


class TextLine(ValueKind, frozen=True):
    """A text that is not empty."""

    form = {"type": "string", "minLength": 1}

    def read(self, entry: Entry, key: str) -> str:
        return entry.text(key)


class Id(ValueKind, frozen=True):
    """An id: small letters and digits, with hyphens between words."""

    form = {"type": "string", "pattern": f"^{checks.ID}$"}

    def read(self, entry: Entry, key: str) -> str:
        return checks.identifier(entry, key)


class Number(ValueKind, frozen=True):
    """A number within limits, both included."""

    least: float
    most: float

    def read(self, entry: Entry, key: str) -> float:
        value = entry.number(key)
        if not self.least <= value <= self.most:
            limits = {"least": self.least, "most": self.most, "value": value}
            raise entry.error(say("'{key}' must be from {least:g} to {most:g}, not {value:g}", key=key, **limits), key)
        return value

    def schema(self) -> Schema:
        return {"type": "number", "minimum": self.least, "maximum": self.most}


class Whole(Number, frozen=True):
    """A whole number within limits, both included."""

    def read(self, entry: Entry, key: str) -> int:
        value = super().read(entry, key)
        if value != int(value):
            raise entry.error(say("'{key}' must be a whole number, not {value:g}", key=key, value=value), key)
        return int(value)

    def schema(self) -> Schema:
        return {**super().schema(), "type": "integer"}


class DieResult(ValueKind, frozen=True):
    """The result that a die must reach: "3+" or 3."""

    form = {"anyOf": [{"type": "string", "pattern": r"^[2-6]\+?$"}, {"type": "integer", "minimum": 2, "maximum": 6}], "examples": ["3+"]}

    def read(self, entry: Entry, key: str) -> int:
        value = checks.raw(entry, key)
        if not isinstance(value, str) and not is_number(value):
            raise entry.error(say("'{key}' must be from 2+ to 6+, such as \"3+\"", key=key), key)
        match = re.fullmatch(r"([2-6])\+?", str(value).strip())
        if match is None:
            raise entry.error(say("'{key}' must be from 2+ to 6+, such as \"3+\", not {value!r}", key=key, value=value), key)
        return int(match.group(1))

    def written(self, value: Any) -> Any:
        return f"{value}+" if value else None


class Flag(ValueKind, frozen=True):
    """True or false."""

    form = {"type": "boolean"}

    def read(self, entry: Entry, key: str) -> bool:
        value = checks.raw(entry, key)
        if not isinstance(value, bool):
            raise entry.error(say("'{key}' must be true or false", key=key), key)
        return value


class Choice(ValueKind, frozen=True):
    """One of several names; those of the attribute's ``Literal`` type if none are given."""

    names: tuple[str, ...] = ()

    def read(self, entry: Entry, key: str) -> str:
        return entry.choice(key, self.names)

    def schema(self) -> Schema:
        return {"enum": list(self.names)}


class Texts(ValueKind, frozen=True):
    """A list of texts, none empty, none twice unless it is ``repeatable``."""

    repeatable: Callable[[str], bool] | None = None

    def read(self, entry: Entry, key: str) -> tuple[str, ...]:
        values = entry.values(key, ())
        for value in values:
            if not isinstance(value, str) or not value.strip():
                raise entry.error(say("'{key}' must be a list of texts", key=key), key)
            if values.count(value) > 1 and not (self.repeatable and self.repeatable(value)):
                raise entry.error(say("'{key}' holds '{value}' twice", key=key, value=value), key)
        return tuple(values)

    def schema(self) -> Schema:
        return {"type": "array", **({} if self.repeatable else {"uniqueItems": True}), "items": TextLine().schema()}


class Rows(ValueKind, frozen=True):
    """A list of tables; the file calls each of them ``table``, the definition has all of them under a name of its own."""

    table: str
    least: int = 0

    def read(self, entry: Entry, key: str) -> list[Entry]:
        return entry.tables(key, ())

    def schema(self) -> Schema:
        return {"type": "array", **({"minItems": self.least} if self.least else {}), "items": {"$ref": f"#/$defs/{self.table}"}}


class References(ValueKind, frozen=True):
    """Ids of tables that stand elsewhere in the file; their reader checks that those exist."""

    form = {"type": "array", "uniqueItems": True, "items": Id.form}
    table: str

    def read(self, entry: Entry, key: str) -> tuple[str, ...]:
        return Texts().read(entry, key)


class Placeholder(ValueKind, frozen=True):
    """A kind that differs from ruleset to ruleset, by the name that each gives it."""

    name: str


# --- fields


class TableField(msgspec.Struct, frozen=True, kw_only=True):
    """One key of a table: the attribute it stands for, its kind with limits, its default and words of help."""

    name: str
    key: str
    type: Any
    kind: ValueKind
    default: Any = REQUIRED
    help: str = ""

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED

    def read(self, entry: Entry) -> Any:
        """Return the value in a table, or the default."""
        return self.kind.read(entry, self.key) if self.is_required else self.kind.get(entry, self.key, self.default)

    def schema(self) -> Schema:
        """Return the JSON schema of the key."""
        written = None if self.is_required else self.kind.written(self.default)
        default = {} if written is None else {"default": written}
        return {**self.kind.schema(), **default, **describe(self.help)}


def describe(text: str) -> Schema:
    """Return words of help as the description in a schema: a sentence."""
    return {"description": f"{text[0].upper()}{text[1:]}."} if text else {}


@lru_cache(maxsize=256)
def fields_of(table: type) -> tuple[TableField, ...]:
    """Return the keys of a table in the order of its definition.

    >>> class Guard:
    ...     apl: Annotated[int, Whole(1, 6), "action point limit"] = 2
    ...     hurt: bool = False
    >>> [(field.key, field.kind, field.default, field.help) for field in fields_of(Guard)]
    [('apl', Whole(least=1, most=6), 2, 'action point limit')]
    """
    found = []
    for name, hint in get_type_hints(table, include_extras=True).items():
        notes = hint.__metadata__ if get_origin(hint) is Annotated else ()
        kind = next((note for note in notes if isinstance(note, ValueKind)), None)
        if kind is None:
            continue
        if kind == Choice():
            kind = Choice(_literals(hint.__origin__))
        omitted = next((note.value for note in notes if isinstance(note, IfOmitted)), _default(table, name))
        words = next((note for note in notes if isinstance(note, str)), "")
        key = kind.table if isinstance(kind, Rows) else name
        found.append(TableField(name=name, key=key, type=hint.__origin__, kind=kind, default=omitted, help=words))
    return tuple(found)


def _literals(kind: Any) -> tuple[str, ...]:
    """Return the names in a ``Literal``, or in one that may be None."""
    return get_args(kind) if get_origin(kind) is Literal else next(get_args(one) for one in get_args(kind) if get_origin(one) is Literal)


def _default(table: type, name: str) -> Any:
    if not issubclass(table, msgspec.Struct):
        return getattr(table, name, REQUIRED)
    field = next(field for field in msgspec.structs.fields(table) if field.name == name)
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def with_kinds(fields: Iterable[TableField], kinds: Mapping[str, ValueKind]) -> tuple[TableField, ...]:
    """Return fields with the kinds that a ruleset gives for placeholders."""
    return tuple(
        msgspec.structs.replace(field, kind=kinds[field.kind.name]) if isinstance(field.kind, Placeholder) else field for field in fields
    )


def read_fields(entry: Entry, fields: Iterable[TableField], **readers: Callable[[], Any]) -> dict[str, Any]:
    """Return the values of a table, by attribute; ``readers`` read the keys that take more than their kind to read."""
    return {field.name: readers[field.name]() if field.name in readers else field.read(entry) for field in fields}


def table_schema(fields: Iterable[TableField]) -> Schema:
    """Return the JSON schema of a table."""
    known = list(fields)
    required = [field.key for field in known if field.is_required]
    properties = {field.key: field.schema() for field in known}
    return {"type": "object", "additionalProperties": False, **({"required": required} if required else {}), "properties": properties}
