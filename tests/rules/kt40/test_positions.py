"""Positions of the army-scale edition: units with the places and wounds of their models, phases and their parts, points."""

from __future__ import annotations

from typing import Any

import pytest

import counteract as ca
from counteract.rulesets.kt40.positions import TASKS
from counteract.rulesets.kt40.ruleset import RULESET
from tests.rules.kt40.scenes import Play, Scene, ability, gun

GUARDS, BOLD, SLINGERS, WASPS = 0, 1, 2, 3
EMPTY = {"id": "empty", "name": "Empty", "summary": "Nothing", "rulesets": ["kt40"], "board": {"width": 48, "depth": 36}}


def armies() -> list[Any]:
    """Return two armies of two units each."""
    armed = Scene()
    armed.squad(0, None, models=3, wounds=3, weapons=[gun()], id="guards")
    armed.squad(0, None, models=5, id="bold")
    armed.squad(1, None, models=10, weapons=[gun()], id="slingers")
    armed.flyers(1, None, models=3, abilities=[ability("reserve")], id="wasps")
    return armed.teams()


def line(x: float, y: float, count: int, step: float = 1.5) -> list[tuple[float, float]]:
    return [(round(x + step * k, 3), y) for k in range(count)]


GUARD = {"unit": "guards", "at": line(10, 10, 3)}
FIVE = {"unit": "bold", "at": line(20, 10, 5)}
SLINGER = {"unit": "slingers", "at": line(10, 20, 10)}


def position(*units: dict[str, Any], **fields: Any) -> ca.Position:
    return ca.Position("kt40", units=units, **{"killzone": EMPTY, "mission": None, "teams": armies(), **fields})


def scene(*units: dict[str, Any], dice: tuple[int, ...] = (), **fields: Any) -> Play:
    return Play(ca.Game.at(position(*units, **fields), dice=ca.ScriptedDice(dice)))


def test_every_task_can_stand_in_an_agenda() -> None:
    assert set(TASKS) == set(RULESET.procedures)


def test_whoever_gave_up_while_armies_were_set_up_comes_back_destroyed() -> None:
    """With units that stood already and units that were yet to come; the others go on setting up."""
    game = ca.Game.new("kt40", teams=["bell-patrol", "hedge-patrol", "iron-patrol"], seed=1)
    for _ in range(12):
        game.play(game.advice())
    game.play(ca.Concede(), game.decision.player)
    (out,) = game.state.conceded
    assert game.state.phase == "setup" and {unit.deployed for unit in game.state.units if unit.destroyed} == {True, False}
    again = ca.Game.at(game.position(), seed=1)
    assert again.state.units == game._now.checkpoint.units and again.state.models == game._now.checkpoint.models
    assert out in again.state.eliminated


def test_whoever_is_not_listed_is_destroyed() -> None:
    play = scene(GUARD, SLINGER)
    assert (play.what, play.player, play.options()) == ("manoeuvre", 0, [GUARDS, "pass"])
    assert play.unit(BOLD).destroyed
    assert not any(play.left(BOLD))


def test_places_are_those_of_the_models_that_are_left() -> None:
    play = scene({"unit": "guards", "at": [(10, 10), (13, 10)], "wounds": [2, 0, 3]}, SLINGER)
    first = play.arena.units[GUARDS].models.start
    assert play.left(GUARDS) == [2, 0, 3]
    assert [play.at(first + k) for k in range(3)] == [(10, 10, 0), None, (13, 10, 0)]


def test_fewer_places_than_models_are_those_of_the_first() -> None:
    play = scene({"unit": "slingers", "at": line(10, 20, 4)}, GUARD)
    assert play.left(SLINGERS) == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]


def test_a_phase_begins_at_its_start_or_at_a_hand_of_one_of_its_steps() -> None:
    """In the first step of the shooting phase the readied units shoot, in the second the others."""
    shooting: dict[str, Any] = {"phase": "shooting"}
    assert scene(GUARD, SLINGER, **shooting).options() == [GUARDS, "pass"]
    assert scene(GUARD, SLINGER, hand=1, part="rest", **shooting).options() == [SLINGERS, "pass"]
    readied = {**SLINGER, "conditions": ["readied"], "option": "ready"}
    assert scene(GUARD, readied, hand=0, **shooting).options() == [SLINGERS, "pass"]
    assert scene(GUARD, SLINGER, hand=0, **shooting).options() == [GUARDS, "pass"]


def test_the_order_of_the_sides_says_who_is_first() -> None:
    assert scene(GUARD, SLINGER, order=[1, 0]).options() == [SLINGERS, "pass"]
    assert scene(GUARD, SLINGER, order=[1, 0], hand=0).options() == [GUARDS, "pass"]


def test_options_taken_are_taken() -> None:
    play = scene({**GUARD, "option": "advance", "conditions": ["moved"]}, FIVE, SLINGER)
    assert play.options() == [BOLD, "pass"]
    assert all(play.s.models[i].moved for i in play.models(GUARDS))


def test_single_models_may_have_moved() -> None:
    play = scene({**GUARD, "moved": [1]}, SLINGER)
    assert [play.s.models[i].moved for i in play.models(GUARDS)] == [False, True, False]
    assert not play.unit(GUARDS).moved


def test_reserves_and_charges_are_told() -> None:
    wasps = {"unit": "wasps", "conditions": ["in reserve"]}
    close = {"unit": "slingers", "at": line(10, 12, 10), "charged_by": ["guards"]}
    play = scene({**GUARD, "charged": ["slingers"], "declared": ["slingers"], "option": "charge"}, close, wasps, turn=2, phase="fight", hand=0)
    assert play.unit(WASPS).reserve
    assert play.unit(WASPS).deployed
    assert not play.unit(WASPS).destroyed
    assert play.unit(GUARDS).charged == play.unit(GUARDS).declared == (SLINGERS,)
    assert play.unit(SLINGERS).charged_by == (GUARDS,)


def test_wounds_lost_owe_a_morale_test() -> None:
    lost = {**SLINGER, "lost": 3, "hurt_by": 0}
    play = scene(GUARD, lost, phase="morale", hand=0, part="first", cp=[0, 2], dice=(5,))
    assert (play.what, play.decision.subject) == ("insane-bravery", SLINGERS)


def test_a_position_can_be_the_middle_of_a_charge() -> None:
    agenda = [["charge_move", "guards", ["slingers"], 2], "..."]
    play = scene({**GUARD, "declared": ["slingers"], "option": "charge"}, SLINGER, agenda=agenda, acting="guards", hand=0, dice=(6, 6))
    assert (play.what, play.decision.subject, play.s.acting) == ("move", GUARDS, GUARDS)


def test_before_the_zones_are_chosen_nothing_is_told() -> None:
    game = ca.Game.new("kt40", seed=1)
    assert game.position().fields == {"turn": 0, "phase": "setup", "units": []}
    units = position(GUARD, phase="setup", zones=["north", "south"])
    assert Play(ca.Game.at(units, seed=1)).s.zones == (1, 0)


@pytest.mark.parametrize(
    ("units", "fields", "told"),
    [
        ([{"unit": "guard"}], {}, "units 1: 'unit': there is no unit 'guard' (did you mean 'guards'?)"),
        ([GUARD, GUARD], {}, "unit 'guards': stands there twice"),
        ([{**GUARD, "wounds": [3, 3]}], {}, "unit 'guards': 'wounds' must be a whole number for each model, at most 3, 3, 3"),
        ([{**GUARD, "wounds": [3, 0, 3]}], {}, "unit 'guards': 'at' must have a place for each model that is not slain"),
        ([{"unit": "guards", "wounds": [3, 3, 3]}], {}, "unit 'guards': 'wounds' must be 0 for a unit that is destroyed or stands nowhere ('at')"),
        ([{"unit": "guards", "at": [(10,)]}], {}, "unit 'guards': 'at' must be a list of places, each two or three numbers"),
        ([{"unit": "guards", "at": line(10, 10, 3, 0.9)}], {}, "unit 'guards': 'at': the base would overlap that of model 'm0 2'"),
        ([{**GUARD, "conditions": ["asleep"]}], {}, "unit 'guards': 'conditions' cannot hold 'asleep'"),
        ([{**GUARD, "boons": [["luck", 1, "turn", "x"]]}], {}, "unit 'guards': 'boons' must be a list of lists"),
        ([{**GUARD, "moved": [7]}], {}, "unit 'guards': 'moved' must be a list of models of the unit, from 0 to 2"),
        ([GUARD], {"zones": ["south"]}, "'zones' must be a list of zones, one for each side"),
        ([GUARD], {"models": [{"model": 0}]}, "'models' are listed with their units: write 'units'"),
        ([GUARD], {"agenda": [["option", "guard"]]}, "'agenda': task 1 ('option'): there is no unit 'guard'"),
        ([GUARD], {"agenda": [["volley", "guards", "shooting", [[8]]]]}, "'agenda': task 1 ('volley'): [8] is no group of attacks"),
    ],
)
def test_what_is_wrong_is_named(units: list[dict[str, Any]], fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ca.FileError) as caught:
        position(*units, **fields)
    assert told in str(caught.value)


@pytest.mark.rule("KT40-TRANS-01", "KT40-TRANS-02")
def test_an_enemys_transport_carries_nobody() -> None:
    """A position that puts a unit into a transport of the other side is refused; in its own transport the unit may begin."""
    armed = Scene()
    armed.squad(0, None, models=3, id="guards")
    armed.transport(0, None, id="wagon")
    armed.transport(1, None, id="cart")
    armed.squad(1, None, models=3, id="slingers")
    teams = armed.teams()
    wagon, cart, slingers = {"unit": "wagon", "at": [(10, 10)]}, {"unit": "cart", "at": [(30, 10)]}, {"unit": "slingers", "at": line(30, 25, 3)}
    game = ca.Game.at(position({"unit": "guards", "carrier": "wagon"}, wagon, cart, slingers, teams=teams), seed=1)
    assert game.state.units[0].carrier == 1
    with pytest.raises(ValueError, match="carries no such unit"):
        ca.Game.at(position({"unit": "guards", "carrier": "cart"}, wagon, cart, slingers, teams=teams), seed=1)
