"""One model of an arrangement put elsewhere, all others kept where they are: at the place wished for, or at the nearest free one beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from counteract.core.decision import Paths
from counteract.core.state import Point
from counteract.mechanics.moves.unit_checking import list_free_places
from counteract.mechanics.moves.unit_reach import find_way
from counteract.table.placement import find_placement_problem, has_floor, list_levels

if TYPE_CHECKING:
    from counteract.mechanics.moves.unit_decision import UnitPathsDecision
    from counteract.table.terrain import Terrain

#: Inches that a model slides at most, the distance between the rings of places tried, and how many are tried on each.
SLIDE, RING, DIRECTIONS = 0.5, 0.05, 24
#: The most free places that a way is looked for to.
MOST_WAYS = 6


def correct_model(decision: UnitPathsDecision, k: int, goal: Sequence[float], answer: Paths, ends: Sequence[Point | None]) -> Paths:
    """Return an answer with the unit's k-th model elsewhere, legal or not; ``ends`` are where all models of the answer end.

    If it cannot be at its goal it slides to the nearest place within half an inch where it can. A goal without a height means the
    highest floor there that it can stand on, or the ground.
    """
    path = next(_paths(decision, k, goal, ends))
    return Paths((*answer.paths[:k], path, *answer.paths[k + 1 :]))


def _paths(decision: UnitPathsDecision, k: int, goal: Sequence[float], ends: Sequence[Point | None]) -> Iterator[tuple[tuple[float, ...], ...]]:
    """Yield paths to free places, the nearest to a goal first; at last one to the goal itself, though it is not free."""
    limits, radii, scene = decision.limits, decision.field.radii, decision.surroundings
    here = _at_levels(limits.terrain, goal)
    yield from _ways(decision, k, list_free_places(scene, radii, limits, k, here, ends))
    about = [place for x, y in _rings(goal[0], goal[1]) for place in _at_levels(limits.terrain, (x, y, *goal[2:]))]
    for place in list_free_places(scene, radii, limits, k, about, ends)[:MOST_WAYS]:
        yield from _ways(decision, k, [place])
    i = limits.models[k]
    standing = [place for place in here if find_placement_problem(limits.terrain, scene.rows, *place, radii[i], scene.rows.item(i, 4), i) is None]
    yield from _ways(decision, k, standing)
    yield (here[-1],)


def _ways(decision: UnitPathsDecision, k: int, places: Sequence[Point]) -> Iterator[tuple[tuple[float, ...], ...]]:
    """Yield the shortest way to one of some places, if there is any."""
    ways = [way for place in places if (way := find_way(decision, k, place)) is not None]
    if ways:
        yield min(ways, key=lambda way: way.length).points


def _at_levels(terrain: Terrain, goal: Sequence[float]) -> list[Point]:
    """Return the places that a goal may mean: at its height, or on each floor there, the highest first, and on the ground."""
    x, y, *height = goal
    levels = height or [z for z in reversed(list_levels(terrain)) if z == 0.0 or has_floor(terrain, (x, y, z))]
    return [_point(x, y, z) for z in levels]


def _rings(x: float, y: float) -> Iterator[tuple[float, float]]:
    """Yield places about another, the nearest first."""
    for ring in range(1, round(SLIDE / RING) + 1):
        for turn in range(DIRECTIONS):
            angle = math.tau * turn / DIRECTIONS
            yield x + ring * RING * math.cos(angle), y + ring * RING * math.sin(angle)


def _point(x: float, y: float, z: float) -> Point:
    return round(x, 3), round(y, 3), round(z, 3)
