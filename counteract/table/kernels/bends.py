"""What a shortest way bends round: circles about the corners of terrain and about bases, for the centre of the mover.

A way that is pulled tight is made of straight stretches that touch such circles and of arcs on them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.contacts import BLIND
from counteract.table.kernels.figures import TRAVERSE
from counteract.table.kernels.ground import NOX, NOY, NX, NY, NZ, is_in_way, levels, passable, rounded
from counteract.table.kernels.judge import BUDGET, DEPTH, HOW, REACH, WHO, WIDTH, barred
from counteract.table.kernels.outlines import FIRST, HEIGHT, LAST, RADIUS, TOUCH, X, Y, Z, norm, winding
from counteract.table.kernels.paths import in_way
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import SNAP, heights_meet
from counteract.table.kernels.tolls import is_rough
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.judge import Scene
    from counteract.table.kernels.outlines import Floats

# Columns of a bend: middle and radius of its circle (0: a point to turn at in any way), its level, and the arc of it that
# a way can touch: the angle at which that begins, anticlockwise, and how far it goes.
BX, BY, BR, BZ, LOW, SPAN, BEND = range(7)
FULL = 2 * math.pi
#: How closely the centre goes round a corner of rough ground, where it may also turn into it.
RIM = 0.001
#: A circle is left out if the mover can be at none of so many places of its arc.
TRIED = 24
#: Angles that differ by less are the same.
SAME_ANGLE = 1e-7


@kernel
def bends(
    parts: Floats, corners: Floats, width: float, depth: float, r: float, height: float, rough: bool, traverses: bool, nodes: Floats
) -> Floats:
    """What ways bend round on a terrain, for bases of one size; of the nodes those that go round no corner are taken over."""
    heights = levels(parts)
    out = np.empty((2 * heights.shape[0] * corners.shape[0] + nodes.shape[0], BEND))
    n = 0
    for k in range(heights.shape[0]):
        z = heights[k]
        for p in range(parts.shape[0]):
            if is_in_way(parts, p, z, height):
                n = _about_corners(parts, corners, width, depth, r, height, traverses, p, z, r, out, n)
            if rough and is_rough(parts, p, z):
                n = _about_corners(parts, corners, width, depth, r, height, traverses, p, z, 0.0, out, n)
    for k in range(nodes.shape[0]):
        if nodes[k, NOX] == 0.0 and nodes[k, NOY] == 0.0:
            n = _put(out, n, nodes[k, NX], nodes[k, NY], 0.0, nodes[k, NZ], 0.0, FULL)
    return out[:n].copy()


@plain
def _put(out: Floats, n: int, x: float, y: float, r: float, z: float, low: float, span: float) -> int:
    out[n, BX], out[n, BY], out[n, BR], out[n, BZ], out[n, LOW], out[n, SPAN] = x, y, r, z, low, span
    return n + 1


@plain
def _about_corners(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    traverses: bool,
    p: int,
    z: float,
    room: float,
    out: Floats,
    n: int,
) -> int:
    """Add the arc about each corner of a part that sticks out, from the one edge to the other; a point if there is no room between."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    side = winding(corners, first, last)
    for c in range(first, last):
        a = c - 1 if c > first else last - 1
        b = c + 1 if c + 1 < last else first
        one = math.atan2(-side * (corners[c, 0] - corners[a, 0]), side * (corners[c, 1] - corners[a, 1]))
        other = math.atan2(-side * (corners[b, 0] - corners[c, 0]), side * (corners[b, 1] - corners[c, 1]))
        turn = side * (other - one)
        if turn > math.pi:
            turn -= FULL
        elif turn < -math.pi:
            turn += FULL
        if turn <= TOUCH:
            continue
        if room == 0.0:
            angle = one + side * turn / 2
            x, y = rounded(corners[c, 0] + RIM * math.cos(angle)), rounded(corners[c, 1] + RIM * math.sin(angle))
            if passable(parts, corners, width, depth, x, y, z, r, height, traverses):
                n = _put(out, n, x, y, 0.0, z, 0.0, FULL)
            continue
        low = one if side > 0.0 else one - turn
        if _has_room(parts, corners, width, depth, r, height, traverses, corners[c, 0], corners[c, 1], room, z, low, turn):
            n = _put(out, n, corners[c, 0], corners[c, 1], room, z, low, turn)
    return n


@plain
def _has_room(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    traverses: bool,
    x: float,
    y: float,
    room: float,
    z: float,
    low: float,
    span: float,
) -> bool:
    """Whether the mover can be somewhere on an arc."""
    for k in range(TRIED + 1):
        angle = low + span * k / TRIED
        if passable(parts, corners, width, depth, x + room * math.cos(angle), y + room * math.sin(angle), z, r, height, traverses):
            return True
    return False


@kernel
def bends_in_reach(scene: Scene, fixed: Floats, goals: Floats) -> Floats:
    """What a way within the budget may bend round on its way to one of the goals (rows x, y, radius, z), or to wherever if there are none."""
    bodies, ask = scene.bodies, scene.ask
    i = int(ask[WHO])
    heights = levels(scene.parts)
    out = np.empty((fixed.shape[0] + 2 * heights.shape[0] * bodies.shape[0] + 1, BEND))
    n = 0
    for k in range(fixed.shape[0]):
        if _in_reach(scene, goals, fixed[k, BX], fixed[k, BY], fixed[k, BR]):
            out[n] = fixed[k]
            n += 1
    for j in range(bodies.shape[0]):
        if not in_way(bodies, scene.figures, i, j):
            continue
        wide = bodies[i, RADIUS] + bodies[j, RADIUS]
        for k in range(heights.shape[0]):
            z = heights[k]
            up, most = abs(z - bodies[j, Z]), ask[REACH] + TOLERANCE
            ring = barred(scene, j) and up <= most
            if ring:
                n = _about_body(scene, goals, j, wide + math.sqrt(most * most - up * up) + TOUCH, z, out, n)
            if not (ring and int(ask[HOW]) & BLIND) and heights_meet(z, bodies[i, HEIGHT], bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]):
                n = _about_body(scene, goals, j, wide, z, out, n)
    return out[:n]


@plain
def _about_body(scene: Scene, goals: Floats, j: int, room: float, z: float, out: Floats, n: int) -> int:
    bodies, ask = scene.bodies, scene.ask
    i = int(ask[WHO])
    x, y = bodies[j, X], bodies[j, Y]
    if not _in_reach(scene, goals, x, y, room):
        return n
    r, height, traverses = bodies[i, RADIUS], bodies[i, HEIGHT], scene.figures[TRAVERSE] != 0.0
    if z > SNAP and not _has_room(scene.parts, scene.corners, ask[WIDTH], ask[DEPTH], r, height, traverses, x, y, room, z, 0.0, FULL):
        return n
    return _put(out, n, x, y, room, z, 0.0, FULL)


@plain
def _in_reach(scene: Scene, goals: Floats, x: float, y: float, r: float) -> bool:
    """Whether a way within the budget can touch a circle and go on to a goal."""
    own = scene.bodies[int(scene.ask[WHO])]
    way = max(0.0, norm(x - own[X], y - own[Y]) - r)
    return bool(way + max(0.0, far(goals, x, y) - r) <= scene.ask[BUDGET] + TOLERANCE)


@plain
def far(goals: Floats, x: float, y: float) -> float:
    """How far the nearest goal is as the crow flies; 0 if there are none."""
    best = math.inf
    for k in range(goals.shape[0]):
        best = min(best, norm(goals[k, 0] - x, goals[k, 1] - y) - goals[k, 2])
    return max(0.0, best) if goals.shape[0] > 0 else 0.0


@plain
def in_arc(bend: Floats, angle: float) -> bool:
    """Whether a way can touch a circle at an angle."""
    if bend[SPAN] >= FULL:
        return True
    off = (angle - bend[LOW]) % FULL
    return bool(off <= bend[SPAN] + SAME_ANGLE or off >= FULL - SAME_ANGLE)


@plain
def turned(before: float, after: float, side: float) -> float:
    """How far a heading turns on a circle, anticlockwise (side 1) or clockwise (-1): from 0 to a full turn."""
    turn = (side * (after - before)) % FULL
    return 0.0 if turn > FULL - SAME_ANGLE else turn


@plain
def tangent(a: Floats, side: float, b: Floats, other: float) -> tuple[float, float]:
    """The straight way from one circle to another, each gone round on its side: its length and heading; infinite if there is none."""
    dx, dy = b[BX] - a[BX], b[BY] - a[BY]
    across = other * b[BR] - side * a[BR]
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


@plain
def touch_point(bend: Floats, side: float, heading: float) -> tuple[float, float]:
    """Where a straight way with some heading touches a circle gone round on a side."""
    return bend[BX] + side * bend[BR] * math.sin(heading), bend[BY] - side * bend[BR] * math.cos(heading)
