"""The state of a battle of Kill Team 2024: operatives, activations, points."""

from __future__ import annotations

from counteract.core.procedure import Referee
from counteract.mechanics.operatives import state
from counteract.rulesets.kt24.arena import Arena


class Operative(state.OperativeModel, frozen=True, gc=False):
    """The state of an operative. (ORDER-01, ORDER-07, SETUP-11)"""

    counteracted: bool = False
    guard: bool = False
    interrupted: bool = False  # has interrupted on guard this turning point
    silenced: bool = False  # may not retaliate until the interrupted activation ends (MIS-42)
    #: Activations until each Stun ends; Stuns add up before the limits of the full game apply. (DIFF-16, INT-37)
    stunned: tuple[int, ...] = ()

    @property
    def stuns(self) -> int:
        return len(self.stunned) + int(self.stun > 0)


class Acting(state.ActingOperative, frozen=True, gc=False):
    """An activation, a counteraction ("counteract") or an interruption ("interrupt")."""

    interrupted: bool = False  # an operative on guard has interrupted this activation


class Skirmish(state.OperativeBattle, frozen=True, gc=False):
    """The state of a battle of Kill Team 2024."""

    models: tuple[Operative, ...]
    acting: tuple[Acting, ...] = ()
    cp: tuple[int, ...] = (0, 0)
    marker_vp: tuple[int, ...] = (0, 0)
    kill_vp: tuple[int, ...] = (0, 0)


Ref = Referee[Arena, Skirmish]
