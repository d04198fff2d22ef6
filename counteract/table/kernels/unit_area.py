"""Distances of the models of a unit from every place about them: one search from all of them at once, on the points of a square mesh.

Models of one size can share a search, as each has its own unit out of the way: a bend is reached by whichever model has most left there.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import OPEN, RADIUS, TOP, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import BUDGET, MOVER, REACH, Buffers, Scene, allocate_buffers, can_end, is_contact_barred, is_stuck
from counteract.table.kernels.graph_search import (
    IS_SETTLED,
    MAX_APPROACH,
    NODE_NUMBER,
    NODE_OUT_X,
    NODE_OUT_Y,
    NODE_X,
    NODE_Y,
    NODE_Z,
    PATH_LENGTH,
    PREDECESSOR,
    RING,
    RING_CLEARANCE,
    RING_FACTOR,
    SEARCH_COLUMNS,
    SHORT_LEG,
    open_search,
    settle_all,
)
from counteract.table.kernels.legs import measure_leg
from counteract.table.kernels.mover import FLY
from counteract.table.kernels.placement import quantise
from counteract.table.kernels.polygons import has_mark, is_near_box, norm
from counteract.table.units import TINY

if TYPE_CHECKING:
    from counteract.table.units import Flags, Floats, Ints

# Columns of a start: its place, and what the model there has spent when it begins, compared with the one that has most.
START_X, START_Y, START_Z, SPENT = range(4)
#: A start is in contact with a body up to this gap, and bends on either side of it are this share of the distance of both away.
IN_CONTACT, ASIDE = 0.1, math.tan(math.pi / RING)


@kernel
def measure_mesh(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    params: Floats,
    marks: Flags,
    query: Floats,
    nodes: Floats,
    memo: Floats,
    starts: Floats,
    levels: Floats,
    corner: Floats,
    width: float,
    shape: Ints,
) -> tuple[Floats, Flags]:
    """Return for each level and each point of a mesh the length of the shortest way there, infinite if it is too long, and 1 if it is blocked.

    Row 0 of the bodies is the model that moves; its budget is the greatest. The mesh begins at a corner and has so many lines and columns.
    A blocked point, where nobody can stand, has the length of a way that goes on straight from a point beside it.
    """
    scene = Scene(parts, corners, bodies, params, marks, query)
    buffers = allocate_buffers(scene)
    most = query[BUDGET]
    search = _open_search_from_all(scene, buffers, nodes, starts)
    lengths = np.full((levels.shape[0], shape[0], shape[1]), math.inf)
    blocked = np.zeros((levels.shape[0], shape[0], shape[1]), np.int8)
    count = 0
    while count < search.shape[0] and search[count, PREDECESSOR] == -1.0 and search[count, IS_SETTLED] != 0.0:
        count += 1
    if count == 0:
        return lengths, blocked
    n = search.shape[0]
    if n > count:
        costs = np.empty((n, n))
        _start_from_all(search, costs, count)
        settle_all(scene, buffers, memo, search, costs)
    settled = search[search[:, IS_SETTLED] != 0.0]
    estimates = np.empty(settled.shape[0])
    labels = np.full((levels.shape[0], shape[0], shape[1]), -1)
    climbs = np.zeros((levels.shape[0], shape[0], shape[1]))
    for level in range(levels.shape[0]):
        z = levels[level]
        for line in range(shape[0]):
            y = quantise(corner[1] + line * width)
            for column in range(shape[1]):
                x = quantise(corner[0] + column * width)
                first, least = -1, most + TOLERANCE
                for k in range(count):
                    away = settled[k, PATH_LENGTH] + norm(x - settled[k, NODE_X], y - settled[k, NODE_Y])
                    if away <= least:
                        first, least = k, away
                if first < 0:
                    continue
                if not can_end(scene, buffers, x, y, z):
                    blocked[level, line, column] = 1
                    continue
                best, label = _find_length(scene, buffers, settled, first, least, x, y, z, estimates)
                if label >= 0:
                    s = settled[label]
                    lengths[level, line, column], labels[level, line, column] = best, label
                    climbs[level, line, column] = best - s[PATH_LENGTH] - norm(x - s[NODE_X], y - s[NODE_Y])
    _go_on_straight(settled, labels, climbs, blocked, corner, width, lengths)
    return lengths, blocked


@kernel
def _open_search_from_all(scene: Scene, buffers: Buffers, nodes: Floats, starts: Floats) -> Floats:
    """Return the nodes of a search from all starts at which a model may move at all: the starts first, then the bends within their budgets."""
    bodies, query, own = scene.bodies, scene.query, int(scene.query[MOVER])
    most = query[BUDGET]
    free = np.zeros(starts.shape[0], np.int8)
    for k in range(starts.shape[0]):
        bodies[own, X], bodies[own, Y], bodies[own, Z] = starts[k, START_X], starts[k, START_Y], starts[k, START_Z]
        free[k] = 0 if is_stuck(scene, buffers) else 1
    middle_x, middle_y = starts[:, START_X].mean(), starts[:, START_Y].mean()
    bodies[own, X], bodies[own, Y] = middle_x, middle_y
    query[BUDGET] = most + np.hypot(starts[:, START_X] - middle_x, starts[:, START_Y] - middle_y).max()
    bends = open_search(scene, nodes, np.nan, np.nan)
    query[BUDGET] = most
    search = np.empty((bends.shape[0] + starts.shape[0] * (2 + scene.parts.shape[0] + 2 * bodies.shape[0]), SEARCH_COLUMNS))
    n = 0
    for k in range(starts.shape[0]):
        if free[k] != 0:
            n = _add_bend(search, n, starts[k, START_X], starts[k, START_Y], starts[k, START_Z])
            search[n - 1, PATH_LENGTH], search[n - 1, IS_SETTLED] = starts[k, SPENT], 1.0
    if scene.params[FLY] != 0.0:
        return search[:n]
    for k in range(starts.shape[0]):
        x, y, above = starts[k, START_X], starts[k, START_Y], False
        for p in range(scene.parts.shape[0]):
            if free[k] != 0 and has_mark(scene.parts, p, OPEN) and is_near_box(scene.parts, p, x, y, bodies[own, RADIUS]):
                n, above = _add_bend(search, n, x, y, scene.parts[p, TOP]), True
        if above and starts[k, START_Z] > TINY:  # through the floor it stands on down to the board
            n = _add_bend(search, n, x, y, 0.0)
        if free[k] != 0:
            n = _add_bends_aside(scene, starts[k], search, n)
    for k in range(1, bends.shape[0]):
        if bends[k, NODE_X] == middle_x and bends[k, NODE_Y] == middle_y and bends[k, NODE_NUMBER] < 0.0:
            continue  # a floor above the middle, where nobody stands
        if _is_on_wide_ring(scene, bends[k]):
            continue  # the closer ring has all its ways
        for start in range(starts.shape[0]):
            away = norm(bends[k, NODE_X] - starts[start, START_X], bends[k, NODE_Y] - starts[start, START_Y])
            if free[start] != 0 and starts[start, SPENT] + away <= most + TOLERANCE:
                search[n] = bends[k]
                n += 1
                break
    return search[:n]


@allocation_free
def _add_bends_aside(scene: Scene, start: Floats, search: Floats, n: int) -> int:
    """Add bends on either side of a start in contact with a body, from which few bends about that body can be gone to straight."""
    own = int(scene.query[MOVER])
    for j in range(scene.bodies.shape[0]):
        touching = scene.bodies[own, RADIUS] + scene.bodies[j, RADIUS]
        dx, dy = start[START_X] - scene.bodies[j, X], start[START_Y] - scene.bodies[j, Y]
        away = norm(dx, dy)
        if j == own or scene.bodies[j, RADIUS] < 0.0 or not TINY < away < touching + IN_CONTACT:
            continue
        aside = (touching + RING_CLEARANCE) * ASIDE / away
        for side in (-1.0, 1.0):
            n = _add_bend(search, n, quantise(start[START_X] - side * aside * dy), quantise(start[START_Y] + side * aside * dx), start[START_Z])
    return n


@allocation_free
def _is_on_wide_ring(scene: Scene, node: Floats) -> bool:
    """Return True if a bend is one of the eight about a body, which lie farther out than the sixteen."""
    own = int(scene.query[MOVER])
    if node[NODE_NUMBER] >= 0.0 or (node[NODE_OUT_X] == 0.0 and node[NODE_OUT_Y] == 0.0):
        return False
    for j in range(scene.bodies.shape[0]):
        clearance = scene.bodies[own, RADIUS] + scene.bodies[j, RADIUS] + RING_CLEARANCE
        if is_contact_barred(scene, j):
            clearance += scene.query[REACH] + TOLERANCE
        out = clearance * RING_FACTOR
        dx, dy = node[NODE_X] - scene.bodies[j, X], node[NODE_Y] - scene.bodies[j, Y]
        if norm(dx - out * node[NODE_OUT_X], dy - out * node[NODE_OUT_Y]) < RING_CLEARANCE:
            return True
    return False


@kernel
def _add_bend(search: Floats, n: int, x: float, y: float, z: float) -> int:
    search[n] = 0.0
    search[n, NODE_X], search[n, NODE_Y], search[n, NODE_Z] = x, y, z
    search[n, NODE_NUMBER], search[n, PATH_LENGTH], search[n, PREDECESSOR] = -1.0, math.inf, -1.0
    return n + 1


@kernel
def _start_from_all(search: Floats, costs: Floats, count: int) -> None:
    """Give every bend its straight distance from the best start."""
    costs[:count] = np.nan
    for k in range(count, search.shape[0]):
        search[k, PATH_LENGTH] = math.inf
        for start in range(count):
            away = search[start, PATH_LENGTH] + _lower_bound(search[k], search[start, NODE_X], search[start, NODE_Y])
            if away < search[k, PATH_LENGTH]:
                search[k, PATH_LENGTH], search[k, PREDECESSOR] = away, start


@kernel
def _lower_bound(node: Floats, x: float, y: float) -> float:
    """Return the straight distance between a bend and a place; infinite if a way cannot bend there on its way to it."""
    dx, dy = x - node[NODE_X], y - node[NODE_Y]
    d = norm(dx, dy)
    if d > SHORT_LEG and abs(dx * node[NODE_OUT_X] + dy * node[NODE_OUT_Y]) > MAX_APPROACH * d:
        return math.inf
    return d


@kernel
def _find_length(
    scene: Scene, buffers: Buffers, settled: Floats, first: int, least: float, x: float, y: float, z: float, estimates: Floats
) -> tuple[float, int]:
    """Return the length of the shortest way to a place and its last bend; -1 if there is none within the budget.

    ``first`` is the nearest start, straight from which no way is shorter than ``least``.
    """
    best, label = scene.query[BUDGET] + TOLERANCE, -1
    s = settled[first]
    length = s[PATH_LENGTH] + measure_leg(scene, buffers, s[NODE_X], s[NODE_Y], s[NODE_Z], x, y, z)[0]
    if length <= best:
        best, label = length, first
    if best <= least + TINY:
        return best, label
    n = 0
    for k in range(settled.shape[0]):
        estimates[k] = settled[k, PATH_LENGTH] + _lower_bound(settled[k], x, y) if k != first else math.inf
        n += estimates[k] < best
    while n > 0:
        n -= 1
        k = int(np.argmin(estimates))
        if estimates[k] >= best:
            break
        estimates[k] = math.inf
        s = settled[k]
        length = s[PATH_LENGTH] + measure_leg(scene, buffers, s[NODE_X], s[NODE_Y], s[NODE_Z], x, y, z)[0]
        if length < best:
            best, label = length, k
    return best, label


@kernel
def _go_on_straight(settled: Floats, labels: Ints, climbs: Floats, blocked: Flags, corner: Floats, width: float, lengths: Floats) -> None:
    """Give points where nobody can stand the length of a way that goes on from a point beside them."""
    for level in range(lengths.shape[0]):
        for line in range(lengths.shape[1]):
            for column in range(lengths.shape[2]):
                if blocked[level, line, column] == 0:
                    continue
                x, y = corner[0] + column * width, corner[1] + line * width
                for near in range(max(0, line - 1), min(lengths.shape[1], line + 2)):
                    for beside in range(max(0, column - 1), min(lengths.shape[2], column + 2)):
                        if labels[level, near, beside] >= 0:
                            s = settled[labels[level, near, beside]]
                            length = s[PATH_LENGTH] + norm(x - s[NODE_X], y - s[NODE_Y]) + climbs[level, near, beside]
                            lengths[level, line, column] = min(lengths[level, line, column], length)


def warm() -> None:
    """Compile the kernel, or load it from disk, by drawing the area of two models on a toy table."""
    from counteract.table.bodies import Body, Round, pack_bodies
    from counteract.table.paths import MovementParameters
    from counteract.table.terrain import Board, Part, Terrain
    from counteract.table.unit_area import UnitMember, find_unit_area

    block = Part(id="block", feature="block", footprint=((4, 2), (5, 2), (5, 4), (4, 4)), top=5.0, kind="heavy")
    walking = MovementParameters(
        climb=True, climb_least=0, climb_most=math.inf, drop_free=0, jump_from=math.inf, jump_most=0, jump_slack=0, ladder_reach=0, friends_block=True
    )
    bodies = pack_bodies([Body(8, 5, 0, Round(0.5), 1.5, 1)])
    movers = [UnitMember((2.0, y, 0.0), 0.5, 1.5, 3.0) for y in (2.5, 4.0)]
    list(find_unit_area(Terrain(Board(9, 6), (block,)), bodies, movers, walking, mode="keep-out", reach=1.0))
