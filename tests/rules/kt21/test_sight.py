"""Line of sight: visibility, and valid targets by order.

Unless a test says otherwise the shooter stands at (5, 11) and the target at (15, 11), both on bases of 1" and 1.5" tall.
"""

from __future__ import annotations

import pytest

from counteract.table.killzone import parse_killzone
from tests.rules.kt21.scene import Scene, gun
from tests.rules.kt21.sightlines import COVER, DECOY, HIDDEN, OBSCURED, OPEN, SHOOTER, TARGET, UNSEEN, Lane

ORDERS = ("engage", "conceal")


# --- line of sight


@pytest.mark.rule("KT21-LOS-01")
def test_line_of_sight_is_from_the_active_operative_to_its_target() -> None:
    """A low wall right before B and nothing before A: B hides from A, A does not hide from B. It is the shooter's line that counts."""
    scene = Scene()
    a = scene.add(0, (5, 11), order="conceal", weapons=[gun("4 3+ 3/4; Silent")])
    b = scene.add(1, (15, 11), order="conceal", weapons=[gun("4 3+ 3/4; Silent")])
    scene.wall(13.8, 9, 14, 13, top=1)
    assert scene.activate(a).answer("conceal").why("shoot") == "KT21-INT-40"
    play = scene.activate(b).answer("conceal", "shoot")
    assert (play.what, play.options(), play.player) == ("target", [a], 1)


@pytest.mark.rule("KT21-LOS-01")
def test_an_overwatching_operative_is_the_active_one() -> None:
    """Of two friends, only the one with a clear line may overwatch; its own line is judged, not its friend's."""
    scene = Scene()
    behind = scene.add(0, (5, 11), ready=False)
    beside = scene.add(0, (15, 3), ready=False)
    scene.add(1, (15, 11), order="conceal")
    scene.wall(13.8, 9, 14, 13, top=1)
    play = scene.overwatch(0)
    assert play.options() == ["pass", beside]
    assert play.why(behind) == "KT21-INT-40"


@pytest.mark.rule("KT21-LOS-02", "KT21-LOS-03")
@pytest.mark.parametrize(
    ("walls", "engage", "conceal"),
    [
        ((), OPEN, OPEN),
        (("cover",), COVER, HIDDEN),
        (("obscuring",), OBSCURED, OBSCURED),
        (("cover", "obscuring"), OBSCURED, OBSCURED),
        (("blind",), UNSEEN, UNSEEN),
    ],
)
def test_which_target_is_in_line_of_sight(walls: tuple[str, ...], engage: str, conceal: str) -> None:
    """Visible and not obscured for both orders; cover keeps only an operative with a Conceal order from being a target."""
    for order, expected in (("engage", engage), ("conceal", conceal)):
        lane = Lane(order=order)
        if "cover" in walls:
            lane.wall(13.8, 9, 14, 13, top=1)
        if "obscuring" in walls:
            lane.windows(9, 9, 9.2, 13)
        if "blind" in walls:
            lane.wall(9, 5, 9.2, 17, top=3)
        assert lane.outcome() == expected


# --- visible


@pytest.mark.rule("KT21-VIS-01")
def test_visibility_is_judged_one_way() -> None:
    """A pillar before the shooter hides the target from its head; the target sees the shooter's flanks on both sides of it."""
    scene = Scene()
    one = scene.add(0, (5, 11))
    other = scene.add(1, (15, 11))
    decoy = scene.add(1, (5, 20))
    scene.wall(5.6, 10.75, 5.7, 11.25, top=3)
    play = scene.act(one, "shoot")
    assert (play.options(), play.why(other)) == ([decoy], "KT21-VIS-02")
    assert scene.act(other, "shoot").options() == [one]


@pytest.mark.rule("KT21-VIS-02", "KT21-INT-13")
@pytest.mark.parametrize(("top", "expected"), [(1.0, OPEN), (1.499, OPEN), (1.5, OPEN), (1.501, UNSEEN), (3.0, UNSEEN)])
def test_the_line_starts_at_the_head_and_touching_does_not_block_it(top: float, expected: str) -> None:
    """Both are 1.5" tall: a wall as high is looked along, one a hair higher hides the target. Close to the shooter it obscures no operative."""
    lane = Lane()
    lane.wall(5.6, 5, 5.8, 17, top=top)
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-VIS-02", "KT21-INT-13")
@pytest.mark.parametrize(
    ("heights", "expected"),
    [((1.5, 1.5), UNSEEN), ((2.4, 1.5), UNSEEN), ((2.6, 1.5), OPEN), ((1.5, 2.4), UNSEEN), ((1.5, 2.6), OPEN)],
)
def test_tall_operatives_see_and_are_seen_over_walls(heights: tuple[float, float], expected: str) -> None:
    """A wall of 2" halfway: a line from 2.6" down to 1.5" passes it at 2.05", one from 2.4" would at 1.95"; and the same upwards.

    The wall is insignificant, so that it only blocks sight.
    """
    lane = Lane(heights=heights)
    lane.wall(9.99, 5, 10.01, 17, top=2, marks=("insignificant",))
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-13", "KT21-VIS-02")
@pytest.mark.parametrize(("edge", "expected"), [(11.43, COVER), (11.46, UNSEEN)])
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_body_is_as_wide_as_its_base(edge: float, expected: str, mirrored: bool) -> None:
    """A wall before the target reaches past its middle. The line to its flank, 0.5" aside, passes the wall at 11.44 to 11.45."""
    lane = Lane()
    lane.wall(13.8, *((5, 14, edge) if not mirrored else (22 - edge, 14, 17)), top=3)
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-13")
def test_the_width_of_the_looking_operative_does_not_help_it() -> None:
    """Lines start at the middle of its base: a pillar as wide as a finger before the head hides what only a flank would see."""
    for wide, expected in ((0.04, OPEN), (0.08, UNSEEN)):
        lane = Lane(bases=(50.0, 25.4))
        lane.wall(6.1, 11 - wide, 6.2, 11 + wide, top=3)  # the lines to the flanks pass it 0.055" aside
        assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-13")
def test_one_part_seen_is_enough() -> None:
    """Two walls leave a slit on one flank of the target; with the slit closed nothing of it is visible."""
    for low, expected in ((11.47, COVER), (11.43, UNSEEN)):
        lane = Lane()
        lane.wall(13.8, 5, 13.9, 11.43, top=3)
        lane.wall(13.8, low, 13.9, 17, top=3)
        assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-14")
def test_operatives_neither_block_sight_nor_give_cover() -> None:
    """Giants of both sides stand between and right before the target, which has a Conceal order: it can be shot, without a cover die."""
    scene = Scene()
    shooter = scene.add(0, (5, 11))
    scene.add(0, (8, 11), base=50, height=5)
    target = scene.add(1, (15, 11), order="conceal")
    scene.add(1, (13.4, 11), base=50, height=5, order="conceal")
    play = scene.act(shooter, "shoot", dice=[6, *[1] * 6])
    assert target in play.options()
    assert play.answer(target).over


# --- what terrain is


@pytest.mark.rule("KT21-INT-04", "KT21-VIS-02")
@pytest.mark.parametrize(
    ("marks", "expected"),
    [((), UNSEEN), (("windowed",), OBSCURED), (("windowed", "insignificant"), OPEN), (("insignificant",), UNSEEN)],
)
def test_terrain_blocks_sight_unless_it_has_windows(marks: tuple[str, ...], expected: str) -> None:
    """A wall of 3" halfway: with windows the target is seen, and obscured; insignificant terrain obscures no operative but hides as much."""
    lane = Lane()
    lane.wall(9.9, 5, 10.1, 17, top=3, marks=marks)
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-04")
@pytest.mark.parametrize(("marks", "expected"), [((), COVER), (("windowed",), COVER), (("insignificant",), OPEN)])
def test_insignificant_terrain_gives_no_cover(marks: tuple[str, ...], expected: str) -> None:
    """A low wall before the target."""
    lane = Lane()
    lane.wall(13.8, 9, 14, 13, top=0.5, marks=marks)
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-04")
def test_a_feature_is_a_polygon_of_any_shape() -> None:
    """A hook before the target: where its outline bends away from the lines it gives no cover, although its bounding box is crossed."""
    straight = ((13.5, 9), (14, 9), (14, 13), (13.5, 13))
    hook = ((13.5, 12), (13.5, 13), (16, 13), (16, 9), (15.8, 9), (15.8, 12))
    for corners, expected in ((straight, COVER), (straight[::-1], COVER), (hook, OPEN)):
        lane = Lane()
        lane.solid(corners, top=1)
        assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-04")
def test_killzone_files_say_what_terrain_is() -> None:
    """A wall of a file with windows and a crust that is insignificant."""
    text = """
        id = "toy"
        name = "Toy"
        summary = "A wall and a crust."
        [board]
        width = 30
        depth = 22
        [[feature]]
        id = "wall"
        [[feature.part]]
        id = "wall"
        box = [9.9, 5, 10.1, 17]
        top = 3
        marks = ["windowed"]
        [[feature]]
        id = "crust"
        [[feature.part]]
        id = "crust"
        box = [13.8, 9, 14, 13]
        top = 0.3
        marks = ["insignificant"]
    """
    wall, crust = parse_killzone(text, "toy.toml").parts
    for parts, expected in (((wall,), OBSCURED), ((crust,), OPEN)):
        lane = Lane()
        lane.parts.extend(parts)
        assert lane.outcome() == expected


# --- roofs


@pytest.mark.rule("KT21-INT-62")
def test_a_roof_is_in_nobodys_line() -> None:
    """Heads 5" up look through a roof 3" up and 2" thick as if it were not there; it neither covers nor obscures any operative."""
    for order in ORDERS:
        lane = Lane(order=order, heights=(5.0, 1.5))
        lane.roof(6, 5, 14.4, 17)
        assert lane.outcome() == OPEN
        lane = Lane(order=order)
        lane.wall(13, 9, 16, 13, bottom=2, top=5)
        assert lane.outcome() == OPEN
    lane = Lane(heights=(5.0, 1.5))
    lane.wall(6, 5, 14.4, 17, top=3.2)
    assert lane.outcome() == UNSEEN


@pytest.mark.rule("KT21-INT-62")
def test_a_roof_is_in_nobodys_way() -> None:
    """Operatives walk and stop below it."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (28, 20))
    scene.roof(6, 5, 14, 17)
    assert scene.act(0, "normal move").why([(11, 11)]) == ""
    assert scene.act(0, "normal move").why([(6, 11)]) == ""


@pytest.mark.rule("KT21-INT-62")
@pytest.mark.parametrize(
    ("roof", "kept"),
    [
        ((14, 10, 16, 12), True),  # all of the base
        ((15.4, 10, 17, 12), True),  # a sliver of it
        ((15.5, 10, 17, 12), False),  # touching its edge
        ((15.4, 11.4, 17, 12), False),  # the corner of the roof is 0.57" from the middle of the base
        ((15.3, 11.3, 17, 12), True),  # and here 0.42"
        ((16, 10, 17, 12), False),
    ],
)
def test_hidden_directly_above_is_any_roof_over_part_of_the_base(roof: tuple[float, float, float, float], kept: bool) -> None:
    """Against Barrage the defender may keep a die if a roof and the base overlap, seen from above."""
    lane = Lane(rules="Barrage")
    lane.roof(*roof)
    play = lane.aim(dice=[6, *[1] * 5]).answer(TARGET)
    assert (play.what == "cover-save") is kept


@pytest.mark.rule("KT21-INT-62")
def test_a_wall_is_no_roof() -> None:
    """Terrain that stands on the floor beside the target keeps no Barrage away, a roof over another operative neither."""
    lane = Lane(rules="Barrage")
    lane.wall(14, 11.5, 16, 12, top=3)
    lane.roof(4, 19, 6, 21)
    assert lane.places[DECOY] == (5, 20, 0) and lane.places[SHOOTER] == (5, 11, 0)
    assert lane.aim(dice=[6, *[1] * 5]).answer(TARGET).over
