"""Units on the table: their models, distances between them, and who is engaged with whom. (UNIT, INT-02, AIR-04)"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.table import unit_distances

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENGAGED = 1.0  # UNIT-13

Units = tuple[int, ...]


# --- models and units


def alive(arena: Arena, s: ArmyBattle, unit: int) -> tuple[int, ...]:
    """Return the models of a unit that are not slain, on the table or not."""
    return tuple(i for i in arena.units[unit].models if s.models[i].wounds)


def standing(arena: Arena, s: ArmyBattle, unit: int) -> tuple[int, ...]:
    """Return the models of a unit that are on the table."""
    places = s.places
    return tuple(i for i in arena.units[unit].models if places[i] is not None)


def on_table(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a unit has a model on the table."""
    return any(s.places[i] is not None for i in arena.units[unit].models)


def own_units(arena: Arena, s: ArmyBattle, side: int) -> Units:
    """Return the units of a side that are on the table."""
    return tuple(u for u in arena.units_of[side] if on_table(arena, s, u))


def enemy_units(arena: Arena, s: ArmyBattle, side: int) -> Units:
    """Return the units of all enemies of a side that are on the table. (GEN-08)"""
    return tuple(u for enemy in arena.enemy_sides[side] for u in arena.units_of[enemy] if on_table(arena, s, u))


def are_enemies(arena: Arena, u: int, v: int) -> bool:
    """Return True if two units are enemies. (GEN-08, INT-71)"""
    return arena.alliances[arena.units[u].side] != arena.alliances[arena.units[v].side]


def leader(arena: Arena, s: ArmyBattle, unit: int) -> int:
    """Return the model that stands for a unit: the first that is alive, else its first."""
    own = arena.units[unit].models
    return next((i for i in own if s.models[i].wounds), own[0])


# --- distances


def gaps(arena: Arena, s: ArmyBattle) -> NDArray[np.float64]:
    """Return the distance between any two models, base to base; infinite where one is not on the table. (INT-02)"""
    memo = arena.memo(s.places)
    if "gaps" not in memo:
        memo["gaps"] = unit_distances.measure_model_gaps(arena.bodies(s.places))
    matrix: NDArray[np.float64] = memo["gaps"]
    return matrix


def unit_gaps(arena: Arena, s: ArmyBattle) -> NDArray[np.float64]:
    """Return the distance between any two units: the smallest between any two of their models. (INT-02)"""
    memo = arena.memo(s.places)
    if "unit gaps" not in memo:
        memo["unit gaps"] = unit_distances.measure_all_gaps(arena.bodies(s.places), arena.index)
    matrix: NDArray[np.float64] = memo["unit gaps"]
    return matrix


def gap(arena: Arena, s: ArmyBattle, u: int, v: int) -> float:
    """Return the distance between two units; infinite if one is not on the table."""
    return float(unit_gaps(arena, s)[u, v])


def model_gap(arena: Arena, s: ArmyBattle, i: int, unit: int) -> float:
    """Return the distance from a model to the nearest model of a unit."""
    own = arena.units[unit].models
    return float(gaps(arena, s)[i, own.start : own.stop].min())


# --- engagement


def can_engage(arena: Arena, u: int, v: int) -> bool:
    """Return True if two units can count as engaged: an AIRCRAFT only with units that FLY. (AIR-03, AIR-04)"""
    one, other = arena.units[u].keywords, arena.units[v].keywords
    return not (("AIRCRAFT" in one and "FLY" not in other) or ("AIRCRAFT" in other and "FLY" not in one))


def engaged_with(arena: Arena, s: ArmyBattle, unit: int) -> Units:
    """Return the enemy units that a unit is engaged with. (UNIT-13, AIR-04)"""
    memo = arena.memo(s.places)
    key = ("engaged", unit)
    if key not in memo:
        near = np.flatnonzero(unit_gaps(arena, s)[unit] <= ENGAGED + TOLERANCE)
        memo[key] = tuple(int(v) for v in near if are_enemies(arena, unit, int(v)) and can_engage(arena, unit, int(v)))
    found: Units = memo[key]
    return found
