"""Steps of a game, as the store keeps them and as games take them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from counteract.core import history
from counteract.core.decision import Answer, Concede, Refusal, read_answer
from counteract.core.dice import dice_from
from counteract.core.game import FIRST_REVISION
from counteract.core.registry import find
from counteract.game import Game
from counteract.server.store import StoredGame, StoredStep


def answers_in(body: Any) -> int:
    """Return the number of answers a step takes back."""
    return int((body or {}).get("answers", 1))


def take(game: Game, kind: str, side: int, body: Any, answer: Answer | None = None) -> None:
    """Take a step: an answer, so many answers taken back, or a clock that ran out.

    ``answer`` is the one in the body, where that has been read already.
    Games are kept for long here, so the question that was answered lets go of what can be worked out again.
    """
    asked = game.decision
    match kind:
        case "undo":
            for _ in range(answers_in(body)):
                game.undo()
        case "flag":
            game.play(Concede(side))
        case _:
            game.play(read_answer(body) if answer is None else answer)
    if asked is not None:
        asked.forget()


# --- games that outlive a change of the rules


class Stored(NamedTuple):
    """A game as it is kept, but for its steps."""

    ruleset: str
    setup: dict[str, Any]
    dice: dict[str, Any]
    revision: int | None
    opening: bytes | None
    standing: bytes | None


class Taken(NamedTuple):
    """A step as it is kept: what was done, and what is told of it."""

    kind: str
    side: int
    body: Any
    told: bytes | None


def stored(kept: StoredGame) -> Stored:
    return Stored(kept.ruleset, kept.setup, kept.dice, kept.revision, kept.opening, kept.standing)


def taken(steps: Iterable[StoredStep]) -> list[Taken]:
    return [Taken(step.kind, step.side, step.body, step.told) for step in steps]


def told_of(game: Game) -> bytes:
    """Return the last step of a game as it is kept."""
    return msgspec.json.encode(history.step_of(game.moments_back(1)[0]))


def standing_of(game: Game) -> bytes | None:
    """Return the data needed to go on from here; None if the game is over."""
    return None if game.over else msgspec.json.encode(history.standing_of(game.moments_back(1)[0]))


def replayed(stored: Stored, steps: Iterable[Taken]) -> Game:
    """A game from the beginning, played again."""
    game = Game(find(stored.ruleset), stored.setup, dice_from(stored.dice))
    for step in steps:
        take(game, step.kind, step.side, step.body)
    return game


def is_as_stored(game: Game, stored: Stored, steps: Sequence[Taken]) -> bool:
    """Return True if a game that was played again is the stored one, as far as that is known.

    One that goes on stands where that stands; in one that is over the same has happened.
    """
    game.revision = stored.revision or FIRST_REVISION
    if stored.opening is None:
        return True
    if stored.standing is not None or not game.over:
        return standing_of(game) == stored.standing
    happened = [None if told is None else _what_happened(read_step(told)) for told in _told(stored, steps)]
    again = [_what_happened(history.step_of(moment)) for moment in game.moments]
    return len(happened) == len(again) and all(then is None or history.is_same(then, now) for then, now in zip(happened, again, strict=True))


def _what_happened(step: history.Step) -> history.Step:
    """Dice, events and the next question of a step, without what else is kept of it."""
    return replace(step, answer=None, changes=())


def read_step(told: bytes) -> history.Step:
    """Return a step as it was kept."""
    return msgspec.json.decode(told, type=history.Step)


def _told(stored: Stored, steps: Iterable[Taken]) -> list[bytes | None]:
    """Return the news of every moment of a game, without what was taken back."""
    told = [stored.opening]
    for step in steps:
        if step.kind == "undo":
            del told[len(told) - answers_in(step.body) :]
        else:
            told.append(step.told)
    return told


def remembered(stored: Stored, steps: Sequence[Taken]) -> Game:
    """A game as it was played, to go on from where it stood; a `ValueError` if too little is known of it."""
    told = _told(stored, steps)
    if None in told:
        raise ValueError("too little is kept of this battle to go on with it")
    game = Game(find(stored.ruleset), stored.setup, dice_from(stored.dice), start=False)
    past = [read_step(step) for step in told if step is not None]
    standing = None if stored.standing is None else msgspec.json.decode(stored.standing, type=history.Standing)
    history.remember(game, past, standing, stored.revision or FIRST_REVISION)
    return game


def reopened(stored: Stored, steps: Sequence[Taken]) -> Game:
    """A game of the store: played again, or, where today's rules bring about something else, as it was played."""
    try:
        game = replayed(stored, steps)
        if is_as_stored(game, stored, steps):
            return game
    except (Refusal, ValueError, LookupError):
        if stored.opening is None:
            raise
    return remembered(stored, steps)
