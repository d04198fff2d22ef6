"""Sight in the army-scale edition: who sees whom, masked lines, cover, and the closest unit. (TARGET, OBSC, TERR, INT-06 to INT-16)"""

from __future__ import annotations

from counteract.core.state import TOLERANCE
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.units import enemy_units, gaps, model_gap, standing
from counteract.table import firing_lines, unit_cover
from counteract.table.firing_lines import UnitAim

FAR = 1000.0  # inches: farther than any board is wide


def aims(arena: Arena, s: ArmyBattle, unit: int, *, indirect: bool = False) -> dict[int, dict[int, UnitAim]]:
    """Return for each standing model of a unit its aim at each enemy unit, as far as its longest gun reaches. (INT-06 to INT-13)"""
    memo = arena.memo(s.places)
    key = ("aims", unit, indirect)
    if key not in memo:
        models = standing(arena, s, unit)
        reaches = [max((gun.range for gun in arena.guns[i]), default=0.0) for i in models]
        targets = enemy_units(arena, s, arena.units[unit].side)
        found = firing_lines.aim_at_units(arena.elements, arena.bodies(s.places), arena.index, models, reaches, targets, indirect)
        memo[key] = dict(zip(models, found, strict=True))
    aimed: dict[int, dict[int, UnitAim]] = memo[key]
    return aimed


def sees(arena: Arena, s: ArmyBattle, i: int, j: int) -> bool:
    """Return True if one model sees another. (INT-06)"""
    memo = arena.memo(s.places)
    key = ("sees", i, j)
    if key not in memo:
        memo[key] = firing_lines.sees(arena.elements, arena.bodies(s.places), i, j)
    return bool(memo[key])


def sees_unit(arena: Arena, s: ArmyBattle, i: int, unit: int, reach: float = FAR) -> bool:
    """Return True if a model sees a model of a unit that is within reach of it."""
    near = gaps(arena, s)[i]
    return any(near[j] <= reach + TOLERANCE and sees(arena, s, i, j) for j in standing(arena, s, unit))


def has_cover(arena: Arena, s: ArmyBattle, shooter: int, unit: int) -> bool:
    """Return True if a unit has cover from shots of a model. (TERR-02, TERR-03, INT-16)"""
    memo = arena.memo(s.places)
    key = ("cover", shooter, unit)
    if key not in memo:
        memo[key] = bool(arena.elements.elements) and _has_cover(arena, s, shooter, unit)
    return bool(memo[key])


def _has_cover(arena: Arena, s: ArmyBattle, shooter: int, unit: int) -> bool:
    asked = arena.elements, arena.bodies(s.places), arena.index
    if arena.units[unit].has("INFANTRY"):
        return _in_terrain(arena, s, unit) or unit_cover.is_behind_obstacles(*asked, shooter, unit)
    return _in_terrain(arena, s, unit) and unit_cover.is_half_hidden(*asked, shooter, unit)


def may_gain_cover(arena: Arena, s: ArmyBattle, shooter: int, unit: int) -> bool:
    """Return True if a unit has no cover from shots of a model, but some of its models would by themselves."""
    memo = arena.memo(s.places)
    key = ("may gain cover", shooter, unit)
    if key not in memo:
        memo[key] = bool(arena.elements.elements) and not has_cover(arena, s, shooter, unit) and _covers_some(arena, s, shooter, unit)
    return bool(memo[key])


def _covers_some(arena: Arena, s: ArmyBattle, shooter: int, unit: int) -> bool:
    asked = arena.elements, arena.bodies(s.places), arena.lone_index
    own = standing(arena, s, unit)
    if arena.units[unit].has("INFANTRY"):
        return any(stands_in_terrain(arena, s, i) or unit_cover.is_behind_obstacles(*asked, shooter, i) for i in own)
    return any(stands_in_terrain(arena, s, i) and unit_cover.is_half_hidden(*asked, shooter, i) for i in own)


def _in_terrain(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if every model of a unit is at least partly on or within terrain."""
    memo = arena.memo(s.places)
    key = ("in terrain", unit)
    if key not in memo:
        memo[key] = unit_cover.is_in_terrain(arena.elements, arena.bodies(s.places), arena.index, unit)
    return bool(memo[key])


def stands_in_terrain(arena: Arena, s: ArmyBattle, i: int) -> bool:
    """Return True if a model is at least partly on or within terrain. (TERR-02)"""
    if not arena.elements.elements:
        return False
    memo = arena.memo(s.places)
    key = ("terrain under", i)
    if key not in memo:
        memo[key] = unit_cover.find_terrain_under(arena.elements, arena.bodies(s.places), i) is not None
    return bool(memo[key])


def strikes_across(arena: Arena, s: ArmyBattle, i: int, unit: int) -> bool:
    """Return True if terrain lies between a model and the nearest model of a unit that it attacks in close combat. (FIGHT-11, INT-15)"""
    if not arena.elements.elements:
        return False
    memo = arena.memo(s.places)
    key = ("across", i, unit)
    if key not in memo:
        memo[key] = firing_lines.find_element_across(arena.elements, arena.bodies(s.places), arena.index, i, unit) is not None
    return bool(memo[key])


def closest_enemies(arena: Arena, s: ArmyBattle, i: int) -> tuple[int, ...]:
    """Return the enemy units that are closest to a model: one, or several that are equally close. (INT-79)"""
    away = {unit: model_gap(arena, s, i, unit) for unit in enemy_units(arena, s, arena.sides[i])}
    least = min(away.values(), default=0.0)
    return tuple(unit for unit, gap in away.items() if gap <= least + TOLERANCE)
