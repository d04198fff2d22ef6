"""The chain of single dice by hand: to hit, to wound, to save; strengths and numbers of dice as cards write them."""

from __future__ import annotations

from itertools import product

import pytest

from counteract.attacks.hitwoundsave import (
    NEVER,
    Amount,
    Strength,
    chance,
    hits,
    parse_amount,
    parse_strength,
    roll_amount,
    save_number,
    saves,
    wound_number,
    wounds,
)
from counteract.core.decision import Roll

FACES = range(1, 7)


# --- to hit


@pytest.mark.parametrize(
    ("needed", "modifier", "successes"),
    [
        (3, 0, [3, 4, 5, 6]),
        (3, -1, [4, 5, 6]),
        (3, -3, [6]),
        (3, -9, [6]),
        (6, 0, [6]),
        (7, 0, [6]),
        (2, 0, [2, 3, 4, 5, 6]),
        (2, 3, [2, 3, 4, 5, 6]),
        (1, 0, [2, 3, 4, 5, 6]),
    ],
)
def test_which_faces_hit(needed: int, modifier: int, successes: list[int]) -> None:
    """A die hits if it reaches the number with its modifier; a natural 1 never does, a natural 6 always."""
    assert [face for face in FACES if hits(face, needed, modifier)] == successes
    assert [face for face in FACES if wounds(face, needed, modifier)] == successes


def test_the_chance_is_the_share_of_faces_that_succeed() -> None:
    """This holds for every number and every modifier, however far they go beyond the die."""
    for needed, modifier in product(range(1, 9), range(-7, 8)):
        assert chance(needed, modifier) == sum(hits(face, needed, modifier) for face in FACES) / 6


# --- to wound


@pytest.mark.parametrize(
    ("strength", "toughness", "needed"),
    [(8, 4, 2), (9, 4, 2), (7, 4, 3), (5, 4, 3), (4, 4, 4), (3, 4, 5), (2, 4, 6), (1, 4, 6), (3, 5, 5), (2, 5, 6), (1, 2, 6), (1, 1, 4), (0, 3, 6)],
)
def test_what_a_wound_roll_needs(strength: int, toughness: int, needed: int) -> None:
    """The number depends on strength: twice the toughness, more, equal, less, half of it or less."""
    assert wound_number(strength, toughness) == needed


def test_more_strength_never_wounds_less_and_more_toughness_never_helps_the_attacker() -> None:
    for strength, toughness in product(range(1, 25), repeat=2):
        here = wound_number(strength, toughness)
        assert wound_number(strength + 1, toughness) <= here <= wound_number(strength, toughness + 1)
        assert wound_number(toughness, strength) == 8 - here  # the two numbers are mirror images: 2+ against 6+


# --- to save


@pytest.mark.parametrize(
    ("save", "piercing", "successes"),
    [
        (3, 0, [3, 4, 5, 6]),
        (3, -2, [5, 6]),
        (6, 0, [6]),
        (6, -1, []),
        (3, -4, []),
        (2, 0, [2, 3, 4, 5, 6]),
        (1, 0, [2, 3, 4, 5, 6]),
    ],
)
def test_which_faces_save(save: int, piercing: int, successes: list[int]) -> None:
    """Armour penetration raises the number; a natural 1 never saves, and a natural 6 does not always save."""
    needed = save_number(save, piercing)
    assert [face for face in FACES if saves(face, needed)] == successes
    assert (needed >= NEVER) == (not successes)


# --- how strong


@pytest.mark.parametrize(
    ("text", "strength", "of_3", "shown"),
    [
        ("5", Strength(0, 5), 5, "5"),
        ("user", Strength(1, 0), 3, "user"),
        (" User ", Strength(1, 0), 3, "user"),
        ("+2", Strength(1, 2), 5, "+2"),
        ("x2", Strength(2, 0), 6, "×2"),
        ("×3", Strength(3, 0), 9, "×3"),
        ("12", Strength(0, 12), 12, "12"),
    ],
)
def test_strengths_are_read_and_shown_as_cards_write_them(text: str, strength: Strength, of_3: int, shown: str) -> None:
    assert parse_strength(text) == strength
    assert strength.of(3) == of_3
    assert str(strength) == shown


@pytest.mark.parametrize("text", ["", "-1", "2x", "+", "x", "+x2", "user+1", "123", "1.5"])
def test_what_is_no_strength(text: str) -> None:
    with pytest.raises(ValueError, match="a strength is a number, 'user'"):
        parse_strength(text)


# --- how many


@pytest.mark.parametrize(
    ("text", "amount", "shown", "most", "mean"),
    [
        ("3", Amount(plus=3), "3", 3, 3.0),
        ("0", Amount(plus=0), "0", 0, 0.0),
        ("D6", Amount(1, 6), "D6", 6, 3.5),
        ("d3", Amount(1, 3), "D3", 3, 2.0),
        ("1D3", Amount(1, 3), "D3", 3, 2.0),
        ("2d6", Amount(2, 6), "2D6", 12, 7.0),
        ("D3+1", Amount(1, 3, 1), "D3+1", 4, 3.0),
        (" 2D3+10 ", Amount(2, 3, 10), "2D3+10", 16, 14.0),
    ],
)
def test_amounts_are_read_and_shown_as_cards_write_them(text: str, amount: Amount, shown: str, most: int, mean: float) -> None:
    assert parse_amount(text) == amount
    assert (str(amount), amount.most, amount.mean) == (shown, most, mean)


@pytest.mark.parametrize("text", ["", "D", "D4", "D20", "-1", "D6-1", "3+1", "10D6", "100", "D6+"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="an amount is a number, 'D3'"):
        parse_amount(text)


def test_a_d3_is_a_d6_halved_and_rounded_up() -> None:
    assert [parse_amount("D3").read((face,)) for face in FACES] == [1, 1, 2, 2, 3, 3]
    assert [parse_amount("D6").read((face,)) for face in FACES] == [1, 2, 3, 4, 5, 6]
    assert parse_amount("2D3+1").read((1, 6)) == 1 + 3 + 1


def test_the_mean_and_the_most_are_those_of_all_rolls() -> None:
    for text in ("4", "D3", "D6+2", "2D3", "2D6"):
        amount = parse_amount(text)
        every = [amount.read(faces) for faces in product(FACES, repeat=amount.dice)]
        assert (sum(every) / len(every), max(every)) == (amount.mean, amount.most)


def test_a_plain_number_needs_no_dice() -> None:
    steps = roll_amount(Amount(plus=2), 0, "ANY-01")
    with pytest.raises(StopIteration) as stop:
        next(steps)
    assert stop.value.value == (2, {})


def test_dice_are_asked_for_once_and_of_the_right_player() -> None:
    steps = roll_amount(Amount(2, 3, 1), 1, "ANY-01")
    assert next(steps) == Roll(1, 2, "ANY-01")
    with pytest.raises(StopIteration) as stop:
        steps.send((5, 2))
    assert stop.value.value == (3 + 1 + 1, {"dice": (5, 2), "thrown": "2D3+1"})
