"""The ruleset of the army-scale edition: its procedures, its parts, and the start of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counteract.core.language import Phrase
from counteract.core.state import Event, Result
from counteract.mechanics.missions import Mission
from counteract.mechanics.ruleset import START, BaseRuleset, Rooms
from counteract.rulesets.kt40 import (
    actions,
    attack,
    cards,
    charge,
    deployment,
    fight,
    lobby,
    manoeuvres,
    missions,
    morale,
    phases,
    policy,
    psychic,
    reserves,
    shoot,
    teams,
    text,
    transports,
    view,
    windows,
)  # fmt: skip
from counteract.rulesets.kt40.arena import Arena, BattleOptions, move_figures
from counteract.rulesets.kt40.cards import Team
from counteract.rulesets.kt40.positions import POSITIONS
from counteract.rulesets.kt40.preview import PREVIEW
from counteract.rulesets.kt40.queries import QUERIES
from counteract.rulesets.kt40.state import ArmyBattle, Trooper, UnitState
from counteract.table.paths import MovementParameters

SMALL = 500  # points of the armies that play on the smaller board (SETUP-02)


class Kt40(BaseRuleset):
    """The ruleset of the army-scale edition, as the engine runs it."""

    id = "kt40"
    revision = 2
    revised = {
        2: (
            "KT40-WR-SNIPER-01", "KT40-INT-20", "KT40-INT-34", "KT40-INT-54", "KT40-INT-57", "KT40-INT-77", "KT40-INT-83", "KT40-INT-84",
            "KT40-MIS-15", "KT40-TRANS-09", "KT40-CHARGE-02", "KT40-CHARGE-07", "KT40-AIR-03", "KT40-WR-OVERHEAT-01", "KT40-FIGHT-09", "KT40-WT-04",
            "KT40-STRAT-05", "KT40-STRAT-02", "KT40-INT-25",
        ),
    }  # fmt: skip
    edition = Phrase("Army Battle")
    sides, sides_rule = (2, 3, 4), "KT40-MIS-01"
    teams = "bell-patrol", "hedge-patrol"
    killzone = "parade-ground"
    team, options, battle = Team, BattleOptions, ArmyBattle
    procedures = {
        **deployment.PROCEDURES,
        **phases.PROCEDURES,
        **windows.PROCEDURES,
        **manoeuvres.PROCEDURES,
        **actions.PROCEDURES,
        **charge.PROCEDURES,
        **transports.PROCEDURES,
        **reserves.PROCEDURES,
        **psychic.PROCEDURES,
        **shoot.PROCEDURES,
        **attack.PROCEDURES,
        **fight.PROCEDURES,
        **morale.PROCEDURES,
        **missions.PROCEDURES,
    }
    rooms = Rooms(cards, missions, view, text, policy, lobby)
    preview, positions, queries = PREVIEW, POSITIONS, QUERIES

    def usual(self, mission: Mission | None) -> dict[str, Any]:
        return {"turns": mission.turning_points} if mission else {}

    def usual_killzone(self, teams: Sequence[Team]) -> str:
        """Return the plain table: the smaller one for armies of up to 500 points. (SETUP-02, TERR-06)"""
        return "drill-yard" if all(team.points <= SMALL for team in teams) else self.killzone

    def check(self, team: Team) -> None:
        teams.check(team)

    def describe_result(self, result: Result, teams: Sequence[str]) -> str:
        return missions.describe_elimination(result, teams) or super().describe_result(result, teams)

    def figures(self, arena: Arena, moved: Event) -> MovementParameters:
        return move_figures(fly=False)

    def begin(self, given: Any) -> tuple[Arena, ArmyBattle]:
        arena = Arena(given.teams, given.killzone, given.mission, given.options)
        models = tuple(Trooper(side, card.wounds) for side, card in zip(arena.sides, arena.cards, strict=True))
        sides = len(given.teams)
        return arena, ArmyBattle(
            START, models, (None,) * len(models), 0, False, units=tuple(UnitState() for _ in arena.units),
            cp=tuple(team.cp for team in given.teams), vp=(0,) * sides, struck=(False,) * sides, slayers=(-1,) * sides,
            hands=((),) * sides, achieved=((),) * sides, discarded=((),) * sides,
        )  # fmt: skip


RULESET = Kt40()
