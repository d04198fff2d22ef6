"""Advancing: further, and at what price. (ADV)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kt18.moving import ENEMY, MOVER, choosing, ends, length, lone
from tests.rules.kt18.scene import Play, Scene, gun
from tests.rules.kt18.shots import rolls


@pytest.mark.rule("KT18-ADV-01")
@pytest.mark.parametrize(("move", "face"), [(6, 1), (6, 4), (5, 6)])
def test_an_advance_is_the_move_characteristic_and_a_die(move: int, face: int) -> None:
    """One D6 is rolled before the way is chosen; M and that many inches are allowed, 0.01" more are not."""
    play = choosing(lone(move=move), dice=[face]).answer("advance")
    assert rolls(play) == [(face,)]
    assert (play.what, play.player, play.decision.rule) == ("move", 0, "KT18-ADV-01")
    most = move + face
    assert play.why([(5 + most + 0.01, 11)]) == "KT18-ADV-01"
    assert length(play, [(5 + most + 0.5, 11)]) == pytest.approx(most + 0.5)
    assert max(x for x, *_ in ends(play)) > 5 + most - 1
    play.answer([(5 + most, 11)])
    assert play.at(MOVER) == (5 + most, 11, 0)
    assert play.events("advance-roll")[0].values["dice"] == (face,)
    assert play.events("moved")[0].rule == "KT18-ADV-01"


@pytest.mark.rule("KT18-ADV-01")
def test_it_may_go_less_far() -> None:
    """Up to: a shorter way is as good, and the model has Advanced and moved."""
    play = choosing(lone(), dice=[6]).answer("advance", [(7, 11)])
    model = play.model(MOVER)
    assert play.at(MOVER) == (7, 11, 0) and model.advanced and model.moved


def charged(**target: Any) -> Play:
    """Return a battle in which model 1, with a gun and room behind it, is charged by model 0."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (12, 11), weapons=[gun()], **target)
    return scene.option(0, "charge", dice=[1, 1]).answer(1)


@pytest.mark.rule("KT18-ADV-02", "KT18-REACT-03")
def test_who_advanced_does_not_react() -> None:
    """Neither Overwatch nor Retreat: it is not asked, and the story says why. Had it not Advanced, it would be."""
    play = charged(advanced=True)
    assert not play.events("reacts") and play.events("charge-roll")
    assert [(e.rule, e.values["model"]) for e in play.events("cannot-react")] == [("KT18-REACT-03", 1)]
    play = charged()
    assert (play.what, play.player, play.options()) == ("reaction", 1, ["overwatch", "retreat", "pass"])


@pytest.mark.rule("KT18-ADV-02", "KT18-MOVE-01")
def test_it_does_not_react_for_the_rest_of_the_round() -> None:
    """Player 0 Advances in the first turn; charged in the second one, the model is helpless, its friend is not."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun()])
    scene.add(0, (5, 14), weapons=[gun()])
    scene.add(1, (15, 11))
    play = scene.movement(dice=[1, 6, 6]).answer(0, "advance", [(6, 11)], "pass", 2, "charge", 0, 1)
    assert (play.what, play.decision.subject) == ("reaction", 1)


WEAPONS = {
    "rapid": gun('24" rapid fire 1, 4 0 1', "rapid"),
    "heavy": gun('24" heavy 1, 4 0 1', "heavy"),
    "pistol": gun('12" pistol 1, 4 0 1', "pistol"),
    "grenade": gun('9" grenade 1, 4 0 1', "grenade"),
}


@pytest.mark.rule("KT18-ADV-03", "KT18-SHOOT-03")
@pytest.mark.parametrize(
    ("name", "rule"), [("rapid", "KT18-WR-RAPID-02"), ("heavy", "KT18-WR-HEAVY-02"), ("pistol", "KT18-ADV-03"), ("grenade", "KT18-ADV-03")]
)
def test_who_advanced_does_not_shoot(name: str, rule: str) -> None:
    """Not with anything but Assault weapons; a friend with the same weapon that did not Advance may."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[WEAPONS[name]], advanced=True, moved=True)
    scene.add(0, (5, 14), weapons=[WEAPONS[name]])
    scene.add(1, (11, 12))
    play = scene.shooting()
    assert play.options() == [1, "pass"]
    assert play.why(0) == rule


@pytest.mark.rule("KT18-ADV-03")
def test_assault_weapons_can_be_fired_after_an_advance() -> None:
    """With an Assault weapon and a heavier one it shoots with the Assault weapon alone."""
    scene = lone(weapons=[gun('24" assault 2, 4 0 1', "carbine"), WEAPONS["heavy"]], enemy=(12, 11), advanced=True, moved=True)
    play = scene.shoot(MOVER, dice=[1, 1]).answer(ENEMY)
    assert play.events("shoots")[0].values["weapons"] == ("carbine",)
