"""Ray casting: the share of a figure that is visible along nine rays, its blockers, and the terrain between two bases.

>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> from counteract.table.terrain import Board, Part, Terrain
>>> crate = Part(
...     id="crate", feature="crate", footprint=((7, 4), (8, 4), (8, 6), (7, 6)), top=1.0, kind="light"
... )
>>> table = Terrain(Board(10, 10), (crate,))
>>> bodies = pack_bodies([Body(1, 5, 0, Round(0.5), 1.5), Body(9, 5, 0, Round(0.5), 1.5)])
>>> seen = cast_rays(table, bodies, 0, 1)
>>> seen.clear, seen.obscured, seen.sheltered
(3, True, True)
>>> seen.blockers
(Blocker(part='crate', body=None, rays=6, away=0.5),)
>>> find_part_between(table, bodies, 0, 1)
'crate'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from counteract.table.kernels import ray_casting as kernels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from counteract.core.state import Point
    from counteract.table.terrain import Terrain

#: The rays, those nearest to the middle of what is looked at first.
_MIDDLE_FIRST = (4, 7, 1, 3, 5, 6, 8, 0, 2)


class Blocker(msgspec.Struct, frozen=True):
    """A part or the number of a body that blocks rays: how many, and its distance from the target's base."""

    part: str | None
    body: int | None
    rays: int
    away: float


class Visibility(msgspec.Struct, frozen=True):
    """The view of one body by another: the clear rays of nine, the blockers of the rest, and shelter near the target."""

    clear: int
    sheltered: bool
    blockers: tuple[Blocker, ...] = ()

    @property
    def visible(self) -> bool:
        return self.clear > 0

    @property
    def obscured(self) -> bool:
        """True if the target is partly visible."""
        return 0 < self.clear < kernels.RAYS


def cast_rays(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int, near: float = 1.0) -> Visibility:
    """Return the view that body ``i`` has of body ``j``, which is sheltered by blockers within ``near`` of its base."""
    parts, corners = terrain.parts_array, terrain.corners_array
    clear, sheltered = kernels.count_clear_rays(parts, corners, bodies, i, j, float(near))
    if clear == kernels.RAYS or min(bodies[i, 3], bodies[j, 3]) < 0:
        return Visibility(clear, sheltered)
    rays = kernels.aim_rays(bodies, i, j)
    blockers: list[Blocker] = []
    for p, part in enumerate(terrain.parts):
        bits = kernels.find_rays_blocked_by_part(parts, corners, p, rays, kernels.ALL_RAYS)
        if bits:
            blockers.append(Blocker(part.id, None, bits.bit_count(), round(kernels.measure_part_distance(parts, corners, p, bodies, j), 6)))
    for b in range(len(bodies)):
        bits = 0 if b in (i, j) else kernels.find_rays_blocked_by_body(bodies, b, rays, kernels.ALL_RAYS)
        if bits:
            blockers.append(Blocker(None, b, bits.bit_count(), round(kernels.measure_body_distance(bodies, b, j), 6)))
    return Visibility(clear, sheltered, tuple(blockers))


def choose_ray(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int) -> tuple[Point, Point]:
    """Return the clear ray from body ``i`` to body ``j`` that is nearest to the middle, or the middle one if none is clear."""
    rays = kernels.aim_rays(bodies, i, j)
    k = next((k for k in _MIDDLE_FIRST if not _is_blocked(terrain, bodies, i, j, rays, 1 << k)), _MIDDLE_FIRST[0])
    return (rays.ax, rays.ay, rays.az), kernels.find_ray_end(rays, k)


def _is_blocked(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int, rays: kernels.RayBundle, ray: int) -> bool:
    parts, corners = terrain.parts_array, terrain.corners_array
    if any(kernels.find_rays_blocked_by_part(parts, corners, p, rays, ray) for p in range(len(parts))):
        return True
    return any(b not in (i, j) and kernels.find_rays_blocked_by_body(bodies, b, rays, ray) for b in range(len(bodies)))


def find_part_between(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int) -> str | None:
    """Return the part that the line between the centres of two bases crosses and on which neither stands.

    A line along the floor crosses what stands on the floor, but not the floor.
    """
    number = kernels.find_part_between(terrain.parts_array, terrain.corners_array, bodies, i, j)
    return None if number < 0 else terrain.parts[number].id
