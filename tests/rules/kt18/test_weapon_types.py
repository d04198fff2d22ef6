"""The five types of ranged weapons, in the Shooting phase and in Overwatch. (WR)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.state import Task
from tests.rules.kt18.scene import Play, Scene, gun
from tests.rules.kt18.shots import SHOOTER, TARGET, duel, fate, hit_rolls, kinds, move_and_shoot, rolls, shot

GUN = '24" heavy 1, 4 0 1'
PISTOL = '12" pistol 1, 4 0 1'
GRENADE = '6" grenade 1, 4 0 1'


def alone(weapon: str, gap: float = 10.0, **state: Any) -> str:
    """Return the rule that keeps a model with this weapon from shooting at an enemy so far away; "" if none. Another always can."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(weapon)], **state)
    scene.add(0, (5, 3), weapons=[gun(GUN)])
    scene.add(1, (6 + gap, 11))
    scene.add(1, (15, 3))
    return scene.shooting().why(0)


# --- Rapid Fire


@pytest.mark.rule("KT18-WR-RAPID-01", "KT18-INT-39")
@pytest.mark.parametrize(("attacks", "away", "number"), [(1, 12.0, 2), (1, 12.01, 1), (2, 5.0, 4), (2, 24.0, 2), (1, 1.5, 2)])
def test_rapid_fire_has_twice_the_attacks_within_half_range(attacks: int, away: float, number: int) -> None:
    """Exactly half the range is within it."""
    play = shot(f'24" rapid fire {attacks}, 4 0 1', [1] * number, away=away)
    assert play.over and len(play.events("hit-roll")) == number


@pytest.mark.rule("KT18-WR-RAPID-01")
@pytest.mark.parametrize("weapon", ["assault", "grenade", "heavy", "pistol"])
def test_no_other_type_has_more_attacks_for_being_near(weapon: str) -> None:
    play = shot(f'24" {weapon} 2, 4 0 1', [1] * 2, away=3)
    assert play.over and len(play.events("hit-roll")) == 2


@pytest.mark.rule("KT18-WR-RAPID-02", "KT18-WR-HEAVY-02", "KT18-WR-ASSAULT-01")
@pytest.mark.parametrize(
    ("weapon", "rule"), [("rapid fire", "KT18-WR-RAPID-02"), ("heavy", "KT18-WR-HEAVY-02"), ("assault", ""), ("pistol", "KT18-ADV-03")]
)
def test_after_an_advance_only_assault_weapons_are_fired(weapon: str, rule: str) -> None:
    """An Advance that is played through, even one of no distance, against a Normal move, after which all are."""
    for option, dice, why in (("advance", [1], rule), ("normal move", [], "")):
        for path in ([(5.0, 12.0)], [(5.0, 11.0)]):
            scene = Scene()
            scene.add(0, (5, 11), weapons=[gun(f'24" {weapon} 1, 4 0 1')])
            scene.add(0, (5, 3), weapons=[gun(GUN)])
            scene.add(1, (15, 11))
            play = move_and_shoot(scene, dice=dice).answer(0, option, path, "pass", "pass")
            assert (play.what, play.why(0)) == ("shoot", why)


# --- Grenade


@pytest.mark.rule("KT18-WR-GREN-01")
def test_one_model_of_a_team_throws_grenades_in_a_round() -> None:
    """Once one has thrown, no other of its team may, with any Grenade; the other team may."""
    scene = Scene()
    for y in (5, 11):
        scene.add(0, (5, y), weapons=[gun(GRENADE, f"grenade {y}")])
    scene.add(0, (5, 17), weapons=[gun(GUN)])
    for y in (5, 11):
        scene.add(1, (10, y), weapons=[gun(GRENADE)])
    play = scene.shooting(dice=[1] * 2)
    assert play.options() == [0, 1, 2, "pass"]
    play.answer(0, 3)
    assert play.options() == [3, 4, "pass"]
    play.answer(3, 0)
    assert (play.player, play.options(), play.why(1)) == (0, [2, "pass"], "KT18-WR-GREN-01")
    play.answer("pass")
    assert play.over  # the second thrower of the other team is barred too


@pytest.mark.rule("KT18-WR-GREN-01")
def test_a_grenade_that_is_not_used_bars_nobody() -> None:
    """A model with a Grenade that fires a gun leaves the throw to another."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(GUN), gun(GRENADE)])
    scene.add(0, (5, 5), weapons=[gun(GRENADE)])
    scene.add(0, (5, 17), weapons=[gun(GUN)])
    enemy = scene.add(1, (10, 8))
    for group, rule in (("guns", ""), ("grenade: gun", "KT18-WR-GREN-01")):
        assert scene.shooting(dice=[1]).answer(0, group, enemy).why(1) == rule


@pytest.mark.rule("KT18-WR-GREN-01", "KT18-INT-76")
def test_the_next_round_is_another() -> None:
    """Whoever threw last round, this round any model may."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(GRENADE)])
    scene.add(0, (5, 17), weapons=[gun(GUN)])
    scene.add(1, (10, 11))
    assert scene.shooting(grenadiers=(1, -1)).why(0) == "KT18-WR-GREN-01"
    play = scene.round(dice=[6, 6, 1, 1], grenadiers=(1, -1))
    while play.what != "shoot":
        play.answer("pass")
    assert play.options() == [0, 1, "pass"]


@pytest.mark.rule("KT18-WR-GREN-02")
@pytest.mark.parametrize(("weapon", "modifier"), [("grenade", 0), ("assault", -1), ("heavy", -1), ("pistol", -1), ("rapid fire", -1)])
def test_only_grenades_do_not_suffer_from_long_range(weapon: str, modifier: int) -> None:
    """At 6.0" of 6"."""
    assert hit_rolls(shot(f'6" {weapon} 1, 4 0 1', [1], away=6.0)) == [(1, modifier, False)]


# --- Pistol


@pytest.mark.rule("KT18-WR-PISTOL-01")
def test_a_pistol_is_fired_or_other_weapons_are_not_both() -> None:
    scene = Scene()
    scene.add(0, (2, 11), weapons=[gun(GUN, "rifle"), gun(PISTOL, "pistol")])
    scene.add(1, (8, 11))
    for group, fired in (("guns", ("rifle",)), ("pistols", ("pistol",))):
        play = scene.shoot(SHOOTER, dice=[1])
        assert (play.what, play.player, play.options()) == ("weapons", 0, ["guns", "pistols"])
        play.answer(group, TARGET)
        assert play.over and play.events("shoots")[0].values["weapons"] == fired


@pytest.mark.rule("KT18-WR-PISTOL-02")
@pytest.mark.parametrize(("gap", "rule"), [(0.5, "KT18-SHOOT-05"), (1.0, "KT18-SHOOT-05"), (1.5, "")])
def test_a_pistol_is_fired_in_close_combat_and_nothing_else_is(gap: float, rule: str) -> None:
    assert alone(PISTOL, gap) == ""
    for weapon in ("assault", "heavy", "rapid fire", "grenade"):
        assert alone(f'12" {weapon} 1, 4 0 1', gap) == rule


@pytest.mark.rule("KT18-WR-PISTOL-02")
def test_in_close_combat_the_pistol_needs_no_choosing() -> None:
    """A model with a gun and a Pistol that is engaged: only the Pistol is left, and one attack hits as usual."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(GUN, "rifle"), gun(PISTOL, "pistol")], began=True)
    scene.add(1, (6.2, 11), began=True)
    play = scene.shoot(SHOOTER, dice=[3, 1])
    assert play.what == "target"
    play.answer(TARGET)
    assert play.over and play.events("shoots")[0].values["weapons"] == ("pistol",)
    assert hit_rolls(play) == [(3, 0, True)]


def melee(*gaps: float, friend: bool = False, **fields: Any) -> Scene:
    """Return a scene: a model with a Pistol of two attacks, and enemies so far from it, to the east, north and south."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('12" pistol 2, 4 0 1', "pistol"), gun('24" rapid fire 1, 4 0 1', "rifle")], began=True, **fields)
    if friend:
        scene.add(0, (7.4, 11))
    for gap, (dx, dy) in zip(gaps, ((1, 0), (0, 1), (0, -1)), strict=False):
        scene.add(1, (5 + dx * (1 + gap), 11 + dy * (1 + gap)), began=True)
    return scene


@pytest.mark.rule("KT18-WR-PISTOL-03", "KT18-INT-78")
def test_in_close_combat_the_closest_enemy_is_the_target() -> None:
    """Of those at 0.3", 0.8" and 4" only the first, and with the distances swapped only the second."""
    play = melee(0.3, 0.8, 4.0).shoot(SHOOTER)
    assert play.options() == [1] and play.why(2) == play.why(3) == "KT18-WR-PISTOL-03"
    play = melee(0.8, 0.3, 4.0).shoot(SHOOTER)
    assert play.options() == [2] and play.why(1) == play.why(3) == "KT18-WR-PISTOL-03"


@pytest.mark.rule("KT18-INT-78")
def test_among_the_closest_the_player_chooses() -> None:
    """Two at the same distance."""
    play = melee(0.5, 0.5, 0.6).shoot(SHOOTER)
    assert (play.player, play.options(), play.why(3)) == (0, [1, 2], "KT18-WR-PISTOL-03")


@pytest.mark.rule("KT18-INT-78")
def test_a_friend_beside_the_closest_enemy_does_not_protect_it() -> None:
    """From the model that fights with it; one that is not engaged must leave it alone."""
    scene = melee(0.3, friend=True)
    assert scene.shoot(SHOOTER).options() == [2]
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(PISTOL)])
    scene.add(0, (12.2, 11))
    scene.add(1, (11, 11))
    scene.add(1, (9, 3))
    assert scene.shoot(SHOOTER).why(2) == "KT18-SHOOT-09"


@pytest.mark.rule("KT18-INT-78")
def test_in_close_combat_no_attacks_are_divided() -> None:
    """Two attacks, and another enemy within 2" of the closest: both go at the closest. From further off they may be divided."""
    for gaps in ((0.3, 0.5), (0.5, 0.5)):  # the other may be just as close
        play = melee(*gaps).shoot(SHOOTER, dice=[1] * 2).answer(1)
        assert play.over and [e.values["target"] for e in play.events("hit-roll")] == [1, 1]
    scene = duel('12" pistol 2, 4 0 1', away=5)
    scene.add(1, (8, 13))
    play = scene.shoot(SHOOTER).answer(TARGET)
    assert play.what == "divide"


@pytest.mark.rule("KT18-INT-78", "KT18-WR-PISTOL-03")
def test_a_pistol_of_who_is_not_engaged_need_not_be_fired_at_the_closest() -> None:
    scene = duel(PISTOL, away=5)
    scene.add(1, (2, 13.5))
    assert scene.shoot(SHOOTER).options() == [1, 2]


@pytest.mark.rule("KT18-WR-PISTOL-04", "KT18-QA-13")
@pytest.mark.parametrize("gap", [0.5, 5.0])
def test_no_pistol_in_a_round_in_which_one_was_charged(gap: float) -> None:
    """No pistol, even if the charger is gone; another gun may be fired then."""
    assert alone(PISTOL, gap) == ""
    assert alone(PISTOL, gap, charged_by=(2,)) == "KT18-QA-13"
    assert alone(GUN, 5.0, charged_by=(2,)) == ""


@pytest.mark.rule("KT18-QA-13")
def test_no_pistol_in_a_round_in_which_one_charged() -> None:
    """Played through: the charge is a success, and neither of the two can fire."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(PISTOL)])
    scene.add(0, (5, 3), weapons=[gun(GUN)])
    scene.add(1, (11, 11), weapons=[gun(PISTOL)])
    scene.add(1, (15, 3), weapons=[gun(GUN)])
    play = move_and_shoot(scene, dice=[3, 3, 1]).answer(0, "charge", 2, "pass", "pass", [(10.0, 11.0)], "pass", "pass")
    assert play.model(0).charged == (2,) and play.model(2).charged_by == (0,)
    assert (play.what, play.player, play.options(), play.why(0)) == ("shoot", 0, [1, "pass"], "KT18-CHARGE-06")
    play.answer(1, 3)
    assert (play.player, play.options(), play.why(2)) == (1, [3, "pass"], "KT18-QA-13")


@pytest.mark.rule("KT18-QA-13")
def test_a_failed_charge_leaves_the_pistol_of_its_target() -> None:
    """No model was charged: the target may fire it, the one that failed may fire nothing."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(PISTOL)])
    scene.add(0, (5, 3), weapons=[gun(GUN)])
    scene.add(1, (13, 11), weapons=[gun(PISTOL)])
    play = move_and_shoot(scene, (0, 1), dice=[1, 2]).answer(0, "charge", 2, "pass", "pass", "pass", "pass")
    assert (play.what, play.options(), play.why(0)) == ("shoot", [1, "pass"], "KT18-CHARGE-06")
    play.answer("pass")
    assert play.options() == [2, "pass"]


@pytest.mark.rule("KT18-INT-77", "KT18-WR-PISTOL-04")
def test_a_pistol_fired_in_overwatch_is_not_fired_again_after_the_charge() -> None:
    """When it reacts the model is not yet charged; once it is, its Pistol stays silent, and it cannot React to another charge."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (5, 14))
    scene.add(1, (11, 11), weapons=[gun(PISTOL)])
    scene.add(1, (5, 3), weapons=[gun(GUN)])
    play = move_and_shoot(scene, dice=[5, 3, 3, 1, 1]).answer(0, "charge", 2, "pass")
    assert (play.what, play.player) == ("reaction", 1)
    play.answer("overwatch")
    assert hit_rolls(play) == [(5, 0, False)]
    play.answer([(10.0, 11.0)], 1, "charge", 2, "pass")
    assert kinds(play, "reacts", "charge-roll", "charge-failed")[-2:] == ["charge-roll", "charge-failed"]  # no model was asked to react
    assert play.model(2).charged_by == (0,)
    while play.what != "shoot":
        play.answer("pass")
    assert (play.player, play.options(), play.why(2)) == (1, [3, "pass"], "KT18-QA-13")


# --- Assault and Heavy


@pytest.mark.rule("KT18-WR-ASSAULT-01", "KT18-WR-ASSAULT-02")
@pytest.mark.parametrize(("state", "modifier"), [({}, 0), ({"moved": True}, 0), ({"moved": True, "advanced": True}, -1), ({"advanced": True}, -1)])
def test_assault_weapons_hit_worse_after_an_advance(state: dict[str, bool], modifier: int) -> None:
    """But not after any other move."""
    assert alone('24" assault 1, 4 0 1', **state) == ""
    assert hit_rolls(shot('24" assault 1, 4 0 1', [1], shooter=state)) == [(1, modifier, False)]


@pytest.mark.rule("KT18-WR-HEAVY-01")
@pytest.mark.parametrize(("weapon", "modifier"), [("heavy", -1), ("assault", 0), ("grenade", 0), ("pistol", 0), ("rapid fire", 0)])
def test_heavy_weapons_hit_worse_after_a_move(weapon: str, modifier: int) -> None:
    text = f'24" {weapon} 1, 4 0 1'
    dice = [1, 1] if weapon == "rapid fire" else [1]
    assert hit_rolls(shot(text, dice, shooter={"moved": True})) == [(1, modifier, False)] * len(dice)
    assert hit_rolls(shot(text, dice)) == [(1, 0, False)] * len(dice)


@pytest.mark.rule("KT18-WR-HEAVY-01")
@pytest.mark.parametrize(("path", "modifier"), [((5.0, 12.0), -1), ((5.0, 11.0), 0)])
def test_a_move_is_one_that_leads_somewhere(path: tuple[float, float], modifier: int) -> None:
    """A Normal move of 1", and one that goes nowhere, which is staying."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(GUN)])
    scene.add(1, (15, 11))
    play = move_and_shoot(scene, dice=[1]).answer(0, "normal move", [path], "pass", 0, 1)
    assert hit_rolls(play) == [(1, modifier, False)]


@pytest.mark.rule("KT18-WR-HEAVY-01")
@pytest.mark.parametrize("how", ["fell_back", "retreated"])
def test_for_heavy_weapons_every_kind_of_move_counts(how: str) -> None:
    """A model with FLY that shoots after a Fall Back or a Retreat has moved."""
    state = {"moved": True, how: True, "began": how == "fell_back", "fly": True}
    assert alone(GUN, **state) == ""
    assert hit_rolls(shot(GUN, [1], shooter=state)) == [(1, -1, False)]


@pytest.mark.rule("KT18-WR-HEAVY-02", "KT18-WR-HEAVY-01")
def test_a_fall_is_no_move_that_heavy_weapons_suffer_from() -> None:
    """It takes away being readied, no more."""
    assert hit_rolls(shot(GUN, [1], shooter={"fell": True})) == [(1, 0, False)]


# --- Overwatch


def charged(*weapons: str, away: float = 8.0, dice: tuple[int, ...] = (), charger: dict[str, Any] | None = None, **target: Any) -> Play:
    """Return a battle in which model 0 charges model 1 from so far away, which fires Overwatch."""
    scene = Scene()
    scene.add(0, (5, 11), **{"save": 7, "wounds": 3, **(charger or {})})
    scene.add(1, (6 + away, 11), weapons=[gun(text, f"w{k}") for k, text in enumerate(weapons)], **target)
    play = scene.play(Task("option", (0,)), dice=dice).answer("charge", 1)
    assert (play.what, play.player) == ("reaction", 1)
    return play.answer("overwatch")


@pytest.mark.rule("KT18-INT-25")
@pytest.mark.parametrize(("group", "fired"), [("guns", ("w0", "w1")), ("pistols", ("w2",)), ("grenade: w3", ("w3",))])
def test_in_overwatch_one_group_of_weapons_is_fired(group: str, fired: tuple[str, ...]) -> None:
    """As in the Shooting phase: its player chooses, and all attacks go at the charger."""
    play = charged(GUN, '24" assault 1, 4 0 1', PISTOL, '12" grenade 1, 4 0 1', dice=(1,) * len(fired) + (1, 1))
    assert (play.what, play.player, play.options()) == ("weapons", 1, ["guns", "pistols", "grenade: w3"])
    play.answer(group)
    if len(fired) > 1:
        play.answer("0/0")
    assert [e.values["weapons"] for e in play.events("shoots")] == [fired]
    assert [e.values["target"] for e in play.events("hit-roll")] == [0] * len(fired)


@pytest.mark.rule("KT18-INT-25", "KT18-WR-RAPID-01")
@pytest.mark.parametrize(("reach", "number"), [(24, 2), (16, 2), (15, 1)])
def test_rapid_fire_is_doubled_in_overwatch_by_where_the_charger_stands(reach: int, number: int) -> None:
    """8.0" away when the shot is fired: within half of 24" and of 16", not of 15"."""
    play = charged(f'{reach}" rapid fire 1, 4 0 1', dice=(1,) * number + (1, 1))
    assert hit_rolls(play) == [(1, 0, False)] * number


@pytest.mark.rule("KT18-INT-25")
@pytest.mark.parametrize(("die", "hit"), [(5, False), (6, True)])
def test_after_a_normal_move_a_heavy_weapon_fires_overwatch(die: int, hit: bool) -> None:
    """The penalty for the move plays no part: a 6 hits, and nothing else does."""
    play = charged(GUN, dice=(die, 1, 1, 1), moved=True, bs=2)
    assert hit_rolls(play) == [(die, 0, hit)]


@pytest.mark.rule("KT18-INT-25", "KT18-OW-03")
def test_what_bars_a_weapon_in_the_shooting_phase_does_not_in_overwatch() -> None:
    """A model that began the phase engaged, and whose enemy has left, fires its gun at a charger but not in the Shooting phase."""
    assert hit_rolls(charged(GUN, dice=(1, 1, 1), began=True)) == [(1, 0, False)]
    assert alone(GUN, began=True) == "KT18-SHOOT-04"


@pytest.mark.rule("KT18-INT-26")
def test_what_hits_without_a_roll_does_so_in_overwatch_too() -> None:
    """No hit roll, so nothing needs a 6: both attacks go straight to the wound roll."""
    play = charged('12" assault 2, 4 0 1; Auto-hit', dice=(4, 5, 1, 1))
    assert kinds(play, "auto-hit", "hit-roll", "wound-roll") == ["auto-hit", "wound-roll"] * 2
    assert play.wounds(0) == 1 and rolls(play)[:2] == [(4,), (5,)]
    play = shot('12" assault 1, 4 0 1; Auto-hit', [4, 6], shooter={"flesh": 9}, target={"wounds": 2})
    assert play.over and kinds(play)[1:3] == ["auto-hit", "wound-roll"]


# --- Grenades in Overwatch


def throwers() -> Scene:
    """Return a scene with C, and 5" from it G and H of the other side, with a Grenade each."""
    scene = Scene()
    scene.add(0, (5, 11), wounds=3)  # C
    scene.add(1, (11, 11), weapons=[gun(GRENADE)])  # G
    scene.add(1, (5, 17), weapons=[gun(GRENADE)])  # H
    return scene


C, G, H = range(3)


@pytest.mark.rule("KT18-QA-12", "KT18-INT-76", "KT18-WR-GREN-01")
def test_who_threw_in_overwatch_throws_again_and_nobody_else_does() -> None:
    """Neither in answer to the same charge, nor in the Shooting phase; G may in both."""
    play = move_and_shoot(throwers(), dice=[5, 1, 1]).answer(C, "charge", G, H)
    assert (play.what, play.options()) == ("react", [G, H, "pass"])
    play.answer(G, "overwatch")
    assert play.what == "reaction" and play.decision.subject == H
    assert play.why("overwatch") == "KT18-WR-GREN-01" and "retreat" in play.options()
    play.answer("pass")
    while play.what != "shoot":
        play.answer("pass")
    assert (play.options(), play.why(H)) == ([G, "pass"], "KT18-WR-GREN-01")


@pytest.mark.rule("KT18-INT-76")
def test_the_same_model_throws_at_every_charge() -> None:
    """Two models charge G, one after the other, and both fail: it throws at each."""
    scene = Scene()
    scene.add(0, (5, 11), wounds=3)
    scene.add(0, (11, 17), wounds=3)
    g = scene.add(1, (11, 11), weapons=[gun(GRENADE)])
    play = scene.manoeuvre(0, dice=[5, 1, 1, 6, 6, 1, 1, 1]).answer(0, "charge", g, "overwatch", "pass")
    play.answer(1, "charge", g)
    assert (play.what, "overwatch" in play.options()) == ("reaction", True)
    play.answer("overwatch")
    assert [hit for _, _, hit in hit_rolls(play)] == [False, True]


# --- worked examples


@pytest.mark.rule("KT18-WR-HEAVY-01", "KT18-WR-HEAVY-02", "KT18-WR-ASSAULT-01", "KT18-WR-ASSAULT-02", "KT18-WR-RAPID-02")
def test_example_22_heavy_and_assault() -> None:
    """BS 4+: Heavy after a move at an obscured target -2, so that a 5 misses; Assault after an Advance -1, so that a 5 hits."""
    for die, hit in ((5, False), (6, True)):
        play = shot(GUN, [die, 1], wall=3.0, shooter={"bs": 4, "moved": True})
        assert hit_rolls(play) == [(die, -2, hit)]
    for die, hit in ((5, True), (4, False)):
        play = shot('24" assault 1, 4 0 1', [die, 1], shooter={"bs": 4, "moved": True, "advanced": True})
        assert hit_rolls(play) == [(die, -1, hit)]
    for weapon in ("heavy", "rapid fire", "pistol", "grenade"):
        assert alone(f'24" {weapon} 1, 4 0 1', moved=True, advanced=True) != ""
    assert alone('24" assault 1, 4 0 1', moved=True, advanced=True) == ""


@pytest.mark.rule("KT18-SHOOT-05", "KT18-WR-PISTOL-02", "KT18-WR-PISTOL-03", "KT18-WR-PISTOL-04", "KT18-QA-13", "KT18-INT-78")
def test_example_23_a_pistol_in_close_combat() -> None:
    """E1 at 0.2" with a friend beside it, E2 at 0.9": only the Pistol fires, only at E1; not at all if E3 has charged this round."""
    s, _, e1, e2 = range(4)
    play = melee(0.2, 0.9, friend=True).shooting(dice=[1, 1])
    assert play.options() == [s, "pass"]
    play.answer(s)
    assert (play.what, play.options(), play.why(e2)) == ("target", [e1], "KT18-WR-PISTOL-03")
    play.answer(e1)
    assert play.over and play.events("shoots")[0].values["weapons"] == ("pistol",)
    scene = melee(0.2, 0.9, 0.5, friend=True, charged_by=(4,))
    assert scene.shooting().over  # S cannot, and no other model has anything to shoot with


@pytest.mark.rule("KT18-WR-GREN-01", "KT18-WR-GREN-02", "KT18-QA-12", "KT18-INT-76")
def test_example_24_grenades() -> None:
    """G throws in Overwatch, where only a 6 hits, and the charge fails; then it throws again at 5" without penalty, and H may not."""
    play = move_and_shoot(throwers(), dice=[5, 1, 1, 3, 1]).answer(C, "charge", G, "pass", "overwatch")
    assert hit_rolls(play) == [(5, 0, False)]
    assert not play.model(G).charged_by and play.model(C).tried
    while play.what != "shoot":
        play.answer("pass")
    assert (play.player, play.options(), play.why(H)) == (1, [G, "pass"], "KT18-WR-GREN-01")
    play.answer(G, C)
    assert hit_rolls(play)[1:] == [(3, 0, True)] and fate(play, C) == (3, 0, False)
