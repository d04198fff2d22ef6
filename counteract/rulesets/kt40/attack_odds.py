"""The odds of attacks on a unit, group after group: exact, without Command Re-rolls; for the policy and for the labels of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.attacks.hitwoundsave import NEVER, Amount, saves, wound_number
from counteract.core.preview import Bars
from counteract.odds.chains.attack import Faces
from counteract.odds.chains.states import FACES
from counteract.rulesets.kt40.odds_cards import Figures, TargetUnit
from counteract.rulesets.kt40.odds_morale import morale

Row = NDArray[np.float64]
SIDES = len(FACES)


class Volley(NamedTuple):
    """Attacks of one kind: the faces that hit (None: all do), strength, what they do, and how many there are, model by model."""

    hit: Faces | None
    strength: int
    ap: int
    damage: Amount
    amount: Amount  # of attacks, each time a model makes them
    times: int = 1  # how many times that is done
    doubled: bool = False  # within half range of a Rapid Fire weapon
    melta: bool = False  # two dice for damage, the higher counts
    sniper: bool = False  # a 6 to wound brings a mortal wound besides
    sure: bool = False  # ones to hit are rolled again
    cruel: bool = False  # ones to wound are rolled again
    cover_after: int | None = None  # models slain after which the target adds 1 to its armour save; 0: at once, None: never
    to_wound: int = 0  # added to wound rolls


class UnitOdds(NamedTuple):
    """The odds of attacks: expected wounds lost and models slain, the chances that the unit is destroyed at once and that its morale fails.

    ``bars`` are the numbers of wounds that may be lost, each with its chance; ``fled`` are the wounds that morale is expected to cost.
    """

    wounds: float = 0.0
    slain: float = 0.0
    destroyed: float = 0.0
    fails: float = 0.0
    fled: float = 0.0
    bars: Bars = ()


NOTHING = UnitOdds()


@lru_cache(maxsize=16384)
def attacks(volleys: tuple[Volley, ...], target: TargetUnit) -> UnitOdds:
    """Return the odds of several volleys at a unit, one after the other. (ATT, DMG, MORALE)

    >>> gun = Volley((False, False, True, True, True, True), 4, 0, Amount(plus=1), Amount(plus=1), times=6)
    >>> round(attacks((gun,), TargetUnit(toughness=4, models=5, save=4)).wounds, 4)
    1.0
    """
    lost = _unhurt(target)
    for volley in volleys:
        lost = _after(volley, target, lost)
    return _summed(target, lost)


@lru_cache(maxsize=4096)
def mortal_wounds(numbers: tuple[tuple[int, float], ...], target: TargetUnit) -> UnitOdds:
    """Return the odds of mortal wounds at a unit, given the chance of each number of them. (DMG-02)

    >>> round(mortal_wounds(tuple(distribution(Amount(1, 3)).items()), TargetUnit(toughness=4, models=2)).destroyed, 3)
    0.667
    """
    one, layers = _harm(target, {1: 1.0}), [_unhurt(target)]
    for _ in range(max((number for number, _ in numbers), default=0)):
        layers.append(one @ layers[-1])
    return _summed(target, sum((chance * layers[number] for number, chance in numbers), np.zeros_like(layers[0])))


def mix(ways: Iterable[tuple[float, UnitOdds]]) -> UnitOdds:
    """Return the odds of one of several ways that things may go, given the chance of each."""
    found = [(chance, odds) for chance, odds in ways if chance > 0.0]
    bars: dict[int, float] = {}
    for chance, odds in found:
        for number, share in odds.bars:
            bars[number] = bars.get(number, 0.0) + chance * share

    def mean(value: Callable[[UnitOdds], float]) -> float:
        return sum(chance * value(odds) for chance, odds in found)

    return UnitOdds(
        mean(lambda odds: odds.wounds), mean(lambda odds: odds.slain), mean(lambda odds: odds.destroyed),
        mean(lambda odds: odds.fails), mean(lambda odds: odds.fled), tuple(sorted(bars.items())),
    )  # fmt: skip


def _unhurt(target: TargetUnit) -> Row:
    lost = np.zeros(target.all + 1)
    lost[0] = 1.0
    return lost


def _summed(target: TargetUnit, lost: Row) -> UnitOdds:
    """Return the odds that the chances of each number of wounds lost come to, with the morale test after them."""
    numbers = np.arange(target.all + 1)
    bars = tuple((int(number), float(chance)) for number, chance in zip(numbers, lost, strict=True) if chance > 0.0)
    test = morale(target, dict(bars))
    return UnitOdds(
        wounds=float(lost @ numbers),
        slain=float(lost @ np.array([target.slain(number) for number in range(target.all + 1)])),
        destroyed=float(lost[-1]),
        fails=test.fails,
        fled=sum(number * chance for number, chance in test.losses.items()),
        bars=bars,
    )


def _after(volley: Volley, target: TargetUnit, lost: Row) -> Row:
    """Return the chances of each number of wounds lost after a volley."""
    step = _attack(volley, target)
    numbers = distribution(volley.amount)
    most = max(numbers) * (2 if volley.doubled else 1)
    for _ in range(volley.times):
        layers = [lost]
        for _ in range(most):
            layers.append(step @ layers[-1])
        lost = sum((chance * layers[number * (2 if volley.doubled else 1)] for number, chance in numbers.items()), np.zeros_like(lost))
    return lost


@lru_cache(maxsize=4096)
def _attack(volley: Volley, target: TargetUnit) -> NDArray[np.float64]:
    """Return the matrix that one attack applies to the chances of wounds lost: column before, row after."""
    harm, mortal = _harm(target, distribution(volley.damage, higher_of_two=volley.melta)), _harm(target, {1: 1.0})
    step = np.eye(len(harm))  # if none is left, nothing changes any more
    for met, states in target.figures().items():  # the wound and the save are those of the model that is next (INT-80, ATT-10)
        for covered in (False, True):
            own = [lost for lost in states if covered == (volley.cover_after is not None and target.slain(lost) >= volley.cover_after)]
            if own:
                step[:, own] = _attack_on(volley, met, harm, mortal, covered=covered)[:, own]
    return step


def _attack_on(volley: Volley, met: Figures, harm: NDArray[np.float64], mortal: NDArray[np.float64], *, covered: bool) -> NDArray[np.float64]:
    """Return the matrix of one attack if it meets such a model, whatever wounds are lost."""
    needed = wound_number(volley.strength, met.toughness)
    hit = 1.0 if volley.hit is None else _again(sum(volley.hit) / SIDES, volley.sure)
    six = _again(1 / SIDES, volley.cruel) if volley.sniper else 0.0  # whatever the modifiers (WR-SNIPER-01)
    wounds = [_wounds(face, needed, volley.to_wound) for face in FACES]
    wound = _again(sum(wounds) / SIDES, volley.cruel) - (six if wounds[-1] else 0.0)
    armour = met.save - volley.ap - int(covered) if met.save else NEVER
    best = min(armour, met.invulnerable or NEVER)
    unsaved = 1.0 - sum(saves(face, best) for face in FACES) / SIDES
    same = np.eye(len(harm))
    wounded = unsaved * harm + (1.0 - unsaved) * same
    pierced = mortal @ wounded if wounds[-1] else mortal
    step: NDArray[np.float64] = hit * (wound * wounded + six * pierced) + (1.0 - hit * (wound + six)) * same
    return step


def _wounds(face: int, needed: int, modifier: int) -> bool:
    return face != 1 and face + modifier >= needed


def _harm(target: TargetUnit, damage: dict[int, float]) -> NDArray[np.float64]:
    """Return the matrix that damage to one model applies to the chances of wounds lost: column before, row after. (DMG-01, UNIT-12)"""
    left = np.array(target.lefts())
    harm = np.zeros((len(left), len(left)))
    harm[-1, -1] = 1.0
    for met, states in target.figures().items():
        before = np.array([lost for lost in states if lost < target.all])
        for points, chance in damage.items():
            for number, share in _suffered(points, met.ignore):
                harm[before + np.minimum(number, left[before]), before] += chance * share
    return harm


def _again(chance: float, ones: bool) -> float:
    """Return the chance of a success if natural ones, which never succeed, are rolled again."""
    return chance * (1.0 + 1.0 / SIDES) if ones else chance


@lru_cache(maxsize=256)
def _suffered(points: int, ignore: int) -> tuple[tuple[int, float], ...]:
    """Return how many of some points of damage are not ignored, each number with its chance."""
    if not ignore:
        return ((points, 1.0),)
    kept = (ignore - 1) / SIDES
    return tuple((k, comb(points, k) * kept**k * (1 - kept) ** (points - k)) for k in range(points + 1))


@lru_cache(maxsize=256)
def distribution(amount: Amount, *, higher_of_two: bool = False) -> dict[int, float]:
    """Return the chances of a rolled number. (DICE-01, WR-MELTA-01)

    >>> {number: round(chance, 3) for number, chance in distribution(Amount(1, 3)).items()}
    {1: 0.333, 2: 0.333, 3: 0.333}
    """
    found: dict[int, float] = {}
    rolls: Iterable[Sequence[int]] = product(FACES, repeat=2 * amount.dice if higher_of_two else amount.dice)
    share = 1 / SIDES ** (2 * amount.dice if higher_of_two else amount.dice)
    for roll in rolls:
        faces = [max(pair) for pair in zip(roll[::2], roll[1::2], strict=True)] if higher_of_two else roll
        number = amount.read(tuple(faces))
        found[number] = found.get(number, 0.0) + share
    return {number: round(chance, 15) for number, chance in sorted(found.items())}
