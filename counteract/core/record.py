"""Records: the set-up, the dice and the answers of a game, with what happened at every step.

A record is replayed and compared with what it says: dice, answers and result. Where it was played under an earlier
revision of the rules and today's would bring about something else, it is shown as it was played (format 2), or as far as
both agree (format 1, which knows no events and states).
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from counteract import __version__
from counteract.core import history
from counteract.core.decision import Answer, Refusal
from counteract.core.dice import DiceExhausted, dice_from
from counteract.core.game import FIRST_REVISION, Game, Ruleset
from counteract.core.language import say

FORMAT = "counteract-record"
VERSION = 2


class RecordError(ValueError):
    """A record that cannot be trusted: what is wrong, and at which step it first disagrees."""

    def __init__(self, source: str, problem: str, step: int | None = None) -> None:
        self.source, self.problem, self.step = source, problem, step
        disagrees = say("{source}: the record disagrees at step {step}: {problem}", source=source, step=step, problem=problem)
        super().__init__(f"{source}: {problem}" if step is None else disagrees)


class OldStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of format 1: one answer, the dice that fell before the next decision, and a fingerprint of a state of its day."""

    answer: Answer | None
    dice: tuple[tuple[int, ...], ...]
    state: str


class OldRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as format 1 keeps it."""

    format: str
    version: int
    ruleset: str
    setup: dict[str, Any]
    dice: dict[str, Any]
    steps: tuple[OldStep, ...]
    result: dict[str, Any] | None
    hash: str

    @property
    def revision(self) -> int:
        return FIRST_REVISION


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as it is kept in a file: under which version of Counteract and revision of the rules it was played, and all of it."""

    format: str
    version: int
    engine: str
    ruleset: str
    revision: int
    setup: dict[str, Any]
    dice: dict[str, Any]
    result: dict[str, Any] | None
    standing: history.Standing | None  # of a game that is not over
    steps: tuple[history.Step, ...]
    hash: str


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


def record(game: Game) -> Record:
    """The record of a game as far as it has been played."""
    if game._no_record:
        raise ValueError(say(game._no_record))
    moments = game.moments if game.started else []
    if moments and moments[0].number:
        raise ValueError(say("the game has let go of its past, so there is nothing to write down"))
    standing = None if game.over or not game.started else history.standing_of(moments[-1])
    steps = tuple(map(history.step_of, moments))
    dice = game.dice.describe()
    unsigned = Record(FORMAT, VERSION, __version__, game.ruleset.id, game.revision, game.setup, dice, _plain_result(game), standing, steps, "")
    return msgspec.structs.replace(unsigned, hash=fingerprint(unsigned))


def _plain_result(game: Game) -> Any:
    """The result as it looks when read back from a file."""
    return msgspec.json.decode(msgspec.json.encode(game.result))


def fingerprint(rec: Record | OldRecord) -> str:
    """The hash of a whole record."""
    body = msgspec.json.encode(msgspec.structs.replace(rec, hash=""), order="deterministic")
    return hashlib.sha256(body).hexdigest()


def encode(rec: Record | OldRecord) -> bytes:
    """A record as the bytes of its file: one step a line, so that differences can be read."""
    lines = ",\n  ".join(msgspec.json.encode(step).decode() for step in rec.steps)
    steps = f'"steps": [\n  {lines}\n ]'
    if isinstance(rec, OldRecord):
        text = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(rec, steps=())), indent=1).decode()
        return text.replace('"steps": []', steps).encode() + b"\n"
    head = [f'"{name}": {msgspec.json.encode(getattr(rec, name)).decode()}' for name in rec.__struct_fields__ if name != "steps"]
    *head, last = head
    return ("{\n " + ",\n ".join([*head, steps, last]) + "\n}\n").encode()


def write(game: Game, path: str | Path) -> None:
    """Save a game; the file is there whole or not at all."""
    path = Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(encode(record(game)))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


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


def parse(data: bytes, source: str) -> Record | OldRecord:
    """The record in these bytes, with its form checked but nothing replayed."""
    try:
        head = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(source, say("this is not a whole JSON file: {error}", error=error)) from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise RecordError(source, say("this is not a Counteract record"))
    version = head.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        told = say("it was written in record format {version}; this version reads formats 1 to {newest}", version=version, newest=VERSION)
        raise RecordError(source, told)
    try:
        return msgspec.convert(head, OldRecord) if version == 1 else msgspec.convert(head, Record)
    except msgspec.ValidationError as error:
        raise RecordError(source, say("a field is not as it should be: {error}", error=error)) from None


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
    from counteract.rulesets import find

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
    return next((number for number, (told, found) in enumerate(steps) if msgspec.json.encode(told) != msgspec.json.encode(found)), None)


def _remembered(rec: Record, source: str) -> Game:
    game = begin(rec.ruleset, rec.setup, rec.dice, source, start=False)
    try:
        history.remember(game, rec.steps, rec.standing, rec.revision)
    except (ValueError, LookupError, TypeError) as error:
        raise RecordError(source, say("its steps cannot be shown by this version: {error}", error=error)) from None
    return game


def begin(ruleset: str, setup: dict[str, Any], dice: dict[str, Any], source: str = "record", *, start: bool = True) -> Game:
    """The game of a record before its first answer."""
    from counteract.rulesets import find

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
    if not _same_result(_plain_result(game), rec):
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
