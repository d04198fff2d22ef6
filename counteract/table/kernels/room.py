"""Whether there is room for one more base beside a body."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.ground import levels
from counteract.table.kernels.outlines import HEIGHT, RADIUS, TINY, X, Y, Z, norm
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import FINE, stand

if TYPE_CHECKING:
    from counteract.table.kernels.outlines import Floats

#: So many gaps are tried, from the nearest to the farthest, in so many directions.
GAPS, AROUND = 9, 120
#: Bases that touch do not overlap, but rounding may make them.
APART = 0.001


@kernel
def room_beside(parts: Floats, corners: Floats, width: float, depth: float, bodies: Floats, i: int, j: int, reach: float) -> bool:
    """Whether body i could stand within reach of body j, the others being where they are, on any level near enough.

    In a crowd the room that is left has a corner where two bases are touched, or one at the end of the reach.
    """
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    heights = levels(parts)
    for k in range(heights.shape[0]):
        z = heights[k]
        up = abs(z - bodies[j, Z])
        if up > reach:
            continue
        near, far = r + bodies[j, RADIUS] + APART, r + bodies[j, RADIUS] + math.sqrt(reach * reach - up * up)
        for n in range(GAPS):
            away = near + (far - near) * n / (GAPS - 1)
            for turn in range(AROUND):
                angle = 2 * math.pi * turn / AROUND
                x, y = bodies[j, X] + away * math.cos(angle), bodies[j, Y] + away * math.sin(angle)
                if stand(parts, corners, width, depth, bodies, i, x, y, z, r, height)[0] == FINE:
                    return True
        circles = _circles(bodies, i, j, far)
        for a in range(circles.shape[0]):
            for b in range(a):
                for side in (1.0, -1.0):
                    x, y = _crossing(circles[a], circles[b], side)
                    if norm(x - bodies[j, X], y - bodies[j, Y]) <= far + TINY:  # never so for NaN
                        if stand(parts, corners, width, depth, bodies, i, x, y, z, r, height)[0] == FINE:
                            return True
    return False


@kernel
def _circles(bodies: Floats, i: int, j: int, far: float) -> Floats:
    """Where the centre of body i is when it just touches others near body j, and how far from that it may be: x, y, radius."""
    out = np.empty((bodies.shape[0] + 1, 3))
    out[0] = bodies[j, X], bodies[j, Y], far
    n = 1
    for k in range(bodies.shape[0]):
        out[n] = bodies[k, X], bodies[k, Y], bodies[i, RADIUS] + bodies[k, RADIUS] + TINY
        if k != i and bodies[k, RADIUS] >= 0.0 and norm(out[n, 0] - out[0, 0], out[n, 1] - out[0, 1]) < far + out[n, 2]:
            n += 1
    return out[:n]


@plain
def _crossing(a: Floats, b: Floats, side: float) -> tuple[float, float]:
    """One of the two points where two circles cross; NaN if they do not."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    d = norm(dx, dy)
    if d < TINY or d > a[2] + b[2] or d < abs(a[2] - b[2]):
        return math.nan, math.nan
    along = (d * d + a[2] * a[2] - b[2] * b[2]) / (2 * d)
    across = side * math.sqrt(max(0.0, a[2] * a[2] - along * along))
    return a[0] + (along * dx - across * dy) / d, a[1] + (along * dy + across * dx) / d
