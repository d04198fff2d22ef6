"""Moves: a path is asked for, measured and checked; whoever asks says how long it may be and where it may lead."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np

from counteract.core.decision import Answer, Chooser, Decision, Path, Refusal, Why
from counteract.mechanics.naming import part_of
from counteract.table.kernels import contacts as contact_kernels
from counteract.table.kernels import paths as path_kernels
from counteract.table.paths import MoveFigures, Walk, how_judged, levels, measure, nooks, waypoints
from counteract.table.reach import Reach
from counteract.table.shapes import TOLERANCE, Point, gap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.reach import Mode, Way
    from counteract.table.terrain import Terrain

MOST_CORNERS = 64
FAR = 1e4  # inches: no table is so large
ULP = 1e-9  # what two ways to work out the same distance may differ by
SHORTER = 0.05  # inches: a way that is shorter by less is as short
JUMP = "jump"
MALFORMED = "malformed"  # the one problem that the table does not find
#: Where no place to end at is found, places are tried this densely: so many gaps to an enemy's base, each so many times
#: around it, or every so many inches about the model.
GAPS, AROUND, MESH = 9, 60, 0.125
NEAR = 0.002  # how much nearer than allowed nobody comes
#: All about a model or a body, straight on first, and at which shares of the longest way.
_TURNS = np.array([side * turn * math.tau / 72 for turn in range(37) for side in (1, -1)][1:-1])
_SHARES = np.array((1.0, 0.9, 0.75, 0.5, 0.25))
_SHARES_PAST = np.linspace(1.0, 0.3, 15)  # the same, just past somebody
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
    sight: bool = True  # whether only an enemy that sees or is seen is met
    shunned: tuple[int, ...] = ()  # enemies never to be met
    shun: Why = ("", "")
    goal: int = -1  # the model that the move is about, and how far from it to end, in inches
    goal_low: float = -math.inf
    goal_high: float = math.inf
    goal_why: Why = ("", "")
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
        self._checked = (path, way[-1][:3])
        return path

    def way_to(self, place: Sequence[float]) -> Path | None:
        """The shortest legal way to a place, if there is one."""
        return self._shortest(self.places, self.terms.most, place)

    def way_on(self, begun: Path, place: Sequence[float]) -> Path | None:
        """The shortest legal way to a place that keeps to all corners of a path begun, if there is one."""
        walk = self.walk(begun)
        if walk is None or not walk.ok:
            return None
        places = (*self.places[: self.model], (*walk.place, walk.z), *self.places[self.model + 1 :])
        on = self._shortest(places, self.terms.most - walk.length, place)
        whole = None if on is None else Path((*begun.points, *on.points))
        return None if whole is None or self.refuse(whole) else whole

    def why_no_way(self, places: Sequence[Point]) -> Refusal | None:
        """Why no way leads to a place, here on one of its floors: nobody may stop there, or it is too far. None if neither is the reason."""
        board = self.setting.terrain.board
        stays = [self._why_not_stay(place) for place in places]
        if all(stays):
            return stays[0]
        found = [way for place in places if (way := self._shortest(self.places, 2 * (board.width + board.depth), place)) is not None]
        lengths = [walk.length for way in found if (walk := self.walk(way)) is not None]
        if not lengths or min(lengths) <= self.terms.most:
            return None
        values = {"used": in_tenths(min(lengths)), "most": self.terms.most}
        return Refusal(self.terms.too_long, 'The shortest way there is {used:.1f}" long; the limit is {most:g}".', **values)

    def _shortest(self, places: tuple[Point | None, ...], most: float, place: Sequence[float]) -> Path | None:
        """The shortest legal way from where the model would stand. One that climbs or traverses is the first found, not always the shortest."""
        way: Path | None = None
        while most > 0.0:
            terms = msgspec.structs.replace(self.terms, most=most)
            found = reach_of(self.setting, places, self.model, terms).path_to(*place[:3])
            if found is None:
                return way
            way = _as_path(found)
            walk = measure(self.setting.terrain, self.setting.bodies(places), self.model, found, terms.figures)
            if not walk.climbed and not walk.traversed:
                return way
            most = walk.length - SHORTER
        return way

    def _why_not_stay(self, place: Point) -> Refusal | None:
        """What would be wrong with standing there, however one came there."""
        places = (*self.places[: self.model], place, *self.places[self.model + 1 :])
        found = follow(self.setting, places, self.model, self.terms, Path((place,)))
        return found if isinstance(found, Refusal) else None

    def length(self, answer: Answer) -> float | None:
        walk = self.walk(answer)
        return walk.length if walk is not None and walk.ok else None

    def walk(self, answer: Answer) -> Walk | None:
        """What becomes of a path, be it legal or not; None if it does not have the form of one."""
        points = _clean(answer) if isinstance(answer, Path) else None
        if points is None:
            return None
        start = self.places[self.model]
        assert start is not None
        return measure(self.setting.terrain, self.setting.bodies(self.places), self.model, [start, *points], self.terms.figures)

    def forget(self) -> None:
        self._options, self._reach, self._checked = (), None, None

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

    def points(self, answer: Path) -> tuple[tuple[Any, ...], ...]:
        """The points of a legal path as it was measured, that is to 0.001"."""
        points = _clean(answer)
        assert points is not None
        return tuple(points)

    def follow(self, answer: Path) -> Point | Refusal:
        """Where a path ends, or why it is refused."""
        if self._checked is not None and self._checked[0] is answer:
            return self._checked[1]
        found = follow(self.setting, self.places, self.model, self.terms, answer)
        if not isinstance(found, Refusal):
            self._checked = (answer, found)
        return found


def _as_path(way: Way) -> Path:
    """A way as a player answers it: without the start, unless it leads nowhere else."""
    return Path(way[1:] or way)


def reach_of(setting: Setting, places: tuple[Point | None, ...], model: int, terms: Terms, *, closely: bool = False) -> Reach:
    """The places a model can get to on these terms; looked for more closely if there seem to be none."""
    bodies = setting.bodies(places)
    closely = closely or terms.goal >= 0
    asked: dict[str, Any] = {"mode": terms.mode, "reach": terms.control, "sight": terms.sight, "closely": closely}
    for name, marked in (("sticky", terms.sticky), ("shunned", terms.shunned)):
        if marked:
            asked[name] = np.zeros(len(bodies), np.int8)
            asked[name][list(marked)] = 1
    if terms.goal >= 0:
        asked["goal"] = terms.goal, terms.goal_low, terms.goal_high
        return _towards_goal(setting, places, model, terms, asked)
    reach = Reach(setting.terrain, bodies, model, terms.most, terms.figures, rings=terms.gaps, **asked)
    if terms.mode == "keep-out" or reach:  # who must keep out of contact may at least stay put
        return reach
    if terms.gaps:
        gaps = tuple(np.linspace(terms.gaps[0], terms.gaps[-1], GAPS).tolist())
        return Reach(setting.terrain, bodies, model, terms.most, terms.figures, rings=gaps, around=AROUND, **asked)
    more = np.concatenate((_mesh(setting.terrain, places[model], terms.most), _nooks(setting.terrain, bodies, model, terms)))
    return Reach(setting.terrain, bodies, model, terms.most, terms.figures, extras=more, **{**asked, "closely": True})


def _towards_goal(setting: Setting, places: tuple[Point | None, ...], model: int, terms: Terms, asked: dict[str, Any]) -> Reach:
    """The places that are as far as asked from somebody; if there seem to be none, the best one that is found."""
    bodies = setting.bodies(places)
    farthest = terms.goal_low > 0.0
    spots = _spots(bodies, model, terms, terms.goal, farthest)
    reach = Reach(setting.terrain, bodies, model, terms.most, terms.figures, extras=spots, **asked)
    if reach:
        return reach
    free = msgspec.structs.replace(terms, goal=-1, goal_low=-math.inf, goal_high=math.inf)
    best = _best_spot(setting, places, model, free, terms.goal, farthest)
    return Reach(setting.terrain, bodies, model, terms.most, terms.figures, extras=np.array([best[1]]), **asked) if best else reach


def can_move(setting: Setting, places: tuple[Point | None, ...], model: int, terms: Terms) -> bool:
    """Whether there is any way that keeps to the terms."""
    return bool(reach_of(setting, places, model, terms)) or any(True for _ in leaps(setting, places, model, terms))


# --- as far from somebody, or as near, as can be


def extreme(setting: Setting, places: tuple[Point | None, ...], model: int, terms: Terms, body: int, *, farthest: bool) -> float | None:
    """The greatest or the least gap to a body that a move on these terms can end with, to about 0.05"; None if there is none."""
    found = _best_spot(setting, places, model, terms, body, farthest)
    return None if found is None else found[0]


def _best_spot(setting: Setting, places: tuple[Point | None, ...], model: int, terms: Terms, body: int, farthest: bool) -> tuple[float, Point] | None:
    """That gap, and where a move ends with it."""
    bodies = setting.bodies(places)
    reach = reach_of(setting, places, model, terms, closely=True)
    ground = reach.places
    up = math.inf if terms.figures.fly else max(terms.figures.step_high, terms.most)
    ground = ground[(np.hypot(*(ground[:, :2] - bodies[model, :2]).T) <= terms.most) & (ground[:, 2] - bodies[model, 2] <= up + TOLERANCE)]
    straight = _straight(bodies, model, terms, body, farthest)
    if bodies[model, 2] == bodies[body, 2] and not (farthest and _is_uneven(ground[:, 2], straight[2], terms.figures)):
        if reach.path_to(*straight) is not None:  # nothing can be better
            apart = math.hypot(straight[0] - bodies.item(body, 0), straight[1] - bodies.item(body, 1))
            return max(0.0, apart - bodies.item(model, 3) - bodies.item(body, 3)), straight
    about = _spots(bodies, model, terms, body, farthest)
    above = [about + np.array((0.0, 0.0, z - straight[2])) for z in np.unique(ground[:, 2]).tolist() if z != straight[2]]
    just_fit = _nooks(setting.terrain, bodies, model, terms)
    return reach.extreme(body, np.concatenate((about, *above, ground, just_fit, bodies[model : model + 1, :3])), farthest=farthest)


def _is_uneven(heights: NDArray[np.float64], level: float, figures: MoveFigures) -> bool:
    """Whether there are heights that somebody on a level gets to for nothing."""
    up = math.inf if figures.fly else figures.step_high
    down = math.inf if figures.fly or (figures.jump_free and level > figures.jump_from) else 0.0
    rises = heights - level
    return bool(np.any((np.abs(rises) > TOLERANCE) & (-down <= rises) & (rises <= up + TOLERANCE)))


def _straight(bodies: NDArray[np.float64], model: int, terms: Terms, body: int, farthest: bool) -> Point:
    """Straight away from a body as far as the move goes, or straight up to it."""
    (x, y, z), (bx, by) = bodies[model, :3].tolist(), bodies[body, :2].tolist()
    length, d = _longest(bodies, model, terms, body, farthest), math.hypot(x - bx, y - by) or 1.0
    share = length / d if farthest else -length / d
    return round(x + share * (x - bx), 3), round(y + share * (y - by), 3), z


def _longest(bodies: NDArray[np.float64], model: int, terms: Terms, body: int, farthest: bool) -> float:
    """How long a straight way away from a body is, or one to where the model is as near to it as can be."""
    if farthest:
        return terms.most
    apart = math.hypot(bodies.item(model, 0) - bodies.item(body, 0), bodies.item(model, 1) - bodies.item(body, 1))
    return min(terms.most, max(0.0, apart - bodies.item(model, 3) - bodies.item(body, 3) - _near(terms)))


def _near(terms: Terms) -> float:
    """How near another base the terms let one come."""
    return terms.control + NEAR if terms.mode == "keep-out" else NEAR


def _spots(bodies: NDArray[np.float64], model: int, terms: Terms, body: int, farthest: bool) -> NDArray[np.float64]:
    """Places that lead away from a body or to it: all about the mover, and about the body."""
    x, y, z, radius = bodies[model, :4].tolist()
    bx, by, bz, b_radius = bodies[body, :4].tolist()
    heading = math.atan2(y - by, x - bx) if farthest else math.atan2(by - y, bx - x)
    longest = _longest(bodies, model, terms, body, farthest)
    past = _circles(x, y, z, longest * _SHARES_PAST, _tangents(bodies, model, terms))
    spots = _circles(x, y, z, longest * _SHARES, heading + _TURNS)
    if farthest:
        return np.concatenate((spots, past))
    about = _circles(bx, by, bz, radius + b_radius + _near(terms) + np.array((0.0, 0.4)), heading + math.pi + _TURNS)
    return np.concatenate((about, spots, past))


def _tangents(bodies: NDArray[np.float64], model: int, terms: Terms) -> NDArray[np.float64]:
    """The angles at which a straight way just passes each enemy within reach that it must keep clear of."""
    if terms.mode != "keep-out" or terms.figures.fly:
        return np.empty(0)
    enemies = bodies[(bodies[:, 3] >= 0) & (bodies[:, 5] != bodies[model, 5])]
    x, y = (enemies[:, :2] - bodies[model, :2]).T
    away, clear = np.hypot(x, y), enemies[:, 3] + bodies.item(model, 3) + terms.control + NEAR
    near = (away > clear) & (away < terms.most + clear)
    ahead, aside = np.arctan2(y, x)[near], np.arcsin(clear[near] / away[near])
    return np.concatenate((ahead + aside, ahead - aside))


def _circles(x: float, y: float, z: float, radii: NDArray[np.float64], angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Places on circles, at some angles: rows x, y, z."""
    around = np.column_stack((np.outer(radii, np.cos(angles)).ravel() + x, np.outer(radii, np.sin(angles)).ravel() + y))
    return np.column_stack((around, np.full(len(around), z)))


# --- where nothing else is found


def _mesh(terrain: Terrain, place: Point | None, most: float) -> NDArray[np.float64]:
    """Places all about a model, on every level there is to stand on: rows x, y, z."""
    assert place is not None
    steps = np.arange(-most, most + MESH / 2, MESH)
    x, y, z = np.meshgrid(place[0] + steps, place[1] + steps, levels(terrain))
    return np.column_stack((x.ravel(), y.ravel(), z.ravel()))


def _nooks(terrain: Terrain, bodies: NDArray[np.float64], model: int, terms: Terms) -> NDArray[np.float64]:
    """Places about a model where it just fits, clear of enemies and no farther than the move leads: rows x, y, z."""
    x, y, _, radius, height = bodies[model, :5].tolist()
    box = (x - terms.most, y - terms.most, x + terms.most, y + terms.most)
    enemies = bodies[(bodies[:, 3] >= 0) & (bodies[:, 5] != bodies[model, 5]), :4].tolist()
    found = []
    for level in levels(terrain):
        flat = [(ex, ey, r, (terms.control + NEAR) ** 2 - (level - ez) ** 2) for ex, ey, ez, r in enemies]
        rings = [(x, y, terms.most), *((ex, ey, radius + r + math.sqrt(square)) for ex, ey, r, square in flat if square > 0.0)]
        found.append(nooks(terrain, bodies, level, radius, height, model, box, rings))
    return np.concatenate(found)


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
        for off in terms.gaps:
            for turn in range(AROUND):
                angle, away = first + turn * math.tau / AROUND, bodies.item(model, 3) + radius + off
                end = (x + away * math.cos(angle), y + away * math.sin(angle))
                path = _leap(start, end, z, terms.figures.jump_most)
                if not isinstance(follow(setting, places, model, terms, path), Refusal):
                    yield path


def _leap(start: Point, end: tuple[float, float], z: float, most: float) -> Path:
    """Straight on, as far as need be on foot, the rest through the air."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    walked = 1.0 - most / length if length > most else 0.0
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
        values = {"length": length, "used": in_tenths(length), "most": terms.most}
        return Refusal(terms.too_long, 'The path is {used:.1f}" long; the limit is {most:g}".', **values)
    reports = _reports[: len(bodies)] if len(bodies) <= len(_reports) else np.empty((len(bodies), contact_kernels.REPORTS))
    how = how_judged(terms.sight, terms.figures.fly)
    contact_kernels.contacts(parts, corners, bodies, model, rows, _profile, changes, terms.control, how, reports)
    problem = _contact_problem(terms, reports)
    if problem is not None:
        return problem
    end = (float(rows[-1, 0]), float(rows[-1, 1]), round(float(level), 3))
    return end if terms.goal < 0 else _goal_problem(terms, bodies, model, end) or end


def in_tenths(length: float) -> float:
    """A length in whole tenths of an inch, rounded up, so that one beyond a limit is seen to be.

    >>> in_tenths(6.03), in_tenths(6.0)
    (6.1, 6.0)
    """
    return math.ceil(10 * length - 0.02) / 10


def _contact_problem(terms: Terms, reports: NDArray[np.float64]) -> Refusal | None:
    """What is wrong with the enemies met on the way."""
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


def _goal_problem(terms: Terms, bodies: NDArray[np.float64], model: int, end: Point) -> Refusal | None:
    """What is wrong with how far from its goal a move ends."""
    x, y, z, radius = bodies[terms.goal, :4].tolist()
    away = gap(end, bodies.item(model, 3), (x, y, z), radius)
    if terms.goal_low - TOLERANCE - ULP <= away <= terms.goal_high + TOLERANCE + ULP:
        return None
    return Refusal(*terms.goal_why, gap=away, low=terms.goal_low, high=terms.goal_high)


def _problem(setting: Setting, bodies: NDArray[np.float64], model: int, terms: Terms, path: list[tuple[Any, ...]]) -> Refusal:
    walk = measure(setting.terrain, bodies, model, path, terms.figures)
    assert walk.problem is not None
    rule, sentence = terms.problems[walk.problem]
    x, y = walk.place
    return Refusal(rule, sentence, length=walk.length, x=round(x, 2), y=round(y, 2), part=part_of(setting.terrain, walk.part), body=walk.body)


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
        level = () if len(point) == 2 else (None if z is None else round(float(z), 3), *jump)
        points.append((round(float(x), 3), round(float(y), 3), *level))
    return points


def _is_number(value: object) -> bool:
    """Whether this can be a coordinate: a plain number (records hold no other), not NaN, nowhere near infinity."""
    return type(value) in (int, float) and -FAR < value < FAR  # type: ignore[operator]
