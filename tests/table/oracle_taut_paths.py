"""A slow twin of the shortest paths: bounds of their length by lines of sight between many points about all obstacles.

What is in the way is drawn out by the base with shapely, so that the base becomes a point. Drawn with few corners, which lie on
the arcs, it is a little too small: no way is shorter than the shortest one then. Drawn with many that lie just outside the
arcs it is a little too large: there is a way as short as the shortest one then. The second search looks at points near the
way that the first one found, so it needs no more time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, inf, pi

import numpy as np
import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

Place = tuple[float, float]
Disc = tuple[float, float, float]
FEW, MANY = 6, 36  # corners to a quarter of a circle
NEAR = 0.05  # how near the first way the points of the second are


class Room:
    """The free space of the centre of a base on a board with walls (corners) and discs (x, y, radius), and paths through it."""

    def __init__(self, board: Place, radius: float, walls: Sequence[Sequence[Place]], discs: Sequence[Disc], many: bool) -> None:
        corners = MANY if many else FEW
        out = 1.0 / cos(pi / 4 / corners) if many else 1.0
        off = 1e-6 if many else -1e-5
        shapes = [Polygon(w).buffer(radius * out + off, quad_segs=corners) for w in walls]
        shapes += [Point(x, y).buffer((r + radius) * out + off, quad_segs=corners) for x, y, r in discs]
        blocked = shapely.union_all(shapes)
        self.free = shapely.box(radius, radius, board[0] - radius, board[1] - radius).buffer(1e-5).difference(blocked)
        self.rim = shapely.get_coordinates(self.free)
        self.free = self.free.buffer(1e-7)
        shapely.prepare(self.free)

    def ways(self, start: Place, ends: np.ndarray, points: np.ndarray, most: float) -> tuple[float, list[Place]]:
        """Return the shortest way to the nearest of the ends, which bends at the points only: its length and its corners."""
        nodes = np.concatenate((np.array([start]), points, ends))
        n, goals = len(nodes), range(len(nodes) - len(ends), len(nodes))
        far, before, final = np.full(n, inf), np.full(n, -1), np.zeros(n, bool)
        far[0] = 0.0
        while True:
            u = int(np.argmin(np.where(final, inf, far)))
            if final[u] or far[u] > most:
                return inf, []
            final[u] = True
            if u in goals:
                break
            lengths = np.hypot(*(nodes - nodes[u]).T)
            better = np.flatnonzero(~final & (far[u] + lengths < np.minimum(far, most)))
            lines = shapely.linestrings(np.stack((np.broadcast_to(nodes[u], (len(better), 2)), nodes[better]), axis=1))
            better = better[self.free.covers(lines)]
            far[better], before[better] = far[u] + lengths[better], u
        way = [u]
        while before[way[-1]] >= 0:
            way.append(int(before[way[-1]]))
        return float(far[u]), [tuple(nodes[k].tolist()) for k in reversed(way)]


def shortest(
    board: Place, radius: float, walls: Sequence[Sequence[Place]], discs: Sequence[Disc], start: Place, ends: np.ndarray, most: float
) -> tuple[float, float]:
    """Return limits for the shortest way to the nearest of some places: none is shorter than the first, one is as short as the second."""
    rough = Room(board, radius, walls, discs, many=False)
    least, way = rough.ways(start, ends, _between(rough.rim, start, ends, most), most)
    if not way:
        return inf, inf
    fine = Room(board, radius, walls, discs, many=True)
    near: BaseGeometry = LineString(way).buffer(NEAR) if len(way) > 1 else Point(way[0]).buffer(NEAR)
    points = fine.rim[shapely.contains_xy(near, fine.rim)]
    return least, fine.ways(start, ends[shapely.contains_xy(near.buffer(1.0), ends)], points, most)[0]


def _between(points: np.ndarray, start: Place, ends: np.ndarray, most: float) -> np.ndarray:
    """Return the points that a way of some length can go by."""
    to_end = np.min(np.hypot(*(points[:, None] - ends[None]).transpose(2, 0, 1)), axis=1)
    return points[[hypot(x - start[0], y - start[1]) + d <= most for (x, y), d in zip(points.tolist(), to_end.tolist(), strict=True)]]
