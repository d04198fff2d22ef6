"""Ray casting from an eye to nine points of a figure, against solids and cylinders, from parts, corners and bodies.

The rays end on the axis and on both sides of the figure, low, in the middle and high. The solids of the terrain block them, and so
do all other bodies, as upright cylinders narrower than their bases. Touching is not blocking: solids are taken SKIN smaller on
all sides, and a ray must run more than MIN_CROSSING inside. Flat parts are ignored.

Blocked rays are returned as bits, ray k as bit k.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels.arrays import BOTTOM, FLAT, HEIGHT, RADIUS, SEEN_THROUGH, TOP, WIDTH_SHARE, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import allocation_free
from counteract.table.kernels.distances import flat_gap
from counteract.table.kernels.polygons import distance_to_part, has_mark, is_near_box, norm
from counteract.table.kernels.sight import clip, clip_to_part
from counteract.table.units import MIN_CROSSING, SKIN, SNAP, TOUCH

if TYPE_CHECKING:
    from counteract.table.units import Flags, Floats, Ints

#: Height of the eye, as a share of the body's height.
EYE_SHARE = 0.9
#: Ends of the rays: distance from the axis as a share of the target's radius, and shares of its height.
SIDE_SHARE = 0.9
LOW_SHARE, MIDDLE_SHARE, HIGH_SHARE = 0.1, 0.5, 0.9
#: Radius of the cylinder that blocks, as a share of a body's radius, unless a seventh column gives it.
BLOCKING_SHARE = 0.5
#: The number of rays, and all of them as bits.
RAYS = 9
ALL_RAYS = (1 << RAYS) - 1


class RayBundle(NamedTuple):
    """The nine rays from one body to another."""

    # The eye, and the centre of the target's base.
    ax: float
    ay: float
    az: float
    bx: float
    by: float
    bz: float
    # Height of the target, and offset of the outer rays to its side.
    height: float
    ox: float
    oy: float
    # Bounding box of all rays.
    x0: float
    y0: float
    z0: float
    x1: float
    y1: float
    z1: float


# --- the rays -----------------------------------------------------------------------------------


@allocation_free
def aim_rays(bodies: Floats, i: int, j: int) -> RayBundle:
    """Return the rays from body i to body j; the sides are along x if one is straight above the other."""
    ax, ay, az = bodies[i, X], bodies[i, Y], bodies[i, Z] + EYE_SHARE * bodies[i, HEIGHT]
    bx, by, bz, height = bodies[j, X], bodies[j, Y], bodies[j, Z], bodies[j, HEIGHT]
    dx, dy = bx - ax, by - ay
    away, half = norm(dx, dy), SIDE_SHARE * bodies[j, RADIUS]
    ox, oy = half, 0.0
    if away > 0.0:
        ox, oy = -dy * half / away, dx * half / away
    x0, y0, z0 = min(ax, bx - abs(ox)), min(ay, by - abs(oy)), min(az, bz + LOW_SHARE * height)
    x1, y1, z1 = max(ax, bx + abs(ox)), max(ay, by + abs(oy)), max(az, bz + HIGH_SHARE * height)
    return RayBundle(ax, ay, az, bx, by, bz, height, ox, oy, x0, y0, z0, x1, y1, z1)


@allocation_free
def find_ray_end(rays: RayBundle, k: int) -> tuple[float, float, float]:
    """Return the end of ray k: 0 to 2 low, 3 to 5 in the middle, 6 to 8 high; of each three the second is on the axis."""
    aside = k % 3 - 1
    share = LOW_SHARE if k < 3 else MIDDLE_SHARE if k < 6 else HIGH_SHARE
    return rays.bx + aside * rays.ox, rays.by + aside * rays.oy, rays.bz + share * rays.height


@allocation_free
def _all_miss(rays: RayBundle, x0: float, y0: float, z0: float, x1: float, y1: float, z1: float) -> bool:
    """Return True if all rays miss a box: a cheap test that errs on the safe side, by the lane between the outer ends."""
    if x0 >= rays.x1 or x1 <= rays.x0 or y0 >= rays.y1 or y1 <= rays.y0 or z0 >= rays.z1 or z1 <= rays.z0:
        return True
    ox, oy = rays.ox, rays.oy
    aside = (0.5 * (x0 + x1) - rays.ax) * ox + (0.5 * (y0 + y1) - rays.ay) * oy
    return bool(abs(aside) > ox * ox + oy * oy + 0.5 * (x1 - x0) * abs(ox) + 0.5 * (y1 - y0) * abs(oy))


# --- what blocks them ---------------------------------------------------------------------------


@allocation_free
def find_rays_blocked_by_part(parts: Floats, corners: Floats, p: int, rays: RayBundle, asked: int) -> int:
    """Return those of the asked rays that part p blocks."""
    if has_mark(parts, p, SEEN_THROUGH) or _all_miss(rays, parts[p, X0], parts[p, Y0], parts[p, BOTTOM], parts[p, X1], parts[p, Y1], parts[p, TOP]):
        return 0
    bits = 0
    for k in range(RAYS):
        if asked >> k & 1:
            x, y, z = find_ray_end(rays, k)
            if clip_to_part(parts, corners, p, rays.ax, rays.ay, rays.az, x, y, z)[0] > MIN_CROSSING:
                bits |= 1 << k
    return bits


@allocation_free
def _blocking_share(bodies: Floats, b: int) -> float:
    """Return the share of its radius that body b blocks with."""
    return bodies[b, WIDTH_SHARE] if bodies.shape[1] > 6 else BLOCKING_SHARE


@allocation_free
def find_rays_blocked_by_body(bodies: Floats, b: int, rays: RayBundle, asked: int) -> int:
    """Return those of the asked rays that body b blocks."""
    x, y, z, r, height = bodies[b, X], bodies[b, Y], bodies[b, Z], _blocking_share(bodies, b) * bodies[b, RADIUS], bodies[b, HEIGHT]
    if r < 0.0 or _all_miss(rays, x - r, y - r, z, x + r, y + r, z + height):
        return 0
    bits = 0
    for k in range(RAYS):
        if asked >> k & 1 and _length_in_body(bodies, b, rays, k) > MIN_CROSSING:
            bits |= 1 << k
    return bits


@allocation_free
def _length_in_body(bodies: Floats, b: int, rays: RayBundle, k: int) -> float:
    """Return the length of ray k inside the cylinder of body b (inches)."""
    x, y, z = find_ray_end(rays, k)
    dx, dy, dz = x - rays.ax, y - rays.ay, z - rays.az
    t0, t1 = clip(rays.az, dz, bodies[b, Z] + SKIN, bodies[b, Z] + bodies[b, HEIGHT] - SKIN, 0.0, 1.0)
    wx, wy = rays.ax - bodies[b, X], rays.ay - bodies[b, Y]
    radius = max(0.0, _blocking_share(bodies, b) * bodies[b, RADIUS] - SKIN)
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


@allocation_free
def measure_part_distance(parts: Floats, corners: Floats, p: int, bodies: Floats, j: int) -> float:
    """Return the distance of part p from the base of body j."""
    flat = max(0.0, distance_to_part(parts, corners, p, bodies[j, X], bodies[j, Y]) - bodies[j, RADIUS])
    return norm(flat, max(0.0, parts[p, BOTTOM] - bodies[j, Z], bodies[j, Z] - parts[p, TOP]))


@allocation_free
def measure_body_distance(bodies: Floats, b: int, j: int) -> float:
    """Return the distance of body b, as wide as its base, from the base of body j."""
    z = bodies[j, Z]
    return norm(flat_gap(bodies, b, j), max(0.0, bodies[b, Z] - z, z - bodies[b, Z] - bodies[b, HEIGHT]))


# --- how a body is seen -------------------------------------------------------------------------


@allocation_free
def count_clear_rays(parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, near: float) -> tuple[int, bool]:
    """Return the number of clear rays from body i to body j, and True if something within ``near`` of j's base blocks one.

    Everything that blocks a ray counts for the second, not only the first thing that the ray meets. A negative ``near`` skips the
    second, which is quicker. A body sees all of itself, and nothing of a body off the table.
    """
    if bodies[i, RADIUS] < 0.0 or bodies[j, RADIUS] < 0.0:
        return 0, False
    if i == j:
        return RAYS, False
    rays = aim_rays(bodies, i, j)
    blocked, sheltered = 0, near < 0.0  # a shelter not asked for is as good as found
    for n in range(len(parts) + len(bodies)):
        if blocked == ALL_RAYS and sheltered:
            break
        b = n - len(parts)
        if b in (i, j):
            continue
        asked = ALL_RAYS & ~blocked if sheltered else ALL_RAYS
        bits = find_rays_blocked_by_part(parts, corners, n, rays, asked) if b < 0 else find_rays_blocked_by_body(bodies, b, rays, asked)
        if bits:
            blocked |= bits
            if not sheltered:
                away = measure_part_distance(parts, corners, n, bodies, j) if b < 0 else measure_body_distance(bodies, b, j)
                sheltered = away <= near + TOLERANCE
    clear = RAYS
    while blocked:
        clear -= blocked & 1
        blocked >>= 1
    return clear, sheltered and near >= 0.0


@allocation_free
def count_all_clear_rays(parts: Floats, corners: Floats, bodies: Floats, i: int, near: float, wanted: Ints, out: Flags) -> None:
    """Write ``count_clear_rays`` from body i to each of the wanted bodies into the rows of ``out``."""
    for k in range(len(wanted)):
        out[k, 0], out[k, 1] = count_clear_rays(parts, corners, bodies, i, wanted[k], near)


# --- what lies between two bases ----------------------------------------------------------------


@allocation_free
def is_standing_on(parts: Floats, corners: Floats, p: int, bodies: Floats, i: int) -> bool:
    """Return True if the base of body i rests on the top of part p, be it only with its rim."""
    x, y, r = bodies[i, X], bodies[i, Y], bodies[i, RADIUS]
    if abs(parts[p, TOP] - bodies[i, Z]) > SNAP or not is_near_box(parts, p, x, y, r):
        return False
    return bool(distance_to_part(parts, corners, p, x, y) < r - TOUCH)


@allocation_free
def find_part_between(parts: Floats, corners: Floats, bodies: Floats, i: int, j: int) -> int:
    """Return the first part that the line between the centres of two bases crosses and on which neither stands, or -1.

    The line runs SNAP above the bases: through what stands on the same floor, and over the floor itself.
    """
    if bodies[i, RADIUS] < 0.0 or bodies[j, RADIUS] < 0.0:
        return -1
    ax, ay, az = bodies[i, X], bodies[i, Y], bodies[i, Z] + SNAP
    bx, by, bz = bodies[j, X], bodies[j, Y], bodies[j, Z] + SNAP
    for p in range(len(parts)):
        if has_mark(parts, p, FLAT) or clip_to_part(parts, corners, p, ax, ay, az, bx, by, bz)[0] <= MIN_CROSSING:
            continue
        if not is_standing_on(parts, corners, p, bodies, i) and not is_standing_on(parts, corners, p, bodies, j):
            return p
    return -1


def warm() -> None:
    """Compile these kernels, or load them from disk, by calling each once."""
    parts = np.array([[1.0, -1.0, 2.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0]])
    corners = np.array([[1.0, -1.0], [2.0, -1.0], [2.0, 1.0], [1.0, 1.0]])
    bodies = np.array([[0.0, 0.0, 0.0, 0.5, 1.5, 0.0], [5.0, 0.0, 0.0, 0.5, 1.5, 1.0]])
    count_clear_rays(parts, corners, bodies, 0, 1, 1.0)
    count_all_clear_rays(parts, corners, bodies, 0, 1.0, np.array([0, 1]), np.empty((2, 2), np.int8))
    rays = aim_rays(bodies, 0, 1)
    find_ray_end(rays, 4)
    find_rays_blocked_by_part(parts, corners, 0, rays, ALL_RAYS)
    find_rays_blocked_by_body(bodies, 1, rays, ALL_RAYS)
    measure_part_distance(parts, corners, 0, bodies, 1)
    measure_body_distance(bodies, 0, 1)
    find_part_between(parts, corners, bodies, 0, 1)
