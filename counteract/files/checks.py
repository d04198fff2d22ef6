"""Checks of single values in hand-written files: ranges, flags, lists of texts, ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from counteract.core.language import Phrase, phrases, say
from counteract.files.reader import Entry, is_number

ID = "[a-z0-9]+(-[a-z0-9]+)*"
_STAT = re.compile(r"([2-6])\+?")


def number(entry: Entry, key: str, least: float, most: float, default: float | None = None) -> float:
    """Return a number within limits, both included."""
    value = entry.number(key) if default is None else entry.number(key, default)
    if not least <= value <= most:
        raise entry.error(say("'{key}' must be from {least:g} to {most:g}, not {value:g}", key=key, least=least, most=most, value=value), key)
    return value


def whole(entry: Entry, key: str, least: int, most: int, default: int | None = None) -> int:
    """Return a whole number within limits, both included."""
    value = number(entry, key, least, most, default)
    if value != int(value):
        raise entry.error(say("'{key}' must be a whole number, not {value:g}", key=key, value=value), key)
    return int(value)


def stat(entry: Entry, key: str, default: int | None = None) -> int:
    """Return the result that a die must show: "3+" or 3."""
    value = raw(entry, key, default)
    if default is not None and key not in entry:
        return default
    if not isinstance(value, str) and not is_number(value):
        raise entry.error(say("'{key}' must be from 2+ to 6+, such as \"3+\"", key=key), key)
    match = _STAT.fullmatch(str(value).strip())
    if match is None:
        raise entry.error(say("'{key}' must be from 2+ to 6+, such as \"3+\", not {value!r}", key=key, value=value), key)
    return int(match.group(1))


def flag(entry: Entry, key: str, default: bool) -> bool:
    """Return True or False, as the file says."""
    value = raw(entry, key, default)
    if not isinstance(value, bool):
        raise entry.error(say("'{key}' must be true or false", key=key), key)
    return value


def choice(entry: Entry, key: str, known: Collection[str]) -> str | None:
    """Return a known name, or None if it is left out."""
    raw(entry, key, "")
    return entry.choice(key, known) if key in entry else None


def texts(entry: Entry, key: str, repeatable: Callable[[str], bool] = lambda value: False) -> tuple[str, ...]:
    """Return a list of texts, none empty, none twice unless it is ``repeatable``."""
    values = entry.values(key, ())
    for value in values:
        if not isinstance(value, str) or not value.strip():
            raise entry.error(say("'{key}' must be a list of texts", key=key), key)
        if values.count(value) > 1 and not repeatable(value):
            raise entry.error(say("'{key}' holds '{value}' twice", key=key, value=value), key)
    return tuple(values)


def raw(entry: Entry, key: str, default: object = None) -> Any:
    """Return the value of a key, whatever it is; it must be there unless a default is given."""
    if key not in entry and default is None:
        raise entry.error(say("'{key}' is missing", key=key))
    return entry._take(key, default)


def identifier(entry: Entry, key: str = "id") -> str:
    """Return an id: small letters and digits, with hyphens between words."""
    value = entry.text(key)
    if not re.fullmatch(ID, value):
        raise entry.error(say("'{key}' must be small letters, digits and single hyphens, not '{value}'", key=key, value=value), key)
    return value


#: What complaints call the things of a file.
CALLED = phrases({"operative": "operative '{id}'", "ability": "ability '{id}'", "ploy": "ploy '{id}'", "power": "power '{id}'"})


def fresh_id(entry: Entry, kind: str, seen: dict[str, int | None]) -> str:
    """Return the id of a thing, which no other of its kind may have; from here on complaints call the thing by it."""
    own = identifier(entry)
    entry.name = say(CALLED[kind], id=own)
    refuse_again(entry, own, seen)
    return own


def refuse_again(entry: Entry, own: str, seen: dict[str, int | None]) -> None:
    """Refuse an id that something else has already, and remember it."""
    if own in seen:
        first = seen[own]
        again = say("the id is used twice (first in line {line})", line=first) if first else say("the id is used twice")
        raise entry.error(again, "id")
    seen[own] = entry.line("id")


#: What a value of some type is called, and how it is recognised.
KINDS: dict[Any, tuple[Phrase, Any]] = {
    bool: (Phrase("true or false"), lambda v: isinstance(v, bool)),
    int: (Phrase("a whole number"), lambda v: isinstance(v, int) and not isinstance(v, bool)),
    float: (Phrase("a number"), is_number),
    str: (Phrase("a text"), lambda v: isinstance(v, str)),
    list[str]: (Phrase("a list of texts"), lambda v: isinstance(v, list) and all(isinstance(t, str) for t in v)),
}


def mismatch(value: object, kind: Any) -> str | None:
    """Return what a value must be, if it is not of that kind.

    >>> mismatch("two", int), mismatch(2, float)
    ('a whole number', None)
    """
    name, recognised = KINDS[kind]
    return None if recognised(value) else name
