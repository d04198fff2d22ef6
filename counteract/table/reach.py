"""Where a body can get to, for people and players: candidate paths, one at a time, all, or any by chance.

>>> from random import Random
>>> from counteract.table.paths import MoveFigures, measure
>>> from counteract.table.shapes import Body, Round
>>> from counteract.table.sight import pack
>>> from counteract.table.terrain import Board, Part, Terrain
>>> wall = Part(id="wall", feature="wall", footprint=((5, 0), (5.5, 0), (5.5, 6), (5, 6)), top=5.0, kind="heavy")
>>> table = Terrain(Board(10, 10), (wall,))
>>> figures = MoveFigures(
...     climb=True, climb_least=2, climb_most=3, drop_free=2, jump_from=2, jump_most=4, jump_slack=1, ladder_reach=1
... )
>>> bodies = pack([Body(4, 5, 0, Round(0.5), 1.5)])
>>> reach = Reach(table, bodies, 0, 6.0, figures)
>>> reach.path_to(4, 8)
((4.0, 5.0, 0.0), (4.0, 8.0, 0.0))
>>> path = reach.path_to(7, 5)
>>> round(measure(table, bodies, 0, path, figures).length, 2)
4.57
>>> reach.path_to(7, 2) is None
True
>>> path = reach.sample(Random(1))
>>> measure(table, bodies, 0, path, figures).length <= 6.0
True
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, Protocol, overload

import numpy as np

from counteract.table.areas import Area, drawn
from counteract.table.kernels import bends as _bends
from counteract.table.kernels import candidates as _candidates
from counteract.table.kernels import exact as _exact
from counteract.table.kernels import extremes as _extremes
from counteract.table.kernels import fans as _fans
from counteract.table.kernels import ground as _ground
from counteract.table.kernels import judge as _judge
from counteract.table.kernels.reach import MOST_ROWS
from counteract.table.paths import how_judged, measure
from counteract.table.shapes import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.paths import MoveFigures
    from counteract.table.shapes import Point
    from counteract.table.terrain import Terrain

    Floats = NDArray[np.float64]

#: What is asked of contacts with enemies: nothing; none on the whole path; none at its end; one at its end.
Mode = Literal["free", "keep-out", "end-out", "end-in"]

_MODES: dict[Mode, int] = {
    "free": _judge.ANYWHERE,
    "keep-out": _judge.KEEP_OUT,
    "end-out": _judge.END_OUT,
    "end-in": _judge.END_IN,
}
_NOTHING = np.empty((0, 3))
_NO_GAPS = np.empty(0)
_NO_MARKS = np.zeros(0, np.int8)
_NO_GOAL = (-1, -math.inf, math.inf)

#: So many shortest ways at most are candidates.
MOST_EXACT = 8

#: A path from where the body stands: each corner with its height, and "jump" behind it if a jump leads there.
Way = tuple["Point | tuple[float, float, float, str]", ...]


class Dice(Protocol):
    """What chance is taken from; ``random.Random`` will do."""

    def getrandbits(self, k: int, /) -> int: ...


class _Ground:
    """What is known beforehand about a terrain, for bases of one size: kept with the terrain."""

    __slots__ = ("_bends", "_what", "memos", "nodes", "places")

    def __init__(self, terrain: Terrain, radius: float, height: float, spacing: float, rough: bool, traverses: bool) -> None:
        parts, corners = terrain.parts_array, terrain.corners_array
        # Floats, since each kind of number would have a kernel of its own.
        width, depth = float(terrain.board.width), float(terrain.board.depth)
        self._what = parts, corners, width, depth, radius, height, rough, traverses
        self._bends: Floats | None = None
        self.nodes = _ground.nodes(*self._what)
        self.places = _ground.places(parts, corners, width, depth, radius, height, float(spacing))
        self.memos: dict[MoveFigures, Floats] = {}

    @staticmethod
    def of(terrain: Terrain, radius: float, height: float, spacing: float, figures: MoveFigures) -> _Ground:
        asked = radius, height, spacing, figures.rough != 1.0, figures.traverse != 0.0
        ground: _Ground | None = terrain.kept.get(("ground", asked))
        if ground is None:
            ground = terrain.kept["ground", asked] = _Ground(terrain, *asked)
        return ground

    @property
    def bends(self) -> Floats:
        """What shortest ways bend round; worked out when it is first asked for."""
        if self._bends is None:
            self._bends = _bends.bends(*self._what, self.nodes)
        return self._bends

    def memo(self, figures: MoveFigures) -> Floats:
        """What the step from a node to a node or to a place costs, as far as somebody has asked (else NaN)."""
        memo = self.memos.get(figures)
        if memo is None:
            nodes, places = len(self.nodes), len(self.places)
            memo = self.memos[figures] = np.full((nodes, nodes + places), np.nan)
        return memo


class Reach(Sequence[Way]):
    """The sensible moves of a body: a lazy sequence of paths, each of which a referee lets pass.

    Candidates end on a lattice of the given ``spacing`` on every level, at the ``extras`` (rows x, y, z), at the
    ``rings`` about enemies (gaps between the bases, each with places all ``around``), or where the body is. A path is
    at most ``budget`` long; it jumps where the figures make that free and walking will not do. ``mode`` says what is
    asked of contacts, that is of enemies within ``reach``, where without ``sight`` it does not matter who sees whom.
    ``sticky`` marks those that may not be left once in contact, ``shunned`` those never to be in contact with. ``goal``
    is a body and how far from its base a path must end, at least and at most. Ways bend ``closely`` round others if
    that is worth the time. The arrays given must not change while this is in use.
    """

    #: Candidates found by looking exactly, where there are no others.
    _more: Sequence[Way] = ()

    def __init__(
        self,
        terrain: Terrain,
        bodies: Floats,
        i: int,
        budget: float,
        figures: MoveFigures,
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
        board = terrain.board
        self.terrain = terrain
        self._bodies = bodies
        self._figures = figures
        self._columns = 4 if figures.jump_free else 3  # the fourth tells of jumps
        self._marks = _marks(sticky, shunned)
        self._extras = _NOTHING if extras is None else extras
        self._gaps = np.array(rings, dtype=np.float64) if rings else _NO_GAPS
        self._around = around
        how = how_judged(sight, figures.fly) | (0 if shunned is None else _judge.SHUNS) | (_judge.CLOSELY if closely else 0)
        ask = (i, board.width, board.depth, budget, reach, _MODES[mode], how, *(goal or _NO_GOAL))
        self._ask = np.array(ask, dtype=np.float64)
        #: What is asked, as the kernels read it.
        self.question = terrain.parts_array, terrain.corners_array, bodies, figures.array, self._marks, self._ask
        self._ground = _Ground.of(terrain, bodies.item(i, 3), bodies.item(i, 4), spacing, figures)
        self._memo = self._ground.memo(figures)
        self._places: Floats | None = None

    # --- candidates ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._more) or len(self._all[1]) - 1

    def __bool__(self) -> bool:
        return bool(self._more) or self._one(self._targets, 0) is not None

    @overload
    def __getitem__(self, k: int) -> Way: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Way, ...]: ...
    def __getitem__(self, k: int | slice) -> Way | tuple[Way, ...]:
        if isinstance(k, slice):
            return tuple(self[n] for n in range(*k.indices(len(self))))
        if not -len(self) <= k < len(self):
            raise IndexError("no such candidate")
        if self._more:
            return self._more[k]
        waypoints, ends = self._all
        k %= len(self)
        return _way(waypoints[ends[k] : ends[k + 1]])

    def __iter__(self) -> Iterator[Way]:
        return (self[k] for k in range(len(self)))

    def sample(self, dice: Dice) -> Way | None:
        """One of the candidates, each as likely, without working out the others; None if there are none."""
        drawn = dice.getrandbits(63)
        return self._more[drawn % len(self._more)] if self._more else self._one(self._targets, drawn)

    def look_exactly(self, goals: Floats, places: Floats) -> None:
        """Where there are no candidates, look for shortest ways, as exactly as can be: these are the candidates then.

        They lead to some of the places (rows x, y, z), all of which lie within the goals (rows x, y, radius, z), if there are
        any, or to where a way first comes to the rim of a goal.
        """
        self._more = self._seek(self._ask, goals, places, True, MOST_EXACT)

    def path_to(self, x: float, y: float, z: float = 0.0) -> Way | None:
        """The shortest path to a place (to 0.001"), or None; any place may be asked about.

        Its length is that of the shortest way to within 0.01", where that climbs nothing and crosses no rough ground.
        """
        way = self._net_to(x, y, z)
        if way is not None and len(way) <= 2:
            return way
        limit = None if way is None else measure(self.terrain, self._bodies, int(self._ask[_judge.WHO]), way, self._figures).length
        return self._exactly_to(x, y, z, limit) or way

    def leads_to(self, x: float, y: float, z: float = 0.0) -> bool:
        """Whether there is a path to a place."""
        return self._net_to(x, y, z) is not None or self._exactly_to(x, y, z) is not None

    def nearly_leads_to(self, x: float, y: float, z: float = 0.0) -> bool:
        """Whether a path that bends at nodes only leads to a place: quicker to say, but no is not always right."""
        return self._net_to(x, y, z) is not None

    def _net_to(self, x: float, y: float, z: float) -> Way | None:
        place = np.array(((round(x, 3), round(y, 3), round(z, 3), -1.0),))  # -1: none of the terrain's places
        return self._one(place, -1)

    def _exactly_to(self, x: float, y: float, z: float, limit: float | None = None) -> Way | None:
        """The shortest path to a place as exactly as can be, if it is shorter than the limit."""
        place, ask = (round(float(x), 3), round(float(y), 3), round(float(z), 3)), self._ask
        if limit is not None:
            ask = ask.copy()
            ask[_judge.BUDGET] = limit - TOLERANCE
        found = self._seek(ask, np.array(((*place[:2], 0.0, place[2]),)), np.array((place,)), False, 1)
        return found[0] if found else None

    def _seek(self, ask: Floats, goals: Floats, places: Floats, towards: bool, most: int) -> list[Way]:
        ways, found = np.empty((_exact.MOST_ROWS * most, self._columns)), np.empty((most, 2), np.int64)
        question = *self.question[:-1], ask
        n = _exact.ways_exactly(*question, self._ground.bends, goals, places, towards, most, ways, found)
        ends = [0, *found[:n, 1].tolist()]
        return [_way(ways[a:b]) for a, b in pairwise(ends)]

    def extreme(self, body: int, spots: Floats, *, farthest: bool) -> tuple[float, Point] | None:
        """The most gap to a body that a path can end with, or the least, and where; None if no path can end anywhere.

        It is looked for at some spots (rows x, y, z), and from the best of them on.
        """
        sign = 1.0 if farthest else -1.0
        found = _extremes.extreme(*self.question, self._ground.nodes, self._memo, spots, body, sign).tolist()
        if not found:
            return None
        ((x, y, z, _, gap),) = found
        return gap, (x, y, z)

    @property
    def places(self) -> Floats:
        """Where the body could stand if it were alone, on a lattice on every level: rows x, y, z."""
        return self._ground.places

    def _one(self, places: Floats, seed: int) -> Way | None:
        ways, found = np.empty((MOST_ROWS, self._columns)), np.empty((1, 2), np.int64)
        if not self._explore(places, seed, 1, ways, found):
            return None
        return _way(ways[: found.item(0, 1)])

    def _explore(self, places: Floats, seed: int, most: int, ways: Floats, found: NDArray[np.int64]) -> int:
        return _candidates.explore(*self.question, self._ground.nodes, self._memo, places, seed, most, ways, found)

    @property
    def _targets(self) -> Floats:
        if self._places is None:
            self._places = _candidates.targets(self._ground.places, self._bodies, self._marks, self._ask, self._extras, self._gaps, self._around)
        return self._places

    @cached_property
    def _all(self) -> tuple[Floats, NDArray[np.int64]]:
        """The waypoints of all candidates one after another, and where each begins and ends."""
        waypoints, _, ends = self._find(self._targets)
        return waypoints, ends

    def _find(self, places: Floats) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
        found = np.empty((len(places) + 1, 2), np.int64)
        found[0] = 0
        room, n = 4 * len(places) + MOST_ROWS, -1
        while n < 0:
            ways = np.empty((room, self._columns))
            n = self._explore(places, -1, -1, ways, found[1:])
            room *= 4
        return ways, found[1 : n + 1, 0], found[: n + 1, 1]

    # --- drawing ------------------------------------------------------------------------------------

    def polygons(self) -> tuple[Area, ...]:
        """The area that can be reached, for drawing: less than all of it by 0.01", never more.

        Where something is climbed, jumped from or leapt over on the way it may be less by a little more.
        """
        return self._drawn

    @cached_property
    def _drawn(self) -> tuple[Area, ...]:
        found = (area for z in _ground.levels(self.terrain.parts_array).tolist() for area in drawn(self, z))
        return tuple(found)

    def fans(self) -> Floats:
        """How far straight stretches lead from the start and from all that ways bend round: rows as the kernel makes them."""
        return _fans.fans(*self.question, self._ground.bends)

    def net_within(self, places: Floats) -> NDArray[np.bool_]:
        """Which of some places (rows x, y, z, -1) ways lead to that bend at nodes only."""
        within = np.zeros(len(places), bool)
        within[self._find(places)[1]] = True
        return within

    def within(self, places: Floats) -> NDArray[np.bool_]:
        """Which of some places (rows x, y, z) the shortest ways lead to."""
        within = np.zeros(len(places), np.int8)
        _exact.can_reach(*self.question, self._ground.bends, places, within)
        return within.astype(bool)

    def mesh(self, z: float, width: float) -> Floats:
        """Places on one level that may be within the budget, so far apart: rows x, y, z, -1."""
        return _candidates.mesh(self._bodies, self._ask, z, width)

    def ends(self, apart: float) -> Floats:
        """Places that can be reached, so far apart: rows x, y, z."""
        meshes = [self.mesh(z, apart) for z in _ground.levels(self.terrain.parts_array).tolist()]
        return np.concatenate([places[self._find(places)[1], :3] for places in meshes])


def _marks(sticky: NDArray[np.int8] | None, shunned: NDArray[np.int8] | None) -> NDArray[np.int8]:
    """What bodies are marked with, as the kernels read it."""
    if shunned is None:
        return _NO_MARKS if sticky is None else sticky
    marks = shunned * np.int8(_judge.SHUNNED)
    return marks if sticky is None else marks | sticky


def _way(rows: Floats) -> Way:
    if rows.shape[1] == 3:
        return tuple(map(tuple, rows.tolist()))
    return tuple((x, y, z, "jump") if jump else (x, y, z) for x, y, z, jump in rows.tolist())
