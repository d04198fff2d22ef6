"""Vantage: raised floors, and shooting down from them. (MIS-34 to MIS-37)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kt24.scene import Play, Scene
from tests.rules.kt24.sightlines import BOTH, COVER, OBSCURED, OPEN, TARGET, Lane

NO_TARGET = "KT24-TARGET-03"


def tower(z: float = 3.0, *, order: str = "engage", target: tuple[float, ...] = (15, 11), **options: Any) -> Lane:
    """Return a scene in which the shooter stands on a raised floor that ends at its feet."""
    lane = Lane(shooter=(5, 11, z), target=target, order=order, **options)
    lane.floor(3, 9, 5.5, 13, z=z, feature="tower")
    return lane


def accurate(lane: Lane) -> list[int]:
    """Return how many dice the shooter may keep unrolled; empty if it is not asked."""
    play = lane.aim(dice=(1,) * 6).answer(TARGET)
    if play.what != "accurate":
        return []
    assert play.player == 0
    return play.options()


# --- standing on it


@pytest.mark.rule("KT24-MIS-34")
@pytest.mark.parametrize(("marks", "rule"), [(("vantage",), ""), ((), "KT24-INT-15")])
def test_operatives_stand_on_vantage_parts_only(marks: tuple[str, ...], rule: str) -> None:
    """A block 1" tall can be climbed either way, but a move ends on it only if it is marked as Vantage."""
    scene = Scene()
    runner = scene.add(0, (10, 11))
    scene.add(1, (25, 20))
    scene.wall(11.5, 9, 14.5, 13, top=1, marks=marks)
    play = scene.act(runner, "reposition")
    assert play.why([(13, 11, 1)]) == rule
    if not rule:
        play.answer([(13, 11, 1)])
        assert play.state.places[runner] == (13, 11, 1)


@pytest.mark.rule("KT24-MIS-34")
def test_vantage_parts_count_as_light() -> None:
    """Seek Light disregards a Vantage part, though a part like it that is no Vantage would be Heavy."""
    for marks, expected in ((("vantage",), COVER), ((), NO_TARGET)):
        lane = Lane(order="conceal", rules="Seek Light")
        lane.wall(13.8, 10, 14, 12, top=1, kind="heavy", marks=marks)
        assert lane.outcome() == expected


# --- shooting down at an Engage target


@pytest.mark.rule("KT24-MIS-35")
@pytest.mark.parametrize(("z", "expected"), [(1.9, []), (2.0, [1, 0]), (3.9, [1, 0]), (4.0, [2, 1, 0]), (6.0, [2, 1, 0])])
def test_height_makes_weapons_accurate(z: float, expected: list[int]) -> None:
    """Accurate 1 from 2" above the target, Accurate 2 from 4" above it."""
    assert accurate(tower(z)) == expected


@pytest.mark.rule("KT24-MIS-35")
def test_height_is_measured_from_where_the_target_stands() -> None:
    """From 5" up at a target on a floor 3" up: 2" of height, so Accurate 1. At one on a floor 3.5" up: nothing."""
    for z, expected in ((3.0, [1, 0]), (3.5, [])):
        lane = tower(5.0, target=(15, 11, z))
        lane.floor(13, 9, 17, 13, z=z)
        assert accurate(lane) == expected


@pytest.mark.rule("KT24-MIS-35")
def test_height_does_nothing_against_a_conceal_target_or_upwards() -> None:
    """A Conceal target in the open, or one that stands higher: no Accurate."""
    assert accurate(tower(6.0, order="conceal")) == []
    lane = Lane(target=(15, 11, 3))
    lane.floor(13, 9, 17, 13)
    assert accurate(lane) == []


@pytest.mark.rule("KT24-MIS-35", "KT24-MIS-34")
def test_only_vantage_parts_give_the_advantage_of_height() -> None:
    """On top of a block that is a Vantage part an operative has Accurate; on top of one that is none it cannot stand."""
    vantage, block = Lane(shooter=(5, 11, 3)), Lane(shooter=(5, 11, 3))
    vantage.wall(3, 9, 5.5, 13, top=3, marks=("vantage",))
    assert accurate(vantage) == [1, 0]
    block.wall(3, 9, 5.5, 13, top=3)
    with pytest.raises(ValueError, match="must stand flat on the floor of the board or wholly on one raised floor"):
        block.aim()


@pytest.mark.rule("KT24-MIS-35")
def test_the_dice_kept_unrolled_are_normal_successes() -> None:
    """Two of three dice are kept from 4" up, the third misses: 2 x 2 damage."""
    play = tower(4.0).aim(dice=(1, 1, 1, 1)).answer(TARGET, 2)
    assert play.over and play.damage(TARGET) == 4


@pytest.mark.rule("KT24-MIS-35", "KT24-MIS-36")
def test_the_option_switches_the_advantages_of_height_off() -> None:
    """Without `vantage` there is no Accurate, and a Conceal target behind Light terrain stays hidden."""
    assert accurate(tower(4.0, vantage=False)) == []
    lane = tower(order="conceal", vantage=False)
    lane.wall(13.5, 8, 14, 14, top=1)
    assert lane.outcome() == NO_TARGET


# --- shooting down at a Conceal target


@pytest.mark.rule("KT24-MIS-36")
@pytest.mark.parametrize(("z", "expected"), [(0.0, NO_TARGET), (1.9, NO_TARGET), (2.0, COVER), (3.0, COVER)])
def test_from_two_inches_up_light_terrain_hides_nobody(z: float, expected: str) -> None:
    """A Conceal target behind a Light wall can be chosen from 2" above it, and is in cover all the same."""
    lane = tower(z, order="conceal") if z else Lane(order="conceal")
    lane.wall(13.5, 8, 14, 14, top=1)
    assert lane.outcome() == expected


@pytest.mark.rule("KT24-MIS-36")
def test_heavy_terrain_hides_from_above_too() -> None:
    """Behind a Heavy wall, or behind a Light and a Heavy one, a Conceal target stays hidden."""
    lane = tower(order="conceal")
    lane.wall(13.5, 8, 13.7, 14, top=1, kind="heavy")
    assert lane.outcome() == NO_TARGET
    lane.wall(13.9, 8, 14.1, 14, top=1, kind="light")
    assert lane.outcome() == NO_TARGET


@pytest.mark.rule("KT24-MIS-36")
def test_the_shooter_must_be_on_vantage_terrain_to_look_down() -> None:
    """A giant on the ground, however tall, does not stand above any operative."""
    lane = Lane(order="conceal", heights=(6, 1.5))
    lane.wall(13.5, 8, 14, 14, top=1)
    assert lane.outcome() == NO_TARGET


def looked_down_on(dice: tuple[int, ...], **options: Any) -> Play:
    """Return a battle with a Conceal target behind Light terrain, shot from 3" up, and its player asked for the cover save."""
    lane = tower(order="conceal", **options)
    lane.wall(13.5, 8, 14, 14, top=1)
    return lane.aim(dice=dice).answer(TARGET)


@pytest.mark.rule("KT24-MIS-36")
def test_who_is_shot_thanks_to_height_has_a_better_cover_save() -> None:
    """The defender may keep one die as a normal success, one as a critical, or two as normals, or none."""
    play = looked_down_on((6, 1, 1))
    assert (play.what, play.player) == ("cover-save", 1)
    assert play.options() == ["cover-save", "critical-cover-save", "two-cover-saves", "pass"]


@pytest.mark.rule("KT24-MIS-36")
@pytest.mark.parametrize(
    ("choice", "rolled", "least"),
    [("cover-save", 2, 5), ("critical-cover-save", 2, 0), ("two-cover-saves", 1, 0), ("pass", 3, 5)],
)
def test_the_better_cover_save_blocks_a_critical(choice: str, rolled: int, least: int) -> None:
    """One critical (5 damage) comes in and no die rolled saves: a critical save or two normal ones stop it, one normal does not."""
    play = looked_down_on((6, 1, 1, 1, 1, 1)).answer(choice)
    assert len(play.events("rolled")[1].values["dice"]) == rolled
    if play.what == "block":
        play.answer(play.decision.options[0])  # the one that blocks most
    assert play.damage(TARGET) == least


@pytest.mark.rule("KT24-MIS-36", "KT24-WR-PIERCING-01")
def test_an_extra_cover_save_takes_a_die_that_is_there() -> None:
    """With Piercing 2 a single defence die is left: it may be made critical, but there is no second one to set aside."""
    assert looked_down_on((6, 1, 1), rules="Piercing 2").options() == ["cover-save", "critical-cover-save", "pass"]


@pytest.mark.rule("KT24-MIS-36")
def test_the_better_save_is_only_for_targets_that_would_have_been_hidden() -> None:
    """An Engage target in the same place has the plain cover save; so has a Conceal one that a Seek weapon finds anyway."""
    lane = tower(order="engage")
    lane.wall(13.5, 8, 14, 14, top=1)
    play = lane.aim().answer(TARGET, 0)
    assert (play.what, play.options()) == ("cover-save", ["cover-save", "pass"])
    assert looked_down_on((6, 1, 1), rules="Seek").options() == ["cover-save", "pass"]


@pytest.mark.rule("KT24-MIS-36", "KT24-WR-BLAST-06")
@pytest.mark.parametrize("order", ["engage", "conceal"])
def test_secondary_targets_of_a_blast_from_above_have_the_plain_cover_save(order: str) -> None:
    """They are valid targets whatever their order, not thanks to the height: in cover like the primary target, but with no better save."""
    lane = tower(order="conceal", rules='Blast 2"')
    lane.wall(13.5, 8, 14, 14, top=1)
    second = lane.add(1, (15, 13), order=order, wounds=30)
    play = lane.aim(dice=(6, 1, 1, 1, 1, 1, 6, 1, 1)).answer(TARGET)
    assert (play.what, play.decision.subject) == ("cover-save", TARGET)
    assert play.options() == ["cover-save", "critical-cover-save", "two-cover-saves", "pass"]
    play.answer("pass")
    while play.what in ("block", "accurate"):
        play.answer(play.decision.options[-1])
    assert (play.what, play.decision.subject, play.options()) == ("cover-save", second, ["cover-save", "pass"])


# --- obscuring


@pytest.mark.rule("KT24-MIS-37")
@pytest.mark.parametrize(("feature", "expected"), [("tower", OPEN), ("ruin", OBSCURED)])
def test_the_feature_the_shooter_stands_on_does_not_obscure(feature: str, expected: str) -> None:
    """Lines from 3" up cross a Heavy wall 4" out. As a part of the tower it does not matter, as another feature it obscures."""
    lane = tower(obscuring=True)
    lane.wall(8, 8, 9, 14, top=2, kind="heavy", feature=feature)
    assert lane.outcome() == expected


@pytest.mark.rule("KT24-MIS-37")
@pytest.mark.parametrize(("feature", "expected"), [("roof", COVER), ("ruin", BOTH)])
def test_the_feature_the_target_stands_on_does_not_obscure(feature: str, expected: str) -> None:
    """The target stands on the roof, which covers it from below in either case."""
    lane = Lane(target=(15, 11, 3), obscuring=True)
    lane.floor(13, 9, 17, 13, feature="roof")
    lane.wall(10, 8, 11, 14, top=2, kind="heavy", feature=feature)
    assert lane.outcome() == expected


@pytest.mark.rule("KT24-MIS-37")
def test_standing_beside_or_below_a_vantage_part_is_not_standing_on_it() -> None:
    """On the ground under the floor of a building, its Heavy wall obscures as ever; and so it does where `vantage` is off."""
    below = Lane(obscuring=True)
    below.floor(3, 9, 7, 13, feature="tower")
    below.wall(8, 8, 9, 14, top=1, kind="heavy", feature="tower")
    assert below.outcome() == OBSCURED
    off = tower(obscuring=True, vantage=False)
    off.wall(8, 8, 9, 14, top=2, kind="heavy", feature="tower")
    assert off.outcome() == OBSCURED


@pytest.mark.rule("KT24-MIS-37", "KT24-MIS-36")
def test_the_feature_still_covers() -> None:
    """Only obscuring is waived: a Heavy part of the shooter's own tower close to the target covers it."""
    lane = tower(obscuring=True)
    lane.wall(13.8, 8, 14, 14, top=1, kind="heavy", feature="tower")
    assert lane.outcome() == COVER
