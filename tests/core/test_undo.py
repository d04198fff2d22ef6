"""Undo in every ruleset: after it the game goes on as if the answer had never been given."""

from __future__ import annotations

import random

import pytest

from counteract.core import registry
from counteract.game import Game

OPTIONS = {"kt24": {"guard": True}, "kt18": {"specialists": True}}


def moment(game: Game) -> tuple[object, ...]:
    """Return all effects of the last answer."""
    now, decision = game.moments[-1], game.decision
    asked = decision and (decision.player, decision.what, decision.rule, decision.subject, tuple(decision.options)[:20])
    return game.digest(), game.turns_taken, now.dice, now.at, now.events, asked


@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize("ruleset", registry.names())
def test_another_answer_after_undo_is_as_if_the_first_had_not_been_given(ruleset: str, steps: int) -> None:
    """All through a battle: play on, take it back, play something else; events, dice and state are those of a fresh fork."""
    game, rng = Game.new(ruleset, seed=steps, **OPTIONS.get(ruleset, {})), random.Random(steps)
    tried = inside = 0
    while (decision := game.decision) is not None:
        answer = decision.sample(rng)
        if rng.random() < 0.7:
            fresh, before = game.fork(), moment(game)
            for _ in range(steps):
                if game.decision is not None:
                    game.play(game.decision.sample(rng))
            while game.turns_taken > fresh.turns_taken:
                game.undo(across_dice=True)
            assert moment(game) == before
            fresh.play(answer)
            tried += 1
            inside += bool(fresh.moments[-2].inputs)
            game.play(answer)
            assert moment(game) == moment(fresh)
        else:
            game.play(answer)
    assert tried > 50 and inside > 10  # of these in the middle of a procedure


@pytest.mark.parametrize("ruleset", registry.names())
def test_a_battle_taken_back_to_its_beginning_can_be_played_again(ruleset: str) -> None:
    """With the same answers it is the same battle, with the same dice."""
    game, rng = Game.new(ruleset, seed=4, **OPTIONS.get(ruleset, {})), random.Random(4)
    start, answers, seen = game.digest(), [], []
    while (decision := game.decision) is not None and len(answers) < 200:
        answers.append(decision.sample(rng))
        game.play(answers[-1])
        seen.append(moment(game))
    while game.turns_taken:
        game.undo(across_dice=True)
    assert game.digest() == start
    for answer, then in zip(answers, seen, strict=True):
        game.play(answer)
        assert moment(game) == then
