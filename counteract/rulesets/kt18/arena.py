"""The arena of Kill Team 2018: teams, options and terrain that stay the same during a game."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

import msgspec

from counteract.mechanics.field import Field
from counteract.mechanics.missions import Mission, Turns
from counteract.rulesets.kt18.cards import Card, Power, Team
from counteract.rulesets.kt18.effects import Icon, IgnoreWoundRoll, make
from counteract.rulesets.kt18.weapons import BARE_HANDS, Weapon
from counteract.table.paths import MovementParameters
from counteract.table.terrain import Terrain


class BattleOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a battle."""

    rounds: Turns = 5  # MIS-10
    specialists: bool = False  # SPEC-02
    leader_cp_needs_unshaken: bool = False  # INT-18
    max_flesh_wounds: int = 0  # 0: no limit (INT-80)


@cache
def move_figures(fly: bool, rough_under: bool = True, bends_on_top: bool = True) -> MovementParameters:
    """Return the parameters that paths of a model are measured with. (TERR, INT-09, INT-10)"""
    return MovementParameters(
        climb=True, climb_least=0.0, climb_most=inf, drop_free=0.0, jump_from=0.0, jump_most=inf, jump_slack=1.0, ladder_reach=0.0,
        step_high=1.5, step_wide=1.5, rough=2.0, jump_free=True, gap_most=2.0, fly=fly, friends_block=True, rough_under=rough_under,
        bends_on_top=bends_on_top,
    )  # fmt: skip


class Arena(Field):
    """The arena of a battle of Kill Team 2018, with the cards numbered as the models are."""

    def __init__(
        self, teams: tuple[Team, ...], terrain: Terrain, mission: Mission | None, options: BattleOptions, *,
        rough_under: bool = True, bends_on_top: bool = True, **how: Any,
    ) -> None:  # fmt: skip
        super().__init__(terrain, mission, [team.operatives for team in teams], **how)
        self.teams = teams
        self.options = options
        self.cards: tuple[Card, ...] = tuple(card for team in teams for card in team.operatives)
        self.figures = tuple(move_figures(card.fly, rough_under, bends_on_top) for card in self.cards)
        effects = [[make(a.effect, a.values) for a in card.abilities] for card in self.cards]
        self.ignores: tuple[int, ...] = tuple(min((e.needed for e in own if isinstance(e, IgnoreWoundRoll)), default=0) for own in effects)
        self.icons = tuple((i, e) for i, own in enumerate(effects) for e in own if isinstance(e, Icon))
        self.specialists = tuple(card.specialist if options.specialists else None for card in self.cards)
        self.guns = tuple(_armed(card, "ranged") for card in self.cards)
        self.blades = tuple(_armed(card, "melee") or (BARE_HANDS,) for card in self.cards)  # INT-59
        self.powers: tuple[tuple[Power, ...], ...] = tuple(card.known_powers for card in self.cards)

    def team(self, side: int) -> range:
        """Return the models that a side began with. (INT-64)"""
        return range(self.first_of[side], self.first_of[side + 1])


def _armed(card: Card, kind: str) -> tuple[Weapon, ...]:
    return tuple(w for w in card.weapons if w.kind == kind)



