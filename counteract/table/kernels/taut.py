"""Shortest ways: straight stretches that touch circles, and arcs on them, sought best first.

A label is a way that has come to a circle, by a straight stretch, and goes round it on one side. What a stretch or an
arc costs is found out only when it is about to be used; till then its length counts, which is the least it can cost. So
what is climbed, stepped over or traversed on a stretch is paid for as on any other way.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from counteract.table.kernels.bends import BEND, BR, BX, BY, BZ, FULL, SPAN, bends_in_reach, far, in_arc, tangent, touch_point, turned
from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.judge import BUDGET, WHO, Scene, Work, price
from counteract.table.kernels.jumps import step
from counteract.table.kernels.outlines import TINY, X, Y, Z, norm
from counteract.table.kernels.plain import plain
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.kernels.outlines import Floats

    Ints = NDArray[np.int64]

# A label: which circle it came to on which side (2 * circle, + 1 for clockwise), with what heading, how long the way is,
# the label before it, and the next one on the same side of the same circle.
ON, HEADING, LENGTH, FROM, NEXT, LABEL = range(6)
# A try: how long a way over it is at least, the label it goes on from, the circle and side it leads to, the way there, and
# whether that is sure.
LEAST, OF, TO, WAY, SURE, TRY = range(6)

#: Nobody goes round a circle farther than this.
MOST_TURN = FULL - 0.1
#: Arcs are followed in turns of this much when it is found out what they cost; shorter ones than this cost their length.
ARC_TURN, SHORT_ARC = 0.08, 1e-4
MOST_ARC = 84
#: A search gives up beyond so many labels and tries.
MOST_LABELS, MOST_TRIES = 20_000, 400_000
#: Against losing a way on the very rim of the budget to rounding.
SLACK = 1e-9


class Net(NamedTuple):
    """A search: what ways bend round, the last row being the start, and what is known so far."""

    bends: Floats
    goals: Floats
    #: Length, heading and cost of the stretch from circle to circle; NaN if not known yet.
    lengths: Floats
    headings: Floats
    costs: Floats
    #: The newest label on each circle and side, -1 if none.
    newest: Ints
    #: Room to follow arcs in.
    arc: Floats
    #: How many labels and tries there are, and whether a search has given up.
    counts: Ints


@kernel
def open_net(scene: Scene, fixed: Floats, goals: Floats) -> Net:
    """Begin a search for ways to goals (rows x, y, radius, z), or to wherever if there are none."""
    own = scene.bodies[int(scene.ask[WHO])]
    near = bends_in_reach(scene, fixed, goals)
    n = near.shape[0]
    circles = np.empty((n + 1, BEND))
    circles[:n] = near
    circles[n] = 0.0
    circles[n, BX], circles[n, BY], circles[n, BZ], circles[n, SPAN] = own[X], own[Y], own[Z], FULL
    size = 2 * n + 1
    unknown = np.full((3, size, size), np.nan)
    return Net(circles, goals, unknown[0], unknown[1], unknown[2], np.full(size, -1), np.zeros((MOST_ARC, 4)), np.zeros(3, np.int64))


@plain
def side_of(on: int) -> float:
    return 1.0 if on % 2 == 0 else -1.0


# --- tries, the least first ---------------------------------------------------------------------


@plain
def _push(heap: Floats, n: int, least: float, of: int, to: int, way: float, sure: float) -> None:
    """Put a try among n others."""
    at = n
    while at > 0:
        above = (at - 1) // 2
        if heap[above, LEAST] <= least:
            break
        for c in range(TRY):
            heap[at, c] = heap[above, c]
        at = above
    heap[at, LEAST], heap[at, OF], heap[at, TO], heap[at, WAY], heap[at, SURE] = least, of, to, way, sure


@plain
def _pop(heap: Floats, n: int) -> None:
    """Take away the first of n tries."""
    last = n - 1
    at = 0
    while True:
        below = 2 * at + 1
        if below >= last:
            break
        if below + 1 < last and heap[below + 1, LEAST] < heap[below, LEAST]:
            below += 1
        if heap[below, LEAST] >= heap[last, LEAST]:
            break
        for c in range(TRY):
            heap[at, c] = heap[below, c]
        at = below
    for c in range(TRY):
        heap[at, c] = heap[last, c]


@kernel
def _longer(rows: Floats) -> Floats:
    more = np.empty((2 * rows.shape[0], rows.shape[1]))
    more[: rows.shape[0]] = rows
    return more


# --- stretches and arcs -------------------------------------------------------------------------


@plain
def _know(net: Net, a: int, b: int) -> None:
    """Find out length and heading of the stretch from one side of a circle to one of another; infinite if it touches neither so."""
    one, other = net.bends[a // 2], net.bends[b // 2]
    length, heading = tangent(one, side_of(a), other, side_of(b))
    if length < math.inf and not (
        in_arc(one, heading - side_of(a) * math.pi / 2) and in_arc(other, heading - side_of(b) * math.pi / 2)
    ):
        length = math.inf
    net.lengths[a, b], net.headings[a, b] = length, heading


@plain
def _stretch(scene: Scene, work: Work, net: Net, a: int, b: int) -> float:
    """What the stretch from circle to circle costs; infinite if it is not allowed."""
    if math.isnan(net.costs[a, b]):
        one, other, heading = net.bends[a // 2], net.bends[b // 2], net.headings[a, b]
        ax, ay = touch_point(one, side_of(a), heading)
        bx, by = touch_point(other, side_of(b), heading)
        net.costs[a, b] = step(scene, work, ax, ay, one[BZ], bx, by, other[BZ])[0]
    return float(net.costs[a, b])


@plain
def arc_cost(scene: Scene, work: Work, net: Net, on: int, heading: float, turn: float) -> float:
    """What it costs to go on round a circle by so much; infinite if it is not allowed."""
    bend, side = net.bends[on // 2], side_of(on)
    length = bend[BR] * turn
    if length <= SHORT_ARC:
        return float(length)
    count = math.ceil(turn / ARC_TURN)
    half = turn / count / 2
    out, line = bend[BR] / math.cos(half), net.arc
    line[0, X], line[0, Y] = touch_point(bend, side, heading)
    for k in range(count):
        angle = heading + side * (half + k * 2 * half)
        line[k + 1, X], line[k + 1, Y] = bend[BX] + side * out * math.sin(angle), bend[BY] - side * out * math.cos(angle)
    line[count + 1, X], line[count + 1, Y] = touch_point(bend, side, heading + side * turn)
    for k in range(count + 2):
        line[k, Z], line[k, 3] = bend[BZ], 0.0
    return float(price(scene, work, line[: count + 2])[0] - 2 * count * bend[BR] * math.tan(half) + length)


# --- the search ---------------------------------------------------------------------------------


@kernel
def spread(scene: Scene, work: Work, net: Net) -> Floats:
    """The labels of all ways within the budget that may lead on to a goal; the first is the start."""
    labels, heap = np.empty((64, LABEL)), np.empty((256, TRY))
    counts = net.counts
    most = scene.ask[BUDGET] + TOLERANCE + SLACK
    start = 2 * (net.bends.shape[0] - 1)
    labels[0, ON], labels[0, HEADING], labels[0, LENGTH], labels[0, FROM], labels[0, NEXT] = start, 0.0, 0.0, -1.0, -1.0
    counts[0] = 1
    heap = _go_on(net, labels, 0, most, heap)
    while counts[1] > 0:
        least, of, to, way, sure = heap[0, LEAST], int(heap[0, OF]), int(heap[0, TO]), heap[0, WAY], heap[0, SURE]
        _pop(heap, counts[1])
        counts[1] -= 1
        a = int(labels[of, ON])
        heading = net.headings[a, to]
        if sure == 0.0:
            turn = turned(labels[of, HEADING], heading, side_of(a)) if net.bends[a // 2, BR] > 0.0 else 0.0
            cost = labels[of, LENGTH] + _stretch(scene, work, net, a, to)
            if cost <= most:
                cost += arc_cost(scene, work, net, a, labels[of, HEADING], turn)
            if cost + least - way > most:
                continue
            if cost > way + TINY:
                _push(heap, counts[1], cost + least - way, of, to, cost, 1.0)
                counts[1] += 1
                continue
        if _is_known(scene, work, net, labels, to, heading, way):
            continue
        if counts[0] == labels.shape[0]:
            labels = _longer(labels)
        k = counts[0]
        labels[k, ON], labels[k, HEADING], labels[k, LENGTH], labels[k, FROM], labels[k, NEXT] = to, heading, way, of, net.newest[to]
        net.newest[to] = k
        counts[0] += 1
        heap = _go_on(net, labels, k, most, heap)
        if counts[0] >= MOST_LABELS or counts[1] >= MOST_TRIES:
            counts[2] = 1
            break
    return labels[: counts[0]]


@kernel
def _go_on(net: Net, labels: Floats, k: int, most: float, heap: Floats) -> Floats:
    """Try all that a label may lead to."""
    bends, counts = net.bends, net.counts
    a, start = int(labels[k, ON]), 2 * (bends.shape[0] - 1)
    one, side = bends[a // 2], side_of(a)
    for b in range(start):
        other = bends[b // 2]
        if b // 2 == a // 2 or (b % 2 == 1 and other[BR] == 0.0):
            continue
        if math.isnan(net.lengths[a, b]):
            _know(net, a, b)
        if net.lengths[a, b] == math.inf or net.costs[a, b] == math.inf:
            continue
        heading = net.headings[a, b]
        turn = turned(labels[k, HEADING], heading, side) if one[BR] > 0.0 else 0.0
        if turn > MOST_TURN:
            continue
        cost = net.lengths[a, b] if math.isnan(net.costs[a, b]) else net.costs[a, b]
        way = labels[k, LENGTH] + one[BR] * turn + cost
        if way > most:
            continue
        x, y = touch_point(other, side_of(b), heading)
        least = way + far(net.goals, x, y)
        if least <= most:
            if counts[1] + 1 >= heap.shape[0]:
                heap = _longer(heap)
            _push(heap, counts[1], least, k, b, way, 0.0)
            counts[1] += 1
    return heap


@plain
def _is_known(scene: Scene, work: Work, net: Net, labels: Floats, on: int, heading: float, way: float) -> bool:
    """Whether another way to the same side of a circle leads round it to the same place and is no longer."""
    bend, k = net.bends[on // 2], int(net.newest[on])
    while k >= 0:
        if bend[BR] == 0.0:
            if labels[k, LENGTH] <= way:
                return True
        else:
            turn = turned(labels[k, HEADING], heading, side_of(on))
            longest = way - labels[k, LENGTH] + TINY
            if bend[BR] * turn <= longest and turn <= MOST_TURN and arc_cost(scene, work, net, on, labels[k, HEADING], turn) <= longest:
                return True
        k = int(labels[k, NEXT])
    return False


@plain
def last_stretch(net: Net, labels: Floats, k: int, x: float, y: float) -> tuple[float, float, float]:
    """From a label straight to a place: how long the way is at least, how far it goes round the circle before, and its heading."""
    a = int(labels[k, ON])
    bend, side = net.bends[a // 2], side_of(a)
    dx, dy = x - bend[BX], y - bend[BY]
    square, r = dx * dx + dy * dy, bend[BR]
    if square < r * r:
        if norm(dx, dy) < r - 1e-5:
            return math.inf, 0.0, 0.0
        square = r * r
    along = math.sqrt(square - r * r)
    heading = math.atan2(dy * along + dx * side * r, dx * along - dy * side * r)
    if r == 0.0:
        return labels[k, LENGTH] + along, 0.0, heading
    turn = turned(labels[k, HEADING], heading, side)
    if turn > MOST_TURN or not in_arc(bend, heading - side * math.pi / 2):
        return math.inf, 0.0, 0.0
    return labels[k, LENGTH] + r * turn + along, turn, heading
