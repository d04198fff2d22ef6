"""Stats as they are at this moment: what is on the card, changed by injury, Stun and effects."""

from __future__ import annotations

from typing import Any

from counteract.mechanics.operatives.arena import Arena
from counteract.mechanics.operatives.effects import in_force
from counteract.mechanics.operatives.state import Skirmish

INJURY_MOVE = 2.0  # inches that injury takes off
BEST, WORST = 2, 6  # what a die may need


def wounded(arena: Arena, s: Skirmish, i: int) -> bool:
    """Fewer wounds than at the start."""
    return bool(s.models[i].wounds < arena.cards[i].wounds)


def injured(arena: Arena, s: Skirmish, i: int) -> bool:
    """Fewer than half of the starting wounds."""
    return bool(2 * s.models[i].wounds < arena.cards[i].wounds)


def hampered(arena: Arena, s: Skirmish, i: int) -> bool:
    """Injured, and nothing makes up for it."""
    return injured(arena, s, i) and not any(e.ignores_injury(arena, s, i) for e in in_force(arena, s, i, "ignores_injury"))


def apl(arena: Arena, s: Skirmish, i: int) -> int:
    """The APL stat: all changes added up, then at most one down, and as far up as the edition allows."""
    change = -1 if s.models[i].stun else 0
    for effect in in_force(arena, s, i, "apl_bonus"):
        change += effect.apl_bonus(arena, s, i)
    printed: int = arena.cards[i].apl
    return max(0, printed + int(max(-1, min(arena.edition.apl_gain, change)))) if change else printed


def hit(arena: Arena, s: Skirmish, i: int, weapon: Any, worse: int = 0) -> int:
    """The Hit stat of a weapon in an operative's hands."""
    if hampered(arena, s, i):
        worse += 1
    return max(BEST, min(WORST, int(weapon.hit) + worse))


def weapon_rules(arena: Arena, s: Skirmish, i: int, weapon: Any, target: int, gap: float) -> Any:
    """The rules of a weapon in this use, with what abilities and ploys add."""
    rules = weapon.rules
    for effect in in_force(arena, s, i, "weapon_rules"):
        granted = effect.weapon_rules(arena, s, i, weapon, target, gap)
        if granted is not None:
            rules = arena.edition.join(rules, granted)
    return rules
