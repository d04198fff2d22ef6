"""Moves: a path is asked for, measured and checked; whoever asks says how long it may be and where it may lead."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np

from counteract.core.decision import Answer, Chooser, Decision, Path, Refusal, Why
from counteract.table.kernels import contacts as contact_kernels
from counteract.table.kernels import paths as path_kernels
from counteract.table.paths import MoveFigures, measure, waypoints
from counteract.table.reach import Reach
from counteract.table.shapes import TOLERANCE, Point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.reach import Mode
    from counteract.table.terrain import Terrain

MOST_CORNERS = 64
FAR = 1e4  # inches: no table is so large
JUMP = "jump"
MALFORMED = "malformed"  # the one problem that the table does not find
#: Where no place to end at is found, places are tried this densely: so many gaps to an enemy's base, each so many times
#: around it, or every so many inches about the model.
GAPS, AROUND, MESH = 9, 60, 0.125
_profile = np.empty((128, 2))
_reports = np.empty((256, contact_kernels.REPORTS))


class Setting(Protocol):
    """What a decision needs to know of a game to measure on its table."""

    terrain: Terrain

    def bodies(self, places: tuple[Point | None, ...]) -> NDArray[np.float64]: ...


class Terms(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What is asked of a move, with the rule behind each demand."""

    most: float  # inches
    too_long: str  # rule
    figures: MoveFigures
    mode: Mode
    control: float  # reach of an enemy, in inches
    kept_out: Why  # why a path that comes too near an enemy, or ends there, is refused
    must_meet: Why = ("", "")  # why one that ends away from all enemies is refused, where it must end near one
    sticky: tuple[int, ...] = ()  # enemies that may not be left again
    stuck: Why = ("", "")
    gaps: tuple[float, ...] = ()  # how far from an enemy's base to look for places to end at
    problems: dict[str, Why]  # what may be wrong with a path, by the names the table has for it, and MALFORMED


class PathDecision(Decision):
    """Where a model goes: any path that keeps to the terms."""

    __slots__ = ("_checked", "_reach", "model", "places", "setting", "terms")

    def __init__(
        self,
        player: int,
        setting: Setting,
        places: tuple[Point | None, ...],
        model: int,
        terms: Terms,
        rule: str,
        template: str,
        values: dict[str, Any],
    ) -> None:
        super().__init__(player, "move", (), rule, template, values, kind="path", subject=model)
        self.setting = setting
        self.places = places
        self.model = model
        self.terms = terms
        self._reach: Reach | None = None
        self._checked: tuple[Path, Point] | None = None  # the last path found legal, and where it ends

    @property
    def reach(self) -> Reach:
        """Where the model can get to."""
        self.setting.bodies(self.places)  # brings the array that the reach works on up to date
        if self._reach is None:
            self._reach = reach_of(self.setting, self.places, self.model, self.terms)
        return self._reach

    @property
    def options(self) -> Sequence[Answer]:
        if not self._options:
            ways = tuple(dict.fromkeys(map(_as_path, self.reach)))
            self._options = ways or tuple(leaps(self.setting, self.places, self.model, self.terms))
        return self._options

    def sample(self, rng: Chooser) -> Answer:
        way = self.reach.sample(rng)
        if way is None:
            return super().sample(rng)
        path = _as_path(way)
        self._checked = (path, way[-1])
        return path

    def way_to(self, place: Sequence[float]) -> Path | None:
        """The shortest legal way to a place, if there is one."""
        way = self.reach.path_to(*place[:3])
        return None if way is None else _as_path(way)

    def length(self, answer: Answer) -> float | None:
        points = _clean(answer) if isinstance(answer, Path) else None
        if points is None:
            return None
        start = self.places[self.model]
        assert start is not None
        bodies = self.setting.bodies(self.places)
        walk = measure(self.setting.terrain, bodies, self.model, [start, *points], self.terms.figures)
        return walk.length if walk.problem is None else None

    def refuse(self, answer: Answer) -> Refusal | None:
        if type(answer) is not Path:
            return Refusal(self.rule, "A move is answered with a path.")
        found = self.follow(answer)
        return found if isinstance(found, Refusal) else None

    def landing(self, answer: Path) -> Point:
        """Where a legal path ends."""
        found = self.follow(answer)
        assert not isinstance(found, Refusal)
        return found

    def follow(self, answer: Path) -> Point | Refusal:
        """Where a path ends, or why it is refused."""
        if self._checked is not None and self._checked[0] is answer:
            return self._checked[1]
        found = follow(self.setting, self.places, self.model, self.terms, answer)
        if not isinstance(found, Refusal):
            self._checked = (answer, found)
        return found


def _as_path(way: tuple[Point, ...]) -> Path:
    """A way as a player answers it: without the start, unless it leads nowhere else."""
    return Path(way[1:] or way)


def reach_of(setting: Setting, places: tuple[Point | None, ...], model: int, terms: Terms) -> Reach:
    """The places a model can get to on these terms; looked for more closely if there seem to be none."""
    bodies = setting.bodies(places)
    sticky = None
    if terms.sticky:
        sticky = np.zeros(len(bodies), np.int8)
        sticky[list(terms.sticky)] = 1
    asked: dict[str, Any] = {"mode": terms.mode, "reach": terms.control, "sticky": sticky}
    reach = Reach(setting.terrain, bodies, model, terms.most, terms.figures, rings=terms.gaps, **asked)
    if terms.mode == "keep-out" or reach:  # who must keep out of contact may at least stay put
        return reach
    if terms.gaps:
        gaps = tuple(np.linspace(terms.gaps[0], terms.gaps[-1], GAPS).tolist())
        return Reach(setting.terrain, bodies, model, terms.most, terms.figures, rings=gaps, around=AROUND, **asked)
    mesh = _mesh(setting.terrain, places[model], terms.most)
    return Reach(setting.terrain, bodies, model, terms.most, terms.figures, extras=mesh, **asked)


def _mesh(terrain: Terrain, place: Point | None, most: float) -> NDArray[np.float64]:
    """Places all about a model, on every level there is to stand on: rows x, y, z."""
    assert place is not None
    steps = np.arange(-most, most + MESH / 2, MESH)
    levels = sorted({0.0, *(part.top for part in terrain.parts if "vantage" in part.marks)})
    x, y, z = np.meshgrid(place[0] + steps, place[1] + steps, levels)
    return np.column_stack((x.ravel(), y.ravel(), z.ravel()))


def leaps(setting: Setting, places: tuple[Point | None, ...], model: int, terms: Terms) -> Iterator[Path]:
    """Straight ways to an enemy that end in a jump, for a model on a high floor that gets to nobody on foot."""
    start = places[model]
    assert start is not None
    if not terms.gaps or start[2] <= terms.figures.jump_from:
        return
    bodies = setting.bodies(places)
    for x, y, z, radius in bodies[(bodies[:, 3] >= 0) & (bodies[:, 5] != bodies[model, 5]), :4].tolist():
        if math.hypot(x - start[0], y - start[1]) > terms.most + terms.control + radius + bodies.item(model, 3) + TOLERANCE:
            continue
        first = math.atan2(start[1] - y, start[0] - x)
        for gap in terms.gaps:
            for turn in range(AROUND):
                angle, away = first + turn * math.tau / AROUND, bodies.item(model, 3) + radius + gap
                end = (x + away * math.cos(angle), y + away * math.sin(angle))
                path = _leap(start, end, z, terms.figures.jump_most)
                if not isinstance(follow(setting, places, model, terms, path), Refusal):
                    yield path


def _leap(start: Point, end: tuple[float, float], z: float, most: float) -> Path:
    """Straight on, as far as need be on foot, the rest through the air."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    walked = 1.0 - min(1.0, most / max(math.hypot(dx, dy), most))
    jump = (round(end[0], 3), round(end[1], 3), z, JUMP)
    return Path(((round(start[0] + walked * dx, 3), round(start[1] + walked * dy, 3), start[2]), jump) if walked else (jump,))


def follow(setting: Setting, places: tuple[Point | None, ...], model: int, terms: Terms, answer: Path) -> Point | Refusal:
    """Measure a path and hold it against the terms."""
    start = places[model]
    assert start is not None
    points = _clean(answer)
    if points is None:
        return Refusal(*terms.problems[MALFORMED], most=MOST_CORNERS)
    rows = waypoints([start, *points])
    bodies, terrain = setting.bodies(places), setting.terrain
    parts, corners, board = terrain.parts_array, terrain.corners_array, terrain.board
    code, length, _, _, level, changes, _, _ = path_kernels.walk(
        parts, corners, board.width, board.depth, bodies, model, rows, terms.figures.array, _profile
    )
    if code != 0:
        return _problem(setting, bodies, model, terms, [start, *points])
    if length > terms.most + TOLERANCE:
        return Refusal(terms.too_long, 'The path is {length:.2f}" long; the limit is {most:g}".', length=length, most=terms.most)
    reports = _reports[: len(bodies)] if len(bodies) <= len(_reports) else np.empty((len(bodies), contact_kernels.REPORTS))
    contact_kernels.contacts(parts, corners, bodies, model, rows, _profile, changes, terms.control, reports)
    problem = _contact_problem(terms, reports)
    if problem is not None:
        return problem
    return (float(rows[-1, 0]), float(rows[-1, 1]), round(float(level), 3))


def _contact_problem(terms: Terms, reports: NDArray[np.float64]) -> Refusal | None:
    """What is wrong with the enemies met on the way."""
    met = reports[:, 0] >= 0
    if not met.any():
        return Refusal(*terms.must_meet) if terms.mode == "end-in" else None
    at_end = reports[:, 2] != 0
    if terms.mode == "keep-out" or (terms.mode == "end-out" and at_end.any()):
        return Refusal(*terms.kept_out)
    if terms.mode == "end-in":
        if not at_end.any():
            return Refusal(*terms.must_meet)
        if any(met[j] and (not at_end[j] or reports[j, 3] != 0) for j in terms.sticky):
            return Refusal(*terms.stuck)
    return None


def _problem(setting: Setting, bodies: NDArray[np.float64], model: int, terms: Terms, path: list[tuple[Any, ...]]) -> Refusal:
    walk = measure(setting.terrain, bodies, model, path, terms.figures)
    assert walk.problem is not None
    rule, sentence = terms.problems[walk.problem]
    x, y = walk.place
    return Refusal(rule, sentence, length=walk.length, x=round(x, 2), y=round(y, 2), part=walk.part, body=walk.body)


def _clean(answer: Path) -> list[tuple[Any, ...]] | None:
    """The points of a path rounded to 0.001", or None if it does not have the form of a path."""
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
        points.append((round(float(x), 3), round(float(y), 3), None if z is None else round(float(z), 3), *jump))
    return points


def _is_number(value: object) -> bool:
    """Whether this can be a coordinate: a plain number (records hold no other), not NaN, nowhere near infinity."""
    return type(value) in (int, float) and -FAR < value < FAR  # type: ignore[operator]
