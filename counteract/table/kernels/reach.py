"""Where a body can get to: for a place, the shortest way there that a referee lets pass.

First the straight way is tried, then ways that bend at nodes: the corners of terrain, and points about the bases of
others. Nodes are settled nearest first; what a step between two of them costs is found out only when the step is
about to be used. Steps between nodes of the terrain are remembered from question to question, as long as nobody is
near. Where jumps down cost no height, a step may have jumps in it. Every way found is followed once more as a whole
before it is given out.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.contacts import passes
from counteract.table.kernels.figures import FLY, JUMP_FREE, TRAVERSE
from counteract.table.kernels.ground import NOX, NOY, NX, NY, NZ, passable, rounded
from counteract.table.kernels.judge import (
    BUDGET,
    CLOSELY,
    DEPTH,
    HOW,
    REACH,
    WHO,
    WIDTH,
    Scene,
    Work,
    barred,
    judge,
    watched,
)
from counteract.table.kernels.jumps import put_jumps, step
from counteract.table.kernels.outlines import HEIGHT, RADIUS, TINY, X, Y, Z, near_box, nearest, norm
from counteract.table.kernels.paths import in_way
from counteract.table.kernels.plain import plain
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.outlines import Floats

# Columns of the field of a search: place, direction away from the corner, number among the nodes of the terrain (-1:
# none), shortest way so far and the row before it, whether that is final, how far the goal is as the crow flies, and
# what the last step costs from there, with whether that is sure or a lower limit.
FX, FY, FZ, FOX, FOY, NUMBER, WAY, BEFORE, FINAL, FAR, LAST, SURE, FIELD = range(13)

#: A way has at most so many waypoints.
MOST_ROWS = 16
#: Points about the base of a body: every other one makes an octagon; who looks closely has all of them besides, which make a
#: polygon that lies closer. No step between neighbours takes into the base.
RING = 16
RING_OUT, RING_OUT_CLOSELY = 1.0 / math.cos(2 * math.pi / RING), 1.0 / math.cos(math.pi / RING)
_D, _C, _S = math.sqrt(0.5), math.cos(math.pi / 8), math.sin(math.pi / 8)
RING_X = (1.0, _C, _D, _S, 0.0, -_S, -_D, -_C, -1.0, -_C, -_D, -_S, 0.0, _S, _D, _C)
RING_Y = (0.0, _S, _D, _C, 1.0, _C, _D, _S, 0.0, -_S, -_D, -_C, -1.0, -_C, -_D, -_S)
#: How much a ring keeps clear; more than rounding to 0.001" can take away.
RING_CLEAR = 0.002
#: Where there is no more room than this between a body and another, or terrain, points of their rings may not fit in. Who looks
#: closely goes through the middle of such a gate, straight from some way before it to as far behind it, in radii of the body.
GATE, BEFORE_GATE, MOST_GATES = 0.6, 0.75, 64
#: A way round a corner passes it rather sideways: the sine of the steepest approach. But the last bit may be steep, to
#: a place that is nearer to the corner than the node, or from one.
STEEP, BIT = 0.6, 1.0
#: Against losing a node on the very rim of the budget to rounding.
SLACK = 1e-9


@kernel
def open_field(scene: Scene, nodes: Floats, gx: float, gy: float) -> Floats:
    """The nodes a way within the budget may bend at on its way to (gx, gy), or to wherever if NaN. Row 0: the start."""
    bodies, ask = scene.bodies, scene.ask
    i = int(ask[WHO])
    x, y = bodies[i, X], bodies[i, Y]
    most = ask[BUDGET] + TOLERANCE + SLACK
    gates = 3 * MOST_GATES if int(ask[HOW]) & CLOSELY != 0 else 0
    field = np.empty((1 + nodes.shape[0] + 2 * RING * bodies.shape[0] + gates, FIELD))
    n = _add(field, 0, x, y, bodies[i, Z], 0.0, 0.0, -1, 0.0)
    field[0, WAY], field[0, FINAL] = 0.0, 1.0
    if scene.figures[FLY] != 0.0:  # there is nothing to bend round
        return field[:1]
    somewhere = not math.isnan(gx)
    for k in range(nodes.shape[0]):
        nx, ny = nodes[k, NX], nodes[k, NY]
        if (nx - x) * (nx - x) + (ny - y) * (ny - y) > most * most:
            continue
        far = 0.0
        if somewhere:
            far = norm(nx - gx, ny - gy)
            if norm(nx - x, ny - y) + far > most:
                continue
        n = _add(field, n, nx, ny, nodes[k, NZ], nodes[k, NOX], nodes[k, NOY], k, far)
    for j in range(bodies.shape[0]):
        if in_way(bodies, scene.figures, i, j):
            n = _add_ring(scene, j, gx, gy, field, n)
    if gates > 0:
        n = _add_gates(scene, gx, gy, field, n)
    return field[:n]


@plain
def _add(
    field: Floats,
    n: int,
    x: float,
    y: float,
    z: float,
    ox: float,
    oy: float,
    number: int,
    far: float,
) -> int:
    field[n, FX], field[n, FY], field[n, FZ], field[n, FOX], field[n, FOY] = x, y, z, ox, oy
    field[n, NUMBER], field[n, WAY], field[n, BEFORE] = number, math.inf, -1.0
    field[n, FINAL], field[n, FAR] = 0.0, far
    return n + 1


@plain
def _add_ring(scene: Scene, j: int, gx: float, gy: float, field: Floats, n: int) -> int:
    """Add nodes about a body: round its base, or round all places in contact with it if these are barred."""
    bodies, ask = scene.bodies, scene.ask
    i = int(ask[WHO])
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    x, y, z = bodies[i, X], bodies[i, Y], bodies[j, Z]
    most = ask[BUDGET] + TOLERANCE + SLACK
    closely = int(ask[HOW]) & CLOSELY != 0
    away = _room(scene, j) * RING_OUT
    somewhere, traverses = not math.isnan(gx), scene.figures[TRAVERSE] != 0.0
    least = norm(bodies[j, X] - x, bodies[j, Y] - y) - away
    if somewhere:
        least += norm(bodies[j, X] - gx, bodies[j, Y] - gy) - away
    if least > most:
        return n
    for k in range(RING + RING // 2 if closely else RING // 2):
        ox, oy = (RING_X[2 * k], RING_Y[2 * k]) if k < RING // 2 else (RING_X[k - RING // 2], RING_Y[k - RING // 2])
        out = away if k < RING // 2 else away / RING_OUT * RING_OUT_CLOSELY
        nx, ny = rounded(bodies[j, X] + out * ox), rounded(bodies[j, Y] + out * oy)
        far = norm(nx - gx, ny - gy) if somewhere else 0.0
        if norm(nx - x, ny - y) + far > most:
            continue
        if passable(scene.parts, scene.corners, ask[WIDTH], ask[DEPTH], nx, ny, z, r, height, traverses):
            n = _add(field, n, nx, ny, z, ox, oy, -1, far)
    return n


@plain
def _room(scene: Scene, j: int) -> float:
    """How far from the middle of a body the mover keeps: off its base, or out of contact where that is barred."""
    room = scene.bodies[int(scene.ask[WHO]), RADIUS] + scene.bodies[j, RADIUS] + RING_CLEAR
    return float(room + scene.ask[REACH] + TOLERANCE if barred(scene, j) else room)


@plain
def _add_gates(scene: Scene, gx: float, gy: float, field: Floats, n: int) -> int:
    """Add nodes between bodies, and between bodies and terrain or an edge of the board, that leave little room."""
    bodies, parts = scene.bodies, scene.parts
    i = int(scene.ask[WHO])
    most = n + 3 * (MOST_GATES - 1)
    for j in range(bodies.shape[0]):
        if not in_way(bodies, scene.figures, i, j):
            continue
        x, y, room = bodies[j, X], bodies[j, Y], _room(scene, j)
        if norm(x - bodies[i, X], y - bodies[i, Y]) - room - GATE > scene.ask[BUDGET]:
            continue
        for k in range(j + 1, bodies.shape[0]):
            if in_way(bodies, scene.figures, i, k) and n < most:
                dx, dy, other = bodies[k, X] - x, bodies[k, Y] - y, _room(scene, k)
                n = _add_gate(scene, j, dx, dy, norm(dx, dy) - other, min(room, other), gx, gy, field, n)
        for side in range(4):  # the edges of the board
            ux, uy = (1.0 - side, 0.0) if side % 2 == 0 else (0.0, 2.0 - side)
            edge = x if side == 2 else y if side == 3 else scene.ask[WIDTH] - x if side == 0 else scene.ask[DEPTH] - y
            if n < most:
                n = _add_gate(scene, j, ux, uy, edge - bodies[i, RADIUS], room, gx, gy, field, n)
        wide = room + bodies[i, RADIUS] + GATE
        for p in range(parts.shape[0]):
            if near_box(parts, p, x, y, wide) and n < most:
                nx, ny = nearest(parts, scene.corners, p, x, y)
                dx, dy = nx - x, ny - y
                n = _add_gate(scene, j, dx, dy, norm(dx, dy) - bodies[i, RADIUS] - RING_CLEAR, room, gx, gy, field, n)
    return n


@plain
def _add_gate(scene: Scene, j: int, dx: float, dy: float, end: float, round_it: float, gx: float, gy: float, field: Floats, n: int) -> int:
    """Add the nodes of a gate beside a body, in a direction, that ends so far from its middle; it goes round something so wide."""
    bodies, ask = scene.bodies, scene.ask
    i = int(ask[WHO])
    room, d = _room(scene, j), norm(dx, dy)
    if d < TINY or not 0.0 <= end - room <= GATE:
        return n
    ux, uy = dx / d, dy / d
    z, r, height = bodies[j, Z], bodies[i, RADIUS], bodies[i, HEIGHT]
    most, traverses = ask[BUDGET] + TOLERANCE + SLACK, scene.figures[TRAVERSE] != 0.0
    middle = (room + end) / 2
    for side in range(-1, 2):
        along = side * BEFORE_GATE * round_it
        nx, ny = rounded(bodies[j, X] + middle * ux - along * uy), rounded(bodies[j, Y] + middle * uy + along * ux)
        far = 0.0 if math.isnan(gx) else norm(nx - gx, ny - gy)
        if norm(nx - bodies[i, X], ny - bodies[i, Y]) + far > most:
            continue
        if passable(scene.parts, scene.corners, ask[WIDTH], ask[DEPTH], nx, ny, z, r, height, traverses):
            n = _add(field, n, nx, ny, z, 0.0, 0.0, -1, far)
    return n


@kernel
def start_search(field: Floats, memo: Floats) -> Floats:
    """Give every node its straight way from the start, and make room for what steps cost (NaN: not known yet)."""
    n = field.shape[0]
    for k in range(1, n):
        field[k, WAY], field[k, BEFORE] = _at_least(field, memo, 0, k), 0.0
    return np.full((n, n), np.nan)


@plain
def _at_least(field: Floats, memo: Floats, u: int, v: int) -> float:
    """A lower limit of what the step from one row to another costs; infinite if it makes no sense."""
    dx, dy = field[v, FX] - field[u, FX], field[v, FY] - field[u, FY]
    d = norm(dx, dy)
    if _too_steep(field, u, dx, dy, d) or _too_steep(field, v, dx, dy, d):
        return math.inf
    a, b = int(field[u, NUMBER]), int(field[v, NUMBER])
    if a >= 0 and b >= 0 and memo[a, b] > d:
        return float(memo[a, b])
    return d


@plain
def _too_steep(field: Floats, k: int, dx: float, dy: float, d: float) -> bool:
    """Whether a step from or to a node leads too much towards its corner, or away from it, to go round it."""
    return bool(d > BIT and abs(dx * field[k, FOX] + dy * field[k, FOY]) > STEEP * d)


@plain
def _cost(
    scene: Scene,
    work: Work,
    memo: Floats,
    field: Floats,
    u: int,
    column: int,
    x: float,
    y: float,
    z: float,
) -> float:
    """What the step from a row of the field to a place costs; infinite if it is not allowed.

    The column of the memo is that of the place among the nodes and places of the terrain, -1 if it is none of them.
    """
    ax, ay, az = field[u, FX], field[u, FY], field[u, FZ]
    row = int(field[u, NUMBER])
    if row >= 0 and column >= 0:
        if math.isnan(memo[row, column]):
            i = int(scene.ask[WHO])
            mover = scene.bodies[i : i + 1]
            alone = Scene(scene.parts, scene.corners, mover, scene.figures, scene.marks, work.alone)
            memo[row, column] = step(alone, work, ax, ay, az, x, y, z)[0]
        if memo[row, column] == math.inf or not _body_near(scene, ax, ay, x, y):
            return float(memo[row, column])
    return step(scene, work, ax, ay, az, x, y, z)[0]


@plain
def _body_near(scene: Scene, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether somebody is so near a step that it may matter."""
    bodies, ask = scene.bodies, scene.ask
    i = int(ask[WHO])
    wide = bodies[i, RADIUS]
    if watched(scene):
        wide += ask[REACH] + 2 * TOLERANCE
    for j in range(bodies.shape[0]):
        if in_way(bodies, scene.figures, i, j):
            if passes(ax, ay, bx, by, bodies[j, X], bodies[j, Y], wide + bodies[j, RADIUS]):
                return True
    return False


@plain
def _settle(scene: Scene, work: Work, memo: Floats, field: Floats, costs: Floats, limit: float) -> bool:
    """Make the way to one more node final, the next in order, if it comes before the limit."""
    n = field.shape[0]
    while True:
        best, v = limit, -1
        for k in range(1, n):
            if field[k, FINAL] == 0.0 and field[k, WAY] + field[k, FAR] < best:
                best, v = field[k, WAY] + field[k, FAR], k
        if v < 0:
            return False
        u = int(field[v, BEFORE])
        if not math.isnan(costs[u, v]):
            break
        costs[u, v] = _cost(scene, work, memo, field, u, int(field[v, NUMBER]), field[v, FX], field[v, FY], field[v, FZ])
        if field[u, WAY] + costs[u, v] > field[v, WAY]:
            _rethink(field, memo, costs, v)
    field[v, FINAL] = 1.0
    for k in range(1, n):
        if field[k, FINAL] == 0.0 and field[v, WAY] + TINY < field[k, WAY]:
            way = field[v, WAY] + _at_least(field, memo, v, k)
            if way < field[k, WAY]:
                field[k, WAY], field[k, BEFORE] = way, v
    return True


@plain
def _rethink(field: Floats, memo: Floats, costs: Floats, v: int) -> None:
    """Find the best way to a node anew, after a step to it turned out dearer than thought."""
    field[v, WAY], field[v, BEFORE] = math.inf, -1.0
    for u in range(field.shape[0]):
        if field[u, FINAL] != 0.0 and field[u, WAY] < field[v, WAY]:
            cost = costs[u, v]
            if math.isnan(cost):
                cost = _at_least(field, memo, u, v)
            if field[u, WAY] + cost < field[v, WAY]:
                field[v, WAY], field[v, BEFORE] = field[u, WAY] + cost, u


@plain
def bend(
    scene: Scene,
    work: Work,
    memo: Floats,
    field: Floats,
    costs: Floats,
    place: Floats,
    out: Floats,
) -> int:
    """Find the shortest allowed way to a place that bends or jumps; returns its number of rows in ``out``, or 0.

    A place has its x, y, z, and its number among the places of the terrain or -1.
    """
    x, y, z = place[0], place[1], place[2]
    column = memo.shape[0] + int(place[3]) if place[3] >= 0.0 else -1
    for k in range(field.shape[0]):
        dx, dy = x - field[k, FX], y - field[k, FY]
        d = norm(dx, dy)
        field[k, LAST], field[k, SURE] = math.inf if _too_steep(field, k, dx, dy, d) else d, 0.0
    if scene.figures[JUMP_FREE] == 0.0:  # on foot the straight way has been tried
        field[0, LAST] = math.inf
    while True:
        best, u = _last_node(field, scene.ask[BUDGET] + TOLERANCE + SLACK)
        if _settle(scene, work, memo, field, costs, best):
            continue
        if u < 0:
            return 0
        if field[u, SURE] == 0.0:
            field[u, SURE] = 1.0
            field[u, LAST] = _cost(scene, work, memo, field, u, column, x, y, z)
            continue
        rows = _write(field, u, x, y, z, out)
        if scene.figures[JUMP_FREE] != 0.0:
            rows = put_jumps(scene, work, out, rows)
        if rows > 0 and judge(scene, work, out[:rows]):
            return rows
        field[u, LAST] = math.inf


@plain
def _last_node(field: Floats, limit: float) -> tuple[float, int]:
    """How near the place seems by the best of the final nodes, and which that is; -1 if none is within the limit."""
    best, u = limit, -1
    for k in range(field.shape[0]):
        if field[k, FINAL] != 0.0 and field[k, WAY] + field[k, LAST] < best:
            best, u = field[k, WAY] + field[k, LAST], k
    return best, u


@plain
def _write(field: Floats, u: int, x: float, y: float, z: float, out: Floats) -> int:
    """Write down the way to a place by a node; returns its number of rows, or 0 if they are too many."""
    rows, k = 2, u
    while k != 0:
        rows += 1
        k = int(field[k, BEFORE])
    if rows > MOST_ROWS:
        return 0
    out[rows - 1, X], out[rows - 1, Y], out[rows - 1, Z], out[rows - 1, 3] = x, y, z, 0.0
    k = u
    for row in range(rows - 2, -1, -1):
        out[row, X], out[row, Y], out[row, Z] = field[k, FX], field[k, FY], field[k, FZ]
        out[row, 3] = 0.0
        k = int(field[k, BEFORE])
    return rows
