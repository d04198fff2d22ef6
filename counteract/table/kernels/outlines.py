"""Discs against footprints: where a round base meets the outline of a part, exactly.

Footprints are simple polygons, convex or not, wound either way. Two things that merely touch do not overlap: a base of
radius r overlaps a footprint when its centre is nearer than r - TOUCH.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.table.kernels.plain import plain
from counteract.table.terrain import MARKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# Columns of a part's row.
X0, Y0, X1, Y1, BOTTOM, TOP, FLAGS, FEATURE, FIRST, LAST = range(10)
# Columns of a body's row.
X, Y, Z, RADIUS, HEIGHT, SIDE = range(6)

VANTAGE = MARKS["vantage"]
INSIGNIFICANT = MARKS["insignificant"]
BLOCKING = MARKS["blocking"]
ACCESSIBLE = MARKS["accessible"]
LADDER = MARKS["ladder"]
FLAT = MARKS["flat"]
ROUGH = MARKS["difficult"] | MARKS["dangerous"]
#: What models look through.
SEEN_THROUGH = FLAT | MARKS["windowed"]
#: What nobody walks into, and what nobody is stopped by.
BODILESS = INSIGNIFICANT | FLAT
UNNOTICED = BODILESS | ACCESSIBLE

#: Overlaps and heights closer than this are touching.
TOUCH = 1e-6
#: Lengths below this are nothing at all; only there against rounding.
TINY = 1e-9


@plain
def norm(dx: float, dy: float) -> float:
    """The length of a vector; unlike hypot the same to the last bit everywhere, and quicker."""
    return math.sqrt(dx * dx + dy * dy)


@plain
def marked(parts: Floats, p: int, marks: int) -> bool:
    return bool(int(parts[p, FLAGS]) & marks != 0)


@plain
def near_box(parts: Floats, p: int, x: float, y: float, margin: float) -> bool:
    """Whether a point is in the bounding box of a part, drawn out by a margin."""
    return bool(parts[p, X0] - margin < x < parts[p, X1] + margin and parts[p, Y0] - margin < y < parts[p, Y1] + margin)


@plain
def inside(corners: Floats, first: int, last: int, x: float, y: float) -> bool:
    """Whether a point lies in a footprint, by counting the edges to its right."""
    odd = False
    k = last - 1
    for c in range(first, last):
        if (corners[c, 1] > y) != (corners[k, 1] > y):
            share = (y - corners[c, 1]) / (corners[k, 1] - corners[c, 1])
            if x < corners[c, 0] + share * (corners[k, 0] - corners[c, 0]):
                odd = not odd
        k = c
    return odd


@plain
def winding(corners: Floats, first: int, last: int) -> float:
    """1 for a footprint wound anticlockwise, -1 for clockwise."""
    area = 0.0
    k = last - 1
    for c in range(first, last):
        area += corners[k, 0] * corners[c, 1] - corners[c, 0] * corners[k, 1]
        k = c
    return 1.0 if area > 0.0 else -1.0


@plain
def distance(parts: Floats, corners: Floats, p: int, x: float, y: float) -> float:
    """How far a point is from the footprint of a part: 0 inside it."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    if inside(corners, first, last, x, y):
        return 0.0
    best = math.inf
    k = last - 1
    for c in range(first, last):
        ex, ey = corners[c, 0] - corners[k, 0], corners[c, 1] - corners[k, 1]
        wx, wy = x - corners[k, 0], y - corners[k, 1]
        square = ex * ex + ey * ey
        share = 0.0
        if square > 0.0:
            share = min(1.0, max(0.0, (wx * ex + wy * ey) / square))
        dx, dy = wx - share * ex, wy - share * ey
        best = min(best, dx * dx + dy * dy)
        k = c
    return math.sqrt(best)


@plain
def nearest(parts: Floats, corners: Floats, p: int, x: float, y: float) -> tuple[float, float]:
    """The point of the outline of a part that is nearest to a point."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    best, nx, ny = math.inf, x, y
    k = last - 1
    for c in range(first, last):
        ax, ay = corners[k, 0], corners[k, 1]
        dx, dy = corners[c, 0] - ax, corners[c, 1] - ay
        share = ((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, TINY)
        share = min(1.0, max(0.0, share))
        px, py = ax + share * dx, ay + share * dy
        away = norm(px - x, py - y)
        if away < best:
            best, nx, ny = away, px, py
        k = c
    return nx, ny


@plain
def beside_edge(t0: float, h0: float, t1: float, h1: float, rho: float) -> tuple[float, float]:
    """The stretch of the t-axis nearer than rho to the edge (t0, h0)-(t1, h1); empty when from >= to.

    What is near an edge is convex, so the stretch is one: the hull of the stretches near its two ends and between them.
    """
    low, high = math.inf, -math.inf
    if min(h0, h1) >= rho or max(h0, h1) <= -rho:
        return low, high
    square = rho * rho
    if abs(h0) < rho:
        half = math.sqrt(square - h0 * h0)
        low, high = min(low, t0 - half), max(high, t0 + half)
    if abs(h1) < rho:
        half = math.sqrt(square - h1 * h1)
        low, high = min(low, t1 - half), max(high, t1 + half)
    length = norm(t1 - t0, h1 - h0)
    if length < TINY:
        return low, high
    a, b = (t1 - t0) / length, (h1 - h0) / length
    # Beside the edge: not farther than rho across it, and neither before its one end nor after the other.
    start, end = -math.inf, math.inf
    if abs(b) > 1e-12:
        start, end = t0 + (-h0 * a - rho) / b, t0 + (-h0 * a + rho) / b
        if start > end:
            start, end = end, start
    if abs(a) > 1e-12:
        one, other = t0 + h0 * b / a, t0 + (h0 * b + length) / a
        start, end = max(start, min(one, other)), min(end, max(one, other))
    elif not 0.0 < -h0 * b < length:
        return low, high
    if start < end:
        low, high = min(low, start), max(high, end)
    return low, high


@plain
def stretches(
    parts: Floats,
    corners: Floats,
    p: int,
    ax: float,
    ay: float,
    ux: float,
    uy: float,
    length: float,
    rho: float,
    out: Floats,
) -> int:
    """Where along a segment from (ax, ay) the centre is nearer than rho to a part's footprint.

    Fills the rows of ``out`` with (from, to) in order, and returns their number. ``out`` needs a row more than the
    part has corners.
    """
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    n = 0
    wx, wy = corners[last - 1, 0] - ax, corners[last - 1, 1] - ay
    t0, h0 = wx * ux + wy * uy, ux * wy - uy * wx
    for c in range(first, last):
        wx, wy = corners[c, 0] - ax, corners[c, 1] - ay
        t1, h1 = wx * ux + wy * uy, ux * wy - uy * wx
        if min(t0, t1) < length + rho and max(t0, t1) > -rho:
            low, high = beside_edge(t0, h0, t1, h1, rho)
            low, high = max(low, 0.0), min(high, length)
            if low < high:
                n = _insert(out, n, low, high)
        t0, h0 = t1, h1
    return _fill(corners, first, last, ax, ay, ux, uy, length, out, n)


@plain
def _insert(out: Floats, n: int, low: float, high: float) -> int:
    """Put a stretch among others that are in order and apart, melting those it meets into it."""
    kept = 0
    for k in range(n):
        if out[k, 1] < low - TOUCH or out[k, 0] > high + TOUCH:
            out[kept, 0], out[kept, 1] = out[k, 0], out[k, 1]
            kept += 1
        else:
            low, high = min(low, out[k, 0]), max(high, out[k, 1])
    at = kept
    while at > 0 and out[at - 1, 0] > low:
        out[at, 0], out[at, 1] = out[at - 1, 0], out[at - 1, 1]
        at -= 1
    out[at, 0], out[at, 1] = low, high
    return kept + 1


@plain
def _fill(
    corners: Floats,
    first: int,
    last: int,
    ax: float,
    ay: float,
    ux: float,
    uy: float,
    length: float,
    out: Floats,
    n: int,
) -> int:
    """Close the gaps that lie inside the footprint: away from every edge, a gap is wholly in or wholly out."""
    kept = 0
    start = 0.0  # where the gap before the next stretch begins
    joined = False  # whether what lies before that gap belongs to the footprint, so that a filled gap prolongs it
    for k in range(n + 1):
        low, high = (out[k, 0], out[k, 1]) if k < n else (length, length)
        filled = False
        if low > start:
            middle = (start + low) / 2
            filled = inside(corners, first, last, ax + middle * ux, ay + middle * uy)
        if k == n:
            if filled:
                if joined:
                    out[kept - 1, 1] = length
                else:
                    out[kept, 0], out[kept, 1] = start, length
                    kept += 1
            break
        if filled and joined:
            out[kept - 1, 1] = high
        else:
            out[kept, 0], out[kept, 1] = (start if filled else low), high
            kept += 1
        start, joined = high, True
    return kept
