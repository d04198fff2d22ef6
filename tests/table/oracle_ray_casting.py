"""A slow twin of ray casting and falls.

In general position, lines and areas are cut with shapely; where an answer hangs on less than a margin the twin gives a
lowest and a highest one. Where all numbers are fractions they are cut exactly, and touching is decided too.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

import numpy as np
import shapely
from oracle_sight import _on_outline, _winding, exactly_blocked
from shapely import Polygon

from counteract.core.state import Point
from counteract.table.bodies import Body, Round
from counteract.table.terrain import MARKS, Part, Terrain

Corners = tuple[tuple[float, float], ...]
Range = tuple[int, int]

MARGIN = 1e-6
FLAT = MARKS["flat"]
SEEN_THROUGH = FLAT | MARKS["windowed"]
NOT_SOLID = FLAT | MARKS["insignificant"]


# --- random scenes ------------------------------------------------------------------------------


def a_footprint(dice: random.Random, size: float) -> Corners:
    """Return a box, or a star-shaped outline with dents, wound either way."""
    x, y = dice.uniform(0, size), dice.uniform(0, size)
    if dice.random() < 0.5:
        w, d = dice.uniform(0.1, 4), dice.uniform(0.1, 4)
        return ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
    corners, turn = dice.choice((3, 4, 5, 8, 12)), dice.uniform(0, pi)
    angles = [turn + 2 * pi * k / corners for k in range(corners)]
    if dice.random() < 0.5:
        angles.reverse()
    lengths = [dice.uniform(0.3, 2.5) for _ in angles]
    return tuple((x + out * cos(a), y + out * sin(a)) for out, a in zip(lengths, angles, strict=True))


def a_part(dice: random.Random, number: int, footprint: Corners, bottoms: tuple[float, ...], tops: tuple[float, ...]) -> Part:
    """Return a random part; its top is so much above its bottom."""
    bottom = dice.choice(bottoms)
    marks = dice.choice([(), (), (), *[(mark,) for mark in sorted(MARKS)]])
    return Part(id=str(number), feature=str(number), footprint=footprint, bottom=bottom, top=bottom + dice.choice(tops), kind="heavy", marks=marks)


def a_body(dice: random.Random, size: float, floors: tuple[float, ...]) -> Body:
    radius, height = dice.choice((0.5, 0.63, 0.79, 1.0)), dice.choice((0.7, 1.5, 1.5, 2.5))
    return Body(dice.uniform(1, size - 1), dice.uniform(1, size - 1), dice.choice(floors), Round(radius), height)


# --- nine rays, with shapely --------------------------------------------------------------------


def ray_ends(one: Body, other: Body) -> tuple[Point, list[Point]]:
    """Return the eye and the nine points."""
    across = 0.0 if (one.x, one.y) == (other.x, other.y) else atan2(other.y - one.y, other.x - one.x) + pi / 2
    ends = []
    for share in (0.1, 0.5, 0.9):
        for out in (-0.9, 0.0, 0.9):
            half = out * other.base.radius
            ends.append((other.x + half * cos(across), other.y + half * sin(across), other.z + share * other.height))
    return (one.x, one.y, one.z + 0.9 * one.height), ends


def _at_heights(eye: Point, ends: np.ndarray, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the share of each ray, from and to, that is between two heights; no share if to is not above from."""
    rise = ends[:, 2] - eye[2]
    level = np.abs(rise) < 1e-12
    steep = np.where(level, 1.0, rise)
    a, b = (low - eye[2]) / steep, (high - eye[2]) / steep
    enter, leave = np.clip(np.minimum(a, b), 0, 1), np.clip(np.maximum(a, b), 0, 1)
    there = low < eye[2] < high
    return np.where(level, 0.0, enter), np.where(level, 1.0 if there else 0.0, leave)


@lru_cache(64)
def _grown(footprint: Corners, grow: float) -> Polygon:
    return Polygon(footprint).buffer(grow, join_style="mitre")


def _by_part(part: Part, eye: Point, ends: np.ndarray, grow: float) -> np.ndarray:
    """Return the length of each ray's plan inside a part that has grown on all sides."""
    outline = _grown(part.footprint, grow)
    enter, leave = _at_heights(eye, ends, part.bottom - grow, part.top + grow)
    start, way = np.array(eye[:2]), ends[:, :2] - np.array(eye[:2])
    cut = np.stack((start + enter[:, None] * way, start + leave[:, None] * way), axis=1)
    lengths = shapely.length(shapely.intersection(shapely.linestrings(cut), outline))
    return np.where(leave > enter, lengths, 0.0)


def _by_body(body: Body, eye: Point, ends: np.ndarray, grow: float) -> np.ndarray:
    """Return the depth of each ray in a body that has grown on all sides: half its base's radius less the least distance to its axis."""
    enter, leave = _at_heights(eye, ends, body.z - grow, body.z + body.height + grow)
    start, way = np.array(eye[:2]), ends[:, :2] - np.array(eye[:2])
    square = np.maximum((way**2).sum(axis=1), 1e-30)
    nearest = np.clip(((np.array((body.x, body.y)) - start) @ way.T) / square, enter, np.maximum(enter, leave))
    places = start + nearest[:, None] * way
    depth = body.base.radius / 2 + grow - np.hypot(places[:, 0] - body.x, places[:, 1] - body.y)
    return np.where(leave > enter + 10 * MARGIN, depth, -1.0)


def view(parts: tuple[Part, ...], bodies: list[Body | None], i: int, j: int, near: float) -> tuple[Range, Range]:
    """Return the fewest and the most rays that may be clear, and whether the body is surely, and maybe, sheltered."""
    one, other = bodies[i], bodies[j]
    assert one is not None and other is not None
    eye, points = ray_ends(one, other)
    ends = np.array(points)
    blocked, sheltered = [np.zeros(9, bool), np.zeros(9, bool)], [0, 0]
    for part in parts:
        if part.flags & SEEN_THROUGH:
            continue
        flat = max(0.0, _grown(part.footprint, 0.0).distance(shapely.Point(other.x, other.y)) - other.base.radius)
        away = hypot(flat, max(0.0, part.bottom - other.z, other.z - part.top))
        for k, grow in enumerate((-MARGIN, MARGIN)):
            bits = _by_part(part, eye, ends, grow) > (10 * MARGIN if k == 0 else 0.0)
            blocked[k] |= bits
            sheltered[k] |= int(bits.any() and away <= near + 0.001 + grow)
    for b, body in enumerate(bodies):
        if body is None or b in (i, j):
            continue
        flat = max(0.0, hypot(body.x - other.x, body.y - other.y) - body.base.radius - other.base.radius)
        away = hypot(flat, max(0.0, body.z - other.z, other.z - body.z - body.height))
        for k, grow in enumerate((-MARGIN, MARGIN)):
            bits = _by_body(body, eye, ends, grow) > 0.0
            blocked[k] |= bits
            sheltered[k] |= int(bits.any() and away <= near + 0.001 + grow)
    return (9 - int(blocked[1].sum()), 9 - int(blocked[0].sum())), (sheltered[0], sheltered[1])


# --- exactly ------------------------------------------------------------------------------------


def exact_rays(one: Body, other: Body, unit: tuple[Fraction, Fraction]) -> tuple[Point, list[Point]]:
    """Return the eye and the nine points of bodies whose numbers are fractions; ``unit`` is the direction from one to the other."""
    tenth = Fraction(1, 10)
    ends = []
    for share in (1, 5, 9):
        for out in (-9, 0, 9):
            half = out * tenth * other.base.radius
            ends.append((other.x - half * unit[1], other.y + half * unit[0], other.z + share * tenth * other.height))
    return (one.x, one.y, one.z + 9 * tenth * one.height), ends  # type: ignore[return-value]


def exactly_in_body(body: Body, a: Point, b: Point) -> bool:
    """Return True if some of the line from a to b is inside a body, half as wide as its base, whose numbers are fractions."""
    way = [Fraction(q - p) for p, q in zip(a, b, strict=True)]
    enter, leave = Fraction(0), Fraction(1)
    if way[2]:
        ends = sorted(((body.z - a[2]) / way[2], (body.z + body.height - a[2]) / way[2]))
        enter, leave = max(enter, ends[0]), min(leave, ends[1])
    elif not body.z < a[2] < body.z + body.height:
        return False
    if enter >= leave:
        return False
    square = way[0] ** 2 + way[1] ** 2
    nearest = ((body.x - a[0]) * way[0] + (body.y - a[1]) * way[1]) / square if square else enter
    nearest = min(max(nearest, enter), leave)
    x, y = a[0] + nearest * way[0] - body.x, a[1] + nearest * way[1] - body.y
    return 4 * (x * x + y * y) < body.base.radius**2


def exact_view(parts: tuple[Part, ...], bodies: list[Body], i: int, j: int, unit: tuple[Fraction, Fraction]) -> int:
    """Return the number of clear rays, where all numbers of parts and bodies are fractions."""
    eye, ends = exact_rays(bodies[i], bodies[j], unit)
    solid = [part for part in parts if not part.flags & SEEN_THROUGH]
    others = [body for b, body in enumerate(bodies) if b not in (i, j)]
    return sum(not any(exactly_blocked(p, eye, end) for p in solid) and not any(exactly_in_body(b, eye, end) for b in others) for end in ends)


def exactly_meets(part: Part, a: Point, b: Point) -> bool:
    """Return True if some of the line from a to b is in the part: inside its outline, from its bottom up to, but not at, its top."""
    start, end = [Fraction(v) for v in a], [Fraction(v) for v in b]
    way = [q - p for p, q in zip(start, end, strict=True)]
    corners = [(Fraction(x), Fraction(y)) for x, y in part.footprint]
    shares = {Fraction(0), Fraction(1)}
    if way[2]:
        shares |= {(Fraction(height) - start[2]) / way[2] for height in (part.bottom, part.top)}
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        ex, ey = qx - px, qy - py
        cross = way[0] * ey - way[1] * ex
        if cross:
            shares.add(((px - start[0]) * ey - (py - start[1]) * ex) / cross)
        elif any(way[:2]):
            square = way[0] ** 2 + way[1] ** 2
            shares |= {((x - start[0]) * way[0] + (y - start[1]) * way[1]) / square for x, y in ((px, py), (qx, qy))}
    for low, high in pairwise(sorted(s for s in shares if 0 <= s <= 1)):
        x, y, z = (p + (low + high) / 2 * d for p, d in zip(start, way, strict=True))
        if part.bottom <= z < part.top and not _on_outline(corners, x, y) and _winding(corners, x, y):
            return True
    return False


def stands_on(part: Part, body: Body) -> bool:
    away = Polygon(part.footprint).distance(shapely.Point(body.x, body.y))
    return part.top == body.z and bool(away < body.base.radius - MARGIN)


# --- edges, with shapely ------------------------------------------------------------------------


def near_edge(terrain: Terrain, x: float, y: float, z: float, radius: float, within: float, drop: float, margin: float = 3e-4) -> bool | None:
    """Return True if the ground drops near a base, by the area left of all within reach. None if it depends on the margin."""
    if z <= drop + 0.001:
        return False
    holding = []
    for part in terrain.parts:
        ground = z - drop - 0.001 <= part.top <= z + 0.001
        wall = part.bottom <= z + 0.001 < part.top
        if (ground or wall) and not part.flags & NOT_SOLID:
            holding.append(Polygon(part.footprint))
    board = shapely.box(0, 0, terrain.board.width, terrain.board.depth)
    ground = shapely.union_all(holding)
    centre, reach = shapely.Point(x, y), radius + within + 0.001
    disc = centre.buffer(reach - margin, quad_segs=64)
    if disc.intersection(board.buffer(-margin)).difference(ground.buffer(margin)).area > 0.0:
        return True
    disc = centre.buffer(reach + margin, quad_segs=64)
    if disc.intersection(board).difference(ground.buffer(1e-7)).area < 1e-9:
        return False
    return None


# --- falls --------------------------------------------------------------------------------------


class Fall:
    """The landing of a body, searched place by place and level by level."""

    def __init__(self, terrain: Terrain, others: list[Body], own: Body, drop: float) -> None:
        self.own, self.others = own, others
        self.board = terrain.board
        self.solid = [(p, Polygon(p.footprint)) for p in terrain.parts if not p.flags & NOT_SOLID]
        floors: dict[float, list[Polygon]] = {}
        for part in terrain.parts:
            if part.flags & MARKS["vantage"]:
                floors.setdefault(part.top, []).append(Polygon(part.footprint))
        self.floors = {top: shapely.union_all(outlines) for top, outlines in floors.items()}
        self.levels = sorted({level for level in (0.0, *self.floors) if own.z - level > drop + 0.001}, reverse=True)

    def lands(self, x: float, y: float, level: float) -> bool:
        r, height = self.own.base.radius, self.own.height
        if not (r - 1e-6 <= x <= self.board.width - r + 1e-6 and r - 1e-6 <= y <= self.board.depth - r + 1e-6):
            return False
        centre = shapely.Point(x, y)
        if level > 0.0:
            floor = self.floors[level]
            if not floor.contains(centre) or floor.boundary.distance(centre) < r - 1e-6:
                return False
        for part, outline in self.solid:
            if part.top > level and part.bottom < max(self.own.z, level + height) and outline.distance(centre) < r - 1e-6:
                return False
        for other in self.others:
            if other.z < level + height and level < other.z + other.height:
                if hypot(other.x - x, other.y - y) < r + other.base.radius - 1e-6:
                    return False
        return True

    def place(self) -> Point | None:
        for ring in range(2000):
            spots = [_rounded(self.own.x, self.own.y, ring * 0.05, 3.0 * k) for k in range(120 if ring else 1)]
            for level in self.levels:
                for x, y in spots:
                    if self.lands(x, y, level):
                        return x, y, level
            if ring * 0.05 > hypot(self.board.width, self.board.depth):
                break
        return None


def _rounded(x: float, y: float, length: float, degrees: float) -> tuple[float, float]:
    angle = np.deg2rad(degrees)
    return round(x + length * float(np.cos(angle)), 3), round(y + length * float(np.sin(angle)), 3)
