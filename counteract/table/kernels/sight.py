"""Compiled geometry of seeing: what a straight line runs through, who sees what, who is near whom.

Arrays: ``parts`` and ``corners`` as in ``Terrain``; ``bodies`` has one row a body: x, y, z, base
radius, height, side, and if there is a seventh column, the share of the base that its figure is wide.
A body that is not on the table has a negative radius: it sees nothing, nothing sees it and it is
near nothing.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.outlines import SEEN_THROUGH
from counteract.table.kernels.plain import plain
from counteract.table.kernels.screen import LEAST, POINTS, SKIN, base_point, crossing_place, screen
from counteract.table.shapes import FIGURE, TOLERANCE

__all__ = [
    "LEAST",
    "POINTS",
    "SEEN_POINTS",
    "SKIN",
    "base_point",
    "blocker",
    "control",
    "crossing_place",
    "disc_point",
    "gap",
    "gap_flat",
    "holds",
    "inside",
    "nearest_point",
    "screen",
    "see",
    "see_disc",
    "see_part",
    "see_side",
    "stretch",
    "target_point",
]

Array = NDArray[np.float64]

#: How many points of a body are looked at.
SEEN_POINTS = 9
#: A figure is looked at at these shares of its height.
TOP, MIDDLE, LOW = 1.0, 0.6, 0.25
#: How many rim points of a disc are looked at, besides its centre.
RIM_POINTS = 8


# --- a straight line and one part ---------------------------------------------------------------


@plain
def inside(corners: Array, first: int, last: int, x: float, y: float) -> bool:
    """Whether a point is inside an outline, at least SKIN away from it."""
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


@plain
def _parted(corners: Array, first: int, last: int, ax: float, ay: float, dx: float, dy: float, skin: float) -> bool:
    """Whether there are corners on both sides of a line, as there must be if it runs inside."""
    left, right = False, False
    for k in range(first, last):
        side = dx * (corners[k, 1] - ay) - dy * (corners[k, 0] - ax)
        left |= side > skin
        right |= side < -skin
    return left and right


@plain
def _walk(corners: Array, first: int, last: int, ax: float, ay: float, dx: float, dy: float, t0: float, t1: float) -> tuple[float, float, float]:
    """How much of a + t·d with t0 < t < t1 is inside an outline, and the first stretch of it.

    Goes from one meeting with the outline to the next and asks for the middle between the two;
    so a line along an edge or through a corner needs no special case. A corner within SKIN of the
    line counts as met.
    """
    square = dx * dx + dy * dy
    if square < SKIN * SKIN:
        if inside(corners, first, last, ax, ay):
            return t1 - t0, t0, t1
        return 0.0, 1.0, 1.0
    skin = SKIN * sqrt(square)
    if not _parted(corners, first, last, ax, ay, dx, dy, skin):
        return 0.0, 1.0, 1.0
    total, enter, leave = 0.0, 1.0, 1.0
    t = t0
    while t < t1:
        upto = t1
        px, py = corners[last - 1, 0] - ax, corners[last - 1, 1] - ay
        p_side = dx * py - dy * px
        for k in range(first, last):
            qx, qy = corners[k, 0] - ax, corners[k, 1] - ay
            q_side = dx * qy - dy * qx
            if abs(q_side) <= skin:
                meet = (qx * dx + qy * dy) / square
                if t < meet < upto:
                    upto = meet
            elif abs(p_side) > skin and (p_side > 0.0) != (q_side > 0.0):
                f = p_side / (p_side - q_side)
                meet = ((px + f * (qx - px)) * dx + (py + f * (qy - py)) * dy) / square
                if t < meet < upto:
                    upto = meet
            px, py, p_side = qx, qy, q_side
        middle = 0.5 * (t + upto)
        if inside(corners, first, last, ax + middle * dx, ay + middle * dy):
            if total == 0.0:
                enter, leave = t, upto
            elif leave == t:
                leave = upto
            total += upto - t
        t = upto
    return total, enter, leave


@plain
def _is_box(parts: Array, corners: Array, p: int) -> bool:
    """Whether the footprint is its own bounding box, as most footprints are."""
    first = int(parts[p, 8])
    if int(parts[p, 9]) - first != 4:
        return False
    px, py = corners[first + 3, 0], corners[first + 3, 1]
    for k in range(first, first + 4):
        x, y = corners[k, 0], corners[k, 1]
        if (x != parts[p, 0] and x != parts[p, 2]) or (y != parts[p, 1] and y != parts[p, 3]):
            return False
        if (x == px) == (y == py):
            return False
        px, py = x, y
    return True


@plain
def _clip(a: float, d: float, low: float, high: float, t0: float, t1: float) -> tuple[float, float]:
    """The part of t0..t1 in which a + t·d lies between low and high; reversed if there is none."""
    if d == 0.0:
        if low < a < high:
            return t0, t1
        return 1.0, 0.0
    enter, leave = (low - a) / d, (high - a) / d
    if d < 0.0:
        enter, leave = leave, enter
    return max(t0, enter), min(t1, leave)


@plain
def stretch(parts: Array, corners: Array, p: int, ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> tuple[float, float, float]:
    """How much of the line from a to b is inside part p (inches), and its first stretch there.

    The stretch is given as two shares of the way from a to b. Touching is not being inside: the
    solid is taken SKIN smaller on all sides.
    """
    dx, dy, dz = bx - ax, by - ay, bz - az
    t0, t1 = _clip(az, dz, parts[p, 4] + SKIN, parts[p, 5] - SKIN, 0.0, 1.0)
    if t0 >= t1:
        return 0.0, 1.0, 1.0
    t0, t1 = _clip(ax, dx, parts[p, 0] + SKIN, parts[p, 2] - SKIN, t0, t1)
    if t0 >= t1:
        return 0.0, 1.0, 1.0
    t0, t1 = _clip(ay, dy, parts[p, 1] + SKIN, parts[p, 3] - SKIN, t0, t1)
    if t0 >= t1:
        return 0.0, 1.0, 1.0
    share = t1 - t0
    if not _is_box(parts, corners, p):
        first, last = int(parts[p, 8]), int(parts[p, 9])
        share, t0, t1 = _walk(corners, first, last, ax, ay, dx, dy, t0, t1)
    return share * sqrt(dx * dx + dy * dy + dz * dz), t0, t1


@plain
def blocker(parts: Array, corners: Array, ax: float, ay: float, az: float, bx: float, by: float, bz: float, guess: int) -> int:
    """A part that the line from a to b runs through, or -1. The part ``guess`` is tried first."""
    if guess >= 0 and stretch(parts, corners, guess, ax, ay, az, bx, by, bz)[0] > LEAST:
        return guess
    x0, x1 = min(ax, bx), max(ax, bx)
    y0, y1 = min(ay, by), max(ay, by)
    z0, z1 = min(az, bz), max(az, bz)
    for p in range(len(parts)):
        if parts[p, 0] >= x1 or parts[p, 2] <= x0 or parts[p, 1] >= y1 or parts[p, 3] <= y0:
            continue
        if parts[p, 4] >= z1 or parts[p, 5] <= z0 or int(parts[p, 6]) & SEEN_THROUGH:
            continue
        if stretch(parts, corners, p, ax, ay, az, bx, by, bz)[0] > LEAST:
            return p
    return -1


# --- who sees what ------------------------------------------------------------------------------


@plain
def target_point(bodies: Array, i: int, j: int, k: int) -> tuple[float, float, float]:
    """Point k of body j as body i looks at it.

    Points 0 to 2 are at the top, 3 to 5 in the middle, 6 to 8 low; of each three the first is on
    the axis, the second to the left and the third to the right as seen from i.
    """
    x, y = bodies[j, 0], bodies[j, 1]
    share = TOP if k < 3 else MIDDLE if k < 6 else LOW
    z = bodies[j, 2] + share * bodies[j, 4]
    side = k % 3
    if side == 0:
        return x, y, z
    dx, dy = x - bodies[i, 0], y - bodies[i, 1]
    away = hypot(dx, dy)
    if away == 0.0:
        dx, dy, away = 1.0, 0.0, 1.0
    wide = bodies[j, 6] if bodies.shape[1] > 6 else FIGURE
    half = wide * bodies[j, 3] / away
    if side == 2:
        half = -half
    return x - dy * half, y + dx * half, z


@plain
def see(parts: Array, corners: Array, bodies: Array, i: int, j: int) -> int:
    """The first point of body j that the head of body i has a free line to, or -1."""
    if bodies[i, 3] < 0.0 or bodies[j, 3] < 0.0:
        return -1
    if i == j:
        return 0
    ax, ay, az = bodies[i, 0], bodies[i, 1], bodies[i, 2] + bodies[i, 4]
    part = -1  # what blocked the last line most likely blocks the next
    for k in range(SEEN_POINTS):
        x, y, z = target_point(bodies, i, j, k)
        part = blocker(parts, corners, ax, ay, az, x, y, z, part)
        if part < 0:
            return k
    return -1


@kernel
def see_side(parts: Array, corners: Array, bodies: Array, i: int, lo: int, hi: int) -> NDArray[np.int8]:
    """What ``see`` answers from body i to each of the bodies lo to hi - 1."""
    out = np.empty(hi - lo, np.int8)
    for j in range(lo, hi):
        out[j - lo] = see(parts, corners, bodies, i, j)
    return out


@plain
def disc_point(bodies: Array, i: int, x: float, y: float, radius: float, k: int) -> tuple[float, float]:
    """Point k of a flat disc: its centre, then rim points from the one nearest to body i on."""
    if k == 0:
        return x, y
    dx, dy = bodies[i, 0] - x, bodies[i, 1] - y
    away = hypot(dx, dy)
    if away == 0.0:
        dx, dy, away = 1.0, 0.0, 1.0
    turn = 2.0 * pi * (k - 1) / RIM_POINTS
    c, s = radius * cos(turn) / away, radius * sin(turn) / away
    return x + dx * c - dy * s, y + dx * s + dy * c


@plain
def see_disc(parts: Array, corners: Array, bodies: Array, i: int, x: float, y: float, z: float, radius: float) -> int:
    """The first point of a flat disc that the head of body i has a free line to, or -1."""
    if bodies[i, 3] < 0.0:
        return -1
    ax, ay, az = bodies[i, 0], bodies[i, 1], bodies[i, 2] + bodies[i, 4]
    part = -1
    for k in range(1 + RIM_POINTS):
        bx, by = disc_point(bodies, i, x, y, radius, k)
        part = blocker(parts, corners, ax, ay, az, bx, by, z, part)
        if part < 0:
            return k
    return -1


@plain
def nearest_point(parts: Array, corners: Array, p: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The point of part p's solid that is nearest to a place."""
    nz = min(max(z, parts[p, 4]), parts[p, 5])
    first, last = int(parts[p, 8]), int(parts[p, 9])
    if inside(corners, first, last, x, y):
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


@plain
def see_part(parts: Array, corners: Array, bodies: Array, i: int, p: int) -> int:
    """The first point of part p that the head of body i has a free line to, or -1.

    Point 0 is the nearest point of the solid; then come the corners, each at the top and at the
    bottom. The part hides its own far side, but not what the line only touches.
    """
    if bodies[i, 3] < 0.0:
        return -1
    ax, ay, az = bodies[i, 0], bodies[i, 1], bodies[i, 2] + bodies[i, 4]
    x, y, z = nearest_point(parts, corners, p, ax, ay, az)
    part = blocker(parts, corners, ax, ay, az, x, y, z, -1)
    if part < 0:
        return 0
    first = int(parts[p, 8])
    for k in range(first, int(parts[p, 9])):
        for end in range(2):
            z = parts[p, 5 - end]
            part = blocker(parts, corners, ax, ay, az, corners[k, 0], corners[k, 1], z, part)
            if part < 0:
                return 1 + 2 * (k - first) + end
    return -1


# --- who is near whom ---------------------------------------------------------------------------


@plain
def gap_flat(bodies: Array, i: int, j: int) -> float:
    """The distance in plan between the edges of two bases; 0 if they overlap."""
    away = hypot(bodies[i, 0] - bodies[j, 0], bodies[i, 1] - bodies[j, 1])
    between: float = away - bodies[i, 3] - bodies[j, 3]
    return max(0.0, between)


@plain
def gap(bodies: Array, i: int, j: int) -> float:
    """The straight distance between the edges of two bases, which may be on different floors."""
    return hypot(gap_flat(bodies, i, j), bodies[i, 2] - bodies[j, 2])


@plain
def holds(parts: Array, corners: Array, bodies: Array, i: int, j: int, reach: float) -> bool:
    """Whether two bodies are within reach of each other and at least one sees the other."""
    if i == j or bodies[i, 3] < 0.0 or bodies[j, 3] < 0.0:
        return False
    if gap(bodies, i, j) > reach + TOLERANCE:
        return False
    if see(parts, corners, bodies, i, j) >= 0:
        return True
    return see(parts, corners, bodies, j, i) >= 0


@kernel
def control(parts: Array, corners: Array, bodies: Array, i: int, reach: float) -> NDArray[np.int8]:
    """For every body 1 if ``holds`` is true of it and body i, else 0."""
    out = np.zeros(len(bodies), np.int8)
    for j in range(len(bodies)):
        if holds(parts, corners, bodies, i, j, reach):
            out[j] = 1
    return out


@kernel
def control_pairs(parts: Array, corners: Array, bodies: Array, reach: float) -> NDArray[np.int64]:
    """All pairs of bodies, the lower number first, of which ``holds`` is true."""
    n = len(bodies)
    pairs = np.empty((n * (n - 1) // 2, 2), np.int64)
    count = 0
    for i in range(n):
        for j in range(i + 1, n):
            room = bodies[i, 3] + bodies[j, 3] + reach + 2 * TOLERANCE
            if abs(bodies[i, 0] - bodies[j, 0]) > room or abs(bodies[i, 1] - bodies[j, 1]) > room:
                continue  # most are far apart, and this is asked often
            if holds(parts, corners, bodies, i, j, reach):
                pairs[count, 0], pairs[count, 1] = i, j
                count += 1
    return pairs[:count]


def warm() -> None:
    """Compile every kernel of seeing, or load it from the disk, by using it once."""
    parts = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]])
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    ignored, masks = np.zeros(1, np.uint8), np.zeros((POINTS, 1), np.uint8)
    see(parts, corners, bodies, 0, 1)
    see_side(parts, corners, bodies, 0, 0, 2)
    see_disc(parts, corners, bodies, 0, 5.0, 0.0, 0.0, 0.5)
    see_part(parts, corners, bodies, 0, 0)
    gap(bodies, 0, 1)
    gap_flat(bodies, 0, 1)
    holds(parts, corners, bodies, 0, 1, 1.0)
    control(parts, corners, bodies, 0, 1.0)
    control_pairs(parts, corners, bodies, 1.0)
    screen(parts, corners, bodies, 0, 1, 1.0, 1.0, ignored, ignored, masks)
    crossing_place(parts, corners, bodies, 0, 1, 1.0, 1.0, 0, 0, 1)
    base_point(bodies, 0, 1, 0)
    target_point(bodies, 0, 1, 0)
    disc_point(bodies, 0, 5.0, 0.0, 0.5, 1)
    nearest_point(parts, corners, 0, 0.0, 0.0, 1.5)
    blocker(parts, corners, 0.0, 0.0, 1.5, 5.0, 0.0, 1.5, -1)
    stretch(parts, corners, 0, 0.0, 0.0, 1.5, 5.0, 0.0, 1.5)
    inside(corners, 0, 4, 1.5, 0.0)
