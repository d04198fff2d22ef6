"""Proof that no model of a unit can get closer to those it goes toward, so that its player need not be asked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.decision import Paths
from counteract.core.state import TOLERANCE, Point
from counteract.mechanics.moves.unit_limits import Goal, measure_gaps
from counteract.mechanics.moves.unit_reach import find_way
from counteract.table.kernels import placement as placement_kernels
from counteract.table.placement import find_free_space_vertices, list_levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from counteract.mechanics.moves.unit_decision import UnitPathsDecision

STEPS = (1.0, 0.5, 0.1, 0.01)  # inches of a first step, and less where the model has less to go
TURNS = tuple((k + 1) // 2 * (1 if k % 2 else -1) * math.radians(5.0) for k in range(35))  # straight to a goal first, at most 85 degrees off
AROUND = 72  # angles about a goal
MOST_WAYS = 24  # places, the nearest first, that a way is looked for to; if there are more, nothing is proved


def can_close_in(decision: UnitPathsDecision) -> bool:
    """Return False if no model of a unit can end near one of its goals, steps of 0.01" included: each model by itself is proved to have no place."""
    return any(decision.refuse(answer) is None for answer in _single_steps(decision)) or _some_find_places(decision)


def _single_steps(decision: UnitPathsDecision) -> Iterator[Paths]:
    """Yield steps of one model straight to a goal, legal or not, while all others stay."""
    stay = decision.stay.paths
    for k in _list_hopeful(decision):
        for goal in decision.limits.goals[k]:
            for place in _steps(decision, k, goal, TURNS[:1]):
                yield Paths((*stay[:k], (place[:2],), *stay[k + 1 :]))


def _list_hopeful(decision: UnitPathsDecision) -> list[int]:
    """Return the models of a unit, by place in it, that do not touch their goals yet."""
    return [k for k, goals in enumerate(decision.limits.goals) if any(goal.most > 0.0 for goal in goals)]


def _steps(decision: UnitPathsDecision, k: int, goal: Goal, turns: Sequence[float]) -> Iterator[Point]:
    """Yield places a step from a model towards a goal."""
    rows, limits = decision.field.bodies(decision.places), decision.limits
    x, y, z, radius = rows[limits.models[k], :4].tolist()
    bx, by, _, other = rows[goal.body, :4].tolist()
    away = math.hypot(bx - x, by - y)
    most = min(limits.most[k], max(0.0, away - radius - other))
    for length in dict.fromkeys(min(step, most) for step in (most, *STEPS)):
        for turn in turns:
            angle = math.atan2(by - y, bx - x) + turn
            yield round(x + length * math.cos(angle), 3), round(y + length * math.sin(angle), 3), z


def _some_find_places(decision: UnitPathsDecision) -> bool:
    """Return True if a model of a unit could get closer if those that cannot stay, and the others are out of its way."""
    hopeful = _list_hopeful(decision)
    while hopeful:
        left = [k for k in hopeful if _finds_place(decision, k, hopeful)]
        if len(left) == len(hopeful):
            return True
        hopeful = left
    return False


def _finds_place(decision: UnitPathsDecision, k: int, hopeful: Sequence[int]) -> bool:
    """Return True if a model has a way to a place nearer to a goal; those of its unit that are not ``hopeful`` stand where they do."""
    limits, field, scene = decision.limits, decision.field, decision.surroundings
    i, rows = limits.models[k], scene.rows.copy()
    start = scene.starts[k]
    assert start is not None
    for other, j in enumerate(limits.models):
        if other == k or other not in hopeful:
            rows[j] = field.bodies(decision.places)[j]
    arrays = limits.terrain.parts_array, limits.terrain.corners_array, limits.terrain.board.width, limits.terrain.board.depth, rows
    found = np.array([place for goal in limits.goals[k] if goal.most > 0.0 for place in _places(decision, k, goal, rows)]).reshape(-1, 3)
    far = np.hypot(found[:, 0] - start[0], found[:, 1] - start[1])
    ways = 0
    for n in np.argsort(far, kind="stable").tolist():
        place: Point = tuple(np.round(found[n], 3).tolist())
        if far[n] > limits.most[k] + TOLERANCE:
            break
        away = measure_gaps(rows, place, rows.item(i, 3), [goal.body for goal in limits.goals[k]]).tolist()
        if not any(gap <= goal.most + TOLERANCE for gap, goal in zip(away, limits.goals[k], strict=True)):
            continue
        if placement_kernels.check_placement(*arrays, i, *place, rows.item(i, 3), rows.item(i, 4))[0] == placement_kernels.OK:
            ways += 1
            if ways > MOST_WAYS or find_way(decision, k, place) is not None:
                return True
    return False


def _places(decision: UnitPathsDecision, k: int, goal: Goal, rows: NDArray[np.float64]) -> Iterator[Point]:
    """Yield places nearer to a goal: a step away, about it, and all in which the model just fits."""
    limits = decision.limits
    i = limits.models[k]
    x, y, z, radius, height = rows[i, :5].tolist()
    bx, by, bz, other = rows[goal.body, :4].tolist()
    yield from _steps(decision, k, goal, TURNS)
    box = x - limits.most[k], y - limits.most[k], x + limits.most[k], y + limits.most[k]
    for level in list_levels(limits.terrain):
        square = goal.most**2 - (level - bz) ** 2
        if square < 0.0 or abs(level - z) > limits.most[k] + TOLERANCE:
            continue
        ring = radius + other + math.sqrt(square)
        for turn in range(AROUND):
            angle = turn * math.tau / AROUND
            yield bx + ring * math.cos(angle), by + ring * math.sin(angle), level
        rings = [(bx, by, ring), (x, y, limits.most[k])]
        yield from map(tuple, find_free_space_vertices(limits.terrain, rows, level, radius, height, i, box, rings).tolist())
