"""The tactical ploy that every player has: Command Re-roll. (PLOY-05, PLOY-06, INT-26 to INT-28)"""

from __future__ import annotations

import pytest

from counteract.core.state import Task
from tests.rules.kt21.scene import Scene
from tests.rules.kt21.shots import COVER, TARGET, again, brawl, kept, rolled, saved, shot

USE = "command-reroll"


@pytest.mark.rule("KT21-PLOY-06")
def test_every_player_may_re_roll_an_attack_die_or_a_defence_die() -> None:
    """Without a ploy on any list each player pays 1 CP: the attacker for an attack die, the defender for a defence die."""
    play = shot("2 3+ 3/4", [1, 5, 4, 2, 2, 2, 5], cp=(1, 1))
    assert (play.what, play.player) == ("re-roll", 0)
    play.answer(again(USE, 0))
    assert play.state.cp == (0, 1)
    assert (play.what, play.player) == ("re-roll", 1)
    play.answer(again(USE, 2))
    assert play.state.cp == (0, 0)
    assert (kept(play), saved(play)) == ((0, 2), (0, 1))
    assert [(e.rule, e.values["player"], e.values["ploy"]) for e in play.events("ploy")] == [("KT21-PLOY-06", 0, USE), ("KT21-PLOY-06", 1, USE)]


@pytest.mark.rule("KT21-PLOY-06")
def test_one_die_at_a_time_and_the_new_result_stands() -> None:
    """Any one die of the roll, not two at once, nor one that is not there; by default none is re-rolled."""
    play = shot("3 3+ 3/4", [1, 2, 5, 6, 1, 1, 1], cp=(1, 0))
    assert play.options() == ["pass", again(USE, 0), again(USE, 1), again(USE, 2)]
    assert play.options()[0] == "pass"
    assert play.decision.default == play.decision.options[0]
    assert play.why(again(USE, 0, 1)) == "KT21-PLOY-06"
    assert play.why(again(USE, 3)) == "KT21-INT-28"
    play.answer(again(USE, 1))
    assert [(e.rule, e.values["dice"]) for e in play.events("rerolled")] == [("KT21-PLOY-06", (1, 6, 5))]
    assert kept(play) == (1, 1)


@pytest.mark.rule("KT21-PLOY-06")
def test_no_other_dice_can_be_re_rolled() -> None:
    """The roll for initiative is neither an attack nor a defence die."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (15, 11))
    assert scene.play(Task("turning_point"), dice=[3, 4], cp=(3, 3)).what == "initiative"


@pytest.mark.rule("KT21-PLOY-05")
def test_as_often_as_it_is_paid_for() -> None:
    """Three times in one roll and once more in another of the same turning point: no ploy is ever used up."""
    scene = Scene()
    scene.add(0, (5, 11), apl=1)
    scene.add(1, (15, 11), wounds=30)
    misses = [1, 1, 1, 1]
    play = scene.play(*[Task("activation", (0,))] * 2, dice=[*misses, 2, 2, 2, 1, 1, 1, *misses, 2, 1, 1, 1], cp=(4, 0))
    play.answer("engage", "shoot", 1)
    for die, left in ((0, 3), (1, 2), (2, 1)):
        assert play.why(again(USE, die)) == ""
        play.answer(again(USE, die))
        assert play.state.cp == (left, 0)
    play.answer("pass", "engage", "shoot", 1)
    assert play.what == "re-roll"
    play.answer(again(USE, 3))
    assert play.state.cp == (0, 0)
    assert play.state.used == ()
    assert play.over  # without CP no player is asked again


@pytest.mark.rule("KT21-PLOY-06", "KT21-INT-28")
def test_no_cp_no_re_roll() -> None:
    """Balanced keeps the question open, but without CP Command Re-roll is refused."""
    play = shot("3 3+ 3/4; Balanced", [1, 1, 1], cp=(0, 5))
    assert play.what == "re-roll"
    assert play.why(again(USE, 1)) == "KT21-CP-03"
    assert again(USE, 1) not in play.options()


@pytest.mark.rule("KT21-INT-26")
def test_no_die_is_re_rolled_twice() -> None:
    """Neither by the same means nor by another: Balanced, then Command Re-roll, each on a die of its own."""
    play = shot("3 3+ 3/4; Balanced", [1, 1, 2, 1, 1, 1, 1, 1], cp=(3, 0)).answer(again("balanced", 0))
    assert play.why(again(USE, 0)) == "KT21-INT-26"
    assert [play.why(again(USE, die)) for die in (1, 2)] == ["", ""]
    play.answer(again(USE, 1))
    assert [play.why(again(USE, die)) for die in (0, 1, 2)] == ["KT21-INT-26", "KT21-INT-26", ""]
    assert play.options() == ["pass", again(USE, 2)]


@pytest.mark.rule("KT21-INT-26")
def test_with_every_die_re_rolled_nobody_is_asked_again() -> None:
    """Relentless on all dice: whatever they show now stands, though there are CP to spend."""
    play = shot("2 3+ 3/4; Relentless", [1, 2, 1, 1, 1, 1, 1], cp=(3, 0)).answer(again("relentless", 0, 1))
    assert play.over
    assert (kept(play), play.state.cp) == ((0, 0), (3, 0))


@pytest.mark.rule("KT21-INT-27")
@pytest.mark.parametrize("cp", [(2, 0), (0, 2)])
def test_only_dice_one_has_rolled_oneself(cp: tuple[int, int]) -> None:
    """A player with CP is asked after the own roll and not after the other's."""
    play = shot("2 3+ 3/4", [6, 5, 1, 1, 1], cp=cp)
    owner = 0 if cp[0] else 1
    assert (play.what, play.player) == ("re-roll", owner)
    assert (rolled(play, 0), rolled(play, 1)) == ([2], [3] if owner else [])
    play.answer("pass")
    assert play.what != "re-roll"


@pytest.mark.rule("KT21-INT-27")
def test_a_die_kept_for_cover_is_not_re_rolled() -> None:
    """Of a kept die and two rolled ones only the two can be picked; a kept die alone leaves nothing to ask."""
    play = shot("2 3+ 3/4", [5, 5, 1, 2, 6], behind=COVER, cp=(0, 1)).answer("cover-save")
    assert play.options() == ["pass", again(USE, 0), again(USE, 1)]
    assert play.why(again(USE, 2)) == "KT21-INT-28"
    play.answer(again(USE, 0))
    assert saved(play) == (1, 1)
    play = shot("1 3+ 3/4; AP2", [5], behind=COVER, cp=(0, 3)).answer("cover-save")
    assert play.what == "block"


@pytest.mark.rule("KT21-INT-28")
def test_what_the_weapon_gives_comes_before_command_re_rolls() -> None:
    """Balanced first and then Command Re-roll works; the other way round Balanced is gone."""
    play = shot("2 3+ 3/4; Balanced", [1, 1, 5, 6, 1, 1, 1], cp=(1, 0)).answer(again("balanced", 0), again(USE, 1))
    assert (kept(play), play.state.cp) == ((1, 1), (0, 0))
    play = shot("3 3+ 3/4; Balanced", [1, 1, 1, 5, 1, 1, 1], cp=(2, 0)).answer(again(USE, 0))
    assert play.options() == ["pass", again(USE, 1)]
    assert play.why(again("balanced", 1)) == "KT21-WR-BALANCED-01"


@pytest.mark.rule("KT21-INT-28")
def test_re_rolls_come_before_fails_are_discarded_and_criticals_act() -> None:
    """With Hot and MW nothing has happened yet while the attacker may re-roll; a 1 re-rolled does not burn."""
    play = shot("2 3+ 3/4; Hot, MW2", [1, 6, 4, 1, 1, 1], cp=(1, 0))
    assert play.what == "re-roll"
    assert (play.damage(0), play.damage(TARGET)) == (0, 0)
    play.answer(again(USE, 0))
    assert play.damage(0) == 0
    assert play.damage(TARGET) == 2 + 3 + 4


@pytest.mark.rule("KT21-INT-28")
def test_in_a_fight_the_attacker_re_rolls_first_and_knows_the_dice_of_both() -> None:
    """All dice of both are on the table; the attacker is done before the defender is asked, whoever has initiative."""
    play = brawl("2 4+ 3/4", "2 4+ 3/4", [1, 5, 2, 5, 6, 6], cp=(2, 1), initiative=1)
    assert (play.what, play.player) == ("re-roll", 0)
    assert (rolled(play, 0), rolled(play, 1)) == ([2], [2])
    play.answer(again(USE, 0))
    assert (play.what, play.player) == ("re-roll", 0)
    play.answer("pass")
    assert (play.what, play.player) == ("re-roll", 1)
    play.answer(again(USE, 0))
    assert play.state.cp == (1, 0)
    assert (kept(play, 0), kept(play, 1)) == ((1, 1), (1, 1))
    assert play.what == "resolve"


@pytest.mark.rule("KT21-INT-28")
def test_the_attackers_re_rolls_end_before_defence_dice_are_rolled() -> None:
    """Once the attacker is done the defence dice fall, and no attack die can be re-rolled any more."""
    play = shot("2 3+ 3/4", [5, 1, 2, 2, 2], cp=(2, 2))
    assert rolled(play, 1) == []
    play.answer("pass")
    assert (play.player, rolled(play, 1)) == (1, [3])
    assert play.answer("pass").over
