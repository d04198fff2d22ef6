"""Pass: an action for AP without an effect."""

from __future__ import annotations

import pytest

from counteract.rulesets.kt21.actions import why_not
from tests.rules.kt21.rounds import PASS_ACTION, lines
from tests.rules.kt21.scene import Scene, blade


@pytest.mark.rule("KT21-PASS-01")
def test_pass_costs_one_ap_and_does_nothing() -> None:
    """Of 3 AP one is gone; no operative has moved, lost a wound or another order, and no other action is barred by it."""
    play = lines(1, 1, apl=3).activate(0).answer("engage")
    before = play.state
    assert str(play.game.label(PASS_ACTION)).startswith("Pass (1AP)")
    play.answer(PASS_ACTION)
    assert (play.state.models, play.state.places, play.state.cp) == (before.models, before.places, before.cp)
    assert (play.state.acting[-1].spent, play.decision.context.left) == (1, 2)
    assert play.options() == ["normal move", "dash", "shoot", "pass", "end"]
    (told,) = play.events("passes")
    assert (told.rule, told.values["points"]) == ("KT21-PASS-01", 1)


@pytest.mark.rule("KT21-PASS-03")
def test_pass_may_be_performed_again_and_again() -> None:
    """3 AP, three Passes: the one action that may be repeated; then the activation is over."""
    play = lines(1, 1, apl=3).firefight(0).answer(0, "engage")
    for _ in range(3):
        assert (play.what, play.why(PASS_ACTION)) == ("action", "")
        assert why_not(play.game.arena, play.state, 0, "pass") is None
        play.answer(PASS_ACTION)
    assert [e.values["action"] for e in play.events("action")] == ["pass"] * 3
    assert (play.what, play.player) == ("activate", 1)
    assert not play.state.models[0].ready


@pytest.mark.rule("KT21-PASS-02")
@pytest.mark.parametrize("beside", [True, False])
@pytest.mark.parametrize("order", ["engage", "conceal"])
def test_it_is_always_there_while_ap_are_left(beside: bool, order: str) -> None:
    """Beside an enemy or alone, with either order, at any point of the activation."""
    scene = Scene()
    scene.add(0, (5, 11), apl=3, order=order)
    scene.add(1, (6.5, 11) if beside else (20, 11))
    play = scene.activate(0).answer(order)
    while play.what == "action":
        assert "pass" in play.options() and play.why(PASS_ACTION) == ""
        play.answer(PASS_ACTION)
    assert play.over


@pytest.mark.rule("KT21-PASS-02")
def test_ap_that_nothing_else_can_be_done_with_are_passed_unasked() -> None:
    """Unarmed beside an enemy with 1 AP: neither Fight nor Fall Back is open to it, so it passes and its activation is over."""
    scene = Scene()
    scene.add(0, (5, 11), apl=1, weapons=[])
    scene.add(1, (6.5, 11), weapons=[blade()])
    play = scene.firefight(0).answer(0, "engage")
    assert (play.what, play.player) == ("activate", 1)
    (told,) = play.events("passes")
    assert (told.rule, told.values["points"]) == ("KT21-PASS-02", 1)
    assert not play.state.models[0].ready


@pytest.mark.rule("KT21-INT-65")
@pytest.mark.parametrize("spent", [0, 1])
def test_ending_an_activation_is_passing_with_all_that_is_left(spent: int) -> None:
    """3 AP, none or one of them used: "end" leaves the operative just as 3 or 2 Passes do, and says so."""
    ways = []
    for answers in (["end"], [PASS_ACTION] * (3 - spent)):
        play = lines(1, 1, apl=3).firefight(0).answer(0, "engage", *["dash", [(5, 3)]] * spent, *answers)
        ways.append((play.what, play.player, play.state.models, play.state.acting))
    assert ways[0] == ways[1]
    ended = lines(1, 1, apl=3).firefight(0).answer(0, "engage", "end").events("passes")
    assert [e.values["points"] for e in ended] == [3]


@pytest.mark.rule("KT21-INT-65", "KT21-ACT-06")
def test_an_operative_that_generates_no_ap_is_done_at_once() -> None:
    """APL 1 and stunned: its order is chosen, then it has been activated; nothing else is asked, and the stun is over."""
    scene = Scene()
    scene.add(0, (5, 11), apl=1, state={"stun": 1})
    scene.add(1, (25, 11))
    play = scene.firefight(0).answer(0, "conceal")
    assert (play.what, play.player) == ("activate", 1)
    assert play.state.models[0].order == "conceal"
    assert not play.state.models[0].ready
    assert play.events("passes") == play.events("action") == []
    assert play.state.models[0].stun == 0
