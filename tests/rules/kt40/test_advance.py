"""Advances. (ADV)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Dice
from counteract.rulesets.kt40.stratagems import COMMAND_REROLL
from tests.rules.kt40.scenes import Scene, gun


@pytest.mark.rule("KT40-ADV-01")
def test_each_model_moves_up_to_its_move_and_the_roll() -> None:
    scene = Scene()
    unit = scene.unit(0, (10, 10), (scene.card(), 1), (scene.card(id="slow", move=5), 1))
    scene.squad(1, (40, 30), models=1)
    play = scene.option(unit, dice=[3]).answer("advance")
    assert play.events("advance-roll")[0].values["dice"] == (3,)  # one die for the unit
    assert play.why({0: (10, 19), 1: (11.5, 18)}) == ""
    assert play.why({0: (10, 19.01), 1: (11.5, 18)}) == "KT40-ADV-01"
    assert play.why({0: (10, 19), 1: (11.5, 18.01)}) == "KT40-ADV-01"
    play.answer({0: (10, 19), 1: (11.5, 18)})
    assert play.unit(unit).option == "advance"


@pytest.mark.rule("KT40-ADV-01", "KT40-STRAT-09")
def test_the_roll_may_be_made_again_for_a_command_point() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (40, 30), models=1)
    play = scene.option(unit, dice=[1, 5], cp=(1, 0)).answer("advance")
    assert play.what == "re-roll"
    play.answer(Dice(COMMAND_REROLL, (0,)))
    assert play.why({0: (10, 21)}) == ""
    assert scene.option(unit, dice=[6], cp=(1, 0)).answer("advance").what == "move"  # nothing beats a 6


@pytest.mark.rule("KT40-ADV-01", "KT40-MOVE-07")
def test_an_advance_keeps_clear_of_enemies() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (18, 10), models=1)
    play = scene.option(unit, dice=[6]).answer("advance")
    assert play.why({0: (16.5, 10)}) == "KT40-MOVE-07"
    assert play.why({0: (15.99, 10)}) == ""


@pytest.mark.rule("KT40-ADV-03")
def test_a_unit_that_advanced_fires_overwatch_with_assault_weapons_only() -> None:
    scene = Scene()
    rifles = scene.squad(0, (10, 10), models=1, weapons=[gun()])
    carbines = scene.squad(0, (10, 14), models=1, weapons=[gun('24" assault 2, 4 0 1')])
    charger = scene.squad(1, (18, 12), models=1)
    for unit, fires in ((rifles, False), (carbines, True)):
        play = scene.option(unit, dice=[1]).answer("advance", {})
        units, models = play.s.units, play.s.models
        assert play.unit(unit).option == "advance"
        charge = scene.option(charger, units=units, models=models, dice=[1, 1, 6, 6]).answer("charge", unit, "pass")
        assert (charge.what == "overwatch") is fires
