"""Guard: who may go on guard, when it ends, and how it interrupts an enemy's activation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from counteract import odds
from counteract.core.decision import Dice, Pick, Refusal
from counteract.core.state import Task
from counteract.rulesets.kt24.state import Acting
from tests.rules.kt24.moving import deciding, lone, refused
from tests.rules.kt24.scene import Ability, Play, Scene, blade, gun

MISS = [1, 1]  # both dice of the guard's gun
GUN, BLADE = gun("2 3+ 3/4"), blade("2 3+ 4/5")


def watch(
    *enemies: tuple[float, float], guard: dict[str, Any] | None = None, friends: Iterable[tuple[float, float]] = (), **options: Any
) -> Scene:
    """Return a scene: a sentry of player 0 on guard at (5, 11), perhaps with friends, and enemies with Engage orders; Guard is in use."""
    scene = Scene(**{"guard": True, **options})
    scene.add(0, (5, 11), **{"order": "engage", "guard": True, "ready": False, "weapons": [GUN, BLADE], "wounds": 20, **(guard or {})})
    for at in friends:
        scene.add(0, at, order="engage", ready=False, weapons=[GUN, BLADE], wounds=20)
    for at in enemies:
        scene.add(1, at, order="engage", weapons=[GUN, BLADE], wounds=20, apl=3)
    return scene


def on_guard(play: Play, i: int = 0) -> bool:
    return bool(play.state.models[i].guard)


# --- going on guard


def sentry(*, far: tuple[float, float] = (15, 11), **fields: Any) -> Scene:
    """Return a scene: an operative with Engage orders that is free to go on guard, and an enemy."""
    scene = Scene(guard=fields.pop("in_use", True))
    scene.add(0, (5, 11), **{"order": "engage", **fields})
    scene.add(1, far, order="engage")
    return scene


@pytest.mark.rule("KT24-MIS-38")
def test_guard_costs_one_action_point_and_puts_the_operative_on_guard() -> None:
    """With APL 2 there is 1AP left; the operative is on guard, also once it is expended."""
    play = sentry().activate(0).answer("engage", "guard")
    assert on_guard(play)
    assert play.state.acting[-1].spent == 1
    assert play.answer("end").over
    assert on_guard(play)
    assert not play.state.models[0].ready


@pytest.mark.rule("KT24-MIS-38")
def test_guard_is_there_only_if_it_is_in_use() -> None:
    """By default no operative goes on guard."""
    play = deciding(sentry(in_use=False))
    assert play.why("guard") == "KT24-MIS-38"
    assert "guard" not in play.options()
    assert not deciding(lone()).game.setup["options"]["guard"]


@pytest.mark.rule("KT24-MIS-38")
def test_shoot_and_guard_exclude_each_other() -> None:
    """Not in one activation, whichever comes first; with a move or a fight Guard goes well together."""
    for first, second in (("shoot", "guard"), ("guard", "shoot")):
        play = deciding(sentry(apl=3), done=(first,), spent=1)
        assert play.why(second) == "KT24-MIS-38"
        assert second not in play.options()
    for before in ("reposition", "dash", "fight", "charge"):
        assert "guard" in deciding(sentry(apl=3), done=(before,), spent=1).options()


@pytest.mark.rule("KT24-MIS-39")
def test_no_guard_with_a_conceal_order() -> None:
    """Engage may go on guard, Conceal may not."""
    play = sentry().activate(0).answer("conceal")
    assert play.why("guard") == "KT24-MIS-39"
    assert "guard" not in play.options()
    assert "guard" in sentry().activate(0).answer("engage").options()


@pytest.mark.rule("KT24-MIS-39")
def test_no_guard_with_an_enemy_in_control_range() -> None:
    """An enemy 1" away bars it, one 1.01" away does not."""
    near = deciding(sentry(far=(7, 11)))
    assert near.why("guard") == "KT24-MIS-39"
    assert "guard" not in near.options()
    assert "guard" in deciding(sentry(far=(7.01, 11))).options()


@pytest.mark.rule("KT24-MIS-39")
def test_no_guard_when_counteracting() -> None:
    """A counteraction may be a Shoot, never a Guard."""
    play = sentry(ready=False).counteract(0)
    assert play.why("guard") == "KT24-INT-26"
    assert "guard" not in play.options()
    assert "shoot" in play.options()


# --- when it ends


@pytest.mark.rule("KT24-MIS-40")
def test_any_action_ends_being_on_guard() -> None:
    """A move after Guard in the same activation ends it, and so does the action of a counteraction."""
    play = sentry().activate(0).answer("engage", "guard", "dash", [(5, 11)])
    assert play.over
    assert not on_guard(play)
    assert not on_guard(watch((15, 11)).counteract(0).answer("dash", [(5, 11)]))


@pytest.mark.rule("KT24-MIS-40")
def test_a_change_of_order_ends_being_on_guard() -> None:
    """Activated again while on guard: with Conceal it is over, with Engage it goes on."""
    for order, still in (("conceal", False), ("engage", True)):
        play = watch((15, 11), guard={"ready": True}).activate(0).answer(order)
        assert on_guard(play) == still


@pytest.mark.rule("KT24-MIS-40")
def test_the_next_turning_point_ends_being_on_guard() -> None:
    """Before anything else is decided in the new turning point, no operative is on guard any more."""
    play = watch((15, 11)).play(Task("turning_point"), dice=[5, 2])
    assert play.what == "initiative"
    assert not on_guard(play)
    play.answer(0)
    assert not on_guard(play)


@pytest.mark.rule("KT24-MIS-40")
@pytest.mark.parametrize(("gap", "still"), [(1.0, False), (1.01, True)])
def test_an_enemy_left_alone_beside_it_ends_being_on_guard(gap: float, still: bool) -> None:
    """An enemy that ends an action 1" away, and no interruption: guard is over. 1.01" away it is not."""
    play = watch((5, 13 + gap)).activate(1).answer("engage", "charge" if gap == 1.0 else "dash", [(5, 12 + gap)])
    assert (play.what, play.player) == ("interrupt", 0)
    play.answer("pass")
    assert on_guard(play) == still
    assert [e.values["model"] for e in play.events("off-guard")] == ([] if still else [0])


@pytest.mark.rule("KT24-MIS-40")
def test_an_enemy_behind_a_wall_does_not_end_being_on_guard() -> None:
    """0.6" away but out of sight is not within control range."""
    scene = watch((5, 14), (15, 11))
    scene.wall(3, 11.7, 7, 11.9, top=3)
    play = scene.activate(1).answer("engage", "dash", [(5, 12.6)], "pass")
    assert play.what == "action"
    assert on_guard(play)


@pytest.mark.rule("KT24-MIS-40")
def test_interrupting_with_somebody_else_keeps_it_on_guard() -> None:
    """An enemy ends a Charge beside the first of two sentries. If their player interrupts with the second, the first stays on guard;
    if the player does nothing, the first is no longer on guard and the second, with no enemy beside it, still is.
    """
    for answers, still in ((["pass"], (False, True)), ([1, 3], (True, False))):
        scene = watch((5, 14), (15, 11), friends=[(9, 16)])
        scene.operatives[1]["guard"] = True
        play = scene.activate(2, dice=[*MISS, 1, 1, 1]).answer("engage", "charge", [(5, 12.5)])
        assert play.options() == [0, 1, "pass"]
        play.answer(*answers)
        assert (play.what, play.player) == ("action", 1)
        assert (on_guard(play, 0), on_guard(play, 1)) == still


@pytest.mark.rule("KT24-MIS-40", "KT24-MIS-41")
def test_an_activation_already_interrupted_ends_guard_without_a_question() -> None:
    """Two sentries; one has interrupted, then the enemy ends an action beside the other: no player is asked, and guard is over."""
    scene = watch((15, 11), friends=[(15, 4)])
    scene.operatives[1]["guard"] = True
    play = scene.activate(2, dice=[*MISS, 1, 1, 1, *MISS, 1, 1, 1]).answer("engage", "shoot", 0).answer(1, 2)
    assert play.what == "action"
    assert on_guard(play, 0)
    play.answer("charge", [(7, 11)])
    assert (play.what, play.player) == ("action", 1)
    assert not on_guard(play, 0)


@pytest.mark.rule("KT24-MIS-40", "KT24-MIS-41")
def test_a_counteraction_beside_it_ends_guard_and_cannot_be_interrupted() -> None:
    """An enemy counteracts up to the sentry: its player is not asked, and the sentry is no longer on guard."""
    play = watch((5, 14.5)).counteract(1).answer("charge", [(5, 12.5)])
    assert play.over
    assert not on_guard(play)
    far = watch((5, 16)).counteract(1).answer("dash", [(5, 15)])
    assert far.over
    assert on_guard(far)


@pytest.mark.rule("KT24-MIS-40")
def test_an_interruption_beside_it_ends_guard_too() -> None:
    """The sentry of the active player stands beside an enemy on guard that interrupts: that is an action of an enemy there."""
    scene = watch((15, 11), friends=[(5, 14)])
    scene.operatives[2]["guard"] = True
    scene.places[2] = (6.5, 11, 0)
    play = scene.act(1, "dash", dice=[*MISS, 1, 1]).answer([(5, 15)])
    assert (play.what, play.player) == ("interrupt", 1)
    play.answer(2, "fight")
    assert not on_guard(play, 0)
    assert not on_guard(play, 2)


# --- interrupting


def dashed(play: Play, *path: tuple[float, float]) -> Play:
    """Return a battle in which the enemy is activated and dashes, which lets the sentry's player interrupt."""
    return play.answer("engage", "dash", list(path))


@pytest.mark.rule("KT24-MIS-41")
def test_the_other_player_may_interrupt_after_an_action() -> None:
    """The enemy dashes into the open; the sentry's player is asked, fires for free, and the enemy's activation goes on."""
    play = dashed(watch((15, 11)).activate(1, dice=[6, 5, 1, 1, 1]), (14, 11))
    assert (play.what, play.player, play.options()) == ("interrupt", 0, [0, "pass"])
    play.answer(0)
    assert (play.what, play.player, play.options()) == ("target", 0, [1])
    play.answer(1)
    assert play.damage(1) == 7
    assert [(e.values["model"], e.values["cost"]) for e in play.events("action")] == [(1, 1), (0, 0)]
    assert not on_guard(play)
    assert (play.what, play.player) == ("action", 1)
    assert play.state.acting == (Acting(1, "activation", spent=1, done=("dash",), interrupted=True),)
    assert "reposition" in play.options()
    assert play.why("dash") == "KT24-ACT-06"


@pytest.mark.rule("KT24-MIS-41")
def test_interrupting_is_optional_and_open_again_after_the_next_action() -> None:
    """Passed after the first action, the question comes again after the second."""
    play = dashed(watch((15, 11)).activate(1, dice=MISS), (14, 11)).answer("pass")
    assert (play.what, play.player) == ("action", 1)
    assert on_guard(play)
    play.answer("reposition", [(12, 11)])
    assert (play.what, play.player) == ("interrupt", 0)


@pytest.mark.rule("KT24-MIS-41")
def test_nobody_interrupts_before_or_without_an_action() -> None:
    """Choosing an order and ending the activation gives no chance to interrupt."""
    assert watch((15, 11)).activate(1).answer("engage", "end").over


@pytest.mark.rule("KT24-MIS-41")
def test_only_once_in_an_activation() -> None:
    """Two sentries: after the first has interrupted, the second cannot in the same activation, but in the next one it can."""
    scene = watch((15, 11), (15, 14), friends=[(5, 14)])
    scene.operatives[1]["guard"] = True
    play = scene.play(Task("firefight", (1,)), Task("firefight", (1,)), dice=[*MISS, 1, 1, 1, *MISS, 1, 1, 1])
    play.answer(2, "engage", "dash", [(14, 11)])
    assert play.options() == [0, 1, "pass"]
    play.answer(0, 2, "reposition", [(13, 11)])
    assert (play.what, play.player) == ("action", 1)
    play.answer("end")
    assert play.what == "counteract"  # player 0 has no operative ready
    play.answer("pass", 3, "engage", "dash", [(14, 14)])
    assert (play.what, play.player, play.options()) == ("interrupt", 0, [1, "pass"])


@pytest.mark.rule("KT24-MIS-41")
def test_after_the_last_action_there_is_still_time() -> None:
    """With its last AP spent the enemy can still be interrupted before the activation ends."""
    scene = watch((15, 11))
    play = scene.play(Task("perform", (1, "dash")), Task("after_action", (1,)), Task("actions", (1,)), dice=[*MISS, 1, 1, 1],
                      acting=(Acting(1, "activation", spent=3, done=("dash",)),))  # fmt: skip
    play.answer([(14, 11)])
    assert play.what == "interrupt"
    assert play.answer(0, 1).over
    assert not play.state.models[1].ready


@pytest.mark.rule("KT24-MIS-41")
def test_any_target_it_could_normally_choose() -> None:
    """Not only the active enemy: another one in the open may be shot instead, one with Conceal orders in cover may not."""
    scene = watch((15, 11), (15, 14), (15, 5))
    scene.operatives[3]["order"] = "conceal"
    scene.wall(13.6, 4, 14, 6, top=1)
    play = dashed(scene.activate(1, dice=[6, 6, 1, 1, 1]), (14, 11)).answer(0)
    assert play.options() == [1, 2]
    assert play.why(3) == "KT24-TARGET-03"
    play.answer(2)
    assert play.damage(2) == 8
    assert play.damage(1) == 0


@pytest.mark.rule("KT24-MIS-41")
def test_who_has_nobody_to_shoot_or_fight_is_not_asked() -> None:
    """Behind a high wall the sentry sees no enemy, and there is nothing to decide; it stays on guard."""
    scene = watch((15, 11))
    scene.wall(9, 0, 10, 22, top=5)
    play = dashed(scene.activate(1), (14, 11))
    assert (play.what, play.player) == ("action", 1)
    assert on_guard(play)


@pytest.mark.rule("KT24-MIS-41")
def test_who_is_not_on_guard_does_not_interrupt() -> None:
    """A friend with the same view but not on guard is not among those who may, and naming it is refused."""
    play = dashed(watch((15, 11), friends=[(5, 14)]).activate(2), (14, 11))
    assert play.options() == [0, "pass"]
    refused(play, 1, "KT24-MIS-41")
    refused(play, 2, "KT24-MIS-41")
    with pytest.raises(Refusal):
        play.game.play(Pick(0), player=1)


@pytest.mark.rule("KT24-MIS-41")
def test_own_activations_are_not_interrupted() -> None:
    """A friend of the sentry acts: no player is asked."""
    play = dashed(watch((15, 11), friends=[(5, 14)]).activate(1), (5, 15))
    assert (play.what, play.player) == ("action", 0)


@pytest.mark.rule("KT24-MIS-41")
def test_an_interruption_is_shoot_or_fight() -> None:
    """With an enemy beside it the sentry's player chooses between the two, and nothing else is allowed."""
    play = watch((5, 14)).activate(1, dice=[6, 6, 1, 1]).answer("engage", "charge", [(5, 12.5)], 0)
    assert (play.what, play.player, play.options()) == ("action", 0, ["shoot", "fight"])
    refused(play, "reposition", "KT24-MIS-41")
    refused(play, "fall back", "KT24-MIS-41")
    refused(play, "end", "KT24-MIS-41")
    play.answer("fight")
    assert play.damage(1) == 10
    assert (play.what, play.player) == ("action", 1)


@pytest.mark.rule("KT24-MIS-41")
def test_an_active_operative_killed_by_an_interruption_is_done() -> None:
    """The enemy falls in the middle of its activation: it is removed, its activation is over, and the other player's turn comes."""
    scene = watch((15, 11), (20, 15), friends=[(5, 14)], guard={"weapons": [gun("2 3+ 30/30")]})
    scene.operatives[1]["ready"] = True
    play = dashed(scene.play(Task("firefight", (1,)), dice=[6, 6, 1, 1, 1]).answer(2), (14, 11)).answer(0, 2)
    assert play.state.places[2] is None
    assert play.state.acting == ()
    assert [e.values["model"] for e in play.events("removed")] == [2]
    assert (play.what, play.player, play.options()) == ("activate", 0, [1])


@pytest.mark.rule("KT24-MIS-41")
def test_the_last_enemy_killed_by_an_interruption_ends_a_battle_without_mission() -> None:
    """With no operative left to play against, the battle is over at once."""
    play = dashed(watch((15, 11), guard={"weapons": [gun("2 3+ 30/30")]}).play(Task("firefight", (1,)), dice=[6, 6, 1, 1, 1]).answer(1), (14, 11))
    play.answer(0, 1)
    assert play.over
    assert play.state.over
    assert play.state.acting == ()


@pytest.mark.rule("KT24-MIS-41")
def test_a_sentry_killed_when_it_fights_leaves_the_activation_as_it_was() -> None:
    """The sentry falls to the retaliation of the active enemy, which then goes on with its activation."""
    play = watch((5, 14), friends=[(15, 4)], guard={"left": 3}).activate(2, dice=[1, 1, 6, 6]).answer("engage", "charge", [(5, 12.5)], 0, "fight")
    assert play.state.places[0] is None
    assert (play.what, play.player) == ("action", 1)
    assert [(a.operative, a.kind) for a in play.state.acting] == [(2, "activation")]


@pytest.mark.rule("KT24-MIS-41")
def test_who_has_interrupted_does_not_counteract_this_turning_point() -> None:
    """Of two expended operatives the one that interrupted cannot counteract; in the next turning point it can again."""
    scene = watch((15, 11), (15, 14), friends=[(5, 14)])
    play = dashed(scene.play(Task("firefight", (1,)), dice=[*MISS, 1, 1, 1, 3, 2]).answer(2), (14, 11)).answer(0, 2, "end")
    assert (play.what, play.player, play.options()) == ("counteract", 0, [1, "pass"])
    assert play.why(0) == "KT24-MIS-41"
    play.answer("pass", 3, "conceal", "end")
    assert play.what == "initiative"
    assert not play.answer(0).state.models[0].interrupted


@pytest.mark.rule("KT24-WR-STUN-01", "KT24-INT-42", "KT24-MIS-41")
def test_a_guard_stuns_the_very_activation_it_interrupts() -> None:
    """APL 3, one AP spent, then stunned: one is left of the lowered two. The loss outlasts this activation and ends with the next."""
    scene = watch((15, 11), guard={"weapons": [gun("2 3+ 1/1; Stun")]})
    play = dashed(scene.play(*[Task("activation", (1,))] * 3, dice=[6, 1, 1, 1, 1]), (14, 11)).answer(0, 1)
    assert [(e.rule, e.values["model"]) for e in play.events("stunned")] == [("KT24-WR-STUN-01", 1)]
    left = [play.decision.context.left]
    play.answer("end")
    for _ in range(2):
        play.answer("engage")
        left.append(play.decision.context.left)
        play.answer("end")
    assert play.over and left == [1, 2, 3]


@pytest.mark.rule("KT24-WR-STUN-01", "KT24-INT-42")
@pytest.mark.parametrize(("spent", "goes_on"), [(1, True), (2, False)])
def test_stunned_with_as_many_spent_as_are_left_its_activation_is_over(spent: int, goes_on: bool) -> None:
    """APL 3 less one: an activation with two AP spent has none left, one with a single one spent goes on."""
    scene = watch((15, 11), guard={"weapons": [gun("2 3+ 1/1; Stun")]})
    play = scene.play(Task("perform", (1, "dash")), Task("after_action", (1,)), Task("actions", (1,)), dice=[6, 1, 1, 1, 1],
                      acting=(Acting(1, "activation", spent=spent, done=("dash",)),))  # fmt: skip
    play.answer([(14, 11)], 0, 1)
    assert (play.what == "action") == goes_on
    assert play.state.models[1].ready == goes_on


@pytest.mark.rule("KT24-WR-STUN-01", "KT24-INT-42")
def test_a_guard_stuns_somebody_else_until_the_end_of_its_next_activation() -> None:
    """It is not the active operative that is shot: its loss lasts for one activation, like any other."""
    scene = watch((15, 11), (15, 14), guard={"weapons": [gun("2 3+ 1/1; Stun")]})
    play = dashed(scene.play(Task("activation", (1,)), *[Task("activation", (2,))] * 2, dice=[6, 1, 1, 1, 1]), (14, 11)).answer(0, 2, "end")
    left = []
    for _ in range(2):
        play.answer("engage")
        left.append(play.decision.context.left)
        play.answer("end")
    assert left == [2, 3]


@pytest.mark.rule("KT24-WR-STUN-01", "KT24-INT-42", "KT24-MIS-41")
def test_a_sentry_stunned_while_it_interrupts_is_stunned_for_one_activation() -> None:
    """It fights on guard and the retaliation stuns it. That is no activation of its own: the loss ends with its next one."""
    scene = watch((5, 12.5), guard={"apl": 3, "weapons": [blade("1 6+ 1/1")]})
    scene.cards[1] = (1, msgspec.structs.replace(scene.cards[1][1], weapons=(blade("1 3+ 1/1; Stun"),)))
    play = scene.play(*(Task("activation", (i,)) for i in (1, 0, 0)), dice=[1, 1, 1, 6]).answer("engage", "fight", 0)
    assert [e.values["model"] for e in play.events("stunned")] == [0]
    left = []
    for _ in range(2):
        play.answer(*(("end", "engage") if play.what == "action" else ("engage",)))
        left.append(play.decision.context.left)
    assert left == [2, 3]


# --- having moved

STEADY = Ability(id="steady", name="Steady", text="…", effect="weapon-rule", values={"rules": ["Balanced"], "unmoved": True})


@pytest.mark.rule("KT24-MIS-41", "KT24-INT-74")
def test_a_guard_has_not_moved_however_the_enemy_moves() -> None:
    """The sentry's own activation is over, and the Dash is the enemy's: what works for those who have not moved works for it."""
    scene = watch((15, 11), guard={"abilities": [STEADY]})
    play = dashed(scene.activate(1, dice=[1, 1]), (14, 11)).answer(0, 1)
    assert (play.what, play.player, play.decision.rule) == ("re-roll", 0, "KT24-INT-44")


@pytest.mark.rule("KT24-MIS-41", "KT24-INT-74")
def test_a_guard_that_moved_in_its_own_activation_has_not_moved_when_it_interrupts() -> None:
    """It repositioned and went on guard; the activation in which it moved is over."""
    scene = watch((15, 11), guard={"abilities": [STEADY], "guard": False, "ready": True})
    play = scene.play(Task("activation", (0,)), Task("activation", (1,)), dice=[1, 1]).answer("engage", "reposition", [(6, 11)], "guard")
    assert dashed(play, (14, 11)).answer(0, 1).what == "re-roll"


@pytest.mark.rule("KT24-MIS-41", "KT24-INT-74")
@pytest.mark.parametrize(("moved", "asked"), [(True, False), (False, True)])
def test_an_interrupted_operative_that_moved_has_moved(moved: bool, asked: bool) -> None:
    """Fought by the sentry in the middle of its own activation, it has lost what works for those who have not moved if it moved to get there."""
    scene = watch((5, 14) if moved else (5, 12.5))
    scene.cards[1] = (1, msgspec.structs.replace(scene.cards[1][1], abilities=(STEADY,)))
    play = scene.activate(1, dice=[1] * 10).answer("engage")
    play.answer(*(["charge", [(5, 12.5)]] if moved else ["fight", Dice("balanced", (0,))]))
    assert play.what == "interrupt"
    play.answer(0, "fight")
    assert (play.what == "re-roll") == asked
    if asked:
        assert play.player == 1 and Dice("balanced", (0,)) in play.decision.options


# --- point-blank


def charged(dice: Any = (), **fields: Any) -> Play:
    """Return a battle: an enemy (2, after a friend) charges the sentry, which interrupts with Shoot; enemy 3 stands in the open."""
    scene = watch((9, 12.5), (15, 11), **{"friends": [(2, 4)], **fields})
    return scene.activate(2, dice=dice).answer("engage", "charge", [(5.9, 12.2)], 0, "shoot")


@pytest.mark.rule("KT24-MIS-42")
def test_at_point_blank_range_the_target_is_in_control_range() -> None:
    """The enemy beside the sentry may be shot, the one in the open may not. In an activation neither could be."""
    play = charged()
    assert (play.what, play.player, play.options()) == ("target", 0, [2])
    refused(play, 3, "KT24-MIS-42")
    assert deciding(watch((5, 12.5), (15, 11), guard={"guard": False})).why("shoot") == "KT24-SHOOT-03"


@pytest.mark.rule("KT24-MIS-42")
def test_at_point_blank_range_the_target_need_not_be_valid() -> None:
    """A friend of the shooter within the target's control range does not protect it here."""
    play = charged([6, 6, 1, 1, 1], friends=[(5.9, 13.8)])
    assert play.options() == [2]
    assert play.answer(2).damage(2) == 8


@pytest.mark.rule("KT24-MIS-42")
def test_at_point_blank_range_hit_is_one_worse() -> None:
    """Hit 3+: a 3 fails and a 4 is a success; from further off the same 3 is a success."""
    assert charged([3, 4, 1, 1, 1]).answer(2).damage(2) == 3
    assert dashed(watch((15, 11)).activate(1, dice=[3, 4, 1, 1, 1]), (14, 11)).answer(0, 1).damage(1) == 6


@pytest.mark.rule("KT24-MIS-42")
def test_at_point_blank_range_odds_know_that_hit_is_one_worse() -> None:
    play = charged()
    found = odds.shoot(weapon="2 4+ 3/4", target="save 4+, wounds 20", objective="capped")
    assert f"about {found.value:.1f} damage" in str(play.game.label(Pick(2)))
    assert odds.shoot(weapon="2 3+ 3/4", target="save 4+, wounds 20", objective="capped").value > found.value + 0.1


@pytest.mark.rule("KT24-MIS-42")
def test_after_a_point_blank_shot_there_is_no_retaliation_until_the_activation_ends() -> None:
    """The enemy fights the sentry: only its dice fall. In the next activation the sentry retaliates again."""
    scene = watch((5, 14), (5, 8))
    dice = [*MISS, 1, 1, 1, 6, 6, 6, 6, 6, 6]
    play = scene.play(Task("activation", (1,)), Task("activation", (2,)), dice=dice)
    play.answer("engage", "charge", [(5, 12.5)], 0, "shoot", 1, "fight")
    assert (play.damage(0), play.damage(1)) == (10, 0)
    play.answer("engage", "charge", [(5, 9.5)], "fight")
    assert play.what == "resolve"
    assert [len(e.values["dice"]) for e in play.events("rolled") if e.values["player"] == 0][-1] == 2


@pytest.mark.rule("KT24-MIS-42")
@pytest.mark.parametrize("how", ["fight", "not at all"])
def test_without_a_point_blank_shot_it_retaliates(how: str) -> None:
    """Having interrupted with Fight, or not at all, the sentry strikes back when it is fought."""
    dice = [1, 1, 1, 1, 1, 1, 6, 1] if how == "fight" else [1, 1, 6, 1]
    play = watch((5, 14)).activate(1, dice=dice).answer("engage", "charge", [(5, 12.5)])
    play.answer(*([0, "fight"] if how == "fight" else ["pass"]), "fight")
    assert play.damage(1) == 5


@pytest.mark.rule("KT24-MIS-42")
def test_a_shot_from_further_off_leaves_retaliation_alone() -> None:
    """The enemy shoots and the sentry shoots back from its guard; charged and fought in the same activation it retaliates."""
    play = watch((5, 14)).activate(1, dice=[1, 1, 1, 1, 1, *MISS, 1, 1, 1, 1, 1, 6, 1])
    play.answer("engage", "shoot", 0).answer(0, 1).answer("charge", [(5, 12.5)], "fight")
    assert play.damage(1) == 5


# --- Heavy


@pytest.mark.rule("KT24-MIS-43", "KT24-WR-HEAVY-04")
def test_heavy_weapons_and_guard_go_together() -> None:
    """Having moved, an operative cannot fire its Heavy gun, but can go on guard, and fires it when it interrupts."""
    scene = Scene(guard=True)
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4; Heavy")])
    scene.add(1, (15, 11), wounds=20)
    play = scene.play(Task("firefight", (0,)), dice=[6, 6, 1, 1, 1])
    play.answer(0, "engage", "reposition", [(6, 11)])
    assert "shoot" not in play.options()
    play.answer("guard")
    assert (play.what, play.player) == ("activate", 1)
    play.answer(1, "engage", "dash", [(14, 11)])
    assert play.options() == [0, "pass"]
    assert play.answer(0, 1).damage(1) == 8


@pytest.mark.rule("KT24-WR-HEAVY-02", "KT24-INT-74")
@pytest.mark.parametrize(("blade_used", "may_move"), [(0, True), (1, False)])
def test_retaliating_with_a_heavy_weapon_in_its_own_activation_ends_its_moving(blade_used: int, may_move: bool) -> None:
    """Interrupted with a Fight, the active operative may retaliate with a Heavy blade; having used it, it moves no more."""
    scene = Scene(guard=True)
    active = scene.add(0, (10, 11), apl=3, weapons=[blade("4 3+ 9/9", name="light"), blade("4 3+ 9/9; Heavy", name="heavy")], order="engage")
    victim = scene.add(1, (11.5, 11), weapons=[blade("1 3+ 1/1")], left=3, order="engage", ready=False)
    guard = scene.add(1, (8.5, 11), weapons=[blade("1 3+ 1/1")], left=3, order="engage", ready=False, guard=True)
    scene.add(1, (28, 20), ready=False)
    play = scene.activate(active, dice=[6, 6, 6, 6, 1, 1, 6, 6, 6, 6]).answer("engage", "fight", victim, 0, guard, blade_used)
    assert play.what == "action"
    assert ("reposition" in play.options()) == may_move
    assert play.why("reposition") == ("" if may_move else "KT24-WR-HEAVY-02")
