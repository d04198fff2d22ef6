"""Readying: who can be readied, and how long it lasts. (READY, INT-23)"""

from __future__ import annotations

import pytest

from counteract.core.state import Task
from tests.rules.kt18.moving import ENEMY, MOVER, choosing, lone
from tests.rules.kt18.scene import Scene, gun


@pytest.mark.rule("KT18-READY-01")
def test_a_model_is_readied_instead_of_moving() -> None:
    """It stays where it is, no way is asked for, and in the Shooting phase it is among the first."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun()])
    scene.add(0, (5, 14), weapons=[gun()])
    scene.add(1, (20, 11))
    play = scene.movement().answer(0, "ready")
    assert play.what == "manoeuvre"  # what its friend does is asked next, not where it goes
    assert play.model(0).readied and not play.model(0).moved and play.at(0) == (5, 11, 0)
    assert play.events("readied")[0].values["model"] == 0
    assert not play.model(1).readied
    scene.fighters[0]["readied"] = True
    shooting = scene.shooting()
    assert shooting.options() == [0, "pass"] and shooting.why(1) == "KT18-SHOOT-01"


@pytest.mark.rule("KT18-READY-02", "KT18-FALL-02")
@pytest.mark.parametrize("how", ["moved", "fell"])
def test_who_has_moved_cannot_be_readied(how: str) -> None:
    """Moved in any way this round, or fallen off an edge: no."""
    play = choosing(lone(**{how: True}))
    assert "ready" not in play.options() and play.why("ready") == "KT18-READY-02"
    assert "ready" in choosing(lone()).options()


@pytest.mark.rule("KT18-READY-03", "KT18-MOVE-04")
@pytest.mark.parametrize(("gap", "began", "rule"), [(1.0, True, "KT18-MOVE-04"), (1.0, False, "KT18-READY-03"), (1.01, False, "")])
def test_who_has_an_enemy_near_cannot_be_readied(gap: float, began: bool, rule: str) -> None:
    """1" is too near, whether the enemy stood there at the start of the phase or has come since; 1.01" is not."""
    play = lone(enemy=(6 + gap, 11), began=began).play(Task("option", (MOVER,)))
    assert play.why("ready") == rule
    assert ("ready" in play.options()) is (rule == "")


@pytest.mark.rule("KT18-READY-04", "KT18-QA-08")
def test_a_retreat_ends_it() -> None:
    """Readied in its own turn and charged in the enemy's, it Retreats: it is readied no more. After Overwatch it still is."""
    scene = lone(enemy=(13, 11), weapons=[gun()])
    for reaction, readied in (("overwatch", True), ("retreat", False)):
        play = scene.movement(dice=[1, 1, 1, 1]).answer(MOVER, "ready", ENEMY, "charge", MOVER)
        assert play.model(MOVER).readied
        play.answer(reaction)
        if reaction == "retreat":
            play.answer([(2, 11)])
        assert play.model(MOVER).readied is readied


@pytest.mark.rule("KT18-READY-04")
def test_any_other_move_ends_it() -> None:
    """A readied model that piles in is readied no more; one that does not, is still."""
    scene = lone(at=(5, 11), enemy=(6.6, 11), readied=True)
    for answer, readied in (([(5.2, 11)], False), ("pass", True)):
        play = scene.play(Task("close_in", (MOVER, "pile in")), phase="fight").answer(answer)
        assert play.model(MOVER).readied is readied


@pytest.mark.rule("KT18-READY-04", "KT18-FALL-02")
def test_a_fall_ends_it() -> None:
    """A readied model is hit near an edge and falls: it is readied no more. If it keeps its footing it is still."""
    for face, readied in ((1, False), (2, True)):
        scene = Scene()
        scene.wall(15, 6, 23, 16, top=2.5, marks=("vantage",))
        scene.add(0, (8, 11), weapons=[gun('24" heavy 1, 4 0 1')])
        scene.add(1, (15.6, 11, 2.5), readied=True)
        play = scene.shoot(0, dice=[6, 1, face]).answer(1)
        assert play.model(1).readied is readied


@pytest.mark.rule("KT18-READY-05")
def test_it_lasts_until_the_end_of_the_round() -> None:
    """It has shot, and is readied still, until the next round begins."""
    scene = lone(at=(3, 3), enemy=(15, 3), weapons=[gun('24" heavy 1, 4 0 1')])
    play = scene.round(dice=[6, 6, 1, 1, 2, 6, 6, 1, 1]).decline("decisive").answer(MOVER, "ready", "pass")
    assert (play.state.phase, play.model(MOVER).readied) == ("shooting", True)
    play.decline("decisive").answer(MOVER)
    assert play.model(MOVER).readied
    play.answer(ENEMY).decline("re-roll")
    assert play.events("hit-roll")
    assert (play.state.turn, play.model(MOVER).readied) == (2, False)


# --- before its own turn


@pytest.mark.rule("KT18-INT-23")
def test_nobody_is_readied_before_their_own_turn() -> None:
    """Player 0 moves first: its readied model meets the charge of player 1, but model 1 was not yet readied when charged."""
    scene = lone(enemy=(13, 11), weapons=[gun()])
    scene.fighters[ENEMY]["readied"] = False
    play = scene.movement(dice=[1, 1]).answer(MOVER, "charge", ENEMY)
    assert play.player == 1 and not play.model(ENEMY).readied  # it could not be asked to ready before this
    play = scene.movement().answer(MOVER, "ready", ENEMY, "charge", MOVER)
    assert (play.what, play.player, play.decision.subject) == ("reaction", 0, MOVER) and play.model(MOVER).readied


@pytest.mark.rule("KT18-INT-23", "KT18-TAC-04")
def test_a_decisive_move_readies_a_model_before_the_first_turn() -> None:
    """The second player pays for it: their model is readied when the first player charges it."""
    scene = lone(enemy=(13, 11))
    scene.fighters[ENEMY]["readied"] = False
    play = scene.movement(cp=(0, 1)).answer(ENEMY, "ready", MOVER, "charge", ENEMY)
    assert (play.what, play.player, play.decision.subject) == ("reaction", 1, ENEMY) and play.model(ENEMY).readied
