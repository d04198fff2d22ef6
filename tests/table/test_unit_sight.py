"""Scenes small enough to draw on paper: sight between models of units, what masks their fire, cover, coherency.

Unless a test says otherwise the shooter is at (2, 10) and the target at (14, 10); both have a base of 1" and are 1.5" tall. The gap is 11",
heads are 1.5" up, the line of fire runs 0.75" up.
"""

from __future__ import annotations

import pickle
from math import inf

import pytest

from counteract.table import firing_lines, unit_cover, unit_distances
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.elements import Element, Elements, Prism
from counteract.table.firing_lines import FiringLine, UnitAim
from counteract.table.unit_distances import UnitIndex


def body(x: float, y: float, z: float = 0.0, height: float = 1.5, radius: float = 0.5) -> Body:
    return Body(x, y, z, Round(radius), height)


def block(
    name: str, x0: float, y0: float, x1: float, y1: float, top: float, blocks: bool = True, area: bool = False, obstacle: bool = False
) -> Element:
    prism = Prism(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), 0.0, top)
    return Element(name, (prism,), blocks=blocks, area=area, obstacle=obstacle)


def barricade(name: str, x0: float, y0: float, x1: float, y1: float) -> Element:
    return block(name, x0, y0, x1, y1, 1.0, blocks=False, obstacle=True)


HERE, THERE = body(2, 10), body(14, 10)


def line(*elements: Element, one: Body = HERE, other: Body = THERE, others: tuple[Body, ...] = ()) -> FiringLine:
    """Return the line from one model to another, each a unit of its own; all others form a third unit of the same kind."""
    bodies = pack_bodies((one, other, *others))
    index = UnitIndex((0, 1, *(2 for _ in others)), (0, 0, *(0 for _ in others)))
    return firing_lines.trace_line(Elements(elements), bodies, index, 0, 1)


# --- seeing -------------------------------------------------------------------------------------


def test_in_the_open() -> None:
    found = line()
    assert (found.visible, found.masked, found.gap) == (True, False, 11.0)
    assert (found.start, found.end) == ((2, 10, 1.5), (14, 10, 1.5))
    assert found.middle == ((2, 10, 0.75), (14, 10, 0.75))


def test_a_wall_stops_all_and_the_nearest_is_named() -> None:
    far, near = block("far", 10, 0, 11, 20, 3), block("near", 6, 0, 7, 20, 3)
    for found in (line(far, near), line(near, far)):
        assert (found.visible, found.stopped_by, found.masked_by_element) == (False, "near", "near")
        assert (found.start, found.end) == ((2, 10, 1.5), (14, 10, 1.5))


def test_one_looks_past_a_corner_with_a_side() -> None:
    """A wall to y = 10.4: the left side of the shooter, at y = 10.5, sees the left side of the target."""
    found = line(block("wall", 7, 0, 8, 10.4, 3))
    assert found.visible and found.stopped_by is None
    assert (found.start, found.end) == ((2, 10.5, 1.5), (14, 10.5, 1.5))


@pytest.mark.parametrize(("edge", "visible"), [(10.5, True), (10.501, False)])
def test_touching_a_wall_is_not_crossing_it(edge: float, visible: bool) -> None:
    """The outermost segment runs along y = 10.5."""
    assert line(block("wall", 7, 0, 8, edge, 3)).visible == visible


@pytest.mark.parametrize(("top", "visible"), [(1.5, True), (1.51, False)])
def test_one_looks_over_a_wall_as_high_as_ones_head(top: float, visible: bool) -> None:
    assert line(block("wall", 7, 0, 8, 20, top)).visible == visible


def test_a_tall_model_sees_over_a_wall_to_the_top_of_another() -> None:
    """From 3" up to 1.5" up: half way, at x = 8, the line is 2.25" up; a wall of 2.1" there is passed over."""
    low, high = block("wall", 7, 0, 8, 20, 2.1), block("wall", 7, 0, 8, 20, 2.4)
    assert line(low, one=body(2, 10, height=3)).visible
    assert not line(high, one=body(2, 10, height=3)).visible


def test_half_height_is_seen_under_a_bridge() -> None:
    """A slab between 1" and 4" up hides the head; from a head at 1.5" it also hides half height, from one at 0.9" it does not."""
    bridge = Element("bridge", (Prism(((7, 0), (8, 0), (8, 20), (7, 20)), 1.0, 4.0),), blocks=True)
    assert not line(bridge).visible
    found = line(bridge, one=body(2, 10, height=0.9))
    assert found.visible and found.end == (14, 10, 0.75)


def test_what_does_not_block_stops_nothing_but_masks() -> None:
    found = line(block("rails", 7, 0, 8, 20, 3, blocks=False))
    assert (found.visible, found.masked_by_element) == (True, "rails")


@pytest.mark.parametrize(
    ("x0", "x1", "visible", "masked"),
    [
        (6, 10, False, True),  # between the two
        (1, 5, True, False),  # the shooter stands in it
        (12, 16, True, True),  # the target stands in it
        (0, 16, True, False),  # both do
        (2.4, 5, True, False),  # the shooter's rim is in it
        (2.5, 5, False, False),  # the shooter's base only touches it: no view through it, and no mask
        (2.502, 5, False, True),  # it does not touch it
    ],
)
def test_a_wood(x0: float, x1: float, visible: bool, masked: bool) -> None:
    found = line(block("wood", x0, 0, x1, 20, 4, area=True))
    assert (found.visible, found.masked) == (visible, masked)


def test_a_wood_that_one_stands_in_does_not_open_another() -> None:
    found = line(block("wood", 1, 0, 5, 20, 4, area=True), block("grove", 7, 0, 9, 20, 4, area=True))
    assert (found.visible, found.stopped_by, found.masked_by_element) == (False, "grove", "grove")


def test_standing_in_is_a_matter_of_levels() -> None:
    """On a floor 3" up one stands in a ruin of 5"; on a roof 6" up one looks over it."""
    ruin = block("ruin", 0, 0, 5, 20, 5, area=True)
    assert line(ruin, one=body(2, 10, 3)).visible
    assert not line(Element("ruin", ruin.prisms, blocks=True), one=body(2, 10, 3)).visible
    assert not line(ruin, block("wall", 5, 0, 6, 20, 5), one=body(2, 10, 3)).visible


def test_the_parts_of_an_element_are_one() -> None:
    """The shooter stands in the left wing of a ruin, and looks out through the right one."""
    wings = Element("ruin", (*block("", 1, 9, 3, 11, 4).prisms, *block("", 5, 0, 6, 20, 4).prisms), blocks=True, area=True)
    found = line(wings)
    assert (found.visible, found.masked) == (True, False)


def test_a_concave_footprint_is_looked_into() -> None:
    """A U open towards y = 20, its back wall at y < 8: the line along y = 10 crosses both arms."""
    outline = ((6, 5), (10, 5), (10, 15), (9, 15), (9, 8), (7, 8), (7, 15), (6, 15))
    yard = Element("yard", (Prism(outline, 0, 3),), blocks=True)
    assert line(yard).stopped_by == "yard"
    assert line(yard, one=body(8, 10, radius=0.25), other=body(8, 18)).visible


def test_straight_above() -> None:
    found = line(one=body(5, 5), other=body(5, 5, 3))
    assert (found.visible, found.gap) == (True, 3.0)


# --- masks --------------------------------------------------------------------------------------


def test_a_model_in_the_way_masks() -> None:
    far, near = body(10, 10), body(6, 10.3)
    found = line(others=(far, near))
    assert (found.visible, found.masked_by_model) == (True, 3)  # the nearer of the two
    assert line(others=(near, far)).masked_by_model == 2


@pytest.mark.parametrize(("aside", "masked"), [(0.49, True), (0.5, False)])
def test_a_model_that_the_line_touches_does_not(aside: float, masked: bool) -> None:
    assert line(others=(body(8, 10 + aside),)).masked == masked


def test_tall_models_fire_over_low_ones() -> None:
    """From 1.5" up to 1.5" up over a head at 1.5", which the line touches; from 1.4" it goes through."""
    tall = {"one": body(2, 10, height=3), "other": body(14, 10, height=3)}
    assert not line(others=(body(8, 10),), **tall).masked
    assert line(others=(body(8, 10, height=1.6),), **tall).masked


@pytest.mark.parametrize(
    ("units", "kinds", "masked"),
    [
        ((0, 1, 2), (0, 0, 0), True),
        ((0, 1, 2), (3, 0, 0), True),  # the kind of the shooter does not count
        ((0, 1, 2), (0, 1, 0), False),
        ((0, 1, 2), (-1, -1, -1), False),  # no kind: masks nothing, is masked by nothing
        ((0, 1, 0), (0, 0, 0), False),  # the shooter's own unit
        ((0, 1, 1), (0, 0, 0), False),  # the target's own unit
    ],
)
def test_units_and_kinds(units: tuple[int, ...], kinds: tuple[int, ...], masked: bool) -> None:
    bodies = pack_bodies((HERE, THERE, body(8, 10)))
    assert firing_lines.trace_line(Elements(), bodies, UnitIndex(units, kinds), 0, 1).masked == masked


def test_all_that_is_crossed() -> None:
    bodies = pack_bodies((HERE, THERE, body(8, 10), body(10, 12)))
    table = Elements((block("wood", 1, 9, 4, 11, 4), barricade("rail", 6, 8, 6.5, 12), block("low", 11, 9, 12, 11, 0.5)))
    assert firing_lines.find_crossed(table, bodies, 0, 1) == (["wood", "rail"], [2])


def test_a_barricade_at_the_feet_does_not_mask() -> None:
    assert not line(barricade("rail", 2.5, 8, 3, 12)).masked
    assert line(barricade("rail", 2.6, 8, 3.1, 12)).masked
    assert line(barricade("rail", 13, 8, 13.5, 12)).masked  # at the target's


# --- aims ---------------------------------------------------------------------------------------


def test_an_aim_prefers_a_free_line() -> None:
    """The nearest target is out of sight, the next masked, the last free, at gaps of 5", 7" and 11"."""
    bodies = pack_bodies((body(2, 10), body(8, 10), body(2, 18), body(2, -2), body(2, 14)))
    index = UnitIndex((0, 1, 1, 1, 2), (0, 0, 0, 0, 0))
    table = Elements((block("wall", 4, 5, 5, 15, 3),))
    aim = firing_lines.aim_at_units(table, bodies, index, [0], [24.0], [1])[0][1]
    assert aim == UnitAim(nearest=5.0, seen=7.0, free=11.0)
    assert [aim.can_see(reach) for reach in (6.0, 6.999, 7.0)] == [False, True, True]
    assert [aim.is_masked(reach) for reach in (7.0, 10.9, 11.0)] == [True, True, False]


def test_reach_ends_an_aim() -> None:
    bodies = pack_bodies((HERE, THERE, None))
    index = UnitIndex((0, 1, 2), (0, 0, 0))
    near, far = (firing_lines.aim_at_units(Elements(), bodies, index, [0], [reach], [1, 2]) for reach in (10.0, 11.0))
    assert near == [{1: UnitAim(11.0, inf, inf)}]
    assert far == [{1: UnitAim(11.0, 11.0, 11.0)}]


def test_indirect_fire_needs_no_sight_but_is_masked() -> None:
    bodies = pack_bodies((HERE, THERE, body(2, 15)))
    index, table = UnitIndex((0, 1, 1), (0, 0, 0)), Elements((block("wall", 7, 0, 8, 20, 3), block("hall", 0, 12, 4, 13, 3)))
    direct, indirect = (firing_lines.aim_at_units(table, bodies, index, [0], [24.0], [1], way)[0][1] for way in (False, True))
    assert direct == UnitAim(4.0, inf, inf)
    assert indirect == UnitAim(4.0, 4.0, inf)


# --- close combat -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("element", "across"),
    [
        (barricade("rail", 2.5, 8, 3, 12), "rail"),
        (block("wood", 0, 0, 20, 20, 4, area=True), None),  # both stand in it
        (block("wood", 2.8, 0, 20, 20, 4, area=True), "wood"),  # the target alone does
        (block("ledge", 2.5, 8, 3, 12, 0.7), None),  # the line passes over it
    ],
)
def test_fighting_across_terrain(element: Element, across: str | None) -> None:
    bodies = pack_bodies((HERE, body(3.5, 10)))
    assert firing_lines.find_element_across(Elements((element,)), bodies, UnitIndex((0, 1)), 0, 1) == across


def test_fighting_the_nearest_model() -> None:
    """One enemy is 0.5" away behind a barricade. Another, 0.6" away in the open, does not help; one as near does."""
    index, table = UnitIndex((0, 1, 1)), Elements((barricade("rail", 2.5, 8, 3, 12),))
    for gap, across in ((0.6, "rail"), (0.5, None)):
        bodies = pack_bodies((HERE, body(3.5, 10), body(1 - gap, 10)))
        assert firing_lines.find_element_across(table, bodies, index, 0, 1) == across


# --- cover --------------------------------------------------------------------------------------


def test_hidden_points() -> None:
    """A wall of 1" before the target hides what is 0.75" up: three points. A wood that the target stands in hides all six."""
    one, other = pack_bodies((HERE, THERE)), pack_bodies((body(2, 10, height=6), THERE))
    low, wood = Elements((block("wall", 13, 0, 13.4, 20, 1.0),)), Elements((block("wood", 12, 0, 16, 20, 4, area=True),))
    assert firing_lines.count_hidden_points(low, one, 0, 1) == 3
    assert firing_lines.count_hidden_points(low, other, 0, 1) == 0
    assert firing_lines.count_hidden_points(wood, one, 0, 1) == 6
    assert firing_lines.sees(wood, one, 0, 1)
    assert unit_cover.is_half_hidden(low, one, UnitIndex((0, 1)), 0, 1)
    assert not unit_cover.is_half_hidden(low, other, UnitIndex((0, 1)), 0, 1)


def test_a_wood_that_only_the_shooter_stands_in_hides_nothing() -> None:
    wood = block("wood", 0, 0, 5, 20, 4, area=True)
    assert firing_lines.count_hidden_points(Elements((wood,)), pack_bodies((HERE, THERE)), 0, 1) == 0
    both = block("wood", 0, 0, 15, 20, 4, area=True)
    assert firing_lines.count_hidden_points(Elements((both,)), pack_bodies((HERE, THERE)), 0, 1) == 6


def test_a_unit_in_terrain() -> None:
    """A rim in the wood is enough, touching it is not; all models must be in some terrain."""
    table = Elements((block("wood", 5, 0, 10, 20, 4, area=True), block("roof", 12, 0, 16, 20, 2), barricade("rail", 20, 0, 21, 20)))
    index = UnitIndex((0, 0))
    for one, other, covered in (
        (body(4.6, 5), body(13, 5, 2), True),
        (body(4.5, 5), body(13, 5, 2), False),
        (body(7, 5), body(13, 5, 4), False),
        (body(7, 5), body(17, 5), False),
        (body(7, 5), None, True),
    ):
        assert unit_cover.is_in_terrain(table, pack_bodies((one, other)), index, 0) == covered
    assert unit_cover.find_terrain_under(table, pack_bodies((body(13, 5, 2),)), 0) == "roof"
    assert unit_cover.find_terrain_under(table, pack_bodies((body(20.5, 5, 0),)), 0) is None
    assert not unit_cover.is_in_terrain(table, pack_bodies((None, None)), index, 0)


def test_touching_is_not_standing_in_whatever_is_rounded() -> None:
    """In floating point 0.3 - 0.1 is less than 0.2."""
    wood = Elements((block("wood", -5, 0, 0.1, 20, 4, area=True),))
    assert unit_cover.find_terrain_under(wood, pack_bodies((body(0.3, 10, radius=0.2),)), 0) is None
    assert unit_cover.find_terrain_under(wood, pack_bodies((body(0.299, 10, radius=0.2),)), 0) == "wood"


@pytest.mark.parametrize(
    ("second", "behind"),
    [(body(8, 12), True), (body(8.5005, 12), True), (body(8.51, 12), False), (body(5.5, 12), False), (None, True)],
)
def test_a_unit_behind_a_barricade(second: Body | None, behind: bool) -> None:
    """The barricade ends at x = 7; a model before it, at x = 5.5, is nearer to the shooter than the barricade is."""
    bodies = pack_bodies((HERE, body(8, 10), second))
    table, index = Elements((barricade("rail", 6.5, 5, 7, 15),)), UnitIndex((0, 1, 1))
    assert unit_cover.is_behind_obstacles(table, bodies, index, 0, 1) == behind
    assert not unit_cover.is_behind_obstacles(Elements((block("wall", 6.5, 5, 7, 15, 3),)), bodies, index, 0, 1)


def test_a_barricade_behind_a_unit_is_none() -> None:
    bodies = pack_bodies((HERE, body(8, 10)))
    assert not unit_cover.is_behind_obstacles(Elements((barricade("rail", 8.5, 5, 9, 15),)), bodies, UnitIndex((0, 1)), 0, 1)


# --- units --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "z", "together"), [(8.0, 0.0, True), (8.001, 0.0, True), (8.01, 0.0, False), (8.0, 6.0, True), (8.0, 6.01, False)])
def test_coherency(x: float, z: float, together: bool) -> None:
    """Bases of 1" at x = 2, 5 and here: 2" apart in plan, 6" in height."""
    bodies = pack_bodies((body(2, 10), body(5, 10), body(x, 10, z)))
    assert unit_distances.is_one_group(bodies, UnitIndex((0, 0, 0)).members[0], 2.0, 6.0) == together


def test_the_middle_of_a_chain_may_not_be_removed() -> None:
    bodies = pack_bodies((body(2, 10), body(5, 10), body(8, 10), None))
    members = UnitIndex((0, 0, 0, 0)).members[0]
    assert unit_distances.find_removable(bodies, members, 2.0, 6.0) == [0, 2]
    ring = pack_bodies((body(2, 10), body(4, 10), body(3, 12), None))
    assert unit_distances.find_removable(ring, members, 2.0, 6.0) == [0, 1, 2]
    split = pack_bodies((body(2, 10), body(4, 10), None, body(20, 10)))
    assert unit_distances.find_groups(split, members, 2.0, 6.0) == [[0, 1], [3]]
    assert unit_distances.find_removable(split, members, 2.0, 6.0) == [3]
    last = pack_bodies((None, body(4, 10), None, None))
    assert unit_distances.find_removable(last, members, 2.0, 6.0) == [1]


def test_distances_between_units() -> None:
    bodies = pack_bodies((body(2, 10), body(4, 10), body(9, 10), body(4, 10, 3), None))
    index = UnitIndex((0, 0, 1, 2, 3))
    assert unit_distances.measure_all_gaps(bodies, index)[0].tolist() == [0.0, 4.0, 3.0, inf]
    assert unit_distances.measure_gaps_from_model(bodies, index, 0) == [1.0, 6.0, pytest.approx(10**0.5), inf]
    assert unit_distances.find_units_within(bodies, index, 0, 3.0) == [2]
    assert unit_distances.find_models_within(bodies, index, 0, 1, 4.0) == [1]
    assert unit_distances.is_wholly_in_box(bodies, index, 0, (1.5, 9.5, 4.5, 10.5))
    assert unit_distances.is_wholly_in_box(bodies, index, 0, (1.5005, 9.5, 4.5, 10.5))
    assert not unit_distances.is_wholly_in_box(bodies, index, 0, (1.6, 9.5, 4.5, 10.5))
    assert not unit_distances.is_wholly_in_box(bodies, index, 3, (0, 0, 30, 22))


def test_what_is_packed_can_be_pickled() -> None:
    table, index = Elements((barricade("rail", 2.5, 8, 3, 12),)), UnitIndex((0, 1), (0, -1))
    assert pickle.loads(pickle.dumps(table)).elements == table.elements
    assert pickle.loads(pickle.dumps(index)).kinds.tolist() == [0, -1]
