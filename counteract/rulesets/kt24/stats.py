"""Current stats of operatives in Kill Team 2024: printed values changed by injury, Stun and effects."""

from __future__ import annotations

from counteract.mechanics.operatives.stats import INJURY_MOVE, hit, is_hampered
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import Rules, Weapon, join, parse_rule


def move(arena: Arena, s: Skirmish, i: int) -> float:
    """Return the Move stat. (STAT-01, DMG-05, DIFF-16, INT-36)"""
    printed: float = arena.cards[i].move
    if not is_hampered(arena, s, i):
        return printed
    floor: float = arena.options.move_floor if arena.options.limits == "book" else 0.0
    return max(printed - INJURY_MOVE, min(printed, floor))


def fixed_hit(arena: Arena, s: Skirmish, i: int, weapon: Weapon, worse: int = 0) -> int:
    """Return the Hit stat fixed when an action begins; without injury if injury takes effect at once.

    (DIFF-16, INT-39)
    """
    return weapon.hit + worse if arena.limits.at_once else hit(arena, s, i, weapon, worse)


def current_hit(arena: Arena, s: Skirmish, i: int, settled: int) -> int:
    """Return the Hit stat of a die rolled now, from the one fixed when the action began. (DIFF-16, INT-39, INT-40)"""
    return settled + is_hampered(arena, s, i) if arena.limits.at_once else settled


def high_ground(rules: Rules, above: float) -> Rules:
    """Return weapon rules with the Accurate that Vantage gives against a lower target with an Engage order. (MIS-35)"""
    if above >= 4.0 - 0.001:
        return join(rules, parse_rule("Accurate 2"))
    if above >= 2.0 - 0.001:
        return join(rules, parse_rule("Accurate 1"))
    return rules
