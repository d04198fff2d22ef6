"""Aircraft. (AIR, INT-77)"""

from __future__ import annotations

import math

import pytest

from counteract.core.decision import Paths, Refusal
from counteract.core.state import Task
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.mechanics.moves.unit_reach import find_area
from counteract.rulesets.kt40 import aircraft
from counteract.rulesets.kt40.units import engaged_with
from tests.rules.kt40.scenes import Scene, ability, pistol


def plane(at: tuple[float, float] = (10, 24), facing: float = 0.0, **more: object) -> tuple[Scene, int]:
    """Return a scene with an aircraft that flies 20" to 40", and an enemy far away."""
    scene = Scene(board=(72, 48))
    unit = scene.aircraft(0, at, state={"facing": facing}, **more)  # type: ignore[arg-type]
    return scene, unit


@pytest.mark.rule("KT40-AIR-01")
def test_an_aircraft_turns_up_to_90_degrees_and_flies_straight_on() -> None:
    scene, unit = plane((36, 24))
    scene.squad(1, (70, 2), models=1)
    play = scene.option(unit).answer("normal move")
    assert play.why({0: (56, 24)}) == ""
    assert play.why({0: (36, 45)}) == ""  # a quarter turn to the left
    assert play.why({0: (35.8, 45)}) == "KT40-AIR-01"
    assert play.why({0: [(46, 24), (57, 30)]}) == "KT40-AIR-01"  # no turn on the way
    assert play.why({0: (55.9, 24)}) == "KT40-AIR-01"  # less than its minimum


@pytest.mark.rule("KT40-AIR-01")
def test_an_advance_adds_twenty_inches() -> None:
    scene, unit = plane((5, 24))
    scene.squad(1, (70, 2), models=1)
    assert scene.option(unit).answer("normal move").why({0: (45.01, 24)}) == "KT40-MOVE-05"
    play = scene.option(unit).answer("advance")  # no die
    assert play.why({0: (65, 24)}) == ""
    assert play.why({0: (65.01, 24)}) == "KT40-ADV-01"


@pytest.mark.rule("KT40-INT-77")
def test_it_faces_the_way_it_flew() -> None:
    scene, unit = plane((36, 24), facing=90.0)
    scene.squad(1, (70, 2), models=1)
    play = scene.option(unit).answer("normal move", {0: (56, 24)})
    assert play.unit(unit).facing == 0.0
    assert scene.option(unit).answer("normal move").why({0: (36, 4)}) == "KT40-AIR-01"


@pytest.mark.rule("KT40-INT-77")
def test_its_facing_is_chosen_when_it_is_set_up() -> None:
    scene = Scene(board=(72, 48))
    unit = scene.aircraft(0, None, abilities=[ability("reserve")], state={"reserve": True})
    scene.squad(1, (60, 40), models=1)
    play = scene.play(Task("arrive", (unit,)), turn=2)
    turned = play.paths(unit, {0: (10, 10, 0, 135)})
    play.answer(turned)
    assert (play.at(0), play.unit(unit).facing) == ((10, 10, 0), 135.0)
    plain = scene.play(Task("arrive", (unit,)), turn=2).answer({0: (10, 24)})
    assert plain.unit(unit).facing == 0.0  # to the middle of the board


@pytest.mark.rule("KT40-AIR-02", "KT40-DMG-05")
def test_an_aircraft_without_a_legal_move_is_destroyed_and_does_not_explode() -> None:
    scene = Scene(board=(72, 40))
    unit = scene.aircraft(0, (69, 20), state={"facing": 0.0}, abilities=[ability("explodes", needed=2, inches=6)])
    scene.squad(1, (40, 2), models=1)  # the aircraft would leave the board whichever way it turns
    play = scene.part_of(0)
    assert play.options() == [unit]
    play.answer(unit)
    assert play.unit(unit).destroyed
    assert [e.rule for e in play.events("crashes")] == ["KT40-AIR-02"]
    assert not play.events("explodes")


@pytest.mark.rule("KT40-AIR-02", "KT40-TRANS-08")
def test_the_passengers_of_an_aircraft_that_is_destroyed_get_out() -> None:
    scene = Scene(board=(40, 40))
    unit = scene.aircraft(0, (37, 20), state={"facing": 0.0}, keywords=("AIRCRAFT", "FLY", "TRANSPORT"), capacity=6, carries=("INFANTRY",))
    squad = scene.squad(0, None, models=2, state={"carrier": unit})
    scene.squad(1, (3, 3), models=1)
    play = scene.part_of(0, dice=[2, 2]).answer(unit)
    assert (play.what, play.decision.subject) == ("set-up", squad)
    play.answer({1: (34, 20), 2: (34, 21.5)})
    assert play.unit(unit).destroyed
    assert len(play.models(squad)) == 2


@pytest.mark.rule("KT40-AIR-03")
def test_only_flyers_charge_an_aircraft() -> None:
    scene = Scene()
    walkers, flyers = scene.squad(0, (10, 10), models=1), scene.flyers(0, (12, 17), models=1)
    target = scene.aircraft(1, (18, 15))
    other = scene.squad(1, (20, 10), models=1)
    assert scene.option(walkers, dice=[1, 1]).answer("charge").unit(walkers).declared == (other,)
    assert scene.option(flyers).answer("charge").options() == [target, other]
    alone = Scene()
    unit = alone.squad(0, (10, 10), models=1)
    alone.aircraft(1, (18, 15))
    assert alone.option(unit).why("charge") == "KT40-CHARGE-02"


@pytest.mark.rule("KT40-AIR-04")
def test_walkers_and_enemy_aircraft_are_never_engaged_and_pass_close_by() -> None:
    scene = Scene()
    unit, flyers = scene.squad(0, (10, 10), models=1), scene.flyers(0, (18.2, 14), models=1)
    enemy = scene.aircraft(1, (14, 14))
    s = scene.state()
    assert engaged_with(scene.arena, s, unit) == ()
    assert engaged_with(scene.arena, s, enemy) == ()
    play = scene.option(unit).answer("normal move")
    assert play.why({0: (11.2, 12)}) == ""  # 0.58" from the aircraft
    assert play.why({0: (12.5, 12.5)}) == "KT40-MOVE-06"  # but not on top of it
    assert scene.option(flyers).answer("normal move").why({1: (17.5, 14)}) == "KT40-MOVE-07"


@pytest.mark.rule("KT40-AIR-04", "KT40-FIGHT-07")
def test_the_nearest_enemy_of_walkers_is_never_an_aircraft() -> None:
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1)
    scene.aircraft(1, (14, 10))
    scene.squad(1, (6, 10), models=1)
    play = scene.play(Task("fight_move", (unit, "pile in")), phase="fight")
    assert play.why({0: (10.5, 10)}) == "KT40-FIGHT-07"
    assert play.why({0: (7.5, 10)}) == ""


@pytest.mark.rule("KT40-AIR-06")
def test_an_aircraft_must_move() -> None:
    scene, unit = plane()
    squad = scene.squad(0, (10, 4), models=1)
    scene.squad(1, (70, 2), models=1)
    play = scene.part_of(0)
    assert (play.options(), play.why("pass")) == ([unit, squad], "KT40-AIR-06")
    play.answer(unit)
    assert play.options() == ["normal move", "advance"]
    assert [play.why(name) for name in ("stay", "ready")] == ["KT40-AIR-06"] * 2
    play.answer("normal move", {0: (30, 24)})
    assert play.why("pass") == ""


@pytest.mark.rule("KT40-AIR-06", "KT40-INT-30")
def test_an_aircraft_held_by_a_charge_or_just_arrived_need_not_move() -> None:
    """A turn in which INT-30 leaves nothing but to stay is excepted from all of AIR-06, its ban on Ready too: INT-30 says "with or without Ready".

    The trap "it can be readied only in effect" is about aircraft that cannot stand still; this one has to.
    """
    for state in ({"charged_by": (1,)}, {"arrived": True}):
        scene = Scene(board=(72, 48))
        unit = scene.aircraft(0, (36, 24), state=state, weapons=[pistol()])
        scene.flyers(1, (39.5, 24), models=1)
        play = scene.part_of(0)
        assert play.what == ("ready" if "charged_by" in state else "")
        if "charged_by" in state:
            assert play.decision.units == (unit,)  # type: ignore[attr-defined]
            assert scene.option(unit).options() == ["ready", "stay"]


@pytest.mark.rule("KT40-AIR-06", "KT40-FALLBACK-01", "KT40-INT-34")
def test_an_engaged_aircraft_falls_back() -> None:
    scene, unit = plane((36, 24))
    scene.flyers(1, (39.5, 24), models=1)
    play = scene.part_of(0)
    assert play.why("pass") == "KT40-AIR-06"
    play.answer(unit)
    assert play.options() == ["fall back"]
    play.answer("fall back", "pass")
    assert play.why({0: (36 + 20 * math.cos(1.0), 24 + 20 * math.sin(1.0))}) == ""


@pytest.mark.rule("KT40-INT-77")
def test_an_aircraft_neither_piles_in_nor_intervenes() -> None:
    scene = Scene()
    unit = scene.aircraft(0, (10, 10), keywords=("AIRCRAFT", "FLY", "CHARACTER"))
    scene.flyers(1, (14, 10), models=1)
    assert scene.play(Task("fight_move", (unit, "pile in")), phase="fight").what == ""
    assert scene.window("movement end").what == ""


@pytest.mark.rule("KT40-AIR-02")
def test_an_aircraft_with_a_narrow_way_out_does_not_crash() -> None:
    """Only a third of a degree about the diagonal of the board is long enough."""
    scene = Scene(board=(18.9, 18.9))
    unit = scene.aircraft(0, (2.363, 2.363), min_move=20.0, state={"facing": 42.4})
    scene.squad(1, (9, 2), models=1)
    play = scene.option(unit)
    assert not play.unit(unit).destroyed
    assert "normal move" in play.options()


@pytest.mark.rule("KT40-INT-77", "KT40-AIR-01", "KT40-UNIT-08")
def test_the_models_of_one_aircraft_unit_share_a_facing() -> None:
    """INT-77 gives an AIRCRAFT one facing, and the AIRCRAFT is the unit: its models turn alike and fly the same way, some farther than others."""
    scene = Scene(board=(72, 48))
    keywords = ("VEHICLE", "AIRCRAFT", "FLY")
    unit = scene.squad(0, [(10, 20), (10, 26)], models=2, move=40, min_move=20.0, base=120.0, height=6.0, keywords=keywords, role="flyer")
    scene.squad(1, (70, 2), models=1)
    play = scene.option(unit).answer("normal move")
    assert play.why({0: (32, 20), 1: (32, 26.5)}) == "KT40-INT-77"
    assert play.why({0: (32, 20), 1: (33, 26)}) == ""
    play.answer({0: (32, 31), 1: (32, 37)})
    assert play.unit(unit).facing == pytest.approx(math.degrees(math.atan2(11, 22)), abs=0.01)


@pytest.mark.rule("KT40-AIR-01")
def test_no_move_and_no_area_leads_behind_an_aircraft() -> None:
    """It faces north: a goal behind it is refused instead of another one, and the area shown begins at its least move."""
    scene, unit = plane((36, 24), 90.0)
    move = scene.option(unit).answer("normal move").decision
    assert isinstance(move, UnitPathsDecision)
    refusal = move.arrange((36, 3))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "KT40-AIR-01"
    assert isinstance(move.arrange((36, 28)), Paths)  # too near: it flies as far as it must
    points = [point for area in find_area(move) for point in area.outline]
    assert min(y for _, y in points) > 23.9
    assert min(math.hypot(x - 36, y - 24) for x, y in points) > move.limits.least - 0.1


@pytest.mark.rule("KT40-AIR-01", "KT40-AIR-02")
@pytest.mark.parametrize(("least", "doomed"), [(20.0, False), (20.01, False), (40.0, False), (40.01, True)])
def test_an_aircraft_that_can_fly_just_its_minimum_is_not_lost(least: float, doomed: bool) -> None:
    """M 20: a normal move of 20", an advance of 40", and not a hair more."""
    scene = Scene(board=(72, 48))
    plane = scene.aircraft(0, (10, 24), move=20, min_move=least)
    scene.squad(1, (70, 2), models=1)
    s = scene.state()
    assert aircraft.can_fly(scene.arena, s, plane, "normal move") is (least == 20.0)
    assert aircraft.is_doomed(scene.arena, s, plane) is doomed


@pytest.mark.rule("KT40-AIR-01", "KT40-AIR-02")
@pytest.mark.parametrize(("least", "doomed"), [(20.0, False), (20.01, True)])
def test_an_aircraft_falls_back_no_farther_than_it_moves(least: float, doomed: bool) -> None:
    scene = Scene(board=(72, 48))
    plane = scene.aircraft(0, (10, 24), move=20, min_move=least)
    scene.flyers(1, (10, 27.4), models=1)
    s = scene.state()
    assert aircraft.is_doomed(scene.arena, s, plane) is doomed
