"""The state of a battle of operatives; each edition adds its own fields."""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.state import Battle, Model

ENGAGE = "engage"
CONCEAL = "conceal"
NOBODY = -1


class OperativeModel(Model, frozen=True, gc=False):
    """The state of one operative; its card, which never changes, is in the arena."""

    order: str = CONCEAL
    ready: bool = False
    down: bool = False  # incapacitated; taken off the board when the action is over
    stun: int = 0  # activations until Stun ends: 1 = its next one, 2 = the one after the present one
    uses: tuple[int, ...] = ()  # times each weapon has been used (Limited)

    @property
    def stuns(self) -> int:
        """The number of Stuns that lower its APL."""
        return int(self.stun > 0)


class ActingOperative(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An activation under way, or an operative's action out of turn."""

    operative: int
    kind: str  # "activation", or another kind that the edition has
    spent: int = 0
    done: tuple[str, ...] = ()
    fired: tuple[int, ...] = ()  # weapons used, for Heavy


class Lasting(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An effect in force: its key, the side and operative it is for, and when it ends."""

    effect: str
    side: int
    model: int  # -1: every operative of the side
    until: str  # "turn", "activation" or "battle"


class OperativeBattle(Battle, frozen=True, gc=False):
    """The state of a battle of operatives."""

    phase: str = "setup"
    initiative: int = 0  # the player who has it, or NOBODY
    zones: tuple[int, ...] = ()  # the drop zone of each side
    cp: tuple[int, ...] = ()
    acting: tuple[Any, ...] = ()  # the last one is under way; an interruption lies on top of an activation
    used: tuple[tuple[int, str], ...] = ()  # (side, ploy) used this turning point
    lasting: tuple[Lasting, ...] = ()


def change_activation(ref: Any, **fields: Any) -> None:
    """Replace fields of the activation under way."""
    acting = ref.state.acting
    now = msgspec.structs.replace(acting[-1], **fields)
    ref.state = msgspec.structs.replace(ref.state, acting=(*acting[:-1], now))
