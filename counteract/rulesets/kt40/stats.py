"""Current characteristics in the army-scale edition: degrading tables, boons, auras and penalties. (UNIT-11, DEG, AURA, MORALE, DICE-05)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from counteract.attacks.hitwoundsave import Amount
from counteract.core.state import TOLERANCE
from counteract.rulesets.kt40.arena import Arena, BornAura
from counteract.rulesets.kt40.cards import BoonName, DegradingLine
from counteract.rulesets.kt40.effects import Constant, IgnoreWoundRoll
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.units import gaps, standing, unit_gaps
from counteract.rulesets.kt40.weapons import Weapon

#: Boons of which the best one counts; all others add up.
BEST_ONLY = ("invulnerable", "ignore wounds")
#: Boons that make a unit harder to wound or to slay.
PROTECTING = ("toughness", "save", "invulnerable", "ignore wounds")
SHAKEN = -1  # MORALE-12
NO_DICE = Amount()


# --- boons


def boons(arena: Arena, s: ArmyBattle, unit: int, name: BoonName) -> int:
    """Return what all boons of a name come to for a unit: their sum, or of saves the best one (0: none). (DICE-05, AURA-02)"""
    found = list(_boons(arena, s, unit, name))
    if not found:
        return 0
    return min(found) if name in BEST_ONLY else sum(found)


def _boons(arena: Arena, s: ArmyBattle, unit: int, name: BoonName) -> Iterator[int]:
    yield from (boon.bonus for boon in s.units[unit].boons if boon.name == name)
    yield from (effect.bonus for effect in arena.units[unit].effects if isinstance(effect, Constant) and effect.boon == name)
    if arena.auras:
        near = {aura.key: aura.effect.bonus for aura in arena.auras if aura.effect.boon == name and is_under(arena, s, unit, aura)}
        yield from near.values()


def is_under(arena: Arena, s: ArmyBattle, unit: int, aura: BornAura) -> bool:
    """Return True if an aura is in force and affects a unit. (AURA-01, MORALE-11, TRANS-04)"""
    bearer, own = arena.units[aura.unit], arena.units[unit]
    if s.units[aura.unit].shaken or arena.alliances[bearer.side] != arena.alliances[own.side]:
        return False
    if aura.effect.keyword and aura.effect.keyword not in own.keywords:
        return False
    return bool(unit_gaps(arena, s)[unit, aura.unit] <= aura.effect.inches + TOLERANCE)


def shields(arena: Arena, s: ArmyBattle, unit: int) -> Iterator[BornAura]:
    """Yield the auras of other units that protect a unit now."""
    yield from (aura for aura in arena.auras if aura.unit != unit and aura.effect.boon in PROTECTING and is_under(arena, s, unit, aura))


def loses_shield(arena: Arena, s: ArmyBattle, unit: int, points: float) -> bool:
    """Return True if an aura protects a unit through some of its models alone, and losing so many wounds can slay all of these. (AURA-01)"""
    if not arena.auras:
        return False
    own = standing(arena, s, unit)
    for aura in shields(arena, s, unit):
        away = gaps(arena, s)[np.ix_(own, standing(arena, s, aura.unit))].min(axis=1)
        near = [i for i, gap in zip(own, away.tolist(), strict=True) if gap <= aura.effect.inches + TOLERANCE]
        if len(near) < len(own) and sum(s.models[i].wounds for i in near) <= points:
            return True
    return False


# --- characteristics of a model


def degraded(arena: Arena, s: ArmyBattle, i: int) -> DegradingLine | None:
    """Return the line of its degrading table that a model reads now; None if it has no table. (DEG-01, DEG-02, MORALE-09, INT-66)"""
    unit = arena.unit_of[i]
    lines = arena.units[unit].card.degrading
    if not lines:
        return None
    wounds = s.models[i].wounds
    at = next((k for k, line in enumerate(lines) if line.least <= wounds), len(lines) - 1)
    return lines[min(at + s.units[unit].lowered, len(lines) - 1)]


def _printed(arena: Arena, s: ArmyBattle, i: int, name: str) -> float:
    """Return a characteristic of the card or of the degrading table."""
    line = degraded(arena, s, i)
    replaced = getattr(line, name, None)
    return float(getattr(arena.cards[i], name) if replaced is None else replaced)


def move(arena: Arena, s: ArmyBattle, i: int) -> float:
    """Return a model's Move, which never falls below 0. (UNIT-11)"""
    return max(0.0, _printed(arena, s, i, "move") + boons(arena, s, arena.unit_of[i], "move"))


def move_dice(arena: Arena, unit: int) -> Amount:
    """Return the dice that are rolled for a unit each time it moves, and added to its Move; an amount of 0 if there are none. (DICE-06)"""
    return arena.units[unit].card.move_dice or NO_DICE


def ws(arena: Arena, s: ArmyBattle, i: int) -> int:
    """Return a model's Weapon Skill."""
    return int(_printed(arena, s, i, "ws"))


def bs(arena: Arena, s: ArmyBattle, i: int) -> int:
    """Return a model's Ballistic Skill."""
    return int(_printed(arena, s, i, "bs"))


def own_strength(arena: Arena, s: ArmyBattle, i: int) -> int:
    """Return a model's Strength without its weapon. (UNIT-11)"""
    return max(1, int(_printed(arena, s, i, "strength")) + boons(arena, s, arena.unit_of[i], "strength"))


def strength(arena: Arena, s: ArmyBattle, i: int, weapon: Weapon) -> int:
    """Return the strength of an attack: what the weapon multiplies comes before what boons add. (UNIT-04, UNIT-11, DICE-05)"""
    if not weapon.strength.times:
        return weapon.strength.plus
    return max(1, weapon.strength.of(int(_printed(arena, s, i, "strength"))) + boons(arena, s, arena.unit_of[i], "strength"))


def attacks(arena: Arena, s: ArmyBattle, i: int) -> int:
    """Return a model's Attacks. (UNIT-11)"""
    return max(1, int(_printed(arena, s, i, "attacks")) + boons(arena, s, arena.unit_of[i], "attacks"))


# --- of a unit


def toughness(arena: Arena, s: ArmyBattle, unit: int, models: Iterable[int] | None = None) -> int:
    """Return the Toughness of most of a unit's models, the highest of several as common. (INT-80, UNIT-11)

    With ``models``, it is that of the unit if only these of it are left.
    """
    counted = Counter(arena.cards[i].toughness for i in (standing(arena, s, unit) if models is None else models))
    if not counted:
        return arena.cards[arena.units[unit].models[0]].toughness
    most = max(counted.values())
    return max(1, max(value for value, count in counted.items() if count == most) + boons(arena, s, unit, "toughness"))


def leadership(arena: Arena, s: ArmyBattle, unit: int, models: Sequence[int] = ()) -> int:
    """Return the highest Leadership among a unit's models, or among those given. (MORALE-05, UNIT-11)"""
    models = models or standing(arena, s, unit) or arena.units[unit].models
    return max(1, max(arena.cards[i].leadership for i in models) + boons(arena, s, unit, "leadership"))


def save(arena: Arena, s: ArmyBattle, i: int) -> int:
    """Return the roll that a model's armour saves on, without AP and cover."""
    return arena.cards[i].save - boons(arena, s, arena.unit_of[i], "save")


def invulnerable(arena: Arena, s: ArmyBattle, i: int) -> int:
    """Return a model's invulnerable save, its own or a better one it was given; 0 if it has none. (ATT-11)"""
    return min((n for n in (arena.cards[i].invulnerable, boons(arena, s, arena.unit_of[i], "invulnerable")) if n), default=0)


def ignores(arena: Arena, s: ArmyBattle, unit: int) -> int:
    """Return the roll on which the models of a unit ignore a wound, the best they have; 0 if none. (UNIT-12)"""
    own = [effect.needed for effect in arena.units[unit].effects if isinstance(effect, IgnoreWoundRoll)]
    return min((n for n in (*own, boons(arena, s, unit, "ignore wounds")) if n), default=0)


def test_penalty(s: ArmyBattle, unit: int) -> int:
    """Return the modifier of every test of a CHARACTER that failed its morale test: -1, else 0. (MORALE-12, INT-63)"""
    return SHAKEN if s.units[unit].shaken else 0
