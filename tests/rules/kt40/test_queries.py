"""Queries about a battle of armies: who sees whom, what masks, cover, distances, reach, each with what decided."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kt40.scenes import Scene, gun


def test_a_model_behind_a_wall_is_not_visible() -> None:
    scene = Scene()
    wall = scene.block(14, 0, 15, 30)
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, (20, 10), models=1)
    found = scene.play().game.visible(0, 1)
    assert (bool(found), found.rule, found.parts) == (False, "KT40-INT-06", (wall,))


def test_a_unit_of_the_same_type_in_between_masks() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    scene.squad(0, (14, 10), models=1)
    scene.squad(1, (20, 10), models=1)
    game = scene.play().game
    assert game.visible(0, 2)
    found = game.obscured(0, 2)
    assert (bool(found), found.rule, found.models) == (True, "KT40-OBSC-01", (1,))
    assert not game.obscured(1, 2)


def test_terrain_in_between_masks() -> None:
    scene = Scene()
    rail = scene.barricade(14, 8, 14.5, 14, top=1.2)
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, (20, 10), models=1)
    found = scene.play().game.obscured(0, 1)
    assert (bool(found), found.rule, found.parts) == (True, "KT40-OBSC-02", (rail,))


def test_a_unit_in_a_wood_has_cover_and_one_with_a_model_outside_has_none() -> None:
    scene = Scene()
    wood = scene.wood(18, 8, 26, 14)
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, (19, 10), models=3)
    scene.squad(1, [(24, 10), (27, 10)], models=2)
    game = scene.play().game
    found = game.cover(0, 1)
    assert (bool(found), found.rule, found.parts) == (True, "KT40-TERR-02", (wood,))
    assert not game.cover(0, 4)


def test_distances_are_measured_from_base_to_base() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, (16, 10), models=1)
    game = scene.play().game
    assert game.distance(0, 1).inches == pytest.approx(5.0)
    assert game.distance(0, 1).rule == "KT40-INT-02"


def test_enemies_within_an_inch_are_engaged_but_for_aircraft_above() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=2)
    scene.squad(1, (10, 11.8), models=1)
    scene.aircraft(1, (14.5, 10))
    near = scene.play().game.control_range(0)
    assert (near.enemies, near.friends, near.rule) == ((2,), (1,), "KT40-UNIT-13")
    assert scene.play().game.control_range(1).enemies == ()  # the aircraft is within 1" of it


def reach(scene: Scene, *asked: Any) -> Any:
    return scene.play().game.reach(*asked)


def test_the_reach_of_a_model_is_its_move_with_its_own_unit_out_of_the_way() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=5)
    found = reach(scene, 0, "normal move")
    assert (found.inches, found.rule) == (6.0, "KT40-MOVE-05")
    assert (15.9, 10) in found  # through the others of its row
    assert (16.1, 10) not in found


def test_an_advance_reaches_a_six_farther_and_a_charge_ends_beside_an_enemy() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, (20, 10), models=1)
    assert reach(scene, 0, "advance").inches == 12.0
    charge = reach(scene, 0, "charge")
    assert (18.5, 10) in charge
    assert (14, 10) not in charge


def test_walkers_pass_the_walls_of_a_ruin_and_vehicles_do_not() -> None:
    scene = Scene()
    scene.ruin(13, 6, 21, 14)
    scene.squad(0, (10, 10), models=1)
    scene.bikes(0, (10, 16), models=1)
    assert (15, 10) in reach(scene, 0, "normal move")
    assert (15, 12) not in reach(scene, 1, "normal move")


def test_an_engaged_unit_falls_back_and_an_aircraft_has_no_area_of_reach() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    scene.aircraft(0, (30, 20))
    scene.squad(1, (11.5, 10), models=1, weapons=[gun()])
    game = scene.play().game
    assert game.reach(0, None).action == "fall back"
    with pytest.raises(ValueError, match="flies straight on"):
        game.reach(1, None)
