"""The arena of one game: everything that never changes while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from counteract.mechanics.field import Field
from counteract.mechanics.missions import Mission
from counteract.rulesets.kt24.cards import Ploy, Team
from counteract.table.terrain import LIGHT, MARKS, Terrain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from counteract.rulesets.kt24.effects import Effect


class Switches(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a battle. What depends on there being a mission is settled when the battle is set up."""

    printing: Literal["2025", "2024"] = "2025"  # DIFF-01
    accurate_multi: Literal["two", "largest"] = "two"  # DIFF-04
    charge_lock: Literal["friends", "enemies"] = "friends"  # DIFF-06
    turning_points: int = 4  # BATTLE-01
    first_scoring_tp: int = 2  # MIS-09
    allow_draw: bool = False  # MIS-19
    obscuring: bool = True  # INT-12
    vantage: bool = True
    guard: bool = False
    generic_ploys: bool = True  # MIS-49
    move_floor: float = 4.0  # INT-36
    move_increments: bool = False  # INT-13


class Arena(Field):
    """Teams, terrain, mission and options of one game, with the cards numbered as the models are."""

    def __init__(
        self,
        teams: tuple[Team, ...],
        terrain: Terrain,
        mission: Mission | None,
        switches: Switches,
        ploys: tuple[tuple[Ploy, ...], ...],
        effects: dict[str, Effect],
    ) -> None:
        import numpy as np

        from counteract.rulesets.kt24.effects import HOOKS

        super().__init__(terrain, mission, [team.operatives for team in teams])
        self.teams = teams
        self.switches = switches
        self.ploys = ploys
        self.effects = effects  # by "team/ability" and "ploy" key
        self.cards = tuple(card for team in teams for card in team.operatives)
        self.abilities = tuple(tuple(effects[f"{self.sides[i]}/{a.id}"] for a in c.abilities) for i, c in enumerate(self.cards))
        self.hooked = {hook: tuple(tuple(e for e in own if hook in e.hooks) for own in self.abilities) for hook in HOOKS}
        self.used_hooks = frozenset().union(*(e.hooks for e in effects.values()))
        self.ranges_granted = any(e.grants is not None and e.grants.range > 0 for e in effects.values())
        moments = {p.moment for side in ploys for p in side}
        self.ploys_at = {m: tuple(tuple(p for p in side if p.moment == m) for side in ploys) for m in moments}
        flags = terrain.parts_array[:, 6].astype(np.int64)
        self.low_parts: NDArray[np.uint8] = (flags & (LIGHT | MARKS["vantage"]) > 0).astype(np.uint8)  # MIS-34
        self._lasting: tuple[Any, ...] = ()
        self._force: dict[tuple[str, int], tuple[Effect, ...]] = {}

    def force(self, lasting: tuple[Any, ...]) -> dict[tuple[str, int], tuple[Effect, ...]]:
        """What is known of the effects in force, by hook and operative, as long as the lasting ones stay the same."""
        if lasting is not self._lasting:
            self._lasting = lasting
            self._force = {}
        return self._force
