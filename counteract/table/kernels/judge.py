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
    follow,
    is_enemy,
)
from counteract.table.kernels.outlines import HEIGHT, RADIUS, X, Y, Z
from counteract.table.kernels.paths import TOLERANCE, scratch, trace_in
from counteract.table.kernels.sight import holds
from counteract.table.kernels.standing import FINE, stand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.kernels.outlines import Floats
    from counteract.table.kernels.paths import Bytes

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
    """Room to work in: a path of one step, the levels of a path, and what following one needs."""

    line: Floats
    profile: Floats
    over: Bytes
    room: Floats


@kernel
def workroom(scene: Scene) -> Work:
    over, room = scratch(scene.parts, scene.corners, scene.bodies)
    return Work(np.zeros((2, 4)), np.empty((MOST_CHANGES, 2)), over, room)


@kernel
def keeps_out(scene: Scene, path: Floats, profile: Floats, rows: int) -> bool:
    """Whether no enemy is in contact anywhere on a path."""
    bodies, i, reach = scene.bodies, int(scene.ask[WHO]), scene.ask[REACH]
    for j in range(bodies.shape[0]):
        if is_enemy(bodies, i, j) and comes_near(bodies, i, j, path, reach):
            report = np.empty(REPORTS)
            follow(scene.parts, scene.corners, bodies, i, j, path, profile, rows, reach, report)
            if report[FIRST_AT] >= 0.0:
                return False
    return True


@kernel
def lets_go(scene: Scene, path: Floats, profile: Floats, rows: int) -> bool:
    """Whether contact with an enemy that may not be left is lost on a path."""
    bodies, i, reach = scene.bodies, int(scene.ask[WHO]), scene.ask[REACH]
    for j in range(scene.sticky.shape[0]):
        if scene.sticky[j] == 0 or not is_enemy(bodies, i, j):
            continue
        if comes_near(bodies, i, j, path, reach):
            report = np.empty(REPORTS)
            follow(scene.parts, scene.corners, bodies, i, j, path, profile, rows, reach, report)
            if report[LEFT] != 0.0:
                return True
    return False


@kernel
def ends_well(scene: Scene, x: float, y: float, z: float) -> bool:
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
            pair = np.empty((2, bodies.shape[1]))
            pair[0], pair[1] = bodies[i], bodies[j]
            pair[0, X], pair[0, Y], pair[0, Z] = x, y, z
            if holds(scene.parts, scene.corners, pair, 0, 1, ask[REACH]):
                return bool(ask[MODE] == END_IN)
    return bool(ask[MODE] != END_IN)


@kernel
def can_end(scene: Scene, x: float, y: float, z: float) -> bool:
    """Whether the mover can stand at a place and have the contacts asked for there."""
    bodies, ask = scene.bodies, scene.ask
    i = int(ask[WHO])
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    code, _ = stand(
        scene.parts, scene.corners, ask[WIDTH], ask[DEPTH], bodies, i, x, y, z, r, height
    )
    return code == FINE and ends_well(scene, x, y, z)


@kernel
def hopeless(scene: Scene) -> bool:
    """Whether no move at all is allowed: one that may never be in contact cannot start in contact."""
    if scene.ask[MODE] != KEEP_OUT:
        return False
    own = scene.bodies[int(scene.ask[WHO])]
    return not ends_well(scene, own[X], own[Y], own[Z])


@kernel
def judge(scene: Scene, work: Work, path: Floats) -> bool:
    """Whether a whole path is allowed, given that its last place is one where the move can end."""
    ask = scene.ask
    code, length, _, _, level, rows, _, _ = trace_in(
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
        work.room,
    )
    if code != FINE or length > ask[BUDGET] + TOLERANCE:
        return False
    end = path[path.shape[0] - 1]
    # A floor may lie between two steps of 0.001", and the place was judged with its height rounded.
    if level != end[Z] and not can_end(scene, end[X], end[Y], level):
        return False
    if ask[MODE] == KEEP_OUT and not keeps_out(scene, path, work.profile, rows):
        return False
    return not lets_go(scene, path, work.profile, rows)


@kernel
def step(
    scene: Scene, work: Work, ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> float:
    """What one straight step of the mover costs; infinite if no allowed way has it."""
    ask, line = scene.ask, work.line
    line[0, X], line[0, Y], line[0, Z] = ax, ay, az
    line[1, X], line[1, Y], line[1, Z] = bx, by, bz
    code, length, _, _, _, rows, _, _ = trace_in(
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
        work.room,
    )
    if code != FINE:
        return math.inf
    if ask[MODE] == KEEP_OUT and not keeps_out(scene, line, work.profile, rows):
        return math.inf
    return length
