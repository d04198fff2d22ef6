"""The hit modifiers of the army-scale edition, for the referee as well as for the odds. (OBSC, WT, AIR-05, FIGHT-11, MORALE-12, ATT-06)"""

from __future__ import annotations

from typing import NamedTuple

from counteract.mechanics.hit_modifiers import Cause, Modifier, find_modifiers
from counteract.rulesets.kt40.weapons import Weapon


class Circumstances(NamedTuple):
    """The facts about attacker and target that may modify a hit roll."""

    masked: bool = False  # a unit of the target's type or terrain is in the way
    moved: bool = False  # the firing model has moved
    advanced: bool = False
    hard: bool = False  # the target is hard to hit
    across: bool = False  # terrain lies between the two, in close combat
    shaken: bool = False  # a CHARACTER that failed its morale test
    boons: int = 0  # of powers, stratagems and abilities


HitCause = Cause[Weapon, Circumstances]

SHOOTING: tuple[HitCause, ...] = (
    Cause("KT40-OBSC-01", "masked", lambda weapon, now: now.masked),  # a unit and terrain together count once (OBSC-05)
    Cause("KT40-WT-03", "moved with a Heavy weapon", lambda weapon, now: now.moved and weapon.type == "heavy"),
    Cause("KT40-WT-02", "advanced", lambda weapon, now: now.advanced),
    Cause("KT40-AIR-05", "hard to hit", lambda weapon, now: now.hard),
)
FIGHTING: tuple[HitCause, ...] = (
    Cause("KT40-FIGHT-11", "terrain in between", lambda weapon, now: now.across),
    Cause("KT40-WR-UNWIELDY-01", "unwieldy", lambda weapon, now: weapon.rules.unwieldy),
)
EITHER: tuple[HitCause, ...] = (
    Cause("KT40-MORALE-12", "shaken", lambda weapon, now: now.shaken),
    Cause("KT40-DICE-05", "powers and abilities", lambda weapon, now: -now.boons),
)


def modifiers(weapon: Weapon, now: Circumstances, *, fight: bool = False) -> list[Modifier]:
    """Return the modifiers of a hit roll, which add up without a cap. (ATT-06)

    >>> from counteract.rulesets.kt40.weapons import CLOSE_COMBAT_WEAPON
    >>> modifiers(CLOSE_COMBAT_WEAPON, Circumstances(across=True, masked=True), fight=True)
    [Modifier(rule='KT40-FIGHT-11', name='terrain in between', amount=-1)]
    """
    return find_modifiers((*(FIGHTING if fight else SHOOTING), *EITHER), weapon, now)


def total(weapon: Weapon, now: Circumstances, *, fight: bool = False) -> int:
    """Return the sum of the modifiers of a hit roll."""
    return sum(modifier.amount for modifier in modifiers(weapon, now, fight=fight))
