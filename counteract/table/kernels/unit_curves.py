"""Curves that bound the places where a model of a unit may end: of budgets, board, zones, distances to keep, coherency, bases and terrain."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import BODILESS, BOTTOM, FIRST, HEIGHT, LAST, RADIUS, TOP, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free
from counteract.table.kernels.constraints import DEPTH, WIDTH
from counteract.table.kernels.free_space import AX, AY, SIZE, UX, UY, set_box
from counteract.table.kernels.graph_search import IS_SETTLED, NODE_X, NODE_Y, NODE_Z, PATH_LENGTH
from counteract.table.kernels.mover import FLY
from counteract.table.kernels.placement import heights_overlap, is_floor
from counteract.table.kernels.polygons import has_mark, norm, orientation
from counteract.table.kernels.unit_ends import (
    BODY_RADIUS,
    BODY_X,
    BODY_Y,
    BODY_Z,
    CLEAR,
    CLIMB_OVER,
    COHERENCY,
    COHERENCY_HEIGHT,
    DISTANCE,
    ENGAGEMENT,
    ENGAGES,
    KIND,
    MODEL_BUDGET,
    TARGET_RADIUS,
    TARGET_X,
    TARGET_Y,
    TARGET_Z,
    Group,
    count_bends,
)
from counteract.table.units import SNAP, TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Floats

#: Clearance that rounding to 0.001" cannot take away.
CLEAR_OF_ROUNDING = 0.001
#: The most bends whose circles are intersected with other curves, and how much nearer to the target each must lead than the next.
MAX_BENDS, BENDS_APART = 8, 0.1


@allocation_free
def list_curves(group: Group, i: int, tx: float, ty: float, z: float, rho: float, out: Floats) -> int:
    """List the curves that bound the places allowed on a level and pass through a circle about a target."""
    m, query = group.models[i], group.query
    r, height = m[RADIUS], m[HEIGHT]
    if m[MODEL_BUDGET] < math.inf:
        reach = m[MODEL_BUDGET] - (0.0 if group.params[FLY] != 0.0 else abs(z - m[Z]))
        n = _add_circle(m[X], m[Y], reach, tx, ty, rho, out, 0)
        if group.figures[CLIMB_OVER] > 0.0:
            n = _add_circle(m[X], m[Y], reach - group.figures[CLIMB_OVER], tx, ty, rho, out, n)
        n = _add_budgets_left(group, i, tx, ty, z, rho, out, n)
    else:
        n = 0
    n = _add_box(r, r, query[WIDTH] - r, query[DEPTH] - r, tx, ty, rho, out, n)
    for k in range(group.zones.shape[0]):
        box = group.zones[k]
        n = _add_box(box[0] + r, box[1] + r, box[2] - r, box[3] - r, tx, ty, rho, out, n)
    n = _add_conditions(group, i, z, tx, ty, rho, out, n)
    for j in range(group.models.shape[0]):
        if j != i and group.placed[j] != 0:
            e, wide = group.ends[j], r + group.models[j, RADIUS]
            if heights_overlap(z, height, e[Z], e[Z] + group.models[j, HEIGHT]):
                n = _add_circle(e[X], e[Y], wide + CLEAR_OF_ROUNDING, tx, ty, rho, out, n)
            if abs(z - e[Z]) <= group.figures[COHERENCY_HEIGHT] + TOLERANCE:
                n = _add_circle(e[X], e[Y], wide + group.figures[COHERENCY], tx, ty, rho, out, n)
    bodies = group.bodies
    for j in range(1, bodies.shape[0]):
        if heights_overlap(z, height, bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]):
            n = _add_circle(bodies[j, X], bodies[j, Y], r + bodies[j, RADIUS] + CLEAR_OF_ROUNDING, tx, ty, rho, out, n)
    n = _add_terrain(group, z, r, height, tx, ty, rho, out, n)
    for k in range(n):
        set_box(out[k])
    return n


@allocation_free
def _add_budgets_left(group: Group, i: int, tx: float, ty: float, z: float, rho: float, out: Floats, n: int) -> int:
    """Add the circles that the budget leaves about the bends that lead nearest to the target."""
    after = -math.inf
    for _ in range(MAX_BENDS):
        best, which = math.inf, -1
        for k in range(1, count_bends(group, i)):
            node = group.search[i, k]
            if node[IS_SETTLED] != 0.0 and node[NODE_Z] == z:
                left = group.models[i, MODEL_BUDGET] - node[PATH_LENGTH]
                short = norm(tx - node[NODE_X], ty - node[NODE_Y]) - left
                if left > 0.0 and after + BENDS_APART < short < best:
                    best, which = short, k
        if which < 0:
            break
        after = best
        node = group.search[i, which]
        n = _add_circle(node[NODE_X], node[NODE_Y], group.models[i, MODEL_BUDGET] - node[PATH_LENGTH], tx, ty, rho, out, n)
    return n


@allocation_free
def _add_conditions(group: Group, i: int, z: float, tx: float, ty: float, rho: float, out: Floats, n: int) -> int:
    """Add the circles of the end conditions."""
    r = group.models[i, RADIUS]
    for k in range(group.conditions.shape[0] + 1):
        c = group.conditions[k] if k < group.conditions.shape[0] else group.closer[i]
        distance = c[DISTANCE]
        if distance < 0.0:
            continue
        if k == group.conditions.shape[0]:
            distance -= 2 * CLEAR_OF_ROUNDING
        elif c[KIND] == CLEAR:
            distance += TOLERANCE + CLEAR_OF_ROUNDING
        up = abs(z - c[BODY_Z])
        if up < distance:
            flat = math.sqrt(distance * distance - up * up)
            n = _add_circle(c[BODY_X], c[BODY_Y], r + c[BODY_RADIUS] + flat, tx, ty, rho, out, n)
    if group.figures[ENGAGES] != 0.0:
        for k in range(group.targets.shape[1]):
            t = group.targets[i, k]
            up = abs(z - t[TARGET_Z])
            if up < group.figures[ENGAGEMENT]:  # never so for NaN
                flat = math.sqrt(group.figures[ENGAGEMENT] ** 2 - up * up)
                n = _add_circle(t[TARGET_X], t[TARGET_Y], t[TARGET_RADIUS] + flat, tx, ty, rho, out, n)
    return n


@allocation_free
def _add_terrain(group: Group, z: float, r: float, height: float, tx: float, ty: float, rho: float, out: Floats, n: int) -> int:
    """Add the offset edges and corners of the parts that are in the way, and the inset edges of floors."""
    parts, corners = group.parts, group.corners
    wide = rho + r + CLEAR_OF_ROUNDING
    for p in range(parts.shape[0]):
        if parts[p, X0] > tx + wide or parts[p, X1] < tx - wide or parts[p, Y0] > ty + wide or parts[p, Y1] < ty - wide:
            continue
        solid = parts[p, TOP] > z + SNAP and parts[p, BOTTOM] < z + height - TOUCH and not has_mark(parts, p, BODILESS)
        if not solid and not (z > SNAP and is_floor(parts, p, z)):
            continue
        first, last = int(parts[p, FIRST]), int(parts[p, LAST])
        clearance = r + CLEAR_OF_ROUNDING if solid else -r - CLEAR_OF_ROUNDING
        off = clearance * orientation(corners, first, last)
        a = last - 1
        for c in range(first, last):
            dx, dy = corners[c, 0] - corners[a, 0], corners[c, 1] - corners[a, 1]
            length = max(TINY, norm(dx, dy))
            ux, uy = dx / length, dy / length
            n = _add_line(corners[a, 0] + off * uy, corners[a, 1] - off * ux, ux, uy, length, tx, ty, rho, out, n)
            if solid:
                n = _add_circle(corners[c, 0], corners[c, 1], clearance, tx, ty, rho, out, n)
            a = c
    return n


@allocation_free
def _add_box(x0: float, y0: float, x1: float, y1: float, tx: float, ty: float, rho: float, out: Floats, n: int) -> int:
    n = _add_line(x0, y0, 1.0, 0.0, x1 - x0, tx, ty, rho, out, n)
    n = _add_line(x0, y0, 0.0, 1.0, y1 - y0, tx, ty, rho, out, n)
    n = _add_line(x0, y1, 1.0, 0.0, x1 - x0, tx, ty, rho, out, n)
    return _add_line(x1, y0, 0.0, 1.0, y1 - y0, tx, ty, rho, out, n)


@allocation_free
def _add_line(x: float, y: float, ux: float, uy: float, length: float, tx: float, ty: float, rho: float, out: Floats, n: int) -> int:
    """Add a segment if it passes through the circle about the target."""
    wx, wy = tx - x, ty - y
    if n == out.shape[0] or length < 0.0 or abs(ux * wy - uy * wx) > rho or not -rho <= ux * wx + uy * wy <= length + rho:
        return n
    out[n, AX], out[n, AY], out[n, UX], out[n, UY], out[n, SIZE] = x, y, ux, uy, length
    return n + 1


@allocation_free
def _add_circle(x: float, y: float, radius: float, tx: float, ty: float, rho: float, out: Floats, n: int) -> int:
    """Add a circle if it passes through the circle about the target."""
    if n == out.shape[0] or radius <= 0.0 or abs(norm(tx - x, ty - y) - radius) > rho:
        return n
    out[n, AX], out[n, AY], out[n, UX], out[n, UY], out[n, SIZE] = x, y, 0.0, 0.0, radius
    return n + 1
