"""Distances between bases: the gap from edge to edge, the line it is measured along, and tests of "within"."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING

from counteract.core.state import TOLERANCE
from counteract.table.bodies import Body, pack_bodies
from counteract.table.polygons import distance_to_edge
from counteract.table.terrain import Corner

if TYPE_CHECKING:
    from counteract.core.state import Point


def gap(a: Point, a_radius: float, b: Point, b_radius: float) -> float:
    """Return the straight distance between the edges of two round bases, which may be on different floors.

    >>> gap((0, 0, 0), 0.5, (5, 0, 0), 0.5), gap((0, 0, 3), 0.5, (5, 0, 0), 0.5)
    (4.0, 5.0)
    """
    flat = max(0.0, hypot(a[0] - b[0], a[1] - b[1]) - a_radius - b_radius)
    return flat if a[2] == b[2] else hypot(flat, a[2] - b[2])


def gap_line(a: Point, a_radius: float, b: Point, b_radius: float) -> tuple[Point, Point]:
    """Return the line that the gap is measured along, from the edge of one base to the edge of the other.

    >>> gap_line((0, 0, 0), 0.5, (5, 0, 3), 1.0)
    ((0.5, 0.0, 0), (4.0, 0.0, 3))
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    apart = hypot(dx, dy)
    if apart <= a_radius + b_radius:  # one above the other
        middle = (a[0] + dx / 2, a[1] + dy / 2)
        return (*middle, a[2]), (*middle, b[2])
    near, far = a_radius / apart, 1.0 - b_radius / apart
    return (a[0] + near * dx, a[1] + near * dy, a[2]), (a[0] + far * dx, a[1] + far * dy, b[2])


# --- measuring ----------------------------------------------------------------------------------


def distance(a: Body, b: Body) -> float:
    """Return the straight distance between the edges of two bases.

    >>> from counteract.table.bodies import Body, Round
    >>> distance(Body(0, 0, 0, Round(0.5), 1.5), Body(4, 0, 4, Round(0.5), 1.5))
    5.0
    """
    from counteract.table.kernels import distances as kernels  # gaps between points do not pay for loading the compiler

    return float(kernels.gap(pack_bodies((a, b)), 0, 1))


def flat_distance(a: Body, b: Body) -> float:
    """Return the distance in plan between the edges of two bases."""
    from counteract.table.kernels import distances as kernels

    return float(kernels.flat_gap(pack_bodies((a, b)), 0, 1))


def within(a: Body, b: Body, d: float) -> bool:
    """Return True if two bases are at most d apart, give or take the tolerance."""
    return distance(a, b) <= d + TOLERANCE


def wholly_within(body: Body, polygon: Sequence[Corner]) -> bool:
    """Return True if a whole base lies in a polygon, give or take the tolerance.

    >>> from counteract.table.bodies import Body, Round
    >>> square = ((0, 0), (3, 0), (3, 3), (0, 3))
    >>> wholly_within(Body(1, 2.5, 0, Round(0.5), 1.5), square)
    True
    >>> wholly_within(Body(1, 2.6, 0, Round(0.5), 1.5), square)
    False
    """
    import numpy as np

    from counteract.table.kernels.sight import contains_strictly

    corners = np.array(polygon, dtype=np.float64).reshape(-1, 2)
    if not contains_strictly(corners, 0, len(corners), float(body.x), float(body.y)):
        return False
    edges = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return all(distance_to_edge(p, q, body.x, body.y) >= body.base.radius - TOLERANCE for p, q in edges)
