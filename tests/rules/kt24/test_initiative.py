"""The roll for initiative."""

from __future__ import annotations

import pytest

from tests.rules.kt24.rounds import battle, deploy, idle, strategy
from tests.rules.kt24.scene import Play, Scene


def rolled(a: int, b: int, *, holder: int = 0, turn: int = 2) -> Play:
    """Return a battle in which both have rolled; ``holder`` had the initiative until now."""
    scene = Scene()
    scene.add(0, (2, 11))
    scene.add(1, (28, 11))
    return strategy(scene, turn=turn, dice=[a, b], initiative=holder)


@pytest.mark.rule("KT24-INIT-01")
@pytest.mark.parametrize("turn", [1, 2, 4])
def test_both_players_roll_one_die_at_the_start_of_the_strategy_phase(turn: int) -> None:
    """One D6 each, the first player's first, before anything else happens in the turning point."""
    play = rolled(4, 2, turn=turn)
    assert [e.kind for e in play.game.events] == ["turning-point", "initiative-roll"]
    assert play.events("initiative-roll")[0].values["dice"] == (4, 2)
    assert play.game.moments[-1].dice == ((4,), (2,))


@pytest.mark.rule("KT24-INIT-02")
@pytest.mark.parametrize(("a", "b", "winner"), [(6, 1, 0), (4, 3, 0), (3, 4, 1), (1, 6, 1)])
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize("named", [0, 1])
def test_the_higher_result_names_who_has_initiative(a: int, b: int, winner: int, holder: int, named: int) -> None:
    """The winner of the roll decides, whoever held it before, and may name either player."""
    play = rolled(a, b, holder=holder)
    assert (play.what, play.player) == ("initiative", winner)
    assert sorted(play.options()) == [0, 1]
    play.answer(named)
    assert play.state.initiative == named
    assert (play.what, play.player) == ("activate", named)


@pytest.mark.rule("KT24-INIT-03")
@pytest.mark.parametrize("face", [1, 3, 6])
@pytest.mark.parametrize("holder", [0, 1])
def test_on_a_tie_the_player_without_initiative_decides(face: int, holder: int) -> None:
    """Equal results: the one who does not hold the initiative names its new holder."""
    play = rolled(face, face, holder=holder)
    assert (play.what, play.player) == ("initiative", 1 - holder)
    assert sorted(play.options()) == [0, 1]


@pytest.mark.rule("KT24-INT-29", "KT24-INIT-01")
@pytest.mark.parametrize("drawn", [0, 1])
def test_the_roll_is_made_in_the_first_turning_point_too(drawn: int) -> None:
    """Being drawn for set-up does not decide turning point 1: both roll, and on a tie the one who was not drawn decides."""
    scene = Scene()
    scene.add(0, None)
    scene.add(1, None)
    play = deploy(battle(scene, dice=[drawn + 1, 4, 4]).answer("south"))
    assert play.state.turn == 1
    assert play.events("initiative-roll")[0].values["dice"] == (4, 4)
    assert (play.what, play.player) == ("initiative", 1 - drawn)


@pytest.mark.rule("KT24-INT-29", "KT24-INIT-02", "KT24-INIT-03", "KT24-SETUP-05")
def test_ex_04_initiative() -> None:
    """A is drawn. 5-5: B decides and takes it. 3-3: A decides. 2-6: B decides and may give it to A."""
    scene = Scene()
    scene.add(0, None)
    scene.add(1, None)
    play = deploy(battle(scene, dice=[1, 5, 5, 3, 3, 2, 6]).answer("south"))
    assert (play.state.turn, play.player) == (1, 1)
    play.answer(1)
    assert play.state.initiative == 1
    idle(play, until="initiative")
    assert (play.state.turn, play.player) == (2, 0)
    play.answer(0)
    idle(play, until="initiative")
    assert (play.state.turn, play.player) == (3, 1)
    assert play.why(0) == ""
    play.answer(0)
    assert play.state.initiative == 0
