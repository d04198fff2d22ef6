"""The turn: its phases and windows in order, records that are cleared, effects that end; the game as a whole. (GEN, TURN, EOT, UNIT-10)"""

from __future__ import annotations

import pytest

from counteract.core.registry import find
from counteract.core.state import Task
from counteract.mechanics.missions import load_mission
from counteract.rulesets.kt40.cards import WINDOWS, Deed
from counteract.rulesets.kt40.phases import from_start
from tests.rules.kt40.scenes import Boon, Play, Scene, Stratagem, gun


def armies(players: int = 2) -> Scene:
    scene = Scene(players=players, mission=load_mission("default", "kt40", players), board=(72, 48))
    for side in range(players):
        scene.squad(side, (5, 5 + 12 * side), models=2, weapons=[gun('72" assault 1, 4 0 1')])
    return scene


def idle(play: Play, turn: int) -> Play:
    """Answer by default until a turn begins."""
    while play.state.turn < turn and not play.over:
        play.game.play(play.decision.default)
    return play


# --- order


@pytest.mark.rule("KT40-TURN-02", "KT40-TURN-01", "KT40-ALT-08", "KT40-MOVE-01", "KT40-MOVE-02")
def test_the_tasks_of_a_turn() -> None:
    """Movement by player in turn order; psychic, shooting, fight and morale alternating; twelve windows; no charge phase."""
    tasks = [(task.name, *task.args) for task in from_start((1, 0))]
    windows = [task[1] for task in tasks if task[0] == "window"]
    assert windows == list(WINDOWS)
    assert [task for task in tasks if task[0] != "window"] == [
        ("phase", "movement"), ("decisive_moves",), ("part", 1), ("part", 0),
        ("phase", "psychic"), ("alternate", "psychic"),
        ("phase", "shooting"), ("alternate", "readied"), ("alternate", "shooting"),
        ("phase", "fight"), ("alternate", "hammer"), ("alternate", "fights"),
        ("phase", "morale"), ("alternate", "morale"),
        ("phase", "end"), ("end_turn",),
    ]  # fmt: skip
    assert tasks.index(("decisive_moves",)) == tasks.index(("window", "movement start")) + 1


@pytest.mark.rule("KT40-TURN-02", "KT40-GEN-03", "KT40-EOT-01", "KT40-EOT-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_pass_through_all_phases_for_all_players_is_a_turn(players: int) -> None:
    """Each phase happens once, with every player in it; then the next turn begins with a new initiative roll."""
    rolls = [die for k in range(players) for die in (k + 1, 1)]
    play = idle(armies(players).turn(dice=rolls * 2), 2)
    phases = [event.values["phase"] for event in play.events("phase")]
    assert phases[:7] == ["movement", "psychic", "shooting", "fight", "morale", "end", "movement"]
    assert [event.values["order"] for event in play.events("initiative")] == [tuple(range(players))[::-1]] * 2


@pytest.mark.rule("KT40-GEN-01", "KT40-UNIT-08")
def test_what_is_activated_is_a_unit() -> None:
    """A squad of two shoots once: the question names units, not models."""
    play = armies().alternate("shooting")
    assert play.options() == [0, "pass"]
    play.hold(0)
    assert play.unit(0).shot
    assert play.player == 1


@pytest.mark.rule("KT40-GEN-02")
def test_the_seed_goes_before_the_parents() -> None:
    """The adaptation has the charge in the movement phase (seed), readied units shoot first (KT18), fights are the parent game's."""
    names = [task.args[0] for task in from_start((0, 1)) if task.name == "phase"]
    assert "charge" not in names
    steps = [task.args[0] for task in from_start((0, 1)) if task.name == "alternate"]
    assert steps.index("readied") < steps.index("shooting")
    assert steps.index("hammer") < steps.index("fights")


@pytest.mark.rule("KT40-GEN-04")
def test_two_to_four_players() -> None:
    assert find("kt40").sides == (2, 3, 4)


@pytest.mark.rule("KT40-GEN-05")
def test_there_are_no_jumps_and_nobody_falls() -> None:
    """A path with a jump in it is refused, and no procedure is about falling."""
    scene = Scene()
    scene.squad(0, [(5, 5)], models=1)
    scene.squad(1, [(40, 30)], models=1)
    play = scene.option(0).answer("normal move")
    assert play.why({0: [(6.0, 5.0, 0.0)]}) == ""
    assert not {"jump", "fall", "leap"} & {*find("kt40").procedures}
    assert not scene.arena.ground(0).parts


@pytest.mark.rule("KT40-GEN-06", "KT40-INT-75")
def test_no_command_points_come_with_a_turn() -> None:
    play = idle(armies().turn(dice=[6, 6, 1, 1, 6, 6, 1, 1], cp=(0, 0)), 2)
    assert play.state.cp == (0, 0)


@pytest.mark.rule("KT40-INT-23")
def test_effects_of_a_charge_phase_belong_to_the_movement_phase() -> None:
    """There are windows for its start and its end, and none for a phase of charges."""
    assert {name for name in WINDOWS if "movement" in name} == {"movement start", "movement end"}
    assert not any("charge" in name for name in WINDOWS)


# --- records


@pytest.mark.rule("KT40-UNIT-10", "KT40-EOT-02")
def test_the_records_of_a_turn_are_cleared_when_the_next_one_begins() -> None:
    scene = Scene()
    spent = {"option": "charge", "moved": True, "readied": True, "declared": (1,), "charged": (1,), "shot": True, "fought": True, "lost": 2}
    scene.squad(0, (5, 5), models=2, state={**spent, "acted": ("x",), "tested": True, "hurt_by": 1, "arrived": True})
    scene.squad(1, (40, 30), models=2, state={"charged_by": (0,), "decisive": True, "hammer": True, "denied": 1, "activated": True})
    play = scene.play(Task("turn"), dice=[6, 6, 1, 1], turn=1, tried=((0, "smite"),), used=((0, "x"),), named=(0,))
    for unit in (0, 1):
        own = play.unit(unit)
        assert not (own.option or own.moved or own.readied or own.declared or own.charged or own.charged_by or own.shot or own.fought)
        assert not (own.lost or own.acted or own.tested or own.arrived or own.decisive or own.hammer or own.denied or own.activated)
        assert own.hurt_by == -1
    assert (play.state.tried, play.state.used, play.state.named) == ((), (), ())


@pytest.mark.rule("KT40-UNIT-10", "KT40-UNIT-13", "KT40-FIGHT-03")
def test_who_begins_the_turn_engaged_is_recorded() -> None:
    scene = Scene()
    scene.squad(0, [(10, 10)], models=1)
    scene.squad(0, [(30, 10)], models=1)
    scene.squad(1, [(12, 10)], models=1)
    play = scene.play(Task("turn"), dice=[6, 6, 1, 1])
    assert [play.unit(unit).began for unit in range(3)] == [True, False, True]


@pytest.mark.rule("KT40-MOVE-12", "KT40-UNIT-10")
def test_models_have_not_moved_when_a_turn_begins() -> None:
    scene = armies()
    state = scene.state()
    moved = tuple(type(model)(model.side, model.wounds, True) for model in state.models)
    assert not any(model.moved for model in scene.turn(dice=[6, 6, 1, 1], models=moved).state.models)


# --- effects that last


@pytest.mark.rule("KT40-GEN-07", "KT40-STRAT-01")
def test_effects_end_with_their_phase_or_their_turn() -> None:
    boons = (Boon("to hit", 1, "phase", "x"), Boon("move", 2, "turn", "y"))
    scene = Scene()
    scene.squad(0, (5, 5), models=2, state={"boons": boons})
    scene.squad(1, (40, 30), models=2)
    play = scene.play(Task("phase", ("shooting",)))
    assert play.unit(0).boons == boons[1:]
    assert scene.play(Task("turn"), dice=[6, 6, 1, 1]).unit(0).boons == ()


@pytest.mark.rule("KT40-GEN-07")
def test_bonuses_traits_and_powers_are_data_of_armies() -> None:
    """An army brings its stratagems; the engine knows the kinds of what they do."""
    scene = armies()
    scene.stratagem(0, Stratagem(id="own", name="Own", text="…", cost=1, window="turn end", deed=Deed(kind="boon", boon="move", bonus=2)))
    assert scene.window("turn end", cp=(1, 1)).options() == ["pass", "stratagem:own"]


@pytest.mark.rule("KT40-STRAT-03")
def test_stratagems_used_are_forgotten_with_the_phase() -> None:
    play = armies().play(Task("phase", ("shooting",)), used=((0, "command-re-roll"),))
    assert play.state.used == ()
