"""The questions asked about reach: one place, all places, any place by chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.contacts import is_enemy
from counteract.table.kernels.ground import rounded
from counteract.table.kernels.judge import (
    BUDGET,
    DEPTH,
    END_IN,
    GOAL,
    MODE,
    REACH,
    SHUNNED,
    WHO,
    WIDTH,
    Scene,
    Work,
    at_goal,
    can_end,
    hopeless,
    judge,
    workroom,
)
from counteract.table.kernels.outlines import RADIUS, X, Y, Z, norm
from counteract.table.kernels.plain import plain
from counteract.table.kernels.reach import MOST_ROWS, bend, open_field, start_search
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.kernels.judge import Flags
    from counteract.table.kernels.outlines import Floats

    Ints = NDArray[np.int64]

#: So many places are looked for one by one before it pays to find the ways to all nodes at once.
FEW = 3
#: Columns of a place asked about; its number among the places of the terrain is -1 if it is none of them.
PX, PY, PZ, PLACE, ASKED_OF = range(5)


@kernel
def targets(places: Floats, bodies: Floats, marks: Flags, ask: Floats, extras: Floats, gaps: Floats, around: int) -> Floats:
    """The places worth asking about: the start, and what may be within the budget.

    These are ``places`` and ``extras``, and for each of the ``gaps`` a ring of so many places ``around`` each enemy that
    is not shunned, with that gap between the bases, the first of them on the side of the mover.
    """
    i = int(ask[WHO])
    own_x, own_y = bodies[i, X], bodies[i, Y]
    square = (ask[BUDGET] + TOLERANCE) ** 2
    turns = np.empty((around if gaps.shape[0] > 0 else 0, 2))
    for turn in range(turns.shape[0]):
        turns[turn, 0] = math.cos(2 * math.pi * turn / around)
        turns[turn, 1] = math.sin(2 * math.pi * turn / around)
    rings = bodies.shape[0] * gaps.shape[0] * around
    out = np.empty((1 + places.shape[0] + extras.shape[0] + rings, ASKED_OF))
    n = _consider(bodies, ask, own_x, own_y, bodies[i, Z], -1, out, 0)
    for k in range(places.shape[0]):
        x, y, z = places[k, 0], places[k, 1], places[k, 2]
        if (x - own_x) ** 2 + (y - own_y) ** 2 <= square and (n == 0 or not _among(out, 1, x, y, z)):
            n = _consider(bodies, ask, x, y, z, k, out, n)
    known = n
    for k in range(extras.shape[0]):
        x, y, z = rounded(extras[k, 0]), rounded(extras[k, 1]), rounded(extras[k, 2])
        if at_goal(bodies, ask, x, y, z) and not _among(out, known, x, y, z):
            n = _consider(bodies, ask, x, y, z, -1, out, n)
    for j in range(bodies.shape[0]):
        if not is_enemy(bodies, i, j) or (marks.shape[0] > 0 and marks[j] & SHUNNED):
            continue
        dx, dy = own_x - bodies[j, X], own_y - bodies[j, Y]
        d = norm(dx, dy)
        dx, dy = (dx / d, dy / d) if d > TOLERANCE else (1.0, 0.0)
        for k in range(gaps.shape[0]):
            away = bodies[i, RADIUS] + bodies[j, RADIUS] + gaps[k]
            if d - away > ask[BUDGET] + TOLERANCE:
                continue
            for turn in range(around):
                x = rounded(bodies[j, X] + away * (dx * turns[turn, 0] - dy * turns[turn, 1]))
                y = rounded(bodies[j, Y] + away * (dx * turns[turn, 1] + dy * turns[turn, 0]))
                n = _consider(bodies, ask, x, y, rounded(bodies[j, Z]), -1, out, n)
    return out[:n]


@plain
def _among(places: Floats, n: int, x: float, y: float, z: float) -> bool:
    """Whether a place is one of the first n."""
    for k in range(n):
        if places[k, PX] == x and places[k, PY] == y and places[k, PZ] == z:
            return True
    return False


@plain
def _consider(bodies: Floats, ask: Floats, x: float, y: float, z: float, number: int, out: Floats, n: int) -> int:
    """Add a place unless it is plainly too far away, or too far from every enemy to end in contact, or from the goal."""
    i = int(ask[WHO])
    if ask[GOAL] >= 0.0 and not at_goal(bodies, ask, x, y, z):
        return n
    if (x - bodies[i, X]) ** 2 + (y - bodies[i, Y]) ** 2 > (ask[BUDGET] + TOLERANCE) ** 2:
        return n
    if ask[MODE] == END_IN:
        near = False
        for j in range(bodies.shape[0]):
            if is_enemy(bodies, i, j):
                wide = bodies[i, RADIUS] + bodies[j, RADIUS] + ask[REACH] + 2 * TOLERANCE
                dx, dy = x - bodies[j, X], y - bodies[j, Y]
                near = near or dx * dx + dy * dy <= wide * wide
        if not near:
            return n
    out[n, PX], out[n, PY], out[n, PZ], out[n, PLACE] = x, y, z, number
    return n + 1


@kernel
def mesh(bodies: Floats, ask: Floats, z: float, width: float) -> Floats:
    """The places of a mesh, on one level, that may be within the budget."""
    lines, columns = int(ask[DEPTH] / width) + 1, int(ask[WIDTH] / width) + 1
    out = np.empty((lines * columns, ASKED_OF))
    n = 0
    for line in range(lines):
        for column in range(columns):
            n = _consider(bodies, ask, rounded(column * width), rounded(line * width), z, -1, out, n)
    return out[:n].copy()


@kernel
def explore(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    figures: Floats,
    marks: Flags,
    ask: Floats,
    nodes: Floats,
    memo: Floats,
    places: Floats,
    seed: int,
    most: int,
    ways: Floats,
    found: Ints,
) -> int:
    """Find the ways to places, till so many are found; returns how many, or -1 if ``ways`` is too small for them.

    The places are asked about in order, or in an order made from the seed if that is not negative. A row of ``found``
    tells which place it was and the first row of ``ways`` that is not of its way. ``ways`` has three columns, or a
    fourth for whether a jump leads there.
    """
    scene = Scene(parts, corners, bodies, figures, marks, ask)
    work = workroom(scene)
    if hopeless(scene, work):
        return 0
    field = np.empty((0, 0))
    costs = field
    n = places.shape[0]
    order = np.arange(n)
    chance = np.uint64(max(0, seed))
    tried = 0 if seed >= 0 or n <= FEW else FEW
    out = np.empty((MOST_ROWS, 4))
    have, used = 0, 0
    for k in range(n):
        if seed >= 0:
            chance, draw = _next(chance)
            pick = k + int(draw % np.uint64(n - k))
            order[k], order[pick] = order[pick], order[k]
        place = places[order[k]]
        if not can_end(scene, work, place[PX], place[PY], place[PZ]):
            continue
        rows = straight(scene, work, place, out)
        if rows == 0:
            # The ways to the nodes are the same whether sought for this place only or for all; it is a matter of time.
            if tried <= FEW:
                all_nodes = tried == FEW
                gx, gy = (np.nan, np.nan) if all_nodes else (place[PX], place[PY])
                field = open_field(scene, nodes, gx, gy)
                costs = start_search(field, memo)
                tried += 1
            rows = bend(scene, work, memo, field, costs, place, out)
        if rows == 0:
            continue
        if used + rows > ways.shape[0]:
            return -1
        for row in range(rows):  # the start may lie between two thousandths, the rest does not
            for c in range(3):
                ways[used, c] = rounded(out[row, c]) if row == 0 else out[row, c]
            if ways.shape[1] > 3:
                ways[used, 3] = out[row, 3]
            used += 1
        found[have, 0], found[have, 1] = order[k], used
        have += 1
        if have == most:
            break
    return have


@plain
def straight(scene: Scene, work: Work, place: Floats, out: Floats) -> int:
    """Try the straight way to a place (one row if the mover is there); returns its number of rows, or 0."""
    own = scene.bodies[int(scene.ask[WHO])]
    out[0, X], out[0, Y], out[0, Z], out[0, 3] = own[X], own[Y], own[Z], 0.0
    out[1, X], out[1, Y], out[1, Z], out[1, 3] = place[PX], place[PY], place[PZ], 0.0
    rows = 1 if place[PX] == own[X] and place[PY] == own[Y] and place[PZ] == own[Z] else 2
    return rows if judge(scene, work, out[:rows]) else 0


@plain
def _next(chance: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The next state and number of a small generator (splitmix64)."""
    chance = chance + np.uint64(0x9E3779B97F4A7C15)
    mixed = (chance ^ (chance >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return chance, mixed ^ (mixed >> np.uint64(31))
