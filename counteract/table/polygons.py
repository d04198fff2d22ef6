"""Polygons in plan, one at a time: containment, distance, overlap, and polygons with holes on a level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

import msgspec

from counteract.table.terrain import Corner

Outline = tuple[Corner, ...]


def distance(outline: Outline, x: float, y: float) -> float:
    """Return the distance of a point from a polygon; 0 inside."""
    if contains(outline, x, y):
        return 0.0
    return min(distance_to_edge(a, b, x, y) for a, b in _edges(outline))


def distance_to_edge(a: Corner, b: Corner, x: float, y: float) -> float:
    """Return the distance of a point from the segment a-b."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    square = ex * ex + ey * ey
    t = max(0.0, min(1.0, ((x - a[0]) * ex + (y - a[1]) * ey) / square)) if square else 0.0
    return hypot(a[0] + t * ex - x, a[1] + t * ey - y)


def contains(outline: Outline, x: float, y: float) -> bool:
    """Return True if a point is inside a polygon."""
    inside = False
    for (ax, ay), (bx, by) in _edges(outline):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def is_near_box(corners: Outline, box: tuple[float, float, float, float], near: float) -> bool:
    """Return True if some point of a convex polygon is near enough to a box."""
    x0, y0, x1, y1 = box
    if any(hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)) <= near for x, y in corners):
        return True
    zone = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return overlaps(corners, zone) or any(distance(corners, x, y) <= near for x, y in zone)


def overlaps(one: Outline, two: Outline) -> bool:
    """Return True if two polygons overlap: edges cross, or one contains a corner of the other."""
    return contains(one, *two[0]) or contains(two, *one[0]) or any(is_crossed(two, *edge) for edge in _edges(one))


def is_crossed(outline: Outline, start: Corner, end: Corner) -> bool:
    """Return True if a segment crosses an edge of a polygon."""
    return any(_do_edges_cross(start, end, *edge) for edge in _edges(outline))


def _edges(outline: Outline) -> Iterator[tuple[Corner, Corner]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _do_edges_cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Return True if the segments a-b and c-d cross."""
    return (_side(a, b, c) > 0) != (_side(a, b, d) > 0) and (_side(c, d, a) > 0) != (_side(c, d, b) > 0)


def _side(a: Corner, b: Corner, p: Corner) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


class LevelPolygon(msgspec.Struct, frozen=True):
    """A polygon with holes on one level, for drawing."""

    z: float
    outline: tuple[tuple[float, float], ...]
    holes: tuple[tuple[tuple[float, float], ...], ...] = ()


def list_polygons(z: float, shape: Any) -> Iterator[LevelPolygon]:
    """Yield the polygons of a shapely geometry, rounded to 0.001" all at once so that no outline crosses itself."""
    from shapely import Polygon, set_precision

    shape = set_precision(shape, 0.001)
    for piece in getattr(shape, "geoms", [shape]):
        if isinstance(piece, Polygon) and not piece.is_empty:
            yield LevelPolygon(z, _round_ring(piece.exterior), tuple(map(_round_ring, piece.interiors)))


def _round_ring(line: object) -> tuple[tuple[float, float], ...]:
    coordinates: Sequence[tuple[float, float]] = line.coords  # type: ignore[attr-defined]
    return tuple((round(x, 3), round(y, 3)) for x, y in coordinates)
