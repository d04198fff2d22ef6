"""Compiled fights: what both make of their dice and where it ends, re-rolls one side after the other or in turn.

A fight ends somewhere: with so many wounds left on either side. All that is said about it is what each end is worth, and,
among equals, its second worth; the attacker wants both high, the defender low.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from counteract.odds.pools.kernels.graphs import Graphs, graphs_in, settle
from counteract.odds.pools.kernels.strikes import GOOD, LAST, WHICH, StrikeStates, play
from counteract.odds.pools.kernels.vectors import ALONE, EQUAL, Floats, Ints, better, inlined
from counteract.odds.pools.nodes import CHANCE, CHOICE, CLASSES, FINAL
from counteract.table.kernels.compiler import allocation_free, kernel


class RetainedOptions(NamedTuple):
    """The successes possible from each final of a graph, and the damage that criticals do at once."""

    option0: Ints
    criticals: Ints  # of options
    at: Ints  # of options: the number of their successes, see `strikes.pair`
    direct: Ints  # of ways to use criticals at once: what each does to the foe
    backfire: Ints  # and to its user


@allocation_free
def begun(m: StrikeStates, mine: RetainedOptions, theirs: RetainedOptions, o: int, p: int, wounds: Ints, boards: Ints) -> int:
    """Return where a fight with these successes ends: both choose what their criticals do at once, the attacker first."""
    board, width = boards[m.start[mine.at[o], theirs.at[p]]], wounds[1] + 1
    best = np.int32(-1)
    for x in range(len(mine.direct)):
        least = LAST
        for y in range(len(theirs.direct)):
            wa = max(0, wounds[0] - theirs.criticals[p] * theirs.direct[y] - mine.criticals[o] * mine.backfire[x])
            wd = max(0, wounds[1] - mine.criticals[o] * mine.direct[x] - theirs.criticals[p] * theirs.backfire[y])
            key = board[wa * width + wd]
            if key < least & GOOD:
                least = key
        if least > best | WHICH:
            best = least
    return int(best)


@kernel
def settle_pairs(m: StrikeStates, keys: Ints, harm: Ints, wounds: Ints, mine: RetainedOptions, theirs: RetainedOptions, boards: Ints) -> Ints:
    """Return where the fight ends for each pair of finals; the attacker makes of its dice what it likes best, then the defender."""
    play(m, keys, harm, wounds[1] + 1, boards, np.empty(len(keys), np.int32))
    rows, columns = len(mine.option0) - 1, len(theirs.option0) - 1
    ends = np.empty((rows, columns), np.int32)
    for i in range(rows):
        for j in range(columns):
            best = -1
            for o in range(mine.option0[i], mine.option0[i + 1]):
                least = int(LAST)
                for p in range(theirs.option0[j], theirs.option0[j + 1]):
                    key = begun(m, mine, theirs, o, p, wounds, boards)
                    if key < least & GOOD:
                        least = key
                if least > best | WHICH:
                    best = least
            ends[i, j] = best & WHICH
    return ends


# --- re-rolls


@allocation_free
def push(g: Graphs, h: int, pick: Ints, mass: Floats, ends: Floats) -> None:
    """Fill in how likely the finals of a graph are, from how likely its nodes are, with these picks."""
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
    """Return how likely each pair of finals is if the attacker ends its re-rolls before the defender begins; graphs 0 and 1 of a bundle."""
    g = graphs_in(ints, floats)
    rows, columns = worth.shape
    chances = np.zeros((rows, columns))
    if g.settled[0] and g.settled[1]:
        for i in range(rows):
            for j in range(columns):
                chances[i, j] = g.root_chance[i] * g.root_chance[rows + j]
        return chances
    nodes, nodes2 = g.node0[1], g.node0[2] - g.node0[1]
    row_value, row_pick = np.empty((rows, 2 * nodes2)), np.zeros((rows, nodes2), np.int32)
    row, column = np.empty(2 * columns), np.empty(2 * rows)
    chosen, found = np.empty(1), np.empty(2)
    for i in range(rows):
        row[::2], row[1::2] = worth[i], second[i]
        settle(g, 1, -1, ALONE, row, row_value[i], row_pick[i], chosen, found, 0)
    later = np.zeros((rows, nodes2))
    value, pick = np.empty(2 * nodes), np.zeros(nodes, np.int32)
    for r in range(g.root0[1], g.root0[2]):
        j = g.root[r] - nodes
        for i in range(rows):
            column[2 * i], column[2 * i + 1] = row_value[i, 2 * j], row_value[i, 2 * j + 1]
        settle(g, 0, 1, ALONE, column, value, pick, chosen, found, 0)
        mass, ends = np.zeros(nodes), np.zeros(rows)
        for q in range(g.root0[0], g.root0[1]):
            mass[g.root[q]] += g.root_chance[q]
        push(g, 0, pick, mass, ends)
        for i in range(rows):
            later[i, j] += ends[i] * g.root_chance[r]
    for i in range(rows):
        push(g, 1, row_pick[i], later[i], chances[i])
    return chances


@inlined
def ending(g: Graphs, node: int) -> int:
    """Return the final of dice that are left as they are."""
    if g.kind[node] == CHOICE:
        node = g.child[g.first[node]]
    return int(g.first[node])


#: Who rolls dice again: the attacker or the defender, if nobody has passed or if the other has.
ATTACKER, ATTACKER_LAST, DEFENDER, DEFENDER_LAST = 1, 2, 4, 8


@inlined
def surely_more(gain: float, gain2: float) -> bool:
    """Return as `better`, from what is won; without a branch, which costs more here than the work."""
    return (gain > EQUAL) | ((gain >= -EQUAL) & (gain2 > EQUAL))


@allocation_free
def best_moves(g: Graphs, i: int, value: Floats, value2: Floats, moves: Ints, best: Floats, best2: Floats) -> None:
    """Find the attacker's best re-roll at a node of its graph, against every node of the defender's."""
    for way in range(1, g.ways[i]):
        after, move = g.child[g.first[i] + way], np.int16(way)
        one, two = value[after], value2[after]
        if way == 1:
            for j in range(len(best)):
                best[j], best2[j], moves[j] = one[j], two[j], move
            continue
        for j in range(len(best)):
            more = surely_more(one[j] - best[j], two[j] - best2[j])
            best[j] = one[j] if more else best[j]
            best2[j] = two[j] if more else best2[j]
            moves[j] = move if more else moves[j]


@allocation_free
def play_row(
    g: Graphs, i: int, worth: Floats, second: Floats, best: Floats, best2: Floats, act: Floats, act2: Floats, value: Floats, value2: Floats,
    ends: Ints, moves: Ints, who: Ints,
) -> None:  # fmt: skip
    """Fill in what every node of the defender's graph is worth against one of the attacker's: ``act`` if the attacker is to act, else ``value``."""
    n, able = g.node0[1], g.ways[i] > 1
    for j in range(len(value)):
        first, ways = g.first[n + j], g.ways[n + j]
        if g.kind[n + j] == CHANCE:
            low = low2 = 0.0
            for result in range(CLASSES):
                chance = g.chance[CLASSES + result]
                if chance > 0.0:
                    low += chance * act[g.child[first + result] - n]
                    low2 += chance * act2[g.child[first + result] - n]
            act[j], act2[j] = low, low2
            continue
        one, two = worth[ends[j]], second[ends[j]]
        last, last2, found = one, two, 0
        if able and better(1, best[j], best2[j], one, two):
            one, two, found = best[j], best2[j], ATTACKER_LAST
        if ways > 1:
            after = g.child[first + 1] - n
            low, low2, moves[j] = act[after], act2[after], 1
            for way in range(2, ways):
                after = g.child[first + way] - n
                if better(-1, act[after], act2[after], low, low2):
                    low, low2, moves[j] = act[after], act2[after], way
            if better(-1, low, low2, last, last2):
                last, last2, found = low, low2, found | DEFENDER_LAST
            if better(-1, low, low2, one, two):
                one, two, found = low, low2, found | DEFENDER
        if able and better(1, best[j], best2[j], last, last2):
            last, last2, found = best[j], best2[j], found | ATTACKER
        act[j], act2[j], value[j], value2[j], who[j] = last, last2, one, two, found


class RerollWorkspace(NamedTuple):
    """Room to work in, by nodes of both graphs."""

    value: Floats
    value2: Floats
    attacks: Ints  # the attacker's best move
    defends: Ints
    who: Ints


@kernel
def in_turn(ints: Ints, floats: Floats, worth: Floats, second: Floats, first: int, room: RerollWorkspace) -> Floats:
    """Return how likely each pair of finals is if both use re-rolls in turn until both pass; side ``first`` begins.

    Moments are pairs of nodes with a side to act. ``value`` is what they are worth if it is the defender's turn; what they
    are worth if it is the attacker's is needed only along a row.
    """
    g = graphs_in(ints, floats)
    n, m = g.node0[1], g.node0[2] - g.node0[1]
    value, value2, attacks, defends, who = room
    best, best2, act, act2 = np.zeros(m), np.zeros(m), np.zeros(m), np.zeros(m)
    ends = np.zeros(m, np.int32)
    for j in range(m):
        if g.kind[n + j] != CHANCE:
            ends[j] = ending(g, n + j) - g.final0[1]
    for i in range(n):
        if g.kind[i] != CHANCE:
            best_moves(g, i, value, value2, attacks[i], best, best2)
            f = ending(g, i)
            play_row(g, i, worth[f], second[f], best, best2, act, act2, value[i], value2[i], ends, defends[i], who[i])
            continue
        row, row2 = value[i], value2[i]
        for result in range(CLASSES):
            chance = g.chance[result]
            if chance > 0.0:
                one, two = value[g.child[g.first[i] + result]], value2[g.child[g.first[i] + result]]
                for j in range(m):
                    row[j] += chance * one[j]
                    row2[j] += chance * two[j]
    chances = np.zeros(worth.shape)
    value[:] = 0.0
    follow(g, attacks, defends, who, first, ends, act, value, chances)
    return chances


@allocation_free
def follow(g: Graphs, attacks: Ints, defends: Ints, who: Ints, first: int, ends: Ints, act: Floats, mass: Floats, chances: Floats) -> None:
    """Fill in how likely each pair of finals is if both act like this: from the nodes that begin down to those they lead to.

    ``mass`` is how likely a moment is with the defender to act, ``act``, along a row, with the attacker.
    """
    n, m = g.node0[1], len(act)
    root = g.root0[1] - 1  # of the attacker, the next one to be met
    if first == 1:
        for q in range(g.root0[1]):
            for r in range(g.root0[1], g.root0[2]):
                mass[g.root[q], g.root[r] - n] = g.root_chance[q] * g.root_chance[r]
    for i in range(n - 1, -1, -1):
        row = mass[i]
        if g.kind[i] == CHANCE:
            for result in range(CLASSES):
                chance = g.chance[result]
                if chance > 0.0:
                    after = mass[g.child[g.first[i] + result]]
                    for j in range(m):
                        after[j] += chance * row[j]
            continue
        for j in range(m):
            act[j] = 0.0
        if root >= 0 and g.root[root] == i:
            if first == 0:
                for r in range(g.root0[1], g.root0[2]):
                    act[g.root[r] - n] = g.root_chance[root] * g.root_chance[r]
            root -= 1
        f = ending(g, i)
        for j in range(m - 1, -1, -1):
            if act[j] == 0.0 and row[j] == 0.0:
                continue
            if g.kind[n + j] == CHANCE:
                for result in range(CLASSES):
                    if g.chance[CLASSES + result] > 0.0:
                        act[g.child[g.first[n + j] + result] - n] += act[j] * g.chance[CLASSES + result]
                continue
            rolls = who[i, j]
            attacked = act[j] if rolls & ATTACKER else 0.0
            defended = row[j] if rolls & DEFENDER else 0.0
            stopped, left = act[j] - attacked, row[j] - defended
            if rolls & DEFENDER_LAST:
                defended += stopped
                stopped = 0.0
            if rolls & ATTACKER_LAST:
                attacked += left
                left = 0.0
            if attacked > 0.0:
                mass[g.child[g.first[i] + attacks[i, j]], j] += attacked
            if defended > 0.0:
                act[g.child[g.first[n + j] + defends[i, j]] - n] += defended
            chances[f, ends[j]] += stopped + left
