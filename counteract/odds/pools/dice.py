"""Dice by what they show and what that comes to: arrays with a row for each situation, dice counted by kind of face."""

from __future__ import annotations

from functools import lru_cache
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.attacks.rerolls import Source
from counteract.odds.pools.nodes import FACES, FAIL, ONE

Counts = tuple[int, ...]
Rows = NDArray[np.int64]


class Kind(NamedTuple):
    """Faces that no rule tells apart."""

    result: int  # FAIL to ONE
    faces: tuple[int, ...]
    showing: bool  # whether a source asks for just this face


Kinds = tuple[Kind, ...]
Sources = tuple[Source, ...]


def kinds_of(results: tuple[int, ...], sources: Sources) -> Kinds:
    """Return faces in groups that no rule tells apart: single faces if a source wants equal ones, else what they come to."""
    alike = any(source.alike for source in sources)
    asked = {source.showing for source in sources}
    groups: dict[tuple[int, bool, int], list[int]] = {}
    for face in range(1, FACES + 1):
        groups.setdefault((results[face - 1], face in asked, face if alike else 0), []).append(face)
    return tuple(Kind(result, tuple(faces), showing) for (result, showing, _), faces in sorted(groups.items()))


def kind_counts(kinds: Kinds, faces: tuple[int, ...]) -> Counts:
    """Return dice as counts of kinds."""
    return tuple(sum(face in kind.faces for face in faces) for kind in kinds)


@lru_cache(maxsize=1024)
def twins(kinds: Kinds, sources: Sources) -> tuple[tuple[int, ...], ...]:
    """Return kinds that are as good as each other for all that these sources tell apart."""
    alike, showing = any(source.alike for source in sources), any(source.showing for source in sources)
    groups: dict[tuple[int, int, bool], list[int]] = {}
    for k, kind in enumerate(kinds):
        groups.setdefault((kind.result, alike and len(kind.faces), showing and kind.showing), []).append(k)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def takes(kind: Kind, source: Source) -> bool:
    """Return True if a source re-rolls such dice."""
    return kind.showing or not source.showing


def tidied(kinds: Kinds, sources: Sources, commands: int, fixed: Rows, free: Rows) -> tuple[Rows, Rows]:
    """Return situations, each written in one way only: dice that are fixed, by result, and dice that are free, by kind.

    Faces that are as good as each other stand in order of their numbers, or, unless equal faces matter, all as one face.
    Dice are free only as far as re-rolls are left that could take so many of them.
    """
    fixed, free = fixed.copy(), free.copy()
    alike = any(source.alike for source in sources)
    for group in twins(kinds, sources):
        numbers = free[:, group]
        if alike:
            free[:, group] = -np.sort(-numbers, axis=1)
        else:
            free[:, group] = 0
            free[:, group[0]] = numbers.sum(axis=1)
    for k, kind in enumerate(kinds):
        most = commands + sum(source.most for source in sources if takes(kind, source))
        kept = np.minimum(free[:, k], most)
        fixed[:, kind.result] += free[:, k] - kept
        free[:, k] = kept
    return fixed, free


class Ways(NamedTuple):
    """Dice that can be chosen to be rolled again: of which situation, and how many of each kind. In order of situations."""

    row: Rows
    dice: Rows


def ways(source: Source, kinds: Kinds, free: Rows) -> Ways:
    """Return the ways to choose dice for a source."""
    able = free * np.array([takes(kind, source) for kind in kinds])
    if source.alike or source.most == 1:
        row, kind = np.nonzero(able)
        numbers = np.minimum(able[row, kind], source.most)
        row, kind, chosen = np.repeat(row, numbers), np.repeat(kind, numbers), _upto(numbers)
        return Ways(row, (np.arange(len(kinds)) == kind[:, None]) * (chosen + 1)[:, None])
    row, dice = np.arange(len(free)), np.zeros((len(free), 0), np.int64)
    for k in range(len(kinds)):
        numbers = np.minimum(able[row, k], source.most - dice.sum(axis=1)) + 1
        row, dice = np.repeat(row, numbers), np.column_stack([np.repeat(dice, numbers, axis=0), _upto(numbers)])
    some = dice.any(axis=1)
    return Ways(row[some], dice[some])


def number_of_ways(source: Source, kinds: Kinds, free: Rows) -> int:
    """Return how many there are at most, without a look at them."""
    able = np.minimum(free * np.array([takes(kind, source) for kind in kinds]), source.most)
    return int(able.sum()) if source.alike or source.most == 1 else int(np.prod(able + 1.0, axis=1).sum())


def _upto(numbers: Rows) -> Rows:
    """Return 0, 1 and so on, as far as each number goes, one after the other.

    >>> _upto(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    found: Rows = np.arange(int(numbers.sum())) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    return found


def most_fails(source: Source, kinds: Kinds, free: Rows) -> Rows:
    """Return as many fails as a source re-rolls, those that are most often there first."""
    fails = [k for k, kind in enumerate(kinds) if kind.result in (FAIL, ONE) and takes(kind, source)]
    order = np.argsort(-free[:, fails], axis=1, kind="stable")
    sorted_fails = np.take_along_axis(free[:, fails], order, axis=1)
    if source.alike:
        sorted_fails[:, 1:] = 0
    before = np.cumsum(sorted_fails, axis=1) - sorted_fails
    chosen: Rows = np.zeros_like(free)
    np.put_along_axis(chosen, np.array(fails, np.int64)[order], np.clip(source.most - before, 0, sorted_fails), axis=1)
    return chosen


@lru_cache(maxsize=64)
def rolls(dice: int, kinds: Kinds) -> tuple[Rows, NDArray[np.float64]]:
    """Return all rolls of so many dice, and their chances."""
    found: Rows = np.zeros((1, 0), np.int64)
    for _ in kinds[1:]:
        left = dice - found.sum(axis=1)
        found = np.column_stack([np.repeat(found, left + 1, axis=0), np.repeat(left, left + 1) - _upto(left + 1)])
    found = np.column_stack([found, dice - found.sum(axis=1)])
    factorials: Any = np.array([float(factorial(n)) for n in range(dice + 1)])
    sizes = np.array([len(kind.faces) / FACES for kind in kinds])
    return found, factorials[dice] * np.prod(sizes**found / factorials[found], axis=1)
