"""The Fall Back action: out of contact, at the price of two action points."""

from __future__ import annotations

from math import hypot

import pytest

from tests.rules.kt24.moving import deciding, ends, length, lone, place, refused
from tests.rules.kt24.scene import Scene


def engaged(*, gap: float = 0.5, **fields: float) -> Scene:
    """Return a scene: an operative at (10, 11) with an enemy right of it, base edges this far apart."""
    return lone(at=(10, 11), far=(11 + gap, 11), **fields)


@pytest.mark.rule("KT24-FALLBACK-01")
def test_fall_back_costs_two_action_points() -> None:
    """With APL 3 there is 1AP left after it; with APL 2 none; with 1AP left it cannot be paid for."""
    play = deciding(engaged(apl=3)).answer("fall back", [(6, 11)])
    assert play.state.acting[-1].spent == 2
    assert [e.values["cost"] for e in play.events("action")] == [2]
    assert play.what == "action"
    assert deciding(engaged(apl=2)).answer("fall back", [(6, 11)]).over
    short = deciding(engaged(apl=2), done=("shoot",), spent=1)
    assert short.why("fall back") == "KT24-ACT-05"


@pytest.mark.rule("KT24-FALLBACK-02")
def test_fall_back_goes_as_far_as_the_move_stat_and_through_control_ranges() -> None:
    """6" with Move 6", past a second enemy whose control range it crosses; 6.01" is too long."""
    scene = Scene()
    scene.add(0, (10, 11), order="engage")
    scene.add(1, (11.5, 11))
    scene.add(1, (7.5, 12.5))
    play = scene.act(0, "fall back")
    assert play.player == 0
    assert length(refused(play, [(3.99, 11)], "KT24-FALLBACK-02")) == pytest.approx(6.01)
    play.answer([(4, 11)])
    assert place(play) == (4, 11, 0)


@pytest.mark.rule("KT24-FALLBACK-02", "KT24-REPO-03")
def test_fall_back_ends_where_an_operative_can_stand() -> None:
    """It may not end on a friend's base; beside it, it may."""
    scene = Scene()
    scene.add(0, (10, 11))
    scene.add(0, (6, 11))
    scene.add(1, (11.5, 11))
    play = scene.act(0, "fall back")
    refused(play, [(6.5, 11)], "KT24-INT-15")
    assert play.why([(7, 11)]) == ""


@pytest.mark.rule("KT24-FALLBACK-03")
def test_fall_back_ends_out_of_every_control_range() -> None:
    """Not within 1" of the enemy it leaves, nor of another one; 1.01" from both is fine. Nothing else is offered."""
    scene = Scene()
    scene.add(0, (10, 11))
    scene.add(1, (11.5, 11))
    scene.add(1, (5, 11))
    play = scene.act(0, "fall back")
    refused(play, [(9.5, 11)], "KT24-FALLBACK-03")
    refused(play, [(10, 11)], "KT24-FALLBACK-03")
    refused(play, [(7, 11)], "KT24-FALLBACK-03")
    assert play.why([(9.49, 11)]) == ""
    assert play.why([(7.01, 11)]) == ""
    assert ends(play)
    assert all((x - 11.5) ** 2 + (y - 11) ** 2 > 4 and (x - 5) ** 2 + (y - 11) ** 2 > 4 for x, y, _ in ends(play))


@pytest.mark.rule("KT24-FALLBACK-04")
def test_fall_back_needs_an_enemy_in_control_range() -> None:
    """With the nearest enemy 1" away it is allowed, 1.01" away it is not, nor 0.6" away behind a wall."""
    assert "fall back" in deciding(engaged(gap=1.0)).options()
    apart = deciding(engaged(gap=1.01))
    assert apart.why("fall back") == "KT24-FALLBACK-04"
    assert "fall back" not in apart.options()
    scene = engaged(gap=0.6)
    scene.wall(10.7, 9, 10.9, 13, top=3)
    assert deciding(scene).why("fall back") == "KT24-FALLBACK-04"


@pytest.mark.rule("KT24-FALLBACK-04")
def test_a_friend_in_control_range_gives_no_fall_back() -> None:
    """Only an enemy within control range allows it."""
    scene = Scene()
    scene.add(0, (10, 11))
    scene.add(0, (11.5, 11))
    scene.add(1, (28, 20))
    assert deciding(scene).why("fall back") == "KT24-FALLBACK-04"


@pytest.mark.rule("KT24-FALLBACK-05", "KT24-FALLBACK-06")
@pytest.mark.parametrize(("before", "rule"), [("reposition", "KT24-FALLBACK-05"), ("charge", "KT24-FALLBACK-06")])
def test_no_fall_back_after_reposition_or_charge(before: str, rule: str) -> None:
    """An activation that includes Reposition or Charge has no Fall Back; one with Dash or Fight may have it."""
    play = deciding(engaged(apl=3), done=(before,), spent=1)
    assert play.why("fall back") == rule
    assert "fall back" not in play.options()
    for other in ("dash", "fight"):
        assert "fall back" in deciding(engaged(apl=3), done=(other,), spent=1).options()


def cornered(*, open_side: bool) -> Scene:
    """Return a scene: a room of 3" by 1.2" in the corner of the board with an enemy in it, its walls too high to climb."""
    scene = lone(at=(0.6, 0.6), far=(2.2, 0.6))
    scene.wall(0, 1.2, 3.2, 1.4, top=5)
    if not open_side:
        scene.wall(3.0, 0, 3.2, 1.2, top=5)
    return scene


@pytest.mark.rule("KT24-INT-21")
def test_fall_back_without_anywhere_to_go_cannot_be_chosen() -> None:
    """Walled in with the enemy there is no Fall Back, and trying costs nothing; the enemy's base shuts the way out too."""
    play = deciding(cornered(open_side=False))
    assert "fall back" not in play.options()
    refused(play, "fall back", "KT24-INT-21")
    assert play.state.acting[-1].spent == 0
    assert deciding(cornered(open_side=True)).why("fall back") == "KT24-INT-21"


@pytest.mark.rule("KT24-INT-21")
def test_fall_back_into_the_one_narrow_place_left_can_be_chosen() -> None:
    """A room 0.3" longer leaves a strip at its end that is out of control range: Fall Back is offered, and leads there."""
    scene = lone(at=(1.35, 0.6), far=(2.8, 0.6))
    scene.wall(0, 1.2, 4, 1.4, top=5)
    scene.wall(3.8, 0, 4, 1.2, top=5)
    play = deciding(scene)
    assert "fall back" in play.options()
    play.answer("fall back")
    assert ends(play)
    assert all(hypot(2.8 - x, 0.6 - y) > 2.001 for x, y, _ in ends(play))
    assert play.answer([(0.7, 0.6)]).over
