"""The end of a battle: when it comes, and who has won."""

from __future__ import annotations

import random
from typing import Any

import pytest

from counteract.core.decision import Concede
from counteract.core.dice import SeededDice
from counteract.core.state import Task
from counteract.game import Game
from counteract.rulesets.kt21.ruleset import RULESET
from tests.rules.kt21.rounds import battle, idle, kinds, lines, result, take
from tests.rules.kt21.scene import Play, Scene, blade, gun
from tests.rules.kt21.test_mission import CAIRNS, A


def over(scene: Scene, **fields: Any) -> Play:
    """Play the end of the last turning point."""
    return scene.play(Task("end_turning_point"), turn=4, **fields)


def remnants(mine: list[tuple[int, int]], theirs: list[tuple[int, int]], *, mission: Any = None) -> Scene:
    """Return a scene of operatives with (W, wounds left), far from every marker; those with none left are gone."""
    scene = Scene(mission=mission)
    for side, team in enumerate((mine, theirs)):
        for k, (wounds, left) in enumerate(team):
            there = (2 + 26 * side, 1 + 1.5 * k)
            scene.add(side, there if left else None, wounds=wounds, left=left, state={} if left else {"down": True})
    return scene


def last_stand(mission: Any = None, *, others: int = 0) -> Scene:
    """Return a scene with one operative a side; the first one's gun is deadly and, on a 1, deadly to its user. B may have more of them."""
    scene = Scene(mission=mission)
    scene.add(0, (5, 20), weapons=[gun("2 3+ 9/9; Hot")], wounds=3)
    for k in range(1 + others):
        scene.add(1, (15, 20 - 4 * k), weapons=[], wounds=3)
    return scene


# --- with a mission


@pytest.mark.rule("KT21-MIS-11")
def test_a_team_that_is_wiped_out_does_not_end_the_battle() -> None:
    """A's last operative falls in turning point 1. B plays on alone to turning point 4, walks to a marker, and keeps scoring."""
    play = last_stand(CAIRNS).firefight(0, turn=1, dice=[1, 1, 1, 1, 1, 6, 1, 6, 1, 6, 1])
    play.answer(0, "shoot", 1)
    assert play.state.places[0] is None
    assert (play.what, play.player) == ("activate", 1)
    take(play, 1, "normal move", [(18, 15)])
    assert play.state.vp == (0, 1), "for the kill"
    asked = []
    for turn in (2, 3, 4):
        assert (play.what, play.state.turn) == ("initiative", turn)
        play.answer(turn % 2)
        assert (play.what, play.player) == ("activate", 1)
        take(play, 1, *(["normal move", [(20, 16.5)]] if turn == 2 else []))
        asked.append(play.state.vp)
    assert play.over
    assert asked == [(0, 3), (0, 5), (0, 7)]
    assert result(play).winner == 1
    assert [e.values["player"] for e in play.events("wiped-out")] == [0]


@pytest.mark.rule("KT21-MIS-11")
@pytest.mark.parametrize("turn", [1, 3])
def test_if_both_are_wiped_out_it_ends_once_that_turning_point_is_scored(turn: int) -> None:
    """A 5 kills the last enemy and a 1 its shooter: the kills are scored for both, and there is no further turning point."""
    play = last_stand(CAIRNS).firefight(0, turn=turn, dice=[5, 1, 1, 1, 1]).answer(0, *["engage"] * (turn > 1), "shoot", 1)
    assert play.over
    assert play.state.turn == turn
    assert kinds(play, "removed", "scored", "turning-point-over", "wiped-out") == [
        "removed", "removed", "scored", "turning-point-over", "wiped-out", "wiped-out",
    ]  # fmt: skip
    assert play.state.vp == (1, 1)
    assert {e.rule for e in play.events("wiped-out")} == {"KT21-MIS-11"}


@pytest.mark.rule("KT21-MIS-12")
@pytest.mark.parametrize(("vp", "winner"), [((3, 2), 0), ((0, 1), 1), ((12, 11), 0)])
def test_more_victory_points_win(vp: tuple[int, int], winner: int) -> None:
    """Whatever is left of the teams."""
    strong, weak = [(10, 10), (10, 10)], [(10, 1)]
    play = over(remnants(weak, strong, mission=CAIRNS) if winner == 0 else remnants(strong, weak, mission=CAIRNS), vp=vp)
    assert (result(play).winner, result(play).scores, result(play).reasons) == (winner, vp, ("KT21-MIS-12",))


@pytest.mark.rule("KT21-MIS-12")
def test_the_last_turning_point_is_scored_first() -> None:
    """4-5 before it; with a marker and a kill in it A has 7 and wins."""
    scene = Scene(mission=CAIRNS)
    scene.add(0, A)
    scene.add(1, (28, 2))
    scene.add(1, None, left=0, state={"down": True})
    found = result(over(scene, vp=(4, 5)))
    assert (found.winner, found.scores) == (0, (7, 5))


@pytest.mark.rule("KT21-MIS-13", "KT21-INT-81")
@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        ([(10, 6)], [(10, 5)], 0),
        ([(10, 5)], [(20, 11)], 1),
        ([(10, 5)], [(20, 10)], None),
        ([(10, 10), (10, 0)], [(8, 5)], 1),
        ([(7, 3), (7, 0), (7, 6)], [(7, 3)], None),
        ([(9, 3)], [(7, 2)], 0),
    ],
)
def test_a_tie_is_broken_by_the_share_of_wounds(mine: list[tuple[int, int]], theirs: list[tuple[int, int]], winner: int | None) -> None:
    """Wounds on the board of the wounds of the whole starting team, as exact fractions: 5/10 equals 10/20 and 9/21 equals 3/7; equal is a draw."""
    kills = tuple(sum(not left for _, left in team) for team in (mine, theirs))
    found = result(over(remnants(mine, theirs, mission=CAIRNS), vp=(4, 4), down_before=kills))
    assert (found.winner, found.scores, found.reasons) == (winner, (4, 4), ("KT21-MIS-13",))


# --- conceding


@pytest.mark.rule("KT21-MIS-14")
@pytest.mark.parametrize("mission", [None, CAIRNS])
def test_a_player_may_concede_at_any_decision(mission: Any) -> None:
    """In a battle at random every single decision, of either player, in set-up or in an attack, can be answered by giving up: the other wins."""
    game, rng = Game(RULESET, lines(2, 2, mission=mission).setup(), SeededDice(8)), random.Random(8)
    asked = set()
    while game.decision is not None:
        asked.add(game.decision.what)
        given_up = game.fork()
        given_up.play(Concede(), player=game.decision.player)
        assert given_up.over and given_up.state.over
        assert given_up.result is not None
        assert (given_up.result.winner, given_up.result.reasons) == (1 - game.decision.player, ("KT21-MIS-14",))
        assert (given_up.latest[0].rule, given_up.latest[0].values) == ("KT21-MIS-14", {"player": game.decision.player})
        assert game.why_not(Concede(), player=1 - game.decision.player) is not None, "it is not the other player's decision"
        game.play(game.decision.sample(rng))
    assert {"drop-zone", "barricade", "place", "order", "initiative", "activate", "action", "move", "target"} <= asked


@pytest.mark.rule("KT21-MIS-14")
def test_conceding_loses_whatever_the_score() -> None:
    """9-0 ahead with an untouched team: who concedes has lost."""
    play = lines(3, 1, mission=CAIRNS).firefight(0, vp=(9, 0))
    play.game.play(Concede())
    assert result(play).winner == 1


# --- without a mission


@pytest.mark.rule("KT21-INT-80", "KT21-BATTLE-01")
@pytest.mark.parametrize("turn", [1, 2, 4])
def test_without_a_mission_the_last_operative_to_fall_ends_it_at_once(turn: int) -> None:
    """In the middle of a turning point, with AP left and a friend still to be activated: over, and the other player has won."""
    scene = Scene()
    scene.add(0, (10, 11), weapons=[blade("2 2+ 5/5")])
    scene.add(0, (3, 3))
    scene.add(1, (11.5, 11), weapons=[], wounds=3)
    play = scene.firefight(0, turn=turn, dice=[4, 4]).answer(0, *["engage"] * (turn > 1), "fight")
    assert play.over and play.state.over
    assert (play.state.turn, play.state.phase, play.state.acting) == (turn, "over", ())
    assert play.events("turning-point-over") == []
    assert (result(play).winner, result(play).reasons) == (0, ("KT21-INT-80",))
    assert [(e.values["player"], e.rule) for e in play.events("wiped-out")] == [(1, "KT21-INT-80")]


@pytest.mark.rule("KT21-INT-80")
def test_the_one_who_falls_to_its_own_weapon_has_lost() -> None:
    """A's last operative is killed by its Hot gun; B has lost no operative and wins."""
    play = last_stand(others=1).firefight(0, dice=[1, 2, 1, 1, 1]).answer(0, "engage", "shoot", 1)
    assert play.over
    assert (result(play).winner, play.state.places[1] is None) == (1, False)


@pytest.mark.rule("KT21-INT-80")
def test_if_both_lose_their_last_operative_in_one_action_it_is_a_draw() -> None:
    """The attack is finished first: the target falls and so does the shooter."""
    play = last_stand().firefight(0, dice=[5, 1, 1, 1, 1]).answer(0, "engage", "shoot", 1)
    assert play.over
    assert play.state.places == (None, None)
    assert (result(play).winner, result(play).reasons) == (None, ("KT21-INT-80",))


@pytest.mark.rule("KT21-INT-80", "KT21-INT-81")
@pytest.mark.parametrize(
    ("mine", "theirs", "winner"), [([(10, 6)], [(10, 5)], 0), ([(10, 4)], [(20, 9)], 1), ([(10, 5)], [(20, 10)], None), ([(3, 1)], [(9, 3)], None)]
)
def test_after_turning_point_4_the_greater_share_of_wounds_wins(mine: Any, theirs: Any, winner: int | None) -> None:
    """Not the greater number: 4 of 10 lose against 9 of 20, 5 of 10 draw with 10 of 20, 1 of 3 with 3 of 9."""
    found = result(over(remnants(mine, theirs)))
    assert (found.winner, found.reasons) == (winner, ("KT21-INT-80",))
    assert found.figures["wounds"] == (sum(left for _, left in mine), sum(left for _, left in theirs))


@pytest.mark.rule("KT21-INT-81")
def test_who_found_no_room_counts_for_the_whole_team() -> None:
    """Two operatives of which one could not be set up: half of the starting wounds are on the board, less than all of one."""
    scene = Scene(board=(6, 22), defender="first")
    for side, count in ((0, 2), (1, 1)):
        for _ in range(count):
            scene.add(side, None, base=50.0 if side else 25.4 * 2.9)
    scene.wall(3.0, 0, 6.0, 3.2, top=5)
    play = idle(battle(scene, dice=[6, 1] * 4).answer("south"))
    assert [e.values["model"] for e in play.events("no-room")] == [1]
    assert (result(play).winner, result(play).figures["wounds"]) == (1, (10, 10))


@pytest.mark.rule("KT21-INT-80")
def test_a_side_that_found_no_room_at_all_has_lost_before_it_begins() -> None:
    """The Defender player's zone is all wall: no operative is set up, and without a mission the battle is over before the first turning point."""
    scene = lines(1, 1, options={"defender": "first"})
    scene.wall(0, 0, 30, 3.2, top=5)
    play = idle(battle(scene, dice=[]).answer("south"))
    assert play.over
    assert (play.state.turn, result(play).winner) == (0, 1)
    assert kinds(play, "no-room", "deployed", "turning-point") == ["no-room", "deployed"]
