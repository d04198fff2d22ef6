"""Records, positions and stored games of an earlier version open today, and go on as they would have gone on then."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from served import ROOT, Served

from counteract.core import history
from counteract.core.game import Moment
from counteract.core.record import parse, record
from counteract.game import Game, open_record
from counteract.players import make_player
from counteract.position import read_position
from counteract.server.bots import Transcripts, played
from counteract.server.rooms import GameRoom, find_room
from counteract.server.store import Store, new_step, open_store

FOLDER = Path(__file__).parent
RECORDS, POSITIONS, GAMES = (json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")) for name in ("records", "positions", "games"))


def unpacked(path: str) -> bytes:
    return lzma.decompress((FOLDER / f"{path}.xz").read_bytes())


# --- checks


def check_standing(game: Game, kept: dict[str, Any]) -> None:
    """Check that a game is where it was: the same state, story, decision and result."""
    asked = game.decision
    assert (None if asked is None else [asked.player, asked.what, asked.kind]) == kept["asks"]
    assert (game.digest(), plain(game.result)) == (kept["digest"], kept["result"])
    assert digest_of("\n".join(map(game.tell, game.events))) == kept["story"]


def check_end(game: Game, kept: dict[str, Any]) -> None:
    """Check that the novice plays a game to the end it came to then."""
    answers = 0
    while game.decision is not None:
        game.play(make_player("novice", answers).choose(game))
        answers += 1
    assert (answers, game.digest(), plain(game.result)) == (kept["answers"], kept["digest"], kept["result"])


def check_step(then: Any, moment: Moment) -> None:
    """Check that a step is as it was written. Its events may hold more values than they did."""
    now = plain(history.step_of(moment))
    assert {**now, "events": None} == {**then, "events": None}
    before, today = then.get("events", []), now.get("events", [])
    assert [event[:2] for event in today] == [event[:2] for event in before]
    assert all(new[2].items() >= old[2].items() for new, old in zip(today, before, strict=True))


def plain(value: object) -> Any:
    """Return a value as it is read back from a file."""
    return msgspec.json.decode(msgspec.json.encode(value))


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digest_of_all(game: Game) -> str:
    return digest_of(" ".join(moment.digest() for moment in game.moments))


# --- records


def test_every_record_is_expected() -> None:
    assert {path.name.removesuffix(".json.xz") for path in (FOLDER / "records").iterdir()} == set(RECORDS)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays(name: str) -> None:
    """A record of an earlier version is verified, leads through the same states, and is written in the same way today."""
    data, kept = unpacked(f"records/{name}.json"), RECORDS[name]
    opened = open_record(parse(data, name), name)
    assert opened.divergence is None
    check_standing(opened.game, kept)
    assert digest_of_all(opened.game) == kept["digests"]
    then, now = json.loads(data), plain(record(opened.game))
    for part in ("format", "version", "ruleset", "revision", "setup", "dice", "result", "standing"):
        assert now[part] == then[part], part
    for step, moment in zip(then["steps"], opened.game.moments, strict=True):
        check_step(step, moment)
    if "end" in kept:
        check_end(opened.game, kept["end"])


# --- positions


@pytest.mark.parametrize("ruleset", POSITIONS)
def test_positions_load_and_are_played_on(ruleset: str) -> None:
    texts = json.loads(unpacked(f"positions/{ruleset}.json"))
    assert texts.keys() == POSITIONS[ruleset].keys()
    for name, text in texts.items():
        kept, game = POSITIONS[ruleset][name], Game.at(read_position(text), seed=5)
        asked = game.decision
        assert asked is not None, name
        assert (game.digest(), [asked.player, asked.what, asked.kind]) == (kept["digest"], kept["asks"]), name
        for _ in range(30):
            if game.decision is not None:
                game.play(game.advice())
        assert game.digest() == kept["after"], name


# --- stored games


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store whose games are played on."""
    yield from opened_store(tmp_path_factory)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store that is only read."""
    yield from opened_store(tmp_path_factory)


def opened_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("keepsakes") / "games.db"
    path.write_bytes(unpacked("games.db"))
    found = open_store(f"sqlite:///{path}")
    yield found
    found.close()


def test_every_stored_game_is_expected(untouched: Store) -> None:
    assert {game.id for game in untouched.games()} == {kept["id"] for kept in GAMES.values()}


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_is_opened_and_played_to_its_end(store: Store, name: str) -> None:
    """A stored game is replayed from its steps, and further answers are stored as a server stores them."""
    kept = GAMES[name]
    room = find_room(store, kept["id"])
    assert room.version == kept["version"]
    check_standing(room.game, kept)
    if "end" not in kept:
        return
    assert not room.is_remembered
    assert digest_of_all(room.game) == kept["digests"]
    for version, moment in list(zip(room.versions, room.game.moments, strict=True))[1:]:
        told = room.steps[version - 1].told
        assert told is not None
        check_step(json.loads(told), moment)
    whole = Transcripts(room.kept, room.steps, as_played=True).now()
    assert played(whole).digest() == kept["digest"]
    answer_to_the_end(store, room, kept)


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_is_remembered_as_it_was_played(untouched: Store, name: str) -> None:
    """If the rules change one day, a stored game is not replayed: its states, events and tasks are read as they were stored."""
    kept, row = GAMES[name], untouched.game(GAMES[name]["id"])
    assert row is not None
    room = GameRoom.as_played(row, untouched.seats(row.id), untouched.steps(row.id))
    check_standing(room.game, kept)
    if "end" in kept:
        check_end(room.game, kept["end"])


def answer_to_the_end(store: Store, room: GameRoom, kept: dict[str, Any]) -> None:
    seats = {side: seat for seat in room.seats for side in seat.sides}
    while (decision := room.game.decision) is not None:
        answer = plain(make_player("novice", room.version).choose(room.game))
        change = room.answer(seats[decision.player], room.version, f"end{room.version}", answer)
        store.write(new_step(room.id, change.step, over=change.game.over, result=plain(change.game.result)))
        room.accept(change)
    assert (room.version, room.game.digest(), plain(room.game.result)) == (
        kept["version"] + kept["end"]["answers"], kept["end"]["digest"], kept["end"]["result"],
    )  # fmt: skip


# --- a server on the database


class WithBanners(Served):
    """A server that also knows the ruleset Banners of the tests."""

    path = ROOT / "tests" / "outside"


def test_a_server_goes_on_with_stored_games(tmp_path: Path) -> None:
    """A server shows every stored game, and programs go on playing theirs as soon as an onlooker joins."""
    path = tmp_path / "games.db"
    path.write_bytes(unpacked("games.db"))
    with WithBanners(f"sqlite:///{path}", watch_pace=0.0, message_rate=1e6, message_burst=10**6) as server:
        for name, kept in GAMES.items():
            status, card = server.call(f"/api/seats/{kept['watch']}")
            assert (status, card["version"], card["over"]) == (200, kept["version"], kept["asks"] is None), name
        for kept in GAMES.values():
            if kept["asks"] is None:
                status, shown = server.call(f"/api/replays/{kept['id']}")
                assert status == 200 and len(shown["steps"]) == kept["version"]
            if "live" in kept:
                with server.join(kept["watch"]) as onlooker:
                    while onlooker.state["question"] is not None:
                        onlooker.hear()
                with server.store() as store:
                    found = store.game(kept["id"])
                    assert found is not None and found.result == kept["end"]["result"]
        assert server.complaints() == ""
