"""Cover and obscuring of a target, from each point of the shooter's base, with the parts and lines that decide.

>>> from counteract.table.bodies import Body, Round
>>> from counteract.table.terrain import Board, Part, Terrain
>>> wall = Part(
...     id="wall", feature="wall", footprint=((4, 0), (5, 0), (5, 9), (4, 9)), top=3.0, kind="heavy"
... )
>>> table = Terrain(Board(9, 9), (wall,))
>>> one, other = Body(2, 4, 0, Round(0.5), 1.5), Body(7, 4, 0, Round(0.5), 1.5)
>>> find_cover(table, one, other, near=1.0).tried[0].obscured
('wall',)
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
import numpy as np
from numpy.typing import NDArray

from counteract.core.state import TOLERANCE, Point
from counteract.table.bodies import Body, pack_bodies
from counteract.table.kernels import cover as kernels
from counteract.table.kernels.cover import COVERS, OBSCURES
from counteract.table.sight import tidy
from counteract.table.terrain import Terrain


class Crossing(msgspec.Struct, frozen=True):
    """A point at which a line crosses a part that covers or obscures."""

    part: str
    place: Point


class PointCover(msgspec.Struct, frozen=True):
    """Cover and obscuring seen from one point of the shooter's base.

    ``number`` 0 is the centre of the base, 1 to 16 are points on its rim. ``where`` lists the crossings of the covering parts, then
    those of the obscuring parts, in the order of these.
    """

    number: int
    point: Point
    cover: tuple[str, ...]
    obscured: tuple[str, ...]
    where: tuple[Crossing, ...]


class BaseCover(msgspec.Struct, frozen=True):
    """Cover and obscuring from each point of the shooter's base, up to the first that is clear.

    ``clear``, ``uncovered`` and ``unobscured`` are the numbers of the first points from which the target has neither cover nor
    obscuring terrain, no cover, no obscuring terrain.
    """

    tried: tuple[PointCover, ...]
    clear: int | None
    uncovered: int | None
    unobscured: int | None


# --- what lies between --------------------------------------------------------------------------


def find_cover(
    terrain: Terrain,
    shooter: Body,
    target: Body,
    near: float,
    ignore_cover: Collection[str] = (),
    ignore_obscure: Collection[str] = (),
    far: float | None = None,
) -> BaseCover:
    """Return the cover and obscuring between two bodies; parts to ignore are named for each purpose.

    A part within ``near`` of the target covers it, one farther away than ``far`` (by default ``near``) obscures it.
    """
    bodies = pack_bodies((shooter, target))
    parts, corners = terrain.parts_array, terrain.corners_array
    masks = np.zeros((kernels.BASE_POINTS, len(terrain.parts)), np.uint8)
    reach = near + TOLERANCE, (near if far is None else far) + TOLERANCE
    ignored = (_pack_ids(terrain, ignore_cover), _pack_ids(terrain, ignore_obscure))
    firsts = kernels.find_clear_points(parts, corners, bodies, 0, 1, *reach, *ignored, masks)
    clear, uncovered, unobscured = (None if k < 0 else int(k) for k in firsts)
    last = kernels.BASE_POINTS - 1 if clear is None else clear
    tried = tuple(_describe_cover(terrain, bodies, k, reach, masks[k]) for k in range(last + 1))
    return BaseCover(tried, clear, uncovered, unobscured)


def _describe_cover(terrain: Terrain, bodies: NDArray[np.float64], k: int, reach: tuple[float, float], mask: NDArray[np.uint8]) -> PointCover:
    """Return the covering and obscuring parts seen from base point ``k``, with their crossings."""
    x, y = kernels.base_point(bodies, 0, 1, k)
    parts, corners = terrain.parts_array, terrain.corners_array
    names: dict[int, tuple[str, ...]] = {}
    where: list[Crossing] = []
    for bit in (COVERS, OBSCURES):
        numbers = [p for p in range(len(mask)) if mask[p] & bit]
        names[bit] = tuple(terrain.parts[p].id for p in numbers)
        for p in numbers:
            place = kernels.find_crossing(parts, corners, bodies, 0, 1, *reach, k, p, bit)[1:]
            where.append(Crossing(terrain.parts[p].id, tidy(place)))
    point = tidy((x, y, bodies[0, 2]))
    return PointCover(k, point, names[COVERS], names[OBSCURES], tuple(where))


def base_line(bodies: NDArray[np.float64], i: int, j: int, k: int) -> tuple[Point, Point]:
    """Return the line from point ``k`` of the base of body ``i`` to the centre of the base of body ``j``."""
    x, y = kernels.base_point(bodies, i, j, k)
    end_x, end_y, end_z = bodies[j, :3].tolist()
    return (x, y, bodies.item(i, 2)), (end_x, end_y, end_z)


def crossing_line(
    terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int, reach: tuple[float, float], k: int, part: int, bit: int
) -> tuple[Point, Point]:
    """Return the line from point ``k`` of the base of body ``i`` to its crossing of a part that covers or obscures body ``j``."""
    _, *place = kernels.find_crossing(terrain.parts_array, terrain.corners_array, bodies, i, j, *reach, k, part, bit)
    return base_line(bodies, i, j, k)[0], (place[0], place[1], place[2])


def _pack_ids(terrain: Terrain, ids: Collection[str]) -> NDArray[np.uint8]:
    """Return a byte for each part: 1 if its id is listed."""
    return np.array([part.id in ids for part in terrain.parts], dtype=np.uint8)
