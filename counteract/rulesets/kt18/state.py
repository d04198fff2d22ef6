"""The state of a battle of Kill Team 2018: models, initiative, points, Tactics. (GEN-06)"""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.procedure import Referee
from counteract.core.state import Battle, Model
from counteract.rulesets.kt18.arena import Arena


class Fighter(Model, frozen=True, gc=False):
    """The state of a model; its card is in the arena."""

    flesh: int = 0  # flesh wounds
    shaken: bool = False
    out: bool = False  # out of action
    # This round:
    readied: bool = False
    began: bool = False  # began the Movement phase within 1" of an enemy (INT-20)
    option: str = ""  # its option of the Movement phase, once taken
    moved: bool = False
    fell: bool = False  # fell off an edge, which counts as a move only for being readied (FALL-02)
    advanced: bool = False
    fell_back: bool = False
    retreated: bool = False
    tried: bool = False  # attempted a charge
    charged: tuple[int, ...] = ()  # enemies it reached with its charge
    charged_by: tuple[int, ...] = ()
    shot: bool = False
    fought: bool = False
    gritted: bool = False  # ignores its flesh wounds until the end of the phase (TAC-09)
    hexed: bool = False  # under a hex
    warded: int = 0  # the invulnerable save a power gives it


#: The fields of a model that a new round resets.
NEW_ROUND: dict[str, Any] = {
    "readied": False, "began": False, "option": "", "moved": False, "fell": False, "advanced": False, "fell_back": False, "retreated": False,
    "tried": False, "charged": (), "charged_by": (), "shot": False, "fought": False, "gritted": False, "hexed": False, "warded": 0,
}  # fmt: skip


class Skirmish(Battle, frozen=True, gc=False):
    """The state of a battle of Kill Team 2018; its turns are battle rounds."""

    models: tuple[Fighter, ...]
    phase: str = "setup"
    order: tuple[int, ...] = (0, 1)  # players in order of initiative this round (GEN-03)
    zones: tuple[int, ...] = ()  # the edge of each side
    cp: tuple[int, ...] = (0, 0)  # CP-03
    vp: tuple[int, ...] = (0, 0)
    broken: tuple[bool, ...] = (False, False)
    used: tuple[tuple[int, str], ...] = ()  # (side, Tactic) used this phase (TAC-02)
    grenadiers: tuple[int, ...] = (-1, -1)  # the model of each side that used Grenades this round (WR-GREN-01)
    acting: int = -1  # the model that acts


Ref = Referee[Arena, Skirmish]


def touch(ref: Ref, models: dict[int, dict[str, Any]]) -> None:
    """Replace fields of several models at once."""
    changed = [msgspec.structs.replace(m, **models[i]) if i in models else m for i, m in enumerate(ref.state.models)]
    ref.state = msgspec.structs.replace(ref.state, models=tuple(changed))
