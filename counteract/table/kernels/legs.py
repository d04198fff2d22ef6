"""Cost of a straight leg between two places on a ``Scene``: on foot, with jumps off floors, or square across a low obstacle; the cheapest is kept."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import FIRST, LAST, RADIUS, TOP, UNNOTICED, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free
from counteract.table.kernels.constraints import MOVER, measure_cost
from counteract.table.kernels.movement_costs import find_next_crossing
from counteract.table.kernels.mover import GAP_MOST, JUMP_FREE, JUMP_FROM, JUMP_SLACK, STEP_HIGH, STEP_WIDE
from counteract.table.kernels.placement import CLEARANCE, is_floor, quantise
from counteract.table.kernels.polygons import distance_to_part, find_overlaps, has_mark, is_near_box, norm
from counteract.table.units import TINY, TOUCH

if TYPE_CHECKING:
    from counteract.table.kernels.constraints import Buffers, Scene
    from counteract.table.units import Floats


@allocation_free
def cross_obstacle(scene: Scene, buffers: Buffers, ax: float, ay: float, az: float, bx: float, by: float, bz: float, length: float) -> float:
    """Return the cost of a to b with a square crossing of the first obstacle that a straight line is on for too long; else infinite.

    The four rows of the path are left in the leg of ``buffers``.
    """
    parts, corners, params = scene.parts, scene.corners, scene.params
    ux, uy = (bx - ax) / length, (by - ay) / length
    best, p, middle = math.inf, -1, 0.0
    for k in range(parts.shape[0]):
        if not (az + TOUCH < parts[k, TOP] <= az + params[STEP_HIGH] + TOLERANCE) or has_mark(parts, k, UNNOTICED):
            continue
        if parts[k, X1] < min(ax, bx) or parts[k, X0] > max(ax, bx) or parts[k, Y1] < min(ay, by) or parts[k, Y0] > max(ay, by):
            continue
        found = find_overlaps(parts, corners, k, ax, ay, ux, uy, length, TOUCH, buffers.spans)
        for m in range(found):
            if buffers.spans[m, 1] - buffers.spans[m, 0] > params[STEP_WIDE] and buffers.spans[m, 0] < best:
                best, p, middle = buffers.spans[m, 0], k, (buffers.spans[m, 0] + buffers.spans[m, 1]) / 2
    if p < 0:
        return math.inf
    x, y = ax + middle * ux, ay + middle * uy
    ex, ey = _nearest_edge_direction(parts, corners, p, x, y)
    if ex * ux + ey * uy < 0.0:
        ex, ey = -ex, -ey
    nx, ny = (-ey, ex) if ux * -ey + uy * ex > 0.0 else (ey, -ex)
    ahead = find_next_crossing(parts, corners, p, x, y, nx, ny, 0.0, math.inf)
    behind = find_next_crossing(parts, corners, p, x, y, -nx, -ny, 0.0, math.inf)
    thick = ahead + behind
    if not TINY < thick <= params[STEP_WIDE]:
        return math.inf
    slant = math.sqrt(max(0.0, (params[STEP_WIDE] - CLEARANCE) ** 2 - thick * thick)) / thick  # as slanting as may be
    leg = buffers.leg
    leg[0, X], leg[0, Y], leg[0, Z], leg[0, 3] = ax, ay, az, 0.0
    for row, way in ((1, -behind - CLEARANCE), (2, ahead + CLEARANCE)):
        leg[row, X], leg[row, Y] = quantise(x + way * (nx + slant * ex)), quantise(y + way * (ny + slant * ey))
        leg[row, Z], leg[row, 3] = parts[p, TOP], 0.0
    leg[3, X], leg[3, Y], leg[3, Z], leg[3, 3] = bx, by, bz, 0.0
    return measure_cost(scene, buffers, leg[:4])[0]


@allocation_free
def _nearest_edge_direction(parts: Floats, corners: Floats, p: int, x: float, y: float) -> tuple[float, float]:
    """Return the direction of the edge of a part that is nearest to a point inside."""
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


@allocation_free
def measure_leg(scene: Scene, buffers: Buffers, ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> tuple[float, int]:
    """Return the cost of a straight leg from a to b (infinite if it is not allowed) and its number of rows.

    The rows are left in the leg of ``buffers``: two on foot or in a jump, more with jumps or a crossing on the way.
    """
    params, leg = scene.params, buffers.leg
    _set_row(leg, 0, ax, ay, az, 0.0)
    _set_row(leg, 1, bx, by, bz, 0.0)
    cost, changes = measure_cost(scene, buffers, leg[:2])
    length = norm(bx - ax, by - ay)
    if params[JUMP_FREE] == 0.0 or cost <= length + TOUCH or length <= TOUCH:
        return cost, 2
    high = az > params[JUMP_FROM] + TOUCH and bz <= az + params[JUMP_SLACK] + TOLERANCE
    if high:
        leg[1, 3] = 1.0
        jumped, _ = measure_cost(scene, buffers, leg[:2])
        if jumped < cost:
            return jumped, 2
        leg[1, 3] = 0.0
        measure_cost(scene, buffers, leg[:2])  # for the levels on foot
    rows = _jump_off_floors(buffers, changes, ax, ay, bx, by, bz, length) if cost < math.inf else 2
    if rows > 2:
        shorter, _ = measure_cost(scene, buffers, leg[:rows])
        if shorter < cost:
            return shorter, rows
    if high:
        shorter = _jump_outward(scene, buffers, ax, ay, az, bx, by, bz, length)
        if shorter < cost:
            return shorter, 3
    if params[STEP_HIGH] > 0.0:
        shorter = cross_obstacle(scene, buffers, ax, ay, az, bx, by, bz, length)
        if shorter < cost:
            return shorter, 4
    _set_row(leg, 1, bx, by, bz, 0.0)
    return cost, 2


@allocation_free
def _set_row(leg: Floats, row: int, x: float, y: float, z: float, jump: float) -> None:
    leg[row, X], leg[row, Y], leg[row, Z], leg[row, 3] = x, y, z, jump


@allocation_free
def _jump_off_floors(buffers: Buffers, changes: int, ax: float, ay: float, bx: float, by: float, bz: float, length: float) -> int:
    """Turn a leg traced on foot into one that jumps wherever it came down; return its number of rows."""
    leg, profile = buffers.leg, buffers.profile
    rows = 1
    for k in range(1, changes):
        before, after = profile[k - 1, 1], profile[k, 1]
        if after >= before or rows + 2 >= leg.shape[0]:
            continue
        for s, z, jump in ((profile[k, 0] - CLEARANCE, before, 0.0), (profile[k, 0] + CLEARANCE, after, 1.0)):
            share = min(1.0, max(0.0, s / length))
            _set_row(leg, rows, quantise(ax + share * (bx - ax)), quantise(ay + share * (by - ay)), quantise(z), jump)
            rows += 1
    _set_row(leg, rows, bx, by, bz, 0.0)
    return rows + 1


@allocation_free
def _jump_outward(scene: Scene, buffers: Buffers, ax: float, ay: float, az: float, bx: float, by: float, bz: float, length: float) -> float:
    """Return the cost of a jump as far from the floor as allowed and the rest on foot."""
    r = scene.bodies[int(scene.query[MOVER]), RADIUS]
    t = _find_brink(scene, buffers, ax, ay, az, bx, by, length, r) + scene.params[GAP_MOST]
    if t >= length:
        return math.inf
    x, y = quantise(ax + t * (bx - ax) / length), quantise(ay + t * (by - ay) / length)
    _set_row(buffers.leg, 1, x, y, _find_ground(scene.parts, scene.corners, x, y, r, az - TOUCH), 1.0)
    _set_row(buffers.leg, 2, bx, by, bz, 0.0)
    return measure_cost(scene, buffers, buffers.leg[:3])[0]


@allocation_free
def _find_brink(scene: Scene, buffers: Buffers, ax: float, ay: float, az: float, bx: float, by: float, length: float, r: float) -> float:
    """Return the distance along a line up to which the base still touches the floor it starts on."""
    parts = scene.parts
    ux, uy = (bx - ax) / length, (by - ay) / length
    x0, x1, y0, y1 = min(ax, bx) - r, max(ax, bx) + r, min(ay, by) - r, max(ay, by) + r
    reached, again = 0.0, True
    while again:
        again = False
        for p in range(parts.shape[0]):
            if is_floor(parts, p, az) and parts[p, X1] > x0 and parts[p, X0] < x1 and parts[p, Y1] > y0 and parts[p, Y0] < y1:
                found = find_overlaps(parts, scene.corners, p, ax, ay, ux, uy, length, r, buffers.spans)
                for k in range(found):
                    if buffers.spans[k, 0] <= reached + TOUCH and buffers.spans[k, 1] > reached + TOUCH:
                        reached, again = buffers.spans[k, 1], True
    return reached


@allocation_free
def _find_ground(parts: Floats, corners: Floats, x: float, y: float, r: float, below: float) -> float:
    """Return the top of the highest part under a base below some height; 0 is the board."""
    ground = 0.0
    for p in range(parts.shape[0]):
        if ground < parts[p, TOP] < below and is_near_box(parts, p, x, y, r) and not has_mark(parts, p, UNNOTICED):
            if distance_to_part(parts, corners, p, x, y) < r - TOUCH:
                ground = parts[p, TOP]
    return quantise(ground)


@allocation_free
def insert_jumps(scene: Scene, buffers: Buffers, way: Floats, rows: int) -> int:
    """Insert jumps into a path wherever they make it shorter; return its number of rows, or 0 if they are too many."""
    k = 1
    while k < rows:
        _, many = measure_leg(scene, buffers, way[k - 1, X], way[k - 1, Y], way[k - 1, Z], way[k, X], way[k, Y], way[k, Z])
        if rows + many - 2 > way.shape[0]:
            return 0
        for row in range(rows - 1, k, -1):
            for column in range(4):
                way[row + many - 2, column] = way[row, column]
        for row in range(1, many):
            for column in range(4):
                way[k + row - 1, column] = buffers.leg[row, column]
        rows, k = rows + many - 2, k + many - 1
    return rows
