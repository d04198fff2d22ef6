"""Falls: bases near an edge, the landing place of a fall, and the bodies hit there.

>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> from counteract.table.terrain import Board, Part, Terrain
>>> tower = Part(
...     id="tower", feature="tower", footprint=((2, 2), (7, 2), (7, 7), (2, 7)), top=3.0, kind="heavy", marks=("vantage",)
... )
>>> table = Terrain(Board(10, 10), (tower,))
>>> is_near_edge(table, 5.5, 4.5, 3, 0.5), is_near_edge(table, 4.5, 4.5, 3, 0.5)
(True, False)
>>> bodies = pack_bodies([Body(5.5, 4.5, 3, Round(0.5), 1.5), Body(7.75, 4.5, 0, Round(0.5), 1.5)])
>>> find_landing(table, bodies, 0, free=False)
(7.5, 4.5, 0.0)
>>> find_bodies_hit(bodies, 0, (7.5, 4.5, 0.0))
(1,)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from counteract.table.kernels import falls as kernels
from counteract.table.kernels.placement import find_overlapped_base

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from counteract.core.state import Point
    from counteract.table.terrain import Terrain


def is_near_edge(terrain: Terrain, x: float, y: float, z: float, radius: float, within: float = 1.0, drop: float = 1.5) -> bool:
    """Return True if the ground lies more than ``drop`` below z somewhere on the board ``within`` that distance in plan of a base.

    The ground is the highest solid part up to z, or the board; a part that rises above z is no drop.
    """
    width, depth, *figures = map(float, (terrain.board.width, terrain.board.depth, x, y, z, radius + within, drop))
    return bool(kernels.is_near_edge(terrain.parts_array, terrain.corners_array, width, depth, *figures))


def find_landing(terrain: Terrain, bodies: NDArray[np.float64], i: int, *, free: bool, drop: float = 1.5) -> Point | None:
    """Return the place where body ``i`` lands if it falls, or None if nothing lies more than ``drop`` below it.

    The landing is the nearest place in plan where its base can stand on the first thing below it. ``free`` keeps it clear of other
    bodies; otherwise they are ignored.
    """
    others, who = (bodies, i) if free else (bodies[:0], -1)
    width, depth, *figures = map(float, (terrain.board.width, terrain.board.depth, *bodies[i, :5], drop))
    x, y, z = kernels.find_landing(terrain.parts_array, terrain.corners_array, width, depth, others, who, *figures)
    return None if z < 0 else (x, y, round(z, 3))


def find_bodies_hit(bodies: NDArray[np.float64], i: int, place: Point) -> tuple[int, ...]:
    """Return the other bodies that body ``i`` would overlap at a place."""
    own = tuple(map(float, (*place, *bodies[i, 3:5])))
    return tuple(j for j in range(len(bodies)) if j != i and find_overlapped_base(bodies[j : j + 1], -1, *own) >= 0)
