"""The Reposition action: how far, where to, and when not."""

from __future__ import annotations

from math import hypot

import pytest

from tests.rules.kt24.moving import deciding, length, lone, place, refused
from tests.rules.kt24.scene import Scene


@pytest.mark.rule("KT24-REPO-01")
def test_reposition_costs_one_action_point() -> None:
    """With APL 2 an operative has 1AP left after a Reposition; with APL 1 it is done; with no AP left it cannot."""
    play = deciding(lone(apl=2)).answer("reposition", [(6, 11)])
    assert play.state.acting[-1].spent == 1
    assert [e.values["cost"] for e in play.events("action")] == [1]
    assert play.what == "action"
    assert deciding(lone(apl=1)).answer("reposition", [(6, 11)]).over
    assert deciding(lone(apl=1), spent=1, done=("shoot",)).over


@pytest.mark.rule("KT24-REPO-02")
@pytest.mark.parametrize("move", [4, 6, 7])
def test_reposition_goes_as_far_as_the_move_stat(move: float) -> None:
    """Exactly Move inches are allowed, 0.01" more are not, and the refusal says how long the path was."""
    play = lone(move=move).act(0, "reposition")
    assert play.player == 0
    assert length(refused(play, [(5 + move + 0.01, 11)], "KT24-REPO-02")) == pytest.approx(move + 0.01)
    play.answer([(5 + move, 11)])
    assert place(play) == (5 + move, 11, 0)
    assert play.over


@pytest.mark.rule("KT24-REPO-02")
def test_every_offered_reposition_is_within_the_move_stat() -> None:
    """All paths offered in the open are straight, legal and no longer than Move, and some go almost that far."""
    play = lone(move=5).act(0, "reposition")
    lengths = [hypot(path.points[-1][0] - 5, path.points[-1][1] - 11) for path in play.options()]
    assert 4.9 < max(lengths) <= 5
    assert all(play.why(path) == "" for path in play.options())


@pytest.mark.rule("KT24-REPO-03")
def test_reposition_ends_where_an_operative_can_stand() -> None:
    """It may not end on a friend's base, on terrain or over the edge; right beside each of them it may."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (8, 11))
    scene.add(1, (28, 20))
    scene.wall(4, 13, 6, 14, top=1)
    play = scene.act(0, "reposition")
    for path, rule in (
        ([(7.5, 11)], "KT24-INT-15"),
        ([(5, 13)], "KT24-INT-15"),
        ([(0.4, 11)], "KT24-INT-14"),
    ):
        refused(play, path, rule)
    for path in ([(7, 11)], [(5, 12.5)], [(0.5, 11)]):
        assert play.why(path) == ""


@pytest.mark.rule("KT24-REPO-04")
def test_no_point_of_the_way_is_in_an_enemys_control_range() -> None:
    """Passing an enemy with 1" between the bases is refused though both ends are far away; with 1.01" it is allowed."""
    for y, rule in ((9.0, "KT24-REPO-04"), (8.99, "")):
        scene = Scene()
        scene.add(0, (5, y))
        scene.add(1, (8, 11))
        play = scene.act(0, "reposition")
        assert play.why([(11, y)]) == rule
        assert play.why([(8, y)]) == rule
        assert play.why([(6, y)]) == ""
        if rule:
            refused(play, [(11, y)], rule)
            assert (8.0, 9.0) not in {path.points[-1][:2] for path in play.options()}


@pytest.mark.rule("KT24-REPO-04")
def test_the_end_of_the_way_is_not_in_an_enemys_control_range() -> None:
    """Stopping 1" short of an enemy is refused, stopping 1.01" short is allowed."""
    play = lone(far=(10, 11)).act(0, "reposition")
    refused(play, [(8, 11)], "KT24-REPO-04")
    assert play.answer([(7.99, 11)]).over


@pytest.mark.rule("KT24-REPO-05")
def test_no_reposition_with_an_enemy_in_control_range() -> None:
    """An enemy 1" away bars it, one 1.01" away does not, and one 0.6" away behind a high wall does not either."""
    near = deciding(lone(far=(7, 11)))
    assert near.why("reposition") == "KT24-REPO-05"
    assert "reposition" not in near.options()
    assert "reposition" in deciding(lone(far=(7.01, 11))).options()
    scene = lone(far=(6.6, 11))
    scene.wall(5.7, 9, 5.9, 13, top=3)
    assert "reposition" in deciding(scene).options()


@pytest.mark.rule("KT24-REPO-05")
def test_a_friend_in_control_range_does_not_bar_a_reposition() -> None:
    """Only enemies stand in the way."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (6, 11))
    scene.add(1, (28, 20))
    assert "reposition" in deciding(scene).options()


@pytest.mark.rule("KT24-REPO-06", "KT24-REPO-07")
@pytest.mark.parametrize(("before", "rule"), [("charge", "KT24-REPO-06"), ("fall back", "KT24-REPO-07")])
def test_no_reposition_after_charge_or_fall_back(before: str, rule: str) -> None:
    """An activation that includes Charge or Fall Back has no Reposition, even with AP to spare and no enemy near."""
    play = deciding(lone(apl=3), done=(before,), spent=1)
    assert play.why("reposition") == rule
    assert "reposition" not in play.options()


@pytest.mark.rule("KT24-REPO-06", "KT24-REPO-07")
@pytest.mark.parametrize("before", ["dash", "shoot", "fight"])
def test_reposition_goes_with_every_other_action(before: str) -> None:
    """After Dash, Shoot or Fight a Reposition is allowed."""
    assert "reposition" in deciding(lone(apl=3), done=(before,), spent=1).options()
