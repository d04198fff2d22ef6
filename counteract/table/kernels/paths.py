"""Following a path: what the base meets on it, what is climbed and dropped, how long it is.

A path has a row a waypoint: x, y, the height wished for there (NaN: none), and whether the way to it is a jump (0, 1).
The base moves on a level. Where it begins to overlap a part, that part is underfoot, overhead, or has to be climbed;
where it ceases to overlap what it stood on, it drops to the highest thing still below it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.outlines import (
    BLOCKING,
    BOTTOM,
    HEIGHT,
    LADDER,
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
from counteract.table.kernels.standing import FINE, OFF_BOARD, SNAP, heights_meet, off_board, stand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.kernels.outlines import Floats

    Bytes = NDArray[np.uint8]
    #: Why not (or FINE), length, how far along the path, the part or body in question, the level at the end,
    #: rows used of the profile, length spent on climbing, height dropped.
    Trace = tuple[int, float, float, int, float, int, float, float]

# Why a path is refused (besides FINE, OFF_BOARD and the END_ codes of standing).
SOLID = 5
TOO_HIGH = 6
NO_CLIMB = 7
ENEMY_BASE = 8
WRONG_LEVEL = 9
JUMP_START = 10
JUMP_TOO_LONG = 11
TOO_TANGLED = 12

# Columns of the movement figures.
CLIMB, CLIMB_LEAST, CLIMB_MOST, DROP_FREE, JUMP_FROM, JUMP_MOST, JUMP_SLACK, LADDER_REACH, INCREMENTS = range(9)

#: "At most d" allows this much more.
TOLERANCE = 0.001
#: How far from a wished height a waypoint may be.
WISH = 0.01
#: Events closer together than this happen at the same place.
SAME = 1e-6
#: A stretch that begins or ends so near the end of a segment does so at the end itself.
CORNER = 1e-7

# The walker's state: level, distance gone in plan, the same as it counts, length spent on climbing, height dropped,
# rows of the profile, and where and on what it was stopped.
LEVEL, GONE, COUNTED, CLIMBED, DROPPED, ROWS, WHERE, WHICH, STATES = range(9)

# What the walker knows of a part or body: apart, overlapped, overlapped since this very place (or since take-off).
APART, OVER, FRESH = 0, 1, 2


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
    found = trace(parts, corners, width, depth, bodies, i, path, figures, profile)
    if found[0] != FINE:
        return found
    end = path.shape[0] - 1
    code, which = stand(
        parts,
        corners,
        width,
        depth,
        bodies,
        i,
        path[end, X],
        path[end, Y],
        found[4],
        bodies[i, RADIUS],
        bodies[i, HEIGHT],
    )
    return code, found[1], found[2], which, found[4], found[5], found[6], found[7]


@kernel
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
) -> Trace:
    """Follow a path of body ``i``, wherever it ends."""
    over, events = scratch(parts, corners, bodies)
    return trace_in(parts, corners, width, depth, bodies, i, path, figures, profile, over, events)


@kernel
def scratch(parts: Floats, corners: Floats, bodies: Floats) -> tuple[Bytes, Floats]:
    """Room to work in, for callers that follow many paths."""
    things = parts.shape[0] + bodies.shape[0]
    return np.empty(things, np.uint8), np.empty((4 * (corners.shape[0] + things + 2) + STATES, 2))


@kernel
def trace_in(
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
    room: Floats,
) -> Trace:
    """Follow a path of body ``i``, wherever it ends, in room to work in that is there already."""
    size = corners.shape[0] + parts.shape[0] + bodies.shape[0] + 2
    spans, events, state = room[:size], room[size : 4 * size], room[4 * size :, 0]
    over[:] = APART
    state[:] = 0.0
    code = _begin(parts, corners, width, depth, bodies, i, path, over, state, profile)
    for w in range(1, path.shape[0]):
        if code != FINE:
            break
        code = _leg(
            parts, corners, width, depth, bodies, i, path, w, figures, over, spans, events, state, profile
        )
    which = -1 if code == FINE else int(state[WHICH])
    length = state[COUNTED] + state[CLIMBED] + max(0.0, state[DROPPED] - figures[DROP_FREE])
    return (
        code,
        length,
        state[WHERE],
        which,
        state[LEVEL],
        int(state[ROWS]),
        state[CLIMBED],
        state[DROPPED],
    )


@kernel
def _begin(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    path: Floats,
    over: Bytes,
    state: Floats,
    profile: Floats,
) -> int:
    """Take stock of what the base overlaps where the path starts."""
    x, y, level = path[0, X], path[0, Y], path[0, Z]
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    if math.isnan(level):
        level = bodies[i, Z]
    state[WHICH] = -1.0
    for p in range(parts.shape[0]):
        if near_box(parts, p, x, y, r) and not marked(parts, p, UNNOTICED):
            if distance(parts, corners, p, x, y) < r - TOUCH:
                over[p] = OVER
                if abs(parts[p, TOP] - level) <= SNAP:
                    level = parts[p, TOP]
    state[LEVEL] = level
    _mark(state, profile)
    if off_board(width, depth, x, y, r):
        return OFF_BOARD
    for p in range(parts.shape[0]):
        if over[p] != APART and heights_meet(level, height, parts[p, BOTTOM], parts[p, TOP]):
            state[WHICH] = p
            return SOLID
    for j in range(bodies.shape[0]):
        if bodies[j, RADIUS] >= 0.0 and bodies[j, SIDE] != bodies[i, SIDE]:
            dx, dy = bodies[j, X] - x, bodies[j, Y] - y
            if dx * dx + dy * dy < (r + bodies[j, RADIUS] - TOUCH) ** 2:
                over[parts.shape[0] + j] = OVER
    return _bump(parts, bodies, over, level, level + height, state)


@kernel
def _leg(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    path: Floats,
    w: int,
    figures: Floats,
    over: Bytes,
    spans: Floats,
    events: Floats,
    state: Floats,
    profile: Floats,
) -> int:
    """Follow one segment of a path, the one that leads to waypoint ``w``."""
    ax, ay = path[w - 1, X], path[w - 1, Y]
    dx, dy = path[w, X] - ax, path[w, Y] - ay
    wish, jump = path[w, Z], path[w, 3] != 0.0
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    length = norm(dx, dy)
    gone = state[GONE]
    state[WHERE] = gone
    if jump:
        state[WHICH] = -1.0
        if not _can_jump(parts, over, state[LEVEL], figures[JUMP_FROM]):
            return JUMP_START
        if length > figures[JUMP_MOST] + TOLERANCE:
            return JUMP_TOO_LONG
    if length > TINY:
        ux, uy = dx / length, dy / length
        limit = _board_edge(width, depth, ax, ay, ux, uy, length, r)
        n = _meet(parts, corners, bodies, i, ax, ay, ux, uy, length, over, spans, events)
        k = 0
        while k < n and events[k, 0] <= limit:
            here = events[k, 0]
            m = k + 1
            while m < n and events[m, 0] <= here + SAME:
                m += 1
            state[WHERE] = gone + here
            if state[ROWS] + 2 > profile.shape[0]:
                return TOO_TANGLED
            if jump:
                code = _fly(parts, bodies, over, events, k, m, n, height, state)
            else:
                x, y = ax + here * ux, ay + here * uy
                code = _step(
                    parts, corners, bodies, over, events, k, m, x, y, r, height, wish, figures, state, profile
                )
            if code != FINE:
                return code
            k = m
        if limit < length:
            state[WHERE] = gone + limit
            state[WHICH] = -1.0
            return OFF_BOARD
    state[GONE] = gone + length
    state[WHERE] = gone + length
    state[COUNTED] += math.ceil(length - TOLERANCE) if figures[INCREMENTS] != 0.0 else length
    if jump:
        code = _land(
            parts, corners, bodies, over, path[w, X], path[w, Y], r, height, wish, figures, state, profile
        )
        if code != FINE:
            return code
    if abs(wish - state[LEVEL]) > WISH:  # never so for NaN
        state[WHICH] = -1.0
        return WRONG_LEVEL
    return FINE


@kernel
def _board_edge(
    width: float, depth: float, ax: float, ay: float, ux: float, uy: float, length: float, r: float
) -> float:
    """How far along a segment the base stays on the board; more than its length if to the end."""
    if not off_board(width, depth, ax + length * ux, ay + length * uy, r):
        return math.inf
    best = length
    if ux < -TINY:
        best = min(best, (ax - r) / -ux)
    if ux > TINY:
        best = min(best, (width - r - ax) / ux)
    if uy < -TINY:
        best = min(best, (ay - r) / -uy)
    if uy > TINY:
        best = min(best, (depth - r - ay) / uy)
    return max(0.0, min(best, length - TINY))


@kernel
def _meet(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    i: int,
    ax: float,
    ay: float,
    ux: float,
    uy: float,
    length: float,
    over: Bytes,
    spans: Floats,
    events: Floats,
) -> int:
    """List in order where overlaps begin and end along a segment: rows (distance, 2 * thing + 1 if it ends)."""
    n = 0
    r = bodies[i, RADIUS]
    rho = r - TOUCH
    bx, by = ax + length * ux, ay + length * uy
    low_x, high_x, low_y, high_y = min(ax, bx) - rho, max(ax, bx) + rho, min(ay, by) - rho, max(ay, by) + rho
    for p in range(parts.shape[0]):
        if parts[p, X1] > low_x and parts[p, X0] < high_x and parts[p, Y1] > low_y and parts[p, Y0] < high_y:
            if not marked(parts, p, UNNOTICED):
                found = stretches(parts, corners, p, ax, ay, ux, uy, length, rho, spans)
                n = _list(over, p, spans, found, length, events, n)
        elif over[p] != APART:
            n = _list(over, p, spans, 0, length, events, n)
    for j in range(bodies.shape[0]):
        if bodies[j, RADIUS] < 0.0 or bodies[j, SIDE] == bodies[i, SIDE]:
            continue
        wx, wy = bodies[j, X] - ax, bodies[j, Y] - ay
        t, h = wx * ux + wy * uy, ux * wy - uy * wx
        room = rho + bodies[j, RADIUS]
        found = 0
        if abs(h) < room:
            half = math.sqrt(room * room - h * h)
            spans[0, 0], spans[0, 1] = max(0.0, t - half), min(length, t + half)
            found = 1 if spans[0, 0] < spans[0, 1] else 0
        thing = parts.shape[0] + j
        if found > 0 or over[thing] != APART:
            n = _list(over, thing, spans, found, length, events, n)
    return n


@kernel
def _list(
    over: Bytes, thing: int, spans: Floats, found: int, length: float, events: Floats, n: int
) -> int:
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


@kernel
def _enlist(events: Floats, n: int, s: float, what: int) -> int:
    at = n
    while at > 0 and events[at - 1, 0] > s:
        events[at, 0], events[at, 1] = events[at - 1, 0], events[at - 1, 1]
        at -= 1
    events[at, 0], events[at, 1] = s, what
    return n + 1


@kernel
def _step(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    over: Bytes,
    events: Floats,
    k: int,
    m: int,
    x: float,
    y: float,
    r: float,
    height: float,
    wish: float,
    figures: Floats,
    state: Floats,
    profile: Floats,
) -> int:
    """Carry out what happens at one place of a walk: climb what begins there, then drop from what ends there."""
    before = state[LEVEL]
    for e in range(k, m):
        if int(events[e, 1]) & 1 == 0:
            over[int(events[e, 1]) >> 1] = FRESH
    code = _climb(parts, corners, over, x, y, r, height, wish, figures, 0.0, state, profile)
    if code != FINE:
        return code
    peak = state[LEVEL]
    for e in range(k, m):
        if int(events[e, 1]) & 1 == 0:
            over[int(events[e, 1]) >> 1] = OVER
    for e in range(k, m):
        if int(events[e, 1]) & 1 == 1:
            over[int(events[e, 1]) >> 1] = APART
    _drop(parts, over, 0.0, state, profile)
    return _bump(parts, bodies, over, min(before, state[LEVEL]), peak + height, state)


@kernel
def _fly(
    parts: Floats,
    bodies: Floats,
    over: Bytes,
    events: Floats,
    k: int,
    m: int,
    n: int,
    height: float,
    state: Floats,
) -> int:
    """Carry out what happens at one place of a jump: what is in the way must be what the jump lands on."""
    level = state[LEVEL]
    for e in range(k, m):
        what = int(events[e, 1])
        thing = what >> 1
        over[thing] = FRESH if what & 1 == 0 else APART
        if what & 1 == 1 or thing >= parts.shape[0]:
            continue
        if heights_meet(level, height, parts[thing, BOTTOM], parts[thing, TOP]):
            for later in range(k, n):
                if int(events[later, 1]) == what + 1:
                    state[WHICH] = thing
                    return SOLID
    return _bump(parts, bodies, over, level, level + height, state)


@kernel
def _land(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    over: Bytes,
    x: float,
    y: float,
    r: float,
    height: float,
    wish: float,
    figures: Floats,
    state: Floats,
    profile: Floats,
) -> int:
    """Come down (or up) at the end of a jump; a small difference of heights is disregarded."""
    before = state[LEVEL]
    if state[ROWS] + 2 > profile.shape[0]:
        return TOO_TANGLED
    code = _climb(parts, corners, over, x, y, r, height, wish, figures, figures[JUMP_SLACK], state, profile)
    if code != FINE:
        return code
    for thing in range(over.shape[0]):
        if over[thing] == FRESH:
            over[thing] = OVER
    peak = state[LEVEL]
    _drop(parts, over, figures[JUMP_SLACK], state, profile)
    return _bump(parts, bodies, over, min(before, state[LEVEL]), peak + height, state)


@kernel
def _can_jump(parts: Floats, over: Bytes, level: float, jump_from: float) -> bool:
    """Whether the base is on a vantage part high enough to jump from."""
    if level <= jump_from + TOUCH:
        return False
    for p in range(parts.shape[0]):
        if over[p] != APART and marked(parts, p, VANTAGE) and abs(parts[p, TOP] - level) <= TOUCH:
            return True
    return False


@kernel
def _climb(
    parts: Floats,
    corners: Floats,
    over: Bytes,
    x: float,
    y: float,
    r: float,
    height: float,
    wish: float,
    figures: Floats,
    slack: float,
    state: Floats,
    profile: Floats,
) -> int:
    """Climb to the top of what is freshly overlapped and in the way, if need and leave there be."""
    level = state[LEVEL]
    target, which, stuck = _needed(parts, over, level, height, wish)
    if which < 0:
        return FINE
    state[WHICH] = which
    if stuck:
        return SOLID
    rise = target - level
    if rise > slack + (TOLERANCE if slack > 0.0 else 0.0):
        if figures[CLIMB] == 0.0:
            return NO_CLIMB
        if _ladder_near(parts, corners, x, y, r + figures[LADDER_REACH] + TOLERANCE, level, target):
            state[CLIMBED] += rise
        else:
            if rise > figures[CLIMB_MOST] + TOLERANCE:
                return TOO_HIGH
            state[CLIMBED] += max(rise, figures[CLIMB_LEAST])
    state[LEVEL] = target
    _mark(state, profile)
    return FINE


@kernel
def _needed(
    parts: Floats, over: Bytes, level: float, height: float, wish: float
) -> tuple[float, int, bool]:
    """How high to climb, the part that decides it (-1: no climb), and whether it cannot be done at all.

    Climbing one part may bring the head into another, which then has to be climbed too; but not if the base was
    already under it.
    """
    target, which = level, -1
    again = True
    while again:
        again = False
        for p in range(parts.shape[0]):
            top = parts[p, TOP]
            if over[p] == APART or top <= target + TOUCH:
                continue
            if parts[p, BOTTOM] >= target + height - TOUCH:
                wanted = over[p] == FRESH and marked(parts, p, VANTAGE) and wish >= top - TOUCH
                if not wanted:
                    continue
            if over[p] != FRESH or marked(parts, p, BLOCKING):
                return target, p, True
            target, which, again = top, p, True
    return target, which, False


@kernel
def _ladder_near(
    parts: Floats, corners: Floats, x: float, y: float, reach: float, level: float, target: float
) -> bool:
    """Whether a ladder that serves this climb is near enough to the base."""
    for p in range(parts.shape[0]):
        if marked(parts, p, LADDER) and parts[p, BOTTOM] < target and parts[p, TOP] > level:
            if near_box(parts, p, x, y, reach) and distance(parts, corners, p, x, y) <= reach:
                return True
    return False


@kernel
def _drop(parts: Floats, over: Bytes, slack: float, state: Floats, profile: Floats) -> None:
    """Come down to the highest thing under the base, or to the board floor."""
    level, ground = state[LEVEL], 0.0
    for p in range(parts.shape[0]):
        if over[p] != APART and parts[p, TOP] <= level + TOUCH:
            ground = max(ground, parts[p, TOP])
    fall = level - ground
    if fall > TINY:
        if fall > slack + (TOLERANCE if slack > 0.0 else 0.0):
            state[DROPPED] += fall
        state[LEVEL] = ground
        _mark(state, profile)


@kernel
def _bump(parts: Floats, bodies: Floats, over: Bytes, low: float, high: float, state: Floats) -> int:
    """Refuse to be in an enemy's base at any height from low to high."""
    for j in range(bodies.shape[0]):
        if over[parts.shape[0] + j] != APART:
            if heights_meet(low, high - low, bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]):
                state[WHICH] = j
                return ENEMY_BASE
    return FINE


@kernel
def _mark(state: Floats, profile: Floats) -> None:
    row = int(state[ROWS])
    profile[row, 0], profile[row, 1] = state[WHERE], state[LEVEL]
    state[ROWS] = row + 1
