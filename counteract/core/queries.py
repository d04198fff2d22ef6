"""Queries about a game: visibility, cover, distance, control range, reach.

Each result has a truth value and names its grounds: the rule, the line, the parts of the terrain, the models.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from counteract.core.decision import Path
from counteract.core.preview import Area
from counteract.core.state import TOLERANCE, Point

if TYPE_CHECKING:
    from counteract.core.game import BaseGame

#: A model: its number, its name, or its side and its name, as positions have them.
Named = int | str | tuple[int, str]
Line = tuple[Point, Point]


class Finding(msgspec.Struct, frozen=True):
    """The result of a query about two models, and its grounds.

    ``parts`` of the terrain and ``models`` hide, cover or obscure the second. ``line`` is the deciding one, from the first model:
    a free line, or one that ends at an obstacle.
    """

    holds: bool
    rule: str
    line: Line
    parts: tuple[str, ...] = ()
    models: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return self.holds


class Distance(msgspec.Struct, frozen=True):
    """The distance between two bases in inches, and the line between them; false if they touch.

    >>> distance = Distance(6.0004, "", ((0, 0, 0), (0, 0, 0)))
    >>> distance.within(6), distance.within(5.9), float(distance)
    (True, False, 6.0004)
    """

    inches: float
    rule: str
    line: Line

    def within(self, inches: float) -> bool:
        """Return True if it counts as within so many inches."""
        return self.inches <= inches + TOLERANCE

    def __float__(self) -> float:
        return self.inches

    def __bool__(self) -> bool:
        return self.inches > 0.0


class ControlRange(msgspec.Struct, frozen=True):
    """The models within control range of a model, in inches from base to base; true if an enemy is."""

    model: int
    inches: float
    rule: str
    enemies: tuple[int, ...]
    friends: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.enemies)


class ReachableProtocol(Protocol):
    """The places a model can reach with one move: areas to draw, and a test for one place; true if there are any."""

    @property
    def model(self) -> int: ...

    @property
    def action(self) -> str: ...

    @property
    def rule(self) -> str:
        """The rule that limits the move."""

    @property
    def inches(self) -> float:
        """The length of the move."""

    @property
    def areas(self) -> tuple[Area, ...]:
        """The reachable area by floor: slightly too small, never too large. Computed when first read."""

    def way_to(self, place: Sequence[float]) -> Path | None:
        """Return a legal path to a place (x, y) or (x, y, z), or None; without a height on any floor."""

    def __contains__(self, place: Sequence[float]) -> bool: ...

    def __bool__(self) -> bool: ...


class QueriesProtocol(Protocol):
    """The queries that a ruleset answers. A model that does not exist or is not on the board is a `ValueError`."""

    def visible(self, game: BaseGame, one: Named, other: Named) -> Finding: ...

    def cover(self, game: BaseGame, one: Named, other: Named) -> Finding: ...

    def obscured(self, game: BaseGame, one: Named, other: Named) -> Finding: ...

    def control_range(self, game: BaseGame, model: Named) -> ControlRange: ...

    def distance(self, game: BaseGame, one: Named, other: Named) -> Distance: ...

    def reach(self, game: BaseGame, model: Named, action: str | None) -> ReachableProtocol: ...
