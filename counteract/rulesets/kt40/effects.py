"""The effects of abilities in the army-scale edition, by the names that army files use. (UNIT-12, AURA, GEN-07)"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from counteract.attacks.hitwoundsave import Amount, parse_amount
from counteract.files.fields import Choice, DieResult, Flag, Number, Text, Whole
from counteract.mechanics.cards import make_effect
from counteract.rulesets.kt40.cards import BoonName, Deed, DeedTable, Window
from counteract.rulesets.kt40.fields import AmountText

Needed = Annotated[int, DieResult(), "the result that a die must show"]


class AbilityEffect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """The effect of an ability with its values."""


class IgnoreWoundRoll(AbilityEffect, frozen=True):
    """Each wound about to be lost is ignored on this roll or more. (UNIT-12)"""

    needed: Needed


class Explodes(AbilityEffect, frozen=True):
    """An explosion: as a model is slain, each unit within some inches suffers mortal wounds on this roll or more. (DMG-05)"""

    needed: Needed
    inches: Annotated[float, Number(1, 12), "how far it reaches"]
    amount: Annotated[str, AmountText(), "the mortal wounds that each unit suffers"] = "1"

    @property
    def wounds(self) -> Amount:
        """The mortal wounds that each unit suffers."""
        return parse_amount(self.amount)


class HardToHit(AbilityEffect, frozen=True):
    """Shots at the unit are made at -1 to hit. (AIR-05)"""


class StrikesFirst(AbilityEffect, frozen=True):
    """While engaged the unit fights in the Hammer of Wrath step. (FIGHT-02)"""


class AdvanceAndCharge(AbilityEffect, frozen=True):
    """The unit may declare charges within 18" and then rolls 3D6. (CHARGE-10)"""


class Reserve(AbilityEffect, frozen=True):
    """The unit may begin in reserve, and arrives more than so many inches from enemies. (SETUP-04, RES-03)"""

    inches: Annotated[float, Number(1, 24), "how far from enemies it arrives"] = 9.0


class Aura(AbilityEffect, frozen=True):
    """Friendly units within some inches have a boon, the bearer's own unit among them. (AURA-01)"""

    inches: Annotated[float, Number(1, 24), "how far it reaches"]
    boon: Annotated[BoonName, Choice(), "what is changed"]
    bonus: Annotated[int, Whole(-6, 6), "by how much; for saves and ignored wounds, the number to roll"] = 1
    keyword: Annotated[str, Text(), "only units with this keyword, in capitals"] = ""


class Constant(AbilityEffect, frozen=True):
    """The unit always has a boon: a trait, a relic, the bonus of its faction. (GEN-07)"""

    boon: Annotated[BoonName, Choice(), "what is changed"]
    bonus: Annotated[int, Whole(-6, 6), "by how much; for saves and ignored wounds, the number to roll"] = 1


class Thrift(AbilityEffect, frozen=True):
    """Whenever its player has paid for a stratagem, a roll of so much gives back one command point. (ARMY-05, INT-63)"""

    needed: Needed


class WindowAct(AbilityEffect, frozen=True):
    """The unit may do something once in a window of each turn; with ``needed`` it must roll so much first. (ALT-09, INT-63)

    With ``by_itself`` it happens as the window opens, and nobody is asked whether. (INT-25)
    """

    window: Annotated[Window, Choice(), "when it can be used"]
    deed: Annotated[Deed, DeedTable(Deed), "what it does"]
    needed: Needed = 0
    by_itself: Annotated[bool, Flag(), "whether it happens as the window opens, without anybody being asked"] = False


EFFECTS: dict[str, type[AbilityEffect]] = {
    "ignore-wounds": IgnoreWoundRoll,
    "explodes": Explodes,
    "hard-to-hit": HardToHit,
    "strikes-first": StrikesFirst,
    "advance-and-charge": AdvanceAndCharge,
    "reserve": Reserve,
    "aura": Aura,
    "constant": Constant,
    "thrift": Thrift,
    "act": WindowAct,
}


def make(name: str, values: dict[str, Any]) -> AbilityEffect:
    """Return the effect of an ability.

    >>> make("ignore-wounds", {"needed": 5})
    IgnoreWoundRoll(needed=5)
    """
    return make_effect(EFFECTS, name, values)
