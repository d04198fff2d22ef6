"""Names of models outside the rules: their number, or the id of their card with a number where a side has several.

The first of several also goes by the bare id: "line-warden" and "line-warden 1" are one model, "line-warden 2" is the next.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from counteract.core.language import say
from counteract.files.reader import perhaps


@lru_cache(maxsize=64)
def _names(keys: tuple[tuple[int, str], ...]) -> tuple[str, ...]:
    seen: Counter[tuple[int, str]] = Counter()
    names = []
    for key in keys:
        seen[key] += 1
        names.append(key[1] if seen[key] == 1 else f"{key[1]} {seen[key]}")
    return tuple(names)


def model_names(arena: Any) -> tuple[str, ...]:
    """Return the names of all models, in the order of their numbers; models of different sides may share a name."""
    return _names(tuple((side, card.id) for side, card in zip(arena.sides, arena.cards, strict=True)))


def number_of(arena: Any, given: object, side: int | None = None) -> int:
    """Return the number of a model given by its number, by its name, or by side and name.

    Raise a `ValueError` if there is no such model, or if several sides have one of that name.
    """
    if isinstance(given, list | tuple) and len(given) == 2 and side is None:
        side, given = given
    if side is not None and (isinstance(side, bool) or not isinstance(side, int) or not 0 <= side < len(arena.teams)):
        raise ValueError(say("there is no side {value!r}", value=side))
    if isinstance(given, int) and not isinstance(given, bool):
        return _by_number(arena, given, side)
    if isinstance(given, str):
        return _by_name(arena, given, side)
    raise ValueError(say("a model is a number or a name, not {given!r}", given=given))


def _by_number(arena: Any, number: int, side: int | None) -> int:
    if not 0 <= number < len(arena.cards):
        raise ValueError(say("there is no model with the number {model}, they go from 0 to {last}", model=number, last=len(arena.cards) - 1))
    if side is not None and arena.sides[number] != side:
        raise ValueError(say("model {model} is not of side {side}", model=number, side=side))
    return number


def _by_name(arena: Any, name: str, side: int | None) -> int:
    names = model_names(arena)
    wanted = name.removesuffix(" 1")
    found = [i for i, own in enumerate(names) if own == wanted and side in (None, arena.sides[i])]
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(say("several sides have a model '{name}': say which side", name=name))
    known = dict.fromkeys(own for i, own in enumerate(names) if side in (None, arena.sides[i]))
    raise ValueError(say("there is no model '{name}'{hint}", name=name, hint=perhaps(name, known)))
