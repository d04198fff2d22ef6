"""How quickly a page is told what it asks while a mouse moves: `sees` and `forecast` over whole games of every ruleset.

Each must be told within 5 ms of work; what is printed is how many times it fits into that. Hints and threats are asked for by a click.
Run: ``python bench/bench_foresight.py``
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from counteract.core import registry
from counteract.game import Game
from counteract.players import make_player
from counteract.warming import warm

LIMIT = 5.0  # ms
ON_THE_MOVE = ("sees", "sees from elsewhere", "forecast")


def timed(times: list[float], ask: Callable[..., Any], *about: Any) -> None:
    start = time.thread_time()
    ask(*about)
    times.append(1000.0 * (time.thread_time() - start))


def ask_all(game: Game, times: dict[str, list[float]]) -> None:
    """Everything that a page may ask at a decision."""
    decision, models = game.decision, range(len(game.state.models))
    assert decision is not None
    i = next((k for k in (decision.subject, *models) if k >= 0 and game.state.places[k] is not None), None)
    if i is not None:
        x, y, z = game.state.places[i]
        timed(times["sees"], game.ruleset.preview.sees, game, i)
        timed(times["sees from elsewhere"], game.ruleset.preview.sees, game, i, (x + 0.01, y, z))
        if decision.kind == "path":
            timed(times["threat"], game.ruleset.preview.threat, game, i)
    for answer in () if decision.kind in ("path", "place") else decision.options:
        if game.ruleset.preview.has_forecast(game, answer):
            timed(times["forecast"], game.ruleset.preview.forecast, game, answer)
    timed(times["best"], game.ruleset.preview.best, game)


def main() -> None:
    warm()
    for name in registry.names():
        times: dict[str, list[float]] = defaultdict(list)
        for seed in range(3):
            game = Game.new(name, seed=seed)
            players = make_player("novice", 1), make_player("random", 2)
            while game.decision is not None:
                if seed:  # the first game only fills what is kept between questions
                    ask_all(game, times)
                game.play(players[game.decision.player].choose(game))
        for what, taken in times.items():
            taken.sort()
            middle, most = taken[len(taken) // 2], taken[int(0.95 * len(taken))]
            limit = f", {LIMIT / most:.1f} x within {LIMIT:g} ms" if what in ON_THE_MOVE else ""
            print(f"{name} {what}: {middle:.2f} ms, p95 {most:.2f} ms ({len(taken)} asked){limit}")


if __name__ == "__main__":
    main()
