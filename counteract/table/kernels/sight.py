"""Line of sight: intersection of segments with prisms, the first visible point of a body, disc or part, and contact, from parts, corners and bodies.

A body off the table has a negative radius: it sees nothing, nothing sees it, and it is in contact with nothing.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from counteract.core.state import TOLERANCE
from counteract.table.bodies import FIGURE_SHARE
from counteract.table.kernels.arrays import BOTTOM, FIRST, FLAGS, HEIGHT, LAST, RADIUS, SEEN_THROUGH, TOP, WIDTH_SHARE, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free, kernel
from counteract.table.kernels.cover import BASE_POINTS, base_point, find_clear_points, find_crossing
from counteract.table.kernels.distances import flat_gap, gap
from counteract.table.units import MIN_CROSSING, SKIN

if TYPE_CHECKING:
    from counteract.table.units import Floats, Ints

#: The number of points of a body that are looked at.
TARGET_POINTS = 9
#: Heights of these points, as shares of the body's height.
TOP_SHARE, MIDDLE_SHARE, LOW_SHARE = 1.0, 0.6, 0.25
#: The number of points on the rim of a disc that are looked at, besides its centre.
RIM_POINTS = 8


# --- a straight line and one part ---------------------------------------------------------------


@allocation_free
def contains_strictly(corners: Floats, first: int, last: int, x: float, y: float) -> bool:
    """Return True if a point is inside an outline, at least SKIN away from it."""
    within = False
    px, py = corners[last - 1, 0], corners[last - 1, 1]
    for k in range(first, last):
        qx, qy = corners[k, 0], corners[k, 1]
        ex, ey = qx - px, qy - py
        square = ex * ex + ey * ey
        t = 0.0
        if square > 0.0:
            t = min(1.0, max(0.0, ((x - px) * ex + (y - py) * ey) / square))
        ox, oy = px + t * ex - x, py + t * ey - y
        if ox * ox + oy * oy <= SKIN * SKIN:
            return False
        if (py > y) != (qy > y) and x < px + (y - py) * ex / ey:
            within = not within
        px, py = qx, qy
    return within


@allocation_free
def _has_corners_on_both_sides(corners: Floats, first: int, last: int, ax: float, ay: float, dx: float, dy: float, skin: float) -> bool:
    """Return True if an outline has corners on both sides of a line, as it must if the line crosses it."""
    left, right = False, False
    for k in range(first, last):
        side = dx * (corners[k, 1] - ay) - dy * (corners[k, 0] - ax)
        left |= side > skin
        right |= side < -skin
    return left and right


@allocation_free
def _clip_to_outline(
    corners: Floats, first: int, last: int, ax: float, ay: float, dx: float, dy: float, t0: float, t1: float
) -> tuple[float, float, float]:
    """Return the share of a + t·d with t0 < t < t1 inside an outline, and its first interval.

    The line is cut at every intersection with the outline, and the middle of each piece is tested; so a line along an edge or through
    a corner needs no special case. A corner within SKIN of the line counts as an intersection.
    """
    square = dx * dx + dy * dy
    if square < SKIN * SKIN:
        if contains_strictly(corners, first, last, ax, ay):
            return t1 - t0, t0, t1
        return 0.0, 1.0, 1.0
    skin = SKIN * sqrt(square)
    if not _has_corners_on_both_sides(corners, first, last, ax, ay, dx, dy, skin):
        return 0.0, 1.0, 1.0
    total, enter, leave = 0.0, 1.0, 1.0
    t = t0
    while t < t1:
        until = t1
        px, py = corners[last - 1, 0] - ax, corners[last - 1, 1] - ay
        p_side = dx * py - dy * px
        for k in range(first, last):
            qx, qy = corners[k, 0] - ax, corners[k, 1] - ay
            q_side = dx * qy - dy * qx
            if abs(q_side) <= skin:
                meet = (qx * dx + qy * dy) / square
                if t < meet < until:
                    until = meet
            elif abs(p_side) > skin and (p_side > 0.0) != (q_side > 0.0):
                f = p_side / (p_side - q_side)
                meet = ((px + f * (qx - px)) * dx + (py + f * (qy - py)) * dy) / square
                if t < meet < until:
                    until = meet
            px, py, p_side = qx, qy, q_side
        middle = 0.5 * (t + until)
        if contains_strictly(corners, first, last, ax + middle * dx, ay + middle * dy):
            if total == 0.0:
                enter, leave = t, until
            elif leave == t:
                leave = until
            total += until - t
        t = until
    return total, enter, leave


@allocation_free
def _is_rectangle(parts: Floats, corners: Floats, p: int) -> bool:
    """Return True if the footprint is its own bounding box, as most footprints are."""
    first = int(parts[p, FIRST])
    if int(parts[p, LAST]) - first != 4:
        return False
    px, py = corners[first + 3, 0], corners[first + 3, 1]
    for k in range(first, first + 4):
        x, y = corners[k, 0], corners[k, 1]
        if (x != parts[p, X0] and x != parts[p, X1]) or (y != parts[p, Y0] and y != parts[p, Y1]):
            return False
        if (x == px) == (y == py):
            return False
        px, py = x, y
    return True


@allocation_free
def clip(a: float, d: float, low: float, high: float, t0: float, t1: float) -> tuple[float, float]:
    """Return the part of t0..t1 in which a + t·d lies between low and high; reversed if there is none."""
    if d == 0.0:
        if low < a < high:
            return t0, t1
        return 1.0, 0.0
    enter, leave = (low - a) / d, (high - a) / d
    if d < 0.0:
        enter, leave = leave, enter
    return max(t0, enter), min(t1, leave)


@allocation_free
def clip_to_part(
    parts: Floats, corners: Floats, p: int, ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> tuple[float, float, float]:
    """Return the length of the segment from a to b inside part p (inches) and its first interval there.

    The interval is given as two shares of the segment. Touching is not inside: the solid is taken SKIN smaller on all sides.
    """
    dx, dy, dz = bx - ax, by - ay, bz - az
    t0, t1 = clip(az, dz, parts[p, BOTTOM] + SKIN, parts[p, TOP] - SKIN, 0.0, 1.0)
    if t0 >= t1:
        return 0.0, 1.0, 1.0
    t0, t1 = clip(ax, dx, parts[p, X0] + SKIN, parts[p, X1] - SKIN, t0, t1)
    if t0 >= t1:
        return 0.0, 1.0, 1.0
    t0, t1 = clip(ay, dy, parts[p, Y0] + SKIN, parts[p, Y1] - SKIN, t0, t1)
    if t0 >= t1:
        return 0.0, 1.0, 1.0
    share = t1 - t0
    if not _is_rectangle(parts, corners, p):
        first, last = int(parts[p, FIRST]), int(parts[p, LAST])
        share, t0, t1 = _clip_to_outline(corners, first, last, ax, ay, dx, dy, t0, t1)
    return share * sqrt(dx * dx + dy * dy + dz * dz), t0, t1


@allocation_free
def find_blocker(parts: Floats, corners: Floats, ax: float, ay: float, az: float, bx: float, by: float, bz: float, guess: int) -> int:
    """Return a part that the segment from a to b crosses, or -1. The part ``guess`` is tried first."""
    if guess >= 0 and clip_to_part(parts, corners, guess, ax, ay, az, bx, by, bz)[0] > MIN_CROSSING:
        return guess
    x0, x1 = min(ax, bx), max(ax, bx)
    y0, y1 = min(ay, by), max(ay, by)
    z0, z1 = min(az, bz), max(az, bz)
    for p in range(len(parts)):
        if parts[p, X0] >= x1 or parts[p, X1] <= x0 or parts[p, Y0] >= y1 or parts[p, Y1] <= y0:
            continue
        if parts[p, BOTTOM] >= z1 or parts[p, TOP] <= z0 or int(parts[p, FLAGS]) & SEEN_THROUGH:
            continue
        if clip_to_part(parts, corners, p, ax, ay, az, bx, by, bz)[0] > MIN_CROSSING:
            return p
    return -1


# --- who sees what ------------------------------------------------------------------------------


@allocation_free
def target_point(bodies: Floats, i: int, j: int, k: int) -> tuple[float, float, float]:
    """Return point k of body j as body i looks at it.

    Points 0 to 2 are at the top, 3 to 5 in the middle, 6 to 8 low; of each three the first is on the axis, the second to the left and
    the third to the right as seen from i.
    """
    x, y = bodies[j, X], bodies[j, Y]
    share = TOP_SHARE if k < 3 else MIDDLE_SHARE if k < 6 else LOW_SHARE
    z = bodies[j, Z] + share * bodies[j, HEIGHT]
    side = k % 3
    if side == 0:
        return x, y, z
    dx, dy = x - bodies[i, X], y - bodies[i, Y]
    away = hypot(dx, dy)
    if away == 0.0:
        dx, dy, away = 1.0, 0.0, 1.0
    wide = bodies[j, WIDTH_SHARE] if bodies.shape[1] > 6 else FIGURE_SHARE
    half = wide * bodies[j, RADIUS] / away
    if side == 2:
        half = -half
    return x - dy * half, y + dx * half, z


@allocation_free
def see(parts: Floats, corners: Floats, bodies: Floats, i: int, j: int) -> int:
    """Return the first point of body j that the head of body i has a clear line to, or -1."""
    if bodies[i, RADIUS] < 0.0 or bodies[j, RADIUS] < 0.0:
        return -1
    if i == j:
        return 0
    ax, ay, az = bodies[i, X], bodies[i, Y], bodies[i, Z] + bodies[i, HEIGHT]
    part = -1  # what blocked the last line most likely blocks the next
    for k in range(TARGET_POINTS):
        x, y, z = target_point(bodies, i, j, k)
        part = find_blocker(parts, corners, ax, ay, az, x, y, z, part)
        if part < 0:
            return k
    return -1


@kernel
def see_side(parts: Floats, corners: Floats, bodies: Floats, i: int, lo: int, hi: int) -> NDArray[np.int8]:
    """Return ``see`` from body i to each of the bodies lo to hi - 1."""
    out = np.empty(hi - lo, np.int8)
    for j in range(lo, hi):
        out[j - lo] = see(parts, corners, bodies, i, j)
    return out


@allocation_free
def disc_point(bodies: Floats, i: int, x: float, y: float, radius: float, k: int) -> tuple[float, float]:
    """Return point k of a flat disc: the centre, then points on the rim, counted from the one nearest to body i."""
    if k == 0:
        return x, y
    dx, dy = bodies[i, X] - x, bodies[i, Y] - y
    away = hypot(dx, dy)
    if away == 0.0:
        dx, dy, away = 1.0, 0.0, 1.0
    turn = 2.0 * pi * (k - 1) / RIM_POINTS
    c, s = radius * cos(turn) / away, radius * sin(turn) / away
    return x + dx * c - dy * s, y + dx * s + dy * c


@allocation_free
def see_disc(parts: Floats, corners: Floats, bodies: Floats, i: int, x: float, y: float, z: float, radius: float) -> int:
    """Return the first point of a flat disc that the head of body i has a clear line to, or -1."""
    if bodies[i, RADIUS] < 0.0:
        return -1
    ax, ay, az = bodies[i, X], bodies[i, Y], bodies[i, Z] + bodies[i, HEIGHT]
    part = -1
    for k in range(1 + RIM_POINTS):
        bx, by = disc_point(bodies, i, x, y, radius, k)
        part = find_blocker(parts, corners, ax, ay, az, bx, by, z, part)
        if part < 0:
            return k
    return -1


@allocation_free
def nearest_point_of_part(parts: Floats, corners: Floats, p: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return the point of part p's solid that is nearest to a place."""
    nz = min(max(z, parts[p, BOTTOM]), parts[p, TOP])
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    if contains_strictly(corners, first, last, x, y):
        return x, y, nz
    best, nx, ny = np.inf, x, y
    px, py = corners[last - 1, 0], corners[last - 1, 1]
    for k in range(first, last):
        qx, qy = corners[k, 0], corners[k, 1]
        ex, ey = qx - px, qy - py
        square = ex * ex + ey * ey
        t = 0.0
        if square > 0.0:
            t = min(1.0, max(0.0, ((x - px) * ex + (y - py) * ey) / square))
        cx, cy = px + t * ex, py + t * ey
        away = hypot(cx - x, cy - y)
        if away < best:
            best, nx, ny = away, cx, cy
        px, py = qx, qy
    return nx, ny, nz


@allocation_free
def see_part(parts: Floats, corners: Floats, bodies: Floats, i: int, p: int) -> int:
    """Return the first point of part p that the head of body i has a clear line to, or -1.

    Point 0 is the nearest point of the solid; then come the corners, each at the top and at the bottom. The part hides its own far
    side, but not what the line only touches.
    """
    if bodies[i, RADIUS] < 0.0:
        return -1
    ax, ay, az = bodies[i, X], bodies[i, Y], bodies[i, Z] + bodies[i, HEIGHT]
    x, y, z = nearest_point_of_part(parts, corners, p, ax, ay, az)
    part = find_blocker(parts, corners, ax, ay, az, x, y, z, -1)
    if part < 0:
        return 0
    first = int(parts[p, FIRST])
    for k in range(first, int(parts[p, LAST])):
        for end in range(2):
            z = parts[p, TOP - end]
            part = find_blocker(parts, corners, ax, ay, az, corners[k, 0], corners[k, 1], z, part)
            if part < 0:
                return 1 + 2 * (k - first) + end
    return -1


@allocation_free
def are_in_contact(parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, reach: float) -> bool:
    """Return True if two bodies are within reach of each other and at least one sees the other."""
    if i == j or bodies[i, RADIUS] < 0.0 or bodies[j, RADIUS] < 0.0:
        return False
    if gap(bodies, i, j) > reach + TOLERANCE:
        return False
    if see(parts, corners, bodies, i, j) >= 0:
        return True
    return see(parts, corners, bodies, j, i) >= 0


@kernel
def mark_contacts(parts: Floats, corners: Floats, bodies: Floats, i: int, reach: float) -> NDArray[np.int8]:
    """Return 1 for every body in contact with body i, else 0."""
    out = np.zeros(len(bodies), np.int8)
    for j in range(len(bodies)):
        if are_in_contact(parts, corners, bodies, i, j, reach):
            out[j] = 1
    return out


@allocation_free
def find_contact_pairs(parts: Floats, corners: Floats, bodies: Floats, reach: float, pairs: Ints) -> int:
    """Write all pairs of bodies in contact, the lower number first; return how many. To return the array would take longer than to fill it."""
    n = len(bodies)
    count = 0
    for i in range(n):
        for j in range(i + 1, n):
            limit = bodies[i, RADIUS] + bodies[j, RADIUS] + reach + 2 * TOLERANCE
            if abs(bodies[i, X] - bodies[j, X]) > limit or abs(bodies[i, Y] - bodies[j, Y]) > limit:
                continue  # most are far apart, and this is asked often
            if are_in_contact(parts, corners, bodies, i, j, reach):
                pairs[count, 0], pairs[count, 1] = i, j
                count += 1
    return count


def warm() -> None:
    """Compile these kernels, or load them from disk, by calling each once."""
    parts = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]])
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    ignored, masks = np.zeros(1, np.uint8), np.zeros((BASE_POINTS, 1), np.uint8)
    see(parts, corners, bodies, 0, 1)
    see_side(parts, corners, bodies, 0, 0, 2)
    see_disc(parts, corners, bodies, 0, 5.0, 0.0, 0.0, 0.5)
    see_part(parts, corners, bodies, 0, 0)
    gap(bodies, 0, 1)
    flat_gap(bodies, 0, 1)
    are_in_contact(parts, corners, bodies, 0, 1, 1.0)
    mark_contacts(parts, corners, bodies, 0, 1.0)
    find_contact_pairs(parts, corners, bodies, 1.0, np.empty((1, 2), np.int64))
    find_clear_points(parts, corners, bodies, 0, 1, 1.0, 1.0, ignored, ignored, masks)
    find_crossing(parts, corners, bodies, 0, 1, 1.0, 1.0, 0, 0, 1)
    base_point(bodies, 0, 1, 0)
    target_point(bodies, 0, 1, 0)
    disc_point(bodies, 0, 5.0, 0.0, 0.5, 1)
    nearest_point_of_part(parts, corners, 0, 0.0, 0.0, 1.5)
    find_blocker(parts, corners, 0.0, 0.0, 1.5, 5.0, 0.0, 1.5, -1)
    clip_to_part(parts, corners, 0, 0.0, 0.0, 1.5, 5.0, 0.0, 1.5)
    contains_strictly(corners, 0, 4, 1.5, 0.0)
