"""Procedures (generators that read like the rulebook), their referee, and alternation between players.

A procedure is a generator that yields `Decision` and `Roll` and is handed the answers. It changes the battle only
through its `Referee`. What spans procedures is the agenda, plain data in the state; so any moment of a game is
a checkpoint (the state when the running procedure began) and the inputs it has had since.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from counteract.core.decision import Decision, Roll
from counteract.core.state import Battle, Event, Task

A = TypeVar("A")
B = TypeVar("B", bound=Battle)
T = TypeVar("T")

#: A running procedure or a part of one that returns a T.
Steps = Generator[Decision | Roll, Any, T]
Procedure = Steps[None]
Procedures = dict[str, Callable[..., Procedure]]


def _nothing() -> Procedure:
    return
    yield


#: A procedure that is over: what a function returns that has nothing to ask.
OVER: Procedure = _nothing()
next(OVER, None)

#: What may go wrong in a procedure that is begun where it does not belong, or handed what other rules asked for.
ASTRAY = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError)


class Referee(msgspec.Struct, Generic[A, B], eq=False, gc=False):
    """The hand of a procedure on the game: the unchanging arena, the current state, and the list of events.

    While a procedure runs, its own task lies on top of the agenda. ``next`` are the tasks that come when it is over, the first of
    them first; without ``goes_on`` nothing but these is left to do. The garbage collector does not see it, so nothing that it refers
    to may refer back to it.
    """

    arena: A
    state: B
    events: list[Event] = msgspec.field(default_factory=list)
    next: tuple[Task, ...] = ()
    goes_on: bool = True

    def emit(self, kind: str, rule: str, **values: Any) -> None:
        """Note an event."""
        self.events.append(Event(kind, rule, values))

    def then(self, *tasks: Task) -> None:
        """Put tasks on the agenda, the first of them first, for when this procedure is over."""
        self.next = tasks + self.next

    def instead(self, *tasks: Task) -> None:
        """Replace the agenda by these tasks, for when this procedure is over."""
        self.next = tasks
        self.goes_on = False

    def finished(self) -> B:
        """Return the state after the procedure."""
        state = self.state
        rest = state.agenda[:-1] if self.goes_on else ()
        return replace(state, agenda=rest + self.next[::-1])


class Alternation(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Players taking turns, each acting or passing, for any number of players.

    With ``final=False`` a player who passed may act again when the hand comes round, and all is over once all
    have passed in a row. With ``final=True`` who passes is out, and all is over once all are out.

    >>> hand = Alternation((0, 1))
    >>> hand.passes().acts().passes().over, hand.passes().passes().over
    (False, True)
    """

    order: tuple[int, ...]
    at: int = 0
    passed: tuple[int, ...] = ()
    final: bool = False

    @property
    def player(self) -> int:
        return self.order[self.at]

    @property
    def over(self) -> bool:
        return len(self.passed) == len(self.order)

    def acts(self) -> Alternation:
        """Return the alternation after the current player acted."""
        passed = self.passed if self.final else ()
        return Alternation(self.order, self._next(passed), passed, self.final)

    def passes(self) -> Alternation:
        """Return the alternation after the current player passed."""
        passed = (*self.passed, self.player)
        return Alternation(self.order, self._next(passed), passed, self.final)

    def _next(self, passed: tuple[int, ...]) -> int:
        n = len(self.order)
        for step in range(1, n + 1):
            at = (self.at + step) % n
            if not self.final or self.order[at] not in passed:
                return at
        return self.at
