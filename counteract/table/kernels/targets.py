"""Compiled answer to what a shooter asks of an enemy in sight: does it hide, and behind what."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.screen import POINTS, screen
from counteract.table.kernels.sight import gap
from counteract.table.shapes import TOLERANCE

Array = NDArray[np.float64]
Bytes = NDArray[np.uint8]

# What a body is to somebody who looks at it: out of sight, in the open, behind parts of the kind that may be looked
# over, or in full cover.
HIDDEN, OPEN, SCREENED, COVERED = 0, 1, 2, 3


@kernel
def exposure(parts: Array, corners: Array, bodies: Array, i: int, j: int, near: float, close: float, low: Bytes) -> int:
    """What body j, which i sees, is to it if it makes use of terrain.

    Terrain hides it if from every point of i's base something covers it within ``near`` of it; never within ``close``
    of i. Parts with a non-zero byte in ``low`` are the ones that may be looked over.
    """
    if gap(bodies, i, j) <= close + TOLERANCE:
        return OPEN
    nothing, everything = np.zeros(len(parts), np.uint8), np.ones(len(parts), np.uint8)
    masks = np.empty((POINTS, len(parts)), np.uint8)
    if screen(parts, corners, bodies, i, j, near, nothing, everything, masks)[0] >= 0:
        return OPEN
    if screen(parts, corners, bodies, i, j, near, low, everything, masks)[0] >= 0:
        return SCREENED
    return COVERED


def warm() -> None:
    """Compile the kernel, or load it from the disk, by using it once."""
    parts = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]])
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    exposure(parts, corners, bodies, 0, 1, 1.0, 2.0, np.zeros(1, np.uint8))
