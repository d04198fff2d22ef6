"""Fights in the editions where both sides roll attack dice, then strike and ward off in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from counteract.odds import packs
from counteract.odds.hands import Hand, hand
from counteract.odds.kernels import fights as kernels
from counteract.odds.kernels import ignoring
from counteract.odds.kernels.shots import better
from counteract.odds.nodes import CHOICE, FACES, FAIL
from counteract.odds.packs import Bundle, Floats, Ints, lost

Objective = Literal["difference", "survive", "remove"]
DISCARDS_NORMAL, DISCARDS_ANY = 1, 2  # what the first critical strike takes from the other side
MOST_PAIRS = 6_000_000  # of nodes of two hands that are played out in turn


class Fighter(NamedTuple):
    """One side of a fight, as an edition describes it; several if it may keep different numbers of dice unrolled."""

    hand: Hand
    kept: tuple[tuple[tuple[int, int], ...], ...]  # of each final: the (criticals, normals) that can be made of it
    most: int
    normal: int
    critical: int
    direct: int
    brutal: bool
    shock: int
    unrolled: int = 0
    backfire: int = 0  # damage that each of its criticals does to itself


UNARMED = Fighter(hand(0, (FAIL,) * FACES), (((0, 0),),), 0, 0, 0, 0, False, 0)


class Duel(NamedTuple):
    """Two fighters with the wounds they have, and how they go about it."""

    attacker: Fighter
    defender: Fighter
    wounds: tuple[int, int]
    strikes: tuple[bool, bool]  # who always strikes
    in_turn: bool  # re-rolls are used in turn, not one side after the other
    first: int  # who begins with re-rolls
    ignores: tuple[int, int] = (0, 0)  # wounds are not lost on this or more; 0: they are


class Fought(NamedTuple):
    """What comes of a fight: its worth, and how likely which end is (wounds left, row and column)."""

    worth: float
    second: float
    ends: Floats


def fight(duel: Duel, worth: Floats, second: Floats) -> Fought:
    """Solve a fight for what its ends are worth, by wounds left of attacker and defender."""
    flat, flat2 = np.ascontiguousarray(worth).ravel(), np.ascontiguousarray(second).ravel()
    if any(duel.ignores):
        found = _ignoring(duel, flat, flat2)
        return Fought(float(found @ flat), float(found @ flat2), found.reshape(worth.shape))
    ends = _pairs(duel, flat, flat2)
    chances = _chances(duel, flat[ends], flat2[ends])
    found = np.bincount(ends.ravel(), weights=chances.ravel(), minlength=flat.size).astype(np.float64)
    return Fought(float(found @ flat), float(found @ flat2), found.reshape(worth.shape))


def sides(duel: Duel) -> tuple[kernels.Side, kernels.Side]:
    one, two = (
        kernels.Side(f.most, wounds, f.normal, f.critical, f.direct, f.brutal, f.shock, strikes, f.backfire)
        for f, wounds, strikes in zip((duel.attacker, duel.defender), duel.wounds, duel.strikes, strict=True)
    )
    return one, two


def _pairs(duel: Duel, worth: Floats, second: Floats) -> Ints:
    """Where the fight ends for each pair of rolls."""
    one, two = sides(duel)
    memory = np.empty(kernels.moments(one, two), np.int32)
    facts = np.array([*one, *two], dtype=np.int32)
    return kernels.settle_pairs(facts, _kept(duel.attacker.kept), _kept(duel.defender.kept), worth, second, memory)


def _ignoring(duel: Duel, worth: Floats, second: Floats) -> Floats:
    """How likely each end is where wounds may be ignored."""
    one, two = sides(duel)
    facts = np.array([*one, *two], dtype=np.int32)
    size = kernels.moments(one, two)
    value, value2, choice = np.empty(size), np.empty(size), np.empty(size, np.int32)
    lost = _lost(duel.ignores, sum(side.most * (side.direct + side.backfire) + max(side.normal, side.critical) for side in (one, two)))
    ignoring.settle_moments(facts, lost, worth, second, value, value2, choice)
    mine, theirs = _kept(duel.attacker.kept), _kept(duel.defender.kept)
    options, pair_worth, pair_second = ignoring.settle_pairs(facts, lost, mine, theirs, worth, second, value, value2)
    ends: Floats = np.zeros(worth.size)
    ignoring.end_chances(facts, lost, mine, theirs, options, _chances(duel, pair_worth, pair_second), choice, np.zeros(size), ends)
    return ends


@lru_cache(maxsize=64)
def _lost(ignores: tuple[int, int], most: int) -> Floats:
    """How likely so many wounds are lost of so much damage: by side hurt, damage, wounds."""
    return np.stack([lost(ignore, most) if ignore else np.eye(most + 1) for ignore in ignores])


@lru_cache(maxsize=256)
def _kept(options: tuple[tuple[tuple[int, int], ...], ...]) -> kernels.Kept:
    starts = np.cumsum([0, *map(len, options)]).astype(np.int32)
    flat = np.array([one for final in options for one in final], dtype=np.int32).reshape(-1, 2)
    return kernels.Kept(starts, flat[:, 0].copy(), flat[:, 1].copy())


def _chances(duel: Duel, worth: Floats, second: Floats) -> Floats:
    """How likely each pair of rolls is, after re-rolls."""
    hands = duel.attacker.hand, duel.defender.hand
    bundle = _bundle(*hands)
    if not duel.in_turn or not all(map(has_choice, hands)):
        return kernels.one_after_the_other(bundle.ints, bundle.floats, worth, second)
    if len(hands[0].nodes) * len(hands[1].nodes) > MOST_PAIRS:
        raise ValueError("so many re-rolls on so many dice on both sides are too much; take a Command Re-roll away")
    return kernels.in_turn(bundle.ints, bundle.floats, worth, second, duel.first)


@lru_cache(maxsize=512)
def _bundle(one: Hand, two: Hand) -> Bundle:
    ints, floats = packs.graphs([one, two])
    return packs.bundle(ints, floats, [one, two])


def has_choice(hand: Hand) -> bool:
    return any(node.kind == CHOICE for node in hand.nodes)


def best(duels: Sequence[Sequence[Duel]], worth: Floats, second: Floats) -> tuple[Duel, Fought]:
    """The attacker chooses a row of duels, then the defender one of the row: how many dice each keeps unrolled."""
    chosen: tuple[Duel, Fought] | None = None
    for row in duels:
        least: tuple[Duel, Fought] | None = None
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


class Rounds:
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
        self.known: dict[tuple[int, int, int], tuple[Duel, Fought]] = {}

    def ends(self, left: int, wa: int, wd: int) -> tuple[Floats, Floats]:
        """What the ends of a fight are worth that begins with these wounds, with so many fights left after it."""
        worth, second = self.worth[: wa + 1, : wd + 1].copy(), self.second[: wa + 1, : wd + 1].copy()
        if left:
            for i in range(1, wa + 1):
                for j in range(1, wd + 1):
                    _, fought = self.fought(left - 1, i, j)
                    worth[i, j], second[i, j] = fought.worth, fought.second
        mine, theirs = self.afterwards(wa, wd)
        return mine @ worth @ theirs.T, mine @ second @ theirs.T

    def fought(self, left: int, wa: int, wd: int) -> tuple[Duel, Fought]:
        key = left, wa, wd
        if key not in self.known:
            self.known[key] = best(self.duels(wa, wd), *self.ends(left, wa, wd))
        return self.known[key]

    def joint(self) -> Floats:
        """How likely which wounds are left after all fights."""
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
