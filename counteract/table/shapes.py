"""What stands on the table: shapes of bases, and bodies made of a shape, a place and a height."""

from __future__ import annotations

from math import hypot

import msgspec

MM_PER_INCH = 25.4

#: "Within d" means a distance of at most d plus this much (inches).
TOLERANCE = 0.001

#: A figure is so much of its base wide, unless a body says otherwise.
FIGURE = 0.6

#: Where something is: x and y of its centre, z of the surface it stands on (inches).
Point = tuple[float, float, float]


def gap(a: Point, a_radius: float, b: Point, b_radius: float) -> float:
    """The straight distance between the edges of two round bases, which may be on different floors.

    >>> gap((0, 0, 0), 0.5, (5, 0, 0), 0.5), gap((0, 0, 3), 0.5, (5, 0, 0), 0.5)
    (4.0, 5.0)
    """
    flat = max(0.0, hypot(a[0] - b[0], a[1] - b[1]) - a_radius - b_radius)
    return flat if a[2] == b[2] else hypot(flat, a[2] - b[2])


def gap_line(a: Point, a_radius: float, b: Point, b_radius: float) -> tuple[Point, Point]:
    """Where that distance is measured: from the edge of the one base to that of the other.

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


class Round(msgspec.Struct, frozen=True, tag="round"):
    """A round base.

    >>> Round.of_mm(25.4).radius
    0.5
    """

    radius: float

    @classmethod
    def of_mm(cls, diameter: float) -> Round:
        return cls(diameter / MM_PER_INCH / 2)


class Body(msgspec.Struct, frozen=True):
    """A model as the table sees it: a base at a place, and an upright figure of some height on it.

    ``figure`` is the share of the base that the figure is wide.
    """

    x: float
    y: float
    z: float
    base: Round
    height: float
    side: int = 0
    figure: float = FIGURE
