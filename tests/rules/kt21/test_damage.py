"""Wounds, injury, incapacity, mortal wounds. (DMG, INT-43 to INT-47, INT-75, INT-77, INT-78)"""

from __future__ import annotations

import pytest

from counteract.core.decision import Allocate
from counteract.game import Game
from counteract.mechanics.operatives.state import NOBODY
from tests.rules.kt21.scene import Ability, Scene, blade, gun
from tests.rules.kt21.shots import COVER, SHOOTER, TARGET, again, attacked, brawl, kept, resolved, rolled, shot, spend

# --- wounds


@pytest.mark.rule("KT21-DMG-01")
def test_everybody_starts_with_the_wounds_of_the_card() -> None:
    """At the beginning of a battle each operative has as many wounds as its W."""
    game = Game.new("kt21", seed=1)
    assert [m.wounds for m in game.state.models] == [card.wounds for card in game.arena.cards]
    assert len({card.wounds for card in game.arena.cards}) > 1


@pytest.mark.rule("KT21-DMG-02")
def test_each_point_of_damage_costs_a_wound() -> None:
    """5 damage: 10 wounds become 5, and 2 more make it 3."""
    play = brawl("2 4+ 2/5", None, [6, 4], wounds=(10, 10)).answer("strike-critical")
    assert [(e.values["amount"], e.values["left"]) for e in play.events("damage")] == [(5, 5), (2, 3)]
    assert play.wounds(1) == 3


@pytest.mark.rule("KT21-DMG-06", "KT21-INT-78")
@pytest.mark.parametrize(("left", "down"), [(6, False), (5, True), (2, True)])
def test_at_0_wounds_it_is_incapacitated_and_leaves(left: int, down: bool) -> None:
    """5 damage at 6 wounds leaves 1 and the operative; at 5 or 2 it falls, has 0 wounds, and is off the board."""
    play = shot("1 3+ 5/5", [5, 1, 1, 1], wounds=10, left=left)
    assert play.over
    assert play.wounds(TARGET) == max(0, left - 5)
    assert play.state.models[TARGET].down == down
    assert (play.state.places[TARGET] is None) == down
    assert [e.rule for e in play.events("incapacitated")] == ["KT21-DMG-06"] * down
    assert [e.rule for e in play.events("removed")] == ["KT21-DMG-06"] * down
    assert not play.state.models[TARGET].ready or not down


@pytest.mark.rule("KT21-INT-78")
def test_excess_damage_is_lost_and_healing_stops_at_w() -> None:
    """9 damage at 4 wounds harms no other operative; 5 wounds given back to an operative that lost 2 make W again, not more."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 9/9")])
    struck = scene.add(1, (15, 11), left=4)
    near = scene.add(1, (15, 12.5))
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1]).answer(struck)
    assert (play.wounds(struck), play.wounds(near)) == (0, 10)
    mend = Ability(id="mend", name="Mend", text="…", effect="mend", values={"wounds": 5})
    scene = Scene()
    medic = scene.add(0, (5, 11), abilities=[mend])
    hurt = scene.add(0, (5, 12.5), wounds=10, left=8)
    scene.add(1, (25, 11))
    play = scene.act(medic, "mend")
    assert play.wounds(hurt) == 10
    assert [(e.rule, e.values["amount"]) for e in play.events("healed")] == [("KT21-INT-78", 2)]


# --- injury


def hurt(wounds: int, left: int) -> Scene:
    """Return a scene with an operative with so many of its wounds left and no other near it, with M 6", BS 3+ and WS 3+."""
    scene = Scene()
    scene.add(0, (10, 11), wounds=wounds, left=left, move=6, weapons=[gun("4 3+ 3/4"), blade("4 3+ 4/5")])
    scene.add(1, (20, 11))
    return scene


@pytest.mark.rule("KT21-DMG-03", "KT21-INT-77")
@pytest.mark.parametrize(
    ("wounds", "left", "injured"),
    [(10, 6, False), (10, 5, False), (10, 4, True), (7, 4, False), (7, 3, True), (8, 4, False), (8, 3, True), (1, 1, False)],
)
def test_injured_means_fewer_than_half(wounds: int, left: int, injured: bool) -> None:
    """Exactly half of W is not injured, a wound less is; half of an odd W is not rounded."""
    play = hurt(wounds, left).activate(0).answer("engage")
    assert play.game.view()["models"][0]["injured"] == injured
    play.answer("normal move")
    assert play.why([(14.5, 11)]) == ("KT21-MOVE-02" if injured else "")


@pytest.mark.rule("KT21-DMG-03")
def test_injury_is_told_when_it_begins() -> None:
    """6 of 10 wounds, then 5, then 4: injured once, with the third blow."""
    play = brawl("3 4+ 1/1", None, [4, 4, 4], wounds=(10, 10), left=(None, 7))
    kinds = [(e.kind, e.values.get("left")) for e in play.game.events if e.kind in ("damage", "injured")]
    assert kinds == [("damage", 6), ("damage", 5), ("damage", 4), ("injured", None)]


@pytest.mark.rule("KT21-DMG-04")
@pytest.mark.parametrize(("left", "most"), [(5, 6.0), (4, 4.0)])
def test_injury_takes_2_inches_off_m(left: int, most: float) -> None:
    """M 6" is 4" while injured: just so far and not a tenth further."""
    play = hurt(10, left).activate(0).answer("engage", "normal move")
    assert play.why([(10, 11 + most)]) == ""
    assert play.why([(10, 11.1 + most)]) == "KT21-MOVE-02"


@pytest.mark.rule("KT21-DMG-05")
@pytest.mark.parametrize(("left", "hits"), [(5, 2), (4, 1)])
def test_injury_worsens_bs_and_ws_by_1(left: int, hits: int) -> None:
    """Of a 3 and a 4 both hit with 3+ at half the wounds; injured, only the 4 does, shooting and fighting, on either side."""
    play = shot("2 3+ 1/1", [3, 4, 1, 1, 1], shooter={"wounds": 10, "left": left})
    assert kept(play) == (0, hits)
    play = brawl("2 3+ 1/1", "2 3+ 1/1", [3, 4, 3, 4], wounds=(10, 10), left=(left, 10))
    assert (kept(play, 0), kept(play, 1)) == ((0, hits), (0, 2))
    play = brawl("2 3+ 1/1", "2 3+ 1/1", [3, 4, 3, 4], wounds=(10, 10), left=(10, left))
    assert (kept(play, 0), kept(play, 1)) == ((0, 2), (0, hits))


@pytest.mark.rule("KT21-INT-75")
def test_a_shooter_hurt_by_its_own_weapon_is_worse_at_once() -> None:
    """Hot costs it 3 of its 6 wounds (W 12) in the first attack of a Torrent: a 3 hits then, and misses in the next."""
    scene = Scene()
    shooter = scene.add(0, (5, 11), weapons=[gun('2 3+ 2/4; Torrent 2", Hot')], wounds=12, left=6)
    first = scene.add(1, (15, 11))
    second = scene.add(1, (15, 13))
    play = scene.act(shooter, "shoot", dice=[1, 3, 1, 1, 1, 3, 4, 1, 1, 1]).answer(first)
    assert (play.wounds(shooter), play.damage(first)) == (3, 2)
    play.answer(second)
    assert play.over
    assert (kept(play), play.damage(second)) == ((0, 1), 2)


@pytest.mark.rule("KT21-INT-75")
def test_dice_already_rolled_in_a_fight_stay_what_they_are() -> None:
    """The first strike injures the defender, whose 3s were hits when they were rolled and still strike."""
    play = brawl("1 3+ 6/6", "2 3+ 2/2", [5, 3, 3], wounds=(10, 10)).answer("strike-normal")
    assert play.over
    assert [e.values["model"] for e in play.events("injured")] == [1]
    assert resolved(play) == [(0, "strike-normal"), (1, "strike-normal"), (1, "strike-normal")]
    assert play.damage(0) == 4


# --- mortal wounds and who falls when


@pytest.mark.rule("KT21-INT-43")
def test_mortal_wounds_come_at_once_and_no_save_stops_them() -> None:
    """MW2 with one critical: 2 wounds are lost before the defender has any die, and the best saves do not bring them back."""
    play = shot("1 3+ 3/4; MW2", [6, 6, 6, 6], behind=COVER, wounds=10)
    assert (play.what, play.wounds(TARGET), rolled(play, 1)) == ("cover-save", 8, [])
    play.answer("pass", spend(critical_on_critical=1))
    assert play.wounds(TARGET) == 8


@pytest.mark.rule("KT21-INT-43")
def test_mortal_wounds_injure_and_incapacitate() -> None:
    """2 mortal wounds at 6 of 10 wounds injure; at 2 wounds they fell."""
    play = shot("1 3+ 0/0; MW2", [6, 1, 1, 1], wounds=10, left=6)
    assert [e.values["model"] for e in play.events("injured")] == [TARGET]
    play = shot("1 3+ 0/0; MW2", [6], wounds=10, left=2)
    assert play.state.models[TARGET].down


@pytest.mark.rule("KT21-INT-44")
def test_nobody_is_asked_whether_mortal_wounds_are_inflicted() -> None:
    """MW and Splash act by themselves, on friends too."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 0/0; MW1, Splash 2")])
    friend = scene.add(0, (15, 13.5))
    target = scene.add(1, (15, 11), defence=0)
    play = scene.act(0, "shoot", dice=[6]).answer(target)
    assert play.over
    assert (play.damage(target), play.damage(friend)) == (3, 2)


@pytest.mark.rule("KT21-INT-45")
def test_a_target_that_falls_in_step_3_gets_no_defence_dice() -> None:
    """MW fells the target: its attack ends there, no die is rolled for it; Splash still strikes who is near."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4; MW2, Splash 1, Stun")])
    target = scene.add(1, (15, 11), left=4)
    near = scene.add(1, (15, 13))
    play = scene.act(0, "shoot", dice=[6, 6]).answer(target)
    assert play.over
    assert rolled(play, 1) == []
    assert (play.wounds(target), play.damage(near)) == (0, 2)
    assert play.state.models[near].stun == 0


@pytest.mark.rule("KT21-INT-45")
def test_a_target_that_survives_step_3_still_saves() -> None:
    """One wound more, and the target has its dice."""
    play = shot("2 3+ 3/4; MW2", [6, 6, 1, 1, 1], left=5)
    assert rolled(play, 1) == [3]
    assert play.wounds(TARGET) == 0


@pytest.mark.rule("KT21-INT-46")
def test_a_shooter_felled_by_hot_finishes_the_attack_and_no_more() -> None:
    """Hot fells the shooter: this attack goes on to its end, the next of the Blast is not made, the activation is over."""
    scene = Scene()
    shooter = scene.add(0, (5, 11), weapons=[gun('2 3+ 3/4; Blast 2", Hot')], left=3)
    scene.add(0, (5, 20))
    first = scene.add(1, (15, 11))
    second = scene.add(1, (15, 13))
    play = scene.act(shooter, "shoot", dice=[1, 5, 1, 1, 1], points=3).answer(first)
    assert play.over
    assert play.damage(first) == 3
    assert attacked(play) == [first]
    assert play.wounds(second) == 10
    assert play.state.places[shooter] is None
    order = [e.kind for e in play.game.events if e.kind in ("incapacitated", "unblocked", "removed")]
    assert order == ["incapacitated", "unblocked", "removed"]


@pytest.mark.rule("KT21-INT-46")
@pytest.mark.parametrize("rules", ['Torrent 2"', "Fusillade"])
def test_no_further_attacks_of_a_fallen_shooter(rules: str) -> None:
    """With Torrent no further target is even asked for, and assigned dice of a Fusillade are lost too."""
    scene = Scene()
    shooter = scene.add(0, (5, 11), weapons=[gun(f"2 3+ 3/4; {rules}, Hot")], left=3)
    scene.add(0, (5, 20))
    first = scene.add(1, (15, 11))
    second = scene.add(1, (15, 13))
    dice = [1, 1, 1, 1] if rules == "Fusillade" else [1, 1, 1, 1, 1]
    play = scene.act(shooter, "shoot", dice=dice).answer(first)
    if rules == "Fusillade":
        play.answer(Allocate((1, 1)), first)
    assert play.over
    assert attacked(play) == [first]
    assert play.wounds(second) == 10


@pytest.mark.rule("KT21-INT-46")
def test_a_shooter_felled_in_overwatch_is_removed_and_the_enemy_goes_on() -> None:
    """Hot fells an overwatching operative: its attack is finished, then it leaves, and the opponent activates."""
    scene = Scene()
    shooter = scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4; Hot")], left=3, ready=False)
    scene.add(0, (5, 20), ready=False)
    target = scene.add(1, (15, 11))
    play = scene.firefight(0, dice=[1, 5, 1, 1, 1]).answer(shooter, target)
    assert play.damage(target) == 3
    assert play.state.places[shooter] is None
    assert (play.what, play.player, play.options()) == ("activate", 1, [target])


@pytest.mark.rule("KT21-INT-46")
def test_a_shooter_felled_by_its_own_blast_makes_no_further_attack() -> None:
    """The shooter stands within its own Blast and is attacked second: it falls, and the third attack is not made."""
    scene = Scene()
    shooter = scene.add(0, (12.5, 11), weapons=[gun('1 3+ 3/4; Blast 2"')], left=3)
    scene.add(0, (5, 20))
    first = scene.add(1, (15, 11))
    third = scene.add(1, (15, 13))
    play = scene.act(shooter, "shoot", dice=[5, 1, 1, 1, 5, 1, 1, 1]).answer(first)
    assert (play.what, play.player, play.options()) == ("next-target", 0, [shooter, third])
    play.answer(shooter)
    assert play.over
    assert attacked(play) == [first, shooter]
    assert play.state.places[shooter] is None
    assert play.wounds(third) == 10


@pytest.mark.rule("KT21-INT-46")
def test_a_shooter_felled_by_splash_finishes_the_attack() -> None:
    """A shooter 1.5" from its target is struck by its own Splash and falls; the target still rolls and suffers."""
    scene = Scene()
    shooter = scene.add(0, (12.5, 11), weapons=[gun("1 3+ 3/4; Splash 2")], left=2)
    scene.add(0, (5, 20))
    target = scene.add(1, (15, 11))
    play = scene.act(shooter, "shoot", dice=[6, 1, 1, 1]).answer(target)
    assert play.over
    assert play.state.places[shooter] is None
    assert play.damage(target) == 2 + 4


@pytest.mark.rule("KT21-INT-47")
@pytest.mark.parametrize("rules", ['Blast 2"', 'Torrent 2"'])
def test_a_fallen_target_is_measured_from_until_all_attacks_are_done(rules: str) -> None:
    """The target falls to the first attack; who was within 2" of it is attacked all the same; then it is removed."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"1 3+ 3/4; {rules}")])
    first = scene.add(1, (15, 11), left=3)
    second = scene.add(1, (15, 13))
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1, 5, 1, 1, 1]).answer(first)
    if play.what == "secondary":
        assert play.options() == ["pass", second]
        assert play.why(first) == "KT21-WR-TORRENT-01"
        play.answer(second)
    assert play.over
    assert (play.damage(first), play.damage(second)) == (3, 3)
    assert play.state.places[first] is None


@pytest.mark.rule("KT21-INT-47")
def test_the_fallen_are_not_attacked_again() -> None:
    """Splash of the first attack fells an operative within the Blast: no attack is made on it, one on the other."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 1/1; Blast 2", Splash 2')])
    first = scene.add(1, (15, 11))
    weak = scene.add(1, (15, 13), left=2)
    other = scene.add(1, (15, 9))
    play = scene.act(0, "shoot", dice=[6, 1, 1, 1, 1, 1, 1, 1]).answer(first)
    assert play.over
    assert attacked(play) == [first, other]
    assert play.state.places[weak] is None


@pytest.mark.rule("KT21-INT-47")
def test_who_has_fallen_engages_nobody_any_more() -> None:
    """A friend of the shooter beside a second enemy falls to Splash: that enemy is open to the Torrent now."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 1/1; Torrent 3", Splash 2')])
    friend = scene.add(0, (15, 14), left=2)  # 2" from the first, 1" from the second
    first = scene.add(1, (15, 11))
    second = scene.add(1, (17, 14))
    play = scene.act(0, "shoot", dice=[6, 1, 1, 1, 1, 1, 1, 1])
    assert play.why(second) == "KT21-SHOOT-04"
    play.answer(first)
    assert (play.what, play.options()) == ("secondary", ["pass", second])
    play.answer(second)
    assert play.state.places[friend] is None
    assert attacked(play) == [first, second]


@pytest.mark.rule("KT21-INT-47")
def test_reap_is_measured_from_who_has_just_been_struck_down() -> None:
    """A critical strike fells the operative fought; an enemy beside that one still suffers Reap."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 3+ 4/5; Reap 2")])
    fought = scene.add(1, (11.5, 11), weapons=[], left=5)
    behind = scene.add(1, (13.2, 11))
    play = scene.act(a, "fight", dice=[6])
    assert play.over
    assert play.state.places[fought] is None
    assert play.damage(behind) == 2


@pytest.mark.rule("KT21-INT-47")
@pytest.mark.parametrize(("initiative", "asked"), [(0, 0), (1, 1), (NOBODY, 0)])
def test_who_orders_what_several_fallen_set_off(initiative: int, asked: int) -> None:
    """Two operatives felled by one Blast burst as they fall: the player with initiative says which first; while neither has it, the first player."""
    burst = Ability(id="burst", name="Burst", text="…", effect="burst", values={"inches": 1, "damage": 3})
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 2"')])
    for y in (11, 13):
        scene.add(1, (15, y), left=3, abilities=[burst])
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1] * 2, initiative=initiative).answer(1)
    assert (play.what, play.player, play.options()) == ("order-of-effects", asked, ["1/burst", "2/burst"])
    assert play.answer("2/burst").over
    assert [e.values["model"] for e in play.events("removed")] == [2, 1]


@pytest.mark.rule("KT21-WR-HOT-01", "KT21-PLOY-06", "KT21-DMG-03")
def test_example_11_hot() -> None:
    """1, 1, 5, 3 with Hot, W 12: a Command Re-roll makes a 4 of a 1: 9 left and three hits; without it 6 left, not injured, two hits."""
    play = shot("4 3+ 5/6; Hot", [1, 1, 5, 3, 4, 1, 1, 1], shooter={"wounds": 12}, cp=(1, 0))
    play.answer(again("command-reroll", 0))
    assert (play.wounds(SHOOTER), kept(play)) == (9, (0, 3))
    play = shot("4 3+ 5/6; Hot", [1, 1, 5, 3, 1, 1, 1], shooter={"wounds": 12})
    assert (play.wounds(SHOOTER), kept(play)) == (6, (0, 2))
    assert not play.events("injured")
    assert not play.game.view()["models"][SHOOTER]["injured"]
