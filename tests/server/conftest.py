"""A real server for the tests that talk to one."""

from __future__ import annotations

import pytest
from served import ROOT, Served

from counteract.server.store import open_store


class WithBanners(Served):
    """A server that also knows the ruleset Banners, which is for two to four sides and no part of the package."""

    path = ROOT / "tests" / "outside"


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server in its own process; it must not report any error until the end of the tests."""
    folder = tmp_path_factory.mktemp("server")
    served = Served(f"sqlite:///{folder}/games.db", chat_length=60, watch_pace=0.0, message_rate=1e6, message_burst=10**6)
    served.start()
    yield served
    assert served.stop() == ""


@pytest.fixture(scope="session")
def fair(tmp_path_factory):
    """A server for more than two sides; it must not report any error until the end of the tests."""
    folder = tmp_path_factory.mktemp("fair")
    limits = {"watch_pace": 0.0, "message_rate": 1e6, "message_burst": 10**6}
    served = WithBanners(f"sqlite:///{folder}/games.db", **limits).start()
    yield served
    assert served.stop() == ""


@pytest.fixture
def store(tmp_path):
    found = open_store(f"sqlite:///{tmp_path}/games.db")
    yield found
    found.close()
