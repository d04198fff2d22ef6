"""A unit in hand: paths for all its models that lead as near to a goal as its limits allow, or the model that cannot follow."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from counteract.core.decision import Paths, Refusal, Why
from counteract.core.state import Point
from counteract.mechanics.moves.unit_limits import ON_THE_WAY, UnitLimits
from counteract.mechanics.names import part_of
from counteract.table.arranging import Arrangement, Coherency, Ends, Obstruction, PickedUp, UnitMove, pick_up

if TYPE_CHECKING:
    from counteract.mechanics.field import Field
    from counteract.table.formations import Formation

#: Why a model finds no place, by the table's reasons; the rules come from the limits of the move.
_FAR_OFF = '{model} cannot get there: the way is longer than {most:g}".'
_TOGETHER = "{model} finds no place there that keeps its unit together."
_NONE = "{model} finds no place there."


class HeldUnit:
    """A unit picked up from the table under the limits of a move: `arrange` puts it down about a goal.

    Where there is no room for all, the last models of a unit are left out.
    """

    __slots__ = ("_field", "_held", "_last", "_left_out", "_limits")

    def __init__(self, field: Field, places: tuple[Point | None, ...], limits: UnitLimits) -> None:
        bodies = field.bodies(places).copy()
        if limits.passes:
            bodies[:, 5] = 0.0
        self._field, self._limits = field, limits
        self._left_out = limits.models[len(limits.models) - limits.lost :]
        self._held: PickedUp = pick_up(limits.terrain, bodies, _as_task(field, limits, self._left_out))
        self._last: tuple[Paths, Arrangement] | None = None

    @property
    def most_placed(self) -> int:
        """The most models that have found a place together in what has been tried."""
        return self._held.most_placed

    def arrange(
        self, goal: Point | None, formation: Formation = "as they stand", *, quick: bool = True, previous: Paths | None = None, turn: float = 0.0
    ) -> Paths | Refusal:
        """Return the paths that lead about a goal, or toward the bodies of the limits, or the refusal that names a model without a place.

        A line or spread is turned by ``turn`` degrees to the left.
        """
        last = self._last
        before = last[1] if last is not None and last[0] == previous else None
        found = self._held.arrange(goal, formation, quick=quick, previous=before, turn=math.radians(turn))
        if isinstance(found, Obstruction):
            return self._refusal(found)
        points = (path[1:] for path in found.paths) if self._limits.ways else ((end,) for end in found.ends)
        rounded = (tuple((round(x, 3), round(y, 3), round(z, 3)) for x, y, z in path) for path in points)
        answer = Paths((*rounded, *((),) * len(self._left_out)))
        self._last = answer, found
        return answer

    def _refusal(self, found: Obstruction) -> Refusal:
        """Return the refusal that an obstruction stands for."""
        limits, field = self._limits, self._field
        names: dict[str, Any] = {"model": field.names[found.body], "number": found.body, "part": part_of(limits.terrain, found.part)}
        names["name"] = "" if found.other is None else field.names[found.other]
        most = limits.most[limits.models.index(found.body)] if limits.most else 0.0
        rule = limits.too_long
        reasons: dict[str, Why] = {
            "off-board": limits.problems["off-board"],
            "terrain": limits.problems["end-overlaps-terrain" if found.part else "end-not-flat"],
            "friend": limits.problems["end-overlaps-base"],
            "own": limits.problems["end-overlaps-base"],
            "enemy": limits.kept_out if limits.kept_out[0] else limits.problems["end-overlaps-base"],
            "too-far": (rule, _FAR_OFF),
            "coherency": (limits.apart[0], _TOGETHER),
        }
        return Refusal(*reasons.get(found.reason, (rule, _NONE)), most=most, clear=limits.clear, **names)


def _as_task(field: Field, limits: UnitLimits, left_out: tuple[int, ...]) -> UnitMove:
    """Return the limits as the table's solver reads them; models ``left_out`` are not set up."""
    own = tuple(i for i in limits.models if i not in left_out)
    on_way = limits.ways and limits.mode == ON_THE_WAY
    goals = [(i, near[0]) for i, near in zip(limits.models, limits.goals, strict=True) if near] if limits.goals else []
    ends = Ends(
        zones=limits.zones, near=limits.near, clear_of=((limits.kept, limits.clear),) if limits.kept and not on_way else (),
        closer=tuple((i, goal.body, goal.most) for i, goal in goals if goal.most > 0.0), pins=limits.meets,
    )  # fmt: skip
    return UnitMove(
        unit=own, budgets=limits.most if limits.ways else (None,) * len(own), movement=limits.figures, ends=ends,
        coherency=Coherency(limits.flat, limits.up), keep_out=limits.kept if on_way else (), engagement=limits.reach,
        fixed=tuple(i for i, goal in goals if goal.most <= 0.0), toward=limits.toward, engage=limits.engage,
        sizes=None if limits.ways else tuple((field.radii[i], field.heights[i]) for i in own),
    )  # fmt: skip
