"""How fast and how well units are arranged: a move of 6" among 60 other models and 40 parts of terrain on a board of 72" by 48".

Each time is the best of some, of the processor only, as others use the machine too; pick-up does not contain the ways, which are found
when they are first needed. The best known arrangement of a scene is the best of a thorough search with restarts and of all others.

Run: ``python bench/bench_arranging.py [scenes]``
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "table"))

from unit_scenes import a_scene  # type: ignore[import-not-found]

from counteract.table.arranging import Arrangement, pick_up
from counteract.table.formations import Formation
from counteract.table.kernels import warm
from counteract.table.unit_area import UnitMember, find_unit_area

SIZES, TRIES, THOROUGH = (1, 5, 10, 20), 3, 60
#: An arrangement this near to the best known, in inches a model, counts as good.
NEAR = 0.1
LATE_AREA = 60.0  # ms for the area of a unit, at the 95th percentile
FORMATIONS: tuple[Formation, ...] = ("as they stand", "tight")


def say(what: str, times: list[float], goal: float | None = None, late: float | None = None) -> None:
    """Print the median and the 95th percentile of some times, and their ratios to the goals."""
    times.sort()
    middle, tail = times[len(times) // 2], times[int(len(times) * 0.95)]
    aim = f", ratio to the goal of {goal:g} ms: {middle / goal:.2f}" if goal else ""
    aim += f", of {late:g} ms: {tail / late:.2f}" if late else ""
    print(f"{what:44} median {middle:7.2f} ms, 95 % within {tail:7.2f} ms{aim}")


def measure_scenes(count: int, formation: Formation, scenes: int) -> None:
    """Print the figures for units of one size."""
    times: dict[str, list[float]] = {"pick-up": [], "quick": [], "settled": []}
    costs: dict[str, list[float]] = {"quick": [], "settled": [], "thorough": []}
    for seed in range(scenes):
        terrain, bodies, task, goal = a_scene(seed, count)
        pick_up(terrain, bodies, task).arrange(goal, formation)  # the nodes of the terrain are known from here on
        for name in costs:
            spent = []
            for _ in range(1 if name == "thorough" else TRIES):
                start = time.thread_time()
                held = pick_up(terrain, bodies, task)
                begun = time.thread_time()
                found = held.arrange(goal, formation, quick=name == "quick", starts=THOROUGH if name == "thorough" else None)
                spent.append((time.thread_time() - begun, begun - start))
            assert isinstance(found, Arrangement)
            costs[name].append(found.cost / count)
            if name in times:
                times[name].append(1e3 * min(spent)[0])
                times["pick-up"].append(1e3 * min(picked for _, picked in spent))
    title, of_ten = f"{count} models, {formation}", count == 10
    say(f"{title}: pick-up", times["pick-up"])
    say(f"{title}: quick", times["quick"], 3.0 if of_ten else None, 8.0 if of_ten else None)
    say(f"{title}: settled", times["settled"], 10.0 if of_ten else None)
    best = [min(some) for some in zip(*costs.values(), strict=True)]
    for name, found_costs in costs.items():
        good = sum(cost <= least + NEAR for cost, least in zip(found_costs, best, strict=True)) / len(best)
        print(f"{'':8}{name:10} within {NEAR:g} inches a model of the best known: {good:4.0%}")


def measure_areas(count: int, scenes: int) -> None:
    """Print how long it takes to find the area that a unit can end in, among so many others that 120 models stand on the table."""
    times = []
    for seed in range(scenes):
        terrain, bodies, task, _ = a_scene(seed, count, 120 - count)
        rows = bodies.copy()
        rows[:, 5] = 0.0
        rows[list(task.keep_out), 5] = 1.0
        rows[list(task.unit), 3] = -1.0
        movers = [UnitMember(tuple(bodies[i, :3].tolist()), bodies.item(i, 3), bodies.item(i, 4), 6.0) for i in task.unit]
        spent = []
        for _ in range(1 + TRIES):  # the first time finds the nodes of the terrain
            start = time.thread_time()
            list(find_unit_area(terrain, rows, movers, task.movement, mode="keep-out", reach=1.0))
            spent.append(1e3 * (time.thread_time() - start))
        times.append(min(spent[1:]))
    say(f"{count} models: area", times, None, LATE_AREA)


def main() -> None:
    warm(print)
    scenes = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    for count in SIZES:
        measure_areas(count, scenes)
    for count in SIZES:
        for formation in FORMATIONS:
            measure_scenes(count, formation, scenes)


if __name__ == "__main__":
    main()
