"""Kinds of values on the cards of Kill Team 2018: amounts with dice, and strengths. (GEN-05)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from counteract.attacks.hitwoundsave import Amount, Strength, parse_amount, parse_strength
from counteract.core.language import say
from counteract.files import checks
from counteract.files.fields import Schema, ValueKind
from counteract.files.reader import Entry, is_number

T = TypeVar("T")

MOST_AMOUNT = 20
MOST_STRENGTH = 20


class AmountKind(ValueKind, frozen=True):
    """An amount: a number or dice, never 0."""

    def read(self, entry: Entry, key: str) -> Amount:
        amount = _parsed(entry, key, parse_amount)
        if not amount.dice + amount.plus or amount.most > MOST_AMOUNT:
            raise entry.error(say("'{key}' must be from 1 to {most}, not {amount}", key=key, most=MOST_AMOUNT, amount=amount), key)
        return amount

    def schema(self) -> Schema:
        text = {"type": "string", "pattern": r"^(\d?[dD][36](\+\d{1,2})?|\d{1,2})$"}
        return {"anyOf": [text, {"type": "integer", "minimum": 1, "maximum": MOST_AMOUNT}], "examples": [1, "D3", "D6", "2D6", "D3+1"]}

    def written(self, value: Any) -> Any:
        return None if value is None else str(value)


class StrengthKind(ValueKind, frozen=True):
    """A strength: a number, or a multiple of the user's with a bonus."""

    def read(self, entry: Entry, key: str) -> Strength:
        return _parsed(entry, key, parse_strength)

    def schema(self) -> Schema:
        text = {"type": "string", "pattern": r"^([uU][sS][eE][rR]|[+xX×]?\d{1,2})$"}
        return {"anyOf": [text, {"type": "integer", "minimum": 1, "maximum": MOST_STRENGTH}], "examples": [4, "user", "+1", "x2"]}


def _parsed(entry: Entry, key: str, parse: Callable[[str], T]) -> T:
    """Return the value of a key, a number or a text, read as cards write it."""
    value = checks.raw(entry, key)
    if not isinstance(value, str) and not is_number(value):
        raise entry.error(say("'{key}' must be a number or a text", key=key), key)
    try:
        return parse(str(value))
    except ValueError as error:
        raise entry.error(say("'{key}': {error}", key=key, error=error), key) from None
