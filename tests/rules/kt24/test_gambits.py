"""The rest of the Strategy phase: readying, and strategic gambits."""

from __future__ import annotations

import pytest

from tests.rules.kt24.rounds import idle, kinds, strategy
from tests.rules.kt24.scene import Play, Scene


def planners(a: int = 2, b: int = 2) -> Scene:
    """Return a scene with one operative a side; ``a`` strategy ploys for the first player, ``b`` for the second, named alike."""
    scene = Scene()
    scene.add(0, (2, 11), ready=False)
    scene.add(1, (28, 11), ready=False)
    for side, count in ((0, a), (1, b)):
        for k in range(count):
            scene.ploy(side, id=f"plan-{k}", kind="strategy", effect="soften")
    return scene


def gambits(scene: Scene, *, first: int = 0, turn: int = 1, dice: tuple[int, ...] = (6, 1)) -> Play:
    """Play the gambit step, with plenty of command points."""
    return strategy(scene, turn=turn, dice=dice, cp=(9, 9)).answer(first)


@pytest.mark.rule("KT24-READY-01")
def test_everybody_becomes_ready_after_initiative_and_command_points() -> None:
    """All operatives are expended from the last turning point; once both have their CP, those of both players are ready."""
    scene = planners()
    play = strategy(scene, dice=[6, 1], cp=(2, 2))
    assert [m.ready for m in play.state.models] == [False, False]
    play.answer(0)
    assert play.what == "gambit"
    assert [m.ready for m in play.state.models] == [True, True]
    assert kinds(play, "initiative", "cp", "ready") == ["initiative", "cp", "cp", "ready"]


@pytest.mark.rule("KT24-INT-30", "KT24-READY-01")
def test_the_order_of_the_strategy_phase() -> None:
    """Initiative, command points, readying, gambits; then the Firefight phase."""
    play = gambits(planners()).answer("plan-0", "pass", "pass")
    assert play.what == "activate"
    wanted = ["initiative-roll", "initiative", "cp", "cp", "ready", "ploy", "firefight"]
    assert kinds(play, *set(wanted)) == wanted


@pytest.mark.rule("KT24-GAMBIT-01")
@pytest.mark.parametrize("first", [0, 1])
def test_players_take_turns_beginning_with_the_initiative_player(first: int) -> None:
    """One gambit at a time, then it is the other player's turn."""
    play = gambits(planners(), first=first)
    assert (play.what, play.player) == ("gambit", first)
    assert play.options() == ["plan-0", "plan-1", "pass"]
    play.answer("plan-1")
    assert (play.what, play.player) == ("gambit", 1 - first)
    play.answer("plan-0")
    assert (play.what, play.player) == ("gambit", first)
    assert play.options() == ["plan-0", "pass"]
    play.answer("pass")
    assert (play.what, play.player) == ("gambit", 1 - first)


@pytest.mark.rule("KT24-GAMBIT-02", "KT24-INT-30")
def test_it_goes_on_until_both_pass_one_directly_after_the_other() -> None:
    """A pass is not final: A passes, B uses something, A may go on. Only A and B passing in a row ends it."""
    play = gambits(planners()).answer("pass")
    assert play.player == 1
    play.answer("plan-0")
    assert (play.what, play.player) == ("gambit", 0)
    play.answer("plan-0", "pass")
    assert (play.what, play.player) == ("gambit", 0)
    assert play.state.phase == "strategy"
    play.answer("pass")
    assert (play.what, play.state.phase) == ("activate", "firefight")


@pytest.mark.rule("KT24-GAMBIT-02")
def test_two_passes_in_a_row_end_it_whoever_passes_first() -> None:
    """B's pass and then A's end the step just as A's and then B's do."""
    assert gambits(planners()).answer("pass", "pass").what == "activate"
    assert gambits(planners()).answer("plan-0", "pass", "pass").what == "activate"


@pytest.mark.rule("KT24-GAMBIT-02")
def test_who_has_nothing_to_use_passes_unasked() -> None:
    """B has no gambits: A goes on alone and its own pass ends the step."""
    play = gambits(planners(2, 0)).answer("plan-0")
    assert (play.what, play.player) == ("gambit", 0)
    assert play.answer("pass").what == "activate"


@pytest.mark.rule("KT24-GAMBIT-03")
def test_strategy_ploys_are_gambits_and_are_used_here_only() -> None:
    """A firefight ploy is not for the gambit step, and a strategy ploy is not for the Firefight phase."""
    scene = planners(1, 0)
    scene.ploy(0, id="now", kind="firefight", moment="activated", effect="more-apl", until="activation")
    scene.ploy(0, id="then", kind="firefight", moment="activated", effect="soften", until="activation")
    play = gambits(scene)
    assert play.options() == ["plan-0", "pass"]
    assert play.why("now") == "KT24-PLOY-01"
    play.answer("pass", 0, "engage")
    assert play.what == "ploy"
    assert play.options() == ["now", "then", "pass"]
    assert play.why("plan-0") == "KT24-GAMBIT-03"


@pytest.mark.rule("KT24-GAMBIT-04")
def test_a_gambit_is_used_once_a_turning_point_by_each_player() -> None:
    """A has used plan-0: for A it is gone until the next turning point, for B (who has a plan-0 too) it is not."""
    play = gambits(planners(), dice=(6, 1, 6, 1)).answer("plan-0")
    assert play.options() == ["plan-0", "plan-1", "pass"]
    play.answer("plan-0")
    assert play.options() == ["plan-1", "pass"]
    assert play.why("plan-0") == "KT24-GAMBIT-04"
    idle(play, until="initiative")
    play.answer(0)
    assert play.options() == ["plan-0", "plan-1", "pass"]


@pytest.mark.rule("KT24-GAMBIT-04")
def test_gambits_that_are_no_ploys_are_limited_too() -> None:
    """A free gambit cannot be used over and over either."""
    scene = planners(1, 0)
    scene.ploy(0, id="free", kind="gambit", effect="soften")
    play = gambits(scene).answer("free")
    assert play.options() == ["plan-0", "pass"]
    assert play.why("free") == "KT24-GAMBIT-04"


@pytest.mark.rule("KT24-GAMBIT-01")
def test_what_was_refused_stays_refused_after_taking_back() -> None:
    """After an undo the question is A's again, with A's reasons."""
    play = gambits(planners()).answer("plan-0", "pass")
    assert (play.player, play.why("plan-0")) == (0, "KT24-GAMBIT-04")
    play.answer("plan-1")
    assert (play.player, play.why("plan-0")) == (1, "")
    play.game.undo()
    assert (play.what, play.player) == ("gambit", 0)
    assert play.why("plan-0") == "KT24-GAMBIT-04"
    assert play.why("plan-1") == ""
