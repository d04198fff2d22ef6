"""Distances between the edges of bases, from the array of bodies: one pair, one body to all, and pairs of enemies within a distance."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import RADIUS, SIDE, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.polygons import norm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.units import Floats


# --- who is near whom ---------------------------------------------------------------------------


@allocation_free
def flat_gap(bodies: Floats, i: int, j: int) -> float:
    """Return the distance in plan between the edges of two bases; 0 if they overlap."""
    away = hypot(bodies[i, X] - bodies[j, X], bodies[i, Y] - bodies[j, Y])
    between: float = away - bodies[i, RADIUS] - bodies[j, RADIUS]
    return max(0.0, between)


@allocation_free
def gap(bodies: Floats, i: int, j: int) -> float:
    """Return the straight distance between the edges of two bases, which may be on different floors."""
    return hypot(flat_gap(bodies, i, j), bodies[i, Z] - bodies[j, Z])


@kernel
def measure_gaps(bodies: Floats, i: int) -> Floats:
    """Return the gap from one body to every other; infinite to those off the table."""
    out = np.full(bodies.shape[0], np.inf)
    for j in range(bodies.shape[0]):
        if bodies[j, RADIUS] >= 0.0:
            flat = max(0.0, norm(bodies[j, X] - bodies[i, X], bodies[j, Y] - bodies[i, Y]) - bodies[i, RADIUS] - bodies[j, RADIUS])
            out[j] = norm(flat, bodies[j, Z] - bodies[i, Z])
    return out


@kernel
def find_enemies_within(bodies: Floats, reach: float) -> NDArray[np.int64]:
    """Return all pairs of enemies at most this far apart, each once, the lower number first."""
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
    """Compile these kernels, or load them from disk, by calling each once."""
    bodies = np.array([[2.0, 3.0, 0.0, 0.5, 1.5, 0.0], [7.0, 3.0, 0.0, 0.5, 1.5, 1.0]])
    measure_gaps(bodies, 0)
    find_enemies_within(bodies, 1.0)
