"""Command points: how many there are, and what they buy."""

from __future__ import annotations

import pytest

from counteract.core.decision import Dice, Place
from tests.rules.kt24.rounds import battle, deploy, idle, strategy, take
from tests.rules.kt24.scene import Play, Scene, gun


def two_sides(*, strategy_ploys: int = 0) -> Scene:
    """Return a scene with one operative a side, far apart; the first player may have strategy ploys."""
    scene = Scene()
    scene.add(0, (15, 2), weapons=[gun()], order="engage")
    scene.add(1, (15, 20))
    for k in range(strategy_ploys):
        scene.ploy(0, id=f"plan-{k}", kind="strategy", effect="soften")
    return scene


@pytest.mark.rule("KT24-CP-01")
def test_both_players_begin_with_two_command_points() -> None:
    """As soon as the battle is being set up each player has 2CP."""
    assert battle(two_sides(), dice=[1]).state.cp == (2, 2)
    assert battle(two_sides(), dice=[2]).state.cp == (2, 2)


@pytest.mark.rule("KT24-CP-02")
@pytest.mark.parametrize("first", [0, 1])
def test_in_the_first_strategy_phase_both_gain_one(first: int) -> None:
    """2 and 2 become 3 and 3, whoever has the initiative."""
    play = strategy(two_sides(), dice=[6, 1], cp=(2, 2)).answer(first)
    assert play.state.cp == (3, 3)


@pytest.mark.rule("KT24-CP-03")
@pytest.mark.parametrize("turn", [2, 3, 4])
@pytest.mark.parametrize(("first", "cp"), [(0, (4, 5)), (1, (5, 4))])
def test_later_the_player_with_initiative_gains_one_and_the_other_two(turn: int, first: int, cp: tuple[int, int]) -> None:
    """From 3 and 3: the player who has just been given the initiative goes to 4, the other to 5."""
    play = strategy(two_sides(), turn=turn, dice=[6, 1], cp=(3, 3), initiative=1 - first).answer(first)
    assert play.state.cp == cp


@pytest.mark.rule("KT24-CP-04")
def test_each_use_of_a_ploy_costs_one_command_point() -> None:
    """With 2CP two strategy ploys can be used; then nothing is left and a third is neither offered nor accepted."""
    scene = two_sides(strategy_ploys=3)
    scene.ploy(0, id="for-nothing", kind="gambit", effect="soften")
    play = strategy(scene, turn=2, dice=[6, 1], cp=(1, 0)).answer(0, "plan-0")
    assert play.state.cp == (1, 2)
    play.answer("plan-1")
    assert play.state.cp == (0, 2)
    assert play.options() == ["for-nothing", "pass"]
    assert play.why("plan-2") == "KT24-CP-04"


@pytest.mark.rule("KT24-INT-32")
def test_command_points_are_kept_without_limit_and_never_fall_below_nothing() -> None:
    """Neither player spends any: they pile up to 6 and 9 by turning point 4. Without any, no ploy can be used, Command Re-roll included."""
    scene = two_sides(strategy_ploys=1)
    play = strategy(scene, dice=[6, 1] * 4, cp=(2, 2))
    idle(play)
    assert play.state.cp == (2 + 1 + 1 + 1 + 1, 2 + 1 + 2 + 2 + 2)
    assert strategy(scene, dice=[6, 1], cp=(100, 100)).answer(0).state.cp == (101, 101)
    poor = strategy(scene, turn=2, dice=[6, 1], cp=(0, 0)).answer(0)
    poor.answer("plan-0")
    assert poor.state.cp == (0, 2)
    assert (poor.what, poor.player) == ("activate", 0)  # nothing left to spend: no player is asked any more
    shot = scene.act(0, "shoot", dice=[3, 1, 1, 1, 1, 1, 1], cp=(0, 0)).answer(1)
    assert shot.over  # neither player is asked for a re-roll
    assert shot.state.cp == (0, 0)


def shoot_and_reroll(play: Play) -> Play:
    """Return a battle: A shoots at B and misses; B re-rolls two defence dice by Command Re-roll all the same."""
    play.answer(0, "engage", "shoot", 1, "pass")  # A keeps its command points
    assert play.player == 1
    return play.answer(Dice("command-reroll", (0,)), Dice("command-reroll", (1,)), "pass")


@pytest.mark.rule("KT24-CP-01", "KT24-CP-02", "KT24-CP-03", "KT24-CP-04", "KT24-PLOY-02")
def test_ex_03_command_points() -> None:
    """2 and 2; turning point 1: 3 and 3, A uses a strategy ploy, B Command Re-roll twice: 2 and 1.

    Turning point 2, B has the initiative: 4 and 2. Turning point 3, B again, nothing spent: 6 and 3.
    """
    scene = two_sides(strategy_ploys=1)
    dice = [1, 6, 1, *(1, 1, 2, 2), *(2, 2, 2), 3, 3, 1, 6, 1, 6]
    play = battle(scene, dice=dice).answer("south", Place(15, 2), Place(15, 20))
    assert play.state.cp == (2, 2)
    play.answer(0)
    assert play.state.cp == (3, 3)
    play.answer("plan-0")
    assert play.state.cp == (2, 3)
    shoot_and_reroll(play)
    assert play.state.cp == (2, 1)
    play.answer("end")
    take(play, 1)
    play.answer(1)
    assert (play.state.turn, play.state.initiative, play.state.cp) == (2, 1, (4, 2))
    idle(play, until="initiative")
    play.answer(1)
    assert (play.state.turn, play.state.initiative, play.state.cp) == (3, 1, (6, 3))


@pytest.mark.rule("KT24-INT-33")
def test_a_gambit_that_is_no_ploy_costs_what_it_says() -> None:
    """Three gambits: a strategy ploy (1CP), one that says nothing (free) and one that says 2CP, too much for who has 1CP left."""
    scene = two_sides(strategy_ploys=1)
    scene.ploy(0, id="free", kind="gambit", effect="soften")
    scene.ploy(0, id="dear", kind="gambit", effect="soften", cost=2)
    play = strategy(scene, turn=2, dice=[6, 1], cp=(2, 0)).answer(0)
    assert play.options() == ["plan-0", "free", "dear", "pass"]
    play.answer("free")
    assert play.state.cp == (3, 2)
    rich = play.game.fork()
    play.answer("dear")
    assert play.state.cp == (1, 2)
    play = Play(rich).answer("plan-0")
    assert play.state.cp == (2, 2)
    poor = strategy(scene, turn=2, dice=[6, 1], cp=(0, 0)).answer(0)
    assert poor.options() == ["plan-0", "free", "pass"]
    assert poor.why("dear") == "KT24-INT-33"


@pytest.mark.rule("KT24-CP-01", "KT24-CP-02")
def test_the_first_turning_point_starts_from_the_set_up_points() -> None:
    """From the very beginning of a battle, deployment costs and brings nothing: 2, then 3 each."""
    play = deploy(battle(two_sides(), dice=[2, 1, 6]).answer("north"))
    assert play.state.cp == (2, 2)
    assert play.answer(1).state.cp == (3, 3)
