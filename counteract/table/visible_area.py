"""Visible area (a viewshed): the area in which a body would be seen from some viewpoints, as polygons on every floor.

>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> from counteract.table.terrain import Board, Part, Terrain
>>> wall = Part(id="wall", feature="wall", footprint=((7, 0), (8, 0), (8, 6), (7, 6)), top=3.0, kind="heavy")
>>> table = Terrain(Board(12, 10), (wall,))
>>> bodies = pack_bodies([Body(5, 5, 0, Round(0.5), 1.5), Body(9, 5, 0, Round(0.5), 1.5)])
>>> [beyond] = find_visible_area(table, bodies, 0, 1, [Viewpoints([(5, 5, 0)])])
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

from counteract.table.kernels import placement as _placement
from counteract.table.kernels.arrays import HEIGHT
from counteract.table.kernels.visible_area import mark_visible
from counteract.table.polygons import LevelPolygon, list_polygons

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from counteract.table.terrain import Terrain

#: Spacing of the lattice, tolerance of the outlines, and the least area of a polygon or hole (square inches).
SPACING, SIMPLIFICATION, MIN_AREA = 0.25, 0.25, 0.25
SPOT_RADIUS = 0.05  # the radius of a spot


class Viewpoints(NamedTuple):
    """Places to look from, the greatest distance from the base, and a shape to clip the visible area to."""

    eyes: ArrayLike
    inches: float = math.inf
    within: Any = None


def find_visible_area(
    terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int, watches: Iterable[Viewpoints], *, rays: bool = False
) -> tuple[LevelPolygon, ...]:
    """Return the area in which body ``i`` would see another body like ``j``, on every floor; ``rays`` lets other bodies block."""
    from shapely import Polygon, box, intersection_all, unary_union

    parts, corners, board = terrain.parts_array, terrain.corners_array, terrain.board
    spots = _lattice(terrain, float(bodies[j, HEIGHT]))
    bodies, another = np.vstack((bodies, bodies[j])), len(bodies)
    limit = box(0, 0, board.width, board.depth)
    solid = unary_union([Polygon(part.footprint) for part in terrain.parts]).buffer(SPACING)
    seen: dict[float, list[Any]] = {}
    for watch in watches:
        eyes = np.asarray(watch.eyes, dtype=np.float64).reshape(-1, 3)
        found = spots[mark_visible(parts, corners, bodies.copy(), i, another, eyes, spots, watch.inches + SPACING, rays)]
        for z in np.unique(found[:, 2]).tolist():
            cells = _cells(found[found[:, 2] == z, :2], limit)
            shapes = [limit, _smooth(unary_union(cells), solid), *([] if watch.within is None else [watch.within])]
            seen.setdefault(z, []).append(intersection_all(shapes))
    return tuple(area for z in sorted(seen) for area in list_polygons(z, unary_union(seen[z])))


def _cells(spots: NDArray[np.float64], board: Any) -> Any:
    """Return the squares about spots; those beside an edge of the board extend to it."""
    from shapely import box

    half, most = SPACING / 2, np.array(board.bounds[2:])
    low, high = np.where(spots <= SPACING, 0.0, spots - half), np.where(spots >= most - SPACING, most, spots + half)
    return box(*low.T, *high.T)


def _smooth(shape: Any, solid: Any) -> Any:
    """Return a shape without the artefacts of the lattice and without holes that only hold terrain."""
    from shapely import Polygon, unary_union

    large = [piece for piece in getattr(shape, "geoms", [shape]) if piece.area >= MIN_AREA]
    filled = [Polygon(piece.exterior, [hole for hole in piece.interiors if Polygon(hole).difference(solid).area >= MIN_AREA]) for piece in large]
    return unary_union(filled).simplify(SIMPLIFICATION)


def _lattice(terrain: Terrain, height: float) -> NDArray[np.float64]:
    """Return a lattice of spots on every floor, outside of solid terrain: rows x, y, z."""
    asked = "spots", height
    spots: NDArray[np.float64] | None = terrain.cache.get(asked)
    if spots is None:
        width, depth = float(terrain.board.width), float(terrain.board.depth)
        spots = terrain.cache[asked] = _placement.find_lattice_places(
            terrain.parts_array, terrain.corners_array, width, depth, SPOT_RADIUS, height, SPACING
        )
    return spots
