"""Falls from edges: who tests, where one lands, whom it hurts. (FALL, QA-10, INT-48, INT-49)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Allocate
from counteract.core.state import Task
from counteract.rulesets.kt18.sight import judge_visibility
from tests.rules.kt18.heights import shot_at, tower
from tests.rules.kt18.scene import Scene, blade, gun

HIT, NO_WOUND, MISS = 6, 1, 1


# --- the test


@pytest.mark.rule("KT18-FALL-01", "KT18-QA-10")
@pytest.mark.parametrize(("face", "falls"), [(1, True), (2, False), (6, False)])
def test_who_is_hit_near_an_edge_falls_on_a_one(face: int, falls: bool) -> None:
    """A hit without a wound is enough: a D6 is rolled, and a 1 is a fall."""
    scene = shot_at(2.0, weapons='24" heavy 1, 4 0 1')
    play = scene.shoot(0, dice=[HIT, NO_WOUND, face]).answer(1)
    (test,) = play.events("falling-test")
    assert (test.rule, test.values["model"], test.values["dice"]) == ("KT18-FALL-01", 1, (face,))
    assert bool(play.events("falls")) is falls
    assert play.at(1) == ((14.5, 11, 0) if falls else (15.6, 11, 2))


@pytest.mark.rule("KT18-FALL-01", "KT18-QA-10")
def test_who_is_missed_takes_no_test() -> None:
    """No attack hits: no falling test, however near the edge."""
    play = shot_at(weapons='24" heavy 2, 4 0 1').shoot(0, dice=[MISS, MISS]).answer(1)
    assert play.over and not play.events("falling-test")


@pytest.mark.rule("KT18-FALL-01", "KT18-INT-48", "KT18-INT-02")
@pytest.mark.parametrize(("x", "near"), [(15.6, True), (16.5, True), (16.51, False), (19, False)])
def test_an_edge_counts_within_an_inch_of_the_base(x: float, near: bool) -> None:
    """The base has a radius of 0.5": with its centre 1.5" from the edge it is within 1" of it, with 1.51" it is not."""
    play = shot_at(weapons='24" heavy 1, 4 0 1; Indirect', x=x).shoot(0, dice=[HIT, NO_WOUND, *([2] if near else [])]).answer(1)
    assert bool(play.events("falling-test")) is near


@pytest.mark.rule("KT18-INT-48")
@pytest.mark.parametrize(("top", "steep"), [(0.5, False), (1.5, False), (1.6, True), (6.5, True)])
def test_an_edge_is_a_drop_of_more_than_an_inch_and_a_half(top: float, steep: bool) -> None:
    """1.5" of drop is no edge, 1.6" is."""
    play = shot_at(top, weapons='24" heavy 1, 4 0 1').shoot(0, dice=[HIT, NO_WOUND, *([2] if steep else [])]).answer(1)
    assert bool(play.events("falling-test")) is steep


@pytest.mark.rule("KT18-INT-48")
def test_a_step_of_a_tower_is_no_edge() -> None:
    """The floor ends 0.1" from the base, but beyond it is another one only 1" lower and wide enough: no edge."""
    scene = shot_at(6.5, weapons='24" heavy 1, 4 0 1; Indirect')
    tower(scene, 5.5, 11, 6, 15, 16)
    play = scene.shoot(0, dice=[HIT, NO_WOUND]).answer(1)
    assert play.over and not play.events("falling-test")


@pytest.mark.rule("KT18-INT-48")
def test_who_flies_never_tests() -> None:
    """A FLY model is hit at the edge: nothing."""
    play = shot_at(weapons='24" heavy 1, 4 0 1', fly=True).shoot(0, dice=[HIT, NO_WOUND]).answer(1)
    assert play.over and not play.events("falling-test")


@pytest.mark.rule("KT18-INT-48")
def test_there_is_one_test_an_action_after_all_attacks_on_the_model() -> None:
    """Four attacks, three hits, no wound: one falling test, after the last of them."""
    scene = shot_at(weapons='24" heavy 4, 4 0 1')
    play = scene.shoot(0, dice=[HIT, NO_WOUND, HIT, NO_WOUND, MISS, HIT, NO_WOUND, 2]).answer(1)
    kinds = [e.kind for e in play.game.events if e.kind in ("hit-roll", "falling-test")]
    assert kinds == ["hit-roll"] * 4 + ["falling-test"]


@pytest.mark.rule("KT18-INT-48")
def test_two_guns_of_one_model_make_one_test() -> None:
    """The first gun hits, the second misses: the test comes once, when both have been fired."""
    scene = Scene()
    tower(scene)
    a = scene.add(0, (8, 11), weapons=[gun('24" heavy 1, 4 0 1', "one"), gun('24" heavy 1, 4 0 1', "two")])
    t = scene.add(1, (15.6, 11, 6.5))
    play = scene.shoot(a, dice=[HIT, NO_WOUND, MISS, 2]).answer(t, f"0/{t}")
    kinds = [e.kind for e in play.game.events if e.kind in ("hit-roll", "falling-test")]
    assert kinds == ["hit-roll", "hit-roll", "falling-test"]


@pytest.mark.rule("KT18-INT-48")
def test_each_model_hit_and_each_attacker_makes_a_test() -> None:
    """One shooter hits two models on the edge: a test each. A second shooter hits one of them: another test."""
    scene = Scene()
    tower(scene)
    a = scene.add(0, (8, 11), weapons=[gun('24" heavy 2, 4 0 1')])
    b = scene.add(0, (8, 9), weapons=[gun('24" heavy 1, 4 0 1')])
    one, two = scene.add(1, (15.6, 11, 6.5)), scene.add(1, (15.6, 12.5, 6.5))
    shots = Task("shoot", (a,)), Task("shoot", (b,))
    play = scene.play(*shots, dice=[HIT, NO_WOUND, 2, HIT, NO_WOUND, 2, HIT, NO_WOUND, 2], phase="shooting")
    play.answer(one, Allocate((1, 1)), f"0/{one}", one)
    assert [e.values["model"] for e in play.events("falling-test")] == [one, two, one]


@pytest.mark.rule("KT18-INT-48", "KT18-DMG-03")
def test_a_flesh_wound_ends_the_attacks_but_not_the_test() -> None:
    """The first of three attacks gives a flesh wound, the others are lost; the model is still in play, and tests."""
    scene = shot_at(weapons='24" heavy 3, 4 -3 1')
    play = scene.shoot(0, dice=[HIT, 6, 2, 2]).answer(1)
    assert play.flesh(1) == 1 and len(play.events("hit-roll")) == 1
    assert len(play.events("falling-test")) == 1


@pytest.mark.rule("KT18-INT-48")
def test_who_is_out_of_action_takes_no_test() -> None:
    """The hit puts it out of action: there is no model left to fall."""
    scene = shot_at(weapons='24" heavy 1, 4 -3 1')
    scene.add(1, (28, 20))
    play = scene.shoot(0, dice=[HIT, 6, 6]).answer(1)
    assert play.out(1) and play.over and not play.events("falling-test")


@pytest.mark.rule("KT18-INT-48", "KT18-FALL-01")
def test_blows_make_models_fall_too() -> None:
    """Close combat on top of the tower: a hit that does not wound, a 1, and the target lies at its foot."""
    scene = Scene()
    tower(scene, 2.5)
    a = scene.add(0, (16.5, 11, 2.5), weapons=[blade()])
    t = scene.add(1, (15.5, 11, 2.5))
    play = scene.fight(a, dice=[HIT, NO_WOUND, 1])
    assert play.at(t) == (14.5, 11, 0) and len(play.events("falls")) == 1


@pytest.mark.rule("KT18-INT-48", "KT18-INT-81")
def test_overwatch_makes_chargers_fall() -> None:
    """A charger on a tower is hit by Overwatch and falls 2.5" beside it: the charge goes on from there."""
    scene = Scene()
    tower(scene, 2.5)
    c = scene.add(0, (15.6, 11, 2.5))
    x = scene.add(1, (8, 11), weapons=[gun('24" heavy 1, 4 0 1')], moved=True)
    play = scene.option(c, "charge", dice=[6, NO_WOUND, 1, 2, 3]).answer(x, "overwatch")
    assert play.at(c) == (14.5, 11, 0)
    assert play.events("charge-roll")[0].values["distance"] == 5
    play.answer([(10, 11)])  # 4.5", all on the ground
    assert play.model(c).charged == (x,)


# --- the fall


@pytest.mark.rule("KT18-FALL-02", "KT18-INT-49")
def test_a_falling_model_stands_at_the_nearest_free_spot_below() -> None:
    """From 0.6" inside the western edge it comes to stand at the foot of the wall, straight below that edge."""
    play = shot_at(2.5, weapons='24" heavy 1, 4 0 1').shoot(0, dice=[HIT, NO_WOUND, 1]).answer(1)
    assert play.at(1) == (14.5, 11, 0)
    (fall,) = play.events("falls")
    assert (fall.rule, fall.values["to"]) == ("KT18-FALL-02", (14.5, 11, 0))


@pytest.mark.rule("KT18-INT-49", "KT18-FALL-03")
def test_it_lands_on_the_first_surface_below() -> None:
    """Beside the tower is a terrace 3" up: the fall is from 6.5" to 3", one die, and not to the ground."""
    scene = shot_at(6.5, weapons='24" heavy 1, 4 0 1')
    tower(scene, 3.0, 11, 6, 15, 16)
    play = scene.shoot(0, dice=[HIT, NO_WOUND, 1, 4]).answer(1)
    assert play.at(1) == (14.5, 11, 3)
    assert [e.values["dice"] for e in play.events("impact")] == [(4,)]


@pytest.mark.rule("KT18-FALL-02", "KT18-READY-04", "KT18-READY-02")
def test_a_fall_counts_as_a_move_for_being_readied_only() -> None:
    """A readied model falls: it is no longer readied and cannot be again. But it has not moved: it may move or charge."""
    scene = shot_at(2.5, weapons='24" heavy 1, 4 0 1', readied=True)
    play = scene.play(Task("shoot", (0,)), Task("option", (1,)), dice=[HIT, NO_WOUND, 1]).answer(1)
    assert not play.model(1).readied and not play.model(1).moved
    assert play.what == "option"
    assert play.why("ready") == "KT18-READY-02" and "ready" not in play.options()
    assert play.why("normal move") == play.why("charge") == ""


@pytest.mark.rule("KT18-FALL-02", "KT18-WR-HEAVY-01")
def test_who_fell_fires_a_heavy_weapon_without_penalty() -> None:
    """The fallen model shoots back with a Heavy gun: no -1 for having moved."""
    scene = Scene()
    tower(scene, 2.5)
    scene.add(0, (8, 11), weapons=[gun('24" heavy 1, 4 0 1')])
    scene.add(1, (15.6, 11, 2.5), weapons=[gun('24" heavy 1, 4 0 1')])
    play = scene.play(Task("shoot", (0,)), Task("shoot", (1,)), dice=[HIT, NO_WOUND, 1, MISS], phase="shooting").answer(1, 0)
    assert play.events("falls")
    assert play.events("hit-roll")[-1].values["modifier"] == 0


@pytest.mark.rule("KT18-FALL-02", "KT18-RETREAT-01")
def test_who_fell_may_still_retreat() -> None:
    """Charged after its fall in the same round, it has not moved as far as a Retreat is concerned."""
    scene = Scene()
    scene.add(0, (10, 11))
    t = scene.add(1, (15, 11), fell=True)
    play = scene.option(0, "charge").answer(t)
    assert play.what == "reaction" and "retreat" in play.options()


@pytest.mark.rule("KT18-FALL-03")
@pytest.mark.parametrize(("top", "dice"), [(2.0, 0), (2.99, 0), (3.0, 1), (5.9, 1), (6.0, 2), (9.5, 3)])
def test_a_die_for_each_full_three_inches(top: float, dice: int) -> None:
    """A fall of 2.99" rolls nothing, 3.0" one die, 5.9" still one, 6.0" two, 9.5" three."""
    scene = shot_at(top, x=15.5, weapons='24" heavy 1, 4 0 1; Indirect', wounds=9)
    play = scene.shoot(0, dice=[HIT, NO_WOUND, 1, *[4] * dice]).answer(1)
    assert play.at(1) == (14.5, 11, 0)
    assert [len(e.values["dice"]) for e in play.events("impact")] == ([dice] if dice else [])
    assert play.wounds(1) == 9  # fours do not hurt


@pytest.mark.rule("KT18-FALL-03", "KT18-MW-01", "KT18-MW-02")
def test_each_five_or_more_of_a_fall_is_a_mortal_wound() -> None:
    """9.5": three dice, 5, 4 and 6: two mortal wounds, with neither wound roll nor save against them."""
    scene = shot_at(9.5, x=15.5, weapons='24" heavy 1, 4 0 1; Indirect', wounds=9, save=2, invulnerable=2)
    play = scene.shoot(0, dice=[HIT, NO_WOUND, 1, 5, 4, 6]).answer(1)
    assert play.wounds(1) == 7
    assert [(e.rule, e.values["amount"]) for e in play.events("mortal-wounds")] == [("KT18-FALL-03", 2)]
    assert not play.events("save-roll")


@pytest.mark.rule("KT18-FALL-03", "KT18-INJ-06", "KT18-INT-46")
def test_the_injury_of_a_fall_is_rolled_by_the_owner_and_knows_no_cover() -> None:
    """The faller has one flesh wound: one Injury die of its own player, +1 and nothing else."""
    scene = shot_at(3.5, weapons='24" heavy 1, 4 0 1', flesh=1)
    play = scene.shoot(0, dice=[HIT, NO_WOUND, 1, 5, 2]).answer(1)
    (injury,) = play.events("injury-roll")
    assert (injury.values["player"], injury.values["dice"], injury.values["modifier"]) == (1, (2,), 1)
    assert play.flesh(1) == 2 and play.wounds(1) == 1


@pytest.mark.rule("KT18-FALL-01", "KT18-FALL-03", "KT18-INT-71")
def test_dice_of_falls_are_not_rolled_again() -> None:
    """Both players have CP: neither the falling test nor the dice of the fall are theirs to re-roll."""
    scene = shot_at(3.5, weapons='24" heavy 1, 4 0 1', wounds=2)
    play = scene.shoot(0, dice=[HIT, 6, 6, 1, 5], cp=(0, 5)).answer(1)
    assert play.over and play.wounds(1) == 1


# --- onto whom


def under_the_edge(*, side: int, wounds: int = 2, top: float = 6.5) -> tuple[Scene, int, int]:
    """Return a scene with a model where the one on the tower would land, the model that falls, and the one below."""
    scene = Scene()
    tower(scene, top)
    scene.add(0, (8, 11), weapons=[gun('24" heavy 1, 4 0 1; Indirect')])
    if side == 0:
        below, faller = scene.add(0, (14.2, 11), wounds=wounds), scene.add(1, (15.6, 11, top), wounds=wounds)
    else:
        faller, below = scene.add(1, (15.6, 11, top), wounds=wounds), scene.add(1, (14.2, 11), wounds=wounds)
    return scene, faller, below


@pytest.mark.rule("KT18-FALL-04", "KT18-INT-49")
@pytest.mark.parametrize("side", [0, 1])
def test_whoever_is_fallen_onto_rolls_as_many_dice(side: int) -> None:
    """6.5": two dice for the faller, 4 and 5, then two for whoever stands below, friend or foe, 6 and 1: a wound each."""
    scene, faller, below = under_the_edge(side=side)
    play = scene.shoot(0, dice=[HIT, NO_WOUND, 1, 4, 5, 6, 1]).answer(faller)
    assert [(e.rule, e.values["model"], e.values["dice"]) for e in play.events("impact")] == [
        ("KT18-FALL-03", faller, (4, 5)),
        ("KT18-FALL-04", below, (6, 1)),
    ]
    told = [f"The impact on {play.game.arena.names[i]}: {dice}." for i, dice in ((faller, "4 5"), (below, "6 1"))]
    assert [play.game.tell(e) for e in play.events("impact")] == told
    assert play.wounds(faller) == play.wounds(below) == 1


@pytest.mark.rule("KT18-INT-49", "KT18-FALL-02")
def test_it_then_stands_at_the_nearest_spot_that_is_free() -> None:
    """The nearest spot is taken: the faller stands beside, as near to the edge as the other's base lets it, and that one stays."""
    scene, faller, below = under_the_edge(side=0)
    play = scene.shoot(0, dice=[HIT, NO_WOUND, 1, 1, 1, 1, 1]).answer(faller)
    assert play.at(below) == (14.2, 11, 0)
    x, y, z = play.at(faller) or (0, 0, 0)
    assert z == 0 and x == pytest.approx(14.5, abs=0.06) and abs(y - 11) == pytest.approx(0.954, abs=0.06)


@pytest.mark.rule("KT18-FALL-04", "KT18-INT-49")
def test_beside_the_landing_nobody_is_hurt() -> None:
    """A model 0.1" beside the landing place is not fallen onto; the faller stands right next to it."""
    scene = shot_at(6.5, weapons='24" heavy 1, 4 0 1')
    near = scene.add(1, (14.5, 12.1))
    play = scene.shoot(0, dice=[HIT, NO_WOUND, 1, 4, 4]).answer(1)
    assert play.at(1) == (14.5, 11, 0)
    assert [e.values["model"] for e in play.events("impact")] == [1]
    assert play.at(near) == (14.5, 12.1, 0)


@pytest.mark.rule("KT18-FALL-03", "KT18-FALL-04", "KT18-INT-49")
def test_a_fall_is_as_deep_as_to_whom_it_strikes() -> None:
    """From 6.5" onto a terrace 3" up that is full: one die each for the 3.5", though the faller comes to stand on the ground."""
    scene = shot_at(6.5, weapons='24" heavy 1, 4 0 1')
    scene.floor(13.9, 10.4, 15, 11.6, z=3.0)
    under = scene.add(1, (14.45, 11, 3))
    play = scene.shoot(0, dice=[HIT, NO_WOUND, 1, 4, 4]).answer(1)
    assert [(e.values["model"], e.values["dice"]) for e in play.events("impact")] == [(1, (4,)), (under, (4,))]
    place = play.at(1)
    assert place is not None and place[2] == 0


@pytest.mark.rule("KT18-INT-49", "KT18-MOVE-08", "KT18-INT-63")
def test_landing_next_to_an_enemy_is_no_charge() -> None:
    """It falls to 0.5" from an enemy: they are engaged, but no model charged. The enemy cannot move away, and both may fight."""
    scene = Scene()
    tower(scene, 2.5)
    scene.add(0, (8, 11), weapons=[gun('24" heavy 1, 4 0 1')])
    near = scene.add(0, (14.5, 9.5))
    t = scene.add(1, (15.6, 11, 2.5))
    play = scene.play(Task("shoot", (0,)), Task("option", (near,)), dice=[HIT, NO_WOUND, 1]).answer(t)
    assert play.at(t) == (14.5, 11, 0)
    assert not any((m.charged, m.charged_by) != ((), ()) for m in play.state.models)
    assert play.options() == ["stay"] and play.why("normal move") == "KT18-MOVE-08"
    fight = scene.fighting(order=(1, 0))
    assert fight.over  # before the fall no model would have fought
    scene.places[t] = (14.5, 11.0, 0.0)
    assert scene.fighting(order=(1, 0)).options() == [t, "pass"]


@pytest.mark.rule("KT18-HIT-03", "KT18-INJ-03", "KT18-INT-05", "KT18-INT-50")
@pytest.mark.parametrize(("face", "modifier"), [(1, -1), (2, 0)])
@pytest.mark.parametrize("height", [1.3, 4.0])
def test_a_target_hidden_by_another_one_that_falls_is_no_easier_to_hit(face: int, modifier: int, height: float) -> None:
    """It stands in the open until a large model falls in front of it and hides it in part, or altogether: -1 to hit and to injure."""
    scene = Scene()
    scene.wall(11, 11.6, 16, 15, top=1.8, kind="light", marks=("vantage",))
    shooter = scene.add(0, (5, 11), weapons=[gun('24" assault 2, 4 0 1')])
    large = scene.add(1, (13, 12.4, 1.8), base=40, height=height, wounds=5)
    small = scene.add(1, (14.2, 11.1), base=12, save=7)
    play = scene.shoot(shooter, dice=[HIT, NO_WOUND, face, HIT, 6, 4]).answer(small, Allocate((1, 1)))
    assert judge_visibility(play.game.arena, play.state, shooter, small).clear == 9
    play.answer(f"0/{large}")
    assert bool(play.events("falls")) is (face == 1)
    assert [e.values["modifier"] for e in (*play.events("hit-roll")[1:], *play.events("injury-roll"))] == [modifier, modifier]


@pytest.mark.rule("KT18-FALL-04")
def test_a_shooter_put_out_of_action_by_its_falling_target_shoots_no_more() -> None:
    """It shoots from below at two models on the edge; the first falls on its head, and the attacks on the other are lost."""
    scene = Scene()
    tower(scene, 3.0)
    a = scene.add(0, (13.7, 11), weapons=[gun('24" heavy 2, 4 0 1')])
    scene.add(0, (3, 3))
    one, two = scene.add(1, (15.5, 11, 3)), scene.add(1, (15.5, 12.5, 3))
    play = scene.shoot(a, dice=[HIT, NO_WOUND, 1, 4, 6, 6]).answer(one, Allocate((1, 1)), f"0/{one}")
    assert play.out(a) and play.over
    assert [e.values["target"] for e in play.events("hit-roll")] == [one] and two != one
