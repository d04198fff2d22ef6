"""The conformance test of rulesets: one walk through a whole game that checks every promise of the engine."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import islice
from pathlib import Path as FilePath
from typing import Any

import pytest

from counteract.core.decision import PASS, Allocate, Answer, Concede, Decision, Dice, Path, Paths, Pick, Place, Refusal
from counteract.core.record import record
from counteract.core.rulebook import Rulebook
from counteract.game import Game

MOST_DECISIONS = 5000
NEVER_OFFERED: tuple[Any, ...] = (
    Pick("no such thing"), Pick(-1), Pick(10**6), Place(-5.0, 3.0), Place(float("nan"), 0.0), Place(3.0, 1.0, float("nan")),
    Place(3.0, 1.0, 0.0, float("nan")), Place(3.0, 1.0, 0.0, "left"), Path(()), Path(((float("inf"), 1.0),)),
    Path((("a", "b"),)), Path(((1.0, 2.0, 3.0, "fly"),)), Dice("no such rule", (0,)), Dice("balanced", (99,)), Allocate((9, 9, 9, 9)), Allocate(()),
    None, 7, "pass", (1, 2), [], Pick(None), Pick((1,)), Path(None), Path((None,)), Dice(None, None), Dice("balanced", None), Allocate(None),
    Allocate(("a",)), Paths(()), Paths((((float("inf"), 1.0),),)), Paths(((("a", "b"),),)), Paths(None), Paths((None,)), Paths((((),),)),
)  # fmt: skip


#: A check to run after each answer to a decision.
After = Callable[[Game, Decision, Answer], None]


def whole_game(game: Game, seed: int, *, rulebook: Rulebook | None = None, look_closely: int = 25, after: After | None = None) -> list[Answer]:
    """Play to the end at random, check every promise on the way, and return the answers given."""
    rng = random.Random(seed)
    answers: list[Answer] = []
    while (decision := game.decision) is not None:
        assert len(answers) < MOST_DECISIONS, "the game does not come to an end"
        if len(answers) % look_closely == 0:
            check_decision(game, decision, rulebook)
            check_refusals(game, decision)
            check_fork(game, decision, rng.randrange(10**6))
        answer = decision.sample(rng)
        assert game.why_not(answer) is None, (decision, answer, game.why_not(answer))
        game.play(answer)
        answers.append(answer)
        if after is not None:
            after(game, decision, answer)
    check_end(game, rulebook)
    return answers


def check_decision(game: Game, decision: Decision, rulebook: Rulebook | None) -> None:
    """Check that a decision has options, all of them legal and labelled, and that only its player may answer."""
    assert decision.kind in ("pick", "place", "path", "paths", "dice", "allocate")
    assert decision.options
    assert decision.prompt
    if rulebook:
        rulebook.get(decision.rule)
    for option in islice(decision.options, 40):
        assert game.why_not(option) is None, (decision, option, game.why_not(option))
        assert str(game.label(option))
    assert game.why_not(game.advice()) is None
    json.dumps(game.view(decision.player))
    assert game.why_not(decision.options[0], player=decision.player + 1) is not None


def check_refusals(game: Game, decision: Decision) -> None:
    """Check that an answer that is not offered is refused in a sentence, and that nothing changes."""
    before = game.digest()
    for answer in (*NEVER_OFFERED, *map(disguised, islice(decision.options, 5))):
        with pytest.raises(Refusal) as caught:
            game.play(answer)
        assert caught.value.reason.strip()
    assert game.digest() == before
    assert game.decision is decision


def disguised(option: Answer) -> Any:
    """Return a value that equals an option, or nearly so, but has types that a record cannot hold."""
    match option:
        case Pick(int(value)):
            return Pick(float(value))  # type: ignore[arg-type]
        case Dice(use, chosen):
            return Dice(use, list(chosen))  # type: ignore[arg-type]
        case Allocate(counts):
            return Allocate(tuple(map(float, counts)))  # type: ignore[arg-type]
    return type(option)


def check_fork(game: Game, decision: Decision, seed: int) -> None:
    """Check that a fork plays as the original would and does not disturb it, and that undo leads back."""
    before = game.digest()
    one, two = game.fork(), game.fork()
    for fork in (one, two):
        rng = random.Random(seed)
        for _ in range(6):
            if fork.decision is not None:
                fork.play(fork.decision.sample(rng))
    assert one.digest() == two.digest()
    assert one.events == two.events
    assert game.digest() == before
    while one.turns_taken > game.turns_taken:
        one.undo(across_dice=True)
    assert one.digest() == before
    for player in range(game.sides):
        check_concession(game, player, seed)


def check_concession(game: Game, player: int, seed: int) -> None:
    """Check that a player who concedes, in turn or out of turn, decides no more and does not win, that undo leads back, and that forks agree."""
    if player in game.state.conceded:
        with pytest.raises(Refusal, match="given up already"):
            game.fork().play(Concede(player))
        return
    before, rng = game.digest(), random.Random(seed)
    live, revived = game.fork(), game.fork()
    live.play(Concede(player))
    revived.play(Concede(player), player)
    while live.decision is not None:
        assert live.decision.player not in live.state.conceded
        answer = live.decision.sample(rng)
        revived = revived.fork()
        for one in (live, revived):
            one.play(answer)
        assert live.digest() == revived.digest()
        assert live.latest == revived.latest
    assert revived.over
    assert live.result is not None
    assert player not in live.result.winners
    assert sum(event.kind == "conceded" for event in live.events) == len(live.state.conceded)
    while live.turns_taken > game.turns_taken:
        live.undo(across_dice=True)
    assert live.digest() == game.digest() == before


def check_end(game: Game, rulebook: Rulebook | None) -> None:
    """Check that a finished game has a result, a story, and nothing left to decide."""
    assert game.result is not None
    assert game.why_not(PASS) is not None
    for event in game.events:
        assert game.tell(event)
        if rulebook:
            rulebook.get(event.rule)
    if rulebook:
        for rule in game.result.reasons:
            rulebook.get(rule)


def check_record(game: Game, folder: FilePath) -> None:
    """Check that a game is the same, state for state, after saving and loading."""
    path = folder / "game.json"
    game.save(path)
    again = Game.load(path)
    assert [m.digest() for m in again.moments] == [m.digest() for m in game.moments]
    assert again.events == game.events
    assert again.result == game.result
    assert record(again).hash == record(game).hash


def check_replay(game: Game, again: Game, answers: list[Answer]) -> None:
    """Check that the same set-up, dice and answers give the same game."""
    for answer in answers:
        again.play(answer)
    assert again.digest() == game.digest()
    assert again.events == game.events
