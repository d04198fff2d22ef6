"""Distances between units, from the array of bodies and the number of each body's unit: nearest gaps, and groups of models close together.

A body off the table has a negative radius and counts nowhere; so does one whose unit is negative.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import RADIUS, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.polygons import norm

if TYPE_CHECKING:
    from counteract.table.units import Flags, Floats, Ints


@allocation_free
def base_gap(bodies: Floats, i: int, j: int) -> float:
    """Return the straight distance between the edges of two bases, which may be on different floors; the same both ways to the last bit."""
    flat = max(0.0, norm(bodies[j, X] - bodies[i, X], bodies[j, Y] - bodies[i, Y]) - (bodies[i, RADIUS] + bodies[j, RADIUS]))
    return norm(flat, bodies[j, Z] - bodies[i, Z])


# --- from unit to unit --------------------------------------------------------------------------


@allocation_free
def measure_unit_gaps(bodies: Floats, units: Ints, out: Floats) -> None:
    """Write the smallest gap between any two units; infinite where one is off the table, 0 from a unit to itself."""
    out[:, :] = np.inf
    for i in range(len(bodies)):
        a = units[i]
        if bodies[i, RADIUS] < 0.0 or a < 0:
            continue
        out[a, a] = 0.0
        for j in range(i):
            b = units[j]
            if b == a or b < 0 or bodies[j, RADIUS] < 0.0:
                continue
            away = base_gap(bodies, i, j)
            if away < out[a, b]:
                out[a, b] = out[b, a] = away


@allocation_free
def measure_gaps_from_unit(bodies: Floats, units: Ints, unit: int, out: Floats) -> None:
    """Write the smallest gap from one unit to each; infinite to those off the table, 0 to itself."""
    out[:] = np.inf
    for i in range(len(bodies)):
        if units[i] != unit or bodies[i, RADIUS] < 0.0:
            continue
        out[unit] = 0.0
        for j in range(len(bodies)):
            b = units[j]
            if b != unit and b >= 0 and bodies[j, RADIUS] >= 0.0:
                out[b] = min(out[b], base_gap(bodies, i, j))


@allocation_free
def measure_gaps_from_model(bodies: Floats, units: Ints, i: int, out: Floats) -> None:
    """Write the smallest gap from one body to the other bodies of each unit; infinite if there are none."""
    out[:] = np.inf
    if bodies[i, RADIUS] < 0.0:
        return
    for j in range(len(bodies)):
        if j != i and units[j] >= 0 and bodies[j, RADIUS] >= 0.0:
            out[units[j]] = min(out[units[j]], base_gap(bodies, i, j))


@allocation_free
def mark_models_within(bodies: Floats, units: Ints, unit: int, other: int, reach: float, out: Flags) -> int:
    """Mark with 1 the bodies of a unit within reach of a body of the other unit, all others with 0; return how many are marked."""
    out[:] = 0
    count = 0
    for i in range(len(bodies)):
        if units[i] != unit or bodies[i, RADIUS] < 0.0:
            continue
        for j in range(len(bodies)):
            if units[j] == other and j != i and bodies[j, RADIUS] >= 0.0 and base_gap(bodies, i, j) <= reach + TOLERANCE:
                out[i] = 1
                count += 1
                break
    return count


@allocation_free
def is_unit_in_box(bodies: Floats, units: Ints, unit: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Return True if the unit is on the table and all its bases are wholly in a box."""
    found = False
    for i in range(len(bodies)):
        if units[i] != unit or bodies[i, RADIUS] < 0.0:
            continue
        found = True
        x, y, r = bodies[i, X], bodies[i, Y], bodies[i, RADIUS] - TOLERANCE
        if x - r < x0 or x + r > x1 or y - r < y0 or y + r > y1:
            return False
    return found


# --- groups within a unit -----------------------------------------------------------------------


@allocation_free
def _are_linked(bodies: Floats, i: int, j: int, flat: float, up: float) -> bool:
    """Return True if two bases are at most so far apart in plan and in level."""
    if abs(bodies[j, Z] - bodies[i, Z]) > up + TOLERANCE:
        return False
    away = norm(bodies[j, X] - bodies[i, X], bodies[j, Y] - bodies[i, Y])
    return bool(away - (bodies[i, RADIUS] + bodies[j, RADIUS]) <= flat + TOLERANCE)


@allocation_free
def find_groups(bodies: Floats, members: Ints, flat: float, up: float, without: int, groups: Ints, queue: Ints) -> int:
    """Write the number of the group of each member and return how many groups there are; bodies off the table and ``without`` have -1.

    Members are in one group if a chain of links joins them, each at most ``flat`` in plan and ``up`` in height. Groups are numbered
    in the order of their first members. ``queue`` is scratch, as long as ``members``.
    """
    count = 0
    for k in range(len(members)):
        groups[k] = -1
    for k in range(len(members)):
        if groups[k] >= 0 or members[k] == without or bodies[members[k], RADIUS] < 0.0:
            continue
        groups[k], queue[0] = count, k
        done, known = 0, 1
        while done < known:
            i = members[queue[done]]
            done += 1
            for other in range(len(members)):
                j = members[other]
                if groups[other] < 0 and j != without and bodies[j, RADIUS] >= 0.0 and _are_linked(bodies, i, j, flat, up):
                    groups[other] = count
                    queue[known] = other
                    known += 1
        count += 1
    return count


@kernel
def label_groups(bodies: Floats, members: Ints, flat: float, up: float) -> Ints:
    """Return the number of each member's group, as ``find_groups`` writes it."""
    groups = np.empty(len(members), np.int64)
    find_groups(bodies, members, flat, up, -1, groups, np.empty(len(members), np.int64))
    return groups


@kernel
def count_groups(bodies: Floats, members: Ints, flat: float, up: float) -> int:
    """Return the number of groups that the members form."""
    return find_groups(bodies, members, flat, up, -1, np.empty(len(members), np.int64), np.empty(len(members), np.int64))


@kernel
def mark_removable(bodies: Floats, members: Ints, flat: float, up: float) -> Flags:
    """Return 1 for each member on the table without which the others are one group or none are left, else 0."""
    out = np.zeros(len(members), np.int8)
    groups, queue = np.empty(len(members), np.int64), np.empty(len(members), np.int64)
    for k in range(len(members)):
        if bodies[members[k], RADIUS] >= 0.0 and find_groups(bodies, members, flat, up, members[k], groups, queue) <= 1:
            out[k] = 1
    return out


def warm() -> None:
    """Compile these kernels, or load them from disk, by calling each once."""
    bodies = np.array([[2.0, 3.0, 0.0, 0.5, 1.5, 0.0], [7.0, 3.0, 0.0, 0.5, 1.5, 1.0]])
    units = np.array([0, 1])
    measure_unit_gaps(bodies, units, np.empty((2, 2)))
    measure_gaps_from_unit(bodies, units, 0, np.empty(2))
    measure_gaps_from_model(bodies, units, 0, np.empty(2))
    mark_models_within(bodies, units, 0, 1, 1.0, np.empty(2, np.int8))
    is_unit_in_box(bodies, units, 0, 0.0, 0.0, 9.0, 9.0)
    label_groups(bodies, units, 2.0, 6.0)
    count_groups(bodies, units, 2.0, 6.0)
    mark_removable(bodies, units, 2.0, 6.0)
