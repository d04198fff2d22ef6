"""The best place for one model of a unit while the others keep theirs, by intersecting the curves that bound the places allowed.

The nearest allowed place to a target is the target itself, the foot of the target on a curve, or a point where two curves cross. The
curves are the offsets of terrain, bases and board, of zones and distances to keep, of coherency, and of the budget. Candidates are
tested nearest first in a ball about the target that grows until a place is found.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import BODILESS, BOTTOM, FIRST, HEIGHT, LAST, RADIUS, TOP, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import DEPTH, WIDTH, Buffers, allocate_buffers
from counteract.table.kernels.free_space import AX, AY, CURVE_SIZE, SIZE, UX, UY, are_apart, intersect, is_circle, set_box
from counteract.table.kernels.graph_search import IS_SETTLED, MAX_ROWS, NODE_X, NODE_Y, NODE_Z, PATH_LENGTH
from counteract.table.kernels.mover import FLY
from counteract.table.kernels.placement import heights_overlap, is_floor, quantise
from counteract.table.kernels.polygons import has_mark, norm, orientation
from counteract.table.kernels.unit_ends import (
    BODY_RADIUS,
    BODY_X,
    BODY_Y,
    BODY_Z,
    CLEAR,
    COHERENCY,
    COHERENCY_HEIGHT,
    DISTANCE,
    ENGAGEMENT,
    ENGAGES,
    IS_THOROUGH,
    KIND,
    MODEL_BUDGET,
    TARGET_RADIUS,
    TARGET_X,
    TARGET_Y,
    TARGET_Z,
    Group,
    cost_of_end,
    find_way,
    least_distance,
    may_stand_at,
    scene_of,
    settle_bends,
)
from counteract.table.units import SNAP, TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Floats

#: The most places of one search that no way is found to; the n-th forbids others so many times n inches beside them.
MAX_MISSED, MISSED_BESIDE = 48, 0.015
#: The most curves about a target, and the most candidates.
MAX_CURVES, MAX_CANDIDATES = 160, 2048
# Columns of a candidate: its place and its cost.
COST, CANDIDATE_SIZE = 3, 4
#: Clearance that rounding to 0.001" cannot take away.
CLEAR_OF_ROUNDING = 0.001
#: Radius of the first ball beyond the least distance, and how it grows.
FIRST_BALL, FIRST_ENGAGING_BALL, GROWTH = 0.4, 3.0, 2.0
#: The most bends whose circles are intersected with other curves, and how much nearer to the target each must lead than the next.
MAX_BENDS, BENDS_APART = 8, 0.1
#: Directions tried about a target that is the centre of a curve.
DIRECTIONS = 12


class Work(NamedTuple):
    """Work space: curves, candidates, a way, the best candidate, and places that no way was found to."""

    buffers: Buffers
    curves: Floats
    found: Floats
    way: Floats
    best: Floats
    missed: Floats


@kernel
def allocate_work(group: Group) -> Work:
    """Allocate the work space for a unit."""
    return Work(
        allocate_buffers(scene_of(group)),
        np.empty((MAX_CURVES, CURVE_SIZE)),
        np.empty((MAX_CANDIDATES, CANDIDATE_SIZE)),
        np.empty((MAX_ROWS, 4)),
        np.empty(CANDIDATE_SIZE),
        np.empty((MAX_MISSED, 3)),
    )


@kernel
def find_best_place(group: Group, work: Work, i: int, most: float) -> bool:
    """Find the best end of model i that costs less than a limit, the placed models keeping theirs; write it to the best of ``work``."""
    least, engages, found = least_distance(group, i), group.figures[ENGAGES] != 0.0, work.found
    widest = least + min(_span(group), 2.0 * group.models[i, MODEL_BUDGET] + TOLERANCE)
    if not engages:
        widest = min(widest, most)
    ball, inner, missed = least + (FIRST_ENGAGING_BALL if engages else FIRST_BALL), -math.inf, 0
    while True:
        last = ball >= widest
        n = _list_candidates(group, i, inner, min(ball, widest), work.curves, found)
        while n > 0:
            k = _pick_cheapest(found, n)
            x, y, z, cost = found[k, X], found[k, Y], found[k, Z], found[k, COST]
            if cost >= most:
                break
            if may_stand_at(group, i, x, y, z) and not _is_near_missed(work.missed, missed, x, y, z):
                if find_way(group, work.buffers, i, x, y, z, work.way) > 0:
                    work.best[X], work.best[Y], work.best[Z], work.best[COST] = x, y, z, cost
                    return True
                work.missed[missed, X], work.missed[missed, Y], work.missed[missed, Z] = x, y, z
                missed += 1
                if missed == MAX_MISSED:
                    return False
            for column in range(CANDIDATE_SIZE):
                found[k, column] = found[n - 1, column]
            n -= 1
        if last:
            return False
        if not engages:
            inner = ball
        if group.figures[IS_THOROUGH] != 0.0:
            settle_bends(group, work.buffers, i)
        ball = least + (ball - least) * GROWTH


@allocation_free
def _is_near_missed(missed: Floats, n: int, x: float, y: float, z: float) -> bool:
    """Return True if a place is beside one that no way was found to; the more of these, the farther beside."""
    beside = MISSED_BESIDE * n
    for k in range(n):
        if missed[k, Z] == z and norm(missed[k, X] - x, missed[k, Y] - y) < beside:
            return True
    return False


@allocation_free
def _span(group: Group) -> float:
    """Return a distance that no candidate is beyond."""
    return float(group.query[WIDTH] + group.query[DEPTH])


@allocation_free
def _pick_cheapest(found: Floats, n: int) -> int:
    best = 0
    for k in range(1, n):
        if found[k, COST] < found[best, COST]:
            best = k
    return best


@kernel
def _list_candidates(group: Group, i: int, inner: float, ball: float, curves: Floats, found: Floats) -> int:
    """List the candidates for model i that cost more than ``inner`` and at most ``ball``; return how many."""
    n = _add_candidate(group, i, group.models[i, X], group.models[i, Y], group.models[i, Z], inner, ball, found, 0)
    for k in range(group.targets.shape[1]):
        t = group.targets[i, k]
        if math.isnan(t[TARGET_X]):
            continue
        for level in range(group.levels.shape[0]):
            z = group.levels[level]
            up = abs(z - t[TARGET_Z])
            if up > ball:
                continue
            rho = t[TARGET_RADIUS] + math.sqrt(ball * ball - up * up)
            if z > SNAP and not _has_floor_near(group, z, t[TARGET_X], t[TARGET_Y], rho):
                continue
            n = _list_on_level(group, i, t[TARGET_X], t[TARGET_Y], z, rho, inner, ball, curves, found, n)
    return n


@allocation_free
def _has_floor_near(group: Group, z: float, x: float, y: float, rho: float) -> bool:
    parts = group.parts
    for p in range(parts.shape[0]):
        if is_floor(parts, p, z) and parts[p, X0] < x + rho and parts[p, X1] > x - rho and parts[p, Y0] < y + rho and parts[p, Y1] > y - rho:
            return True
    return False


@kernel
def _list_on_level(
    group: Group, i: int, tx: float, ty: float, z: float, rho: float, inner: float, ball: float, curves: Floats, found: Floats, n: int
) -> int:
    """Add the candidates on one level in a circle about a target."""
    n = _add_candidate(group, i, tx, ty, z, inner, ball, found, n)
    many = _list_curves(group, i, tx, ty, z, rho, curves)
    for a in range(many):
        n = _add_feet(group, i, curves[a], tx, ty, z, inner, ball, found, n)
    for a in range(many):
        for b in range(a):
            if are_apart(curves[a], curves[b]):
                continue
            x, y = intersect(curves[a], curves[b], 1.0)
            if math.isnan(x):
                continue
            n = _add_candidate(group, i, x, y, z, inner, ball, found, n)
            if is_circle(curves[a]) or is_circle(curves[b]):
                x, y = intersect(curves[a], curves[b], -1.0)
                if not math.isnan(x):
                    n = _add_candidate(group, i, x, y, z, inner, ball, found, n)
    return _add_ends_of_ways(group, i, tx, ty, z, inner, ball, found, n)


@allocation_free
def _add_candidate(group: Group, i: int, x: float, y: float, z: float, inner: float, ball: float, found: Floats, n: int) -> int:
    """Add a place, rounded, unless it costs too much or is clearly too far away."""
    if n == found.shape[0]:
        return n
    m = group.models[i]
    dx, dy = x - m[X], y - m[Y]
    if dx != 0.0 or dy != 0.0:
        x, y = quantise(x), quantise(y)
    if dx * dx + dy * dy > (m[MODEL_BUDGET] + TOLERANCE) ** 2:
        return n
    cost = cost_of_end(group, i, x, y, z)
    if inner < cost <= ball:
        found[n, X], found[n, Y], found[n, Z], found[n, COST] = x, y, z, cost
        n += 1
    return n


@allocation_free
def _add_feet(group: Group, i: int, curve: Floats, tx: float, ty: float, z: float, inner: float, ball: float, found: Floats, n: int) -> int:
    """Add the nearest point of a curve to a target; points all round if the target is its centre."""
    if not is_circle(curve):
        along = (tx - curve[AX]) * curve[UX] + (ty - curve[AY]) * curve[UY]
        along = min(curve[SIZE], max(0.0, along))
        return _add_candidate(group, i, curve[AX] + along * curve[UX], curve[AY] + along * curve[UY], z, inner, ball, found, n)
    dx, dy = tx - curve[AX], ty - curve[AY]
    d = norm(dx, dy)
    if d > TOLERANCE:
        share = curve[SIZE] / d
        return _add_candidate(group, i, curve[AX] + share * dx, curve[AY] + share * dy, z, inner, ball, found, n)
    dx, dy = group.models[i, X] - tx, group.models[i, Y] - ty
    d = norm(dx, dy)
    dx, dy = (dx / d, dy / d) if d > TOLERANCE else (1.0, 0.0)
    for k in range(DIRECTIONS):
        c, s = math.cos(2 * math.pi * k / DIRECTIONS), math.sin(2 * math.pi * k / DIRECTIONS)
        x, y = tx + curve[SIZE] * (dx * c - dy * s), ty + curve[SIZE] * (dx * s + dy * c)
        n = _add_candidate(group, i, x, y, z, inner, ball, found, n)
    return n


@allocation_free
def _add_ends_of_ways(group: Group, i: int, tx: float, ty: float, z: float, inner: float, ball: float, found: Floats, n: int) -> int:
    """Add the places nearest to a target that the budget leaves after each bend found so far."""
    for k in range(1, group.nodes_found[i]):
        node = group.search[i, k]
        if node[IS_SETTLED] != 0.0 and node[NODE_Z] == z:
            left = group.models[i, MODEL_BUDGET] - node[PATH_LENGTH]
            dx, dy = tx - node[NODE_X], ty - node[NODE_Y]
            d = norm(dx, dy)
            if 0.0 < left < d:
                n = _add_candidate(group, i, node[NODE_X] + left / d * dx, node[NODE_Y] + left / d * dy, z, inner, ball, found, n)
    return n


@allocation_free
def _add_budgets_left(group: Group, i: int, tx: float, ty: float, z: float, rho: float, out: Floats, n: int) -> int:
    """Add the circles that the budget leaves about the bends that lead nearest to the target."""
    after = -math.inf
    for _ in range(MAX_BENDS):
        best, which = math.inf, -1
        for k in range(1, group.nodes_found[i]):
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


# --- curves -------------------------------------------------------------------------------------


@allocation_free
def _list_curves(group: Group, i: int, tx: float, ty: float, z: float, rho: float, out: Floats) -> int:
    """List the curves that bound the places allowed on a level and pass through a circle about a target."""
    m, query = group.models[i], group.query
    r, height = m[RADIUS], m[HEIGHT]
    if m[MODEL_BUDGET] < math.inf:
        reach = m[MODEL_BUDGET] - (0.0 if group.params[FLY] != 0.0 else abs(z - m[Z]))
        n = _add_circle(m[X], m[Y], reach, tx, ty, rho, out, 0)
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
