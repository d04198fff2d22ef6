"""The structure of a battle: its beginning, four turning points of three phases, its end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from counteract.core.dice import SeededDice
from counteract.game import Game
from counteract.rulesets.kt21.ruleset import RULESET
from tests.rules.kt21.rounds import battle, idle, kinds, lines, take, turning_point
from tests.rules.kt21.scene import Play, Scene, gun

# --- the Defender player


@pytest.mark.rule("KT21-INT-71")
@pytest.mark.parametrize(("drawn", "defender"), [(1, 0), (2, 1)])
def test_the_defender_player_is_drawn(drawn: int, defender: int) -> None:
    """One draw of two before anything else; who is drawn chooses an edge."""
    play = battle(lines(1, 1), dice=[drawn])
    assert play.game.moments[0].dice == ((drawn,),)
    assert play.state.defender == defender
    assert (play.what, play.player) == ("drop-zone", defender)
    (told,) = play.events("defender")
    assert (told.values["player"], told.rule) == (defender, "KT21-SETUP-04")


@pytest.mark.rule("KT21-INT-71")
def test_the_draw_is_fair_and_comes_from_the_seed() -> None:
    """Of 400 seeds about half make either player the Defender player; the same seed always the same."""
    setup = lines(1, 1).setup()
    drawn = [Game(RULESET, setup, SeededDice(seed)).state.defender for seed in range(400)]
    again = [Game(RULESET, setup, SeededDice(seed)).state.defender for seed in range(400)]
    assert drawn == again
    assert 160 < Counter(drawn)[0] < 240


@pytest.mark.rule("KT21-INT-71")
@pytest.mark.parametrize(("agreed", "defender"), [("first", 0), ("second", 1)])
def test_players_may_agree_instead(agreed: str, defender: int) -> None:
    """Nothing is drawn then."""
    play = battle(lines(1, 1, options={"defender": agreed}), dice=[])
    assert (play.player, play.state.defender) == (defender, defender)
    assert play.game.moments[0].dice == ()


# --- turning points and phases


def whole(scene: Scene, **fields: Any) -> Play:
    """Play four turning points of default answers, the first player winning every roll."""
    return idle(turning_point(scene, dice=[6, 1] * 10, **fields))


@pytest.mark.rule("KT21-BATTLE-01")
@pytest.mark.parametrize("mission", [None, "default"])
def test_four_turning_points_make_a_battle(mission: str | None) -> None:
    """It ends after the fourth and not before, with a mission or without."""
    play = whole(lines(1, 1, mission=mission))
    assert play.over and play.state.over
    assert [e.values["turn"] for e in play.events("turning-point")] == [1, 2, 3, 4]
    assert [e.values["turn"] for e in play.events("turning-point-over")] == [1, 2, 3, 4]
    third = take(take(lines(1, 1, mission=mission).firefight(0, turn=3, dice=[6, 1]), 0), 1)
    assert (third.what, third.state.turn) == ("initiative", 4)
    last = take(take(lines(1, 1, mission=mission).firefight(0, turn=4, dice=[6, 1]), 0), 1)
    assert last.over


@pytest.mark.rule("KT21-BATTLE-01", "KT21-MIS-07")
@pytest.mark.parametrize(
    ("option", "number"), [("turning_points", 0), ("turning_points", -3), ("turning_points", 11), ("first_scoring_tp", 0), ("first_scoring_tp", 5)]
)
def test_a_battle_has_at_least_one_turning_point_and_scores_in_one_of_them(option: str, number: int) -> None:
    """Other numbers are refused as the battle is described, and the complaint names the option."""
    with pytest.raises(ValueError, match=option):
        Game.new("kt21", seed=1, **{option: number})
    assert Game.new("kt21", seed=1, turning_points=5, first_scoring_tp=5).decision


@pytest.mark.rule("KT21-BATTLE-02")
def test_initiative_then_strategy_then_firefight() -> None:
    """Each turning point has the three phases in this order, as the state, the headings and the events say."""
    scene = lines(1, 1)
    scene.ploy(0, name="plan", kind="strategic", effect="rally", until="now")
    play = turning_point(scene, dice=[6, 1] * 4, cp=(9, 0))
    phases = []
    while not play.over:
        if not phases or phases[-1] != (play.state.turn, play.state.phase):
            phases.append((play.state.turn, play.state.phase))
            assert play.state.phase.capitalize() in play.game.view()["heading"]
        play.game.play(play.decision.default)
    assert phases == [(turn, phase) for turn in (1, 2, 3, 4) for phase in ("initiative", "strategy", "firefight")]
    assert play.state.phase == "over"
    once = ["turning-point", "ready", "initiative-roll", "initiative", "cp", "cp", "firefight", "activated", "activated", "turning-point-over"]
    assert kinds(play, *set(once)) == once * 4


@pytest.mark.rule("KT21-BATTLE-03")
@pytest.mark.parametrize(("a", "b"), [(1, 1), (3, 1), (1, 3), (2, 2)])
def test_a_turning_point_is_over_when_nobody_is_left_to_activate(a: int, b: int) -> None:
    """As many activations as there are operatives, then the next turning point at once."""
    play = lines(a, b, order="conceal").firefight(0, turn=2, dice=[6, 1])
    for _ in range(a + b):
        assert (play.what, play.state.turn) == ("activate", 2)
        take(play, play.options()[0])
    assert (play.what, play.state.turn) == ("initiative", 3)
    over = play.events("turning-point-over")
    assert [(e.values["turn"], e.rule) for e in over] == [(2, "KT21-BATTLE-03")]


@pytest.mark.rule("KT21-BATTLE-03", "KT21-ACT-08")
def test_it_ends_with_the_last_one_falling_too() -> None:
    """A's gun kills B's only operative that was still to be activated: no operative is left to activate, the turning point is over."""
    scene = Scene(mission="default")
    scene.add(0, (5, 11), weapons=[gun("1 2+ 9/9")])
    scene.add(1, (15, 11), wounds=3, weapons=[])
    scene.add(1, (28, 20), ready=False, weapons=[])
    play = scene.firefight(0, turn=2, dice=[5, 1, 1, 1, 6, 1]).answer(0, "engage", "shoot", 1, "end")
    assert play.state.places[1] is None
    assert (play.what, play.state.turn) == ("initiative", 3)
