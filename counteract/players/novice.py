"""The novice: a player that takes the answer that looks best at first glance."""

from __future__ import annotations

from counteract.core.decision import Answer
from counteract.game import Game


class NovicePlayer:
    """A player that follows the ruleset's policy: moves to markers and cover, shoots and fights by expected damage, without chance."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Game) -> Answer:
        """Return the answer that the ruleset's policy advises."""
        return game.advice()
