"""Opportunity strikes at a unit that falls back. (OPP, INT-22, INT-33, INT-35)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Allocate, Concede
from tests.rules.kt40.scenes import Play, Scene, blade


def forgo(play: Play) -> Play:
    """Make no pile-in and no consolidation."""
    while play.what == "move" and play.decision.optional:  # type: ignore[attr-defined]
        play.answer("pass")
    return play


@pytest.mark.rule("KT40-OPP-01", "KT40-OPP-05")
def test_each_unit_within_an_inch_may_strike_or_not() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    near, also = scene.squad(1, (12, 10), models=1), scene.squad(1, (8, 10), models=1)
    scene.squad(1, (10, 12.01), models=1)
    play = scene.option(unit).answer("fall back")
    assert (play.what, play.player, play.options()) == ("strike", 1, ["pass", near, also])
    play.answer("pass")  # for both
    assert (play.what, play.player) == ("move", 0)


@pytest.mark.rule("KT40-OPP-01", "KT40-AIR-04")
def test_a_unit_that_does_not_count_as_engaged_may_not_strike() -> None:
    scene = Scene()
    plane = scene.aircraft(0, (10, 10), state={"facing": 0.0})
    scene.squad(1, (10, 13.5), models=1)
    flyer = scene.flyers(1, (10, 6.5), models=1)
    play = scene.option(plane).answer("fall back")
    assert play.options() == ["pass", flyer]


@pytest.mark.rule("KT40-OPP-02")
def test_flying_is_no_protection() -> None:
    scene = Scene()
    unit = scene.flyers(0, (10, 10), models=1)
    enemy = scene.squad(1, (12, 10), models=1)
    assert scene.option(unit).answer("fall back").options() == ["pass", enemy]


@pytest.mark.rule("KT40-OPP-03", "KT40-FIGHT-07", "KT40-FIGHT-12")
def test_a_strike_is_a_pile_in_attacks_and_a_consolidation() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, wounds=3)
    striker = scene.squad(1, [(12, 10), (15, 10)], models=2)
    play = scene.option(unit, dice=[6, 1, 1]).answer("fall back", striker)
    assert (play.what, play.player, play.decision.context.action) == ("move", 1, "pile in")  # type: ignore[attr-defined]
    play.answer({1: (11.5, 10), 2: (12.55, 10)})  # the second model gets within 1" of the first
    assert play.events("hit-roll")[0].values["dice"] == (6, 1)
    assert (play.what, play.decision.context.action) == ("move", "consolidate")  # type: ignore[attr-defined]
    play.answer("pass")
    assert (play.what, play.player) == ("move", 0)  # and now the unit falls back


@pytest.mark.rule("KT40-OPP-04")
def test_a_strike_hits_on_a_six_alone() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, wounds=3)
    striker = scene.squad(1, (12, 10), models=1, attacks=3, ws=2)
    play = forgo(scene.option(unit, dice=[5, 5, 4]).answer("fall back", striker))
    assert play.events("hit-roll")[0].values["dice"] == (5, 5, 4)
    assert not play.events("wound-roll")


@pytest.mark.rule("KT40-OPP-05", "KT40-INT-22")
def test_several_strikers_take_turns_in_turn_order_one_strike_each() -> None:
    scene = Scene(players=3)
    unit = scene.squad(0, (10, 10), models=1, wounds=9)
    b1, b2 = scene.squad(1, (12, 10), models=1), scene.squad(1, (8, 10), models=1)
    c1 = scene.squad(2, (10, 12), models=1)
    play = scene.option(unit, dice=[1, 1, 1], order=(1, 0, 2)).answer("fall back")
    asked = []
    while play.what == "strike":
        asked.append((play.player, play.options()))
        forgo(play.answer(play.options()[1]))
    assert asked == [(1, ["pass", b1, b2]), (2, ["pass", c1]), (1, ["pass", b2])]


@pytest.mark.rule("KT40-OPP-06", "KT40-INT-35")
def test_a_strike_uses_up_nothing() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    striker = scene.squad(1, (12, 10), models=1)
    play = scene.option(unit, dice=[1]).answer("fall back", striker, "pass", "pass", {0: (6, 10)})
    own = play.unit(striker)
    assert (own.option, own.shot, own.fought) == ("", False, False)
    assert "charge" in scene.option(striker, units=play.s.units, places=play.s.places).options()


@pytest.mark.rule("KT40-INT-33")
def test_if_the_unit_is_destroyed_its_slayer_consolidates_and_the_others_do_not_strike() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    one, two = scene.squad(1, (12, 10), models=1), scene.squad(1, (8, 10), models=1)
    play = scene.option(unit, dice=[6, 6, 1]).answer("fall back", one, "pass")
    assert play.unit(unit).destroyed
    assert play.what == ""  # nobody is left to close in on, and the second strike is not made
    assert [e.values["unit"] for e in play.events("strikes")] == [one]
    assert two


@pytest.mark.rule("KT40-INT-33")
def test_the_slayer_consolidates_towards_others() -> None:
    scene = Scene()
    unit, other = scene.squad(0, (10, 10), models=1), scene.squad(0, (14, 12), models=1)
    one = scene.squad(1, (12, 10), models=1)
    play = scene.option(unit, dice=[6, 6, 1]).answer("fall back", one, "pass")
    assert play.unit(unit).destroyed
    assert (play.what, play.decision.context.action) == ("move", "consolidate")  # type: ignore[attr-defined]
    assert play.why({2: (13, 11.2)}) == ""  # closer to the other unit, within 1"
    assert other


@pytest.mark.rule("KT40-OPP-01", "KT40-OPP-02", "KT40-OPP-03", "KT40-OPP-04", "KT40-OPP-05", "KT40-OPP-06", "KT40-FLY-01", "KT40-FALLBACK-03")
def test_worked_example_8_an_opportunity_strike() -> None:
    scene = Scene()
    unit = scene.flyers(0, (10, 10), models=5, toughness=3, save=5)
    striker = scene.squad(1, (10, 11.5), models=4, attacks=2, ws=3, weapons=[blade()])
    play = scene.option(unit, dice=[6, 6, 5, 4, 6, 1, 2, 3, 3, 2, 6, 5, 4]).answer("fall back", striker, "pass")
    assert play.events("hit-roll")[0].values["dice"] == (6, 6, 5, 4, 6, 1, 2, 3)
    if play.what == "casualties":
        play.answer(Allocate((1, 0, 0, 0, 0)))
    assert play.lost(unit) == 1  # three hits, two wounds, one save fails
    forgo(play)
    alive = play.models(unit)
    play.answer({i: (10 + 1.5 * k, 4) for k, i in enumerate(alive)})
    assert play.unit(unit).option == "fall back"


@pytest.mark.rule("KT40-MIS-15", "KT40-OPP-05")
def test_whoever_gives_up_while_asked_for_a_strike_does_not_strike() -> None:
    scene = Scene(players=3)
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (10, 11.5), models=1)
    scene.squad(2, (40, 30), models=1)
    play = scene.option(unit, dice=[6, 6, 1]).answer("fall back")
    assert (play.what, play.player) == ("strike", 1)
    play.game.play(Concede(1))
    assert not play.events("strikes")
    assert play.what == "move"  # it falls back
