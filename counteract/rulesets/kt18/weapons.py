"""Weapons of the 2018 edition: their types and abilities, and what each one means for who may fire and how."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from counteract.attacks.hitwoundsave import Amount, Strength, WeaponType
from counteract.attacks.weapon_rules import BadRule
from counteract.core.language import Phrase, phrases, say

#: How many shots of which type, as cards print it.
WEAPON_TYPES: dict[str, Phrase] = phrases(
    {
        "assault": "Assault {attacks}",
        "grenade": "Grenade {attacks}",
        "heavy": "Heavy {attacks}",
        "pistol": "Pistol {attacks}",
        "rapid fire": "Rapid Fire {attacks}",
    }
)


#: The rule of each type.
TYPE_RULES: dict[str, str] = {
    "assault": "KT18-WR-ASSAULT-01",
    "grenade": "KT18-WR-GREN-01",
    "heavy": "KT18-WR-HEAVY-01",
    "pistol": "KT18-WR-PISTOL-01",
    "rapid fire": "KT18-WR-RAPID-01",
}


class Rules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a weapon does beyond its figures."""

    auto_hit: bool = False  # no hit roll; every attack hits, in Overwatch too (INT-26)
    indirect: bool = False  # need not see its target (SHOOT-07)
    unwieldy: bool = False  # -1 to hit
    sure: bool = False  # natural 1s to hit are rolled again
    cruel: bool = False  # natural 1s to wound are rolled again
    venomous: bool = False  # a natural 6 to wound brings 1 mortal wound besides (INT-45)


#: What each of them means, as a card explains it.
MEANINGS: dict[str, Phrase] = phrases(
    {
        "auto_hit": "Every attack hits without a roll, in Overwatch too.",
        "indirect": "It need not see its target.",
        "unwieldy": "1 is taken off its hit rolls.",
        "sure": "Hit rolls of 1 are rolled again.",
        "cruel": "Wound rolls of 1 are rolled again.",
        "venomous": "A wound roll of 6 brings 1 mortal wound besides.",
    }
)
NAMES = {name.replace("_", "-").capitalize(): name for name in Rules.__struct_fields__}


def meaning_of(text: str) -> Phrase:
    """What an ability as a card writes it means."""
    return MEANINGS[NAMES[text.strip().capitalize()]]


def parse_rules(texts: Iterable[str]) -> Rules:
    """The abilities written on a card.

    >>> parse_rules(["Auto-hit", "venomous"]).venomous
    True
    """
    found = {}
    for text in texts:
        name = NAMES.get(text.strip().capitalize())
        if name is None:
            raise BadRule(say("there is no weapon ability '{text}' (known: {known})", text=text, known=", ".join(NAMES)))
        found[name] = True
    return Rules(**found)


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A weapon as it stands on the card. (GEN-05)"""

    name: str
    kind: Literal["ranged", "melee"]
    type: WeaponType | None = None  # of a ranged weapon
    range: float = 0.0
    attacks: Amount = Amount(plus=1)  # of a ranged weapon; with a melee weapon the user's own count
    strength: Strength = Strength()
    ap: int = 0  # 0 or less
    damage: Amount = Amount(plus=1)
    text: tuple[str, ...] = ()
    rules: Rules = Rules()

    @property
    def group(self) -> str:
        """What it is fired together with: nothing but its like. (INT-37)"""
        return {"pistol": "pistols", "grenade": f"grenade: {self.name}"}.get(self.type or "", "guns")


#: What a model fights with that carries no melee weapon. (INT-59)
BARE_HANDS = Weapon(name="Bare hands", kind="melee")
