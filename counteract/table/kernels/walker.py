"""What happens to a walker at a place of its path: it climbs, traverses, drops, flies, lands, or is stopped."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.table.kernels.figures import (
    APART,
    CLIMB,
    CLIMB_LEAST,
    CLIMB_MOST,
    CLIMBED,
    DROPPED,
    FRESH,
    HEIGHT_,
    JUMP_FREE,
    JUMP_FROM,
    JUMP_SLACK,
    LADDER_REACH,
    LEVEL,
    MANY,
    ON_STEP,
    OVER,
    RADIUS_,
    ROUGH_COST,
    ROWS,
    SIDE_,
    STEP_FROM,
    STEP_HIGH,
    TRAVERSE,
    WHERE,
    WHICH,
)
from counteract.table.kernels.outlines import BLOCKING, BOTTOM, HEIGHT, LADDER, SIDE, TINY, TOP, TOUCH, VANTAGE, Z, distance, marked, near_box
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import FINE, heights_meet
from counteract.table.kernels.tolls import fall, is_met, leave_step, pay_step, rise, too_far, traverse
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.figures import Walker
    from counteract.table.kernels.outlines import Floats

# Why a path is refused (besides what standing refuses).
SOLID = 5
TOO_HIGH = 6
NO_CLIMB = 7
ENEMY_BASE = 8
WRONG_LEVEL = 9
JUMP_START = 10
JUMP_TOO_LONG = 11
TOO_TANGLED = 12
JUMP_TOO_HIGH = 13
FRIEND_BASE = 14

#: On foot no difference of heights is disregarded.
ON_FOOT = -math.inf


@plain
def begin(walker: Walker, thing: int) -> None:
    """Overlap a thing from here on."""
    if walker.over[thing] == APART:
        many = int(walker.state[MANY])
        walker.things[many] = thing
        walker.state[MANY] = many + 1
    walker.over[thing] = FRESH


@plain
def end(walker: Walker, thing: int) -> None:
    """Overlap a thing no more."""
    walker.over[thing] = APART
    many = int(walker.state[MANY])
    for k in range(many):
        if walker.things[k] == thing:
            walker.things[k] = walker.things[many - 1]
            walker.state[MANY] = many - 1
            return


@plain
def step(walker: Walker, events: Floats, k: int, m: int, x: float, y: float, wish: float) -> int:
    """Carry out the events of one place of a walk: climb or traverse what begins there, then drop from what ends there."""
    state = walker.state
    before = state[LEVEL]
    for e in range(k, m):
        if int(events[e, 1]) & 1 == 0:
            begin(walker, int(events[e, 1]) >> 1)
    code = _climb(walker, x, y, wish, ON_FOOT)
    if code != FINE:
        return code
    peak = state[LEVEL]
    for e in range(k, m):
        if int(events[e, 1]) & 1 == 0:
            walker.over[int(events[e, 1]) >> 1] = OVER
    for e in range(k, m):
        if int(events[e, 1]) & 1 == 1:
            end(walker, int(events[e, 1]) >> 1)
    _drop(walker, x, y, ON_FOOT)
    return bump(walker, min(before, state[LEVEL]), peak)


@plain
def leap(walker: Walker, events: Floats, k: int, m: int, n: int) -> int:
    """Carry out the events of one place of a jump: what is in the way must be traversed, or be what the jump lands on."""
    parts, state = walker.parts, walker.state
    traverses = walker.figures[TRAVERSE] != 0.0
    for e in range(k, m):
        what = int(events[e, 1])
        thing = what >> 1
        if what & 1 == 1:
            end(walker, thing)
            continue
        begin(walker, thing)
        if thing < parts.shape[0] and not traverses and is_met(walker, thing):
            for later in range(k, n):
                if int(events[later, 1]) == what + 1:
                    state[WHICH] = thing
                    return SOLID
    code = _traverse(walker) if traverses else FINE
    return bump(walker, state[LEVEL], state[LEVEL]) if code == FINE else code


@plain
def land(walker: Walker, x: float, y: float, wish: float) -> int:
    """Come down (or up) at the end of a jump; a small difference of heights is disregarded."""
    state, slack = walker.state, walker.figures[JUMP_SLACK]
    before = state[LEVEL]
    code = _climb(walker, x, y, wish, slack)
    if code != FINE:
        return code
    for k in range(int(state[MANY])):
        walker.over[walker.things[k]] = OVER
    peak = state[LEVEL]
    _drop(walker, x, y, slack)
    if too_far(walker, before - state[LEVEL], slack, 2.0 * state[RADIUS_]):
        state[WHICH] = -1.0
        return JUMP_TOO_LONG
    return bump(walker, min(before, state[LEVEL]), peak)


@plain
def can_jump(walker: Walker) -> bool:
    """Whether the base is on a vantage part high enough to jump from."""
    level = walker.state[LEVEL]
    if level <= walker.figures[JUMP_FROM] + TOUCH:
        return False
    for k in range(int(walker.state[MANY])):
        p = walker.things[k]
        if p < walker.parts.shape[0] and marked(walker.parts, p, VANTAGE) and abs(walker.parts[p, TOP] - level) <= TOUCH:
            return True
    return False


@plain
def _climb(walker: Walker, x: float, y: float, wish: float, slack: float) -> int:
    """Climb to the top of what is freshly overlapped and in the way, if need be and if it may be; or traverse it."""
    state, figures = walker.state, walker.figures
    if figures[TRAVERSE] != 0.0:
        return _traverse(walker)
    level = state[LEVEL]
    target, which, stuck = _needed(walker, wish)
    if which < 0:
        return FINE
    state[WHICH] = which
    if stuck:
        return SOLID
    up = target - level
    if up > slack + TOLERANCE:
        if slack != ON_FOOT and figures[JUMP_FREE] != 0.0:
            return JUMP_TOO_HIGH
        if figures[CLIMB] == 0.0:
            return NO_CLIMB
        ladder = _ladder_near(walker, x, y, target)
        if up > figures[CLIMB_MOST] + TOLERANCE and not ladder:
            return TOO_HIGH
        least = 0.0 if ladder else figures[CLIMB_LEAST]
        if _is_even(walker):
            state[CLIMBED] += max(up, least)
        else:
            rise(walker, x, y, target, least)
    elif state[ON_STEP] != 0.0 and target - state[STEP_FROM] > figures[STEP_HIGH] + TOLERANCE:
        pay_step(walker)
    state[LEVEL] = target
    note(walker)
    return FINE


@plain
def _needed(walker: Walker, wish: float) -> tuple[float, int, bool]:
    """How high to climb, the part that decides it (-1: no climb), and whether it cannot be done at all.

    Climbing one part may bring the head into another, which then has to be climbed too. But nobody climbs through what
    was overhead before, nor over what is marked blocking.
    """
    parts, state = walker.parts, walker.state
    level, height, many = state[LEVEL], state[HEIGHT_], int(state[MANY])
    target, which = level, -1
    again = True
    while again:
        again = False
        for k in range(many):
            p = int(walker.things[k])
            if p >= parts.shape[0] or walker.over[p] != FRESH or parts[p, TOP] <= target + TOUCH:
                continue
            if parts[p, BOTTOM] >= target + height - TOUCH:
                wanted = marked(parts, p, VANTAGE) and wish >= parts[p, TOP] - TOUCH
                if not wanted:
                    continue
            target, which, again = parts[p, TOP], p, True
    if which >= 0:
        for k in range(many):
            p = int(walker.things[k])
            if p < parts.shape[0] and (walker.over[p] != FRESH or marked(parts, p, BLOCKING)):
                if heights_meet(level, target + height - level, parts[p, BOTTOM], parts[p, TOP]):
                    return target, p, True
    return target, which, False


@plain
def _traverse(walker: Walker) -> int:
    """Traverse what is freshly overlapped and in the way, if it may be."""
    which = traverse(walker)
    if which < 0:
        return FINE
    walker.state[WHICH] = which
    return SOLID


@plain
def _ladder_near(walker: Walker, x: float, y: float, target: float) -> bool:
    """Whether a ladder that serves this climb is near enough to the base."""
    parts, state = walker.parts, walker.state
    reach = state[RADIUS_] + walker.figures[LADDER_REACH] + TOLERANCE
    for p in range(parts.shape[0]):
        if marked(parts, p, LADDER) and parts[p, BOTTOM] < target and parts[p, TOP] > state[LEVEL]:
            if near_box(parts, p, x, y, reach) and distance(parts, walker.corners, p, x, y) <= reach:
                return True
    return False


@plain
def _drop(walker: Walker, x: float, y: float, slack: float) -> None:
    """Come down to the highest thing under the base, or to the board floor."""
    parts, state, figures = walker.parts, walker.state, walker.figures
    level, ground = state[LEVEL], 0.0
    if level <= TINY:
        return
    for k in range(int(state[MANY])):
        p = walker.things[k]
        if p < parts.shape[0] and parts[p, TOP] <= level + TOUCH:
            ground = max(ground, parts[p, TOP])
    down = level - ground
    if down > TINY:
        if down > slack + TOLERANCE and (slack == ON_FOOT or figures[JUMP_FREE] == 0.0):
            if _is_even(walker):
                state[DROPPED] += down
            else:
                fall(walker, x, y, ground)
        elif ground <= state[STEP_FROM] + TOUCH:
            leave_step(walker)
        state[LEVEL] = ground
        note(walker)


@plain
def _is_even(walker: Walker) -> bool:
    """Whether heights cost the same everywhere."""
    return bool(walker.figures[STEP_HIGH] == 0.0 and walker.figures[ROUGH_COST] == 1.0)


@plain
def bump(walker: Walker, low: float, high: float) -> int:
    """Refuse to be in a base that is in the way, at any level from low to high."""
    bodies, state = walker.bodies, walker.state
    for k in range(int(state[MANY])):
        j = walker.things[k] - walker.parts.shape[0]
        if j >= 0 and heights_meet(low, high + state[HEIGHT_] - low, bodies[j, Z], bodies[j, Z] + bodies[j, HEIGHT]):
            state[WHICH] = j
            return FRIEND_BASE if bodies[j, SIDE] == state[SIDE_] else ENEMY_BASE
    return FINE


@plain
def note(walker: Walker) -> None:
    """Write down the level from here on."""
    state = walker.state
    row = int(state[ROWS])
    walker.profile[row, 0], walker.profile[row, 1] = state[WHERE], state[LEVEL]
    state[ROWS] = row + 1
