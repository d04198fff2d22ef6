"""Games of dice and choices solved in exact numbers, and the rules of attack dice written a second time.

The slow twin that the odds are compared with: it follows the specification step by step, tries every choice, and shares no
code with the product. Dice are counted by face, so that rolls that differ only in their order are one.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import Any, NamedTuple

# --- games


class End(NamedTuple):
    """An end: nothing more happens."""

    outcome: Hashable


class Roll(NamedTuple):
    """Dice are rolled: where it leads to in how many of the 6**dice ways."""

    dice: int
    ways: Sequence[tuple[int, Any]]


class Choice(NamedTuple):
    """A choice of player 0, who wants much, or player 1, who wants little, between some places."""

    player: int
    options: Sequence[Any]


Move = End | Roll | Choice
Value = tuple[int, int, int]


class Game:
    """A game by its moves: best play for a worth and, among equals, for a second one.

    All numbers are whole ones: how many of 6**most ways. After `ends`, ``unique`` tells whether all choices that are as good lead
    to the same ends, and ``sharp`` that none is better by less than a floating-point number can tell.
    """

    def __init__(self, moves: Callable[[Any], Move], worth: Callable[[Any], tuple[int, int]], most: int) -> None:
        self.moves = moves
        self.worth = worth
        self.scale = 6**most
        self.close = self.scale // 10**9
        self.unique = self.sharp = True
        self._values: dict[Any, Value] = {}
        self._moves: dict[Any, Move] = {}
        self._ends: dict[Any, dict[Hashable, int]] = {}
        marks = random.Random(1)
        self._marks: dict[Hashable, int] = defaultdict(lambda: marks.getrandbits(40))

    def value(self, state: Any) -> Value:
        """Return the worth of a state; the third number stands for its ends."""
        found = self._values.get(state)
        if found is None:
            move = self._moves[state] = self.moves(state)
            found = self._values[state] = self._valued(move)
        return found

    def _valued(self, move: Move) -> Value:
        if isinstance(move, Choice):
            values = [self.value(option) for option in move.options]
            return max(values, key=_first_two) if move.player == 0 else min(values, key=_first_two)
        if isinstance(move, Roll):
            worth = second = mark = 0
            for ways, state in move.ways:
                one, two, three = self.value(state)
                worth += ways * one
                second += ways * two
                mark += ways * three
            return self._share(worth, move.dice), self._share(second, move.dice), self._share(mark, move.dice)
        worth, second = self.worth(move.outcome)
        return worth * self.scale, second * self.scale, self._marks[move.outcome] * self.scale

    @staticmethod
    def _share(number: int, dice: int) -> int:
        share, rest = divmod(number, 6**dice)
        assert rest == 0, "the numbers are too coarse for so many dice"
        return share

    def ends(self, state: Any) -> dict[Hashable, int]:
        """Return the probability of each end under best play, as numbers of ways."""
        if state not in self._ends:
            value = self.value(state)
            move = self._moves[state]
            if isinstance(move, End):
                self._ends[state] = {move.outcome: self.scale}
            elif isinstance(move, Choice):
                self._look_out(value, [self.value(option) for option in move.options])
                self._ends[state] = self.ends(next(option for option in move.options if self.value(option) == value))
            else:
                found: dict[Hashable, int] = defaultdict(int)
                for ways, after in move.ways:
                    for outcome, number in self.ends(after).items():
                        found[outcome] += ways * number
                self._ends[state] = {outcome: self._share(number, move.dice) for outcome, number in found.items()}
        return self._ends[state]

    def _look_out(self, best: Value, values: Sequence[Value]) -> None:
        """Note the states where other choices would have done as well."""
        for worth, second, mark in values:
            if abs(worth - best[0]) <= self.close and mark != best[2]:
                self.sharp &= worth == best[0]
                self.unique &= worth == best[0] and abs(second - best[1]) > self.close

    def solve(self, state: Any) -> Solved:
        worth, second, _ = self.value(state)
        ends = {outcome: Fraction(number, self.scale) for outcome, number in self.ends(state).items()}
        assert sum(ends.values()) == 1
        return Solved(Fraction(worth, self.scale), Fraction(second, self.scale), ends, self.unique, self.sharp)


def _first_two(value: Value) -> tuple[int, int]:
    return value[:2]


class Solved(NamedTuple):
    worth: Fraction
    second: Fraction
    ends: dict[Any, Fraction]
    unique: bool
    sharp: bool

    def share(self, of: Callable[[Any], Any]) -> dict[Any, Fraction]:
        """Return the probability of each value of a function of the ends."""
        found: dict[Any, Fraction] = defaultdict(Fraction)
        for outcome, chance in self.ends.items():
            found[of(outcome)] += chance
        return dict(found)


# --- dice

FAIL, NORMAL, CRITICAL, ONE = range(4)  # what a die comes to; a 1 is a fail that some rules ask for
Counts = tuple[int, ...]
NO_FACES = (0,) * 6


@lru_cache(maxsize=64)
def rolls(dice: int) -> tuple[tuple[int, Counts], ...]:
    """Return all rolls of so many dice as numbers of each face, and in how many ways each comes up."""
    counts = (way for way in product(range(dice + 1), repeat=6) if sum(way) == dice)
    return tuple((factorial(dice) // prod(map(factorial, way)), way) for way in counts)


def come_to(results: Counts, faces: Counts) -> Counts:
    """Return dice by face as dice by result."""
    found = [0, 0, 0, 0]
    for result, number in zip(results, faces, strict=True):
        found[result] += number
    return tuple(found)


@lru_cache(maxsize=1024)
def rolls_come_to(dice: int, results: Counts) -> tuple[tuple[int, Counts], ...]:
    found: dict[Counts, int] = defaultdict(int)
    for ways, faces in rolls(dice):
        found[come_to(results, faces)] += ways
    return tuple((ways, counts) for counts, ways in found.items())


def added(one: Counts, two: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, two, strict=True))


def picks(faces: Counts, most: int) -> Iterator[Counts]:
    """Yield all ways to pick one to ``most`` dice."""
    for way in product(*(range(number + 1) for number in faces)):
        if 0 < sum(way) <= most:
            yield way


class Hand(NamedTuple):
    """Dice on the table: those that stand by what they have come to, those that may be rolled again by face."""

    sources: tuple[str, ...]
    commands: int
    fixed: Counts
    free: Counts


class Kit(NamedTuple):
    """All that matters about how dice are rolled."""

    edition: str
    results: Counts  # of the faces 1 to 6
    sources: tuple[str, ...] = ()
    several: tuple[int, ...] = ()  # how many dice the sources "several 0", "several 1" and so on roll again
    simple: bool = False

    @lru_cache(maxsize=4096)  # noqa: B019
    def rolled(self, dice: int, commands: int) -> Roll:
        """Return the first roll; places are hands."""
        found: dict[Hand, int] = defaultdict(int)
        for ways, faces in rolls(dice):
            found[self.tidy(Hand(self.sources, commands, (0, 0, 0, 0), faces))] += ways
        return Roll(dice, [(ways, hand) for hand, ways in found.items()])

    def tidy(self, hand: Hand) -> Hand:
        """Return the hand without differences that no rule tells apart any more."""
        if not hand.sources and not hand.commands:
            return hand._replace(fixed=added(hand.fixed, come_to(self.results, hand.free)), free=NO_FACES)
        if self.edition == "kt24" and "ceaseless" in hand.sources:
            return hand
        free = [0] * 6
        for face, number in enumerate(hand.free):
            free[self.results.index(self.results[face])] += number
        return hand._replace(free=tuple(free))

    def ends(self, hand: Hand) -> Counts:
        return added(hand.fixed, come_to(self.results, hand.free))

    @lru_cache(maxsize=65536)  # noqa: B019 a kit is a value
    def uses(self, hand: Hand) -> tuple[tuple[Hand, int], ...]:
        """Return the possible re-rolls: the hand without the dice picked up, and how many these are."""
        return tuple(dict.fromkeys(self._simple_use(hand) if self.simple else self._all_uses(hand)))

    def _all_uses(self, hand: Hand) -> Iterator[tuple[Hand, int]]:
        for source in hand.sources:
            rest = tuple(s for s in hand.sources if s != source)
            for way in self._picks(source, hand.free):
                yield self._picked(hand, rest, hand.commands, way)
        if hand.commands:  # kt24: in any order (KT24-INT-44); kt21: after the weapon's (KT21-INT-28)
            rest = hand.sources if self.edition == "kt24" else ()
            for way in picks(hand.free, 1):
                yield self._picked(hand, rest, hand.commands - 1, way)

    def _picks(self, source: str, free: Counts) -> Iterator[Counts]:
        if source == "ceaseless":
            for face in range(6) if self.edition == "kt24" else (0,):
                yield from picks(tuple(number if face == f else 0 for f, number in enumerate(free)), 99)
        else:
            severals = {f"several {k}": most for k, most in enumerate(self.several)}
            yield from picks(free, {"balanced": 1, "relentless": 99, **severals}[source])

    def _simple_use(self, hand: Hand) -> Iterator[tuple[Hand, int]]:
        """Yield the re-rolls of fails only: Ceaseless for the most frequent of them, Relentless for all, then single dice."""
        fails = tuple(number if self.results[face] in (FAIL, ONE) else 0 for face, number in enumerate(hand.free))
        severals = sorted((name for name in hand.sources if name.startswith("several")), key=lambda name: -self.several[int(name[-1])])
        for source in ("ceaseless", "relentless", *severals, "balanced"):
            if source in hand.sources:
                ways = list(self._picks(source, fails))
                if ways:
                    rest = tuple(s for s in hand.sources if s != source)
                    yield self._picked(hand, rest, hand.commands, max(ways, key=sum))
                    return
        if hand.commands and sum(fails):
            yield self._picked(hand, hand.sources, hand.commands - 1, next(picks(fails, 1)))

    def _picked(self, hand: Hand, sources: tuple[str, ...], commands: int, way: Counts) -> tuple[Hand, int]:
        free = tuple(has - takes for has, takes in zip(hand.free, way, strict=True))
        return self.tidy(Hand(sources, commands, hand.fixed, free)), sum(way)

    @lru_cache(maxsize=65536)  # noqa: B019
    def again(self, hand: Hand, dice: int) -> Roll:
        """Return the roll of the dice picked up; their results stand."""
        found = [(ways, self.tidy(hand._replace(fixed=added(hand.fixed, counts)))) for ways, counts in rolls_come_to(dice, self.results)]
        return Roll(dice, found)


# --- weapons


class Arms(NamedTuple):
    """A weapon. ``rules`` are those of the card by name: a number, True, or numbers if there are several."""

    edition: str
    attacks: int
    hit: int
    normal: int
    critical: int
    rules: dict[str, Any]

    def text(self) -> str:
        """Return the weapon as a card writes it."""
        written = [one for name, value in self.rules.items() for one in _written(name, value)]
        return f"{self.attacks} {self.hit}+ {self.normal}/{self.critical}; {', '.join(written)}"

    def has(self, name: str) -> Any:
        return self.rules.get(name, 0)

    def needs(self, injured: bool, limits: str) -> int:
        """KT24-DMG-06, KT24-DIFF-16, KT24-INT-38; KT21-DMG-05, KT21-INT-30."""
        worse = self.hit + injured
        return worse if self.edition == "kt24" and limits == "sheet" else min(6, worse)

    def kit(self, injured: bool, limits: str, simple: bool) -> Kit:
        sources = tuple(name for name in ("balanced", "ceaseless", "relentless") if self.has(name))
        return Kit(self.edition, results(self.edition, self.needs(injured, limits), self.has("lethal")), sources, simple=simple)

    def accurate(self) -> int:
        """KT24-WR-ACCURATE-01, -02, KT24-DIFF-04, KT24-INT-50."""
        several = self.has("accurate") or (0,)
        return min(self.attacks, max(*several, 2) if len(several) > 1 else several[0])

    def at_once(self) -> int:
        """Return the immediate damage of each critical. (KT24-WR-DEVASTATING-01; KT21-WR-MW-01, KT21-WR-SPLASH-01)"""
        if self.edition == "kt21":
            return int(self.has("mw") + self.has("splash"))
        return max((damage for _, damage in self.has("devastating") or ()), default=0)


_SIMPLE = (
    "balanced",
    "brutal",
    "ceaseless",
    "hot",
    "punishing",
    "relentless",
    "rending",
    "saturate",
    "severe",
    "shock",
    "stun",
    "fusillade",
    "barrage",
)


def _written(name: str, value: Any) -> list[str]:
    if name in _SIMPLE:
        return [name.title()]
    if name == "accurate":
        return [f"Accurate {one}" for one in value]
    if name == "devastating":
        return [f'{inches}" Devastating {damage}' if inches else f"Devastating {damage}" for inches, damage in value]
    forms = {
        "lethal": "Lethal {}+", "piercing": "Piercing {}", "piercing crits": "Piercing Crits {}", "ap": "AP{}", "p": "P{}", "mw": "MW{}",
        "splash": "Splash {}", "no cover": "No Cover", "reap": "Reap {}",
    }  # fmt: skip
    return [forms[name].format(value)]


@lru_cache(maxsize=256)
def results(edition: str, needed: int, lethal: int = 0) -> Counts:
    """Return the result of each face. (KT24-DICE-01 to -03, KT24-INT-49; KT21-SHOOT-06 to -13, KT21-INT-31, KT21-INT-55)"""
    found = []
    for face in range(1, 7):
        critical = face == 6 or (lethal and face >= lethal and (edition == "kt21" or face >= needed))
        found.append(ONE if face == 1 else CRITICAL if critical else NORMAL if face >= needed else FAIL)
    return tuple(found)


class Kept(NamedTuple):
    """Dice being retained: rolled normals, and others that Rending may not take (KT24-INT-47)."""

    criticals: int
    rolled: int
    others: int
    fails: int
    severe: bool = False
    used: tuple[str, ...] = ()


def kept_now(arms: Arms, kept: Kept, printing: str) -> list[Kept]:
    """Return the dice as they are (first), or after one rule. (KT24-INT-46, KT24-INT-47, KT24-DIFF-02; KT21-WR-RENDING-01)"""
    c, rolled, others, fails, severe, used = kept
    found = [kept]
    fed = c > 0 and not (severe and printing == "2025")
    if arms.has("severe") and "severe" not in used and c == 0:
        if rolled:
            found.append(Kept(1, rolled - 1, others, fails, True, (*used, "severe")))
        if others:
            found.append(Kept(1, rolled, others - 1, fails, True, (*used, "severe")))
    if arms.has("rending") and "rending" not in used and fed and rolled:
        found.append(Kept(c + 1, rolled - 1, others, fails, severe, (*used, "rending")))
    if arms.has("punishing") and "punishing" not in used and fed and fails:
        found.append(Kept(c, rolled, others + 1, fails - 1, severe, (*used, "punishing")))
    return found


# --- comparing

CLOSE = 1e-11


def near(one: float, two: Fraction) -> bool:
    return abs(one - two) < CLOSE


def same(found: dict[Any, float], exact: dict[Any, Fraction]) -> bool:
    """Return True if two distributions are the same."""
    return all(near(found.get(key, 0.0), exact.get(key, Fraction(0))) for key in {*found, *exact})
