"""Roofs small enough to draw on paper: bases near an edge, landing places, and bodies hit.

All bases are 1" wide, so a drop within 1" of the base is one within 1.5" of its centre.
"""

from __future__ import annotations

import numpy as np
import pytest

from counteract.core.state import Point
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.falls import find_bodies_hit, find_landing, is_near_edge
from counteract.table.kernels import falls as kernels
from counteract.table.terrain import Board, Corner, Part, Terrain


def block(part_id: str, x0: float, y0: float, x1: float, y1: float, top: float, bottom: float = 0.0, marks: tuple[str, ...] = ("vantage",)) -> Part:
    return solid(part_id, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), top, bottom, marks)


def solid(part_id: str, corners: tuple[Corner, ...], top: float, bottom: float = 0.0, marks: tuple[str, ...] = ("vantage",)) -> Part:
    return Part(id=part_id, feature=part_id, footprint=corners, bottom=bottom, top=top, kind="heavy", marks=marks)


def table(*parts: Part) -> Terrain:
    return Terrain(Board(30, 22), parts)


def edge(x: float, y: float, *parts: Part, z: float = 3.0) -> bool:
    """Return True if an edge is near a base at a place, for either orientation of the outlines."""
    found = is_near_edge(table(*parts), x, y, z, 0.5)
    turned = [solid(p.id, p.footprint[::-1], p.top, p.bottom, p.marks) for p in reversed(parts)]
    assert is_near_edge(table(*turned), x, y, z, 0.5) == found
    return found


# --- edges --------------------------------------------------------------------------------------

ROOF = block("roof", 5, 5, 15, 15, 3.0)


@pytest.mark.parametrize(("x", "there"), [(14.5, True), (13.6, True), (13.5, True), (13.4995, True), (13.49, False), (10, False)])
def test_an_edge_within_an_inch(x: float, there: bool) -> None:
    """The base ends 0.5" from its centre, the roof at x = 15; an inch and a thousandth is an inch."""
    assert edge(x, 10, ROOF) is there
    assert edge(20 - x, 10, ROOF) is there
    assert edge(10, x, ROOF) is there
    assert edge(10, 20 - x, ROOF) is there


def test_past_a_corner_the_way_is_measured_straight() -> None:
    """The corner that is missing has its tip at (12, 12)."""
    roof = solid("roof", ((5, 5), (15, 5), (15, 12), (12, 12), (12, 15), (5, 15)), 3.0)
    assert edge(11, 11, roof)  # 1.41" from the tip
    assert not edge(10.9, 10.9, roof)  # 1.56"
    assert edge(10.9, 12.5, roof)
    assert edge(10.9, 11.5, roof)


@pytest.mark.parametrize(("top", "there"), [(1.0, False), (1.5, False), (1.501, False), (1.51, True), (3.0, True)])
def test_a_drop_is_more_than_an_inch_and_a_half(top: float, there: bool) -> None:
    assert edge(14.5, 10, block("roof", 5, 5, 15, 15, top), z=top) is there


@pytest.mark.parametrize(("top", "there"), [(3.0, False), (2.5, False), (1.5, False), (1.499, False), (1.49, True), (1.0, True)])
def test_a_lower_roof_beside_the_roof(top: float, there: bool) -> None:
    """It need not be one to stand on."""
    assert edge(14.5, 10, ROOF, block("ledge", 15, 5, 20, 15, top)) is there
    assert edge(14.5, 10, ROOF, block("crate", 15, 5, 20, 15, top, marks=())) is there


def test_the_ledge_is_too_narrow() -> None:
    """From x = 14.5 to the edge of the ledge is 1.4" or 1.5", or more."""
    assert edge(14.5, 10, ROOF, block("ledge", 15, 5, 15.9, 15, 2.0))
    assert edge(14.5, 10, ROOF, block("ledge", 15, 5, 16, 15, 2.0))
    assert not edge(14.5, 10, ROOF, block("ledge", 15, 5, 16.1, 15, 2.0))
    assert edge(14.5, 10, ROOF, block("ledge", 15, 10, 17, 15, 2.0))


def test_adjoining_roofs_are_one() -> None:
    others = (block("east", 15, 5, 20, 15, 3.0), block("north", 5, 15, 15, 20, 3.0), block("corner", 15, 15, 20, 20, 3.0))
    assert not edge(14.9, 14.9, ROOF, *others)
    assert not edge(15, 15, ROOF, *others)
    assert not edge(15, 12, ROOF, *others)
    assert edge(14.9, 14.9, ROOF, *others[:2])
    assert not edge(15, 13, ROOF, *others[:2])
    assert edge(15, 14, ROOF, *others[:2])


def test_roofs_that_overlap_are_one() -> None:
    cross = solid("cross", ((12, 8), (20, 8), (20, 12), (12, 12)), 3.0, 2.0)
    slant = solid("slant", ((13, 10), (15, 4), (21, 10), (15, 16)), 2.8, 1.0)
    assert not edge(14.5, 10, ROOF, cross)
    assert edge(14.5, 11, ROOF, cross)
    assert not edge(14.5, 11, ROOF, cross, slant)


def test_a_gap_between_roofs_is_an_edge() -> None:
    assert edge(14.5, 10, ROOF, block("east", 15.2, 5, 20, 15, 3.0))
    assert edge(14.5, 10, ROOF, block("east", 15.01, 5, 20, 15, 3.0))
    assert not edge(14.5, 10, ROOF, block("east", 15.00001, 5, 20, 15, 3.0))


def test_a_hole_in_the_roof() -> None:
    around = (block("w", 0, 0, 5, 9, 3.0), block("e", 6, 0, 11, 9, 3.0), block("s", 5, 0, 6, 4, 3.0), block("n", 5, 5, 6, 9, 3.0))
    assert edge(4.4, 4.5, *around)
    assert edge(3.5, 4.5, *around)
    assert not edge(3.49, 4.5, *around)
    assert not edge(4.4, 4.5, *around, block("lid", 5, 4, 6, 5, 2.0, 1.9))


def test_a_parapet_as_deep_as_an_inch_is_a_wall_and_a_thinner_one_has_the_drop_behind_it() -> None:
    assert not edge(14.5, 10, ROOF, block("parapet", 15, 5, 16.1, 15, 4.0, marks=()))
    assert edge(14.5, 10, ROOF, block("parapet", 15, 5, 15.5, 15, 4.0, marks=()))
    assert not edge(13.5, 10, ROOF, block("parapet", 14.9, 5, 15.5, 15, 4.0, 3.0, marks=()))
    assert edge(13.5, 10, ROOF, block("parapet", 14.9, 12, 15.5, 15, 4.0, 3.0, marks=()))


def test_a_wall_from_the_ground_beside_the_roof() -> None:
    assert not edge(14.5, 10, ROOF, block("tower", 15, 5, 20, 15, 9.0))
    assert edge(14.5, 10, ROOF, block("tower", 15, 10.5, 20, 15, 9.0))


def test_what_hangs_above_makes_no_difference() -> None:
    """Neither above the edge nor above the roof."""
    assert edge(14.5, 10, ROOF, block("attic", 0, 0, 25, 20, 6.0, 5.9))
    assert not edge(10, 10, ROOF, block("attic", 0, 0, 25, 20, 6.0, 5.9))
    assert edge(14.5, 10, ROOF, block("lintel", 15, 0, 25, 20, 6.0, 3.5))


def test_what_is_under_the_roof_makes_no_difference() -> None:
    storeys = (block("upper", 5, 5, 15, 15, 6.0, 5.9), block("lower", 5, 5, 20, 15, 3.0, 2.9))
    assert edge(14.5, 10, *storeys, z=6.0)
    assert not edge(14.5, 10, *storeys, z=3.0)
    assert edge(18.6, 10, *storeys, z=3.0)


def test_the_edge_of_the_board_is_none() -> None:
    assert not edge(0.5, 10, block("roof", 0, 5, 10, 15, 3.0))
    assert not edge(29.5, 21.5, block("roof", 20, 12, 30, 22, 3.0))
    assert not edge(0.5, 0.5, block("roof", 0, 0, 10, 10, 3.0))
    assert edge(0.5, 5.5, block("roof", 0, 5, 10, 15, 3.0))
    assert edge(1.0, 10, block("roof", 0.2, 5, 10, 15, 3.0))


def test_on_the_ground_there_is_no_edge() -> None:
    assert not edge(10, 10, z=0.0)
    assert not edge(4.4, 10, ROOF, z=0.0)


def test_where_nothing_bears_there_is_one() -> None:
    assert edge(10, 10)
    assert edge(4.9, 10, ROOF)


def test_what_movement_takes_no_notice_of_is_no_ground() -> None:
    assert edge(14.5, 10, ROOF, block("cloth", 15, 5, 20, 15, 3.0, marks=("insignificant",)))
    assert not edge(14.5, 10, ROOF, block("door", 15, 5, 20, 15, 3.0, marks=("accessible",)))


def test_flat_parts_are_no_ground() -> None:
    assert edge(14.5, 10, ROOF, block("swamp", 15, 5, 20, 15, 3.0, marks=("flat",)))


def test_heights_given_to_a_thousandth_mean_the_roof() -> None:
    roof, ledge = block("roof", 5, 5, 15, 15, 3.0004), block("ledge", 15, 5, 20, 15, 3.0004)
    assert not edge(14.5, 10, roof, ledge, z=3.0)
    assert edge(13.5, 10, roof, z=3.0)
    assert not edge(14.5, 10, roof, block("parapet", 15, 5, 20, 15, 4.0, 3.0004), z=3.0)
    assert falls(body(14.5, 10, 3.0), block("roof", 5, 5, 15, 15, 3.0004)) == (15.5, 10.0, 0.0)
    assert falls(body(14.5, 10, 6.0), block("roof", 5, 5, 15, 15, 6.0), block("ledge", 15, 5, 20, 15, 3.0004)) == (15.5, 10.0, 3.0)


def test_other_distances_and_drops() -> None:
    assert not is_near_edge(table(ROOF), 13, 10, 3, 0.5)
    assert is_near_edge(table(ROOF), 13, 10, 3, 0.5, within=1.5)
    assert is_near_edge(table(ROOF), 13, 10, 3, 1)
    assert not is_near_edge(table(ROOF), 14, 10, 3, 0.5, drop=3)
    assert is_near_edge(table(ROOF), 14, 10, 3, 0.5, drop=2.9)


# --- falls --------------------------------------------------------------------------------------


def body(x: float, y: float, z: float = 0.0) -> Body:
    return Body(x, y, z, Round(0.5), 1.5)


def falls(one: Body, *parts: Part, others: tuple[Body | None, ...] = (), free: bool = True) -> Point | None:
    return find_landing(table(*parts), pack_bodies((one, *others)), 0, free=free)


TOWER = block("tower", 5, 5, 15, 15, 6.5)


def test_beside_a_tower() -> None:
    """The base is clear of the tower half an inch from its edge."""
    assert falls(body(14.5, 10, 6.5), TOWER) == (15.5, 10.0, 0.0)
    assert falls(body(10, 6, 6.5), TOWER) == (10.0, 4.5, 0.0)
    assert falls(body(5.8, 10, 6.5), TOWER) == (4.5, 10.0, 0.0)


def test_between_two_ways_down_the_smaller_angle_is_taken() -> None:
    narrow = block("narrow", 8, 0, 10, 22, 3.0)
    assert falls(body(9, 10, 3.0), narrow) == (10.5, 10.0, 0.0)
    pillar = block("pillar", 8, 9, 10, 11, 3.0)
    assert falls(body(9, 10, 3.0), pillar) == (10.5, 10.0, 0.0)


def test_out_of_step_with_the_rings() -> None:
    """0.98" and half an inch to go: the ring of 1.5"."""
    assert falls(body(14.02, 10, 6.5), TOWER) == (15.52, 10.0, 0.0)
    assert falls(body(14.0203, 10.0004, 6.5), TOWER) == (15.52, 10.0, 0.0)


def test_on_the_first_surface_below() -> None:
    """A ledge 3" up, wide enough for the base, though the ground is as near on the other side."""
    ledge = block("ledge", 15, 5, 17, 15, 3.0)
    assert falls(body(14.5, 10, 6.5), TOWER, ledge) == (15.5, 10.0, 3.0)
    assert falls(body(10, 10, 6.5), TOWER, block("ledge", 3, 5, 5, 15, 3.0)) == (4.5, 10.0, 3.0)


def test_a_ledge_too_narrow_or_too_high_is_passed_by() -> None:
    """Half of the base would hang over, or it is no fall; the base must clear the ledge then."""
    assert falls(body(14.5, 10, 6.5), TOWER, block("ledge", 15, 0, 15.9, 22, 3.0)) == (16.4, 10.0, 0.0)
    assert falls(body(14.5, 10, 6.5), TOWER, block("ledge", 15, 0, 17, 22, 5.0)) == (17.5, 10.0, 0.0)
    assert falls(body(14.5, 10, 6.5), TOWER, block("ledge", 15, 0, 17, 22, 4.9995)) == (17.5, 10.0, 0.0)
    assert falls(body(14.5, 10, 6.5), TOWER, block("ledge", 15, 0, 17, 22, 4.99)) == (15.5, 10.0, 4.99)


def test_what_is_not_to_stand_on_is_passed_by() -> None:
    assert falls(body(14.5, 10, 6.5), TOWER, block("crates", 15, 0, 17, 22, 3.0, marks=())) == (17.5, 10.0, 0.0)


def test_never_under_an_overhang() -> None:
    """A floor on pillars: the ground under it is nearer, but cannot be fallen to."""
    floor = block("floor", 5, 5, 15, 15, 3.0, 2.9)
    assert falls(body(14.5, 10, 3.0), floor) == (15.5, 10.0, 0.0)
    awning = block("awning", 15, 0, 18, 22, 2.5, 2.4, marks=())
    assert falls(body(14.5, 10, 3.0), floor, awning) == (18.5, 10.0, 0.0)
    high = block("high", 15, 0, 18, 22, 9.0, 8.9)
    assert falls(body(14.5, 10, 3.0), floor, high) == (15.5, 10.0, 0.0)


def test_the_alley_is_too_narrow() -> None:
    """0.9" between the walls are too little for a base of 1", which comes down on the far side."""
    roof = block("roof", 5, 0, 11, 22, 3.0)
    assert falls(body(10, 10, 3.0), roof, block("wall", 11.9, 0, 12.5, 22, 9.0)) == (13.0, 10.0, 0.0)
    assert falls(body(10, 10, 3.0), roof, block("wall", 12, 0, 12.5, 22, 9.0)) == (11.5, 10.0, 0.0)
    assert falls(body(9, 10, 3.0), roof, block("hall", 11.9, 0, 30, 22, 9.0)) == (4.5, 10.0, 0.0)


def test_through_a_hole_one_falls_straight_down() -> None:
    around = (block("w", 0, 0, 5, 9, 3.0, 2.9), block("e", 7, 0, 11, 9, 3.0, 2.9), block("s", 5, 0, 7, 4, 3.0, 2.9), block("n", 5, 6, 7, 9, 3.0, 2.9))
    assert falls(body(6, 5, 3.0), *around) == (6.0, 5.0, 0.0)


def test_adjoining_floors_are_fallen_on_as_one() -> None:
    ledges = (block("one", 15, 5, 17, 10, 3.0), block("other", 15, 10, 17, 15, 3.0))
    assert falls(body(14.5, 10, 6.5), TOWER, *ledges) == (15.5, 10.0, 3.0)


def test_nowhere_to_fall() -> None:
    assert falls(body(10, 10)) is None
    assert falls(body(10, 10, 1.5), block("low", 5, 5, 15, 15, 1.5)) is None
    assert falls(body(10, 10, 3.0), block("roof", 0, 0, 30, 22, 3.0)) is None
    assert falls(body(10, 10, 3.0), block("roof", 0.9, 0, 29.1, 22, 3.0)) is None


def test_not_off_the_board() -> None:
    roof = block("roof", 0, 5, 4, 15, 3.0)
    assert falls(body(0.5, 10, 3.0), roof) == (4.5, 10.0, 0.0)


def test_on_to_others_or_clear_of_them() -> None:
    """The place under the edge is taken by a base that reaches from x = 15.25 to 16.25; the next one clear of it is round it."""
    below = body(15.75, 10)
    one = body(14.5, 10, 6.5)
    assert falls(one, TOWER, others=(below,), free=False) == (15.5, 10.0, 0.0)
    bodies = pack_bodies((one, None, below, body(16, 9.2), body(15.5, 10, 3.0), body(15.5, 11)))
    assert find_bodies_hit(bodies, 0, (15.5, 10.0, 0.0)) == (2, 3)
    place = falls(one, TOWER, others=(below,))
    assert place is not None
    assert find_bodies_hit(pack_bodies((one, below)), 0, place) == ()
    assert place[0] >= 15.5 and place[1] > 10.9


def test_one_does_not_fall_on_oneself() -> None:
    assert find_bodies_hit(pack_bodies((body(5, 5),)), 0, (5.2, 5.0, 0.0)) == ()


def test_no_face_has_to_wait_for_the_compiler() -> None:
    """They ask with the kinds of numbers that were made ready, whatever they are given."""
    kernels.warm()
    asked = (kernels.is_near_edge, kernels.find_landing, kernels.find_overlapped_base)
    ready = [len(getattr(kernel, "signatures", ())) for kernel in asked]
    terrain = Terrain(Board(30, 22), (block("roof", 5, 5, 15, 15, 3),))
    assert is_near_edge(terrain, 14, 10, 3, 1, within=1, drop=1)
    bodies = pack_bodies((body(14, 10, 3), body(15, 10)))
    for free in (True, False):
        place = find_landing(terrain, bodies, np.int64(0), free=free, drop=2)
        assert place is not None
        assert find_bodies_hit(bodies, 0, place) == (() if free else (1,))
    assert [len(getattr(kernel, "signatures", ())) for kernel in asked] == ready
