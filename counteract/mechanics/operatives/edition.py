"""What the shared parts need to know of the edition they work for: names and rules, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from counteract.core.decision import Why

if TYPE_CHECKING:
    from counteract.mechanics.operatives.effects import Effect


class Edition(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One edition of the game."""

    id: str
    rules: Mapping[str, str]  # the rule behind each thing that is done for several editions
    moves: tuple[str, ...]  # the names of the move actions
    parse: Callable[[Sequence[str]], Any]  # weapon rules as cards write them
    join: Callable[[Any, Any], Any]  # two sets of them on one weapon
    fixed: tuple[str, ...]  # weapon rules that must stand on the weapon itself
    ploys: Mapping[bool, tuple[str, ...]]  # the kinds of ploy that are used in their own step, and those used at a moment
    why_not_ploy: Callable[[Any, int, Any, bool], Why | None]  # what keeps a player from a ploy, there or at a moment
    removed: Mapping[str, Any]  # what an operative is when it leaves the board
    effects: Mapping[str, type[Effect]]
