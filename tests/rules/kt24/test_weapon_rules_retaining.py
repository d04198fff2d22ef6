"""Weapon rules that change retained dice: Lethal, Severe, Rending, Punishing."""

from __future__ import annotations

import pytest

from tests.rules.kt24.shots import COVER, OBSCURED, TARGET, brawl, kept, rolled, shot

NO_SAVES = [1, 1, 1]
BOTH = pytest.mark.parametrize("printing", ["2025", "2024"])


# --- Lethal


@pytest.mark.rule("KT24-WR-LETHAL-01")
def test_lethal_makes_successes_critical() -> None:
    """Lethal 4+ at Hit 3+: 6, 5 and 4 are critical, 3 is normal, 2 a fail."""
    assert kept(shot("5 3+ 1/2; Lethal 4+", [6, 5, 4, 3, 2, *NO_SAVES])) == (3, 1)
    assert kept(shot("5 3+ 1/2", [6, 5, 4, 3, 2, *NO_SAVES])) == (1, 3)


@pytest.mark.rule("KT24-WR-LETHAL-01", "KT24-INT-49", "KT24-DMG-06")
@pytest.mark.parametrize(
    ("hit", "left", "expected"),
    [(4, 10, (2, 1)), (4, 4, (2, 0)), (6, 10, (1, 0))],
    ids=["Hit 4+", "Hit 4+ injured", "Hit 6+"],
)
def test_ex_15_lethal(hit: int, left: int, expected: tuple[int, int]) -> None:
    """Lethal 5+ with 6, 5, 4, 3: two criticals as long as a 5 hits at all."""
    play = shot(f"4 {hit}+ 3/4; Lethal 5+", [6, 5, 4, 3, *NO_SAVES], shooter={"wounds": 10, "left": left})
    assert kept(play) == expected


@pytest.mark.rule("KT24-INT-49")
def test_lethal_never_makes_a_success_of_a_fail() -> None:
    """At Hit 6+ with Lethal 5+ a 5 misses."""
    play = shot("1 6+ 3/4; Lethal 5+", [5, *NO_SAVES])
    assert kept(play) == (0, 0)
    assert play.damage(TARGET) == 0


@pytest.mark.rule("KT24-INT-50", "KT24-WR-LETHAL-01")
def test_of_two_lethal_the_user_takes_the_better() -> None:
    """Lethal 5+ and Lethal 4+ on one weapon: a 4 is critical."""
    assert kept(shot("2 3+ 3/4; Lethal 5+, Lethal 4+", [4, 3, *NO_SAVES])) == (1, 1)


# --- Severe


@pytest.mark.rule("KT24-WR-SEVERE-01")
def test_severe_makes_a_first_critical() -> None:
    """With two normal successes and no critical the user may change one of them, one only, or none."""
    play = shot("2 3+ 3/5; Severe", [5, 4, *NO_SAVES])
    assert (play.what, play.player, play.options()) == ("retain", 0, ["severe", "pass"])
    play.answer("severe")
    assert play.over
    assert kept(play) == (1, 1)
    assert play.damage(TARGET) == 8
    assert kept(shot("2 3+ 3/5; Severe", [5, 4, *NO_SAVES]).answer("pass")) == (0, 2)


@pytest.mark.rule("KT24-WR-SEVERE-01")
def test_severe_needs_no_critical_and_a_normal_success() -> None:
    """After a 6 Severe is not offered; with nothing but fails neither; nor if Lethal has made a critical."""
    for text, dice in (("2 3+ 3/5; Severe", [6, 4]), ("2 3+ 3/5; Severe", [1, 2]), ("2 3+ 3/5; Severe, Lethal 5+", [5, 4])):
        assert shot(text, [*dice, *NO_SAVES]).over
    play = shot("3 3+ 3/5; Severe, Rending", [6, 4, 1, *NO_SAVES])
    assert play.options() == ["rending", "pass"]
    assert play.why("severe") == "KT24-WR-SEVERE-01"


@pytest.mark.rule("KT24-WR-SEVERE-02")
@BOTH
@pytest.mark.parametrize(("answer", "devastated", "defence"), [("severe", 2, 2), ("pass", 0, 3)])
def test_devastating_and_piercing_crits_work_with_a_severe_critical(printing: str, answer: str, devastated: int, defence: int) -> None:
    """The critical made by Severe sets both off; without it neither takes effect."""
    play = shot("2 3+ 0/0; Severe, Devastating 2, Piercing Crits 1", [5, 4, *NO_SAVES[:defence]], printing=printing).answer(answer)
    assert play.damage(TARGET) == devastated
    assert rolled(play, 1) == [defence]


@pytest.mark.rule("KT24-WR-SEVERE-03", "KT24-DIFF-02")
@pytest.mark.parametrize("rule", ["Rending", "Punishing"])
def test_a_severe_critical_feeds_neither_rending_nor_punishing(rule: str) -> None:
    """By the 2025 printing nothing follows Severe; by that of 2024 the other rule is offered next."""
    play = shot(f"3 3+ 3/5; Severe, {rule}", [5, 4, 1, *NO_SAVES])
    assert play.options() == ["severe", "pass"]
    assert play.why(rule.lower()) == f"KT24-WR-{rule.upper()}-01"
    play.answer("severe")
    assert play.over
    assert kept(play) == (1, 1)
    play = shot(f"3 3+ 3/5; Severe, {rule}", [5, 4, 1, *NO_SAVES], printing="2024").answer("severe")
    assert play.options() == [rule.lower(), "pass"]


@pytest.mark.rule("KT24-INT-48")
@BOTH
def test_stun_and_shock_work_with_a_severe_critical(printing: str) -> None:
    """In a fight the Severe critical stuns at retention and shocks when it strikes, by both printings."""
    play = brawl("1 3+ 3/5; Severe, Stun, Shock", "2 3+ 3/4", [5, 4, 4], printing=printing).answer("severe")
    assert play.state.models[1].stuns == 1
    play.answer("strike-critical")
    assert play.events("shocked")
    assert (play.damage(1), play.damage(0)) == (5, 3)  # one of the two retaliating hits is gone


# --- Rending and Punishing


@pytest.mark.rule("KT24-WR-RENDING-01")
def test_rending_turns_one_normal_into_a_critical() -> None:
    """With a critical retained one of two normal successes may become critical, one only; without one none may."""
    play = shot("3 3+ 3/5; Rending", [6, 4, 4, *NO_SAVES])
    assert (play.what, play.player, play.options()) == ("retain", 0, ["rending", "pass"])
    play.answer("rending")
    assert play.over
    assert kept(play) == (2, 1)
    assert kept(shot("3 3+ 3/5; Rending", [6, 4, 4, *NO_SAVES]).answer("pass")) == (1, 2)
    assert shot("3 3+ 3/5; Rending", [5, 4, 4, *NO_SAVES]).over


@pytest.mark.rule("KT24-WR-PUNISHING-01")
def test_punishing_keeps_one_fail() -> None:
    """With a critical retained one of two fails may be kept as a normal success, one only; without one none may."""
    play = shot("3 3+ 3/5; Punishing", [6, 1, 2, *NO_SAVES])
    assert (play.what, play.player, play.options()) == ("retain", 0, ["punishing", "pass"])
    play.answer("punishing")
    assert play.over
    assert kept(play) == (1, 1)
    assert kept(shot("3 3+ 3/5; Punishing", [6, 1, 2, *NO_SAVES]).answer("pass")) == (1, 0)
    assert shot("3 3+ 3/5; Punishing", [5, 1, 2, *NO_SAVES]).over
    assert shot("3 3+ 3/5; Punishing", [6, 5, 4, *NO_SAVES]).over  # no fail to keep


@pytest.mark.rule("KT24-INT-82", "KT24-INT-49")
def test_a_die_kept_by_punishing_is_normal_whatever_it_shows() -> None:
    """At Hit 6+ with Lethal 5+ a failed 5 is kept as a normal success, not as a critical one."""
    play = shot("2 6+ 3/5; Punishing, Lethal 5+", [6, 5, *NO_SAVES]).answer("punishing")
    assert kept(play) == (1, 1)


@pytest.mark.rule("KT24-INT-47")
def test_rending_cannot_take_the_die_punishing_kept() -> None:
    """6 and a fail: after Punishing there is one normal success, and Rending may not have it."""
    play = shot("2 3+ 3/5; Rending, Punishing", [6, 1, *NO_SAVES])
    assert play.options() == ["punishing", "pass"]
    assert play.why("rending") == "KT24-INT-47"
    play.answer("punishing")
    assert play.over
    assert kept(play) == (1, 1)


@pytest.mark.rule("KT24-INT-47")
def test_rending_may_take_a_rolled_normal_after_punishing() -> None:
    """6, 4 and a fail: Punishing keeps the fail, Rending then takes the 4 and only the 4."""
    play = shot("3 3+ 3/5; Rending, Punishing", [6, 4, 1, *NO_SAVES]).answer("punishing", "rending")
    assert play.over
    assert kept(play) == (2, 1)


@pytest.mark.rule("KT24-INT-47")
def test_severe_may_change_an_accurate_die() -> None:
    """The only success is an Accurate die: Severe makes it critical, since it changes a die already retained."""
    play = shot("2 4+ 3/5; Accurate 1, Severe", [1, *NO_SAVES]).answer(1)
    assert play.options() == ["severe", "pass"]
    assert kept(play.answer("severe")) == (1, 0)


@pytest.mark.rule("KT24-INT-47", "KT24-DIFF-02")
def test_severe_on_the_accurate_die_leaves_the_rolled_one_to_rending() -> None:
    """By the 2024 printing an Accurate die and a rolled 4 both become critical, by Severe and Rending."""
    play = shot("2 4+ 3/5; Accurate 1, Severe, Rending", [4, *NO_SAVES], printing="2024").answer(1, "severe", "rending")
    assert kept(play) == (2, 0)


@pytest.mark.rule("KT24-INT-46")
@pytest.mark.parametrize("order", [("rending", "punishing"), ("punishing", "rending")])
def test_the_user_orders_rending_and_punishing(order: tuple[str, str]) -> None:
    """Both are open after 6, 4, 1 and may be used in either order; neither can be used twice."""
    play = shot("3 3+ 3/5; Rending, Punishing", [6, 4, 1, *NO_SAVES])
    assert play.options() == ["rending", "punishing", "pass"]
    play.answer(order[0])
    assert play.options() == [order[1], "pass"]
    assert play.why(order[0]) == f"KT24-WR-{order[0].upper()}-01"
    assert kept(play.answer(order[1])) == (2, 1)


@pytest.mark.rule("KT24-INT-46")
def test_devastating_stun_and_piercing_crits_look_at_the_outcome() -> None:
    """Nothing happens before Rending is settled; then two criticals do 2 damage each and one defence die is gone."""
    play = shot("2 3+ 0/0; Rending, Devastating 2, Piercing Crits 1, Stun", [6, 4, 1, 1])
    assert play.what == "retain"
    assert (play.damage(TARGET), play.state.models[TARGET].stuns) == (0, 0)
    play.answer("rending")
    assert (play.damage(TARGET), play.state.models[TARGET].stuns) == (4, 1)
    assert rolled(play, 1) == [2]


@pytest.mark.rule("KT24-INT-56")
def test_the_retaliating_player_retains_with_their_own_rules() -> None:
    """Severe on the retaliating blade is asked of its owner, after the attacker has retained."""
    play = brawl("2 3+ 3/4; Rending", "2 3+ 3/5; Severe", [6, 4, 4, 4])
    assert (play.player, play.options()) == (0, ["rending", "pass"])
    play.answer("rending")
    assert (play.player, play.options()) == (1, ["severe", "pass"])
    play.answer("severe")
    assert (kept(play, 0), kept(play, 1)) == ((2, 0), (1, 1))


# --- examples


@pytest.mark.rule("KT24-WR-SEVERE-01", "KT24-WR-SEVERE-03", "KT24-WR-RENDING-01", "KT24-WR-PUNISHING-01", "KT24-DIFF-02", "KT24-DIFF-01")
def test_ex_06_severe_in_both_printings() -> None:
    """Severe, Rending and Punishing together on 5, 4, 3, 2, 1: 11 damage in 2025, 16 in 2024; after a 6 always 16."""
    text, dice = "5 3+ 3/5; Severe, Rending, Punishing", [5, 4, 3, 2, 1, *NO_SAVES]
    play = shot(text, dice, printing="2025").answer("severe")
    assert play.over
    assert (kept(play), play.damage(TARGET)) == ((1, 2), 11)
    play = shot(text, dice, printing="2024").answer("severe", "rending", "punishing")
    assert play.over
    assert (kept(play), play.damage(TARGET)) == ((2, 2), 16)
    for printing in ("2025", "2024"):
        play = shot(text, [6, 4, 3, 2, 1, *NO_SAVES], printing=printing)
        assert play.options() == ["rending", "punishing", "pass"]
        assert play.why("severe") == "KT24-WR-SEVERE-01"
        play.answer("rending", "punishing")
        assert (kept(play), play.damage(TARGET)) == ((2, 2), 16)


@pytest.mark.rule("KT24-WR-SEVERE-02", "KT24-WR-DEVASTATING-01", "KT24-WR-PIERCING-02", "KT24-WR-STUN-01", "KT24-INT-48")
def test_ex_07_what_a_severe_critical_sets_off() -> None:
    """4, 3, 2, 2 with Severe, Devastating 2, Piercing Crits 1 and Stun: 2 damage at once, APL down, two defence dice."""
    play = shot("4 3+ 3/4; Severe, Devastating 2, Piercing Crits 1, Stun", [4, 3, 2, 2, 1, 4])
    assert play.damage(TARGET) == 0
    play.answer("severe")
    assert kept(play) == (1, 1)
    assert (play.what, play.damage(TARGET)) == ("block", 2)
    assert play.game.view()["models"][TARGET]["apl"] == 1
    assert rolled(play, 1) == [2]


@pytest.mark.rule("KT24-MIS-25", "KT24-MIS-26", "KT24-MIS-27", "KT24-INT-46")
def test_ex_25_obscured() -> None:
    """6, 6, 4, 2 does 13 in the open; obscured it is three normals less one, 6 damage, and nothing feeds on criticals."""
    dice = [6, 6, 4, 2, *NO_SAVES]
    assert shot("4 3+ 3/5", dice).damage(TARGET) == 13
    play = shot("4 3+ 3/5", dice, behind=OBSCURED, obscuring=True)
    assert (kept(play), play.damage(TARGET)) == ((0, 2), 6)
    laden = "4 3+ 3/5; Rending, Punishing, Devastating 3, Stun, Piercing Crits 1, Severe"
    play = shot(laden, dice, behind=OBSCURED, obscuring=True)
    assert play.over  # none of the three rules on retained dice was offered
    assert (kept(play), play.damage(TARGET), play.state.models[TARGET].stuns) == ((0, 2), 6, 0)
    assert rolled(play, 1) == [3]


@pytest.mark.rule("KT24-MIS-27", "KT24-INT-46")
def test_obscured_with_nothing_to_discard() -> None:
    """A roll of fails stays one; Severe may not make a critical of the success an obscured target leaves."""
    assert kept(shot("2 3+ 3/5", [1, 1, *NO_SAVES], behind=OBSCURED, obscuring=True)) == (0, 0)
    play = shot("2 3+ 3/5; Severe, Lethal 3+", [5, 4, *NO_SAVES], behind=OBSCURED, obscuring=True)
    assert play.over
    assert kept(play) == (0, 1)
    assert shot("2 3+ 3/5; Severe", [5, 4], behind=COVER).what == "retain"
