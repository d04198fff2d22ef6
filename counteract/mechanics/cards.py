"""What the cards of several rulesets have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, Self

import msgspec

from counteract.core.language import Phrase, kept_words, say, spoken
from counteract.core.rulebook import Rulebook, ruleset_of


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


class Note(msgspec.Struct, frozen=True):
    """A word on a card, and what it means: the rule behind it, if there is one, and its text."""

    text: str
    rule: str = ""
    meaning: str = ""


class Words(str):
    """A text on a card whose words can be explained."""

    notes: tuple[Note, ...]

    def __new__(cls, line: str, notes: Iterable[Note]) -> Self:
        words = super().__new__(cls, line)
        words.notes = tuple(notes)
        return words


def note(text: str, rule: str) -> Note:
    """A word on a card with the rule behind it; one that the game does not know is shown and does nothing."""
    meaning = Rulebook.load(ruleset_of(rule)).get(rule).text(spoken()) if rule else say("The game shows this rule and does not enforce it.")
    return Note(text, rule, meaning)


#: What short words on cards stand for.
Legend = tuple[tuple[Phrase, Phrase], ...]


@kept_words
def explained_words(legend: Legend) -> list[list[str]]:
    """Each of them with what it stands for."""
    return [[say(word), say(meaning)] for word, meaning in legend]


class Table(msgspec.Struct, frozen=True):
    """Part of a card as people read it: columns with their rows, and lines below them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    lines: tuple[str, ...] = ()
