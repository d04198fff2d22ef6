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
    from counteract.mechanics.operatives.state import Lasting
    from counteract.mechanics.operatives.stats import Limits
    from counteract.table.terrain import Terrain


#: Effects by hook and operative.
Force = dict[str, tuple[tuple["Effect", ...], ...]]
MOST_FORCES = 256  # remembered at a time


class OperativeArena(Field):
    """Teams, terrain, mission and options of one game, with the cards numbered as the models are."""

    limits: Limits  # on changes of stats; each edition has its own

    def __init__(
        self,
        edition: Edition,
        teams: tuple[Any, ...],
        terrain: Terrain,
        mission: Mission | None,
        options: Any,
        ploys: tuple[tuple[Ploy, ...], ...],
        **how: Any,
    ) -> None:
        super().__init__(terrain, mission, [team.operatives for team in teams], **how)
        self.edition = edition
        self.rules = edition.rules
        self.teams = teams
        self.options = options
        self.ploys = ploys
        self.effects = build_effects(edition, teams, ploys)  # by "team/ability" and "ploy" key
        self.cards = tuple(card for team in teams for card in team.operatives)
        self.abilities = tuple(tuple(self.effects[f"{self.sides[i]}/{a.id}"] for a in c.abilities) for i, c in enumerate(self.cards))
        self.hooked: Force = {hook: tuple(tuple(e for e in own if hook in e.hooks) for own in self.abilities) for hook in HOOKS}
        self.ranges_granted = any(e.grants is not None and e.grants.range > 0 for e in self.effects.values())
        moments = {p.moment for side in ploys for p in side}
        self.ploys_at = {m: tuple(tuple(p for p in side if p.moment == m) for side in ploys) for m in moments}
        self.latest_force: tuple[tuple[Lasting, ...], Force] = (), self.hooked  # the latest question and its answer
        self._forces: dict[tuple[Lasting, ...], Force] = {}

    def effects_in_force(self, lasting: tuple[Lasting, ...]) -> Force:
        """Return the effects in force while these last besides the abilities, by hook and operative."""
        known = self._forces.get(lasting)
        if known is None:
            if len(self._forces) >= MOST_FORCES:
                self._forces.clear()
            known = self._forces[lasting] = self._joined(lasting)
        self.latest_force = lasting, known
        return known

    def _joined(self, lasting: tuple[Lasting, ...]) -> Force:
        """Return the effects on each hook: those of abilities, then the lasting ones."""
        force = dict(self.hooked)
        for hook in {hook for one in lasting for hook in self.effects[one.effect].hooks}:
            force[hook] = tuple(
                (*own, *(self.effects[one.effect] for one in lasting if self._answers(one, hook, i))) for i, own in enumerate(self.hooked[hook])
            )
        return force

    def _answers(self, lasting: Lasting, hook: str, i: int) -> bool:
        """Return True if a lasting effect answers a hook for an operative."""
        return lasting.side == self.sides[i] and lasting.model in (-1, i) and hook in self.effects[lasting.effect].hooks
