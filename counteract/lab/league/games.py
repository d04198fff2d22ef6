"""One game of a league, and who loses it without playing it to the end.

The rule of forfeits: a player loses a game at once

- if it raises (``error``), while it is made or while it answers, or ends its process instead,
- if its answer is illegal (``illegal``): no answer to the decision that the rules accept, or one for somebody else,
- if it has not answered after the league's patience (``time``); to be made counts as an answer, too.

The other player wins. Such a game counts like any other; nothing else is affected, as players are made anew for each game.

A *fault* is nobody's: the engine failed (``engine``), or the worker process was killed, as by a system that is short of memory, or stood
still outside of any answer (``died``). A game whose worker was killed is played once more first, as nobody can tell whose doing it
was. Faults count for nothing and are played again when the league is resumed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal, Protocol

import msgspec

from counteract.core.decision import Refusal, is_plain
from counteract.core.dice import SeededDice
from counteract.core.language import speaking
from counteract.core.record import record
from counteract.game import Game
from counteract.lab.league.schedule import Fixture
from counteract.players import Player, make_player

Ending = Literal["played", "forfeit", "fault"]
Reason = Literal["error", "illegal", "time", "engine", "died"]
MOST_DETAIL = 300  # characters of an error's text that are kept


class GameOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a game. Scores, turns and record are those of games that were played to the end."""

    pair: int
    number: int
    ended: Ending
    winner: int | None = None  # the side; None is a draw, or a fault
    scores: tuple[int, int] | None = None
    turns: int | None = None
    decisions: int | None = None
    record: str | None = None
    by: int | None = None  # the side that forfeits
    why: Reason | None = None
    detail: str | None = None
    seconds: float = 0.0


class Watch(Protocol):
    """The clock of answers, which a game tells whom it asks."""

    def ask(self, side: int, answers: int) -> None:
        """A side is asked, after so many answers in this game."""

    def rest(self) -> None:
        """No player is asked."""


def play_fixture(fixture: Fixture, set_up: Callable[[], Game], watch: Watch) -> GameOutcome:
    """Play a game to its end, or until a player forfeits it. ``set_up`` returns a game whose set-up it has."""
    begin, ids = time.perf_counter(), {"pair": fixture.pair, "number": fixture.number}
    try:
        with speaking("en"):
            template = set_up()
            found = _play(fixture, Game(template.ruleset, template.setup, SeededDice(fixture.dice_seed)), watch)
    except Exception as error:  # players are guarded, so it is the engine's
        found = {"ended": "fault", "why": "engine", "detail": describe(error)}
    finally:
        watch.rest()
    return msgspec.convert({**ids, **found, "seconds": time.perf_counter() - begin}, GameOutcome)


def _play(fixture: Fixture, game: Game, watch: Watch) -> dict[str, Any]:
    players: list[Player] = []
    for side, (name, seed) in enumerate(zip(fixture.players, fixture.player_seeds, strict=True)):
        watch.ask(side, 0)
        try:
            players.append(make_player(name, seed))
        except BaseException as error:
            return forfeit(side, "error", describe(error), 0)
    while (decision := game.decision) is not None:
        side, answers = decision.player, game.turns_taken
        watch.ask(side, answers)
        try:
            answer = players[side].choose(game)
        except BaseException as error:  # SystemExit too
            return forfeit(side, "error", describe(error), answers)
        watch.rest()
        if not is_plain(answer):
            return forfeit(side, "illegal", f"an object of the class {type(answer).__name__} is no answer", answers)
        try:
            game.play(answer, side)
        except Refusal as refusal:
            return forfeit(side, "illegal", _cut(str(refusal)), answers)
    result = game.result
    assert result is not None
    return {
        "ended": "played", "winner": result.winner, "scores": tuple(result.scores), "turns": game.state.turn,
        "decisions": game.turns_taken, "record": record(game).hash,
    }  # fmt: skip


def forfeit(side: int, why: Reason, detail: str, answers: int) -> dict[str, Any]:
    """Return the fields of a game that a side forfeits after so many answers of both."""
    return {"ended": "forfeit", "winner": 1 - side, "by": side, "why": why, "detail": detail, "decisions": answers}


def describe(error: BaseException) -> str:
    """Return an error as one line."""
    try:
        text = str(error)
    except Exception:  # a player's own class of errors can fail at this, too
        text = ""
    return _cut(f"{type(error).__name__}: {text}" if text else type(error).__name__)


def _cut(text: str) -> str:
    """Return a text in one line of limited length, which can be written as UTF-8."""
    return " ".join(text.split())[:MOST_DETAIL].encode("utf-8", "replace").decode()
