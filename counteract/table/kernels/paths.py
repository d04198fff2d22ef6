"""Path of a swept disc over terrain: events where overlaps begin and end, level changes and cost, from a path, parts, corners and bodies.

A path has a row for each waypoint: x, y, the wanted level (NaN: any), and 1 if a jump leads there. The base moves on a level. Where
it begins to overlap a part, that part is underfoot, overhead, or must be climbed or traversed; where it ceases to overlap what it
stood on, it drops to the highest thing still below it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import BLOCKING, HEIGHT, RADIUS, SIDE, TOP, UNNOTICED, VANTAGE, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.level_changes import (
    JUMP_START,
    JUMP_TOO_LONG,
    LEVEL_SLACK,
    SOLID,
    TOO_MANY_CHANGES,
    begin_overlap,
    can_jump,
    change_level,
    check_bases,
    climb_through_floors,
    land,
    pass_in_jump,
    record_level,
)
from counteract.table.kernels.movement_costs import charge_ground, is_at_level, is_in_footprint, measure_gap, start_gap
from counteract.table.kernels.mover import (
    APART,
    CLIMBED,
    COUNTED,
    CULPRIT,
    DISTANCE_GONE,
    DROP_FREE,
    DROPPED,
    FLY,
    FRIENDS_BLOCK,
    INCREMENTS,
    JUMP_MOST,
    JUMP_SLACK,
    LEVEL,
    LEVELS_RECORDED,
    MOVER_HEIGHT,
    MOVER_RADIUS,
    MOVER_SIDE,
    OVERLAPPED,
    OVERLAPS,
    PARAMETERS,
    ROUGH_COST,
    STATE_SIZE,
    STEP_HIGH,
    STOPPED_AT,
    TRAVERSE,
    Mover,
)
from counteract.table.kernels.placement import OFF_BOARD, OK, check_placement, is_off_board
from counteract.table.kernels.polygons import distance_to_part, find_overlaps, has_mark, is_near_box, norm
from counteract.table.units import SNAP, TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Bytes, Floats, Ints

    #: Why not (or FINE), length, how far along the path, the part or body in question, the level at the end,
    #: rows used of the profile, length spent on climbing or traversing, height dropped.
    Trace = tuple[int, float, float, int, float, int, float, float]

#: Events closer together than this happen at the same place.
SAME_PLACE = 1e-6
#: A stretch that begins or ends so near the end of a segment does so at the end itself.
SEGMENT_END = 1e-7


@kernel
def measure_path(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    path: Floats,
    params: Floats,
    profile: Floats,
) -> Trace:
    """Trace a path of body ``i`` and check that it can stand at its end.

    The first row of the path is the place of the body. ``profile`` receives rows (distance along the path, level from there on), the
    first being the start.
    """
    overlap, overlapped, scratch = allocate_trace(parts, corners, bodies)
    found = trace_path(parts, corners, width, depth, bodies, i, path, params, profile, overlap, overlapped, scratch)
    if found[0] != OK:
        return found
    x, y = path[path.shape[0] - 1, X], path[path.shape[0] - 1, Y]
    code, which = check_placement(parts, corners, width, depth, bodies, i, x, y, found[4], bodies[i, RADIUS], bodies[i, HEIGHT])
    return code, found[1], found[2], which, found[4], found[5], found[6], found[7]


@kernel
def allocate_trace(parts: Floats, corners: Floats, bodies: Floats) -> tuple[Bytes, Ints, Floats]:
    """Allocate the work space of ``trace_path``."""
    overlapped = parts.shape[0] + bodies.shape[0]
    return np.empty(overlapped, np.uint8), np.empty(overlapped, np.int64), np.empty((_max_overlaps(parts, corners, bodies) * 4 + STATE_SIZE, 2))


@allocation_free
def _max_overlaps(parts: Floats, corners: Floats, bodies: Floats) -> int:
    """Return an upper bound of the intervals on which a segment overlaps obstacles."""
    return int(corners.shape[0] + parts.shape[0] + bodies.shape[0] + 2)


@allocation_free
def trace_path(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    path: Floats,
    params: Floats,
    profile: Floats,
    overlap: Bytes,
    overlapped: Ints,
    scratch: Floats,
) -> Trace:
    """Trace a path of body ``i``, wherever it ends; the last three arguments are work space."""
    size = _max_overlaps(parts, corners, bodies)
    spans, events, state = scratch[:size], scratch[size : 4 * size], scratch[4 * size :, 0]
    overlap[:] = APART
    state[:] = 0.0
    mover = Mover(parts, corners, bodies, params, profile, state, overlap, overlapped)
    code = _start(mover, width, depth, i, path)
    for w in range(1, path.shape[0]):
        if code != OK:
            break
        if params[FLY] != 0.0:
            code = _fly_segment(mover, width, depth, path, w)
        else:
            code = _trace_segment(mover, width, depth, i, path, w, spans, events)
    which = -1 if code == OK else int(state[CULPRIT])
    length = state[COUNTED] + state[CLIMBED] + max(0.0, state[DROPPED] - params[DROP_FREE])
    return code, length, state[STOPPED_AT], which, state[LEVEL], int(state[LEVELS_RECORDED]), state[CLIMBED], state[DROPPED]


@allocation_free
def _start(mover: Mover, width: float, depth: float, i: int, path: Floats) -> int:
    """Record the overlaps at the start of the path."""
    parts, bodies, state = mover.parts, mover.bodies, mover.state
    x, y, level = path[0, X], path[0, Y], path[0, Z]
    r = bodies[i, RADIUS]
    state[MOVER_RADIUS], state[MOVER_HEIGHT], state[MOVER_SIDE], state[CULPRIT] = r, bodies[i, HEIGHT], bodies[i, SIDE], -1.0
    if math.isnan(level):
        level = bodies[i, Z]
    for p in range(parts.shape[0]):
        if is_near_box(parts, p, x, y, r) and not has_mark(parts, p, UNNOTICED):
            if distance_to_part(parts, mover.corners, p, x, y) < r - TOUCH:
                begin_overlap(mover, p)
                mover.overlap[p] = OVERLAPPED
                if abs(parts[p, TOP] - level) <= SNAP:
                    level = parts[p, TOP]
    state[LEVEL] = level
    record_level(mover)
    if is_off_board(width, depth, x, y, r):
        return OFF_BOARD
    for k in range(int(state[OVERLAPS])):
        p = mover.overlapped[k]
        if is_at_level(mover, p) and (mover.params[TRAVERSE] == 0.0 or has_mark(parts, p, BLOCKING)):
            state[CULPRIT] = p
            return SOLID
    for j in range(bodies.shape[0]):
        if is_blocking_body(bodies, mover.params, i, j):
            dx, dy = bodies[j, X] - x, bodies[j, Y] - y
            if dx * dx + dy * dy < (r + bodies[j, RADIUS] - TOUCH) ** 2:
                begin_overlap(mover, parts.shape[0] + j)
                mover.overlap[parts.shape[0] + j] = OVERLAPPED
    return check_bases(mover, level, level)


@allocation_free
def is_blocking_body(bodies: Floats, params: Floats, i: int, j: int) -> bool:
    """Return True if body j is in the way of body i: an enemy, or a friend if friends block."""
    if j == i or bodies[j, RADIUS] < 0.0:
        return False
    return bool(bodies[j, SIDE] != bodies[i, SIDE] or params[FRIENDS_BLOCK] != 0.0)


@allocation_free
def _fly_segment(mover: Mover, width: float, depth: float, path: Floats, w: int) -> int:
    """Fly a segment: over everything, but not off the board; the last one comes down."""
    parts, state = mover.parts, mover.state
    ax, ay = path[w - 1, X], path[w - 1, Y]
    x, y, wanted_level = path[w, X], path[w, Y], path[w, Z]
    length = norm(x - ax, y - ay)
    if length > TINY:
        limit = _find_board_edge(width, depth, ax, ay, (x - ax) / length, (y - ay) / length, length, state[MOVER_RADIUS])
        if limit < length:
            state[STOPPED_AT] = state[DISTANCE_GONE] + limit
            return OFF_BOARD
    _add_length(mover, length)
    if w + 1 < path.shape[0]:
        return OK
    level = 0.0
    for p in range(parts.shape[0]):
        if (
            parts[p, TOP] > level
            and not wanted_level < parts[p, TOP] - LEVEL_SLACK
            and has_mark(parts, p, VANTAGE)
            and is_in_footprint(parts, mover.corners, p, x, y)
        ):
            level = parts[p, TOP]
    if abs(wanted_level - level) > LEVEL_SLACK:  # never so for NaN
        level = wanted_level
    if level != state[LEVEL]:
        state[LEVEL] = level
        record_level(mover)
    return OK


@allocation_free
def _add_length(mover: Mover, length: float) -> None:
    """Add the length of a segment to the distance gone and to the cost."""
    state = mover.state
    state[DISTANCE_GONE] = state[STOPPED_AT] = state[DISTANCE_GONE] + length
    state[COUNTED] += math.ceil(length - TOLERANCE) if mover.params[INCREMENTS] != 0.0 else length


@allocation_free
def _trace_segment(mover: Mover, width: float, depth: float, i: int, path: Floats, w: int, spans: Floats, events: Floats) -> int:
    """Trace the segment to waypoint ``w``."""
    state, params = mover.state, mover.params
    ax, ay = path[w - 1, X], path[w - 1, Y]
    dx, dy = path[w, X] - ax, path[w, Y] - ay
    wanted_level, jump = path[w, Z], path[w, 3] != 0.0
    length = norm(dx, dy)
    gone = state[DISTANCE_GONE]
    state[STOPPED_AT] = gone
    if jump:
        state[CULPRIT] = -1.0
        if not can_jump(mover):
            return JUMP_START
        if length > params[JUMP_MOST] + TOLERANCE:
            return JUMP_TOO_LONG
        start_gap(mover)
    if length > TINY:
        ux, uy = dx / length, dy / length
        limit = _find_board_edge(width, depth, ax, ay, ux, uy, length, state[MOVER_RADIUS])
        n = _list_events(mover, i, ax, ay, ux, uy, length, spans, events)
        k, done = 0, 0.0
        uneven = jump or params[ROUGH_COST] != 1.0 or params[STEP_HIGH] != 0.0
        while k < n and events[k, 0] <= limit:
            here = events[k, 0]
            if uneven:
                _charge_piece(mover, ax, ay, ux, uy, done, here, jump)
                done = here
            m = k + 1
            while m < n and events[m, 0] <= here + SAME_PLACE:
                m += 1
            state[STOPPED_AT] = gone + here
            if state[LEVELS_RECORDED] + 2 > mover.profile.shape[0]:
                return TOO_MANY_CHANGES
            if jump:
                code = pass_in_jump(mover, events, k, m, n)
            else:
                code = change_level(mover, events, k, m, ax + here * ux, ay + here * uy, wanted_level)
            if code != OK:
                return code
            k = m
        if limit < length:
            state[STOPPED_AT], state[CULPRIT] = gone + limit, -1.0
            return OFF_BOARD
        if uneven:
            _charge_piece(mover, ax, ay, ux, uy, done, length, jump)
    _add_length(mover, length)
    if jump:
        if state[LEVELS_RECORDED] + 2 > mover.profile.shape[0]:
            return TOO_MANY_CHANGES
        code = land(mover, path[w, X], path[w, Y], wanted_level)
        if code != OK:
            return code
    if abs(wanted_level - state[LEVEL]) > LEVEL_SLACK:  # never so for NaN
        state[CULPRIT] = -1.0
        return climb_through_floors(mover, path[w, X], path[w, Y], wanted_level)
    return OK


@allocation_free
def _charge_piece(mover: Mover, ax: float, ay: float, ux: float, uy: float, low: float, high: float, jump: bool) -> None:
    """Charge a piece of a segment between two events, beyond its length."""
    if jump:
        measure_gap(mover, high - low, mover.params[JUMP_SLACK])
    charge_ground(mover, ax, ay, ux, uy, low, high)


@allocation_free
def _find_board_edge(width: float, depth: float, ax: float, ay: float, ux: float, uy: float, length: float, r: float) -> float:
    """Return the distance along a segment up to which the base is on the board; infinite if to its end."""
    if not is_off_board(width, depth, ax + length * ux, ay + length * uy, r):
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


@allocation_free
def _list_events(mover: Mover, i: int, ax: float, ay: float, ux: float, uy: float, length: float, spans: Floats, events: Floats) -> int:
    """List the events of a segment in order: rows (distance, 2 * obstacle, + 1 if the overlap ends)."""
    parts, bodies, overlap = mover.parts, mover.bodies, mover.overlap
    n = 0
    rho = mover.state[MOVER_RADIUS] - TOUCH
    bx, by = ax + length * ux, ay + length * uy
    low_x, high_x, low_y, high_y = min(ax, bx) - rho, max(ax, bx) + rho, min(ay, by) - rho, max(ay, by) + rho
    for p in range(parts.shape[0]):
        if parts[p, X1] > low_x and parts[p, X0] < high_x and parts[p, Y1] > low_y and parts[p, Y0] < high_y:
            if not has_mark(parts, p, UNNOTICED):
                found = find_overlaps(parts, mover.corners, p, ax, ay, ux, uy, length, rho, spans)
                n = _add_events(overlap, p, spans, found, length, events, n)
        elif overlap[p] != APART:
            n = _add_events(overlap, p, spans, 0, length, events, n)
    for j in range(bodies.shape[0]):
        if not is_blocking_body(bodies, mover.params, i, j):
            continue
        wx, wy = bodies[j, X] - ax, bodies[j, Y] - ay
        t, h = wx * ux + wy * uy, ux * wy - uy * wx
        wide = rho + bodies[j, RADIUS]
        found = 0
        if abs(h) < wide:
            half = math.sqrt(wide * wide - h * h)
            spans[0, 0], spans[0, 1] = max(0.0, t - half), min(length, t + half)
            found = 1 if spans[0, 0] < spans[0, 1] else 0
        obstacle = parts.shape[0] + j
        if found > 0 or overlap[obstacle] != APART:
            n = _add_events(overlap, obstacle, spans, found, length, events, n)
    return n


@allocation_free
def _add_events(overlap: Bytes, obstacle: int, spans: Floats, found: int, length: float, events: Floats, n: int) -> int:
    """Add the events of one obstacle."""
    already = overlap[obstacle] != APART
    if already and (found == 0 or spans[0, 0] > SEGMENT_END):
        n = _insert_event(events, n, 0.0, 2 * obstacle + 1)
        already = False
    for k in range(found):
        if not already:
            n = _insert_event(events, n, spans[k, 0], 2 * obstacle)
        already = False
        if spans[k, 1] < length - SEGMENT_END:
            n = _insert_event(events, n, spans[k, 1], 2 * obstacle + 1)
    return n


@allocation_free
def _insert_event(events: Floats, n: int, s: float, what: int) -> int:
    """Insert an event in order."""
    at = n
    while at > 0 and events[at - 1, 0] > s:
        events[at, 0], events[at, 1] = events[at - 1, 0], events[at - 1, 1]
        at -= 1
    events[at, 0], events[at, 1] = s, what
    return n + 1


def warm() -> None:
    """Compile all kernels of movement, or load them from disk, by calling each once on a toy table."""
    from counteract.table.kernels.contacts import REPORT_SIZE, find_contacts
    from counteract.table.kernels.free_space import has_room_beside
    from counteract.table.kernels.movement_costs import overlaps_marked_area
    from counteract.table.kernels.placement import find_lattice_places, find_levels
    from counteract.table.kernels.reach import build_mesh, draw_path, find_destinations, find_extreme, find_paths
    from counteract.table.kernels.reachable_area import trace_ray_fans
    from counteract.table.kernels.shortest_paths import MAX_EXACT_ROWS, find_shortest_paths, mark_reachable
    from counteract.table.kernels.tangent_graph import build_circles
    from counteract.table.kernels.visibility_graph import build_nodes

    parts = np.array([[4.0, 2.0, 5.0, 4.0, 0.0, 5.0, 0.0, 0.0, 0.0, 4.0]])
    corners = np.array([[4.0, 2.0], [5.0, 2.0], [5.0, 4.0], [4.0, 4.0]])
    bodies = np.array([[2.0, 3.0, 0.0, 0.5, 1.5, 0.0], [7.0, 3.0, 0.0, 0.5, 1.5, 1.0]])
    path = np.array([[2.0, 3.0, 0.0, 0.0], [3.0, 3.0, 0.0, 0.0]])
    params = np.zeros(PARAMETERS)
    profile, out, none = np.empty((8, 2)), np.empty((2, REPORT_SIZE)), np.empty((0, 3))
    check_placement(parts, corners, 9.0, 6.0, bodies, 0, 3.0, 3.0, 0.0, 0.5, 1.5)
    measure_path(parts, corners, 9.0, 6.0, bodies, 0, path, params, profile)
    find_contacts(parts, corners, bodies, 0, path, profile, 1, 1.0, 0, out)
    overlaps_marked_area(parts, corners, 3.0, 3.0, 0.0, 0.5, 1)
    has_room_beside(parts, corners, 9.0, 6.0, bodies, 0, 1, 1.0)
    find_levels(parts)
    corner_nodes = build_nodes(parts, corners, 9.0, 6.0, 0.5, 1.5, False, False)
    spots = find_lattice_places(parts, corners, 9.0, 6.0, 0.5, 1.5, 1.0)
    memo = np.full((len(corner_nodes), len(corner_nodes) + len(spots)), np.nan)
    query, marks = np.array([0.0, 9.0, 6.0, 6.0, 1.0, 1.0, 0.0, -1.0, 0.0, 0.0]), np.zeros(2, np.int8)
    asked = find_destinations(spots, bodies, marks, query, none, np.array([0.5]), 4)
    build_mesh(bodies, query, 0.0, 1.0)
    find_extreme(parts, corners, bodies, params, marks, query, corner_nodes, memo, spots, 1, 1.0)
    paths, found = np.empty((16 * len(asked), 3)), np.empty((len(asked), 2), np.int64)
    find_paths(parts, corners, bodies, params, marks, query, corner_nodes, memo, asked, -1, -1, paths, found)
    draw_path(parts, corners, bodies, params, marks, query, corner_nodes, memo, spots, none, np.array([0.5]), 4, 1, paths)
    circles, paths, found = (
        build_circles(parts, corners, 9.0, 6.0, 0.5, 1.5, False, False, corner_nodes),
        np.empty((MAX_EXACT_ROWS, 3)),
        np.empty((1, 2), np.int64),
    )
    find_shortest_paths(parts, corners, bodies, params, marks, query, circles, np.empty((0, 4)), spots, True, 1, paths, found)
    mark_reachable(parts, corners, bodies, params, marks, query, circles, spots, np.zeros(len(spots), np.int8))
    trace_ray_fans(parts, corners, bodies, params, marks, query, circles)
