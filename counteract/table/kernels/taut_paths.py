"""Taut paths of a disc on the tangent graph: label-setting search, best first, with lazy costs of tangents and arcs.

A label is a path that has come to a circle by a tangent and goes round it on one side. The cost of a tangent or arc is computed only
when it is about to be used; until then its length is the lower bound. So climbs, steps and traversals are paid for as on any path.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import BUDGET, MOVER, Buffers, Scene, measure_cost
from counteract.table.kernels.legs import measure_leg
from counteract.table.kernels.polygons import norm
from counteract.table.kernels.tangent_graph import (
    ARC_SPAN,
    CIRCLE_SIZE,
    CR,
    CX,
    CY,
    CZ,
    FULL_TURN,
    distance_to_goal,
    find_circles_in_reach,
    find_tangent,
    find_tangent_point,
    is_on_arc,
    turn_between,
)
from counteract.table.units import TINY

if TYPE_CHECKING:
    from counteract.table.units import Floats, Ints

# Columns of a label: side of a circle it came to (2 * circle, + 1 for clockwise), heading, length of the path, the label before it, and
# the next label on the same side of the same circle.
CIRCLE_SIDE, HEADING, LENGTH, PREDECESSOR, NEXT, LABEL_SIZE = range(6)
# Columns of a heap entry: lower bound of a path over it, the label it continues, the side of a circle it leads to, the length there, and
# 1 if that is exact.
BOUND, FROM_LABEL, TO_SIDE, ENTRY_LENGTH, IS_EXACT, ENTRY_SIZE = range(6)
#: The longest turn round a circle.
MAX_TURN = FULL_TURN - 0.1
#: Arcs are traced in turns of this much; shorter ones than this cost their length.
ARC_TURN, SHORT_ARC = 0.08, 1e-4
MAX_ARC_ROWS = 84
#: A search gives up beyond this many labels and entries.
MAX_LABELS, MAX_ENTRIES = 20_000, 400_000
#: Keeps rounding from losing a path on the very rim of the budget.
SLACK = 1e-9


class TangentGraph(NamedTuple):
    """The state of a search: the circles, the last row being the start, and all that is known so far."""

    circles: Floats
    goals: Floats
    #: Length, heading and cost of the tangent from side to side; NaN if not yet known.
    lengths: Floats
    headings: Floats
    costs: Floats
    #: The newest label on each circle and side, -1 if none.
    newest: Ints
    #: Work space for arcs.
    arc: Floats
    #: The number of labels and of heap entries, and 1 if the search has given up.
    counts: Ints


@kernel
def open_graph(scene: Scene, static_circles: Floats, goals: Floats) -> TangentGraph:
    """Begin a search for paths to goals (rows x, y, radius, z), or to anywhere if there are none."""
    own = scene.bodies[int(scene.query[MOVER])]
    near = find_circles_in_reach(scene, static_circles, goals)
    n = near.shape[0]
    circles = np.empty((n + 1, CIRCLE_SIZE))
    circles[:n] = near
    circles[n] = 0.0
    circles[n, CX], circles[n, CY], circles[n, CZ], circles[n, ARC_SPAN] = own[X], own[Y], own[Z], FULL_TURN
    size = 2 * n + 1
    unknown = np.full((3, size, size), np.nan)
    return TangentGraph(circles, goals, unknown[0], unknown[1], unknown[2], np.full(size, -1), np.zeros((MAX_ARC_ROWS, 4)), np.zeros(3, np.int64))


@allocation_free
def rotation_of(on: int) -> float:
    """Return 1 for the anticlockwise side of a circle, -1 for the clockwise one."""
    return 1.0 if on % 2 == 0 else -1.0


# --- the heap of entries, least bound first ------------------------------------------------------


@allocation_free
def _push(heap: Floats, n: int, least: float, of: int, to: int, path_length: float, sure: float) -> None:
    """Push an entry onto a heap of n entries."""
    at = n
    while at > 0:
        above = (at - 1) // 2
        if heap[above, BOUND] <= least:
            break
        for c in range(ENTRY_SIZE):
            heap[at, c] = heap[above, c]
        at = above
    heap[at, BOUND], heap[at, FROM_LABEL], heap[at, TO_SIDE], heap[at, ENTRY_LENGTH], heap[at, IS_EXACT] = least, of, to, path_length, sure


@allocation_free
def _pop(heap: Floats, n: int) -> None:
    """Pop the first of n entries off a heap."""
    last = n - 1
    at = 0
    while True:
        below = 2 * at + 1
        if below >= last:
            break
        if below + 1 < last and heap[below + 1, BOUND] < heap[below, BOUND]:
            below += 1
        if heap[below, BOUND] >= heap[last, BOUND]:
            break
        for c in range(ENTRY_SIZE):
            heap[at, c] = heap[below, c]
        at = below
    for c in range(ENTRY_SIZE):
        heap[at, c] = heap[last, c]


@kernel
def _grow(rows: Floats) -> Floats:
    """Return a copy of an array with twice the rows."""
    more = np.empty((2 * rows.shape[0], rows.shape[1]))
    more[: rows.shape[0]] = rows
    return more


# --- tangents and arcs -------------------------------------------------------------------------


@allocation_free
def _compute_tangent(graph: TangentGraph, a: int, b: int) -> None:
    """Compute length and heading of the tangent between sides of two circles; infinite if it misses an arc."""
    one, other = graph.circles[a // 2], graph.circles[b // 2]
    length, heading = find_tangent(one, rotation_of(a), other, rotation_of(b))
    if length < math.inf and not (
        is_on_arc(one, heading - rotation_of(a) * math.pi / 2) and is_on_arc(other, heading - rotation_of(b) * math.pi / 2)
    ):
        length = math.inf
    graph.lengths[a, b], graph.headings[a, b] = length, heading


@allocation_free
def _measure_tangent(scene: Scene, buffers: Buffers, graph: TangentGraph, a: int, b: int) -> float:
    """Return the cost of the tangent between two circles; infinite if it is not allowed."""
    if math.isnan(graph.costs[a, b]):
        one, other, heading = graph.circles[a // 2], graph.circles[b // 2], graph.headings[a, b]
        ax, ay = find_tangent_point(one, rotation_of(a), heading)
        bx, by = find_tangent_point(other, rotation_of(b), heading)
        graph.costs[a, b] = measure_leg(scene, buffers, ax, ay, one[CZ], bx, by, other[CZ])[0]
    return float(graph.costs[a, b])


@allocation_free
def measure_arc(scene: Scene, buffers: Buffers, graph: TangentGraph, on: int, heading: float, turn: float) -> float:
    """Return the cost of going round a circle by a turn; infinite if it is not allowed."""
    circle, side = graph.circles[on // 2], rotation_of(on)
    length = circle[CR] * turn
    if length <= SHORT_ARC:
        return float(length)
    count = math.ceil(turn / ARC_TURN)
    half = turn / count / 2
    out, polyline = circle[CR] / math.cos(half), graph.arc
    polyline[0, X], polyline[0, Y] = find_tangent_point(circle, side, heading)
    for k in range(count):
        angle = heading + side * (half + k * 2 * half)
        polyline[k + 1, X], polyline[k + 1, Y] = circle[CX] + side * out * math.sin(angle), circle[CY] - side * out * math.cos(angle)
    polyline[count + 1, X], polyline[count + 1, Y] = find_tangent_point(circle, side, heading + side * turn)
    for k in range(count + 2):
        polyline[k, Z], polyline[k, 3] = circle[CZ], 0.0
    return float(measure_cost(scene, buffers, polyline[: count + 2])[0] - 2 * count * circle[CR] * math.tan(half) + length)


# --- the search ---------------------------------------------------------------------------------


@kernel
def find_labels(scene: Scene, buffers: Buffers, graph: TangentGraph) -> Floats:
    """Return the labels of all paths within the budget that may lead on to a goal; the first is the start."""
    labels, heap = np.empty((64, LABEL_SIZE)), np.empty((256, ENTRY_SIZE))
    counts = graph.counts
    most = scene.query[BUDGET] + TOLERANCE + SLACK
    start = 2 * (graph.circles.shape[0] - 1)
    labels[0, CIRCLE_SIDE], labels[0, HEADING], labels[0, LENGTH], labels[0, PREDECESSOR], labels[0, NEXT] = start, 0.0, 0.0, -1.0, -1.0
    counts[0] = 1
    heap = _expand(graph, labels, 0, most, heap)
    while counts[1] > 0:
        least, of, to, path_length, sure = heap[0, BOUND], int(heap[0, FROM_LABEL]), int(heap[0, TO_SIDE]), heap[0, ENTRY_LENGTH], heap[0, IS_EXACT]
        _pop(heap, counts[1])
        counts[1] -= 1
        a = int(labels[of, CIRCLE_SIDE])
        heading = graph.headings[a, to]
        if sure == 0.0:
            turn = turn_between(labels[of, HEADING], heading, rotation_of(a)) if graph.circles[a // 2, CR] > 0.0 else 0.0
            cost = labels[of, LENGTH] + _measure_tangent(scene, buffers, graph, a, to)
            if cost <= most:
                cost += measure_arc(scene, buffers, graph, a, labels[of, HEADING], turn)
            if cost + least - path_length > most:
                continue
            if cost > path_length + TINY:
                _push(heap, counts[1], cost + least - path_length, of, to, cost, 1.0)
                counts[1] += 1
                continue
        if _is_dominated(scene, buffers, graph, labels, to, heading, path_length):
            continue
        if counts[0] == labels.shape[0]:
            labels = _grow(labels)
        k = counts[0]
        labels[k, CIRCLE_SIDE], labels[k, HEADING], labels[k, LENGTH], labels[k, PREDECESSOR], labels[k, NEXT] = (
            to,
            heading,
            path_length,
            of,
            graph.newest[to],
        )
        graph.newest[to] = k
        counts[0] += 1
        heap = _expand(graph, labels, k, most, heap)
        if counts[0] >= MAX_LABELS or counts[1] >= MAX_ENTRIES:
            counts[2] = 1
            break
    return labels[: counts[0]]


@kernel
def _expand(graph: TangentGraph, labels: Floats, k: int, most: float, heap: Floats) -> Floats:
    """Push all continuations of a label."""
    circles, counts = graph.circles, graph.counts
    a, start = int(labels[k, CIRCLE_SIDE]), 2 * (circles.shape[0] - 1)
    one, side = circles[a // 2], rotation_of(a)
    for b in range(start):
        other = circles[b // 2]
        if b // 2 == a // 2 or (b % 2 == 1 and other[CR] == 0.0):
            continue
        if math.isnan(graph.lengths[a, b]):
            _compute_tangent(graph, a, b)
        if graph.lengths[a, b] == math.inf or graph.costs[a, b] == math.inf:
            continue
        heading = graph.headings[a, b]
        turn = turn_between(labels[k, HEADING], heading, side) if one[CR] > 0.0 else 0.0
        if turn > MAX_TURN:
            continue
        cost = graph.lengths[a, b] if math.isnan(graph.costs[a, b]) else graph.costs[a, b]
        path_length = labels[k, LENGTH] + one[CR] * turn + cost
        if path_length > most:
            continue
        x, y = find_tangent_point(other, rotation_of(b), heading)
        least = path_length + distance_to_goal(graph.goals, x, y)
        if least <= most:
            if counts[1] + 1 >= heap.shape[0]:
                heap = _grow(heap)
            _push(heap, counts[1], least, k, b, path_length, 0.0)
            counts[1] += 1
    return heap


@allocation_free
def _is_dominated(scene: Scene, buffers: Buffers, graph: TangentGraph, labels: Floats, on: int, heading: float, path_length: float) -> bool:
    """Return True if another path to the same side of a circle reaches the same point and is no longer."""
    circle, k = graph.circles[on // 2], int(graph.newest[on])
    while k >= 0:
        if circle[CR] == 0.0:
            if labels[k, LENGTH] <= path_length:
                return True
        else:
            turn = turn_between(labels[k, HEADING], heading, rotation_of(on))
            longest = path_length - labels[k, LENGTH] + TINY
            if circle[CR] * turn <= longest and turn <= MAX_TURN and measure_arc(scene, buffers, graph, on, labels[k, HEADING], turn) <= longest:
                return True
        k = int(labels[k, NEXT])
    return False


@allocation_free
def find_last_tangent(graph: TangentGraph, labels: Floats, k: int, x: float, y: float) -> tuple[float, float, float]:
    """Return a lower bound of the path by a label straight to a place, the turn round its circle, and the heading."""
    a = int(labels[k, CIRCLE_SIDE])
    circle, side = graph.circles[a // 2], rotation_of(a)
    dx, dy = x - circle[CX], y - circle[CY]
    square, r = dx * dx + dy * dy, circle[CR]
    if square < r * r:
        if norm(dx, dy) < r - 1e-5:
            return math.inf, 0.0, 0.0
        square = r * r
    along = math.sqrt(square - r * r)
    heading = math.atan2(dy * along + dx * side * r, dx * along - dy * side * r)
    if r == 0.0:
        return labels[k, LENGTH] + along, 0.0, heading
    turn = turn_between(labels[k, HEADING], heading, side)
    if turn > MAX_TURN or not is_on_arc(circle, heading - side * math.pi / 2):
        return math.inf, 0.0, 0.0
    return labels[k, LENGTH] + r * turn + along, turn, heading
