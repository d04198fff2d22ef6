"""The hit modifiers of Kill Team 2018, for the referee as well as for the odds. (HIT, FIGHT, WR)"""

from __future__ import annotations

from typing import NamedTuple

from counteract.mechanics.hit_modifiers import Cause, Modifier, find_modifiers
from counteract.rulesets.kt18.weapons import Weapon


class Circumstances(NamedTuple):
    """The facts about attacker and target that may modify a hit roll."""

    far: bool = False  # the target is not within half range
    obscured: bool = False
    moved: bool = False
    advanced: bool = False
    between: bool = False  # terrain lies between the two, in close combat
    flesh: int = 0
    broken: bool = False
    hexed: bool = False


HitCause = Cause[Weapon, Circumstances]

SHOOTING: tuple[HitCause, ...] = (
    Cause("KT18-HIT-02", "long range", lambda weapon, now: now.far and weapon.type != "grenade"),  # WR-GREN-02, INT-39
    Cause("KT18-HIT-03", "obscured", lambda weapon, now: now.obscured),
    Cause("KT18-WR-HEAVY-01", "moved with a Heavy weapon", lambda weapon, now: now.moved and weapon.type == "heavy"),
    Cause("KT18-WR-ASSAULT-02", "Advanced", lambda weapon, now: now.advanced and weapon.type == "assault"),
    Cause("KT18-HIT-04", "flesh wounds", lambda weapon, now: now.flesh),
    Cause("KT18-HIT-05", "broken", lambda weapon, now: now.broken),
)
FIGHTING: tuple[HitCause, ...] = (
    Cause("KT18-FIGHT-08", "terrain in between", lambda weapon, now: now.between),
    Cause("KT18-FIGHT-09", "flesh wounds", lambda weapon, now: now.flesh),
    Cause("KT18-FIGHT-10", "broken", lambda weapon, now: now.broken),
)
EITHER: tuple[HitCause, ...] = (
    Cause("KT18-INT-40", "unwieldy", lambda weapon, now: weapon.rules.unwieldy),
    Cause("KT18-INT-40", "under a hex", lambda weapon, now: now.hexed),
)


def modifiers(weapon: Weapon, now: Circumstances, *, fight: bool = False) -> list[Modifier]:
    """Return the modifiers of a hit roll, all cumulative. (HIT-02 to HIT-05, FIGHT-08 to FIGHT-11, INT-40)

    >>> from counteract.rulesets.kt18.weapons import BARE_HANDS
    >>> modifiers(BARE_HANDS, Circumstances(flesh=2, obscured=True), fight=True)
    [Modifier(rule='KT18-FIGHT-09', name='flesh wounds', amount=-2)]
    """
    return find_modifiers((*(FIGHTING if fight else SHOOTING), *EITHER), weapon, now)


def total(weapon: Weapon, now: Circumstances, *, fight: bool = False) -> int:
    """Return the sum of the modifiers of a hit roll."""
    return sum(modifier.amount for modifier in modifiers(weapon, now, fight=fight))
