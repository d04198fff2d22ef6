"""Where somebody would be in sight who stood there: areas to be drawn.

>>> from counteract.table.shapes import Body, Round
>>> from counteract.table.sight import pack
>>> from counteract.table.terrain import Board, Part, Terrain
>>> wall = Part(id="wall", feature="wall", footprint=((7, 0), (8, 0), (8, 6), (7, 6)), top=3.0, kind="heavy")
>>> table = Terrain(Board(12, 10), (wall,))
>>> bodies = pack([Body(5, 5, 0, Round(0.5), 1.5), Body(9, 5, 0, Round(0.5), 1.5)])
>>> [beyond] = overlooked(table, bodies, 0, 1, [Watch([(5, 5, 0)])])
>>> from shapely import Point, Polygon
>>> seen = Polygon(beyond.outline, beyond.holes)
>>> [seen.covers(Point(x, y)) for x, y in ((2, 5), (9, 5), (9, 9.8))]
[True, False, True]
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from counteract.table.areas import Area, pieces
from counteract.table.kernels import ground as _ground
from counteract.table.kernels.outlines import HEIGHT
from counteract.table.kernels.overlook import overlook

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from counteract.table.terrain import Terrain

#: Spots are so far apart. What is drawn leaves out steps, and specks and holes of less than so many square inches.
SPACING, STEPS, SPECK = 0.25, 0.25, 0.25
FOOT = 0.05  # the radius of a spot


class Watch(NamedTuple):
    """The places to look from, and how far from the base at most; with ``within`` as much as lies in a shape besides."""

    eyes: ArrayLike
    inches: float = math.inf
    within: Any = None


def overlooked(
    terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int, watches: Iterable[Watch], *, rays: bool = False
) -> tuple[Area, ...]:
    """Where one more body like ``j`` would be seen by body ``i``, on every floor; along ``rays`` all others may stand in between."""
    from shapely import Polygon, box, intersection_all, unary_union

    parts, corners, board = terrain.parts_array, terrain.corners_array, terrain.board
    spots = _spots(terrain, float(bodies[j, HEIGHT]))
    bodies, another = np.vstack((bodies, bodies[j])), len(bodies)
    limit = box(0, 0, board.width, board.depth)
    solid = unary_union([Polygon(part.footprint) for part in terrain.parts]).buffer(SPACING)
    seen: dict[float, list[Any]] = {}
    for watch in watches:
        eyes = np.asarray(watch.eyes, dtype=np.float64).reshape(-1, 3)
        found = spots[overlook(parts, corners, bodies.copy(), i, another, eyes, spots, watch.inches + SPACING, rays)]
        for z in np.unique(found[:, 2]).tolist():
            cells = _cells(found[found[:, 2] == z, :2], limit)
            shapes = [limit, _smooth(unary_union(cells), solid), *([] if watch.within is None else [watch.within])]
            seen.setdefault(z, []).append(intersection_all(shapes))
    return tuple(area for z in sorted(seen) for area in pieces(z, unary_union(seen[z])))


def _cells(spots: NDArray[np.float64], board: Any) -> Any:
    """The squares about spots; those beside an edge of the board go up to it."""
    from shapely import box

    half, most = SPACING / 2, np.array(board.bounds[2:])
    low, high = np.where(spots <= SPACING, 0.0, spots - half), np.where(spots >= most - SPACING, most, spots + half)
    return box(*low.T, *high.T)


def _smooth(shape: Any, solid: Any) -> Any:
    """A shape without what is an accident of the lattice, and without holes where just something stands."""
    from shapely import Polygon, unary_union

    large = [piece for piece in getattr(shape, "geoms", [shape]) if piece.area >= SPECK]
    filled = [Polygon(piece.exterior, [hole for hole in piece.interiors if Polygon(hole).difference(solid).area >= SPECK]) for piece in large]
    return unary_union(filled).simplify(STEPS)


def _spots(terrain: Terrain, height: float) -> NDArray[np.float64]:
    """A lattice on every floor, but for what is inside of something: rows x, y, z."""
    asked = "spots", height
    spots: NDArray[np.float64] | None = terrain.kept.get(asked)
    if spots is None:
        width, depth = float(terrain.board.width), float(terrain.board.depth)
        spots = terrain.kept[asked] = _ground.places(terrain.parts_array, terrain.corners_array, width, depth, FOOT, height, SPACING)
    return spots
