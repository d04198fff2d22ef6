"""Discs against footprints, exactly: containment, distance, and the intervals of a segment on which a swept disc overlaps, from parts and corners.

Footprints are simple polygons, convex or not, of either orientation. Touching is not overlapping: a base of radius r overlaps a
footprint if its centre is nearer than r - TOUCH.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.table.kernels.arrays import FIRST, FLAGS, LAST, X0, X1, Y0, Y1
from counteract.table.kernels.compiler import allocation_free
from counteract.table.units import TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Floats


@allocation_free
def norm(dx: float, dy: float) -> float:
    """Return the length of a vector; unlike hypot the same to the last bit everywhere, and quicker."""
    return math.sqrt(dx * dx + dy * dy)


@allocation_free
def has_mark(parts: Floats, p: int, marks: int) -> bool:
    """Return True if a part has one of some marks."""
    return bool(int(parts[p, FLAGS]) & marks != 0)


@allocation_free
def is_near_box(parts: Floats, p: int, x: float, y: float, margin: float) -> bool:
    """Return True if a point is in the bounding box of a part, enlarged by a margin."""
    return bool(parts[p, X0] - margin < x < parts[p, X1] + margin and parts[p, Y0] - margin < y < parts[p, Y1] + margin)


@allocation_free
def contains(corners: Floats, first: int, last: int, x: float, y: float) -> bool:
    """Return True if a point is in a footprint, by ray crossing."""
    odd = False
    k = last - 1
    for c in range(first, last):
        if (corners[c, 1] > y) != (corners[k, 1] > y):
            share = (y - corners[c, 1]) / (corners[k, 1] - corners[c, 1])
            if x < corners[c, 0] + share * (corners[k, 0] - corners[c, 0]):
                odd = not odd
        k = c
    return odd


@allocation_free
def orientation(corners: Floats, first: int, last: int) -> float:
    """Return 1 for an anticlockwise footprint, -1 for a clockwise one."""
    area = 0.0
    k = last - 1
    for c in range(first, last):
        area += corners[k, 0] * corners[c, 1] - corners[c, 0] * corners[k, 1]
        k = c
    return 1.0 if area > 0.0 else -1.0


@allocation_free
def find_corner_turn(corners: Floats, first: int, last: int, side: float, c: int) -> tuple[float, float]:
    """Return the angle of the outward normal before corner c of a footprint, and how far the normal turns there.

    ``side`` is the orientation of the footprint. The turn is positive where the corner is convex.
    """
    a = c - 1 if c > first else last - 1
    b = c + 1 if c + 1 < last else first
    one = math.atan2(-side * (corners[c, 0] - corners[a, 0]), side * (corners[c, 1] - corners[a, 1]))
    other = math.atan2(-side * (corners[b, 0] - corners[c, 0]), side * (corners[b, 1] - corners[c, 1]))
    turn = side * (other - one)
    if turn > math.pi:
        turn -= 2 * math.pi
    elif turn < -math.pi:
        turn += 2 * math.pi
    return one, turn


@allocation_free
def distance_to_part(parts: Floats, corners: Floats, p: int, x: float, y: float) -> float:
    """Return the distance of a point from the footprint of a part; 0 inside."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    if contains(corners, first, last, x, y):
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


@allocation_free
def nearest_boundary_point(parts: Floats, corners: Floats, p: int, x: float, y: float) -> tuple[float, float]:
    """Return the point of the outline of a part that is nearest to a point."""
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


@allocation_free
def clip_near_edge(t0: float, h0: float, t1: float, h1: float, rho: float) -> tuple[float, float]:
    """Return the interval of the t-axis nearer than rho to the edge (t0, h0)-(t1, h1); empty if its start is not below its end.

    The neighbourhood of an edge is convex, so the interval is one: the hull of the intervals near its two ends and between them.
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


@allocation_free
def find_overlaps(
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
    """Find the intervals of a segment from (ax, ay) on which the centre is nearer than rho to a footprint.

    Fill the rows of ``out`` with (from, to) in order and return their number. ``out`` needs a row more than the part has corners.
    """
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    n = 0
    wx, wy = corners[last - 1, 0] - ax, corners[last - 1, 1] - ay
    t0, h0 = wx * ux + wy * uy, ux * wy - uy * wx
    for c in range(first, last):
        wx, wy = corners[c, 0] - ax, corners[c, 1] - ay
        t1, h1 = wx * ux + wy * uy, ux * wy - uy * wx
        if min(t0, t1) < length + rho and max(t0, t1) > -rho:
            low, high = clip_near_edge(t0, h0, t1, h1, rho)
            low, high = max(low, 0.0), min(high, length)
            if low < high:
                n = _insert_interval(out, n, low, high)
        t0, h0 = t1, h1
    return _fill_interior(corners, first, last, ax, ay, ux, uy, length, out, n)


@allocation_free
def _insert_interval(out: Floats, n: int, low: float, high: float) -> int:
    """Insert an interval among ordered, disjoint ones, merging those it meets."""
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


@allocation_free
def _fill_interior(
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
    """Fill the gaps between intervals that lie inside the footprint: away from every edge, a gap is wholly in or wholly out."""
    kept = 0
    start = 0.0  # where the gap before the next stretch begins
    joined = False  # whether what lies before that gap belongs to the footprint, so that a filled gap prolongs it
    for k in range(n + 1):
        low, high = (out[k, 0], out[k, 1]) if k < n else (length, length)
        filled = False
        if low > start:
            middle = (start + low) / 2
            filled = contains(corners, first, last, ax + middle * ux, ay + middle * uy)
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
