"""The Initiative phase: 2D6 each, ties again, and an order that holds all round."""

from __future__ import annotations

import pytest

from counteract.game import Game
from tests.rules.kt18.scene import Play, Scene


def battle(*dice: int, **fields: object) -> Play:
    """Play a battle round of two models far apart, a Leader each."""
    scene = Scene()
    scene.add(0, (3, 3), leader=True)
    scene.add(1, (27, 19), leader=True)
    return scene.round(dice=dice, **fields)


@pytest.mark.rule("KT18-INIT-01")
@pytest.mark.parametrize(("dice", "totals"), [((1, 6, 3, 3), (7, 6)), ((6, 6, 1, 1), (12, 2)), ((2, 1, 2, 2), (3, 4))])
def test_each_player_rolls_two_dice_and_adds_them(dice: tuple[int, ...], totals: tuple[int, int]) -> None:
    """Two dice each, the first player's first; what counts is their sum, not the best die."""
    play = battle(*dice)
    assert play.game.moments[-1].dice == (dice[:2], dice[2:])
    (roll,) = play.events("initiative-roll")
    assert (roll.rule, roll.values["totals"]) == ("KT18-INIT-01", totals)


@pytest.mark.rule("KT18-INIT-02")
def test_equal_totals_are_rolled_again_until_one_is_higher() -> None:
    """7-7, 9-9, then 5-6: both dice of both players are rolled three times, and only the last roll decides."""
    play = battle(3, 4, 5, 2, 4, 5, 6, 3, 2, 3, 5, 1)
    assert [e.values["totals"] for e in play.events("initiative-roll")] == [(7, 7), (9, 9), (5, 6)]
    assert [e.rule for e in play.events("initiative-roll")] == ["KT18-INIT-02", "KT18-INIT-02", "KT18-INIT-01"]
    assert play.state.order == (1, 0)


@pytest.mark.rule("KT18-INIT-03")
@pytest.mark.parametrize(("dice", "order"), [((4, 4, 4, 3), (0, 1)), ((4, 3, 4, 4), (1, 0))])
def test_the_higher_total_has_the_initiative_whoever_is_player_one(dice: tuple[int, ...], order: tuple[int, int]) -> None:
    """8 against 7: the 8 goes first, the 7 second; the first to be asked anything is the one with the initiative."""
    play = battle(*dice)
    assert play.state.order == order
    assert (play.what, play.player) == ("decisive", order[0])
    play.decline("decisive")
    assert (play.what, play.player) == ("manoeuvre", order[0])
    play.answer("pass")
    assert (play.what, play.player) == ("manoeuvre", order[1])


@pytest.mark.rule("KT18-INIT-03")
def test_the_initiative_is_rolled_anew_each_round() -> None:
    """Player 2 has it in round 1; in round 2 both roll again, and it goes to player 1."""
    play = battle(1, 1, 6, 6, 5, 5, 2, 2)
    assert (play.state.turn, play.state.order) == (1, (1, 0))
    play.answer("pass", "pass", "pass", "pass")  # Decisive Moves, then the Movement phase; there is nothing else to do
    assert (play.state.turn, play.state.order, play.player) == (2, (0, 1), 0)


@pytest.mark.rule("KT18-INT-19")
@pytest.mark.parametrize("count", [1, 3])
def test_the_battle_is_for_two_teams(count: int) -> None:
    """One team, or three, is refused in a sentence."""
    with pytest.raises(ValueError, match=f"^Kill Team 2018 is played by 2 teams, not {count}$"):
        Game.new("kt18", teams=["fen-fusiliers"] * count)


@pytest.mark.rule("KT18-CP-01", "KT18-CP-02", "KT18-CP-03", "KT18-INIT-01", "KT18-INIT-02", "KT18-INIT-03")
def test_example_01_initiative_and_command_points() -> None:
    """Round 2. A held 1CP and has its Leader: 3CP. B held 0, its Leader is gone: 1CP. 7-7 is rolled again; 4-7 is B's."""
    scene = Scene(rounds=2)
    scene.add(0, (3, 3), leader=True)
    scene.add(1, None, leader=True)
    scene.add(1, (27, 19))
    play = scene.round(turn=1, cp=(1, 0), dice=[3, 4, 5, 2, 2, 2, 6, 1])
    assert play.state.turn == 2
    assert play.state.cp == (3, 1)
    assert [e.values["totals"] for e in play.events("initiative-roll")] == [(7, 7), (4, 7)]
    assert play.state.order == (1, 0)
    assert [(e.rule, e.values["player"]) for e in play.events("initiative")] == [("KT18-INIT-03", 1)]
    play.decline("decisive")
    play.answer("pass", "pass")  # the order is the same in all phases of the round
    assert [e.values["player"] for e in play.events("unable") if e.values["what"] == "attempt a power"] == [1, 0]
