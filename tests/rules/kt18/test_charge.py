"""Charges: whom they may be aimed at, how far they lead, and what becomes of those that fail. (CHARGE, QA-02, QA-06, INT-29 to INT-34)"""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from counteract.core.registry import find
from counteract.core.state import Task
from tests.rules.kt18.moving import ends, length
from tests.rules.kt18.scene import Play, Scene, blade, gun
from tests.rules.kt18.shots import kinds, rolls

CHARGER = 0
BEGAN = "KT18-MOVE-04"


def line(*gaps: float, charger: dict[str, Any] | None = None, **target: Any) -> Scene:
    """Return a scene: the charger at (5, 11), enemies in a row to the east, this far from it; having moved and without guns, they do not react."""
    scene = Scene()
    scene.add(0, (5, 11), **(charger or {}))
    for gap in gaps:
        scene.add(1, (6 + gap, 11), **{"moved": True, **target})
    return scene


def charge(scene: Scene, *named: Any, dice: list[int] | None = None, **fields: Any) -> Play:
    return scene.option(CHARGER, "charge", dice=dice or [], **fields).answer(*named)


# --- naming targets


@pytest.mark.rule("KT18-CHARGE-01")
def test_one_or_more_enemies_within_twelve_inches_are_named() -> None:
    """At 6" and at 12.0": yes. At 12.01": no. The charging player names at least one, and then says when it is enough."""
    scene = line(6, 12)
    scene.add(1, (5 + 13.01 * 12 / 13, 11 + 13.01 * 5 / 13), moved=True)
    play = charge(scene)
    assert (play.what, play.player, play.decision.rule) == ("charge-target", 0, "KT18-CHARGE-01")
    assert play.options() == [1, 2]
    assert play.why(3) == "KT18-CHARGE-01" and play.why("pass") == "KT18-CHARGE-01"
    play.answer(1)
    assert play.options() == [2, "pass"]
    assert play.why(1) == "KT18-CHARGE-01" and "already" in play.refusal(1).reason
    alone = charge(scene, 1, "pass", dice=[3, 3])
    assert alone.events("charge-declared")[0].values["targets"] == (1,)
    both = charge(scene, 1, 2, dice=[3, 3])
    assert both.events("charge-declared")[0].values["targets"] == (1, 2)


@pytest.mark.rule("KT18-CHARGE-01")
def test_only_enemies_are_charged() -> None:
    """A friend is no target, however near."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (5, 13))
    scene.add(1, (10, 11))
    assert charge(scene).options() == [2] and charge(scene).why(1) == "KT18-CHARGE-01"


@pytest.mark.rule("KT18-CHARGE-01")
def test_without_anybody_in_reach_there_is_no_charge() -> None:
    """No enemy within 12": the option is not there."""
    scene = line(12.01)
    play = scene.manoeuvre(0).answer(CHARGER)
    assert "charge" not in play.options() and play.why("charge") == "KT18-CHARGE-01"


@pytest.mark.rule("KT18-INT-29", "KT18-QA-06")
def test_neither_sight_nor_the_way_matters_for_naming() -> None:
    """Behind a wall across the whole board that no model climbs: not seen, not to be reached, and yet a target."""
    scene = line(11.5)
    scene.wall(9, 0, 9.5, 22, top=8, marks=("blocking",))
    play = charge(scene, dice=[6, 6])
    assert play.options() == [1]
    play.answer(1)
    assert play.events("charge-failed")


@pytest.mark.rule("KT18-QA-06")
def test_a_target_that_is_not_seen_is_charged_round_the_corner() -> None:
    """A wall hides it. The charge goes round the wall and succeeds; the target could not fire, not seeing the charger."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (9, 11), weapons=[gun()], moved=True)
    scene.wall(6.5, 9.8, 7, 13, top=4, marks=("blocking",))
    play = charge(scene, 1, dice=[3, 3])
    assert play.what == "move"  # no model was asked to react
    play.answer([(6.2, 9.2), (8, 9.2), (8.2, 9.6)])
    assert play.model(CHARGER).charged == (1,)


# --- no room


def perch(*, models: tuple[tuple[float, float], ...], far: bool = True) -> Scene:
    """Return a scene: a column 6" high with a small top: from (14, 10) to (16, 12); enemies on it, and perhaps another on the ground."""
    scene = Scene()
    scene.wall(14, 10, 16, 12, top=6, marks=("vantage",))
    scene.add(0, (9, 11), fly=True)
    for x, y in models:
        scene.add(1, (x, y, 6), moved=True)
    if far:
        scene.add(1, (9, 18), moved=True)
    return scene


@pytest.mark.rule("KT18-QA-02", "KT18-INT-33")
def test_nobody_is_charged_where_there_is_no_room_beside_them() -> None:
    """Two models fill a top of 2" by 2": neither can be charged, not even by who can FLY; others can."""
    play = charge(perch(models=((14.5, 11), (15.5, 11))))
    assert play.options() == [3]
    assert play.why(1) == play.why(2) == "KT18-QA-02"
    alone = perch(models=((14.5, 11), (15.5, 11)), far=False).manoeuvre(0).answer(CHARGER)
    assert "charge" not in alone.options()


@pytest.mark.rule("KT18-QA-02", "KT18-INT-33", "KT18-INT-11")
@pytest.mark.parametrize(("x", "room"), [(14.5, True), (14.6, True), (14.63, True), (14.64, False), (14.7, False), (15, False)])
def test_room_is_a_legal_spot_within_an_inch(x: float, room: bool) -> None:
    """One model near the edge leaves room for another base of 1" in a corner of a top of 2"; near the middle it does not.

    Centre to centre it is 1.003" from x = 14.63 to the corner, and 0.995" from x = 14.64.
    """
    play = charge(perch(models=((x, 11),)))
    assert (1 in play.options()) is room
    assert play.why(1) == ("" if room else "KT18-QA-02")


@pytest.mark.rule("KT18-INT-33")
def test_room_counts_on_other_levels_too() -> None:
    """The top is full, but only 0.8" high: from the ground beside it the enemy is within 1"."""
    scene = Scene()
    scene.wall(14, 10.4, 15.2, 11.6, top=0.8, marks=("vantage",))
    scene.add(0, (9, 11))
    scene.add(1, (14.6, 11, 0.8), moved=True)
    assert charge(scene).options() == [1]


# --- the order of things


@pytest.mark.rule("KT18-CHARGE-02", "KT18-CHARGE-03")
def test_targets_then_reactions_then_dice_then_the_move() -> None:
    """No charge die falls before every reaction is over, and the move comes last."""
    scene = Scene()
    scene.add(0, (5, 11))
    for y in (11, 14):
        scene.add(1, (10, y), weapons=[gun('24" heavy 1, 4 0 1')], moved=True)
    play = charge(scene, 1, 2, dice=[1, 2, 2, 3])
    assert (play.what, play.player) == ("react", 1) and rolls(play) == []
    play.answer(2, "overwatch")
    assert rolls(play) == [(1,)]
    play.answer("overwatch")
    assert rolls(play) == [(1,), (2,), (2, 3)]
    assert (play.what, play.player, play.decision.subject) == ("move", 0, CHARGER)
    play.answer([(8, 11)])
    order = kinds(play, "charge-declared", "reacts", "hit-roll", "charge-roll", "moved", "charged")
    assert order == ["charge-declared", "reacts", "hit-roll", "reacts", "hit-roll", "charge-roll", "moved", "charged"]


@pytest.mark.rule("KT18-CHARGE-03", "KT18-CHARGE-04")
@pytest.mark.parametrize(("dice", "most"), [([1, 1], 2), ([2, 5], 7), ([6, 6], 12)])
def test_the_distance_is_two_dice(dice: list[int], most: int) -> None:
    """Their sum in inches, rolled by the charging player: an enemy 1" further away than that is reached just so."""
    play = charge(line(min(most + 1, 12)), 1, dice=dice)
    (roll,) = play.events("charge-roll")
    assert (roll.rule, roll.values["distance"]) == ("KT18-CHARGE-03", most)
    reach = min(most, 11)
    assert play.why([(5 + reach, 11)]) == ""
    assert play.why([(5, 11 + most / 2), (5, 11 - 0.01)]) == "KT18-CHARGE-04"
    assert length(play, [(5, 11 + most / 2), (5, 11 - 0.01)]) == pytest.approx(most + 0.01)


# --- success


def beside_a_barricade() -> Scene:
    """Return a scene: two wide friends in the way, one so close to a low wall that nobody passes between them, and an enemy beyond."""
    scene = Scene()
    scene.add(0, (10, 12.3), base=40)
    scene.add(0, (8.8, 10.55), base=60)
    scene.add(0, (7.5, 12.6), base=60)
    scene.add(1, (7.6, 6.5), base=40, moved=True)
    scene.wall(10, 11, 16, 11.5, top=1)
    return scene


@pytest.mark.rule("KT18-CHARGE-04")
def test_a_charge_that_rounds_a_base_on_top_of_a_low_wall_succeeds() -> None:
    """2.74" over the wall and 2.98" beyond it: a 6 will do and a 5 will not. Up to revision 3 a 6 failed, and its records are played so."""
    play = charge(beside_a_barricade(), 3, dice=[3, 3])
    assert not play.events("charge-failed")
    assert play.why([(11.7, 10.15), (9.8, 7.8)]) == ""
    assert charge(beside_a_barricade(), 3, dice=[2, 3]).events("charge-failed")
    assert find("kt18").revised[4] == ("KT18-CHARGE-04",)


@pytest.mark.rule("KT18-CHARGE-04", "KT18-CHARGE-10", "KT18-INT-30")
def test_a_charge_that_can_succeed_must() -> None:
    """8.0" away and a 7: it ends within 1.0" of the target, in a way that is not longer; it may not stop short nor decline."""
    play = charge(line(8), 1, dice=[3, 4])
    assert (play.what, play.player, play.decision.subject) == ("move", 0, CHARGER)
    assert "pass" not in play.options() and play.why("pass")
    assert play.why([(11.99, 11)]) == "KT18-CHARGE-04" and play.why([(5, 11)]) == "KT18-CHARGE-04"
    assert play.why([(12.01, 11)]) == "KT18-CHARGE-04"
    play.answer([(12, 11)])
    assert play.at(CHARGER) == (12, 11, 0) and play.over
    assert (play.model(CHARGER).charged, play.model(1).charged_by) == ((1,), (0,))
    assert [(e.rule, e.values["targets"]) for e in play.events("charged")] == [("KT18-CHARGE-10", (1,))]


@pytest.mark.rule("KT18-CHARGE-04")
def test_one_inch_too_few_is_a_failure() -> None:
    """8.0" away and a 6: 2.0" are left."""
    play = charge(line(8), 1, dice=[3, 3])
    assert play.events("charge-failed")[0].rule == "KT18-CHARGE-05" and not play.events("charged")


@pytest.mark.rule("KT18-CHARGE-04", "KT18-QA-09", "KT18-TERR-07")
def test_heights_that_cost_nothing_do_not_make_a_charge_fail() -> None:
    """From a tower 5" high at an enemy below: 5.6" away, but 2.6" in plan. A 3 reaches it, with a jump down."""
    scene = Scene()
    scene.wall(10, 6, 16, 16, top=5, marks=("vantage",))
    scene.add(0, (10.6, 11, 5))
    scene.add(1, (7, 11), moved=True)
    play = charge(scene, 1, dice=[1, 2])
    assert not play.events("charge-failed")
    assert ends(play) and all(hypot(x - 7, y - 11) <= 2.001 and z == 0 for x, y, z, *_ in ends(play))
    play.answer([(9, 11, 0, "jump")])
    assert play.model(CHARGER).charged == (1,)


@pytest.mark.rule("KT18-CHARGE-04", "KT18-TERR-09")
def test_a_flyer_charges_up_a_tower_by_the_way_in_plan() -> None:
    """An enemy 10" up and 4" aside is 10.8" away. A 4 is enough for who can FLY; who climbs has failed."""
    for fly in (True, False):
        scene = Scene()
        scene.wall(8, 6, 16, 16, top=10, marks=("vantage",))
        scene.add(0, (5, 11), fly=fly)
        scene.add(1, (10, 11, 10), moved=True)
        play = charge(scene, 1, dice=[2, 2])
        assert bool(play.events("charge-failed")) is not fly
        assert play.why([(8.6, 11)]) == ("" if fly else "KT18-CHARGE-05")


@pytest.mark.rule("KT18-INT-30")
def test_it_chooses_freely_where_to_end() -> None:
    """Anywhere within 1" of the target: before it, beside it, behind it, in base contact or just within reach."""
    play = charge(line(3), 1, dice=[4, 4])
    for path in ([(7, 11)], [(8, 11)], [(7.5, 12.5), (9, 12.9)], [(7.5, 12.5), (9, 12.5), (10.8, 11.5)]):
        assert play.why(path) == ""
    assert len(ends(play)) > 5
    assert all(hypot(x - 9, y - 11) <= 2.001 for x, y, _ in ends(play))


@pytest.mark.rule("KT18-INT-30", "KT18-CHARGE-10", "KT18-CHARGE-04")
def test_one_named_target_of_several_is_enough() -> None:
    """Named: one at 4" and one at 9". A 5 reaches the first; only that one was charged."""
    play = charge(line(4, 9), 1, 2, dice=[2, 3]).answer([(8, 11)])
    assert play.model(CHARGER).charged == (1,)
    assert (play.model(1).charged_by, play.model(2).charged_by) == ((0,), ())


@pytest.mark.rule("KT18-CHARGE-10", "KT18-INT-30")
def test_all_that_are_reached_were_charged() -> None:
    """Two enemies side by side, both named; ending within 1" of both it has charged both, of one only that one."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (10, 10.2), moved=True)
    scene.add(1, (10, 11.8), moved=True)
    both = charge(scene, 1, 2, dice=[3, 3]).answer([(8.8, 11)])
    assert both.model(CHARGER).charged == (1, 2)
    assert both.model(1).charged_by == both.model(2).charged_by == (0,)
    one = charge(scene, 1, 2, dice=[3, 3]).answer([(8.4, 9.6)])
    assert one.model(CHARGER).charged == (1,) and one.model(2).charged_by == ()


@pytest.mark.rule("KT18-CHARGE-10")
def test_several_may_charge_the_same_model() -> None:
    """It is known by whom it was charged."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (5, 14))
    scene.add(1, (10, 12), moved=True)
    play = scene.manoeuvre(0, dice=[3, 3, 3, 3]).answer(0, "charge", 2, [(8.6, 11)], 1, "charge", 2, [(9, 13.4)])
    assert play.model(2).charged_by == (0, 1)


# --- enemies that were not named


@pytest.mark.rule("KT18-CHARGE-07", "KT18-INT-15")
@pytest.mark.parametrize(("y", "rule"), [(13.0, "KT18-CHARGE-07"), (13.02, "")])
def test_the_way_keeps_clear_of_enemies_that_were_not_named(y: float, rule: str) -> None:
    """Past one of them, 1.0" away is too near, 1.02" is not."""
    scene = Scene()
    scene.add(0, (5, 13.02))
    scene.add(1, (14, 13), moved=True)
    scene.add(1, (9, 11), moved=True)
    play = charge(scene, 1, "pass", dice=[5, 5])
    assert play.why([(7.5, 13.02), (7.5, y), (10.5, y), (12.5, 13)]) == rule


@pytest.mark.rule("KT18-CHARGE-07", "KT18-INT-15")
def test_it_does_not_end_near_one_either_unless_it_was_named() -> None:
    """Two enemies 2" apart. Between them it would be within 1" of both: only if both were named."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (9, 11), moved=True)
    scene.add(1, (9, 14), moved=True)
    path = [(6.5, 12.5), (8.7, 12.5)]
    play = charge(scene, 1, "pass", dice=[4, 4])
    assert play.why(path) == "KT18-CHARGE-07" and play.why([(7.2, 11)]) == ""
    assert all(hypot(x - 9, y - 14) > 2 for x, y, _ in ends(play))
    both = charge(scene, 1, 2, dice=[4, 4])
    assert both.why(path) == ""


@pytest.mark.rule("KT18-CHARGE-07")
def test_an_enemy_that_shields_the_target_makes_the_charge_fail() -> None:
    """Every spot beside the target is within 1" of another enemy or out of reach: rolled high, the charge fails all the same."""
    scene = Scene(board=(30, 3))
    scene.add(0, (5, 1.5))
    scene.add(1, (11, 1.5), moved=True)
    scene.add(1, (9.6, 1.5), moved=True)
    play = charge(scene, 1, "pass", dice=[6, 6])
    assert play.events("charge-failed")


# --- who cannot


@pytest.mark.rule("KT18-CHARGE-08", "KT18-QA-04")
@pytest.mark.parametrize(("gap", "began", "rule"), [(0.8, True, BEGAN), (6, True, BEGAN), (0.8, False, "KT18-CHARGE-08"), (1.01, False, "")])
def test_who_has_or_had_an_enemy_near_does_not_charge(gap: float, began: bool, rule: str) -> None:
    """An enemy within 1" at the start of the phase, even if it has left since, or within 1" now."""
    play = line(gap, charger={"began": began}).play(Task("option", (CHARGER,)))
    assert play.why("charge") == rule
    assert ("charge" in play.options()) is (rule == "")


@pytest.mark.rule("KT18-CHARGE-09", "KT18-INT-32")
def test_there_is_one_attempt_a_phase() -> None:
    """A failed charge was its option: neither a second attempt nor anything else."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (5, 3))
    scene.add(1, (14, 11), moved=True)
    play = scene.manoeuvre(0, dice=[1, 1]).answer(0, "charge", 2, "pass")
    assert play.options() == [1, "pass"] and play.why(0) == "KT18-MOVE-03"


# --- failure


@pytest.mark.rule("KT18-CHARGE-05", "KT18-INT-31", "KT18-INT-12")
def test_who_fails_stays_or_goes_as_near_as_it_can() -> None:
    """8.0" away and a 5. It may stay; or it goes 5" straight on, or 0.1" less; not 0.2" less, nor aside, nor further."""
    play = charge(line(8), 1, dice=[1, 4])
    assert (play.what, play.player, play.decision.subject, play.decision.rule) == ("move", 0, CHARGER, "KT18-CHARGE-05")
    assert "pass" in play.options()
    assert play.why([(10, 11)]) == play.why([(9.9, 11)]) == ""
    for path in ([(9.8, 11)], [(5, 11)], [(8, 14)]):
        assert play.why(path) == "KT18-INT-31"
    assert play.why([(10.1, 11)]) == "KT18-CHARGE-05"
    assert ends(play) and all(x >= 9.89 for x, *_ in ends(play))
    stayed = charge(line(8), 1, dice=[1, 4]).answer("pass")
    assert stayed.over and stayed.at(CHARGER) == (5, 11, 0) and not stayed.model(CHARGER).moved
    play.answer([(10, 11)])
    assert play.at(CHARGER) == (10, 11, 0) and play.model(CHARGER).moved
    (moved,) = play.events("moved")
    assert (moved.rule, moved.values["move"]) == ("KT18-CHARGE-05", "failed charge")


@pytest.mark.rule("KT18-CHARGE-05", "KT18-INT-74")
def test_who_can_get_no_nearer_is_not_asked_where_to() -> None:
    """Between four walls that leave no room to move it can only stay."""
    scene = line(8)
    for x0, y0, x1, y1 in ((4.3, 10.3, 4.5, 11.7), (5.5, 10.3, 5.7, 11.7), (4.5, 10.3, 5.5, 10.5), (4.5, 11.5, 5.5, 11.7)):
        scene.wall(x0, y0, x1, y1, top=6, marks=("blocking",))
    play = charge(scene, 1, dice=[1, 4])
    assert play.events("charge-failed") and play.over


@pytest.mark.rule("KT18-INT-31", "KT18-CHARGE-05")
def test_it_chooses_which_target_to_fall_short_of() -> None:
    """Two named targets in different directions, both out of reach: it goes as near as can be to the one it chooses."""
    scene = Scene()
    scene.add(0, (15, 11))
    scene.add(1, (5, 11), moved=True)
    scene.add(1, (25, 11), moved=True)
    play = charge(scene, 1, 2, dice=[1, 2])
    assert (play.what, play.player, play.options()) == ("fall-short", 0, [1, 2, "pass"])
    play.answer(2)
    assert play.why([(18, 11)]) == "" and play.why([(12, 11)]) == "KT18-INT-31"
    assert charge(scene, 1, 2, dice=[1, 2]).answer("pass").at(CHARGER) == (15, 11, 0)


@pytest.mark.rule("KT18-INT-31", "KT18-INT-15")
def test_falling_short_does_not_come_near_anybody() -> None:
    """Another enemy, not named, stands on the way: the model goes as near to its target as it can without coming within 1" of that one."""
    scene = line(9.5)
    scene.add(1, (11.5, 11), moved=True)
    play = charge(scene, 1, "pass", dice=[3, 3])
    assert play.events("charge-failed")
    assert play.why([(9.5, 11)]) == "KT18-INT-31"  # 1.0" from it
    assert all(hypot(x - 11.5, y - 11) > 2 for x, y, _ in ends(play))


@pytest.mark.rule("KT18-INT-31", "KT18-INT-15")
def test_nor_does_its_way() -> None:
    """One that was not named stands 0.8" beside the straight way: it has to keep 1" clear of it, and still ends near its target."""
    scene = line(11.5)
    scene.add(1, (9, 12.8), moved=True)
    play = charge(scene, 1, "pass", dice=[4, 4])
    assert play.why([(13, 11)]) == "KT18-INT-31" and 'within 1"' in play.refusal([(13, 11)]).reason
    assert play.why([(9, 10.75), (12.95, 11)]) == ""


@pytest.mark.rule("KT18-CHARGE-10", "KT18-INT-32")
def test_after_a_failure_nobody_has_charged_nor_was_charged() -> None:
    """The attempt is remembered, and nothing else."""
    play = charge(line(8), 1, dice=[1, 4]).answer([(10, 11)])
    charger, target = play.model(CHARGER), play.model(1)
    assert charger.tried and charger.charged == () and target.charged_by == ()
    assert not play.events("charged")


@pytest.mark.rule("KT18-CHARGE-06", "KT18-INT-32")
@pytest.mark.parametrize(("dice", "path"), [([6, 6], [(12, 11)]), ([1, 1], "pass")])
def test_who_declared_a_charge_does_not_shoot(dice: list[int], path: Any) -> None:
    """Successful or not, and with no weapon whatever."""
    scene = line(8, charger={"weapons": [gun('24" assault 1, 4 0 1'), gun('12" pistol 1, 4 0 1', "pistol")]})
    scene.add(1, (5, 16), moved=True)
    play = charge(scene, 1, "pass", dice=dice).answer(path)
    scene.fighters[CHARGER].update(tried=play.model(CHARGER).tried)
    shooting = scene.shooting()
    assert shooting.over or CHARGER not in shooting.options()
    scene.fighters[CHARGER].update(tried=False)
    assert CHARGER in scene.shooting().options()


@pytest.mark.rule("KT18-CHARGE-06")
def test_the_refusal_names_the_charge() -> None:
    """A friend may shoot; asked about the charger, the referee says why not."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun()], tried=True)
    scene.add(0, (5, 14), weapons=[gun()])
    scene.add(1, (15, 11))
    play = scene.shooting()
    assert play.options() == [1, "pass"] and play.why(0) == "KT18-CHARGE-06"


@pytest.mark.rule("KT18-INT-32", "KT18-REACT-05")
def test_who_failed_does_not_react() -> None:
    """Charged back in the same phase it is not asked, though it has a gun and room to get away."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun()])
    scene.add(1, (14, 11))
    play = scene.movement(dice=[1, 1, 6, 6]).answer(0, "charge", 1, "pass", "pass", 1, "charge", 0)
    assert play.what == "move" and play.player == 1
    assert [(e.rule, e.values["model"]) for e in play.events("cannot-react")] == [("KT18-REACT-05", 0)]


@pytest.mark.rule("KT18-INT-32", "KT18-CHARGE-10", "KT18-QA-13")
def test_the_target_of_a_failed_charge_is_as_free_as_before() -> None:
    """Engaged with another model it may still Fall Back, and it may use its Pistol. After a success it may do neither."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (15, 11))
    scene.add(1, (13.4, 11), weapons=[gun('12" pistol 1, 4 0 1')])
    for dice, path, free in (([1, 1], "pass", True), ([6, 6], [(11.5, 11)], False)):
        play = scene.movement(dice=dice).answer(0, "charge", 2, path, "pass")
        if free:
            assert play.options() == [2, "pass"] and play.answer(2).options() == ["stay", "fall back"]
        else:
            assert play.over
        later = Scene()
        later.cards, later.places = scene.cards, list(play.state.places)
        later.fighters = [{"wounds": 1, "began": m.began, "charged_by": m.charged_by, "tried": m.tried} for m in play.state.models]
        shooting = later.shooting()
        assert (shooting.what == "shoot") is free


@pytest.mark.rule("KT18-INT-34", "KT18-RETREAT-05")
def test_the_dice_are_rolled_however_far_the_targets_have_gone() -> None:
    """12.0" away the target Retreats to 15.0", which no 2D6 can reach: they are rolled, and the charge fails."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (18, 11))
    play = charge(scene, 1, dice=[6, 6]).answer("retreat", [(21, 11)])
    assert rolls(play) == [(6, 6)] and play.events("charge-failed")
    play.answer([(17, 11)])
    assert play.at(CHARGER) == (17, 11, 0)


# --- the worked example


@pytest.mark.rule("KT18-MOVE-08", "KT18-FALLBACK-02", "KT18-WR-PISTOL-04", "KT18-FIGHT-01", "KT18-FIGHT-02")
def test_example_17_charged_before_its_turn() -> None:
    """The first player charges R, which had no enemy near. In its own turn R just stays. It cannot fire, not even its Pistol.

    In the Fight phase it fights after the charger.
    """
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade()], toughness=8)
    scene.add(1, (10, 11), weapons=[gun('12" pistol 1, 4 0 1'), blade()], toughness=8)
    scene.add(1, (25, 20))
    play = scene.movement(dice=[3, 3]).answer(0, "charge", 1, "pass", [(8, 11)])
    assert not play.model(1).began and play.model(1).charged_by == (0,)
    assert (play.player, play.options()) == (1, [2, "pass"])
    assert play.why(1) == "KT18-MOVE-08"

    later = Scene()
    later.cards, later.places = scene.cards, list(play.state.places)
    later.fighters = [{"wounds": 1, "charged": m.charged, "charged_by": m.charged_by, "tried": m.tried} for m in play.state.models]
    stuck = later.play(Task("option", (1,)))
    assert stuck.options() == ["stay"]
    assert stuck.why("fall back") == "KT18-FALLBACK-02"
    assert later.shooting().over  # no model can shoot
    fight = later.fighting(dice=[1, 1])
    assert (fight.player, fight.options()) == (0, [0, "pass"])
    fight.answer(0).decline("move", "close-in")
    assert (fight.player, fight.options()) == (1, [1, "pass"])


# --- round another model


@pytest.mark.rule("KT18-CHARGE-04", "KT18-INT-08")
@pytest.mark.parametrize(("apart", "dice", "arrives"), [(8.35, [4, 4], True), (8.39, [4, 4], False), (8.39, [4, 5], True)])
def test_a_way_round_a_friend_is_as_long_as_it_is(apart: float, dice: list[int], arrives: bool) -> None:
    """A friend touches it, straight ahead: a quarter of the circle 1" about the friend and a little more, then straight on till 2" from the target's.

    That is π/2 + 0.120 + 8.290 - 2 = 7.98" if the target is 8.35" behind the friend, and 8.02" if it is 8.39".
    """
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (6, 11))
    scene.add(1, (6 + apart, 11), moved=True)
    play = charge(scene, 2, dice=dice)
    assert bool(play.events("charge-failed")) is not arrives
    if arrives:
        (x, y, *_), *_ = ends(play)
        assert hypot(x - 6 - apart, y - 11) <= 2.001
