"""Visibility. (VIS, INT-01, INT-04 to INT-06)

Heads are 1.5" up unless a test says otherwise; a model is looked at at 25%, 60% and 100% of its height.
"""

from __future__ import annotations

import pytest

from counteract.mechanics.operatives.sight import sees
from tests.rules.kt24.scene import Play, Scene, blade, gun
from tests.rules.kt24.sightlines import SHOOTER, TARGET, Lane

SEEN, HIDDEN = "", "KT24-VIS-01"


def sight(play: Play, i: int, j: int) -> bool:
    return sees(play.game.arena, play.state, i, j)


# --- the line


@pytest.mark.rule("KT24-VIS-01", "KT24-TARGET-02")
def test_a_wall_hides_what_is_wholly_behind_it() -> None:
    """A tall wall across the lane: the target cannot be chosen. Without the wall it can."""
    lane = Lane()
    assert lane.why() == SEEN
    lane.wall(9, 5, 10, 17, top=3)
    assert lane.why() == HIDDEN


@pytest.mark.rule("KT24-VIS-01")
def test_the_line_starts_at_the_head() -> None:
    """A wall 1.4" tall right before the shooter hides nothing from a head 1.5" up, but all from one 1.3" up.

    Both look at the top of a target that is 1.5" tall, 10" away.
    """
    for height, expected in ((1.5, SEEN), (1.3, HIDDEN)):
        lane = Lane(heights=(height, 1.5))
        lane.wall(5.6, 9, 5.7, 13, top=1.4)
        assert lane.why() == expected


@pytest.mark.rule("KT24-VIS-02", "KT24-INT-04")
@pytest.mark.parametrize(("top", "expected"), [(1.49, SEEN), (1.51, HIDDEN)])
def test_any_part_of_the_model_will_do_its_very_top_too(top: float, expected: str) -> None:
    """A wall in front of the target is lower than its top: seen. Higher, and it is hidden."""
    lane = Lane()
    lane.wall(14, 9, 14.3, 13, top=top)
    assert lane.why() == expected


@pytest.mark.rule("KT24-VIS-02")
def test_seeing_the_base_is_not_enough() -> None:
    """Under a screen that ends 0.2" above the floor only the target's base shows: it is not visible.

    The line to the base passes the screen at about 0.09", the line to the lowest point looked at (0.375") at about 0.44".
    """
    lane = Lane()
    lane.wall(14.35, 5, 14.4, 17, bottom=0.2, top=4)
    assert lane.why() == HIDDEN


@pytest.mark.rule("KT24-INT-04", "KT24-VIS-02")
@pytest.mark.parametrize(("bottom", "expected"), [(0.46, SEEN), (0.43, HIDDEN)])
def test_the_lowest_point_looked_at_is_a_quarter_of_the_height_up(bottom: float, expected: str) -> None:
    """Under a hanging screen the line from 1.5" down to 0.375" has come to 0.4425" above the floor, 0.6" before the target."""
    lane = Lane()
    lane.wall(14.4, 5, 14.41, 17, bottom=bottom, top=4)
    assert lane.why() == expected


@pytest.mark.rule("KT24-INT-04")
@pytest.mark.parametrize(("low", "high", "expected"), [(0.85, 1.0, SEEN), (1.0, 1.15, HIDDEN), (0.6, 0.85, HIDDEN)])
def test_the_middle_points_are_at_three_fifths_of_the_height(low: float, high: float, expected: str) -> None:
    """Through a slot between two screens, 0.52" before the middle of the target, only the points at 0.9" can be seen.

    The line from 1.5" to 0.9" is 0.93" up where it passes the slot; slots just above and just below it show nothing.
    """
    lane = Lane()
    lane.wall(14.48, 5, 14.49, 17, bottom=0, top=low)
    lane.wall(14.48, 5, 14.49, 17, bottom=high, top=4)
    assert lane.why() == expected


@pytest.mark.rule("KT24-INT-04", "KT24-INT-01")
@pytest.mark.parametrize(("half", "expected"), [(0.265, SEEN), (0.272, HIDDEN)])
@pytest.mark.parametrize("side", [1, -1])
def test_a_model_is_three_fifths_as_wide_as_its_base(half: float, expected: str, side: int) -> None:
    """A post before the target, or one that reaches far to one side, must hide 0.3" to both sides of its axis.

    The lines to those points pass the far side of the post, 1" before the target, 0.27" from the axis.
    """
    lane = Lane()
    if side > 0:
        lane.wall(13.9, 11 - half, 14, 17, top=4)
    else:
        lane.wall(13.9, 5, 14, 11 + half, top=4)
    assert lane.why() == expected


@pytest.mark.rule("KT24-INT-01")
@pytest.mark.parametrize(("base", "expected"), [(25.4, HIDDEN), (32.0, SEEN)])
def test_a_bigger_base_carries_a_wider_model(base: float, expected: str) -> None:
    """A post 0.6" wide hides a model on a base of 25.4 mm, not one on 32 mm (0.378" to each side)."""
    lane = Lane(base=base)
    lane.wall(13.9, 10.7, 14, 11.3, top=4)
    assert lane.why() == expected


@pytest.mark.rule("KT24-INT-04")
def test_left_and_right_are_meant_as_the_observer_sees_it() -> None:
    """From another side the points to the left and right lie elsewhere: a post hides a target from the west, not from the south."""
    for shooter, expected in (((5, 11), HIDDEN), ((15, 3), SEEN)):
        lane = Lane(shooter=shooter, decoy=(25, 3))
        lane.wall(13.9, 10.7, 14, 11.3, top=4)
        assert lane.why() == expected
    lane = Lane(shooter=(15, 3), decoy=(25, 3))
    lane.wall(14.7, 9.9, 15.3, 10, top=4)
    assert lane.why() == HIDDEN


# --- what is in the way


@pytest.mark.rule("KT24-INT-05")
def test_touching_a_wall_is_not_running_through_it() -> None:
    """The only free line runs exactly along the face of one wall and the corner of another: it is free."""
    lane = Lane()
    lane.wall(7, 11, 13, 17, top=4)  # its face is the line from head to axis
    lane.wall(9, 5, 10, 11, top=4)  # touches that line from the other side
    assert lane.why() == SEEN
    lane.wall(9, 5, 10, 11.01, top=4)
    assert lane.why() == HIDDEN


@pytest.mark.rule("KT24-INT-05")
def test_grazing_the_top_of_a_wall_is_not_running_through_it() -> None:
    """Both heads are 1.5" up and so is the wall: the line between them lies on its top."""
    lane = Lane()
    lane.wall(9, 5, 10, 17, top=1.5)
    assert lane.why() == SEEN


@pytest.mark.rule("KT24-INT-05")
@pytest.mark.parametrize("side", [0, 1])
def test_operatives_are_never_in_the_way(side: int) -> None:
    """A giant of either side on a huge base stands in the middle of the lane and hides nothing."""
    scene = Scene()
    shooter = scene.add(0, (5, 11), order="engage")
    if side == 0:
        scene.add(0, (10, 11), base=100, height=5)
    target = scene.add(1, (15, 11), order="engage")
    if side == 1:
        scene.add(1, (10, 11), base=100, height=5, order="conceal")
    assert target in scene.act(shooter, "shoot").options()


@pytest.mark.rule("KT24-INT-05")
@pytest.mark.parametrize("kind", ["light", "heavy"])
@pytest.mark.parametrize("marks", [(), ("insignificant",), ("exposed",)])
def test_every_solid_part_blocks_sight_whatever_its_kind(kind: str, marks: tuple[str, ...]) -> None:
    """Light, Heavy, Insignificant and Exposed parts are all solid."""
    lane = Lane()
    lane.wall(9, 5, 10, 17, top=3, kind=kind, marks=marks)
    assert lane.why() == HIDDEN


# --- one way only


@pytest.mark.rule("KT24-INT-06")
def test_one_may_see_the_other_without_being_seen() -> None:
    """A screen hangs right before the target, open 0.6" above the floor: the shooter sees its legs, the target sees nothing."""
    lane = Lane()
    lane.wall(14.3, 5, 14.4, 17, bottom=0.6, top=4)
    assert lane.why() == SEEN
    back = Lane(shooter=(15, 11), target=(5, 11))
    back.wall(14.3, 5, 14.4, 17, bottom=0.6, top=4)
    assert back.why() == HIDDEN


@pytest.mark.rule("KT24-INT-06")
def test_an_operative_sees_itself() -> None:
    """Walled in on all sides, so that it sees no other operative, it is still visible to itself."""
    lane = Lane(target=(20, 11))
    for x in (18.5, 21.4):
        lane.wall(x, 9, x + 0.1, 13, top=9)
    play = lane.aim()
    assert sight(play, TARGET, TARGET) and not sight(play, TARGET, SHOOTER)


# --- the shape of an operative


@pytest.mark.rule("KT24-INT-01")
def test_a_card_that_says_nothing_stands_on_28_mm_and_is_an_inch_and_a_half_tall() -> None:
    """Two plain cards 2.1" from centre to centre are 0.998" apart; a 1.49" wall close by does not hide one, a 1.51" wall does."""
    from counteract.rulesets.kt24.cards import Card

    plain = Card(id="plain", name="Plain", move=6, apl=2, save=4, wounds=8, weapons=(gun(), blade()))
    for x, near in ((12.1, True), (12.11, False)):
        scene = Scene()
        scene.add(0, (10, 11), left=8)
        scene.add(1, (x, 11), left=8)
        scene.cards = [(side, plain) for side, _ in scene.cards]
        assert ("fight" in scene.activate(0).answer("engage").options()) is near
    for top, seen in ((1.49, True), (1.51, False)):
        scene = Scene()
        scene.add(0, (10, 11), left=8)
        scene.add(1, (20, 11), left=8)
        scene.cards = [(side, plain) for side, _ in scene.cards]
        scene.wall(19, 9, 19.3, 13, top=top)
        assert sight(scene.activate(0), 0, 1) is seen


# --- markers


def contested(*walls: tuple[float, float]) -> bool:
    """Return True if an operative 0.5" east of the marker at (15, 11) contests it past tall walls between them, each from y to y."""
    scene = Scene(mission="default")
    scene.add(0, (15 + 20 / 25.4 + 1, 11))
    scene.add(1, (28, 2))
    for y0, y1 in walls:
        scene.wall(16, y0, 16.05, y1, top=4)
    view = scene.activate(0).game.view()
    return next(m["holder"] for m in view["markers"] if m["at"] == [15, 11]) == 0


@pytest.mark.rule("KT24-INT-04", "KT24-CTRL-01")
def test_a_marker_is_seen_if_its_centre_or_one_of_eight_points_of_its_rim_is() -> None:
    """A wall that hides centre and near side leaves the points further round to be seen; a longer one hides them all.

    Through a gap the rim point 45 degrees round from the nearest one shows (its line passes the wall at y = 11.35); the gap that would
    show only the rim between that point and the nearest (y = 11.22) does not count.
    """
    assert contested()
    assert contested((5, 11.2))
    assert not contested((5, 17))
    assert contested((5, 11.32), (11.37, 17))
    assert not contested((5, 11.205), (11.25, 17))
