"""Compiled fights: re-rolls in turn, then striking and warding off in turn, each side at its best.

A fight ends somewhere: with so many wounds left on either side. Ends are numbered, and all that is said about a fight
is what each end is worth, and, among equals, its second worth; the attacker wants both high, the defender low.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.odds.kernels.shots import Floats, Graphs, Ints, better, graphs_in, inlined, settle
from counteract.odds.nodes import CHANCE, CHOICE, CLASSES, FINAL
from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.plain import plain

UNKNOWN = -1

#: Where the numbers of a `Side` stand.
MOST, WOUNDS, NORMAL_DAMAGE, CRITICAL_DAMAGE, DIRECT, BRUTAL, SHOCK, STRIKES, BACKFIRE = range(9)
FACTS = 9


class Side(NamedTuple):
    """One fighter, in numbers."""

    most: int  # successes at most
    wounds: int
    normal: int
    critical: int
    direct: int  # damage that each critical does before anything is resolved
    brutal: bool
    shock: int  # what the first critical strike discards: 0 nothing, 1 a normal success, 2 a critical one if there is no normal
    strikes: bool  # always, criticals first
    backfire: int  # damage that each of its criticals does to itself before anything is resolved


@inlined
def pair(most: int, criticals: int, normals: int) -> int:
    """A number for so many successes: rows of criticals, each one shorter than the row before."""
    return criticals * (most + 1) - criticals * (criticals - 1) // 2 + normals


def moments(one: Side, two: Side) -> int:
    """How many moments a fight can have: for the memory of `resolve`."""
    pairs = (one.most + 1) * (one.most + 2) * (two.most + 1) * (two.most + 2) // 4
    return pairs * (one.wounds + 1) * (two.wounds + 1) * (8 if one.shock or two.shock else 2)


@inlined
def place(facts: Ints, ca: int, na: int, cd: int, nd: int, wa: int, wd: int, turn: int, struck: int) -> int:
    """Where a moment of a fight stands in the memory."""
    most2 = facts[FACTS + MOST]
    at = pair(facts[MOST], ca, na) * ((most2 + 1) * (most2 + 2) // 2) + pair(most2, cd, nd)
    at = ((at * (facts[WOUNDS] + 1) + wa) * (facts[FACTS + WOUNDS] + 1) + wd) * 2 + turn
    if facts[SHOCK] + facts[FACTS + SHOCK] > 0:
        at = 4 * at + struck
    return int(at)


@inlined
def end_of(facts: Ints, ca: int, na: int, cd: int, nd: int, wa: int, wd: int, turn: int, struck: int, memory: Ints) -> int:
    """Where a fight ends from a moment whose dice are fewer than those being worked on."""
    if wa == 0 or wd == 0 or ca + na + cd + nd == 0:
        return int(wa * (facts[FACTS + WOUNDS] + 1) + wd)
    if turn == 0 and ca + na == 0:
        turn = 1
    elif turn == 1 and cd + nd == 0:
        turn = 0
    return int(memory[place(facts, ca, na, cd, nd, wa, wd, turn, struck)])


@plain
def decide(
    facts: Ints, ca: int, na: int, cd: int, nd: int, wa: int, wd: int, turn: int, struck: int, worth: Floats, second: Floats, memory: Ints
) -> int:
    """Where a fight ends if who is to act does the best thing.

    The ways are: strike with a critical, with a normal success; ward off a critical with a critical, a normal with a
    critical, a normal with a normal success.
    """
    sign = 1 if turn == 0 else -1
    me, foe = (0, FACTS) if turn == 0 else (FACTS, 0)
    best = UNKNOWN
    for way in range(5):
        mc, mn, tc, tn, hurt = (ca, na, cd, nd, wd) if turn == 0 else (cd, nd, ca, na, wa)
        flags = struck
        critical = way == 0 or way == 2 or way == 3
        if (mc if critical else mn) == 0 or (way == 2 and tc == 0) or (way >= 3 and tn == 0) or (way == 4 and facts[foe + BRUTAL]):
            continue
        if critical:
            mc -= 1
        else:
            mn -= 1
        if way == 0:
            hurt = max(0, hurt - facts[me + CRITICAL_DAMAGE])
            if facts[me + SHOCK] > 0 and not flags & (1 + turn):
                flags |= 1 + turn
                if hurt > 0 and tn > 0:
                    tn -= 1
                elif hurt > 0 and tc > 0 and facts[me + SHOCK] == 2:
                    tc -= 1
        elif way == 1:
            hurt = max(0, hurt - facts[me + NORMAL_DAMAGE])
        elif way == 2:
            tc -= 1
        else:
            tn -= 1
        if turn == 0:
            found = end_of(facts, mc, mn, tc, tn, wa, hurt, 1, flags, memory)
        else:
            found = end_of(facts, tc, tn, mc, mn, hurt, wd, 0, flags, memory)
        if best == UNKNOWN or better(sign, worth[found], second[found], worth[best], second[best]):
            best = found
        if way < 2 and facts[me + STRIKES]:
            break
    return best


@inlined
def at_once(facts: Ints, me: int, foe: int, mine: int, theirs: int) -> int:
    """The damage that so many criticals on both sides do to one side before anything is resolved."""
    return int(theirs * facts[foe + DIRECT] + mine * facts[me + BACKFIRE])


@kernel
def reached(facts: Ints, me: int, foe: int) -> NDArray[np.bool_]:
    """Which wounds a fighter can have left, by how many dice the foe has used at most."""
    most, wounds = facts[foe + MOST], facts[me + WOUNDS]
    found = np.zeros((most + 1, wounds + 1), np.bool_)
    for criticals in range(most + 1):
        for own in range(facts[me + MOST] + 1):
            found[0, max(0, wounds - at_once(facts, me, foe, own, criticals))] = True
    for used in range(1, most + 1):
        for left in range(wounds + 1):
            if found[used - 1, left]:
                found[used, left] = True
                found[used, max(0, left - facts[foe + NORMAL_DAMAGE])] = True
                found[used, max(0, left - facts[foe + CRITICAL_DAMAGE])] = True
    return found


@plain
def resolve(facts: Ints, mine_left: NDArray[np.bool_], theirs_left: NDArray[np.bool_], worth: Floats, second: Floats, memory: Ints) -> None:
    """Where a fight ends from every moment that can come up, from those with few dice left to those with many.

    ``facts`` are the two sides, number by number; ``mine_left`` and ``theirs_left`` the wounds they can have, as
    `reached` tells. ``struck`` adds up 1 if the attacker and 2 if the defender has made its first critical strike.
    """
    most, most2 = int(facts[MOST]), int(facts[FACTS + MOST])
    shocks = 4 if facts[SHOCK] + facts[FACTS + SHOCK] > 0 else 1
    for total in range(1, most + most2 + 1):
        for mine in range(max(0, total - most2), min(most, total) + 1):
            theirs = total - mine
            for wa in range(1, facts[WOUNDS] + 1):
                for wd in range(1, facts[FACTS + WOUNDS] + 1):
                    if not mine_left[most2 - theirs, wa] or not theirs_left[most - mine, wd]:
                        continue
                    for ca in range(mine + 1):
                        for cd in range(theirs + 1):
                            for turn in range(2):
                                if (mine if turn == 0 else theirs) == 0:
                                    continue
                                for struck in range(shocks):
                                    if (struck & 1 and mine == most) or (struck & 2 and theirs == most2):
                                        continue
                                    at = place(facts, ca, mine - ca, cd, theirs - cd, wa, wd, turn, struck)
                                    memory[at] = decide(
                                        facts, ca, mine - ca, cd, theirs - cd, wa, wd, turn, struck, worth, second, memory
                                    )


class Kept(NamedTuple):
    """What can be made of each final of a hand."""

    option0: Ints
    criticals: Ints
    normals: Ints


@kernel
def settle_pairs(facts: Ints, mine: Kept, theirs: Kept, worth: Floats, second: Floats, memory: Ints) -> Ints:
    """Where the fight ends for each pair of finals; the attacker makes of its dice what it likes best, then the defender."""
    resolve(facts, reached(facts, 0, FACTS), reached(facts, FACTS, 0), worth, second, memory)
    rows, columns = len(mine.option0) - 1, len(theirs.option0) - 1
    ends = np.empty((rows, columns), np.int32)
    for i in range(rows):
        for j in range(columns):
            best = UNKNOWN
            for o in range(mine.option0[i], mine.option0[i + 1]):
                ca, na = mine.criticals[o], mine.normals[o]
                least = UNKNOWN
                for p in range(theirs.option0[j], theirs.option0[j + 1]):
                    cd, nd = theirs.criticals[p], theirs.normals[p]
                    wa = max(0, facts[WOUNDS] - at_once(facts, 0, FACTS, ca, cd))
                    wd = max(0, facts[FACTS + WOUNDS] - at_once(facts, FACTS, 0, cd, ca))
                    end = end_of(facts, ca, na, cd, nd, wa, wd, 0, 0, memory)
                    if least == UNKNOWN or better(-1, worth[end], second[end], worth[least], second[least]):
                        least = end
                if best == UNKNOWN or better(1, worth[least], second[least], worth[best], second[best]):
                    best = least
            ends[i, j] = best
    return ends


# --- re-rolls


@plain
def push(g: Graphs, h: int, pick: Ints, mass: Floats, ends: Floats) -> None:
    """From how likely the nodes of a hand are to how likely its finals are, with these picks."""
    start = g.node0[h]
    for node in range(g.node0[h + 1] - 1, start - 1, -1):
        weight = mass[node - start]
        if weight == 0.0:
            continue
        first = g.first[node]
        if g.kind[node] == FINAL:
            ends[first - g.final0[h]] += weight
        elif g.kind[node] == CHANCE:
            for result in range(CLASSES):
                if g.chance[CLASSES * h + result] > 0.0:
                    mass[g.child[first + result] - start] += weight * g.chance[CLASSES * h + result]
        else:
            mass[g.child[first + pick[node - start]] - start] += weight


@kernel
def one_after_the_other(ints: Ints, floats: Floats, worth: Floats, second: Floats) -> Floats:
    """How likely each pair of finals is if the attacker ends its re-rolls before the defender begins; hands 0 and 1 of a bundle."""
    g = graphs_in(ints, floats)
    rows, columns = worth.shape
    nodes, nodes2 = g.node0[1], g.node0[2] - g.node0[1]
    row_worth, row_second = np.empty((rows, nodes2)), np.empty((rows, nodes2))
    row_pick = np.zeros((rows, nodes2), np.int32)
    for i in range(rows):
        settle(g, 1, -1, worth[i], second[i], row_worth[i], row_second[i], row_pick[i])
    later = np.zeros((rows, nodes2))
    value, value2, pick = np.empty(nodes), np.empty(nodes), np.zeros(nodes, np.int32)
    column, column2 = np.empty(rows), np.empty(rows)
    for r in range(g.root0[1], g.root0[2]):
        j = g.root[r] - nodes
        for i in range(rows):
            column[i], column2[i] = row_worth[i, j], row_second[i, j]
        settle(g, 0, 1, column, column2, value, value2, pick)
        mass, ends = np.zeros(nodes), np.zeros(rows)
        for q in range(g.root0[0], g.root0[1]):
            mass[g.root[q]] += g.root_chance[q]
        push(g, 0, pick, mass, ends)
        for i in range(rows):
            later[i, j] += ends[i] * g.root_chance[r]
    chances = np.zeros((rows, columns))
    for i in range(rows):
        push(g, 1, row_pick[i], later[i], chances[i])
    return chances


@plain
def ending(g: Graphs, node: int) -> int:
    """The final of a hand that is left as it is."""
    if g.kind[node] == CHOICE:
        node = g.child[g.first[node]]
    return int(g.first[node])


@kernel
def in_turn(ints: Ints, floats: Floats, worth: Floats, second: Floats, first: int) -> Floats:
    """How likely each pair of finals is if both use re-rolls in turn until both pass; side ``first`` begins.

    Moments are pairs of nodes with a side to act; the side may know that the other has just passed. In ``a0`` and
    ``d0`` attacker or defender is to act and nobody has passed, in ``a1`` and ``d1`` the other side has.
    """
    g = graphs_in(ints, floats)
    n, m = g.node0[1], g.node0[2] - g.node0[1]
    a0, a0s, a1, a1s = np.zeros((n, m)), np.zeros((n, m)), np.zeros((n, m)), np.zeros((n, m))
    d0, d0s, d1, d1s = np.zeros((n, m)), np.zeros((n, m)), np.zeros((n, m)), np.zeros((n, m))
    for i in range(n):
        for j in range(m):
            if g.kind[i] == CHANCE and g.kind[n + j] == CHANCE:
                continue
            if g.kind[i] == CHANCE:
                for result in range(CLASSES):
                    chance = g.chance[result]
                    if chance > 0.0:
                        d0[i, j] += chance * d0[g.child[g.first[i] + result], j]
                        d0s[i, j] += chance * d0s[g.child[g.first[i] + result], j]
                continue
            if g.kind[n + j] == CHANCE:
                for result in range(CLASSES):
                    chance = g.chance[CLASSES + result]
                    if chance > 0.0:
                        a0[i, j] += chance * a0[i, g.child[g.first[n + j] + result] - n]
                        a0s[i, j] += chance * a0s[i, g.child[g.first[n + j] + result] - n]
                continue
            f, h = ending(g, i), ending(g, n + j) - g.final0[1]
            best, best2, least, least2 = worth[f, h], second[f, h], worth[f, h], second[f, h]
            for way in range(1, g.ways[i]):
                after = g.child[g.first[i] + way]
                if better(1, d0[after, j], d0s[after, j], best, best2):
                    best, best2 = d0[after, j], d0s[after, j]
            for way in range(1, g.ways[n + j]):
                after = g.child[g.first[n + j] + way] - n
                if better(-1, a0[i, after], a0s[i, after], least, least2):
                    least, least2 = a0[i, after], a0s[i, after]
            a1[i, j], a1s[i, j], d1[i, j], d1s[i, j] = best, best2, least, least2
            a0[i, j], a0s[i, j], d0[i, j], d0s[i, j] = least, least2, best, best2
            for way in range(1, g.ways[i]):
                after = g.child[g.first[i] + way]
                if better(1, d0[after, j], d0s[after, j], a0[i, j], a0s[i, j]):
                    a0[i, j], a0s[i, j] = d0[after, j], d0s[after, j]
            for way in range(1, g.ways[n + j]):
                after = g.child[g.first[n + j] + way] - n
                if better(-1, a0[i, after], a0s[i, after], d0[i, j], d0s[i, j]):
                    d0[i, j], d0s[i, j] = a0[i, after], a0s[i, after]
    return follow(g, n, m, a0, a0s, d0, d0s, a1, a1s, d1, d1s, worth, second, first)


@kernel
def follow(
    g: Graphs, n: int, m: int, a0: Floats, a0s: Floats, d0: Floats, d0s: Floats, a1: Floats, a1s: Floats, d1: Floats, d1s: Floats,
    worth: Floats, second: Floats, first: int,
) -> Floats:  # fmt: skip
    """How likely each pair of finals is if both act as in `in_turn`: from the likelier nodes down to those they lead to."""
    chances = np.zeros(worth.shape)
    act_a, act_d = np.zeros((n, m)), np.zeros((n, m))  # to act, nobody has passed
    for q in range(g.root0[0], g.root0[1]):
        for r in range(g.root0[1], g.root0[2]):
            target = act_a if first == 0 else act_d
            target[g.root[q], g.root[r] - n] += g.root_chance[q] * g.root_chance[r]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            weight_a, weight_d = act_a[i, j], act_d[i, j]
            if weight_a == 0.0 and weight_d == 0.0:
                continue
            if g.kind[i] == CHANCE:
                for result in range(CLASSES):
                    if g.chance[result] > 0.0:
                        act_d[g.child[g.first[i] + result], j] += weight_d * g.chance[result]
                continue
            if g.kind[n + j] == CHANCE:
                for result in range(CLASSES):
                    if g.chance[CLASSES + result] > 0.0:
                        act_a[i, g.child[g.first[n + j] + result] - n] += weight_a * g.chance[CLASSES + result]
                continue
            f, h = ending(g, i), ending(g, n + j) - g.final0[1]
            passed_a = passed_d = 0.0
            if weight_a > 0.0:
                move = pick_move(g, i, 0, j, 1, d1[i, j], d1s[i, j], d0, d0s)
                if move < 0:
                    passed_a = weight_a
                else:
                    act_d[move, j] += weight_a
            if weight_d > 0.0:
                move = pick_move(g, n + j, n, i, -1, a1[i, j], a1s[i, j], a0, a0s)
                if move < 0:
                    passed_d = weight_d
                else:
                    act_a[i, move] += weight_d
            if passed_a > 0.0:  # the defender answers a pass
                move = pick_move(g, n + j, n, i, -1, worth[f, h], second[f, h], a0, a0s)
                if move < 0:
                    chances[f, h] += passed_a
                else:
                    act_a[i, move] += passed_a
            if passed_d > 0.0:
                move = pick_move(g, i, 0, j, 1, worth[f, h], second[f, h], d0, d0s)
                if move < 0:
                    chances[f, h] += passed_d
                else:
                    act_d[move, j] += passed_d
    return chances


@plain
def pick_move(g: Graphs, node: int, offset: int, other: int, sign: int, pass_worth: float, pass_second: float, after: Floats, after2: Floats) -> int:
    """The node that the best move leads to, or -1 if passing is as good."""
    found = -1
    best, best2 = pass_worth, pass_second
    for way in range(1, g.ways[node]):
        to = g.child[g.first[node] + way] - offset
        one, two = (after[to, other], after2[to, other]) if sign == 1 else (after[other, to], after2[other, to])
        if better(sign, one, two, best, best2):
            best, best2, found = one, two, to
    return found
