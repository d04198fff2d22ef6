"""The arena of Kill Team 2021: options, limits and terrain, which changes only when barricades are set up."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any, Literal

import msgspec

from counteract.core.language import say
from counteract.mechanics.missions import Turns
from counteract.mechanics.operatives import arena as operatives
from counteract.mechanics.operatives.stats import BEST, WORST, Limits
from counteract.table.killzone import Killzone
from counteract.table.terrain import Corner, Part, Terrain

FIGURE = 1.0  # a body is as wide as its base (INT-13)
OVERHEAD = 2.0  # inches: terrain from this height up is a roof, which blocks no move (INT-62)
BARRICADE_LONG, BARRICADE_THICK, BARRICADE_TALL = 2.0, 0.25, 1.0  # INT-05

#: A barricade: x and y of its centre, and its turn to the left in degrees; at 0 it lies along the x axis.
Barricade = tuple[float, float, float]


class BattleOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a battle."""

    turning_points: Turns = 4  # BATTLE-01
    first_scoring_tp: Turns = 1  # MIS-07
    defender: Literal["random", "first", "second"] = "random"  # by agreement it may be either player (SETUP-04, INT-71)
    lethal_needs_hit: bool = False  # INT-55

    def __post_init__(self) -> None:
        if self.first_scoring_tp > self.turning_points:
            values = {"first": self.first_scoring_tp, "turns": self.turning_points}
            raise ValueError(say("first_scoring_tp is {first}, but there are {turns} turning points", **values))


class Arena(operatives.OperativeArena):
    """The arena of a battle of Kill Team 2021."""

    limits = Limits(BEST, WORST, apl_loss=1)  # INT-30, INT-54, INT-75

    def __init__(self, *given: Any) -> None:
        super().__init__(*given, figure=FIGURE)
        self._furnished: dict[tuple[Barricade, ...], Arena] = {}
        self.roofs = tuple(part.footprint for part in self.terrain.parts if is_roof(part))

    def furnished(self, barricades: tuple[Barricade, ...]) -> Arena:
        """Return this arena with barricades added to its terrain."""
        known = self._furnished.get(barricades)
        if known is None:
            if len(self._furnished) > 64:
                self._furnished.clear()
            *before, last = barricades
            terrain = (self.furnished(tuple(before)) if before else self).terrain
            known = self._furnished[barricades] = self.with_terrain(terrain.with_part(as_part(len(before), last)))
        return known


def ground(killzone: Killzone, shortest: float) -> Terrain:
    """Return the terrain of a killzone as this edition reads it. (INT-04, INT-11, INT-62)

    Operatives stay on the floor, and so does all terrain except roofs. Light parts can be traversed, all others are walked
    round; windowed parts do not block sight; insignificant parts neither cover nor obscure; marked areas of the floor have
    no effect. A part taller than the ``shortest`` operative can be Heavy. (OBSCURE-02)
    """
    return Terrain(killzone.board, tuple(_taken(part, shortest) for part in killzone.solid.parts))


def _taken(part: Part, shortest: float) -> Part:
    if part.bottom >= OVERHEAD:
        return msgspec.structs.replace(part, marks=("flat",))
    marks = {mark for mark in part.marks if mark in ("insignificant", "exposed", "accessible", "blocking", "windowed")}
    if "insignificant" in marks:
        marks.add("exposed")
    if part.kind == "heavy":
        marks.add("blocking")
    return msgspec.structs.replace(part, bottom=0.0, kind="heavy" if part.top > shortest else "light", marks=tuple(sorted(marks)))


def is_roof(part: Part) -> bool:
    """Return True if a part is a roof. (INT-62)"""
    return "flat" in part.marks


def outline(barricade: Barricade, shrunk: float = 0.0) -> tuple[Corner, ...]:
    """Return the corners of a barricade in plan, anticlockwise, moved inwards by ``shrunk`` inches on all sides."""
    x, y, turn = barricade
    c, s = cos(radians(turn)), sin(radians(turn))
    long, thick = BARRICADE_LONG / 2 - shrunk, BARRICADE_THICK / 2 - shrunk
    return tuple((x + a * c - b * s, y + a * s + b * c) for a, b in ((-long, -thick), (long, -thick), (long, thick), (-long, thick)))


def as_part(number: int, barricade: Barricade) -> Part:
    """Return a barricade as a part of the terrain: lower than operatives, and traversable. (INT-05)"""
    corners = tuple((round(x, 6), round(y, 6)) for x, y in outline(barricade))
    return Part(id=f"barricade-{number + 1}", feature=f"barricade-{number + 1}", footprint=corners, top=BARRICADE_TALL, kind="light")
