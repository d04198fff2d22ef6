"""Reserves. (RES, INT-42, INT-43, INT-73, INT-81)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Paths, Pick
from counteract.core.state import Task
from counteract.rulesets.kt40 import moves
from counteract.rulesets.kt40.reserves import arrivals
from counteract.rulesets.kt40.state import Ref
from counteract.rulesets.kt40.transports import why_not_disembark
from tests.rules.kt40.scenes import RULESET, Scene, ability, gun


def waiting(models: int = 2, inches: float = 9.0, **more: object) -> tuple[Scene, int]:
    """Return a scene with a unit in reserve and an enemy model at (24, 18)."""
    scene = Scene()
    unit = scene.squad(0, None, models=models, abilities=[ability("reserve", inches=inches)], state={"reserve": True}, **more)  # type: ignore[arg-type]
    scene.squad(1, (24, 18), models=1)
    return scene, unit


@pytest.mark.rule("KT40-RES-01")
def test_reserves_arrive_in_the_window_at_the_end_of_the_movement_phase() -> None:
    scene, unit = waiting()
    for window, comes in (("movement start", False), ("movement end", True)):
        play = scene.window(window, turn=2)
        assert (play.what == "effect" and f"arrive:{unit}" in play.options()) is comes


@pytest.mark.rule("KT40-RES-02")
def test_reserves_arrive_in_turn_two_or_three() -> None:
    scene, unit = waiting()
    for turn, comes in ((1, False), (2, True), (3, True), (4, False)):
        s = scene.state(turn=turn)
        assert (arrivals(scene.arena, s, 0) == (unit,)) is comes


@pytest.mark.rule("KT40-RES-02", "KT40-RES-07")
def test_the_card_of_a_unit_in_reserve_tells_when_it_arrives() -> None:
    scene, unit = waiting()
    scene.state()
    early = "arrives in turn 2 or 3, else it is lost"
    for turn, told in ((1, early), (2, early), (3, "arrives this turn, else it is lost")):
        assert RULESET.view(scene.arena, scene.state(turn=turn), 0)["units"][unit]["states"] == [f"in reserve: {told}"]


@pytest.mark.rule("KT40-RES-02", "KT40-RES-03")
def test_who_cannot_arrive_yet_is_named_with_the_reason_where_the_window_is_asked() -> None:
    """A hero may intervene in turn 1, so that its player is asked; the reserves are not among the options, but known."""
    scene = Scene()
    scene.character(0, (24, 15.5))
    unit = scene.squad(0, None, models=1, abilities=[ability("reserve", inches=9.0)], state={"reserve": True})
    scene.squad(1, (24, 18), models=1)
    play = scene.window("movement end", turn=1)
    assert play.options() == ["pass", "intervene:0"] and play.decision.known == (Pick(f"arrive:{unit}"),)
    refusal = play.refusal(f"arrive:{unit}")
    assert (refusal.rule, refusal.reason) == ("KT40-RES-02", "Reserves arrive in turn 2 or 3.")


@pytest.mark.rule("KT40-RES-03")
def test_a_unit_arrives_more_than_nine_inches_from_every_enemy() -> None:
    scene, unit = waiting()
    play = scene.play(Task("arrive", (unit,)), turn=2)
    assert (play.what, play.why({0: (14, 18), 1: (12.5, 18)})) == ("set-up", "KT40-RES-03")  # exactly 9"
    assert play.why({0: (13.99, 18), 1: (12.5, 18)}) == ""
    assert play.why({0: (13.99, 18), 1: (10.9, 18)}) == "KT40-UNIT-06"
    assert play.why({0: (0.4, 18), 1: (2, 18)}) == "KT40-SETUP-02"
    assert play.why(Paths([[(5, 5)]])) == "KT40-UNIT-08"


@pytest.mark.rule("KT40-RES-03", "KT40-SETUP-04")
@pytest.mark.parametrize(("inches", "away"), [(None, 9.0), (9.0, 9.0), (6.0, 6.0)])
def test_exactly_so_far_from_an_enemy_is_too_near(inches: float | None, away: float) -> None:
    """Nine inches unless the ability says otherwise; a hair more is far enough."""
    scene = Scene()
    unit = scene.squad(0, None, models=1, abilities=[ability("reserve", **({} if inches is None else {"inches": inches}))], state={"reserve": True})
    scene.squad(1, (24, 18), models=1)
    play = scene.play(Task("arrive", (unit,)), turn=2)
    assert (play.why({0: (23 - away, 18)}), play.why({0: (22.998 - away, 18)})) == ("KT40-RES-03", "")


@pytest.mark.rule("KT40-RES-03")
def test_an_ability_may_bring_it_nearer() -> None:
    scene, unit = waiting(inches=6.0)
    play = scene.play(Task("arrive", (unit,)), turn=2)
    assert play.why({0: (16.99, 18), 1: (15.5, 18)}) == ""
    assert play.why({0: (17, 18), 1: (15.5, 18)}) == "KT40-RES-03"


@pytest.mark.rule("KT40-RES-04", "KT40-INT-42")
def test_it_may_charge_at_once_and_make_no_other_move() -> None:
    scene, unit = waiting()
    scene.squad(1, (3, 18), models=1)
    play = scene.play(Task("arrive", (unit,)), Task("option", (unit,)), Task("part", (0,)), turn=2, dice=[6, 6])
    play.answer({0: (13.9, 18), 1: (13.9, 19.5)})
    assert (play.what, play.options()) == ("charge-target", [1, 2, "pass"])
    none = scene.play(Task("arrive", (unit,)), Task("option", (unit,)), Task("part", (0,)), turn=2)
    none.answer({0: (13.9, 18), 1: (13.9, 19.5)}, "pass")
    assert none.what == ""
    play.answer(1, "pass", {0: (22.5, 18), 1: (21, 18)})
    assert play.unit(unit).charged == (1,)


@pytest.mark.rule("KT40-RES-04")
def test_a_target_of_that_charge_is_within_twelve_inches_and_may_fire() -> None:
    scene = Scene()
    unit = scene.squad(0, None, models=1, abilities=[ability("reserve")], state={"reserve": True})
    near, far = scene.squad(1, (20, 18), models=1, weapons=[gun()]), scene.squad(1, (9, 31.1), models=1)
    play = scene.play(Task("arrive", (unit,)), turn=2).answer({0: (9, 18)})
    assert play.options() == [near, "pass"]
    play.answer(near)
    assert (play.what, play.player) == ("overwatch", 1)  # INT-42
    assert far


@pytest.mark.rule("KT40-RES-05")
def test_that_charge_rolls_two_dice_whatever_its_abilities() -> None:
    scene = Scene()
    unit = scene.squad(0, None, models=1, abilities=[ability("reserve"), ability("advance-and-charge")], state={"reserve": True})
    scene.squad(1, (20, 18), models=1)
    play = scene.play(Task("arrive", (unit,)), turn=2, dice=[6, 6]).answer({0: (9, 18)}, 1)
    assert play.events("charge-roll")[0].values["dice"] == (6, 6)


@pytest.mark.rule("KT40-RES-06", "KT40-MOVE-12", "KT40-INT-43")
def test_it_counts_as_having_moved_and_shoots_in_the_normal_step() -> None:
    scene, unit = waiting(weapons=[gun()])
    play = scene.play(Task("arrive", (unit,)), turn=2).answer({0: (13.9, 18), 1: (13.9, 19.5)}, "pass")
    own = play.unit(unit)
    assert (own.arrived, own.moved, own.reserve, own.readied) == (True, True, False, False)
    assert all(play.s.models[i].moved for i in (0, 1))
    steps = scene.alternate("readied", "shooting", units=play.s.units, places=play.s.places, models=play.s.models, turn=2)
    assert (steps.what, steps.options()) == ("shoot", [unit, "pass"])


@pytest.mark.rule("KT40-INT-42")
def test_each_unit_is_an_action_of_its_own() -> None:
    scene = Scene()
    for _ in range(2):
        scene.squad(0, None, models=1, abilities=[ability("reserve")], state={"reserve": True})
    scene.squad(1, (40, 30), models=1)
    play = scene.window("movement end", turn=2).answer("arrive:1", {1: (5, 5)})
    assert (play.what, play.options()) == ("effect", ["pass", "arrive:0"])


@pytest.mark.rule("KT40-INT-81")
def test_passengers_arrive_inside_their_transport_and_stay_there() -> None:
    scene = Scene()
    carrier = scene.transport(0, None, abilities=[ability("reserve")], state={"reserve": True})
    unit = scene.squad(0, None, models=2, state={"carrier": carrier, "reserve": True})
    scene.squad(1, (40, 30), models=1)
    s = scene.state(turn=2)
    assert arrivals(scene.arena, s, 0) == (carrier,)
    play = scene.play(Task("arrive", (carrier,)), Task("part", (0,)), turn=2).answer({0: (10, 10)})
    assert (play.unit(unit).reserve, play.unit(unit).carrier) == (False, carrier)
    assert play.what == ""  # nobody disembarks this turn
    assert why_not_disembark(play.arena, play.s, unit) == ("KT40-INT-81", "Its transport has arrived from reserve this turn.")


@pytest.mark.rule("KT40-INT-73")
def test_a_unit_that_does_not_fit_is_deployed_in_a_wider_zone() -> None:
    scene = Scene(board=(20, 40))
    scene.vehicle(0, (3, 3), base=140.0)
    unit = scene.vehicle(0, None, base=140.0, state={"deployed": False})  # a radius of 2.76"
    scene.squad(1, (17, 20), models=1)
    s = scene.state()
    asked: Any = next(moves.set_up_unit(Ref(scene.arena, s), unit, "deployed", zone=(0.0, 0.0, 6.0, 6.0)))
    assert asked.limits.zones == ((0.0, 0.0, 10.0, 10.0),)  # four inches wider, there is room in the corner
    assert asked.refuse(Paths([[(7.2, 7.2)]])) is None
    assert asked.refuse(Paths([[(7.3, 7.2)]])).rule == "KT40-INT-73"


@pytest.mark.rule("KT40-INT-73")
def test_a_wider_zone_keeps_clear_of_enemies_and_there_may_be_no_room_at_all() -> None:
    scene = Scene(board=(12, 12))
    scene.vehicle(0, (3, 3), base=140.0)
    unit = scene.vehicle(0, None, base=140.0, state={"deployed": False})
    scene.squad(1, (11, 11), models=1)
    s = scene.state()
    with pytest.raises(StopIteration) as over:
        next(moves.set_up_unit(Ref(scene.arena, s), unit, "deployed", zone=(0.0, 0.0, 6.0, 6.0)))
    assert over.value.value is False


@pytest.mark.rule("KT40-RES-07")
def test_a_unit_still_in_reserve_at_the_end_of_turn_three_is_destroyed() -> None:
    for turn, lost in ((2, False), (3, True)):
        scene = Scene()
        unit = scene.squad(0, None, models=1, state={"reserve": True})
        scene.squad(0, (5, 5), models=1)
        scene.squad(1, (24, 18), models=1)
        play = scene.play(Task("end_turn"), turn=turn, dice=[1, 1, 6, 6])
        assert play.unit(unit).destroyed is lost
