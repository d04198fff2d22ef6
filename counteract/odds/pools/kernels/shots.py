"""Compiled shots: attack dice against defence dice, one attack on one target, and tables of many on many.

Arrays in, numbers and arrays out; what they mean is in arrays.py. Every choice is made for a worth, and among equals for a
second one: the attacker wants both high, the defender low.
"""

from __future__ import annotations

from typing import NamedTuple

from counteract.odds.pools.kernels.graphs import Floats, Graphs, Ints, better, graphs_in, inlined, roll_out, section, settle, unpacking
from counteract.table.kernels.compiler import allocation_free


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


class ShotWorkspace(NamedTuple):
    """Room to work in, for one attack and one defence at a time."""

    stride: int  # by which successes are counted: one more than there may be of either kind
    option: Ints  # by final of the attack: what is made of it
    pick: Ints  # by node of the attack
    way: Ints  # by re-rolls left, criticals, normals and wounds lost at once
    end: Ints  # by final of the defence: the damage
    end_pick: Ints
    worth: Floats  # by final of the attack
    second: Floats
    mass: Floats
    value: Floats  # by node of the attack
    value2: Floats
    flow: Floats
    way_worth: Floats
    way_second: Floats
    end_worth: Floats  # the same of the defence
    end_second: Floats
    end_mass: Floats
    end_value: Floats
    end_value2: Floats
    end_flow: Floats


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


@inlined
def defended(
    attacks: Attacks, a: int, defences: Defences, w: int, c: int, n: int, left: int, lost: int, worth: Floats, second: Floats, room: ShotWorkspace
) -> tuple[float, float]:
    """Return what one way to defend against so many successes is worth; fills in the damage of every final, and the picks."""
    g = defences.graphs
    h = defences.way_graph[w]
    side = attacks.side
    table = attacks.hurt0[a] + (c * (attacks.most[a] + 1) + n) * side * side + defences.way_criticals[w] * side + defences.way_normals[w]
    direct = c * attacks.direct[a] if worth.shape[2] == 1 else 0
    final0, root0 = g.final0[h], g.root0[h]
    total = total2 = 0.0
    if g.settled[h]:
        for f in range(g.final0[h + 1] - final0):
            damage = direct + attacks.hurt[table + defences.criticals[final0 + f] * side + defences.normals[final0 + f]]
            chance, own = g.root_chance[root0 + f], defences.left[final0 + f]
            total += chance * worth[left, own, lost, damage]
            total2 += chance * second[left, own, lost, damage]
        return total, total2
    for f in range(g.final0[h + 1] - final0):
        damage = direct + attacks.hurt[table + defences.criticals[final0 + f] * side + defences.normals[final0 + f]]
        own = defences.left[final0 + f]
        room.end[f] = damage
        room.end_worth[f] = worth[left, own, lost, damage]
        room.end_second[f] = second[left, own, lost, damage]
    return settle(g, h, -1, room.end_worth, room.end_second, room.end_value, room.end_value2, room.end_pick)


@inlined
def spread(
    attacks: Attacks,
    a: int,
    defences: Defences,
    w: int,
    c: int,
    n: int,
    weight: float,
    left: int,
    lost: int,
    worth: Floats,
    second: Floats,
    room: ShotWorkspace,
    result: Floats,
) -> None:
    """Add how likely which damage is if the defender goes this way."""
    g = defences.graphs
    groups = result.shape[0] // worth.shape[0]
    to = left * groups + min(c, groups - 1)
    h = defences.way_graph[w]
    final0, root0 = g.final0[h], g.root0[h]
    if g.settled[h]:
        side = attacks.side
        table = attacks.hurt0[a] + (c * (attacks.most[a] + 1) + n) * side * side + defences.way_criticals[w] * side + defences.way_normals[w]
        direct = c * attacks.direct[a] if worth.shape[2] == 1 else 0
        for f in range(g.final0[h + 1] - final0):
            damage = direct + attacks.hurt[table + defences.criticals[final0 + f] * side + defences.normals[final0 + f]]
            result[to, defences.left[final0 + f], lost, damage] += weight * g.root_chance[root0 + f]
        return
    defended(attacks, a, defences, w, c, n, left, lost, worth, second, room)
    roll_out(g, h, room.end_pick, room.end_flow, room.end_mass)
    for f in range(g.final0[h + 1] - final0):
        result[to, defences.left[final0 + f], lost, room.end[f]] += weight * room.end_mass[f]


@inlined
def row_of(attacks: Attacks, a: int, defences: Defences, d: int, cover: bool, c: int) -> int:
    """Return where the ways to defend against so many criticals are listed."""
    pierced = max(attacks.pierce[a], attacks.pierce_critical[a] if c > 0 else 0)
    sheltered = 1 if cover and not attacks.open[a] else 0
    return int((d * (defences.pierced + 1) + min(pierced, defences.pierced)) * 2 + sheltered)


@inlined
def met(
    attacks: Attacks, a: int, defences: Defences, d: int, cover: bool, c: int, n: int, left: int, at: int, thin: Floats, worth: Floats,
    second: Floats, room: ShotWorkspace,
) -> None:  # fmt: skip
    """Find how the defender meets so many successes, for each number of wounds lost at once, and what that is worth in all."""
    row = row_of(attacks, a, defences, d, cover, c)
    direct = c * attacks.direct[a] if worth.shape[2] > 1 else 0
    total = total2 = 0.0
    for lost in range(direct + 1):
        chance = thin[direct, lost]
        best = best2 = 0.0
        room.way[at + lost] = defences.way0[row]
        for w in range(defences.way0[row], defences.way0[row + 1]):
            one, two = defended(attacks, a, defences, w, c, n, left, lost, worth, second, room)
            if w == defences.way0[row] or better(-1, one, two, best, best2):
                room.way[at + lost] = w
                best, best2 = one, two
        total += chance * best
        total2 += chance * best2
    room.way_worth[at] = total
    room.way_second[at] = total2


@inlined
def attack_finals(
    attacks: Attacks, a: int, defences: Defences, d: int, cover: bool, thin: Floats, worth: Floats, second: Floats, room: ShotWorkspace
) -> None:
    """Find what the attacker makes of each final of the attack dice, and what that is worth."""
    final0, stride = attacks.final0[a], room.stride
    for f in range(attacks.final0[a + 1] - final0):
        left = attacks.left[final0 + f]
        own = attacks.own[final0 + f]
        first = True
        for o in range(attacks.option0[final0 + f], attacks.option0[final0 + f + 1]):
            c, n = attacks.criticals[o], attacks.normals[o]
            at = ((left * stride + c) * stride + n) * worth.shape[2]
            if room.way[at] < 0:
                met(attacks, a, defences, d, cover, c, n, left, at, thin, worth, second, room)
            one, two = room.way_worth[at], room.way_second[at] - own
            if first or better(1, one, two, room.worth[f], room.second[f]):
                room.option[f] = o
                room.worth[f] = one
                room.second[f] = two
                first = False


@inlined
def best_play(
    attacks: Attacks, a: int, defences: Defences, d: int, cover: bool, thin: Floats, worth: Floats, second: Floats, room: ShotWorkspace
) -> None:  # fmt: skip
    """Find what both sides choose, in ``room``: the option of each final, the way to meet each, and how likely each final is."""
    final0, stride, losts = attacks.final0[a], room.stride, worth.shape[2]
    without, with_critical = row_of(attacks, a, defences, d, cover, 0), row_of(attacks, a, defences, d, cover, 1)
    one_way = defences.way0[without + 1] - defences.way0[without] == 1 and defences.way0[with_critical + 1] - defences.way0[with_critical] == 1
    if attacks.plain[a] and one_way:
        for f in range(attacks.final0[a + 1] - final0):
            o = attacks.option0[final0 + f]
            c = attacks.criticals[o]
            room.option[f] = o
            at = ((attacks.left[final0 + f] * stride + c) * stride + attacks.normals[o]) * losts
            for lost in range(losts):
                room.way[at + lost] = defences.way0[with_critical if c > 0 else without]
    else:
        attack_finals(attacks, a, defences, d, cover, thin, worth, second, room)
        settle(attacks.graphs, attacks.graph[a], 1, room.worth, room.second, room.value, room.value2, room.pick)
    roll_out(attacks.graphs, attacks.graph[a], room.pick, room.flow, room.mass)


@inlined
def shoot(
    attacks: Attacks, a: int, defences: Defences, d: int, cover: bool, thin: Floats, worth: Floats, second: Floats, room: ShotWorkspace, kept: Floats,
    result: Floats,
) -> tuple[float, float]:  # fmt: skip
    """Return one attack on one target with best play by both.

    ``worth`` and ``second`` say what damage is worth: by Command Re-rolls that attacker and defender have left, wounds
    lost at once (where the defender looks at those before it saves; else there is one column, and all damage counts
    together), and damage. ``thin`` tells how likely so many wounds are lost of so much damage. Filled in: ``kept``, how
    likely which successes are (by re-rolls left, criticals, normals), and ``result``, how likely which damage is, like
    ``worth``, but with as many rows for each as criticals shall be told apart; both must come in as zeros. Returned: what
    it is worth.
    """
    final0 = attacks.final0[a]
    finals = attacks.final0[a + 1] - final0
    most = attacks.most[a] + 1
    lefts, theirs, losts, damages = worth.shape
    for at in range(lefts * most * most * losts):
        room.way[at] = -1
    best_play(attacks, a, defences, d, cover, thin, worth, second, room)
    for f in range(finals):
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
                        spread(attacks, a, defences, w, c, n, weight, left, lost, worth, second, room, result)
    groups = result.shape[0] // lefts
    total = total2 = 0.0
    for row in range(result.shape[0]):
        for own in range(theirs):
            for lost in range(losts):
                for damage in range(damages):
                    total += result[row, own, lost, damage] * worth[row // groups, own, lost, damage]
                    total2 += result[row, own, lost, damage] * second[row // groups, own, lost, damage]
    return total, total2


@unpacking
def room_in(ints: Ints, floats: Floats, stride: int, finals: int, nodes: int, ways: int, ends: int, end_nodes: int) -> ShotWorkspace:
    """Return room to work in, cut out of two arrays."""
    i1, i2, i3, i4 = finals, finals + nodes, finals + nodes + ways, finals + nodes + ways + ends
    f1 = 3 * finals
    f2 = f1 + 3 * nodes
    f3 = f2 + 2 * ways
    f4 = f3 + 3 * ends
    return ShotWorkspace(
        stride, ints[:i1], ints[i1:i2], ints[i2:i3], ints[i3:i4], ints[i4 : i4 + end_nodes],
        floats[:finals], floats[finals : 2 * finals], floats[2 * finals : f1],
        floats[f1 : f1 + nodes], floats[f1 + nodes : f1 + 2 * nodes], floats[f1 + 2 * nodes : f2],
        floats[f2 : f2 + ways], floats[f2 + ways : f3],
        floats[f3 : f3 + ends], floats[f3 + ends : f3 + 2 * ends], floats[f3 + 2 * ends : f4],
        floats[f4 : f4 + end_nodes], floats[f4 + end_nodes : f4 + 2 * end_nodes], floats[f4 + 2 * end_nodes : f4 + 3 * end_nodes],
    )  # fmt: skip


@allocation_free
def shot(
    attack_ints: Ints, attack_floats: Floats, a: int, defence_ints: Ints, defence_floats: Floats, d: int, cover: bool, thin: Floats,
    worth: Floats, second: Floats, sizes: Ints, scratch: Ints, scratch_floats: Floats, kept: Floats, result: Floats,
) -> tuple[float, float]:  # fmt: skip
    """Return one attack of a bundle on one defence of another; see `shoot`."""
    attacks, defences = attacks_in(attack_ints, attack_floats), defences_in(defence_ints, defence_floats)
    stride = int(attacks.most[a]) + 1
    room = room_in(scratch, scratch_floats, stride, int(sizes[0]), int(sizes[1]), int(sizes[2]), int(sizes[3]), int(sizes[4]))
    return shoot(attacks, a, defences, d, cover, thin, worth, second, room, kept, result)


# --- tables

ROWS = 3  # of a table
MEASURES = ROWS + 2  # and worth and second worth


@inlined
def measured(
    attacks: Attacks, a: int, defences: Defences, w: int, c: int, n: int, worth: Floats, second: Floats, gains: Floats, room: ShotWorkspace,
    measures: Floats, at: int,
) -> None:  # fmt: skip
    """Fill in what so many successes come to on average if the defender goes this way: by the gains of damage."""
    g = defences.graphs
    h = defences.way_graph[w]
    side = attacks.side
    table = attacks.hurt0[a] + (c * (attacks.most[a] + 1) + n) * side * side + defences.way_criticals[w] * side + defences.way_normals[w]
    final0, root0 = g.final0[h], g.root0[h]
    settled = g.settled[h]
    if not settled:
        defended(attacks, a, defences, w, c, n, 0, 0, worth, second, room)
        roll_out(g, h, room.end_pick, room.end_flow, room.end_mass)
    for k in range(MEASURES):
        measures[at, k] = 0.0
    for f in range(g.final0[h + 1] - final0):
        damage = c * attacks.direct[a] + attacks.hurt[table + defences.criticals[final0 + f] * side + defences.normals[final0 + f]]
        chance = g.root_chance[root0 + f] if settled else room.end_mass[f]
        for k in range(MEASURES):
            measures[at, k] += chance * gains[damage, k]


@allocation_free
def table(
    attack_ints: Ints, attack_floats: Floats, weapons: Ints, makes: Ints, defence_ints: Ints, defence_floats: Floats, defence: Ints, cover: bool,
    thin: Floats, worths: Floats, seconds: Floats, gains: Floats, sizes: Ints, scratch: Ints, scratch_floats: Floats, measures: Floats,
    found: Floats,
) -> None:  # fmt: skip
    """Fill in every weapon on every target.

    ``weapons`` are runs of attacks, of which the best is made, and their rows in the table; ``makes`` say where weapons begin
    that do the same with their successes, so that what these come to is found once for them. ``gains`` are by target, damage
    and measure: the measures of the table, then worth and second worth.
    """
    attacks, defences = attacks_in(attack_ints, attack_floats), defences_in(defence_ints, defence_floats)
    stride = int(sizes[5])
    room = room_in(scratch, scratch_floats, stride, int(sizes[0]), int(sizes[1]), int(sizes[2]), int(sizes[3]), int(sizes[4]))
    trial = measures[stride * stride]
    for t in range(len(defence)):
        worth, second, gain = worths[t], seconds[t], gains[t]
        for m in range(len(makes) - 1):
            for at in range(stride * stride):
                room.way[at] = -1
                measures[at, 0] = -1.0
            for weapon in range(makes[m], makes[m + 1]):
                first = weapons[weapon, 0]
                for a in range(first, weapons[weapon, 1]):
                    best_play(attacks, a, defences, defence[t], cover, thin, worth, second, room)
                    for k in range(MEASURES):
                        trial[k] = 0.0
                    for f in range(attacks.final0[a + 1] - attacks.final0[a]):
                        o = room.option[f]
                        c, n = attacks.criticals[o], attacks.normals[o]
                        at = c * stride + n
                        if measures[at, 0] < 0.0:
                            measured(attacks, a, defences, room.way[at], c, n, worth, second, gain, room, measures, at)
                            room.way_worth[at], room.way_second[at] = measures[at, ROWS], measures[at, ROWS + 1]
                        for k in range(MEASURES):
                            trial[k] += room.mass[f] * measures[at, k]
                    best = measures[stride * stride + 1]
                    if a == first or better(1, trial[ROWS], trial[ROWS + 1], best[ROWS], best[ROWS + 1]):
                        for k in range(MEASURES):
                            best[k] = trial[k]
                        for row in range(ROWS):
                            found[row, weapons[weapon, 2], t] = trial[row]
