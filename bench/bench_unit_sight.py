"""How fast units aim at units: two armies of 30 models on a board of 72" by 48", and what all sight questions of a battle take.

Run: ``python bench/bench_unit_sight.py``
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from counteract.table import firing_lines, unit_cover, unit_distances
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.elements import Element, Elements, Prism
from counteract.table.kernels import firing_lines as kernels
from counteract.table.kernels import warm
from counteract.table.unit_distances import UnitIndex

WIDTH, DEPTH = 72.0, 48.0
MODELS, UNIT_SIZE, TURNS, BUDGET = 60, 5, 5, 20.0


def box(name: str, x: float, y: float, w: float, d: float, top: float, blocks: bool, area: bool, obstacle: bool) -> Element:
    x0, y0, x1, y1 = x - w / 2, y - d / 2, x + w / 2, y + d / 2
    return Element(name, (Prism(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), 0.0, top),), blocks, area, obstacle)


def a_plain_table() -> Elements:
    """Two ruins, two woods and four barricades, placed alike for both sides."""
    ruins = [box(f"ruin {x}", x, DEPTH / 2, 8, 6, 5, True, True, False) for x in (WIDTH / 4, 3 * WIDTH / 4)]
    woods = [box(f"wood {y}", WIDTH / 2, y, 6, 6, 4, True, True, False) for y in (DEPTH / 6, 5 * DEPTH / 6)]
    spots = [(x * WIDTH / 8, y * DEPTH / 8) for x in (3, 5) for y in (3, 5)]
    return Elements((*ruins, *woods, *(box(f"rail {x} {y}", x, y, 6, 0.5, 1, False, False, True) for x, y in spots)))


def a_dense_table(dice: random.Random) -> Elements:
    """Forty elements, most of them walls that stop sight."""
    return Elements(
        tuple(
            box(str(n), dice.uniform(4, 68), dice.uniform(4, 44), dice.uniform(1, 6), dice.uniform(1, 6), 4.0, n % 4 > 0, n % 2 > 0, n % 4 == 0)
            for n in range(40)
        )
    )


def two_armies(dice: random.Random) -> list[Body]:
    """Units of five, the first half of them in the lower part of the board and the others in the upper one."""
    bodies: list[Body] = []
    for unit in range(MODELS // UNIT_SIZE):
        side = unit * UNIT_SIZE * 2 // MODELS
        x, y = dice.uniform(6, 66), dice.uniform(4, 22) + 22 * side
        bodies.extend(Body(x + 1.5 * n, y + dice.uniform(0, 1), 0.0, Round(0.63), 1.5, side) for n in range(UNIT_SIZE))
    return bodies


def rate(work: Callable[[], int], least: float = 0.5) -> float:
    """Return questions a second: the work is repeated until enough time has passed."""
    asked, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < least:
        asked += work()
    return asked / taken


def measure(name: str, table: Elements, rows: NDArray[np.float64], index: UnitIndex) -> None:
    """Print the rates on one table, and the time for the sight questions of a battle in which nobody falls."""
    half = index.count // 2
    pairs = [(i, j) for i in range(MODELS // 2) for j in range(MODELS // 2, MODELS)]
    armies = (tuple(range(half)), tuple(range(half, index.count)))
    members = [models.tolist() for models in index.members]
    every_model, every_unit = np.arange(MODELS), np.ones(index.count, np.int8)
    out, reaches = np.empty((MODELS, index.count, 3)), np.full(MODELS, 200.0)

    def see() -> int:
        for i, j in pairs:
            firing_lines.sees(table, rows, i, j)
        return len(pairs)

    def aim_all() -> int:
        kernels.measure_aims(*table.arrays, rows, index.units, index.kinds, every_model, reaches, every_unit, False, out)
        return MODELS * (MODELS - 1)

    def aim(reach: float = 24.0) -> int:
        for unit in range(index.count):
            firing_lines.aim_at_units(table, rows, index, members[unit], [reach] * UNIT_SIZE, armies[unit < half])
        return MODELS

    def gaps() -> int:
        unit_distances.measure_all_gaps(rows, index)
        return 1

    def coherency() -> int:
        for unit in range(index.count):
            unit_distances.find_removable(rows, index.members[unit], 2.0, 6.0)
        return index.count

    def cover() -> int:
        for unit in range(index.count):
            unit_cover.is_in_terrain(table, rows, index, unit)
            unit_cover.is_behind_obstacles(table, rows, index, MODELS - 1 if unit < half else 0, unit)
        return index.count

    def turn() -> int:
        """Every unit moves, shoots and fights once: aims, cover, gaps after each move, coherency."""
        aim()
        cover()
        coherency()
        for _ in range(2 * index.count):
            gaps()
        for unit in range(index.count):
            for i in members[unit]:
                firing_lines.find_element_across(table, rows, index, i, armies[unit < half][0])
        return 1

    seen = sum(firing_lines.sees(table, rows, i, j) for i, j in pairs) / len(pairs)
    print(f"{name}, {len(table.elements)} elements: {seen:.0%} of pairs see each other")
    print(f"  pairs, one call each: {rate(see):,.0f}/s; all pairs in one call, sight and masks: {rate(aim_all):,.0f}/s")
    print(f"  aims of a model at {half} units, a call a unit, 24 inches: {rate(aim):,.0f}/s")
    print(f"  all gaps between {index.count} units: {1e6 / rate(gaps):.1f} µs; removable models of a unit: {1e6 / rate(coherency):.1f} µs")
    print(f"  cover of a unit: {1e6 / rate(cover):.1f} µs")
    print(f"  all questions of {TURNS} turns: {TURNS * 1e3 / rate(turn):.1f} ms (goal {BUDGET:.0f})")


def main() -> None:
    warm(print, ("unit_distances", "firing_lines", "unit_cover"))
    dice = random.Random(1)
    rows = pack_bodies(two_armies(dice))
    index = UnitIndex([n // UNIT_SIZE for n in range(MODELS)], [0] * MODELS)
    measure("plain", a_plain_table(), rows, index)
    measure("dense", a_dense_table(dice), rows, index)


if __name__ == "__main__":
    main()
