"""The arena of one game of operatives: everything that never changes while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counteract.mechanics.field import Field
from counteract.mechanics.operatives.effects import HOOKS, build_effects

if TYPE_CHECKING:
    from counteract.mechanics.missions import Mission
    from counteract.mechanics.operatives.cards import Ploy
    from counteract.mechanics.operatives.edition import Edition
    from counteract.mechanics.operatives.effects import Effect
    from counteract.mechanics.operatives.stats import Limits
    from counteract.table.terrain import Terrain


class Arena(Field):
    """Teams, terrain, mission and options of one game, with the cards numbered as the models are."""

    limits: Limits  # on changes of stats; each edition has its own

    def __init__(
        self,
        edition: Edition,
        teams: tuple[Any, ...],
        terrain: Terrain,
        mission: Mission | None,
        switches: Any,
        ploys: tuple[tuple[Ploy, ...], ...],
        **how: Any,
    ) -> None:
        super().__init__(terrain, mission, [team.operatives for team in teams], **how)
        self.edition = edition
        self.rules = edition.rules
        self.teams = teams
        self.switches = switches
        self.ploys = ploys
        self.effects = build_effects(edition, teams, ploys)  # by "team/ability" and "ploy" key
        self.cards = tuple(card for team in teams for card in team.operatives)
        self.abilities = tuple(tuple(self.effects[f"{self.sides[i]}/{a.id}"] for a in c.abilities) for i, c in enumerate(self.cards))
        self.hooked = {hook: tuple(tuple(e for e in own if hook in e.hooks) for own in self.abilities) for hook in HOOKS}
        self.used_hooks = frozenset().union(*(e.hooks for e in self.effects.values()))
        self.ranges_granted = any(e.grants is not None and e.grants.range > 0 for e in self.effects.values())
        moments = {p.moment for side in ploys for p in side}
        self.ploys_at = {m: tuple(tuple(p for p in side if p.moment == m) for side in ploys) for m in moments}
        self._lasting: tuple[Any, ...] = ()
        self._force: dict[tuple[str, int], tuple[Effect, ...]] = {}

    def force(self, lasting: tuple[Any, ...]) -> dict[tuple[str, int], tuple[Effect, ...]]:
        """Return the memo of effects in force, by hook and operative, which holds as long as the lasting ones stay the same."""
        if lasting is not self._lasting:
            self._lasting = lasting
            self._force = {}
        return self._force
