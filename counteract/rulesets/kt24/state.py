"""What a battle of the 2024 edition keeps track of."""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.procedure import Referee
from counteract.core.state import Battle, Model
from counteract.rulesets.kt24.arena import Arena

ENGAGE = "engage"
CONCEAL = "conceal"


class Operative(Model, frozen=True, gc=False):
    """One operative: what is on its card is in the arena, what changes is here."""

    order: str = CONCEAL  # ORDER-01, SETUP-11
    ready: bool = False  # ORDER-07
    down: bool = False  # incapacitated; taken off the board when the action is over (INT-68)
    stun: int = 0  # activations until Stun ends: 1 = its next one, 2 = the one after the present one (INT-42)
    counteracted: bool = False
    guard: bool = False
    interrupted: bool = False  # has interrupted on guard this turning point
    silenced: bool = False  # may not retaliate until the interrupted activation ends (MIS-42)
    uses: tuple[int, ...] = ()  # times each weapon has been used (Limited)


class Acting(msgspec.Struct, frozen=True, gc=False):
    """The activation, counteraction or interruption under way."""

    operative: int
    kind: str  # "activation", "counteract" or "interrupt"
    spent: int = 0
    done: tuple[str, ...] = ()
    fired: tuple[int, ...] = ()  # weapons used, for Heavy
    interrupted: bool = False  # somebody on guard has interrupted this activation


class Lasting(msgspec.Struct, frozen=True, gc=False):
    """An effect in force: which one, for whom, and until when."""

    effect: str
    side: int
    model: int  # -1: every operative of the side
    until: str  # "turn", "activation" or "battle"


class Skirmish(Battle, frozen=True, gc=False):
    """A battle of the 2024 edition."""

    phase: str = "setup"
    initiative: int = 0
    zones: tuple[int, ...] = ()  # the drop zone of each side
    cp: tuple[int, ...] = (0, 0)
    marker_vp: tuple[int, ...] = (0, 0)
    kill_vp: tuple[int, ...] = (0, 0)
    acting: tuple[Acting, ...] = ()  # the last one is under way; an interruption lies on top of an activation
    used: tuple[tuple[int, str], ...] = ()  # (side, ploy) used this turning point
    lasting: tuple[Lasting, ...] = ()
    conceded: int = -1


Ref = Referee[Arena, Skirmish]


def act(ref: Ref, **fields: Any) -> None:
    """Replace fields of the activation under way."""
    acting = ref.state.acting
    now = msgspec.structs.replace(acting[-1], **fields)
    ref.state = msgspec.structs.replace(ref.state, acting=(*acting[:-1], now))
