"""Distances between units: the nearest models of two units, the models within a distance, and whether a unit stands together.

>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> bodies = pack_bodies([Body(x, 5, 0, Round(0.5), 1.5) for x in (2, 4, 9, 14)])
>>> squads = UnitIndex((0, 0, 0, 1))
>>> measure_gaps(bodies, squads, 0)
[0.0, 4.0]
>>> find_units_within(bodies, squads, 0, 4.0), find_models_within(bodies, squads, 0, 1, 9.0)
([1], [1, 2])
>>> find_groups(bodies, squads.members[0], flat=2.0, up=6.0), find_removable(bodies, squads.members[0], flat=2.0, up=6.0)
([[0, 1], [2]], [2])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels import unit_distances as kernels

if TYPE_CHECKING:
    from counteract.table.units import Floats, Ints


class UnitIndex:
    """The unit and the kind of every body, as arrays that kernels read, and the bodies of every unit.

    Units are numbered from 0. Only bodies of one kind mask each other; -1 is no kind. ``members`` lists the bodies of each unit, whether
    they are on the table or not.
    """

    __slots__ = ("count", "kinds", "members", "units")

    def __init__(self, units: Sequence[int], kinds: Sequence[int] | None = None) -> None:
        self.count = max(units, default=-1) + 1
        self.units: Ints = np.array(units, dtype=np.int64)
        self.kinds: Ints = np.array(kinds if kinds is not None else [-1] * len(units), dtype=np.int64)
        self.members: tuple[Ints, ...] = tuple(np.flatnonzero(self.units == unit) for unit in range(self.count))

    def __reduce__(self) -> tuple[type[UnitIndex], tuple[list[int], list[int]]]:
        return UnitIndex, (self.units.tolist(), self.kinds.tolist())


# --- from model to model ------------------------------------------------------------------------


def measure_model_gaps(bodies: Floats) -> Floats:
    """Return the gap between any two models, as a matrix; infinite where one is off the table.

    >>> from counteract.table.bodies import Body, Round, pack_bodies
    >>> measure_model_gaps(pack_bodies([Body(2, 5, 0, Round(0.5), 1.5), Body(5, 5, 0, Round(0.5), 1.5)])).tolist()
    [[0.0, 2.0], [2.0, 0.0]]
    """
    x, y, z, radius = bodies[:, 0], bodies[:, 1], bodies[:, 2], bodies[:, 3]
    flat = np.maximum(np.hypot(x[:, None] - x, y[:, None] - y) - radius[:, None] - radius, 0.0)
    found: Floats = np.hypot(flat, z[:, None] - z)
    found[radius < 0, :] = found[:, radius < 0] = np.inf
    return found


# --- from unit to unit --------------------------------------------------------------------------


def measure_all_gaps(bodies: Floats, index: UnitIndex) -> Floats:
    """Return the gap between any two units, as a matrix; infinite where one is off the table, 0 from a unit to itself."""
    found = np.empty((index.count, index.count))
    kernels.measure_unit_gaps(bodies, index.units, found)
    return found


def measure_gaps(bodies: Floats, index: UnitIndex, unit: int) -> list[float]:
    """Return the gap from one unit to each; infinite to those off the table, 0 to itself."""
    out = np.empty(index.count)
    kernels.measure_gaps_from_unit(bodies, index.units, unit, out)
    found: list[float] = out.tolist()
    return found


def measure_gaps_from_model(bodies: Floats, index: UnitIndex, i: int) -> list[float]:
    """Return the gap from one model to the nearest other model of each unit; infinite if there is none."""
    out = np.empty(index.count)
    kernels.measure_gaps_from_model(bodies, index.units, i, out)
    found: list[float] = out.tolist()
    return found


def find_units_within(bodies: Floats, index: UnitIndex, unit: int, reach: float) -> list[int]:
    """Return the other units within reach of a unit."""
    limit = reach + TOLERANCE
    return [other for other, away in enumerate(measure_gaps(bodies, index, unit)) if away <= limit and other != unit]


def find_models_within(bodies: Floats, index: UnitIndex, unit: int, other: int, reach: float) -> list[int]:
    """Return the models of a unit that are within reach of a model of another unit."""
    out = np.empty(len(index.units), np.int8)
    if not kernels.mark_models_within(bodies, index.units, unit, other, reach, out):
        return []
    found: list[int] = np.flatnonzero(out).tolist()
    return found


def is_wholly_in_box(bodies: Floats, index: UnitIndex, unit: int, box: tuple[float, float, float, float]) -> bool:
    """Return True if a unit is on the table and all its bases are wholly in the box x0, y0, x1, y1."""
    x0, y0, x1, y1 = map(float, box)
    return bool(kernels.is_unit_in_box(bodies, index.units, unit, x0, y0, x1, y1))


# --- standing together --------------------------------------------------------------------------


def is_one_group(bodies: Floats, members: Ints, flat: float, up: float) -> bool:
    """Return True if models form one group by links at most ``flat`` long in plan and ``up`` in height, or if none is on the table."""
    return int(kernels.count_groups(bodies, members, float(flat), float(up))) <= 1


def find_groups(bodies: Floats, members: Ints, flat: float, up: float) -> list[list[int]]:
    """Return the groups that models form by links at most ``flat`` long in plan and ``up`` in height."""
    labels = kernels.label_groups(bodies, members, float(flat), float(up)).tolist()
    groups: list[list[int]] = [[] for _ in range(max(labels, default=-1) + 1)]
    for model, label in zip(members.tolist(), labels, strict=True):
        if label >= 0:
            groups[label].append(model)
    return groups


def find_removable(bodies: Floats, members: Ints, flat: float, up: float) -> list[int]:
    """Return the models without which the others form one group, or none are left."""
    marks = kernels.mark_removable(bodies, members, float(flat), float(up)).tolist()
    return [model for model, mark in zip(members.tolist(), marks, strict=True) if mark]
