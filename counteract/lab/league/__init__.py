"""Leagues: every player against every other, on the same set-ups, with the seats swapped.

Two games are played of each set-up and seed, so that neither side nor dice favour anybody. Every finished game is a row of a SQLite
file (`results`), and who is interrupted goes on from there. Players that raise, hang or cheat lose by a stated rule and stop nobody
(`games`, `workers`). Ratings have error bars (`ratings`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from counteract.core.language import say
from counteract.lab.league.games import GameOutcome
from counteract.lab.league.results import LeagueFile
from counteract.lab.league.schedule import LeagueSpec, count_games, prepare_contents, schedule, settle
from counteract.lab.league.standings import describe_league
from counteract.lab.league.workers import WorkerPool

__all__ = ["LeagueSpec", "count_games", "play_league"]


def play_league(
    spec: LeagueSpec, jobs: int = 1, out: str | Path | None = None, progress: Callable[[int], None] | None = None
) -> dict[str, Any]:
    """Play a league and return its specification, ratings, pairs and games as plain data.

    The same specification gives the same document, whatever ``jobs`` is and however often it was interrupted: games that ``out``, a
    SQLite file, already holds are not played again. ``progress`` is called with the number of finished games. Games are played in
    processes of their own even if it is only one, so a script that calls this needs ``if __name__ == "__main__":``.
    """
    if jobs < 1:
        raise ValueError(say("the number of jobs must be 1 or more, not {jobs}", jobs=jobs))
    with redirect_stdout(sys.stderr):  # modules of players may print
        spec = settle(spec)
    contents = prepare_contents(spec)
    with TemporaryDirectory(prefix="counteract-league-") as folder:
        file = LeagueFile(Path(folder, "league.sqlite") if out is None else Path(out), spec, contents)
        try:
            _play_rest(spec, file, jobs, progress)
            return describe_league(spec, file.outcomes())
        finally:
            file.close()


def _play_rest(spec: LeagueSpec, file: LeagueFile, jobs: int, progress: Callable[[int], None] | None) -> None:
    """Play the games that the file does not hold."""
    finished = file.finished()
    done = len(finished)
    waiting = [game for game in schedule(spec) if (game.pair, game.number) not in finished]

    def take(outcome: GameOutcome) -> None:
        nonlocal done
        file.add(outcome)
        done += 1
        if progress is not None:
            progress(done)

    if progress is not None:
        progress(done)
    if waiting:
        WorkerPool(spec, waiting, jobs).play(take)
