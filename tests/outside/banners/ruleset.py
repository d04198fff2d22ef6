"""Banners: what the ruleset is made of."""

from __future__ import annotations

from typing import Any

from banners import actions, missions, phases, policy, text, view
from banners import teams as cards
from banners.positions import POSITIONS
from banners.preview import PREVIEW
from banners.queries import QUERIES
from banners.state import Arena, BattleOptions, Race, Runner
from banners.teams import Team
from counteract.core.state import Event
from counteract.mechanics.missions import Mission
from counteract.mechanics.ruleset import START, BaseRuleset, Rooms
from counteract.table.paths import MovementParameters


class Banners(BaseRuleset):
    """The ruleset as the engine wants it."""

    id = "banners"
    revision = 1
    edition = "Banners"
    sides = (2, 3, 4)
    teams = "herons", "larks", "magpies"
    killzone = "fairground"
    team, options, battle = Team, BattleOptions, Race
    procedures = {
        "set_up": phases.set_up,
        "deploy": phases.deploy,
        "round": phases.begin_round,
        "turn": phases.turn,
        "activate": actions.activate,
        "end_round": missions.end_round,
        "final": missions.final,
    }
    rooms = Rooms(cards, missions, view, text, policy)
    preview = PREVIEW
    positions, queries = POSITIONS, QUERIES

    def usual(self, mission: Mission | None) -> dict[str, Any]:
        return {"rounds": mission.turning_points} if mission else {}

    def figures(self, arena: Arena, moved: Event) -> MovementParameters:
        return actions.FIGURES

    def begin(self, given: Any) -> tuple[Arena, Race]:
        arena = Arena(given.teams, given.killzone.solid, given.mission, given.options)
        models = tuple(Runner(side, card.wounds) for side, card in zip(arena.sides, arena.cards, strict=True))
        return arena, Race(START, models, (None,) * len(models), 0, False, points=(0,) * len(arena.teams))


RULESET = Banners()
