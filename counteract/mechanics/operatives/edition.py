"""The data and functions of an edition that the shared rules of operatives need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from counteract.core.decision import Why

if TYPE_CHECKING:
    from counteract.mechanics.operatives.effects import Effect


class Edition(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One edition of the game: its names, its rules, and its functions."""

    id: str
    rules: Mapping[str, str]  # the rule behind each step that editions share
    moves: tuple[str, ...]  # the names of the move actions
    parse: Callable[[Sequence[str]], Any]  # reads weapon rules as cards write them
    join: Callable[[Any, Any], Any]  # joins two sets of weapon rules on one weapon
    fixed: tuple[str, ...]  # weapon rules that must stand on the weapon itself
    ploys: Mapping[bool, tuple[str, ...]]  # kinds of ploy: True for those used in their own step, False for those used at a moment
    why_not_ploy: Callable[[Any, int, Any, bool], Why | None]  # why a player cannot use a ploy, in its own step (True) or at a moment
    removed: Mapping[str, Any]  # fields that an operative gets when it leaves the board
    effects: Mapping[str, type[Effect]]
