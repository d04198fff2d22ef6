"""The arena of Kill Team 2024: options, limits and terrain that stay the same during a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from counteract.core.language import say
from counteract.mechanics.missions import Turns
from counteract.mechanics.operatives import arena as operatives
from counteract.mechanics.operatives.stats import BEST, WORST, Limits
from counteract.table.terrain import LIGHT, MARKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


MOVE_FLOOR = 4.0  # inches (INT-36)

#: Limits on changes of stats by option: those on the reference sheets, and those of the full game. (DIFF-16, INT-37 to INT-39)
LIMITS = {"sheet": Limits(), "book": Limits(BEST, WORST, apl_loss=1, apl_gain=1, at_once=False)}


class BattleOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a battle; defaults that depend on the mission are set when the battle is set up."""

    printing: Literal["2025", "2024"] = "2025"  # DIFF-01
    accurate_multi: Literal["two", "largest"] = "two"  # DIFF-04
    charge_lock: Literal["friends", "enemies"] = "friends"  # DIFF-06
    limits: Literal["sheet", "book"] = "sheet"  # DIFF-16
    turning_points: Turns = 4  # BATTLE-01
    first_scoring_tp: Turns = 2  # MIS-09
    allow_draw: bool = False  # MIS-19
    obscuring: bool = True  # INT-12
    vantage: bool = True
    guard: bool = False
    generic_ploys: bool = True  # MIS-49
    move_floor: float = MOVE_FLOOR  # INT-36
    move_increments: bool = False  # INT-13

    def __post_init__(self) -> None:
        if self.limits == "sheet" and self.move_floor != MOVE_FLOOR:
            raise ValueError(say("move_floor is a limit of the full game: it goes with limits 'book'"))


class Arena(operatives.OperativeArena):
    """The arena of a battle of Kill Team 2024."""

    def __init__(self, *given: Any) -> None:
        import numpy as np

        super().__init__(*given)
        self.limits = LIMITS[self.options.limits]
        flags = self.terrain.parts_array[:, 6].astype(np.int64)
        self.low_parts: NDArray[np.uint8] = (flags & (LIGHT | MARKS["vantage"]) > 0).astype(np.uint8)  # MIS-34
