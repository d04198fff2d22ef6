"""The ruleset of Kill Team 2018: its procedures, its parts, and the start of a battle."""

from __future__ import annotations

from typing import Any

from counteract.core.state import Event
from counteract.mechanics.missions import Mission
from counteract.mechanics.ruleset import START, BaseRuleset, Rooms
from counteract.rulesets.kt18 import actions, attack, cards, charge, fight, lobby, missions, morale, phases, policy, psychic, shoot, teams, text, view
from counteract.rulesets.kt18.arena import Arena, BattleOptions
from counteract.rulesets.kt18.cards import Team
from counteract.rulesets.kt18.positions import POSITIONS
from counteract.rulesets.kt18.preview import PREVIEW
from counteract.rulesets.kt18.queries import QUERIES
from counteract.rulesets.kt18.state import Fighter, Skirmish
from counteract.table.paths import MovementParameters


class Kt18(BaseRuleset):
    """The ruleset of Kill Team 2018, as the engine runs it."""

    id = "kt18"
    revision = 4
    revised = {2: ("KT18-INT-04",), 3: ("KT18-INT-09",), 4: ("KT18-CHARGE-04",)}
    edition = "Kill Team 2018"
    teams = "fen-fusiliers", "barrow-company"
    killzone = "proving-ground"
    team, options, battle = Team, BattleOptions, Skirmish
    procedures = {
        "set_up": phases.set_up,
        "deploy": phases.deploy,
        "battle_round": phases.battle_round,
        "phase": phases.phase,
        "decide_first": phases.decide_first,
        "act_first": phases.act_first,
        "manoeuvre": actions.manoeuvre,
        "option": actions.option,
        "react": charge.react,
        "overwatch": charge.overwatch,
        "retreat": charge.retreat,
        "charge_move": charge.charge_move,
        "psychic": psychic.psychic,
        "manifest": psychic.manifest,
        "alternate": phases.alternate,
        "shoot": shoot.shoot,
        "volley": attack.volley,
        "fight": fight.fight,
        "close_in": fight.close_in,
        "blows": fight.blows,
        "morale": morale.morale,
        "nerve": morale.nerve,
        "end_phase": missions.end_phase,
        "end_round": missions.end_round,
        "final": missions.final,
    }
    rooms = Rooms(cards, missions, view, text, policy, lobby)
    preview, positions, queries = PREVIEW, POSITIONS, QUERIES

    def usual(self, mission: Mission | None) -> dict[str, Any]:
        return {"rounds": mission.turning_points} if mission else {}

    def check(self, team: Team) -> None:
        teams.check(team)

    def figures(self, arena: Arena, moved: Event) -> MovementParameters:
        figures: MovementParameters = arena.figures[moved.values["model"]]
        return figures

    def begin(self, given: Any) -> tuple[Arena, Skirmish]:
        bodies = {"figure": 1.0} if given.revision < 2 else {}  # INT-04: before, bodies blocked sight as wide as their bases
        under = given.revision >= 3  # INT-09: before, difficult ground did not count beneath low obstacles
        on_top = given.revision >= 4  # CHARGE-04: before, a charge failed if its only way rounded a body on top of a low obstacle
        arena = Arena(given.teams, given.killzone.terrain(), given.mission, given.options, rough_under=under, bends_on_top=on_top, **bodies)
        models = tuple(Fighter(side, card.wounds) for side, card in zip(arena.sides, arena.cards, strict=True))
        return arena, Skirmish(START, models, (None,) * len(models), 0, False)


RULESET = Kt18()
