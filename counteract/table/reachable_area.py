"""Reachable area of a body on one level, as polygons: the union of its ray fans, clipped to where it can stand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels import constraints as _constraints
from counteract.table.kernels import reachable_area as _reachable_area
from counteract.table.kernels.arrays import BODILESS, BOTTOM, TOP, X0, X1, Y0, Y1
from counteract.table.kernels.contacts import WITHOUT_SIGHT
from counteract.table.polygons import list_polygons
from counteract.table.units import SNAP, TOUCH

if TYPE_CHECKING:
    from counteract.table.polygons import LevelPolygon
    from counteract.table.reach import Reach
    from counteract.table.terrain import Terrain
    from counteract.table.units import Floats

#: Spacing of the mesh, and margin of areas that rest on the mesh alone: between two reachable points of the mesh a round obstacle could
#: stick in by less than that.
MESH_WIDTH = 0.125
MESH_MARGIN = 0.01
#: Margin of all other areas, tolerance of outlines, and segments of a quarter circle.
MARGIN, SIMPLIFICATION, QUADRANT_SEGMENTS = 0.003, 0.001, 24
#: Half the width of slits between fans that are closed; less than the margin.
SLIT = 0.002
#: Fans are cut into pieces that turn by at most this much.
MAX_FAN_TURN = 1.5


def find_reachable_area(reach: Reach, z: float) -> Iterator[LevelPolygon]:
    """Yield the polygons of the area that can be reached on a level.

    The area is the union of the ray fans from the start and from every circle that paths bend round, clipped to the places where the
    base can stand. A mesh adds places reached in other ways, over terrain for example, and takes away those that cannot be reached.
    """
    from shapely import box, contains_xy, prepare, unary_union

    places = reach.build_mesh(z, MESH_WIDTH)
    by_net = reach.mark_reachable_by_graph(places)
    shape = _union_fans(reach.trace_ray_fans(), z).intersection(_find_standing_area(reach, z))
    if not shape.is_empty:
        prepare(shape)
        doubted = np.flatnonzero(contains_xy(shape, places[:, 0], places[:, 1]) & ~by_net)
        wrong = places[doubted[~reach.mark_reachable(places[doubted])]]
        if len(wrong):
            shape = shape.difference(unary_union(box(*(wrong[:, :2] - MESH_WIDTH).T, *(wrong[:, :2] + MESH_WIDTH).T)))
        shape = shape.buffer(-MARGIN, quad_segs=2)
    cells = _join_cells(places[by_net, :2], MESH_WIDTH)
    if cells:
        shape = shape.union(unary_union([box(*cell) for cell in cells]).buffer(-MESH_MARGIN, join_style="mitre"))
    yield from list_polygons(z, shape.simplify(SIMPLIFICATION))


def _union_fans(rays: Floats, z: float) -> Any:
    """Return the union of all ray fans on a level."""
    from shapely import Polygon, make_valid, unary_union

    rays = rays[rays[:, _reachable_area.RAY_LEVEL] == z]
    shapes = []
    first = 0
    for k in range(1, len(rays) + 1):
        ends = k == len(rays) or rays[k, _reachable_area.FAN] != rays[first, _reachable_area.FAN]
        if ends or rays[k, _reachable_area.TURN] - rays[first, _reachable_area.TURN] > MAX_FAN_TURN:
            fan = rays[first : k if ends else k + 1]
            first = k
            if len(fan) > 1:
                rim = np.concatenate((fan[:, _reachable_area.EX : _reachable_area.EY + 1], fan[::-1, _reachable_area.AX : _reachable_area.AY + 1]))
                shapes.append(make_valid(Polygon(rim)))
    # Rays are rounded, so fans that share an edge may leave a slit between them, which margins would widen.
    closed = unary_union(shapes).buffer(SLIT, quad_segs=2).buffer(-SLIT, quad_segs=2)
    return make_valid(closed, method="structure", keep_collapsed=False)


class Window(NamedTuple):
    """A box of the board; what does not meet it is left out."""

    x0: float
    y0: float
    x1: float
    y1: float

    def meets(self, x: Any, y: Any, radius: Any) -> Any:
        """Return True if a disc meets the box, or for each of several."""
        return (x < self.x1 + radius) & (x > self.x0 - radius) & (y < self.y1 + radius) & (y > self.y0 - radius)


EVERYWHERE = Window(-math.inf, -math.inf, math.inf, math.inf)


def _find_standing_area(reach: Reach, z: float) -> Any:
    """Return the area where the mover can stand on a level, and end as far from the goal as required."""
    _, _, bodies, _, _, query = reach.scene
    who, mode, contact_flags = int(query[_constraints.MOVER]), int(query[_constraints.MODE]), int(query[_constraints.CONTACT_FLAGS])
    if mode == _constraints.KEEP_OUT and not contact_flags & WITHOUT_SIGHT:
        mode = _constraints.ANYWHERE
    return _clip_to_goal(bodies, query, z, find_standing_area(reach.terrain, bodies, who, z, mode, float(query[_constraints.REACH])))


def find_standing_area(
    terrain: Terrain,
    bodies: Floats,
    who: int,
    z: float,
    mode: int,
    reach: float,
    *,
    window: Window = EVERYWHERE,
    segments: int = QUADRANT_SEGMENTS,
) -> Any:
    """Return the area where a body can stand on a level by the mode of its contacts, rather too small than too large."""
    from shapely import Polygon, box, buffer, points, unary_union

    radius, height, side = bodies[who, 3:6].tolist()
    out = 1.0 / math.cos(math.pi / 4 / segments)

    def discs(rows: list[tuple[float, float, float]]) -> list[Any]:
        if not rows:
            return []
        x, y, r = np.array(rows).T
        return list(buffer(points(x, y), r * out + TOUCH, quad_segs=segments))

    parts, board = terrain.parts, terrain.board
    solid = [Polygon(parts[p].footprint) for p in _list_solid_parts(terrain, z, height, window)]
    walls = list(buffer(solid, radius * out, quad_segs=segments)) if solid else []
    free = box(radius, radius, board.width - radius, board.depth - radius)
    if z > SNAP:
        floors = [Polygon(part.footprint).buffer(TOUCH) for part in parts if "vantage" in part.marks and abs(part.top - z) <= SNAP]
        free = free.intersection(unary_union(floors).buffer(-radius * out - TOUCH, quad_segs=segments))
    taken, near = [], []
    for bx, by, bz, r, tall, other in np.delete(bodies[:, :6], who, axis=0)[np.delete(bodies[:, 3], who) >= 0].tolist():
        if not window.meets(bx, by, r + radius + reach):
            continue
        if z < bz + tall - TOUCH and bz < z + height - TOUCH:
            taken.append((bx, by, radius + r))
        reached = (reach + TOLERANCE) ** 2 - (z - bz) ** 2
        if other != side and reached >= 0.0:
            near.append((bx, by, radius + r + math.sqrt(reached)))
    if mode in (_constraints.END_OUT, _constraints.KEEP_OUT):
        taken += near
    if mode == _constraints.END_IN:
        free = free.intersection(unary_union([disc.buffer(r - TOUCH, quad_segs=segments) for disc, r in _centres(near)]))
    return free.difference(unary_union([*walls, *discs(taken)]))


def _centres(rings: list[tuple[float, float, float]]) -> Iterator[tuple[Any, float]]:
    from shapely import Point

    return ((Point(x, y), r) for x, y, r in rings)


def _list_solid_parts(terrain: Terrain, z: float, height: float, window: Window) -> list[int]:
    """Return the parts in a window that no base can stand in on a level."""
    parts = terrain.parts_array
    flags = parts[:, 6].astype(np.int64)
    there = (parts[:, TOP] > z + SNAP) & (parts[:, BOTTOM] < z + height - TOUCH) & (flags & BODILESS == 0)
    there &= (parts[:, X0] < window.x1) & (parts[:, X1] > window.x0) & (parts[:, Y0] < window.y1) & (parts[:, Y1] > window.y0)
    return np.flatnonzero(there).tolist()


def _clip_to_goal(bodies: Floats, query: Floats, z: float, free: Any) -> Any:
    """Return the part of an area that lies at the required distance from the goal."""
    from shapely import Point

    goal, low, high = query[_constraints.GOAL :].tolist()
    if goal < 0:
        return free
    x, y, bz, r = bodies[int(goal), :4].tolist()
    room, up = r + bodies.item(int(query[_constraints.MOVER]), 3), abs(z - bz)
    if high < math.inf:
        if high + TOLERANCE < up:
            return Point()
        free = free.intersection(Point(x, y).buffer(room + math.sqrt((high + TOLERANCE) ** 2 - up * up), quad_segs=QUADRANT_SEGMENTS))
    if low > up:
        out = 1.0 / math.cos(math.pi / 4 / QUADRANT_SEGMENTS)
        free = free.difference(Point(x, y).buffer((room + math.sqrt(low * low - up * up)) * out, quad_segs=QUADRANT_SEGMENTS))
    return free


def _join_cells(places: Floats, width: float) -> list[tuple[float, float, float, float]]:
    """Return the cells of a mesh with all four corners among the places, neighbours in a row joined."""
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
