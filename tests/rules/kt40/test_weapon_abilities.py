"""Abilities of weapons. (WR)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from counteract.core.decision import Allocate, Dice, Pick
from counteract.rulesets.kt40 import forecasts
from counteract.rulesets.kt40.state import Boon
from tests.rules.kt40.scenes import Scene, ability, blade, gun
from tests.rules.kt40.shots import facing, finish, hits, kinds, rolls


@pytest.mark.rule("KT40-WR-AUTO-01")
def test_auto_hit_needs_no_roll() -> None:
    """Not even masked and after an advance."""
    scene = facing(gun('12" assault 2, 4 0 1; Auto-hit'), state={"option": "advance"})
    scene.barricade(5, 15, 15, 15.3)
    play = finish(scene.shoot(0, dice=[4, 4, 1, 1]))
    assert "hit-roll" not in kinds(play) and play.events("auto-hit")[0].values["amount"] == 2 and play.lost(1) == 2


@pytest.mark.rule("KT40-WR-MELTA-01")
def test_melta_drops_the_lower_of_two_dice_within_half_range() -> None:
    """At 6" of 12" two dice, a hair farther away one."""
    melta = gun('12" assault 1, 8 -4 D6; Melta')
    for away, dice, lost in ((6, [2, 5], 5), (6, [5, 2], 5), (6.002, [2], 2)):
        play = facing(melta, away=away, enemies=1, target={"wounds": 10}).shoot(0, dice=[6, 6, *dice])
        assert play.over and play.lost(1) == lost


@pytest.mark.rule("KT40-WR-OVERHEAT-01")
def test_an_overheating_weapon_slays_its_bearer_after_its_attacks() -> None:
    """Two shots, a 1 and a hit: the hit is resolved first. The other bearer, without a 1, lives."""
    scene = facing(gun('24" assault 2, 8 -6 1; Overheat'), models=2)
    play = scene.shoot(0, dice=[1, 6, 3, 3, 6, 6, 6])
    finish(play)
    assert play.models(0) == (1,) and play.lost(1) == 3
    assert kinds(play).index("wound-roll") < kinds(play).index("overheats")


@pytest.mark.rule("KT40-WR-OVERHEAT-01", "KT40-DICE-02")
def test_a_re_rolled_one_does_not_overheat() -> None:
    """What counts is the number showing after re-rolls; a modified 1 does not count."""
    scene = facing(gun('24" assault 1, 8 -6 1; Overheat, Re-roll ones to hit'))
    assert scene.shoot(0, dice=[1, 2]).models(0) == (0,)
    scene = facing(gun('24" assault 1, 8 -6 1; Overheat'))
    assert scene.shoot(0, dice=[1, 2], cp=(1, 0)).answer(Dice("command-re-roll", (0,))).models(0) == (0,)
    scene = facing(gun('24" assault 1, 8 -6 1; Overheat'), state={"option": "advance"})
    assert scene.shoot(0, dice=[2]).models(0) == (0,)


@pytest.mark.rule("KT40-WR-UNWIELDY-01", "KT40-FIGHT-11", "KT40-ATT-04")
@pytest.mark.parametrize(("rules", "die", "hit"), [("", 3, 0), ("", 4, 1), ("; Unwieldy", 4, 0), ("; Unwieldy", 5, 1), ("; Unwieldy", 6, 1)])
def test_across_a_barricade(rules: str, die: int, hit: int) -> None:
    """Worked example 21: WS 3+ across a barricade at -1, with an Unwieldy weapon at -2."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[blade("user 0 1" + rules)])
    scene.squad(1, (10, 11.6), models=1)
    scene.barricade(7, 10.65, 13, 10.95)
    play = scene.fight(0, dice=[die, 1])
    if play.what == "move":
        play.answer("pass")
    assert hits(finish(play)) == hit


@pytest.mark.rule("KT40-WR-UNWIELDY-01")
def test_unwieldy_without_terrain() -> None:
    """At -1: a 3 misses."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[blade("user 0 1; Unwieldy")])
    scene.squad(1, (10, 11), models=1)
    assert hits(finish(scene.fight(0, dice=[3, 1]))) == 0


@pytest.mark.rule("KT40-WR-INDIRECT-01")
def test_indirect_fire_needs_no_sight() -> None:
    """A plain gun has no target there."""
    for rules, shoots in (("", False), ("; Indirect", True)):
        scene = facing(gun('24" assault 1, 4 0 1' + rules))
        scene.block(0, 14, 40, 15)
        assert bool(scene.shoot(0, dice=[1]).events("hit-roll")) is shoots


@pytest.mark.rule("KT40-WR-NOCOVER-01")
def test_ignores_cover() -> None:
    """Sv 4+ in a wood saves on 3+, against this weapon on 4+."""
    for rules, needed in (("", 3), ("; Ignores cover", 4)):
        scene = facing(gun('24" assault 1, 4 0 1' + rules), enemies=1)
        scene.wood(5, 18, 15, 25)
        assert scene.shoot(0, dice=[6, 6, 6]).events("save-roll")[0].values["needed"] == needed


@pytest.mark.rule("KT40-WR-SNIPER-01")
def test_sniper() -> None:
    """A mortal wound for an unmodified 6 to wound, not for a 5."""
    for die, lost in ((6, 2), (5, 1)):
        play = facing(gun('24" assault 1, 4 -6 1; Sniper'), enemies=1, target={"wounds": 5}).shoot(0, dice=[6, die])
        assert play.lost(1) == lost


@pytest.mark.rule("KT40-WR-SNIPER-01")
@pytest.mark.parametrize("wounds", [5, 3, 1])
def test_a_sniper_brings_its_mortal_wound_though_a_modifier_spoils_the_roll(wounds: int) -> None:
    """S4 at T8 needs a 6; at -1 to wound a 6 is a 5 and does not wound, but it is an unmodified 6: one mortal wound, and no save is rolled.

    So it is where models differ in their wounds and attacks are taken one by one.
    """
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 2, 4 0 1; Sniper')], state={"boons": (Boon("to wound", -1, "turn", "test"),)})
    scene.unit(1, (10, 21), (scene.card(toughness=8, wounds=5), 2), (scene.card(toughness=8, wounds=wounds), 1))
    play = finish(scene.shoot(0, dice=[6, 6, 6, 5]))
    assert play.lost(1) == 1 and not play.events("save-roll")
    assert sum(event.values["hits"] for event in play.events("wound-roll")) == 0


@pytest.mark.rule("KT40-WR-SNIPER-01")
def test_the_odds_of_a_sniper_count_its_mortal_wound_whatever_the_modifiers() -> None:
    """Each hit: a chance of 1/6 of a 6, which does not wound at -1 but costs 1 wound all the same."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 2, 4 0 1; Sniper')], state={"boons": (Boon("to wound", -1, "turn", "test"),)})
    scene.squad(1, (10, 21), models=3, toughness=8)
    play = scene.alternate("shooting")
    odds = forecasts.shooting(play.arena, play.s, 0, 1)
    assert odds.wounds == pytest.approx(2 * 4 / 6 * 1 / 6)


@pytest.mark.rule("KT40-WR-REROLL-01")
def test_ones_are_rolled_again() -> None:
    """To hit and to wound, as listed; other misses stay."""
    scene = facing(gun('24" assault 3, 4 0 1; Re-roll ones to hit, Re-roll ones to wound'))
    play = finish(scene.shoot(0, dice=[1, 2, 3, 4, 1, 4, 5, 6, 1]))
    assert rolls(play, "hit-roll") == [(4, 2, 3)] and rolls(play, "wound-roll") == [(5, 4)] and play.lost(1) == 1
    assert [event.values["roll"] for event in play.events("rerolled")] == ["hit", "wound"]


@pytest.mark.rule("KT40-WR-REROLL-01", "KT40-GEN-07")
@pytest.mark.parametrize(("name", "hit", "wound"), [("re-roll ones to hit", (4, 2), (1,)), ("re-roll ones to wound", (1, 2), ())])
def test_a_boon_lets_ones_be_rolled_again(name: str, hit: tuple[int, ...], wound: tuple[int, ...]) -> None:
    scene = facing(gun('24" assault 2, 4 0 1'), state={"boons": (Boon(name, 1, "turn", "hymn"),)})
    play = finish(scene.shoot(0, dice=[1, 2, 4, 1]))
    assert rolls(play, "hit-roll") == [hit] and rolls(play, "wound-roll") == ([wound] if wound else [])
    scene = facing(gun('24" assault 1, 4 0 1'), state={"boons": (Boon(name, 1, "turn", "hymn"),)})
    assert rolls(finish(scene.shoot(0, dice=[4, 1, 5, 6])), "wound-roll") == [(1,) if wound else (5,)]


@pytest.mark.rule("KT40-WR-EXTRA-01")
def test_extra_attacks_with_this_weapon_only() -> None:
    """A2 with a sword and claws of two extra attacks: two with either, two with the claws."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, attacks=2, weapons=[blade("+2 0 1", "sword"), blade("user -1 1; Extra attacks 2", "claws")])
    scene.squad(1, (10, 11), models=3)
    play = scene.fight(0, dice=[1] * 4)
    while play.what == "move":
        play.answer("pass")
    assert play.what == "blade"
    play.answer("sword")
    assert [(event.values["weapon"], len(event.values["dice"])) for event in finish(play).events("hit-roll")] == [("sword", 2), ("claws", 2)]


@pytest.mark.rule("KT40-WR-EXTRA-01", "KT40-UNIT-04")
def test_extra_attacks_of_a_mode_are_made_in_that_mode_only() -> None:
    """Feet that stamp, or sweep with two extra attacks: who stamps does not sweep besides."""
    for mode, dice in (("stamp", 2), ("sweep", 4)):
        scene = Scene()
        modes = [replace(blade("+2 -1 3", "feet"), mode="stamp"), replace(blade("user 0 1; Extra attacks 2", "feet"), mode="sweep")]
        scene.squad(0, (10, 10), models=1, attacks=2, weapons=modes)
        scene.squad(1, (10, 11), models=3)
        play = scene.fight(0, dice=[1] * 4).decline("move")
        assert play.what == "blade"
        play.answer(next(option for option in play.options() if mode in str(option)))
        assert sum(len(event.values["dice"]) for event in finish(play).events("hit-roll")) == dice


@pytest.mark.rule("KT40-AIR-05")
def test_hard_to_hit() -> None:
    """Shots are at -1."""
    play = finish(facing(target={"abilities": [ability("hard-to-hit")]}).shoot(0, dice=[3, 1]))
    assert hits(play) == 0 and play.events("hit-roll")[0].values["causes"] == (("hard to hit", -1, 1),)


@pytest.mark.rule("KT40-WR-OVERHEAT-01", "KT40-FIGHT-09")
def test_an_overheating_blade_strikes_all_its_targets_first() -> None:
    """A 1 with the first of two attacks, each at another unit: the bearer is slain after the second."""
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=1, attacks=2, weapons=[blade("user 0 1; Overheat")])
    first, second = scene.squad(1, (10, 11.5), models=1), scene.squad(1, (11.6, 10), models=1)
    play = scene.fight(unit, dice=[1, 6, 6, 1]).decline("move").answer("split by model", Allocate((1, 1)))
    while play.what == "next-group":
        play.game.play(play.decision.default)
    assert rolls(play, "hit-roll") == [(1,), (6,)]
    assert (play.lost(first), play.lost(second)) == (0, 1)
    assert play.lost(unit) == 1


@pytest.mark.rule("KT40-WR-SNIPER-01", "KT40-INT-83", "KT40-AURA-01")
def test_sniper_shots_come_one_by_one_where_they_may_end_an_aura() -> None:
    """Two wounds and two mortal wounds slay the four models that the aura protects the unit through; the third save is without it."""
    scene = Scene()
    unit = scene.squad(0, (10, 10), models=3, weapons=[gun('24" heavy 1, 4 0 1; Sniper')])
    places = [(11.5 + 1.5 * k, 24) for k in range(3)]
    target = scene.squad(1, [(10, 24), *places, (17, 24), (19.5, 24), (22, 24)], models=7, save=6)
    scene.squad(1, [(10, 30.5)], models=1, abilities=[ability("aura", inches=8, boon="save", bonus=3)])
    play = scene.shoot(unit, dice=[6, 6, 6, *[6, 1] * 3]).answer(target)
    while play.what:  # the models near the aura first
        play.game.play(Pick(min(o for o in play.options() if isinstance(o, int))) if play.what == "allocate" else play.decision.options[1])
    assert [event.values["needed"] for event in play.events("save-roll")] == [3, 3, 6]
