"""What a move is asked to be: how long at most, and what about contact with enemies."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.contacts import (
    FIRST_AT,
    LEFT,
    REPORTS,
    comes_near,
    face,
    follow,
    is_enemy,
    meets,
)
from counteract.table.kernels.outlines import HEIGHT, RADIUS, X, Y, Z, norm
from counteract.table.kernels.paths import scratch, trace
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import FINE, stand
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.kernels.figures import Bytes, Ints
    from counteract.table.kernels.outlines import Floats

    Flags = NDArray[np.int8]

# A question: who moves, on what board, how far, how near an enemy is in contact, what is asked of contacts and how they
# are judged, and the body (-1: none) that the gap to must be from low to high at the end.
WHO, WIDTH, DEPTH, BUDGET, REACH, MODE, HOW, GOAL, GOAL_LOW, GOAL_HIGH, ASKED = range(11)
# What is asked: nothing, never to be in contact, not to be at the end, to be at the end.
ANYWHERE, KEEP_OUT, END_OUT, END_IN = range(4)
# What a body may be marked with, as bits: not to be left once in contact, never to be in contact with.
STICKY, SHUNNED = 1, 2
#: More bits of how contacts are judged: some bodies are shunned. And of how ways are sought: closer round others.
SHUNS, CLOSELY = 4, 8

#: A step with jumps has at most so many waypoints.
MOST_STEPS = 8
#: Changes of level that are remembered of a path.
MOST_CHANGES = 64


class Scene(NamedTuple):
    """All that a question is about. ``marks`` has a byte a body, or none at all if nobody is marked."""

    parts: Floats
    corners: Floats
    bodies: Floats
    figures: Floats
    marks: Flags
    ask: Floats


class Work(NamedTuple):
    """Room to work in: a path of a few steps, the levels of a path, a contact, and what following a path needs."""

    line: Floats
    profile: Floats
    pair: Floats
    report: Floats
    #: The question for the mover alone on the table.
    alone: Floats
    over: Bytes
    things: Ints
    room: Floats


@kernel
def workroom(scene: Scene) -> Work:
    over, things, room = scratch(scene.parts, scene.corners, scene.bodies)
    alone = scene.ask.copy()
    alone[WHO] = 0.0
    pair = np.empty((2, scene.bodies.shape[1]))
    return Work(np.zeros((MOST_STEPS, 4)), np.empty((MOST_CHANGES, 2)), pair, np.empty(REPORTS), alone, over, things, room)


@plain
def watched(scene: Scene) -> bool:
    """Whether there are enemies never to be in contact with."""
    return bool(scene.ask[MODE] == KEEP_OUT or int(scene.ask[HOW]) & SHUNS)


@plain
def barred(scene: Scene, j: int) -> bool:
    """Whether contact with body j is barred everywhere on the way."""
    if not is_enemy(scene.bodies, int(scene.ask[WHO]), j):
        return False
    return bool(scene.ask[MODE] == KEEP_OUT or (int(scene.ask[HOW]) & SHUNS and scene.marks[j] & SHUNNED))


@plain
def keeps_out(scene: Scene, work: Work, path: Floats, rows: int) -> bool:
    """Whether contact is kept clear of everywhere on a path: with all enemies, or with those that are shunned."""
    bodies, ask = scene.bodies, scene.ask
    i, reach, how, all_of_them = int(ask[WHO]), ask[REACH], int(ask[HOW]), ask[MODE] == KEEP_OUT
    for j in range(bodies.shape[0]):
        if not is_enemy(bodies, i, j) or not (all_of_them or scene.marks[j] & SHUNNED):
            continue
        if comes_near(bodies, i, j, path, reach):
            follow(scene.parts, scene.corners, bodies, i, j, path, work.profile, rows, reach, how, work.pair, work.report)
            if work.report[FIRST_AT] >= 0.0:
                return False
    return True


@plain
def lets_go(scene: Scene, work: Work, path: Floats, rows: int) -> bool:
    """Whether contact with an enemy that may not be left is lost on a path."""
    bodies, i, reach, how = scene.bodies, int(scene.ask[WHO]), scene.ask[REACH], int(scene.ask[HOW])
    for j in range(scene.marks.shape[0]):
        if scene.marks[j] & STICKY == 0 or not is_enemy(bodies, i, j):
            continue
        if comes_near(bodies, i, j, path, reach):
            follow(scene.parts, scene.corners, bodies, i, j, path, work.profile, rows, reach, how, work.pair, work.report)
            if work.report[LEFT] != 0.0:
                return True
    return False


@plain
def ends_well(scene: Scene, work: Work, x: float, y: float, z: float) -> bool:
    """Whether the contacts at the end of a move are as its mode asks; who is shunned is kept clear of on the whole way."""
    bodies, ask = scene.bodies, scene.ask
    if ask[MODE] == ANYWHERE:
        return True
    i = int(ask[WHO])
    for j in range(bodies.shape[0]):
        if not is_enemy(bodies, i, j):
            continue
        near = bodies[i, RADIUS] + bodies[j, RADIUS] + ask[REACH] + 2 * TOLERANCE
        dx, dy = bodies[j, X] - x, bodies[j, Y] - y
        if dx * dx + dy * dy < near * near:
            pair = work.pair
            face(bodies, i, j, pair)
            pair[0, X], pair[0, Y], pair[0, Z] = x, y, z
            if meets(scene.parts, scene.corners, pair, ask[REACH], int(ask[HOW])):
                return bool(ask[MODE] == END_IN)
    return bool(ask[MODE] != END_IN)


@plain
def at_goal(bodies: Floats, ask: Floats, x: float, y: float, z: float) -> bool:
    """Whether a place is as far as asked from the body that the move is about."""
    if ask[GOAL] < 0.0:
        return True
    i, j = int(ask[WHO]), int(ask[GOAL])
    flat = max(0.0, norm(bodies[j, X] - x, bodies[j, Y] - y) - bodies[i, RADIUS] - bodies[j, RADIUS])
    away = norm(flat, bodies[j, Z] - z)
    return bool(ask[GOAL_LOW] - TOLERANCE <= away <= ask[GOAL_HIGH] + TOLERANCE)


@plain
def can_end(scene: Scene, work: Work, x: float, y: float, z: float) -> bool:
    """Whether the mover can stand at a place and have the contacts asked for there."""
    bodies, ask = scene.bodies, scene.ask
    if ask[GOAL] >= 0.0 and not at_goal(bodies, ask, x, y, z):
        return False
    i = int(ask[WHO])
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    code, _ = stand(scene.parts, scene.corners, ask[WIDTH], ask[DEPTH], bodies, i, x, y, z, r, height)
    return code == FINE and ends_well(scene, work, x, y, z)


@plain
def hopeless(scene: Scene, work: Work) -> bool:
    """Whether no move at all is allowed: one that may never be in contact cannot start in contact."""
    if not watched(scene):
        return False
    own = scene.bodies[int(scene.ask[WHO])]
    work.line[0, X], work.line[0, Y], work.profile[0, 1] = own[X], own[Y], own[Z]
    return not keeps_out(scene, work, work.line[:1], 1)


@plain
def judge(scene: Scene, work: Work, path: Floats) -> bool:
    """Whether a whole path is allowed, given that its last place is one where the move can end."""
    ask = scene.ask
    code, length, _, _, level, rows, _, _ = trace(
        scene.parts,
        scene.corners,
        ask[WIDTH],
        ask[DEPTH],
        scene.bodies,
        int(ask[WHO]),
        path,
        scene.figures,
        work.profile,
        work.over,
        work.things,
        work.room,
    )
    if code != FINE or length > ask[BUDGET] + TOLERANCE:
        return False
    end = path[path.shape[0] - 1]
    # A floor may lie between two steps of 0.001", and the place was judged with its height rounded.
    if level != end[Z] and not can_end(scene, work, end[X], end[Y], level):
        return False
    if watched(scene) and not keeps_out(scene, work, path, rows):
        return False
    return not lets_go(scene, work, path, rows)


@plain
def price(scene: Scene, work: Work, line: Floats) -> tuple[float, int]:
    """What a bit of a way costs, infinite if no allowed way has it, and how often it changes its level, the start included."""
    ask = scene.ask
    code, length, _, _, _, rows, _, _ = trace(
        scene.parts,
        scene.corners,
        ask[WIDTH],
        ask[DEPTH],
        scene.bodies,
        int(ask[WHO]),
        line,
        scene.figures,
        work.profile,
        work.over,
        work.things,
        work.room,
    )
    if code != FINE or (watched(scene) and not keeps_out(scene, work, line, rows)):
        return math.inf, rows
    return length, rows
