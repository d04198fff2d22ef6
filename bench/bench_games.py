"""Complete random games per second against python-chess in the same run, in time on the processor; then forks and memory.

Goals: games and decisions per second at least 1.5 times python-chess's, and other rulesets' games at least half of kt24's (two
thirds for kt21, which resembles it); a fork in the middle of a game under 10 µs; fork and one decision in the middle of
an attack under 60 µs; a thousand forks in less than 50 MB.
"""

from __future__ import annotations

import random
import statistics
import time
import tracemalloc
from functools import partial

import chess

from counteract import Game
from counteract.core import registry

TEAMS = ["ashen-wardens", "hollow-choir"]
SHARES = {"kt21": 1 / 1.5}  # of kt24's games that other rulesets should reach, one half if not named
ROUNDS = 5
SECONDS = 2.0


def chess_game(rng: random.Random) -> int:
    board = chess.Board()
    plies = 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        plies += 1
    return plies


def our_game(rng: random.Random, ruleset: str = "kt24") -> int:
    game = Game.new(ruleset, killzone="foundry", seed=rng.randrange(10**9))
    decisions = 0
    while (decision := game.decision) is not None:
        game.play(decision.sample(rng))
        decisions += 1
    return decisions


def rate(play: object, seed: int) -> tuple[float, float]:
    """Games and decisions per second over a few seconds."""
    rng = random.Random(seed)
    games = decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        decisions += play(rng)  # type: ignore[operator]
        games += 1
    return games / spent, decisions / spent


def in_an_attack(seed: int) -> Game:
    """A game in its second turning point, in the middle of an attack sequence."""
    rng = random.Random(seed)
    game = Game.new("kt24", teams=TEAMS, killzone="foundry", seed=seed)
    while (decision := game.decision) is not None:
        if game.state.turn >= 2 and decision.what in ("block", "resolve"):
            return game
        game.play(decision.sample(rng))
    return in_an_attack(seed + 1)


def micro(action: object, times: int) -> float:
    """Microseconds a call, the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(times):
            action()  # type: ignore[operator]
        best = min(best, (time.process_time() - start) / times * 1e6)
    return best


def memory_of_forks(game: Game, count: int = 1000) -> float:
    """Megabytes that many forks take, each one answer on from the game."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    forks = [game.fork() for _ in range(count)]
    for fork in forks:
        assert fork.decision is not None
        fork.play(fork.decision.options[0])
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / 1e6


def main() -> None:
    skirmishes = [name for name in registry.names() if name not in ("kt24", "kt40")]  # those of armies: bench_armies.py
    others = {name: partial(our_game, ruleset=name) for name in skirmishes}
    for play in (our_game, *others.values()):
        play(random.Random(0))
    ours, theirs = [], []
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in others}
    for seed in range(ROUNDS):
        theirs.append(rate(chess_game, seed))
        ours.append(rate(our_game, seed))
        for name, play in others.items():
            rates[name].append(rate(play, seed))
    names = ("games/s", "decisions/s")
    for k, name in enumerate(names):
        us, them = statistics.median(r[k] for r in ours), statistics.median(r[k] for r in theirs)
        print(f"random kt24 {name}: {us:,.0f}, python-chess {them:,.0f}, ratio {us / them:.2f} (goal 1.5)")
    for other, found in rates.items():
        us, them = statistics.median(r[0] for r in found), statistics.median(r[0] for r in ours)
        print(f"random {other} games/s: {us:,.0f}, kt24 {them:,.0f}, ratio {us / them:.2f} (goal {SHARES.get(other, 0.5):.2f})")
    game = in_an_attack(1)
    print(f"fork: {micro(game.fork, 2000):.2f} µs (goal under 10)")

    def fork_and_play() -> None:
        fork = game.fork()
        assert fork.decision is not None
        fork.play(fork.decision.options[0])

    print(f"fork and play in an attack: {micro(fork_and_play, 500):.1f} µs (goal under 60)")
    print(f"a thousand forks, one answer on: {memory_of_forks(game):.2f} MB (goal under 50)")


if __name__ == "__main__":
    main()
