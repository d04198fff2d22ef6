"""Texts of the lobby: labels and help for the options of a battle, and the values that each can have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.inspect import BoolType, FloatType, IntType, LiteralType

from counteract.core.language import Phrase, joined, phrases, say


class OptionText(NamedTuple):
    """The text of a battle's option: its label, one sentence of help, and names for choices whose ids do not say enough."""

    label: str
    help: str
    choices: Mapping[str, str] = {}


#: Options that several rulesets have.
TURNING_POINTS = OptionText(Phrase("Turning points"), Phrase("How long the battle lasts."))
BATTLE_ROUNDS = OptionText(Phrase("Battle rounds"), Phrase("How long the battle lasts."))
TURNS = OptionText(Phrase("Turns"), Phrase("How long the battle lasts."))
FIRST_SCORING = OptionText(Phrase("First turning point that is scored"), Phrase("Before it nobody gains victory points for markers."))

#: What a number may be, by whether it is whole, and whether it has a least and a most value.
_NUMBERS = phrases(
    {
        (True, True, True): "a whole number from {least:g} to {most:g}",
        (True, True, False): "a whole number of {least:g} or more",
        (True, False, True): "a whole number of {most:g} or less",
        (True, False, False): "a whole number",
        (False, True, True): "a number from {least:g} to {most:g}",
        (False, True, False): "a number of {least:g} or more",
        (False, False, True): "a number of {most:g} or less",
        (False, False, False): "a number",
    }
)


def text_of(texts: Mapping[str, OptionText], name: str) -> OptionText:
    """Return the text of an option; of one that has none its name."""
    return texts.get(name) or OptionText(name.replace("_", " ").capitalize(), "")


def limits_of(kind: Any) -> tuple[float | None, float | None]:
    """Return the least and the most value of a number, each None if there is none.

    >>> from typing import Annotated
    >>> from msgspec import Meta
    >>> from msgspec.inspect import type_info
    >>> limits_of(type_info(Annotated[int, Meta(ge=1, le=10)])), limits_of(type_info(float))
    ((1, 10), (None, None))
    """
    return (kind.ge, kind.le) if isinstance(kind, IntType | FloatType) else (None, None)


def say_values(kind: Any, text: OptionText) -> str:
    """Return the values that an option can have, in words.

    >>> from msgspec.inspect import type_info
    >>> say_values(type_info(bool), OptionText("Guard", "")), say_values(type_info(int), OptionText("Turns", ""))
    ('on or off', 'a whole number')
    """
    match kind:
        case BoolType():
            return say("on or off")
        case LiteralType(values):
            return joined(_say_choice(text, str(value)) for value in values)
    least, most = limits_of(kind)
    return say(_NUMBERS[isinstance(kind, IntType), least is not None, most is not None], least=least, most=most)


def _say_choice(text: OptionText, value: str) -> str:
    """Return a value in words, and as files write it if that is something else."""
    return say("{words} ({value})", words=say(text.choices[value]), value=value) if value in text.choices else value
