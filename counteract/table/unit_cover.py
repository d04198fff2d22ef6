"""Cover of whole units: every model in terrain, every model near an obstacle, every model hidden by half.

>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> from counteract.table.elements import Element, Elements, Prism
>>> from counteract.table.unit_distances import UnitIndex
>>> barricade = Element("barricade", (Prism(((6, 0), (6.5, 0), (6.5, 6), (6, 6)), top=1.0),), obstacle=True)
>>> table = Elements((barricade,))
>>> bodies = pack_bodies([Body(x, 4, 0, Round(0.5), 1.5) for x in (2, 7.5, 12)])
>>> squads = UnitIndex((0, 1, 2))
>>> [is_behind_obstacles(table, bodies, squads, shooter, 1) for shooter in (0, 2)]
[True, False]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from counteract.table.kernels import unit_cover as kernels

if TYPE_CHECKING:
    from counteract.table.elements import Elements
    from counteract.table.unit_distances import UnitIndex
    from counteract.table.units import Floats


def find_terrain_under(elements: Elements, bodies: Floats, i: int) -> str | None:
    """Return an element that body ``i`` is at least partly on or within, or None: an area, or any element on whose floors it stands."""
    return elements.name(kernels.find_terrain_under(*elements.arrays, bodies, i))


def is_in_terrain(elements: Elements, bodies: Floats, index: UnitIndex, unit: int) -> bool:
    """Return True if every model of a unit is at least partly on or within terrain."""
    return bool(kernels.is_unit_in_terrain(*elements.arrays, bodies, index.units, unit))


def is_behind_obstacles(elements: Elements, bodies: Floats, index: UnitIndex, shooter: int, unit: int, near: float = 1.0) -> bool:
    """Return True if every model of a unit is near an obstacle to which the shooter is nearer than to the unit."""
    return bool(kernels.is_unit_behind_obstacles(*elements.arrays, bodies, index.units, shooter, unit, near))


def is_half_hidden(elements: Elements, bodies: Floats, index: UnitIndex, shooter: int, unit: int) -> bool:
    """Return True if at least half of every model of a unit is hidden from a shooter."""
    return bool(kernels.is_unit_half_hidden(*elements.arrays, bodies, index.units, shooter, unit))
