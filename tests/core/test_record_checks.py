"""The checks of a record, one at a time; each alteration is tried with a new signature too."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from counteract.core.decision import PASS, Concede
from counteract.core.history import Standing
from counteract.core.record import Record, RecordError, fingerprint, record
from counteract.game import Game, replay


@pytest.fixture(scope="module")
def kept() -> Record:
    game = Game.new("kt21", seed=4)
    for _ in range(12):
        game.play(game.advice())
    game.play(Concede())
    return record(game)


def signed(altered: Record) -> Record:
    return replace(altered, hash=fingerprint(altered))


def test_everything_in_a_record_is_signed(kept: Record) -> None:
    """Whatever is altered has another hash; the hash itself does not count."""
    other: dict[str, Any] = {
        "format": "x", "version": 1, "engine": "x", "ruleset": "kt24", "revision": 99, "setup": {}, "dice": {}, "result": None,
        "standing": Standing((), (), 0), "steps": kept.steps[:-1],
    }  # fmt: skip
    assert {*other, "hash"} == set(Record.__struct_fields__)
    hashes = {fingerprint(replace(kept, **{name: value})) for name, value in other.items()}
    assert len(hashes | {kept.hash}) == 1 + len(other)
    assert fingerprint(replace(kept, hash="")) == fingerprint(kept) == kept.hash


def test_a_hash_that_is_not_its_own_is_refused(kept: Record) -> None:
    assert replay(kept).result is not None
    with pytest.raises(RecordError, match="its hash is not the hash of its contents"):
        replay(replace(kept, hash="0" * 64))


def test_a_result_that_is_not_that_of_its_answers_is_refused(kept: Record) -> None:
    assert kept.result is not None
    for result in (None, {**kept.result, "winners": [1 - kept.result["winners"][0]]}, {**kept.result, "scores": [8, 8]}):
        with pytest.raises(RecordError, match="the result written is not the result of these answers"):
            replay(signed(replace(kept, result=result)))


def test_a_result_before_the_end_is_refused(kept: Record) -> None:
    with pytest.raises(RecordError, match="the result written is not the result of these answers"):
        replay(signed(replace(kept, steps=kept.steps[:-1])))
    assert replay(signed(replace(kept, steps=kept.steps[:-1], result=None))).result is None


def test_an_answer_before_the_first_question_is_refused(kept: Record) -> None:
    steps = (replace(kept.steps[0], answer=PASS), *kept.steps[1:])
    with pytest.raises(RecordError, match="at step 0: there is an answer before the first question"):
        replay(signed(replace(kept, steps=steps)))


def test_an_answer_that_is_missing_is_refused(kept: Record) -> None:
    steps = (*kept.steps[:3], replace(kept.steps[3], answer=None), *kept.steps[4:])
    with pytest.raises(RecordError, match="at step 3: an answer is missing"):
        replay(signed(replace(kept, steps=steps)))


def test_an_answer_after_the_end_is_refused(kept: Record) -> None:
    steps = (*kept.steps, replace(kept.steps[-1], answer=PASS))
    with pytest.raises(RecordError, match=f"at step {len(kept.steps)}: the referee refuses the answer: The battle is over"):
        replay(signed(replace(kept, steps=steps)))


def test_a_card_that_cannot_be_read_is_refused(kept: Record) -> None:
    """Something that is no text where the rules of a weapon are written."""
    setup = msgspec.json.decode(msgspec.json.encode(kept.setup))
    abilities = [ability for team in setup["teams"] for operative in team["operatives"] for ability in operative["abilities"]]
    written = [ability["values"]["rules"] for ability in abilities if "rules" in ability["values"]]
    for rules in written:
        rules[0] = 7
    assert written
    with pytest.raises(RecordError, match="its set-up cannot be used"):
        replay(signed(replace(kept, setup=setup)))


def test_what_is_told_otherwise_is_named_with_its_step(kept: Record) -> None:
    """An event that did not happen: answers, dice and result agree, the hash does not."""
    told = kept.steps[5]
    steps = (*kept.steps[:5], replace(told, changes=(*told.changes, (3, 9))), *kept.steps[6:])
    with pytest.raises(RecordError, match="at step 5: this is not what happened"):
        replay(replace(kept, steps=steps))
    with pytest.raises(RecordError, match="record: its hash is not the hash of its contents"):
        replay(replace(kept, engine="another"))
