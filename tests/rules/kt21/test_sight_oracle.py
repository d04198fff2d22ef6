"""Cover and obscuring on random boards, against lines by the hundred."""

from __future__ import annotations

from collections import Counter
from math import cos, pi, sin
from random import Random

import pytest
from shapely import Point, Polygon

from counteract.table.terrain import Part
from tests.rules.kt21 import oracle_sightlines as oracle
from tests.rules.kt21.moving import deciding
from tests.rules.kt21.oracle_sightlines import CLEAR, COVERED, OBSCURED, Feature, Standing
from tests.rules.kt21.scene import Scene, gun

SHOOTER, TARGET = 0, 1
SIZE = 12.0


def an_operative(dice: Random) -> Standing:
    return Standing(dice.uniform(1, SIZE - 1), dice.uniform(1, SIZE - 1), dice.choice((25, 32, 50)) / 50.8, dice.choice((1.2, 1.5, 2.0)))


def a_feature(dice: Random, one: Standing, other: Standing) -> Feature:
    """Return a wall turned somehow, or a star with dents, not far from the way between the two."""
    share, turn = dice.random(), dice.uniform(0, pi)
    x, y = (a + share * (b - a) + dice.uniform(-0.8, 0.8) for a, b in ((one.x, other.x), (one.y, other.y)))
    if dice.random() < 0.6:
        long, thick = dice.uniform(0.3, 3), dice.uniform(0.05, 0.5)
        corners = [(long, thick), (-long, thick), (-long, -thick), (long, -thick)]
    else:
        corners = [(out * cos(2 * pi * k / 7), out * sin(2 * pi * k / 7)) for k in range(7) for out in (dice.uniform(0.2, 1.5),)]
    if dice.random() < 0.5:
        corners.reverse()
    c, s = cos(turn), sin(turn)
    footprint = tuple((x + a * c - b * s, y + a * s + b * c) for a, b in corners)
    return Feature(footprint, dice.choice((0.5, 1.0, 1.3, 1.6, 1.9, 3.0)), dice.random() < 0.1)


def a_scene(dice: Random) -> tuple[Standing, Standing, list[Feature]]:
    """Return two operatives that are not engaged, and features that neither stands on."""
    while True:
        shooter, target = an_operative(dice), an_operative(dice)
        if oracle.gap(shooter, target) > 1.05:
            break
    features = [a_feature(dice, shooter, target) for _ in range(dice.randint(1, 4))]
    standing = [Point(who.x, who.y).buffer(who.radius) for who in (shooter, target)]
    return shooter, target, [f for f in features if not any(Polygon(f.footprint).intersects(base) for base in standing)]


def as_the_rules_see_it(shooter: Standing, target: Standing, features: list[Feature]) -> int:
    """Return whether the shooter may not shoot at all, or may and the target keeps a die, or keeps none. All features have windows."""
    scene = Scene(board=(SIZE, SIZE))
    for side, who in enumerate((shooter, target)):
        scene.add(side, (who.x, who.y), base=2 * 25.4 * who.radius, height=who.height, weapons=[gun()])
    for k, feature in enumerate(features):
        marks = ("windowed", "insignificant") if feature.insignificant else ("windowed",)
        scene.parts.append(Part(id=f"{k}", feature=f"{k}", footprint=feature.footprint, top=feature.top, kind="light", marks=marks))
    play = deciding(scene, SHOOTER, dice=[6, *[1] * 6])
    if play.over or play.why("shoot"):
        return OBSCURED
    return COVERED if play.answer("shoot", TARGET).what == "cover-save" else CLEAR


@pytest.mark.rule("KT21-COVER-01", "KT21-COVER-02", "KT21-OBSCURE-01", "KT21-OBSCURE-02", "KT21-OBSCURE-03")
@pytest.mark.rule("KT21-INT-15", "KT21-INT-16", "KT21-INT-17", "KT21-INT-18")
def test_cover_and_obscuring_agree_with_sampled_lines() -> None:
    """On 120 random boards, wherever the answer does not hang on a hair; all three answers come up often."""
    seen: Counter[int | None] = Counter()
    for seed in range(120):
        scene = a_scene(Random(seed))
        expected = oracle.judge_cover(*scene)
        seen[expected] += 1
        if expected is not None:
            assert as_the_rules_see_it(*scene) == expected, seed
    assert min(seen[CLEAR], seen[COVERED], seen[OBSCURED]) >= 15, seen
    assert seen[None] < 40, seen
