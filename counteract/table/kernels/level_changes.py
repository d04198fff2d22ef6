"""Level changes of a moving disc at the events of its path: climbs, traversals, drops, jumps, landings; works on a ``Mover``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import BLOCKING, BOTTOM, HEIGHT, LADDER, OPEN, SIDE, TOP, VANTAGE, Z
from counteract.table.kernels.compiler import allocation_free
from counteract.table.kernels.movement_costs import (
    charge_climb,
    charge_drop,
    charge_step,
    charge_traversal,
    finish_step,
    is_at_level,
    is_gap_too_wide,
)
from counteract.table.kernels.mover import (
    APART,
    CLIMB,
    CLIMB_LEAST,
    CLIMB_MOST,
    CLIMBED,
    CULPRIT,
    DROPPED,
    JUMP_FREE,
    JUMP_FROM,
    JUMP_SLACK,
    LADDER_REACH,
    LEVEL,
    LEVELS_RECORDED,
    MOVER_HEIGHT,
    MOVER_RADIUS,
    MOVER_SIDE,
    NEWLY_OVERLAPPED,
    ON_STEP,
    OVERLAPPED,
    OVERLAPS,
    ROUGH_COST,
    STEP_FROM,
    STEP_HIGH,
    STOPPED_AT,
    TRAVERSE,
)
from counteract.table.kernels.placement import OK, heights_overlap
from counteract.table.kernels.polygons import distance_to_part, has_mark, is_near_box
from counteract.table.units import TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.kernels.mover import Mover
    from counteract.table.units import Floats

# Why a path is refused (besides what standing refuses).
SOLID = 5
TOO_HIGH = 6
NO_CLIMB = 7
ENEMY_BASE = 8
WRONG_LEVEL = 9
JUMP_START = 10
JUMP_TOO_LONG = 11
TOO_MANY_CHANGES = 12
JUMP_TOO_HIGH = 13
FRIEND_BASE = 14
#: How far from a wished height a waypoint may be.
LEVEL_SLACK = 0.01
#: On foot no difference of heights is disregarded.
ON_FOOT = -math.inf


@allocation_free
def begin_overlap(mover: Mover, obstacle: int) -> None:
    """Begin to overlap an obstacle."""
    if mover.overlap[obstacle] == APART:
        many = int(mover.state[OVERLAPS])
        mover.overlapped[many] = obstacle
        mover.state[OVERLAPS] = many + 1
    mover.overlap[obstacle] = NEWLY_OVERLAPPED


@allocation_free
def end_overlap(mover: Mover, obstacle: int) -> None:
    """Cease to overlap an obstacle."""
    mover.overlap[obstacle] = APART
    many = int(mover.state[OVERLAPS])
    for k in range(many):
        if mover.overlapped[k] == obstacle:
            mover.overlapped[k] = mover.overlapped[many - 1]
            mover.state[OVERLAPS] = many - 1
            return


@allocation_free
def change_level(mover: Mover, events: Floats, k: int, m: int, x: float, y: float, wanted_level: float) -> int:
    """Carry out the events at one point on foot: climb or traverse what begins, then drop from what ends."""
    state = mover.state
    before = state[LEVEL]
    for e in range(k, m):
        if int(events[e, 1]) & 1 == 0:
            begin_overlap(mover, int(events[e, 1]) >> 1)
    code = _climb(mover, x, y, wanted_level, ON_FOOT)
    if code != OK:
        return code
    peak = state[LEVEL]
    for e in range(k, m):
        if int(events[e, 1]) & 1 == 0:
            mover.overlap[int(events[e, 1]) >> 1] = OVERLAPPED
    for e in range(k, m):
        if int(events[e, 1]) & 1 == 1:
            end_overlap(mover, int(events[e, 1]) >> 1)
    _drop(mover, x, y, ON_FOOT)
    return check_bases(mover, min(before, state[LEVEL]), peak)


@allocation_free
def pass_in_jump(mover: Mover, events: Floats, k: int, m: int, n: int) -> int:
    """Carry out the events at one point of a jump: an obstacle in the way is traversed, or is where the jump lands."""
    parts, state = mover.parts, mover.state
    traverses = mover.params[TRAVERSE] != 0.0
    for e in range(k, m):
        what = int(events[e, 1])
        obstacle = what >> 1
        if what & 1 == 1:
            end_overlap(mover, obstacle)
            continue
        begin_overlap(mover, obstacle)
        if obstacle < parts.shape[0] and not traverses and is_at_level(mover, obstacle):
            for later in range(k, n):
                if int(events[later, 1]) == what + 1:
                    state[CULPRIT] = obstacle
                    return SOLID
    code = _traverse(mover) if traverses else OK
    return check_bases(mover, state[LEVEL], state[LEVEL]) if code == OK else code


@allocation_free
def land(mover: Mover, x: float, y: float, wanted_level: float) -> int:
    """Land at the end of a jump; a small difference of heights is ignored."""
    state, slack = mover.state, mover.params[JUMP_SLACK]
    before = state[LEVEL]
    code = _climb(mover, x, y, wanted_level, slack)
    if code != OK:
        return code
    for k in range(int(state[OVERLAPS])):
        mover.overlap[mover.overlapped[k]] = OVERLAPPED
    peak = state[LEVEL]
    _drop(mover, x, y, slack)
    if is_gap_too_wide(mover, before - state[LEVEL], slack, 2.0 * state[MOVER_RADIUS]):
        state[CULPRIT] = -1.0
        return JUMP_TOO_LONG
    return check_bases(mover, min(before, state[LEVEL]), peak)


@allocation_free
def can_jump(mover: Mover) -> bool:
    """Return True if the base is on a vantage part high enough to jump from."""
    level = mover.state[LEVEL]
    if level <= mover.params[JUMP_FROM] + TOUCH:
        return False
    for k in range(int(mover.state[OVERLAPS])):
        p = mover.overlapped[k]
        if p < mover.parts.shape[0] and has_mark(mover.parts, p, VANTAGE) and abs(mover.parts[p, TOP] - level) <= TOUCH:
            return True
    return False


@allocation_free
def _climb(mover: Mover, x: float, y: float, wanted_level: float, slack: float) -> int:
    """Climb the newly overlapped obstacles that are in the way, as far as allowed; or traverse them."""
    state, params = mover.state, mover.params
    if params[TRAVERSE] != 0.0:
        return _traverse(mover)
    level = state[LEVEL]
    target, which, stuck = _climb_target(mover, wanted_level)
    if which < 0:
        return OK
    state[CULPRIT] = which
    if stuck:
        return SOLID
    up = target - level
    if up > slack + TOLERANCE:
        if slack != ON_FOOT and params[JUMP_FREE] != 0.0:
            return JUMP_TOO_HIGH
        if params[CLIMB] == 0.0:
            return NO_CLIMB
        ladder = _is_ladder_near(mover, x, y, target)
        if up > params[CLIMB_MOST] + TOLERANCE and not ladder:
            return TOO_HIGH
        least = 0.0 if ladder else params[CLIMB_LEAST]
        if _has_uniform_costs(mover):
            state[CLIMBED] += max(up, least)
        else:
            charge_climb(mover, x, y, target, least)
    elif state[ON_STEP] != 0.0 and target - state[STEP_FROM] > params[STEP_HIGH] + TOLERANCE:
        charge_step(mover)
    state[LEVEL] = target
    record_level(mover)
    return OK


@allocation_free
def climb_through_floors(mover: Mover, x: float, y: float, wanted_level: float) -> int:
    """Climb up or down to a level through nothing but open floors; refuse a level that cannot be reached so."""
    state, params = mover.state, mover.params
    before = state[LEVEL]
    target = _find_level_through_floors(mover, wanted_level)
    up = target - before
    if params[TRAVERSE] != 0.0 or up == 0.0:
        return WRONG_LEVEL
    if state[LEVELS_RECORDED] + 2 > mover.profile.shape[0]:
        return TOO_MANY_CHANGES
    if up > 0.0:
        if params[CLIMB] == 0.0:
            return NO_CLIMB
        ladder = _is_ladder_near(mover, x, y, target)
        if up > params[CLIMB_MOST] + TOLERANCE and not ladder:
            return TOO_HIGH
        state[CLIMBED] += up if ladder else max(up, params[CLIMB_LEAST])
    else:
        state[DROPPED] -= up
    state[LEVEL] = target
    record_level(mover)
    return check_bases(mover, min(before, target), max(before, target))


@allocation_free
def _find_level_through_floors(mover: Mover, wanted_level: float) -> float:
    """Return the level to which open floors lead from the present one near a wanted level; the present one if they lead to none."""
    parts, state = mover.parts, mover.state
    level = float(state[LEVEL])
    target = 0.0 if abs(wanted_level) <= LEVEL_SLACK else level
    for k in range(int(state[OVERLAPS])):
        p = int(mover.overlapped[k])
        if p < parts.shape[0] and abs(parts[p, TOP] - wanted_level) <= LEVEL_SLACK:
            target = float(parts[p, TOP])
    low, high = min(level, target), max(level, target)
    some = False
    for k in range(int(state[OVERLAPS])):
        p = int(mover.overlapped[k])
        if p < parts.shape[0] and heights_overlap(low, high + state[MOVER_HEIGHT] - low, parts[p, BOTTOM], parts[p, TOP]):
            if parts[p, TOP] > high + TOUCH or not (has_mark(parts, p, VANTAGE) and has_mark(parts, p, OPEN)):
                return level
            some = True
    return target if some else level


@allocation_free
def _climb_target(mover: Mover, wanted_level: float) -> tuple[float, int, bool]:
    """Return the height to climb to, the part that decides it (-1: no climb), and True if the climb is impossible.

    Climbing one part may bring the head into another, which is then climbed too. A base climbs neither through parts that were
    overhead nor over parts marked blocking.
    """
    parts, state = mover.parts, mover.state
    level, height, many = state[LEVEL], state[MOVER_HEIGHT], int(state[OVERLAPS])
    target, which = level, -1
    again = True
    while again:
        again = False
        for k in range(many):
            p = int(mover.overlapped[k])
            if p >= parts.shape[0] or mover.overlap[p] != NEWLY_OVERLAPPED or parts[p, TOP] <= target + TOUCH:
                continue
            if parts[p, BOTTOM] >= target + height - TOUCH:
                wanted = has_mark(parts, p, VANTAGE) and wanted_level >= parts[p, TOP] - TOUCH
                if not wanted:
                    continue
            target, which, again = parts[p, TOP], p, True
    if which >= 0:
        for k in range(many):
            p = int(mover.overlapped[k])
            if p < parts.shape[0] and (mover.overlap[p] != NEWLY_OVERLAPPED or has_mark(parts, p, BLOCKING)):
                if heights_overlap(level, target + height - level, parts[p, BOTTOM], parts[p, TOP]):
                    return target, p, True
    return target, which, False


@allocation_free
def _traverse(mover: Mover) -> int:
    """Traverse the newly overlapped obstacles that are in the way, if allowed."""
    which = charge_traversal(mover)
    if which < 0:
        return OK
    mover.state[CULPRIT] = which
    return SOLID


@allocation_free
def _is_ladder_near(mover: Mover, x: float, y: float, target: float) -> bool:
    """Return True if a ladder for this climb is near enough to the base."""
    parts, state = mover.parts, mover.state
    reach = state[MOVER_RADIUS] + mover.params[LADDER_REACH] + TOLERANCE
    for p in range(parts.shape[0]):
        if has_mark(parts, p, LADDER) and parts[p, BOTTOM] < target and parts[p, TOP] > state[LEVEL]:
            if is_near_box(parts, p, x, y, reach) and distance_to_part(parts, mover.corners, p, x, y) <= reach:
                return True
    return False


@allocation_free
def _drop(mover: Mover, x: float, y: float, slack: float) -> None:
    """Drop to the highest part under the base, or to the board."""
    parts, state, params = mover.parts, mover.state, mover.params
    level, ground = state[LEVEL], 0.0
    if level <= TINY:
        return
    for k in range(int(state[OVERLAPS])):
        p = mover.overlapped[k]
        if p < parts.shape[0] and parts[p, TOP] <= level + TOUCH:
            ground = max(ground, parts[p, TOP])
    down = level - ground
    if down > TINY:
        if down > slack + TOLERANCE and (slack == ON_FOOT or params[JUMP_FREE] == 0.0):
            if _has_uniform_costs(mover):
                state[DROPPED] += down
            else:
                charge_drop(mover, x, y, ground)
        elif ground <= state[STEP_FROM] + TOUCH:
            finish_step(mover)
        state[LEVEL] = ground
        record_level(mover)


@allocation_free
def _has_uniform_costs(mover: Mover) -> bool:
    """Return True if heights cost the same everywhere."""
    return bool(mover.params[STEP_HIGH] == 0.0 and mover.params[ROUGH_COST] == 1.0)


@allocation_free
def check_bases(mover: Mover, low: float, high: float) -> int:
    """Return the refusal if a base is in the way at any level from low to high."""
    bodies, state = mover.bodies, mover.state
    for k in range(int(state[OVERLAPS])):
        j = mover.overlapped[k] - mover.parts.shape[0]
        if j >= 0 and heights_overlap(low, high + state[MOVER_HEIGHT] - low, bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]):
            state[CULPRIT] = j
            return FRIEND_BASE if bodies[j, SIDE] == state[MOVER_SIDE] else ENEMY_BASE
    return OK


@allocation_free
def record_level(mover: Mover) -> None:
    """Record the level from here on."""
    state = mover.state
    row = int(state[LEVELS_RECORDED])
    mover.profile[row, 0], mover.profile[row, 1] = state[STOPPED_AT], state[LEVEL]
    state[LEVELS_RECORDED] = row + 1
