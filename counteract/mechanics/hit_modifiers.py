"""Modifiers of hit rolls, each with its rule and its name: a ruleset lists the causes, the referee and the odds apply them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

W = TypeVar("W")
C = TypeVar("C")


class Modifier(NamedTuple):
    """A modifier of a hit roll."""

    rule: str
    name: str
    amount: int


class Cause(NamedTuple, Generic[W, C]):
    """A cause of a hit modifier, and the function that says by how much the weapon hits worse in some circumstances."""

    rule: str
    name: str
    by: Callable[[W, C], int]


def find_modifiers(causes: Iterable[Cause[W, C]], weapon: W, now: C) -> list[Modifier]:
    """Return the modifiers of a hit roll, one for each cause that matters."""
    return [Modifier(cause.rule, cause.name, -int(by)) for cause in causes if (by := cause.by(weapon, now))]
