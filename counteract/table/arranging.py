"""Arranging a unit: places and paths for all its models at once, as near to a goal as can be, in coherency and within their budgets.

A unit is picked up once; then it can be arranged about any goal until the table changes.

>>> from math import inf
>>> from counteract.table.bodies import Body, Round, pack_bodies
>>> from counteract.table.paths import MovementParameters
>>> from counteract.table.terrain import Board, Terrain
>>> walking = MovementParameters(
...     climb=True, climb_least=0, climb_most=inf, drop_free=0, jump_from=inf, jump_most=0, jump_slack=0, ladder_reach=0, friends_block=True
... )
>>> bodies = pack_bodies([Body(5, 5, 0, Round(0.5), 1.5), Body(5, 7, 0, Round(0.5), 1.5), Body(14, 6, 0, Round(0.5), 1.5, 1)])
>>> held = pick_up(Terrain(Board(30, 20)), bodies, UnitMove(unit=(0, 1), budgets=(6.0, 6.0), movement=walking, keep_out=(2,)))
>>> found = held.arrange((10, 6, 0))
>>> found.ends, found.left
(((10.0, 5.0, 0.0), (10.0, 7.0, 0.0)), 1.0)
>>> held.arrange((20, 6, 0), "tight").left
0.0
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from counteract.core.state import Point
from counteract.table.formations import Box, Formation, lay_out
from counteract.table.kernels import arranging as _arranging
from counteract.table.kernels import constraints as _constraints
from counteract.table.kernels import placement as _placement
from counteract.table.kernels import unit_ends as _unit_ends
from counteract.table.kernels import visibility_graph as _visibility_graph
from counteract.table.kernels.arrays import BOTTOM, FLAGS, HEIGHT, RADIUS, SIDE, TOP, UNNOTICED, X0, X1, Y0, Y1
from counteract.table.kernels.graph_search import MAX_GAP_NODES, MAX_ROWS, RING, SEARCH_COLUMNS
from counteract.table.paths import MovementParameters, pack_contact_flags
from counteract.table.units import TOUCH

if TYPE_CHECKING:
    from counteract.table.terrain import Terrain
    from counteract.table.units import Floats

#: A reason why a unit cannot be arranged.
Reason = Literal["off-board", "terrain", "enemy", "friend", "too-far", "own", "coherency", "none-found"]
#: The most nodes of the ways of one model.
MAX_NODES = 700
#: The most targets of one model among the bodies that a unit moves toward.
MAX_TARGETS = 6
#: Starts that a search compares to settle: at least, at most, and for a unit of one, from where they fall with the square of its size.
LEAST_STARTS, MOST_STARTS, STARTS_OF_ONE = 3, 12, 400
_NO_ENDS = np.empty((0, 3))


class Coherency(msgspec.Struct, frozen=True):
    """The most that may lie between a model and another of its unit: in plan, edge to edge, and in height."""

    near: float = 2.0
    vertical: float = 6.0


class Ends(msgspec.Struct, frozen=True, kw_only=True):
    """Conditions on the places where models end; all that are given must hold."""

    #: Boxes (x0, y0, x1, y1); every base is wholly within one of them.
    zones: tuple[Box, ...] = ()
    #: Bodies and a distance: every model is within the distance of one of them.
    near: tuple[tuple[int, ...], float] | None = None
    #: Bodies and distances: every model is more than the distance from each.
    clear_of: tuple[tuple[tuple[int, ...], float], ...] = ()
    #: For a model of the unit a body, and the distance from it below which the model must end if it moves.
    closer: tuple[tuple[int, int, float], ...] = ()
    #: At least one model is within ``engagement`` of one of these bodies.
    pins: tuple[int, ...] = ()


class UnitMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a unit without its goal: its models, what each may spend, what is kept clear of, and where it may end.

    ``budgets`` has an entry for each model of the unit; None means that it is set up and needs no way. ``sizes`` (radius, height) are
    needed for models that are not on the table. Enemies in ``keep_out`` are not met on the way nor at the end: they stay more than
    ``engagement`` away. With ``toward`` models go as near as they can to one of these bodies; with ``engage`` as many as possible end
    within ``engagement`` of one, then as many as possible within it of such a model.
    """

    unit: tuple[int, ...]
    budgets: tuple[float | None, ...]
    movement: MovementParameters
    ends: Ends = Ends()
    coherency: Coherency = Coherency()
    keep_out: tuple[int, ...] = ()
    engagement: float = 1.0
    #: Models of the unit that stay where they are.
    fixed: tuple[int, ...] = ()
    toward: tuple[int, ...] = ()
    engage: bool = False
    sizes: tuple[tuple[float, float], ...] | None = None


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """Paths and ends of all models of a unit, in its order."""

    #: Each from the place of the model; () for one that stays or is set up.
    paths: tuple[tuple[Point, ...], ...]
    ends: tuple[Point, ...]
    lengths: tuple[float, ...]
    #: What is left of the tightest budget, in inches; infinite if none was given.
    left: float
    #: Sum of the distances from the places wished for, in inches; with ``engage`` less what being engaged is worth.
    cost: float
    #: The model of the unit that ends nearest to a pin, as a number of a body; -1 without pins.
    pinned: int = -1


class Obstruction(msgspec.Struct, frozen=True):
    """The model that cannot be placed, the reason, and the part or body in its way."""

    body: int
    reason: Reason
    part: str | None = None
    other: int | None = None


class _Ground:
    """The parts of a terrain in an order of their own, and the nodes for each size of base, kept with the terrain."""

    def __init__(self, terrain: Terrain) -> None:
        # Sorted, so that no answer depends on the order in which parts are listed.
        self.order = np.lexsort(terrain.parts_array[:, 7::-1].T)
        self.parts = np.ascontiguousarray(terrain.parts_array[self.order])
        self.corners = terrain.corners_array
        self.size = float(terrain.board.width), float(terrain.board.depth)
        self._nodes: dict[object, tuple[Floats, Floats]] = {}

    @staticmethod
    def of(terrain: Terrain) -> _Ground:
        found: _Ground | None = terrain.cache.get("arranging")
        if found is None:
            found = terrain.cache["arranging"] = _Ground(terrain)
        return found

    def nodes(self, sizes: tuple[tuple[float, float], ...], movement: MovementParameters) -> tuple[Floats, Floats]:
        """Return for each size (radius, height) the nodes where ways bend, and an empty memo of the legs between them."""
        known = self._nodes.get((sizes, movement))
        if known is None:
            rough, traverses = movement.rough != 1.0, movement.traverse != 0.0
            found = [_visibility_graph.build_nodes(self.parts, self.corners, *self.size, *size, rough, traverses) for size in sizes]
            most = max(map(len, found))
            nodes = np.full((len(sizes), most, _visibility_graph.NODE_SIZE), math.inf)
            for k, some in enumerate(found):
                nodes[k, : len(some)] = some
            known = self._nodes[sizes, movement] = nodes, np.full((len(sizes), most, most), np.nan)
        return known


class PickedUp:
    """A unit in hand: what is about it, and the ways of its models, found when they are first needed."""

    def __init__(self, terrain: Terrain, bodies: Floats, task: UnitMove) -> None:
        self._terrain, self._bodies, self._task = terrain, bodies, task
        self._ground = _Ground.of(terrain)
        unit = list(task.unit)
        models = np.zeros((len(unit), _unit_ends.MODEL_SIZE))
        models[:, : HEIGHT + 1] = bodies[unit, : HEIGHT + 1]
        if task.sizes is not None:
            models[:, RADIUS : HEIGHT + 1] = task.sizes
        models[:, _unit_ends.MODEL_BUDGET] = [math.inf if b is None else b for b in task.budgets]
        models[:, _unit_ends.CAN_MOVE] = [body not in task.fixed for body in unit]
        sizes = [tuple(size) for size in models[:, RADIUS : HEIGHT + 1].tolist()]
        kinds = sorted(set(sizes))
        models[:, _unit_ends.MODEL_NODES] = [kinds.index(size) for size in sizes]
        self._models = models
        nodes, memo = self._ground.nodes(tuple(kinds), task.movement)
        parts, others, marks = self._cut_out()
        board, fly = self._ground.size, task.movement.fly
        flags = pack_contact_flags(False, fly) | _constraints.CLOSE_ROUTES | (_constraints.SHUNS if task.keep_out else 0)
        query = np.array((0, *board, 0.0, task.engagement, _constraints.ANYWHERE, flags, -1.0, -math.inf, math.inf))
        most = min(MAX_NODES, 2 + len(parts) + self._count_nodes(nodes) + (RING + RING // 2) * len(others) + 3 * MAX_GAP_NODES)
        if fly or self._is_set_up:
            most = 1
        count = len(unit)
        targets = np.full((count, MAX_TARGETS if task.toward else 1, _unit_ends.TARGET_SIZE), np.nan)
        self._group = _unit_ends.Group(
            parts, self._ground.corners, others, task.movement.array, marks, query, nodes, memo, _placement.find_levels(parts), models,
            self._pack_conditions(), np.array(task.ends.zones, dtype=np.float64).reshape(-1, 4), self._pack_closer(),
            np.array((
                task.coherency.near, task.coherency.vertical, float(task.engage), task.engagement, 0.0, 0.0, self._find_least_climb(parts), 0.0, 0.0,
            )),
            np.empty((count, most, SEARCH_COLUMNS)), np.full(count, -1),
            np.zeros(count, np.int8), np.empty((count, most * most)),
            targets, np.zeros((count, 3)), np.zeros(count, np.int8), np.zeros(count, np.int64),
        )  # fmt: skip

    # --- what is about the unit ---------------------------------------------------------------------

    @cached_property
    def _window(self) -> Box:
        """The box that no way leaves, nor anybody who is set up near a body."""
        models, near, board = self._models, self._task.ends.near, self._ground.size
        most, about = float(models[:, _unit_ends.MODEL_BUDGET].max()), models
        if most == math.inf and near is not None:
            about = self._bodies[list(near[0])]
            most = near[1] + 2.0 * float(models[:, RADIUS].max()) + float(about[:, RADIUS].max())
        if most == math.inf:
            return 0.0, 0.0, *board
        wide = most + models[:, RADIUS].max() + self._task.engagement + 1.0
        low, high = about[:, :2].min(axis=0) - wide, about[:, :2].max(axis=0) + wide
        return low.item(0), low.item(1), high.item(0), high.item(1)

    def _cut_out(self) -> tuple[Floats, Floats, np.ndarray]:
        """Return the parts, and the bodies and their marks, in the window; row 0 of the bodies is for the model that moves."""
        x0, y0, x1, y1 = self._window
        parts, bodies, task = self._ground.parts, self._bodies, self._task
        inside = (parts[:, X0] < x1) & (parts[:, X1] > x0) & (parts[:, Y0] < y1) & (parts[:, Y1] > y0)
        self._part_numbers = self._ground.order[inside]
        r = bodies[:, RADIUS]
        there = (r >= 0.0) & (bodies[:, 0] < x1 + r) & (bodies[:, 0] > x0 - r) & (bodies[:, 1] < y1 + r) & (bodies[:, 1] > y0 - r)
        there[list(task.unit)] = False
        numbers = np.flatnonzero(there)
        rows = bodies[numbers, : SIDE + 1]
        order = np.lexsort(rows.T[::-1])
        self._body_numbers = numbers[order]
        others = np.empty((len(numbers) + 1, SIDE + 1))
        others[0] = bodies[task.unit[0], : SIDE + 1]
        others[1:] = rows[order]
        marks = np.zeros(len(bodies), np.int8)
        marks[list(task.keep_out)] = _constraints.SHUNNED
        return parts[inside], others, np.concatenate((marks[:1] * 0, marks[self._body_numbers]))

    def _count_nodes(self, nodes: Floats) -> int:
        """Return the greatest number of nodes in the window."""
        x0, y0, x1, y1 = self._window
        x, y = nodes[:, :, 0], nodes[:, :, 1]
        return int(((x > x0) & (x < x1) & (y > y0) & (y < y1)).sum(axis=1).max(initial=0))

    def _find_least_climb(self, parts: Floats) -> float:
        """Return the cost of climbing over the lowest obstacle that stands on the board; 0 if there is none."""
        flags = parts[:, FLAGS].astype(np.int64)
        tops = parts[(parts[:, BOTTOM] <= 0.0) & (flags & UNNOTICED == 0), TOP]
        return 2.0 * float(tops.min(initial=math.inf)) if len(tops) and not self._task.movement.fly else 0.0

    def _pack_conditions(self) -> Floats:
        """Return the end conditions as kernels read them."""
        task, ends = self._task, self._task.ends
        groups = [(_unit_ends.CLEAR, task.keep_out, task.engagement), (_unit_ends.PIN, ends.pins, task.engagement)]
        groups += [(_unit_ends.CLEAR, some, distance) for some, distance in ends.clear_of]
        if ends.near is not None:
            groups.append((_unit_ends.NEAR, *ends.near))
        rows = [(kind, *self._bodies[j, : RADIUS + 1].tolist(), distance) for kind, some, distance in groups for j in some]
        return np.array(sorted(rows), dtype=np.float64).reshape(-1, _unit_ends.CONDITION_SIZE)

    def _pack_closer(self) -> Floats:
        rows = np.full((len(self._task.unit), _unit_ends.CONDITION_SIZE), -1.0)
        for model, body, distance in self._task.ends.closer:
            rows[self._task.unit.index(model), 1:] = *self._bodies[body, : RADIUS + 1].tolist(), distance
        return rows

    # --- arranging ----------------------------------------------------------------------------------

    def arrange(
        self,
        goal: Point | None = None,
        formation: Formation = "as they stand",
        *,
        quick: bool = True,
        previous: Arrangement | None = None,
        angle: float | None = None,
        turn: float = 0.0,
        starts: int | None = None,
    ) -> Arrangement | Obstruction:
        """Return the unit arranged about a goal (or near the bodies it moves toward), or the model that cannot be placed.

        A quick answer is good enough for a drag; otherwise several starts are compared. ``previous`` is the answer of the frame before,
        which is kept to unless another is clearly better. ``angle`` is the direction a line or spread faces, in radians, and ``turn``
        is added to it.
        """
        self._set_targets(goal, formation, angle, turn)
        group, count = self._group, len(self._models)
        ends = np.empty((count, 3))
        before = _NO_ENDS if previous is None else np.array(previous.ends, dtype=np.float64)
        tries = starts or (1 if quick else min(MOST_STARTS, max(LEAST_STARTS, STARTS_OF_ONE // count**2)))
        cost, left_over = _arranging.arrange(group, before, quick, tries, ends)
        if cost == math.inf:
            return self._explain(left_over)
        ways, rows, lengths = np.empty((count, MAX_ROWS, 3)), np.empty(count, np.int64), np.empty(count)
        if not _arranging.write_ways(group, ends, ways, rows, lengths):
            raise AssertionError("a way that was found is gone")
        paths = tuple(tuple(map(tuple, ways[i, :n].tolist())) if n > 1 else () for i, n in enumerate(rows.tolist()))
        left = max(0.0, float((self._models[:, _unit_ends.MODEL_BUDGET] - lengths).min()))
        return Arrangement(
            paths=paths,
            ends=tuple((x, y, z) for x, y, z in ends.tolist()),
            lengths=tuple(lengths.tolist()),
            left=left,
            cost=cost,
            pinned=self._find_pinned(ends),
        )

    @property
    def most_placed(self) -> int:
        """The most models that have found a place together in all arrangements tried one after another."""
        return int(self._group.figures[_unit_ends.MOST_PLACED])

    def _set_targets(self, goal: Point | None, formation: Formation, angle: float | None, turn: float) -> None:
        """Set the place wished for by each model."""
        targets, models, task = self._group.targets, self._models, self._task
        if task.toward:
            near = self._bodies[list(task.toward)]
            for i, model in enumerate(models):
                away = np.hypot(near[:, 0] - model[0], near[:, 1] - model[1]) - near[:, 3]
                for k, j in enumerate(np.lexsort((near[:, 2], near[:, 1], near[:, 0], away))[:MAX_TARGETS].tolist()):
                    targets[i, k] = *near[j, :3], near[j, 3] + model[3]
        elif goal is None:
            raise ValueError("a unit is arranged about a goal or toward bodies")
        else:
            room = self._find_room(goal) if self._is_set_up else None
            angle = self._find_front(goal) if angle is None and self._is_set_up else angle
            targets[:, 0, :3] = lay_out(models[:, :4].tolist(), goal, formation, angle, task.coherency.near, room, turn)
            targets[:, 0, 3] = 0.0
        self._group.figures[_unit_ends.SPAN] = self._find_span()

    def _find_span(self) -> float:
        """Return a distance from its target that no model can end beyond."""
        x0, y0, x1, y1 = self._window
        x, y = self._group.targets[:, :, 0], self._group.targets[:, :, 1]
        across, along = np.maximum(np.abs(x - x0), np.abs(x - x1)), np.maximum(np.abs(y - y0), np.abs(y - y1))
        up = self._group.levels.max() + np.abs(self._group.targets[:, :, 2])
        return float(np.nanmax(across + along + up)) + 2 * _arranging.MAX_SHIFT

    def _find_room(self, goal: Point) -> Box:
        """Return the box that a unit is set up in about a goal: the nearest of its zones, or the board."""
        x, y, _ = goal
        zones = self._task.ends.zones or ((0.0, 0.0, *self._ground.size),)
        return min(zones, key=lambda zone: math.hypot(max(zone[0] - x, x - zone[2], 0.0), max(zone[1] - y, y - zone[3], 0.0)))

    def _find_front(self, goal: Point) -> float | None:
        """Return the direction that a unit faces which is set up anywhere on the board: away from the nearest edge; None in a zone."""
        x, y, _ = goal
        width, depth = self._ground.size
        if self._task.ends.zones:
            return None
        return 0.0 if min(x, width - x) < min(y, depth - y) else math.pi / 2

    @property
    def _is_set_up(self) -> bool:
        return bool(self._models[:, _unit_ends.MODEL_BUDGET].min() == math.inf)

    def _find_pinned(self, ends: Floats) -> int:
        pins = self._bodies[list(self._task.ends.pins), :4]
        if len(pins) == 0:
            return -1
        flat = np.hypot(ends[:, None, 0] - pins[:, 0], ends[:, None, 1] - pins[:, 1]) - pins[:, 3] - self._models[:, None, RADIUS]
        gaps = np.hypot(np.maximum(0.0, flat), ends[:, None, 2] - pins[:, 2])
        return self._task.unit[int(gaps.min(axis=1).argmin())]

    # --- why not ------------------------------------------------------------------------------------

    def _explain(self, left_over: int) -> Obstruction:
        """Return the model that has no place even alone and the fault of its target; else the model that was left over."""
        for i, body in enumerate(self._task.unit):
            if not _arranging.find_lone_place(self._group, i):
                return self._explain_place(i, body)
        if left_over < 0 or len(self._task.unit) == 1:
            return Obstruction(self._task.unit[max(0, left_over)], "none-found")
        self._group.figures[_unit_ends.COHERENCY] = math.inf
        cost, _ = _arranging.arrange(self._group, _NO_ENDS, True, 1, np.empty((len(self._models), 3)))
        self._group.figures[_unit_ends.COHERENCY] = self._task.coherency.near
        return Obstruction(self._task.unit[left_over], "own" if cost == math.inf else "coherency")

    def _explain_place(self, i: int, body: int) -> Obstruction:
        group = self._group
        x, y, z, _ = group.targets[i, 0].tolist()
        code, which = _unit_ends.check_own_place(group, i, x, y, z)
        if code == _placement.OFF_BOARD:
            return Obstruction(body, "off-board")
        if code == _placement.END_OVERLAPS_BASE:
            other = int(self._body_numbers[which - 1])
            friend = self._bodies[other, SIDE] == self._bodies[body, SIDE]
            return Obstruction(body, "friend" if friend else "enemy", other=other)
        if code != _placement.OK:
            return Obstruction(body, "terrain", part=self._terrain.parts[int(self._part_numbers[which])].id if which >= 0 else None)
        # A model that begins within the distance that it must keep has no way at all.
        for place in ((x, y, z), tuple(self._models[i, :3].tolist())):
            broken = _unit_ends.find_broken_condition(group, i, *place)
            if broken >= 0 and group.conditions[broken, _unit_ends.KIND] == _unit_ends.CLEAR:
                there = (np.abs(self._bodies[:, :3] - group.conditions[broken, 1:4]) < TOUCH).all(axis=1)
                return Obstruction(body, "enemy", other=int(np.flatnonzero(there)[0]))
            if broken != -1:
                return Obstruction(body, "none-found")
        return Obstruction(body, "too-far")


def pick_up(terrain: Terrain, bodies: Floats, task: UnitMove) -> PickedUp:
    """Return a unit ready to be arranged; the arrays must not change while it is in hand."""
    return PickedUp(terrain, bodies, task)
