"""Limits of a unit's move or of its setting up, and the table as its models meet it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from counteract.core.decision import Refusal, Why
from counteract.core.state import Point
from counteract.mechanics.moves.limits import MoveLimits, Setting
from counteract.mechanics.moves.reach import extreme
from counteract.table.paths import MovementParameters

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from counteract.table.terrain import Terrain

    Box = tuple[float, float, float, float]

MISSING = "missing"  # the problem of an answer without a path for each model
ON_THE_WAY, AT_THE_END = "on the way", "at the end"


class Goal(msgspec.Struct, frozen=True, gc=False):
    """A place that a model must end near: the model that stands there, and the greatest gap to it, in inches."""

    body: int
    most: float


class UnitLimits(msgspec.Struct, frozen=True, gc=False, kw_only=True, eq=False):
    """The limits of a unit's move, with the rule behind each; without ``ways`` those of setting it up.

    ``goals`` has an entry for each model: one that moves ends near one of these, if there are any.
    """

    models: tuple[int, ...]  # those that move, in the order of the answer's paths
    terrain: Terrain  # as these models move on it
    figures: MovementParameters
    problems: Mapping[str, Why]  # refusals by the table's names for what is wrong, MALFORMED and MISSING
    ways: bool = True
    most: tuple[float, ...] = ()  # inches that each may move
    too_long: str = ""  # rule
    passes: bool = False  # whether all others are passed through on the way; then ``figures`` let friends pass
    kept: tuple[int, ...] = ()  # the models that nobody may come near
    clear: float = 1.0  # inches: who is no farther away has come near
    mode: str = ON_THE_WAY
    kept_out: Why = ("", "")
    flat: float = 2.0  # inches between neighbours in plan, and in height
    up: float = 6.0
    apart: Why = ("", "")
    goals: tuple[tuple[Goal, ...], ...] = ()
    goal_why: Why = ("", "")
    near: tuple[tuple[int, ...], float] | None = None  # bodies, and how far from one of them every model ends at most
    too_far: Why = ("", "")
    meets: tuple[int, ...] = ()  # models of which one must be met: by at least one model, that ends within ``reach``
    reach: float = 1.0
    must_meet: Why = ("", "")
    toward: tuple[int, ...] = ()  # bodies that models go toward of themselves; with ``engage`` as many as can get within ``clear``
    engage: bool = False
    zones: tuple[Box, ...] = ()  # the base must end wholly within one of these
    outside: Why = ("", "")
    heading: float | None = None  # degrees: a straight move, at most a quarter turn from this
    least: float = 0.0  # inches of a straight move
    turned: Why = ("", "")
    too_short: Why = ("", "")
    lost: int = 0  # models that need not be set up, since there is no room for all
    whole: Callable[[FollowedPaths], Refusal | None] | None = None  # one more check, of the unit as a whole


class FollowedPaths(NamedTuple):
    """A legal move of a unit: the rounded points of each path, where each model ends, and the length of its path."""

    models: tuple[int, ...]
    paths: tuple[tuple[tuple[float, ...], ...], ...]
    ends: tuple[Point | None, ...]  # None: a model that is not set up
    lengths: tuple[float, ...]

    def place_all(self, places: tuple[Point | None, ...]) -> tuple[Point | None, ...]:
        """Return the places of all models after the move."""
        found = list(places)
        for i, end in zip(self.models, self.ends, strict=True):
            found[i] = end
        return tuple(found)


class Surroundings:
    """The other models as those of a unit meet them: its own are lifted off the table, and who must be kept clear of is an enemy."""

    __slots__ = ("friends", "rows", "setting", "starts")

    def __init__(self, setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> None:
        self.setting = setting
        rows = setting.bodies(places).copy()
        own = list(limits.models)
        rows[:, 5] = 0.0
        rows[list(limits.kept), 5] = 1.0
        rows[own, 3] = -1.0
        self.rows: NDArray[np.float64] = rows
        self.starts = tuple(places[i] for i in own)
        self.friends = rows  # as they are met on the way
        if limits.passes:
            self.friends = rows.copy()
            self.friends[:, 5] = 0.0


class LoneMover:
    """The setting of one model of a unit that moves by itself, its own unit lifted off the table; those to be ``met`` are enemies too."""

    def __init__(self, setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits, model: int, met: Sequence[int] = ()) -> None:
        self.terrain, self.names = limits.terrain, setting.names
        scene = Surroundings(setting, places, limits)
        self._rows = scene.friends if limits.passes else scene.rows
        self._rows[list(met), 5] = 1.0
        self._memo: dict[Any, Any] = {}
        self._rows[model, 3] = setting.bodies(places)[model, 3]

    def bodies(self, places: tuple[Point | None, ...]) -> NDArray[np.float64]:
        return self._rows

    def memo(self, places: tuple[Point | None, ...]) -> dict[Any, Any]:
        return self._memo


def find_least_gap(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits, k: int, body: int) -> float | None:
    """Return the least gap to a body that a unit's k-th model can end with, by itself, to about 0.05"; None if there is none."""
    i = limits.models[k]
    terms = MoveLimits(
        most=limits.most[k], too_long=limits.too_long, figures=limits.figures, mode="keep-out" if limits.mode == ON_THE_WAY else "end-out",
        control=limits.clear, kept_out=limits.kept_out, sight=False, problems=dict(limits.problems),
    )  # fmt: skip
    return extreme(LoneMover(setting, places, limits, i), places, i, terms, body, farthest=False)


def measure_gaps(rows: NDArray[np.float64], end: Point, radius: float, others: Sequence[int]) -> NDArray[np.float64]:
    """Return the gaps from a place to some bodies; infinite to those off the table."""
    them = rows[list(others)]
    flat = np.maximum(np.hypot(them[:, 0] - end[0], them[:, 1] - end[1]) - them[:, 3] - radius, 0.0)
    found: NDArray[np.float64] = np.where(them[:, 3] < 0, np.inf, np.hypot(flat, them[:, 2] - end[2]))
    return found
