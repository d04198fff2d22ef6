"""`odds.table`: every weapon against every target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import product
from typing import Any, TypeVar

import numpy as np

from counteract.core.language import say
from counteract.odds import lanes, reading
from counteract.odds.asking import OBJECTIVES, POOLS, CoverSave, aimed, known, refuse, terms_of
from counteract.odds.hands import Manner
from counteract.odds.results import Table
from counteract.odds.shooting import Case, shoot, solve
from counteract.odds.terms import Objective

Found = TypeVar("Found")

#: Told how many cells of a table are done.
Report = Callable[[int], None] | None


def table(
    weapons: Sequence[Any],
    targets: Sequence[Any],
    *,
    ruleset: str = "kt24",
    cover: bool = False,
    obscured: bool = False,
    shooter_injured: bool = False,
    rerolls: int = 0,
    defender_rerolls: int = 0,
    objective: Objective = "damage",
    reroll: Manner = "best",
    cover_save: CoverSave = "best",
    printing: str | None = None,
    limits: str | None = None,
    roof: bool = False,
    vantage: bool = False,
    report: Report = None,
) -> Table:
    """Every weapon against every target, evaluated at once; where that takes its time, ``report`` is told how many cells are done."""
    known("objective", objective, OBJECTIVES)
    for what, given in (("weapons", weapons), ("targets", targets)):
        if not isinstance(given, Sequence) or isinstance(given, str) or not given:
            raise ValueError(say("{what} must be a list with at least one in it, not {given!r}", what=what, given=given))
    if ruleset not in POOLS:
        refuse(ruleset, vantage=vantage, limits=limits)
        chosen = {"cover": cover, "obscured": obscured, "rerolls": rerolls, "defender_rerolls": defender_rerolls}
        return _chain_table(ruleset, weapons, targets, report, {**chosen, "objective": objective, "reroll": reroll})
    edition = import_module(f"counteract.odds.{ruleset}")
    terms = terms_of(ruleset, cover, obscured, shooter_injured, rerolls, defender_rerolls, reroll, cover_save, printing, limits, roof, vantage)
    armed = [reading.weapon_of(ruleset, weapon, "ranged") for weapon in weapons]
    targeted = [aimed(ruleset, target, terms) for target in targets]
    found = np.zeros((lanes.MEASURES, len(armed), len(targeted)))
    for soften, terms in {(one.target.soften, one.terms) for one in targeted}:
        columns = [at for at, one in enumerate(targeted) if (one.target.soften, one.terms) == (soften, terms)]
        column = [targeted[at].target for at in columns]
        hits = [edition.against(one.weapon, column[0]) for one in armed]
        found[:, :, columns] = lanes.table(edition, hits, column, terms, objective)
        ignoring = [at for at in columns if targeted[at].target.ignore]
        for row, at in product(range(len(hits)), ignoring):
            if edition.attacks(hits[row], terms)[0].direct:
                found[:, row, at] = _alone(Case(ruleset, edition, hits[row], targeted[at].target, terms, ()), objective)
    left = dict.fromkeys(name for names in (*(one.not_computed for one in armed), *(one.not_computed for one in targeted)) for name in names)
    names = tuple(_name(one.weapon, given) for one, given in zip(armed, weapons, strict=True))
    return Table(ruleset, names, tuple(map(_target_name, targets)), found[0], found[1], found[2], tuple(left))


def _alone(case: Case, objective: Objective) -> tuple[float, float, float]:
    """A shot by itself: where the target sees how much of the damage done at once it ignores before it saves."""
    found = solve(case, objective)
    return found.expected, found.incapacitate, found.injure


def _chain_table(ruleset: str, weapons: Sequence[Any], targets: Sequence[Any], report: Report, chosen: dict[str, Any]) -> Table:
    found = told_of([[partial(shoot, ruleset=ruleset, weapon=weapon, target=target, **chosen) for target in targets] for weapon in weapons], report)
    expected, incapacitate, injure = (
        np.array([[getattr(one, name) for one in row] for row in found]) for name in ("expected", "incapacitate", "injure")
    )
    left = dict.fromkeys(name for row in found for one in row for name in one.not_computed)
    names = tuple(_plain_name(weapon) for weapon in weapons), tuple(_plain_name(target) for target in targets)
    return Table(ruleset, *names, expected, incapacitate, injure, tuple(left))


def told_of(asked: Sequence[Sequence[Callable[[], Found]]], report: Report) -> list[list[Found]]:
    """Answers to rows of questions; after each row it is told how many answers there are."""
    found: list[list[Found]] = []
    for row in asked:
        found.append([ask() for ask in row])
        if report is not None:
            report(len(found) * len(row))
    return found


def _plain_name(given: Any) -> str:
    """The name of what was given, as a text, a thing with a name, or a model and its weapon."""
    return _plain_name(given[-1]) if isinstance(given, tuple) else str(getattr(given, "name", given))


def _name(weapon: Any, given: Any) -> str:
    return given if isinstance(given, str) else str(weapon.name)


def _target_name(target: Any) -> str:
    if isinstance(target, str):
        return target
    if hasattr(target, "name"):
        return str(target.name)
    plain = reading.placed(target).target
    return f"save {plain.save}+, wounds {plain.wounds}"
