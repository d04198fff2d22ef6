"""The input of the kernels: re-roll graphs, attacks and defences as arrays, any number of each behind one another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counteract.attacks.dicepool import block_options, save_options, unblocked
from counteract.core.decision import Allocate
from counteract.odds.pools.kernels.shots import SIZES, TRIALS
from counteract.odds.pools.kernels.vectors import ALONE, Batch
from counteract.odds.pools.nodes import FACES, FINAL
from counteract.odds.pools.reroll_graph import Final, RerollGraph

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Part = Sequence[float] | NDArray[Any]  # one of the arrays of a bundle


class Bundle(NamedTuple):
    """Arrays behind one another, each after a list of where they begin, as the kernels take them apart."""

    ints: Ints
    floats: Floats
    finals: int  # the most that a graph has of them
    nodes: int


def bundle(ints: Sequence[Part], floats: Sequence[Part], graphs: Sequence[RerollGraph]) -> Bundle:
    finals, nodes = max(len(graph.finals) for graph in graphs), max(len(graph.arrays.kind) for graph in graphs)
    return Bundle(_joined(ints, np.int32), _joined(floats, np.float64), finals, nodes)


def _joined(parts: Sequence[Part], kind: Any) -> Any:
    begins = [*accumulate(map(len, parts), initial=len(parts) + 1)]
    return np.concatenate([begins, *parts], dtype=kind, casting="unsafe")


class PackedGraph(NamedTuple):
    """One graph as arrays, with places counted from its own first node, child, root and final."""

    kind: Ints
    first: Ints
    ways: Ints
    child: Ints
    root: Ints
    left: Ints  # of finals
    root_chance: Floats
    settled: bool


@lru_cache(maxsize=2048)
def packed_graph(graph: RerollGraph) -> PackedGraph:
    kind, first, ways, child, _, _, root, chance = graph.arrays
    return PackedGraph(kind, first, ways, child, root, _ints([final.left for final in graph.finals]), chance, is_settled(graph))


def _ints(values: Sequence[Any]) -> Ints:
    return np.array(values, dtype=np.int32)


def starts_of(arrays: Sequence[Ints] | Sequence[Floats]) -> Ints:
    """Return where arrays begin that stand behind one another, and where the last one ends."""
    return np.array([0, *accumulate(map(len, arrays))], dtype=np.int32)


def starts(lengths: Sequence[int] | Ints) -> Ints:
    """Return where stretches of such lengths begin that stand behind one another, and where the last one ends."""
    found: Ints = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=found[1:])
    return found


def moved(arrays: Sequence[Ints], by: Ints) -> Ints:
    """Return arrays behind one another, with a number added to all of each."""
    shifted: Ints = np.concatenate(arrays) + np.repeat(by[: len(arrays)], [len(array) for array in arrays])
    return shifted


def pack_graphs(graphs: Sequence[RerollGraph]) -> tuple[list[Part], list[Part]]:
    """Return graphs behind one another, in the order of `kernels.graphs.Graphs`."""
    if len(graphs) == 1:
        one, (graph,) = packed_graph(graphs[0]), graphs
        sizes: list[Part] = [[0, len(array)] for array in (one.kind, one.root, one.left)]
        return [one.kind, one.first, one.ways, one.child, *sizes[:2], one.root, sizes[2], [one.settled]], [graph.chances, one.root_chance]
    each = [packed_graph(graph) for graph in graphs]
    kind = np.concatenate([one.kind for one in each])
    node0, root0, final0 = (starts_of(arrays) for arrays in ([g.kind for g in each], [g.root for g in each], [g.left for g in each]))
    firsts, children = [one.first for one in each], [one.child for one in each]
    first = np.where(kind == FINAL, moved(firsts, final0), moved(firsts, starts_of(children)))
    ways, settled = np.concatenate([one.ways for one in each]), [one.settled for one in each]
    ints: list[Part] = [kind, first, ways, moved(children, node0), node0, root0, moved([one.root for one in each], node0), final0, settled]
    return ints, [[chance for graph in graphs for chance in graph.chances], np.concatenate([one.root_chance for one in each])]


def is_settled(graph: RerollGraph) -> bool:
    """Return True if nothing happens to the dice once they are rolled: the roots are the finals, in order."""
    return np.array_equal(graph.arrays.root, np.arange(len(graph.finals)))


# --- attacks


class Attack(NamedTuple):
    """One roll of attack dice with a weapon, as the kernels need to know it."""

    graph: RerollGraph
    kept: tuple[tuple[tuple[int, int], ...], ...]  # of each final: the (criticals, normals) that can be made of it
    own: tuple[float, ...]  # of each final: what the user suffers
    most: int  # successes at most
    normal: int
    critical: int
    direct: int  # damage that each critical does at once
    pierce: int  # defence dice taken away
    pierce_critical: int  # the same if there is a critical
    open: bool  # the target cannot use cover
    blocking: str  # how saves are spent: "block" or "save", after the functions of `attacks.dicepool`
    brutal: bool
    unrolled: int = 0  # dice kept without rolling them
    rows: tuple[int, ...] = ()  # of each final: where it stands in what damage is worth; if empty, by Command Re-rolls left

    def row(self, final: Final) -> int:
        return self.rows[self.graph.finals.index(final)] if self.rows else final.left


def apart(attack: Attack) -> Attack:
    """Return the attack with finals told apart by what the user suffers too: rows go by re-rolls left, then by that."""
    owns = suffered(attack)
    rows = tuple(final.left * len(owns) + owns.index(own) for final, own in zip(attack.graph.finals, attack.own, strict=True))
    return attack._replace(own=(0.0,) * len(rows), rows=rows)


def suffered(attack: Attack) -> tuple[int, ...]:
    """Return all that the user can suffer by its own dice."""
    return tuple(sorted({int(own) for own in attack.own}))


class Blows(NamedTuple):
    """The terms that decide the damage of successes that are not saved."""

    blocking: str
    brutal: bool
    most: int
    normal: int
    critical: int


class AttackArrays(NamedTuple):
    """An attack as arrays."""

    graph: RerollGraph
    finals: Ints  # of finals: where they stand in what damage is worth, and how many options they have
    options: Ints  # of options: criticals and normals
    own: Floats  # of finals
    figures: tuple[int, ...]  # most, direct, pierce, pierce_critical, open, and whether there is nothing to choose
    blows: Blows


@lru_cache(maxsize=2048)
def options(kept: tuple[tuple[tuple[int, int], ...], ...]) -> Ints:
    """Return the critical and normal successes of all options of all finals."""
    return _ints([made for ways in kept for made in ways]).T


def as_arrays(attack: Attack) -> AttackArrays:
    """Return an attack as arrays."""
    graph, kept = attack.graph, attack.kept
    packed, made = packed_graph(graph), options(kept)
    finals = np.stack([_ints(attack.rows) if attack.rows else packed.left, _ints([*map(len, kept)])])
    plain = packed.settled and made.shape[1] == len(kept)
    figures = attack.most, attack.direct, attack.pierce, attack.pierce_critical, int(attack.open), int(plain)
    return AttackArrays(
        graph, finals, made, np.array(attack.own), figures, Blows(attack.blocking, attack.brutal, attack.most, attack.normal, attack.critical)
    )


def attacks(many: Sequence[AttackArrays], saves: int) -> Bundle:
    """Return attacks behind one another, against up to so many saves, in the order of `kernels.shots.Attacks`; equal graphs stand there once."""
    graphs = {id(one.graph): one.graph for one in many}
    places = {key: place for place, key in enumerate(graphs)}
    blows = [one.blows for one in many]
    tables = {one: damages(one.blocking, one.brutal, one.most, saves, one.normal, one.critical) for one in dict.fromkeys(blows)}
    begins = dict(zip(tables, accumulate(map(len, tables.values()), initial=0), strict=False))
    finals, made = np.concatenate([one.finals for one in many], axis=1), np.concatenate([one.options for one in many], axis=1)
    ints, floats = pack_graphs([*graphs.values()])
    parts = [*ints, [places[id(one.graph)] for one in many], starts_of([one.own for one in many]), finals[0], starts(finals[1]), *made]
    parts += [*_ints([one.figures for one in many]).T, [begins[one] for one in blows], np.concatenate([*tables.values()]), [saves + 1]]
    return bundle(parts, [*floats, np.concatenate([one.own for one in many])], [*graphs.values()])


@lru_cache(maxsize=1024)
def damages(blocking: str, brutal: bool, most: int, saves: int, normal: int, critical: int) -> Ints:
    """Return the least damage that gets through, by criticals, normals, critical and normal saves, flat."""
    through = _through(blocking, brutal, most, saves)
    left: Ints = (through @ np.array([critical, normal], dtype=np.int32)).min(axis=-1)
    return left.ravel().astype(np.int32)


@lru_cache(maxsize=128)
def _through(blocking: str, brutal: bool, most: int, saves: int) -> NDArray[np.int32]:
    """Return the (criticals, normals) that can be left, by dice and saves; rows are filled up with the worst."""
    shape = (most + 1, most + 1, saves + 1, saves + 1)
    ways = {}
    for c, n, sc, sn in np.ndindex(*shape):
        if c + n <= most and sc + sn <= saves:
            ways[c, n, sc, sn] = least_left(blocking, brutal, c, n, sc, sn)
    table = np.zeros((*shape, max(map(len, ways.values())), 2), dtype=np.int32)
    for at, left in ways.items():
        table[at] = [*left, *[left[0]] * (table.shape[-2] - len(left))]
    return table


def blocks(blocking: str, brutal: bool, criticals: int, normals: int, save_criticals: int, save_normals: int) -> tuple[Allocate, ...]:
    """Return every way to spend saves on successes."""
    if blocking == "save":
        return save_options(criticals, normals, save_criticals, save_normals)
    return block_options(criticals, normals, save_criticals, save_normals, brutal)


def least_left(blocking: str, brutal: bool, criticals: int, normals: int, save_criticals: int, save_normals: int) -> tuple[tuple[int, int], ...]:
    """Return what saves can leave of an attack, without what is worse than something else in both numbers."""
    ways = blocks(blocking, brutal, criticals, normals, save_criticals, save_normals)
    left = {unblocked(criticals, normals, way) for way in ways}
    return tuple(sorted(one for one in left if not any(two != one and two[0] <= one[0] and two[1] <= one[1] for two in left)))


# --- defences


class Way(NamedTuple):
    """One way to defend: dice to roll, and saves kept besides."""

    graph: RerollGraph
    criticals: int = 0
    normals: int = 0
    save: int = 0  # which one, where there is a choice


#: Ways to defend, by how many dice are pierced, out of cover and in cover.
Defence = tuple[tuple[tuple[Way, ...], tuple[Way, ...]], ...]


def defences(many: Sequence[Defence]) -> Bundle:
    """Return defences behind one another, in the order of `kernels.shots.Defences`; all must tell of as many dice pierced."""
    graphs: list[RerollGraph] = []
    place: dict[int, int] = {}
    way0, way_graph, way_criticals, way_normals = [0], [], [], []
    for defence in many:
        for by_cover in defence:
            for ways in by_cover:
                for way in ways:
                    if id(way.graph) not in place:
                        place[id(way.graph)] = len(graphs)
                        graphs.append(way.graph)
                    way_graph.append(place[id(way.graph)])
                    way_criticals.append(way.criticals)
                    way_normals.append(way.normals)
                way0.append(len(way_graph))
    finals = [final for graph in graphs for final in graph.finals]
    ints, floats = pack_graphs(graphs)
    ints += [[f.left for f in finals], [f.criticals for f in finals], [f.normals for f in finals], way0, way_graph, way_criticals, way_normals]
    return bundle([*ints, [len(many[0]) - 1]], floats, graphs)


# --- room to work in


class Workspace(NamedTuple):
    """Room for the kernels, as they take it apart (see `kernels.shots.room_in`)."""

    ints: Ints
    floats: Floats


def workspace(attack: Bundle, defence: Bundle, rows: int, stride: int, losts: int = 1, batch: Batch = ALONE) -> Workspace:
    """Return room for the attacks of a bundle on the defences of another."""
    finals, nodes, spots = max(attack.finals, defence.finals), max(attack.nodes, defence.nodes), rows * stride * stride
    vectors = nodes + finals + spots + TRIALS
    floats = np.empty(2 * finals + nodes + batch.targets + vectors * batch.targets * batch.measures)
    ints = np.empty(SIZES + finals + nodes + spots * losts, np.int32)
    ints[:SIZES] = finals, nodes, spots, stride
    return Workspace(ints, floats)


# --- wounds


@lru_cache(maxsize=64)
def lost(ignore: int, most: int) -> Floats:
    """Return how likely so many wounds are lost of so much damage, if each is ignored on ``ignore`` or more; 0: none is."""
    stays = (ignore - 1) / FACES if ignore else 1.0
    found = np.eye(most + 1)
    for n in range(1, most + 1):
        found[n] = found[n - 1] * (1 - stays)
        found[n, 1:] += found[n - 1, :-1] * stays
    return found
