"""Command points: when they come, who gets how many, and that no player spends more than there are."""

from __future__ import annotations

import pytest

from counteract.game import Game
from tests.rules.kt18.scene import Play, Scene, gun


def first_round(*, cp: tuple[int, int] = (0, 0), shaken: bool = False, **options: bool) -> Play:
    """Play a round in which player 1 has its Leader (shaken perhaps) and player 2 has lost it."""
    scene = Scene(**options)
    scene.add(0, (3, 3), leader=True, shaken=shaken)
    scene.add(0, (6, 3))
    scene.add(1, None, leader=True)
    scene.add(1, (27, 19))
    return scene.round(cp=cp, dice=[6, 6, 1, 1])


@pytest.mark.rule("KT18-CP-01", "KT18-CP-02")
def test_one_point_a_round_and_one_more_for_a_leader_alive() -> None:
    """With the Leader 2, without it 1; a plain model in play instead of the Leader brings nothing more."""
    play = first_round()
    assert play.state.cp == (2, 1)
    assert [(e.rule, e.values["player"], e.values["amount"]) for e in play.events("cp")] == [("KT18-CP-02", 0, 2), ("KT18-CP-01", 1, 1)]


@pytest.mark.rule("KT18-CP-01")
def test_points_come_every_round() -> None:
    """Nothing is spent in round 1, so round 2 begins with twice as much."""
    scene = Scene()
    scene.add(0, (3, 3), leader=True)
    scene.add(1, None, leader=True)
    scene.add(1, (27, 19))
    play = scene.round(dice=[6, 6, 1, 1] * 2)
    play.answer("pass", "pass", "pass", "pass")  # two Decisive Moves and two turns of the Movement phase
    assert (play.state.turn, play.state.cp) == (2, (4, 2))


@pytest.mark.rule("KT18-CP-03")
def test_a_battle_begins_without_points_and_what_is_left_is_kept() -> None:
    """0CP at first; a player with 40 has 42 next round: there is no cap."""
    game = Game.new("kt18", teams=["fen-fusiliers", "kite-riders"], seed=1)
    assert game.state.cp == (0, 0)
    assert first_round(cp=(40, 40)).state.cp == (42, 41)


@pytest.mark.rule("KT18-INT-17")
def test_points_come_before_the_initiative_dice() -> None:
    """The very first thing of a round, so that both players have them before they know who goes first."""
    kinds = [e.kind for e in first_round().game.events]
    assert kinds[:5] == ["battle-round", "cp", "cp", "initiative-roll", "initiative"]


@pytest.mark.rule("KT18-INT-18", "KT18-CP-02")
def test_a_shaken_leader_still_brings_its_point() -> None:
    """Being alive is enough."""
    assert first_round(shaken=True).state.cp == (2, 1)


@pytest.mark.rule("KT18-INT-18")
def test_a_switch_asks_for_a_leader_that_is_not_shaken() -> None:
    """With it on, a shaken Leader brings nothing more; a steady one does as ever."""
    assert first_round(shaken=True, leader_cp_needs_unshaken=True).state.cp == (1, 1)
    assert first_round(shaken=False, leader_cp_needs_unshaken=True).state.cp == (2, 1)


@pytest.mark.rule("KT18-CP-04")
@pytest.mark.parametrize(("cp", "asked"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_tactic_is_open_only_to_who_can_pay_for_it(cp: int, asked: bool) -> None:
    """Decisive Shot costs 2CP: with 1 it is not even a question, with 2 it is, and then 0 are left."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun()])
    b = scene.add(1, (15, 11), weapons=[gun()])
    play = scene.shooting(cp=(cp, 0), dice=[1, 1, 1, 1])
    assert (play.what == "decisive") is asked
    if asked:
        play.answer(a, b)
        assert play.state.cp == (cp - 2, 0)


@pytest.mark.rule("KT18-CP-04")
def test_points_never_go_below_zero() -> None:
    """With 1CP a first re-roll is paid for; the next missed roll of another kind is not offered one."""
    scene = Scene()
    a = scene.add(0, (5, 11), weapons=[gun('24" rapid fire 1, 4 0 1')], flesh=1)
    b = scene.add(1, (15, 11))
    play = scene.shoot(a, cp=(1, 0), dice=[1, 1])
    assert play.what == "tactic"  # Gritted Teeth
    play.answer("gritted-teeth")
    assert play.state.cp == (0, 0)
    play.answer(b)  # both attacks miss, and nothing is left to roll again with
    assert play.over and play.state.cp == (0, 0)
