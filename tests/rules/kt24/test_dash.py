"""The Dash action: short, flat, and not into contact."""

from __future__ import annotations

import pytest

from tests.rules.kt24.moving import deciding, length, lone, place, refused
from tests.rules.kt24.scene import Scene


@pytest.mark.rule("KT24-DASH-01")
def test_dash_costs_one_action_point() -> None:
    """With APL 2 an operative has 1AP left after a Dash; with APL 1 it is done."""
    play = deciding(lone(apl=2)).answer("dash", [(6, 11)])
    assert play.state.acting[-1].spent == 1
    assert [e.values["cost"] for e in play.events("action")] == [1]
    assert play.what == "action"
    assert deciding(lone(apl=1)).answer("dash", [(6, 11)]).over


@pytest.mark.rule("KT24-DASH-02")
@pytest.mark.parametrize("move", [4, 6, 9])
def test_dash_goes_three_inches_whatever_the_move_stat(move: float) -> None:
    """3" are allowed, 3.01" are not, and the refusal says how long the path was."""
    play = lone(move=move).act(0, "dash")
    assert play.player == 0
    assert length(refused(play, [(5, 14.01)], "KT24-DASH-02")) == pytest.approx(3.01)
    play.answer([(5, 14)])
    assert place(play) == (5, 14, 0)


@pytest.mark.rule("KT24-DASH-02", "KT24-REPO-03", "KT24-REPO-04")
def test_dash_keeps_to_the_rules_of_reposition() -> None:
    """A Dash may not pass within control range of an enemy, end in it, or end where no operative can stand."""
    scene = Scene()
    scene.add(0, (5, 9))
    scene.add(0, (5, 7))
    scene.add(1, (6.5, 11))
    play = scene.act(0, "dash")
    refused(play, [(8, 9)], "KT24-REPO-04")
    refused(play, [(6.5, 9)], "KT24-REPO-04")
    refused(play, [(5, 7.9)], "KT24-INT-15")
    assert play.why([(5, 8)]) == ""
    assert play.why([(7.9, 8.8)]) == ""


@pytest.mark.rule("KT24-DASH-03")
def test_dash_does_not_climb() -> None:
    """A barrier 1" tall is in the way of a Dash of 2" and not in the way of a Reposition; going round it is a Dash."""
    scene = lone(at=(5, 11))
    scene.wall(5.9, 10.9, 6.1, 11.1, top=1)
    play = scene.act(0, "dash")
    refused(play, [(7, 11)], "KT24-DASH-03")
    assert play.why([(5, 11.7), (7, 11.7)]) == ""
    assert not [path for path in play.options() if path.points[-1][:2] == (7, 11) and len(path.points) == 1]
    assert scene.act(0, "reposition").why([(7, 11)]) == ""


@pytest.mark.rule("KT24-DASH-04")
def test_no_dash_with_an_enemy_in_control_range() -> None:
    """An enemy 1" away bars it, one 1.01" away does not."""
    near = deciding(lone(far=(7, 11)))
    assert near.why("dash") == "KT24-DASH-04"
    assert "dash" not in near.options()
    assert "dash" in deciding(lone(far=(7.01, 11))).options()


@pytest.mark.rule("KT24-DASH-05")
def test_dash_goes_with_everything_but_charge() -> None:
    """After Charge there is no Dash; after Reposition, Fall Back, Shoot or Fight there is."""
    after_charge = deciding(lone(apl=3), done=("charge",), spent=1)
    assert after_charge.why("dash") == "KT24-DASH-05"
    assert "dash" not in after_charge.options()
    for before, spent in (("reposition", 1), ("fall back", 2), ("shoot", 1), ("fight", 1)):
        assert "dash" in deciding(lone(apl=3), done=(before,), spent=spent).options()


@pytest.mark.rule("KT24-INT-18")
def test_injury_shortens_charge_and_reposition_but_not_dash() -> None:
    """Move 7", injured: Reposition 5", Charge 7", Dash still 3"."""
    for action, most, rule in (("reposition", 5, "KT24-REPO-02"), ("charge", 7, "KT24-CHARGE-02"), ("dash", 3, "KT24-DASH-02")):
        play = lone(move=7, wounds=10, left=4, far=(6 + most + 1, 11)).act(0, action)
        assert length(refused(play, [(5, 11 + most + 0.01)], rule)) == pytest.approx(most + 0.01)
        end = (5 + most, 11) if action == "charge" else (5, 11 + most)  # only a Charge runs up to the enemy
        assert play.why([end]) == ""
