"""Stats that only this edition works out in its own way."""

from __future__ import annotations

from counteract.mechanics.operatives.stats import INJURY_MOVE, hampered
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.state import Skirmish


def move(arena: Arena, s: Skirmish, i: int) -> float:
    """M as it is now. (DMG-04, INT-76)"""
    printed: float = arena.cards[i].move
    return max(0.0, printed - INJURY_MOVE) if hampered(arena, s, i) else printed
