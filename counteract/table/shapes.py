"""What stands on the table: shapes of bases, and bodies made of a shape, a place and a height."""

from __future__ import annotations

import msgspec

MM_PER_INCH = 25.4

#: "Within d" means a distance of at most d plus this much (inches).
TOLERANCE = 0.001

#: Where something is: x and y of its centre, z of the surface it stands on (inches).
Point = tuple[float, float, float]


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
    """A model as the table sees it: a base at a place, and an upright figure of some height on it."""

    x: float
    y: float
    z: float
    base: Round
    height: float
    side: int = 0
