"""Sight and cover: who is visible, what is hidden by half, who has cover. (INT-06, INT-15, INT-16, TERR-01 to TERR-03)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.rulesets.kt40 import sight
from tests.rules.kt40.scenes import Scene, gun


def pair(**more: Any) -> Scene:
    """Return a scene: a model at (10, 10) and one of the other side at (20, 10)."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 4 0 1')])
    scene.squad(1, (20, 10), models=1, **more)
    return scene


def sees(scene: Scene) -> bool:
    s = scene.state()
    return sight.sees(scene.arena, s, 0, 1)


def covered(scene: Scene, shooter: int = 0, unit: int = 1) -> bool:
    s = scene.state()
    return sight.has_cover(scene.arena, s, shooter, unit)


# --- visibility


@pytest.mark.rule("KT40-INT-06")
def test_one_free_segment_is_enough() -> None:
    """A wall that covers the centres and one side leaves the other side point."""
    for y1, seen in ((10.3, True), (15, False)):
        scene = pair()
        scene.block(14, 5, 15, y1)
        assert sees(scene) is seen


@pytest.mark.rule("KT40-INT-06")
def test_seen_over_a_low_wall() -> None:
    """From the shooter's top to the target's top: 1.5" high both, so a wall of 1.4" hides nobody, one of 1.6" does."""
    for top, seen in ((1.4, True), (1.6, False)):
        scene = pair()
        scene.block(14, 5, 15, 15, top=top)
        assert sees(scene) is seen


@pytest.mark.rule("KT40-INT-06", "KT40-TERR-01")
def test_only_what_blocks_sight_stops_it() -> None:
    """A barricade, however high, is no wall; a wood is one, but not for those who stand in it."""
    scene = pair()
    scene.barricade(14, 5, 14.5, 15, top=6)
    assert sees(scene)
    for x0, x1, seen in ((13, 17, False), (17, 23, True), (8, 12, True)):
        scene = pair()
        scene.wood(x0, 5, x1, 15)
        assert sees(scene) is seen


@pytest.mark.rule("KT40-INT-06")
def test_models_never_stop_sight() -> None:
    """A tank in the way only gives the -1."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, (20, 10), models=1), scene.vehicle(1, (15, 10))
    assert sees(scene)


# --- cover


@pytest.mark.rule("KT40-TERR-02")
def test_every_model_on_or_within_terrain() -> None:
    """At least partly; one model outside is enough to lose it."""
    for places, cover in (([(20, 10), (22, 10)], True), ([(20, 10), (17.6, 10)], True), ([(20, 10), (17.4, 10)], False)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1)
        scene.squad(1, places, models=2)
        scene.wood(18, 5, 26, 15)
        assert covered(scene) is cover


@pytest.mark.rule("KT40-TERR-02", "KT40-TERR-01")
def test_on_a_floor_of_a_ruin() -> None:
    """Upstairs is in the ruin."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, [(20, 10, 3.0)], models=1)
    scene.ruin(17, 5, 23, 15)
    assert covered(scene)


@pytest.mark.rule("KT40-TERR-02", "KT40-TERR-01")
def test_behind_an_obstacle() -> None:
    """INFANTRY within 1" of it, if the shooter is nearer to the obstacle than to the unit."""
    for x, cover in ((18.2, True), (17.9, False), (21.0, False)):  # 1", 1.3" before the unit; behind its back
        scene = pair()
        scene.barricade(x, 5, x + 0.3, 15)
        assert covered(scene) is cover, x
    scene = pair(keywords=("BIKE",))
    scene.barricade(18.2, 5, 18.5, 15)
    assert not covered(scene)


@pytest.mark.rule("KT40-TERR-03", "KT40-INT-16")
def test_a_vehicle_needs_to_be_hidden_by_half_besides() -> None:
    """In a low wood it is seen; a high one hides it; the wood it stands in counts for this alone."""
    for top, cover in ((0.5, False), (6.0, True)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1)
        scene.vehicle(1, (24, 10))
        scene.wood(20, 5, 28, 15, top=top)
        assert covered(scene) is cover
        s = scene.state()
        assert sight.sees(scene.arena, s, 0, 1)


@pytest.mark.rule("KT40-TERR-03")
def test_infantry_in_the_open_wood_needs_not_be_hidden() -> None:
    """It is enough to stand in it."""
    scene = pair()
    scene.wood(18, 5, 26, 15, top=0.5)
    assert covered(scene)


@pytest.mark.rule("KT40-TERR-02")
def test_hidden_but_in_the_open_is_no_cover() -> None:
    """Half behind a wall, with nothing underfoot."""
    scene = pair()
    scene.block(14, 5, 15, 10.2)
    assert not covered(scene)


# --- close combat


@pytest.mark.rule("KT40-INT-15")
def test_terrain_across() -> None:
    """Between the attacker and the nearest model of the unit it attacks; what both stand in does not count."""
    for add, across in (("barricade", True), ("wood", False)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1)
        scene.squad(1, [(11.6, 10), (14, 10)], models=2)
        scene.barricade(10.65, 5, 10.95, 15) if add == "barricade" else scene.wood(5, 5, 20, 15)
        s = scene.state()
        assert sight.strikes_across(scene.arena, s, 0, 1) is across


@pytest.mark.rule("KT40-INT-79")
def test_of_equally_near_models_the_attacker_takes_the_free_one() -> None:
    """Two models at the same distance, a barricade before one of them."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    scene.squad(1, [(11.6, 10), (8.4, 10)], models=2)
    scene.barricade(10.65, 9, 10.95, 11)
    s = scene.state()
    assert not sight.strikes_across(scene.arena, s, 0, 1)
