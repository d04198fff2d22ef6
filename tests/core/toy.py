"""A tiny ruleset for three players that uses every part of the core, to test the core without any real rules.

Players take turns taking 1 to 3 counters from a heap or passing; a pass is for good. Whoever takes 3 may be answered:
the next player may snatch one back in the middle of it. Each take rolls a die that is added to the score.
"""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.decision import PASS, Answer, Decision, Pick, Refusal, Roll
from counteract.core.game import Pace
from counteract.core.label import Label
from counteract.core.procedure import Alternation, Procedure, Referee
from counteract.core.state import Battle, Event, Result, Task

Ref = Referee[None, "Heap"]


class Heap(Battle, frozen=True):
    counters: int = 12
    taken: tuple[int, ...] = (0, 0, 0)


def start(ref: Ref) -> Procedure:
    ref.then(Task("round", (Alternation((0, 1, 2), final=True),)))
    return
    yield


def round_(ref: Ref, turns: Alternation) -> Procedure:
    if turns.over or not ref.state.counters:
        return
    most = min(3, ref.state.counters)
    left = ref.state.counters

    def why(answer: Answer) -> Refusal | None:
        return Refusal("TOY-2", "Only {left} are left.", left=left) if isinstance(answer, Pick) else None

    choice = yield Decision(turns.player, "take", (*map(Pick, range(1, most + 1)), PASS), "TOY-1", "Take how many?", why=why)
    if choice == PASS:
        ref.then(Task("round", (turns.passes(),)))
        return
    ref.then(Task("take", (turns.player, choice.value)), Task("round", (turns.acts(),)))


def take(ref: Ref, player: int, count: int) -> Procedure:
    if count == 3:
        count -= yield from snatch(ref, (player + 1) % 3)
    (die,) = yield Roll(player, 1, "TOY-3")
    give(ref, player, count + die, count)
    ref.emit("took", "TOY-1", player=player, count=count, die=die)


def snatch(ref: Ref, player: int) -> Any:
    """Ask for a reaction inside another player's procedure."""
    choice = yield Decision(player, "snatch", (Pick("snatch"), PASS), "TOY-4", "Snatch one?")
    if choice == PASS:
        return 0
    give(ref, player, 1, 1)
    return 1


def give(ref: Ref, player: int, points: int, counters: int) -> None:
    taken = tuple(t + points if p == player else t for p, t in enumerate(ref.state.taken))
    ref.state = msgspec.structs.replace(ref.state, taken=taken, counters=ref.state.counters - counters)


class Toy:
    id = "toy"
    revision = 1
    sides = (3,)
    teams = ("", "", "")
    cards = None
    battle = Heap
    procedures = {"start": start, "round": round_, "take": take}

    def prepare(self, *args: Any) -> dict[str, Any]:
        return {"teams": list(self.teams)}

    def arrange(self, setup: dict[str, Any]) -> tuple[None, Heap]:
        return None, Heap((Task("start"),), (), (), 0, False)

    def result(self, arena: None, battle: Heap) -> Result:
        return Result((battle.taken.index(max(battle.taken)),), battle.taken, ())

    def arena_at(self, arena: None, battle: Heap) -> None:
        return arena

    def concede(self, arena: None, battle: Heap, player: int) -> tuple[Heap, Event]:
        return msgspec.structs.replace(battle, agenda=()), Event("conceded", "", {"player": player})

    def view(self, arena: None, battle: Heap, player: int | None) -> dict[str, Any]:
        return {"counters": battle.counters}

    def tell(self, arena: None, event: Event) -> str:
        return event.kind

    def complete(self, arena: None, event: Event) -> Event:
        return event

    def pace(self, event: Event) -> Pace:
        return "begins"

    def label(self, arena: None, battle: Heap, decision: Decision, answer: Answer) -> Label:
        return Label(str(answer))

    def advise(self, arena: None, battle: Heap, decision: Decision) -> Answer:
        return decision.options[0]


TOY = Toy()
