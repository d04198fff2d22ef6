"""The weapons of the army-scale edition and their rules: how a card writes them, and the effect of each. (UNIT-04, WR)

`Rules` has a line on the effect of each rule. The chain of dice that applies them is in odds.py and odds_states.py.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from counteract.attacks.hitwoundsave import Amount, Strength, WeaponType


class Rules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The rules of a weapon besides its figures. (WR)"""

    auto_hit: bool = False  # no hit roll: chains.attack.attack_profile
    melta: bool = False  # within half range two dice are rolled for damage and the higher counts: odds_states.UnitAttacks.damage
    overheat: bool = False  # a natural 1 to hit slays the bearer afterwards: odds_states.UnitAttacks.closed
    unwieldy: bool = False  # -1 to hit in a fight: odds.Combat.profile
    indirect: bool = False  # need not see its target: no part of the odds
    no_cover: bool = False  # cover does not help the save: odds._profile
    sniper: bool = False  # a natural 6 to wound brings a mortal wound besides: odds._profile
    sure: bool = False  # natural 1s to hit are rolled again
    cruel: bool = False  # natural 1s to wound are rolled again
    extra: int = 0  # attacks


NAMES = {
    "auto-hit": "auto_hit",
    "melta": "melta",
    "overheat": "overheat",
    "unwieldy": "unwieldy",
    "indirect": "indirect",
    "ignores cover": "no_cover",
    "sniper": "sniper",
    "re-roll ones to hit": "sure",
    "re-roll ones to wound": "cruel",
}
EXTRA = re.compile(r"extra attacks (\d)")


def weapon_rule_id(text: str) -> dict[str, Any] | None:
    """Return the field of `Rules` that a card's ability sets, with its value; None if the ability is not known.

    >>> weapon_rule_id("Melta"), weapon_rule_id("Extra attacks 2"), weapon_rule_id("Holy")
    ({'melta': True}, {'extra': 2}, None)
    """
    words = " ".join(text.lower().split())
    if match := EXTRA.fullmatch(words):
        return {"extra": int(match.group(1))}
    return {NAMES[words]: True} if words in NAMES else None


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A weapon in the hands of its user: with the skill (BS or WS; 0 if not given) and, in close combat, the user's attacks. (UNIT-04)"""

    name: str
    kind: Literal["ranged", "melee"]
    type: WeaponType | None = None
    range: float = 0.0
    attacks: Amount = Amount(plus=1)
    strength: Strength = Strength()
    ap: int = 0
    damage: Amount = Amount(plus=1)
    text: tuple[str, ...] = ()
    rules: Rules = Rules()
    skill: int = 0
    mode: str = ""  # of several weapons with one name and different modes one is used at a time


#: The weapon of a model that carries no melee weapon. (UNIT-05)
CLOSE_COMBAT_WEAPON = Weapon(name="Close combat weapon", kind="melee")
