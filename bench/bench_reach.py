"""How fast moves are found: all candidates of a 6" move, one place, one candidate by chance, the drawn area.

On every killzone that comes with the package, with twenty bodies about; each time is the best of some, as others use
the machine too, and the goal is a limit for the median. Run: ``python bench/bench_reach.py``
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.kernels import paths as kernels
from counteract.table.kernels import warm
from counteract.table.killzone import killzone_ids, load_killzone
from counteract.table.paths import MovementParameters, measure, pack_path
from counteract.table.placement import find_placement_problem
from counteract.table.reach import Reach
from counteract.table.terrain import Terrain

BODIES, MOVE = 20, 6.0
FIGURES = MovementParameters(climb=True, climb_least=2, climb_most=3, drop_free=2, jump_from=2, jump_most=4, jump_slack=1, ladder_reach=1)


def a_crowd(terrain: Terrain, seed: int) -> NDArray[np.float64]:
    """Bodies of two sides standing about on the board floor."""
    dice = random.Random(seed)
    bodies: list[Body] = []
    while len(bodies) < BODIES:
        x, y = round(dice.uniform(1, terrain.board.width - 1), 3), round(dice.uniform(1, terrain.board.depth - 1), 3)
        if find_placement_problem(terrain, pack_bodies(bodies), x, y, 0.0, 0.55, 1.5) is None:
            bodies.append(Body(x, y, 0.0, Round(0.55), 1.5, len(bodies) % 2))
    return pack_bodies(bodies)


def best(work: Callable[[], object], tries: int = 7, each: int = 10) -> float:
    """Microseconds that some work takes."""
    times = []
    for _ in range(tries):
        start = time.perf_counter()
        for _ in range(each):
            work()
        times.append((time.perf_counter() - start) / each * 1e6)
    return min(times)


def say(what: str, times: list[float], goal: float | None = None) -> None:
    times.sort()
    middle = times[len(times) // 2]
    aim = f", ratio to the goal of {goal:g} µs: {middle / goal:.2f}" if goal else ""
    print(f"{what:34} median {middle:8.1f} µs, worst {times[-1]:8.1f} µs{aim}")


def main() -> None:
    warm(print)
    dice = random.Random(1)
    whole: list[float] = []
    straight: list[float] = []
    bent: list[float] = []
    nowhere: list[float] = []
    chance: list[float] = []
    drawn: list[float] = []
    walks: list[float] = []
    measured: list[float] = []
    for name in killzone_ids():
        terrain = load_killzone(name).terrain()
        bodies = a_crowd(terrain, 7)
        parts, corners, board = terrain.parts_array, terrain.corners_array, terrain.board
        for i in range(BODIES):

            def ask(i: int = i, terrain: Terrain = terrain, bodies: NDArray[np.float64] = bodies) -> Reach:
                return Reach(terrain, bodies, i, MOVE, FIGURES, mode="keep-out", reach=1.0)

            reach = ask()
            if not reach:  # in contact from the start
                continue
            whole.append(best(lambda: len(ask())))
            chance.append(best(lambda: ask().sample(dice)))
            if i < 4:
                drawn.append(best(lambda: ask().polygons(), tries=2, each=1))  # a fresh one each time: it is kept once it is drawn
            for place in random.Random(2).sample(reach._destinations.tolist(), 12):
                way = reach.find_path(*place[:3])
                times = nowhere if way is None else straight if len(way) <= 2 else bent
                times.append(best(lambda: reach.find_path(*place[:3]), tries=3))  # noqa: B023
            path = max(reach, key=len)
            rows, profile = pack_path(path), np.empty((64, 2))
            walks.append(best(lambda: kernels.measure_path(parts, corners, board.width, board.depth, bodies, i, rows, FIGURES.array, profile)))  # noqa: B023
            measured.append(best(lambda: measure(terrain, bodies, i, path, FIGURES)))  # noqa: B023
    say('all candidates of a 6" move', whole, 300.0)
    say("a straight way to a place", straight, 5.0)
    say("a way round corners to a place", bent, 30.0)
    say("no way to a place", nowhere, 30.0)
    say("one candidate by chance", chance)
    say("the area, for drawing", drawn, 50_000.0)
    say("following a path, kernel", walks)
    say("following a path, with its story", measured)


if __name__ == "__main__":
    main()
