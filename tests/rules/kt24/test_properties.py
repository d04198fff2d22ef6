"""Whatever is played, some things always hold. Games of random players on random choices, checked after every answer."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counteract.core.decision import Pick
from counteract.files.teams import team_ids
from counteract.game import Game
from counteract.mechanics.missions import mission_ids
from counteract.mechanics.operatives import stats as shared_stats
from counteract.rulesets.kt24 import stats
from counteract.rulesets.kt24.actions import ACTIONS, why_not
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.state import Skirmish
from tests.worlds import KILLZONES, check_noise, check_operatives, check_undo

battles = st.fixed_dictionaries(
    {
        "teams": st.lists(st.sampled_from(team_ids("kt24")), min_size=2, max_size=2),
        "killzone": st.sampled_from(KILLZONES),
        "mission": st.sampled_from([*mission_ids("kt24"), None]),
        "seed": st.integers(0, 10**6),
        "printing": st.sampled_from(["2025", "2024"]),
        "accurate_multi": st.sampled_from(["two", "largest"]),
        "charge_lock": st.sampled_from(["friends", "enemies"]),
        "limits": st.sampled_from(["sheet", "book"]),
        "guard": st.booleans(),
        "obscuring": st.booleans(),
        "move_increments": st.booleans(),
    }
)


def check_state(arena: Arena, s: Skirmish) -> None:
    """Check the invariants of every state of a battle."""
    check_operatives(arena, s)
    assert all(vp >= 0 for vp in (*s.marker_vp, *s.kill_vp))
    for acting in s.acting:
        if acting.kind == "activation":
            assert acting.spent <= arena.cards[acting.operative].apl + 1
            assert len(set(acting.done)) == len(acting.done)


@given(battle=battles)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_invariants_hold_after_every_answer(battle: dict[str, Any]) -> None:
    """No overlapping bases, wounds and CP in range, AP within APL, no operative acts twice, the removed never act."""
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
    check_undo(Game.new("kt24", **battle), seed, steps)


@given(battle=battles, seed=st.integers(0, 10**6), steps=st.integers(0, 120), noise=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_answer_not_offered_is_refused_and_changes_nothing(battle: dict[str, Any], seed: int, steps: int, noise: st.DataObject) -> None:
    """Random answers of every kind: what is not legal is refused by a rule, and the state stays what it was."""
    words = ["charge", "shoot", "guard", "end", "engage", "command-reroll"]
    check_noise(Game.new("kt24", **battle), seed, steps, noise, words)


@given(battle=battles, seed=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_injury_and_apl_stay_within_bounds(battle: dict[str, Any], seed: int) -> None:
    """By the book Move never falls below its floor, Hit stays between 2+ and 6+, APL within one of the card. (INT-36 to INT-38)

    By the sheet injury takes 2" of Move and 1 of Hit, and Stun what it takes, never below 0. (DIFF-16)
    """
    game = Game.new("kt24", **battle)
    rng = random.Random(seed)
    while (decision := game.decision) is not None:
        game.play(decision.sample(rng))
        arena, s = game.arena, game.state
        i = decision.subject
        if i >= 0:
            card = arena.cards[i]
            if battle["limits"] == "book":
                assert min(card.move, 4) <= stats.move(arena, s, i) <= card.move
                assert abs(shared_stats.apl(arena, s, i) - card.apl) <= 1
                assert all(2 <= shared_stats.hit(arena, s, i, w) <= 6 for w in card.weapons)
            else:
                hurt = shared_stats.is_hampered(arena, s, i)
                assert stats.move(arena, s, i) == max(0, card.move - 2 * hurt)
                assert shared_stats.apl(arena, s, i) >= max(0, card.apl - s.models[i].stuns)
                assert all(shared_stats.hit(arena, s, i, w) == w.hit + hurt for w in card.weapons)
