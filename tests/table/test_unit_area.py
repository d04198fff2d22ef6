"""The area of a whole unit: the union of the areas of all its models, each of which has an exact one of its own."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from shapely import Point, Polygon, unary_union

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.paths import measure
from counteract.table.polygons import LevelPolygon
from counteract.table.reach import Reach
from counteract.table.terrain import Board, Part, Terrain
from counteract.table.unit_area import UnitMember, find_unit_area

from .unit_scenes import BOARD, HEIGHT, WALKING, a_scene


def shapes(areas: Any) -> dict[float, Any]:
    """Return the area on each level as one shape."""
    found: dict[float, list[Any]] = {}
    for area in areas:
        assert isinstance(area, LevelPolygon)
        found.setdefault(area.z, []).append(Polygon(area.outline, area.holes))
    return {z: unary_union(some) for z, some in found.items()}


def one_by_one(terrain: Terrain, rows: np.ndarray, bodies: np.ndarray, unit: tuple[int, ...], task: Any) -> dict[float, Any]:
    """Return the union of the exact areas of all models, each with its unit off the table."""
    found: list[LevelPolygon] = []
    for i in unit:
        rows[i, 3] = bodies[i, 3]
        found += Reach(terrain, rows, i, 6.0, task.movement, mode="keep-out", reach=1.0, sight=False).polygons()
        rows[i, 3] = -1.0
    return shapes(found)


@pytest.mark.parametrize(("seed", "mixed"), [(1, False), (5, False), (2, True)])
def test_the_area_of_a_unit_is_the_union_of_those_of_all_its_models(seed: int, mixed: bool) -> None:
    terrain, bodies, task, _ = a_scene(seed, 8, 100, mixed=mixed)
    rows = bodies.copy()
    rows[:, 5] = 0.0
    rows[list(task.keep_out), 5] = 1.0
    rows[list(task.unit), 3] = -1.0
    movers = [UnitMember(tuple(bodies[i, :3].tolist()), bodies.item(i, 3), bodies.item(i, 4), 6.0) for i in task.unit]
    found = shapes(find_unit_area(terrain, rows, movers, WALKING, mode="keep-out", reach=1.0))
    exact = one_by_one(terrain, rows, bodies, task.unit, task)
    on_the_board = exact[0.0]
    assert found[0.0].difference(on_the_board.buffer(0.1)).area < 0.01
    assert on_the_board.difference(found[0.0].buffer(0.5)).area < 0.01
    assert found[0.0].area == pytest.approx(on_the_board.area, rel=0.005)


def test_every_place_of_the_area_can_be_reached_by_some_model() -> None:
    terrain, bodies, task, _ = a_scene(7, 10, 100)
    rows = bodies.copy()
    rows[:, 5] = 0.0
    rows[list(task.keep_out), 5] = 1.0
    rows[list(task.unit), 3] = -1.0
    movers = [UnitMember(tuple(bodies[i, :3].tolist()), bodies.item(i, 3), bodies.item(i, 4), 6.0) for i in task.unit]
    found = shapes(find_unit_area(terrain, rows, movers, WALKING, mode="keep-out", reach=1.0))
    tried = 0
    for z, shape in found.items():
        inner = shape.buffer(-0.1)
        x0, y0, x1, y1 = shape.bounds
        for x, y in ((x, y) for x in np.arange(x0, x1, 0.8).tolist() for y in np.arange(y0, y1, 0.8).tolist() if inner.contains(Point(x, y))):
            tried += 1
            assert any(reaches(terrain, rows, bodies, i, (x, y, z)) for i in task.unit), (x, y, z)
    assert tried > 100


def reaches(terrain: Terrain, rows: np.ndarray, bodies: np.ndarray, i: int, place: tuple[float, float, float]) -> bool:
    rows[i, 3] = bodies[i, 3]
    found = Reach(terrain, rows, i, 6.0, WALKING, mode="keep-out", reach=1.0, sight=False).can_reach(*place)
    rows[i, 3] = -1.0
    return found


def beside(turn: float) -> tuple[float, float]:
    """Return the place of a base that touches the wide one at (30, 30), at this angle."""
    return round(30 + 1.9683 * math.cos(turn), 3), round(30 + 1.9683 * math.sin(turn), 3)


@pytest.mark.parametrize("angle", [0.0, 5.0, 30.0])
def test_who_touches_an_enemy_gets_round_it_as_far_as_it_may(angle: float) -> None:
    """A wide base that falls back from another: no place is left out of the area that a way shorter by more than 0.1" leads to."""
    turn = math.radians(angle)
    bodies = pack_bodies([Body(30, 30, 0, Round(1.181), HEIGHT), Body(*beside(turn), 0, Round(0.787), HEIGHT, 1)])
    asked: dict[str, Any] = {"mode": "end-out", "reach": 1.0}
    reach = Reach(Terrain(Board(60, 60)), bodies, 0, 8.0, WALKING, sight=False, closely=True, **asked)
    others = bodies.copy()
    others[0, 3] = -1.0
    found = shapes(find_unit_area(Terrain(Board(60, 60)), others, [UnitMember((30.0, 30.0, 0.0), 1.181, HEIGHT, 8.0)], WALKING, **asked))[0.0]
    tried = 0
    for far, off in product(np.arange(5.0, 8.0, 0.25).tolist(), np.radians(np.arange(-40.0, 41.0, 10.0)).tolist()):
        x, y = round(30 + far * math.cos(turn + off), 3), round(30 + far * math.sin(turn + off), 3)
        way = reach.find_path(x, y)
        if way is not None and measure(Terrain(Board(60, 60)), bodies, 0, way, WALKING).length < 8.0 - 0.11:
            tried += 1
            assert found.contains(Point(x, y)), (x, y)
    assert tried > 30


def test_models_between_the_outermost_count_too() -> None:
    """Ten models in two columns: a wall with one gap in it lets only the model beside the gap through."""
    walls = [((0, 12), (29, 12), (29, 13), (0, 13)), ((31, 12), (60, 12), (60, 13), (31, 13))]
    parts = tuple(Part(id=f"wall {k}", feature="wall", footprint=wall, top=9.0, kind="heavy", marks=("blocking",)) for k, wall in enumerate(walls))
    places = [(5.0 + 5.0 * k, 9.0) for k in range(11)]
    bodies = pack_bodies([Body(x, y, 0, Round(0.5), HEIGHT) for x, y in places])
    bodies[:, 3] = -1.0
    movers = [UnitMember((x, y, 0.0), 0.5, HEIGHT, 6.0) for x, y in places]
    found = shapes(find_unit_area(Terrain(Board(60, 24), parts), bodies, movers, WALKING))[0.0]
    beyond = found.intersection(Polygon([(0, 13), (60, 13), (60, 24), (0, 24)]))
    assert beyond.contains(Point(30, 14.9))
    assert not beyond.contains(Point(30, 15.05))
    assert beyond.bounds[0] > 27
    assert beyond.bounds[2] < 33


def test_models_with_less_to_spend_reach_less_far() -> None:
    bodies = pack_bodies([Body(10, 10, 0, Round(0.5), HEIGHT), Body(30, 10, 0, Round(0.5), HEIGHT)])
    bodies[:, 3] = -1.0
    movers = [UnitMember((10.0, 10.0, 0.0), 0.5, HEIGHT, 6.0), UnitMember((30.0, 10.0, 0.0), 0.5, HEIGHT, 3.0)]
    one, other = sorted(find_unit_area(Terrain(BOARD), bodies, movers, WALKING), key=lambda area: min(area.outline))
    assert max(x for x, _ in one.outline) == pytest.approx(16, abs=0.02)
    assert max(x for x, _ in other.outline) == pytest.approx(33, abs=0.02)


def test_who_stands_at_an_enemy_and_may_not_leave_it_goes_nowhere() -> None:
    bodies = pack_bodies([Body(10, 10, 0, Round(0.5), HEIGHT), Body(11.5, 10, 0, Round(0.5), HEIGHT, 1)])
    bodies[0, 3] = -1.0
    movers = [UnitMember((10.0, 10.0, 0.0), 0.5, HEIGHT, 6.0)]
    assert list(find_unit_area(Terrain(BOARD), bodies, movers, WALKING, mode="keep-out", reach=1.0)) == []
    assert list(find_unit_area(Terrain(BOARD), bodies, movers, WALKING, mode="end-out", reach=1.0)) != []
