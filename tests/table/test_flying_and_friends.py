"""Flying bodies pass over everything; walking ones go round friends where friends block."""

from __future__ import annotations

import random
from math import cos, hypot, pi, sin

import msgspec
import numpy as np
import oracle_visibility_graph as twin
import pytest
from move_scenes import BOARD, FIGURES, FLYING, Setting, box, decision, go, man, roof, swamp, terms
from shapely import LineString, Point

from counteract.core.decision import Path, Refusal
from counteract.mechanics.moves.limits import check_path
from counteract.mechanics.moves.reach import reach_of
from counteract.table.bodies import pack_bodies
from counteract.table.paths import find_contacts, measure
from counteract.table.reach import Reach
from counteract.table.terrain import Board, Terrain

replace = msgspec.structs.replace
THROUGH = replace(FIGURES, friends_block=False)


# --- flying ---------------------------------------------------------------------------------------


def test_only_the_length_in_plan_counts():
    """Over a tower, mud, a friend and an enemy, and down behind them."""
    parts = [box("tower", 6, 0, 8, 20, 12.0, marks=("blocking",)), swamp("mud", 8, 0, 12, 20)]
    walk = go(parts, [(4, 5), (11, 5)], [man(9, 5), man(10.4, 5.6, side=1, height=9.0)], figures=FLYING)
    assert walk.problem == "end-overlaps-base"
    walk = go(parts, [(4, 5), (9, 7), (12, 5)], [man(9, 5), man(10, 7.8, side=1)], figures=FLYING)
    assert walk.ok and walk.length == pytest.approx(hypot(5, 2) + hypot(3, 2)) and walk.z == 0.0
    assert (walk.climbed, walk.dropped, walk.jumps) == (0.0, 0.0, ())


def test_it_comes_down_on_the_highest_floor_below_its_centre():
    parts = [roof("hall", 8, 2, 16, 18, 3.0), box("loft", 10, 4, 14, 16, 6.0, 5.8, ("vantage",))]
    assert go(parts, [(4, 10), (12, 10)], figures=FLYING).z == 6.0
    assert go(parts, [(4, 10), (9, 10)], figures=FLYING).z == 3.0
    assert go(parts, [(4, 10), (6, 10)], figures=FLYING).z == 0.0
    assert go(parts, [(4, 10), (8.2, 10)], figures=FLYING).problem == "end-not-flat"
    assert go(parts, [(4, 10), (9.8, 10)], figures=FLYING).ok
    assert go(parts, [(12, 10), (4, 10)], figures=FLYING, z=6.0).levels == ((0.0, 6.0), (8.0, 0.0))


def test_or_where_it_wishes():
    parts = [roof("hall", 8, 2, 16, 18, 3.0), box("loft", 10, 4, 14, 16, 6.0, 5.8, ("vantage",))]
    assert go(parts, [(4, 10), (12, 10, 3.0)], figures=FLYING).z == 3.0
    assert go(parts, [(4, 10), (12, 10, 4.0)], figures=FLYING).problem == "end-not-flat"
    assert go(parts, [(4, 10), (12, 10, 0.0)], figures=FLYING).problem == "end-overlaps-terrain"
    assert go(parts, [(4, 10), (9, 10, 9.0), (6, 10)], figures=FLYING).ok  # heights on the way do not matter


@pytest.mark.parametrize("off", [-0.009, -0.001, 0.001, 0.009])
def test_a_height_that_is_nearly_right_means_the_floor(off):
    parts = [roof("hall", 8, 2, 16, 18, 3.0)]
    assert go(parts, [(4, 10), (12, 10, 3.0 + off)], figures=FLYING).z == 3.0
    assert go(parts, [(4, 10), (6, 10, off)], figures=FLYING).z == 0.0


def test_nobody_flies_off_the_board():
    walk = go([], [(4, 10), (0.4, 10), (4, 10)], figures=FLYING)
    assert walk.problem == "off-board" and walk.place == pytest.approx((0.5, 10))


def test_contact_matters_only_at_the_ends():
    """Over an enemy, past one, and to one."""
    bodies, terrain = pack_bodies([man(4, 10), man(8, 10, side=1), man(14, 12, side=1)]), Terrain(BOARD)
    for end, met in (((12, 10), []), ((9.5, 10), [1]), ((13, 10.5), [2])):
        path = [(4, 10), end]
        walk = measure(terrain, bodies, 0, path, FLYING)
        assert [c.body for c in find_contacts(terrain, bodies, 0, path, walk, 1.0, sight=False, fly=True)] == met
    near = pack_bodies([man(4, 10), man(5.5, 10, side=1)])
    path = [(4, 10), (10, 10)]
    (contact,) = find_contacts(terrain, near, 0, path, measure(terrain, near, 0, path, FLYING), 1.0, sight=False, fly=True)
    assert contact.at_start and contact.left and not contact.at_end


def test_ways_of_those_who_fly_are_straight_and_lead_everywhere():
    """Ringed by friends and enemies on a table full of walls: every free place within 6" and out of contact is reached."""
    parts = (box("wall", 12, 2, 12.5, 18, 12.0), roof("hall", 14, 4, 19, 9, 4.0), swamp("mud", 8, 8, 11, 12))
    bodies = [man(10, 10), man(10, 12), man(10, 8), man(15, 12, side=1)]
    setting, demands = Setting(bodies, parts), terms(6.0, "keep-out", figures=FLYING)
    reach = reach_of(setting, setting.places, 0, demands)
    ends = {way[-1] for way in reach}
    assert all(len(way) <= 2 for way in reach)
    for x, y, z in reach.places.tolist():
        apart = hypot(x - 10, y - 10)
        clear = all(hypot(x - b.x, y - b.y) >= 1.0 for b in bodies[1:]) and hypot(max(0.0, hypot(x - 15, y - 12) - 1.0), z) > 1.001
        if apart <= 6 and (apart > 0 or z == 0):
            assert ((x, y, z) in ends) == clear, (x, y, z)
    assert any(z == 4.0 for _, _, z in ends)
    for way in reach:
        assert not isinstance(check_path(setting, setting.places, 0, demands, Path(way[1:] or way)), Refusal)


# --- friends --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "blocked"), [(10.0, True), (10.99, True), (11.0, False), (11.5, False)])
def test_the_base_of_a_friend_is_in_the_way(y, blocked):
    walk = go([], [(4, 10), (12, 10)], [man(8, y)])
    assert walk.problem == ("friend-base" if blocked else None)
    assert walk.body == (1 if blocked else None)
    assert go([], [(4, 10), (12, 10)], [man(8, y)], figures=THROUGH).ok


def test_a_friend_above_or_below_is_not():
    bridge = box("bridge", 6, 8, 10, 12, 4.2, 4.0, ("vantage",))
    assert go([bridge], [(4, 10), (12, 10)], [man(8, 10, 4.2)]).ok
    assert go([bridge], [(4, 10), (12, 10)], [man(8, 10)]).problem == "friend-base"


def test_a_friend_at_the_edge_of_a_roof_is_met_in_a_jump():
    walk = go([roof("roof", 2, 2, 10, 18, 2.0)], [(8, 10), (11.5, 10, 0.0, "jump")], [man(9.2, 10, 2.0)], z=2.0)
    assert walk.problem == "friend-base"
    assert go([roof("roof", 2, 2, 10, 18, 2.0)], [(8, 10), (11.5, 10, 0.0, "jump")], [man(10.6, 10, 0.0, height=1.5)], z=2.0).problem == "friend-base"


def test_paths_past_friends_agree_with_distances():
    dice, seen = random.Random(1), {True: 0, False: 0}
    while min(seen.values()) < 60:
        bodies = [man(dice.uniform(2, 18), dice.uniform(2, 18), radius=dice.choice((0.5, 0.63)), side=dice.choice((0, 0, 1))) for _ in range(6)]
        me = bodies[0]
        path = [(me.x, me.y), *((dice.uniform(2, 18), dice.uniform(2, 18)) for _ in range(2))]
        line = LineString(path)
        apart = [line.distance(Point(b.x, b.y)) - b.base.radius - me.base.radius for b in bodies[1:]]
        if min(map(abs, apart)) < 1e-4:
            continue
        walk = measure(Terrain(BOARD), pack_bodies([replace(me, side=0), *bodies[1:]]), 0, path, FIGURES)
        assert walk.ok == (min(apart) > 0), (bodies, path)
        seen[walk.ok] += 1


def test_a_way_bends_round_a_row_of_friends():
    """Three friends abreast: there is no way between them, and one past the end of the row."""
    row = [man(8, y) for y in (8.5, 10.0, 11.5)]
    setting = Setting([man(6, 10), *row])
    assert decision(setting, terms(5.0)).way_to((10, 10, 0)) is None
    way = decision(setting, terms(7.2)).way_to((10, 10, 0))
    assert way is not None and len(way.points) > 1
    assert not isinstance(check_path(setting, setting.places, 0, terms(7.2), way), Refusal)
    assert decision(setting, terms(5.0, figures=THROUGH)).way_to((10, 10, 0)) == Path(((10.0, 10.0, 0.0),))


def test_there_is_no_way_out_of_a_ring_of_friends():
    ring = [man(10 + 1.5 * np.cos(k * pi / 3), 10 + 1.5 * np.sin(k * pi / 3), radius=0.6) for k in range(6)]
    reach = Reach(Terrain(BOARD), pack_bodies([man(10, 10), *ring]), 0, 8.0, FIGURES)
    assert all(hypot(way[-1][0] - 10, way[-1][1] - 10) < 0.41 for way in reach)
    assert len(Reach(Terrain(BOARD), pack_bodies([man(10, 10), *ring]), 0, 8.0, THROUGH)) > 50


def test_ways_round_friends_are_nearly_as_short_as_can_be():
    """Against lines of sight: what the twin reaches with half an inch to spare is reached, what it does not reach is not."""
    dice, bent = random.Random(2), 0
    for _ in range(12):
        bodies = [man(10, 10)]
        while len(bodies) < 9:
            x, y = round(dice.uniform(6, 14), 3), round(dice.uniform(6, 14), 3)
            if all(hypot(x - b.x, y - b.y) > 1.02 for b in bodies):
                bodies.append(man(x, y))
        reach = Reach(Terrain(BOARD), pack_bodies(bodies), 0, 6.0, FIGURES)
        ways = twin.Ways((30, 20), (10, 10), 0.5, 6.5, [], [(b.x, b.y, 0.5) for b in bodies[1:]])
        for _ in range(40):
            x, y = round(dice.uniform(5, 15), 3), round(dice.uniform(5, 15), 3)
            if any(abs(hypot(x - b.x, y - b.y) - 1.0) < 0.005 for b in bodies[1:]):
                continue
            found, shortest = reach.find_path(x, y), ways.length((x, y))
            if found is None:
                assert shortest > 5.5, (bodies, x, y, shortest)
            else:
                assert shortest <= 6.01, (bodies, x, y, shortest)
                bent += len(found) > 2
    assert bent > 30


@pytest.mark.parametrize("shut", [0, 1, 2, 3])
def test_who_looks_closely_finds_the_way_through_narrow_gates(shut):
    """Between friends, between a friend and a wall, and along the edge of the board, with a few hundredths of an inch to spare."""
    terrain = Terrain(Board(12, 12), (box("wall", 5.53, 5, 6.53, 7, 9.0),))
    gates = [(1.53, 6.0), (3.56, 6.0), (8.06, 6.0), (10.47, 6.0)]  # the edge, each other, the wall, the edge again
    plugs = [(0.5, 6.0), (2.545, 6.0), (7.045, 6.0), (11.5, 6.0)]
    friends = [man(*gate) for gate in gates] + [man(4.58, 6.0), man(9.25, 6.0)] + [man(*plug) for k, plug in enumerate(plugs) if k != shut]
    bodies = pack_bodies([man(6, 9), *friends])
    way = Reach(terrain, bodies, 0, 14.0, FIGURES, closely=True).find_path(6, 3)
    assert way is not None and measure(terrain, bodies, 0, way, FIGURES).ok
    assert any(abs(x - plugs[shut][0]) < 0.6 for x, _, _ in way)
    assert Reach(terrain, pack_bodies([man(6, 9), *friends, man(*plugs[shut])]), 0, 14.0, FIGURES, closely=True).find_path(6, 3) is None


@pytest.mark.parametrize("seed", range(12))
def test_who_looks_closely_finds_nearly_all_there_is(seed):
    """In a crowd that stands as close as can be, whatever the second opinion reaches with an inch to spare is reached."""
    dice, discs = random.Random(seed), []
    while len(discs) < 7:
        angle = dice.uniform(0, 2 * pi)
        if discs and dice.random() < 0.7:  # beside another body, with so much room between them
            (x, y, _), away = dice.choice(discs), 2.0 + dice.choice((0.01, 0.02, 0.1, 0.3))
        else:
            (x, y), away = (6.0, 6.0), dice.uniform(1.1, 4.0)
        x, y = round(x + away * cos(angle), 3), round(y + away * sin(angle), 3)
        if 0.6 < x < 11.4 and 0.6 < y < 11.4 and hypot(x - 6, y - 6) > 1.05 and all(hypot(x - a, y - b) >= 1.0 for a, b, _ in discs):
            discs.append((x, y, 0.5))
    ways = twin.Ways((12, 12), (6.0, 6.0), 0.5, 6.0, [], discs)
    reach = Reach(Terrain(Board(12, 12)), pack_bodies([man(6, 6), *(man(x, y) for x, y, _ in discs)]), 0, 6.0, FIGURES, closely=True)
    roomy = ways.free.buffer(-0.004)
    places = [(x / 4 + 0.13, y / 4 + 0.07) for x in range(48) for y in range(48)]
    there = [place for place in places if roomy.covers(Point(place)) and ways.length(place) <= 5.0]
    missed = [place for place in there if reach.find_path(round(place[0], 3), round(place[1], 3)) is None]
    assert len(there) > 100
    assert len(missed) <= len(there) // 100, missed
