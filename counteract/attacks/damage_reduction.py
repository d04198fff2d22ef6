"""Effects that lessen the damage of one die: one after the other, each looking at what the one before has left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

#: What an effect takes off, and the least damage that it takes something off.
Softener = tuple[int, int]


def lessened(damage: int, softeners: Sequence[Softener]) -> tuple[int, tuple[int, ...]]:
    """Return what is left of damage in the order best for who suffers it, and the places of the effects that took something off.

    >>> lessened(4, [(1, 3), (2, 4)]), lessened(5, [(1, 3), (2, 4)])
    ((2, (1,)), (2, (0, 1)))
    """
    return _lessened(damage, tuple(softeners))


@lru_cache(maxsize=4096)
def _lessened(damage: int, softeners: tuple[Softener, ...]) -> tuple[int, tuple[int, ...]]:
    # Whichever effects take something off, they can do so in the order of what they could leave at least, the most first:
    # like jobs that must be begun by some time, and are best done by the time at which they would have to be done.
    order = sorted(range(len(softeners)), key=lambda k: softeners[k][0] - softeners[k][1])
    found: dict[int, tuple[int, ...]] = {damage: ()}  # what can be left, and by which effects
    for k in order:
        by, least = softeners[k]
        for left, used in list(found.items()):
            if by and left >= least and left > 0:
                found.setdefault(max(0, left - by), (*used, k))
    left = min(found)
    return left, tuple(sorted(found[left]))
