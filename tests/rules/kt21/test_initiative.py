"""The Initiative phase: all operatives become ready, then a roll-off."""

from __future__ import annotations

import pytest

from counteract.mechanics.operatives.state import NOBODY
from tests.rules.kt21.rounds import battle, idle, kinds, lines, take, turning_point
from tests.rules.kt21.scene import Play


def rolled(*dice: int, holder: int = 0, turn: int = 2) -> Play:
    """Play the roll-off of a turning point; ``holder`` had the initiative until now."""
    return turning_point(lines(1, 1), turn=turn, dice=dice, initiative=holder)


@pytest.mark.rule("KT21-INIT-01")
@pytest.mark.parametrize("turn", [1, 2, 4])
def test_first_of_all_everybody_on_the_board_becomes_ready(turn: int) -> None:
    """Four who have been activated are ready before a die is rolled, those of both players; one that is gone is not."""
    scene = lines(3, 2, ready=False)
    scene.places[1] = None
    scene.operatives[1] |= {"wounds": 0, "down": True}
    play = turning_point(scene, turn=turn, dice=[6, 1])
    assert play.what == "initiative"
    assert kinds(play, "turning-point", "ready", "initiative-roll") == ["turning-point", "ready", "initiative-roll"]
    assert play.events("ready")[0].rule == "KT21-INIT-01"
    assert [m.ready for m in play.state.models] == [True, False, True, True, True]


@pytest.mark.rule("KT21-INIT-02")
@pytest.mark.parametrize("turn", [1, 2, 4])
def test_each_side_rolls_one_die(turn: int) -> None:
    """One D6 a side, the first player's first, in every turning point, and before any CP are gained."""
    play = rolled(4, 2, turn=turn)
    assert play.game.moments[-1].dice == ((4,), (2,))
    (roll,) = play.events("initiative-roll")
    assert (roll.values["dice"], roll.rule) == ((4, 2), "KT21-INIT-02")
    assert play.state.cp == (0, 0)
    assert play.state.phase == "initiative"


@pytest.mark.rule("KT21-INIT-03")
@pytest.mark.parametrize(("a", "b", "winner"), [(6, 1, 0), (4, 3, 0), (3, 4, 1), (1, 6, 1)])
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize("named", [0, 1])
def test_the_higher_result_decides_who_has_initiative(a: int, b: int, winner: int, holder: int, named: int) -> None:
    """The winner of the roll-off names either player, whoever had initiative before; that one activates first."""
    play = rolled(a, b, holder=holder)
    assert (play.what, play.player, play.decision.rule) == ("initiative", winner, "KT21-INIT-03")
    assert play.options() == [winner, 1 - winner]
    assert play.why("pass") == "KT21-INIT-03"
    play.answer(named)
    assert play.state.initiative == named
    assert play.events("initiative")[0].rule == "KT21-INIT-03"
    assert (play.what, play.player) == ("activate", named)


@pytest.mark.rule("KT21-INIT-04")
@pytest.mark.parametrize("turn", [2, 3, 4])
@pytest.mark.parametrize("face", [1, 6])
@pytest.mark.parametrize("holder", [0, 1])
def test_a_tie_hands_the_initiative_over(turn: int, face: int, holder: int) -> None:
    """Equal results from the second turning point on: it goes to the one who did not have it, and no player is asked."""
    play = rolled(face, face, holder=holder, turn=turn)
    assert play.state.initiative == 1 - holder
    assert (play.what, play.player) == ("activate", 1 - holder)
    (told,) = play.events("initiative")
    assert (told.rule, told.values["player"]) == ("KT21-INIT-04", 1 - holder)
    assert len(play.events("initiative-roll")) == 1


@pytest.mark.rule("KT21-INIT-03")
def test_nobody_has_the_initiative_before_the_first_roll_off() -> None:
    """From setting up to the choice of the winner; then it is told to all."""
    play = battle(lines(1, 1, options={"defender": "first"}), dice=[6, 1])
    assert play.game.view()["initiative"] is None
    idle(play, until="initiative")
    assert (play.state.turn, play.game.view()["initiative"]) == (1, None)
    assert play.answer(1).game.view()["initiative"] == 1


@pytest.mark.rule("KT21-INIT-05")
def test_ties_in_the_first_turning_point_are_rolled_again() -> None:
    """2-2, 5-5, 1-1, then 3-4: four roll-offs, and the second player has won the last."""
    play = rolled(2, 2, 5, 5, 1, 1, 3, 4, turn=1)
    assert [e.values["dice"] for e in play.events("initiative-roll")] == [(2, 2), (5, 5), (1, 1), (3, 4)]
    assert (play.what, play.player) == ("initiative", 1)


@pytest.mark.rule("KT21-INIT-04", "KT21-INIT-05")
@pytest.mark.parametrize("turn", [1, 2, 4])
def test_a_tie_is_rolled_again_where_nobody_had_the_initiative(turn: int) -> None:
    """A battle begun in its middle may have no holder: a tie then hands nothing over, whatever the turning point."""
    play = rolled(3, 3, 6, 6, 2, 5, holder=NOBODY, turn=turn)
    assert [e.values["dice"] for e in play.events("initiative-roll")] == [(3, 3), (6, 6), (2, 5)]
    assert (play.what, play.player, play.decision.rule) == ("initiative", 1, "KT21-INIT-03")
    assert play.answer(0).state.initiative == 0


@pytest.mark.rule("KT21-INIT-02", "KT21-INIT-03", "KT21-INIT-04", "KT21-INIT-05")
def test_example_01_initiative() -> None:
    """4-4 is rolled again; 5-2: A decides and gives it to B. 3-3: A has it, for B had it. 6-6: B has it."""
    play = turning_point(lines(1, 1), turn=1, dice=[4, 4, 5, 2, 3, 3, 6, 6, 2, 1])
    assert (play.what, play.player) == ("initiative", 0)
    play.answer(1)
    holders = []
    while play.state.turn < 4:
        assert play.what == "activate"
        holders.append((play.state.turn, play.state.initiative, play.player))
        take(take(play, play.options()[0]), 1 - play.state.initiative)
    assert holders == [(1, 1, 1), (2, 0, 0), (3, 1, 1)]
    assert (play.what, play.player) == ("initiative", 0)
    idle(play)
