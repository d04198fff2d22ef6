"""Sight between units: free segments between two bodies, elements and bodies in the way, and aims at whole units.

Bodies are upright cylinders as wide as their bases. The shooter looks from its top, at the centre and at both sides of its base; the target
is looked at there and at half its height. That makes 18 segments. The line of fire is the one between the two centres at half height.
Only the inside of a volume stops or masks, never its surface.

Elements are packed by ``Elements``. A body stands in an element if its base overlaps the footprint at a level from bottom to top. A body
off the table has a negative radius: it sees nothing, and nothing sees it.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.elements import AREA, BLOCKS
from counteract.table.kernels.arrays import BOTTOM, FIRST, HEIGHT, LAST, RADIUS, TOP, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free
from counteract.table.kernels.polygons import distance_to_part, has_mark, is_near_box, norm
from counteract.table.kernels.sight import clip, clip_to_part
from counteract.table.kernels.unit_distances import base_gap
from counteract.table.units import MIN_CROSSING, SKIN, SNAP, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Flags, Floats, Ints

    Segment = tuple[float, float, float, float, float, float]

#: The points of a target that are looked at, and the segments to them from the three points of a shooter.
TARGET_POINTS = 6
SEGMENTS = 18
# Columns of an aim: the gap to the nearest body of a unit, to the nearest one seen in range, to the nearest of these on a free line.
NEAREST, SEEN, FREE = range(3)


# --- segments -----------------------------------------------------------------------------------


@allocation_free
def aim_segment(bodies: Floats, i: int, j: int, n: int) -> Segment:
    """Return segment n from body i to body j.

    Segments 0 to 5 begin at the centre of i's top, 6 to 11 at its left side, 12 to 17 at its right side, left and right as i looks. Of
    each six the first three end at j's top, the others at half its height; of each three the first ends at the centre, the second at the
    left side, the third at the right side. The sides are along y if one body is straight above the other.
    """
    ax, ay, bx, by = bodies[i, X], bodies[i, Y], bodies[j, X], bodies[j, Y]
    az = bodies[i, Z] + bodies[i, HEIGHT]
    point = n % TARGET_POINTS
    bz = bodies[j, Z] + (1.0 if point < 3 else 0.5) * bodies[j, HEIGHT]
    start, end = n // TARGET_POINTS, point % 3
    if start == 0 and end == 0:
        return ax, ay, az, bx, by, bz
    dx, dy = bx - ax, by - ay
    away = norm(dx, dy)
    ux, uy = (dx / away, dy / away) if away > 0.0 else (1.0, 0.0)
    if start > 0:
        r = bodies[i, RADIUS] if start == 1 else -bodies[i, RADIUS]
        ax, ay = ax - uy * r, ay + ux * r
    if end > 0:
        r = bodies[j, RADIUS] if end == 1 else -bodies[j, RADIUS]
        bx, by = bx - uy * r, by + ux * r
    return ax, ay, az, bx, by, bz


@allocation_free
def middle_segment(bodies: Floats, i: int, j: int) -> Segment:
    """Return the line of fire from body i to body j: from centre to centre at half height."""
    az, bz = bodies[i, Z] + 0.5 * bodies[i, HEIGHT], bodies[j, Z] + 0.5 * bodies[j, HEIGHT]
    return bodies[i, X], bodies[i, Y], az, bodies[j, X], bodies[j, Y], bz


@allocation_free
def enter_element(elements: Floats, parts: Floats, corners: Floats, e: int, segment: Segment) -> float:
    """Return the share of a segment before it enters element e; infinite if it does not cross it."""
    ax, ay, az, bx, by, bz = segment
    if (elements[e, X0] >= ax and elements[e, X0] >= bx) or (elements[e, X1] <= ax and elements[e, X1] <= bx):
        return inf
    if (elements[e, Y0] >= ay and elements[e, Y0] >= by) or (elements[e, Y1] <= ay and elements[e, Y1] <= by):
        return inf
    if (elements[e, BOTTOM] >= az and elements[e, BOTTOM] >= bz) or (elements[e, TOP] <= az and elements[e, TOP] <= bz):
        return inf
    best = inf
    for p in range(int(elements[e, FIRST]), int(elements[e, LAST])):
        length, enter, _ = clip_to_part(parts, corners, p, ax, ay, az, bx, by, bz)
        if length > MIN_CROSSING:
            best = min(best, enter)
    return best


@allocation_free
def enter_body(bodies: Floats, b: int, segment: Segment) -> float:
    """Return the share of a segment before it enters the cylinder of body b; infinite if it does not cross it."""
    ax, ay, az, bx, by, bz = segment
    dx, dy, dz = bx - ax, by - ay, bz - az
    wx, wy, radius = ax - bodies[b, X], ay - bodies[b, Y], bodies[b, RADIUS] - SKIN
    square, outside, along = dx * dx + dy * dy, wx * wx + wy * wy - radius * radius, wx * dx + wy * dy
    root = along * along - square * outside
    if root <= 0.0 and square >= SKIN * SKIN:
        return inf
    t0, t1 = clip(az, dz, bodies[b, Z] + SKIN, bodies[b, Z] + bodies[b, HEIGHT] - SKIN, 0.0, 1.0)
    if square < SKIN * SKIN:  # straight up or down
        if outside >= 0.0:
            return inf
    else:
        t0, t1 = max(t0, (-along - sqrt(root)) / square), min(t1, (-along + sqrt(root)) / square)
    return t0 if (t1 - t0) * sqrt(square + dz * dz) > MIN_CROSSING else inf


# --- standing in terrain ------------------------------------------------------------------------


@allocation_free
def is_base_near(elements: Floats, parts: Floats, corners: Floats, e: int, bodies: Floats, i: int, margin: float) -> bool:
    """Return True if body i's base, grown by a margin, reaches over the footprint of element e at a level from its bottom to its top."""
    x, y, z, reach = bodies[i, X], bodies[i, Y], bodies[i, Z], bodies[i, RADIUS] + margin
    if not is_near_box(elements, e, x, y, reach):
        return False
    for p in range(int(elements[e, FIRST]), int(elements[e, LAST])):
        if parts[p, BOTTOM] - SNAP <= z <= parts[p, TOP] + SNAP and is_near_box(parts, p, x, y, reach):
            if distance_to_part(parts, corners, p, x, y) < reach:
                return True
    return False


@allocation_free
def is_standing_in(elements: Floats, parts: Floats, corners: Floats, e: int, bodies: Floats, i: int) -> bool:
    """Return True if body i stands in element e, be it only with its rim; touching it is not enough."""
    return is_base_near(elements, parts, corners, e, bodies, i, -TOUCH)


@allocation_free
def is_touching(elements: Floats, parts: Floats, corners: Floats, e: int, bodies: Floats, i: int) -> bool:
    """Return True if body i's base touches element e or stands in it."""
    return is_base_near(elements, parts, corners, e, bodies, i, TOLERANCE)


# --- who sees whom ------------------------------------------------------------------------------


@allocation_free
def _is_seen_through(elements: Floats, parts: Floats, corners: Floats, e: int, bodies: Floats, i: int, j: int, hides: bool) -> bool:
    """Return True if element e does not stop sight from body i to body j because one of them stands in it.

    If it ``hides``, an element in which j stands stops sight.
    """
    if not has_mark(elements, e, AREA):
        return False
    if is_standing_in(elements, parts, corners, e, bodies, j):
        return not hides
    return is_standing_in(elements, parts, corners, e, bodies, i)


@allocation_free
def find_stopper(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, segment: Segment, hides: bool, guess: int) -> int:
    """Return an element that stops a segment between two bodies, or -1. The element ``guess``, which stopped another, is tried first."""
    if guess >= 0 and enter_element(elements, parts, corners, guess, segment) < inf:
        return guess
    for e in range(len(elements)):
        if e != guess and has_mark(elements, e, BLOCKS) and enter_element(elements, parts, corners, e, segment) < inf:
            if not _is_seen_through(elements, parts, corners, e, bodies, i, j, hides):
                return e
    return -1


@allocation_free
def find_first_stopper(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, n: int) -> int:
    """Return the first element that stops segment n from body i to body j, or -1."""
    segment = aim_segment(bodies, i, j, n)
    first, before = -1, inf
    for e in range(len(elements)):
        if has_mark(elements, e, BLOCKS):
            enter = enter_element(elements, parts, corners, e, segment)
            if enter < before and not _is_seen_through(elements, parts, corners, e, bodies, i, j, False):
                first, before = e, enter
    return first


@allocation_free
def find_free_segment(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, i: int, j: int) -> int:
    """Return the first segment from body i to body j that no element stops, or -1 if i does not see j. A body sees itself."""
    if bodies[i, RADIUS] < 0.0 or bodies[j, RADIUS] < 0.0:
        return -1
    if i == j:
        return 0
    stopper = -1  # what stopped the last segment most likely stops the next
    for n in range(SEGMENTS):
        stopper = find_stopper(elements, parts, corners, bodies, i, j, aim_segment(bodies, i, j, n), False, stopper)
        if stopper < 0:
            return n
    return -1


@allocation_free
def count_hidden_points(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, i: int, j: int) -> int:
    """Return how many of the six points of body j cannot be seen from the centre of body i's top.

    Here an element in which j stands stops sight as any other does.
    """
    if bodies[i, RADIUS] < 0.0 or bodies[j, RADIUS] < 0.0:
        return TARGET_POINTS
    if i == j:
        return 0
    hidden, stopper = 0, -1
    for n in range(TARGET_POINTS):
        found = find_stopper(elements, parts, corners, bodies, i, j, aim_segment(bodies, i, j, n), True, stopper)
        if found >= 0:
            hidden += 1
            stopper = found
    return hidden


# --- what masks ---------------------------------------------------------------------------------


@allocation_free
def mark_crossed(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, crossed: Flags, passed: Flags) -> None:
    """Mark the elements that the line of fire from body i to body j crosses, and the other bodies that it passes through."""
    segment = middle_segment(bodies, i, j)
    for e in range(len(elements)):
        crossed[e] = enter_element(elements, parts, corners, e, segment) < inf
    for b in range(len(bodies)):
        passed[b] = b not in (i, j) and bodies[b, RADIUS] >= 0.0 and enter_body(bodies, b, segment) < inf


@allocation_free
def find_masking_element(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, i: int, j: int) -> int:
    """Return the first element that the line of fire from body i to body j crosses and that i's base does not touch, or -1."""
    segment = middle_segment(bodies, i, j)
    first, before = -1, inf
    for e in range(len(elements)):
        enter = enter_element(elements, parts, corners, e, segment)
        if enter < before and not is_touching(elements, parts, corners, e, bodies, i):
            first, before = e, enter
    return first


@allocation_free
def find_masking_body(bodies: Floats, units: Ints, kinds: Ints, i: int, j: int) -> int:
    """Return the first body of j's kind, and of neither i's nor j's unit, that the line of fire from i to j passes through, or -1.

    A body of a negative kind masks nothing, and no body masks it.
    """
    if kinds[j] < 0:
        return -1
    segment = middle_segment(bodies, i, j)
    first, before = -1, inf
    for b in range(len(bodies)):
        if kinds[b] == kinds[j] and units[b] != units[i] and units[b] != units[j] and bodies[b, RADIUS] >= 0.0:
            enter = enter_body(bodies, b, segment)
            if enter < before:
                first, before = b, enter
    return first


@allocation_free
def find_element_between(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, i: int, j: int) -> int:
    """Return the first element that the line of fire from body i to body j crosses and in which not both stand, or -1."""
    segment = middle_segment(bodies, i, j)
    first, before = -1, inf
    for e in range(len(elements)):
        enter = enter_element(elements, parts, corners, e, segment)
        if enter < before:
            within = is_standing_in(elements, parts, corners, e, bodies, i) and is_standing_in(elements, parts, corners, e, bodies, j)
            if not within:
                first, before = e, enter
    return first


# --- aims at units ------------------------------------------------------------------------------


@allocation_free
def _is_line_free(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, units: Ints, kinds: Ints, i: int, j: int) -> bool:
    """Return True if neither terrain nor a body masks body j from body i."""
    if find_masking_body(bodies, units, kinds, i, j) >= 0:
        return False
    return find_masking_element(elements, parts, corners, bodies, i, j) < 0


@allocation_free
def measure_aims(
    elements: Floats, parts: Floats, corners: Floats, bodies: Floats, units: Ints, kinds: Ints,
    shooters: Ints, reaches: Floats, wanted: Flags, indirect: bool, out: Floats,
) -> None:  # fmt: skip
    """Write the aim of each shooter at the other bodies of each unit: a row for each shooter and unit, with the columns NEAREST, SEEN and FREE.

    Bodies farther from a shooter than its reach count for NEAREST only. Only ``wanted`` units are measured; all else is infinite. If the
    fire is ``indirect``, bodies count whether they are seen or not.
    """
    out[:, :, :] = inf
    for k in range(len(shooters)):
        i = shooters[k]
        if bodies[i, RADIUS] < 0.0:
            continue
        for j in range(len(bodies)):
            u = units[j]
            if u < 0 or j == i or bodies[j, RADIUS] < 0.0 or not wanted[u]:
                continue
            away = base_gap(bodies, i, j)
            out[k, u, NEAREST] = min(out[k, u, NEAREST], away)
            if away > reaches[k] + TOLERANCE or away >= out[k, u, FREE]:
                continue
            if not indirect and find_free_segment(elements, parts, corners, bodies, i, j) < 0:
                continue
            out[k, u, SEEN] = min(out[k, u, SEEN], away)
            if _is_line_free(elements, parts, corners, bodies, units, kinds, i, j):
                out[k, u, FREE] = away


@allocation_free
def find_element_across(elements: Floats, parts: Floats, corners: Floats, bodies: Floats, units: Ints, i: int, unit: int) -> int:
    """Return the element between body i and the nearest body of a unit, or -1. Of several equally near, one without counts."""
    nearest = inf
    for j in range(len(bodies)):
        if units[j] == unit and j != i and bodies[j, RADIUS] >= 0.0:
            nearest = min(nearest, base_gap(bodies, i, j))
    found = -1
    for j in range(len(bodies)):
        if units[j] == unit and j != i and bodies[j, RADIUS] >= 0.0 and base_gap(bodies, i, j) <= nearest + TOLERANCE:
            e = find_element_between(elements, parts, corners, bodies, i, j)
            if e < 0:
                return -1
            if found < 0:
                found = e
    return found


def warm() -> None:
    """Compile these kernels, or load them from disk, by calling each once."""
    box = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 1.0, 0.0, 0.0, 1.0]])
    parts = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 1.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]])
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    units = np.array([0, 1])
    table = (box, parts, corners)
    aim_segment(bodies, 0, 1, 0)
    middle_segment(bodies, 0, 1)
    is_standing_in(*table, 0, bodies, 0)
    is_touching(*table, 0, bodies, 0)
    find_free_segment(*table, bodies, 0, 1)
    find_first_stopper(*table, bodies, 0, 1, 0)
    count_hidden_points(*table, bodies, 0, 1)
    mark_crossed(*table, bodies, 0, 1, np.empty(1, np.int8), np.empty(2, np.int8))
    find_masking_element(*table, bodies, 0, 1)
    find_masking_body(bodies, units, units, 0, 1)
    find_element_between(*table, bodies, 0, 1)
    measure_aims(*table, bodies, units, units, units, np.full(2, 24.0), np.ones(2, np.int8), False, np.empty((2, 2, 3)))
    find_element_across(*table, bodies, units, 0, 1)
