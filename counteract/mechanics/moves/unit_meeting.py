"""Ways of one model of a unit, by itself, to one that its unit must meet: goals for the rest, and proof where there is none."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.moves.limits import MoveLimits, Setting
from counteract.mechanics.moves.reach import reach_of
from counteract.mechanics.moves.unit_limits import LoneMover, UnitLimits, measure_gaps
from counteract.table.reach import Reach

GAPS = (0.01, 0.5, 1.0)  # shares of the reach at which meeting places are looked for
AROUND = 72  # angles about a body
WAYS, LISTED = 4, 16  # ways of one model, and of all models of a unit, that are listed
Way = tuple[Any, ...]  # points (x, y, z) from the place of the model


def find_meetings(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> Iterator[Way]:
    """Yield ways on which a model of a unit could meet one of ``limits.meets`` if it were alone, the models nearest to one first.

    If there is none, no arrangement of the unit meets anybody either.
    """
    return islice(_list_meetings(setting, places, limits), LISTED)


def _list_meetings(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits) -> Iterator[Way]:
    rows, own, met = setting.bodies(places), list(limits.models), list(limits.meets)
    flat = np.hypot(rows[own, None, 0] - rows[met, 0], rows[own, None, 1] - rows[met, 1]) - rows[own, None, 3] - rows[met, 3]
    away = flat.min(axis=1)
    for k in np.argsort(away, kind="stable").tolist():
        if away[k] <= limits.most[k] + limits.reach + TOLERANCE:
            yield from _meetings_of(setting, places, limits, k)


def _meetings_of(setting: Setting, places: tuple[Point | None, ...], limits: UnitLimits, k: int) -> Iterator[Way]:
    alone = LoneMover(setting, places, limits, limits.models[k], met=() if limits.passes else limits.meets)
    yield from islice(_over_units(alone, places, limits, k) if limits.passes else _on_foot(alone, places, limits, k), WAYS)


def _on_foot(alone: LoneMover, places: tuple[Point | None, ...], limits: UnitLimits, k: int) -> Reach:
    """Return the ways of one model that end near one it may meet, and near nobody else."""
    gaps = tuple(limits.reach * share for share in GAPS)
    terms = MoveLimits(
        most=limits.most[k], too_long=limits.too_long, figures=limits.figures, mode="end-in", control=limits.reach, kept_out=limits.kept_out,
        must_meet=limits.must_meet, sight=False, shunned=limits.kept, gaps=gaps, problems=dict(limits.problems),
    )  # fmt: skip
    return reach_of(alone, places, limits.models[k], terms)


def _over_units(alone: LoneMover, places: tuple[Point | None, ...], limits: UnitLimits, k: int) -> Iterator[Way]:
    """Yield the ways of one model that passes over all others and ends near one it may meet, and near nobody else."""
    rows, i = alone.bodies(places), limits.models[k]
    x, y, _, radius = rows[i, :4].tolist()
    reach = Reach(limits.terrain, rows, i, limits.most[k], limits.figures)
    for j in limits.meets:
        bx, by, bz, other = rows[j, :4].tolist()
        first = math.atan2(y - by, x - bx)
        for gap in GAPS:
            far = radius + other + gap * limits.reach
            for turn in range(AROUND):
                angle = first + (turn + 1) // 2 * (1 if turn % 2 else -1) * math.tau / AROUND
                end = bx + far * math.cos(angle), by + far * math.sin(angle), bz
                if math.hypot(end[0] - x, end[1] - y) > limits.most[k]:
                    continue
                clear = not limits.kept or measure_gaps(rows, end, radius, limits.kept).min() > limits.clear + TOLERANCE
                way = reach.find_path(*end) if clear else None
                if way is not None:
                    yield way
