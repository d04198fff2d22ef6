"""Boards and teams that nobody designed: whatever they are, games on them keep every promise."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counteract.core.game import Game
from counteract.rulesets.kt24.cards import Card, Team
from counteract.rulesets.kt24.weapons import Weapon, parse_rules
from counteract.table.killzone import Killzone
from counteract.table.terrain import Board, Part
from tests.conformance import check_decision, check_fork, check_refusals
from tests.rules.kt24.test_properties import check_state

RULES = [
    "Accurate 1", "Accurate 2", "Balanced", 'Blast 2"', "Brutal", "Ceaseless", "Devastating 1", '1" Devastating 2', "Heavy", "Heavy (Dash only)",
    "Hot", "Lethal 5+", "Limited 1", "Piercing 1", "Piercing Crits 2", "Punishing", 'Range 8"', "Relentless", "Rending", "Saturate", "Seek",
    "Seek Light", "Severe", "Shock", "Silent", "Stun", 'Torrent 2"', "Unheard-of*",
]  # fmt: skip


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


@st.composite
def killzones(draw: st.DrawFn) -> Killzone:
    """Boxes anywhere but in the drop zones: low and high, hanging and standing, floors among them."""
    quarter = st.integers(0, 200)
    parts = []
    for k in range(draw(st.integers(0, 14))):
        x, y = draw(quarter) / 8, 3.2 + draw(st.integers(0, 100)) / 8
        wide, deep = draw(st.integers(1, 40)) / 8, draw(st.integers(1, 24)) / 8
        bottom = draw(st.sampled_from([0.0, 0.0, 0.0, 2.0, 2.9]))
        top = bottom + draw(st.sampled_from([0.1, 0.5, 1.0, 2.0, 3.0, 5.0]))
        marks = tuple(draw(st.sets(st.sampled_from(["vantage", "insignificant", "exposed", "blocking", "accessible", "ladder"]), max_size=2)))
        x1, y1 = min(30.0, x + wide), min(18.8, y + deep)
        corners = ((x, y), (x1, y), (x1, y1), (x, y1)) if draw(st.booleans()) else ((x, y), (x1, y), (x1, y1))
        if x1 > x and y1 > y:
            kind = draw(st.sampled_from(["light", "heavy"]))
            feature = f"feature{draw(st.integers(0, 5))}"
            parts.append(Part(id=f"part{k}", feature=feature, footprint=corners, bottom=bottom, top=top, kind=kind, marks=marks))  # type: ignore[arg-type]
    return Killzone(id="random", name="Random", summary="", board=Board(30.0, 22.0), parts=tuple(parts))


@given(
    pair=st.tuples(teams(), teams()),
    killzone=killzones(),
    mission=st.sampled_from(["hold-the-ground", None]),
    seed=st.integers(0, 10**6),
    printing=st.sampled_from(["2025", "2024"]),
    guard=st.booleans(),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example])
def test_games_on_random_boards_with_random_teams(
    pair: tuple[Team, Team], killzone: Killzone, mission: str | None, seed: int, printing: str, guard: bool
) -> None:
    """They come to an end, every state is sound, and what is offered is exactly what is allowed."""
    game = Game.new("kt24", teams=pair, killzone=killzone, mission=mission, seed=seed, printing=printing, guard=guard)
    rng = random.Random(seed)
    answers = 0
    while (decision := game.decision) is not None:
        if answers % 40 == 0:
            check_decision(game, decision, None)
            check_refusals(game, decision)
            check_fork(game, decision, seed)
        game.play(decision.sample(rng))
        check_state(game.arena, game.state)
        answers += 1
        assert answers < 3000
    assert game.result is not None
