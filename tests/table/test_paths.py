"""Paths and placement on small tables drawn by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.paths import MeasuredPath, MovementParameters, find_contacts, measure
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Board, Part, Terrain

FIGURES = MovementParameters(
    climb=True,
    climb_least=2,
    climb_most=3,
    drop_free=2,
    jump_from=2,
    jump_most=4,
    jump_slack=1,
    ladder_reach=1,
)
NO_CLIMBING = MovementParameters(
    climb=False,
    climb_least=2,
    climb_most=3,
    drop_free=2,
    jump_from=2,
    jump_most=4,
    jump_slack=1,
    ladder_reach=1,
)
BOARD = Board(20, 20)


def box(name, x0, y0, x1, y1, top, bottom=0.0, marks=()):
    footprint = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Part(id=name, feature=name, footprint=footprint, bottom=bottom, top=top, kind="heavy", marks=marks)


def floor(name, x0, y0, x1, y1, top):
    return box(name, x0, y0, x1, y1, top, bottom=top - 0.2, marks=("vantage",))


def man(x, y, z=0.0, side=0, radius=0.5, height=1.5):
    return Body(x, y, z, Round(radius), height, side)


def go(parts, path, others=(), figures=FIGURES, start_z=0.0, **size) -> MeasuredPath:
    x, y = path[0][:2]
    bodies = pack_bodies((man(x, y, start_z, **size), *others))
    return measure(Terrain(BOARD, tuple(parts)), bodies, 0, path, figures)


# --- walking --------------------------------------------------------------------------------------


def test_length_of_a_bent_path_is_the_sum_of_its_segments():
    assert go([], [(2, 2), (5, 2), (5, 6)]).length == 7.0


def test_increments_round_each_segment_up():
    by_inches = MovementParameters(
        climb=True,
        climb_least=2,
        climb_most=3,
        drop_free=2,
        jump_from=2,
        jump_most=4,
        jump_slack=1,
        ladder_reach=1,
        increments=True,
    )
    assert go([], [(2, 2), (4.1, 2), (4.1, 4)], figures=by_inches).length == 5.0


def test_a_path_starts_where_the_body_stands():
    bodies = pack_bodies([man(2, 2)])
    assert measure(Terrain(BOARD), bodies, 0, [(3, 2), (4, 2)], FIGURES).problem == "wrong-start"


def test_standing_still_is_a_path():
    walk = go([], [(2, 2)])
    assert walk.ok and walk.length == 0.0


@pytest.mark.parametrize(("x", "problem"), [(0.5, None), (0.49, "off-board")])
def test_the_whole_base_stays_on_the_board(x, problem):
    walk = go([], [(5, 5), (x, 5)])
    assert walk.problem == problem
    assert walk.place == pytest.approx((0.5, 5), abs=1e-5)


@pytest.mark.parametrize(("gap", "problem"), [(1.0, None), (0.99, "too-high")])
def test_a_doorway_as_wide_as_the_base_can_be_passed(gap, problem):
    wall = [box("left", 2, 5, 10 - gap / 2, 5.5, 5), box("right", 10 + gap / 2, 5, 18, 5.5, 5)]
    assert go(wall, [(10, 3), (10, 8)]).problem == problem


def test_a_base_may_slide_along_a_wall_it_touches():
    wall = [box("wall", 5, 5, 15, 6, 5)]
    assert go(wall, [(3, 4.5), (17, 4.5)]).length == 14.0
    walk = go(wall, [(3, 4.51), (17, 4.51)])
    assert (walk.problem, walk.part) == ("too-high", "wall")
    assert walk.place[0] == pytest.approx(5 - math.sqrt(0.25 - 0.49**2), abs=1e-4)


def test_a_base_may_turn_round_a_corner_it_touches():
    wall = [box("wall", 5, 5, 15, 6, 5)]
    assert go(wall, [(3, 4.5), (15.5, 4.5), (15.5, 8)]).ok
    assert go(wall, [(3, 4.5), (15.4, 4.5), (15.4, 8)]).problem == "too-high"


def test_a_notch_of_a_concave_part_can_be_entered():
    notched = Part(
        id="notched",
        feature="notched",
        footprint=((5, 5), (15, 5), (15, 10), (11, 10), (11, 6), (9, 6), (9, 10), (5, 10)),
        top=5,
        kind="heavy",
    )
    assert go([notched], [(10, 12), (10, 6.5)]).ok
    assert go([notched], [(10, 12), (10, 6.4)]).problem == "too-high"
    assert go([notched], [(10, 12), (10, 8), (7, 8)]).part == "notched"


def test_unmarked_steps_of_no_height_cost_nothing():
    assert go([box("mat", 4, 4, 8, 8, 0.0)], [(2, 6), (10, 6)]).length == 8.0


@pytest.mark.parametrize("mark", ["insignificant", "accessible"])
def test_insignificant_and_accessible_parts_are_walked_through(mark):
    walk = go([box("part", 4, 4, 5, 8, 4, marks=(mark,))], [(2, 6), (8, 6)])
    assert walk.ok and walk.length == 6.0


# --- climbing and dropping --------------------------------------------------------------------------


def test_climbing_a_low_barrier_costs_at_least_two_inches():
    """3.0" over a barrier 1" tall: 3.0 + 2 + 0 = 5.0"; not without climbing."""
    barrier = [box("barrier", 5, 2, 5.5, 8, 1.0)]
    walk = go(barrier, [(4, 5), (7, 5)])
    assert (walk.problem, walk.length, walk.climbed, walk.dropped) == (None, 5.0, 2.0, 1.0)
    walk = go(barrier, [(4, 5), (7, 5)], figures=NO_CLIMBING)
    assert (walk.problem, walk.part) == ("no-climb", "barrier")
    assert walk.place == pytest.approx((4.5, 5), abs=1e-5)


def test_a_climb_costs_its_height_and_a_drop_what_exceeds_the_free_height():
    walk = go([box("block", 5, 2, 7, 8, 3.0)], [(3, 5), (9, 5)])
    assert (walk.length, walk.climbed, walk.dropped) == (6.0 + 3.0 + 1.0, 3.0, 3.0)


def test_more_than_the_highest_climb_is_refused():
    assert go([box("block", 5, 2, 7, 8, 3.1)], [(3, 5), (9, 5)]).problem == "too-high"


def test_blocking_parts_cannot_be_climbed_however_low():
    assert go([box("wire", 5, 2, 7, 8, 0.5, marks=("blocking",))], [(3, 5), (9, 5)]).problem == "solid"


def test_a_ladder_lifts_the_limit_and_the_least_cost():
    tower = floor("tower", 5, 2, 12, 8, 5)
    ladder = box("ladder", 4.9, 4.8, 5, 5.2, 5, marks=("ladder", "insignificant"))
    assert go([tower], [(3, 5), (8, 5, 5)]).problem == "too-high"
    assert go([tower, ladder], [(3, 5), (8, 5, 5)]).length == 10.0
    away = box("ladder", 4.9, 7.8, 5, 8, 5, marks=("ladder", "insignificant"))
    assert go([tower, away], [(3, 5), (8, 5, 5)]).problem == "too-high"
    step = box("step", 5, 2, 7, 8, 1.0)
    assert go([step, ladder], [(3, 5), (9, 5)]).length == 7.0


def test_steps_are_climbed_one_by_one():
    stairs = [box("low", 5, 2, 12, 8, 1), box("high", 8, 2, 12, 8, 2, bottom=1)]
    walk = go(stairs, [(3, 5), (14, 5)])
    assert walk.climbed == 4.0
    assert [z for _, z in walk.levels] == [0, 1, 2, 0]


def test_parts_stacked_on_each_other_are_one_climb():
    stack = [box("low", 5, 2, 8, 8, 1), box("high", 5, 2, 8, 8, 2.5, bottom=1)]
    assert go(stack, [(3, 5), (10, 5)]).climbed == 2.5


def test_two_drops_share_the_free_height():
    blocks = [box("one", 4, 2, 5, 8, 1.5), box("two", 8, 2, 9, 8, 1.5)]
    walk = go(blocks, [(2, 5), (11, 5)])
    assert walk.length == 9.0 + 2 + 2 + 1.0


def test_dropping_three_inches_costs_one():
    walk = go([floor("roof", 2, 2, 6, 6, 3)], [(4, 4), (8, 4)], start_z=3.0)
    assert (walk.ok, walk.length, walk.z) == (True, 5.0, 0.0)
    assert walk.levels[1][0] == pytest.approx(2.5, abs=1e-5)


def test_a_move_without_climbing_may_drop():
    assert go([floor("roof", 2, 2, 6, 6, 2)], [(4, 4), (8, 4)], start_z=2.0, figures=NO_CLIMBING).ok


def test_a_walkway_is_passed_under_or_climbed_as_wished():
    walkway = [floor("walkway", 5, 2, 9, 8, 3)]
    under = go(walkway, [(3, 5), (7, 5)])
    assert (under.ok, under.length, under.z) == (True, 4.0, 0.0)
    up = go(walkway, [(3, 5), (7, 5, 3)])
    assert (up.ok, up.length, up.z) == (True, 7.0, 3.0)


def test_a_walkway_cannot_be_climbed_from_below_it():
    assert go([floor("walkway", 5, 2, 9, 8, 3)], [(6, 5), (7, 5, 3)]).problem == "wrong-level"


def test_a_walkway_too_low_to_pass_under_has_to_be_climbed():
    walk = go([floor("walkway", 5, 2, 9, 8, 1.6)], [(3, 5), (7, 5)])
    assert (walk.ok, walk.length, walk.z) == (True, 6.0, 1.6)


def test_no_climbing_onto_a_crate_with_the_head_in_a_ceiling():
    scene = [floor("walkway", 4, 2, 12, 8, 3), box("crate", 7, 4, 8, 6, 2)]
    walk = go(scene, [(5, 5), (10, 5)])
    assert (walk.problem, walk.part) == ("solid", "walkway")


def test_a_wished_level_that_is_not_there_is_refused():
    assert go([], [(3, 5), (7, 5, 1.0)]).problem == "wrong-level"


# --- jumping ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "problem"), [(3.9, None), (4.1, "jump-too-long")])
def test_a_jump_is_four_inches_long_at_most(gap, problem):
    roofs = [floor("one", 2, 2, 5, 6, 3), floor("two", 5.5, 2, 12, 6, 3)]
    path = [(4, 4), (4 + gap, 4, 3, "jump")]
    walk = go(roofs, path, start_z=3.0)
    assert walk.problem == problem
    if problem is None:
        assert walk.length == pytest.approx(gap) and walk.dropped == 0


def test_jumps_start_from_high_vantage_parts_only():
    low = [floor("one", 2, 2, 5, 6, 2), floor("two", 6, 2, 12, 6, 2)]
    assert go(low, [(4, 4), (7, 4, 2, "jump")], start_z=2.0).problem == "jump-start"
    assert go([], [(4, 4), (7, 4, None, "jump")]).problem == "jump-start"


@pytest.mark.parametrize(
    ("top", "length"),
    [(2.0, 3.0), (4.0, 3.0), (1.5, 3.0), (0.9, 3.1), (4.5, 5.0), (5.5, 5.5)],
)
def test_landing_disregards_an_inch_up_or_down(top, length):
    """From 3": to 2" or 4" free; to 1.5" a drop of 1.5 is free; to 0.9" 2.1 counts 0.1; up 1.5 costs 2; up 2.5 costs 2.5."""
    roofs = [floor("one", 2, 2, 5, 6, 3), floor("two", 6, 2, 12, 6, top)]
    walk = go(roofs, [(4, 4), (7, 4, top, "jump")], start_z=3.0)
    assert walk.ok and walk.length == pytest.approx(length)


def test_a_small_drop_on_landing_does_not_use_up_the_free_height():
    roofs = [floor("one", 2, 2, 5, 6, 3), floor("two", 6, 2, 9, 6, 2)]
    walk = go(roofs, [(4, 4), (7, 4, 2, "jump"), (11, 4)], start_z=3.0)
    assert walk.ok and walk.length == 7.0


def test_a_jump_may_end_on_the_ground():
    walk = go([floor("one", 2, 2, 5, 6, 3)], [(4, 4), (7, 4, 0, "jump")], start_z=3.0)
    assert (walk.ok, walk.length) == (True, 4.0)


def test_walls_higher_than_the_jump_stop_it():
    scene = [floor("one", 2, 2, 5, 6, 3), box("wall", 5.5, 2, 5.7, 6, 4), floor("two", 6, 2, 12, 6, 3)]
    walk = go(scene, [(4, 4), (7.5, 4, 3, "jump")], start_z=3.0)
    assert (walk.problem, walk.part) == ("solid", "wall")


def test_lower_things_are_flown_over():
    scene = [floor("one", 2, 2, 5, 6, 3), box("wall", 5.2, 2, 5.4, 6, 2.9), floor("two", 6, 2, 12, 6, 3)]
    walk = go(scene, [(4, 4), (7, 4, 3, "jump")], start_z=3.0)
    assert (walk.ok, walk.length, walk.dropped) == (True, 3.0, 0.0)


def test_a_jump_cannot_end_on_top_of_a_wall():
    scene = [floor("one", 2, 2, 5, 6, 3), box("wall", 6, 2, 9, 6, 2.5)]
    assert go(scene, [(4, 4), (7, 4, None, "jump")], start_z=3.0).problem == "end-not-flat"


# --- other bases ----------------------------------------------------------------------------------------


def test_friends_are_passed_and_enemies_are_not():
    path = [(3, 5), (9, 5)]
    assert go([], path, [man(6, 5, side=0)]).ok
    walk = go([], path, [man(6, 5, side=1)])
    assert (walk.problem, walk.body) == ("enemy-base", 1)
    assert walk.place == pytest.approx((5, 5), abs=1e-4)


@pytest.mark.parametrize(("y", "problem"), [(6.0, None), (5.999, "enemy-base")])
def test_bases_may_touch_in_passing(y, problem):
    assert go([], [(3, 5), (9, 5)], [man(6, y, side=1)]).problem == problem


def test_enemies_on_another_floor_are_not_in_the_way():
    walkway = [floor("walkway", 5, 2, 9, 8, 3)]
    assert go(walkway, [(3, 5), (11, 5)], [man(7, 5, 3.0, side=1)]).ok
    assert go(walkway, [(3, 5), (11, 5, None)], [man(7, 5, 1.0, side=1)]).problem == "enemy-base"


def test_an_enemy_on_the_edge_bars_the_climb():
    walkway = [floor("walkway", 5, 2, 9, 8, 3)]
    walk = go(walkway, [(3, 5), (8, 5, 3)], [man(5.5, 5, 3.0, side=1)])
    assert (walk.problem, walk.body) == ("enemy-base", 1)


def test_no_move_ends_on_a_friend():
    walk = go([], [(3, 5), (6.5, 5)], [man(6, 5)])
    assert (walk.problem, walk.body) == ("end-overlaps-base", 1)
    assert go([], [(3, 5), (7, 5)], [man(6, 5)]).ok


def test_bodies_off_the_table_do_not_matter():
    assert go([], [(3, 5), (6, 5)], [None]).ok


# --- standing ---------------------------------------------------------------------------------------------


def can_stand(parts, x, y, z, others=()):
    found = find_placement_problem(Terrain(BOARD, tuple(parts)), pack_bodies(others), x, y, z, 0.5, 1.5)
    return None if found is None else found.problem


def test_a_base_stands_wholly_on_a_floor():
    roof = [floor("roof", 5, 5, 9, 9, 3)]
    assert can_stand(roof, 5.5, 7, 3) is None
    assert can_stand(roof, 5.49, 7, 3) == "end-not-flat"
    assert can_stand(roof, 7, 7, 2) == "end-overlaps-terrain"
    assert can_stand(roof, 7, 7, 0) is None


def test_adjoining_floors_are_one_floor():
    roofs = [floor("a", 5, 5, 7, 9, 3), floor("b", 7, 5, 9, 7, 3), floor("c", 7, 7, 9, 9, 3)]
    for x, y in ((7, 7), (7.2, 6.9), (6.8, 8.2), (8, 7), (7, 6)):
        assert can_stand(roofs, x, y, 3) is None
    assert can_stand(roofs[:2], 7, 7, 3) == "end-not-flat"
    assert can_stand([*roofs[:2], floor("d", 7.01, 7, 9, 9, 3)], 7, 7.6, 3) == "end-not-flat"


def test_floors_of_different_heights_are_not_one_floor():
    assert can_stand([floor("a", 5, 5, 7, 9, 3), floor("b", 7, 5, 9, 9, 2.5)], 7, 7, 3) == "end-not-flat"


def test_overlapping_floors_are_one_floor():
    roofs = [floor("a", 5, 5, 7.5, 9, 3), floor("b", 6.8, 4, 9, 10, 3)]
    assert can_stand(roofs, 7, 7, 3) is None


def test_only_vantage_parts_are_stood_on():
    assert can_stand([box("block", 5, 5, 9, 9, 2)], 7, 7, 2) == "end-not-flat"


def test_things_on_a_floor_are_in_the_way():
    roof = [floor("roof", 5, 5, 9, 9, 3), box("chimney", 7, 7, 8, 8, 4, bottom=3)]
    assert can_stand(roof, 7.2, 6.6, 3) == "end-overlaps-terrain"
    assert can_stand(roof, 6.4, 6.4, 3) is None


def test_a_base_below_another_level_is_not_overlapped():
    roof = [floor("roof", 5, 5, 9, 9, 3)]
    assert can_stand(roof, 7, 7, 0, [man(7, 7, 3)]) is None
    assert can_stand(roof, 7, 7, 3, [man(7.5, 7, 3)]) == "end-overlaps-base"


# --- coming near enemies ----------------------------------------------------------------------------------


def meetings(parts, path, enemies, start_z=0.0, figures=FIGURES):
    x, y = path[0][:2]
    terrain = Terrain(BOARD, tuple(parts))
    bodies = pack_bodies((man(x, y, start_z), *enemies))
    walk = measure(terrain, bodies, 0, path, figures)
    assert walk.ok, walk
    return find_contacts(terrain, bodies, 0, path, walk, 1.0)


@pytest.mark.parametrize(("gap", "met"), [(1.0, True), (1.001, True), (1.002, False)])
def test_passing_an_enemy_at_an_inch(gap, met):
    found = meetings([], [(3, 5), (9.04, 5)], [man(6.03, 6 + gap, side=1)])
    assert bool(found) == met
    if met:
        assert not found[0].at_start and not found[0].at_end and found[0].left


def test_first_contact_start_and_end():
    enemies = [man(3, 6.5, side=1), man(9, 6.5, side=1), man(6, 12, side=1), man(6, 5, side=0)]
    one, other = meetings([], [(3, 5), (9, 5)], enemies)
    assert (one.body, one.first, one.at_start, one.at_end, one.left) == (1, 0.0, True, False, True)
    assert (other.body, other.at_start, other.at_end, other.left) == (2, False, True, False)
    assert other.first == pytest.approx(6 - math.sqrt(2.001**2 - 1.5**2), abs=0.1)


def test_a_wall_between_keeps_two_apart():
    """Half an inch apart: a tall wall hides each from the other, a low one does not."""
    path, enemy = [(3, 5), (9, 5)], [man(6, 6.6, side=1)]
    assert meetings([box("wall", 2, 5.6, 10, 6, 3)], path, enemy) == ()
    assert len(meetings([box("wall", 2, 5.6, 10, 6, 0.5)], path, enemy)) == 1


def test_an_enemy_a_floor_below_is_not_near():
    walkway = [floor("walkway", 2, 3, 12, 8, 3)]
    assert meetings(walkway, [(3, 5), (9, 5, 3)], [man(6, 5, side=1)], start_z=3.0) == ()


def test_an_enemy_is_met_while_climbing_past_it():
    ledge = floor("ledge", 2, 2, 4, 4.4, 1.5)
    tower = floor("tower", 5, 2, 9, 8, 3)
    enemy = man(3.5, 3.5, 1.5, side=1)
    found = meetings([ledge, tower], [(4.2, 6), (4.4, 4.95), (4.4, 4.95), (7, 5, 3)], [enemy])
    assert len(found) == 1 and found[0].left


def test_staying_in_contact_all_along():
    found = meetings([], [(3, 5), (3.5, 5.2)], [man(4, 6.4, side=1)])
    assert (found[0].at_start, found[0].at_end, found[0].left) == (True, True, False)


def test_arrays_are_left_alone():
    terrain = Terrain(BOARD, (box("wall", 5, 5, 6, 9, 3),))
    bodies = pack_bodies((man(3, 5), man(3, 7, side=1)))
    before = bodies.copy()
    path = [(3, 5), (4, 5)]
    find_contacts(terrain, bodies, 0, path, measure(terrain, bodies, 0, path, FIGURES), 1.0)
    assert np.array_equal(bodies, before)
