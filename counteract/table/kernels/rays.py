"""Compiled geometry of looking along rays: how much of a figure is seen, and what hides the rest.

From the eye of one body nine rays go to another: to its axis and to both of its sides, low, in the middle and high. The
solids of the terrain block them, and so do all other bodies, as upright cylinders narrower than their bases. Touching is
not blocking: what blocks is taken SKIN smaller on all sides, and a ray must run more than LEAST inside it. Flat parts are
as if not there.

Arrays as in ``kernels.sight``. The rays that something blocks are told as bits, ray k being bit k.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.table.kernels.outlines import (
    BOTTOM,
    FLAT,
    HEIGHT,
    RADIUS,
    SEEN_THROUGH,
    TOP,
    TOUCH,
    X0,
    X1,
    Y0,
    Y1,
    X,
    Y,
    Z,
    distance,
    marked,
    near_box,
    norm,
)
from counteract.table.kernels.plain import plain
from counteract.table.kernels.sight import LEAST, SKIN, _clip, gap_flat, stretch
from counteract.table.kernels.standing import SNAP
from counteract.table.shapes import TOLERANCE

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
Bytes = NDArray[np.int8]

#: The eye is on the axis, at this share of the height.
EYE = 0.9
#: Of a body looked at: so much of its radius to either side, and these shares of its height.
SIDE = 0.9
LOW, MIDDLE, HIGH = 0.1, 0.5, 0.9
#: Of a body in the way: so much of its radius blocks, unless a seventh column says otherwise.
WIDTH = 0.5
#: How many rays there are, and all of them as bits.
RAYS = 9
ALL = (1 << RAYS) - 1


class Fan(NamedTuple):
    """The rays from one body to another."""

    # The eye, and the middle of the base looked at.
    ax: float
    ay: float
    az: float
    bx: float
    by: float
    bz: float
    # How tall the body looked at is, and how far to its side the outer rays end.
    height: float
    ox: float
    oy: float
    # The box that all rays are in.
    x0: float
    y0: float
    z0: float
    x1: float
    y1: float
    z1: float


# --- the rays -----------------------------------------------------------------------------------


@plain
def fan(bodies: Array, i: int, j: int) -> Fan:
    """The rays from body i to body j; the sides are along x if one is straight above the other."""
    ax, ay, az = bodies[i, X], bodies[i, Y], bodies[i, Z] + EYE * bodies[i, HEIGHT]
    bx, by, bz, height = bodies[j, X], bodies[j, Y], bodies[j, Z], bodies[j, HEIGHT]
    dx, dy = bx - ax, by - ay
    away, half = norm(dx, dy), SIDE * bodies[j, RADIUS]
    ox, oy = half, 0.0
    if away > 0.0:
        ox, oy = -dy * half / away, dx * half / away
    x0, y0, z0 = min(ax, bx - abs(ox)), min(ay, by - abs(oy)), min(az, bz + LOW * height)
    x1, y1, z1 = max(ax, bx + abs(ox)), max(ay, by + abs(oy)), max(az, bz + HIGH * height)
    return Fan(ax, ay, az, bx, by, bz, height, ox, oy, x0, y0, z0, x1, y1, z1)


@plain
def ray_end(rays: Fan, k: int) -> tuple[float, float, float]:
    """Where ray k ends: 0 to 2 low, 3 to 5 in the middle, 6 to 8 high; of each three the second on the axis."""
    aside = k % 3 - 1
    share = LOW if k < 3 else MIDDLE if k < 6 else HIGH
    return rays.bx + aside * rays.ox, rays.by + aside * rays.oy, rays.bz + share * rays.height


@plain
def _miss(rays: Fan, x0: float, y0: float, z0: float, x1: float, y1: float, z1: float) -> bool:
    """Whether all rays pass by a box, judged cheaply and never too strictly: they lie in a lane between the outer ends."""
    if x0 >= rays.x1 or x1 <= rays.x0 or y0 >= rays.y1 or y1 <= rays.y0 or z0 >= rays.z1 or z1 <= rays.z0:
        return True
    ox, oy = rays.ox, rays.oy
    aside = (0.5 * (x0 + x1) - rays.ax) * ox + (0.5 * (y0 + y1) - rays.ay) * oy
    return bool(abs(aside) > ox * ox + oy * oy + 0.5 * (x1 - x0) * abs(ox) + 0.5 * (y1 - y0) * abs(oy))


# --- what blocks them ---------------------------------------------------------------------------


@plain
def part_blocks(parts: Array, corners: Array, p: int, rays: Fan, asked: int) -> int:
    """Which of the asked rays part p blocks."""
    if marked(parts, p, SEEN_THROUGH) or _miss(rays, parts[p, X0], parts[p, Y0], parts[p, BOTTOM], parts[p, X1], parts[p, Y1], parts[p, TOP]):
        return 0
    bits = 0
    for k in range(RAYS):
        if asked >> k & 1:
            x, y, z = ray_end(rays, k)
            if stretch(parts, corners, p, rays.ax, rays.ay, rays.az, x, y, z)[0] > LEAST:
                bits |= 1 << k
    return bits


@plain
def _width(bodies: Array, b: int) -> float:
    """How much of its radius body b blocks with."""
    return bodies[b, 6] if bodies.shape[1] > 6 else WIDTH


@plain
def body_blocks(bodies: Array, b: int, rays: Fan, asked: int) -> int:
    """Which of the asked rays body b blocks."""
    x, y, z, r, height = bodies[b, X], bodies[b, Y], bodies[b, Z], _width(bodies, b) * bodies[b, RADIUS], bodies[b, HEIGHT]
    if r < 0.0 or _miss(rays, x - r, y - r, z, x + r, y + r, z + height):
        return 0
    bits = 0
    for k in range(RAYS):
        if asked >> k & 1 and _in_body(bodies, b, rays, k) > LEAST:
            bits |= 1 << k
    return bits


@plain
def _in_body(bodies: Array, b: int, rays: Fan, k: int) -> float:
    """How much of ray k is inside the cylinder that body b blocks (inches)."""
    x, y, z = ray_end(rays, k)
    dx, dy, dz = x - rays.ax, y - rays.ay, z - rays.az
    t0, t1 = _clip(rays.az, dz, bodies[b, Z] + SKIN, bodies[b, Z] + bodies[b, HEIGHT] - SKIN, 0.0, 1.0)
    wx, wy = rays.ax - bodies[b, X], rays.ay - bodies[b, Y]
    radius = max(0.0, _width(bodies, b) * bodies[b, RADIUS] - SKIN)
    square, outside = dx * dx + dy * dy, wx * wx + wy * wy - radius * radius
    if square < SKIN * SKIN:  # straight up or down
        if outside >= 0.0:
            return 0.0
    else:
        along = wx * dx + wy * dy
        root = along * along - square * outside
        if root <= 0.0:
            return 0.0
        t0, t1 = max(t0, (-along - sqrt(root)) / square), min(t1, (-along + sqrt(root)) / square)
    length: float = max(0.0, t1 - t0) * sqrt(square + dz * dz)
    return length


@plain
def part_away(parts: Array, corners: Array, p: int, bodies: Array, j: int) -> float:
    """How far part p is from the base of body j."""
    flat = max(0.0, distance(parts, corners, p, bodies[j, X], bodies[j, Y]) - bodies[j, RADIUS])
    return norm(flat, max(0.0, parts[p, BOTTOM] - bodies[j, Z], bodies[j, Z] - parts[p, TOP]))


@plain
def body_away(bodies: Array, b: int, j: int) -> float:
    """How far body b, which is measured as wide as its base, is from the base of body j."""
    z = bodies[j, Z]
    return norm(gap_flat(bodies, b, j), max(0.0, bodies[b, Z] - z, z - bodies[b, Z] - bodies[b, HEIGHT]))


# --- how a body is seen -------------------------------------------------------------------------


@plain
def view(parts: Array, corners: Array, bodies: Array, i: int, j: int, near: float) -> tuple[int, bool]:
    """How many of its rays body i has clear to body j, and whether something within ``near`` of j's base blocks one.

    Everything that blocks a ray counts for the second, not only what the ray meets first. Whoever asks only what is
    seen gives a negative ``near``: that is quicker for what is hidden. One sees all of oneself, and of what is not on the
    table nothing.
    """
    if bodies[i, RADIUS] < 0.0 or bodies[j, RADIUS] < 0.0:
        return 0, False
    if i == j:
        return RAYS, False
    rays = fan(bodies, i, j)
    blocked, sheltered = 0, near < 0.0  # a shelter not asked for is as good as found
    for n in range(len(parts) + len(bodies)):
        if blocked == ALL and sheltered:
            break
        b = n - len(parts)
        if b in (i, j):
            continue
        asked = ALL & ~blocked if sheltered else ALL
        bits = part_blocks(parts, corners, n, rays, asked) if b < 0 else body_blocks(bodies, b, rays, asked)
        if bits:
            blocked |= bits
            if not sheltered:
                away = part_away(parts, corners, n, bodies, j) if b < 0 else body_away(bodies, b, j)
                sheltered = away <= near + TOLERANCE
    clear = RAYS
    while blocked:
        clear -= blocked & 1
        blocked >>= 1
    return clear, sheltered and near >= 0.0


@plain
def views(parts: Array, corners: Array, bodies: Array, i: int, near: float, wanted: Numbers, out: Bytes) -> None:
    """How body i sees each of the wanted bodies: row k of ``out`` is what ``view`` tells of ``wanted[k]``."""
    for k in range(len(wanted)):
        out[k, 0], out[k, 1] = view(parts, corners, bodies, i, wanted[k], near)


# --- what lies between two bases ----------------------------------------------------------------


@plain
def stands_on(parts: Array, corners: Array, p: int, bodies: Array, i: int) -> bool:
    """Whether the base of body i rests on the top of part p, be it only with its rim."""
    x, y, r = bodies[i, X], bodies[i, Y], bodies[i, RADIUS]
    if abs(parts[p, TOP] - bodies[i, Z]) > SNAP or not near_box(parts, p, x, y, r):
        return False
    return bool(distance(parts, corners, p, x, y) < r - TOUCH)


@plain
def between(parts: Array, corners: Array, bodies: Array, i: int, j: int) -> int:
    """The first part that the line between the centres of two bases runs through and neither stands on, or -1.

    The line runs SNAP above the bases: through what stands on the same floor, and over the floor itself.
    """
    if bodies[i, RADIUS] < 0.0 or bodies[j, RADIUS] < 0.0:
        return -1
    ax, ay, az = bodies[i, X], bodies[i, Y], bodies[i, Z] + SNAP
    bx, by, bz = bodies[j, X], bodies[j, Y], bodies[j, Z] + SNAP
    for p in range(len(parts)):
        if marked(parts, p, FLAT) or stretch(parts, corners, p, ax, ay, az, bx, by, bz)[0] <= LEAST:
            continue
        if not stands_on(parts, corners, p, bodies, i) and not stands_on(parts, corners, p, bodies, j):
            return p
    return -1


def warm() -> None:
    """Compile every kernel of looking along rays, or load it from the disk, by using it once."""
    parts = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]])
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    view(parts, corners, bodies, 0, 1, 1.0)
    views(parts, corners, bodies, 0, 1.0, np.array([0, 1]), np.empty((2, 2), np.int8))
    rays = fan(bodies, 0, 1)
    ray_end(rays, 4)
    part_blocks(parts, corners, 0, rays, ALL)
    body_blocks(bodies, 1, rays, ALL)
    part_away(parts, corners, 0, bodies, 1)
    body_away(bodies, 0, 1)
    between(parts, corners, bodies, 0, 1)
