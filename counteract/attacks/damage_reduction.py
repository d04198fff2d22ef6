"""Damage reduction: effects that lower the damage of one die, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

#: By how much an effect lowers damage, and the least damage that it lowers.
Softener = tuple[int, int]


def lessened(damage: int, softeners: Sequence[Softener]) -> tuple[int, tuple[int, ...]]:
    """Return the damage left if effects apply in the best order for the target, and the places of those that lowered it.

    >>> lessened(4, [(1, 3), (2, 4)]), lessened(5, [(1, 3), (2, 4)])
    ((2, (1,)), (2, (0, 1)))
    """
    return _lessened(damage, tuple(softeners))


@lru_cache(maxsize=4096)
def _lessened(damage: int, softeners: tuple[Softener, ...]) -> tuple[int, tuple[int, ...]]:
    # Any effects that can all apply can do so in the order of the least damage they may leave, the highest first:
    # like jobs that must be begun by some time, and are best done by the time at which they would have to be done.
    order = sorted(range(len(softeners)), key=lambda k: softeners[k][0] - softeners[k][1])
    found: dict[int, tuple[int, ...]] = {damage: ()}  # damage that can be left, and the effects that lowered it
    for k in order:
        by, least = softeners[k]
        for left, used in list(found.items()):
            if by and left >= least and left > 0:
                found.setdefault(max(0, left - by), (*used, k))
    left = min(found)
    return left, tuple(sorted(found[left]))
