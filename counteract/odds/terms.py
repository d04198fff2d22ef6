"""Who is attacked, and on what terms."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from counteract.mechanics.operatives.damage_reduction import Softener, lessened
from counteract.odds.hands import Manner

Objective = Literal["damage", "incapacitate", "capped"]


class Target(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The defence of an operative: ``wounds`` are those left of the ``starting`` ones."""

    save: int
    wounds: int
    starting: int = 0  # 0: as many as are left
    defence_dice: int = 3
    invulnerable: int = 0  # 0: none
    ignore: int = 0  # wounds are not lost on this or more; 0: they are
    rerolls: tuple[int, ...] = ()  # defence dice that may be re-rolled together, by each rule that lets it re-roll some
    soften: tuple[Softener, ...] = ()  # damage is lowered by so much from so much on

    @property
    def full(self) -> int:
        return self.starting or self.wounds

    def softened(self, damage: int) -> int:
        """The damage of one die after what protects the target."""
        return lessened(damage, self.soften)[0]


class Terms(NamedTuple):
    """All that is settled before the first die is rolled."""

    cover: bool = False
    obscured: bool = False
    injured: bool = False  # who attacks
    rerolls: int = 0  # Command Re-rolls
    defender_rerolls: int = 0
    reroll: Manner = "best"
    cover_save: Literal["best", "always"] = "best"
    printing: str = "2025"
    accurate_multi: str = "two"
    limits: str = "sheet"  # of what injury does to the Hit stat, and when (KT24-DIFF-16)
    saving: bool = False  # Command Re-rolls that are not used can be used later
    lethal_needs_hit: bool = False
    roof: bool = False  # the target is below terrain
    boon: bool = False  # the target is in cover, and one only because the shooter looks down on it (KT24-MIS-36)
