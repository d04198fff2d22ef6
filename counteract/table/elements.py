"""Terrain elements: pieces of terrain that rules ask about as wholes, and the arrays that kernels read them from.

>>> wood = Element("wood", (Prism(((4, 0), (8, 0), (8, 6), (4, 6)), top=4.0),), blocks=True, area=True)
>>> elements = Elements((wood,))
>>> elements.arrays[0].tolist()
[[4.0, 0.0, 8.0, 6.0, 0.0, 4.0, 3.0, 0.0, 0.0, 1.0]]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from counteract.table.terrain import Corner

if TYPE_CHECKING:
    from counteract.table.units import Floats

# Bits of elements: lines of sight stop at it; models may stand in it; it is thin and shelters those behind it.
BLOCKS, AREA, OBSTACLE = 1, 2, 4


class Prism(msgspec.Struct, frozen=True):
    """The space above a footprint between bottom and top. The footprint is a simple polygon, convex or not."""

    footprint: tuple[Corner, ...]
    bottom: float = 0.0
    top: float = 0.0


class Element(msgspec.Struct, frozen=True):
    """A piece of terrain as a whole, of one prism or several."""

    id: str
    prisms: tuple[Prism, ...]
    blocks: bool = False
    area: bool = False
    obstacle: bool = False

    @property
    def flags(self) -> int:
        return BLOCKS * self.blocks | AREA * self.area | OBSTACLE * self.obstacle


class Elements:
    """All terrain elements of a table, and the arrays that kernels read them from.

    ``arrays`` are elements, parts and corners. The rows of parts and corners are those of ``Terrain``; a row of elements has the same
    columns as one of parts: bounding box, lowest bottom, highest top, bits, its own number, first and one-past-last row of its parts.
    """

    __slots__ = ("arrays", "elements")

    def __init__(self, elements: tuple[Element, ...] = ()) -> None:
        import numpy as np

        self.elements = elements
        rows: list[tuple[float, ...]] = []
        parts: list[tuple[float, ...]] = []
        corners: list[Corner] = []
        for number, element in enumerate(elements):
            first = len(parts)
            for prism in element.prisms:
                box = _bounding_box(prism.footprint)
                start = len(corners)
                corners.extend(prism.footprint)
                parts.append((*box, prism.bottom, prism.top, element.flags, number, start, len(corners)))
            box = _bounding_box([corner for prism in element.prisms for corner in prism.footprint])
            bottom, top = min(prism.bottom for prism in element.prisms), max(prism.top for prism in element.prisms)
            rows.append((*box, bottom, top, element.flags, number, first, len(parts)))
        self.arrays: tuple[Floats, Floats, Floats] = (
            np.array(rows, dtype=np.float64).reshape(-1, 10),
            np.array(parts, dtype=np.float64).reshape(-1, 10),
            np.array(corners, dtype=np.float64).reshape(-1, 2),
        )

    def __reduce__(self) -> tuple[type[Elements], tuple[tuple[Element, ...]]]:
        return Elements, (self.elements,)

    def name(self, number: int) -> str | None:
        """Return the id of an element by its number, None for -1."""
        return None if number < 0 else self.elements[number].id


def _bounding_box(corners: tuple[Corner, ...] | list[Corner]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
