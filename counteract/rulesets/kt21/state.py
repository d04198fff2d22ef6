"""The state of a battle of Kill Team 2021: operatives, activations, barricades, points."""

from __future__ import annotations

from counteract.core.procedure import Referee
from counteract.mechanics.operatives import state
from counteract.rulesets.kt21.arena import Arena, Barricade


class Operative(state.OperativeModel, frozen=True, gc=False):
    """The state of an operative. (ORDER-01, ORDER-07)"""

    overwatched: bool = False  # this turning point (OW-07)


class Acting(state.ActingOperative, frozen=True, gc=False):
    """An activation or an Overwatch ("overwatch")."""

    points: int = 0  # AP generated (ACT-03)


class Skirmish(state.OperativeBattle, frozen=True, gc=False):
    """The state of a battle of Kill Team 2021."""

    models: tuple[Operative, ...]
    acting: tuple[Acting, ...] = ()
    defender: int = 0  # the Defender player, who is not always the defender of an attack (SETUP-04)
    barricades: tuple[Barricade, ...] = ()
    cp: tuple[int, ...] = (0, 0)
    vp: tuple[int, ...] = (0, 0)
    down_before: tuple[int, ...] = (0, 0)  # incapacitated operatives of each side when the turning point began (MIS-09)


Ref = Referee[Arena, Skirmish]
