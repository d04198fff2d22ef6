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

import pytest
from served import Served

from counteract.server.store import BadDatabase, Store, open_store

COMMAND = [sys.executable, "-c", "from counteract.cli import main; main()"]


def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=120, env={**os.environ, **more})


def test_play_says_one_line_keeps_games_and_ends_on_interrupt(tmp_path):
    command = [*COMMAND, "play", "--no-open"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as process:
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


def test_a_database_of_an_earlier_form_is_brought_up_to_date(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    store = Store(url)
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(sys.modules["counteract.server.store"].__file__).parent / "migrations"))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "insert into games (id, made, touched, ruleset, setup, dice, options, over) values ('a', 0, 0, 'kt24', x'7b7d', x'7b7d', x'7b7d', 0)"
        )
        columns = "game, number, kind, side, message, body, at"
        connection.exec_driver_sql(f"insert into steps ({columns}) values ('a', 1, 'answer', 0, 'm', x'6e756c6c', 0)")
    store.close()
    again = open_store(url)
    assert again.steps("a")[0].clock is None and again.said("a") == []
    again.close()


def test_a_database_of_a_later_version_is_left_alone(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    store = open_store(url)
    with store.engine.begin() as db:
        db.exec_driver_sql("update alembic_version set version_num = '9999'")
    store.close()
    with pytest.raises(BadDatabase, match="9999"):
        open_store(url)
