"""What the cards of several rulesets have in common."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from counteract.core.language import Phrase, say


class Ability(msgspec.Struct, frozen=True, kw_only=True):
    """Something a model or a whole team can do: a name, words for people, and the effect that carries it out."""

    id: str
    name: str
    text: str
    effect: str
    values: dict[str, Any] = {}


class Named(Protocol):
    """An ability, a power, a ploy: whatever has a name, and words that tell what it does."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...


def explained(thing: Named) -> str:
    """What something does, after its name."""
    return say("{name}: {text}", name=Phrase(thing.name), text=Phrase(thing.text))


def named(thing: Named) -> dict[str, str]:
    """The same as data."""
    return {"name": say(thing.name), "text": say(thing.text)}


class Table(msgspec.Struct, frozen=True):
    """Part of a card as people read it: columns with their rows, and lines below them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    lines: tuple[str, ...] = ()
