"""The check of a whole unit's answer, a path or a place for each of its models, against the limits of its move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from counteract.core.decision import Path, Paths, Refusal, Why, is_plain
from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.moves.limits import FAR, MALFORMED, MOST_CORNERS, ULP, clean, in_tenths
from counteract.mechanics.moves.unit_limits import AT_THE_END, MISSING, FollowedPaths, Surroundings, UnitLimits, measure_gaps
from counteract.mechanics.names import part_of
from counteract.table.kernels import contacts as contact_kernels
from counteract.table.kernels import paths as path_kernels
from counteract.table.kernels import placement as placement_kernels
from counteract.table.kernels.unit_distances import label_groups
from counteract.table.paths import measure, pack_contact_flags, pack_path
from counteract.table.placement import find_placement_problem, list_levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.table.terrain import Terrain

    Box = tuple[float, float, float, float]

HALF_TURN = 180.0  # degrees
SLACK = 0.01  # degrees that a heading may be off
#: The points of a path, where it ends, and its length.
Followed = tuple[tuple[tuple[float, ...], ...], Point | None, float]
_profile = np.empty((128, 2))
_WITHOUT_SIGHT, _ENDS = pack_contact_flags(False, False), pack_contact_flags(False, True)


def check_paths(scene: Surroundings, radii: Sequence[float], limits: UnitLimits, answer: Paths) -> FollowedPaths | Refusal:
    """Return the move that an answer stands for, or why it is refused: the first model and the rule that decide."""
    if not is_plain(answer) or len(answer.paths) != len(limits.models):
        return Refusal(*limits.problems[MISSING], count=len(limits.models))
    paths: list[tuple[tuple[float, ...], ...]] = []
    ends: list[Point | None] = []
    lengths: list[float] = []
    follow = _follow if limits.ways else _set_up
    for k, points in enumerate(answer.paths):
        found = follow(scene, radii, limits, k, points)
        if isinstance(found, Refusal):
            return found
        paths.append(found[0])
        ends.append(found[1])
        lengths.append(found[2])
    move = FollowedPaths(limits.models, tuple(paths), tuple(ends), tuple(lengths))
    return _whole_problem(scene, radii, limits, move) or move


def list_faulty_models(scene: Surroundings, radii: Sequence[float], limits: UnitLimits, answer: Paths, ends: Sequence[Point | None]) -> list[int]:
    """Return the models of a unit that are at fault if an answer with a path for each is refused; ``ends`` are where they mean to end.

    Those are the models whose own path or place is refused, that overlap another base, or that are not of the unit's largest group.
    """
    follow = _follow if limits.ways else _set_up
    faulty = {i for k, i in enumerate(limits.models) if isinstance(follow(scene, radii, limits, k, answer.paths[k]), Refusal)}
    standing = _stand_up(scene, radii, limits, ends)
    try:
        faulty |= {i for i in standing if _find_overlapped(scene.rows, i) >= 0}
        faulty |= set(_list_stragglers(scene.rows, limits, standing))
    finally:
        scene.rows[list(limits.models), 3] = -1.0
    return sorted(faulty)


def list_free_places(
    scene: Surroundings, radii: Sequence[float], limits: UnitLimits, k: int, places: Sequence[Point], ends: Sequence[Point | None]
) -> list[Point]:
    """Return those of some places where a unit's k-th model may end, however it comes there, while all others are at their ``ends``."""
    i, rows, terrain = limits.models[k], scene.rows, limits.terrain
    others = [j for j in _stand_up(scene, radii, limits, ends) if j != i]
    rows[i, 3] = radii[i]
    arrays = terrain.parts_array, terrain.corners_array, terrain.board.width, terrain.board.depth, rows

    def is_free(place: Point) -> bool:
        rows[i, :3] = place
        return (
            placement_kernels.check_placement(*arrays, i, *place, radii[i], rows.item(i, 4))[0] == placement_kernels.OK
            and not (limits.kept and _stands_near(rows, limits, i, place))
            and _end_problem(scene, radii, limits, k, place, moved=True) is None
            and (not others or _is_beside(rows, limits, i, others))
        )

    try:
        return [place for place in places if is_free(place)]
    finally:
        rows[list(limits.models), 3] = -1.0


def _is_beside(rows: NDArray[np.float64], limits: UnitLimits, i: int, others: list[int]) -> bool:
    """Return True if a model keeps together with one of some others."""
    return any(not any(label_groups(rows, np.array((i, j)), limits.flat, limits.up)) for j in others)


def _stand_up(scene: Surroundings, radii: Sequence[float], limits: UnitLimits, ends: Sequence[Point | None]) -> list[int]:
    """Put the models of a unit where they end, and return those that stand somewhere; whoever calls lifts them off again."""
    standing = [(i, end) for i, end in zip(limits.models, ends, strict=True) if end is not None]
    for i, end in standing:
        scene.rows[i, :3], scene.rows[i, 3] = end, radii[i]
    return [i for i, _ in standing]


def _refuse(scene: Surroundings, i: int, why: Why, **values: Any) -> Refusal:
    """Return the refusal of a model's path, which names the model."""
    return Refusal(*why, model=scene.setting.names[i], number=i, **values)


def _follow(scene: Surroundings, radii: Sequence[float], limits: UnitLimits, k: int, points: tuple[tuple[float, ...], ...]) -> Followed | Refusal:
    """Return the points of the path of a unit's k-th model, where it ends and its length, or why it is refused."""
    i, start = limits.models[k], scene.starts[k]
    assert start is not None
    cleaned = clean(Path(points)) if points else []
    if cleaned is None:
        return _refuse(scene, i, limits.problems[MALFORMED], most=MOST_CORNERS)
    rows, terrain = scene.rows, limits.terrain
    path = pack_path([start, *(cleaned or [start])])
    ways = scene.friends
    ways[i, 3] = rows[i, 3] = radii[i]
    try:
        code, length, _, _, level, changes, _, _ = path_kernels.measure_path(
            terrain.parts_array, terrain.corners_array, terrain.board.width, terrain.board.depth, ways, i, path, limits.figures.array, _profile
        )
        if code != 0:
            return _way_problem(scene, ways, limits, i, [start, *(cleaned or [start])])
        end = (float(path[-1, 0]), float(path[-1, 1]), round(float(level), 3))
        if length > limits.most[k] + TOLERANCE:
            why = limits.too_long, '{model}: the path is {used:.1f}" long; the limit is {most:g}".'
            return _refuse(scene, i, why, length=length, used=in_tenths(length), most=limits.most[k])
        if limits.heading is not None and (problem := _straight_problem(scene, limits, i, start, cleaned, length)) is not None:
            return problem
        if limits.kept and _comes_near(rows, limits, i, path, changes):
            return _refuse(scene, i, limits.kept_out, clear=limits.clear)
    finally:
        ways[i, 3] = rows[i, 3] = -1.0
    problem = _end_problem(scene, radii, limits, k, end, moved=bool(cleaned))
    return (tuple(cleaned), end, length) if problem is None else problem


def _set_up(scene: Surroundings, radii: Sequence[float], limits: UnitLimits, k: int, points: tuple[tuple[float, ...], ...]) -> Followed | Refusal:
    """Return the point where a unit's k-th model is set up, as a path, or why it is refused; a fourth number is the way it faces."""
    i = limits.models[k]
    if not points and limits.lost:
        return (), None, 0.0
    point = _read_point(points, limits.terrain)
    if point is None:
        return _refuse(scene, i, limits.problems[MALFORMED], most=1)
    end: Point = point[0], point[1], point[2]
    scene.rows[i, 3] = radii[i]
    try:
        problem = _stand_problem(scene, limits, i, end)
        if problem is None and limits.kept and _stands_near(scene.rows, limits, i, end):
            problem = _refuse(scene, i, limits.kept_out, clear=limits.clear)
    finally:
        scene.rows[i, 3] = -1.0
    problem = problem or _end_problem(scene, radii, limits, k, end, moved=True)
    return ((point,), end, 0.0) if problem is None else problem


def _read_point(points: tuple[tuple[float, ...], ...], terrain: Terrain) -> tuple[float, ...] | None:
    """Return the one point of a path, rounded and on the floor at its height; None if it is none."""
    if len(points) != 1 or not 2 <= len(points[0]) <= 4 or not all(-FAR < number < FAR for number in points[0]):
        return None
    x, y, z, *facing = (*points[0], 0.0)[: max(3, len(points[0]))]
    z = next((level for level in list_levels(terrain) if abs(level - z) <= TOLERANCE), z)
    return round(float(x), 3), round(float(y), 3), round(float(z), 3), *(round(float(turn) % 360.0, 3) for turn in facing)


def _way_problem(scene: Surroundings, rows: NDArray[np.float64], limits: UnitLimits, i: int, path: list[tuple[Any, ...]]) -> Refusal:
    rows[i, :3] = path[0]
    walk = measure(limits.terrain, rows, i, path, limits.figures)
    assert walk.problem is not None
    x, y = walk.place
    name = "" if walk.body is None else scene.setting.names[walk.body]
    found = {"part": part_of(limits.terrain, walk.part), "name": name, "x": round(x, 2), "y": round(y, 2)}
    return _refuse(scene, i, limits.problems[walk.problem], length=walk.length, **found)


def _stand_problem(scene: Surroundings, limits: UnitLimits, i: int, end: Point) -> Refusal | None:
    """Return why a model cannot stand at a place, however it came there, or None."""
    rows, terrain = scene.rows, limits.terrain
    board, radius, height = terrain.board, rows.item(i, 3), rows.item(i, 4)
    arrays = terrain.parts_array, terrain.corners_array, board.width, board.depth, rows
    if placement_kernels.check_placement(*arrays, i, *end, radius, height)[0] == placement_kernels.OK:
        return None
    wrong = find_placement_problem(terrain, rows, *end, radius, height, i)
    assert wrong is not None
    name = "" if wrong.body is None else scene.setting.names[wrong.body]
    return _refuse(scene, i, limits.problems[wrong.problem], part=part_of(terrain, wrong.part), name=name, x=round(end[0], 2), y=round(end[1], 2))


def _comes_near(rows: NDArray[np.float64], limits: UnitLimits, i: int, path: NDArray[np.float64], changes: int) -> bool:
    """Return True if a path comes near one that must be kept clear of."""
    terrain = limits.terrain
    ends = limits.mode == AT_THE_END
    reports = np.empty((len(rows), contact_kernels.REPORT_SIZE))
    how = _ENDS if ends else _WITHOUT_SIGHT
    met = contact_kernels.find_contacts(terrain.parts_array, terrain.corners_array, rows, i, path, _profile, changes, limits.clear, how, reports)
    return bool(met) and (not ends or bool(np.any(reports[:, contact_kernels.AT_END] != 0.0)))


def _stands_near(rows: NDArray[np.float64], limits: UnitLimits, i: int, end: Point) -> bool:
    return bool(np.any(measure_gaps(rows, end, rows.item(i, 3), limits.kept) <= limits.clear + TOLERANCE))


def _end_problem(scene: Surroundings, radii: Sequence[float], limits: UnitLimits, k: int, end: Point, *, moved: bool) -> Refusal | None:
    """Return why a model may not end at a place where it can stand, or None."""
    i = limits.models[k]
    if limits.zones and not any(_is_inside(zone, end, radii[i]) for zone in limits.zones):
        return _refuse(scene, i, limits.outside)
    if limits.near is not None and measure_gaps(scene.rows, end, radii[i], limits.near[0]).min() > limits.near[1] + TOLERANCE:
        return _refuse(scene, i, limits.too_far, most=limits.near[1])
    goals = limits.goals[k] if limits.goals else ()
    if goals and moved:
        away = measure_gaps(scene.rows, end, radii[i], [goal.body for goal in goals])
        if not any(gap <= goal.most + TOLERANCE + ULP for gap, goal in zip(away.tolist(), goals, strict=True)):
            return _refuse(scene, i, limits.goal_why, gap=float(away.min()), most=goals[0].most)
    return None


def _is_inside(zone: Box, end: Point, radius: float) -> bool:
    """Return True if a whole base lies in a box."""
    inner = radius - TOLERANCE
    return zone[0] + inner <= end[0] <= zone[2] - inner and zone[1] + inner <= end[1] <= zone[3] - inner


def _straight_problem(scene: Surroundings, limits: UnitLimits, i: int, start: Point, points: list[tuple[Any, ...]], length: float) -> Refusal | None:
    """Return why a straight move after a turn of at most a quarter is none, or None."""
    assert limits.heading is not None
    if length < limits.least - TOLERANCE:
        return _refuse(scene, i, limits.too_short, least=limits.least, used=math.floor(10 * length) / 10)
    headings = [math.degrees(math.atan2(y - start[1], x - start[0])) for x, y, *_ in points if (x, y) != start[:2]]
    if any(abs(turn_between(limits.heading, heading)) > HALF_TURN / 2 + SLACK for heading in headings):
        return _refuse(scene, i, limits.turned)
    if any(abs(turn_between(headings[0], heading)) > SLACK for heading in headings[1:]):
        return _refuse(scene, i, limits.turned)
    return None


def turn_between(one: float, other: float) -> float:
    """Return the turn from one heading to another, in degrees between -180 and 180.

    >>> turn_between(350.0, 10.0), turn_between(10.0, 350.0)
    (20.0, -20.0)
    """
    return (other - one + HALF_TURN) % (2 * HALF_TURN) - HALF_TURN


def _whole_problem(scene: Surroundings, radii: Sequence[float], limits: UnitLimits, move: FollowedPaths) -> Refusal | None:
    """Return why models that could each go where they wish may not do so together, or None."""
    rows = scene.rows
    standing = _stand_up(scene, radii, limits, move.ends)
    try:
        problem = _overlap(scene, limits, standing) or _gap_in_unit(scene, limits, standing)
        if problem is None and limits.meets:
            problem = _nobody_meets(rows, limits, standing)
    finally:
        rows[list(limits.models), 3] = -1.0
    if problem is None and len(standing) < len(limits.models) - limits.lost:
        problem = Refusal(*limits.problems[MISSING], count=len(limits.models) - limits.lost)
    if problem is None and limits.whole is not None:
        problem = limits.whole(move)
    return problem


def _overlap(scene: Surroundings, limits: UnitLimits, standing: list[int]) -> Refusal | None:
    for i in standing:
        j = _find_overlapped(scene.rows, i)
        if j >= 0:
            return _refuse(scene, i, limits.problems["end-overlaps-base"], name=scene.setting.names[j])
    return None


def _find_overlapped(rows: NDArray[np.float64], i: int) -> int:
    """Return a base that a model overlaps, or -1."""
    return int(placement_kernels.find_overlapped_base(rows, i, *rows[i, :5].tolist()))


def _list_stragglers(rows: NDArray[np.float64], limits: UnitLimits, standing: list[int]) -> list[int]:
    """Return the models that are not of the largest group of their unit."""
    if len(standing) < 2:
        return []
    labels = label_groups(rows, np.array(standing), limits.flat, limits.up).tolist()
    largest = max(dict.fromkeys(labels), key=labels.count)
    return [i for i, label in zip(standing, labels, strict=True) if label != largest]


def _gap_in_unit(scene: Surroundings, limits: UnitLimits, standing: list[int]) -> Refusal | None:
    """Return the refusal of a unit that is not one group; it names a model outside the largest."""
    stragglers = _list_stragglers(scene.rows, limits, standing)
    if not stragglers:
        return None
    i = stragglers[0]
    group = scene.rows[[j for j in standing if j not in stragglers]]
    x, y, _, radius = scene.rows[i, :4].tolist()
    away = float((np.hypot(group[:, 0] - x, group[:, 1] - y) - group[:, 3] - radius).min())
    return _refuse(scene, i, limits.apart, gap=math.ceil(100 * away - 0.02) / 100)


def _nobody_meets(rows: NDArray[np.float64], limits: UnitLimits, standing: list[int]) -> Refusal | None:
    for i in standing:
        x, y, z, radius = rows[i, :4].tolist()
        if np.any(measure_gaps(rows, (x, y, z), radius, limits.meets) <= limits.reach + TOLERANCE):
            return None
    return Refusal(*limits.must_meet)
