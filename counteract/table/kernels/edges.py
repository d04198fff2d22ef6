"""Edges that one may fall from, and where one lands.

Solid is what a base cannot stand in (``standing.terrain_there``): every part that is neither insignificant nor flat.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.ground import rounded
from counteract.table.kernels.outlines import BODILESS, BOTTOM, FIRST, LAST, TOP, TOUCH, distance, inside, marked, near_box, norm, winding
from counteract.table.kernels.plain import plain
from counteract.table.kernels.sight import _clip
from counteract.table.kernels.standing import FINE, SEAM, SNAP, _leaves, base_there, off_board, stand
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.outlines import Floats

#: A landing place is looked for on rings this far apart, on so many places of each.
RING = 0.05
TURNS = 120


# --- edges --------------------------------------------------------------------------------------


@plain
def _bears(parts: Floats, p: int, low: float, high: float) -> bool:
    """Whether there is no drop where part p is: its top is no lower than low, and it does not hang above high."""
    return bool(parts[p, TOP] >= low and parts[p, BOTTOM] <= high and not marked(parts, p, BODILESS))


@plain
def _bearer(parts: Floats, corners: Floats, x: float, y: float, low: float, high: float) -> int:
    """A part that bears at a point, or -1."""
    for p in range(parts.shape[0]):
        if _bears(parts, p, low, high) and near_box(parts, p, x, y, 0.0):
            if inside(corners, int(parts[p, FIRST]), int(parts[p, LAST]), x, y):
                return p
    return -1


@plain
def near_edge(parts: Floats, corners: Floats, width: float, depth: float, x: float, y: float, z: float, reach: float, drop: float) -> bool:
    """Whether the ground lies more than ``drop`` below z anywhere on the board within reach of a point.

    It does nowhere if a part bears at the point, and where the outline of such a part comes within reach another one
    bears just beyond it. Neither a step of ``drop`` in the ground nor a part that rises above z is a drop; what hangs
    above z makes no difference.
    """
    low, high, rho = z - drop - TOLERANCE, z + SNAP, reach + TOLERANCE
    if low <= 0.0:
        return False
    if _bearer(parts, corners, x, y, low, high) < 0:
        # The point may lie exactly on a seam, which belongs to neither side for a counting test.
        if _bearer(parts, corners, x + SEAM, y + SEAM / 2, low, high) < 0:
            return True
    for p in range(parts.shape[0]):
        if not _bears(parts, p, low, high) or not near_box(parts, p, x, y, rho):
            continue
        first, last = int(parts[p, FIRST]), int(parts[p, LAST])
        side = winding(corners, first, last)
        k = last - 1
        for c in range(first, last):
            if _drops(parts, corners, width, depth, k, c, side, x, y, rho, low, high):
                return True
            k = c
    return False


@plain
def _drops(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    k: int,
    c: int,
    side: float,
    x: float,
    y: float,
    rho: float,
    low: float,
    high: float,
) -> bool:
    """Whether nothing bears somewhere just outside the edge k-c, nearer than rho to a point and on the board."""
    ex, ey = corners[c, 0] - corners[k, 0], corners[c, 1] - corners[k, 1]
    length = norm(ex, ey)
    if length == 0.0:
        return False
    ux, uy = ex / length, ey / length
    ox, oy = corners[k, 0] + side * uy * SEAM, corners[k, 1] - side * ux * SEAM
    across, along = ux * (y - oy) - uy * (x - ox), ux * (x - ox) + uy * (y - oy)
    if abs(across) >= rho:
        return False
    half = math.sqrt(rho * rho - across * across)
    t, end = max(0.0, along - half), min(length, along + half)
    t, end = _clip(ox, ux, 0.0, width, t, end)
    t, end = _clip(oy, uy, 0.0, depth, t, end)
    while t < end - SEAM:
        t += SEAM / 10
        p = _bearer(parts, corners, ox + t * ux, oy + t * uy, low, high)
        if p < 0:
            # Twice, since a point on the seam of two other parts is in neither.
            t += SEAM / 10
            p = _bearer(parts, corners, ox + t * ux, oy + t * uy, low, high)
            if p < 0:
                return True
        t = _leaves(parts, corners, p, ox, oy, ux, uy, t)
    return False


# --- falling ------------------------------------------------------------------------------------


@plain
def _ground(parts: Floats, corners: Floats, x: float, y: float, z: float, r: float) -> float:
    """The height at which a base that falls from z first meets something; above z if it is in the way of falling."""
    level = 0.0
    for p in range(parts.shape[0]):
        if parts[p, TOP] <= level or parts[p, BOTTOM] >= z - TOUCH or not near_box(parts, p, x, y, r) or marked(parts, p, BODILESS):
            continue
        if distance(parts, corners, p, x, y) < r - TOUCH:
            level = parts[p, TOP]
    return level


@plain
def landing(
    parts: Floats,
    corners: Floats,
    width: float,
    depth: float,
    bodies: Floats,
    i: int,
    x: float,
    y: float,
    z: float,
    r: float,
    height: float,
    drop: float,
) -> tuple[float, float, float]:
    """Where a base lands that falls from a place by more than ``drop``; with a negative height if nowhere.

    That is the nearest place in plan where it can stand on the first thing it meets in falling: on the first ring with
    any, on the highest of these, the one with the smallest angle. Body ``i`` is the one that falls; -1 for none.
    """
    farthest = norm(max(x, width - x), max(y, depth - y))
    ring = 0
    while ring * RING <= farthest:
        best_x, best_y, best = x, y, -1.0
        for turn in range(TURNS if ring > 0 else 1):
            angle = 2.0 * math.pi * turn / TURNS
            px, py = rounded(x + ring * RING * math.cos(angle)), rounded(y + ring * RING * math.sin(angle))
            if off_board(width, depth, px, py, r):
                continue
            level = _ground(parts, corners, px, py, z, r)
            if level <= best + SNAP or z - level <= drop + TOLERANCE:
                continue
            if stand(parts, corners, width, depth, bodies, i, px, py, level, r, height)[0] == FINE:
                best_x, best_y, best = px, py, level
        if best >= 0.0:
            return best_x, best_y, best
        ring += 1
    return x, y, -1.0


def warm() -> None:
    """Compile every kernel of edges and falls, or load it from the disk, by using it once."""
    parts = np.array([[1.0, 1.0, 4.0, 4.0, 0.0, 3.0, 1.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, 1.0], [4.0, 1.0], [4.0, 4.0], [1.0, 4.0]])
    bodies = np.array([[2.0, 2.0, 3.0, 0.5, 1.5, 0.0]])
    near_edge(parts, corners, 9.0, 9.0, 2.0, 2.0, 3.0, 1.5, 1.5)
    landing(parts, corners, 9.0, 9.0, bodies, 0, 2.0, 2.0, 3.0, 0.5, 1.5, 1.5)
    base_there(bodies, -1, 2.0, 2.0, 3.0, 0.5, 1.5)
