"""Dice pools by hand: sorting rolls, every way to block, strikes and blocks in a fight, sets of dice to re-roll."""

from __future__ import annotations

from itertools import product

import pytest

from counteract.attacks.dicepool import block_options, fight_options, replaced, sort_roll, subsets, unblocked
from counteract.core.decision import Allocate


@pytest.mark.parametrize(
    ("results", "needed", "critical_from", "expected"),
    [
        ((), 3, 6, (0, 0, 0)),
        ((6, 5, 3, 2), 3, 6, (1, 2, 1)),
        ((6, 5, 4, 3), 4, 5, (2, 1, 1)),
        ((6, 5, 4, 3), 5, 5, (2, 0, 2)),
        ((6, 5, 4, 3), 6, 5, (1, 0, 3)),
        ((1, 1, 6), 1, 1, (1, 0, 2)),
        ((2, 3), 2, 3, (1, 1, 0)),
    ],
)
def test_a_roll_is_sorted(results: tuple[int, ...], needed: int, critical_from: int, expected: tuple[int, int, int]) -> None:
    """A roll is sorted into criticals, normal successes and fails, which sum to the number of dice."""
    assert sort_roll(results, needed, critical_from) == expected
    assert sum(expected) == len(results)


def test_every_result_against_every_requirement() -> None:
    """A 6 is always critical and a 1 always a fail; between them the requirement and the critical limit decide."""
    for needed, critical_from, result in product(range(1, 8), range(1, 7), range(1, 7)):
        kind = sort_roll((result,), needed, critical_from).index(1)
        if result == 6:
            assert kind == 0
        elif result == 1 or result < needed:
            assert kind == 2
        else:
            assert kind == (0 if result >= critical_from else 1)


def spend(attack: tuple[int, int], saves: tuple[int, int], brutal: bool) -> set[tuple[int, int]]:
    """Return what can be left unblocked, by trying every defence die on every attack die it may block."""
    reached = set()
    todo = [(attack, saves)]
    while todo:
        (criticals, normals), (hard, soft) = todo.pop()
        reached.add((criticals, normals))
        if hard and criticals:
            todo.append(((criticals - 1, normals), (hard - 1, soft)))
        if hard and normals:
            todo.append(((criticals, normals - 1), (hard - 1, soft)))
        if soft and normals and not brutal:
            todo.append(((criticals, normals - 1), (hard, soft - 1)))
        if soft > 1 and criticals and not brutal:
            todo.append(((criticals - 1, normals), (hard, soft - 2)))
    return reached


@pytest.mark.parametrize("brutal", [False, True])
def test_block_options_are_all_there_are(brutal: bool) -> None:
    """For every small pool the options leave exactly what allocating dice one by one can leave, each way listed once."""
    for attack in product(range(4), range(4)):
        for saves in product(range(4), range(4)):
            options = block_options(*attack, *saves, brutal)
            assert len(options) == len(set(options))
            assert {unblocked(*attack, o) for o in options} == spend(attack, saves, brutal)
            for plain, pairs, hard, easy in (o.counts for o in options):
                assert plain + 2 * pairs <= saves[1]
                assert hard + easy <= saves[0]


def test_two_criticals_and_two_normals_against_three_normal_saves() -> None:
    """Three normal saves stop one critical and one normal, or two normals, or less."""
    ways = [o.counts for o in block_options(2, 2, 0, 3)]
    assert ways == [(2, 0, 0, 0), (1, 1, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 0)]
    assert unblocked(2, 2, Allocate((1, 1, 0, 0))) == (1, 1)


def test_blocking_nothing_is_always_possible() -> None:
    """With no saves, or nothing to block, the only way is to block nothing."""
    assert block_options(2, 2, 0, 0) == block_options(0, 0, 3, 3) == (Allocate((0, 0, 0, 0)),)


@pytest.mark.parametrize(
    ("mine", "theirs", "brutal", "expected"),
    [
        ((1, 0), (0, 0), False, {"strike-critical"}),
        ((0, 1), (0, 0), False, {"strike-normal"}),
        ((0, 1), (1, 0), False, {"strike-normal"}),
        ((0, 2), (1, 0), False, {"strike-normal"}),
        ((0, 1), (1, 1), False, {"strike-normal", "block-normal-with-normal"}),
        ((0, 1), (1, 1), True, {"strike-normal"}),
        ((1, 0), (1, 1), True, {"strike-critical", "block-critical-with-critical", "block-normal-with-critical"}),
        ((1, 0), (1, 0), False, {"strike-critical", "block-critical-with-critical"}),
        ((1, 0), (0, 1), False, {"strike-critical", "block-normal-with-critical"}),
    ],
)
def test_what_one_success_can_do_in_a_fight(mine: tuple[int, int], theirs: tuple[int, int], brutal: bool, expected: set[str]) -> None:
    """A normal success blocks a normal one, a critical either kind; against Brutal only criticals block."""
    options = fight_options(mine, theirs, brutal)
    assert set(options) == expected
    assert len(options) == len(expected)


def test_choices_of_dice_to_roll_again() -> None:
    """Equal dice count as one choice; places that are not free are never chosen; alike means one result."""
    assert subsets((2, 2, 5), (0, 1, 2), 1, False) == ((0,), (2,))
    assert subsets((2, 2, 5), (1, 2), 9, False) == ((1,), (2,), (1, 2))
    assert subsets((2, 2, 5), (0, 1, 2), 9, True) == ((0,), (2,), (0, 1))
    assert subsets((2, 2, 5), (), 9, False) == ()


def test_dice_rolled_again_take_the_place_of_the_old_ones() -> None:
    """The new results go to the places of the dice picked up, in their order."""
    assert replaced((1, 2, 3, 4), (3, 0), (6, 5)) == (5, 2, 3, 6)
