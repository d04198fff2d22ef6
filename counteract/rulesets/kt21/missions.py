"""The mission play of Kill Team 2021: markers, victory points, the end of the battle, winner and tie-break. (MIS, INT-80, INT-81)"""

from __future__ import annotations

import msgspec

from counteract.core.language import Phrase, kept_words
from counteract.core.procedure import Procedure
from counteract.core.state import Event, Result, Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.gains import KILLS, MARKERS, PointSource, PointSources
from counteract.mechanics.missions import Mission, MissionLimits, marker_points
from counteract.mechanics.objectives import TURNING_POINTS, Objective, Shown, render_objectives, scored
from counteract.mechanics.operatives import stats
from counteract.mechanics.sides import models_of
from counteract.rulesets.kt21.arena import Arena, BattleOptions
from counteract.rulesets.kt21.sight import CONTESTED, contests
from counteract.rulesets.kt21.state import Ref, Skirmish

#: The limits of mission files.
LIMITS = MissionLimits(default="five-cairns", any_edge=True)  # SETUP-06
POINTS: PointSources = {"scored": (PointSource(MARKERS, ("markers",)), PointSource(KILLS, ("kills",)))}

KILL_VP = 1  # MIS-09


def controlled(arena: Arena, s: Skirmish) -> tuple[int | None, ...]:
    """Return the side that controls each marker, computed afresh: the one with the greater total of APL contesting it. (MIS-05, MIS-06)"""
    holders: list[int | None] = []
    for marker in arena.mission.markers if arena.mission else ():
        x, y = marker.at(arena.terrain.board)
        totals = [sum(stats.apl(arena, s, i) for i in models_of(s, side) if contests(arena, s, i, x, y)) for side in (0, 1)]
        holders.append(None if totals[0] == totals[1] else int(totals[1] > totals[0]))
    return tuple(holders)


def fallen(s: Skirmish, side: int) -> int:
    """Return how many operatives of a side are incapacitated."""
    return sum(m.side == side and m.down for m in s.models)


def decided(arena: Arena, s: Skirmish) -> bool:
    """Return True if a battle without a mission is over before its time: a side has no operatives left. (INT-80)"""
    return arena.mission is None and not (models_of(s, 0) and models_of(s, 1))


def end_turning_point(ref: Ref) -> Procedure:
    """Score; then the next turning point, or the end. (BATTLE-01, MIS-07 to MIS-11)"""
    arena, s = ref.arena, ref.state
    mission = arena.mission
    if mission and s.turn >= arena.options.first_scoring_tp:
        holders = controlled(arena, s)
        worth = [sum(m.value for m, holder in zip(mission.markers, holders, strict=True) if holder == side) for side in (0, 1)]
        markers = tuple(marker_points(mission.scoring, holders.count(side), holders.count(1 - side), worth[side]) for side in (0, 1))
        kills = tuple(KILL_VP * (mission.scoring.kills and fallen(s, 1 - side) > s.down_before[1 - side]) for side in (0, 1))
        change_battle(ref, vp=tuple(map(sum, zip(s.vp, markers, kills, strict=True))))
        ref.emit("scored", "KT21-MIS-07", markers=markers, kills=kills, holders=holders)
    ref.emit("turning-point-over", "KT21-BATTLE-03", turn=s.turn)
    nobody = not models_of(s, 0) and not models_of(s, 1)
    if s.turn >= arena.options.turning_points or nobody:
        ref.then(Task("final"))
    else:
        change_battle(ref, lasting=tuple(e for e in ref.state.lasting if e.until == "battle"))
        ref.then(Task("turning_point"))
    return
    yield


def final(ref: Ref) -> Procedure:
    """End the battle."""
    for side in (0, 1):
        if not models_of(ref.state, side):
            ref.emit("wiped-out", "KT21-MIS-11" if ref.arena.mission else "KT21-INT-80", player=side)
    change_battle(ref, over=True, phase="over")
    ref.instead()
    return
    yield


def result(arena: Arena, s: Skirmish) -> Result:
    """Return the result: the winner, and the rule that decided. (MIS-12 to MIS-14, INT-80)"""
    winner, rule = _winner(arena, s)
    down = (fallen(s, 1), fallen(s, 0))
    figures: dict[str, tuple[int, ...]] = {"kills": down, "wounds": (wounds(s, 0), wounds(s, 1))}
    return Result(() if winner is None else (winner,), (s.vp[0], s.vp[1]) if arena.mission else down, (rule,), figures)


def _winner(arena: Arena, s: Skirmish) -> tuple[int | None, str]:
    """Return the winner, if there is one, and the rule that decided."""
    if s.conceded:
        return 1 - s.conceded[0], "KT21-MIS-14"
    if arena.mission is not None and s.vp[0] != s.vp[1]:
        return int(s.vp[1] > s.vp[0]), "KT21-MIS-12"
    one, two = shares(arena, s)
    winner = None if one == two else int(two > one)
    return winner, "KT21-MIS-13" if arena.mission else "KT21-INT-80"


def wounds(s: Skirmish, side: int) -> int:
    """Return the wounds that a side has left on the board."""
    return sum(s.models[i].wounds for i in models_of(s, side))


def shares(arena: Arena, s: Skirmish) -> tuple[int, int]:
    """Return the wounds left as shares of the starting wounds, over a common denominator. (INT-81)"""
    starting = [sum(card.wounds for card in team.operatives) for team in arena.teams]
    return wounds(s, 0) * starting[1], wounds(s, 1) * starting[0]


def concede(arena: Arena, s: Skirmish, player: int) -> tuple[Skirmish, Event]:
    """Give up: the opponent wins. (MIS-14)"""
    over = msgspec.structs.replace(s, agenda=(), acting=(), over=True, phase="over", conceded=(player,))
    return over, Event("conceded", "KT21-MIS-14", {"player": player})


# --- in words


@kept_words
def list_objectives(mission: Mission | None, options: BattleOptions) -> Shown:
    """Return the sentences on how the battle is won. (MIS-05, MIS-07, MIS-09, MIS-12, INT-80)"""
    turns = options.turning_points
    if mission is None:
        most_kills = Phrase("After {turns} turning points the side that has brought down more enemies wins.", turns=turns)
        return render_objectives([Objective(most_kills, "KT21-INT-80")])
    found = [
        Objective(Phrase('A marker is held by the side with more APL within {inches:g}" of its middle.', inches=CONTESTED), "KT21-MIS-05"),
        scored(mission, TURNING_POINTS, options.first_scoring_tp, "KT21-MIS-07"),
    ]
    if mission.scoring.kills:
        found.append(Objective(Phrase("A turning point in which an enemy was brought down brings {points} VP more.", points=KILL_VP), "KT21-MIS-09"))
    return render_objectives([*found, Objective(Phrase("After {turns} turning points the side with more VP wins.", turns=turns), "KT21-MIS-12")])
