"""Shortest paths to places, to a hundredth of an inch: the last tangent from each label of the taut paths, then polylines in place of arcs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import BUDGET, MOVER, Buffers, Scene, allocate_buffers, can_end, is_path_allowed, is_stuck
from counteract.table.kernels.graph_search import try_straight_path
from counteract.table.kernels.legs import insert_jumps, measure_leg
from counteract.table.kernels.mover import FLY, INCREMENTS, JUMP_FREE
from counteract.table.kernels.placement import quantise
from counteract.table.kernels.polygons import norm
from counteract.table.kernels.tangent_graph import CR, CX, CY, CZ, find_tangent_point, turn_between
from counteract.table.kernels.taut_paths import (
    CIRCLE_SIDE,
    HEADING,
    LENGTH,
    PREDECESSOR,
    SLACK,
    TangentGraph,
    find_labels,
    find_last_tangent,
    measure_arc,
    open_graph,
    rotation_of,
)

if TYPE_CHECKING:
    from counteract.table.units import Flags, Floats, Ints

#: The most corners of a polyline, and of its rows with jumps.
MAX_CORNERS, MAX_EXACT_ROWS = 56, 64
#: How much longer than its arcs a polyline may be.
MAX_EXCESS = 0.004
# Ways of rounding corners to 0.001": clear of the circles they go round; clear of all circles, with more corners, in tight places; or a
# little off the circles.
USUAL, TIGHT, CLEAR_OFF, ROUNDINGS = range(4)
TIGHT_SHARE, CLEAR_OFF_BY = 0.25, 0.0008
#: Corners are chosen among this many thousandths about their planned place.
ROUNDING_STEPS = 2
#: How far rounding may take a segment into a circle.
MAX_INTRUSION = 5e-7
#: Columns of a planned corner: its place and its circle.
PLAN_X, PLAN_Y, PLAN_CIRCLE, PLAN_SIZE = range(4)


@kernel
def find_shortest_paths(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    params: Floats,
    marks: Flags,
    query: Floats,
    static_circles: Floats,
    goals: Floats,
    places: Floats,
    towards: bool,
    most: int,
    paths: Floats,
    found: Ints,
) -> int:
    """Find the shortest paths to places until there are ``most``; return how many.

    All places must lie within the goals (rows x, y, radius, z), if there are any; with ``towards`` the points where a path enters a goal
    are places too. A row of ``found`` holds the number of the place and the first row of ``paths`` after its path. Flying paths and
    those that count whole inches are not searched: the straight one is the shortest flight, and more corners only add inches.
    """
    scene = Scene(parts, corners, bodies, params, marks, query)
    buffers = allocate_buffers(scene)
    if params[FLY] != 0.0 or params[INCREMENTS] != 0.0 or is_stuck(scene, buffers):
        return 0
    some = towards
    for k in range(places.shape[0]):
        some = some or can_end(scene, buffers, places[k, 0], places[k, 1], places[k, 2])
    if not some:
        return 0
    graph = open_graph(scene, static_circles, goals)
    labels = find_labels(scene, buffers, graph)
    if towards:
        places = np.concatenate((_find_goal_entries(scene, graph, labels), places))
    least, out = np.empty((labels.shape[0], 2)), np.empty((MAX_EXACT_ROWS, 4))
    plan = np.empty((MAX_CORNERS, PLAN_SIZE))
    have, used = 0, 0
    for k in range(places.shape[0]):
        x, y, z = places[k, 0], places[k, 1], places[k, 2]
        if have == most or used + MAX_EXACT_ROWS > paths.shape[0]:
            break
        if norm(x - bodies[int(query[MOVER]), X], y - bodies[int(query[MOVER]), Y]) > query[BUDGET] + TOLERANCE or not can_end(
            scene, buffers, x, y, z
        ):
            continue
        rows = try_straight_path(scene, buffers, places[k], out)
        if rows == 0:
            rows = find_path_to(scene, buffers, graph, labels, least, plan, x, y, z, out)
        if rows == 0:
            continue
        for row in range(rows):  # the start may lie between two thousandths, the rest does not
            for c in range(paths.shape[1]):
                paths[used, c] = quantise(out[row, c]) if row == 0 else out[row, c]
            used += 1
        found[have, 0], found[have, 1] = k, used
        have += 1
    return have


@kernel
def mark_reachable(
    parts: Floats, corners: Floats, bodies: Floats, params: Floats, marks: Flags, query: Floats, static_circles: Floats, places: Floats, within: Flags
) -> None:
    """Write 1 for each place that can be reached and 0 for the others."""
    scene = Scene(parts, corners, bodies, params, marks, query)
    buffers = allocate_buffers(scene)
    within[:] = 0
    if is_stuck(scene, buffers):
        return
    can_bend = params[FLY] == 0.0 and params[INCREMENTS] == 0.0
    graph = open_graph(scene, static_circles if can_bend else static_circles[:0], np.empty((0, 4)))
    labels = find_labels(scene, buffers, graph)
    least, out = np.empty((labels.shape[0], 2)), np.empty((MAX_EXACT_ROWS, 4))
    plan = np.empty((MAX_CORNERS, PLAN_SIZE))
    for k in range(places.shape[0]):
        x, y, z = places[k, 0], places[k, 1], places[k, 2]
        if can_end(scene, buffers, x, y, z):
            if try_straight_path(scene, buffers, places[k], out) > 0 or find_path_to(scene, buffers, graph, labels, least, plan, x, y, z, out) > 0:
                within[k] = 1


@kernel
def _find_goal_entries(scene: Scene, graph: TangentGraph, labels: Floats) -> Floats:
    """Return the points where tangents from labels towards the centre of a goal enter it within the budget, nearest first."""
    goals, limit = graph.goals, scene.query[BUDGET] + TOLERANCE
    out, paths = np.empty((labels.shape[0] * goals.shape[0], 3)), np.empty(labels.shape[0] * goals.shape[0])
    n = 0
    for g in range(goals.shape[0]):
        for k in range(labels.shape[0]):
            path_length, _, heading = find_last_tangent(graph, labels, k, goals[g, 0], goals[g, 1])
            if path_length - goals[g, 2] <= limit:
                out[n, 0] = quantise(goals[g, 0] - goals[g, 2] * math.cos(heading))
                out[n, 1] = quantise(goals[g, 1] - goals[g, 2] * math.sin(heading))
                out[n, 2], paths[n] = quantise(goals[g, 3]), path_length - goals[g, 2]
                n += 1
    return out[np.argsort(paths[:n], kind="mergesort")]


@allocation_free
def find_path_to(
    scene: Scene, buffers: Buffers, graph: TangentGraph, labels: Floats, least: Floats, plan: Floats, x: float, y: float, z: float, out: Floats
) -> int:
    """Find the shortest allowed path to a place; return its number of rows in ``out``, or 0."""
    limit = scene.query[BUDGET] + TOLERANCE + SLACK
    for k in range(labels.shape[0]):
        least[k, 0], least[k, 1] = find_last_tangent(graph, labels, k, x, y)[0], 0.0
    while True:
        best, k = limit, -1
        for n in range(labels.shape[0]):
            if least[n, 0] < best:
                best, k = least[n, 0], n
        if k < 0:
            return 0
        if least[k, 1] == 0.0:
            least[k, 0], least[k, 1] = _measure_path_by_label(scene, buffers, graph, labels, k, x, y, z), 1.0
            continue
        for rounding in range(ROUNDINGS):
            rows = _write_path(scene, buffers, graph, labels, k, plan, rounding, x, y, z, out)
            if rows > 0 and is_path_allowed(scene, buffers, out[:rows]):
                return rows
        least[k, 0] = math.inf


@allocation_free
def _measure_path_by_label(scene: Scene, buffers: Buffers, graph: TangentGraph, labels: Floats, k: int, x: float, y: float, z: float) -> float:
    """Return the cost of the path to a place by a label; infinite if it is not allowed."""
    a = int(labels[k, CIRCLE_SIDE])
    circle = graph.circles[a // 2]
    _, turn, heading = find_last_tangent(graph, labels, k, x, y)
    ax, ay = find_tangent_point(circle, rotation_of(a), heading)
    last = measure_leg(scene, buffers, ax, ay, circle[CZ], x, y, z)[0]
    if last == math.inf:
        return math.inf
    arc = measure_arc(scene, buffers, graph, a, labels[k, HEADING], turn) if circle[CR] > 0.0 else 0.0
    return float(labels[k, LENGTH] + arc + last)


# --- writing a path: corners in place of arcs ---------------------------------------------------


@allocation_free
def _write_path(
    scene: Scene,
    buffers: Buffers,
    graph: TangentGraph,
    labels: Floats,
    last: int,
    plan: Floats,
    rounding: int,
    x: float,
    y: float,
    z: float,
    out: Floats,
) -> int:
    """Write the path to a place by a label; return its number of rows, or 0 if they are too many."""
    count = _plan_corners(graph, labels, last, plan, rounding, x, y)
    if count < 0:
        return 0
    own = scene.bodies[int(scene.query[MOVER])]
    out[0, X], out[0, Y], out[0, Z], out[0, 3] = own[X], own[Y], own[Z], 0.0
    for k in range(count):
        circle = graph.circles[int(plan[k, PLAN_CIRCLE])]
        nx, ny = (plan[k + 1, PLAN_X], plan[k + 1, PLAN_Y]) if k + 1 < count else (x, y)
        before = graph.circles[int(plan[k - 1, PLAN_CIRCLE])] if k > 0 else circle
        behind = graph.circles[int(plan[k + 1, PLAN_CIRCLE])] if k + 1 < count else circle
        others = graph.circles if rounding == TIGHT else graph.circles[:0]
        out[k + 1, X], out[k + 1, Y] = _round_corner(circle, before, behind, others, out[k, X], out[k, Y], plan[k, PLAN_X], plan[k, PLAN_Y], nx, ny)
        out[k + 1, Z], out[k + 1, 3] = circle[CZ], 0.0
    rows = count + 2
    out[rows - 1, X], out[rows - 1, Y], out[rows - 1, Z], out[rows - 1, 3] = x, y, z, 0.0
    return insert_jumps(scene, buffers, out, rows) if scene.params[JUMP_FREE] != 0.0 else rows


@allocation_free
def _plan_corners(graph: TangentGraph, labels: Floats, last: int, plan: Floats, rounding: int, x: float, y: float) -> int:
    """Plan the corners of a path, those of polygons about its arcs; return how many, -1 if they are too many."""
    _, final, _ = find_last_tangent(graph, labels, last, x, y)
    turns = _total_turn(graph, labels, last, final)
    each = (MAX_EXCESS * TIGHT_SHARE if rounding == TIGHT else MAX_EXCESS) / max(turns, 0.1)  # by how much a turn of 1 may make it longer
    count, k, turn = 0, last, final
    while labels[k, PREDECESSOR] >= 0.0:
        count += _count_corners(graph.circles[int(labels[k, CIRCLE_SIDE]) // 2, CR], turn, each)
        k, turn = _predecessor(graph, labels, k)
    if count > plan.shape[0]:
        return -1
    at, k, turn = count, last, final
    while labels[k, PREDECESSOR] >= 0.0:
        a = int(labels[k, CIRCLE_SIDE])
        circle, side = graph.circles[a // 2], rotation_of(a)
        many = _count_corners(circle[CR], turn, each)
        at -= many
        half = turn / max(many, 1) / 2
        away = (circle[CR] + (CLEAR_OFF_BY if rounding == CLEAR_OFF else 0.0)) / math.cos(half) if circle[CR] > 0.0 else 0.0
        for n in range(many):
            angle = labels[k, HEADING] + side * half * (2 * n + 1)
            plan[at + n, PLAN_X], plan[at + n, PLAN_Y] = circle[CX] + side * away * math.sin(angle), circle[CY] - side * away * math.cos(angle)
            plan[at + n, PLAN_CIRCLE] = a // 2
        k, turn = _predecessor(graph, labels, k)
    return count


@allocation_free
def _predecessor(graph: TangentGraph, labels: Floats, k: int) -> tuple[int, float]:
    """Return the label before another and the turn round its circle until the path leaves it."""
    before = int(labels[k, PREDECESSOR])
    a = int(labels[before, CIRCLE_SIDE])
    turn = turn_between(labels[before, HEADING], labels[k, HEADING], rotation_of(a)) if graph.circles[a // 2, CR] > 0.0 else 0.0
    return before, turn


@allocation_free
def _total_turn(graph: TangentGraph, labels: Floats, last: int, final: float) -> float:
    """Return the sum of the turns of a path."""
    total, k, turn = 0.0, last, final
    while labels[k, PREDECESSOR] >= 0.0:
        total += turn
        k, turn = _predecessor(graph, labels, k)
    return total


@allocation_free
def _count_corners(r: float, turn: float, each: float) -> int:
    """Return the number of corners that keep a polygon about an arc short enough."""
    return max(1, math.ceil(turn * math.sqrt(r / (12.0 * each))))


@allocation_free
def _round_corner(
    circle: Floats, before: Floats, behind: Floats, others: Floats, px: float, py: float, x: float, y: float, nx: float, ny: float
) -> tuple[float, float]:
    """Return a corner rounded to 0.001" so that both its edges keep clear of the circles on either side."""
    best, bx, by = math.inf, quantise(x), quantise(y)
    if circle[CR] == 0.0:
        return bx, by
    for column in range(-ROUNDING_STEPS, ROUNDING_STEPS + 1):
        for line in range(-ROUNDING_STEPS, ROUNDING_STEPS + 1):
            qx, qy = quantise(x + column / 1000.0), quantise(y + line / 1000.0)
            path_length = norm(qx - px, qy - py) + norm(nx - qx, ny - qy)
            if path_length < best and _clears(circle, px, py, qx, qy) and _clears(circle, qx, qy, nx, ny):
                if _clears(before, px, py, qx, qy) and _clears(behind, qx, qy, nx, ny) and _clears_all(others, circle[CZ], px, py, qx, qy):
                    best, bx, by = path_length, qx, qy
    return bx, by


@allocation_free
def _clears_all(circles: Floats, z: float, ax: float, ay: float, bx: float, by: float) -> bool:
    """Return True if a segment keeps out of all circles on a level."""
    for k in range(circles.shape[0]):
        if circles[k, CZ] == z and not _clears(circles[k], ax, ay, bx, by):
            return False
    return True


@allocation_free
def _clears(circle: Floats, ax: float, ay: float, bx: float, by: float) -> bool:
    """Return True if a segment keeps out of a circle."""
    dx, dy, wx, wy = bx - ax, by - ay, circle[CX] - ax, circle[CY] - ay
    square = dx * dx + dy * dy
    if square > 0.0:
        share = min(1.0, max(0.0, (wx * dx + wy * dy) / square))
        wx, wy = wx - share * dx, wy - share * dy
    least = max(0.0, circle[CR] - MAX_INTRUSION)
    return bool(wx * wx + wy * wy >= least * least)
