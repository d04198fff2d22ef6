"""No program, hint or preview sees dice that have not fallen: another future of the stream changes nothing that they say."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from counteract.core.decision import Answer
from counteract.core.dice import CommittedDice, DiceStream, SeededDice
from counteract.core.registry import names
from counteract.game import Game
from counteract.players import FairPlayer, make_player, player_names
from counteract.server.asking import told
from counteract.server.rooms import Denied
from counteract.server.wishes import Ask

RULESETS = sorted(names())
ABOUTS = ("hint", "reach", "set-up", "arrange")  # what is asked about a question as a whole
EVERY = 9  # answers between two moments that are looked at
MOMENTS = 14


class PartedDice:
    """The dice of one stream up to a position, and those of another from there on."""

    def __init__(self, first: DiceStream, parting: int, then: DiceStream) -> None:
        self.first, self.parting, self.then = first, parting, then

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        return (self.first if at < self.parting else self.then).roll(at, count, sides)

    def describe(self) -> dict[str, Any]:
        return self.first.describe()


def with_another_future(game: Game) -> Game:
    """Return the same game, in which all dice to come are others."""
    twin = game.fork()
    twin.dice = PartedDice(game.dice, game._now.at, SeededDice(4711))
    return twin


def moments(ruleset: str, seed: int) -> Iterator[Game]:
    """Yield moments of a game, played by novices that now and then answer at random."""
    game, rng = Game.new(ruleset, dice=CommittedDice(f"secret {seed}")), random.Random(seed)
    for number in range(EVERY * MOMENTS):
        if game.decision is None:
            return
        if number % EVERY == 0:
            yield game.fork()
        game.play(game.decision.sample(rng) if rng.random() < 0.2 else game.advice())


class Peeking:
    """A player that tries each option with the dice of the game it is handed, and takes the one after which most dice show sixes."""

    def choose(self, game: Game) -> Answer:
        def sixes(answer: Answer) -> int:
            ahead = game.fork()
            ahead.play(answer)
            for _ in range(6):
                if ahead.decision is not None:
                    ahead.play(ahead.decision.default)
            return sum(roll.count(6) for moment in ahead.moments_back(7) for roll in moment.dice)

        assert game.decision is not None
        return max(game.decision.options or (game.decision.default,), key=sixes)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_future_changes_no_answer_of_any_player(ruleset: str) -> None:
    for number, game in enumerate(moments(ruleset, 1)):
        twin = with_another_future(game)
        for name in player_names():
            assert make_player(name, number).choose(game) == make_player(name, number).choose(twin)
        assert FairPlayer(Peeking()).choose(game) == FairPlayer(Peeking()).choose(twin)


def test_a_player_that_peeks_would_be_found_out() -> None:
    games = ((game, with_another_future(game)) for seed in (1, 2) for game in moments("kt18", seed))
    assert any(Peeking().choose(game) != Peeking().choose(twin) for game, twin in games)


def all_told(game: Game) -> list[Any]:
    """Return everything that a page can ask about the options, the models and the question itself."""
    assert game.decision is not None
    asks = [Ask("1", about, 0, settle=True) for about in ABOUTS]
    asks += [Ask("1", "foresee", 0, answer=msgspec.to_builtins(answer)) for answer in game.decision.options[:6]]
    asks += [Ask("1", about, 0, model=model) for about in ("sees", "threat", "acts") for model in range(0, len(game.state.models), 7)]
    return [_told(game, ask) for ask in asks]


def _told(game: Game, ask: Ask) -> Any:
    try:
        return msgspec.to_builtins(told(game, ask))
    except Denied as denied:
        return denied.sentence


@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_future_changes_no_hint_and_no_preview(ruleset: str) -> None:
    for game in list(moments(ruleset, 2))[::4]:
        assert all_told(game) == all_told(with_another_future(game))


# --- the secret


def reachable(thing: object) -> Iterator[object]:
    """Yield everything that references lead to from a thing, but for modules, classes and the global names of functions."""
    seen, waiting = {id(thing)}, [thing]
    while waiting:
        one = waiting.pop()
        yield one
        found = [one.__closure__, one.__defaults__, one.__kwdefaults__] if isinstance(one, FunctionType) else gc.get_referents(one)
        for other in found:
            if id(other) not in seen and not isinstance(other, ModuleType | type | BuiltinFunctionType) and not _is_global(other):
                seen.add(id(other))
                waiting.append(other)


def _is_global(thing: object) -> bool:
    return isinstance(thing, dict) and "__builtins__" in thing


def leads_to_secret(game: Game, secret: str) -> bool:
    return any(isinstance(one, CommittedDice) or (isinstance(one, str) and secret in one) for one in reachable(game))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_in_a_game_that_a_player_is_handed_leads_to_the_secret(ruleset: str) -> None:
    handed: list[Game] = []

    class Looking:
        def choose(self, game: Game) -> Answer:
            handed.append(game)
            return game.advice()

    game = list(moments(ruleset, 3))[-1]
    FairPlayer(Looking()).choose(game)
    assert leads_to_secret(game, "secret 3")
    assert not leads_to_secret(handed[0], "secret 3")
