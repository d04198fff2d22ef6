"""Load and crashes in short; `make soak` runs them in full."""

from __future__ import annotations

import pytest
from served import Postgres
from soak import crash, load


@pytest.fixture
def database(request, tmp_path):
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/games.db"
        return
    with Postgres() as postgres:
        yield postgres.url


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database):
    found = crash(database, games=4, kills=1, spell=1.0)
    assert found.problems == []
    assert found.acknowledged >= 8


def test_many_games_at_once(tmp_path):
    """No problem, and nobody waits long; how long exactly is measured where nothing else runs."""
    found = load(f"sqlite:///{tmp_path}/games.db", games=20, seconds=5, pace=0.5)
    assert found.problems == []
    assert found.answers >= 20
