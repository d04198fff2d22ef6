"""Stats that only this edition works out in its own way."""

from __future__ import annotations

from counteract.mechanics.operatives.stats import INJURY_MOVE, apl, hampered, hit, injured, weapon_rules, wounded
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import Rules, join, parse_rule

__all__ = ["apl", "hampered", "high_ground", "hit", "injured", "move", "weapon_rules", "wounded"]


def move(arena: Arena, s: Skirmish, i: int) -> float:
    """The Move stat. (STAT-01, DMG-05, INT-36)"""
    printed: float = arena.cards[i].move
    if not hampered(arena, s, i):
        return printed
    floor: float = arena.switches.move_floor
    return max(printed - INJURY_MOVE, min(printed, floor))


def high_ground(rules: Rules, above: float) -> Rules:
    """What shooting down from Vantage at an Engage target adds. (MIS-35)"""
    if above >= 4.0 - 0.001:
        return join(rules, parse_rule("Accurate 2"))
    if above >= 2.0 - 0.001:
        return join(rules, parse_rule("Accurate 1"))
    return rules
