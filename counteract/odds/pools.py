"""Shooting with attack dice against defence dice, in the editions that play so: one shot, several, several targets."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from msgspec.structs import replace

from counteract.odds import packs
from counteract.odds.kernels.shots import fill_table, shot
from counteract.odds.packs import Attack, Bundle, Defence, Floats, Ints, lost
from counteract.odds.terms import Objective, Target, Terms


class Edition(Hashable, Protocol):
    """What an edition says about its weapons and targets; a module such as `counteract.odds.kt24`."""

    def attacks(self, weapon: Any, terms: Terms) -> tuple[Attack, ...]: ...
    def defence(self, target: Target, terms: Terms) -> Defence: ...
    def user_suffers(self, weapon: Any, terms: Terms) -> dict[int, float]: ...
    def against(self, weapon: Any, target: Target) -> Any: ...
    def bystanders(self, weapon: Any, softened: Any) -> tuple[float, int]: ...


class Problem(NamedTuple):
    """One weapon against one target, ready for the kernel."""

    attacks: tuple[Attack, ...]
    defence: Defence
    attack_bundle: Bundle
    defence_bundle: Bundle
    cover: bool
    rerolls: int  # that can be saved, of the attacker
    defender_rerolls: int
    most: int  # damage
    sizes: Ints
    room: Ints
    room_floats: Floats


@lru_cache(maxsize=2048)
def problem(edition: Edition, weapon: Any, target: Target, terms: Terms) -> Problem:
    """Get one weapon against one target ready."""
    attacks, defence = edition.attacks(weapon, terms), edition.defence(target, terms)
    one, two = attack_bundle(edition, weapon, terms, target.defence_dice), defence_bundle(edition, target, terms)
    lefts = terms.rerolls + 1 if terms.saving else 1
    sizes = np.array([one.finals, one.nodes, lefts * (weapon.attacks + 1) ** 2, two.finals, two.nodes], dtype=np.int32)
    return Problem(
        attacks, defence, one, two, sheltering(terms),
        terms.rerolls if terms.saving else 0, terms.defender_rerolls if terms.saving else 0, most_damage(attacks[0]),
        sizes, np.empty(int(sizes.sum()), np.int32), np.empty(int(3 * sizes.sum())),
    )  # fmt: skip


def sheltering(terms: Terms) -> bool:
    """Whether anything could keep a die for the target; attacks know themselves whether it is open to them."""
    return terms.cover or terms.roof


@lru_cache(maxsize=1024)
def attack_bundle(edition: Edition, weapon: Any, terms: Terms, saves: int) -> Bundle:
    return packs.attacks(edition.attacks(weapon, terms), saves)


@lru_cache(maxsize=1024)
def defence_bundle(edition: Edition, target: Target, terms: Terms) -> Bundle:
    return packs.defences([edition.defence(target, terms)])


def most_damage(attack: Attack) -> int:
    return attack.most * (max(attack.normal, attack.critical) + attack.direct)


class Outcome(NamedTuple):
    """What comes of one shot with best play; arrays start with the Command Re-rolls left of the attacker, then of the defender."""

    worth: float
    second: float
    attack: int  # which of the attacks is best
    kept: Floats  # by re-rolls left, criticals, normals
    result: Floats  # by re-rolls left of both, damage


def play(given: Problem, worth: Floats, second: Floats) -> Outcome:
    """Solve one shot for what damage is worth."""
    best: Outcome | None = None
    for a, attack in enumerate(given.attacks):
        kept = np.zeros((given.rerolls + 1, attack.most + 1, attack.most + 1))
        result = np.zeros(worth.shape)
        one, two = shot(
            given.attack_bundle.ints, given.attack_bundle.floats, a, given.defence_bundle.ints, given.defence_bundle.floats, 0, given.cover,
            worth, second, given.sizes, given.room, given.room_floats, kept, result,
        )  # fmt: skip
        if best is None or one > best.worth + 1e-11 or (one > best.worth - 1e-11 and two > best.second + 1e-11):
            best = Outcome(one, two, a, kept, result)
    assert best is not None
    return best


def own_damage(given: Problem, outcome: Outcome) -> dict[int, float]:
    """What the user suffers by its own attack dice, right after `play`."""
    attack = given.attacks[outcome.attack]
    finals = given.attack_bundle.finals
    found: dict[int, float] = {}
    for own, chance in zip(attack.own, given.room_floats[2 * finals : 3 * finals].tolist(), strict=False):
        if chance > 0.0:
            found[int(own)] = found.get(int(own), 0.0) + chance
    return dict(sorted(found.items()))


# --- what damage is worth


@lru_cache(maxsize=1024)
def worths(objective: Objective, wounds: int, ignore: int, most: int) -> tuple[Floats, Floats]:
    """What damage up to ``most`` is worth, and its second worth: as an array of one shot without saved re-rolls."""
    damage = np.arange(most + 1, dtype=np.float64)
    base = {"damage": damage, "capped": np.minimum(damage, wounds), "incapacitate": (damage >= wounds).astype(np.float64)}[objective]
    return thinned(ignore, most, base)[None, None, :].copy(), thinned(ignore, most, damage)[None, None, :].copy()


def thinned(ignore: int, most: int, worth: Floats) -> Floats:
    """What damage is worth if some wounds are ignored."""
    return lost(ignore, most) @ worth if ignore else worth


def stands(target: Target, damage: int) -> float:
    """How likely so much damage leaves a target standing.

    >>> stands(Target(save=3, wounds=3), 2), stands(Target(save=3, wounds=1, ignore=4), 1)
    (1.0, 0.5)
    """
    return float(lost(target.ignore, damage)[damage, : target.wounds].sum()) if target.ignore else float(damage < target.wounds)


# --- tables

MEASURES = 3  # expected damage, chance to incapacitate, chance to injure


def table(edition: Edition, weapons: Sequence[Any], targets: Sequence[Target], terms: Terms, objective: Objective) -> Floats:
    """Every weapon on every target: by weapon, target and measure. Targets that are attacked alike are attacked once."""
    alike: dict[Hashable, list[int]] = {}
    for at, target in enumerate(targets):
        wounds = 0 if objective == "damage" else target.wounds
        alike.setdefault((replace(target, wounds=1, starting=0), wounds), []).append(at)
    order = [at for places in alike.values() for at in places]
    kinds = [targets[places[0]] for places in alike.values()]
    per_weapon = [edition.attacks(weapon, terms) for weapon in weapons]
    pierced = max(target.defence_dice for target in targets)
    many = packs.attacks([attack for attacks in per_weapon for attack in attacks], pierced)
    defences = packs.defences([_deeper(edition.defence(target, terms), pierced) for target in kinds])
    mosts = np.array([most_damage(attacks[0]) for attacks in per_weapon], dtype=np.int32)
    most = int(mosts.max())
    worth, second = (np.concatenate(arrays) for arrays in zip(*(worths(objective, t.wounds, t.ignore, most) for t in kinds), strict=True))
    measures = np.stack([_measures(targets[at], most) for at in order])
    successes = max(attacks[0].most for attacks in per_weapon) + 1
    sizes = np.array([many.finals, many.nodes, successes**2, defences.finals, defences.nodes], dtype=np.int32)
    found = np.zeros((len(weapons), len(targets), MEASURES))
    variants, target0 = (np.cumsum([0, *map(len, parts)]).astype(np.int32) for parts in (per_weapon, alike.values()))
    fill_table(
        many.ints, many.floats, variants, mosts, defences.ints, defences.floats, sheltering(terms), worth, second, measures, target0,
        sizes, np.empty(int(sizes.sum()), np.int32), np.empty(3 * int(sizes.sum())), np.zeros((1, successes, successes)),
        np.zeros((1, 1, most + 1)), found,
    )  # fmt: skip
    back: Floats = found[:, np.argsort(order)]
    return back


def _deeper(defence: Defence, pierced: int) -> Defence:
    """The same defence, told for more dice pierced than it has."""
    return (*defence, *[defence[-1]] * (pierced + 1 - len(defence)))


@lru_cache(maxsize=1024)
def _measures(target: Target, most: int) -> Floats:
    damage = np.arange(most + 1, dtype=np.float64)
    rows = (damage, (damage >= target.wounds).astype(np.float64), (damage >= injuring(target)).astype(np.float64))
    return np.stack([thinned(target.ignore, most, row) for row in rows])


def injuring(target: Target) -> int:
    """The damage that leaves fewer than half of the starting wounds.

    >>> injuring(Target(save=3, wounds=12)), injuring(Target(save=3, wounds=7)), injuring(Target(save=3, wounds=5, starting=12))
    (7, 4, 0)
    """
    return max(0, target.wounds - (target.full - 1) // 2)


# --- several shots, several targets


class Stage(NamedTuple):
    """One shot of a series."""

    weapon: Any
    target: Target
    terms: Terms
    again: bool  # at the same target as the shot before


class State(NamedTuple):
    """Where a series stands: the next shot, wounds its target has lost (as far as they matter), re-rolls and wounds left."""

    stage: int
    lost: int
    rerolls: int
    defender_rerolls: int
    own: int  # wounds of the shooter; -1: nobody knows


class Course(NamedTuple):
    """What comes of a series of shots."""

    worth: float
    damage: list[Floats]  # of each shot
    total: Floats
    own: dict[int, float]  # what the shooter suffers


class Series:
    """Shots one after the other, with Command Re-rolls that can be saved for later ones."""

    def __init__(self, edition: Edition, stages: Sequence[Stage], objective: Objective, shooter: tuple[int, int] | None = None) -> None:
        self.edition = edition
        self.stages = stages
        self.objective = objective
        self.own, self.own_full = shooter or (-1, -1)
        self.known: dict[State, Outcome] = {}
        self.asked: dict[State, tuple[Problem, Floats, Floats]] = {}  # and what damage is worth there

    def start(self) -> State:
        terms = self.stages[0].terms
        return State(0, 0, terms.rerolls, terms.defender_rerolls, self.own)

    def terms(self, state: State) -> Terms:
        """The terms of the next shot as things stand."""
        terms = self.stages[state.stage].terms
        injured = terms.injured or 0 <= 2 * state.own < self.own_full
        return terms._replace(rerolls=state.rerolls, defender_rerolls=state.defender_rerolls, injured=injured, saving=True)

    def afterwards(self, state: State, damage: int, rerolls: int, defender_rerolls: int) -> Iterator[tuple[State, float]]:
        """Where a shot leads to; what the shooter suffers from it is a matter of chance."""
        stage = self.stages[state.stage]
        following = state.stage + 1
        lost = 0
        if following < len(self.stages) and self.stages[following].again and self.objective != "damage":
            lost = min(stage.target.wounds, state.lost + damage)
        plain = State(following, lost, rerolls, defender_rerolls, state.own)
        suffered = self.edition.user_suffers(stage.weapon, self.terms(state)) if state.own >= 0 else {}
        for harm, chance in suffered.items():
            yield plain._replace(own=max(0, state.own - harm)), chance
        if not suffered:
            yield plain, 1.0

    def over(self, state: State) -> bool:
        return state.stage == len(self.stages) or state.own == 0

    def outcome(self, state: State) -> Outcome:
        """The next shot with best play, with a view to those that follow."""
        if state not in self.known:
            stage = self.stages[state.stage]
            given = problem(self.edition, stage.weapon, stage.target, self.terms(state))
            shape = (state.rerolls + 1, state.defender_rerolls + 1, given.most + 1)
            worth, second = np.zeros(shape), np.zeros(shape)
            for mine, theirs, damage in np.ndindex(*shape):
                worth[mine, theirs, damage] = self.gain(stage.target, state.lost, damage)
                second[mine, theirs, damage] = damage
                for later, chance in self.afterwards(state, damage, mine, theirs):
                    if not self.over(later):
                        more = self.outcome(later)
                        worth[mine, theirs, damage] += chance * more.worth
                        second[mine, theirs, damage] += chance * more.second
            if stage.target.ignore:
                worth, second = worth @ lost(stage.target.ignore, given.most).T, second @ lost(stage.target.ignore, given.most).T
            self.asked[state] = given, worth, second
            self.known[state] = play(given, worth, second)
        return self.known[state]

    def gain(self, target: Target, lost: int, damage: int) -> float:
        if self.objective == "damage":
            return float(damage)
        left = target.wounds - lost
        return float(min(damage, left)) if self.objective == "capped" else float(0 < left <= damage)

    def run(self) -> Course:
        """Follow the best play from the start."""
        first = self.start()
        most = sum(most_damage(self.edition.attacks(stage.weapon, stage.terms)[0]) for stage in self.stages)
        waiting = {first: np.eye(1, most + 1)[0]}  # how likely which total is, by state
        damage = [np.zeros(most + 1) for _ in self.stages]
        total = np.zeros(most + 1)
        own: dict[int, float] = {}
        while waiting:
            state = min(waiting)
            mass = waiting.pop(state)
            if self.over(state):
                total += mass
                own[self.own - state.own] = own.get(self.own - state.own, 0.0) + float(mass.sum())
                continue
            result = lost_by(self.stages[state.stage].target, self.outcome(state).result)
            damage[state.stage][: result.shape[2]] += mass.sum() * result.sum(axis=(0, 1))
            for mine, theirs, harm in np.argwhere(result > 0.0):
                for later, chance in self.afterwards(state, int(harm), int(mine), int(theirs)):
                    there = waiting.setdefault(later, np.zeros(most + 1))
                    there[harm:] += mass[: most + 1 - harm] * (result[mine, theirs, harm] * chance)
        return Course(self.outcome(first).worth, damage, total, dict(sorted(own.items())))


def lost_by(target: Target, result: Floats) -> Floats:
    """Wounds lost instead of damage done, if the target ignores some."""
    return result @ lost(target.ignore, result.shape[-1] - 1) if target.ignore else result
