"""Cover: terrain between two operatives, and near the one looked at.

Unless a test says otherwise the shooter stands at (5, 11) and the target at (15, 11), both on bases of 1"; so the base of the
target begins at x = 14.5. Terrain 1" tall hides no operative.
"""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from counteract.core.state import Task
from counteract.mechanics import field
from counteract.rulesets.kt21 import barricades, moves, sight
from counteract.rulesets.kt21.shoot import Shot
from counteract.rulesets.kt21.state import Acting
from tests.rules.kt21.scene import Scene
from tests.rules.kt21.sightlines import COVER, HIDDEN, OPEN, SHOOTER, TARGET, Lane


@pytest.mark.rule("KT21-COVER-01", "KT21-INT-15")
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


@pytest.mark.rule("KT21-COVER-01", "KT21-INT-03")
@pytest.mark.parametrize(("edge", "expected"), [(13.5, COVER), (13.4995, COVER), (13.498, OPEN)])
@pytest.mark.parametrize("order", ["engage", "conceal"])
def test_an_inch_and_a_thousandth(edge: float, expected: str, order: str) -> None:
    """The far face of the wall is 1", 1.0005" or 1.002" from the base of the target."""
    lane = Lane(order=order)
    lane.wall(13, 10, edge, 12, top=1)
    assert lane.outcome() == (HIDDEN if order == "conceal" and expected == COVER else expected)


@pytest.mark.rule("KT21-COVER-01", "KT21-INT-15")
@pytest.mark.parametrize("top", [0.1, 1.0, 1.5, 3.0])
def test_heavy_or_not_and_however_low(top: float) -> None:
    """A kerb a tenth of an inch tall gives the same cover as a wall with windows twice as tall as the target."""
    lane = Lane()
    lane.windows(13.5, 10, 14, 12, top=top)
    assert lane.outcome() == COVER


@pytest.mark.rule("KT21-COVER-02", "KT21-INT-22")
@pytest.mark.parametrize(("gap", "covered"), [(1.5, False), (2.0, False), (2.0009, False), (2.0011, True), (2.1, True)])
@pytest.mark.parametrize("bases", [(25.4, 25.4), (50.0, 32.0)])
def test_nobody_is_in_cover_from_within_two_inches(gap: float, covered: bool, bases: tuple[float, float]) -> None:
    """The wall is right before the target; at 2" from base edge to base edge it no longer counts, also not for hiding."""
    reach = sum(bases) / 25.4 / 2
    for order, expected in (("engage", COVER), ("conceal", HIDDEN)):
        lane = Lane(shooter=(15 - reach - gap, 11), order=order, bases=bases)
        edge = 15 - bases[1] / 50.8
        lane.wall(edge - 0.1, 9, edge, 13, top=1)
        assert lane.outcome() == (expected if covered else OPEN)


@pytest.mark.rule("KT21-COVER-01", "KT21-COVER-02")
def test_example_23_cover_geometry() -> None:
    """The example moved by (5, 11): shooter (5, 11), target (15, 11), barricade x 13.8 to 14.0, y 10 to 12, 1" tall, 0.5" from the target.

    In cover: valid with an Engage order, and a die may be kept; no valid target with a Conceal order. With the shooter at (12.2, 11),
    1.8" away, it is valid with either order and has no cover die.
    """
    for x, order, expected in ((5, "engage", COVER), (5, "conceal", HIDDEN), (12.2, "engage", OPEN), (12.2, "conceal", OPEN)):
        lane = Lane(shooter=(x, 11), order=order)
        lane.wall(13.8, 10, 14, 12, top=1)
        assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-05", "KT21-COVER-01")
def test_a_barricade_gives_cover_and_never_obscures() -> None:
    """Near the target it covers; far from both it does nothing, not even for an operative lower than itself."""
    lane = Lane()
    lane.barricade(13.8, 11, 90)
    assert lane.outcome() == COVER
    for heights in ((1.5, 1.5), (1.5, 0.9)):
        lane = Lane(heights=heights)
        lane.barricade(10, 11, 90)
        assert lane.outcome() == OPEN


# --- which terrain lies between


@pytest.mark.rule("KT21-INT-15", "KT21-INT-16")
@pytest.mark.parametrize(("edge", "expected"), [(11.39, COVER), (11.41, OPEN)])
@pytest.mark.parametrize("mirrored", [False, True])
def test_one_line_to_any_part_of_the_base_is_enough(edge: float, expected: str, mirrored: bool) -> None:
    """A wall from x = 13 to 14 reaches down to y = 11.39 or 11.41 (or up to the mirror images of these).

    Of all points of the shooter's base the one at (5, 10.5) is best: the tangent from there to the far side of the target's base
    rises by 0.1 for each inch (twice the angle whose sine is 0.5 / 10.0125) and passes x = 14 at y = 11.402. From the centre it
    would be at 11.451, and the wall would be crossed in both cases.
    """
    lane = Lane()
    lane.wall(13, *((edge, 14, 14) if not mirrored else (8, 14, 22 - edge)), top=1)
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-15")
def test_touching_the_lines_is_not_crossing_them() -> None:
    """Two long walls leave a lane exactly as wide as the bases, and one stands right behind the target: all touch, none is crossed."""
    lane = Lane(order="conceal")
    lane.wall(6, 11.5, 17, 13, top=1)
    lane.wall(6, 9, 17, 10.5, top=1)
    lane.wall(15.5, 10, 16, 12, top=1)
    assert lane.outcome() == OPEN


@pytest.mark.rule("KT21-INT-15")
def test_terrain_beside_the_base_is_not_crossed_on_the_way_to_it() -> None:
    """A post right beside the target, just behind where the tangents touch its base, lies inside the tangents but on no line to the base."""
    lane = Lane(order="conceal")
    lane.wall(15.15, 11.485, 15.3, 11.6, top=1)
    assert lane.outcome() == OPEN


@pytest.mark.rule("KT21-INT-17")
def test_the_place_where_a_line_crosses_must_be_near() -> None:
    """One bent wall is crossed far away from the target, and comes near it where no line crosses it: no cover.

    With a hook that runs into the lane near the target there is cover.
    """
    bent = ((8, 10), (8.5, 10), (8.5, 11.8), (15, 11.8), (15, 12), (8, 12))
    hooked = ((8, 10), (8.5, 10), (8.5, 11.8), (13.8, 11.8), (13.8, 11), (14, 11), (14, 12), (8, 12))
    for corners, expected in ((bent, OPEN), (hooked, COVER)):
        lane = Lane()
        lane.solid(corners, top=1)
        assert lane.outcome() == expected


# --- from which point


@pytest.mark.rule("KT21-INT-16")
def test_the_attacker_has_the_point_that_suits_best() -> None:
    """From the centre of its base the Conceal target would be in cover; from the lower edge of its base it is not, and can be chosen."""
    lane = Lane(order="conceal")
    lane.wall(13, 11.42, 14, 14, top=1)
    assert lane.outcome() == OPEN
    lane = Lane(order="conceal", bases=(2.0, 25.4))  # a base that is all but its centre
    lane.wall(13, 11.42, 14, 14, top=1)
    assert lane.outcome() == HIDDEN


@pytest.mark.rule("KT21-INT-16")
@pytest.mark.parametrize("degrees", [0.0, 5.0, 11.25, 90.0, 200.0])
def test_the_points_of_the_rim_begin_at_the_one_nearest_to_the_target(degrees: float) -> None:
    """A lane turned about the shooter: the sixteen points of its base turn with it, so nothing else changes.

    The wall ends where only the lines from one point pass it, a quarter round from the foremost one: at the wall the highest of them is at
    11.4023, from the points next to it at 11.4041 and 11.4076.
    """
    for edge, expected in ((11.403, OPEN), (11.401, COVER)):
        lane = Lane(shooter=(15, 11), target=_turned(25, 11, degrees), decoy=_turned(15, 20, degrees))
        lane.solid([_turned(x, y, degrees) for x, y in ((23, edge), (24, edge), (24, 14), (23, 14))], top=1)
        assert lane.outcome() == expected


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """Return a place turned to the left about the shooter at (15, 11)."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return 15 + (x - 15) * c - (y - 11) * s, 11 + (x - 15) * s + (y - 11) * c


@pytest.mark.rule("KT21-INT-16")
@pytest.mark.parametrize(("order", "expected"), [("engage", COVER), ("conceal", HIDDEN)])
def test_one_point_serves_both_tests(order: str, expected: str) -> None:
    """From the upper points of the base a tall wall is passed but a low one near the target crossed; from the lowest it is the reverse.

    There is no point from which the target is neither obscured nor in cover. Not being obscured comes first: it is in cover.
    """
    lane = Lane(order=order)
    lane.windows(10, 5, 10.2, 10.97)
    lane.wall(13, 11.41, 14, 14, top=1)
    assert lane.outcome() == expected
    only_tall, only_low = Lane(order=order), Lane(order=order)
    only_tall.windows(10, 5, 10.2, 10.97)
    only_low.wall(13, 11.41, 14, 14, top=1)
    assert (only_tall.outcome(), only_low.outcome()) == (OPEN, OPEN)


# --- when it is settled


@pytest.mark.rule("KT21-INT-23")
@pytest.mark.parametrize("covered", [True, False])
@pytest.mark.parametrize("walled", [True, False])
def test_cover_is_settled_with_the_target(covered: bool, walled: bool) -> None:
    """The cover found in step 2 holds for the save in step 4, whatever the board looks like by then."""
    lane = Lane()
    if walled:
        lane.wall(13.5, 10, 14, 12, top=1)
    aimed = lane.aim(dice=[6, 1, 1, 1, 1, 1])
    assert (aimed.answer(TARGET).what == "cover-save") is walled
    shot = Task("sequence", (Shot(SHOOTER, 0, TARGET, 3, covered),))
    play = lane.play(shot, dice=[6, 1, 1, 1, 1, 1], acting=(Acting(SHOOTER, "activation", points=1, spent=1, done=("shoot",)),))
    assert (play.what == "cover-save") is covered


# --- distances


@pytest.mark.rule("KT21-DASH-01", "KT21-OBSCURE-01", "KT21-COVER-01", "KT21-COVER-02")
def test_a_distance_is_changed_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every restored distance is a named constant: with another value the rule asks for that value."""
    monkeypatch.setattr(field, "MOST_MEMOS", 1)  # no answer of the table outlives the scene
    assert (sight.DROP_ZONE, barricades.REACH, moves.CHARGE_BONUS, moves.DASH) == (3, 2, 2, 3)
    assert (sight.COVER, sight.NO_COVER, sight.OBSCURED_BEYOND) == (1, 2, 2)
    lane = Lane(order="conceal")
    lane.wall(13, 10, 13.4, 12, top=1)  # 1.1" from the target
    assert lane.outcome() == OPEN
    with monkeypatch.context() as patch:
        patch.setattr(sight, "COVER", 1.2)
        assert lane.outcome() == HIDDEN
        patch.setattr(sight, "NO_COVER", 9.0)
        assert lane.outcome() == OPEN
    lane = Lane()
    lane.windows(11.9, 10, 12, 12)  # 2.5" from the target
    assert lane.outcome() != OPEN
    monkeypatch.setattr(sight, "OBSCURED_BEYOND", 3.0)
    assert lane.outcome() == OPEN
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (28, 20))
    monkeypatch.setattr(moves, "DASH", 4.0)
    assert scene.act(0, "dash").why([(9, 11)]) == ""
