"""A slow twin of arranging: all ways of putting a few models on a lattice of places, cheapest first, pruned by the cost to beat.

Whether a model reaches a place is asked of ``Reach``, which knows nothing of units.
"""

from __future__ import annotations

from math import ceil, floor, inf

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.arranging import UnitMove
from counteract.table.placement import find_placement_problem, list_levels
from counteract.table.reach import Reach
from counteract.table.terrain import Terrain


class TooLong(Exception):
    """Raised when a search looks at more partial arrangements than it may."""


class Twin:
    """The places of a lattice that each model of a unit can end at, and the cheapest ways to choose one for each."""

    def __init__(self, terrain: Terrain, bodies: np.ndarray, task: UnitMove, targets: list[tuple[float, float, float]], spacing: float) -> None:
        self.terrain, self.task, self.targets, self.spacing = terrain, task, targets, spacing
        self.bodies = bodies
        self.radii = bodies[list(task.unit), 3]
        self.options: list[np.ndarray] = []

    def list_options(self, most: float) -> None:
        """List for each model the places it can end at, with their costs, if they cost at most so much; cheapest first."""
        alone = self.bodies.copy()
        alone[list(self.task.unit), 3] = -1.0
        shunned = np.zeros(len(alone), np.int8)
        shunned[list(self.task.keep_out)] = 1
        for k, body in enumerate(self.task.unit):
            mine = alone.copy()
            mine[body] = self.bodies[body]
            budget = self.task.budgets[k]
            assert budget is not None
            reach = Reach(self.terrain, mine, body, budget, self.task.movement, reach=self.task.engagement, sight=False, shunned=shunned)
            places = self._places(mine, k, budget, most)
            within = reach.mark_reachable(places[:, :3]) if len(places) else np.zeros(0, bool)
            self.options.append(places[within])

    def _places(self, bodies: np.ndarray, k: int, budget: float, most: float) -> np.ndarray:
        """Return the places of the lattice within the budget that cost little enough: rows x, y, z, cost."""
        x, y, z, r, height = bodies[self.task.unit[k], :5].tolist()
        tx, ty, tz = self.targets[k]
        columns = [c * self.spacing for c in range(ceil((x - budget) / self.spacing), floor((x + budget) / self.spacing) + 1)]
        lines = [c * self.spacing for c in range(ceil((y - budget) / self.spacing), floor((y + budget) / self.spacing) + 1)]
        spots = [(a, b, level) for a in columns for b in lines for level in list_levels(self.terrain)]
        spots += [(x, y, z), (round(tx, 3), round(ty, 3), tz)]
        found = []
        for a, b, level in spots:
            cost = float(np.sqrt((a - tx) ** 2 + (b - ty) ** 2 + (level - tz) ** 2))
            if cost <= most and (a - x) ** 2 + (b - y) ** 2 <= budget**2:
                if find_placement_problem(self.terrain, bodies, a, b, level, r, height, body=self.task.unit[k]) is None:
                    found.append((cost, a, b, level))
        return np.array([(a, b, level, cost) for cost, a, b, level in sorted(found)]).reshape(-1, 4)

    def find_best(self, limit: float = inf, looks: int = 8_000) -> float:
        """Return the cost of the best arrangement that costs less than a limit; infinite if there is none."""
        if any(len(some) == 0 for some in self.options):
            return inf
        self.best, self.looks = limit, looks
        self.order = sorted(range(len(self.options)), key=lambda k: len(self.options[k]))
        least = [self.options[k][0, 3] for k in self.order]
        self.rest = [sum(least[d:]) for d in range(len(least) + 1)]
        self._extend([], 0.0)
        return self.best if self.best < limit else inf

    def _extend(self, chosen: list[np.ndarray], cost: float) -> None:
        depth = len(chosen)
        if depth == len(self.order):
            if self._is_coherent(chosen):
                self.best = cost
            return
        k = self.order[depth]
        some = self.options[k]
        some = some[some[:, 3] + cost + self.rest[depth + 1] < self.best - 1e-9]
        for d, other in enumerate(chosen):
            apart = np.hypot(some[:, 0] - other[0], some[:, 1] - other[1]) - self.radii[k] - self.radii[self.order[d]]
            some = some[(apart >= 0) | (np.abs(some[:, 2] - other[2]) > 1.5)]
            # A chain through all others is at most so long.
            link = self.task.coherency.near + 2 * self.radii.max() + TOLERANCE
            some = some[np.hypot(some[:, 0] - other[0], some[:, 1] - other[1]) <= (len(self.order) - 1) * link]
        if depth == len(self.order) - 1 and depth > 0:
            some = some[self._links_all(some, chosen, k)][:1]
        for place in some:
            self.looks -= 1
            if self.looks < 0:
                raise TooLong
            if cost + place[3] + self.rest[depth + 1] >= self.best - 1e-9:
                return
            self._extend([*chosen, place], cost + place[3])

    def _links_all(self, some: np.ndarray, chosen: list[np.ndarray], k: int) -> np.ndarray:
        """Return for each place if it joins all that are chosen to one group."""
        ok = np.ones(len(some), bool)
        for group in self._groups(chosen):
            near = np.zeros(len(some), bool)
            for d in group:
                near |= self._linked(some, chosen[d], self.radii[k] + self.radii[self.order[d]])
            ok &= near
        return ok

    def _linked(self, some: np.ndarray, other: np.ndarray, wide: float) -> np.ndarray:
        flat = np.hypot(some[..., 0] - other[0], some[..., 1] - other[1]) - wide
        return (flat <= self.task.coherency.near) & (np.abs(some[..., 2] - other[2]) <= self.task.coherency.vertical)

    def _groups(self, chosen: list[np.ndarray]) -> list[set[int]]:
        groups: list[set[int]] = []
        for d, place in enumerate(chosen):
            near = {e for e in range(d) if self._linked(place, chosen[e], self.radii[self.order[d]] + self.radii[self.order[e]])}
            joined = [g for g in groups if g & near]
            groups = [g for g in groups if not g & near] + [set().union({d}, *joined)]
        return groups

    def _is_coherent(self, chosen: list[np.ndarray]) -> bool:
        return len(self._groups(chosen)) == 1
