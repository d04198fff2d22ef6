"""Current stats of operatives in Kill Team 2021: Move after injury."""

from __future__ import annotations

from counteract.mechanics.operatives.stats import INJURY_MOVE, is_hampered
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.state import Skirmish


def move(arena: Arena, s: Skirmish, i: int) -> float:
    """Return the M stat. (DMG-04, INT-76)"""
    printed: float = arena.cards[i].move
    return max(0.0, printed - INJURY_MOVE) if is_hampered(arena, s, i) else printed
