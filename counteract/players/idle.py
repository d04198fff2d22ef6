"""A player that always gives the default answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from counteract.core.decision import Answer
    from counteract.game import Game


class IdlePlayer:
    """A player that gives the default answer to every decision, as the rules do for a player who gives none."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Game) -> Answer:
        """Return the default answer."""
        assert game.decision is not None, "there is nothing to decide"
        return game.decision.default
