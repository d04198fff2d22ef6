"""Moving and standing for people: how long a path is, what stops it, whom it meets on the way.

>>> from counteract.table.shapes import Body, Round
>>> from counteract.table.sight import pack
>>> from counteract.table.terrain import Board, Part, Terrain
>>> barrier = Part(
...     id="barrier", feature="barrier", footprint=((5, 2), (5.5, 2), (5.5, 8), (5, 8)), top=1.0, kind="light"
... )
>>> table = Terrain(Board(10, 10), (barrier,))
>>> figures = MoveFigures(
...     climb=True, climb_least=2, climb_most=3, drop_free=2, jump_from=2, jump_most=4, jump_slack=1, ladder_reach=1
... )
>>> bodies = pack([Body(4, 5, 0, Round(0.5), 1.5)])
>>> walk = measure(table, bodies, 0, [(4, 5), (7, 5)], figures)
>>> walk.ok, walk.length, walk.climbed
(True, 5.0, 2.0)
>>> measure(table, bodies, 0, [(4, 5), (5, 5)], figures).problem
'end-not-flat'
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from counteract.table.footprints import covers
from counteract.table.kernels import contacts as _contacts
from counteract.table.kernels import ground as _ground
from counteract.table.kernels import nooks as _nooks
from counteract.table.kernels import outlines as _outlines
from counteract.table.kernels import paths as _paths
from counteract.table.kernels import room as _room
from counteract.table.kernels import standing as _standing
from counteract.table.kernels import tolls as _tolls
from counteract.table.kernels import walker as _walker
from counteract.table.shapes import TOLERANCE, Point
from counteract.table.terrain import MARKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.terrain import Terrain

    Floats = NDArray[np.float64]

#: A place on a path: (x, y), (x, y, height to be at) or (x, y, height or None, "jump").
Waypoint = tuple[float, float] | tuple[float, float, float | None] | tuple[float, float, float | None, str]
Path = Sequence[Waypoint]

Problem = Literal[
    "off-board",  # the base leaves the board
    "end-overlaps-base",  # it would end in another base
    "end-overlaps-terrain",  # it would end in terrain
    "end-not-flat",  # it would end neither on the board floor nor wholly on a vantage part
    "solid",  # terrain that cannot be climbed here at all
    "too-high",  # a climb higher than allowed
    "no-climb",  # a climb in a move without climbing
    "enemy-base",  # the base of an enemy is in the way
    "friend-base",  # the base of a friend is, where friends may not be passed through
    "wrong-level",  # a waypoint is not at the height wished for
    "jump-start",  # a jump from a place that is not a high vantage part
    "jump-too-long",
    "jump-too-high",  # a jump that would have to climb where it lands
    "tangled",  # more climbs and drops than a path can sensibly have
    "wrong-start",  # the path does not begin where the body stands
]

_PROBLEMS: dict[int, Problem] = {
    _standing.OFF_BOARD: "off-board",
    _standing.END_OVERLAPS_BASE: "end-overlaps-base",
    _standing.END_OVERLAPS_TERRAIN: "end-overlaps-terrain",
    _standing.END_NOT_FLAT: "end-not-flat",
    _walker.SOLID: "solid",
    _walker.TOO_HIGH: "too-high",
    _walker.NO_CLIMB: "no-climb",
    _walker.ENEMY_BASE: "enemy-base",
    _walker.FRIEND_BASE: "friend-base",
    _walker.WRONG_LEVEL: "wrong-level",
    _walker.JUMP_START: "jump-start",
    _walker.JUMP_TOO_LONG: "jump-too-long",
    _walker.JUMP_TOO_HIGH: "jump-too-high",
    _walker.TOO_TANGLED: "tangled",
}
_IN_BODY = (_standing.END_OVERLAPS_BASE, _walker.ENEMY_BASE, _walker.FRIEND_BASE)

#: A path has at most so many changes of level.
_MOST_CHANGES = 128


class MoveFigures(msgspec.Struct, frozen=True, kw_only=True, dict=True, cache_hash=True):
    """What a ruleset says about moving, in inches.

    Climbing costs its height but at least ``climb_least``, and goes no higher than ``climb_most``, unless a ladder is
    within ``ladder_reach``: then only its height, however high. Of the height dropped in a move ``drop_free`` costs
    nothing. Jumps start more than ``jump_from`` above the board, are at most ``jump_most`` long, and differences in
    height up to ``jump_slack`` do not count when they land. With ``increments`` each segment counts as whole inches.

    An obstacle no higher than ``step_high`` costs nothing as long as the way of the centre on it is no longer than
    ``step_wide``. Where the centre is in an area marked difficult or dangerous, every inch counts for ``rough``; with
    ``rough_under`` also where it steps over an obstacle, as if that were not there. With
    ``jump_free`` no height dropped in a jump costs anything, and none lands higher than the slack. A jump to about the
    same height crosses a gap of at most ``gap_most``, one to a lower floor leaves its own for at most that long. With
    ``fly`` nothing counts but the length in plan, and nothing is in the way. With ``friends_block`` friends are in the
    way as enemies are.

    With ``traverse`` above 0 nothing is climbed. What is in the way and not marked blocking is traversed: the base keeps
    its level, and each unbroken stretch of the path on which it overlaps something of a feature costs that much. The
    stretch that a path starts on costs nothing.
    """

    climb: bool
    climb_least: float
    climb_most: float
    drop_free: float
    jump_from: float
    jump_most: float
    jump_slack: float
    ladder_reach: float
    increments: bool = False
    step_high: float = 0.0
    step_wide: float = 0.0
    rough: float = 1.0
    jump_free: bool = False
    gap_most: float = math.inf
    fly: bool = False
    friends_block: bool = False
    traverse: float = 0.0
    rough_under: bool = False

    @cached_property
    def array(self) -> Floats:
        """The figures as the kernels read them."""
        return np.array(msgspec.structs.astuple(self), dtype=np.float64)


class Walk(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a path: how long it is, or what is wrong with it and where."""

    problem: Problem | None
    length: float
    #: Where the path ends, or where it was stopped.
    place: tuple[float, float]
    #: The level there.
    z: float
    #: The part, or the number of the body, that is in the way.
    part: str | None = None
    body: int | None = None
    #: Length spent on climbing and on traversing, and height dropped as it counts.
    climbed: float = 0.0
    traversed: float = 0.0
    dropped: float = 0.0
    #: How far each jump led down, 0 if it stayed at about the same height.
    jumps: tuple[float, ...] = ()
    #: (distance along the path in plan, level from there on), the first being the start.
    levels: tuple[tuple[float, float], ...] = ()

    @property
    def ok(self) -> bool:
        return self.problem is None


class Contact(msgspec.Struct, frozen=True):
    """How a moving body met an enemy: how far along the path first, and whether at its start, at its end, or lost again."""

    body: int
    first: float
    at_start: bool
    at_end: bool
    left: bool


class Misplaced(msgspec.Struct, frozen=True):
    """Why a base cannot stand somewhere."""

    problem: Problem
    part: str | None = None
    body: int | None = None


def waypoints(path: Path) -> Floats:
    """The array the kernels read a path from."""
    rows = np.empty((len(path), 4))
    for k, point in enumerate(path):
        z = point[2] if len(point) > 2 else None
        rows[k] = (point[0], point[1], math.nan if z is None else z, float(len(point) > 3 and point[3] == "jump"))
    return rows


def measure(terrain: Terrain, bodies: Floats, i: int, path: Path, figures: MoveFigures) -> Walk:
    """Follow a path of body ``i``; its first waypoint is where the body stands."""
    rows = waypoints(path)
    own = bodies[i]
    if len(rows) == 0 or max(abs(rows[0, 0] - own[0]), abs(rows[0, 1] - own[1])) > TOLERANCE:
        return Walk(problem="wrong-start", length=0.0, place=(float(own[0]), float(own[1])), z=float(own[2]))
    rows[0] = own[0], own[1], own[2], 0.0
    profile = np.empty((_MOST_CHANGES, 2))
    board = terrain.board
    arrays = terrain.parts_array, terrain.corners_array, float(board.width), float(board.depth), bodies, i
    code, length, where, which, level, changes, raised, dropped = _paths.walk(*arrays, rows, figures.array, profile)
    part, body = _culprit(terrain, code, which)
    jumps: list[float] = []
    if code == _standing.FINE and not figures.fly:
        for k in np.flatnonzero(rows[:, 3]).tolist():
            before, after = (_paths.walk(*arrays, rows[:end], figures.array, np.empty_like(profile))[4] for end in (k, k + 1))
            floor = _floor_under(terrain, rows.item(k, 0), rows.item(k, 1), after, own.item(3))
            jumps.append(before - floor if before - after > figures.jump_slack + TOLERANCE else 0.0)
    return Walk(
        problem=_PROBLEMS.get(code),
        length=length,
        place=_place(rows, where),
        z=level,
        part=part,
        body=body,
        climbed=0.0 if figures.traverse else raised,
        traversed=raised if figures.traverse else 0.0,
        dropped=dropped,
        jumps=tuple(jumps),
        levels=tuple((float(s), float(z)) for s, z in profile[:changes]),
    )


def has_floor(terrain: Terrain, place: Point) -> bool:
    """Whether there is a floor of terrain at a place."""
    x, y, z = place
    return any("vantage" in part.marks and abs(part.top - z) < TOLERANCE and covers(part.footprint, x, y) for part in terrain.parts)


def _floor_under(terrain: Terrain, x: float, y: float, z: float, radius: float) -> float:
    """The highest floor under a base at some height: what it rests on may be a wall that nobody can stand on."""
    floors = ((p, part.top) for p, part in enumerate(terrain.parts) if "vantage" in part.marks and part.top <= z + TOLERANCE)
    arrays, least = (terrain.parts_array, terrain.corners_array), radius - _outlines.TOUCH
    return max((top for p, top in floors if _outlines.distance(*arrays, p, x, y) < least), default=0.0)


def contacts(
    terrain: Terrain, bodies: Floats, i: int, path: Path, walk: Walk, reach: float, *, sight: bool = True, fly: bool = False
) -> tuple[Contact, ...]:
    """The enemies that body ``i`` comes within reach of on a path, if one of the two sees the other.

    ``walk`` is what measuring the path gave. Without ``sight`` it does not matter who sees whom; who flies meets nobody
    but at the ends of the path.
    """
    rows = waypoints(path)
    rows[0] = bodies[i, 0], bodies[i, 1], bodies[i, 2], 0.0
    out = np.empty((len(bodies), _contacts.REPORTS))
    profile = np.array(walk.levels, dtype=np.float64).reshape(-1, 2)
    how = how_judged(sight, fly)
    if not _contacts.contacts(terrain.parts_array, terrain.corners_array, bodies, i, rows, profile, len(profile), float(reach), how, out):
        return ()
    return tuple(Contact(j, row[0], row[1] != 0, row[2] != 0, row[3] != 0) for j, row in enumerate(out.tolist()) if row[0] >= 0)


def how_judged(sight: bool, fly: bool) -> int:
    """How contacts are judged, as the kernels read it."""
    return (0 if sight else _contacts.BLIND) | (_contacts.OVERHEAD if fly else 0)


def misplaced(terrain: Terrain, bodies: Floats, x: float, y: float, z: float, radius: float, height: float, body: int = -1) -> Misplaced | None:
    """Why a base cannot stand at a place, or None if it can; ``body`` is the one that wants to."""
    # Floats, since each kind of number would have a kernel of its own.
    width, depth, *figures = map(float, (terrain.board.width, terrain.board.depth, x, y, z, radius, height))
    code, which = _standing.stand(terrain.parts_array, terrain.corners_array, width, depth, bodies, body, *figures)
    if code == _standing.FINE:
        return None
    return Misplaced(_PROBLEMS[code], *_culprit(terrain, code, which))


def _culprit(terrain: Terrain, code: int, which: int) -> tuple[str | None, int | None]:
    if which < 0:
        return None, None
    if code in _IN_BODY:
        return None, which
    return terrain.parts[which].id, None


def _place(rows: Floats, where: float) -> tuple[float, float]:
    """The point of a path at a distance along it."""
    for k in range(1, len(rows)):
        (ax, ay), (bx, by) = rows[k - 1, :2].tolist(), rows[k, :2].tolist()
        length = math.hypot(bx - ax, by - ay)
        if length >= where and length > 0:
            share = where / length
            return ax + share * (bx - ax), ay + share * (by - ay)
        where -= length
    return float(rows[-1, 0]), float(rows[-1, 1])


def on_ground(terrain: Terrain, x: float, y: float, z: float, radius: float, mark: str) -> bool:
    """Whether a base overlaps an area with this mark, at its own level."""
    return _tolls.on_area(terrain.parts_array, terrain.corners_array, x, y, z, radius, MARKS[mark])


def room_beside(terrain: Terrain, bodies: Floats, i: int, j: int, reach: float) -> bool:
    """Whether body i could stand somewhere within reach of body j, however it were to get there."""
    board = terrain.board
    return _room.room_beside(terrain.parts_array, terrain.corners_array, float(board.width), float(board.depth), bodies, i, j, reach)


def levels(terrain: Terrain) -> list[float]:
    """The heights that can be stood on: that of the board and those of raised floors, lowest first."""
    known: list[float] | None = terrain.kept.get("levels")
    if known is None:
        known = terrain.kept["levels"] = _ground.levels(terrain.parts_array).tolist()
    return known


def nooks(
    terrain: Terrain,
    bodies: Floats,
    z: float,
    radius: float,
    height: float,
    body: int,
    box: tuple[float, float, float, float],
    rings: Sequence[tuple[float, float, float]] = (),
) -> Floats:
    """Places where a base just fits on a level, its centre in a box: rows x, y, z; ``body`` is the one that wants to stand there.

    At each it touches two things; the edges of the box count as such, and so do ``rings`` (x, y, radius) for its centre.
    """
    width, depth, radius, height, z = map(float, (terrain.board.width, terrain.board.depth, radius, height, z))
    limits = np.array(box, dtype=np.float64), np.array(rings, dtype=np.float64).reshape(-1, 3)
    return _nooks.nooks(terrain.parts_array, terrain.corners_array, width, depth, bodies, body, radius, height, z, *limits)
