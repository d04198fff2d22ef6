"""Current characteristics of models in Kill Team 2018: printed values changed by specialists, icons and powers. (GEN-04, SPEC)"""

from __future__ import annotations

from counteract.mechanics.field import within
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.sight import gap
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.weapons import Weapon


def attacks(arena: Arena, s: Skirmish, i: int) -> int:
    """Return how many attacks a model makes in a fight. (FIGHT-07, SPEC-03, SPEC-07)"""
    extra = arena.specialists[i] == "combat" or _fervent(arena, s, i)
    return arena.cards[i].attacks + int(extra)


def own_strength(arena: Arena, s: Skirmish, i: int) -> int:
    """Return the strength of a model without its weapon. (SPEC-07)"""
    return arena.cards[i].strength + int(_fervent(arena, s, i))


def strength(arena: Arena, s: Skirmish, i: int, weapon: Weapon) -> int:
    """Return the strength of an attack. (GEN-05)"""
    return weapon.strength.of(own_strength(arena, s, i))


def _fervent(arena: Arena, s: Skirmish, i: int) -> bool:
    """Return True if a model is a zealot that has charged. (SPEC-07)"""
    return arena.specialists[i] == "zealot" and bool(s.models[i].charged)


def leadership(arena: Arena, s: Skirmish, i: int) -> int:
    """Return a model's Leadership with the best icon near it. (QA-17)"""
    best = 0
    for bearer, icon in arena.icons:
        if not arena.is_enemy(i, bearer) and s.places[bearer] is not None and s.places[i] is not None:
            if within(gap(arena, s, i, bearer), icon.inches):
                best = max(best, icon.leadership)
    return arena.cards[i].leadership + best


def invulnerable(arena: Arena, s: Skirmish, i: int) -> int:
    """Return a model's invulnerable save, its own or one from a power; 0 if it has none. (SAVE-01)"""
    return min((n for n in (arena.cards[i].invulnerable, s.models[i].warded) if n), default=0)
