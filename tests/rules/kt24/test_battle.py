"""The structure of a battle: turning points and their two phases."""

from __future__ import annotations

import pytest

from counteract.mechanics.missions import load_mission
from tests.rules.kt24.rounds import firefight, idle, kinds, strategy, take
from tests.rules.kt24.scene import Scene


def two_sides(**options: object) -> Scene:
    """Return a scene with one operative a side, far apart."""
    scene = Scene(**options)  # type: ignore[arg-type]
    scene.add(0, (2, 11))
    scene.add(1, (28, 11))
    return scene


@pytest.mark.rule("KT24-BATTLE-01")
@pytest.mark.parametrize("mission", ["default", None])
def test_a_battle_lasts_four_turning_points(mission: str | None) -> None:
    """All operatives stand still: after the fourth turning point it is over, with a mission and without."""
    play = idle(strategy(two_sides(mission=mission), dice=[5, 2] * 4))
    assert play.over
    assert [e.values["turn"] for e in play.events("turning-point-over")] == [1, 2, 3, 4]
    assert play.state.turn == 4


@pytest.mark.rule("KT24-BATTLE-01")
def test_something_may_say_otherwise() -> None:
    """A mission of two turning points, or the option, makes a battle shorter or longer."""
    import msgspec

    short = msgspec.structs.replace(load_mission("default", "kt24"), turning_points=2)
    assert idle(strategy(two_sides(mission=short), dice=[5, 2] * 2)).state.turn == 2
    assert idle(strategy(two_sides(turning_points=5), dice=[5, 2] * 5)).state.turn == 5


@pytest.mark.rule("KT24-BATTLE-02")
def test_each_turning_point_is_a_strategy_phase_and_then_a_firefight_phase() -> None:
    """In every turning point the initiative is rolled for and operatives are readied before any operative is activated."""
    play = strategy(two_sides(turning_points=2), dice=[5, 2] * 2)
    assert play.state.phase == "strategy"
    play.answer(0)
    assert play.state.phase == "firefight"
    idle(play)
    steps = kinds(play, "turning-point", "initiative", "ready", "firefight", "activated", "turning-point-over")
    assert steps == ["turning-point", "initiative", "ready", "firefight", "activated", "activated", "turning-point-over"] * 2


@pytest.mark.rule("KT24-BATTLE-03")
def test_a_turning_point_is_over_once_everybody_is_expended_and_no_sooner() -> None:
    """Two against one: it goes on after the first and the second activation and is over after the third."""
    scene = Scene()
    for y in (5, 11):
        scene.add(0, (2, y))
    scene.add(1, (28, 11))
    play = firefight(scene, turn=1, dice=[5, 2])
    for number, i in enumerate((0, 2, 1)):
        assert play.events("turning-point-over") == [], number
        take(play, i)
    assert [e.values["turn"] for e in play.events("turning-point-over")] == [1]
    assert play.what == "initiative"


@pytest.mark.rule("KT24-BATTLE-03")
def test_both_players_must_be_expended() -> None:
    """The first player is done; as long as the second has an operative ready the turning point goes on."""
    scene = Scene()
    scene.add(0, (2, 11), ready=False)
    scene.add(1, (28, 5))
    scene.add(1, (28, 11))
    play = firefight(scene, turn=4)
    assert (play.player, play.options()) == (1, [1, 2])
    take(play, 2)
    assert (play.player, play.options()) == (1, [1])
    take(play, 1)
    assert play.over
