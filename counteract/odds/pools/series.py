"""Shots one after the other: several at one target, or one attack on each of several targets.

Command Re-rolls can be saved for later shots, and what the shooter suffers from its own weapon can injure or fell it in
between. All of that is in view when a choice is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from counteract.odds.pools import arrays
from counteract.odds.pools.arrays import Floats, Ints
from counteract.odds.pools.rules import PoolRules
from counteract.odds.pools.shot import ShotOutcome, ShotProblem, by_damage, losses, most_damage, play, problem
from counteract.odds.pools.terms import PoolTerms, Target
from counteract.odds.terms import Objective

MOST_AFTERWARDS = 12  # the user of a hot weapon suffers at most from one roll: twice a 6


class SeriesShot(NamedTuple):
    """One shot of a series."""

    weapon: Any
    target: Target
    terms: PoolTerms
    again: bool  # at the same target as the shot before
    ends: bool = True  # the last one of an action


class SeriesState(NamedTuple):
    """State of a series: the next shot, wounds lost by its target and by the shooter (as far as they matter), re-rolls left."""

    shot: int
    lost: int
    rerolls: int
    defender_rerolls: int
    own: int


class TargetOutcome(NamedTuple):
    """The outcome for one target."""

    damage: Floats
    criticals: Floats  # retained against it
    stun: Floats  # one number


class SeriesOutcome(NamedTuple):
    """The outcome of a series of shots."""

    worth: float
    targets: list[TargetOutcome]
    total: Floats
    own: dict[int, float]  # what the shooter suffers


class RunningTotals(NamedTuple):
    """The probability of a state of a series: in all, and by the target that is being shot at."""

    total: Floats
    own: Floats  # what the shooter has suffered
    lost: Floats  # by whether the target is stunned, and wounds
    criticals: Floats

    def plus(self, more: RunningTotals) -> RunningTotals:
        return RunningTotals(*map(np.add, self, more))

    def times(self, chance: float, own: int) -> RunningTotals:
        """Return the totals after something that has this chance and costs the shooter so much."""
        if chance == 1.0 and not own:
            return self
        found = RunningTotals(*(chance * part for part in self))
        return found._replace(own=_pour(np.zeros(self.own.shape), found.own, [1.0], own))


class Series:
    """Shots one after the other. ``shooter`` has so many wounds left, of so many; if it is None nobody knows."""

    def __init__(self, edition: PoolRules, shots: Sequence[SeriesShot], objective: Objective, shooter: tuple[int, int] | None = None) -> None:
        self.edition = edition
        self.shots = shots
        self.objective = objective
        self.shooter = shooter
        self.targets = [number - 1 for number in accumulate(not shot.again for shot in shots)]  # which one each shot is at
        self.known: dict[SeriesState, ShotOutcome] = {}
        self._asked: dict[SeriesState, tuple[ShotProblem, Floats]] = {}
        attacks = [edition.attacks(shot.weapon, shot.terms)[0] for shot in shots]
        self._most, self._most_criticals = sum(map(most_damage, attacks)), sum(attack.most for attack in attacks)
        self._most_own = sum(max(arrays.suffered(attack)) for attack in attacks) + len(shots) * MOST_AFTERWARDS

    def start(self) -> SeriesState:
        terms = self.shots[0].terms
        return SeriesState(0, 0, terms.rerolls, terms.defender_rerolls, 0)

    def terms(self, state: SeriesState) -> PoolTerms:
        """Return the terms of the next shot as things stand."""
        terms = self.shots[state.shot].terms
        injured = terms.injured or (self.shooter is not None and 2 * (self.shooter[0] - state.own) < self.shooter[1])
        return terms._replace(rerolls=state.rerolls, defender_rerolls=state.defender_rerolls, injured=injured, saving=True)

    def over(self, state: SeriesState) -> bool:
        return state.shot == len(self.shots) or (self.shooter is not None and state.own >= self.shooter[0])

    def after(self, state: SeriesState, damage: int, rerolls: int, defender_rerolls: int, own: int) -> SeriesState:
        """Return where a shot leads to."""
        lost = min(self.shots[state.shot].target.wounds, state.lost + damage) if self._counts(state) else 0
        return self.hurt(SeriesState(state.shot + 1, lost, rerolls, defender_rerolls, state.own), own)

    def hurt(self, state: SeriesState, own: int) -> SeriesState:
        """Return the state after the shooter has suffered something."""
        return state._replace(own=min(state.own + own, self.shooter[0])) if self.shooter else state

    def suffers(self, state: SeriesState) -> dict[int, float]:
        """Return what the next shot does to the shooter when it is over, whatever the dice of the attack."""
        shot = self.shots[state.shot]
        return (self.edition.user_suffers(shot.weapon, self.terms(state)) if shot.ends else {}) or {0: 1.0}

    def _counts(self, state: SeriesState) -> bool:
        """Return True if it matters to later shots how much this one does."""
        following = state.shot + 1
        return self.objective != "damage" and following < len(self.shots) and self.shots[following].again

    # --- best play

    def outcome(self, state: SeriesState) -> ShotOutcome:
        """Return the next shot with best play, with a view to those that follow."""
        if state not in self.known:
            self.known[state] = play(*self.asked(state))
        return self.known[state]

    def asked(self, state: SeriesState) -> tuple[ShotProblem, Floats]:
        """Return the next shot, and what damage is worth there."""
        if state not in self._asked:
            shot = self.shots[state.shot]
            given = problem(self.edition, shot.weapon, shot.target, self.terms(state))
            self._asked[state] = given, by_damage(*self._worths(state, given), shot.target.ignore, given.first)
        return self._asked[state]

    def _worths(self, state: SeriesState, given: ShotProblem) -> tuple[Floats, Floats]:
        """Return what wounds lost are worth, and their second worth: by row, re-rolls left of the defender, wounds lost."""
        damage = np.arange(given.most + 1.0)
        gain = self._gain(self.shots[state.shot].target.wounds - state.lost, damage)
        worth = np.empty((state.rerolls + 1, len(given.owns), state.defender_rerolls + 1, given.most + 1))
        second = np.empty(worth.shape)
        parts, suffers = self._alike(state, given.most + 1), self.suffers(state)
        lengths = [part.stop - part.start for part in parts]
        for mine, k, theirs in np.ndindex(worth.shape[:3]):
            later = np.array([self._later(self.after(state, part.start, mine, theirs, given.owns[k]), suffers) for part in parts])
            later = later.repeat(lengths, axis=0)
            worth[mine, k, theirs] = gain + later[:, 0]
            second[mine, k, theirs] = damage - given.owns[k] + later[:, 1]
        rows = (-1, *worth.shape[2:])
        return worth.reshape(rows), second.reshape(rows)

    def _gain(self, wounds: int, damage: Floats) -> Floats:
        """Return what damage to a target with so many wounds left counts for."""
        if self.objective == "damage":
            return damage
        return np.minimum(damage, wounds) if self.objective == "capped" else (damage >= wounds).astype(np.float64) * (wounds > 0)

    def _later(self, state: SeriesState, suffers: dict[int, float]) -> tuple[float, float]:
        """Return what the shots from a state on are worth, once it is known what the shot before does to the shooter."""
        worth = second = 0.0
        for harm, chance in suffers.items():
            there = self.hurt(state, harm)
            if not self.over(there):
                more = self.outcome(there)
                worth += chance * more.worth
                second += chance * more.second
        return worth, second

    # --- what comes of it

    def run(self) -> SeriesOutcome:
        """Follow the best play from the start."""
        outcomes = [TargetOutcome(np.zeros(self._most + 1), np.zeros(self._most_criticals + 1), np.zeros(1)) for _ in range(self.targets[-1] + 1)]
        end = self._nothing()
        waiting = {self.start(): self._fresh(_certain(self._most), _certain(self._most_own))}
        while waiting:
            state = min(waiting)
            totals = waiting.pop(state)
            if self.over(state):
                end = end.plus(totals)
                for spared in outcomes[self.targets[state.shot - 1] + 1 :]:
                    _seal(spared, totals)
                continue
            suffers = self.suffers(state)
            for there, reached in self._shoot(state, totals).items():
                for harm, chance in suffers.items():
                    later, come = self.hurt(there, harm), reached.times(chance, harm)
                    if self.over(later) or not self.shots[later.shot].again:
                        _seal(outcomes[self.targets[state.shot]], come)
                        come = self._fresh(come.total, come.own)
                    waiting[later] = waiting[later].plus(come) if later in waiting else come
        return SeriesOutcome(self.outcome(self.start()).worth, outcomes, end.total, self._own(end.own))

    def _own(self, suffered: Floats) -> dict[int, float]:
        """Return what the shooter suffers; no more counts than it has wounds."""
        found: dict[int, float] = {}
        for harm in np.flatnonzero(suffered).tolist():
            counted = min(harm, self.shooter[0]) if self.shooter else harm
            found[counted] = found.get(counted, 0.0) + float(suffered[harm])
        return found

    def _shoot(self, state: SeriesState, totals: RunningTotals) -> dict[SeriesState, RunningTotals]:
        """Return where the next shot leads to, before what it does to the shooter when it is over."""
        shot = self.shots[state.shot]
        given, outcome = self.asked(state)[0], self.outcome(state)
        found = losses(shot.target, outcome.result)
        found = found.reshape(state.rerolls + 1, len(given.owns), given.groups, *found.shape[1:])
        standing = self._standing(shot, given, given.attacks[outcome.attack].direct)
        ways = [(standing == stands, _stunned(totals.lost, stands)) for stands in np.unique(standing).tolist()]
        reached: dict[SeriesState, RunningTotals] = {}
        for mine, k, theirs in np.argwhere(found.sum(axis=(2, 4, 5)) > 0.0).tolist():
            for harms in self._alike(state, given.most + 1):
                chances = found[mine, k, :, theirs, :, harms]
                if chances.any():
                    there = reached.setdefault(self.after(state, harms.start, mine, theirs, given.owns[k]), self._nothing())
                    _add(there, totals, ways, chances, harms.start, given.owns[k])
        return reached

    def _alike(self, state: SeriesState, number: int) -> list[slice]:
        """Return damage in parts that lead to the same state."""
        if not self._counts(state):
            return [slice(0, number)]
        left = min(number, self.shots[state.shot].target.wounds - state.lost)
        return [*(slice(n, n + 1) for n in range(left)), slice(left, number)]

    def _standing(self, shot: SeriesShot, given: ShotProblem, direct: int) -> Ints:
        """Return with how few wounds lost before the target is stunned, by criticals and wounds lost at once: fewer than that."""
        criticals, firsts = np.arange(given.groups, dtype=np.int32)[:, None], np.arange(given.first + 1, dtype=np.int32)
        at_once = firsts if given.first else criticals * direct
        found: Ints = np.maximum(0, shot.target.wounds - at_once) * (criticals > 0) * bool(shot.weapon.rules.stun)
        return np.broadcast_to(found, (given.groups, given.first + 1))

    def _nothing(self) -> RunningTotals:
        return RunningTotals(
            np.zeros(self._most + 1), np.zeros(self._most_own + 1), np.zeros((2, self._most + 1)), np.zeros(self._most_criticals + 1)
        )

    def _fresh(self, total: Floats, own: Floats) -> RunningTotals:
        """Return the totals before the first shot at a target."""
        totals = self._nothing()._replace(total=total, own=own)
        totals.lost[0, 0] = totals.criticals[0] = total.sum()
        return totals


def _certain(most: int) -> Floats:
    """Return the distribution of what is certainly 0."""
    found: Floats = np.eye(1, most + 1)[0]
    return found


def _pour(to: Floats, chances: Floats, shares: Sequence[float], first: int) -> Floats:
    """Add chances, moved along the last axis by ``first`` with the first share, by one more with the next, and so on."""
    for by, share in enumerate(shares, first):
        if share:
            to[..., by:] += share * chances[..., : chances.shape[-1] - by]
    return to


def _add(there: RunningTotals, totals: RunningTotals, ways: Sequence[tuple[Any, Floats]], chances: Floats, harm: int, own: int) -> None:
    """Add what comes of a shot: chances are by criticals, wounds lost at once and damage, from ``harm`` on.

    ``ways`` tell, for parts of the first two, what has been lost by whom is stunned with that.
    """
    _pour(there.total, totals.total, chances.sum(axis=(0, 1)).tolist(), harm)
    for part, lost in ways:
        _pour(there.lost, lost, chances[part].sum(axis=0).tolist(), harm)
    criticals = chances.sum(axis=(1, 2)).tolist()
    _pour(there.criticals, totals.criticals, criticals, 0)
    _pour(there.own, totals.own, [sum(criticals)], own)


def _stunned(lost: Floats, stands: int) -> Floats:
    """Return the wounds lost, by Stun, once every target is stunned that has lost fewer than that."""
    after = lost.copy()
    after[1, :stands] += after[0, :stands]
    after[0, :stands] = 0.0
    return after


def _seal(outcome: TargetOutcome, totals: RunningTotals) -> None:
    """Note what has become of a target."""
    outcome.damage[:] += totals.lost.sum(axis=0)
    outcome.criticals[:] += totals.criticals
    outcome.stun[0] += totals.lost[1].sum()
