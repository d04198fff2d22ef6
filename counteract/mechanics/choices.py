"""Choices that the rules may bar: each option is held against its rule when it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import lru_cache
from typing import Any

from counteract.core.decision import CheckedDecision, NameContext, Pick, Why


class ActionContext(NameContext, frozen=True, gc=False):
    """The context of a question about a model's action: the model, and the action points it has left."""

    left: int


class ActionDecision(CheckedDecision, kw_only=True):
    """The decision which action a model performs: one of the ``names``; ``why_not`` returns the reason against each."""

    arena: Any
    state: Any
    names: Container[str]
    why_not: Callable[[Any, Any, int, str], Why | None]

    def barred(self, value: Any) -> Why | None:
        return self.why_not(self.arena, self.state, self.subject, value)

    def is_judged(self, value: Any) -> bool:
        return value in self.names


class ModelDecision(CheckedDecision, kw_only=True):
    """The decision which model is chosen; ``why_not`` returns the reason against each."""

    arena: Any
    state: Any
    why_not: Callable[[Any, Any, int], Why | None]

    def barred(self, value: Any) -> Why | None:
        return self.why_not(self.arena, self.state, value)


@lru_cache(maxsize=4096)
def picks(values: tuple[int, ...]) -> tuple[Pick, ...]:
    """Return an answer for each of some models."""
    return tuple(map(Pick, values))
