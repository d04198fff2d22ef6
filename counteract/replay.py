"""Verification of records: dice, answers and result must agree with a replay under today's rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from counteract.core import history
from counteract.core.decision import Refusal
from counteract.core.dice import DiceExhausted
from counteract.core.game import BaseGame, Ruleset
from counteract.core.language import say
from counteract.core.record import OldRecord, OldStep, Record, plain_result


class Divergence(NamedTuple):
    """The first step at which a record disagrees with today's rules, and how."""

    step: int  # one more than the last if it is the result
    problem: str


def changed_rules(ruleset: Ruleset, since: int) -> tuple[str, ...]:
    """Return the rules that have changed since a revision."""
    return tuple(rule for revision, rules in sorted(ruleset.revised.items()) if revision > since for rule in rules)


def play_record(game: BaseGame, rec: Record | OldRecord) -> Divergence | None:
    """Play a record's answers on a game that has just begun, up to the end or to where today's rules disagree with the record."""
    steps: Sequence[OldStep | history.Step] = rec.steps
    for number, step in enumerate(steps):
        try:
            if number:
                if step.answer is None:
                    raise ValueError(say("an answer is missing"))
                game.play(step.answer)
        except (Refusal, DiceExhausted, ValueError) as error:
            refused = isinstance(error, Refusal)
            return Divergence(number, say("the referee refuses the answer: {refusal}", refusal=error) if refused else str(error))
        rolled = game.latest_dice
        if rolled != step.dice:
            if number:
                game.undo(across_dice=True)
            shown, written = (list(map(list, dice)) for dice in (rolled, step.dice))
            return Divergence(number, say("the dice were {fell}, the record says {written}", fell=shown, written=written))
    if not _is_same_result(plain_result(game), rec):
        return Divergence(len(rec.steps), say("the result written is not the result of these answers"))
    return None


def altered_step(rec: Record | OldRecord, game: BaseGame) -> int | None:
    """Return the first step that differs from its replay, if there is one. Steps of format 1 tell nothing to compare."""
    if isinstance(rec, OldRecord):
        return None
    steps = zip(rec.steps, map(history.step_of, game.moments), strict=False)
    return next((number for number, (told, found) in enumerate(steps) if not history.is_same(told, found)), None)


def _is_same_result(found: dict[str, Any] | None, rec: Record | OldRecord) -> bool:
    """Return True if a battle ended as its record says; format 1 names one winner or none."""
    if isinstance(rec, Record) or rec.result is None or found is None:
        return found == rec.result
    winners = found.pop("winners")
    return {"winner": winners[0] if len(winners) == 1 else None, **found} == rec.result
