"""The state of a battle: immutable values that share structure. Rulesets extend these with what they track.

States are written down by the order of their fields, not by their names (``array_like``), so that a field can be renamed
and a fingerprint stays what it is. A new field goes to the end of its class and has a default.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

#: Where something stands: x and y of its centre, z of the surface it stands on (inches).
Point = tuple[float, float, float]

#: "Within d" means a distance of at most d plus this much (inches).
TOLERANCE = 0.001


class Task(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A pending procedure: its name in the ruleset and its arguments, plain data."""

    name: str
    args: tuple[Any, ...] = ()


class Model(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One model in play. Where it stands is in `Battle.places`, so that geometry can be kept while wounds change."""

    side: int
    wounds: int


class Battle(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Everything that can change during a battle."""

    agenda: tuple[Task, ...]
    models: tuple[Any, ...]
    places: tuple[Point | None, ...]
    turn: int
    over: bool
    conceded: tuple[int, ...] = ()  # the sides that have given up

    @property
    def out(self) -> tuple[int, ...]:
        """The sides that are no longer in the battle."""
        return self.conceded


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, with the rule that made it happen."""

    kind: str
    rule: str
    values: dict[str, Any]


class Result(msgspec.Struct, frozen=True, gc=False):
    """The result of a battle: winners, scores of each side, reasons, and further figures of a ruleset.

    ``winners`` is one side, or several that share the victory (allies, or players whom nothing tells apart), or none.

    >>> Result((1,), (3, 7), ()).winner, Result((), (5, 5), ()).winner
    (1, None)
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reasons: tuple[str, ...]
    figures: dict[str, tuple[int, ...]] = {}

    @property
    def winner(self) -> int | None:
        """The one side that has won, or None."""
        return self.winners[0] if len(self.winners) == 1 else None


_encoder = msgspec.msgpack.Encoder(order="deterministic")


def digest(battle: Battle, inputs: tuple[Any, ...] = ()) -> str:
    """Return a short fingerprint of a moment: the state, the pending tasks and the inputs of the running one.

    Equal moments have equal fingerprints on every machine. Neither the names of fields nor those of tasks are in it.
    """
    pending = [task.args for task in battle.agenda]
    return hashlib.sha256(_encoder.encode((pending, msgspec.structs.replace(battle, agenda=()), inputs))).hexdigest()[:16]
