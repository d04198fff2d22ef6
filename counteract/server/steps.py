"""Steps of a game, as the store keeps them and as games take them."""

from __future__ import annotations

from typing import Any

import msgspec

from counteract.core.decision import Answer, Concede
from counteract.core.game import Game


def read_answer(body: Any) -> Answer:
    """An answer from plain data; a `ValueError` says what is wrong with it."""
    return msgspec.convert(body, Answer)  # type: ignore[no-any-return]


def take(game: Game, kind: str, side: int, body: Any) -> None:
    """Take a step: an answer, so many answers taken back, or a clock that ran out.

    Games are kept for long here, so the question that was answered lets go of what can be worked out again.
    """
    asked = game.decision
    match kind:
        case "undo":
            for _ in range((body or {}).get("answers", 1)):
                game.undo()
        case "flag":
            game.play(Concede(side))
        case _:
            game.play(read_answer(body))
    if asked is not None:
        asked.forget()
