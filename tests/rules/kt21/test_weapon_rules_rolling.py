"""Weapon rules of the Roll Attack Dice step: Balanced, Ceaseless, Relentless, Lethal, Rending, Hot. (INT-42, INT-55, INT-56)"""

from __future__ import annotations

import pytest

from tests.rules.kt21.scene import Scene, blade, gun
from tests.rules.kt21.shots import SHOOTER, TARGET, again, brawl, kept, rolled, shot

# --- re-rolls


@pytest.mark.rule("KT21-WR-BALANCED-01")
def test_balanced_re_rolls_one_die() -> None:
    """One die of the roll, whatever it shows, once; the user may also decline, which is the default."""
    play = shot("3 3+ 3/4; Balanced", [1, 2, 5, 6, 1, 1, 1])
    assert (play.what, play.player) == ("re-roll", 0)
    assert play.options() == ["pass", again("balanced", 0), again("balanced", 1), again("balanced", 2)]
    assert play.decision.default == play.decision.options[0]
    assert play.why(again("balanced", 0, 1)) == "KT21-WR-BALANCED-01"
    play.answer(again("balanced", 1))
    assert play.over  # there is no second one
    assert [(e.rule, e.values["dice"]) for e in play.events("rerolled")] == [("KT21-WR-BALANCED-01", (1, 6, 5))]
    assert kept(play) == (1, 1)


@pytest.mark.rule("KT21-WR-CEASELESS-01")
def test_ceaseless_re_rolls_ones_and_nothing_else() -> None:
    """Of 1, 1, 2, 2 either or both of the 1s; not the 2s, though they are alike too."""
    play = shot("4 3+ 3/4; Ceaseless", [1, 1, 2, 2, 6, 5, 1, 1, 1])
    assert (play.what, play.player) == ("re-roll", 0)
    assert play.options() == ["pass", again("ceaseless", 0), again("ceaseless", 0, 1)]
    assert play.why(again("ceaseless", 2, 3)) == "KT21-WR-CEASELESS-01"
    assert play.why(again("ceaseless", 0, 2)) == "KT21-WR-CEASELESS-01"
    play.answer(again("ceaseless", 0, 1))
    assert kept(play) == (1, 1)


@pytest.mark.rule("KT21-WR-CEASELESS-01")
def test_ceaseless_is_not_asked_about_without_a_one() -> None:
    """2, 2, 5 leave nothing to ask; a 1 re-rolled into a 1 stays."""
    assert shot("3 3+ 3/4; Ceaseless", [2, 2, 5, 1, 1, 1]).over
    play = shot("2 3+ 3/4; Ceaseless", [1, 5, 1, 1, 1, 1]).answer(again("ceaseless", 0))
    assert play.over
    assert kept(play) == (0, 1)


@pytest.mark.rule("KT21-WR-RELENTLESS-01")
def test_relentless_re_rolls_any_dice() -> None:
    """Any dice of the roll together, hits too, however they differ."""
    play = shot("3 3+ 3/4; Relentless", [1, 2, 5, 6, 6, 6, 1, 1, 1])
    assert (play.what, play.player) == ("re-roll", 0)
    for chosen in ((0,), (0, 1), (0, 1, 2)):
        assert play.why(again("relentless", *chosen)) == ""
    play.answer(again("relentless", 0, 1, 2))
    assert kept(play) == (3, 0)


@pytest.mark.rule("KT21-WR-BALANCED-01", "KT21-WR-CEASELESS-01", "KT21-WR-RELENTLESS-01")
@pytest.mark.parametrize(("name", "chosen"), [("balanced", (0,)), ("ceaseless", (0, 1)), ("relentless", (0, 1))])
@pytest.mark.parametrize("side", [0, 1])
def test_re_rolls_work_in_a_fight_for_the_weapon_that_has_them(name: str, chosen: tuple[int, ...], side: int) -> None:
    """Attacking or attacked, its user alone is asked, about the own dice."""
    texts = ["2 4+ 1/1", "2 4+ 1/1"]
    texts[side] += f"; {name.capitalize()}"
    play = brawl(*texts, [1, 1, 1, 1, *[6 for _ in chosen]])
    assert (play.what, play.player) == ("re-roll", side)
    play.answer(again(name, *chosen))
    assert kept(play, side) == (len(chosen), 0)
    assert kept(play, 1 - side) == (0, 0)


@pytest.mark.rule("KT21-INT-26", "KT21-WR-BALANCED-01", "KT21-WR-CEASELESS-01")
def test_two_rules_of_one_weapon_re_roll_different_dice() -> None:
    """Ceaseless for the 1, then Balanced for another die, and never the same die again."""
    play = shot("3 3+ 3/4; Balanced, Ceaseless", [1, 2, 5, 2, 4, 1, 1, 1]).answer(again("ceaseless", 0))
    assert play.options() == ["pass", again("balanced", 1), again("balanced", 2)]
    assert play.why(again("balanced", 0)) == "KT21-INT-26"
    play.answer(again("balanced", 1))
    assert kept(play) == (0, 2)


# --- Lethal


@pytest.mark.rule("KT21-WR-LETHAL-01")
@pytest.mark.parametrize(("lethal", "hits"), [(6, (1, 3)), (5, (2, 2)), (4, (3, 1)), (3, (4, 0))])
def test_lethal_makes_dice_of_x_or_more_critical(lethal: int, hits: tuple[int, int]) -> None:
    """6, 5, 4, 3 on 3+: from x upwards they are critical hits, below x normal ones; in a fight as well."""
    play = shot(f"4 3+ 1/2; Lethal {lethal}+", [6, 5, 4, 3, 1, 1, 1])
    assert kept(play) == hits
    assert play.damage(TARGET) == 2 * hits[0] + hits[1]
    assert kept(brawl(f"4 3+ 1/2; Lethal {lethal}+", None, [6, 5, 4, 3])) == hits


@pytest.mark.rule("KT21-INT-55")
@pytest.mark.parametrize(("needs_hit", "hits"), [(False, (2, 0)), (True, (1, 0))])
def test_lethal_below_what_is_needed_to_hit(needs_hit: bool, hits: tuple[int, int]) -> None:
    """With 6+ needed and Lethal 5+ a 5 is a critical hit, a 4 and a 1 fail; with the switch the 6 alone hits."""
    play = shot("4 6+ 1/2; Lethal 5+", [6, 5, 4, 1, 1, 1, 1], switches={"lethal_needs_hit": needs_hit})
    assert kept(play) == hits
    scene = Scene(lethal_needs_hit=needs_hit)
    a = scene.add(0, (10, 11), weapons=[blade("4 6+ 1/2; Lethal 5+")])
    scene.add(1, (11.5, 11), weapons=[])
    assert kept(scene.act(a, "fight", dice=[6, 5, 4, 1])) == hits


# --- Rending


@pytest.mark.rule("KT21-WR-RENDING-01", "KT21-INT-56")
def test_rending_turns_one_normal_hit_into_a_critical() -> None:
    """With a critical retained the user may turn one normal hit, exactly one; declining is the default."""
    play = shot("4 3+ 1/4; Rending", [6, 5, 4, 3, 1, 1, 1])
    assert (play.what, play.player, play.options()) == ("rending", 0, ["pass", "rending"])
    assert play.decision.default == play.decision.options[0]
    play.answer("rending")
    assert kept(play) == (2, 2)
    assert play.damage(TARGET) == 4 + 4 + 1 + 1
    play = shot("4 3+ 1/4; Rending", [6, 5, 4, 3, 1, 1, 1]).answer("pass")
    assert kept(play) == (1, 3)


@pytest.mark.rule("KT21-WR-RENDING-01", "KT21-INT-56")
@pytest.mark.parametrize("dice", [[5, 4, 3, 2], [6, 6, 2, 1]])
def test_rending_needs_a_critical_and_a_normal_hit(dice: list[int]) -> None:
    """Without a critical hit, or without a normal one, no player is asked."""
    assert shot("4 3+ 1/4; Rending", [*dice, 1, 1, 1]).over


@pytest.mark.rule("KT21-INT-56")
def test_a_critical_by_lethal_is_enough_for_rending() -> None:
    """Lethal 5+ makes a critical of a 5; the 4 may follow it."""
    play = shot("2 3+ 1/4; Rending, Lethal 5+", [5, 4, 1, 1, 1])
    assert play.what == "rending"
    assert kept(play.answer("rending")) == (2, 0)


@pytest.mark.rule("KT21-WR-RENDING-01")
@pytest.mark.parametrize("side", [0, 1])
def test_rending_works_in_a_fight(side: int) -> None:
    """For either fighter, whose own player decides."""
    texts = ["2 4+ 1/1", "2 4+ 1/1"]
    texts[side] += "; Rending"
    play = brawl(*texts, [6, 4, 6, 4])
    assert (play.what, play.player) == ("rending", side)
    play.answer("rending")
    assert (kept(play, side), kept(play, 1 - side)) == ((2, 0), (1, 1))


# --- Hot


@pytest.mark.rule("KT21-WR-HOT-01")
@pytest.mark.parametrize(("dice", "damage"), [([1, 1, 1], 9), ([1, 5, 5], 3), ([1, 2, 2], 3), ([2, 2, 5], 0), ([6, 6, 6], 0)])
def test_hot_costs_the_shooter_3_wounds_for_each_1(dice: list[int], damage: int) -> None:
    """Each 1 that is discarded costs 3; a 2 that fails costs nothing; no extra die is rolled for it."""
    play = shot("3 3+ 0/0; Hot", [*dice, 1, 1, 1])
    assert play.over or play.what == "block"
    assert play.damage(SHOOTER) == damage
    assert {e.rule for e in play.events("damage")} == ({"KT21-WR-HOT-01"} if damage else set())
    assert (rolled(play, 0), rolled(play, 1)) == ([3], [3])


@pytest.mark.rule("KT21-WR-HOT-01")
def test_hot_counts_what_is_discarded_after_re_rolls() -> None:
    """A 1 re-rolled into a 4 does not burn, a 4 re-rolled into a 1 does."""
    play = shot("1 3+ 0/0; Hot, Balanced", [1, 4, 1, 1, 1]).answer(again("balanced", 0))
    assert play.damage(SHOOTER) == 0
    play = shot("1 3+ 0/0; Hot, Balanced", [4, 1, 1, 1, 1]).answer(again("balanced", 0))
    assert play.damage(SHOOTER) == 3


@pytest.mark.rule("KT21-WR-HOT-01")
def test_hot_burns_in_every_attack_and_in_shooting_only() -> None:
    """Each attack of a Torrent burns for itself; a Hot blade does not burn at all."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 0/0; Torrent 2", Hot')])
    first = scene.add(1, (15, 11))
    second = scene.add(1, (15, 13))
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 1, 1, 1, 1]).answer(first, second)
    assert [e.values["amount"] for e in play.events("damage")] == [3, 3]
    assert brawl("2 3+ 1/1; Hot", None, [1, 1]).damage(0) == 0


# --- all of them


@pytest.mark.rule("KT21-INT-42", "KT21-INT-56")
def test_the_order_of_what_happens_in_the_step() -> None:
    """Re-rolls, then Hot, then Rending, then MW, Splash, Stun, and last P for the defence dice; Rending's critical counts for all."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("4 3+ 1/1; Balanced, Hot, Rending, MW1, Splash 2, Stun, P2")])
    target = scene.add(1, (15, 11), wounds=30, save=6)
    near = scene.add(1, (15, 13))
    play = scene.act(0, "shoot", dice=[1, 2, 6, 5, 1, 2, 1], cp=(1, 0)).answer(target)
    assert play.what == "re-roll"
    assert not play.events("damage")
    play.answer(again("balanced", 1))  # a 2 becomes a 1
    assert play.what == "re-roll"
    play.answer(again("command-reroll", 0))  # a 1 becomes a 2
    assert (play.what, play.damage(0), play.damage(target)) == ("rending", 3, 0)
    play.answer("rending")
    assert play.over
    after = [(e.kind, e.rule, e.values.get("model")) for e in play.game.events if e.kind in ("damage", "stunned", "rolled", "retained")]
    assert after == [
        ("rolled", "KT21-SHOOT-05", None),
        ("damage", "KT21-WR-HOT-01", 0),
        ("retained", "KT21-SHOOT-08", None),
        ("damage", "KT21-WR-MW-01", target),
        ("damage", "KT21-WR-SPLASH-01", target),
        ("damage", "KT21-WR-SPLASH-02", near),
        ("stunned", "KT21-WR-STUN-01", target),
        ("rolled", "KT21-SHOOT-10", None),
        ("damage", "KT21-SHOOT-20", target),
    ]
    assert [e.values["amount"] for e in play.events("damage")] == [3, 2, 4, 4, 2]
    assert rolled(play, 1) == [1]


@pytest.mark.rule("KT21-INT-42")
def test_dice_rolled_again_are_sorted_as_they_lie_in_the_end() -> None:
    """Lethal looks at the dice after all re-rolls: a 5 given up for a 2 is no critical."""
    play = shot("2 3+ 1/2; Lethal 5+, Balanced, MW3", [5, 4, 2, 1, 1, 1]).answer(again("balanced", 0))
    assert kept(play) == (0, 1)
    assert play.damage(TARGET) == 1
