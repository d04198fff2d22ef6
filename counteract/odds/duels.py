"""What to do at every step of a fight: for advice, for players, and for checks against the referee.

As `policies.py` for shots, in plain Python: it shares the graphs of hands with the kernels and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from typing import NamedTuple

from counteract.mechanics.dicepool import fight_options
from counteract.odds.fights import DISCARDS_ANY, Duel
from counteract.odds.hands import NOTHING, Final, Hand, Situation
from counteract.odds.nodes import CHANCE, CHOICE, FINAL
from counteract.odds.packs import lost
from counteract.odds.policies import Worth, better, told
from counteract.odds.results import Advice

LISTED = 40  # situations that advice tells of, in each step

Kept = tuple[int, int]  # criticals and normal successes


class Moment(NamedTuple):
    """A moment of a fight: criticals and normal successes, and wounds left, of both; whose turn it is; who has made a critical strike."""

    left: tuple[tuple[int, int], tuple[int, int]]
    wounds: tuple[int, int]
    turn: int = 0
    struck: tuple[bool, bool] = (False, False)


class Rerolling(NamedTuple):
    """Re-rolls going on: the nodes of both hands, whose turn it is, and whether the other has just passed."""

    nodes: tuple[int, int]
    turn: int
    passed: bool


class DuelPolicy:
    """Best play of one fight; ``worth`` says what it is worth to end with so many wounds left."""

    def __init__(self, duel: Duel, worth: Callable[[int, int], Worth]) -> None:
        self.duel = duel
        self.worth = worth
        self.sides = duel.attacker, duel.defender
        self._moments: dict[Moment, tuple[str, Worth]] = {}
        self._rolls: dict[Rerolling, tuple[int, Worth]] = {}
        self._made: dict[tuple[int, int], tuple[tuple[int, int], tuple[int, int], Worth]] = {}

    # --- striking and warding off

    def resolve(self, now: Moment) -> tuple[str, Worth]:
        """What to do with a success, in the words of `dicepool.fight_options`, and what that is worth."""
        if 0 in now.wounds or now.left == ((0, 0), (0, 0)):
            return "", self.worth(*now.wounds)
        if now.left[now.turn] == (0, 0):
            now = now._replace(turn=1 - now.turn)
        if now not in self._moments:
            best: tuple[str, Worth] | None = None
            for way in self._ways(now):
                value = self._mean(self.outcomes(now, way))
                if best is None or better(1 - 2 * now.turn, value, best[1]):
                    best = way, value
            assert best is not None
            self._moments[now] = best
        return self._moments[now]

    def _ways(self, now: Moment) -> tuple[str, ...]:
        k = now.turn
        ways = fight_options(now.left[k], now.left[1 - k], self.sides[1 - k].brutal)
        return ways[:1] if self.duel.strikes[k] else ways

    def _mean(self, moments: Iterator[tuple[Moment, float]]) -> Worth:
        first = second = 0.0
        for moment, chance in moments:
            one, two = self.resolve(moment)[1]
            first += chance * one
            second += chance * two
        return first, second

    def _lost(self, k: int, damage: int) -> Iterator[tuple[int, float]]:
        """How many wounds a side loses of some damage, and how likely."""
        if not self.duel.ignores[k]:
            yield damage, 1.0
            return
        yield from enumerate(lost(self.duel.ignores[k], damage)[damage].tolist())

    def outcomes(self, now: Moment, way: str) -> Iterator[tuple[Moment, float]]:
        """What a strike or block can lead to; a strike is a matter of chance if wounds may be ignored."""
        me = self.sides[now.turn]
        damage = {"strike-critical": me.critical, "strike-normal": me.normal}.get(way, 0)
        for harm, chance in self._lost(1 - now.turn, damage):
            yield self.after(now, way, harm), chance

    def after(self, now: Moment, way: str, harm: int) -> Moment:
        """What a strike or block leads to that costs so many wounds."""
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
        return Moment(((a, b), (c, d)), (wounds[0], wounds[1]), 1 - k, (struck[0], struck[1]))

    @staticmethod
    def _shock(left: list[int], shock: int, wounds: int) -> None:
        if wounds and left[1]:
            left[1] -= 1
        elif wounds and left[0] and shock == DISCARDS_ANY:
            left[0] -= 1

    # --- what is made of the dice

    def starts(self, mine: tuple[int, int], theirs: tuple[int, int]) -> Iterator[tuple[Moment, float]]:
        """How a fight can begin once both have their successes: after the damage that criticals do at once."""
        attacker, defender = self.sides
        suffered = self._lost(0, theirs[0] * defender.direct + mine[0] * attacker.backfire)
        dealt = [*self._lost(1, mine[0] * attacker.direct + theirs[0] * defender.backfire)]
        for own, chance in suffered:
            for harm, again in dealt:
                yield Moment((mine, theirs), (max(0, self.duel.wounds[0] - own), max(0, self.duel.wounds[1] - harm))), chance * again

    def made(self, mine: int, theirs: int) -> tuple[tuple[int, int], tuple[int, int], Worth]:
        """What both make of their finals: the attacker chooses first."""
        if (mine, theirs) not in self._made:
            self._made[mine, theirs] = self._choose(self.sides[0].kept[mine], self.sides[1].kept[theirs])
        return self._made[mine, theirs]

    def _choose(self, mine: Sequence[Kept], theirs: Sequence[Kept]) -> tuple[Kept, Kept, Worth]:
        best: tuple[Kept, Kept, Worth] | None = None
        for one in mine:
            least: tuple[Kept, Kept, Worth] | None = None
            for two in theirs:
                value = self._mean(self.starts(one, two))
                if least is None or better(-1, value, least[2]):
                    least = one, two, value
            assert least is not None
            if best is None or better(1, least[2], best[2]):
                best = least
        assert best is not None
        return best

    def keep(self, k: int, finals: tuple[Final, Final], mine: Kept | None = None, ways: Sequence[Kept] = ()) -> Kept:
        """What one side makes of its dice, out of some ways if not all are open any more.

        The defender knows what the attacker has made of its own.
        """
        first, second = (side.kept[side.hand.finals.index(final)] for side, final in zip(self.sides, finals, strict=True))
        if k == 0:
            return self._choose(ways or first, second)[0]
        assert mine is not None
        return self._choose((mine,), ways or second)[1]

    # --- re-rolls

    def reroll(self, now: Rerolling) -> int:
        """Which child of its node the side to act goes to; 0 is to pass."""
        return self._roll(now)[0]

    def _roll(self, now: Rerolling) -> tuple[int, Worth]:
        if now not in self._rolls:
            self._rolls[now] = self._rolled(now)
        return self._rolls[now]

    def _rolled(self, now: Rerolling) -> tuple[int, Worth]:
        k = now.turn
        hand = self.sides[k].hand
        node = hand.nodes[now.nodes[k]]
        best = 0, self._passed(now)
        if node.kind == CHOICE:
            for way in range(1, len(node.to)):
                value = self._chance(now, node.to[way])
                if better(1 - 2 * k, value, best[1]):
                    best = way, value
        return best

    def _passed(self, now: Rerolling) -> Worth:
        if not self.duel.in_turn and now.turn == 0:
            return self._roll(now._replace(turn=1))[1]
        if now.passed or not self.duel.in_turn:
            return self.made(*(_final(side.hand, node) for side, node in zip(self.sides, now.nodes, strict=True)))[2]
        return self._roll(now._replace(turn=1 - now.turn, passed=True))[1]

    def _chance(self, now: Rerolling, node: int) -> Worth:
        """What it is worth that the side to act rolls dice again; then it is the other's turn, or still its own."""
        k = now.turn
        hand = self.sides[k].hand
        here = hand.nodes[node]
        if here.kind != CHANCE:
            nodes = (node, now.nodes[1]) if k == 0 else (now.nodes[0], node)
            return self._roll(Rerolling(nodes, 1 - k if self.duel.in_turn else k, False))[1]
        first = second = 0.0
        for to, chance in zip(here.to, hand.chances, strict=True):
            if chance:
                value = self._chance(now, to)
                first += chance * value[0]
                second += chance * value[1]
        return first, second

    # --- in words

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """What to do in the likeliest situations."""
        return (*self._unrolled(), *islice(self._rerolls(), LISTED), *islice(self._resolving(), LISTED))

    def _unrolled(self) -> Iterator[Advice]:
        for name, side in zip(("attacker", "defender"), self.sides, strict=True):
            if side.unrolled:
                yield Advice(f"{name}, before rolling", f"keep {side.unrolled} unrolled", 1.0)

    def _likely(self) -> list[tuple[int, int, float]]:
        pairs = product(*(side.hand.roots for side in self.sides))
        return sorted(((i, j, one * two) for (i, one), (j, two) in pairs), key=lambda pair: -pair[2])

    def _rerolls(self) -> Iterator[Advice]:
        names = [_rolls(side.hand) for side in self.sides]
        first = self.duel.first if self.duel.in_turn else 0
        for i, j, chance in self._likely():
            for k, node in enumerate((i, j)):
                here = self.sides[k].hand.nodes[node]
                if here.kind == CHOICE:
                    way = self.reroll(Rerolling((i, j), k, k != first and self.duel.in_turn))
                    move = here.moves[way - 1] if way else None
                    do = f"{move.source.replace('-', ' ')}: re-roll {told(self.sides[k].hand.kinds, move.dice)}" if move else "keep them all"
                    mine, theirs = names[k][node], names[1 - k][(i, j)[1 - k]]
                    yield Advice(f"{('attacker', 'defender')[k]}: rolled {mine} against {theirs}", do, chance)

    def _resolving(self) -> Iterator[Advice]:
        seen = set()
        for i, j, chance in self._likely():
            one, two = (side.hand.nodes[node] for side, node in zip(self.sides, (i, j), strict=True))
            if one.kind == FINAL and two.kind == FINAL:
                mine, theirs, _ = self.made(one.final, two.final)
                now, _ = next(self.starts(mine, theirs))
                do = self.resolve(now)[0]
                if do and (mine, theirs) not in seen:
                    seen.add((mine, theirs))
                    yield Advice(f"{_successes(mine)} against {_successes(theirs)}", do.replace("-", " "), chance)


def _final(hand: Hand, node: int) -> int:
    """The final of a hand that is left as it is."""
    here = hand.nodes[node]
    return hand.nodes[here.to[0]].final if here.kind == CHOICE else here.final


def _rolls(hand: Hand) -> dict[int, str]:
    """Rolls in words, by node."""
    found = {}
    for now, node in hand.known.items():
        if isinstance(now, Situation) and not now.pending and now.fixed == NOTHING:
            found[node] = told(hand.kinds, now.free)
        elif isinstance(now, Final):
            found.setdefault(node, _successes((now.criticals, now.normals)))
    return found


def _successes(dice: tuple[int, int]) -> str:
    return f"{dice[0]} critical, {dice[1]} normal"
