"""Objective markers of the army-scale edition: who controls them. (MIS-06, MIS-07, INT-71)"""

from __future__ import annotations

from math import hypot

from counteract.mechanics.field import within
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.state import ArmyBattle

CONTROL = 3.0  # MIS-06


def holds(arena: Arena, s: ArmyBattle, i: int, x: float, y: float) -> bool:
    """Return True if a model counts at a marker: on the table and near enough, at any height; no AIRCRAFT. (MIS-06, INT-02)"""
    place = s.places[i]
    if place is None or arena.units[arena.unit_of[i]].has("AIRCRAFT"):
        return False
    return within(hypot(place[0] - x, place[1] - y) - arena.radii[i], CONTROL)


def controlled(arena: Arena, s: ArmyBattle) -> tuple[int | None, ...]:
    """Return the side that controls each marker, or None; of allies the one with most models there. (MIS-06, MIS-07, INT-71)"""
    memo = arena.memo(s.places)
    if "controlled" not in memo:
        board = arena.terrain.board
        memo["controlled"] = tuple(_holder(arena, s, *marker.at(board)) for marker in (arena.mission.markers if arena.mission else ()))
    found: tuple[int | None, ...] = memo["controlled"]
    return found


def _holder(arena: Arena, s: ArmyBattle, x: float, y: float) -> int | None:
    near = [0] * len(arena.teams)
    strong: set[int] = set()  # alliances with a Troops model of a Battle-forged army at the marker (MIS-07)
    for i, side in enumerate(arena.sides):
        if holds(arena, s, i, x, y):
            near[side] += 1
            if arena.teams[side].battle_forged and arena.units[arena.unit_of[i]].card.role == "troops":
                strong.add(arena.alliances[side])
    together: dict[int, int] = {}
    for side, alliance in enumerate(arena.alliances):
        if not strong or alliance in strong:
            together[alliance] = together.get(alliance, 0) + near[side]
    most = max(together.values())
    best = [alliance for alliance, count in together.items() if count == most]
    if not most or len(best) > 1:
        return None
    return max((side for side, alliance in enumerate(arena.alliances) if alliance == best[0]), key=lambda side: near[side])
