"""Alternating: one action each in turn order, final passes, players who are skipped, steps in which units must act. (ALT)"""

from __future__ import annotations

import pytest

from counteract.core.procedure import Alternation
from counteract.core.state import Task
from tests.rules.kt40.scenes import Play, Scene, gun


def gunners(players: int = 3, each: int = 2, **state: object) -> Scene:
    """Return squads far apart, numbered 0 and 1 for the first player, 2 and 3 for the second, and so on."""
    scene = Scene(players=players, board=(72, 48))
    for side in range(players):
        for k in range(each):
            scene.squad(side, (5 + 30 * k, 5 + 12 * side), models=2, weapons=[gun('72" assault 1, 4 0 1')], state=state)
    return scene


def activated(play: Play) -> list[int]:
    """Return the units that were activated, in order."""
    return [event.values["unit"] for event in play.game.events if event.kind in ("shoots", "holds-fire", "nothing-to-shoot")]


@pytest.mark.rule("KT40-ALT-01", "KT40-ALT-07", "KT40-GEN-04")
def test_one_unit_each_in_turn_order_round_and_round() -> None:
    play = gunners().alternate("shooting", order=(2, 0, 1))
    hands = []
    for unit in (4, 0, 2, 5, 1, 3):
        hands.append(play.player)
        play.hold(unit)
    assert hands == [2, 0, 1, 2, 0, 1]
    assert play.over


@pytest.mark.rule("KT40-ALT-03", "KT40-ALT-04", "KT40-ALT-05")
def test_who_has_passed_is_out_and_the_last_one_goes_on_alone() -> None:
    """The first player passes at once and the second after one unit; the third acts twice in a row."""
    play = gunners(each=3).alternate("shooting")
    assert play.player == 0
    play.answer("pass").hold(3, 6).answer("pass")
    hands = []
    while not play.over:
        hands.append(play.player)
        play.hold(play.options()[0])
    assert hands == [2, 2]
    assert not play.unit(0).shot


@pytest.mark.rule("KT40-ALT-10", "KT40-SHOOT-04", "KT40-ALT-07")
def test_a_pass_counts_for_its_step_only() -> None:
    """The first player passes among the readied units; in the normal step it is back, and first again."""
    scene = Scene()
    scene.squad(0, (5, 5), weapons=[gun('72" assault 1, 4 0 1')], state={"readied": True})
    loose = scene.squad(0, (5, 10), weapons=[gun('72" assault 1, 4 0 1')])
    enemy = scene.squad(1, (40, 30), weapons=[gun('72" assault 1, 4 0 1')], state={"readied": True})
    play = scene.alternate("readied", "shooting")
    play.answer("pass").hold(enemy)
    assert (play.player, play.options()) == (0, [loose, "pass"])


@pytest.mark.rule("KT40-INT-19")
def test_a_readied_unit_that_missed_its_step_does_not_shoot() -> None:
    scene = Scene()
    readied = scene.squad(0, (5, 5), weapons=[gun()], state={"readied": True})
    scene.squad(0, (5, 10), weapons=[gun()])
    scene.squad(1, (20, 5))
    play = scene.alternate("readied", "shooting").answer("pass")
    assert readied not in play.options()
    assert play.why(readied) in ("KT40-INT-19", "KT40-SHOOT-02", "KT40-SHOOT-03")


@pytest.mark.rule("KT40-INT-20")
def test_a_unit_without_a_target_may_be_activated_for_nothing() -> None:
    """With a gun that is too short, or with none at all; units with a target come first."""
    scene = Scene()
    short, none = scene.squad(0, (5, 5), weapons=[gun('2" assault 1, 4 0 1')]), scene.squad(0, (5, 10))
    able = scene.squad(0, (5, 15), weapons=[gun('72" assault 1, 4 0 1')])
    enemy = scene.squad(1, (40, 30), weapons=[gun('72" assault 1, 4 0 1')])
    play = scene.alternate("shooting")
    assert play.options() == [able, short, none, "pass"]
    for unit in (none, short):
        assert (play.player, play.what) == (0, "shoot")
        play.answer(unit)
        assert play.unit(unit).shot and play.what == "shoot"
        if unit == none:
            play.hold(enemy)
    assert play.options() == [able, "pass"]


@pytest.mark.rule("KT40-INT-20")
def test_a_player_none_of_whose_units_has_a_target_is_skipped_and_not_out() -> None:
    """The second player's only target is behind a wagon's crew that the first destroys: then it is asked."""
    scene = Scene(players=3)
    scene.squad(0, (10, 4), weapons=[gun('72" assault 1, 9 -6 1')], models=1)
    scene.squad(0, (14, 4), weapons=[gun('72" assault 1, 9 -6 1')], models=1)
    hidden = scene.squad(1, (10, 30), weapons=[gun('20" assault 1, 4 0 1', "gun"), gun('20" assault 1, 4 0 1', "other")], models=1)
    shield, general = scene.squad(2, (10, 12.5), models=1), scene.character(2, (10, 11))
    scene.block(6, 13.6, 9.3, 14.2, top=9), scene.block(10.7, 13.6, 14, 14.2, top=9)
    assert scene.alternate("shooting").player == 0
    play = scene.alternate("shooting", dice=[6, 6, 1]).answer(0, shield)
    assert play.unit(shield).destroyed
    assert (play.player, play.what) == (1, "shoot")
    play.answer(hidden)
    assert [option for option in play.options() if isinstance(option, int)] == [general]


@pytest.mark.rule("KT40-INT-20", "KT40-ALT-03")
def test_a_player_who_cannot_act_is_not_asked() -> None:
    """The second player has no unit with a gun: the first acts twice."""
    scene = Scene()
    scene.squad(0, (5, 5), weapons=[gun('72" assault 1, 4 0 1')])
    scene.squad(0, (5, 10), weapons=[gun('72" assault 1, 4 0 1')])
    scene.squad(1, (40, 30))
    play = scene.alternate("shooting").hold(0)
    assert (play.player, play.options()) == (0, [1, "pass"])
    assert play.hold(1).over


@pytest.mark.rule("KT40-ALT-11", "KT40-FIGHT-04")
def test_nobody_passes_with_a_unit_that_must_fight() -> None:
    play = brawl().alternate("fights")
    assert "pass" not in play.options()
    assert play.why("pass") == "KT40-ALT-11"


@pytest.mark.rule("KT40-ALT-11", "KT40-INT-21")
def test_in_a_mandatory_step_a_player_without_units_is_skipped_not_out() -> None:
    """The second player has the first hand and nobody to fight with. The first one's squad piles in and reaches its squad: now it must."""
    scene = Scene()
    scene.squad(0, [(10, 10)], models=1, save=2, state={"began": True})
    enemy = scene.squad(1, [(13.5, 10)], models=1, save=2)
    play = scene.alternate("fights", order=(1, 0), dice=[1] * 8)
    assert (play.what, play.player) == ("move", 0)
    play.answer({0: (12.4, 10.0)})
    while not play.over:
        play.game.play(play.decision.default)
    assert [event.values["unit"] for event in play.events("fights")] == [0, enemy]


def brawl() -> Scene:
    """Return a board with two pairs of squads that fight each other."""
    scene = Scene()
    for y in (5, 20):
        scene.squad(0, [(10, y)], models=1, state={"began": True})
    for y in (5, 20):
        scene.squad(1, [(11.2, y)], models=1, state={"began": True})
    return scene


@pytest.mark.rule("KT40-ALT-05", "KT40-ALT-03")
def test_alternation_as_data() -> None:
    """Three players, final passes: it is over once all have passed, and the last one keeps the hand."""
    hand = Alternation((2, 0, 1), final=True)
    assert hand.player == 2
    hand = hand.acts().passes()
    assert hand.player == 1
    hand = hand.acts().passes()
    assert (hand.player, hand.over) == (1, False)
    assert hand.acts().acts().player == 1
    assert hand.passes().over


@pytest.mark.rule("KT40-ALT-12")
def test_a_re_roll_costs_no_hand_and_needs_none() -> None:
    """A player who has passed in the morale step's window may still re-roll its morale die."""
    scene = Scene()
    squad = scene.squad(0, (5, 5), models=10, state={"lost": 5})
    scene.squad(1, (40, 30))
    play = scene.play(
        Task("window", ("morale start", Alternation((0, 1), passed=(0, 1), final=True))),
        Task("alternate", ("morale",)),
        dice=[6],
        cp=(1, 0),
        phase="morale",
    )
    assert (play.what, play.decision.subject) == ("re-roll", squad)
