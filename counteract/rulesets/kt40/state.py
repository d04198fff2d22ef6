"""The state of a battle of the army-scale edition: models, units, turn order, points. (UNIT-10)"""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.procedure import Referee
from counteract.core.state import Battle, Model
from counteract.rulesets.kt40.arena import Arena


class Trooper(Model, frozen=True, gc=False):
    """The state of a model; its card is in the arena. A slain model has 0 wounds and no place."""

    moved: bool = False  # this turn (MOVE-12)


class Boon(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Something that a unit has for a while: a name of `cards.BoonName`, by how much, and whether it ends with the phase or the turn."""

    name: str
    bonus: int
    until: str
    source: str  # the id of the power, stratagem or ability


class UnitState(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The state of a unit. (UNIT-10)"""

    deployed: bool = False  # set up, embarked or in reserve
    reserve: bool = False  # in reserve
    carrier: int = -1  # the unit it is embarked in
    destroyed: bool = False
    destroyed_by: int = -1  # the side it is credited to (INT-82)
    facing: float = 0.0  # degrees, to the left from east; AIRCRAFT (INT-77)
    failing: bool = False  # failed its morale test this turn: the penalties come with the next turn (INT-65)
    shaken: bool = False  # under the penalties of a CHARACTER that failed (MORALE-11, MORALE-12)
    lowered: bool = False  # reads its degrading table one line lower (MORALE-09)
    boons: tuple[Boon, ...] = ()
    # This turn:
    began: bool = False  # began the turn engaged
    option: str = ""  # its movement option, once taken
    moved: bool = False
    readied: bool = False
    declared: tuple[int, ...] = ()  # the units it declared a charge against
    charged: tuple[int, ...] = ()  # those it charged (CHARGE-12)
    charged_by: tuple[int, ...] = ()
    embarked: bool = False
    disembarked: bool = False
    arrived: bool = False
    decisive: bool = False  # named by Decisive Shot (STRAT-08)
    shot: bool = False
    fought: bool = False
    hammer: bool = False  # brought into the Hammer of Wrath step by Counter-Offensive (STRAT-10)
    intervened: bool = False
    activated: bool = False  # a Psyker that was activated (PSY-03)
    denied: int = 0
    acted: tuple[str, ...] = ()  # abilities used
    lost: int = 0  # wounds (DMG-04)
    hurt_by: int = -1  # the enemy side that last made it lose a wound (INT-82)
    tested: bool = False


#: The fields of a unit that a new turn resets.
NEW_TURN: dict[str, Any] = {
    name: getattr(UnitState(), name) for name in UnitState.__struct_fields__[UnitState.__struct_fields__.index("began") :]
}


class ArmyBattle(Battle, frozen=True, gc=False):
    """The state of a battle; everything by side is a tuple with an entry for each."""

    models: tuple[Trooper, ...]
    units: tuple[UnitState, ...] = ()
    phase: str = "setup"
    window: str = ""  # the effect window that is open
    order: tuple[int, ...] = ()  # the turn order (INIT-02)
    zones: tuple[int, ...] = ()  # the deployment zone of each side
    cp: tuple[int, ...] = ()
    vp: tuple[int, ...] = ()
    used: tuple[tuple[int, str], ...] = ()  # (side, stratagem) used this phase (STRAT-03)
    tried: tuple[tuple[int, str], ...] = ()  # (side, power) tried this turn, a Smite each time (PSY-05, PSY-14)
    finished_first: int = -1  # the side that finished deploying first (SETUP-06)
    named: tuple[int, ...] = ()  # the units named by Decisive Movement (STRAT-04)
    struck: tuple[bool, ...] = ()  # the sides that destroyed an enemy unit in turn 1 (MIS-09)
    slayers: tuple[int, ...] = ()  # for each side's Warlord the side that destroyed it; -1: none (MIS-10)
    eliminated: tuple[int, ...] = ()  # (MIS-12)
    acting: int = -1  # the unit that acts
    hands: tuple[tuple[str, ...], ...] = ()  # the tactical objectives that each side holds (MIS-17)
    achieved: tuple[tuple[str, ...], ...] = ()  # those that it has achieved
    last_stand: tuple[int, ...] = ()  # the sides eliminated in the very last check (MIS-13)
    discarded: tuple[tuple[str, ...], ...] = ()  # the tactical objectives that each side has given up (MIS-17)

    @property
    def out(self) -> tuple[int, ...]:
        return (*self.conceded, *self.eliminated)


Ref = Referee[Arena, ArmyBattle]


def change_unit(ref: Ref, unit: int, **fields: Any) -> None:
    """Replace fields of one unit."""
    units = ref.state.units
    changed = msgspec.structs.replace(units[unit], **fields)
    ref.state = msgspec.structs.replace(ref.state, units=(*units[:unit], changed, *units[unit + 1 :]))


def change_units(ref: Ref, changes: dict[int, dict[str, Any]]) -> None:
    """Replace fields of several units at once."""
    changed = [msgspec.structs.replace(unit, **changes[u]) if u in changes else unit for u, unit in enumerate(ref.state.units)]
    ref.state = msgspec.structs.replace(ref.state, units=tuple(changed))


def change_models(ref: Ref, changes: dict[int, dict[str, Any]]) -> None:
    """Replace fields of several models at once."""
    changed = [msgspec.structs.replace(model, **changes[i]) if i in changes else model for i, model in enumerate(ref.state.models)]
    ref.state = msgspec.structs.replace(ref.state, models=tuple(changed))
