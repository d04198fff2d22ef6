"""Reach of a body: candidate paths (all, one at random), the shortest path to a place, and the reachable area.

>>> from random import Random
>>> from counteract.table.paths import MovementParameters, measure
>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> from counteract.table.terrain import Board, Part, Terrain
>>> wall = Part(id="wall", feature="wall", footprint=((5, 0), (5.5, 0), (5.5, 6), (5, 6)), top=5.0, kind="heavy")
>>> table = Terrain(Board(10, 10), (wall,))
>>> movement = MovementParameters(
...     climb=True, climb_least=2, climb_most=3, drop_free=2, jump_from=2, jump_most=4, jump_slack=1, ladder_reach=1
... )
>>> bodies = pack_bodies([Body(4, 5, 0, Round(0.5), 1.5)])
>>> reach = Reach(table, bodies, 0, 6.0, movement)
>>> reach.find_path(4, 8)
((4.0, 5.0, 0.0), (4.0, 8.0, 0.0))
>>> path = reach.find_path(7, 5)
>>> round(measure(table, bodies, 0, path, movement).length, 2)
4.57
>>> reach.find_path(7, 2) is None
True
>>> path, length = reach.sample(Random(1))
>>> length == measure(table, bodies, 0, path, movement).length <= 6.0
True
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, Protocol, overload

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels import constraints as _constraints
from counteract.table.kernels import placement as _placement
from counteract.table.kernels import reach as _reach
from counteract.table.kernels import reachable_area as _reachable_area
from counteract.table.kernels import shortest_paths as _shortest_paths
from counteract.table.kernels import tangent_graph as _tangent_graph
from counteract.table.kernels import visibility_graph as _visibility_graph
from counteract.table.kernels.graph_search import MAX_ROWS
from counteract.table.paths import measure, pack_contact_flags
from counteract.table.polygons import LevelPolygon
from counteract.table.reachable_area import find_reachable_area

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.core.state import Point
    from counteract.table.paths import MovementParameters
    from counteract.table.terrain import Board, Terrain
    from counteract.table.units import Floats

#: Constraint on contacts with enemies: none; no contact on the whole path; none at its end; one at its end.
Mode = Literal["free", "keep-out", "end-out", "end-in"]
_MODES: dict[Mode, int] = {
    "free": _constraints.ANYWHERE,
    "keep-out": _constraints.KEEP_OUT,
    "end-out": _constraints.END_OUT,
    "end-in": _constraints.END_IN,
}
_NO_PLACES = np.empty((0, 3))
_NO_GAPS = np.empty(0)
_NO_MARKS = np.zeros(0, np.int8)
_NO_GOAL = (-1, -math.inf, math.inf)
#: The most shortest paths taken as candidates.
MAX_EXACT = 8
#: A path from the place of the body: each corner with its height, and "jump" behind it if a jump leads there.
Route = tuple["Point | tuple[float, float, float, str]", ...]


class RandomSource(Protocol):
    """A source of random bits, such as ``random.Random``."""

    def getrandbits(self, k: int, /) -> int: ...


class _TerrainCache:
    """Graphs and lattices of a terrain for bases of one size, kept with the terrain."""

    __slots__ = ("_circles", "_size", "memos", "nodes", "places")

    def __init__(self, terrain: Terrain, radius: float, height: float, spacing: float, rough: bool, traverses: bool) -> None:
        parts, corners = terrain.parts_array, terrain.corners_array
        # Floats, since each kind of number would have a kernel of its own.
        width, depth = float(terrain.board.width), float(terrain.board.depth)
        self._size = parts, corners, width, depth, radius, height, rough, traverses
        self._circles: Floats | None = None
        self.nodes = _visibility_graph.build_nodes(*self._size)
        self.places = _placement.find_lattice_places(parts, corners, width, depth, radius, height, float(spacing))
        self.memos: dict[MovementParameters, Floats] = {}

    @staticmethod
    def of(terrain: Terrain, radius: float, height: float, spacing: float, movement: MovementParameters) -> tuple[_TerrainCache, Floats]:
        """Return the cache for bases of some size, and its memo for a kind of movement."""
        asked = radius, height, spacing, movement
        found: tuple[_TerrainCache, Floats] | None = terrain.cache.get(asked)
        if found is None:
            size = radius, height, spacing, movement.rough != 1.0, movement.traverse != 0.0
            cache: _TerrainCache | None = terrain.cache.get(("ground", size))
            if cache is None:
                cache = terrain.cache["ground", size] = _TerrainCache(terrain, *size)
            found = terrain.cache[asked] = cache, cache.memo(movement)
        return found

    @property
    def circles(self) -> Floats:
        """The circles of the tangent graph, built on first use."""
        if self._circles is None:
            self._circles = _tangent_graph.build_circles(*self._size, self.nodes)
        return self._circles

    def memo(self, movement: MovementParameters) -> Floats:
        """Return the memo of leg costs from nodes to nodes and lattice places; NaN where not yet computed."""
        memo = self.memos.get(movement)
        if memo is None:
            nodes, places = len(self.nodes), len(self.places)
            memo = self.memos[movement] = np.full((nodes, nodes + places), np.nan)
        return memo


class Reach(Sequence[Route]):
    """The candidate moves of a body: a lazy sequence of paths, all of them allowed.

    Candidates end on a lattice of the given ``spacing`` on every level, at the ``extras`` (rows x, y, z), on ``rings`` about enemies
    (gaps between the bases, each with ``around`` places), or at the start. A path is at most ``budget`` long. It jumps where jumps
    are free and walking is too long. ``mode`` constrains contacts with enemies, that is with those within ``reach`` (without ``sight``,
    whoever sees whom). ``sticky`` marks enemies that may not be left once in contact, ``shunned`` those to keep out of contact with.
    ``goal`` is a body and the least and greatest distance from its base at the end. ``closely`` adds nodes for tight routes between
    bodies, and on top of what is climbed beside them. The arrays must not change while this is in use.
    """

    #: Candidates of an exact search, for bodies that have no others.
    _exact: Sequence[Route] = ()

    def __init__(
        self,
        terrain: Terrain,
        bodies: Floats,
        i: int,
        budget: float,
        movement: MovementParameters,
        *,
        mode: Mode = "free",
        reach: float = 0.0,
        sight: bool = True,
        sticky: NDArray[np.int8] | None = None,
        shunned: NDArray[np.int8] | None = None,
        goal: tuple[int, float, float] | None = None,
        extras: Floats | None = None,
        rings: Sequence[float] = (),
        around: int = 12,
        spacing: float = 1.0,
        closely: bool = False,
    ) -> None:
        self.terrain = terrain
        self._bodies = bodies
        self._movement = movement
        self._columns = 4 if movement.jump_free else 3  # the fourth tells of jumps
        self._marks = _pack_marks(sticky, shunned)
        self._extras = _NO_PLACES if extras is None else extras
        self._gaps = np.array(rings, dtype=np.float64) if rings else _NO_GAPS
        self._around = around
        self._query = _pack_query(i, terrain.board, budget, reach, mode, sight, movement.fly, shunned is not None, closely, goal)
        #: The fields of the kernels' ``Scene``.
        self.scene = terrain.parts_array, terrain.corners_array, bodies, movement.array, self._marks, self._query
        self._cache, self._memo = _TerrainCache.of(terrain, bodies.item(i, 3), bodies.item(i, 4), spacing, movement)

    # --- candidates ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._exact) or len(self._candidates_found[1]) - 1

    def __bool__(self) -> bool:
        return bool(self._exact) or self._has_any

    @cached_property
    def _has_any(self) -> bool:
        return self._draw(0) is not None

    @overload
    def __getitem__(self, k: int) -> Route: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Route, ...]: ...
    def __getitem__(self, k: int | slice) -> Route | tuple[Route, ...]:
        if isinstance(k, slice):
            return tuple(self[n] for n in range(*k.indices(len(self))))
        if not -len(self) <= k < len(self):
            raise IndexError("no such candidate")
        if self._exact:
            return self._exact[k]
        waypoints, ends = self._candidates_found
        k %= len(self)
        return _route(waypoints[ends[k] : ends[k + 1]])

    def __iter__(self) -> Iterator[Route]:
        return (self[k] for k in range(len(self)))

    def sample(self, dice: RandomSource) -> tuple[Route, float | None] | None:
        """Return a candidate at random, each equally likely, without computing the others; None if there are none.

        Its length comes with it, unless an exact search has found it.
        """
        number = dice.getrandbits(63)
        return (self._exact[number % len(self._exact)], None) if self._exact else self._draw(number)

    def _draw(self, seed: int) -> tuple[Route, float] | None:
        path = np.empty((MAX_ROWS, self._columns))
        rows, length = _reach.draw_path(
            *self.scene, self._cache.nodes, self._memo, self._cache.places, self._extras, self._gaps, self._around, seed, path
        )
        return (_route(path[:rows]), length) if rows else None

    def search_exactly(self, goals: Floats, places: Floats) -> None:
        """Take shortest paths as candidates, for bodies that have none on the visibility graph."""
        self._exact = self.find_shortest(goals, places)

    def find_shortest(self, goals: Floats, places: Floats) -> list[Route]:
        """Return shortest paths, a few of them.

        They end at some of the places (rows x, y, z), which must lie within the goals (rows x, y, radius, z) if there are goals, or where a
        path enters a goal.
        """
        return self._search(self._query, goals, places, True, MAX_EXACT)

    def find_path(self, x: float, y: float, z: float = 0.0) -> Route | None:
        """Return the shortest path to any place (to 0.001"), or None.

        Its length is right to 0.01" where the path climbs nothing and crosses no rough ground.
        """
        path = self._find_graph_path(x, y, z)
        if path is not None and len(path) <= 2:
            return path
        limit = None if path is None else measure(self.terrain, self._bodies, int(self._query[_constraints.MOVER]), path, self._movement).length
        return self._find_exact_path(x, y, z, limit) or path

    def can_reach(self, x: float, y: float, z: float = 0.0) -> bool:
        """Return True if there is a path to a place."""
        return self._find_graph_path(x, y, z) is not None or self._find_exact_path(x, y, z) is not None

    def can_reach_by_graph(self, x: float, y: float, z: float = 0.0) -> bool:
        """Return True if the visibility graph has a path to a place: quicker, but False may be wrong."""
        return self._find_graph_path(x, y, z) is not None

    def _find_graph_path(self, x: float, y: float, z: float) -> Route | None:
        place = np.array(((round(x, 3), round(y, 3), round(z, 3), -1.0),))  # -1: none of the terrain's places
        path, found = np.empty((MAX_ROWS, self._columns)), np.empty((1, 2), np.int64)
        return _route(path[: found.item(0, 1)]) if self._find_paths(place, 1, path, found) else None

    def _find_exact_path(self, x: float, y: float, z: float, limit: float | None = None) -> Route | None:
        """Return the shortest path to a place on the tangent graph, if it is shorter than the limit."""
        place, query = (round(float(x), 3), round(float(y), 3), round(float(z), 3)), self._query
        if limit is not None:
            query = query.copy()
            query[_constraints.BUDGET] = limit - TOLERANCE
        found = self._search(query, np.array(((*place[:2], 0.0, place[2]),)), np.array((place,)), False, 1)
        return found[0] if found else None

    def _search(self, query: Floats, goals: Floats, places: Floats, towards: bool, most: int) -> list[Route]:
        paths, found = np.empty((_shortest_paths.MAX_EXACT_ROWS * most, self._columns)), np.empty((most, 2), np.int64)
        scene = *self.scene[:-1], query
        n = _shortest_paths.find_shortest_paths(*scene, self._cache.circles, goals, places, towards, most, paths, found)
        ends = [0, *found[:n, 1].tolist()]
        return [_route(paths[a:b]) for a, b in pairwise(ends)]

    def find_extreme_gap(self, body: int, spots: Floats, *, farthest: bool) -> tuple[float, Point] | None:
        """Return the greatest (or least) gap to a body that a path can end with, and the place; None if there is no path.

        The search starts from the best of some spots (rows x, y, z).
        """
        sign = 1.0 if farthest else -1.0
        found = _reach.find_extreme(*self.scene, self._cache.nodes, self._memo, spots, body, sign).tolist()
        if not found:
            return None
        ((x, y, z, _, gap),) = found
        return gap, (x, y, z)

    @property
    def places(self) -> Floats:
        """The lattice of places where the body could stand if it were alone: rows x, y, z."""
        return self._cache.places

    def _find_paths(self, places: Floats, most: int, paths: Floats, found: NDArray[np.int64]) -> int:
        return _reach.find_paths(*self.scene, self._cache.nodes, self._memo, places, -1, most, paths, found)[0]

    @cached_property
    def _destinations(self) -> Floats:
        return _reach.find_destinations(self._cache.places, self._bodies, self._marks, self._query, self._extras, self._gaps, self._around)

    @cached_property
    def _candidates_found(self) -> tuple[Floats, NDArray[np.int64]]:
        """The waypoints of all candidates one after another, and the row where each begins."""
        waypoints, _, ends = self._find_all(self._destinations)
        return waypoints, ends

    def _find_all(self, places: Floats) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
        found = np.empty((len(places) + 1, 2), np.int64)
        found[0] = 0
        room, n = 4 * len(places) + MAX_ROWS, -1
        while n < 0:
            paths = np.empty((room, self._columns))
            n = self._find_paths(places, -1, paths, found[1:])
            room *= 4
        return paths, found[1 : n + 1, 0], found[: n + 1, 1]

    # --- drawing ------------------------------------------------------------------------------------

    def polygons(self) -> tuple[LevelPolygon, ...]:
        """Return the reachable area, for drawing: at most 0.01" too small, never too large.

        Where paths climb, jump or leap it may be smaller still.
        """
        return self._polygons

    @cached_property
    def _polygons(self) -> tuple[LevelPolygon, ...]:
        found = (area for z in _placement.find_levels(self.terrain.parts_array).tolist() for area in find_reachable_area(self, z))
        return tuple(found)

    def trace_ray_fans(self) -> Floats:
        """Return the rays from the start and from every circle that paths bend round, in the columns of the kernel."""
        return _reachable_area.trace_ray_fans(*self.scene, self._cache.circles)

    def mark_reachable_by_graph(self, places: Floats) -> NDArray[np.bool_]:
        """Return for each place (rows x, y, z, -1) if the visibility graph has a path there."""
        within = np.zeros(len(places), bool)
        within[self._find_all(places)[1]] = True
        return within

    def mark_reachable(self, places: Floats) -> NDArray[np.bool_]:
        """Return for each place (rows x, y, z) if there is a shortest path there."""
        within = np.zeros(len(places), np.int8)
        _shortest_paths.mark_reachable(*self.scene, self._cache.circles, places, within)
        return within.astype(bool)

    def build_mesh(self, z: float, width: float) -> Floats:
        """Return the points of a square mesh on one level that may be within the budget: rows x, y, z, -1."""
        return _reach.build_mesh(self._bodies, self._query, z, width)

    def list_ends(self, apart: float) -> Floats:
        """Return the reachable points of a mesh with some spacing on all levels: rows x, y, z."""
        meshes = [self.build_mesh(z, apart) for z in _placement.find_levels(self.terrain.parts_array).tolist()]
        return np.concatenate([places[self._find_all(places)[1], :3] for places in meshes])


@lru_cache(maxsize=4096)
def _pack_query(
    i: int,
    board: Board,
    budget: float,
    reach: float,
    mode: Mode,
    sight: bool,
    fly: bool,
    shuns: bool,
    closely: bool,
    goal: tuple[int, float, float] | None,
) -> Floats:
    """Return a query as kernels read it; it must not be written to."""
    flags = pack_contact_flags(sight, fly) | (_constraints.SHUNS if shuns else 0) | (_constraints.CLOSE_ROUTES if closely else 0)
    return np.array((i, board.width, board.depth, budget, reach, _MODES[mode], flags, *(goal or _NO_GOAL)), dtype=np.float64)


def _pack_marks(sticky: NDArray[np.int8] | None, shunned: NDArray[np.int8] | None) -> NDArray[np.int8]:
    """Return the marks of bodies as kernels read them."""
    if shunned is None:
        return _NO_MARKS if sticky is None else sticky
    marks = shunned * np.int8(_constraints.SHUNNED)
    return marks if sticky is None else marks | sticky


def _route(rows: Floats) -> Route:
    if rows.shape[1] == 3:
        return tuple(map(tuple, rows.tolist()))
    return tuple((x, y, z, "jump") if jump else (x, y, z) for x, y, z, jump in rows.tolist())
