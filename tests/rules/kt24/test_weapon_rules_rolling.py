"""Weapon rules about rolling: dice kept unrolled (Accurate) and re-rolls (Balanced, Ceaseless, Relentless)."""

from __future__ import annotations

import pytest

from tests.rules.kt24.shots import TARGET, again, brawl, kept, rolled, shot

NO_SAVES = [1, 1, 1]


def dice_after(text: str, dice: list[int], *answers: object) -> tuple[int, ...]:
    """Return the attack dice as they lie after these re-rolls."""
    play = shot(text, dice).answer(*answers)
    shown: tuple[int, ...] = play.events("rerolled")[-1].values["dice"]
    return shown


# --- Accurate


@pytest.mark.rule("KT24-WR-ACCURATE-01")
def test_accurate_keeps_dice_unrolled() -> None:
    """Accurate 2 on four dice: 2, 1 or 0 of them are set aside before rolling, each a normal success."""
    for aside in (2, 1, 0):
        play = shot("4 4+ 3/4; Accurate 2", [1, 1, 1, 1, 1, 1, 1])
        assert (play.what, play.player, play.options()) == ("accurate", 0, [2, 1, 0])
        assert rolled(play, 0) == []
        assert play.why(3) == "KT24-WR-ACCURATE-01"
        play.answer(aside)
        assert rolled(play, 0) == [4 - aside]
        assert kept(play) == (0, aside)
        assert play.damage(TARGET) == 3 * aside


@pytest.mark.rule("KT24-WR-ACCURATE-01")
def test_accurate_sets_no_more_dice_aside_than_there_are() -> None:
    """Accurate 3 on a weapon with two attack dice: at most both of them, and then no die is rolled."""
    play = shot("2 4+ 3/4; Accurate 3", NO_SAVES)
    assert play.options() == [2, 1, 0]
    play.answer(2)
    assert rolled(play, 0) == []
    assert kept(play) == (0, 2)


@pytest.mark.rule("KT24-WR-ACCURATE-02", "KT24-DIFF-04")
def test_several_accurate_may_be_used_as_accurate_2() -> None:
    """Three instances of Accurate 1 are worth Accurate 2, not 3 and not 1."""
    assert shot("5 4+ 3/4; Accurate 1, Accurate 1, Accurate 1").options() == [2, 1, 0]
    assert shot("5 4+ 3/4; Accurate 1").options() == [1, 0]


@pytest.mark.rule("KT24-INT-50", "KT24-WR-ACCURATE-02")
def test_one_larger_accurate_is_still_open() -> None:
    """Accurate 3 beside Accurate 1: the user may take the single 3 rather than the 2 for several."""
    assert shot("5 4+ 3/4; Accurate 3, Accurate 1").options() == [3, 2, 1, 0]


@pytest.mark.rule("KT24-WR-ACCURATE-01", "KT24-WR-ACCURATE-02", "KT24-DIFF-04", "KT24-INT-43", "KT24-INT-47")
@pytest.mark.parametrize("printing", ["2025", "2024"])
def test_ex_08_accurate_twice(printing: str) -> None:
    """Accurate 1 twice: two dice aside by default, one under "largest"; Rending takes no Accurate die, but a rolled 5."""
    twice = "4 4+ 3/4; Accurate 1, Accurate 1"
    play = shot(twice, [6, 3, *NO_SAVES], printing=printing).answer(2)
    assert kept(play) == (1, 2)

    play = shot(f"{twice}, Rending", [6, 3, *NO_SAVES], printing=printing).answer(2)
    assert play.over  # Rending was not asked about
    assert kept(play) == (1, 2)

    play = shot(twice, [6, 3, 5, *NO_SAVES], printing=printing, accurate_multi="largest")
    assert play.options() == [1, 0]
    assert play.why(2) == "KT24-WR-ACCURATE-01"
    assert kept(play.answer(1)) == (1, 2)

    play = shot(f"{twice}, Rending", [6, 3, 5, *NO_SAVES], printing=printing, accurate_multi="largest").answer(1)
    assert play.options() == ["rending", "pass"]
    assert kept(play.answer("rending")) == (2, 1)


@pytest.mark.rule("KT24-INT-43")
def test_an_accurate_die_has_no_result() -> None:
    """Two dice aside, one rolled: only that one can be re-rolled, and Lethal 2+ makes no critical of the other two."""
    play = shot("3 4+ 3/4; Accurate 2, Relentless, Lethal 2+", [1, 1, *NO_SAVES]).answer(2)
    assert play.options() == ["pass", again("relentless", 0)]
    assert play.why(again("relentless", 1)) == "KT24-INT-44"
    play.answer("pass")
    assert kept(play) == (0, 2)


# --- Balanced


@pytest.mark.rule("KT24-WR-BALANCED-01", "KT24-INT-57")
def test_balanced_re_rolls_one_die() -> None:
    """One of 2, 2, 5 may be rolled again, of the attacker's choice, and then nothing more; or none at all."""
    play = shot("3 3+ 3/4; Balanced", [2, 2, 5, 4, *NO_SAVES])
    assert (play.what, play.player) == ("re-roll", 0)
    assert play.options() == ["pass", again("balanced", 0), again("balanced", 2)]  # the two 2s are alike
    assert play.why(again("balanced", 1)) == ""
    assert play.why(again("balanced", 0, 1)) == "KT24-WR-BALANCED-01"
    play.answer(again("balanced", 1))
    assert play.events("rerolled")[0].values["dice"] == (2, 4, 5)
    assert play.over
    assert kept(play) == (0, 2)
    assert kept(shot("3 3+ 3/4; Balanced", [2, 2, 5, *NO_SAVES]).answer("pass")) == (0, 1)


@pytest.mark.rule("KT24-INT-50", "KT24-WR-BALANCED-01")
def test_balanced_twice_is_balanced_once() -> None:
    """A weapon with Balanced printed twice re-rolls one die, not two."""
    play = shot("3 3+ 3/4; Balanced, Balanced", [2, 2, 2, 4, *NO_SAVES]).answer(again("balanced", 0))
    assert play.over
    assert kept(play) == (0, 1)


# --- Ceaseless


@pytest.mark.rule("KT24-WR-CEASELESS-01", "KT24-INT-57", "KT24-INT-80")
def test_ceaseless_re_rolls_one_result() -> None:
    """Of 2, 2, 2, 3, 3 any number of the 2s or any number of the 3s may be rolled again, never both results."""
    text, roll = "5 4+ 3/4; Ceaseless", [2, 2, 2, 3, 3]
    play = shot(text, [*roll, 5, 1, *NO_SAVES])
    assert play.options() == [
        "pass", again("ceaseless", 0), again("ceaseless", 3), again("ceaseless", 0, 1), again("ceaseless", 3, 4), again("ceaseless", 0, 1, 2),
    ]  # fmt: skip
    assert play.why(again("ceaseless", 2, 3)) == "KT24-WR-CEASELESS-01"
    play.answer(again("ceaseless", 0, 2))
    assert play.events("rerolled")[0].values["dice"] == (5, 2, 1, 3, 3)
    assert play.over  # one result per roll: the 3s and the 2 left lying stay
    assert dice_after(text, [*roll, 4, 6, *NO_SAVES], again("ceaseless", 3, 4)) == (2, 2, 2, 4, 6)


# --- Relentless


@pytest.mark.rule("KT24-WR-RELENTLESS-01", "KT24-INT-80")
def test_relentless_re_rolls_any_dice_together() -> None:
    """Any of 1, 2, 5, 6 may be picked up, all at once; the results come back in their places and that was it."""
    text, roll = "4 4+ 3/4; Relentless", [1, 2, 5, 6]
    play = shot(text, [*roll, 4, 3, 2, *NO_SAVES])
    assert len(play.options()) == 16  # every choice of four different dice, the empty one being the pass
    play.answer(again("relentless", 0, 1, 2))
    assert play.events("rerolled")[0].values["dice"] == (4, 3, 2, 6)
    assert play.over
    assert kept(play) == (1, 1)
    assert dice_after(text, [*roll, 6, 6, 6, 6, *NO_SAVES], again("relentless", 0, 1, 2, 3)) == (6, 6, 6, 6)


# --- re-rolls in general


@pytest.mark.rule("KT24-INT-43")
def test_a_die_is_re_rolled_once() -> None:
    """A die rolled again by Balanced cannot be rolled again by Relentless; the others can."""
    play = shot("3 4+ 3/4; Balanced, Relentless", [1, 2, 3, 2, 6, 5, *NO_SAVES]).answer(again("balanced", 0))
    assert play.events("rerolled")[0].values["dice"] == (2, 2, 3)
    assert play.why(again("relentless", 0)) == "KT24-INT-43"
    assert play.why(again("relentless", 0, 1)) == "KT24-INT-43"
    assert all(0 not in option.chosen for option in play.options() if option != "pass")
    play.answer(again("relentless", 1, 2))
    assert kept(play) == (1, 1)


@pytest.mark.rule("KT24-INT-43")
def test_the_second_result_stands() -> None:
    """A success rolled again into a fail stays a fail."""
    play = shot("1 4+ 3/4; Relentless", [5, 2, *NO_SAVES]).answer(again("relentless", 0))
    assert kept(play) == (0, 0)


@pytest.mark.rule("KT24-INT-44")
def test_re_rolls_come_in_any_order_before_anything_is_retained() -> None:
    """Relentless before Balanced or after it, as the attacker likes; Devastating waits until all re-rolls are done."""
    text = "3 4+ 3/4; Balanced, Relentless, Devastating 2"
    play = shot(text, [6, 2, 3, 1, 4, *NO_SAVES])
    assert {option.use for option in play.options() if option != "pass"} == {"balanced", "relentless"}
    assert play.damage(TARGET) == 0
    play.answer(again("relentless", 1))
    assert play.what == "re-roll"
    assert play.damage(TARGET) == 0
    play.answer(again("balanced", 0))  # the critical is given up before it was retained
    assert kept(play) == (0, 1)
    assert play.damage(TARGET) == 3


@pytest.mark.rule("KT24-INT-80")
def test_the_next_source_is_used_after_seeing_the_result() -> None:
    """Ceaseless on both 1s brings a 1 and a 5; with that seen, Balanced goes on the 2 that was there before."""
    play = shot("3 4+ 3/4; Ceaseless, Balanced", [1, 1, 2, 1, 5, 6, *NO_SAVES]).answer(again("ceaseless", 0, 1))
    assert play.decision.results == (1, 5, 2)  # type: ignore[attr-defined]
    assert play.why(again("balanced", 0)) == "KT24-INT-43"
    assert play.why(again("ceaseless", 2)) == "KT24-WR-CEASELESS-01"
    play.answer(again("balanced", 2))
    assert kept(play) == (1, 1)


@pytest.mark.rule("KT24-INT-44")
def test_in_a_fight_players_take_turns_with_re_rolls() -> None:
    """The player with initiative uses one source or passes, then the other, until both pass in a row."""
    play = brawl("2 4+ 3/4; Balanced, Relentless", "2 4+ 3/4; Balanced", [1, 2, 3, 3, 5, 6, 5], initiative=1)
    order = []
    for answer in ("pass", again("balanced", 0), again("balanced", 0), again("relentless", 1), "pass"):
        if play.what != "re-roll":
            break
        order.append((play.player, answer if answer == "pass" else answer.use))
        play.answer(answer)
    # Player 1 first passes, comes in again after player 0 has acted, and has nothing left after that.
    assert order == [(1, "pass"), (0, "balanced"), (1, "balanced"), (0, "relentless")]
    assert (kept(play, 0), kept(play, 1)) == ((0, 2), (1, 0))


@pytest.mark.rule("KT24-INT-44")
def test_in_a_fight_re_rolls_end_with_two_passes() -> None:
    """Once both have passed one after the other no more re-rolls are offered, though both have one."""
    play = brawl("2 4+ 3/4; Balanced", "2 4+ 3/4; Balanced", [4, 2, 4, 3])
    assert play.player == 0
    assert play.answer("pass").player == 1
    assert play.answer("pass").what == "resolve"


@pytest.mark.rule("KT24-INT-56")
def test_the_retaliating_player_uses_the_rules_of_their_weapon() -> None:
    """Accurate and Balanced on the retaliating blade are asked of its owner, and the attacker gets nothing of them."""
    play = brawl("2 4+ 3/4", "3 4+ 3/4; Accurate 1, Balanced", [1, 1, 2, 2, 5])
    assert (play.what, play.player) == ("accurate", 1)
    play.answer(1)
    assert (rolled(play, 0), rolled(play, 1)) == ([2], [2])
    assert (play.what, play.player) == ("re-roll", 1)
    play.answer(again("balanced", 0))
    assert (kept(play, 0), kept(play, 1)) == ((0, 0), (0, 2))
