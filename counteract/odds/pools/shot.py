"""Shooting with attack dice against defence dice, in the editions that play so: one shot."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from counteract.odds.pools import arrays
from counteract.odds.pools.arrays import Attack, Bundle, Defence, Floats, Workspace, lost
from counteract.odds.pools.kernels.shots import shot
from counteract.odds.pools.rules import PoolRules
from counteract.odds.pools.terms import PoolTerms, Target
from counteract.odds.terms import Objective


class ShotProblem(NamedTuple):
    """One weapon against one target, ready for the kernel."""

    attacks: tuple[Attack, ...]
    defence: Defence
    attack_bundle: Bundle
    defence_bundle: Bundle
    cover: bool
    owns: tuple[int, ...]  # what the user can suffer by its own dice
    rows: int  # of what damage is worth: one, unless re-rolls can be saved; then by those, and by what the user suffers
    groups: int  # how many numbers of criticals are told apart in what comes of it
    first: int  # most that can be lost at once, if the target looks at that before it saves; else 0
    most: int  # damage
    thin: Floats
    shape: tuple[int, ...]  # of what comes of it
    room: Workspace


@lru_cache(maxsize=2048)
def problem(edition: PoolRules, weapon: Any, target: Target, terms: PoolTerms) -> ShotProblem:
    """Get one weapon against one target ready."""
    attacks, defence = attacks_of(edition, weapon, terms), edition.defence(target, terms)
    one, two = attack_bundle(edition, weapon, terms, target.defence_dice), defence_bundle(edition, target, terms)
    owns = arrays.suffered(edition.attacks(weapon, terms)[0])
    rows = (terms.rerolls + 1) * len(owns) if terms.saving else 1
    groups = weapon.attacks + 1 if terms.saving and minds_criticals(edition, weapon) else 1
    first, most = first_damage(attacks[0], target.ignore), most_damage(attacks[0])
    shape = rows * groups, terms.defender_rerolls + 1 if terms.saving else 1, first + 1, most - first + 1
    return ShotProblem(
        attacks, defence, one, two, sheltering(terms), owns, rows, groups, first, most, lost(target.ignore, first), shape,
        arrays.workspace(one, two, rows, weapon.attacks + 1, first + 1),
    )  # fmt: skip


def minds_criticals(edition: PoolRules, weapon: Any) -> bool:
    """Return True if it matters beyond the damage how many criticals are retained: for Stun, and for others nearby."""
    return bool(weapon.rules.stun or edition.bystanders(weapon, weapon)[0])


def sheltering(terms: PoolTerms) -> bool:
    """Return True if anything could keep a die for the target; attacks know themselves whether it is open to them."""
    return terms.cover or terms.roof


@lru_cache(maxsize=1024)
def attacks_of(edition: PoolRules, weapon: Any, terms: PoolTerms) -> tuple[Attack, ...]:
    """Return the attacks of a weapon; what the user suffers is told apart where more shots may follow."""
    attacks = edition.attacks(weapon, terms)
    return tuple(map(arrays.apart, attacks)) if terms.saving else attacks


@lru_cache(maxsize=1024)
def attack_bundle(edition: PoolRules, weapon: Any, terms: PoolTerms, saves: int) -> Bundle:
    return arrays.attacks([*map(arrays.as_arrays, attacks_of(edition, weapon, terms))], saves)


@lru_cache(maxsize=1024)
def defence_bundle(edition: PoolRules, target: Target, terms: PoolTerms) -> Bundle:
    return arrays.defences([edition.defence(target, terms)])


def most_damage(attack: Attack) -> int:
    return attack.most * (max(attack.normal, attack.critical) + attack.direct)


def first_damage(attack: Attack, ignore: int) -> int:
    """Return the most damage before the saves, if the target can learn more from it than the criticals tell: if it ignores some of it."""
    return attack.most * attack.direct if ignore else 0


class ShotOutcome(NamedTuple):
    """The outcome of one shot under best play."""

    worth: float
    second: float
    attack: int  # which of the attacks is best
    kept: Floats  # by row, criticals, normals
    result: Floats  # by row and criticals told apart, re-rolls left of the defender, wounds lost at once, damage


def play(given: ShotProblem, worths: Floats) -> ShotOutcome:
    """Solve one shot for what damage is worth."""
    best: ShotOutcome | None = None
    room = given.room
    for a, attack in enumerate(given.attacks):
        kept = np.zeros((given.rows, attack.most + 1, attack.most + 1))
        result = np.zeros(given.shape)
        one, two = shot(
            given.attack_bundle.ints, given.attack_bundle.floats, a, given.defence_bundle.ints, given.defence_bundle.floats, 0, given.cover,
            given.thin, worths, room.ints, room.floats, kept, result,
        )  # fmt: skip
        if best is None or one > best.worth + 1e-11 or (one > best.worth - 1e-11 and two > best.second + 1e-11):
            best = ShotOutcome(one, two, a, kept, result)
    assert best is not None
    return best


def own_damage(given: ShotProblem, outcome: ShotOutcome) -> dict[int, float]:
    """Return what the user suffers by its own attack dice, right after `play`."""
    attack = given.attacks[outcome.attack]
    found: dict[int, float] = {}
    for own, chance in zip(attack.own, given.room.floats[: len(attack.own)].tolist(), strict=True):
        if chance > 0.0:
            found[int(own)] = found.get(int(own), 0.0) + chance
    return dict(sorted(found.items()))


# --- what damage is worth


@lru_cache(maxsize=1024)
def worths(objective: Objective, wounds: int, ignore: int, first: int, most: int) -> Floats:
    """Return what damage up to ``most`` is worth in one shot without saved re-rolls; see `by_damage`."""
    damage = np.arange(most + 1, dtype=np.float64)
    base = {"damage": damage, "capped": np.minimum(damage, wounds), "incapacitate": (damage >= wounds).astype(np.float64)}[objective]
    return by_damage(base[None, None], damage[None, None], ignore, first)


def by_damage(worth: Floats, second: Floats, ignore: int, first: int) -> Floats:
    """Return what damage is worth, from what wounds lost are worth (their last axis).

    By row, re-rolls left of the defender, wounds lost at once, damage still to come, and whether it is the worth or the second
    worth; flat, as the kernel reads it.
    """
    coming = worth.shape[-1] - first
    chances = lost(ignore, coming - 1).T
    found = np.empty((*worth.shape[:-1], first + 1, coming, 2))
    for measure, wanted in enumerate((worth, second)):
        for at in range(first + 1):
            found[..., at, :, measure] = wanted[..., at : at + coming] @ chances if ignore else wanted
    return found.ravel()


def split_worths(given: ShotProblem, worths: Floats) -> tuple[Floats, Floats]:
    """Return worth and second worth: by row, re-rolls left of the defender, wounds lost at once, damage still to come."""
    both = worths.reshape(given.rows, *given.shape[1:], 2)
    return both[..., 0], both[..., 1]


def losses(target: Target, result: Floats) -> Floats:
    """Return how likely so many wounds are lost at once and in all, from the last two axes: wounds lost at once, damage still to come."""
    if not target.ignore:
        return result
    firsts, coming = result.shape[-2:]
    found = np.zeros((*result.shape[:-1], firsts + coming - 1))
    for at in range(firsts):
        found[..., at, at : at + coming] = result[..., at, :] @ lost(target.ignore, coming - 1)
    return found


def stands(target: Target, damage: int) -> float:
    """Return how likely so much damage leaves a target standing.

    >>> stands(Target(save=3, wounds=3), 2), stands(Target(save=3, wounds=1, ignore=4), 1)
    (1.0, 0.5)
    """
    return float(lost(target.ignore, damage)[damage, : target.wounds].sum())


def injuring(target: Target) -> int:
    """Return the damage that leaves fewer than half of the starting wounds.

    >>> injuring(Target(save=3, wounds=12)), injuring(Target(save=3, wounds=7)), injuring(Target(save=3, wounds=5, starting=12))
    (7, 4, 0)
    """
    return max(0, target.wounds - (target.full - 1) // 2)
