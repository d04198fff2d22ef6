"""Compiled fights in which wounds may be ignored: every strike is a matter of chance too.

The same game as in fights.py, but a moment has a worth instead of one end, and the ends are found by following the
choices from the start. ``lost`` says how likely so many wounds are lost of so much damage: by side hurt, damage, wounds.
"""

from __future__ import annotations

import numpy as np

from counteract.odds.kernels.fights import (
    BRUTAL,
    CRITICAL_DAMAGE,
    FACTS,
    MOST,
    NORMAL_DAMAGE,
    SHOCK,
    STRIKES,
    UNKNOWN,
    WOUNDS,
    Kept,
    at_once,
    place,
)
from counteract.odds.kernels.shots import Floats, Ints, better, inlined
from counteract.table.kernels.compiled import kernel
from counteract.table.kernels.plain import plain

WAYS = 5  # as in fights.decide


@inlined
def allowed(facts: Ints, mc: int, mn: int, tc: int, tn: int, turn: int, way: int) -> bool:
    """Whether a way can be gone, with one's own and the other's criticals and normal successes."""
    me, foe = (0, FACTS) if turn == 0 else (FACTS, 0)
    critical = way == 0 or way == 2 or way == 3
    if (mc if critical else mn) == 0 or (way == 2 and tc == 0) or (way >= 3 and tn == 0) or (way == 4 and facts[foe + BRUTAL]):
        return False
    return not facts[me + STRIKES] or way == 0 or (way == 1 and mc == 0)


@inlined
def moment(facts: Ints, ca: int, na: int, cd: int, nd: int, wa: int, wd: int, turn: int, struck: int) -> int:
    """Where a moment stands in the memory, or -1 - its end if the fight is over."""
    if wa == 0 or wd == 0 or ca + na + cd + nd == 0:
        return -1 - int(wa * (facts[FACTS + WOUNDS] + 1) + wd)
    if turn == 0 and ca + na == 0:
        turn = 1
    elif turn == 1 and cd + nd == 0:
        turn = 0
    return place(facts, ca, na, cd, nd, wa, wd, turn, struck)


@inlined
def after(facts: Ints, ca: int, na: int, cd: int, nd: int, wa: int, wd: int, turn: int, struck: int, way: int, harm: int) -> int:
    """The moment that a way leads to if it costs the other so many wounds."""
    me = 0 if turn == 0 else FACTS
    mc, mn, tc, tn, hurt = (ca, na, cd, nd, wd) if turn == 0 else (cd, nd, ca, na, wa)
    if way == 0 or way == 2 or way == 3:
        mc -= 1
    else:
        mn -= 1
    hurt = max(0, hurt - harm)
    if way == 0 and facts[me + SHOCK] > 0 and not struck & (1 + turn):
        struck |= 1 + turn
        if hurt > 0 and tn > 0:
            tn -= 1
        elif hurt > 0 and tc > 0 and facts[me + SHOCK] == 2:
            tc -= 1
    elif way == 2:
        tc -= 1
    elif way >= 3:
        tn -= 1
    if turn == 0:
        return moment(facts, mc, mn, tc, tn, wa, hurt, 1, struck)
    return moment(facts, tc, tn, mc, mn, hurt, wd, 0, struck)


@inlined
def blow(facts: Ints, turn: int, way: int) -> int:
    """The damage of a strike; nothing if it is none."""
    me = 0 if turn == 0 else FACTS
    if way == 0:
        return int(facts[me + CRITICAL_DAMAGE])
    return int(facts[me + NORMAL_DAMAGE]) if way == 1 else 0


@plain
def settle_moments(facts: Ints, lost: Floats, worth: Floats, second: Floats, value: Floats, value2: Floats, choice: Ints) -> None:
    """What every moment is worth and which way is gone there, from those with few dice left to those with many."""
    most, most2 = int(facts[MOST]), int(facts[FACTS + MOST])
    shocks = 4 if facts[SHOCK] + facts[FACTS + SHOCK] > 0 else 1
    for total in range(1, most + most2 + 1):
        for mine in range(max(0, total - most2), min(most, total) + 1):
            theirs = total - mine
            for wa in range(1, facts[WOUNDS] + 1):
                for wd in range(1, facts[FACTS + WOUNDS] + 1):
                    for ca in range(mine + 1):
                        for cd in range(theirs + 1):
                            for turn in range(2):
                                if (mine if turn == 0 else theirs) == 0:
                                    continue
                                na, nd = mine - ca, theirs - cd
                                mc, mn, tc, tn = (ca, na, cd, nd) if turn == 0 else (cd, nd, ca, na)
                                for struck in range(shocks):
                                    at = place(facts, ca, na, cd, nd, wa, wd, turn, struck)
                                    choice[at] = UNKNOWN
                                    for way in range(WAYS):
                                        if not allowed(facts, mc, mn, tc, tn, turn, way):
                                            continue
                                        damage = blow(facts, turn, way)
                                        one = two = 0.0
                                        for harm in range(damage + 1):
                                            chance = lost[1 - turn, damage, harm]
                                            if chance > 0.0:
                                                to = after(facts, ca, na, cd, nd, wa, wd, turn, struck, way, harm)
                                                one += chance * (worth[-1 - to] if to < 0 else value[to])
                                                two += chance * (second[-1 - to] if to < 0 else value2[to])
                                        if choice[at] == UNKNOWN or better(1 - 2 * turn, one, two, value[at], value2[at]):
                                            choice[at], value[at], value2[at] = way, one, two


@plain
def follow_moments(facts: Ints, lost: Floats, choice: Ints, mass: Floats, ends: Floats) -> None:
    """How likely each end is, from how likely the moments are that the fight begins with."""
    most, most2 = int(facts[MOST]), int(facts[FACTS + MOST])
    shocks = 4 if facts[SHOCK] + facts[FACTS + SHOCK] > 0 else 1
    for total in range(most + most2, 0, -1):
        for mine in range(max(0, total - most2), min(most, total) + 1):
            theirs = total - mine
            for wa in range(1, facts[WOUNDS] + 1):
                for wd in range(1, facts[FACTS + WOUNDS] + 1):
                    for ca in range(mine + 1):
                        for cd in range(theirs + 1):
                            for turn in range(2):
                                if (mine if turn == 0 else theirs) == 0:
                                    continue
                                for struck in range(shocks):
                                    at = place(facts, ca, mine - ca, cd, theirs - cd, wa, wd, turn, struck)
                                    weight = mass[at]
                                    if weight == 0.0:
                                        continue
                                    way = choice[at]
                                    damage = blow(facts, turn, way)
                                    for harm in range(damage + 1):
                                        chance = lost[1 - turn, damage, harm] * weight
                                        if chance > 0.0:
                                            to = after(facts, ca, mine - ca, cd, theirs - cd, wa, wd, turn, struck, way, harm)
                                            if to < 0:
                                                ends[-1 - to] += chance
                                            else:
                                                mass[to] += chance


@plain
def begin(
    facts: Ints, lost: Floats, ca: int, na: int, cd: int, nd: int, worth: Floats, second: Floats, value: Floats, value2: Floats
) -> tuple[float, float]:
    """What a fight with these successes is worth, after the damage that criticals do at once."""
    mine, theirs = at_once(facts, 0, FACTS, ca, cd), at_once(facts, FACTS, 0, cd, ca)
    one = two = 0.0
    for i in range(mine + 1):
        for j in range(theirs + 1):
            chance = lost[0, mine, i] * lost[1, theirs, j]
            if chance > 0.0:
                to = moment(facts, ca, na, cd, nd, max(0, facts[WOUNDS] - i), max(0, facts[FACTS + WOUNDS] - j), 0, 0)
                one += chance * (worth[-1 - to] if to < 0 else value[to])
                two += chance * (second[-1 - to] if to < 0 else value2[to])
    return one, two


@kernel
def settle_pairs(
    facts: Ints, lost: Floats, mine: Kept, theirs: Kept, worth: Floats, second: Floats, value: Floats, value2: Floats
) -> tuple[Ints, Floats, Floats]:
    """What each pair of finals is worth, and what both sides make of it (as two options)."""
    rows, columns = len(mine.option0) - 1, len(theirs.option0) - 1
    options = np.empty((rows, columns, 2), np.int32)
    pair_worth, pair_second = np.empty((rows, columns)), np.empty((rows, columns))
    for i in range(rows):
        for j in range(columns):
            first = True
            for o in range(mine.option0[i], mine.option0[i + 1]):
                least, one, two = UNKNOWN, 0.0, 0.0
                for p in range(theirs.option0[j], theirs.option0[j + 1]):
                    here, here2 = begin(
                        facts, lost, mine.criticals[o], mine.normals[o], theirs.criticals[p], theirs.normals[p], worth, second, value, value2
                    )
                    if least == UNKNOWN or better(-1, here, here2, one, two):
                        least, one, two = p, here, here2
                if first or better(1, one, two, pair_worth[i, j], pair_second[i, j]):
                    first = False
                    options[i, j, 0], options[i, j, 1] = o, least
                    pair_worth[i, j], pair_second[i, j] = one, two
    return options, pair_worth, pair_second


@kernel
def end_chances(
    facts: Ints, lost: Floats, mine: Kept, theirs: Kept, options: Ints, chances: Floats, choice: Ints, mass: Floats, ends: Floats
) -> None:
    """How likely each end is, from how likely each pair of finals is."""
    for i in range(chances.shape[0]):
        for j in range(chances.shape[1]):
            if chances[i, j] == 0.0:
                continue
            o, p = options[i, j]
            ca, cd = mine.criticals[o], theirs.criticals[p]
            hurt, harmed = at_once(facts, 0, FACTS, ca, cd), at_once(facts, FACTS, 0, cd, ca)
            for a in range(hurt + 1):
                for d in range(harmed + 1):
                    chance = chances[i, j] * lost[0, hurt, a] * lost[1, harmed, d]
                    if chance > 0.0:
                        to = moment(
                            facts, ca, mine.normals[o], cd, theirs.normals[p],
                            max(0, facts[WOUNDS] - a), max(0, facts[FACTS + WOUNDS] - d), 0, 0,
                        )  # fmt: skip
                        if to < 0:
                            ends[-1 - to] += chance
                        else:
                            mass[to] += chance
    follow_moments(facts, lost, choice, mass, ends)
