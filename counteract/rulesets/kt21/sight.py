"""Sight and distances in Kill Team 2021: drop zones, Engagement Range, cover, obscuring, roofs, markers. (ER, LOS, VIS, OBSCURE, COVER)"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from counteract.core.state import TOLERANCE
from counteract.mechanics import deployment
from counteract.mechanics.deployment import Box
from counteract.mechanics.field import within
from counteract.mechanics.operatives import sight
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.state import Skirmish
from counteract.table.kernels import target_cover
from counteract.table.kernels.cover import BASE_POINTS, COVERS, OBSCURES, find_clear_points
from counteract.table.polygons import distance

if TYPE_CHECKING:
    from numpy.typing import NDArray

DROP_ZONE = 3.0  # SETUP-07
COVER = 1.0  # COVER-01; Heavy terrain this near the active operative does not obscure (OBSCURE-03)
NO_COVER = 2.0  # COVER-02
OBSCURED_BEYOND = 2.0  # OBSCURE-01
CONTESTED = 2.0  # MIS-04

# How terrain protects a target, from the point of the active operative's base that is best for the attacker.
CLEAR, COVERED, OBSCURED = target_cover.CLEAR, target_cover.IN_COVER, target_cover.OBSCURED


def drop_zone(arena: Arena, s: Skirmish, player: int) -> Box:
    """Return a player's drop zone: the mission's, else 3" along the player's edge. (SETUP-05, SETUP-07)"""
    return deployment.drop_zone(arena, s.zones[player], DROP_ZONE)


def engaged_enemies(arena: Arena, s: Skirmish, i: int) -> tuple[int, ...]:
    """Return the enemies within Engagement Range of an operative; incapacitated ones do not count. (ER-01, ER-02, INT-47)"""
    near = sight.enemies_in_control(arena, s, i)
    return tuple(j for j in near if not s.models[j].down) if near else near


# --- line of sight


def judge_cover(arena: Arena, s: Skirmish, i: int, j: int) -> int:
    """Return how terrain protects operative j from operative i: CLEAR, COVERED or OBSCURED. (INT-15 to INT-22)

    Lines start at the point of the attacker's base from which the target is not obscured and, next, not in cover.
    """
    memo = arena.memo(s.places)
    known: int | None = memo.get((i, j))
    if known is None:
        terrain = arena.terrain
        known = memo[i, j] = target_cover.classify_cover(
            terrain.parts_array, terrain.corners_array, arena.bodies(s.places), i, j,
            COVER + TOLERANCE, OBSCURED_BEYOND + TOLERANCE, NO_COVER, _not_heavy(arena, arena.heights[j]),
        )  # fmt: skip
    return known


class CoverParts(msgspec.Struct, frozen=True, gc=False):
    """The parts that cover a target and those that obscure it, from one point of the active operative's base."""

    point: int
    cover: tuple[int, ...]
    obscured: tuple[int, ...]


def find_cover_parts(arena: Arena, s: Skirmish, i: int, j: int) -> CoverParts:
    """Return the parts that cover or obscure operative j, from the point that `judge_cover` takes. (INT-15 to INT-22)"""
    terrain = arena.terrain
    masks = np.zeros((BASE_POINTS, len(terrain.parts)), np.uint8)
    no_cover = np.full(len(terrain.parts), within(arena.gap(s.places, i, j), NO_COVER), np.uint8)
    clear, uncovered, unobscured = find_clear_points(
        terrain.parts_array, terrain.corners_array, arena.bodies(s.places), i, j,
        COVER + TOLERANCE, OBSCURED_BEYOND + TOLERANCE, no_cover, _not_heavy(arena, arena.heights[j]), masks,
    )  # fmt: skip
    point = int(clear if clear >= 0 else unobscured if unobscured >= 0 else max(uncovered, 0))
    cover, obscured = (tuple(np.nonzero(masks[point] & bit)[0].tolist()) for bit in (COVERS, OBSCURES))
    return CoverParts(point, cover, obscured)


def _not_heavy(arena: Arena, height: float) -> NDArray[np.uint8]:
    """Return the mask of parts that are not taller than the target. (OBSCURE-02, INT-19)"""
    kept = arena.terrain.cache
    known: NDArray[np.uint8] | None = kept.get(("not heavy", height))
    if known is None:
        known = kept["not heavy", height] = (arena.terrain.parts_array[:, 5] <= height).astype(np.uint8)
    return known


# --- roofs and markers


def under_roof(arena: Arena, s: Skirmish, i: int) -> bool:
    """Return True if a roof is over any part of an operative's base. (WR-BARRAGE-02, INT-62)"""
    place = s.places[i]
    assert place is not None
    return any(distance(roof, place[0], place[1]) < arena.radii[i] for roof in arena.roofs)


def contests(arena: Arena, s: Skirmish, i: int, x: float, y: float) -> bool:
    """Return True if an operative contests a marker: its base is within 2" of the marker's centre. (MIS-04)"""
    place = s.places[i]
    return place is not None and within(hypot(place[0] - x, place[1] - y) - arena.radii[i], CONTESTED)
