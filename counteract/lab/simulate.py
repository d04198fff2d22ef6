"""Simulation: many games of the same teams and players, with the wins counted.

Game k of a run is the same game in whichever process it is played: its dice and the chance of its players come from
seeds of their own, each the first 48 bits of SHA-256 of the text "counteract simulate SEED K PURPOSE", where PURPOSE is
"dice", "player 0", "player 1" and so on. (48 bits, so that a record's seed is exact in JSON readers that only have floats.)

A game with several winners (allies, or players with equal scores) counts as a win for each of them and as shared, so that
wins may add up to more than there are games. A game without a winner is a draw.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any

import msgspec

from counteract.core.dice import SeededDice
from counteract.core.language import say
from counteract.core.record import record
from counteract.game import Game
from counteract.players import make_player
from counteract.position import Position

#: The most games a worker gets at a time, so that progress is seen and no worker waits long at the end.
MOST_IN_A_CHUNK = 16
SEED_BYTES = 6


class SimulationPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A run of games: all that a worker needs to play any one of them."""

    ruleset: str
    teams: tuple[Any, ...]
    players: tuple[str, ...]
    seed: int
    killzone: Any
    mission: Any
    options: dict[str, Any]
    position: Position | None = None  # every game begins here, if it is given


def simulate(
    ruleset: str,
    teams: Sequence[Any],
    players: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    killzone: Any = None,
    mission: Any = "default",
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Play games and count the wins. The first team and the first player are player 0; the ruleset says how many there are.

    The same seed gives the same result, whatever ``jobs`` is. ``progress`` is called with the number of finished games.
    """
    _check(teams, players, games, jobs)
    plan = SimulationPlan(
        ruleset=ruleset, teams=tuple(teams), players=tuple(players), seed=seed, killzone=killzone, mission=mission, options=dict(options or {})
    )
    return _simulate(plan, games, jobs, progress)


def simulate_from(
    position: Position, players: Sequence[str], games: int, seed: int, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> dict[str, Any]:
    """Play games that all begin at a position and count the wins, as `simulate` does."""
    setup = position.setup
    teams, mission = tuple(team["id"] for team in setup["teams"]), setup["mission"]
    _check(teams, players, games, jobs)
    plan = SimulationPlan(
        ruleset=position.ruleset, teams=teams, players=tuple(players), seed=seed, killzone=setup["killzone"]["id"],
        mission=None if mission is None else mission["id"], options={}, position=position,
    )  # fmt: skip
    return _simulate(plan, games, jobs, progress)


def _simulate(plan: SimulationPlan, games: int, jobs: int, progress: Callable[[int], None] | None) -> dict[str, Any]:
    _set_up(plan)  # a fault of the plan is reported here, before anything is started
    played: list[dict[str, Any]] = []
    for chunk in _run(plan, games, jobs):
        played += chunk
        if progress is not None:
            progress(len(played))
    return _summary(plan, played)


def derived_seed(seed: int, game: int, purpose: str) -> int:
    """Return the seed for one purpose in one game of a run.

    >>> derived_seed(1, 0, "dice") == derived_seed(1, 0, "dice") != derived_seed(1, 1, "dice")
    True
    """
    text = f"counteract simulate {seed} {game} {purpose}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:SEED_BYTES], "big")


def _check(teams: Sequence[Any], players: Sequence[str], games: int, jobs: int) -> None:
    """Refuse numbers that do not fit."""
    if len(players) != len(teams):
        raise ValueError(say("{teams} teams need as many players, not {players}", teams=len(teams), players=len(players)))
    if games < 1:
        raise ValueError(say("the number of games must be 1 or more, not {games}", games=games))
    if jobs < 1:
        raise ValueError(say("the number of jobs must be 1 or more, not {jobs}", jobs=jobs))


def _set_up(plan: SimulationPlan) -> Game:
    """Return the battle before its first answer; all games of the run share its set-up."""
    for name in plan.players:
        make_player(name, 0)
    if plan.position is not None:
        return Game.at(plan.position, seed=0)
    return Game.new(plan.ruleset, teams=plan.teams, killzone=plan.killzone, mission=plan.mission, seed=0, **plan.options)


def _run(plan: SimulationPlan, games: int, jobs: int) -> Iterator[list[dict[str, Any]]]:
    """Yield the results of the games in order, a chunk at a time."""
    size = max(1, min(MOST_IN_A_CHUNK, ceil(games / (4 * jobs))))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    if jobs == 1:
        yield from (_play_chunk(plan, chunk) for chunk in chunks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from counteract.warming import warm

    warm()  # once here, so that no two workers compile the same kernel
    with ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play_chunk, [plan] * len(chunks), chunks)


def _play_chunk(plan: SimulationPlan, numbers: range) -> list[dict[str, Any]]:
    """Play some games of a run, with the objects loaded before them exempt from garbage collection."""
    template = _set_up(plan)
    gc.freeze()
    try:
        return [_play(plan, template, number) for number in numbers]
    finally:
        gc.unfreeze()


def _play(plan: SimulationPlan, template: Game, number: int) -> dict[str, Any]:
    """Play one game to its end and return its result as plain data."""
    game = Game(template.ruleset, template.setup, SeededDice(derived_seed(plan.seed, number, "dice")))
    seats = [make_player(name, derived_seed(plan.seed, number, f"player {seat}")) for seat, name in enumerate(plan.players)]
    while (decision := game.decision) is not None:
        game.play(seats[decision.player].choose(game))
    result = game.result
    assert result is not None
    return {
        "game": number,
        **({"winner": result.winner} if game.sides == 2 else {}),
        "winners": list(result.winners),
        "scores": list(result.scores),
        "turns": game.state.turn,
        "decisions": game.turns_taken,
        "record": record(game).hash,
    }


def _summary(plan: SimulationPlan, played: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the plan, the wins, and the result of every game, as plain data."""
    winners = [game["winners"] for game in played]
    return {
        "ruleset": plan.ruleset,
        "teams": [_name(team) for team in plan.teams],
        "players": list(plan.players),
        "seed": plan.seed,
        "killzone": _name(plan.killzone),
        "mission": _name(plan.mission),
        "wins": [sum(player in won for won in winners) for player in range(len(plan.players))],
        "shared": sum(len(won) > 1 for won in winners),
        "draws": winners.count([]),
        "games": played,
    }


def _name(thing: Any) -> str | None:
    """Return the name of a team, killzone or mission; of a loaded one its id."""
    return None if thing is None else str(getattr(thing, "id", thing))
