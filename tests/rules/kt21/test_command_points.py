"""Command points: where they come from, and what they pay for."""

from __future__ import annotations

import pytest

from counteract.core.decision import Dice
from tests.rules.kt21.rounds import battle, idle, kinds, lines, take, turning_point
from tests.rules.kt21.scene import Scene, gun

#: A fresh strategic ploy that changes nothing while no operative is hurt.
PLAN = {"kind": "strategic", "effect": "rally", "until": "now"}


@pytest.mark.rule("KT21-CP-01")
@pytest.mark.parametrize("drawn", [1, 2])
def test_both_players_start_with_two_command_points(drawn: int) -> None:
    """Before the first turning point each has 2CP, Defender player or not."""
    play = battle(lines(1, 1), dice=[drawn, 6, 1])
    assert play.state.cp == (2, 2)
    idle(play, until="initiative")
    assert play.state.cp == (2, 2)


@pytest.mark.rule("KT21-CP-02")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_every_strategy_phase_brings_each_player_one(turn: int, first: int) -> None:
    """1CP each as the Strategy phase begins, the first one too, whoever has initiative."""
    play = turning_point(lines(1, 1), turn=turn, dice=[6, 1], cp=(2, 5))
    assert play.state.cp == (2, 5)
    play.answer(first)
    assert play.state.cp == (3, 6)
    gained = play.events("cp")
    assert [(e.rule, e.values["amount"]) for e in gained] == [("KT21-CP-02", 1)] * 2
    assert sorted(e.values["player"] for e in gained) == [0, 1]


@pytest.mark.rule("KT21-CP-02", "KT21-BATTLE-02")
def test_they_can_be_spent_in_the_same_strategy_phase() -> None:
    """With nothing left from before, the point just gained pays for a ploy: income comes first."""
    scene = lines(1, 1)
    scene.ploy(0, name="plan", **PLAN)
    play = turning_point(scene, dice=[6, 1], cp=(0, 0)).answer(0)
    assert (play.what, play.options()) == ("strategic-ploy", ["pass", "plan"])
    play.answer("plan")
    assert play.state.cp == (0, 1)
    assert kinds(play, "initiative", "cp", "ploy", "firefight") == ["initiative", "cp", "cp", "ploy", "firefight"]


@pytest.mark.rule("KT21-CP-03")
def test_strategic_ploys_tactical_ploys_and_command_re_rolls_are_paid_for_with_them() -> None:
    """5CP: a strategic ploy for 2, a tactical one for 1, a re-roll for 1. The opponent's points are not touched."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 1/1")])
    scene.add(1, (15, 11), wounds=20)
    scene.ploy(0, name="plan", cost=2, **PLAN)
    scene.ploy(0, name="drill", kind="tactical", moment="activated", effect="more-apl", until="activation")
    play = turning_point(scene, dice=[6, 1, 1, 1, 2, 1, 1, 1], cp=(4, 0)).answer(0)
    assert play.state.cp == (5, 1)
    play.answer("plan")
    assert play.state.cp == (3, 1)
    play.answer(0, "drill")
    assert play.state.cp == (2, 1)
    play.answer("shoot", 1, Dice("command-reroll", (0,)))
    assert play.state.cp == (1, 1)
    assert [(e.values["ploy"], e.values["cp"], e.rule) for e in play.events("ploy")] == [
        ("plan", 3, "KT21-PLOY-01"), ("drill", 2, "KT21-PLOY-03"), ("command-reroll", 1, "KT21-PLOY-06"),
    ]  # fmt: skip


# --- limits


@pytest.mark.rule("KT21-INT-73")
def test_command_points_carry_over_and_have_no_cap() -> None:
    """30CP at the beginning of the last turning point are 31 after it has begun."""
    assert turning_point(lines(1, 1), turn=4, dice=[6, 1], cp=(30, 0)).answer(0).state.cp == (31, 1)


@pytest.mark.rule("KT21-INT-73")
@pytest.mark.parametrize(("cp", "cost", "refused"), [(1, 2, ""), (1, 3, "KT21-INT-73"), (0, 2, "KT21-INT-73"), (2, 3, "")])
def test_a_ploy_that_costs_more_than_is_left_is_refused(cp: int, cost: int, refused: str) -> None:
    """After the income of 1 there is just enough for it, or not quite."""
    scene = lines(1, 1)
    scene.ploy(0, name="cheap", cost=1, **PLAN)
    scene.ploy(0, name="dear", cost=cost, **PLAN)
    play = turning_point(scene, dice=[6, 1], cp=(cp, 0)).answer(0)
    assert play.why("dear") == refused
    assert ("dear" in play.options()) == (not refused)
    if not refused:
        play.answer("dear")
        assert play.state.cp[0] == cp + 1 - cost


@pytest.mark.rule("KT21-INT-73", "KT21-PLOY-03")
@pytest.mark.parametrize(("cp", "cost", "asked"), [(0, 0, True), (0, 1, False), (1, 1, True), (1, 2, False), (2, 2, True)])
def test_tactical_ploys_cannot_be_bought_on_credit_either(cp: int, cost: int, asked: bool) -> None:
    """The question comes if the price can be paid; a ploy may cost nothing, and then it can be used with nothing."""
    scene = lines(1, 1)
    scene.ploy(0, name="drill", cost=cost, kind="tactical", moment="activated", effect="more-apl", until="activation")
    play = scene.firefight(0, cp=(cp, 9)).answer(0, "engage")
    assert (play.what == "ploy") == asked
    if asked:
        play.answer("drill")
        assert (play.state.cp[0], play.state.acting[-1].points) == (cp - cost, 3)


@pytest.mark.rule("KT21-INT-73", "KT21-CP-03")
def test_without_a_point_there_is_no_command_re_roll() -> None:
    """1CP: one re-roll. Then there is none left, and the dice stand."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("3 3+ 1/1")])
    scene.add(1, (15, 11), wounds=20)
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 1, 1, 1], cp=(1, 0)).answer(1, Dice("command-reroll", (0,)))
    assert play.state.cp == (0, 0)
    assert play.over, "nothing is asked any more"
    poor = scene.act(0, "shoot", dice=[1, 1, 1, 1, 1, 1], cp=(0, 0)).answer(1)
    assert poor.over


# --- the worked example


def shootout() -> Scene:
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("4 3+ 1/1")])
    scene.add(1, (15, 11), wounds=20, weapons=[])
    scene.ploy(0, name="plan", **PLAN)
    return scene


@pytest.mark.rule("KT21-CP-01", "KT21-CP-02", "KT21-PLOY-05", "KT21-PLOY-06")
def test_example_02_command_points() -> None:
    """3 each; A buys a ploy (2 left) and two re-rolls (0 left). In turning point 2 A has 1, B 4."""
    play = turning_point(shootout(), dice=[6, 1, 1, 1, 1, 5, 2, 2, 1, 1, 1, 6, 1], cp=(2, 2)).answer(0)
    assert play.state.cp == (3, 3)
    play.answer("plan")
    assert play.state.cp == (2, 3)
    play.answer(0, "shoot", 1, Dice("command-reroll", (0,)), Dice("command-reroll", (1,)))
    assert play.state.cp == (0, 3)
    assert (play.what, play.player) == ("re-roll", 1), "B could re-roll a defence die"
    play.answer("pass", "end")
    take(play, 1)
    assert (play.what, play.state.turn, play.state.cp) == ("initiative", 2, (0, 3))
    play.answer(0)
    assert play.state.cp == (1, 4)


@pytest.mark.rule("KT21-CP-01", "KT21-CP-02", "KT21-INT-73")
def test_example_02_who_never_spends() -> None:
    """3, 4, 5, 6 after the gains of the four turning points."""
    play = battle(lines(1, 1), dice=[1, 6, 1, 6, 1, 6, 1, 6, 1])
    had = []
    for _ in range(4):
        idle(play, until="initiative").answer(0)
        had.append(play.state.cp)
    assert had == [(3, 3), (4, 4), (5, 5), (6, 6)]
