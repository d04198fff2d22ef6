"""Visible spots of many viewpoints, by line of sight or ray casting from each in turn, from parts, corners, bodies, viewpoints and spots."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from counteract.table.kernels.arrays import RADIUS, X, Y, Z
from counteract.table.kernels.compiler import kernel
from counteract.table.kernels.ray_casting import count_clear_rays
from counteract.table.kernels.sight import see

if TYPE_CHECKING:
    from counteract.table.units import Floats


@kernel
def mark_visible(
    parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, eyes: Floats, spots: Floats, inches: float, rays: bool
) -> NDArray[np.bool_]:
    """Return for every spot if body i at one of the ``eyes`` sees body j there, at most so far from its base.

    With ``rays`` other bodies block too. Both bodies are moved about.
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
            if count_clear_rays(parts, corners, bodies, i, j, -1.0)[0] > 0 if rays else see(parts, corners, bodies, i, j) >= 0:
                seen[k], last = True, eye
                break
    return seen


def warm() -> None:
    """Compile this kernel, or load it from disk, by calling it once."""
    parts, corners = np.empty((0, 10)), np.empty((0, 2))
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    mark_visible(parts, corners, bodies, 0, 1, np.zeros((1, 3)), np.zeros((1, 3)), 9.0, False)
