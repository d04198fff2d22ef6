"""The positions of Kill Team 2021: the fields of operatives and of the battle, and the agenda. (SETUP to OW, MIS)"""

from __future__ import annotations

from typing import Any

from counteract.core.decision import Place
from counteract.core.language import say
from counteract.core.state import Task
from counteract.files.fields import Whole
from counteract.files.reader import Entry, is_number
from counteract.mechanics.operatives import positions, stats
from counteract.mechanics.operatives.positions import CONDITIONS, MOST_SPENT, a_fighter, in_turn, performing, shot_of, shots_of
from counteract.mechanics.position_fields import a_model, a_rule, a_side, begun_with_edges, for_each_side, side_of, turns
from counteract.mechanics.positions import SETUP, TaskForm
from counteract.rulesets.kt21.actions import ACTIONS
from counteract.rulesets.kt21.arena import Arena, Barricade
from counteract.rulesets.kt21.barricades import where_to_build
from counteract.rulesets.kt21.missions import fallen
from counteract.rulesets.kt21.shoot import OVERWATCH, Shot
from counteract.rulesets.kt21.state import Acting, Operative, Skirmish

MOST_BARRICADES = 12

TASKS = {
    "set_up": TaskForm(),
    "barricade": TaskForm((a_side,), edged=True),
    "deploy": TaskForm((a_side,), edged=True),
    "set_up_operative": TaskForm((a_side,), edged=True),
    "turning_point": TaskForm(opens=True),
    "end_turning_point": TaskForm(),
    "final": TaskForm(),
    "strategy": TaskForm((turns,)),
    "firefight": TaskForm((a_side,), opens=True),
    "activation": TaskForm((a_model,), opens=True),
    "overwatch": TaskForm((a_side,), opens=True),
    "end_overwatch": TaskForm(acted=True),
    "actions": TaskForm((a_model,), acted=True),
    "perform": performing(ACTIONS),
    "shoot": TaskForm((a_model,), acted=True),
    "sequence": TaskForm((shot_of(Shot),)),
    "volley": TaskForm((shots_of(Shot), a_rule)),
    "blast": TaskForm((shot_of(Shot),)),
    "torrent": TaskForm((shot_of(Shot),)),
    "melee": TaskForm((a_fighter, a_fighter)),
}


class Positions(positions.OperativePositions):
    """The positions of Kill Team 2021."""

    operative, acting = Operative, Acting
    kinds = "activation", OVERWATCH
    costs = {name: action.cost for name, action in ACTIONS.items()}
    tasks = TASKS
    conditions = {**CONDITIONS, "overwatched": ("overwatched", True)}  # OW-07

    def arena_at(self, arena: Arena, battle: Skirmish) -> Arena:
        return arena.furnished(battle.barricades) if battle.barricades else arena

    def battle(self, top: Entry, arena: Any, first: Any, *, set_up: bool) -> dict[str, Any]:
        return {
            **super().battle(top, arena, first, set_up=set_up),
            "defender": side_of(top, "defender", arena, first.defender),
            "barricades": _barricades(top, arena),
            "vp": for_each_side(top, "vp", arena),
        }

    def under_way(self, top: Entry, arena: Any, battle: Skirmish) -> dict[str, Any]:
        """Read also how many operatives had fallen before the turning point: by default all that are incapacitated. (MIS-09)"""
        before = for_each_side(top, "fallen_before", arena) if "fallen_before" in top else _fallen(battle)
        return {**super().under_way(top, arena, battle), "down_before": before}

    def told_of_battle(self, arena: Any, battle: Skirmish, usual: Any) -> dict[str, Any]:
        told = super().told_of_battle(arena, battle, usual)
        if battle.defender != usual.defender:
            told["defender"] = battle.defender
        if battle.barricades:
            told["barricades"] = [list(barricade) for barricade in battle.barricades]
        if any(battle.vp):
            told["vp"] = list(battle.vp)
        if battle.down_before != _fallen(battle):
            told["fallen_before"] = list(battle.down_before)
        return told

    def more_of_acting(self, entry: Entry, arena: Any, battle: Skirmish, i: int, kind: str) -> dict[str, Any]:
        """Read the AP that an activation generated: by default the operative's APL. (ACT-03)"""
        usual = stats.apl(arena, battle, i) if kind == self.kinds[0] else 0
        return {"points": Whole(0, MOST_SPENT).get(entry, "points", usual)}

    def told_of_acting(self, arena: Any, acting: Acting) -> dict[str, Any]:
        return {"points": acting.points}

    def agenda(self, arena: Arena, battle: Skirmish, hand: int, part: str) -> tuple[Task, ...]:
        """Return the tasks that come next: set-up, strategic ploys, the Firefight phase, or the rest of an activation under way."""
        if battle.acting:
            acting = battle.acting[-1]
            nxt = Task("firefight", (1 - arena.sides[acting.operative],))
            if acting.kind == OVERWATCH:
                return Task("shoot", (acting.operative,)), Task("end_overwatch"), nxt
            return Task("actions", (acting.operative,)), nxt
        if battle.phase == SETUP:
            teams = (Task("deploy", (battle.defender,)), Task("deploy", (1 - battle.defender,)))
            return begun_with_edges(battle.zones, *teams, Task("turning_point"))
        if battle.phase == "strategy":
            return Task("strategy", (in_turn(battle, hand),)), Task("firefight", (battle.initiative,))
        return (Task("firefight", (hand,)),)


def _fallen(battle: Skirmish) -> tuple[int, ...]:
    return fallen(battle, 0), fallen(battle, 1)


def _barricades(top: Entry, arena: Arena) -> tuple[Barricade, ...]:
    """Read the barricades that have been set up: x, y, and the turn of each. (SETUP-08, INT-06)"""
    found: list[Barricade] = []
    for row in top.values("barricades", ()):
        if not isinstance(row, list) or not 2 <= len(row) <= 3 or not all(map(is_number, row)):
            raise top.error(say("'barricades' must be a list of lists: x, y and perhaps how far it is turned, in degrees"), "barricades")
        if len(found) == MOST_BARRICADES:
            raise top.error(say("'barricades' holds more than {most}", most=MOST_BARRICADES), "barricades")
        x, y, turn = map(float, (*row, 0.0)[:3])
        place, board = Place(x, y, 0.0, turn), arena.terrain.board
        anywhere = where_to_build(arena.furnished(tuple(found)) if found else arena, 0, (0.0, 0.0, board.width, board.depth))
        problem = anywhere.refuse(place)
        if problem is not None:
            raise top.error(say("'barricades': {problem}", problem=problem.reason), "barricades")
        found.append(anywhere.placed(place))
    return tuple(found)


POSITIONS = Positions()
