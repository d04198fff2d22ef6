"""Checks a path of a body against the limits of a move: length, contacts with enemies, where to end; traces the path on the arrays of a ``Scene``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import HEIGHT, RADIUS, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.contacts import FIRST_AT, REPORT_SIZE, WAS_LOST, are_in_contact, comes_within_reach, is_enemy, load_pair, trace_contact
from counteract.table.kernels.paths import allocate_trace, trace_path
from counteract.table.kernels.placement import OK, check_placement
from counteract.table.kernels.polygons import norm

if TYPE_CHECKING:
    from counteract.table.kernels.paths import Trace
    from counteract.table.units import Bytes, Flags, Floats, Ints

# Columns of a query: number of the mover, size of the board, greatest length, range of contact, constraint on contacts, bits of how to
# judge them, and the goal: a body (-1: none) and the least and greatest gap to it at the end.
MOVER, WIDTH, DEPTH, BUDGET, REACH, MODE, CONTACT_FLAGS, GOAL, GOAL_LOW, GOAL_HIGH, QUERY_SIZE = range(11)
# Constraints on contacts: none, no contact on the whole path, none at its end, one at its end.
ANYWHERE, KEEP_OUT, END_OUT, END_IN = range(4)
# Marks of bodies, as bits: not to be left once in contact, never to be in contact with.
STICKY, SHUNNED = 1, 2
#: More contact flags: some bodies are shunned; routes may pass close to other bodies, and bend on top of what is climbed beside them.
SHUNS, CLOSE_ROUTES = 4, 8
#: The most waypoints of a leg with jumps.
MAX_LEG_ROWS = 8
#: The most level changes recorded on a path.
MAX_LEVEL_CHANGES = 64


class Scene(NamedTuple):
    """The arrays of a query about moves. ``marks`` has a byte for each body, or no rows if no body is marked."""

    parts: Floats
    corners: Floats
    bodies: Floats
    params: Floats
    marks: Flags
    query: Floats


class Buffers(NamedTuple):
    """Work space: a path of a few rows, the levels of a path, a pair of bodies, a contact report, and the buffers of ``trace_path``."""

    leg: Floats
    profile: Floats
    pair: Floats
    report: Floats
    #: The question for the mover alone on the table.
    alone: Floats
    overlap: Bytes
    overlapped: Ints
    spans: Floats
    #: The length of the last path that was allowed, in one row.
    length: Floats


@kernel
def allocate_buffers(scene: Scene) -> Buffers:
    """Allocate the work space for a scene."""
    overlap, overlapped, spans = allocate_trace(scene.parts, scene.corners, scene.bodies)
    alone = scene.query.copy()
    alone[MOVER] = 0.0
    pair = np.empty((2, scene.bodies.shape[1]))
    leg, profile = np.zeros((MAX_LEG_ROWS, 4)), np.empty((MAX_LEVEL_CHANGES, 2))
    return Buffers(leg, profile, pair, np.empty(REPORT_SIZE), alone, overlap, overlapped, spans, np.empty(1))


@allocation_free
def follow(scene: Scene, buffers: Buffers, path: Floats) -> Trace:
    """Trace a path of the mover, wherever it ends; its levels are left in the profile of the buffers."""
    query = scene.query
    return trace_path(
        scene.parts,
        scene.corners,
        query[WIDTH],
        query[DEPTH],
        scene.bodies,
        int(query[MOVER]),
        path,
        scene.params,
        buffers.profile,
        buffers.overlap,
        buffers.overlapped,
        buffers.spans,
    )


@allocation_free
def bars_contacts(scene: Scene) -> bool:
    """Return True if contact with some enemies is barred on the whole path."""
    return bool(scene.query[MODE] == KEEP_OUT or int(scene.query[CONTACT_FLAGS]) & SHUNS)


@allocation_free
def is_contact_barred(scene: Scene, j: int) -> bool:
    """Return True if contact with body j is barred on the whole path."""
    if not is_enemy(scene.bodies, int(scene.query[MOVER]), j):
        return False
    return bool(scene.query[MODE] == KEEP_OUT or (int(scene.query[CONTACT_FLAGS]) & SHUNS and scene.marks[j] & SHUNNED))


@allocation_free
def avoids_contacts(scene: Scene, buffers: Buffers, path: Floats, rows: int) -> bool:
    """Return True if a path has no contact with the enemies to keep out of contact with."""
    bodies, query = scene.bodies, scene.query
    i, reach, contact_flags, all_of_them = int(query[MOVER]), query[REACH], int(query[CONTACT_FLAGS]), query[MODE] == KEEP_OUT
    for j in range(bodies.shape[0]):
        if not is_enemy(bodies, i, j) or not (all_of_them or scene.marks[j] & SHUNNED):
            continue
        if comes_within_reach(bodies, i, j, path, reach):
            trace_contact(scene.parts, scene.corners, bodies, i, j, path, buffers.profile, rows, reach, contact_flags, buffers.pair, buffers.report)
            if buffers.report[FIRST_AT] >= 0.0:
                return False
    return True


@allocation_free
def breaks_contact(scene: Scene, buffers: Buffers, path: Floats, rows: int) -> bool:
    """Return True if a path loses contact with an enemy that may not be left."""
    bodies, i, reach, contact_flags = scene.bodies, int(scene.query[MOVER]), scene.query[REACH], int(scene.query[CONTACT_FLAGS])
    for j in range(scene.marks.shape[0]):
        if scene.marks[j] & STICKY == 0 or not is_enemy(bodies, i, j):
            continue
        if comes_within_reach(bodies, i, j, path, reach):
            trace_contact(scene.parts, scene.corners, bodies, i, j, path, buffers.profile, rows, reach, contact_flags, buffers.pair, buffers.report)
            if buffers.report[WAS_LOST] != 0.0:
                return True
    return False


@allocation_free
def has_allowed_end_contacts(scene: Scene, buffers: Buffers, x: float, y: float, z: float) -> bool:
    """Return True if the contacts at the end of a move are those that its mode asks for."""
    bodies, query = scene.bodies, scene.query
    if query[MODE] == ANYWHERE:
        return True
    i = int(query[MOVER])
    for j in range(bodies.shape[0]):
        if not is_enemy(bodies, i, j):
            continue
        near = bodies[i, RADIUS] + bodies[j, RADIUS] + query[REACH] + 2 * TOLERANCE
        dx, dy = bodies[j, X] - x, bodies[j, Y] - y
        if dx * dx + dy * dy < near * near:
            pair = buffers.pair
            load_pair(bodies, i, j, pair)
            pair[0, X], pair[0, Y], pair[0, Z] = x, y, z
            if are_in_contact(scene.parts, scene.corners, pair, query[REACH], int(query[CONTACT_FLAGS])):
                return bool(query[MODE] == END_IN)
    return bool(query[MODE] != END_IN)


@allocation_free
def is_at_goal(bodies: Floats, query: Floats, x: float, y: float, z: float) -> bool:
    """Return True if a place is as far from the goal as required."""
    if query[GOAL] < 0.0:
        return True
    i, j = int(query[MOVER]), int(query[GOAL])
    flat = max(0.0, norm(bodies[j, X] - x, bodies[j, Y] - y) - bodies[i, RADIUS] - bodies[j, RADIUS])
    away = norm(flat, bodies[j, Z] - z)
    return bool(query[GOAL_LOW] - TOLERANCE <= away <= query[GOAL_HIGH] + TOLERANCE)


@allocation_free
def can_end(scene: Scene, buffers: Buffers, x: float, y: float, z: float) -> bool:
    """Return True if the mover can stand at a place and has the required contacts there."""
    bodies, query = scene.bodies, scene.query
    if query[GOAL] >= 0.0 and not is_at_goal(bodies, query, x, y, z):
        return False
    i = int(query[MOVER])
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    code, _ = check_placement(scene.parts, scene.corners, query[WIDTH], query[DEPTH], bodies, i, x, y, z, r, height)
    return code == OK and has_allowed_end_contacts(scene, buffers, x, y, z)


@allocation_free
def is_stuck(scene: Scene, buffers: Buffers) -> bool:
    """Return True if no move is allowed at all: contact is barred, and the mover starts in contact."""
    if not bars_contacts(scene):
        return False
    own = scene.bodies[int(scene.query[MOVER])]
    buffers.leg[0, X], buffers.leg[0, Y], buffers.profile[0, 1] = own[X], own[Y], own[Z]
    return not avoids_contacts(scene, buffers, buffers.leg[:1], 1)


@allocation_free
def is_path_allowed(scene: Scene, buffers: Buffers, path: Floats) -> bool:
    """Return True if a whole path is allowed, given that the move can end at its last place; its length is left in the buffers."""
    query = scene.query
    code, length, _, _, level, rows, _, _ = follow(scene, buffers, path)
    if code != OK or length > query[BUDGET] + TOLERANCE:
        return False
    end = path[path.shape[0] - 1]
    # A floor may lie between two steps of 0.001", and the place was judged with its height rounded.
    if level != end[Z] and not can_end(scene, buffers, end[X], end[Y], level):
        return False
    if bars_contacts(scene) and not avoids_contacts(scene, buffers, path, rows):
        return False
    buffers.length[0] = length
    return not breaks_contact(scene, buffers, path, rows)


@allocation_free
def measure_cost(scene: Scene, buffers: Buffers, leg: Floats) -> tuple[float, int]:
    """Return the cost of a piece of a path (infinite if it is not allowed) and the number of its levels."""
    code, length, _, _, _, rows, _, _ = follow(scene, buffers, leg)
    if code != OK or (bars_contacts(scene) and not avoids_contacts(scene, buffers, leg, rows)):
        return math.inf, rows
    return length, rows
