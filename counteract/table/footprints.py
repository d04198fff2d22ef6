"""Outlines on the floor: what is inside one, how far away it is, whether two overlap. For things that are put down, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from counteract.table.terrain import Corner

Outline = tuple[Corner, ...]


def away(outline: Outline, x: float, y: float) -> float:
    """How far a point is from an outline; 0 inside it."""
    if covers(outline, x, y):
        return 0.0
    return min(_from_edge(a, b, x, y) for a, b in _edges(outline))


def _from_edge(a: Corner, b: Corner, x: float, y: float) -> float:
    ex, ey = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((x - a[0]) * ex + (y - a[1]) * ey) / (ex * ex + ey * ey)))
    return hypot(a[0] + t * ex - x, a[1] + t * ey - y)


def covers(outline: Outline, x: float, y: float) -> bool:
    """Whether a point is inside an outline."""
    inside = False
    for (ax, ay), (bx, by) in _edges(outline):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def near_box(corners: Outline, box: tuple[float, float, float, float], near: float) -> bool:
    """Whether some point of a convex outline is near enough to a box."""
    x0, y0, x1, y1 = box
    if any(hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)) <= near for x, y in corners):
        return True
    zone = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return overlap(corners, zone) or any(away(corners, x, y) <= near for x, y in zone)


def overlap(one: Outline, two: Outline) -> bool:
    """Whether two outlines meet: edges cross, or one holds a corner of the other."""
    return covers(one, *two[0]) or covers(two, *one[0]) or any(crossed(two, *edge) for edge in _edges(one))


def crossed(outline: Outline, start: Corner, end: Corner) -> bool:
    """Whether a line from one point to another crosses the edge of an outline."""
    return any(_cross(start, end, *edge) for edge in _edges(outline))


def _edges(outline: Outline) -> Iterator[tuple[Corner, Corner]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Whether two edges cross."""
    return (_side(a, b, c) > 0) != (_side(a, b, d) > 0) and (_side(c, d, a) > 0) != (_side(c, d, b) > 0)


def _side(a: Corner, b: Corner, p: Corner) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
