"""Engagement Range: within 1", and at least one of the two sees the other."""

from __future__ import annotations

import pytest

from counteract.mechanics.operatives.sight import CONTROL
from tests.rules.kt21.moving import deciding
from tests.rules.kt21.scene import Play, Scene

IN, OUT = "KT21-SHOOTACT-02", "KT21-FIGHTACT-02"  # what bars Shoot in Engagement Range, and Fight out of it


def pair(gap: float, *, bases: tuple[float, float] = (25.4, 25.4), side: int = 1, **stats: object) -> Scene:
    """Return a scene with two operatives so far apart, base edge to base edge, and an enemy of each far away to shoot at."""
    scene = Scene()
    radii = [base / 25.4 / 2 for base in bases]
    scene.add(0, (10, 11), base=bases[0], **stats)
    if side == 0:
        scene.add(0, (10 + gap + sum(radii), 11), base=bases[1])
    else:
        scene.add(1, (10 + gap + sum(radii), 11), base=bases[1])
    if side == 1:
        scene.add(1, (10, 3))
    else:
        scene.add(1, (3, 11))
    return scene


def engaged(play: Play) -> bool:
    """Return True if the active operative is in Engagement Range of an enemy: it may fight and may not shoot."""
    shoot, fight = play.why("shoot"), play.why("fight")
    assert (shoot, fight) in ((IN, ""), ("", OUT))
    assert ("fight" in play.options(), "shoot" in play.options()) == (not fight, not shoot)
    return fight == ""


@pytest.mark.rule("KT21-ER-01", "KT21-INT-03")
@pytest.mark.parametrize(("gap", "inside"), [(0.0, True), (0.9, True), (1.0, True), (1.0009, True), (1.0011, False), (1.1, False)])
@pytest.mark.parametrize("bases", [(25.4, 25.4), (32.0, 50.0)])
def test_within_an_inch_from_base_edge_to_base_edge(gap: float, inside: bool, bases: tuple[float, float]) -> None:
    """1" is in, 1.1" is out, whatever the size of the bases; 0.001" is forgiven."""
    assert engaged(deciding(pair(gap, bases=bases))) is inside
    assert CONTROL == 1.0


@pytest.mark.rule("KT21-ER-01")
def test_friends_engage_nobody() -> None:
    """A friend in base contact bars nothing and cannot be fought."""
    play = deciding(pair(0.0, side=0))
    assert not engaged(play)
    assert {"normal move", "dash", "shoot"} <= {*play.options()}


@pytest.mark.rule("KT21-ER-01")
@pytest.mark.parametrize(("top", "inside"), [(3.0, False), (1.6, False), (1.5, True), (1.0, True)])
def test_somebody_must_be_seen(top: float, inside: bool) -> None:
    """A wall between two operatives 0.9" apart: over one no higher than they are they see each other, over a higher one they do not."""
    scene = pair(0.9)
    scene.wall(10.8, 8, 11.0, 14, top=top)
    scene.add(1, (19, 11))
    assert engaged(deciding(scene)) is inside


def two_pairs(gap: float) -> Scene:
    """Return a scene with two enemies (0 and 2) so far apart, and for each of them another operative to shoot at."""
    scene = Scene()
    scene.add(0, (10, 11))
    scene.add(0, (10, 20))
    scene.add(1, (11 + gap, 11))
    scene.add(1, (11 + gap, 2))
    return scene


@pytest.mark.rule("KT21-ER-02", "KT21-ER-01", "KT21-VIS-01")
def test_one_way_is_enough_for_both() -> None:
    """A pillar right before one of the two hides the other from it, but not its own flanks from the other: both are engaged.

    With pillars before both of them neither sees the other, and both may shoot.
    """
    for pillars, inside in (((10.5,), True), ((11.35,), True), ((10.5, 11.35), False)):
        scene = two_pairs(0.9)
        for x in pillars:
            scene.wall(x, 10.75, x + 0.05, 11.25, top=3)
        assert [engaged(deciding(scene, i)) for i in (0, 2)] == [inside, inside]


@pytest.mark.rule("KT21-ER-01", "KT21-ER-02")
def test_example_28_engagement_range() -> None:
    """Two enemies 0.9" apart: behind a wall of 3" from each other, with only one seeing the other; then at 1.0" and 1.1" in the open."""
    hidden = two_pairs(0.9)
    hidden.wall(10.9, 9.5, 11.0, 12.5, top=3)
    assert [engaged(deciding(hidden, i)) for i in (0, 2)] == [False, False]
    one_way = two_pairs(0.9)
    one_way.wall(10.5, 10.75, 10.55, 11.25, top=3)
    assert [engaged(deciding(one_way, i)) for i in (0, 2)] == [True, True]
    for gap, inside in ((1.0, True), (1.1, False)):
        assert [engaged(deciding(two_pairs(gap), i)) for i in (0, 2)] == [inside, inside]
