"""The one stream all chance comes from.

Every stream is a pure function of its position, so a fork of a game costs nothing and a replay sees the same dice.
Seeded and committed streams read bytes of SHA-256(seed, block number) and reject the few that would be unfair.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from counteract.core.language import say

BLOCK = 32


class DiceStream(Protocol):
    """Where dice come from. ``at`` is a position in the stream; the next position comes back with the results."""

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]: ...

    def describe(self) -> dict[str, str | int | list[int]]: ...


@lru_cache(maxsize=4096)
def _block(key: bytes, number: int) -> bytes:
    return hashlib.sha256(key + number.to_bytes(8, "big")).digest()


class SeededDice:
    """Dice from a seed: the same seed gives the same game on every machine.

    >>> SeededDice(7).roll(0, 5, 6)[0] == SeededDice(7).roll(0, 5, 6)[0]
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = b"counteract dice " + str(seed).encode() + b" "

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        fair = 256 - 256 % sides
        results: list[int] = []
        while len(results) < count:
            byte = _block(self._key, at // BLOCK)[at % BLOCK]
            at += 1
            if byte < fair:
                results.append(byte % sides + 1)
        return tuple(results), at

    def describe(self) -> dict[str, str | int | list[int]]:
        return {"kind": "seeded", "seed": self.seed}


class CommittedDice(SeededDice):
    """Dice nobody can choose: the hash of a secret is published before the game, the secret after it.

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

    def describe(self) -> dict[str, str | int | list[int]]:
        return {"kind": "committed", "commitment": self.commitment, "secret": self.secret}


class DiceExhausted(Exception):
    """A scripted stream was asked for more dice than it was given, or for a die it cannot show."""


class ScriptedDice:
    """Dice that fall as written, for tests and for recreating a battle from a table."""

    def __init__(self, results: Iterable[int]) -> None:
        self.results = tuple(results)

    def roll(self, at: int, count: int, sides: int) -> tuple[tuple[int, ...], int]:
        end = at + count
        if end > len(self.results):
            raise DiceExhausted(f"the script has {len(self.results)} dice, die {end} was asked for")
        rolled = self.results[at:end]
        if any(not 1 <= r <= sides for r in rolled):
            raise DiceExhausted(f"dice {at + 1} to {end} of the script are {rolled}, not results of a D{sides}")
        return rolled, end

    def describe(self) -> dict[str, str | int | list[int]]:
        return {"kind": "scripted", "results": list(self.results)}


def dice_from(description: dict[str, object]) -> DiceStream:
    """The stream a record describes."""
    match description:
        case {"kind": "seeded", "seed": int(seed)}:
            return SeededDice(seed)
        case {"kind": "committed", "secret": str(secret), "commitment": str(commitment)}:
            if not CommittedDice.check(commitment, secret):
                raise ValueError(say("the dice secret does not match the commitment published before the game"))
            return CommittedDice(secret)
        case {"kind": "scripted", "results": list(results)} if all(isinstance(r, int) for r in results):
            return ScriptedDice(results)
    raise ValueError(say("no dice are described by {description!r}", description=description))
