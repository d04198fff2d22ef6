"""Reach of a body: candidates, single places, random candidates, the reachable area."""

from __future__ import annotations

import heapq
import pickle
import random
from collections import Counter
from math import hypot, pi

import numpy as np
import pytest
from shapely import Point, Polygon

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.killzone import killzone_ids, load_killzone
from counteract.table.paths import MovementParameters, find_contacts, measure
from counteract.table.placement import find_placement_problem
from counteract.table.reach import Reach
from counteract.table.terrain import Board, Part, Terrain

FIGURES = MovementParameters(climb=True, climb_least=2, climb_most=3, drop_free=2, jump_from=2, jump_most=4, jump_slack=1, ladder_reach=1)
NO_CLIMBING = MovementParameters(climb=False, climb_least=2, climb_most=3, drop_free=2, jump_from=2, jump_most=4, jump_slack=1, ladder_reach=1)
BOARD = Board(20, 20)
RINGS = (0.02, 0.5, 0.95)


def box(name, x0, y0, x1, y1, top, bottom=0.0, marks=()):
    footprint = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Part(id=name, feature=name, footprint=footprint, bottom=bottom, top=top, kind="heavy", marks=marks)


def man(x, y, z=0.0, side=0, radius=0.5, height=1.5):
    return Body(x, y, z, Round(radius), height, side)


def crowd(terrain, seed, count=16):
    """Return bodies of two sides standing about, every other one an enemy of the first."""
    dice, bodies = random.Random(seed), []
    levels = sorted({0.0, *(p.top for p in terrain.parts if "vantage" in p.marks)})
    while len(bodies) < count:
        x, y = round(dice.uniform(1, terrain.board.width - 1), 3), round(dice.uniform(1, terrain.board.depth - 1), 3)
        z = dice.choice(levels)
        if find_placement_problem(terrain, pack_bodies(bodies), x, y, z, 0.55, 1.5) is None:
            bodies.append(man(x, y, z, len(bodies) % 2, 0.55))
    return pack_bodies(bodies)


def check(terrain, bodies, i, path, budget, mode, sticky=None, figures=FIGURES):
    """Judge a path as a referee does, without the help of any search."""
    walk = measure(terrain, bodies, i, path, figures)
    assert walk.ok, (path, walk)
    assert walk.length <= budget + 0.001
    assert all(round(v, 3) == v for point in path for v in point)
    met = find_contacts(terrain, bodies, i, path, walk, 1.0)
    if mode == "keep-out":
        assert not met, (path, met)
    if mode == "end-out":
        assert not any(c.at_end for c in met)
    if mode == "end-in":
        assert any(c.at_end for c in met)
    if sticky is not None:
        assert not any(sticky[c.body] and c.left for c in met)


@pytest.mark.parametrize("name", killzone_ids())
def test_every_candidate_passes_the_referee(name):
    terrain = load_killzone(name).terrain()
    bodies = crowd(terrain, 3)
    sticky = np.ones(len(bodies), np.int8)
    found = Counter()
    for i in range(6):
        for mode, budget, figures in (
            ("keep-out", 6.0, FIGURES),
            ("keep-out", 3.0, NO_CLIMBING),
            ("end-out", 6.0, FIGURES),
            ("end-in", 8.0, FIGURES),
        ):
            asked = {"rings": RINGS, "sticky": sticky} if mode == "end-in" else {}
            reach = Reach(terrain, bodies, i, budget, figures, mode=mode, reach=1.0, **asked)
            for path in reach:
                check(terrain, bodies, i, path, budget, mode, asked.get("sticky"), figures)
            found[mode] += len(reach)
            assert bool(reach) == (len(reach) > 0)
    assert found["keep-out"] > 50 and found["end-out"] > 50 and found["end-in"] > 20


@pytest.mark.parametrize("name", ["foundry", "hollow-quarter"])
def test_one_place_is_found_exactly_when_all_places_have_it(name):
    terrain = load_killzone(name).terrain()
    bodies = crowd(terrain, 4)
    for i in range(4):
        for mode in ("keep-out", "end-out"):
            reach = Reach(terrain, bodies, i, 6.0, FIGURES, mode=mode, reach=1.0)
            ends = {path[-1]: path for path in reach}
            for x, y, z, _ in reach._destinations.tolist():
                known, path = ends.get((round(x, 3), round(y, 3), round(z, 3))), reach.find_path(x, y, z)
                assert reach._find_graph_path(x, y, z) == known
                if known is not None:
                    lengths = [measure(terrain, bodies, i, way, FIGURES).length for way in (path, known)]
                    assert lengths[0] <= lengths[1]


def test_chance_picks_candidates_only_and_each_as_often():
    wall = box("wall", 6, 2, 6.5, 12, 5)
    terrain, bodies = Terrain(BOARD, (wall,)), pack_bodies([man(4, 10), man(8, 13.5, side=1)])
    reach = Reach(terrain, bodies, 0, 4.0, FIGURES, mode="keep-out", reach=1.0)
    dice = random.Random(1)
    count = Counter(reach.sample(dice)[0] for _ in range(100 * len(reach)))
    assert set(count) == set(reach)
    # For so many candidates each picked 100 times on average, the sum of squares is as likely above as below.
    square = sum((n - 100) ** 2 / 100 for n in count.values())
    assert square < len(reach) + 4 * (2 * len(reach)) ** 0.5


def test_the_same_chance_gives_the_same_path():
    terrain = load_killzone("foundry").terrain()
    bodies = crowd(terrain, 5)
    first, second = (
        [Reach(table, bodies, i, 6.0, FIGURES).sample(random.Random(i)) for i in range(8)] for table in (terrain, pickle.loads(pickle.dumps(terrain)))
    )
    assert first == second


def test_staying_put_is_a_candidate():
    bodies = pack_bodies([man(4.321, 7.654)])
    reach = Reach(Terrain(BOARD), bodies, 0, 3.0, FIGURES)
    assert reach[0] == ((4.321, 7.654, 0.0),)
    assert len(reach[1:]) == len(reach) - 1
    with pytest.raises(IndexError):
        reach[len(reach)]


def test_who_starts_in_contact_cannot_keep_out_of_it():
    bodies = pack_bodies([man(4, 7), man(5.5, 7, side=1)])
    assert len(Reach(Terrain(BOARD), bodies, 0, 6.0, FIGURES, mode="keep-out", reach=1.0)) == 0
    assert Reach(Terrain(BOARD), bodies, 0, 6.0, FIGURES, mode="keep-out", reach=1.0).sample(random.Random(1)) is None
    assert Reach(Terrain(BOARD), bodies, 0, 6.0, FIGURES, mode="end-out", reach=1.0)


def test_a_detour_round_a_wall_is_nearly_as_short_as_can_be():
    wall = box("wall", 9.9, 2, 10.1, 10, 5)
    terrain, bodies = Terrain(BOARD, (wall,)), pack_bodies([man(9, 9)])
    path = Reach(terrain, bodies, 0, 8.0, FIGURES).find_path(11, 9)
    assert path is not None
    length = measure(terrain, bodies, 0, path, FIGURES).length
    # Tangents from both places to the two quarter circles about the corners, and the edge between.
    tangent = (0.9**2 + 1 - 0.25) ** 0.5
    angle = pi - np.arctan2(0.9, -1.0) + np.arccos(0.5 / hypot(0.9, 1.0))
    shortest = 2 * tangent + 0.2 + 2 * 0.5 * (pi / 2 - (angle - pi / 2))
    assert shortest < length < shortest * 1.06


def test_no_way_out_of_a_closed_room():
    walls = (box("s", 2, 2, 10, 2.2, 5), box("n", 2, 9.8, 10, 10, 5), box("w", 2, 2, 2.2, 10, 5), box("e", 9.8, 2, 10, 10, 5))
    terrain, bodies = Terrain(BOARD, walls), pack_bodies([man(8, 8)])
    reach = Reach(terrain, bodies, 0, 8.0, FIGURES)
    assert len(reach) > 30
    assert all(2 < x < 10 and 2 < y < 10 for path in reach for x, y, _ in path)
    assert reach.find_path(12, 8) is None


def test_through_a_door_into_a_room():
    walls = (
        box("s", 2, 2, 10, 2.2, 5), box("n", 2, 9.8, 10, 10, 5), box("w", 2, 2, 2.2, 10, 5),
        box("e1", 9.8, 2, 10, 5.4, 5), box("e2", 9.8, 6.5, 10, 10, 5),
    )  # fmt: skip
    terrain, bodies = Terrain(BOARD, walls), pack_bodies([man(12, 9)])
    path = Reach(terrain, bodies, 0, 8.0, FIGURES).find_path(8, 8)
    assert path is not None and len(path) > 2


def test_round_an_enemy_and_out_of_its_reach():
    terrain, bodies = Terrain(BOARD), pack_bodies([man(5, 10), man(8, 10, side=1)])
    assert len(Reach(terrain, bodies, 0, 8.0, FIGURES).find_path(11, 10)) > 2
    keep_out = Reach(terrain, bodies, 0, 8.0, FIGURES, mode="keep-out", reach=1.0).find_path(11, 10)
    check(terrain, bodies, 0, keep_out, 8.0, "keep-out")
    assert Reach(terrain, bodies, 0, 6.4, FIGURES, mode="keep-out", reach=1.0).find_path(11, 10) is None


def test_between_friends_but_not_onto_them():
    bodies = pack_bodies([man(5, 10), man(6, 10), man(8, 10)])
    reach = Reach(Terrain(BOARD), bodies, 0, 6.0, FIGURES)
    assert reach.find_path(7, 10) == ((5, 10, 0), (7, 10, 0))
    assert reach.find_path(7.5, 10) is None


def test_over_a_barrier_if_that_is_allowed_and_pays():
    barrier = box("barrier", 9.5, 2, 10, 18, 1)
    terrain, bodies = Terrain(BOARD, (barrier,)), pack_bodies([man(8, 10)])
    assert Reach(terrain, bodies, 0, 6.0, FIGURES).find_path(12, 10) == ((8, 10, 0), (12, 10, 0))
    assert Reach(terrain, bodies, 0, 6.0, NO_CLIMBING).find_path(12, 10) is None
    assert Reach(terrain, bodies, 0, 5.9, FIGURES).find_path(12, 10) is None


def test_up_to_a_floor_and_down_again():
    floor = box("floor", 8, 8, 12, 12, 3, bottom=2.8, marks=("vantage",))
    terrain = Terrain(BOARD, (floor,))
    up = Reach(terrain, pack_bodies([man(6, 10)]), 0, 6.0, FIGURES)
    assert up.find_path(9, 10, 3) == ((6, 10, 0), (9, 10, 3))
    assert up.find_path(9, 10, 0) == ((6, 10, 0), (9, 10, 0))
    assert any(path[-1][2] == 3 for path in up)
    down = Reach(terrain, pack_bodies([man(9, 10, 3)]), 0, 3.0, FIGURES)
    assert any(path[-1][2] == 0 for path in down) and any(path[-1][2] == 3 for path in down)
    assert not any(path[-1][2] == 3 for path in Reach(terrain, pack_bodies([man(6, 10)]), 0, 6.0, NO_CLIMBING))


def test_a_ladder_round_the_corner_is_found():
    tower = box("tower", 8, 8, 12, 12, 5, bottom=0, marks=("vantage",))
    ladder = box("ladder", 9.8, 12, 10.2, 12.1, 5, marks=("ladder", "insignificant"))
    terrain, bodies = Terrain(BOARD, (tower, ladder)), pack_bodies([man(7.3, 11)])
    assert Reach(terrain, bodies, 0, 12.0, FIGURES).find_path(10, 10, 5) is not None
    assert Reach(Terrain(BOARD, (tower,)), bodies, 0, 12.0, FIGURES).find_path(10, 10, 5) is None


def test_a_floor_too_small_for_the_lattice_has_a_place():
    ledge = box("ledge", 8.2, 8.2, 9.4, 9.4, 2, marks=("vantage",))
    reach = Reach(Terrain(BOARD, (ledge,)), pack_bodies([man(7, 7)]), 0, 6.0, FIGURES)
    assert any(path[-1] == (8.8, 8.8, 2.0) for path in reach)


def test_charging_ends_near_an_enemy():
    terrain, bodies = Terrain(BOARD), pack_bodies([man(5, 10), man(9, 10, side=1), man(5, 17, side=1)])
    reach = Reach(terrain, bodies, 0, 4.0, FIGURES, mode="end-in", reach=1.0, rings=RINGS)
    ends = [path[-1] for path in reach]
    assert (7.98, 10.0, 0.0) in ends and (7.05, 10.0, 0.0) in ends
    assert len(ends) >= 12
    assert all(hypot(x - 9, y - 10) <= 2.001 for x, y, _ in ends)
    short = Reach(terrain, bodies, 0, 1.9, FIGURES, mode="end-in", reach=1.0, rings=RINGS)
    assert len(short) == 0 and not short


def test_an_enemy_that_holds_cannot_be_left():
    terrain, bodies = Terrain(BOARD), pack_bodies([man(5, 10), man(8, 11.8, side=1), man(11, 10, side=1)])
    asked = {"mode": "end-in", "reach": 1.0, "rings": RINGS}
    free = Reach(terrain, bodies, 0, 8.0, FIGURES, **asked)
    assert free.find_path(9.5, 10) == ((5, 10, 0), (9.5, 10, 0))
    held = Reach(terrain, bodies, 0, 8.0, FIGURES, sticky=np.array([0, 1, 0], np.int8), **asked)
    path = held.find_path(9.5, 10)
    assert path is None or len(path) > 2
    for path in held:
        check(terrain, bodies, 0, path, 8.0, "end-in", sticky=[0, 1, 0])


def test_extra_places_are_asked_about():
    reach = Reach(Terrain(BOARD), pack_bodies([man(5, 10)]), 0, 3.0, FIGURES, extras=np.array([[6.12345, 10.5, 0.0], [15, 10, 0]]))
    ends = [path[-1] for path in reach]
    assert (6.123, 10.5, 0.0) in ends and (15.0, 10.0, 0.0) not in ends


def test_a_start_between_two_thousandths_is_kept():
    terrain, bodies = Terrain(BOARD), pack_bodies([man(5.12345678, 10.000049)])
    for path in Reach(terrain, bodies, 0, 3.0, FIGURES):
        check(terrain, bodies, 0, path, 3.0, "free")


# --- drawn areas -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["foundry", "hollow-quarter", "undercroft"])
def test_no_refused_place_is_drawn(name):
    terrain = load_killzone(name).terrain()
    bodies = crowd(terrain, 6)
    dice = random.Random(2)
    drawn = 0
    for i in range(3):
        for mode in ("keep-out", "end-out"):
            reach = Reach(terrain, bodies, i, 6.0, FIGURES, mode=mode, reach=1.0)
            for area in reach.polygons():
                shape = Polygon(area.outline, area.holes)
                x0, y0, x1, y1 = shape.bounds
                for _ in range(100):
                    x, y = round(dice.uniform(x0, x1), 3), round(dice.uniform(y0, y1), 3)
                    if shape.contains(Point(x, y)):
                        assert reach.find_path(x, y, area.z) is not None, (i, mode, x, y, area.z)
                        drawn += 1
    assert drawn > 100


def test_the_drawn_area_of_an_open_field_is_a_disc():
    (area,) = Reach(Terrain(BOARD), pack_bodies([man(10, 10)]), 0, 6.0, FIGURES).polygons()
    assert pi * 5.75**2 < Polygon(area.outline).area < pi * 6**2


# --- nothing is missed -----------------------------------------------------------------------------------


def by_grid(terrain, bodies, budget, pitch=0.5):
    """Return lengths of ways to the places of a grid, by steps from place to place: never too short."""
    steps = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if np.gcd(dx, dy) == 1]
    best = {(bodies[0, 0], bodies[0, 1]): 0.0}
    queue = [(0.0, bodies[0, 0], bodies[0, 1])]
    mover = bodies.copy()
    while queue:
        way, x, y = heapq.heappop(queue)
        if way > best[x, y]:
            continue
        mover[0, 0], mover[0, 1] = x, y
        for dx, dy in steps:
            x2, y2 = x + dx * pitch, y + dy * pitch
            longer = way + hypot(dx, dy) * pitch
            if longer <= budget and longer < best.get((x2, y2), 1e9) - 1e-9:
                walk = measure(terrain, mover, 0, [(x, y, 0.0), (x2, y2, 0.0)], NO_CLIMBING)
                if walk.ok or walk.problem == "end-overlaps-base":
                    best[x2, y2] = longer
                    heapq.heappush(queue, (longer, x2, y2))
    return best


@pytest.mark.parametrize("seed", range(3))
def test_what_small_steps_reach_is_reached(seed):
    dice = random.Random(seed)
    parts = []
    for k in range(14):
        w, d = dice.choice(((0.2, 3), (3, 0.2), (1, 1), (2, 1)))
        x, y = dice.uniform(3, 15), dice.uniform(3, 15)
        parts.append(box(str(k), x, y, x + w, y + d, 5))
    terrain = Terrain(BOARD, tuple(parts))
    men = (man(x, y) for x in range(8, 13) for y in range(8, 13))
    me = next(m for m in men if find_placement_problem(terrain, pack_bodies([]), m.x, m.y, 0, 0.5, 1.5) is None)
    enemies = [man(dice.uniform(4, 16), dice.uniform(4, 16), side=1) for _ in range(4)]
    bodies = pack_bodies([me, *(e for e in enemies if hypot(e.x - me.x, e.y - me.y) > 2)])
    reach = Reach(terrain, bodies, 0, 5.0, NO_CLIMBING)
    missed = asked = 0
    for (x, y), _ in by_grid(terrain, bodies, 5.0).items():
        if find_placement_problem(terrain, bodies, x, y, 0, 0.5, 1.5, body=0) is None:
            asked += 1
            missed += reach.find_path(x, y) is None
    assert asked > 60
    assert missed == 0
