"""Starting and ending a server: one line when it is ready, one sentence when it cannot be."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from served import Postgres, Served

from counteract.core.dice import CommittedDice
from counteract.game import Game
from counteract.server.rooms import find_room, make_seats, new_battle
from counteract.server.store import GAMES, BadDatabase, Store, new_game, new_step, open_store

COMMAND = [sys.executable, "-c", "from counteract.cli import main; main()"]


def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=120, env={**os.environ, **more})


def test_play_says_one_line_keeps_games_and_ends_on_interrupt(tmp_path):
    words = [*COMMAND, "play", "--no-open"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as process:
        line = process.stdout.readline()
        assert line.startswith("The table is ready: http://127.0.0.1:83") and line.endswith("/ (Ctrl-C ends it)\n")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (out, re.sub(r"preparing the table; .*\n", "", err)) == ("", "")
    assert process.returncode == 0
    assert (tmp_path / "counteract" / "games.db").is_file()


def test_a_server_that_is_ready_answers_while_its_helpers_are_not(tmp_path):
    """They take a while to begin with; nobody who wants something else waits for them."""
    with Served(f"sqlite:///{tmp_path}/games.db") as server:
        begun = time.monotonic()
        assert server.call("/api/health")[0] == 200
        answered = time.monotonic() - begun
        while server.call("/api/odds/shoot", {"weapon": "5 3+ 3/4", "target": "save 3+, wounds 12"})[0] != 200:
            pass
        assert answered < 0.5 * (time.monotonic() - begun)
        assert server.stop() == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["serve", "--database", "sqlite:////no/such/folder/games.db"], "unable to open database file"),
        (["play", "--seed", "3"], "--seed goes with --terminal"),
        (["play", "--terminal", "--port", "8300"], "--port goes without --terminal"),
    ],
)
def test_what_cannot_be_started_is_said_in_one_sentence(words, sentence):
    done = run(*words)
    assert done.returncode == 2 and done.stdout == ""
    assert sentence in done.stderr and done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "this is not the URL of a database"),
        ("sqlite+nonsense:///games.db", "this is not the URL of a database"),
        ("mysql://localhost/games", "not in mysql"),
        ("sqlite://", "name a file"),
        (f"sqlite:///{Path(__file__)}", "not a database"),
        ("postgresql://nobody@127.0.0.1:1/games", "127.0.0.1"),
        ("postgres://nobody:word@127.0.0.1:1/games", "nobody:\\*\\*\\*@127.0.0.1"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_one_sentence(url, sentence):
    with pytest.raises(BadDatabase, match=sentence) as bad:
        open_store(url)
    assert "\n" not in str(bad.value)


def test_a_port_in_use_is_said(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run("serve", "--port", str(port), "--database", f"sqlite:///{tmp_path}/games.db")
    assert done.returncode == 2 and f"port {port}" in done.stderr and done.stderr.count("\n") == 1


def migrations(connection):
    """All forms of the database, to be gone through on a connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(sys.modules["counteract.server.store"].__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def test_a_database_of_an_earlier_form_is_brought_up_to_date(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    store = Store(url)
    with store.engine.begin() as connection:
        command.upgrade(migrations(connection), "0001")
        connection.exec_driver_sql(
            "insert into games (id, made, touched, ruleset, setup, dice, options, over) values ('a', 0, 0, 'kt24', x'7b7d', x'7b7d', x'7b7d', 0)"
        )
        columns = "game, number, kind, side, message, body, at"
        connection.exec_driver_sql(f"insert into steps ({columns}) values ('a', 1, 'answer', 0, 'm', x'6e756c6c', 0)")
    store.close()
    again = open_store(url)
    assert again.steps("a")[0].clock is None and again.said("a") == []
    again.close()


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_battles_of_two_sides_from_before_there_were_more_go_on(tmp_path, database, request):
    """Two at one screen, and a friend who has yet to choose a team: seats and what is open were written otherwise then."""
    url = f"sqlite:///{tmp_path}/games.db" if database == "sqlite" else request.getfixturevalue("postgres").url
    store = open_store(url)
    games = [new_battle(Game.new("kt24", dice=CommittedDice.draw()), {"clock": None, "open": sides}, 0.0) for sides in ([], [1])]
    for kept, mine in zip(games, ((0, 1), (0,)), strict=True):
        store.write(new_game(kept, make_seats(kept.id, 2 * [("human", "")], mine)[0]))
    room = find_room(store, games[0].id)
    change = room.answer(room.seats[0], 0, "a", msgspec.to_builtins(room.game.decision.default))
    store.write(new_step(room.id, change.step))
    with store.engine.begin() as connection:
        command.downgrade(migrations(connection), "0003")
        seats = connection.exec_driver_sql("select sides from seats").scalars().all()
        assert sorted(seats) == ["", "", "0", "01", "1"]
        old = b'{"clock": null, "opponent": {"kind": "link", "chooses": true}, "open": 1}'
        connection.execute(GAMES.update().where(GAMES.c.id == games[1].id).values(options=old))
    store.close()
    again = open_store(url)
    both, open_ = (find_room(again, kept.id) for kept in games)
    assert sorted(seat.sides for seat in both.seats) == [(), (0, 1)] and both.version == 1 and both.open == ()
    assert sorted(seat.sides for seat in open_.seats) == [(), (0,), (1,)] and open_.open == (1,)
    assert open_.kept.options == {"clock": None, "open": [1]}
    both.answer(next(seat for seat in both.seats if seat.sides), 1, "b", msgspec.to_builtins(both.game.decision.default))
    again.close()


@pytest.fixture
def postgres():
    with Postgres() as found:
        yield found


def test_a_database_of_a_later_version_is_left_alone(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    store = open_store(url)
    with store.engine.begin() as db:
        db.exec_driver_sql("update alembic_version set version_num = '9999'")
    store.close()
    with pytest.raises(BadDatabase, match="9999"):
        open_store(url)
