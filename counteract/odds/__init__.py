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

from collections.abc import Sequence
from typing import Any

from counteract.odds.edition import Report, find, rulesets
from counteract.odds.pools.terms import Target
from counteract.odds.results import Advice, FightOdds, ShootOdds, ShotTable

__all__ = ["RULESETS", "Advice", "FightOdds", "ShootOdds", "ShotTable", "Target", "fight", "shoot", "table"]

#: The rulesets that have odds; the first is meant where none is named.
RULESETS = rulesets()


def shoot(*, ruleset: str = RULESETS[0], weapon: Any, target: Any, **terms: Any) -> ShootOdds:
    """Return the odds of shooting with a weapon at a target, or at several in turn.

    Both sides play as well as can be for the objective: the attacker wants it high, the defender low. The terms are those
    that the ruleset's room ``odds_form`` lists.
    """
    return find(ruleset).shoot(weapon, target, **terms)


def fight(*, ruleset: str = RULESETS[0], attacker: Any, defender: Any = None, **terms: Any) -> FightOdds:
    """Return the odds of a fight.

    Both sides play as well as can be for the objective, which the attacker wants high and the defender low: "difference"
    (damage dealt less damage taken), "survive" (the attacker), "remove" (the defender). Wounds may be written "5 of 12".
    """
    return find(ruleset).fight(attacker, defender, **terms)


def table(weapons: Sequence[Any], targets: Sequence[Any], *, ruleset: str = RULESETS[0], report: Report = None, **terms: Any) -> ShotTable:
    """Return the odds of every weapon against every target; ``report`` is called with the number of cells done."""
    return find(ruleset).table(weapons, targets, report, **terms)
