"""Tactical objectives of the army-scale edition: drawing them, and what each asks for. (MIS-17)"""

from __future__ import annotations

from counteract.core.decision import PASS, Decision, Pick, Roll
from counteract.core.procedure import Steps
from counteract.core.state import TOLERANCE
from counteract.mechanics.changes import change_battle
from counteract.mechanics.missions import TacticalObjective
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.markers import controlled
from counteract.rulesets.kt40.state import ArmyBattle, Ref
from counteract.rulesets.kt40.units import enemy_units, own_units, standing
from counteract.rulesets.kt40.zones import Box, breaks_through, is_wholly_within, zone_box

Hands = tuple[tuple[str, ...], ...]


def objective(arena: Arena, ident: str) -> TacticalObjective:
    """Return an objective of the mission by its id."""
    assert arena.mission is not None
    return next(one for one in arena.mission.objectives if one.id == ident)


def left_in_deck(arena: Arena, s: ArmyBattle, side: int) -> tuple[str, ...]:
    """Return the objectives that a side has neither drawn nor given up."""
    gone = (*s.hands[side], *s.achieved[side], *s.discarded[side])
    return tuple(one.id for one in (arena.mission.objectives if arena.mission else ()) if one.id not in gone)


def draw(ref: Ref, side: int) -> Steps[None]:
    """Draw objectives for a side until it holds as many as the mission says, or none is left. (MIS-17)"""
    mission = ref.arena.mission
    while mission is not None and len(ref.state.hands[side]) < mission.hold and (deck := left_in_deck(ref.arena, ref.state, side)):
        k = 1
        if len(deck) > 1:
            (k,) = yield Roll(side, 1, "KT40-MIS-17", sides=len(deck))
        drawn = deck[k - 1]
        change_battle(ref, hands=_with(ref.state.hands, side, (*ref.state.hands[side], drawn)))
        ref.emit("objective-drawn", "KT40-MIS-17", player=side, objective=drawn)


def score(ref: Ref, side: int) -> None:
    """Score the objectives that a side has achieved; they leave its hand. (MIS-17, EOT-02)"""
    arena, s = ref.arena, ref.state
    for ident in s.hands[side]:
        one = objective(arena, ident)
        if is_achieved(arena, s, side, one):
            hands = _with(ref.state.hands, side, tuple(other for other in ref.state.hands[side] if other != ident))
            achieved = _with(ref.state.achieved, side, (*ref.state.achieved[side], ident))
            vp = tuple(points + one.points if player == side else points for player, points in enumerate(ref.state.vp))
            change_battle(ref, hands=hands, achieved=achieved, vp=vp)
            ref.emit("objective-achieved", "KT40-MIS-17", player=side, objective=ident, amount=one.points)


def discard(ref: Ref, side: int) -> Steps[None]:
    """Ask a side which of its objectives it gives up, as many as the mission allows. (MIS-17)"""
    mission = ref.arena.mission
    for _ in range(mission.discards if mission else 0):
        held = ref.state.hands[side]
        if not held or not left_in_deck(ref.arena, ref.state, side):
            return
        choice = yield Decision(side, "discard", (PASS, *map(Pick, held)), "KT40-MIS-17", "Which objective do you give up for another one?")
        if not isinstance(choice, Pick):
            return
        given = str(choice.value)
        discarded = _with(ref.state.discarded, side, (*ref.state.discarded[side], given))
        change_battle(ref, hands=_with(ref.state.hands, side, tuple(one for one in held if one != given)), discarded=discarded)
        ref.emit("objective-discarded", "KT40-MIS-17", player=side, objective=given)


def _with(hands: Hands, side: int, own: tuple[str, ...]) -> Hands:
    return (*hands[:side], own, *hands[side + 1 :])


# --- what they ask for


def is_achieved(arena: Arena, s: ArmyBattle, side: int, one: TacticalObjective) -> bool:
    """Return True if a side has done what an objective asks for. (MIS-17)"""
    if one.asks == "clear the ground":
        return len(own_units(arena, s, side)) >= one.count and not _has_intruders(arena, s, side)
    if one.asks == "stand firm":
        tested = [s.units[unit] for unit in arena.units_of[side] if s.units[unit].tested]
        return len(tested) >= one.count and not any(unit.failing for unit in tested)
    return _count(arena, s, side, one) >= one.count


def _count(arena: Arena, s: ArmyBattle, side: int, one: TacticalObjective) -> int:
    """Return how much of what an objective counts a side has."""
    mine = arena.units_of[side]
    match one.asks:
        case "hold marker" | "hold markers":
            assert arena.mission is not None
            held = zip(arena.mission.markers, controlled(arena, s), strict=True)
            friends = arena.alliances[side]
            return sum(holder is not None and arena.alliances[holder] == friends and one.marker in ("", marker.id) for marker, holder in held)
        case "destroy units":
            return sum(destroyed_this_turn(s, unit.number, side) and (not one.keyword or unit.has(one.keyword)) for unit in arena.units)
        case "charge":
            return sum(bool(s.units[unit].charged) for unit in mine)
        case "break through":
            return sum(breaks_through(arena, s, unit) for unit in mine)
    return sum(any(is_wholly_within(arena, s, unit, quarter) for unit in mine) for quarter in _quarters(arena))  # spread out


def destroyed_this_turn(s: ArmyBattle, unit: int, by: int) -> bool:
    """Return True if a unit was destroyed this turn and that is credited to a side. (INT-82)"""
    return s.units[unit].destroyed and s.units[unit].destroyed_by == by and s.units[unit].lost > 0


def _has_intruders(arena: Arena, s: ArmyBattle, side: int) -> bool:
    """Return True if a base of an enemy is in a side's deployment zone, in part at least."""
    x0, y0, x1, y1 = zone_box(arena, s, side)
    for unit in enemy_units(arena, s, side):
        for i in standing(arena, s, unit):
            x, y, _ = s.places[i] or (0.0, 0.0, 0.0)
            away = ((x - min(max(x, x0), x1)) ** 2 + (y - min(max(y, y0), y1)) ** 2) ** 0.5
            if away < arena.radii[i] - TOLERANCE:
                return True
    return False


def _quarters(arena: Arena) -> tuple[Box, ...]:
    w, d = arena.terrain.board.width, arena.terrain.board.depth
    return tuple((x, y, x + w / 2, y + d / 2) for x in (0.0, w / 2) for y in (0.0, d / 2))
