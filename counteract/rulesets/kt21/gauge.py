"""The combat gauge of Kill Team 2021: distances in the symbols that cards print, and in inches. (GEN-04)"""

from __future__ import annotations

import re
from collections.abc import Callable

from counteract.core.language import say

#: The symbols of the gauge, in inches.
SYMBOLS = {"⬟": 6.0, "■": 3.0, "●": 2.0, "▲": 1.0}
_ALSO = {"⬠": "⬟", "□": "■", "○": "●", "⬤": "●", "◯": "●", "△": "▲", "pentagon": "⬟", "square": "■", "circle": "●", "triangle": "▲"}

_MARK = r"(?:\"|″|”|''|in)"
_INCHES = re.compile(rf"(\d{{1,3}}(?:\.\d+)?)\s*{_MARK}?")
_TERM = re.compile(r"(\d{0,3})\s*([⬟■●▲])\s*")
_TERMS = r"(?:\d{0,3}\s*[⬟■●▲]\s*)+"
_AT_THE_END = re.compile(rf"(.*\S)\s+({_TERMS}|\d{{1,3}}(?:\.\d+)?\s*{_MARK})")

_NAMES = (*SYMBOLS, *_ALSO, *(name.capitalize() for name in _ALSO if name.isalpha()))

#: Every way to write a distance.
WRITTEN = rf"(\d{{0,3}}\s*({'|'.join(_NAMES)})\s*)+|\d{{1,3}}(\.\d+)?\s*{_MARK}?"

#: The pattern of a distance in a weapon rule, after `tidy`.
DISTANCE = rf"({_TERMS}|\d{{1,3}}(?:\.\d+)?\s*{_MARK}?)"


def tidy(text: str) -> str:
    """Return a text with every spelling of a symbol replaced by its one sign.

    >>> tidy("blast ⬤"), tidy("range pentagon")
    ('blast ●', 'range ⬟')
    """
    for other, symbol in _ALSO.items():
        text = text.replace(other, symbol)
    return text


def inches(text: str) -> float:
    """Return a distance that a card writes, in inches.

    >>> inches("3●"), inches("⬟"), inches("■▲"), inches('7"'), inches("2.5")
    (6.0, 6.0, 4.0, 7.0, 2.5)
    >>> inches("far")
    Traceback (most recent call last):
    ValueError: 'far' is no distance; write inches, such as 6", or symbols of the gauge, such as 3●
    """
    plain = tidy(text.strip().lower())
    if match := _INCHES.fullmatch(plain):
        return float(match.group(1))
    if plain and not _TERM.sub("", plain):
        return sum(SYMBOLS[symbol] * int(count or 1) for count, symbol in _TERM.findall(plain))
    raise ValueError(say('{text!r} is no distance; write inches, such as 6", or symbols of the gauge, such as 3●', text=text))


def symbols(distance: float) -> str:
    """Return a distance in the fewest symbols, or in inches if symbols cannot give it.

    >>> symbols(6.0), symbols(2.0), symbols(4.0), symbols(9.0), symbols(12.0), symbols(2.5)
    ('⬟', '●', '2●', '⬟■', '2⬟', '2.5"')
    """
    if distance <= 0 or distance != int(distance):
        return f'{distance:g}"'
    sixes, rest = divmod(int(distance), 6)
    return (f"{sixes}⬟" if sixes > 1 else "⬟" * sixes) + ("", "▲", "●", "■", "2●", "■●")[rest]


def circles(move: float) -> str:
    """Return a Move stat in circles, with a triangle for an odd inch.

    >>> circles(6.0), circles(5.0), circles(4.5)
    ('3●', '2●▲', '4.5"')
    """
    if move <= 0 or move != int(move):
        return f'{move:g}"'
    twos, ones = divmod(int(move), 2)
    return (f"{twos}●" if twos > 1 else "●" * twos) + "▲" * ones


def rewritten(text: str, write: Callable[[float], str]) -> str:
    """Return a weapon rule with the distance at its end rewritten by ``write``.

    >>> rewritten('Blast 2"', symbols), rewritten("Range ⬟", plain), rewritten("Lethal 5+", symbols)
    ('Blast ●', 'Range 6"', 'Lethal 5+')
    """
    match = _AT_THE_END.fullmatch(tidy(text.strip()))
    return f"{match.group(1)} {write(inches(match.group(2)))}" if match else text


def plain(distance: float) -> str:
    """Return a distance in inches as text."""
    return f'{distance:g}"'
