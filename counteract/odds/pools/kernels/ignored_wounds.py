"""Compiled fights in which wounds may be ignored: every strike is a matter of chance too.

The same game as in strikes.py and fights.py, but a moment has a worth instead of one end, and the ends are found by following
the choices from the start. ``lost`` says how likely so many wounds are lost of so much damage: by side hurt, damage, wounds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from counteract.odds.pools.kernels.fights import RetainedOptions
from counteract.odds.pools.kernels.strikes import NEVER, WAYS, StrikeStates, shift
from counteract.odds.pools.kernels.vectors import Floats, Ints, better, inlined
from counteract.table.kernels.compiler import allocation_free, kernel


class Boards(NamedTuple):
    """The worth of each moment of a fight, and the option chosen there; by moment and wounds left."""

    value: Floats
    value2: Floats
    way: Ints


@inlined
def hope(lost: Floats, board: Floats, turn: int, width: int, scratch: Floats, hoped: Floats) -> None:
    """Fill in what a board is worth to the side that strikes, if ``lost`` says how likely it costs so many wounds."""
    most = width - 1 if turn == 0 else len(board) // width - 1
    for k in range(len(hoped)):
        hoped[k] = 0.0
    for harm in range(len(lost)):
        chance = lost[harm]
        if chance > 0.0:
            shift(board, min(harm, most), turn, width, scratch)
            for k in range(len(hoped)):
                hoped[k] += chance * scratch[k]


@allocation_free
def weigh(m: StrikeStates, lost: Floats, harm: Ints, width: int, worth: Floats, second: Floats, boards: Boards, room: Floats) -> None:
    """Fill in what every state is worth and which way is gone there."""
    for k in range(len(worth)):
        boards.value[0, k], boards.value2[0, k] = worth[k], second[k]
    scratch, hoped, hoped2 = room[0], room[1], room[2]
    for at in range(1, len(m.to)):
        turn, first = m.turn[at], True
        value, value2, chosen = boards.value[at], boards.value2[at], boards.way[at]
        for way in range(WAYS):
            to = m.to[at, way]
            if to == NEVER:
                continue
            one, two = boards.value[to], boards.value2[to]
            if way < 2:
                damage = harm[turn, way]
                likely = lost[1 - turn, damage, : damage + 1]
                hope(likely, one, turn, width, scratch, hoped)
                hope(likely, two, turn, width, scratch, hoped2)
                one, two = hoped, hoped2
            for k in range(len(worth)):
                if first or better(1 - 2 * turn, one[k], two[k], value[k], value2[k]):
                    value[k], value2[k], chosen[k] = one[k], two[k], way
            first = False
        for k in range(width):
            value[k], value2[k] = worth[k], second[k]
        for k in range(0, len(worth), width):
            value[k], value2[k] = worth[k], second[k]


@allocation_free
def spread(m: StrikeStates, lost: Floats, harm: Ints, width: int, ways: Ints, mass: Floats, ends: Floats) -> None:
    """Fill in how likely each end is, from how likely the states are that the fight begins with."""
    for at in range(len(m.to) - 1, -1, -1):
        turn = m.turn[at]
        for k in range(len(ends)):
            weight = mass[at, k]
            if weight == 0.0:
                continue
            if at == 0 or k < width or k % width == 0:
                ends[k] += weight
                continue
            way = ways[at, k]
            damage = harm[turn, way] if way < 2 else 0
            for gone in range(damage + 1):
                chance = lost[1 - turn, damage, gone]
                if chance > 0.0:
                    mass[m.to[at, way], struck(k, width, turn, gone)] += weight * chance


@inlined
def struck(k: int, width: int, turn: int, gone: int) -> int:
    """Return the wounds left on both sides once a strike has cost the other side so many."""
    wa, wd = k // width, k % width
    return wa * width + max(0, wd - gone) if turn == 0 else max(0, wa - gone) * width + wd


# --- what criticals do at once


@allocation_free
def suffered(lost: Floats, mine: int, theirs: int, wa: int, wd: int, width: int, value: Floats, value2: Floats) -> tuple[float, float]:
    """Return what a moment is worth after so much damage to both."""
    one = two = 0.0
    for i in range(mine + 1):
        for j in range(theirs + 1):
            chance = lost[0, mine, i] * lost[1, theirs, j]
            if chance > 0.0:
                k = max(0, wa - i) * width + max(0, wd - j)
                one += chance * value[k]
                two += chance * value2[k]
    return one, two


@allocation_free
def answer(
    lost: Floats, theirs: RetainedOptions, criticals: int, wa: int, wd: int, width: int, value: Floats, value2: Floats
) -> tuple[int, float, float]:
    """Return what the defender's criticals do at once, once the attacker's have done it, and what that is worth."""
    least, one, two = NEVER, 0.0, 0.0
    for y in range(len(theirs.direct)):
        here, here2 = suffered(lost, criticals * theirs.direct[y], criticals * theirs.backfire[y], wa, wd, width, value, value2)
        if least == NEVER or better(-1, here, here2, one, two):
            least, one, two = y, here, here2
    return least, one, two


@allocation_free
def begin(
    lost: Floats, mine: RetainedOptions, theirs: RetainedOptions, ca: int, cd: int, wounds: Ints, value: Floats, value2: Floats
) -> tuple[int, float, float]:
    """Return what the attacker's criticals do at once, and what that is worth."""
    best, one, two = NEVER, 0.0, 0.0
    width = wounds[1] + 1
    for x in range(len(mine.direct)):
        back, direct = ca * mine.backfire[x], ca * mine.direct[x]
        here = here2 = 0.0
        for i in range(back + 1):
            for j in range(direct + 1):
                chance = lost[0, back, i] * lost[1, direct, j]
                if chance > 0.0:
                    _, then, then2 = answer(lost, theirs, cd, max(0, wounds[0] - i), max(0, wounds[1] - j), width, value, value2)
                    here += chance * then
                    here2 += chance * then2
        if best == NEVER or better(1, here, here2, one, two):
            best, one, two = x, here, here2
    return best, one, two


@kernel
def settle_pairs(
    m: StrikeStates, lost: Floats, harm: Ints, wounds: Ints, mine: RetainedOptions, theirs: RetainedOptions, worth: Floats, second: Floats
) -> tuple[Boards, Ints, Floats, Floats]:
    """Return what each pair of finals is worth, and what both sides make of it (as two options)."""
    shape = len(m.to), len(worth)
    boards = Boards(np.empty(shape), np.empty(shape), np.empty(shape, np.int8))
    weigh(m, lost, harm, wounds[1] + 1, worth, second, boards, np.zeros((3, len(worth))))
    rows, columns = len(mine.option0) - 1, len(theirs.option0) - 1
    options = np.empty((rows, columns, 2), np.int32)
    pair_worth, pair_second = np.empty((rows, columns)), np.empty((rows, columns))
    for i in range(rows):
        for j in range(columns):
            first = True
            for o in range(mine.option0[i], mine.option0[i + 1]):
                least, one, two = NEVER, 0.0, 0.0
                for p in range(theirs.option0[j], theirs.option0[j + 1]):
                    at = m.start[mine.at[o], theirs.at[p]]
                    _, here, here2 = begin(lost, mine, theirs, mine.criticals[o], theirs.criticals[p], wounds, boards.value[at], boards.value2[at])
                    if least == NEVER or better(-1, here, here2, one, two):
                        least, one, two = p, here, here2
                if first or better(1, one, two, pair_worth[i, j], pair_second[i, j]):
                    first = False
                    options[i, j, 0], options[i, j, 1] = o, least
                    pair_worth[i, j], pair_second[i, j] = one, two
    return boards, options, pair_worth, pair_second


@kernel
def end_chances(
    m: StrikeStates,
    lost: Floats,
    harm: Ints,
    wounds: Ints,
    mine: RetainedOptions,
    theirs: RetainedOptions,
    boards: Boards,
    options: Ints,
    chances: Floats,
) -> Floats:
    """Return how likely each end is, from how likely each pair of finals is."""
    mass, ends, width = np.zeros(boards.value.shape), np.zeros(boards.value.shape[1]), wounds[1] + 1
    for i in range(chances.shape[0]):
        for j in range(chances.shape[1]):
            if chances[i, j] == 0.0:
                continue
            o, p = options[i, j]
            ca, cd, at = mine.criticals[o], theirs.criticals[p], m.start[mine.at[o], theirs.at[p]]
            value, value2 = boards.value[at], boards.value2[at]
            x, _, _ = begin(lost, mine, theirs, ca, cd, wounds, value, value2)
            back, direct = ca * mine.backfire[x], ca * mine.direct[x]
            for a in range(back + 1):
                for d in range(direct + 1):
                    chance = chances[i, j] * lost[0, back, a] * lost[1, direct, d]
                    if chance > 0.0:
                        wa, wd = max(0, wounds[0] - a), max(0, wounds[1] - d)
                        y, _, _ = answer(lost, theirs, cd, wa, wd, width, value, value2)
                        hurt, burnt = cd * theirs.direct[y], cd * theirs.backfire[y]
                        for a2 in range(hurt + 1):
                            for d2 in range(burnt + 1):
                                mass[at, max(0, wa - a2) * width + max(0, wd - d2)] += chance * lost[0, hurt, a2] * lost[1, burnt, d2]
    spread(m, lost, harm, width, boards.way, mass, ends)
    return ends
