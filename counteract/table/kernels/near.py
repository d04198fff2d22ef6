"""Who is near whom: distances between bases, with nothing in between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.outlines import RADIUS, SIDE, X, Y, Z, norm
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.kernels.outlines import Floats


@kernel
def gaps(bodies: Floats, i: int) -> Floats:
    """The distance from one body to every other, base edge to base edge; infinite to those not on the table."""
    out = np.full(bodies.shape[0], np.inf)
    for j in range(bodies.shape[0]):
        if bodies[j, RADIUS] >= 0.0:
            flat = max(0.0, norm(bodies[j, X] - bodies[i, X], bodies[j, Y] - bodies[i, Y]) - bodies[i, RADIUS] - bodies[j, RADIUS])
            out[j] = norm(flat, bodies[j, Z] - bodies[i, Z])
    return out


@kernel
def enemies_within(bodies: Floats, reach: float) -> NDArray[np.int64]:
    """All pairs of enemies no further apart than this, each once, the one of the lower number first."""
    n = bodies.shape[0]
    out = np.empty((n * n, 2), np.int64)
    found = 0
    for i in range(n):
        if bodies[i, RADIUS] < 0.0:
            continue
        for j in range(i + 1, n):
            if bodies[j, RADIUS] < 0.0 or bodies[j, SIDE] == bodies[i, SIDE]:
                continue
            dx, dy, dz = bodies[j, X] - bodies[i, X], bodies[j, Y] - bodies[i, Y], bodies[j, Z] - bodies[i, Z]
            wide = bodies[i, RADIUS] + bodies[j, RADIUS]
            if abs(dx) > wide + reach + 1.0 or abs(dy) > wide + reach + 1.0:
                continue
            flat = max(0.0, norm(dx, dy) - wide)
            if norm(flat, dz) <= reach + TOLERANCE:
                out[found, 0], out[found, 1] = i, j
                found += 1
    return out[:found].copy()


def warm() -> None:
    """Make these kernels ready."""
    bodies = np.array([[2.0, 3.0, 0.0, 0.5, 1.5, 0.0], [7.0, 3.0, 0.0, 0.5, 1.5, 1.0]])
    gaps(bodies, 0)
    enemies_within(bodies, 1.0)
