"""Exact questions about reach: the shortest way to a place to within a hundredth of an inch, and which of many places can be reached."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.bends import BR, BX, BY, BZ, touch_point, turned
from counteract.table.kernels.candidates import straight
from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.figures import FLY, INCREMENTS, JUMP_FREE
from counteract.table.kernels.ground import rounded
from counteract.table.kernels.judge import BUDGET, WHO, Scene, Work, can_end, hopeless, judge, workroom
from counteract.table.kernels.jumps import put_jumps, step
from counteract.table.kernels.outlines import X, Y, Z, norm
from counteract.table.kernels.plain import plain
from counteract.table.kernels.taut import FROM, HEADING, LENGTH, ON, SLACK, Net, arc_cost, last_stretch, open_net, side_of, spread
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.kernels.judge import Flags
    from counteract.table.kernels.outlines import Floats

    Ints = NDArray[np.int64]

#: A way written down has at most so many corners; a jump may add some.
MOST_CORNERS, MOST_ROWS = 56, 64
#: By how much corners make a way longer than its arcs.
LONGER = 0.004
# With how much care corners are rounded to 0.001": so as to keep out of the circles they go round; out of all circles, with more
# corners, where there is hardly any room; or a little off them.
USUAL, TIGHT, OFF, CARES = range(4)
TIGHTER, OFF_BY = 0.25, 0.0008
#: Corners are chosen among so many thousandths about where they should be.
ABOUT = 2
#: How far inside a circle a stretch may be for rounding.
GRAZE = 5e-7
#: Columns of a corner to be written: where it should be, and the circle it goes round.
CX, CY, ROUND, CORNER = range(4)


@kernel
def ways_exactly(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    figures: Floats,
    marks: Flags,
    ask: Floats,
    fixed: Floats,
    goals: Floats,
    places: Floats,
    towards: bool,
    most: int,
    ways: Floats,
    found: Ints,
) -> int:
    """Find the shortest ways to places, till so many are found; returns how many.

    All places must lie within the goals (rows x, y, radius, z), if there are any; with ``towards``, where a way first comes
    to the rim of a goal is one more place. A row of ``found`` tells which place it was and the first row of ``ways`` that
    is not of its way. Ways that fly, or whose segments count as whole inches, are not
    sought: the straight one is the best of the one kind, and more corners make the other longer.
    """
    scene = Scene(parts, corners, bodies, figures, marks, ask)
    work = workroom(scene)
    if figures[FLY] != 0.0 or figures[INCREMENTS] != 0.0 or hopeless(scene, work):
        return 0
    some = towards
    for k in range(places.shape[0]):
        some = some or can_end(scene, work, places[k, 0], places[k, 1], places[k, 2])
    if not some:
        return 0
    net = open_net(scene, fixed, goals)
    labels = spread(scene, work, net)
    if towards:
        places = np.concatenate((_ends_towards(scene, net, labels), places))
    least, out = np.empty((labels.shape[0], 2)), np.empty((MOST_ROWS, 4))
    plan = np.empty((MOST_CORNERS, CORNER))
    have, used = 0, 0
    for k in range(places.shape[0]):
        x, y, z = places[k, 0], places[k, 1], places[k, 2]
        if have == most or used + MOST_ROWS > ways.shape[0]:
            break
        if norm(x - bodies[int(ask[WHO]), X], y - bodies[int(ask[WHO]), Y]) > ask[BUDGET] + TOLERANCE or not can_end(scene, work, x, y, z):
            continue
        rows = straight(scene, work, places[k], out)
        if rows == 0:
            rows = approach(scene, work, net, labels, least, plan, x, y, z, out)
        if rows == 0:
            continue
        for row in range(rows):  # the start may lie between two thousandths, the rest does not
            for c in range(ways.shape[1]):
                ways[used, c] = rounded(out[row, c]) if row == 0 else out[row, c]
            used += 1
        found[have, 0], found[have, 1] = k, used
        have += 1
    return have


@kernel
def can_reach(
    parts: Floats, corners: Floats, bodies: Floats, figures: Floats, marks: Flags, ask: Floats, fixed: Floats, places: Floats, within: Flags
) -> None:
    """Note which of some places can be reached (1) and which cannot (0)."""
    scene = Scene(parts, corners, bodies, figures, marks, ask)
    work = workroom(scene)
    within[:] = 0
    if hopeless(scene, work):
        return
    bends = figures[FLY] == 0.0 and figures[INCREMENTS] == 0.0
    net = open_net(scene, fixed if bends else fixed[:0], np.empty((0, 4)))
    labels = spread(scene, work, net)
    least, out = np.empty((labels.shape[0], 2)), np.empty((MOST_ROWS, 4))
    plan = np.empty((MOST_CORNERS, CORNER))
    for k in range(places.shape[0]):
        x, y, z = places[k, 0], places[k, 1], places[k, 2]
        if can_end(scene, work, x, y, z):
            if straight(scene, work, places[k], out) > 0 or approach(scene, work, net, labels, least, plan, x, y, z, out) > 0:
                within[k] = 1


@kernel
def _ends_towards(scene: Scene, net: Net, labels: Floats) -> Floats:
    """Where straight stretches from labels towards the middle of a goal come to its rim, within the budget, the nearest first."""
    goals, limit = net.goals, scene.ask[BUDGET] + TOLERANCE
    out, ways = np.empty((labels.shape[0] * goals.shape[0], 3)), np.empty(labels.shape[0] * goals.shape[0])
    n = 0
    for g in range(goals.shape[0]):
        for k in range(labels.shape[0]):
            way, _, heading = last_stretch(net, labels, k, goals[g, 0], goals[g, 1])
            if way - goals[g, 2] <= limit:
                out[n, 0] = rounded(goals[g, 0] - goals[g, 2] * math.cos(heading))
                out[n, 1] = rounded(goals[g, 1] - goals[g, 2] * math.sin(heading))
                out[n, 2], ways[n] = rounded(goals[g, 3]), way - goals[g, 2]
                n += 1
    return out[np.argsort(ways[:n], kind="mergesort")]


@plain
def approach(scene: Scene, work: Work, net: Net, labels: Floats, least: Floats, plan: Floats, x: float, y: float, z: float, out: Floats) -> int:
    """Find the shortest allowed way to a place; returns its number of rows in ``out``, or 0."""
    limit = scene.ask[BUDGET] + TOLERANCE + SLACK
    for k in range(labels.shape[0]):
        least[k, 0], least[k, 1] = last_stretch(net, labels, k, x, y)[0], 0.0
    while True:
        best, k = limit, -1
        for n in range(labels.shape[0]):
            if least[n, 0] < best:
                best, k = least[n, 0], n
        if k < 0:
            return 0
        if least[k, 1] == 0.0:
            least[k, 0], least[k, 1] = _sure_way(scene, work, net, labels, k, x, y, z), 1.0
            continue
        for care in range(CARES):
            rows = _write(scene, work, net, labels, k, plan, care, x, y, z, out)
            if rows > 0 and judge(scene, work, out[:rows]):
                return rows
        least[k, 0] = math.inf


@plain
def _sure_way(scene: Scene, work: Work, net: Net, labels: Floats, k: int, x: float, y: float, z: float) -> float:
    """What the way to a place by a label costs; infinite if it is not allowed."""
    a = int(labels[k, ON])
    bend = net.bends[a // 2]
    _, turn, heading = last_stretch(net, labels, k, x, y)
    ax, ay = touch_point(bend, side_of(a), heading)
    last = step(scene, work, ax, ay, bend[BZ], x, y, z)[0]
    if last == math.inf:
        return math.inf
    arc = arc_cost(scene, work, net, a, labels[k, HEADING], turn) if bend[BR] > 0.0 else 0.0
    return float(labels[k, LENGTH] + arc + last)


# --- writing a way down: corners in place of arcs -----------------------------------------------


@plain
def _write(
    scene: Scene, work: Work, net: Net, labels: Floats, last: int, plan: Floats, care: int, x: float, y: float, z: float, out: Floats
) -> int:
    """Write down the way to a place by a label; returns its number of rows, or 0 if they are too many."""
    count = _plan(net, labels, last, plan, care, x, y)
    if count < 0:
        return 0
    own = scene.bodies[int(scene.ask[WHO])]
    out[0, X], out[0, Y], out[0, Z], out[0, 3] = own[X], own[Y], own[Z], 0.0
    for k in range(count):
        bend = net.bends[int(plan[k, ROUND])]
        nx, ny = (plan[k + 1, CX], plan[k + 1, CY]) if k + 1 < count else (x, y)
        before = net.bends[int(plan[k - 1, ROUND])] if k > 0 else bend
        behind = net.bends[int(plan[k + 1, ROUND])] if k + 1 < count else bend
        others = net.bends if care == TIGHT else net.bends[:0]
        out[k + 1, X], out[k + 1, Y] = _on_lattice(bend, before, behind, others, out[k, X], out[k, Y], plan[k, CX], plan[k, CY], nx, ny)
        out[k + 1, Z], out[k + 1, 3] = bend[BZ], 0.0
    rows = count + 2
    out[rows - 1, X], out[rows - 1, Y], out[rows - 1, Z], out[rows - 1, 3] = x, y, z, 0.0
    return put_jumps(scene, work, out, rows) if scene.figures[JUMP_FREE] != 0.0 else rows


@plain
def _plan(net: Net, labels: Floats, last: int, plan: Floats, care: int, x: float, y: float) -> int:
    """Put down where the corners of a way should be, those of polygons about its arcs; returns how many, -1 if they are too many."""
    _, final, _ = last_stretch(net, labels, last, x, y)
    turns = _all_turns(net, labels, last, final)
    each = (LONGER * TIGHTER if care == TIGHT else LONGER) / max(turns, 0.1)  # by how much a turn of 1 may make it longer
    count, k, turn = 0, last, final
    while labels[k, FROM] >= 0.0:
        count += _corners(net.bends[int(labels[k, ON]) // 2, BR], turn, each)
        k, turn = _before(net, labels, k)
    if count > plan.shape[0]:
        return -1
    at, k, turn = count, last, final
    while labels[k, FROM] >= 0.0:
        a = int(labels[k, ON])
        bend, side = net.bends[a // 2], side_of(a)
        many = _corners(bend[BR], turn, each)
        at -= many
        half = turn / max(many, 1) / 2
        away = (bend[BR] + (OFF_BY if care == OFF else 0.0)) / math.cos(half) if bend[BR] > 0.0 else 0.0
        for n in range(many):
            angle = labels[k, HEADING] + side * half * (2 * n + 1)
            plan[at + n, CX], plan[at + n, CY] = bend[BX] + side * away * math.sin(angle), bend[BY] - side * away * math.cos(angle)
            plan[at + n, ROUND] = a // 2
        k, turn = _before(net, labels, k)
    return count


@plain
def _before(net: Net, labels: Floats, k: int) -> tuple[int, float]:
    """The label before another, and how far its circle is gone round till the way leaves it."""
    before = int(labels[k, FROM])
    a = int(labels[before, ON])
    turn = turned(labels[before, HEADING], labels[k, HEADING], side_of(a)) if net.bends[a // 2, BR] > 0.0 else 0.0
    return before, turn


@plain
def _all_turns(net: Net, labels: Floats, last: int, final: float) -> float:
    """How far a way turns on circles in all."""
    total, k, turn = 0.0, last, final
    while labels[k, FROM] >= 0.0:
        total += turn
        k, turn = _before(net, labels, k)
    return total


@plain
def _corners(r: float, turn: float, each: float) -> int:
    """How many corners a polygon about an arc needs so as not to be much longer than it."""
    return max(1, math.ceil(turn * math.sqrt(r / (12.0 * each))))


@plain
def _on_lattice(
    bend: Floats, before: Floats, behind: Floats, others: Floats, px: float, py: float, x: float, y: float, nx: float, ny: float
) -> tuple[float, float]:
    """The place of a corner to 0.001", from the corner before and on to where the next should be, clear of the circles on either side."""
    best, bx, by = math.inf, rounded(x), rounded(y)
    if bend[BR] == 0.0:
        return bx, by
    for column in range(-ABOUT, ABOUT + 1):
        for line in range(-ABOUT, ABOUT + 1):
            qx, qy = rounded(x + column / 1000.0), rounded(y + line / 1000.0)
            way = norm(qx - px, qy - py) + norm(nx - qx, ny - qy)
            if way < best and _clears(bend, px, py, qx, qy) and _clears(bend, qx, qy, nx, ny):
                if _clears(before, px, py, qx, qy) and _clears(behind, qx, qy, nx, ny) and _clears_all(others, bend[BZ], px, py, qx, qy):
                    best, bx, by = way, qx, qy
    return bx, by


@plain
def _clears_all(bends: Floats, z: float, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a segment keeps out of all circles on a level."""
    for k in range(bends.shape[0]):
        if bends[k, BZ] == z and not _clears(bends[k], ax, ay, bx, by):
            return False
    return True


@plain
def _clears(bend: Floats, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a segment keeps out of a circle."""
    dx, dy, wx, wy = bx - ax, by - ay, bend[BX] - ax, bend[BY] - ay
    square = dx * dx + dy * dy
    if square > 0.0:
        share = min(1.0, max(0.0, (wx * dx + wy * dy) / square))
        wx, wy = wx - share * dx, wy - share * dy
    least = max(0.0, bend[BR] - GRAZE)
    return bool(wx * wx + wy * wy >= least * least)
