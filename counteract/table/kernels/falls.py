"""Edges that a base may fall from and its landing place, from parts, corners and bodies: a walk along outlines, then a search on rings.

Solid is what a base cannot stand in (``placement.find_overlapped_part``): every part that is neither insignificant nor flat.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import BODILESS, BOTTOM, FIRST, LAST, TOP
from counteract.table.kernels.compiler import allocation_free
from counteract.table.kernels.placement import OK, check_placement, find_exit, find_overlapped_base, is_off_board, quantise
from counteract.table.kernels.polygons import contains, distance_to_part, has_mark, is_near_box, norm, orientation
from counteract.table.kernels.sight import clip
from counteract.table.units import SEAM, SNAP, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Floats

#: A landing place is searched on rings with this spacing, in this many directions.
RING_SPACING = 0.05
RING_DIRECTIONS = 120


# --- edges --------------------------------------------------------------------------------------


@allocation_free
def _is_support(parts: Floats, p: int, low: float, high: float) -> bool:
    """Return True if part p supports: its top is not below low and its bottom not above high."""
    return bool(parts[p, TOP] >= low and parts[p, BOTTOM] <= high and not has_mark(parts, p, BODILESS))


@allocation_free
def _find_support(parts: Floats, corners: Floats, x: float, y: float, low: float, high: float) -> int:
    """Return a part that supports at a point, or -1."""
    for p in range(parts.shape[0]):
        if _is_support(parts, p, low, high) and is_near_box(parts, p, x, y, 0.0):
            if contains(corners, int(parts[p, FIRST]), int(parts[p, LAST]), x, y):
                return p
    return -1


@allocation_free
def is_near_edge(parts: Floats, corners: Floats, width: float, depth: float, x: float, y: float, z: float, reach: float, drop: float) -> bool:
    """Return True if the ground lies more than ``drop`` below z somewhere on the board within reach of a point.

    It does not if a part supports the point and, wherever the outline of a supporting part comes within reach, another supports just
    beyond it. A step of ``drop`` is no drop, nor is a part that rises above z; what hangs above z is ignored.
    """
    low, high, rho = z - drop - TOLERANCE, z + SNAP, reach + TOLERANCE
    if low <= 0.0:
        return False
    if _find_support(parts, corners, x, y, low, high) < 0:
        # The point may lie exactly on a seam, which belongs to neither side for a counting test.
        if _find_support(parts, corners, x + SEAM, y + SEAM / 2, low, high) < 0:
            return True
    for p in range(parts.shape[0]):
        if not _is_support(parts, p, low, high) or not is_near_box(parts, p, x, y, rho):
            continue
        first, last = int(parts[p, FIRST]), int(parts[p, LAST])
        side = orientation(corners, first, last)
        k = last - 1
        for c in range(first, last):
            if _has_drop_along_edge(parts, corners, width, depth, k, c, side, x, y, rho, low, high):
                return True
            k = c
    return False


@allocation_free
def _has_drop_along_edge(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    k: int,
    c: int,
    side: float,
    x: float,
    y: float,
    rho: float,
    low: float,
    high: float,
) -> bool:
    """Return True if somewhere just outside the edge k-c, on the board and nearer than rho to a point, nothing supports."""
    ex, ey = corners[c, 0] - corners[k, 0], corners[c, 1] - corners[k, 1]
    length = norm(ex, ey)
    if length == 0.0:
        return False
    ux, uy = ex / length, ey / length
    ox, oy = corners[k, 0] + side * uy * SEAM, corners[k, 1] - side * ux * SEAM
    across, along = ux * (y - oy) - uy * (x - ox), ux * (x - ox) + uy * (y - oy)
    if abs(across) >= rho:
        return False
    half = math.sqrt(rho * rho - across * across)
    t, end = max(0.0, along - half), min(length, along + half)
    t, end = clip(ox, ux, 0.0, width, t, end)
    t, end = clip(oy, uy, 0.0, depth, t, end)
    while t < end - SEAM:
        t += SEAM / 10
        p = _find_support(parts, corners, ox + t * ux, oy + t * uy, low, high)
        if p < 0:
            # Twice, since a point on the seam of two other parts is in neither.
            t += SEAM / 10
            p = _find_support(parts, corners, ox + t * ux, oy + t * uy, low, high)
            if p < 0:
                return True
        t = find_exit(parts, corners, p, ox, oy, ux, uy, t)
    return False


# --- falling ------------------------------------------------------------------------------------


@allocation_free
def _find_ground(parts: Floats, corners: Floats, x: float, y: float, z: float, r: float) -> float:
    """Return the height at which a base that falls from z first meets a part; above z if a part is in the way."""
    level = 0.0
    for p in range(parts.shape[0]):
        if parts[p, TOP] <= level or parts[p, BOTTOM] >= z - TOUCH or not is_near_box(parts, p, x, y, r) or has_mark(parts, p, BODILESS):
            continue
        if distance_to_part(parts, corners, p, x, y) < r - TOUCH:
            level = parts[p, TOP]
    return level


@allocation_free
def find_landing(
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
    drop: float,
) -> tuple[float, float, float]:
    """Return the place where a base lands that falls by more than ``drop``; its height is negative if there is none.

    It is the nearest place in plan where the base can stand on the first part it meets: on the first ring with any, the highest, then
    the one with the smallest angle. Body ``i`` falls; -1 for none.
    """
    farthest = norm(max(x, width - x), max(y, depth - y))
    ring = 0
    while ring * RING_SPACING <= farthest:
        best_x, best_y, best = x, y, -1.0
        for turn in range(RING_DIRECTIONS if ring > 0 else 1):
            angle = 2.0 * math.pi * turn / RING_DIRECTIONS
            px, py = quantise(x + ring * RING_SPACING * math.cos(angle)), quantise(y + ring * RING_SPACING * math.sin(angle))
            if is_off_board(width, depth, px, py, r):
                continue
            level = _find_ground(parts, corners, px, py, z, r)
            if level <= best + SNAP or z - level <= drop + TOLERANCE:
                continue
            if check_placement(parts, corners, width, depth, bodies, i, px, py, level, r, height)[0] == OK:
                best_x, best_y, best = px, py, level
        if best >= 0.0:
            return best_x, best_y, best
        ring += 1
    return x, y, -1.0


def warm() -> None:
    """Compile these kernels, or load them from disk, by calling each once."""
    parts = np.array([[1.0, 1.0, 4.0, 4.0, 0.0, 3.0, 1.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, 1.0], [4.0, 1.0], [4.0, 4.0], [1.0, 4.0]])
    bodies = np.array([[2.0, 2.0, 3.0, 0.5, 1.5, 0.0]])
    is_near_edge(parts, corners, 9.0, 9.0, 2.0, 2.0, 3.0, 1.5, 1.5)
    find_landing(parts, corners, 9.0, 9.0, bodies, 0, 2.0, 2.0, 3.0, 0.5, 1.5, 1.5)
    find_overlapped_base(bodies, -1, 2.0, 2.0, 3.0, 0.5, 1.5)
