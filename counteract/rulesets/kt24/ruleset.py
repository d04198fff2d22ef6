"""Kill Team 2024: what the ruleset is made of."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from counteract.core.decision import Answer, Decision
from counteract.core.game import Setup, plain
from counteract.core.procedure import Procedures
from counteract.core.state import Event, Result, Task
from counteract.mechanics.missions import Mission, load_mission
from counteract.rosters import load_team
from counteract.rosters.files import perhaps
from counteract.rulesets.kt24 import actions, fight, missions, phases, shoot
from counteract.rulesets.kt24.advice import advise
from counteract.rulesets.kt24.arena import Arena, Switches
from counteract.rulesets.kt24.cards import Team
from counteract.rulesets.kt24.state import Operative, Skirmish
from counteract.rulesets.kt24.teams import build_effects, generic_ploys
from counteract.rulesets.kt24.view import view
from counteract.rulesets.kt24.words import label, tell
from counteract.table.killzone import Killzone, load_killzone

DEFAULT_KILLZONE = "proving-ground"


class Kt24:
    """The ruleset as the engine wants it."""

    id = "kt24"
    procedures: Procedures = {
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

    def prepare(self, teams: Sequence[Any], killzone: Any, mission: Any, options: Mapping[str, Any]) -> Setup:
        loaded = [load_team(team, self.id) for team in teams]
        zone = killzone if isinstance(killzone, Killzone) else load_killzone(killzone or DEFAULT_KILLZONE)
        task = load_mission(mission, self.id) if mission is not None else None
        return {
            "teams": [plain(team) for team in loaded],
            "killzone": plain(zone),
            "mission": plain(task),
            "options": msgspec.to_builtins(settle(options, task)),
        }

    def arrange(self, setup: Setup) -> tuple[Arena, Skirmish]:
        """Games with the same set-up share the arena, and with it what is known of the terrain."""
        parts = setup.get("teams"), setup.get("killzone"), setup.get("mission"), setup.get("options")
        for known, arranged in _recent:  # what was loaded once is the same object, which is quicker to see than to read
            if known[1] is parts[1] and known[2] is parts[2] and known[0] == parts[0] and known[3] == parts[3]:
                return arranged
        arranged = _arrange(_encoder.encode(setup))
        _recent.append((parts, arranged))
        return arranged

    def result(self, arena: Arena, battle: Skirmish) -> Result:
        return missions.result(arena, battle)

    def concede(self, arena: Arena, battle: Skirmish, player: int) -> tuple[Skirmish, Event]:
        return missions.concede(arena, battle, player)

    def view(self, arena: Arena, battle: Skirmish, player: int | None) -> dict[str, Any]:
        return view(arena, battle, player)

    def tell(self, arena: Arena, event: Event) -> str:
        return tell(arena, event)

    def label(self, arena: Arena, battle: Skirmish, decision: Decision, answer: Answer) -> str:
        return label(arena, battle, decision, answer)

    def advise(self, arena: Arena, battle: Skirmish, decision: Decision) -> Answer:
        return advise(arena, battle, decision)


class Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up as a record holds it."""

    teams: tuple[Team, ...]
    killzone: Killzone
    mission: Mission | None
    options: Switches


_encoder = msgspec.json.Encoder()
_recent: deque[tuple[tuple[Any, ...], tuple[Arena, Skirmish]]] = deque(maxlen=8)


@lru_cache(maxsize=64)
def _arrange(setup: bytes) -> tuple[Arena, Skirmish]:
    """The arena and the first state."""
    try:
        given = msgspec.json.decode(setup, type=Description)
    except msgspec.ValidationError as error:
        raise ValueError(f"the set-up is not as it should be: {error}") from None
    if len(given.teams) != 2:  # GEN-01
        raise ValueError(f"Kill Team 2024 is played by two teams, not {len(given.teams)}")
    for team in given.teams:
        if team.ruleset != Kt24.id:
            raise ValueError(f"the team {team.id!r} is made for {team.ruleset}, not for {Kt24.id}")
        if not team.operatives:
            raise ValueError(f"the team {team.id!r} has no operatives")
    generic = generic_ploys() if given.options.generic_ploys else ()
    ploys = tuple((*team.ploys, *generic) for team in given.teams)  # MIS-49
    arena = Arena(given.teams, given.killzone.terrain(), given.mission, given.options, ploys, build_effects(given.teams, ploys))
    models = tuple(Operative(side, card.wounds) for side, card in zip(arena.sides, arena.cards, strict=True))  # DMG-01
    return arena, Skirmish((Task("set_up"),), models, (None,) * len(models), 0, False)


def settle(options: Mapping[str, Any], mission: Mission | None) -> Switches:
    """The options given, and for the rest what there is with or without a mission. (INT-12, MIS-49)"""
    for name in options:
        if name not in Switches.__struct_fields__:
            raise ValueError(f"there is no option {name!r} in kt24{perhaps(name, Switches.__struct_fields__)}")
    with_mission = mission is not None
    usual: dict[str, Any] = {"obscuring": with_mission, "generic_ploys": with_mission}
    if mission:
        usual |= {"first_scoring_tp": mission.first_scoring_tp, "turning_points": mission.turning_points}
    try:
        return msgspec.convert({**usual, **options}, Switches)
    except msgspec.ValidationError as error:
        raise ValueError(f"an option of kt24 has a value it cannot have: {error}") from None


RULESET = Kt24()
