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
from counteract.table.kernels.arrays import RADIUS, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import SHUNNED, Buffers, allocate_buffers, follow
from counteract.table.kernels.free_space import AX, AY, CURVE_SIZE, SIZE, UX, UY, are_apart, intersect, is_circle
from counteract.table.kernels.graph_search import IS_SETTLED, MAX_ROWS, NODE_X, NODE_Y, NODE_Z, PATH_LENGTH
from counteract.table.kernels.mover import FLY
from counteract.table.kernels.placement import OK, is_floor, quantise
from counteract.table.kernels.polygons import norm
from counteract.table.kernels.unit_curves import CLEAR_OF_ROUNDING, list_curves
from counteract.table.kernels.unit_ends import (
    CAN_MOVE,
    ENGAGEMENT,
    ENGAGES,
    IS_THOROUGH,
    MODEL_BUDGET,
    SPAN,
    TARGET_RADIUS,
    TARGET_X,
    TARGET_Y,
    TARGET_Z,
    Group,
    choose_mover,
    cost_of_end,
    count_bends,
    find_way,
    least_distance,
    may_stand_at,
    scene_of,
    settle_bends,
)
from counteract.table.units import SNAP, TINY

if TYPE_CHECKING:
    from counteract.table.units import Floats, Ints

#: The most places of one search that no way is found to, for a model that needs an end and for one that has one; the n-th forbids others
#: so many times n inches beside them.
MAX_MISSED, MAX_BETTER_MISSED, MISSED_BESIDE = 40, 10, 0.02
#: Spacing of a lattice of further candidates, for places that no curve bounds as they lie in sight of a bend; and the ball from which it is used.
LATTICE, LATTICE_FROM = 0.5, 1.0
#: The most models of a unit whose bends are worth their time in a quick search.
FEW = 5
#: The most curves about a target, and the most candidates.
MAX_CURVES, MAX_CANDIDATES = 160, 2048
# Columns of a candidate: its place and its cost.
COST, CANDIDATE_SIZE = 3, 4
#: Radius of the first ball beyond the least distance, and how it grows.
FIRST_BALL, FIRST_ENGAGING_BALL, GROWTH = 0.4, 3.0, 2.0
#: Directions tried about a target that is the centre of a curve.
DIRECTIONS = 12


class Work(NamedTuple):
    """Work space: curves, candidates, a way, the best candidate, places that no way was found to, and the candidates by their costs."""

    buffers: Buffers
    curves: Floats
    found: Floats
    way: Floats
    best: Floats
    missed: Floats
    order: Ints


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
        np.empty(MAX_CANDIDATES, np.int64),
    )


@kernel
def find_best_place(group: Group, work: Work, i: int, most: float) -> bool:
    """Find the best end of model i that costs less than a limit, the placed models keeping theirs; write it to the best of ``work``."""
    least, engages, found = least_distance(group, i), group.figures[ENGAGES] != 0.0, work.found
    widest = least + min(group.figures[SPAN], 2.0 * group.models[i, MODEL_BUDGET] + TOLERANCE)
    if not engages:
        widest = min(widest, most)
    ball, inner, missed = least + (FIRST_ENGAGING_BALL if engages else FIRST_BALL), -math.inf, 0
    needed = most == math.inf
    while True:
        last = ball >= widest
        n = _list_candidates(group, i, inner, min(ball, widest), work.curves, found)
        if needed:
            n = _add_pressed(group, work, i, inner, min(ball, widest), n)
            if group.figures[IS_THOROUGH] != 0.0 and ball > least + LATTICE_FROM:
                n = _add_lattice(group, i, inner, min(ball, widest), found, n)
        order = work.order
        for tried in range(n):
            if tried == 0:
                order[0] = _pick_cheapest(found, n)
            elif tried == 1:
                order[:n] = np.argsort(found[:n, COST], kind="mergesort")
            k = order[tried]
            x, y, z, cost = found[k, X], found[k, Y], found[k, Z], found[k, COST]
            if cost >= most:
                break
            if may_stand_at(group, i, x, y, z) and not _is_near_missed(work.missed, missed, x, y, z):
                if find_way(group, work.buffers, i, x, y, z, work.way) > 0:
                    work.best[X], work.best[Y], work.best[Z], work.best[COST] = x, y, z, cost
                    return True
                work.missed[missed, X], work.missed[missed, Y], work.missed[missed, Z] = x, y, z
                missed += 1
                if missed == (MAX_MISSED if needed else MAX_BETTER_MISSED):
                    return False
        if last:
            return False
        if not engages:
            inner = ball
        if group.figures[IS_THOROUGH] != 0.0 or (needed and group.models.shape[0] <= FEW):
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
    many = list_curves(group, i, tx, ty, z, rho, curves)
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
    """Add the places nearest to a target that the budget leaves after each bend in use."""
    for k in range(1, count_bends(group, i)):
        node = group.search[i, k]
        if node[IS_SETTLED] != 0.0 and node[NODE_Z] == z:
            left = group.models[i, MODEL_BUDGET] - node[PATH_LENGTH]
            dx, dy = tx - node[NODE_X], ty - node[NODE_Y]
            d = norm(dx, dy)
            if 0.0 < left < d:
                n = _add_candidate(group, i, node[NODE_X] + left / d * dx, node[NODE_Y] + left / d * dy, z, inner, ball, found, n)
    return n


@allocation_free
def _add_lattice(group: Group, i: int, inner: float, ball: float, found: Floats, n: int) -> int:
    """Add the points of a lattice on the level of the first target that the budget may lead to."""
    m, t = group.models[i], group.targets[i, 0]
    reach = min(m[MODEL_BUDGET], ball + t[TARGET_RADIUS])
    x, y = (m[X], m[Y]) if reach == m[MODEL_BUDGET] else (t[TARGET_X], t[TARGET_Y])
    for column in range(math.ceil((x - reach) / LATTICE), math.floor((x + reach) / LATTICE) + 1):
        for line in range(math.ceil((y - reach) / LATTICE), math.floor((y + reach) / LATTICE) + 1):
            n = _add_candidate(group, i, column * LATTICE, line * LATTICE, t[TARGET_Z], inner, ball, found, n)
    return n


@kernel
def _add_pressed(group: Group, work: Work, i: int, inner: float, ball: float, n: int) -> int:
    """Add the places where the straight way from the start, or from a bend, to the first target is stopped."""
    t, m = group.targets[i, 0], group.models[i]
    if m[MODEL_BUDGET] == math.inf or m[CAN_MOVE] == 0.0 or group.params[FLY] != 0.0:
        return n
    choose_mover(group, i)
    scene, leg = scene_of(group), work.buffers.leg
    for k in range(count_bends(group, i)):
        x, y, z, left = m[X], m[Y], m[Z], m[MODEL_BUDGET]
        if k > 0:
            node = group.search[i, k]
            x, y, z, left = node[NODE_X], node[NODE_Y], node[NODE_Z], left - node[PATH_LENGTH]
            if node[IS_SETTLED] == 0.0:
                continue
        d = norm(t[TARGET_X] - x, t[TARGET_Y] - y)
        if d < TINY or left <= 0.0:
            continue
        share = min(1.0, left / d)
        leg[0, X], leg[0, Y], leg[0, Z], leg[0, 3] = x, y, z, 0.0
        leg[1, X], leg[1, Y], leg[1, Z], leg[1, 3] = x + share * (t[TARGET_X] - x), y + share * (t[TARGET_Y] - y), math.nan, 0.0
        code, length, where, _, level, _, _, _ = follow(scene, work.buffers, leg[:2])
        stop = where - (max(0.0, length - left) if code == OK else CLEAR_OF_ROUNDING)
        stop = _stop_before_contacts(group, x, y, level, t[TARGET_X], t[TARGET_Y], m[RADIUS], stop)
        if stop > 0.0:
            n = _add_candidate(group, i, x + stop / d * (t[TARGET_X] - x), y + stop / d * (t[TARGET_Y] - y), level, inner, ball, work.found, n)
    return n


@allocation_free
def _stop_before_contacts(group: Group, x: float, y: float, z: float, tx: float, ty: float, r: float, stop: float) -> float:
    """Return how far a straight way leads before it meets an enemy to keep out of contact with."""
    d = norm(tx - x, ty - y)
    ux, uy = (tx - x) / d, (ty - y) / d
    for j in range(1, group.bodies.shape[0]):
        if group.marks[j] & SHUNNED:
            up, reach = abs(z - group.bodies[j, Z]), group.figures[ENGAGEMENT] + 2 * TOLERANCE
            if up < reach:
                wide = r + group.bodies[j, RADIUS] + math.sqrt(reach * reach - up * up) + CLEAR_OF_ROUNDING
                wx, wy = group.bodies[j, X] - x, group.bodies[j, Y] - y
                along, across = wx * ux + wy * uy, ux * wy - uy * wx
                if along > 0.0 and abs(across) < wide:
                    stop = min(stop, along - math.sqrt(wide * wide - across * across))
    return stop
