"""The player without a plan: every candidate is as good as any other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from counteract.core.decision import Answer
    from counteract.core.game import Game


class RandomPlayer:
    """Picks one of the candidates, all equally likely; the yardstick for every other player."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, game: Game) -> Answer:
        assert game.decision is not None, "the battle is over"
        return game.decision.sample(self._rng)
