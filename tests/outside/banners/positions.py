"""Positions: what is said of runners and of the battle, and what comes next. (SETUP to BATTLE, GEN)"""

from __future__ import annotations

from typing import Any

from banners.state import Arena, Race, Runner
from counteract.core.procedure import Alternation
from counteract.core.state import Task
from counteract.files.reader import Entry
from counteract.mechanics import positions
from counteract.mechanics.position_fields import a_model, count_sides, for_each_side, model_of, sides_of, told_model, turns
from counteract.mechanics.positions import INITIATIVE, OVER, SETUP, TaskForm

NOBODY = -1

TASKS = {
    "set_up": TaskForm(),
    "deploy": TaskForm((turns,)),
    "round": TaskForm(),
    "turn": TaskForm((turns,)),
    "activate": TaskForm((a_model,)),
    "end_round": TaskForm(),
    "final": TaskForm(),
}


class Positions(positions.BattlePositions):
    """Banners, for any number of bands."""

    phases = (SETUP, INITIATIVE, "round", OVER)
    main = last = "round"
    turn_begins = Task("round")
    tasks = TASKS
    gone = "gone"
    conditions = {"ready": ("ready", True), "has acted": ("ready", False), "gone": ("gone", True)}

    def most_turns(self, arena: Arena) -> int:
        return arena.options.rounds

    def bare(self, arena: Arena, i: int, *, standing: bool, waiting: bool, set_up: bool) -> Runner:
        gone = not standing and not waiting
        return Runner(arena.sides[i], 0 if gone else arena.cards[i].wounds, ready=standing and not set_up, gone=gone)

    def battle(self, top: Entry, arena: Arena, first: Race, *, set_up: bool) -> dict[str, Any]:
        return {
            "points": for_each_side(top, "points", arena),
            "conceded": sides_of(top, "conceded", arena),
            "withdrawn": sides_of(top, "withdrawn", arena),
        }

    def under_way(self, top: Entry, arena: Arena, battle: Race) -> dict[str, Any]:
        return {"acting": model_of(top, "acting", arena, NOBODY)}

    def told_of_battle(self, arena: Arena, battle: Race, usual: Race) -> dict[str, Any]:
        told: dict[str, Any] = {"points": list(battle.points)} if any(battle.points) else {}
        told |= {name: list(sides) for name, sides in (("conceded", battle.conceded), ("withdrawn", battle.withdrawn)) if sides}
        return told if battle.acting == NOBODY else {**told, "acting": told_model(arena, battle.acting)}

    def usual_hand(self, battle: Race) -> int:
        """Each round another band begins. (BATTLE-02)"""
        return max(0, battle.turn - 1) % len(battle.points)

    def agenda(self, arena: Arena, battle: Race, hand: int, part: str) -> tuple[Task, ...]:
        first = self.usual_hand(battle)
        order = tuple((first + k) % count_sides(arena) for k in range(count_sides(arena)))
        from_hand = Alternation(order, order.index(hand), final=True)
        if battle.phase == SETUP:
            return Task("deploy", (from_hand,)), Task("round")
        return Task("turn", (from_hand,)), Task("end_round")


POSITIONS = Positions()
