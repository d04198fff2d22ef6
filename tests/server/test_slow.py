"""Readers that do not read: they are let go of, nobody waits for them, and they catch up when they come back."""

from __future__ import annotations

import socket
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from served import PATIENCE, Served
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

LINGER = 3.0
MOST_GROWTH = 12.0  # megabytes that a server may grow by while somebody does not read
TEXT = '{"type": "language", "lang": "%s"}'


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that soon lets go of people who do not read."""
    folder = tmp_path_factory.mktemp("slow")
    limits = {"backlog": 500_000, "linger": LINGER, "message_rate": 1e6, "message_burst": 10**6}
    with Served(f"sqlite:///{folder}/games.db", **limits) as served:
        yield served
        assert served.stop() == ""


@contextmanager
def asleep(server, token, query=""):
    """A player who sends and does not read, with little room for what arrives."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
    line.connect(("127.0.0.1", server.port))
    with connect(f"ws://{server.host}/api/play/{token}?{query}", sock=line, max_size=None, max_queue=1, close_timeout=0.1) as link:
        yield link


def overflow(link, person):
    """Ask for one picture of the table after the other, and read none, until the server has had enough; how long others waited."""
    waits = []
    for n in range(2000):
        link.send(TEXT % ("fr" if n % 2 else "zh"))
        begun = time.monotonic()
        person.send("ping")
        person.until("pong")
        waits.append(time.monotonic() - begun)
        if any(seat["sides"] == [1] and not seat["here"] for m in person.heard if m["type"] == "presence" for seat in m["seats"]):
            return waits
    raise AssertionError("it goes on and on")


def ending(link):
    """Wake up and read all there is; the code it ends with."""
    try:
        while True:
            link.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@pytest.fixture
def friends(server):
    return server.new_game(seats=[{"kind": "me"}, {"kind": "link"}])["links"]


def test_who_does_not_read_is_sent_away_and_catches_up(server, friends):
    with server.join(friends["mine"]) as person:
        before = server.memory()
        with asleep(server, friends["1"]) as link:
            waits = overflow(link, person)
            assert server.memory() - before < MOST_GROWTH
            assert sorted(waits)[len(waits) // 2] < 1.0
            assert ending(link) == 1013
        with server.join(friends["1"]) as back:
            to_move = person if person.state["question"]["yours"] else back
            assert to_move.answer(to_move.my_turn()["default"], "a")["type"] == "ack"
        with server.join(friends["1"], "have=0") as back:
            assert (back.state["type"], back.version) == ("step", 1)


def test_who_never_reads_again_is_cut_off(server, friends):
    """The connection is gone, not only the link: nothing stays behind for the sake of a player who may never come back."""
    with server.join(friends["mine"]) as person, asleep(server, friends["1"]) as link:
        overflow(link, person)
        ends = time.monotonic() + LINGER + PATIENCE
        while (left := lines(server)) > 1 and time.monotonic() < ends:
            time.sleep(0.2)
        assert left == 1
        assert ending(link) is None


def lines(server):
    """How many connections a server has, by what the system knows."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    established, closing = "01", "04"
    return sum(row[1].endswith(f":{server.port:04X}") and row[3] in (established, closing) for row in rows)


def test_what_a_table_is_asked_is_answered_in_turn_however_much_it_is(server, friends):
    """Many questions that take long, all at once: each is answered, and the table goes on meanwhile."""
    with server.join(friends["mine"]) as person, server.join(friends["1"]) as other:
        to_move, waits = (person, other) if person.state["question"]["yours"] else (other, person)
        for n in range(40):
            to_move.send("ask", id=f"t{n}", about="threat", version=0, model=0)
        waits.send("ping")
        waits.until("pong")
        told = [to_move.until(lambda m, n=n: m.get("id") == f"t{n}") for n in range(40)]
        assert {message["type"] for message in told} <= {"told", "refused"}
        assert to_move.answer(to_move.my_turn()["default"], "a")["type"] == "ack"
