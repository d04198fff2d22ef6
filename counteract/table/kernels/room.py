"""Whether there is room for one more base beside a body."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.ground import levels
from counteract.table.kernels.outlines import HEIGHT, RADIUS, X, Y, Z
from counteract.table.kernels.standing import FINE, stand

if TYPE_CHECKING:
    from counteract.table.kernels.outlines import Floats

#: So many gaps are tried, from the nearest to the farthest, in so many directions.
GAPS, AROUND = 9, 72
#: Bases that touch do not overlap, but rounding may make them.
APART = 0.001


@kernel
def room_beside(parts: Floats, corners: Floats, width: float, depth: float, bodies: Floats, i: int, j: int, reach: float) -> bool:
    """Whether body i could stand within reach of body j, the others being where they are, on any level near enough."""
    r, height = bodies[i, RADIUS], bodies[i, HEIGHT]
    heights = levels(parts)
    for k in range(heights.shape[0]):
        up = abs(heights[k] - bodies[j, Z])
        if up > reach:
            continue
        widest = math.sqrt(reach * reach - up * up)
        for n in range(GAPS):
            away = r + bodies[j, RADIUS] + APART + (widest - APART) * n / (GAPS - 1)
            for turn in range(AROUND):
                angle = 2 * math.pi * turn / AROUND
                x, y = bodies[j, X] + away * math.cos(angle), bodies[j, Y] + away * math.sin(angle)
                if stand(parts, corners, width, depth, bodies, i, x, y, heights[k], r, height)[0] == FINE:
                    return True
    return False
