"""Visibility and control range between operatives, computed once until a model moves."""

from __future__ import annotations

import numpy as np

from counteract.mechanics.field import within
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.state import CONCEAL, OperativeBattle
from counteract.table.kernels import sight as kernels

CONTROL = 1.0  # inches: control range, or Engagement Range


def gap(arena: OperativeArena, s: OperativeBattle, i: int, j: int) -> float:
    """Return the distance between two operatives, base edge to base edge."""
    return arena.gap(s.places, i, j)


def sees(arena: OperativeArena, s: OperativeBattle, i: int, j: int) -> bool:
    """Return True if operative j is visible to operative i."""
    return first_visible_point(arena, s, i, j) >= 0


def first_visible_point(arena: OperativeArena, s: OperativeBattle, i: int, j: int) -> int:
    """Return the first point of operative j that operative i sees, as the table numbers points; below 0 if there is none."""
    side = arena.sides[j]
    return _sights(arena, s, i, side)[j - arena.first_of[side]]


def _sights(arena: OperativeArena, s: OperativeBattle, i: int, side: int) -> list[int]:
    """Return for every operative of a side the first point of it that operative i sees; below 0 if there is none."""
    memo = arena.memo(s.places)
    seen: list[int] | None = memo.get((i, "sees", side))
    if seen is None:
        terrain = arena.terrain
        seen = memo[i, "sees", side] = kernels.see_side(
            terrain.parts_array, terrain.corners_array, arena.bodies(s.places), i, arena.first_of[side], arena.first_of[side + 1]
        ).tolist()
    return seen


def visible_enemies(arena: OperativeArena, s: OperativeBattle, i: int) -> list[int]:
    """Return the enemies that an operative sees, those with an Engage order first: they are quicker to judge."""
    models = s.models
    seen = [
        arena.first_of[side] + k
        for side in arena.enemy_sides[arena.sides[i]]
        for k, point in enumerate(_sights(arena, s, i, side))
        if point >= 0
    ]
    if len(seen) < 2:
        return seen
    return [j for j in seen if models[j].order != CONCEAL] + [j for j in seen if models[j].order == CONCEAL]


def in_control(arena: OperativeArena, s: OperativeBattle, i: int) -> tuple[int, ...]:
    """Return the operatives of all sides within control range of one: near it, and at least one of the two sees the other."""
    memo = arena.memo(s.places)
    near: dict[int, tuple[int, ...]] | None = memo.get("control")
    if near is None:
        terrain, allegiance, bodies = arena.terrain, arena.allegiance, arena.bodies(s.places)
        pairs = np.empty((len(bodies) * (len(bodies) - 1) // 2, 2), np.int64)
        count = kernels.find_contact_pairs(terrain.parts_array, terrain.corners_array, bodies, CONTROL, pairs)
        near = memo["control"] = {}
        enemies = memo["enemies"] = {}
        for a, b in pairs[:count].tolist() if count else ():
            near[a] = (*near.get(a, ()), b)
            near[b] = (*near.get(b, ()), a)
            if allegiance[a] != allegiance[b]:
                enemies[a] = (*enemies.get(a, ()), b)
                enemies[b] = (*enemies.get(b, ()), a)
    return near.get(i, ())


def enemies_in_control(arena: OperativeArena, s: OperativeBattle, i: int) -> tuple[int, ...]:
    """Return the enemies within control range of an operative."""
    memo = arena.memo(s.places)
    enemies: dict[int, tuple[int, ...]] | None = memo.get("enemies")
    if enemies is None:
        in_control(arena, s, i)
        enemies = memo["enemies"]
    return enemies.get(i, ())


def near_and_seen(arena: OperativeArena, s: OperativeBattle, i: int, inches: float) -> list[int]:
    """Return the other operatives within some distance of one and visible to it."""
    return [j for j, place in enumerate(s.places) if j != i and place is not None and within(gap(arena, s, i, j), inches) and sees(arena, s, i, j)]
