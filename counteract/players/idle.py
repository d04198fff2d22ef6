"""The player who is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from counteract.core.decision import Answer
    from counteract.core.game import Game


class IdlePlayer:
    """Answers as the rules do for a player who gives no answer."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Game) -> Answer:
        assert game.decision is not None, "there is nothing to decide"
        return game.decision.default
