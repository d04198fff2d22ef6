"""Edges and falls, for people: who stands near an edge, where one lands who falls, and on whom.

>>> from counteract.table.shapes import Body, Round
>>> from counteract.table.sight import pack
>>> from counteract.table.terrain import Board, Part, Terrain
>>> tower = Part(
...     id="tower", feature="tower", footprint=((2, 2), (7, 2), (7, 7), (2, 7)), top=3.0, kind="heavy", marks=("vantage",)
... )
>>> table = Terrain(Board(10, 10), (tower,))
>>> near_edge(table, 5.5, 4.5, 3, 0.5), near_edge(table, 4.5, 4.5, 3, 0.5)
(True, False)
>>> bodies = pack([Body(5.5, 4.5, 3, Round(0.5), 1.5), Body(7.75, 4.5, 0, Round(0.5), 1.5)])
>>> landing(table, bodies, 0, free=False)
(7.5, 4.5, 0.0)
>>> fallen_onto(bodies, 0, (7.5, 4.5, 0.0))
(1,)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from counteract.table.kernels import edges as kernels
from counteract.table.kernels.standing import base_there

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from counteract.table.shapes import Point
    from counteract.table.terrain import Terrain


def near_edge(terrain: Terrain, x: float, y: float, z: float, radius: float, within: float = 1.0, drop: float = 1.5) -> bool:
    """Whether the ground lies more than ``drop`` below z anywhere on the board ``within`` that distance in plan of a base.

    The ground is the highest solid part up to z, or the board; where a part rises above z there is no drop.
    """
    width, depth, *figures = map(float, (terrain.board.width, terrain.board.depth, x, y, z, radius + within, drop))
    return bool(kernels.near_edge(terrain.parts_array, terrain.corners_array, width, depth, *figures))


def landing(terrain: Terrain, bodies: NDArray[np.float64], i: int, *, free: bool, drop: float = 1.5) -> Point | None:
    """Where body ``i`` lands if it falls from where it stands, or None if there is nothing more than ``drop`` below it.

    It is the nearest place in plan where its base can stand, and the first thing below it there; ``free`` of other bodies
    or as if they were not there.
    """
    others, who = (bodies, i) if free else (bodies[:0], -1)
    width, depth, *figures = map(float, (terrain.board.width, terrain.board.depth, *bodies[i, :5], drop))
    x, y, z = kernels.landing(terrain.parts_array, terrain.corners_array, width, depth, others, who, *figures)
    return None if z < 0 else (x, y, round(z, 3))


def fallen_onto(bodies: NDArray[np.float64], i: int, place: Point) -> tuple[int, ...]:
    """The other bodies that body ``i`` would overlap at a place."""
    own = tuple(map(float, (*place, *bodies[i, 3:5])))
    return tuple(j for j in range(len(bodies)) if j != i and base_there(bodies[j : j + 1], -1, *own) >= 0)
