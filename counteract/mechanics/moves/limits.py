"""Limits of a move (its length, the enemies it may meet, where it may end), and the check of a path against them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np

from counteract.core.decision import Path, Refusal, Why
from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.names import part_of
from counteract.table.distances import gap
from counteract.table.kernels import contacts as contact_kernels
from counteract.table.kernels import paths as path_kernels
from counteract.table.paths import MovementParameters, measure, pack_contact_flags, pack_path

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.reach import Mode
    from counteract.table.terrain import Terrain

MOST_CORNERS = 64
FAR = 1e4  # inches: no board is so large
ULP = 1e-9  # inches by which two computations of one distance may differ
JUMP = "jump"
MALFORMED = "malformed"  # the one problem that measuring does not find
_profile = np.empty((128, 2))
_reports = np.empty((256, contact_kernels.REPORT_SIZE))


class Setting(Protocol):
    """The parts of a game's field that measuring a path needs."""

    terrain: Terrain

    @property
    def names(self) -> Sequence[str]: ...

    def bodies(self, places: tuple[Point | None, ...]) -> NDArray[np.float64]: ...

    def memo(self, places: tuple[Point | None, ...]) -> dict[Any, Any]: ...


class MoveLimits(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The limits of a move, with the rule behind each. To meet an enemy is to come within its control range."""

    most: float  # inches
    too_long: str  # rule
    figures: MovementParameters
    mode: Mode
    control: float  # an enemy's control range, in inches
    kept_out: Why  # why a path that comes too near an enemy, or ends there, is refused
    must_meet: Why = ("", "")  # why a path that must end near an enemy, and does not, is refused
    sticky: tuple[int, ...] = ()  # enemies that may not be left again
    stuck: Why = ("", "")
    sight: bool = True  # whether an enemy is met only if it sees the model or is seen by it
    shunned: tuple[int, ...] = ()  # enemies that may not be met
    shun: Why = ("", "")
    goal: int = -1  # a model that the move must end at some distance from, and the least and greatest distance, in inches
    goal_low: float = -math.inf
    goal_high: float = math.inf
    goal_why: Why = ("", "")
    gaps: tuple[float, ...] = ()  # gaps to an enemy's base at which places to end are looked for
    problems: dict[str, Why]  # refusals of a path, by the table's names for what is wrong, and MALFORMED


def check_path(setting: Setting, places: tuple[Point | None, ...], model: int, terms: MoveLimits, answer: Path) -> tuple[Point, float] | Refusal:
    """Measure a path against the terms: return where it ends and how long it is, or why it is refused."""
    start = places[model]
    assert start is not None
    points = clean(answer)
    if points is None:
        return Refusal(*terms.problems[MALFORMED], most=MOST_CORNERS)
    rows = pack_path([start, *points])
    bodies, terrain = setting.bodies(places), setting.terrain
    parts, corners, board = terrain.parts_array, terrain.corners_array, terrain.board
    code, length, _, _, level, changes, _, _ = path_kernels.measure_path(
        parts, corners, board.width, board.depth, bodies, model, rows, terms.figures.array, _profile
    )
    if code != 0:
        return _problem(setting, bodies, model, terms, [start, *points])
    if length > terms.most + TOLERANCE:
        values = {"length": length, "used": in_tenths(length), "most": terms.most}
        return Refusal(terms.too_long, 'The path is {used:.1f}" long; the limit is {most:g}".', **values)
    reports = _reports[: len(bodies)] if len(bodies) <= len(_reports) else np.empty((len(bodies), contact_kernels.REPORT_SIZE))
    how = pack_contact_flags(terms.sight, terms.figures.fly)
    contact_kernels.find_contacts(parts, corners, bodies, model, rows, _profile, changes, terms.control, how, reports)
    problem = _contact_problem(terms, reports)
    if problem is not None:
        return problem
    end = (float(rows[-1, 0]), float(rows[-1, 1]), round(float(level), 3))
    problem = None if terms.goal < 0 else _goal_problem(terms, bodies, model, end)
    return (end, length) if problem is None else problem


def length_of(setting: Setting, places: tuple[Point | None, ...], model: int, figures: MovementParameters, points: Sequence[Any]) -> float:
    """Return how long a legal path is, with its climbs, in millionths of an inch at the finest."""
    terrain, board, start = setting.terrain, setting.terrain.board, places[model]
    if start is None:
        raise ValueError("a move begins on the board")
    rows = pack_path([start, *points])
    found = path_kernels.measure_path(
        terrain.parts_array, terrain.corners_array, board.width, board.depth, setting.bodies(places), model, rows, figures.array, _profile
    )
    return in_millionths(found[1])


def in_millionths(length: float) -> float:
    """Return a measured length as an event tells it."""
    return round(length, 6)


def in_tenths(length: float) -> float:
    """Return a length in whole tenths of an inch, rounded up so that a length beyond a limit shows it.

    >>> in_tenths(6.03), in_tenths(6.0)
    (6.1, 6.0)
    """
    return math.ceil(10 * length - 0.02) / 10


def _contact_problem(terms: MoveLimits, reports: NDArray[np.float64]) -> Refusal | None:
    """Return why the enemies that a path meets, or fails to meet, break the terms; None if they do not."""
    met = reports[:, 0] >= 0
    if not met.any():
        return Refusal(*terms.must_meet) if terms.mode == "end-in" else None
    if any(met[j] for j in terms.shunned):
        return Refusal(*terms.shun)
    at_end = reports[:, 2] != 0
    if terms.mode == "keep-out" or (terms.mode == "end-out" and at_end.any()):
        return Refusal(*terms.kept_out)
    if terms.mode == "end-in":
        if not at_end.any():
            return Refusal(*terms.must_meet)
        if any(met[j] and (not at_end[j] or reports[j, 3] != 0) for j in terms.sticky):
            return Refusal(*terms.stuck)
    return None


def _goal_problem(terms: MoveLimits, bodies: NDArray[np.float64], model: int, end: Point) -> Refusal | None:
    """Return why the distance from its goal at which a move ends breaks the terms; None if it does not."""
    x, y, z, radius = bodies[terms.goal, :4].tolist()
    away = gap(end, bodies.item(model, 3), (x, y, z), radius)
    if terms.goal_low - TOLERANCE - ULP <= away <= terms.goal_high + TOLERANCE + ULP:
        return None
    return Refusal(*terms.goal_why, gap=away, low=terms.goal_low, high=terms.goal_high)


def _problem(setting: Setting, bodies: NDArray[np.float64], model: int, terms: MoveLimits, path: list[tuple[Any, ...]]) -> Refusal:
    walk = measure(setting.terrain, bodies, model, path, terms.figures)
    assert walk.problem is not None
    rule, sentence = terms.problems[walk.problem]
    x, y = walk.place
    found = {"part": part_of(setting.terrain, walk.part), "body": walk.body, "name": "" if walk.body is None else setting.names[walk.body]}
    return Refusal(rule, sentence, length=walk.length, x=round(x, 2), y=round(y, 2), **found)


def clean(answer: Path) -> list[tuple[Any, ...]] | None:
    """Return the points of a path rounded to 0.001", or None if it does not have the form of a path."""
    if not isinstance(answer.points, (tuple, list)) or not 1 <= len(answer.points) <= MOST_CORNERS:
        return None
    points: list[tuple[Any, ...]] = []
    for point in answer.points:
        if not isinstance(point, (tuple, list)) or not 2 <= len(point) <= 4:
            return None
        x, y, z, *jump = (*point, None) if len(point) == 2 else point
        if not (_is_number(x) and _is_number(y) and (z is None or _is_number(z))):
            return None
        if jump and not (isinstance(jump[0], str) and jump[0] == JUMP):
            return None
        level = () if len(point) == 2 else (None if z is None else round(float(z), 3), *jump)
        points.append((round(float(x), 3), round(float(y), 3), *level))
    return points


def _is_number(value: object) -> bool:
    """Return True if a value can be a coordinate: a plain number (records hold no other), not NaN, and not far off any board."""
    return type(value) in (int, float) and -FAR < value < FAR  # type: ignore[operator]
