"""Grenades: one model gives up its shots for one throw. (GREN, INT-51)"""

from __future__ import annotations

import pytest

from counteract.rulesets.kt40.preview import Preview
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


@pytest.mark.rule("KT40-GREN-01")
def test_each_answer_tells_the_odds_of_all_that_the_unit_fires() -> None:
    """BS 3+, then 4+ to wound and 4+ to save: a shot costs 1/6 of a wound. Three models fire two each, or two do and one throws three shots."""
    play = facing(gun(RIFLE), grenade('6" grenade 3, 4 0 1'), models=3, away=5, enemies=9).shoot(0)
    told = {option: play.game.label(answer) for option, answer in zip(play.options(), play.decision.options, strict=True)}
    assert told["pass"].title == "no grenade" and told["pass"].detail.startswith("Unit 1: about 1.0 wounds")
    (throw,) = (label for option, label in told.items() if option != "pass")
    assert throw.title == "M 0 1 throws grenade" and throw.detail.startswith("Unit 1: about 1.2 wounds")
    forecast = Preview().forecast(play.game, play.decision.options[1])
    assert forecast is not None and forecast.text.startswith("about 1.2 wounds") and forecast.weapon == "grenade, gun"


@pytest.mark.rule("KT40-GREN-01")
def test_the_odds_of_a_grenade_name_each_target_of_the_unit() -> None:
    """Model by model: one of two models shoots at a unit beyond the grenade's range."""
    scene = Scene()
    scene.squad(0, (10, 10), models=2, weapons=[gun(RIFLE), grenade('6" grenade 3, 4 0 1')])
    scene.squad(1, (10, 15), models=5)
    scene.squad(1, (10, 28), models=5)
    play = scene.shoot(0).answer("split by model", 1, 2)
    assert play.what == "grenade" and len(play.options()) == 2
    assert [play.game.label(answer).detail.replace("about ", "") for answer in play.decision.options] == [
        "Unit 1: 0.3 wounds; Unit 2: 0.2 wounds",
        "Unit 1: 0.5 wounds, 1% morale fails; Unit 2: 0.2 wounds",
    ]


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
