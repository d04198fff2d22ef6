"""Hit, wound, save, damage: one attack as a chain of single dice.

Every test of the chain is one D6 against a number to reach. Modifiers are added after re-rolls; the face of
the die, before them, is its natural number.

>>> hits(5, 3, modifier=-3), hits(6, 3, modifier=-3)
(False, True)
>>> wound_number(4, 3), save_number(3, -2)
(3, 5)
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Literal

import msgspec

from counteract.core.decision import Roll
from counteract.core.language import Phrase, say
from counteract.core.procedure import Steps

#: The type of a gun, which decides how it may be fired.
WeaponType = Literal["assault", "grenade", "heavy", "pistol", "rapid fire"]
TYPES: tuple[WeaponType, ...] = ("assault", "grenade", "heavy", "pistol", "rapid fire")

#: A number that no die reaches.
NEVER = 7
#: Chances that differ by no more than this are equal.
ROUNDING = 1e-9


def hits(die: int, needed: int, modifier: int = 0) -> bool:
    """Return True if a hit roll succeeds: a natural 1 never does, a natural 6 always."""
    return die == 6 or (die != 1 and die + modifier >= needed)


def wound_number(strength: int, toughness: int) -> int:
    """Return the number a wound roll must reach, by how strength and toughness compare.

    >>> [wound_number(strength, 4) for strength in (2, 3, 4, 5, 8)]
    [6, 5, 4, 3, 2]
    """
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 5 if 2 * strength > toughness else 6


def wounds(die: int, needed: int, modifier: int = 0) -> bool:
    """Return True if a wound roll succeeds: a natural 1 never does, a natural 6 always."""
    return hits(die, needed, modifier)


def save_number(save: int, piercing: int = 0) -> int:
    """Return the number a saving throw must reach against an armour penetration of 0 or less; `NEVER` or more if none will do."""
    return save - piercing


def saves(die: int, needed: int) -> bool:
    """Return True if a saving throw succeeds: a natural 1 never does."""
    return die != 1 and die >= needed


def save_ways(save: int, piercing: int, invulnerable: int) -> list[tuple[int, str]]:
    """Return the saving throws that could succeed, the best first: the number each must reach and its kind. 0 is no invulnerable save.

    >>> save_ways(3, -2, 4), save_ways(4, -3, 0)
    ([(4, 'invulnerable'), (5, 'normal')], [])
    """
    ways = [(save_number(save, piercing), "normal"), (invulnerable or NEVER, "invulnerable")]
    return sorted((way for way in ways if way[0] < NEVER), key=lambda way: way[0])


USER = Phrase("user")


class Strength(msgspec.Struct, frozen=True, gc=False):
    """The strength of a weapon: a multiple of its user's with a bonus, or a number of its own."""

    times: int = 1
    plus: int = 0

    def of(self, user: int) -> int:
        return self.times * user + self.plus

    def __str__(self) -> str:
        if not self.times:
            return str(self.plus)
        return str(USER) if self == Strength() else f"+{self.plus}" if self.times == 1 else f"×{self.times}"


@lru_cache(maxsize=256)
def parse_strength(text: str) -> Strength:
    """Return a strength as cards write it.

    >>> [parse_strength(text).of(4) for text in ("5", "user", "+2", "x2")]
    [5, 4, 6, 8]
    """
    text = text.strip().lower().replace("×", "x")
    if text == "user":
        return Strength()
    match = re.fullmatch(r"([+x]?)(\d{1,2})", text)
    if match is None:
        raise ValueError(say("a strength is a number, 'user', '+2' or 'x2', not {text!r}", text=text))
    number = int(match.group(2))
    return {"": Strength(0, number), "+": Strength(1, number), "x": Strength(number, 0)}[match.group(1)]


class Amount(msgspec.Struct, frozen=True, gc=False):
    """A number, or dice rolled when the number is needed. A D3 is a D6 halved, rounding up."""

    dice: int = 0
    sides: int = 6
    plus: int = 0

    @property
    def most(self) -> int:
        return self.dice * self.sides + self.plus

    @property
    def mean(self) -> float:
        return self.dice * (self.sides + 1) / 2 + self.plus

    def read(self, faces: tuple[int, ...]) -> int:
        """Return the total of the dice rolled."""
        return self.plus + sum((face + 1) // 2 if self.sides == 3 else face for face in faces)

    def chance_of(self, least: int) -> float:
        """Return the chance to be a number or more.

        >>> Amount(dice=1, sides=3).chance_of(2)
        0.6666666666666666
        """
        totals = {self.plus: 1.0}
        for _ in range(self.dice):
            grown: dict[int, float] = {}
            for total, chance in totals.items():
                for face in range(1, self.sides + 1):
                    grown[total + face] = grown.get(total + face, 0.0) + chance / self.sides
            totals = grown
        return sum(chance for total, chance in totals.items() if total >= least)

    def is_never_worse(self, other: Amount) -> bool:
        """Return True if every number is at least as likely to be reached as by another amount.

        >>> Amount(dice=1, sides=3).is_never_worse(Amount(plus=2)), Amount(dice=1, sides=6).is_never_worse(Amount(dice=1, sides=3))
        (False, True)
        """
        if not (self.dice or other.dice):
            return self.plus >= other.plus
        return all(self.chance_of(least) >= other.chance_of(least) - ROUNDING for least in range(1, other.most + 1))

    def __str__(self) -> str:
        if not self.dice:
            return str(self.plus)
        return f"{self.dice if self.dice > 1 else ''}D{self.sides}" + (f"+{self.plus}" if self.plus else "")


@lru_cache(maxsize=256)
def parse_amount(text: str) -> Amount:
    """Return an amount as cards write it.

    >>> [str(parse_amount(text)) for text in ("3", "d6", "2D3", "D3+1")], parse_amount("D3").read((5,))
    (['3', 'D6', '2D3', 'D3+1'], 3)
    """
    match = re.fullmatch(r"(\d?)[dD]([36])(?:\+(\d{1,2}))?|(\d{1,2})", text.strip())
    if match is None:
        raise ValueError(say("an amount is a number, 'D3', 'D6', '2D6' or 'D3+1', not {text!r}", text=text))
    count, sides, plus, number = match.groups()
    return Amount(plus=int(number)) if number else Amount(int(count or 1), int(sides), int(plus or 0))


def roll_amount(amount: Amount, player: int, rule: str) -> Steps[tuple[int, dict[str, Any]]]:
    """Return an amount, rolling its dice if it has any, and the event values that tell of them."""
    if not amount.dice:
        return amount.plus, {}
    faces = yield Roll(player, amount.dice, rule)
    return amount.read(faces), {"dice": faces, "thrown": str(amount)}


def chance(needed: int, modifier: int = 0) -> float:
    """Return the probability that a hit or wound roll succeeds."""
    return min(5, max(1, 7 - needed + modifier)) / 6
