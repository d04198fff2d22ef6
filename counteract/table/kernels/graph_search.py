"""Shortest path on the visibility graph: best-first search with lazy leg costs, from a ``Scene``, the nodes of its terrain and a memo.

The straight path is tried first, then paths that bend at nodes: at corners of terrain and at points about the bases of others.
Nodes are settled nearest first. The cost of a leg is computed only when the leg is about to be used. Legs between nodes of the
terrain are remembered from query to query while no body is near. Where jumps down are free, a leg may contain jumps. Every path
found is traced once more as a whole before it is returned.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import HEIGHT, OPEN, RADIUS, TOP, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import (
    BUDGET,
    CLOSE_ROUTES,
    CONTACT_FLAGS,
    DEPTH,
    MOVER,
    REACH,
    WIDTH,
    Buffers,
    Scene,
    bars_contacts,
    is_contact_barred,
    is_path_allowed,
)
from counteract.table.kernels.contacts import passes_within
from counteract.table.kernels.legs import insert_jumps, measure_leg
from counteract.table.kernels.mover import BENDS_ON_TOP, FLY, JUMP_FREE, TRAVERSE
from counteract.table.kernels.paths import is_blocking_body
from counteract.table.kernels.placement import find_overlapped_part, is_off_board, is_passable, quantise
from counteract.table.kernels.polygons import has_mark, is_near_box, nearest_boundary_point, norm
from counteract.table.kernels.visibility_graph import NOX, NOY, NX, NY, NZ
from counteract.table.units import TINY

if TYPE_CHECKING:
    from counteract.table.units import Floats

# Columns of a search: place of the node, direction away from its corner, number among the nodes of the terrain (-1: none), length of
# the shortest path so far and its predecessor, 1 if settled, straight distance to the goal, and of the last leg to the place asked about
# its straight length, its cost, and 1 if that is exact instead of a lower bound.
(
    NODE_X,
    NODE_Y,
    NODE_Z,
    NODE_OUT_X,
    NODE_OUT_Y,
    NODE_NUMBER,
    PATH_LENGTH,
    PREDECESSOR,
    IS_SETTLED,
    GOAL_DISTANCE,
    LAST_DISTANCE,
    LAST_LEG,
    IS_LAST_LEG_EXACT,
    SEARCH_COLUMNS,
) = range(14)
#: The most waypoints of a path.
MAX_ROWS = 16
#: Points about the base of a body: every other one makes an octagon; close routes use all of them too, on a closer polygon. No leg
#: between neighbours enters the base.
RING = 16
RING_FACTOR, CLOSE_RING_FACTOR = 1.0 / math.cos(2 * math.pi / RING), 1.0 / math.cos(math.pi / RING)
_D, _C, _S = math.sqrt(0.5), math.cos(math.pi / 8), math.sin(math.pi / 8)
RING_X = (1.0, _C, _D, _S, 0.0, -_S, -_D, -_C, -1.0, -_C, -_D, -_S, 0.0, _S, _D, _C)
RING_Y = (0.0, _S, _D, _C, 1.0, _C, _D, _S, 0.0, -_S, -_D, -_C, -1.0, -_C, -_D, -_S)
#: Clearance of a ring; more than rounding to 0.001" can take away.
RING_CLEARANCE = 0.002
#: In gaps narrower than this the points of rings may not fit. Close routes pass through the middle of such a gap, straight from a
#: distance before it to the same distance behind it, in radii of the body.
MAX_GAP, GAP_APPROACH, MAX_GAP_NODES = 0.6, 0.75, 64
#: A path passes a corner sideways: the sine of the steepest approach. Only a short leg may be steeper, as its other end may be nearer
#: to the corner than the node.
MAX_APPROACH, SHORT_LEG = 0.6, 1.0
#: Keeps rounding from losing a node on the very rim of the budget.
SLACK = 1e-9
#: How much shorter than the straight line a path can count, by the roundings of its legs.
MAX_ROUNDED_OFF = 0.02
#: Columns of a destination: its place, and its number in the lattice of the terrain (-1: none).
PX, PY, PZ, PLACE, DESTINATION_SIZE = range(5)


@kernel
def open_search(scene: Scene, nodes: Floats, gx: float, gy: float) -> Floats:
    """Return the nodes at which a path within the budget may bend towards (gx, gy), or to anywhere if NaN. Row 0 is the start."""
    bodies, query = scene.bodies, scene.query
    i = int(query[MOVER])
    x, y = bodies[i, X], bodies[i, Y]
    most = query[BUDGET] + TOLERANCE + SLACK
    gates = 3 * MAX_GAP_NODES if int(query[CONTACT_FLAGS]) & CLOSE_ROUTES != 0 else 0
    search = np.empty((2 + scene.parts.shape[0] + nodes.shape[0] + 2 * RING * bodies.shape[0] + gates, SEARCH_COLUMNS))
    n = _add_node(search, 0, x, y, bodies[i, Z], 0.0, 0.0, -1, 0.0)
    search[0, PATH_LENGTH], search[0, IS_SETTLED] = 0.0, 1.0
    if scene.params[FLY] != 0.0:  # nothing is in the way
        return search[:1]
    somewhere = not math.isnan(gx)
    for p in range(scene.parts.shape[0]):
        if has_mark(scene.parts, p, OPEN) and is_near_box(scene.parts, p, x, y, bodies[i, RADIUS]):
            far = norm(x - gx, y - gy) if somewhere else 0.0
            n = _add_node(search, n, x, y, scene.parts[p, TOP], 0.0, 0.0, -1, far)
    if n > 1 and bodies[i, Z] > TINY:  # through the floor it stands on down to the board
        n = _add_node(search, n, x, y, 0.0, 0.0, 0.0, -1, search[1, GOAL_DISTANCE])
    for k in range(nodes.shape[0]):
        nx, ny = nodes[k, NX], nodes[k, NY]
        if (nx - x) * (nx - x) + (ny - y) * (ny - y) > most * most:
            continue
        far = 0.0
        if somewhere:
            far = norm(nx - gx, ny - gy)
            if norm(nx - x, ny - y) + far > most:
                continue
        n = _add_node(search, n, nx, ny, nodes[k, NZ], nodes[k, NOX], nodes[k, NOY], k, far)
    for j in range(bodies.shape[0]):
        if is_blocking_body(bodies, scene.params, i, j):
            n = _add_ring(scene, j, gx, gy, search, n)
    if gates > 0:
        n = _add_gap_nodes(scene, gx, gy, search, n)
    return search[:n]


@allocation_free
def _add_node(
    search: Floats,
    n: int,
    x: float,
    y: float,
    z: float,
    ox: float,
    oy: float,
    number: int,
    far: float,
) -> int:
    search[n, NODE_X], search[n, NODE_Y], search[n, NODE_Z], search[n, NODE_OUT_X], search[n, NODE_OUT_Y] = x, y, z, ox, oy
    search[n, NODE_NUMBER], search[n, PATH_LENGTH], search[n, PREDECESSOR] = number, math.inf, -1.0
    search[n, IS_SETTLED], search[n, GOAL_DISTANCE] = 0.0, far
    return n + 1


@allocation_free
def _add_ring(scene: Scene, j: int, gx: float, gy: float, search: Floats, n: int) -> int:
    """Add nodes about a body: round its base, or round its contact zone if contact is barred."""
    bodies, query = scene.bodies, scene.query
    i = int(query[MOVER])
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    x, y, z = bodies[i, X], bodies[i, Y], bodies[j, Z]
    most = query[BUDGET] + TOLERANCE + SLACK
    closely = int(query[CONTACT_FLAGS]) & CLOSE_ROUTES != 0
    away = _clearance_radius(scene, j) * RING_FACTOR
    somewhere, traverses = not math.isnan(gx), scene.params[TRAVERSE] != 0.0
    least = norm(bodies[j, X] - x, bodies[j, Y] - y) - away
    if somewhere:
        least += norm(bodies[j, X] - gx, bodies[j, Y] - gy) - away
    if least > most:
        return n
    for k in range(RING + RING // 2 if closely else RING // 2):
        ox, oy = (RING_X[2 * k], RING_Y[2 * k]) if k < RING // 2 else (RING_X[k - RING // 2], RING_Y[k - RING // 2])
        out = away if k < RING // 2 else away / RING_FACTOR * CLOSE_RING_FACTOR
        nx, ny = quantise(bodies[j, X] + out * ox), quantise(bodies[j, Y] + out * oy)
        far = norm(nx - gx, ny - gy) if somewhere else 0.0
        if norm(nx - x, ny - y) + far > most:
            continue
        if is_passable(scene.parts, scene.corners, query[WIDTH], query[DEPTH], nx, ny, z, r, height, traverses):
            n = _add_node(search, n, nx, ny, z, ox, oy, -1, far)
        elif closely and scene.params[BENDS_ON_TOP] != 0.0:
            top = _find_top(scene, nx, ny, z)
            if norm(nx - x, ny - y) + far + abs(top - bodies[i, Z]) <= most:
                n = _add_node(search, n, nx, ny, top, ox, oy, -1, far)
    return n


@allocation_free
def _find_top(scene: Scene, x: float, y: float, z: float) -> float:
    """Return the height at which the mover is on top of the terrain that it would overlap here; infinite if it is nowhere clear of all."""
    query, mover = scene.query, scene.bodies[int(scene.query[MOVER])]
    r, height, traverses = mover[RADIUS], mover[HEIGHT], scene.params[TRAVERSE] != 0.0
    if is_off_board(query[WIDTH], query[DEPTH], x, y, r):
        return math.inf
    p = find_overlapped_part(scene.parts, scene.corners, x, y, z, r, height, traverses)
    if p < 0 or find_overlapped_part(scene.parts, scene.corners, x, y, scene.parts[p, TOP], r, height, traverses) >= 0:
        return math.inf
    return float(scene.parts[p, TOP])


@allocation_free
def _clearance_radius(scene: Scene, j: int) -> float:
    """Return the distance from the centre of a body that the mover keeps: off its base, or out of contact if that is barred."""
    clearance = scene.bodies[int(scene.query[MOVER]), RADIUS] + scene.bodies[j, RADIUS] + RING_CLEARANCE
    return float(clearance + scene.query[REACH] + TOLERANCE if is_contact_barred(scene, j) else clearance)


@allocation_free
def _add_gap_nodes(scene: Scene, gx: float, gy: float, search: Floats, n: int) -> int:
    """Add nodes in narrow gaps between bodies, and between bodies and terrain or the edges of the board."""
    bodies, parts = scene.bodies, scene.parts
    i = int(scene.query[MOVER])
    most = n + 3 * (MAX_GAP_NODES - 1)
    for j in range(bodies.shape[0]):
        if not is_blocking_body(bodies, scene.params, i, j):
            continue
        x, y, clearance = bodies[j, X], bodies[j, Y], _clearance_radius(scene, j)
        if norm(x - bodies[i, X], y - bodies[i, Y]) - clearance - MAX_GAP > scene.query[BUDGET]:
            continue
        for k in range(j + 1, bodies.shape[0]):
            if is_blocking_body(bodies, scene.params, i, k) and n < most:
                dx, dy, other = bodies[k, X] - x, bodies[k, Y] - y, _clearance_radius(scene, k)
                n = _add_nodes_of_gap(scene, j, dx, dy, norm(dx, dy) - other, min(clearance, other), gx, gy, search, n)
        for side in range(4):  # the edges of the board
            ux, uy = (1.0 - side, 0.0) if side % 2 == 0 else (0.0, 2.0 - side)
            edge = x if side == 2 else y if side == 3 else scene.query[WIDTH] - x if side == 0 else scene.query[DEPTH] - y
            if n < most:
                n = _add_nodes_of_gap(scene, j, ux, uy, edge - bodies[i, RADIUS], clearance, gx, gy, search, n)
        wide = clearance + bodies[i, RADIUS] + MAX_GAP
        for p in range(parts.shape[0]):
            if is_near_box(parts, p, x, y, wide) and n < most:
                nx, ny = nearest_boundary_point(parts, scene.corners, p, x, y)
                dx, dy = nx - x, ny - y
                n = _add_nodes_of_gap(scene, j, dx, dy, norm(dx, dy) - bodies[i, RADIUS] - RING_CLEARANCE, clearance, gx, gy, search, n)
    return n


@allocation_free
def _add_nodes_of_gap(scene: Scene, j: int, dx: float, dy: float, end: float, round_it: float, gx: float, gy: float, search: Floats, n: int) -> int:
    """Add the nodes of a gap beside a body in some direction; ``end`` is its far side and ``round_it`` the radius it bends round."""
    bodies, query = scene.bodies, scene.query
    i = int(query[MOVER])
    clearance, d = _clearance_radius(scene, j), norm(dx, dy)
    if d < TINY or not 0.0 <= end - clearance <= MAX_GAP:
        return n
    ux, uy = dx / d, dy / d
    z, r, height = bodies[j, Z], bodies[i, RADIUS], bodies[i, HEIGHT]
    most, traverses = query[BUDGET] + TOLERANCE + SLACK, scene.params[TRAVERSE] != 0.0
    middle = (clearance + end) / 2
    for side in range(-1, 2):
        along = side * GAP_APPROACH * round_it
        nx, ny = quantise(bodies[j, X] + middle * ux - along * uy), quantise(bodies[j, Y] + middle * uy + along * ux)
        far = 0.0 if math.isnan(gx) else norm(nx - gx, ny - gy)
        if norm(nx - bodies[i, X], ny - bodies[i, Y]) + far > most:
            continue
        if is_passable(scene.parts, scene.corners, query[WIDTH], query[DEPTH], nx, ny, z, r, height, traverses):
            n = _add_node(search, n, nx, ny, z, 0.0, 0.0, -1, far)
    return n


@kernel
def estimate_lengths(search: Floats, memo: Floats) -> Floats:
    """Give every node its straight distance from the start, and return the costs of legs (NaN: not yet known), from settled nodes only."""
    costs = np.empty((search.shape[0], search.shape[0]))
    start_estimates(search, memo, costs)
    return costs


@allocation_free
def start_estimates(search: Floats, memo: Floats, costs: Floats) -> None:
    """Give every node its straight distance from the start; ``costs`` is ready for the legs from there."""
    for k in range(1, search.shape[0]):
        search[k, PATH_LENGTH], search[k, PREDECESSOR] = _lower_bound(search, memo, 0, k), 0.0
    costs[0] = np.nan


@allocation_free
def _lower_bound(search: Floats, memo: Floats, u: int, v: int) -> float:
    """Return a lower bound of the cost of the leg between two nodes; infinite if the leg makes no sense."""
    dx, dy = search[v, NODE_X] - search[u, NODE_X], search[v, NODE_Y] - search[u, NODE_Y]
    d = norm(dx, dy)
    if _is_too_steep(search, u, dx, dy, d) or _is_too_steep(search, v, dx, dy, d):
        return math.inf
    a, b = int(search[u, NODE_NUMBER]), int(search[v, NODE_NUMBER])
    if a >= 0 and b >= 0 and memo[a, b] > d:
        return float(memo[a, b])
    return d


@allocation_free
def _is_too_steep(search: Floats, k: int, dx: float, dy: float, d: float) -> bool:
    """Return True if a leg points too much towards the corner of a node, or away from it, to bend round it."""
    return bool(d > SHORT_LEG and abs(dx * search[k, NODE_OUT_X] + dy * search[k, NODE_OUT_Y]) > MAX_APPROACH * d)


@allocation_free
def _cost_of_leg(
    scene: Scene,
    buffers: Buffers,
    memo: Floats,
    search: Floats,
    u: int,
    column: int,
    x: float,
    y: float,
    z: float,
) -> float:
    """Return the cost of the leg from a node to a place; infinite if it is not allowed.

    ``column`` is the column of the place in the memo, -1 if it has none.
    """
    ax, ay, az = search[u, NODE_X], search[u, NODE_Y], search[u, NODE_Z]
    row = int(search[u, NODE_NUMBER])
    if row >= 0 and column >= 0:
        if math.isnan(memo[row, column]):
            i = int(scene.query[MOVER])
            mover = scene.bodies[i : i + 1]
            alone = Scene(scene.parts, scene.corners, mover, scene.params, scene.marks, buffers.alone)
            memo[row, column] = measure_leg(alone, buffers, ax, ay, az, x, y, z)[0]
        if memo[row, column] == math.inf or not _is_body_near(scene, ax, ay, x, y):
            return float(memo[row, column])
    return measure_leg(scene, buffers, ax, ay, az, x, y, z)[0]


@allocation_free
def _is_body_near(scene: Scene, ax: float, ay: float, bx: float, by: float) -> bool:
    """Return True if a body is near enough to a leg to matter."""
    bodies, query = scene.bodies, scene.query
    i = int(query[MOVER])
    wide = bodies[i, RADIUS]
    if bars_contacts(scene):
        wide += query[REACH] + 2 * TOLERANCE
    for j in range(bodies.shape[0]):
        if is_blocking_body(bodies, scene.params, i, j):
            if passes_within(ax, ay, bx, by, bodies[j, X], bodies[j, Y], wide + bodies[j, RADIUS]):
                return True
    return False


@allocation_free
def _settle_next(scene: Scene, buffers: Buffers, memo: Floats, search: Floats, costs: Floats, limit: float) -> bool:
    """Settle the next node in order if it comes before the limit, and if a path by it or a later one may be shorter than that."""
    n = search.shape[0]
    while True:
        best, v, useful = limit, -1, False
        for k in range(1, n):
            if search[k, IS_SETTLED] == 0.0:
                if search[k, PATH_LENGTH] + search[k, GOAL_DISTANCE] < best:
                    best, v = search[k, PATH_LENGTH] + search[k, GOAL_DISTANCE], k
                useful = useful or search[k, PATH_LENGTH] + search[k, LAST_DISTANCE] < limit + MAX_ROUNDED_OFF
        if v < 0 or not useful:
            return False
        u = int(search[v, PREDECESSOR])
        if not math.isnan(costs[u, v]):
            break
        costs[u, v] = _cost_of_leg(
            scene, buffers, memo, search, u, int(search[v, NODE_NUMBER]), search[v, NODE_X], search[v, NODE_Y], search[v, NODE_Z]
        )
        if search[u, PATH_LENGTH] + costs[u, v] > search[v, PATH_LENGTH]:
            _choose_predecessor(search, memo, costs, v)
    search[v, IS_SETTLED] = 1.0
    costs[v] = np.nan
    for k in range(1, n):
        if search[k, IS_SETTLED] == 0.0 and search[v, PATH_LENGTH] + TINY < search[k, PATH_LENGTH]:
            path_length = search[v, PATH_LENGTH] + _lower_bound(search, memo, v, k)
            if path_length < search[k, PATH_LENGTH]:
                search[k, PATH_LENGTH], search[k, PREDECESSOR] = path_length, v
    return True


@allocation_free
def settle_all(scene: Scene, buffers: Buffers, memo: Floats, search: Floats, costs: Floats) -> None:
    """Settle every node that can be reached within the budget."""
    for k in range(search.shape[0]):
        search[k, LAST_DISTANCE] = 0.0
    while _settle_next(scene, buffers, memo, search, costs, scene.query[BUDGET] + TOLERANCE + SLACK):
        pass


@allocation_free
def _choose_predecessor(search: Floats, memo: Floats, costs: Floats, v: int) -> None:
    """Choose the best predecessor of a node again, after a leg to it proved dearer than its bound."""
    search[v, PATH_LENGTH], search[v, PREDECESSOR] = math.inf, -1.0
    for u in range(search.shape[0]):
        if search[u, IS_SETTLED] != 0.0 and search[u, PATH_LENGTH] < search[v, PATH_LENGTH]:
            cost = costs[u, v]
            if math.isnan(cost):
                cost = _lower_bound(search, memo, u, v)
            if search[u, PATH_LENGTH] + cost < search[v, PATH_LENGTH]:
                search[v, PATH_LENGTH], search[v, PREDECESSOR] = search[u, PATH_LENGTH] + cost, u


@allocation_free
def find_bent_path(
    scene: Scene,
    buffers: Buffers,
    memo: Floats,
    search: Floats,
    costs: Floats,
    place: Floats,
    out: Floats,
) -> int:
    """Find the shortest allowed path to a place that bends or jumps; return its number of rows in ``out``, or 0.

    A place has x, y, z, and its number in the lattice of the terrain or -1.
    """
    x, y, z = place[0], place[1], place[2]
    column = memo.shape[0] + int(place[3]) if place[3] >= 0.0 else -1
    for k in range(search.shape[0]):
        dx, dy = x - search[k, NODE_X], y - search[k, NODE_Y]
        d = norm(dx, dy)
        search[k, LAST_DISTANCE] = d
        search[k, LAST_LEG], search[k, IS_LAST_LEG_EXACT] = math.inf if _is_too_steep(search, k, dx, dy, d) else d, 0.0
    if scene.params[JUMP_FREE] == 0.0:  # on foot the straight path has been tried
        search[0, LAST_LEG] = math.inf
    while True:
        best, u = _best_last_node(search, scene.query[BUDGET] + TOLERANCE + SLACK)
        if _settle_next(scene, buffers, memo, search, costs, best):
            continue
        if u < 0:
            return 0
        if search[u, IS_LAST_LEG_EXACT] == 0.0:
            search[u, IS_LAST_LEG_EXACT] = 1.0
            search[u, LAST_LEG] = _cost_of_leg(scene, buffers, memo, search, u, column, x, y, z)
            continue
        rows = _write_path(search, u, x, y, z, out)
        if scene.params[JUMP_FREE] != 0.0:
            rows = insert_jumps(scene, buffers, out, rows)
        if rows > 0 and is_path_allowed(scene, buffers, out[:rows]):
            return rows
        search[u, LAST_LEG] = math.inf


@allocation_free
def _best_last_node(search: Floats, limit: float) -> tuple[float, int]:
    """Return the best estimate of the path length by a settled node, and that node; -1 if none is within the limit."""
    best, u = limit, -1
    for k in range(search.shape[0]):
        if search[k, IS_SETTLED] != 0.0 and search[k, PATH_LENGTH] + search[k, LAST_LEG] < best:
            best, u = search[k, PATH_LENGTH] + search[k, LAST_LEG], k
    return best, u


@allocation_free
def _write_path(search: Floats, u: int, x: float, y: float, z: float, out: Floats) -> int:
    """Write the path to a place by a node; return its number of rows, or 0 if they are too many."""
    rows, k = 2, u
    while k != 0:
        rows += 1
        k = int(search[k, PREDECESSOR])
    if rows > MAX_ROWS:
        return 0
    out[rows - 1, X], out[rows - 1, Y], out[rows - 1, Z], out[rows - 1, 3] = x, y, z, 0.0
    k = u
    for row in range(rows - 2, -1, -1):
        out[row, X], out[row, Y], out[row, Z] = search[k, NODE_X], search[k, NODE_Y], search[k, NODE_Z]
        out[row, 3] = 0.0
        k = int(search[k, PREDECESSOR])
    return rows


@allocation_free
def try_straight_path(scene: Scene, buffers: Buffers, place: Floats, out: Floats) -> int:
    """Try the straight path to a place (one row if the mover is there); return its number of rows, or 0."""
    own = scene.bodies[int(scene.query[MOVER])]
    out[0, X], out[0, Y], out[0, Z], out[0, 3] = own[X], own[Y], own[Z], 0.0
    out[1, X], out[1, Y], out[1, Z], out[1, 3] = place[PX], place[PY], place[PZ], 0.0
    rows = 1 if place[PX] == own[X] and place[PY] == own[Y] and place[PZ] == own[Z] else 2
    return rows if is_path_allowed(scene, buffers, out[:rows]) else 0
