"""Questions: what they are about, and options that are checked when they are asked about."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from counteract.core.decision import PASS, CheckedDecision, Context, Decision, NameContext, Pick, Why

ODD = ("TOY-1", "Odd numbers are not for you.")


class Even(CheckedDecision, kw_only=True):
    """The decision which even number to take; every one that is asked about is counted."""

    asked: Counter[int]

    def barred(self, value: Any) -> Why | None:
        self.asked[value] += 1
        return ODD if value % 2 else None

    def is_judged(self, value: Any) -> bool:
        return isinstance(value, int) and value < 100


def even(*likely: int, **more: Any) -> Even:
    return Even(0, "even", (), "TOY-2", "Which number?", likely=tuple(map(Pick, likely)), asked=Counter(), **more)


def test_the_context_fills_the_prompt_and_has_a_type() -> None:
    decision = Decision(0, "who", (PASS,), "TOY-1", "{name}: who?", NameContext("Ada"))
    assert decision.prompt == "Ada: who?"
    assert decision.about(NameContext).name == "Ada"
    assert Decision(0, "who", (PASS,), "TOY-1", "Who?").context == Context()


def test_a_context_of_another_type_is_an_error() -> None:
    decision = Decision(0, "who", (PASS,), "TOY-1", "Who?")
    with pytest.raises(TypeError, match="'who' is a Context, not a NameContext"):
        decision.about(NameContext)


def test_what_has_no_effect_is_worked_out_when_it_is_read() -> None:
    read: list[str] = []
    decision = Decision(0, "who", (PASS,), "TOY-1", "Who?", settled=lambda: not read.append("read"))
    assert read == []
    assert decision.no_effect
    assert read == ["read"]


def test_options_are_those_that_are_not_barred() -> None:
    decision = even(1, 2, 3, 4, before=(PASS,), after=(Pick("end"),))
    assert decision.options == (PASS, Pick(2), Pick(4), Pick("end"))
    assert decision.default == PASS


def test_an_answer_is_judged_without_the_others() -> None:
    decision = even(1, 2, 3, 4)
    assert decision.refuse(Pick(4)) is None
    assert decision.asked == {4: 1}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Pick(3), "Odd numbers are not for you."),
        (Pick(99), "Odd numbers are not for you."),  # not likely, but known why
        (Pick(200), "That is not among the options: Which number?"),
        (Pick(True), "Pick(value=True) is no answer to a decision."),
        (None, "None is no answer to a decision."),
    ],
)
def test_why_an_answer_is_refused(answer: Any, reason: str) -> None:
    refusal = even(1, 2, 3, 4).refuse(answer)
    assert refusal is not None and refusal.reason == reason


def test_drawn_answers_are_equally_likely_among_the_legal_ones() -> None:
    rng = Random(1)
    drawn = Counter(even(1, 2, 3, 4, 5, after=(PASS,)).sample(rng) for _ in range(3000))
    assert set(drawn) == {Pick(2), Pick(4), PASS}
    assert all(900 < count < 1100 for count in drawn.values())


def test_what_was_found_legal_is_not_asked_about_again() -> None:
    decision = even(2)
    assert decision.has_any()
    answer = decision.sample(Random(1))
    assert decision.refuse(answer) is None
    assert decision.asked == {2: 1}


def test_nothing_may_be_legal() -> None:
    decision = even(1, 3)
    assert not decision.has_any()
    with pytest.raises(LookupError):
        decision.sample(Random(1))
