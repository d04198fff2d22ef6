"""Legal ends of a unit's move: end conditions, coherency and ways, on the arrays of a ``Group``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import HEIGHT, RADIUS, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import BUDGET, DEPTH, WIDTH, Buffers, Scene
from counteract.table.kernels.graph_search import (
    MAX_ROUNDED_OFF,
    NODE_X,
    NODE_Y,
    SEARCH_COLUMNS,
    find_bent_path,
    open_search,
    settle_all,
    start_estimates,
    try_straight_path,
)
from counteract.table.kernels.mover import FLY
from counteract.table.kernels.placement import OK, check_placement, heights_overlap
from counteract.table.kernels.polygons import norm
from counteract.table.units import TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Flags, Floats, Ints

# Columns of a model after those of a body (centre, level, radius, height): its budget (infinite: set up, no way needed), 1 if it may move,
# and the number of its size among the nodes.
MODEL_BUDGET, CAN_MOVE, MODEL_NODES, MODEL_SIZE = range(5, 9)
# Columns of a target: its place, and the distance from there that counts as nothing.
TARGET_X, TARGET_Y, TARGET_Z, TARGET_RADIUS, TARGET_SIZE = range(5)
# Columns of an end condition: its kind, a body (place, radius), a distance.
KIND, BODY_X, BODY_Y, BODY_Z, BODY_RADIUS, DISTANCE, CONDITION_SIZE = range(7)
# Kinds: within the distance of one of these bodies; more than the distance from it; (for one model at least) within the distance of it.
NEAR, CLEAR, PIN = range(3)
# Columns of the figures: coherency in plan and in height, 1 if models seek to be within a distance of targets, that distance, and 1 while
# a model need be in coherency with only one of the others, 1 if all bends of blocked ways are to be known, the cost of climbing over the
# lowest obstacle about, a distance from its target that no model can end beyond, and the most models that have found a place together.
COHERENCY, COHERENCY_HEIGHT, ENGAGES, ENGAGEMENT, IS_LOOSE, IS_THOROUGH, CLIMB_OVER, SPAN, MOST_PLACED, FIGURES_SIZE = range(10)
# Whether all bends of a model are known, and made use of in this arrangement. Those that some way has happened to bring to light are not
# made use of: which these are depends on what was asked before.
UNSETTLED, SETTLED, SETTLED_UNUSED = range(3)
#: Places are rounded to 0.001"; what is tested here keeps this much of the rules' tolerance in hand.
IN_HAND = 1e-4
#: What a model within the distance of a target is worth, and one within the distance of such a model, in inches of nearness.
WORTH_ENGAGED, WORTH_SUPPORTING, NEARNESS = 40.0, 15.0, 0.01


class Group(NamedTuple):
    """A unit that is being arranged, the table about it, and the ways of its models found so far.

    Row 0 of ``bodies`` is the model that moves at present. ``links`` holds for each model the set of models in coherency with it, as bits.
    """

    parts: Floats
    corners: Floats
    bodies: Floats
    params: Floats
    marks: Flags
    query: Floats
    #: For each size of base the nodes of the terrain and the memo of legs between them.
    nodes: Floats
    memo: Floats
    levels: Floats
    models: Floats
    conditions: Floats
    zones: Floats
    #: For each model a body and the distance from it below which the model must end, unless it stays.
    closer: Floats
    figures: Floats
    #: Searches of the ways of each model, their numbers of nodes (-1: not begun), and the costs of legs.
    search: Floats
    nodes_found: Ints
    #: Which bends of each model are known and whether they are made use of: see ``settle_bends``.
    settled: Flags
    costs: Floats
    #: The candidate arrangement: targets, ends, whether a model has its end, and coherency.
    targets: Floats
    ends: Floats
    placed: Flags
    links: Ints


@kernel
def scene_of(group: Group) -> Scene:
    """Return the scene of the model that moves at present."""
    return Scene(group.parts, group.corners, group.bodies, group.params, group.marks, group.query)


@allocation_free
def choose_mover(group: Group, i: int) -> None:
    """Make model i the one that moves."""
    for column in range(HEIGHT + 1):
        group.bodies[0, column] = group.models[i, column]
    group.query[BUDGET] = group.models[i, MODEL_BUDGET]


@allocation_free
def gap_between(x: float, y: float, z: float, r: float, ox: float, oy: float, oz: float, other: float) -> float:
    """Return the distance between the edges of two bases."""
    return norm(max(0.0, norm(x - ox, y - oy) - r - other), z - oz)


# --- what an end is worth -----------------------------------------------------------------------


@allocation_free
def distance_from_target(group: Group, i: int, x: float, y: float, z: float) -> float:
    """Return the distance of a place from the nearest target of a model."""
    best = math.inf
    for k in range(group.targets.shape[1]):
        t = group.targets[i, k]
        if not math.isnan(t[TARGET_X]):
            best = min(best, norm(max(0.0, norm(x - t[TARGET_X], y - t[TARGET_Y]) - t[TARGET_RADIUS]), z - t[TARGET_Z]))
    return best


@allocation_free
def cost_of_end(group: Group, i: int, x: float, y: float, z: float) -> float:
    """Return how bad it is for a model to end at a place: its distance from its target, less what being engaged is worth."""
    away = distance_from_target(group, i, x, y, z)
    if group.figures[ENGAGES] == 0.0:
        return away
    reach = group.figures[ENGAGEMENT] + TOLERANCE - IN_HAND
    if away <= reach:
        return NEARNESS * away - WORTH_ENGAGED
    for j in range(group.models.shape[0]):
        if j != i and group.placed[j] != 0:
            e = group.ends[j]
            if gap_between(x, y, z, group.models[i, RADIUS], e[X], e[Y], e[Z], group.models[j, RADIUS]) <= reach:
                if distance_from_target(group, j, e[X], e[Y], e[Z]) <= reach:
                    return NEARNESS * away - WORTH_SUPPORTING
    return away


@allocation_free
def least_distance(group: Group, i: int) -> float:
    """Return a lower bound of the distance from its target at which a model can end."""
    m = group.models[i]
    away: float = distance_from_target(group, i, m[X], m[Y], m[Z]) - m[MODEL_BUDGET] - TOLERANCE
    return max(0.0, away)


# --- whether an end is allowed ------------------------------------------------------------------


@allocation_free
def are_linked(group: Group, i: int, x: float, y: float, z: float, j: int) -> bool:
    """Return True if model i at a place is in coherency with model j at its end."""
    e, figures = group.ends[j], group.figures
    flat = norm(x - e[X], y - e[Y]) - group.models[i, RADIUS] - group.models[j, RADIUS]
    return bool(flat <= figures[COHERENCY] + TOLERANCE - IN_HAND and abs(z - e[Z]) <= figures[COHERENCY_HEIGHT] + TOLERANCE)


@allocation_free
def keeps_coherency(group: Group, i: int, x: float, y: float, z: float) -> bool:
    """Return True if model i at a place and all placed models are one group."""
    everyone, reached, fresh = 0, 0, 0
    for j in range(group.models.shape[0]):
        if j != i and group.placed[j] != 0:
            everyone |= 1 << j
            if are_linked(group, i, x, y, z, j):
                fresh |= 1 << j
    if group.figures[IS_LOOSE] != 0.0:
        return bool(fresh != 0 or everyone == 0)
    while fresh != 0 and reached != everyone:
        reached |= fresh
        found = 0
        for j in range(group.models.shape[0]):
            if fresh & (1 << j):
                found |= group.links[j]
        fresh = found & everyone & ~reached
    return bool(reached == everyone)


@allocation_free
def overlaps_own(group: Group, i: int, x: float, y: float, z: float) -> int:
    """Return the placed model whose base model i would overlap at a place, or -1."""
    r, height = group.models[i, RADIUS], group.models[i, HEIGHT]
    for j in range(group.models.shape[0]):
        if j != i and group.placed[j] != 0:
            dx, dy, wide = group.ends[j, X] - x, group.ends[j, Y] - y, r + group.models[j, RADIUS] - TOUCH
            if dx * dx + dy * dy < wide * wide and heights_overlap(z, height, group.ends[j, Z], group.ends[j, Z] + group.models[j, HEIGHT]):
                return j
    return -1


@allocation_free
def is_start(group: Group, i: int, x: float, y: float, z: float) -> bool:
    """Return True if a place is where a model stands."""
    m = group.models[i]
    return bool(x == m[X] and y == m[Y] and z == m[Z])


@allocation_free
def find_broken_condition(group: Group, i: int, x: float, y: float, z: float) -> int:
    """Return the number of an end condition that a place breaks; -1 if there is none, -2 for a zone, -3 if not closer."""
    r = group.models[i, RADIUS]
    inside = group.zones.shape[0] == 0
    for k in range(group.zones.shape[0]):
        box = group.zones[k]
        inside = inside or (box[0] + r - TOLERANCE <= x <= box[2] - r + TOLERANCE and box[1] + r - TOLERANCE <= y <= box[3] - r + TOLERANCE)
    if not inside:
        return -2
    asked, near = -1, False
    for k in range(group.conditions.shape[0]):
        c = group.conditions[k]
        if c[KIND] == PIN:
            continue
        away = gap_between(x, y, z, r, c[BODY_X], c[BODY_Y], c[BODY_Z], c[BODY_RADIUS])
        if c[KIND] == CLEAR:
            if away <= c[DISTANCE] + TOLERANCE + TINY:
                return k
        else:
            asked, near = k, near or away <= c[DISTANCE] + TOLERANCE - IN_HAND
    if asked >= 0 and not near:
        return asked
    c = group.closer[i]
    if c[DISTANCE] >= 0.0 and not is_start(group, i, x, y, z):
        if gap_between(x, y, z, r, c[BODY_X], c[BODY_Y], c[BODY_Z], c[BODY_RADIUS]) >= c[DISTANCE] - IN_HAND:
            return -3
    return -1


@allocation_free
def check_own_place(group: Group, i: int, x: float, y: float, z: float) -> tuple[int, int]:
    """Return the fault of a place for model i among terrain and other units, and the part or body in the way."""
    r, height, query = group.models[i, RADIUS], group.models[i, HEIGHT], group.query
    return check_placement(group.parts, group.corners, query[WIDTH], query[DEPTH], group.bodies, 0, x, y, z, r, height)


@allocation_free
def may_stand_at(group: Group, i: int, x: float, y: float, z: float) -> bool:
    """Return True if model i may end at a place, given the ends of the placed models and a way there."""
    if overlaps_own(group, i, x, y, z) >= 0 or not keeps_coherency(group, i, x, y, z):
        return False
    return find_broken_condition(group, i, x, y, z) == -1 and check_own_place(group, i, x, y, z)[0] == OK


# --- ways ---------------------------------------------------------------------------------------


@kernel
def find_way(group: Group, buffers: Buffers, i: int, x: float, y: float, z: float, way: Floats) -> int:
    """Find a way of model i to a place where it can stand; return its number of rows in ``way``: 0 if there is none, 1 if it needs none."""
    m = group.models[i]
    way[0, X], way[0, Y], way[0, Z], way[0, 3] = x, y, z, 0.0
    if is_start(group, i, x, y, z) or m[MODEL_BUDGET] == math.inf:
        return 1
    up = 0.0 if group.params[FLY] != 0.0 else abs(z - m[Z])
    if m[CAN_MOVE] == 0.0 or norm(x - m[X], y - m[Y]) + up > m[MODEL_BUDGET] + MAX_ROUNDED_OFF:
        return 0
    choose_mover(group, i)
    scene = scene_of(group)
    place = np.array((x, y, z, -1.0))
    rows = try_straight_path(scene, buffers, place, way)
    if rows > 0 or group.params[FLY] != 0.0:
        return rows
    n = _begin_search(group, scene, i)
    return find_bent_path(scene, buffers, group.memo[int(m[MODEL_NODES])], group.search[i][:n], group.costs[i][: n * n].reshape((n, n)), place, way)


@kernel
def _begin_search(group: Group, scene: Scene, i: int) -> int:
    """Begin the search of the ways of the model that moves, unless it has begun; return its number of nodes."""
    if group.nodes_found[i] < 0:
        size = int(group.models[i, MODEL_NODES])
        found = open_search(scene, group.nodes[size], np.nan, np.nan)
        n = min(found.shape[0], group.search.shape[1])
        away = np.hypot(found[:, NODE_X] - group.models[i, X], found[:, NODE_Y] - group.models[i, Y])
        nearest = np.sort(np.argsort(away, kind="mergesort")[:n])  # a larger budget, which finds more nodes, loses no way
        for k in range(n):
            for column in range(SEARCH_COLUMNS):
                group.search[i, k, column] = found[nearest[k], column]
        group.nodes_found[i] = n
        start_estimates(group.search[i][:n], group.memo[size], group.costs[i][: n * n].reshape((n, n)))
    return int(group.nodes_found[i])


@kernel
def settle_bends(group: Group, buffers: Buffers, i: int) -> None:
    """Find the shortest ways of model i to all its bends, once, and make use of them in this arrangement."""
    if group.settled[i] == SETTLED_UNUSED:
        group.settled[i] = SETTLED
    if group.settled[i] == UNSETTLED and group.models[i, MODEL_BUDGET] < math.inf and group.params[FLY] == 0.0:
        group.settled[i] = SETTLED
        choose_mover(group, i)
        scene = scene_of(group)
        n = _begin_search(group, scene, i)
        memo = group.memo[int(group.models[i, MODEL_NODES])]
        settle_all(scene, buffers, memo, group.search[i][:n], group.costs[i][: n * n].reshape((n, n)))


@allocation_free
def put_bends_aside(group: Group) -> None:
    """Make no use of the bends that are known, so that an arrangement does not depend on those asked for before."""
    for i in range(group.settled.shape[0]):
        if group.settled[i] == SETTLED:
            group.settled[i] = SETTLED_UNUSED


@allocation_free
def count_bends(group: Group, i: int) -> int:
    """Return the number of nodes, the start among them, that ways of model i may bend at in this arrangement; 1 if none is in use."""
    return int(group.nodes_found[i]) if group.settled[i] == SETTLED else 1


# --- the candidate arrangement ------------------------------------------------------------------


@allocation_free
def place_model(group: Group, i: int, x: float, y: float, z: float) -> None:
    """Give model i an end."""
    lift_model(group, i)
    group.ends[i, X], group.ends[i, Y], group.ends[i, Z], group.placed[i] = x, y, z, 1
    for j in range(group.models.shape[0]):
        if j != i and group.placed[j] != 0 and are_linked(group, i, x, y, z, j):
            group.links[i] |= 1 << j
            group.links[j] |= 1 << i


@allocation_free
def lift_model(group: Group, i: int) -> None:
    """Take the end of model i away."""
    group.placed[i], group.links[i] = 0, 0
    for j in range(group.models.shape[0]):
        group.links[j] &= ~(1 << i)


@allocation_free
def total_cost(group: Group) -> float:
    """Return the cost of the arrangement: the sum over its models."""
    total = 0.0
    for i in range(group.models.shape[0]):
        total += cost_of_end(group, i, group.ends[i, X], group.ends[i, Y], group.ends[i, Z])
    return total
