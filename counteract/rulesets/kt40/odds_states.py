"""The losses of units in the odds of the army-scale edition, and the effect of attacks on them. (DMG, WR)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.attacks.hitwoundsave import Amount
from counteract.core.language import Phrase
from counteract.odds.chains.attack import FAILS, AttackChain, AttackProfile
from counteract.odds.chains.states import FACES, PLAIN, DieRoll, Left, Next, Places, Players, Rows
from counteract.odds.terms import Objective
from counteract.rulesets.kt40.odds_cards import TargetUnit

BEARERS, LOST = PLAIN, PLAIN + 1  # columns of shooting: bearers slain by their own weapons; how likely it is to lose 0 wounds, and so on


class UnsavedAttack(NamedTuple):
    """An unsaved attack: its damage and its target."""

    damage: Amount
    target: TargetUnit
    melta: bool = False  # two dice are rolled for the damage and the higher counts


class Losses(NamedTuple):
    """The possible losses of a unit, one row each: the row after one wound more, whether that slays a model, and its worth."""

    next: Places
    slays: NDArray[np.bool_]
    gains: Rows | None = None  # first and second; None: wounds lost are not counted on the way


def up_to(target: TargetUnit) -> Losses:
    """Return the possible losses of a unit: up to all its wounds."""
    lost = np.arange(target.all + 1)
    return Losses(np.minimum(lost + 1, target.all), (lost + 1 + target.hurt) % target.wounds == 0)


def without_end(target: TargetUnit, objective: Objective) -> Losses:
    """Return the possible losses of a unit and then, once it is destroyed, of models like its own that stand in for it."""
    whole_unit, wounds = target.all, target.wounds
    real, more = np.arange(whole_unit), np.arange(wounds)
    onward = np.concatenate([real + 1, whole_unit + (more + 1) % wounds])
    slays = np.concatenate([(real + 1 + target.hurt) % wounds == 0, more + 1 == wounds])
    damage = np.ones(whole_unit + wounds)
    capped = np.concatenate([np.ones(whole_unit), np.zeros(wounds)])
    destroyed = (np.arange(whole_unit + wounds) == whole_unit - 1).astype(np.float64)
    first, second = {"damage": (damage, destroyed), "capped": (capped, destroyed), "incapacitate": (destroyed, damage)}[objective]
    return Losses(onward, slays, np.stack([first, second], axis=1))


class UnitAttacks(AttackChain):
    """The attacks on a unit. With an overheating weapon there are two sets of rows: before and after the bearer rolls a 1."""

    def __init__(self, players: Players, profile: AttackProfile, blow: UnsavedAttack, losses: Losses) -> None:
        super().__init__(players, profile)
        self.blow = blow
        self.count = len(losses.next)
        self.losses = _doubled(losses) if profile.burns else losses

    def bearers(self, count: int, amount: Amount, times: int, then: Next) -> Next:
        """Return the outcomes if models fire one after the other, each as often as it rolls. (DICE-06, WT-01)"""
        player, each = self.profile.player, max(1, int(amount.mean * times))
        for after in range(count):
            layers = self.attacks(amount.most * times, self.closed(then), after * each)

            def fired(number: int, left: Left, layers: Sequence[Next] = layers) -> Rows:
                return layers[number * times][left]

            then = self.opened({left: self.players.amount(amount, fired, left, player, Phrase("number of shots"), after * each) for left in then})
        return then

    def closed(self, then: Next) -> Next:
        """Return the outcomes once a bearer has made its attacks: after a 1 with an overheating weapon it is slain. (WR-OVERHEAT-01)"""
        return {left: np.concatenate([rows, self.one_slain(rows)]) for left, rows in then.items()} if self.profile.burns else then

    def one_slain(self, rows: Rows) -> Rows:
        if self.players.notes is None:
            rows = rows.copy()
            rows[:, BEARERS] += 1.0
        return rows

    def opened(self, then: Next) -> Next:
        """Return the outcomes for a bearer that has rolled no 1 yet."""
        return {left: rows[: self.count] for left, rows in then.items()}

    def burnt(self, rows: Rows) -> Rows:
        """Return the outcomes once the bearer has rolled a 1."""
        return np.concatenate([rows[self.count :]] * 2)

    def damage(self, then: Next, to_come: int) -> Next:
        """Return the outcomes of a failed save. (DMG-01, WR-MELTA-01)"""
        damage, target, melta = self.blow
        layers: list[Next] = [then]
        for _ in range(damage.most if target.ignore else min(damage.most, target.wounds)):  # more than that would be lost
            layers.append(self.point(layers[-1], then, to_come))

        def hurt(points: int, left: Left) -> Rows:
            return layers[min(points, len(layers) - 1)][left]

        roll = self.players.amount
        return {left: roll(damage, hurt, left, self.profile.player, Phrase("damage"), to_come, higher_of_two=melta) for left in then}

    def point(self, rest: Next, over: Next, to_come: int) -> Next:
        """Return the outcomes of one point of damage; the rest follow unless the model is slain. (DMG-01, UNIT-12)"""
        onward, slays = self.losses.next, self.losses.slays[:, None]
        lost = {left: self.counted(np.where(slays, over[left][onward], rows[onward])) for left, rows in rest.items()}
        ignore = self.blow.target.ignore
        if not ignore:
            return lost
        roll = DieRoll(self.profile.other, Phrase("roll to ignore a wound"), FAILS, FAILS, to_come)
        results = ["ignored" if face >= ignore else "fails" for face in FACES]
        return {left: self.players.test(results, lambda result, left: (rest if result == "ignored" else lost)[left], left, roll) for left in rest}

    def mortal(self, then: Next, to_come: int) -> Next:
        """Return the outcomes of a mortal wound, which may fall on the next model. (DMG-02, DMG-03)"""
        return self.point(then, then, to_come)

    def counted(self, rows: Rows) -> Rows:
        """Return a table with a lost wound counted; the columns from `LOST` on are of wounds yet to be lost."""
        if self.losses.gains is not None:
            rows[:, :PLAIN] += self.losses.gains
            if self.players.notes is None:
                rows[:, LOST + 1 :] = rows[:, LOST:-1].copy()
                rows[:, LOST] = 0.0
        return rows


def _doubled(losses: Losses) -> Losses:
    """Return the losses twice: for a bearer that has rolled no 1, and for one that has."""
    assert losses.gains is not None
    return Losses(np.concatenate([losses.next, losses.next + len(losses.next)]), np.tile(losses.slays, 2), np.tile(losses.gains, (2, 1)))
