"""Reach of a unit: the shortest way of one of its models to a place, and the area where its models can end, for drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from counteract.core.state import Point
from counteract.mechanics.moves.unit_limits import ON_THE_WAY, UnitLimits
from counteract.table.paths import measure
from counteract.table.polygons import LevelPolygon, list_polygons
from counteract.table.reach import Mode, Reach

if TYPE_CHECKING:
    from counteract.mechanics.moves.unit_decision import UnitPathsDecision

#: The area of a unit is that of so many of its models, those that stand farthest from each other.
MOST_MODELS = 5
SIMPLE = 0.02  # inches by which an outline may be simplified


class ModelWay(NamedTuple):
    """The way of one model: its corners after the start, and how long it is."""

    points: tuple[tuple[float, ...], ...]
    length: float


def find_way(decision: UnitPathsDecision, k: int, goal: Point) -> ModelWay | None:
    """Return the shortest way of a unit's k-th model to a place, or None; where the unit is set up, the place itself."""
    x, y, z = (round(c, 3) for c in goal)
    if not decision.limits.ways:
        return ModelWay(((x, y, z),), 0.0)
    scene, i = decision.surroundings, decision.limits.models[k]
    rows = scene.friends if decision.limits.passes else scene.rows
    rows[i, :4] = *(scene.starts[k] or ()), decision.field.radii[i]  # whoever was checked stands where it wished to end
    try:
        way = _reach_of(decision.limits, rows, k).find_path(x, y, z)
        if way is None:
            return None
        length = measure(decision.limits.terrain, rows, i, way, decision.limits.figures).length
    finally:
        rows[i, 3] = -1.0
    return ModelWay(tuple(point[:3] for point in way[1:]), length)


def _reach_of(limits: UnitLimits, rows: Any, k: int) -> Reach:
    """Return the reach of a unit's k-th model, with its own unit out of the way."""
    mode: Mode = "free" if not limits.kept else "keep-out" if limits.mode == ON_THE_WAY else "end-out"
    return Reach(limits.terrain, rows, limits.models[k], limits.most[k], limits.figures, mode=mode, reach=limits.clear, sight=False)


# --- areas


def find_area(decision: UnitPathsDecision, most: int = MOST_MODELS) -> list[LevelPolygon]:
    """Return the area where ``most`` models of a unit can end, by level, never too large; where it is set up, the area that it must lie in."""
    from shapely import Polygon, unary_union

    if not decision.limits.ways:
        return list(list_polygons(0.0, _place_area(decision).simplify(SIMPLE)))
    scene, limits = decision.surroundings, decision.limits
    rows = scene.friends if limits.passes else scene.rows
    found: dict[float, list[Any]] = {}
    for k in _spread_out(scene.starts, most):
        i = limits.models[k]
        rows[i, :4] = *(scene.starts[k] or ()), decision.field.radii[i]
        for area in _reach_of(limits, rows, k).polygons():
            found.setdefault(area.z, []).append(Polygon(area.outline, area.holes))
        rows[i, 3] = -1.0
    return [area for z, shapes in sorted(found.items()) for area in list_polygons(z, unary_union(shapes).simplify(SIMPLE))]


def _spread_out(starts: Sequence[Point | None], most: int) -> list[int]:
    """Return ``most`` models of a unit, by place in it: the first, then whichever is farthest from those before."""
    chosen = [0]
    while len(chosen) < min(most, len(starts)):
        chosen.append(max(range(len(starts)), key=lambda k: min(_apart(starts[k], starts[other]) for other in chosen)))
    return chosen


def _apart(one: Point | None, other: Point | None) -> float:
    assert one is not None
    assert other is not None
    return math.hypot(one[0] - other[0], one[1] - other[1])


def _place_area(decision: UnitPathsDecision) -> Any:
    """Return the area of the board that the bases of a unit to be set up must lie in, as far as enemies, zones and carriers go."""
    from shapely import Point as Dot
    from shapely import box, unary_union

    limits, field = decision.limits, decision.field
    rows = field.bodies(decision.places)
    board, width = limits.terrain.board, 2 * max(field.radii[i] for i in limits.models)
    area = unary_union([box(*zone) for zone in limits.zones]) if limits.zones else box(0, 0, board.width, board.depth)
    if limits.near is not None:
        bodies, most = limits.near
        area = area.intersection(unary_union([Dot(rows[j, :2]).buffer(rows[j, 3] + most + width) for j in bodies if rows[j, 3] >= 0]))
    kept = [Dot(rows[j, :2]).buffer(rows[j, 3] + limits.clear) for j in limits.kept if rows[j, 3] >= 0]
    return area.difference(unary_union(kept)) if kept else area
