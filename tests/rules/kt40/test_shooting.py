"""The shooting phase: who shoots in which step, what may be fired, and declaring targets. (SHOOT, ADV-02, FALLBACK-03, INT-20, INT-27)"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from counteract.core.state import Task
from counteract.rulesets.kt40.shoot import why_not_overwatch, why_not_shoot
from counteract.rulesets.kt40.targeting import why_not_weapon
from tests.rules.kt40.scenes import Boon, Play, Scene, ability, blade, grenade, gun, pistol
from tests.rules.kt40.shots import casualties, facing, finish, hits, rolls, rule_of

GUN = '24" assault 1, 4 0 1'


def two_each(**states: dict[str, Any]) -> Scene:
    """Return a scene: each side has two units of one model with guns, a and b against c and d; states of units by these letters."""
    scene = Scene()
    for letter, side, at in (("a", 0, (10, 10)), ("b", 0, (20, 10)), ("c", 1, (10, 20)), ("d", 1, (20, 20))):
        scene.squad(side, at, models=1, weapons=[gun(GUN)], state=states.get(letter, {}))
    return scene


@pytest.mark.rule("KT40-SHOOT-01", "KT40-SHOOT-02", "KT40-SHOOT-03", "KT40-SHOOT-04", "KT40-READY-04")
def test_readied_units_shoot_in_the_first_step_and_others_in_the_second() -> None:
    """Each step alternates from the first player on; a unit shoots once, and a pass in one step is none in the other."""
    play = two_each(a={"readied": True}, c={"readied": True}).alternate("readied", "shooting", dice=[1] * 8)
    assert (play.player, play.options(), play.decision.rule) == (0, [0, "pass"], "KT40-SHOOT-02")
    assert play.why(1) == "KT40-SHOOT-02"
    play.answer("pass")
    assert (play.player, play.options()) == (1, [2, "pass"])
    play.answer(2, 0)
    assert (play.player, play.options(), play.decision.rule) == (0, [1, "pass"], "KT40-SHOOT-03")
    assert play.why(0) == "KT40-SHOOT-03"  # readied, and its step is over (INT-19)
    play.answer(1, 2)
    assert (play.player, play.options()) == (1, [3, "pass"]) and play.why(2) == "KT40-SHOOT-04"


@pytest.mark.rule("KT40-INT-19")
def test_a_readied_unit_that_missed_its_step_does_not_shoot() -> None:
    """Its player passed in the readied step."""
    scene = two_each(a={"readied": True})
    play = scene.alternate("readied", "shooting", dice=[1] * 8)
    play.answer("pass", "pass")  # readied step: a's player; second step: also
    assert 0 not in play.options()
    assert why_not_shoot(scene.arena, play.s, 0, "shooting") == ("KT40-SHOOT-03", "Readied units shoot in the first step.")


@pytest.mark.rule("KT40-INT-20")
def test_a_unit_without_a_target_may_be_activated() -> None:
    """It uses the action of its player and does nothing."""
    scene = Scene()
    near = scene.squad(0, (10, 10), weapons=[gun('6" assault 1, 4 0 1')])
    scene.squad(0, (20, 10), weapons=[gun(GUN)])
    scene.squad(1, (10, 30), weapons=[gun(GUN)])
    play = scene.alternate("shooting", dice=[1] * 9).answer(near)
    assert play.player == 1 and play.unit(near).shot and play.events("holds-fire")


@pytest.mark.rule("KT40-SHOOT-05")
def test_all_weapons_fire_at_the_target_chosen() -> None:
    """Each model fires all its guns; every target is declared before the first die falls."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=2, weapons=[gun(GUN, "rifle"), gun('24" heavy 2, 5 0 1', "cannon")])
    one, other = scene.squad(1, (10, 20)), scene.squad(1, (20, 20))
    play = scene.shoot(squad, dice=[1, 1] + [1] * 4)
    assert play.what == "target" and play.options() == [one, other, "split by weapon", "split by model", "pass"]
    play.answer(other)
    assert play.over and [event.values["target"] for event in play.events("hit-roll")] == [other, other]
    assert rolls(play, "hit-roll") == [(1, 1), (1, 1, 1, 1)]


@pytest.mark.rule("KT40-SHOOT-05")
def test_fire_may_be_held_even_if_there_is_one_target_only() -> None:
    """By all weapons, by one of them, or by one model; nobody is asked again for overwatch, which has been chosen."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=2, weapons=[gun(GUN, "rifle"), gun(GUN, "cannon")])
    enemy = scene.squad(1, (10, 20))

    def asked(*answers: Any) -> Play:
        return scene.play(Task("shoot", (squad,)), phase="shooting", dice=[1] * 4).answer(*answers)

    assert asked().options() == [enemy, "split by weapon", "split by model", "pass"]
    assert asked("pass").over and asked("pass").events("holds-fire")
    assert rolls(asked("split by weapon", "pass", enemy), "hit-roll") == [(1, 1)]
    assert rolls(asked("split by model", "pass", "pass", enemy, enemy), "hit-roll") == [(1,), (1,)]
    assert scene.play(Task("overwatch", (squad, enemy)), dice=[1] * 4).over


@pytest.mark.rule("KT40-SHOOT-05")
def test_targets_may_differ_by_weapon_and_by_model() -> None:
    """A row for each weapon or for each model; one may hold its fire."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=2, weapons=[gun(GUN, "rifle"), gun(GUN, "cannon")])
    one, other = scene.squad(1, (10, 20)), scene.squad(1, (20, 20))
    play = scene.shoot(squad, dice=[1] * 4).answer("split by weapon", one, other)
    assert play.over
    assert [(event.values["weapon"], event.values["target"]) for event in play.events("hit-roll")] == [("rifle", one), ("cannon", other)]
    play = scene.shoot(squad, dice=[1] * 2).answer("split by model", other, other, "pass", "pass")
    assert play.over and [event.values["target"] for event in play.events("hit-roll")] == [other, other]
    assert [len(dice) for dice in rolls(play, "hit-roll")] == [1, 1]


@pytest.mark.rule("KT40-SHOOT-05")
def test_a_unit_may_hold_its_fire() -> None:
    """Nobody is hurt by an answer that is not given."""
    scene = two_each()
    play = scene.shoot(0)
    assert play.decision.default == play.decision.options[-1]
    assert play.answer("pass").over and not play.events("hit-roll")


@pytest.mark.rule("KT40-SHOOT-05")
def test_what_is_settled_at_the_declaration_stays() -> None:
    """The first group slays the near model; the second still has its doubled shots, although the rest is beyond half range."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 8 0 1', "first"), gun('24" rapid fire 1, 4 0 1', "second")])
    enemy = scene.squad(1, [(10, 15), (10, 27.5)], models=2, toughness=4, save=7)
    play = casualties(scene.shoot(squad, dice=[6, 6, 1, 1]), 1, 0)
    assert play.over and rolls(play, "hit-roll") == [(6,), (1, 1)] and play.models(enemy) == (2,)


@pytest.mark.rule("KT40-SHOOT-06")
def test_an_engaged_unit_shoots_only_with_pistols() -> None:
    """The rifle stays silent."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun(GUN, "rifle"), pistol()])
    scene.squad(1, (10, 11.5), models=1)
    play = scene.shoot(squad, dice=[1])
    assert play.over and [event.values["weapon"] for event in play.events("hit-roll")] == ["pistol"]
    unarmed = facing(away=0.5).shoot(0)
    assert unarmed.over and not unarmed.events("hit-roll")


@pytest.mark.rule("KT40-ADV-02", "KT40-WT-06", "KT40-WT-02")
def test_after_an_advance_only_assault_weapons_fire_at_minus_one() -> None:
    """BS 3+: a 3 misses, a 4 hits."""
    guns = [gun(f'24" {kind} 1, 4 0 1', kind) for kind in ("assault", "rapid fire", "heavy", "pistol", "grenade")]
    play = facing(*guns, state={"option": "advance"}).shoot(0, dice=[3])
    assert play.over and [event.values["weapon"] for event in play.events("hit-roll")] == ["assault"]
    assert hits(play) == 0 and play.events("hit-roll")[0].values["causes"] == (("advanced", -1, 1),)
    assert hits(finish(facing(*guns, state={"option": "advance"}).shoot(0, dice=[4, 1]))) == 1


@pytest.mark.rule("KT40-FALLBACK-03", "KT40-INT-20")
def test_a_unit_that_fell_back_shoots_only_if_it_flies() -> None:
    """A unit without FLY may be activated all the same: FALLBACK-03 takes its shots, and by INT-20 a unit without a target uses up the action."""
    scene = Scene()
    walkers = scene.squad(0, (10, 10), weapons=[gun(GUN)], state={"option": "fall back"})
    flyers = scene.flyers(0, (20, 10), weapons=[gun(GUN)], state={"option": "fall back"})
    scene.squad(1, (10, 20))
    play = scene.alternate("shooting")
    assert play.options() == [flyers, walkers, "pass"]
    play.answer(walkers)
    assert [event.kind for event in play.game.events] == ["holds-fire"] and play.unit(walkers).shot
    weapon = scene.arena.guns[scene.arena.units[walkers].models[0]][0]
    assert why_not_weapon(scene.arena, scene.state(), 0, weapon, "shooting") == ("KT40-FALLBACK-03", "It has fallen back this turn.")
    assert why_not_weapon(scene.arena, scene.state(), 0, weapon, "overwatch") is None


@pytest.mark.rule("KT40-INT-27", "KT40-STRAT-07", "KT40-STRAT-08")
def test_decisive_shot_ignores_moves() -> None:
    """Worked example 11: an advanced unit fires its Heavy weapon in the readied step, and a 3 hits."""
    heavy = gun('24" heavy 1, 4 0 1')
    scene = facing(heavy, state={"option": "advance", "decisive": True})
    s = scene.state()
    play = scene.shoot(0, dice=[3, 1], models=(replace(s.models[0], moved=True), *s.models[1:]))
    assert hits(play) == 1 and play.events("hit-roll")[0].values["causes"] == ()
    assert why_not_shoot(play.arena, scene.state(), 0, "readied") is None
    assert why_not_shoot(play.arena, scene.state(), 0, "shooting") is not None
    barred = facing(heavy, state={"option": "advance"}).shoot(0)
    assert not barred.events("hit-roll")
    fallen = facing(state={"option": "fall back", "decisive": True})
    assert why_not_shoot(fallen.shoot(0, dice=[1]).arena, fallen.state(), 0, "readied") is None


@pytest.mark.rule("KT40-INT-27")
def test_decisive_shot_keeps_the_limits_of_charges() -> None:
    """A unit that was charged fires only its pistols."""
    scene = facing(gun(GUN), pistol(), away=0.5, state={"charged_by": (1,), "decisive": True})
    play = scene.shoot(0, dice=[1])
    assert [event.values["weapon"] for event in play.events("hit-roll")] == ["pistol"]


@pytest.mark.rule("KT40-INT-50")
def test_fell_back_then_charged() -> None:
    """Without FLY it does not shoot; with FLY it fires pistols only."""
    for fly in (False, True):
        scene = Scene()
        keywords = ("INFANTRY", "FLY") if fly else ("INFANTRY",)
        state = {"option": "fall back", "charged_by": (1,)}
        squad = scene.squad(0, (10, 10), models=1, weapons=[gun(GUN), pistol()], keywords=keywords, state=state)
        scene.squad(1, (10, 11.5), models=1)
        play = scene.shoot(squad, dice=[1])
        assert bool(play.events("hit-roll")) is fly
        if fly:
            assert [event.values["weapon"] for event in play.events("hit-roll")] == ["pistol"]


@pytest.mark.rule("KT40-INT-54")
def test_the_player_orders_the_groups_at_one_target() -> None:
    """Asked where the order could matter: the target's models have two wounds."""
    scene = facing(gun(GUN, "rifle"), gun('24" heavy 1, 8 -3 2', "cannon"), enemies=2, target={"wounds": 2})
    play = scene.shoot(0, dice=[1, 1])
    assert play.what == "next-group" and play.options() == ["rifle", "cannon"]
    play.answer("cannon")
    assert play.over and [event.values["weapon"] for event in play.events("hit-roll")] == ["cannon", "rifle"]
    plain = facing(gun(GUN, "rifle"), gun('24" heavy 1, 8 -3 2', "cannon")).shoot(0, dice=[1, 1])
    assert plain.over  # models of one wound: nothing to decide


@pytest.mark.rule("KT40-INT-54")
@pytest.mark.parametrize(
    ("guns", "wounds", "asked"),
    [
        (("4 0 1", "4 0 2"), 2, True),
        (("4 0 1", "4 0 2"), 1, False),
        (("4 0 1", "5 0 1"), 2, False),
        (("4 0 1", "4 0 2"), 3, True),
        (("4 0 2", "4 0 3"), 2, False),  # either slays a model
        (("4 0 2", "4 0 D3+1"), 2, False),
        (("4 0 2", "4 0 D3"), 2, True),
        (("4 0 2", "4 0 2; Sniper"), 2, True),
    ],
)
def test_the_order_of_weapons_is_asked_where_models_of_several_wounds_suffer_unequal_damage(guns: tuple[str, str], wounds: int, asked: bool) -> None:
    weapons = [gun(f'24" assault 1, {figures}', f"gun {k}") for k, figures in enumerate(guns)]
    play = facing(*weapons, enemies=3, target={"wounds": wounds}).shoot(0, dice=[1, 1])
    assert (play.what == "next-group") is asked


@pytest.mark.rule("KT40-INT-54", "KT40-TERR-02")
@pytest.mark.parametrize(("x", "asked"), [(5, False), (11, True), (20, False)])
def test_the_order_of_weapons_is_asked_where_a_unit_may_come_into_cover(x: float, asked: bool) -> None:
    """All in a wood, some, and none; the losses may leave those in the wood alone. Cover that helps against no weapon does not matter."""
    for rules, target, counts in (("", {}, True), ("; Ignores cover", {}, False), ("", {"save": 5, "invulnerable": 4}, False)):
        scene = facing(*(gun(f'24" assault 1, {k} 0 1{rules}', f"gun {k}") for k in (4, 5)), enemies=3, target=target)
        scene.wood(x, 18, x + 12, 24)
        assert (scene.shoot(0, dice=[1, 1]).what == "next-group") is (asked and counts)


@pytest.mark.rule("KT40-INT-54", "KT40-UNIT-12")
def test_damage_that_may_be_ignored_is_uneven_though_each_could_slay() -> None:
    weapons = [gun(f'24" assault 1, 4 0 {damage}', f"gun {damage}") for damage in (2, 3)]
    target = {"wounds": 2, "abilities": [ability("ignore-wounds", needed=5)]}
    assert facing(*weapons, enemies=3, target=target).shoot(0, dice=[1, 1]).what == "next-group"

@pytest.mark.rule("KT40-INT-54", "KT40-WR-OVERHEAT-01")
def test_the_player_orders_groups_of_which_one_may_overheat() -> None:
    """The safe gun fires first and slays the only model: the other one is not fired, and its bearer is in no danger."""
    scene = facing(gun('24" heavy 1, 8 -6 1; Overheat', "furnace"), gun('24" heavy 1, 8 -6 1', "cannon"), models=1, enemies=1)
    play = scene.shoot(0, dice=[6, 6])
    assert play.what == "next-group" and play.options() == ["furnace", "cannon"]
    play.answer("cannon")
    assert play.over and play.unit(1).destroyed and play.models(0) == (0,)


@pytest.mark.rule("KT40-INT-54", "KT40-AURA-01")
def test_the_player_orders_targets_of_which_one_protects_the_other() -> None:
    """A healer lets a squad beside it ignore wounds: the gun that is to fell it may fire first. Farther off it is not asked."""
    aura = ability("aura", "care", inches=3, boon="ignore wounds", bonus=2)
    for away, asked in ((3.0, True), (9.0, False)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 8 -6 1', "rifle"), gun('24" heavy 1, 8 -6 4; Sniper', "cannon")])
        squad = scene.squad(1, (10, 15), models=1)
        healer = scene.character(1, (10 + away, 15), abilities=[aura])
        play = scene.shoot(0, dice=[6, 5, 1, 1, 1, 1, 6, 5] if asked else [6, 5, 6, 5, 1, 1, 1, 1]).answer("split by weapon", squad, healer)
        if asked:
            assert play.what == "next-group" and play.options() == ["rifle", "cannon"]
            play.answer("cannon")
        assert play.over and play.unit(squad).destroyed
        assert [event.values["weapon"] for event in play.events("hit-roll")] == (["cannon", "rifle"] if asked else ["rifle", "cannon"])


@pytest.mark.rule("KT40-INT-54")
def test_attacks_left_for_a_destroyed_unit_are_lost() -> None:
    """The first group slays the only model."""
    scene = facing(gun('24" heavy 1, 8 -6 1', "cannon"), gun(GUN, "rifle"), enemies=1)
    play = scene.shoot(0, dice=[6, 6])
    assert play.over and play.unit(1).destroyed and play.events("attacks-lost")[0].values["weapon"] == "rifle"


@pytest.mark.rule("KT40-INT-53")
def test_shots_do_not_spill_onto_neighbours() -> None:
    """Two enemy units stand side by side; all shots at one of them strike that one."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 4, 8 -6 1')])
    one, other = scene.squad(1, (10, 20), models=2), scene.squad(1, (10, 21.2), models=2)
    play = scene.shoot(squad, dice=[6] * 4 + [6] * 4).answer(one)
    assert play.over and play.models(one) == () and len(play.models(other)) == 2


# --- overwatch


def overwatch(scene: Scene, dice: list[int]) -> Play:
    """Play the overwatch of the first unit at the second."""
    return scene.play(Task("overwatch", (0, 1)), dice=dice)


@pytest.mark.rule("KT40-OW-02", "KT40-WT-01", "KT40-ATT-07", "KT40-ATT-10", "KT40-DMG-04")
def test_overwatch_hits_on_sixes() -> None:
    """Worked example 6: ten dice, three hits, two wounds, one failed save."""
    scene = facing(gun('24" rapid fire 1, 4 0 1'), models=5, target={"save": 3})
    play = overwatch(scene, [6, 6, 5, 4, 3, 3, 2, 1, 6, 2, 4, 3, 5, 2, 5])
    finish(play)
    assert (hits(play), hits(play, "wound-roll"), play.lost(1)) == (3, 2, 1)
    assert play.events("hit-roll")[0].rule == "KT40-OW-02"


@pytest.mark.rule("KT40-OW-02")
def test_a_bonus_does_not_make_a_five_hit_in_overwatch() -> None:
    """Only the unmodified 6 does, and the -1 of a masked shot does not matter either."""
    scene = facing(models=1, state={"boons": (Boon("to hit", 1, "turn", "x"),)})
    assert hits(overwatch(scene, [5])) == 0
    assert hits(finish(overwatch(scene, [6, 1]))) == 1


@pytest.mark.rule("KT40-OW-03", "KT40-OW-04")
def test_overwatch_needs_range_sight_and_no_enemy_near() -> None:
    """An engaged unit fires none; nor does one that sees nobody or is too far away."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), weapons=[gun(GUN)])
    charger, hidden = scene.squad(1, (10, 18)), scene.squad(1, (30, 10))
    scene.block(24, 5, 25, 20)
    s = scene.state()
    assert why_not_overwatch(scene.arena, s, squad, charger) is None
    assert why_not_overwatch(scene.arena, s, squad, hidden) == ("KT40-TARGET-01", "No model of it in range can be seen.")
    near = facing(gun('6" assault 1, 4 0 1'))
    assert why_not_overwatch(near.shoot(0).arena, near.state(), 0, 1) == ("KT40-TARGET-01", "It is out of range.")
    held = Scene()
    held.squad(0, (10, 10), weapons=[gun(GUN)])
    held.squad(1, (10, 11.5)), held.squad(1, (10, 20))
    s = held.state()
    assert why_not_overwatch(held.arena, s, 0, 2) == ("KT40-OW-03", "It is engaged.")


@pytest.mark.rule("KT40-ADV-03", "KT40-FALLBACK-04", "KT40-INT-39")
def test_what_a_unit_did_before_it_fires_overwatch() -> None:
    """After an advance only Assault weapons; after a fall back or a failed charge everything."""
    rifle = gun('24" rapid fire 1, 4 0 1')
    advanced = facing(rifle, state={"option": "advance"})
    assert rule_of(why_not_overwatch(advanced.shoot(0).arena, advanced.state(), 0, 1)) == "KT40-ADV-03"
    for state in ({"option": "fall back"}, {"option": "charge", "declared": (1,)}, {"charged_by": (1,)}):
        scene = facing(rifle, state=state)
        assert len(rolls(overwatch(scene, [1, 1]), "hit-roll")[0]) == 2


@pytest.mark.rule("KT40-OW-05")
def test_overwatch_does_not_use_up_the_shooting() -> None:
    """Nor the next overwatch."""
    scene = facing()
    play = scene.play(Task("overwatch", (0, 1)), Task("overwatch", (0, 1)), Task("shoot", (0,)), dice=[1, 1, 1]).aim()
    assert len(play.events("hit-roll")) == 3


@pytest.mark.rule("KT40-OW-06", "KT40-INT-51")
def test_a_grenade_in_overwatch_and_again_in_the_shooting_phase() -> None:
    """One model throws each time."""
    scene = facing(gun(GUN), grenade('12" grenade 2, 3 0 1'), models=2)
    play = scene.play(Task("overwatch", (0, 1)), Task("shoot", (0,)), dice=[1] * 6)
    for _ in range(2):
        assert play.what == "grenade"
        play.answer(play.options()[1]).aim()
    assert play.over and sorted(map(len, rolls(play, "hit-roll"))) == [1, 1, 2, 2]


@pytest.mark.rule("KT40-OW-07", "KT40-WR-AUTO-01")
def test_flames_hit_in_overwatch_too() -> None:
    """No hit roll is made."""
    play = overwatch(facing(gun('12" assault 3, 4 0 1; Auto-hit')), [1, 1, 1])
    assert play.over and not play.events("hit-roll") and len(rolls(play, "wound-roll")[0]) == 3


@pytest.mark.rule("KT40-OW-08")
def test_a_charging_character_is_fired_at_whoever_stands_nearer() -> None:
    """In the shooting phase it would be out of reach behind the squad."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun(GUN)])
    hero, guard = scene.character(1, (10, 20)), scene.squad(1, (10, 14), models=1)
    assert len(rolls(scene.play(Task("overwatch", (squad, hero)), dice=[1]), "hit-roll")) == 1
    play = scene.shoot(squad, dice=[1])
    assert play.events("hit-roll")[0].values["target"] == guard


@pytest.mark.rule("KT40-UNIT-10")
def test_a_unit_records_that_it_shot_and_what_was_lost() -> None:
    """And fought, likewise."""
    play = finish(facing().shoot(0, dice=[6, 6, 1]))
    assert play.unit(0).shot and not play.unit(0).fought and (play.lost(1), play.lost(0)) == (1, 0)
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[blade()])
    scene.squad(1, (10, 11.5), models=1)
    play = scene.fight(0, dice=[1])
    finish(play)
    assert play.unit(0).fought and not play.unit(0).shot


@pytest.mark.rule("KT40-SHOOT-05")
def test_each_weapon_of_each_model_may_have_a_target_of_its_own() -> None:
    """Two models with two guns each: the first model splits its fire, the second sends both guns at one unit."""
    scene = Scene()
    guns = [gun('24" heavy 1, 4 0 1', "long gun"), gun('24" assault 1, 4 0 1', "short gun")]
    unit = scene.squad(0, (10, 10), models=2, weapons=guns)
    one, other = scene.squad(1, (10, 18), models=1), scene.squad(1, (20, 18), models=1)
    play = scene.shoot(unit, dice=[1] * 4).answer("split by model", one, other, other, other)
    shots = [(event.values["target"], event.values["weapon"], len(event.values["dice"])) for event in play.events("hit-roll")]
    assert sorted(shots) == [(one, "long gun", 1), (other, "long gun", 1), (other, "short gun", 2)]
