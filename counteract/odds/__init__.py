"""Exact odds, with best play by both sides.

>>> from counteract import odds
>>> shot = odds.shoot(weapon="5 3+ 3/4; Piercing 1, Balanced", target="save 3+, wounds 12")
>>> round(shot.expected, 3), round(shot.incapacitate, 4)
(8.598, 0.2495)
>>> duel = odds.fight(attacker="4 3+ 4/5; Brutal", attacker_wounds=13, defender="3 4+ 3/4", defender_wounds=8)
>>> round(duel.defender_incapacitated, 3)
0.799
"""

from __future__ import annotations

from counteract.odds.asking import RULESETS
from counteract.odds.fighting import fight
from counteract.odds.results import Advice, FightOdds, ShootOdds, Table
from counteract.odds.shooting import shoot
from counteract.odds.tables import table
from counteract.odds.terms import Target

__all__ = ["RULESETS", "Advice", "FightOdds", "ShootOdds", "Table", "Target", "fight", "shoot", "table"]
