"""What lies within a budget: from the start and from every circle that ways come to, how far straight stretches lead.

The stretches that leave a circle as a way goes round it make a fan. Neighbouring ones are close enough together for the line
between their ends to be the rim of what is within reach, to a few thousandths of an inch.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.bends import BR, BX, BY, BZ, FULL, LOW, SPAN, bends_in_reach, touch_point
from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.figures import FLY, INCREMENTS
from counteract.table.kernels.judge import BUDGET, DEPTH, WHO, WIDTH, Scene, Work, hopeless, keeps_out, watched, workroom
from counteract.table.kernels.outlines import X, Y, Z, norm
from counteract.table.kernels.paths import trace
from counteract.table.kernels.plain import plain
from counteract.table.kernels.standing import FINE, SNAP
from counteract.table.kernels.taut import HEADING, LENGTH, MOST_TURN, ON, Net, arc_cost, open_net, side_of, spread
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.judge import Flags
    from counteract.table.kernels.outlines import Floats

# A ray of a fan: the number of the fan, its level, how far the way has gone round the circle, where it begins and where it ends.
FAN, LEVEL, TURN, AX, AY, EX, EY, RAY = range(8)
#: The angle between rays: at most, and at least where what they come to changes abruptly.
STEP, LEAST_STEP = math.pi / 45, 0.001
#: How well a ray must agree with its neighbours, and how exactly its length is found.
STRAIGHT, FOUND = 0.003, 0.0005
#: Where the ends of two rays are so many times farther apart than on a circle, others are tried this far from either.
STEEP, ASIDE = 2.0, 0.3
#: How much short of what stops it a ray ends.
SHORT = 1e-5
#: How much longer than the shortest way one that bends may be when it is written down.
ROUGHLY = 0.004
#: Fans of less than this are left out.
NOTHING = 0.002


@kernel
def fans(parts: Floats, corners: Floats, bodies: Floats, figures: Floats, marks: Flags, ask: Floats, fixed: Floats) -> Floats:
    """The rays of all fans, one fan after another, each in the order of its angles."""
    scene = Scene(parts, corners, bodies, figures, marks, ask)
    work = workroom(scene)
    rays = np.empty((256, RAY))
    if hopeless(scene, work):
        return rays[:0]
    bends = figures[FLY] == 0.0 and figures[INCREMENTS] == 0.0
    net = open_net(scene, fixed if bends else fixed[:0], np.empty((0, 4)))
    labels = spread(scene, work, net)
    rings = _rings(scene, fixed)
    n = 0
    stack = np.empty((64, 4))
    for k in range(labels.shape[0]):
        before = -1.0
        turn, farthest = 0.0, _farthest(scene, work, net, labels, k)
        while turn <= farthest:
            many = 1
            stack[0, 0] = turn
            stack[0, 1], stack[0, 2], stack[0, 3] = _end(scene, work, net, labels, k, rings, turn)
            while many > 0:
                top = stack[many - 1]
                angle = top[0]
                if before >= 0.0 and many < stack.shape[0] and angle - before > LEAST_STEP:
                    middle = (before + angle) / 2
                    x, y, left = _end(scene, work, net, labels, k, rings, middle)
                    agrees = angle - before <= STEP / 2 and _agrees(net, labels, k, rays[n - 1], top, middle, x, y)
                    if agrees and norm(top[1] - rays[n - 1, EX], top[2] - rays[n - 1, EY]) > STEEP * (angle - before) * top[3]:
                        for share in (ASIDE, 1.0 - ASIDE):  # a ray in the middle may agree by chance
                            aside = before + share * (angle - before)
                            ax, ay, _ = _end(scene, work, net, labels, k, rings, aside)
                            agrees = agrees and _agrees(net, labels, k, rays[n - 1], top, aside, ax, ay)
                    if not agrees:
                        stack[many, 0], stack[many, 1], stack[many, 2], stack[many, 3] = middle, x, y, left
                        many += 1
                        continue
                if n == rays.shape[0]:
                    more = np.empty((2 * n, RAY))
                    more[:n] = rays
                    rays = more
                on = int(labels[k, ON])
                rays[n, FAN], rays[n, LEVEL], rays[n, TURN] = k, net.bends[on // 2, BZ], angle
                rays[n, AX], rays[n, AY] = touch_point(net.bends[on // 2], side_of(on), labels[k, HEADING] + side_of(on) * angle)
                rays[n, EX], rays[n, EY] = top[1], top[2]
                n += 1
                before = angle
                many -= 1
            turn = farthest if turn < farthest < turn + STEP else turn + STEP
    return rays[:n]


@kernel
def _rings(scene: Scene, fixed: Floats) -> Floats:
    """The circles about bodies that rays may come to."""
    return bends_in_reach(scene, fixed[:0], np.empty((0, 4)))


@plain
def _farthest(scene: Scene, work: Work, net: Net, labels: Floats, k: int) -> float:
    """How far a way goes round the circle of a label: as far as the budget, the circle and what is in the way let it."""
    on = int(labels[k, ON])
    bend, side = net.bends[on // 2], side_of(on)
    left = scene.ask[BUDGET] + TOLERANCE - labels[k, LENGTH]
    if left < NOTHING:
        return -1.0
    if bend[BR] == 0.0:
        return FULL
    most: float = min(MOST_TURN, left / bend[BR])
    if bend[SPAN] < FULL:
        off = (labels[k, HEADING] - side * math.pi / 2 - bend[LOW]) % FULL
        off = 0.0 if off > (FULL + bend[SPAN]) / 2 else min(off, bend[SPAN])
        most = min(most, bend[SPAN] - off if side > 0.0 else off)
    if arc_cost(scene, work, net, on, labels[k, HEADING], most) <= bend[BR] * most + FOUND:
        return most
    low, high = 0.0, most
    while high - low > LEAST_STEP:
        middle = (low + high) / 2
        if arc_cost(scene, work, net, on, labels[k, HEADING], middle) <= bend[BR] * middle + FOUND:
            low = middle
        else:
            high = middle
    return low


@plain
def _end(scene: Scene, work: Work, net: Net, labels: Floats, k: int, rings: Floats, turn: float) -> tuple[float, float, float]:
    """Where the ray ends that leaves the circle of a label after some turn, and how long it is."""
    on = int(labels[k, ON])
    bend, side = net.bends[on // 2], side_of(on)
    heading = labels[k, HEADING] + side * turn
    x, y = touch_point(bend, side, heading)
    ux, uy = math.cos(heading), math.sin(heading)
    most = max(0.0, scene.ask[BUDGET] - labels[k, LENGTH] - bend[BR] * turn - (ROUGHLY if k > 0 else 0.0))
    length = _ray(scene, work, x, y, bend[BZ], ux, uy, most, rings)
    return x + length * ux, y + length * uy, length


@plain
def _ray(scene: Scene, work: Work, x: float, y: float, z: float, ux: float, uy: float, most: float, rings: Floats) -> float:
    """How far a straight stretch leads within a budget, on the level that it begins on."""
    if most <= 0.0:
        return 0.0
    cost, where = _follow(scene, work, x, y, z, ux, uy, most)
    if cost <= most + SHORT:
        return most
    high = min(most, where)
    near = high
    for k in range(rings.shape[0]):
        if rings[k, BZ] == z:
            near = min(near, _meets(rings[k], x, y, ux, uy))
    for guess in (high, near):
        length = guess - SHORT
        if length <= 0.0:
            continue
        if _follow(scene, work, x, y, z, ux, uy, length)[0] <= most + SHORT:
            if guess == high or _follow(scene, work, x, y, z, ux, uy, min(high, length + 0.01))[0] > most + SHORT:
                return length
    low = 0.0
    while high - low > FOUND:
        middle = (low + high) / 2
        if _follow(scene, work, x, y, z, ux, uy, middle)[0] <= most + SHORT:
            low = middle
        else:
            high = middle
    return low


@plain
def _follow(scene: Scene, work: Work, x: float, y: float, z: float, ux: float, uy: float, length: float) -> tuple[float, float]:
    """What a straight stretch costs, infinite if it is not allowed, and how far it leads till something stops it."""
    line, ask = work.line, scene.ask
    line[0, X], line[0, Y], line[0, Z], line[0, 3] = x, y, z, 0.0
    line[1, X], line[1, Y], line[1, Z], line[1, 3] = x + length * ux, y + length * uy, math.nan, 0.0
    code, cost, where, _, _, rows, _, _ = trace(
        scene.parts,
        scene.corners,
        ask[WIDTH],
        ask[DEPTH],
        scene.bodies,
        int(ask[WHO]),
        line[:2],
        scene.figures,
        work.profile,
        work.over,
        work.things,
        work.room,
    )
    if z > SNAP and rows > 1 and scene.figures[FLY] == 0.0:  # it leaves its floor
        return math.inf, work.profile[1, 0]
    if code != FINE:
        return math.inf, where
    if watched(scene) and not keeps_out(scene, work, line[:2], rows):
        return math.inf, length
    return cost, length


@plain
def _meets(ring: Floats, x: float, y: float, ux: float, uy: float) -> float:
    """How far along a line a circle begins; infinitely if it does not ahead."""
    wx, wy = ring[BX] - x, ring[BY] - y
    t, h = wx * ux + wy * uy, ux * wy - uy * wx
    if t <= 0.0 or abs(h) >= ring[BR]:
        return math.inf
    return float(t - math.sqrt(ring[BR] * ring[BR] - h * h))


@plain
def _agrees(net: Net, labels: Floats, k: int, one: Floats, other: Floats, turn: float, x: float, y: float) -> bool:
    """Whether a ray ends where the line between the ends of its neighbours says."""
    on = int(labels[k, ON])
    heading = labels[k, HEADING] + side_of(on) * turn
    ax, ay = touch_point(net.bends[on // 2], side_of(on), heading)
    ux, uy = math.cos(heading), math.sin(heading)
    dx, dy = other[1] - one[EX], other[2] - one[EY]
    cross = ux * dy - uy * dx
    length = norm(x - ax, y - ay)
    if abs(cross) < 1e-12:
        return norm(dx, dy) < STRAIGHT and norm(x - one[EX], y - one[EY]) < STRAIGHT
    share = ((one[EX] - ax) * dy - (one[EY] - ay) * dx) / cross
    return bool(abs(share - length) < STRAIGHT)
