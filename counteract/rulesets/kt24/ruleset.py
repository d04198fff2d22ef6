"""Kill Team 2024: what the ruleset is made of."""

from __future__ import annotations

from typing import Any

from counteract.core.language import say
from counteract.mechanics.missions import Mission
from counteract.mechanics.operatives import shooting
from counteract.mechanics.setups import START, Rules
from counteract.rulesets.kt24 import actions, advice, cards, fight, missions, phases, shoot, view, words
from counteract.rulesets.kt24.arena import Arena, Switches
from counteract.rulesets.kt24.cards import Team
from counteract.rulesets.kt24.edition import EDITION
from counteract.rulesets.kt24.foresight import FORESIGHT
from counteract.rulesets.kt24.state import Operative, Skirmish
from counteract.rulesets.kt24.teams import generic_ploys


class Kt24(Rules):
    """The ruleset as the engine wants it."""

    id = "kt24"
    edition = "Kill Team 2024"
    teams = "ashen-wardens", "hollow-choir"
    killzone = "proving-ground"
    team = Team
    switches = Switches
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
        "volley": shooting.next_shot,
        "hot": shoot.hot,
        "melee": fight.melee,
        "end_turning_point": missions.end_turning_point,
        "final": missions.final,
    }

    cards, missions, showing, words, advice, foresight = cards, missions, view, words, advice, FORESIGHT

    def usual(self, mission: Mission | None) -> dict[str, Any]:
        """(INT-12, MIS-49)"""
        if mission is None:
            return {"obscuring": False, "generic_ploys": False}
        return {"first_scoring_tp": mission.first_scoring_tp, "turning_points": mission.turning_points}

    def begin(self, given: Any) -> tuple[Arena, Skirmish]:
        for team in given.teams:
            if not team.operatives:
                raise ValueError(say("the team {id!r} has no operatives", id=team.id))
        generic = generic_ploys() if given.options.generic_ploys else ()
        ploys = tuple((*team.ploys, *generic) for team in given.teams)  # MIS-49
        arena = Arena(EDITION, given.teams, given.killzone.solid, given.mission, given.options, ploys)
        models = tuple(Operative(side, card.wounds) for side, card in zip(arena.sides, arena.cards, strict=True))  # DMG-01
        return arena, Skirmish(START, models, (None,) * len(models), 0, False)


RULESET = Kt24()
