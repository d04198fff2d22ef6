"""A player that picks candidates at random: the yardstick for every other player."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from counteract.core.decision import Answer
    from counteract.game import Game


class RandomPlayer:
    """A player that picks one of the candidates, all equally likely."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, game: Game) -> Answer:
        """Return a candidate at random."""
        assert game.decision is not None, "the battle is over"
        return game.decision.sample(self._rng)
