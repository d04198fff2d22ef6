"""The end of a battle: when it comes, who has won, and the case of a team without operatives."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from counteract.core.decision import Concede, Dice
from counteract.core.record import record
from counteract.core.state import Result, Task
from counteract.game import Game, replay
from counteract.mechanics.missions import load_mission
from tests.rules.kt24.rounds import battle, deploy, firefight, idle, strategy, take
from tests.rules.kt24.scene import Play, Scene, blade, gun
from tests.rules.kt24.test_setup import squad

HOLD = load_mission("default", "kt24")


def result(play: Play) -> Result:
    found = play.game.result
    assert found is not None, "the battle is not over"
    return found


# --- both wiped out


def last_stand(mission: Any = HOLD, **options: Any) -> Scene:
    """Return a scene: one operative a side with 4 wounds; the first one's gun is deadly and Hot."""
    scene = Scene(mission=mission, **options)
    scene.add(0, (5, 11), weapons=[gun("1 3+ 9/9; Hot")], wounds=4, order="engage")
    scene.add(1, (15, 11), weapons=[], wounds=4, order="engage")
    return scene


@pytest.mark.rule("KT24-MIS-15")
@pytest.mark.parametrize("turn", [1, 3])
def test_the_battle_ends_at_once_when_both_teams_are_gone(turn: int) -> None:
    """The shot kills the last enemy and its Hot roll the shooter: over as soon as the action is; no more markers, but kills are scored."""
    play = firefight(last_stand(), turn=turn, dice=[5, 1, 1, 1, 2], marker_vp=(1, 3)).answer(0, "engage", "shoot", 1)
    assert play.over
    assert play.state.turn == turn
    assert play.state.agenda == ()
    assert play.events("scored") == play.events("turning-point-over") == []
    assert [e.values["model"] for e in play.events("removed")] == [0, 1]
    assert play.state.marker_vp == (1, 3)
    assert play.state.kill_vp == (5, 5)
    assert result(play).winner == 1
    assert result(play).scores == (6, 8)


@pytest.mark.rule("KT24-MIS-15")
def test_the_whole_action_is_carried_out_first() -> None:
    """The enemy is already down when the Hot die is rolled; the battle is over after it, not before."""
    play = firefight(last_stand(), turn=2, dice=[5, 1, 1, 1, 2]).answer(0, "engage", "shoot", 1)
    assert [e.kind for e in play.game.events if e.kind in ("incapacitated", "hot", "removed", "kills-scored")] == [
        "incapacitated", "hot", "incapacitated", "removed", "removed", "kills-scored",
    ]  # fmt: skip


@pytest.mark.rule("KT24-MIS-15")
def test_both_gone_in_a_counteraction_ends_it_too() -> None:
    """A's only operative is expended and counteracts; it and the last enemy fall."""
    scene = last_stand()
    scene.operatives[0]["ready"] = False
    play = firefight(scene, turn=2, dice=[5, 1, 1, 1, 2]).answer(0, "shoot", 1)
    assert play.over
    assert play.state.acting == ()
    assert play.state.kill_vp == (5, 5)


@pytest.mark.rule("KT24-MIS-15")
def test_the_battle_ends_after_the_fourth_turning_point() -> None:
    """The last activation of turning point 4 is followed by scoring and by nothing else; that of turning point 3 is not the last."""
    scene = Scene(mission="default")
    scene.add(0, (15, 11))
    scene.add(1, (28, 20))
    last = take(take(firefight(scene, turn=4), 0), 1)
    assert last.over
    assert [e.kind for e in last.game.events][-3:] == ["scored", "turning-point-over", "kills-scored"]
    third = take(take(firefight(scene, turn=3, dice=[6, 1]), 0), 1)
    assert (third.what, third.state.turn) == ("initiative", 4)


# --- one wiped out


@pytest.mark.rule("KT24-MIS-16", "KT24-INT-78")
def test_if_only_one_team_is_gone_the_battle_goes_on() -> None:
    """A's last operative falls to its own Hot weapon in turning point 1. B goes on activating alone, takes a marker and scores to the end."""
    scene = Scene(mission="default")
    scene.add(0, (5, 11), weapons=[gun("1 3+ 1/1; Hot")], wounds=4)
    scene.add(1, (15, 13), wounds=9, weapons=[])
    scene.add(1, (25, 11), weapons=[])
    play = firefight(scene, turn=1, dice=[1, 1, 1, 1, 2, 6, 1, 6, 1, 6, 1]).answer(0, "engage", "shoot", 1)
    assert play.state.places[0] is None
    assert (play.what, play.player, play.options()) == ("activate", 1, [1, 2])
    take(play, 1, "engage", "reposition", [(15, 11)])
    assert (play.what, play.player, play.options()) == ("activate", 1, [2])
    take(play, 2)
    assert (play.what, play.state.turn) == ("initiative", 2)
    asked = set()
    for _ in range(3 * 3):
        if play.what == "activate":
            asked.add(play.player)
            take(play, play.options()[0])
        else:
            assert play.what == "initiative"
            play.answer(0)  # A, who has won the roll, keeps the initiative and has no operative to use it with
    assert asked == {1}
    assert play.over
    assert play.state.turn == 4
    assert play.state.marker_vp == (0, 6)
    assert result(play).winner == 1


@pytest.mark.rule("KT24-MIS-16")
def test_the_team_that_is_gone_may_still_win() -> None:
    """A had scored enough before its last operative fell, and all B gets is 6VP for the kills."""
    scene = Scene(mission="default")
    scene.add(0, None, left=0, down=True)
    for k in range(10):
        scene.add(1, (2 + 2 * k, 20))
    ahead = idle(firefight(scene, first=1, turn=4, marker_vp=(7, 0)))
    assert (result(ahead).winner, result(ahead).scores) == (0, (7, 6))
    behind = idle(firefight(scene, first=1, turn=4, marker_vp=(5, 0)))
    assert (result(behind).winner, result(behind).scores) == (1, (5, 6))


@pytest.mark.rule("KT24-INT-78")
@pytest.mark.parametrize("first", [0, 1])
def test_a_team_with_nobody_left_rolls_and_gains_cp_but_takes_no_turn(first: int) -> None:
    """It rolls for initiative, names who has it if it wins, and gains CP; it is asked neither for gambits nor to activate nor to counteract."""
    scene = Scene(mission="default", generic_ploys=True)
    scene.add(0, None, left=0, down=True, order="engage")
    scene.add(1, (20, 11))
    scene.add(1, (25, 11))
    play = strategy(scene, turn=2, dice=[6, 1, 6, 1, 6, 1], cp=(5, 5))
    assert (play.what, play.player) == ("initiative", 0)
    play.answer(first)
    assert play.state.cp == ((6, 7) if first == 0 else (7, 6))
    assert (play.what, play.player) == ("gambit", 1)
    play.answer("brace", "focus")
    for ready in (2, 1):
        assert (play.what, play.player, len(play.options())) == ("activate", 1, ready)
        take(play, play.options()[0])
    assert (play.what, play.player) == ("initiative", 0)


# --- who has won


@pytest.mark.rule("KT24-MIS-17")
@pytest.mark.parametrize(("marker_vp", "winner"), [((3, 2), 0), ((2, 3), 1), ((6, 0), 0)])
def test_more_victory_points_win(marker_vp: tuple[int, int], winner: int) -> None:
    """Points from markers and kills together decide, whoever has the initiative."""
    scene = Scene(mission="default")
    scene.add(0, (2, 2))
    scene.add(1, (28, 20))
    for initiative in (0, 1):
        play = scene.play(Task("final"), turn=4, marker_vp=marker_vp, initiative=initiative)
        assert (result(play).winner, result(play).scores, result(play).reasons) == (winner, marker_vp, ("KT24-MIS-17",))


def tied(
    *,
    wounds: tuple[int, int] = (21, 24),
    kills: tuple[int, int] = (2, 3),
    marker_vp: tuple[int, int] = (3, 3),
    markers: tuple[int, int] = (1, 1),
    mission: Any = HOLD,
    **kwargs: Any,
) -> Play:
    """Return a battle over with equal points: A has 6 operatives of 10 wounds (60), B 8 of 8 (64).

    ``kills`` is how many of A's and of B's have fallen, ``wounds`` what the rest has left, ``markers`` how many each side controls.
    """
    spots = [(15, 11), (7, 8), (23, 14)]
    options = {name: kwargs.pop(name) for name in ("allow_draw",) if name in kwargs}
    scene = Scene(mission=mission, **options)
    for side, size, most in ((0, 6, 10), (1, 8, 8)):
        alive = size - kills[side]
        shares = [wounds[side] // alive + (k < wounds[side] % alive) for k in range(alive)]
        for k in range(size):
            if k >= alive:
                scene.add(side, None, wounds=most, left=0, down=True)
            else:
                corner = (1.5 + 1.5 * k, 1 if side == 0 else 21)
                at = spots.pop(0) if k < markers[side] else corner
                scene.add(side, at, wounds=most, left=shares[k])
    return scene.play(Task("final"), turn=4, marker_vp=marker_vp, **kwargs)


@pytest.mark.rule("KT24-MIS-18", "KT24-MIS-19")
@pytest.mark.parametrize("initiative", [0, 1])
def test_ex_28_tie_break(initiative: int) -> None:
    """5VP each, 3 from markers, grade 2 each, a marker each; 21 of 60 wounds against 24 of 64: B wins.

    Were the shares equal too, the player without initiative in the last turning point would win.
    """
    play = tied(initiative=initiative)
    assert play.state.kill_vp == (2, 2)
    assert (result(play).scores, result(play).winner, result(play).reasons) == ((5, 5), 1, ("KT24-MIS-18",))
    equal = tied(wounds=(30, 32), initiative=initiative)
    assert (result(equal).scores, result(equal).winner, result(equal).reasons) == ((5, 5), 1 - initiative, ("KT24-MIS-19",))


@pytest.mark.rule("KT24-MIS-18")
def test_points_from_markers_come_first() -> None:
    """Equal in all, but A has more from markers and fewer from kills than B: A wins although B's grade, markers and wounds are better."""
    play = tied(marker_vp=(5, 2), kills=(4, 2), markers=(0, 2), wounds=(2, 48))
    assert play.state.kill_vp == (1, 3 + 1)
    assert (result(play).scores, result(play).winner, result(play).reasons) == ((6, 6), 0, ("KT24-MIS-18",))


@pytest.mark.rule("KT24-MIS-18")
def test_then_the_kill_grade() -> None:
    """A mission that does not score kills: with equal points from markers the higher grade decides, before markers and wounds."""
    quiet = msgspec.structs.replace(HOLD, scoring=msgspec.structs.replace(HOLD.scoring, kills=False))
    play = tied(mission=quiet, kills=(2, 5), markers=(0, 2), wounds=(4, 24))
    assert play.state.kill_vp == (0, 0)
    assert (result(play).winner, result(play).reasons) == (0, ("KT24-MIS-18",))


@pytest.mark.rule("KT24-MIS-18")
def test_then_the_number_of_markers_controlled_at_the_end() -> None:
    """Two markers worth 1 beat one worth 5, although the one who has it has more wounds left."""
    markers = tuple(msgspec.structs.replace(m, value=5 if m.id == "A" else 1) for m in HOLD.markers)
    play = tied(mission=msgspec.structs.replace(HOLD, markers=markers), markers=(1, 2), wounds=(40, 5))
    assert (result(play).winner, result(play).reasons) == (1, ("KT24-MIS-18",))
    assert result(tied(markers=(2, 1), wounds=(4, 40))).winner == 0


@pytest.mark.rule("KT24-MIS-18")
@pytest.mark.parametrize(("wounds", "winner"), [((21, 24), 1), ((30, 31), 0), ((4, 5), 1), ((24, 25), 0)])
def test_then_the_share_of_wounds_left(wounds: tuple[int, int], winner: int) -> None:
    """Shares, not sums: 30 of 60 is more than 31 of 64, and 24 of 60 (0.4) more than 25 of 64 (0.39)."""
    play = tied(wounds=wounds)
    assert (result(play).winner, result(play).reasons) == (winner, ("KT24-MIS-18",))


@pytest.mark.rule("KT24-MIS-19")
@pytest.mark.parametrize("initiative", [0, 1])
def test_with_draws_allowed_nobody_wins_a_perfect_tie(initiative: int) -> None:
    """The option turns the last resort into a draw; it changes nothing where a tie-break decides."""
    assert result(tied(wounds=(30, 32), initiative=initiative, allow_draw=True)).winner is None
    assert result(tied(wounds=(30, 32), initiative=initiative, allow_draw=False)).winner == 1 - initiative
    assert result(tied(initiative=initiative, allow_draw=True)).winner == 1


# --- conceding


@pytest.mark.rule("KT24-MIS-20")
@pytest.mark.parametrize("loser", [0, 1])
def test_conceding_gives_the_opponent_the_battle_whatever_the_points(loser: int) -> None:
    """A player with 6VP to 0 gives up when asked: the opponent has won and the battle is over."""
    scene = Scene(mission="default")
    scene.add(0, (2, 2))
    scene.add(1, (28, 20))
    play = firefight(scene, first=loser, turn=3, marker_vp=(6, 0) if loser == 0 else (0, 6))
    assert play.player == loser
    play.game.play(Concede())
    assert play.over
    assert (result(play).winner, result(play).reasons) == (1 - loser, ("KT24-MIS-20",))
    assert [(e.kind, e.values) for e in play.game.latest] == [("conceded", {"player": loser})]


@pytest.mark.rule("KT24-MIS-20")
def test_conceding_is_possible_at_any_decision_of_ones_own_and_at_no_other() -> None:
    """From choosing a drop zone to blocking: whoever is asked may give up; the other player may not in their place."""
    scene = Scene(mission="default", generic_ploys=True)
    scene.add(0, None, weapons=[gun()])
    scene.add(1, None)
    play = battle(scene, dice=[1, 6, 1, *(6, 6, 5, 5), *(4, 4, 4)])
    seen = set()
    script: list[Any] = ["south", play_first, play_first, 0, "pass", "pass", 0, "engage", "shoot", 1, "pass", "pass"]
    for answer in [*script, None]:
        seen.add(play.what)
        for player in (0, 1):
            refusal = play.game.why_not(Concede(), player)
            assert (refusal is None) == (player == play.player), play.what
        fork = play.game.fork()
        fork.play(Concede())
        assert fork.result is not None
        assert fork.result.winner == 1 - play.player
        if answer is not None:
            play.answer(play.decision.options[0] if answer is play_first else answer)
    assert seen == {"drop-zone", "place", "initiative", "gambit", "activate", "order", "action", "target", "re-roll", "block"}


def play_first() -> None:
    """Stand for the first option in a script of answers."""


# --- training


@pytest.mark.rule("KT24-INT-77")
def test_without_a_mission_nobody_wins() -> None:
    """Four turning points, then kills and remaining wounds are reported and no winner."""
    scene = Scene()
    scene.add(0, (5, 11), left=7)
    scene.add(1, None, left=0, down=True)
    scene.add(1, (25, 11), left=3)
    play = idle(strategy(scene, dice=[6, 1] * 4))
    assert play.state.turn == 4
    assert result(play) == Result((), (1, 0), ("KT24-INT-77",), {"kills": (1, 0), "wounds": (7, 3), "wiped_out": ()})
    assert play.events("wiped-out") == []


@pytest.mark.rule("KT24-INT-77")
def test_without_a_mission_the_battle_ends_when_a_team_is_wiped_out() -> None:
    """A shoots B's last operative in turning point 1: over, and B is reported as wiped out; still neither player has won."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 9/9")])
    scene.add(0, (5, 15))
    scene.add(1, (15, 11), wounds=4, order="engage")
    play = firefight(scene, turn=1, dice=[5, 1, 1, 1]).answer(0, "engage", "shoot", 2)
    assert play.over
    assert play.state.turn == 1
    assert result(play) == Result((), (1, 0), ("KT24-INT-77",), {"kills": (1, 0), "wounds": (20, 0), "wiped_out": (1,)})
    assert [(e.rule, e.values) for e in play.events("wiped-out")] == [("KT24-INT-77", {"player": 1})]


@pytest.mark.rule("KT24-INT-77")
def test_both_teams_can_be_wiped_out_in_training() -> None:
    """The shot and the Hot roll leave no operative: both are reported."""
    play = firefight(last_stand(mission=None), turn=1, dice=[5, 1, 1, 1, 2]).answer(0, "engage", "shoot", 1)
    assert play.over
    assert result(play).figures["wiped_out"] == (0, 1)


def randomly(game: Game, seed: int) -> Game:
    """Play a game to its end at random."""
    rng = random.Random(seed)
    while game.decision is not None:
        game.play(game.decision.sample(rng))
    return game


@pytest.mark.rule("KT24-INT-77", "KT24-SETUP-07")
@pytest.mark.parametrize("seed", range(4))
def test_a_training_battle_from_set_up_to_the_end(seed: int) -> None:
    """Two small squads, no mission, everything at random: it ends by itself, neither player wins, and what is reported agrees with the board."""
    game = randomly(Game.new("kt24", teams=[squad(4, "reds"), squad(5, "blues")], mission=None, seed=seed), seed)
    assert game.result is not None
    figures = game.result.figures
    down = [m.down for m in game.state.models]
    assert game.result.winner is None
    assert figures["kills"] == (sum(down[4:]), sum(down[:4])) == game.result.scores
    assert figures["wounds"] == (sum(m.wounds for m in game.state.models[:4]), sum(m.wounds for m in game.state.models[4:]))
    assert (game.state.turn == 4) or figures["wiped_out"]
    assert game.view()["markers"] == []
    assert not any(e.kind in ("scored", "kills-scored") for e in game.events)


# --- one source of chance


@pytest.mark.rule("KT24-INT-79")
@pytest.mark.parametrize("mission", ["default", None])
def test_the_same_seed_and_answers_give_the_same_battle(mission: str | None) -> None:
    """Two battles from one seed agree state by state; another seed gives another battle; a record replays to the same end."""
    teams = ["ashen-wardens", "hollow-choir"]
    one, two, other = (randomly(Game.new("kt24", teams=teams, mission=mission, seed=seed), 5) for seed in (11, 11, 12))
    assert [m.dice for m in one.moments] == [m.dice for m in two.moments]
    assert one.digest() == two.digest()
    assert [m.dice for m in one.moments] != [m.dice for m in other.moments]
    assert replay(record(one)).digest() == one.digest()


@pytest.mark.rule("KT24-INT-79")
def test_dice_fall_in_the_order_of_the_rules_attacker_first() -> None:
    """The draw, A's and B's initiative dice, then a shot (attack before defence) and a fight (attacker before defender)."""
    scene = Scene()
    scene.add(0, None, weapons=[gun("2 3+ 1/1"), blade("2 3+ 1/1")], wounds=20)
    scene.add(1, None, weapons=[blade("3 3+ 1/1")], wounds=20)
    play = deploy(battle(scene, dice=[2, 1, 6, 1, 2, 3, 4, 5]).answer("north"))
    assert (play.what, play.player) == ("initiative", 1)  # A has rolled the 1, B the 6
    play.answer(1)
    take(play, 1)
    play.answer(0, "engage", "shoot", 1, "pass")
    rolls = [roll for moment in play.game.moments for roll in moment.dice]
    assert rolls == [(2,), (1,), (6,), (1, 2), (3, 4, 5)]
    assert [e.values for e in play.events("rolled")] == [{"player": 0, "dice": (1, 2)}, {"player": 1, "dice": (3, 4, 5)}]
    for attacker in (0, 1):
        duel = Scene()
        duel.add(0, (5, 11), weapons=[blade("2 3+ 1/1")], wounds=20, order="engage")
        duel.add(1, (6.5, 11), weapons=[blade("3 3+ 1/1")], wounds=20, order="engage")
        fight = duel.act(attacker, "fight", dice=[1, 2, 1, 2, 1], initiative=1 - attacker)
        assert [e.values["player"] for e in fight.events("rolled")] == [attacker, 1 - attacker]


@pytest.mark.rule("KT24-INT-79")
def test_re_rolls_come_from_the_same_stream() -> None:
    """A re-rolled die is the next one of the script."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 1/1; Balanced")], order="engage")
    scene.add(1, (15, 11), wounds=20, order="engage")
    play = scene.act(0, "shoot", dice=[1, 2, 6, 3, 3, 3]).answer(1, Dice("balanced", (1,)))
    assert [roll for moment in play.game.moments for roll in moment.dice] == [(1, 2), (6,), (3, 3, 3)]
