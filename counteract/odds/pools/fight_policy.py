"""The policy of best play in a fight, step by step: for advice, for players, and for checks against the referee.

As shot_policy.py for shots, in plain Python: it shares the re-roll graphs with the kernels and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from typing import NamedTuple

from counteract.attacks.dicepool import fight_options
from counteract.core.language import Phrase, phrases, say
from counteract.odds.pools.arrays import lost
from counteract.odds.pools.fight import DISCARDS_ANY, Duel
from counteract.odds.pools.nodes import CHANCE, CHOICE, FINAL
from counteract.odds.pools.reroll_graph import Final, RerollGraph
from counteract.odds.pools.shot_policy import Worth, better, rerolled, successes, told, unrolled
from counteract.odds.results import SITUATION, WHO, Advice, likeliest_first

#: How the play of a fight is told.
AGAINST, DEVASTATING = Phrase("{dice} against {others}"), Phrase("Devastating {damage}")
BACKFIRING = Phrase("Devastating {damage}, {own} to itself")
RESOLVING = phrases(
    {
        "strike-critical": "strike with a critical",
        "strike-normal": "strike with a normal",
        "block-critical-with-critical": "block a critical with a critical",
        "block-normal-with-critical": "block a normal with a critical",
        "block-normal-with-normal": "block a normal with a normal",
    }
)
LISTED = 40  # situations that advice tells of, in each step

Successes = tuple[int, int]  # criticals and normal successes


class FightState(NamedTuple):
    """A moment of a fight: criticals and normal successes, and wounds left, of both; whose turn it is; who has made a critical strike."""

    left: tuple[tuple[int, int], tuple[int, int]]
    wounds: tuple[int, int]
    turn: int = 0
    struck: tuple[bool, bool] = (False, False)


class RerollState(NamedTuple):
    """Re-rolls going on: the nodes of both graphs, whose turn it is, and whether the other has just passed."""

    nodes: tuple[int, int]
    turn: int
    passed: bool


class DuelPolicy:
    """Best play of one fight; ``worth`` says what it is worth to end with so many wounds left."""

    def __init__(self, duel: Duel, worth: Callable[[int, int], Worth]) -> None:
        self.duel = duel
        self.worth = worth
        self.sides = duel.attacker, duel.defender
        self._moments: dict[FightState, tuple[str, Worth]] = {}
        self._rolls: dict[RerollState, tuple[int, Worth]] = {}
        self._made: dict[tuple[int, int], tuple[tuple[int, int], tuple[int, int], Worth]] = {}

    # --- striking and warding off

    def resolve(self, now: FightState) -> tuple[str, Worth]:
        """Return what to do with a success, in the words of `dicepool.fight_options`, and what that is worth."""
        if 0 in now.wounds or now.left == ((0, 0), (0, 0)):
            return "", self.worth(*now.wounds)
        if now.left[now.turn] == (0, 0):
            now = now._replace(turn=1 - now.turn)
        if now not in self._moments:
            best: tuple[str, Worth] | None = None
            for way in self._ways(now):
                value = self.resolved(now, way)
                if best is None or better(1 - 2 * now.turn, value, best[1]):
                    best = way, value
            assert best is not None
            self._moments[now] = best
        return self._moments[now]

    def resolved(self, now: FightState, way: str) -> Worth:
        """Return what it is worth to do something with a success."""
        return self._mean(self.outcomes(now, way), self._then(1))

    def _ways(self, now: FightState) -> tuple[str, ...]:
        k = now.turn
        ways = fight_options(now.left[k], now.left[1 - k], self.sides[1 - k].brutal)
        return ways[:1] if self.duel.strikes[k] else ways

    def _mean(self, moments: Iterator[tuple[FightState, float]], worth: Callable[[FightState], Worth]) -> Worth:
        first = second = 0.0
        for moment, chance in moments:
            one, two = worth(moment)
            first += chance * one
            second += chance * two
        return first, second

    def _lost(self, k: int, damage: int) -> Iterator[tuple[int, float]]:
        """Yield how many wounds a side loses of some damage, and how likely."""
        if not self.duel.ignores[k]:
            yield damage, 1.0
            return
        yield from enumerate(lost(self.duel.ignores[k], damage)[damage].tolist())

    def outcomes(self, now: FightState, way: str) -> Iterator[tuple[FightState, float]]:
        """Yield what a strike or block can lead to; a strike is a matter of chance if wounds may be ignored."""
        me = self.sides[now.turn]
        damage = {"strike-critical": me.critical, "strike-normal": me.normal}.get(way, 0)
        for harm, chance in self._lost(1 - now.turn, damage):
            yield self.after(now, way, harm), chance

    def after(self, now: FightState, way: str, harm: int) -> FightState:
        """Return what a strike or block leads to that costs so many wounds."""
        k = now.turn
        me, critical = self.sides[k], way == "strike-critical" or way.endswith("with-critical")
        left = [list(dice) for dice in now.left]
        wounds, struck = list(now.wounds), list(now.struck)
        left[k][0 if critical else 1] -= 1
        if way.startswith("strike"):
            wounds[1 - k] = max(0, wounds[1 - k] - harm)
            if critical and me.shock and not struck[k]:
                struck[k] = True
                self._shock(left[1 - k], me.shock, wounds[1 - k])
        else:
            left[1 - k][0 if way.startswith("block-critical") else 1] -= 1
        (a, b), (c, d) = left
        return FightState(((a, b), (c, d)), (wounds[0], wounds[1]), 1 - k, (struck[0], struck[1]))

    @staticmethod
    def _shock(left: list[int], shock: int, wounds: int) -> None:
        if wounds and left[1]:
            left[1] -= 1
        elif wounds and left[0] and shock == DISCARDS_ANY:
            left[0] -= 1

    # --- what is made of the dice

    def hurt(self, k: int, now: FightState) -> tuple[tuple[int, int], Worth]:
        """Return what the criticals of one side do at once, to the foe and to their user, and what that is worth; the attacker's act first."""
        best: tuple[tuple[int, int], Worth] | None = None
        for way in self.sides[k].at_once:
            value = self._mean(self.hurting(k, now, way), self._then(k))
            if best is None or better(1 - 2 * k, value, best[1]):
                best = way, value
        assert best is not None
        return best

    def _then(self, k: int) -> Callable[[FightState], Worth]:
        """Return what a moment is worth once the criticals of one side have acted."""
        return (lambda now: self.resolve(now)[1]) if k else (lambda now: self.hurt(1, now)[1])

    def hurting(self, k: int, now: FightState, way: tuple[int, int]) -> Iterator[tuple[FightState, float]]:
        """Yield what the criticals of one side can lead to."""
        criticals = now.left[k][0]
        foe, own = ([*self._lost(side, criticals * harm)] for side, harm in zip((1 - k, k), way, strict=True))
        for (theirs, chance), (mine, again) in product(foe, own):
            lost = (mine, theirs) if k == 0 else (theirs, mine)
            yield now._replace(wounds=(max(0, now.wounds[0] - lost[0]), max(0, now.wounds[1] - lost[1]))), chance * again

    def start(self, mine: Successes, theirs: Successes) -> FightState:
        """Return how a fight begins once both have their successes, before criticals do anything."""
        return FightState((mine, theirs), self.duel.wounds)

    def starts(self, mine: Successes, theirs: Successes) -> Iterator[tuple[FightState, float]]:
        """Yield how it can go on once the criticals of both have acted."""
        now = self.start(mine, theirs)
        for between, chance in self.hurting(0, now, self.hurt(0, now)[0]):
            for after, again in self.hurting(1, between, self.hurt(1, between)[0]):
                yield after, chance * again

    def made(self, mine: int, theirs: int) -> tuple[tuple[int, int], tuple[int, int], Worth]:
        """Return what both make of their finals: the attacker chooses first."""
        if (mine, theirs) not in self._made:
            self._made[mine, theirs] = self._choose(self.sides[0].kept[mine], self.sides[1].kept[theirs])
        return self._made[mine, theirs]

    def _choose(self, mine: Sequence[Successes], theirs: Sequence[Successes]) -> tuple[Successes, Successes, Worth]:
        best: tuple[Successes, Successes, Worth] | None = None
        for one in mine:
            least: tuple[Successes, Successes, Worth] | None = None
            for two in theirs:
                value = self.hurt(0, self.start(one, two))[1]
                if least is None or better(-1, value, least[2]):
                    least = one, two, value
            assert least is not None
            if best is None or better(1, least[2], best[2]):
                best = least
        assert best is not None
        return best

    def keep(self, k: int, finals: tuple[Final, Final], mine: Successes | None = None, ways: Sequence[Successes] = ()) -> Successes:
        """Return what one side makes of its dice, out of some ways if not all are open any more.

        The defender knows what the attacker has made of its own.
        """
        first, second = (side.kept[side.graph.finals.index(final)] for side, final in zip(self.sides, finals, strict=True))
        if k == 0:
            return self._choose(ways or first, second)[0]
        assert mine is not None
        return self._choose((mine,), ways or second)[1]

    # --- re-rolls

    def reroll(self, now: RerollState) -> int:
        """Return which child of its node the side to act goes to; 0 is to pass."""
        return self._roll(now)[0]

    def rerolled(self, now: RerollState, way: int) -> Worth:
        """Return what it is worth that the side to act goes to a child of its node; 0 is to pass."""
        node = self.sides[now.turn].graph.nodes[now.nodes[now.turn]]
        return self._chance(now, node.to[way]) if way else self._passed(now)

    def _roll(self, now: RerollState) -> tuple[int, Worth]:
        if now not in self._rolls:
            self._rolls[now] = self._rolled(now)
        return self._rolls[now]

    def _rolled(self, now: RerollState) -> tuple[int, Worth]:
        k = now.turn
        node = self.sides[k].graph.nodes[now.nodes[k]]
        best = 0, self._passed(now)
        if node.kind == CHOICE:
            for way in range(1, len(node.to)):
                value = self.rerolled(now, way)
                if better(1 - 2 * k, value, best[1]):
                    best = way, value
        return best

    def _passed(self, now: RerollState) -> Worth:
        if not self.duel.in_turn and now.turn == 0:
            return self._roll(now._replace(turn=1))[1]
        if now.passed or not self.duel.in_turn:
            return self.made(*(_final(side.graph, node) for side, node in zip(self.sides, now.nodes, strict=True)))[2]
        return self._roll(now._replace(turn=1 - now.turn, passed=True))[1]

    def _chance(self, now: RerollState, node: int) -> Worth:
        """Return what it is worth that the side to act rolls dice again; then it is the other's turn, or still its own."""
        k = now.turn
        graph = self.sides[k].graph
        here = graph.nodes[node]
        if here.kind != CHANCE:
            nodes = (node, now.nodes[1]) if k == 0 else (now.nodes[0], node)
            return self._roll(RerollState(nodes, 1 - k if self.duel.in_turn else k, False))[1]
        first = second = 0.0
        for to, chance in zip(here.to, graph.chances, strict=True):
            if chance:
                value = self._chance(now, to)
                first += chance * value[0]
                second += chance * value[1]
        return first, second

    # --- in words

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """Return the advice for the likeliest situations."""
        return (*self._unrolled(), *(one for step in (self._rerolls(), self._hurting(), self._resolving()) for one in islice(step, LISTED)))

    def _unrolled(self) -> Iterator[Advice]:
        for who, side in zip(WHO, self.sides, strict=True):
            if side.unrolled:
                yield Advice(say(SITUATION, who=who, when=Phrase("before rolling")), unrolled(side.unrolled), 1.0)

    def _likely(self) -> list[tuple[int, int, float]]:
        pairs = product(*(side.graph.roots for side in self.sides))
        return likeliest_first(((i, j, one * two) for (i, one), (j, two) in pairs), lambda pair: pair[2])

    def _rerolls(self) -> Iterator[Advice]:
        names = [_rolls(side.graph) for side in self.sides]
        first = self.duel.first if self.duel.in_turn else 0
        for i, j, chance in self._likely():
            for k, node in enumerate((i, j)):
                here = self.sides[k].graph.nodes[node]
                if here.kind == CHOICE:
                    way = self.reroll(RerollState((i, j), k, k != first and self.duel.in_turn))
                    move = self.sides[k].graph.move(node, way) if way else None
                    do = rerolled(move.source, told(self.sides[k].graph.kinds, move.dice)) if move else say("keep them all")
                    mine, theirs = names[k][node], names[1 - k][(i, j)[1 - k]]
                    yield Advice(say("{who}: rolled {dice} against {others}", who=WHO[k], dice=mine, others=theirs), do, chance)

    def _met(self) -> Iterator[tuple[FightState, float]]:
        """Yield the likeliest successes that fights begin with, where nothing can be re-rolled."""
        seen = set()
        for i, j, chance in self._likely():
            one, two = (side.graph.nodes[node] for side, node in zip(self.sides, (i, j), strict=True))
            if one.kind == FINAL and two.kind == FINAL:
                now = self.start(*self.made(one.final, two.final)[:2])
                if now not in seen:
                    seen.add(now)
                    yield now, chance

    def _hurting(self) -> Iterator[Advice]:
        for now, chance in self._met():
            for k, who in enumerate(WHO):
                (direct, backfire), _ = self.hurt(k, now)
                if len(self.sides[k].at_once) > 1 and now.left[k][0]:
                    do = say(BACKFIRING if backfire else DEVASTATING, damage=direct, own=backfire)
                    met = say(AGAINST, dice=successes(*now.left[k]), others=successes(*now.left[1 - k]))
                    yield Advice(say(SITUATION, who=who, when=met), do, chance)
                now, _ = next(self.hurting(k, now, (direct, backfire)))

    def _resolving(self) -> Iterator[Advice]:
        for now, chance in self._met():
            do = self.resolve(next(self.starts(*now.left))[0])[0]
            if do:
                yield Advice(say(AGAINST, dice=successes(*now.left[0]), others=successes(*now.left[1])), say(RESOLVING[do]), chance)


def _final(graph: RerollGraph, node: int) -> int:
    """Return the final of dice that are left as they are."""
    here = graph.nodes[node]
    return graph.nodes[here.to[0]].final if here.kind == CHOICE else here.final


def _rolls(graph: RerollGraph) -> dict[int, str]:
    """Return rolls in words, by node."""
    found = {}
    for at, roll in graph.rolled.items():
        final = graph.finals[graph.nodes[at].final]
        settled = graph.nodes[at].kind == FINAL and any(roll)
        found[at] = successes(final.criticals, final.normals) if settled else told(graph.kinds, roll)
    return found
