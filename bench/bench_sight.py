"""How fast seeing is: the compiled kernel against the same question asked of shapely.

Thirty parts, twenty bodies, every pair; both must give the same answers before they are timed.
Run: ``python bench/bench_sight.py``
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon

from counteract.table import units
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.kernels import cover, warm
from counteract.table.kernels import sight as kernels
from counteract.table.terrain import Board, Part, Terrain

PARTS, BODIES, GOAL = 30, 20, 100.0


def a_scene(seed: int) -> tuple[Terrain, list[Body]]:
    """Random boxes, half of them tall, and bodies that stand in none of them."""
    dice = random.Random(seed)
    parts: list[Part] = []
    for n in range(PARTS):
        x, y, w, d = dice.uniform(0, 27), dice.uniform(0, 19), dice.uniform(0.5, 3), dice.uniform(0.5, 3)
        corners = ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
        top = 3.0 if n % 2 else 1.0
        parts.append(Part(id=str(n), feature=str(n), footprint=corners, top=top, kind="heavy"))
    ground = shapely.union_all([Polygon(p.footprint) for p in parts])
    bodies: list[Body] = []
    while len(bodies) < BODIES:
        x, y = dice.uniform(1, 29), dice.uniform(1, 21)
        if ground.distance(shapely.Point(x, y)) > 0.63:
            bodies.append(Body(x, y, 0.0, Round(0.63), 1.5, len(bodies) % 2))
    return Terrain(Board(30, 22), tuple(parts)), bodies


class ShapelySight:
    """The same question with prepared outlines and an index, as one would write it with shapely."""

    def __init__(self, terrain: Terrain, bodies: list[Body]) -> None:
        self.outlines = np.array([Polygon(p.footprint) for p in terrain.parts])
        shapely.prepare(self.outlines)
        self.tree = shapely.STRtree(self.outlines)
        self.heights = [(p.bottom, p.top) for p in terrain.parts]
        self.rows = pack_bodies(bodies)

    def see(self, i: int, j: int) -> bool:
        if i == j:
            return True
        head = (*self.rows[i, :2], self.rows[i, 2] + self.rows[i, 4])
        points = (kernels.target_point(self.rows, i, j, k) for k in range(kernels.TARGET_POINTS))
        return any(self.free(head, point) for point in points)

    def free(self, a: tuple[float, ...], b: tuple[float, ...]) -> bool:
        line = LineString([a[:2], b[:2]])
        for p in self.tree.query(line, predicate="intersects"):
            bottom, top = self.heights[p]
            low, high = 0.0, 1.0
            if a[2] == b[2]:
                if not bottom < a[2] < top:
                    continue
            else:
                ends = sorted(((bottom - a[2]) / (b[2] - a[2]), (top - a[2]) / (b[2] - a[2])))
                low, high = max(0.0, ends[0]), min(1.0, ends[1])
                if low >= high:
                    continue
            cut = [[a[k] + s * (b[k] - a[k]) for k in (0, 1)] for s in (low, high)]
            if LineString(cut).intersection(self.outlines[p]).length > units.MIN_CROSSING:
                return False
        return True


def rate(work: Callable[[], int], least: float = 0.5) -> float:
    """Questions a second: the work is repeated until enough time has passed."""
    asked, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < least:
        asked += work()
    return asked / taken


def time_screens(terrain: Terrain, rows: NDArray[np.float64]) -> list[float]:
    """Microseconds of every pair's call for what lies between them, in rising order; the best of five, as others use the machine too."""
    none = np.zeros(PARTS, np.uint8)
    masks = np.zeros((cover.BASE_POINTS, PARTS), np.uint8)
    arrays = (terrain.parts_array, terrain.corners_array, rows)
    times = []
    for i in range(BODIES):
        for j in range(BODIES):
            tries = []
            for _ in range(5):
                start = time.perf_counter()
                cover.find_clear_points(*arrays, i, j, 1.001, 1.001, none, none, masks)
                tries.append(time.perf_counter() - start)
            times.append(min(tries) * 1e6)
    return sorted(times)


def main() -> None:
    warm(print)
    terrain, bodies = a_scene(1)
    peer, rows = ShapelySight(terrain, bodies), pack_bodies(bodies)
    arrays = (terrain.parts_array, terrain.corners_array, rows)
    pairs = [(i, j) for i in range(BODIES) for j in range(BODIES)]
    assert all((kernels.see(*arrays, i, j) >= 0) == peer.see(i, j) for i, j in pairs)

    def ask_kernel() -> int:
        for i in range(BODIES):
            kernels.see_side(*arrays, i, 0, BODIES)
        return len(pairs)

    def ask_shapely() -> int:
        for i, j in pairs:
            peer.see(i, j)
        return len(pairs)

    def ask_control() -> int:
        for i in range(BODIES):
            kernels.mark_contacts(*arrays, i, 1.0)
        return BODIES

    ours, theirs = rate(ask_kernel), rate(ask_shapely)
    print(f"see, {PARTS} parts: kernel {ours:,.0f}/s, shapely {theirs:,.0f}/s")
    print(f"ratio {ours / theirs:,.0f} (goal {GOAL:.0f})")
    print(f"control, {BODIES} bodies: {1e6 / rate(ask_control):.2f} µs")
    times = time_screens(terrain, rows)
    print(f"screen: median {times[len(times) // 2]:.1f} µs, worst {times[-1]:.1f} µs")


if __name__ == "__main__":
    main()
