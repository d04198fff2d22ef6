"""Terrain: parts with a footprint, a bottom and a top, solid or flat areas, and the arrays the kernels read them from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

if TYPE_CHECKING:
    from numpy.typing import NDArray

Kind = Literal["light", "heavy"]
Corner = tuple[float, float]
#: Marks of parts; each is one bit for kernels.
MARKS: dict[str, int] = {
    "vantage": 1,  # its top is a floor that models can stand on
    "insignificant": 2,  # movement takes no notice of it
    "exposed": 4,  # it never counts as lying between two models
    "blocking": 8,  # nothing can climb over it, however low
    "accessible": 16,  # models pass through it (a door, a hanging cloth); lines do not
    "ladder": 32,  # climbing here has no height limit and no least cost
    "flat": 64,  # an area on a floor: it neither blocks movement nor lies between models
    "difficult": 128,  # going here may cost more
    "dangerous": 256,  # as difficult, and models may come to harm
    "windowed": 512,  # models look through it; for all else it is as solid as any
    "open": 1024,  # a floor (vantage) that models climb up and down through, anywhere
    # For rulesets with terrain of whole armies, which make of these what movement and sight then work on:
    "area": 2048,  # models may stand in it
    "opaque": 4096,  # nobody sees through it
    "ruin": 8192,  # only some models pass through its walls
    "obstacle": 16384,  # thin and solid; it shelters who is close behind it
}
LIGHT = 1 << 16
HEAVY = 1 << 17
#: A part as tall as this is heavy unless its file says otherwise.
HEAVY_FROM = 2.0


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of terrain: everything above its footprint between bottom and top.

    It is solid unless marked flat; then only what its other marks say counts, for models on a floor between its
    bottom and its top.
    """

    id: str
    feature: str
    footprint: tuple[Corner, ...]
    bottom: float = 0.0
    top: float
    kind: Kind
    marks: tuple[str, ...] = ()

    @property
    def flags(self) -> int:
        return sum(MARKS[m] for m in self.marks) | (LIGHT if self.kind == "light" else HEAVY)


#: How long the sides of a board are at most, in inches; who looks for a place looks at all of it.
MAX_BOARD = 240.0
Side = Annotated[float, msgspec.Meta(gt=0, le=MAX_BOARD)]


class Board(msgspec.Struct, frozen=True):
    """The rectangle from (0, 0) to (width, depth) that the battle is fought on."""

    width: Side
    depth: Side


class Terrain:
    """All parts on the table, and the arrays that kernels read them from.

    ``parts_array`` has a row for each part: x0, y0, x1, y1 (bounding box), bottom, top, flags, feature number, first and
    one-past-last row of its corners in ``corners_array``. ``cache`` holds results about this terrain, which never changes.
    """

    __slots__ = ("board", "cache", "corners_array", "parts", "parts_array")

    def __init__(self, board: Board, parts: tuple[Part, ...] = ()) -> None:
        import numpy as np

        self.board = board
        self.parts = parts
        self.cache: dict[Any, Any] = {}
        features: dict[str, int] = {}
        rows: list[tuple[float, ...]] = []
        corners: list[Corner] = []
        for part in parts:
            xs = [c[0] for c in part.footprint]
            ys = [c[1] for c in part.footprint]
            number = features.setdefault(part.feature, len(features))
            first = len(corners)
            corners.extend(part.footprint)
            box = (min(xs), min(ys), max(xs), max(ys))
            rows.append((*box, part.bottom, part.top, part.flags, number, first, len(corners)))
        self.parts_array: NDArray[np.float64] = np.array(rows, dtype=np.float64).reshape(-1, 10)
        self.corners_array: NDArray[np.float64] = np.array(corners, dtype=np.float64).reshape(-1, 2)

    def __reduce__(self) -> tuple[type[Terrain], tuple[Board, tuple[Part, ...]]]:
        return Terrain, (self.board, self.parts)

    def with_part(self, part: Part) -> Terrain:
        """Return this terrain with one more part (barricades that players place)."""
        import numpy as np

        other = Terrain.__new__(Terrain)
        alone = Terrain(self.board, (part,))
        row = alone.parts_array.copy()
        row[:, 8:] += len(self.corners_array)
        row[:, 7] = next((self.parts_array[k, 7] for k, p in enumerate(self.parts) if p.feature == part.feature), self._features)
        other.board, other.parts, other.cache = self.board, (*self.parts, part), {}
        other.parts_array = np.concatenate((self.parts_array, row))
        other.corners_array = np.concatenate((self.corners_array, alone.corners_array))
        return other

    @property
    def _features(self) -> float:
        """The number of features."""
        return float(self.parts_array[:, 7].max(initial=-1.0)) + 1.0
