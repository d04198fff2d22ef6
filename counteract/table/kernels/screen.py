"""Compiled geometry of what lies between two bodies: terrain that hides the far one or screens it.

From one point P of the nearer base, lines go to every point of the side of the other base that
faces it. A part lies between where such a line runs through its inside. It *covers* where that is
near the far base, and *obscures* where that is far from both bases; between near and far it may do
neither.

Nothing is sampled. Everything is turned so that P is the origin and the centre of the far base lies
on the x axis; a line is then its slope. Whether a line meets a part in the right place can change
only at certain slopes (corners of the part, places where its outline meets one of the circles that
limit the place), so one line between each two such slopes in turn tells all.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from counteract.table.kernels.compiled import kernel
from counteract.table.terrain import HEAVY, MARKS

Array = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

#: What is nearer to a surface than this is on it, not inside (inches; for slopes, radians).
SKIN = 1e-9
#: A line must run this far inside a part to count as running through it (inches).
LEAST = 1e-6
#: Points of a base that lines may start from: its centre and 16 places on its rim.
POINTS = 17

#: What a part does, as bits.
COVERS = 1
OBSCURES = 2

#: What never lies between two bodies.
NEVER = MARKS["exposed"] | MARKS["flat"]


@kernel
def base_point(bodies: Array, i: int, j: int, k: int) -> tuple[float, float]:
    """Point k of body i's base: its centre, then rim points from the one nearest to body j on."""
    x, y = bodies[i, 0], bodies[i, 1]
    if k == 0:
        return x, y
    dx, dy = bodies[j, 0] - x, bodies[j, 1] - y
    away = hypot(dx, dy)
    if away == 0.0:
        dx, dy, away = 1.0, 0.0, 1.0
    turn = 2.0 * pi * (k - 1) / (POINTS - 1)
    c, s = bodies[i, 3] * cos(turn) / away, bodies[i, 3] * sin(turn) / away
    return x + dx * c - dy * s, y + dx * s + dy * c


# --- which parts can matter ---------------------------------------------------------------------


@kernel
def _levels(parts: Array, bodies: Array, i: int, j: int, p: int) -> tuple[float, float]:
    """The share of each line, from and to, on which its height is that of part p.

    On equal floors all of it or nothing: what hangs above both heads or ends at the floor does not
    lie between. Otherwise lines run from floor to floor. From is not below to if there is no share.
    """
    z, rise = bodies[i, 2], bodies[j, 2] - bodies[i, 2]
    bottom, top = parts[p, 4], parts[p, 5]
    if abs(rise) < LEAST:
        tallest = max(bodies[i, 4], bodies[j, 4])
        if bottom < z + tallest - SKIN and top > z + SKIN:
            return 0.0, 1.0
        return 1.0, 0.0
    low, high = (bottom - z) / rise, (top - z) / rise
    if rise < 0.0:
        low, high = high, low
    return max(0.0, low), min(1.0, high)


@kernel
def _beside(parts: Array, bodies: Array, k: int, near: float, p: int) -> float:
    """How far in plan from the base of body k what belongs to part p is near it.

    A part that hangs above the floor of the body, or ends below it, is that much further away.
    """
    away = max(0.0, parts[p, 4] - bodies[k, 2], bodies[k, 2] - parts[p, 5])
    return sqrt(max(0.0, near * near - away * away))


@kernel
def _is_beside(parts: Array, bodies: Array, k: int, near: float, p: int) -> bool:
    """Whether all of part p is near body k, so that none of it is far from it."""
    x, y = bodies[k, 0], bodies[k, 1]
    furthest = hypot(max(x - parts[p, 0], parts[p, 2] - x), max(y - parts[p, 1], parts[p, 3] - y))
    return bool(furthest < bodies[k, 3] + _beside(parts, bodies, k, near, p))


@kernel
def _asked(parts: Array, corners: Array, bodies: Array, i: int, j: int, near: float, far: float, p: int, wanted: int) -> int:
    """Which of the wanted bits part p might have, judged cheaply and never too strictly."""
    flags = int(parts[p, 6])
    if flags & NEVER:
        return 0
    if not flags & HEAVY:
        wanted &= ~OBSCURES
    x, y = bodies[j, 0], bodies[j, 1]
    x0, y0, x1, y1 = parts[p, 0], parts[p, 1], parts[p, 2], parts[p, 3]
    if hypot(max(x0 - x, x - x1, 0.0), max(y0 - y, y - y1, 0.0)) > bodies[j, 3] + _beside(parts, bodies, j, near, p):
        wanted &= ~COVERS
    if wanted & OBSCURES and (_is_beside(parts, bodies, j, far, p) or _is_beside(parts, bodies, i, near, p)):
        wanted &= ~OBSCURES
    if wanted == 0 or not _in_lane(parts, corners, bodies, i, j, p):
        return 0
    low, high = _levels(parts, bodies, i, j, p)
    return wanted if low < high else 0


@kernel
def _in_lane(parts: Array, corners: Array, bodies: Array, i: int, j: int, p: int) -> bool:
    """Whether part p reaches into the lane, as wide as the wider base, from one body to the other."""
    dx, dy = bodies[j, 0] - bodies[i, 0], bodies[j, 1] - bodies[i, 1]
    away = hypot(dx, dy)
    if away == 0.0:
        return True
    dx, dy = dx / away, dy / away
    half = max(bodies[i, 3], bodies[j, 3])
    ahead, behind, left, right = False, False, False, False
    for k in range(int(parts[p, 8]), int(parts[p, 9])):
        cx, cy = corners[k, 0] - bodies[i, 0], corners[k, 1] - bodies[i, 1]
        along, aside = cx * dx + cy * dy, cy * dx - cx * dy
        ahead |= along > -bodies[i, 3]
        behind |= along < away + bodies[j, 3]
        left |= aside > -half
        right |= aside < half
    return ahead and behind and left and right


@kernel
def _candidates(
    parts: Array,
    corners: Array,
    bodies: Array,
    i: int,
    j: int,
    near: float,
    far: float,
    ignore_cover: Bytes,
    ignore_obscure: Bytes,
    chosen: Numbers,
) -> int:
    """Write the numbers of the parts that may matter and their bits into ``chosen``; how many."""
    r, s = bodies[i, 3], bodies[j, 3]
    x0, x1 = min(bodies[i, 0] - r, bodies[j, 0] - s), max(bodies[i, 0] + r, bodies[j, 0] + s)
    y0, y1 = min(bodies[i, 1] - r, bodies[j, 1] - s), max(bodies[i, 1] + r, bodies[j, 1] + s)
    count = 0
    for p in range(len(parts)):
        if parts[p, 0] >= x1 or parts[p, 2] <= x0 or parts[p, 1] >= y1 or parts[p, 3] <= y0:
            continue
        wanted = 0
        if ignore_cover[p] == 0:
            wanted |= COVERS
        if ignore_obscure[p] == 0:
            wanted |= OBSCURES
        wanted = _asked(parts, corners, bodies, i, j, near, far, p, wanted)
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
def _limits(at: Array, c: float, s: float, bit: int) -> tuple[float, float]:
    """From where to where on the line with direction (c, s) a part would have the bit."""
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
def _length(turned: Array, n: int, c: float, s: float, low: float, high: float) -> float:
    """How much of the line with direction (c, s) is inside an outline between low and high.

    Edges are crossed into and out of the outline in turn, so that adding one kind and taking off
    the other gives the length without sorting.
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
def _line(turned: Array, n: int, at: Array, slope: float, asked: int) -> int:
    """Which of the asked bits the part has on account of the line with this slope."""
    c = 1.0 / sqrt(1.0 + slope * slope)
    s = slope * c
    bits = 0
    for bit in (COVERS, OBSCURES):
        if asked & bit:
            low, high = _limits(at, c, s, bit)
            if high - low > LEAST and _length(turned, n, c, s, low, high) > LEAST:
                bits |= bit
    return bits


# --- the slopes at which something can change ---------------------------------------------------


@kernel
def _note(slopes: Array, count: int, steepest: float, x: float, y: float) -> int:
    """Note the slope towards a place if it is among those asked about; the new count."""
    if x > 0.0 and abs(y) < steepest * x:
        slopes[count] = y / x
        count += 1
    return count


@kernel
def _note_edges(slopes: Array, count: int, steepest: float, turned: Array, n: int, x: float, y: float, radius: float) -> int:
    """Note where the outline meets a circle."""
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
                    count = _note(slopes, count, steepest, x + px + t * ex, y + py + t * ey)
        px, py = qx, qy
    return count


@kernel
def _note_circles(slopes: Array, count: int, steepest: float, ax: float, ay: float, a: float, bx: float, by: float, b: float) -> int:
    """Note where two circles meet."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return count
    share = 0.5 + 0.5 * (a * a - b * b) / square
    root = a * a / square - share * share
    if root >= 0.0:
        root = sqrt(root)
        x, y = ax + share * dx, ay + share * dy
        count = _note(slopes, count, steepest, x - root * dy, y + root * dx)
        count = _note(slopes, count, steepest, x + root * dy, y - root * dx)
    return count


@kernel
def _note_all(slopes: Array, steepest: float, turned: Array, n: int, at: Array) -> int:
    """Note every slope at which the answer for one part can change, in rising order."""
    d, near, far, x, y, own = at[0], at[2], at[8], at[3], at[4], at[5]
    slopes[0], slopes[1] = -steepest, steepest
    count = 2
    for k in range(n):
        count = _note(slopes, count, steepest, turned[k, 0], turned[k, 1])
    count = _note_edges(slopes, count, steepest, turned, n, d, 0.0, at[1])
    count = _note_edges(slopes, count, steepest, turned, n, d, 0.0, near)
    if far != near:
        count = _note_edges(slopes, count, steepest, turned, n, d, 0.0, far)
    count = _note_edges(slopes, count, steepest, turned, n, x, y, own)
    count = _note_circles(slopes, count, steepest, d, 0.0, far, x, y, own)
    for share in (at[6], at[7]):
        if 0.0 < share < 1.0:  # where lines reach a height is the far base's edge, drawn smaller
            middle, radius = share * d, share * at[1]
            count = _note_edges(slopes, count, steepest, turned, n, middle, 0.0, radius)
            count = _note_circles(slopes, count, steepest, middle, 0.0, radius, d, 0.0, near)
            if far != near:
                count = _note_circles(slopes, count, steepest, middle, 0.0, radius, d, 0.0, far)
            count = _note_circles(slopes, count, steepest, middle, 0.0, radius, x, y, own)
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
def _turn(
    parts: Array, corners: Array, bodies: Array, i: int, j: int, near: float, far: float, x: float, y: float, p: int, turned: Array, at: Array
) -> bool:
    """Describe part p as seen from the point (x, y); False if it cannot lie between from there."""
    dx, dy = bodies[j, 0] - x, bodies[j, 1] - y
    d, radius = hypot(dx, dy), bodies[j, 3]
    if d <= radius + SKIN:
        return False
    dx, dy = dx / d, dy / d
    ox, oy = bodies[i, 0] - x, bodies[i, 1] - y
    at[0], at[1], at[2] = d, radius, radius + _beside(parts, bodies, j, near, p)
    at[3], at[4], at[5] = ox * dx + oy * dy, oy * dx - ox * dy, bodies[i, 3] + _beside(parts, bodies, i, near, p)
    at[6], at[7] = _levels(parts, bodies, i, j, p)
    at[8] = radius + _beside(parts, bodies, j, far, p)
    first, last = int(parts[p, 8]), int(parts[p, 9])
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
def _find(turned: Array, n: int, at: Array, slopes: Array, asked: int) -> tuple[int, float]:
    """The asked bits that the part has, and the slope of the line that settled the last of them."""
    if asked == 0:
        return 0, 0.0
    bits = _line(turned, n, at, 0.0, asked)
    if bits == asked:
        return bits, 0.0
    settled = 0.0
    steepest = at[1] / sqrt(at[0] * at[0] - at[1] * at[1])
    count = _note_all(slopes, steepest, turned, n, at)
    for k in range(1, count):
        low, high = slopes[k - 1], slopes[k]
        if high - low <= SKIN * (1.0 + low * low):
            continue
        more = _line(turned, n, at, 0.5 * (low + high), asked & ~bits)
        if more:
            bits |= more
            settled = 0.5 * (low + high)
            if bits == asked:
                break
    return bits, settled


@kernel
def _most_corners(parts: Array) -> int:
    most = 0
    for p in range(len(parts)):
        most = max(most, int(parts[p, 9] - parts[p, 8]))
    return most


@kernel
def _room(most: int) -> tuple[Array, Array, Array]:
    """Room for the outline of a part with so many corners at most, for its description, and for slopes."""
    return np.empty((most, 2)), np.empty(9), np.empty(13 * most + 18)


@kernel
def screen(
    parts: Array,
    corners: Array,
    bodies: Array,
    i: int,
    j: int,
    near: float,
    far: float,
    ignore_cover: Bytes,
    ignore_obscure: Bytes,
    masks: Bytes,
) -> tuple[int, int, int]:
    """What lies between body i and body j, from each point of i's base until one is clear.

    Row k of ``masks`` (17 rows, a column a part) is filled for every point k that was tried: bit 1
    where a part covers j, bit 2 where it obscures j. It covers within ``near`` of j, and obscures
    farther than ``far`` from j and farther than ``near`` from i; both are taken as they are: whoever
    wants a tolerance adds it. Parts with a non-zero byte in ``ignore_cover`` or ``ignore_obscure`` are
    disregarded for that purpose.

    Returns the first point from which nothing covers or obscures, the first from which nothing
    covers, and the first from which nothing obscures; -1 for none. The search ends at the first
    clear point.
    """
    if bodies[i, 3] < 0.0 or bodies[j, 3] < 0.0:
        return -1, -1, -1
    chosen = np.empty((len(parts), 2), np.int64)
    count = _candidates(parts, corners, bodies, i, j, near, far, ignore_cover, ignore_obscure, chosen)
    if count == 0:
        masks[0, :] = 0
        return 0, 0, 0
    turned, at, slopes = _room(_most_corners(parts))
    uncovered, unobscured = -1, -1
    for k in range(POINTS):
        x, y = base_point(bodies, i, j, k)
        masks[k, :] = 0
        together = 0
        for m in range(count):
            p = chosen[m, 0]
            if _turn(parts, corners, bodies, i, j, near, far, x, y, p, turned, at):
                n = int(parts[p, 9] - parts[p, 8])
                bits = _find(turned, n, at, slopes, chosen[m, 1])[0]
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
def _longest(turned: Array, n: int, c: float, s: float, low: float, high: float) -> tuple[float, float]:
    """The longest stretch of a line inside an outline between low and high."""
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
def crossing_place(
    parts: Array, corners: Array, bodies: Array, i: int, j: int, near: float, far: float, k: int, p: int, bit: int
) -> tuple[bool, float, float, float]:
    """Where a line from point k of body i's base runs through part p, so that it has the bit.

    The middle of the longest stretch on one line that shows it; False first if there is none.
    """
    n = int(parts[p, 9] - parts[p, 8])
    turned, at, slopes = _room(n)
    x, y = base_point(bodies, i, j, k)
    asked = _asked(parts, corners, bodies, i, j, near, far, p, bit)
    if asked == 0 or not _turn(parts, corners, bodies, i, j, near, far, x, y, p, turned, at):
        return False, 0.0, 0.0, 0.0
    bits, slope = _find(turned, n, at, slopes, asked)
    if bits == 0:
        return False, 0.0, 0.0, 0.0
    c = 1.0 / sqrt(1.0 + slope * slope)
    s = slope * c
    low, high = _limits(at, c, s, bit)
    enter, leave = _longest(turned, n, c, s, low, high)
    t = 0.5 * (enter + leave)
    dx, dy = (bodies[j, 0] - x) / at[0], (bodies[j, 1] - y) / at[0]
    end = at[0] * c - sqrt(max(0.0, at[1] * at[1] - at[0] * at[0] * s * s))
    z = bodies[i, 2] + (bodies[j, 2] - bodies[i, 2]) * t / end
    return True, x + t * (c * dx - s * dy), y + t * (c * dy + s * dx), z
