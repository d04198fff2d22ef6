"""Weapon rules that do damage of their own: Devastating and Hot; and what injury in mid-action changes."""

from __future__ import annotations

import pytest

from tests.rules.kt24.scene import Scene, gun
from tests.rules.kt24.shots import SHOOTER, TARGET, block, brawl, kept, one_way, rolled, shot

# --- Devastating


@pytest.mark.rule("KT24-WR-DEVASTATING-01")
@pytest.mark.parametrize(("dice", "damage"), [([5, 5], 0), ([6, 5], 3), ([6, 6], 6)])
def test_devastating_hurts_for_each_critical_retained(dice: list[int], damage: int) -> None:
    """Devastating 3: three wounds for each critical success, at once, before any defence die is rolled."""
    play = shot("2 3+ 0/0; Devastating 3", [*dice, 1, 1, 1])
    assert play.damage(TARGET) == damage
    happened = [e.kind for e in play.game.events if e.kind in ("damage", "saves")]
    assert happened == (["damage", "saves"] if damage else ["saves"])


@pytest.mark.rule("KT24-WR-DEVASTATING-03")
def test_a_devastating_critical_stays_in_play() -> None:
    """It has done its x damage even if it is blocked later, and does Critical Dmg besides if it is not."""
    text, dice = "1 3+ 3/5; Devastating 2", [6, 6, 1, 1]
    assert shot(text, dice).answer(block(critical_on_critical=1)).damage(TARGET) == 2
    assert shot(text, dice).answer(block()).damage(TARGET) == 7


@pytest.mark.rule("KT24-WR-DEVASTATING-03", "KT24-WR-DEVASTATING-01")
def test_devastating_in_a_fight() -> None:
    """Both blades are Devastating: each operative suffers at retention, and the critical then strikes as usual."""
    play = brawl("1 3+ 3/5; Devastating 2", "1 3+ 3/4; Devastating 1", [6, 6])
    assert (play.damage(0), play.damage(1)) == (1, 2)
    play.answer("strike-critical")
    assert (play.damage(0), play.damage(1)) == (5, 7)


def crowd(text: str) -> Scene:
    """Return a scene: a shooter and a target with bystanders: a friend 0.9" off, one 1.1" off, one 0.9" off behind a wall."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(text)], order="engage")
    scene.add(0, (15, 13.1), order="engage")  # 1.1" from the target
    scene.add(1, (15, 11), order="engage", save=5, wounds=8)
    scene.add(1, (15, 9.1), order="conceal")  # 0.9"
    scene.add(1, (16.9, 11), order="engage")  # 0.9", beyond a wall
    scene.wall(15.9, 10.2, 16, 12.5, top=3)
    return scene


@pytest.mark.rule("KT24-WR-DEVASTATING-02", "KT24-DIFF-12")
@pytest.mark.parametrize("printing", ["2025", "2024"])
def test_devastating_with_a_distance(printing: str) -> None:
    """1" Devastating 2 also hits who is within 1" of the target and visible to it; a wall shields, a Conceal order not."""
    scene = crowd('1 3+ 0/0; 1" Devastating 2')
    scene.options["printing"] = printing
    play = scene.act(0, "shoot", dice=[6, 1, 1, 1]).answer(2)
    assert [play.damage(i) for i in range(5)] == [0, 0, 2, 2, 0]
    assert [e.rule for e in play.events("damage")] == ["KT24-WR-DEVASTATING-01", "KT24-WR-DEVASTATING-02"]


@pytest.mark.rule("KT24-DIFF-12")
@pytest.mark.parametrize("printing", ["2025", "2024"])
def test_what_the_shooter_sees_does_not_matter_to_devastating(printing: str) -> None:
    """An operative visible to the shooter but not to the struck one is spared; one that only the latter sees is hit."""
    scene = Scene(printing=printing)
    scene.add(0, (5, 11), weapons=[gun('1 3+ 0/0; 2" Devastating 2')], order="engage")
    struck = scene.add(1, (15, 11), order="engage")
    unseen = scene.add(1, (15, 13.5), order="engage")  # hidden from the shooter
    spared = scene.add(1, (15, 8.5), order="engage")  # hidden from the struck one
    scene.wall(13.5, 12.6, 14, 15, top=3)
    scene.wall(14, 9.7, 16, 9.8, top=3)
    play = scene.act(0, "shoot", dice=[6, 1, 1, 1])
    assert play.options() == [struck, spared]
    play.answer(struck)
    assert (play.damage(struck), play.damage(unseen), play.damage(spared)) == (2, 2, 0)


@pytest.mark.rule("KT24-DIFF-12", "KT24-WR-DEVASTATING-02")
@pytest.mark.parametrize("printing", ["2025", "2024"])
@pytest.mark.parametrize(("struck", "hurt"), [(1, (2, 2)), (2, (0, 2))])
def test_it_is_the_struck_operative_that_must_see(struck: int, hurt: tuple[int, int], printing: str) -> None:
    """With sight one way only, an operative seen by the struck one suffers too, and one that merely sees it does not."""
    play = one_way('1 3+ 0/0; 2" Devastating 2, Saturate', printing=printing).act(0, "shoot", dice=[6, 1, 1, 1]).answer(struck)
    assert (play.damage(1), play.damage(2)) == hurt


@pytest.mark.rule("KT24-INT-50", "KT24-WR-DEVASTATING-01")
def test_the_user_picks_one_of_several_devastating() -> None:
    """Devastating 3 and 1" Devastating 1 do not add up: the user picks one when the critical is retained."""
    for choice, hurt in (("Devastating 3", (3, 0)), ('1" Devastating 1', (1, 1))):
        play = crowd('1 3+ 0/0; Devastating 3, 1" Devastating 1').act(0, "shoot", dice=[6, 1, 1, 1]).answer(2)
        assert (play.what, play.player) == ("devastating", 0)
        assert play.options() == ["Devastating 3", '1" Devastating 1']
        play.answer(choice)
        assert (play.damage(2), play.damage(3)) == hurt


@pytest.mark.rule("KT24-WR-DEVASTATING-01", "KT24-WR-DEVASTATING-02", "KT24-WR-DEVASTATING-03", "KT24-INT-69")
def test_ex_09_devastating() -> None:
    """6, 6, 4, 1 with Devastating 2 at 8 wounds: 4 at once, then a critical gets through: 1 wound left."""
    text, dice = "4 4+ 3/3; Devastating 2", [6, 6, 4, 1, 6, 5, 2]
    play = shot(text, dice, save=5, wounds=8)
    assert kept(play) == (2, 1)
    assert (play.what, play.wounds(TARGET)) == ("block", 4)
    play.answer(block(normal_on_normal=1, critical_on_critical=1))
    assert (play.wounds(TARGET), play.damage(TARGET)) == (1, 7)

    play = shot(text, dice[:4], save=5, wounds=8, left=4)  # no defence dice are even there to roll
    assert play.over
    assert (play.wounds(TARGET), rolled(play, 1)) == (0, [])

@pytest.mark.rule("KT24-WR-DEVASTATING-02")
@pytest.mark.parametrize("side", [0, 1])
def test_ex_09_devastating_with_a_distance(side: int) -> None:
    """With 1" Devastating 2 an operative of either side 0.9" from the target loses 4 as well.

    A friend of the shooter so close shields the target from being chosen, so that it is shot through Blast here.
    """
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('4 4+ 3/3; Blast 2", 1" Devastating 2')], order="engage")
    if side == 0:
        beside = scene.add(0, (15, 12.9), order="engage")
    primary = scene.add(1, (15, 8.5), order="engage")
    target = scene.add(1, (15, 11), order="engage", save=5, wounds=8)
    if side == 1:
        beside = scene.add(1, (15, 12.9), order="engage")
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 1, 1, 1, 6, 6, 4, 1, 6, 5, 2]).answer(primary)
    assert (play.what, play.decision.subject) == ("block", target)
    assert (play.wounds(target), play.damage(beside), play.damage(primary)) == (4, 4, 0)


@pytest.mark.rule("KT24-WR-DEVASTATING-02")
def test_devastating_with_a_distance_hits_both_sides() -> None:
    """2" Devastating 2 with two criticals: a friend of the shooter 1.5" from the target loses 4 as well."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('2 4+ 0/0; 2" Devastating 2')], order="engage")
    friend = scene.add(0, (15, 13.5), order="engage")
    target = scene.add(1, (15, 11), order="engage")
    play = scene.act(0, "shoot", dice=[6, 6, 1, 1, 1]).answer(target)
    assert (play.damage(friend), play.damage(target)) == (4, 4)


# --- Hot


@pytest.mark.rule("KT24-WR-HOT-01", "KT24-WR-HOT-02", "KT24-INT-40")
@pytest.mark.parametrize(
    ("left", "result", "damage"),
    [(10, 2, 4), (10, 3, 0), (10, 1, 2), (4, 3, 6), (4, 4, 0)],
    ids=["Hit 3+, 2", "Hit 3+, 3", "Hit 3+, 1", "injured, 3", "injured, 4"],
)
def test_ex_14_hot(left: int, result: int, damage: int) -> None:
    """One die after the shot: below the Hit stat, as it was all through the action, it costs twice its result."""
    play = shot("1 3+ 3/4; Hot", [1, 1, 1, 1, result], shooter={"wounds": 10, "left": left})
    assert [e.values["result"] for e in play.events("hot")] == [result]
    assert play.damage(SHOOTER) == damage
    assert play.damage(TARGET) == 0


@pytest.mark.rule("KT24-WR-HOT-01")
def test_hot_is_rolled_after_the_weapon_has_been_used() -> None:
    """The Hot die is the last one, after attack and defence dice; without Hot there is none."""
    play = shot("1 3+ 3/4; Hot", [5, 1, 1, 1, 6])
    assert [e.kind for e in play.game.events if e.kind in ("damage", "hot")] == ["damage", "hot"]
    assert not shot("1 3+ 3/4", [5, 1, 1, 1]).events("hot")


@pytest.mark.rule("KT24-WR-HOT-01", "KT24-WR-HOT-02", "KT24-INT-56")
def test_hot_blades_on_both_sides() -> None:
    """Both fighters used a Hot blade: one die each, attacker first, each held against its own Hit."""
    play = brawl("1 3+ 3/4; Hot", "1 5+ 3/4; Hot", [1, 1, 3, 4])
    assert [(e.values["model"], e.values["result"]) for e in play.events("hot")] == [(0, 3), (1, 4)]
    assert (play.damage(0), play.damage(1)) == (0, 8)


@pytest.mark.rule("KT24-WR-HOT-02")
def test_hot_can_incapacitate_the_user() -> None:
    """A shooter with 4 wounds left rolls a 2 at Hit 3+ and is removed."""
    play = shot("1 3+ 3/4; Hot", [1, 1, 1, 1, 2], shooter={"wounds": 6, "left": 4})
    assert play.state.models[SHOOTER].down
    assert play.state.places[SHOOTER] is None


# --- injury during an action


def self_harming(text: str, *, left: int, **options: object) -> Scene:
    """Return a scene: a shooter which stands within its own Blast, beside its target, with 10 wounds at the start."""
    scene = Scene(**options)
    scene.add(0, (12.5, 11), weapons=[gun(text)], order="engage", wounds=10, left=left, save=6)
    scene.add(1, (15, 11), order="engage", save=6, wounds=20)
    scene.add(1, (15, 13), order="engage", save=6, wounds=20)
    return scene


@pytest.mark.rule("KT24-INT-39", "KT24-INT-40")
def test_injury_during_an_action_counts_after_it() -> None:
    """By the book: its own Blast injures the shooter in mid-action, and the next sequence and Hot still use Hit 3+."""
    play = self_harming('1 3+ 3/4; Blast 2", Hot', left=6, limits="book").act(0, "shoot", dice=[1, 1, 1, 1, 5, 1, 1, 1, 3, 1, 1, 1, 3])
    play.answer(1)
    assert (play.what, play.options()) == ("next-target", [0, 2])
    play.answer(0)
    assert play.over
    assert play.wounds(0) == 3  # injured by the second sequence, so Hit 4+ from the next action on
    assert play.damage(2) == 3  # a 3 still hit in the third
    assert [e.values["result"] for e in play.events("hot")] == [3]  # and did not burn
    assert play.game.view()["models"][0]["weapons"][0]["hit"] == 4


@pytest.mark.rule("KT24-INT-39", "KT24-DIFF-16")
@pytest.mark.parametrize("limits", ["sheet", "book"])
def test_injury_at_retention_does_not_worsen_dice_already_rolled(limits: str) -> None:
    """The attacker's Devastating blade injures the other, whose dice were rolled at 3+ and stay what they were."""
    play = brawl("1 3+ 1/1; Devastating 6", "2 3+ 2/3", [6, 3, 3], wounds=(30, 10), limits=limits)
    assert play.wounds(1) == 4
    assert kept(play, 1) == (0, 2)


@pytest.mark.rule("KT24-INT-40")
def test_by_the_book_hot_uses_the_hit_of_the_start_of_a_fight() -> None:
    """Injured by the retaliation, the attacker's Hot die of 3 is still held against Hit 3+."""
    play = brawl("1 3+ 1/1; Hot", "1 3+ 6/6", [1, 5, 3], wounds=(10, 30), limits="book")
    assert (play.wounds(0), play.damage(0)) == (4, 6)
