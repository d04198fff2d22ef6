"""The state of a battle: immutable values that share structure. Rulesets extend these with what they track."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from counteract.table.shapes import Point


class Task(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A pending procedure: its name in the ruleset and its arguments, plain data."""

    name: str
    args: tuple[Any, ...] = ()


class Model(msgspec.Struct, frozen=True, gc=False):
    """One model in play. Where it stands is in `Battle.places`, so that geometry can be kept while wounds change."""

    side: int
    wounds: int


class Battle(msgspec.Struct, frozen=True, gc=False):
    """Everything that can change during a battle."""

    agenda: tuple[Task, ...]
    models: tuple[Any, ...]
    places: tuple[Point | None, ...]
    turn: int
    over: bool


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, with the rule that made it happen."""

    kind: str
    rule: str
    values: dict[str, Any]


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a battle ended: the winner (None if nobody), each side's score, the reasons, and what else a ruleset reports."""

    winner: int | None
    scores: tuple[int, ...]
    reasons: tuple[str, ...]
    figures: dict[str, tuple[int, ...]] = {}


_encoder = msgspec.msgpack.Encoder(order="deterministic")


def digest(battle: Battle, inputs: tuple[Any, ...] = ()) -> str:
    """A short fingerprint of a moment: the state (its agenda tells what is under way) and what that has been handed.

    Equal moments have equal fingerprints on every machine.
    """
    return hashlib.sha256(_encoder.encode((battle, inputs))).hexdigest()[:16]
