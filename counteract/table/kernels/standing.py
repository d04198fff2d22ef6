"""Whether a base can stand somewhere: on the board, flat on a floor, clear of terrain and of other bases."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.table.kernels.outlines import (
    BLOCKING,
    BODILESS,
    BOTTOM,
    FIRST,
    HEIGHT,
    LAST,
    RADIUS,
    TOP,
    TOUCH,
    VANTAGE,
    X,
    Y,
    Z,
    distance,
    inside,
    marked,
    near_box,
    norm,
    winding,
)
from counteract.table.kernels.plain import plain

if TYPE_CHECKING:
    from counteract.table.kernels.outlines import Floats

FINE = 0
OFF_BOARD = 1
END_OVERLAPS_BASE = 2
END_OVERLAPS_TERRAIN = 3
END_NOT_FLAT = 4

#: A height given to 0.001" means the floor it was rounded from.
SNAP = 0.001
#: Floors whose edges are closer than this touch.
SEAM = 1e-4


@plain
def off_board(width: float, depth: float, x: float, y: float, r: float) -> bool:
    low = r - TOUCH
    return x < low or y < low or x > width - low or y > depth - low


@plain
def heights_meet(z: float, height: float, bottom: float, top: float) -> bool:
    """Whether something from z to z + height shares heights with something from bottom to top."""
    return z < top - TOUCH and bottom < z + height - TOUCH


@plain
def base_there(bodies: Floats, i: int, x: float, y: float, z: float, r: float, height: float) -> int:
    """The body (not i) whose base a base would overlap here, or -1."""
    for j in range(bodies.shape[0]):
        if j == i or bodies[j, RADIUS] < 0.0:
            continue
        dx, dy = bodies[j, X] - x, bodies[j, Y] - y
        room = r + bodies[j, RADIUS] - TOUCH
        if dx * dx + dy * dy < room * room and heights_meet(z, height, bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]):
            return j
    return -1


@plain
def terrain_there(parts: Floats, corners: Floats, x: float, y: float, z: float, r: float, height: float, traverses: bool) -> int:
    """The solid part that a base and its figure would overlap here, or -1; to one who traverses only what is blocking is solid."""
    for p in range(parts.shape[0]):
        if parts[p, TOP] <= z + SNAP or parts[p, BOTTOM] >= z + height - TOUCH:
            continue
        if marked(parts, p, BODILESS) or not near_box(parts, p, x, y, r) or (traverses and not marked(parts, p, BLOCKING)):
            continue
        if distance(parts, corners, p, x, y) < r - TOUCH:
            return p
    return -1


@plain
def is_floor(parts: Floats, p: int, z: float) -> bool:
    return marked(parts, p, VANTAGE) and abs(parts[p, TOP] - z) <= SNAP


@plain
def floor_at(parts: Floats, corners: Floats, x: float, y: float, z: float) -> int:
    """A vantage part with its top at z and this point in its footprint, or -1."""
    for p in range(parts.shape[0]):
        if is_floor(parts, p, z) and near_box(parts, p, x, y, 0.0):
            first, last = int(parts[p, FIRST]), int(parts[p, LAST])
            if inside(corners, first, last, x, y):
                return p
    return -1


@plain
def on_floor(parts: Floats, corners: Floats, x: float, y: float, z: float, r: float) -> bool:
    """Whether a whole base rests on vantage parts with their tops at z; adjoining ones are one floor.

    The centre is on the floor and no edge under the base is an edge of the floor: just beyond it lies another part.
    """
    if floor_at(parts, corners, x, y, z) < 0:
        # The centre may lie exactly on a seam, which belongs to neither side for a counting test.
        if floor_at(parts, corners, x + SEAM, y + SEAM / 2, z) < 0:
            return False
    for p in range(parts.shape[0]):
        if not is_floor(parts, p, z) or not near_box(parts, p, x, y, r):
            continue
        first, last = int(parts[p, FIRST]), int(parts[p, LAST])
        side = winding(corners, first, last)
        k = last - 1
        for c in range(first, last):
            if not _edge_covered(parts, corners, k, c, side, x, y, z, r - TOUCH):
                return False
            k = c
    return True


@plain
def _edge_covered(parts: Floats, corners: Floats, k: int, c: int, side: float, x: float, y: float, z: float, rho: float) -> bool:
    """Whether the ground just outside the edge k-c is floor wherever the edge runs under the disc."""
    ex, ey = corners[c, 0] - corners[k, 0], corners[c, 1] - corners[k, 1]
    length = norm(ex, ey)
    if length == 0.0:
        return True
    ux, uy = ex / length, ey / length
    wx, wy = x - corners[k, 0], y - corners[k, 1]
    across, along = ux * wy - uy * wx, ux * wx + uy * wy
    if abs(across) >= rho:
        return True
    half = math.sqrt(rho * rho - across * across)
    t, end = max(0.0, along - half), min(length, along + half)
    ox, oy = corners[k, 0] + side * uy * SEAM, corners[k, 1] - side * ux * SEAM
    while t < end - SEAM:
        t += SEAM / 10
        p = floor_at(parts, corners, ox + t * ux, oy + t * uy, z)
        if p < 0:
            # Twice, since a point on the seam of two other floors is in neither.
            t += SEAM / 10
            p = floor_at(parts, corners, ox + t * ux, oy + t * uy, z)
            if p < 0:
                return False
        t = _leaves(parts, corners, p, ox, oy, ux, uy, t)
    return True


@plain
def _leaves(parts: Floats, corners: Floats, p: int, ox: float, oy: float, ux: float, uy: float, t: float) -> float:
    """Where a line that is in a footprint at t first crosses one of its edges."""
    best = math.inf
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    k = last - 1
    for c in range(first, last):
        h0 = ux * (corners[k, 1] - oy) - uy * (corners[k, 0] - ox)
        h1 = ux * (corners[c, 1] - oy) - uy * (corners[c, 0] - ox)
        if (h0 > 0.0) != (h1 > 0.0):
            share = h0 / (h0 - h1)
            cx = corners[k, 0] + share * (corners[c, 0] - corners[k, 0]) - ox
            cy = corners[k, 1] + share * (corners[c, 1] - corners[k, 1]) - oy
            crossing = cx * ux + cy * uy
            if crossing >= t:
                best = min(best, crossing)
        k = c
    return best


@plain
def stand(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    x: float,
    y: float,
    z: float,
    r: float,
    height: float,
) -> tuple[int, int]:
    """Why a base cannot stand here (FINE if it can), and the part or body in the way (or -1).

    Body ``i`` is the one that wants to stand there, so its present place does not matter; -1 for none.
    """
    if off_board(width, depth, x, y, r):
        return OFF_BOARD, -1
    j = base_there(bodies, i, x, y, z, r, height)
    if j >= 0:
        return END_OVERLAPS_BASE, j
    p = terrain_there(parts, corners, x, y, z, r, height, False)
    if p >= 0:
        return END_OVERLAPS_TERRAIN, p
    if abs(z) > SNAP and not on_floor(parts, corners, x, y, z, r):
        return END_NOT_FLAT, -1
    return FINE, -1
