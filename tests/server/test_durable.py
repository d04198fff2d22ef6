"""Written before acknowledged: while the database takes nothing, nobody is told that anything was done, and what it cannot take is not done."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from served import Served

from counteract.server.store import open_engine

BY_LINK = {"seats": [{"kind": "me"}, {"kind": "link"}]}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose database others can hold on to."""
    folder = tmp_path_factory.mktemp("durable")
    with Served(f"sqlite:///{folder}/games.db") as served:
        yield served


@contextmanager
def behind_its_back(server) -> Iterator[sqlite3.Connection]:
    """The database of a server, from elsewhere."""
    db = sqlite3.connect(server.settings["database"].removeprefix("sqlite:///"), isolation_level=None)
    try:
        yield db
    finally:
        db.close()


@contextmanager
def held(server) -> Iterator[None]:
    """Meanwhile nothing can be written; for less than the ten seconds that a server waits."""
    with behind_its_back(server) as db:
        db.execute("begin immediate")
        yield
        db.execute("rollback")


@contextmanager
def without(server, table: str) -> Iterator[None]:
    """Meanwhile nothing can be written to one table: it is not there."""
    with behind_its_back(server) as db:
        db.execute("pragma legacy_alter_table = on")
        db.execute(f"alter table {table} rename to elsewhere")
        try:
            yield
        finally:
            db.execute(f"alter table elsewhere rename to {table}")


@pytest.fixture
def friends(server):
    """Two people who play by link, the one to decide first, and an onlooker."""
    links = server.new_game(**BY_LINK)["links"]
    with server.join(links["mine"]) as one, server.join(links["1"]) as two, server.join(links["watch"]) as onlooker:
        for person in (one, two):
            person.until(lambda heard: heard["type"] == "presence" and any(not seat["sides"] for seat in heard["seats"]))
        yield [*((one, two) if one.state["question"]["yours"] else (two, one)), onlooker]


def is_silent(server, person) -> bool:
    """Whether a player is told nothing, although the server is up and answers others."""
    for _ in range(5):
        assert server.call("/api/health")[0] == 200
    try:
        person.hear(0.3)
    except TimeoutError:
        return True
    return False


#: Everything that is acknowledged and has to be there after a crash, and what everybody is told of it.
DEEDS = {
    "answer": (lambda person: {"version": 0, "answer": person.state["question"]["default"]}, "step"),
    "concede": (lambda person: {"version": 0}, "step"),
    "chat": (lambda person: {"text": "hello"}, "chat"),
    "name": (lambda person: {"name": "Cleo"}, "presence"),
}


def kept(server, game: str) -> tuple[int, bool, list[str], set[str]]:
    """What is in the database of a game: how many steps, whether it is over, what was said, and what people are called."""
    with server.store() as store:
        said = [line.text for line in store.said(game)]
        return len(store.steps(game)), store.game(game).over, said, {seat.name for seat in store.seats(game)}


@pytest.mark.parametrize("deed", DEEDS)
def test_nobody_is_told_of_what_is_not_written_yet(server, friends, deed):
    """Neither who did it nor anybody else; then all of them, and it is there."""
    body, told = DEEDS[deed]
    person, game = friends[0], friends[0].heard[0]["game"]
    before = kept(server, game)
    with held(server):
        person.send(deed, id="a", **body(person))
        assert all(is_silent(server, one) for one in friends)
        assert kept(server, game) == before
    assert person.until(lambda heard: heard.get("id") == "a")["type"] == "ack"
    assert kept(server, game) != before
    for one in friends:
        one.until(told)


def test_no_link_is_handed_out_before_it_leads_anywhere(server):
    with server.join(server.new_game(**BY_LINK)["links"]["mine"]) as person:
        with held(server):
            person.send("invite", id="i")
            assert is_silent(server, person)
        token = person.until("told")["token"]
    with server.store() as store:
        assert store.seat(token).kind == "onlooker"


@pytest.mark.parametrize(("deed", "table"), [("answer", "steps"), ("concede", "steps"), ("chat", "chat")])
def test_what_cannot_be_written_is_not_done(server, friends, deed, table):
    """Who sent it is told so, nobody else is told anything, and it can be done as soon as it can be written."""
    person, other, onlooker = friends
    with without(server, table):
        refused = person.do(deed, "a", **DEEDS[deed][0](person))
        assert (refused["type"], refused["name"]) == ("refused", "trouble")
        assert is_silent(server, other) and is_silent(server, onlooker)
        person.send("language", lang="en")
        snapshot = person.until("snapshot")
        assert (snapshot["version"], snapshot["chat"], snapshot["result"]) == (0, [], None)
    assert kept(server, person.heard[0]["game"])[:3] == (0, False, [])
    assert person.do(deed, "a", **DEEDS[deed][0](person))["type"] == "ack"
    other.until(DEEDS[deed][1])


def test_a_battle_that_cannot_be_written_is_not_set_up(server):
    with without(server, "seats"):
        status, problem = server.call("/api/games", BY_LINK)
        assert (status, problem["type"]) == (500, "about:counteract/trouble")
    with behind_its_back(server) as db:
        assert db.execute("select count(*) from games where id not in (select game from seats)").fetchone() == (0,)
    assert server.call("/api/games", BY_LINK)[0] == 201


def test_one_that_cannot_be_written_holds_up_no_other(server):
    """What waits together is written together, and if that fails each by itself: another player was quicker at one of the tables."""
    games = [server.new_game(seats=[{"kind": "me"}, {"kind": "me"}]) for _ in range(3)]
    _, bad, _ = people = [server.join(game["links"]["mine"]).__enter__() for game in games]
    with behind_its_back(server) as db:
        db.execute(
            "create trigger quicker before insert on steps when new.game = "
            f"'{games[1]['game']}' begin select raise(fail, 'quicker'); end"
        )
        with held(server):
            for person in people:
                person.send("answer", id="a", version=0, answer=person.state["question"]["default"])
            assert all(is_silent(server, person) for person in people)
        done = [person.until(lambda heard: heard.get("id") == "a") for person in people]
        assert [(answer["type"], answer.get("name")) for answer in done] == [("ack", None), ("refused", "stale"), ("ack", None)]
        db.execute("drop trigger quicker")
    assert bad.until("snapshot")["version"] == 0
    assert bad.do("answer", "b", version=0, answer=bad.state["question"]["default"])["version"] == 1
    for person in people:
        person.close()


def test_what_is_committed_is_on_the_disk(tmp_path):
    """As far as the system can be told: written through at every commit, and readers do not stop writers."""
    engine = open_engine(f"sqlite:///{tmp_path}/games.db")
    with engine.connect() as db:
        asked = {name: db.exec_driver_sql(f"pragma {name}").scalar() for name in ("journal_mode", "synchronous", "foreign_keys")}
    engine.dispose()
    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_what_was_acknowledged_survives_the_very_moment(server):
    """Killed as soon as the word is out; and what is sent again then is not done again."""
    made = server.new_game(seats=[{"kind": "me"}, {"kind": "me"}])
    with server.join(made["links"]["mine"]) as person:
        assert person.do("chat", "c", **DEEDS["chat"][0](person))["type"] == "ack"
        answer = DEEDS["answer"][0](person)
        assert person.do("answer", "a", **answer) == {"type": "ack", "id": "a", "version": 1}
        server.kill()
    assert kept(server, made["game"])[:3] == (1, False, ["hello"])
    server.start()
    assert server.call(f"/api/seats/{made['links']['mine']}")[1]["version"] == 1
    with server.join(made["links"]["mine"]) as back:
        assert (back.version, [line["text"] for line in back.state["chat"]]) == (1, ["hello"])
        assert back.do("answer", "a", **answer) == {"type": "ack", "id": "a", "version": 1}
        assert back.do("chat", "c", text="hello")["type"] == "ack"
    assert kept(server, made["game"])[:3] == (1, False, ["hello"])
