"""Obscured: Heavy terrain between two operatives, far from the one looked at.

Unless a test says otherwise the shooter stands at (5, 11) and the target at (15, 11), both on bases of 1" and 1.5" tall; walls have
windows, so that they hide no operative.
"""

from __future__ import annotations

import pytest

from tests.rules.kt21.scene import Scene
from tests.rules.kt21.sightlines import COVER, HIDDEN, OBSCURED, OPEN, Lane

ORDERS = ("engage", "conceal")


@pytest.mark.rule("KT21-OBSCURE-01")
@pytest.mark.parametrize("order", ORDERS)
def test_heavy_terrain_far_from_the_target_obscures_it(order: str) -> None:
    """It is no valid target, whatever its order; the refusal says so."""
    lane = Lane(order=order)
    lane.windows(9, 9, 9.2, 13)
    assert lane.outcome() == OBSCURED
    assert "obscured" in lane.aim().refusal(1).reason


@pytest.mark.rule("KT21-OBSCURE-01", "KT21-INT-03")
@pytest.mark.parametrize(("edge", "expected"), [(12.5, OPEN), (12.4995, OPEN), (12.498, OBSCURED), (12.4, OBSCURED)])
def test_more_than_two_inches(edge: float, expected: str) -> None:
    """The near end of a thin blade of a wall is 2", 2.0005", 2.002" or 2.1" from the base of the target."""
    lane = Lane()
    lane.windows(edge, 10.99, 12.7, 11.01)
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-OBSCURE-02", "KT21-INT-19")
@pytest.mark.parametrize(
    ("top", "height", "expected"),
    [(1.0, 1.5, OPEN), (1.5, 1.5, OPEN), (1.501, 1.5, OBSCURED), (2.0, 2.0, OPEN), (2.1, 2.0, OBSCURED), (1.2, 1.0, OBSCURED)],
)
def test_heavy_is_what_is_taller_than_the_target(top: float, height: float, expected: str) -> None:
    """As tall as the target is not taller. How tall the shooter is does not matter."""
    for shooter in (1.0, 4.0):
        lane = Lane(heights=(shooter, height))
        lane.windows(9, 9, 9.2, 13, top=top)
        assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-19", "KT21-OBSCURE-02")
def test_one_feature_may_be_heavy_for_one_target_and_not_for_another() -> None:
    """A wall of 1.8" before an operative of 1.5" and one of 2", side by side."""
    scene = Scene()
    scene.add(0, (5, 11))
    low = scene.add(1, (15, 10), height=1.5)
    tall = scene.add(1, (15, 12), height=2.0)
    scene.wall(9, 5, 9.2, 17, top=1.8, marks=("windowed",))
    play = scene.act(0, "shoot")
    assert (play.options(), play.why(low)) == ([tall], OBSCURED)


@pytest.mark.rule("KT21-OBSCURE-02")
@pytest.mark.parametrize("kind", ["light", "heavy"])
def test_what_a_wall_is_made_of_does_not_matter(kind: str) -> None:
    """Only its height does: a light wall of 3" obscures, a heavy one of 1" does not."""
    for top, expected in ((3.0, OBSCURED), (1.0, OPEN)):
        lane = Lane()
        lane.windows(9, 9, 9.2, 13, top=top, kind=kind)
        assert lane.outcome() == expected


@pytest.mark.rule("KT21-OBSCURE-03", "KT21-INT-03")
@pytest.mark.parametrize(("edge", "expected"), [(6.3, OPEN), (6.5, OPEN), (6.502, OBSCURED), (6.7, OBSCURED)])
def test_heavy_terrain_within_an_inch_of_the_shooter_is_looked_past(edge: float, expected: str) -> None:
    """The far face of the wall is up to 1" from the shooter's base, or just beyond.

    Seen from the foremost point of the base, (5.5, 11), the outermost lines leave a face at x = 6.5 1.0009" from the base.
    """
    lane = Lane()
    lane.windows(6, 9, edge, 13)
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-18", "KT21-OBSCURE-03")
@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        (((5.7, 9), (5.9, 9), (5.9, 13), (5.7, 13)), OPEN),  # a wall right before the shooter
        (((5.7, 9), (9, 9), (9, 13), (5.7, 13)), OBSCURED),  # a block that begins there
        (((5.7, 9), (5.9, 9), (5.9, 12.8), (9, 12.8), (9, 9), (9.2, 9), (9.2, 13), (5.7, 13)), OBSCURED),  # a yard: another wall of it
        (((5.7, 9), (5.9, 9), (5.9, 12.8), (9, 12.8), (9, 12), (9.2, 12), (9.2, 13), (5.7, 13)), OPEN),  # which is not in the way
    ],
)
def test_only_the_near_part_of_a_feature_is_looked_past(corners: tuple[tuple[float, float], ...], expected: str) -> None:
    """Whatever else of the same feature the lines cross, more than 1" away, still obscures."""
    lane = Lane()
    lane.solid(corners, top=3, marks=("windowed",))
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-17")
@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        (((13.6, 9), (14, 9), (14, 13), (13.6, 13)), COVER),
        (((13.6, 9), (14, 9), (14, 13), (9, 13), (9, 12.5), (13.6, 12.5)), COVER),  # far away it is beside the lane
        (((13.6, 9), (14, 9), (14, 13), (9, 13), (9, 9.5), (9.2, 9.5), (9.2, 12.5), (13.6, 12.5)), OBSCURED),  # far away it is in the lane
    ],
)
def test_the_distance_is_measured_where_lines_cross(corners: tuple[tuple[float, float], ...], expected: str) -> None:
    """Only points of the feature on the lines count, not its nearest or farthest point."""
    lane = Lane()
    lane.solid(corners, top=3, marks=("windowed",))
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-20")
@pytest.mark.parametrize(("x", "expected"), [(13.6, COVER), (13.3, OPEN), (12.8, OPEN), (12.2, OBSCURED)])
def test_between_one_and_two_inches_heavy_terrain_does_nothing(x: float, expected: str) -> None:
    """A wall 0.1" thick that begins 0.9", 1.2", 1.7" or 2.3" from the base of the target."""
    for order in ORDERS:
        lane = Lane(order=order)
        lane.windows(x, 10.5, x + 0.1, 11.5)
        assert lane.outcome() == (HIDDEN if (order, expected) == ("conceal", COVER) else expected)


@pytest.mark.rule("KT21-INT-21")
def test_a_feature_that_does_both_obscures() -> None:
    """A block from far away right up to the target is obscuring and covering: no valid target. Cut short it only covers, or only obscures."""
    for x0, x1, expected in ((9, 14, OBSCURED), (12.7, 14, COVER), (9, 13, OBSCURED)):
        lane = Lane()
        lane.windows(x0, 10, x1, 12)
        assert lane.outcome() == expected
    indirect = Lane(order="conceal", rules="Indirect")
    indirect.windows(12.7, 10, 14, 12)
    assert indirect.outcome() == COVER  # what covers is ignored by Indirect when choosing,
    both = Lane(order="conceal", rules="Indirect")
    both.windows(9, 10, 14, 12)
    assert both.outcome() == OBSCURED  # what obscures as well is not


@pytest.mark.rule("KT21-INT-16")
@pytest.mark.parametrize(("edge", "expected"), [(10.97, OPEN), (10.99, OBSCURED)])
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_attacker_has_the_point_that_suits_best(edge: float, expected: str, mirrored: bool) -> None:
    """A wall from x = 10 to 10.2 ends at y = 10.97 or 10.99. From the top of the shooter's base, (5, 11.5), the lowest line falls by
    0.10025 an inch and is at 10.979 behind the wall; from its centre it would be at 10.74 and cross the wall in both cases.
    """
    lane = Lane()
    lane.windows(10, *((5, 10.2, edge) if not mirrored else (22 - edge, 10.2, 17)))
    assert lane.outcome() == expected


@pytest.mark.rule("KT21-INT-15")
def test_only_what_is_crossed_obscures() -> None:
    """Walls along both sides of the lane, as wide as the bases, touch the lines; behind the target and behind the shooter there are none."""
    lane = Lane()
    lane.windows(7, 11.5, 14, 13)
    lane.windows(7, 9, 14, 10.5)
    lane.windows(18, 9, 18.2, 13)
    lane.windows(2, 9, 2.2, 13)
    assert lane.outcome() == OPEN


@pytest.mark.rule("KT21-OBSCURE-01", "KT21-OBSCURE-02", "KT21-OBSCURE-03", "KT21-COVER-01", "KT21-INT-17", "KT21-INT-18", "KT21-INT-20")
@pytest.mark.parametrize(
    ("shooter", "target", "engage", "conceal"),
    [
        (5.0, 15.0, OBSCURED, OBSCURED),
        (8.8, 15.0, OPEN, OPEN),  # the wall is 0.7" to 0.9" from the shooter
        (8.4, 15.0, OBSCURED, OBSCURED),  # 1.1"
        (5.0, 12.3, OPEN, OPEN),  # 1.6" to 1.9" from the target
        (5.0, 11.4, COVER, HIDDEN),  # 0.7" from the target
    ],
)
def test_example_24_obscured_geometry(shooter: float, target: float, engage: str, conceal: str) -> None:
    """The example moved by (5, 11): a wall with windows, x 10.0 to 10.2, y 9 to 13, 3" tall."""
    for order, expected in (("engage", engage), ("conceal", conceal)):
        lane = Lane(shooter=(shooter, 11), target=(target, 11), order=order)
        lane.windows(10, 9, 10.2, 13)
        assert lane.outcome() == expected
