"""Ways of one model of a unit, by itself: to one that its unit must meet, or to any legal end; goals for the rest, and proof where there is none."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from counteract.core.decision import Path, Refusal
from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.moves.limits import MoveLimits, Setting, check_path
from counteract.mechanics.moves.reach import reach_of
from counteract.mechanics.moves.unit_limits import AT_THE_END, LoneMover, UnitLimits, measure_gaps
from counteract.table.placement import find_free_space_vertices, list_levels
from counteract.table.reach import Reach

if TYPE_CHECKING:
    from counteract.table.units import Floats

GAPS = (0.01, 0.5, 1.0)  # shares of the reach at which meeting places are looked for
AROUND = 72  # angles about a body
HAIR = 0.0018  # inches kept beyond the least distance allowed: the tolerance, and what rounding may take
STRAIGHT = 6  # pairs of models that are tried straight ahead
WAYS, LISTED = 4, 16  # ways of one model, and of all models of a unit, that are listed
Way = tuple[Any, ...]  # points (x, y, z) from the place of the model


def find_meetings(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> Iterator[Way]:
    """Yield ways on which a model of a unit could meet one of ``limits.meets`` if it were alone, the models nearest to one first.

    If there is none, no arrangement of the unit meets anybody either.
    """
    return islice(_list_meetings(setting, places, limits), LISTED)


def can_meet_any(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> bool:
    """Return True if a model of a unit, if it were alone, could meet one of ``limits.meets``: mostly straight ahead, which is found quickly."""
    return _meets_straight_ahead(setting, places, limits) or any(True for _ in find_meetings(setting, places, limits))


def seems_to_meet(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> bool:
    """Return True if the model nearest to one of ``limits.meets`` could meet it: a quick guess, and no proof if it could not."""
    if _meets_straight_ahead(setting, places, limits):
        return True
    k = next(_by_distance(setting, places, limits), None)
    return k is not None and any(True for _ in _meetings_of(setting, places, limits, k))


def _meets_straight_ahead(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> bool:
    """Return True if one of the models nearest to those that may be met gets there straight ahead."""
    if limits.passes:
        return False
    rows, own, met = setting.bodies(places), list(limits.models), list(limits.meets)
    flat = _flat_gaps(setting, places, limits)
    for nearest in np.argsort(flat, axis=None, kind="stable")[:STRAIGHT].tolist():
        k, m = divmod(nearest, len(met))
        if flat[k, m] > limits.most[k] + limits.reach + TOLERANCE:
            break
        i, j = own[k], met[m]
        alone = LoneMover(setting, places, limits, i, met=limits.meets)
        (x, y, _, radius), (bx, by, bz, other) = rows[i, :4].tolist(), rows[j, :4].tolist()
        apart = math.hypot(bx - x, by - y)
        for gap in GAPS:
            far = radius + other + gap * limits.reach
            if apart <= far:  # one above the other, perhaps
                continue
            end = Path(((bx + far / apart * (x - bx), by + far / apart * (y - by), bz),))
            if not isinstance(check_path(alone, places, i, _meeting_terms(limits, k), end), Refusal):
                return True
    return False


def _list_meetings(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> Iterator[Way]:
    for k in _by_distance(setting, places, limits):
        yield from _meetings_of(setting, places, limits, k)


def _by_distance(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> Iterator[int]:
    """Yield the models of a unit, by their places in it, that are near enough to one that may be met, the nearest first."""
    away = _flat_gaps(setting, places, limits).min(axis=1)
    for k in np.argsort(away, kind="stable").tolist():
        if away[k] <= limits.most[k] + limits.reach + TOLERANCE:
            yield k


def _flat_gaps(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> Floats:
    """Return the gaps in plan from each model of a unit to each of those that may be met."""
    rows, own, met = setting.bodies(places), list(limits.models), list(limits.meets)
    found: Floats = np.hypot(rows[own, None, 0] - rows[met, 0], rows[own, None, 1] - rows[met, 1]) - rows[own, None, 3] - rows[met, 3]
    return found


def _meetings_of(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits, k: int) -> Iterator[Way]:
    alone = LoneMover(setting, places, limits, limits.models[k], met=() if limits.passes else limits.meets)
    yield from islice(_over_units(alone, places, limits, k) if limits.passes else _on_foot(alone, places, limits, k), WAYS)


def _on_foot(alone: LoneMover, places: tuple[Point | None, ...], limits: UnitLimits, k: int) -> Reach:
    """Return the ways of one model that end near one it may meet, and near nobody else."""
    reach = reach_of(alone, places, limits.models[k], _meeting_terms(limits, k))
    if not reach:
        narrow = _narrow_ends(alone.bodies(places), limits, k)
        reach.search_exactly(narrow.goals, narrow.ends)
    return reach


def _meeting_terms(limits: UnitLimits, k: int) -> MoveLimits:
    """Return the terms of the way of a unit's k-th model, by itself, to one that it may meet."""
    return MoveLimits(
        most=limits.most[k], too_long=limits.too_long, figures=limits.figures, mode="end-in", control=limits.reach, kept_out=limits.kept_out,
        must_meet=limits.must_meet, sight=False, shunned=limits.kept, gaps=tuple(limits.reach * share for share in GAPS),
        problems=dict(limits.problems),
    )  # fmt: skip


def _over_units(alone: LoneMover, places: tuple[Point | None, ...], limits: UnitLimits, k: int) -> Iterator[Way]:
    """Yield the ways of one model that passes over all others and ends near one it may meet, and near nobody else."""
    rows, i = alone.bodies(places), limits.models[k]
    x, y, _, radius = rows[i, :4].tolist()
    reach = Reach(limits.terrain, rows, i, limits.most[k], limits.figures)

    def ways_to(ends: Iterable[Sequence[float]]) -> Iterator[Way]:
        for ex, ey, ez in ends:
            if math.hypot(ex - x, ey - y) > limits.most[k] + TOLERANCE:
                continue
            clear = not limits.kept or measure_gaps(rows, (ex, ey, ez), radius, limits.kept).min() > limits.clear + TOLERANCE
            way = reach.find_path(ex, ey, ez) if clear else None
            if way is not None:
                yield way

    yield from ways_to(end for j in limits.meets for end in _about(rows, i, j, limits.reach))
    narrow = _narrow_ends(rows, limits, k)  # looked at only if the ways above are not enough
    met = [end for end in narrow.ends.tolist() if measure_gaps(rows, tuple(end), radius, limits.meets).min() <= limits.reach + TOLERANCE]
    yield from ways_to(met)
    yield from ways_to(way[-1][:3] for way in reach.find_shortest(narrow.goals, np.empty((0, 3))))


def _about(rows: Floats, i: int, j: int, reach: float) -> Iterator[Point]:
    """Yield places of body i about body j, the nearest to where it stands first."""
    (x, y, _, radius), (bx, by, bz, other) = rows[i, :4].tolist(), rows[j, :4].tolist()
    first = math.atan2(y - by, x - bx)
    for gap in GAPS:
        far = radius + other + gap * reach
        for turn in range(AROUND):
            angle = first + (turn + 1) // 2 * (1 if turn % 2 else -1) * math.tau / AROUND
            yield bx + far * math.cos(angle), by + far * math.sin(angle), bz


class NarrowEnds(NamedTuple):
    """Places where a model just fits, and the discs about those it may meet that its centre must end in."""

    ends: Floats  # rows x, y, z
    goals: Floats  # rows x, y, radius, z


def _narrow_ends(rows: Floats, limits: UnitLimits, k: int) -> NarrowEnds:
    """Return the places near those that a unit's k-th model may meet where it touches two limits at once, on every level near them.

    Limits are bases, terrain, the reach of those to be met, the keep-out of others, and the longest move. However small the space is
    where a move may end, it has such a place, or the shortest way into the reach of one to be met ends in it.
    """
    i = limits.models[k]
    x, y, _, radius, height = rows[i, :5].tolist()
    most = limits.most[k]
    box = x - most, y - most, x + most, y + most
    ends, goals = [np.empty((0, 3))], [np.empty((0, 4))]
    for level in list_levels(limits.terrain):
        met = _rings(rows, limits.meets, radius, limits.reach, level)
        if met:
            kept = _rings(rows, limits.kept, radius, limits.clear + HAIR, level)
            ends.append(find_free_space_vertices(limits.terrain, rows, level, radius, height, i, box, [*met, *kept, (x, y, most)]))
            goals.append(np.array([(bx, by, far, level) for bx, by, far in met]))
    return NarrowEnds(np.concatenate(ends), np.concatenate(goals))


def _rings(rows: Floats, bodies: Sequence[int], radius: float, reach: float, level: float) -> list[tuple[float, float, float]]:
    """Return the circles on a level that the centre of a base is on while it is so far from each of some bodies."""
    found = []
    for bx, by, bz, other in rows[list(bodies), :4].tolist():
        square = reach * reach - (level - bz) ** 2
        if other >= 0.0 and square > 0.0:
            found.append((bx, by, radius + other + math.sqrt(square)))
    return found


# --- any legal end


def can_meet(rows: Floats, limits: UnitLimits, apart: float) -> bool:
    """Return False if the models of a unit are too far from each other to form one group by their moves, with gaps of so many inches in plan."""
    own, most = rows[list(limits.models)], np.array(limits.most)
    flat = np.hypot(own[:, None, 0] - own[:, 0], own[:, None, 1] - own[:, 1]) - own[:, None, 3] - own[:, 3]
    linked = flat <= apart + most[:, None] + most + TOLERANCE
    group = np.zeros(len(own), bool)
    group[:1] = True
    while not group.all():
        more = linked[group].any(axis=0)
        if (more == group).all():
            return False
        group = more
    return True


def find_lone_end(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits, k: int) -> Way | None:
    """Return a way on which a unit's k-th model, if it were alone, could end its move; None if there is none."""
    i = limits.models[k]
    terms = MoveLimits(
        most=limits.most[k], too_long=limits.too_long, figures=limits.figures, mode="end-out" if limits.mode == AT_THE_END else "keep-out",
        control=limits.clear, kept_out=limits.kept_out, sight=False, problems=dict(limits.problems),
    )  # fmt: skip
    return next(iter(reach_of(LoneMover(setting, places, limits, i), places, i, terms)), None)


def can_each_end(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> bool:
    """Return False if a model of a unit could not end its move even if it were alone: then no arrangement of the unit can be legal."""
    return all(find_lone_end(setting, places, limits, k) is not None for k in range(len(limits.models)))
