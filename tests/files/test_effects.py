"""Effects that teams of the package bring with them, each seen at work on a small board."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Dice, Pick
from counteract.mechanics.cards import Ability
from tests.rules.kt24.rounds import strategy
from tests.rules.kt24.scene import Play, Scene, blade, gun


def ability(effect: str, **values: object) -> Ability:
    return Ability(id="own", name="Own", text="…", effect=effect, values=values)


def offered(play: Play) -> set[str]:
    """Return the re-rolls a player is offered."""
    return {option.use for option in play.decision.options if isinstance(option, Dice)} if play.what == "re-roll" else set()


@pytest.mark.parametrize(("left", "rerolls"), [(10, set()), (9, {"balanced"})])
def test_a_weapon_rule_that_only_the_wounded_have(left: int, rerolls: set[str]) -> None:
    scene = Scene()
    own = ability("weapon-rule-when-wounded", rules=["Balanced"], weapons="ranged")
    scene.add(0, (5, 11), left=left, order="engage", weapons=[gun()], abilities=[own])
    target = scene.add(1, (15, 11), order="engage")
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 1, 1, 1])
    play.answer(target)
    assert offered(play) == rerolls


@pytest.mark.parametrize(("friend", "rerolls"), [((5, 8.01), {"balanced"}), ((5, 6.9), set())])
def test_a_weapon_rule_that_only_those_near_a_friend_have(friend: tuple[float, float], rerolls: set[str]) -> None:
    """Bases of 1" across: centres 2.99" apart are within 2" of each other, centres 4.1" apart are not."""
    scene = Scene()
    own = ability("weapon-rule-near-friend", rules=["Balanced"], weapons="ranged", friend_within=2)
    scene.add(0, (5, 11), order="engage", weapons=[gun()], abilities=[own])
    scene.add(0, friend)
    target = scene.add(1, (15, 11), order="engage")
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 1, 1, 1])
    play.answer(target)
    assert offered(play) == rerolls


ENGAGE, CONCEAL = "engage", "conceal"


@pytest.mark.parametrize(
    ("condition", "own_order", "target", "works"),
    [
        ({"while_order": ENGAGE}, ENGAGE, {}, True),
        ({"while_order": ENGAGE}, CONCEAL, {}, False),
        ({"while_order": CONCEAL}, CONCEAL, {}, True),
        ({"while_order": CONCEAL}, ENGAGE, {}, False),
        ({"against_order": ENGAGE}, ENGAGE, {"order": ENGAGE}, True),
        ({"against_order": ENGAGE}, ENGAGE, {"order": CONCEAL}, False),
        ({"against_order": CONCEAL}, ENGAGE, {"order": CONCEAL}, True),
        ({"against_order": CONCEAL}, CONCEAL, {"order": ENGAGE}, False),
        ({"against_wounded": True}, ENGAGE, {"left": 9}, True),
        ({"against_wounded": True}, ENGAGE, {"left": 10}, False),
        ({"weapons": "ranged"}, ENGAGE, {}, True),
        ({"weapons": "melee"}, ENGAGE, {}, False),
    ],
)
def test_a_weapon_rule_holds_only_under_its_condition(condition: dict[str, object], own_order: str, target: dict[str, Any], works: bool) -> None:
    """A silent gun, so that its user can shoot with either order, at a target in the open."""
    scene = Scene()
    scene.add(0, (5, 11), order=own_order, weapons=[gun("4 3+ 3/4; Silent")], abilities=[ability("weapon-rule", rules=["Balanced"], **condition)])
    enemy = scene.add(1, (15, 11), **{"order": ENGAGE, **target})
    play = scene.act(0, "shoot", dice=[1] * 7).answer(enemy)
    assert offered(play) == ({"balanced"} if works else set())


def test_whoever_feeds_regains_wounds_with_each_kill() -> None:
    """An operative with 5 of 10 wounds fells its opponent with the first strike, and has 7."""
    scene = Scene()
    scene.add(0, (5, 11), left=5, order="engage", weapons=[blade("1 2+ 4/5")], abilities=[ability("feed", wounds=2)])
    scene.add(1, (6.5, 11), left=3, weapons=[])
    play = scene.act(0, "fight", dice=[3])
    assert play.wounds(1) == 0
    assert play.wounds(0) == 7


@pytest.mark.parametrize(("left", "after"), [(4, 7), (9, 10)])
def test_a_second_wind_is_for_the_wounded_operative_that_is_activated(left: int, after: int) -> None:
    scene = Scene()
    scene.ploy(0, name="gulp", kind="firefight", effect="second-wind", values={"wounds": 3}, moment="activated", until="now")
    scene.add(0, (5, 11), left=left)
    scene.add(0, (8, 11), left=2)
    scene.add(1, (25, 11))
    play = scene.activate(0, cp=(1, 0)).answer("conceal")
    assert play.options() == ["gulp", "pass"]
    play.answer("gulp")
    assert (play.wounds(0), play.wounds(1)) == (after, 2)


def test_a_second_wind_is_not_offered_to_the_unhurt() -> None:
    scene = Scene()
    scene.ploy(0, name="gulp", kind="firefight", effect="second-wind", moment="activated", until="now")
    scene.add(0, (5, 11))
    scene.add(1, (25, 11))
    assert scene.activate(0, cp=(1, 0)).answer("conceal").what == "action"


@pytest.mark.parametrize(("mine", "theirs", "wise"), [(10, 10, "soften"), (9, 10, "rally"), (10, 9, "harry")])
def test_ploys_that_can_do_nothing_are_not_advised(mine: int, theirs: int, wise: str) -> None:
    """Healing is for the wounded, and so is a rule against them; who advises takes the first ploy that is of use."""
    scene = Scene()
    scene.add(0, (5, 3), left=mine)
    scene.add(1, (15, 19), left=theirs)
    scene.ploy(0, id="rally", kind="strategy", effect="rally", until="now")
    scene.ploy(0, id="harry", kind="strategy", effect="weapon-rule", values={"rules": ["Balanced"], "against_wounded": True})
    scene.ploy(0, id="soften", kind="strategy", effect="soften")
    play = strategy(scene, turn=2, dice=[6, 1], cp=(5, 0)).answer(0)
    assert play.game.advice() == Pick(wise)
