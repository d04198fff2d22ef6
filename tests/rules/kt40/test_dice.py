"""Dice: D6 and D3, roll-offs, re-rolls before modifiers, the order of modifiers, random characteristics. (DICE)"""

from __future__ import annotations

import pytest

from counteract.attacks.hitwoundsave import Amount, parse_amount, parse_strength
from counteract.core.decision import Dice
from counteract.core.state import Task
from counteract.rulesets.kt40 import stats
from tests.rules.kt40.scenes import DEGRADING, Boon, Play, Scene, ability, blade, gun


def settle(play: Play) -> Play:
    while not play.over:
        play.game.play(play.decision.default)
    return play


@pytest.mark.rule("KT40-DICE-01")
def test_a_d3_is_half_a_d6_rounded_up_and_several_dice_are_added() -> None:
    assert [parse_amount("D3").read((face,)) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [parse_amount("D6").read((face,)) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert parse_amount("2D6").read((3, 4)) == 7
    assert parse_amount("3D6").read((1, 2, 6)) == 9


@pytest.mark.rule("KT40-DICE-01", "KT40-DICE-06")
def test_damage_d3_is_rolled_as_it_is_needed() -> None:
    """Two attacks of Damage D3 that nothing saves from, at a model of ten wounds: a 2 and a 6 are 1 and 3."""
    scene = Scene()
    scene.squad(0, (5, 5), models=1, weapons=[gun('24" heavy 2, 8 -6 D3')])
    target = scene.squad(1, (15, 5), models=1, wounds=10)
    play = settle(scene.shoot(0, dice=[6, 6, 6, 6, 2, 6]))
    assert (play.lost(target), play.left(target)) == (4, [6])


@pytest.mark.rule("KT40-DICE-06")
def test_a_random_number_of_shots_is_rolled_once_for_each_weapon() -> None:
    """Two models with Assault D6: 2 and 3 shots."""
    scene = Scene()
    scene.squad(0, (5, 5), models=2, weapons=[gun('24" assault D6, 4 0 1')])
    scene.squad(1, (15, 5), models=5)
    play = settle(scene.shoot(0, dice=[2, 3, 1, 1, 1, 1, 1]))
    assert sum(len(event.values["dice"]) for event in play.events("hit-roll")) == 5


@pytest.mark.rule("KT40-DICE-02")
def test_re_rolls_come_before_modifiers() -> None:
    """BS 3+, re-roll ones to hit, -1 to hit: a 3 (= 2) misses, but it is no 1 and is not rolled again; a 1 is, and its 4 (= 3) hits."""
    scene = Scene()
    rerolls = gun('24" heavy 2, 8 -6 1; re-roll ones to hit')
    scene.squad(0, (5, 5), models=1, weapons=[rerolls])
    target = scene.squad(1, (15, 5), models=3, abilities=[ability("hard-to-hit")])
    play = settle(scene.shoot(0, dice=[3, 1, 4, 6, 1]))
    assert play.lost(target) == 1


@pytest.mark.rule("KT40-DICE-03")
def test_a_die_that_was_re_rolled_by_an_ability_is_not_re_rolled_for_a_command_point() -> None:
    """The 1 was rolled again and shows a 2: only the other miss could be re-rolled."""
    scene = Scene()
    scene.squad(0, (5, 5), models=1, weapons=[gun('24" heavy 2, 8 -6 1; re-roll ones to hit')])
    scene.squad(1, (15, 5), models=3)
    play = scene.shoot(0, dice=[1, 2, 2, *[1] * 20], cp=(1, 0))
    while play.what not in ("re-roll", ""):
        play.game.play(play.decision.default)
    assert [option for option in play.options() if option != "pass"] == [Dice("command-re-roll", (1,))]


@pytest.mark.rule("KT40-DICE-04", "KT40-INT-18")
def test_a_roll_off_sorts_the_players_and_the_tied_roll_again() -> None:
    """Four players roll 3, 5, 5, 3. The fives roll 1 and 2, then the threes 6 and 6, and again 2 and 4."""
    scene = Scene(players=4, board=(72, 48))
    for side in range(4):
        scene.squad(side, None, models=1, state={"deployed": False})
    play = scene.new([3, 5, 5, 3, 1, 2, 6, 6, 2, 4])
    assert play.state.order == (2, 1, 3, 0)
    assert [event.values["players"] for event in play.events("roll-off")] == [(0, 1, 2, 3), (1, 2), (0, 3), (0, 3)]


@pytest.mark.rule("KT40-DICE-05", "KT40-UNIT-04", "KT40-UNIT-11")
def test_multiplication_comes_before_addition() -> None:
    """Strength 4, doubled by the weapon: 8. A boon of +1 makes the user's own 5. Below 1 nothing falls."""
    assert parse_strength("x2").of(4) == 8
    assert parse_strength("+2").of(4) == 6
    scene = Scene()
    scene.squad(0, (5, 5), models=1, weapons=[blade("x2 0 1")], state={"boons": (Boon("attacks", -3, "turn", "x"), Boon("move", -9, "turn", "y"))})
    scene.squad(1, (15, 5), models=1)
    state = scene.state()
    assert stats.strength(scene.arena, state, 0, scene.arena.cards[0].blades[0]) == 8
    assert (stats.attacks(scene.arena, state, 0), stats.move(scene.arena, state, 0)) == (1, 0)


@pytest.mark.rule("KT40-DICE-05")
def test_bonuses_add_up_and_a_table_replaces_first() -> None:
    """Move 12 of the card, replaced by 8 of the table, plus 2."""
    scene = Scene()
    scene.vehicle(0, (10, 10), degrading=DEGRADING, left=[5], state={"boons": (Boon("move", 2, "turn", "x"),)})
    scene.squad(1, (40, 30), models=1)
    state = scene.state()
    assert stats.move(scene.arena, state, 0) == 10


@pytest.mark.rule("KT40-DICE-06")
def test_an_advance_is_rolled_once_for_the_unit() -> None:
    scene = Scene()
    scene.squad(0, (5, 5), models=3)
    scene.squad(1, (40, 30), models=1)
    play = scene.play(Task("option", (0,)), dice=[4]).answer("advance")
    (rolled,) = play.events("advance-roll")
    assert rolled.values["dice"] == (4,)
    assert Amount(1).most == 6


# --- random Moves


@pytest.mark.rule("KT40-DICE-06")
def test_a_random_move_is_rolled_once_for_the_unit_each_time_it_moves() -> None:
    """2D6 are added to M, for every model alike; each option rolls anew."""
    for option, dice, most in (("normal move", [3, 4], 7.0), ("advance", [2, 3, 4], 9.0)):
        scene = Scene()
        unit = scene.squad(0, (10, 10), models=3, move=0, move_dice=parse_amount("2D6"))
        play = scene.option(unit, dice=dice).answer(option)
        assert play.decision.limits.most == (most,) * 3  # type: ignore[attr-defined]
        (rolled,) = play.events("move-roll")
        assert (rolled.values["dice"], rolled.values["amount"]) == ((3, 4), 7)


@pytest.mark.rule("KT40-DICE-06", "KT40-FALLBACK-01", "KT40-INT-34")
def test_a_unit_with_a_random_move_falls_back_if_its_roll_lets_it() -> None:
    """It may be declared, since the best roll leads away; a roll that is too low leaves it engaged."""
    for die, away in ((1, False), (6, True)):
        scene = Scene()
        unit = scene.squad(0, (10, 10), models=1, move=0, move_dice=parse_amount("D6"))
        scene.squad(1, [(11, 10), (10, 11), (10, 9)], models=3)
        play = scene.option(unit, dice=[die]).answer("fall back").decline("strike")
        assert bool(play.events("cannot-fall-back")) is not away
        assert (play.what == "move") is away


@pytest.mark.rule("KT40-DICE-06", "KT40-STRAT-09")
def test_one_die_of_a_random_move_can_be_rolled_again() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, move=4, move_dice=parse_amount("2D6"))
    play = scene.option(unit, dice=[1, 6, 5], cp=(1, 0)).answer("normal move")
    assert (play.what, play.options()) == ("re-roll", ["pass", Dice("command-re-roll", (0,))])
    play.answer(Dice("command-re-roll", (0,)))
    assert play.decision.limits.most == (15.0,)  # type: ignore[attr-defined]


@pytest.mark.rule("KT40-DICE-01", "KT40-DICE-06", "KT40-STRAT-09", "KT40-INT-84")
@pytest.mark.parametrize(("amount", "die", "asked"), [("D3", 4, True), ("D3", 5, False), ("D6", 5, True), ("D6", 6, False)])
def test_the_best_roll_of_a_random_move_is_not_offered_again(amount: str, die: int, asked: bool) -> None:
    """A 5 is the 3 of a D3."""
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, move=4, move_dice=parse_amount(amount))
    assert (scene.option(unit, dice=[die], cp=(1, 0)).answer("normal move").what == "re-roll") is asked
