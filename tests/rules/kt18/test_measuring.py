"""Measuring models: base, height, and the meaning of "within". (INT-01 to INT-03)"""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from counteract.rulesets.kt18.cards import Card
from tests.rules.kt18.moving import ENEMY, MOVER, choosing, lone
from tests.rules.kt18.scene import Scene, gun
from tests.rules.kt18.shots import hit_rolls

#: A card that says nothing about base and height.
PLAIN = Card(id="plain", name="Plain", move=6, ws=3, bs=3, strength=4, toughness=4, wounds=1, attacks=1, leadership=7, save=4)


def chargeable(scene: Scene) -> bool:
    """Return True if the enemy can be named as the target of a charge, so is within 12"; another one can in any case."""
    scene.add(1, (4, 17))
    play = choosing(scene).answer("charge")
    near = ENEMY in play.options()
    assert play.why(ENEMY) == ("" if near else "KT18-CHARGE-01")
    return near


# --- distance


@pytest.mark.rule("KT18-INT-01")
@pytest.mark.parametrize(("base", "apart"), [(25.4, 13.0), (32, 12 + 32 / 25.4), (50.8, 14.0)])
def test_distances_are_from_base_to_base(base: float, apart: float) -> None:
    """12" between the edges of two bases, whatever their size: within; 0.01" more: not."""
    for more, near in ((0.0, True), (0.01, False)):
        scene = Scene()
        scene.add(0, (3, 11), base=base)
        scene.add(1, (3 + apart + more, 11), base=base)
        assert chargeable(scene) is near


@pytest.mark.rule("KT18-INT-01")
def test_a_base_is_32_mm_wide_unless_its_card_says_otherwise() -> None:
    """Two models without a base on their cards, centres 13.25" apart: 13.25" - 1.26" is just within 12"; 13.28" is not."""
    for apart, near in ((13.25, True), (13.28, False)):
        scene = Scene()
        scene.add(0, (3, 11), base=PLAIN.base)
        scene.add(1, (3 + apart, 11), base=PLAIN.base)
        assert chargeable(scene) is near


@pytest.mark.rule("KT18-INT-01")
@pytest.mark.parametrize(("aside", "near"), [(7.2, True), (7.21, False)])
def test_distances_are_measured_slantwise(aside: float, near: bool) -> None:
    """An enemy 9.6" up: 7.2" aside makes 12.0" (9.6² + 7.2² = 12²), 7.21" aside is too far."""
    assert hypot(9.6, 7.2) == pytest.approx(12)
    scene = lone(at=(3, 11), enemy=(4 + aside, 11, 9.6))
    scene.wall(3 + aside, 8, 20, 14, top=9.6, marks=("vantage",))
    assert chargeable(scene) is near


@pytest.mark.rule("KT18-INT-01")
@pytest.mark.parametrize(("x", "z", "near"), [(6.0, 1.0, True), (5.9, 1.0, True), (6.6, 0.8, True), (6.61, 0.8, False), (6.0, 1.1, False)])
def test_the_height_alone_counts_where_bases_overlap_in_plan(x: float, z: float, near: bool) -> None:
    """Bases that touch or overlap seen from above are as far apart as their heights; others slantwise: 0.6² + 0.8² = 1²."""
    scene = lone(enemy=(x, 11, z), height=0.6)  # it can stand below the floor
    scene.floor(5.2, 8, 12, 14, z=z)
    play = scene.movement()
    assert play.model(MOVER).began is play.model(ENEMY).began is near


# --- limits


@pytest.mark.rule("KT18-INT-02")
@pytest.mark.parametrize(("gap", "near"), [(0.99, True), (1.0, True), (1.0005, True), (1.002, False)])
def test_an_exact_inch_is_within_an_inch(gap: float, near: bool) -> None:
    """So is what differs from it by less than a thousandth."""
    play = lone(enemy=(6 + gap, 11)).movement()
    assert play.model(MOVER).began is near


@pytest.mark.rule("KT18-INT-02")
@pytest.mark.parametrize(("gap", "near"), [(12.0, True), (12.0005, True), (12.01, False)])
def test_exactly_twelve_inches_are_within_twelve(gap: float, near: bool) -> None:
    """For charges as for everything else."""
    assert chargeable(lone(enemy=(6 + gap, 11))) is near


@pytest.mark.rule("KT18-INT-02", "KT18-FALLBACK-04")
def test_more_than_an_inch_is_strict() -> None:
    """A Fall Back ends more than 1" away: not at 1.0", but at 1.01"."""
    play = choosing(lone(enemy=(6.5, 11), began=True)).answer("fall back")
    assert play.why([(4.5, 11)]) == "KT18-FALLBACK-04"
    assert play.why([(4.49, 11)]) == ""


# --- height


def seen(*, wall: float, **figures: Any) -> bool:
    """Return True if one model sees another, both with these figures, over a wall."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy 1, 4 0 1')], **figures)
    target = scene.add(1, (13, 11), **figures)
    scene.add(1, (2, 2))  # an enemy to shoot at in any case
    scene.wall(7, 2, 7.5, 20, top=wall)
    return target in scene.shoot(0).options()


@pytest.mark.rule("KT18-INT-03")
@pytest.mark.parametrize(("wall", "over"), [(1.34, True), (1.36, False)])
def test_a_model_is_an_inch_and_a_half_tall_unless_its_card_says_otherwise(wall: float, over: bool) -> None:
    """Nine tenths of 1.5" are 1.35": over a wall of 1.34" two models without a height on their cards see each other."""
    assert seen(wall=wall, height=PLAIN.height) is over


@pytest.mark.rule("KT18-INT-03")
@pytest.mark.parametrize(("height", "over"), [(1.5, False), (2.0, True)])
def test_taller_models_look_over_higher_walls(height: float, over: bool) -> None:
    """A wall of 1.7": too high for models of 1.5", not for those of 2"."""
    assert seen(wall=1.7, height=height) is over


def blocked(**between: Any) -> bool:
    """Return True if a model standing in between hides a part of the target."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy 1, 4 0 1')])
    y, z = between.pop("y", 11.0), between.pop("z", 0.0)
    scene.add(0, (7.5, y, z), **between)
    target = scene.add(1, (13, 11))
    if z:
        scene.floor(6, 9, 9, 13, z=z)
    ((_, modifier, _),) = hit_rolls(scene.shoot(0, dice=[1]).answer(target))
    return modifier == -1


@pytest.mark.rule("KT18-INT-03")
@pytest.mark.parametrize(("height", "hides"), [(0.5, False), (0.71, False), (0.74, True)])
def test_a_body_is_as_tall_as_its_card_says(height: float, hides: bool) -> None:
    """The lowest ray, from 1.35" to 0.15" up, leaves the far side of the body at x = 7.75 just 0.72" up."""
    assert blocked(height=height) is hides


@pytest.mark.rule("KT18-INT-03", "KT18-INT-04")
@pytest.mark.parametrize(("base", "y", "hides"), [(25.4, 11.4, True), (25.4, 11.7, False), (50.8, 11.7, True), (50.8, 11.8, False)])
def test_the_wider_a_base_the_wider_its_body(base: float, y: float, hides: bool) -> None:
    """Halfway, rays to the side of the target are 0.23" off the axis: 0.7" aside, a body of 0.5" is out of the way, one of 1" is not."""
    assert blocked(base=base, y=y) is hides


@pytest.mark.rule("KT18-INT-03")
@pytest.mark.parametrize(("z", "hides"), [(0.0, True), (3.0, False)])
def test_a_body_stands_on_the_plane_of_its_base(z: float, hides: bool) -> None:
    """A model on a floor 3" up hides no model on the ground behind it."""
    assert blocked(y=11.4, z=z) is hides
