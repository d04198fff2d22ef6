"""Thousands of random scenes: ray casting agrees with the slow twin."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import oracle_ray_casting as twin

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.kernels import ray_casting as kernels
from counteract.table.ray_casting import cast_rays, find_part_between
from counteract.table.terrain import Board, Part, Terrain

BOTTOMS = (0.0, 0.0, 0.0, 0.5, 1.0, 2.9)
TOPS = (0.1, 0.5, 1.0, 2.0, 3.0, 6.0)


def test_rays_agree() -> None:
    """Only a few pairs in a thousand hang on a hair and are left out."""
    dice = random.Random(21)
    asked = skipped = obscured = sheltered = far = 0
    for _ in range(900):
        parts = tuple(twin.a_part(dice, n, twin.a_footprint(dice, 16), BOTTOMS, TOPS) for n in range(dice.randint(0, 7)))
        terrain = Terrain(Board(16, 16), parts)
        bodies = [twin.a_body(dice, 16, (0.0, 0.0, 0.5, 3.0)) if dice.random() < 0.9 else None for _ in range(dice.randint(2, 11))]
        bodies[:2] = [twin.a_body(dice, 16, (0.0, 0.0, 3.0)), twin.a_body(dice, 16, (0.0, 0.0, 3.0))]
        rows, near = pack_bodies(bodies), dice.choice((0.5, 1.0, 3.0))
        out = np.empty((len(bodies), 2), np.int8)
        arrays = (terrain.parts_array, terrain.corners_array, rows)
        kernels.count_all_clear_rays(*arrays, 0, near, np.arange(len(bodies)), out)
        assert out[0].tolist() == [9, 0]
        for j in range(1, len(bodies)):
            clear, shelter = out[j].tolist()
            told = cast_rays(terrain, rows, 0, j, near)
            assert (told.clear, told.sheltered) == (clear, shelter)
            assert kernels.count_clear_rays(*arrays, 0, j, -1.0) == (clear, False)
            if bodies[j] is None:
                assert (clear, shelter) == (0, 0)
                continue
            assert told.sheltered == any(blocker.away <= near + 0.001 for blocker in told.blockers)
            (fewest, most), (surely, maybe) = twin.view(parts, bodies, 0, j, near)
            assert fewest <= clear <= most and surely <= shelter <= maybe
            asked += 1
            skipped += fewest < most or surely < maybe
            obscured += 0 < clear < 9
            sheltered += shelter
            far += 0 < clear < 9 and not shelter
    assert asked > 3000 and skipped < asked / 200
    assert obscured > 500 and sheltered > 500 and far > 200


#: Directions whose length is a fraction.
UNITS = [(Fraction(a, c), Fraction(b, c)) for a, b, c in ((1, 0, 1), (0, 1, 1), (-1, 0, 1), (3, 4, 5), (-4, 3, 5), (5, -12, 13))]


def test_rays_that_touch_agree_with_exact_arithmetic() -> None:
    """All on a grid of tenths and quarters: faces, corners, tops and sides are touched all the time, and touching never blocks."""
    dice = random.Random(22)
    tenth, quarter = Fraction(1, 10), Fraction(1, 4)
    found = [0] * 10
    for _ in range(400):
        unit = dice.choice(UNITS)
        away = dice.choice((3, 5, 8))
        heights = [dice.choice((10, 15, 20)) * tenth for _ in range(4)]
        one = Body(Fraction(8), Fraction(8), dice.choice((0, 0, 1)) * Fraction(3, 2), Round(quarter * 2), heights[0])
        other = Body(one.x + away * unit[0], one.y + away * unit[1], Fraction(0), Round(dice.choice((2, 4)) * quarter), heights[1])
        # The others are to touch: beside the line by half their radius and a target's side, or by one of the two.
        others = []
        for height in heights[2:]:
            radius, share = dice.choice((2, 4)) * quarter, dice.choice((1, 2, 3, 4, 6)) * quarter * Fraction(4, 6)
            aside = dice.choice((-1, 1)) * dice.choice((radius / 2, radius / 2 + share * Fraction(9, 10) * other.base.radius, quarter / 2))
            x, y = one.x + share * away * unit[0] - aside * unit[1], one.y + share * away * unit[1] + aside * unit[0]
            others.append(Body(x, y, dice.choice((Fraction(0), Fraction(0), 9 * tenth * one.height + one.z)), Round(radius), height))
        parts = []
        for n in range(2):
            x, y = one.x + dice.randint(-12, 24) * quarter, one.y + dice.randint(-12, 24) * quarter
            w, d = dice.randint(1, 10) * quarter, dice.randint(1, 10) * quarter
            corners = dice.choice((((x, y), (x + w, y), (x + w, y + d), (x, y + d)), ((x, y), (x + w, y + d), (x, y + 2 * d))))
            bottom = dice.choice((Fraction(0), Fraction(0), 9 * tenth * one.height))
            top = bottom + dice.choice((5, 9, 10, 18, 30)) * tenth if bottom else 9 * tenth * dice.choice((one, other)).height
            parts.append(Part(id=str(n), feature=str(n), footprint=corners, bottom=bottom, top=top, kind="heavy"))
        bodies = [one, other, *others]
        expected = twin.exact_view(tuple(parts), bodies, 0, 1, unit)
        terrain = Terrain(Board(30, 30), tuple(parts))
        clear, _ = kernels.count_clear_rays(terrain.parts_array, terrain.corners_array, pack_bodies(bodies), 0, 1, 1.0)
        assert clear == expected, (parts, bodies)
        found[clear] += 1
    assert min(found[k] for k in (0, 3, 6, 9)) > 15


def test_what_lies_between_agrees_with_exact_arithmetic() -> None:
    """On a grid of halves, so that most lines run along a top or a bottom; left out are the steep ones that hang on the 0.001" they are raised by."""
    dice = random.Random(23)
    met = clear = skipped = 0
    for _ in range(2500):
        floors = [dice.randint(0, 3) / 2 for _ in range(2)]
        if dice.random() < 0.6:
            floors[1] = floors[0]
        one, other = (Body(dice.randint(2, 14) / 2, dice.randint(2, 14) / 2, z, Round(dice.choice((0.5, 0.63))), 1.5) for z in floors)
        if (one.x, one.y, one.z) == (other.x, other.y, other.z):
            continue
        parts = []
        for n in range(dice.randint(1, 5)):
            x, y, w, d = dice.randint(0, 12) / 2, dice.randint(0, 12) / 2, dice.randint(1, 6) / 2, dice.randint(1, 6) / 2
            corners = dice.choice((((x, y), (x + w, y), (x + w, y + d), (x, y + d)), ((x, y), (x + w, y + d), (x, y + 2 * d))))
            bottom = dice.choice((0, 0, 0, 1, 2)) / 2
            marks = dice.choice(((), (), *((mark,) for mark in sorted(twin.MARKS))))
            top = bottom + dice.randint(1, 4) / 2
            parts.append(Part(id=str(n), feature=str(n), footprint=corners, bottom=bottom, top=top, kind="heavy", marks=marks))
        asked = [p for p in parts if not p.flags & twin.FLAT and not twin.stands_on(p, one) and not twin.stands_on(p, other)]
        found = find_part_between(Terrain(Board(12, 12), tuple(parts)), pack_bodies((one, other)), 0, 1)
        answers = []
        for lift in (Fraction(0), Fraction(2, 1000)):
            a, b = ((Fraction(o.x), Fraction(o.y), Fraction(o.z) + lift) for o in (one, other))
            answers.append(next((p.id for p in asked if twin.exactly_meets(p, a, b)), None))
        if answers[0] != answers[1]:
            skipped += 1
            assert one.z != other.z
            assert found in answers
            continue
        assert found == answers[0], (parts, one, other)
        met += found is not None
        clear += found is None
    assert met > 500 and clear > 500 and skipped < 200
