"""What may become of a target in the 2018 edition, and what attacks do to it. (DMG, INJ, MW)"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counteract.core.language import Phrase
from counteract.mechanics.hitwoundsave import NEVER
from counteract.odds.chains import FACES, SECOND, WORTH, Left, Next, Places, Players, Rows, Situation, amounts, lost_of, mix, spend
from counteract.odds.kt18_cards import Target
from counteract.odds.volleys import Striker, Volley
from counteract.rulesets.kt18.damage import OUT_FROM, PER_FLESH_WOUND
from counteract.rulesets.kt18.weapons import Weapon


class Fate(NamedTuple):
    """How a target fares; it is felled while the attacks that brought it to 0 wounds are under way."""

    wounds: int
    flesh: int
    felled: bool = False

    @property
    def out(self) -> bool:
        return not self.wounds


class Fates:
    """Everything that may become of a target in so many volleys, each with its number."""

    def __init__(self, target: Target, volleys: int) -> None:
        first = target.flesh
        more = range(first + 1, first + volleys + 1)
        standing = [Fate(w, first) for w in range(target.wounds, 0, -1)]
        hurt = [Fate(1, flesh, felled) for flesh in more for felled in (False, True)]
        out = [Fate(0, flesh, True) for flesh in range(first, first + volleys)]
        self.start = target
        self.all = tuple(standing + hurt + out)
        self.number = {fate: k for k, fate in enumerate(self.all)}
        self.wounds = np.array([NEVER * 100 if fate.felled else fate.wounds for fate in self.all])  # that attacks could take
        self.out = self._places(lambda fate: Fate(0, fate.flesh, True))
        self.hurt = self._places(lambda fate: Fate(1, fate.flesh + 1, True))
        self.fresh = self._places(lambda fate: fate if fate.out else fate._replace(felled=False))
        self._less: dict[int, Places] = {}

    def _places(self, becomes: Any) -> Places:
        """Where each fate leads to; where it leads nowhere, itself."""
        return np.array([self.number.get(becomes(fate), k) for k, fate in enumerate(self.all)])

    def less(self, points: int) -> Places:
        """After the loss of so many wounds, if some are left."""
        if points not in self._less:
            self._less[points] = self._places(lambda fate: fate if fate.felled else fate._replace(wounds=fate.wounds - points))
        return self._less[points]

    def lost(self, fate: Fate) -> int:
        """Wounds lost; all of them if the target ever came to 0."""
        return self.start.wounds - (fate.wounds if fate.flesh == self.start.flesh else 0)


class Blow(NamedTuple):
    """What an unsaved attack does, and to whom."""

    weapon: Weapon
    target: Target
    injury: int  # modifier of the Injury roll but for flesh wounds
    most_flesh: int  # 0: there is no most (INT-80)


class Tally(NamedTuple):
    """What a point of damage adds to the columns."""

    worth: float = 0.0
    second: float = 0.0
    column: int = 0  # the first of those with the odds of damage yet to be done; 0: there are none


class Attacks(Volley):
    """Attacks of one model on another. (INT-42)"""

    def __init__(self, players: Players, striker: Striker, blow: Blow, fates: Fates, tally: Tally) -> None:
        super().__init__(players, striker)
        self.blow = blow
        self.fates = fates
        self.tally = tally

    def damage(self, then: Next, to_come: int) -> Next:
        """(SAVE-03, DMG-01, DMG-02, INT-44)"""
        chances = {
            (lost, points): chance * share
            for points, chance in amounts(self.blow.weapon.damage).items()
            for lost, share in lost_of(points, self.blow.target.ignore).items()
        }
        return {left: mix((chance, self.struck(lost, dice, then, left, to_come)) for (lost, dice), chance in chances.items()) for left in then}

    def mortal(self, then: Next, to_come: int) -> Next:
        """(MW-01 to MW-04)"""
        chances = lost_of(1, self.blow.target.ignore)
        return {left: mix((chance, self.struck(lost, 1, then, left, to_come)) for lost, chance in chances.items()) for left in then}

    def struck(self, lost: int, dice: int, then: Next, left: Left, to_come: int) -> Rows:
        """Wounds are lost; at 0 an Injury roll follows. (DMG-01 to DMG-05)"""
        if not lost:
            return then[left]
        rows = then[left][self.fates.less(lost)]
        falling = np.flatnonzero(self.fates.wounds <= lost)
        rows[falling] = self.injury(dice, falling, then, left, to_come)
        return self.counted(rows, lost)

    def injury(self, dice: int, falling: Places, then: Next, left: Left, to_come: int) -> Rows:
        """The Injury rolls of those who are struck to 0 wounds. (INJ-01 to INJ-10, QA-18)"""
        player = self.striker.player
        out = np.array([self.out(dice, self.fates.all[k].flesh) for k in falling])[:, None]
        away, hurt = self.fates.out[falling], self.fates.hurt[falling]
        stays = then[left][hurt]
        if left[player]:
            spent = then[spend(left, player)]
            tried = self.players.reroll(
                Situation(player, Phrase("Injury roll: flesh wound"), to_come), stays, out * spent[away] + (1 - out) * spent[hurt], out[:, 0] > 0
            )
            stays = np.where(out > 0, tried, stays)
        return out * then[left][away] + (1 - out) * stays

    def out(self, dice: int, flesh: int) -> float:
        """How likely an Injury roll puts somebody with so many flesh wounds out of action."""
        if 0 < self.blow.most_flesh <= flesh:  # INT-80
            return 1.0
        modifier = flesh * PER_FLESH_WOUND + self.blow.injury
        harmless = sum(face + modifier < OUT_FROM for face in FACES)
        return 1.0 - (harmless / 6) ** dice

    def counted(self, rows: Rows, points: int) -> Rows:
        """Note points of damage."""
        tally = self.tally
        if tally == Tally():
            return rows
        rows = rows.copy()
        rows[:, WORTH] += points * tally.worth
        rows[:, SECOND] += points * tally.second
        if tally.column:
            rows[:, tally.column + points :] = rows[:, tally.column : -points].copy()
            rows[:, tally.column : tally.column + points] = 0.0
        return rows
