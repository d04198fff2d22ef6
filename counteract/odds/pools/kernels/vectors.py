"""Compiled vectors of a batch: many targets evaluated at once, several measures of each.

A vector is a stretch of a flat array, by measure, then by target. Every target chooses for itself, by the measures ``worth``
and ``second``; its other measures follow what was chosen. One target alone is a batch of one: the vectors of `ALONE` have a
length that the compiler knows, so that it writes no loops for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from counteract.table.kernels.compiler import allocation_free

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

F = TypeVar("F", bound=Callable[..., Any])

EQUAL = 1e-11  # worths that differ by less are the same


def inlined(f: F) -> F:
    """Mark a kernel that is written into those that call it: handing over so many arrays would cost more than its work."""
    return allocation_free(f, forceinline=True)


def unpacking(f: F) -> F:
    """Mark a kernel that passes arrays on: the compiler wants to see them all at once."""
    return allocation_free(f, inline="always")


class Batch(NamedTuple):
    """The length of vectors, and the measures that decide."""

    targets: int
    measures: int
    worth: int
    second: int


#: One target, of which nothing is asked but worth and second worth.
ALONE = Batch(1, 2, 0, 1)


@inlined
def better(sign: int, one: float, one2: float, two: float, two2: float) -> bool:
    """Return True if the first is better than the second for who wants high (1) or low (-1)."""
    if abs(one - two) > EQUAL:
        return sign * one > sign * two
    return sign * (one2 - two2) > EQUAL


@inlined
def copy(size: int, here: Floats, at: int, other: Floats, there: int) -> None:
    one, two = np.uintp(at), np.uintp(there)
    for k in range(size):
        here[one + np.uintp(k)] = other[two + np.uintp(k)]


@inlined
def take_better(batch: Batch, sign: int, here: Floats, at: int, other: Floats, there: int, chosen: Floats) -> bool:
    """Replace a vector by another for all targets where that is better for who wants high (1) or low (-1); return True if there are any."""
    targets = batch.targets
    worth, second = np.uintp(at + batch.worth * targets), np.uintp(at + batch.second * targets)
    other_worth, other_second = np.uintp(there + batch.worth * targets), np.uintp(there + batch.second * targets)
    some = 0.0
    for target in range(targets):
        k = np.uintp(target)
        more = sign * (other[other_worth + k] - here[worth + k])
        more2 = sign * (other[other_second + k] - here[second + k])
        is_better = 1.0 if (more > EQUAL) | ((more >= -EQUAL) & (more2 > EQUAL)) else 0.0
        chosen[k] = is_better
        some += is_better
    if some == 0.0:
        return False
    if some == targets:
        copy(targets * batch.measures, here, at, other, there)
        return True
    for measure in range(batch.measures):
        one, two = np.uintp(at + measure * targets), np.uintp(there + measure * targets)
        for target in range(targets):
            k = np.uintp(target)
            old, new = here[one + k], other[two + k]
            here[one + k] = new if chosen[k] > 0.0 else old
    return True


@inlined
def clear(size: int, here: Floats, at: int) -> None:
    one = np.uintp(at)
    for k in range(size):
        here[one + np.uintp(k)] = 0.0


@inlined
def add(size: int, here: Floats, at: int, chance: float, other: Floats, there: int) -> None:
    """Add a vector that counts with its chance to another."""
    one, two = np.uintp(at), np.uintp(there)
    for k in range(size):
        here[one + np.uintp(k)] += chance * other[two + np.uintp(k)]
