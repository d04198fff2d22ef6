"""The -1 for shots that pass another unit or terrain. (OBSC, INT-07 to INT-14)"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from counteract.rulesets.kt40.shoot import aim_shot
from counteract.rulesets.kt40.targeting import OpenShot
from tests.rules.kt40.scenes import Scene, gun
from tests.rules.kt40.shots import finish, hits

GUN = '24" assault 1, 4 0 1'


def is_masked(scene: Scene, target: int, model: int = 0) -> bool:
    """Return True if a model's first gun would fire at -1 for what is in its way."""
    s = scene.state()
    return aim_shot(scene.arena, s, scene.arena.unit_of[model], OpenShot(model, 0, target)).hindered


def lane(target: str, between: str = "", **more: Any) -> tuple[Scene, int]:
    """Return a scene with a shooter, a unit in its way and a target, both of a kind that scenes know, in one line 20" long."""
    scene = Scene()
    scene.squad(0, (6, 10), models=1, weapons=[gun('40" assault 1, 4 0 1')], height=3.0)
    if between:
        getattr(scene, between)(0, (16, 10), **{"models": 1} if between in ("squad", "bikes") else {}, **more)
    return scene, getattr(scene, target)(1, (26, 10), **{"models": 1} if target in ("squad", "bikes") else {})


@pytest.mark.rule("KT40-OBSC-01", "KT40-OBSC-02", "KT40-OBSC-05", "KT40-OBSC-06", "KT40-ATT-03", "KT40-ATT-06", "KT40-INT-10")
def test_masked_shooters() -> None:
    """Worked example 9: three free shooters hit twice; two are masked by a unit and a ruin, at -1 and not -2, and hit once."""
    scene = Scene()
    squad = scene.squad(0, [(10, 10), (12, 10), (14, 10), (16, 10), (18, 10)], weapons=[gun(GUN)])
    scene.squad(0, [(15, 15), (16, 15)], models=2)
    enemy = scene.squad(1, (14, 20), models=1, save=7)
    scene.barricade(14.6, 13, 17.5, 13.3)
    play = finish(scene.shoot(squad, dice=[3, 2, 5, 3, 4, 1, 1, 1]))
    roll = play.events("hit-roll")[0].values
    assert (roll["good"], roll["hits"]) == ((1, 0, 1, 0, 1), 3) and roll["causes"] == (("masked", -1, 2),)
    assert play.lost(enemy) == 0


@pytest.mark.rule("KT40-ATT-06", "KT40-ATT-03", "KT40-WT-03")
def test_moved_with_a_heavy_weapon_and_masked() -> None:
    """BS 4+ at -2: a 5 misses, a 6 hits all the same."""
    for die, count in ((5, 0), (6, 1)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1, bs=4, weapons=[gun('24" heavy 1, 4 0 1')])
        scene.squad(0, (10, 14), models=1)
        scene.squad(1, (10, 20), models=1)
        s = scene.state()
        models = (replace(s.models[0], moved=True), *s.models[1:])
        play = scene.shoot(0, dice=[die, 1], models=models)
        assert hits(play) == count
        assert play.events("hit-roll")[0].values["causes"] == (("masked", -1, 1), ("moved with a Heavy weapon", -1, 1))


@pytest.mark.rule("KT40-OBSC-01", "KT40-OBSC-03", "KT40-OBSC-04", "KT40-INT-11", "KT40-INT-12", "KT40-INT-14")
@pytest.mark.parametrize(
    ("target", "between", "more", "masked"),
    [
        ("squad", "", {}, False),
        ("squad", "squad", {"height": 3.0}, True),
        ("vehicle", "squad", {"height": 3.0}, False),  # another type
        ("squad", "vehicle", {}, False),  # a bigger type hides nobody
        ("vehicle", "vehicle", {}, True),
        ("vehicle", "vehicle", {"keywords": ("TITANIC",)}, False),  # titanic comes first
        ("aircraft", "vehicle", {"height": 6.0}, False),  # an aircraft is not masked by units
        ("vehicle", "aircraft", {}, False),  # and masks none
        ("bikes", "bikes", {"height": 3.0}, True),
    ],
)
def test_types(target: str, between: str, more: dict[str, Any], masked: bool) -> None:
    """Worked example 10: only a unit of the target's type masks, and aircraft are left out."""
    scene, enemy = lane(target, between, **more)
    assert is_masked(scene, enemy) is masked


@pytest.mark.rule("KT40-INT-11")
def test_cavalry_counts_as_bikes_and_beasts_as_infantry() -> None:
    """The first of the five types that matches; all others are infantry."""
    scene = Scene()
    kinds = [("CAVALRY",), ("BEAST",), ("SWARM",), ("MONSTER", "INFANTRY"), ("VEHICLE", "TITANIC"), ("BIKE",)]
    for k, keywords in enumerate(kinds):
        scene.squad(0, (5 + 5 * k, 10), models=1, keywords=keywords)
    scene.squad(1, (40, 30))
    scene.state()
    assert [unit.kind for unit in scene.arena.units[:6]] == ["bike", "infantry", "infantry", "monster", "titanic", "bike"]


@pytest.mark.rule("KT40-OBSC-01", "KT40-INT-13")
def test_friends_and_enemies_mask_but_neither_of_the_two_units() -> None:
    """A comrade of the shooter's own unit or of the target's does not count as another unit."""
    scene = Scene()
    scene.squad(0, [(10, 10), (10, 12)], models=2, weapons=[gun(GUN)])
    enemy = scene.squad(1, [(10, 20), (10, 18)], models=2)
    assert not is_masked(scene, enemy)
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    enemy = scene.squad(1, (10, 20), models=1)
    scene.squad(1, (10, 15), models=1)
    assert is_masked(scene, enemy)


@pytest.mark.rule("KT40-OBSC-02", "KT40-INT-08")
def test_terrain_masks_unless_it_is_at_the_shooter() -> None:
    """A barricade in the middle masks, one that the shooter touches does not, one at the target does."""
    for y, top, masked in ((15, 1.0, True), (10.5, 1.0, False), (19.2, 1.0, True), (15, 0.5, False)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
        enemy = scene.squad(1, (10, 20), models=1)
        scene.barricade(7, y, 13, y + 0.2, top=top)
        assert is_masked(scene, enemy) is masked, y


@pytest.mark.rule("KT40-INT-08")
def test_a_model_in_a_wood_looks_out_and_is_masked_itself() -> None:
    """The wood that the shooter stands in gives no -1 to its shots; the one around the target does."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    enemy = scene.squad(1, (10, 20), models=1, weapons=[gun(GUN)])
    scene.wood(7, 7, 13, 13)
    assert not is_masked(scene, enemy)
    assert is_masked(scene, 0, model=1)


@pytest.mark.rule("KT40-INT-07")
def test_tall_models_see_over_low_ones() -> None:
    """The line of fire joins the middles; a soldier of 1.5" before a tank of the same type would mask, one below the line does not."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, height=5.0, weapons=[gun(GUN)])
    scene.squad(0, (10, 14), models=1, height=1.0)
    enemy = scene.squad(1, (10, 20), models=1, height=5.0)
    assert not is_masked(scene, enemy)
    scene = Scene()
    scene.squad(0, (10, 10), models=1, height=5.0, weapons=[gun(GUN)])
    scene.squad(0, (10, 14), models=1, height=2.6)
    assert is_masked(scene, scene.squad(1, (10, 20), models=1, height=5.0))


@pytest.mark.rule("KT40-INT-09")
def test_one_free_line_is_enough() -> None:
    """The shooter aims at what it sees best, as long as that is in range."""
    for reach, masked in ((24, False), (9.5, True)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1, weapons=[gun(f'{reach}" assault 1, 4 0 1')])
        scene.squad(0, (10, 15), models=1)
        enemy = scene.squad(1, [(10, 20), (15, 20)], models=2)
        assert is_masked(scene, enemy) is masked


@pytest.mark.rule("KT40-INT-09", "KT40-WR-INDIRECT-01")
def test_indirect_fire_counts_every_model_in_range() -> None:
    """It is masked by the block that hides the target."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(GUN + "; Indirect")])
    enemy = scene.squad(1, (10, 20), models=1)
    scene.block(5, 14, 15, 15)
    assert is_masked(scene, enemy)
    play = scene.shoot(0, dice=[3])
    assert play.over and hits(play) == 0
