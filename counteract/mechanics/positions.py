"""Positions: a battle described in plain words, read into a state and written from one; the parts that all rulesets share.

A description is a table such as a file holds: the models with their places and conditions, the turn, the phase, whose hand
it is. Reading and writing use the same tables of words, so that a written state is read back as the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from counteract.core.language import Phrase, phrases, say
from counteract.core.state import Point, Task
from counteract.files.fields import Whole
from counteract.files.reader import Entry, perhaps
from counteract.mechanics.model_names import model_names
from counteract.mechanics.names import part_of
from counteract.mechanics.position_fields import (
    MOST_POINTS,
    Argument,
    a_model,
    called,
    count_sides,
    place_of,
    side_of,
    told_model,
    told_place,
    which_model,
)
from counteract.mechanics.ruleset import START
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Terrain

SETUP, INITIATIVE, OVER = "setup", "initiative", "over"
REST = "..."  # at the end of an agenda: then the usual tasks

#: The conditions of a model by their words: a field of its state, and the value that it then has.
Conditions = Mapping[str, tuple[str, Any]]

_MISPLACED = phrases(
    {
        "off-board": "'at': the base would leave the board",
        "end-overlaps-base": "'at': the base would overlap that of {other}",
        "end-overlaps-terrain": "'at': the base would be inside terrain ({part})",
        "end-not-flat": "'at': the base must stand flat on the floor of the board or wholly on one raised floor",
    }
)


class TaskForm(NamedTuple):
    """The arguments of a task of the agenda; ``acted``: a model must be acting for it; ``opens``: it makes a model act.

    The last ``spare`` arguments may be left out. With ``edged`` the sides must have the edges they set up at.
    """

    arguments: tuple[Argument, ...] = ()
    acted: bool = False
    opens: bool = False
    spare: int = 0
    edged: bool = False


class BattlePositions:
    """The reader and writer of a ruleset's positions; each ruleset adds the fields that only it has."""

    #: The phases in their order, the one that a position is in unless it says so, and the one that ends a turn.
    phases: ClassVar[tuple[str, ...]]
    main: ClassVar[str]
    last: ClassVar[str]
    #: The task that begins a turn, and the arguments of all tasks.
    turn_begins: ClassVar[Task]
    tasks: ClassVar[Mapping[str, TaskForm]]
    #: How arguments of tasks are written that are not written as they are, by their readers.
    tellers: ClassVar[Mapping[Argument, Callable[[Any, Any], Any]]] = {a_model: told_model}
    #: The conditions of a model; ``gone`` is the word for one that is out of the battle.
    conditions: ClassVar[Conditions]
    gone: ClassVar[str]

    # --- parts that each ruleset adds

    def most_turns(self, arena: Any) -> int:
        raise NotImplementedError

    def arena_at(self, arena: Any, battle: Any) -> Any:
        """Return the arena with the terrain that players have set up."""
        return arena

    def bare(self, arena: Any, i: int, *, standing: bool, waiting: bool, set_up: bool) -> Any:
        """Return a model with default values: on the board, waiting to be set up, or out of the battle.

        ``set_up`` is True until the first turn begins.
        """
        raise NotImplementedError

    def more_of_model(self, entry: Entry, arena: Any, i: int) -> dict[str, Any]:
        """Read the fields of a model besides place, wounds and conditions; return them by name."""
        return {}

    def told_of_model(self, arena: Any, model: Any, i: int, bare: Any) -> dict[str, Any]:
        """Write those fields of a model that differ from ``bare``, as an entry has them."""
        return {}

    def battle(self, top: Entry, arena: Any, first: Any, *, set_up: bool) -> dict[str, Any]:
        """Read the fields of the battle besides models, places, agenda, turn and phase."""
        raise NotImplementedError

    def under_way(self, top: Entry, arena: Any, battle: Any) -> dict[str, Any]:
        """Read the fields that tell which models are acting, in a battle with all models in place."""
        raise NotImplementedError

    def told_of_battle(self, arena: Any, battle: Any, usual: Any) -> dict[str, Any]:
        """Write the fields of the battle as a description has them; ``usual`` is a battle with default values."""
        raise NotImplementedError

    def usual_hand(self, battle: Any) -> int:
        """Return the side whose hand it is if a description names none."""
        raise NotImplementedError

    def agenda(self, arena: Any, battle: Any, hand: int, part: str) -> tuple[Task, ...]:
        """Return the tasks left in the phase of a battle from a player's hand on, the next one first."""
        raise NotImplementedError

    #: The parts of phases, if any: the first is that of a position that does not say whose hand it is,
    #: the second that of one that does.
    parts: ClassVar[tuple[str, ...]] = ("", "")

    # --- reading

    def read(self, arena: Any, first: Any, top: Entry) -> Any:
        """Return the state that a table describes; ``first`` is the state in which a battle with this set-up would begin."""
        phase = top.choice("phase", self.phases, self.main)
        turn, name = self._turn(top, arena, phase)
        fields = self.battle(top, arena, first, set_up=name == SETUP)
        forces, entries = self._forces(top, arena, first, waiting=phase == SETUP, set_up=name == SETUP)
        battle = msgspec.structs.replace(first, turn=turn, phase=name, over=phase == OVER, **forces, **fields)
        battle = msgspec.structs.replace(battle, **self.under_way(top, arena, battle))
        hand = side_of(top, "hand", arena, self.usual_hand(battle))
        usual = self.parts["hand" in top]
        part = top.choice("part", self.parts, usual) if usual else ""
        agenda = self._agenda(top, arena, battle, phase, hand, part)
        top.done()
        self._stand(self.arena_at(arena, battle), battle, entries)
        return msgspec.structs.replace(battle, agenda=agenda[::-1])

    def _turn(self, top: Entry, arena: Any, phase: str) -> tuple[int, str]:
        """Return the turn and the phase as a state has them: until a turn begins they are those of the one before."""
        if phase == SETUP:
            return Whole(0, 0).get(top, "turn", 0), SETUP
        turn = Whole(0 if phase == OVER else 1, self.most_turns(arena)).get(top, "turn", 1)
        if phase != INITIATIVE:
            return turn, phase
        return turn - 1, self.last if turn > 1 else SETUP

    def _forces(self, top: Entry, arena: Any, first: Any, *, waiting: bool, set_up: bool) -> tuple[dict[str, Any], dict[int, Entry]]:
        """Return the fields of the battle about its models, and the entry of each model that has one."""
        entries: dict[int, Entry] = {}
        for entry in top.tables("models", ()):
            i = which_model(entry, arena)
            if i in entries:
                raise entry.error(say("stands there twice"), "model")
            entries[i] = entry
        models: list[Any] = []
        places: list[Point | None] = []
        for i in range(len(first.models)):
            found = entries.get(i)
            place = None if found is None else place_of(found, arena)
            bare = self.bare(arena, i, standing=place is not None, waiting=waiting, set_up=set_up)
            models.append(bare if found is None else self._model(found, arena, i, bare))
            places.append(place)
        return {"models": tuple(models), "places": tuple(places)}, entries

    def _model(self, entry: Entry, arena: Any, i: int, bare: Any) -> Any:
        said = self._said(entry, self.conditions)
        out, _ = self.conditions[self.gone]
        gone = said.get(out, getattr(bare, out))
        most = arena.cards[i].wounds
        if gone:
            wounds = Whole(0, MOST_POINTS).get(entry, "wounds", 0)
            if wounds:
                raise entry.error(say("'wounds' must be 0 for who is {gone} or stands nowhere ('at')", gone=self.gone), "wounds")
        else:
            wounds = Whole(1, most).get(entry, "wounds", most)
        more = self.more_of_model(entry, arena, i)
        entry.done()
        return msgspec.structs.replace(bare, wounds=wounds, **said, **more)

    def _said(self, entry: Entry, conditions: Conditions) -> dict[str, Any]:
        """Return the values that the conditions of a model or unit stand for, by field."""
        said: dict[str, tuple[str, Any]] = {}
        for word in entry.choices("conditions", conditions):
            field, value = conditions[word]
            if field in said:
                other = say("'conditions' cannot hold both '{one}' and '{other}'", one=said[field][0], other=word)
                raise entry.error(other, "conditions")
            said[field] = word, value
        return {field: value for field, (_, value) in said.items()}

    def _stand(self, arena: Any, battle: Any, entries: Mapping[int, Entry]) -> None:
        """Refuse models that cannot stand where they are."""
        bodies = arena.bodies(battle.places)
        for i, place in enumerate(battle.places):
            if place is None:
                continue
            x, y, z = place
            wrong = find_placement_problem(self.ground(arena, i), bodies, x, y, z, arena.radii[i], arena.heights[i], i)
            if wrong is not None:
                other = "" if wrong.body is None else called(arena, wrong.body)
                told = say(_MISPLACED[wrong.problem], part=part_of(arena.terrain, wrong.part), other=other)
                raise entries[i].error(told, "at")

    def ground(self, arena: Any, i: int) -> Terrain:
        """Return the terrain as a model stands on it."""
        terrain: Terrain = arena.terrain
        return terrain

    # --- the agenda

    def _agenda(self, top: Entry, arena: Any, battle: Any, phase: str, hand: int, part: str) -> tuple[Task, ...]:
        usual = self._usual_agenda(arena, battle, phase, hand, part)
        rows = top.values("agenda", ())
        if "agenda" not in top:
            return usual
        if rows and rows[-1] == REST:
            return (*self._given(top, arena, battle, rows[:-1]), *usual)
        return self._given(top, arena, battle, rows)

    def _usual_agenda(self, arena: Any, battle: Any, phase: str, hand: int, part: str) -> tuple[Task, ...]:
        if phase == OVER:
            return ()
        if phase == INITIATIVE:
            return (self.turn_begins,)
        return self.agenda(arena, battle, hand, part)

    def _given(self, top: Entry, arena: Any, battle: Any, rows: Sequence[Any]) -> tuple[Task, ...]:
        """Return the tasks that a description lists."""
        tasks = []
        acted, edged = self.is_acting(battle), bool(getattr(battle, "zones", True))
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, list) or not row or not isinstance(row[0], str):
                raise top.error(say("'agenda' must be a list of lists: the name of a task, then what it takes"), "agenda")
            if row[0] not in self.tasks:
                raise top.error(say("'agenda': there is no task '{task}'{hint}", task=row[0], hint=perhaps(row[0], self.tasks)), "agenda")
            form = self.tasks[row[0]]
            try:
                tasks.append(_task(arena, form, acted, edged, *row))
            except (ValueError, msgspec.ValidationError) as error:
                told = Phrase("'agenda': task {number} ('{task}'): {problem}")
                raise top.error(say(told, number=number, task=row[0], problem=error), "agenda") from None
            acted, edged = acted or form.opens, edged or row[0] == START[0].name
        return tuple(tasks)

    def is_acting(self, battle: Any) -> bool:
        """Return True if a model is acting."""
        return bool(battle.acting)

    # --- writing

    def describe(self, arena: Any, first: Any, battle: Any) -> dict[str, Any]:
        """Return a state as a table from which `read` makes the same state."""
        agenda = battle.agenda[::-1]
        phase, turn = (OVER if battle.over else battle.phase), battle.turn
        usual_before = (self.last if turn else SETUP), turn < self.most_turns(arena)
        if agenda == (self.turn_begins,) and (battle.phase, True) == usual_before:
            phase, turn = INITIATIVE, turn + 1
        waiting, set_up = phase == SETUP, battle.phase == SETUP
        told: dict[str, Any] = {"turn": turn, "phase": phase}
        told.update(self._told_agenda(arena, battle, phase, agenda))
        top = Entry("", {}, {}, (), "")
        usual = msgspec.structs.replace(first, **self.battle(top, arena, first, set_up=set_up))
        told.update(self.told_of_battle(arena, battle, usual))
        told.update(self._told_forces(arena, battle, waiting, set_up))
        return told

    def _told_forces(self, arena: Any, battle: Any, waiting: bool, set_up: bool) -> dict[str, Any]:
        """Return the models of a battle as a description has them."""
        rows = (self._told_model(arena, battle, i, waiting, set_up) for i in range(len(battle.models)))
        return {"models": [row for row in rows if row is not None]}

    def _told_agenda(self, arena: Any, battle: Any, phase: str, agenda: tuple[Task, ...]) -> dict[str, Any]:
        """Return whose hand it is, where that tells the whole agenda; else the tasks before that, too."""
        ways = [way for part in dict.fromkeys(self.parts) for way in self._hands(arena, battle, phase, part)]
        fits = [(len(agenda) - len(usual), told) for usual, told in ways if usual and agenda[-len(usual) :] == usual]
        if not agenda and any(not usual for usual, _ in ways):
            return {}
        at, told = min(fits, key=lambda fit: fit[0], default=(len(agenda), {}))
        rows = [self._told_task(arena, task) for task in agenda[:at]]
        return {**told, **({"agenda": [*rows, *((REST,) if fits else ())]} if rows or not fits else {})}

    def _told_task(self, arena: Any, task: Task) -> list[Any]:
        told = zip(task.args, self.tasks[task.name].arguments, strict=False)
        return [task.name, *(self.tellers[read](arena, value) if read in self.tellers else msgspec.to_builtins(value) for value, read in told)]

    def _hands(self, arena: Any, battle: Any, phase: str, part: str) -> Iterator[tuple[tuple[Task, ...], dict[str, Any]]]:
        """Yield the usual tasks in a part of a phase from each hand on, and how a description says so."""
        agendas = {hand: self._usual_agenda(arena, battle, phase, hand, part) for hand in range(count_sides(arena))}
        alike = len(set(agendas.values())) == 1
        for hand, usual in agendas.items():
            told: dict[str, Any] = {} if alike else {"hand": hand}
            if part != self.parts["hand" in told]:
                told["part"] = part
            yield usual, told

    def _told_model(self, arena: Any, battle: Any, i: int, waiting: bool, set_up: bool) -> dict[str, Any] | None:
        model, place = battle.models[i], battle.places[i]
        bare = self.bare(arena, i, standing=place is not None, waiting=waiting, set_up=set_up)
        if place is None and model == bare:
            return None
        row: dict[str, Any] = {"side": arena.sides[i], "model": model_names(arena)[i]}
        if place is not None:
            row["at"] = told_place(place)
        out, _ = self.conditions[self.gone]
        if model.wounds != bare.wounds and not getattr(model, out):
            row["wounds"] = model.wounds
        row.update(self.told_of_model(arena, model, i, bare))
        words = [word for word, (field, value) in self.conditions.items() if getattr(model, field) == value != getattr(bare, field)]
        if words:
            row["conditions"] = words
        return row


def _task(arena: Any, form: TaskForm, acted: bool, edged: bool, name: str, *given: Any) -> Task:
    """Return a task with its arguments."""
    count = len(form.arguments)
    if not count - form.spare <= len(given) <= count:
        raise ValueError(say("it takes {count} values, not {given}", count=count, given=len(given)))
    if form.acted and not acted:
        raise ValueError(say("it needs somebody who acts: 'acting'"))
    if form.edged and not edged:
        raise ValueError(say("it needs the edges that the sides set up at: 'edges'"))
    return Task(name, tuple(read(arena, value) for read, value in zip(form.arguments, given, strict=False)))
