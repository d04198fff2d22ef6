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
# What terrain does for a body in sight where obscuring it counts for more than covering it.
NOTHING, COVERS_IT, OBSCURES_IT = 0, 1, 2


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
    if screen(parts, corners, bodies, i, j, near, near, nothing, everything, masks)[0] >= 0:
        return OPEN
    if screen(parts, corners, bodies, i, j, near, near, low, everything, masks)[0] >= 0:
        return SCREENED
    return COVERED


@kernel
def screened(parts: Array, corners: Array, bodies: Array, i: int, j: int, near: float, far: float, close: float, low: Bytes) -> int:
    """What terrain does for body j, which i sees, from the point of i's base that suits i best.

    If it is obscured from every point of i's base, that is it; else what counts is whether from some such point it is not
    covered either. Nothing covers it within ``close`` of i. Parts with a non-zero byte in ``low`` obscure nothing.
    """
    masks = np.empty((POINTS, len(parts)), np.uint8)
    no_cover = np.zeros(len(parts), np.uint8)
    if gap(bodies, i, j) <= close + TOLERANCE:
        no_cover[:] = 1
    clear, _, unobscured = screen(parts, corners, bodies, i, j, near, far, no_cover, low, masks)
    if clear >= 0:
        return NOTHING
    return COVERS_IT if unobscured >= 0 else OBSCURES_IT


def warm() -> None:
    """Compile the kernel, or load it from the disk, by using it once."""
    parts = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]])
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    exposure(parts, corners, bodies, 0, 1, 1.0, 2.0, np.zeros(1, np.uint8))
    screened(parts, corners, bodies, 0, 1, 1.0, 2.0, 2.0, np.zeros(1, np.uint8))
