"""Normal moves of units: how far, past whom, where they end; and the options of a unit. (MOVE, READY, UNIT-08, TERR, INT-01 to INT-05)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Allocate, Paths, Pick
from counteract.core.state import Task
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.mechanics.moves.unit_reach import find_area, find_way
from tests.rules.kt40.scenes import Play, Scene, gun


def moving(scene: Scene, unit: int = 0, option: str = "normal move", **more: object) -> Play:
    """Begin the move of a unit."""
    return scene.option(unit, **more).answer(option)  # type: ignore[arg-type]


# --- a player's part


@pytest.mark.rule("KT40-MOVE-02")
def test_a_player_moves_all_units_before_the_next_player_does() -> None:
    scene = Scene()
    one, two = scene.squad(0, (10, 4)), scene.squad(0, (10, 10))
    scene.squad(1, (10, 30))
    play = scene.play(Task("part", (0,)), Task("part", (1,)))
    assert (play.what, play.player, play.options()) == ("manoeuvre", 0, [one, two, "pass"])
    play.answer(two, "normal move").answer(play.shift(two, 1, 0))
    assert (play.player, play.options()) == (0, [one, "pass"])  # in any order, one at a time
    assert play.why(2) == "KT40-MOVE-02"  # not one of its units
    play.answer("pass")
    assert (play.player, play.options()) == (1, [2, "pass"])


@pytest.mark.rule("KT40-MOVE-03", "KT40-UNIT-08")
def test_a_unit_takes_one_option_and_moves_as_one() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=3, weapons=[gun()])
    scene.squad(1, (10, 30), models=1)
    play = scene.option(unit)
    assert play.options() == ["ready", "stay", "normal move", "advance"]
    play.answer("normal move")
    refusal = play.refusal(Paths([[(11, 10)], []]))  # a path is missing
    assert refusal.rule == "KT40-UNIT-08"
    assert "3 in all" in str(refusal)
    play.answer(play.shift(unit, 0, 2))
    assert [play.at(i) for i in range(3)] == [(10, 12, 0), (11.5, 12, 0), (13, 12, 0)]
    assert play.unit(unit).option == "normal move"


@pytest.mark.rule("KT40-MOVE-03")
def test_an_engaged_unit_may_fall_back_and_one_near_an_enemy_may_charge() -> None:
    scene = Scene()
    engaged, near = scene.squad(0, (10, 10), models=1, weapons=[gun()]), scene.squad(0, (20, 18), models=1, weapons=[gun()])
    scene.squad(1, (11.5, 10), models=1)
    assert scene.option(engaged).options() == ["ready", "stay", "fall back"]
    assert scene.option(near).options() == ["ready", "stay", "normal move", "advance", "charge"]


@pytest.mark.rule("KT40-MOVE-04")
def test_each_unit_takes_its_option_once_and_the_others_stay() -> None:
    scene = Scene()
    one, two = scene.squad(0, (10, 4), weapons=[gun()]), scene.squad(0, (10, 10), weapons=[gun()])
    scene.squad(1, (10, 30))
    play = scene.part_of(0)
    play.answer(one, "normal move").answer(play.shift(one, 1, 0))
    assert play.why(one) == "KT40-MOVE-04"
    play.answer("pass", "pass")  # nobody else moves, nobody is readied
    assert (play.unit(two).option, play.unit(two).readied) == ("stay", False)


# --- how far


@pytest.mark.rule("KT40-MOVE-05")
def test_each_model_moves_up_to_its_own_move() -> None:
    scene = Scene()
    unit = scene.unit(0, (10, 10), (scene.card(), 1), (scene.card(id="slow", move=5), 1))
    scene.squad(1, (40, 30), models=1)
    play = moving(scene, unit)
    assert play.why({0: (10, 16), 1: (11.5, 15)}) == ""
    refusal = play.refusal({0: (10, 16), 1: (11.5, 15.01)})
    assert refusal.rule == "KT40-MOVE-05"
    assert refusal.values["number"] == 1  # the second model
    assert '5.1" long; the limit is 5"' in str(refusal)


@pytest.mark.rule("KT40-MOVE-06", "KT40-INT-04")
def test_a_move_passes_through_no_other_unit_but_through_its_own() -> None:
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (11.5, 10)], models=2)
    scene.squad(0, (10, 12), models=1)
    scene.squad(1, (40, 30), models=1)
    play = moving(scene, unit)
    assert play.why({0: (10, 14), 1: (11.5, 14)}) == "KT40-MOVE-06"  # through the friend at (10, 12)
    assert play.why({0: [(8.5, 12), (10, 14)], 1: (11.5, 14)}) == ""  # round it
    assert play.why({0: (13, 10)}) == ""  # through the other model of its own unit
    refusal = play.refusal({0: (12, 10)})  # but it may not end there
    assert (refusal.rule, refusal.values["number"]) == ("KT40-MOVE-06", 0)


@pytest.mark.rule("KT40-MOVE-06", "KT40-SETUP-02")
def test_no_part_of_a_base_leaves_the_battlefield() -> None:
    scene = Scene()
    unit = scene.squad(0, (3, 10), models=1)
    scene.squad(1, (40, 30), models=1)
    play = moving(scene, unit)
    assert play.why({0: (0.49, 10)}) == "KT40-SETUP-02"
    assert play.why({0: (0.5, 10)}) == ""


@pytest.mark.rule("KT40-MOVE-07", "KT40-INT-02", "KT40-INT-03")
def test_nobody_comes_within_an_inch_of_an_enemy() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (13, 12), models=1)
    play = moving(scene, unit)
    assert play.why({0: (13, 10.0)}) == "KT40-MOVE-07"  # bases 1" apart: within
    assert play.why({0: (13, 9.998)}) == ""  # more than 1"
    assert play.why({0: [(13, 10.5), (13, 9)]}) == "KT40-MOVE-07"  # on the way too
    assert play.refusal({0: (13, 10.5)}).values["number"] == 0


@pytest.mark.rule("KT40-INT-01")
def test_a_base_is_a_circle_as_wide_as_its_card_says() -> None:
    scene = Scene()
    unit = scene.vehicle(0, (10, 10))  # 100 mm: a radius of 1.969"
    scene.squad(1, (16, 10), models=1)
    play = moving(scene, unit)
    assert play.why({0: (12.53, 10)}) == ""  # 16 - 12.53 - 1.969 - 0.5 = 1.001
    assert play.why({0: (12.54, 10)}) == "KT40-MOVE-07"


# --- engaged, charged, freed


@pytest.mark.rule("KT40-MOVE-08", "KT40-INT-31")
def test_an_engaged_unit_only_stays_readies_or_falls_back() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, weapons=[gun()])
    scene.squad(1, (12, 10), models=1)
    play = scene.option(unit)
    assert play.options() == ["ready", "stay", "fall back"]
    assert [play.why(name) for name in ("normal move", "advance", "charge")] == ["KT40-MOVE-08"] * 3


@pytest.mark.rule("KT40-MOVE-09", "KT40-INT-30")
def test_a_unit_that_was_charged_cannot_fall_back() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, weapons=[gun()], state={"charged_by": (1,)})
    scene.squad(1, (12, 10), models=1)
    play = scene.option(unit)
    assert play.options() == ["ready", "stay"]
    assert play.why("fall back") == "KT40-MOVE-09"


@pytest.mark.rule("KT40-INT-30")
def test_a_charged_unit_whose_enemy_is_gone_does_anything_but_fall_back() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, weapons=[gun()], state={"charged_by": (1,)})
    scene.squad(1, (18, 10), models=1)
    assert scene.option(unit).options() == ["ready", "stay", "normal move", "advance", "charge"]


@pytest.mark.rule(
    "KT40-MOVE-10", "KT40-MOVE-11", "KT40-INT-29", "KT40-FALLBACK-03", "KT40-FALLBACK-04", "KT40-CHARGE-02", "KT40-CHARGE-06", "KT40-CHARGE-07"
)
def test_worked_example_4_a_freed_unit_charges_the_one_that_fell_back() -> None:
    scene = Scene()
    x = scene.squad(0, (10, 10), models=1, weapons=[gun()], state={"began": True})
    y = scene.squad(1, (12, 10), models=1, weapons=[gun()], state={"began": True})
    play = scene.play(Task("part", (0,)), Task("part", (1,)), dice=[3, 3])
    play.answer(x, "fall back")
    assert (play.what, play.player) == ("strike", 1)
    play.answer("pass", {0: (6, 10)})  # 5" between the bases
    assert (play.what, play.player) == ("manoeuvre", 1)
    play.answer(y)
    assert play.options() == ["ready", "stay", "normal move", "advance", "charge"]
    play.answer("charge")
    assert (play.what, play.options()) == ("overwatch", ["pass", x])  # X fell back, and may fire
    play.answer("pass")
    assert play.events("charge-roll")[0].values["amount"] == 6
    play.answer({1: (8, 10)})  # 4" would do
    assert play.unit(y).charged == (x,)
    assert play.unit(x).charged_by == (y,)
    shooting = scene.alternate("shooting", order=(0, 1), units=play.s.units, models=play.s.models, places=play.s.places)
    assert shooting.what == ""  # X shoots nothing: it fell back


@pytest.mark.rule("KT40-INT-32")
def test_a_unit_freed_after_its_part_gets_no_second_move() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, (12, 10), models=1)
    play = scene.play(Task("part", (1,)), Task("part", (0,)), Task("part", (1,)), order=(1, 0))
    play.answer("pass")  # B has its part first, and Y stays
    assert play.player == 0
    play.answer(0, "fall back", "pass", {0: (6, 10)})
    assert play.what == ""  # the strike was its chance


# --- moved


@pytest.mark.rule("KT40-MOVE-12")
def test_a_unit_has_moved_and_of_its_models_those_that_did() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=2)
    scene.squad(1, (40, 30), models=1)
    play = moving(scene, unit).answer({1: (11.5, 11)})
    assert play.unit(unit).moved
    assert [play.s.models[i].moved for i in (0, 1)] == [False, True]


# --- ready


@pytest.mark.rule("KT40-READY-01", "KT40-INT-84")
def test_the_units_left_are_offered_ready_together() -> None:
    scene = Scene()
    one = scene.squad(0, (10, 4), weapons=[gun()])
    two = scene.squad(0, (10, 10), weapons=[gun()])
    three = scene.squad(0, (10, 16), weapons=[gun()])
    scene.squad(1, (10, 30))
    play = scene.part_of(0)
    play.answer(one, "normal move").answer(play.shift(one, 1, 0)).answer("pass")
    assert (play.what, play.decision.units) == ("ready", (two, three))  # type: ignore[attr-defined]
    assert play.why(Allocate((2, 0))) != ""
    some = scene.part_of(0).answer("pass", Allocate((0, 1, 1)))
    assert [some.unit(u).readied for u in (one, two, three)] == [False, True, True]
    play.answer("all")
    assert [play.unit(u).readied for u in (one, two, three)] == [False, True, True]
    assert play.unit(two).option == "ready"


@pytest.mark.rule("KT40-READY-02")
def test_a_unit_that_has_moved_cannot_be_readied() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, weapons=[gun()], state={"disembarked": True, "moved": True})
    scene.squad(1, (30, 30), models=1)
    assert scene.option(unit).why("ready") == "KT40-READY-02"


@pytest.mark.rule("KT40-READY-02")
def test_a_readied_unit_that_moves_is_readied_no_longer() -> None:
    scene = Scene()
    hero = scene.character(0, (10, 10), state={"readied": True, "option": "ready"})
    scene.squad(1, (13, 10), models=1)
    play = scene.play(Task("intervene", (hero,))).answer({0: (11.9, 10)})
    assert not play.unit(hero).readied


@pytest.mark.rule("KT40-INT-84", "KT40-READY-01")
def test_ready_is_not_offered_where_it_changes_nothing_but_may_be_named() -> None:
    """Without any ranged weapon the state has no effect (READY-04): neither Ready nor a unit that could only be readied is offered."""
    scene = Scene()
    caught = scene.squad(0, (10, 4), models=1, state={"charged_by": (3,)})
    armed = scene.squad(0, (10, 20), models=1, weapons=[gun()], state={"charged_by": (4,)})
    free = scene.squad(0, (10, 30), models=1)
    scene.squad(1, (11.5, 4), models=1)
    scene.squad(1, (11.5, 20), models=1)
    play = scene.part_of(0)
    assert (play.what, play.options()) == ("manoeuvre", [armed, free, "pass"])
    assert scene.option(free).options() == ["stay", "normal move", "advance", "charge"]
    assert scene.option(caught).options() == ["stay"]
    assert scene.option(armed).options() == ["ready", "stay"]
    assert (scene.option(armed).decision.default, scene.option(free).decision.default) == (Pick("ready"), Pick("stay"))
    assert play.why(caught) == ""
    play.answer(caught, "ready")
    assert play.unit(caught).readied
    play.answer("pass")
    assert (play.what, play.decision.units) == ("ready", (armed,))  # type: ignore[attr-defined]


@pytest.mark.rule("KT40-READY-02", "KT40-INT-35")
def test_moves_of_a_strike_neither_forbid_nor_cancel_ready() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    striker = scene.squad(1, (12, 10), models=1, ws=3, state={"readied": True})
    play = scene.option(0, dice=[1]).answer("fall back", striker, {1: (11.5, 10)})
    assert play.s.models[1].moved
    assert play.unit(striker).moved
    assert play.unit(striker).readied
    play.answer("pass", {0: (6, 10)})
    assert scene.option(striker, places=play.s.places, units=play.s.units).why("ready") == ""


@pytest.mark.rule("KT40-READY-03")
def test_a_charged_unit_that_fires_overwatch_stays_readied() -> None:
    scene = Scene()
    charger = scene.squad(0, (10, 10), models=1)
    target = scene.squad(1, (16, 10), models=1, weapons=[gun()], state={"readied": True})
    play = scene.option(charger, dice=[1, 1, 6, 6]).answer("charge", target, {0: (14.5, 10)})
    assert play.unit(target).charged_by == (charger,)
    assert play.unit(target).readied


@pytest.mark.rule("KT40-MOVE-08", "KT40-MOVE-09", "KT40-INT-30", "KT40-READY-03")
def test_worked_example_5_a_caught_unit_can_only_stay_or_ready() -> None:
    scene = Scene()
    z = scene.squad(0, (10, 10), models=1)
    v = scene.squad(1, (16, 10), models=5, weapons=[gun('12" pistol 1, 4 0 1')])
    play = scene.play(Task("part", (0,)), Task("part", (1,)), dice=[3, 3])
    play.answer(z, "charge", "pass", {0: (14.5, 10)})
    assert (play.what, play.player) == ("ready", 1)  # nothing but Ready is left for V
    play.answer("all")
    assert play.unit(v).readied


# --- heights


@pytest.mark.rule("KT40-TERR-04", "KT40-INT-05")
def test_every_inch_up_and_down_counts() -> None:
    scene = Scene()
    scene.barricade(12, 8, 12.5, 12)
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (40, 30), models=1)
    play = moving(scene, unit)
    assert play.why({0: (14, 10)}) == ""  # 4" and 1" up and 1" down: exactly 6"
    assert play.why({0: (14.01, 10)}) == "KT40-MOVE-05"


@pytest.mark.rule("KT40-INT-05")
def test_a_move_ends_with_the_whole_base_on_the_ground_or_on_a_floor() -> None:
    scene = Scene()
    scene.barricade(12, 8, 12.5, 12)
    scene.ruin(8, 12, 12, 16, floor=2.0)
    unit = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (40, 30), models=1)
    play = moving(scene, unit)
    assert play.why({0: (12.2, 9)}) == "KT40-INT-05"  # on top of the barricade
    assert play.why({0: (10, 13, 2)}) == ""  # 3" and 2" up to the floor
    assert play.why({0: (8.2, 13, 2)}) == "KT40-INT-05"  # half off the floor


@pytest.mark.rule("KT40-TERR-05")
def test_only_infantry_passes_through_the_walls_of_a_ruin() -> None:
    scene = Scene()
    scene.ruin(12, 6, 14, 14)
    squad, bike = scene.squad(0, (10.5, 8), models=1), scene.bikes(0, (10.5, 12), models=1)
    scene.squad(1, (40, 30), models=1)
    assert moving(scene, squad).why({0: (15.5, 8)}) == ""
    play = moving(scene, bike)  # 7.5" and 5" up and 5" down would be too far for M 14
    assert play.why({1: (18, 12)}) == "KT40-MOVE-05"
    assert play.why({1: (13, 12)}) == "KT40-INT-05"  # nor does it end inside


@pytest.mark.rule("KT40-TERR-05")
def test_only_infantry_and_flyers_end_on_an_upper_floor() -> None:
    scene = Scene()
    scene.ruin(12, 6, 18, 14)
    bike, squad = scene.bikes(0, (9, 8), models=1), scene.squad(0, (11, 12), models=1)
    jet = scene.squad(0, (9, 15), models=1, keywords=("BIKE", "FLY"), base=60.0, move=14)
    scene.squad(1, (40, 30), models=1)
    assert moving(scene, bike).why({0: (15, 8, 3)}) != ""
    assert moving(scene, squad).why({1: (13, 12, 3)}) == ""
    assert moving(scene, jet).why({2: (15, 12, 3)}) == ""


@pytest.mark.rule("KT40-TERR-05", "KT40-INT-05")
def test_a_platform_that_is_no_ruin_is_no_place_for_bikes_either() -> None:
    scene = Scene()
    platform = scene.part((12, 6, 20, 14), (), top=2.0)
    scene.part((12, 6, 20, 14), ("vantage", "open"), bottom=1.9, top=2.0, feature=platform)
    bike, squad = scene.bikes(0, (9, 8), models=1), scene.squad(0, (11, 12), models=1)
    scene.squad(1, (40, 30), models=1)
    assert moving(scene, bike).why({0: (15, 8, 2)}) == "KT40-INT-05"
    assert moving(scene, squad).why({1: (13, 12, 2)}) == ""


@pytest.mark.rule("KT40-INT-04", "KT40-MOVE-05")
def test_ways_and_areas_begin_where_models_stand_whatever_was_tried_before() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=2)
    scene.squad(1, (40, 30), models=1)
    play = moving(scene)
    decision = play.decision
    assert isinstance(decision, UnitPathsDecision)
    assert play.why(play.shift(unit, 0, 4)) == ""
    way = find_way(decision, 0, (14, 10, 0.0))
    assert way is not None
    assert (way.points, way.length) == (((14.0, 10.0, 0.0),), pytest.approx(4, abs=0.001))
    (area,) = find_area(decision)
    assert min(y for _, y in area.outline) == pytest.approx(4, abs=0.1)
