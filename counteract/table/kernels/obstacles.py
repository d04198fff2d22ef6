"""Low obstacles that are stepped over: crossed squarely enough to be narrow, where a straight way would be too long on them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.table.kernels.figures import STEP_HIGH, STEP_WIDE
from counteract.table.kernels.ground import CLEAR, rounded
from counteract.table.kernels.judge import price
from counteract.table.kernels.outlines import FIRST, LAST, TINY, TOP, TOUCH, UNNOTICED, X0, X1, Y0, Y1, X, Y, Z, marked, norm, stretches
from counteract.table.kernels.plain import plain
from counteract.table.kernels.tolls import next_edge
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.judge import Scene, Work
    from counteract.table.kernels.outlines import Floats


@plain
def squarely(scene: Scene, work: Work, ax: float, ay: float, az: float, bx: float, by: float, bz: float, length: float) -> float:
    """What it costs to get from a to b across the first obstacle that a straight line is on for too long; infinite if none is.

    The four rows of the way are left in the line of ``work``.
    """
    parts, corners, figures = scene.parts, scene.corners, scene.figures
    ux, uy = (bx - ax) / length, (by - ay) / length
    best, p, middle = math.inf, -1, 0.0
    for k in range(parts.shape[0]):
        if not (az + TOUCH < parts[k, TOP] <= az + figures[STEP_HIGH] + TOLERANCE) or marked(parts, k, UNNOTICED):
            continue
        if parts[k, X1] < min(ax, bx) or parts[k, X0] > max(ax, bx) or parts[k, Y1] < min(ay, by) or parts[k, Y0] > max(ay, by):
            continue
        found = stretches(parts, corners, k, ax, ay, ux, uy, length, TOUCH, work.room)
        for m in range(found):
            if work.room[m, 1] - work.room[m, 0] > figures[STEP_WIDE] and work.room[m, 0] < best:
                best, p, middle = work.room[m, 0], k, (work.room[m, 0] + work.room[m, 1]) / 2
    if p < 0:
        return math.inf
    x, y = ax + middle * ux, ay + middle * uy
    ex, ey = _nearest_edge(parts, corners, p, x, y)
    if ex * ux + ey * uy < 0.0:
        ex, ey = -ex, -ey
    nx, ny = (-ey, ex) if ux * -ey + uy * ex > 0.0 else (ey, -ex)
    ahead = next_edge(parts, corners, p, x, y, nx, ny, 0.0, math.inf)
    behind = next_edge(parts, corners, p, x, y, -nx, -ny, 0.0, math.inf)
    thick = ahead + behind
    if not TINY < thick <= figures[STEP_WIDE]:
        return math.inf
    slant = math.sqrt(max(0.0, (figures[STEP_WIDE] - CLEAR) ** 2 - thick * thick)) / thick  # as slanting as may be
    line = work.line
    line[0, X], line[0, Y], line[0, Z], line[0, 3] = ax, ay, az, 0.0
    for row, way in ((1, -behind - CLEAR), (2, ahead + CLEAR)):
        line[row, X], line[row, Y] = rounded(x + way * (nx + slant * ex)), rounded(y + way * (ny + slant * ey))
        line[row, Z], line[row, 3] = parts[p, TOP], 0.0
    line[3, X], line[3, Y], line[3, Z], line[3, 3] = bx, by, bz, 0.0
    return price(scene, work, line[:4])[0]


@plain
def _nearest_edge(parts: Floats, corners: Floats, p: int, x: float, y: float) -> tuple[float, float]:
    """The direction of the edge of a part that a point within it is nearest to."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    nearest, along_x, along_y = math.inf, 1.0, 0.0
    k = last - 1
    for c in range(first, last):
        ex, ey = corners[c, 0] - corners[k, 0], corners[c, 1] - corners[k, 1]
        size = norm(ex, ey)
        if size > TINY:
            ex, ey = ex / size, ey / size
            away = abs(ex * (y - corners[k, 1]) - ey * (x - corners[k, 0]))
            if away < nearest:
                nearest, along_x, along_y = away, ex, ey
        k = c
    return along_x, along_y
