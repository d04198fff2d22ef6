"""Teams without a file: cards in short text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from counteract.core.language import say
from counteract.files.reader import Entry

#: Makes the table of an operative, as a team file has it, from short text; raises a `ValueError` if it cannot.
CardReader = Callable[[str], dict[str, Any]]

_KIND = re.compile(r"(.*\S)\s*\((ranged|melee)\)", re.DOTALL)


def slug(name: str) -> str:
    """Return a name as an id.

    >>> slug("Line Warden (old)")
    'line-warden-old'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


# --- the table of a team


def with_cards(top: Entry, ruleset: str, read: CardReader) -> Entry:
    """Return the table of a team as a file has it, from one whose ``models`` may be short text; its id is made from its name.

    The same text several times in a row is one card for as many models.
    """
    table = top.as_data()
    table.setdefault("ruleset", ruleset)
    table.setdefault("id", slug(top.text("name")) or "team")
    if "models" not in top:
        return top.with_table(table)
    lines: dict[tuple[str | int, ...], int] = {}
    cards: list[dict[str, Any]] = []
    before: object = None
    for n, given in enumerate(top.values("models"), start=1):
        if given == before and isinstance(given, str):
            cards[-1]["count"] = cards[-1].get("count", 1) + 1
            continue
        if (line := top.line("models")) is not None:
            lines["operative", len(cards)] = line
        cards.append(_card(top, n, given, read))
        before = given
    del table["models"]
    return top.with_table({**table, "operative": [*table.get("operative", []), *cards]}, lines)


def _card(top: Entry, number: int, given: object, read: CardReader) -> dict[str, Any]:
    if isinstance(given, dict):
        return given
    if not isinstance(given, str):
        raise top.error(say("'models' must be a list of texts or tables"), "models")
    try:
        return read(given)
    except ValueError as error:
        told = say("model {number} ('{name}'): {problem}", number=number, name=given.partition(";")[0].strip(), problem=error)
        raise top.error(told, "models") from None


# --- the text of a card


class WrittenWeapon(NamedTuple):
    """A weapon in the text of a card: its name, its kind if the text has it, its figures, its rules."""

    name: str
    kind: str | None
    figures: str
    rules: tuple[str, ...]


class WrittenCard(NamedTuple):
    """The parts in the text of a card."""

    name: str
    stats: str
    weapons: tuple[WrittenWeapon, ...]


def take_apart(text: str, example: str) -> WrittenCard:
    """Return the name, the stats and the weapons in the text of a card, each followed by a semicolon.

    A weapon is its name, a colon and its figures; its rules may stand behind another semicolon.

    >>> take_apart("Gunner; APL 2, Move 6; rifle: 4 3+ 3/4; Piercing 1, Hot; fists (melee): 3 4+ 2/3", "").weapons[0]
    WrittenWeapon(name='rifle', kind=None, figures='4 3+ 3/4', rules=('Piercing 1', 'Hot'))
    """
    name, *parts = (part.strip() for part in text.split(";"))
    if not name or ":" in name or not parts or ":" in parts[0]:
        raise ValueError(say("a card begins with a name and stats; write it like '{example}'", example=example))
    stats, *rest = parts
    return WrittenCard(name, stats, tuple(_weapons(filter(None, rest), example)))


def _weapons(parts: Iterator[str], example: str) -> Iterator[WrittenWeapon]:
    weapon: WrittenWeapon | None = None
    for part in parts:
        name, colon, figures = part.partition(":")
        if colon:
            if weapon is not None:
                yield weapon
            marked = _KIND.fullmatch(name.strip())
            weapon = WrittenWeapon(marked[1] if marked else name.strip(), marked[2] if marked else None, figures.strip(), ())
        elif weapon is None or weapon.rules:
            raise ValueError(say("'{part}' is no weapon: it needs a name and a colon; write it like '{example}'", part=part, example=example))
        else:
            weapon = weapon._replace(rules=split_rules(part))
    if weapon is not None:
        yield weapon


def split_rules(text: str) -> tuple[str, ...]:
    """Return the rules in a text, which are separated by commas."""
    return tuple(rule.strip() for rule in text.split(",") if rule.strip())


def kinds_of(weapons: tuple[WrittenWeapon, ...]) -> list[str]:
    """Return the kind of each weapon: one without a kind is ranged, but the last of several is melee."""
    last = len(weapons) - 1
    return [weapon.kind or ("melee" if last and n == last else "ranged") for n, weapon in enumerate(weapons)]
