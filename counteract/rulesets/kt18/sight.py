"""Sight and distances in Kill Team 2018: enemies within 1", visibility, terrain in between, edges and falls."""

from __future__ import annotations

from math import hypot

import msgspec

from counteract.core.state import Point
from counteract.mechanics import deployment
from counteract.mechanics.deployment import Box
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.state import Skirmish
from counteract.table import falls
from counteract.table.kernels import distances, ray_casting

ENGAGED = 1.0  # GEN-07
COVER = 1.0  # INT-06
EDGE = 1.0  # FALL-01
EDGE_DROP = 1.5  # INT-48
DEPLOYMENT = 5.0  # MIS-04
RAYS = 9  # INT-04


def gap(arena: Arena, s: Skirmish, i: int, j: int) -> float:
    """Return the distance between two models, base edge to base edge. (INT-01)"""
    return gaps(arena, s, i)[j]


def gap_in_plan(arena: Arena, s: Skirmish, i: int, j: int) -> float:
    """Return the horizontal distance between two models; heights cost nothing to a model that flies or jumps down. (QA-09)"""
    a, b = s.places[i], s.places[j]
    assert a is not None
    assert b is not None
    return hypot(a[0] - b[0], a[1] - b[1]) - arena.radii[i] - arena.radii[j]


def drop_zone(arena: Arena, s: Skirmish, player: int) -> Box:
    """Return a player's deployment zone along the player's edge. (MIS-04)"""
    return deployment.drop_zone(arena, s.zones[player], DEPLOYMENT)


def engaged_enemies(arena: Arena, s: Skirmish, i: int) -> tuple[int, ...]:
    """Return the enemies within 1" of a model. (GEN-07)"""
    memo = arena.memo(s.places)
    known: dict[int, tuple[int, ...]] | None = memo.get("engaged")
    if known is None:
        known = memo["engaged"] = {}
        for a, b in distances.find_enemies_within(arena.bodies(s.places), ENGAGED).tolist():
            known[a] = (*known.get(a, ()), b)
            known[b] = (*known.get(b, ()), a)
    return known.get(i, ())


def gaps(arena: Arena, s: Skirmish, i: int) -> list[float]:
    """Return the distances from a model to all others; infinite if the other is not on the board."""
    memo = arena.memo(s.places)
    known: list[float] | None = memo.get(("gaps", i))
    if known is None:
        known = memo["gaps", i] = distances.measure_gaps(arena.bodies(s.places), i).tolist()
    return known


# --- sight


class TargetVisibility(msgspec.Struct, frozen=True, gc=False):
    """The visibility of a target: clear rays, and shelter near it. (INT-04 to INT-06)"""

    clear: int  # of the nine rays
    sheltered: bool  # a blocker of a ray is within 1" of the target

    @property
    def visible(self) -> bool:
        return self.clear > 0

    @property
    def obscured(self) -> bool:
        return 0 < self.clear < RAYS

    @property
    def in_cover(self) -> bool:
        """Return True if the target is in cover, which modifies the Injury roll. (INJ-03)"""
        return self.obscured and self.sheltered


def judge_visibility(arena: Arena, s: Skirmish, i: int, j: int) -> TargetVisibility:
    """Return the visibility of model j from model i."""
    memo = arena.memo(s.places)
    known: TargetVisibility | None = memo.get((i, j))
    if known is None:
        terrain = arena.terrain
        clear, sheltered = ray_casting.count_clear_rays(terrain.parts_array, terrain.corners_array, arena.bodies(s.places), i, j, COVER)
        known = memo[i, j] = TargetVisibility(int(clear), bool(sheltered))
    return known


def terrain_between(arena: Arena, s: Skirmish, i: int, j: int) -> bool:
    """Return True if terrain lies between two fighting models. (FIGHT-08, INT-60)"""
    memo = arena.memo(s.places)
    key = ("between", i, j)
    if key not in memo:
        terrain = arena.terrain
        memo[key] = ray_casting.find_part_between(terrain.parts_array, terrain.corners_array, arena.bodies(s.places), i, j) >= 0
    return bool(memo[key])


# --- edges


def near_edge(arena: Arena, s: Skirmish, i: int) -> bool:
    """Return True if a model is so near an edge that a hit may make it fall. (FALL-01, INT-48)"""
    place = s.places[i]
    if place is None or place[2] <= EDGE_DROP:
        return False
    return falls.is_near_edge(arena.terrain, *place, arena.radii[i], EDGE, EDGE_DROP)


class Landing(msgspec.Struct, frozen=True, gc=False):
    """The end of a fall. (FALL-02 to FALL-04, INT-49)"""

    place: Point  # where the model comes to stand
    drop: float  # how far it falls, until it meets a surface or a model
    onto: tuple[int, ...]  # the models it falls onto


def landing(arena: Arena, s: Skirmish, i: int) -> Landing | None:
    """Return the landing of a model that falls from where it stands, or None if there is nowhere to land."""
    bodies, before = arena.bodies(s.places), s.places[i]
    struck = falls.find_landing(arena.terrain, bodies, i, free=False)
    if before is None or struck is None:
        return None
    onto = falls.find_bodies_hit(bodies, i, struck)
    place = falls.find_landing(arena.terrain, bodies, i, free=True) if onto else struck
    return Landing(place, before[2] - struck[2], onto) if place is not None else None
