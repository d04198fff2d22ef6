"""Attacks as chains of single dice (hit, wound, save, damage), solved backwards from the last die to the first.

The outcomes of an attack are a table with one row for each state its target may be in. Column 0 is the worth of that state
to the attacker in the end, column 1 breaks ties between equal worths; the other columns are the probabilities of the ends.
Tables are mixed (by chance), taken row by row from others (the state of the target changes) and chosen between row by row
(a player decides), so that one pass over the attacks answers for every state of the target at once.

Assumptions: attacks are made one by one, each to its end; a player decides about a re-roll when a die has fallen and
before anything else is rolled; a re-roll that gains nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from counteract.attacks.hitwoundsave import Amount
from counteract.core.language import Phrase, phrases, say
from counteract.odds.results import SITUATION, WHO, Advice, likeliest_first
from counteract.odds.terms import RerollStyle

FACES = range(1, 7)
ATTACKER, DEFENDER = 0, 1
SIGNS = (1.0, -1.0)  # the attacker wants much, the defender little
EQUAL = 1e-12

WORTH, SECOND = 0, 1
PLAIN = 2  # the first column with the odds of an end

Rows = NDArray[np.float64]
Places = NDArray[np.int64]

#: The re-rolls left of the attacker and of the defender.
Left = tuple[int, int]

#: Tables of outcomes, by the re-rolls left.
Next = Mapping[Left, Rows]

R = TypeVar("R", bound=object)

#: The results of a die.
RESULTS = phrases({"miss": "miss", "fails": "fails", "wounds": "wounds it"})


def lefts(rerolls: int, defender_rerolls: int) -> list[Left]:
    """Return all numbers of re-rolls that may be left of these, the fewest first."""
    return list(product(range(rerolls + 1), range(defender_rerolls + 1)))


def spend(left: Left, player: int) -> Left:
    return (left[0] - 1, left[1]) if player == ATTACKER else (left[0], left[1] - 1)


def mix(parts: Iterable[tuple[float | Rows, Rows]]) -> Rows:
    """Return the mean of tables, weighted by their probabilities."""
    total: Rows | None = None
    for chance, rows in parts:
        if total is None:
            total = chance * rows
        else:
            total += chance * rows
    assert total is not None
    return total


# --- players


class RerollSituation(NamedTuple):
    """A roll that could be made again: its player, its name and result, and how many attacks come after it (3 is 3 or more)."""

    player: int
    what: Phrase
    to_come: int


class DieRoll(NamedTuple):
    """A die about to be rolled: its player and name, the results that may be re-rolled, and those that are failures."""

    player: int
    name: Phrase
    offered: frozenset[object]
    fails: frozenset[object]
    to_come: int
    ones: bool = False  # natural 1s are rolled again


class Notes:
    """Columns that count how often a re-roll is used, and how often it is kept, in each situation."""

    WIDTH = 400
    MANY = 3  # attacks to come, told apart no further

    def __init__(self) -> None:
        self.columns: dict[tuple[RerollSituation, bool], int] = {}

    def column(self, situation: RerollSituation, used: bool) -> int:
        key = situation._replace(to_come=min(self.MANY, situation.to_come)), used
        column = self.columns.setdefault(key, PLAIN + 1 + len(self.columns))
        assert column < self.WIDTH, "there are more situations than columns for them"
        return column

    #: The column with the probability that no attack has wounded.
    CALM = PLAIN


class Players:
    """The two players and how they use their re-rolls: to the best effect, or on the first failure."""

    def __init__(self, style: RerollStyle, notes: Notes | None = None) -> None:
        self.style = style
        self.notes = notes

    def prefers(self, player: int, one: Rows, other: Rows) -> NDArray[np.bool_]:
        """Return the states in which a player prefers one table to another."""
        sign = SIGNS[player]
        worth, second = sign * (one[:, WORTH] - other[:, WORTH]), sign * (one[:, SECOND] - other[:, SECOND])
        return (worth > EQUAL) | ((worth > -EQUAL) & (second > EQUAL))

    def better(self, player: int, options: Sequence[Rows]) -> Rows:
        """Return the best of several tables for a player in each state; the first of equals."""
        best = options[0]
        for other in options[1:]:
            best = np.where(self.prefers(player, other, best)[:, None], other, best)
        return best

    def reroll(self, situation: RerollSituation, keep: Rows, again: Rows, failed: bool | NDArray[np.bool_]) -> Rows:
        """Return the table of keeping a roll or rolling again, as the player prefers."""
        if self.style == "best":
            use = self.prefers(situation.player, again, keep)
        else:
            use = np.broadcast_to(np.asarray(failed), keep.shape[:1])
        if self.notes is not None:
            keep, again = self._noted(situation, keep, False), self._noted(situation, again, True)
        if not use.any():
            return keep
        return again if use.all() else np.where(use[:, None], again, keep)

    def _noted(self, situation: RerollSituation, rows: Rows, used: bool) -> Rows:
        assert self.notes is not None
        rows = rows.copy()
        rows[:, self.notes.column(situation, used)] += 1.0
        return rows

    def wounded(self, rows: Rows) -> Rows:
        """Return a table with a note that an attack has wounded."""
        if self.notes is None:
            return rows
        rows = rows.copy()
        rows[:, Notes.CALM] = 0.0
        return rows

    def test(self, results: Sequence[R], after: Callable[[R, Left], Rows], left: Left, roll: DieRoll) -> Rows:
        """Return the outcomes of one die, by the result of each face. No die is rolled a third time."""
        counts = tally(results)
        kept = {result: after(result, left) for result in counts}
        parts: list[tuple[float | Rows, Rows]] = []
        if roll.ones:
            parts.append((1 / 6, mix((count / 6, kept[result]) for result, count in counts.items())))
            counts = tally(results[1:])
        again: Rows | None = None
        if left[roll.player] and any(result in roll.offered for result in counts):
            spent = spend(left, roll.player)
            again = mix((count / 6, after(result, spent)) for result, count in tally(results).items())
        for result, count in counts.items():
            rows = kept[result]
            if again is not None and result in roll.offered:
                situation = RerollSituation(roll.player, came_to(roll.name, str(result)), roll.to_come)
                rows = self.reroll(situation, rows, again, result in roll.fails)
            parts.append((count / 6, rows))
        return mix(parts)

    def amount(
        self, amount: Amount, after: Callable[[int, Left], Rows], left: Left, player: int, name: Phrase, to_come: int, *, higher_of_two: bool = False
    ) -> Rows:
        """Return the outcomes of a rolled amount; the lowest die may be rolled again."""
        if not amount.dice:
            return after(amount.plus, left)
        read: Callable[[tuple[int, ...]], int] = (lambda faces: amount.read((max(faces),))) if higher_of_two else amount.read
        dice = 2 if higher_of_two else amount.dice
        if not left[player] or self.style == "fails":
            return mix((chance, after(number, left)) for number, chance in totals(dice, read).items())
        spent = spend(left, player)
        parts: list[tuple[float | Rows, Rows]] = []
        for faces, chance in rolls_of(dice):
            kept = after(read(faces), left)
            numbers = tally(read((*faces[1:], face)) for face in FACES)
            again = mix((count / 6, after(number, spent)) for number, count in numbers.items())
            rows = self.reroll(RerollSituation(player, came_to(name, str(read(faces))), to_come), kept, again, False)
            parts.append((chance, rows))
        return mix(parts)


@lru_cache(maxsize=1024)
def came_to(roll: Phrase, result: str) -> Phrase:
    """Return a roll with its result, in words."""
    return Phrase("{roll}: {result}", roll=roll, result=RESULTS.get(result, result))


def tally(results: Iterable[R]) -> dict[R, int]:
    """Return how many faces give each result."""
    counts: dict[R, int] = {}
    for result in results:
        counts[result] = counts.get(result, 0) + 1
    return counts


# --- numbers of dice


@lru_cache(maxsize=16)
def rolls_of(dice: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return the possible results of some dice, the lowest die first, each with its probability."""
    found = []
    for faces in combinations_with_replacement(FACES, dice):
        ways = factorial(dice) // prod(factorial(n) for n in tally(faces).values())
        found.append((faces, ways / 6**dice))
    return tuple(found)


def totals(dice: int, read: Callable[[tuple[int, ...]], int]) -> dict[int, float]:
    found: dict[int, float] = {}
    for faces, chance in rolls_of(dice):
        found[read(faces)] = found.get(read(faces), 0.0) + chance
    return found


@lru_cache(maxsize=256)
def amounts(amount: Amount) -> dict[int, float]:
    """Return the probability of each value of an amount.

    >>> amounts(Amount(dice=1, sides=3, plus=1)) == {2: 1/3, 3: 1/3, 4: 1/3}
    True
    """
    return totals(amount.dice, amount.read) if amount.dice else {amount.plus: 1.0}


def lost_of(points: int, ignore: int) -> dict[int, float]:
    """Return how many points of damage are not ignored, each number with its probability.

    >>> lost_of(2, 4)
    {0: 0.25, 1: 0.5, 2: 0.25}
    """
    if not ignore:
        return {points: 1.0}
    lost = (ignore - 1) / 6
    return {n: comb(points, n) * lost**n * (1 - lost) ** (points - n) for n in range(points + 1)}


def gathered(ends: Iterable[tuple[int, float]]) -> dict[int, float]:
    """Return the probability of each number, the least first."""
    found: dict[int, float] = {}
    for number, chance in ends:
        if chance > 0.0:
            found[number] = found.get(number, 0.0) + float(chance)
    return dict(sorted(found.items()))


# --- advice

TIMES = (
    Phrase("with no attack to come"),
    Phrase("with 1 attack to come"),
    Phrase("with 2 attacks to come"),
    Phrase("with 3 or more attacks to come"),
)
ALWAYS, OFTEN, NEVER = Phrase("use the re-roll"), Phrase("use the re-roll if the target's state makes it worth it"), Phrase("keep the re-roll")


def reroll_advice(notes: Notes, row: Rows, rerolls: Left) -> list[Advice]:
    """Return the situations in which a re-roll is used, the likeliest first; then the probability that it is not used at all."""
    found: list[Advice] = []
    for player in (ATTACKER, DEFENDER):
        if not rerolls[player]:
            continue
        lines = _lines(notes, row, player)
        found += lines
        unused = max(0.0, rerolls[player] - sum(line.chance for line in lines))
        found.append(Advice(say(SITUATION, who=WHO[player], when=Phrase("any other roll")), say(NEVER), unused))
    return likeliest_first(found, lambda line: line.chance)


def _lines(notes: Notes, row: Rows, player: int) -> list[Advice]:
    """Return advice on when one player uses a re-roll; rolls treated alike whatever follows are one line."""
    rolls: dict[Phrase, dict[int, tuple[float, float]]] = {}
    for situation, _ in notes.columns:
        if situation.player == player:
            used, kept = (float(row[notes.columns[key]]) if (key := (situation, use)) in notes.columns else 0.0 for use in (True, False))
            rolls.setdefault(situation.what, {})[situation.to_come] = used, kept
    found = []
    for what, cases in rolls.items():
        met = {n: pair for n, pair in sorted(cases.items()) if sum(pair) > EQUAL}
        if met and all(kept <= EQUAL for _, kept in met.values()):
            found.append(Advice(say(SITUATION, who=WHO[player], when=what), say(ALWAYS), sum(used for used, _ in met.values())))
            continue
        for n, (used, kept) in met.items():
            if used > EQUAL:
                when = Phrase("{roll}, {to_come}", roll=what, to_come=TIMES[n])
                found.append(Advice(say(SITUATION, who=WHO[player], when=when), say(ALWAYS if kept <= EQUAL else OFTEN), used))
    return found
