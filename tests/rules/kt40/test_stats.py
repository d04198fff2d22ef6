"""Characteristics: floors, degrading tables, boons. (UNIT-11, DEG, DICE-05, MORALE-09, INT-66, INT-80)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.rulesets.kt40 import stats
from tests.rules.kt40.scenes import DEGRADING, Boon, Scene, ability, blade, gun
from tests.rules.kt40.shots import finish


def boons(*given: tuple[str, int]) -> dict[str, Any]:
    return {"boons": tuple(Boon(name, bonus, "turn", f"{name}{bonus}") for name, bonus in given)}


@pytest.mark.rule("KT40-UNIT-11")
def test_floors_of_characteristics() -> None:
    """S, T, A and Ld never fall below 1, M not below 0."""
    scene = Scene()
    names = ("strength", "toughness", "attacks", "leadership", "move")
    scene.squad(0, (10, 10), models=1, state=boons(*((name, -20) for name in names)))
    scene.squad(1, (30, 30))
    s, arena = scene.state(), scene.arena
    assert (stats.own_strength(arena, s, 0), stats.toughness(arena, s, 0), stats.attacks(arena, s, 0)) == (1, 1, 1)
    assert (stats.leadership(arena, s, 0), stats.move(arena, s, 0)) == (1, 0)


@pytest.mark.rule("KT40-UNIT-11", "KT40-UNIT-04")
def test_the_strength_of_an_attack_does_not_fall_below_1() -> None:
    """Whatever the weapon makes of it."""
    scene = Scene()
    weapons = [blade("user 0 1", "knife"), blade("x2 0 1", "axe"), blade("+1 0 1", "sword")]
    scene.squad(0, (10, 10), models=1, weapons=weapons, state=boons(("strength", -20)))
    scene.squad(1, (30, 30))
    s, arena = scene.state(), scene.arena
    assert [stats.strength(arena, s, 0, weapon) for weapon in weapons] == [1, 1, 1]


@pytest.mark.rule("KT40-DICE-05", "KT40-UNIT-04")
def test_boons_add_up_after_the_weapon_multiplied() -> None:
    """S4 with a weapon of x2 and a boon of +1 is 9, with one of +1 it is 6; two boons add up."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[blade("x2 0 1"), blade("+1 0 1")], state=boons(("strength", 1), ("attacks", 1), ("attacks", 2)))
    scene.squad(1, (30, 30))
    s, arena = scene.state(), scene.arena
    assert [stats.strength(arena, s, 0, weapon) for weapon in arena.blades[0]] == [9, 6]
    assert stats.attacks(arena, s, 0) == 4


@pytest.mark.rule("KT40-GEN-07")
@pytest.mark.parametrize(("more", "amount"), [({}, 2), ({"bonus": 2}, 3), ({"bonus": -1}, 1)])
def test_a_constant_boon_is_one_unless_its_ability_says_otherwise(more: dict[str, int], amount: int) -> None:
    """Added to the one attack of the model."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, abilities=[ability("constant", boon="attacks", **more)])
    scene.squad(1, (30, 30))
    s = scene.state()
    assert stats.attacks(scene.arena, s, 0) == amount


@pytest.mark.rule("KT40-DEG-01")
def test_the_line_in_force_follows_the_wounds() -> None:
    """Lines 12-7, 6-4, 3-1."""
    for left, line in ((12, 0), (7, 0), (6, 1), (4, 1), (3, 2), (1, 2)):
        scene = Scene()
        scene.vehicle(0, (10, 10), degrading=DEGRADING, left=[left])
        scene.squad(1, (30, 30))
        s, arena = scene.state(), scene.arena
        found = stats.move(arena, s, 0), stats.bs(arena, s, 0), stats.attacks(arena, s, 0)
        assert found == (DEGRADING[line].move, DEGRADING[line].bs, DEGRADING[line].attacks)


@pytest.mark.rule("KT40-DEG-01")
def test_the_line_changes_the_moment_the_wounds_change() -> None:
    """A tank of 7 wounds loses one and at once needs 4 to hit."""
    scene = Scene()
    scene.vehicle(0, (10, 10), degrading=DEGRADING, left=[7], weapons=[gun('24" assault 1, 4 0 1')])
    scene.squad(1, (10, 25), models=1, weapons=[gun('24" assault 1, 8 -6 1')])
    play = scene.shoot(1, dice=[6, 6])
    assert play.left(0) == [6] and stats.bs(play.arena, play.s, 0) == 4


@pytest.mark.rule("KT40-DEG-02", "KT40-MORALE-09", "KT40-INT-66")
def test_one_line_lower() -> None:
    """Always one below the line of the wounds; the last line is the last."""
    for left, line in ((12, 1), (7, 1), (6, 2), (2, 2)):
        scene = Scene()
        scene.vehicle(0, (10, 10), degrading=DEGRADING, left=[left], state={"lowered": True})
        scene.squad(1, (30, 30))
        s = scene.state()
        assert stats.bs(scene.arena, s, 0) == DEGRADING[line].bs


@pytest.mark.rule("KT40-UNIT-12", "KT40-ATT-11")
def test_of_several_saves_the_best_counts() -> None:
    """An invulnerable save of a power and one of the card; ignore-wounds likewise."""
    scene = Scene()
    state = boons(("invulnerable", 4), ("invulnerable", 5), ("ignore wounds", 6))
    scene.squad(0, (10, 10), models=1, invulnerable=6, abilities=[ability("ignore-wounds", needed=5)], state=state)
    scene.squad(1, (30, 30))
    s, arena = scene.state(), scene.arena
    assert (stats.invulnerable(arena, s, 0), stats.ignores(arena, s, 0)) == (4, 5)


@pytest.mark.rule("KT40-GEN-07")
def test_constant_boons_of_traits_and_relics() -> None:
    """They are there from the beginning, and without a time."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, abilities=[ability("constant", boon="save", bonus=1)])
    scene.squad(1, (30, 30))
    s = scene.state()
    assert stats.save(scene.arena, s, 0) == 3


@pytest.mark.rule("KT40-INT-80")
def test_toughness_follows_the_models_that_are_left() -> None:
    """Three of T3 and two of T5, until two of the first are gone."""
    for left, toughness in (([1, 1, 1, 1, 1], 3), ([1, 0, 0, 1, 1], 5)):
        scene = Scene()
        places = [(10 + 1.5 * k, 10) if wounds else None for k, wounds in enumerate(left)]
        scene.unit(0, places, (scene.card(toughness=3), 3), (scene.card(toughness=5), 2), left=left)
        scene.squad(1, (30, 30))
        s = scene.state()
        assert stats.toughness(scene.arena, s, 0) == toughness


@pytest.mark.rule("KT40-MORALE-12", "KT40-INT-63")
def test_which_rolls_the_shaken_make_at_minus_one() -> None:
    """BS 2+: a 2 misses and a 3 hits; the save is unaffected."""
    for die, hit in ((2, 0), (3, 1)):
        scene = Scene()
        scene.character(0, (10, 10), weapons=[gun('24" assault 1, 4 0 1')], state={"shaken": True})
        scene.squad(1, (10, 20), models=1, weapons=[gun('24" assault 1, 4 0 1')])
        assert finish(scene.shoot(0, dice=[die, 1])).events("hit-roll")[0].values["hits"] == hit
        assert finish(scene.shoot(1, dice=[6, 6, 4])).lost(0) == 0
