"""Dice streams: all chance of a game comes from one of them.

Every stream is a pure function of its position, so a fork of a game costs nothing and a replay sees the same dice.
Seeded and committed streams read bytes of SHA-256(seed, block number) and reject the few that would be unfair.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import index
from typing import Any, Protocol

from counteract.core.language import phrases, say

BLOCK = 32

#: The description of a stream in a record.
Described = dict[str, Any]


class DiceStream(Protocol):
    """A source of dice. ``at`` is a position in the stream; a roll returns the results and the next position."""

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]: ...

    def describe(self) -> Described: ...


@lru_cache(maxsize=4096)
def _block(key: bytes, number: int) -> bytes:
    return hashlib.sha256(key + number.to_bytes(8, "big")).digest()


class SeededDice:
    """Dice from a seed: the same seed gives the same game on every machine.

    >>> SeededDice(7).roll(0, 5, 6)[0] == SeededDice(7).roll(0, 5, 6)[0]
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = _whole(seed, "seed")
        self._key = b"counteract dice " + str(self.seed).encode() + b" "

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        fair = 256 - 256 % sides
        results: list[int] = []
        while len(results) < count:
            byte = _block(self._key, at // BLOCK)[at % BLOCK]
            at += 1
            if byte < fair:
                results.append(byte % sides + 1)
        return tuple(results), at

    def describe(self) -> Described:
        return {"kind": "seeded", "seed": self.seed}


class CommittedDice(SeededDice):
    """Dice that no player can choose: the hash of a secret is published before the game, the secret after it.

    >>> dice = CommittedDice.draw()
    >>> CommittedDice.check(dice.commitment, dice.secret)
    True
    """

    def __init__(self, secret: str) -> None:
        super().__init__(0)
        self.secret = secret
        self.commitment = hashlib.sha256(secret.encode()).hexdigest()
        self._key = b"counteract committed dice " + secret.encode() + b" "

    @classmethod
    def draw(cls) -> CommittedDice:
        return cls(secrets.token_hex(32))

    @staticmethod
    def check(commitment: str, secret: str) -> bool:
        return hashlib.sha256(secret.encode()).hexdigest() == commitment

    def describe(self) -> Described:
        return {"kind": "committed", "commitment": self.commitment, "secret": self.secret}


class SharedDice(SeededDice):
    """Dice from the secrets of all players together, so that none of them can choose the dice alone.

    Each player commits to a secret before any of the others is known.

    >>> dice = SharedDice(["one player's secret", "another's"])
    >>> dice.roll(0, 3, 6)[0] == SharedDice(["one player's secret", "another's"]).roll(0, 3, 6)[0]
    True
    """

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__(0)
        self.secrets = tuple(secrets)
        self.commitments = tuple(hashlib.sha256(secret.encode()).hexdigest() for secret in self.secrets)
        shares = b"".join(hashlib.sha256(b"counteract share " + secret.encode()).digest() for secret in self.secrets)
        self._key = b"counteract shared dice " + hashlib.sha256(shares).digest() + b" "

    def describe(self) -> Described:
        shares = [{"commitment": made, "secret": secret} for made, secret in zip(self.commitments, self.secrets, strict=True)]
        return {"kind": "shared", "shares": shares}


class TypedDice:
    """Dice rolled by hand and typed in, by the position in the stream where each roll begins; all others come from a stream.

    >>> TypedDice({0: (6, 6)}, SeededDice(1)).roll(0, 2, 6)
    ((6, 6), 2)
    """

    def __init__(self, typed: Mapping[int, Sequence[int]], stream: DiceStream | None = None) -> None:
        self.typed = {at: tuple(faces) for at, faces in typed.items()}
        self.stream = stream

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        faces = self.typed.get(at)
        if faces is None:
            if self.stream is None:
                raise DiceExhausted(f"the roll of {count} dice at {at} has not been typed in")
            return self.stream.roll(at, count, sides)
        if len(faces) != count or any(not 1 <= face <= sides for face in faces):
            raise DiceExhausted(f"{count} results of a D{sides} were wanted at {at}, and {faces} were typed in")
        return faces, at + count

    def describe(self) -> Described:
        rolls = [[at, list(faces)] for at, faces in sorted(self.typed.items())]
        return {"kind": "typed", "rolls": rolls, "stream": None if self.stream is None else self.stream.describe()}


class DiceExhausted(Exception):
    """Raised when a scripted or typed stream has no fitting result for a roll."""


class ScriptedDice:
    """Dice with given results, for tests and for recreating a battle that was played by hand."""

    def __init__(self, results: Iterable[int]) -> None:
        try:
            self.results = tuple(_whole(result, "die") for result in results)
        except TypeError:
            raise ValueError(say("scripted dice are a list of results, not {given!r}", given=results)) from None

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        end = at + count
        if end > len(self.results):
            raise DiceExhausted(f"the script has {len(self.results)} dice, die {end} was asked for")
        rolled = self.results[at:end]
        if any(not 1 <= r <= sides for r in rolled):
            raise DiceExhausted(f"dice {at + 1} to {end} of the script are {rolled}, not results of a D{sides}")
        return rolled, end

    def describe(self) -> Described:
        return {"kind": "scripted", "results": list(self.results)}


_NO_WHOLE = phrases({"seed": "a seed is a whole number, not {given!r}", "die": "a die shows a whole number, not {given!r}"})


def _whole(given: object, what: str) -> int:
    """Return a value as a plain whole number; raise a `ValueError` if it is none."""
    if not isinstance(given, bool):
        with suppress(TypeError):
            return index(given)  # type: ignore[arg-type]
    raise ValueError(say(_NO_WHOLE[what], given=given))


def dice_for(seed: int | None, dice: DiceStream | None) -> DiceStream:
    """Return the dice a game begins with: those given, those of a seed, or committed ones."""
    if dice is None:
        return CommittedDice.draw() if seed is None else SeededDice(seed)
    if isinstance(dice, type) or not callable(getattr(dice, "roll", None)) or not callable(getattr(dice, "describe", None)):
        raise ValueError(say("{given!r} are no dice: give SeededDice, CommittedDice or ScriptedDice, or a seed", given=dice))
    return dice


def dice_from(description: object) -> DiceStream:
    """Return the stream that a record describes."""
    match description:
        case {"kind": "seeded", "seed": int(seed)}:
            return SeededDice(seed)
        case {"kind": "committed", "secret": str(secret), "commitment": str(commitment)}:
            _check_commitment(commitment, secret)
            return CommittedDice(secret)
        case {"kind": "shared", "shares": [*shares]} if shares:
            return SharedDice([_secret(share) for share in shares])
        case {"kind": "scripted", "results": [*results]} if _all_whole(results):
            return ScriptedDice(results)
        case {"kind": "typed", "rolls": [*rolls], "stream": stream}:
            typed = dict(map(_typed, rolls))
            return TypedDice(typed, None if stream is None else dice_from(stream))
    raise ValueError(say("no dice are described by {description!r}", description=description))


def _secret(share: object) -> str:
    """Return the secret of one player's share, checked against its commitment."""
    match share:
        case {"commitment": str(commitment), "secret": str(secret)}:
            _check_commitment(commitment, secret)
            return secret
    raise ValueError(say("no dice are described by {description!r}", description=share))


def _check_commitment(commitment: str, secret: str) -> None:
    if not CommittedDice.check(commitment, secret):
        raise ValueError(say("the dice secret does not match the commitment published before the game"))


def _typed(roll: object) -> tuple[int, Sequence[int]]:
    match roll:
        case [int(at), [*faces]] if _all_whole([at, *faces]):
            numbers: Any = faces
            return at, numbers
    raise ValueError(say("no dice are described by {description!r}", description=roll))


def _all_whole(numbers: Sequence[object]) -> bool:
    return all(type(number) is int for number in numbers)
