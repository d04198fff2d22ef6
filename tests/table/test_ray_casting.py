"""Scenes small enough to draw on paper: the visible share of a figure along nine rays, and terrain between two bases.

Unless a test says otherwise the looker is at (2, 11) and the one looked at is at (12, 11); both have a base of 1" and are 1.5"
tall. The eye is then 1.35" up, and the rays end 0.15", 0.75" and 1.35" up, and 0.45" to either side.
"""

from __future__ import annotations

import numpy as np
import pytest

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.kernels import ray_casting as kernels
from counteract.table.ray_casting import Blocker, Visibility, cast_rays, find_part_between
from counteract.table.terrain import MARKS, Board, Part, Terrain


def body(x: float, y: float, z: float = 0.0, height: float = 1.5, radius: float = 0.5) -> Body:
    return Body(x, y, z, Round(radius), height)


def block(part_id: str, x0: float, y0: float, x1: float, y1: float, top: float, bottom: float = 0.0, marks: tuple[str, ...] = ()) -> Part:
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Part(id=part_id, feature=part_id, footprint=corners, bottom=bottom, top=top, kind="heavy", marks=marks)


def table(*parts: Part) -> Terrain:
    return Terrain(Board(30, 22), parts)


HERE, THERE = body(2, 11), body(12, 11)


def seen(*parts: Part, others: tuple[Body | None, ...] = (), one: Body | None = HERE, other: Body | None = THERE) -> Visibility:
    """Return the view that the module reports, after checking that all kernels agree."""
    terrain, bodies = table(*parts), pack_bodies((one, other, *others))
    found = cast_rays(terrain, bodies, 0, 1)
    arrays = (terrain.parts_array, terrain.corners_array, bodies)
    out = np.full((2, 2), -1, np.int8)
    kernels.count_all_clear_rays(*arrays, 0, 1.0, np.array([1, 1]), out)
    assert out.tolist() == [[found.clear, found.sheltered]] * 2
    assert kernels.count_clear_rays(*arrays, 0, 1, -1.0) == (found.clear, False)
    return found


# --- terrain ------------------------------------------------------------------------------------


def test_in_the_open_all_is_seen() -> None:
    found = seen()
    assert found == Visibility(9, False)
    assert found.visible and not found.obscured


def test_a_crate_before_the_target_hides_what_is_low() -> None:
    """1" tall and 0.5" away: the rays to 0.75" pass its far edge 0.81" up, those to 1.35" are level."""
    found = seen(block("crate", 10, 10, 11, 12, 1.0))
    assert found == Visibility(3, True, (Blocker("crate", None, 6, 0.5),))
    assert found.visible and found.obscured


def test_from_above_a_crate_hides_less() -> None:
    """From a roof 3" up the rays to 0.75" pass the crate's far edge 1.11" up, those to 0.15" pass 0.57" up."""
    found = seen(block("crate", 10, 10, 11, 12, 1.0), one=body(2, 11, 3.0))
    assert found == Visibility(6, True, (Blocker("crate", None, 3, 0.5),))


def test_a_crate_before_the_eye_hides_nothing() -> None:
    """The lowest rays leave it 1.11" up."""
    assert seen(block("crate", 3, 10, 4, 12, 1.0)).clear == 9


@pytest.mark.parametrize(("edge", "sheltered"), [(11.0, True), (10.5, True), (10.4995, True), (10.49, False), (8.5, False)])
def test_a_wall_shelters_within_an_inch(edge: float, sheltered: bool) -> None:
    """Worked examples 4 and 5: a wall 0.5" or 3" away that hides one side of the target, whose base begins at x = 11.5."""
    found = seen(block("wall", edge - 0.5, 11, edge, 20, 3.0))
    assert (found.clear, found.obscured, found.sheltered) == (6, True, sheltered)


def test_a_wall_hides_all() -> None:
    found = seen(block("wall", 8, 5, 8.5, 17, 3.0))
    assert found == Visibility(0, False, (Blocker("wall", None, 9, 3.0),))
    assert not found.visible and not found.obscured


def test_what_is_met_later_shelters_too() -> None:
    found = seen(block("far", 8, 11, 8.5, 20, 3.0), block("near", 10.5, 11, 11, 20, 3.0))
    assert found == Visibility(6, True, (Blocker("far", None, 3, 3.0), Blocker("near", None, 3, 0.5)))
    assert seen(block("far", 8, 5, 8.5, 17, 3.0), block("crate", 10, 10, 11, 12, 1.0)).sheltered


def test_what_is_near_but_hides_nothing_does_not_shelter() -> None:
    found = seen(block("far", 8, 11, 8.5, 20, 3.0), block("behind", 12.5, 5, 13, 17, 3.0), block("beside", 11, 11.6, 13, 12, 3.0))
    assert (found.clear, found.sheltered) == (6, False)


@pytest.mark.parametrize(("bottom", "sheltered"), [(1.2, False), (1.001, True), (0.9, True)])
def test_how_near_is_measured_in_three_dimensions(bottom: float, sheltered: bool) -> None:
    """A shelf right above the target hides its upper points, but may be too high above its base to shelter it."""
    found = seen(block("shelf", 11, 9, 13, 13, 3.0, bottom))
    assert (found.clear, found.sheltered) == (6, sheltered)
    assert found.blockers == (Blocker("shelf", None, 3, bottom),)


@pytest.mark.parametrize("mark", sorted(MARKS.keys() - {"flat", "windowed"}))
def test_whatever_its_marks_a_part_blocks(mark: str) -> None:
    assert seen(block("wall", 8, 5, 8.5, 17, 3.0, marks=(mark,))).clear == 0


def test_flat_parts_block_nothing() -> None:
    assert seen(block("swamp", 8, 5, 11, 17, 3.0, marks=("flat",))) == Visibility(9, False)


def test_windows_are_looked_through() -> None:
    assert seen(block("wall", 8, 5, 8.5, 17, 3.0, marks=("windowed",))) == Visibility(9, False)


def test_outlines_may_be_of_any_shape() -> None:
    """A U that one side's rays cross twice, and a wall with a notch as wide as the middle rays need, which ends before its far side."""
    u = ((6, 11.1), (6, 13), (8, 13), (8, 11.1), (7.9, 11.1), (7.9, 12.9), (6.1, 12.9), (6.1, 11.1))
    notched = ((6, 9), (8, 9), (8, 13), (6, 13), (6, 11.1), (7.9, 11.1), (7.9, 10.9), (6, 10.9))
    for footprint, clear in ((u, 6), (notched, 0)):
        for corners in (footprint, footprint[::-1]):
            assert seen(Part(id="p", feature="p", footprint=corners, top=3.0, kind="heavy")).clear == clear


# --- touching is not blocking -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "clear"),
    [
        (block("p", 5, 11, 8, 15, 3.0), 6),  # the middle rays run along its face
        (block("p", 5, 10.999, 8, 15, 3.0), 3),  # and now just inside
        (block("p", 5, 11.45, 12, 15, 3.0), 9),  # an outer ray ends at its corner
        (block("p", 5, 5, 8, 15, 1.35), 3),  # the high rays run along its top
        (block("p", 5, 5, 8, 15, 1.351), 0),
        (block("p", 5, 5, 8, 15, 3.0, 1.35), 9),  # the high rays run along its bottom
        (block("p", 5, 5, 8, 15, 3.0, 1.349), 6),
        (block("p", 1, 5, 2, 15, 3.0), 9),  # the eye is on its face
        (block("p", 12, 5, 13, 15, 3.0), 9),  # all rays end on its face
        (block("p", 11.9, 5, 13, 15, 3.0), 0),  # all rays end inside
    ],
)
def test_touching_a_part(part: Part, clear: int) -> None:
    assert seen(part).clear == clear


@pytest.mark.parametrize(
    ("other", "clear"),
    [
        (body(7, 11.25), 6),  # the middle rays touch it
        (body(7, 11.249), 3),
        (body(7, 11, height=1.35), 3),  # the high rays run along its top
        (body(7, 11, height=1.351), 0),
        (body(7, 11, 1.35), 9),  # the high rays run along its bottom
        (body(7, 11, 1.349), 6),
        (body(1.75, 11), 9),  # the eye is on its side
        (body(12.25, 11), 9),  # the middle rays end on its side, the outer ones before it
        (body(12.2, 11), 6),  # the middle rays end inside
    ],
)
def test_touching_a_body(other: Body, clear: int) -> None:
    assert seen(others=(other,)).clear == clear


# --- other bodies -------------------------------------------------------------------------------


def test_a_body_in_between_hides_all() -> None:
    """Half way the body of a base of the same size, 0.25" to either side, is wider than the rays, which pass 0.225" aside."""
    assert seen(others=(body(7, 11),)) == Visibility(0, False, (Blocker(None, 2, 9, 4.0),))


def test_a_body_in_between_is_half_as_wide_as_its_base() -> None:
    """From x = 7.556 on the rays have spread further than it reaches; a base of 1.2" has a body of 0.3" to either side."""
    assert [seen(others=(body(x, 11),)).clear for x in (7.5, 7.6)] == [0, 6]
    assert [seen(others=(body(x, 11, radius=0.6),)).clear for x in (8.6, 8.7)] == [0, 6]


def test_a_body_in_between_hides_one_side() -> None:
    """At x = 7 the outer rays are at y = 11 ± 0.225; this body begins at y = 11.15."""
    found = seen(others=(None, body(7, 11.4)))
    assert found == Visibility(6, False, (Blocker(None, 3, 3, pytest.approx(25.16**0.5 - 1, abs=1e-6)),))


def test_a_body_next_to_the_target_shelters() -> None:
    """At x = 10.75 the outer rays are at y = 11 ± 0.39; this body begins at y = 11.35."""
    found = seen(others=(body(10.75, 11.6),))
    assert (found.clear, found.sheltered, found.blockers[0].body) == (6, True, 2)


@pytest.mark.parametrize(("x", "sheltered"), [(10.05, True), (9.95, False)])
def test_how_near_a_body_is_goes_by_its_base(x: float, sheltered: bool) -> None:
    """Its base is 0.99" or 1.09" from the other, its body 0.25" further."""
    found = seen(others=(body(x, 11.4),))
    assert (found.clear, found.sheltered) == (6, sheltered)


def test_a_small_body_hides_what_is_low() -> None:
    """Half an inch tall, its base touching the target's: of the low rays the outer ones pass beside it, and the rays to 0.75" over it."""
    found = seen(others=(body(11, 11, height=0.5),))
    assert found == Visibility(8, True, (Blocker(None, 2, 1, 0.0),))


def test_a_body_on_another_floor_is_not_in_the_way() -> None:
    assert seen(others=(body(7, 11, 1.5),)).clear == 9
    assert seen(others=(body(7, 11, -3.0),)).clear == 9


def test_the_two_concerned_and_those_off_the_table_are_not_in_the_way() -> None:
    assert seen(others=(None,)).clear == 9
    assert seen(one=body(11.5, 11)).clear == 9  # overlapping: either would hide the other


def test_rays_hang_on_the_heights_of_both() -> None:
    """A wall of 1.35": a giant looks over it and sees all but the low points; a child sees nothing of a child."""
    wall = block("wall", 7, 5, 7.5, 17, 1.35)
    assert seen(wall, one=body(2, 11, height=3.0)).clear == 6
    assert seen(wall, one=body(2, 11, height=1.0), other=body(12, 11, height=1.0)).clear == 0
    assert seen(wall, other=body(12, 11, height=3.0)).clear == 6


# --- one above the other ------------------------------------------------------------------------


def test_straight_above_the_sides_are_along_x() -> None:
    """A floor that begins 0.1" to one side hides this side, and nothing if it is turned by a quarter."""
    one, other = body(5, 5), body(5, 5, 3.0)
    assert seen(block("floor", 5.1, 0, 9, 9, 3.0, 2.9), one=one, other=other).clear == 6
    assert seen(block("floor", 0, 5.1, 9, 9, 3.0, 2.9), one=one, other=other).clear == 9
    assert seen(block("floor", 0, 0, 9, 9, 3.0, 2.9), one=one, other=other) == Visibility(0, True, (Blocker("floor", None, 9, 0.0),))


def test_straight_above_with_a_body_in_between() -> None:
    one, other = body(5, 5), body(5, 5, 6.0)
    assert seen(one=one, other=other, others=(body(5, 5, 3.0),)).clear == 0
    assert seen(one=one, other=other, others=(body(5, 5.3, 3.0),)).clear == 9
    assert seen(one=one, other=other, others=(body(5.3, 5, 3.0),)).clear == 6


# --- the odd cases ------------------------------------------------------------------------------


def test_one_sees_oneself_and_nobody_sees_who_is_off_the_table() -> None:
    terrain, bodies = table(block("wall", 1, 5, 3, 17, 3.0)), pack_bodies((HERE, None, THERE))
    assert cast_rays(terrain, bodies, 0, 0) == Visibility(9, False)
    assert cast_rays(terrain, bodies, 0, 1) == cast_rays(terrain, bodies, 1, 0) == cast_rays(terrain, bodies, 1, 1) == Visibility(0, False)
    assert cast_rays(terrain, bodies, 0, 2).clear == 0  # the eye is inside the wall
    assert cast_rays(terrain, bodies, 2, 0).clear == 0


def test_near_may_be_any_distance() -> None:
    terrain, bodies = table(block("wall", 8, 11, 8.5, 20, 3.0)), pack_bodies((HERE, THERE))
    assert [cast_rays(terrain, bodies, 0, 1, near=near).sheltered for near in (0, 2.9, 3, 4)] == [False, False, True, True]


def test_the_points_looked_at() -> None:
    rays = kernels.aim_rays(pack_bodies((HERE, THERE)), 0, 1)
    ends = [kernels.find_ray_end(rays, k) for k in range(9)]
    expected = [(12, y, z) for z in (0.15, 0.75, 1.35) for y in (10.55, 11, 11.45)]
    assert np.allclose(ends, expected, rtol=0, atol=1e-12)


# --- what lies between --------------------------------------------------------------------------

BARRICADE = block("barricade", 5, 4, 5.5, 8, 1.0)


def met(*parts: Part, one: Body | None, other: Body | None) -> str | None:
    """Return the part between two bodies, the same both ways."""
    bodies = pack_bodies((one, other))
    found = find_part_between(table(*parts), bodies, 0, 1)
    assert find_part_between(table(*parts), bodies, 1, 0) == found
    return found


def test_over_a_barricade() -> None:
    """Worked example 25."""
    assert met(BARRICADE, one=body(4.4, 6), other=body(6.1, 6)) == "barricade"
    assert met(BARRICADE, one=body(4.4, 6), other=body(4.4, 7.2)) is None
    assert met(one=body(4.4, 6), other=body(6.1, 6)) is None


def test_past_the_end_of_a_barricade() -> None:
    """The bases reach beside it, the line between their centres passes by or touches."""
    assert met(BARRICADE, one=body(4.4, 8.2), other=body(6.1, 8.2)) is None
    assert met(BARRICADE, one=body(4.4, 8.0), other=body(6.1, 8.0)) is None
    assert met(BARRICADE, one=body(4.4, 7.99), other=body(6.1, 7.99)) == "barricade"


def test_on_a_roof_what_stands_on_it_lies_between_and_the_roof_does_not() -> None:
    roofs = (block("left", 0, 0, 5, 9, 3.0), block("middle", 5, 0, 6, 9, 3.0), block("right", 6, 0, 9, 9, 3.0))
    one, other = body(4.4, 6, 3.0), body(6.6, 6, 3.0)
    assert met(*roofs, one=one, other=other) is None
    assert met(*roofs, block("parapet", 5.2, 0, 5.4, 9, 4.0, 3.0), one=one, other=other) == "parapet"
    assert met(*roofs, block("wall", 5.2, 0, 5.4, 9, 4.0), one=one, other=other) == "wall"
    assert met(*roofs, block("lamp", 5.2, 0, 5.4, 9, 9.0, 3.5), one=one, other=other) is None


def test_heights_given_to_a_thousandth_mean_the_floor() -> None:
    roofs = (block("left", 0, 0, 5, 9, 3.0004), block("middle", 5, 0, 6, 9, 3.0004), block("right", 6, 0, 9, 9, 3.0004))
    parapet = block("parapet", 5.2, 0, 5.4, 9, 4.0, 3.0004)
    assert met(*roofs, one=body(4.4, 6, 3.0), other=body(6.6, 6, 3.0)) is None
    assert met(*roofs, parapet, one=body(4.4, 6, 3.0), other=body(6.6, 6, 3.0)) == "parapet"
    assert met(block("step", 5, 0, 9, 9, 1.0004), one=body(4.4, 6), other=body(5.6, 6, 1.0)) is None


def test_up_and_down_an_open_edge_nothing_lies_between() -> None:
    """The line runs through the corner of what one of them stands on."""
    step = block("step", 5, 0, 9, 9, 1.0)
    assert met(step, one=body(4.4, 6), other=body(5.6, 6, 1.0)) is None
    assert met(step, block("rail", 5, 0, 5.05, 9, 2.0, 1.0), one=body(4.4, 6), other=body(5.6, 6, 1.0)) is None  # it passes under the rail
    assert met(step, block("fence", 4.9, 0, 5, 9, 2.0), one=body(4.4, 6), other=body(5.6, 6, 1.0)) == "fence"


def test_one_stands_on_what_ones_rim_rests_on() -> None:
    """So it does not lie between, even where a line to a lower model runs through it."""
    low, high = block("low", 0, 0, 5, 9, 0.5), block("high", 5, 0, 9, 9, 1.0)
    assert met(low, high, one=body(4.4, 6, 0.5), other=body(5.6, 6, 1.0)) is None
    split = (block("near", 5, 0, 5.3, 9, 1.0), block("far", 5.3, 0, 9, 9, 1.0))
    assert met(*split, one=body(4.4, 6), other=body(5.6, 6, 1.0)) is None
    assert met(*split, one=body(4.4, 6), other=body(5.9, 6, 1.0)) == "near"


def test_a_floor_between_two_storeys() -> None:
    floor = block("floor", 0, 0, 9, 9, 1.0, 0.9)
    assert met(floor, one=body(5, 5, height=0.5), other=body(5, 5, 1.0)) is None
    assert met(floor, block("net", 0, 0, 9, 9, 0.6, 0.5), one=body(5, 5, height=0.5), other=body(5, 5, 1.0)) == "net"


def test_the_first_of_several_is_named() -> None:
    assert met(block("b", 5.3, 0, 5.5, 9, 1.0), block("a", 5, 0, 5.2, 9, 1.0), one=body(4.4, 6), other=body(6.1, 6)) == "b"


def test_flat_parts_do_not_lie_between() -> None:
    assert met(block("swamp", 5, 0, 5.5, 9, 1.0, marks=("flat",)), one=body(4.4, 6), other=body(6.1, 6)) is None


def test_nothing_lies_between_what_is_not_on_the_table() -> None:
    assert met(BARRICADE, one=body(4.4, 6), other=None) is None


def test_no_face_has_to_wait_for_the_compiler() -> None:
    """They ask with the kinds of numbers that were made ready, whatever they are given."""
    kernels.warm()
    blocked = kernels.find_rays_blocked_by_part, kernels.find_rays_blocked_by_body
    measured = kernels.measure_part_distance, kernels.measure_body_distance
    asked = (kernels.count_clear_rays, kernels.aim_rays, *blocked, *measured, kernels.find_part_between)
    ready = [len(getattr(kernel, "signatures", ())) for kernel in asked]
    terrain, bodies = table(block("wall", 8, 11, 8.5, 20, 3)), pack_bodies((HERE, THERE, body(7, 11.4)))
    assert len(cast_rays(terrain, bodies, 0, np.int64(1), near=1).blockers) == 2
    assert find_part_between(terrain, bodies, 0, 1) is None
    assert [len(getattr(kernel, "signatures", ())) for kernel in asked] == ready
