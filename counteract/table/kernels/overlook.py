"""Compiled geometry of overlooking: of many spots, which could be seen from one of many places."""

from __future__ import annotations

from math import hypot

import numpy as np
from numpy.typing import NDArray

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.outlines import RADIUS, X, Y, Z
from counteract.table.kernels.rays import view
from counteract.table.kernels.sight import see

Array = NDArray[np.float64]


@kernel
def overlook(parts: Array, corners: Array, bodies: Array, i: int, j: int, eyes: Array, spots: Array, inches: float, rays: bool) -> NDArray[np.bool_]:
    """Of every spot whether body i, standing at one of the ``eyes``, sees body j there, the spot so far from its base at most.

    Along ``rays`` other bodies are in the way too. Both bodies are moved about.
    """
    seen = np.zeros(len(spots), np.bool_)
    last = 0  # whence one spot is seen, most likely the next one is
    for k in range(len(spots)):
        bodies[j, X], bodies[j, Y], bodies[j, Z] = spots[k]
        for n in range(len(eyes)):
            eye = (last + n) % len(eyes)
            x, y, z = eyes[eye]
            away = max(0.0, hypot(spots[k, X] - x, spots[k, Y] - y) - bodies[i, RADIUS])
            if hypot(away, spots[k, Z] - z) > inches:
                continue
            bodies[i, X], bodies[i, Y], bodies[i, Z] = x, y, z
            if view(parts, corners, bodies, i, j, -1.0)[0] > 0 if rays else see(parts, corners, bodies, i, j) >= 0:
                seen[k], last = True, eye
                break
    return seen


def warm() -> None:
    """Compile it, or load it from the disk, by using it once."""
    parts, corners = np.empty((0, 10)), np.empty((0, 2))
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    overlook(parts, corners, bodies, 0, 1, np.zeros((1, 3)), np.zeros((1, 3)), 9.0, False)
