"""The public game: begun from a set-up or a position, or opened from a record, with the ruleset found by its name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from counteract.core import history
from counteract.core.dice import DiceExhausted, DiceStream, dice_for, dice_from
from counteract.core.game import BaseGame
from counteract.core.language import say
from counteract.core.procedure import ASTRAY
from counteract.core.record import OldRecord, Record, RecordError, encode, fingerprint, parse
from counteract.core.registry import find
from counteract.files.reader import FileError
from counteract.position import Position, position_of
from counteract.replay import Divergence, altered_step, play_record


class Game(BaseGame):
    """A battle being played: `play` answers `decision` until there is none.

    >>> from counteract.core import registry
    >>> game = Game.new(registry.default(), seed=7)
    >>> game.play(game.decision.options[0])
    """

    __slots__ = ()

    @classmethod
    def new(
        cls,
        ruleset: str,
        *,
        teams: Sequence[Any] | None = None,
        killzone: Any = None,
        mission: Any = "default",
        seed: int | None = None,
        dice: DiceStream | None = None,
        start: bool = True,
        **options: Any,
    ) -> Game:
        """Set up a battle. Teams, killzone and mission are names, files or loaded objects; ``seed`` fixes the dice.

        Whatever is left out is the ruleset's choice for beginners.

        Without a seed the dice are committed: `commitment` is known at once, the secret is in the record. With
        ``start=False`` no die is rolled before `start` is called.
        """
        stream = dice_for(seed, dice)
        rules = find(ruleset)
        return cls(rules, rules.prepare(rules.teams if teams is None else teams, killzone, mission, options), stream, start=start)

    @classmethod
    def at(cls, position: Position, *, seed: int | None = None, dice: DiceStream | None = None) -> Game:
        """Begin at a position. Such a game is saved, loaded, replayed and undone like any other."""
        if not isinstance(position, Position):
            raise ValueError(say("{given!r} is no position", given=position))
        stream = dice_for(seed, dice)
        astray = ASTRAY if "agenda" in position.setup["position"] else ()
        try:
            game = cls(find(position.ruleset), position.setup, stream)
        except astray as error:
            raise FileError("position", "", say("'agenda' cannot be carried out here: {problem!r}", problem=error)) from error
        if astray and game.decision is not None and not game.decision.options:
            raise FileError("position", "", say("'agenda' leads to a question without an answer: {prompt}", prompt=game.decision.prompt))
        return game

    @classmethod
    def load(cls, path: str | FilePath) -> Game:
        """Read a record and replay it, checking every answer and every die on the way.

        A battle that today's rules would not bring about again is shown as it was played, and goes on from where it stood. A
        record that can only be shown in part is a `RecordError`.
        """
        opened = open_file(path)
        if not opened.is_whole:
            assert opened.divergence is not None
            raise RecordError(str(path), opened.divergence.problem, opened.divergence.step)
        return opened.game

    def position(self) -> Position:
        """Return the current position, to begin other games at or to write down.

        In the middle of a procedure (an attack, a move that has been chosen) it is the point where that began: a game begun
        there asks the first question of that procedure.
        """
        return position_of(self)


# --- records


class OpenedRecord(NamedTuple):
    """A game opened from a record.

    With a divergence it is shown as it was played (``is_whole``), or only as far as the record and today's rules agree.
    """

    game: Game
    revision: int
    divergence: Divergence | None = None
    is_whole: bool = True


def open_file(path: str | FilePath) -> OpenedRecord:
    """Open the record in a file: replay it and verify it."""
    data = FilePath(path).read_bytes()
    rec = parse(data, str(path))
    opened = open_record(rec, str(path))
    again = encode(rec)
    if again != data:
        offset = next((i for i, (a, b) in enumerate(zip(again, data, strict=False)) if a != b), min(len(again), len(data)))
        raise RecordError(str(path), say("the file differs from the game it holds at byte {byte}", byte=offset + 1))
    return opened


def open_record(rec: Record | OldRecord, source: str = "record") -> OpenedRecord:
    """Open a record: replay it and verify it.

    If it disagrees with the rules it was played under, it was altered: a `RecordError`. If the rules have changed since and the
    battle would go otherwise under today's, it is shown as it was played (format 2), or as far as both agree (format 1, which
    knows no events and states).
    """
    try:
        ruleset = find(rec.ruleset)
    except LookupError as error:
        raise RecordError(source, str(error)) from None
    if rec.revision > ruleset.revision:
        values = {"revision": rec.revision, "newest": ruleset.revision, "ruleset": rec.ruleset}
        told = say("it was played under revision {revision} of the rules of {ruleset}; this version knows them up to {newest}", **values)
        raise RecordError(source, told)
    if isinstance(rec, Record) and not rec.steps and rec.hash == fingerprint(rec):
        return OpenedRecord(begin(rec.ruleset, rec.setup, rec.dice, source, start=False), rec.revision)
    if not rec.steps:
        raise RecordError(source, say("it holds no steps"))
    if rec.steps[0].answer is not None:
        raise RecordError(source, say("there is an answer before the first question"), 0)
    game = begin(rec.ruleset, rec.setup, rec.dice, source)
    divergence = play_record(game, rec)
    if divergence is not None and rec.revision == ruleset.revision:
        raise RecordError(source, divergence.problem, divergence.step if divergence.step < len(rec.steps) else None)
    if rec.hash != fingerprint(rec):
        step = altered_step(rec, game) if divergence is None else None
        raise RecordError(source, say("its hash is not the hash of its contents") if step is None else say("this is not what happened"), step)
    if divergence is None:
        game.revision = rec.revision
        return OpenedRecord(game, rec.revision)
    if isinstance(rec, OldRecord):
        return OpenedRecord(game, rec.revision, divergence, is_whole=False)
    return OpenedRecord(_restore(rec, source), rec.revision, divergence)


def replay(rec: Record | OldRecord, source: str = "record") -> Game:
    """Play a record again and return its game; any disagreement, even with changed rules, is a `RecordError`."""
    opened = open_record(rec, source)
    if opened.divergence is not None:
        raise RecordError(source, opened.divergence.problem, opened.divergence.step)
    return opened.game


def begin(ruleset: str, setup: dict[str, Any], dice: dict[str, Any], source: str = "record", *, start: bool = True) -> Game:
    """Return the game of a record before its first answer."""
    try:
        return Game(find(ruleset), setup, dice_from(dice), start=start)
    except (ValueError, LookupError, TypeError, AttributeError, DiceExhausted) as error:
        raise RecordError(source, say("its set-up cannot be used: {error}", error=error)) from None


def _restore(rec: Record, source: str) -> Game:
    """Return the game of a record as it was played, from what its steps tell, without playing it again."""
    game = begin(rec.ruleset, rec.setup, rec.dice, source, start=False)
    try:
        history.remember(game, rec.steps, rec.standing, rec.revision)
    except (ValueError, LookupError, TypeError) as error:
        raise RecordError(source, say("its steps cannot be shown by this version: {error}", error=error)) from None
    return game
