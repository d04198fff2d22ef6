"""Allocation over rows: every way to split a number, barred rows, and a first row that is due something."""

from __future__ import annotations

import random
from math import comb
from typing import Any

import pytest

from counteract.core.decision import PASS, Allocate, NameContext, Pick
from counteract.mechanics.allocation import MOST_OPTIONS, AllocationDecision, compositions

BARRED = ("ANY-02", "Nothing goes there.")
DUE = ("ANY-03", "The first must get something.")


def share(total: int, *barred: tuple[str, str] | None, **more: Any) -> AllocationDecision:
    """Ask player 1 to split a number over rows."""
    return AllocationDecision(
        1, "share", (), "ANY-01", "{name}: how are the {total} shared out?", NameContext("Row"), kind="allocate", total=total, barred=barred, **more
    )


def why(decision: AllocationDecision, *counts: Any) -> str:
    refusal = decision.refuse(Allocate(counts))
    return refusal.rule if refusal else ""


@pytest.mark.parametrize(("total", "rows"), [(0, 1), (5, 1), (0, 3), (1, 4), (4, 2), (6, 4)])
def test_there_is_every_way_once(total: int, rows: int) -> None:
    ways = list(compositions(total, rows))
    assert len(ways) == len(set(ways)) == comb(total + rows - 1, rows - 1)
    assert all(sum(way) == total and min(way) >= 0 and len(way) == rows for way in ways)
    assert ways == sorted(ways, reverse=True)  # the largest share of the first row comes first


def test_the_options_are_all_ways_over_the_rows_that_are_open() -> None:
    decision = share(2, None, BARRED, None)
    assert decision.options == (Allocate((2, 0, 0)), Allocate((1, 0, 1)), Allocate((0, 0, 2)))
    assert decision.options is decision.options  # computed once
    assert (decision.player, decision.kind, decision.prompt) == (1, "allocate", "Row: how are the 2 shared out?")


@pytest.mark.parametrize("due", [None, DUE])
@pytest.mark.parametrize(("total", "rows"), [(12, 12), (30, 4), (9, 40), (500, 2)])
def test_of_very_many_ways_even_shares_are_listed_and_all_are_legal(total: int, rows: int, due: tuple[str, str] | None) -> None:
    """All to one row, half and half, and so on are listed; every other split is legal without being listed."""
    decision = share(total, BARRED if due is None else None, *(None,) * (rows - 1 + (due is None)), due=due)
    options = decision.options
    assert len(options) == len(set(options)) <= MOST_OPTIONS
    assert all(decision.refuse(option) is None for option in options)
    single = [option for option in options if max(option.counts) == total - (due is not None)]  # type: ignore[union-attr]
    assert len(single) >= rows - (due is not None)
    unlike = decision.sample(random.Random(1))
    assert decision.refuse(unlike) is None


def test_a_first_row_that_is_due_something_always_gets_it() -> None:
    decision = share(2, None, None, due=DUE)
    assert decision.options == (Allocate((2, 0)), Allocate((1, 1)))
    assert why(decision, 0, 2) == "ANY-03"
    assert why(decision, 1, 1) == ""
    assert why(share(2, None, None), 0, 2) == ""


@pytest.mark.parametrize(
    ("counts", "rule"),
    [
        ((3, 0, 0), ""),
        ((1, 0, 2), ""),
        ((1, 1, 1), "ANY-02"),
        ((2, 0, 0), "ANY-01"),
        ((2, 0, 2), "ANY-01"),
        ((3, 0), "ANY-01"),
        ((3, 0, 0, 0), "ANY-01"),
        ((4, 0, -1), "ANY-01"),
        ((1.5, 0, 1.5), "ANY-01"),
        ((True, 0, 2), "ANY-01"),
        ((), "ANY-01"),
        ((3.0, 0, 0), "ANY-01"),
        (("a", 0, 0), "ANY-01"),
    ],
)
def test_what_is_refused_and_why(counts: tuple[Any, ...], rule: str) -> None:
    """Of three rows the second is barred; the shares must be whole numbers that sum to 3."""
    assert why(share(3, None, BARRED, None), *counts) == rule


@pytest.mark.parametrize("counts", [[3, 0, 0], None, 3, "300"])
def test_shares_are_a_tuple(counts: Any) -> None:
    refusal = share(3, None, BARRED, None).refuse(Allocate(counts))
    assert refusal is not None
    assert refusal.reason == "Say for each of the 3 how many it gets."


def test_a_refusal_says_what_is_wrong() -> None:
    decision = share(3, None, BARRED, None)
    for counts, reason in (
        ((1, 0, 1), "3 are to be shared out, not 2."),
        ((3,), "Say for each of the 3 how many it gets."),
        ((2, 1, 0), "Nothing goes there."),
    ):
        refusal = decision.refuse(Allocate(counts))
        assert refusal is not None
        assert refusal.reason == reason


@pytest.mark.parametrize("answer", [PASS, Pick(0), Pick("share")])
def test_only_shares_are_an_answer(answer: Any) -> None:
    refusal = share(3, None, None).refuse(answer)
    assert refusal is not None
    assert refusal.rule == "ANY-01"


@pytest.mark.parametrize("due", [None, DUE])
def test_whatever_is_drawn_at_random_is_legal_and_everything_is_drawn(due: tuple[str, str] | None) -> None:
    decision = share(3, None, BARRED, None, None, due=due)
    rng = random.Random(1)
    drawn = {decision.sample(rng) for _ in range(500)}
    assert drawn == set(decision.options)
    assert all(decision.refuse(option) is None for option in decision.options)
