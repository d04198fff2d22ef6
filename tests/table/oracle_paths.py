"""A slow twin of the path kernels: small steps, and shapely for all distances.

The twin looks at a path every STEP. Where several things change between two looks it looks more closely, down to FINE;
what still changes together happens at one place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, floor, hypot, inf

import numpy as np
import shapely
from shapely import Point, Polygon

from counteract.table.bodies import Body
from counteract.table.paths import MovementParameters
from counteract.table.terrain import Board, Part

STEP = 0.01
FINE = 1e-5
EPS = 1e-6
UNNOTICED = {"insignificant", "accessible"}

Place = tuple[float, float]
Wish = tuple[float, float, float | None, bool]


class Stopped(Exception):
    """The path ends here, for this reason."""


@dataclass
class Outcome:
    """The result of a path."""

    problem: str | None
    length: float
    z: float
    climbed: float
    dropped: float
    levels: list[tuple[float, float]]


@dataclass
class Twin:
    """One body, the first of ``bodies``, on a table."""

    board: Board
    parts: tuple[Part, ...]
    bodies: list[Body]
    figures: MovementParameters
    outlines: list[Polygon] = field(init=False)

    def __post_init__(self) -> None:
        self.outlines = [Polygon(part.footprint) for part in self.parts]
        shapely.prepare(self.outlines)
        self.me = self.bodies[0]
        self.r = self.me.base.radius

    # --- standing -----------------------------------------------------------------------------------

    def stands(self, x: float, y: float, z: float) -> str | None:
        r, top = self.r - EPS, z + self.me.height
        if not (r <= x <= self.board.width - r and r <= y <= self.board.depth - r):
            return "off-board"
        for other in self.bodies[1:]:
            apart = hypot(other.x - x, other.y - y) - other.base.radius - r
            if apart < 0 and other.z < top - EPS and z < other.z + other.height - EPS:
                return "end-overlaps-base"
        here = Point(x, y)
        for part, outline in zip(self.parts, self.outlines, strict=True):
            if "insignificant" in part.marks or part.top <= z + 0.001 or part.bottom >= top - EPS:
                continue
            if outline.distance(here) < r:
                return "end-overlaps-terrain"
        if z <= 0.001:
            return None
        floors = [o.buffer(5e-5, join_style="mitre") for p, o in zip(self.parts, self.outlines, strict=True) if self._is_floor(p, z)]
        whole = shapely.union_all(floors)
        if not whole.contains(here) or whole.boundary.distance(here) < r:
            return "end-not-flat"
        return None

    @staticmethod
    def _is_floor(part: Part, z: float) -> bool:
        return "vantage" in part.marks and abs(part.top - z) <= 0.001

    # --- walking ------------------------------------------------------------------------------------

    def follow(self, path: list[Wish]) -> Outcome:
        self.level = self.me.z
        self.length = self.climbed = self.dropped = self.gone = 0.0
        self.levels = [(0.0, self.level)]
        self.over: set[int] = set()
        problem = None
        try:
            self._start(path[0])
            for a, b in pairwise(path):
                self._leg(a, b)
            problem = self.stands(path[-1][0], path[-1][1], self.level)
        except Stopped as stop:
            problem = str(stop)
        total = self.length + self.climbed + max(0.0, self.dropped - self.figures.drop_free)
        return Outcome(problem, total, self.level, self.climbed, self.dropped, self.levels)

    def _start(self, start: Wish) -> None:
        self.over = self._overlaps(np.array([start[:2]]))[0]
        if self._off(start[0], start[1]):
            raise Stopped("off-board")
        if any(self._in_the_way(p, self.level) for p in self.over if p < len(self.parts)):
            raise Stopped("solid")
        self._meet_bases(self.level, self.level)

    def _overlaps(self, points: np.ndarray) -> list[set[int]]:
        """Return for each point the parts and enemies (numbered after the parts) that the base overlaps there."""
        columns = []
        spots = shapely.points(points)
        for part, outline in zip(self.parts, self.outlines, strict=True):
            noticed = not UNNOTICED & set(part.marks)
            columns.append((shapely.distance(outline, spots) < self.r - EPS) & noticed)
        for other in self.bodies[1:]:
            apart = np.hypot(points[:, 0] - other.x, points[:, 1] - other.y)
            columns.append((apart < self.r + other.base.radius - EPS) & (other.side != self.me.side))
        if not columns:
            return [set() for _ in points]
        return [set(np.flatnonzero(row).tolist()) for row in np.stack(columns, axis=1)]

    def _off(self, x: float, y: float) -> bool:
        r = self.r - EPS
        return not (r <= x <= self.board.width - r and r <= y <= self.board.depth - r)

    def _leg(self, a: Wish, b: Wish) -> None:
        (x, y), (dx, dy) = a[:2], (b[0] - a[0], b[1] - a[1])
        length = hypot(dx, dy)
        jump = b[3]
        if jump:
            under = [self.parts[p] for p in self.over if p < len(self.parts)]
            if self.level <= self.figures.jump_from + EPS or not any("vantage" in p.marks and abs(p.top - self.level) < EPS for p in under):
                raise Stopped("jump-start")
            if length > self.figures.jump_most + 0.001:
                raise Stopped("jump-too-long")
        took_off_over = set(self.over)
        flown_into: set[int] = set()
        steps = max(1, ceil(length / STEP))
        shares = [k / steps for k in range(steps + 1)] if length > 0 else [0.0]
        looks = list(zip(shares, self._overlaps(np.array([(x + s * dx, y + s * dy) for s in shares])), strict=True))
        for s, over in self._closer(looks, a, dx, dy, length):
            if self._off(x + s * dx, y + s * dy):
                raise Stopped("off-board")
            if over == self.over:
                continue
            here = self.gone + s * length
            if jump:
                flown_into |= {p for p in over - self.over if p < len(self.parts) and self._in_the_way(p, self.level)}
                if flown_into - over:
                    raise Stopped("solid")
                self.over = over
                self._meet_bases(self.level, self.level)
            else:
                self._change(over, x + s * dx, y + s * dy, b[2], here)
        self.gone += length
        self.length += ceil(length - 0.001) if self.figures.increments else length
        if jump:
            self._land(took_off_over, b)
        if b[2] is not None and abs(b[2] - self.level) > 0.01:
            self._climb_through_floors(b[0], b[1], b[2])

    def _closer(self, looks: list[tuple[float, set[int]]], a: Wish, dx: float, dy: float, length: float) -> list[tuple[float, set[int]]]:
        """Look again between two looks where more than one thing changes."""
        found = [looks[0]]
        for before, after in pairwise(looks):
            if len(before[1] ^ after[1]) > 1 and (after[0] - before[0]) * length > FINE:
                shares = np.linspace(before[0], after[0], 11).tolist()
                between = self._overlaps(np.array([(a[0] + s * dx, a[1] + s * dy) for s in shares]))
                found += self._closer(list(zip(shares, between, strict=True)), a, dx, dy, length)[1:]
            else:
                found.append(after)
        return found

    def _in_the_way(self, p: int, level: float) -> bool:
        part = self.parts[p]
        return part.top > level + EPS and part.bottom < level + self.me.height - EPS

    def _change(self, over: set[int], x: float, y: float, wish: float | None, here: float) -> None:
        """Climb what begins to be overlapped and drop from what ends to be."""
        old, fresh = self.level, {p for p in over - self.over if p < len(self.parts)}
        still = {p for p in self.over if p < len(self.parts)}
        self._climb(fresh, still, x, y, wish, 0.0)
        peak = self.level
        if peak != old:
            self.levels.append((here, peak))
        self.over = over
        self._drop(0.0)
        if self.level != peak:
            self.levels.append((here, self.level))
        self._meet_bases(min(old, self.level), peak)

    def _climb(self, fresh: set[int], still: set[int], x: float, y: float, wish: float | None, slack: float) -> None:
        target = self.level
        while True:
            met = {p for p in fresh if self._in_the_way(p, target)}
            for p in fresh:
                part = self.parts[p]
                overhead = part.bottom >= target + self.me.height - EPS
                if overhead and "vantage" in part.marks and wish is not None and wish >= part.top - EPS:
                    met.add(p)
            if not met:
                break
            target = max(self.parts[p].top for p in met)
        for p in still | {p for p in fresh if "blocking" in self.parts[p].marks}:
            part = self.parts[p]
            if target > self.level and part.top > self.level + EPS and part.bottom < target + self.me.height - EPS:
                raise Stopped("solid")
        rise = target - self.level
        if rise <= 0:
            return
        if slack == 0 or rise > slack + 0.001:
            self._pay_climb(x, y, target)
        self.level = target

    def _pay_climb(self, x: float, y: float, target: float) -> None:
        if not self.figures.climb:
            raise Stopped("no-climb")
        rise, near = target - self.level, self.r + self.figures.ladder_reach + 0.001
        ladder = any(
            "ladder" in part.marks and part.bottom < target and part.top > self.level and outline.distance(Point(x, y)) <= near
            for part, outline in zip(self.parts, self.outlines, strict=True)
        )
        if not ladder and rise > self.figures.climb_most + 0.001:
            raise Stopped("too-high")
        self.climbed += rise if ladder else max(rise, self.figures.climb_least)

    def _climb_through_floors(self, x: float, y: float, wish: float) -> None:
        """Go up or down to the wished level, if there is one there and every part on the way is an open floor."""
        under = [self.parts[p] for p in self.over if p < len(self.parts)]
        targets = [top for top in (0.0, *(part.top for part in under)) if abs(top - wish) <= 0.01]
        if not targets:
            raise Stopped("wrong-level")
        old, target = self.level, max(targets)
        low, high = min(old, target), max(old, target)
        passed = [part for part in under if part.top > low + EPS and part.bottom < high + self.me.height - EPS]
        if not passed or any(part.top > high + EPS or not {"vantage", "open"} <= set(part.marks) for part in passed):
            raise Stopped("wrong-level")
        if target > old:
            self._pay_climb(x, y, target)
        else:
            self.dropped += old - target
        self.level = target
        self.levels.append((self.gone, target))
        self._meet_bases(low, high)

    def _drop(self, slack: float) -> None:
        below = [self.parts[p].top for p in self.over if p < len(self.parts) and self.parts[p].top <= self.level + EPS]
        ground = max([0.0, *below])
        fall = self.level - ground
        if slack == 0 or fall > slack + 0.001:
            self.dropped += fall
        self.level = ground

    def _land(self, took_off_over: set[int], b: Wish) -> None:
        old = self.level
        fresh = {p for p in self.over - took_off_over if p < len(self.parts)}
        still = {p for p in self.over & took_off_over if p < len(self.parts)}
        self._climb(fresh, still, b[0], b[1], b[2], self.figures.jump_slack)
        peak = self.level
        self._drop(self.figures.jump_slack)
        if self.level != old:
            self.levels.append((self.gone, self.level))
        self._meet_bases(min(old, self.level), peak)

    def _meet_bases(self, low: float, high: float) -> None:
        for k in self.over:
            if k >= len(self.parts):
                other = self.bodies[k - len(self.parts) + 1]
                if other.z < high + self.me.height - EPS and low < other.z + other.height - EPS:
                    raise Stopped("enemy-base")


def nearest_gap(board_path: list[Wish], me: Body, other: Body, levels: list[tuple[float, float]]) -> float:
    """Return the least distance between two bases on a path on which the level changes as told, by looking very often."""
    best, gone = inf, 0.0
    for a, b in pairwise(board_path):
        length = hypot(b[0] - a[0], b[1] - a[1])
        count = max(2, floor(length / 0.002))
        shares = np.linspace(0.0, 1.0, count)
        flat = np.hypot(a[0] + shares * (b[0] - a[0]) - other.x, a[1] + shares * (b[1] - a[1]) - other.y)
        at = np.array([[z for s, z in levels if s <= gone + share * length + 1e-9][-1] for share in shares.tolist()])
        gaps = np.hypot(np.maximum(0.0, flat - me.base.radius - other.base.radius), at - other.z)
        best = min(best, float(gaps.min()))
        gone += length
    return best
