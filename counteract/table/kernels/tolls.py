"""What the ground does to the length of a way: rough areas, obstacles stepped over, features traversed, gaps leapt."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.table.kernels.figures import (
    CLIMBED,
    COUNTED,
    DROPPED,
    FRESH,
    GAP,
    GAP_MOST,
    HEIGHT_,
    LEVEL,
    MANY,
    OFF,
    ON_STEP,
    OVER,
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
from counteract.table.kernels.outlines import (
    BLOCKING,
    BOTTOM,
    FEATURE,
    FIRST,
    LAST,
    ROUGH,
    TINY,
    TOP,
    TOUCH,
    UNNOTICED,
    VANTAGE,
    X0,
    X1,
    Y0,
    Y1,
    distance,
    marked,
    near_box,
)
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import SNAP, heights_meet
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.figures import Walker
    from counteract.table.kernels.outlines import Floats


# What is looked for along a line: rough ground at the walker's level, at that level or at the one it steps from, the obstacles
# that it steps over.
ROUGH_HERE, ROUGH_BENEATH, STEPS = range(3)


# --- where the centre is ------------------------------------------------------------------------


@plain
def in_area(parts: Floats, corners: Floats, p: int, x: float, y: float) -> bool:
    """Whether a point is in the footprint of a part, its edge included."""
    return near_box(parts, p, x, y, TOUCH) and distance(parts, corners, p, x, y) <= TINY


@plain
def is_rough(parts: Floats, p: int, z: float) -> bool:
    """Whether a part makes the ground rough at some height."""
    return marked(parts, p, ROUGH) and parts[p, BOTTOM] - SNAP <= z <= parts[p, TOP] + SNAP


@plain
def on_area(parts: Floats, corners: Floats, x: float, y: float, z: float, r: float, mark: int) -> bool:
    """Whether a base overlaps a part with a mark that counts at its level."""
    for p in range(parts.shape[0]):
        if marked(parts, p, mark) and parts[p, BOTTOM] - SNAP <= z <= parts[p, TOP] + SNAP and near_box(parts, p, x, y, r):
            if distance(parts, corners, p, x, y) < r - TOUCH:
                return True
    return False


@plain
def _is_step(walker: Walker, p: int) -> bool:
    """Whether a part is one of the obstacles that the walker is stepping over."""
    top, start = walker.parts[p, TOP], walker.state[STEP_FROM]
    low = start + TOUCH < top <= start + walker.figures[STEP_HIGH] + TOLERANCE
    return low and top <= walker.state[LEVEL] + TOUCH and not marked(walker.parts, p, UNNOTICED)


@plain
def _counts(walker: Walker, p: int, what: int) -> bool:
    if what == STEPS:
        return _is_step(walker, p)
    if what == ROUGH_BENEATH and is_rough(walker.parts, p, walker.state[STEP_FROM]):
        return True
    return is_rough(walker.parts, p, walker.state[LEVEL])


@plain
def _within(walker: Walker, ax: float, ay: float, ux: float, uy: float, low: float, high: float, what: int) -> float:
    """How much of a line from low to high runs in rough areas, or in obstacles stepped over; where some overlap, once.

    Between two places where the line meets an outline it is wholly in or wholly out.
    """
    parts, corners = walker.parts, walker.corners
    x0, x1 = min(ax + low * ux, ax + high * ux), max(ax + low * ux, ax + high * ux)
    y0, y1 = min(ay + low * uy, ay + high * uy), max(ay + low * uy, ay + high * uy)
    total, t = 0.0, low
    while t < high:
        upto, there = high, False
        for p in range(parts.shape[0]):
            if parts[p, X0] <= x1 and parts[p, X1] >= x0 and parts[p, Y0] <= y1 and parts[p, Y1] >= y0:
                if _counts(walker, p, what):
                    upto, there = next_edge(parts, corners, p, ax, ay, ux, uy, t, upto), True
        if not there:
            break
        middle = (t + upto) / 2
        for p in range(parts.shape[0]):
            if _counts(walker, p, what) and in_area(parts, corners, p, ax + middle * ux, ay + middle * uy):
                total += upto - t
                break
        t = upto
    return total


@plain
def next_edge(parts: Floats, corners: Floats, p: int, ax: float, ay: float, ux: float, uy: float, t: float, best: float) -> float:
    """Where a line next meets the outline of a part after t, if that is before the best so far."""
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


@plain
def _factor(walker: Walker, x: float, y: float, z: float) -> float:
    """What an inch up or down from some height counts for here."""
    if walker.figures[ROUGH_COST] != 1.0:
        for p in range(walker.parts.shape[0]):
            if is_rough(walker.parts, p, z) and in_area(walker.parts, walker.corners, p, x, y):
                return float(walker.figures[ROUGH_COST])
    return 1.0


@plain
def go_on(walker: Walker, ax: float, ay: float, ux: float, uy: float, low: float, high: float) -> None:
    """Count a piece of a segment on which nothing begins or ends, as far as it counts for more than its length.

    An obstacle is stepped over as long as the way on it is short, and the ground beneath may count as if it were not there.
    Once the way is too long, the obstacle is a floor like others, and getting there is paid for.
    """
    state, figures = walker.state, walker.figures
    if high - low <= TINY:
        return
    if figures[ROUGH_COST] != 1.0:
        more = figures[ROUGH_COST] - 1.0
        here = _within(walker, ax, ay, ux, uy, low, high, ROUGH_HERE)
        state[COUNTED] += more * here
        if state[ON_STEP] != 0.0 and figures[ROUGH_UNDER] != 0.0:
            state[STEP_ROUGH] += more * (_within(walker, ax, ay, ux, uy, low, high, ROUGH_BENEATH) - here)
    if state[ON_STEP] != 0.0:
        state[STEP_WAY] += _within(walker, ax, ay, ux, uy, low, high, STEPS)
        if state[STEP_WAY] > figures[STEP_WIDE] + TOLERANCE:
            pay_step(walker)


@plain
def pay_step(walker: Walker) -> None:
    """Pay for an obstacle after all, and be on a step no more."""
    state = walker.state
    state[CLIMBED] += state[STEP_UP]
    state[DROPPED] += state[STEP_DOWN]
    state[ON_STEP] = 0.0


@plain
def leave_step(walker: Walker) -> None:
    """Have stepped over an obstacle: the rough ground beneath it counts."""
    state = walker.state
    if state[ON_STEP] != 0.0:
        state[COUNTED] += state[STEP_ROUGH]
        state[ON_STEP] = 0.0


@plain
def rise(walker: Walker, x: float, y: float, target: float, least: float) -> None:
    """Pay for a climb to some height, or keep it in mind if it is a step."""
    state, figures = walker.state, walker.figures
    level = state[LEVEL]
    start = state[STEP_FROM] if state[ON_STEP] != 0.0 else level
    if figures[STEP_HIGH] > 0.0 and target - start <= figures[STEP_HIGH] + TOLERANCE:
        if state[ON_STEP] == 0.0:
            state[ON_STEP], state[STEP_FROM] = 1.0, level
            state[STEP_WAY] = state[STEP_UP] = state[STEP_DOWN] = state[STEP_ROUGH] = 0.0
        state[STEP_UP] += max(target - level, least) * _factor(walker, x, y, level)
    else:
        state[CLIMBED] += max(target - start, least) * _factor(walker, x, y, start)
        state[ON_STEP] = 0.0


@plain
def fall(walker: Walker, x: float, y: float, ground: float) -> None:
    """Pay for coming down to some height; from a step only for what lies below the level it was taken from."""
    state = walker.state
    factor = _factor(walker, x, y, ground)
    if state[ON_STEP] == 0.0:
        state[DROPPED] += (state[LEVEL] - ground) * factor
    elif ground > state[STEP_FROM] + TOUCH:
        state[STEP_DOWN] += (state[LEVEL] - ground) * factor
    else:
        state[DROPPED] += (state[STEP_FROM] - ground) * factor
        leave_step(walker)


@plain
def traverse(walker: Walker) -> int:
    """Pay for every feature that begins to be overlapped and is in the way; returns a part that is marked blocking, or -1."""
    parts, state = walker.parts, walker.state
    for k in range(int(state[MANY])):
        p = int(walker.things[k])
        if p >= parts.shape[0] or walker.over[p] != FRESH or not is_met(walker, p):
            continue
        if marked(parts, p, BLOCKING):
            return p
        if not _on_feature(walker, p):
            state[CLIMBED] += walker.figures[TRAVERSE]
        walker.over[p] = OVER
    return -1


@plain
def _on_feature(walker: Walker, p: int) -> bool:
    """Whether the feature of a part is being traversed already."""
    parts = walker.parts
    for k in range(int(walker.state[MANY])):
        q = int(walker.things[k])
        if q < parts.shape[0] and walker.over[q] == OVER and parts[q, FEATURE] == parts[p, FEATURE] and is_met(walker, q):
            return True
    return False


@plain
def is_met(walker: Walker, p: int) -> bool:
    """Whether a part is neither underfoot nor overhead."""
    return heights_meet(walker.state[LEVEL], walker.state[HEIGHT_], walker.parts[p, BOTTOM], walker.parts[p, TOP])


# --- gaps ---------------------------------------------------------------------------------------


@plain
def take_off(walker: Walker) -> None:
    walker.state[OFF] = walker.state[RUN] = walker.state[GAP] = 0.0


@plain
def soar(walker: Walker, way: float, slack: float) -> None:
    """Count a piece of a jump on which nothing begins or ends: is any of the base on the floor, or on one as high?"""
    state, parts = walker.state, walker.parts
    if walker.figures[GAP_MOST] == math.inf:
        return
    off, gap = True, True
    for k in range(int(state[MANY])):
        p = walker.things[k]
        if p < parts.shape[0] and marked(parts, p, VANTAGE):
            away = abs(parts[p, TOP] - state[LEVEL])
            off = off and away > TOUCH
            gap = gap and away > slack + TOLERANCE
    if off:
        state[OFF] += way
    state[RUN] = state[RUN] + way if gap else 0.0
    state[GAP] = max(state[GAP], state[RUN])


@plain
def too_far(walker: Walker, dropped: float, slack: float, wide: float) -> bool:
    """Whether a jump that came down by so much leads over too wide a gap, or too far off its floor."""
    most = walker.figures[GAP_MOST] + TOLERANCE
    if dropped <= slack + TOLERANCE:
        return bool(walker.state[GAP] > TOLERANCE and walker.state[GAP] + wide > most)
    return bool(walker.state[OFF] > most)
