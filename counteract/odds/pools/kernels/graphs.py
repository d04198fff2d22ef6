"""Compiled re-roll graphs: what dice that may be re-rolled are worth with best play, and how likely each end is then.

Arrays in, numbers and arrays out; what they mean is in arrays.py. Every choice is made for a worth, and among equals for a
second one: the attacker wants both high, the defender low.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from counteract.odds.pools.nodes import CHANCE, CLASSES, FINAL
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


class Graphs(NamedTuple):
    """Re-roll graphs. Nodes, roots and finals of graph h stand from ``node0[h]``, ``root0[h]``, ``final0[h]`` on."""

    kind: Ints
    first: Ints  # of a final node: its final; of others: where its children begin
    ways: Ints  # how many children
    child: Ints
    node0: Ints
    root0: Ints
    root: Ints
    final0: Ints
    settled: Ints  # graphs without a choice: their roots are their finals, in order
    chance: Floats  # of each result, graph after graph
    root_chance: Floats


@unpacking
def section(bundle: Any, k: int) -> Any:
    """Return part k of a bundle: arrays behind one another, after a list of where they begin."""
    return bundle[int(bundle[k]) : int(bundle[k + 1])]


@unpacking
def graphs_in(ints: Ints, floats: Floats) -> Graphs:
    return Graphs(
        section(ints, 0), section(ints, 1), section(ints, 2), section(ints, 3), section(ints, 4), section(ints, 5),
        section(ints, 6), section(ints, 7), section(ints, 8), section(floats, 0), section(floats, 1),
    )  # fmt: skip


@inlined
def better(sign: int, one: float, one2: float, two: float, two2: float) -> bool:
    """Return True if the first is better than the second for who wants high (1) or low (-1)."""
    if abs(one - two) > EQUAL:
        return sign * one > sign * two
    return sign * (one2 - two2) > EQUAL


@allocation_free
def settle(g: Graphs, h: int, sign: int, worth: Floats, second: Floats, value: Floats, value2: Floats, pick: Ints) -> tuple[float, float]:
    """Return what a graph is worth if its finals are worth this; fill in every node's worth and every choice's pick."""
    start = g.node0[h]
    for node in range(start, g.node0[h + 1]):
        at = node - start
        kind = g.kind[node]
        first = g.first[node]
        if kind == FINAL:
            value[at] = worth[first - g.final0[h]]
            value2[at] = second[first - g.final0[h]]
        elif kind == CHANCE:
            total = total2 = 0.0
            for result in range(CLASSES):
                chance = g.chance[CLASSES * h + result]
                if chance > 0.0:
                    after = g.child[first + result] - start
                    total += chance * value[after]
                    total2 += chance * value2[after]
            value[at] = total
            value2[at] = total2
        else:
            best = 0
            for way in range(1, g.ways[node]):
                one, two = g.child[first + way] - start, g.child[first + best] - start
                if better(sign, value[one], value2[one], value[two], value2[two]):
                    best = way
            pick[at] = best
            value[at] = value[g.child[first + best] - start]
            value2[at] = value2[g.child[first + best] - start]
    total = total2 = 0.0
    for r in range(g.root0[h], g.root0[h + 1]):
        total += g.root_chance[r] * value[g.root[r] - start]
        total2 += g.root_chance[r] * value2[g.root[r] - start]
    return total, total2


@allocation_free
def roll_out(g: Graphs, h: int, pick: Ints, mass: Floats, ends: Floats) -> None:
    """Fill in how likely each final of a graph is with these picks."""
    start = g.node0[h]
    if g.settled[h]:
        for r in range(g.root0[h], g.root0[h + 1]):
            ends[r - g.root0[h]] = g.root_chance[r]
        return
    for f in range(g.final0[h + 1] - g.final0[h]):
        ends[f] = 0.0
    for at in range(g.node0[h + 1] - start):
        mass[at] = 0.0
    for r in range(g.root0[h], g.root0[h + 1]):
        mass[g.root[r] - start] = g.root_chance[r]
    for node in range(g.node0[h + 1] - 1, start - 1, -1):
        weight = mass[node - start]
        if weight == 0.0:
            continue
        kind = g.kind[node]
        first = g.first[node]
        if kind == FINAL:
            ends[first - g.final0[h]] += weight
        elif kind == CHANCE:
            for result in range(CLASSES):
                chance = g.chance[CLASSES * h + result]
                if chance > 0.0:
                    mass[g.child[first + result] - start] += weight * chance
        else:
            mass[g.child[first + pick[node - start]] - start] += weight
