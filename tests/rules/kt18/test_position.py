"""Positions of the 2018 edition: conditions, actions of this round, phases and their parts, points."""

from __future__ import annotations

from typing import Any

import pytest

import counteract as ca
from counteract.rulesets.kt18.positions import TASKS
from counteract.rulesets.kt18.ruleset import RULESET
from tests.rules.board import EMPTY, begin
from tests.rules.stage import Play

REEVE = {"side": 0, "model": "reeve", "at": (5, 11)}
FUSILIER = {"side": 0, "model": "fusilier 2", "at": (5, 15)}
SLEEPER = {"side": 1, "model": "sleeper", "at": (15, 11)}
A, B, C = 0, 2, 11


def scene(*changes: dict[str, Any], dice: tuple[int, ...] = (), **fields: Any) -> Play:
    models = [{**model, **change} for model, change in zip((REEVE, FUSILIER, SLEEPER), (*changes, {}, {}, {}), strict=False)]
    return begin("kt18", *models, dice=dice, **fields)


def test_every_task_can_stand_in_an_agenda() -> None:
    assert set(TASKS) == set(RULESET.procedures)


def test_the_movement_phase_begins_unless_something_else_is_said() -> None:
    play = scene()
    assert (play.what, play.player, play.options()) == ("manoeuvre", 0, [A, B, "pass"])
    assert scene(initiative=1).options() == [C, "pass"]
    assert scene(hand=1).options() == [C, "pass"]


def test_who_begins_the_movement_phase_beside_an_enemy_is_seen_to() -> None:
    """The start of the phase takes note of who is within 1"; in the middle of the phase a position says it."""
    near = {"at": (13.5, 11)}
    assert scene(near).state.models[A].began
    assert not scene(near, hand=0).state.models[A].began
    play = scene({**near, "conditions": ["began engaged"]}, hand=0).answer(A)
    assert "fall back" in play.options()


def test_the_shaken_do_nothing() -> None:
    assert scene({"conditions": ["shaken"]}).options() == [B, "pass"]


def test_options_taken_are_taken() -> None:
    assert scene({"option": "advance", "conditions": ["moved", "advanced"]}).options() == [B, "pass"]


def test_the_readied_shoot_first() -> None:
    play = scene({}, {"conditions": ["readied"]}, phase="shooting")
    assert (play.what, play.options()) == ("shoot", [B, "pass"])
    assert scene({}, {"conditions": ["readied"]}, phase="shooting", hand=0, part="rest").options() == [A, B, "pass"]
    assert scene(phase="shooting", hand=1, part="rest").options() == [C, "pass"]


def test_who_has_shot_is_done() -> None:
    assert scene({"conditions": ["shot"]}, phase="shooting").options() == [B, "pass"]


def test_who_charged_fights_first_and_whom_it_charged() -> None:
    play = scene({"at": (13.5, 11), "charged": ["sleeper"]}, {}, {"charged_by": ["reeve"]}, phase="fight")
    assert (play.what, play.options()) == ("fight", [A, "pass"])


def test_decisive_tactics_come_before_all_others() -> None:
    assert scene(cp=[1, 0]).what == "decisive"
    assert scene(cp=[1, 0], part="decisive").what == "decisive"
    assert scene(cp=[1, 0], part="decisive", used=[[0, "decisive-move"]]).what == "manoeuvre"
    assert scene(cp=[1, 0], hand=0).what == "manoeuvre"


def test_flesh_wounds_and_broken_teams_test_their_nerve() -> None:
    play = scene({"flesh_wounds": 1}, {"flesh_wounds": 2}, phase="morale", hand=0, broken=[0], cp=[0, 0])
    assert (play.what, play.options()) == ("nerve", [A, B])
    assert play.state.broken == (True, False)


def test_a_round_begins_with_command_points() -> None:
    play = scene({"conditions": ["shot", "moved"]}, phase="initiative", turn=2, dice=(6, 6, 1, 1))
    assert play.state.turn == 2
    assert play.state.cp == (2, 1)  # the Leader brings one more
    assert not play.state.models[A].shot


def test_grenades_are_thrown_by_one_model() -> None:
    near = {"at": (12, 11)}
    play = scene({}, near, grenadiers=["fusilier"], phase="shooting", hand=0, part="rest").answer(B)
    assert play.what == "target"  # with the rifle: no question which weapons
    assert scene({}, near, phase="shooting", hand=0, part="rest").answer(B).what == "weapons"


def test_those_who_are_not_there_are_out_of_action() -> None:
    assert all(model.out for i, model in enumerate(scene().state.models) if i not in (A, B, C))


@pytest.mark.parametrize("part", ["start", "decisive", "first", "rest", "end"])
@pytest.mark.parametrize("phase", ["movement", "psychic", "shooting", "fight", "morale"])
def test_every_part_of_every_phase_can_be_begun_in(phase: str, part: str) -> None:
    play = scene(phase=phase, part=part, hand=1, dice=(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6))
    assert not play.over
    assert ca.Game.at(play.game.position(), dice=play.game.dice).decision is not None


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"phase": "tea"}, "'phase' cannot be 'tea'"),
        ({"part": "middle"}, "'part' cannot be 'middle'"),
        ({"broken": [2]}, "'broken' must be a list of sides"),
        ({"used": [[0, "tea"]]}, "'used': there is no Tactic 'tea'"),
        ({"grenadiers": ["tea"]}, "'grenadiers': there is no model 'tea'"),
        ({"acting": "tea"}, "'acting': there is no model 'tea'"),
        ({"models": [{**REEVE, "flesh_wounds": -1}]}, "'flesh_wounds' must be from 0 to 20, not -1"),
        ({"models": [{**REEVE, "option": "sing"}]}, "'option' cannot be 'sing'"),
        ({"models": [{**REEVE, "warded": 7}]}, "'warded' must be from 2+ to 6+"),
        ({"models": [{**REEVE, "charged": ["tea"]}]}, "'charged': there is no model 'tea'"),
        ({"models": [{**REEVE, "conditions": ["stunned"]}]}, "'conditions' cannot hold 'stunned'"),
        ({"agenda": [["volley", 0, "shooting", [[0, 0]], []]]}, "task 1 ('volley'): [0, 0] is no attack"),
        ({"agenda": [["manifest", 0, "tea"]]}, "'tea' is none of"),
        ({"agenda": [["nerve", 0]]}, "0 is no list"),
        ({"agenda": [["alternate", "shooting", "first", {"order": [0, 0]}]]}, "is no order of the sides"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ca.FileError) as caught:
        ca.Position("kt18", killzone=EMPTY, mission=None, **fields)
    assert told in str(caught.value)
