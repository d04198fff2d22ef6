"""Heroic interventions. (HERO)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Pick
from counteract.core.state import Task
from counteract.rulesets.kt40.reserves import why_not_intervene
from tests.rules.kt40.scenes import Scene, ability, gun


def hero(away: float = 3.0, **more: object) -> tuple[Scene, int, int]:
    """Return a scene with a CHARACTER and an enemy model so many inches from it."""
    scene = Scene()
    unit = scene.character(0, (10, 10), **more)  # type: ignore[arg-type]
    return scene, unit, scene.squad(1, (11 + away, 10), models=1, weapons=[gun()])


@pytest.mark.rule("KT40-HERO-01")
def test_a_character_moves_up_to_three_inches_towards_the_nearest_enemy() -> None:
    scene, unit, _ = hero()
    play = scene.window("movement end")
    assert (play.what, play.options()) == ("effect", ["pass", f"intervene:{unit}"])
    play.answer(f"intervene:{unit}")
    assert play.why({0: (13, 10)}) == ""  # into contact
    assert play.why({0: (10.5, 10)}) == ""  # any nearer will do
    assert play.why({0: (10, 12)}) == "KT40-HERO-01"  # not closer
    assert play.why({0: [(10, 11.5), (11.6, 10)]}) == "KT40-HERO-01"  # longer than 3"
    assert play.why({}) == "KT40-HERO-01"
    play.answer({0: (12.5, 10)})
    assert play.unit(unit).intervened
    assert play.unit(unit).moved


@pytest.mark.rule("KT40-HERO-01")
def test_who_may_not_intervene() -> None:
    for away, more, barred in (
        (3.0, {}, False),
        (3.002, {}, True),  # too far
        (1.0, {}, True),  # engaged
        (3.0, {"state": {"declared": (1,), "option": "charge"}}, True),
        (3.0, {"state": {"arrived": True}}, True),
    ):
        scene, unit, _ = hero(away, **more)  # type: ignore[arg-type]
        s = scene.state()
        assert (why_not_intervene(scene.arena, s, unit) is not None) is barred
    scene = Scene()
    scene.squad(0, (10, 10), models=1)  # no CHARACTER
    scene.squad(1, (14, 10), models=1)
    assert scene.window("movement end").what == ""


@pytest.mark.rule("KT40-HERO-01", "KT40-AIR-04")
def test_an_enemy_aircraft_draws_no_hero_who_does_not_fly() -> None:
    scene = Scene()
    scene.character(0, (10, 10))
    scene.aircraft(1, (15, 10))
    assert scene.window("movement end").what == ""


@pytest.mark.rule("KT40-HERO-02")
def test_one_intervention_a_turn_and_no_charge() -> None:
    scene, unit, enemy = hero()
    play = scene.play(Task("intervene", (unit,)), Task("window", ("movement end",))).answer({0: (11, 10)})
    assert play.what == ""  # no overwatch, and no second intervention 2" away
    own = play.unit(unit)
    assert (own.charged, own.declared, own.option) == ((), (), "")
    assert play.unit(enemy).charged_by == ()


@pytest.mark.rule("KT40-HERO-01", "KT40-INT-73")
def test_a_character_hemmed_in_is_not_offered_an_intervention() -> None:
    scene = Scene()
    unit = scene.character(0, (0.5, 0.5))
    scene.squad(0, [(1.5, 0.5), (0.5, 1.5), (1.5, 1.5)], models=3)
    scene.squad(1, (4.2, 0.5), models=1)
    assert scene.window("movement end").what == ""
    assert why_not_intervene(scene.arena, scene.state(), unit) is not None


@pytest.mark.rule("KT40-HERO-01", "KT40-RES-02")
def test_who_may_not_enter_is_refused_by_the_rule_that_bars_it() -> None:
    """In the window one hero may intervene; one too far off, and a unit in reserve before its turn, are refused with the rule of each."""
    scene = Scene()
    near, far = scene.character(0, (10, 10)), scene.character(0, (10, 25))
    waiting = scene.squad(0, None, models=1, abilities=[ability("reserve", inches=9)], state={"reserve": True})
    scene.squad(1, (14, 10), models=1)
    play = scene.window("movement end", turn=1)
    assert play.options() == ["pass", f"intervene:{near}"]
    told = {unit: play.game.why_not(Pick(f"{how}:{unit}")) for how, unit in (("intervene", far), ("arrive", waiting))}
    assert [told[unit].rule for unit in (far, waiting)] == ["KT40-HERO-01", "KT40-RES-02"]
