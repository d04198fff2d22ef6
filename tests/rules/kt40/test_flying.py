"""FLY in moves, charges and fights. (FLY-01, CHARGE-11, INT-40)"""

from __future__ import annotations

import pytest

from counteract.core.state import Task
from tests.rules.kt40.scenes import Scene


@pytest.mark.rule("KT40-FLY-01")
def test_a_flyer_passes_over_models_and_terrain() -> None:
    for keywords, passes in ((("INFANTRY", "FLY"), True), (("INFANTRY",), False)):
        scene = Scene()
        scene.block(12, 4, 13, 20, top=8)
        unit = scene.squad(0, (10, 10), models=1, move=12, keywords=keywords)
        scene.squad(1, (16, 10), models=1)
        play = scene.option(unit).answer("normal move")
        assert (play.why({0: (18.5, 10)}) == "") is passes  # over the block, within 1" of an enemy and over its base


@pytest.mark.rule("KT40-FLY-01")
def test_a_flyer_ignores_vertical_distance_and_ends_in_a_legal_place() -> None:
    scene = Scene()
    scene.ruin(14, 6, 22, 14)
    unit = scene.flyers(0, (10, 10), models=1)
    scene.squad(1, (10, 16), models=1)
    play = scene.option(unit).answer("normal move")
    assert play.why({0: (21, 10, 3)}) == ""  # 11" in plan; 3" up are free
    assert play.why({0: (21.9, 10, 3)}) == "KT40-INT-05"  # half off the floor
    assert play.why({0: (10, 14)}) == "KT40-MOVE-07"  # within 1" of the enemy
    assert play.why({0: (10, 22.01)}) == "KT40-MOVE-05"


@pytest.mark.rule("KT40-FLY-01")
def test_a_flyer_falls_back_over_its_enemies() -> None:
    scene = Scene()
    unit = scene.flyers(0, (10, 10), models=1)
    scene.squad(1, [(12, 10), (10, 12), (10, 8), (8, 10)], models=4)
    play = scene.option(unit).answer("fall back", "pass")
    assert play.why({0: (16, 10)}) == ""
    assert play.why({0: (13.5, 10)}) == "KT40-FALLBACK-01"


@pytest.mark.rule("KT40-CHARGE-11")
def test_a_flyer_charges_over_units() -> None:
    for keywords, passes in ((("INFANTRY", "FLY"), True), (("INFANTRY",), False)):
        scene = Scene()
        unit = scene.squad(0, (10, 10), models=1, keywords=keywords)
        screen = scene.squad(1, [(13, 7), (13, 8.5), (13, 10), (13, 11.5), (13, 13)], models=5)
        target = scene.squad(1, (16.5, 10), models=1)
        play = scene.option(unit, dice=[3, 3]).answer("charge", target, "pass")
        assert bool(play.events("charge-failed")) is not passes
        if passes:
            assert play.why({0: (15.4, 10)}) == ""
            assert play.why({0: (14.8, 10)}) == "KT40-CHARGE-08"  # it may not end near those it passed
            assert play.why({0: (13, 10)}) == "KT40-MOVE-06"
        assert screen


@pytest.mark.rule("KT40-CHARGE-11")
def test_terrain_hinders_a_flyer_in_a_charge() -> None:
    scene = Scene()
    scene.block(12, 0, 12.5, 36, top=3)
    unit = scene.flyers(0, (10, 10), models=1)
    scene.squad(1, (15, 10), models=1)
    assert scene.option(unit, dice=[4, 4]).answer("charge").events("charge-failed")  # 3" across, and 3" up and down
    play = scene.option(unit, dice=[4, 5]).answer("charge")
    assert not play.events("charge-failed")
    assert play.why({0: (13.01, 10)}) == "KT40-CHARGE-06"  # 3.01" and 6"
    assert play.why({0: (13, 10)}) == ""


@pytest.mark.rule("KT40-CHARGE-11", "KT40-TERR-05")
def test_a_flyer_that_is_no_infantry_climbs_over_the_walls_of_a_ruin_in_a_charge() -> None:
    scene = Scene()
    scene.ruin(12, 0, 15, 36)
    unit, enemy = scene.squad(0, (11.4, 10), models=1, keywords=("CAVALRY", "FLY")), scene.squad(1, (18.1, 10), models=1)
    play = scene.option(unit, dice=[6, 6]).answer("charge")  # 4.7" across, and 5" up and down
    assert play.options() == [enemy]  # asked, since the best roll does not reach it
    assert play.answer(enemy).events("charge-failed")
    above = Scene()
    above.ruin(12, 6, 20, 14)
    unit, enemy = above.squad(0, (11.4, 10), models=1, keywords=("CAVALRY", "FLY")), above.squad(1, (14.6, 10, 3), models=1)
    assert above.option(unit, dice=[4, 4]).answer("charge").events("charge-failed")  # 1.2" to the floor, 5" up and 2" down
    play = above.option(unit, dice=[4, 5]).answer("charge")
    assert play.answer({0: (12.8, 10, 3)}).unit(unit).charged == (enemy,)
    inside = Scene()
    inside.ruin(12, 6, 20, 14)
    unit, enemy = inside.squad(0, (12.5, 10, 3), models=1, keywords=("CAVALRY", "FLY")), inside.squad(1, (17, 10, 3), models=1)
    play = inside.option(unit, dice=[1, 2]).answer("charge")  # it stands at the wall, on the floor
    assert play.answer({0: (15.2, 10, 3)}).unit(unit).charged == (enemy,)


@pytest.mark.rule("KT40-INT-40", "KT40-FIGHT-07")
def test_flying_does_not_help_to_pile_in() -> None:
    scene = Scene()
    scene.block(11, 9, 11.2, 11, top=1)
    unit = scene.flyers(0, (10, 10), models=1)
    scene.squad(1, (13, 10), models=1)
    play = scene.play(Task("fight_move", (unit, "pile in")), phase="fight")
    assert play.why({0: (11.9, 10)}) == "KT40-FIGHT-07"  # 1.9", and 1" up and down
    assert play.why({0: (10.45, 10)}) == ""
