"""The Injury roll: who rolls how many dice, what is added, and what comes of it. (INJ)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Dice
from tests.rules.kt18.scene import Play, Scene, blade, gun
from tests.rules.kt18.shots import SHOOTER, TARGET, duel, fate, harm, hit_rolls, injuries, kinds, rolls, shot

NEAR, FAR = 0.5, 3.0  # how far from the target a wall is that hides one side of it


def after(play: Play) -> str:
    """Return the result of the Injury roll."""
    assert play.over
    return kinds(play, "flesh-wound", "out-of-action")[-1]


def struck(injury: int, *, damage: str = "1", barricade: bool = False, **target: Any) -> Play:
    """Return a battle in which model 0 strikes model 1 in close combat and wounds it; with a barricade between the two it needs a better die."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade(f"user 0 {damage}")], began=True)
    scene.add(1, (6.4, 11), save=7, began=True, **target)
    if barricade:
        scene.wall(5.6, 10, 5.8, 12, top=1.0)
    play = scene.fight(0, dice=[6, 5, injury])
    while play.what == "move":  # piling in and consolidating
        play.answer("pass")
    return play


def bolt(*dice: int, wall: float | None = None, **target: Any) -> Play:
    """Return a battle in which Psybolt strikes model 1 with one mortal wound."""
    scene = duel(away=8, wall=wall, shooter={"psyker": True}, target=target)
    return scene.psychic(0, dice=[2, 4, *dice]).answer(SHOOTER)


def scorched(injury: int, **target: Any) -> Play:
    """Return a battle in which a model of player 1 starts a move on dangerous ground and rolls a 1."""
    scene = Scene()
    scene.add(0, (20, 11))
    scene.add(1, (5, 11), **target)
    scene.ground(4, 10, 6, 12, "dangerous")
    return scene.option(1, "normal move", dice=[1, injury]).answer([(8.0, 11.0)])


# --- who rolls, and how many dice


@pytest.mark.rule("KT18-INJ-01")
def test_the_player_who_did_the_damage_rolls() -> None:
    """With 1 CP on either side it is the attacker who may roll again, a flesh wound that is, and no other player is asked."""
    play = duel('24" heavy 1, 4 0 1; Auto-hit', target={"save": 7}).shoot(SHOOTER, dice=[5, 3, 5], cp=(1, 1)).answer(TARGET)
    assert (play.what, play.player) == ("re-roll", 0)
    assert play.events("injury-roll")[-1].values["player"] == 0
    play.answer(Dice("tactical-re-roll", (0,)))
    assert after(play) == "out-of-action" and play.state.cp == (0, 1)


@pytest.mark.rule("KT18-INJ-01")
@pytest.mark.parametrize("how", ["shot", "blow", "power"])
def test_the_attacker_rolls_whatever_the_attack(how: str) -> None:
    play = {"shot": lambda: harm([1]), "blow": lambda: struck(1), "power": lambda: bolt(1)}[how]()
    (event,) = play.events("injury-roll")
    assert (event.values["player"], event.values["model"], event.rule) == (0, TARGET, "KT18-INJ-02")


@pytest.mark.rule("KT18-INJ-01")
def test_a_model_with_wounds_left_needs_no_injury_roll() -> None:
    play = harm([], target={"wounds": 2})
    assert play.over and injuries(play) == [] and fate(play) == (1, 0, False)


@pytest.mark.rule("KT18-INJ-02")
@pytest.mark.parametrize(
    ("damage", "dice", "result"),
    [
        ("1", [3], "flesh-wound"),
        ("1", [4], "out-of-action"),
        ("2", [3, 3], "flesh-wound"),
        ("2", [4, 1], "out-of-action"),
        ("3", [1, 1, 4], "out-of-action"),
        ("3", [3, 2, 1], "flesh-wound"),
    ],
)
def test_as_many_dice_as_damage_and_the_best_counts(damage: str, dice: list[int], result: str) -> None:
    """With Damage 3 three dice are rolled at once for a model with one wound; the highest decides, not their sum."""
    play = harm(dice, damage=damage)
    assert rolls(play)[1:] == [tuple(dice)]
    assert after(play) == result


# --- what is added


@pytest.mark.rule("KT18-INJ-03", "KT18-INT-06")
@pytest.mark.parametrize(
    ("wall", "modifier", "result"),
    [(None, 0, "out-of-action"), (NEAR, -1, "flesh-wound"), (1.0, -1, "flesh-wound"), (1.01, 0, "out-of-action"), (FAR, 0, "out-of-action")],
)
def test_cover_needs_what_hides_the_target_to_be_within_an_inch_of_it(wall: float | None, modifier: int, result: str) -> None:
    """A 4 in the open and behind something further off; behind something 1" away or less it is a 3."""
    play = harm([4], wall=wall)
    assert injuries(play) == [((4,), modifier)] and after(play) == result


@pytest.mark.rule("KT18-INJ-03", "KT18-INT-07")
@pytest.mark.parametrize(("wall", "modifier"), [(None, 0), (NEAR, -1), (FAR, 0)])
def test_cover_protects_from_powers_too(wall: float | None, modifier: int) -> None:
    """As seen from the psyker."""
    assert injuries(bolt(4, wall=wall)) == [((4,), modifier)]


@pytest.mark.rule("KT18-INJ-03")
def test_cover_is_no_cover_from_another_side() -> None:
    """The wall beside the target that hides it from one shooter does nothing against one who sees all of it."""
    scene = duel('24" heavy 1, 4 0 1; Auto-hit', wall=NEAR, target={"save": 7})
    scene.places[SHOOTER] = (13.0, 2.0, 0.0)
    assert injuries(scene.shoot(SHOOTER, dice=[5, 4]).answer(TARGET)) == [((4,), 0)]


@pytest.mark.rule("KT18-INJ-04", "KT18-INJ-10")
@pytest.mark.parametrize(("flesh", "die", "result"), [(0, 3, "flesh-wound"), (1, 2, "flesh-wound"), (1, 3, "out-of-action"), (2, 1, "flesh-wound")])
@pytest.mark.parametrize("how", [harm, bolt])
def test_each_flesh_wound_makes_it_worse_when_shot_or_struck_by_a_power(how: Any, flesh: int, die: int, result: str) -> None:
    """1 is added for each that the model has already, not for those of the attacker."""
    play = harm([die], target={"flesh": flesh}) if how is harm else bolt(die, flesh=flesh)
    assert injuries(play) == [((die,), flesh)] and after(play) == result
    assert injuries(harm([die], shooter={"flesh": flesh})) == [((die,), 0)]


@pytest.mark.rule("KT18-INJ-05")
@pytest.mark.parametrize(("flesh", "die", "result"), [(0, 4, "out-of-action"), (0, 3, "flesh-wound"), (2, 1, "flesh-wound"), (2, 2, "out-of-action")])
def test_in_close_combat_flesh_wounds_count_and_cover_does_not(flesh: int, die: int, result: str) -> None:
    """Though a barricade stands between the two, right before the one that is struck."""
    for barricade in (False, True):
        play = struck(die, barricade=barricade, flesh=flesh)
        assert injuries(play) == [((die,), flesh)] and after(play) == result
    assert [e.values["modifier"] for e in play.events("hit-roll")] == [-1]  # it was in the way indeed


@pytest.mark.rule("KT18-INJ-06")
@pytest.mark.parametrize(("flesh", "die", "result"), [(0, 4, "out-of-action"), (0, 3, "flesh-wound"), (2, 1, "flesh-wound"), (2, 2, "out-of-action")])
def test_whatever_else_hurts_flesh_wounds_count_and_nothing_more(flesh: int, die: int, result: str) -> None:
    """Dangerous ground."""
    play = scorched(die, flesh=flesh)
    assert injuries(play) == [((die,), flesh)] and after(play) == result


# --- what comes of it


@pytest.mark.rule("KT18-INJ-07", "KT18-INJ-08")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_three_or_less_is_a_flesh_wound_and_more_is_the_end(die: int) -> None:
    play = harm([die], target={"wounds": 3, "left": 1})
    assert (play.flesh(TARGET), play.out(TARGET)) == ((1, False) if die <= 3 else (0, True))
    assert play.game.events[-1].rule == ("KT18-INJ-07" if die <= 3 else "KT18-INJ-08")


@pytest.mark.rule("KT18-INJ-08")
def test_a_model_out_of_action_leaves_the_battlefield() -> None:
    """It is no target any more, and hides no model: a model that stood half behind it is seen in full."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy 1, 4 0 1; Auto-hit')])
    scene.add(0, (2, 9.9), weapons=[gun('24" heavy 1, 4 0 1')])
    first = scene.add(1, (10, 11), save=7)
    second = scene.add(1, (12, 11.5), save=7)
    assert hit_rolls(scene.shoot(1, dice=[2]).answer(second)) == [(2, -1, False)]
    play = scene.shooting(dice=[5, 6, 2]).answer(0, first)
    assert play.out(first) and play.at(first) is None and play.wounds(first) == 0
    play.answer(1)
    assert (play.what, play.options()) == ("target", [second])
    assert play.why(first) == "KT18-SHOOT-06"
    play.answer(second)
    assert hit_rolls(play) == [(2, 0, False)]


@pytest.mark.rule("KT18-INJ-09")
@pytest.mark.parametrize("wounds", [1, 2, 4])
def test_after_a_flesh_wound_exactly_one_wound_is_left(wounds: int) -> None:
    """However many the model had, and however much the attack did."""
    play = harm([1, 1, 1, 1], damage="4", target={"wounds": wounds})
    assert fate(play) == (1, 1, False) and play.at(TARGET) is not None


@pytest.mark.rule("KT18-INJ-10")
def test_flesh_wounds_add_up() -> None:
    """Three shooters, one after the other: the first flesh wound adds 1 to the second Injury roll, both add 2 to the third."""
    scene = Scene()
    for y in (5, 11, 17):
        scene.add(0, (2, y), weapons=[gun('24" heavy 1, 4 0 1; Auto-hit')])
    target = scene.add(1, (13, 11), save=7)
    play = scene.shooting(dice=[5, 1] * 3).answer(0, target, 1, target, 2, target)
    assert injuries(play) == [((1,), 0), ((1,), 1), ((1,), 2)]
    assert fate(play, target) == (1, 3, False)


@pytest.mark.rule("KT18-INJ-10")
def test_flesh_wounds_last_the_whole_battle() -> None:
    """The start of a round resets fields of a model, but not its flesh wounds."""
    scene = Scene()
    scene.add(0, (5, 5), flesh=2, moved=True, leadership=12)
    scene.add(0, (5, 8))
    scene.add(1, (25, 11))
    play = scene.round(dice=[6, 6, 1, 1])
    assert (play.state.turn, play.what) == (1, "decisive")
    assert play.flesh(0) == 2 and not play.model(0).moved
    assert scene.morale(0, dice=[6]).flesh(0) == 2


@pytest.mark.rule("KT18-INT-80", "KT18-INJ-10")
def test_there_is_no_most_number_of_flesh_wounds_unless_one_is_set() -> None:
    """A model with three in cover takes a fourth on a 1; where three are the most that is the end of it, but the third is not."""
    third: dict[str, Any] = {"target": {"flesh": 2}}
    fourth: dict[str, Any] = {"target": {"flesh": 3}, "wall": NEAR}
    assert fate(harm([1], **fourth)) == (1, 4, False)
    assert harm([1], **fourth, max_flesh_wounds=3).out(TARGET)
    assert fate(harm([1], **third, max_flesh_wounds=3)) == (1, 3, False)


@pytest.mark.rule("KT18-INT-80")
def test_with_four_flesh_wounds_nothing_helps() -> None:
    """In cover a 1 is 1 + 4 - 1: out of action."""
    assert harm([1], wall=NEAR, target={"flesh": 4}).out(TARGET)


# --- worked examples


@pytest.mark.rule("KT18-WOUND-02", "KT18-SAVE-03", "KT18-DMG-05", "KT18-INJ-03", "KT18-INJ-04", "KT18-INJ-07", "KT18-INJ-09")
def test_example_04_a_full_attack_into_cover() -> None:
    """S4 on T4 wounds with a 4, Sv 3+ fails with a 2, and the Injury roll of 3, -1 and +1, is a second flesh wound."""
    target = {"toughness": 4, "save": 3, "wounds": 1, "flesh": 1}
    play = shot('24" heavy 1, 4 0 1', [4, 4, 2, 3], wall=NEAR, target=target)
    assert [e.values["hit"] for e in play.game.events if e.kind in ("hit-roll", "wound-roll", "save-roll")] == [True, True, False]
    assert injuries(play) == [((3,), 0)]
    assert play.over and fate(play) == (1, 2, False)


@pytest.mark.rule("KT18-HIT-03", "KT18-INJ-03", "KT18-INJ-08", "KT18-INT-06")
def test_example_05_the_same_with_the_wall_further_off() -> None:
    """3" from the target the wall still costs 1 to hit, but a 3 with the flesh wound is a 4: out of action."""
    target = {"toughness": 4, "save": 3, "wounds": 1, "flesh": 1}
    play = shot('24" heavy 1, 4 0 1', [4, 4, 2, 3], wall=FAR, target=target)
    assert [e.values["modifier"] for e in play.events("hit-roll")] == [-1]
    assert injuries(play) == [((3,), 1)]
    assert play.over and play.out(TARGET)


@pytest.mark.rule("KT18-INJ-03", "KT18-INJ-04", "KT18-INJ-07", "KT18-INJ-08", "KT18-INJ-10", "KT18-INT-80")
@pytest.mark.parametrize(
    ("wall", "flesh", "die", "total", "out"), [(NEAR, 0, 1, 0, False), (None, 3, 1, 4, True), (NEAR, 3, 1, 3, False), (NEAR, 3, 2, 4, True)]
)
def test_example_29_results_outside_1_to_6(wall: float | None, flesh: int, die: int, total: int, out: bool) -> None:
    """A 0 is a flesh wound; with three of them a 1 is a 4 in the open and a 3 in cover, where a 2 is a 4."""
    play = harm([die], wall=wall, target={"flesh": flesh})
    ((faces, modifier),) = injuries(play)
    assert faces[0] + modifier == total
    assert play.out(TARGET) is out
    assert out or fate(play) == (1, flesh + 1, False)
