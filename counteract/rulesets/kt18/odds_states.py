"""The states of a target in the odds of Kill Team 2018, and the effect of attacks on them. (DMG, INJ, MW)"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counteract.attacks.hitwoundsave import NEVER
from counteract.core.language import Phrase
from counteract.odds.chains.attack import AttackChain, AttackProfile
from counteract.odds.chains.states import FACES, SECOND, WORTH, Left, Next, Places, Players, RerollSituation, Rows, amounts, lost_of, mix, spend
from counteract.rulesets.kt18.damage import OUT_FROM, PER_FLESH_WOUND
from counteract.rulesets.kt18.odds_cards import TargetModel
from counteract.rulesets.kt18.weapons import Weapon


class TargetState(NamedTuple):
    """The state of a target; it is felled while the attacks that brought it to 0 wounds are under way."""

    wounds: int
    flesh: int
    felled: bool = False

    @property
    def out(self) -> bool:
        return not self.wounds


class TargetStates:
    """All states that a target may be in after so many chains of attacks, each with its number."""

    def __init__(self, target: TargetModel, chains: int) -> None:
        first = target.flesh
        more = range(first + 1, first + chains + 1)
        standing = [TargetState(w, first) for w in range(target.wounds, 0, -1)]
        hurt = [TargetState(1, flesh, felled) for flesh in more for felled in (False, True)]
        out = [TargetState(0, flesh, True) for flesh in range(first, first + chains)]
        self.start = target
        self.all = tuple(standing + hurt + out)
        self.number = {state: k for k, state in enumerate(self.all)}
        self.wounds = np.array([NEVER * 100 if state.felled else state.wounds for state in self.all])  # left for attacks to take
        self.out = self._places(lambda state: TargetState(0, state.flesh, True))
        self.hurt = self._places(lambda state: TargetState(1, state.flesh + 1, True))
        self.fresh = self._places(lambda state: state if state.out else state._replace(felled=False))
        self._less: dict[int, Places] = {}

    def _places(self, becomes: Any) -> Places:
        """Return the state that each state leads to; itself if there is no such state."""
        return np.array([self.number.get(becomes(state), k) for k, state in enumerate(self.all)])

    def less(self, points: int) -> Places:
        """Return the state that each state leads to by the loss of so many wounds, if some are left."""
        if points not in self._less:
            self._less[points] = self._places(lambda state: state if state.felled else state._replace(wounds=state.wounds - points))
        return self._less[points]

    def lost(self, state: TargetState) -> int:
        """Return the wounds lost; all of them if the target ever came to 0."""
        return self.start.wounds - (state.wounds if state.flesh == self.start.flesh else 0)


class UnsavedAttack(NamedTuple):
    """An unsaved attack: its weapon, its target, and the terms of the Injury roll."""

    weapon: Weapon
    target: TargetModel
    injury: int  # modifier of the Injury roll but for flesh wounds
    most_flesh: int  # 0: no limit (INT-80)


class DamageCount(NamedTuple):
    """The amounts that a point of damage adds to the columns."""

    worth: float = 0.0
    second: float = 0.0
    column: int = 0  # the first of those with the odds of damage yet to be done; 0: there are none


class ModelAttacks(AttackChain):
    """The attacks of one model on another. (INT-42)"""

    def __init__(self, players: Players, profile: AttackProfile, blow: UnsavedAttack, states: TargetStates, count: DamageCount) -> None:
        super().__init__(players, profile)
        self.blow = blow
        self.states = states
        self.count = count

    def damage(self, then: Next, to_come: int) -> Next:
        """Return the outcomes of a failed save. (SAVE-03, DMG-01, DMG-02, INT-44)"""
        chances = {
            (lost, points): chance * share
            for points, chance in amounts(self.blow.weapon.damage).items()
            for lost, share in lost_of(points, self.blow.target.ignore).items()
        }
        return {left: mix((chance, self.struck(lost, dice, then, left, to_come)) for (lost, dice), chance in chances.items()) for left in then}

    def mortal(self, then: Next, to_come: int) -> Next:
        """Return the outcomes of a mortal wound. (MW-01 to MW-04)"""
        chances = lost_of(1, self.blow.target.ignore)
        return {left: mix((chance, self.struck(lost, 1, then, left, to_come)) for lost, chance in chances.items()) for left in then}

    def struck(self, lost: int, dice: int, then: Next, left: Left, to_come: int) -> Rows:
        """Return the outcomes of the loss of wounds; at 0 an Injury roll follows. (DMG-01 to DMG-05)"""
        if not lost:
            return then[left]
        rows = then[left][self.states.less(lost)]
        falling = np.flatnonzero(self.states.wounds <= lost)
        rows[falling] = self.injury(dice, falling, then, left, to_come)
        return self.counted(rows, lost)

    def injury(self, dice: int, falling: Places, then: Next, left: Left, to_come: int) -> Rows:
        """Return the outcomes of the Injury rolls in the states that come to 0 wounds. (INJ-01 to INJ-10, QA-18)"""
        player = self.profile.player
        out = np.array([self.out(dice, self.states.all[k].flesh) for k in falling])[:, None]
        away, hurt = self.states.out[falling], self.states.hurt[falling]
        stays = then[left][hurt]
        if left[player]:
            spent = then[spend(left, player)]
            situation = RerollSituation(player, Phrase("Injury roll: flesh wound"), to_come)
            tried = self.players.reroll(situation, stays, out * spent[away] + (1 - out) * spent[hurt], out[:, 0] > 0)
            stays = np.where(out > 0, tried, stays)
        return out * then[left][away] + (1 - out) * stays

    def out(self, dice: int, flesh: int) -> float:
        """Return the probability that an Injury roll puts a model with so many flesh wounds out of action."""
        if 0 < self.blow.most_flesh <= flesh:  # INT-80
            return 1.0
        modifier = flesh * PER_FLESH_WOUND + self.blow.injury
        harmless = sum(face + modifier < OUT_FROM for face in FACES)
        return 1.0 - (harmless / 6) ** dice

    def counted(self, rows: Rows, points: int) -> Rows:
        """Return a table with points of damage counted."""
        count = self.count
        if count == DamageCount():
            return rows
        rows = rows.copy()
        rows[:, WORTH] += points * count.worth
        rows[:, SECOND] += points * count.second
        if count.column:
            rows[:, count.column + points :] = rows[:, count.column : -points].copy()
            rows[:, count.column : count.column + points] = 0.0
        return rows
