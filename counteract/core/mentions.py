"""Mentions: where a sentence names models and sides and shows dice, so that a client need not search for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

import msgspec

Kind = Literal["model", "unit", "side", "die"]

#: True if mentions carry signs: one before the kind and number, one behind these, one behind the words.
_signing: ContextVar[bool] = ContextVar("signing", default=False)
_SIGNED = re.compile("\ue000(model|unit|side|die)([0-9]+)\ue001([^\ue002]*)\ue002")


class Mention(msgspec.Struct, frozen=True, gc=False):
    """Words of a sentence, from one letter (code point) up to another, and the model, unit, side or face of a die that they stand for."""

    start: int
    end: int
    kind: Kind
    number: int


@contextmanager
def signing() -> Iterator[None]:
    """Mark the mentions in all sentences of a block with the signs that `read_mentions` reads."""
    before = _signing.set(True)
    try:
        yield
    finally:
        _signing.reset(before)


def mention(kind: Kind, number: int, words: str) -> str:
    """Return words that stand for a model, a unit, a side or a die, with signs around them within `signing`.

    >>> with signing():
    ...     read_mentions(f"{mention('model', 3, 'Heron')} rolls {mention('die', 6, '6')}.")
    ('Heron rolls 6.', (Mention(start=0, end=5, kind='model', number=3), Mention(start=12, end=13, kind='die', number=6)))
    """
    return f"\ue000{kind}{number}\ue001{words}\ue002" if _signing.get() else words


def mention_dice(faces: tuple[int, ...] | list[int]) -> str:
    """Return the faces of dice, with spaces between them."""
    return " ".join(mention("die", face, str(face)) for face in faces)


def read_mentions(signed: str) -> tuple[str, tuple[Mention, ...]]:
    """Return a sentence without its signs, and its mentions."""
    found, text, at = [], "", 0
    for match in _SIGNED.finditer(signed):
        text += signed[at : match.start()]
        kind: Kind = match[1]  # type: ignore[assignment]
        found.append(Mention(len(text), len(text) + len(match[3]), kind, int(match[2])))
        text, at = text + match[3], match.end()
    return text + signed[at:], tuple(found)
