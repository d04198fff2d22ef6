"""Weapon rules that change defence dice: AP, P, No Cover, Barrage; and what Indirect leaves of cover. (INT-35, INT-36, INT-61)"""

from __future__ import annotations

import pytest

from counteract import odds
from counteract.core.decision import Pick
from tests.rules.kt21.scene import Ability, Scene, gun
from tests.rules.kt21.shots import COVER, ROOF, TARGET, kept, range_of_fire, rolled, saved, shot, then_activated

MISS = [1] * 8


@pytest.mark.rule("KT21-WR-AP-01", "KT21-INT-35")
@pytest.mark.parametrize(("ap", "dice"), [(1, [3]), (2, [2]), (4, []), (9, [])])
def test_ap_takes_defence_dice_away(ap: int, dice: list[int]) -> None:
    """Df 4 less x, and none at worst."""
    play = shot(f"1 3+ 3/4; AP{ap}", [5, *MISS], defence=4)
    assert rolled(play, 1) == dice


@pytest.mark.rule("KT21-WR-AP-01")
def test_ap_is_for_one_attack() -> None:
    """A target has all its dice again against a gun without AP."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 1/1; AP2")])
    scene.add(0, (5, 14), weapons=[gun("1 3+ 1/1")], apl=1)
    target = scene.add(1, (15, 11), defence=3)
    play = then_activated(scene, 0, "shoot", 1, dice=[5, 1, 5, 1, 1, 1]).answer(target, "engage", "shoot", target)
    assert rolled(play, 1) == [1, 3]


@pytest.mark.rule("KT21-WR-P-01")
@pytest.mark.parametrize(("dice", "defence"), [([6, 6], [1]), ([6, 5], [1]), ([5, 5], [3])])
def test_p_is_ap_if_a_critical_is_retained(dice: list[int], defence: list[int]) -> None:
    """P2 at Df 3: one die with a critical hit or several, three without."""
    assert rolled(shot("2 3+ 0/0; P2", [*dice, *MISS]), 1) == defence


@pytest.mark.rule("KT21-WR-P-01", "KT21-INT-56")
def test_a_critical_saved_later_has_pierced_all_the_same_and_a_rended_one_too() -> None:
    """P counts what is retained in the roll, a critical made by Rending among others it does not need."""
    play = shot("2 3+ 1/1; P1, Rending", [6, 5, 6, 6]).answer("rending")
    assert (kept(play), rolled(play, 1)) == ((2, 0), [2])


@pytest.mark.rule("KT21-INT-36")
@pytest.mark.parametrize(
    ("rules", "die", "dice"), [("AP1, P2", 6, [2]), ("AP1, P2", 5, [3]), ("AP2, P1", 6, [2]), ("AP1, AP2", 5, [2]), ("P1, P3", 6, [1])]
)
def test_several_ap_do_not_add_up(rules: str, die: int, dice: list[int]) -> None:
    """At Df 4 the highest AP in force counts, P only with a critical hit."""
    assert rolled(shot(f"1 3+ 0/0; {rules}", [die, *MISS], defence=4), 1) == dice


@pytest.mark.rule("KT21-WR-NOCOVER-01")
def test_no_cover_rolls_every_die() -> None:
    """A target in cover is not asked about a die to keep: all three are rolled."""
    play = shot("1 3+ 3/4; No Cover", [5, 1, 1, 1], behind=COVER)
    assert play.over
    assert (rolled(play, 1), saved(play)) == ([3], (0, 0))


@pytest.mark.rule("KT21-WR-NOCOVER-01")
def test_no_cover_makes_nobody_a_valid_target() -> None:
    """A Conceal target in cover stays out of line of sight: No Cover is about the die alone."""
    scene = range_of_fire("1 3+ 3/4; No Cover", behind=[COVER], target={"order": "conceal"})
    assert scene.activate(0).answer("engage").why("shoot") == "KT21-INT-40"


@pytest.mark.rule("KT21-WR-BARRAGE-01")
def test_against_barrage_ordinary_cover_keeps_no_die() -> None:
    """Behind a barricade and under the open sky all dice are rolled."""
    play = shot("1 3+ 3/4; Barrage", [5, 1, 1, 1], behind=[COVER])
    assert play.over
    assert rolled(play, 1) == [3]


@pytest.mark.rule("KT21-WR-BARRAGE-02")
@pytest.mark.parametrize("behind", [[ROOF], [ROOF, COVER]])
def test_against_barrage_a_roof_over_part_of_the_base_keeps_a_die(behind: list[str]) -> None:
    """A roof over the far side of the base: the defender may keep one die, in cover or not, and is told why."""
    play = shot("1 3+ 3/4; Barrage", [5, 1, 1], behind=behind)
    assert (play.what, play.player, play.decision.rule) == ("cover-save", 1, "KT21-WR-BARRAGE-02")
    play.answer("cover-save")
    assert (rolled(play, 1), saved(play)) == ([2], (0, 1))
    assert [e.rule for e in play.events("cover-save")] == ["KT21-WR-BARRAGE-02"]


@pytest.mark.rule("KT21-WR-BARRAGE-02")
def test_a_roof_beside_the_base_hides_nothing_and_is_no_cover_to_others() -> None:
    """A roof that ends just short of the base keeps no die; nor does a roof overhead against a gun without Barrage."""
    scene = range_of_fire("1 3+ 3/4; Barrage")
    scene.roof(15.6, 10, 17, 12)
    assert scene.act(0, "shoot", dice=[5, 1, 1, 1]).answer(TARGET).over
    assert shot("1 3+ 3/4", [5, 1, 1, 1], behind=[ROOF]).over


@pytest.mark.rule("KT21-WR-BARRAGE-02")
def test_the_die_under_a_roof_may_be_declined() -> None:
    """As in cover: the defender may roll all dice."""
    play = shot("1 3+ 3/4; Barrage", [5, 1, 1, 1], behind=[ROOF]).answer("pass")
    assert rolled(play, 1) == [3]


@pytest.mark.rule("KT21-SHOOT-14", "KT21-WR-NOCOVER-01", "KT21-WR-BARRAGE-01", "KT21-WR-BARRAGE-02", "KT21-INT-61")
@pytest.mark.parametrize(
    ("rules", "behind", "says"),
    [
        ("", [COVER], ", in cover"),
        ("", [ROOF], ""),
        ("No Cover", [COVER], ""),
        ("Barrage", [COVER], ""),
        ("Barrage", [ROOF, COVER], ", below terrain"),
        ("Barrage, No Cover", [ROOF, COVER], ""),
    ],
)
def test_a_target_is_called_sheltered_if_it_may_keep_a_die(rules: str, behind: list[str], says: str) -> None:
    """The list of targets says so, and no more than the attack will."""
    play = range_of_fire(f"1 3+ 3/4; {rules}", behind=behind).act(0, "shoot", dice=[5, *MISS])
    label = str(play.game.label(Pick(TARGET)))
    hurt = odds.shoot(ruleset="kt21", weapon="1 3+ 3/4", target={"save": 4, "wounds": 30}, cover=bool(says)).expected
    assert label == f'Op 1 (30/30, Engage): 9.0" away{says}, about {hurt:.1f} damage, 0% incapacitated'
    assert (play.answer(TARGET).what == "cover-save") is bool(says)


@pytest.mark.rule("KT21-SHOOT-14", "KT21-WR-NOCOVER-01")
def test_a_rule_that_an_ability_gives_counts_for_that_too() -> None:
    sharp = Ability(id="sharp", name="Sharp", text="…", effect="weapon-rule", values={"rules": ["No Cover"]})
    play = range_of_fire("1 3+ 3/4", behind=[COVER], shooter={"abilities": [sharp]}).act(0, "shoot")
    assert "cover" not in str(play.game.label(Pick(TARGET)))


@pytest.mark.rule("KT21-INT-61")
@pytest.mark.parametrize("behind", [[ROOF], [COVER], [ROOF, COVER]])
def test_no_cover_beats_barrage(behind: list[str]) -> None:
    """A weapon with both: no die is kept, roof or not."""
    play = shot("1 3+ 3/4; Barrage, No Cover", [5, 1, 1, 1], behind=behind)
    assert play.over
    assert rolled(play, 1) == [3]


# --- worked examples


@pytest.mark.rule("KT21-WR-P-01", "KT21-WR-LETHAL-01")
@pytest.mark.parametrize(
    ("rules", "dice", "hits", "defence"),
    [("P1", [6, 5, 3, 1], (1, 1), 2), ("P1", [5, 4, 3, 1], (0, 2), 3), ("P1, Lethal 5+", [5, 4, 3, 1], (1, 1), 2)],
)
def test_example_08_px(rules: str, dice: list[int], hits: tuple[int, int], defence: int) -> None:
    """P1 at Df 3: two dice with a critical, three without; Lethal 5+ makes one of the 5."""
    play = shot(f"4 4+ 3/4; {rules}", [*dice, *MISS], defence=3)
    assert (kept(play), rolled(play, 1)) == (hits, [defence])


@pytest.mark.rule("KT21-WR-INDIRECT-01", "KT21-WR-NOCOVER-01", "KT21-WR-BARRAGE-01", "KT21-WR-BARRAGE-02")
@pytest.mark.parametrize(
    ("rules", "behind", "dice"),
    [
        ("Indirect", [COVER], [2]),
        ("Indirect, No Cover", [COVER], [3]),
        ("Indirect, Barrage", [COVER], [3]),
        ("Indirect, Barrage", [COVER, ROOF], [2]),
    ],
)  # fmt: skip
def test_example_27_indirect_no_cover_barrage(rules: str, behind: list[str], dice: list[int]) -> None:
    """A Conceal target in cover, Df 3: no target for a plain gun; for Indirect it is, with the cover die or without."""
    target = {"order": "conceal", "defence": 3}
    plain = range_of_fire("1 3+ 3/4", behind=behind, target=target)
    plain.add(1, (5, 20))
    play = plain.act(0, "shoot")
    assert play.why(TARGET) == "KT21-LOS-03"
    assert TARGET not in play.options()
    play = shot(f"1 3+ 3/4; {rules}", [5, *[1] * 3], behind=behind, **target)
    if dice == [2]:
        assert play.what == "cover-save"
        play.answer("cover-save")
    assert rolled(play, 1) == dice
