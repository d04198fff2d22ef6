"""Reachable area of a body on one level, as polygons: the union of its ray fans, clipped to where it can stand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels import constraints as _constraints
from counteract.table.kernels import reachable_area as _reachable_area
from counteract.table.kernels.arrays import BODILESS, BOTTOM, TOP
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


def _find_standing_area(reach: Reach, z: float) -> Any:
    """Return the area where the mover can stand on a level, rather too small than too large."""
    from shapely import Point, Polygon, box, unary_union

    terrain, (_, _, bodies, _, _, query) = reach.terrain, reach.scene
    who = int(query[_constraints.MOVER])
    radius, height, side = bodies[who, 3:6].tolist()
    out = 1.0 / math.cos(math.pi / 4 / QUADRANT_SEGMENTS)

    def disc(x: float, y: float, r: float) -> Any:
        return Point(x, y).buffer(r * out + TOUCH, quad_segs=QUADRANT_SEGMENTS)

    outlines = {p: Polygon(part.footprint) for p, part in enumerate(terrain.parts)}
    solid = [outlines[p].buffer(radius * out, quad_segs=QUADRANT_SEGMENTS) for p in _list_solid_parts(terrain, z, height)]
    board = terrain.board
    free = box(radius, radius, board.width - radius, board.depth - radius)
    if z > SNAP:
        floors = [outlines[p].buffer(TOUCH) for p, part in enumerate(terrain.parts) if "vantage" in part.marks and abs(part.top - z) <= SNAP]
        free = free.intersection(unary_union(floors).buffer(-radius * out - TOUCH, quad_segs=QUADRANT_SEGMENTS))
    near = []
    for bx, by, bz, r, tall, other in np.delete(bodies[:, :6], who, axis=0)[np.delete(bodies[:, 3], who) >= 0].tolist():
        if z < bz + tall - TOUCH and bz < z + height - TOUCH:
            solid.append(disc(bx, by, radius + r))
        reached = (query[_constraints.REACH] + TOLERANCE) ** 2 - (z - bz) ** 2
        if other != side and reached >= 0.0:
            near.append((bx, by, radius + r + math.sqrt(reached)))
    mode, contact_flags = int(query[_constraints.MODE]), int(query[_constraints.CONTACT_FLAGS])
    if mode == _constraints.END_OUT or (mode == _constraints.KEEP_OUT and contact_flags & WITHOUT_SIGHT):
        solid += [disc(*ring) for ring in near]
    if mode == _constraints.END_IN:
        free = free.intersection(unary_union([Point(bx, by).buffer(r - TOUCH, quad_segs=QUADRANT_SEGMENTS) for bx, by, r in near]))
    return _clip_to_goal(bodies, query, z, free.difference(unary_union(solid)))


def _list_solid_parts(terrain: Terrain, z: float, height: float) -> list[int]:
    """Return the parts that no base can stand in on a level."""
    parts = terrain.parts_array
    flags = parts[:, 6].astype(np.int64)
    there = (parts[:, TOP] > z + SNAP) & (parts[:, BOTTOM] < z + height - TOUCH) & (flags & BODILESS == 0)
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
