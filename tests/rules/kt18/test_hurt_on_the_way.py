"""Models that are hurt, or fall, in the middle of a move or a charge. (INT-81)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Path
from tests.rules.kt18.heights import shot_at, tower
from tests.rules.kt18.scene import Play, Scene, gun

NO_WOUND = 1


# --- jumps


def jump(height: float, dice: list[int], *, option: str = "normal move", **mover: Any) -> Play:
    """Return a battle in which model 0 stands on a tower and jumps down to the west of it; an enemy waits at (8, 11)."""
    scene = Scene()
    tower(scene, height)
    scene.add(0, (15.6, 11, height), **{"move": 6, **mover})
    scene.add(0, (28, 20))
    scene.add(1, (8, 11), moved=True)
    return scene.option(0, option, dice=dice)


LEAP = [(14.4, 11, 0, "jump"), (13, 11)]


@pytest.mark.rule("KT18-INT-81", "KT18-TERR-07")
@pytest.mark.parametrize(("height", "dice"), [(5.0, []), (5.9, []), (6.0, [4]), (7.0, [4]), (9.0, [4, 4])])
def test_a_jump_rolls_one_die_less_than_a_fall(height: float, dice: list[int]) -> None:
    """Less than 6" is safe; from 6" one die, from 9" two, of which one is warned; and the model ends where its path leads."""
    play = jump(height, dice)
    warned = play.game.ruleset.preview.risks(play.game, Path(tuple(LEAP)))
    assert [(risk.rule, f"rolls {len(dice)} di" in risk.text) for risk in warned] == [("KT18-TERR-07", True)] * bool(dice)
    play.answer(LEAP)
    assert [e.values["dice"] for e in play.events("impact")] == ([tuple(dice)] if dice else [])
    assert play.at(0) == (13, 11, 0)


@pytest.mark.rule("KT18-INT-81")
def test_a_flesh_wound_in_landing_does_not_end_the_move() -> None:
    """A 5 in landing costs the last wound, the Injury roll is a 2: a flesh wound, and the model goes on to where it meant to."""
    play = jump(7.0, [5, 2]).answer(LEAP)
    assert play.flesh(0) == 1 and play.wounds(0) == 1
    assert play.at(0) == (13, 11, 0)


@pytest.mark.rule("KT18-INT-81")
def test_out_of_action_in_landing_ends_the_move() -> None:
    """With a 4 for the Injury roll the model is removed, and the end of its path sees nothing of it."""
    play = jump(7.0, [5, 4]).answer(LEAP)
    assert play.out(0) and play.at(0) is None and play.over


@pytest.mark.rule("KT18-INT-81", "KT18-CHARGE-10")
@pytest.mark.parametrize(("injury", "arrives"), [(2, True), (4, False)])
def test_a_charge_by_a_jump_goes_on_after_a_flesh_wound_only(injury: int, arrives: bool) -> None:
    """A charger jumps 7" down and is hurt: with a flesh wound it has charged, out of action no model has been charged."""
    play = jump(7.0, [3, 4, 5, injury], option="charge").answer(2)
    play.answer([(14.4, 11, 0, "jump"), (9.5, 11)])
    assert play.out(0) is not arrives
    assert play.model(2).charged_by == ((0,) if arrives else ())
    assert bool(play.events("charged")) is arrives


@pytest.mark.rule("KT18-INT-81", "KT18-INT-14")
@pytest.mark.parametrize(("injury", "arrives"), [(2, True), (4, False)])
def test_a_charger_lost_at_the_end_of_its_move_has_charged_nobody(injury: int, arrives: bool) -> None:
    """Its charge ends on dangerous ground, where it loses its last wound: with a flesh wound it has charged, else no model has."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (28, 20))
    scene.add(1, (11, 11), moved=True)
    scene.ground(8, 8, 14, 14, "dangerous")
    play = scene.option(0, "charge", dice=[3, 4, 1, injury]).answer(2, [(9.5, 11)])
    assert play.out(0) is not arrives
    assert bool(play.events("charged")) is arrives
    assert play.model(2).charged_by == ((0,) if arrives else ())


# --- falls in the middle of a charge


def toppled(x: float, dice: list[int], *, second: bool = False) -> Play:
    """Return a battle in which model 0 charges from a tower at model 1, which fires Overwatch from (x, 11); with a second target at (10, 4)."""
    scene = Scene()
    tower(scene, 2.5)
    scene.add(0, (15.6, 11, 2.5))
    scene.add(1, (x, 11), weapons=[gun('24" heavy 1, 4 0 1; Indirect')], moved=True)
    if second:
        scene.add(1, (10, 4))
    return scene.option(0, "charge", dice=dice)


@pytest.mark.rule("KT18-INT-81")
def test_a_charger_that_fell_measures_from_where_it_landed() -> None:
    """From (14.5, 11) the enemy is 4.5" away. A 3 does not reach it, a 4 (3.5" and more) does."""
    short = toppled(9, [6, NO_WOUND, 1, 1, 2]).answer(1, "overwatch")
    assert short.at(0) == (14.5, 11, 0) and short.events("charge-failed")[0].rule == "KT18-CHARGE-05"
    enough = toppled(9, [6, NO_WOUND, 1, 1, 3]).answer(1, "overwatch", [(11, 11)])
    assert enough.model(0).charged == (1,)


@pytest.mark.rule("KT18-INT-81", "KT18-CHARGE-08")
def test_a_charger_that_falls_next_to_an_enemy_has_failed() -> None:
    """It lands 0.5" from its target: no dice, no move, no model was charged, and its attempt is spent."""
    play = toppled(13, [6, NO_WOUND, 1]).answer(1, "overwatch")
    assert play.over and play.at(0) == (14.5, 11, 0)
    assert [e.rule for e in play.events("charge-failed")] == ["KT18-INT-81"]
    assert not play.events("charge-roll")
    assert play.model(0).tried and not play.model(0).charged and not play.model(1).charged_by


@pytest.mark.rule("KT18-INT-81")
def test_once_the_charge_has_failed_nobody_reacts_to_it_any_more() -> None:
    """Two targets; the charger falls next to the one that fires first: the other is not asked to react."""
    play = toppled(13, [6, NO_WOUND, 1], second=True).answer(1, 2)
    assert play.what == "react"
    play.answer(1, "overwatch")
    assert play.events("falls") and play.over


@pytest.mark.rule("KT18-INT-81", "KT18-OW-05")
def test_a_charger_lost_in_its_fall_charges_nobody() -> None:
    """The fall itself puts it out of action: the charge ends there."""
    scene = Scene()
    tower(scene, 3.5)
    scene.add(0, (15.6, 11, 3.5))
    scene.add(0, (28, 20))
    scene.add(1, (9, 11), weapons=[gun('24" heavy 1, 4 0 1')], moved=True)
    play = scene.option(0, "charge", dice=[6, NO_WOUND, 1, 5, 6]).answer(2, "overwatch")
    assert play.out(0) and play.over
    assert not play.events("charge-roll") and not play.events("charge-failed")


# --- the worked example


@pytest.mark.rule("KT18-TERR-07", "KT18-FALL-01", "KT18-FALL-03", "KT18-MW-04", "KT18-QA-10", "KT18-INT-48")
def test_example_14_long_jump_and_fall() -> None:
    """A jump of 7" rolls one die, and a 5 is a mortal wound; one of 5" rolls none.

    A model with 1 wound on a ledge 6.5" up is hit twice by one shooter and not wounded: one falling test, a 1. Two dice,
    4 and 6: 1 mortal wound. One Injury die, a 4: out of action.
    """
    long = jump(7.0, [5], wounds=2).answer(LEAP)
    assert long.wounds(0) == 1 and [e.values["dice"] for e in long.events("impact")] == [(5,)]
    short = jump(5.0, [], wounds=2).answer(LEAP)
    assert short.wounds(0) == 2 and not short.events("impact")

    scene = shot_at(6.5)
    scene.add(1, (28, 20))
    play = scene.shoot(0, dice=[5, NO_WOUND, 5, NO_WOUND, 1, 4, 6, 4]).answer(1)
    assert [e.values["hit"] for e in play.events("hit-roll")] == [True, True]
    assert [e.values["hit"] for e in play.events("wound-roll")] == [False, False]
    assert [e.values["dice"] for e in play.events("falling-test")] == [(1,)]
    assert [e.values["dice"] for e in play.events("impact")] == [(4, 6)]
    assert [e.values["amount"] for e in play.events("mortal-wounds")] == [1]
    assert [e.values["dice"] for e in play.events("injury-roll")] == [(4,)]
    assert play.out(1)
