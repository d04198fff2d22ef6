"""Thousands of random paths: the kernels agree with the slow twin."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
import oracle_paths as twin
import pytest
from shapely import Polygon

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.paths import MovementParameters, find_contacts, measure
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Board, Part, Terrain

BOARD = Board(12, 12)
#: Questions that hang on less than this may be decided either way by the twin, which goes in steps.
MARGIN = 0.002


def some_figures(dice: random.Random) -> MovementParameters:
    return MovementParameters(
        climb=dice.random() < 0.85,
        climb_least=2,
        climb_most=3,
        drop_free=2,
        jump_from=2,
        jump_most=4,
        jump_slack=1,
        ladder_reach=1,
        increments=dice.random() < 0.2,
    )


def a_footprint(dice: random.Random) -> tuple[tuple[float, float], ...]:
    x, y = dice.uniform(0, 12), dice.uniform(0, 12)
    if dice.random() < 0.6:
        w, d = dice.choice(((0.2, 4), (4, 0.2), (2, 2), (4, 3), (1, 1)))
        return ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
    count, turn = dice.choice((3, 5, 8)), dice.uniform(0, pi)
    outline = []
    for k in range(count):
        out, angle = dice.uniform(0.3, 2.5), turn + 2 * pi * k / count
        outline.append((x + out * cos(angle), y + out * sin(angle)))
    if dice.random() < 0.5:
        outline.reverse()
    return tuple(outline)


def some_parts(dice: random.Random) -> tuple[Part, ...]:
    parts: list[Part] = []
    for k in range(dice.randint(1, 7)):
        footprint = dice.choice(parts).footprint if parts and dice.random() < 0.25 else a_footprint(dice)
        if not Polygon(footprint).is_valid:
            continue
        if dice.random() < 0.4:
            top = dice.choice((1.0, 2.5, 3.0, 3.0))
            bottom, marks = dice.choice((0.0, top - 0.2)), ("vantage",)
        else:
            bottom = dice.choice((0.0, 0.0, 0.0, 1.0, 3.0))
            top = bottom + dice.choice((0.5, 1.0, 2.0, 3.0, 5.0))
            marks = dice.choice(((), (), (), (), ("blocking",), ("insignificant",), ("accessible",), ("ladder",)))
        parts.append(Part(id=str(k), feature=str(k), footprint=footprint, bottom=bottom, top=top, kind="heavy", marks=marks))
    return tuple(parts)


def some_bodies(dice: random.Random, terrain: Terrain) -> list[Body] | None:
    """Return a mover and up to four others, all standing, or None if no place is found."""
    bodies: list[Body] = []
    heights = sorted({0.0, *(p.top for p in terrain.parts if "vantage" in p.marks)})
    for k in range(dice.randint(1, 5)):
        for _ in range(40):
            z = dice.choice(heights)
            base, height = Round(dice.choice((0.5, 0.63))), dice.choice((1.0, 1.5, 2.0))
            body = Body(dice.uniform(0.7, 11.3), dice.uniform(0.7, 11.3), z, base, height, dice.choice((0, 1)) if k else 0)
            if find_placement_problem(terrain, pack_bodies(bodies), body.x, body.y, body.z, base.radius, height) is None:
                bodies.append(body)
                break
        else:
            if k == 0:
                return None
    return bodies


def a_path(dice: random.Random, start: Body, parts: tuple[Part, ...]) -> list[twin.Wish]:
    path: list[twin.Wish] = [(start.x, start.y, start.z, False)]
    heights = [0.0, *(p.top for p in parts if "vantage" in p.marks)]
    for _ in range(dice.randint(1, 3)):
        angle, length = dice.uniform(0, 2 * pi), dice.uniform(0.2, 4)
        x, y, _, _ = path[-1]
        wish = dice.choice((None, None, dice.choice(heights)))
        jump = start.z > 2 and dice.random() < 0.5
        path.append((x + length * cos(angle), y + length * sin(angle), wish, jump))
    return path


def asked(path: list[twin.Wish]) -> list[tuple[object, ...]]:
    return [(x, y, z, "jump") if jump else (x, y, z) for x, y, z, jump in path]


def grown(bodies: list[Body], by: float) -> list[Body]:
    me = bodies[0]
    return [Body(me.x, me.y, me.z, Round(me.base.radius + by), me.height, me.side), *bodies[1:]]


@pytest.mark.parametrize("seed", range(4))
def test_following_a_path_agrees(seed: int) -> None:
    dice = random.Random(seed)
    seen: Counter[str] = Counter()
    while seen.total() < 400:
        figures, parts = some_figures(dice), some_parts(dice)
        terrain = Terrain(BOARD, parts)
        bodies = some_bodies(dice, terrain)
        if bodies is None:
            continue
        path = a_path(dice, bodies[0], parts)
        # If a base a little smaller or larger fares otherwise, the twin's steps cannot tell.
        outcomes = [twin.Twin(BOARD, parts, grown(bodies, by), figures).follow(path) for by in (-MARGIN, 0.0, MARGIN)]
        expected = outcomes[1]
        if any(o.problem != expected.problem or len(o.levels) != len(expected.levels) for o in outcomes):
            continue
        walk = measure(terrain, pack_bodies(bodies), 0, asked(path), figures)
        assert walk.problem == expected.problem, (figures, parts, bodies, path)
        seen[str(walk.problem)] += 1
        if walk.problem is not None and not walk.problem.startswith("end"):
            continue
        assert walk.length == pytest.approx(expected.length, abs=1e-6), (figures, parts, bodies, path)
        assert walk.z == pytest.approx(expected.z)
        assert walk.climbed == pytest.approx(expected.climbed)
        assert walk.dropped == pytest.approx(expected.dropped)
        assert [z for _, z in walk.levels] == pytest.approx([z for _, z in expected.levels])
        assert [s for s, _ in walk.levels] == pytest.approx([s for s, _ in expected.levels], abs=2 * twin.STEP)
    assert seen["None"] > 50
    assert len(seen) >= 9, seen


def test_standing_agrees() -> None:
    dice = random.Random(11)
    seen: Counter[str] = Counter()
    for _ in range(400):
        parts = some_parts(dice)
        terrain = Terrain(BOARD, parts)
        bodies = some_bodies(dice, terrain)
        if bodies is None:
            continue
        array = pack_bodies(bodies)
        heights = [0.0, *(p.top for p in parts if "vantage" in p.marks)]
        twins = [twin.Twin(BOARD, parts, grown(bodies, by), some_figures(dice)) for by in (-MARGIN, 0.0, MARGIN)]
        for _ in range(10):
            x, y, z = dice.uniform(0.3, 11.7), dice.uniform(0.3, 11.7), dice.choice(heights)
            answers = {t.stands(x, y, z) for t in twins}
            if len(answers) > 1:
                continue
            me = bodies[0]
            found = find_placement_problem(terrain, array, x, y, z, me.base.radius, me.height, body=0)
            assert {None if found is None else found.problem} == answers, (parts, bodies, x, y, z)
            seen[str(*answers)] += 1
    assert min(seen.values()) > 20, seen


def test_adjoining_floors_agree() -> None:
    """Floors cut from one sheet: a base stands on them as if they had not been cut, but for the missing ones."""
    dice = random.Random(12)
    for _ in range(30):
        xs = [2.0, *sorted(dice.uniform(2.5, 9.5) for _ in range(2)), 10.0]
        ys = [2.0, *sorted(dice.uniform(2.5, 9.5) for _ in range(2)), 10.0]
        boxes = [(a, c, b, d) for a, b in pairwise(xs) for c, d in pairwise(ys)]
        boxes.pop(dice.randrange(len(boxes)))
        parts = tuple(
            Part(id=str(k), feature="f", footprint=((a, c), (b, c), (b, d), (a, d)), bottom=2.8, top=3.0, kind="light", marks=("vantage",))
            for k, (a, c, b, d) in enumerate(boxes)
        )
        me = Body(0.6, 0.6, 0.0, Round(0.5), 1.5)
        terrain = Terrain(BOARD, parts)
        twins = [twin.Twin(BOARD, parts, grown([me], by), some_figures(dice)) for by in (-MARGIN, 0.0, MARGIN)]
        spots = [(dice.uniform(2, 10), dice.uniform(2, 10)) for _ in range(15)] + [(dice.choice(xs), dice.choice(ys)) for _ in range(5)]
        for x, y in spots:
            answers = {t.stands(x, y, 3.0) for t in twins}
            if len(answers) == 1:
                found = find_placement_problem(terrain, pack_bodies([]), x, y, 3.0, 0.5, 1.5)
                assert {None if found is None else found.problem} == answers, (parts, x, y)


def test_distances_to_enemies_along_a_path_agree() -> None:
    """On an empty table everyone sees everyone, so contact is a matter of distance."""
    dice = random.Random(13)
    met = 0
    for _ in range(400):
        bodies = [Body(dice.uniform(2, 10), dice.uniform(2, 10), 0.0, Round(0.5), 1.5)]
        others = [Body(dice.uniform(1, 11), dice.uniform(1, 11), dice.choice((0.0, 0.8, 3.0)), Round(0.63), 1.5, 1) for _ in range(3)]
        path = [(x, y, None, False) for x, y, *_ in a_path(dice, bodies[0], ())]
        walk = measure(Terrain(BOARD), pack_bodies(bodies), 0, asked(path), some_figures(dice))
        if not walk.ok:
            continue
        found = {c.body: c for c in find_contacts(Terrain(BOARD), pack_bodies(bodies + others), 0, asked(path), walk, 1.0)}
        for j, other in enumerate(others, start=1):
            gap = twin.nearest_gap(path, bodies[0], other, list(walk.levels))
            if abs(gap - 1.001) > 0.001:
                assert (j in found) == (gap <= 1.001), (path, other)
                met += j in found
            ends = [np.hypot(max(0.0, np.hypot(p[0] - other.x, p[1] - other.y) - 1.13), other.z) <= 1.001 for p in (path[0], path[-1])]
            if j in found:
                assert (found[j].at_start, found[j].at_end) == tuple(ends)
                assert found[j].left or found[j].at_end
    assert met > 100
