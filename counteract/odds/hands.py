"""A hand of dice that may be partly rolled again, as a graph: what can be rolled, re-rolled, and come to.

A node is final (nothing more will happen to the dice), a chance (one of the chosen dice is rolled again) or a choice
(stop, or use one of the re-rolls that are left). Dice that are alike in everything a rule could ask are one node, so
graphs are small: six dice with Balanced have 77 nodes. A graph knows no weapon and no target; whoever solves it says
what each final node is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb
from typing import Literal, NamedTuple

from counteract.mechanics.operatives.ploys import COMMAND_REROLL
from counteract.mechanics.operatives.rerolls import Source
from counteract.odds.nodes import CHANCE, CHOICE, CLASSES, CRITICAL, FACES, FAIL, FINAL, NORMAL, ONE

Counts = tuple[int, ...]
NOTHING: Counts = (0,) * CLASSES
MOST_NODES = 100_000
Manner = Literal["best", "fails"]


class Kind(NamedTuple):
    """Faces that no rule tells apart."""

    result: int  # FAIL to ONE
    faces: tuple[int, ...]
    showing: bool  # whether a source asks for just this face


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


class Move(NamedTuple):
    """A re-roll: by which source, and how many dice of each kind."""

    source: str
    dice: Counts


class Node(NamedTuple):
    """``to`` are, of a chance, the nodes after each result; of a choice, the final node of stopping and then one a move."""

    kind: int
    to: tuple[int, ...] = ()
    final: int = -1
    moves: tuple[Move, ...] = ()


class Situation(NamedTuple):
    """Dice in the middle of re-rolling: what is fixed, what is free, and which re-rolls are left."""

    sources: tuple[Source, ...]
    commands: int
    fixed: Counts  # by result
    pending: int  # dice to be rolled now
    free: Counts  # by kind


@dataclass(frozen=True, eq=False, slots=True)
class Hand:
    """All that can become of some dice. Nodes stand after those they lead to."""

    kinds: tuple[Kind, ...]
    nodes: tuple[Node, ...]
    finals: tuple[Final, ...]
    roots: tuple[tuple[int, float], ...]  # nodes and their chances, once the dice are rolled
    chances: tuple[float, ...]  # of each result of one die
    known: dict[Situation | Final, int]  # the node of everything that can come up
    sources: tuple[Source, ...]  # re-rolls at the start
    commands: int
    closing: bool  # a Command Re-roll ends all other re-rolls
    saving: bool  # finals tell how many Command Re-rolls are left

    def node(self, now: Situation) -> int:
        """The node of dice in the middle of re-rolling, however they are written."""
        return self.known[tidy(now, self.kinds)]

    def situation(self, faces: Sequence[int], free: Sequence[int], used: Sequence[str]) -> Situation:
        """Dice on the table: their faces, the places of those that may still be re-rolled, and the re-rolls used so far."""
        sources = () if self.closing and COMMAND_REROLL in used else tuple(source for source in self.sources if source.name not in used)
        fixed = self.results(face for place, face in enumerate(faces) if place not in free)
        return Situation(sources, self.left(used), fixed, 0, kind_counts(self.kinds, tuple(faces[place] for place in free)))

    def final(self, faces: Sequence[int], used: Sequence[str]) -> Final:
        """Dice on the table if nothing more happens to them."""
        return Final(self.results(faces), self.left(used) if self.saving else 0)

    def results(self, faces: Iterable[int]) -> Counts:
        """How many dice have come to what."""
        return together(self.kinds, NOTHING, kind_counts(self.kinds, tuple(faces)))

    def left(self, used: Sequence[str]) -> int:
        """Command Re-rolls left after these re-rolls."""
        return max(0, self.commands - used.count(COMMAND_REROLL))


@lru_cache(maxsize=512)
def hand(
    dice: int,
    results: tuple[int, ...],
    sources: tuple[Source, ...] = (),
    commands: int = 0,
    *,
    closing: bool = False,
    saving: bool = False,
    manner: Manner = "best",
) -> Hand:
    """The graph of a hand of dice. ``results`` tells what each face from 1 to 6 comes to.

    With ``closing`` a Command Re-roll ends all other re-rolls; with ``saving`` finals tell how many are left. The manner
    "fails" leaves no choice: fails are rolled again as far as possible, and nothing else is.

    >>> two = hand(2, (FAIL, FAIL, NORMAL, NORMAL, NORMAL, CRITICAL), (Source("balanced", 1),))
    >>> len(two.finals), len(two.roots), round(sum(chance for _, chance in two.roots), 12)
    (6, 6, 1.0)
    """
    return _Maker(results, sources, closing, saving, manner).make(dice, sources, commands)


class _Maker:
    def __init__(self, results: tuple[int, ...], sources: tuple[Source, ...], closing: bool, saving: bool, manner: Manner) -> None:
        self.results = results
        self.closing = closing
        self.saving = saving
        self.manner = manner
        self.kinds = kinds_of(results, sources)
        self.nodes: list[Node] = []
        self.finals: list[Final] = []
        self.known: dict[Situation | Final, int] = {}

    def make(self, dice: int, sources: tuple[Source, ...], commands: int) -> Hand:
        chances: dict[int, float] = {}
        sizes = [len(kind.faces) for kind in self.kinds]
        for roll in shares(dice, len(self.kinds)):
            node = self.choice(self.tidy(Situation(sources, commands, NOTHING, 0, roll)))
            chances[node] = chances.get(node, 0.0) + chance_of(roll, sizes)
        each = tuple(self.results.count(result) / FACES for result in range(CLASSES))
        roots = tuple(sorted(chances.items()))
        nodes, finals = tuple(self.nodes), tuple(self.finals)
        return Hand(self.kinds, nodes, finals, roots, each, self.known, sources, commands, self.closing, self.saving)

    def tidy(self, now: Situation) -> Situation:
        return tidy(now, self.kinds)

    def add(self, key: Situation | Final, node: Node) -> int:
        if len(self.nodes) == MOST_NODES:
            raise ValueError("so many re-rolls on so many dice are too much; take a die or a re-roll away")
        self.nodes.append(node)
        self.known[key] = len(self.nodes) - 1
        return len(self.nodes) - 1

    def final(self, fixed: Counts, free: Counts, left: int) -> int:
        end = Final(together(self.kinds, fixed, free), left if self.saving else 0)
        if end not in self.known:
            self.finals.append(end)
            return self.add(end, Node(FINAL, final=len(self.finals) - 1))
        return self.known[end]

    def choice(self, now: Situation) -> int:
        """The node where a player may re-roll."""
        if now in self.known:
            return self.known[now]
        stop = self.final(now.fixed, now.free, now.commands)
        to, moves = [stop], []
        for move, after in self.ways(now):
            node = self.chance(after)
            if node not in to:
                to.append(node)
                moves.append(move)
        if not moves or self.manner == "fails":
            self.known[now] = to[-1]
            return to[-1]
        return self.add(now, Node(CHOICE, tuple(to), moves=tuple(moves)))

    def ways(self, now: Situation) -> Iterator[tuple[Move, Situation]]:
        if self.manner == "fails":
            yield from self.simple_way(now)
            return
        for source in now.sources:
            rest = tuple(s for s in now.sources if s is not source)
            for chosen in choices(source, self.kinds, now.free):
                yield Move(source.name, chosen), self.rerolled(now, rest, now.commands, chosen)
        if now.commands:
            rest = () if self.closing else now.sources
            for chosen in choices(_FOR_A_POINT, self.kinds, now.free):
                yield Move(COMMAND_REROLL, chosen), self.rerolled(now, rest, now.commands - 1, chosen)

    def simple_way(self, now: Situation) -> Iterator[tuple[Move, Situation]]:
        """As calculators do it: fails only, with whatever re-rolls most of them first."""
        for source in sorted(now.sources, key=lambda s: -s.most):
            rest = tuple(s for s in now.sources if s is not source)
            chosen = most_fails(source, self.kinds, now.free)
            if sum(chosen):
                yield Move(source.name, chosen), self.rerolled(now, rest, now.commands, chosen)
                return
        chosen = most_fails(_FOR_A_POINT, self.kinds, now.free)
        if now.commands and sum(chosen):
            yield Move(COMMAND_REROLL, chosen), self.rerolled(now, now.sources, now.commands - 1, chosen)

    def rerolled(self, now: Situation, sources: tuple[Source, ...], commands: int, chosen: Counts) -> Situation:
        free = tuple(has - takes for has, takes in zip(now.free, chosen, strict=True))
        return self.tidy(Situation(sources, commands, now.fixed, sum(chosen), free))

    def chance(self, now: Situation) -> int:
        """The node where dice are rolled again, one after the other."""
        if not now.pending:
            return self.choice(now)
        if now not in self.known:
            to = tuple(
                self.chance(now._replace(fixed=plus(now.fixed, result), pending=now.pending - 1)) if result in self.results else -1
                for result in range(CLASSES)
            )
            self.add(now, Node(CHANCE, to))
        return self.known[now]


_FOR_A_POINT = Source(COMMAND_REROLL, 1)


def kinds_of(results: tuple[int, ...], sources: tuple[Source, ...]) -> tuple[Kind, ...]:
    """Faces in groups that no rule tells apart: single faces if a source wants equal ones, else what they come to."""
    alike = any(source.alike for source in sources)
    asked = {source.showing for source in sources}
    groups: dict[tuple[int, bool, int], list[int]] = {}
    for face in range(1, FACES + 1):
        groups.setdefault((results[face - 1], face in asked, face if alike else 0), []).append(face)
    return tuple(Kind(result, tuple(faces), showing) for (result, showing, _), faces in sorted(groups.items()))


def kind_counts(kinds: tuple[Kind, ...], faces: tuple[int, ...]) -> Counts:
    """Dice as counts of kinds."""
    return tuple(sum(face in kind.faces for face in faces) for kind in kinds)


def together(kinds: tuple[Kind, ...], fixed: Counts, free: Counts) -> Counts:
    """How many dice have come to what."""
    total = list(fixed)
    for kind, number in zip(kinds, free, strict=True):
        total[kind.result] += number
    return tuple(total)


def tidy(now: Situation, kinds: tuple[Kind, ...]) -> Situation:
    """The same situation, written in one way only.

    Without re-rolls nothing is free any more. Faces that are as good as each other stand in order of their numbers,
    or, unless equal faces matter, all as one face.
    """
    if not now.sources and not now.commands:
        return now._replace(fixed=together(kinds, now.fixed, now.free), free=(0,) * len(kinds))
    alike = any(source.alike for source in now.sources)
    after = list(now.free)
    for group in twins(kinds):
        numbers = sorted((now.free[k] for k in group), reverse=True)
        for k, number in zip(group, numbers if alike else [sum(numbers), *[0] * (len(group) - 1)], strict=True):
            after[k] = number
    return now._replace(free=tuple(after))


@lru_cache(maxsize=256)
def twins(kinds: tuple[Kind, ...]) -> tuple[tuple[int, ...], ...]:
    """Kinds that are as good as each other."""
    groups: dict[tuple[int, int, bool], list[int]] = {}
    for k, kind in enumerate(kinds):
        groups.setdefault((kind.result, len(kind.faces), kind.showing), []).append(k)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def choices(source: Source, kinds: tuple[Kind, ...], free: Counts) -> Iterator[Counts]:
    """The ways to choose dice for a source."""
    able = [number if not source.showing or kind.showing else 0 for kind, number in zip(kinds, free, strict=True)]
    if source.alike or source.most == 1:
        for k, number in enumerate(able):
            for chosen in range(1, min(number, source.most) + 1):
                yield tuple(chosen if place == k else 0 for place in range(len(kinds)))
        return
    for way in product(*(range(number + 1) for number in able)):
        if 0 < sum(way) <= source.most:
            yield way


def most_fails(source: Source, kinds: tuple[Kind, ...], free: Counts) -> Counts:
    """As many fails as a source re-rolls, those that are most often there first."""
    chosen = [0] * len(kinds)
    fails = [k for k, kind in enumerate(kinds) if kind.result in (FAIL, ONE) and (kind.showing or not source.showing)]
    left = source.most
    for k in sorted(fails, key=lambda k: -free[k]):
        chosen[k] = min(left, free[k])
        left -= chosen[k]
        if source.alike and chosen[k]:
            break
    return tuple(chosen)


def shares(total: int, parts: int) -> Iterator[Counts]:
    """All ways to write a number as a sum of so many parts.

    >>> list(shares(1, 2))
    [(1, 0), (0, 1)]
    """
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in shares(total - first, parts - 1):
            yield (first, *rest)


def chance_of(roll: Counts, sizes: list[int]) -> float:
    """The chance of a roll, counted by kinds with so many faces each."""
    ways, left = 1, sum(roll)
    for number, size in zip(roll, sizes, strict=True):
        ways *= comb(left, number) * size**number
        left -= number
    return float(ways / FACES ** sum(roll))


def plus(counts: Counts, at: int) -> Counts:
    return (*counts[:at], counts[at] + 1, *counts[at + 1 :])
