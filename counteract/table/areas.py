"""Areas that can be reached, for drawing: outlines, with holes, on every level."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from counteract.table.kernels import fans as _fans
from counteract.table.kernels import judge as _judge
from counteract.table.kernels.contacts import BLIND
from counteract.table.kernels.outlines import BODILESS, BOTTOM, TOP, TOUCH
from counteract.table.kernels.standing import SNAP
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.reach import Reach
    from counteract.table.terrain import Terrain

    Floats = NDArray[np.float64]

#: The mesh that areas are checked with, and how much what rests on it alone is drawn in: between two places of the mesh that
#: can be reached, a round obstacle could stick in by less than that.
MESH = 0.125
DRAWN_IN = 0.01
#: How much all else is drawn in, by how much outlines are made simpler, and corners to a quarter of a circle.
CLOSE, SIMPLER, ROUND = 0.003, 0.001, 24
#: Fans are cut into pieces that turn by no more than this.
PIECE = 1.5


class Area(msgspec.Struct, frozen=True):
    """A part of the reachable area, on one level: its outline, and the outlines of the holes in it."""

    z: float
    outline: tuple[tuple[float, float], ...]
    holes: tuple[tuple[tuple[float, float], ...], ...] = ()


def drawn(reach: Reach, z: float) -> Iterator[Area]:
    """The area that can be reached on a level.

    It is what straight stretches lead to, from the start and from all that ways bend round, as far as one can stand there. A
    mesh of places says where else one can get to, over terrain say, and where one cannot end after all.
    """
    from shapely import box, contains_xy, prepare, unary_union

    places = reach.mesh(z, MESH)
    by_net = reach.net_within(places)
    shape = _spread(reach.fans(), z).intersection(_standing(reach, z))
    if not shape.is_empty:
        prepare(shape)
        doubted = np.flatnonzero(contains_xy(shape, places[:, 0], places[:, 1]) & ~by_net)
        wrong = places[doubted[~reach.within(places[doubted])]]
        if len(wrong):
            shape = shape.difference(unary_union(box(*(wrong[:, :2] - MESH).T, *(wrong[:, :2] + MESH).T)))
        shape = shape.buffer(-CLOSE, quad_segs=2)
    cells = _cells(places[by_net, :2], MESH)
    if cells:
        shape = shape.union(unary_union([box(*cell) for cell in cells]).buffer(-DRAWN_IN, join_style="mitre"))
    yield from pieces(z, shape.simplify(SIMPLER))


def _spread(rays: Floats, z: float) -> Any:
    """What the fans on a level cover."""
    from shapely import Polygon, make_valid, unary_union

    rays = rays[rays[:, _fans.LEVEL] == z]
    shapes = []
    first = 0
    for k in range(1, len(rays) + 1):
        ends = k == len(rays) or rays[k, _fans.FAN] != rays[first, _fans.FAN]
        if ends or rays[k, _fans.TURN] - rays[first, _fans.TURN] > PIECE:
            fan = rays[first : k if ends else k + 1]
            first = k
            if len(fan) > 1:
                rim = np.concatenate((fan[:, _fans.EX : _fans.EY + 1], fan[::-1, _fans.AX : _fans.AY + 1]))
                shapes.append(make_valid(Polygon(rim)))
    return unary_union(shapes)


def _standing(reach: Reach, z: float) -> Any:
    """Where the mover could end on a level, a little less rather than more."""
    from shapely import Point, Polygon, box, unary_union

    terrain, (_, _, bodies, _, _, ask) = reach.terrain, reach.question
    who = int(ask[_judge.WHO])
    radius, height, side = bodies[who, 3:6].tolist()
    out = 1.0 / math.cos(math.pi / 4 / ROUND)

    def disc(x: float, y: float, r: float) -> Any:
        return Point(x, y).buffer(r * out + TOUCH, quad_segs=ROUND)

    outlines = {p: Polygon(part.footprint) for p, part in enumerate(terrain.parts)}
    solid = [outlines[p].buffer(radius * out, quad_segs=ROUND) for p in _solid(terrain, z, height)]
    board = terrain.board
    free = box(radius, radius, board.width - radius, board.depth - radius)
    if z > SNAP:
        floors = [outlines[p].buffer(TOUCH) for p, part in enumerate(terrain.parts) if "vantage" in part.marks and abs(part.top - z) <= SNAP]
        free = free.intersection(unary_union(floors).buffer(-radius * out - TOUCH, quad_segs=ROUND))
    near = []
    for bx, by, bz, r, tall, other in np.delete(bodies[:, :6], who, axis=0)[np.delete(bodies[:, 3], who) >= 0].tolist():
        if z < bz + tall - TOUCH and bz < z + height - TOUCH:
            solid.append(disc(bx, by, radius + r))
        reached = (ask[_judge.REACH] + TOLERANCE) ** 2 - (z - bz) ** 2
        if other != side and reached >= 0.0:
            near.append((bx, by, radius + r + math.sqrt(reached)))
    mode, how = int(ask[_judge.MODE]), int(ask[_judge.HOW])
    if mode == _judge.END_OUT or (mode == _judge.KEEP_OUT and how & BLIND):
        solid += [disc(*ring) for ring in near]
    if mode == _judge.END_IN:
        free = free.intersection(unary_union([Point(bx, by).buffer(r - TOUCH, quad_segs=ROUND) for bx, by, r in near]))
    return _at_goal(bodies, ask, z, free.difference(unary_union(solid)))


def _solid(terrain: Terrain, z: float, height: float) -> list[int]:
    """The parts that nobody can stand in on a level."""
    parts = terrain.parts_array
    flags = parts[:, 6].astype(np.int64)
    there = (parts[:, TOP] > z + SNAP) & (parts[:, BOTTOM] < z + height - TOUCH) & (flags & BODILESS == 0)
    return np.flatnonzero(there).tolist()


def _at_goal(bodies: Floats, ask: Floats, z: float, free: Any) -> Any:
    """What of some room is as far as asked from the body that the move is about."""
    from shapely import Point

    goal, low, high = ask[_judge.GOAL :].tolist()
    if goal < 0:
        return free
    x, y, bz, r = bodies[int(goal), :4].tolist()
    room, up = r + bodies.item(int(ask[_judge.WHO]), 3), abs(z - bz)
    if high < math.inf:
        if high + TOLERANCE < up:
            return Point()
        free = free.intersection(Point(x, y).buffer(room + math.sqrt((high + TOLERANCE) ** 2 - up * up), quad_segs=ROUND))
    if low > up:
        out = 1.0 / math.cos(math.pi / 4 / ROUND)
        free = free.difference(Point(x, y).buffer((room + math.sqrt(low * low - up * up)) * out, quad_segs=ROUND))
    return free


def _cells(places: Floats, width: float) -> list[tuple[float, float, float, float]]:
    """The cells of a mesh that have all four corners among the places, those side by side joined."""
    if len(places) == 0:
        return []
    column, line = np.rint(places / width).astype(np.int64).T
    there = np.zeros((line.max() + 2, column.max() + 2), bool)
    there[line, column] = True
    full = there[:-1, :-1] & there[:-1, 1:] & there[1:, :-1] & there[1:, 1:]
    found = []
    for y, row in enumerate(full):
        steps = np.flatnonzero(np.diff(row.astype(np.int8), prepend=0, append=0))
        found += [(a * width, y * width, b * width, (y + 1) * width) for a, b in steps.reshape(-1, 2).tolist()]
    return found


def pieces(z: float, shape: Any) -> Iterator[Area]:
    """The areas that a shape of shapely's consists of, to 0.001"; rounded all at once, so that no outline crosses itself."""
    from shapely import Polygon, set_precision

    shape = set_precision(shape, 0.001)
    for piece in getattr(shape, "geoms", [shape]):
        if isinstance(piece, Polygon) and not piece.is_empty:
            yield Area(z, _ring(piece.exterior), tuple(map(_ring, piece.interiors)))


def _ring(line: object) -> tuple[tuple[float, float], ...]:
    coordinates: Sequence[tuple[float, float]] = line.coords  # type: ignore[attr-defined]
    return tuple((round(x, 3), round(y, 3)) for x, y in coordinates)
