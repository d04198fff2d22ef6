"""The ruleset that scenes are played by: with the procedures of all modules that are there."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

from counteract.core.procedure import Procedures
from counteract.core.state import Event, Result
from counteract.mechanics.ruleset import START, BaseRuleset
from counteract.rulesets.kt40.arena import Arena, BattleOptions
from counteract.rulesets.kt40.cards import Team
from counteract.rulesets.kt40.state import ArmyBattle, Trooper, UnitState

MODULES = (
    "phases", "deployment", "windows", "stratagems", "morale", "missions", "actions", "charge", "moves", "transports", "reserves", "aircraft",
    "shoot", "fight", "psychic", "attack", "damage", "deeds",
)  # fmt: skip


def _procedures() -> Procedures:
    """Return the procedures of the modules, each of which names its own in `PROCEDURES`."""
    found: Procedures = {}
    for name in MODULES:
        try:
            module: Any = importlib.import_module(f"counteract.rulesets.kt40.{name}")
        except (ImportError, SyntaxError) as error:
            warnings.warn(f"{name}: {error}", stacklevel=2)
            continue
        found |= getattr(module, "PROCEDURES", {})
    return found


class SceneRuleset(BaseRuleset):
    """The ruleset without its words and files."""

    id, revision, edition = "kt40", 1, "KT40"
    sides, teams, killzone = (2, 3, 4), (), ""
    team, options, battle = Team, BattleOptions, ArmyBattle
    procedures = _procedures()

    def usual(self, mission: Any) -> dict[str, Any]:
        return {"turns": mission.turning_points} if mission else {}

    def begin(self, given: Any) -> tuple[Arena, ArmyBattle]:
        arena = Arena(given.teams, given.killzone, given.mission, given.options)
        models = tuple(Trooper(side, card.wounds) for side, card in zip(arena.sides, arena.cards, strict=True))
        units, none = tuple(UnitState() for _ in arena.units), (0,) * len(given.teams)
        points = tuple(team.cp for team in given.teams)
        return arena, ArmyBattle(
            START, models, (None,) * len(models), 0, False, units=units, cp=points, vp=none,
            struck=(False,) * len(none), slayers=(-1,) * len(none), hands=((),) * len(none), achieved=((),) * len(none), discarded=((),) * len(none),
        )  # fmt: skip

    def result(self, arena: Any, battle: Any) -> Result:
        found: Result = importlib.import_module("counteract.rulesets.kt40.missions").result(arena, battle)
        return found

    def concede(self, arena: Any, battle: Any, player: int) -> tuple[Any, Event]:
        given_up: tuple[Any, Event] = importlib.import_module("counteract.rulesets.kt40.missions").concede(arena, battle, player)
        return given_up


RULESET = SceneRuleset()
