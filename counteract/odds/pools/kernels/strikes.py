"""Compiled striking and warding off: which successes are left, whose turn it is, and what follows.

Dice say what can be done, wounds only what it is worth. So every moment of the dice has a board of all wounds, a row for
each number the attacker has left, a column for each of the defender's, and is worked out for the whole board at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counteract.odds.pools.kernels.vectors import Ints, inlined
from counteract.table.kernels.compiler import allocation_free, kernel

NEVER = -1

#: Strike with a critical, with a normal success; ward off a critical with a critical, a normal with a critical, a normal with a normal.
WAYS = 5


class StrikeSide(NamedTuple):
    """The options of one fighter with its dice."""

    most: int  # successes at most
    brutal: bool
    shock: int  # what the first critical strike discards: 0 nothing, 1 a normal success, 2 a critical one if there is no normal
    strikes: bool  # always, criticals first


class StrikeStates(NamedTuple):
    """All moments of the dice, each after those it leads to. In the first nobody has any left."""

    to: Ints  # by moment and way: the moment that follows, or NEVER
    turn: Ints
    start: Ints  # by what both have (see `pair`): the moment that a fight begins with


@inlined
def pair(most: int, criticals: int, normals: int) -> int:
    """Return a number for so many successes: rows of criticals, each one shorter than the row before."""
    return criticals * (most + 1) - criticals * (criticals - 1) // 2 + normals


@inlined
def tell_apart(struck: int, ca: int, cd: int, mine: int, theirs: int) -> int:
    """Return which first critical strikes still matter: 1 if the attacker has made its own, 2 if the defender has."""
    if ca == 0 or theirs == 0:
        struck &= ~1
    if cd == 0 or mine == 0:
        struck &= ~2
    return struck


@inlined
def known(number: Ints, most: int, most2: int, ca: int, na: int, cd: int, nd: int, turn: int, struck: int) -> int:
    """Return the number of a moment."""
    if turn == 0 and ca + na == 0:
        turn = 1
    elif turn == 1 and cd + nd == 0:
        turn = 0
    if ca + na + cd + nd == 0:
        return 0
    return int(number[pair(most, ca, na), pair(most2, cd, nd), turn, tell_apart(struck, ca, cd, ca + na, cd + nd)])


@inlined
def follow(one: StrikeSide, two: StrikeSide, number: Ints, ca: int, na: int, cd: int, nd: int, turn: int, struck: int, way: int) -> int:
    """Return the moment that a way leads to, or NEVER if it cannot be gone."""
    mc, mn, tc, tn = (ca, na, cd, nd) if turn == 0 else (cd, nd, ca, na)
    shock, strikes, brutal = (one.shock, one.strikes, two.brutal) if turn == 0 else (two.shock, two.strikes, one.brutal)
    critical = way == 0 or way == 2 or way == 3
    if (mc if critical else mn) == 0 or (way == 2 and tc == 0) or (way >= 3 and tn == 0) or (way == 4 and brutal):
        return NEVER
    if strikes and way > 0 and (way > 1 or mc > 0):
        return NEVER
    if critical:
        mc -= 1
    else:
        mn -= 1
    if way == 2:
        tc -= 1
    elif way > 2:
        tn -= 1
    elif way == 0 and shock and not struck & (1 + turn):
        struck |= 1 + turn
        if tn > 0:
            tn -= 1
        elif tc > 0 and shock == 2:
            tc -= 1
    if turn == 0:
        return known(number, one.most, two.most, mc, mn, tc, tn, 1, struck)
    return known(number, one.most, two.most, tc, tn, mc, mn, 0, struck)


@kernel
def strike_states(one: StrikeSide, two: StrikeSide) -> StrikeStates:
    """Return all moments of a fight between two."""
    rows, columns = (one.most + 1) * (one.most + 2) // 2, (two.most + 1) * (two.most + 2) // 2
    flags = 3 if one.shock and two.shock else 1 if one.shock else 2 if two.shock else 0
    room = 1 + rows * columns * 2 * (4 if flags == 3 else 2 if flags else 1)
    number = np.full((rows, columns, 2, 4), NEVER, np.int32)
    to, turns, start = np.empty((room, WAYS), np.int32), np.zeros(room, np.int32), np.zeros((rows, columns), np.int32)
    to[0] = NEVER
    count = 1
    for total in range(1, one.most + two.most + 1):
        for mine in range(max(0, total - two.most), min(one.most, total) + 1):
            theirs = total - mine
            for ca in range(mine + 1):
                for cd in range(theirs + 1):
                    na, nd = mine - ca, theirs - cd
                    at = pair(one.most, ca, na), pair(two.most, cd, nd)
                    for turn in range(2):
                        if (mine if turn == 0 else theirs) == 0:
                            continue
                        for struck in range(4):
                            if struck & ~flags or tell_apart(struck, ca, cd, mine, theirs) != struck:
                                continue
                            for way in range(WAYS):
                                to[count, way] = follow(one, two, number, ca, na, cd, nd, turn, struck, way)
                            turns[count] = turn
                            number[at[0], at[1], turn, struck] = count
                            count += 1
                    start[at] = known(number, one.most, two.most, ca, na, cd, nd, 0, 0)
    return reachable(to[:count], turns[:count], start)


@kernel
def reachable(to: Ints, turn: Ints, start: Ints) -> StrikeStates:
    """Return only those states that can come up."""
    number = np.full(len(to), NEVER, np.int32)
    number[0] = 0
    for beginning in start.flat:
        number[beginning] = 0
    for at in range(len(to) - 1, 0, -1):
        if number[at] != NEVER:
            for after in to[at]:
                if after != NEVER:
                    number[after] = 0
    count = 0
    for at in range(len(to)):
        if number[at] != NEVER:
            number[at] = count
            for way in range(WAYS):
                to[count, way] = number[to[at, way]] if to[at, way] != NEVER else NEVER
            turn[count] = turn[at]
            count += 1
    for i in range(start.shape[0]):
        for j in range(start.shape[1]):
            start[i, j] = number[start[i, j]]
    return StrikeStates(to[:count].copy(), turn[:count].copy(), start)


@inlined
def shift(board: Any, harm: int, turn: int, width: int, target: Any) -> None:
    """Fill in a board as it looks to the side that can do so much harm to the other side; the first row and column are left aside."""
    moved = target[harm if turn == 0 else harm * width :]
    for k in range(len(moved)):
        moved[k] = board[k]
    if turn == 0:
        for row in range(width, len(board), width):
            for k in range(row + 1, row + harm + 1):
                target[k] = board[row]
    else:
        for row in range(width, harm * width + 1, width):
            line = target[row:]
            for k in range(width):
                line[k] = board[k]


# --- where every strike hurts as much as it can


#: What the ends of a fight are numbered with: how good they are for the attacker, and after so many bits which they are.
BITS = 16
WHICH = np.int32((1 << BITS) - 1)
LAST = np.int32(2**31 - 1)  # worse for the defender than any
GOOD = np.int32(~((1 << BITS) - 1))


@inlined
def improve(board: Ints, found: Ints, turn: int) -> None:
    """Put what is found on a board where it is better for who is to act."""
    if turn == 0:
        for k in range(len(board)):
            one, two = found[k], board[k]
            board[k] = one if one > np.int32(two | WHICH) else two
    else:
        for k in range(len(board)):
            one, two = found[k], board[k]
            board[k] = one if one < np.int32(two & GOOD) else two


@allocation_free
def play(m: StrikeStates, keys: Ints, harm: Ints, width: int, boards: Ints, scratch: Ints) -> None:
    """Fill in where a fight ends from every moment, whatever the wounds, if who is to act does the best thing.

    ``keys`` are the ends by wounds left, ``harm`` what a critical and a normal strike of each side do.
    """
    for k in range(len(keys)):
        boards[0, k] = keys[k]
    for at in range(1, len(m.to)):
        turn, board, first = m.turn[at], boards[at], True
        for way in range(WAYS):
            to = m.to[at, way]
            if to == NEVER:
                continue
            if first:  # who has a success can strike with it
                shift(boards[to], harm[turn, way], turn, width, board)
                first = False
            elif way == 1:
                shift(boards[to], harm[turn, way], turn, width, scratch)
                improve(board, scratch, turn)
            else:
                improve(board, boards[to], turn)
        for k in range(width):
            board[k] = keys[k]
        for k in range(0, len(board), width):
            board[k] = keys[k]
