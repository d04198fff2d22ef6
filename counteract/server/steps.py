"""Steps of a game, as the store keeps them and as games take them."""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.decision import Answer
from counteract.core.game import Game


def read_answer(body: Any) -> Answer:
    """An answer from plain data; a `ValueError` says what is wrong with it."""
    return msgspec.convert(body, Answer)  # type: ignore[no-any-return]


def take(game: Game, kind: str, body: Any) -> None:
    """Take a step that was kept."""
    if kind == "undo":
        game.undo()
    else:
        game.play(read_answer(body))
