"""Checks of values in hand-written files besides those of their kinds: ids, and the values of effects."""

from __future__ import annotations

import re
from typing import Any

from counteract.core.language import Phrase, phrases, say
from counteract.files.reader import Entry, is_number

#: The pattern of an id.
ID = "[a-z0-9]+(-[a-z0-9]+)*"


def raw(entry: Entry, key: str, default: object = None) -> Any:
    """Return the value of a key, of any kind; it must be there unless a default is given."""
    if key not in entry and default is None:
        raise entry.error(say("'{key}' is missing", key=key))
    return entry._take(key, default)


def identifier(entry: Entry, key: str = "id") -> str:
    """Return an id: small letters and digits, with hyphens between words; refuse any other text."""
    value = entry.text(key)
    if not re.fullmatch(ID, value):
        raise entry.error(say("'{key}' must be small letters, digits and single hyphens, not '{value}'", key=key, value=value), key)
    return value


#: The names of a file's tables in error messages.
CALLED = phrases(
    {
        "operative": "operative '{id}'",
        "ability": "ability '{id}'",
        "ploy": "ploy '{id}'",
        "power": "power '{id}'",
        "weapon": "weapon '{id}'",
        "datasheet": "datasheet '{id}'",
        "model": "model '{id}'",
        "wargear": "wargear '{id}'",
        "stratagem": "stratagem '{id}'",
        "relic": "relic '{id}'",
        "trait": "trait '{id}'",
        "unit": "unit '{id}'",
    }
)


def fresh_id(entry: Entry, kind: str, seen: dict[str, int | None]) -> str:
    """Return the id of a table, which no other of its kind may have; from here on error messages name the table by it."""
    own = identifier(entry)
    entry.name = say(CALLED[kind], id=own)
    refuse_again(entry, own, seen)
    return own


def refuse_again(entry: Entry, own: str, seen: dict[str, int | None]) -> None:
    """Refuse an id that another table has already, and remember it."""
    if own in seen:
        first = seen[own]
        again = say("the id is used twice (first in line {line})", line=first) if first else say("the id is used twice")
        raise entry.error(again, "id")
    seen[own] = entry.line("id")


#: The name of each type of value, and the function that recognises it.
KINDS: dict[Any, tuple[Phrase, Any]] = {
    bool: (Phrase("true or false"), lambda v: isinstance(v, bool)),
    int: (Phrase("a whole number"), lambda v: isinstance(v, int) and not isinstance(v, bool)),
    float: (Phrase("a number"), is_number),
    str: (Phrase("a text"), lambda v: isinstance(v, str)),
    list[str]: (Phrase("a list of texts"), lambda v: isinstance(v, list) and all(isinstance(t, str) for t in v)),
}


def mismatch(value: object, kind: Any) -> str | None:
    """Return the name of the type that a value should have but has not; None if it has it.

    >>> mismatch("two", int), mismatch(2, float)
    ('a whole number', None)
    """
    name, recognised = KINDS[kind]
    return None if recognised(value) else name
