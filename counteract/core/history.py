"""Games as plain data: the step of every moment, as records and databases keep it, and the moments restored from steps.

A step holds the answer, the dice, the events, the changes of the state, and the next question. So a battle can be shown
step by step without playing it again, though the rules may have changed since. A `Standing` is the point to play on from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from inspect import signature
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec
from msgspec.structs import replace

from counteract.core.decision import Answer, Context, Decision, Refusal
from counteract.core.procedure import ASTRAY
from counteract.core.state import Battle, Event, Task

if TYPE_CHECKING:
    from counteract.core.game import BaseGame, Moment, Ruleset
    from counteract.core.procedure import Procedures

#: A part of the state that has changed: the number of its field and its value; or the numbers of field and entry, and the entry.
Change = tuple[Any, ...]

_AGENDA = Battle.__struct_fields__.index("agenda")
#: Fields in which single entries change, one for each model.
_BY_MODEL = tuple(map(Battle.__struct_fields__.index, ("models", "places")))


class Asked(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The question of a decision, without its options."""

    player: int
    what: str
    kind: str
    rule: str
    subject: int = -1


class Told(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An event as a step keeps it."""

    kind: str
    rule: str
    values: dict[str, Any]


class Step(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One answer, the dice rolled before the next decision, the events, the changes of the state, and the next question."""

    answer: Answer | None
    dice: tuple[tuple[int, ...], ...] = ()
    events: tuple[Told, ...] = ()
    changes: tuple[Change, ...] = ()
    asks: Asked | None = None


class Standing(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A point to play on from in a battle that is not over: the state in which the running procedure began, and its inputs since."""

    checkpoint: Any
    inputs: tuple[Answer | tuple[int, ...], ...]  # answers, concessions and rolls
    at: int  # how far the dice stream has been read


# --- from moments to data


def step_of(moment: Moment) -> Step:
    """Return the step of a moment."""
    asked = moment.decision
    return Step(
        moment.answer,
        moment.dice,
        tuple(Told(event.kind, event.rule, event.values) for event in moment.events),
        tuple(changes(moment.parent.state if moment.parent else None, moment.state)),
        None if asked is None else Asked(asked.player, asked.what, asked.kind, asked.rule, asked.subject),
    )


def changes(before: Battle | None, after: Battle) -> Iterator[Change]:
    """Yield the parts of a state that differ from the one before; the agenda is left out."""
    for number, name in enumerate(after.__struct_fields__):
        new = getattr(after, name)
        if number == _AGENDA:
            continue
        old: Any = None if before is None else getattr(before, name)
        if before is None or (number not in _BY_MODEL and old != new) or (number in _BY_MODEL and len(old) != len(new)):
            yield number, new
        elif number in _BY_MODEL and old is not new:
            yield from ((number, entry, now) for entry, (was, now) in enumerate(zip(old, new, strict=True)) if was is not now and was != now)


def standing_of(moment: Moment) -> Standing:
    """Return the point to play on from at a moment."""
    return Standing(moment.checkpoint, moment.inputs, moment.at)


def is_same(told: Step, found: Step) -> bool:
    """Return True if a recorded step equals a replayed one; its events may lack values that today's events have."""
    events = [(event.kind, event.rule) for event in told.events] == [(event.kind, event.rule) for event in found.events] and all(
        plain_data(new.values).items() >= plain_data(old.values).items() for old, new in zip(told.events, found.events, strict=True)
    )
    return events and plain_data(replace(told, events=())) == plain_data(replace(found, events=()))


def plain_data(value: object) -> Any:
    """Return a value as it looks when read back from a file."""
    return msgspec.json.decode(msgspec.json.encode(value))


# --- from data to moments


class TitleContext(Context, frozen=True, gc=False):
    """The context of a question of which only the title of its rule is known."""

    title: str


class Remembered(Decision):
    """A decision made before the rules changed: it can be shown, but not answered."""

    def refuse(self, answer: Answer) -> Refusal:
        return Refusal(self.rule, "This was played under other rules; it can be looked at, but not be played on from here.")


def _remembered(ruleset: str, asked: Asked) -> Remembered:
    title = TitleContext(_title(ruleset, asked.rule))
    return Remembered(asked.player, asked.what, (), asked.rule, "{title}", title, kind=asked.kind, subject=asked.subject)


def remember(game: BaseGame, steps: Iterable[Step], standing: Standing | None, revision: int) -> None:
    """Give a battle that has not begun the moments of these steps, as they were played under a revision of the rules.

    It goes on from ``standing``. Raise a `ValueError` if the steps do not fit together.
    """
    from counteract.core.game import Moment

    moment: Moment | None = None
    plain: list[Any] = []
    for step in steps:
        if moment is not None and moment.decision is None:
            raise ValueError("a battle that is over has no further steps")
        plain = _changed(plain, step.changes)
        state = _state(game.ruleset, plain)
        asked = None if step.asks is None else _remembered(game.ruleset.id, step.asks)
        arena = game.ruleset.arena_at(game._arena, state)
        events = tuple(game.ruleset.complete(arena, Event(told.kind, told.rule, told.values)) for told in step.events)
        number = 0 if moment is None else moment.number + 1
        moment = Moment(moment, step.answer, step.dice, events, state, asked, state, (), 0, number)
    if moment is None:
        raise ValueError("there is nothing to remember")
    game._now, game.started, game.revision = moment, True, revision
    game.played_from = moment.number + 1
    if standing is not None and moment.decision is not None:
        resume(game, standing)


def _changed(plain: list[Any], changed: Iterable[Change]) -> list[Any]:
    """Return the fields of a state after some changes."""
    fields = plain[:]
    for change in changed:
        number = change[0]
        if not fields and number == _AGENDA + 1:
            fields = [()]
        if number > len(fields):
            raise ValueError("a part of the state is missing")
        if len(change) == 2:
            fields[number : number + 1] = [change[1]]
        else:
            entries = list(fields[number])
            entries[change[1]] = change[2]
            fields[number] = entries
    return fields


def _state(ruleset: Ruleset, plain: list[Any]) -> Battle:
    return msgspec.convert(plain, ruleset.battle)


def _title(ruleset: str, rule: str) -> str:
    """Return the title of a rule; empty if there is no such rule any more."""
    from counteract.core.language import spoken
    from counteract.core.rulebook import Rulebook

    try:
        return Rulebook.load(ruleset).get(rule).title(spoken())
    except LookupError:
        return ""


def resume(game: BaseGame, standing: Standing) -> None:
    """Play a battle on from a standing: the running procedure takes its inputs again.

    If today's rules ask another question there, the procedure begins anew, and the dice rolled since its beginning are void.
    """
    last = game._now
    checkpoint = _with_tasks(game.ruleset, standing.checkpoint)
    assert last.decision is not None
    asked = last.decision
    now = replace(last, checkpoint=checkpoint, inputs=standing.inputs, at=standing.at)
    game._now = now
    game.played_from = now.number
    request: Any
    try:
        (referee, _), request = game._revive(now)
    except (Refusal, ValueError, StopIteration, *ASTRAY):
        request = None
    if isinstance(request, Decision) and (request.player, request.what) == (asked.player, asked.what):
        now.state, now.decision = referee.state, request
        return
    game._now = game._advance(last.parent, last.answer, checkpoint, (), standing.at)


def _with_tasks(ruleset: Ruleset, plain: Any) -> Battle:
    """Return a state with its agenda, the arguments of tasks converted to the types that their procedures take."""
    battle = msgspec.convert(plain, ruleset.battle)
    return replace(battle, agenda=tuple(Task(task.name, _arguments(ruleset.procedures, task)) for task in battle.agenda))


def _arguments(procedures: Procedures, task: Task) -> tuple[Any, ...]:
    if task.name not in procedures:
        raise ValueError(f"nothing is called {task.name!r} any more")
    kinds = _kinds(procedures[task.name])
    return tuple(msgspec.convert(value, kind) for value, kind in zip(task.args, kinds, strict=False))


@lru_cache(maxsize=512)
def _kinds(procedure: Any) -> tuple[Any, ...]:
    """Return the types of a procedure's arguments besides its referee."""
    hints = get_type_hints(procedure)
    return tuple(hints.get(name, Any) for name in [*signature(procedure).parameters][1:])
