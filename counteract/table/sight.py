"""Line of sight from the head of a body to points of a target, with the lines tried and the parts that block them.

>>> from counteract.table.bodies import Body, Round
>>> from counteract.table.terrain import Board, Part, Terrain
>>> wall = Part(
...     id="wall", feature="wall", footprint=((4, 0), (5, 0), (5, 9), (4, 9)), top=3.0, kind="heavy"
... )
>>> table = Terrain(Board(9, 9), (wall,))
>>> one, other = Body(2, 4, 0, Round(0.5), 1.5), Body(7, 4, 0, Round(0.5), 1.5)
>>> seen = look(table, one, other)
>>> seen.visible, seen.blocked_by[0].part, seen.blocked_by[0].place
(False, 'wall', (4.0, 4.0, 1.5))
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from counteract.core.state import Point
from counteract.table import units
from counteract.table.bodies import Body, pack_bodies
from counteract.table.kernels import sight as kernels
from counteract.table.kernels.arrays import SEEN_THROUGH
from counteract.table.terrain import Terrain


class BlockedLine(msgspec.Struct, frozen=True):
    """A line tried: its intended end, the first part it crosses, and where it enters that part."""

    end: Point
    part: str
    place: Point


class LineOfSight(msgspec.Struct, frozen=True):
    """The result of looking at a target.

    ``start`` is the head of the observer. If the target is visible, ``end`` is the point seen and ``blocked_by`` lists the lines tried
    before; if not, ``end`` is the first point tried and ``blocked_by`` lists all lines.
    """

    visible: bool
    start: Point
    end: Point
    blocked_by: tuple[BlockedLine, ...]


# --- seeing -------------------------------------------------------------------------------------


def look(terrain: Terrain, observer: Body, target: Body) -> LineOfSight:
    """Return the line of sight from one body to another."""
    bodies = pack_bodies((observer, target))
    ends = (kernels.target_point(bodies, 0, 1, k) for k in range(kernels.TARGET_POINTS))
    return _try_lines(terrain, observer, ends)


def look_at_disc(terrain: Terrain, observer: Body, x: float, y: float, z: float, radius: float) -> LineOfSight:
    """Return the line of sight from a body to a flat disc."""
    bodies = pack_bodies((observer,))
    points = range(1 + kernels.RIM_POINTS)
    centre = (float(x), float(y), float(radius))
    ends = ((*kernels.disc_point(bodies, 0, *centre, k), float(z)) for k in points)
    return _try_lines(terrain, observer, ends)


def look_at_part(terrain: Terrain, observer: Body, part: str) -> LineOfSight:
    """Return the line of sight from a body to a part of the terrain."""
    number = _part_number(terrain, part)
    return _try_lines(terrain, observer, _points_of_part(terrain, number, _eye(observer)))


def _points_of_part(terrain: Terrain, number: int, head: Point) -> Iterator[Point]:
    """Yield the points of a part that are looked at: the nearest one, then all corners."""
    parts, corners = terrain.parts_array, terrain.corners_array
    yield kernels.nearest_point_of_part(parts, corners, number, *head)
    part = terrain.parts[number]
    for x, y in part.footprint:
        yield float(x), float(y), float(part.top)
        yield float(x), float(y), float(part.bottom)


def _try_lines(terrain: Terrain, observer: Body, ends: Iterator[Point]) -> LineOfSight:
    """Try lines to some ends until one is clear."""
    start = _eye(observer)
    blocked: list[BlockedLine] = []
    for end in ends:
        first = find_first_blocker(terrain, start, end)
        if first is None:
            return LineOfSight(True, tidy(start), tidy(end), tuple(blocked))
        blocked.append(first)
    return LineOfSight(False, tidy(start), blocked[0].end, tuple(blocked))


def find_first_blocker(terrain: Terrain, start: Point, end: Point) -> BlockedLine | None:
    """Return the first part that a line crosses and where it enters it; None if the line is clear."""
    parts, corners = terrain.parts_array, terrain.corners_array
    if kernels.find_blocker(parts, corners, *start, *end, -1) < 0:
        return None
    met: list[tuple[float, str]] = []
    for number, part in enumerate(terrain.parts):
        length, enter, _ = kernels.clip_to_part(parts, corners, number, *start, *end)
        if length > units.MIN_CROSSING and not part.flags & SEEN_THROUGH:
            met.append((enter, part.id))
    share, part_id = min(met)
    x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
    return BlockedLine(tidy(end), part_id, tidy((x, y, z)))


def find_blockers(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int) -> tuple[int, ...]:
    """Return the numbers of the parts that block the lines from body ``i`` to body ``j``, each once."""
    x, y, z, height = bodies[i, 0], bodies[i, 1], bodies[i, 2], bodies[i, 4]
    ends = (kernels.target_point(bodies, i, j, k) for k in range(kernels.TARGET_POINTS))
    found = (kernels.find_blocker(terrain.parts_array, terrain.corners_array, x, y, z + height, *end, -1) for end in ends)
    return tuple(dict.fromkeys(int(part) for part in found if part >= 0))


def _eye(body: Body) -> Point:
    return float(body.x), float(body.y), float(body.z + body.height)


def tidy(point: Point) -> Point:
    """Return a point rounded to a millionth of an inch without negative zeros, for reading and drawing."""
    x, y, z = point
    return round(float(x), 6) + 0.0, round(float(y), 6) + 0.0, round(float(z), 6) + 0.0


def _part_number(terrain: Terrain, part_id: str) -> int:
    for number, part in enumerate(terrain.parts):
        if part.id == part_id:
            return number
    raise KeyError(part_id)
