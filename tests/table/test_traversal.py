"""Obstacles are traversed at a price for each feature instead of being climbed."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import cos, hypot, pi, sin

import msgspec
import oracle_traversal as twin
import pytest
from move_scenes import BOARD, FLYING, box, go, man, roof, swamp
from shapely import Polygon

from counteract.table.bodies import pack_bodies
from counteract.table.killzone import load_killzone
from counteract.table.paths import MovementParameters, find_contacts, measure
from counteract.table.placement import find_placement_problem
from counteract.table.reach import Reach
from counteract.table.terrain import Board, Part, Terrain

replace = msgspec.structs.replace
TOLL = MovementParameters(
    climb=False, climb_least=0.0, climb_most=0.0, drop_free=0.0, jump_from=2.0, jump_most=4.0, jump_slack=1.0, ladder_reach=0.0, traverse=2.0
)
WALL = box("wall", 6, 2, 7, 8, 5)


def of(feature: str, *parts: Part) -> list[Part]:
    return [replace(p, feature=feature) for p in parts]


def tolls(parts, path, figures=TOLL, **more) -> float:
    """Return the number of features charged on an allowed path."""
    walk = go(parts, path, figures=figures, **more)
    flat = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    assert walk.ok, walk
    assert walk.climbed == walk.dropped == 0.0
    assert walk.levels == ((0.0, 0.0),)
    assert walk.length == pytest.approx(flat + walk.traversed)
    return walk.traversed / figures.traverse


# --- what it costs --------------------------------------------------------------------------------


def test_a_wall_costs_its_toll_however_high_and_wide():
    assert tolls([WALL], [(4, 5), (9, 5)]) == 1
    assert tolls([box("crate", 6, 2, 12, 8, 0.2)], [(4, 5), (14, 5)]) == 1
    assert tolls([WALL], [(4, 5), (5.5, 5)]) == 0  # touching is not overlapping
    assert tolls([WALL], [(4, 5), (9, 5)], replace(TOLL, traverse=0.5)) == 1


def test_two_touching_parts_of_a_feature_are_one():
    halves = of("ruin", WALL, box("other", 7, 2, 8, 8, 3))
    assert tolls(halves, [(4, 5), (10, 5)]) == 1
    apart = of("ruin", WALL, box("other", 7.9, 2, 9, 8, 3))  # less than the base is wide
    assert tolls(apart, [(4, 5), (11, 5)]) == 1
    wider = of("ruin", WALL, box("other", 8.1, 2, 9, 8, 3))
    assert tolls(wider, [(4, 5), (11, 5)]) == 2


def test_two_touching_features_are_two():
    assert tolls([WALL, box("other", 7, 2, 8, 8, 3)], [(4, 5), (10, 5)]) == 2
    assert tolls([WALL, box("inside", 6.2, 3, 6.8, 6, 3)], [(4, 5), (9, 5)]) == 2


def test_the_same_feature_twice_is_two():
    assert tolls([WALL], [(4, 5), (9, 5), (4, 6)]) == 2
    horseshoe = Part(id="u", feature="u", footprint=((4, 4), (12, 4), (12, 9), (10, 9), (10, 6), (6, 6), (6, 9), (4, 9)), top=3, kind="heavy")
    assert tolls([horseshoe], [(3, 8), (13, 8)]) == 2
    assert tolls([horseshoe], [(3, 8), (5, 6.2), (11, 6.2), (13, 8)]) == 1


@pytest.mark.parametrize("corners", [[(6.5, 5)], [(6.5, 5), (6.5, 4), (6.2, 4)], [(5.6, 5), (7.4, 5)], [(5.5, 5)], [(7.5, 5)], [(6.5, 5), (6.5, 5)]])
def test_a_corner_on_top_changes_nothing(corners):
    assert tolls([WALL], [(4, 5), *corners, (9, 5)]) == 1


def test_turning_back_on_top_costs_it_too():
    assert tolls([WALL], [(4, 5), (6, 5), (4, 6)]) == 1


def test_who_starts_on_it_leaves_it_for_nothing():
    assert tolls([WALL], [(6.5, 5), (9, 5)]) == 0
    assert tolls([WALL], [(5.6, 5), (9, 5)]) == 0
    assert tolls([WALL], [(6.5, 5), (9, 5), (4, 5)]) == 1
    assert tolls([WALL, box("other", 7, 2, 8, 8, 3)], [(6.2, 5), (10, 5)]) == 1
    assert tolls(of("ruin", WALL, box("other", 7, 2, 8, 8, 3)), [(6.2, 5), (10, 5)]) == 0


def test_nobody_ends_on_it():
    for x in (6.5, 5.6, 7.4):
        assert go([WALL], [(4, 5), (x, 5)], figures=TOLL).problem == "end-overlaps-terrain"
    assert go([roof("hall", 6, 2, 9, 8, 3)], [(4, 5), (7.5, 5, 3)], figures=TOLL).problem == "wrong-level"


# --- what is not traversed ------------------------------------------------------------------------


def test_what_is_overhead_or_underfoot_is_not_in_the_way():
    assert tolls([box("arch", 6, 2, 7, 8, 3, 1.5)], [(4, 5), (9, 5)]) == 0
    assert tolls([box("arch", 6, 2, 7, 8, 3, 1.49)], [(4, 5), (9, 5)]) == 1
    assert tolls([box("mat", 6, 2, 7, 8, 0.0)], [(4, 5), (9, 5)]) == 0
    assert tolls([box("arch", 6, 2, 7, 8, 3, 1.5)], [(4, 5), (9, 5)], height=2.0) == 1


@pytest.mark.parametrize("mark", ["insignificant", "accessible", "flat"])
def test_what_movement_takes_no_notice_of_costs_nothing(mark):
    assert tolls([box("part", 6, 2, 7, 8, 3, marks=(mark,))], [(4, 5), (9, 5)]) == 0


def test_an_arch_does_not_join_its_pillars():
    gate = of("gate", box("left", 5, 2, 6, 8, 3), box("lintel", 6, 2, 9, 8, 3, 2), box("right", 9, 2, 10, 8, 3))
    assert tolls(gate, [(3, 5), (12, 5)]) == 2


def test_what_is_blocking_stops_the_path():
    rail = box("rail", 6, 2, 7, 8, 0.3, marks=("blocking",))
    walk = go([rail], [(4, 5), (9, 5)], figures=TOLL)
    assert (walk.problem, walk.part, walk.place) == ("solid", "rail", (pytest.approx(5.5), 5.0))
    crate = box("crate", 5, 2, 7, 8, 1)
    assert go([crate, rail], [(3, 5), (9, 5)], figures=TOLL).problem == "solid"
    assert go([rail], [(6, 5), (9, 5)], figures=TOLL).problem == "solid"
    assert go([replace(rail, bottom=1.5, top=2.0)], [(4, 5), (9, 5)], figures=TOLL).ok


def test_an_enemy_on_the_way_still_is():
    assert go([WALL], [(4, 5), (12, 5)], [man(9, 5, side=1)], figures=TOLL).problem == "enemy-base"


# --- what else counts -----------------------------------------------------------------------------


def test_heights_dropped_count_as_ever():
    """From a roof over a parapet and down: the parapet is traversed, the height is dropped."""
    parts = of("house", roof("hall", 2, 2, 8, 8, 3), box("parapet", 7, 2, 7.5, 8, 3.5, 3))
    walk = go(parts, [(5, 5), (11, 5)], figures=TOLL, z=3.0)
    assert walk.ok and (walk.traversed, walk.dropped, walk.z) == (2.0, 3.0, 0.0)
    assert walk.length == 6 + 2 + 3


def test_a_drop_may_bring_a_part_overhead():
    """A beam at the height of the head of who is on the roof, and no longer once below."""
    parts = [roof("hall", 2, 2, 8, 8, 3), *of("beam", box("near", 8.2, 2, 12, 8, 5, 4), box("far", 12, 2, 14, 8, 5, 4))]
    walk = go(parts, [(5, 5), (16, 5)], figures=TOLL, z=3.0)
    assert walk.ok and walk.traversed == 2.0
    assert tolls(parts[1:], [(5, 5), (16, 5)]) == 0


def test_rough_ground_and_whole_inches_count_too():
    assert go([WALL, swamp("mud", 5, 2, 8, 8)], [(4, 5), (9, 5)], figures=replace(TOLL, rough=2.0)).length == 5 + 3 + 2
    assert go([WALL], [(4, 5), (9.2, 5)], figures=replace(TOLL, increments=True)).length == 6 + 2


def test_steps_and_climbs_are_not_taken():
    figures = replace(TOLL, climb=True, climb_least=1.0, climb_most=9.0, step_high=1.5, step_wide=1.5)
    assert tolls([box("crate", 6, 2, 7, 8, 1)], [(4, 5), (9, 5)], figures) == 1


def test_a_jump_pays_for_what_it_goes_through():
    parts = [roof("one", 2, 2, 6, 8, 3), roof("two", 8, 2, 12, 8, 3), box("pole", 7, 4.8, 7.2, 5.2, 6)]
    path = [(5, 5), (5.5, 5, 3), (8.6, 5, 3, "jump")]
    assert go(parts, path, figures=TOLL, z=3.0).traversed == 2.0
    assert go(parts[:2], path, figures=TOLL, z=3.0).traversed == 0.0
    assert go([*parts[:2], replace(parts[2], marks=("blocking",))], path, figures=TOLL, z=3.0).problem == "solid"


def test_who_flies_pays_nothing():
    assert go([WALL], [(4, 5), (9, 5)], figures=replace(FLYING, traverse=2.0)).length == 5


# --- ways -----------------------------------------------------------------------------------------


def way(parts, start, place, budget, **more):
    terrain, bodies = Terrain(BOARD, tuple(parts)), pack_bodies([man(*start), *more.pop("others", ())])
    found = Reach(terrain, bodies, 0, budget, TOLL, **more).find_path(*place)
    return None if found is None else (measure(terrain, bodies, 0, found, TOLL).length, found)


def test_straight_over_if_it_can_be_paid_for():
    assert way([WALL], (4, 5), (9, 5), 7.0) == (7.0, ((4, 5, 0), (9, 5, 0)))
    assert way([WALL], (4, 5), (9, 5), 6.9) is None


def test_round_it_if_that_is_shorter():
    length, found = way([WALL], (5, 7.5), (8, 7.5), 4.9)
    assert len(found) > 2 and length < 4.9
    assert way([WALL], (5, 7.5), (8, 7.5), 3.5) is None


def test_over_one_and_round_the_next():
    parts = [WALL, box("block", 9, 2, 10, 5.5, 5)]
    length, found = way(parts, (4, 5), (11.5, 5), 10.5)
    assert length < 10.5 and len(found) > 2  # straight on it would be 11.5


def test_a_bend_on_top_is_paid_for_once():
    """Rubble all about a wall that blocks: the way bends at the end of the wall, on top of the rubble."""
    rubble, wall = box("rubble", 4, 2, 12, 12, 0.5), box("wall", 7.9, 0, 8.1, 7, 5, marks=("blocking",))
    start, place = (3, 5), (13, 5)
    shortest = 2 * hypot(5, 2.5)
    length, found = way([rubble, wall], start, place, shortest + 2.2)
    assert 5 < found[1][0] < 11 and length == pytest.approx(shortest + 2, abs=0.2)
    assert way([rubble, wall], start, place, shortest + 1.9) is None


def test_keeping_to_a_feature_saves_a_toll():
    """Two walls that cross: straight over both it is 9.9" and two tolls, by way of where they meet 10" and one."""
    walls = box("up", 6, 0, 6.5, 20, 3), box("along", 0, 6, 20, 6.5, 3)
    for ruin in (of("ruin", *walls), of("ruin", *reversed(walls))):
        length, found = way(ruin, (4, 11), (11, 4), 12.05)
        assert length == pytest.approx(12, abs=0.02)
        assert found[1] == pytest.approx((7, 7, 0), abs=0.01)
        assert way(ruin, (4, 11), (11, 4), 11.95) is None
    assert way(walls, (4, 11), (11, 4), 13.8) is None
    dented = ((6, 0), (6.5, 0), (6.5, 6), (20, 6), (20, 6.5), (6.5, 6.5), (6.5, 20), (6, 20))
    assert way([replace(walls[0], footprint=dented)], (4, 11), (11, 4), 12.05)[0] == pytest.approx(12, abs=0.02)


def test_round_an_enemy_on_top_of_rubble():
    rubble = box("rubble", 4, 2, 8.4, 12, 0.5)
    enemy = man(9.2, 7, side=1)
    length, found = way([rubble], (3, 7), (11, 7), 10.6, others=[enemy])
    assert len(found) > 2 and 10.2 < length < 10.6


def test_who_starts_on_it_finds_out():
    assert way([WALL], (6.5, 5), (9, 5), 2.5) == (2.5, ((6.5, 5, 0), (9, 5, 0)))


@pytest.mark.parametrize("name", ["foundry", "hollow-quarter"])
def test_every_candidate_passes_the_referee(name):
    terrain, figures, seen = load_killzone(name).terrain(), replace(TOLL, traverse=1.0), Counter()
    spots = [p for p in Reach(terrain, pack_bodies([man(1, 1, radius=0.45)]), 0, 1.0, TOLL).places.tolist() if p[2] == 0]
    bodies = pack_bodies([man(*spot, k % 2, 0.45) for k, spot in enumerate(random.Random(3).sample(spots, 14))])
    for i in range(len(bodies)):
        reach = Reach(terrain, bodies, i, 8.0, figures, mode="keep-out", reach=1.0)
        for path in reach:
            walk = measure(terrain, bodies, i, path, figures)
            assert walk.ok and walk.length <= 8.001, (path, walk)
            assert not find_contacts(terrain, bodies, i, path, walk, 1.0)
            seen["traversed"] += walk.traversed > 0
            seen["bent and traversed"] += walk.traversed > 0 and len(path) > 2
    assert seen["traversed"] > 50 and seen["bent and traversed"] > 0, seen


# --- the twin -------------------------------------------------------------------------------------


def a_footprint(dice: random.Random) -> tuple[tuple[float, float], ...]:
    x, y = dice.uniform(0, 12), dice.uniform(0, 12)
    if dice.random() < 0.7:
        w, d = dice.choice(((0.4, 4), (4, 0.4), (1.2, 3), (3, 1.4), (2, 2)))
        return ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
    count, turn = dice.choice((3, 5, 7)), dice.uniform(0, pi)
    outs = [dice.uniform(0.5, 2.5) for _ in range(count)]
    return tuple((x + out * cos(turn + 2 * pi * k / count), y + out * sin(turn + 2 * pi * k / count)) for k, out in enumerate(outs))


def some_parts(dice: random.Random) -> tuple[Part, ...]:
    parts: list[Part] = []
    for k in range(dice.randint(2, 9)):
        footprint = a_footprint(dice)
        if not Polygon(footprint).is_valid:
            continue
        top = dice.choice((0.5, 1.0, 2.0, 3.0, 3.0, 5.0))
        bottom = dice.choice((0.0, 0.0, 0.0, min(1.0, top - 0.2), top - 0.2))
        marks = dice.choice(((), (), (), (), ("vantage",), ("vantage",), ("blocking",), ("insignificant",), ("accessible",)))
        if "blocking" in marks and dice.random() < 0.6:
            marks = ()
        feature = dice.choice("abcd")
        parts.append(Part(id=str(k), feature=feature, footprint=footprint, bottom=bottom, top=top, kind="heavy", marks=marks))
    return tuple(parts)


@pytest.mark.parametrize("seed", range(2))
def test_prices_agree_with_the_twin(seed):
    """Paths of up to four pieces, from anywhere, on a floor now and then."""
    dice = random.Random(seed)
    seen: Counter[str] = Counter()
    while seen["all"] < 300:
        parts, radius, height = some_parts(dice), dice.choice((0.3, 0.5, 0.63)), dice.choice((1.0, 1.5, 2.0))
        figures = replace(TOLL, traverse=dice.choice((2.0, 1.0, 0.7)), drop_free=dice.choice((0.0, 2.0)))
        path = [(dice.uniform(1, 13), dice.uniform(1, 13)) for _ in range(dice.randint(2, 5))]
        z = 0.0
        for floor in (p for p in parts if "vantage" in p.marks):
            place = Polygon(floor.footprint).centroid.coords[0]
            if find_placement_problem(Terrain(BOARD, parts), pack_bodies([]), *place, floor.top, radius, height) is None:
                path[0], z = place, floor.top
        steps = twin.Steps(parts, path, z, height)
        stopped, times, length, level = expected = steps.follow(radius, figures)
        if any(steps.follow(radius + by, figures) != expected for by in (-0.005, 0.005)):
            continue  # a corner is just touched, or just not
        walk = measure(Terrain(BOARD, parts), pack_bodies([man(*path[0], z, radius=radius, height=height)]), 0, path, figures)
        assert (walk.problem == "solid") == stopped, (parts, radius, height, path, z)
        seen["stopped"] += stopped
        if stopped:
            continue
        assert walk.problem is None or walk.problem.startswith("end"), walk
        assert walk.length == pytest.approx(length, abs=1e-6), (parts, radius, height, path, z)
        assert walk.traversed == pytest.approx(figures.traverse * sum(times.values()))
        assert walk.z == level
        starts_on = any(Polygon(p.footprint).distance(twin.Point(path[0])) < radius for p in steps.parts if p.bottom < z + height and p.top > z)
        facts = {"all": True, "one": 1 in times.values(), "twice": max(times.values(), default=0) > 1, "dropped": level < z, "starts on": starts_on}
        seen.update(name for name, so in facts.items() if so)
    assert min(seen.values()) > 10, seen


def ruins(dice: random.Random) -> tuple[Part, ...]:
    """Return walls that cross, rubble, and posts that block, on the board floor."""
    parts: list[Part] = []
    for k in range(dice.randint(1, 3)):
        x, y, w, d = dice.uniform(1, 6), dice.uniform(1, 6), dice.uniform(3, 7), dice.uniform(3, 7)
        across, along = x + dice.uniform(0, w - 0.3), y + dice.uniform(0, d - 0.3)
        ends = [(x, along, x + w, along + 0.3), (across, y, across + 0.3, y + d)] if dice.random() < 0.6 else [(x, y, x + w, y + d)]
        parts += of(f"feature {k}", *(box(f"{k}-{n}", *end, 3) for n, end in enumerate(ends)))
    for k in range(dice.randint(0, 2)):
        x, y = dice.uniform(3, 10), dice.uniform(3, 10)
        w, d = dice.choice(((0.3, 2.5), (2.5, 0.3), (1, 1)))
        parts.append(box(f"post {k}", x, y, x + w, y + d, 5, marks=("blocking",)))
    return tuple(parts)


@pytest.mark.parametrize("seed", range(3))
def test_the_shortest_ways_are_found(seed):
    """A budget a little longer than the twin's path finds one; a slightly shorter budget does not.

    Through a gap that the base only just fits the search may find no way, so a base a little wider must fare the same.
    """
    dice = random.Random(seed)
    seen: Counter[str] = Counter()
    while seen["scenes"] < 5:
        parts, start = ruins(dice), (round(dice.uniform(4, 10), 3), round(dice.uniform(4, 10), 3))
        terrain, bodies = Terrain(Board(14, 14), parts), pack_bodies([man(*start)])
        if find_placement_problem(terrain, pack_bodies([]), *start, 0.0, 0.5, 1.5) is not None:
            continue
        seen["scenes"] += 1
        figures = replace(TOLL, traverse=dice.choice((0.5, 1.0, 2.0)))
        ways, wider = (twin.Ways((14, 14), start, radius, 1.5, figures.traverse, parts) for radius in (0.5, 0.54))
        for _ in range(60):
            place = round(dice.uniform(1, 13), 3), round(dice.uniform(1, 13), 3)
            if find_placement_problem(terrain, pack_bodies([]), *place, 0.0, 0.5, 1.5) is not None:
                continue
            shortest = ways.length(place)
            if wider.length(place) > 1.02 * shortest + 0.05:
                continue
            found, short = (Reach(terrain, bodies, 0, budget, figures).find_path(*place) for budget in (1.03 * shortest + 0.1, shortest - 0.02))
            assert found is not None, (parts, start, place, shortest, figures)
            assert short is None, (parts, start, place, shortest, short, figures)
            traversed = measure(terrain, bodies, 0, found, figures).traversed > 0
            facts = {"asked": True, "bent": len(found) > 2, "traversed": traversed, "bent and traversed": len(found) > 2 and traversed}
            seen.update(name for name, so in facts.items() if so)
    assert min(seen["bent"], seen["traversed"]) > 30 and seen["bent and traversed"] > 5, seen
