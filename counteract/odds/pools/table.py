"""Tables of shots with dice pools: every weapon against every target."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from counteract.odds.edition import check_table
from counteract.odds.pools import batch as lanes
from counteract.odds.pools import cards
from counteract.odds.pools.questions import targeted, terms_of
from counteract.odds.pools.shooting import Case, solve
from counteract.odds.pools.terms import CoverSave
from counteract.odds.results import Table
from counteract.odds.terms import Objective, RerollStyle, meaningless

if TYPE_CHECKING:
    from counteract.odds.pools.edition import PoolOdds


def table(
    edition: PoolOdds,
    weapons: Sequence[Any],
    targets: Sequence[Any],
    *,
    cover: bool = False,
    obscured: bool = False,
    shooter_injured: bool = False,
    rerolls: int = 0,
    defender_rerolls: int = 0,
    objective: Objective = "damage",
    reroll: RerollStyle = "best",
    cover_save: CoverSave = "best",
    printing: str | None = None,
    limits: str | None = None,
    roof: bool = False,
    vantage: bool = False,
    **more: Any,
) -> Table:
    """Return the odds of every weapon against every target, evaluated at once."""
    if more:
        raise meaningless(next(iter(more)), edition.ruleset)
    check_table(weapons, targets, objective)
    rules = edition.rules
    terms = terms_of(edition, cover, obscured, shooter_injured, rerolls, defender_rerolls, reroll, cover_save, printing, limits, roof, vantage)
    armed = [cards.weapon_of(edition, weapon, "ranged") for weapon in weapons]
    aims = [targeted(edition, target, terms) for target in targets]
    found = np.zeros((lanes.MEASURES, len(armed), len(aims)))
    for soften, terms in {(one.target.soften, one.terms) for one in aims}:
        columns = [at for at, one in enumerate(aims) if (one.target.soften, one.terms) == (soften, terms)]
        column = [aims[at].target for at in columns]
        hits = [rules.against(one.weapon, column[0]) for one in armed]
        found[:, :, columns] = lanes.table(rules, hits, column, terms, objective)
        ignoring = [at for at in columns if aims[at].target.ignore]
        for row, at in product(range(len(hits)), ignoring):
            if rules.attacks(hits[row], terms)[0].direct:
                found[:, row, at] = _alone(Case(edition.ruleset, rules, hits[row], aims[at].target, terms, ()), objective)
    left = dict.fromkeys(name for names in (*(one.not_computed for one in armed), *(one.not_computed for one in aims)) for name in names)
    names = tuple(_name(one.weapon, given) for one, given in zip(armed, weapons, strict=True))
    return Table(edition.ruleset, names, tuple(map(_target_name, targets)), found[0], found[1], found[2], tuple(left))


def _alone(case: Case, objective: Objective) -> tuple[float, float, float]:
    """A shot by itself: where the target sees how much of the damage done at once it ignores before it saves."""
    found = solve(case, objective)
    return found.expected, found.incapacitate, found.injure


def _name(weapon: Any, given: Any) -> str:
    return given if isinstance(given, str) else str(weapon.name)


def _target_name(target: Any) -> str:
    if isinstance(target, str):
        return target
    if hasattr(target, "name"):
        return str(target.name)
    plain = cards.placed(target).target
    return f"save {plain.save}+, wounds {plain.wounds}"
