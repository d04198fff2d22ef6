"""Thousands of random roofs: edges and falls agree with the slow twin."""

from __future__ import annotations

import random
from math import cos, pi, sin

import oracle_ray_casting as twin

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.falls import find_bodies_hit, find_landing, is_near_edge
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Board, Part, Terrain

BOARD = Board(12, 12)
TOPS = (3.0, 3.0, 3.0, 2.9, 2.0, 1.5, 1.4, 1.0, 4.0, 6.0)
BOTTOMS = (0.0, 0.0, 2.9, 3.0, 3.5)


def roofs(dice: random.Random, loose: bool, most: int) -> tuple[Part, ...]:
    """Return boxes on a grid, so that many adjoin, and among them shapes that do not."""
    parts = []
    for n in range(dice.randint(1, most)):
        x, y, w, d = (dice.randint(low, high) / 2 for low, high in ((0, 20), (0, 20), (2, 12), (2, 12)))
        corners: twin.Corners = ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
        if loose and dice.random() < 0.4:
            corners = twin.a_footprint(dice, 12)
        corners = tuple((min(12.0, max(0.0, x)), min(12.0, max(0.0, y))) for x, y in corners)
        if not twin.Polygon(corners).is_valid or twin.Polygon(corners).area < 0.01:
            continue
        top = dice.choice(TOPS)
        bottom = dice.choice([bottom for bottom in BOTTOMS if bottom < top])
        marks = dice.choice((("vantage",), ("vantage",), ("vantage",), (), ("accessible",), ("insignificant",), ("flat", "dangerous")))
        parts.append(Part(id=str(n), feature=str(n), footprint=corners, bottom=bottom, top=top, kind="heavy", marks=marks))
    return tuple(parts)


def test_edges_agree() -> None:
    """Most places are on one of the roofs; left out are the few that hang on a hair."""
    dice = random.Random(31)
    near = far = skipped = 0
    for k in range(1500):
        terrain = Terrain(BOARD, roofs(dice, k % 2 == 0, 24))
        for part in dice.sample(terrain.parts, min(3, len(terrain.parts))):
            x, y = (sum(values) / len(values) + dice.uniform(-1, 1) for values in zip(*part.footprint, strict=True))
            if dice.random() < 0.5:
                x, y = round(4 * x) / 4, round(4 * y) / 4
            x, y = min(11.5, max(0.5, x)), min(11.5, max(0.5, y))
            place = (x, y, part.top, dice.choice((0.5, 0.63)), dice.choice((1.0, 0.3)), dice.choice((1.5, 1.0)))
            expected = twin.near_edge(terrain, *place)
            if expected is None:
                skipped += 1
                continue
            assert is_near_edge(terrain, *place) is expected, (terrain.parts, place)
            near += expected
            far += not expected and part.top > 1.5
    assert near > 1000 and far > 600 and skipped < 20


def test_a_roof_in_pieces_has_the_edges_of_the_whole() -> None:
    """Cut from its middle to its corners, and now and then one piece along its middle; also right on the seams."""
    dice = random.Random(33)
    near = far = 0
    for _ in range(600):
        middle = (dice.uniform(4, 8), dice.uniform(4, 8))
        turns = [2 * pi * (k + dice.uniform(0, 0.8)) / 9 for k in range(9)]
        rim = [(middle[0] + out * cos(turn), middle[1] + out * sin(turn)) for turn in turns for out in (dice.uniform(1.5, 5),)]
        pieces: list[twin.Corners] = []
        for p, q in zip(rim, rim[1:] + rim[:1], strict=True):
            half = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
            pieces += [(middle, p, half), (middle, half, q)] if dice.random() < 0.3 else [(middle, p, q)]
        whole, cut = (
            Terrain(BOARD, tuple(Part(id=str(n), feature="roof", footprint=c, top=3.0, kind="heavy") for n, c in enumerate(outlines)))
            for outlines in ([tuple(rim)], pieces)
        )
        share = dice.random()
        for x, y in (middle, (middle[0] + share * (rim[0][0] - middle[0]), middle[1] + share * (rim[0][1] - middle[1]))):
            found = is_near_edge(cut, x, y, 3.0, 0.5, 0.5)
            if twin.near_edge(whole, x, y, 3.0, 0.5, 0.5, 1.5) is None:
                continue
            assert found is is_near_edge(whole, x, y, 3.0, 0.5, 0.5), (rim, pieces, x, y)
            near += found
            far += not found
    assert near > 200 and far > 200


def test_falls_agree() -> None:
    """The twin tries every place on every level; the place itself can be stood on, as the rules of standing have it."""
    dice = random.Random(32)
    fell = ledges = onto = 0
    for _ in range(100):
        terrain = Terrain(BOARD, roofs(dice, True, dice.choice((9, 24))))
        own = Body(dice.randint(2, 22) / 2, dice.uniform(1, 11), dice.choice((3.0, 4.0, 6.0, 6.0)), Round(0.5), dice.choice((1.5, 2.5)))
        others = [Body(dice.uniform(1, 11), dice.uniform(1, 11), dice.choice((0.0, 0.0, 2.0, 3.0)), Round(0.63), 1.5) for _ in range(9)]
        bodies = pack_bodies((own, *others))
        for free in (True, False):
            expected = twin.Fall(terrain, others if free else [], own, 1.5).place()
            found = find_landing(terrain, bodies, 0, free=free)
            assert found == expected, (terrain.parts, own, others)
            if found is None:
                continue
            fell += 1
            ledges += found[2] > 0.0
            met = find_bodies_hit(bodies, 0, found)
            onto += len(met) > 0
            assert not (free and met)
            assert find_placement_problem(terrain, bodies if free else bodies[:1], *found, 0.5, own.height, 0) is None
    assert fell > 150 and ledges > 15 and onto > 10
