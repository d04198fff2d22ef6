"""Alternating in the Shooting and Fight phases: one at a time, and what passing does."""

from __future__ import annotations

import pytest

from tests.rules.kt18.scene import Scene, gun

HARMLESS = gun('24" assault 1, 1 0 1')


def shooters(**state: bool) -> tuple[Scene, list[int], list[int]]:
    """Return three shooters a side, all of them in sight of each other."""
    scene = Scene()
    ours = [scene.add(0, (5, 5 + 4 * k), weapons=[HARMLESS], **state) for k in range(3)]
    theirs = [scene.add(1, (15, 5 + 4 * k), weapons=[HARMLESS], **state) for k in range(3)]
    return scene, ours, theirs


@pytest.mark.rule("KT18-INT-36")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_players_shoot_in_turns_one_model_at_a_time(order: tuple[int, int]) -> None:
    scene, ours, theirs = shooters()
    play = scene.shooting(order=order, dice=[1] * 6)
    players = []
    while not play.over:
        players.append(play.player)
        play.answer(play.options()[0])
        play.answer((theirs if players[-1] == 0 else ours)[0])
    assert players == [*order] * 3


@pytest.mark.rule("KT18-INT-36")
def test_who_passed_may_still_act_when_the_hand_comes_round() -> None:
    """Player 1 passes, player 2 shoots: not all have passed in a row, so player 1 is asked again."""
    scene, ours, theirs = shooters()
    play = scene.shooting(dice=[1] * 6)
    assert (play.player, play.options()[-1]) == (0, "pass")
    play.answer("pass")
    play.answer(theirs[0], ours[0])
    assert (play.player, play.options()) == (0, [*ours, "pass"])


@pytest.mark.rule("KT18-INT-36")
def test_a_part_is_over_when_all_pass_in_a_row() -> None:
    """Two passes one after the other end it; two with a shot in between do not."""
    scene, ours, theirs = shooters()
    play = scene.shooting(dice=[1] * 6).answer("pass")
    play.answer(theirs[0], ours[0], "pass")
    assert play.player == 1
    play.answer("pass")
    assert play.over


@pytest.mark.rule("KT18-INT-36", "KT18-INT-74")
def test_who_has_nobody_is_passed_over_and_the_other_goes_on() -> None:
    """Player 2 has one shooter, player 1 three: after the first exchange player 1 is asked again and again."""
    scene, ours, theirs = shooters()
    for i in theirs[1:]:
        scene.fighters[i]["shaken"] = True
    play = scene.shooting(dice=[1] * 6)
    players = []
    while not play.over:
        players.append(play.player)
        play.answer(play.options()[0])
        play.answer((theirs if players[-1] == 0 else ours)[0])
    assert players == [0, 1, 0, 0]


@pytest.mark.rule("KT18-INT-36", "KT18-SHOOT-12")
def test_a_readied_model_that_passed_may_shoot_among_the_rest() -> None:
    """Part A with readied models only; whoever did not use one there may use it in part B."""
    scene, ours, theirs = shooters()
    scene.fighters[ours[0]]["readied"] = True
    play = scene.shooting(dice=[1] * 6)
    assert (play.player, play.options(), play.decision.rule) == (0, [ours[0], "pass"], "KT18-SHOOT-01")
    assert play.why(ours[1]) == "KT18-SHOOT-01"
    assert play.why(theirs[0]) == "KT18-SHOOT-01"
    play.answer("pass")
    assert (play.player, play.options(), play.decision.rule) == (0, [*ours, "pass"], "KT18-SHOOT-02")


@pytest.mark.rule("KT18-INT-36", "KT18-FIGHT-02")
def test_a_charger_that_passed_may_fight_among_the_rest() -> None:
    """Likewise in the Fight phase: chargers first, and one left out then may fight with the others."""
    scene = Scene()
    a = scene.add(0, (5, 11), charged=(1,), tried=True)
    b = scene.add(1, (6.001, 11), charged_by=(0,))
    play = scene.fighting(dice=[1, 1])
    assert (play.player, play.options(), play.decision.rule) == (0, [a, "pass"], "KT18-FIGHT-01")
    assert play.why(b) == "KT18-FIGHT-01"
    play.answer("pass")
    assert (play.player, play.options(), play.decision.rule) == (0, [a, "pass"], "KT18-FIGHT-02")
    play.answer("pass")
    assert (play.player, play.options()) == (1, [b, "pass"])
    assert play.why(a) == "KT18-FIGHT-02"  # not one of player 2's
    play.answer(b).decline("move")
    assert (play.player, play.options()) == (0, [a, "pass"])


@pytest.mark.rule("KT18-INT-36")
def test_fighters_alternate_too() -> None:
    """Two pairs locked in combat, no model charged: player 1, player 2, player 1, player 2."""
    scene = Scene()
    for y in (5, 15):
        scene.add(0, (5, y))
    for y in (5, 15):
        scene.add(1, (6.001, y))
    play = scene.fighting(dice=[1] * 4)
    players = []
    while not play.over:
        if play.what == "fight":
            players.append(play.player)
            play.answer(play.options()[0])
        play.decline("move", "close-in")
    assert players == [0, 1, 0, 1]
