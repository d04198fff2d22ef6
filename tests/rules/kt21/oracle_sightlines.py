"""A second, slow way to tell what terrain does for a target: lines by the hundred, cut with shapely.

From the centre and 16 points of the rim of the shooter's base, lines go to the target's base, and every feature is cut out of them.
Done twice, once with everything a margin in favour of the shooter and once against it; where the two disagree the answer hangs on
less than the margin, and there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, cos, hypot, pi, sin

import msgspec
import shapely
from shapely import MultiLineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

CLEAR, COVERED, OBSCURED = range(3)
LINES = 48
MARGIN = 0.05  # wider than lines are apart where they meet a base


class Feature(msgspec.Struct, frozen=True):
    """A footprint and a height; one that is insignificant does nothing."""

    footprint: tuple[tuple[float, float], ...]
    top: float
    insignificant: bool = False


class Standing(msgspec.Struct, frozen=True):
    """An operative."""

    x: float
    y: float
    radius: float
    height: float

    def grown(self, by: float) -> BaseGeometry:
        return Point(self.x, self.y).buffer(self.radius + by, quad_segs=64)


def gap(a: Standing, b: Standing) -> float:
    return hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius


def judge_cover(shooter: Standing, target: Standing, features: Sequence[Feature]) -> int | None:
    """Return the effect of the features on the target; None if that is too close to call."""
    if abs(gap(shooter, target) - 2.0) < MARGIN:
        return None
    least, most = (_judge_cover(shooter, target, features, favour) for favour in (-MARGIN, MARGIN))
    return least if least == most else None


def _judge_cover(shooter: Standing, target: Standing, features: Sequence[Feature], more: float) -> int:
    """Return the best of 17 points, with ``more`` of everything that screens the target."""
    outlines = [(Polygon(f.footprint).buffer(more, join_style="mitre"), f.top > target.height) for f in features if not f.insignificant]
    best = OBSCURED
    for start in _points(shooter, target):
        lines = _lines(start, target)
        found = CLEAR
        for outline, heavy in outlines:
            found = max(found, _judged(lines.intersection(outline), shooter, target, heavy, more))
            if found == OBSCURED:
                break
        best = min(best, found)
        if best == CLEAR:
            break
    return best


def _judged(crossed: BaseGeometry, shooter: Standing, target: Standing, heavy: bool, more: float) -> int:
    """Return the effect of a feature where lines cross it."""
    if crossed.is_empty or crossed.length < 1e-6:
        return CLEAR
    if heavy and crossed.difference(target.grown(2.0 - more)).difference(shooter.grown(1.0 - more)).length > 1e-6:
        return OBSCURED
    near = shapely.distance(crossed, Point(target.x, target.y)) - target.radius <= 1.0 + more
    return COVERED if near and gap(shooter, target) > 2.0 else CLEAR


def _points(shooter: Standing, target: Standing) -> list[tuple[float, float]]:
    ahead = atan2(target.y - shooter.y, target.x - shooter.x)
    turns = [ahead + k * pi / 8 for k in range(16)]
    return [(shooter.x, shooter.y), *((shooter.x + shooter.radius * cos(t), shooter.y + shooter.radius * sin(t)) for t in turns)]


def _lines(start: tuple[float, float], target: Standing) -> MultiLineString:
    """Return lines from a point to the far side of a base, from one tangent to the other."""
    away, ahead = hypot(target.x - start[0], target.y - start[1]), atan2(target.y - start[1], target.x - start[0])
    half = asin(target.radius / away)
    lines = []
    for k in range(LINES + 1):
        turn = half * (2 * k / LINES - 1)
        along = away * cos(turn) + (max(0.0, target.radius**2 - (away * sin(turn)) ** 2)) ** 0.5
        lines.append((start, (start[0] + along * cos(ahead + turn), start[1] + along * sin(ahead + turn))))
    return MultiLineString(lines)
