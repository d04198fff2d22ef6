"""Compiled shots: attack dice against defence dice, stage by stage, and one attack on one target.

The stages `defend`, `meet` and `attack` work for a batch of targets: a single shot is a batch of one, tables (tables.py) put
many targets into it. Arrays in, numbers and arrays out; what they mean is in arrays.py. Every choice is made for a worth, and
among equals for a second one: the attacker wants both high, the defender low.
"""

from __future__ import annotations

from typing import NamedTuple

from counteract.odds.pools.kernels.graphs import Graphs, graphs_in, roll_out, section, settle
from counteract.odds.pools.kernels.vectors import ALONE, Batch, Floats, Ints, add, clear, copy, inlined, take_better, unpacking
from counteract.table.kernels.compiler import allocation_free

#: Vectors of `ShotWorkspace.trial`: what one way to defend comes to, and another one; what one attack comes to, and another one.
WAY, OTHER_WAY, ATTACK, OTHER_ATTACK = range(4)
TRIALS = 4

SIZES = 4  # numbers at the beginning of a workspace: finals and nodes of the largest graph, numbers of successes, by what these are counted


class Attacks(NamedTuple):
    """Rolls of attack dice with weapons."""

    graphs: Graphs
    graph: Ints  # of attacks
    final0: Ints  # of attacks: where their finals begin
    left: Ints  # of finals: the row in what damage is worth, which is the Command Re-rolls left (see `arrays.apart`)
    option0: Ints  # of finals: where what can be made of it begins
    criticals: Ints  # of these options
    normals: Ints
    most: Ints  # from here on, of attacks: successes at most
    direct: Ints  # damage that each critical does at once
    pierce: Ints  # defence dice taken away
    pierce_critical: Ints  # the same if there is a critical
    open: Ints  # the target cannot use cover
    plain: Ints  # nothing to choose
    hurt0: Ints
    hurt: Ints  # damage by criticals, normals, critical saves, normal saves
    side: int  # one more than the saves that these tables go up to
    own: Floats  # of finals: what the user suffers


class Defences(NamedTuple):
    """Targets and the ways in which they can defend."""

    graphs: Graphs
    left: Ints  # of finals: Command Re-rolls left
    criticals: Ints
    normals: Ints
    way0: Ints  # by defence, dice pierced and cover: where its ways begin
    way_graph: Ints
    way_criticals: Ints
    way_normals: Ints
    pierced: int  # how many dice can be pierced at most


class Gains(NamedTuple):
    """The worth of damage: a vector by row of the attack, re-rolls left of the defender, wounds lost at once, damage."""

    vectors: Floats
    start: int
    theirs: int
    losts: int  # 1: all damage counts together
    damages: int


class ShotWorkspace(NamedTuple):
    """Room to work in, for one attack and one defence at a time."""

    stride: int  # by which successes are counted: one more than there may be of either kind
    option: Ints  # by final of the attack: what is made of it
    pick: Ints  # by node of the attack, or of the defence
    way: Ints  # by row of the attack, criticals, normals and wounds lost at once: how to defend, -1 if not known yet
    mass: Floats  # by final of the attack
    end_mass: Floats  # by final of the defence
    flow: Floats  # by node
    chosen: Floats  # by target
    value: Floats  # from here on, vectors: by node
    end: Floats  # by final of the attack, or of the defence
    met: Floats  # by row of the attack, criticals and normals
    trial: Floats


@unpacking
def attacks_in(ints: Ints, floats: Floats) -> Attacks:
    return Attacks(
        graphs_in(ints, floats), section(ints, 9), section(ints, 10), section(ints, 11), section(ints, 12), section(ints, 13),
        section(ints, 14), section(ints, 15), section(ints, 16), section(ints, 17), section(ints, 18), section(ints, 19),
        section(ints, 20), section(ints, 21), section(ints, 22), int(section(ints, 23)[0]), section(floats, 2),
    )  # fmt: skip


@unpacking
def defences_in(ints: Ints, floats: Floats) -> Defences:
    return Defences(
        graphs_in(ints, floats), section(ints, 9), section(ints, 10), section(ints, 11), section(ints, 12), section(ints, 13),
        section(ints, 14), section(ints, 15), int(section(ints, 16)[0]),
    )  # fmt: skip


@unpacking
def room_in(ints: Ints, floats: Floats, stride: int, batch: Batch) -> ShotWorkspace:
    """Return room to work in, cut out of two arrays; see `arrays.workspace`."""
    finals, nodes, spots = int(ints[0]), int(ints[1]), int(ints[2])
    size = batch.targets * batch.measures
    i1 = SIZES + finals
    f1 = 2 * finals
    f2 = f1 + nodes
    f3 = f2 + batch.targets
    f4 = f3 + nodes * size
    f5 = f4 + finals * size
    f6 = f5 + spots * size
    return ShotWorkspace(
        stride, ints[SIZES:i1], ints[i1 : i1 + nodes], ints[i1 + nodes :],
        floats[:finals], floats[finals:f1], floats[f1:f2], floats[f2:f3], floats[f3:f4], floats[f4:f5], floats[f5:f6], floats[f6:],
    )  # fmt: skip


# --- stages


@inlined
def gain_at(gains: Gains, left: int, theirs: int, lost: int, damage: int) -> int:
    """Return which vector of the gains belongs to so much damage."""
    return int(((left * gains.theirs + theirs) * gains.losts + lost) * gains.damages + damage)


@inlined
def hurt_at(attacks: Attacks, a: int, defences: Defences, w: int, c: int, n: int) -> int:
    """Return where the damage of so many successes stands if the defender goes this way; criticals and normals saved are added to it."""
    side = attacks.side
    kept = defences.way_criticals[w] * side + defences.way_normals[w]
    return int(attacks.hurt0[a] + (c * (attacks.most[a] + 1) + n) * side * side + kept)


@inlined
def row_of(attacks: Attacks, a: int, defences: Defences, d: int, cover: bool, c: int) -> int:
    """Return where the ways to defend against so many criticals are listed."""
    pierced = max(attacks.pierce[a], attacks.pierce_critical[a] if c > 0 else 0)
    sheltered = 1 if cover and not attacks.open[a] else 0
    return int((d * (defences.pierced + 1) + min(pierced, defences.pierced)) * 2 + sheltered)


@inlined
def defend(
    attacks: Attacks, a: int, defences: Defences, w: int, c: int, n: int, left: int, lost: int, gains: Gains, batch: Batch, room: ShotWorkspace,
    to: int,
) -> None:  # fmt: skip
    """Fill in what one way to defend against so many successes comes to, as a trial; and the picks."""
    g = defences.graphs
    h = defences.way_graph[w]
    side, size = attacks.side, batch.targets * batch.measures
    table = hurt_at(attacks, a, defences, w, c, n)
    direct = c * attacks.direct[a] if gains.losts == 1 else 0
    final0, root0 = g.final0[h], g.root0[h]
    settled = g.settled[h]
    if settled:
        clear(size, room.trial, to * size)
    for f in range(g.final0[h + 1] - final0):
        damage = direct + attacks.hurt[table + defences.criticals[final0 + f] * side + defences.normals[final0 + f]]
        gain = gains.start + gain_at(gains, left, defences.left[final0 + f], lost, damage) * size
        if settled:
            add(size, room.trial, to * size, g.root_chance[root0 + f], gains.vectors, gain)
        else:
            copy(size, room.end, f * size, gains.vectors, gain)
    if not settled:
        settle(g, h, -1, batch, room.end, room.value, room.pick, room.chosen, room.trial, to * size)


@inlined
def meet(
    attacks: Attacks, a: int, defences: Defences, d: int, cover: bool, c: int, n: int, left: int, lost: int, gains: Gains, batch: Batch,
    room: ShotWorkspace,
) -> int:  # fmt: skip
    """Return how the defender meets so many successes (a target alone); fill in what that comes to, as the trial `WAY`."""
    row = row_of(attacks, a, defences, d, cover, c)
    best = defences.way0[row]
    size = batch.targets * batch.measures
    defend(attacks, a, defences, best, c, n, left, lost, gains, batch, room, WAY)
    for w in range(defences.way0[row] + 1, defences.way0[row + 1]):
        defend(attacks, a, defences, w, c, n, left, lost, gains, batch, room, OTHER_WAY)
        if take_better(batch, -1, room.trial, WAY * size, room.trial, OTHER_WAY * size, room.chosen):
            best = w
    return int(best)


@inlined
def spot_of(attacks: Attacks, left: int, o: int, stride: int) -> int:
    """Return where an option stands among all successes."""
    return int((left * stride + attacks.criticals[o]) * stride + attacks.normals[o])


@inlined
def attack(attacks: Attacks, a: int, batch: Batch, room: ShotWorkspace, to: int) -> None:
    """Fill in what an attack comes to, as a trial, once all its successes are met; also what is made of each final, and the picks."""
    g = attacks.graphs
    h = attacks.graph[a]
    size, stride = batch.targets * batch.measures, room.stride
    final0 = attacks.final0[a]
    plain = attacks.plain[a]
    if plain:
        clear(size, room.trial, to * size)
    for f in range(attacks.final0[a + 1] - final0):
        left, own = attacks.left[final0 + f], attacks.own[final0 + f]
        first = attacks.option0[final0 + f]
        room.option[f] = first
        if plain:
            add(size, room.trial, to * size, g.root_chance[g.root0[h] + f], room.met, spot_of(attacks, left, first, stride) * size)
            continue
        copy(size, room.end, f * size, room.met, spot_of(attacks, left, first, stride) * size)
        for o in range(first + 1, attacks.option0[final0 + f + 1]):
            if take_better(batch, 1, room.end, f * size, room.met, spot_of(attacks, left, o, stride) * size, room.chosen):
                room.option[f] = o
        if own > 0.0:
            for target in range(batch.targets):
                room.end[f * size + batch.second * batch.targets + target] -= own
    if not plain:
        settle(g, h, 1, batch, room.end, room.value, room.pick, room.chosen, room.trial, to * size)


# --- one shot


@inlined
def best_play(attacks: Attacks, a: int, defences: Defences, d: int, cover: bool, thin: Floats, gains: Gains, room: ShotWorkspace) -> None:
    """Find what both sides choose, in ``room``: the option of each final, the way to meet each, and how likely each final is."""
    final0, losts = attacks.final0[a], gains.losts
    without, with_critical = row_of(attacks, a, defences, d, cover, 0), row_of(attacks, a, defences, d, cover, 1)
    one_way = defences.way0[without + 1] - defences.way0[without] == 1 and defences.way0[with_critical + 1] - defences.way0[with_critical] == 1
    nothing_to_choose = attacks.plain[a] and one_way
    for f in range(attacks.final0[a + 1] - final0):
        left = attacks.left[final0 + f]
        for o in range(attacks.option0[final0 + f], attacks.option0[final0 + f + 1]):
            c, n = attacks.criticals[o], attacks.normals[o]
            spot = spot_of(attacks, left, o, room.stride)
            if nothing_to_choose:
                room.option[f] = o
                for lost in range(losts):
                    room.way[spot * losts + lost] = defences.way0[with_critical if c > 0 else without]
            elif room.way[spot * losts] < 0:
                direct = c * attacks.direct[a] if losts > 1 else 0
                clear(2, room.met, 2 * spot)
                for lost in range(direct + 1):
                    room.way[spot * losts + lost] = meet(attacks, a, defences, d, cover, c, n, left, lost, gains, ALONE, room)
                    add(2, room.met, 2 * spot, thin[direct, lost], room.trial, 2 * WAY)
    if not nothing_to_choose:
        attack(attacks, a, ALONE, room, ATTACK)
    roll_out(attacks.graphs, attacks.graph[a], room.pick, room.flow, room.mass)


@inlined
def spread(
    attacks: Attacks, a: int, defences: Defences, w: int, c: int, n: int, weight: float, left: int, lost: int, gains: Gains, room: ShotWorkspace,
    result: Floats, to: int,
) -> None:  # fmt: skip
    """Add how likely which damage is if the defender goes this way."""
    g = defences.graphs
    h = defences.way_graph[w]
    side, final0, root0 = attacks.side, g.final0[h], g.root0[h]
    table = hurt_at(attacks, a, defences, w, c, n)
    direct = c * attacks.direct[a] if gains.losts == 1 else 0
    settled = g.settled[h]
    if not settled:
        defend(attacks, a, defences, w, c, n, left, lost, gains, ALONE, room, WAY)
        roll_out(g, h, room.pick, room.flow, room.end_mass)
    for f in range(g.final0[h + 1] - final0):
        damage = direct + attacks.hurt[table + defences.criticals[final0 + f] * side + defences.normals[final0 + f]]
        chance = g.root_chance[root0 + f] if settled else room.end_mass[f]
        result[to, defences.left[final0 + f], lost, damage] += weight * chance


@inlined
def shoot(
    attacks: Attacks, a: int, defences: Defences, d: int, cover: bool, thin: Floats, gains: Gains, room: ShotWorkspace, kept: Floats, result: Floats
) -> tuple[float, float]:
    """Return what one attack on one target is worth with best play by both.

    ``gains`` say what damage is worth: by Command Re-rolls that attacker and defender have left, wounds lost at once (where
    the defender looks at those before it saves; else there is one column, and all damage counts together), and damage.
    ``thin`` tells how likely so many wounds are lost of so much damage. Filled in: ``kept``, how likely which successes are
    (by re-rolls left, criticals, normals), and ``result``, how likely which damage is, like ``gains``, but with as many rows
    for each as criticals shall be told apart; both must come in as zeros.
    """
    final0 = attacks.final0[a]
    most = room.stride
    lefts, losts = kept.shape[0], gains.losts
    groups = result.shape[0] // lefts
    for at in range(lefts * most * most * losts):
        room.way[at] = -1
    best_play(attacks, a, defences, d, cover, thin, gains, room)
    for f in range(attacks.final0[a + 1] - final0):
        o = room.option[f]
        kept[attacks.left[final0 + f], attacks.criticals[o], attacks.normals[o]] += room.mass[f]
    for left in range(lefts):
        for c in range(most):
            direct = c * attacks.direct[a] if losts > 1 else 0
            for n in range(most - c):
                for lost in range(direct + 1):
                    weight = kept[left, c, n] * thin[direct, lost]
                    if weight > 0.0:
                        w = room.way[((left * most + c) * most + n) * losts + lost]
                        spread(attacks, a, defences, w, c, n, weight, left, lost, gains, room, result, left * groups + min(c, groups - 1))
    total = total2 = 0.0
    for row in range(result.shape[0]):
        for theirs in range(gains.theirs):
            for lost in range(losts):
                for damage in range(gains.damages):
                    chance, gain = result[row, theirs, lost, damage], 2 * gain_at(gains, row // groups, theirs, lost, damage)
                    total += chance * gains.vectors[gain]
                    total2 += chance * gains.vectors[gain + 1]
    return total, total2


@allocation_free
def shot(
    attack_ints: Ints, attack_floats: Floats, a: int, defence_ints: Ints, defence_floats: Floats, d: int, cover: bool, thin: Floats,
    worths: Floats, scratch: Ints, scratch_floats: Floats, kept: Floats, result: Floats,
) -> tuple[float, float]:  # fmt: skip
    """Return one attack of a bundle on one defence of another; see `shoot`."""
    attacks, defences = attacks_in(attack_ints, attack_floats), defences_in(defence_ints, defence_floats)
    room = room_in(scratch, scratch_floats, int(attacks.most[a]) + 1, ALONE)
    gains = Gains(worths, 0, result.shape[1], result.shape[2], result.shape[3])
    return shoot(attacks, a, defences, d, cover, thin, gains, room, kept, result)
