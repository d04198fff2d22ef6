"""Overwatch: a shot at the charging model that only a 6 brings home. (OW)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kt18.scene import Play, Scene, gun
from tests.rules.kt18.shots import hit_rolls, kinds, rolls

CHARGER, TARGET = 0, 1
RIFLE = '24" heavy 1, 4 0 1'


def drawn(*weapons: str, away: float = 8.0, charger: dict[str, Any] | None = None, **target: Any) -> Scene:
    """Return a scene: the charger at (5, 11) and its target this far away, with these weapons and, having moved, no Retreat."""
    scene = Scene()
    scene.add(0, (5, 11), **{"save": 7, **(charger or {})})
    guns = [gun(text, f"gun {k}") for k, text in enumerate(weapons or (RIFLE,))]
    scene.add(1, (6 + away, 11), **{"weapons": guns, "moved": True, **target})
    return scene


def charged(scene: Scene, dice: list[int], **fields: Any) -> Play:
    """Return a battle in which the charge is declared; the target is about to be asked."""
    return scene.option(CHARGER, "charge", dice=dice, **fields).answer(TARGET)


# --- the hit roll


@pytest.mark.rule("KT18-OW-01", "KT18-OW-02")
@pytest.mark.parametrize("bs", [2, 6])
@pytest.mark.parametrize(("face", "hit"), [(6, True), (5, False), (2, False), (1, False)])
def test_only_a_natural_six_hits(bs: int, face: int, hit: bool) -> None:
    """Whatever the Ballistic Skill: 6 hits, 5 does not. The shot is fired at once, at the charger, before it moves."""
    play = charged(drawn(bs=bs), [face, *([1] if hit else []), 6, 6]).answer("overwatch")
    assert hit_rolls(play) == [(face, 0, hit)]
    (roll,) = play.events("hit-roll")
    assert (roll.rule, roll.values["model"], roll.values["target"], roll.values["needed"]) == ("KT18-OW-01", TARGET, CHARGER, 6)
    assert kinds(play, "shoots", "hit-roll", "charge-roll") == ["shoots", "hit-roll", "charge-roll"]


@pytest.mark.rule("KT18-OW-02")
@pytest.mark.parametrize("face", [6, 5])
def test_no_modifier_counts(face: int) -> None:
    """Three flesh wounds, a broken team, long range, a charger half hidden, a Heavy weapon after a move: a 6 hits, a 5 does not."""
    scene = drawn('12" heavy 1, 4 0 1', flesh=3)
    scene.wall(11.5, 11, 12, 14)
    play = charged(scene, [face, *([1] if face == 6 else []), 1, 1], broken=(False, True)).answer("overwatch")
    assert hit_rolls(play) == [(face, 0, face == 6)]


# --- the shooting rules


@pytest.mark.rule("KT18-OW-03")
@pytest.mark.parametrize(("away", "range_", "fires"), [(8.0, 8, True), (8.01, 8, False), (12.0, 24, True)])
def test_the_charger_must_be_in_range(away: float, range_: int, fires: bool) -> None:
    """As far as the weapon reaches and no further. Who can do nothing but fire is not asked if it cannot."""
    play = charged(drawn(f'{range_}" heavy 1, 4 0 1', away=away), [1, 1, 1])
    assert (play.what == "reaction") is fires
    free = charged(drawn(f'{range_}" heavy 1, 4 0 1', away=away, moved=False), [1, 1, 1])
    assert ("overwatch" in free.options()) is fires
    assert free.why("overwatch") == ("" if fires else "KT18-SHOOT-08")


@pytest.mark.rule("KT18-OW-03", "KT18-QA-06")
def test_the_charger_must_be_seen() -> None:
    """Behind a high wall it may be charged but does not fire, except with a weapon that needs no sight."""
    for text, rule in ((RIFLE, "KT18-SHOOT-07"), (RIFLE + "; Indirect", "")):
        scene = drawn(text, moved=False)
        scene.wall(9, 6, 9.5, 16, top=5)
        play = charged(scene, [1, 1, 1])
        assert play.what == "reaction" and play.why("overwatch") == rule


@pytest.mark.rule("KT18-OW-03", "KT18-INT-37")
def test_the_types_of_weapons_apply() -> None:
    """Guns, Pistols or one Grenade: its player chooses. A Rapid Fire weapon fires twice at half range."""
    scene = drawn('24" rapid fire 1, 4 0 1', '12" pistol 1, 4 0 1', '9" grenade 3, 4 0 1')
    play = charged(scene, [1] * 8).answer("overwatch")
    assert (play.what, play.player, play.options()) == ("weapons", 1, ["guns", "pistols", "grenade: gun 2"])
    assert rolls(play.answer("guns"))[:3] == [(1,), (1,), (1, 1)]
    far = charged(drawn('15" rapid fire 1, 4 0 1'), [1, 1, 1]).answer("overwatch")
    assert rolls(far) == [(1,), (1, 1)]  # 8" is more than half of 15"


@pytest.mark.rule("KT18-OW-03", "KT18-WR-GREN-01")
def test_one_grenadier_a_round_in_overwatch_too() -> None:
    """A comrade has thrown Grenades this round: this one may not, but has its Pistol."""
    scene = drawn('12" pistol 1, 4 0 1', '9" grenade 3, 4 0 1')
    scene.add(1, (25, 3))
    play = charged(scene, [1] * 4, grenadiers=(-1, 2)).answer("overwatch")
    assert play.events("shoots")[0].values["weapons"] == ("gun 0",)
    mine = charged(scene, [1] * 6, grenadiers=(-1, TARGET)).answer("overwatch")
    assert mine.options() == ["pistols", "grenade: gun 1"]


@pytest.mark.rule("KT18-OW-03")
def test_hits_are_followed_by_wound_save_damage_and_injury() -> None:
    """All as in the Shooting phase: the charger's player saves, the one who fired rolls for the injury."""
    play = charged(drawn('24" heavy 1, 4 0 2', charger={"save": 4, "wounds": 2}), [6, 5, 3, 1, 2, 3, 3]).answer("overwatch")
    order = kinds(play, "hit-roll", "wound-roll", "save-roll", "damage", "injury-roll", "flesh-wound")
    assert order == ["hit-roll", "wound-roll", "save-roll", "damage", "injury-roll", "flesh-wound"]
    (injury,) = play.events("injury-roll")
    assert (injury.values["player"], injury.values["dice"]) == (1, (1, 2))
    assert (play.wounds(CHARGER), play.flesh(CHARGER)) == (1, 1)


@pytest.mark.rule("KT18-OW-03")
def test_no_attack_goes_at_anybody_else() -> None:
    """A friend stands 1" beside the charger: in the Shooting phase attacks could be divided, in Overwatch they are not."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (5, 13))
    scene.add(1, (14, 11), weapons=[gun('24" heavy 3, 4 0 1')], moved=True)
    play = scene.option(0, "charge", dice=[1] * 5).answer(2, "overwatch")
    assert [e.values["target"] for e in play.events("hit-roll")] == [0, 0, 0]
    assert play.events("charge-roll")
    assert scene.shoot(2).answer(0).what == "divide"


@pytest.mark.rule("KT18-OW-03")
@pytest.mark.parametrize("state", [{"began": True}, {"moved": True}, {"readied": True, "moved": False}])
def test_the_bars_of_the_shooting_phase_do_not_count(state: dict[str, Any]) -> None:
    """It began the phase within 1" of an enemy that has left: it could not shoot later, but fires Overwatch now."""
    assert "overwatch" in charged(drawn(**state), [1] * 3).options()


# --- what comes of it


@pytest.mark.rule("KT18-OW-04")
def test_it_costs_nothing_of_the_shooting_phase() -> None:
    """It fired Overwatch at a charge that failed. In the Shooting phase it shoots as if nothing had been."""
    scene = drawn()
    play = charged(scene, [1, 1, 1]).answer("overwatch", "pass")
    assert not play.model(TARGET).shot
    scene.fighters[TARGET].update(shot=play.model(TARGET).shot)
    scene.fighters[CHARGER].update(tried=True)
    assert scene.shooting().options() == [TARGET, "pass"]


@pytest.mark.rule("KT18-OW-04")
def test_it_may_fire_at_every_charge() -> None:
    """Three charges in a row at the same model fail, and it fires at each of them."""
    scene = Scene()
    for y in (8, 11, 14):
        scene.add(0, (3, y))
    scene.add(1, (13, 11), weapons=[gun(RIFLE)], moved=True)
    play = scene.manoeuvre(0, dice=[1] * 9)
    for i in range(3):
        play.answer(i, "charge", 3, "overwatch", "pass")
    assert [e.values["target"] for e in play.events("shoots")] == [0, 1, 2]


@pytest.mark.rule("KT18-OW-05")
@pytest.mark.parametrize(("injury", "goes_on"), [(3, True), (4, False)])
def test_a_charger_out_of_action_charges_no_more(injury: int, goes_on: bool) -> None:
    """An Injury roll of 4 ends the charge: no dice, no move. With a 3 it is a flesh wound, and the charge goes on."""
    scene = drawn()
    scene.add(1, (25, 3))
    play = charged(scene, [6, 6, injury, 6, 6]).answer("overwatch")
    assert play.out(CHARGER) is not goes_on
    assert bool(play.events("charge-roll")) is goes_on
    if goes_on:
        play.answer([(12, 11)])
        assert play.model(CHARGER).charged == (TARGET,) and play.flesh(CHARGER) == 1
    else:
        assert play.over and not play.events("charge-failed")


@pytest.mark.rule("KT18-OW-05")
def test_nobody_else_reacts_to_a_charger_that_is_gone() -> None:
    """Two targets; the first one to fire puts the charger out of action."""
    scene = Scene()
    scene.add(0, (5, 11), save=7)
    scene.add(0, (25, 3))
    for y in (9, 13):
        scene.add(1, (12, y), weapons=[gun(RIFLE)])
    play = scene.option(0, "charge", dice=[6, 6, 6]).answer(2, 3, 2, "overwatch")
    assert play.out(0) and play.over and len(play.events("reacts")) == 1


# --- the worked example


@pytest.mark.rule(
    "KT18-CHARGE-01", "KT18-CHARGE-02", "KT18-CHARGE-03", "KT18-CHARGE-04", "KT18-CHARGE-06", "KT18-CHARGE-10",
    "KT18-OW-01", "KT18-OW-02", "KT18-OW-03", "KT18-OW-05", "KT18-QA-13", "KT18-INT-02",
)  # fmt: skip
@pytest.mark.parametrize("miss", [[5], []])
def test_example_09_overwatch_and_success(miss: list[int]) -> None:
    """C (T4, Sv 6+, W1) is 8.0" from X, which fires with Rapid Fire 1, 24", S4 AP0 D1, BS 2+: 2 attacks, a 5 and a 6, one hit.

    Wound on a 5, save 3 fails, Injury 2: a flesh wound. The charge goes on with a 7 and ends 1.0" away: a success. C has
    charged and cannot shoot, X was charged and cannot use its Pistol. If the 6 falls first, C is at 0 wounds before the
    second attack, which is lost.
    """
    scene = Scene()
    scene.add(0, (5, 11), toughness=4, save=6, weapons=[gun()])
    scene.add(1, (14, 11), bs=2, weapons=[gun('24" rapid fire 1, 4 0 1'), gun('12" pistol 1, 4 0 1', "pistol")])
    play = scene.option(CHARGER, "charge", dice=[*miss, 6, 5, 3, 2, 3, 4])
    play.answer(TARGET, "overwatch", "guns")
    assert rolls(play) == [*((face,) for face in miss), (6,), (5,), (3,), (2,), (3, 4)]
    assert hit_rolls(play) == [*((face, 0, False) for face in miss), (6, 0, True)]
    assert [e.values["needed"] for e in play.events("wound-roll")] == [4]
    assert [(e.values["needed"], e.values["hit"]) for e in play.events("save-roll")] == [(6, False)]
    assert (play.wounds(CHARGER), play.flesh(CHARGER)) == (1, 1)
    assert play.what == "move"
    play.answer([(12, 11)])
    assert play.model(CHARGER).charged == (TARGET,) and play.model(TARGET).charged_by == (CHARGER,)
    scene.places = list(play.state.places)
    scene.fighters = [{"wounds": 1, "tried": m.tried, "charged": m.charged, "charged_by": m.charged_by} for m in play.state.models]
    assert scene.shooting().over  # neither of the two can shoot
    scene.fighters[TARGET]["charged_by"] = ()
    assert scene.shooting().options() == [TARGET, "pass"]  # but for that, it could have fired its Pistol


@pytest.mark.rule("KT18-OW-03")
@pytest.mark.parametrize("order", [1, -1])
def test_why_no_overwatch_is_the_reason_of_the_weapon_that_comes_nearest(order: int) -> None:
    """One gun is too short, the other would reach the charger but cannot see it."""
    scene = drawn(*['6" assault 1, 4 0 1', RIFLE][::order], moved=False)
    scene.wall(9, 8, 9.5, 14, top=6)
    play = charged(scene, [])
    assert (play.options(), play.why("overwatch")) == (["retreat", "pass"], "KT18-SHOOT-07")
