"""Arrangements of a unit: starts that place one model after another, and rounds that better the worst model's end, on a ``Group``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import HEIGHT, RADIUS, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.constraints import allocate_buffers
from counteract.table.kernels.graph_search import MAX_ROWS, try_straight_path
from counteract.table.kernels.placement import OK, quantise
from counteract.table.kernels.polygons import norm
from counteract.table.kernels.unit_ends import (
    BODY_RADIUS,
    BODY_X,
    BODY_Y,
    BODY_Z,
    CAN_MOVE,
    DISTANCE,
    ENGAGES,
    IN_HAND,
    IS_LOOSE,
    IS_THOROUGH,
    KIND,
    MODEL_BUDGET,
    MOST_PLACED,
    PIN,
    TARGET_RADIUS,
    TARGET_X,
    TARGET_Y,
    TARGET_Z,
    Group,
    check_own_place,
    choose_mover,
    cost_of_end,
    distance_from_target,
    find_broken_condition,
    find_way,
    gap_between,
    is_start,
    keeps_coherency,
    least_distance,
    lift_model,
    may_stand_at,
    overlaps_own,
    place_model,
    put_bends_aside,
    scene_of,
    total_cost,
)
from counteract.table.kernels.unit_places import Work, allocate_work, find_best_place

if TYPE_CHECKING:
    from counteract.table.units import Floats, Ints

# Orders in which models are placed, as they are tried; later ones are drawn, and their targets shifted by up to so many inches.
NEAREST_FIRST, HARDEST_FIRST, DRAWN = range(3)
MAX_SHIFT = 1.2
#: Steps in which a meeting point is found.
MEETING_STEPS = 40
#: How often models are made to meet if no order succeeds, and by how many inches the meeting point shifts with each time; and how many
#: more orders are tried for models that are set up.
MAX_RESCUES, RESCUE_SHIFT, MAX_SET_UP_RESCUES = 24, 0.3, 8
#: How often a model of a unit that engages finds no place even alone until no more is tried.
MAX_HOPELESS = 3
#: How often a start is repeated with the model first that found no place.
MAX_REPEATS = 4
#: The most rounds that better an arrangement, and the least gain in inches for which a model changes its end.
MAX_ROUNDS, LEAST_GAIN = 8, 0.004
#: The first and the last step aside, how many are tried, and in how many directions.
STEPS, MAX_STEPS, DIRECTIONS = (0.24, 0.02), 16, 12
#: By how many inches a model another arrangement must be better to replace the one of the frame before.
STEADINESS = 0.1


@kernel
def arrange(group: Group, previous: Floats, quick: bool, starts: int, answer: Floats) -> tuple[float, int]:
    """Arrange a unit about its targets; write the ends and return their cost (infinite if none is found) and the model left over, or -1.

    ``previous`` holds the ends of the frame before, or no rows. A quick search is content with the first start that succeeds.
    """
    n, work = group.models.shape[0], allocate_work(group)
    best, left_over, hopeless = math.inf, -1, 0
    group.figures[IS_THOROUGH] = 0.0 if quick else 1.0
    put_bends_aside(group)
    if _place_directly(group, work):
        answer[:] = group.ends
        return total_cost(group), -1
    if previous.shape[0] == n and _place_all(group, work, previous):
        _better(group, work)
        best = _keep(group, best, 0.0, answer)
    margin = STEADINESS * n if best < math.inf else 0.0
    rescues = MAX_SET_UP_RESCUES if group.models[0, MODEL_BUDGET] == math.inf else MAX_RESCUES
    for start in range(starts + rescues):
        if (best < math.inf and (quick or start >= starts)) or (hopeless >= MAX_HOPELESS and start >= starts):
            break
        failed = _begin(group, work, start) if start < starts else _gather(group, work, start - starts)
        if failed < 0:
            _better(group, work)
            kept = _keep(group, best, margin, answer)
            best, margin = kept, margin if kept == best else 0.0
            hopeless += MAX_HOPELESS if kept == math.inf else 0  # there is room, but nobody gets near enough to a body that asks for it
        else:
            hopeless += failed >= n and group.figures[ENGAGES] != 0.0
            left_over = failed % n if left_over < 0 else left_over
    if best == math.inf and _place_all(group, work, group.models):
        _better(group, work)
        best = _keep(group, best, 0.0, answer)
    if best < math.inf and not quick:
        best = _step_aside(group, work, answer)
    return best, -1 if best < math.inf else left_over


@kernel
def _keep(group: Group, best: float, margin: float, answer: Floats) -> float:
    """Copy the arrangement to the answer if it is better than the best so far by a margin; return the cost of the best."""
    cost = total_cost(group)
    if cost >= best - margin - TOLERANCE or not _is_pinned(group):
        return best
    answer[:] = group.ends
    return cost


@allocation_free
def _is_pinned(group: Group) -> bool:
    """Return True if a model ends within the distance of a body that asks for it, or none asks."""
    asked = False
    for k in range(group.conditions.shape[0]):
        c = group.conditions[k]
        if c[KIND] != PIN:
            continue
        asked = True
        for i in range(group.models.shape[0]):
            e = group.ends[i]
            away = gap_between(e[X], e[Y], e[Z], group.models[i, RADIUS], c[BODY_X], c[BODY_Y], c[BODY_Z], c[BODY_RADIUS])
            if away <= c[DISTANCE] + TOLERANCE - IN_HAND:
                return True
    return not asked


# --- starts -------------------------------------------------------------------------------------


@kernel
def _place_directly(group: Group, work: Work) -> bool:
    """Place every model as near to its target as its budget leads on a straight way; False if that is not allowed for all of them."""
    _lift_all(group)
    group.figures[IS_LOOSE] = 1.0
    scene, n = scene_of(group), group.models.shape[0]
    for i in range(n):
        m, t = group.models[i], group.targets[i, 0]
        dx, dy, up = t[TARGET_X] - m[X], t[TARGET_Y] - m[Y], abs(t[TARGET_Z] - m[Z])
        d = norm(dx, dy)
        if t[TARGET_RADIUS] > 0.0 or m[CAN_MOVE] == 0.0 or (up > 0.0 and d + up > m[MODEL_BUDGET]) or group.figures[ENGAGES] != 0.0:
            return False
        share = 1.0 if d <= m[MODEL_BUDGET] else m[MODEL_BUDGET] / d
        x, y, z = quantise(m[X] + share * dx), quantise(m[Y] + share * dy), t[TARGET_Z]
        if overlaps_own(group, i, x, y, z) >= 0 or find_broken_condition(group, i, x, y, z) != -1 or check_own_place(group, i, x, y, z)[0] != OK:
            return False
        place_model(group, i, x, y, z)
    group.figures[IS_LOOSE] = 0.0
    if not keeps_coherency(group, 0, group.ends[0, X], group.ends[0, Y], group.ends[0, Z]) or not _is_pinned(group):
        return False
    for i in range(n):
        if group.models[i, MODEL_BUDGET] < math.inf and not is_start(group, i, group.ends[i, X], group.ends[i, Y], group.ends[i, Z]):
            choose_mover(group, i)
            work.best[X], work.best[Y], work.best[Z] = group.ends[i, X], group.ends[i, Y], group.ends[i, Z]
            if try_straight_path(scene, work.buffers, work.best, work.way) == 0:
                return False
    return True


@allocation_free
def _lift_all(group: Group) -> None:
    group.placed[:] = 0
    group.links[:] = 0


@kernel
def _place_all(group: Group, work: Work, ends: Floats) -> bool:
    """Place every model at a given end; False if that is not allowed."""
    _lift_all(group)
    group.figures[IS_LOOSE] = 1.0
    n = group.models.shape[0]
    for i in range(n):
        x, y, z = ends[i, X], ends[i, Y], ends[i, Z]
        if overlaps_own(group, i, x, y, z) >= 0 or find_broken_condition(group, i, x, y, z) != -1 or check_own_place(group, i, x, y, z)[0] != OK:
            return False
        if find_way(group, work.buffers, i, x, y, z, work.way) == 0:
            return False
        place_model(group, i, x, y, z)
    group.figures[IS_LOOSE] = 0.0
    return keeps_coherency(group, 0, ends[0, X], ends[0, Y], ends[0, Z])


@kernel
def _begin(group: Group, work: Work, start: int) -> int:
    """Place all models in the manner of a start; return a model that finds no place, or -1, as `_place_in_turn` does."""
    draws = _draw_numbers(start, group.models.shape[0] + 2)
    order = _choose_order(group, start, draws)
    if start < DRAWN:
        return _place_in_turn(group, work, order)
    targets = group.targets.copy()
    for column in range(TARGET_Y + 1):
        group.targets[:, :, column] += MAX_SHIFT * (2.0 * draws[-1 - column] - 1.0)
    failed = _place_in_turn(group, work, order)
    group.targets[:] = targets
    return failed


@kernel
def _gather(group: Group, work: Work, attempt: int) -> int:
    """Place all models about a point where they can meet, wherever their targets are; return what `_place_in_turn` does."""
    models = group.models
    if models[0, MODEL_BUDGET] == math.inf:
        return _begin(group, work, DRAWN + attempt)
    draws = _draw_numbers(attempt, models.shape[0] + 2)
    x, y = models[:, X].mean(), models[:, Y].mean()
    for k in range(MEETING_STEPS):  # towards whoever is left with the longest way
        farthest, most = 0, -math.inf
        for i in range(models.shape[0]):
            short = norm(models[i, X] - x, models[i, Y] - y) - models[i, MODEL_BUDGET]
            if short > most:
                farthest, most = i, short
        x, y = x + (models[farthest, X] - x) / (k + 2), y + (models[farthest, Y] - y) / (k + 2)
    targets = group.targets.copy()
    shift = RESCUE_SHIFT * attempt
    group.targets[:, 1:, TARGET_X] = math.nan
    group.targets[:, 0, TARGET_X] = x + shift * (2.0 * draws[-1] - 1.0)
    group.targets[:, 0, TARGET_Y] = y + shift * (2.0 * draws[-2] - 1.0)
    group.targets[:, 0, TARGET_RADIUS] = 0.0
    failed = _place_in_turn(group, work, _choose_order(group, attempt % DRAWN, draws))
    group.targets[:] = targets
    return failed


@kernel
def _draw_numbers(seed: int, count: int) -> Floats:
    """Return numbers from 0 to 1 that depend on the seed alone."""
    out, state = np.empty(count), np.uint64(seed * 7919 + 17)
    for k in range(count):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        out[k] = float(state >> np.uint64(33)) / 2.0**31
    return out


@kernel
def _choose_order(group: Group, start: int, draws: Floats) -> Ints:
    """Return the order in which models are placed: those that cannot move first."""
    n = group.models.shape[0]
    keys = np.empty(n)
    for i in range(n):
        m = group.models[i]
        if start == NEAREST_FIRST:
            keys[i] = distance_from_target(group, i, m[X], m[Y], m[Z])
        elif start == HARDEST_FIRST:
            keys[i] = -distance_from_target(group, i, m[X], m[Y], m[Z]) + m[MODEL_BUDGET]
        else:
            keys[i] = draws[i]
        if m[CAN_MOVE] == 0.0:
            keys[i] = -math.inf
    return np.argsort(keys, kind="mergesort")


@kernel
def _place_in_turn(group: Group, work: Work, order: Ints) -> int:
    """Place the models in the chosen order, each as well as it can be; a model that finds no place comes first in another attempt.

    Return a model that finds none in the last attempt, or -1; with the number of models added if it finds none even alone.
    """
    n = group.models.shape[0]
    failed = -1
    for _ in range(MAX_REPEATS):
        _lift_all(group)
        group.figures[IS_LOOSE] = 1.0
        failed = -1
        for k in range(n):
            i = order[k]
            if not find_best_place(group, work, i, math.inf):
                failed = i
                for row in range(k, 0, -1):
                    order[row] = order[row - 1]
                order[0] = i
                break
            place_model(group, i, work.best[X], work.best[Y], work.best[Z])
        group.figures[IS_LOOSE] = 0.0
        group.figures[MOST_PLACED] = max(group.figures[MOST_PLACED], n if failed < 0 else k)
        if failed < 0:
            first = order[0]
            return -1 if keeps_coherency(group, first, group.ends[first, X], group.ends[first, Y], group.ends[first, Z]) else order[n - 1]
        if k == 0:
            return int(failed + n)
    return failed


# --- rounds -------------------------------------------------------------------------------------


@kernel
def _better(group: Group, work: Work) -> None:
    """Better the ends of an arrangement until no model finds a better one, the worst first; then exchange ends."""
    costs = np.empty(group.models.shape[0])
    for _ in range(MAX_ROUNDS):
        changed = False
        for i in range(costs.shape[0]):
            costs[i] = -cost_of_end(group, i, group.ends[i, X], group.ends[i, Y], group.ends[i, Z])
        for i in np.argsort(costs, kind="mergesort"):
            changed = _better_end(group, work, i) or changed
        if group.figures[ENGAGES] == 0.0:
            changed = _exchange_ends(group, work) or changed
        if not changed:
            return


@kernel
def _better_end(group: Group, work: Work, i: int) -> bool:
    """Give model i a better end if it finds one."""
    x, y, z = group.ends[i, X], group.ends[i, Y], group.ends[i, Z]
    cost = cost_of_end(group, i, x, y, z)
    if group.models[i, CAN_MOVE] == 0.0 or (group.figures[ENGAGES] == 0.0 and cost < least_distance(group, i) + LEAST_GAIN):
        return False
    lift_model(group, i)
    if find_best_place(group, work, i, cost - LEAST_GAIN):
        place_model(group, i, work.best[X], work.best[Y], work.best[Z])
        return True
    place_model(group, i, x, y, z)
    return False


@kernel
def _step_aside(group: Group, work: Work, answer: Floats) -> float:
    """Better the ends of the answer by ever smaller steps in all directions; return its cost."""
    _lift_all(group)
    for i in range(group.models.shape[0]):
        place_model(group, i, answer[i, X], answer[i, Y], answer[i, Z])
    for i in range(group.models.shape[0]):
        cost = cost_of_end(group, i, answer[i, X], answer[i, Y], answer[i, Z])
        if group.models[i, CAN_MOVE] == 0.0 or group.figures[ENGAGES] != 0.0 or cost < least_distance(group, i) + STEPS[0]:
            continue
        step, left = STEPS[0], MAX_STEPS
        while step > STEPS[1] and left > 0:
            left -= 1
            if not _step(group, work, i, step):
                step /= 2.0
    answer[:] = group.ends
    return total_cost(group)


@kernel
def _step(group: Group, work: Work, i: int, step: float) -> bool:
    """Move the end of model i by one step in the first direction that is better and allowed."""
    x, y, z = group.ends[i, X], group.ends[i, Y], group.ends[i, Z]
    cost = cost_of_end(group, i, x, y, z)
    for k in range(DIRECTIONS):
        turn = 2 * math.pi * k / DIRECTIONS
        nx, ny = quantise(x + step * math.cos(turn)), quantise(y + step * math.sin(turn))
        if cost_of_end(group, i, nx, ny, z) >= cost - LEAST_GAIN or not may_stand_at(group, i, nx, ny, z):
            continue
        if find_way(group, work.buffers, i, nx, ny, z, work.way) > 0:
            place_model(group, i, nx, ny, z)
            return True
    return False


@kernel
def _exchange_ends(group: Group, work: Work) -> bool:
    """Exchange the ends of models of one size where that brings both nearer to their targets in sum."""
    changed = False
    for i in range(group.models.shape[0]):
        for j in range(i):
            a, b = group.models[i], group.models[j]
            if a[RADIUS] != b[RADIUS] or a[HEIGHT] != b[HEIGHT] or a[CAN_MOVE] == 0.0 or b[CAN_MOVE] == 0.0:
                continue
            ix, iy, iz, jx, jy, jz = group.ends[i, X], group.ends[i, Y], group.ends[i, Z], group.ends[j, X], group.ends[j, Y], group.ends[j, Z]
            now = cost_of_end(group, i, ix, iy, iz) + cost_of_end(group, j, jx, jy, jz)
            if cost_of_end(group, i, jx, jy, jz) + cost_of_end(group, j, ix, iy, iz) >= now - LEAST_GAIN:
                continue
            lift_model(group, i)
            lift_model(group, j)
            group.figures[IS_LOOSE] = 1.0
            fits = _can_exchange(group, work, i, jx, jy, jz) and _can_exchange(group, work, j, ix, iy, iz)
            group.figures[IS_LOOSE] = 0.0
            if fits:
                place_model(group, i, jx, jy, jz)
                place_model(group, j, ix, iy, iz)
                changed = True
            else:
                place_model(group, i, ix, iy, iz)
                place_model(group, j, jx, jy, jz)
    return changed


@kernel
def _can_exchange(group: Group, work: Work, i: int, x: float, y: float, z: float) -> bool:
    """Return True if model i may end at the end of another of its size."""
    return find_broken_condition(group, i, x, y, z) == -1 and find_way(group, work.buffers, i, x, y, z, work.way) > 0


# --- answers ------------------------------------------------------------------------------------


@kernel
def write_ways(group: Group, ends: Floats, ways: Floats, rows: Ints, lengths: Floats) -> bool:
    """Write the ways of all models to their ends; False if one has none."""
    buffers, way = allocate_buffers(scene_of(group)), np.empty((MAX_ROWS, 4))
    for i in range(group.models.shape[0]):
        rows[i] = find_way(group, buffers, i, ends[i, X], ends[i, Y], ends[i, Z], way)
        lengths[i] = buffers.length[0] if rows[i] > 1 else 0.0
        if rows[i] == 0:
            return False
        for row in range(rows[i]):
            ways[i, row] = way[row, :3]
    return True


@kernel
def find_lone_place(group: Group, i: int) -> bool:
    """Return True if model i could end anywhere at all, were it alone."""
    _lift_all(group)
    return find_best_place(group, allocate_work(group), i, math.inf)


def warm() -> None:
    """Compile all kernels of arranging, or load them from disk, by arranging two models on a toy table."""
    from counteract.table.arranging import UnitMove, pick_up
    from counteract.table.bodies import Body, Round, pack_bodies
    from counteract.table.paths import MovementParameters
    from counteract.table.terrain import Board, Part, Terrain

    block = Part(id="block", feature="block", footprint=((4, 2), (5, 2), (5, 4), (4, 4)), top=5.0, kind="heavy")
    walking = MovementParameters(
        climb=True, climb_least=0, climb_most=math.inf, drop_free=0, jump_from=math.inf, jump_most=0, jump_slack=0, ladder_reach=0, friends_block=True
    )
    bodies = pack_bodies([Body(2, 2.5, 0, Round(0.5), 1.5), Body(2, 4, 0, Round(0.5), 1.5), Body(8, 5, 0, Round(0.5), 1.5, 1)])
    held = pick_up(Terrain(Board(9, 6), (block,)), bodies, UnitMove(unit=(0, 1), budgets=(6.0, 6.0), movement=walking, keep_out=(2,)))
    held.arrange((6, 3, 0), quick=False)
    find_lone_place(held._group, 0)
    check_own_place(held._group, 0, 3.0, 3.0, 0.0)
    find_broken_condition(held._group, 0, 3.0, 3.0, 0.0)
