"""`odds.table`: every weapon against every target."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from counteract.odds import pools, reading
from counteract.odds.asking import OBJECTIVES, POOLS, CoverSave, aimed, hashable, known, terms_of
from counteract.odds.hands import Manner
from counteract.odds.results import Table
from counteract.odds.shooting import shoot
from counteract.odds.terms import Objective


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
    roof: bool = False,
) -> Table:
    """Every weapon against every target, evaluated at once."""
    known("objective", objective, OBJECTIVES)
    for what, given in (("weapons", weapons), ("targets", targets)):
        if not isinstance(given, Sequence) or isinstance(given, str) or not given:
            raise ValueError(f"{what} must be a list with at least one in it, not {given!r}")
    if ruleset not in POOLS:
        chosen = {"cover": cover, "obscured": obscured, "rerolls": rerolls, "defender_rerolls": defender_rerolls}
        return _chain_table(ruleset, weapons, targets, {**chosen, "objective": objective, "reroll": reroll})
    edition = import_module(f"counteract.odds.{ruleset}")
    terms = terms_of(ruleset, cover, obscured, shooter_injured, rerolls, defender_rerolls, reroll, cover_save, printing, roof)
    armed = [reading.weapon_of(ruleset, weapon, "ranged") for weapon in weapons]
    targeted = [aimed(ruleset, hashable(target), cover) for target in targets]
    found = np.zeros((len(armed), len(targeted), 3))
    for soften in {one.target.soften for one in targeted}:
        columns = [at for at, one in enumerate(targeted) if one.target.soften == soften]
        column = [targeted[at].target for at in columns]
        found[:, columns] = pools.table(edition, [edition.against(one.weapon, column[0]) for one in armed], column, terms, objective)
    left = dict.fromkeys(name for names in (*(one.not_computed for one in armed), *(one.not_computed for one in targeted)) for name in names)
    names = tuple(_name(one.weapon, given) for one, given in zip(armed, weapons, strict=True))
    return Table(ruleset, names, tuple(map(_target_name, targets)), found[:, :, 0], found[:, :, 1], found[:, :, 2], tuple(left))


def _chain_table(ruleset: str, weapons: Sequence[Any], targets: Sequence[Any], chosen: dict[str, Any]) -> Table:
    found = [[shoot(ruleset=ruleset, weapon=weapon, target=target, **chosen) for target in targets] for weapon in weapons]
    expected, incapacitate, injure = (
        np.array([[getattr(one, name) for one in row] for row in found]) for name in ("expected", "incapacitate", "injure")
    )
    left = dict.fromkeys(name for row in found for one in row for name in one.not_computed)
    names = tuple(_plain_name(weapon) for weapon in weapons), tuple(_plain_name(target) for target in targets)
    return Table(ruleset, *names, expected, incapacitate, injure, tuple(left))


def _plain_name(given: Any) -> str:
    """The name of what was given, as a text, a thing with a name, or a model and its weapon."""
    return _plain_name(given[-1]) if isinstance(given, tuple) else str(getattr(given, "name", given))


def _name(weapon: Any, given: Any) -> str:
    return given if isinstance(given, str) else str(weapon.name)


def _target_name(target: Any) -> str:
    if isinstance(target, str):
        return target
    return (
        str(target.name)
        if hasattr(target, "name")
        else f"save {reading.target_of(target).target.save}+, wounds {reading.target_of(target).target.wounds}"
    )
