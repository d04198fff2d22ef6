"""Banners: who holds them, what they bring, and who has won. (MIS, GEN)"""

from __future__ import annotations

from math import hypot

import msgspec

from banners.phases import withdraw
from banners.state import Arena, Race, Ref, in_play, is_decided
from counteract.core.procedure import Procedure
from counteract.core.state import Event, Result, Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.field import within
from counteract.mechanics.gains import MARKERS, PointSource
from counteract.mechanics.missions import marker_points
from counteract.mechanics.sides import models_of

CONTROL = 2.0  # MIS-01
POINTS = {"scored": (PointSource(MARKERS, ("gained",)),)}


def controlled(arena: Arena, s: Race) -> tuple[int | None, ...]:
    """Who holds each banner: of those with the most runners at it, friends counted together, the band that has most of them. (MIS-01)"""
    return tuple(_holder(arena, s, *marker.at(arena.terrain.board)) for marker in (arena.mission.markers if arena.mission else ()))


def _holder(arena: Arena, s: Race, x: float, y: float) -> int | None:
    near = [sum(_is_near(arena, s, i, x, y) for i in models_of(s, side)) for side in range(len(arena.teams))]
    together = {alliance: sum(n for n, a in zip(near, arena.alliances, strict=True) if a == alliance) for alliance in arena.alliances}
    most = max(together.values())
    if not most or [*together.values()].count(most) > 1:
        return None
    return max((side for side, alliance in enumerate(arena.alliances) if together[alliance] == most), key=lambda side: near[side])


def _is_near(arena: Arena, s: Race, i: int, x: float, y: float) -> bool:
    place = s.places[i]
    return place is not None and within(hypot(place[0] - x, place[1] - y) - arena.radii[i], CONTROL)


def end_round(ref: Ref) -> Procedure:
    """Score the banners; then the next round, or the end. (MIS-02, BATTLE-01)"""
    arena, s = ref.arena, ref.state
    mission = arena.mission
    if mission and s.turn >= mission.first_scoring_tp:
        holders = controlled(arena, s)
        gained = tuple(_gained(arena, holders, side) for side in range(len(arena.teams)))
        change_battle(ref, points=tuple(a + b for a, b in zip(s.points, gained, strict=True)))
        ref.emit("scored", "BANNERS-MIS-02", gained=gained, holders=holders)
    ref.then(Task("final") if s.turn >= arena.options.rounds else Task("round"))
    return
    yield


def _gained(arena: Arena, holders: tuple[int | None, ...], side: int) -> int:
    assert arena.mission is not None
    worth = sum(marker.value for marker, holder in zip(arena.mission.markers, holders, strict=True) if holder == side)
    theirs = max(holders.count(enemy) for enemy in arena.enemy_sides[side])
    return marker_points(arena.mission.scoring, holders.count(side), theirs, worth)


def final(ref: Ref) -> Procedure:
    """The battle is over. (BATTLE-01, GEN-04)"""
    withdraw(ref)
    change_battle(ref, over=True, phase="over", acting=-1)
    ref.emit("over", "BANNERS-BATTLE-01")
    ref.instead()
    return
    yield


def result(arena: Arena, s: Race) -> Result:
    """The last who stand have won; else those with the most points, friends counted together, and ties are shared. (GEN-04, MIS-03)"""
    left = {arena.alliances[side] for side in in_play(s)}
    totals = {alliance: sum(p for p, a in zip(s.points, arena.alliances, strict=True) if a == alliance) for alliance in left}
    best = max(totals.values(), default=0)
    winners = tuple(side for side, alliance in enumerate(arena.alliances) if totals.get(alliance) == best and side not in s.conceded)
    fallen = tuple(sum(s.models[i].gone for i in arena.band(side)) for side in range(len(arena.teams)))
    return Result(winners, s.points, ("BANNERS-GEN-04" if is_decided(arena, s) else "BANNERS-MIS-03",), {"fallen": fallen})


def concede(arena: Arena, s: Race, player: int) -> tuple[Race, Event]:
    """Give up: the others go on, unless only friends are left. (GEN-03, GEN-04)"""
    given_up = msgspec.structs.replace(s, conceded=(*s.conceded, player))
    if is_decided(arena, given_up):
        given_up = msgspec.structs.replace(given_up, over=True, phase="over", agenda=(), acting=-1)
    return given_up, Event("conceded", "BANNERS-GEN-03", {"player": player})
