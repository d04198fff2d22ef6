"""Allocation: the decision that splits a number of attacks over several targets or weapons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb
from typing import Any

from counteract.core.decision import Allocate, Answer, Chooser, Decision, Refusal, Why, is_plain
from counteract.core.language import Several

MOST_OPTIONS = 500  # with more ways than this, only even shares are listed


class AllocationDecision(Decision, kw_only=True):
    """The decision how many of a number of things go to each row; rows may be barred, and a row may be due at least one.

    ``barred`` gives the reason for each row that may get nothing; ``due`` the reason why the first row must get at least one.
    """

    total: int
    barred: Sequence[Why | None]
    due: Why | None = None
    names: Sequence[str] = ()

    def prompt_values(self) -> dict[str, Any]:
        names = Several(name for name, why in zip(self.names, self.barred, strict=False) if why is None)
        return {"total": self.total, "names": names, **super().prompt_values()}

    @property
    def _open(self) -> list[int]:
        return [row for row, why in enumerate(self.barred) if why is None]

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            rows, taken = self._open, int(self.due is not None)
            spare = self.total - taken
            few = comb(spare + len(rows) - 1, spare) <= MOST_OPTIONS
            ways = compositions(spare, len(rows)) if few else islice(even_shares(spare, len(rows)), MOST_OPTIONS)
            self.listed = tuple(self._spread(rows, (way[0] + taken, *way[1:])) for way in ways)
        return self.listed

    def _spread(self, rows: Sequence[int], counts: Sequence[int]) -> Allocate:
        shares = [0] * len(self.barred)
        for row, count in zip(rows, counts, strict=True):
            shares[row] = count
        return Allocate(tuple(shares))

    def sample(self, rng: Chooser) -> Answer:
        rows = self._open
        counts = [0] * len(rows)
        counts[0] = taken = int(self.due is not None)
        for _ in range(self.total - taken):
            counts[int(rng.random() * len(rows))] += 1
        return self._spread(rows, counts)

    def refuse(self, answer: Answer) -> Refusal | None:
        if type(answer) is not Allocate:
            return self.explain(answer)
        counts = answer.counts
        if not is_plain(answer) or len(counts) != len(self.barred) or min(counts) < 0:
            return Refusal(self.rule, "Say for each of the {rows} how many it gets.", rows=len(self.barred))
        for count, why in zip(counts, self.barred, strict=True):
            if count and why is not None:
                return Refusal(*why)
        if sum(counts) != self.total:
            return Refusal(self.rule, "{total} are to be shared out, not {given}.", total=self.total, given=sum(counts))
        if self.due is not None and not counts[0]:
            return Refusal(*self.due)
        return None


def compositions(total: int, rows: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split a total over rows, beginning with all of it in the first row.

    >>> list(compositions(2, 2))
    [(2, 0), (1, 1), (0, 2)]
    """
    if rows == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in compositions(total - first, rows - 1):
            yield (first, *rest)


def even_shares(total: int, rows: int) -> Iterator[tuple[int, ...]]:
    """Yield the splits that give all to one row, then the even splits over two rows, over three, and so on.

    >>> list(even_shares(3, 2))
    [(3, 0), (0, 3), (2, 1)]
    """
    for size in range(1, min(total, rows) + 1):
        each, over = divmod(total, size)
        for chosen in combinations(range(rows), size):
            counts = [0] * rows
            for k, row in enumerate(chosen):
                counts[row] = each + (k < over)
            yield tuple(counts)
