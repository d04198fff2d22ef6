"""Grenades: one model gives up its shots for one throw. (GREN, INT-51)"""

from __future__ import annotations

import pytest

from tests.rules.kt40.scenes import Scene, grenade, gun, pistol
from tests.rules.kt40.shots import facing, rolls

RIFLE = '24" rapid fire 1, 4 0 1'


@pytest.mark.rule("KT40-GREN-01", "KT40-WT-01", "KT40-INT-51")
def test_one_model_throws() -> None:
    """Worked example 23: four rifles with two shots each and a grenade with four (the die): twelve shots."""
    scene = facing(gun(RIFLE), grenade(), models=5, away=5)
    play = scene.shoot(0, dice=[4] + [1] * 12)
    assert play.what == "grenade" and len(play.options()) == 2  # all five are alike
    play.answer(play.options()[1])
    if play.what == "next-group":
        play.answer("grenade")
    assert play.over and sorted(map(len, rolls(play, "hit-roll"))) == [4, 8]
    thrower = play.events("shoots")
    assert thrower and [event.values["weapons"] for event in thrower] == [("grenade", "gun")]


@pytest.mark.rule("KT40-GREN-01")
def test_the_thrower_gives_up_all_its_shots() -> None:
    """Of two guns it fires neither."""
    scene = facing(gun(RIFLE, "a"), gun(RIFLE, "b"), grenade('6" grenade 1, 3 0 1'), models=1, away=5)
    play = scene.shoot(0, dice=[1])
    play.answer(play.options()[1])
    assert play.over and [event.values["weapon"] for event in play.events("hit-roll")] == ["grenade"]


@pytest.mark.rule("KT40-GREN-01")
def test_no_grenade_by_default_and_none_out_of_range() -> None:
    """At 10" a grenade of 6" is not offered."""
    scene = facing(gun(RIFLE), grenade(), models=2, away=5)
    play = scene.shoot(0, dice=[1] * 4)
    play.game.play(play.decision.default)
    assert play.over and len(rolls(play, "hit-roll")[0]) == 4
    assert facing(gun(RIFLE), grenade(), models=2, away=10).shoot(0, dice=[1] * 4).over


@pytest.mark.rule("KT40-GREN-02", "KT40-PISTOL-03")
def test_no_grenades_in_close_combat() -> None:
    """An engaged model, charged this turn or not, keeps to its pistols."""
    for state in ({}, {"charged_by": (1,)}):
        scene = Scene()
        squad = scene.squad(0, (10, 10), models=1, weapons=[pistol(), grenade()], state=state)
        scene.squad(1, (10, 11.5), models=1)
        play = scene.shoot(squad, dice=[1])
        assert play.over and [event.values["weapon"] for event in play.events("hit-roll")] == ["pistol"]


@pytest.mark.rule("KT40-INT-51")
def test_a_unit_with_grenades_alone_throws_one() -> None:
    """Two models, one throw."""
    play = facing(grenade('6" grenade 2, 3 0 1'), models=2, away=5).shoot(0, dice=[1] * 2)
    assert play.over and rolls(play, "hit-roll") == [(1, 1)]
