"""Whom a body comes near to on its way: enemies within reach, and as a rule only those that it sees or that see it.

The distance is exact: the nearest point of every stretch of the path is looked at. Sight is tested there, at every
corner of the path (a climb or drop makes corners too) and every STEP between.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.outlines import RADIUS, SIDE, TINY, X, Y, Z, norm
from counteract.table.kernels.plain import plain
from counteract.table.kernels.sight import gap, see
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.outlines import Floats

# Columns of the report: distance along the path at first contact (-1: never), whether in contact at the start, at
# the end, and whether contact was lost at some time.
FIRST_AT, AT_START, AT_END, LEFT, REPORTS = range(5)

#: How contact is judged, as bits: by distance alone, whoever sees whom; only at the two ends of a path.
BLIND, OVERHEAD = 1, 2

#: Sight is tested this often along a path.
STEP = 0.1


@kernel
def contacts(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    i: int,
    path: Floats,
    profile: Floats,
    rows: int,
    reach: float,
    how: int,
    out: Floats,
) -> int:
    """Report in the rows of ``out`` how body ``i`` meets each enemy on a path; returns how many it meets.

    ``profile`` and ``rows`` are what following the path gave: the levels it goes on.
    """
    met = 0
    pair = np.empty((2, bodies.shape[1]))
    for j in range(bodies.shape[0]):
        if is_enemy(bodies, i, j) and comes_near(bodies, i, j, path, reach):
            follow(parts, corners, bodies, i, j, path, profile, rows, reach, how, pair, out[j])
            met += 1 if out[j, FIRST_AT] >= 0.0 else 0
        else:
            out[j] = 0.0
            out[j, FIRST_AT] = -1.0
    return met


@plain
def is_enemy(bodies: Floats, i: int, j: int) -> bool:
    return bool(j != i and bodies[j, RADIUS] >= 0.0 and bodies[j, SIDE] != bodies[i, SIDE])


@plain
def meets(parts: Floats, corners: Floats, pair: Floats, reach: float, how: int) -> bool:
    """Whether the two bodies of a pair are in contact."""
    if gap(pair, 0, 1) > reach + TOLERANCE:
        return False
    return bool(how & BLIND) or see(parts, corners, pair, 0, 1) >= 0 or see(parts, corners, pair, 1, 0) >= 0


@plain
def face(bodies: Floats, i: int, j: int, pair: Floats) -> None:
    """Put two bodies into a pair, the mover first, so that it can be moved about."""
    for column in range(bodies.shape[1]):
        pair[0, column], pair[1, column] = bodies[i, column], bodies[j, column]


@plain
def comes_near(bodies: Floats, i: int, j: int, path: Floats, reach: float) -> bool:
    """Whether a path comes within reach of a body in plan: if not, there is nothing more to look at."""
    x, y = bodies[j, X], bodies[j, Y]
    room = bodies[i, RADIUS] + bodies[j, RADIUS] + reach + 2 * TOLERANCE
    for w in range(path.shape[0]):
        v = max(0, w - 1)
        if passes(path[v, X], path[v, Y], path[w, X], path[w, Y], x, y, room):
            return True
    return False


@plain
def passes(ax: float, ay: float, bx: float, by: float, x: float, y: float, room: float) -> bool:
    """Whether a segment passes a point at no more than a distance."""
    dx, dy = bx - ax, by - ay
    wx, wy = x - ax, y - ay
    square = dx * dx + dy * dy
    if square > 0.0:
        share = min(1.0, max(0.0, (wx * dx + wy * dy) / square))
        wx, wy = wx - share * dx, wy - share * dy
    return wx * wx + wy * wy <= room * room


@plain
def follow(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    i: int,
    j: int,
    path: Floats,
    profile: Floats,
    rows: int,
    reach: float,
    how: int,
    pair: Floats,
    out: Floats,
) -> None:
    """Go along a path and watch one enemy: the path falls into flat and upright pieces. ``pair`` is room to work in."""
    out[:] = 0.0
    out[FIRST_AT] = -1.0
    face(bodies, i, j, pair)
    pair[0, X], pair[0, Y], pair[0, Z] = path[0, X], path[0, Y], profile[0, 1]
    _look(parts, corners, pair, reach, how, 0.0, out)
    out[AT_START] = out[AT_END]
    row, gone = 1, 0.0
    if how & OVERHEAD:
        for w in range(1, path.shape[0]):
            gone += norm(path[w, X] - path[w - 1, X], path[w, Y] - path[w - 1, Y])
        pair[0, X], pair[0, Y], pair[0, Z] = path[path.shape[0] - 1, X], path[path.shape[0] - 1, Y], profile[rows - 1, 1]
        _look(parts, corners, pair, reach, how, gone, out)
        return
    for w in range(1, path.shape[0]):
        ax, ay = path[w - 1, X], path[w - 1, Y]
        dx, dy = path[w, X] - ax, path[w, Y] - ay
        length = norm(dx, dy)
        ux, uy = (dx / length, dy / length) if length > TINY else (0.0, 0.0)
        t = 0.0
        while row < rows and profile[row, 0] <= gone + length + TINY:
            to = min(length, profile[row, 0] - gone)
            _flat(parts, corners, pair, reach, how, ax, ay, ux, uy, t, to, gone, out)
            _upright(parts, corners, pair, reach, how, profile[row, 1], gone + to, out)
            t = to
            row += 1
        _flat(parts, corners, pair, reach, how, ax, ay, ux, uy, t, length, gone, out)
        gone += length


@plain
def _look(parts: Floats, corners: Floats, pair: Floats, reach: float, how: int, s: float, out: Floats) -> None:
    """See whether the two are in contact at this point of the path, and note what that changes."""
    if meets(parts, corners, pair, reach, how):
        out[AT_END] = 1.0
        if out[FIRST_AT] < 0.0:
            out[FIRST_AT] = s
    elif out[AT_END] != 0.0:
        out[AT_END] = 0.0
        out[LEFT] = 1.0


@plain
def _flat(
    parts: Floats,
    corners: Floats,
    pair: Floats,
    reach: float,
    how: int,
    ax: float,
    ay: float,
    ux: float,
    uy: float,
    low: float,
    high: float,
    gone: float,
    out: Floats,
) -> None:
    """Watch along a flat piece of a segment that begins at (ax, ay), from low to high."""
    if high - low <= TINY:
        return
    wx, wy = pair[1, X] - ax, pair[1, Y] - ay
    t, h = wx * ux + wy * uy, ux * wy - uy * wx
    room = pair[0, RADIUS] + pair[1, RADIUS] + reach + 2 * TOLERANCE
    if abs(h) < room:
        half = math.sqrt(room * room - h * h)
        start, end = max(low, t - half), min(high, t + half)
        nearest = min(high, max(low, t))
        k = math.ceil(start / STEP)
        while k * STEP < end and start < end:
            if k > 0 and (k - 1) * STEP < nearest < k * STEP:
                _at(parts, corners, pair, reach, how, ax, ay, ux, uy, nearest, gone, out)
            _at(parts, corners, pair, reach, how, ax, ay, ux, uy, k * STEP, gone, out)
            k += 1
        if (k - 1) * STEP < nearest < high:
            _at(parts, corners, pair, reach, how, ax, ay, ux, uy, nearest, gone, out)
    _at(parts, corners, pair, reach, how, ax, ay, ux, uy, high, gone, out)


@plain
def _at(
    parts: Floats,
    corners: Floats,
    pair: Floats,
    reach: float,
    how: int,
    ax: float,
    ay: float,
    ux: float,
    uy: float,
    t: float,
    gone: float,
    out: Floats,
) -> None:
    pair[0, X], pair[0, Y] = ax + t * ux, ay + t * uy
    _look(parts, corners, pair, reach, how, gone + t, out)


@plain
def _upright(parts: Floats, corners: Floats, pair: Floats, reach: float, how: int, level: float, s: float, out: Floats) -> None:
    """Watch while climbing or dropping at one place."""
    start = pair[0, Z]
    way = 1.0 if level > start else -1.0
    nearest = way * (pair[1, Z] - start)
    length = abs(level - start)
    k = 1
    while k * STEP < length:
        if (k - 1) * STEP < nearest < k * STEP:
            pair[0, Z] = pair[1, Z]
            _look(parts, corners, pair, reach, how, s, out)
        pair[0, Z] = start + way * k * STEP
        _look(parts, corners, pair, reach, how, s, out)
        k += 1
    if (k - 1) * STEP < nearest < length:
        pair[0, Z] = pair[1, Z]
        _look(parts, corners, pair, reach, how, s, out)
    pair[0, Z] = level
    _look(parts, corners, pair, reach, how, s, out)
