"""Overwatch at a charging unit: who is asked, and when. (OW, INT-22)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Allocate, Concede
from counteract.core.dice import ScriptedDice
from counteract.game import Game
from counteract.position import position_of
from tests.rules.kt40.scenes import Scene, gun

BOLT = '24" assault 1, 4 0 1'


@pytest.mark.rule("KT40-OW-01")
def test_each_target_may_fire_and_no_other_unit() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    target, other = scene.squad(1, (16, 10), models=1, weapons=[gun()]), scene.squad(1, (10, 16), models=1, weapons=[gun()])
    play = scene.option(unit, dice=[1, 1, 6, 6]).answer("charge", target, "pass")
    assert (play.what, play.player, play.options()) == ("overwatch", 1, ["pass", target])
    play.answer(target)
    assert (play.what, play.player) == ("move", 0)  # it fires once at this charge
    assert play.events("hit-roll")[0].values["dice"] == (1, 1)
    both = scene.option(unit, dice=[6, 6]).answer("charge", target, other)
    assert both.options() == ["pass", target, other]
    assert both.answer("pass").what == "move"


@pytest.mark.rule("KT40-OW-01", "KT40-INT-22")
def test_players_react_in_turn_order_one_unit_each() -> None:
    scene = Scene(players=3)
    unit = scene.squad(0, (10, 10), models=1, wounds=9)
    b1, b2 = scene.squad(1, (18, 10), models=1, weapons=[gun()]), scene.squad(1, (10, 18), models=1, weapons=[gun()])
    c1 = scene.squad(2, (2, 10), models=1, weapons=[gun()])
    play = scene.option(unit, dice=[1, 1, 1, 1, 1, 1, 1, 1], order=(1, 0, 2)).answer("charge", b1, b2, c1)
    asked = []
    while play.what == "overwatch":
        asked.append((play.player, play.options()))
        play.answer(play.options()[1])
    assert asked == [(1, ["pass", b1, b2]), (2, ["pass", c1]), (1, ["pass", b2])]


@pytest.mark.rule("KT40-OW-03")
def test_an_engaged_target_cannot_fire() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(0, (16, 8), models=1)
    scene.squad(1, (16, 10), models=1, weapons=[gun()])
    assert scene.option(unit, dice=[6, 6]).answer("charge").what == "move"


@pytest.mark.rule("KT40-OW-04")
def test_nobody_is_asked_whose_weapons_do_not_reach_or_see() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (18, 10), models=1, weapons=[gun('6" assault 1, 4 0 1')])
    assert scene.option(unit, dice=[6, 6]).answer("charge").what == "move"


@pytest.mark.rule("KT40-OW-05")
def test_a_target_fires_at_every_unit_that_charges_it_and_can_still_shoot() -> None:
    scene = Scene()
    one, two = scene.squad(0, (10, 10), models=1), scene.squad(0, (16, 16), models=1)
    target = scene.squad(1, (16, 10), models=1, weapons=[gun()])
    play = scene.part_of(0, dice=[1, 1, 1, 1, 2, 2, 1, 1])
    play.answer(one, "charge", target, "pass")
    assert play.events("charge-failed")
    play.answer(two, "charge")
    assert (play.what, play.options()) == ("overwatch", ["pass", target])
    play.answer(target)
    assert not play.unit(target).shot


@pytest.mark.rule("KT40-OW-04")
def test_range_and_sight_are_those_of_the_declaration() -> None:
    """The first overwatch slays the only model that the second gun reaches; that gun may be fired all the same."""
    scene = Scene()
    charger = scene.squad(0, [(10, 10), (10, 11.5)], models=2)
    first = scene.squad(1, (16, 10), models=1, weapons=[gun('24" assault 1, 8 -6 1')])
    second = scene.squad(1, (10, 4), models=1, weapons=[gun('5" assault 1, 8 -6 1')])
    play = scene.option(charger, dice=[6, 6, 6, 6]).answer("charge", first, second, first)
    play.answer(Allocate((1, 0)))
    assert (play.what, play.options()) == ("overwatch", ["pass", second])
    again = Game.at(position_of(play.game), dice=ScriptedDice([6, 6]))
    assert again.decision is not None and again.decision.options == play.decision.options
    play.answer(second)
    assert play.unit(charger).destroyed


@pytest.mark.rule("KT40-OW-02", "KT40-INT-84", "KT40-WR-OVERHEAT-01")
def test_a_unit_in_overwatch_is_asked_for_its_target_only_if_it_may_want_to_hold_a_weapon() -> None:
    """It is, if one of several weapons may slay its bearer in every mode; and then only that weapon is asked about."""
    hot, quiet, rifle = gun(BOLT + "; Overheat", "furnace", "roaring"), gun(BOLT, "furnace", "quiet"), gun(BOLT, "rifle")
    for weapons, models, asked in (
        ([rifle], 2, "move"), ([hot], 1, "move"), ([hot, rifle], 1, "target"), ([hot], 2, "target"), ([hot, quiet, rifle], 2, "mode"),
    ):  # fmt: skip
        scene = Scene()
        charger = scene.squad(0, (10, 10), models=1, wounds=9)
        target = scene.squad(1, (10, 16), models=models, weapons=weapons)
        play = scene.option(charger, dice=[2] * 12).answer("charge", target)
        assert play.what == asked, (weapons, models)
        if asked == "target" and models == 1:
            play.answer("split by weapon")
            assert play.what == "split-target" and "furnace" in play.decision.prompt
            play.answer("pass")
            assert play.what == "move" and [event.values["weapon"] for event in play.events("hit-roll")] == ["rifle"]


@pytest.mark.rule("KT40-MIS-15", "KT40-OW-01")
def test_whoever_gives_up_while_asked_for_overwatch_does_not_fire() -> None:
    scene = Scene(players=3)
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (10, 16), models=3, weapons=[gun()])
    scene.squad(2, (40, 30), models=1)
    play = scene.option(unit, dice=[6, 6, *[6] * 12]).answer("charge")
    assert (play.what, play.player) == ("overwatch", 1)
    play.game.play(Concede(1))
    assert not play.events("hit-roll")
    assert play.lost(unit) == 0
