"""A slow twin of line of sight and cover.

Lines are cut exactly with fractions, areas with shapely, and lines between two floors are tried by
the hundred. Where an answer hangs on less than a margin the twin says None: ask again elsewhere.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import acos, atan2, cos, hypot, pi, sin, sqrt

import numpy as np
import shapely
from shapely import LineString, Polygon

from counteract.core.state import Point
from counteract.table.bodies import Body
from counteract.table.terrain import HEAVY, MARKS, Part

Corners = tuple[tuple[float, float], ...]


# --- lines, exactly -----------------------------------------------------------------------------


def _on_outline(corners: list[tuple[Fraction, Fraction]], x: Fraction, y: Fraction) -> bool:
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (qx - px) * (y - py) == (qy - py) * (x - px):
            if min(px, qx) <= x <= max(px, qx) and min(py, qy) <= y <= max(py, qy):
                return True
    return False


def _winding(corners: list[tuple[Fraction, Fraction]], x: Fraction, y: Fraction) -> int:
    turns = 0
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        left = (qx - px) * (y - py) - (x - px) * (qy - py)
        if py <= y < qy and left > 0:
            turns += 1
        elif qy <= y < py and left < 0:
            turns -= 1
    return turns


def exactly_blocked(part: Part, a: Point, b: Point) -> bool:
    """Return True if some of the line from a to b is inside the part, in exact arithmetic."""
    start, end = [Fraction(v) for v in a], [Fraction(v) for v in b]
    way = [q - p for p, q in zip(start, end, strict=True)]
    corners = [(Fraction(x), Fraction(y)) for x, y in part.footprint]
    shares = {Fraction(0), Fraction(1)}
    for height in (Fraction(part.bottom), Fraction(part.top)):
        if way[2]:
            shares.add((height - start[2]) / way[2])
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        ex, ey = qx - px, qy - py
        cross = way[0] * ey - way[1] * ex
        if cross:
            shares.add(((px - start[0]) * ey - (py - start[1]) * ex) / cross)
    square = way[0] ** 2 + way[1] ** 2
    if square:
        for x, y in corners:
            shares.add(((x - start[0]) * way[0] + (y - start[1]) * way[1]) / square)
    for low, high in pairwise(sorted(s for s in shares if 0 <= s <= 1)):
        middle = (low + high) / 2
        x, y, z = (p + middle * d for p, d in zip(start, way, strict=True))
        if part.bottom < z < part.top and not _on_outline(corners, x, y):
            if _winding(corners, x, y):
                return True
    return False


# --- lines, with shapely ------------------------------------------------------------------------


def _solid_length(part: Part, outline: Polygon, grow: float, a: Point, b: Point) -> float:
    """Return the length of a line in a part whose outline has been replaced and whose height is stretched."""
    low, high = part.bottom - grow, part.top + grow
    rise = b[2] - a[2]
    if rise == 0:
        shares = (0.0, 1.0) if low < a[2] < high else (0.0, 0.0)
    else:
        ends = sorted(((low - a[2]) / rise, (high - a[2]) / rise))
        shares = (max(0.0, ends[0]), min(1.0, ends[1]))
    if shares[0] >= shares[1]:
        return 0.0
    cut = [tuple(p + s * (q - p) for p, q in zip(a, b, strict=True)) for s in shares]
    flat = LineString([cut[0][:2], cut[1][:2]])
    return float(flat.intersection(outline).length)


def roughly_blocked(parts: tuple[Part, ...], a: Point, b: Point, margin: float) -> bool | None:
    """Return True if a part blocks a line; None if it depends on the margin."""
    unsure = False
    for part in parts:
        outline = Polygon(part.footprint)
        inner = outline.buffer(-margin, join_style="mitre")
        if _solid_length(part, inner, -margin, a, b) > 10 * margin:
            return True
        outer = outline.buffer(margin, join_style="mitre")
        unsure |= _solid_length(part, outer, margin, a, b) > 0.0
    return None if unsure else False


def figure_points(observer: Body, target: Body) -> list[Point]:
    """Return the nine points of a figure, in the order of looking at them."""
    angle = atan2(target.y - observer.y, target.x - observer.x)
    points: list[Point] = []
    for share in (1.0, 0.6, 0.25):
        for turn, out in ((0.0, 0.0), (pi / 2, target.figure), (-pi / 2, target.figure)):
            x = target.x + out * target.base.radius * cos(angle + turn)
            y = target.y + out * target.base.radius * sin(angle + turn)
            points.append((x, y, target.z + share * target.height))
    return points


def disc_points(observer: Body, x: float, y: float, z: float, radius: float) -> list[Point]:
    angle = atan2(observer.y - y, observer.x - x)
    turns = [angle + k * pi / 4 for k in range(8)]
    return [(x, y, z)] + [(x + radius * cos(t), y + radius * sin(t), z) for t in turns]


def first_seen(parts: tuple[Part, ...], observer: Body, points: list[Point], margin: float = 1e-6) -> int | None:
    """Return the number of the first point seen, -1 if none is, None if that cannot be told."""
    head = (observer.x, observer.y, observer.z + observer.height)
    for number, point in enumerate(points):
        blocked = roughly_blocked(parts, head, point, margin)
        if blocked is None:
            return None
        if not blocked:
            return number
    return -1


# --- what lies between --------------------------------------------------------------------------


def start_points(shooter: Body, target: Body) -> list[tuple[float, float]]:
    angle = atan2(target.y - shooter.y, target.x - shooter.x)
    turns = [angle + k * pi / 8 for k in range(16)]
    r = shooter.base.radius
    rim = [(shooter.x + r * cos(t), shooter.y + r * sin(t)) for t in turns]
    return [(shooter.x, shooter.y), *rim]


def _fan(start: tuple[float, float], target: Body, rays: int) -> list[tuple[float, float]]:
    """Return points of the near side of the target's base, spread evenly from tangent to tangent."""
    dx, dy = start[0] - target.x, start[1] - target.y
    radius = target.base.radius
    middle, half = atan2(dy, dx), acos(radius / hypot(dx, dy))
    turns = [middle + half * (2 * k / (rays - 1) - 1) for k in range(rays)]
    return [(target.x + radius * cos(t), target.y + radius * sin(t)) for t in turns]


def _flat_bits(part: Part, shooter: Body, target: Body, start: tuple[float, float], near: float, far: float, grow: float) -> int:
    """Return the bits by areas: the fan as a polygon, cut with the footprint and the places that count."""
    outline = Polygon(part.footprint).buffer(grow, join_style="mitre")
    fan = Polygon([start, *_fan(start, target, 300)]).buffer(grow, join_style="mitre")
    common = outline.intersection(fan)
    by_target = shapely.Point(target.x, target.y)
    by_shooter = shapely.Point(shooter.x, shooter.y)
    close = by_target.buffer(target.base.radius + in_plan(part, target, near) + grow, quad_segs=200)
    own = by_shooter.buffer(shooter.base.radius + in_plan(part, shooter, near) - grow, quad_segs=200)
    not_far = by_target.buffer(target.base.radius + in_plan(part, target, far) - grow, quad_segs=200)
    bits = 0
    if common.intersection(close).area > 0.0:
        bits |= 1
    if common.difference(not_far).difference(own).area > 0.0:
        bits |= 2
    return bits


def _steep_bits(part: Part, shooter: Body, target: Body, start: tuple[float, float], near: float, far: float, grow: float) -> int:
    """Return the bits by many points on many lines between two floors."""
    outline = Polygon(part.footprint).buffer(grow, join_style="mitre")
    if outline.is_empty:
        return 0
    ends = np.array(_fan(start, target, 120))
    shares = (np.arange(400) + 0.5) / 400
    xs = start[0] + np.outer(ends[:, 0] - start[0], shares)
    ys = start[1] + np.outer(ends[:, 1] - start[1], shares)
    zs = shooter.z + (target.z - shooter.z) * shares
    level = (zs > part.bottom - grow) & (zs < part.top + grow)
    hit = shapely.contains_xy(outline, xs, ys) & level[None, :]
    to_target = to_part(part, target, np.hypot(xs - target.x, ys - target.y))
    to_shooter = to_part(part, shooter, np.hypot(xs - shooter.x, ys - shooter.y))
    bits = 0
    if (hit & (to_target <= near + grow)).any():
        bits |= 1
    if (hit & (to_target > far - grow) & (to_shooter > near - grow)).any():
        bits |= 2
    return bits


def in_plan(part: Part, body: Body, distance: float) -> float:
    """Return the distance in plan at which a part is so far from a base in space; 0 if it hangs or ends farther off."""
    up = max(0.0, part.bottom - body.z, body.z - part.top)
    return sqrt(distance * distance - up * up) if up < distance else 0.0


def to_part(part: Part, body: Body, from_centre: np.ndarray) -> np.ndarray:
    """Return the distance of a base from the solid above or below some places, which are that far from its centre in plan."""
    flat = np.maximum(0.0, from_centre - body.base.radius)
    return np.hypot(flat, max(0.0, part.bottom - body.z, body.z - part.top))


def screen_bits(part: Part, shooter: Body, target: Body, start: tuple[float, float], near: float, far: float) -> tuple[int, int]:
    """Return bits that a part surely has from this point, and bits it may have (1 covers near the target, 2 obscures far from it)."""
    if part.flags & MARKS["exposed"]:
        return 0, 0
    if hypot(target.x - start[0], target.y - start[1]) <= target.base.radius:
        return 0, 0
    possible = 3 if part.flags & HEAVY else 1
    if shooter.z == target.z:
        tallest = max(shooter.height, target.height)
        if part.bottom >= shooter.z + tallest or part.top <= shooter.z:
            return 0, 0
        sure = _flat_bits(part, shooter, target, start, near, far, -1e-3)
        maybe = _flat_bits(part, shooter, target, start, near, far, 1e-3)
    else:
        sure = _steep_bits(part, shooter, target, start, near, far, -1e-3)
        maybe = _steep_bits(part, shooter, target, start, near, far, 0.1)
    return sure & possible, maybe & possible
