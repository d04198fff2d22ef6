"""Sight between units: which models see each other, what masks the line of fire, and the aim of a model at whole units.

>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> from counteract.table.elements import Element, Elements, Prism
>>> from counteract.table.unit_distances import UnitIndex
>>> wall = Element("wall", (Prism(((6, 0), (7, 0), (7, 9), (6, 9)), top=1.2),), blocks=True)
>>> table = Elements((wall,))
>>> bodies = pack_bodies([Body(x, 4, 0, Round(0.5), 1.5) for x in (2, 12)])
>>> squads = UnitIndex((0, 1), kinds=(0, 0))
>>> line = trace_line(table, bodies, squads, 0, 1)
>>> line.visible, line.end, line.masked_by_element
(True, (12.0, 4.0, 1.5), 'wall')
>>> aim = aim_at_units(table, bodies, squads, shooters=[0], reaches=[24.0], targets=[1])[0][1]
>>> aim.can_see(12.0), aim.can_see(8.0), aim.is_masked(12.0)
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from counteract.core.state import TOLERANCE, Point
from counteract.table.kernels import firing_lines as kernels
from counteract.table.kernels.unit_distances import base_gap
from counteract.table.sight import tidy

if TYPE_CHECKING:
    from counteract.table.elements import Elements
    from counteract.table.unit_distances import UnitIndex
    from counteract.table.units import Floats


class FiringLine(msgspec.Struct, frozen=True):
    """The view that one model has of another, for explaining and drawing.

    ``start`` and ``end`` are those of the first free segment; if there is none, of the one from top centre to top centre, which
    ``stopped_by`` stops. ``middle`` is the line of fire, which the rest is about: the first element and the first model that mask.
    """

    gap: float
    visible: bool
    start: Point
    end: Point
    stopped_by: str | None
    middle: tuple[Point, Point]
    masked_by_element: str | None
    masked_by_model: int | None

    @property
    def masked(self) -> bool:
        return self.masked_by_element is not None or self.masked_by_model is not None


class UnitAim(NamedTuple):
    """The gaps from a model to the nearest model of a unit, to the nearest one it sees, and to the nearest of these on a free line.

    The last two are infinite beyond the reach that was asked for.
    """

    nearest: float
    seen: float
    free: float

    def can_see(self, reach: float) -> bool:
        """Return True if a model within reach is seen."""
        return self.seen <= reach + TOLERANCE

    def is_masked(self, reach: float) -> bool:
        """Return True if no model within reach is seen on a free line."""
        return self.free > reach + TOLERANCE


# --- from model to model ------------------------------------------------------------------------


def sees(elements: Elements, bodies: Floats, i: int, j: int) -> bool:
    """Return True if body ``i`` sees body ``j``: some segment between them is not stopped."""
    return bool(kernels.find_free_segment(*elements.arrays, bodies, i, j) >= 0)


def count_hidden_points(elements: Elements, bodies: Floats, i: int, j: int) -> int:
    """Return how many of the six points of body ``j`` are hidden from the top of body ``i``, also by elements in which j stands."""
    return int(kernels.count_hidden_points(*elements.arrays, bodies, i, j))


def trace_line(elements: Elements, bodies: Floats, index: UnitIndex, i: int, j: int) -> FiringLine:
    """Return the view that body ``i`` has of body ``j``, both on the table."""
    arrays = elements.arrays
    free = kernels.find_free_segment(*arrays, bodies, i, j)
    start, end = _ends(kernels.aim_segment(bodies, i, j, max(free, 0)))
    stopper = -1 if free >= 0 else kernels.find_first_stopper(*arrays, bodies, i, j, 0)
    model = int(kernels.find_masking_body(bodies, index.units, index.kinds, i, j))
    return FiringLine(
        gap=float(base_gap(bodies, i, j)),
        visible=free >= 0,
        start=start,
        end=end,
        stopped_by=elements.name(stopper),
        middle=_ends(kernels.middle_segment(bodies, i, j)),
        masked_by_element=elements.name(kernels.find_masking_element(*arrays, bodies, i, j)),
        masked_by_model=None if model < 0 else model,
    )


def find_crossed(elements: Elements, bodies: Floats, i: int, j: int) -> tuple[list[str], list[int]]:
    """Return the elements that the line of fire from body ``i`` to body ``j`` crosses, and the other bodies that it passes through."""
    crossed, passed = np.zeros(len(elements.elements), np.int8), np.zeros(len(bodies), np.int8)
    kernels.mark_crossed(*elements.arrays, bodies, i, j, crossed, passed)
    return [element.id for element, mark in zip(elements.elements, crossed.tolist(), strict=True) if mark], np.flatnonzero(passed).tolist()


def _ends(segment: tuple[float, float, float, float, float, float]) -> tuple[Point, Point]:
    ax, ay, az, bx, by, bz = segment
    return tidy((ax, ay, az)), tidy((bx, by, bz))


# --- from models to units -----------------------------------------------------------------------


def aim_at_units(
    elements: Elements,
    bodies: Floats,
    index: UnitIndex,
    shooters: Sequence[int],
    reaches: Sequence[float],
    targets: Sequence[int],
    indirect: bool = False,
) -> list[dict[int, UnitAim]]:
    """Return for each shooter its aim at each of the target units that is on the table.

    ``reaches`` are the longest ranges of the shooters; the aims answer for all shorter ranges too. If the fire is ``indirect``, models
    count as seen whether they are or not.
    """
    wanted = np.zeros(index.count, np.int8)
    wanted[list(targets)] = 1
    out = np.empty((len(shooters), index.count, 3))
    models, limits = np.array(shooters, dtype=np.int64), np.array(reaches, dtype=np.float64)
    kernels.measure_aims(*elements.arrays, bodies, index.units, index.kinds, models, limits, wanted, indirect, out)
    return [{unit: UnitAim(*row[unit]) for unit in targets if row[unit][0] < inf} for row in out.tolist()]


def find_element_across(elements: Elements, bodies: Floats, index: UnitIndex, i: int, unit: int) -> str | None:
    """Return the element between body ``i`` and the nearest model of a unit in which not both stand, or None.

    If several models are equally near, one that nothing lies before decides.
    """
    return elements.name(kernels.find_element_across(*elements.arrays, bodies, index.units, i, unit))
