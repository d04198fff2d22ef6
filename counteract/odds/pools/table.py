"""Tables of shots with dice pools: every weapon against every target."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, groupby, product
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from counteract.odds.edition import check_table
from counteract.odds.pools import arrays, cards
from counteract.odds.pools.arrays import AttackArrays, Bundle, Defence, Floats, Ints
from counteract.odds.pools.kernels import tables
from counteract.odds.pools.kernels.vectors import Batch
from counteract.odds.pools.questions import targeted, terms_of
from counteract.odds.pools.rules import PoolRules
from counteract.odds.pools.shooting import Case, solve
from counteract.odds.pools.shot import injuring, most_damage, sheltering
from counteract.odds.pools.terms import CoverSave, PoolTerms, Target
from counteract.odds.results import ShotTable
from counteract.odds.terms import Objective, RerollStyle, meaningless

if TYPE_CHECKING:
    from counteract.odds.pools.edition import PoolOdds

#: The measures of a table; those that only decide come after them.
EXPECTED, INCAPACITATE, INJURE = range(3)
MEASURES = 3

MOST_TARGETS = 32  # in a batch
ROOM = 4_000_000  # numbers in all nodes of a graph; a graph of very many nodes has fewer targets in a batch


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
) -> ShotTable:
    """Return the odds of every weapon against every target, evaluated at once."""
    if more:
        raise meaningless(next(iter(more)), edition.ruleset)
    check_table(weapons, targets, objective)
    rules = edition.rules
    terms = terms_of(edition, cover, obscured, shooter_injured, rerolls, defender_rerolls, reroll, cover_save, printing, limits, roof, vantage)
    armed = [cards.weapon_of(edition, weapon, "ranged") for weapon in weapons]
    aims = [targeted(edition, target, terms) for target in targets]
    found = np.zeros((MEASURES, len(armed), len(aims)))
    for soften, terms in {(one.target.soften, one.terms) for one in aims}:
        columns = [at for at, one in enumerate(aims) if (one.target.soften, one.terms) == (soften, terms)]
        column = [aims[at].target for at in columns]
        hits = [rules.against(one.weapon, column[0]) for one in armed]
        found[:, :, columns] = evaluate(rules, hits, column, terms, objective)
        ignoring = [at for at in columns if aims[at].target.ignore]
        for row, at in product(range(len(hits)), ignoring):
            if rules.attacks(hits[row], terms)[0].direct:
                found[:, row, at] = _alone(Case(edition.ruleset, rules, hits[row], aims[at].target, terms, ()), objective)
    left = dict.fromkeys(name for names in (*(one.not_computed for one in armed), *(one.not_computed for one in aims)) for name in names)
    names = tuple(_name(one.weapon, given) for one, given in zip(armed, weapons, strict=True))
    return ShotTable(edition.ruleset, names, tuple(map(_target_name, targets)), found[0], found[1], found[2], tuple(left))


def _alone(case: Case, objective: Objective) -> tuple[float, float, float]:
    """Return a shot by itself: where the target sees how much of the damage done at once it ignores before it saves."""
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


# --- evaluation


class Make(NamedTuple):
    """The common part of weapons that differ only in their attack dice."""

    normal: int
    critical: int
    direct: int
    pierce: int
    pierce_critical: int
    open: bool
    blocking: str
    brutal: bool


class TableWeapon(NamedTuple):
    """A weapon, ready for tables."""

    make: Make
    attacks: tuple[AttackArrays, ...]
    most: int  # successes
    damage: int  # at most
    hot: bool  # the user may suffer


@lru_cache(maxsize=4096)
def table_weapon(rules: PoolRules, weapon: Any, terms: PoolTerms) -> TableWeapon:
    """Get a weapon ready for tables."""
    attacks = rules.attacks(weapon, terms)
    first = attacks[0]
    make = Make(*(getattr(first, name) for name in Make._fields))
    hot = any(any(attack.own) for attack in attacks)
    return TableWeapon(make, tuple(map(arrays.as_arrays, attacks)), first.most, most_damage(first), hot)


class TableAttacks(NamedTuple):
    """The weapons of a table, as the kernel reads them."""

    bundle: Bundle
    weapons: Ints  # by make: where their attacks begin and end, and their rows in the table
    makes: Ints  # where weapons of a make begin
    most: int  # successes of any
    damage: int  # of any, at most
    hot: bool  # a user may suffer


@lru_cache(maxsize=32)
def table_attacks(rules: PoolRules, weapons: tuple[Any, ...], terms: PoolTerms, saves: int) -> TableAttacks:
    """Get weapons ready for tables, against up to so many saves."""
    ready = [table_weapon(rules, weapon, terms) for weapon in weapons]
    makes: dict[Make, list[int]] = {}
    for at, weapon in enumerate(ready):
        makes.setdefault(weapon.make, []).append(at)
    order = [at for places in makes.values() for at in places]
    bundle = arrays.attacks([one for at in order for one in ready[at].attacks], saves)
    attack0 = arrays.starts([len(ready[at].attacks) for at in order])
    runs = np.stack([attack0[:-1], attack0[1:], order], axis=1).astype(np.int32)
    most, damage = max(weapon.most for weapon in ready), max(weapon.damage for weapon in ready)
    return TableAttacks(bundle, runs, arrays.starts([*map(len, makes.values())]), most, damage, any(weapon.hot for weapon in ready))


@lru_cache(maxsize=256)
def table_defences(rules: PoolRules, targets: tuple[Target, ...], terms: PoolTerms, pierced: int) -> Bundle:
    """Get targets ready for tables, all told for as many dice pierced."""

    def deeper(defence: Defence) -> Defence:
        return (*defence, *[defence[-1]] * (pierced + 1 - len(defence)))

    return arrays.defences([deeper(rules.defence(target, terms)) for target in targets])


@lru_cache(maxsize=4096)
def gains(objective: Objective, wounds: int, injured: int, ignore: int, most: int, measures: int) -> Floats:
    """Return what damage up to ``most`` comes to, by damage and measure."""
    damage = np.arange(most + 1, dtype=np.float64)
    found = [damage, (damage >= wounds).astype(np.float64), (damage >= injured).astype(np.float64)]
    if objective == "capped":
        found.append(np.minimum(damage, wounds))
    found += [damage] * (measures - len(found))
    by_wounds: Floats = np.stack(found, axis=1)
    return arrays.lost(ignore, most) @ by_wounds if ignore else by_wounds


class TargetRun(NamedTuple):
    """Targets of a batch that defend alike."""

    defence: int
    first: int  # of them in the batch
    targets: int
    gains: int  # where they begin


class TargetBatches(NamedTuple):
    """Targets in batches, as the kernel reads them."""

    run0: Ints  # of batches: where their runs begin
    runs: Ints
    gains: Floats


def batches(alike: Sequence[Sequence[Target]], objective: Objective, most: int, batch: Batch) -> TargetBatches:
    """Put targets into batches; those that defend alike are given together."""
    each = [(d, target) for d, group in enumerate(alike) for target in group]
    runs: list[TargetRun] = []
    run0, parts, begin = [], [], 0
    for start in range(0, len(each), batch.targets):
        run0.append(len(runs))
        first = 0
        for d, run in groupby(each[start : start + batch.targets], key=itemgetter(0)):
            part = np.stack([gains(objective, one.wounds, injuring(one), one.ignore, most, batch.measures) for _, one in run], axis=2)
            runs.append(TargetRun(d, first, part.shape[2], begin))
            first, begin = first + part.shape[2], begin + part.size
            parts.append(part.ravel())
    return TargetBatches(np.array([*run0, len(runs)], np.int32), np.array(runs, np.int32), np.concatenate(parts))


def evaluate(rules: PoolRules, weapons: Sequence[Any], targets: Sequence[Target], terms: PoolTerms, objective: Objective) -> Floats:
    """Return every weapon on every target: by measure, weapon and target. Equal targets are attacked once."""
    pierced = max(target.defence_dice for target in targets)
    attack = table_attacks(rules, tuple(weapons), terms, pierced)
    alike: dict[Target, dict[Target, None]] = {}
    for target in targets:
        alike.setdefault(replace(target, wounds=1, starting=0, ignore=0), {})[target] = None
    places = {target: at for at, target in enumerate(chain.from_iterable(alike.values()))}
    defence = table_defences(rules, tuple(alike), terms, pierced)
    worth = {"damage": EXPECTED, "incapacitate": INCAPACITATE, "capped": MEASURES}[objective]
    second = max(worth, INJURE) + 1 if attack.hot else EXPECTED
    measures = max(worth, second, INJURE) + 1
    width = min(MOST_TARGETS, len(places), 1 + ROOM // (max(attack.bundle.nodes, defence.nodes) * measures))
    batch = Batch(width, measures, worth, second)
    given = batches([[*group] for group in alike.values()], objective, attack.damage, batch)
    room = arrays.workspace(attack.bundle, defence, 1, attack.most + 1, batch=batch)
    found = np.zeros((MEASURES, len(weapons), len(places)))
    tables.fill(
        attack.bundle.ints, attack.bundle.floats, attack.weapons, attack.makes, defence.ints, defence.floats, given.run0, given.runs,
        sheltering(terms), given.gains, batch, room.ints, room.floats, found,
    )  # fmt: skip
    back: Floats = found[:, :, [places[target] for target in targets]]
    return back
