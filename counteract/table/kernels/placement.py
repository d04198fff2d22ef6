"""Placement of a disc: on the board, flat on a floor, clear of terrain and bases; tests against parts, corners and bodies."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.arrays import BLOCKING, BODILESS, BOTTOM, FIRST, HEIGHT, LAST, RADIUS, TOP, UNNOTICED, VANTAGE, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.polygons import contains, distance_to_part, has_mark, is_near_box, norm, orientation
from counteract.table.units import SEAM, SNAP, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Floats

OK = 0
OFF_BOARD = 1
END_OVERLAPS_BASE = 2
END_OVERLAPS_TERRAIN = 3
END_NOT_FLAT = 4
#: Clearance of nodes from what they go round; more than rounding to 0.001" can take away.
CLEARANCE = 0.002


@allocation_free
def is_off_board(width: float, depth: float, x: float, y: float, r: float) -> bool:
    """Return True if a base leaves the board."""
    low = r - TOUCH
    return x < low or y < low or x > width - low or y > depth - low


@allocation_free
def heights_overlap(z: float, height: float, bottom: float, top: float) -> bool:
    """Return True if the heights z to z + height and bottom to top overlap."""
    return z < top - TOUCH and bottom < z + height - TOUCH


@allocation_free
def find_overlapped_base(bodies: Floats, i: int, x: float, y: float, z: float, r: float, height: float) -> int:
    """Return the body (not i) whose base a base would overlap here, or -1."""
    for j in range(bodies.shape[0]):
        if j == i or bodies[j, RADIUS] < 0.0:
            continue
        dx, dy = bodies[j, X] - x, bodies[j, Y] - y
        limit = r + bodies[j, RADIUS] - TOUCH
        if dx * dx + dy * dy < limit * limit and heights_overlap(z, height, bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]):
            return j
    return -1


@allocation_free
def find_overlapped_part(parts: Floats, corners: Floats, x: float, y: float, z: float, r: float, height: float, traverses: bool) -> int:
    """Return the solid part that a body would overlap here, or -1; to one that traverses only blocking parts are solid."""
    for p in range(parts.shape[0]):
        if parts[p, TOP] <= z + SNAP or parts[p, BOTTOM] >= z + height - TOUCH:
            continue
        if has_mark(parts, p, BODILESS) or not is_near_box(parts, p, x, y, r) or (traverses and not has_mark(parts, p, BLOCKING)):
            continue
        if distance_to_part(parts, corners, p, x, y) < r - TOUCH:
            return p
    return -1


@allocation_free
def is_floor(parts: Floats, p: int, z: float) -> bool:
    """Return True if the top of part p is a floor at z."""
    return has_mark(parts, p, VANTAGE) and abs(parts[p, TOP] - z) <= SNAP


@allocation_free
def find_floor(parts: Floats, corners: Floats, x: float, y: float, z: float) -> int:
    """Return a vantage part with its top at z and this point in its footprint, or -1."""
    for p in range(parts.shape[0]):
        if is_floor(parts, p, z) and is_near_box(parts, p, x, y, 0.0):
            first, last = int(parts[p, FIRST]), int(parts[p, LAST])
            if contains(corners, first, last, x, y):
                return p
    return -1


@allocation_free
def is_on_floor(parts: Floats, corners: Floats, x: float, y: float, z: float, r: float) -> bool:
    """Return True if a whole base rests on vantage parts with their tops at z; adjoining parts are one floor.

    The centre is on the floor, and beyond every edge under the base lies another part of the floor.
    """
    if find_floor(parts, corners, x, y, z) < 0:
        # The centre may lie exactly on a seam, which belongs to neither side for a counting test.
        if find_floor(parts, corners, x + SEAM, y + SEAM / 2, z) < 0:
            return False
    for p in range(parts.shape[0]):
        if not is_floor(parts, p, z) or not is_near_box(parts, p, x, y, r):
            continue
        first, last = int(parts[p, FIRST]), int(parts[p, LAST])
        side = orientation(corners, first, last)
        k = last - 1
        for c in range(first, last):
            if not _is_edge_supported(parts, corners, k, c, side, x, y, z, r - TOUCH):
                return False
            k = c
    return True


@allocation_free
def _is_edge_supported(parts: Floats, corners: Floats, k: int, c: int, side: float, x: float, y: float, z: float, rho: float) -> bool:
    """Return True if the floor continues just outside the edge k-c wherever the edge runs under the disc."""
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
        p = find_floor(parts, corners, ox + t * ux, oy + t * uy, z)
        if p < 0:
            # Twice, since a point on the seam of two other floors is in neither.
            t += SEAM / 10
            p = find_floor(parts, corners, ox + t * ux, oy + t * uy, z)
            if p < 0:
                return False
        t = find_exit(parts, corners, p, ox, oy, ux, uy, t)
    return True


@allocation_free
def find_exit(parts: Floats, corners: Floats, p: int, ox: float, oy: float, ux: float, uy: float, t: float) -> float:
    """Return where a line that is in a footprint at t first leaves it."""
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


@allocation_free
def check_placement(
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
    """Return the fault of a place for a base (OK if none) and the part or body in the way (or -1).

    Body ``i`` is the one to be placed, so its present place is ignored; -1 for none.
    """
    if is_off_board(width, depth, x, y, r):
        return OFF_BOARD, -1
    j = find_overlapped_base(bodies, i, x, y, z, r, height)
    if j >= 0:
        return END_OVERLAPS_BASE, j
    p = find_overlapped_part(parts, corners, x, y, z, r, height, False)
    if p >= 0:
        return END_OVERLAPS_TERRAIN, p
    if abs(z) > SNAP and not is_on_floor(parts, corners, x, y, z, r):
        return END_NOT_FLAT, -1
    return OK, -1


@allocation_free
def quantise(v: float) -> float:
    """Return a coordinate rounded to 0.001", as places are kept."""
    return math.floor(v * 1000.0 + 0.5) / 1000.0


@kernel
def find_levels(parts: Floats) -> Floats:
    """Return the heights of the board and of the tops of all vantage parts, lowest first."""
    out = np.zeros(parts.shape[0] + 1)
    n = 1
    for p in range(parts.shape[0]):
        if has_mark(parts, p, VANTAGE) and not has_mark(parts, p, UNNOTICED):
            if np.all(np.abs(out[:n] - parts[p, TOP]) > SNAP):
                out[n] = parts[p, TOP]
                n += 1
    return np.sort(out[:n])


@kernel
def find_lattice_places(parts: Floats, corners: Floats, width: float, depth: float, r: float, height: float, spacing: float) -> Floats:
    """Return the points of a lattice where a base could stand if it were alone, on every level: rows x, y, z.

    A floor too small for a lattice point contributes its middle and its corners, inset by the base.
    """
    heights = find_levels(parts)
    columns, lines = int(width / spacing), int(depth / spacing)
    most = heights.shape[0] * (columns + 1) * (lines + 1) + 5 * parts.shape[0]
    out = np.empty((most, 3))
    n = 0
    for k in range(heights.shape[0]):
        for line in range(lines + 1):
            for column in range(columns + 1):
                x, y = quantise(column * spacing), quantise(line * spacing)
                n = _add_place(parts, corners, width, depth, r, height, x, y, heights[k], out, n)
    lattice = n
    for p in range(parts.shape[0]):
        if not has_mark(parts, p, VANTAGE) or has_mark(parts, p, UNNOTICED):
            continue
        alone = True
        for k in range(lattice):
            if is_floor(parts, p, out[k, 2]) and is_near_box(parts, p, out[k, 0], out[k, 1], 0.0):
                alone = False
        if alone:
            inset = r + CLEARANCE
            for x in (parts[p, X0] + inset, (parts[p, X0] + parts[p, X1]) / 2, parts[p, X1] - inset):
                for y in (parts[p, Y0] + inset, (parts[p, Y0] + parts[p, Y1]) / 2, parts[p, Y1] - inset):
                    if n < most:
                        x, y = quantise(x), quantise(y)
                        n = _add_place(parts, corners, width, depth, r, height, x, y, parts[p, TOP], out, n)
    return out[:n].copy()


@kernel
def _add_place(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    x: float,
    y: float,
    z: float,
    out: Floats,
    n: int,
) -> int:
    """Add a place if a base can stand there."""
    z = quantise(z)
    if z > SNAP:
        near = False
        for p in range(parts.shape[0]):
            near = near or (is_floor(parts, p, z) and is_near_box(parts, p, x, y, 0.0))
        if not near:
            return n
    nobody = np.empty((0, 6))
    if check_placement(parts, corners, width, depth, nobody, -1, x, y, z, r, height)[0] == OK:
        out[n, 0], out[n, 1], out[n, 2] = x, y, z
        n += 1
    return n


@allocation_free
def is_obstacle(parts: Floats, p: int, z: float, height: float) -> bool:
    """Return True if a part is in the way of a body moving at some height."""
    return not has_mark(parts, p, UNNOTICED) and heights_overlap(z, height, parts[p, BOTTOM], parts[p, TOP])


@allocation_free
def is_passable(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    x: float,
    y: float,
    z: float,
    r: float,
    height: float,
    traverses: bool,
) -> bool:
    """Return True if a base may pass here: clear of terrain that it does not traverse, and touching a floor."""
    if is_off_board(width, depth, x, y, r) or find_overlapped_part(parts, corners, x, y, z, r, height, traverses) >= 0:
        return False
    if z <= SNAP:
        return True
    for p in range(parts.shape[0]):
        if is_floor(parts, p, z) and is_near_box(parts, p, x, y, r):
            if distance_to_part(parts, corners, p, x, y) < r - TOUCH:
                return True
    return False
