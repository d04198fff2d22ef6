"""Paths of a body: their length and cost, the problem that stops them, and contacts with enemies on the way.

>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> from counteract.table.terrain import Board, Part, Terrain
>>> barrier = Part(
...     id="barrier", feature="barrier", footprint=((5, 2), (5.5, 2), (5.5, 8), (5, 8)), top=1.0, kind="light"
... )
>>> table = Terrain(Board(10, 10), (barrier,))
>>> movement = MovementParameters(
...     climb=True, climb_least=2, climb_most=3, drop_free=2, jump_from=2, jump_most=4, jump_slack=1, ladder_reach=1
... )
>>> bodies = pack_bodies([Body(4, 5, 0, Round(0.5), 1.5)])
>>> path = measure(table, bodies, 0, [(4, 5), (7, 5)], movement)
>>> path.ok, path.length, path.climbed
(True, 5.0, 2.0)
>>> measure(table, bodies, 0, [(4, 5), (5, 5)], movement).problem
'end-not-flat'
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.kernels import contacts as _contacts
from counteract.table.kernels import level_changes as _level_changes
from counteract.table.kernels import paths as _paths
from counteract.table.kernels import placement as _placement
from counteract.table.kernels import polygons as _polygons
from counteract.table.placement import FAULTS, Fault
from counteract.table.units import TOUCH

if TYPE_CHECKING:
    from counteract.table.terrain import Terrain
    from counteract.table.units import Floats

#: A place on a path: (x, y), (x, y, height to be at) or (x, y, height or None, "jump").
Waypoint = tuple[float, float] | tuple[float, float, float | None] | tuple[float, float, float | None, str]
Waypoints = Sequence[Waypoint]

#: A reason to refuse a path, besides those to refuse the place where it ends.
Problem = (
    Fault
    | Literal[
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
)
_PROBLEMS: dict[int, Problem] = {
    **FAULTS,
    _level_changes.SOLID: "solid",
    _level_changes.TOO_HIGH: "too-high",
    _level_changes.NO_CLIMB: "no-climb",
    _level_changes.ENEMY_BASE: "enemy-base",
    _level_changes.FRIEND_BASE: "friend-base",
    _level_changes.WRONG_LEVEL: "wrong-level",
    _level_changes.JUMP_START: "jump-start",
    _level_changes.JUMP_TOO_LONG: "jump-too-long",
    _level_changes.JUMP_TOO_HIGH: "jump-too-high",
    _level_changes.TOO_MANY_CHANGES: "tangled",
}
_IN_BODY = (_placement.END_OVERLAPS_BASE, _level_changes.ENEMY_BASE, _level_changes.FRIEND_BASE)
#: The most level changes of a path.
_MAX_LEVEL_CHANGES = 128


class MovementParameters(msgspec.Struct, frozen=True, kw_only=True, dict=True, cache_hash=True):
    """Costs and limits of movement, in inches.

    A climb costs its height, at least ``climb_least``, and is at most ``climb_most`` high. Within ``ladder_reach`` of a ladder it costs
    its height, however high. Of the height dropped in a move ``drop_free`` is free. A jump starts more than ``jump_from`` above the
    board, is at most ``jump_most`` long, and ignores differences in height up to ``jump_slack`` where it lands. With ``increments``
    each segment counts as whole inches.

    An obstacle no higher than ``step_high`` is stepped over for free while the centre is on it for at most ``step_wide``. In areas
    marked difficult or dangerous every inch of the centre counts for ``rough``; with ``rough_under`` also beneath an obstacle that is
    stepped over. With ``jump_free`` the height dropped in a jump is free, and no jump lands higher than the slack. A jump to about
    the same height crosses a gap of at most ``gap_most``; one to a lower floor is off its own floor for at most that long. With
    ``fly`` only the length in plan counts and nothing is in the way. With ``friends_block`` friends are in the way as enemies are.

    With ``traverse`` above 0 nothing is climbed. Parts in the way that are not marked blocking are traversed: the base keeps its level,
    and each unbroken interval of the path on which it overlaps a feature costs that much. The interval at the start is free.

    With ``bends_on_top`` shortest paths may round a body on top of the terrain climbed beside it.
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
    bends_on_top: bool = True

    @cached_property
    def array(self) -> Floats:
        """The parameters as kernels read them."""
        return np.array(msgspec.structs.astuple(self), dtype=np.float64)


class MeasuredPath(msgspec.Struct, frozen=True, kw_only=True):
    """A path followed to its end or to what stops it: its length, or the problem and its place."""

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
    """An enemy met on a path: the distance along it at first contact, and the contact at its start, at its end, and lost in between."""

    body: int
    first: float
    at_start: bool
    at_end: bool
    left: bool


def pack_path(path: Waypoints) -> Floats:
    """Return the array that kernels read a path from."""
    rows = np.empty((len(path), 4))
    for k, point in enumerate(path):
        z = point[2] if len(point) > 2 else None
        rows[k] = (point[0], point[1], math.nan if z is None else z, float(len(point) > 3 and point[3] == "jump"))
    return rows


def measure(terrain: Terrain, bodies: Floats, i: int, path: Waypoints, figures: MovementParameters) -> MeasuredPath:
    """Follow a path of body ``i`` and return its length or its problem; the first waypoint is the place of the body."""
    rows = pack_path(path)
    own = bodies[i]
    if len(rows) == 0 or max(abs(rows[0, 0] - own[0]), abs(rows[0, 1] - own[1])) > TOLERANCE:
        return MeasuredPath(problem="wrong-start", length=0.0, place=(float(own[0]), float(own[1])), z=float(own[2]))
    rows[0] = own[0], own[1], own[2], 0.0
    profile = np.empty((_MAX_LEVEL_CHANGES, 2))
    board = terrain.board
    arrays = terrain.parts_array, terrain.corners_array, float(board.width), float(board.depth), bodies, i
    code, length, where, which, level, changes, raised, dropped = _paths.measure_path(*arrays, rows, figures.array, profile)
    part, body = _name_culprit(terrain, code, which)
    jumps: list[float] = []
    if code == _placement.OK and not figures.fly:
        for k in np.flatnonzero(rows[:, 3]).tolist():
            before, after = (_paths.measure_path(*arrays, rows[:end], figures.array, np.empty_like(profile))[4] for end in (k, k + 1))
            floor = _floor_under(terrain, rows.item(k, 0), rows.item(k, 1), after, own.item(3))
            jumps.append(before - floor if before - after > figures.jump_slack + TOLERANCE else 0.0)
    return MeasuredPath(
        problem=_PROBLEMS.get(code),
        length=length,
        place=_point_at(rows, where),
        z=level,
        part=part,
        body=body,
        climbed=0.0 if figures.traverse else raised,
        traversed=raised if figures.traverse else 0.0,
        dropped=dropped,
        jumps=tuple(jumps),
        levels=tuple((float(s), float(z)) for s, z in profile[:changes]),
    )


def _floor_under(terrain: Terrain, x: float, y: float, z: float, radius: float) -> float:
    """Return the highest floor under a base at some height; the base itself may rest on a wall."""
    floors = ((p, part.top) for p, part in enumerate(terrain.parts) if "vantage" in part.marks and part.top <= z + TOLERANCE)
    arrays, least = (terrain.parts_array, terrain.corners_array), radius - TOUCH
    return max((top for p, top in floors if _polygons.distance_to_part(*arrays, p, x, y) < least), default=0.0)


def find_contacts(
    terrain: Terrain, bodies: Floats, i: int, path: Waypoints, measured: MeasuredPath, reach: float, *, sight: bool = True, fly: bool = False
) -> tuple[Contact, ...]:
    """Return the enemies that body ``i`` comes within reach of on a path while one of the two sees the other.

    ``measured`` is the same path, measured. Without ``sight`` distance alone decides. A flying body is in contact only at the ends
    of its path.
    """
    rows = pack_path(path)
    rows[0] = bodies[i, 0], bodies[i, 1], bodies[i, 2], 0.0
    out = np.empty((len(bodies), _contacts.REPORT_SIZE))
    profile = np.array(measured.levels, dtype=np.float64).reshape(-1, 2)
    how = pack_contact_flags(sight, fly)
    if not _contacts.find_contacts(terrain.parts_array, terrain.corners_array, bodies, i, rows, profile, len(profile), float(reach), how, out):
        return ()
    return tuple(Contact(j, row[0], row[1] != 0, row[2] != 0, row[3] != 0) for j, row in enumerate(out.tolist()) if row[0] >= 0)


def pack_contact_flags(sight: bool, fly: bool) -> int:
    """Return the bits that tell kernels how to judge contacts."""
    return (0 if sight else _contacts.WITHOUT_SIGHT) | (_contacts.ENDS_ONLY if fly else 0)


def _name_culprit(terrain: Terrain, code: int, which: int) -> tuple[str | None, int | None]:
    """Return the id of the part or the number of the body that is in the way."""
    if which < 0:
        return None, None
    if code in _IN_BODY:
        return None, which
    return terrain.parts[which].id, None


def _point_at(rows: Floats, where: float) -> tuple[float, float]:
    """Return the point of a path at a distance along it."""
    for k in range(1, len(rows)):
        (ax, ay), (bx, by) = rows[k - 1, :2].tolist(), rows[k, :2].tolist()
        length = math.hypot(bx - ax, by - ay)
        if length >= where and length > 0:
            share = where / length
            return ax + share * (bx - ax), ay + share * (by - ay)
        where -= length
    return float(rows[-1, 0]), float(rows[-1, 1])
