"""A slow twin of traversal: costs of a path by many small steps, the shortest path by lines between corners.

A path is first walked to its end, and what the base overlapped at every step is written down. Only then is looked, for
every feature, how often it was come upon. Where that hangs on less than the steps can tell, the twin says so.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import numpy as np
import shapely
from shapely import Point, Polygon

from counteract.table.paths import MovementParameters
from counteract.table.terrain import Part

STEP = 0.004
EPS = 1e-6
UNNOTICED = {"insignificant", "accessible", "flat"}
ROUND = 4  # corners to a quarter of a circle
ASIDE = 0.004  # corners are gone round with this much room

Place = tuple[float, float]


class Steps:
    """A path of one base, looked at every STEP."""

    def __init__(self, parts: tuple[Part, ...], path: list[Place], z: float, height: float) -> None:
        self.parts = tuple(p for p in parts if not UNNOTICED & set(p.marks))
        self.z, self.height = z, height
        spots = [np.array(path[:1])]
        for a, b in pairwise(np.array(path)):
            count = max(1, round(hypot(*(b - a)) / STEP))
            spots.append(a + np.outer(np.arange(1, count + 1) / count, b - a))
        self.length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
        points = shapely.points(np.concatenate(spots))
        self.apart = np.array([shapely.distance(Polygon(p.footprint), points) for p in self.parts]).reshape(len(self.parts), len(points))

    def follow(self, radius: float, figures: MovementParameters) -> tuple[bool, dict[str, int], float, float]:
        """Return True if the path is stopped, the count of each feature met, its length, and the level at its end."""
        over = self.apart < radius - EPS
        levels = self._levels(over)
        bottoms, tops = np.array([(p.bottom, p.top) for p in self.parts]).reshape(-1, 2).T[:, :, None]
        met = over & (tops > levels + EPS) & (bottoms < levels + self.height - EPS)
        blocking = np.array(["blocking" in p.marks for p in self.parts], bool)
        times = {}
        for feature in {p.feature for p in self.parts}:
            there = met[[p.feature == feature for p in self.parts]].any(axis=0)
            times[feature] = int((there[1:] & ~there[:-1]).sum())
        dropped = self.z - levels[-1]
        length = self.length + figures.traverse * sum(times.values()) + max(0.0, dropped - figures.drop_free)
        return bool(met[blocking].any()), times, length, float(levels[-1])

    def _levels(self, over: np.ndarray) -> np.ndarray:
        """Return the level at every step: it never rises, and changes only where something begins or ends."""
        level, levels = self.z, np.empty(over.shape[1])
        for k in [0, *(np.flatnonzero((over[:, 1:] != over[:, :-1]).any(axis=0)) + 1).tolist()]:
            level = max([0.0, *(p.top for p, there in zip(self.parts, over[:, k].tolist(), strict=True) if there and p.top <= level + EPS)])
            levels[k:] = level
        return levels


class Ways:
    """The shortest ways on the board floor from one place, where every feature costs a toll as often as it is come upon."""

    def __init__(self, board: Place, start: Place, radius: float, height: float, toll: float, parts: tuple[Part, ...]) -> None:
        def drawn_out(some: list[Part], by: float) -> Polygon:
            return shapely.union_all([Polygon(p.footprint).buffer(by, quad_segs=ROUND) for p in some])

        met = [p for p in parts if not UNNOTICED & set(p.marks) and p.top > 0 and p.bottom < height]
        solid = [p for p in met if "blocking" in p.marks]
        features = [[p for p in met if p.feature == name and p not in solid] for name in {p.feature for p in met}]
        self.toll = toll
        self.zones = [drawn_out(some, radius) for some in features if some]
        self.free = shapely.box(radius, radius, board[0] - radius, board[1] - radius).difference(drawn_out(solid, radius - EPS))
        rims = [drawn_out(some, radius + by) for some in features for by in (ASIDE, -ASIDE)] + [drawn_out(solid, radius + ASIDE)]
        corners = np.concatenate([np.empty((0, 2)), *(shapely.get_coordinates(rim) for rim in rims)])
        shapely.prepare([self.free, *self.zones])
        self.nodes = np.array([start, *corners[shapely.contains_xy(self.free, corners)]])
        self.far = self._spread()

    def _costs(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Return the costs of straight lines between places; infinite if blocked."""
        lines = shapely.linestrings(np.stack((a, b), axis=1))
        costs = np.where(shapely.covers(self.free, lines), np.hypot(*(a - b).T), np.inf)
        for zone in self.zones:
            met = shapely.intersects(zone, lines)
            pieces = shapely.get_num_geometries(shapely.intersection(lines[met], zone))
            costs[met] += self.toll * (pieces - shapely.contains_xy(zone, a[met]))
        return np.where((a == b).all(axis=1), 0.0, costs)

    def _spread(self) -> np.ndarray:
        """Return the cost of the shortest path to each node."""
        n = len(self.nodes)
        far, done = np.full(n, np.inf), np.zeros(n, bool)
        far[0] = 0.0
        for _ in range(n):
            u = int(np.argmin(np.where(done, np.inf, far)))
            done[u] = True
            hope = far[u] + np.hypot(*(self.nodes - self.nodes[u]).T) < far
            ends = self.nodes[hope]
            far[hope] = np.minimum(far[hope], far[u] + self._costs(np.broadcast_to(self.nodes[u], ends.shape), ends))
        return far

    def length(self, place: Place) -> float:
        """Return the cost of the shortest path to a place."""
        if not self.free.covers(Point(place)):
            return np.inf
        straight = self._costs(self.nodes[:1], np.array([place])).item()
        hope = self.far + np.hypot(*(self.nodes - place).T) < straight
        starts = self.nodes[hope]
        ways = self.far[hope] + self._costs(starts, np.broadcast_to(place, starts.shape))
        return float(min(straight, ways.min(initial=np.inf)))
