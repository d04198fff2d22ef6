"""The positions of the army-scale edition: the fields of units and of the battle, and the agenda. (GEN to MIS)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec

from counteract.core.language import say
from counteract.core.procedure import Alternation
from counteract.core.state import Task
from counteract.files.fields import Choice, Number, Whole
from counteract.files.reader import Entry, is_number
from counteract.mechanics.position_fields import (
    MOST_POINTS,
    a_list,
    a_model,
    a_number,
    a_side,
    begun_with_edges,
    count_sides,
    for_each_side,
    one_of,
    side_and_id,
    side_of,
    sides_of,
    turns_of_some,
)
from counteract.mechanics.positions import INITIATIVE, OVER, SETUP, TaskForm
from counteract.mechanics.unit_positions import NOBODY, UnitPositions, a_unit, told_unit, told_units, unit_of, units, units_of
from counteract.rulesets.kt40.actions import OPTIONS
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack_groups import Group, Kind
from counteract.rulesets.kt40.cards import BOON_NAMES, WINDOWS
from counteract.rulesets.kt40.charge import Stood
from counteract.rulesets.kt40.phases import ALTERNATING, STEPS, from_phase, from_start
from counteract.rulesets.kt40.state import ArmyBattle, Boon, Trooper, UnitState
from counteract.rulesets.kt40.transports import can_carry, passengers
from counteract.rulesets.kt40.units import alive
from counteract.rulesets.kt40.zones import zones_of

START, END = "start", "end"  # of a turn
PHASES = (*STEPS,)
MOST_LOST = 999


# --- arguments of tasks


def _a_flag(arena: Arena, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(say("{value!r} is neither true nor false", value=value))
    return value


def _an_order(arena: Arena, value: Any) -> tuple[int, ...]:
    if sorted(a_list(value)) != [*range(count_sides(arena))]:
        raise ValueError(say("{value!r} is no order of the sides", value=value))
    return tuple(value)


def _groups(arena: Arena, value: Any) -> tuple[Group, ...]:
    """Read the attacks still to be made: of each group the target, and for each row model, weapon, number, hindered, half range, overheated."""
    return tuple((a_unit(arena, target), tuple(_row(arena, row) for row in a_list(rows))) for target, rows in map(_pair, a_list(value)))


def _pair(value: Any) -> list[Any]:
    if len(a_list(value)) != 2:
        raise ValueError(say("{value!r} is no group of attacks: a unit, and the attacks of its models", value=value))
    return a_list(value)


def _row(arena: Arena, row: Any) -> tuple[Any, ...]:
    if not 5 <= len(a_list(row)) <= 6:
        raise ValueError(say("{value!r} is no attack: a model, the number of a weapon, how many, hindered, within half range, overheated", value=row))
    i, weapon, number, *flags = row
    return a_model(arena, i), a_number(arena, weapon), a_number(arena, number), *(_a_flag(arena, flag) for flag in flags)


def _stood(arena: Arena, value: Any) -> Stood:
    """Read where the models of a charging unit stood as the charge was declared: three numbers each, nothing for a slain one."""
    found = tuple(tuple(map(float, a_list(place))) if all(map(is_number, a_list(place))) else (0.0,) for place in a_list(value))
    if any(len(place) not in (0, 3) for place in found):
        raise ValueError(say("{value!r} is no list of places", value=value))
    return found  # type: ignore[return-value]


def _a_power(arena: Arena, value: Any) -> str:
    return str(one_of(power.id for unit in arena.units for power in unit.card.known_powers)(arena, value))


_UNIT, _SIDE, _TWO = TaskForm((a_unit,)), TaskForm((a_side,)), TaskForm((a_unit, a_unit))

TASKS = {
    "set_up": TaskForm(),
    "deploy": TaskForm((_an_order, a_number)),
    "turn": TaskForm(),
    "phase": TaskForm((one_of((*PHASES, END)),)),
    "window": TaskForm((one_of(WINDOWS), turns_of_some, a_number), spare=2),
    "decisive_moves": TaskForm(),
    "part": _SIDE,
    "option": TaskForm((a_unit, _a_flag), spare=1),
    "ready": _SIDE,
    "strikes": TaskForm((a_unit, units, a_number), spare=1),
    "strike": _TWO,
    "strike_move": TaskForm((a_unit, one_of(("pile in", "consolidate")))),
    "strike_blows": _TWO,
    "fall_back_move": _UNIT,
    "disembark": _UNIT,
    "alert": TaskForm((a_unit, units, a_number, _stood), spare=2),
    "overwatch": TaskForm((a_unit, a_unit, _stood), spare=1),
    "charge_move": TaskForm((a_unit, units, a_number)),
    "arrive": _UNIT,
    "intervene": _UNIT,
    "alternate": TaskForm((one_of(ALTERNATING), turns_of_some, a_number), spare=2),
    "psyker": _UNIT,
    "try_power": TaskForm((a_unit, a_number)),
    "manifest": TaskForm((a_unit, _a_power)),
    "shoot": _UNIT,
    "volley": TaskForm((a_unit, one_of(get_args(Kind)), _groups)),
    "fight": _UNIT,
    "fight_move": TaskForm((a_unit, one_of(("pile in", "consolidate")))),
    "blows": _UNIT,
    "morale_test": _UNIT,
    "end_turn": TaskForm(),
    "final": TaskForm(),
}


class Positions(UnitPositions):
    """The positions of the army-scale edition.

    A phase begins, is at the window of its start, at the hand of one of the players in its first or second step, or at the window of its
    end: ``part`` says which.
    """

    phases = (SETUP, INITIATIVE, START, *PHASES, END, OVER)
    main, last = "movement", END
    parts = ("start", "first", "window", "rest", "end")
    turn_begins = Task("turn")
    tasks = TASKS
    gone = "destroyed"
    conditions = {
        "destroyed": ("destroyed", True),
        "in reserve": ("reserve", True),
        "yet to deploy": ("deployed", False),
        "failed its morale test": ("failing", True),
        "shaken": ("shaken", True),
        "lowered": ("lowered", True),
        "began engaged": ("began", True),
        "moved": ("moved", True),
        "readied": ("readied", True),
        "embarked this turn": ("embarked", True),
        "disembarked": ("disembarked", True),
        "arrived": ("arrived", True),
        "named by Decisive Shot": ("decisive", True),
        "shot": ("shot", True),
        "fought": ("fought", True),
        "in Hammer of Wrath": ("hammer", True),
        "intervened": ("intervened", True),
        "used its powers": ("activated", True),
        "tested": ("tested", True),
    }
    apart = ("in reserve", "yet to deploy")

    def most_turns(self, arena: Arena) -> int:
        return arena.options.turns

    # --- units

    def bare_unit(self, arena: Arena, unit: int, *, standing: bool, waiting: bool) -> UnitState:
        return UnitState(deployed=standing or not waiting, destroyed=not standing and not waiting)

    def bare_model(self, arena: Arena, i: int, wounds: int, unit: UnitState) -> Trooper:
        return Trooper(arena.sides[i], wounds, unit.moved)

    def is_apart(self, entry: Entry) -> bool:
        return "carrier" in entry or super().is_apart(entry)

    def more_of_unit(self, entry: Entry, arena: Arena, unit: int) -> dict[str, Any]:
        carrier = unit_of(entry, "carrier", arena)
        apart = carrier != NOBODY or "in reserve" in entry.choices("conditions", self.conditions)
        return {
            **({"deployed": True} if apart else {}),
            "carrier": carrier,
            "destroyed_by": side_of(entry, "destroyed_by", arena) if "destroyed_by" in entry else NOBODY,
            "facing": Number(0, 360).get(entry, "facing", 0.0),
            "boons": tuple(_boon(entry, row) for row in entry.values("boons", ())),
            "option": Choice(tuple(OPTIONS)).get(entry, "option", ""),
            "declared": units_of(entry, "declared", arena),
            "charged": units_of(entry, "charged", arena),
            "charged_by": units_of(entry, "charged_by", arena),
            "denied": Whole(0, MOST_POINTS).get(entry, "denied", 0),
            "acted": _texts(entry, "acted"),
            "lost": Whole(0, MOST_LOST).get(entry, "lost", 0),
            "hurt_by": side_of(entry, "hurt_by", arena) if "hurt_by" in entry else NOBODY,
        }

    def told_of_unit(self, arena: Arena, state: UnitState, unit: int) -> dict[str, Any]:
        told = {
            "facing": state.facing,
            "boons": [msgspec.to_builtins(boon) for boon in state.boons],
            "option": state.option,
            "declared": told_units(arena, state.declared),
            "charged": told_units(arena, state.charged),
            "charged_by": told_units(arena, state.charged_by),
            "denied": state.denied,
            "acted": list(state.acted),
            "lost": state.lost,
        }
        sides = {"destroyed_by": state.destroyed_by, "hurt_by": state.hurt_by}
        carried = {} if state.carrier == NOBODY else {"carrier": told_unit(arena, state.carrier)}
        return {
            **carried,
            **{name: value for name, value in told.items() if value},
            **{name: side for name, side in sides.items() if side != NOBODY},
        }

    def models_of_unit(self, entry: Entry, arena: Arena, models: list[Any], unit: int) -> list[Any]:
        """Read which models of a unit have moved, by their places in it, if it is not all of them or none. (MOVE-12)"""
        if "moved" not in entry:
            return models
        moved = entry.values("moved")
        if not all(is_number(k) and k in range(len(models)) for k in moved):
            raise entry.error(say("'moved' must be a list of models of the unit, from 0 to {last}", last=len(models) - 1), "moved")
        return [msgspec.structs.replace(model, moved=k in moved) for k, model in enumerate(models)]

    def told_of_models(self, arena: Arena, battle: ArmyBattle, unit: int) -> dict[str, Any]:
        moved = [battle.models[i].moved for i in arena.units[unit].models]
        if all(one == battle.units[unit].moved for one in moved):
            return {}
        return {"moved": [k for k, one in enumerate(moved) if one]}

    def _stand(self, arena: Arena, battle: ArmyBattle, entries: Mapping[int, Entry]) -> None:
        """Refuse models that cannot stand where they are, and passengers that their transport has no room for. (TRANS-01)"""
        super()._stand(arena, battle, entries)
        for unit, own in enumerate(battle.units):
            if own.carrier == NOBODY or own.destroyed:
                continue
            inside = sum(len(alive(arena, battle, other)) for other in passengers(battle, own.carrier))
            room = arena.units[own.carrier].card.capacity
            values = {"carrier": arena.unit_names[own.carrier], "rule": "KT40-TRANS-01"}
            told = say("{carrier} carries no such unit [{rule}]", **values)
            if can_carry(arena, unit, own.carrier):
                told = say("{carrier} has room for {room} models, not for {inside} [{rule}]", room=room, inside=inside, **values)
            if inside > room or not can_carry(arena, unit, own.carrier):
                raise entries[arena.units[unit].models[0]].error(told, "carrier")

    # --- the battle

    def battle(self, top: Entry, arena: Arena, first: ArmyBattle, *, set_up: bool) -> dict[str, Any]:
        sides = range(count_sides(arena))
        eliminated, begun = sides_of(top, "eliminated", arena), not set_up or "zones" in top
        order = sides_of(top, "order", arena)
        usual = tuple(side for side in sides if side not in eliminated) if begun else ()
        struck = sides_of(top, "struck", arena)
        ids = [one.id for one in arena.mission.objectives] if arena.mission else []
        return {
            "order": order or usual,
            "zones": _zones(top, arena) if begun else tuple(top.values("zones", ())),
            "cp": for_each_side(top, "cp", arena) if "cp" in top else first.cp,
            "vp": for_each_side(top, "vp", arena),
            "window": Choice(WINDOWS).get(top, "window", ""),
            "used": tuple(_use(top, "used", arena, row) for row in top.values("used", ())),
            "tried": tuple(_use(top, "tried", arena, row) for row in top.values("tried", ())),
            "finished_first": side_of(top, "finished_first", arena) if "finished_first" in top else NOBODY,
            "named": units_of(top, "named", arena),
            "struck": tuple(side in struck for side in sides),
            "slayers": for_each_side(top, "slayers", arena, NOBODY, NOBODY, len(sides) - 1),
            "eliminated": eliminated,
            "hands": _ids(top, "hands", arena, ids),
            "achieved": _ids(top, "achieved", arena, ids),
            "discarded": _ids(top, "discarded", arena, ids),
            "last_stand": sides_of(top, "last_stand", arena),
            "conceded": sides_of(top, "conceded", arena),
        }

    def under_way(self, top: Entry, arena: Arena, battle: ArmyBattle) -> dict[str, Any]:
        return {"acting": unit_of(top, "acting", arena)}

    def told_of_battle(self, arena: Arena, battle: ArmyBattle, usual: ArmyBattle) -> dict[str, Any]:
        names = [zone.name for zone in zones_of(arena)]
        told: dict[str, Any] = {
            "order": battle.order,
            "zones": [names[zone] for zone in battle.zones],
            "cp": battle.cp,
            "vp": battle.vp,
            "window": battle.window,
            "used": battle.used,
            "tried": battle.tried,
            "finished_first": battle.finished_first,
            "named": told_units(arena, battle.named),
            "struck": [side for side, done in enumerate(battle.struck) if done],
            "slayers": battle.slayers,
            "eliminated": battle.eliminated,
            "hands": battle.hands,
            "achieved": battle.achieved,
            "discarded": battle.discarded,
            "last_stand": battle.last_stand,
            "conceded": battle.conceded,
        }
        found = {name: msgspec.to_builtins(value) for name, value in told.items() if getattr(battle, name) != getattr(usual, name)}
        if battle.zones and battle.phase == SETUP:
            found["zones"] = told["zones"]
        return found if battle.acting == NOBODY else {**found, "acting": told_unit(arena, battle.acting)}

    # --- the agenda

    def usual_hand(self, battle: ArmyBattle) -> int:
        return battle.order[0] if battle.order else 0

    def agenda(self, arena: Arena, battle: ArmyBattle, hand: int, part: str) -> tuple[Task, ...]:
        """Return the rest of the turn from the start of the phase, from one of its windows, or from a player's hand on. (TURN-02)"""
        order = battle.order
        at = order.index(hand) if hand in order else 0
        if battle.phase == SETUP:
            return begun_with_edges(battle.zones, Task("deploy", (order, at)), Task("turn"))
        if battle.phase == START:
            return from_start(order) if part in ("start", "window") else from_phase("movement", order)
        if battle.phase == END:
            begins, window, over = from_phase("morale", order)[-3:]
            return {"start": (begins, window, over), "end": (over,)}.get(part, (window, over))
        begins, *rest = from_phase(battle.phase, order)
        if part == "start":
            return begins, *rest
        if part == "window":
            return tuple(rest)
        ends = rest.index(Task("window", (f"{battle.phase} end",)))
        return tuple(rest[ends:]) if part == "end" else (*_from_hand(rest[1:ends], order, at, part), *rest[ends:])


def _from_hand(steps: list[Task], order: tuple[int, ...], at: int, part: str) -> Iterable[Task]:
    """Return the steps of a phase from a player's hand on, in its first or its second step."""
    if steps[-1].name == "part":
        return steps[len(steps) - len(order) + at :]
    step, *rest = steps[-1:] if part == "rest" else steps
    begun = Task("alternate", (*step.args, Alternation(order, at, final=True), 0)) if at else step
    return begun, *rest


# --- values


def _zones(top: Entry, arena: Arena) -> tuple[int, ...]:
    """Return the number of the deployment zone of each side; in the order of the zones if nothing is said. (MIS-02)"""
    names = [zone.name for zone in zones_of(arena)]
    given = top.choices("zones", names)
    if not given:
        return tuple(range(count_sides(arena)))
    if len(given) != count_sides(arena):
        raise top.error(say("'zones' must be a list of zones, one for each side"), "zones")
    return tuple(map(names.index, given))


def _use(top: Entry, key: str, arena: Arena, row: Any) -> tuple[int, str]:
    """Read a stratagem that a side has used in this phase, or a power that it has tried this turn. (STRAT-03, PSY-05)"""
    return side_and_id(top, key, arena, row, say("'{key}' must be a list of lists: a side, and an id", key=key))


def _ids(top: Entry, key: str, arena: Arena, known: list[str]) -> tuple[tuple[str, ...], ...]:
    """Read the tactical objectives of each side. (MIS-17)"""
    rows = top.values(key, [[]] * count_sides(arena))
    if len(rows) != count_sides(arena) or not all(isinstance(row, list) and all(one in known for one in row) for row in rows):
        raise top.error(say("'{key}' must be a list of objectives of the mission for each side", key=key), key)
    return tuple(map(tuple, rows))


def _texts(entry: Entry, key: str) -> tuple[str, ...]:
    values = entry.values(key, ())
    if not all(isinstance(value, str) for value in values):
        raise entry.error(say("'{key}' must be a list of texts", key=key), key)
    return tuple(values)


def _boon(entry: Entry, row: Any) -> Boon:
    """Read a boon: its name, by how much, until when, and where it comes from."""
    try:
        boon = msgspec.convert(row, Boon)
    except msgspec.ValidationError:
        boon = None
    if boon is None or boon.name not in BOON_NAMES or boon.until not in ("phase", "turn"):
        told = say("'boons' must be a list of lists: a name ({names}), by how much, 'phase' or 'turn', where it is from", names=", ".join(BOON_NAMES))
        raise entry.error(told, "boons")
    return boon


POSITIONS = Positions()
