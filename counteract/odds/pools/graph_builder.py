"""Making re-roll graphs: all situations of some dice, those with the same re-rolls left at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.attacks.rerolls import FOR_A_POINT, Source, distinct
from counteract.core.language import say
from counteract.odds.pools.dice import Kinds, Rows, Sources, kinds_of, most_fails, number_of_ways, rolls, tidied, ways
from counteract.odds.pools.nodes import CHANCE, CHOICE, CLASSES, FACES, FINAL
from counteract.odds.pools.reroll_graph import (
    BITS,
    FREE,
    PENDING,
    Final,
    GraphArrays,
    Ints,
    RerollGraph,
    RerollsLeft,
    find_nodes,
    packed,
    unpacked,
)
from counteract.odds.terms import RerollStyle

MOST_WAYS = 1_000_000  # of re-rolling, in all situations together


@lru_cache(maxsize=512)
def build_graph(
    dice: int,
    results: tuple[int, ...],
    sources: Sources = (),
    commands: int = 0,
    *,
    closing: bool = False,
    saving: bool = False,
    style: RerollStyle = "best",
) -> RerollGraph:
    """Return the graph of so many dice. ``results`` tells what each face from 1 to 6 comes to.

    With ``closing`` a Command Re-roll ends all other re-rolls; with ``saving`` finals tell how many are left. The style
    "fails" leaves no choice: fails are rolled again as far as possible, and nothing else is.

    >>> from counteract.odds.pools.nodes import CRITICAL, FAIL, NORMAL
    >>> two = build_graph(2, (FAIL, FAIL, NORMAL, NORMAL, NORMAL, CRITICAL), (Source("balanced", 1),))
    >>> len(two.finals), len(two.roots), round(sum(chance for _, chance in two.roots), 12)
    (6, 6, 1.0)
    """
    return _GraphBuilder(results, sources, closing, saving, style).make(dice, commands)


class RerollMoves(NamedTuple):
    """Re-rolls at a stage: at which of its choices, by which source, of which dice, and what they lead to."""

    row: Rows
    source: int
    dice: Rows
    to: RerollsLeft
    key: Rows


class GraphLevel(NamedTuple):
    """All situations of a stage."""

    choices: Rows  # where nothing waits to be rolled
    finals: Rows  # what each of them is if nothing more happens
    moves: list[RerollMoves]
    chances: list[tuple[Rows, Rows]]  # where one die waits, where two wait, and so on; and what follows, by possible result


@lru_cache(maxsize=1024)
def _results(kinds: Kinds) -> Rows:
    """Return by kind and result: which kind comes to what."""
    found: Rows = (np.array([[kind.result] for kind in kinds]) == np.arange(CLASSES)).astype(np.int64)
    return found


class _GraphBuilder:
    """Finds all situations stage by stage, from the first roll on, and then numbers them from the last stage back."""

    def __init__(self, results: tuple[int, ...], sources: Sources, closing: bool, saving: bool, style: RerollStyle) -> None:
        self.sources = sources
        self.closing = closing
        self.saving = saving
        self.style = style
        self.kinds = kinds_of(results, sources)
        self.each = tuple(results.count(result) / FACES for result in range(CLASSES))
        self.possible = np.flatnonzero(self.each)  # results
        self.room = MOST_WAYS

    def make(self, dice: int, commands: int) -> RerollGraph:
        thrown, chances = rolls(dice, self.kinds)
        start = RerollsLeft(self.sources, commands)
        rolled = packed(*self.tidied(start, np.zeros((len(thrown), CLASSES), np.int64), thrown, 0))
        levels = self.levels(start, np.unique(rolled))
        numbering = _Numbering(levels, self.possible, self.style)
        keys, nodes = numbering.places[start]
        root = nodes[np.searchsorted(keys, rolled)]
        roots, first = np.unique(root, return_index=True)
        arrays = numbering.arrays(roots.astype(np.int32), np.bincount(root, chances)[roots].astype(np.float64))
        finals = tuple(Final(tuple(row[:CLASSES]), row[CLASSES]) for row in unpacked(numbering.finals, CLASSES + 1).tolist())
        thrown_first = dict(zip(roots.tolist(), map(tuple, thrown[first].tolist()), strict=True))
        return RerollGraph(
            self.kinds, arrays, finals, thrown_first, self.each, numbering.places, self.sources, commands, self.closing, self.saving
        )  # fmt: skip

    def tidied(self, stage: RerollsLeft, fixed: Rows, free: Rows, pending: Rows | int) -> tuple[Rows, Rows | int, Rows]:
        fixed, free = tidied(self.kinds, *stage, fixed, free)
        return fixed, pending, free

    def levels(self, start: RerollsLeft, rolled: Rows) -> dict[RerollsLeft, GraphLevel]:
        """Return all situations that can come up, those with most re-rolls left first."""
        arriving = {start: [rolled]}
        found: dict[RerollsLeft, GraphLevel] = {}
        while arriving:
            stage = max(arriving, key=lambda stage: len(stage.sources) + stage.commands)
            level = found[stage] = self.level(stage, np.unique(np.concatenate(arriving.pop(stage))))
            for moves in level.moves:
                arriving.setdefault(moves.to, []).append(np.unique(moves.key))
        return found

    def level(self, stage: RerollsLeft, keys: Rows) -> GraphLevel:
        pending = keys >> BITS * PENDING & (1 << BITS) - 1
        results = 1 << BITS * self.possible
        chances: list[tuple[Rows, Rows]] = []
        after = keys[:0, None]
        for dice in range(int(pending.max(initial=0)), 0, -1):
            now = np.unique(np.concatenate([keys[pending == dice], after.ravel()]))
            self.spend(len(now))
            after = now[:, None] - (1 << BITS * PENDING) + results
            chances.append((now, after))
        choices = np.unique(np.concatenate([keys[pending == 0], after.ravel()]))
        counts = unpacked(choices, FREE + len(self.kinds))
        fixed, free = counts[:, :CLASSES], counts[:, FREE:]
        finals = (fixed + free @ _results(self.kinds)) @ (1 << BITS * np.arange(CLASSES)) + self.saving * (stage.commands << BITS * CLASSES)
        return GraphLevel(choices, finals, [*self.moves(stage, fixed, free)], chances[::-1])

    def spend(self, number: int) -> None:
        self.room -= number
        if self.room < 0:
            raise ValueError(say("so many re-rolls on so many dice are too much; take a die or a re-roll away"))

    def moves(self, stage: RerollsLeft, fixed: Rows, free: Rows) -> Iterator[RerollMoves]:
        for source, to, row, dice in self.simple_ways(stage, free) if self.style == "fails" else self.ways(stage, free):
            key = packed(*self.tidied(to, fixed[row], free[row] - dice, dice.sum(axis=1)))
            number = self.sources.index(source) if source in self.sources else len(self.sources)
            if len(row):
                yield RerollMoves(row, number, dice @ (1 << BITS * np.arange(len(self.kinds))), to, key)

    def ways(self, stage: RerollsLeft, free: Rows) -> Iterator[tuple[Source, RerollsLeft, Rows, Rows]]:
        """Yield what can be re-rolled, and which re-rolls are left then."""
        able = [(source, RerollsLeft(tuple(s for s in stage.sources if s is not source), stage.commands)) for source in distinct(stage.sources)]
        if stage.commands:
            able.append((FOR_A_POINT, RerollsLeft(() if self.closing else stage.sources, stage.commands - 1)))
        self.spend(sum(number_of_ways(source, self.kinds, free) for source, _ in able))
        for source, to in able:
            yield source, to, *ways(source, self.kinds, free)

    def simple_ways(self, stage: RerollsLeft, free: Rows) -> Iterator[tuple[Source, RerollsLeft, Rows, Rows]]:
        """Yield as calculators do it: fails only, with whatever re-rolls most of them first."""
        able = [(source, RerollsLeft(tuple(s for s in stage.sources if s is not source), stage.commands)) for source in stage.sources]
        able.sort(key=lambda one: -one[0].most)
        if stage.commands:
            able.append((FOR_A_POINT, RerollsLeft(stage.sources, stage.commands - 1)))
        left = np.ones(len(free), np.bool_)
        for source, to in able:
            dice = most_fails(source, self.kinds, free)
            row = np.flatnonzero(left & dice.any(axis=1))
            left[row] = False
            yield source, to, row, dice[row]


class _Numbering:
    """Nodes for all situations: those of the last stage first, finals before them all."""

    def __init__(self, levels: dict[RerollsLeft, GraphLevel], possible: Rows, style: RerollStyle) -> None:
        self.possible = possible
        self.style = style
        self.finals = np.unique(np.concatenate([level.finals for level in levels.values()]))
        self.number = len(self.finals)
        none = np.zeros(len(self.finals), np.int32)
        self.parts: list[tuple[Ints, ...]] = [(none + FINAL, none, none[:0], none[:0], none[:0])]  # kinds, ways; children, sources, dice
        self.places: dict[RerollsLeft, tuple[Rows, Ints]] = {}
        self.chances: dict[RerollsLeft, tuple[Rows, Ints]] = {}
        for stage, level in reversed(levels.items()):
            self.places[stage] = level.choices, self.choices(level)
            self.chances[stage] = self.roll(level, self.places[stage])

    def add(self, kind: int, ways: Ints | Rows, child: Ints, source: Ints | None = None, dice: Ints | None = None) -> Ints:
        """Add nodes, and return their numbers."""
        nothing = np.zeros(len(child), np.int32)
        added = np.full(len(ways), kind, np.int32), ways, child, nothing if source is None else source, nothing if dice is None else dice
        self.parts.append(tuple(part.astype(np.int32, copy=False) for part in added))
        self.number += len(ways)
        return np.arange(self.number - len(ways), self.number, dtype=np.int32)

    def choices(self, level: GraphLevel) -> Ints:
        """Return the nodes where a player may re-roll; where there is nothing to choose, what follows."""
        nodes = np.searchsorted(self.finals, level.finals).astype(np.int32)
        if not level.moves:
            return nodes
        row = np.concatenate([moves.row for moves in level.moves])
        dice = np.concatenate([moves.dice for moves in level.moves])
        source = np.repeat([moves.source for moves in level.moves], [len(moves.row) for moves in level.moves])
        to = np.concatenate([find_nodes(self.chances[moves.to], moves.key) for moves in level.moves])
        if self.style == "fails":
            nodes[row] = to
            return nodes
        order = np.lexsort((to, row))
        again = (np.diff(row[order], prepend=-1) == 0) & (np.diff(to[order], prepend=-1) == 0)
        keep = np.sort(order[~again])
        keep = keep[np.argsort(row[keep], kind="stable")]
        choosing, number = np.unique(row[keep], return_counts=True)
        ends = np.cumsum(number + 1)
        stops = ends - number - 1
        moving = np.ones(int(ends[-1]) if len(ends) else 0, np.bool_)
        moving[stops] = False
        child, sources, rerolled = (np.zeros(len(moving), np.int32) for _ in range(3))
        child[stops], child[moving] = nodes[choosing], to[keep]
        sources[moving], rerolled[moving] = source[keep], dice[keep]
        nodes[choosing] = self.add(CHOICE, number + 1, child, sources, rerolled)
        return nodes

    def roll(self, level: GraphLevel, choices: tuple[Rows, Ints]) -> tuple[Rows, Ints]:
        """Return the nodes where dice are rolled again, one after the other."""
        before = choices
        found = [(choices[0][:0], choices[1][:0])]
        for keys, after in level.chances:
            child = np.zeros((len(keys), CLASSES), np.int32)
            child[:, self.possible] = find_nodes(before, after)
            before = keys, self.add(CHANCE, np.full(len(keys), CLASSES), child.ravel())
            found.append(before)
        keys, nodes = (np.concatenate(parts) for parts in zip(*found, strict=True))
        order = np.argsort(keys)
        return keys[order], nodes[order]

    def arrays(self, root: Ints, chance: NDArray[np.float64]) -> GraphArrays:
        kind, ways, child, source, dice = (np.concatenate(parts) for parts in zip(*self.parts, strict=True))
        first = np.where(kind == FINAL, np.arange(len(kind)), np.cumsum(ways) - ways).astype(np.int32)
        return GraphArrays(kind, first, ways, child, source, dice, root, chance)
