"""Random boards and teams: games on them keep every promise."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from counteract.game import Game
from counteract.rulesets.kt24.cards import Card, Team
from counteract.rulesets.kt24.weapons import Weapon, parse_rules
from counteract.table.killzone import Killzone
from tests.conformance import whole_game
from tests.rules.kt24.test_properties import check_state
from tests.worlds import LARGE, companies, killzones, weapons

RULES = [
    "Accurate 1", "Accurate 2", "Balanced", 'Blast 2"', "Brutal", "Ceaseless", "Devastating 1", '1" Devastating 2', "Heavy", "Heavy (Dash only)",
    "Hot", "Lethal 5+", "Limited 1", "Piercing 1", "Piercing Crits 2", "Punishing", 'Range 8"', "Relentless", "Rending", "Saturate", "Seek",
    "Seek Light", "Severe", "Shock", "Silent", "Stun", 'Torrent 2"', "Unheard-of*",
]  # fmt: skip
MARKS = ["vantage", "insignificant", "exposed", "blocking", "accessible", "ladder"]


def arms(kind: str) -> st.SearchStrategy[Weapon]:
    return weapons(kind, Weapon, parse_rules, RULES)


teams = companies(Team, Card, arms)


@given(
    pair=st.tuples(teams, teams),
    killzone=killzones(MARKS),
    mission=st.sampled_from(["hold-the-ground", None]),
    seed=st.integers(0, 10**6),
    printing=st.sampled_from(["2025", "2024"]),
    guard=st.booleans(),
)
@settings(max_examples=40, deadline=None, suppress_health_check=LARGE)
def test_games_on_random_boards_with_random_teams(
    pair: tuple[Team, Team], killzone: Killzone, mission: str | None, seed: int, printing: str, guard: bool
) -> None:
    """They come to an end, every state is sound, and what is offered is exactly what is allowed."""
    game = Game.new("kt24", teams=pair, killzone=killzone, mission=mission, seed=seed, printing=printing, guard=guard)
    whole_game(game, seed, look_closely=40, after=lambda game, *_: check_state(game.arena, game.state))
