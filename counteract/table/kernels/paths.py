"""Following a path: what the base meets on it, what is climbed and dropped, how long it is.

A path has a row a waypoint: x, y, the height wished for there (NaN: none), and whether the way to it is a jump (0, 1).
The base moves on a level. Where it begins to overlap a part, that part is underfoot, overhead, or has to be climbed, or
traversed without leaving the level; where it ceases to overlap what it stood on, it drops to the highest thing still
below it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.figures import (
    APART,
    CLIMBED,
    COUNTED,
    DROP_FREE,
    DROPPED,
    FIGURES,
    FLY,
    FRIENDS_BLOCK,
    GONE,
    HEIGHT_,
    INCREMENTS,
    JUMP_MOST,
    JUMP_SLACK,
    LEVEL,
    MANY,
    OVER,
    RADIUS_,
    ROUGH_COST,
    ROWS,
    SIDE_,
    STATES,
    STEP_HIGH,
    TRAVERSE,
    WHERE,
    WHICH,
    Walker,
)
from counteract.table.kernels.outlines import (
    BLOCKING,
    HEIGHT,
    RADIUS,
    SIDE,
    TINY,
    TOP,
    TOUCH,
    UNNOTICED,
    VANTAGE,
    X0,
    X1,
    Y0,
    Y1,
    X,
    Y,
    Z,
    distance,
    marked,
    near_box,
    norm,
    stretches,
)
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import FINE, OFF_BOARD, SNAP, off_board, stand
from counteract.table.kernels.tolls import go_on, in_area, is_met, soar, take_off
from counteract.table.kernels.walker import (
    JUMP_START,
    JUMP_TOO_LONG,
    SOLID,
    TOO_TANGLED,
    WRONG_LEVEL,
    begin,
    bump,
    can_jump,
    land,
    leap,
    note,
    step,
)
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.figures import Bytes, Ints
    from counteract.table.kernels.outlines import Floats

    #: Why not (or FINE), length, how far along the path, the part or body in question, the level at the end,
    #: rows used of the profile, length spent on climbing or traversing, height dropped.
    Trace = tuple[int, float, float, int, float, int, float, float]

#: How far from a wished height a waypoint may be.
WISH = 0.01
#: Events closer together than this happen at the same place.
SAME = 1e-6
#: A stretch that begins or ends so near the end of a segment does so at the end itself.
CORNER = 1e-7


@kernel
def walk(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    path: Floats,
    figures: Floats,
    profile: Floats,
) -> Trace:
    """Follow a path of body ``i`` and see that it can stand at its end.

    The first row of the path is where the body stands. ``profile`` receives rows (distance along the path, level
    from there on), the first being the start.
    """
    over, things, room = scratch(parts, corners, bodies)
    found = trace(parts, corners, width, depth, bodies, i, path, figures, profile, over, things, room)
    if found[0] != FINE:
        return found
    x, y = path[path.shape[0] - 1, X], path[path.shape[0] - 1, Y]
    code, which = stand(parts, corners, width, depth, bodies, i, x, y, found[4], bodies[i, RADIUS], bodies[i, HEIGHT])
    return code, found[1], found[2], which, found[4], found[5], found[6], found[7]


@kernel
def scratch(parts: Floats, corners: Floats, bodies: Floats) -> tuple[Bytes, Ints, Floats]:
    """Room to follow paths in."""
    things = parts.shape[0] + bodies.shape[0]
    return np.empty(things, np.uint8), np.empty(things, np.int64), np.empty((_stretches(parts, corners, bodies) * 4 + STATES, 2))


@plain
def _stretches(parts: Floats, corners: Floats, bodies: Floats) -> int:
    """More stretches than a segment can overlap things on."""
    return int(corners.shape[0] + parts.shape[0] + bodies.shape[0] + 2)


@plain
def trace(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    path: Floats,
    figures: Floats,
    profile: Floats,
    over: Bytes,
    things: Ints,
    room: Floats,
) -> Trace:
    """Follow a path of body ``i``, wherever it ends; the last three give room to work in."""
    size = _stretches(parts, corners, bodies)
    spans, events, state = room[:size], room[size : 4 * size], room[4 * size :, 0]
    over[:] = APART
    state[:] = 0.0
    walker = Walker(parts, corners, bodies, figures, profile, state, over, things)
    code = _start(walker, width, depth, i, path)
    for w in range(1, path.shape[0]):
        if code != FINE:
            break
        if figures[FLY] != 0.0:
            code = _pass_over(walker, width, depth, path, w)
        else:
            code = _leg(walker, width, depth, i, path, w, spans, events)
    which = -1 if code == FINE else int(state[WHICH])
    length = state[COUNTED] + state[CLIMBED] + max(0.0, state[DROPPED] - figures[DROP_FREE])
    return code, length, state[WHERE], which, state[LEVEL], int(state[ROWS]), state[CLIMBED], state[DROPPED]


@plain
def _start(walker: Walker, width: float, depth: float, i: int, path: Floats) -> int:
    """Take stock of what the base overlaps where the path starts."""
    parts, bodies, state = walker.parts, walker.bodies, walker.state
    x, y, level = path[0, X], path[0, Y], path[0, Z]
    r = bodies[i, RADIUS]
    state[RADIUS_], state[HEIGHT_], state[SIDE_], state[WHICH] = r, bodies[i, HEIGHT], bodies[i, SIDE], -1.0
    if math.isnan(level):
        level = bodies[i, Z]
    for p in range(parts.shape[0]):
        if near_box(parts, p, x, y, r) and not marked(parts, p, UNNOTICED):
            if distance(parts, walker.corners, p, x, y) < r - TOUCH:
                begin(walker, p)
                walker.over[p] = OVER
                if abs(parts[p, TOP] - level) <= SNAP:
                    level = parts[p, TOP]
    state[LEVEL] = level
    note(walker)
    if off_board(width, depth, x, y, r):
        return OFF_BOARD
    for k in range(int(state[MANY])):
        p = walker.things[k]
        if is_met(walker, p) and (walker.figures[TRAVERSE] == 0.0 or marked(parts, p, BLOCKING)):
            state[WHICH] = p
            return SOLID
    for j in range(bodies.shape[0]):
        if in_way(bodies, walker.figures, i, j):
            dx, dy = bodies[j, X] - x, bodies[j, Y] - y
            if dx * dx + dy * dy < (r + bodies[j, RADIUS] - TOUCH) ** 2:
                begin(walker, parts.shape[0] + j)
                walker.over[parts.shape[0] + j] = OVER
    return bump(walker, level, level)


@plain
def in_way(bodies: Floats, figures: Floats, i: int, j: int) -> bool:
    """Whether body j is in the way of body i: enemies are, friends if the figures say so."""
    if j == i or bodies[j, RADIUS] < 0.0:
        return False
    return bool(bodies[j, SIDE] != bodies[i, SIDE] or figures[FRIENDS_BLOCK] != 0.0)


@plain
def _pass_over(walker: Walker, width: float, depth: float, path: Floats, w: int) -> int:
    """Fly one segment of a path: over everything, but not off the board; the last one comes down."""
    parts, state = walker.parts, walker.state
    ax, ay = path[w - 1, X], path[w - 1, Y]
    x, y, wish = path[w, X], path[w, Y], path[w, Z]
    length = norm(x - ax, y - ay)
    if length > TINY:
        limit = _board_edge(width, depth, ax, ay, (x - ax) / length, (y - ay) / length, length, state[RADIUS_])
        if limit < length:
            state[WHERE] = state[GONE] + limit
            return OFF_BOARD
    _count(walker, length)
    if w + 1 < path.shape[0]:
        return FINE
    level = 0.0
    for p in range(parts.shape[0]):
        if parts[p, TOP] > level and not wish < parts[p, TOP] - WISH and marked(parts, p, VANTAGE) and in_area(parts, walker.corners, p, x, y):
            level = parts[p, TOP]
    if abs(wish - level) > WISH:  # never so for NaN
        level = wish
    if level != state[LEVEL]:
        state[LEVEL] = level
        note(walker)
    return FINE


@plain
def _count(walker: Walker, length: float) -> None:
    """Add the length of a segment to what is gone, and to what counts."""
    state = walker.state
    state[GONE] = state[WHERE] = state[GONE] + length
    state[COUNTED] += math.ceil(length - TOLERANCE) if walker.figures[INCREMENTS] != 0.0 else length


@plain
def _leg(walker: Walker, width: float, depth: float, i: int, path: Floats, w: int, spans: Floats, events: Floats) -> int:
    """Follow one segment of a path, the one that leads to waypoint ``w``."""
    state, figures = walker.state, walker.figures
    ax, ay = path[w - 1, X], path[w - 1, Y]
    dx, dy = path[w, X] - ax, path[w, Y] - ay
    wish, jump = path[w, Z], path[w, 3] != 0.0
    length = norm(dx, dy)
    gone = state[GONE]
    state[WHERE] = gone
    if jump:
        state[WHICH] = -1.0
        if not can_jump(walker):
            return JUMP_START
        if length > figures[JUMP_MOST] + TOLERANCE:
            return JUMP_TOO_LONG
        take_off(walker)
    if length > TINY:
        ux, uy = dx / length, dy / length
        limit = _board_edge(width, depth, ax, ay, ux, uy, length, state[RADIUS_])
        n = _meet(walker, i, ax, ay, ux, uy, length, spans, events)
        k, done = 0, 0.0
        uneven = jump or figures[ROUGH_COST] != 1.0 or figures[STEP_HIGH] != 0.0
        while k < n and events[k, 0] <= limit:
            here = events[k, 0]
            if uneven:
                _tally(walker, ax, ay, ux, uy, done, here, jump)
                done = here
            m = k + 1
            while m < n and events[m, 0] <= here + SAME:
                m += 1
            state[WHERE] = gone + here
            if state[ROWS] + 2 > walker.profile.shape[0]:
                return TOO_TANGLED
            if jump:
                code = leap(walker, events, k, m, n)
            else:
                code = step(walker, events, k, m, ax + here * ux, ay + here * uy, wish)
            if code != FINE:
                return code
            k = m
        if limit < length:
            state[WHERE], state[WHICH] = gone + limit, -1.0
            return OFF_BOARD
        if uneven:
            _tally(walker, ax, ay, ux, uy, done, length, jump)
    _count(walker, length)
    if jump:
        if state[ROWS] + 2 > walker.profile.shape[0]:
            return TOO_TANGLED
        code = land(walker, path[w, X], path[w, Y], wish)
        if code != FINE:
            return code
    if abs(wish - state[LEVEL]) > WISH:  # never so for NaN
        state[WHICH] = -1.0
        return WRONG_LEVEL
    return FINE


@plain
def _tally(walker: Walker, ax: float, ay: float, ux: float, uy: float, low: float, high: float, jump: bool) -> None:
    """Count a piece of a segment between two changes, where that takes more than its length."""
    if jump:
        soar(walker, high - low, walker.figures[JUMP_SLACK])
    go_on(walker, ax, ay, ux, uy, low, high)


@plain
def _board_edge(width: float, depth: float, ax: float, ay: float, ux: float, uy: float, length: float, r: float) -> float:
    """How far along a segment the base stays on the board; infinitely if to the end."""
    if not off_board(width, depth, ax + length * ux, ay + length * uy, r):
        return math.inf
    best = length - TINY
    if ux < -TINY:
        best = min(best, (ax - r) / -ux)
    if ux > TINY:
        best = min(best, (width - r - ax) / ux)
    if uy < -TINY:
        best = min(best, (ay - r) / -uy)
    if uy > TINY:
        best = min(best, (depth - r - ay) / uy)
    return max(0.0, best)


@plain
def _meet(walker: Walker, i: int, ax: float, ay: float, ux: float, uy: float, length: float, spans: Floats, events: Floats) -> int:
    """List in order where overlaps begin and end along a segment: rows (distance, 2 * thing + 1 if it ends)."""
    parts, bodies, over = walker.parts, walker.bodies, walker.over
    n = 0
    rho = walker.state[RADIUS_] - TOUCH
    bx, by = ax + length * ux, ay + length * uy
    low_x, high_x, low_y, high_y = min(ax, bx) - rho, max(ax, bx) + rho, min(ay, by) - rho, max(ay, by) + rho
    for p in range(parts.shape[0]):
        if parts[p, X1] > low_x and parts[p, X0] < high_x and parts[p, Y1] > low_y and parts[p, Y0] < high_y:
            if not marked(parts, p, UNNOTICED):
                found = stretches(parts, walker.corners, p, ax, ay, ux, uy, length, rho, spans)
                n = _list(over, p, spans, found, length, events, n)
        elif over[p] != APART:
            n = _list(over, p, spans, 0, length, events, n)
    for j in range(bodies.shape[0]):
        if not in_way(bodies, walker.figures, i, j):
            continue
        wx, wy = bodies[j, X] - ax, bodies[j, Y] - ay
        t, h = wx * ux + wy * uy, ux * wy - uy * wx
        wide = rho + bodies[j, RADIUS]
        found = 0
        if abs(h) < wide:
            half = math.sqrt(wide * wide - h * h)
            spans[0, 0], spans[0, 1] = max(0.0, t - half), min(length, t + half)
            found = 1 if spans[0, 0] < spans[0, 1] else 0
        thing = parts.shape[0] + j
        if found > 0 or over[thing] != APART:
            n = _list(over, thing, spans, found, length, events, n)
    return n


@plain
def _list(over: Bytes, thing: int, spans: Floats, found: int, length: float, events: Floats, n: int) -> int:
    """Add the beginnings and ends of a thing's overlaps to the events."""
    already = over[thing] != APART
    if already and (found == 0 or spans[0, 0] > CORNER):
        n = _enlist(events, n, 0.0, 2 * thing + 1)
        already = False
    for k in range(found):
        if not already:
            n = _enlist(events, n, spans[k, 0], 2 * thing)
        already = False
        if spans[k, 1] < length - CORNER:
            n = _enlist(events, n, spans[k, 1], 2 * thing + 1)
    return n


@plain
def _enlist(events: Floats, n: int, s: float, what: int) -> int:
    """Put an event among others in order."""
    at = n
    while at > 0 and events[at - 1, 0] > s:
        events[at, 0], events[at, 1] = events[at - 1, 0], events[at - 1, 1]
        at -= 1
    events[at, 0], events[at, 1] = s, what
    return n + 1


def warm() -> None:
    """Make everything about moving ready, or load it from the disk, by using it once on a toy table."""
    from counteract.table.kernels.bends import bends
    from counteract.table.kernels.candidates import explore, mesh, targets
    from counteract.table.kernels.contacts import REPORTS, contacts
    from counteract.table.kernels.exact import MOST_ROWS, can_reach, ways_exactly
    from counteract.table.kernels.extremes import extreme
    from counteract.table.kernels.fans import fans
    from counteract.table.kernels.ground import levels, nodes, places
    from counteract.table.kernels.room import room_beside
    from counteract.table.kernels.tolls import on_area

    parts = np.array([[4.0, 2.0, 5.0, 4.0, 0.0, 5.0, 0.0, 0.0, 0.0, 4.0]])
    corners = np.array([[4.0, 2.0], [5.0, 2.0], [5.0, 4.0], [4.0, 4.0]])
    bodies = np.array([[2.0, 3.0, 0.0, 0.5, 1.5, 0.0], [7.0, 3.0, 0.0, 0.5, 1.5, 1.0]])
    path = np.array([[2.0, 3.0, 0.0, 0.0], [3.0, 3.0, 0.0, 0.0]])
    figures = np.zeros(FIGURES)
    profile, out, none = np.empty((8, 2)), np.empty((2, REPORTS)), np.empty((0, 3))
    stand(parts, corners, 9.0, 6.0, bodies, 0, 3.0, 3.0, 0.0, 0.5, 1.5)
    walk(parts, corners, 9.0, 6.0, bodies, 0, path, figures, profile)
    contacts(parts, corners, bodies, 0, path, profile, 1, 1.0, 0, out)
    on_area(parts, corners, 3.0, 3.0, 0.0, 0.5, 1)
    room_beside(parts, corners, 9.0, 6.0, bodies, 0, 1, 1.0)
    levels(parts)
    corner_nodes = nodes(parts, corners, 9.0, 6.0, 0.5, 1.5, False, False)
    spots = places(parts, corners, 9.0, 6.0, 0.5, 1.5, 1.0)
    memo = np.full((len(corner_nodes), len(corner_nodes) + len(spots)), np.nan)
    ask, marks = np.array([0.0, 9.0, 6.0, 6.0, 1.0, 1.0, 0.0, -1.0, 0.0, 0.0]), np.zeros(2, np.int8)
    asked = targets(spots, bodies, marks, ask, none, np.array([0.5]), 4)
    mesh(bodies, ask, 0.0, 1.0)
    extreme(parts, corners, bodies, figures, marks, ask, corner_nodes, memo, spots, 1, 1.0)
    ways, found = np.empty((16 * len(asked), 3)), np.empty((len(asked), 2), np.int64)
    explore(parts, corners, bodies, figures, marks, ask, corner_nodes, memo, asked, -1, -1, ways, found)
    circles, ways, found = bends(parts, corners, 9.0, 6.0, 0.5, 1.5, False, False, corner_nodes), np.empty((MOST_ROWS, 3)), np.empty((1, 2), np.int64)
    ways_exactly(parts, corners, bodies, figures, marks, ask, circles, np.empty((0, 4)), spots, True, 1, ways, found)
    can_reach(parts, corners, bodies, figures, marks, ask, circles, spots, np.zeros(len(spots), np.int8))
    fans(parts, corners, bodies, figures, marks, ask, circles)
