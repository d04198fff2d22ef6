"""Paths are as short as possible: no move within its length is denied, and none beyond it is allowed.

A slow twin says within which limits the length of the shortest way lies, on random tables with walls and bases.
"""

from __future__ import annotations

import random
from itertools import combinations
from math import cos, hypot, inf, pi, sin

import numpy as np
import pytest
from move_scenes import Setting, terms
from oracle_taut_paths import shortest
from shapely import Point, Polygon, unary_union
from walled_tables import BOARD, FIGURES, Table, a_place, a_table

from counteract.core.state import TOLERANCE
from counteract.mechanics.moves.reach import can_move, reach_of
from counteract.table.bodies import Body, Round
from counteract.table.paths import measure
from counteract.table.reach import Reach, Route

#: The accuracy of ways.
EXACT = 0.01
#: The greatest distance between the limits of the twin for it to know anything: beyond that a gap is open that is too narrow, or the reverse.
SURE = 0.03
FAR, TABLES = 12.0, 100
#: The room that a gap must have or lack for drawn areas to be compared.
TIGHT = 0.005
#: The first hundred tables are tried always, the others where there is time.
HUNDREDS = [pytest.param(k, id="first" if k == 0 else f"more-{k}") for k in range(20)]
CONTROL = 1.0


def tables(ruleset: str, hundred: int) -> list[tuple[random.Random, Table]]:
    seeds = (f"{ruleset} {TABLES * hundred + k}" for k in range(TABLES))
    return [(dice, a_table(dice, ruleset)) for dice in map(random.Random, seeds)]


def limits(table: Table, ends: np.ndarray) -> tuple[float, float]:
    return shortest((BOARD.width, BOARD.depth), table.radius, table.walls, table.discs, table.start, ends, FAR)


def length(table: Table, way: Route) -> float:
    walk = measure(table.terrain, table.bodies, 0, way, table.figures)
    assert walk.ok, walk
    return walk.length


@pytest.mark.parametrize("ruleset", FIGURES)
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_a_place_can_be_reached_when_the_way_is_long_enough(hundred: int, ruleset: str) -> None:
    """With a hundredth of an inch more than the shortest way there is a way, with as much less there is none."""
    bent = 0
    for dice, table in tables(ruleset, hundred):
        place = a_place(dice, table, 9.0)
        if place is None:
            continue
        least, most = limits(table, np.array([place]))
        if most - least > SURE or most == inf:
            continue
        way = Reach(table.terrain, table.bodies, 0, most + EXACT, table.figures).find_path(*place)
        assert way is not None and length(table, way) <= most + EXACT + TOLERANCE, (ruleset, table, place)
        assert Reach(table.terrain, table.bodies, 0, FAR, table.figures).find_path(*place) is not None
        if least > EXACT + TOLERANCE:
            assert not Reach(table.terrain, table.bodies, 0, least - EXACT - TOLERANCE, table.figures).can_reach(*place), (ruleset, table, place)
        bent += most > hypot(place[0] - table.start[0], place[1] - table.start[1]) + EXACT
    assert bent > 20


def apart(table: Table) -> float:
    """Return the gap to the nearest enemy."""
    gaps = (hypot(x - table.start[0], y - table.start[1]) - r - table.radius for x, y, _, r, _, side in table.bodies.tolist() if side)
    return min(gaps, default=inf)


def about_enemies(table: Table) -> np.ndarray:
    """Return places within control range of an enemy where the mover fits, many of them."""
    found = []
    for x, y, _, r, _, side in table.bodies.tolist():
        for off in (CONTROL, 0.001) if side else ():
            away = r + table.radius + off
            turns = [k * pi / 200 for k in range(400)]
            found += [(px, py) for t in turns if table.fits(px := x + away * cos(t), py := y + away * sin(t))]
    return np.array(found).reshape(-1, 2)


@pytest.mark.parametrize("ruleset", FIGURES)
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_a_charge_is_possible_when_it_is_long_enough(hundred: int, ruleset: str) -> None:
    """To the nearest place within control range of an enemy; what is offered then is short enough and ends there."""
    bent = 0
    for _, table in tables(ruleset, hundred):
        near = apart(table) - CONTROL
        ends = about_enemies(table) if 0.1 < near < 9.0 else np.empty((0, 2))
        if not len(ends):
            continue
        least, most = limits(table, ends)
        if most - least > SURE or most == inf:
            continue
        bodies = [Body(x, y, z, Round(r), h, int(side)) for x, y, z, r, h, side in table.bodies.tolist()]
        setting = Setting(bodies, table.terrain.parts, BOARD)
        demands = terms(most + EXACT, "end-in", figures=table.figures, gaps=(0.01, 0.5, CONTROL))
        assert can_move(setting, setting.places, 0, demands), (ruleset, table)
        way = reach_of(setting, setting.places, 0, demands)[0]
        assert length(table, way) <= most + EXACT + TOLERANCE and table.fits(*way[-1][:2])
        assert any(side and hypot(x - way[-1][0], y - way[-1][1]) <= r + table.radius + CONTROL + TOLERANCE for x, y, _, r, _, side in table.bodies)
        bent += most > near + EXACT
    assert bent > 5


# --- drawn areas


def is_tight(table: Table) -> bool:
    """Return True if there is a gap that the base fits through with less than the thickness of a line to spare, or just does not."""
    things = [Polygon(wall) for wall in table.walls] + [Point(x, y).buffer(r, quad_segs=64) for x, y, r in table.discs]
    return any(abs(one.distance(other) - 2 * table.radius) < TIGHT for one, other in combinations(things, 2))


@pytest.mark.parametrize("ruleset", FIGURES)
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_the_drawn_area_ends_where_moves_do(hundred: int, ruleset: str) -> None:
    """Places just within the outline can be reached; of those just outside none that one could stand at with a bit of move to spare."""
    tried = 0
    for dice, table in tables(ruleset, hundred)[:: 1 if hundred else 5]:
        budget = dice.uniform(2, 7)
        if is_tight(table):
            continue
        reach = Reach(table.terrain, table.bodies, 0, budget, table.figures)
        shape = unary_union([Polygon(area.outline, area.holes) for area in reach.polygons()])
        inner, outer = shape.buffer(-1e-3), shape.buffer(EXACT + 2e-3)
        for ring, inside in ((inner, True), (outer, False)):
            for line in [r for piece in getattr(ring, "geoms", [ring]) for r in (piece.exterior, *piece.interiors)]:
                for _ in range(12):
                    x, y = (round(v, 3) for v in line.interpolate(dice.random(), normalized=True).coords[0])
                    if inside:
                        assert reach.can_reach(x, y), (ruleset, table, budget, x, y)
                    elif all(table.fits(x + a, y + b) for a, b in ((0.006, 0), (-0.006, 0), (0, 0.006), (0, -0.006), (0, 0))):
                        less = Reach(table.terrain, table.bodies, 0, budget - EXACT, table.figures)
                        assert not less.can_reach(x, y), (ruleset, table, budget, x, y)
                    tried += 1
    assert tried > 100
