"""Thousands of random scenes: line of sight and cover agree with the slow twin."""

from __future__ import annotations

import random
from math import cos, pi, sin

import msgspec
import numpy as np
import oracle_sight as twin
import pytest
from shapely import Polygon

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.cover import find_cover
from counteract.table.kernels import cover
from counteract.table.kernels import sight as kernels
from counteract.table.sight import look, look_at_part
from counteract.table.terrain import Board, Kind, Part, Terrain

BOARD = Board(16, 16)


def a_part(dice: random.Random, number: int, footprint: twin.Corners) -> Part:
    bottom = dice.choice((0.0, 0.0, 0.0, 0.5, 1.0, 2.9))
    top = bottom + dice.choice((0.1, 0.5, 1.0, 2.0, 3.0, 6.0))
    kinds: tuple[Kind, ...] = ("light", "heavy", "heavy")
    kind = dice.choice(kinds)
    marks = dice.choice(((), (), (), ("exposed",), ("vantage",)))
    return Part(id=str(number), feature=str(number // 2), footprint=footprint, bottom=bottom, top=top, kind=kind, marks=marks)


def a_footprint(dice: random.Random) -> twin.Corners:
    """Return a box, a box turned, or a star-shaped outline with dents."""
    x, y = dice.uniform(0, 16), dice.uniform(0, 16)
    if dice.random() < 0.5:
        w, d = dice.uniform(0.1, 4), dice.uniform(0.1, 4)
        return ((x, y), (x + w, y), (x + w, y + d), (x, y + d))
    corners = dice.choice((3, 4, 5, 8, 12))
    turn = dice.uniform(0, pi)
    outline = []
    for k in range(corners):
        out, angle = dice.uniform(0.3, 2.5), turn + 2 * pi * k / corners
        outline.append((x + out * cos(angle), y + out * sin(angle)))
    if dice.random() < 0.5:
        outline.reverse()
    return tuple(outline)


def a_body(dice: random.Random, floors: tuple[float, ...]) -> Body:
    radius = dice.choice((0.5, 0.63, 0.79, 1.0))
    height = dice.choice((1.0, 1.5, 1.5, 2.0))
    z = dice.choice(floors)
    return Body(dice.uniform(1, 15), dice.uniform(1, 15), z, Round(radius), height)


def test_lines_on_a_grid_agree_with_exact_arithmetic() -> None:
    """Corners, edges, tops and bottoms are touched all the time; touching is never blocking."""
    dice = random.Random(5)
    touched = blocked = 0
    for _ in range(400):
        outline: Polygon | None = None
        corners: twin.Corners = ()
        while outline is None or not outline.is_valid or outline.area == 0:
            count = dice.choice((3, 4, 4, 5, 6, 7))
            corners = tuple((float(dice.randint(0, 6)), float(dice.randint(0, 6))) for _ in range(count))
            outline = Polygon(corners)
        bottom = dice.choice((0.0, 1.0))
        part = Part(id="p", feature="p", footprint=corners, bottom=bottom, top=bottom + 2.0, kind="heavy")
        terrain = Terrain(BOARD, (part,))
        for _ in range(25):
            a, b = ((float(dice.randint(0, 6)), float(dice.randint(0, 6)), dice.randint(0, 6) / 2) for _ in range(2))
            if a == b:
                continue
            found = kernels.find_blocker(terrain.parts_array, terrain.corners_array, *a, *b, -1)
            expected = twin.exactly_blocked(part, a, b)
            assert (found == 0) == expected, (part, a, b)
            blocked += expected
            touched += not expected
    assert blocked > 1000
    assert touched > 1000


def test_seeing_agrees() -> None:
    dice = random.Random(6)
    asked = seen = 0
    for _ in range(1200):
        parts = tuple(a_part(dice, n, a_footprint(dice)) for n in range(dice.randint(1, 8)))
        terrain = Terrain(BOARD, parts)
        one, other = (a_body(dice, (0.0, 0.0, 3.0, 6.0)) for _ in range(2))
        expected = twin.first_seen(parts, one, twin.figure_points(one, other))
        arrays = (terrain.parts_array, terrain.corners_array, pack_bodies((one, other)))
        found = kernels.see(*arrays, 0, 1)
        if expected is not None:
            assert found == expected
            asked += 1
            seen += found >= 0
        told = look(terrain, one, other)
        assert told.visible == (found >= 0)
        assert len(told.blocked_by) == (found if found >= 0 else 9)
        assert kernels.see_side(*arrays, 0, 0, 2).tolist() == [0, found]
    assert asked > 1000
    assert 300 < seen < asked - 100


def a_shield(dice: random.Random, one: Body, other: Body) -> Part:
    """Return a wall across the line between two bodies that hides about as much as a figure is wide."""
    share, away = dice.uniform(0.3, 0.7), max(0.1, np.hypot(other.x - one.x, other.y - one.y))
    ux, uy = (other.x - one.x) / away, (other.y - one.y) / away
    x, y = one.x + share * (other.x - one.x), one.y + share * (other.y - one.y)
    halves = [share * other.base.radius * dice.uniform(0.2, 1.1) for _ in range(2)]
    corners = [(-0.05, -halves[0]), (0.05, -halves[0]), (0.05, halves[1]), (-0.05, halves[1])]
    footprint = tuple((x + a * ux - b * uy, y + a * uy + b * ux) for a, b in corners)
    return Part(id="shield", feature="shield", footprint=footprint, top=9.0, kind="heavy")


def test_seeing_figures_of_any_width_agrees() -> None:
    """Every scene is asked about with figures of several widths; now and then only the widest is seen."""
    dice = random.Random(16)
    asked = more = 0
    for _ in range(400):
        one, other = (a_body(dice, (0.0, 0.0, 3.0)) for _ in range(2))
        parts = (a_shield(dice, one, other), *(a_part(dice, n, a_footprint(dice)) for n in range(2)))
        terrain = Terrain(BOARD, parts)
        seen = []
        for figure in (0.3, 0.6, 1.0):
            target = msgspec.structs.replace(other, figure=figure)
            arrays = (terrain.parts_array, terrain.corners_array, pack_bodies((one, target)))
            found = kernels.see(*arrays, 0, 1)
            told = look(terrain, one, target)
            assert told.visible == (found >= 0)
            assert len(told.blocked_by) == (found if found >= 0 else 9)
            assert kernels.see_side(*arrays, 0, 1, 2).tolist() == [found]
            expected = twin.first_seen(parts, one, twin.figure_points(one, target))
            if expected is not None:
                assert found == expected, (parts, one, target)
                asked += 1
            seen.append(found >= 0)
        more += seen[2] and not seen[1]
    assert asked > 1000
    assert more > 50


def test_seeing_discs_agrees() -> None:
    dice = random.Random(7)
    asked = 0
    for _ in range(800):
        parts = tuple(a_part(dice, n, a_footprint(dice)) for n in range(dice.randint(1, 8)))
        terrain = Terrain(BOARD, parts)
        one = a_body(dice, (0.0, 3.0))
        x, y, radius = dice.uniform(1, 15), dice.uniform(1, 15), dice.choice((0.4, 0.79))
        z = dice.choice((0.05, 3.05))
        expected = twin.first_seen(parts, one, twin.disc_points(one, x, y, z, radius))
        arrays = (terrain.parts_array, terrain.corners_array, pack_bodies((one,)))
        if expected is not None:
            assert kernels.see_disc(*arrays, 0, x, y, z, radius) == expected
            asked += 1
    assert asked > 600


def test_seeing_terrain_tells_the_same_as_its_points() -> None:
    """The kernel's number is the number of lines that were blocked before the free one."""
    dice = random.Random(11)
    seen = 0
    for _ in range(400):
        parts = tuple(a_part(dice, n, a_footprint(dice)) for n in range(6))
        terrain = Terrain(BOARD, parts)
        one = a_body(dice, (0.0, 3.0))
        for n, part in enumerate(parts):
            found = kernels.see_part(terrain.parts_array, terrain.corners_array, pack_bodies((one,)), 0, n)
            told = look_at_part(terrain, one, part.id)
            assert told.visible == (found >= 0)
            assert len(told.blocked_by) == (found if found >= 0 else 1 + 2 * len(part.footprint))
            alone = Terrain(BOARD, (part,))
            assert look_at_part(alone, one, part.id).visible  # nothing hides all of itself
            seen += found >= 0
    assert 200 < seen < 2300


def compare_screens(dice: random.Random, scenes: int, floors: tuple[float, ...], far: float = 1.001) -> tuple[int, int]:
    """Compare every tried point and part; how many bits were sure to be set, and sure not to be."""
    on = off = 0
    for _ in range(scenes):
        parts = tuple(a_part(dice, n, a_footprint(dice)) for n in range(dice.randint(1, 6)))
        terrain = Terrain(BOARD, parts)
        one, other = (a_body(dice, floors) for _ in range(2))
        masks = np.full((cover.BASE_POINTS, len(parts)), 255, np.uint8)
        none = np.zeros(len(parts), np.uint8)
        arrays = (terrain.parts_array, terrain.corners_array, pack_bodies((one, other)))
        clear, uncovered, unobscured = cover.find_clear_points(*arrays, 0, 1, 1.001, far, none, none, masks)
        tried = cover.BASE_POINTS if clear < 0 else clear + 1
        assert (masks[tried:] == 255).all()
        together = [int(np.bitwise_or.reduce(row)) for row in masks[:tried]]
        assert clear == (tried - 1 if together[-1] == 0 else -1)
        assert uncovered == next((k for k in range(tried) if not together[k] & 1), -1)
        assert unobscured == next((k for k in range(tried) if not together[k] & 2), -1)
        starts = twin.start_points(one, other)
        for k in range(0, tried, dice.choice((1, 5))):
            for n, part in enumerate(parts):
                sure, maybe = twin.screen_bits(part, one, other, starts[k], 1.001, far)
                found = int(masks[k, n])
                assert found & sure == sure, (one, other, part, k, found, sure)
                assert found & ~maybe == 0, (one, other, part, k, found, maybe)
                on += sure.bit_count()
                off += 2 - maybe.bit_count()
    return on, off


def test_what_lies_between_agrees_on_one_floor() -> None:
    on, off = compare_screens(random.Random(8), 250, (0.0,))
    assert on > 500
    assert off > 1000


def test_what_lies_between_agrees_on_two_floors() -> None:
    on, off = compare_screens(random.Random(9), 100, (0.0, 3.0, 6.0))
    assert on > 60
    assert off > 1000


@pytest.mark.parametrize("far", [2.001, 3.5, 0.301])
def test_what_obscures_farther_off_agrees(far: float) -> None:
    on, off = compare_screens(random.Random(17), 120, (0.0,), far)
    assert on > 140
    assert off > 400
    on, off = compare_screens(random.Random(18), 60, (0.0, 3.0, 6.0), far)
    assert on > 25
    assert off > 600


def test_farther_off_less_obscures_and_as_much_covers() -> None:
    dice = random.Random(19)
    fewer = 0
    for _ in range(400):
        parts = tuple(a_part(dice, n, a_footprint(dice)) for n in range(4))
        terrain = Terrain(BOARD, parts)
        one, other = (a_body(dice, (0.0, 0.0, 3.0)) for _ in range(2))
        near, far = (find_cover(terrain, one, other, 1.0, far=far).tried for far in (None, 2.0))
        for a, b in zip(near, far, strict=False):
            assert a.cover == b.cover
            assert set(a.obscured) >= set(b.obscured)
            fewer += len(a.obscured) - len(b.obscured)
    assert fewer > 100


@pytest.mark.parametrize("far", [1.0, 2.0])
def test_places_told_are_inside_the_part_and_where_they_should_be(far: float) -> None:
    dice = random.Random(10)
    told = 0
    for _ in range(300):
        parts = tuple(a_part(dice, n, a_footprint(dice)) for n in range(4))
        terrain = Terrain(BOARD, parts)
        outlines = {part.id: Polygon(part.footprint).buffer(1e-5) for part in parts}
        one, other = (a_body(dice, (0.0, 0.0, 3.0)) for _ in range(2))
        for tried in find_cover(terrain, one, other, 1.0, far=far).tried:
            for k, crossing in enumerate(tried.where):
                x, y, z = crossing.place
                assert outlines[crossing.part].contains(twin.shapely.Point(x, y))
                part = parts[int(crossing.part)]
                assert (one.z != other.z and part.bottom <= z <= part.top) or z == one.z == other.z
                assert np.hypot(x - other.x, y - other.y) >= other.base.radius - 1e-5
                to_target, to_shooter = (float(twin.to_part(part, b, np.hypot(x - b.x, y - b.y))) for b in (other, one))
                if k < len(tried.cover):
                    assert to_target <= 1.001 + 1e-5
                else:
                    assert to_target >= far + 0.001 - 1e-5
                    assert to_shooter >= 1.001 - 1e-5
                told += 1
    assert told > 500
