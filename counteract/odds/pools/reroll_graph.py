"""Re-roll graphs: what dice that may be partly rolled again can show, which of them can be re-rolled, and what they come to.

A node is final (nothing more will happen to the dice), a chance (one of the chosen dice is rolled again) or a choice
(stop, or use one of the re-rolls that are left). Dice that are alike in everything a rule could ask are one node, so
graphs are small: six dice with Balanced have 77 nodes. A graph knows no weapon and no target; the solver says
what each final node is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.attacks.rerolls import COMMAND_REROLL
from counteract.odds.pools.dice import (
    Counts,
    Kinds,
    Rows,
    Sources,
    kind_counts,
    tidied,
)
from counteract.odds.pools.nodes import CHOICE, CLASSES, CRITICAL, FAIL, FINAL, NORMAL, ONE

Ints = NDArray[np.int32]

#: A situation as one number: five bits each for dice fixed, by result, for dice to be rolled now, and for free dice, by kind.
BITS = 5
PENDING = CLASSES
FREE = CLASSES + 1


class Final(NamedTuple):
    """Dice that nothing more happens to."""

    dice: Counts  # how many of each result
    left: int  # Command Re-rolls not used

    @property
    def criticals(self) -> int:
        return self.dice[CRITICAL]

    @property
    def normals(self) -> int:
        return self.dice[NORMAL]

    @property
    def fails(self) -> int:
        return self.dice[FAIL] + self.dice[ONE]


class RerollMove(NamedTuple):
    """A re-roll: by which source, and how many dice of each kind."""

    source: str
    dice: Counts


class Node(NamedTuple):
    """``to`` are, of a chance, the nodes after each result; of a choice, the final node of stopping and then one a move."""

    kind: int
    to: tuple[int, ...] = ()
    final: int = -1


class DiceState(NamedTuple):
    """Dice in the middle of re-rolling: what is fixed, what is free, and which re-rolls are left."""

    sources: Sources
    commands: int
    fixed: Counts  # by result
    free: Counts  # by kind


class GraphArrays(NamedTuple):
    """Nodes as arrays; they stand after those they lead to."""

    kind: Ints
    first: Ints  # of a final node: its final; of others: where its children begin
    ways: Ints  # how many children
    child: Ints
    source: Ints  # of children of a choice: by which of the sources one gets there
    dice: Ints  # of the same: how many dice of each kind are re-rolled, in one number
    root: Ints
    root_chance: NDArray[np.float64]


class RerollsLeft(NamedTuple):
    """The re-rolls that are left."""

    sources: Sources
    commands: int


@dataclass(frozen=True, eq=False)
class RerollGraph:
    """The states that dice can be in, and the re-rolls that lead from one to another."""

    kinds: Kinds
    arrays: GraphArrays
    finals: tuple[Final, ...]
    rolled: dict[int, Counts]  # roots as they were rolled, by kind
    chances: tuple[float, ...]  # of each result of one die
    places: dict[RerollsLeft, tuple[Rows, Ints]]  # choices and their nodes
    sources: Sources  # re-rolls at the start
    commands: int
    closing: bool  # a Command Re-roll ends all other re-rolls
    saving: bool  # finals tell how many Command Re-rolls are left

    @cached_property
    def roots(self) -> tuple[tuple[int, float], ...]:
        """Nodes and their chances, once the dice are rolled."""
        return tuple(zip(self.arrays.root.tolist(), self.arrays.root_chance.tolist(), strict=True))

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        kinds, firsts, ways, child = (numbers.tolist() for numbers in self.arrays[:4])
        return tuple(
            Node(kind, final=first) if kind == FINAL else Node(kind, tuple(child[first : first + number]))
            for kind, first, number in zip(kinds, firsts, ways, strict=True)
        )

    @property
    def has_choice(self) -> bool:
        return bool((self.arrays.kind == CHOICE).any())

    def move(self, node: int, way: int) -> RerollMove:
        """Return how one gets from a choice to a child that is not to stop."""
        at = int(self.arrays.first[node]) + way
        sources = [*(source.name for source in self.sources), COMMAND_REROLL]
        return RerollMove(sources[self.arrays.source[at]], tuple(unpacked(self.arrays.dice[at : at + 1], len(self.kinds))[0].tolist()))

    def node(self, now: DiceState) -> int:
        """Return the node of dice in the middle of re-rolling, however they are written."""
        if now not in self._asked:
            fixed, free = tidied(self.kinds, now.sources, now.commands, np.array([now.fixed]), np.array([now.free]))
            self._asked[now] = int(find_nodes(self.places[RerollsLeft(now.sources, now.commands)], packed(fixed, 0, free))[0])
        return self._asked[now]

    @cached_property
    def _asked(self) -> dict[DiceState, int]:
        return {}

    def state(self, faces: Sequence[int], free: Sequence[int], used: Sequence[str]) -> DiceState:
        """Return dice on the table: their faces, the places of those that may still be re-rolled, and the re-rolls used so far."""
        sources = () if self.closing and COMMAND_REROLL in used else tuple(source for source in self.sources if source.name not in used)
        fixed = self.results(face for place, face in enumerate(faces) if place not in free)
        return DiceState(sources, self.left(used), fixed, kind_counts(self.kinds, tuple(faces[place] for place in free)))

    def final(self, faces: Sequence[int], used: Sequence[str]) -> Final:
        """Return dice on the table if nothing more happens to them."""
        return Final(self.results(faces), self.left(used) if self.saving else 0)

    def results(self, faces: Iterable[int]) -> Counts:
        """Return how many dice have come to what."""
        counts = [0] * CLASSES
        for kind, number in zip(self.kinds, kind_counts(self.kinds, tuple(faces)), strict=True):
            counts[kind.result] += number
        return tuple(counts)

    def left(self, used: Sequence[str]) -> int:
        """Return the Command Re-rolls left after these re-rolls."""
        return max(0, self.commands - used.count(COMMAND_REROLL))


def packed(fixed: Rows, pending: Rows | int, free: Rows) -> Rows:
    weights = 1 << BITS * np.arange(FREE + free.shape[1])
    key: Rows = fixed @ weights[:CLASSES] + pending * weights[PENDING] + free @ weights[FREE:]
    return key


def unpacked(numbers: Rows | Ints, fields: int) -> Rows:
    found: Rows = numbers[:, None] >> BITS * np.arange(fields) & (1 << BITS) - 1
    return found


def find_nodes(places: tuple[Rows, Ints], keys: Rows) -> Ints:
    """Return the nodes of situations."""
    return places[1][np.searchsorted(places[0], keys)]
