"""The limits of a server: messages too large, too fast, too many, from other sites, and nonsense."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from served import Served
from websockets.exceptions import InvalidStatus

HOT_SEAT = {"seats": [{"kind": "me"}, {"kind": "me"}]}


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A server with narrow limits."""
    folder = tmp_path_factory.mktemp("strict")
    limits = {"message_size": 2000, "message_rate": 5, "message_burst": 30, "patience": 10, "connections": 6, "connections_a_game": 4, "games": 8}
    served = Served(f"sqlite:///{folder}/games.db", **limits, upload_size=100_000, body_size=2000, idle=0.3, idle_over=0.2, chat_length=20, rooms=2)
    served.start()
    yield served
    assert served.stop() == ""


@pytest.fixture(scope="module")
def token(strict):
    return strict.new_game(**HOT_SEAT)["links"]["mine"]


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        ("", "read"),
        ("{", "read"),
        ("[]", "read"),
        ("null", "read"),
        ('{"type": "sing"}', "read"),
        ('{"type": "answer", "id": "a", "version": "1"}', "version"),
        ('{"type": "answer", "id": "", "version": 1, "answer": null}', "id"),
        ('{"type": "ask", "id": "a", "about": "weather", "version": 0}', "about"),
        ('{"type": "chat", "id": "a", "text": "\\ud800"}', "read"),
        ("[" * 1500, "read"),
        ('{"type": "ping", "more": "' + "x" * 3000 + '"}', "2000"),
        (b'{"type": "ping"}', "bytes"),
    ],
)
def test_what_cannot_be_read_is_refused(strict, token, raw, word):
    with strict.join(token) as person:
        person.socket.send(raw)
        refused = person.until("refused")
        assert refused["name"] == "bad-message" and word in refused["sentence"]
        person.send("ping")
        assert person.until("pong")


def test_what_is_said_is_short_and_plain(strict, token):
    with strict.join(token) as person:
        assert person.do("chat", "long", text="x" * 21)["name"] == "bad-message"
        assert person.do("chat", "empty", text=" \x00\n")["name"] == "bad-message"
        assert person.do("chat", "ok", text="hel\x00lo")["type"] == "ack"
        assert person.until("chat")["text"] == "hello"


def test_who_sends_too_fast_is_told_then_sent_away(strict, token):
    with strict.join(token) as person:
        for _ in range(60):
            person.send("ping")
        assert person.closing()[0] == 1008
        assert {m["name"] for m in person.heard if m["type"] == "refused"} == {"too-fast"}


def test_an_enormous_message_ends_the_link(strict, token):
    with strict.join(token) as person:
        person.socket.send("x" * 100_000)
        assert person.closing()[0] == 1009


def test_pages_from_elsewhere_may_not_play(strict, token):
    assert strict.join(token, Origin="https://example.org").closing()[0] == 4403
    with strict.join(token, Origin=f"http://{strict.host}") as at_home:
        assert at_home.version == 0
    status, problem = strict.call("/api/games", {}, {"Origin": "https://example.org"})
    assert status == 403 and problem["type"].endswith("not-allowed")


def test_there_is_room_for_so_many_only(strict, token):
    with ExitStack() as people:
        for _ in range(4):
            people.enter_context(strict.join(token))
        fifth = strict.join(token)
        assert fifth.until("refused")["name"] == "full"
        assert fifth.closing()[0] == 1013


def test_so_many_battles_and_no_more(strict, token):
    made = [strict.call("/api/games", HOT_SEAT) for _ in range(9)]
    assert {status for status, _ in made} == {201, 503}
    assert made[-1][1]["detail"].startswith("This server has as many battles")
    for _, battle in (one for one in made if one[0] == 201):
        with strict.join(battle["links"]["mine"]) as person:
            assert person.do("concede", "end", version=0)["type"] == "ack"
    assert strict.call("/api/games", HOT_SEAT)[0] == 201


def test_tables_that_everybody_left_are_put_away(strict, token):
    with strict.join(token) as person:
        version = person.version
    for _ in range(40):
        if strict.call("/api/health")[1]["games"] == 0:
            break
        time.sleep(0.25)
    assert strict.call("/api/health")[1]["games"] == 0
    with strict.join(token) as back:
        assert back.version == version


def test_a_table_that_everybody_left_makes_room_for_another(strict, token):
    """Two are open and a player sits at each: a third is one too many, until one of them is left."""
    second, third = (strict.new_game(**HOT_SEAT)["links"]["mine"] for _ in range(2))
    with strict.join(token), strict.join(second) as person:
        with strict.join(third) as turned_away:
            assert turned_away.closing()[0] == 1013
        assert person.do("concede", "end", version=0)["type"] == "ack"
        person.close()
        while True:
            with strict.join(third) as other:
                if other.version == 0:
                    assert other.do("concede", "end", version=0)["type"] == "ack"
                    break


@pytest.mark.parametrize(("path", "size"), [("/api/games", 3000), ("/api/odds/shoot", 3000), ("/api/replays", 200_000)])
def test_what_is_sent_with_a_call_is_not_too_large(strict, path, size):
    status, problem = strict.call(path, b"x" * size)
    assert status == 413 and "at most" in problem["detail"]


def test_only_links_are_sockets(strict):
    with pytest.raises(InvalidStatus) as refused:
        Served.join(strict, "../health")
    assert refused.value.response.status_code in (403, 404)


# --- nonsense of every kind

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20), lambda inner: st.lists(inner, max_size=4), max_leaves=8
)
TYPES = ["answer", "undo", "concede", "rematch", "reply", "chat", "name", "team", "invite", "language", "ask", "ping", "welcome"]
ABOUT = ["reach", "way", "spot", "check", "foresee", "sees", "threat", "measure", "hint"]
ANSWERS = st.one_of(
    JSON,
    st.fixed_dictionaries({"type": st.just("pick"), "value": JSON}),
    st.fixed_dictionaries({"type": st.just("path"), "points": st.lists(st.lists(st.floats() | st.just("jump") | st.none(), max_size=4), max_size=3)}),
    st.fixed_dictionaries({"type": st.just("place"), "x": st.floats(), "y": st.floats()}, optional={"z": st.floats(), "turn": st.floats()}),
    st.fixed_dictionaries({"type": st.just("dice"), "use": st.text(max_size=5), "chosen": st.lists(st.integers(), max_size=3)}),
    st.fixed_dictionaries({"type": st.just("allocate"), "counts": st.lists(st.integers(), max_size=4)}),
    st.fixed_dictionaries({"type": st.just("pass")}),
)
MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES)},
    optional={
        "id": st.text(max_size=60) | JSON, "version": st.just(0) | JSON, "answer": ANSWERS, "text": st.text(max_size=80),
        "lang": st.just("en") | JSON, "about": st.sampled_from(ABOUT) | JSON, "to": st.lists(st.floats(), max_size=4) | JSON,
        "turn": st.floats() | JSON,
        "from": st.lists(st.floats(), max_size=4) | JSON,
        "model": st.integers(-2, 40) | JSON, "at": st.lists(st.floats(), max_size=4), "kind": st.sampled_from(["undo", "rematch"]) | JSON,
        "accept": st.booleans(), "side": st.integers(-1, 2), "name": st.text(max_size=80) | JSON, "team": st.text(max_size=80) | JSON,
    },
)  # fmt: skip


@pytest.fixture(scope="module")
def person(server):
    """A player at a table of a server that takes any number of messages."""
    with server.join(server.new_game(**HOT_SEAT)["links"]["mine"]) as seated:
        yield seated


def test_programs_that_play_by_themselves_take_their_time(strict):
    with strict.join(strict.new_game(seats=[{"kind": "program"}, {"kind": "program"}])["links"]["watch"]) as onlooker:
        onlooker.until("step")
        begun = time.monotonic()
        assert onlooker.until("thinking")["side"] in (0, 1)
        onlooker.until("step")
        assert time.monotonic() - begun > 0.4


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(message=MESSAGES | JSON | st.text(max_size=40))
def test_no_nonsense_brings_the_table_down(person, message):
    """Every message is answered, none with trouble, and the table goes on."""
    person.socket.send(message if isinstance(message, str) else json.dumps(message))
    person.send("ping")
    heard = []
    while not heard or heard[-1]["type"] != "pong":
        heard.append(person.hear())
    assert all(m.get("name") != "trouble" for m in heard), (message, heard)
