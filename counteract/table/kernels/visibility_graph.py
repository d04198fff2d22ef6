"""Nodes of the visibility graph of a terrain for a disc: offset corners, rims of floors, ladders and rough areas, from parts and corners."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.arrays import BLOCKING, BOTTOM, FEATURE, FIRST, LADDER, LAST, TOP, UNNOTICED, X0, X1, Y0, Y1
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.movement_costs import is_rough
from counteract.table.kernels.placement import CLEARANCE, find_levels, is_floor, is_obstacle, is_passable, quantise
from counteract.table.kernels.polygons import distance_to_part, find_corner_turn, has_mark, is_near_box, norm, orientation
from counteract.table.units import SNAP, TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Floats

# Columns of a node: its place, and the direction away from the corner it goes round (0, 0: it has none).
NX, NY, NZ, NOX, NOY, NODE_SIZE = range(6)
#: A corner is gone round in turns of at most this much.
MAX_TURN = math.pi / 4


@kernel
def build_nodes(parts: Floats, corners: Floats, width: float, depth: float, r: float, height: float, rough: bool, traverses: bool) -> Floats:
    """Return the places where a shortest path may bend: at corners, along the rims of floors, at ladders, about rough ground.

    A path that traverses may also bend on top of parts, and so as not to leave a feature only to come back to it.
    """
    heights = find_levels(parts)
    most = heights.shape[0] * (15 * corners.shape[0] + 4 * parts.shape[0]) + 1
    out = np.empty((most, NODE_SIZE))
    n = 0
    for k in range(heights.shape[0]):
        z = heights[k]
        for p in range(parts.shape[0]):
            if is_obstacle(parts, p, z, height):
                n = _add_corner_nodes(parts, corners, width, depth, r, height, traverses, p, z, r, out, n)
                if traverses and not has_mark(parts, p, BLOCKING):
                    n = _add_inner_corner_nodes(parts, corners, width, depth, r, height, p, z, out, n)
            if rough and is_rough(parts, p, z):
                n = _add_corner_nodes(parts, corners, width, depth, r, height, traverses, p, z, 0.0, out, n)
            if z > SNAP and is_floor(parts, p, z) and not has_mark(parts, p, UNNOTICED):
                # A base keeps its level as long as any of it is on the floor, so its centre may follow the rim.
                for c in range(int(parts[p, FIRST]), int(parts[p, LAST])):
                    x, y = corners[c, 0], corners[c, 1]
                    n = _add_node(parts, corners, width, depth, r, height, traverses, x, y, z, 0.0, 0.0, out, n)
            if has_mark(parts, p, LADDER) and parts[p, BOTTOM] <= z + SNAP and parts[p, TOP] >= z - SNAP:
                x, y = (parts[p, X0] + parts[p, X1]) / 2, (parts[p, Y0] + parts[p, Y1]) / 2
                dx, dy = (parts[p, X1] - parts[p, X0]) / 2 + r, (parts[p, Y1] - parts[p, Y0]) / 2 + r
                for ox, oy in ((dx, 0.0), (-dx, 0.0), (0.0, dy), (0.0, -dy)):
                    n = _add_node(parts, corners, width, depth, r, height, traverses, x + ox, y + oy, z, 0.0, 0.0, out, n)
    return out[:n].copy()


@allocation_free
def _add_corner_nodes(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    traverses: bool,
    p: int,
    z: float,
    clearance: float,
    out: Floats,
    n: int,
) -> int:
    """Add nodes round each convex corner of a part: the corners of a polygon about the arc of the centre.

    ``clearance`` is the distance of the centre from the part.
    """
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    side = orientation(corners, first, last)
    for c in range(first, last):
        one, turn = find_corner_turn(corners, first, last, side, c)
        if turn <= TOUCH:
            continue
        turns = math.ceil(turn / MAX_TURN - TOUCH)
        away = (clearance + CLEARANCE) / math.cos(turn / turns / 2)
        for k in range(turns):
            angle = one + side * turn * (k + 0.5) / turns
            ox, oy = math.cos(angle), math.sin(angle)
            x, y = corners[c, 0] + away * ox, corners[c, 1] + away * oy
            n = _add_node(parts, corners, width, depth, r, height, traverses, x, y, z, ox, oy, out, n)
    return n


@allocation_free
def _add_inner_corner_nodes(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    p: int,
    z: float,
    out: Floats,
    n: int,
) -> int:
    """Add nodes where a centre that stays just near enough to a feature to overlap it turns from part p to another."""
    for q in range(p, parts.shape[0]):
        if parts[q, FEATURE] != parts[p, FEATURE] or has_mark(parts, q, BLOCKING) or not is_obstacle(parts, q, z, height):
            continue
        for c in range(int(parts[p, FIRST]), int(parts[p, LAST])):
            for d in range(int(parts[q, FIRST]), int(parts[q, LAST])):
                x, y = _intersect_offset_edges(parts, corners, p, c, q, d, r - CLEARANCE)
                if not math.isnan(x) and _is_clear_of_feature(parts, corners, p, x, y, z, height, r - 2 * CLEARANCE):
                    n = _add_node(parts, corners, width, depth, r, height, True, x, y, z, 0.0, 0.0, out, n)
    return n


@allocation_free
def _offset_edge(parts: Floats, corners: Floats, p: int, c: int, clearance: float) -> tuple[float, float, float, float, float]:
    """Return the offset of the edge of a part that ends at a corner: its start, direction and length."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    a = c - 1 if c > first else last - 1
    dx, dy = corners[c, 0] - corners[a, 0], corners[c, 1] - corners[a, 1]
    length = max(TINY, norm(dx, dy))
    ux, uy = dx / length, dy / length
    out = clearance * orientation(corners, first, last)
    return corners[a, 0] + out * uy, corners[a, 1] - out * ux, ux, uy, length


@allocation_free
def _intersect_offset_edges(parts: Floats, corners: Floats, p: int, c: int, q: int, d: int, clearance: float) -> tuple[float, float]:
    """Return the intersection of the offsets of an edge of part p and an edge of part q; NaN if there is none."""
    ax, ay, ux, uy, one = _offset_edge(parts, corners, p, c, clearance)
    bx, by, vx, vy, other = _offset_edge(parts, corners, q, d, clearance)
    cross = ux * vy - uy * vx
    if abs(cross) > TOUCH:
        s, t = ((bx - ax) * vy - (by - ay) * vx) / cross, ((bx - ax) * uy - (by - ay) * ux) / cross
        if -TOUCH <= s <= one + TOUCH and -TOUCH <= t <= other + TOUCH:
            return ax + s * ux, ay + s * uy
    return math.nan, math.nan


@allocation_free
def _is_clear_of_feature(parts: Floats, corners: Floats, p: int, x: float, y: float, z: float, height: float, least: float) -> bool:
    """Return True if a point is at least this far from the feature of part p."""
    for q in range(parts.shape[0]):
        if parts[q, FEATURE] == parts[p, FEATURE] and is_obstacle(parts, q, z, height) and is_near_box(parts, q, x, y, least):
            if distance_to_part(parts, corners, q, x, y) < least:
                return False
    return True


@allocation_free
def _add_node(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    traverses: bool,
    x: float,
    y: float,
    z: float,
    ox: float,
    oy: float,
    out: Floats,
    n: int,
) -> int:
    """Add a node if a base may pass there and it is new."""
    x, y, z = quantise(x), quantise(y), quantise(z)
    if n >= out.shape[0] or not is_passable(parts, corners, width, depth, x, y, z, r, height, traverses):
        return n
    for k in range(n):
        if out[k, NX] == x and out[k, NY] == y and out[k, NZ] == z:
            return n
    out[n, NX], out[n, NY], out[n, NZ], out[n, NOX], out[n, NOY] = x, y, z, ox, oy
    return n + 1
