"""Coherency: a unit ends every move as one group. (UNIT-06, UNIT-07, UNIT-13, INT-74)"""

from __future__ import annotations

import pytest

from counteract.rulesets.kt40.moves import is_broken
from counteract.rulesets.kt40.units import engaged_with
from tests.rules.kt40.scenes import Scene


@pytest.mark.rule("KT40-UNIT-06")
def test_neighbours_are_within_two_inches() -> None:
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (12, 10), (14, 10)], models=3)
    scene.squad(1, (40, 30), models=1)
    play = scene.option(unit).answer("normal move")
    assert play.why({2: (15, 10)}) == ""  # 2" from the second model
    refusal = play.refusal({2: (15.01, 10)})
    assert (refusal.rule, refusal.values["number"]) == ("KT40-UNIT-06", 2)
    assert '2.01" from the rest' in str(refusal)


@pytest.mark.rule("KT40-UNIT-06")
def test_a_unit_is_one_group_not_two() -> None:
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (12, 10), (14, 10), (16, 10)], models=4)
    scene.squad(1, (40, 30), models=1)
    play = scene.option(unit).answer("normal move")
    refusal = play.refusal({2: (17, 10), 3: (18.5, 10)})  # two pairs, each close together
    assert refusal.rule == "KT40-UNIT-06"


@pytest.mark.rule("KT40-UNIT-06")
def test_height_counts_apart_up_to_six_inches() -> None:
    scene = Scene()
    scene.ruin(10, 10, 14, 14, floor=6.0, top=9.0)
    scene.ruin(20, 10, 24, 14, floor=6.5, top=9.0)
    low = scene.squad(0, [(11, 9), (12.5, 9)], models=2, move=12)
    high = scene.squad(0, [(21, 9), (22.5, 9)], models=2, move=12)
    scene.squad(1, (40, 30), models=1)
    assert scene.option(low).answer("normal move").why({0: (11, 11, 6)}) == ""
    assert scene.option(high).answer("normal move").why({2: (21, 11, 6.5)}) == "KT40-UNIT-06"


@pytest.mark.rule("KT40-UNIT-06", "KT40-UNIT-07")
@pytest.mark.parametrize(("floor", "barred"), [(6.0, ""), (6.002, "KT40-UNIT-06")])
def test_neighbours_are_within_six_inches_of_height(floor: float, barred: str) -> None:
    """Whether a unit climbs that high or stands so: a hair more than 6" is two groups."""
    scene = Scene()
    scene.ruin(10, 10, 18, 14, floor=floor, top=9.0)
    climbs = scene.squad(0, [(11, 9), (12.5, 9)], models=2, move=12)
    stands = scene.squad(0, [(16, 9), (16, 11, floor)], models=2)
    scene.squad(1, (40, 30), models=1)
    assert scene.option(climbs).answer("normal move").why({0: (11, 11, floor)}) == barred
    assert is_broken(scene.arena, scene.state(), stands) is bool(barred)


@pytest.mark.rule("KT40-UNIT-06", "KT40-UNIT-07")
@pytest.mark.parametrize(("away", "broken"), [(2.0, False), (2.002, True)])
def test_a_unit_is_in_several_groups_from_more_than_two_inches_on(away: float, broken: bool) -> None:
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (11 + away, 10)], models=2)
    scene.squad(1, (40, 30), models=1)
    s = scene.state()
    assert is_broken(scene.arena, s, unit) is broken
    play = scene.option(unit).answer("normal move")
    assert play.why({0: (10, 11), 1: (11 + away, 11)}) == ("KT40-UNIT-06" if broken else "")


@pytest.mark.rule("KT40-UNIT-07", "KT40-INT-74")
def test_a_broken_unit_regains_coherency_when_it_moves() -> None:
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (12, 10), (15.5, 10)], models=3, left=[1, 0, 1])
    scene.places[1] = None
    scene.squad(1, (40, 30), models=1)
    play = scene.option(unit)
    assert "stay" in play.options()  # nothing happens until it moves
    play.answer("normal move")
    assert play.why({0: (10, 11)}) == "KT40-UNIT-06"
    assert play.why({2: (13, 10)}) == ""


@pytest.mark.rule("KT40-UNIT-07")
def test_a_broken_unit_that_cannot_come_together_does_not_move() -> None:
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (30, 10)], models=2)
    scene.squad(1, (40, 30), models=1)
    assert scene.option(unit).why("normal move") == "KT40-UNIT-07"


@pytest.mark.rule("KT40-UNIT-13")
def test_units_are_engaged_within_an_inch_of_each_other() -> None:
    scene = Scene()
    one = scene.squad(0, (10, 10), models=2)
    two, three = scene.squad(1, (13.5, 10), models=1), scene.squad(1, (10, 12.01), models=1)
    s = scene.state()
    assert engaged_with(scene.arena, s, one) == (two,)  # 1" from its second model; the third unit is 1.01" away
    assert engaged_with(scene.arena, s, three) == ()


@pytest.mark.rule("KT40-UNIT-07")
def test_an_advance_that_rolls_too_low_to_bring_a_unit_together_is_lost() -> None:
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (29, 10)], models=2)  # 18" apart: each must go 8" at least
    scene.squad(1, (40, 30), models=1)
    play = scene.option(unit, dice=[1])
    assert play.why("normal move") == "KT40-UNIT-07"
    play.answer("advance")
    assert play.what == ""
    assert play.events("cannot-move")
    assert scene.option(unit, dice=[3]).answer("advance").what == "move"


#: A crowd of friends, by the size of their bases: so many that the bends round all of them are more than are kept.
CROWD = {
    25: [
        (63.859, 42.482), (63.063, 41.017), (62.937, 42.983), (62.017, 41.937), (62.08, 40.954), (61.462, 42.751), (63.772, 40.333),
        (62.626, 40.134), (61.096, 40.998), (61.643, 40.071), (65.246, 43.024), (64.577, 39.765), (60.659, 40.115), (65.863, 43.792),
        (63, 45.457), (60.098, 43.902), (56.621, 40.859), (59.077, 45.677), (56.725, 43.841), (56.933, 38.483), (56.353, 39.28),
        (57.409, 39.346), (61.653, 47.184), (63.226, 46.416), (64.15, 46.075), (62.638, 47.207),
    ],
    32: [
        (60.536, 47.296),
    ],
    50: [
        (65.098, 38.29),
    ],
    60: [
        (61.694, 44.409), (64.305, 44.408),
    ],
    80: [
        (58.164, 42.356), (54.498, 38.366),
    ],
}  # fmt: skip


@pytest.mark.rule("KT40-UNIT-07", "KT40-MOVE-03")
def test_a_broken_unit_that_can_come_together_by_a_normal_move_can_by_an_advance() -> None:
    scene = Scene(board=(72, 48))
    unit = scene.squad(0, [(66.936, 43.461), (62.131, 46.168), (59.988, 45.02), (67.655, 42.426)], models=4, base=32.0, move=10)
    for base, places in CROWD.items():
        scene.squad(0, places, models=len(places), base=float(base))
    scene.squad(1, (5, 5), models=1)
    assert scene.option(unit).why("normal move") == ""
    assert scene.option(unit).why("advance") == ""
    assert scene.option(unit, dice=[6]).answer("advance").what == "move"
