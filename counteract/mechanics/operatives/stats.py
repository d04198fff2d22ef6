"""Current stats of operatives: those of the card, changed by injury, Stun and effects."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.effects import in_force
from counteract.mechanics.operatives.state import OperativeBattle

INJURY_MOVE = 2.0  # inches that injury takes off
BEST, WORST = 2, 6  # Hit stat, where an edition limits it


class Limits(NamedTuple):
    """Limits on changes of stats: of the Hit stat, of the loss and gain of APL, and whether injury counts at once."""

    best_hit: float = -inf
    worst_hit: float = inf
    apl_loss: float = inf
    apl_gain: float = inf
    at_once: bool = True  # injury counts at once, not only after the action


def is_wounded(arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
    """Return True if an operative has fewer wounds than at the start."""
    return bool(s.models[i].wounds < arena.cards[i].wounds)


def is_injured(arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
    """Return True if an operative has fewer than half of its starting wounds."""
    return bool(2 * s.models[i].wounds < arena.cards[i].wounds)


def ignores_injury(arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
    """Return True if being injured would change nothing for an operative."""
    return any(e.ignores_injury(arena, s, i) for e in in_force(arena, s, i, "ignores_injury"))


def is_hampered(arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
    """Return True if an operative is injured and no effect makes up for it."""
    return is_injured(arena, s, i) and not ignores_injury(arena, s, i)


def apl(arena: OperativeArena, s: OperativeBattle, i: int) -> int:
    """Return the APL stat: the sum of all changes, kept within the limits, on top of the card's; never below 0."""
    change = -s.models[i].stuns
    for effect in in_force(arena, s, i, "apl_bonus"):
        change += effect.apl_bonus(arena, s, i)
    printed: int = arena.cards[i].apl
    return max(0, printed + int(max(-arena.limits.apl_loss, min(arena.limits.apl_gain, change)))) if change else printed


def hit(arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, worse: int = 0) -> int:
    """Return the Hit stat of a weapon in an operative's hands, made worse by ``worse`` and by injury."""
    if is_hampered(arena, s, i):
        worse += 1
    return int(max(arena.limits.best_hit, min(arena.limits.worst_hit, weapon.hit + worse)))


def weapon_rules(arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, target: int, gap: float) -> Any:
    """Return the rules of a weapon in this use, with those that abilities and ploys add."""
    rules = weapon.rules
    for effect in in_force(arena, s, i, "weapon_rules"):
        granted = effect.weapon_rules(arena, s, i, weapon, target, gap)
        if granted is not None:
            rules = arena.edition.join(rules, granted)
    return rules
