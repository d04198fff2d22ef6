"""Battles, friends and enemies. (GEN)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import PASS, Pick
from counteract.core.dice import ScriptedDice, SeededDice
from counteract.core.procedure import Alternation
from counteract.core.state import Task
from counteract.game import Game
from counteract.rulesets.kt24.ruleset import RULESET
from tests.rules.kt24.scene import Scene, blade, gun


def skirmish(**options: Any) -> Game:
    """Return two operatives a side, not set up yet."""
    scene = Scene(**options)
    for side in (0, 0, 1, 1):
        scene.add(side, None)
    return Game(RULESET, scene.setup(), SeededDice(3))


def idle(game: Game) -> set[int]:
    """Play to the end with default answers; return the players who had something to decide."""
    players = set()
    while game.decision:
        players.add(game.decision.player)
        options = game.decision.options
        idle_answers = [a for a in options if a in (PASS, Pick("end"), Pick("conceal"))]
        game.play(idle_answers[0] if idle_answers else options[0])
    return players


@pytest.mark.rule("KT24-GEN-01")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_battle_is_for_two_kill_teams(count: int) -> None:
    """One team, or three, cannot play."""
    scene = Scene()
    scene.add(0, None)
    scene.add(1, None)
    setup = scene.setup()
    setup["teams"] = (setup["teams"] * 2)[:count]
    with pytest.raises(ValueError, match="by 2 teams"):
        RULESET.arrange(setup)


@pytest.mark.rule("KT24-GEN-01")
def test_each_player_commands_the_operatives_of_one_team() -> None:
    """Three operatives against one: each player activates their own, and both players have things to decide."""
    scene = Scene()
    mine = [scene.add(0, (x, 2)) for x in (5, 10, 15)]
    theirs = scene.add(1, (15, 20))
    play = scene.play(Task("firefight", (0,)))
    assert (play.player, play.options()) == (0, mine)
    assert play.why(theirs) == "KT24-ACT-01"
    play.answer(mine[1], "conceal", "end")
    assert (play.player, play.options()) == (1, [theirs])
    assert idle(skirmish()) == {0, 1}


@pytest.mark.rule("KT24-GEN-02")
@pytest.mark.parametrize("mission", [None, "default"])
def test_a_battle_can_be_fought_with_and_without_a_mission(mission: str | None) -> None:
    """Both kinds run from set-up to the end of the fourth turning point."""
    game = skirmish(mission=mission)
    idle(game)
    assert game.over and game.state.turn == 4


@pytest.mark.rule("KT24-GEN-03")
def test_stats_weapons_and_ploys_come_from_the_teams() -> None:
    """Two operatives of different teams move, shoot and buy what their own team file says, nothing else."""
    scene = Scene()
    slow = scene.add(0, (5, 5), move=4, weapons=[gun("2 6+ 1/1")])
    quick = scene.add(1, (20, 5), move=7, weapons=[gun("5 6+ 1/1")])
    scene.ploy(0, name="drill", kind="strategy", effect="rally", until="now")
    for i, move, dice, other in ((slow, 4, 2, quick), (quick, 7, 5, slow)):
        x, y, _ = scene.places[i] or (0, 0, 0)
        going = scene.act(i, "reposition")
        assert going.why([(x, y + move)]) == "" and going.why([(x, y + move + 0.01)]) == "KT24-REPO-02"
        scene.operatives[i]["order"] = scene.operatives[other]["order"] = "engage"
        shooting = scene.act(i, "shoot", dice=[1] * (dice + 3)).answer(other)
        assert len(shooting.events("rolled")[0].values["dice"]) == dice
    gambits = scene.play(Task("gambits", (Alternation((1, 0)),)), cp=(2, 2), phase="strategy")
    assert (gambits.player, gambits.options()) == (0, ["drill", "pass"]), "the other team has no ploy to use"


@pytest.mark.rule("KT24-GEN-04")
def test_without_a_mission_nobody_wins() -> None:
    """One side falls to the last operative: the battle ends, kills are counted, and no winner is named."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("2 2+ 5/5")])
    d = scene.add(1, (11.5, 11), weapons=[], wounds=3)
    play = scene.act(a, "fight", dice=[4, 4])
    assert play.over and play.state.places[d] is None
    result = play.game.result
    assert result is not None and (result.winner, result.scores) == (None, (1, 0))


@pytest.mark.rule("KT24-GEN-04")
def test_with_a_mission_somebody_wins() -> None:
    """The sheet leaves winning to the mission: there the same idle battle has a winner."""
    bare, mission = skirmish(), skirmish(mission="default")
    idle(bare)
    idle(mission)
    assert bare.result is not None and bare.result.winner is None
    assert mission.result is not None and mission.result.winner in (0, 1)


@pytest.mark.rule("KT24-GEN-05")
@pytest.mark.parametrize("player", [0, 1])
def test_friends_are_ones_own_and_enemies_are_the_other_players(player: int) -> None:
    """Seen from either player: a friend 0.2" away bars nothing and is no target; an enemy there bars moving and shooting."""
    for near, barred in ((player, ""), (1 - player, "KT24-SHOOT-03")):
        scene = Scene()
        numbers = {}
        for side in (0, 1):
            if side == player:
                numbers["me"] = scene.add(side, (10, 11))
            else:
                numbers["far"] = scene.add(side, (10, 18), order="engage")
            if side == near:
                numbers["near"] = scene.add(side, (11.2, 11), order="engage")
        play = scene.activate(numbers["me"]).answer("engage")
        assert play.player == player
        assert play.why("shoot") == barred
        assert play.why("reposition") == ("KT24-REPO-05" if barred else "")
        assert play.why("fight") == ("" if barred else "KT24-FIGHT-02")
        if not barred:
            play.answer("shoot")
            assert play.options() == [numbers["far"]] and play.why(numbers["near"]) == "KT24-SHOOT-06"


@pytest.mark.rule("KT24-GEN-05")
def test_friendly_to_the_operative_in_question() -> None:
    """Whose friends count is seen from the shooter, not from whoever is to the move: its friend beside the enemy spares that enemy."""
    scene = Scene()
    enemy = scene.add(0, (15, 11), order="engage")
    decoy = scene.add(0, (15, 3), order="engage")
    shooter = scene.add(1, (5, 11), order="engage")
    scene.add(1, (16.5, 11))
    play = scene.act(shooter, "shoot")
    assert play.options() == [decoy] and play.why(enemy) == "KT24-SHOOT-07"


@pytest.mark.rule("KT24-GEN-01", "KT24-STAT-04", "KT24-DMG-01")
def test_a_kill_team_is_a_group_of_operatives_each_with_its_own_card() -> None:
    """Before anything is decided every operative has the wounds of its card and belongs to its team."""
    scene = Scene()
    for side, wounds in ((0, 7), (0, 12), (1, 3)):
        scene.add(side, None, wounds=wounds)
    game = Game(RULESET, scene.setup(), ScriptedDice([1]))
    assert [(m.side, m.wounds) for m in game.state.models] == [(0, 7), (0, 12), (1, 3)]
