"""Setting up the armies: the roll-off, the zones, and units deployed in turn. (SETUP, MIS-02, MIS-03, INT-81)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from counteract.core.decision import PASS, Answer, Concede, Decision, NameContext, Pick, Refusal
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.choices import picks
from counteract.rulesets.kt40 import moves, transports
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.effects import Reserve
from counteract.rulesets.kt40.missions import remove_units, withdraw
from counteract.rulesets.kt40.phases import roll_order
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit
from counteract.rulesets.kt40.zones import zone_box, zones_of

RESERVE, EMBARK = "reserve", "embark"


# --- zones


def set_up(ref: Ref) -> Procedure:
    """Roll off; in that order players pick zones, and then deploy. (MIS-03, ALT-06, DICE-04)"""
    sides = tuple(range(len(ref.arena.teams)))
    order = yield from roll_order(ref, sides, "KT40-MIS-03")
    change_battle(ref, order=order)
    taken: dict[int, int] = {}
    for player in order:
        free = free_zones(ref.arena, taken, player)
        zone = free[0]
        if len(free) > 1:
            names = {zones_of(ref.arena)[k].name: k for k in free}
            choice = yield Decision(player, "zone", tuple(map(Pick, names)), "KT40-MIS-03", "Which deployment zone is yours?")
            zone = names[choice.value]
        taken[player] = zone
        ref.emit("zone", "KT40-MIS-03", player=player, zone=zones_of(ref.arena)[zone].name)
    change_battle(ref, zones=tuple(taken[side] for side in sides))
    ref.then(Task("deploy", (order, 0)), Task("turn"))


def free_zones(arena: Arena, taken: dict[int, int], player: int) -> tuple[int, ...]:
    """Return the zones that a player may pick: free ones, and where teams share an edge those of its own team's edge. (MIS-02, MIS-03)"""
    zones = zones_of(arena)
    free = tuple(k for k in range(len(zones)) if k not in taken.values())
    friends = [side for side, alliance in enumerate(arena.alliances) if alliance == arena.alliances[player] and side != player]
    edges = {zone.edge for zone in zones}
    if not friends or any(sum(zone.edge == edge for zone in zones) != len(friends) + 1 for edge in edges):
        return free
    ours = {zones[taken[side]].edge for side in friends if side in taken}
    theirs = {zones[taken[side]].edge for side in taken if side not in friends}
    return tuple(k for k in free if (zones[k].edge in ours if ours else zones[k].edge not in theirs))


# --- units


def deploy(ref: Ref, order: tuple[int, ...], at: int) -> Procedure:
    """Deploy one unit of a player, then of the next, until all are deployed; a player with none left is skipped. (SETUP-03, SETUP-06)"""
    yield from withdraw(ref)
    arena, s = ref.arena, ref.state
    waiting = {side: waiting_units(arena, s, side) for side in order}
    if not any(waiting.values()):
        return
    player = order[at]
    if waiting[player]:
        if not (yield from _deploy_one(ref, player, waiting[player])):
            ref.then(Task("deploy", (order, at)))
            return
        if not waiting_units(arena, ref.state, player) and ref.state.finished_first < 0:
            change_battle(ref, finished_first=player)
            ref.emit("finished-first", "KT40-SETUP-06", player=player)
    ref.then(Task("deploy", (order, (at + 1) % len(order))))


def waiting_units(arena: Arena, s: ArmyBattle, side: int) -> tuple[int, ...]:
    """Return the units of a side that have yet to be deployed."""
    return tuple(unit for unit in arena.units_of[side] if not s.units[unit].deployed and not s.units[unit].destroyed)


def _deploy_one(ref: Ref, player: int, waiting: tuple[int, ...]) -> Steps[bool]:
    """Ask which unit is deployed, and how: set up, in reserve or embarked; return False if somebody gave up meanwhile. (SETUP-03, SETUP-04)"""
    arena, s = ref.arena, ref.state
    others = tuple(map(Pick, _declarations(arena, s, waiting)))
    options: tuple[Answer, ...] = (*picks(waiting), *others)
    choice: Answer = options[0]
    if len(options) > 1:
        choice = yield Decision(
            player, "deploy", options, "KT40-SETUP-03", "Which unit do you deploy?", why=partial(_refuse, arena, s, player), renewed=True
        )
    if isinstance(choice, Concede):  # MIS-15
        return False
    assert isinstance(choice, Pick)
    match str(choice.value).split(":"):
        case ["reserve", unit]:
            yield from _reserve(ref, int(unit))
        case ["embark", unit, carrier]:
            _embark(ref, int(unit), int(carrier))
        case [unit]:
            yield from _set_up(ref, int(unit))
    return True


def _declarations(arena: Arena, s: ArmyBattle, waiting: tuple[int, ...]) -> Iterator[str]:
    """Yield the ways to deploy units without setting them up. (SETUP-04)"""
    for unit in waiting:
        if why_not_reserve(arena, s, unit) is None:
            yield f"{RESERVE}:{unit}"
        for carrier, own in enumerate(s.units):
            if own.deployed and not own.destroyed and not own.reserve and _has_room(arena, s, unit, carrier):
                yield f"{EMBARK}:{unit}:{carrier}"


def why_not_reserve(arena: Arena, s: ArmyBattle, unit: int) -> tuple[str, str] | None:
    """Return why a unit may not be declared in reserve, or None. (SETUP-04, SETUP-05)"""
    if arena.units[unit].effect(Reserve) is None:
        return "KT40-SETUP-04", "It has no ability to begin in reserve."
    return _why_too_many(arena, s, unit)


def _why_too_many(arena: Arena, s: ArmyBattle, unit: int) -> tuple[str, str] | None:
    """Return why one more unit in reserve would be too many, or None; passengers of a unit in reserve count. (SETUP-05, INT-81)"""
    side = arena.units[unit].side
    own = arena.units_of[side]
    away = [u for u in own if s.units[u].reserve or (s.units[u].carrier >= 0 and s.units[s.units[u].carrier].reserve)]
    points = sum(arena.units[u].card.points for u in (*away, unit))
    if 2 * (len(away) + 1) > len(own):
        return "KT40-SETUP-05", "At most half of the units may begin in reserve."
    if 2 * points > sum(arena.units[u].card.points for u in own):
        return "KT40-SETUP-05", "At most half of the points may begin in reserve."
    return None


def _has_room(arena: Arena, s: ArmyBattle, unit: int, carrier: int) -> bool:
    """Return True if a unit can be declared embarked in a friendly TRANSPORT. (SETUP-04, TRANS-01)"""
    friendly = arena.alliances[arena.units[unit].side] == arena.alliances[arena.units[carrier].side]
    return friendly and unit != carrier and transports.has_room(arena, s, unit, carrier)


def _reserve(ref: Ref, unit: int) -> Steps[None]:
    change_unit(ref, unit, deployed=True, reserve=True)
    ref.emit("reserve", "KT40-SETUP-04", unit=unit)
    yield from _load(ref, unit)


def _embark(ref: Ref, unit: int, carrier: int) -> None:
    change_unit(ref, unit, deployed=True, carrier=carrier)
    ref.emit("embarked", "KT40-SETUP-04", unit=unit, target=carrier)


def _set_up(ref: Ref, unit: int) -> Steps[None]:
    """Set up a unit in its zone, widened if it does not fit; one without room is lost. (SETUP-03, INT-73)"""
    change_unit(ref, unit, deployed=True)
    stands = yield from moves.set_up_unit(ref, unit, "deployed", zone=zone_box(ref.arena, ref.state, ref.arena.units[unit].side))
    if not stands:
        remove_units(ref, (unit,))
        ref.emit("no-room", "KT40-INT-73", unit=unit)
        return
    yield from _load(ref, unit)


def _load(ref: Ref, carrier: int) -> Steps[None]:
    """Ask which units are embarked in a TRANSPORT as it is deployed: that is one step with it. (SETUP-04)"""
    arena, player = ref.arena, ref.arena.units[carrier].side
    while True:
        s = ref.state
        able = tuple(unit for unit in waiting_units(arena, s, player) if _has_room(arena, s, unit, carrier))
        if s.units[carrier].reserve:
            able = tuple(unit for unit in able if _why_too_many(arena, s, unit) is None)
        if not able:
            return
        choice = yield Decision(
            player, "passengers", (PASS, *picks(able)), "KT40-SETUP-04", "{name}: which unit begins the battle inside it?",
            NameContext(arena.unit_names[carrier]), subject=carrier, known=picks(waiting_units(arena, s, player)),
            why=partial(_refuse_passenger, arena, s, carrier),
        )  # fmt: skip
        if not isinstance(choice, Pick):
            return
        _embark(ref, int(choice.value), carrier)


def _refuse_passenger(arena: Arena, s: ArmyBattle, carrier: int, answer: Answer) -> Refusal | None:
    if not isinstance(answer, Pick) or answer.value not in waiting_units(arena, s, arena.units[carrier].side):
        return None
    unit = int(answer.value)
    too_many = _why_too_many(arena, s, unit) if s.units[carrier].reserve else None
    return transports.why_not_aboard(arena, s, unit, carrier) or (None if too_many is None else Refusal(*too_many))


def _refuse(arena: Arena, s: ArmyBattle, player: int, answer: Answer) -> Refusal | None:
    if not isinstance(answer, Pick):
        return None
    match str(answer.value).split(":"):
        case ["reserve", unit] if unit.isdecimal() and int(unit) in waiting_units(arena, s, player):
            problem = why_not_reserve(arena, s, int(unit))
            return None if problem is None else Refusal(*problem)
        case ["embark", unit, carrier] if unit.isdecimal() and carrier.isdecimal() and int(unit) in waiting_units(arena, s, player):
            on_table = int(carrier) < len(s.units) and s.units[int(carrier)].deployed and not s.units[int(carrier)].destroyed
            full = transports.why_not_aboard(arena, s, int(unit), int(carrier)) if on_table else None
            return full or Refusal("KT40-SETUP-04", "That is no friendly transport on the table.")
    return Refusal("KT40-SETUP-03", "That is no unit that you have yet to deploy.")


PROCEDURES: Procedures = {"set_up": set_up, "deploy": deploy}
