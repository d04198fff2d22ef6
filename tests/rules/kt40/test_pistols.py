"""Pistols and charges: what a unit in close combat may shoot, and at whom. (PISTOL, INT-38, INT-48, INT-49)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.rulesets.kt40.shoot import why_not_shoot
from counteract.rulesets.kt40.targeting import why_not_target, why_not_weapon
from counteract.rulesets.kt40.weapons import Weapon
from tests.rules.kt40.scenes import Scene, gun, pistol
from tests.rules.kt40.shots import rolls, rule_of

RIFLE = '24" assault 1, 4 0 1'


def melee(state: dict[str, Any] | None = None, others: tuple[tuple[float, float], ...] = (), gap: float = 0.5) -> Scene:
    """Return a scene: a model with rifle and pistol (unit 0), an enemy beside it (unit 1), and further enemies of one model each."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(RIFLE, "rifle"), pistol()], state=state or {})
    scene.squad(1, (10, 11 + gap), models=1)
    for place in others:
        scene.squad(1, place, models=1)
    return scene


def fired(scene: Scene, dice: int = 1) -> list[tuple[str, int]]:
    """Return the weapons that the first unit fires by itself, with their targets."""
    play = scene.shoot(0, dice=[1] * dice)
    assert play.over, play.options()
    return [(event.values["weapon"], event.values["target"]) for event in play.events("hit-roll")]


def why(scene: Scene, target: int) -> str:
    s = scene.state()
    problem = why_not_target(scene.arena, s, 0, pistol(), target, "shooting")
    return problem[0] if problem else ""


@pytest.mark.rule("KT40-PISTOL-01", "KT40-PISTOL-02", "KT40-PISTOL-04", "KT40-READY-03")
def test_a_charged_unit_that_is_readied() -> None:
    """Worked example 5: of five models three are within 1" of the charging unit and fire their pistols; the others do not."""
    scene = Scene()
    places = [(10, 10), (11.2, 10), (12.4, 10), (10, 7.5), (11.2, 7.5)]
    charged = scene.squad(0, places, weapons=[pistol()], state={"charged_by": (1,), "readied": True})
    scene.squad(1, [(10, 11.5), (11.2, 11.5), (12.4, 11.5)], models=3)
    assert why_not_shoot(scene.shoot(charged, dice=[1] * 3).arena, scene.state(), charged, "readied") is None
    assert rolls(scene.shoot(charged, dice=[1] * 3), "hit-roll") == [(1, 1, 1)]


@pytest.mark.rule("KT40-PISTOL-01", "KT40-INT-48")
def test_a_charged_unit_fires_only_pistols_even_if_the_charger_is_gone() -> None:
    """The charging unit was destroyed since; the limit stays, and nobody else is within 1"."""
    scene = melee({"charged_by": (1,)}, gap=6)
    assert fired(scene, 0) == []
    s = scene.state()
    assert rule_of(why_not_weapon(scene.arena, s, 0, gun(RIFLE), "shooting")) == "KT40-PISTOL-01"
    assert why(scene, 1) == "KT40-PISTOL-02"


@pytest.mark.rule("KT40-PISTOL-02")
def test_the_distance_is_that_of_the_model() -> None:
    """A charged model shoots at any enemy unit within 1" of it, not at one farther off."""
    scene = melee({"charged_by": (1,)}, others=((11.4, 10.4), (14, 10)))
    assert [why(scene, target) for target in (1, 2, 3)] == ["", "", "KT40-PISTOL-02"]


@pytest.mark.rule("KT40-PISTOL-05")
def test_a_unit_that_charged_shoots_at_a_unit_it_charged() -> None:
    """The nearer enemy that it did not charge is no target; distance does not matter, range does."""
    scene = melee({"declared": (1, 2), "charged": (2,)}, others=((10, 15), (14, 10)))
    assert [why(scene, target) for target in (1, 2, 3)] == ["KT40-PISTOL-05", "", "KT40-PISTOL-05"]
    assert fired(scene) == [("pistol", 2)]


@pytest.mark.rule("KT40-INT-38")
def test_after_a_failed_charge_pistols_at_declared_targets() -> None:
    """It is not engaged and still may not use its rifle."""
    scene = melee({"declared": (1,), "option": "charge"}, others=((14, 10),), gap=6)
    assert fired(scene) == [("pistol", 1)]
    s = scene.state()
    assert rule_of(why_not_weapon(scene.arena, s, 0, gun(RIFLE), "shooting")) == "KT40-PISTOL-05"


@pytest.mark.rule("KT40-PISTOL-06")
def test_a_unit_long_engaged_shoots_at_the_closest() -> None:
    """Neither charged nor charging this turn."""
    scene = melee(others=((11.8, 10),))
    assert [why(scene, target) for target in (1, 2)] == ["", "KT40-PISTOL-06"]
    assert fired(scene) == [("pistol", 1)]


@pytest.mark.rule("KT40-PISTOL-07", "KT40-TARGET-02")
def test_pistols_fire_into_the_fight_of_their_own_unit() -> None:
    """Of an engaged unit; a unit whose charge failed may not shoot at an enemy that fights a friend."""
    assert fired(melee()) == [("pistol", 1)]
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[pistol()], state={"declared": (2,)})
    scene.squad(0, (10, 15), models=1)
    scene.squad(1, (10, 16.5), models=1)
    assert why(scene, 2) == "KT40-TARGET-02"


@pytest.mark.rule("KT40-INT-49")
def test_charged_and_charging_both_bind() -> None:
    """Pistols at a unit that it charged and that is within 1" of the model."""
    scene = melee({"declared": (2, 3), "charged": (2, 3), "charged_by": (1,)}, others=((11.4, 10.4), (14, 10)))
    assert [why(scene, target) for target in (1, 2, 3)] == ["KT40-PISTOL-05", "", "KT40-PISTOL-02"]


@pytest.mark.rule("KT40-WT-04")
def test_pistols_that_can_be_better_are_asked_about() -> None:
    def asked(*weapons: Weapon) -> bool:
        scene = Scene()
        unit = scene.squad(0, (10, 10), models=1, weapons=weapons)
        scene.squad(1, (10, 20), models=3, wounds=2)
        return scene.shoot(unit, dice=[1] * 2).what == "pistols"

    assert asked(gun('12" rapid fire 1, 4 0 D3', "carbine"), pistol('12" pistol 1, 4 0 2'))
    assert not asked(gun('12" rapid fire 1, 4 0 2', "carbine"), pistol('12" pistol 1, 4 0 1'))
