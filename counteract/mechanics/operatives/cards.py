"""Cards that several editions have in common."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from counteract.mechanics.cards import Ability, Table


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One operative as printed; each edition adds its own stats and its own weapons."""

    id: str
    name: str
    move: float  # inches
    apl: int
    save: int
    wounds: int
    base: float  # mm
    height: float  # inches
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()


class Ploy(msgspec.Struct, frozen=True, kw_only=True):
    """A ploy: some are used in a step of their own, others at the moment they name."""

    id: str
    name: str
    text: str
    kind: str
    effect: str
    values: dict[str, Any] = {}
    moment: str = ""
    until: Literal["turn", "activation", "now"] = "turn"
    cost: int = 1  # in CP


def appendix(team: Any) -> tuple[Table, ...]:
    """What belongs to the whole team: its ploys."""
    rows = tuple((ploy.name, ploy.kind, f"{ploy.cost}CP", ploy.text) for ploy in team.ploys)
    return (Table(("ploy", "", "", "what it does"), rows),) if rows else ()
