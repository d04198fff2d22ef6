"""Seeing and measuring for people: the answers of the kernels with the lines and parts that decided.

>>> from counteract.table.shapes import Body, Round
>>> from counteract.table.terrain import Board, Part, Terrain
>>> wall = Part(
...     id="wall", feature="wall", footprint=((4, 0), (5, 0), (5, 9), (4, 9)), top=3.0, kind="heavy"
... )
>>> table = Terrain(Board(9, 9), (wall,))
>>> one, other = Body(2, 4, 0, Round(0.5), 1.5), Body(7, 4, 0, Round(0.5), 1.5)
>>> seen = look(table, one, other)
>>> seen.visible, seen.blocked_by[0].part, seen.blocked_by[0].place
(False, 'wall', (4.0, 4.0, 1.5))
>>> screens(table, one, other, near=1.0).tried[0].obscured
('wall',)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import hypot

import msgspec
import numpy as np
from numpy.typing import NDArray

from counteract.table.kernels import sight as kernels
from counteract.table.kernels.outlines import SEEN_THROUGH
from counteract.table.kernels.screen import COVERS, OBSCURES
from counteract.table.shapes import FIGURE, TOLERANCE, Body, Point
from counteract.table.terrain import Corner, Terrain


class Blocked(msgspec.Struct, frozen=True):
    """A line that was tried: where it was to end, the part it meets first, and where it enters it."""

    end: Point
    part: str
    place: Point


class Sight(msgspec.Struct, frozen=True):
    """Whether something is seen, and why.

    ``start`` is the head that looks. If the thing is visible, ``end`` is the point seen and
    ``blocked_by`` tells of the lines tried before that one; if not, ``end`` is the first point tried
    and ``blocked_by`` has them all.
    """

    visible: bool
    start: Point
    end: Point
    blocked_by: tuple[Blocked, ...]


class Crossing(msgspec.Struct, frozen=True):
    """A place at which a line runs through a part, and so makes it cover or obscure."""

    part: str
    place: Point


class Screen(msgspec.Struct, frozen=True):
    """What lies between, seen from one point of the shooter's base.

    ``number`` 0 is the centre of the base, 1 to 16 are places on its rim. ``where`` names first the
    places of the covering parts, then those of the obscuring ones, in the same order as these.
    """

    number: int
    point: Point
    cover: tuple[str, ...]
    obscured: tuple[str, ...]
    where: tuple[Crossing, ...]


class Screens(msgspec.Struct, frozen=True):
    """What lies between, from each point of the shooter's base until one is clear of everything.

    ``clear``, ``uncovered`` and ``unobscured`` are the numbers of the first points from which the
    target has neither cover nor obscuring terrain, no cover, no obscuring terrain.
    """

    tried: tuple[Screen, ...]
    clear: int | None
    uncovered: int | None
    unobscured: int | None


def pack(bodies: Iterable[Body | None]) -> NDArray[np.float64]:
    """The array the kernels read; None is a body that is not on the table. How wide figures are stands there if it is unusual."""
    rows = [_row(body) for body in bodies]
    columns = 6 if all(row[6] == FIGURE for row in rows) else 7
    return np.array([row[:columns] for row in rows], dtype=np.float64).reshape(-1, columns)


def _row(body: Body | None) -> tuple[float, ...]:
    if body is None:
        return 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, FIGURE
    return body.x, body.y, body.z, body.base.radius, body.height, float(body.side), body.figure


# --- seeing -------------------------------------------------------------------------------------


def look(terrain: Terrain, observer: Body, target: Body) -> Sight:
    """Whether one body sees another."""
    bodies = pack((observer, target))
    ends = (kernels.target_point(bodies, 0, 1, k) for k in range(kernels.SEEN_POINTS))
    return _look(terrain, observer, ends)


def look_at_disc(terrain: Terrain, observer: Body, x: float, y: float, z: float, radius: float) -> Sight:
    """Whether a body sees a flat disc."""
    bodies = pack((observer,))
    points = range(1 + kernels.RIM_POINTS)
    centre = (float(x), float(y), float(radius))
    ends = ((*kernels.disc_point(bodies, 0, *centre, k), float(z)) for k in points)
    return _look(terrain, observer, ends)


def look_at_part(terrain: Terrain, observer: Body, part: str) -> Sight:
    """Whether a body sees a part of the terrain."""
    number = _number(terrain, part)
    return _look(terrain, observer, _points_of(terrain, number, _head(observer)))


def _points_of(terrain: Terrain, number: int, head: Point) -> Iterator[Point]:
    parts, corners = terrain.parts_array, terrain.corners_array
    yield kernels.nearest_point(parts, corners, number, *head)
    part = terrain.parts[number]
    for x, y in part.footprint:
        yield float(x), float(y), float(part.top)
        yield float(x), float(y), float(part.bottom)


def _look(terrain: Terrain, observer: Body, ends: Iterator[Point]) -> Sight:
    """Try lines one after the other; the free one is found by the same kernel that ``see`` uses."""
    start = _head(observer)
    blocked: list[Blocked] = []
    for end in ends:
        first = first_met(terrain, start, end)
        if first is None:
            return Sight(True, _plain(start), _plain(end), tuple(blocked))
        blocked.append(first)
    return Sight(False, _plain(start), blocked[0].end, tuple(blocked))


def first_met(terrain: Terrain, start: Point, end: Point) -> Blocked | None:
    """What a line meets first, and where; None if it is free."""
    parts, corners = terrain.parts_array, terrain.corners_array
    if kernels.blocker(parts, corners, *start, *end, -1) < 0:
        return None
    met: list[tuple[float, str]] = []
    for number, part in enumerate(terrain.parts):
        length, enter, _ = kernels.stretch(parts, corners, number, *start, *end)
        if length > kernels.LEAST and not part.flags & SEEN_THROUGH:
            met.append((enter, part.id))
    share, part_id = min(met)
    x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
    return Blocked(_plain(end), part_id, _plain((x, y, z)))


def in_the_way(terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int) -> tuple[int, ...]:
    """The numbers of parts that keep body ``i`` from seeing body ``j``: one for every line that is looked along, none twice."""
    x, y, z, height = bodies[i, 0], bodies[i, 1], bodies[i, 2], bodies[i, 4]
    ends = (kernels.target_point(bodies, i, j, k) for k in range(kernels.SEEN_POINTS))
    found = (kernels.blocker(terrain.parts_array, terrain.corners_array, x, y, z + height, *end, -1) for end in ends)
    return tuple(dict.fromkeys(int(part) for part in found if part >= 0))


def _head(body: Body) -> Point:
    return float(body.x), float(body.y), float(body.z + body.height)


def _plain(point: Point) -> Point:
    """The point to the millionth of an inch and without a minus before 0, as this is for reading and drawing."""
    x, y, z = point
    return round(float(x), 6) + 0.0, round(float(y), 6) + 0.0, round(float(z), 6) + 0.0


def _number(terrain: Terrain, part_id: str) -> int:
    for number, part in enumerate(terrain.parts):
        if part.id == part_id:
            return number
    raise KeyError(part_id)


# --- what lies between --------------------------------------------------------------------------


def screens(
    terrain: Terrain,
    shooter: Body,
    target: Body,
    near: float,
    ignore_cover: Collection[str] = (),
    ignore_obscure: Collection[str] = (),
    far: float | None = None,
) -> Screens:
    """What lies between two bodies; parts to be disregarded are named for each purpose.

    What is ``near`` the target covers it, what is farther off than ``far`` obscures it; that is ``near`` unless it is given.
    """
    bodies = pack((shooter, target))
    parts, corners = terrain.parts_array, terrain.corners_array
    masks = np.zeros((kernels.POINTS, len(terrain.parts)), np.uint8)
    reach = near + TOLERANCE, (near if far is None else far) + TOLERANCE
    ignored = (_bytes(terrain, ignore_cover), _bytes(terrain, ignore_obscure))
    firsts = kernels.screen(parts, corners, bodies, 0, 1, *reach, *ignored, masks)
    clear, uncovered, unobscured = (None if k < 0 else int(k) for k in firsts)
    last = kernels.POINTS - 1 if clear is None else clear
    tried = tuple(_screen(terrain, bodies, k, reach, masks[k]) for k in range(last + 1))
    return Screens(tried, clear, uncovered, unobscured)


def _screen(terrain: Terrain, bodies: NDArray[np.float64], k: int, reach: tuple[float, float], mask: NDArray[np.uint8]) -> Screen:
    x, y = kernels.base_point(bodies, 0, 1, k)
    parts, corners = terrain.parts_array, terrain.corners_array
    names: dict[int, tuple[str, ...]] = {}
    where: list[Crossing] = []
    for bit in (COVERS, OBSCURES):
        numbers = [p for p in range(len(mask)) if mask[p] & bit]
        names[bit] = tuple(terrain.parts[p].id for p in numbers)
        for p in numbers:
            place = kernels.crossing_place(parts, corners, bodies, 0, 1, *reach, k, p, bit)[1:]
            where.append(Crossing(terrain.parts[p].id, _plain(place)))
    point = _plain((x, y, bodies[0, 2]))
    return Screen(k, point, names[COVERS], names[OBSCURES], tuple(where))


def base_line(bodies: NDArray[np.float64], i: int, j: int, k: int) -> tuple[Point, Point]:
    """The line from point ``k`` of the base of body ``i`` to the centre of the base of body ``j``."""
    x, y = kernels.base_point(bodies, i, j, k)
    end_x, end_y, end_z = bodies[j, :3].tolist()
    return (x, y, bodies.item(i, 2)), (end_x, end_y, end_z)


def crossing_line(
    terrain: Terrain, bodies: NDArray[np.float64], i: int, j: int, reach: tuple[float, float], k: int, part: int, bit: int
) -> tuple[Point, Point]:
    """The line from point ``k`` of the base of body ``i`` to where it runs through a part that covers or obscures body ``j``."""
    _, *place = kernels.crossing_place(terrain.parts_array, terrain.corners_array, bodies, i, j, *reach, k, part, bit)
    return base_line(bodies, i, j, k)[0], (place[0], place[1], place[2])


def _bytes(terrain: Terrain, ids: Collection[str]) -> NDArray[np.uint8]:
    return np.array([part.id in ids for part in terrain.parts], dtype=np.uint8)


# --- measuring ----------------------------------------------------------------------------------


def distance(a: Body, b: Body) -> float:
    """The straight distance between the edges of two bases.

    >>> from counteract.table.shapes import Body, Round
    >>> distance(Body(0, 0, 0, Round(0.5), 1.5), Body(4, 0, 4, Round(0.5), 1.5))
    5.0
    """
    return float(kernels.gap(pack((a, b)), 0, 1))


def flat_distance(a: Body, b: Body) -> float:
    """The distance in plan between the edges of two bases."""
    return float(kernels.gap_flat(pack((a, b)), 0, 1))


def within(a: Body, b: Body, d: float) -> bool:
    """Whether two bases are no more than d apart, in favour of being so."""
    return distance(a, b) <= d + TOLERANCE


def wholly_within(body: Body, polygon: Sequence[Corner]) -> bool:
    """Whether every point of a base is within an area, in favour of being so.

    >>> from counteract.table.shapes import Body, Round
    >>> square = ((0, 0), (3, 0), (3, 3), (0, 3))
    >>> wholly_within(Body(1, 2.5, 0, Round(0.5), 1.5), square)
    True
    >>> wholly_within(Body(1, 2.6, 0, Round(0.5), 1.5), square)
    False
    """
    corners = np.array(polygon, dtype=np.float64).reshape(-1, 2)
    if not kernels.inside(corners, 0, len(corners), float(body.x), float(body.y)):
        return False
    edges = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return all(_away(body, p, q) >= body.base.radius - TOLERANCE for p, q in edges)


def _away(body: Body, p: Corner, q: Corner) -> float:
    """How far the centre of a body is from the line between two corners."""
    ex, ey = q[0] - p[0], q[1] - p[1]
    square = ex * ex + ey * ey
    share = ((body.x - p[0]) * ex + (body.y - p[1]) * ey) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(p[0] + share * ex - body.x, p[1] + share * ey - body.y)
