"""Setting up for a player: all that is left to set up of a side, answered on a fork of the game."""

from __future__ import annotations

from msgspec import Struct

from counteract.core.decision import Answer
from counteract.game import Game


class PlannedAnswer(Struct, frozen=True):
    """An answer to a question that is yet to come: by its name, and the model or unit that it is about."""

    what: str
    subject: int
    answer: Answer


def is_setting_up(game: Game) -> bool:
    """Return True while the armies of a battle are set up."""
    return game.decision is not None and game.state.phase == "setup"


def plan_set_up(game: Game, side: int) -> list[PlannedAnswer]:
    """Return the answers of a side to all questions that are left of setting up, if the others answer as a beginner would.

    What is rolled meanwhile is rolled with hidden dice, so that nothing is known of those to come.
    """
    fork, planned = game.hide_dice(), []
    while (decision := fork.decision) is not None and is_setting_up(fork):
        if decision.player == side:
            answer = fork.ruleset.preview.set_up(fork)
            planned.append(PlannedAnswer(decision.what, decision.subject, answer))
        else:
            answer = fork.advice()
        fork.play(answer)
    return planned
