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
)
from counteract.table.kernels.outlines import HEIGHT, RADIUS, X, Y, Z
from counteract.table.kernels.paths import scratch, trace
from counteract.table.kernels.plain import plain
from counteract.table.kernels.sight import holds
from counteract.table.kernels.standing import FINE, stand
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.kernels.outlines import Floats
    from counteract.table.kernels.walker import Bytes, Ints

    Flags = NDArray[np.int8]

# A question: who moves, on what board, how far, how near an enemy is in contact, and what is asked of contacts.
WHO, WIDTH, DEPTH, BUDGET, REACH, MODE, ASKED = range(7)
# What is asked: nothing, never to be in contact, not to be at the end, to be at the end.
ANYWHERE, KEEP_OUT, END_OUT, END_IN = range(4)

#: Changes of level that are remembered of a path.
MOST_CHANGES = 64


class Scene(NamedTuple):
    """All that a question is about. ``sticky`` marks the enemies that may not be left once in contact."""

    parts: Floats
    corners: Floats
    bodies: Floats
    figures: Floats
    sticky: Flags
    ask: Floats


class Work(NamedTuple):
    """Room to work in: a path of one step, the levels of a path, a contact, and what following a path needs."""

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
    return Work(np.zeros((2, 4)), np.empty((MOST_CHANGES, 2)), pair, np.empty(REPORTS), alone, over, things, room)


@plain
def keeps_out(scene: Scene, work: Work, path: Floats, rows: int) -> bool:
    """Whether no enemy is in contact anywhere on a path."""
    bodies, i, reach = scene.bodies, int(scene.ask[WHO]), scene.ask[REACH]
    for j in range(bodies.shape[0]):
        if is_enemy(bodies, i, j) and comes_near(bodies, i, j, path, reach):
            follow(scene.parts, scene.corners, bodies, i, j, path, work.profile, rows, reach, work.pair, work.report)
            if work.report[FIRST_AT] >= 0.0:
                return False
    return True


@plain
def lets_go(scene: Scene, work: Work, path: Floats, rows: int) -> bool:
    """Whether contact with an enemy that may not be left is lost on a path."""
    bodies, i, reach = scene.bodies, int(scene.ask[WHO]), scene.ask[REACH]
    for j in range(scene.sticky.shape[0]):
        if scene.sticky[j] == 0 or not is_enemy(bodies, i, j):
            continue
        if comes_near(bodies, i, j, path, reach):
            follow(scene.parts, scene.corners, bodies, i, j, path, work.profile, rows, reach, work.pair, work.report)
            if work.report[LEFT] != 0.0:
                return True
    return False


@plain
def ends_well(scene: Scene, work: Work, x: float, y: float, z: float) -> bool:
    """Whether the contacts at the end of a move are as asked."""
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
            if holds(scene.parts, scene.corners, pair, 0, 1, ask[REACH]):
                return bool(ask[MODE] == END_IN)
    return bool(ask[MODE] != END_IN)


@plain
def can_end(scene: Scene, work: Work, x: float, y: float, z: float) -> bool:
    """Whether the mover can stand at a place and have the contacts asked for there."""
    bodies, ask = scene.bodies, scene.ask
    i = int(ask[WHO])
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    code, _ = stand(scene.parts, scene.corners, ask[WIDTH], ask[DEPTH], bodies, i, x, y, z, r, height)
    return code == FINE and ends_well(scene, work, x, y, z)


@plain
def hopeless(scene: Scene, work: Work) -> bool:
    """Whether no move at all is allowed: one that may never be in contact cannot start in contact."""
    if scene.ask[MODE] != KEEP_OUT:
        return False
    own = scene.bodies[int(scene.ask[WHO])]
    return not ends_well(scene, work, own[X], own[Y], own[Z])


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
    if ask[MODE] == KEEP_OUT and not keeps_out(scene, work, path, rows):
        return False
    return not lets_go(scene, work, path, rows)


@plain
def step(scene: Scene, work: Work, ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> float:
    """What one straight step of the mover costs; infinite if no allowed way has it."""
    ask, line = scene.ask, work.line
    line[0, X], line[0, Y], line[0, Z] = ax, ay, az
    line[1, X], line[1, Y], line[1, Z] = bx, by, bz
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
    if code != FINE:
        return math.inf
    if ask[MODE] == KEEP_OUT and not keeps_out(scene, work, line, rows):
        return math.inf
    return length
