"""Attacks as they are declared: of one model each, gathered into groups with one profile at one target. (SHOOT-05, FIGHT-09, INT-54)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.weapons import Weapon

Kind = Literal["shooting", "overwatch", "fight", "strike"]
CLOSE = ("fight", "strike")


class AttackRow(NamedTuple):
    """The attacks of one model with one weapon, as they were declared. (SHOOT-05, FIGHT-09)

    ``number`` is how many there are in close combat; of a gun it is how many times its shots are counted.
    """

    model: int
    weapon: int  # its number among the guns or blades of the model
    number: int
    hindered: bool = False  # masked, or across terrain
    half: bool = False  # the target is within half range
    burning: bool = False  # earlier attacks with this weapon have overheated: its bearer is slain after the last of them


#: Attacks with one profile at one target unit, as a task holds them.
Group = tuple[int, tuple[tuple[Any, ...], ...]]


class AttackGroup(NamedTuple):
    """A group of attacks that is being resolved."""

    unit: int
    kind: Kind
    target: int
    rows: tuple[AttackRow, ...]
    weapon: Weapon
    player: int

    @property
    def is_close(self) -> bool:
        return self.kind in CLOSE

    def facts(self, arena: Arena) -> dict[str, Any]:
        """Return what the events of all its steps say."""
        return {"unit": self.unit, "target": self.target, "weapon": self.weapon.name}


def weapon_of(arena: Arena, kind: str, row: Sequence[Any]) -> Weapon:
    """Return the weapon of a row of attacks."""
    weapons = arena.blades if kind in CLOSE else arena.guns
    return weapons[int(row[0])][int(row[1])]


def profile_name(weapon: Weapon) -> str:
    """Return the name of a weapon with its mode."""
    return f"{weapon.name} {weapon.mode}".strip()


def gather(arena: Arena, kind: str, attacks: Iterable[tuple[int, AttackRow]]) -> tuple[Group, ...]:
    """Return declared attacks, each with its target, as groups: those with one profile at one target together."""
    found: dict[tuple[int, Weapon], list[tuple[Any, ...]]] = {}
    for target, row in attacks:
        found.setdefault((target, weapon_of(arena, kind, row)), []).append(tuple(row))
    return tuple((target, tuple(rows)) for (target, _), rows in found.items())
