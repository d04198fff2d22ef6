"""The Shoot action, step by step."""

from __future__ import annotations

import pytest

from tests.rules.kt24.scene import Ability, Play, Scene, blade, gun
from tests.rules.kt24.shots import COVER, SHOOTER, TARGET, block, kept, rolled, shot


def face_off(*, order: str = "engage", apl: int = 2, gap: float = 9) -> Scene:
    """Return a scene: two operatives in the open, the first with a gun; the second has an Engage order."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4"), blade()], order=order, apl=apl)
    scene.add(1, (6 + gap, 11), order="engage")
    return scene


# --- the action


@pytest.mark.rule("KT24-SHOOT-01")
def test_shoot_costs_one_action_point() -> None:
    """With APL 2 an operative that has shot has one action left and cannot spend two more AP; with APL 1 it is done."""
    play = face_off(apl=2).activate(0, dice=[1, 1, 1, 1, 1]).answer("engage", "shoot", 1)
    assert (play.what, play.state.acting[-1].spent) == ("action", 1)
    assert [e.values["cost"] for e in play.events("action")] == [1]
    assert "reposition" in play.options()
    play = face_off(apl=1).activate(0, dice=[1, 1, 1, 1, 1]).answer("engage", "shoot", 1)
    assert play.over
    assert not play.state.models[0].ready


@pytest.mark.rule("KT24-SHOOT-01")
def test_shoot_goes_through_the_sequence_in_order() -> None:
    """Attack dice fall first, then the cover save is offered, then defence dice fall, then blocks are allocated."""
    play = shot("2 3+ 3/4", [5, 5, 4, 1], behind=COVER)
    assert play.what == "cover-save"
    assert rolled(play, 0) == [2]
    assert rolled(play, 1) == []
    play.answer("cover-save")
    assert play.what == "block"
    assert rolled(play, 1) == [2]
    play.answer(block(2))
    assert play.over


@pytest.mark.rule("KT24-SHOOT-02")
def test_no_shooting_with_a_conceal_order() -> None:
    """An operative may shoot after choosing Engage and may not after choosing Conceal."""
    play = face_off().activate(0).answer("conceal")
    assert play.why("shoot") == "KT24-SHOOT-02"
    assert "shoot" not in play.options()
    assert "shoot" in face_off().activate(0).answer("engage").options()


@pytest.mark.rule("KT24-SHOOT-03")
def test_no_shooting_with_an_enemy_in_control_range() -> None:
    """With an enemy 1" away no enemy further off can be shot at either; with the enemy 1.1" away it is allowed."""
    for gap, why in ((1.0, "KT24-SHOOT-03"), (1.1, "")):
        scene = face_off(gap=gap)
        scene.add(1, (5, 18), order="engage")
        play = scene.activate(0).answer("engage")
        assert play.why("shoot") == why
        assert ("shoot" in play.options()) == (why == "")


@pytest.mark.rule("KT24-SHOOT-04", "KT24-SHOOT-10", "KT24-SHOOT-13")
@pytest.mark.parametrize("attacker", [0, 1])
def test_who_is_attacker_and_who_defender(attacker: int) -> None:
    """The active player chooses weapon and target and rolls attack dice; the target's player saves and blocks."""
    defender = 1 - attacker
    scene = Scene()
    two_guns = [gun(), gun("2 3+ 3/4", "pistol")]
    scene.add(0, (5, 11), weapons=two_guns, order="engage")
    scene.add(1, (15, 11), weapons=two_guns, order="engage")
    scene.wall(6, 10, 6.5, 12, top=1)
    scene.wall(13.5, 10, 14, 12, top=1)
    asked: list[tuple[str, int]] = []
    play = scene.act(attacker, "shoot", dice=[5, 5, 4, 4])
    for answer in (1, defender, "cover-save", block(1)):
        asked.append((play.what, play.player))
        play.answer(answer)
    assert asked == [("weapon", attacker), ("target", attacker), ("cover-save", defender), ("block", defender)]
    assert [e.values["player"] for e in play.events("rolled")] == [attacker, defender]
    assert play.damage(defender) == 3
    assert play.damage(attacker) == 0


# --- steps 1 and 2


@pytest.mark.rule("KT24-SHOOT-05")
def test_one_ranged_weapon_is_chosen() -> None:
    """Of two guns and a blade the attacker may choose either gun; the one chosen rolls its own dice."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade(), gun("2 3+ 3/4", "pistol"), gun("5 3+ 3/4", "rifle")], order="engage")
    scene.add(1, (15, 11), order="engage")
    play = scene.act(0, "shoot", dice=[1] * 8)
    assert (play.what, play.player, play.options()) == ("weapon", 0, [1, 2])
    assert play.why(0) == "KT24-STAT-08"
    play.answer(2, 1)
    assert rolled(play, 0) == [5]


@pytest.mark.rule("KT24-SHOOT-06")
def test_the_target_is_an_enemy_that_is_a_valid_target() -> None:
    """Offered: the Engage enemy in cover and the Conceal enemy in the open. Not: friend, hidden, Conceal in cover."""
    scene = Scene()
    scene.add(0, (5, 11), order="engage")
    friend = scene.add(0, (5, 15), order="engage")
    covered = scene.add(1, (15, 11), order="engage")
    opened = scene.add(1, (15, 6), order="conceal")
    hiding = scene.add(1, (15, 16), order="conceal")
    unseen = scene.add(1, (25, 11), order="engage")
    scene.wall(13.5, 10, 14, 12, top=1)
    scene.wall(13.4, 13, 13.9, 18, top=1)
    scene.wall(20, 5, 21, 17, top=4)
    play = scene.act(0, "shoot")
    assert (play.what, play.player, play.options()) == ("target", 0, [covered, opened])
    assert play.why(friend) == "KT24-SHOOT-06"
    assert play.why(hiding) == "KT24-TARGET-03"
    assert play.why(unseen) == "KT24-VIS-01"


@pytest.mark.rule("KT24-SHOOT-07")
def test_an_enemy_in_melee_with_a_friend_is_no_target() -> None:
    """A friend 1" from the enemy rules it out, one 1.1" away does not; a comrade of the enemy there changes nothing."""
    for gap, why in ((1.0, "KT24-SHOOT-07"), (1.1, "")):
        scene = Scene()
        scene.add(0, (5, 11), order="engage")
        scene.add(0, (15, 12 + gap), order="engage")
        enemy = scene.add(1, (15, 11), order="engage")
        mate = scene.add(1, (15, 9.5), order="engage")
        play = scene.act(0, "shoot")
        assert play.why(enemy) == why
        assert (enemy in play.options()) == (why == "")
        assert mate in play.options()


@pytest.mark.rule("KT24-INT-76")
def test_shoot_needs_a_usable_weapon_with_a_legal_target() -> None:
    """Out of range of the only gun, Shoot cannot be chosen; with a longer gun it can, and only that gun is offered."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('4 3+ 3/4; Range 6"')], order="engage")
    scene.add(1, (15, 11), order="engage")
    play = scene.activate(0).answer("engage")
    assert play.why("shoot") == "KT24-INT-76"
    assert "shoot" not in play.options()
    arms = [gun('4 3+ 3/4; Range 6"', "short"), gun("4 3+ 3/4", "long"), gun("5 3+ 3/4", "longer")]
    scene = Scene()
    scene.add(0, (5, 11), weapons=arms, order="engage")
    scene.add(1, (15, 11), order="engage")
    play = scene.activate(0).answer("engage", "shoot")
    assert (play.what, play.options()) == ("weapon", [1, 2])
    assert play.why(0) == "KT24-INT-76"
    assert play.answer(1).what == "target"


@pytest.mark.rule("KT24-INT-76")
def test_shoot_cannot_be_chosen_without_an_enemy_in_sight() -> None:
    """An operative with a gun but a tall wall before every enemy, or with no gun at all, cannot choose Shoot."""
    scene = face_off()
    scene.wall(9, 5, 10, 17, top=4)
    assert scene.activate(0).answer("engage").why("shoot") == "KT24-INT-76"
    unarmed = Scene()
    unarmed.add(0, (5, 11), weapons=[blade()], order="engage")
    unarmed.add(1, (15, 11), order="engage")
    assert unarmed.activate(0).answer("engage").why("shoot") == "KT24-INT-76"


# --- step 3


@pytest.mark.rule("KT24-SHOOT-08")
@pytest.mark.parametrize("attacks", [1, 4, 6])
def test_as_many_attack_dice_as_atk(attacks: int) -> None:
    """The attacker rolls exactly Atk dice, all of which can hit."""
    play = shot(f"{attacks} 3+ 1/2", [3] * attacks + [1, 1, 1])
    assert rolled(play, 0) == [attacks]
    assert play.damage(TARGET) == attacks


@pytest.mark.rule("KT24-SHOOT-09")
@pytest.mark.parametrize(("hit", "normals"), [(2, 4), (3, 3), (4, 2), (5, 1), (6, 0)])
def test_results_from_hit_upwards_are_retained(hit: int, normals: int) -> None:
    """Of 5, 4, 3, 2 those equal to Hit or above are successes, those below are discarded."""
    play = shot(f"4 {hit}+ 3/4", [5, 4, 3, 2, 1, 1, 1])
    assert kept(play) == (0, normals)
    assert play.damage(TARGET) == 3 * normals


# --- step 4


@pytest.mark.rule("KT24-SHOOT-10")
def test_the_defender_rolls_three_dice() -> None:
    """Three defence dice, however many attack dice hit and however many wounds the target has left."""
    for text, attack in (("1 3+ 3/4", [1]), ("6 3+ 3/4", [5] * 6)):
        play = shot(text, [*attack, 1, 1, 1], left=2)
        assert rolled(play, 1) == [3]


@pytest.mark.rule("KT24-SHOOT-11")
@pytest.mark.parametrize(("save", "normals"), [(2, 3), (3, 2), (4, 1), (5, 0)])
def test_results_from_save_upwards_are_retained(save: int, normals: int) -> None:
    """Of defence dice 4, 3, 2 those equal to the target's Save or above are successes."""
    play = shot("3 3+ 3/4", [5, 5, 5, 4, 3, 2], save=save)
    assert play.events("saves")[0].values == {"player": 1, "criticals": 0, "normals": normals, "unrolled": 0}


@pytest.mark.rule("KT24-SHOOT-12", "KT24-INT-52")
def test_the_cover_save_is_one_of_the_three_dice() -> None:
    """In cover the defender chooses before rolling: one die kept as a normal success and two rolled, or three rolled."""
    play = shot("3 3+ 3/4", [5, 5, 5, 1, 1], behind=COVER)
    assert (play.what, play.player, play.options()) == ("cover-save", 1, ["cover-save", "pass"])
    assert rolled(play, 1) == []
    play.answer("cover-save")
    assert rolled(play, 1) == [2]
    assert play.events("saves")[0].values == {"player": 1, "criticals": 0, "normals": 1, "unrolled": 1}
    play = shot("3 3+ 3/4", [5, 5, 5, 1, 1, 1], behind=COVER).answer("pass")
    assert rolled(play, 1) == [3]
    assert play.damage(TARGET) == 9


@pytest.mark.rule("KT24-SHOOT-12")
def test_no_cover_save_in_the_open() -> None:
    """No player is asked about a cover save when the target is not in cover; the same shot into cover asks."""
    assert shot("3 3+ 3/4", [5, 5, 5, 1, 1, 1]).over
    assert shot("3 3+ 3/4", [5, 5, 5], behind=COVER).what == "cover-save"


# --- steps 5 and 6


def saved(attack: list[int], defence: list[int]) -> Play:
    """Return a shot with Hit 3+ and Dmg 3/5 at Save 3+, at the moment blocks are chosen."""
    return shot(f"{len(attack)} 3+ 3/5", [*attack, *defence], save=3)


def test_whoever_saves_is_told_what_threatens_and_what_each_way_leaves() -> None:
    """A critical and three normal hits, 14 damage, against a critical and two normal saves."""
    play = saved([6, 5, 5, 5], [6, 4, 4])
    assert play.decision.prompt.partition(": ")[2] == "up to 14 damage, 30 of 30 wounds left. Which do you block of 1 critical, 3 normals?"
    labels = {str(play.game.label(way)) for way in play.options()}
    assert {
        "block 1 critical, 2 normals: 3 damage (wounds left: 27)",
        "block 3 normals: 5 damage (wounds left: 25)",
        "block 1 critical with two dice, 1 normal: 6 damage (wounds left: 24)",
        "block 1 normal with a critical: 11 damage (wounds left: 19)",
        "block nothing: 14 damage (wounds left: 16)",
    } <= labels
    assert len(labels) == len(play.options())
    best, worse = (play.game.ruleset.preview.forecast(play.game, way) for way in (play.options()[0], block()))
    assert (best.text, worse.text) == ("Op 1 loses 3 wounds, and no choice does better.", "Op 1 loses 14 wounds; with the best choice 3.")
    play.answer(block(critical_on_critical=1, normal_on_normal=2))
    assert [play.game.tell(e).partition(": ")[2] for e in play.events("unblocked")] == ["1 normal."]


@pytest.mark.rule("KT24-SHOOT-14", "KT24-SHOOT-18")
def test_a_normal_save_blocks_a_normal_hit() -> None:
    """Two normal hits against one normal save: one of them may be blocked, not two, and the other does Normal Dmg."""
    play = saved([5, 5], [4, 1, 1])
    assert play.options() == [block(1), block()]
    assert play.why(block(2)) == "KT24-SHOOT-14"
    assert play.answer(block(1)).damage(TARGET) == 3


@pytest.mark.rule("KT24-SHOOT-15")
def test_two_normal_saves_block_a_critical_hit() -> None:
    """One normal save does nothing against a critical; two of them together block it."""
    assert saved([6], [4, 1, 1]).over
    play = saved([6], [4, 4, 1])
    assert play.options() == [block(pairs_on_critical=1), block()]
    assert play.answer(block(pairs_on_critical=1)).damage(TARGET) == 0
    play = saved([6, 6], [4, 4, 4])
    assert play.why(block(pairs_on_critical=2)) == "KT24-SHOOT-15"
    play = saved([6, 5], [4, 4, 1])  # the pair is used up by the critical: nothing is left for the normal hit
    assert block(normal_on_normal=1, pairs_on_critical=1) not in play.options()
    assert play.why(block(normal_on_normal=1, pairs_on_critical=1)) == "KT24-SHOOT-15"


@pytest.mark.rule("KT24-SHOOT-16")
def test_a_critical_save_blocks_a_hit_of_either_kind() -> None:
    """One critical save against a critical and a normal hit: it stops one of them, whichever the defender likes."""
    play = saved([6, 5], [6, 1, 1])
    assert set(play.options()) == {block(critical_on_critical=1), block(critical_on_normal=1), block()}
    assert play.why(block(critical_on_critical=1, critical_on_normal=1)) == "KT24-SHOOT-16"
    assert play.answer(block(critical_on_critical=1)).damage(TARGET) == 3
    assert saved([6, 5], [6, 1, 1]).answer(block(critical_on_normal=1)).damage(TARGET) == 5


@pytest.mark.rule("KT24-SHOOT-13", "KT24-INT-53")
def test_the_defender_allocates_freely() -> None:
    """A critical may go on a normal hit though a critical one is there, and dice may be left unused."""
    play = saved([6, 5], [6, 4, 1])
    assert (play.what, play.player) == ("block", 1)
    assert block(critical_on_normal=1) in play.options()
    assert block() in play.options()
    assert play.why(block(normal_on_normal=1, critical_on_normal=1)) == "KT24-SHOOT-13"
    assert play.answer(block()).damage(TARGET) == 8


@pytest.mark.rule("KT24-INT-53", "KT24-SHOOT-15")
def test_a_pair_is_two_normal_saves() -> None:
    """A critical and a normal save do not pair up: against two criticals only the critical save blocks one."""
    play = saved([6, 6], [6, 4, 1])
    assert play.options() == [block(critical_on_critical=1), block()]
    assert play.why(block(pairs_on_critical=1)) == "KT24-SHOOT-15"


@pytest.mark.rule("KT24-SHOOT-17", "KT24-SHOOT-18", "KT24-SHOOT-19")
def test_every_unblocked_hit_does_its_damage() -> None:
    """Two criticals and one normal hit with no save at all: 5 + 5 + 3 wounds, and nothing to the shooter."""
    play = saved([6, 6, 4], [1, 2, 1])
    assert play.events("unblocked")[0].values == {"model": TARGET, "criticals": 2, "normals": 1}
    assert (play.wounds(TARGET), play.wounds(SHOOTER)) == (30 - 13, 30)


@pytest.mark.rule("KT24-SHOOT-19")
def test_an_unblocked_critical_does_critical_damage() -> None:
    """A lone critical hit does the second Dmg value, a lone normal hit the first."""
    assert saved([6], [1, 1, 1]).damage(TARGET) == 5
    assert saved([5], [1, 1, 1]).damage(TARGET) == 3


@pytest.mark.rule("KT24-SHOOT-18", "KT24-SHOOT-19")
def test_what_softens_damage_is_counted_before_blocks_are_chosen() -> None:
    """4/5 at a target that takes 1 off: one normal hit let through is 3 damage, and leaves it standing with 4 wounds."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 4/5")], order="engage")
    tough = Ability(id="tough", name="Tough", text="…", effect="soften", values={"by": 1, "least": 3})
    scene.add(1, (15, 11), save=4, left=4, order="engage", abilities=[tough])
    play = scene.act(SHOOTER, "shoot", dice=[4, 4, 1, 1]).answer(TARGET)
    assert play.decision.context.incoming.damage == (3, 4)
    assert str(play.game.label(block())) == "block nothing: 3 damage (wounds left: 1)"
    assert play.answer(block()).wounds(TARGET) == 1


@pytest.mark.rule("KT24-SHOOT-14", "KT24-SHOOT-16")
def test_a_refusal_is_grammatical_whatever_the_number() -> None:
    """Against one hit of each kind, one success of each kind."""
    play = saved([6, 5], [6, 5, 1])
    assert play.refusal(block(normal_on_normal=2)).reason == "That takes more normal successes than there are (1)."
    assert play.refusal(block(critical_on_critical=1, critical_on_normal=1)).reason == "That takes more critical successes than there are (1)."


# --- examples


@pytest.mark.rule(
    "KT24-SHOOT-08", "KT24-SHOOT-09", "KT24-SHOOT-10", "KT24-SHOOT-11", "KT24-SHOOT-12", "KT24-SHOOT-13", "KT24-SHOOT-14", "KT24-SHOOT-15",
    "KT24-SHOOT-17", "KT24-SHOOT-18", "KT24-SHOOT-19", "KT24-DICE-01", "KT24-DICE-02", "KT24-DICE-03", "KT24-DMG-02", "KT24-DMG-04",
)  # fmt: skip
@pytest.mark.parametrize(
    ("critical_damage", "blocks", "damage"),
    [(4, block(2), 4), (4, block(0, 1), 6), (4, block(1), 7), (7, block(2), 7), (7, block(0, 1), 6), (7, block(1), 10)],
)
def test_ex_01_shooting_into_cover(critical_damage: int, blocks: object, damage: int) -> None:
    """6, 5, 3, 2 against a cover save and 4, 1: what each way of blocking lets through, for Dmg 3/4 and 3/7."""
    play = shot(f"4 3+ 3/{critical_damage}", [6, 5, 3, 2, 4, 1], behind=COVER, wounds=8)
    assert kept(play) == (1, 2)
    play.answer("cover-save")
    assert play.events("saves")[0].values == {"player": 1, "criticals": 0, "normals": 2, "unrolled": 1}
    play.answer(blocks)
    assert play.wounds(TARGET) == max(0, 8 - damage)
    if damage == 4:
        assert not play.events("injured")


@pytest.mark.rule("KT24-SHOOT-10", "KT24-SHOOT-12", "KT24-WR-PIERCING-01", "KT24-WR-PIERCING-02", "KT24-WR-SATURATE-01", "KT24-INT-51")
@pytest.mark.parametrize(
    ("rules", "attack", "aside", "thrown"),
    [
        ("", 5, 1, 2),
        ("; Piercing 1", 5, 1, 1),
        ("; Piercing 2", 5, 1, 0),
        ("; Piercing 3", 5, 0, 0),
        ("; Piercing 1, Saturate", 5, 0, 2),
        ("; Piercing Crits 1", 5, 1, 2),
        ("; Piercing Crits 1", 6, 1, 1),
    ],
)
def test_ex_05_number_of_defence_dice(rules: str, attack: int, aside: int, thrown: int) -> None:
    """A target in cover: how many dice are set aside and how many rolled under Piercing and Saturate."""
    play = shot(f"1 3+ 3/4{rules}", [attack, *[1] * thrown], behind=COVER)
    assert (play.what == "cover-save") == bool(aside)
    if aside:
        play.answer("cover-save")
    assert rolled(play, 1) == ([thrown] if thrown else [])
    assert play.events("saves")[0].values["normals"] == aside
