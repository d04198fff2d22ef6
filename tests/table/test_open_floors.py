"""Floors that models climb through: a path changes its level where a waypoint wishes another, at the price of the height."""

from __future__ import annotations

import random
from collections import Counter
from itertools import accumulate, pairwise
from math import cos, hypot, inf, pi, sin

import oracle_paths as twin
import pytest
from move_scenes import box, man

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.paths import MeasuredPath, MovementParameters, find_contacts, measure
from counteract.table.placement import find_placement_problem
from counteract.table.reach import Reach
from counteract.table.terrain import Board, Part, Terrain

BOARD = Board(20, 20)
FIGURES = MovementParameters(
    climb=True, climb_least=0, climb_most=inf, drop_free=0, jump_from=inf, jump_most=0, jump_slack=0, ladder_reach=0, friends_block=True
)


def gallery(name: str, x0: float, y0: float, x1: float, y1: float, top: float, *marks: str) -> Part:
    return box(name, x0, y0, x1, y1, top, top - 0.1, ("vantage", *marks))


FLOOR = gallery("floor", 5, 5, 12, 12, 3.0, "open")


def go(path, parts=(FLOOR,), others=(), z=0.0, figures=FIGURES) -> MeasuredPath:
    x, y = path[0][:2]
    return measure(Terrain(BOARD, tuple(parts)), pack_bodies([man(x, y, z), *others]), 0, path, figures)


def test_a_model_climbs_through_an_open_floor_at_the_price_of_its_height():
    walk = go([(3, 8), (8, 8, 0), (8, 8, 3)])
    assert (walk.problem, walk.length, walk.z) == (None, 8.0, 3.0)
    assert walk.levels == ((0.0, 0.0), (5.0, 3.0))


def test_it_climbs_down_through_it():
    walk = go([(8, 8, 3), (8, 8, 0), (3, 8, 0)], z=3.0)
    assert (walk.problem, walk.length, walk.z, walk.dropped) == (None, 8.0, 0.0, 3.0)


def test_it_climbs_where_it_arrives_if_the_waypoint_wishes_that():
    assert go([(6, 8), (8, 8, 3)]).length == 5.0
    start, edge = go([(3, 8), (8, 8, 3)]).levels  # by the edge, as on any floor
    assert (start, edge) == ((0.0, 0.0), (pytest.approx(1.5, abs=1e-5), 3.0))


def test_nothing_changes_beneath_an_open_floor_nor_at_its_edge():
    assert go([(3, 8), (15, 8)]).levels == ((0.0, 0.0),)
    assert go([(8, 8), (15, 8)], z=3.0).length == 10.0


def test_a_closed_floor_is_not_climbed_through():
    closed = gallery("closed", 5, 5, 12, 12, 3.0)
    assert go([(3, 8), (8, 8, 0), (8, 8, 3)], [closed]).problem == "wrong-level"
    assert go([(8, 8, 3), (8, 8, 0)], [closed], z=3.0).problem == "wrong-level"


def test_two_open_floors_are_climbed_through_at_once_and_a_closed_one_between_stops_it():
    upper = gallery("upper", 5, 5, 12, 12, 6.0, "open")
    assert go([(8, 8), (8, 8, 6)], [FLOOR, upper]).length == 6.0
    assert go([(8, 8), (8, 8, 3)], [FLOOR, upper]).length == 3.0
    assert go([(8, 8), (8, 8, 6)], [gallery("closed", 5, 5, 12, 12, 3.0), upper]).problem == "wrong-level"


def test_there_must_be_a_floor_at_the_wished_height():
    assert go([(8, 8), (8, 8, 2)]).problem == "wrong-level"
    assert go([(3, 3), (3, 3, 3)]).problem == "wrong-level"


def test_a_roof_that_leaves_no_room_stops_it():
    assert go([(8, 8), (8, 8, 3)], [FLOOR, box("roof", 7, 7, 9, 9, 5.0, 4.0)]).problem == "wrong-level"


def test_a_model_above_is_in_the_way():
    walk = go([(8, 8), (8, 8, 3)], others=[man(8.5, 8, 3.0)])
    assert (walk.problem, walk.body) == ("friend-base", 1)
    assert go([(8, 8), (8, 8, 3)], others=[man(9.0, 8, 3.0)]).ok


def test_an_enemy_is_met_on_the_way_up():
    terrain, bodies = Terrain(BOARD, (FLOOR,)), pack_bodies([man(8, 8), man(9.5, 8, 3.0, side=1)])
    path = [(8, 8, 0), (8, 8, 3)]
    (met,) = find_contacts(terrain, bodies, 0, path, measure(terrain, bodies, 0, path, FIGURES), 1.0, sight=False)
    assert (met.at_start, met.at_end) == (False, True)


def test_a_move_without_climbing_goes_down_but_not_up():
    grounded = MovementParameters(climb=False, climb_least=0, climb_most=0, drop_free=0, jump_from=inf, jump_most=0, jump_slack=0, ladder_reach=0)
    assert go([(8, 8), (8, 8, 3)], figures=grounded).problem == "no-climb"
    assert go([(8, 8), (8, 8, 0)], figures=grounded, z=3.0).length == 3.0


def test_reach_finds_ways_through_open_floors():
    terrain, bodies = Terrain(BOARD, (FLOOR,)), pack_bodies([man(8, 8)])
    reach = Reach(terrain, bodies, 0, 5.0, FIGURES)
    assert reach.find_path(9, 8, 3) == ((8, 8, 0), (9, 8, 3))
    assert not reach.can_reach(10.1, 8, 3)
    down = Reach(terrain, pack_bodies([man(8, 8, 3.0)]), 0, 5.0, FIGURES)
    assert down.find_path(8, 10, 0) == ((8, 8, 3), (8, 10, 0))


def test_reach_climbs_first_where_the_way_below_is_blocked():
    wall = box("wall", 8.6, 0, 8.8, 20, 2.5)
    reach = Reach(Terrain(BOARD, (FLOOR, wall)), pack_bodies([man(8, 8)]), 0, 5.0, FIGURES)
    assert reach.find_path(10, 8, 3) == ((8, 8, 0), (8, 8, 3), (10, 8, 3))


def test_the_drawn_area_has_the_floor_above():
    areas = Reach(Terrain(BOARD, (FLOOR,)), pack_bodies([man(8, 8)]), 0, 5.0, FIGURES).polygons()
    outline = next(area.outline for area in areas if area.z == 3.0)
    assert max(hypot(x - 8, y - 8) for x, y in outline) == pytest.approx(2.0, abs=0.15)


def some_parts(dice: random.Random) -> tuple[Part, ...]:
    parts = []
    for k in range(dice.randint(1, 6)):
        x, y = dice.uniform(3, 9), dice.uniform(3, 9)
        size = dice.uniform(0.5, 9), dice.uniform(0.5, 9)
        if dice.random() < 0.75:
            parts.append(gallery(str(k), x, y, x + size[0], y + size[1], dice.choice((2.0, 3.0, 3.0, 6.0)), *dice.choice((("open",), ("open",), ()))))
        else:
            parts.append(box(str(k), x, y, x + size[0], y + size[1], dice.choice((0.5, 1.0, 2.0))))
    return tuple(parts)


def a_path(dice: random.Random, start: Body) -> list[twin.Wish]:
    path: list[twin.Wish] = [(start.x, start.y, start.z, False)]
    for _ in range(dice.randint(1, 4)):
        angle, length = dice.uniform(0, 2 * pi), dice.choice((0.0, dice.uniform(0.2, 4)))
        x, y, _, _ = path[-1]
        path.append((x + length * cos(angle), y + length * sin(angle), dice.choice((None, None, 0.0, 3.0)), False))
    return path


def test_random_paths_agree_with_the_twin():
    dice = random.Random(3)
    seen: Counter[str] = Counter()
    while seen.total() < 600:
        parts = some_parts(dice)
        terrain = Terrain(BOARD, parts)
        bodies: list[Body] = []
        while len(bodies) < 3:
            x, y, z = dice.uniform(4, 16), dice.uniform(4, 16), dice.choice((0.0, 2.0, 3.0, 6.0))
            if find_placement_problem(terrain, pack_bodies(bodies), x, y, z, 0.5, 1.5) is None:
                bodies.append(man(x, y, z, side=len(bodies)))
        path = a_path(dice, bodies[0])
        grown = [[Body(b.x, b.y, b.z, Round(b.base.radius + by * (b is bodies[0])), b.height, b.side) for b in bodies] for by in (-0.002, 0.0, 0.002)]
        outcomes = [twin.Twin(BOARD, parts, some, FIGURES).follow(path) for some in grown]
        expected = outcomes[1]
        if any(o.problem != expected.problem or len(o.levels) != len(expected.levels) for o in outcomes):
            continue
        walk = measure(terrain, pack_bodies(bodies), 0, [(x, y, z) for x, y, z, _ in path], FIGURES)
        assert walk.problem == expected.problem, (parts, bodies, path)
        waypoints = accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
        upright = not {s for s, _ in walk.levels[1:]}.isdisjoint(waypoints)
        seen["upright" if upright and walk.ok else str(walk.problem)] += 1
        if walk.problem is None or walk.problem.startswith("end"):
            assert walk.length == pytest.approx(expected.length, abs=1e-6), (parts, bodies, path)
            assert [z for _, z in walk.levels] == pytest.approx([z for _, z in expected.levels])
    assert seen["None"] > 50 and seen["upright"] > 20, seen
