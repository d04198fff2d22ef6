"""Records: the set-up, the dice and the answers of a game, with a fingerprint of every state on the way.

Replaying a record gives the same states, byte for byte; the first point where it does not is what a refusal names.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from counteract.core.decision import Answer, Refusal
from counteract.core.dice import DiceExhausted, dice_from
from counteract.core.game import Game
from counteract.core.language import say

FORMAT = "counteract-record"
VERSION = 1


class RecordError(ValueError):
    """A record that cannot be trusted: what is wrong, and at which step it first disagrees."""

    def __init__(self, source: str, problem: str, step: int | None = None) -> None:
        self.source, self.problem, self.step = source, problem, step
        disagrees = say("{source}: the record disagrees at step {step}: {problem}", source=source, step=step, problem=problem)
        super().__init__(f"{source}: {problem}" if step is None else disagrees)


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer, the dice that fell before the next decision, and the fingerprint of the state there."""

    answer: Answer | None
    dice: tuple[tuple[int, ...], ...]
    state: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as it is kept in a file."""

    format: str
    version: int
    ruleset: str
    setup: dict[str, Any]
    dice: dict[str, Any]
    steps: tuple[Step, ...]
    result: dict[str, Any] | None
    hash: str


def record(game: Game) -> Record:
    """The record of a game as far as it has been played."""
    if game.moments[0].number:
        raise ValueError(say("the game has let go of its past, so there is nothing to write down"))
    steps = tuple(Step(m.answer, m.dice, m.digest()) for m in game.moments)
    result = _plain_result(game)
    unsigned = Record(FORMAT, VERSION, game.ruleset.id, game.setup, game.dice.describe(), steps, result, "")
    return msgspec.structs.replace(unsigned, hash=fingerprint(unsigned))


def _plain_result(game: Game) -> Any:
    """The result as it looks when read back from a file."""
    return msgspec.json.decode(msgspec.json.encode(game.result))


def fingerprint(rec: Record) -> str:
    """The hash of a whole record."""
    body = msgspec.json.encode(msgspec.structs.replace(rec, hash=""), order="deterministic")
    return hashlib.sha256(body).hexdigest()


def encode(rec: Record) -> bytes:
    """A record as the bytes of its file: one step a line, so that differences can be read."""
    head = msgspec.structs.replace(rec, steps=())
    text = msgspec.json.format(msgspec.json.encode(head), indent=1).decode()
    lines = ",\n  ".join(msgspec.json.encode(step).decode() for step in rec.steps)
    return text.replace('"steps": []', f'"steps": [\n  {lines}\n ]').encode() + b"\n"


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
    """Load a game from a file, replaying and verifying it."""
    data = Path(path).read_bytes()
    game = replay(parse(data, str(path)), str(path))
    again = encode(record(game))
    if again != data:
        offset = next((i for i, (a, b) in enumerate(zip(again, data, strict=False)) if a != b), min(len(again), len(data)))
        raise RecordError(str(path), say("the file differs from the game it holds at byte {byte}", byte=offset + 1))
    return game


def parse(data: bytes, source: str) -> Record:
    """The record in these bytes, with its form checked but nothing replayed."""
    try:
        head = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(source, say("this is not a whole JSON file: {error}", error=error)) from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise RecordError(source, say("this is not a Counteract record"))
    version = head.get("version")
    if not isinstance(version, int) or not 1 <= version <= VERSION:
        told = say("it was written in record format {version}; this version reads formats 1 to {newest}", version=version, newest=VERSION)
        raise RecordError(source, told)
    try:
        return msgspec.convert(head, Record)
    except msgspec.ValidationError as error:
        raise RecordError(source, say("a field is not as it should be: {error}", error=error)) from None


def replay(rec: Record, source: str = "record") -> Game:
    """Play a record again and check dice and states at every step."""
    from counteract.rulesets import find

    if not rec.steps:
        raise RecordError(source, say("it holds no steps"))
    try:
        game = Game(find(rec.ruleset), rec.setup, dice_from(rec.dice))
    except (ValueError, LookupError, TypeError, DiceExhausted) as error:
        raise RecordError(source, say("its set-up cannot be used: {error}", error=error)) from None
    for number, step in enumerate(rec.steps):
        if number:
            _play(game, step, number, source)
        _compare(game, step, number, source)
    if _plain_result(game) != rec.result:
        raise RecordError(source, say("the result written is not the result of these answers"), len(rec.steps) - 1)
    if rec.hash != fingerprint(rec):
        raise RecordError(source, say("its hash is not the hash of its contents"))
    return game


def _play(game: Game, step: Step, number: int, source: str) -> None:
    if step.answer is None:
        raise RecordError(source, say("an answer is missing"), number)
    try:
        game.play(step.answer)
    except Refusal as refusal:
        raise RecordError(source, say("the referee refuses the answer: {refusal}", refusal=refusal), number) from None
    except DiceExhausted as error:
        raise RecordError(source, str(error), number) from None


def _compare(game: Game, step: Step, number: int, source: str) -> None:
    moment = game._now
    if moment.dice != step.dice:
        fell, written = (list(map(list, dice)) for dice in (moment.dice, step.dice))
        raise RecordError(source, say("the dice were {fell}, the record says {written}", fell=fell, written=written), number)
    if moment.digest() != step.state:
        raise RecordError(source, say("the state is {found}, the record says {written}", found=moment.digest(), written=step.state), number)
