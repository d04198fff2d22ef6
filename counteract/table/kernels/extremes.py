"""The farthest and the nearest: where a path can end with the most or the least gap to a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from counteract.table.kernels.candidates import straight
from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.ground import rounded
from counteract.table.kernels.judge import BUDGET, WHO, Scene, Work, can_end, hopeless, workroom
from counteract.table.kernels.outlines import RADIUS, X, Y, Z, norm
from counteract.table.kernels.plain import plain
from counteract.table.kernels.reach import MOST_ROWS, bend, open_field, start_search
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from counteract.table.kernels.judge import Flags
    from counteract.table.kernels.outlines import Floats

#: About a place that can be reached, better ones are looked for so many steps to each side, by ever smaller steps.
SIDE, FINER = 5, (0.1, 0.02)
#: From how many places better ones are looked for, how far apart these are, and how much worse than the best they may be.
STARTS, APART, HOPE = 4, 0.75, 0.3
#: A place found: where it is, what it is asked about with, and how good it is.
PLACE, WORTH, SPOT = 3, 4, 5


@kernel
def extreme(
    parts: Floats,
    corners: Floats,
    bodies: Floats,
    figures: Floats,
    marks: Flags,
    ask: Floats,
    nodes: Floats,
    memo: Floats,
    spots: Floats,
    body: int,
    sign: float,
) -> Floats:
    """The place to end at with the most gap to a body (sign 1) or the least (-1), and the gap; no row if there is none.

    The spots (rows x, y, z) are tried best first, and then places beside those that can be reached.
    """
    scene = Scene(parts, corners, bodies, figures, marks, ask)
    work = workroom(scene)
    best = np.empty((1, SPOT))
    if hopeless(scene, work):
        return best[:0]
    field = open_field(scene, nodes, np.nan, np.nan)
    costs = start_search(field, memo)
    out = np.empty((MOST_ROWS, 4))
    tried = np.empty((spots.shape[0], SPOT))
    for k in range(spots.shape[0]):
        _fill(scene, body, sign, spots[k, X], spots[k, Y], spots[k, Z], tried[k])
    around = np.empty(((2 * SIDE + 1) ** 2, SPOT))
    begun = np.empty((STARTS, 2, SPOT))
    starts = 0
    for k in np.argsort(-tried[:, WORTH], kind="mergesort"):
        if starts > 0 and tried[k, WORTH] <= best[0, WORTH] - HOPE:
            break
        if _is_near(begun[:starts], tried[k]) or not _is_reached(scene, work, memo, field, costs, tried[k], out):
            continue
        begun[starts, 0] = tried[k]
        begun[starts, 1] = tried[k]
        found = begun[starts, 1]
        for finer in FINER:
            while True:
                n = _beside(scene, body, sign, found, finer, around)
                better = False
                for b in np.argsort(-around[:n, WORTH], kind="mergesort"):
                    if _is_reached(scene, work, memo, field, costs, around[b], out):
                        found[:] = around[b]
                        better = True
                        break
                if not better:
                    break
        if starts == 0 or found[WORTH] > best[0, WORTH]:
            best[0] = found
        starts += 1
        if starts == STARTS:
            break
    best[0, WORTH] *= sign
    return best[: min(1, starts)]


@plain
def _fill(scene: Scene, body: int, sign: float, x: float, y: float, z: float, out: Floats) -> None:
    """Put down a place and how good it is."""
    bodies = scene.bodies
    other = bodies[body]
    out[X], out[Y], out[Z], out[PLACE] = rounded(x), rounded(y), rounded(z), -1.0
    flat = max(0.0, norm(out[X] - other[X], out[Y] - other[Y]) - other[RADIUS] - bodies[int(scene.ask[WHO]), RADIUS])
    out[WORTH] = sign * norm(flat, out[Z] - other[Z])


@plain
def _beside(scene: Scene, body: int, sign: float, spot: Floats, step: float, around: Floats) -> int:
    """Put down the places beside one that are better and not plainly too far away; returns how many."""
    own = scene.bodies[int(scene.ask[WHO])]
    n = 0
    for row in range(-SIDE, SIDE + 1):
        for column in range(-SIDE, SIDE + 1):
            _fill(scene, body, sign, spot[X] + column * step, spot[Y] + row * step, spot[Z], around[n])
            near = norm(around[n, X] - own[X], around[n, Y] - own[Y]) <= scene.ask[BUDGET] + TOLERANCE
            n += near and around[n, WORTH] > spot[WORTH] + TOLERANCE
    return n


@plain
def _is_near(begun: Floats, spot: Floats) -> bool:
    """Whether a place is beside one from which better ones were looked for, or beside the best found from there."""
    for k in range(begun.shape[0]):
        for end in range(2):
            if norm(begun[k, end, X] - spot[X], begun[k, end, Y] - spot[Y]) <= APART:
                return True
    return False


@plain
def _is_reached(scene: Scene, work: Work, memo: Floats, field: Floats, costs: Floats, spot: Floats, out: Floats) -> bool:
    if not can_end(scene, work, spot[X], spot[Y], spot[Z]):
        return False
    return straight(scene, work, spot, out) > 0 or bend(scene, work, memo, field, costs, spot, out) > 0
