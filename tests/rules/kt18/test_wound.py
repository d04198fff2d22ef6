"""The wound roll: the table cell by cell, the formula beyond it, and the strength of weapons. (WOUND, GEN-05)"""

from __future__ import annotations

from itertools import product

import pytest

from counteract.attacks.hitwoundsave import wound_number, wounds
from counteract.core.decision import Dice
from tests.rules.kt18.scene import Play, Scene, blade
from tests.rules.kt18.shots import SHOOTER, TARGET, duel, rolls, shot

#: The number a wound roll must reach: a row for each strength from 1 to 10, a column for each toughness from 1 to 10.
TABLE = """
    4 6 6 6 6 6 6 6 6 6
    2 4 5 6 6 6 6 6 6 6
    2 3 4 5 5 6 6 6 6 6
    2 2 3 4 5 5 5 6 6 6
    2 2 3 3 4 5 5 5 5 6
    2 2 2 3 3 4 5 5 5 5
    2 2 2 3 3 3 4 5 5 5
    2 2 2 2 3 3 3 4 5 5
    2 2 2 2 3 3 3 3 4 5
    2 2 2 2 2 3 3 3 3 4
"""
CELLS = [(s, t, int(cell)) for s, row in enumerate(TABLE.split("\n")[1:-1], 1) for t, cell in enumerate(row.split(), 1)]


def wound_roll(strength: int, toughness: int, *dice: int) -> Play:
    """Play a hit of some strength on a model of some toughness, and its wound roll; a wounded target saves with a 6."""
    play = shot(f'24" heavy 1, {strength} 0 1; Auto-hit', [*dice, 6], target={"toughness": toughness, "save": 2})
    assert play.over
    return play


def result(strength: int, toughness: int, die: int) -> tuple[int, bool]:
    """Return the roll needed, and whether this die wounds."""
    (event,) = wound_roll(strength, toughness, die).events("wound-roll")
    return event.values["needed"], event.values["hit"]


@pytest.mark.rule("KT18-WOUND-01", "KT18-WOUND-02")
@pytest.mark.parametrize(("strength", "toughness", "needed"), CELLS)
def test_the_table(strength: int, toughness: int, needed: int) -> None:
    """Every cell: what it says wounds, and one less does not."""
    assert result(strength, toughness, needed) == (needed, True)
    assert result(strength, toughness, needed - 1) == (needed, False)


@pytest.mark.rule("KT18-WOUND-02", "KT18-WOUND-03")
def test_the_table_has_a_hundred_cells_and_none_departs_from_the_formula() -> None:
    assert [(s, t) for s, t, _ in CELLS] == list(product(range(1, 11), repeat=2))
    assert all(wound_number(s, t) == needed for s, t, needed in CELLS)


@pytest.mark.rule("KT18-WOUND-03")
@pytest.mark.parametrize(
    ("strength", "toughness", "needed"),
    [
        (12, 6, 2), (20, 10, 2), (11, 5, 2), (11, 6, 3), (12, 11, 3), (20, 11, 3), (19, 10, 3), (11, 11, 4), (16, 16, 4), (11, 12, 5),
        (7, 12, 5), (8, 15, 5), (10, 19, 5), (6, 12, 6), (7, 15, 6), (10, 20, 6), (1, 12, 6),
    ],
)  # fmt: skip
def test_beyond_the_table_strength_and_toughness_are_compared(strength: int, toughness: int, needed: int) -> None:
    """Twice the toughness or more, more than it, equal, less, half of it or less: 2+, 3+, 4+, 5+, 6+."""
    assert result(strength, toughness, needed) == (needed, True)
    assert result(strength, toughness, needed - 1) == (needed, False)


@pytest.mark.rule("KT18-WOUND-01")
def test_each_hit_has_a_wound_roll_of_its_own() -> None:
    """Of three hits with S4 on T4, a 4 and a 5 wound and a 3 does not."""
    play = shot('24" heavy 3, 4 0 1; Auto-hit', [4, 6, 3, 5, 6], target={"save": 2})
    assert [(e.values["dice"], e.values["hit"]) for e in play.events("wound-roll")] == [((4,), True), ((3,), False), ((5,), True)]
    assert {e.rule for e in play.events("wound-roll")} == {"KT18-WOUND-01"}


@pytest.mark.rule("KT18-WOUND-04")
def test_a_natural_1_never_wounds_and_a_natural_6_always_does() -> None:
    """The strongest hit on the weakest model fails with a 1; the weakest hit on the toughest wounds with a 6."""
    assert result(20, 1, 1) == (2, False)
    assert result(1, 20, 6) == (6, True)
    assert not wounds(1, 2, modifier=3)
    assert wounds(6, 6, modifier=-3)


@pytest.mark.rule("KT18-WOUND-04")
def test_a_wound_roll_that_is_rolled_again_is_judged_anew() -> None:
    """S4 on T8 needs a 6: the attacker pays for another die, which does it or does not."""
    for again, wounded in ((6, True), (5, False)):
        play = duel('24" heavy 1, 4 0 1; Auto-hit', target={"toughness": 8, "save": 2}).shoot(SHOOTER, dice=[1, again, 6], cp=(1, 0))
        play.answer(TARGET)
        assert (play.what, play.player) == ("re-roll", 0)
        play.answer(Dice("tactical-re-roll", (0,)))
        (event,) = play.events("wound-roll")
        assert (event.values["dice"], event.values["hit"]) == ((again,), wounded)


# --- how strong an attack is


@pytest.mark.rule("KT18-GEN-05")
@pytest.mark.parametrize(("written", "needed"), [("user", 4), ("+1", 3), ("+3", 2), ("x2", 2), ("×2", 2), ("2", 5), ("1", 6), ("9", 2)])
def test_the_strength_of_a_melee_weapon(written: str, needed: int) -> None:
    """In the hands of a model with S3, against T3: its user's strength, more, many times it, or one of its own."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade(f"{written} 0 1")], strength=3, began=True)
    scene.add(1, (6, 11), toughness=3, began=True)
    (event,) = scene.fight(0, dice=[6, 1]).events("wound-roll")
    assert event.values["needed"] == needed


@pytest.mark.rule("KT18-GEN-05")
def test_a_ranged_weapon_has_a_strength_of_its_own() -> None:
    """A strong shooter does not shoot harder: S3 on T3 is 4+ for all."""
    for strength in (1, 3, 9):
        play = shot('24" heavy 1, 3 0 1; Auto-hit', [3], shooter={"strength": strength}, target={"toughness": 3})
        assert play.events("wound-roll")[0].values["needed"] == 4


@pytest.mark.rule("KT18-GEN-05")
def test_every_figure_of_a_weapon_counts() -> None:
    """24", Heavy 2, S5, AP -1, D2: two shots that wound T4 on 3+ through a 5+ left of 4+, and cost 2 wounds each."""
    play = shot('24" heavy 2, 5 -1 2', [3, 3, 4, 3, 3, 5], away=12, target={"save": 4, "wounds": 5})
    assert play.over and rolls(play) == [(3,), (3,), (4,), (3,), (3,), (5,)]
    assert [e.values["needed"] for e in play.events("wound-roll")] == [3, 3]
    assert [(e.values["needed"], e.values["hit"]) for e in play.events("save-roll")] == [(5, False), (5, True)]
    assert play.wounds(TARGET) == 3
