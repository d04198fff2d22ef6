"""The weapons of Kill Team 2018, their types and abilities: how a card writes them, and the effect of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from counteract.attacks.hitwoundsave import Amount, Strength, WeaponType
from counteract.attacks.weapon_rules import BadRule
from counteract.core.language import Phrase, phrases, say
from counteract.files.fields import REQUIRED, Choice, IfOmitted, Number, TextLine, Whole
from counteract.mechanics.chain_fields import AmountKind, StrengthKind
from counteract.mechanics.team_tables import WeaponRules

#: The rule ID of each type.
TYPE_RULES: dict[str, str] = {
    "assault": "KT18-WR-ASSAULT-01",
    "grenade": "KT18-WR-GREN-01",
    "heavy": "KT18-WR-HEAVY-01",
    "pistol": "KT18-WR-PISTOL-01",
    "rapid fire": "KT18-WR-RAPID-01",
}


class Rules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The abilities of a weapon."""

    auto_hit: bool = False  # no hit roll; every attack hits, in Overwatch too (INT-26)
    indirect: bool = False  # need not see its target (SHOOT-07)
    unwieldy: bool = False  # -1 to hit
    sure: bool = False  # natural 1s to hit are rolled again
    cruel: bool = False  # natural 1s to wound are rolled again
    venomous: bool = False  # a natural 6 to wound also inflicts 1 mortal wound (INT-45)


#: The explanation of each ability on a card.
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
    """Return the explanation of an ability that a card writes."""
    return MEANINGS[NAMES[text.strip().capitalize()]]


def parse_rules(texts: Iterable[str]) -> Rules:
    """Return the abilities written on a card.

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
    """A weapon as printed on the card. (GEN-05)"""

    name: Annotated[str, TextLine()]
    kind: Annotated[Literal["ranged", "melee"], Choice()]
    type: Annotated[WeaponType | None, Choice(), "ranged weapons only, and always"] = None
    range: Annotated[float, Number(1, 99), IfOmitted(None), "ranged weapons only, and always: how far it reaches, in inches"] = 0.0
    attacks: Annotated[Amount, AmountKind(), IfOmitted(None), "ranged weapons only, and always; in a fight those of the user count"] = Amount(plus=1)
    strength: Annotated[Strength, StrengthKind(), IfOmitted(REQUIRED), 'a number; with melee weapons also "user", "+1" or "x2"'] = Strength()
    ap: Annotated[int, Whole(-6, 0), "armour penetration"] = 0
    damage: Annotated[Amount, AmountKind(), "a number, or dice to be rolled"] = Amount(plus=1)
    text: tuple[str, ...] = ()
    rules: Annotated[Rules, WeaponRules(examples=tuple(NAMES)), IfOmitted(()), "weapon abilities"] = Rules()

    @property
    def group(self) -> str:
        """The name of the group of weapons it is fired with. (INT-37)"""
        return {"pistol": "pistols", "grenade": f"grenade: {self.name}"}.get(self.type or "", "guns")


#: The weapon of a model that carries no melee weapon. (INT-59)
BARE_HANDS = Weapon(name="Bare hands", kind="melee")
