"""Hundreds of random scenes: firing lines, cover of units and distances between units agree with the slow twin."""

from __future__ import annotations

import random
from math import cos, inf, pi, sin

import numpy as np
import oracle_unit_sight as twin
import pytest
from oracle_ray_casting import a_footprint

from counteract.table import firing_lines, unit_cover, unit_distances
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.elements import Element, Elements, Prism
from counteract.table.kernels import firing_lines as kernels
from counteract.table.unit_distances import UnitIndex

SIZE = 20.0
UNITS = 4


def a_wall(dice: random.Random) -> tuple[tuple[float, float], ...]:
    """Return a long rectangle, turned at random."""
    x, y, turn, half, thick = dice.uniform(3, SIZE - 3), dice.uniform(3, SIZE - 3), dice.uniform(0, pi), dice.uniform(2, 7), dice.uniform(0.2, 0.8)
    ux, uy = cos(turn), sin(turn)
    return tuple((x + a * half * ux - b * thick * uy, y + a * half * uy + b * thick * ux) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


def an_element(dice: random.Random, number: int) -> Element:
    """Return an element of one prism or two, of any flags."""
    prisms = []
    for _ in range(dice.choice((1, 1, 1, 2))):
        bottom = dice.choice((0.0, 0.0, 0.0, 0.0, 1.0))
        prisms.append(
            Prism(a_wall(dice) if dice.random() < 0.4 else a_footprint(dice, SIZE), bottom, bottom + dice.choice((0.5, 1.0, 1.3, 4.0, 5.0)))
        )
    return Element(str(number), tuple(prisms), blocks=dice.random() < 0.7, area=dice.random() < 0.5, obstacle=dice.random() < 0.5)


def a_body(dice: random.Random) -> Body:
    radius, height = dice.choice(((0.63, 1.5), (0.63, 1.5), (1.18, 1.75), (1.97, 3.0)))
    return Body(dice.uniform(1, SIZE - 1), dice.uniform(1, SIZE - 1), dice.choice((0.0, 0.0, 0.0, 3.0)), Round(radius), height)


def a_grid_element(dice: random.Random, number: int) -> Element:
    x, y, w, d = dice.randint(0, 36) / 2, dice.randint(0, 36) / 2, dice.randint(1, 16) / 2, dice.randint(1, 16) / 2
    corners = dice.choice((((x, y), (x + w, y), (x + w, y + d), (x, y + d)), ((x, y), (x + w, y + d), (x, y + 2 * d))))
    prism = Prism(corners, 0.0, dice.choice((0.75, 1.5, 3.0, 4.5, 6.0)))
    return Element(str(number), (prism,), blocks=dice.random() < 0.8, area=dice.random() < 0.3, obstacle=dice.random() < 0.5)


def a_grid_body(dice: random.Random) -> Body:
    """Return a body on a grid of 1.5" by 2", so that the lines between many have lengths that are fractions, and sides are exact."""
    return Body(
        dice.randint(1, 12) * 1.5,
        dice.randint(1, 9) * 2.0,
        dice.choice((0.0, 0.0, 0.0, 1.5)),
        Round(dice.choice((0.625, 1.25))),
        dice.choice((1.5, 3.0)),
    )


class Scene:
    """Elements and bodies in units of kinds, for the kernels and for the twin."""

    def __init__(self, seed: int, grid: bool = False) -> None:
        dice = self.dice = random.Random(seed)
        self.elements = tuple((a_grid_element if grid else an_element)(dice, n) for n in range(dice.randint(0, 8)))
        self.table = Elements(self.elements)
        count = dice.randint(6, 12)
        make = a_grid_body if grid else a_body
        self.bodies = [make(dice) if n < 2 or dice.random() < 0.9 else None for n in range(count)]
        self.units = [dice.randrange(UNITS) if n < count - 1 else UNITS - 1 for n in range(count)]
        self.kinds = [dice.choice((0, 0, 1, -1)) for _ in range(count)]
        self.rows = pack_bodies(self.bodies)
        self.index = UnitIndex(self.units, self.kinds)

    def pairs(self) -> list[tuple[int, int]]:
        here = [i for i, body in enumerate(self.bodies) if body is not None]
        return [(i, j) for i in here[:3] for j in here if i != j]


def is_exact(one: Body, other: Body) -> bool:
    """Return True if the distance in plan is a whole number of sixteenths, so that the sides of the bases are exact."""
    away = np.hypot(one.x - other.x, one.y - other.y) * 16
    return away > 0 and abs(away - round(away)) < 1e-9


@pytest.mark.parametrize("grid", [False, True])
def test_sight_and_masks_agree(grid: bool) -> None:
    """On the grid only pairs whose sides are exact are asked: lines touch faces, corners, tops and bases there all the time."""
    asked = seen = sideways = hidden = masked = by_model = 0
    for seed in range(320 if grid else 80):
        scene = Scene(seed, grid)
        for i, j in scene.pairs():
            one, other = scene.bodies[i], scene.bodies[j]
            if grid and not is_exact(one, other):
                continue
            arrays = (*scene.table.arrays, scene.rows)
            where = (seed, i, j)
            free = kernels.find_free_segment(*arrays, i, j)
            assert free == twin.first_free_segment(scene.elements, one, other), where
            line = firing_lines.trace_line(scene.table, scene.rows, scene.index, i, j)
            stopping = twin.stops_centre(scene.elements, one, other)
            assert line.visible == (free >= 0) == firing_lines.sees(scene.table, scene.rows, i, j)
            assert line.stopped_by in stopping if free < 0 else line.stopped_by is None, where
            assert (scene.table.name(kernels.find_first_stopper(*arrays, i, j, 0)) in stopping) == bool(stopping), where
            points = firing_lines.count_hidden_points(scene.table, scene.rows, i, j)
            assert points == twin.hidden_points(scene.elements, one, other), where
            elements, models = firing_lines.find_crossed(scene.table, scene.rows, i, j)
            assert elements == twin.crossed(scene.elements, one, other), where
            through = [b for b, body in enumerate(scene.bodies) if body is not None and b not in (i, j)]
            assert models == [b for b in through if twin.passes_through(scene.bodies[b], twin.middle(one), twin.middle(other))], where
            screens = twin.masking_elements(scene.elements, one, other)
            assert line.masked_by_element in screens if screens else line.masked_by_element is None, where
            crowd = twin.masking_bodies(scene.bodies, scene.units, scene.kinds, i, j)
            assert line.masked_by_model in crowd if crowd else line.masked_by_model is None, where
            assert line.masked == bool(screens or crowd)
            assert line.gap == pytest.approx(twin.gap(one, other))
            asked, seen, sideways, hidden = asked + 1, seen + (free >= 0), sideways + (free > 0), hidden + (points > 0)
            masked, by_model = masked + bool(screens), by_model + bool(crowd)
    assert asked > 1000 and asked / 3 < seen < asked * 0.97
    assert min(sideways, by_model) > 50 and min(hidden, masked) > 200


def test_aims_agree() -> None:
    """The nearest models of a unit, the nearest seen, the nearest on a free line; and what lies across in close combat."""
    found = [0, 0, 0]
    across = 0
    for seed in range(300, 440):
        scene = Scene(seed)
        shooters = [0, 1]
        reaches = [scene.dice.choice((6.0, 12.0, 24.0)) for _ in shooters]
        targets = [unit for unit in range(UNITS) if unit != scene.units[0]]
        for indirect in (False, True):
            aims = firing_lines.aim_at_units(scene.table, scene.rows, scene.index, shooters, reaches, targets, indirect)
            for i in shooters:
                for unit in targets:
                    expected = twin.unit_aim(scene.elements, scene.bodies, scene.units, scene.kinds, i, unit, reaches[i], indirect)
                    assert aims[i].get(unit, (inf, inf, inf)) == pytest.approx(expected), (seed, i, unit, indirect)
                    found = [count + (away < inf) for count, away in zip(found, expected, strict=True)]
        for unit in range(UNITS):
            element = firing_lines.find_element_across(scene.table, scene.rows, scene.index, 0, unit)
            assert (element is not None) == twin.is_across(scene.elements, scene.bodies, scene.units, 0, unit), (seed, unit)
            across += element is not None
    assert found[0] > found[1] > found[2] > 300 and across > 50


def test_aims_from_off_the_table_and_at_nobody() -> None:
    table, index = Elements(), UnitIndex((0, 1, 2), (0, 0, 0))
    rows = pack_bodies([None, Body(5, 5, 0, Round(0.5), 1.5), None])
    assert firing_lines.aim_at_units(table, rows, index, [0, 1], [9.0, 9.0], [1, 2]) == [{}, {}]
    assert not firing_lines.sees(table, rows, 0, 1) and not firing_lines.sees(table, rows, 1, 0)
    assert firing_lines.count_hidden_points(table, rows, 0, 1) == 6
    assert firing_lines.find_element_across(table, rows, index, 1, 2) is None


@pytest.mark.parametrize("grid", [False, True])
def test_cover_agrees(grid: bool) -> None:
    inside = behind = half = 0
    for seed in range(500, 800):
        scene = Scene(seed, grid)
        for j, body in enumerate(scene.bodies):
            under = twin.terrain_under(scene.elements, body) if body is not None else set()
            assert (unit_cover.find_terrain_under(scene.table, scene.rows, j) in under) == bool(under), (seed, j)
        for unit in range(UNITS):
            members = twin.of_unit(scene.bodies, scene.units, unit)
            covered = unit_cover.is_in_terrain(scene.table, scene.rows, scene.index, unit)
            assert covered == (bool(members) and all(twin.terrain_under(scene.elements, scene.bodies[j]) for j in members)), (seed, unit)
            near = scene.dice.choice((1.0, 3.0))
            sheltered = unit_cover.is_behind_obstacles(scene.table, scene.rows, scene.index, 0, unit, near)
            assert sheltered == twin.is_behind_obstacles(scene.elements, scene.bodies, scene.units, 0, unit, near), (seed, unit)
            if not grid and 0 not in members:
                hidden = unit_cover.is_half_hidden(scene.table, scene.rows, scene.index, 0, unit)
                points = [twin.hidden_points(scene.elements, scene.bodies[0], scene.bodies[j]) for j in members]
                assert hidden == (bool(points) and min(points) >= 3), (seed, unit)
                half += hidden
            inside, behind = inside + covered, behind + sheltered
    assert inside > 25 and behind > 50 and (grid or half > 50)


@pytest.mark.parametrize("grid", [False, True])
def test_distances_agree(grid: bool) -> None:
    broken = loose = boxed = 0
    for seed in range(800, 1100):
        scene = Scene(seed, grid)
        rows, index, units, bodies = scene.rows, scene.index, scene.units, scene.bodies
        gaps = unit_distances.measure_all_gaps(rows, index).tolist()
        reach = scene.dice.choice((1.0, 3.0, 6.0))
        for unit in range(index.count):
            row = unit_distances.measure_gaps(rows, index, unit)
            assert row == gaps[unit]
            assert row == pytest.approx([twin.unit_gap(bodies, units, unit, other) for other in range(index.count)])
            near = unit_distances.find_units_within(rows, index, unit, reach)
            assert near == [other for other in range(index.count) if other != unit and row[other] <= reach + 0.001]
            for other in range(index.count):
                models = unit_distances.find_models_within(rows, index, unit, other, reach)
                far = twin.of_unit(bodies, units, other)
                expected = [
                    i for i in twin.of_unit(bodies, units, unit) if any(twin.gap(bodies[i], bodies[j]) <= reach + 0.001 for j in far if j != i)
                ]
                assert models == expected
            members = index.members[unit]
            flat, up = scene.dice.choice((1.0, 2.0, 4.0)), scene.dice.choice((2.0, 6.0))
            groups = unit_distances.find_groups(rows, members, flat, up)
            assert groups == twin.groups(bodies, members.tolist(), flat, up)
            assert unit_distances.is_one_group(rows, members, flat, up) == (len(groups) <= 1)
            removable = unit_distances.find_removable(rows, members, flat, up)
            assert removable == twin.removable(bodies, members.tolist(), flat, up)
            box = (0.0, 0.0, *scene.dice.choice(((12.0, 20.0), (20.0, 12.0))))
            wholly = unit_distances.is_wholly_in_box(rows, index, unit, box)
            here = [bodies[j] for j in twin.of_unit(bodies, units, unit)]
            inside = [b.base.radius - 0.001 <= b.x <= box[2] - b.base.radius + 0.001 and b.y + b.base.radius <= box[3] + 0.001 for b in here]
            low = [b.y - b.base.radius >= -0.001 and b.x - b.base.radius >= -0.001 for b in here]
            assert wholly == (bool(here) and all(inside) and all(low))
            broken, loose, boxed = broken + (len(groups) > 1), loose + len(removable), boxed + wholly
        nearest = unit_distances.measure_gaps_from_model(rows, index, 0)
        for unit in range(index.count):
            others = [twin.gap(bodies[0], bodies[j]) for j in twin.of_unit(bodies, units, unit) if j != 0]
            assert nearest[unit] == pytest.approx(min(others, default=inf))
    assert min(broken, loose, boxed) > 100
