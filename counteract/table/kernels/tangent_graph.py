"""Circles and tangents of the tangent graph (a visibility graph for a disc): circles about corners and bases, from parts, corners and bodies.

A taut path of the centre consists of tangents to such circles and of arcs on them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import FIRST, HEIGHT, LAST, RADIUS, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import BUDGET, CONTACT_FLAGS, DEPTH, MOVER, REACH, WIDTH, is_contact_barred
from counteract.table.kernels.contacts import WITHOUT_SIGHT
from counteract.table.kernels.movement_costs import is_rough
from counteract.table.kernels.mover import TRAVERSE
from counteract.table.kernels.paths import is_blocking_body
from counteract.table.kernels.placement import find_levels, heights_overlap, is_obstacle, is_passable, quantise
from counteract.table.kernels.polygons import find_corner_turn, norm, orientation
from counteract.table.kernels.visibility_graph import NOX, NOY, NX, NY, NZ
from counteract.table.units import SNAP, TOUCH

if TYPE_CHECKING:
    from counteract.table.kernels.constraints import Scene
    from counteract.table.units import Floats

# Columns of a circle: centre, radius (0: a point to turn at), level, and the arc that a path can touch: its first angle, anticlockwise,
# and its span.
CX, CY, CR, CZ, ARC_START, ARC_SPAN, CIRCLE_SIZE = range(7)
FULL_TURN = 2 * math.pi
#: Distance of the centre from a corner of rough ground, into which it may also turn.
CORNER_CLEARANCE = 0.001
#: A circle is left out if the mover fits at none of this many points of its arc.
ARC_SAMPLES = 24
#: Angles that differ by less are the same.
SAME_ANGLE = 1e-7


@kernel
def build_circles(
    parts: Floats, corners: Floats, width: float, depth: float, r: float, height: float, rough: bool, traverses: bool, nodes: Floats
) -> Floats:
    """Return the circles about the corners of a terrain for bases of one size; nodes without a corner become points."""
    heights = find_levels(parts)
    out = np.empty((2 * heights.shape[0] * corners.shape[0] + nodes.shape[0], CIRCLE_SIZE))
    n = 0
    for k in range(heights.shape[0]):
        z = heights[k]
        for p in range(parts.shape[0]):
            if is_obstacle(parts, p, z, height):
                n = _add_corner_circles(parts, corners, width, depth, r, height, traverses, p, z, r, out, n)
            if rough and is_rough(parts, p, z):
                n = _add_corner_circles(parts, corners, width, depth, r, height, traverses, p, z, 0.0, out, n)
    for k in range(nodes.shape[0]):
        if nodes[k, NOX] == 0.0 and nodes[k, NOY] == 0.0:
            n = _set_circle(out, n, nodes[k, NX], nodes[k, NY], 0.0, nodes[k, NZ], 0.0, FULL_TURN)
    return out[:n].copy()


@allocation_free
def _set_circle(out: Floats, n: int, x: float, y: float, r: float, z: float, low: float, span: float) -> int:
    out[n, CX], out[n, CY], out[n, CR], out[n, CZ], out[n, ARC_START], out[n, ARC_SPAN] = x, y, r, z, low, span
    return n + 1


@allocation_free
def _add_corner_circles(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    traverses: bool,
    p: int,
    z: float,
    clearance: float,
    out: Floats,
    n: int,
) -> int:
    """Add the arc about each convex corner of a part, from edge to edge; a point if the clearance is 0."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    side = orientation(corners, first, last)
    for c in range(first, last):
        one, turn = find_corner_turn(corners, first, last, side, c)
        if turn <= TOUCH:
            continue
        if clearance == 0.0:
            angle = one + side * turn / 2
            x, y = quantise(corners[c, 0] + CORNER_CLEARANCE * math.cos(angle)), quantise(corners[c, 1] + CORNER_CLEARANCE * math.sin(angle))
            if is_passable(parts, corners, width, depth, x, y, z, r, height, traverses):
                n = _set_circle(out, n, x, y, 0.0, z, 0.0, FULL_TURN)
            continue
        low = one if side > 0.0 else one - turn
        if _is_arc_passable(parts, corners, width, depth, r, height, traverses, corners[c, 0], corners[c, 1], clearance, z, low, turn):
            n = _set_circle(out, n, corners[c, 0], corners[c, 1], clearance, z, low, turn)
    return n


@allocation_free
def _is_arc_passable(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    traverses: bool,
    x: float,
    y: float,
    clearance: float,
    z: float,
    low: float,
    span: float,
) -> bool:
    """Return True if the mover can be somewhere on an arc."""
    for k in range(ARC_SAMPLES + 1):
        angle = low + span * k / ARC_SAMPLES
        if is_passable(parts, corners, width, depth, x + clearance * math.cos(angle), y + clearance * math.sin(angle), z, r, height, traverses):
            return True
    return False


@kernel
def find_circles_in_reach(scene: Scene, static_circles: Floats, goals: Floats) -> Floats:
    """Return the circles that a path within the budget may touch on its way to a goal (rows x, y, radius, z), or to anywhere."""
    bodies, query = scene.bodies, scene.query
    i = int(query[MOVER])
    heights = find_levels(scene.parts)
    out = np.empty((static_circles.shape[0] + 2 * heights.shape[0] * bodies.shape[0] + 1, CIRCLE_SIZE))
    n = 0
    for k in range(static_circles.shape[0]):
        if _is_in_reach(scene, goals, static_circles[k, CX], static_circles[k, CY], static_circles[k, CR]):
            out[n] = static_circles[k]
            n += 1
    for j in range(bodies.shape[0]):
        if not is_blocking_body(bodies, scene.params, i, j):
            continue
        wide = bodies[i, RADIUS] + bodies[j, RADIUS]
        for k in range(heights.shape[0]):
            z = heights[k]
            up, most = abs(z - bodies[j, Z]), query[REACH] + TOLERANCE
            ring = is_contact_barred(scene, j) and up <= most
            if ring:
                n = _add_body_circle(scene, goals, j, wide + math.sqrt(most * most - up * up) + TOUCH, z, out, n)
            if not (ring and int(query[CONTACT_FLAGS]) & WITHOUT_SIGHT) and heights_overlap(
                z, bodies[i, HEIGHT], bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]
            ):
                n = _add_body_circle(scene, goals, j, wide, z, out, n)
    return out[:n]


@allocation_free
def _add_body_circle(scene: Scene, goals: Floats, j: int, clearance: float, z: float, out: Floats, n: int) -> int:
    """Add the circle about a body if a path can use it."""
    bodies, query = scene.bodies, scene.query
    i = int(query[MOVER])
    x, y = bodies[j, X], bodies[j, Y]
    if not _is_in_reach(scene, goals, x, y, clearance):
        return n
    r, height, traverses = bodies[i, RADIUS], bodies[i, HEIGHT], scene.params[TRAVERSE] != 0.0
    if z > SNAP and not _is_arc_passable(
        scene.parts, scene.corners, query[WIDTH], query[DEPTH], r, height, traverses, x, y, clearance, z, 0.0, FULL_TURN
    ):
        return n
    return _set_circle(out, n, x, y, clearance, z, 0.0, FULL_TURN)


@allocation_free
def _is_in_reach(scene: Scene, goals: Floats, x: float, y: float, r: float) -> bool:
    """Return True if a path within the budget can touch a circle and go on to a goal."""
    own = scene.bodies[int(scene.query[MOVER])]
    path_length = max(0.0, norm(x - own[X], y - own[Y]) - r)
    return bool(path_length + max(0.0, distance_to_goal(goals, x, y) - r) <= scene.query[BUDGET] + TOLERANCE)


@allocation_free
def distance_to_goal(goals: Floats, x: float, y: float) -> float:
    """Return the straight distance to the nearest goal; 0 if there are none."""
    best = math.inf
    for k in range(goals.shape[0]):
        best = min(best, norm(goals[k, 0] - x, goals[k, 1] - y) - goals[k, 2])
    return max(0.0, best) if goals.shape[0] > 0 else 0.0


@allocation_free
def is_on_arc(circle: Floats, angle: float) -> bool:
    """Return True if an angle lies on the arc of a circle."""
    if circle[ARC_SPAN] >= FULL_TURN:
        return True
    off = (angle - circle[ARC_START]) % FULL_TURN
    return bool(off <= circle[ARC_SPAN] + SAME_ANGLE or off >= FULL_TURN - SAME_ANGLE)


@allocation_free
def turn_between(before: float, after: float, side: float) -> float:
    """Return the turn from one heading to another, anticlockwise (side 1) or clockwise (-1): from 0 to a full turn."""
    turn = (side * (after - before)) % FULL_TURN
    return 0.0 if turn > FULL_TURN - SAME_ANGLE else turn


@allocation_free
def find_tangent(a: Floats, side: float, b: Floats, other: float) -> tuple[float, float]:
    """Return length and heading of the tangent from one circle to another, each on its side; infinite if there is none."""
    dx, dy = b[CX] - a[CX], b[CY] - a[CY]
    across = other * b[CR] - side * a[CR]
    square = dx * dx + dy * dy
    along = square - across * across
    if along < 0.0:
        if along < -2.0 * TOUCH * abs(across) * 10.0 or square == 0.0:
            return math.inf, 0.0
        along = 0.0
    length = math.sqrt(along)
    if square == 0.0:
        return 0.0, 0.0
    return length, math.atan2(dy * length - dx * across, dx * length + dy * across)


@allocation_free
def find_tangent_point(circle: Floats, side: float, heading: float) -> tuple[float, float]:
    """Return the point where a tangent with some heading touches a circle on a side."""
    return circle[CX] + side * circle[CR] * math.sin(heading), circle[CY] - side * circle[CR] * math.cos(heading)
