"""What the cards of several rulesets have in common."""

from __future__ import annotations

from typing import Any

import msgspec


class Ability(msgspec.Struct, frozen=True, kw_only=True):
    """Something a model or a whole team can do: a name, words for people, and the effect that carries it out."""

    id: str
    name: str
    text: str
    effect: str
    values: dict[str, Any] = {}


class Table(msgspec.Struct, frozen=True):
    """Part of a card as people read it: columns with their rows, and lines below them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    lines: tuple[str, ...] = ()
