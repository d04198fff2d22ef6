"""The ruleset of Kill Team 2024: its procedures, its parts, and the start of a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from counteract.core.game import Setup
from counteract.core.language import say
from counteract.core.state import TOLERANCE, Event
from counteract.mechanics.missions import Mission
from counteract.mechanics.ruleset import START, BaseRuleset, Rooms
from counteract.rulesets.kt24 import actions, cards, fight, lobby, missions, moves, phases, policy, shoot, text, view
from counteract.rulesets.kt24.arena import Arena, BattleOptions
from counteract.rulesets.kt24.cards import Team
from counteract.rulesets.kt24.edition import EDITION
from counteract.rulesets.kt24.positions import POSITIONS
from counteract.rulesets.kt24.preview import PREVIEW
from counteract.rulesets.kt24.queries import QUERIES
from counteract.rulesets.kt24.sight import DROP_ZONE
from counteract.rulesets.kt24.state import Operative, Skirmish
from counteract.rulesets.kt24.teams import generic_ploys
from counteract.table.bodies import Round
from counteract.table.paths import MovementParameters


class Kt24(BaseRuleset):
    """The ruleset of Kill Team 2024, as the engine runs it."""

    id = "kt24"
    revision = 2
    revised = {2: ("KT24-INT-09", "KT24-INT-37", "KT24-INT-83", "KT24-INT-84", "KT24-INT-85", "KT24-INT-86")}
    edition = "Kill Team 2024"
    teams = "ashen-wardens", "hollow-choir"
    killzone = "proving-ground"
    team = Team
    options = BattleOptions
    battle = Skirmish
    before = {"limits": "book"}  # DIFF-16
    procedures = {
        "set_up": phases.set_up,
        "deploy": phases.deploy,
        "set_up_operative": phases.set_up_operative,
        "turning_point": phases.turning_point,
        "gambits": phases.gambits,
        "firefight": phases.firefight,
        "activation": phases.activation,
        "counteract": phases.counteract,
        "actions": actions.actions,
        "counteraction": actions.counteraction,
        "end_counteraction": actions.end_counteraction,
        "perform": actions.perform,
        "after_action": actions.after_action,
        "guard_window": actions.guard_window,
        "interruption": actions.interruption,
        "end_interruption": actions.end_interruption,
        "sequence": shoot.sequence,
        "volley": shoot.volley,
        "hot": shoot.hot,
        "melee": fight.melee,
        "end_turning_point": missions.end_turning_point,
        "final": missions.final,
    }

    rooms = Rooms(cards, missions, view, text, policy, lobby)
    preview, positions, queries = PREVIEW, POSITIONS, QUERIES

    def usual(self, mission: Mission | None) -> dict[str, Any]:
        """Return the default options for a mission, or for none. (INT-12, MIS-49)"""
        if mission is None:
            return {"obscuring": False, "generic_ploys": False}
        return {"first_scoring_tp": mission.first_scoring_tp, "turning_points": mission.turning_points}

    def prepare(self, teams: Sequence[Any], killzone: Any, mission: Any, options: Mapping[str, Any]) -> Setup:
        """Return the set-up as plain data, and refuse bases that do not fit into a drop zone. (INT-86)"""
        setup = super().prepare(teams, killzone, mission, options)
        _check_bases(setup)
        return setup

    def figures(self, arena: Arena, moved: Event) -> MovementParameters:
        return moves.figures(arena, moved.values["action"])

    def begin(self, given: Any) -> tuple[Arena, Skirmish]:
        for team in given.teams:
            if not team.operatives:
                raise ValueError(say("the team {id!r} has no operatives", id=team.id))
        generic = generic_ploys() if given.options.generic_ploys else ()
        ploys = tuple((*team.ploys, *generic) for team in given.teams)  # MIS-49
        arena = Arena(EDITION, given.teams, given.killzone.solid, given.mission, given.options, ploys)
        models = tuple(Operative(side, card.wounds) for side, card in zip(arena.sides, arena.cards, strict=True))  # DMG-01
        return arena, Skirmish(START, models, (None,) * len(models), 0, False)


def _check_bases(setup: Setup) -> None:
    """Refuse bases that would not fit into an empty drop zone. (INT-86)"""
    zones = setup["mission"]["zones"] if setup["mission"] else ()
    depth = min((zone["depth"] for zone in zones), default=DROP_ZONE)
    for team in setup["teams"]:
        for card in team["operatives"]:
            if 2 * Round.of_mm(card["base"]).radius > depth + TOLERANCE:
                values = {"team": team["id"], "card": card["id"], "base": card["base"], "depth": depth}
                raise ValueError(say("team '{team}', operative '{card}': 'base' is {base:g} mm, and drop zones are {depth:g}\" deep", **values))


RULESET = Kt24()
