"""Stats as they are at this moment: what is on the card, changed by injury, Stun and effects."""

from __future__ import annotations

from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.effects import in_force
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import Rules, Weapon, join, parse_rule

INJURY_MOVE = 2.0  # DMG-05
BEST, WORST = 2, 6  # INT-38


def wounded(arena: Arena, s: Skirmish, i: int) -> bool:
    """Fewer wounds than at the start. (DMG-03)"""
    return bool(s.models[i].wounds < arena.cards[i].wounds)


def injured(arena: Arena, s: Skirmish, i: int) -> bool:
    """Fewer than half of the starting wounds. (DMG-04, INT-41)"""
    return bool(2 * s.models[i].wounds < arena.cards[i].wounds)


def hampered(arena: Arena, s: Skirmish, i: int) -> bool:
    """Injured, and nothing makes up for it."""
    return injured(arena, s, i) and not any(e.ignores_injury(arena, s, i) for e in in_force(arena, s, i, "ignores_injury"))


def move(arena: Arena, s: Skirmish, i: int) -> float:
    """The Move stat. (STAT-01, DMG-05, INT-36)"""
    printed = arena.cards[i].move
    if not hampered(arena, s, i):
        return printed
    return max(printed - INJURY_MOVE, min(printed, arena.switches.move_floor))


def apl(arena: Arena, s: Skirmish, i: int) -> int:
    """The APL stat: all changes added up, then at most one up or down. (STAT-02, WR-STUN-01, INT-37)"""
    change = -1 if s.models[i].stun else 0
    for effect in in_force(arena, s, i, "apl_bonus"):
        change += effect.apl_bonus(arena, s, i)
    printed = arena.cards[i].apl
    return max(0, printed + max(-1, min(1, change))) if change else printed


def hit(arena: Arena, s: Skirmish, i: int, weapon: Weapon, worse: int = 0) -> int:
    """The Hit stat of a weapon in an operative's hands. (STAT-06, DMG-06, INT-38)"""
    if hampered(arena, s, i):
        worse += 1
    return max(BEST, min(WORST, weapon.hit + worse))


def weapon_rules(arena: Arena, s: Skirmish, i: int, weapon: Weapon, target: int, gap: float) -> Rules:
    """The rules of a weapon in this use, with what abilities and ploys add."""
    rules = weapon.rules
    for effect in in_force(arena, s, i, "weapon_rules"):
        granted = effect.weapon_rules(arena, s, i, weapon, target, gap)
        if granted is not None:
            rules = join(rules, granted)
    return rules


def high_ground(rules: Rules, above: float) -> Rules:
    """What shooting down from Vantage at an Engage target adds. (MIS-35)"""
    if above >= 4.0 - 0.001:
        return join(rules, parse_rule("Accurate 2"))
    if above >= 2.0 - 0.001:
        return join(rules, parse_rule("Accurate 1"))
    return rules
