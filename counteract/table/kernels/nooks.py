"""Where a base just fits: the corners of the room that is left between bases, terrain and edges."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.ground import rounded
from counteract.table.kernels.outlines import (
    BODILESS,
    BOTTOM,
    FIRST,
    HEIGHT,
    LAST,
    RADIUS,
    TINY,
    TOP,
    TOUCH,
    X0,
    X1,
    Y0,
    Y1,
    X,
    Y,
    Z,
    marked,
    norm,
    winding,
)
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import FINE, SNAP, heights_meet, is_floor, stand
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.outlines import Floats

# What the centre of a base follows while it touches something: a line (where it begins, its direction, its length) or a
# circle (its middle, no direction, its radius).
AX, AY, UX, UY, SIZE, CURVE = range(6)

#: Places are rounded to 0.001"; who keeps this much clear of everything does not come to overlap it by that.
CLEAR = 0.001
#: No more places than this are looked for.
MOST = 512


@kernel
def nooks(
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
    """Places in a box (x0, y0, x1, y1) where a base can stand at height z and touches two things: rows x, y, z.

    Things are bases other than that of body i, terrain, the edges of the board and of the box, and ``rings`` (rows x, y,
    radius) that the centre has some reason to keep inside or outside of. However little room there is, it has such a
    corner.
    """
    out = np.empty((MOST, 3))
    n = 0
    for clear in (0.0, CLEAR):
        curves = _curves(parts, corners, width, depth, bodies, i, r + clear, height, z, box, rings)
        for a in range(curves.shape[0]):
            for b in range(a):
                for side in (1.0, -1.0):
                    x, y = _crossing(curves[a], curves[b], side)
                    if math.isnan(x) or n == MOST:
                        continue
                    x, y = rounded(x), rounded(y)
                    if not _in_box(box, x, y) or _among(out, n, x, y):
                        continue
                    if stand(parts, corners, width, depth, bodies, i, x, y, z, r, height)[0] == FINE:
                        out[n] = x, y, rounded(z)
                        n += 1
    return out[:n].copy()


@plain
def _in_box(box: Floats, x: float, y: float) -> bool:
    return bool(box[0] - TOLERANCE <= x <= box[2] + TOLERANCE and box[1] - TOLERANCE <= y <= box[3] + TOLERANCE)


@plain
def _among(places: Floats, n: int, x: float, y: float) -> bool:
    for k in range(n):
        if places[k, 0] == x and places[k, 1] == y:
            return True
    return False


# --- what the centre follows


@kernel
def _curves(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    room: float,
    height: float,
    z: float,
    box: Floats,
    rings: Floats,
) -> Floats:
    """What the centre of a base follows, in or near a box, while it keeps so much room to one thing or another."""
    out = np.zeros((8 + rings.shape[0] + bodies.shape[0] + 2 * corners.shape[0], CURVE))
    n = _frame(room, room, width - room, depth - room, out, 0)
    n = _frame(box[0], box[1], box[2], box[3], out, n)
    for k in range(rings.shape[0]):
        n = _circle(rings[k, 0], rings[k, 1], rings[k, 2], box, out, n)
    for j in range(bodies.shape[0]):
        if j != i and bodies[j, RADIUS] >= 0.0 and heights_meet(z, height, bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]):
            n = _circle(bodies[j, X], bodies[j, Y], room + bodies[j, RADIUS], box, out, n)
    for p in range(parts.shape[0]):
        if parts[p, X1] < box[0] - room or parts[p, X0] > box[2] + room or parts[p, Y1] < box[1] - room or parts[p, Y0] > box[3] + room:
            continue
        solid = parts[p, TOP] > z + SNAP and parts[p, BOTTOM] < z + height - TOUCH and not marked(parts, p, BODILESS)
        if solid or (z > SNAP and is_floor(parts, p, z)):
            n = _outline(parts, corners, p, room if solid else -room, box, out, n)
    return out[:n]


@plain
def _line(x: float, y: float, ux: float, uy: float, length: float, out: Floats, n: int) -> int:
    out[n, AX], out[n, AY], out[n, UX], out[n, UY], out[n, SIZE] = x, y, ux, uy, length
    return n + 1


@plain
def _circle(x: float, y: float, radius: float, box: Floats, out: Floats, n: int) -> int:
    """Add a circle if it comes near the box."""
    if x + radius < box[0] or x - radius > box[2] or y + radius < box[1] or y - radius > box[3]:
        return n
    out[n, AX], out[n, AY], out[n, SIZE] = x, y, radius
    return n + 1


@plain
def _frame(x0: float, y0: float, x1: float, y1: float, out: Floats, n: int) -> int:
    """Add the four sides of a rectangle."""
    n = _line(x0, y0, 1.0, 0.0, x1 - x0, out, n)
    n = _line(x0, y0, 0.0, 1.0, y1 - y0, out, n)
    n = _line(x0, y1, 1.0, 0.0, x1 - x0, out, n)
    return _line(x1, y0, 0.0, 1.0, y1 - y0, out, n)


@plain
def _outline(parts: Floats, corners: Floats, p: int, room: float, box: Floats, out: Floats, n: int) -> int:
    """Add the lines so far outside the edges of a part (inside, if negative), and the circles about its corners."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    off = room * winding(corners, first, last)
    a = last - 1
    for c in range(first, last):
        dx, dy = corners[c, 0] - corners[a, 0], corners[c, 1] - corners[a, 1]
        length = max(TINY, norm(dx, dy))
        ux, uy = dx / length, dy / length
        n = _line(corners[a, 0] + off * uy, corners[a, 1] - off * ux, ux, uy, length, out, n)
        n = _circle(corners[c, 0], corners[c, 1], abs(room), box, out, n)
        a = c
    return n


# --- where two of these cross


@plain
def _crossing(a: Floats, b: Floats, side: float) -> tuple[float, float]:
    """Where two curves cross, on one side or the other; NaN if they do not."""
    if _is_circle(a):
        return _on_circles(a, b, side) if _is_circle(b) else _on_line(b, a, side)
    if _is_circle(b):
        return _on_line(a, b, side)
    return _on_lines(a, b)


@plain
def _is_circle(curve: Floats) -> bool:
    return bool(curve[UX] == 0.0 and curve[UY] == 0.0)


@plain
def _on_circles(a: Floats, b: Floats, side: float) -> tuple[float, float]:
    dx, dy = b[AX] - a[AX], b[AY] - a[AY]
    d = norm(dx, dy)
    if d < TINY or d > a[SIZE] + b[SIZE] + TINY or d < abs(a[SIZE] - b[SIZE]) - TINY:
        return math.nan, math.nan
    along = (d * d + a[SIZE] * a[SIZE] - b[SIZE] * b[SIZE]) / (2 * d)
    across = side * math.sqrt(max(0.0, a[SIZE] * a[SIZE] - along * along))
    return a[AX] + (along * dx - across * dy) / d, a[AY] + (along * dy + across * dx) / d


@plain
def _on_line(line: Floats, circle: Floats, side: float) -> tuple[float, float]:
    wx, wy = circle[AX] - line[AX], circle[AY] - line[AY]
    across = line[UX] * wy - line[UY] * wx
    if abs(across) > circle[SIZE] + TINY:
        return math.nan, math.nan
    half = math.sqrt(max(0.0, circle[SIZE] * circle[SIZE] - across * across))
    return _along(line, line[UX] * wx + line[UY] * wy + side * half)


@plain
def _on_lines(a: Floats, b: Floats) -> tuple[float, float]:
    cross = a[UX] * b[UY] - a[UY] * b[UX]
    if abs(cross) < TINY:
        return math.nan, math.nan
    wx, wy = b[AX] - a[AX], b[AY] - a[AY]
    t = (wx * a[UY] - wy * a[UX]) / cross
    if t < -TOUCH or t > b[SIZE] + TOUCH:
        return math.nan, math.nan
    return _along(a, (wx * b[UY] - wy * b[UX]) / cross)


@plain
def _along(line: Floats, t: float) -> tuple[float, float]:
    """The point of a line so far along it; NaN beyond its ends."""
    if t < -TOUCH or t > line[SIZE] + TOUCH:
        return math.nan, math.nan
    return line[AX] + t * line[UX], line[AY] + t * line[UY]
