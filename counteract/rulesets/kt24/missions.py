"""The mission play of Kill Team 2024: controlling markers, scoring, kill grades, winner and tie-breaks. (MIS-06 to MIS-20)"""

from __future__ import annotations

import msgspec

from counteract.core.language import Phrase, kept_words
from counteract.core.procedure import Procedure
from counteract.core.state import Event, Result, Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.gains import KILLS, MARKERS, PointSource, PointSources
from counteract.mechanics.missions import MARKER_RADIUS, Mission, MissionLimits, marker_points
from counteract.mechanics.objectives import TURNING_POINTS, Objective, Shown, render_objectives, scored
from counteract.mechanics.operatives import stats
from counteract.mechanics.operatives.sight import CONTROL
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt24.arena import Arena, BattleOptions
from counteract.rulesets.kt24.sight import contests
from counteract.rulesets.kt24.state import Ref, Skirmish

#: The limits of mission files.
LIMITS = MissionLimits(default="hold-the-ground", markers_apart=2.0)
POINTS: PointSources = {"scored": (PointSource(MARKERS, ("gained",)),), "kills-scored": (PointSource(KILLS, ("grades", "bonus")),)}

HIGHEST_GRADE = 5  # MIS-12
FOR_THE_HIGHER = 1  # VP (MIS-13)


def controlled(arena: Arena, s: Skirmish) -> tuple[int | None, ...]:
    """Return the side that controls each marker: the one with the greater APL total contesting it. (MIS-06, MIS-07)"""
    if arena.mission is None:
        return ()
    holders: list[int | None] = []
    for marker in arena.mission.markers:
        x, y = marker.at(arena.terrain.board)
        totals = [sum(stats.apl(arena, s, i) for i in models_of(s, side) if contests(arena, s, i, x, y, MARKER_RADIUS)) for side in (0, 1)]
        holders.append(None if totals[0] == totals[1] else int(totals[1] > totals[0]))
    return tuple(holders)


def kills(arena: Arena, s: Skirmish, side: int) -> int:
    """Return how many of the enemy's starting team are incapacitated, by any cause. (MIS-11)"""
    enemies = arena.enemy_sides[side]
    return sum(m.side in enemies and m.down for m in s.models)


def kill_grade(kills: int, team: int) -> int:
    """Return the kill grade, 0 to 5, against a starting team of that size. (MIS-12)

    >>> [kill_grade(k, 7) for k in range(8)]
    [0, 1, 1, 2, 3, 3, 4, 5]
    """
    return max((k for k in range(1, HIGHEST_GRADE + 1) if kills >= max(1, (2 * k * team + 5) // 10)), default=0)


def grades(arena: Arena, s: Skirmish) -> tuple[int, int]:
    """Return both sides' kill grades."""
    one, two = (kill_grade(kills(arena, s, side), arena.sides.count(1 - side)) for side in (0, 1))
    return one, two


def end_turning_point(ref: Ref) -> Procedure:
    """Score the markers; then the next turning point, or the end. (BATTLE-01, MIS-08 to MIS-10, MIS-15)"""
    arena, s = ref.arena, ref.state
    mission = arena.mission
    if mission and s.turn >= arena.options.first_scoring_tp:
        holders = controlled(arena, s)  # effects that last until the end of the turning point still count here
        worth = [sum(m.value for m, holder in zip(mission.markers, holders, strict=True) if holder == side) for side in (0, 1)]
        gained = tuple(marker_points(mission.scoring, holders.count(side), holders.count(1 - side), worth[side]) for side in (0, 1))
        change_battle(ref, marker_vp=tuple(a + b for a, b in zip(s.marker_vp, gained, strict=True)))
        ref.emit("scored", "KT24-MIS-09", gained=gained, holders=holders)
    ref.emit("turning-point-over", "KT24-BATTLE-03", turn=s.turn)
    if s.turn >= arena.options.turning_points:
        ref.then(Task("final"))
    else:
        change_battle(ref, lasting=tuple(e for e in ref.state.lasting if e.until == "battle"))  # MIS-44
        ref.then(Task("turning_point"))
    return
    yield


def final(ref: Ref) -> Procedure:
    """Score the kill grades and end the battle. (MIS-13, MIS-14)"""
    arena, s = ref.arena, ref.state
    if arena.mission and arena.mission.scoring.kills:
        grade = grades(arena, s)
        bonus = tuple(FOR_THE_HIGHER * (grade[side] > grade[1 - side]) for side in (0, 1))
        change_battle(ref, kill_vp=tuple(g + b for g, b in zip(grade, bonus, strict=True)))
        ref.emit("kills-scored", "KT24-MIS-13", grades=grade, bonus=bonus)
    if arena.mission is None:
        for side in wiped_out(s):
            ref.emit("wiped-out", "KT24-INT-77", player=side)
    change_battle(ref, over=True, phase="over")
    ref.instead()
    return
    yield


def result(arena: Arena, s: Skirmish) -> Result:
    """Return the result: the winner, and the rule that decided. (MIS-17 to MIS-20, INT-77)"""
    winner, rule = _winner(arena, s)
    killed = (kills(arena, s, 0), kills(arena, s, 1))
    figures = {
        "kills": killed,
        "wounds": (wounds(s, 0), wounds(s, 1)),
        "wiped_out": wiped_out(s),
    }
    return Result(() if winner is None else (winner,), killed if arena.mission is None else _points(s), (rule,), figures)


def _points(s: Skirmish) -> tuple[int, int]:
    return s.marker_vp[0] + s.kill_vp[0], s.marker_vp[1] + s.kill_vp[1]


def _winner(arena: Arena, s: Skirmish) -> tuple[int | None, str]:
    """Return the winner, if there is one, and the rule that decided."""
    if s.conceded:
        return 1 - s.conceded[0], "KT24-MIS-20"
    if arena.mission is None:
        return None, "KT24-INT-77"
    one, two = _points(s)
    if one != two:
        return int(two > one), "KT24-MIS-17"
    for mine, theirs in tie_breaks(arena, s):
        if mine != theirs:
            return int(theirs > mine), "KT24-MIS-18"
    return (None if arena.options.allow_draw else 1 - s.initiative), "KT24-MIS-19"


def wiped_out(s: Skirmish) -> tuple[int, ...]:
    """Return the sides all of whose operatives are incapacitated."""
    return tuple(side for side in (0, 1) if all(m.down for m in s.models if m.side == side))


def wounds(s: Skirmish, side: int) -> int:
    """Return the wounds a team has left."""
    return sum(m.wounds for m in s.models if m.side == side)


def tie_breaks(arena: Arena, s: Skirmish) -> list[tuple[int, int]]:
    """Return the figures that are compared in turn when victory points are equal. (MIS-18)"""
    starting = [sum(card.wounds for card in team.operatives) for team in arena.teams]
    # Shares of wounds are compared as whole numbers, so that no rounding can decide a battle.
    shares = (wounds(s, 0) * starting[1], wounds(s, 1) * starting[0])
    holders = controlled(arena, s)
    return [(s.marker_vp[0], s.marker_vp[1]), grades(arena, s), (holders.count(0), holders.count(1)), shares]


def concede(arena: Arena, s: Skirmish, player: int) -> tuple[Skirmish, Event]:
    """Give up: the opponent wins whatever the points. (MIS-20)"""
    over = msgspec.structs.replace(s, conceded=(player,), over=True, phase="over", agenda=(), acting=())
    return over, Event("conceded", "KT24-MIS-20", {"player": player})


# --- in words


@kept_words
def list_objectives(mission: Mission | None, options: BattleOptions) -> Shown:
    """Return the sentences on how the battle is won. (MIS-07, MIS-09, MIS-13, MIS-17, INT-77)"""
    turns = options.turning_points
    if mission is None:
        return render_objectives([Objective(Phrase("Without a mission nobody wins; it is fought for practice."), "KT24-INT-77")])
    found = [
        Objective(Phrase('A marker is held by the side with more APL within {inches:g}" of it.', inches=CONTROL), "KT24-MIS-07"),
        scored(mission, TURNING_POINTS, options.first_scoring_tp, "KT24-MIS-09"),
    ]
    if mission.scoring.kills:
        kills = "The end of the battle brings up to {most} VP for enemies brought down, and {more} more to the side that is better at it."
        found.append(Objective(Phrase(kills, most=HIGHEST_GRADE, more=FOR_THE_HIGHER), "KT24-MIS-13"))
    return render_objectives([*found, Objective(Phrase("After {turns} turning points the side with more VP wins.", turns=turns), "KT24-MIS-17")])
