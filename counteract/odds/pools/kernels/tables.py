"""Compiled tables: every weapon on every target, many targets side by side.

Targets stand in lanes: a node of a graph has a line of numbers, a row for each quantity, a lane for each target. Every lane
chooses for itself, by the quantities ``worth`` and ``second``; the other quantities follow what was chosen. What successes
come to against a target depends on the damage and piercing of a weapon and not on its dice, so it is found once for all
weapons of a make.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.odds.pools.dice import CHANCE, CLASSES, FINAL
from counteract.odds.pools.kernels.shots import EQUAL, Defences, Floats, Graphs, Ints, defences_in, graphs_in, inlined, section, unpacking
from counteract.table.kernels.compiler import allocation_free

BEST, NEXT = 2, 3  # lines for attacks
DEFENCE, LOW, LANES, GAINS = range(4)  # of a run of targets that defend alike

Bools = NDArray[np.bool_]


class Weapons(NamedTuple):
    """Weapons in the order of their makes; each is a run of attacks, of which the best is made."""

    make0: Ints  # where the weapons of a make begin
    row: Ints  # of weapons: their row in the table
    attack0: Ints  # of weapons: where their attacks begin
    hand: Ints  # of attacks
    final0: Ints  # of attacks: where their finals begin
    option0: Ints  # of finals: where what can be made of it begins
    option: Ints  # successes: criticals * side + normals
    plain: Ints  # of attacks: nothing to choose
    own: Floats  # of finals: what the user suffers


class Makes(NamedTuple):
    """What weapons do with their successes."""

    direct: Ints  # damage that each critical does at once
    pierce: Ints  # defence dice taken away
    pierce_critical: Ints  # the same if there is a critical
    open: Ints  # the target cannot use cover
    hurt0: Ints
    hurt: Ints  # damage by criticals, normals, critical saves, normal saves
    most: Ints  # successes that these tables go up to
    saves: int  # one more than the saves that they go up to
    side: int  # one more than the successes of any make


class Lanes(NamedTuple):
    """Room for lines of numbers, and which rows decide. Lines are as long as there are rows and lanes at the moment."""

    node: Floats  # by node
    end: Floats  # by final
    spot: Floats  # by criticals and normals: what they come to
    trial: Floats  # lines to try things in: two to defend, then two to attack
    chosen: Floats  # by lane: whether something is better
    width: int  # lanes
    rows: int
    worth: int
    second: int


@unpacking
def weapons_in(ints: Ints, floats: Floats) -> Weapons:
    return Weapons(
        section(ints, 9), section(ints, 10), section(ints, 11), section(ints, 12), section(ints, 13), section(ints, 14),
        section(ints, 15), section(ints, 16), section(floats, 2),
    )  # fmt: skip


@unpacking
def makes_in(ints: Ints) -> Makes:
    return Makes(
        section(ints, 17), section(ints, 18), section(ints, 19), section(ints, 20), section(ints, 21), section(ints, 22),
        section(ints, 23), int(section(ints, 24)[0]), int(section(ints, 24)[1]),
    )  # fmt: skip


@inlined
def prefer(lanes: Lanes, sign: int, here: Floats, at: int, other: Floats, there: int) -> None:
    """Put the other line in the place of this one in all lanes where it is better for who wants high (1) or low (-1)."""
    width, chosen = lanes.width, lanes.chosen
    worth, second = np.uintp(at + lanes.worth * width), np.uintp(at + lanes.second * width)
    other_worth, other_second = np.uintp(there + lanes.worth * width), np.uintp(there + lanes.second * width)
    some = 0.0
    for lane in range(width):
        k = np.uintp(lane)
        more = sign * (other[other_worth + k] - here[worth + k])
        more2 = sign * (other[other_second + k] - here[second + k])
        is_better = 1.0 if (more > EQUAL) | ((more >= -EQUAL) & (more2 > EQUAL)) else 0.0
        chosen[k] = is_better
        some += is_better
    if some == 0.0:
        return
    for row in range(lanes.rows):
        one, two = np.uintp(at + row * width), np.uintp(there + row * width)
        for lane in range(width):
            k = np.uintp(lane)
            old, new = here[one + k], other[two + k]
            here[one + k] = new if chosen[k] > 0.0 else old


@inlined
def copy(size: int, here: Floats, at: int, other: Floats, there: int) -> None:
    one, two = np.uintp(at), np.uintp(there)
    for k in range(size):
        here[one + np.uintp(k)] = other[two + np.uintp(k)]


@inlined
def clear(size: int, here: Floats, at: int) -> None:
    one = np.uintp(at)
    for k in range(size):
        here[one + np.uintp(k)] = 0.0


@inlined
def add(size: int, here: Floats, at: int, chance: float, other: Floats, there: int) -> None:
    one, two = np.uintp(at), np.uintp(there)
    for k in range(size):
        here[one + np.uintp(k)] += chance * other[two + np.uintp(k)]


@allocation_free
def settle(g: Graphs, h: int, sign: int, lanes: Lanes, to: int) -> None:
    """What a hand comes to in trial line ``to`` if its finals come to ``lanes.end``."""
    start = g.node0[h]
    size = lanes.width * lanes.rows
    value = lanes.node
    for node in range(start, g.node0[h + 1]):
        at = (node - start) * size
        kind = g.kind[node]
        first = g.first[node]
        if kind == FINAL:
            copy(size, value, at, lanes.end, (first - g.final0[h]) * size)
        elif kind == CHANCE:
            clear(size, value, at)
            for result in range(CLASSES):
                chance = g.chance[CLASSES * h + result]
                if chance > 0.0:
                    add(size, value, at, chance, value, (g.child[first + result] - start) * size)
        else:
            copy(size, value, at, value, (g.child[first] - start) * size)
            for way in range(1, g.ways[node]):
                prefer(lanes, sign, value, at, value, (g.child[first + way] - start) * size)
    clear(size, lanes.trial, to * size)
    for r in range(g.root0[h], g.root0[h + 1]):
        add(size, lanes.trial, to * size, g.root_chance[r], value, (g.root[r] - start) * size)


@inlined
def defend(makes: Makes, m: int, defences: Defences, w: int, c: int, n: int, gains: Floats, gain0: int, lanes: Lanes, to: int) -> None:
    """What one way to defend against so many successes comes to, in trial line ``to``."""
    g = defences.graphs
    h = defences.way_hand[w]
    saves = makes.saves
    size = lanes.width * lanes.rows
    table = makes.hurt0[m] + (c * (makes.most[m] + 1) + n) * saves * saves + defences.way_criticals[w] * saves + defences.way_normals[w]
    final0, root0 = g.final0[h], g.root0[h]
    settled = g.settled[h]
    clear(size, lanes.trial, to * size)
    for f in range(g.final0[h + 1] - final0):
        damage = c * makes.direct[m] + makes.hurt[table + defences.criticals[final0 + f] * saves + defences.normals[final0 + f]]
        if settled:
            add(size, lanes.trial, to * size, g.root_chance[root0 + f], gains, gain0 + damage * size)
        else:
            copy(size, lanes.end, f * size, gains, gain0 + damage * size)
    if not settled:
        settle(g, h, -1, lanes, to)


@inlined
def attacked(makes: Makes, m: int, defences: Defences, run: Ints, cover: bool, successes: int, gains: Floats, lanes: Lanes, all_lanes: int) -> None:
    """What so many successes come to against a run of targets that defend alike."""
    c, n = successes // makes.side, successes % makes.side
    pierced = min(max(makes.pierce[m], makes.pierce_critical[m] if c > 0 else 0), defences.pierced)
    sheltered = 1 if cover and not makes.open[m] else 0
    at = (run[DEFENCE] * (defences.pierced + 1) + pierced) * 2 + sheltered
    first = defences.way0[at]
    for w in range(first, defences.way0[at + 1]):
        defend(makes, m, defences, w, c, n, gains, run[GAINS], lanes, 0 if w == first else 1)
        if w > first:
            prefer(lanes, -1, lanes.trial, 0, lanes.trial, lanes.width * lanes.rows)
    for row in range(lanes.rows):
        copy(lanes.width, lanes.spot, (successes * lanes.rows + row) * all_lanes + run[LOW], lanes.trial, row * lanes.width)


@inlined
def attack(weapons: Weapons, a: int, g: Graphs, lanes: Lanes, to: int, with_own: bool) -> None:
    """What an attack comes to in trial line ``to``, once all its successes are known."""
    h = weapons.hand[a]
    size = lanes.width * lanes.rows
    final0 = weapons.final0[a]
    finals = weapons.final0[a + 1] - final0
    if weapons.plain[a]:
        clear(size, lanes.trial, to * size)
        for f in range(finals):
            chance = g.root_chance[g.root0[h] + f]
            add(size, lanes.trial, to * size, chance, lanes.spot, weapons.option[weapons.option0[final0 + f]] * size)
        return
    for f in range(finals):
        first = weapons.option0[final0 + f]
        copy(size, lanes.end, f * size, lanes.spot, weapons.option[first] * size)
        for o in range(first + 1, weapons.option0[final0 + f + 1]):
            prefer(lanes, 1, lanes.end, f * size, lanes.spot, weapons.option[o] * size)
        if with_own:
            for k in range(lanes.width):
                lanes.end[f * size + lanes.second * lanes.width + k] -= weapons.own[final0 + f]
    settle(g, h, 1, lanes, to)


@allocation_free
def fill(
    weapon_ints: Ints, weapon_floats: Floats, defence_ints: Ints, defence_floats: Floats, cover: bool, run0: Ints, runs: Ints, gains: Floats,
    node: Floats, end: Floats, spot: Floats, trial: Floats, chosen: Floats, known: Bools, rows: int, worth: int, second: int, found: Floats,
) -> None:  # fmt: skip
    """Every weapon on every target.

    Targets stand in lanes, in runs of those that defend alike: of each run its defence, its first lane in the chunk, how many
    there are, and where its gains begin, which are by damage, row and lane. The runs of chunk i are those from ``run0[i]``
    on. ``found`` is filled in by row, weapon and lane; it has no place for rows that nobody asks for.
    """
    g, weapons, makes = graphs_in(weapon_ints, weapon_floats), weapons_in(weapon_ints, weapon_floats), makes_in(weapon_ints)
    defences = defences_in(defence_ints, defence_floats)
    lane0 = 0
    for chunk in range(len(run0) - 1):
        last = runs[run0[chunk + 1] - 1]
        width = last[LOW] + last[LANES]
        lanes = Lanes(node, end, spot, trial, chosen, width, rows, worth, second)
        best, trying = BEST * width * rows, NEXT * width * rows
        for m in range(len(weapons.make0) - 1):
            known[:] = False
            for at in range(weapons.make0[m], weapons.make0[m + 1]):
                for a in range(weapons.attack0[at], weapons.attack0[at + 1]):
                    for o in range(weapons.option0[weapons.final0[a]], weapons.option0[weapons.final0[a + 1]]):
                        if not known[weapons.option[o]]:
                            known[weapons.option[o]] = True
                            for r in range(run0[chunk], run0[chunk + 1]):
                                some = Lanes(node, end, spot, trial, chosen, runs[r, LANES], rows, worth, second)
                                attacked(makes, m, defences, runs[r], cover, weapons.option[o], gains, some, width)
                    attack(weapons, a, g, lanes, BEST if a == weapons.attack0[at] else NEXT, second > 0)
                    if a > weapons.attack0[at]:
                        prefer(lanes, 1, trial, best, trial, trying)
                for row in range(found.shape[0]):
                    for k in range(width):
                        found[row, weapons.row[at], lane0 + k] = trial[best + row * width + k]
        lane0 += width
