"""Cover: terrain between two operatives and near the one looked at. (COVER, INT-07 to INT-09, MIS-21, MIS-22, MIS-24)

The shooter stands at (5, 11) and the target at (15, 11), both on bases of 1"; so the target's base begins at x = 14.5. Terrain 1"
tall hides no operative.
"""

from __future__ import annotations

import pytest

from counteract.table.killzone import parse_killzone
from tests.rules.kt24.scene import Scene
from tests.rules.kt24.sightlines import BOTH, COVER, OBSCURED, OPEN, Lane

NO_TARGET = "KT24-TARGET-03"


@pytest.mark.rule("KT24-COVER-01", "KT24-COVER-02")
def test_cover_holds_towards_one_operative_and_not_towards_another() -> None:
    """Two shooters on opposite sides of a target with a wall on one side: it is in cover from one of them only, and in one direction.

    The wall is near the target, not near the shooter; so when the target shoots back, the shooter has no cover.
    """
    scene = Scene()
    west = scene.add(0, (5, 11), order="engage")
    east = scene.add(0, (25, 11), order="engage")
    target = scene.add(1, (15, 11), order="engage")
    scene.wall(13.5, 10, 14, 12, top=1)
    dice = [1, 1, 1, 1, 1, 1, 1]
    assert scene.act(west, "shoot", dice=dice).answer(target).what == "cover-save"
    assert scene.act(east, "shoot", dice=dice).answer(target).what == ""
    assert scene.act(target, "shoot", dice=dice).answer(west).what == ""


@pytest.mark.rule("KT24-COVER-02", "KT24-INT-09")
@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((13.5, 10, 14, 12), COVER),
        ((12.5, 10, 13.49, 12), OPEN),  # too far from the target
        ((6, 10, 6.5, 12), OPEN),  # near the shooter only
        ((14, 11.6, 16, 12), OPEN),  # beside the target
        ((15.6, 10, 16, 12), OPEN),  # behind it
    ],
)
def test_cover_is_terrain_between_the_two_and_within_an_inch_of_the_target(box: tuple[float, float, float, float], expected: str) -> None:
    """Terrain too far away, near the shooter, beside or behind the target does nothing."""
    lane = Lane()
    lane.wall(*box, top=1)
    assert lane.outcome() == expected


@pytest.mark.rule("KT24-COVER-03")
@pytest.mark.parametrize(("gap", "expected"), [(1.5, OPEN), (2.0, OPEN), (2.001, OPEN), (2.002, COVER), (2.1, COVER)])
def test_nobody_is_in_cover_from_within_two_inches(gap: float, expected: str) -> None:
    """The wall between them is the same; at 2" it no longer counts, also not for hiding."""
    for order, seen in (("engage", expected), ("conceal", NO_TARGET if expected == COVER else OPEN)):
        lane = Lane(shooter=(14 - gap, 11), order=order)
        lane.wall(13.9, 10, 14, 12, top=1)
        assert lane.outcome() == seen


@pytest.mark.rule("KT24-COVER-02", "KT24-COVER-03", "KT24-TARGET-02", "KT24-TARGET-03", "KT24-INT-09")
@pytest.mark.parametrize(
    ("shooter", "wall", "covered"),
    [(5, 13.5, True), (11.9, 13.5, True), (12, 13.5, False), (5, 12.5, False)],
)
def test_ex_22_cover_distances(shooter: float, wall: float, covered: bool) -> None:
    """Terrain 0.5" deep, 0.5" or 1.5" from the target's base; shooters 9", 2.1" and 2" away from it.

    A Conceal target can be chosen in the cases without cover only, an Engage target in all four.
    """
    for order, expected in (("engage", COVER if covered else OPEN), ("conceal", NO_TARGET if covered else OPEN)):
        lane = Lane(shooter=(shooter, 11), order=order)
        lane.wall(wall, 10, wall + 0.5, 12, top=1)
        assert lane.outcome() == expected


# --- which terrain lies between


@pytest.mark.rule("KT24-INT-07", "KT24-INT-08")
@pytest.mark.parametrize(("edge", "covered"), [(11.39, True), (11.41, False)])
@pytest.mark.parametrize("mirrored", [False, True])
def test_terrain_lies_between_if_one_line_to_the_near_side_of_the_base_crosses_it(edge: float, covered: bool, mirrored: bool) -> None:
    """A wall from x = 13 to 14 reaches down to y = 11.39 or 11.41 (or up to the mirror images of these).

    Of all points of the shooter's base the one at (5, 10.5) is best: the tangent from there to the far side of the target's base
    rises by 0.1 for each inch (twice the angle whose sine is 0.5 / 10.0125) and passes x = 14 at y = 11.402. From the centre it
    would be at 11.451, and the wall would be crossed in both cases.
    """
    lane = Lane()
    if mirrored:
        lane.wall(13, 8, 14, 22 - edge, top=1)
    else:
        lane.wall(13, edge, 14, 14, top=1)
    assert lane.outcome() == (COVER if covered else OPEN)


@pytest.mark.rule("KT24-INT-07")
def test_touching_the_lines_is_not_crossing_them() -> None:
    """Two long walls leave a lane exactly as wide as the bases, and one stands right behind the target: all touch, none is crossed."""
    lane = Lane()
    lane.wall(6, 11.5, 17, 13, top=1)
    lane.wall(6, 9, 17, 10.5, top=1)
    lane.wall(15.5, 10, 16, 12, top=1)
    assert lane.outcome() == OPEN


@pytest.mark.rule("KT24-INT-07")
def test_lines_end_at_the_near_side_of_the_base() -> None:
    """A post beside the target is in the way of lines to the far side of its base, from every point; it does not lie between.

    The near side ends where the tangents touch, before x = 15; the post stands from x = 15.15 to 15.3, just outside the base and
    just inside the tangents.
    """
    lane = Lane()
    lane.wall(15.15, 11.485, 15.3, 11.6, top=1)
    assert lane.outcome() == OPEN


@pytest.mark.rule("KT24-INT-07")
def test_on_equal_floors_the_height_of_terrain_does_not_matter() -> None:
    """A kerb a tenth of an inch tall gives the same cover as a wall."""
    for top in (0.1, 1.0):
        lane = Lane()
        lane.wall(13.5, 10, 14, 12, top=top)
        assert lane.outcome() == COVER


@pytest.mark.rule("KT24-INT-07")
@pytest.mark.parametrize(("top", "expected"), [(0.1, OPEN), (0.3, COVER)])
def test_between_floors_lines_run_from_base_height_to_base_height(top: float, expected: str) -> None:
    """From 3" up the lines fall by 3" in the 9 to 10 inches to the target: at x = 14 they are still 0.15" above the floor or more.

    A kerb there that is 0.1" tall is passed over, one that is 0.3" tall is crossed.
    """
    lane = Lane(shooter=(5, 11, 3))
    lane.floor(3, 9, 5.5, 13)
    lane.wall(13.9, 10, 14, 12, top=top)
    assert lane.outcome() == expected


@pytest.mark.rule("KT24-INT-09", "KT24-INT-07")
def test_the_portion_between_must_itself_be_near() -> None:
    """One bent wall is crossed far away from the target, and comes near it where no line crosses it: no cover.

    Without the gap (the wall running on into the lane near the target) there is cover.
    """
    bent = ((8, 10), (8.5, 10), (8.5, 11.8), (15, 11.8), (15, 12), (8, 12))
    lane = Lane()
    lane.solid(bent, top=1, kind="light")
    assert lane.outcome() == OPEN
    hooked = ((8, 10), (8.5, 10), (8.5, 11.8), (13.8, 11.8), (13.8, 11), (14, 11), (14, 12), (8, 12))
    lane = Lane()
    lane.solid(hooked, top=1, kind="light")
    assert lane.outcome() == COVER


@pytest.mark.rule("KT24-INT-09")
def test_operatives_give_no_cover() -> None:
    """A friend of the target right in front of it does not cover it."""
    scene = Scene()
    shooter = scene.add(0, (5, 11), order="engage")
    target = scene.add(1, (15, 11), order="conceal")
    scene.add(1, (13.9, 11), order="engage")
    play = scene.act(shooter, "shoot", dice=[1, 1, 1, 1, 1, 1, 1])
    assert target in play.options()
    play.answer(target)
    assert play.what == ""


@pytest.mark.rule("KT24-INT-09", "KT24-INT-02", "KT24-INT-07")
@pytest.mark.parametrize(
    ("bottom", "expected"),
    [
        (2.9, OPEN),  # the floor alone is crossed 0.3" away in plan, but hangs 2.9" above the target
        (0.0, COVER),  # a wall under it comes down to the target's feet
        (0.9, COVER),  # 0.3" away in plan and 0.9" up: 0.95"
        (0.97, OPEN),  # 0.97" up: 1.02"
    ],
)
def test_between_floors_terrain_is_near_if_it_is_near_in_space(bottom: float, expected: str) -> None:
    """A shooter 3" up is 0.3" back from the edge of its floor, the target 0.3" out from below that edge.

    All lines between the two cross the edge of the floor, and the wall under it 1.5" above the target's feet.
    """
    lane = Lane(shooter=(5, 11, 3), target=(6.6, 11))
    lane.floor(3, 9, 5.8, 13)
    if bottom < 2.9:
        lane.wall(5.75, 9, 5.8, 13, bottom=bottom, top=2.9, kind="light")
    assert lane.outcome() == expected


@pytest.mark.rule("KT24-INT-09", "KT24-INT-02")
@pytest.mark.parametrize("z", [0.0, 3.0])
@pytest.mark.parametrize(
    ("bottom", "expected"),
    [
        (0.0, COVER),
        (0.86, COVER),  # 0.5" away in plan and 0.86" up: 0.995"
        (0.88, OPEN),  # 0.88" up: 1.01"
        (1.2, OPEN),
    ],
)
def test_on_one_floor_what_hangs_is_near_if_it_is_near_in_space(bottom: float, expected: str, z: float) -> None:
    """A beam 0.5" from the target's base in plan, on the board floor and on a raised one; a Conceal target hides behind it or not."""
    for order, outcome in (("engage", expected), ("conceal", NO_TARGET if expected == COVER else OPEN)):
        lane = Lane(shooter=(5, 11, z), target=(15, 11, z), order=order, decoy=(5, 15, z), vantage=False)
        if z:
            lane.floor(2, 5, 20, 17, z=z)
        lane.wall(13.8, 10, 14, 12, bottom=z + bottom, top=z + bottom + 0.2)
        assert lane.outcome() == outcome


@pytest.mark.rule("KT24-INT-09")
def test_what_stands_on_another_floor_is_far_from_a_tall_model_below() -> None:
    """The heads are 5" up, so a crate on a floor 3" up lies between; it is 3" above the base, and a crate beside the base is not."""
    for z, expected in ((3.0, OPEN), (0.0, COVER)):
        lane = Lane(heights=(5.0, 5.0))
        lane.wall(13.8, 10, 14, 12, bottom=z, top=z + 1)
        assert lane.outcome() == expected


@pytest.mark.rule("KT24-INT-09", "KT24-MIS-25")
def test_what_hangs_too_high_to_cover_is_far_enough_to_obscure() -> None:
    """A Heavy beam 0.5" away in plan: 0.5" up it is near the target, 1.2" up it is more than 1" from both."""
    for bottom, expected in ((0.5, COVER), (1.2, OBSCURED)):
        lane = Lane(obscuring=True)
        lane.wall(13.8, 10, 14, 12, bottom=bottom, top=1.45, kind="heavy")
        assert lane.outcome() == expected


@pytest.mark.rule("KT24-INT-09", "KT24-MIS-25", "KT24-INT-02")
@pytest.mark.parametrize(("x", "top", "expected"), [(6.1, 5.6, OPEN), (6.42, 4.9, OBSCURED)])
def test_what_ends_far_below_the_shooter_is_not_near_it(x: float, top: float, expected: str) -> None:
    """A shooter at the edge of a floor 6" up, and a Heavy wall below it, less than 1" away in plan; lines run down to a target 5" off.

    A wall that ends 0.4" below that floor is near the shooter, so it does not obscure; one that ends 1.1" below it is not near.
    """
    lane = Lane(shooter=(5, 11, 6), target=(11, 11), decoy=(3, 9, 6), obscuring=True, vantage=False)
    lane.floor(2, 8, 5.5, 14, z=6)
    lane.wall(x, 9, x + 0.06, 13, top=top, kind="heavy")
    assert lane.outcome() == expected


# --- from which point


@pytest.mark.rule("KT24-INT-08")
def test_the_shooter_takes_the_point_that_suits_it_best() -> None:
    """From its centre a Conceal target would be in cover; from the lower edge of its base it is not, and can be chosen."""
    lane = Lane(order="conceal")
    lane.wall(13, 11.42, 14, 14, top=1)
    assert lane.outcome() == OPEN


def two_screens(order: str, **options: object) -> Lane:
    """Return a lane: from the upper points of the shooter's base Light terrain covers the target, from the lower Heavy terrain obscures it.

    The Light wall reaches down to y = 11.43 and is missed only from points well below the centre. The Heavy block, halfway, reaches
    up to y = 10.9; from (5, 11.5) all lines pass above it, from the centre and below some do not. No point is free of both.
    """
    lane = Lane(order=order, **options)
    lane.wall(13, 11.43, 14, 14, top=1)
    lane.wall(9, 8, 10, 10.9, top=1, kind="heavy")
    return lane


@pytest.mark.rule("KT24-INT-08", "KT24-MIS-25")
def test_against_an_engage_target_cover_is_the_lesser_evil() -> None:
    """If it must be one of the two, the shooter avoids obscuring: the target is in cover and not obscured."""
    assert two_screens("engage", obscuring=True).outcome() == COVER


@pytest.mark.rule("KT24-INT-08", "KT24-MIS-25")
def test_against_a_conceal_target_obscuring_is_the_lesser_evil() -> None:
    """In cover it would be no target at all, so the shooter takes a point from which it is obscured."""
    assert two_screens("conceal", obscuring=True).outcome() == OBSCURED


@pytest.mark.rule("KT24-INT-08")
def test_one_evil_is_better_than_two() -> None:
    """Heavy terrain obscures the target from every point, Light terrain covers it from some: the shooter avoids the cover at least."""
    lane = Lane(obscuring=True)
    lane.wall(13, 11.43, 14, 14, top=1)
    lane.wall(9, 8, 10, 14, top=1, kind="heavy")
    assert lane.outcome() == OBSCURED


@pytest.mark.rule("KT24-INT-08")
def test_a_clear_point_comes_before_all_others() -> None:
    """Above the block and below the wall there is a point clear of both, if the block ends a little lower."""
    for order in ("engage", "conceal"):
        lane = Lane(order=order, obscuring=True)
        lane.wall(13, 11.43, 14, 14, top=1)
        lane.wall(9, 8, 10, 10.5, top=1, kind="heavy")
        assert lane.outcome() == OPEN


@pytest.mark.rule("KT24-INT-08")
def test_the_point_is_chosen_for_each_target_by_itself() -> None:
    """Two Conceal targets behind posts can both be chosen: each has a point of its own from which it is out of cover."""
    scene = Scene()
    shooter = scene.add(0, (5, 11), order="engage")
    one = scene.add(1, (15, 11), order="conceal")
    two = scene.add(1, (5, 19), order="conceal")
    scene.wall(13, 11.42, 14, 14, top=1)
    scene.wall(2, 17.1, 4.6, 18, top=1)
    assert scene.act(shooter, "shoot").options() == [one, two]


# --- kinds of terrain


@pytest.mark.rule("KT24-MIS-22")
@pytest.mark.parametrize("kind", ["light", "heavy"])
def test_both_kinds_of_terrain_give_cover(kind: str) -> None:
    """A Light and a Heavy wall near the target cover it alike."""
    lane = Lane(obscuring=True)
    lane.wall(13.8, 10, 14, 12, top=1, kind=kind)
    assert lane.outcome() == COVER


@pytest.mark.rule("KT24-MIS-22", "KT24-WR-SEEK-02")
@pytest.mark.parametrize(("kind", "expected"), [("light", COVER), ("heavy", NO_TARGET)])
def test_only_light_terrain_is_disregarded_by_seek_light(kind: str, expected: str) -> None:
    """A Conceal target behind Light terrain can be chosen by a Seek Light weapon, and keeps its cover; behind Heavy it cannot."""
    lane = Lane(order="conceal", rules="Seek Light")
    lane.wall(13.8, 10, 14, 12, top=1, kind=kind)
    assert lane.outcome() == expected


@pytest.mark.rule("KT24-MIS-22")
@pytest.mark.parametrize(("kind", "expected"), [("light", OPEN), ("heavy", OBSCURED)])
def test_only_heavy_terrain_obscures(kind: str, expected: str) -> None:
    """A block halfway between the two obscures only if it is Heavy."""
    lane = Lane(obscuring=True)
    lane.wall(9, 8, 10, 14, top=1, kind=kind)
    assert lane.outcome() == expected


YARD = """
id = "yard"
name = "Yard"
summary = "One wall."
[board]
width = 30
depth = 22
[[feature]]
id = "wall"
[[feature.part]]
id = "wall"
box = [14, 8, 14.4, 14]
"""


@pytest.mark.rule("KT24-MIS-21")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("top = 2", NO_TARGET),
        ("top = 1.99", COVER),
        ("bottom = 0.5\ntop = 2.4", COVER),
        ("bottom = 0.5\ntop = 2.5", NO_TARGET),
        ('top = 2\nkind = "light"', COVER),
        ('top = 1.99\nkind = "heavy"', NO_TARGET),
    ],
)
def test_a_part_two_inches_tall_is_heavy_unless_the_map_says_otherwise(lines: str, expected: str) -> None:
    """Asked with Seek Light, which disregards Light terrain only. The shooter looks over the wall from above."""
    zone = parse_killzone(YARD + lines, "yard.toml")
    lane = Lane(order="conceal", rules="Seek Light", heights=(3, 4))
    lane.parts += zone.parts
    assert lane.outcome() == expected


@pytest.mark.rule("KT24-MIS-24")
def test_exposed_terrain_neither_covers_nor_obscures() -> None:
    """An Exposed Heavy wall near the target and one halfway: as if they were not there."""
    for marks, expected in (((), BOTH), (("exposed",), OPEN)):
        lane = Lane(obscuring=True)
        lane.wall(13.8, 10, 14, 12, top=1, marks=marks)
        lane.wall(9, 8, 10, 14, top=1, kind="heavy", marks=marks)
        assert lane.outcome() == expected


@pytest.mark.rule("KT24-MIS-24")
def test_insignificant_terrain_is_crossed_without_climbing_and_still_gives_cover() -> None:
    """A Dash cannot climb, yet it crosses an Insignificant kerb at no cost in height; a plain kerb bars it."""
    for marks, rule in (((), "KT24-DASH-03"), (("insignificant",), "")):
        scene = Scene()
        runner = scene.add(0, (10, 11))
        scene.add(1, (25, 20))
        scene.wall(11, 5, 11.2, 17, top=0.5, marks=marks)
        play = scene.act(runner, "dash")
        assert play.why([(13, 11)]) == rule
        assert play.why([(13.01, 11)]) in (rule, "KT24-DASH-02")
    lane = Lane()
    lane.wall(13.8, 10, 14, 12, top=0.5, marks=("insignificant",))
    assert lane.outcome() == COVER
