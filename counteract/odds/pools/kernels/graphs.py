"""Compiled re-roll graphs: what dice that may be re-rolled are worth with best play, and how likely each end is then.

Arrays in, numbers and arrays out; what they mean is in arrays.py. Every choice is made for a worth, and among equals for a
second one: the attacker wants both high, the defender low.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counteract.odds.pools.kernels.vectors import Batch, Floats, Ints, add, clear, copy, inlined, take_better, unpacking
from counteract.odds.pools.nodes import CHANCE, CLASSES, CRITICAL, FAIL, FINAL, NORMAL, ONE
from counteract.table.kernels.compiler import allocation_free


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
def average(g: Graphs, h: int, first: int, size: int, value: Floats, at: int) -> None:
    """Fill in the vector of a node of chance from those that the results of a die lead to, which stand from ``first`` on."""
    p, start = CLASSES * h, g.node0[h]
    fail, normal, critical, one = g.chance[p + FAIL], g.chance[p + NORMAL], g.chance[p + CRITICAL], g.chance[p + ONE]
    to, failed = np.uintp(at), np.uintp((g.child[first + FAIL] - start) * size)
    hit, best = np.uintp((g.child[first + NORMAL] - start) * size), np.uintp((g.child[first + CRITICAL] - start) * size)
    for number in range(size):
        k = np.uintp(number)
        value[to + k] = fail * value[failed + k] + normal * value[hit + k] + critical * value[best + k]
    if one > 0.0:
        add(size, value, at, one, value, (g.child[first + ONE] - start) * size)


@inlined
def settle(g: Graphs, h: int, sign: int, batch: Batch, ends: Floats, value: Floats, pick: Ints, chosen: Floats, found: Floats, to: int) -> None:
    """Fill in what a graph comes to, at ``found[to]``, if its finals come to ``ends``; also every node's vector and every choice's pick.

    Picks are those of a target alone; in a larger batch they mean nothing.
    """
    start = g.node0[h]
    size = batch.targets * batch.measures
    for node in range(start, g.node0[h + 1]):
        at = (node - start) * size
        kind = g.kind[node]
        first = g.first[node]
        if kind == FINAL:
            copy(size, value, at, ends, (first - g.final0[h]) * size)
        elif kind == CHANCE:
            average(g, h, first, size, value, at)
        else:
            pick[node - start] = 0
            copy(size, value, at, value, (g.child[first] - start) * size)
            for way in range(1, g.ways[node]):
                if take_better(batch, sign, value, at, value, (g.child[first + way] - start) * size, chosen):
                    pick[node - start] = way
    clear(size, found, to)
    for r in range(g.root0[h], g.root0[h + 1]):
        add(size, found, to, g.root_chance[r], value, (g.root[r] - start) * size)


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
