"""Charges: targets, the roll, the move, and charges that fail. (CHARGE, INT-36 to INT-38)"""

from __future__ import annotations

from math import cos, pi, sin

import pytest

from counteract.core.decision import PASS, Dice
from counteract.core.state import Task
from counteract.rulesets.kt40.stratagems import COMMAND_REROLL
from tests.rules.kt40.scenes import Boon, Scene, ability, gun, pistol


def facing(away: float, *, models: int = 1, **more: object) -> tuple[Scene, int, int]:
    """Return a scene with a unit and an enemy model, so many inches between the nearest bases."""
    scene = Scene()
    unit = scene.squad(0, [(10 - 1.5 * k, 10) for k in range(models)], models=models, **more)  # type: ignore[arg-type]
    return scene, unit, scene.squad(1, (11 + away, 10), models=1)


# --- declaring


@pytest.mark.rule("KT40-CHARGE-01")
def test_a_charge_is_the_option_of_the_unit_and_made_in_the_movement_phase() -> None:
    scene, unit, enemy = facing(5)
    play = scene.part_of(0, dice=[2, 3]).answer(unit, "charge", {0: (14.5, 10)})
    assert play.s.phase == "movement"
    assert (play.unit(unit).option, play.unit(unit).charged) == ("charge", (enemy,))
    assert play.what == ""  # it has no move besides


@pytest.mark.rule("KT40-CHARGE-02", "KT40-INT-03")
def test_targets_are_enemy_units_within_twelve_inches() -> None:
    scene = Scene()
    unit, friend = scene.squad(0, (10, 10), models=1), scene.squad(0, (10, 14), models=1)
    near, also, far = scene.squad(1, (23, 10), models=1), scene.squad(1, (10, 20), models=1), scene.squad(1, (10, 23.01), models=1)
    play = scene.option(unit, dice=[6, 6]).answer("charge")
    assert (play.what, play.options()) == ("charge-target", [also, near])  # the nearest first
    assert [play.why(v) for v in (friend, far)] == ["KT40-CHARGE-02", "KT40-CHARGE-02"]
    play.answer(near)
    assert play.options() == [also, "pass"]  # one or more
    assert play.why(near) == "KT40-CHARGE-02"
    play.answer(also)
    assert play.unit(unit).declared == (near, also)


@pytest.mark.rule("KT40-CHARGE-02", "KT40-CHARGE-10")
@pytest.mark.parametrize(
    ("away", "barred", "long"),
    [(12.0, "", ""), (12.002, "KT40-CHARGE-02", ""), (18.0, "KT40-CHARGE-02", ""), (18.002, "KT40-CHARGE-02", "KT40-CHARGE-10")],
)
def test_how_far_a_charge_can_be_declared(away: float, barred: str, long: str) -> None:
    """12" with two dice and 18" with three are near enough, a hair more is not."""
    scene, unit, _ = facing(away, abilities=[ability("advance-and-charge")])
    play = scene.option(unit)
    assert (play.why("charge"), play.why("long charge")) == (barred, long)


@pytest.mark.rule("KT40-CHARGE-02", "KT40-CHARGE-10")
@pytest.mark.parametrize(("kind", "most"), [("charge", 12.0), ("long charge", 18.0)])
def test_each_target_of_a_charge_is_within_its_reach(kind: str, most: float) -> None:
    """Of two targets beside a near one, that at exactly this distance may be named."""
    scene = Scene()
    unit = scene.squad(0, (20, 10), models=1, abilities=[ability("advance-and-charge")])
    near, edge, far = (scene.squad(1, spot, models=1) for spot in ((10, 10), (20, 11 + most), (21.002 + most, 10)))
    play = scene.option(unit, dice=[6, 6, 6]).answer(kind)
    assert {*play.options()} == {near, edge}
    assert play.why(far) == "KT40-CHARGE-02"


@pytest.mark.rule("KT40-CHARGE-03")
def test_who_cannot_charge() -> None:
    scene = Scene()
    engaged, plane = scene.squad(0, (10, 10), models=1), scene.aircraft(0, (10, 20))
    acted = scene.squad(0, (20, 10), models=1, state={"option": "advance"})
    scene.squad(1, (12, 10), models=1)
    assert scene.option(engaged).why("charge") == "KT40-MOVE-08"
    assert scene.option(plane).why("charge") == "KT40-AIR-03"
    assert scene.option(acted).what == ""


@pytest.mark.rule("KT40-CHARGE-04")
def test_a_target_need_not_be_visible() -> None:
    scene, unit, enemy = facing(6)
    scene.block(13, 6, 13.5, 14)
    play = scene.option(unit, dice=[6, 6]).answer("charge")
    assert play.unit(unit).declared == (enemy,)


@pytest.mark.rule("KT40-CHARGE-05")
def test_overwatch_comes_before_the_roll_and_the_roll_before_the_move() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (16, 10), models=1, weapons=[gun()])
    play = scene.option(unit, dice=[1, 1, 6, 6]).answer("charge")
    assert (play.what, play.player) == ("overwatch", 1)
    assert not play.events("charge-roll")
    play.answer(1)
    assert [e.kind for e in play.game.events if e.kind in ("charge-declared", "hit-roll", "charge-roll")] == [
        "charge-declared",
        "hit-roll",
        "charge-roll",
    ]
    assert (play.what, play.player) == ("move", 0)


# --- the roll and the move


@pytest.mark.rule("KT40-CHARGE-06")
def test_each_model_moves_up_to_the_sum_of_two_dice() -> None:
    scene, unit, _ = facing(5, models=2)
    play = scene.option(unit, dice=[2, 4]).answer("charge")
    assert play.events("charge-roll")[0].values["dice"] == (2, 4)  # once for the unit
    assert play.why({0: (15, 10), 1: (13.5, 10)}) == ""
    assert play.why({0: (14.5, 10), 1: (8.5, 16.01)}) == "KT40-CHARGE-06"


@pytest.mark.rule("KT40-CHARGE-06")
def test_a_boon_adds_to_the_distance() -> None:
    scene, unit, _ = facing(5, state={"boons": (Boon("charge", 2, "turn", "hymn"),)})
    play = scene.option(unit, dice=[1, 1]).answer("charge")
    assert play.events("charge-roll")[0].values["amount"] == 4
    assert play.what == "move"
    assert not play.events("charge-failed")


@pytest.mark.rule("KT40-CHARGE-07", "KT40-INT-37")
def test_a_charge_succeeds_if_a_model_ends_within_an_inch_and_must_if_it_can() -> None:
    scene, unit, enemy = facing(5)
    play = scene.option(unit, dice=[1, 3]).answer("charge")  # 4" are just enough
    assert not play.events("charge-failed")
    assert play.why({0: (13.9, 10)}) == "KT40-CHARGE-07"
    assert play.why({}) == "KT40-CHARGE-07"
    play.answer({0: (14, 10)})
    assert play.unit(unit).charged == (enemy,)
    assert scene.option(unit, dice=[1, 2]).answer("charge").events("charge-failed")  # 3" are not


@pytest.mark.rule("KT40-CHARGE-07", "KT40-INT-05", "KT40-INT-37")
def test_a_charge_that_bends_on_top_of_a_barricade_succeeds() -> None:
    scene = Scene()
    unit = scene.character(0, (10, 12.3), base=40.0)
    scene.squad(0, (8.8, 10.55), models=1, base=60.0, height=2.0)  # in the way, so close to the barricade that nobody passes between them
    scene.squad(0, (7.5, 12.6), models=1, base=60.0, height=2.0)
    enemy = scene.squad(1, (7.6, 6.5), models=1, base=40.0)
    scene.barricade(10, 11, 16, 11.5)
    play = scene.option(unit, dice=[4, 4]).answer("charge")
    assert not play.events("charge-failed")
    way = {0: [(11.7, 10.15), (9.8, 7.8)]}  # 2.74" and 2.98" in plan, 2" up and down
    assert play.why(way) == ""
    assert play.answer(way).unit(unit).charged == (enemy,)
    assert scene.option(unit, dice=[3, 3]).answer("charge").events("charge-failed")


@pytest.mark.rule("KT40-CHARGE-08")
def test_a_charge_keeps_clear_of_enemies_that_are_no_targets() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    target, other = scene.squad(1, (16, 10), models=1), scene.squad(1, (16, 12.5), models=1)
    play = scene.option(unit, dice=[6, 6]).answer("charge", target, "pass")
    assert play.why({0: (15, 11)}) == "KT40-CHARGE-08"
    assert play.why({0: [(13, 11.5), (16, 11.25)]}) == "KT40-CHARGE-08"
    assert play.why({0: (14.9, 10)}) == ""
    both = scene.option(unit, dice=[6, 6]).answer("charge", target, other)
    assert both.why({0: (15, 11)}) == ""


@pytest.mark.rule("KT40-CHARGE-12", "KT40-INT-37")
def test_only_targets_that_were_reached_are_charged() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    near, far = scene.squad(1, (16, 10), models=1), scene.squad(1, (16, 16), models=1)
    play = scene.option(unit, dice=[3, 3]).answer("charge", near, far, {0: (14.5, 10)})
    assert play.unit(unit).declared == (near, far)
    assert play.unit(unit).charged == (near,)
    assert (play.unit(near).charged_by, play.unit(far).charged_by) == ((unit,), ())


@pytest.mark.rule("KT40-CHARGE-12", "KT40-UNIT-13")
@pytest.mark.parametrize(("gap", "both"), [(1.0, True), (1.002, False)])
def test_a_target_that_was_reached_is_within_an_inch(gap: float, both: bool) -> None:
    """Of two declared targets one is charged for certain, the other is 1" away, or a hair more."""
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    near, beside = scene.squad(1, (16, 10), models=1), scene.squad(1, (14.5, 11 + gap), models=1)
    play = scene.option(unit, dice=[3, 3]).answer("charge", near, beside, {0: (14.5, 10)})
    assert play.unit(unit).charged == ((near, beside) if both else (near,))


@pytest.mark.rule("KT40-INT-22", "KT40-OW-01")
@pytest.mark.parametrize(("order", "asked"), [((0, 1, 2, 3), [1, 2, 3]), ((1, 0, 2, 3), [1, 2, 3]), ((3, 1, 0, 2), [3, 1, 2])])
def test_overwatch_goes_round_in_turn_order(order: tuple[int, ...], asked: list[int]) -> None:
    """From its beginning, whoever charges, and nobody is left out."""
    scene = Scene(players=4)
    unit = scene.squad(0, (20, 15), models=1)
    for side, spot in ((1, (20, 20)), (2, (15, 15)), (3, (25, 15))):
        scene.squad(side, spot, models=1, weapons=[gun('24" assault 1, 4 0 1')])
    play = scene.option(unit, dice=[1, 1, 1, 6, 6], order=order).answer("charge", 1, 2, 3)
    found = []
    while play.what == "overwatch":
        found.append(play.player)
        play.answer(play.player)
    assert found == asked


@pytest.mark.rule("KT40-CHARGE-06", "KT40-STRAT-09", "KT40-INT-84")
def test_every_die_that_could_bring_the_missing_inch_may_be_rolled_again() -> None:
    """9" are needed and 8" rolled: the 5 may become a 6, the 3 a 4 and more."""
    scene, unit, _ = facing(10)
    play = scene.option(unit, dice=[5, 3], cp=(1, 0)).answer("charge")
    assert (play.what, play.options()) == ("re-roll", ["pass", Dice(COMMAND_REROLL, (0,)), Dice(COMMAND_REROLL, (1,))])


@pytest.mark.rule("KT40-CHARGE-13")
def test_a_charger_destroyed_by_overwatch_ends_the_charge() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    one = scene.squad(1, (16, 10), models=1, weapons=[gun()])
    two = scene.squad(1, (10, 16), models=1, weapons=[gun()])
    play = scene.option(unit, dice=[6, 1, 6, 1]).answer("charge", one, two, one)
    assert play.unit(unit).destroyed
    assert play.what == ""  # the second does not fire, no distance is rolled
    assert not play.events("charge-roll")


@pytest.mark.rule("KT40-CHARGE-13")
def test_without_targets_no_distance_is_rolled_and_the_charge_has_failed() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    target = scene.squad(1, (16, 10), models=1, left=[0])
    scene.places[1] = None
    play = scene.play(Task("charge_move", (unit, (target,), 2)))
    assert [e.kind for e in play.game.events] == ["charge-failed"]


@pytest.mark.rule("KT40-CHARGE-14")
def test_after_the_first_model_the_others_go_where_they_like_in_coherency() -> None:
    scene, unit, _ = facing(5, models=3)
    play = scene.option(unit, dice=[3, 3]).answer("charge")
    assert play.why({0: (14.5, 10)}) == "KT40-UNIT-06"  # the others would be left behind
    assert play.why({0: (14.5, 10), 1: (12, 10)}) == "KT40-UNIT-06"
    assert play.why({0: (14.5, 10), 1: (12, 10), 2: (9.5, 11)}) == ""
    assert play.why({0: (14.2, 10), 1: (11.2, 10), 2: (8.2, 10)}) == ""


@pytest.mark.rule("KT40-CHARGE-06", "KT40-STRAT-09")
def test_one_die_of_a_charge_that_falls_short_may_be_rolled_again() -> None:
    scene, unit, _ = facing(7)
    play = scene.option(unit, dice=[1, 2, 5], cp=(1, 0)).answer("charge")
    assert play.what == "re-roll"
    play.answer(Dice(COMMAND_REROLL, (0,)))
    assert play.events("charge-roll")[0].values["dice"] == (5, 2)
    assert play.what == "move"
    assert scene.option(unit, dice=[3, 3], cp=(1, 0)).answer("charge").what == "move"  # a success is not offered


# --- a charge that failed


@pytest.mark.rule("KT40-CHARGE-09", "KT40-INT-38")
def test_after_a_failed_charge_the_unit_stays_or_closes_in() -> None:
    scene, unit, _ = facing(9)
    play = scene.option(unit, dice=[1, 3]).answer("charge")
    assert play.events("charge-failed")
    assert (play.what, play.why("pass")) == ("move", "")
    assert play.why({0: (13, 10)}) == "KT40-INT-38"  # not as near as it can get
    assert play.why({0: (13.898, 10)}) == "KT40-INT-38"
    assert play.why({0: (13.9, 10)}) == ""  # 0.1" short of 4"
    assert play.why({0: (14.01, 10)}) == "KT40-CHARGE-09"
    stays = scene.option(unit, dice=[1, 3]).answer("charge", "pass")
    assert (stays.unit(unit).option, stays.unit(unit).moved) == ("charge", False)
    play.answer({0: (14, 10)})
    own = play.unit(unit)
    assert (own.option, own.moved, own.charged, own.declared) == ("charge", True, (), (1,))


@pytest.mark.rule("KT40-CHARGE-09")
def test_a_failed_charge_keeps_clear_of_all_enemies() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    target, _ = scene.squad(1, (20, 10), models=1), scene.squad(1, (14, 11.9), models=1)
    play = scene.option(unit, dice=[1, 3]).answer("charge", target, "pass")
    assert play.events("charge-failed")
    assert play.why({0: (14, 10)}) == "KT40-CHARGE-09"  # 0.9" from the other enemy
    assert play.why({0: (13.98, 9.7)}) == ""


@pytest.mark.rule("KT40-INT-38")
def test_the_other_models_end_nearer_to_a_target() -> None:
    scene, unit, _ = facing(9, models=3)
    play = scene.option(unit, dice=[1, 3]).answer("charge")
    assert play.why({0: (14, 10), 1: (12, 10), 2: (9.5, 10)}) == ""
    refusal = play.refusal({0: (10, 6), 1: (8.5, 6.5), 2: (7, 7)})
    assert (refusal.rule, refusal.values["number"]) == ("KT40-INT-38", 0)


@pytest.mark.rule("KT40-INT-38")
def test_as_near_as_it_can_get_goes_round_what_is_in_the_way() -> None:
    scene, unit, _ = facing(9)
    scene.block(12.5, 8, 13, 20, top=20)
    play = scene.option(unit, dice=[2, 3]).answer("charge")  # 5": the wall is in the way, and its end is at y = 8
    assert play.events("charge-failed")
    assert play.why({0: (11.99, 10)}) == "KT40-INT-38"  # pressed against the wall
    found = play.decision.find_nearest()  # type: ignore[attr-defined]
    assert play.why(found) == ""
    assert found.paths[0][-1][0] > 12.5  # round the corner


# --- charges of which nobody can say at once whether they reach


def hemmed_in() -> tuple[Scene, int]:
    """Return a scene with a unit of two: one has a free way to an enemy 7" off, the other is shut in by friends and cannot follow."""
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (10, 13)], models=2)
    scene.squad(0, [(10 + 1.001 * cos(k * pi / 3 + 0.1), 13 + 1.001 * sin(k * pi / 3 + 0.1)) for k in range(6)], models=6)
    scene.squad(1, (18, 10), models=1)
    return scene, unit


@pytest.mark.rule("KT40-CHARGE-07", "KT40-CHARGE-14", "KT40-INT-37")
def test_where_a_model_gets_there_but_no_move_of_its_unit_is_found_the_player_may_show_one() -> None:
    scene, unit = hemmed_in()
    play = scene.option(unit, dice=[3, 3]).answer("charge")
    assert (play.what, play.options()) == ("move", ["pass"])
    assert play.why({0: (16, 10)}) == "KT40-UNIT-06"  # judged like any other charge
    assert play.why({0: (10, 10.05)}) == "KT40-CHARGE-07"
    play.answer("pass")
    assert play.events("charge-failed")


@pytest.mark.rule("KT40-CHARGE-07", "KT40-INT-37")
def test_no_player_is_asked_where_no_model_gets_there_even_alone() -> None:
    scene, unit = hemmed_in()
    assert scene.option(unit, dice=[2, 3]).answer("charge").events("charge-failed")


@pytest.mark.rule("KT40-CHARGE-07", "KT40-INT-37")
def test_a_narrow_way_past_enemies_that_are_no_targets_is_found() -> None:
    scene = Scene(board=(30, 24))
    unit = scene.squad(0, [(5.664 + 1.5 * k, 6.139) for k in range(5)])
    enemy, other = scene.squad(1, (19.357, 4.085), models=1), scene.squad(1, (14.864, 5.35), models=1)
    scene.block(16.4, 4.9, 17.6, 9)
    play = scene.option(unit, dice=[3, 4]).answer("charge", enemy, "pass")
    assert play.what == "move" and "pass" not in play.options()
    play.answer(play.decision.default)
    assert (play.unit(unit).charged, play.unit(other).charged_by) == ((enemy,), ())


# --- 18"


@pytest.mark.rule("KT40-CHARGE-10", "KT40-INT-36")
def test_a_unit_with_the_ability_charges_within_eighteen_inches_with_three_dice() -> None:
    scene, unit, enemy = facing(14, abilities=[ability("advance-and-charge")])
    play = scene.option(unit, dice=[4, 5, 4])
    assert "charge" not in play.options()  # further than 12"
    play.answer("long charge", {0: (23, 10)})
    own = play.unit(unit)
    assert (own.option, own.charged) == ("charge", (enemy,))  # a charge, and no advance
    near, unit, _ = facing(11, abilities=[ability("advance-and-charge")])
    assert {"charge", "long charge"} <= {*near.option(unit).options()}  # 12" and 2D6 are still allowed
    plain, unit, _ = facing(14)
    assert plain.option(unit).why("long charge") == "KT40-CHARGE-10"


@pytest.mark.rule("KT40-CHARGE-07", "KT40-CHARGE-09", "KT40-CHARGE-10", "KT40-RES-04", "KT40-RES-05")
def test_worked_example_7_a_charge_over_eighteen_inches() -> None:
    scene, unit, enemy = facing(12.8, abilities=[ability("advance-and-charge")])
    play = scene.option(unit, dice=[4, 5, 3]).answer("long charge")
    assert not play.events("charge-failed")
    play.answer({0: (21.8, 10)})
    assert play.unit(unit).charged == (enemy,)
    short = scene.option(unit, dice=[4, 4, 3]).answer("long charge")
    assert short.events("charge-failed")
    short.answer({0: (21, 10)})  # 1.8" from the enemy
    assert short.at(0) == (21, 10, 0)

    again = Scene()
    reserve = again.squad(0, None, models=1, abilities=[ability("advance-and-charge"), ability("reserve")], state={"reserve": True})
    near, far = again.squad(1, (20, 10), models=1), again.squad(1, (9.5, 24), models=1)
    for dice, succeeds in (((4, 4), False), ((4, 5), True)):
        play = again.play(Task("arrive", (reserve,)), dice=dice, turn=2).answer({0: (9.5, 10)})  # 9.5" and 13" away
        assert (play.what, play.options()) == ("charge-target", [near, "pass"])
        assert play.why(far) == "KT40-CHARGE-02"
        play.answer(near)
        assert bool(play.events("charge-failed")) is not succeeds


@pytest.mark.rule("KT40-CHARGE-10", "KT40-AIR-03")
def test_an_aircraft_makes_no_long_charge_either() -> None:
    scene = Scene()
    plane = scene.aircraft(0, (10, 10), abilities=[ability("advance-and-charge")])
    scene.squad(1, (25, 10), models=1)
    assert scene.option(plane).why("long charge") == "KT40-AIR-03"


# --- places that hardly leave room


@pytest.mark.rule("KT40-CHARGE-07", "KT40-CHARGE-11")
@pytest.mark.parametrize(
    ("start", "enemy", "others", "roll", "end"),
    [
        ((11.38, 12.88), (20, 12), [(18.78, 13.48), (23.35, 13.42), (19.54, 9.62), (17.9, 9.6)], (3, 4), (18.059, 11.612)),
        ((13.03, 9.12), (20, 12), [(17.68, 9.32), (17.07, 12.66), (20.48, 13.54), (21.28, 10.47), (18.47, 15.16)], (2, 4), (18.519, 11.141)),
        ((13.13, 14.24), (20, 12), [(17.55, 10.44), (23.44, 13.67), (17.25, 13.63)], (2, 4), (18.637, 12.154)),
    ],
)
def test_a_flyer_that_just_fits_beside_its_target_reaches_it(
    start: tuple[float, float], enemy: tuple[float, float], others: list[tuple[float, float]], roll: tuple[int, int], end: tuple[float, float]
) -> None:
    """Between the keep-out of other units there is hardly any room within 1" of the target, but the roll lets the model get there."""
    scene = Scene(board=(40, 24))
    unit = scene.flyers(0, [start], models=1)
    target = scene.squad(1, [enemy], models=1)
    scene.squad(1, others, models=len(others))
    play = scene.option(unit, dice=roll).answer("charge")
    if play.what == "charge-target" and not play.decision.context.named:  # type: ignore[attr-defined]
        play.answer(target)
    play.decline("charge-target")
    assert play.what == "move"
    assert play.decision.refuse(play.paths(unit, {0: end})) is None
    play.game.play(play.decision.default)
    assert play.unit(unit).charged == (target,)


@pytest.mark.rule("KT40-CHARGE-07")
def test_a_model_on_foot_that_just_fits_beside_its_target_reaches_it() -> None:
    scene = Scene(board=(24, 20))
    unit = scene.squad(0, [(10.31, 6.38)], models=1)
    target = scene.squad(1, [(17.02, 5.24)], models=1)
    others = [(19.22, 7.51), (20.14, 6.1), (15.51, 7.13), (18.32, 4.6), (16.55, 3.88)]
    scene.squad(1, others, models=len(others))
    play = scene.option(unit, dice=[2, 3]).answer("charge")
    if play.what == "charge-target" and not play.decision.context.named:  # type: ignore[attr-defined]
        play.answer(target)
    play.decline("charge-target")
    assert play.what == "move"
    play.game.play(play.decision.default)
    assert play.unit(unit).charged == (target,)


@pytest.mark.rule("KT40-CHARGE-02", "KT40-INT-38")
def test_a_target_that_cannot_be_reached_may_be_declared_besides() -> None:
    """After a charge that fails pistols may be fired at every unit that was declared."""
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, weapons=[pistol()])
    near = scene.squad(1, (20, 10), models=1)
    scene.ruin(8, 16, 13, 21, top=12, floor=9)
    high = scene.squad(1, [(10, 17, 9)], models=1)  # no charge gets up there
    play = scene.option(unit, dice=[1, 1]).answer("charge")
    assert play.options() == [near, high]
    play.answer(near)
    assert (play.options(), play.decision.default) == ([high, "pass"], PASS)
    assert play.answer(high).unit(unit).declared == (near, high)


@pytest.mark.rule("KT40-CHARGE-02", "KT40-CHARGE-07")
def test_a_unit_may_charge_another_right_above_it() -> None:
    scene = Scene()
    scene.ruin(8, 8, 12, 12, top=6, floor=3)
    unit, enemy = scene.squad(0, [(10, 10, 0)], models=1), scene.squad(1, [(10, 10, 3)], models=1)
    play = scene.option(unit, dice=[6, 6]).answer("charge")
    play.decline("charge-target")
    while play.what == "charge-target":
        play.answer(enemy)
    play.game.play(play.decision.default)
    assert play.unit(unit).charged == (enemy,)
