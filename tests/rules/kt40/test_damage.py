"""Damage: wounds lost, mortal wounds, slain models, destroyed units, explosions and credit. (DMG, UNIT-09, INT-60 to INT-62, INT-82)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.attacks.hitwoundsave import Amount
from counteract.core.decision import Dice
from counteract.core.state import Task
from counteract.rulesets.kt40.cards import Deed
from counteract.rulesets.kt40.casualties import order_casualties
from tests.rules.kt40.scenes import Play, Power, Scene, ability, gun
from tests.rules.kt40.shots import casualties, facing, finish, kinds

BIG = '24" assault 1, 8 -6 3'
EXPLODES = ability("explodes", needed=4, inches=6, amount="D3")


@pytest.mark.rule("KT40-DMG-01", "KT40-DMG-04", "KT40-INT-60")
def test_damage_beyond_the_last_wound_is_lost() -> None:
    """Worked example 13: three models of W2, an unsaved attack of Damage 3: one slain, two wounds lost."""
    play = finish(facing(gun(BIG), enemies=3, target={"wounds": 2}).shoot(0, dice=[6, 6]))
    assert play.lost(1) == 2 and sorted(play.left(1)) == [0, 2, 2]


@pytest.mark.rule("KT40-DMG-02", "KT40-DMG-04", "KT40-MORALE-07", "KT40-INT-60", "KT40-UNIT-09")
def test_mortal_wounds_carry_on() -> None:
    """Worked example 13: Damage 3, then 3 mortal wounds, leave one model with 1; the failed test slays it."""
    scene = Scene()
    scene.psyker(0, (10, 10), weapons=[gun(BIG)])
    enemy = scene.squad(1, (10, 20), models=3, wounds=2)
    play = scene.play(Task("shoot", (0,)), Task("manifest", (0, "smite")), Task("morale_test", (enemy,)), phase="shooting", dice=[6, 6, 3, 4, 5, 3])
    finish(play)
    assert play.lost(enemy) == 6 and play.unit(enemy).destroyed  # 5 and the one of the failed test


@pytest.mark.rule("KT40-DMG-02")
def test_mortal_wounds_have_no_wound_roll_and_no_save() -> None:
    """Even a Sv 2+/2++ is of no use."""
    scene = Scene()
    scene.psyker(0, (10, 10))
    scene.squad(1, (10, 20), models=1, wounds=5, toughness=8, save=2, invulnerable=2)
    play = scene.play(Task("manifest", (0, "smite")), dice=[3, 3, 5])
    assert play.lost(1) == 3 and "save-roll" not in kinds(play) and "wound-roll" not in kinds(play)


@pytest.mark.rule("KT40-DMG-03", "KT40-WR-SNIPER-01")
def test_mortal_wounds_of_an_attack_come_after_its_damage() -> None:
    """Damage 1 slays the W1 model first, then the mortal wound falls on the next one."""
    play = finish(facing(gun('24" assault 1, 4 -6 1; Sniper'), enemies=3).shoot(0, dice=[6, 6]))
    assert play.lost(1) == 2 and len(play.models(1)) == 1
    play = finish(facing(gun('24" assault 1, 4 0 1; Sniper'), enemies=3).shoot(0, dice=[6, 6, 6]))
    assert play.lost(1) == 1  # saved, and the mortal wound all the same


@pytest.mark.rule("KT40-UNIT-09")
def test_slain_models_are_removed_and_a_unit_without_models_is_destroyed() -> None:
    """Its last model is gone from the table."""
    play = facing(gun(BIG), enemies=1).shoot(0, dice=[6, 6])
    assert play.at(1) is None and play.unit(1).destroyed and play.left(1) == [0]
    assert [event.values["unit"] for event in play.events("unit-destroyed")] == [1]


@pytest.mark.rule("KT40-INT-61")
def test_slain_outright_counts_the_wounds_left() -> None:
    """A bearer of four wounds that overheats has lost four."""
    scene = facing(gun('24" assault 1, 7 -3 1; Overheat'), wounds=4)
    play = scene.shoot(0, dice=[1])
    assert play.over and play.lost(0) == 4 and play.unit(0).destroyed


# --- credit


def shot_dead(turn: int = 1, warlord: bool = False, **state: Any) -> Play:
    """Return a play in which the first side destroys a unit of the second."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(BIG)])
    scene.squad(1, (10, 20), models=1, warlord=warlord, state=state)
    scene.squad(1, (30, 20), models=1)
    return scene.shoot(0, dice=[6, 6], turn=turn).answer(1)


@pytest.mark.rule("KT40-INT-82", "KT40-MIS-09", "KT40-MIS-10")
def test_a_unit_is_credited_to_whoever_hurt_it_last() -> None:
    """First strike in the first turn only; a Warlord is noted for the end."""
    play = shot_dead(warlord=True)
    assert play.unit(1).destroyed_by == 0 and play.s.struck == (True, False) and play.s.slayers == (-1, 0)
    play = shot_dead(turn=2)
    assert play.unit(1).destroyed_by == 0 and play.s.struck == (False, False) and play.s.slayers == (-1, -1)


@pytest.mark.rule("KT40-INT-82")
def test_own_accidents_are_credited_to_the_enemy_that_hurt_the_unit_before() -> None:
    """Or to nobody."""
    for hurt_by in (1, -1):
        scene = Scene(players=3)
        scene.squad(0, (10, 10), models=1, wounds=3, weapons=[gun('24" assault 1, 7 -3 1; Overheat')], state={"hurt_by": hurt_by})
        scene.squad(1, (10, 20)), scene.squad(2, (30, 30), models=1)
        play = scene.shoot(0, dice=[1])
        assert play.unit(0).destroyed and play.unit(0).destroyed_by == hurt_by


@pytest.mark.rule("KT40-INT-62", "KT40-INT-82")
def test_wounds_of_a_failed_test_are_chosen_by_their_player_and_not_ignored() -> None:
    """No ignore-wounds rolls; who hurt the unit before gets the credit."""
    scene = Scene()
    scene.squad(0, (10, 10), models=2, leadership=3, abilities=[ability("ignore-wounds", needed=2)], state={"lost": 4, "hurt_by": 1})
    scene.squad(1, (10, 30))
    play = scene.morale(0, dice=[2])  # 6 against 3: three wounds, at most two
    assert play.over and play.unit(0).destroyed and play.unit(0).destroyed_by == 1 and play.lost(0) == 6


# --- explosions


def wreck(*others: tuple[float, float], dice: list[int], **more: Any) -> Play:
    """Return a play in which a vehicle of one wound is destroyed beside squads of the second side."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun(BIG)])
    scene.vehicle(1, (10, 25), left=[1], abilities=[EXPLODES], **more)
    for place in others:
        scene.squad(1, place, models=3)
    return scene.shoot(0, dice=dice)


@pytest.mark.rule("KT40-DMG-05")
def test_an_explosion_hurts_every_unit_in_range() -> None:
    """Rolled for each unit, friend or enemy; the squad 7" away is safe, and so is everybody on a 3."""
    play = wreck((16, 25), (30, 25), dice=[6, 6, 4, 5]).answer(1)
    finish(play)
    assert play.unit(1).destroyed and (play.lost(0), play.lost(2), play.lost(3)) == (0, 3, 0)
    assert kinds(play).index("explodes") < kinds(play).index("unit-destroyed")
    assert finish(wreck((16, 25), dice=[6, 6, 3]).answer(1)).lost(2) == 0


@pytest.mark.rule("KT40-DMG-05", "KT40-INT-82")
def test_the_attacker_may_stand_too_near() -> None:
    """The explosion is an ability of the vehicle's player, who gets the credit."""
    scene = Scene()
    scene.squad(0, (10, 18), models=1, weapons=[gun(BIG)])
    scene.vehicle(1, (10, 25), left=[1], abilities=[EXPLODES])
    play = scene.shoot(0, dice=[6, 6, 4, 1])
    assert play.unit(0).destroyed and play.unit(0).destroyed_by == 1


@pytest.mark.rule("KT40-DMG-05", "KT40-TRANS-08")
def test_passengers_get_out_after_the_explosion() -> None:
    """They suffer none of its mortal wounds, only a die each."""
    scene = Scene()
    scene.squad(0, (10, 8), models=1, weapons=[gun(BIG)])
    carrier = scene.transport(1, (10, 25), left=[1], abilities=[EXPLODES])
    inside = scene.squad(1, None, models=3, state={"carrier": carrier})
    play = scene.shoot(0, dice=[6, 6, 6, 2, 3, 4])
    while play.what and play.what != "casualties":
        play.game.play(play.decision.default)
    assert play.lost(inside) == 0 and play.unit(carrier).destroyed and play.at(4) is not None
    order = kinds(play)
    assert order.index("explodes") < order.index("unit-destroyed")


@pytest.mark.rule("KT40-DMG-06", "KT40-INT-25")
def test_explosions_come_one_after_the_other() -> None:
    """The first brings two vehicles to 0; they explode afterwards, in the order that the acting player chooses, and lose no more."""
    scene = Scene()
    scene.squad(0, (10, 2), models=1, weapons=[gun(BIG)])
    first = scene.vehicle(1, (10, 20), left=[1], abilities=[EXPLODES])
    second, third = scene.vehicle(1, (16, 20), left=[1], abilities=[EXPLODES]), scene.vehicle(1, (10, 26), left=[1], abilities=[EXPLODES])
    play = scene.shoot(0, dice=[6, 6, 6, 1, 1, 6, 1]).answer(first)
    assert (play.what, play.player) == ("explosion", 0) and play.options() == [2, 3]
    assert play.unit(first).destroyed and not play.unit(second).destroyed
    play.answer(3)
    assert play.over and [event.values["unit"] for event in play.events("explodes")] == [first, third, second]
    assert [event.values["unit"] for event in play.events("unit-destroyed")] == [first, third, second]
    assert play.lost(second) == play.lost(third) == 1


@pytest.mark.rule("KT40-DMG-06", "KT40-INT-25", "KT40-TRANS-08")
@pytest.mark.parametrize("wreck_first", [True, False])
def test_passengers_of_a_wreck_come_out_before_or_after_an_explosion_as_the_acting_player_says(wreck_first: bool) -> None:
    """Both vehicles fall to one explosion; whoever has got out of the transport by then is hurt by the second one."""
    scene = Scene()
    scene.squad(0, (10, 2), models=1, weapons=[gun(BIG)])
    first = scene.vehicle(1, (10, 20), left=[1], abilities=[EXPLODES])
    carrier, bomb = scene.transport(1, (16, 20), left=[1]), scene.vehicle(1, (13, 25), left=[1], abilities=[EXPLODES])
    inside = scene.squad(1, None, models=1, wounds=3, state={"carrier": carrier})
    hurt = [6, 2] if wreck_first else [6]
    dice = [6, 6, 6, 1, 1, *([6, *hurt] if wreck_first else [*hurt, 6])]
    play = scene.shoot(0, dice=dice).answer(first)
    assert (play.what, play.player) == ("explosion", 0) and play.options() == [2, 3]
    play.answer(2 if wreck_first else 3)
    while not play.over:
        play.game.play(play.decision.default)
    order = [event.values["unit"] for event in play.events("unit-destroyed")]
    assert order == ([first, carrier, bomb] if wreck_first else [first, bomb, carrier])
    assert play.lost(inside) == (1 if wreck_first else 0)


@pytest.mark.rule("KT40-DMG-06")
def test_explosions_follow_the_order_in_which_models_fell() -> None:
    """The second explosion brings a fourth vehicle to 0: it comes after the third, which fell before it."""
    scene = Scene()
    scene.squad(0, (10, 2), models=1, weapons=[gun(BIG)])
    first, second, third, fourth = (scene.vehicle(1, (x, 20), left=[1], abilities=[EXPLODES]) for x in (10, 16, 4, 22))
    play = scene.shoot(0, dice=[6, 6, 6, 1, 1, 6, 1, 1, 1]).answer(first, 2)
    assert play.over and [event.values["unit"] for event in play.events("explodes")] == [first, second, third, fourth]


@pytest.mark.rule("KT40-DMG-06", "KT40-ATT-09", "KT40-INT-84")
def test_of_one_unit_whoever_fell_first_explodes_first() -> None:
    """Three mortal wounds on three tanks of two: the last one, which has one left, falls first, then the one its player chooses. Nobody is asked."""
    scene = Scene()
    strike = Power(id="strike", name="Strike", text="…", charge=5, deed=Deed(kind="strike", inches=24, amount=Amount(plus=3)))
    scene.psyker(0, (10, 10), powers=[strike])
    tank = scene.card(wounds=2, toughness=7, base=100.0, height=3.0)
    squadron = scene.unit(1, [(10, 25), (15, 25), (20, 25)], (tank, 3), keywords=("VEHICLE",), abilities=[EXPLODES], left=[2, 2, 1])
    play = scene.play(Task("manifest", (0, "strike")), dice=[3, 3, 1, 1], phase="psychic", acting=0)
    play = casualties(play, 2, 0)
    assert play.over and play.models(squadron) == (2,)
    assert [event.values["model"] for event in play.events("explodes")] == [3, 1]


@pytest.mark.rule("KT40-INT-54")
def test_a_model_slain_meanwhile_makes_no_more_attacks() -> None:
    """Its first gun blows up the vehicle beside it, and the explosion slays it."""
    scene = Scene()
    scene.squad(0, (10, 18), models=1, weapons=[gun(BIG, "first"), gun(BIG, "second")])
    vehicle, squad = scene.vehicle(1, (10, 25), left=[1], abilities=[EXPLODES]), scene.squad(1, (20, 10))
    play = scene.shoot(0, dice=[6, 6, 4, 1]).answer("split by weapon", vehicle, squad)
    assert play.what == "next-group" and play.options() == ["first", "second"]  # where a target may explode their order matters
    play.answer("first")
    assert play.over and play.unit(0).destroyed and [event.values["weapon"] for event in play.events("hit-roll")] == ["first"]


@pytest.mark.rule("KT40-INT-54", "KT40-INT-84")
def test_nobody_is_asked_for_the_order_of_attacks_of_the_slain() -> None:
    """The first of three guns blows up the vehicle, and the explosion slays who bears them: nothing is left to be asked."""
    scene = Scene()
    scene.squad(0, (10, 18), models=1, weapons=[gun(BIG, "first"), gun(BIG, "second"), gun('40" assault 1, 4 0 1', "third")])
    vehicle, squad = scene.vehicle(1, (10, 25), left=[1], abilities=[EXPLODES]), scene.squad(1, (20, 10), wounds=3)
    play = scene.shoot(0, dice=[6, 6, 4, 1]).answer("split by weapon", vehicle, squad, squad)
    assert play.options() == ["first", "second", "third"]
    play.answer("first")
    assert play.over and play.unit(0).destroyed


@pytest.mark.rule("KT40-DMG-05")
def test_a_vehicle_of_a_squadron_hurts_its_own_unit() -> None:
    """Attacks are then taken one by one: the explosion comes before the next attack."""
    scene = Scene()
    scene.squad(0, (10, 5), models=1, weapons=[gun('40" assault 2, 16 -6 6')])
    tank = scene.card(wounds=6, toughness=7, base=100.0, height=3.0)
    squadron = scene.unit(1, [(10, 25), (15, 25)], (tank, 2), keywords=("VEHICLE",), abilities=[EXPLODES])
    play = scene.shoot(0, dice=[6, 6, 6, 4, 5, 6, 1])
    assert finish(play).lost(squadron) == 12
    order = [kind for kind in kinds(play) if kind in ("explodes", "wound-roll")]
    assert order == ["wound-roll", "explodes", "wound-roll", "explodes"]


@pytest.mark.rule("KT40-UNIT-09", "KT40-INT-54")
def test_whoever_an_explosion_slays_makes_no_more_attacks_of_the_group() -> None:
    """Both shots of a gunner hit. The first blows a vehicle up, and the blast slays the gunner: the second does not wound."""
    scene = Scene()
    scene.squad(0, (10, 18.5), models=1, weapons=[gun('40" assault 2, 16 -6 6')])
    tank = scene.card(wounds=6, toughness=7, base=100.0, height=3.0)
    squadron = scene.unit(1, [(10, 25), (15, 25)], (tank, 2), keywords=("VEHICLE",), abilities=[EXPLODES])
    play = finish(scene.shoot(0, dice=[6, 6, 6, 4, 1, 1]))
    assert (len(play.events("wound-roll")), play.unit(0).destroyed, play.unit(squadron).destroyed) == (1, True, False)


@pytest.mark.rule("KT40-MIS-09", "KT40-INT-82")
def test_a_unit_that_falls_to_nobody_is_no_first_strike() -> None:
    scene = Scene(players=3)
    scene.squad(0, (10, 10), models=1, wounds=3, weapons=[gun('24" assault 1, 7 -3 1; Overheat')])
    scene.squad(1, (10, 20)), scene.squad(2, (30, 30), models=1)
    play = scene.shoot(0, dice=[1], turn=1)
    assert play.unit(0).destroyed and play.s.struck == (False, False, False)


@pytest.mark.rule("KT40-DMG-05")
@pytest.mark.parametrize(("away", "lost"), [(6.0, 1), (6.002, 0)])
def test_an_explosion_reaches_so_far(away: float, lost: int) -> None:
    """Six inches from the base of 100 mm; a hair more is far enough."""
    scene = Scene()
    scene.squad(0, (10, 8), models=1, weapons=[gun(BIG)])
    scene.vehicle(1, (10, 25), left=[1], abilities=[EXPLODES])
    beside = scene.squad(1, (10 + 50 / 25.4 + 0.5 + away, 25), models=1, wounds=3)
    assert finish(scene.shoot(0, dice=[6, 6, 4, 1]).answer(1)).lost(beside) == lost


@pytest.mark.rule("KT40-DMG-05", "KT40-STRAT-09")
def test_the_die_of_an_explosion_may_be_rolled_again_if_somebody_is_near() -> None:
    """It is the vehicle's player who may want it."""
    for away, asked in ((5.0, True), (8.0, False)):
        scene = Scene()
        scene.squad(0, (10, 8), models=1, weapons=[gun(BIG)])
        scene.vehicle(1, (10, 25), left=[1], abilities=[EXPLODES])
        scene.squad(1, (10 + 50 / 25.4 + 0.5 + away, 25), models=1, wounds=3)
        play = scene.shoot(0, dice=[6, 6, 3], cp=(0, 1)).answer(1)
        assert (play.what == "re-roll") is asked
        if asked:
            assert (play.player, play.options()) == (1, ["pass", Dice("command-re-roll", (0,))])


@pytest.mark.rule("KT40-DMG-01", "KT40-STRAT-09", "KT40-INT-84")
@pytest.mark.parametrize(("wounds", "asked"), [(1, False), (2, True)])
def test_damage_is_offered_again_only_where_more_of_it_matters(wounds: int, asked: bool) -> None:
    """A D3 of 1 on models of one wound, or of two."""
    play = facing(gun('24" assault 1, 8 -6 D3'), enemies=2, target={"wounds": wounds}).shoot(0, dice=[6, 6, 1], cp=(1, 0))
    assert (play.what == "re-roll") is asked


@pytest.mark.rule("KT40-DMG-01", "KT40-STRAT-09", "KT40-INT-84")
@pytest.mark.parametrize(
    ("damage", "dice", "left", "offered"),
    [
        ("D6", (5, 4), (2, 2, 2), []),  # each slays a model already
        ("D6", (2, 1), (2, 2, 2), [1]),
        ("D3", (3, 6), (2, 2, 2), []),  # 2 and 3
        ("D3", (2, 6), (2, 2, 2), [0]),  # 1 and 3
        ("D6", (1, 1), (1, 2, 2), [1]),  # the damaged one falls first
        ("D6", (1, 1), (1, 1, 0), []),  # nobody is left to lose more
        ("D6", (3, 3, 3), (5, 0, 0), []),  # 3 and 3 are enough
        ("D6", (1, 1, 1), (5, 0, 0), [0, 1, 2]),
    ],
)
def test_a_damage_die_is_offered_again_only_if_a_higher_one_could_cost_more_wounds(
    damage: str, dice: tuple[int, ...], left: tuple[int, ...], offered: list[int]
) -> None:
    wounds = 5 if 5 in left else 2
    scene = facing(gun(f'24" assault {len(dice)}, 8 -6 {damage}'), enemies=3, target={"wounds": wounds, "left": left})
    play = scene.shoot(0, dice=[*[6] * 2 * len(dice), *dice], cp=(1, 0))
    assert (play.what == "re-roll") is bool(offered)
    if offered:
        assert [option.chosen[0] for option in play.options() if isinstance(option, Dice)] == offered


@pytest.mark.rule("KT40-STRAT-09", "KT40-INT-84", "KT40-UNIT-12")
def test_damage_that_may_be_ignored_is_offered_again_below_the_best() -> None:
    """Of 3 points on a model of two wounds one may be ignored: more could slay it. And one by one it is the model chosen that counts."""
    for target, asked in (({"abilities": [ability("ignore-wounds", needed=5)]}, True), ({}, False)):
        play = facing(gun('24" assault 1, 8 -6 D6'), enemies=2, target={"wounds": 2, **target}).shoot(0, dice=[6, 6, 3, *[1] * 6], cp=(1, 0))
        assert (play.what == "re-roll") is asked
    for model, asked in ((1, False), (2, True)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 8 -6 D6')])
        scene.unit(1, (10, 20), (scene.card(wounds=2), 1), (scene.card(wounds=4), 1))
        play = scene.shoot(0, dice=[6, 6, 3], cp=(1, 0)).answer(model)
        assert (play.what == "re-roll") is asked
        assert not asked or "damage D6, rolled 3; wounds left of the model: 4. Roll" in play.decision.prompt


@pytest.mark.rule("KT40-INT-83", "KT40-UNIT-06")
@pytest.mark.parametrize(("away", "first"), [(2.0, 1), (2.002, 2)])
def test_by_default_no_model_falls_that_holds_its_unit_together(away: float, first: int) -> None:
    """The one in the middle is the farthest from the attacker: it falls first if the others are within 2" of each other."""
    scene = Scene()
    unit = scene.squad(0, [(10, 10), (11.5, 8.8), (11 + away, 10)], models=3)
    attacker = scene.squad(1, (11.5, 30), models=1)
    s = scene.state()
    assert order_casualties(scene.arena, s, unit, attacker)[0] == first


@pytest.mark.rule("KT40-INT-83", "KT40-UNIT-06")
@pytest.mark.parametrize(("floor", "first"), [(6.0, 1), (6.002, 2)])
def test_by_default_no_model_falls_that_holds_its_unit_together_upwards(floor: float, first: int) -> None:
    """From 6" of height on the model above is a group of its own, and falls before the farthest."""
    scene = Scene()
    scene.ruin(8, 10.5, 14, 16, floor=floor, top=9.0)
    unit = scene.squad(0, [(10, 9.5), (11.2, 8.5), (10, 11.5, floor)], models=3)
    attacker = scene.squad(1, (10, 30), models=1)
    s = scene.state()
    assert order_casualties(scene.arena, s, unit, attacker)[0] == first
