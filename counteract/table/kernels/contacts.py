"""Contacts of a moving body with enemies, from a path and its levels: exact distances, and lines of sight at regular steps.

Contact is being within reach, as a rule while one of the two sees the other. The nearest point of every segment decides the
distance. Sight is tested there, at every corner of the path (a climb or drop makes corners too) and every SIGHT_STEP between.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import RADIUS, SIDE, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.distances import gap
from counteract.table.kernels.polygons import norm
from counteract.table.kernels.sight import see
from counteract.table.units import TINY

if TYPE_CHECKING:
    from counteract.table.units import Floats

# Columns of a report: distance along the path at first contact (-1: never), 1 for contact at the start, at the end, and lost in between.
FIRST_AT, AT_START, AT_END, WAS_LOST, REPORT_SIZE = range(5)
#: Contact flags, as bits: distance alone decides; only the two ends of a path count.
WITHOUT_SIGHT, ENDS_ONLY = 1, 2
#: Sight is tested this often along a path.
SIGHT_STEP = 0.1


@kernel
def find_contacts(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    i: int,
    path: Floats,
    profile: Floats,
    rows: int,
    reach: float,
    contact_flags: int,
    out: Floats,
) -> int:
    """Write a report on each enemy that body ``i`` meets on a path into the rows of ``out``; return how many it meets.

    ``profile`` and ``rows`` are the levels of the path as traced.
    """
    met = 0
    pair = np.empty((2, bodies.shape[1]))
    for j in range(bodies.shape[0]):
        if is_enemy(bodies, i, j) and comes_within_reach(bodies, i, j, path, reach):
            trace_contact(parts, corners, bodies, i, j, path, profile, rows, reach, contact_flags, pair, out[j])
            met += 1 if out[j, FIRST_AT] >= 0.0 else 0
        else:
            out[j] = 0.0
            out[j, FIRST_AT] = -1.0
    return met


@allocation_free
def is_enemy(bodies: Floats, i: int, j: int) -> bool:
    """Return True if body j is on the table and on another side than body i."""
    return bool(j != i and bodies[j, RADIUS] >= 0.0 and bodies[j, SIDE] != bodies[i, SIDE])


@allocation_free
def are_in_contact(parts: Floats, corners: Floats, pair: Floats, reach: float, contact_flags: int) -> bool:
    """Return True if the two bodies of a pair are in contact."""
    if gap(pair, 0, 1) > reach + TOLERANCE:
        return False
    return bool(contact_flags & WITHOUT_SIGHT) or see(parts, corners, pair, 0, 1) >= 0 or see(parts, corners, pair, 1, 0) >= 0


@allocation_free
def load_pair(bodies: Floats, i: int, j: int, pair: Floats) -> None:
    """Copy two bodies into a pair, the mover first, so that it can be moved."""
    for column in range(bodies.shape[1]):
        pair[0, column], pair[1, column] = bodies[i, column], bodies[j, column]


@allocation_free
def comes_within_reach(bodies: Floats, i: int, j: int, path: Floats, reach: float) -> bool:
    """Return True if a path comes within reach of a body in plan."""
    x, y = bodies[j, X], bodies[j, Y]
    limit = bodies[i, RADIUS] + bodies[j, RADIUS] + reach + 2 * TOLERANCE
    for w in range(path.shape[0]):
        v = max(0, w - 1)
        if passes_within(path[v, X], path[v, Y], path[w, X], path[w, Y], x, y, limit):
            return True
    return False


@allocation_free
def passes_within(ax: float, ay: float, bx: float, by: float, x: float, y: float, limit: float) -> bool:
    """Return True if a segment passes a point at most at a distance."""
    dx, dy = bx - ax, by - ay
    wx, wy = x - ax, y - ay
    square = dx * dx + dy * dy
    if square > 0.0:
        share = min(1.0, max(0.0, (wx * dx + wy * dy) / square))
        wx, wy = wx - share * dx, wy - share * dy
    return wx * wx + wy * wy <= limit * limit


@allocation_free
def trace_contact(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    i: int,
    j: int,
    path: Floats,
    profile: Floats,
    rows: int,
    reach: float,
    contact_flags: int,
    pair: Floats,
    out: Floats,
) -> None:
    """Follow a path and report contact with one enemy, over its flat and upright pieces; ``pair`` is work space."""
    out[:] = 0.0
    out[FIRST_AT] = -1.0
    load_pair(bodies, i, j, pair)
    pair[0, X], pair[0, Y], pair[0, Z] = path[0, X], path[0, Y], profile[0, 1]
    _record(parts, corners, pair, reach, contact_flags, 0.0, out)
    out[AT_START] = out[AT_END]
    row, gone = 1, 0.0
    if contact_flags & ENDS_ONLY:
        for w in range(1, path.shape[0]):
            gone += norm(path[w, X] - path[w - 1, X], path[w, Y] - path[w - 1, Y])
        pair[0, X], pair[0, Y], pair[0, Z] = path[path.shape[0] - 1, X], path[path.shape[0] - 1, Y], profile[rows - 1, 1]
        _record(parts, corners, pair, reach, contact_flags, gone, out)
        return
    for w in range(1, path.shape[0]):
        ax, ay = path[w - 1, X], path[w - 1, Y]
        dx, dy = path[w, X] - ax, path[w, Y] - ay
        length = norm(dx, dy)
        ux, uy = (dx / length, dy / length) if length > TINY else (0.0, 0.0)
        t = 0.0
        while row < rows and profile[row, 0] <= gone + length + TINY:
            to = min(length, profile[row, 0] - gone)
            _trace_flat(parts, corners, pair, reach, contact_flags, ax, ay, ux, uy, t, to, gone, out)
            _trace_upright(parts, corners, pair, reach, contact_flags, profile[row, 1], gone + to, out)
            t = to
            row += 1
        _trace_flat(parts, corners, pair, reach, contact_flags, ax, ay, ux, uy, t, length, gone, out)
        gone += length


@allocation_free
def _record(parts: Floats, corners: Floats, pair: Floats, reach: float, contact_flags: int, s: float, out: Floats) -> None:
    """Test contact at this point of the path and record any change."""
    if are_in_contact(parts, corners, pair, reach, contact_flags):
        out[AT_END] = 1.0
        if out[FIRST_AT] < 0.0:
            out[FIRST_AT] = s
    elif out[AT_END] != 0.0:
        out[AT_END] = 0.0
        out[WAS_LOST] = 1.0


@allocation_free
def _trace_flat(
    parts: Floats,
    corners: Floats,
    pair: Floats,
    reach: float,
    contact_flags: int,
    ax: float,
    ay: float,
    ux: float,
    uy: float,
    low: float,
    high: float,
    gone: float,
    out: Floats,
) -> None:
    """Test contact along a flat piece of a segment that begins at (ax, ay), from low to high."""
    if high - low <= TINY:
        return
    wx, wy = pair[1, X] - ax, pair[1, Y] - ay
    t, h = wx * ux + wy * uy, ux * wy - uy * wx
    limit = pair[0, RADIUS] + pair[1, RADIUS] + reach + 2 * TOLERANCE
    if abs(h) < limit:
        half = math.sqrt(limit * limit - h * h)
        start, end = max(low, t - half), min(high, t + half)
        nearest = min(high, max(low, t))
        k = math.ceil(start / SIGHT_STEP)
        while k * SIGHT_STEP < end and start < end:
            if k > 0 and (k - 1) * SIGHT_STEP < nearest < k * SIGHT_STEP:
                _record_at(parts, corners, pair, reach, contact_flags, ax, ay, ux, uy, nearest, gone, out)
            _record_at(parts, corners, pair, reach, contact_flags, ax, ay, ux, uy, k * SIGHT_STEP, gone, out)
            k += 1
        if (k - 1) * SIGHT_STEP < nearest < high:
            _record_at(parts, corners, pair, reach, contact_flags, ax, ay, ux, uy, nearest, gone, out)
    _record_at(parts, corners, pair, reach, contact_flags, ax, ay, ux, uy, high, gone, out)


@allocation_free
def _record_at(
    parts: Floats,
    corners: Floats,
    pair: Floats,
    reach: float,
    contact_flags: int,
    ax: float,
    ay: float,
    ux: float,
    uy: float,
    t: float,
    gone: float,
    out: Floats,
) -> None:
    pair[0, X], pair[0, Y] = ax + t * ux, ay + t * uy
    _record(parts, corners, pair, reach, contact_flags, gone + t, out)


@allocation_free
def _trace_upright(parts: Floats, corners: Floats, pair: Floats, reach: float, contact_flags: int, level: float, s: float, out: Floats) -> None:
    """Test contact during a climb or drop at one place."""
    start = pair[0, Z]
    way = 1.0 if level > start else -1.0
    nearest = way * (pair[1, Z] - start)
    length = abs(level - start)
    k = 1
    while k * SIGHT_STEP < length:
        if (k - 1) * SIGHT_STEP < nearest < k * SIGHT_STEP:
            pair[0, Z] = pair[1, Z]
            _record(parts, corners, pair, reach, contact_flags, s, out)
        pair[0, Z] = start + way * k * SIGHT_STEP
        _record(parts, corners, pair, reach, contact_flags, s, out)
        k += 1
    if (k - 1) * SIGHT_STEP < nearest < length:
        pair[0, Z] = pair[1, Z]
        _record(parts, corners, pair, reach, contact_flags, s, out)
    pair[0, Z] = level
    _record(parts, corners, pair, reach, contact_flags, s, out)
