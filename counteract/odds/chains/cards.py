"""Cards of the editions with chains of single dice, read from a line of text or a mapping."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from counteract.attacks.hitwoundsave import TYPES, Amount, Strength, WeaponType, parse_amount, parse_strength
from counteract.core.language import Phrase, say

NUMBER = r"[-−]?\d+\+*"
AMOUNT = r"[-−]?\d*(?:d\d+)?(?:\+\d+)?(?<=\d)"
STRENGTH = r"user|[+x×]?[-−]?\d+"
FLAG = ""
SEPARATORS = " \t\n,"

MOST_STRENGTH = 20
MOST_ATTACKS = 20
MOST_WOUNDS = 30


class CardPart(NamedTuple):
    """A part of a card: its field, its keywords, the form of its value, its reader, and an example.

    One that a card need not have is 0 in a mapping.
    """

    field: str
    words: tuple[str, ...]
    form: str
    read: Callable[[str], Any]
    example: str
    need_not: bool = False

    def match(self, text: str, at: int = 0) -> re.Match[str] | None:
        words = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(self.words, key=len, reverse=True))
        return re.compile(rf"(?:{words})\s*({self.form})(?=[\s,]|$)", re.IGNORECASE).match(text, at)

    def value(self, text: str, shown: str) -> Any:
        try:
            return self.read(text.lower().replace("−", "-"))
        except ValueError as error:
            raise ValueError(say("'{shown}': {problem}; write it like '{example}'", shown=shown, problem=str(error), example=self.example)) from None


def whole(name: str, least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within limits."""

    def read(text: str) -> int:
        number = int(text.rstrip("+"))
        if not least <= number <= most:
            raise ValueError(say("{what} must be from {least} to {most}", what=name, least=least, most=most))
        return number

    return read


def needed(name: str) -> Callable[[str], int]:
    """Return a reader of numbers that a die must reach."""

    def read(text: str) -> int:
        number = int(text.rstrip("+"))
        if not 2 <= number <= 6:
            raise ValueError(say("{what} must be from {least} to {most}", what=name, least="2+", most="6+"))
        return number

    return read


def some(name: str, most: int) -> Callable[[str], Amount]:
    """Return a reader of amounts, which are never 0."""

    def read(text: str) -> Amount:
        amount = parse_amount(text)
        if not amount.dice + amount.plus or amount.most > most:
            raise ValueError(say("{what} must be from {least} to {most}", what=name, least=1, most=most))
        return amount

    return read


def said(text: str) -> bool:
    """Return True: a reader of keywords that need no value."""
    return True


def strong(text: str) -> Strength:
    strength = parse_strength(text)
    if not 1 <= strength.of(1) <= MOST_STRENGTH:
        raise ValueError(say("{what} must be from {least} to {most}", what=Phrase("a strength"), least=1, most=MOST_STRENGTH))
    return strength


def fired(text: str) -> tuple[WeaponType, Amount | None]:
    """Return the type of a gun with its number of attacks, or without.

    >>> fired("rapid fire 2"), fired("heavy d6")[1].dice, fired("pistol")
    (('rapid fire', Amount(dice=0, sides=6, plus=2)), 1, ('pistol', None))
    """
    words = " ".join(text.split())
    kind = next(name for name in TYPES if words.startswith(name))
    number = words[len(kind) :].strip()
    return kind, some(Phrase("the number of attacks"), MOST_ATTACKS)(number) if number else None


def read_card(card: str | Mapping[str, Any], parts: Sequence[CardPart], what: str, example: str) -> dict[str, Any]:
    """Return the values on a card, by field.

    >>> parts = [CardPart("toughness", ("T", "toughness"), NUMBER, whole(Phrase("toughness"), 1, 20), "T4")]
    >>> read_card("T4", parts, "a target", "T4"), read_card({"toughness": 4}, parts, "a target", "T4")
    ({'toughness': 4}, {'toughness': 4})
    >>> read_card("T40", parts, "a target", "T4")
    Traceback (most recent call last):
    ValueError: 'T40': toughness must be from 1 to 20; write it like 'T4'
    """
    if isinstance(card, Mapping):
        return _read_mapping(card, parts, what)
    if not isinstance(card, str):
        raise ValueError(say("{card!r} is not {what}; write it like '{example}'", card=card, what=what, example=example))
    return _read_line(card, parts, what, example)


def _read_line(text: str, parts: Sequence[CardPart], what: str, example: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    at = 0
    while at < len(text):
        if text[at] in SEPARATORS:
            at += 1
            continue
        part, match = next(((part, match) for part in parts if (match := part.match(text, at))), (None, None))
        if part is None or match is None:
            raise _unknown(text[at:], parts, what, example)
        if part.field in found:
            raise ValueError(say("'{shown}' is said twice; write it once, like '{example}'", shown=match.group(), example=part.example))
        found[part.field] = part.value(match.group(1), match.group())
        at = match.end()
    return found


def _unknown(rest: str, parts: Sequence[CardPart], what: str, example: str) -> ValueError:
    """Return the error about a part of a line that cannot be read; if it begins like a known part, with that part's example."""
    word = re.split(r"[\s,]", rest, maxsplit=1)[0]
    for part in parts:
        if any(len(name) > 1 and rest.lower().startswith(name) for name in part.words):
            shown = " ".join(rest.split()[:2]).rstrip(",")
            return ValueError(say("'{shown}' is not how it is written; write it like '{example}'", shown=shown, example=part.example))
    return ValueError(say("'{word}' is no part of {what}; write it like '{example}'", word=word, what=what, example=example))


def _read_mapping(card: Mapping[str, Any], parts: Sequence[CardPart], what: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in card.items():
        part = next((part for part in parts if key.lower().replace("_", " ") in (part.field.replace("_", " "), *map(str.lower, part.words))), None)
        if part is None:
            known = ", ".join(part.field for part in parts)
            raise ValueError(say("'{key}' is no part of {what}; its parts are {known}", key=key, what=what, known=known))
        if part.form == FLAG:
            if not isinstance(value, bool):
                raise ValueError(say("'{key}' must be true or false, not {value!r}", key=key, value=value))
            found[part.field] = value
        elif value is not None and not (part.need_not and value == 0):
            text = f"{value:g}" if isinstance(value, float) else str(value)
            if not re.fullmatch(part.form, text.strip(), re.IGNORECASE):
                told = {"key": key, "value": value, "field": part.field, "example": part.example}
                raise ValueError(say("'{key}: {value}' is not how {field} is written; write it like '{example}'", **told))
            found[part.field] = part.value(text.strip(), f"{key}: {value}")
    return found


def abilities(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the abilities on a card, one by one."""
    return tuple(text.strip() for text in texts if text.strip())


def split_card(text: str) -> tuple[str, str, tuple[str, ...]]:
    """Return the name before a colon, the figures, and the abilities after a semicolon.

    >>> split_card('Needler: Assault 2 18" S4; venomous, cruel')
    ('Needler', 'Assault 2 18" S4', ('venomous', 'cruel'))
    """
    figures, _, rules = text.partition(";")
    name, colon, rest = figures.partition(":")
    return (name.strip(), rest.strip(), abilities(rules.split(","))) if colon else ("", figures.strip(), abilities(rules.split(",")))


# --- parts that both editions write in the same way

WEAPON_PARTS = (
    CardPart("type", ("",), rf"(?:assault|grenade|heavy|pistol|rapid\s+fire)(?:\s+{AMOUNT})?", fired, "Rapid Fire 1"),
    CardPart("range", ("",), r'\d+(?:\.\d+)?(?:"|”|″|in)', lambda text: float(text.rstrip('"”″in')), '24"'),
    CardPart("strength", ("S", "strength"), STRENGTH, strong, "S4"),
    CardPart("ap", ("AP",), NUMBER, whole(Phrase("AP"), -6, 0), "AP-1"),
    CardPart("damage", ("D", "damage"), AMOUNT, some(Phrase("the damage"), MOST_ATTACKS), "D1' or 'D D3"),
    CardPart("bs", ("BS",), NUMBER, needed(Phrase("BS")), "BS3+"),
    CardPart("ws", ("WS",), NUMBER, needed(Phrase("WS")), "WS3+"),
    CardPart("attacks", ("A", "attacks"), AMOUNT, some(Phrase("the number of attacks"), MOST_ATTACKS), "A2"),
)
TARGET_PARTS = (
    CardPart("toughness", ("T", "toughness"), NUMBER, whole(Phrase("toughness"), 1, MOST_STRENGTH), "T4"),
    CardPart("save", ("save", "Sv"), NUMBER, needed(Phrase("a save")), "save 3+", True),
    CardPart("wounds", ("wounds", "W"), NUMBER, whole(Phrase("wounds"), 1, MOST_WOUNDS), "wounds 1"),
    CardPart("invulnerable", ("invulnerable", "invulnerable save", "inv"), NUMBER, needed(Phrase("an invulnerable save")), "invulnerable 5+", True),
    CardPart("ignore", ("ignore", "ignores", "ignore wounds"), NUMBER, needed(Phrase("what ignores a wound")), "ignore 5+", True),
    CardPart("cover", ("in cover", "cover"), FLAG, said, "in cover"),
)
OWN_STRENGTH = CardPart("strength", ("S", "strength"), NUMBER, whole(Phrase("a strength"), 1, MOST_STRENGTH), "S4")
GUN, BLADE = 'Rapid Fire 1 24" S4 AP-1 D1 BS3+; venomous', "A2 WS3+ S+1 AP0 D1; cruel"


def read_fighter(card: str | Mapping[str, Any], unarmed: Any, parts: Sequence[CardPart], what: str, example: str) -> tuple[Any, dict[str, Any]]:
    """Return the weapon of a fighter, as it was given, and its other fields; with an ``unarmed`` weapon it may name none."""
    rest: str | Mapping[str, Any]
    if isinstance(card, str):
        weapon, stroke, rest = card.partition("|")
        if not stroke:
            told = Phrase("{what} is a weapon and a target with '|' between; write it like 'A2 WS3+ S+1 AP0 D1 | {example}'")
            raise ValueError(say(told, what=what, example=example))
    elif isinstance(card, Mapping) and (unarmed is not None or "weapon" in card):
        weapon, rest = card.get("weapon", unarmed), {key: value for key, value in card.items() if key != "weapon"}
    else:
        raise ValueError(say("{what} is a text or a mapping with a weapon, not {card!r}", what=what, card=card))
    return weapon, read_card(rest, (*parts, OWN_STRENGTH), what, example)


def check_blade(weapon: Any, what: str) -> None:
    if weapon.kind != "melee" or not getattr(weapon, "skill", 0):
        raise ValueError(say("{what} needs a melee weapon with attacks and WS; write it like 'A2 WS3+ S+1 AP0 D1'", what=what))


class WeaponFigures(NamedTuple):
    """The figures on the card of a weapon."""

    name: str
    kind: Literal["ranged", "melee"]
    type: WeaponType | None
    range: float
    attacks: Amount
    strength: Strength
    ap: int
    damage: Amount
    skill: int  # 0: not said
    texts: tuple[str, ...]


def weapon_figures(card: str | Mapping[str, Any]) -> WeaponFigures:
    """Read the card of a weapon; one with a type is ranged."""
    if not isinstance(card, Mapping):
        name, line, texts = split_card(card) if isinstance(card, str) else ("", card, ())
        fields = read_card(line, WEAPON_PARTS, Phrase("a weapon"), f"{GUN}' or '{BLADE}")
    else:
        rest = dict(card)
        name, said = str(rest.pop("name", "")), rest.pop("rules", ())
        texts = abilities(said.split(",") if isinstance(said, str) else said)
        if isinstance(rest.get("range"), (int, float)):
            rest["range"] = f'{rest["range"]:g}"'
        fields = read_card(rest, WEAPON_PARTS, Phrase("a weapon"), "")
    sort, number = fields.get("type", (None, None))
    return _checked(WeaponFigures(
        name or "weapon", "ranged" if sort else "melee", sort, fields.get("range", 0.0), number or fields.get("attacks", Amount(plus=1)),
        fields.get("strength", Strength()), fields.get("ap", 0), fields.get("damage", Amount(plus=1)), fields.get("bs" if sort else "ws", 0), texts,
    ), fields)  # fmt: skip


def _checked(weapon: WeaponFigures, fields: Mapping[str, Any]) -> WeaponFigures:
    """Return a weapon; refuse figures that contradict each other."""
    if weapon.kind == "melee":
        for key in ("range", "bs"):
            if key in fields:
                raise ValueError(say("a weapon with {key} needs a type and a number of attacks; write it like '{example}'", key=key, example=GUN))
        if weapon.attacks.dice:
            raise ValueError(say("A{attacks}: the attacks of a melee weapon are a number; write it like 'A2'", attacks=weapon.attacks))
        return weapon
    if "ws" in fields:
        raise ValueError(say("WS is for melee weapons, which have no type; write it like '{example}'", example=BLADE))
    if "strength" not in fields:
        raise ValueError(say("the strength of the weapon is missing; write it like '{example}'", example=GUN))
    if fields["type"][1] is None and "attacks" not in fields:
        raise ValueError(say("'{type}' needs a number of attacks; write it like 'Rapid Fire 1'", type=weapon.type))
    if fields["type"][1] is not None and "attacks" in fields:
        raise ValueError(say("the number of attacks is said twice; write it like '{example}'", example=GUN))
    return weapon
