"""Free space of a disc: its vertices, by intersecting the offset curves of all obstacles in pairs, from parts, corners and bodies."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import BODILESS, BOTTOM, FIRST, HEIGHT, LAST, RADIUS, TOP, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.placement import OK, check_placement, find_levels, heights_overlap, is_floor, quantise
from counteract.table.kernels.polygons import has_mark, norm, orientation
from counteract.table.units import SNAP, TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Floats

# Columns of an offset curve: a line (start, direction, length) or a circle (centre, no direction, radius), and the box about it.
AX, AY, UX, UY, SIZE, LEFT, RIGHT, LOW, HIGH, CURVE_SIZE = range(10)
#: Margin of these boxes, wider than any rounding.
BOX_MARGIN = 0.001
#: Keeps places that are rounded to 0.001" from overlapping anything.
ROUNDING_CLEARANCE = 0.001
#: The most vertices returned.
MAX_VERTICES = 512
#: Room beside a body is searched on this many rings, from the nearest to the farthest, in this many directions.
RINGS, DIRECTIONS = 9, 120
#: Keeps bases that touch from overlapping by rounding.
MIN_GAP = 0.001


@kernel
def find_vertices(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    r: float,
    height: float,
    z: float,
    box: Floats,
    rings: Floats,
) -> Floats:
    """Return the places in a box (x0, y0, x1, y1) where a base can stand at height z and touches two obstacles: rows x, y, z.

    Obstacles are bases other than that of body i, terrain, the edges of the board and of the box, and ``rings`` (rows x, y, radius) for
    the centre. Free space has such a vertex, however small it is.
    """
    out = np.empty((MAX_VERTICES, 3))
    n = 0
    for clear in (0.0, ROUNDING_CLEARANCE):
        curves = _offset_curves(parts, corners, width, depth, bodies, i, r + clear, height, z, box, rings)
        for a in range(curves.shape[0]):
            for b in range(a):
                if are_apart(curves[a], curves[b]):
                    continue
                for side in (1.0, -1.0):
                    x, y = intersect(curves[a], curves[b], side)
                    if math.isnan(x) or n == MAX_VERTICES:
                        continue
                    x, y = quantise(x), quantise(y)
                    if not _is_in_box(box, x, y) or _is_listed(out, n, x, y):
                        continue
                    if check_placement(parts, corners, width, depth, bodies, i, x, y, z, r, height)[0] == OK:
                        out[n] = x, y, quantise(z)
                        n += 1
    return out[:n].copy()


@allocation_free
def _is_in_box(box: Floats, x: float, y: float) -> bool:
    return bool(box[0] - TOLERANCE <= x <= box[2] + TOLERANCE and box[1] - TOLERANCE <= y <= box[3] + TOLERANCE)


@allocation_free
def _is_listed(places: Floats, n: int, x: float, y: float) -> bool:
    for k in range(n):
        if places[k, 0] == x and places[k, 1] == y:
            return True
    return False


# --- what the centre follows


@kernel
def _offset_curves(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    clearance: float,
    height: float,
    z: float,
    box: Floats,
    rings: Floats,
) -> Floats:
    """Return the offset curves in or near a box: the loci of the centre while the base keeps its clearance to one obstacle."""
    out = np.zeros((8 + rings.shape[0] + bodies.shape[0] + 2 * corners.shape[0], CURVE_SIZE))
    n = _add_rectangle(clearance, clearance, width - clearance, depth - clearance, out, 0)
    n = _add_rectangle(box[0], box[1], box[2], box[3], out, n)
    for k in range(rings.shape[0]):
        n = _add_circle(rings[k, 0], rings[k, 1], rings[k, 2], box, out, n)
    for j in range(bodies.shape[0]):
        if j != i and bodies[j, RADIUS] >= 0.0 and heights_overlap(z, height, bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]):
            n = _add_circle(bodies[j, X], bodies[j, Y], clearance + bodies[j, RADIUS], box, out, n)
    for p in range(parts.shape[0]):
        if (
            parts[p, X1] < box[0] - clearance
            or parts[p, X0] > box[2] + clearance
            or parts[p, Y1] < box[1] - clearance
            or parts[p, Y0] > box[3] + clearance
        ):
            continue
        solid = parts[p, TOP] > z + SNAP and parts[p, BOTTOM] < z + height - TOUCH and not has_mark(parts, p, BODILESS)
        if solid or (z > SNAP and is_floor(parts, p, z)):
            n = _add_offset_polygon(parts, corners, p, clearance if solid else -clearance, box, out, n)
    for k in range(n):
        set_box(out[k])
    return out[:n]


@allocation_free
def set_box(curve: Floats) -> None:
    """Write the box about a curve."""
    size = curve[SIZE]
    wide, high = (2 * size, 2 * size) if is_circle(curve) else (size * curve[UX], size * curve[UY])
    x, y = (curve[AX] - size, curve[AY] - size) if is_circle(curve) else (curve[AX], curve[AY])
    curve[LEFT], curve[RIGHT] = min(x, x + wide) - BOX_MARGIN, max(x, x + wide) + BOX_MARGIN
    curve[LOW], curve[HIGH] = min(y, y + high) - BOX_MARGIN, max(y, y + high) + BOX_MARGIN


@allocation_free
def are_apart(a: Floats, b: Floats) -> bool:
    """Return True if the boxes about two curves do not meet."""
    return bool(a[RIGHT] < b[LEFT] or b[RIGHT] < a[LEFT] or a[HIGH] < b[LOW] or b[HIGH] < a[LOW])


@allocation_free
def _add_line(x: float, y: float, ux: float, uy: float, length: float, out: Floats, n: int) -> int:
    out[n, AX], out[n, AY], out[n, UX], out[n, UY], out[n, SIZE] = x, y, ux, uy, length
    return n + 1


@allocation_free
def _add_circle(x: float, y: float, radius: float, box: Floats, out: Floats, n: int) -> int:
    """Add a circle if it comes near the box."""
    if x + radius < box[0] or x - radius > box[2] or y + radius < box[1] or y - radius > box[3]:
        return n
    out[n, AX], out[n, AY], out[n, SIZE] = x, y, radius
    return n + 1


@allocation_free
def _add_rectangle(x0: float, y0: float, x1: float, y1: float, out: Floats, n: int) -> int:
    """Add the four sides of a rectangle."""
    n = _add_line(x0, y0, 1.0, 0.0, x1 - x0, out, n)
    n = _add_line(x0, y0, 0.0, 1.0, y1 - y0, out, n)
    n = _add_line(x0, y1, 1.0, 0.0, x1 - x0, out, n)
    return _add_line(x1, y0, 0.0, 1.0, y1 - y0, out, n)


@allocation_free
def _add_offset_polygon(parts: Floats, corners: Floats, p: int, clearance: float, box: Floats, out: Floats, n: int) -> int:
    """Add the edges of a part, offset outwards (inwards if negative), and the circles about its corners."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    off = clearance * orientation(corners, first, last)
    a = last - 1
    for c in range(first, last):
        dx, dy = corners[c, 0] - corners[a, 0], corners[c, 1] - corners[a, 1]
        length = max(TINY, norm(dx, dy))
        ux, uy = dx / length, dy / length
        n = _add_line(corners[a, 0] + off * uy, corners[a, 1] - off * ux, ux, uy, length, out, n)
        n = _add_circle(corners[c, 0], corners[c, 1], abs(clearance), box, out, n)
        a = c
    return n


# --- where two of these cross


@allocation_free
def intersect(a: Floats, b: Floats, side: float) -> tuple[float, float]:
    """Return an intersection of two curves, on one side or the other; NaN if there is none."""
    if is_circle(a):
        return _intersect_circles(a, b, side) if is_circle(b) else _intersect_line_circle(b, a, side)
    if is_circle(b):
        return _intersect_line_circle(a, b, side)
    return _intersect_lines(a, b)


@allocation_free
def is_circle(curve: Floats) -> bool:
    return bool(curve[UX] == 0.0 and curve[UY] == 0.0)


@allocation_free
def _intersect_circles(a: Floats, b: Floats, side: float) -> tuple[float, float]:
    dx, dy = b[AX] - a[AX], b[AY] - a[AY]
    d = norm(dx, dy)
    if d < TINY or d > a[SIZE] + b[SIZE] + TINY or d < abs(a[SIZE] - b[SIZE]) - TINY:
        return math.nan, math.nan
    along = (d * d + a[SIZE] * a[SIZE] - b[SIZE] * b[SIZE]) / (2 * d)
    across = side * math.sqrt(max(0.0, a[SIZE] * a[SIZE] - along * along))
    return a[AX] + (along * dx - across * dy) / d, a[AY] + (along * dy + across * dx) / d


@allocation_free
def _intersect_line_circle(line: Floats, circle: Floats, side: float) -> tuple[float, float]:
    wx, wy = circle[AX] - line[AX], circle[AY] - line[AY]
    across = line[UX] * wy - line[UY] * wx
    if abs(across) > circle[SIZE] + TINY:
        return math.nan, math.nan
    half = math.sqrt(max(0.0, circle[SIZE] * circle[SIZE] - across * across))
    return _point_on_line(line, line[UX] * wx + line[UY] * wy + side * half)


@allocation_free
def _intersect_lines(a: Floats, b: Floats) -> tuple[float, float]:
    cross = a[UX] * b[UY] - a[UY] * b[UX]
    if abs(cross) < TINY:
        return math.nan, math.nan
    wx, wy = b[AX] - a[AX], b[AY] - a[AY]
    t = (wx * a[UY] - wy * a[UX]) / cross
    if t < -TOUCH or t > b[SIZE] + TOUCH:
        return math.nan, math.nan
    return _point_on_line(a, (wx * b[UY] - wy * b[UX]) / cross)


@allocation_free
def _point_on_line(line: Floats, t: float) -> tuple[float, float]:
    """Return the point of a line at a distance along it; NaN beyond its ends."""
    if t < -TOUCH or t > line[SIZE] + TOUCH:
        return math.nan, math.nan
    return line[AX] + t * line[UX], line[AY] + t * line[UY]


@kernel
def has_room_beside(parts: Floats, corners: Floats, width: float, depth: float, bodies: Floats, i: int, j: int, reach: float) -> bool:
    """Return True if body i could stand within reach of body j on some level, all others staying where they are."""
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    heights = find_levels(parts)
    for k in range(heights.shape[0]):
        z = heights[k]
        up = abs(z - bodies[j, Z])
        if up > reach:
            continue
        near, far = r + bodies[j, RADIUS] + MIN_GAP, r + bodies[j, RADIUS] + math.sqrt(reach * reach - up * up)
        for n in range(RINGS):
            away = near + (far - near) * n / (RINGS - 1)
            for turn in range(DIRECTIONS):
                angle = 2 * math.pi * turn / DIRECTIONS
                x, y = bodies[j, X] + away * math.cos(angle), bodies[j, Y] + away * math.sin(angle)
                if check_placement(parts, corners, width, depth, bodies, i, x, y, z, r, height)[0] == OK:
                    return True
        if _has_vertex_near(parts, corners, width, depth, bodies, i, j, z, far):
            return True
    return False


@kernel
def _has_vertex_near(parts: Floats, corners: Floats, width: float, depth: float, bodies: Floats, i: int, j: int, z: float, far: float) -> bool:
    """Return True if the free space of body i at a height has a vertex within a distance of the centre of body j."""
    x, y = bodies[j, X], bodies[j, Y]
    box, rings = np.array((x - far, y - far, x + far, y + far)), np.array(((x, y, far),))
    found = find_vertices(parts, corners, width, depth, bodies, i, bodies[i, RADIUS], bodies[i, HEIGHT], z, box, rings)
    for k in range(found.shape[0]):
        if norm(found[k, 0] - x, found[k, 1] - y) <= far + TOLERANCE:
            return True
    return False
