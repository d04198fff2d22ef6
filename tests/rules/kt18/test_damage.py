"""Losing wounds: point by point, down to 0, and what is lost with the last of them. (DMG)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Allocate
from tests.rules.kt18.scene import Play, Scene, blade, gun
from tests.rules.kt18.shots import SHOOTER, TARGET, duel, fate, harm, hit_rolls, injuries, kinds, rolls, shot

LEFT = ("wound-lost", "injury-roll", "flesh-wound", "out-of-action")


# --- point by point


@pytest.mark.rule("KT18-DMG-01")
@pytest.mark.parametrize(("damage", "left"), [("1", 4), ("2", 3), ("4", 1)])
def test_each_point_of_damage_is_a_wound(damage: str, left: int) -> None:
    """Of 5 wounds so many are left, and as long as there are any there is no Injury roll."""
    play = harm([], damage=damage, target={"wounds": 5})
    assert play.over and fate(play) == (left, 0, False)
    assert [e.values["left"] for e in play.events("wound-lost")] == list(range(4, left - 1, -1))


@pytest.mark.rule("KT18-DMG-01")
def test_what_is_too_much_hurts_nobody_else() -> None:
    """Damage 6 on the last 2 wounds: they go down to 0 and no further, and the friend beside has all of its own."""
    scene = duel('24" heavy 1, 4 0 6; Auto-hit', target={"wounds": 2, "save": 7})
    friend = scene.add(1, (13.1, 12), wounds=4)
    play = scene.shoot(SHOOTER, dice=[5, 6, 1, 1, 1, 1, 1]).answer(TARGET)
    assert [e.values["left"] for e in play.events("wound-lost")] == [1, 0]
    assert play.out(TARGET) and fate(play, friend) == (4, 0, False)


@pytest.mark.rule("KT18-DMG-01", "KT18-DMG-05")
def test_damage_of_several_attacks_adds_up() -> None:
    """Two attacks with Damage 2 on 3 wounds: 1 is left after the first, and the second brings on the Injury roll."""
    play = shot('24" heavy 2, 4 0 2; Auto-hit', [5, 5, 6, 1], target={"wounds": 3, "save": 7})
    assert kinds(play, *LEFT) == ["wound-lost", "wound-lost", "wound-lost", "injury-roll", "out-of-action"]


@pytest.mark.rule("KT18-DMG-05", "KT18-DMG-03")
def test_the_injury_roll_comes_last_and_once() -> None:
    """Only with the model at 0 wounds, after the damage of the attack; nothing else is rolled before it or after it."""
    play = shot('24" heavy 3, 4 0 2', [3, 5, 3, 6, 2], target={"wounds": 2})
    assert kinds(play)[1:] == ["hit-roll", "wound-roll", "save-roll", "damage", "wound-lost", "wound-lost", "injury-roll", "out-of-action", "lost"]
    assert play.over and rolls(play) == [(3,), (5,), (3,), (6, 2)]


# --- abilities that ignore wounds


@pytest.mark.rule("KT18-DMG-02")
@pytest.mark.parametrize(("die", "wounds"), [(4, 2), (5, 3), (6, 3)])
def test_an_ability_may_keep_a_wound_that_would_be_lost(die: int, wounds: int) -> None:
    """On a 5+ the wound is not lost; the die is rolled once the save has failed."""
    play = shot('24" heavy 1, 4 0 1', [3, 5, 3, die], target={"wounds": 3, "ignores": 5})
    assert play.wounds(TARGET) == wounds
    assert kinds(play)[3:6] == ["save-roll", "damage", "ignore-roll"]
    (event,) = play.events("ignore-roll")
    assert (event.rule, event.values["model"], event.values["hit"]) == ("KT18-DMG-02", TARGET, die >= 5)


@pytest.mark.rule("KT18-DMG-02")
def test_a_last_wound_that_is_kept_calls_for_no_injury_roll() -> None:
    """The ability comes before the Injury roll is even considered; with a save made there is nothing to ignore."""
    assert rolls(harm([5], target={"ignores": 5})) == [(5,), (5,)]
    assert rolls(harm([4, 6], target={"ignores": 5})) == [(5,), (4,), (6,)]
    assert kinds(shot('24" heavy 1, 4 0 1', [3, 5, 4], target={"ignores": 5}))[-1] == "save-roll"


@pytest.mark.rule("KT18-INT-44", "KT18-DMG-01")
def test_points_are_taken_one_by_one_and_it_ends_at_0() -> None:
    """Damage 4 on 2 wounds with a 6+ to ignore: lost, ignored, lost; the fourth point is not rolled for."""
    play = harm([5, 6, 2, 1, 1, 1, 4], damage="4", target={"wounds": 2, "ignores": 6})
    assert [e.values["hit"] for e in play.events("ignore-roll")] == [False, True, False]
    assert injuries(play) == [((1, 1, 1, 4), 0)]  # as many dice as the attack had Damage


@pytest.mark.rule("KT18-DMG-02", "KT18-DMG-05", "KT18-INJ-02", "KT18-INT-44")
def test_example_08_ignoring_wounds_against_damage_2() -> None:
    """5+ to ignore: 5 and 3 leave 1 of 2 wounds; 2 and 3 leave none, and 2 dice; of 1 wound, 5 and 2 leave none, and 2 dice."""
    play = harm([5, 3], damage="2", target={"wounds": 2, "ignores": 5})
    assert play.over and fate(play) == (1, 0, False) and injuries(play) == []
    play = harm([2, 3, 1, 1], damage="2", target={"wounds": 2, "ignores": 5})
    assert play.over and injuries(play) == [((1, 1), 0)]
    play = harm([5, 2, 1, 1], damage="2", target={"wounds": 1, "ignores": 5})
    assert play.over and injuries(play) == [((1, 1), 0)]


# --- what is lost with the last wound


@pytest.mark.rule("KT18-DMG-03", "KT18-INJ-04", "KT18-INJ-09", "KT18-INT-43")
def test_example_07_lost_attacks_and_a_flesh_wound() -> None:
    """Of four attacks the first brings a model to 0: a flesh wound, and three are lost for good. The next shooter finishes it."""
    scene = Scene()
    one = scene.add(0, (2, 11), weapons=[gun('24" heavy 4, 4 0 1')])
    two = scene.add(0, (2, 15), weapons=[gun('24" heavy 4, 4 0 1')])
    target = scene.add(1, (13, 11))
    play = scene.shooting(dice=[3, 4, 3, 2, 3, 4, 3, 3]).answer(one, target)
    assert (play.what, rolls(play)) == ("shoot", [(3,), (4,), (3,), (2,)])
    assert fate(play, target) == (1, 1, False)
    play.answer(two, target)
    assert play.over and injuries(play) == [((2,), 0), ((3,), 1)]
    assert len(rolls(play)) == 8 and play.out(target)


@pytest.mark.rule("KT18-DMG-03", "KT18-INT-43")
@pytest.mark.parametrize("injury", [1, 6])
def test_the_attacks_of_other_weapons_are_lost_too(injury: int) -> None:
    """Two guns at the same target: the first attack of the one takes its last wound, and the other is not fired at it."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy 2, 4 0 1; Auto-hit', "one"), gun('24" assault 2, 4 0 1; Auto-hit', "two")])
    scene.add(1, (13, 11), save=7)
    scene.add(1, (13, 18))
    play = scene.shoot(SHOOTER, dice=[5, injury]).answer(TARGET, "0/1")
    assert play.over and rolls(play) == [(5,), (injury,)]


@pytest.mark.rule("KT18-DMG-03", "KT18-INT-43")
def test_blows_that_are_left_are_lost_too() -> None:
    """In close combat as in shooting, a flesh wound included."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade()], attacks=3, began=True)
    scene.add(1, (6, 11), began=True)
    play = scene.fight(0, dice=[3, 4, 3, 1])
    assert play.over and rolls(play) == [(3,), (4,), (3,), (1,)] and fate(play) == (1, 1, False)


@pytest.mark.rule("KT18-INT-43")
def test_attacks_at_others_go_on() -> None:
    """Two attacks at each of two models: the first fells P, its second is lost, and both at Q are made."""
    scene = duel('24" heavy 4, 4 0 1; Auto-hit', target={"save": 7})
    other = scene.add(1, (13, 13), save=7, wounds=3)
    play = scene.shoot(SHOOTER, dice=[5, 6, 5, 5]).answer(TARGET, Allocate((2, 2)), f"0/{TARGET}")
    assert play.over and play.out(TARGET) and fate(play, other) == (1, 0, False)


@pytest.mark.rule("KT18-DMG-04", "KT18-DMG-03")
def test_a_mortal_wound_that_comes_with_the_last_wound_is_lost() -> None:
    """A venomous hit wounds with a 6: the damage takes the last wound, and the mortal wound has nothing left to take."""
    venom = '24" heavy 2, 4 0 1; Auto-hit, Venomous'
    play = shot(venom, [6, 1], target={"save": 7})
    assert play.over and rolls(play) == [(6,), (1,)] and fate(play) == (1, 1, False)
    assert play.events("mortal-wounds") == []
    play = shot(venom, [6, 4, 1], target={"save": 7, "wounds": 3})  # 1 and 1, then a wound roll of 4
    assert play.over and len(play.events("mortal-wounds")) == 1


@pytest.mark.rule("KT18-DMG-04", "KT18-MW-03")
def test_mortal_wounds_beyond_the_last_wound_are_lost() -> None:
    """Psybolt with three mortal wounds against a model that has two: one Injury roll, and the third is gone."""
    scene = Scene()
    scene.add(0, (5, 11), psyker=True)
    target = scene.add(1, (15, 11), wounds=2)
    play = scene.psychic(0, dice=[5, 6, 5, 2]).answer(0)
    assert play.over and rolls(play) == [(5, 6), (5,), (2,)]
    assert [e.values["left"] for e in play.events("wound-lost")] == [1, 0]
    assert fate(play, target) == (1, 1, False)


# --- in which order


@pytest.mark.rule("KT18-INT-42")
def test_random_damage_is_rolled_once_the_save_has_failed() -> None:
    """Hit, wound, save, and only then the D3; where the save is made there is no such die."""
    play = shot('24" heavy 1, 4 0 D3', [3, 4, 3, 5], target={"wounds": 5})
    assert play.over and rolls(play) == [(3,), (4,), (3,), (5,)] and play.wounds(TARGET) == 2
    assert rolls(shot('24" heavy 1, 4 0 D3', [3, 4, 4], target={"wounds": 5})) == [(3,), (4,), (4,)]


@pytest.mark.rule("KT18-INT-42", "KT18-SHOOT-11")
def test_attacks_are_resolved_one_at_a_time() -> None:
    """Each to its end before the next: hit, wound, save; hit; hit, wound."""
    play = shot('24" heavy 3, 4 0 1', [3, 4, 4, 2, 3, 3])
    assert kinds(play)[1:] == ["hit-roll", "wound-roll", "save-roll", "hit-roll", "hit-roll", "wound-roll"]


@pytest.mark.rule("KT18-INT-42")
def test_the_attacker_says_in_which_order_targets_are_shot_at() -> None:
    """The main target is named first, but its player may begin with the other."""
    for first, second in ((TARGET, 2), (2, TARGET)):
        scene = duel('24" heavy 2, 4 0 1')
        scene.add(1, (13, 13))
        play = scene.shoot(SHOOTER, dice=[2, 1]).answer(TARGET, Allocate((1, 1)))
        assert (play.what, play.player, play.options()) == ("next-batch", 0, [f"0/{TARGET}", "0/2"])
        play.answer(f"0/{first}")
        assert play.over and [e.values["target"] for e in play.events("hit-roll")] == [first, second]


@pytest.mark.rule("KT18-INT-42")
def test_the_attacker_says_which_weapon_comes_first() -> None:
    """Two guns at one target, the heavier of them first."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy 1, 4 0 1', "one"), gun('24" heavy 1, 8 0 1', "two")])
    scene.add(1, (13, 11))
    play = scene.shoot(SHOOTER, dice=[3, 1, 3, 1]).answer(TARGET)
    assert (play.what, play.player) == ("next-batch", 0)
    play.answer("1/1")
    assert [e.values["needed"] for e in play.events("wound-roll")] == [2, 4]


# --- how many Injury dice


@pytest.mark.rule("KT18-INT-45", "KT18-INJ-02")
@pytest.mark.parametrize(("damage", "die", "dice"), [("D3", 2, 1), ("D3", 6, 3), ("D6", 4, 4), ("D3+1", 1, 2)])
def test_random_damage_gives_as_many_injury_dice_as_it_comes_to(damage: str, die: int, dice: int) -> None:
    """However few wounds there were to lose."""
    play = harm([die, *[1] * dice], damage=damage)
    assert play.over and injuries(play) == [((1,) * dice, 0)]


@pytest.mark.rule("KT18-INT-45", "KT18-MW-04")
@pytest.mark.parametrize(("wounds", "dice"), [(3, 3), (4, 1)])
def test_a_mortal_wound_after_damage_has_one_die_if_it_takes_the_last_wound(wounds: int, dice: int) -> None:
    """A venomous hit with Damage 3: on 3 wounds the damage takes the last, with three dice; on 4 the venom does, with one."""
    play = shot('24" heavy 1, 4 0 3; Auto-hit, Venomous', [6, *[1] * dice], target={"wounds": wounds, "save": 7})
    assert play.over and injuries(play) == [((1,) * dice, 0)]


@pytest.mark.rule("KT18-INT-45", "KT18-INJ-02")
def test_the_last_attack_counts_not_the_first() -> None:
    """Damage 3 takes 3 of 4 wounds, then another weapon with Damage 1 the last: one die."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy 1, 4 0 3; Auto-hit', "big"), gun('24" heavy 1, 4 0 1; Auto-hit', "small")])
    scene.add(1, (13, 11), wounds=4, save=7)
    for first, dice in (("0/1", 1), ("1/1", 3)):
        play = scene.shoot(SHOOTER, dice=[5, 5, *[1] * dice]).answer(TARGET, first)
        assert play.over and injuries(play) == [((1,) * dice, 0)]


# --- targets that are gone


def lost(play: Play) -> list[tuple[int, int]]:
    """Return the attacks that events call lost: the target, and how many."""
    return [(e.values["target"], e.values["amount"]) for e in play.events("lost")]


@pytest.mark.rule("KT18-DMG-03")
def test_lost_attacks_are_told() -> None:
    """Two guns with two attacks each: the first attack brings the target to 0 wounds, and the other three are lost."""
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun('24" heavy 2, 4 0 1; Auto-hit', name) for name in ("one", "two")])
    scene.add(1, (13, 11), save=7)
    play = scene.shoot(SHOOTER, dice=[5, 2]).answer(TARGET, f"0/{TARGET}")
    assert play.over and lost(play) == [(TARGET, 3)]
    (event,) = play.events("lost")
    assert (event.rule, play.game.tell(event)) == ("KT18-DMG-03", "3 attacks at M 1 are lost.")


def ledge() -> Scene:
    """Return a scene with P on a ledge 3.1" up, M 1.5" up and Q on the ground where P would land; M is within 2" of both."""
    scene = Scene()
    scene.add(0, (20, 12), weapons=[gun('24" heavy 3, 4 0 1; Auto-hit')])
    scene.add(1, (10, 13, 1.5), save=7)  # M
    scene.add(1, (10, 11, 3.1), save=7)  # P
    scene.add(1, (11.2, 11.2), save=7)  # Q
    scene.floor(7, 9, 10.6, 12.3, z=3.1)
    scene.floor(7, 12.4, 10.6, 13.6, z=1.5)
    return scene


M, P, Q = 1, 2, 3


@pytest.mark.rule("KT18-INT-50")
def test_attacks_at_a_target_that_has_left_play_are_lost() -> None:
    """P is hit, falls onto Q and takes it out of action: the attack at Q is not made, the one at M is."""
    dice = [1, 1, 4, 5, 4, 1]  # no wound; P falls; it lands softly, Q is hurt, and out of action; no wound on M
    play = ledge().shoot(SHOOTER, dice=dice).answer(M, Allocate((1, 1, 1)))
    assert play.options() == [f"0/{j}" for j in (M, P, Q)]
    play.answer(f"0/{P}")
    assert play.over and play.out(Q) and not play.out(P)
    assert [e.values["target"] for e in play.events("wound-roll")] == [P, M]
    assert lost(play) == [(Q, 1)]


@pytest.mark.rule("KT18-DMG-03", "KT18-INT-43")
def test_attacks_at_a_model_that_a_fall_brings_to_0_wounds_are_lost_though_it_lives() -> None:
    """P falls onto Q, who takes a flesh wound: one Injury roll an action, so the attack at Q is not made, the one at M is."""
    play = ledge().shoot(SHOOTER, dice=[1, 1, 4, 5, 2, 1]).answer(M, Allocate((1, 1, 1)), f"0/{P}")
    assert play.over and fate(play, Q) == (1, 1, False)
    assert [e.values["target"] for e in play.events("wound-roll")] == [P, M]
    assert len(injuries(play)) == 1 and lost(play) == [(Q, 1)]


@pytest.mark.rule("KT18-INT-48", "KT18-INT-43")
@pytest.mark.parametrize("hit", [True, False])
def test_a_model_whose_attacks_a_fall_takes_away_still_makes_its_own_falling_test(hit: bool) -> None:
    """Q was hit by the first gun; P falls onto it before the second is fired at it: that attack is lost, and Q tests then."""
    scene = Scene()
    scene.add(0, (20, 12), weapons=[gun('24" heavy 2, 4 0 1; Indirect', name) for name in ("one", "two")])
    m = scene.add(1, (10, 13, 3.2), save=7)
    p = scene.add(1, (10, 11, 4.7), save=7)
    q = scene.add(1, (11.2, 11.1, 1.7), save=7)
    scene.floor(7, 9, 10.6, 12.3, z=4.7)
    scene.floor(7, 12.4, 10.6, 13.6, z=3.2)
    scene.floor(10.6, 10.4, 11.8, 12.3, z=1.7)
    first = [6, 1] if hit else [1]
    dice = [*first, 6, 1, 1, 4, 5, 2, *([6] if hit else []), 1]  # at Q; at P, who falls; both landings, Injury; Q's own test; at M
    play = scene.shoot(SHOOTER, dice=dice).answer(m, Allocate((0, 1, 1)), Allocate((1, 0, 1)), f"0/{q}", f"0/{p}")
    assert play.over and fate(play, q) == (1, 1, False) and lost(play) == [(q, 1)]
    assert [e.values["model"] for e in play.events("falling-test")] == ([p, q] if hit else [p])
    assert [e.values["target"] for e in play.events("hit-roll")] == [q, p, m]


@pytest.mark.rule("KT18-INT-50")
def test_a_shooter_that_its_target_falls_onto_shoots_no_more() -> None:
    """The shooter stands where P lands and is taken out of action; its attack at M is lost with it."""
    scene = Scene()
    scene.add(0, (11.9, 11), weapons=[gun('24" heavy 2, 4 0 1; Auto-hit')])
    scene.add(0, (25, 3))
    p = scene.add(1, (10, 11, 3.1), save=7)
    m = scene.add(1, (10, 12.5, 3.1), save=7)
    scene.floor(7, 9, 10.6, 14, z=3.1)
    play = scene.shoot(SHOOTER, dice=[1, 1, 4, 5, 4]).answer(p, Allocate((1, 1)), f"0/{p}")
    assert play.over and play.out(SHOOTER)
    assert [e.values["target"] for e in play.events("wound-roll")] == [p]
    assert fate(play, m) == (1, 0, False) and lost(play) == [(m, 1)]


# --- worked examples


@pytest.mark.rule("KT18-DMG-01", "KT18-INJ-02", "KT18-INJ-03", "KT18-INJ-07", "KT18-INJ-08")
@pytest.mark.parametrize(("wall", "modifier", "out"), [(None, 0, True), (0.5, -1, False)])
def test_example_06_damage_3_on_2_wounds(wall: float | None, modifier: int, out: bool) -> None:
    """Two wounds are lost and the third point with them; the best of 1, 2 and 4 is a 4: out of action, but in cover a 3."""
    play = harm([1, 2, 4], damage="3", wall=wall, target={"wounds": 2})
    assert play.over and injuries(play) == [((1, 2, 4), modifier)]
    assert [e.values["left"] for e in play.events("wound-lost")] == [1, 0]
    assert play.out(TARGET) is out
    assert out or fate(play) == (1, 1, False)


def divided(*dice: int, wounds: int = 5) -> Play:
    """Return a battle: Heavy 3 with 36": two attacks at P, 20" away, and one at Q, 17" away and 2.0" from P; those at P first."""
    scene = Scene()
    base = 32 / 25.4  # inches across
    to_p, to_q, between = 20 + base, 17 + base, 2 + base
    along = (to_q**2 + to_p**2 - between**2) / (2 * to_p)
    scene.add(0, (2, 5), weapons=[gun('36" heavy 3, 4 0 1')], base=32)
    scene.add(1, (2 + to_p, 5), wounds=wounds, save=7, base=32)
    scene.add(1, (2 + along, 5 + (to_q**2 - along**2) ** 0.5), wounds=5, save=7, base=32)
    return scene.shoot(SHOOTER, dice=dice).answer(1, Allocate((2, 1)), "0/1")


@pytest.mark.rule("KT18-SHOOT-10", "KT18-HIT-02", "KT18-INT-38")
def test_example_21_dividing_fire() -> None:
    """P is at long range: a 3 is a 2 and misses, a 4 is a 3 and hits. Q is not: a 3 hits."""
    play = divided(3, 4, 1, 3, 1)
    assert play.over
    assert [(e.values["target"], *hit) for e, hit in zip(play.events("hit-roll"), hit_rolls(play), strict=True)] == [
        (1, 3, -1, False),
        (1, 4, -1, True),
        (2, 3, 0, True),
    ]


@pytest.mark.rule("KT18-DMG-03", "KT18-INT-43")
def test_example_21_what_is_left_when_the_main_target_falls() -> None:
    """The first attack takes the last wound of P: the second is lost, the one at Q is still made."""
    play = divided(4, 5, 2, 3, 5, wounds=1)
    assert play.over and rolls(play) == [(4,), (5,), (2,), (3,), (5,)]
    assert (fate(play, 1), fate(play, 2)) == ((1, 1, False), (4, 0, False))
