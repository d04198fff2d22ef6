"""The positions of Kill Team 2018: the fields of models and of the battle, and the agenda. (GEN to MIS)"""

from __future__ import annotations

from typing import Any, get_args

from counteract.core.language import say
from counteract.core.procedure import Alternation
from counteract.core.state import Task
from counteract.files.fields import Choice, DieResult, Whole
from counteract.files.reader import Entry, perhaps
from counteract.mechanics import positions
from counteract.mechanics.position_fields import (
    a_list,
    a_model,
    a_number,
    a_side,
    begun_with_edges,
    count_sides,
    edges_of,
    for_each_side,
    model_of,
    models,
    models_of,
    one_of,
    side_and_id,
    side_of,
    sides_of,
    told_edges,
    told_model,
    turns,
)
from counteract.mechanics.positions import INITIATIVE, OVER, SETUP, TaskForm
from counteract.rulesets.kt18.actions import OPTIONS
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.attack import Batch, Kind
from counteract.rulesets.kt18.phases import PHASES, from_phase, turns_of
from counteract.rulesets.kt18.state import Fighter, Skirmish
from counteract.rulesets.kt18.tactics import COSTS

MOST_FLESH = 20
NOBODY = -1


# --- arguments of tasks


def _a_power(arena: Arena, value: Any) -> str:
    return str(one_of(power.id for powers in arena.powers for power in powers)(arena, value))


def _batches(arena: Arena, value: Any) -> tuple[Batch, ...]:
    """Read the attacks still to be made: the weapon, the target and the number of each."""
    found = []
    for row in a_list(value):
        w, j, count = (a_number(arena, number) for number in a_list(row)) if len(a_list(row)) == 3 else (NOBODY, 0, 0)
        if w < 0 or count < 1:
            raise ValueError(say("{value!r} is no attack: the number of a weapon, a model, how many", value=row))
        found.append((w, a_model(arena, j), count))
    return tuple(found)


_PHASE, _MODEL, _SIDE, _TWO = TaskForm((one_of(PHASES),)), TaskForm((a_model,)), TaskForm((a_side,)), TaskForm((a_model, a_model))

TASKS = {
    "set_up": TaskForm(),
    "deploy": TaskForm((a_side,), edged=True),
    "battle_round": TaskForm(),
    "phase": _PHASE,
    "decide_first": TaskForm((one_of(("movement", "shooting", "fight")),)),
    "act_first": TaskForm((a_model, one_of(("option", "shoot", "fight")))),
    "manoeuvre": _SIDE,
    "option": _MODEL,
    "react": TaskForm((a_model, models)),
    "overwatch": _TWO,
    "retreat": _TWO,
    "charge_move": TaskForm((a_model, models)),
    "psychic": _SIDE,
    "manifest": TaskForm((a_model, _a_power)),
    "alternate": TaskForm((one_of(("shooting", "fight")), one_of(("first", "rest")), turns, models), spare=1),
    "shoot": _MODEL,
    "volley": TaskForm((a_model, one_of(get_args(Kind)), _batches, models)),
    "fight": _MODEL,
    "close_in": TaskForm((a_model, one_of(("pile in", "consolidate")))),
    "blows": _MODEL,
    "morale": _SIDE,
    "nerve": TaskForm((models,)),
    "end_phase": _PHASE,
    "end_round": TaskForm(),
    "final": TaskForm(),
}


class Positions(positions.BattlePositions):
    """The positions of Kill Team 2018. A phase begins, is at its Decisive Tactic, at the turn of one of the players, or ends.

    Where players alternate twice in a phase, ``part`` says whether it is the first time or the second.
    """

    phases = (SETUP, INITIATIVE, *PHASES, OVER)
    main, last = "movement", "morale"
    parts = ("start", "first", "decisive", "rest", "end")
    turn_begins = Task("battle_round")
    tasks = TASKS
    gone = "out of action"
    conditions = {
        "out of action": ("out", True),
        "shaken": ("shaken", True),
        "readied": ("readied", True),
        "began engaged": ("began", True),
        "moved": ("moved", True),
        "fell": ("fell", True),
        "advanced": ("advanced", True),
        "fell back": ("fell_back", True),
        "retreated": ("retreated", True),
        "tried to charge": ("tried", True),
        "shot": ("shot", True),
        "fought": ("fought", True),
        "gritted teeth": ("gritted", True),
        "hexed": ("hexed", True),
    }

    def most_turns(self, arena: Arena) -> int:
        return arena.options.rounds

    # --- models

    def bare(self, arena: Arena, i: int, *, standing: bool, waiting: bool, set_up: bool) -> Fighter:
        out = not standing and not waiting
        return Fighter(arena.sides[i], 0 if out else arena.cards[i].wounds, out=out)

    def more_of_model(self, entry: Entry, arena: Arena, i: int) -> dict[str, Any]:
        return {
            "flesh": Whole(0, MOST_FLESH).get(entry, "flesh_wounds", 0),
            "option": Choice(tuple(OPTIONS)).get(entry, "option", ""),
            "charged": models_of(entry, "charged", arena),
            "charged_by": models_of(entry, "charged_by", arena),
            "warded": DieResult().get(entry, "warded", 0),
        }

    def told_of_model(self, arena: Arena, model: Fighter, i: int, bare: Any) -> dict[str, Any]:
        told = {
            "flesh_wounds": model.flesh,
            "option": model.option,
            "charged": [told_model(arena, j) for j in model.charged],
            "charged_by": [told_model(arena, j) for j in model.charged_by],
            "warded": model.warded,
        }
        return {name: value for name, value in told.items() if value}

    # --- the battle

    def battle(self, top: Entry, arena: Arena, first: Skirmish, *, set_up: bool) -> dict[str, Any]:
        begins = side_of(top, "initiative", arena, first.order[0])
        broken = sides_of(top, "broken", arena)
        thrown = dict.fromkeys(range(count_sides(arena)), NOBODY) | {arena.sides[i]: i for i in models_of(top, "grenadiers", arena)}
        return {
            "order": (begins, 1 - begins),
            "zones": edges_of(top, arena, set_up=set_up),
            "cp": for_each_side(top, "cp", arena),
            "vp": for_each_side(top, "vp", arena),
            "broken": tuple(side in broken for side in range(count_sides(arena))),
            "used": tuple(_used(top, arena, row) for row in top.values("used", ())),
            "grenadiers": tuple(thrown.values()),
            "conceded": (side_of(top, "conceded", arena),) if "conceded" in top else (),
        }

    def under_way(self, top: Entry, arena: Arena, battle: Skirmish) -> dict[str, Any]:
        return {"acting": model_of(top, "acting", arena, NOBODY)}

    def told_of_battle(self, arena: Arena, battle: Skirmish, usual: Skirmish) -> dict[str, Any]:
        told: dict[str, Any] = {"initiative": battle.order[0]}
        if battle.zones != usual.zones:
            told["edges"] = told_edges(battle.zones)
        told |= {name: list(points) for name, points in (("cp", battle.cp), ("vp", battle.vp)) if any(points)}
        if any(battle.broken):
            told["broken"] = [side for side, broken in enumerate(battle.broken) if broken]
        if battle.used:
            told["used"] = [list(row) for row in battle.used]
        if thrown := [told_model(arena, i) for i in battle.grenadiers if i != NOBODY]:
            told["grenadiers"] = thrown
        if battle.acting != NOBODY:
            told["acting"] = told_model(arena, battle.acting)
        if battle.conceded:
            (told["conceded"],) = battle.conceded
        return told

    # --- the agenda

    def usual_hand(self, battle: Skirmish) -> int:
        return battle.order[0]

    def agenda(self, arena: Arena, battle: Skirmish, hand: int, part: str) -> tuple[Task, ...]:
        """Return the rest of the round: from the start of the phase, from its Decisive Tactic, or from a player's turn on. (GEN-01, GEN-03)"""
        if battle.phase == SETUP:
            return begun_with_edges(battle.zones, Task("deploy", (hand,)), Task("battle_round"))
        begins, *rest = from_phase(battle.phase, battle.order)
        if part == "start":
            return begins, *rest
        decisive = rest[0].name == "decide_first"
        if part == "decisive" and decisive:
            return tuple(rest)
        after = rest[len(turns_of(battle.phase, battle.order)) :]
        return tuple(after) if part == "end" else (*_from_hand(battle, hand, part), *after)


def _from_hand(battle: Skirmish, hand: int, part: str) -> tuple[Task, ...]:
    """Return the turns of a phase from one player's on."""
    tasks = turns_of(battle.phase, battle.order)
    at = battle.order.index(hand)
    if battle.phase not in ("shooting", "fight"):
        return tasks[len(tasks) - len(battle.order) + at :]
    first, rest = tasks[1:]
    phase, name, _ = (rest if part == "rest" else first).args
    begun = Task("alternate", (phase, name, Alternation(battle.order, at)))
    return (begun,) if part == "rest" else (begun, rest)


def _used(top: Entry, arena: Arena, row: Any) -> tuple[int, str]:
    """Read a Tactic that a side has used in this phase. (TAC-02)"""
    side, name = side_and_id(top, "used", arena, row, say("'used' must be a list of lists: a side, and the id of a Tactic it has used"))
    if name not in COSTS:
        raise top.error(say("'used': there is no Tactic '{name}'{hint}", name=name, hint=perhaps(name, COSTS)), "used")
    return side, name


POSITIONS = Positions()
