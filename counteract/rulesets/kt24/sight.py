"""Sight and distances in Kill Team 2024: drop zones, markers in control range, cover, obscuring, Vantage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from counteract.core.state import TOLERANCE
from counteract.mechanics import deployment
from counteract.mechanics.deployment import Box
from counteract.mechanics.field import within
from counteract.mechanics.operatives.sight import CONTROL, gap, sees
from counteract.mechanics.operatives.state import CONCEAL
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.state import Skirmish
from counteract.table import distances
from counteract.table.kernels import sight as kernels
from counteract.table.kernels import target_cover
from counteract.table.kernels.cover import BASE_POINTS, COVERS, OBSCURES, find_clear_points
from counteract.table.kernels.polygons import distance_to_part
from counteract.table.kernels.target_cover import HIDDEN, OPEN
from counteract.table.terrain import MARKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

DROP_ZONE = 3.0  # SETUP-08
NEAR_TERRAIN = CONTROL + TOLERANCE  # INT-03, INT-09
TOO_CLOSE_FOR_COVER = 2.0  # COVER-03
HIGH_GROUND = 2.0  # MIS-35, MIS-36


def drop_zone(arena: Arena, s: Skirmish, player: int) -> Box:
    """Return a player's drop zone: the mission's, else 3" along the player's edge. (SETUP-06, SETUP-08, DIFF-14)"""
    return deployment.drop_zone(arena, s.zones[player], DROP_ZONE)


def contests(arena: Arena, s: Skirmish, i: int, x: float, y: float, radius: float) -> bool:
    """Return True if a marker is within control range of an operative. (MIS-06)"""
    place = s.places[i]
    if place is None:
        return False
    if not within(distances.gap(place, arena.radii[i], (x, y, 0.0), radius), CONTROL):
        return False
    terrain = arena.terrain
    seen = kernels.see_disc(terrain.parts_array, terrain.corners_array, arena.bodies(s.places), i, x, y, 0.0, radius)
    return bool(seen >= 0)


# --- cover and obscuring


def exposure(arena: Arena, s: Skirmish, i: int, j: int) -> int:
    """Return how exposed operative j is to operative i: HIDDEN, OPEN, LOW_COVER (of Light terrain only) or FULL_COVER.

    A visible operative with an Engage order is always OPEN: cover does not make it an invalid target. (TARGET-02, TARGET-03)
    """
    if not sees(arena, s, i, j):
        return HIDDEN
    if s.models[j].order != CONCEAL:
        return OPEN
    memo = arena.memo(s.places)
    known: int | None = memo.get((i, j))
    if known is None:
        terrain = arena.terrain
        known = memo[i, j] = target_cover.classify_exposure(
            terrain.parts_array, terrain.corners_array, arena.bodies(s.places), i, j, NEAR_TERRAIN, TOO_CLOSE_FOR_COVER, arena.low_parts
        )
    return known


class TargetCover(msgspec.Struct, frozen=True, gc=False):
    """The cover and obscuring of a target, from the point of the shooter's base that is best for the shooter. (INT-08)"""

    cover: tuple[int, ...] = ()  # parts
    obscured: tuple[int, ...] = ()
    point: int = 0  # of the shooter's base, as the table numbers them
    valid_light: bool = True  # not in cover if Light terrain is disregarded
    valid: bool = True  # not in cover


CLEAR = TargetCover()


def judge_cover(arena: Arena, s: Skirmish, i: int, j: int) -> TargetCover:
    """Return the cover and obscuring of operative j from operative i. (COVER-01 to -03, MIS-25, INT-07 to INT-09)"""
    memo = arena.memo(s.places)
    key = ("screened", i, j, s.models[j].order)
    known: TargetCover | None = memo.get(key)
    if known is None:
        known = memo[key] = _judge_cover(arena, s, i, j)
    return known


def _judge_cover(arena: Arena, s: Skirmish, i: int, j: int) -> TargetCover:
    terrain = arena.terrain
    count = len(terrain.parts)
    close = within(gap(arena, s, i, j), TOO_CLOSE_FOR_COVER)
    nothing: NDArray[np.uint8] = np.zeros(count, np.uint8)
    no_cover = np.ones(count, np.uint8) if close else nothing
    no_obscuring = _not_obscuring(arena, s, i, j) if arena.options.obscuring else np.ones(count, np.uint8)
    masks = np.zeros((BASE_POINTS, count), np.uint8)
    arrays = terrain.parts_array, terrain.corners_array, arena.bodies(s.places), i, j, NEAR_TERRAIN, NEAR_TERRAIN
    clear, uncovered, unobscured = find_clear_points(*arrays, no_cover, no_obscuring, masks)
    if clear >= 0:
        return TargetCover(point=clear) if clear else CLEAR
    if s.models[j].order == CONCEAL:
        if uncovered >= 0:
            return _from(masks, uncovered)
        again = np.zeros_like(masks)
        clear, uncovered, _ = find_clear_points(*arrays, arena.low_parts, no_obscuring, again)
        if uncovered >= 0:
            best = clear if clear >= 0 else uncovered
            return _from(masks, best, valid=False)
        return _from(masks, max(unobscured, 0), valid=False, valid_light=False)
    return _from(masks, unobscured if unobscured >= 0 else max(uncovered, 0))


def _from(masks: NDArray[np.uint8], point: int, *, valid: bool = True, valid_light: bool = True) -> TargetCover:
    row = masks[point]
    cover = tuple(np.nonzero(row & COVERS)[0].tolist())
    obscured = tuple(np.nonzero(row & OBSCURES)[0].tolist())
    return TargetCover(cover, obscured, int(point), valid_light, valid)


def _not_obscuring(arena: Arena, s: Skirmish, i: int, j: int) -> NDArray[np.uint8]:
    """Return the mask of parts that cannot obscure: those of a feature on whose Vantage floor shooter or target stands. (MIS-37)"""
    parts = arena.terrain.parts_array
    ignored: NDArray[np.uint8] = np.zeros(len(parts), np.uint8)
    if not arena.options.vantage:
        return ignored
    for k in (i, j):
        for p in floors_under(arena, s, k):
            ignored |= (parts[:, 7] == parts[p, 7]).astype(np.uint8)
    return ignored


def floors_under(arena: Arena, s: Skirmish, i: int) -> list[int]:
    """Return the Vantage parts an operative stands on. (MIS-34)"""
    place = s.places[i]
    if place is None or place[2] <= 0:
        return []
    parts, corners = arena.terrain.parts_array, arena.terrain.corners_array
    x, y, z = place
    return [
        p
        for p, row in enumerate(parts)
        if int(row[6]) & MARKS["vantage"] and abs(row[5] - z) < 0.01 and distance_to_part(parts, corners, p, x, y) < arena.radii[i]
    ]


def height_above(arena: Arena, s: Skirmish, i: int, j: int) -> float:
    """Return how far operative i on Vantage stands above operative j; 0 if i is not on Vantage. (MIS-35)"""
    one, two = s.places[i], s.places[j]
    if one is None or two is None or not arena.options.vantage or one[2] <= two[2] or not floors_under(arena, s, i):
        return 0.0
    return one[2] - two[2]
