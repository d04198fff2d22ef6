"""Attack and defence dice: what a 6, a 1 and everything between them is worth."""

from __future__ import annotations

import pytest

from counteract.attacks.dicepool import sort_roll
from tests.rules.kt24.shots import ATTACKER, DEFENDER, block, brawl, kept, shot


@pytest.mark.rule("KT24-DICE-01", "KT24-DICE-02")
def test_only_a_six_is_critical() -> None:
    """Given Hit 2+, a roll of 6, 5, 4, 3, 2 holds one critical success and four normal ones."""
    play = shot("5 2+ 3/4", [6, 5, 4, 3, 2, 1, 1, 1])
    assert kept(play) == (1, 4)
    assert play.damage(1) == 4 + 4 * 3


@pytest.mark.rule("KT24-DICE-01")
def test_a_six_succeeds_whatever_is_needed() -> None:
    """An injured operative with Hit 6+ still hits on a 6, and no requirement can be too high for one."""
    play = shot("3 6+ 3/4", [6, 5, 5, 1, 1, 1], shooter={"wounds": 10, "left": 4})
    assert kept(play) == (1, 0)
    assert sort_roll((6, 5), 7) == (1, 0, 1)


@pytest.mark.rule("KT24-DICE-01", "KT24-DICE-02")
def test_a_six_among_the_defence_dice_is_a_critical_success() -> None:
    """Given Save 6+, defence dice 6, 5, 5 are one critical success, which alone blocks a critical attack die."""
    play = shot("1 4+ 3/4", [6, 6, 5, 5], save=6)
    assert play.events("saves")[0].values["criticals"] == 1
    assert play.events("saves")[0].values["normals"] == 0
    play.answer(block(critical_on_critical=1))
    assert play.damage(1) == 0


@pytest.mark.rule("KT24-DICE-02")
def test_other_defence_successes_are_normal() -> None:
    """Given Save 2+, defence dice 5, 3, 2 are three normal successes; one of them cannot block a critical."""
    play = shot("1 4+ 3/4", [6, 5, 3, 2], save=2)
    assert play.events("saves")[0].values["criticals"] == 0
    assert play.events("saves")[0].values["normals"] == 3
    assert block(critical_on_critical=1) not in play.options()


@pytest.mark.rule("KT24-DICE-03")
def test_a_one_always_fails() -> None:
    """A 1 is a fail even where 1 would be good enough, on both sides, and Lethal 2+ makes nothing of it."""
    play = shot("4 1+ 3/4; Lethal 2+", [1, 1, 1, 6, 1, 1, 1], save=1)
    assert kept(play) == (1, 0)
    assert play.events("saves")[0].values == {"player": 1, "criticals": 0, "normals": 0, "unrolled": 0}
    assert play.damage(1) == 4
    assert sort_roll((1, 2), 1) == (0, 1, 1)
    assert sort_roll((1, 2), 1, 1) == (1, 0, 1)


@pytest.mark.rule("KT24-DICE-01", "KT24-DICE-02", "KT24-DICE-03")
def test_the_same_holds_in_a_fight() -> None:
    """Both fighters' dice are read alike: 6 critical, 1 fail, the rest by the Hit of their own weapon."""
    play = brawl("4 2+ 3/4", "4 5+ 3/4", [6, 5, 2, 1, 6, 5, 4, 1])
    assert kept(play, ATTACKER) == (1, 2)
    assert kept(play, DEFENDER) == (1, 1)
