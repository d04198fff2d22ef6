"""The ruleset of Kill Team 2021: its procedures, its parts, and the start of a battle."""

from __future__ import annotations

from typing import Any

from counteract.core.language import Phrase, say
from counteract.core.state import Event
from counteract.mechanics import names
from counteract.mechanics.missions import Mission
from counteract.mechanics.operatives.state import NOBODY
from counteract.mechanics.ruleset import START, BaseRuleset, Rooms
from counteract.rulesets.kt21 import actions, cards, fight, lobby, missions, phases, policy, shoot, text, view
from counteract.rulesets.kt21.arena import Arena, BattleOptions, ground, is_roof
from counteract.rulesets.kt21.cards import Team
from counteract.rulesets.kt21.edition import EDITION
from counteract.rulesets.kt21.moves import FIGURES
from counteract.rulesets.kt21.positions import POSITIONS
from counteract.rulesets.kt21.preview import PREVIEW
from counteract.rulesets.kt21.queries import QUERIES
from counteract.rulesets.kt21.state import Operative, Skirmish
from counteract.table.killzone import Killzone
from counteract.table.paths import MovementParameters
from counteract.table.polygons import contains


class Kt21(BaseRuleset):
    """The ruleset of Kill Team 2021, as the engine runs it."""

    id = "kt21"
    revision = 2
    revised = {2: ("KT21-INIT-04", "KT21-INT-26", "KT21-INT-58")}
    edition = "Kill Team 2021"
    teams = "thorn-wardens", "tide-callers"
    killzone = "salt-flats"
    team = Team
    options = BattleOptions
    battle = Skirmish
    procedures = {
        "set_up": phases.set_up,
        "barricade": phases.barricade,
        "deploy": phases.deploy,
        "set_up_operative": phases.set_up_operative,
        "turning_point": phases.turning_point,
        "end_turning_point": missions.end_turning_point,
        "final": missions.final,
        "strategy": phases.strategy,
        "firefight": phases.firefight,
        "activation": phases.activation,
        "overwatch": phases.overwatch,
        "end_overwatch": phases.end_overwatch,
        "actions": actions.actions,
        "perform": actions.perform,
        "shoot": shoot.shoot,
        "sequence": shoot.sequence,
        "volley": shoot.volley,
        "blast": shoot.blast,
        "torrent": shoot.torrent,
        "melee": fight.melee,
    }
    rooms = Rooms(cards, missions, view, text, policy, lobby)
    preview, positions, queries = PREVIEW, POSITIONS, QUERIES

    def usual(self, mission: Mission | None) -> dict[str, Any]:
        if mission is None:
            return {}
        return {"turning_points": mission.turning_points, "first_scoring_tp": mission.first_scoring_tp}

    def arena_at(self, arena: Arena, battle: Skirmish) -> Arena:
        """Return the arena with the barricades set up so far. (SETUP-08)"""
        return arena.furnished(battle.barricades) if battle.barricades else arena

    def figures(self, arena: Arena, moved: Event) -> MovementParameters:
        return FIGURES

    def begin(self, given: Any) -> tuple[Arena, Skirmish]:
        for team in given.teams:
            if not team.operatives:  # INT-82
                raise ValueError(say("the team {id!r} has no operatives", id=team.id))
        shortest = min(card.height for team in given.teams for card in team.operatives)
        arena = Arena(EDITION, given.teams, ground(given.killzone, shortest), given.mission, given.options, tuple(team.ploys for team in given.teams))
        self._see_markers(arena, given.killzone)
        models = tuple(Operative(side, card.wounds) for side, card in zip(arena.sides, arena.cards, strict=True))  # DMG-01
        return arena, Skirmish(START, models, (None,) * len(models), 0, False, initiative=NOBODY)

    @staticmethod
    def _see_markers(arena: Arena, killzone: Killzone) -> None:
        """Refuse a killzone whose terrain covers the middle of a marker. (MIS-02)"""
        for marker in arena.mission.markers if arena.mission else ():
            x, y = marker.at(killzone.board)
            for part in arena.terrain.parts:
                if not is_roof(part) and contains(part.footprint, x, y):
                    values = {"zone": killzone.id, "mission": arena.mission.id, "part": names.part(part), "marker": Phrase(marker.id)}  # type: ignore[union-attr]
                    raise ValueError(say("killzone {zone!r} does not suit mission {mission!r}: the {part} covers marker {marker}", **values))


RULESET = Kt21()
