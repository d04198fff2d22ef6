"""Ray fans that bound the reachable area, traced from the start and from every circle of the taut paths, with adaptive angles.

The rays that leave a circle along a path round it make a fan. Neighbours are close enough together for the line between their ends
to be the rim of the reachable area, to a few thousandths of an inch.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import (
    BUDGET,
    Buffers,
    Scene,
    allocate_buffers,
    avoids_contacts,
    bars_contacts,
    follow,
    is_stuck,
)
from counteract.table.kernels.mover import FLY, INCREMENTS
from counteract.table.kernels.placement import OK
from counteract.table.kernels.polygons import norm
from counteract.table.kernels.tangent_graph import ARC_SPAN, ARC_START, CR, CX, CY, CZ, FULL_TURN, find_circles_in_reach, find_tangent_point
from counteract.table.kernels.taut_paths import (
    CIRCLE_SIDE,
    HEADING,
    LENGTH,
    MAX_TURN,
    TangentGraph,
    find_labels,
    measure_arc,
    open_graph,
    rotation_of,
)
from counteract.table.units import SNAP

if TYPE_CHECKING:
    from counteract.table.units import Flags, Floats

# Columns of a ray: number of its fan, level, turn round the circle, start and end.
FAN, RAY_LEVEL, TURN, AX, AY, EX, EY, RAY_SIZE = range(8)
#: The angle between rays: at most, and at least where their lengths change abruptly.
MAX_STEP, MIN_STEP = math.pi / 45, 0.001
#: Tolerance of the rim between neighbouring rays, and of the length of a ray.
RIM_TOLERANCE, LENGTH_TOLERANCE = 0.003, 0.0005
#: Where the ends of two rays are this many times farther apart than on a circle, more rays are tried at this share from either.
STEEP, ASIDE = 2.0, 0.3
#: A ray ends this much short of its obstacle.
STOP_SHORT = 1e-5
#: How much longer than the shortest path its polyline may be.
POLYLINE_EXCESS = 0.004
#: Shorter fans are left out.
MIN_FAN = 0.002


@kernel
def trace_ray_fans(parts: Floats, corners: Floats, bodies: Floats, params: Floats, marks: Flags, query: Floats, static_circles: Floats) -> Floats:
    """Return the rays of all fans, one fan after another, each in the order of its angles."""
    scene = Scene(parts, corners, bodies, params, marks, query)
    buffers = allocate_buffers(scene)
    rays = np.empty((256, RAY_SIZE))
    if is_stuck(scene, buffers):
        return rays[:0]
    can_bend = params[FLY] == 0.0 and params[INCREMENTS] == 0.0
    graph = open_graph(scene, static_circles if can_bend else static_circles[:0], np.empty((0, 4)))
    labels = find_labels(scene, buffers, graph)
    rings = _body_circles(scene, static_circles)
    n = 0
    stack = np.empty((64, 4))
    for k in range(labels.shape[0]):
        before = -1.0
        turn, farthest = 0.0, _find_max_turn(scene, buffers, graph, labels, k)
        while turn <= farthest:
            many = 1
            stack[0, 0] = turn
            stack[0, 1], stack[0, 2], stack[0, 3] = _find_ray_end(scene, buffers, graph, labels, k, rings, turn)
            while many > 0:
                top = stack[many - 1]
                angle = top[0]
                if before >= 0.0 and many < stack.shape[0] and angle - before > MIN_STEP:
                    middle = (before + angle) / 2
                    x, y, left = _find_ray_end(scene, buffers, graph, labels, k, rings, middle)
                    agrees = angle - before <= MAX_STEP / 2 and _is_on_rim(graph, labels, k, rays[n - 1], top, middle, x, y)
                    if agrees and norm(top[1] - rays[n - 1, EX], top[2] - rays[n - 1, EY]) > STEEP * (angle - before) * top[3]:
                        for share in (ASIDE, 1.0 - ASIDE):  # a ray in the middle may agree by chance
                            aside = before + share * (angle - before)
                            ax, ay, _ = _find_ray_end(scene, buffers, graph, labels, k, rings, aside)
                            agrees = agrees and _is_on_rim(graph, labels, k, rays[n - 1], top, aside, ax, ay)
                    if not agrees:
                        stack[many, 0], stack[many, 1], stack[many, 2], stack[many, 3] = middle, x, y, left
                        many += 1
                        continue
                if n == rays.shape[0]:
                    more = np.empty((2 * n, RAY_SIZE))
                    more[:n] = rays
                    rays = more
                on = int(labels[k, CIRCLE_SIDE])
                rays[n, FAN], rays[n, RAY_LEVEL], rays[n, TURN] = k, graph.circles[on // 2, CZ], angle
                rays[n, AX], rays[n, AY] = find_tangent_point(graph.circles[on // 2], rotation_of(on), labels[k, HEADING] + rotation_of(on) * angle)
                rays[n, EX], rays[n, EY] = top[1], top[2]
                n += 1
                before = angle
                many -= 1
            turn = farthest if turn < farthest < turn + MAX_STEP else turn + MAX_STEP
    return rays[:n]


@kernel
def _body_circles(scene: Scene, static_circles: Floats) -> Floats:
    """Return the circles about bodies that rays may meet."""
    return find_circles_in_reach(scene, static_circles[:0], np.empty((0, 4)))


@allocation_free
def _find_max_turn(scene: Scene, buffers: Buffers, graph: TangentGraph, labels: Floats, k: int) -> float:
    """Return the turn round the circle of a label up to which the budget, the arc and obstacles allow."""
    on = int(labels[k, CIRCLE_SIDE])
    circle, side = graph.circles[on // 2], rotation_of(on)
    left = scene.query[BUDGET] + TOLERANCE - labels[k, LENGTH]
    if left < MIN_FAN:
        return -1.0
    if circle[CR] == 0.0:
        return FULL_TURN
    most: float = min(MAX_TURN, left / circle[CR])
    if circle[ARC_SPAN] < FULL_TURN:
        off = (labels[k, HEADING] - side * math.pi / 2 - circle[ARC_START]) % FULL_TURN
        off = 0.0 if off > (FULL_TURN + circle[ARC_SPAN]) / 2 else min(off, circle[ARC_SPAN])
        most = min(most, circle[ARC_SPAN] - off if side > 0.0 else off)
    if measure_arc(scene, buffers, graph, on, labels[k, HEADING], most) <= circle[CR] * most + LENGTH_TOLERANCE:
        return most
    low, high = 0.0, most
    while high - low > MIN_STEP:
        middle = (low + high) / 2
        if measure_arc(scene, buffers, graph, on, labels[k, HEADING], middle) <= circle[CR] * middle + LENGTH_TOLERANCE:
            low = middle
        else:
            high = middle
    return low


@allocation_free
def _find_ray_end(
    scene: Scene, buffers: Buffers, graph: TangentGraph, labels: Floats, k: int, rings: Floats, turn: float
) -> tuple[float, float, float]:
    """Return the end and the length of the ray that leaves the circle of a label after some turn."""
    on = int(labels[k, CIRCLE_SIDE])
    circle, side = graph.circles[on // 2], rotation_of(on)
    heading = labels[k, HEADING] + side * turn
    x, y = find_tangent_point(circle, side, heading)
    ux, uy = math.cos(heading), math.sin(heading)
    most = max(0.0, scene.query[BUDGET] - labels[k, LENGTH] - circle[CR] * turn - (POLYLINE_EXCESS if k > 0 else 0.0))
    length = _measure_ray(scene, buffers, x, y, circle[CZ], ux, uy, most, rings)
    return x + length * ux, y + length * uy, length


@allocation_free
def _measure_ray(scene: Scene, buffers: Buffers, x: float, y: float, z: float, ux: float, uy: float, most: float, rings: Floats) -> float:
    """Return the length of a straight ray within a budget, on the level where it begins."""
    if most <= 0.0:
        return 0.0
    cost, where = _follow_ray(scene, buffers, x, y, z, ux, uy, most)
    if cost <= most + STOP_SHORT:
        return most
    high = min(most, where)
    near = high
    for k in range(rings.shape[0]):
        if rings[k, CZ] == z:
            near = min(near, _distance_to_circle(rings[k], x, y, ux, uy))
    for guess in (high, near):
        length = guess - STOP_SHORT
        if length <= 0.0:
            continue
        if _follow_ray(scene, buffers, x, y, z, ux, uy, length)[0] <= most + STOP_SHORT:
            if guess == high or _follow_ray(scene, buffers, x, y, z, ux, uy, min(high, length + 0.01))[0] > most + STOP_SHORT:
                return length
    low = 0.0
    while high - low > LENGTH_TOLERANCE:
        middle = (low + high) / 2
        if _follow_ray(scene, buffers, x, y, z, ux, uy, middle)[0] <= most + STOP_SHORT:
            low = middle
        else:
            high = middle
    return low


@allocation_free
def _follow_ray(scene: Scene, buffers: Buffers, x: float, y: float, z: float, ux: float, uy: float, length: float) -> tuple[float, float]:
    """Return the cost of a straight ray (infinite if it is not allowed) and the distance up to its first obstacle."""
    leg = buffers.leg
    leg[0, X], leg[0, Y], leg[0, Z], leg[0, 3] = x, y, z, 0.0
    leg[1, X], leg[1, Y], leg[1, Z], leg[1, 3] = x + length * ux, y + length * uy, math.nan, 0.0
    code, cost, where, _, _, rows, _, _ = follow(scene, buffers, leg[:2])
    if z > SNAP and rows > 1 and scene.params[FLY] == 0.0:  # it leaves its floor
        return math.inf, buffers.profile[1, 0]
    if code != OK:
        return math.inf, where
    if bars_contacts(scene) and not avoids_contacts(scene, buffers, leg[:2], rows):
        return math.inf, length
    return cost, length


@allocation_free
def _distance_to_circle(ring: Floats, x: float, y: float, ux: float, uy: float) -> float:
    """Return the distance along a line to a circle; infinite if the circle is not ahead."""
    wx, wy = ring[CX] - x, ring[CY] - y
    t, h = wx * ux + wy * uy, ux * wy - uy * wx
    if t <= 0.0 or abs(h) >= ring[CR]:
        return math.inf
    return float(t - math.sqrt(ring[CR] * ring[CR] - h * h))


@allocation_free
def _is_on_rim(graph: TangentGraph, labels: Floats, k: int, one: Floats, other: Floats, turn: float, x: float, y: float) -> bool:
    """Return True if a ray ends on the line between the ends of its neighbours."""
    on = int(labels[k, CIRCLE_SIDE])
    heading = labels[k, HEADING] + rotation_of(on) * turn
    ax, ay = find_tangent_point(graph.circles[on // 2], rotation_of(on), heading)
    ux, uy = math.cos(heading), math.sin(heading)
    dx, dy = other[1] - one[EX], other[2] - one[EY]
    cross = ux * dy - uy * dx
    length = norm(x - ax, y - ay)
    if abs(cross) < 1e-12:
        return norm(dx, dy) < RIM_TOLERANCE and norm(x - one[EX], y - one[EY]) < RIM_TOLERANCE
    share = ((one[EX] - ax) * dy - (one[EY] - ay) * dx) / cross
    return bool(abs(share - length) < RIM_TOLERANCE)
