"""The positions of Kill Team 2024: the fields of operatives and of the battle, and the agenda. (SETUP to COUNTER, MIS)"""

from __future__ import annotations

from typing import Any

from counteract.core.language import say
from counteract.core.state import Task
from counteract.files.fields import Flag
from counteract.files.reader import Entry
from counteract.mechanics.operatives import positions
from counteract.mechanics.operatives.positions import CONDITIONS, a_fighter, in_turn, performing, shot_of, shots_of
from counteract.mechanics.position_fields import a_model, a_number, a_rule, a_side, begun_with_edges, for_each_side, turns
from counteract.mechanics.positions import SETUP, TaskForm
from counteract.rulesets.kt24.actions import ACTIONS
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.shoot import Shot
from counteract.rulesets.kt24.state import Acting, Operative, Skirmish

_ACTING = TaskForm((a_model,), acted=True)

TASKS = {
    "set_up": TaskForm(),
    "deploy": TaskForm((a_side,), edged=True),
    "set_up_operative": TaskForm((a_side,), edged=True),
    "turning_point": TaskForm(opens=True),
    "gambits": TaskForm((turns,)),
    "firefight": TaskForm((a_side,), opens=True),
    "activation": TaskForm((a_model,), opens=True),
    "counteract": TaskForm((a_model,), opens=True),
    "actions": _ACTING,
    "counteraction": _ACTING,
    "end_counteraction": TaskForm(),
    "perform": performing(ACTIONS),
    "after_action": _ACTING,
    "guard_window": _ACTING,
    "interruption": _ACTING,
    "end_interruption": TaskForm(acted=True),
    "sequence": TaskForm((shot_of(Shot),)),
    "volley": TaskForm((shots_of(Shot), a_rule)),
    "hot": TaskForm((a_model, a_number)),
    "melee": TaskForm((a_fighter, a_fighter)),
    "end_turning_point": TaskForm(),
    "final": TaskForm(),
}


class Positions(positions.OperativePositions):
    """The positions of Kill Team 2024."""

    operative, acting = Operative, Acting
    kinds = "activation", "counteract", "interrupt"
    costs = {name: action.cost for name, action in ACTIONS.items()}
    tasks = TASKS
    conditions = {
        **CONDITIONS,
        "counteracted": ("counteracted", True),  # COUNTER-04
        "on guard": ("guard", True),  # MIS-38
        "interrupted": ("interrupted", True),  # MIS-41
        "cannot retaliate": ("silenced", True),  # MIS-42
    }

    def more_of_model(self, entry: Entry, arena: Any, i: int) -> dict[str, Any]:
        """Read also, where every Stun counts, after how many activations of the operative each ends. (DIFF-16)"""
        stuns = entry.values("stuns", ())
        if any(left not in (1, 2) or isinstance(left, bool) for left in stuns):
            raise entry.error(say("'stuns' must be a list of 1s and 2s: after how many of its activations each Stun ends"), "stuns")
        return {**super().more_of_model(entry, arena, i), "stunned": tuple(stuns)}

    def told_of_model(self, arena: Any, model: Operative, i: int, bare: Any) -> dict[str, Any]:
        told = super().told_of_model(arena, model, i, bare)
        return {**told, "stuns": list(model.stunned)} if model.stunned else told

    def battle(self, top: Entry, arena: Any, first: Any, *, set_up: bool) -> dict[str, Any]:
        fields = super().battle(top, arena, first, set_up=set_up)
        return {**fields, "marker_vp": for_each_side(top, "vp", arena), "kill_vp": for_each_side(top, "kill_vp", arena)}

    def told_of_battle(self, arena: Any, battle: Skirmish, usual: Any) -> dict[str, Any]:
        told = super().told_of_battle(arena, battle, usual)
        points = {"vp": battle.marker_vp, "kill_vp": battle.kill_vp}
        return {**told, **{name: list(vp) for name, vp in points.items() if any(vp)}}

    def more_of_acting(self, entry: Entry, arena: Any, battle: Any, i: int, kind: str) -> dict[str, Any]:
        """Read whether an operative on guard has interrupted the activation. (MIS-41)"""
        return {"interrupted": Flag().get(entry, "interrupted", False)}

    def told_of_acting(self, arena: Any, acting: Acting) -> dict[str, Any]:
        return {"interrupted": True} if acting.interrupted else {}

    def agenda(self, arena: Arena, battle: Skirmish, hand: int, part: str) -> tuple[Task, ...]:
        """Return the tasks that come next: set-up, gambits, the Firefight phase, or the rest of an activation under way."""
        if battle.acting:
            below, top = battle.acting[:-1], battle.acting[-1]
            return (*_rest(top), *(task for acting in below[::-1] for task in _rest(acting)), _next(arena, battle.acting[0]))
        if battle.phase == SETUP:
            return begun_with_edges(battle.zones, Task("deploy", (hand,)), Task("turning_point"))
        if battle.phase == "strategy":
            return Task("gambits", (in_turn(battle, hand),)), Task("firefight", (battle.initiative,))
        return (Task("firefight", (hand,)),)


def _rest(acting: Acting) -> tuple[Task, ...]:
    """Return the rest of an activation or of an action out of turn. (ACT-04, COUNTER-03, MIS-41)"""
    i = (acting.operative,)
    match acting.kind:
        case "counteract":
            return (Task("end_counteraction") if acting.done else Task("counteraction", i),)
        case "interrupt":
            return (*(() if acting.done else (Task("interruption", i),)), Task("end_interruption"))
    return (Task("actions", i),)


def _next(arena: Arena, acting: Acting) -> Task:
    return Task("firefight", (1 - arena.sides[acting.operative],))


POSITIONS = Positions()
