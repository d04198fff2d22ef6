"""The policy of best play in a shot, step by step: for advice, for players, and for checks against the referee.

The kernels find the odds; this finds the choices behind them, step by step and in plain Python. The two share the
graphs and nothing else, so each checks the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from counteract.attacks.dicepool import unblocked
from counteract.attacks.rerolls import use
from counteract.core.decision import Allocate
from counteract.core.language import Phrase, joined, say, say_count
from counteract.odds.pools.arrays import Attack, Defence, Way, blocks
from counteract.odds.pools.dice import Counts, Kind, twins
from counteract.odds.pools.nodes import CHANCE, CHOICE, FINAL
from counteract.odds.pools.reroll_graph import Final, RerollGraph
from counteract.odds.results import Advice, likeliest_first

EQUAL = 1e-11

#: A worth, and a second one that decides between equals.
Worth = tuple[float, float]


def better(sign: int, one: Worth, two: Worth) -> bool:
    """Return True if the first is better than the second for who wants high (1) or low (-1)."""
    if abs(one[0] - two[0]) > EQUAL:
        return sign * one[0] > sign * two[0]
    return sign * (one[1] - two[1]) > EQUAL


class Solved(NamedTuple):
    """A graph with what each node is worth, and what is picked at each choice."""

    worth: Worth
    nodes: list[Worth]
    picks: dict[int, int]


def settle(graph: RerollGraph, worth: Sequence[Worth], sign: int) -> Solved:
    """Return best play with a graph whose finals are worth this."""
    nodes: list[Worth] = []
    picks: dict[int, int] = {}
    for at, node in enumerate(graph.nodes):
        if node.kind == FINAL:
            nodes.append(worth[node.final])
        elif node.kind == CHANCE:
            nodes.append(_mean((nodes[to], chance) for to, chance in zip(node.to, graph.chances, strict=True) if chance))
        else:
            picks[at] = 0
            for way, to in enumerate(node.to):
                if better(sign, nodes[to], nodes[node.to[picks[at]]]):
                    picks[at] = way
            nodes.append(nodes[node.to[picks[at]]])
    return Solved(_mean((nodes[node], chance) for node, chance in graph.roots), nodes, picks)


def _mean(parts: Iterator[tuple[Worth, float]]) -> Worth:
    first = second = 0.0
    for (one, two), chance in parts:
        first += one * chance
        second += two * chance
    return first, second


class Reroll(NamedTuple):
    """Dice to roll again, by their places, and by which source."""

    source: str
    places: tuple[int, ...]


class DiceOnTable(NamedTuple):
    """Dice on the table: faces, the places of those that may still be re-rolled, and the names of the re-rolls used."""

    faces: tuple[int, ...]
    free: tuple[int, ...] = ()
    used: tuple[str, ...] = ()


def node_of(graph: RerollGraph, held: DiceOnTable) -> int:
    """Return the node of dice on the table."""
    return graph.node(graph.state(*held))


def reroll_of(graph: RerollGraph, held: DiceOnTable, pick: int) -> Reroll | None:
    """Return which dice a pick at a choice means, or None if it is to stop."""
    if not pick:
        return None
    move = graph.move(node_of(graph, held), pick)
    return Reroll(move.source, tuple(_places(graph, held, move.dice)))


def pick_reroll(graph: RerollGraph, solved: Solved, held: DiceOnTable) -> Reroll | None:
    """Return which dice to roll again, or None if none should be."""
    return reroll_of(graph, held, solved.picks.get(node_of(graph, held), 0))


def _places(graph: RerollGraph, held: DiceOnTable, dice: Counts) -> Iterator[int]:
    """Yield the dice that counts of kinds mean: graphs know faces that are as good as each other only by how many dice show them."""
    sources = graph.state(*held).sources
    alike = any(source.alike for source in sources)
    pools = {k: [place for place in held.free if held.faces[place] in kind.faces] for k, kind in enumerate(graph.kinds)}
    for group in twins(graph.kinds, sources):
        ranked = sorted((pools[k] for k in group), key=lambda pool: -len(pool))
        together = ranked if alike else [[place for pool in ranked for place in pool], *[[]] * (len(group) - 1)]
        pools.update(zip(group, together, strict=True))
    for k, number in enumerate(dice):
        yield from pools[k][:number]


class ShotPolicy:
    """Best play of one shot.

    ``worth`` says what damage is worth: by the row of the final of the attack, Command Re-rolls left of the defender, wounds
    lost at once, damage. ``thin`` is there if the target looks at the wounds lost at once before it saves: how likely so many
    are lost of so much damage.
    """

    def __init__(
        self, attacks: Sequence[Attack], defence: Defence, cover: bool, worth: Callable[[int, int, int, int], Worth],
        thin: Sequence[Sequence[float]] | None = None,
    ) -> None:  # fmt: skip
        self.attacks = attacks
        self.defence = defence
        self.cover = cover
        self.worth = worth
        self.thin = thin
        self._defended: dict[tuple[int, int, int, int, Way], Solved] = {}
        self._against: dict[tuple[int, int, int, int], tuple[Way, Solved]] = {}
        solved = [(attack, self._attack(attack)) for attack in attacks]
        self.attack, self.solved = solved[0]
        for attack, one in solved[1:]:
            if better(1, one.worth, self.solved.worth):
                self.attack, self.solved = attack, one

    def _attack(self, attack: Attack) -> Solved:
        self.attack = attack
        return settle(attack.graph, [self._made(f)[1] for f in range(len(attack.graph.finals))], 1)

    def keeping(self, unrolled: int) -> ShotPolicy:
        """Return the policy of who keeps so many dice unrolled, whether that is best or not."""
        if unrolled == self.attack.unrolled:
            return self
        return ShotPolicy([attack for attack in self.attacks if attack.unrolled == unrolled], self.defence, self.cover, self.worth, self.thin)

    def _made(self, final: int) -> tuple[tuple[int, int], Worth]:
        """Return what the attacker makes of its dice, and what that is worth."""
        made, (first, second) = self._preferred(self.attack.kept[final], self.attack.row(self.attack.graph.finals[final]))
        return made, (first, second - self.attack.own[final])

    def _preferred(self, ways: Iterable[tuple[int, int]], row: int) -> tuple[tuple[int, int], Worth]:
        best: tuple[tuple[int, int], Worth] | None = None
        for kept in ways:
            value = _mean((self.against(*kept, row, lost)[1].worth, chance) for lost, chance in self.struck(kept[0]))
            if best is None or better(1, value, best[1]):
                best = kept, value
        assert best is not None
        return best

    def keep(self, final: Final) -> tuple[int, int]:
        """Return the criticals and normal successes to make of the attack dice."""
        return self._made(self.attack.graph.finals.index(final))[0]

    def prefer(self, ways: Iterable[tuple[int, int]], row: int = 0) -> tuple[int, int]:
        """Return which of these criticals and normal successes are best to attack with."""
        return self._preferred(ways, row)[0]

    def struck(self, criticals: int) -> list[tuple[int, float]]:
        """Return the wounds that so many criticals can cost at once, and how likely that is; just 0 if the target does not look at them."""
        return list(enumerate(self.thin[criticals * self.attack.direct][: criticals * self.attack.direct + 1])) if self.thin else [(0, 1.0)]

    def ways(self, criticals: int) -> tuple[Way, ...]:
        pierced = max(self.attack.pierce, self.attack.pierce_critical if criticals else 0)
        return self.defence[min(pierced, len(self.defence) - 1)][self.cover and not self.attack.open]

    def against(self, criticals: int, normals: int, row: int = 0, lost: int = 0) -> tuple[Way, Solved]:
        """Return how to defend against so many successes."""
        key = criticals, normals, row, lost
        if key not in self._against:
            self._against[key] = self.choose(self.ways(criticals), criticals, normals, row, lost)
        return self._against[key]

    def choose(self, ways: Iterable[Way], criticals: int, normals: int, row: int = 0, lost: int = 0) -> tuple[Way, Solved]:
        """Return the best of some ways to defend, and best play with it."""
        best: tuple[Way, Solved] | None = None
        for way in ways:
            one = self.defend(way, criticals, normals, row, lost)
            if best is None or better(-1, one.worth, best[1].worth):
                best = way, one
        assert best is not None
        return best

    def defend(self, way: Way, criticals: int, normals: int, row: int = 0, lost: int = 0) -> Solved:
        """Return best play with one way to defend."""
        key = criticals, normals, row, lost, way
        if key not in self._defended:
            worth = [self._suffered(criticals, normals, row, lost, way, final) for final in way.graph.finals]
            self._defended[key] = settle(way.graph, worth, -1)
        return self._defended[key]

    def _suffered(self, criticals: int, normals: int, row: int, lost: int, way: Way, final: Final) -> Worth:
        block = self.block(criticals, normals, final.criticals + way.criticals, final.normals + way.normals)
        c, n = unblocked(criticals, normals, block)
        damage = c * self.attack.critical + n * self.attack.normal
        return self.worth(row, final.left, lost, damage if self.thin else criticals * self.attack.direct + damage)

    def block(self, criticals: int, normals: int, save_criticals: int, save_normals: int) -> Allocate:
        """Return how to spend saves: so that least damage gets through."""

        def damage(way: Allocate) -> int:
            c, n = unblocked(criticals, normals, way)
            return c * self.attack.critical + n * self.attack.normal

        return min(blocks(self.attack.blocking, self.attack.brutal, criticals, normals, save_criticals, save_normals), key=damage)

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """Return the advice for each situation, the likeliest first within each step."""
        return (*self._before(), *self._rerolls(), *self._kept(), *self._defences())

    def _before(self) -> Iterator[Advice]:
        if self.attack.unrolled:
            yield Advice(say("before rolling"), unrolled(self.attack.unrolled), 1.0)

    def _rerolls(self) -> Iterator[Advice]:
        graph = self.attack.graph
        for node, chance in likeliest_first(graph.roots, lambda root: root[1]):
            if graph.nodes[node].kind == CHOICE:
                pick = self.solved.picks[node]
                move = graph.move(node, pick) if pick else None
                do = rerolled(move.source, told(graph.kinds, move.dice)) if move else say("keep them all")
                yield Advice(say("rolled {dice}", dice=told(graph.kinds, graph.rolled[node])), do, chance)

    def _kept(self) -> Iterator[Advice]:
        graph = self.attack.graph
        for at, chance in self._ends():
            final = graph.finals[at]
            if len(self.attack.kept[at]) > 1:
                made = self.keep(final)
                plain = final.criticals, final.normals + self.attack.unrolled
                do = say("use nothing") if made == plain else say("make it {dice}", dice=successes(*made))
                yield Advice(say("kept {dice}", dice=successes(*plain)), do, chance)

    def _ends(self) -> list[tuple[int, float]]:
        """Return the finals of the attack dice under best play and their chances, the likeliest first."""
        graph = self.attack.graph
        mass = [0.0] * len(graph.nodes)
        ends: dict[int, float] = {}
        for node, chance in graph.roots:
            mass[node] += chance
        for at in range(len(graph.nodes) - 1, -1, -1):
            here, weight = graph.nodes[at], mass[at]
            if here.kind == FINAL:
                ends[here.final] = ends.get(here.final, 0.0) + weight
            elif here.kind == CHANCE:
                for to, chance in zip(here.to, graph.chances, strict=True):
                    if chance:
                        mass[to] += weight * chance
            else:
                mass[here.to[self.solved.picks[at]]] += weight
        return likeliest_first(((final, chance) for final, chance in ends.items() if chance), lambda end: end[1])

    def _defences(self) -> Iterator[Advice]:
        found: dict[tuple[int, int, int, int], float] = {}
        for at, chance in self._ends():
            final = self.attack.graph.finals[at]
            c, n = self.keep(final)
            for lost, share in self.struck(c):
                key = c, n, self.attack.row(final), lost
                found[key] = found.get(key, 0.0) + chance * share
        for (c, n, row, lost), chance in likeliest_first(found.items(), lambda item: item[1]):
            if len(self.ways(c)) > 1 and c + n:
                way, _ = self.against(c, n, row, lost)
                when = say(STRUCK if len(self.struck(c)) > 1 else ATTACKED, dice=successes(c, n), lost=lost)
                do = KEEP_COVER if way.criticals + way.normals else ROLL_ALL
                yield Advice(when, say(SAVE_ON, save=way.save, do=do) if way.save else say(do), chance)


ATTACKED, STRUCK = Phrase("attacked with {dice}"), Phrase("attacked with {dice}, {lost} lost at once")
KEEP_COVER, ROLL_ALL, SAVE_ON = Phrase("keep the cover save"), Phrase("roll all dice"), Phrase("save on {save}+, {do}")


def rerolled(source: str, dice: str) -> str:
    """Return dice to roll again, and by what."""
    return say("{source}: re-roll {dice}", source=use(source), dice=dice)


def unrolled(number: int) -> str:
    """Return dice to keep without rolling them."""
    return say_count("keep {count} die unrolled", "keep {count} dice unrolled", number)


def successes(criticals: int, normals: int) -> str:
    """Return what dice have come to."""
    return say("{criticals} critical, {normals} normal", criticals=criticals, normals=normals)


#: What dice have come to, by their class.
_NAMES = (
    (Phrase("{count} fail"), Phrase("{count} fails")),
    (Phrase("{count} hit"), Phrase("{count} hits")),
    (Phrase("{count} critical"), Phrase("{count} criticals")),
    (Phrase("{count} one"), Phrase("{count} ones")),
)


def told(kinds: tuple[Kind, ...], dice: Counts) -> str:
    """Return dice in words: by their faces if single faces matter, else by what they have come to."""
    if len(kinds) == 6:
        return " ".join(
            str(kind.faces[0]) for kind, number in sorted(zip(kinds, dice, strict=True), key=lambda p: -p[0].faces[0]) for _ in range(number)
        )
    parts = [say_count(*_NAMES[kind.result], number) for kind, number in reversed([*zip(kinds, dice, strict=True)]) if number]
    return joined(parts) or say("nothing")
