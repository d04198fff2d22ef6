"""Jumps as part of a way: straight to a place, off every floor that is left on the way, or as far out as may be and on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.table.kernels.figures import GAP_MOST, JUMP_FREE, JUMP_FROM, JUMP_SLACK, STEP_HIGH
from counteract.table.kernels.ground import CLEAR, rounded
from counteract.table.kernels.judge import WHO, price
from counteract.table.kernels.obstacles import squarely
from counteract.table.kernels.outlines import (
    RADIUS,
    TOP,
    TOUCH,
    UNNOTICED,
    X0,
    X1,
    Y0,
    Y1,
    X,
    Y,
    Z,
    distance,
    marked,
    near_box,
    norm,
    stretches,
)
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import is_floor
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.judge import Scene, Work
    from counteract.table.kernels.outlines import Floats


@plain
def step(scene: Scene, work: Work, ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> tuple[float, int]:
    """What it costs to get straight from a to b, infinite if no allowed way has it, and how many rows that takes.

    The rows are left in the line of ``work``: two on foot or in a jump, more if it jumps or steps over something on the way.
    """
    figures, line = scene.figures, work.line
    _put(line, 0, ax, ay, az, 0.0)
    _put(line, 1, bx, by, bz, 0.0)
    cost, changes = price(scene, work, line[:2])
    length = norm(bx - ax, by - ay)
    if figures[JUMP_FREE] == 0.0 or cost <= length + TOUCH or length <= TOUCH:
        return cost, 2
    high = az > figures[JUMP_FROM] + TOUCH and bz <= az + figures[JUMP_SLACK] + TOLERANCE
    if high:
        line[1, 3] = 1.0
        flown, _ = price(scene, work, line[:2])
        if flown < cost:
            return flown, 2
        line[1, 3] = 0.0
        price(scene, work, line[:2])  # for the levels of the way on foot
    rows = _off_floors(work, changes, ax, ay, bx, by, bz, length) if cost < math.inf else 2
    if rows > 2:
        shorter, _ = price(scene, work, line[:rows])
        if shorter < cost:
            return shorter, rows
    if high:
        shorter = _outward(scene, work, ax, ay, az, bx, by, bz, length)
        if shorter < cost:
            return shorter, 3
    if figures[STEP_HIGH] > 0.0:
        shorter = squarely(scene, work, ax, ay, az, bx, by, bz, length)
        if shorter < cost:
            return shorter, 4
    _put(line, 1, bx, by, bz, 0.0)
    return cost, 2


@plain
def _put(line: Floats, row: int, x: float, y: float, z: float, jump: float) -> None:
    line[row, X], line[row, Y], line[row, Z], line[row, 3] = x, y, z, jump


@plain
def _off_floors(work: Work, changes: int, ax: float, ay: float, bx: float, by: float, bz: float, length: float) -> int:
    """Make a way that was followed on foot into one that jumps wherever it came down; returns its number of rows."""
    line, profile = work.line, work.profile
    rows = 1
    for k in range(1, changes):
        before, after = profile[k - 1, 1], profile[k, 1]
        if after >= before or rows + 2 >= line.shape[0]:
            continue
        for s, z, jump in ((profile[k, 0] - CLEAR, before, 0.0), (profile[k, 0] + CLEAR, after, 1.0)):
            share = min(1.0, max(0.0, s / length))
            _put(line, rows, rounded(ax + share * (bx - ax)), rounded(ay + share * (by - ay)), rounded(z), jump)
            rows += 1
    _put(line, rows, bx, by, bz, 0.0)
    return rows + 1


@plain
def _outward(scene: Scene, work: Work, ax: float, ay: float, az: float, bx: float, by: float, bz: float, length: float) -> float:
    """What it costs to jump as far from the floor as may be and go on from there."""
    r = scene.bodies[int(scene.ask[WHO]), RADIUS]
    t = _brink(scene, work, ax, ay, az, bx, by, length, r) + scene.figures[GAP_MOST]
    if t >= length:
        return math.inf
    x, y = rounded(ax + t * (bx - ax) / length), rounded(ay + t * (by - ay) / length)
    _put(work.line, 1, x, y, _highest(scene.parts, scene.corners, x, y, r, az - TOUCH), 1.0)
    _put(work.line, 2, bx, by, bz, 0.0)
    return price(scene, work, work.line[:3])[0]


@plain
def _brink(scene: Scene, work: Work, ax: float, ay: float, az: float, bx: float, by: float, length: float, r: float) -> float:
    """How far along a line the base still touches the floor it starts on."""
    parts = scene.parts
    ux, uy = (bx - ax) / length, (by - ay) / length
    x0, x1, y0, y1 = min(ax, bx) - r, max(ax, bx) + r, min(ay, by) - r, max(ay, by) + r
    reached, again = 0.0, True
    while again:
        again = False
        for p in range(parts.shape[0]):
            if is_floor(parts, p, az) and parts[p, X1] > x0 and parts[p, X0] < x1 and parts[p, Y1] > y0 and parts[p, Y0] < y1:
                found = stretches(parts, scene.corners, p, ax, ay, ux, uy, length, r, work.room)
                for k in range(found):
                    if work.room[k, 0] <= reached + TOUCH and work.room[k, 1] > reached + TOUCH:
                        reached, again = work.room[k, 1], True
    return reached


@plain
def _highest(parts: Floats, corners: Floats, x: float, y: float, r: float, below: float) -> float:
    """The top of the highest thing under a base that is lower than some height; 0 is the board floor."""
    ground = 0.0
    for p in range(parts.shape[0]):
        if ground < parts[p, TOP] < below and near_box(parts, p, x, y, r) and not marked(parts, p, UNNOTICED):
            if distance(parts, corners, p, x, y) < r - TOUCH:
                ground = parts[p, TOP]
    return rounded(ground)


@plain
def put_jumps(scene: Scene, work: Work, way: Floats, rows: int) -> int:
    """Put jumps into a way wherever they make it shorter; returns its number of rows then, or 0 if they are too many."""
    k = 1
    while k < rows:
        _, many = step(scene, work, way[k - 1, X], way[k - 1, Y], way[k - 1, Z], way[k, X], way[k, Y], way[k, Z])
        if rows + many - 2 > way.shape[0]:
            return 0
        for row in range(rows - 1, k, -1):
            for column in range(4):
                way[row + many - 2, column] = way[row, column]
        for row in range(1, many):
            for column in range(4):
                way[k + row - 1, column] = work.line[row, column]
        rows, k = rows + many - 2, k + many - 1
    return rows
