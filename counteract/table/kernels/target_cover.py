"""Cover of one target as a single verdict, by ``find_clear_points``, from parts, corners and bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.compiler import kernel
from counteract.table.kernels.cover import BASE_POINTS, find_clear_points
from counteract.table.kernels.distances import gap

if TYPE_CHECKING:
    from counteract.table.units import Bytes, Floats

# Exposure of a body: out of sight, in the open, behind low parts that may be looked over, or in full cover.
HIDDEN, OPEN, LOW_COVER, FULL_COVER = 0, 1, 2, 3
# Effect of terrain on a body in sight; obscuring outweighs cover.
CLEAR, IN_COVER, OBSCURED = 0, 1, 2


@kernel
def classify_exposure(parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, near: float, close: float, low: Bytes) -> int:
    """Return the exposure of body j, which i sees, if it makes use of terrain.

    It is in cover if from every point of i's base some part within ``near`` covers it; never within ``close`` of i. Parts with a
    non-zero byte in ``low`` may be looked over.
    """
    if gap(bodies, i, j) <= close + TOLERANCE:
        return OPEN
    nothing, everything = np.zeros(len(parts), np.uint8), np.ones(len(parts), np.uint8)
    masks = np.empty((BASE_POINTS, len(parts)), np.uint8)
    if find_clear_points(parts, corners, bodies, i, j, near, near, nothing, everything, masks)[0] >= 0:
        return OPEN
    if find_clear_points(parts, corners, bodies, i, j, near, near, low, everything, masks)[0] >= 0:
        return LOW_COVER
    return FULL_COVER


@kernel
def classify_cover(parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, near: float, far: float, close: float, low: Bytes) -> int:
    """Return the effect of terrain on body j, which i sees, from the point of i's base that suits i best.

    It is obscured if it is so from every point of i's base; else it is clear if from some point it has no cover either. Nothing covers
    it within ``close`` of i. Parts with a non-zero byte in ``low`` obscure nothing.
    """
    masks = np.empty((BASE_POINTS, len(parts)), np.uint8)
    no_cover = np.zeros(len(parts), np.uint8)
    if gap(bodies, i, j) <= close + TOLERANCE:
        no_cover[:] = 1
    clear, _, unobscured = find_clear_points(parts, corners, bodies, i, j, near, far, no_cover, low, masks)
    if clear >= 0:
        return CLEAR
    return IN_COVER if unobscured >= 0 else OBSCURED


def warm() -> None:
    """Compile these kernels, or load them from disk, by calling each once."""
    parts = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]])
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    classify_exposure(parts, corners, bodies, 0, 1, 1.0, 2.0, np.zeros(1, np.uint8))
    classify_cover(parts, corners, bodies, 0, 1, 1.0, 2.0, 2.0, np.zeros(1, np.uint8))
