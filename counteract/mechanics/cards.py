"""Cards, teams and abilities: the parts that all rulesets share, as data and as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Protocol, Self, TypeVar

import msgspec

from counteract.core.language import Phrase, kept_words, say, spoken
from counteract.core.rulebook import Rulebook, ruleset_of
from counteract.files.fields import REQUIRED, Id, IfOmitted, Number, Placeholder, Text, TextLine

#: Keys that the files of several rulesets have.
Base = Annotated[float, Number(20, 170), "diameter of the base in mm"]
Height = Annotated[float, Number(0.5, 8), "height of the model in inches"]
RulesetName = Annotated[str, Placeholder("ruleset"), IfOmitted(REQUIRED)]
Explanation = Annotated[str, TextLine(), "the effect in words for people"]
EffectName = Annotated[str, Placeholder("effect"), "the effect that carries it out"]
EffectValues = Annotated[dict[str, Any], Placeholder("values"), "the numbers and conditions of the effect"]


E = TypeVar("E", bound=msgspec.Struct)


class BadEffect(ValueError):
    """Raised for values that an effect cannot use."""


def make_effect(kinds: Mapping[str, type[E]], name: str, values: dict[str, Any]) -> E:
    """Return the effect of this name with its values; ``kinds`` are those that there are."""
    kind = kinds.get(name)
    if kind is None:
        raise BadEffect(say("there is no effect {name!r} (known: {known})", name=name, known=", ".join(kinds)))
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise BadEffect(say("effect '{name}': {error}", name=name, error=error)) from None


class TeamHeading(msgspec.Struct, frozen=True, kw_only=True):
    """The heading of a team: its id, name and summary; each ruleset adds its cards."""

    id: Annotated[str, Id(), "what programs call the team; usually the name of the file"]
    name: Annotated[str, TextLine(), "what people call the team"]
    ruleset: RulesetName
    summary: Annotated[str, Text(), "a sentence or two on what the team is like"] = ""


class Ability(msgspec.Struct, frozen=True, kw_only=True):
    """An ability of a model or a whole team: a name, words for people, and the effect that carries it out."""

    id: Annotated[str, Id()]
    name: Annotated[str, TextLine()]
    text: Explanation
    effect: EffectName
    values: EffectValues = {}


class CardText(Protocol):
    """A name with an explaining text: an ability, a power, a ploy."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...


def explained(thing: CardText) -> str:
    """Return the name and the text in one line."""
    return say("{name}: {text}", name=Phrase(thing.name), text=Phrase(thing.text))


def named(thing: CardText) -> dict[str, str]:
    """Return the name and the text as data."""
    return {"name": say(thing.name), "text": say(thing.text)}


class Note(msgspec.Struct, frozen=True):
    """The meaning of a word on a card: the rule behind it, if there is one, and its text."""

    text: str
    rule: str = ""
    meaning: str = ""


class NotedText(str):
    """A text on a card with notes that explain its words."""

    notes: tuple[Note, ...]

    def __new__(cls, line: str, notes: Iterable[Note]) -> Self:
        text = super().__new__(cls, line)
        text.notes = tuple(notes)
        return text


def note(text: str, rule: str) -> Note:
    """Return the note on a word with the rule behind it; a word without a rule is shown and not enforced."""
    meaning = Rulebook.load(ruleset_of(rule)).get(rule).text(spoken()) if rule else say("The game shows this rule and does not enforce it.")
    return Note(text, rule, meaning)


#: Short words on cards, each with its meaning.
Legend = tuple[tuple[Phrase, Phrase], ...]


@kept_words
def explained_words(legend: Legend) -> list[list[str]]:
    """Return a legend as data, in the current language."""
    return [[say(word), say(meaning)] for word, meaning in legend]


class CardTable(msgspec.Struct, frozen=True):
    """Part of a card as people read it: columns with their rows, and lines below them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    lines: tuple[str, ...] = ()
