"""Reach of a unit: the shortest way of one of its models to a place, and the area where its models can end, for drawing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from counteract.core.state import Point
from counteract.mechanics.moves.unit_limits import ON_THE_WAY, UnitLimits
from counteract.table.paths import measure
from counteract.table.polygons import LevelPolygon, list_polygons
from counteract.table.reach import Mode, Reach
from counteract.table.unit_area import UnitMember, find_unit_area

if TYPE_CHECKING:
    from counteract.mechanics.moves.unit_decision import UnitPathsDecision

SIMPLE = 0.02  # inches by which an outline may be simplified
HALF_TURN, ARC_STEPS = 180.0, 36  # degrees, and the lines that an arc of so many is drawn with


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
    board = limits.terrain, rows, limits.models[k]
    return Reach(*board, limits.most[k], limits.figures, mode=_mode_of(limits), reach=limits.clear, sight=False, closely=True)


def _mode_of(limits: UnitLimits) -> Mode:
    """Return how the models of a unit keep clear of enemies."""
    return "free" if not limits.kept else "keep-out" if limits.mode == ON_THE_WAY else "end-out"


# --- areas


def find_area(decision: UnitPathsDecision) -> list[LevelPolygon]:
    """Return the area where models of a unit can end, by level; where it is set up, the area that it must lie in."""
    if not decision.limits.ways:
        return list(list_polygons(0.0, _place_area(decision).simplify(SIMPLE)))
    scene, limits, field = decision.surroundings, decision.limits, decision.field
    rows = scene.friends if limits.passes else scene.rows
    movers = [
        UnitMember(start, field.radii[i], field.heights[i], most)
        for i, start, most in zip(limits.models, scene.starts, limits.most, strict=True)
        if start is not None
    ]
    found = find_unit_area(limits.terrain, rows, movers, limits.figures, mode=_mode_of(limits), reach=limits.clear)
    return list(found) if limits.heading is None else list(_ahead(found, movers, limits.heading, limits.least))


def _ahead(areas: Iterable[LevelPolygon], movers: Sequence[UnitMember], heading: float, least: float) -> Iterator[LevelPolygon]:
    """Yield the parts of areas that straight moves of a least length lead to, after a turn of at most a quarter."""
    from shapely import Point as Dot
    from shapely import Polygon, unary_union

    fans = []
    for mover in movers:
        (x, y, _), most = mover.place, mover.most
        arc = [math.radians(heading + HALF_TURN * (k / ARC_STEPS - 0.5)) for k in range(ARC_STEPS + 1)]
        fan = Polygon([(x, y), *((x + 1.01 * most * math.cos(angle), y + 1.01 * most * math.sin(angle)) for angle in arc)])
        fans.append(fan.difference(Dot(x, y).buffer(least, quad_segs=ARC_STEPS)))
    fan = unary_union(fans)
    for area in areas:
        yield from list_polygons(area.z, Polygon(area.outline, area.holes).intersection(fan))


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
