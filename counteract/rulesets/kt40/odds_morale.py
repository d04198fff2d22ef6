"""The odds of morale tests of the army-scale edition. (MORALE)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from counteract.odds.chains.states import FACES, gathered
from counteract.rulesets.kt40.odds_cards import TargetUnit


class Morale(NamedTuple):
    """The odds of a morale test: the chance that it fails, the wounds lost to it, and the wounds left after it."""

    fails: float
    losses: dict[int, float]
    left: dict[int, float]


def morale(target: TargetUnit, lost: Mapping[int, float], *, modifier: int = 0, rerolls: int = 0) -> Morale:
    """Return the odds of the morale test of a unit, given those of the wounds it has lost. (MORALE-02 to MORALE-10)

    >>> morale(TargetUnit(toughness=4, models=10, leadership=7), {5: 1.0}).losses
    {0: 0.3333333333333333, 1: 0.16666666666666666, 2: 0.16666666666666666, 3: 0.16666666666666666, 4: 0.16666666666666666}
    """
    ends = []
    for number, chance in lost.items():
        left = target.all - min(number, target.all)
        wounds_lost = target.lost + number
        if not left or not wounds_lost:
            ends.append((False, 0, left, chance))
            continue
        leadership = target.led(number)
        faces = [_test(target, face, wounds_lost + modifier - leadership) for face in FACES]
        for fails, share in _tested(faces, left, rerolls):
            ends.append((fails is not None, min(left, fails or 0), left, chance * share))
    return Morale(
        sum(chance for fails, _, _, chance in ends if fails),
        gathered((loss, chance) for _, loss, _, chance in ends),
        gathered((left - loss, chance) for _, loss, left, chance in ends),
    )


def _test(target: TargetUnit, face: int, over: int) -> int | None:
    """Return the wounds that one face costs; None if the test is passed. (MORALE-04 to MORALE-10, INT-67, INT-68)"""
    excess = face + over
    if face == 1 or excess <= 0:
        return None
    return 0 if target.character or (target.vehicle and target.table) else excess


def _tested(faces: Sequence[int | None], left: int, rerolls: int) -> list[tuple[int | None, float]]:
    """Return each result of a test with its chance; a re-roll is used if it saves wounds on average, or else makes the test likelier to pass."""

    def cost(loss: int | None) -> tuple[float, float]:
        return min(left, loss or 0), float(loss is not None)

    again = tuple(sum(cost(face)[k] for face in faces) / 6 for k in (0, 1))
    found: list[tuple[int | None, float]] = []
    for face in faces:
        if rerolls and again < cost(face):
            found += [(other, 1 / 36) for other in faces]
        else:
            found.append((face, 1 / 6))
    return found
