"""Questions that anybody may ask about a game: who sees whom, what lies between, how far, who is beside whom, where to.

Each answer has a truth value and says what decided: the rule, the line, the parts of the terrain, the models.
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
    """Whether something is so between two models, and what decided.

    ``parts`` of the terrain and ``models`` are what hides, covers or obscures. ``line`` is the one that decided, from the model
    that looks: one that is free, or to where something is in the way.
    """

    holds: bool
    rule: str
    line: Line
    parts: tuple[str, ...] = ()
    models: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return self.holds


class Distance(msgspec.Struct, frozen=True):
    """How far two bases are apart, in inches, and the line between them; untrue if they touch.

    >>> distance = Distance(6.0004, "", ((0, 0, 0), (0, 0, 0)))
    >>> distance.within(6), distance.within(5.9), float(distance)
    (True, False, 6.0004)
    """

    inches: float
    rule: str
    line: Line

    def within(self, inches: float) -> bool:
        """Whether it counts as within so many inches."""
        return self.inches <= inches + TOLERANCE

    def __float__(self) -> float:
        return self.inches

    def __bool__(self) -> bool:
        return self.inches > 0.0


class ControlRange(msgspec.Struct, frozen=True):
    """Who is so near to a model that it counts, in inches from base to base; true if an enemy is."""

    model: int
    inches: float
    rule: str
    enemies: tuple[int, ...]
    friends: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.enemies)


class Reachable(Protocol):
    """Where a model can get to with one move: areas to be drawn, and whether a place is among them; true if there is any."""

    @property
    def model(self) -> int: ...

    @property
    def action(self) -> str: ...

    @property
    def rule(self) -> str:
        """The rule that limits the move."""

    @property
    def inches(self) -> float:
        """How long it may be."""

    @property
    def areas(self) -> tuple[Area, ...]:
        """All of it, by floor: a little less than all, never more. Worked out when it is first asked for."""

    def way_to(self, place: Sequence[float]) -> Path | None:
        """A legal way to a place (x, y) or (x, y, z), or None; without a height on any floor."""

    def __contains__(self, place: Sequence[float]) -> bool: ...

    def __bool__(self) -> bool: ...


class Queries(Protocol):
    """What a ruleset answers. Who is not there or not on the board is a `ValueError`."""

    def visible(self, game: BaseGame, one: Named, other: Named) -> Finding: ...

    def cover(self, game: BaseGame, one: Named, other: Named) -> Finding: ...

    def obscured(self, game: BaseGame, one: Named, other: Named) -> Finding: ...

    def control_range(self, game: BaseGame, model: Named) -> ControlRange: ...

    def distance(self, game: BaseGame, one: Named, other: Named) -> Distance: ...

    def reach(self, game: BaseGame, model: Named, action: str | None) -> Reachable: ...
