"""The firefight ploy both players always have: Command Re-roll."""

from __future__ import annotations

import pytest

from counteract.core.state import Task
from tests.rules.kt24.scene import Scene, gun
from tests.rules.kt24.shots import COVER, TARGET, again, brawl, kept, shot

USE = "command-reroll"


@pytest.mark.rule("KT24-PLOY-03", "KT24-PLOY-04")
def test_both_players_have_command_re_roll() -> None:
    """Without any other ploy in the game, each player may re-roll one of their own dice: attack here, defence there."""
    play = shot("2 3+ 3/4", [1, 5, 4, 2, 2, 2, 5], cp=(1, 1), generic_ploys=False)
    assert (play.what, play.player) == ("re-roll", 0)
    assert again(USE, 0) in play.options()
    play.answer(again(USE, 0))
    assert play.state.cp == (0, 1)
    assert (play.what, play.player) == ("re-roll", 1)
    play.answer(again(USE, 2))
    assert play.state.cp == (0, 0)
    assert (kept(play), play.events("saves")[0].values["normals"]) == ((0, 2), 1)


@pytest.mark.rule("KT24-PLOY-04")
@pytest.mark.parametrize("cp", [(2, 0), (0, 2)])
def test_only_your_own_dice(cp: tuple[int, int]) -> None:
    """A player is asked after their own roll, before anything else happens, and never about the other's dice."""
    play = shot("2 3+ 3/4; Devastating 1", [6, 5, 1, 1, 1], cp=cp)
    owner = 0 if cp[0] else 1
    assert (play.what, play.player) == ("re-roll", owner)
    assert play.damage(TARGET) == (0 if owner == 0 else 1)  # nothing retained yet, or the defence dice just rolled
    assert len(play.events("rolled")) == owner + 1
    play.answer("pass")
    assert play.what != "re-roll"


@pytest.mark.rule("KT24-PLOY-04")
def test_no_other_dice_can_be_re_rolled() -> None:
    """Neither the Hot die nor the roll for initiative is an attack or defence die."""
    play = shot("1 3+ 3/4; Hot", [1, 1, 1, 1, 2], cp=(3, 0)).answer("pass")
    assert play.over
    assert play.damage(0) == 4
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (15, 11))
    play = scene.play(Task("turning_point"), dice=[3, 4], cp=(3, 3))
    assert play.what == "initiative"


@pytest.mark.rule("KT24-PLOY-05")
def test_command_re_roll_re_rolls_one_die() -> None:
    """One die of the roll, whichever; two at once are refused; the new result replaces the old one."""
    play = shot("3 3+ 3/4", [1, 2, 5, 6, 1, 1, 1], cp=(1, 0))
    assert play.options() == ["pass", again(USE, 0), again(USE, 1), again(USE, 2)]
    assert play.why(again(USE, 0, 1)) == "KT24-PLOY-05"
    assert play.why(again(USE, 3)) == "KT24-INT-44"
    play.answer(again(USE, 1))
    assert play.events("rerolled")[0].values["dice"] == (1, 6, 5)
    assert play.events("rerolled")[0].rule == "KT24-PLOY-05"
    assert kept(play) == (1, 1)


@pytest.mark.rule("KT24-PLOY-06", "KT24-INT-45")
def test_command_re_roll_as_often_as_it_is_paid_for() -> None:
    """Three uses on one roll and one on the next in the same turning point: 1CP each, until none is left."""
    scene = Scene()
    scene.add(0, (5, 11), order="engage", apl=1)
    scene.add(1, (15, 11), order="engage", wounds=30)
    misses = [1, 1, 1, 1]
    play = scene.play(*[Task("activation", (0,))] * 2, dice=[*misses, 2, 2, 2, 1, 1, 1, *misses, 2, 1, 1, 1], cp=(4, 0))
    play.answer("engage", "shoot", 1)
    for use, left in ((0, 3), (1, 2), (2, 1)):
        assert play.why(again(USE, use)) == ""
        play.answer(again(USE, use))
        assert play.state.cp == (left, 0)
        assert play.why(again(USE, use)) == "KT24-INT-43"  # never the same die twice
    play.answer("pass", "engage", "shoot", 1)
    assert play.what == "re-roll"
    play.answer(again(USE, 3))
    assert play.state.cp == (0, 0)
    assert play.over  # with no CP left no player is asked again
    assert play.state.used == ()


@pytest.mark.rule("KT24-PLOY-06")
def test_every_use_costs_a_command_point() -> None:
    """With no CP left Command Re-roll is refused, though Balanced still keeps re-rolls open."""
    play = shot("3 3+ 3/4; Balanced", [1, 1, 1, 2, 1, 1, 1], cp=(1, 0)).answer(again(USE, 0))
    assert play.state.cp == (0, 0)
    assert play.options() == ["pass", again("balanced", 1)]
    assert play.why(again(USE, 1)) == "KT24-CP-04"


@pytest.mark.rule("KT24-PLOY-01", "KT24-PLOY-04")
@pytest.mark.parametrize(("phase", "asked"), [("firefight", True), ("strategy", False)])
def test_command_re_roll_belongs_to_the_firefight_phase(phase: str, asked: bool) -> None:
    """Dice that something makes fall in another phase cannot be re-rolled for a command point."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4")], order="engage")
    scene.add(1, (15, 11), order="engage")
    play = scene.act(0, "shoot", dice=[1] * 5, cp=(1, 1), phase=phase).answer(TARGET)
    assert (play.what == "re-roll") == asked and play.over != asked


@pytest.mark.rule("KT24-INT-44")
def test_command_re_roll_before_or_after_weapon_rules() -> None:
    """Command Re-roll first and Balanced second is as good as the other way round."""
    text, dice = "2 3+ 3/4; Balanced", [1, 1, 5, 6, 1, 1, 1]
    for first, second in ((USE, "balanced"), ("balanced", USE)):
        play = shot(text, dice, cp=(1, 0)).answer(again(first, 0), again(second, 1))
        assert kept(play) == (1, 1)
        assert play.state.cp == (0, 0)


@pytest.mark.rule("KT24-INT-43")
def test_a_cover_save_cannot_be_re_rolled() -> None:
    """Of a cover save and two rolled defence dice only the two can be picked up."""
    play = shot("2 3+ 3/4", [5, 5, 1, 2, 6], behind=COVER, cp=(0, 1)).answer("cover-save")
    assert play.options() == ["pass", again(USE, 0), again(USE, 1)]
    play.answer(again(USE, 0))
    assert play.events("saves")[0].values == {"player": 1, "criticals": 1, "normals": 1, "unrolled": 1}


@pytest.mark.rule("KT24-INT-43", "KT24-INT-45")
def test_nothing_rolled_nothing_re_rolled() -> None:
    """All attack dice set aside by Accurate: the attacker is not asked, whatever CP there are."""
    play = shot("2 3+ 3/4; Accurate 2", [1, 1, 1], cp=(2, 0)).answer(2)
    assert play.over
    assert kept(play) == (0, 2)


@pytest.mark.rule("KT24-INT-45", "KT24-INT-44", "KT24-PLOY-04")
def test_the_retaliating_player_may_use_it() -> None:
    """In a fight both may re-roll their own attack dice, the player with initiative first."""
    play = brawl("2 4+ 3/4", "2 4+ 3/4", [1, 5, 2, 5, 6, 6], cp=(1, 1), initiative=1)
    assert (play.what, play.player) == ("re-roll", 1)
    play.answer(again(USE, 0))
    assert play.player == 0
    play.answer(again(USE, 0))
    assert play.state.cp == (0, 0)
    assert (kept(play, 0), kept(play, 1)) == ((1, 1), (1, 1))


@pytest.mark.rule("KT24-WR-BALANCED-01", "KT24-PLOY-04", "KT24-PLOY-05", "KT24-INT-43", "KT24-INT-44", "KT24-INT-45")
def test_ex_27_re_rolls() -> None:
    """1, 2, 5, 5 with Balanced: the 1 becomes a 4; Command Re-roll may go on the others, and a second one on a further die."""
    play = shot("4 3+ 3/4; Balanced", [1, 2, 5, 5, 4, 3, 6, 1, 1, 1], cp=(2, 0)).answer(again("balanced", 0))
    assert play.events("rerolled")[-1].values["dice"] == (4, 2, 5, 5)
    assert play.why(again(USE, 0)) == "KT24-INT-43"
    assert [play.why(again(USE, die)) for die in (1, 2, 3)] == ["", "", ""]
    play.answer(again(USE, 1))
    assert play.state.cp == (1, 0)
    assert [play.why(again(USE, die)) for die in (0, 1, 2, 3)] == ["KT24-INT-43", "KT24-INT-43", "", ""]
    play.answer(again(USE, 2))
    assert play.state.cp == (0, 0)
    assert play.events("rerolled")[-1].values["dice"] == (4, 3, 6, 5)
    assert kept(play) == (1, 3)
