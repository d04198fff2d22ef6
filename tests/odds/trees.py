"""Whole trees of dice and choices with exact fractions: the slow twin that the odds are compared with.

A program is a generator that yields a `Chance` or a `Choice`, is handed what came of it, and returns how it ended. It is
run once for every branch, so it may be written as the rulebook reads.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple


class Chance(NamedTuple):
    ways: tuple[tuple[Fraction, Any], ...]


class Choice(NamedTuple):
    player: int
    options: Sequence[Any]
    about: Any = None


Program = Generator[Chance | Choice, Any, Hashable]
Answer = Callable[[Choice], Any]


class Solved(NamedTuple):
    """The worth of a tree to player 0, and the probability of each end."""

    worth: tuple[Fraction, ...]
    ends: dict[Any, Fraction]


def ended(end: Any, *worth: Fraction | int) -> Solved:
    """Return a tree that is just its end."""
    return Solved(tuple(map(Fraction, worth)), {end: Fraction(1)})


@cache
def dice(count: int) -> Chance:
    """Return the rolls of some dice, the lowest first: no rule depends on their order."""
    ways = []
    for faces in combinations_with_replacement(range(1, 7), count):
        alike = [faces.count(face) for face in set(faces)]
        ways.append((Fraction(factorial(count) // prod(map(factorial, alike)), 6**count), faces))
    return Chance(tuple(ways))


def solve(
    program: Callable[[], Program], end: Callable[[Any], Solved], answer: Answer | None = None, where: Callable[[], Hashable] | None = None
) -> Solved:
    """Play a program out. Player 0 wants much and player 1 little, the first of equals; or ``answer`` answers for both.

    ``end`` says what comes of what the program returns; ``where`` tells at what place the program stands, and what comes
    after a place is worked out once.
    """
    known: dict[Hashable, Solved] = {}

    def explore(inputs: tuple[Any, ...]) -> Solved:
        running = program()
        try:
            request = next(running)
            for given in inputs:
                request = running.send(given)
        except StopIteration as stop:
            return end(stop.value)
        place = where() if where else inputs
        if place not in known:
            known[place] = decide(request, inputs)
        return known[place]

    def decide(request: Chance | Choice, inputs: tuple[Any, ...]) -> Solved:
        if isinstance(request, Chance):
            return mixed([(chance, explore((*inputs, way))) for chance, way in request.ways])
        if answer is not None:
            return explore((*inputs, answer(request)))
        options = [explore((*inputs, option)) for option in request.options]
        return max(options, key=lambda one: one.worth) if request.player == 0 else min(options, key=lambda one: one.worth)

    return explore(())


def mixed(parts: Sequence[tuple[Fraction, Solved]]) -> Solved:
    count = len(parts[0][1].worth)
    worth = tuple(sum((chance * one.worth[k] for chance, one in parts), Fraction(0)) for k in range(count))
    ends: dict[Any, Fraction] = {}
    for chance, one in parts:
        for end, share in one.ends.items():
            ends[end] = ends.get(end, Fraction(0)) + chance * share
    return Solved(worth, ends)


def totals(ends: Iterable[tuple[Any, Fraction]]) -> dict[Any, float]:
    """Return the probability of each end over the whole tree."""
    found: dict[Any, Fraction] = {}
    for end, chance in ends:
        found[end] = found.get(end, Fraction(0)) + chance
    return {end: float(chance) for end, chance in found.items()}
