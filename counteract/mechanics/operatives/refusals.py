"""Refusals of picks that the rules do not allow now, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Container

from counteract.core.decision import Answer, Pick, Refusal, Why
from counteract.core.language import Phrase
from counteract.mechanics.names import TITLES

#: Why an action cannot share an activation with another one.
NOT_WITH = {name: Phrase("Not in an activation that includes {action}.", action=title) for name, title in TITLES.items()}


def refuse_name(known: Container[str], why_not: Callable[[str], Why | None], answer: Answer) -> Refusal | None:
    """Return why a pick by name is refused; None if the name is not known or nothing is against it."""
    match answer:
        case Pick(str(name)) if name in known:
            problem = why_not(name)
            return Refusal(*problem) if problem else None
    return None


def refuse_number(count: int, why_not: Callable[[int], Why | None], answer: Answer) -> Refusal | None:
    """Return why a pick by number is refused; None if the number is out of range or nothing is against it."""
    match answer:
        case Pick(int(number)) if 0 <= number < count:
            problem = why_not(number)
            return Refusal(*problem) if problem else None
    return None
