"""Shaken models: actions they lose, and rules that still work for them."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Dice
from tests.rules.kt18.scene import Ability, Scene, gun

GUN = gun('24" assault 1, 4 0 1')


def pair(at: tuple[float, float] = (15, 11), **state: Any) -> tuple[Scene, int, int, int]:
    """Return a shaken model of player 1 and a steady one beside it, and an enemy."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[GUN], shaken=True, psyker=True, **state)
    steady = scene.add(0, (5, 15), weapons=[GUN], psyker=True)
    b = scene.add(1, at, weapons=[GUN])
    return scene, a, steady, b


# --- nothing to do


@pytest.mark.rule("KT18-SHAKEN-02", "KT18-QA-16")
def test_it_does_not_move() -> None:
    """It is not among those that can be chosen; asked for all the same, it is refused for being shaken."""
    scene, a, steady, _ = pair()
    play = scene.manoeuvre(0)
    assert play.options() == [steady, "pass"]
    assert play.why(a) == "KT18-QA-16"


@pytest.mark.rule("KT18-SHAKEN-02", "KT18-QA-16")
def test_it_does_not_shoot() -> None:
    scene, a, steady, _ = pair()
    play = scene.shooting()
    assert play.options() == [steady, "pass"]
    assert play.why(a) == "KT18-QA-16"


@pytest.mark.rule("KT18-SHAKEN-02", "KT18-QA-16")
def test_it_does_not_fight() -> None:
    """Charged, and with the charger beside it, it does not strike back."""
    scene = Scene()
    a, steady = scene.add(0, (5, 11), shaken=True, charged_by=(2,)), scene.add(0, (6, 12.8))
    scene.add(1, (6.2, 11), charged=(0,), tried=True, fought=True)
    play = scene.fighting()
    assert play.options() == [steady, "pass"]
    assert play.why(a) == "KT18-QA-16"


@pytest.mark.rule("KT18-SHAKEN-02", "KT18-QA-16")
def test_it_attempts_no_powers() -> None:
    scene, a, steady, _ = pair()
    play = scene.psychic(0)
    assert play.options() == [steady, "pass"]
    assert play.why(a) == "KT18-QA-16"


@pytest.mark.rule("KT18-SHAKEN-02", "KT18-QA-16")
def test_it_does_not_react() -> None:
    """Charged together with a steady friend, only the friend is asked."""
    scene, a, steady, b = pair(at=(12, 13))
    play = scene.option(b, "charge", dice=[6, 6]).answer(a, steady)
    assert (play.what, play.decision.subject) == ("reaction", steady)
    play.answer("pass")
    assert play.events("charge-roll")  # no other player was asked


@pytest.mark.rule("KT18-QA-16", "KT18-MIS-06")
def test_it_controls_no_objectives() -> None:
    """Alone on a marker it holds nothing; two shaken models do not outweigh one steady enemy."""
    scene = Scene(mission="three-stones")
    scene.add(0, (15, 11), shaken=True)
    scene.add(0, (6, 11), shaken=True)
    scene.add(0, (6, 12.2), shaken=True)
    scene.add(1, (6, 9.5))
    play = scene.manoeuvre(0)
    assert [m["holder"] for m in play.game.view()["markers"]] == [None, 1, None]


@pytest.mark.rule("KT18-QA-16", "KT18-INT-72")
@pytest.mark.parametrize(("phase", "at"), [("movement", (15, 11)), ("shooting", (15, 11)), ("fight", (6.5, 13))])
def test_no_decisive_tactic_is_for_it(phase: str, at: tuple[float, float]) -> None:
    """It would be the one to act; the steady model beside it may."""
    scene, a, steady, _ = pair(at=at)
    scene.places[a], scene.places[steady] = (5.2, 12.4, 0.0), (5.2, 13.6, 0.0)
    start = {"movement": scene.movement, "shooting": scene.shooting, "fight": scene.fighting}[phase]
    play = start(cp=(9, 0))
    assert (play.what, play.options()) == ("decisive", ["pass", steady])
    assert play.why(a) == "KT18-QA-16"


@pytest.mark.rule("KT18-INT-72")
def test_its_saving_throw_may_be_rolled_again() -> None:
    """The player acts, the model only suffers."""
    scene, a, _, b = pair()
    play = scene.shoot(b, cp=(1, 0), dice=[3, 4, 2, 4]).answer(a)
    assert (play.what, play.player) == ("re-roll", 0)
    play.answer(Dice("tactical-re-roll", (0,)))
    assert play.wounds(a) == 1


@pytest.mark.rule("KT18-INT-72", "KT18-TAC-08")
def test_a_model_steadied_this_phase_may_be_insanely_brave() -> None:
    """Shaken until now and hurt, it is tested again; its token is gone, so the Tactic may be used for it."""
    scene, a, *_ = pair(flesh=1, leadership=2)
    for x in (10, 14):
        scene.add(1, (x, 20))
    play = scene.morale(0, cp=(1, 0))
    assert (play.what, play.decision.subject) == ("tactic", a)
    play.answer("insane-bravery")
    assert play.over
    assert not play.model(a).shaken


# --- still there


@pytest.mark.rule("KT18-INT-70")
def test_it_can_be_shot_and_charged() -> None:
    scene, a, steady, b = pair()
    assert scene.shoot(b).options() == [a, steady]
    assert a in scene.option(b, "charge").options()


@pytest.mark.rule("KT18-INT-70")
def test_it_can_be_struck() -> None:
    """And is hurt like any other."""
    scene = Scene()
    a = scene.add(0, (5, 11), shaken=True)
    b = scene.add(1, (6.001, 11))
    play = scene.fight(b, dice=[6, 6, 1, 6]).decline("move")
    assert play.out(a)


@pytest.mark.rule("KT18-INT-70")
def test_it_is_in_the_way_of_moves_and_of_sight() -> None:
    """An enemy that charges it and a friend behind it cannot walk through it, and does not see that friend."""
    scene = Scene()
    a, behind = scene.add(0, (10, 11), shaken=True), scene.add(0, (14, 11))
    b = scene.add(1, (6, 11), weapons=[GUN])
    play = scene.option(b, "charge", dice=[6, 6]).answer(a, behind, "pass")
    assert play.why([(12.7, 11)]) == "KT18-INT-08"
    assert play.why([(8.7, 11)]) == ""
    shot = scene.shoot(b)
    assert shot.options() == [a]
    assert shot.why(behind) == "KT18-SHOOT-07"


@pytest.mark.rule("KT18-INT-70", "KT18-GEN-07")
def test_it_engages_enemies_and_shields_them_from_its_friends() -> None:
    """An enemy within 1" of it cannot be shot at by the shaken model's friends, nor shoot with anything but Pistols itself."""
    scene, _a, steady, b = pair(at=(6.5, 11))
    play = scene.shooting()
    assert play.over  # no model can shoot: the steady one has no other target, the enemy is engaged
    scene.add(1, (15, 15))
    play = scene.shoot(steady)
    assert play.options() == [3]
    assert play.why(b) == "KT18-SHOOT-09"


@pytest.mark.rule("KT18-INT-70", "KT18-NERVE-04")
def test_it_gives_no_courage_to_others() -> None:
    """A friend beside it that has just been shaken weighs on the die instead; see the Nerve tests. Here: two tests, side by side."""
    scene = Scene()
    a, a2 = scene.add(0, (5, 11), flesh=1, leadership=2), scene.add(0, (7, 11), flesh=1)
    for x in (14, 18, 22):
        scene.add(0, (x, 20))
    scene.add(1, (28, 2))
    play = scene.morale(0, dice=[6, 3]).answer(a)
    assert play.model(a).shaken
    assert play.events("nerve-test")[1].values == {"model": a2, "dice": (3,), "modifier": 1, "needed": 7, "hit": True}


@pytest.mark.rule("KT18-INT-70", "KT18-NERVE-01")
def test_it_is_tested_like_any_other_once_its_token_is_gone() -> None:
    scene, a, *_ = pair(flesh=1)
    play = scene.morale(0, dice=[3])
    assert [e.values["model"] for e in play.events("nerve-test")] == [a]


# --- abilities go on


@pytest.mark.rule("KT18-QA-17")
def test_an_ability_that_ignores_wounds_still_rolls() -> None:
    """Shaken, with a 5+ against losing wounds: the 5 keeps it unhurt."""
    scene = Scene()
    a = scene.add(0, (5, 11), shaken=True, ignores=5)
    b = scene.add(1, (15, 11), weapons=[GUN])
    play = scene.shoot(b, dice=[3, 4, 1, 5]).answer(a)
    assert play.wounds(a) == 1
    assert [e.values["dice"] for e in play.events("ignore-roll")] == [(5,)]
    assert not play.events("wound-lost")


@pytest.mark.rule("KT18-QA-17")
def test_the_icon_of_a_shaken_bearer_still_works() -> None:
    """The bearer fails its own test first; its icon helps the friend beside it all the same: Ld 5 and 1 more against 5 + 1."""
    icon = Ability(id="icon", name="Icon", text="…", effect="icon", values={"inches": 6})
    scene = Scene()
    bearer = scene.add(0, (5, 11), flesh=1, leadership=2, abilities=[icon])
    a = scene.add(0, (9, 11), flesh=1, leadership=5)
    for x in (14, 18, 22):
        scene.add(0, (x, 20))
    scene.add(1, (28, 2))
    play = scene.morale(0, dice=[6, 5]).answer(bearer)
    assert play.model(bearer).shaken
    assert not play.model(a).shaken
    assert play.events("nerve-test")[1].values["needed"] == 6
