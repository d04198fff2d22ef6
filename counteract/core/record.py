"""Records: the set-up, the dice, the answers and the events of a game, as written to a file."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from counteract import __version__
from counteract.core import history
from counteract.core.decision import Answer
from counteract.core.game import FIRST_REVISION, BaseGame
from counteract.core.language import say

FORMAT = "counteract-record"
VERSION = 2


class RecordError(ValueError):
    """A record that cannot be trusted: the problem, and the first step that disagrees."""

    def __init__(self, source: str, problem: str, step: int | None = None) -> None:
        self.source, self.problem, self.step = source, problem, step
        disagrees = say("{source}: the record disagrees at step {step}: {problem}", source=source, step=step, problem=problem)
        super().__init__(f"{source}: {problem}" if step is None else disagrees)


class OldStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of format 1: one answer, the dice rolled before the next decision, and a fingerprint of the state at the time."""

    answer: Answer | None
    dice: tuple[tuple[int, ...], ...]
    state: str


class OldRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in record format 1."""

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
    """A game in the current record format, with the version of Counteract and the revision of the rules it was played under."""

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


def record(game: BaseGame) -> Record:
    """Return the record of a game up to now."""
    if game._no_record:
        raise ValueError(say(game._no_record))
    moments = game.moments if game.started else []
    if moments and moments[0].number:
        raise ValueError(say("the game has let go of its past, so there is nothing to write down"))
    standing = None if game.over or not game.started else history.standing_of(moments[-1])
    steps = tuple(map(history.step_of, moments))
    dice = game.dice.describe()
    unsigned = Record(FORMAT, VERSION, __version__, game.ruleset.id, game.revision, game.setup, dice, plain_result(game), standing, steps, "")
    return msgspec.structs.replace(unsigned, hash=fingerprint(unsigned))


def plain_result(game: BaseGame) -> Any:
    """Return a result as it looks when read back from a file."""
    return history.plain_data(game.result)


def fingerprint(rec: Record | OldRecord) -> str:
    """Return the hash of a whole record."""
    body = msgspec.json.encode(msgspec.structs.replace(rec, hash=""), order="deterministic")
    return hashlib.sha256(body).hexdigest()


def encode(rec: Record | OldRecord) -> bytes:
    """Return the bytes of a record's file: one step a line, so that a diff is readable."""
    lines = ",\n  ".join(msgspec.json.encode(step).decode() for step in rec.steps)
    steps = f'"steps": [\n  {lines}\n ]'
    if isinstance(rec, OldRecord):
        text = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(rec, steps=())), indent=1).decode()
        return text.replace('"steps": []', steps).encode() + b"\n"
    head = [f'"{name}": {msgspec.json.encode(getattr(rec, name)).decode()}' for name in rec.__struct_fields__ if name != "steps"]
    *head, last = head
    return ("{\n " + ",\n ".join([*head, steps, last]) + "\n}\n").encode()


def write(game: BaseGame, path: str | Path) -> None:
    """Save a game to a file; it is written whole or not at all."""
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


def parse(data: bytes, source: str) -> Record | OldRecord:
    """Return the record in these bytes, its form checked but nothing replayed."""
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
