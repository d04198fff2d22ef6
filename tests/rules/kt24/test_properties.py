"""Whatever is played, some things always hold. Games of random players on random choices, checked after every answer."""

from __future__ import annotations

import random
from itertools import combinations
from math import hypot
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counteract.core.decision import Path, Pick, Place
from counteract.core.game import Game
from counteract.mechanics.missions import mission_ids
from counteract.rosters import team_ids
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.actions import ACTIONS, why_not
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.state import Skirmish
from counteract.table.killzone import killzone_ids

battles = st.fixed_dictionaries(
    {
        "teams": st.lists(st.sampled_from(team_ids("kt24")), min_size=2, max_size=2),
        "killzone": st.sampled_from(killzone_ids()),
        "mission": st.sampled_from([*mission_ids("kt24"), None]),
        "seed": st.integers(0, 10**6),
        "printing": st.sampled_from(["2025", "2024"]),
        "accurate_multi": st.sampled_from(["two", "largest"]),
        "charge_lock": st.sampled_from(["friends", "enemies"]),
        "guard": st.booleans(),
        "obscuring": st.booleans(),
        "move_increments": st.booleans(),
    }
)


def check_state(arena: Arena, s: Skirmish) -> None:
    """What holds in every state of every battle."""
    standing = [(i, p) for i, p in enumerate(s.places) if p is not None]
    for (i, a), (j, b) in combinations(standing, 2):
        apart = hypot(a[0] - b[0], a[1] - b[1])
        same_height = a[2] < b[2] + arena.cards[j].height and b[2] < a[2] + arena.cards[i].height
        assert not same_height or apart >= arena.radii[i] + arena.radii[j] - 1e-5, f"bases {i} and {j} overlap"
    for i, (x, y, _) in standing:
        r = arena.radii[i] - 1e-5
        assert r <= x <= arena.terrain.board.width - r
        assert r <= y <= arena.terrain.board.depth - r
    for i, m in enumerate(s.models):
        assert 0 <= m.wounds <= arena.cards[i].wounds
        assert m.down == (m.wounds == 0)
        if s.turn and s.places[i] is None:
            assert m.down
            assert not m.ready
    assert min(s.cp) >= 0
    assert all(vp >= 0 for vp in (*s.marker_vp, *s.kill_vp))
    for acting in s.acting:
        if acting.kind == "activation":
            assert acting.spent <= arena.cards[acting.operative].apl + 1
            assert len(set(acting.done)) == len(acting.done)
    assert len(set(s.used)) == len(s.used)


@given(battle=battles)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_invariants_hold_after_every_answer(battle: dict[str, Any]) -> None:
    """No overlapping bases, wounds and CP in range, AP within APL, nobody acts twice, the removed never act."""
    game = Game.new("kt24", **battle)
    rng = random.Random(battle["seed"])
    activated: dict[int, list[int]] = {}
    while (decision := game.decision) is not None:
        s: Skirmish = game.state
        if decision.subject >= 0 and decision.what not in ("place", "interrupt"):
            assert s.places[decision.subject] is not None, "a removed operative is asked to act"
        answer = decision.sample(rng)
        if decision.what == "activate":
            assert isinstance(answer, Pick)
            turn = activated.setdefault(s.turn, [])
            assert answer.value not in turn, "an operative is activated twice in one turning point"
            turn.append(int(answer.value))
        if decision.what == "action" and s.acting:
            i = s.acting[-1].operative
            told = {name for name in ACTIONS if why_not(game.arena, s, i, name) is None}
            offered = {o.value for o in decision.options if isinstance(o, Pick)} - {"end"}
            assert offered == told, "an action is offered that is barred, or the other way round"
        game.play(answer)
        check_state(game.arena, game.state)


@given(battle=battles, seed=st.integers(0, 10**6), steps=st.integers(1, 150))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_undo_and_fork_lead_to_equal_states(battle: dict[str, Any], seed: int, steps: int) -> None:
    """Taking back any number of answers and giving them again passes through the same states."""
    game = Game.new("kt24", **battle)
    rng = random.Random(seed)
    answers, digests = [], [game.digest()]
    for _ in range(steps):
        if game.decision is None:
            break
        answers.append(game.decision.sample(rng))
        game.play(answers[-1])
        digests.append(game.digest())
    back = rng.randrange(len(answers) + 1)
    fork = game.fork()
    for k in range(back):
        fork.undo(across_dice=True)
        assert fork.digest() == digests[-2 - k]
    for k in range(len(answers) - back, len(answers)):
        fork = fork.fork()
        fork.play(answers[k])
        assert fork.digest() == digests[k + 1]


@given(battle=battles, seed=st.integers(0, 10**6), steps=st.integers(0, 120), noise=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_answer_not_offered_is_refused_and_changes_nothing(battle: dict[str, Any], seed: int, steps: int, noise: st.DataObject) -> None:
    """Random answers of every kind: what is not legal is refused by a rule, and the state stays what it was."""
    game = Game.new("kt24", **battle)
    rng = random.Random(seed)
    for _ in range(steps):
        if game.decision is None:
            return
        game.play(game.decision.sample(rng))
    decision = game.decision
    if decision is None:
        return
    number = st.floats(-5, 40) | st.integers(-3, 30) | st.just(float("nan"))
    answer = noise.draw(
        st.builds(Pick, st.integers(-2, 30) | st.sampled_from(["charge", "shoot", "guard", "end", "engage", "command-reroll", ""]))
        | st.builds(Place, number, number, number)
        | st.builds(Path, st.lists(st.tuples(number, number), max_size=4).map(tuple))
    )
    before = game.digest()
    refusal = game.why_not(answer)
    if decision.kind == "pick":
        assert (refusal is None) == (answer in decision.options)
    if refusal is not None:
        assert refusal.reason
        assert refusal.rule.startswith("KT24-")
        with pytest.raises(type(refusal)):
            game.play(answer)
    assert game.digest() == before


@given(battle=battles, seed=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_injury_and_apl_stay_within_bounds(battle: dict[str, Any], seed: int) -> None:
    """Move never falls below its floor, Hit stays between 2+ and 6+, APL within one of the card. (INT-36 to INT-38)"""
    game = Game.new("kt24", **battle)
    rng = random.Random(seed)
    while (decision := game.decision) is not None:
        game.play(decision.sample(rng))
        arena, s = game.arena, game.state
        i = decision.subject
        if i >= 0:
            card = arena.cards[i]
            assert min(card.move, 4) <= stats.move(arena, s, i) <= card.move
            assert abs(stats.apl(arena, s, i) - card.apl) <= 1
            assert all(2 <= stats.hit(arena, s, i, w) <= 6 for w in card.weapons)
