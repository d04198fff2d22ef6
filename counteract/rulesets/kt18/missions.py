"""The mission play of Kill Team 2018: controlling markers, scoring, the end of the battle and its winner. (MIS, QA-01)"""

from __future__ import annotations

from math import hypot

import msgspec

from counteract.core.language import Phrase, kept_words
from counteract.core.procedure import Procedure
from counteract.core.state import Event, Result, Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.field import within
from counteract.mechanics.gains import MARKERS, PointSource, PointSources
from counteract.mechanics.missions import Mission, MissionLimits, marker_points
from counteract.mechanics.objectives import BATTLE_ROUNDS, Objective, Shown, render_objectives, scored
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt18.arena import Arena, BattleOptions
from counteract.rulesets.kt18.state import Ref, Skirmish

#: The limits of mission files.
LIMITS = MissionLimits(default="three-stones", least_markers=2)  # MIS-02
POINTS: PointSources = {"scored": (PointSource(MARKERS, ("gained",)),), "leader-lost": (PointSource(Phrase("Leaders brought down"), ("amount",)),)}

CONTROL = 2.0  # MIS-06


def holds(arena: Arena, s: Skirmish, i: int, x: float, y: float) -> bool:
    """Return True if a model is near enough to a marker to hold it: an upright line without end. (QA-01, QA-16, MIS-06)"""
    place = s.places[i]
    return place is not None and not s.models[i].shaken and within(hypot(place[0] - x, place[1] - y) - arena.radii[i], CONTROL)


def controlled(arena: Arena, s: Skirmish) -> tuple[int | None, ...]:
    """Return the side that controls each marker: the one with more models at it. (MIS-06, MIS-07)"""
    holders: list[int | None] = []
    for marker in arena.mission.markers if arena.mission else ():
        x, y = marker.at(arena.terrain.board)
        one, two = (sum(holds(arena, s, i, x, y) for i in models_of(s, side)) for side in (0, 1))
        holders.append(None if one == two else int(two > one))
    return tuple(holders)


def end_phase(ref: Ref, phase: str) -> Procedure:
    """End the battle at the end of the phase if a side has no models left. (MIS-11)"""
    if not (models_of(ref.state, 0) and models_of(ref.state, 1)):
        ref.instead(Task("final"))
    return
    yield


def end_round(ref: Ref) -> Procedure:
    """Score the markers; then the next round, or the end. (MIS-07, MIS-08, MIS-10)"""
    arena, s = ref.arena, ref.state
    mission = arena.mission
    if mission and s.turn >= mission.first_scoring_tp:
        holders = controlled(arena, s)
        worth = [sum(m.value for m, holder in zip(mission.markers, holders, strict=True) if holder == side) for side in (0, 1)]
        gained = tuple(marker_points(mission.scoring, holders.count(side), holders.count(1 - side), worth[side]) for side in (0, 1))
        change_battle(ref, vp=tuple(a + b for a, b in zip(s.vp, gained, strict=True)))
        ref.emit("scored", "KT18-MIS-08", gained=gained, holders=holders)
    ref.emit("round-over", "KT18-MIS-07", turn=s.turn)
    ref.then(Task("final") if s.turn >= arena.options.rounds else Task("battle_round"))
    return
    yield


def final(ref: Ref) -> Procedure:
    """End the battle. (MIS-10, MIS-11)"""
    for side in (0, 1):
        if not models_of(ref.state, side):
            ref.emit("wiped-out", "KT18-MIS-11", player=side)
    change_battle(ref, over=True, phase="over", acting=-1)
    ref.instead()
    return
    yield


def lost(s: Skirmish, side: int) -> int:
    """Return how many models of a side are out of action."""
    return sum(m.out for m in s.models if m.side == side)


def result(arena: Arena, s: Skirmish) -> Result:
    """Return the result: the winner, and the rule that decided. (MIS-11 to MIS-13)"""
    winner, rule = _winner(arena, s)
    figures = {"lost": (lost(s, 0), lost(s, 1)), "flesh_wounds": tuple(sum(m.flesh for m in s.models if m.side == side) for side in (0, 1))}
    return Result(() if winner is None else (winner,), s.vp, (rule,), figures)


def _winner(arena: Arena, s: Skirmish) -> tuple[int | None, str]:
    """Return the winner, if there is one, and the rule that decided."""
    if s.conceded:
        return 1 - s.conceded[0], "KT18-MIS-13"
    standing = [bool(models_of(s, side)) for side in (0, 1)]
    if standing[0] != standing[1]:
        return int(standing[1]), "KT18-MIS-11"
    start = [len(arena.team(side)) for side in (0, 1)]
    # Shares of models are compared as whole numbers, so that no rounding can decide a battle.
    shares = [(start[side] - lost(s, side)) * start[1 - side] for side in (0, 1)]
    for one, two in ((s.vp[0], s.vp[1]), (not s.broken[0], not s.broken[1]), shares):
        if one != two:
            return int(two > one), "KT18-MIS-12"
    return None, "KT18-MIS-12"


def concede(arena: Arena, s: Skirmish, player: int) -> tuple[Skirmish, Event]:
    """Give up: the opponent wins. (MIS-13)"""
    given_up = msgspec.structs.replace(s, conceded=(player,), over=True, phase="over", agenda=(), acting=-1)
    return given_up, Event("conceded", "KT18-MIS-13", {"player": player})


# --- in words


@kept_words
def list_objectives(mission: Mission | None, options: BattleOptions) -> Shown:
    """Return the sentences on how the battle is won. (MIS-06, MIS-08, MIS-09, MIS-11, MIS-12)"""
    found = list[Objective]()
    if mission is not None:
        held = Phrase('A marker is held by the side with more models within {inches:g}" of it; shaken ones do not count.', inches=CONTROL)
        found.append(Objective(held, "KT18-MIS-06"))
        found.append(scored(mission, BATTLE_ROUNDS, mission.first_scoring_tp, "KT18-MIS-08"))
        if points := mission.scoring.leader:
            found.append(Objective(Phrase("The first time the enemy's Leader goes out of action: {points} VP.", points=points), "KT18-MIS-09"))
    found.append(Objective(Phrase("A side with nobody left at the end of a phase has lost."), "KT18-MIS-11"))
    found.append(Objective(Phrase("After {turns} battle rounds the side with more VP wins.", turns=options.rounds), "KT18-MIS-12"))
    return render_objectives(found)
