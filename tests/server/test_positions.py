"""Games that begin at positions: sent as text, checked, played, killed, replayed, played again; and positions to be had of games."""

from __future__ import annotations

import json

import pytest
from served import Served

import counteract as ca
from counteract.core.record import parse
from counteract.core.registry import shipped as names
from counteract.game import replay
from counteract.position import load_position, read_position

ME, PROGRAM = {"kind": "me"}, {"kind": "program"}


def middle(ruleset, answers=150):
    """Somewhere in the middle of a battle."""
    game = ca.Game.new(ruleset, seed=3)
    for _ in range(answers):
        game.play(game.advice())
    return game


def fetched(server, path):
    """A position that is had from the server, or why not."""
    status, text = server.call(path)
    return status, text.decode() if isinstance(text, bytes) else text


@pytest.fixture(scope="module")
def scenes():
    return {ruleset: middle(ruleset).position() for ruleset in names()}


@pytest.mark.parametrize("ruleset", names())
def test_a_lobby_can_show_what_a_position_is_about(server, scenes, ruleset):
    position = scenes[ruleset]
    as_json = json.dumps({"ruleset": ruleset, **position._table()})
    cards = [server.call("/api/positions?lang=fr", {"position": text}) for text in (position.text, as_json)]
    (status, card), (_, other) = cards
    assert status == 200 and card == other
    assert (card["ruleset"], card["sides"]) == (ruleset, 2)
    assert [team["id"] for team in card["teams"]] == [team["id"] for team in position.setup["teams"]]
    assert card["killzone"]["id"] == position.setup["killzone"]["id"] and card["mission"]["id"] == position.setup["mission"]["id"]
    game = ca.Game.at(position, seed=1)
    with ca.core.language.speaking("fr"):
        assert card["heading"] == game.view()["heading"]
    assert card["player"] == game.decision.player


@pytest.mark.parametrize("ruleset", names())
def test_a_game_begins_there_and_goes_on_to_the_end(server, scenes, ruleset):
    """As any other: against a program, with a record and a replay, and another battle from the same position."""
    position = scenes[ruleset]
    made = server.new_game(position=position.text, seats=[PROGRAM, ME])
    with server.join(made["links"]["mine"]) as person:
        assert person.heard[0]["settings"]["position"] and person.heard[0]["settings"]["programs"] == ["Normal", None]
        begun = ca.Game.at(position, seed=1).view(1)
        assert [model["place"] for model in person.state["view"]["models"]] == [model["place"] for model in begun["models"]]
        for _ in range(8):
            if (question := person.my_turn()) is None:
                break
            assert person.answer(question["default"] or {"type": "pass"}, f"a{person.version}")["type"] == "ack"
        if person.my_turn() is not None:
            assert person.do("concede", "c", version=person.version)["type"] == "ack"
        while person.state["question"] is not None:
            person.hear()
        assert person.do("rematch", "m", version=person.version)["type"] == "ack"
        token = person.until("rematch")["token"]
    status, record = server.call(f"/api/games/{made['game']}/record")
    game = replay(parse(json.dumps(record).encode(), "record"))
    assert status == 200 and game.turns_taken == person.version and "position" in game.setup
    status, shown = server.call(f"/api/replays/{made['game']}")
    assert status == 200 and len(shown["steps"]) == person.version and shown["note"] is None
    with server.join(token) as again:
        assert again.heard[0]["settings"]["position"]
        assert again.heard[0]["game"] != made["game"] and again.heard[0]["ruleset"] == ruleset


def test_such_a_game_survives_a_power_cut(tmp_path, scenes):
    with Served(f"sqlite:///{tmp_path}/games.db") as mortal:
        made = mortal.new_game(position=scenes["kt24"].text, seats=[ME, ME])
        with mortal.join(made["links"]["mine"]) as person:
            for n in range(6):
                assert person.answer(person.my_turn()["default"], f"a{n}")["type"] == "ack"
            mortal.kill()
        mortal.start()
        with mortal.join(made["links"]["mine"]) as back:
            assert (back.version, back.state["question"]) == (6, person.state["question"])
            assert back.heard[0]["settings"]["position"]
        assert mortal.call(f"/api/seats/{made['links']['mine']}")[1]["version"] == 6


# --- positions of games


@pytest.mark.parametrize("ruleset", names())
def test_where_a_battle_stands_can_be_taken_along(server, tmp_path, ruleset):
    """By those at the table while it lasts, by everybody once it is over, and then of every moment. Dice are not in it."""
    made = server.new_game(ruleset=ruleset, seats=[ME, ME])
    links, path = made["links"], f"/api/games/{made['game']}/position"
    with server.join(links["mine"]) as person:
        for _ in range(30):
            assert person.answer(person.ask("hint")["answer"], f"a{person.version}")["type"] == "ack"
        for query in ("", "?seat=nowhere", f"?seat={server.new_game()['links']['mine']}"):
            status, problem = fetched(server, path + query)
            assert status in (403, 404) and problem["detail"]
        for key in ("mine", "watch"):
            status, text = fetched(server, f"{path}?seat={links[key]}")
            assert status == 200 and person.heard[0]["fairness"]["commitment"] not in text
        (tmp_path / "here.toml").write_text(text)
        view = ca.Game.at(load_position(tmp_path / "here.toml"), seed=1).view()
        person.send("language", lang="en")
        told = person.until(lambda heard: heard["type"] == "snapshot" and heard["version"] == 30)["view"]
        assert [model["wounds"] for model in told["models"]] == [model["wounds"] for model in view["models"]]
        assert server.call("/api/positions", {"position": text})[0] == 200
        assert fetched(server, f"/api/replays/{made['game']}/position?version=3")[0] == 409
        assert person.do("concede", "c", version=30, side=0)["type"] == "ack"
    status, text = fetched(server, path)
    assert status == 200 and text == fetched(server, f"/api/replays/{made['game']}/position?version=30")[1]  # where the last choice was
    assert server.call("/api/games", {"position": text})[0] == 201
    for version in (0, 5, 20, 30, 31):
        status, text = fetched(server, f"/api/replays/{made['game']}/position?version={version}")
        assert status == 200 and read_position(text).ruleset == ruleset
    status, problem = fetched(server, f"/api/replays/{made['game']}/position?version=99")
    assert (status, problem["detail"]) == (400, "The battle has no version 99.")
    assert fetched(server, f"/api/replays/{made['game']}/position?version=-1")[0] == 400


def test_positions_are_had_out_of_a_record_that_is_sent(server):
    made = server.new_game(seats=[ME, ME])
    with server.join(made["links"]["mine"]) as person:
        for n in range(12):
            assert person.answer(person.my_turn()["default"], f"a{n}")["type"] == "ack"
        assert person.do("concede", "c", version=12, side=0)["type"] == "ack"
    record = server.call(f"/api/games/{made['game']}/record")[1]
    for version in (0, 7, 13):
        status, text = server.call(f"/api/replays/position?version={version}", record)
        assert status == 200 and text == server.call(f"/api/replays/{made['game']}/position?version={version}")[1]
    status, problem = server.call("/api/replays/position?version=99", record)
    assert (status, problem["detail"]) == (400, "The battle has no version 99.")
    status, problem = server.call("/api/replays/position?version=0", {})
    assert (status, problem["detail"]) == (400, "This is not the record of a battle, or not all of it.")


# --- what is wrong with them


GOOD = 'ruleset = "kt24"\nkillzone = "foundry"\n\n[[models]]\nside = 0\nmodel = "captain"\nat = [3, 3]\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'ruleset' is missing"),
        ("ruleset = ", "line 1"),
        ('{"ruleset": "kt24",\n "models": }', "line 2"),
        ('ruleset = "kt99"', "kt99"),
        ("7", "position"),
        (GOOD.replace("[3, 3]", '"there"'), "line 7"),
        (GOOD.replace("[3, 3]", "[300, 3]"), "leave the board"),
        (GOOD.replace("captain", "admiral"), "admiral"),
        (GOOD.replace('"foundry"', '"/etc/passwd"'), "'killzone': '/etc/passwd' is a file; write what is in it here"),
        (GOOD.replace('"foundry"', '"secrets.toml"'), "'killzone': 'secrets.toml' is a file; write what is in it here"),
        ('teams = ["../teams/x.toml", "hollow-choir"]\n' + GOOD, "'teams': '../teams/x.toml' is a file; write what is in it here"),
        ('mission = "./m"\n' + GOOD, "'mission': './m' is a file; write what is in it here"),
        ('teams = ["ashen-wardens"]\n' + GOOD, "2"),
        (GOOD.replace("side = 0", "side = 5"), "side"),
        ("phase = \"tea\"\n" + GOOD, "phase"),
        (GOOD.replace('"foundry"', '{ id = "z", name = "Z", summary = "z", board = { width = 1e9, depth = 22 } }'), "240"),
        (GOOD.replace('"foundry"', '{ id = "z", name = "Z", summary = "z", parts = [], board = { width = 1e9, depth = 22 } }'), "240"),
        ("[" * 3000, "position"),
        ("a = " + "[" * 3000, "position"),
        ("{" * 3000, "position"),
        ("\x00", "position"),
        (GOOD.replace("\n\n", '\nagenda = [["perform", "captain", "dash"], "..."]\nacting = [{ model = "captain" }]\n\n'), "what no position can"),
    ],
)
def test_a_position_that_cannot_be_read_is_refused_with_a_sentence(server, text, sentence):
    for path in ("/api/positions", "/api/games"):
        status, problem = server.call(path, {"position": text})
        assert (status, problem["type"]) == (400, "about:counteract/bad-battle"), problem
        assert sentence in problem["detail"] and problem["detail"].startswith("This position cannot be played: "), problem["detail"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"teams": ["ashen-wardens", "hollow-choir"]}, "leave teams out"),
        ({"killzone": "foundry"}, "leave killzone out"),
        ({"mission": "none"}, "leave mission out"),
        ({"options": {"guard": True}}, "leave options out"),
        ({"ruleset": "kt18"}, "leave ruleset out"),
        ({"seats": [ME, {"kind": "link", "chooses": True}]}, "nobody can choose another one"),
        ({"seats": [ME]}, "there must be 2 of them, not 1"),
    ],
)
def test_what_a_position_says_is_not_said_twice(server, more, sentence):
    status, problem = server.call("/api/games", {"position": GOOD, **more})
    assert status == 400 and sentence in problem["detail"]


def test_a_position_is_bounded_in_size(server):
    status, problem = server.call("/api/positions", {"position": GOOD + 70_000 * "#"})
    assert (status, problem["type"]) == (413, "about:counteract/too-large")
