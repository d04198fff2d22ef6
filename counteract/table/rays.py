"""Looking along rays, for people: how much of a figure is seen, what hides the rest, and what lies between two bases.

>>> from counteract.table.shapes import Body, Round
>>> from counteract.table.sight import pack
>>> from counteract.table.terrain import Board, Part, Terrain
>>> crate = Part(
...     id="crate", feature="crate", footprint=((7, 4), (8, 4), (8, 6), (7, 6)), top=1.0, kind="light"
... )
>>> table = Terrain(Board(10, 10), (crate,))
>>> bodies = pack([Body(1, 5, 0, Round(0.5), 1.5), Body(9, 5, 0, Round(0.5), 1.5)])
>>> seen = look(table, bodies, 0, 1)
>>> seen.clear, seen.obscured, seen.sheltered
(3, True, True)
>>> seen.blockers
(Blocker(part='crate', body=None, rays=6, away=0.5),)
>>> between(table, bodies, 0, 1)
'crate'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from counteract.table.kernels import rays as kernels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from counteract.table.shapes import Point
    from counteract.table.terrain import Terrain

#: The rays, those nearest to the middle of what is looked at first.
_FROM_THE_MIDDLE = (4, 7, 1, 3, 5, 6, 8, 0, 2)


class Blocker(msgspec.Struct, frozen=True):
    """A part, or the number of a body, that hides something: on how many rays, and how far from the base looked at."""

    part: str | None
    body: int | None
    rays: int
    away: float


class Look(msgspec.Struct, frozen=True):
    """How one body sees another: how many of nine rays are clear, what blocks the others, and whether from near by."""

    clear: int
    sheltered: bool
    blockers: tuple[Blocker, ...] = ()

    @property
    def visible(self) -> bool:
        return self.clear > 0

    @property
    def obscured(self) -> bool:
        """Whether some of it is seen and some is not."""
        return 0 < self.clear < kernels.RAYS


def look(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int, near: float = 1.0) -> Look:
    """How body ``i`` sees body ``j``, which is sheltered by what is within ``near`` of its base."""
    parts, corners = terrain.parts_array, terrain.corners_array
    clear, sheltered = kernels.view(parts, corners, bodies, i, j, float(near))
    if clear == kernels.RAYS or min(bodies[i, 3], bodies[j, 3]) < 0:
        return Look(clear, sheltered)
    rays = kernels.fan(bodies, i, j)
    blockers: list[Blocker] = []
    for p, part in enumerate(terrain.parts):
        bits = kernels.part_blocks(parts, corners, p, rays, kernels.ALL)
        if bits:
            blockers.append(Blocker(part.id, None, bits.bit_count(), round(kernels.part_away(parts, corners, p, bodies, j), 6)))
    for b in range(len(bodies)):
        bits = 0 if b in (i, j) else kernels.body_blocks(bodies, b, rays, kernels.ALL)
        if bits:
            blockers.append(Blocker(None, b, bits.bit_count(), round(kernels.body_away(bodies, b, j), 6)))
    return Look(clear, sheltered, tuple(blockers))


def line(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int) -> tuple[Point, Point]:
    """A ray from the eye of body ``i`` to body ``j`` that is clear, the nearest to the middle; if none is, the middle one."""
    rays = kernels.fan(bodies, i, j)
    k = next((k for k in _FROM_THE_MIDDLE if not _is_blocked(terrain, bodies, i, j, rays, 1 << k)), _FROM_THE_MIDDLE[0])
    return (rays.ax, rays.ay, rays.az), kernels.ray_end(rays, k)


def _is_blocked(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int, rays: kernels.Fan, ray: int) -> bool:
    parts, corners = terrain.parts_array, terrain.corners_array
    if any(kernels.part_blocks(parts, corners, p, rays, ray) for p in range(len(parts))):
        return True
    return any(b not in (i, j) and kernels.body_blocks(bodies, b, rays, ray) for b in range(len(bodies)))


def between(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int) -> str | None:
    """The part, on which neither stands, that the straight line between the centres of two bases runs through.

    A line along the floor runs through what stands on it, but not through the floor.
    """
    number = kernels.between(terrain.parts_array, terrain.corners_array, bodies, i, j)
    return None if number < 0 else terrain.parts[number].id
