"""An independent judge of arrangements, in plain Python: every path by the referee's measure, every end by distances written out."""

from __future__ import annotations

from math import hypot, inf

import numpy as np

from counteract.core.state import TOLERANCE
from counteract.table.arranging import Arrangement, UnitMove
from counteract.table.paths import find_contacts, measure
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Terrain

SLACK = TOLERANCE + 1e-9


def gap(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    """Return the distance between two bases: x, y, z, radius."""
    return hypot(max(0.0, hypot(a[0] - b[0], a[1] - b[1]) - a[3] - b[3]), a[2] - b[2])


def find_faults(terrain: Terrain, bodies: np.ndarray, task: UnitMove, found: Arrangement) -> list[str]:
    """Return all that is wrong with an arrangement."""
    faults = []
    alone = bodies.copy()
    alone[list(task.unit), 3] = -1.0
    rows = bodies.tolist()
    sizes = task.sizes or [(rows[b][3], rows[b][4]) for b in task.unit]
    ends = [(*end, size[0]) for end, size in zip(found.ends, sizes, strict=True)]
    for k, body in enumerate(task.unit):
        x, y, z, r = ends[k]
        mine = alone.copy()
        mine[body, 3:5] = sizes[k]
        problem = find_placement_problem(terrain, mine, x, y, z, r, sizes[k][1], body=body)
        if problem is not None:
            faults.append(f"{body} cannot stand: {problem}")
        if task.budgets[k] is not None:
            faults += _judge_path(terrain, mine, task, k, found)
        faults += _judge_end(rows, task, k, ends[k], (x, y, z) == tuple(rows[body][:3]))
        for j in range(k):
            flat = hypot(x - ends[j][0], y - ends[j][1]) - r - ends[j][3]
            if flat < -1e-6 and z < ends[j][2] + sizes[j][1] and ends[j][2] < z + sizes[k][1]:
                faults.append(f"{body} and {task.unit[j]} overlap")
    if not _is_coherent(task, ends):
        faults.append("no coherency")
    if task.ends.pins and min(gap(e, tuple(rows[p][:4])) for e in ends for p in task.ends.pins) > task.engagement + SLACK:
        faults.append("nobody is pinned")
    return faults


def _judge_path(terrain: Terrain, bodies: np.ndarray, task: UnitMove, k: int, found: Arrangement) -> list[str]:
    body, path = task.unit[k], found.paths[k]
    if not path:
        return [] if found.ends[k] == tuple(bodies[body, :3].tolist()) else [f"{body} has no path to its end"]
    walk = measure(terrain, bodies, body, path, task.movement)
    faults = []
    if not walk.ok or walk.length > (task.budgets[k] or inf) + SLACK or body in task.fixed:
        faults.append(f"{body}: {walk.problem}, {walk.length}")
    x, y, z = found.ends[k]
    if abs(walk.length - found.lengths[k]) > 1e-6 or max(abs(walk.place[0] - x), abs(walk.place[1] - y)) > 1e-6 or abs(walk.z - z) > 0.001:
        faults.append(f"{body} is told otherwise: {walk.length} {walk.place} {walk.z}")
    met = find_contacts(terrain, bodies, body, path, walk, task.engagement, sight=False, fly=task.movement.fly)
    faults += [f"{body} meets {c.body}" for c in met if c.body in task.keep_out]
    return faults


def _judge_end(rows: list[list[float]], task: UnitMove, k: int, end: tuple[float, ...], stays: bool) -> list[str]:
    body, ends, (x, y, _, r) = task.unit[k], task.ends, end
    faults = []
    if ends.zones and not any(
        x0 - SLACK <= x - r and x + r <= x1 + SLACK and y0 - SLACK <= y - r and y + r <= y1 + SLACK for x0, y0, x1, y1 in ends.zones
    ):
        faults.append(f"{body} is in no zone")
    if ends.near and min(gap(end, tuple(rows[j][:4])) for j in ends.near[0]) > ends.near[1] + SLACK:
        faults.append(f"{body} is not near")
    for some, distance in (*ends.clear_of, (task.keep_out, task.engagement)):
        faults += [f"{body} is too near {j}" for j in some if gap(end, tuple(rows[j][:4])) <= distance + TOLERANCE]
    for model, other, distance in ends.closer:
        if model == body and not stays and gap(end, tuple(rows[other][:4])) >= distance:
            faults.append(f"{body} is not closer")
    return faults


def _is_coherent(task: UnitMove, ends: list[tuple[float, ...]]) -> bool:
    reached, fresh = {0}, {0}
    while fresh:
        near = {
            j
            for i in fresh
            for j in range(len(ends))
            if hypot(ends[i][0] - ends[j][0], ends[i][1] - ends[j][1]) - ends[i][3] - ends[j][3] <= task.coherency.near + SLACK
            and abs(ends[i][2] - ends[j][2]) <= task.coherency.vertical + SLACK
        }
        fresh = near - reached
        reached |= near
    return len(reached) == len(ends)
