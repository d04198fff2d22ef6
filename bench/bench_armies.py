"""Whole battles of armies on one core: at random, novice against novice, and how many answers a player gives.

Goals: two armies of about 30 models play at least 5 random battles of five turns a second; novice against novice takes under 3 s a
battle; a player of 500 points gives at most 250 answers, those without a choice not counted. Time is that on the processor. The
decisions per second stand beside those of python-chess's random games in the same run.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence

import chess

from counteract import Game
from counteract.core.decision import Decision
from counteract.players import make_player

LARGE = ("bell-battalion", "iron-battalion")  # 33 and 27 models
SWARM = "hedge-host"  # 61 models: twice the size that the goals speak of
SMALL = (("bell-patrol", "hedge-patrol"), ("hedge-patrol", "iron-patrol"), ("iron-patrol", "bell-patrol"))
RANDOM_BATTLES, NOVICE_BATTLES, SMALL_BATTLES = 15, 6, 10
LEAST_RATE, MOST_SECONDS, MOST_ANSWERS = 5.0, 3.0, 250.0


def is_forced(decision: Decision) -> bool:
    """Return True if a decision has one answer only."""
    return decision.kind != "paths" and len(decision.options) == 1


def play(teams: Sequence[str], player: str, seed: int, *, counting: bool = False) -> tuple[float, int, list[int]]:
    """Return the seconds that a battle takes, its decisions, and if they are counted the answers of each player that were not forced."""
    game = Game.new("kt40", teams=teams, seed=seed)
    seats = [make_player(player, 100 * seed + side) for side in range(game.sides)]
    answers = [0] * game.sides
    start = time.process_time()
    while (decision := game.decision) is not None:
        if counting and not is_forced(decision):
            answers[decision.player] += 1
        game.play(seats[decision.player].choose(game))
    return time.process_time() - start, game.turns_taken, answers


def play_chess(games: int) -> tuple[float, int]:
    """Return the seconds that random games of chess take, and their moves."""
    rng, moves = random.Random(1), 0
    start = time.process_time()
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return time.process_time() - start, moves


def main() -> None:
    sizes = [sum(unit["size"] for unit in Game.new("kt40", teams=LARGE, seed=1).view()["units"] if unit["side"] == side) for side in (0, 1)]
    for player in ("random", "novice"):
        play(LARGE, player, 0)  # whatever is compiled or remembered is so before anything is timed
    found = [play(LARGE, "random", seed) for seed in range(1, RANDOM_BATTLES + 1)]
    seconds, decisions = sum(one[0] for one in found), sum(one[1] for one in found)
    rate = len(found) / seconds
    print(f"random battles/s of {sizes[0]} and {sizes[1]} models: {rate:.2f}, ratio to the goal {rate / LEAST_RATE:.2f} (goal {LEAST_RATE:g})")
    chess_seconds, moves = play_chess(20)
    ratio = decisions / seconds / (moves / chess_seconds)
    print(f"random decisions/s: {decisions / seconds:,.0f}, python-chess {moves / chess_seconds:,.0f}, ratio {ratio:.2f}")
    for teams in (LARGE, (LARGE[0], SWARM), (SWARM, LARGE[1])):
        took = statistics.median(play(teams, "novice", seed)[0] for seed in range(1, NOVICE_BATTLES + 1))
        told = f"{took:.2f} s a battle, ratio to the goal {took / MOST_SECONDS:.2f} (goal under {MOST_SECONDS:g})"
        print(f"novice against novice, 1,000 points, {' against '.join(teams)}: {told}")
    small = [play(SMALL[seed % len(SMALL)], "novice", seed, counting=True) for seed in range(1, SMALL_BATTLES + 1)]
    took = statistics.median(one[0] for one in small)
    print(f"novice against novice, 500 points: {took:.2f} s a battle, ratio to the goal {took / MOST_SECONDS:.2f} (goal under {MOST_SECONDS:g})")
    answers = statistics.mean(count for one in small for count in one[2])
    most = max(count for one in small for count in one[2])
    told = f"ratio to the goal {answers / MOST_ANSWERS:.2f} (goal {MOST_ANSWERS:g})"
    print(f"answers a player in a battle of 500 points: {answers:.0f} on average, {most} at most, {told}")


if __name__ == "__main__":
    main()
