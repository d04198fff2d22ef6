"""Tables of attack dice against defence dice, as the kernel of tables reads them: weapons by make, targets side by side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from counteract.odds.pools import arrays as packs
from counteract.odds.pools.arrays import Bundle, Defence, Floats, Ints, Part
from counteract.odds.pools.kernels.tables import fill
from counteract.odds.pools.reroll_graph import Hand
from counteract.odds.pools.rules import PoolRules
from counteract.odds.pools.shot import injuring, most_damage, sheltering
from counteract.odds.pools.terms import PoolTerms, Target
from counteract.odds.terms import Objective

#: The first rows of every line: expected damage, the chance to incapacitate, the chance to injure.
EXPECTED, INCAPACITATE, INJURE = range(3)
MEASURES = 3

MOST_LANES = 32
ROOM = 4_000_000  # numbers in all nodes of a graph; a hand of very many nodes has fewer lanes


class Make(NamedTuple):
    """What weapons have in common that differ only in their attack dice."""

    normal: int
    critical: int
    direct: int
    pierce: int
    pierce_critical: int
    open: bool
    blocking: str
    brutal: bool


class Weapon(NamedTuple):
    """A weapon, ready for tables: all its attacks behind one another."""

    make: Make
    most: int  # successes
    damage: int  # at most
    hands: tuple[Hand, ...]
    plain: tuple[bool, ...]  # of attacks: nothing to choose
    options: Ints  # of finals: how many there are
    criticals: Ints  # of these options
    normals: Ints
    own: Floats  # of finals
    hot: bool  # whether the user may suffer


@lru_cache(maxsize=4096)
def weapon_of(edition: PoolRules, weapon: Any, terms: PoolTerms) -> Weapon:
    attacks = edition.attacks(weapon, terms)
    each = [packs.options(attack.kept) for attack in attacks]
    own = np.array([own for attack in attacks for own in attack.own])
    first = attacks[0]
    return Weapon(
        Make(*(getattr(first, name) for name in Make._fields)),
        first.most,
        most_damage(first),
        tuple(attack.hand for attack in attacks),
        tuple(packs.graph(attack.hand).settled and len(one.criticals) == len(attack.kept) for attack, one in zip(attacks, each, strict=True)),
        np.concatenate([one.number for one in each]),
        np.concatenate([one.criticals for one in each]),
        np.concatenate([one.normals for one in each]),
        own,
        bool(own.any()),
    )


def weapons_of(ready: Sequence[Weapon], saves: int) -> tuple[Bundle, int]:
    """Weapons behind one another, in the order of `kernels.tables.Weapons` and `Makes`, and the most successes of any."""
    makes: dict[Make, list[int]] = {}
    for at, weapon in enumerate(ready):
        makes.setdefault(weapon.make, []).append(at)
    order = [at for places in makes.values() for at in places]
    ordered = [ready[at] for at in order]
    hands: dict[int, tuple[int, Hand]] = {}
    for weapon in ordered:
        for hand in weapon.hands:
            hands.setdefault(id(hand), (len(hands), hand))
    attacks = [hand for weapon in ordered for hand in weapon.hands]
    side = max(weapon.most for weapon in ready) + 1
    criticals, normals = (np.concatenate([getattr(weapon, name) for weapon in ordered]) for name in ("criticals", "normals"))
    each = [hand for _, hand in hands.values()]
    ints, floats = packs.graphs(each)
    ints += [_starts([len(places) for places in makes.values()]), order, _starts([len(weapon.hands) for weapon in ordered])]
    ints += [[hands[id(hand)][0] for hand in attacks], _starts([len(hand.finals) for hand in attacks])]
    ints += [_starts(np.concatenate([weapon.options for weapon in ordered])), criticals * side + normals]
    ints += [[plain for weapon in ordered for plain in weapon.plain], *_makes(makes, ready, saves), [saves + 1, side]]
    return packs.bundle(ints, [*floats, np.concatenate([weapon.own for weapon in ordered])], each), side


def _makes(makes: dict[Make, list[int]], ready: Sequence[Weapon], saves: int) -> list[Part]:
    mosts = [max(ready[at].most for at in places) for places in makes.values()]
    tables = [packs.damages(m.blocking, m.brutal, most, saves, m.normal, m.critical) for m, most in zip(makes, mosts, strict=True)]
    numbers = [[int(getattr(make, name)) for make in makes] for name in ("direct", "pierce", "pierce_critical", "open")]
    return [*numbers, packs.starts_of(tables), np.concatenate(tables), mosts]


def _starts(numbers: Sequence[int] | Ints) -> Ints:
    """Where parts of such lengths begin that stand behind one another, and where the last one ends."""
    found: Ints = np.zeros(len(numbers) + 1, np.int32)
    np.cumsum(numbers, out=found[1:])
    return found


# --- targets


@lru_cache(maxsize=256)
def defences_of(edition: PoolRules, targets: tuple[Target, ...], terms: PoolTerms, pierced: int) -> Bundle:
    return packs.defences([_deeper(edition.defence(target, terms), pierced) for target in targets])


def _deeper(defence: Defence, pierced: int) -> Defence:
    """The same defence, told for more dice pierced than it has."""
    return (*defence, *[defence[-1]] * (pierced + 1 - len(defence)))


@lru_cache(maxsize=4096)
def gains(objective: Objective, wounds: int, injured: int, ignore: int, most: int, rows: int) -> Floats:
    """What damage up to ``most`` comes to, by damage and row."""
    damage = np.arange(most + 1, dtype=np.float64)
    found = [damage, (damage >= wounds).astype(np.float64), (damage >= injured).astype(np.float64)]
    if objective == "capped":
        found.append(np.minimum(damage, wounds))
    found += [damage] * (rows - len(found))
    by_wounds: Floats = np.stack(found, axis=1)
    return packs.lost(ignore, most) @ by_wounds if ignore else by_wounds


class Run(NamedTuple):
    """Targets of a chunk of lanes that defend alike."""

    defence: int
    low: int  # its first lane in the chunk
    lanes: int
    gains: int  # where they begin


class Lanes(NamedTuple):
    """Targets side by side, as the kernel reads them."""

    place: dict[Target, int]
    run0: Ints  # by chunk of lanes
    runs: Ints
    gains: Floats


def lanes_of(alike: Sequence[Sequence[Target]], objective: Objective, most: int, rows: int, width: int) -> Lanes:
    """Put targets side by side, so many at once; those that defend alike are given together."""
    each = [(d, target) for d, group in enumerate(alike) for target in group]
    runs: list[Run] = []
    run0, parts, begin = [], [], 0
    for first in range(0, len(each), width):
        run0.append(len(runs))
        low = 0
        for d, run in groupby(each[first : first + width], key=itemgetter(0)):
            part = np.stack([gains(objective, one.wounds, injuring(one), one.ignore, most, rows) for _, one in run], axis=2)
            runs.append(Run(d, low, part.shape[2], begin))
            low, begin = low + part.shape[2], begin + part.size
            parts.append(part.ravel())
    place = {target: at for at, (_, target) in enumerate(each)}
    return Lanes(place, np.array([*run0, len(runs)], np.int32), np.array(runs, np.int32), np.concatenate(parts))


# --- the table


def table(edition: PoolRules, weapons: Sequence[Any], targets: Sequence[Target], terms: PoolTerms, objective: Objective) -> Floats:
    """Every weapon on every target: by measure, weapon and target. Equal targets are attacked once."""
    ready = [weapon_of(edition, weapon, terms) for weapon in weapons]
    alike: dict[Target, dict[Target, None]] = {}
    for target in targets:
        alike.setdefault(replace(target, wounds=1, starting=0, ignore=0), {})[target] = None
    pierced = max(target.defence_dice for target in targets)
    attack, side = weapons_of(ready, pierced)
    defence = defences_of(edition, tuple(alike), terms, pierced)
    worth = {"damage": EXPECTED, "incapacitate": INCAPACITATE, "capped": MEASURES}[objective]
    second = max(worth, INJURE) + 1 if any(weapon.hot for weapon in ready) else EXPECTED
    rows = max(worth, second, INJURE) + 1
    nodes, finals = max(attack.nodes, defence.nodes), max(attack.finals, defence.finals)
    width = min(MOST_LANES, sum(map(len, alike.values())), 1 + ROOM // (nodes * rows))
    lanes = lanes_of([list(group) for group in alike.values()], objective, max(weapon.damage for weapon in ready), rows, width)
    found = np.zeros((MEASURES, len(weapons), len(lanes.place)))
    node, end, spot, trial = (np.empty(lines * rows * width) for lines in (nodes, finals, side * side, 4))
    fill(
        attack.ints, attack.floats, defence.ints, defence.floats, sheltering(terms), lanes.run0, lanes.runs, lanes.gains,
        node, end, spot, trial, np.empty(width), np.empty(side * side, np.bool_), rows, worth, second, found,
    )  # fmt: skip
    back: Floats = found[:, :, [lanes.place[target] for target in targets]]
    return back
