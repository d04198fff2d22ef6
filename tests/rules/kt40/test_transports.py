"""Transports: embarking, disembarking, and passengers that are thrown out. (TRANS, INT-41)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Allocate, Paths
from counteract.core.state import Task
from counteract.rulesets.kt40.transports import why_not_disembark
from tests.rules.kt40.scenes import Play, Scene, ability, gun
from tests.rules.stage import INCH


def carried(models: int = 2, *, transport: dict[str, object] | None = None, **more: object) -> tuple[Scene, int, int]:
    """Return a scene with a transport, a unit inside it, and an enemy far away."""
    scene = Scene()
    carrier = scene.transport(0, (10, 10), **(transport or {}))  # type: ignore[arg-type]
    unit = scene.squad(0, None, models=models, state={"carrier": carrier}, **more)  # type: ignore[arg-type]
    scene.squad(1, (40, 30), models=1)
    return scene, carrier, unit


# --- embarking


def boarding(models: int = 2, **more: object) -> tuple[Scene, int, int, Play]:
    """Return a scene in which a unit makes a normal move beside a transport."""
    scene = Scene()
    carrier = scene.transport(0, (10, 10), **more)  # type: ignore[arg-type]
    unit = scene.squad(0, (10, 17), models=models)
    scene.squad(1, (40, 30), models=1)
    return scene, carrier, unit, scene.option(unit).answer("normal move")


@pytest.mark.rule("KT40-TRANS-01")
def test_a_transport_carries_so_many_models_of_some_keywords() -> None:
    near = {1: (10, 14), 2: (11.5, 14)}
    assert boarding()[3].answer(near).what == "embark"
    assert boarding(capacity=1)[3].answer(near).what == ""
    assert boarding(carries=("BIKE",))[3].answer(near).what == ""
    scene = Scene()
    carrier = scene.transport(0, (10, 10), capacity=3)
    scene.squad(0, None, models=2, state={"carrier": carrier})
    unit = scene.squad(0, (10, 13), models=2)
    scene.squad(1, (40, 30), models=1)
    assert scene.option(unit).answer("normal move", {}).what == ""  # room for one more only


@pytest.mark.rule("KT40-TRANS-02")
def test_a_unit_embarks_if_every_model_ends_within_three_inches() -> None:
    _, carrier, unit, play = boarding()
    play.answer({1: (10, 15.4), 2: (11.5, 14)})  # 2.93" and nearer
    assert (play.what, play.options()) == ("embark", ["pass", carrier])
    play.answer(carrier)
    assert (play.at(1), play.at(2), play.unit(unit).carrier) == (None, None, carrier)
    far = boarding()[3].answer({1: (10, 15.5), 2: (11.5, 14)})  # 3.03"
    assert far.what == ""


@pytest.mark.rule("KT40-TRANS-02")
@pytest.mark.parametrize(("away", "what"), [(3.0, "embark"), (3.002, "")])
def test_three_inches_are_near_enough_to_embark(away: float, what: str) -> None:
    """From the hull, a base of 100 mm, to the base of the last model."""
    edge = 10 + 50 / 25.4 + 0.5
    assert boarding()[3].answer({1: (10, edge + 1), 2: (10, edge + away)}).what == what


@pytest.mark.rule("KT40-TRANS-05")
@pytest.mark.parametrize(("away", "why"), [(3.0, ""), (3.002, "KT40-TRANS-05")])
def test_three_inches_are_near_enough_to_get_out(away: float, why: str) -> None:
    scene, _, unit = carried()
    edge = 10 + 50 / 25.4 + 0.5
    assert scene.part_of(0).answer(unit).why({1: (10, edge + 1), 2: (10, edge + away)}) == why


@pytest.mark.rule("KT40-TRANS-02")
def test_a_unit_embarks_in_the_transport_of_a_team_mate_and_of_no_enemy() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 13.5), models=1)
    scene.transport(1, (10, 10))
    assert scene.option(unit).answer("normal move", {}).what == ""


@pytest.mark.rule("KT40-TRANS-03")
def test_a_unit_does_not_embark_and_disembark_in_one_turn() -> None:
    scene, carrier, unit = carried()
    play = scene.part_of(0).answer(unit, {1: (10, 13), 2: (11.5, 13)}, "normal move", {})
    assert play.what == "manoeuvre"  # not asked to embark again
    scene, carrier, unit, play = boarding()
    play.answer({1: (10, 14), 2: (11.5, 14)}, carrier)
    again = scene.part_of(0, units=play.s.units, places=play.s.places)
    assert again.options() == [carrier, "pass"]
    scene = Scene()
    carrier = scene.transport(0, (10, 10))
    unit = scene.squad(0, None, models=2, state={"carrier": carrier, "embarked": True})
    scene.squad(1, (40, 30), models=1)
    assert scene.part_of(0).why(unit) == "KT40-TRANS-03"


@pytest.mark.rule("KT40-TRANS-04")
def test_embarked_units_do_nothing_by_themselves() -> None:
    scene, _, unit = carried(weapons=[gun()])
    assert scene.alternate("shooting").what == ""
    assert scene.play(Task("option", (unit,))).what == ""  # it must disembark first


@pytest.mark.rule("KT40-TRANS-04", "KT40-INT-26")
def test_a_passenger_named_by_decisive_movement_disembarks_first() -> None:
    scene, carrier, unit = carried()
    play = scene.play(Task("option", (unit, True)))
    assert play.options() == ["disembark", "pass"]
    play.answer("disembark", {1: (10, 13), 2: (11.5, 13)})
    assert (play.what, play.options()) == ("option", ["stay", "normal move", "advance"])
    declined = scene.play(Task("option", (unit, True))).answer("pass")
    assert declined.unit(unit).carrier == carrier
    assert declined.unit(unit).option == ""


# --- disembarking


@pytest.mark.rule("KT40-TRANS-05")
def test_passengers_are_set_up_within_three_inches_and_clear_of_enemies() -> None:
    scene, _, unit = carried()
    scene.places[3] = (10, 16, 0)
    play = scene.part_of(0).answer(unit)
    assert (play.what, play.decision.kind) == ("set-up", "paths")
    assert play.why({1: (15.4, 10), 2: (15.2, 11.5)}) == ""  # 2.93" and 2.94" from the hull
    assert play.why({1: (15.6, 10), 2: (14, 10)}) == "KT40-TRANS-05"
    assert play.why({1: (10, 14), 2: (11.5, 13)}) == "KT40-TRANS-05"  # within 1" of the enemy
    assert play.why({1: (10, 13), 2: (10, 6)}) == "KT40-UNIT-06"
    assert play.why({1: (11, 10), 2: (12.5, 13)}) == "KT40-MOVE-06"  # on top of the transport
    assert play.why(Paths([[(13, 10)], []])) == "KT40-INT-04"


@pytest.mark.rule("KT40-TRANS-05")
def test_nobody_gets_out_of_a_transport_that_has_moved() -> None:
    scene, carrier, _ = carried()
    play = scene.part_of(0).answer(carrier, "normal move", {0: (14, 10)})
    assert play.what == ""  # the transport was the last that could act
    moved = carried(transport={"state": {"moved": True, "option": "normal move"}})[0]
    assert moved.part_of(0).what == ""


@pytest.mark.rule("KT40-TRANS-05", "KT40-MOVE-02")
def test_whoever_is_in_no_transport_does_not_get_out() -> None:
    """A unit in reserve, and the last unit of the battle is a transport on the table."""
    scene = Scene()
    waiting = scene.squad(0, None, models=1, state={"reserve": True})
    scene.transport(1, (30, 20))
    s = scene.state()
    assert (why_not_disembark(scene.arena, s, waiting) or ("",))[0] == "KT40-MOVE-02"


@pytest.mark.rule("KT40-TRANS-06", "KT40-MOVE-12", "KT40-INT-41", "KT40-READY-02")
def test_a_unit_that_disembarks_has_moved_with_every_model() -> None:
    scene, _, unit = carried(weapons=[gun()])
    play = scene.part_of(0).answer(unit, {1: (10, 13), 2: (11.5, 13)})
    assert play.unit(unit).disembarked
    assert play.unit(unit).moved
    assert all(play.s.models[i].moved for i in (1, 2))
    assert play.why("ready") == "KT40-READY-02"


@pytest.mark.rule("KT40-TRANS-07", "KT40-INT-41")
def test_it_takes_its_own_option_at_once() -> None:
    scene, _, unit = carried(abilities=[ability("advance-and-charge")])
    scene.places[3] = (10, 22, 0)
    play = scene.part_of(0, dice=[6, 6, 1]).answer(unit, {1: (10, 13), 2: (11.5, 13)})
    assert play.options() == ["stay", "normal move", "advance", "charge", "long charge"]
    play.answer("charge", {1: (10, 20.5), 2: (11.5, 20)})
    assert play.unit(unit).charged == (2,)


# --- destroyed transports


@pytest.mark.rule("KT40-TRANS-08", "KT40-INT-61")
def test_worked_example_24_a_destroyed_transport() -> None:
    scene = Scene()
    carrier = scene.transport(0, (10, 10), left=[1], state={"lost": 9})
    unit = scene.squad(0, None, models=6, state={"carrier": carrier})
    scene.squad(1, (40, 30), models=1)
    play = scene.morale(carrier, dice=[6, 1, 3, 1, 5, 6, 2])  # a failed test destroys it
    assert (play.what, play.decision.subject) == ("set-up", unit)
    play.answer({i: (7 + 1.5 * (i - 1), 13) for i in range(1, 7)})
    assert play.events("passengers-roll")[0].values["dice"] == (1, 3, 1, 5, 6, 2)
    assert play.what == "casualties"
    play.answer(Allocate((1, 0, 0, 0, 0, 1)))  # of its controller's choice
    assert play.left(unit) == [0, 1, 1, 1, 1, 0]
    assert play.lost(unit) == 2
    assert play.unit(carrier).destroyed
    own = play.unit(unit)
    assert (own.carrier, own.disembarked, own.moved) == (-1, True, True)


@pytest.mark.rule("KT40-TRANS-08")
def test_among_models_of_unequal_wounds_too_the_controller_chooses_who_is_slain() -> None:
    scene = Scene()
    carrier = scene.transport(0, (10, 10), left=[1], state={"lost": 9})
    unit = scene.unit(0, None, (scene.card(wounds=2), 1), (scene.card(), 3), state={"carrier": carrier})
    scene.squad(1, (40, 30), models=1)
    play = scene.morale(carrier, dice=[6, 1, 1, 5, 5])
    play.answer({i: (7 + 1.5 * (i - 1), 13) for i in range(1, 5)})
    assert play.what == "allocate" and sorted(play.options()) == [1, 2, 3, 4]
    play.answer(2, 1)
    assert (play.left(unit), play.lost(unit)) == ([0, 0, 1, 1], 3)


@pytest.mark.rule("KT40-TRANS-08", "KT40-TRANS-03", "KT40-INT-41")
def test_passengers_that_embarked_this_turn_get_out_and_may_still_act() -> None:
    scene = Scene()
    carrier = scene.transport(0, (10, 10), left=[1], state={"lost": 9})
    unit = scene.squad(0, None, models=1, state={"carrier": carrier, "embarked": True})
    free = scene.squad(0, None, models=1, state={"carrier": carrier})
    scene.squad(1, (40, 30), models=1)
    play = scene.play(Task("morale_test", (carrier,)), Task("part", (0,)), phase="morale", dice=[6, 2, 2])
    play.answer({1: (7, 13)}, {2: (13, 13)})
    assert play.unit(unit).disembarked
    assert (play.what, play.options()) == ("manoeuvre", [unit, free, "pass"])
    play.answer(free)
    assert play.options() == ["stay", "normal move", "advance"]  # not Ready


@pytest.mark.rule("KT40-TRANS-09")
def test_models_without_room_are_slain() -> None:
    scene = Scene(board=(6.2, 4))  # the hull leaves a strip of 2.2" beside it
    carrier = scene.transport(0, (2, 2))
    unit = scene.squad(0, None, models=10, state={"carrier": carrier})
    scene.squad(1, None, models=1)
    play = scene.part_of(0).answer(unit)
    assert play.what == "set-up"
    found = play.decision.find()  # type: ignore[attr-defined]
    placed = [path for path in found.paths if path]
    assert 4 <= len(placed) < 10
    assert play.why(Paths(tuple(path if k else () for k, path in enumerate(found.paths)))) != ""  # no more than need be
    play.answer(found)
    assert sum(wounds > 0 for wounds in play.left(unit)) == len(placed)
    assert [e.rule for e in play.events("wounds-lost")] == ["KT40-TRANS-09"]


@pytest.mark.rule("KT40-TRANS-09")
def test_whichever_model_finds_room_gets_out() -> None:
    """Beside the hull there is a strip of 1.2", too narrow for the first model of the unit: it is slain, and the small ones get out."""
    scene = Scene(board=(5.2, 4))
    carrier = scene.transport(0, (2, 2))
    unit = scene.unit(0, None, (scene.card(base=2 * INCH), 1), (scene.card(), 1), state={"carrier": carrier})
    scene.squad(1, None, models=1)
    play = scene.part_of(0).answer(unit)
    play.answer(play.decision.default)
    assert play.left(unit) == [0, 1] and play.at(2) is not None
    assert [e.rule for e in play.events("wounds-lost")] == ["KT40-TRANS-09"]


@pytest.mark.rule("KT40-TRANS-09")
def test_of_bases_of_several_sizes_as_many_get_out_as_there_is_room_for() -> None:
    """Beside a transport walled in on all sides there is a slot for small bases only: all three of them are set up."""
    scene = Scene(board=(48, 36))
    x, y, wall = 20.0, 18.0, 100 / 25.4 / 2 + 0.05
    scene.block(x - wall - 6, y + wall, x + wall + 6, y + wall + 6)
    scene.block(x - wall - 6, y - wall - 6, x + wall + 6, y - wall)
    scene.block(x - wall - 6, y - wall, x - wall, y + wall)
    scene.block(x + wall + 1.2, y - wall, x + wall + 6, y + wall)
    carrier = scene.transport(0, (x, y), capacity=20, left=[10])
    unit = scene.unit(0, None, (scene.card(base=80.0), 3), (scene.card(base=INCH), 3), state={"carrier": carrier})
    scene.squad(1, (44, 30), models=1)
    play = scene.play(Task("disembark", (unit,)), dice=[6] * 9)
    assert play.what == "set-up"
    play.game.play(play.decision.default)
    assert play.left(unit) == [0, 0, 0, 1, 1, 1]
