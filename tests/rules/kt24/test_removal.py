"""When the incapacitated leave the board, and what goes with them. (INT-68 to INT-72)"""

from __future__ import annotations

import pytest

from counteract.core.state import Task
from tests.rules.kt24.scene import Ability, Lasting, Play, Scene, blade, gun

NONE_SAVED = [1, 1, 1]


def bombard(rules: str, dice: list[int], *, wounds: tuple[int, int, int] = (10, 10, 10), damage: str = "9/9") -> tuple[Play, int, int, int]:
    """Return one attack die a target: the primary target P at (15, 11), with Q and R beside it, all in the open."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"1 2+ {damage}; {rules}")], order="engage", wounds=20)
    p = scene.add(1, (15, 11), order="engage", wounds=wounds[0])
    q = scene.add(1, (15, 12.5), order="conceal", wounds=wounds[1])
    r = scene.add(1, (15, 9.5), order="conceal", wounds=wounds[2])
    return scene.act(0, "shoot", dice=dice).answer(p), p, q, r


@pytest.mark.rule("KT24-INT-68")
def test_the_fallen_stay_in_place_until_the_action_is_over() -> None:
    """The primary target of a Blast falls first. It is still on the board while the others are shot at, and gone after the Hot roll."""
    play, p, q, r = bombard('Blast 2", Hot', [3, *NONE_SAVED, 3, *NONE_SAVED, 3, *NONE_SAVED, 6], wounds=(5, 10, 10))
    assert (play.what, play.player, play.options()) == ("next-target", 0, [q, r])
    assert play.state.models[p].down and play.state.places[p] == (15, 11, 0)
    play.answer(r)
    assert play.over and play.state.places[p] is None
    kinds = [e.kind for e in play.game.events if e.kind in ("incapacitated", "hot", "removed")]
    assert kinds == ["incapacitated", "hot", "removed"]
    assert (play.wounds(q), play.wounds(r)) == (1, 1)


@pytest.mark.rule("KT24-INT-68")
def test_devastating_measures_from_the_place_of_the_fallen() -> None:
    """Two criticals fell the target at once; who is within 2" of where it stands suffers all the same."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('2 2+ 1/1; 2" Devastating 3')], order="engage")
    p = scene.add(1, (15, 11), order="engage", wounds=6)
    near = scene.add(1, (15, 14), order="conceal")
    far = scene.add(1, (15, 7.9), order="conceal")
    play = scene.act(0, "shoot", dice=[6, 6]).answer(p)
    assert play.over and play.state.places[p] is None
    assert (play.wounds(near), play.wounds(far)) == (4, 10)


@pytest.mark.rule("KT24-INT-68")
def test_a_listed_target_that_has_fallen_already_is_skipped() -> None:
    """Devastating fells the secondary Q during P's sequence: R is shot at next without a choice, and no dice fall for Q."""
    play, _, q, r = bombard('Blast 2", 2" Devastating 2', [6, *NONE_SAVED, 3, *NONE_SAVED], wounds=(30, 2, 30), damage="1/1")
    assert play.what == "" and play.over
    assert play.state.places[q] is None and play.wounds(r) == 30 - 2 - 1
    assert len([e for e in play.events("rolled") if e.values["player"] == 0]) == 2


@pytest.mark.rule("KT24-INT-68")
def test_what_has_fallen_in_a_fight_is_removed_after_the_hot_roll() -> None:
    """The fight is over, the attacker's hot blade is rolled for, and then the defender is taken off."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 2+ 9/9; Hot")])
    d = scene.add(1, (11.5, 11), weapons=[], wounds=5)
    play = scene.act(a, "fight", dice=[3, 1])
    kinds = [e.kind for e in play.game.events if e.kind in ("incapacitated", "hot", "removed")]
    assert kinds == ["incapacitated", "hot", "removed"] and play.state.places[d] is None


@pytest.mark.rule("KT24-INT-69")
def test_felled_by_devastating_it_rolls_no_defence_dice() -> None:
    """One critical of Devastating 4 against 4 wounds: steps 4 to 6 are skipped."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 2+ 3/3; Devastating 4")], order="engage")
    p = scene.add(1, (15, 11), order="engage", wounds=4)
    scene.wall(13.5, 10, 14, 12, top=1)
    play = scene.act(0, "shoot", dice=[6, 3]).answer(p)
    assert play.over and play.state.places[p] is None
    assert len(play.events("rolled")) == 1 and not play.events("cover-save") and not play.events("unblocked")
    assert play.damage(p) == 4


@pytest.mark.rule("KT24-INT-69")
def test_further_targets_are_still_shot_at() -> None:
    """The primary target falls to Devastating at retention; both secondary targets have their sequences."""
    dice = [6, 3, *NONE_SAVED, 3, *NONE_SAVED]
    play, p, q, r = bombard('Blast 2", Devastating 4', dice, wounds=(4, 10, 10), damage="2/2")
    assert play.options() == [q, r]
    play.answer(q)
    assert play.over and play.state.places[p] is None and (play.wounds(q), play.wounds(r)) == (8, 8)


@pytest.mark.rule("KT24-INT-70")
def test_surplus_damage_is_lost_and_a_sequence_deals_all_at_once() -> None:
    """Three unblocked successes of 4 and 6 damage against 5 wounds: one blow, 0 wounds left, and nothing left over for any operative."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("3 2+ 4/6")], order="engage")
    p = scene.add(1, (15, 11), order="engage", wounds=5)
    beside = scene.add(1, (15, 12.2), order="engage")
    play = scene.act(0, "shoot", dice=[3, 3, 6, *NONE_SAVED]).answer(p)
    blows = [e.values for e in play.events("damage")]
    assert blows == [{"model": p, "amount": 14, "left": 0}]
    assert (play.wounds(p), play.wounds(beside)) == (0, 10)


@pytest.mark.rule("KT24-INT-71", "KT24-WR-BLAST-04")
@pytest.mark.parametrize("own_wounds", [9, 10])
def test_a_shooter_felled_by_its_own_blast_finishes_the_action_but_not_the_hot_roll(own_wounds: int) -> None:
    """The shooter is 1.5" from the primary target and takes 9 damage from its own Blast. The last target is shot at in either case."""
    scene = Scene()
    me = scene.add(0, (13, 11), weapons=[gun('1 2+ 9/9; Blast 2", Hot')], order="engage", wounds=own_wounds)
    p = scene.add(1, (15.5, 11), order="engage")
    q = scene.add(1, (15.5, 12.5), order="engage")
    play = scene.act(me, "shoot", dice=[3, *NONE_SAVED, 3, *NONE_SAVED, 3, *NONE_SAVED, 6]).answer(p)
    assert play.options() == [me, q]
    play.answer(me)
    assert play.over and (play.wounds(p), play.wounds(q)) == (1, 1)
    assert (play.state.places[me] is None) is (own_wounds == 9)
    assert len(play.events("hot")) == (own_wounds == 10)


@pytest.mark.rule("KT24-INT-71")
def test_a_shooter_felled_by_its_own_devastating_finishes_the_sequence() -> None:
    """The critical still goes through to the target's defence dice and does its damage; there is no Hot roll."""
    scene = Scene()
    me = scene.add(0, (13, 11), weapons=[gun('1 2+ 3/3; 2" Devastating 2, Hot')], order="engage", wounds=2)
    p = scene.add(1, (15.5, 11), order="engage")
    play = scene.act(me, "shoot", dice=[6, *NONE_SAVED]).answer(p)
    assert play.over and play.state.places[me] is None
    assert play.wounds(p) == 10 - 2 - 3 and not play.events("hot")


@pytest.mark.rule("KT24-INT-71")
@pytest.mark.parametrize("fallen", [0, 1])
def test_who_falls_in_a_fight_does_not_roll_for_its_hot_weapon(fallen: int) -> None:
    """Both blades are Hot; only the survivor rolls, attacker or defender."""
    scene = Scene()
    for side in (0, 1):
        scene.add(side, (10 + 1.5 * side, 11), weapons=[blade("1 2+ 9/9; Hot")], wounds=9)
    play = scene.act(0, "fight", dice=[3, 1, 6] if fallen == 1 else [1, 3, 6])
    assert play.over and play.state.places[fallen] is None
    assert [e.values["model"] for e in play.events("hot")] == [1 - fallen]


@pytest.mark.rule("KT24-INT-72")
def test_a_removed_operative_is_neither_ready_nor_expended_for_any_rule() -> None:
    """The only ready operative of the other side falls: no operative is ready any more, and the turning point ends."""
    scene = Scene(turning_points=1)
    a = scene.add(0, (5, 11), weapons=[gun("1 2+ 9/9")])
    ready = scene.add(1, (15, 11), order="engage", wounds=9)
    scene.add(1, (15, 18), order="engage", ready=False)
    play = scene.play(Task("firefight", (0,)), dice=[3, *NONE_SAVED])
    play.answer(a, "engage", "shoot", ready, "end")
    assert play.over and [e.values["turn"] for e in play.events("turning-point-over")] == [1]


@pytest.mark.rule("KT24-INT-72")
def test_a_removed_engage_operative_cannot_counteract() -> None:
    """An expended Engage operative could counteract; once removed it cannot, and the other side simply goes on."""
    scene = Scene(turning_points=1)
    one = scene.add(0, (5, 11), weapons=[gun("1 2+ 9/9")])
    two = scene.add(0, (5, 4))
    gone = scene.add(1, (15, 11), order="engage", wounds=9, ready=False)
    scene.add(1, (15, 18), order="conceal", ready=False)
    play = scene.play(Task("firefight", (0,)), dice=[3, *NONE_SAVED])
    play.answer(one, "engage", "shoot", gone, "end")
    assert (play.player, play.what, play.options()) == (0, "activate", [two])


@pytest.mark.rule("KT24-INT-72")
def test_effects_on_a_removed_operative_end_and_those_on_its_team_do_not() -> None:
    """A ploy for the fallen alone is over; one for the whole side, and one for another operative, go on."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun("1 2+ 9/9")], order="engage")
    gone = scene.add(1, (15, 11), order="engage", wounds=9, stunned=(1, 1))
    stays = scene.add(1, (15, 18), order="engage")
    scene.ploy(1, name="will", kind="strategy", effect="more-apl")
    lasting = tuple(Lasting("ploy/1/will", 1, model, "turn") for model in (gone, -1, stays))
    play = scene.act(a, "shoot", dice=[3, *NONE_SAVED], lasting=lasting).answer(gone)
    assert play.over and [e.model for e in play.state.lasting] == [-1, stays]
    assert not play.state.models[gone].stuns and not play.state.models[gone].ready


@pytest.mark.rule("KT24-INT-68", "KT24-DMG-08")
def test_what_happens_on_falling_happens_once_and_can_fell_others() -> None:
    """Two operatives burst when they fall: the first takes the second with it, and that one hurts its neighbour."""
    burst = Ability(id="burst", name="Burst", text="…", effect="burst", values={"inches": 1, "damage": 3})
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun("1 2+ 9/9")], order="engage")
    first = scene.add(1, (15, 11), order="engage", wounds=9, abilities=[burst])
    second = scene.add(1, (15, 12.5), wounds=3, abilities=[burst])
    third = scene.add(1, (15, 14), wounds=10)
    play = scene.act(a, "shoot", dice=[3, *NONE_SAVED]).answer(first)
    assert play.over
    assert [e.values["model"] for e in play.events("removed")] == [first, second]
    assert play.wounds(third) == 7
