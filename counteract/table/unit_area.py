"""Area that models of a unit can end in, by level: the union over all of them, of one search from all their places at once.

>>> from math import inf
>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> from counteract.table.paths import MovementParameters
>>> from counteract.table.terrain import Board, Terrain
>>> walking = MovementParameters(
...     climb=True, climb_least=0, climb_most=inf, drop_free=0, jump_from=inf, jump_most=0, jump_slack=0, ladder_reach=0, friends_block=True
... )
>>> bodies = pack_bodies([Body(10, 5, 0, Round(0.5), 1.5), Body(20, 5, 0, Round(0.5), 1.5)])
>>> bodies[:, 3] = -1.0  # the unit is out of its own way
>>> movers = [UnitMember((10.0, 5.0, 0.0), 0.5, 1.5, 6.0), UnitMember((20.0, 5.0, 0.0), 0.5, 1.5, 6.0)]
>>> (area,) = find_unit_area(Terrain(Board(30, 20)), bodies, movers, walking)
>>> round(min(x for x, _ in area.outline), 1), round(max(x for x, _ in area.outline), 1)
(4.0, 26.0)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from counteract.table.kernels import constraints as _constraints
from counteract.table.kernels import placement as _placement
from counteract.table.kernels import unit_area as _unit_area
from counteract.table.kernels import visibility_graph as _visibility_graph
from counteract.table.kernels.arrays import RADIUS, X0, X1, Y0, Y1
from counteract.table.paths import pack_contact_flags
from counteract.table.polygons import LevelPolygon, list_polygons
from counteract.table.reachable_area import Window, find_standing_area

if TYPE_CHECKING:
    from counteract.core.state import Point
    from counteract.table.paths import MovementParameters
    from counteract.table.reach import Mode
    from counteract.table.terrain import Terrain
    from counteract.table.units import Flags, Floats

#: Spacing of the mesh in inches, and how far beyond the budget lengths are known, so that the rim can be drawn between its points.
WIDTH, BEYOND = 0.375, 0.6
#: How much longer a way may be at a point than at its neighbour, in inches, before there is something between them.
STEP = 0.05
#: Tolerance of outlines, and segments of a quarter circle.
SIMPLIFICATION, QUADRANT_SEGMENTS = 0.01, 16
_MODES: dict[str, int] = {"free": _constraints.ANYWHERE, "keep-out": _constraints.KEEP_OUT, "end-out": _constraints.END_OUT}
_NO_MARKS = np.zeros(0, np.int8)


class UnitMember(NamedTuple):
    """A model of the unit: where it stands, its base and height, and how far it may move."""

    place: Point
    radius: float
    height: float
    most: float


def find_unit_area(
    terrain: Terrain, bodies: Floats, movers: Sequence[UnitMember], movement: MovementParameters, *, mode: Mode = "free", reach: float = 0.0
) -> Iterator[LevelPolygon]:
    """Yield the polygons of the area where models of a unit can end, each by itself, with their own unit off the table.

    Nowhere is it too large by more than a tenth of an inch, and where ways bend round bases, or pinch, it may be too small by a little
    more than that. ``bodies`` are all others; models of the unit have a radius below 0 in them, and enemies the side 1.
    """
    from shapely import unary_union

    shapes: dict[float, list[Any]] = {}
    for size in sorted({(mover.radius, mover.height) for mover in movers}):
        alike = [mover for mover in movers if (mover.radius, mover.height) == size]
        for z, shape in _Search(terrain, bodies, alike, movement, mode, reach).find_shapes():
            shapes.setdefault(z, []).append(shape)
    for z, some in sorted(shapes.items()):
        yield from list_polygons(z, unary_union(some).simplify(SIMPLIFICATION))


class _Search:
    """The search of models with bases of one size, in the window that no way of theirs leaves."""

    def __init__(
        self, terrain: Terrain, bodies: Floats, movers: Sequence[UnitMember], movement: MovementParameters, mode: Mode, reach: float
    ) -> None:
        self._terrain, self._movement, self._reach, self._mode = terrain, movement, reach, _MODES[mode]
        self._movers, (_, self._radius, self._height, _) = movers, movers[0]
        self._most = max(mover.most for mover in movers)
        self._starts = np.array([(*mover.place, self._most - mover.most) for mover in movers])
        low, high = self._starts[:, :2].min(axis=0), self._starts[:, :2].max(axis=0)
        wide = self._most + BEYOND + self._radius + reach + 1.0
        self._window = Window(*(low - wide).tolist(), *(high + wide).tolist())
        board = terrain.board.width, terrain.board.depth
        first = np.maximum(np.floor((low - self._most - BEYOND) / WIDTH), 0.0)
        last = np.minimum(np.ceil((high + self._most + BEYOND) / WIDTH), np.floor(np.array(board) / WIDTH))
        self._corner = first * WIDTH
        self._shape = (last - first).astype(np.int64)[::-1] + 1
        near = (bodies[:, RADIUS] >= 0.0) & self._window.meets(bodies[:, 0], bodies[:, 1], bodies[:, RADIUS])
        own = np.zeros((1, bodies.shape[1]))
        own[0, 3:5] = self._radius, self._height
        self._bodies = np.concatenate((own, bodies[near]))

    def find_shapes(self) -> Iterator[tuple[float, Any]]:
        """Yield the area on each level."""
        levels = _placement.find_levels(self._terrain.parts_array)
        discs = None
        for z, lengths, blocked in zip(levels.tolist(), *self._measure(levels), strict=True):
            outline = _draw(np.minimum(lengths - self._most, BEYOND), blocked != 0, self._corner)
            if outline.is_empty:
                continue
            discs = self._draw_discs() if discs is None else discs
            standing = find_standing_area(
                self._terrain, self._bodies, 0, z, self._mode, self._reach, window=self._window, segments=QUADRANT_SEGMENTS
            )
            yield z, outline.intersection(discs).intersection(standing)

    def _measure(self, levels: Floats) -> tuple[Floats, Flags]:
        terrain, movement, window = self._terrain, self._movement, self._window
        parts = terrain.parts_array
        inside = (parts[:, X0] < window.x1) & (parts[:, X1] > window.x0) & (parts[:, Y0] < window.y1) & (parts[:, Y1] > window.y0)
        flags = pack_contact_flags(False, movement.fly) | _constraints.CLOSE_ROUTES
        board = float(terrain.board.width), float(terrain.board.depth)
        query = np.array((0, *board, self._most + BEYOND, self._reach, self._mode, flags, -1.0, -math.inf, math.inf))
        return _unit_area.measure_mesh(
            np.ascontiguousarray(parts[inside]), terrain.corners_array, self._bodies.copy(), movement.array, _NO_MARKS, query,
            *self._find_nodes(), self._starts, levels, self._corner, WIDTH, self._shape,
        )  # fmt: skip

    def _find_nodes(self) -> tuple[Floats, Floats]:
        """Return the places on the terrain where ways bend, and the memo of the legs between them, kept with the terrain."""
        terrain, movement = self._terrain, self._movement
        key = "unit area", self._radius, self._height, movement
        if key not in terrain.cache:
            rough, traverses = movement.rough != 1.0, movement.traverse != 0.0
            board = float(terrain.board.width), float(terrain.board.depth)
            size = self._radius, self._height
            nodes = _visibility_graph.build_nodes(terrain.parts_array, terrain.corners_array, *board, *size, rough, traverses)
            terrain.cache[key] = nodes, np.full((len(nodes), len(nodes)), np.nan)
        found: tuple[Floats, Floats] = terrain.cache[key]
        return found

    def _draw_discs(self) -> Any:
        """Return the area that the models could get to if nothing were in their way."""
        from shapely import buffer, points, unary_union

        out = 1.0 / math.cos(math.pi / 4 / QUADRANT_SEGMENTS)
        mosts = np.array([mover.most for mover in self._movers])
        return unary_union(buffer(points(self._starts[:, :2]), mosts * (1.0 + out) / 2, quad_segs=QUADRANT_SEGMENTS))


# --- the rim between the points of a mesh -------------------------------------------------------------

#: The sides of a cell, counter-clockwise from the lowest: between which of its corners they lie, these also counter-clockwise.
_SIDES = ((0, 1), (1, 2), (2, 3), (3, 0))


def _draw(beyond: Floats, blocked: Flags, corner: Floats) -> Any:
    """Return the area where ways are within the budget; ``beyond`` is by how much they exceed it at the points of a mesh, some of them blocked."""
    from shapely import Polygon, box, unary_union

    padded = np.pad(beyond, 1, constant_values=BEYOND)
    x0, y0 = corner - WIDTH
    rings = [[(x0 + x * WIDTH, y0 + y * WIDTH) for x, y in ring] for ring in _trace_rings(padded)]
    shape = Polygon()
    for polygon in sorted((Polygon(ring) for ring in rings if len(ring) > 2), key=lambda polygon: -polygon.area):
        shape = shape.symmetric_difference(polygon.buffer(0.0))
    cells = _find_torn_cells(padded, np.pad(blocked, 1, constant_values=True))
    torn = [box(x0 + x * WIDTH, y0 + y * WIDTH, x0 + (x + 1) * WIDTH, y0 + (y + 1) * WIDTH) for y, x in cells]
    return shape.difference(unary_union(torn)) if torn else shape


def _find_torn_cells(beyond: Floats, blocked: Flags) -> list[tuple[int, int]]:
    """Return the cells of a mesh that the rim crosses where something stands between their corners, so that it cannot be drawn there."""
    within = beyond <= 0.0
    rows, columns = beyond.shape[0] - 1, beyond.shape[1] - 1
    torn = np.zeros((rows, columns), bool)
    for (y, x), (v, u) in combinations(((0, 0), (0, 1), (1, 1), (1, 0)), 2):
        one, other = np.s_[y : y + rows, x : x + columns], np.s_[v : v + rows, u : u + columns]
        steep = np.abs(beyond[one] - beyond[other]) > math.hypot(v - y, u - x) * WIDTH + STEP
        torn |= (within[one] != within[other]) & steep & ~(blocked[one] & blocked[other])
    return list(zip(*(found.tolist() for found in np.nonzero(torn)), strict=True))


def _trace_rings(beyond: Floats) -> list[list[tuple[float, float]]]:
    """Return the rings, in columns and lines of a mesh, that part its points up to 0 from the others."""
    inside = beyond <= 0.0
    corners = (inside[:-1, :-1], inside[:-1, 1:], inside[1:, 1:], inside[1:, :-1])
    mixed = np.logical_or.reduce(corners) & ~np.logical_and.reduce(corners)
    follows: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for y, x in zip(*(found.tolist() for found in np.nonzero(mixed)), strict=True):
        follows.update(_cross_cell(beyond, y, x))
    rings = []
    while follows:
        first, side = follows.popitem()
        ring = [_crossing(beyond, first)]
        while side != first:
            ring.append(_crossing(beyond, side))
            side = follows.pop(side)
        rings.append(ring)
    return rings


def _cross_cell(beyond: Floats, y: int, x: int) -> Iterator[tuple[tuple[int, int, int], tuple[int, int, int]]]:
    """Yield the sides of a cell that the rim crosses, in pairs, with what is inside on its left."""
    values = [beyond.item(y, x), beyond.item(y, x + 1), beyond.item(y + 1, x + 1), beyond.item(y + 1, x)]
    within = [value <= 0.0 for value in values]
    sides = (y, x, 0), (y, x + 1, 1), (y + 1, x, 0), (y, x, 1)
    leaves = [k for k, (a, b) in enumerate(_SIDES) if within[a] and not within[b]]
    enters = [k for k, (a, b) in enumerate(_SIDES) if within[b] and not within[a]]
    if len(leaves) == 2 and sum(values) > 0.0:  # two corners that are not joined: the rim turns about each
        enters = [(k - 1) % 4 for k in leaves]
    elif len(leaves) == 2:
        enters = [(k + 1) % 4 for k in leaves]
    yield from ((sides[a], sides[b]) for a, b in zip(leaves, enters, strict=True))


def _crossing(beyond: Floats, side: tuple[int, int, int]) -> tuple[float, float]:
    """Return the point where the rim crosses a side of a cell: along a line of the mesh (0) or a column (1)."""
    y, x, up = side
    a, b = beyond.item(y, x), beyond.item(y + up, x + 1 - up)
    share = a / (a - b)
    return (x, y + share) if up else (x + share, y)
