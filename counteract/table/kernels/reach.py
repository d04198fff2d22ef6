"""Candidate destinations and paths to them by search on the visibility graph, and the reachable place with the most extreme gap, from a ``Scene``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import RADIUS, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import (
    BUDGET,
    DEPTH,
    END_IN,
    GOAL,
    MODE,
    MOVER,
    REACH,
    SHUNNED,
    WIDTH,
    Buffers,
    Scene,
    allocate_buffers,
    can_end,
    is_at_goal,
    is_stuck,
)
from counteract.table.kernels.contacts import is_enemy
from counteract.table.kernels.graph_search import (
    DESTINATION_SIZE,
    MAX_ROUNDED_OFF,
    MAX_ROWS,
    PLACE,
    PX,
    PY,
    PZ,
    estimate_lengths,
    find_bent_path,
    open_search,
    try_straight_path,
)
from counteract.table.kernels.placement import quantise
from counteract.table.kernels.polygons import norm

if TYPE_CHECKING:
    from counteract.table.units import Flags, Floats, Ints

#: After this many searches for a single place it pays to search all nodes at once.
MAX_SINGLE_SEARCHES = 3
#: Better spots are searched this many steps to each side of a reachable one, with ever smaller steps.
STEPS_ASIDE, STEP_SIZES = 5, (0.1, 0.02)
#: The most spots to start from, the least distance between them, and how much worse than the best they may be.
MAX_STARTS, MIN_APART, MAX_SHORTFALL = 4, 0.75, 0.3
#: Columns of a spot after those of a destination.
WORTH, SPOT_SIZE = 4, 5


@kernel
def find_destinations(places: Floats, bodies: Floats, marks: Flags, query: Floats, extras: Floats, gaps: Floats, around: int) -> Floats:
    """Return the places worth a search: the start and all that may be within the budget.

    These are ``places`` and ``extras``, and for each of the ``gaps`` a ring of ``around`` places about each enemy that is not shunned,
    with that gap between the bases, the first on the side of the mover.
    """
    i = int(query[MOVER])
    own_x, own_y = bodies[i, X], bodies[i, Y]
    square = (query[BUDGET] + TOLERANCE) ** 2
    turns = np.empty((around if gaps.shape[0] > 0 else 0, 2))
    for turn in range(turns.shape[0]):
        turns[turn, 0] = math.cos(2 * math.pi * turn / around)
        turns[turn, 1] = math.sin(2 * math.pi * turn / around)
    rings = bodies.shape[0] * gaps.shape[0] * around
    out = np.empty((1 + places.shape[0] + extras.shape[0] + rings, DESTINATION_SIZE))
    n = _add_destination(bodies, query, own_x, own_y, bodies[i, Z], -1, out, 0)
    for k in range(places.shape[0]):
        x, y, z = places[k, 0], places[k, 1], places[k, 2]
        if (x - own_x) ** 2 + (y - own_y) ** 2 <= square and (n == 0 or not _is_listed(out, 1, x, y, z)):
            n = _add_destination(bodies, query, x, y, z, k, out, n)
    known = n
    for k in range(extras.shape[0]):
        x, y, z = quantise(extras[k, 0]), quantise(extras[k, 1]), quantise(extras[k, 2])
        if is_at_goal(bodies, query, x, y, z) and not _is_listed(out, known, x, y, z):
            n = _add_destination(bodies, query, x, y, z, -1, out, n)
    for j in range(bodies.shape[0]):
        if not is_enemy(bodies, i, j) or (marks.shape[0] > 0 and marks[j] & SHUNNED):
            continue
        dx, dy = own_x - bodies[j, X], own_y - bodies[j, Y]
        d = norm(dx, dy)
        dx, dy = (dx / d, dy / d) if d > TOLERANCE else (1.0, 0.0)
        for k in range(gaps.shape[0]):
            away = bodies[i, RADIUS] + bodies[j, RADIUS] + gaps[k]
            if d - away > query[BUDGET] + TOLERANCE:
                continue
            for turn in range(around):
                x = quantise(bodies[j, X] + away * (dx * turns[turn, 0] - dy * turns[turn, 1]))
                y = quantise(bodies[j, Y] + away * (dx * turns[turn, 1] + dy * turns[turn, 0]))
                n = _add_destination(bodies, query, x, y, quantise(bodies[j, Z]), -1, out, n)
    return out[:n]


@allocation_free
def _is_listed(places: Floats, n: int, x: float, y: float, z: float) -> bool:
    """Return True if a place is one of the first n."""
    for k in range(n):
        if places[k, PX] == x and places[k, PY] == y and places[k, PZ] == z:
            return True
    return False


@allocation_free
def _add_destination(bodies: Floats, query: Floats, x: float, y: float, z: float, number: int, out: Floats, n: int) -> int:
    """Add a place unless it is clearly too far away, or too far from every enemy to end in contact, or from the goal."""
    i = int(query[MOVER])
    if query[GOAL] >= 0.0 and not is_at_goal(bodies, query, x, y, z):
        return n
    if (x - bodies[i, X]) ** 2 + (y - bodies[i, Y]) ** 2 > (query[BUDGET] + TOLERANCE) ** 2:
        return n
    if query[MODE] == END_IN:
        near = False
        for j in range(bodies.shape[0]):
            if is_enemy(bodies, i, j):
                wide = bodies[i, RADIUS] + bodies[j, RADIUS] + query[REACH] + 2 * TOLERANCE
                dx, dy = x - bodies[j, X], y - bodies[j, Y]
                near = near or dx * dx + dy * dy <= wide * wide
        if not near:
            return n
    out[n, PX], out[n, PY], out[n, PZ], out[n, PLACE] = x, y, z, number
    return n + 1


@kernel
def build_mesh(bodies: Floats, query: Floats, z: float, width: float) -> Floats:
    """Return the points of a square mesh on one level that may be within the budget."""
    lines, columns = int(query[DEPTH] / width) + 1, int(query[WIDTH] / width) + 1
    out = np.empty((lines * columns, DESTINATION_SIZE))
    n = 0
    for line in range(lines):
        for column in range(columns):
            n = _add_destination(bodies, query, quantise(column * width), quantise(line * width), z, -1, out, n)
    return out[:n].copy()


@kernel
def find_paths(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    params: Floats,
    marks: Flags,
    query: Floats,
    nodes: Floats,
    memo: Floats,
    places: Floats,
    seed: int,
    most: int,
    paths: Floats,
    found: Ints,
) -> tuple[int, float]:
    """Find paths to places until there are ``most``; return how many (-1 if ``paths`` is too small), and the length of the last.

    Places are tried in order, or in an order drawn from the seed if that is not negative. A row of ``found`` holds the number of the
    place and the first row of ``paths`` after its path. ``paths`` has three columns, or a fourth that is 1 where a jump leads.
    """
    scene = Scene(parts, corners, bodies, params, marks, query)
    buffers = allocate_buffers(scene)
    if is_stuck(scene, buffers):
        return 0, 0.0
    search = np.empty((0, 0))
    costs = search
    n = places.shape[0]
    order = np.arange(n)
    chance = np.uint64(max(0, seed))
    tried = 0 if seed >= 0 or n <= MAX_SINGLE_SEARCHES else MAX_SINGLE_SEARCHES
    out = np.empty((MAX_ROWS, 4))
    have, used = 0, 0
    for k in range(n):
        if seed >= 0:
            chance, draw = _next_random(chance)
            pick = k + int(draw % np.uint64(n - k))
            order[k], order[pick] = order[pick], order[k]
        place = places[order[k]]
        if not can_end(scene, buffers, place[PX], place[PY], place[PZ]):
            continue
        rows = try_straight_path(scene, buffers, place, out)
        if rows == 0:
            # One search for all nodes gives the same paths as a search for each place; only the time differs.
            if tried <= MAX_SINGLE_SEARCHES:
                all_nodes = tried == MAX_SINGLE_SEARCHES
                gx, gy = (np.nan, np.nan) if all_nodes else (place[PX], place[PY])
                search = open_search(scene, nodes, gx, gy)
                costs = estimate_lengths(search, memo)
                tried += 1
            rows = find_bent_path(scene, buffers, memo, search, costs, place, out)
        if rows == 0:
            continue
        if used + rows > paths.shape[0]:
            return -1, 0.0
        for row in range(rows):  # the start may lie between two thousandths, the rest does not
            for c in range(3):
                paths[used, c] = quantise(out[row, c]) if row == 0 else out[row, c]
            if paths.shape[1] > 3:
                paths[used, 3] = out[row, 3]
            used += 1
        found[have, 0], found[have, 1] = order[k], used
        have += 1
        if have == most:
            break
    return have, buffers.length[0]


@kernel
def draw_path(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    params: Floats,
    marks: Flags,
    query: Floats,
    nodes: Floats,
    memo: Floats,
    places: Floats,
    extras: Floats,
    gaps: Floats,
    around: int,
    seed: int,
    path: Floats,
) -> tuple[int, float]:
    """Draw a path to one of the destinations by a seed, each that can be reached equally likely; return its rows (0 if there is none) and its length.

    The arguments are those of ``find_destinations`` and ``find_paths``.
    """
    destinations = find_destinations(places, bodies, marks, query, extras, gaps, around)
    found = np.empty((1, 2), np.int64)
    have, length = find_paths(parts, corners, bodies, params, marks, query, nodes, memo, destinations, seed, 1, path, found)
    return (found[0, 1], length) if have == 1 else (0, 0.0)


@allocation_free
def _next_random(chance: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the next state and number of a small generator (splitmix64)."""
    chance = chance + np.uint64(0x9E3779B97F4A7C15)
    mixed = (chance ^ (chance >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return chance, mixed ^ (mixed >> np.uint64(31))


@kernel
def find_extreme(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    params: Floats,
    marks: Flags,
    query: Floats,
    nodes: Floats,
    memo: Floats,
    spots: Floats,
    body: int,
    sign: float,
) -> Floats:
    """Return the place to end at with the greatest gap to a body (sign 1) or the least (-1), and the gap; no row if there is none.

    Spots (rows x, y, z) are tried best first, then places beside those that can be reached.
    """
    scene = Scene(parts, corners, bodies, params, marks, query)
    buffers = allocate_buffers(scene)
    best = np.empty((1, SPOT_SIZE))
    if is_stuck(scene, buffers):
        return best[:0]
    search = open_search(scene, nodes, np.nan, np.nan)
    costs = estimate_lengths(search, memo)
    out = np.empty((MAX_ROWS, 4))
    tried = np.empty((spots.shape[0], SPOT_SIZE))
    for k in range(spots.shape[0]):
        _rate_spot(scene, body, sign, spots[k, X], spots[k, Y], spots[k, Z], tried[k])
    around = np.empty(((2 * STEPS_ASIDE + 1) ** 2, SPOT_SIZE))
    begun = np.empty((MAX_STARTS, 2, SPOT_SIZE))
    starts = 0
    for k in np.argsort(-tried[:, WORTH], kind="mergesort"):
        if starts > 0 and tried[k, WORTH] <= best[0, WORTH] - MAX_SHORTFALL:
            break
        if _is_near_start(begun[:starts], tried[k]) or not _can_reach_spot(scene, buffers, memo, search, costs, tried[k], out):
            continue
        begun[starts, 0] = tried[k]
        begun[starts, 1] = tried[k]
        found = begun[starts, 1]
        for finer in STEP_SIZES:
            while True:
                n = _list_better_spots(scene, body, sign, found, finer, around)
                better = False
                for b in np.argsort(-around[:n, WORTH], kind="mergesort"):
                    if _can_reach_spot(scene, buffers, memo, search, costs, around[b], out):
                        found[:] = around[b]
                        better = True
                        break
                if not better:
                    break
        if starts == 0 or found[WORTH] > best[0, WORTH]:
            best[0] = found
        starts += 1
        if starts == MAX_STARTS:
            break
    best[0, WORTH] *= sign
    return best[: min(1, starts)]


@allocation_free
def _rate_spot(scene: Scene, body: int, sign: float, x: float, y: float, z: float, out: Floats) -> None:
    """Write a spot and its worth."""
    bodies = scene.bodies
    other = bodies[body]
    out[X], out[Y], out[Z], out[PLACE] = quantise(x), quantise(y), quantise(z), -1.0
    flat = max(0.0, norm(out[X] - other[X], out[Y] - other[Y]) - other[RADIUS] - bodies[int(scene.query[MOVER]), RADIUS])
    out[WORTH] = sign * norm(flat, out[Z] - other[Z])


@allocation_free
def _list_better_spots(scene: Scene, body: int, sign: float, spot: Floats, step: float, around: Floats) -> int:
    """Write the spots beside one that are better and not clearly too far away; return how many."""
    own = scene.bodies[int(scene.query[MOVER])]
    n = 0
    for row in range(-STEPS_ASIDE, STEPS_ASIDE + 1):
        for column in range(-STEPS_ASIDE, STEPS_ASIDE + 1):
            _rate_spot(scene, body, sign, spot[X] + column * step, spot[Y] + row * step, spot[Z], around[n])
            near = norm(around[n, X] - own[X], around[n, Y] - own[Y]) <= scene.query[BUDGET] + TOLERANCE
            n += near and around[n, WORTH] > spot[WORTH] + TOLERANCE
    return n


@allocation_free
def _is_near_start(begun: Floats, spot: Floats) -> bool:
    """Return True if a spot is near one that the search started from, or near the best found from there."""
    for k in range(begun.shape[0]):
        for end in range(2):
            if norm(begun[k, end, X] - spot[X], begun[k, end, Y] - spot[Y]) <= MIN_APART:
                return True
    return False


@allocation_free
def _can_reach_spot(scene: Scene, buffers: Buffers, memo: Floats, search: Floats, costs: Floats, spot: Floats, out: Floats) -> bool:
    own = scene.bodies[int(scene.query[MOVER])]
    if norm(spot[X] - own[X], spot[Y] - own[Y]) > scene.query[BUDGET] + MAX_ROUNDED_OFF or not can_end(scene, buffers, spot[X], spot[Y], spot[Z]):
        return False
    return try_straight_path(scene, buffers, spot, out) > 0 or find_bent_path(scene, buffers, memo, search, costs, spot, out) > 0
