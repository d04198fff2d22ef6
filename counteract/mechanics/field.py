"""The field of a game: terrain, mission and models, with the array of bodies and the memo that hold until a model moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from itertools import accumulate, compress
from operator import is_not
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from counteract.core.language import Phrase
from counteract.core.state import TOLERANCE, Point
from counteract.table import distances
from counteract.table.bodies import FIGURE_SHARE, Round

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from counteract.mechanics.missions import Mission
    from counteract.table.terrain import Terrain


#: Answers of the table about some places.
Memo = dict[Any, Any]
MOST_MEMOS = 16  # the last places that the answers are kept of


class AnyCard(Protocol):
    """The fields that the cards of all rulesets have."""

    @property
    def name(self) -> str: ...
    @property
    def base(self) -> float: ...
    @property
    def height(self) -> float: ...


class AnyUnit(Protocol):
    """The fields that the units of all rulesets have."""

    @property
    def side(self) -> int: ...
    @property
    def models(self) -> range: ...


class LoneModel(NamedTuple):
    """A unit of one model."""

    side: int
    models: range


class Field:
    """Terrain, mission and models of one game, the models numbered side after side.

    ``figure`` is the width of a model as a share of its base. All sides are enemies of each other unless the mission allies
    them. Every model belongs to a unit, and is one by itself unless the ruleset puts several together.
    """

    units: Sequence[AnyUnit]
    unit_of: tuple[int, ...]  # the number of each model's unit

    def __init__(self, terrain: Terrain, mission: Mission | None, sides: Sequence[Sequence[AnyCard]], figure: float = FIGURE_SHARE) -> None:
        import numpy as np

        cards = [card for side in sides for card in side]
        self.terrain = terrain
        self.mission = mission
        self.sides = tuple(number for number, side in enumerate(sides) for _ in side)
        self.units = tuple(LoneModel(side, range(i, i + 1)) for i, side in enumerate(self.sides))
        self.unit_of = tuple(range(len(cards)))
        self.alliances = alliances(len(sides), mission.allies if mission else ())
        self.allegiance = tuple(self.alliances[side] for side in self.sides)  # of each model
        self.enemy_sides = tuple(tuple(k for k, other in enumerate(self.alliances) if other != mine) for mine in self.alliances)
        self.radii = tuple(Round.of_mm(card.base).radius for card in cards)
        self.heights = tuple(card.height for card in cards)
        self.names = numbered([card.name for card in cards], self.sides)
        self.unit_names: tuple[Phrase, ...] = self.names
        self.first_of = (0, *accumulate(map(len, sides)))  # where the numbers of each side begin and end
        columns = 6 if figure == FIGURE_SHARE else 7  # the seventh only if it is unusual
        self._bodies: NDArray[np.float64] = np.zeros((len(cards), columns))
        for i, height in enumerate(self.heights):
            self._bodies[i] = (0, 0, 0, -1, height, self.allegiance[i], figure)[:columns]
        self._places: tuple[Point | None, ...] = (None,) * len(cards)
        self._memo: Memo = {}
        self._memos: dict[int, tuple[tuple[Point | None, ...], Memo]] = {id(self._places): (self._places, self._memo)}

    def is_enemy(self, i: int, j: int) -> bool:
        """Return True if two models are on different sides, and those are not allied."""
        return self.allegiance[i] != self.allegiance[j]

    def with_terrain(self, terrain: Terrain) -> Self:
        """Return a copy of this field on another terrain, with no model on the board."""
        other = copy(self)
        other.terrain = terrain
        other._bodies = self._bodies.copy()
        other._bodies[:, :4] = 0.0, 0.0, 0.0, -1.0
        other._places = (None,) * len(self.sides)
        other._memo = {}
        other._memos = {id(other._places): (other._places, other._memo)}
        return other

    def bodies(self, places: tuple[Point | None, ...]) -> NDArray[np.float64]:
        """Return the kernels' array of bodies for these places. It is reused: valid until the next call with other places."""
        if places is not self._places:
            rows = self._bodies
            for i in compress(range(len(places)), map(is_not, places, self._places)):
                place = places[i]
                if place is None:  # nothing is left of where it stood, so that no answer depends on what was asked before
                    rows[i, 0] = rows[i, 1] = rows[i, 2] = 0.0
                    rows[i, 3] = -1.0
                else:
                    rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3] = *place, self.radii[i]  # quicker than four at once
            self._places = places
            self._memo = self._memo_of(places)
        return self._bodies

    def _memo_of(self, places: tuple[Point | None, ...]) -> Memo:
        """The answers about these places, if they are among the last that were asked about: who thinks ahead comes back to them."""
        memos = self._memos
        known = memos.get(id(places))
        if known is not None:
            return known[1]
        if len(memos) >= MOST_MEMOS:
            del memos[next(iter(memos))]
        memo: Memo = {}
        memos[id(places)] = (places, memo)
        return memo

    def memo(self, places: tuple[Point | None, ...]) -> Memo:
        """Return the memo of these places: results that hold until a model moves."""
        if places is not self._places:
            self.bodies(places)
        return self._memo

    def gap(self, places: tuple[Point | None, ...], i: int, j: int) -> float:
        """Return the distance between two models, base edge to base edge."""
        a, b = places[i], places[j]
        assert a is not None
        assert b is not None
        return distances.gap(a, self.radii[i], b, self.radii[j])


def alliances(sides: int, allies: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the alliance that each side belongs to; a side without allies has its own.

    >>> alliances(4, [(0, 2)]), alliances(3, ())
    ((0, 1, 0, 3), (0, 1, 2))
    """
    found = list(range(sides))
    for group in allies:
        for side in group:
            found[side] = min(group)
    return tuple(found)


def within(distance: float, limit: float) -> bool:
    """Return True if a distance counts as within a limit."""
    return distance <= limit + TOLERANCE


def numbered(names: list[str], sides: tuple[int, ...]) -> tuple[Phrase, ...]:
    """Return names made distinct within a side: "Guard 1", "Guard 2"."""
    keys = list(zip(sides, names, strict=True))
    many, so_far = Counter(keys), Counter[tuple[int, str]]()
    found = []
    for key in keys:
        so_far[key] += 1
        name = Phrase(key[1])
        found.append(name if many[key] == 1 else Phrase("{name} {number}", name=name, number=so_far[key]))
    return tuple(found)
