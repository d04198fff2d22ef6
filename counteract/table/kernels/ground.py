"""What does not change while models move: where a base of some size could stand, and the corners it turns round."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.outlines import (
    BLOCKING,
    BOTTOM,
    FEATURE,
    FIRST,
    LADDER,
    LAST,
    TINY,
    TOP,
    TOUCH,
    UNNOTICED,
    VANTAGE,
    X0,
    X1,
    Y0,
    Y1,
    distance,
    marked,
    near_box,
    norm,
    winding,
)
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import (
    FINE,
    SNAP,
    heights_meet,
    is_floor,
    off_board,
    stand,
    terrain_there,
)
from counteract.table.kernels.tolls import is_rough

if TYPE_CHECKING:
    from counteract.table.kernels.outlines import Floats

# Columns of a node: its place, and the direction away from the corner it goes round (0, 0: it has none).
NX, NY, NZ, NOX, NOY, NODE = range(6)

#: Nodes keep this much clear of what they go round; more than rounding them to 0.001" can take away.
CLEAR = 0.002
#: A corner is gone round in turns of at most this much.
TURN = math.pi / 4


@plain
def rounded(v: float) -> float:
    """To 0.001", as places are kept."""
    return math.floor(v * 1000.0 + 0.5) / 1000.0


@kernel
def levels(parts: Floats) -> Floats:
    """The heights that can be stood on: the board floor and every vantage part's top, lowest first."""
    out = np.zeros(parts.shape[0] + 1)
    n = 1
    for p in range(parts.shape[0]):
        if marked(parts, p, VANTAGE) and not marked(parts, p, UNNOTICED):
            if np.all(np.abs(out[:n] - parts[p, TOP]) > SNAP):
                out[n] = parts[p, TOP]
                n += 1
    return np.sort(out[:n])


@kernel
def places(parts: Floats, corners: Floats, width: float, depth: float, r: float, height: float, spacing: float) -> Floats:
    """Rows (x, y, z) of the places of a lattice where a base could stand if it were alone, on every level.

    A floor too small to have one of its own gives its middle, and its corners drawn in by the base.
    """
    heights = levels(parts)
    columns, lines = int(width / spacing), int(depth / spacing)
    most = heights.shape[0] * (columns + 1) * (lines + 1) + 5 * parts.shape[0]
    out = np.empty((most, 3))
    n = 0
    for k in range(heights.shape[0]):
        for line in range(lines + 1):
            for column in range(columns + 1):
                x, y = rounded(column * spacing), rounded(line * spacing)
                n = _add_place(parts, corners, width, depth, r, height, x, y, heights[k], out, n)
    lattice = n
    for p in range(parts.shape[0]):
        if not marked(parts, p, VANTAGE) or marked(parts, p, UNNOTICED):
            continue
        alone = True
        for k in range(lattice):
            if is_floor(parts, p, out[k, 2]) and near_box(parts, p, out[k, 0], out[k, 1], 0.0):
                alone = False
        if alone:
            inset = r + CLEAR
            for x in (parts[p, X0] + inset, (parts[p, X0] + parts[p, X1]) / 2, parts[p, X1] - inset):
                for y in (parts[p, Y0] + inset, (parts[p, Y0] + parts[p, Y1]) / 2, parts[p, Y1] - inset):
                    if n < most:
                        x, y = rounded(x), rounded(y)
                        n = _add_place(parts, corners, width, depth, r, height, x, y, parts[p, TOP], out, n)
    return out[:n].copy()


@kernel
def _add_place(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    x: float,
    y: float,
    z: float,
    out: Floats,
    n: int,
) -> int:
    z = rounded(z)
    if z > SNAP:
        near = False
        for p in range(parts.shape[0]):
            near = near or (is_floor(parts, p, z) and near_box(parts, p, x, y, 0.0))
        if not near:
            return n
    nobody = np.empty((0, 6))
    if stand(parts, corners, width, depth, nobody, -1, x, y, z, r, height)[0] == FINE:
        out[n, 0], out[n, 1], out[n, 2] = x, y, z
        n += 1
    return n


@kernel
def nodes(parts: Floats, corners: Floats, width: float, depth: float, r: float, height: float, rough: bool, traverses: bool) -> Floats:
    """The places at which a shortest way may bend: round corners, along the rims of floors, at ladders, about rough ground.

    The way of one who traverses may also bend on top of things, and so as not to leave a feature only to come back to it.
    """
    heights = levels(parts)
    most = heights.shape[0] * (15 * corners.shape[0] + 4 * parts.shape[0]) + 1
    out = np.empty((most, NODE))
    n = 0
    for k in range(heights.shape[0]):
        z = heights[k]
        for p in range(parts.shape[0]):
            if is_in_way(parts, p, z, height):
                n = _round_corners(parts, corners, width, depth, r, height, traverses, p, z, r, out, n)
                if traverses and not marked(parts, p, BLOCKING):
                    n = _inner_corners(parts, corners, width, depth, r, height, p, z, out, n)
            if rough and is_rough(parts, p, z):
                n = _round_corners(parts, corners, width, depth, r, height, traverses, p, z, 0.0, out, n)
            if z > SNAP and is_floor(parts, p, z) and not marked(parts, p, UNNOTICED):
                # A base keeps its level as long as any of it is on the floor, so its centre may follow the rim.
                for c in range(int(parts[p, FIRST]), int(parts[p, LAST])):
                    x, y = corners[c, 0], corners[c, 1]
                    n = _add_node(parts, corners, width, depth, r, height, traverses, x, y, z, 0.0, 0.0, out, n)
            if marked(parts, p, LADDER) and parts[p, BOTTOM] <= z + SNAP and parts[p, TOP] >= z - SNAP:
                x, y = (parts[p, X0] + parts[p, X1]) / 2, (parts[p, Y0] + parts[p, Y1]) / 2
                dx, dy = (parts[p, X1] - parts[p, X0]) / 2 + r, (parts[p, Y1] - parts[p, Y0]) / 2 + r
                for ox, oy in ((dx, 0.0), (-dx, 0.0), (0.0, dy), (0.0, -dy)):
                    n = _add_node(parts, corners, width, depth, r, height, traverses, x + ox, y + oy, z, 0.0, 0.0, out, n)
    return out[:n].copy()


@plain
def is_in_way(parts: Floats, p: int, z: float, height: float) -> bool:
    """Whether a part is in the way of one who moves at some height."""
    return not marked(parts, p, UNNOTICED) and heights_meet(z, height, parts[p, BOTTOM], parts[p, TOP])


@plain
def _round_corners(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    traverses: bool,
    p: int,
    z: float,
    room: float,
    out: Floats,
    n: int,
) -> int:
    """Add nodes round each corner of a part that sticks out: the corners of a polygon about the arc of the centre.

    ``room`` is how far the centre keeps away.
    """
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    side = winding(corners, first, last)
    for c in range(first, last):
        a = c - 1 if c > first else last - 1
        b = c + 1 if c + 1 < last else first
        one = math.atan2(-side * (corners[c, 0] - corners[a, 0]), side * (corners[c, 1] - corners[a, 1]))
        other = math.atan2(-side * (corners[b, 0] - corners[c, 0]), side * (corners[b, 1] - corners[c, 1]))
        turn = side * (other - one)
        if turn > math.pi:
            turn -= 2 * math.pi
        elif turn < -math.pi:
            turn += 2 * math.pi
        if turn <= TOUCH:
            continue
        bends = math.ceil(turn / TURN - TOUCH)
        away = (room + CLEAR) / math.cos(turn / bends / 2)
        for k in range(bends):
            angle = one + side * turn * (k + 0.5) / bends
            ox, oy = math.cos(angle), math.sin(angle)
            x, y = corners[c, 0] + away * ox, corners[c, 1] + away * oy
            n = _add_node(parts, corners, width, depth, r, height, traverses, x, y, z, ox, oy, out, n)
    return n


@plain
def _inner_corners(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    p: int,
    z: float,
    out: Floats,
    n: int,
) -> int:
    """Add nodes for a centre that keeps just near enough to a feature to overlap it: where it turns from part p to another."""
    for q in range(p, parts.shape[0]):
        if parts[q, FEATURE] != parts[p, FEATURE] or marked(parts, q, BLOCKING) or not is_in_way(parts, q, z, height):
            continue
        for c in range(int(parts[p, FIRST]), int(parts[p, LAST])):
            for d in range(int(parts[q, FIRST]), int(parts[q, LAST])):
                x, y = _meeting(parts, corners, p, c, q, d, r - CLEAR)
                if not math.isnan(x) and _on_rim(parts, corners, p, x, y, z, height, r - 2 * CLEAR):
                    n = _add_node(parts, corners, width, depth, r, height, True, x, y, z, 0.0, 0.0, out, n)
    return n


@plain
def _beside(parts: Floats, corners: Floats, p: int, c: int, room: float) -> tuple[float, float, float, float, float]:
    """The line along the edge of a part that ends at a corner, so far outside: where it begins, its direction, its length."""
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    a = c - 1 if c > first else last - 1
    dx, dy = corners[c, 0] - corners[a, 0], corners[c, 1] - corners[a, 1]
    length = max(TINY, norm(dx, dy))
    ux, uy = dx / length, dy / length
    out = room * winding(corners, first, last)
    return corners[a, 0] + out * uy, corners[a, 1] - out * ux, ux, uy, length


@plain
def _meeting(parts: Floats, corners: Floats, p: int, c: int, q: int, d: int, room: float) -> tuple[float, float]:
    """Where two such lines, along an edge of part p and one of part q, cross; NaN if they do not."""
    ax, ay, ux, uy, one = _beside(parts, corners, p, c, room)
    bx, by, vx, vy, other = _beside(parts, corners, q, d, room)
    cross = ux * vy - uy * vx
    if abs(cross) > TOUCH:
        s, t = ((bx - ax) * vy - (by - ay) * vx) / cross, ((bx - ax) * uy - (by - ay) * ux) / cross
        if -TOUCH <= s <= one + TOUCH and -TOUCH <= t <= other + TOUCH:
            return ax + s * ux, ay + s * uy
    return math.nan, math.nan


@plain
def _on_rim(parts: Floats, corners: Floats, p: int, x: float, y: float, z: float, height: float, least: float) -> bool:
    """Whether a point is no nearer than this to anything of the feature of part p."""
    for q in range(parts.shape[0]):
        if parts[q, FEATURE] == parts[p, FEATURE] and is_in_way(parts, q, z, height) and near_box(parts, q, x, y, least):
            if distance(parts, corners, q, x, y) < least:
                return False
    return True


@plain
def _add_node(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    r: float,
    height: float,
    traverses: bool,
    x: float,
    y: float,
    z: float,
    ox: float,
    oy: float,
    out: Floats,
    n: int,
) -> int:
    x, y, z = rounded(x), rounded(y), rounded(z)
    if n >= out.shape[0] or not passable(parts, corners, width, depth, x, y, z, r, height, traverses):
        return n
    for k in range(n):
        if out[k, NX] == x and out[k, NY] == y and out[k, NZ] == z:
            return n
    out[n, NX], out[n, NY], out[n, NZ], out[n, NOX], out[n, NOY] = x, y, z, ox, oy
    return n + 1


@plain
def passable(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    x: float,
    y: float,
    z: float,
    r: float,
    height: float,
    traverses: bool,
) -> bool:
    """Whether a base can be here on its way: not in terrain that it does not traverse, and with something of it on a floor."""
    if off_board(width, depth, x, y, r) or terrain_there(parts, corners, x, y, z, r, height, traverses) >= 0:
        return False
    if z <= SNAP:
        return True
    for p in range(parts.shape[0]):
        if is_floor(parts, p, z) and near_box(parts, p, x, y, r):
            if distance(parts, corners, p, x, y) < r - TOUCH:
                return True
    return False
