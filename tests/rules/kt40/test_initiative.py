"""The initiative roll: 2D6 each, the best first, ties rolled again. (INIT)"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from counteract.mechanics.missions import load_mission
from tests.rules.kt40.scenes import Play, Scene


def three_players(mission: str | None = "hold-the-line-three") -> Scene:
    scene = Scene(players=3, mission=load_mission(mission, "kt40") if mission else None)
    for side, x in enumerate((5, 20, 35)):
        scene.squad(side, (x, 15))
    return scene


def order_of(scene: Scene, *dice: int, **fields: Any) -> tuple[int, ...]:
    return tuple(scene.turn(dice=dice, **fields).state.order)


@pytest.mark.rule("KT40-INIT-01", "KT40-INIT-02")
def test_each_player_rolls_2d6_and_the_best_is_first() -> None:
    play = three_players().turn(dice=[1, 2, 6, 6, 3, 3])
    assert play.state.order == (1, 2, 0)
    (rolled,) = play.events("initiative-roll")
    assert (rolled.values["players"], rolled.values["totals"], rolled.values["dice"]) == ((0, 1, 2), (3, 12, 6), (1, 2, 6, 6, 3, 3))


@pytest.mark.rule("KT40-INIT-01", "KT40-INIT-02", "KT40-INIT-03", "KT40-INIT-04", "KT40-INT-17")
def test_worked_example_1() -> None:
    """A finished deploying first. 7 + 1 and 8 are tied behind 11; A and B roll again, A with its 1 once more."""
    scene = three_players()
    dice = (3, 4, 6, 2, 5, 6, 2, 3, 4, 1)
    assert order_of(scene, *dice, finished_first=0) == (2, 0, 1)
    assert order_of(scene, 3, 4, 6, 2, 5, 6, turn=1, finished_first=0) == (2, 1, 0)  # in turn 2 nobody adds anything


@pytest.mark.rule("KT40-INIT-04")
def test_the_bonus_is_one() -> None:
    """A finished deploying first: its 7 is an 8, and no tie with B's 9."""
    assert order_of(three_players(), 3, 4, 4, 5, 5, 6, finished_first=0) == (2, 1, 0)


@pytest.mark.rule("KT40-INIT-03")
def test_a_tie_is_rolled_again_for_the_places_of_the_tied_only() -> None:
    """The second player rolls 12 the second time; that does not bring it before the one who rolled 9."""
    assert order_of(three_players(), 3, 4, 2, 5, 4, 5, 1, 1, 6, 6) == (2, 1, 0)


@pytest.mark.rule("KT40-INIT-03")
def test_a_tie_after_a_tie_is_rolled_again() -> None:
    assert order_of(three_players(), 6, 1, 5, 2, 4, 3, 1, 2, 6, 6, 2, 1, 3, 3, 4, 4) == (1, 2, 0)


@pytest.mark.rule("KT40-INIT-04", "KT40-INT-76")
def test_the_bonus_is_the_missions_to_give() -> None:
    """A mission without the flag, and a battle without a mission, give nobody a bonus."""
    scene = three_players()
    assert scene.mission is not None
    dice = (3, 4, 6, 2, 5, 6)
    assert scene.mission.deploy_bonus
    scene.mission = msgspec.structs.replace(scene.mission, deploy_bonus=False)
    assert order_of(scene, *dice, finished_first=0) == (2, 1, 0)
    assert order_of(three_players(None), *dice, finished_first=0) == (2, 1, 0)


@pytest.mark.rule("KT40-INIT-05")
def test_nobody_seizes_the_initiative() -> None:
    """After the initiative roll nothing is rolled or asked before the first window: the script has no die more."""
    play = three_players().turn(dice=[1, 2, 6, 6, 3, 3])
    assert [event.kind for event in play.game.events][:3] == ["turn", "initiative-roll", "initiative"]
    assert not play.events("rerolled")


@pytest.mark.rule("KT40-INT-72", "KT40-MIS-12")
def test_an_eliminated_player_rolls_no_initiative() -> None:
    assert order_of(three_players(), 1, 2, 3, 3, eliminated=(1,)) == (2, 0)


@pytest.mark.rule("KT40-INT-28", "KT40-STRAT-09")
def test_initiative_is_never_re_rolled_for_a_command_point() -> None:
    play: Play = three_players().turn(dice=[1, 2, 6, 6, 3, 3], cp=(5, 5, 5))
    assert play.what != "re-roll"
    assert not play.events("stratagem")
