"""A sensible beginner: takes what looks best at first glance."""

from __future__ import annotations

from counteract.core.decision import Answer
from counteract.core.game import Game


class NovicePlayer:
    """Moves to markers and cover, shoots and fights by simple expected damage. It leaves nothing to chance."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Game) -> Answer:
        return game.advice()
