"""Cards that several editions have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from counteract.core.language import joined, measured, say
from counteract.mechanics.cards import Ability, Table, Words, note
from counteract.mechanics.names import KINDS


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


def rules_line(rules: Iterable[str]) -> str:
    """Weapon rules as a card prints them."""
    return joined(map(measured, rules)) or "-"


def weapon_figures(weapon: Any) -> tuple[object, ...]:
    """What a card prints of a weapon before its rules."""
    return say(weapon.name), say(KINDS[weapon.kind]), weapon.attacks, f"{weapon.hit}+", f"{weapon.normal}/{weapon.critical}"


def enforced(rules: str, unenforced: Sequence[str]) -> str:
    """Weapon rules with a word on those that are only shown."""
    return say("{rules} (not enforced: {unenforced})", rules=rules, unenforced=joined(map(measured, unenforced))) if unenforced else rules


def noted(rules: Sequence[tuple[str, str]], unenforced: Sequence[str] = ()) -> Words:
    """Weapon rules as a card prints them, each explained; ``rules`` has the rule behind each of them."""
    line = enforced(rules_line(text for text, _ in rules), unenforced)
    return Words(line, (note(say(measured(text)), rule) for text, rule in rules))


def appendix(team: Any) -> tuple[Table, ...]:
    """What belongs to the whole team: its ploys."""
    rows = tuple((say(ploy.name), say(KINDS[ploy.kind]), say("{cost}CP", cost=ploy.cost), say(ploy.text)) for ploy in team.ploys)
    return (Table((say("ploy"), "", "", say("what it does")), rows),) if rows else ()
