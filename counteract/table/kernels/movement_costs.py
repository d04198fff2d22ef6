"""Costs of terrain along a path: rough areas, obstacles stepped over, features traversed, gaps leapt; intervals of a segment against footprints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import BLOCKING, BOTTOM, FEATURE, FIRST, LAST, ROUGH, TOP, UNNOTICED, VANTAGE, X0, X1, Y0, Y1
from counteract.table.kernels.compiler import allocation_free
from counteract.table.kernels.mover import (
    CLIMBED,
    COUNTED,
    DROPPED,
    GAP,
    GAP_MOST,
    LEVEL,
    MOVER_HEIGHT,
    NEWLY_OVERLAPPED,
    OFF,
    ON_STEP,
    OVERLAPPED,
    OVERLAPS,
    ROUGH_COST,
    ROUGH_UNDER,
    RUN,
    STEP_DOWN,
    STEP_FROM,
    STEP_HIGH,
    STEP_ROUGH,
    STEP_UP,
    STEP_WAY,
    STEP_WIDE,
    TRAVERSE,
)
from counteract.table.kernels.placement import heights_overlap
from counteract.table.kernels.polygons import distance_to_part, has_mark, is_near_box
from counteract.table.units import SNAP, TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.kernels.mover import Mover
    from counteract.table.units import Floats

# Kinds of parts measured along a line: rough ground at the level of the mover, rough ground also at the level it steps from, obstacles
# stepped over.
ROUGH_HERE, ROUGH_BENEATH, STEPS = range(3)


# --- where the centre is ------------------------------------------------------------------------


@allocation_free
def is_in_footprint(parts: Floats, corners: Floats, p: int, x: float, y: float) -> bool:
    """Return True if a point is in the footprint of a part or on its edge."""
    return is_near_box(parts, p, x, y, TOUCH) and distance_to_part(parts, corners, p, x, y) <= TINY


@allocation_free
def is_rough(parts: Floats, p: int, z: float) -> bool:
    """Return True if a part makes the ground rough at some height."""
    return has_mark(parts, p, ROUGH) and parts[p, BOTTOM] - SNAP <= z <= parts[p, TOP] + SNAP


@allocation_free
def overlaps_marked_area(parts: Floats, corners: Floats, x: float, y: float, z: float, r: float, mark: int) -> bool:
    """Return True if a base overlaps a part with a mark at its level."""
    for p in range(parts.shape[0]):
        if has_mark(parts, p, mark) and parts[p, BOTTOM] - SNAP <= z <= parts[p, TOP] + SNAP and is_near_box(parts, p, x, y, r):
            if distance_to_part(parts, corners, p, x, y) < r - TOUCH:
                return True
    return False


@allocation_free
def _is_stepped_over(mover: Mover, p: int) -> bool:
    """Return True if a part is one of the obstacles being stepped over."""
    top, start = mover.parts[p, TOP], mover.state[STEP_FROM]
    low = start + TOUCH < top <= start + mover.params[STEP_HIGH] + TOLERANCE
    return low and top <= mover.state[LEVEL] + TOUCH and not has_mark(mover.parts, p, UNNOTICED)


@allocation_free
def _counts(mover: Mover, p: int, what: int) -> bool:
    if what == STEPS:
        return _is_stepped_over(mover, p)
    if what == ROUGH_BENEATH and is_rough(mover.parts, p, mover.state[STEP_FROM]):
        return True
    return is_rough(mover.parts, p, mover.state[LEVEL])


@allocation_free
def _length_within(mover: Mover, ax: float, ay: float, ux: float, uy: float, low: float, high: float, what: int) -> float:
    """Return the length of a segment from low to high inside rough areas, or inside obstacles stepped over; overlaps count once.

    Between two intersections with outlines the segment is wholly inside or wholly outside.
    """
    parts, corners = mover.parts, mover.corners
    x0, x1 = min(ax + low * ux, ax + high * ux), max(ax + low * ux, ax + high * ux)
    y0, y1 = min(ay + low * uy, ay + high * uy), max(ay + low * uy, ay + high * uy)
    total, t = 0.0, low
    while t < high:
        until, there = high, False
        for p in range(parts.shape[0]):
            if parts[p, X0] <= x1 and parts[p, X1] >= x0 and parts[p, Y0] <= y1 and parts[p, Y1] >= y0:
                if _counts(mover, p, what):
                    until, there = find_next_crossing(parts, corners, p, ax, ay, ux, uy, t, until), True
        if not there:
            break
        middle = (t + until) / 2
        for p in range(parts.shape[0]):
            if is_in_footprint(parts, corners, p, ax + middle * ux, ay + middle * uy) and _counts(mover, p, what):
                total += until - t
                break
        t = until
    return total


@allocation_free
def find_next_crossing(parts: Floats, corners: Floats, p: int, ax: float, ay: float, ux: float, uy: float, t: float, best: float) -> float:
    """Return where a line next meets the outline of a part after t, if that is before the best so far."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    wx, wy = corners[last - 1, 0] - ax, corners[last - 1, 1] - ay
    t0, h0 = wx * ux + wy * uy, ux * wy - uy * wx
    for c in range(first, last):
        wx, wy = corners[c, 0] - ax, corners[c, 1] - ay
        t1, h1 = wx * ux + wy * uy, ux * wy - uy * wx
        met = math.inf
        if abs(h1) <= TINY:
            met = t1
        elif abs(h0) > TINY and (h0 > 0.0) != (h1 > 0.0):
            met = t0 + h0 / (h0 - h1) * (t1 - t0)
        if t + TINY < met < best:
            best = met
        t0, h0 = t1, h1
    return best


# --- what it costs ------------------------------------------------------------------------------


@allocation_free
def _height_factor(mover: Mover, x: float, y: float, z: float) -> float:
    """Return the cost of an inch up or down from some height at a point."""
    if mover.params[ROUGH_COST] != 1.0:
        for p in range(mover.parts.shape[0]):
            if is_rough(mover.parts, p, z) and is_in_footprint(mover.parts, mover.corners, p, x, y):
                return float(mover.params[ROUGH_COST])
    return 1.0


@allocation_free
def charge_ground(mover: Mover, ax: float, ay: float, ux: float, uy: float, low: float, high: float) -> None:
    """Charge the ground on a piece of a segment without events, beyond its length.

    An obstacle is stepped over while the centre is on it for a short distance; the ground beneath may count as if it were not there.
    Beyond that distance the obstacle is a floor, and climbing it is charged.
    """
    state, params = mover.state, mover.params
    if high - low <= TINY:
        return
    if params[ROUGH_COST] != 1.0:
        more = params[ROUGH_COST] - 1.0
        here = _length_within(mover, ax, ay, ux, uy, low, high, ROUGH_HERE)
        state[COUNTED] += more * here
        if state[ON_STEP] != 0.0 and params[ROUGH_UNDER] != 0.0:
            state[STEP_ROUGH] += more * (_length_within(mover, ax, ay, ux, uy, low, high, ROUGH_BENEATH) - here)
    if state[ON_STEP] != 0.0:
        state[STEP_WAY] += _length_within(mover, ax, ay, ux, uy, low, high, STEPS)
        if state[STEP_WAY] > params[STEP_WIDE] + TOLERANCE:
            charge_step(mover)


@allocation_free
def charge_step(mover: Mover) -> None:
    """Charge the obstacle being stepped over as a climb and a drop."""
    state = mover.state
    state[CLIMBED] += state[STEP_UP]
    state[DROPPED] += state[STEP_DOWN]
    state[ON_STEP] = 0.0


@allocation_free
def finish_step(mover: Mover) -> None:
    """Finish a step over an obstacle and charge the rough ground beneath it."""
    state = mover.state
    if state[ON_STEP] != 0.0:
        state[COUNTED] += state[STEP_ROUGH]
        state[ON_STEP] = 0.0


@allocation_free
def charge_climb(mover: Mover, x: float, y: float, target: float, least: float) -> None:
    """Charge a climb to some height, or defer it if it is a step."""
    state, params = mover.state, mover.params
    level = state[LEVEL]
    start = state[STEP_FROM] if state[ON_STEP] != 0.0 else level
    if params[STEP_HIGH] > 0.0 and target - start <= params[STEP_HIGH] + TOLERANCE:
        if state[ON_STEP] == 0.0:
            state[ON_STEP], state[STEP_FROM] = 1.0, level
            state[STEP_WAY] = state[STEP_UP] = state[STEP_DOWN] = state[STEP_ROUGH] = 0.0
        state[STEP_UP] += max(target - level, least) * _height_factor(mover, x, y, level)
    else:
        state[CLIMBED] += max(target - start, least) * _height_factor(mover, x, y, start)
        state[ON_STEP] = 0.0


@allocation_free
def charge_drop(mover: Mover, x: float, y: float, ground: float) -> None:
    """Charge a drop to some height; after a step only the part below the level it was taken from."""
    state = mover.state
    factor = _height_factor(mover, x, y, ground)
    if state[ON_STEP] == 0.0:
        state[DROPPED] += (state[LEVEL] - ground) * factor
    elif ground > state[STEP_FROM] + TOUCH:
        state[STEP_DOWN] += (state[LEVEL] - ground) * factor
    else:
        state[DROPPED] += (state[STEP_FROM] - ground) * factor
        finish_step(mover)


@allocation_free
def charge_traversal(mover: Mover) -> int:
    """Charge every feature newly overlapped and in the way; return a part that is marked blocking, or -1."""
    parts, state = mover.parts, mover.state
    for k in range(int(state[OVERLAPS])):
        p = int(mover.overlapped[k])
        if p >= parts.shape[0] or mover.overlap[p] != NEWLY_OVERLAPPED or not is_at_level(mover, p):
            continue
        if has_mark(parts, p, BLOCKING):
            return p
        if not _is_feature_charged(mover, p):
            state[CLIMBED] += mover.params[TRAVERSE]
        mover.overlap[p] = OVERLAPPED
    return -1


@allocation_free
def _is_feature_charged(mover: Mover, p: int) -> bool:
    """Return True if the feature of a part is being traversed already."""
    parts = mover.parts
    for k in range(int(mover.state[OVERLAPS])):
        q = int(mover.overlapped[k])
        if q < parts.shape[0] and mover.overlap[q] == OVERLAPPED and parts[q, FEATURE] == parts[p, FEATURE] and is_at_level(mover, q):
            return True
    return False


@allocation_free
def is_at_level(mover: Mover, p: int) -> bool:
    """Return True if a part is neither underfoot nor overhead."""
    return heights_overlap(mover.state[LEVEL], mover.state[MOVER_HEIGHT], mover.parts[p, BOTTOM], mover.parts[p, TOP])


# --- gaps ---------------------------------------------------------------------------------------


@allocation_free
def start_gap(mover: Mover) -> None:
    """Reset the gap measured in a jump."""
    mover.state[OFF] = mover.state[RUN] = mover.state[GAP] = 0.0


@allocation_free
def measure_gap(mover: Mover, way: float, slack: float) -> None:
    """Measure a piece of a jump without events on which the base is off its floor, or off all floors about as high."""
    state, parts = mover.state, mover.parts
    if mover.params[GAP_MOST] == math.inf:
        return
    off, gap = True, True
    for k in range(int(state[OVERLAPS])):
        p = mover.overlapped[k]
        if p < parts.shape[0] and has_mark(parts, p, VANTAGE):
            away = abs(parts[p, TOP] - state[LEVEL])
            off = off and away > TOUCH
            gap = gap and away > slack + TOLERANCE
    if off:
        state[OFF] += way
    state[RUN] = state[RUN] + way if gap else 0.0
    state[GAP] = max(state[GAP], state[RUN])


@allocation_free
def is_gap_too_wide(mover: Mover, dropped: float, slack: float, wide: float) -> bool:
    """Return True if a jump that dropped by so much crosses too wide a gap, or leads too far off its floor."""
    most = mover.params[GAP_MOST] + TOLERANCE
    if dropped <= slack + TOLERANCE:
        return bool(mover.state[GAP] > TOLERANCE and mover.state[GAP] + wide > most)
    return bool(mover.state[OFF] > most)
