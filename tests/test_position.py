"""Positions: games that begin anywhere and are games like any other, files of them, and complaints that name the field."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import counteract as ca
from counteract.core.record import RecordError, record
from counteract.core.registry import find
from tests.commands import call
from tests.worlds import tables, teams_for

RULESETS = ["kt18", "kt21", "kt24"]
MAIN = {"kt18": "manoeuvre", "kt21": "activate", "kt24": "activate"}


def duel(ruleset: str, **more: Any) -> ca.Position:
    """Return the first two models of each side face to face, by their numbers."""
    second = len(ca.load_team(ca.Game.new(ruleset, seed=1).setup["teams"][0]["id"]).operatives)
    places = {0: (5, 11), 1: (5, 14), second: (12, 11), second + 1: (12, 14)}
    models = [{"model": number, "at": at} for number, at in places.items()]
    return ca.Position(ruleset, **{"killzone": EMPTY, "models": models, **more})


EMPTY = {"id": "empty", "name": "Empty", "summary": "Nothing", "board": {"width": 30, "depth": 22}}


def play_on(game: ca.Game, seed: int, most: int = 10**6) -> ca.Game:
    rng = random.Random(seed)
    while game.decision is not None and most:
        game.play(game.decision.sample(rng))
        most -= 1
    return game


# --- games


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_left_out_is_as_always(ruleset: str) -> None:
    game = ca.Game.at(duel(ruleset), seed=1)
    assert game.decision is not None
    assert (game.decision.what, game.decision.player, game.state.turn) == (MAIN[ruleset], 0, 1)
    standing = [i for i, place in enumerate(game.state.places) if place is not None]
    assert len(standing) == 4
    assert all(game.state.models[i].wounds == game.arena.cards[i].wounds for i in standing)
    assert all(game.state.models[i].wounds == 0 for i in range(len(game.state.models)) if i not in standing)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_begun_there_is_saved_loaded_and_replayed(ruleset: str, tmp_path: Path) -> None:
    game = play_on(ca.Game.at(duel(ruleset, turn=2), seed=5), 5)
    path = tmp_path / "game.json"
    game.save(path)
    again = ca.Game.load(path)
    assert [moment.digest() for moment in again.moments] == [moment.digest() for moment in game.moments]
    assert again.result == game.result is not None
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    replayed = call("replay", str(path), "--verify", "--json")
    assert (replayed.returncode, replayed.stderr) == (0, "")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_forks_and_is_taken_back(ruleset: str) -> None:
    game = ca.Game.at(duel(ruleset), seed=5)
    first = game.digest()
    play_on(game, 1, 6)
    fork = game.fork()
    assert play_on(fork, 2, 4).turns_taken == 10
    while game.turns_taken:
        game.undo(across_dice=True)
    assert game.digest() == first


def test_the_same_dice_give_the_same_game() -> None:
    one, two = (play_on(ca.Game.at(duel("kt24"), dice=ca.SeededDice(9)), 3) for _ in range(2))
    assert record(one) == record(two)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_ordinary_set_ups_hold_no_position(ruleset: str) -> None:
    assert set(ca.Game.new(ruleset, seed=1).setup) == {"teams", "killzone", "mission", "options", "revision"}
    assert set(ca.Game.at(duel(ruleset), seed=1).setup) == {"teams", "killzone", "mission", "options", "revision", "position"}


def test_a_record_whose_position_was_tampered_with_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ca.Game.at(duel("kt24"), seed=1).save(path)
    data = json.loads(path.read_text())
    for broken in ([], {"models": 3}, {"models": [{"model": 0, "at": [1, 99]}]}, {"agenda": [["actions", 0]], "models": []}):
        path.write_text(json.dumps({**data, "setup": {**data["setup"], "position": broken}}))
        with pytest.raises(RecordError, match="set-up cannot be used"):
            ca.Game.load(path)


# --- from any moment


@pytest.mark.parametrize("ruleset", [*RULESETS, "kt40", "banners"])
@pytest.mark.parametrize("seed", range(4))
def test_every_moment_of_a_game_comes_back(ruleset: str, seed: int, tmp_path: Path) -> None:
    """The position of any moment is the state in which the running procedure began, and the same question where it begins.

    It is written to a file and read back, as TOML and as JSON by turns.
    """
    rng = random.Random(seed)
    game = ca.Game.new(ruleset, seed=seed, **somewhere(ruleset, rng, seed))
    seen: set[str] = set()
    while game.decision is not None:
        if rng.random() < 0.2 or game.decision.what not in seen:
            seen.add(game.decision.what)
            check_position(game, tmp_path / rng.choice(["scene.toml", "scene.json"]))
        gives_up = game.sides > 2 and len(game.state.conceded) < game.sides - 2 and rng.random() < 0.01
        game.play(ca.Concede() if gives_up else game.decision.sample(rng))
    over = ca.Game.at(game.position(), seed=1)
    assert over.result == game.result
    assert len(seen) > (4 if ruleset == "banners" else 6)


def somewhere(ruleset: str, rng: random.Random, seed: int) -> dict[str, Any]:
    """Return a killzone, a mission, options, and where there may be more than two sides, teams."""
    if ruleset == "banners":
        sides, mission = [(2, "old-quarrel"), (3, "fair-day"), (4, "pairs"), (3, "two-to-one")][seed % 4]
        return {"teams": ["herons", "larks", "magpies", "wrens"][:sides], "mission": mission}
    killzone, mission = rng.choice(tables(ruleset))
    if ruleset == "kt40":
        return {"teams": teams_for(ruleset, killzone, mission, seed), "killzone": killzone, "mission": mission}
    return {"killzone": killzone, "mission": mission, **({"guard": True} if ruleset == "kt24" and seed % 2 else {})}


def check_position(game: ca.Game, path: Path) -> None:
    position = game.position()
    _, state = game.ruleset.arrange(position.setup)
    assert state == game._now.checkpoint
    assert position.replace() == position
    position.save(path)
    assert ca.load_position(path) == position
    begun = ca.Game.at(ca.load_position(path), dice=game.dice)
    if not game._now.inputs:
        assert begun.decision is not None and game.decision is not None
        assert begun.digest() == game.digest()
        assert (begun.decision.what, begun.decision.player) == (game.decision.what, game.decision.player)
        assert list(begun.decision.options) == list(game.decision.options)
    if begun._now.checkpoint == state:
        assert begun.position() == position


def test_the_position_of_a_game_that_was_given_up_is_over() -> None:
    game = ca.Game.at(duel("kt24"), seed=1)
    game.play(ca.Concede(1))
    over = ca.Game.at(game.position(), seed=2)
    assert over.result == game.result
    assert over.over


# --- files


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_what_is_written_is_read_back(ruleset: str, suffix: str, tmp_path: Path) -> None:
    game = play_on(ca.Game.new(ruleset, seed=3), 3, 60)
    for position in (game.position(), duel(ruleset, mission=None, turn=2)):
        path = tmp_path / f"position.{suffix}"
        position.save(path)
        assert ca.load_position(path) == position


def test_what_comes_with_the_package_is_written_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    ca.Position("kt24", killzone="foundry", mission=None, options={"guard": True}, models=[{"side": 0, "model": "captain", "at": (3, 3)}]).save(path)
    assert path.read_text() == (
        'ruleset = "kt24"\nteams = ["ashen-wardens", "hollow-choir"]\nkillzone = "foundry"\nmission = "none"\n'
        '\n[options]\nguard = true\n\n[[models]]\nside = 0\nmodel = "captain"\nat = [3, 3]\n'
    )


FILE = """
ruleset = "kt24"
teams = ["ashen-wardens", "hollow-choir"]
killzone = "proving-ground"
turn = 2

[[models]]
side = 0
model = "captain"
at = [3, 3]

[[models]]
side = 1
model = "precentor"
at = [20, 20]
wounds = 4
"""


def test_a_file_is_a_position(tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    path.write_text(FILE)
    state = ca.Game.at(ca.load_position(path), seed=1).state
    assert state.turn == 2
    assert [(i, place) for i, place in enumerate(state.places) if place] == [(0, (3.0, 3.0, 0.0)), (7, (20.0, 20.0, 0.0))]
    assert state.models[7].wounds == 4


@pytest.mark.parametrize(("line", "mission"), [("", "default"), ('mission = "default"', "default"), ('mission = "none"', None)])
def test_a_file_that_names_no_mission_means_the_usual_one(line: str, mission: str | None, tmp_path: Path) -> None:
    """As `Game.new` does; "none" is how a file says that there is none."""
    path = tmp_path / "scene.toml"
    path.write_text(f"{line}\n{FILE}")
    setup = ca.load_position(path).setup
    assert setup["mission"] == ca.Game.new("kt24", seed=1, mission=mission).setup["mission"]
    assert (setup["mission"] is None) == (mission is None)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("wounds = 4", "wounds = 40", "scene.toml, line 16: model 'precentor': 'wounds' must be from 1 to 12, not 40"),
        ("at = [3, 3]", "at = [3, 99]", "scene.toml, line 10: model 'captain': 'at': the base would leave the board"),
        ("at = [3, 3]", "at = 3", "scene.toml, line 10: model 'captain': 'at' must be a list"),
        ("turn = 2", "turn = 2.5", "scene.toml, line 5: 'turn' must be a whole number, not 2.5"),
        ("turn = 2", "tern = 2", "scene.toml, line 5: 'tern' is not known here (did you mean 'turn'?)"),
        ('"captain"', '"captian"', "scene.toml, line 9: models 1: 'model': there is no model 'captian' (did you mean 'captain'?)"),
        ('"kt24"', '"kt42"', "scene.toml, line 2: there is no ruleset 'kt42'; there are: kt18, kt21, kt24, kt40, banners"),
        ('"hollow-choir"', '"hollow-chair"', "scene.toml, line 3: 'teams': team 'hollow-chair' is not known (nearest: 'hollow-choir')"),
        ("ruleset =", "ruleset", "scene.toml, line 2: not valid TOML: expected '=' after a key in a key/value pair"),
    ],
)  # fmt: skip
def test_faults_are_found_by_their_line(old: str, new: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    path.write_text(FILE.replace(old, new, 1))
    with pytest.raises(ca.FileError) as caught:
        ca.load_position(path)
    assert str(caught.value) == told


def test_faults_of_json_files_are_found_by_their_line_too(tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    text = '{"ruleset": "kt24",\n "turn": 1,\n "models": [\n  {"model": 0, "at": [3, 3]},\n  {"model": 1,\n   "at": [3.5, 3]}]}\n'
    path.write_text(text)
    with pytest.raises(ca.FileError, match=r"scene\.json, line 4: model 'captain': 'at': the base would overlap that of model 'line-warden'"):
        ca.load_position(path)
    path.write_text(text.replace("3.5", "x"))
    with pytest.raises(ca.FileError, match=r"scene\.json, line 6: not valid JSON"):
        ca.load_position(path)


def test_a_team_of_ones_own_lies_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'id = "own"\nname = "Own"\nruleset = "kt24"\n[[operative]]\nid = "guard"\nname = "Guard"\n'
        "count = 2\nmove = 6\napl = 2\nsave = 4\nwounds = 8\n"
    )
    path = tmp_path / "scene.toml"
    path.write_text(FILE.replace('"ashen-wardens"', '"own.toml"').replace('"captain"', '"guard 2"'))
    position = ca.load_position(path)
    assert ca.Game.at(position, seed=1).state.places[1] == (3.0, 3.0, 0.0)
    position.save(tmp_path / "whole.toml")  # by itself it is whole
    (tmp_path / "own.toml").unlink()
    assert ca.load_position(tmp_path / "whole.toml") == position


# --- what is wrong


CAPTAIN = {"side": 0, "model": "captain", "at": (3, 3)}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"models": 5}, "'models' must be a list of tables"),
        ({"models": [5]}, "'models' must be a list of tables"),
        ({"models": [{**CAPTAIN, "at": (3, 3, 0, 0)}]}, "model 'captain': 'at' must be two or three numbers"),
        ({"models": [{**CAPTAIN, "at": (3, "x")}]}, "model 'captain': 'at' must be two or three numbers"),
        ({"models": [{**CAPTAIN, "at": (3, 1e7)}]}, "model 'captain': 'at' must be two or three numbers"),
        ({"models": [{**CAPTAIN, "at": (3, float("nan"))}]}, "nan is no number that can be written down"),
        ({"models": [{**CAPTAIN, "at": {3, 4}}]}, "models 1 at: a set is nothing that can be written down"),
        ({"models": [{**CAPTAIN, 7: 1}]}, "names must be texts, not 7"),
        ({"models": [{**CAPTAIN, "at": (3, 3, 1)}]}, "'at': the base must stand flat on the floor of the board or wholly on one raised floor"),
        ({"models": [{**CAPTAIN, "at": (20, 6)}]}, "'at': the base would be inside terrain"),
        ({"models": [CAPTAIN, CAPTAIN]}, "model 'captain': stands there twice"),
        ({"models": [{**CAPTAIN, "side": 2}]}, "'side' must be a side, from 0 to 1, not 2"),
        ({"models": [{**CAPTAIN, "side": True}]}, "'side' must be a side, from 0 to 1, not True"),
        ({"models": [{**CAPTAIN, "side": 1}]}, "there is no model 'captain'"),
        ({"models": [{"model": 99, "at": (3, 3)}]}, "there is no model with the number 99, they go from 0 to 16"),
        ({"models": [{"model": 1.5, "at": (3, 3)}]}, "a model is a number or a name, not 1.5"),
        ({"models": [{"at": (3, 3)}]}, "'model' is missing"),
        ({"models": [{**CAPTAIN, "wounds": 0}]}, "'wounds' must be from 1 to 12, not 0"),
        ({"models": [{**CAPTAIN, "wounds": 2.5}]}, "'wounds' must be a whole number, not 2.5"),
        ({"models": [{"side": 0, "model": "captain", "wounds": 3}]}, "'wounds' must be 0 for who is incapacitated or stands nowhere"),
        ({"models": [{**CAPTAIN, "conditions": ["sleepy"]}]}, "'conditions' cannot hold 'sleepy'"),
        ({"models": [{**CAPTAIN, "conditions": ["ready", "expended"]}]}, "'conditions' cannot hold both 'ready' and 'expended'"),
        ({"models": [{**CAPTAIN, "order": "wait"}]}, "'order' cannot be 'wait'"),
        ({"models": [{**CAPTAIN, "uses": {"Bow": 1}}]}, "'uses': it has no weapon 'Bow'"),
        ({"phase": "lunch"}, "'phase' cannot be 'lunch' (known: firefight, initiative, over, setup, strategy)"),
        ({"turn": 5}, "'turn' must be from 1 to 4, not 5"),
        ({"turn": "two"}, "'turn' must be a number"),
        ({"hand": 2}, "'hand' must be a side, from 0 to 1, not 2"),
        ({"cp": [1]}, "'cp' must be 2 whole numbers from 0 to 999, one for each side"),
        ({"vp": [1, 2.5]}, "'vp' must be 2 whole numbers"),
        ({"cp": [1, -1]}, "'cp' must be 2 whole numbers"),
        ({"initiative": "me"}, "'initiative' must be a side"),
        ({"edges": ["south", "east"]}, "'edges' cannot hold 'east'"),
        ({"edges": ["south", "east"], "mission": None}, "'edges' must be two edges that face each other, one for each side"),
        ({"edges": ["north"]}, "'edges' must be two edges that face each other, one for each side"),
        ({"used": [[0, "tea"]]}, "'used': side 0 has no ploy 'tea'"),
        ({"used": ["tea"]}, "'used' must be a list of lists"),
        ({"effects": [{"side": 0, "ploy": "tea"}]}, "'ploy' cannot be 'tea'"),
        ({"acting": {"model": "captain", "done": ["sing"]}}, "'done' cannot hold 'sing'"),
        ({"acting": 3}, "'acting' must be a list of tables"),
        ({"agenda": 3}, "'agenda' must be a list"),
        ({"agenda": [["sing"]]}, "'agenda': there is no task 'sing'"),
        ({"agenda": [["firefight"]]}, "'agenda': task 1 ('firefight'): it takes 1 values, not 0"),
        ({"agenda": [["firefight", 7]]}, "'agenda': task 1 ('firefight'): there is no side 7"),
        ({"agenda": [["actions", 0]]}, "'agenda': task 1 ('actions'): it needs somebody who acts: 'acting'"),
        ({"agenda": [["gambits", {"order": [0, 0]}]]}, "is no order of the sides"),
        ({"agenda": [["gambits", {"order": [0, 1], "at": 2}]]}, "is no order of the sides"),
        ({"agenda": [["gambits", {"order": [0, 1], "passed": [2]}]]}, "is no order of the sides"),
        ({"agenda": [["sequence", 3]]}, "'agenda': task 1 ('sequence'): Expected `array`"),
        ({"agenda": [["sequence", [0, 9, 8, 3, False, False, False]]]}, "model 0 has no weapon 9"),
        ({"colour": "red"}, "'colour' is not known here"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ca.FileError) as caught:
        ca.Position("kt24", killzone="proving-ground", **fields)
    assert told in str(caught.value)
    assert str(caught.value).startswith("position: ")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"ruleset": 5}, "there is no ruleset 5"),
        ({"teams": "ashen-wardens"}, "'teams' must be a list of teams"),
        ({"teams": [1, 2]}, "1 is no team"),
        ({"teams": ["ashen-wardens"]}, "by 2 teams, not 1"),
        ({"teams": [{"name": 5}, "hollow-choir"]}, "'name' must be a text"),
        ({"killzone": 5}, "5 is no killzone"),
        ({"killzone": {"id": "x"}}, "'name' is missing"),
        ({"mission": 5}, "5 is no mission"),
        ({"options": 5}, "'options' must be a table"),
        ({"options": {"fog": True}}, "there is no option 'fog'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_set_up_is_named(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        ca.Position(**{"ruleset": "kt24", **fields})
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("task", "told"),
    [(["interruption", 0], "'agenda' cannot be carried out here"), (["perform", 0, "fight"], "'agenda' leads to a question without an answer")],
)
def test_an_agenda_that_makes_no_sense_is_refused_when_the_game_begins(task: list[Any], told: str) -> None:
    position = duel("kt24", acting={"model": 0, "kind": "interrupt"}, agenda=[task])
    with pytest.raises(ca.FileError, match=told):
        ca.Game.at(position, seed=1)


def test_a_task_may_need_somebody_whom_one_before_it_has_act() -> None:
    """A task after an activation may refer to the active model, a task before it may not."""
    assert duel("kt24", agenda=[["activation", 0], ["after_action", 0]]).fields["agenda"] == [["activation", 0], ["after_action", 0]]
    with pytest.raises(ca.FileError, match=r"task 1 \('after_action'\): it needs somebody who acts"):
        duel("kt24", agenda=[["after_action", 0], ["activation", 0]])


@pytest.mark.parametrize("ruleset", ["kt21", "kt24"])
def test_who_rolls_for_initiative_is_in_the_phase_of_that_name(ruleset: str) -> None:
    """A position in the initiative phase of any turn, the first included, needs no agenda."""
    game, rng, turns = ca.Game.new(ruleset, seed=3), random.Random(3), []
    while game.decision is not None:
        if game.decision.what == "initiative":
            fields = game.position().fields
            assert (fields["phase"], fields["turn"]) == ("initiative", game.state.turn) and "agenda" not in fields
            turns.append(game.state.turn)
        game.play(game.decision.sample(rng))
    assert turns == [1, 2, 3, 4]


def test_a_height_so_near_a_floor_is_that_floor() -> None:
    """Heights agree to 0.001" as everywhere: a model placed at 2.9995" stands on a floor at 3"."""
    tower = {"id": "tower", "part": [{"id": "tower", "box": [8, 9, 12, 13], "top": 3, "marks": ["vantage"]}]}
    state = ca.Game.at(duel("kt24", killzone={**EMPTY, "feature": [tower]}, models=[{"model": 0, "at": (10, 11, 2.9995)}]), seed=1).state
    assert state.places[0] == (10.0, 11.0, 3.0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_models_of_one_name_on_both_sides_are_told_apart(ruleset: str) -> None:
    """With the same team on both sides, active models and tasks are read back with the right side."""
    team = ca.Game.new(ruleset, seed=1).setup["teams"][0]["id"]
    game, rng = ca.Game.new(ruleset, teams=[team, team], seed=2), random.Random(2)
    sides = set()
    while game.decision is not None and game.turns_taken < 150:
        game.play(game.decision.sample(rng))
        again = ca.Game.at(game.position(), seed=1)
        assert again.moments[0].checkpoint == game.moments[-1].checkpoint
        if game.decision is not None:
            sides.add(game.decision.player)
    assert sides == {0, 1}


def test_a_fault_of_the_rules_is_not_blamed_on_a_position_without_an_agenda(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(ref: Any, player: int) -> Any:
        raise RuntimeError("broken")
        yield

    monkeypatch.setitem(find("kt24").procedures, "firefight", broken)
    with pytest.raises(RuntimeError, match="broken"):
        ca.Game.at(duel("kt24"), seed=1)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_position_of_an_older_battle_is_one_of_todays_rules(ruleset: str) -> None:
    """Whatever revision it was begun under, a game that begins where it stands goes by the rules as they are now."""
    rules, setup = find(ruleset), ca.Game.new(ruleset, seed=1).setup
    old = ca.Game(rules, {**setup, "revision": 1}, ca.SeededDice(1))
    old.revision = 1
    assert old.position().setup["revision"] == rules.revision
    assert ca.Game.at(old.position(), seed=1).revision == rules.revision


def test_only_a_position_is_a_position() -> None:
    with pytest.raises(ValueError, match="is no position"):
        ca.Game.at({"models": []}, seed=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is no path of a file"):
        ca.load_position(5)  # type: ignore[arg-type]
    with pytest.raises(ca.FileError, match="cannot be read"):
        ca.load_position("nowhere.toml")


def test_a_position_is_changed_by_making_another() -> None:
    position = duel("kt24")
    other = position.replace(turn=3)
    assert ca.Game.at(other, seed=1).state.turn == 3
    assert position != other == position.replace(turn=3)
    position.fields["models"].clear()
    assert len(position.fields["models"]) == 4
