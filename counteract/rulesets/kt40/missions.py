"""The mission play of the army-scale edition: the end of a turn, scoring, elimination, concession, the end and its winner. (MIS, EOT, RES-07)"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from counteract.core.language import Phrase, joined, kept_words, say
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.core.state import Event, Result, Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.gains import MARKERS, PointSource, PointSources
from counteract.mechanics.missions import Mission, MissionLimits, marker_points
from counteract.mechanics.objectives import TURNS as EACH_TURN
from counteract.mechanics.objectives import Objective, Shown, render_objectives, scored
from counteract.rulesets.kt40 import objectives, transports
from counteract.rulesets.kt40.arena import Arena, BattleOptions
from counteract.rulesets.kt40.markers import CONTROL, controlled
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_models, change_units
from counteract.rulesets.kt40.units import on_table
from counteract.rulesets.kt40.zones import breaks_through

__all__ = ["LIMITS", "PROCEDURES", "concede", "controlled", "list_objectives", "result", "withdraw"]

#: The limits of mission files.
LIMITS = MissionLimits(
    default="hold-the-line",
    defaults={2: "hold-the-line", 3: "hold-the-line-three", 4: "hold-the-line-four"},  # MIS-01, MIS-16
    deepest_zone=12.0,
)
POINTS: PointSources = {
    "scored": (PointSource(MARKERS, ("gained",)),),
    "first-strike": (PointSource(Phrase("First strike"), ("amount",)),),
    "warlord-slain": (PointSource(Phrase("Slay the Warlord"), ("amount",)),),
    "linebreaker": (PointSource(Phrase("Linebreaker"), ("amount",)),),
    "objective-achieved": (PointSource(Phrase("Tactical objectives"), ("amount",)),),
}
LAST_ARRIVAL = 3  # RES-02


# --- units that leave


def remove_units(ref: Ref, units: tuple[int, ...]) -> None:
    """Take units out of the battle, on the table or not, credited to nobody. (RES-07, MIS-12, MIS-15)"""
    arena, s = ref.arena, ref.state
    models = {i for unit in units for i in arena.units[unit].models}
    change_models(ref, {i: {"wounds": 0} for i in models if s.models[i].wounds})
    gone = {unit: {"destroyed": True, "reserve": False, "carrier": -1} for unit in units if not s.units[unit].destroyed}
    change_units(ref, gone)
    if any(s.places[i] is not None for i in models):
        change_battle(ref, places=tuple(None if i in models else place for i, place in enumerate(s.places)))


def withdraw(ref: Ref) -> Steps[bool]:
    """Remove the units of players who have given up, now that no activation is under way; return True if there were such players. (MIS-15)"""
    arena, some_left = ref.arena, False
    while (side := next((side for side in ref.state.conceded if side not in ref.state.eliminated), None)) is not None:
        for unit in arena.units_of[side]:  # passengers of a team mate get out; at that question another may give up
            if any(own.carrier == unit and arena.units[u].side != side for u, own in enumerate(ref.state.units)):
                yield from transports.thrown_out(ref, unit)
        remove_units(ref, arena.units_of[side])
        change_battle(ref, eliminated=(*ref.state.eliminated, side), acting=-1)
        ref.emit("withdrawn", "KT40-MIS-15", player=side)
        some_left = True
    return some_left


def concede(arena: Arena, s: ArmyBattle, player: int) -> tuple[ArmyBattle, Event]:
    """Give up: the battle goes on without the player, unless only one player or team is left. (MIS-13, MIS-15)"""
    given_up = msgspec.structs.replace(s, conceded=(*s.conceded, player))
    if len(_left(arena, given_up)) <= 1:
        given_up = msgspec.structs.replace(given_up, over=True, phase="over", window="", agenda=(), acting=-1)
    return given_up, Event("conceded", "KT40-MIS-15", {"player": player})


def _left(arena: Arena, s: ArmyBattle) -> set[int]:
    """Return the alliances with a player who is not eliminated. (MIS-13)"""
    return {alliance for side, alliance in enumerate(arena.alliances) if side not in s.eliminated and side not in s.conceded}


# --- the end of a turn


def end_turn(ref: Ref) -> Procedure:
    """Resolve the end of a turn: late reserves, victory points, eliminations; then the next turn, or the end. (EOT-02)"""
    yield from withdraw(ref)
    arena, s = ref.arena, ref.state
    if s.turn == LAST_ARRIVAL:
        _lose_reserves(ref)
    _score_turn(ref)
    for side in _playing(ref.state):
        yield from objectives.discard(ref, side)
    yield from withdraw(ref)
    out = _eliminate(ref)
    left = len(_left(arena, ref.state))
    change_battle(ref, last_stand=out if not left else ())
    if left == 1:  # MIS-13
        ref.instead(Task("final"))
    elif not left or s.turn >= arena.options.turns:
        _score_end(ref)
        ref.instead(Task("final"))
    else:
        ref.emit("turn-over", "KT40-EOT-02", turn=s.turn)
        ref.then(Task("turn"))


def _playing(s: ArmyBattle) -> tuple[int, ...]:
    """Return the players in turn order who are not eliminated."""
    return tuple(side for side in s.order if side not in s.eliminated)


def _lose_reserves(ref: Ref) -> None:
    """Destroy the units that are still in reserve. (RES-07, INT-81)"""
    late = tuple(unit for unit, own in enumerate(ref.state.units) if own.reserve and not own.destroyed)
    late += tuple(unit for unit, own in enumerate(ref.state.units) if own.carrier in late and unit not in late)
    remove_units(ref, late)
    for unit in late:
        ref.emit("reserve-lost", "KT40-RES-07", unit=unit)


def _gain(ref: Ref, side: int, amount: int) -> None:
    change_battle(ref, vp=tuple(vp + amount if player == side else vp for player, vp in enumerate(ref.state.vp)))


def _score_turn(ref: Ref) -> None:
    """Score the markers, first strikes and tactical objectives of a turn. (MIS-08, MIS-09, MIS-17)"""
    arena, s = ref.arena, ref.state
    mission = arena.mission
    if mission is None:
        return
    if s.turn >= mission.first_scoring_tp:
        holders = controlled(arena, s)
        gained = tuple(_marker_points(arena, mission, holders, side) for side in range(len(arena.teams)))
        for side, points in enumerate(gained):
            _gain(ref, side, points)
        ref.emit("scored", "KT40-MIS-08", gained=gained, holders=holders)
    if s.turn == 1 and mission.scoring.first_strike:
        for side in _playing(s):
            if s.struck[side]:
                _gain(ref, side, mission.scoring.first_strike)
                ref.emit("first-strike", "KT40-MIS-09", player=side, amount=mission.scoring.first_strike)
    for side in _playing(s):
        objectives.score(ref, side)


def _marker_points(arena: Arena, mission: Mission, holders: tuple[int | None, ...], side: int) -> int:
    worth = sum(marker.value for marker, holder in zip(mission.markers, holders, strict=True) if holder == side)
    theirs = max(holders.count(enemy) for enemy in arena.enemy_sides[side])
    return marker_points(mission.scoring, holders.count(side), theirs, worth)


def has_models(arena: Arena, s: ArmyBattle, side: int) -> bool:
    """Return True if a side has a model on the battlefield or embarked there; in turn 1 reserve counts too. (MIS-12)"""
    for unit in arena.units_of[side]:
        own = s.units[unit]
        carrier = unit if own.carrier < 0 else own.carrier
        if not own.destroyed and (on_table(arena, s, carrier) or (s.units[carrier].reserve and s.turn <= 1)):
            return True
    return False


def _eliminate(ref: Ref) -> tuple[int, ...]:
    """Eliminate, all at once, the players without a model on the battlefield; return them. (MIS-12)"""
    arena, s = ref.arena, ref.state
    out = tuple(side for side in _playing(s) if not has_models(arena, s, side))
    for side in out:
        remove_units(ref, tuple(unit for unit in arena.units_of[side] if not s.units[unit].destroyed))
        ref.emit("eliminated", "KT40-MIS-12", player=side)
    change_battle(ref, eliminated=(*s.eliminated, *out))
    return out


def _score_end(ref: Ref) -> None:
    """Score slain Warlords and breakthroughs at the end of the battle. (MIS-10, MIS-11)"""
    arena, s = ref.arena, ref.state
    scoring = arena.mission.scoring if arena.mission else None
    if scoring is None:
        return
    for side, slayer in enumerate(s.slayers):
        if slayer >= 0 and scoring.warlord:
            _gain(ref, slayer, scoring.warlord)
            ref.emit("warlord-slain", "KT40-MIS-10", player=slayer, target=arena.warlords[side], amount=scoring.warlord)
    for side in range(len(arena.teams)):
        if scoring.linebreaker and any(breaks_through(arena, s, unit) for unit in arena.units_of[side]):
            _gain(ref, side, scoring.linebreaker)
            ref.emit("linebreaker", "KT40-MIS-11", player=side, amount=scoring.linebreaker)


def final(ref: Ref) -> Procedure:
    """End the battle. (MIS-13, MIS-14)"""
    change_battle(ref, over=True, phase="over", window="", acting=-1)
    ref.emit("over", "KT40-MIS-13" if len(_left(ref.arena, ref.state)) == 1 else "KT40-MIS-14", turn=ref.state.turn)
    ref.instead()
    return
    yield


# --- the winner


def points_left(arena: Arena, s: ArmyBattle, side: int) -> int:
    """Return the points of a side's units that are not destroyed, each in full. (MIS-14)"""
    return sum(arena.units[unit].card.points for unit in arena.units_of[side] if any(s.models[i].wounds for i in arena.units[unit].models))


def result(arena: Arena, s: ArmyBattle) -> Result:
    """Return the result: the winners, the victory points of each side, and the rule that decided. (MIS-13 to MIS-15, INT-71)"""
    sides = range(len(arena.teams))
    points = tuple(points_left(arena, s, side) for side in sides)
    best, rule = _best(arena, s, points)
    winners = tuple(side for side in sides if arena.alliances[side] in best and side not in s.conceded)
    if len(best) > 1 and len(best) == len({*arena.alliances}):
        winners = ()  # a draw of all
    destroyed = tuple(sum(s.units[unit].destroyed for unit in arena.units_of[side]) for side in sides)
    return Result(winners, s.vp, (rule,), {"points": points, "destroyed": destroyed})


def _best(arena: Arena, s: ArmyBattle, points: tuple[int, ...]) -> tuple[set[int], str]:
    """Return the alliances that nothing puts behind another, and the rule that decided."""
    left = _left(arena, s)
    if len(left) == 1:
        return left, "KT40-MIS-15" if {*s.conceded} - {*s.eliminated} else "KT40-MIS-13"
    left = left or {arena.alliances[side] for side in s.last_stand}
    totals = {alliance: (_of_team(arena, s.vp, alliance), _of_team(arena, points, alliance)) for alliance in left}
    most = max(totals.values(), default=(0, 0))
    return {alliance for alliance, total in totals.items() if total == most}, "KT40-MIS-14"


def _of_team(arena: Arena, numbers: tuple[int, ...], alliance: int) -> int:
    return sum(number for number, own in zip(numbers, arena.alliances, strict=True) if own == alliance)


# --- in words


def describe_elimination(result: Result, teams: Sequence[str]) -> str:
    """Return the text of a victory of those who alone have models left, whatever the victory points; "" if it is no such victory. (MIS-13)"""
    if "KT40-MIS-13" not in result.reasons or not result.winners:
        return ""
    others = joined(team for side, team in enumerate(teams) if side not in result.winners)
    scores = joined(say("{team} {score}", team=team, score=score) for team, score in zip(teams, result.scores, strict=True))
    told = Phrase("{others} have nobody left, so {winners} win, and victory points do not count ({scores}).")
    return say(told, others=others, winners=joined(teams[side] for side in result.winners), scores=scores)


@kept_words
def list_objectives(mission: Mission | None, options: BattleOptions) -> Shown:
    """Return the sentences on how the battle is won. (MIS-06 to MIS-14, MIS-17)"""
    found = list[Objective]()
    if mission is not None:
        scoring = mission.scoring
        held = Phrase('A marker is held by the side with more models within {inches:g}" of it; whoever has Troops there goes before.', inches=CONTROL)
        found.append(Objective(held, "KT40-MIS-06"))
        found.append(scored(mission, EACH_TURN, mission.first_scoring_tp, "KT40-MIS-08"))
        late = (
            (scoring.first_strike, "For destroying one enemy unit or more in turn 1: {points} VP.", "KT40-MIS-09"),
            (scoring.warlord, "At the end, for each enemy Warlord destroyed: {points} VP.", "KT40-MIS-10"),
            (scoring.linebreaker, "At the end, for a unit wholly within an enemy zone: {points} VP.", "KT40-MIS-11"),
        )
        found += [Objective(Phrase(text, points=points), rule) for points, text, rule in late if points]
        if mission.hold:
            tactical = Phrase("Each side holds {count} tactical objectives; those achieved score at the end of a turn.", count=mission.hold)
            found.append(Objective(tactical, "KT40-MIS-17"))
    found.append(Objective(Phrase("A side with nobody on the battlefield at the end of a turn is eliminated."), "KT40-MIS-12"))
    alone = Phrase("If only one side (or one team) is left then, it wins at once, whatever the VP, and nothing is scored for the end.")
    found.append(Objective(alone, "KT40-MIS-13"))
    found.append(Objective(Phrase("After {turns} turns the side with the most VP wins.", turns=options.turns), "KT40-MIS-14"))
    return render_objectives(found)


PROCEDURES: Procedures = {"end_turn": end_turn, "final": final}
