"""The Dash action: 3", whatever M is."""

from __future__ import annotations

import pytest

from tests.rules.kt21.moving import MOVER, deciding, ends, length, lone, place, refused
from tests.rules.kt21.scene import Scene


@pytest.mark.rule("KT21-DASH-01")
def test_a_dash_costs_one_action_point() -> None:
    """With APL 2 there is 1 AP left, with APL 1 the activation is over."""
    play = deciding(lone(apl=2)).answer("dash", [(8, 11)])
    assert [(e.values["action"], e.values["cost"]) for e in play.events("action")] == [("dash", 1)]
    assert play.what == "action"
    assert deciding(lone(apl=1)).answer("dash", [(8, 11)]).over


@pytest.mark.rule("KT21-DASH-01")
@pytest.mark.parametrize(("move", "left"), [(2.0, 10), (6.0, 10), (6.0, 1), (9.0, 10)])
def test_a_dash_goes_three_inches(move: float, left: int) -> None:
    """Neither a small M nor injury shortens it, and a great M does not lengthen it."""
    play = lone(move=move, left=left).act(MOVER, "dash")
    assert (play.player, play.decision.subject) == (0, MOVER)
    assert length(refused(play, [(8.01, 11)], "KT21-DASH-01")) == pytest.approx(3.01)
    assert all((x - 5) ** 2 + (y - 11) ** 2 <= 3.001**2 for x, y, *_ in ends(play))
    play.answer([(8, 11)])
    assert place(play) == (8, 11, 0)
    assert [e.rule for e in play.events("moved")] == ["KT21-DASH-01"]


@pytest.mark.rule("KT21-DASH-01")
def test_a_dash_keeps_to_the_rules_of_a_normal_move_otherwise() -> None:
    """Through no base, onto no terrain, into no Engagement Range; crossing a barricade takes 2" of the 3"."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (6.5, 11))
    scene.add(1, (5, 14))
    scene.barricade(5, 10.1)
    play = scene.act(MOVER, "dash")
    refused(play, [(8, 11)], "KT21-MOVE-04")
    refused(play, [(5, 12)], "KT21-MOVE-05")
    refused(play, [(5, 10)], "KT21-MOVE-03")
    assert length(refused(play, [(5, 9.4)], "KT21-DASH-01")) == pytest.approx(3.6)
    scene = lone()
    scene.barricade(5.7, 11, 90)
    assert scene.act(MOVER, "dash").why([(6, 11)]) == "KT21-MOVE-03"  # 1" of path gets it onto the barricade, not across


@pytest.mark.rule("KT21-DASH-02")
@pytest.mark.parametrize(("gap", "rule"), [(1.0, "KT21-DASH-02"), (1.01, "")])
def test_no_dash_out_of_engagement_range(gap: float, rule: str) -> None:
    """With an enemy within 1" it can be neither chosen nor is it offered."""
    play = deciding(lone(far=(6 + gap, 11)))
    assert play.why("dash") == rule
    assert ("dash" in play.options()) is (not rule)


@pytest.mark.rule("KT21-DASH-03")
@pytest.mark.parametrize("before", ["charge", "normal move", "fall back", "shoot", "fight", "pass"])
def test_no_dash_after_a_charge(before: str) -> None:
    """After a Normal Move, a Fall Back or anything else it may dash."""
    play = deciding(lone(apl=4), done=(before,), spent=1)
    rule = "KT21-DASH-03" if before == "charge" else ""
    assert play.why("dash") == rule
    assert ("dash" in play.options()) is (not rule)
