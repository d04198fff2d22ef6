"""The dice stream: fair, the same everywhere, and provable."""

from __future__ import annotations

from collections import Counter

import pytest

from counteract.core.dice import CommittedDice, DiceExhausted, ScriptedDice, SeededDice, dice_from


def test_the_same_seed_gives_the_same_dice_whatever_the_grouping() -> None:
    stream = SeededDice(42)
    together, end = stream.roll(0, 50, 6)
    at, one_by_one = 0, []
    while len(one_by_one) < 50:
        (die,), at = stream.roll(at, 1, 6)
        one_by_one.append(die)
    assert tuple(one_by_one) == together
    assert at == end


def test_known_dice_of_a_known_seed() -> None:
    """These must never change: old records depend on them."""
    assert SeededDice(1).roll(0, 12, 6)[0] == (3, 2, 4, 1, 3, 5, 5, 6, 3, 5, 3, 6)


def test_every_face_is_equally_likely() -> None:
    results, _ = SeededDice(5).roll(0, 60_000, 6)
    assert set(results) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 10_000) < 400 for count in Counter(results).values())


def test_a_coin_has_two_sides() -> None:
    results, _ = SeededDice(5).roll(0, 1000, 2)
    assert set(results) == {1, 2}


def test_different_seeds_give_different_dice() -> None:
    assert SeededDice(1).roll(0, 30, 6) != SeededDice(2).roll(0, 30, 6)


def test_a_commitment_binds_the_secret() -> None:
    dice = CommittedDice.draw()
    assert CommittedDice.check(dice.commitment, dice.secret)
    assert not CommittedDice.check(dice.commitment, dice.secret[:-1] + "x")
    assert CommittedDice(dice.secret).roll(0, 20, 6) == dice.roll(0, 20, 6)


def test_scripted_dice_fall_as_written_and_run_out() -> None:
    dice = ScriptedDice([6, 1])
    assert dice.roll(0, 2, 6) == ((6, 1), 2)
    with pytest.raises(DiceExhausted, match="2 dice, die 3"):
        dice.roll(2, 1, 6)
    with pytest.raises(DiceExhausted, match="not results of a D2"):
        dice.roll(0, 1, 2)


@pytest.mark.parametrize("stream", [SeededDice(9), CommittedDice("abc"), ScriptedDice([1, 2, 3])])
def test_a_description_brings_the_stream_back(stream: SeededDice) -> None:
    assert dice_from(dict(stream.describe())).roll(0, 3, 6) == stream.roll(0, 3, 6)


@pytest.mark.parametrize("description", [{}, {"kind": "seeded"}, {"kind": "loaded", "seed": 1}, {"kind": "scripted", "results": ["six"]}])
def test_nonsense_describes_no_dice(description: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no dice"):
        dice_from(description)


def test_a_wrong_secret_is_noticed() -> None:
    with pytest.raises(ValueError, match="commitment"):
        dice_from({"kind": "committed", "secret": "a", "commitment": "0" * 64})
