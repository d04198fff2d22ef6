"""Whether there is room for one more base beside a body."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.ground import levels
from counteract.table.kernels.nooks import nooks
from counteract.table.kernels.outlines import HEIGHT, RADIUS, X, Y, Z, norm
from counteract.table.kernels.standing import FINE, stand
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.outlines import Floats

#: So many gaps are tried, from the nearest to the farthest, in so many directions.
GAPS, AROUND = 9, 120
#: Bases that touch do not overlap, but rounding may make them.
APART = 0.001


@kernel
def room_beside(parts: Floats, corners: Floats, width: float, depth: float, bodies: Floats, i: int, j: int, reach: float) -> bool:
    """Whether body i could stand within reach of body j, the others being where they are, on any level near enough."""
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
        if _nook_near(parts, corners, width, depth, bodies, i, j, z, far):
            return True
    return False


@kernel
def _nook_near(parts: Floats, corners: Floats, width: float, depth: float, bodies: Floats, i: int, j: int, z: float, far: float) -> bool:
    """Whether body i just fits somewhere at a height, its centre no further than this from that of body j."""
    x, y = bodies[j, X], bodies[j, Y]
    box, rings = np.array((x - far, y - far, x + far, y + far)), np.array(((x, y, far),))
    found = nooks(parts, corners, width, depth, bodies, i, bodies[i, RADIUS], bodies[i, HEIGHT], z, box, rings)
    for k in range(found.shape[0]):
        if norm(found[k, 0] - x, found[k, 1] - y) <= far + TOLERANCE:
            return True
    return False
