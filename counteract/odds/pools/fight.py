"""Fights in the editions where both sides roll attack dice, then strike and ward off in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import gcd
from typing import NamedTuple

import numpy as np

from counteract.core.language import say
from counteract.odds.pools import arrays
from counteract.odds.pools.arrays import Bundle, Floats, Ints, lost
from counteract.odds.pools.graph_builder import build_graph
from counteract.odds.pools.kernels import fights as kernels
from counteract.odds.pools.kernels import ignored_wounds, strikes
from counteract.odds.pools.kernels.vectors import EQUAL, better
from counteract.odds.pools.nodes import FACES, FAIL
from counteract.odds.pools.reroll_graph import RerollGraph

DISCARDS_NORMAL, DISCARDS_ANY = 1, 2  # what the first critical strike takes from the other side
MOST_ROOM = 1_000_000_000  # bytes, for all moments of the dice and all wounds
FIELD, IGNORING_FIELD = 4, 25  # bytes of one of them
MOST_PAIRS = 6_000_000  # of nodes of two graphs that are played out in turn


class FightSide(NamedTuple):
    """One side of a fight, as an edition describes it; several if it may keep different numbers of dice unrolled."""

    graph: RerollGraph
    kept: tuple[tuple[tuple[int, int], ...], ...]  # of each final: the (criticals, normals) that can be made of it
    most: int
    normal: int
    critical: int
    brutal: bool
    shock: int
    unrolled: int = 0
    at_once: tuple[tuple[int, int], ...] = ((0, 0),)  # to choose from: what each critical does at once to the foe, and to its user


UNARMED = FightSide(build_graph(0, (FAIL,) * FACES), (((0, 0),),), 0, 0, 0, False, 0)


class Duel(NamedTuple):
    """Two fighters with the wounds they have, and how they go about it."""

    attacker: FightSide
    defender: FightSide
    wounds: tuple[int, int]
    strikes: tuple[bool, bool]  # who always strikes
    in_turn: bool  # re-rolls are used in turn, not one side after the other
    first: int  # who begins with re-rolls
    ignores: tuple[int, int] = (0, 0)  # wounds are not lost on this or more; 0: they are


class FightOutcome(NamedTuple):
    """The outcome of a fight: its worth, and the probability of each end (wounds left, row and column)."""

    worth: float
    second: float
    ends: Floats


def fight(duel: Duel, worth: Floats, second: Floats) -> FightOutcome:
    """Solve a fight for what its ends are worth, by wounds left of attacker and defender."""
    sides = _sides(duel)
    places = np.ix_(*sides.levels)
    flat, flat2 = worth[places].ravel(), second[places].ravel()
    chances = _ignoring(duel, sides, flat, flat2) if any(duel.ignores) else _ending(duel, sides, flat, flat2)
    found = np.zeros(worth.shape)
    found[places] = chances.reshape(sides.wounds + 1)
    return FightOutcome(float(chances @ flat), float(chances @ flat2), found)


class DuelArrays(NamedTuple):
    """A duel in numbers that the kernels read, with wounds and damage counted in steps."""

    levels: tuple[Ints, Ints]  # the wounds that both can have left
    wounds: Ints
    harm: Ints  # of a critical and a normal strike
    kept: tuple[kernels.RetainedOptions, kernels.RetainedOptions]
    moments: strikes.StrikeStates


def _sides(duel: Duel) -> DuelArrays:
    one, two = duel.attacker, duel.defender
    mine, theirs = _steps(one, two, duel.wounds[0], duel.ignores[0]), _steps(two, one, duel.wounds[1], duel.ignores[1])
    harm = [[one.critical // theirs.size, one.normal // theirs.size], [two.critical // mine.size, two.normal // mine.size]]
    kept = (
        _kept(one.kept, one.most, tuple((direct // theirs.size, own // mine.size) for direct, own in one.at_once)),
        _kept(two.kept, two.most, tuple((direct // mine.size, own // theirs.size) for direct, own in two.at_once)),
    )
    moments = _moments(*(strikes.StrikeSide(f.most, f.brutal, f.shock, always) for f, always in zip((one, two), duel.strikes, strict=True)))
    field = IGNORING_FIELD if any(duel.ignores) else FIELD
    if len(moments.to) * len(mine.levels) * len(theirs.levels) * field > MOST_ROOM:
        raise ValueError(say("so many dice and wounds on both sides are too much; take some dice away"))
    wounds = np.array([len(mine.levels) - 1, len(theirs.levels) - 1], dtype=np.int32)
    return DuelArrays((mine.levels, theirs.levels), wounds, np.array(harm, dtype=np.int32), kept, moments)


class WoundSteps(NamedTuple):
    """The wounds that a fighter can have left, with 0 first and each so much more than the one before."""

    levels: Ints
    size: int


def _steps(me: FightSide, foe: FightSide, wounds: int, ignore: int) -> WoundSteps:
    """Return the largest steps that all damage is made of, and only as far down as wounds can be lost."""
    direct, backfire = [harm for harm, _ in foe.at_once], [harm for _, harm in me.at_once]
    size = 1 if ignore else gcd(foe.normal, foe.critical, *direct, *backfire) or 1
    most = foe.most * (max(foe.normal, foe.critical) + max(direct)) + me.most * max(backfire)
    number = min(-(-wounds // size), most // size + 1)
    return WoundSteps(np.array([0, *range(wounds - size * (number - 1), wounds + 1, size)], dtype=np.int32), size)


@lru_cache(maxsize=64)
def _moments(one: strikes.StrikeSide, two: strikes.StrikeSide) -> strikes.StrikeStates:
    return strikes.strike_states(one, two)


def _ending(duel: Duel, sides: DuelArrays, worth: Floats, second: Floats) -> Floats:
    """Return how likely each end is where every wound is lost."""
    harm = np.minimum(sides.harm, sides.wounds[::-1, None])
    boards = np.empty((len(sides.moments.to), worth.size), np.int32)
    ends = kernels.settle_pairs(sides.moments, _keys(worth, second), harm, sides.wounds, *sides.kept, boards)
    chances = _chances(duel, worth[ends], second[ends])
    return np.bincount(ends.ravel(), weights=chances.ravel(), minlength=worth.size).astype(np.float64)


def _keys(worth: Floats, second: Floats) -> Ints:
    """Return ends as numbers: first how good they are for the attacker, then which they are."""
    order = np.argsort(worth)
    grade = np.empty(worth.size, np.int32)
    grade[order] = np.cumsum(np.diff(worth[order], prepend=worth[order[0]]) > EQUAL)
    order = np.lexsort((second, grade))
    better = (np.diff(grade[order], prepend=0) > 0) | (np.diff(second[order], prepend=second[order[0]]) > EQUAL)
    keys = np.empty(worth.size, np.int32)
    keys[order] = np.cumsum(better) << strikes.BITS
    return keys | np.arange(worth.size, dtype=np.int32)


def _ignoring(duel: Duel, sides: DuelArrays, worth: Floats, second: Floats) -> Floats:
    """Return how likely each end is where wounds may be ignored."""
    lost = _lost(duel.ignores, max(*sides.harm.flat, *(f.most * max(map(max, f.at_once)) for f in (duel.attacker, duel.defender))))
    facts = sides.moments, lost, sides.harm, sides.wounds, *sides.kept
    boards, options, pair_worth, pair_second = ignored_wounds.settle_pairs(*facts, worth, second)
    return ignored_wounds.end_chances(*facts, boards, options, _chances(duel, pair_worth, pair_second))


@lru_cache(maxsize=64)
def _lost(ignores: tuple[int, int], most: int) -> Floats:
    """Return how likely so many wounds are lost of so much damage: by side hurt, damage, wounds."""
    return np.stack([lost(ignore, most) if ignore else np.eye(most + 1) for ignore in ignores])


@lru_cache(maxsize=256)
def _kept(options: tuple[tuple[tuple[int, int], ...], ...], most: int, at_once: tuple[tuple[int, int], ...]) -> kernels.RetainedOptions:
    starts = np.cumsum([0, *map(len, options)]).astype(np.int32)
    criticals, at = np.array([(c, strikes.pair(most, c, n)) for final in options for c, n in final], dtype=np.int32).T.copy()
    direct, backfire = np.array(at_once, dtype=np.int32).T.copy()
    return kernels.RetainedOptions(starts, criticals, at, direct, backfire)


def _chances(duel: Duel, worth: Floats, second: Floats) -> Floats:
    """Return how likely each pair of rolls is, after re-rolls."""
    graphs = duel.attacker.graph, duel.defender.graph
    bundle = _bundle(*graphs)
    if not duel.in_turn or not all(graph.has_choice for graph in graphs):
        return kernels.one_after_the_other(bundle.ints, bundle.floats, worth, second)
    if len(graphs[0].arrays.kind) * len(graphs[1].arrays.kind) > MOST_PAIRS:
        raise ValueError(say("so many re-rolls on so many dice on both sides are too much; take a Command Re-roll away"))
    return kernels.in_turn(bundle.ints, bundle.floats, worth, second, duel.first, _room(len(graphs[0].arrays.kind), len(graphs[1].arrays.kind)))


def _room(*shape: int) -> kernels.RerollWorkspace:
    return kernels.RerollWorkspace(np.zeros(shape), np.zeros(shape), np.empty(shape, np.int16), np.empty(shape, np.int16), np.empty(shape, np.int8))


@lru_cache(maxsize=512)
def _bundle(one: RerollGraph, two: RerollGraph) -> Bundle:
    ints, floats = arrays.pack_graphs([one, two])
    return arrays.bundle(ints, floats, [one, two])


def best(duels: Sequence[Sequence[Duel]], worth: Floats, second: Floats) -> tuple[Duel, FightOutcome]:
    """Return the attacker chooses a row of duels, then the defender one of the row: how many dice each keeps unrolled."""
    chosen: tuple[Duel, FightOutcome] | None = None
    for row in duels:
        least: tuple[Duel, FightOutcome] | None = None
        for duel in row:
            fought = fight(duel, worth, second)
            if least is None or better(-1, fought.worth, fought.second, least[1].worth, least[1].second):
                least = duel, fought
        assert least is not None
        if chosen is None or better(1, least[1].worth, least[1].second, chosen[1].worth, chosen[1].second):
            chosen = least
    assert chosen is not None
    return chosen


# --- several fights in a row


#: How wounds are lost once a fight is over: by wounds left before and after.
Afterwards = tuple[Floats, Floats]


class FightSeries:
    """Fights one after the other between the same two, who may be injured after the first.

    ``duels`` makes the duels for given wounds, ``afterwards`` what Hot weapons do to their users once a fight is over.
    """

    def __init__(
        self,
        wounds: tuple[int, int],
        number: int,
        worth: Floats,
        second: Floats,
        duels: Callable[[int, int], Sequence[Sequence[Duel]]],
        afterwards: Callable[[int, int], Afterwards],
    ) -> None:
        self.wounds = wounds
        self.number = number
        self.worth, self.second = worth, second
        self.duels = duels
        self.afterwards = afterwards
        self.known: dict[tuple[int, int, int], tuple[Duel, FightOutcome]] = {}

    def ends(self, left: int, wa: int, wd: int) -> tuple[Floats, Floats]:
        """Return what the ends of a fight are worth that begins with these wounds, with so many fights left after it."""
        worth, second = self.worth[: wa + 1, : wd + 1].copy(), self.second[: wa + 1, : wd + 1].copy()
        if left:
            for i in range(1, wa + 1):
                for j in range(1, wd + 1):
                    _, fought = self.fought(left - 1, i, j)
                    worth[i, j], second[i, j] = fought.worth, fought.second
        mine, theirs = self.afterwards(wa, wd)
        return mine @ worth @ theirs.T, mine @ second @ theirs.T

    def fought(self, left: int, wa: int, wd: int) -> tuple[Duel, FightOutcome]:
        key = left, wa, wd
        if key not in self.known:
            self.known[key] = best(self.duels(wa, wd), *self.ends(left, wa, wd))
        return self.known[key]

    def joint(self) -> Floats:
        """Return how likely which wounds are left after all fights."""
        now = np.zeros((self.wounds[0] + 1, self.wounds[1] + 1))
        now[self.wounds] = 1.0
        for left in range(self.number - 1, -1, -1):
            after = np.zeros_like(now)
            for wa, wd in np.argwhere(now > 0.0):
                if wa == 0 or wd == 0:
                    after[wa, wd] += now[wa, wd]
                    continue
                _, fought = self.fought(left, int(wa), int(wd))
                mine, theirs = self.afterwards(int(wa), int(wd))
                after[: wa + 1, : wd + 1] += now[wa, wd] * (mine.T @ fought.ends @ theirs)
            now = after
        return now
