"""Replay records and verify them: dice, answers and result must be what the record says.

A record that was played under an earlier revision of the rules, and would go otherwise under today's, is shown as it was
played (format 2), or as far as both agree (format 1, which knows no events and states).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from counteract.core import history
from counteract.core.decision import Answer, Refusal
from counteract.core.dice import DiceExhausted, dice_from
from counteract.core.game import Ruleset
from counteract.core.language import say
from counteract.core.record import OldRecord, OldStep, Record, RecordError, encode, fingerprint, parse, plain_result
from counteract.core.registry import find
from counteract.game import Game


class Divergence(NamedTuple):
    """Where a record is not what today's rules make of it, and how."""

    step: int  # one more than the last if it is the result
    problem: str


def changed_rules(ruleset: Ruleset, since: int) -> tuple[str, ...]:
    """The rules that have changed since a revision."""
    return tuple(rule for revision, rules in sorted(ruleset.revised.items()) if revision > since for rule in rules)


class Opened(NamedTuple):
    """A game read from a record.

    With a divergence it is as it was played (``whole``), or only goes as far as the record and today's rules agree.
    """

    game: Game
    revision: int
    divergence: Divergence | None = None
    whole: bool = True


def read(path: str | Path) -> Game:
    """Load a game from a file, to be played on; `RecordError` if it can only be looked at, or not even that."""
    opened = open_file(path)
    if not opened.whole:
        assert opened.divergence is not None
        raise RecordError(str(path), opened.divergence.problem, opened.divergence.step)
    return opened.game


def open_file(path: str | Path) -> Opened:
    """Read a game from a file, replaying and verifying it."""
    data = Path(path).read_bytes()
    rec = parse(data, str(path))
    opened = open_record(rec, str(path))
    again = encode(rec)
    if again != data:
        offset = next((i for i, (a, b) in enumerate(zip(again, data, strict=False)) if a != b), min(len(again), len(data)))
        raise RecordError(str(path), say("the file differs from the game it holds at byte {byte}", byte=offset + 1))
    return opened


def replay(rec: Record | OldRecord, source: str = "record") -> Game:
    """Play a record again and check dice, answers and result; whatever disagrees is a `RecordError`."""
    opened = open_record(rec, source)
    if opened.divergence is not None:
        raise RecordError(source, opened.divergence.problem, opened.divergence.step)
    return opened.game


def open_record(rec: Record | OldRecord, source: str = "record") -> Opened:
    """The game of a record.

    It is replayed. If it disagrees with the rules it was played under, it was altered: a `RecordError`. If the rules have
    changed since, it is remembered as it was played, or as far as it can be.
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
        return Opened(begin(rec.ruleset, rec.setup, rec.dice, source, start=False), rec.revision)
    if not rec.steps:
        raise RecordError(source, say("it holds no steps"))
    if rec.steps[0].answer is not None:
        raise RecordError(source, say("there is an answer before the first question"), 0)
    game, divergence = _played(rec, source)
    if divergence is not None and rec.revision == ruleset.revision:
        raise RecordError(source, divergence.problem, divergence.step if divergence.step < len(rec.steps) else None)
    if rec.hash != fingerprint(rec):
        step = _altered_step(rec, game) if divergence is None else None
        raise RecordError(source, say("its hash is not the hash of its contents") if step is None else say("this is not what happened"), step)
    if divergence is None:
        game.revision = rec.revision
        return Opened(game, rec.revision)
    if isinstance(rec, OldRecord):
        return Opened(game, rec.revision, divergence, whole=False)
    return Opened(_remembered(rec, source), rec.revision, divergence)


def _altered_step(rec: Record | OldRecord, game: Game) -> int | None:
    """The first step of which a record tells something else than its replay, if it tells anything."""
    if isinstance(rec, OldRecord):
        return None
    steps = zip(rec.steps, map(history.step_of, game.moments), strict=False)
    return next((number for number, (told, found) in enumerate(steps) if not history.is_same(told, found)), None)


def _remembered(rec: Record, source: str) -> Game:
    game = begin(rec.ruleset, rec.setup, rec.dice, source, start=False)
    try:
        history.remember(game, rec.steps, rec.standing, rec.revision)
    except (ValueError, LookupError, TypeError) as error:
        raise RecordError(source, say("its steps cannot be shown by this version: {error}", error=error)) from None
    return game


def begin(ruleset: str, setup: dict[str, Any], dice: dict[str, Any], source: str = "record", *, start: bool = True) -> Game:
    """The game of a record before its first answer."""
    try:
        return Game(find(ruleset), setup, dice_from(dice), start=start)
    except (ValueError, LookupError, TypeError, AttributeError, DiceExhausted) as error:
        raise RecordError(source, say("its set-up cannot be used: {error}", error=error)) from None


def _played(rec: Record | OldRecord, source: str) -> tuple[Game, Divergence | None]:
    """The game of a record as far as today's rules agree with it, and where they do not."""
    game = begin(rec.ruleset, rec.setup, rec.dice, source)
    steps: Sequence[OldStep | history.Step] = rec.steps
    for number, step in enumerate(steps):
        try:
            if number:
                _play(game, step.answer)
        except (Refusal, DiceExhausted, ValueError) as error:
            refused = isinstance(error, Refusal)
            return game, Divergence(number, say("the referee refuses the answer: {refusal}", refusal=error) if refused else str(error))
        fell = game.latest_dice
        if fell != step.dice:
            if number:
                game.undo(across_dice=True)
            shown, written = (list(map(list, dice)) for dice in (fell, step.dice))
            return game, Divergence(number, say("the dice were {fell}, the record says {written}", fell=shown, written=written))
    if not _same_result(plain_result(game), rec):
        return game, Divergence(len(rec.steps), say("the result written is not the result of these answers"))
    return game, None


def _play(game: Game, answer: Answer | None) -> None:
    if answer is None:
        raise ValueError(say("an answer is missing"))
    game.play(answer)


def _same_result(found: dict[str, Any] | None, rec: Record | OldRecord) -> bool:
    """Whether a battle ended as its record says; format 1 names one winner or none."""
    if isinstance(rec, Record) or rec.result is None or found is None:
        return found == rec.result
    winners = found.pop("winners")
    return {"winner": winners[0] if len(winners) == 1 else None, **found} == rec.result
