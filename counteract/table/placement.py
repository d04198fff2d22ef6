"""Placement: the faults of a place for a base, the levels of the terrain, and places where a base just fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from counteract.core.state import TOLERANCE, Point
from counteract.table.kernels import free_space as _free_space
from counteract.table.kernels import movement_costs as _movement_costs
from counteract.table.kernels import placement as _placement
from counteract.table.polygons import contains
from counteract.table.terrain import MARKS

if TYPE_CHECKING:
    from counteract.table.terrain import Terrain
    from counteract.table.units import Floats

#: A reason why a base cannot stand somewhere.
Fault = Literal[
    "off-board",  # the base leaves the board
    "end-overlaps-base",  # it would end in another base
    "end-overlaps-terrain",  # it would end in terrain
    "end-not-flat",  # it would end neither on the board floor nor wholly on a vantage part
]

FAULTS: dict[int, Fault] = {
    _placement.OFF_BOARD: "off-board",
    _placement.END_OVERLAPS_BASE: "end-overlaps-base",
    _placement.END_OVERLAPS_TERRAIN: "end-overlaps-terrain",
    _placement.END_NOT_FLAT: "end-not-flat",
}


class PlacementProblem(msgspec.Struct, frozen=True):
    """A fault of a place for a base, and the part or body that is in the way."""

    problem: Fault
    part: str | None = None
    body: int | None = None


def has_floor(terrain: Terrain, place: Point) -> bool:
    """Return True if terrain has a floor at a place."""
    x, y, z = place
    return any("vantage" in part.marks and abs(part.top - z) < TOLERANCE and contains(part.footprint, x, y) for part in terrain.parts)


def find_placement_problem(
    terrain: Terrain, bodies: Floats, x: float, y: float, z: float, radius: float, height: float, body: int = -1
) -> PlacementProblem | None:
    """Return the reason why a base cannot stand at a place, or None if it can; ``body`` is the one to be placed."""
    # Floats, since each kind of number would have a kernel of its own.
    width, depth, *figures = map(float, (terrain.board.width, terrain.board.depth, x, y, z, radius, height))
    code, which = _placement.check_placement(terrain.parts_array, terrain.corners_array, width, depth, bodies, body, *figures)
    if code == _placement.OK:
        return None
    part = terrain.parts[which].id if code == _placement.END_OVERLAPS_TERRAIN else None
    return PlacementProblem(FAULTS[code], part, which if code == _placement.END_OVERLAPS_BASE else None)


def is_on_marked_area(terrain: Terrain, x: float, y: float, z: float, radius: float, mark: str) -> bool:
    """Return True if a base overlaps an area with this mark at its own level."""
    return _movement_costs.overlaps_marked_area(terrain.parts_array, terrain.corners_array, x, y, z, radius, MARKS[mark])


def has_room_beside(terrain: Terrain, bodies: Floats, i: int, j: int, reach: float) -> bool:
    """Return True if body i could stand somewhere within reach of body j, regardless of the path there."""
    board = terrain.board
    return _free_space.has_room_beside(terrain.parts_array, terrain.corners_array, float(board.width), float(board.depth), bodies, i, j, reach)


def list_levels(terrain: Terrain) -> list[float]:
    """Return the heights of the board and of all raised floors, lowest first."""
    known: list[float] | None = terrain.cache.get("levels")
    if known is None:
        known = terrain.cache["levels"] = _placement.find_levels(terrain.parts_array).tolist()
    return known


def find_free_space_vertices(
    terrain: Terrain,
    bodies: Floats,
    z: float,
    radius: float,
    height: float,
    body: int,
    box: tuple[float, float, float, float],
    rings: Sequence[tuple[float, float, float]] = (),
) -> Floats:
    """Return the vertices of the free space of a base on a level, its centre in a box: rows x, y, z.

    At a vertex the base of ``body`` touches two obstacles at once. The edges of the box count as obstacles, and so do ``rings``
    (x, y, radius) for the centre.
    """
    width, depth, radius, height, z = map(float, (terrain.board.width, terrain.board.depth, radius, height, z))
    limits = np.array(box, dtype=np.float64), np.array(rings, dtype=np.float64).reshape(-1, 3)
    return _free_space.find_vertices(terrain.parts_array, terrain.corners_array, width, depth, bodies, body, radius, height, z, *limits)
