"""Cover of units: standing in terrain, obstacles near by, and bodies hidden by half, from elements, bodies and their units.

A body off the table has a negative radius and counts nowhere. A unit without a body on the table has no cover.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.elements import AREA, OBSTACLE
from counteract.table.kernels.arrays import BOTTOM, FIRST, LAST, RADIUS, X, Y, Z
from counteract.table.kernels.compiler import allocation_free
from counteract.table.kernels.firing_lines import count_hidden_points, is_standing_in
from counteract.table.kernels.polygons import has_mark, is_near_box
from counteract.table.kernels.ray_casting import measure_part_distance
from counteract.table.kernels.unit_distances import base_gap
from counteract.table.units import SNAP, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Floats, Ints

#: A body is hidden by half if at least so many of its six points are.
HALF_OF_POINTS = 3
#: Boxes are looked up with more than the tolerance.
SLACK = 2 * TOLERANCE


@allocation_free
def find_terrain_under(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, i: int) -> int:
    """Return an element that body i is on or within, be it only with its rim, or -1: an area, or any element on whose floors it stands."""
    for e in range(len(elements)):
        if is_standing_in(elements, parts, corners, e, bodies, i):
            if has_mark(elements, e, AREA) or bodies[i, Z] > elements[e, BOTTOM] + SNAP:
                return e
    return -1


@allocation_free
def is_unit_in_terrain(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, units: Ints, unit: int) -> bool:
    """Return True if every body of a unit is at least partly on or within terrain, not necessarily the same."""
    found = False
    for j in range(len(bodies)):
        if units[j] == unit and bodies[j, RADIUS] >= 0.0:
            found = True
            if find_terrain_under(elements, parts, corners, bodies, j) < 0:
                return False
    return found


@allocation_free
def measure_element_gap(elements: Floats, parts: Floats, corners: Floats, e: int, bodies: Floats, i: int) -> float:
    """Return the distance from the base of body i to element e."""
    best = inf
    for p in range(int(elements[e, FIRST]), int(elements[e, LAST])):
        best = min(best, measure_part_distance(parts, corners, p, bodies, i))
    return best


@allocation_free
def find_obstacle(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, near: float, away: float) -> int:
    """Return an obstacle that is near body j and nearer than ``away`` to body i, or -1."""
    for e in range(len(elements)):
        if not has_mark(elements, e, OBSTACLE) or not is_near_box(elements, e, bodies[j, X], bodies[j, Y], bodies[j, RADIUS] + near + SLACK):
            continue
        if measure_element_gap(elements, parts, corners, e, bodies, j) <= near + TOLERANCE:
            if measure_element_gap(elements, parts, corners, e, bodies, i) < away - TOUCH:
                return e
    return -1


@allocation_free
def is_unit_behind_obstacles(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, units: Ints, i: int, unit: int, near: float) -> bool:
    """Return True if every body of a unit is near an obstacle to which body i is nearer than to the unit."""
    away = inf
    for j in range(len(bodies)):
        if units[j] == unit and bodies[j, RADIUS] >= 0.0:
            away = min(away, base_gap(bodies, i, j))
    if away == inf or bodies[i, RADIUS] < 0.0:
        return False
    for j in range(len(bodies)):
        if units[j] == unit and bodies[j, RADIUS] >= 0.0 and find_obstacle(elements, parts, corners, bodies, i, j, near, away) < 0:
            return False
    return True


@allocation_free
def is_unit_half_hidden(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, units: Ints, i: int, unit: int) -> bool:
    """Return True if at least half of every body of a unit is hidden from body i."""
    found = False
    for j in range(len(bodies)):
        if units[j] == unit and bodies[j, RADIUS] >= 0.0:
            found = True
            if count_hidden_points(elements, parts, corners, bodies, i, j) < HALF_OF_POINTS:
                return False
    return found


def warm() -> None:
    """Compile these kernels, or load them from disk, by calling each once."""
    box = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 7.0, 0.0, 0.0, 1.0]])
    parts = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 7.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]])
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    units = np.array([0, 1])
    table = (box, parts, corners, bodies)
    find_terrain_under(*table, 0)
    is_unit_in_terrain(*table, units, 0)
    is_unit_behind_obstacles(*table, units, 0, 1, 1.0)
    is_unit_half_hidden(*table, units, 0, 1)
