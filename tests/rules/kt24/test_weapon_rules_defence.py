"""Weapon rules that meet the other side's dice: Brutal, Piercing, Saturate, Shock; Stun; and defence dice that are re-rolled."""

from __future__ import annotations

import pytest

from counteract.core.decision import Dice
from counteract.core.state import Task
from tests.rules.kt24.scene import Ability, Lasting, Play, Scene, blade, gun
from tests.rules.kt24.shots import COVER, TARGET, block, brawl, rolled, shot

# --- Brutal


@pytest.mark.rule("KT24-WR-BRUTAL-01", "KT24-INT-54")
def test_brutal_is_blocked_by_critical_saves_only() -> None:
    """Two normal saves block nothing of a Brutal shot, not even as a pair; a critical save blocks one hit."""
    assert shot("2 3+ 3/5; Brutal", [6, 5, 4, 4, 1]).damage(TARGET) == 8
    assert shot("2 3+ 3/5", [6, 5, 4, 4, 1]).what == "block"
    play = shot("2 3+ 3/5; Brutal", [6, 5, 6, 4, 4])
    assert set(play.options()) == {block(critical_on_critical=1), block(critical_on_normal=1), block()}
    assert play.why(block(normal_on_normal=1)) == "KT24-WR-BRUTAL-01"
    assert play.why(block(pairs_on_critical=1)) == "KT24-WR-BRUTAL-01"
    assert play.answer(block(critical_on_critical=1)).damage(TARGET) == 3


@pytest.mark.rule("KT24-WR-BRUTAL-01")
def test_a_cover_save_does_not_block_brutal() -> None:
    """The cover save is a normal success, so it may be kept and stops nothing."""
    play = shot("1 3+ 3/5; Brutal", [5, 1, 1], behind=COVER).answer("cover-save")
    assert play.damage(TARGET) == 3


@pytest.mark.rule("KT24-WR-BRUTAL-01")
def test_brutal_in_a_fight() -> None:
    """Against a Brutal blade a normal success must strike; a critical one may block a normal or a critical."""
    play = brawl("3 3+ 3/5; Brutal", "2 3+ 2/4", [6, 5, 5, 6, 5]).answer("strike-normal")
    assert (play.player, play.options()) == (1, ["strike-critical", "strike-normal", "block-critical-with-critical", "block-normal-with-critical"])
    assert play.why("block-normal-with-normal") == "KT24-WR-BRUTAL-01"
    play.answer("strike-normal")
    # The attacker's own dice are not bound by Brutal.
    assert play.player == 0


@pytest.mark.rule("KT24-WR-BRUTAL-01", "KT24-INT-56")
def test_brutal_on_the_retaliating_blade_binds_the_attacker() -> None:
    """The opponent of the weapon's user is the attacker here: their normal success cannot block."""
    play = brawl("2 3+ 3/5", "2 3+ 2/4; Brutal", [5, 5, 5, 5])
    assert play.player == 1  # the attacker had but one way to resolve a die and struck at once
    assert play.options() == ["strike-normal", "block-normal-with-normal"]
    assert play.damage(1) == 3


# --- Piercing


@pytest.mark.rule("KT24-WR-PIERCING-01")
@pytest.mark.parametrize("pierced", [1, 2, 3])
def test_piercing_takes_defence_dice_away(pierced: int) -> None:
    """Piercing x leaves 3 - x defence dice, critical success or not."""
    play = shot(f"1 3+ 3/4; Piercing {pierced}", [5, *[1] * (3 - pierced)])
    assert rolled(play, 1) == ([3 - pierced] if pierced < 3 else [])


@pytest.mark.rule("KT24-WR-PIERCING-02")
@pytest.mark.parametrize(("attack", "dice"), [([5, 5], 3), ([6, 5], 1), ([6, 6], 1)])
def test_piercing_crits_needs_a_critical(attack: list[int], dice: int) -> None:
    """Piercing Crits 2 takes two dice if a critical was retained (no more for two of them), else none."""
    assert rolled(shot("2 3+ 3/4; Piercing Crits 2", [*attack, *[1] * dice]), 1) == [dice]


@pytest.mark.rule("KT24-INT-51", "KT24-WR-PIERCING-01")
def test_piercing_below_zero() -> None:
    """Piercing 4 leaves no dice and no cover save; the shot goes through."""
    play = shot("1 3+ 3/4; Piercing 4", [5], behind=COVER)
    assert play.over
    assert (rolled(play, 1), play.damage(TARGET)) == ([], 3)


@pytest.mark.rule("KT24-INT-51")
def test_the_cover_save_uses_one_of_the_dice_that_remain() -> None:
    """Piercing 2 leaves one die: kept for cover nothing is rolled, otherwise it is rolled."""
    text = "1 3+ 3/4; Piercing 2"
    play = shot(text, [5], behind=COVER).answer("cover-save")
    assert (rolled(play, 1), play.what) == ([], "block")
    assert rolled(shot(text, [5, 1], behind=COVER).answer("pass"), 1) == [1]


@pytest.mark.rule("KT24-INT-50", "KT24-WR-PIERCING-01", "KT24-WR-PIERCING-02")
@pytest.mark.parametrize(
    ("rules", "attack", "dice"),
    [
        ("Piercing 1, Piercing 1", 5, 2),
        ("Piercing 1, Piercing 2", 5, 1),
        ("Piercing 1, Piercing Crits 1", 6, 2),
        ("Piercing 1, Piercing Crits 2", 6, 1),
    ],
)
def test_piercing_does_not_add_up(rules: str, attack: int, dice: int) -> None:
    """Of several Piercing and Piercing Crits one takes effect, the greatest."""
    assert rolled(shot(f"1 3+ 3/4; {rules}", [attack, *[1] * dice]), 1) == [dice]


# --- Saturate


@pytest.mark.rule("KT24-WR-SATURATE-01")
def test_saturate_denies_the_cover_save() -> None:
    """A target in cover is not offered its cover save and rolls all three dice."""
    play = shot("3 3+ 3/4; Saturate", [5, 5, 5, 1, 1, 1], behind=COVER)
    assert play.over
    assert (rolled(play, 1), play.damage(TARGET)) == ([3], 9)
    assert shot("3 3+ 3/4", [5, 5, 5], behind=COVER).what == "cover-save"


# --- Shock


@pytest.mark.rule("KT24-WR-SHOCK-01")
def test_shock_discards_a_normal_success() -> None:
    """The first critical strike takes one of the opponent's normal successes away, not their critical one."""
    play = brawl("1 3+ 3/4; Shock", "3 3+ 1/2", [6, 6, 5, 5]).answer("strike-critical")
    assert play.options() == ["strike-critical", "strike-normal"]
    play.answer("strike-critical")  # the rest follows by itself: 2 + 1
    assert play.damage(0) == 3
    assert [e.rule for e in play.events("shocked")] == ["KT24-WR-SHOCK-01"]


@pytest.mark.rule("KT24-WR-SHOCK-02")
def test_shock_discards_a_critical_if_there_is_no_normal() -> None:
    """Against two critical successes one of them is discarded; against nothing at all nothing happens."""
    play = brawl("1 3+ 3/4; Shock", "2 3+ 1/2", [6, 6, 6]).answer("strike-critical")
    assert play.over
    assert play.damage(0) == 2
    assert [e.rule for e in play.events("shocked")] == ["KT24-WR-SHOCK-02"]
    assert not brawl("1 3+ 3/4; Shock", "2 3+ 1/2", [6, 1, 1]).events("shocked")


@pytest.mark.rule("KT24-WR-SHOCK-01")
def test_shock_acts_once_in_a_sequence_and_only_when_striking() -> None:
    """The second critical strike discards nothing; nor does a normal strike, nor a critical used to block."""
    play = brawl("3 3+ 1/1; Shock", "4 3+ 1/2", [6, 6, 5, 5, 5, 5, 5])
    play.answer("strike-normal")  # the other side's normals can only strike back, which they do without being asked
    assert (play.damage(0), play.events("shocked")) == (1, [])
    play.answer("strike-critical")
    assert (play.damage(0), len(play.events("shocked"))) == (2, 1)
    play.answer("strike-critical")
    assert len(play.events("shocked")) == 1
    assert play.damage(0) == 3
    play = brawl("1 3+ 1/1; Shock", "2 3+ 1/2", [6, 5, 5]).answer("block-normal-with-critical")
    assert play.over
    assert (play.damage(0), play.events("shocked")) == (1, [])


@pytest.mark.rule("KT24-WR-SHOCK-01", "KT24-INT-56")
def test_the_retaliating_blade_shocks_too() -> None:
    """The retaliating player's first critical strike takes a success from the attacker."""
    play = brawl("3 3+ 1/1", "1 3+ 1/2; Shock", [5, 5, 5, 6]).answer("strike-critical")
    assert play.over
    assert (play.damage(1), play.damage(0)) == (2, 2)


@pytest.mark.rule("KT24-INT-55")
def test_shock_does_nothing_when_shooting() -> None:
    """A critical hit from a gun with Shock leaves all three saves to the defender."""
    play = shot("1 3+ 3/4; Shock", [6, 6, 4, 4])
    assert not play.events("shocked")
    assert play.events("saves")[0].values == {"player": 1, "criticals": 1, "normals": 2, "unrolled": 0}


# --- Stun


def apl(play: Play, i: int) -> int:
    return int(play.game.view()["models"][i]["apl"])


@pytest.mark.rule("KT24-WR-STUN-01")
@pytest.mark.parametrize(("attack", "expected"), [([6, 6], 1), ([5, 5], 2)])
def test_stun_lowers_apl_after_a_critical(attack: list[int], expected: int) -> None:
    """One critical or two cost the target 1 APL; without a critical it keeps both. The shooter is not affected."""
    play = shot("2 3+ 1/1; Stun", [*attack, 1, 1, 1])
    assert (apl(play, TARGET), apl(play, 0)) == (expected, 2)


@pytest.mark.rule("KT24-WR-STUN-01")
def test_stun_acts_even_if_the_critical_is_blocked() -> None:
    """It is enough that the critical was retained."""
    play = shot("1 3+ 1/1; Stun", [6, 6, 1, 1]).answer(block(critical_on_critical=1))
    assert (play.damage(TARGET), apl(play, TARGET)) == (0, 1)


@pytest.mark.rule("KT24-WR-STUN-01")
def test_stun_ends_with_the_next_activation() -> None:
    """A stunned operative has one AP in its next activation and is itself again after it."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 1/1; Stun")], order="engage")
    scene.add(1, (15, 11), order="engage")
    play = scene.play(Task("activation", (0,)), Task("activation", (1,)), dice=[6, 1, 1, 1]).answer("engage", "shoot", 1, "end")
    assert (play.what, play.decision.subject, apl(play, 1)) == ("order", 1, 1)
    play.answer("conceal")
    assert play.decision.context.left == 1
    play.answer("reposition", [(16, 11)])
    assert play.over  # the one AP is spent
    assert apl(play, 1) == 2


@pytest.mark.rule("KT24-WR-STUN-01")
def test_stun_lasts_into_the_next_turning_point() -> None:
    """An operative stunned after its activation stays so through a counteraction, until its next activation ends."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 1/1; Stun")], order="engage")
    scene.add(1, (15, 11), order="engage", ready=False)
    tasks = Task("activation", (0,)), Task("counteract", (1,)), Task("end_turning_point")
    play = scene.play(*tasks, dice=[6, 1, 1, 1, 3, 4]).answer("engage", "shoot", 1, "end")
    play.answer("dash", [(16, 11)])
    assert (play.what, play.state.turn, apl(play, 1)) == ("initiative", 2, 1)


@pytest.mark.rule("KT24-WR-STUN-01", "KT24-INT-56")
def test_a_retaliating_blade_stuns_the_attacker() -> None:
    """The operative the weapon is used against is the attacker's: it ends this activation with less APL, and the next."""
    scene = Scene()
    scene.add(0, (10, 11), weapons=[blade("1 6+ 1/1")], order="engage")
    scene.add(1, (11.5, 11), weapons=[blade("1 3+ 1/1; Stun")], order="engage")
    play = scene.play(Task("activation", (0,)), Task("activation", (0,)), dice=[1, 6]).answer("engage", "fight")
    assert play.what == "order"  # 1AP spent, APL 1: nothing was left of the first activation
    assert apl(play, 0) == 1
    assert apl(play.answer("engage", "end"), 0) == 2


# --- several effects that re-roll defence dice


def nimble(*dice: int) -> list[Ability]:
    """Return an ability for each number of defence dice that may be re-rolled together."""
    return [Ability(id=f"nimble-{k}", name=f"Nimble {k}", text="…", effect="defence-reroll", values={"dice": n}) for k, n in enumerate(dice)]


def defended(dice: list[int], *abilities: Ability, **options: object) -> Play:
    """Play one hit on a target with these abilities, which has rolled its defence dice."""
    scene = Scene(**options)
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4")], order="engage")
    scene.add(1, (15, 11), weapons=[], save=4, wounds=30, order="engage", abilities=abilities)
    return scene.act(0, "shoot", dice=[5, 5, *dice]).answer(1)


def uses(play: Play) -> list[Dice]:
    return [option for option in play.decision.options if isinstance(option, Dice)]


@pytest.mark.rule("KT24-INT-84")
def test_each_effect_that_re_rolls_defence_dice_is_used_by_itself() -> None:
    """Two abilities of one die each: the second is there once the first has shown what it gave, and then no more."""
    play = defended([1, 2, 3, 6, 2], *nimble(1, 1))
    assert (play.what, play.player) == ("re-roll", 1)
    assert uses(play) == [Dice("defence-reroll", (0,)), Dice("defence-reroll", (1,)), Dice("defence-reroll", (2,))]  # offered once
    assert play.why(Dice("defence-reroll", (0, 1))) == "KT24-MIS-45"
    assert play.why(Dice("defence-reroll-2", (0,))) == "KT24-MIS-45"
    play.answer(Dice("defence-reroll", (0,)))
    assert play.what == "re-roll" and play.decision.results == (6, 2, 3)
    assert uses(play) == [Dice("defence-reroll-2", (1,)), Dice("defence-reroll-2", (2,))]
    assert play.why(Dice("defence-reroll-2", (0,))) == "KT24-INT-43"
    assert str(play.game.label(Dice("defence-reroll-2", (1,)))) == "Defence re-roll: 2"
    play.answer(Dice("defence-reroll-2", (1,)))
    assert play.what != "re-roll"
    assert [e.rule for e in play.events("rerolled")] == ["KT24-MIS-45"] * 2
    assert [e.values["dice"] for e in play.events("rerolled")] == [(6, 2, 3), (6, 2, 3)]
    assert play.game.tell(play.events("rerolled")[1]).count("Defence re-roll")


@pytest.mark.rule("KT24-INT-84")
def test_effects_of_different_numbers_are_told_apart() -> None:
    """One die, or up to two together: either first, and the other after it."""
    play = defended([1, 2, 3, 4, 4, 4], *nimble(1, 2))
    assert {use.use for use in uses(play)} == {"defence-reroll", "defence-reroll-2"}
    assert play.why(Dice("defence-reroll", (0, 1))) == "KT24-MIS-45"
    play.answer(Dice("defence-reroll-2", (0, 1)))
    assert uses(play) == [Dice("defence-reroll", (2,))]
    play.answer(Dice("defence-reroll", (2,)))
    assert play.events("saves")[0].values["normals"] == 3


@pytest.mark.rule("KT24-INT-84", "KT24-INT-44")
def test_a_command_re_roll_comes_between_if_the_player_likes() -> None:
    """All sources in any order."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4")], order="engage")
    scene.add(1, (15, 11), weapons=[], save=4, wounds=30, order="engage", abilities=nimble(1, 1))
    play = scene.act(0, "shoot", dice=[5, 5, 1, 2, 3, 1, 1, 5], cp=(0, 1)).answer(1)
    play.answer(Dice("defence-reroll", (0,)), Dice("command-reroll", (1,)), Dice("defence-reroll-2", (2,)))
    assert play.events("saves")[0].values["normals"] == 1


@pytest.mark.rule("KT24-INT-84", "KT24-MIS-45")
def test_a_ploy_and_an_ability_are_two_sources() -> None:
    """Brace besides an ability, in cover."""
    scene = Scene(generic_ploys=True)
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4")], order="engage")
    scene.add(1, (15, 11), weapons=[], save=4, wounds=30, order="engage", abilities=nimble(1))
    scene.wall(13.5, 10, 14, 12, top=1)
    braced = (Lasting("ploy/1/brace", 1, -1, "turn"),)
    play = scene.act(0, "shoot", dice=[5, 5, 1, 1, 1, 5, 5], lasting=braced).answer(1, "pass")
    play.answer(Dice("defence-reroll", (0,)), Dice("defence-reroll-2", (1,)))
    assert play.events("saves")[0].values["normals"] == 2
