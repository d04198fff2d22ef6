"""Weapon types: Rapid Fire, Assault, Heavy, Pistol, Grenade, and modes. (WT, UNIT-04, DICE-06)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from counteract.core.state import Task
from tests.rules.kt40.scenes import Scene, gun, pistol
from tests.rules.kt40.shots import facing, finish, hits, rolls

RIFLE = '24" rapid fire 1, 4 0 1'


@pytest.mark.rule("KT40-WT-01", "KT40-INT-80")
def test_rapid_fire_is_doubled_within_half_range() -> None:
    """Half range is measured from the firing model to the nearest model of the target, seen or not."""
    for away, shots in ((12, 2), (12.002, 1), (24, 1)):
        assert len(rolls(facing(gun(RIFLE), away=away).shoot(0, dice=[1] * shots), "hit-roll")[0]) == shots
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(RIFLE)])
    scene.squad(1, [(10, 20), (24, 24)], models=2)
    scene.block(8, 14, 12, 15)  # hides the near one
    assert len(rolls(scene.shoot(0, dice=[1] * 2), "hit-roll")[0]) == 2
    scene = Scene()
    squad = scene.squad(0, [(10, 10), (10, 8.5)], models=2, weapons=[gun(RIFLE)])
    scene.squad(1, [(10, 23)], models=1)  # 12" from the first, 13.5" from the second
    assert len(rolls(scene.shoot(squad, dice=[1] * 3), "hit-roll")[0]) == 3


@pytest.mark.rule("KT40-WT-01", "KT40-DICE-06")
def test_a_random_number_of_shots_is_rolled_once_for_each_weapon() -> None:
    """Two models with Rapid Fire D3 within half range roll 2 and 5: one shot and three, doubled to eight."""
    scene = facing(gun('24" rapid fire D3, 4 0 1'), models=2)
    play = scene.shoot(0, dice=[2, 5] + [1] * 8)
    assert play.over and play.events("number-of-shots")[0].values["amount"] == 8


@pytest.mark.rule("KT40-WT-02")
def test_assault_weapons() -> None:
    """So many shots; without an advance there is no penalty."""
    play = finish(facing(gun('12" assault 3, 4 0 1')).shoot(0, dice=[3, 3, 2, 1, 1]))
    assert hits(play) == 2 and play.events("hit-roll")[0].values["causes"] == ()


@pytest.mark.rule("KT40-WT-03")
def test_heavy_weapons_are_judged_model_by_model() -> None:
    """Of two models one has moved: its 3 misses, the other's hits."""
    scene = facing(gun('24" heavy 1, 4 0 1'), models=2)
    s = scene.state()
    models = (replace(s.models[0], moved=True), *s.models[1:])
    play = finish(scene.shoot(0, dice=[3, 3, 1], models=models))
    assert play.events("hit-roll")[0].values["good"] == (0, 1)
    scene = facing(gun('24" assault 1, 4 0 1'))
    s = scene.state()
    assert hits(finish(scene.shoot(0, dice=[3, 1], models=(replace(s.models[0], moved=True), *s.models[1:])))) == 1  # no Heavy weapon


@pytest.mark.rule("KT40-WT-04")
def test_a_model_fires_its_pistols_or_its_other_weapons() -> None:
    """Asked where the pistol could be better; one that is worse in everything is not fired."""
    scene = facing(gun('24" rapid fire 1, 4 0 1', "rifle"), pistol('12" pistol 1, 8 -3 2'))
    play = scene.shoot(0, dice=[1])
    assert play.what == "pistols" and play.options() == ["other weapons", "pistols"]
    assert [event.values["weapon"] for event in play.answer("pistols").events("hit-roll")] == ["pistol"]
    play = facing(gun('24" rapid fire 1, 4 0 1', "rifle"), pistol()).shoot(0, dice=[1, 1])
    assert play.over and [event.values["weapon"] for event in play.events("hit-roll")] == ["rifle"]


@pytest.mark.rule("KT40-WT-04")
def test_several_pistols_are_fired_together() -> None:
    """A model without other weapons fires them all."""
    play = facing(pistol(), gun('12" pistol 2, 5 0 1', "other")).shoot(0, dice=[1] * 3)
    assert play.over and sorted(map(len, rolls(play, "hit-roll"))) == [1, 2]


@pytest.mark.rule("KT40-WT-05", "KT40-GREN-01")
def test_grenades_are_not_fired_with_the_other_weapons() -> None:
    """Unless one is thrown instead of them."""
    play = facing(gun('24" assault 1, 4 0 1'), gun('24" grenade 3, 3 0 1', "bomb")).shoot(0, dice=[1])
    assert [event.values["weapon"] for event in play.answer("pass").events("hit-roll")] == ["gun"]


@pytest.mark.rule("KT40-UNIT-04")
def test_one_profile_of_a_weapon_is_used_at_a_time() -> None:
    """The player chooses; the first is the default."""
    modes = gun('24" assault 1, 7 -3 1', "plasma", "standard"), gun('24" assault 1, 8 -3 2; Overheat', "plasma", "supercharge")
    scene = facing(*modes, models=2, away=20)
    scene.squad(1, (30, 31))
    play = scene.shoot(0, dice=[1, 1])
    assert play.what == "mode" and play.options() == ["standard", "supercharge"]
    play.answer("standard")
    assert play.over and len(play.events("hit-roll")) == 1 and len(rolls(play, "hit-roll")[0]) == 2
    assert play.models(0) == (0, 1)  # nobody overheats


@pytest.mark.rule("KT40-UNIT-04", "KT40-WT-04")
def test_model_by_model_each_has_its_own_mode_and_draws_its_own_pistol() -> None:
    """Otherwise one answer counts for all of them."""
    modes = gun('24" assault 1, 7 -3 1', "plasma", "standard"), gun('24" assault 1, 8 -3 2; Overheat', "plasma", "supercharge")
    scene = facing(*modes, models=2)
    play = scene.play(Task("shoot", (0,)), phase="shooting", dice=[2, 2]).answer("split by model", 1, 1)
    assert play.what == "mode"
    play.answer("standard")
    assert play.what == "mode"
    play.answer("supercharge")
    play.answer(*play.options()[:1])  # which of the two groups comes first
    assert [len(dice) for dice in rolls(play, "hit-roll")] == [1, 1]  # two profiles, two groups

    scene = facing(gun('24" rapid fire 1, 4 0 1', "rifle"), pistol('12" pistol 1, 8 -3 2'), models=2)
    play = scene.play(Task("shoot", (0,)), phase="shooting", dice=[1] * 3).answer("split by model", 1, 1)
    assert play.what == "pistols"
    play.answer("pistols", "other weapons")
    assert sorted(event.values["weapon"] for event in play.events("hit-roll")) == ["pistol", "rifle"]


@pytest.mark.rule("KT40-INT-80")
def test_skills_are_those_of_each_model() -> None:
    """A sergeant with BS 2+ hits on a 2 where others miss; strength is each model's own too."""
    scene = Scene()
    weapons = [gun('24" assault 1, 4 0 1')]
    squad = scene.unit(0, (10, 10), (scene.card(bs=4, weapons=weapons), 1), (scene.card(bs=2, weapons=weapons), 1))
    scene.squad(1, (10, 20))
    play = finish(scene.shoot(squad, dice=[3, 2, 1]))
    assert play.events("hit-roll")[0].values["good"] == (0, 1)
