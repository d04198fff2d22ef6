"""Positions of the 2021 edition: orders, conditions, barricades, activations, Overwatch, points."""

from __future__ import annotations

from typing import Any

import pytest

import counteract as ca
from counteract.rulesets.kt21.positions import TASKS
from counteract.rulesets.kt21.ruleset import RULESET
from tests.rules.board import EMPTY, begin
from tests.rules.stage import Play

MARSHAL = {"side": 0, "model": "hedge-marshal", "at": (5, 11), "order": "engage"}
MOTHER = {"side": 1, "model": "ebb-mother", "at": (15, 11), "order": "engage"}
HAND = {"side": 1, "model": "strand-hand", "at": (15, 15), "order": "engage"}
A = 0


def scene(*changes: dict[str, Any], dice: tuple[int, ...] = (), **fields: Any) -> Play:
    models = [{**model, **change} for model, change in zip((MARSHAL, MOTHER, HAND), (*changes, {}, {}, {}), strict=False)]
    return begin("kt21", *models, dice=dice, **fields)


def number(play: Play, name: str) -> int:
    return next(i for i, card in enumerate(play.game.arena.cards) if card.id == name)


def test_every_task_can_stand_in_an_agenda() -> None:
    assert set(TASKS) == set(RULESET.procedures)


def test_the_first_turning_point_asks_for_no_order() -> None:
    assert scene(acting={"model": A}).what == "action"
    assert scene().answer(A).what == "action"
    assert scene(turn=2).answer(A).what == "order"


def test_the_ap_of_an_activation_are_its_apl_unless_said() -> None:
    play = scene(acting={"model": A, "done": ["dash"]})
    apl = play.game.arena.cards[A].apl
    assert play.state.acting[0].points == apl
    assert play.state.acting[0].spent == 1
    assert scene({"conditions": ["stunned"]}, acting={"model": A}).state.acting[0].points == apl - 1


def test_barricades_cover() -> None:
    """One beside the target, across the line of sight."""
    play = scene({}, {"order": "conceal"}, barricades=[(14, 11, 90)])
    other = number(play, "ebb-mother")
    assert len(play.game.arena.terrain.parts) == 1
    assert play.state.barricades == ((14.0, 11.0, 90.0),)
    assert other not in scene({}, {"order": "conceal"}, barricades=[(14, 11, 90)]).answer(A, "shoot").options()
    assert other in scene({}, {"order": "conceal"}).answer(A, "shoot").options()


@pytest.mark.parametrize(
    ("barricades", "told"),
    [
        (5, "'barricades' must be a list"),
        ([5], "'barricades' must be a list of lists"),
        ([[1, "x"]], "'barricades' must be a list of lists"),
        ([[40, 5]], "'barricades': The barricade must be wholly on the board."),
        ([[10, 5], [10, 5]], "'barricades': The barricade would stand on other terrain"),
        ([[5, 11]], "model 'hedge-marshal': 'at': the base would be inside terrain"),
        ([[1 + 2.1 * n, 5] for n in range(13)], "'barricades' holds more than 12"),
    ],
)  # fmt: skip
def test_barricades_that_cannot_stand_are_refused(barricades: Any, told: str) -> None:
    with pytest.raises(ca.FileError) as caught:
        ca.Position("kt21", killzone=EMPTY, mission=None, barricades=barricades, models=[MARSHAL])
    assert told in str(caught.value)


def test_who_has_overwatched_does_not_again() -> None:
    spent: dict[str, Any] = {"conditions": ["expended"]}
    play = scene(spent, hand=0)
    assert (play.what, play.options()) == ("overwatch", ["pass", A])
    assert scene({"conditions": ["expended", "overwatched"]}, hand=0).what == "activate"


def test_overwatch_under_way_goes_on() -> None:
    play = scene({"conditions": ["expended"]}, acting={"model": A, "kind": "overwatch"})
    assert (play.what, play.player) == ("target", 0)


def test_strategic_ploys_begin_with_whose_hand_it_is() -> None:
    assert scene(phase="strategy", initiative=1, cp=[3, 3]).player == 1
    assert scene(phase="strategy", initiative=1, hand=0, cp=[3, 3]).player == 0


def test_a_turning_point_begins_with_a_roll() -> None:
    play = scene({"conditions": ["expended", "overwatched"]}, phase="initiative", turn=2, dice=(5, 2))
    assert (play.what, play.player, play.state.turn) == ("initiative", 0, 2)
    assert play.state.models[A].ready and not play.state.models[A].overwatched


def test_those_who_are_not_there_had_fallen_before() -> None:
    """They bring no points at the end of this turning point; operatives that fell in it do."""
    play = scene()
    ours, theirs = play.game.arena.sides.count(0), play.game.arena.sides.count(1)
    assert play.state.down_before == (ours - 1, theirs - 2)
    assert scene(fallen_before=[0, 0]).state.down_before == (0, 0)


def test_setting_up_begins_from_nothing_or_from_drop_zones() -> None:
    assert begin("kt21", phase="setup", dice=(1,)).what == "drop-zone"
    play = begin("kt21", phase="setup", edges=["south", "north"], defender=1)
    assert (play.what, play.player) == ("deploy", 1)


@pytest.mark.parametrize("phase", ["setup", "initiative", "strategy", "firefight", "over"])
def test_every_phase_can_be_begun_in(phase: str) -> None:
    play = scene(phase=phase, dice=(1, 2, 3, 4, 5, 6))
    assert play.over == (phase == "over")
