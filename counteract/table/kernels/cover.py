"""Cover and obscuring of one base from another, exactly, by a sweep over the critical slopes of lines, from parts, corners and bodies.

From one point P of the nearer base, lines go to every point of the facing side of the other base. A part lies between where such
a line crosses its interior. It *covers* where the crossing is near the far base, and *obscures* where it is far from both bases;
between near and far it does neither.

Nothing is sampled. Coordinates are rotated so that P is the origin and the centre of the far base lies on the x axis; a line is
then its slope. The answer for a line can change only at critical slopes (corners of the part, intersections of its outline with
the limiting circles), so one line between each two neighbouring critical slopes decides.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.arrays import BOTTOM, FIRST, FLAGS, HEIGHT, LAST, RADIUS, TOP, X0, X1, Y0, Y1, X, Y, Z
from counteract.table.kernels.compiler import kernel
from counteract.table.terrain import HEAVY, MARKS
from counteract.table.units import MIN_CROSSING, SKIN

if TYPE_CHECKING:
    from counteract.table.units import Bytes, Floats, Ints

#: Points of a base that lines may start from: its centre and 16 on its rim.
BASE_POINTS = 17
#: Effects of a part, as bits.
COVERS = 1
OBSCURES = 2
#: Parts that never lie between two bodies.
NEVER_BETWEEN = MARKS["exposed"] | MARKS["flat"]


@kernel
def base_point(bodies: Floats, i: int, j: int, k: int) -> tuple[float, float]:
    """Return point k of body i's base: the centre, then points on the rim, counted from the one nearest to body j."""
    x, y = bodies[i, X], bodies[i, Y]
    if k == 0:
        return x, y
    dx, dy = bodies[j, X] - x, bodies[j, Y] - y
    away = hypot(dx, dy)
    if away == 0.0:
        dx, dy, away = 1.0, 0.0, 1.0
    turn = 2.0 * pi * (k - 1) / (BASE_POINTS - 1)
    c, s = bodies[i, RADIUS] * cos(turn) / away, bodies[i, RADIUS] * sin(turn) / away
    return x + dx * c - dy * s, y + dx * s + dy * c


# --- which parts can matter ---------------------------------------------------------------------


@kernel
def _height_share(parts: Floats, bodies: Floats, i: int, j: int, p: int) -> tuple[float, float]:
    """Return the interval of each line, as shares of its length, at the height of part p.

    Between equal floors it is all or nothing: a part above both heads or below the floor does not lie between. Otherwise lines run
    from floor to floor. The interval is empty if its start is not below its end.
    """
    z, rise = bodies[i, Z], bodies[j, Z] - bodies[i, Z]
    bottom, top = parts[p, BOTTOM], parts[p, TOP]
    if abs(rise) < MIN_CROSSING:
        tallest = max(bodies[i, HEIGHT], bodies[j, HEIGHT])
        if bottom < z + tallest - SKIN and top > z + SKIN:
            return 0.0, 1.0
        return 1.0, 0.0
    low, high = (bottom - z) / rise, (top - z) / rise
    if rise < 0.0:
        low, high = high, low
    return max(0.0, low), min(1.0, high)


@kernel
def _near_distance(parts: Floats, bodies: Floats, k: int, near: float, p: int) -> float:
    """Return the distance in plan from the base of body k within which part p is near it.

    A part that hangs above the floor of the body, or ends below it, is that much farther away.
    """
    away = max(0.0, parts[p, BOTTOM] - bodies[k, Z], bodies[k, Z] - parts[p, TOP])
    return sqrt(max(0.0, near * near - away * away))


@kernel
def _is_wholly_near(parts: Floats, bodies: Floats, k: int, near: float, p: int) -> bool:
    """Return True if all of part p is near body k."""
    x, y = bodies[k, X], bodies[k, Y]
    furthest = hypot(max(x - parts[p, X0], parts[p, X1] - x), max(y - parts[p, Y0], parts[p, Y1] - y))
    return bool(furthest < bodies[k, RADIUS] + _near_distance(parts, bodies, k, near, p))


@kernel
def _possible_bits(parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, near: float, far: float, p: int, wanted: int) -> int:
    """Return those of the wanted bits that part p might have: a cheap test that errs on the safe side."""
    flags = int(parts[p, FLAGS])
    if flags & NEVER_BETWEEN:
        return 0
    if not flags & HEAVY:
        wanted &= ~OBSCURES
    x, y = bodies[j, X], bodies[j, Y]
    x0, y0, x1, y1 = parts[p, X0], parts[p, Y0], parts[p, X1], parts[p, Y1]
    if hypot(max(x0 - x, x - x1, 0.0), max(y0 - y, y - y1, 0.0)) > bodies[j, RADIUS] + _near_distance(parts, bodies, j, near, p):
        wanted &= ~COVERS
    if wanted & OBSCURES and (_is_wholly_near(parts, bodies, j, far, p) or _is_wholly_near(parts, bodies, i, near, p)):
        wanted &= ~OBSCURES
    if wanted == 0 or not _is_in_lane(parts, corners, bodies, i, j, p):
        return 0
    low, high = _height_share(parts, bodies, i, j, p)
    return wanted if low < high else 0


@kernel
def _is_in_lane(parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, p: int) -> bool:
    """Return True if part p reaches into the lane between two bodies, as wide as the wider base."""
    dx, dy = bodies[j, X] - bodies[i, X], bodies[j, Y] - bodies[i, Y]
    away = hypot(dx, dy)
    if away == 0.0:
        return True
    dx, dy = dx / away, dy / away
    half = max(bodies[i, RADIUS], bodies[j, RADIUS])
    ahead, behind, left, right = False, False, False, False
    for k in range(int(parts[p, FIRST]), int(parts[p, LAST])):
        cx, cy = corners[k, 0] - bodies[i, X], corners[k, 1] - bodies[i, Y]
        along, aside = cx * dx + cy * dy, cy * dx - cx * dy
        ahead |= along > -bodies[i, RADIUS]
        behind |= along < away + bodies[j, RADIUS]
        left |= aside > -half
        right |= aside < half
    return ahead and behind and left and right


@kernel
def _select_parts(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    i: int,
    j: int,
    near: float,
    far: float,
    ignore_cover: Bytes,
    ignore_obscure: Bytes,
    chosen: Ints,
) -> int:
    """Write the numbers and bits of the parts that may matter into ``chosen``; return how many."""
    r, s = bodies[i, RADIUS], bodies[j, RADIUS]
    x0, x1 = min(bodies[i, X] - r, bodies[j, X] - s), max(bodies[i, X] + r, bodies[j, X] + s)
    y0, y1 = min(bodies[i, Y] - r, bodies[j, Y] - s), max(bodies[i, Y] + r, bodies[j, Y] + s)
    count = 0
    for p in range(len(parts)):
        if parts[p, X0] >= x1 or parts[p, X1] <= x0 or parts[p, Y0] >= y1 or parts[p, Y1] <= y0:
            continue
        wanted = 0
        if ignore_cover[p] == 0:
            wanted |= COVERS
        if ignore_obscure[p] == 0:
            wanted |= OBSCURES
        wanted = _possible_bits(parts, corners, bodies, i, j, near, far, p, wanted)
        if wanted:
            chosen[count, 0] = p
            chosen[count, 1] = wanted
            count += 1
    return count


# --- one line -----------------------------------------------------------------------------------
# In what follows ``at`` describes one point P and one part: 0 the distance d from P to the centre of
# the far base, 1 its radius, 2 that and the near distance, 3 and 4 the centre of the own base,
# 5 its radius and the near distance, 6 and 7 the share of each line at the height of the part, 8 the
# radius of the far base and the far distance.


@kernel
def _limits(at: Floats, c: float, s: float, bit: int) -> tuple[float, float]:
    """Return the interval of the line with direction (c, s) in which a part has the bit."""
    d = at[0]
    aside = d * d * s * s
    end = d * c - sqrt(max(0.0, at[1] * at[1] - aside))
    around = at[2] if bit == COVERS else at[8]
    brink = 0.0  # where the line comes near the far base
    if d > around:
        brink = d * c - sqrt(max(0.0, around * around - aside))
    if bit == COVERS:
        low, high = brink, end
    else:
        along = at[3] * c + at[4] * s
        root = along * along - at[3] * at[3] - at[4] * at[4] + at[5] * at[5]
        low, high = along + sqrt(max(0.0, root)), brink
    return max(low, at[6] * end), min(high, at[7] * end)


@kernel
def _length_inside(turned: Floats, n: int, c: float, s: float, low: float, high: float) -> float:
    """Return the length of the line with direction (c, s) inside an outline between low and high.

    Crossings into and out of the outline alternate, so their signed sum is the length, without sorting.
    """
    total = 0.0
    px, py = turned[n - 1, 0], turned[n - 1, 1]
    p_side = c * py - s * px
    for k in range(n):
        qx, qy = turned[k, 0], turned[k, 1]
        q_side = c * qy - s * qx
        if (p_side >= 0.0) != (q_side >= 0.0):
            f = p_side / (p_side - q_side)
            t = c * (px + f * (qx - px)) + s * (py + f * (qy - py))
            t = min(high, max(low, t))
            total += t if q_side >= 0.0 else -t
        px, py, p_side = qx, qy, q_side
    return abs(total)


@kernel
def _bits_of_line(turned: Floats, n: int, at: Floats, slope: float, asked: int) -> int:
    """Return those of the wanted bits that the line with this slope gives the part."""
    c = 1.0 / sqrt(1.0 + slope * slope)
    s = slope * c
    bits = 0
    for bit in (COVERS, OBSCURES):
        if asked & bit:
            low, high = _limits(at, c, s, bit)
            if high - low > MIN_CROSSING and _length_inside(turned, n, c, s, low, high) > MIN_CROSSING:
                bits |= bit
    return bits


# --- the slopes at which something can change ---------------------------------------------------


@kernel
def _add_slope(slopes: Floats, count: int, steepest: float, x: float, y: float) -> int:
    """Add the slope towards a point if it is within the limits; return the new count."""
    if x > 0.0 and abs(y) < steepest * x:
        slopes[count] = y / x
        count += 1
    return count


@kernel
def _add_outline_circle_slopes(slopes: Floats, count: int, steepest: float, turned: Floats, n: int, x: float, y: float, radius: float) -> int:
    """Add the slopes of the intersections of the outline with a circle."""
    px, py = turned[n - 1, 0] - x, turned[n - 1, 1] - y
    for k in range(n):
        qx, qy = turned[k, 0] - x, turned[k, 1] - y
        ex, ey = qx - px, qy - py
        square = ex * ex + ey * ey
        half = px * ex + py * ey
        root = half * half - square * (px * px + py * py - radius * radius)
        if square > 0.0 and root >= 0.0:
            root = sqrt(root)
            for t in ((-half - root) / square, (-half + root) / square):
                if 0.0 <= t <= 1.0:
                    count = _add_slope(slopes, count, steepest, x + px + t * ex, y + py + t * ey)
        px, py = qx, qy
    return count


@kernel
def _add_circle_circle_slopes(slopes: Floats, count: int, steepest: float, ax: float, ay: float, a: float, bx: float, by: float, b: float) -> int:
    """Add the slopes of the intersections of two circles."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return count
    share = 0.5 + 0.5 * (a * a - b * b) / square
    root = a * a / square - share * share
    if root >= 0.0:
        root = sqrt(root)
        x, y = ax + share * dx, ay + share * dy
        count = _add_slope(slopes, count, steepest, x - root * dy, y + root * dx)
        count = _add_slope(slopes, count, steepest, x + root * dy, y - root * dx)
    return count


@kernel
def _list_critical_slopes(slopes: Floats, steepest: float, turned: Floats, n: int, at: Floats) -> int:
    """List the critical slopes of one part in rising order."""
    d, near, far, x, y, own = at[0], at[2], at[8], at[3], at[4], at[5]
    slopes[0], slopes[1] = -steepest, steepest
    count = 2
    for k in range(n):
        count = _add_slope(slopes, count, steepest, turned[k, 0], turned[k, 1])
    count = _add_outline_circle_slopes(slopes, count, steepest, turned, n, d, 0.0, at[1])
    count = _add_outline_circle_slopes(slopes, count, steepest, turned, n, d, 0.0, near)
    if far != near:
        count = _add_outline_circle_slopes(slopes, count, steepest, turned, n, d, 0.0, far)
    count = _add_outline_circle_slopes(slopes, count, steepest, turned, n, x, y, own)
    count = _add_circle_circle_slopes(slopes, count, steepest, d, 0.0, far, x, y, own)
    for share in (at[6], at[7]):
        if 0.0 < share < 1.0:  # where lines reach a height is the far base's edge, drawn smaller
            middle, radius = share * d, share * at[1]
            count = _add_outline_circle_slopes(slopes, count, steepest, turned, n, middle, 0.0, radius)
            count = _add_circle_circle_slopes(slopes, count, steepest, middle, 0.0, radius, d, 0.0, near)
            if far != near:
                count = _add_circle_circle_slopes(slopes, count, steepest, middle, 0.0, radius, d, 0.0, far)
            count = _add_circle_circle_slopes(slopes, count, steepest, middle, 0.0, radius, x, y, own)
    for k in range(1, count):
        slope = slopes[k]
        m = k
        while m > 0 and slopes[m - 1] > slope:
            slopes[m] = slopes[m - 1]
            m -= 1
        slopes[m] = slope
    return count


# --- one point and one part ---------------------------------------------------------------------


@kernel
def _rotate_part(
    parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, near: float, far: float, x: float, y: float, p: int, turned: Floats, at: Floats
) -> bool:
    """Rotate part p into the frame of the point (x, y); return False if it cannot lie between from there."""
    dx, dy = bodies[j, X] - x, bodies[j, Y] - y
    d, radius = hypot(dx, dy), bodies[j, RADIUS]
    if d <= radius + SKIN:
        return False
    dx, dy = dx / d, dy / d
    ox, oy = bodies[i, X] - x, bodies[i, Y] - y
    at[0], at[1], at[2] = d, radius, radius + _near_distance(parts, bodies, j, near, p)
    at[3], at[4], at[5] = ox * dx + oy * dy, oy * dx - ox * dy, bodies[i, RADIUS] + _near_distance(parts, bodies, i, near, p)
    at[6], at[7] = _height_share(parts, bodies, i, j, p)
    at[8] = radius + _near_distance(parts, bodies, j, far, p)
    first, last = int(parts[p, FIRST]), int(parts[p, LAST])
    steepest = radius / sqrt(d * d - radius * radius)
    furthest = d - radius * radius / d
    ahead, short, left, right = False, False, False, False
    for k in range(first, last):
        cx, cy = corners[k, 0] - x, corners[k, 1] - y
        along, aside = cx * dx + cy * dy, cy * dx - cx * dy
        turned[k - first, 0], turned[k - first, 1] = along, aside
        ahead |= along > 0.0
        short |= along < furthest
        left |= aside > -steepest * along
        right |= aside < steepest * along
    return ahead and short and left and right


@kernel
def _find_bits(turned: Floats, n: int, at: Floats, slopes: Floats, asked: int) -> tuple[int, float]:
    """Return the bits that the part has, and the slope of the line that gave the last of them."""
    if asked == 0:
        return 0, 0.0
    bits = _bits_of_line(turned, n, at, 0.0, asked)
    if bits == asked:
        return bits, 0.0
    settled = 0.0
    steepest = at[1] / sqrt(at[0] * at[0] - at[1] * at[1])
    count = _list_critical_slopes(slopes, steepest, turned, n, at)
    for k in range(1, count):
        low, high = slopes[k - 1], slopes[k]
        if high - low <= SKIN * (1.0 + low * low):
            continue
        more = _bits_of_line(turned, n, at, 0.5 * (low + high), asked & ~bits)
        if more:
            bits |= more
            settled = 0.5 * (low + high)
            if bits == asked:
                break
    return bits, settled


@kernel
def _most_corners(parts: Floats) -> int:
    """Return the greatest number of corners of a part."""
    most = 0
    for p in range(len(parts)):
        most = max(most, int(parts[p, LAST] - parts[p, FIRST]))
    return most


@kernel
def _allocate(most: int) -> tuple[Floats, Floats, Floats]:
    """Allocate the rotated outline of a part with at most so many corners, its description, and slopes."""
    return np.empty((most, 2)), np.empty(9), np.empty(13 * most + 18)


@kernel
def find_clear_points(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    i: int,
    j: int,
    near: float,
    far: float,
    ignore_cover: Bytes,
    ignore_obscure: Bytes,
    masks: Bytes,
) -> tuple[int, int, int]:
    """Find the first points of body i's base from which nothing covers or obscures body j.

    Row k of ``masks`` (17 rows, a column for each part) is filled for every point k tried: bit 1 where a part covers j, bit 2 where it
    obscures j. A part covers within ``near`` of j; it obscures farther than ``far`` from j and farther than ``near`` from i. Both are
    taken as they are: callers add the tolerance. Parts with a non-zero byte in ``ignore_cover`` or ``ignore_obscure`` are ignored for
    that purpose.

    Return the first point without cover or obscuring, the first without cover, and the first without obscuring; -1 for none. The
    search ends at the first clear point.
    """
    if bodies[i, RADIUS] < 0.0 or bodies[j, RADIUS] < 0.0:
        return -1, -1, -1
    chosen = np.empty((len(parts), 2), np.int64)
    count = _select_parts(parts, corners, bodies, i, j, near, far, ignore_cover, ignore_obscure, chosen)
    if count == 0:
        masks[0, :] = 0
        return 0, 0, 0
    turned, at, slopes = _allocate(_most_corners(parts))
    uncovered, unobscured = -1, -1
    for k in range(BASE_POINTS):
        x, y = base_point(bodies, i, j, k)
        masks[k, :] = 0
        together = 0
        for m in range(count):
            p = chosen[m, 0]
            if _rotate_part(parts, corners, bodies, i, j, near, far, x, y, p, turned, at):
                n = int(parts[p, LAST] - parts[p, FIRST])
                bits = _find_bits(turned, n, at, slopes, chosen[m, 1])[0]
                masks[k, p] = bits
                together |= bits
        if uncovered < 0 and not together & COVERS:
            uncovered = k
        if unobscured < 0 and not together & OBSCURES:
            unobscured = k
        if together == 0:
            return k, uncovered, unobscured
    return -1, uncovered, unobscured


@kernel
def _longest_interval(turned: Floats, n: int, c: float, s: float, low: float, high: float) -> tuple[float, float]:
    """Return the longest interval of a line inside an outline between low and high."""
    meets = np.empty(n)
    count = 0
    for k in range(n):
        px, py, qx, qy = turned[k - 1, 0], turned[k - 1, 1], turned[k, 0], turned[k, 1]
        p_side, q_side = c * py - s * px, c * qy - s * qx
        if (p_side >= 0.0) != (q_side >= 0.0):
            f = p_side / (p_side - q_side)
            meets[count] = c * (px + f * (qx - px)) + s * (py + f * (qy - py))
            count += 1
    meets = np.sort(meets[:count])
    best, enter, leave = 0.0, low, low
    for k in range(0, count - 1, 2):
        a, b = max(low, meets[k]), min(high, meets[k + 1])
        if b - a > best:
            best, enter, leave = b - a, a, b
    return enter, leave


@kernel
def find_crossing(
    parts: Floats, corners: Floats, bodies: Floats, i: int, j: int, near: float, far: float, k: int, p: int, bit: int
) -> tuple[bool, float, float, float]:
    """Find where a line from point k of body i's base crosses part p so that it has the bit.

    Return the middle of the longest interval on one such line; False first if there is none.
    """
    n = int(parts[p, LAST] - parts[p, FIRST])
    turned, at, slopes = _allocate(n)
    x, y = base_point(bodies, i, j, k)
    asked = _possible_bits(parts, corners, bodies, i, j, near, far, p, bit)
    if asked == 0 or not _rotate_part(parts, corners, bodies, i, j, near, far, x, y, p, turned, at):
        return False, 0.0, 0.0, 0.0
    bits, slope = _find_bits(turned, n, at, slopes, asked)
    if bits == 0:
        return False, 0.0, 0.0, 0.0
    c = 1.0 / sqrt(1.0 + slope * slope)
    s = slope * c
    low, high = _limits(at, c, s, bit)
    enter, leave = _longest_interval(turned, n, c, s, low, high)
    t = 0.5 * (enter + leave)
    dx, dy = (bodies[j, X] - x) / at[0], (bodies[j, Y] - y) / at[0]
    end = at[0] * c - sqrt(max(0.0, at[1] * at[1] - at[0] * at[0] * s * s))
    z = bodies[i, Z] + (bodies[j, Z] - bodies[i, Z]) * t / end
    return True, x + t * (c * dx - s * dy), y + t * (c * dy + s * dx), z
