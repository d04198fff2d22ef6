"""Costs of terrain along a path: obstacles stepped over, rough areas, climbs; and bases on marked areas."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import cos, hypot, inf, pi, sin, sqrt

import msgspec
import oracle_movement_costs as twin
import pytest
from move_scenes import BOARD, FIGURES, box, go, man, roof, swamp
from shapely import Polygon

from counteract.table.bodies import pack_bodies
from counteract.table.paths import MovementParameters, find_contacts, measure
from counteract.table.placement import find_placement_problem, is_on_marked_area
from counteract.table.reach import Reach
from counteract.table.terrain import Part, Terrain

MERE = 0.001  # the radius of a base that takes no room
replace = msgspec.structs.replace


def barricade(x0, x1, top=1.5, name="barricade", **more):
    return box(name, x0, 0, x1, 20, top, **more)


# --- movement costs as the specification works them out -----------------------------------------


def test_two_inches_open_and_two_difficult():
    """Worked example 13 (a): 2 + 4 = 6."""
    assert go([swamp("mud", 6, 0, 30, 20)], [(4, 5), (8, 5)]).length == 6.0


def test_straight_across_a_barricade():
    """Worked example 13 (b): 6" straight across 1.5" high and 1" thick is 6."""
    walk = go([barricade(7, 8)], [(4, 5), (10, 5)])
    assert walk.ok and walk.length == 6.0 and (walk.climbed, walk.dropped) == (0.0, 0.0)
    assert [z for _, z in walk.levels] == [0.0, 1.5, 0.0]


def test_over_a_wall():
    """Worked example 13 (c): 1" to it, 2" up, 1" across, 2" down."""
    walk = go([barricade(5, 6, 2.0)], [(4, 5), (6 + MERE, 5)], radius=MERE)
    assert walk.ok and walk.length == pytest.approx(6.0, abs=0.0011)
    assert (walk.climbed, walk.dropped) == (2.0, 2.0)


def test_onto_a_wall_and_down_in_a_jump():
    """Worked example 13 (d): 1 + 2 + 1 + 0."""
    walk = go([barricade(5, 6, 2.0, marks=("vantage",))], [(4, 5), (6, 5, 2.0), (6 + MERE, 5, 0.0, "jump")], radius=MERE)
    assert walk.ok and walk.length == pytest.approx(4.0, abs=0.0011)
    assert walk.jumps == (2.0,) and walk.dropped == 0.0


# --- obstacles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "wide", "length"), [
    (1.5, 1.5, 6.0), (1.5009, 1.5, 6.0), (1.5, 1.5009, 6.0), (1.502, 1.5, 9.004), (1.5, 1.502, 9.0), (0.5, 1.6, 7.0), (0.5, 0.1, 6.0),
])  # fmt: skip
def test_an_obstacle_is_stepped_over_if_it_is_neither_too_high_nor_too_wide(top, wide, length):
    assert go([barricade(6, 6 + wide, top)], [(4, 5), (10, 5)]).length == pytest.approx(length, abs=1e-9)


def test_how_wide_it_is_depends_on_the_way():
    """A barricade 1.2" thick is 1.2 * sqrt(2) = 1.7" thick for who crosses it at 45 degrees."""
    wall = [barricade(7, 8.2)]
    assert go(wall, [(5, 5), (10, 5)]).length == 5.0
    assert go(wall, [(5, 5), (10, 10)]).length == pytest.approx(5 * sqrt(2) + 3.0)


def test_its_length_does_not_matter_but_the_way_on_it_does():
    """Along the top the centre stays in the footprint: 0.5" to the middle, along, and off again."""
    wall = [barricade(7, 8)]
    for along, length in ((0.5, 3.0 + 0.5), (0.51, 3.0 + 0.51 + 3.0)):
        assert go(wall, [(6, 5), (7.5, 5), (7.5, 5 + along), (9, 5 + along)]).length == pytest.approx(length)


def test_the_centre_decides_how_long_the_way_on_it_is():
    """The base overlaps the end of a wall for longer than 1.5", the centre passes beside it."""
    wall = [box("wall", 7, 5.2, 12, 6, 1.5)]
    assert go(wall, [(5, 5), (14, 5)]).length == 9.0
    assert go(wall, [(5, 5.3), (14, 5.3)]).length == pytest.approx(12.0)


def test_consecutive_obstacles_add_up():
    """Two planks 0.9" apart: a base 1" wide does not come down between them."""
    assert go([barricade(6, 6.7), barricade(7.6, 8.4, name="b")], [(4, 5), (11, 5)]).length == 7.0
    assert go([barricade(6, 6.7), barricade(7.6, 8.5, name="b")], [(4, 5), (11, 5)]).length == 10.0


def test_obstacles_it_comes_down_between_do_not():
    assert go([barricade(6, 7.2), barricade(8.3, 9.5, name="b")], [(4, 5), (12, 5)]).length == 8.0


def test_overlapping_footprints_count_once():
    parts = [barricade(6, 7.2), barricade(6.4, 7.5, name="b"), barricade(6.2, 6.9, 1.0, name="c")]
    assert go(parts, [(4, 5), (11, 5)]).length == 7.0
    assert go([*parts, barricade(7.4, 7.7, name="d")], [(4, 5), (11, 5)]).length == 10.0


def test_steps_of_stairs_add_up_too():
    """1" and then 1.5" high: both are no more than 1.5" above where it came from."""
    assert go([barricade(6, 6.7, 1.0), barricade(6.7, 7.5, name="b")], [(4, 5), (11, 5)]).length == 7.0
    assert go([barricade(6, 6.7, 1.0), barricade(6.7, 7.6, name="b")], [(4, 5), (11, 5)]).length == 10.0


def test_climbing_on_pays_the_whole_height():
    """1" is a step, but 2" above where it came from is not: 2" up and 2" down."""
    walk = go([barricade(6, 6.5, 1.0), barricade(6.5, 7, 2.0, name="b")], [(4, 5), (10, 5)])
    assert (walk.climbed, walk.dropped, walk.length) == (2.0, 2.0, 10.0)


def test_coming_down_lower_pays_what_is_below():
    """From a roof 2" high over a parapet 1" higher to the ground: 2" down."""
    parts = [roof("roof", 2, 2, 8, 18, 2.0), barricade(8, 8.5, 3.0)]
    walk = go(parts, [(5, 5), (11, 5)], z=2.0)
    assert (walk.climbed, walk.dropped, walk.length) == (0.0, 2.0, 8.0)


def test_coming_down_higher_is_still_on_a_step():
    """Over a 1.5" wall to a crate 1" high, 0.5" wide, and down: 1.0" of way, all free. A wide crate is paid for."""
    assert go([barricade(6, 6.5), barricade(6.5, 7.0, 1.0, name="crate")], [(4, 5), (11, 5)]).length == 7.0
    wide = go([barricade(6, 6.5), barricade(6.5, 9, 1.0, name="crate")], [(4, 5), (11, 5)])
    assert (wide.climbed, wide.dropped) == (1.5, 1.5)


def test_once_paid_for_it_is_a_floor_like_others():
    """From a platform 1" high an obstacle on it is stepped over, and its own height counts from the platform."""
    parts = [barricade(6, 12, 1.0, marks=("vantage",)), barricade(9.5, 10, 2.5, name="b")]
    walk = go(parts, [(4, 5), (15, 5)])
    assert (walk.climbed, walk.dropped, walk.length) == (1.0, 1.0, 13.0)


@pytest.mark.parametrize(("into", "length"), [(1.5, 5.0), (1.52, 6.02)])
def test_ending_on_top_is_free_if_it_is_thin_enough(into, length):
    platform = barricade(7.5, 15, 1.0, marks=("vantage",))
    assert go([platform], [(4, 5), (7.5 + into, 5, 1.0)], radius=0.6).length == pytest.approx(length, abs=0.001)


def test_who_starts_on_an_obstacle_pays_for_coming_down():
    assert go([barricade(6, 7.4, 1.0, marks=("vantage",))], [(6.7, 5), (9, 5)], z=1.0).length == pytest.approx(3.3)


def test_the_sum_is_kept_at_corners_of_the_path():
    """A path costs the same in one piece and in many."""
    parts = [barricade(6, 7.4), barricade(10, 11.6, 1.0, name="b"), swamp("mud", 8, 0, 9, 20)]
    whole = go(parts, [(4, 5), (14, 5)])
    bits = go(parts, [(4 + k / 8, 5) for k in range(81)])
    assert whole.length == pytest.approx(bits.length) == pytest.approx(10 + 1 + 2 * 1.0)


def test_without_figures_for_steps_every_height_counts():
    plain = replace(FIGURES, step_high=0.0, step_wide=0.0, rough=1.0)
    assert go([barricade(7, 8), swamp("mud", 5, 0, 6, 20)], [(4, 5), (10, 5)], figures=plain).length == 9.0


def test_no_climbing_allows_no_steps_either():
    assert go([barricade(7, 8)], [(4, 5), (10, 5)], figures=replace(FIGURES, climb=False)).problem == "no-climb"


def test_what_is_marked_blocking_is_not_stepped_over():
    assert go([barricade(7, 8, 0.5, marks=("blocking",))], [(4, 5), (10, 5)]).problem == "solid"


# --- rough ground -------------------------------------------------------------------------------


def test_difficult_and_dangerous_ground_overlapping_count_once():
    """Difficult from 6 to 9, dangerous from 8 to 11: 5" of rough ground."""
    parts = [swamp("mud", 6, 0, 9, 20), swamp("fire", 8, 0, 11, 20, marks=("flat", "dangerous"))]
    assert go(parts, [(4, 5), (13, 5)]).length == 9 + 5
    assert go([swamp("both", 6, 0, 9, 20, marks=("flat", "dangerous", "difficult"))], [(4, 5), (13, 5)]).length == 9 + 3


def test_the_centre_decides_what_is_rough():
    mud = [swamp("mud", 6, 5.2, 9, 10)]
    assert go(mud, [(4, 5.1), (13, 5.1)]).length == 9.0
    assert go(mud, [(4, 5.2), (13, 5.2)]).length == 12.0  # the edge belongs to it
    assert go(mud, [(4, 5.3), (13, 5.3)]).length == 12.0


def test_an_area_that_bends_is_crossed_twice():
    horseshoe = Part(
        id="u", feature="u", footprint=((5, 2), (11, 2), (11, 8), (9, 8), (9, 4), (7, 4), (7, 8), (5, 8)), top=0.1, kind="light",
        marks=("flat", "dangerous"),
    )  # fmt: skip
    assert go([horseshoe], [(4, 6), (12, 6)]).length == 8 + 4
    assert go([horseshoe], [(4, 3), (12, 3)]).length == 8 + 6


def test_turning_inside_counts_all_of_it():
    assert go([swamp("mud", 6, 0, 12, 20)], [(4, 5), (8, 5), (8, 9), (4, 9)]).length == 12 + 8


def test_an_area_counts_on_its_own_level():
    """Mud on the ground under a bridge, and rubble on the bridge."""
    parts = [
        swamp("mud", 6, 0, 12, 20),
        box("bridge", 4, 2, 14, 8, 5.2, 5.0, ("vantage",)),
        swamp("rubble", 8, 2, 10, 8, 5.2),
    ]  # fmt: skip
    assert go(parts, [(5, 5), (13, 5)], z=5.2).length == 8 + 2
    assert go(parts, [(5, 5), (13, 5)]).length == 8 + 6


def test_climbing_in_rough_ground_counts_twice():
    """The climb happens where the base meets the wall, its centre 0.5" before it; the drop 0.5" behind it."""
    wall = barricade(8, 9, 2.0)
    before, behind = swamp("before", 6, 0, 8, 20), swamp("behind", 9, 0, 11, 20)
    plain = 10 + 2 + 2
    assert go([wall], [(3, 5), (13, 5)]).length == plain
    assert go([wall, before], [(3, 5), (13, 5)]).length == pytest.approx(plain + 1.5 + 2)  # on the wall its level is 2"
    assert go([wall, behind], [(3, 5), (13, 5)]).length == pytest.approx(plain + 1.5 + 2)
    assert go([wall, swamp("short", 6, 0, 7.4, 20)], [(3, 5), (13, 5)]).length == pytest.approx(plain + 1.4)


def test_a_step_in_rough_ground_is_free_but_the_ground_beneath_counts():
    """An obstacle stepped over is as if it were not there; on top of a climbed one, 1.5" up, the mud does not count."""
    parts = [barricade(8, 9), swamp("mud", 6, 0, 11, 20)]
    assert go(parts, [(3, 5), (13, 5)]).length == pytest.approx(10 + 5)
    assert go([barricade(8, 9.6), swamp("mud", 6, 0, 11, 20)], [(3, 5), (13, 5)]).length == pytest.approx(10 + 2.4 + 3 + 3)


def test_rubble_that_is_climbed_is_rough_on_top():
    rubble = barricade(6, 10, 2.0, marks=("difficult",))
    assert go([rubble], [(3, 5), (13, 5)]).length == pytest.approx(10 + 4 + 4)


def test_a_flat_area_is_in_nobodys_way():
    parts = [box("haze", 6, 0, 9, 20, 9.0, marks=("flat", "dangerous"))]
    walk = go(parts, [(4, 5), (8, 5)])
    assert walk.ok and walk.z == 0.0 and walk.length == 6.0
    assert find_placement_problem(Terrain(BOARD, tuple(parts)), pack_bodies([]), 7, 5, 0, 0.5, 1.5) is None
    bodies = pack_bodies([man(5, 5), man(7, 5, side=1)])
    (met,) = find_contacts(Terrain(BOARD, tuple(parts)), bodies, 0, [(5, 5)], go(parts, [(5, 5)]), 1.0)
    assert met.at_end  # it is not between them either


# --- climbs -------------------------------------------------------------------------------------


def test_up_and_down_are_paid_like_any_other_way():
    """A tower 7" high, climbed from the ground: 3" to it, 7" up, 2" on it."""
    tower = roof("tower", 8, 2, 14, 8, 7.0)
    up = go([tower], [(4.5, 5), (9.5, 5, 7.0)])
    assert up.ok and up.length == 12.0
    assert go([tower], [(9.5, 5), (4.5, 5)], z=7.0).length == 12.0


def test_there_is_no_least_cost_and_no_most_unless_the_figures_say_so():
    wall = [barricade(7, 9, 1.6)]
    assert go(wall, [(4, 5), (12, 5)]).length == pytest.approx(8 + 3.2)
    assert go(wall, [(4, 5), (12, 5)], figures=replace(FIGURES, climb_least=2.0)).length == pytest.approx(8 + 2 + 1.6)
    assert go(wall, [(4, 5), (12, 5)], figures=replace(FIGURES, drop_free=1.0)).length == pytest.approx(8 + 1.6 + 0.6)
    assert go(wall, [(4, 5), (12, 5)], figures=replace(FIGURES, climb_most=1.5)).problem == "too-high"


# --- standing on an area ------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "there"), [(5.49, False), (5.5, False), (5.51, True), (7, True), (9.49, True), (9.5, False)])
def test_a_base_is_on_an_area_that_it_overlaps(x, there):
    terrain = Terrain(BOARD, (swamp("fire", 6, 2, 9, 8, marks=("flat", "dangerous")),))
    assert is_on_marked_area(terrain, x, 5, 0, 0.5, "dangerous") is there
    assert not is_on_marked_area(terrain, x, 5, 0, 0.5, "difficult")
    assert not is_on_marked_area(terrain, x, 5, 3, 0.5, "dangerous")


def test_past_a_corner_of_an_area():
    """The corner is at (6, 2), 0.5" from (5.7, 1.6)."""
    terrain = Terrain(BOARD, (swamp("fire", 6, 2, 9, 8, marks=("flat", "dangerous")),))
    assert not is_on_marked_area(terrain, 5.7, 1.6, 0, 0.5, "dangerous")
    assert is_on_marked_area(terrain, 5.701, 1.6, 0, 0.5, "dangerous")


def test_on_a_roof_that_is_dangerous():
    """All of a solid part counts, from its bottom to its top; an area on a floor is as high as the floor."""
    terrain = Terrain(BOARD, (box("roof", 6, 2, 9, 8, 3.0, 2.5, ("vantage", "dangerous")), swamp("oil", 10, 2, 12, 8, 3.0)))
    assert is_on_marked_area(terrain, 7, 5, 3.0, 0.5, "dangerous") and is_on_marked_area(terrain, 7, 5, 3.001, 0.5, "dangerous")
    assert not is_on_marked_area(terrain, 7, 5, 0.0, 0.5, "dangerous")
    assert is_on_marked_area(terrain, 11, 5, 3.0, 0.5, "difficult") and not is_on_marked_area(terrain, 11, 5, 0.0, 0.5, "difficult")


# --- ways -----------------------------------------------------------------------------------------


def test_the_way_round_a_swamp_is_found():
    """Straight through costs 2 + 2 * 4; round two corners of the swamp it is 6.83"."""
    terrain, bodies = Terrain(BOARD, (swamp("mud", 7, 4, 11, 12),)), pack_bodies([man(6, 5)])
    way = Reach(terrain, bodies, 0, 6.9, FIGURES).find_path(12, 5)
    assert way is not None
    assert measure(terrain, bodies, 0, way, FIGURES).length == pytest.approx(4 + 2 * sqrt(2), abs=0.02)
    assert Reach(terrain, bodies, 0, 6.8, FIGURES).find_path(12, 5) is None


def test_the_way_over_a_low_wall_is_straight():
    terrain, bodies = Terrain(BOARD, (barricade(7, 8),)), pack_bodies([man(6, 5)])
    assert Reach(terrain, bodies, 0, 4.0, FIGURES).find_path(9.9, 5) == ((6, 5, 0), (9.9, 5, 0))


# --- the twin -------------------------------------------------------------------------------------


def a_footprint(dice: random.Random) -> tuple[tuple[float, float], ...]:
    x, y = dice.uniform(0, 12), dice.uniform(0, 12)
    if dice.random() < 0.7:
        w, d = dice.choice(((0.4, 5), (5, 0.4), (1.2, 6), (6, 1.4), (3, 3)))
        return ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
    count, turn = dice.choice((3, 5, 7)), dice.uniform(0, pi)
    outs = [dice.uniform(0.5, 2.5) for _ in range(count)]
    return tuple((x + out * cos(turn + 2 * pi * k / count), y + out * sin(turn + 2 * pi * k / count)) for k, out in enumerate(outs))


def some_ground(dice: random.Random) -> tuple[Part, ...]:
    parts: list[Part] = []
    for k in range(dice.randint(2, 8)):
        footprint = a_footprint(dice)
        if not Polygon(footprint).is_valid:
            continue
        rough = dice.choice(((), (), ("difficult",), ("dangerous",), ("difficult", "dangerous")))
        if rough and dice.random() < 0.7:
            z = dice.choice((0.0, 0.0, 1.0, 2.0))
            top, bottom, marks = z + dice.choice((0.05, 1.5)), z, ("flat", *rough)
        else:
            top, bottom, marks = dice.choice((0.5, 1.0, 1.0, 1.5, 2.0, 2.5, 3.0)), 0.0, (*rough, *dice.choice(((), ("vantage",))))
        parts.append(Part(id=str(k), feature=str(k), footprint=footprint, bottom=bottom, top=top, kind="heavy", marks=marks))
    return tuple(parts)


def some_figures(dice: random.Random) -> MovementParameters:
    high = dice.choice((1.5, 1.5, 1.0, 0.0))
    return replace(
        FIGURES, step_high=high, step_wide=dice.choice((1.5, 0.7, 3.0)) if high else 0.0, rough=dice.choice((2.0, 2.0, 1.0, 1.5)),
        climb_least=dice.choice((0.0, 0.0, 1.0)), drop_free=dice.choice((0.0, 0.0, 2.0)), climb_most=inf,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
def test_lengths_agree_with_the_twin(seed):
    """Paths of one or two pieces over walls, stairs, crates, rubble and mud; the twin judges afterwards."""
    dice = random.Random(seed)
    seen = Counter()
    while seen["all"] < 250:
        parts, figures, radius = some_ground(dice), some_figures(dice), dice.choice((0.3, 0.5, 0.63))
        path = [(dice.uniform(1, 13), dice.uniform(1, 13)) for _ in range(dice.randint(2, 3))]
        ground = twin.Ground(parts, path, figures)
        z = ground.stretches(radius)[0].level
        walk = measure(Terrain(BOARD, parts), pack_bodies([man(*path[0], z, radius=radius)]), 0, path, figures)
        if walk.problem == "solid":  # the first small step already leads onto something
            continue
        try:
            lengths = [ground.length(radius + by) for by in (-0.004, 0.0, 0.004)]
        except twin.Unsure:
            continue
        if max(lengths) - min(lengths) > 0.1:  # a corner is just touched, or just not
            continue
        assert walk.length == pytest.approx(lengths[1], abs=0.05), (parts, figures, radius, path)
        paid = walk.climbed + walk.dropped
        stepped = paid < sum(abs(b[1] - a[1]) for a, b in pairwise(walk.levels)) - 0.1
        rough = walk.length > sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)) + paid + 0.1
        facts = {"all": True, "stepped": stepped, "climbed": paid > 0.1, "rough": rough, "stepped and climbed": stepped and paid > 0.1}
        seen.update(name for name, so in facts.items() if so)
    assert min(seen.values()) > 10, seen
