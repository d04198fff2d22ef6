"""A slow twin of reach on flat ground: lines of sight between the corners of all obstacles.

What is in the way is drawn out by the base with shapely, so that the base becomes a point. Terrain is too high to climb.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin

import numpy as np
import shapely
from shapely import LineString, Point, Polygon

Place = tuple[float, float]
ROUND = 10  # corners to a quarter of a circle


class Ways:
    """All places within a budget of a start, round walls (corners) and round discs (x, y, radius)."""

    def __init__(
        self, board: Place, start: Place, radius: float, budget: float, walls: list[tuple[Place, ...]], discs: list[tuple[float, float, float]]
    ):
        shapes = [Polygon(w).buffer(radius - 1e-4, quad_segs=ROUND) for w in walls]
        shapes += [Point(x, y).buffer(out + radius - 1e-4, quad_segs=ROUND) for x, y, out in discs]
        blocked = shapely.union_all(shapes)
        self.free = shapely.box(radius, radius, board[0] - radius, board[1] - radius).difference(blocked).buffer(1e-6)
        shapely.prepare(self.free)
        self.budget = budget
        corners = {(x, y) for s in shapes for x, y in s.exterior.coords if hypot(x - start[0], y - start[1]) < budget}
        corners = [c for c in corners if self.free.covers(Point(c))]
        self.nodes = np.array([start, *corners])
        self.far = self._spread()

    def _spread(self) -> np.ndarray:
        """Return the length of the shortest way to each node."""
        n = len(self.nodes)
        a, b = np.triu_indices(n, 1)
        lengths = np.hypot(*(self.nodes[a] - self.nodes[b]).T)
        near = lengths < self.budget
        a, b, lengths = a[near], b[near], lengths[near]
        seen = self.free.covers(shapely.linestrings(np.stack((self.nodes[a], self.nodes[b]), axis=1))) if len(a) else np.zeros(0, bool)
        costs = np.full((n, n), np.inf)
        costs[a[seen], b[seen]] = costs[b[seen], a[seen]] = lengths[seen]
        far, open_ = np.full(n, np.inf), set(range(n))
        far[0] = 0.0
        while open_:
            u = min(open_, key=lambda k: far[k])
            open_.remove(u)
            far = np.minimum(far, far[u] + costs[u])
        return far

    def length(self, place: Place) -> float:
        """Return the length of the shortest path to a place; infinite beyond the budget."""
        if not self.free.covers(Point(place)):
            return np.inf
        ways = self.far + np.hypot(*(self.nodes - place).T)
        for k in np.argsort(ways).tolist():
            if ways[k] > self.budget + 0.001:
                break
            if ways[k] == 0.0 or self.free.covers(LineString((self.nodes[k], place))):
                return float(ways[k])
        return np.inf

    def places(self, mesh: float) -> Iterator[Place]:
        """Yield places all about the start, and exactly as far from it as can be."""
        x, y = self.nodes[0].tolist()
        steps = np.arange(-self.budget, self.budget + mesh, mesh).tolist()
        yield from ((x + dx, y + dy) for dx in steps for dy in steps if hypot(dx, dy) <= self.budget)
        yield from ((x + self.budget * cos(k * pi / 180), y + self.budget * sin(k * pi / 180)) for k in range(360))

    def extreme(self, body: Place, farthest: bool, mesh: float = 0.05) -> float:
        """Return the greatest or the least distance of the centres of start and body that can be got."""
        away = sorted(((hypot(px - body[0], py - body[1]), (px, py)) for px, py in self.places(mesh)), reverse=farthest)
        return next(d for d, place in away if self.length(place) <= self.budget + 0.001)
