"""The weapons of editions whose attacks hit, wound and are saved, in files: amounts with dice, strengths, and the reader of a weapon."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from counteract.attacks.hitwoundsave import Amount, Strength, parse_amount, parse_strength
from counteract.attacks.weapon_rules import BadRule
from counteract.core.language import Phrase, say
from counteract.files import checks
from counteract.files.fields import Schema, TableField, ValueKind, read_fields
from counteract.files.reader import Entry, is_number

T = TypeVar("T")

MOST_AMOUNT = 20
MOST_STRENGTH = 20

#: The most that the strength of a melee weapon can be as "+n" and as "xn".
MOST_PLUS, MOST_TIMES = 10, 4

#: Keys that all ranged weapons have, and no melee weapons.
OF_RANGED_WEAPONS = ("type", "range", "attacks")


class ChainRules(Protocol):
    """The rules that the weapons of all these editions can have."""

    @property
    def indirect(self) -> bool: ...


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


# --- weapons


def read_weapon(entry: Entry, fields: Iterable[TableField], parse_rules: Callable[[Iterable[str]], ChainRules]) -> dict[str, Any]:
    """Return the values of a weapon, by attribute: the texts of its rules as ``text``, and what they mean as ``rules``."""
    known = {field.key: field for field in fields}
    ranged = known["kind"].read(entry) == "ranged"
    values = read_fields(entry, [field for key, field in known.items() if ranged or key not in OF_RANGED_WEAPONS])
    text = values.pop("rules")
    _check_strength(entry, values["strength"], ranged)
    try:
        rules = parse_rules(text)
    except BadRule as error:
        raise entry.error(str(error), "rules") from None
    for key in OF_RANGED_WEAPONS:
        if ranged and key not in entry:
            raise entry.error(say("'{key}' is missing", key=key))
        if not ranged and key in entry:
            raise entry.error(say("'{key}' is for ranged weapons only", key=key), key)
    if rules.indirect and not ranged:
        raise entry.error(say("Indirect is for ranged weapons only"), "rules")
    return {**values, "text": text, "rules": rules}


def _check_strength(entry: Entry, strength: Strength, ranged: bool) -> None:
    """Refuse a strength that is too high, and one made of the user's where the weapon is ranged."""
    if not strength.times:
        fits = 1 <= strength.plus <= MOST_STRENGTH
    else:
        fits = strength.times <= MOST_TIMES and strength.plus <= MOST_PLUS
    if ranged and (strength.times or not fits):
        raise entry.error(say("'strength' of a ranged weapon must be a number from 1 to {most}", most=MOST_STRENGTH), "strength")
    if not fits:
        most = {"most": MOST_STRENGTH, "plus": MOST_PLUS, "times": MOST_TIMES}
        told = Phrase("'strength' must be a number from 1 to {most}, 'user', up to '+{plus}' or up to 'x{times}', not '{strength}'")
        raise entry.error(say(told, strength=strength, **most), "strength")
