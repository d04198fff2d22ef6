"""Scenes small enough to draw on paper: line of sight, cover, obscuring, distances."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.cover import PointCover, find_cover
from counteract.table.distances import distance, flat_distance, wholly_within, within
from counteract.table.kernels import cover
from counteract.table.kernels import sight as kernels
from counteract.table.paths import MovementParameters, find_contacts, measure
from counteract.table.reach import Reach
from counteract.table.sight import look, look_at_disc, look_at_part
from counteract.table.terrain import Board, Corner, Kind, Part, Terrain

FIGURES = MovementParameters(climb=True, climb_least=2, climb_most=3, drop_free=2, jump_from=2, jump_most=4, jump_slack=1, ladder_reach=1)


def body(x: float, y: float, z: float = 0.0, height: float = 1.5, radius: float = 0.5) -> Body:
    return Body(x, y, z, Round(radius), height)


def block(
    part_id: str, x0: float, y0: float, x1: float, y1: float, top: float, bottom: float = 0.0, kind: Kind = "heavy", marks: tuple[str, ...] = ()
) -> Part:
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return solid(part_id, corners, top, bottom, kind, marks)


def solid(part_id: str, corners: tuple[Corner, ...], top: float, bottom: float = 0.0, kind: Kind = "heavy", marks: tuple[str, ...] = ()) -> Part:
    return Part(id=part_id, feature=part_id, footprint=corners, bottom=bottom, top=top, kind=kind, marks=marks)


def table(*parts: Part) -> Terrain:
    return Terrain(Board(30, 22), parts)


def sees(terrain: Terrain, one: Body, other: Body) -> bool:
    arrays = (terrain.parts_array, terrain.corners_array, pack_bodies((one, other)))
    found = kernels.see(*arrays, 0, 1) >= 0
    assert look(terrain, one, other).visible == found
    return bool(found)


def free(terrain: Terrain, a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    return bool(kernels.find_blocker(terrain.parts_array, terrain.corners_array, *a, *b, -1) < 0)


def from_centre(terrain: Terrain, one: Body, other: Body) -> PointCover:
    return find_cover(terrain, one, other, near=1.0).tried[0]


# --- touching is not blocking -------------------------------------------------------------------

CUBE = table(block("cube", 4, 4, 6, 6, 2.0))
CROOK = table(solid("crook", ((4, 4), (8, 4), (8, 5), (5, 5), (5, 8), (4, 8)), 2.0))


@pytest.mark.parametrize(
    ("a", "b", "is_free"),
    [
        ((2, 4, 1), (8, 4, 1), True),  # along a face
        ((2, 8, 1), (8, 2, 1), False),  # through the middle, corner to corner
        ((2, 6, 1), (6, 2, 1), True),  # past a corner, touching it
        ((2, 5, 2), (8, 5, 2), True),  # along the top
        ((2, 5, 1.999), (8, 5, 1.999), False),  # just below the top
        ((2, 5, 0), (8, 5, 0), True),  # along the bottom
        ((2, 5, 1), (4, 5, 1), True),  # ends on a face
        ((4, 5, 1), (2, 5, 1), True),  # starts on a face
        ((5, 5, 1), (2, 5, 1), False),  # starts inside
        ((4.5, 5, 1), (5.5, 5, 1), False),  # wholly inside
        ((5, 5, 3), (5, 5, 2), True),  # straight down on to the top
        ((5, 5, 3), (5, 5, 1), False),  # straight down into it
        ((4, 5, 3), (4, 5, 1), True),  # straight down along a face
        ((3, 5, 1), (5, 5, 3), True),  # up over the upper edge, touching it
        ((3, 5, 0.9), (5, 5, 2.9), False),  # cutting the upper edge off
    ],
)
def test_touching_a_cube(a: tuple[float, float, float], b: tuple[float, float, float], is_free: bool) -> None:
    assert free(CUBE, a, b) is is_free
    assert free(CUBE, b, a) is is_free


@pytest.mark.parametrize(
    ("a", "b", "is_free"),
    [
        ((5, 9, 1), (5, 5, 1), True),  # along an inner face to the inner corner
        ((5, 9, 1), (5, 3, 1), False),  # on from there through the other arm
        ((9, 5, 1), (5, 5, 1), True),
        ((9, 5, 1), (3, 5, 1), False),
        ((7, 7, 1), (5, 5, 1), True),  # into the inner corner
        ((4.5, 7, 1), (7, 4.5, 1), False),  # from arm to arm
        ((5, 6, 1), (6, 5, 1), True),  # from inner face to inner face
        ((3, 6, 1), (6, 3, 1), False),  # cuts the outer corner
        ((3, 5, 1), (5, 3, 1), True),  # touches the outer corner
        ((3, 7, 1), (7, 3, 1), False),  # runs through the inner corner
    ],
)
def test_touching_a_crook(a: tuple[float, float, float], b: tuple[float, float, float], is_free: bool) -> None:
    assert free(CROOK, a, b) is is_free
    assert free(CROOK, b, a) is is_free


def test_a_line_may_run_between_faces_on_its_two_sides() -> None:
    """A step: the line y = 5 has solid above it first, solid below it then, and none on it."""
    step = ((2, 5), (5, 5), (5, 2), (8, 2), (8, 1), (4, 1), (4, 4), (1, 4), (1, 8), (2, 8))
    over = ((5, 5), (9, 5), (9, 7), (3, 7), (3, 5.5), (5, 5.5))
    assert free(table(solid("over", over, 2.0)), (0, 5, 1), (12, 5, 1))
    assert not free(table(solid("step", step, 2.0)), (0, 5, 1), (12, 5, 1))
    assert free(table(solid("step", step, 2.0)), (2, 5, 1), (12, 5, 1))


def test_outlines_may_turn_either_way() -> None:
    corners = CROOK.parts[0].footprint
    turned = table(solid("crook", corners[::-1], 2.0))
    assert not free(turned, (5, 9, 1), (5, 3, 1))
    assert free(turned, (5, 9, 1), (5, 5, 1))


# --- seeing -------------------------------------------------------------------------------------


def test_a_tall_wall_hides_and_a_wall_as_tall_as_the_model_does_not() -> None:
    one, other = body(2, 11), body(12, 11)
    assert not sees(table(block("wall", 7, 5, 8, 17, 3.0)), one, other)
    assert sees(table(block("wall", 7, 5, 8, 17, 1.5)), one, other)
    assert not sees(table(block("wall", 7, 5, 8, 17, 1.501)), one, other)


def test_over_a_low_wall() -> None:
    """A 1" wall hides what is lower than the line over it: near the target, not near the eye."""
    eye, low = body(2, 11), body(12, 11, height=0.8)
    assert sees(table(block("wall", 3, 5, 3.2, 17, 1.0)), eye, low)
    assert not sees(table(block("wall", 11, 5, 11.2, 17, 1.0)), eye, low)


def test_seeing_is_not_mutual() -> None:
    """From beneath a shelf one sees the feet of one whose head sees only the shelf."""
    lying, standing = body(2, 11, height=0.5), body(12, 11, height=3.0)
    shelf = table(block("shelf", 6, 5, 7, 17, 3.0, 0.9))
    assert sees(shelf, lying, standing)
    assert not sees(shelf, standing, lying)


def test_through_a_doorway() -> None:
    """A gap from y = 10 to y = 12 in a tall wall."""
    wall = table(block("left", 7, 0, 7.5, 10, 3), block("right", 7, 12, 7.5, 22, 3))
    assert sees(wall, body(2, 11), body(12, 11))
    assert sees(wall, body(2, 11), body(12, 12.5))
    assert not sees(wall, body(2, 11), body(12, 15))
    assert not sees(wall, body(2, 3), body(12, 5))


def test_one_side_of_a_figure_is_enough() -> None:
    """The axis is hidden by half the width of the figure; its left side peeps out."""
    wall = table(block("wall", 7, 0, 8, 11.1, 3.0))
    seen = look(wall, body(2, 11), body(14, 11))
    assert seen.visible
    assert [b.part for b in seen.blocked_by] == ["wall"]
    assert seen.end == (14.0, 11.3, 1.5)
    assert not sees(table(block("wall", 7, 0, 8, 11.2, 3.0)), body(2, 11), body(14, 11))


def test_along_a_wall() -> None:
    """With the centres in line with its face, the wall hides one side of the figure at most."""
    assert sees(table(block("wall", 5, 11, 10, 15, 3.0)), body(2, 11), body(14, 11))


def test_from_a_floor_down() -> None:
    """The floor hides what is close below it from one who stands back, not from one at its edge."""
    floor = table(block("floor", 0, 0, 4, 22, 3.0, 2.9, "light", ("vantage",)))
    back, edge = body(2, 5, 3.0), body(3.9, 5, 3.0)
    assert not sees(floor, back, body(5, 5))
    assert sees(floor, edge, body(5, 5))
    assert sees(floor, back, body(12, 5))
    assert not sees(floor, back, body(2, 5))


def test_a_blocked_look_tells_every_line_and_the_first_part_met() -> None:
    parts = (block("far", 8, 5, 9, 17, 3.0), block("near", 4, 5, 5, 17, 3.0))
    seen = look(table(*parts), body(2, 11), body(12, 11))
    assert not seen.visible
    assert len(seen.blocked_by) == 9
    assert {b.part for b in seen.blocked_by} == {"near"}
    assert seen.blocked_by[0].place == (4.0, 11.0, 1.5)
    assert (seen.start, seen.end) == ((2.0, 11.0, 1.5), (12.0, 11.0, 1.5))


def test_one_sees_oneself_and_nobody_sees_who_is_off_the_table() -> None:
    bodies = pack_bodies((body(2, 2), None, body(3, 2)))
    arrays = (CUBE.parts_array, CUBE.corners_array, bodies)
    assert kernels.see(*arrays, 0, 0) == 0
    assert kernels.see(*arrays, 0, 1) == kernels.see(*arrays, 1, 0) == -1
    assert kernels.see(*arrays, 1, 1) == -1
    assert kernels.see_side(*arrays, 0, 0, 3).tolist() == [0, -1, 0]
    assert kernels.mark_contacts(*arrays, 0, 1.0).tolist() == [0, 0, 1]
    assert kernels.mark_contacts(*arrays, 1, 1.0).tolist() == [0, 0, 0]
    assert kernels.see_disc(*arrays, 1, 5.0, 5.0, 0.0, 0.5) == -1
    assert kernels.see_part(*arrays, 1, 0) == -1
    none, masks = np.zeros(1, np.uint8), np.zeros((cover.BASE_POINTS, 1), np.uint8)
    assert cover.find_clear_points(*arrays, 0, 1, 1.001, 1.001, none, none, masks) == (-1, -1, -1)


def test_an_empty_table() -> None:
    empty = table()
    assert sees(empty, body(2, 2), body(20, 20))
    assert find_cover(empty, body(2, 2), body(20, 20), 1.0).clear == 0


def test_models_one_above_the_other() -> None:
    floor = table(block("floor", 0, 0, 4, 4, 3.0, 2.9))
    assert not sees(floor, body(2, 2, 3.0), body(2, 2))
    assert sees(table(), body(2, 2, 3.0), body(2, 2))
    assert find_cover(floor, body(2, 2, 3.0), body(2, 2), 1.0).clear == 0


# --- markers and terrain ------------------------------------------------------------------------


def test_a_marker_is_seen_at_its_centre_or_rim() -> None:
    """A wall hides all of a small marker; of a wide one it hides the centre and the nearest rim."""
    wall = table(block("wall", 7, 10.5, 8, 11.5, 3.0))
    assert look_at_disc(table(), body(2, 11), 9, 11, 0, 0.5).end == (9.0, 11.0, 0.0)
    assert not look_at_disc(wall, body(2, 11), 9, 11, 0, 0.5).visible
    seen = look_at_disc(wall, body(2, 11), 9, 11, 0, 1.5)
    assert seen.visible
    assert [b.end for b in seen.blocked_by] == [(9.0, 11.0, 0.0), (7.5, 11.0, 0.0)]
    assert seen.end == (7.93934, 9.93934, 0.0)  # 45 degrees on from the nearest rim point


def test_terrain_is_seen_on_its_near_side_unless_something_else_hides_it() -> None:
    hidden, wall = block("hidden", 12, 10, 13, 12, 1.0), block("wall", 7, 5, 8, 17, 3.0)
    assert look_at_part(table(hidden), body(2, 11), "hidden").end == (12.0, 11.0, 1.0)
    assert not look_at_part(table(hidden, wall), body(2, 11), "hidden").visible
    assert look_at_part(table(hidden, wall), body(2, 11), "wall").end == (7.0, 11.0, 1.5)
    tower = block("tower", 12, 10, 13, 12, 8.0)  # its head looks over the wall
    seen = look_at_part(table(tower, wall), body(2, 11), "tower")
    assert seen.visible
    assert seen.end[2] == 8.0
    with pytest.raises(KeyError):
        look_at_part(table(), body(2, 11), "nothing")


# --- distance and control -----------------------------------------------------------------------


def test_distances() -> None:
    """From edge to edge; between floors along the straight line."""
    assert distance(body(0, 0), body(3, 0)) == 2.0
    assert distance(body(0, 0), body(0.5, 0)) == 0.0
    assert distance(body(0, 0), body(4, 0, 4)) == 5.0
    assert flat_distance(body(0, 0), body(4, 0, 4)) == 3.0


def test_exactly_one_and_two_inches() -> None:
    """A thousandth of an inch is given to being within."""
    assert within(body(0, 0), body(2, 0), 1.0)
    assert within(body(0, 0), body(2.0009, 0), 1.0)
    assert not within(body(0, 0), body(2.0011, 0), 1.0)
    assert within(body(0, 0), body(3, 0), 2.0)
    assert not within(body(0, 0), body(3.01, 0), 2.0)


def test_wholly_within() -> None:
    strip = ((0, 0), (30, 0), (30, 3), (0, 3))
    assert wholly_within(body(15, 2.5), strip)
    assert wholly_within(body(0.5, 0.5), strip)
    assert not wholly_within(body(15, 2.502), strip)
    assert not wholly_within(body(15, 5), strip)


def control_of(terrain: Terrain, one: Body, other: Body) -> bool:
    arrays = (terrain.parts_array, terrain.corners_array, pack_bodies((one, other)))
    held = bool(kernels.are_in_contact(*arrays, 0, 1, 1.0))
    assert kernels.are_in_contact(*arrays, 1, 0, 1.0) == held
    assert kernels.mark_contacts(*arrays, 0, 1.0).tolist() == [0, int(held)]
    assert kernels.mark_contacts(*arrays, 1, 1.0).tolist() == [int(held), 0]
    return held


def test_a_tall_wall_between_two_who_are_close() -> None:
    """0.6" apart: a 3" wall that hides both keeps them out of reach, a 0.5" wall does not."""
    one, other = body(10, 11), body(11.6, 11)
    assert not control_of(table(block("wall", 10.7, 5, 10.9, 17, 3.0)), one, other)
    assert control_of(table(block("wall", 10.7, 5, 10.9, 17, 0.5)), one, other)


def test_reach_is_mutual_if_one_sees_the_other() -> None:
    lying, standing = body(2, 11, height=0.5), body(3.6, 11, height=3.0)
    shelf = table(block("shelf", 2.7, 5, 2.9, 17, 3.0, 0.9))
    assert sees(shelf, lying, standing) != sees(shelf, standing, lying)
    assert control_of(shelf, lying, standing)


def test_reach_counts_height() -> None:
    assert control_of(table(), body(2, 2), body(3, 2, 1.0))
    assert not control_of(table(), body(2, 2), body(3, 2, 1.01))
    assert not control_of(table(), body(2, 2), body(3.5, 2, 1.0))


# --- figures of other widths ---------------------------------------------------------------------

NARROW_WALL = table(block("wall", 2.9, 4.8, 3.0, 5.2, 3.0))


def two(figure: float) -> tuple[Body, Body]:
    """Return two bodies 0.9" apart, a wall between that hides figures up to 0.84 of their base wide."""
    one, other = body(2, 5), body(3.9, 5)
    return msgspec.structs.replace(one, figure=figure), msgspec.structs.replace(other, figure=figure, side=1)


@pytest.mark.parametrize(("figure", "seen"), [(0.6, False), (0.84, False), (0.85, True), (1.0, True)])
def test_a_wide_figure_is_seen_past_a_narrow_wall(figure: float, seen: bool) -> None:
    one, other = two(figure)
    assert sees(NARROW_WALL, one, other) is sees(NARROW_WALL, other, one) is seen
    assert control_of(NARROW_WALL, one, other) is seen
    arrays = (NARROW_WALL.parts_array, NARROW_WALL.corners_array, pack_bodies((one, other)))
    assert kernels.see_side(*arrays, 0, 0, 2).tolist() == [0, 1 if seen else -1]
    pairs = np.empty((1, 2), np.int64)
    count = kernels.find_contact_pairs(*arrays, 1.0, pairs)
    assert pairs[:count].tolist() == ([[0, 1]] if seen else [])
    told = look(NARROW_WALL, one, other)
    assert told.end == ((3.9, 5 + figure / 2, 1.5) if seen else (3.9, 5.0, 1.5))


def test_who_is_looked_at_matters_not_who_looks() -> None:
    (narrow, _), (_, wide) = two(0.6), two(1.0)
    assert sees(NARROW_WALL, narrow, wide)
    assert not sees(NARROW_WALL, wide, narrow)
    assert control_of(NARROW_WALL, narrow, wide)


def test_contact_on_the_way_is_with_figures_as_they_are() -> None:
    for figure, met in ((0.6, False), (1.0, True)):
        one, other = two(figure)
        bodies = pack_bodies((msgspec.structs.replace(one, x=1.9), other))
        walk = measure(NARROW_WALL, bodies, 0, [(1.9, 5), (2, 5)], FIGURES)
        assert [c.body for c in find_contacts(NARROW_WALL, bodies, 0, [(1.9, 5), (2, 5)], walk, 1.0)] == [1] * met
        for mode in ("keep-out", "end-out", "end-in"):
            reach = Reach(NARROW_WALL, bodies, 0, 1.0, FIGURES, mode=mode, reach=1.0)
            assert (reach.find_path(2, 5) is not None) is (met == (mode == "end-in"))


def test_there_is_a_column_more_only_if_a_figure_is_unusual() -> None:
    assert pack_bodies((*two(0.6), None)).shape == (3, 6)
    mixed = pack_bodies((two(0.6)[0], None, two(1.0)[1]))
    assert mixed[:, 6].tolist() == [0.6, 0.6, 1.0]
    assert pack_bodies(()).shape == (0, 6)


# --- cover --------------------------------------------------------------------------------------

TARGET = body(15, 11)
CLOSE_WALL = table(block("wall", 13.5, 10, 14, 12, 1.0, kind="light"))
FAR_WALL = table(block("wall", 12.5, 10, 13, 12, 1.0, kind="light"))


@pytest.mark.parametrize(
    ("terrain", "shooter", "covered", "two_inches"),
    [
        (CLOSE_WALL, body(5, 11), True, False),
        (CLOSE_WALL, body(11.9, 11), True, False),
        (CLOSE_WALL, body(12, 11), True, True),  # so the 2" rule takes the cover away
        (FAR_WALL, body(5, 11), False, False),
    ],
)
def test_cover_distances(terrain: Terrain, shooter: Body, covered: bool, two_inches: bool) -> None:
    """Terrain between covers if it is within 1" of the target's base; 2" from base to base."""
    found = find_cover(terrain, shooter, TARGET, near=1.0)
    assert (found.uncovered is None) is covered
    assert within(shooter, TARGET, 2.0) is two_inches
    assert all(tried.cover == ("wall",) for tried in found.tried) is covered


def test_exactly_one_inch_from_the_base_still_covers() -> None:
    one_inch = table(block("wall", 13, 10, 13.5, 12, 1.0))
    more = table(block("wall", 13, 10, 13.498, 12, 1.0))
    assert from_centre(one_inch, body(5, 11), TARGET).cover == ("wall",)
    assert from_centre(more, body(5, 11), TARGET).cover == ()


def test_terrain_beside_or_behind_does_not_cover() -> None:
    parts = (block("beside", 14, 11.6, 16, 12, 1.0), block("behind", 15.6, 10, 16, 12, 1.0))
    assert find_cover(table(*parts), body(5, 11), TARGET, near=1.0).clear == 0


def test_touching_the_lines_is_not_crossing_them() -> None:
    """A wall whose face lies along the outermost line, a tangent to the target's base."""
    shooter = body(2, 11)
    slope = 0.5 / (13.0**2 - 0.5**2) ** 0.5
    edge = ((8, 11 + 6 * slope), (13.9, 11 + 11.9 * slope), (13.9, 13), (8, 13))
    assert from_centre(table(solid("wall", edge, 3.0)), shooter, TARGET) == PointCover(0, (2.0, 11.0, 0.0), (), (), ())
    inner = tuple((x, y - 0.001) for x, y in edge)
    crossed = from_centre(table(solid("wall", inner, 3.0)), shooter, TARGET)
    assert (crossed.cover, crossed.obscured) == (("wall",), ("wall",))


def test_the_shooter_may_aim_from_the_rim_of_its_base() -> None:
    """A post next to the target hides the line from the centre; from the rim one looks past it."""
    post = table(block("post", 14.0, 11.4, 14.2, 12.5, 3.0))
    found = find_cover(post, body(9, 11), TARGET, near=1.0)
    assert found.tried[0].cover == ("post",)
    assert found.clear is not None
    assert found.clear > 0
    assert found.uncovered == found.clear
    assert found.tried[-1].number == found.clear
    assert found.tried[-1].point[1] < 11


def test_what_hangs_overhead_or_lies_underfoot_is_not_between() -> None:
    shooter = body(5, 11, 3.0), body(15, 11, 3.0)
    floor = block("floor", 0, 0, 30, 22, 3.0, 2.9)
    beam = block("beam", 13.5, 5, 14, 17, 5.0, 4.5)
    lintel = block("lintel", 13.5, 5, 14, 17, 5.0, 4.4)
    assert find_cover(table(floor, beam), *shooter, near=1.0).clear == 0
    assert from_centre(table(floor, lintel), *shooter).obscured == ("lintel",)


@pytest.mark.parametrize(("up", "covers"), [(0.0, True), (0.86, True), (0.87, False), (1.4, False)])
def test_what_hangs_is_as_near_as_it_is_through_space(up: float, covers: bool) -> None:
    """Half an inch away in plan: 0.86" up that is 0.995" in all, 0.87" up 1.003"; what does not cover is far enough to obscure."""
    shooter = body(5, 11, 3.0), body(15, 11, 3.0)
    found = from_centre(table(block("beam", 13.8, 5, 14, 17, 5.0, 3.0 + up)), *shooter)
    assert found.cover == (("beam",) if covers else ())
    assert found.cover or found.obscured == ("beam",)


def test_exposed_and_ignored_parts_do_not_count() -> None:
    exposed = table(block("grille", 13.5, 10, 14, 12, 3.0, marks=("exposed",)))
    assert find_cover(exposed, body(5, 11), TARGET, 1.0).clear == 0
    walls = table(block("a", 13.5, 10, 14, 12, 1.0, kind="light"), block("b", 8, 5, 9, 17, 3.0))
    both = find_cover(walls, body(5, 11), TARGET, 1.0)
    assert (both.clear, both.uncovered, both.unobscured) == (None, None, None)
    no_a = find_cover(walls, body(5, 11), TARGET, 1.0, ignore_cover=("a",))
    assert (no_a.clear, no_a.uncovered, no_a.unobscured) == (None, 0, None)
    no_b = find_cover(walls, body(5, 11), TARGET, 1.0, ignore_obscure=("b",))
    assert (no_b.clear, no_b.uncovered, no_b.unobscured) == (None, None, 0)


def test_windows_are_looked_through_and_lie_between() -> None:
    wall = block("wall", 8, 5, 9, 17, 3.0, marks=("windowed",))
    hedge = block("hedge", 10, 5, 11, 17, 3.0)
    assert sees(table(wall), body(5, 11), TARGET)
    assert from_centre(table(wall), body(5, 11), TARGET).obscured == ("wall",)
    assert look(table(wall, hedge), body(5, 11), TARGET).blocked_by[0].part == "hedge"


# --- obscuring ----------------------------------------------------------------------------------


def test_heavy_terrain_far_from_both_obscures() -> None:
    heavy = table(block("wall", 9, 5, 10, 17, 3.0))
    found = find_cover(heavy, body(5, 11), TARGET, 1.0)
    assert found.unobscured is None
    assert found.uncovered == 0
    assert found.tried[0].obscured == ("wall",)
    assert found.tried[0].where[0].place == (9.5, 11.0, 0.0)
    light = table(block("wall", 9, 5, 10, 17, 1.0, kind="light"))
    assert find_cover(light, body(5, 11), TARGET, 1.0).clear == 0


def test_only_the_portion_within_an_inch_is_left_out() -> None:
    """A wall along the line covers with its near end and obscures with the rest."""
    long = table(block("wall", 8, 10.9, 14.3, 11.1, 3.0))
    found = from_centre(long, body(5, 11), TARGET)
    assert (found.cover, found.obscured) == (("wall",), ("wall",))
    short = table(block("wall", 13.51, 10.9, 14.3, 11.1, 3.0))
    found = from_centre(short, body(5, 11), TARGET)
    assert (found.cover, found.obscured) == (("wall",), ())


def test_heavy_terrain_next_to_the_shooter_does_not_obscure() -> None:
    by_shooter = table(block("wall", 5.6, 10, 6.49, 12, 3.0))
    assert find_cover(by_shooter, body(5, 11), TARGET, 1.0).clear == 0
    further = table(block("wall", 5.6, 10, 6.51, 12, 3.0))
    assert from_centre(further, body(5, 11), TARGET).obscured == ("wall",)


@pytest.mark.parametrize(
    ("low", "high", "covered", "obscured"),
    [
        (0.3, 0.8, True, False),
        (0.5, 1.5, True, False),  # its near end covers, the rest does nothing
        (1.01, 1.99, False, False),
        (1.5, 2.0, False, False),
        (1.5, 2.01, False, True),
        (0.5, 2.5, True, True),
        (2.5, 3.0, False, True),
    ],
)
def test_what_is_neither_near_nor_far_does_nothing(low: float, high: float, covered: bool, obscured: bool) -> None:
    """A wall from so far to so far from the target: it covers within 1", and obscures beyond 2"."""
    wall = table(block("wall", 14.5 - high, 10.98, 14.5 - low, 11.02, 3.0))
    found = find_cover(wall, body(5, 11), TARGET, 1.0, far=2.0).tried[0]
    assert (found.cover, found.obscured) == (("wall",) * covered, ("wall",) * obscured)
    for place in (crossing.place for crossing in found.where[covered:]):
        assert place[0] < 12.5
    assert from_centre(wall, body(5, 11), TARGET).obscured == ("wall",) * (high > 1.001)


def test_by_the_shooter_an_inch_is_enough() -> None:
    wall = table(block("wall", 5.6, 10, 6.6, 12, 3.0))
    assert find_cover(wall, body(5, 11), TARGET, 1.0, far=2.0).tried[0].obscured == ("wall",)


def test_far_is_measured_to_the_part_between_floors_too() -> None:
    """The wall hangs 2.5" above the target, so that 2.1" to 2.3" in plan are 3.26" to 3.4" in all."""
    shooter, wall = body(9.5, 11, 6.0), table(block("wall", 12.2, 5, 12.4, 17, 6.0, 2.5))
    assert find_cover(wall, shooter, TARGET, 1.0, far=3.0).tried[0].obscured == ("wall",)
    assert find_cover(wall, shooter, TARGET, 1.0, far=3.5).tried[0].obscured == ()


# --- between floors -----------------------------------------------------------------------------


def test_lines_between_floors_run_over_low_walls() -> None:
    """From 3" up to the ground 10" on: a 1" wall is crossed by its last third only."""
    above = body(5, 11, 3.0)
    near_target = table(block("wall", 13.6, 5, 13.9, 17, 1.0))
    assert from_centre(near_target, above, TARGET).cover == ("wall",)
    assert from_centre(near_target, above, TARGET).where[0].place[2] < 0.5
    midway = table(block("wall", 9, 5, 10, 17, 1.0))
    assert find_cover(midway, above, TARGET, 1.0).clear == 0
    tall = table(block("wall", 9, 5, 10, 17, 3.0))
    assert from_centre(tall, above, TARGET).obscured == ("wall",)
    low = table(block("wall", 13.6, 5, 13.9, 17, 0.1))
    assert find_cover(low, above, TARGET, 1.0).clear == 0


def test_a_floor_covers_who_stands_on_it_from_below() -> None:
    """A line up to the base runs through the floor just before it reaches the base."""
    floor = table(block("floor", 12, 5, 20, 17, 3.0, 2.9, "light", ("vantage",)))
    found = from_centre(floor, body(5, 11), body(15, 11, 3.0))
    assert found.cover == ("floor",)
    assert 2.9 < found.where[0].place[2] < 3.0
    ignored = find_cover(floor, body(5, 11), body(15, 11, 3.0), 1.0, ignore_cover=("floor",))
    assert ignored.clear == 0
