"""Questions in which nothing is to be gained are marked, and what changes a number is told."""

from __future__ import annotations

import pytest

from counteract.core.decision import PASS, Allocate
from counteract.mechanics.operatives.cards import Ability
from tests.rules.kt24.scene import Play, Scene, gun
from tests.rules.kt24.shots import COVER, TARGET, again, shot

BURST = Ability(id="keg", name="Keg", text="…", effect="burst", values={"inches": 2, "damage": 2})


def told(play: Play, *kinds: str) -> list[str]:
    return [play.game.tell(event) for event in play.game.events if event.kind in kinds]


@pytest.mark.rule("KT24-SHOOT-10")
@pytest.mark.parametrize(
    ("attack", "defence", "no_effect", "damage"),
    [
        ((4, 4, 1), (4, 4, 1), True, 0),  # both blocked
        ((4, 4, 4), (4, 4, 1), False, 3),  # one is not
        ((6, 4, 1), (4, 5, 1), False, 3),  # two normals stop the critical, or the normal one
        ((6, 4, 4), (6, 6, 6), True, 0),
        ((1, 1, 1), (2, 2, 2), True, 0),  # nothing has hit
    ],
)
def test_defence_dice_that_stop_everything_need_not_be_rolled_again(
    attack: tuple[int, ...], defence: tuple[int, ...], no_effect: bool, damage: int
) -> None:
    play = shot("3 3+ 3/4", [*attack, *defence], cp=(0, 1))
    assert (play.what, play.player, play.decision.no_effect, play.decision.default) == ("re-roll", 1, no_effect, PASS)
    assert play.decision.prompt.startswith(f"Op 1: {damage} damage as the dice lie, 30 of 30 wounds left.")


@pytest.mark.rule("KT24-SHOOT-10")
def test_sixes_need_not_be_rolled_again_even_if_something_gets_through() -> None:
    """Brutal or not, no die is better than a 6; but one that has not been rolled again and shows less may be."""
    play = shot("4 3+ 3/4", [4, 4, 4, 4, 6, 6, 1], cp=(0, 2))
    assert not play.decision.no_effect
    assert shot("4 3+ 3/4", [4, 4, 4, 4, 6, 6, 6], cp=(0, 2)).decision.no_effect
    assert "9 damage" not in play.decision.prompt and "6 damage as the dice lie" in play.decision.prompt


@pytest.mark.rule("KT24-SHOOT-08")
def test_attack_dice_are_asked_about_unless_all_are_sixes() -> None:
    """A critical is better than a normal success; but it may be bad for one's friends."""
    assert not shot("2 3+ 3/4", [4, 4], cp=(1, 0)).decision.no_effect
    assert not shot("2 3+ 3/4", [6, 4], cp=(1, 0)).decision.no_effect
    assert shot("2 3+ 3/4", [6, 6], cp=(1, 0)).decision.no_effect
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('2 3+ 3/4; Blast 3"')], order="engage")
    scene.add(0, (15, 13.2), order="engage")
    scene.add(1, (15, 11), order="engage")
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 1, 6, 6], cp=(1, 0)).answer(2)
    assert "against Op 2" in play.decision.prompt
    play.answer("pass")
    assert "against Op 1" in play.decision.prompt
    assert not play.decision.no_effect


@pytest.mark.rule("KT24-SHOOT-12")
@pytest.mark.parametrize(("attack", "no_effect"), [((1, 1), True), ((4, 1), False)])
def test_a_die_need_not_be_kept_against_nothing(attack: tuple[int, int], no_effect: bool) -> None:
    play = shot("2 3+ 3/4", attack, behind=COVER)
    assert (play.what, play.decision.no_effect) == ("cover-save", no_effect)


@pytest.mark.rule("KT24-SHOOT-13")
@pytest.mark.parametrize(
    ("attack", "defence", "no_effect"),
    [
        ((4, 4, 4), (4, 4, 1), True),  # block two of three alike
        ((6, 4, 1), (6, 1, 1), False),  # the critical or the normal
        ((6, 6, 1), (6, 1, 1), True),
        ((6, 4, 1), (6, 4, 1), True),  # both
    ],
)
def test_blocking_is_a_choice_only_between_different_things(attack: tuple[int, ...], defence: tuple[int, ...], no_effect: bool) -> None:
    play = shot("3 3+ 3/4", [*attack, *defence])
    assert (play.what, play.decision.no_effect) == ("block", no_effect)
    assert isinstance(play.decision.default, Allocate)


@pytest.mark.rule("KT24-SHOOT-13")
@pytest.mark.parametrize(("wounds", "no_effect"), [(3, True), (4, False)])
def test_who_falls_however_it_blocks_is_not_asked(wounds: int, no_effect: bool) -> None:
    """A critical of 4 and a normal of 3, and one critical save: with 3 wounds either fells it."""
    play = shot("3 3+ 3/4", [6, 4, 1, 6, 1, 1], wounds=wounds)
    assert (play.what, play.decision.no_effect) == ("block", no_effect)


@pytest.mark.rule("KT24-WR-PUNISHING-01")
@pytest.mark.parametrize(("rules", "no_effect"), [("Punishing", True), ("Punishing, Rending", False)])
def test_one_more_success_is_no_question(rules: str, no_effect: bool) -> None:
    """Punishing by itself can only be good; with Rending it is a question which comes first."""
    play = shot(f"4 3+ 3/4; {rules}", [6, 4, 1, 1])
    assert (play.what, play.decision.no_effect, play.decision.default != PASS) == ("retain", no_effect, True)


@pytest.mark.rule("KT24-SHOOT-13")
def test_who_may_want_to_fall_is_asked() -> None:
    """An operative who bursts may be better off hit; but hits that do no damage at all are no question to it either."""

    def at_a_keg(*dice: int, cp: int = 0) -> Play:
        scene = Scene()
        scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4")], order="engage")
        scene.add(1, (15, 11), weapons=[], save=4, order="engage", abilities=[BURST])
        return scene.act(0, "shoot", dice=dice, cp=(0, cp)).answer(TARGET)

    assert not at_a_keg(4, 4, 4, 4, 1).decision.no_effect
    assert not at_a_keg(4, 4, 6, 6, 6, cp=1).decision.no_effect
    assert at_a_keg(1, 1, 6, 6, 6, cp=1).decision.no_effect


@pytest.mark.rule("KT24-WR-HOT-02")
@pytest.mark.parametrize(
    ("die", "lines"),
    [
        (3, ["Op 0's weapon does not run hot: 3, 3+ needed."]),
        (2, ["Op 0's weapon runs hot and harms it: 2, 3+ needed.", "Hot: Op 0 takes 4 damage (26 left)."]),
    ],
)
def test_it_is_told_what_comes_of_a_hot_weapon(die: int, lines: list[str]) -> None:
    assert told(shot("1 3+ 3/4; Hot", [1, 1, 1, 1, die]), "hot", "damage") == lines


@pytest.mark.rule("KT24-WR-PIERCING-01")
@pytest.mark.parametrize(("rule", "line"), [("Piercing 1", "one defence die fewer."), ("Piercing 2", "2 defence dice fewer.")])
def test_it_is_told_that_there_are_fewer_defence_dice(rule: str, line: str) -> None:
    assert told(shot(f"1 3+ 3/4; {rule}", [4, 1, 1]), "pierced") == [f"The armour of Op 1 is pierced: {line}"]
    assert not told(shot("1 3+ 3/4", [4, 1, 1, 1]), "pierced")


@pytest.mark.rule("KT24-SHOOT-17")
def test_it_is_told_what_takes_damage_off() -> None:
    """Two hits of 3 and a critical of 4 against an operative who takes one off each from 4 on."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("3 3+ 3/4")], order="engage")
    tough = Ability(id="tough", name="Tough", text="…", effect="soften", values={"by": 1, "least": 4})
    scene.add(1, (15, 11), weapons=[], wounds=12, order="engage", abilities=[tough])
    play = scene.act(0, "shoot", dice=[6, 4, 4, 1, 1, 1]).answer(TARGET)
    assert told(play, "softened", "damage") == ["Tough: 1 damage less for Op 1.", "Op 1 takes 9 damage (3 left)."]


@pytest.mark.rule("KT24-DICE-01")
def test_it_is_told_which_dice_were_rolled_again() -> None:
    play = shot("3 3+ 3/4; Relentless", [1, 2, 5, 4, 2, 1, 1, 1], cp=(0, 0)).answer(again("relentless", 0, 1))
    assert told(play, "rerolled") == ["Team 0 re-roll ⚀⚁ (Relentless): 4 2 5."]
