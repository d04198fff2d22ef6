"""Bodies: round bases with an upright figure on them, and the array that kernels read them from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from counteract.table.units import MM_PER_INCH

if TYPE_CHECKING:
    from counteract.table.units import Floats

#: Width of a figure as a share of its base, unless a body gives another.
FIGURE_SHARE = 0.6


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
    """A model in geometric terms: a round base at a place and an upright figure of some height on it.

    ``figure`` is the share of the base that the figure is wide.
    """

    x: float
    y: float
    z: float
    base: Round
    height: float
    side: int = 0
    figure: float = FIGURE_SHARE


def pack_bodies(bodies: Iterable[Body | None]) -> Floats:
    """Return the array of bodies that kernels read; None stands for a body off the table.

    The width of figures has a column only if one is unusual.
    """
    import numpy as np

    rows = [_pack_body(body) for body in bodies]
    columns = 6 if all(row[6] == FIGURE_SHARE for row in rows) else 7
    return np.array([row[:columns] for row in rows], dtype=np.float64).reshape(-1, columns)


def _pack_body(body: Body | None) -> tuple[float, ...]:
    if body is None:
        return 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, FIGURE_SHARE
    return body.x, body.y, body.z, body.base.radius, body.height, float(body.side), body.figure
