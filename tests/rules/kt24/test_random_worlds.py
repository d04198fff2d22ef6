"""Boards and teams that nobody designed: whatever they are, games on them keep every promise."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from counteract.core.game import Game
from counteract.rulesets.kt24.cards import Card, Team
from counteract.rulesets.kt24.weapons import Weapon, parse_rules
from counteract.table.killzone import Killzone
from tests.conformance import whole_game
from tests.rules.kt24.test_properties import check_state
from tests.worlds import LARGE, killzones

RULES = [
    "Accurate 1", "Accurate 2", "Balanced", 'Blast 2"', "Brutal", "Ceaseless", "Devastating 1", '1" Devastating 2', "Heavy", "Heavy (Dash only)",
    "Hot", "Lethal 5+", "Limited 1", "Piercing 1", "Piercing Crits 2", "Punishing", 'Range 8"', "Relentless", "Rending", "Saturate", "Seek",
    "Seek Light", "Severe", "Shock", "Silent", "Stun", 'Torrent 2"', "Unheard-of*",
]  # fmt: skip
MARKS = ["vantage", "insignificant", "exposed", "blocking", "accessible", "ladder"]


@st.composite
def weapons(draw: st.DrawFn, kind: str) -> Weapon:
    texts = tuple(draw(st.lists(st.sampled_from(RULES), max_size=4)))
    damage = draw(st.integers(1, 6))
    return Weapon(
        name=f"{kind} weapon", kind=kind, attacks=draw(st.integers(1, 6)), hit=draw(st.integers(2, 6)), normal=damage,  # type: ignore[arg-type]
        critical=damage + draw(st.integers(0, 3)), text=texts, rules=parse_rules(texts),
    )  # fmt: skip


@st.composite
def teams(draw: st.DrawFn) -> Team:
    cards = [
        Card(
            id=f"op{k}", name=f"Operative {k}", move=draw(st.integers(3, 8)), apl=draw(st.integers(1, 3)), save=draw(st.integers(2, 6)),
            wounds=draw(st.integers(1, 18)), base=draw(st.sampled_from([25.0, 28.0, 32.0, 40.0])), height=draw(st.sampled_from([1.0, 1.5, 2.5])),
            weapons=tuple(draw(st.lists(weapons("ranged"), max_size=2)) + draw(st.lists(weapons("melee"), max_size=2))),
        )
        for k in range(draw(st.integers(1, 6)))
    ]  # fmt: skip
    return Team(id="random", name="Random", operatives=tuple(cards))


@given(
    pair=st.tuples(teams(), teams()),
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
