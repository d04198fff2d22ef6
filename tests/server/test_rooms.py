"""Rooms: who may do what, what is kept, and what a resend or a quicker rival meets."""

from __future__ import annotations

import msgspec
import pytest

from counteract.core.decision import Concede, Pick
from counteract.core.dice import CommittedDice
from counteract.core.record import parse, replay
from counteract.server.rooms import Denied, Room, find_room, open_game
from counteract.server.store import AlreadyTaken, Step, Store


@pytest.fixture
def store(tmp_path):
    found = Store(f"sqlite:///{tmp_path}/games.db")
    found.create()
    yield found
    found.close()


@pytest.fixture
def seated(store):
    """A room with two people and an onlooker, and their seats."""
    room, tokens = open_game(store, "kt24", seats=(("human", "Ann"), ("human", "Ben")))
    return room, {name: store.seat(token) for name, token in tokens.items()}


def play(room: Room, seats: dict, answers: int) -> None:
    for _ in range(answers):
        decision = room.game.decision
        room.answer(seats[str(decision.player)], room.version, f"m{room.version}", msgspec.to_builtins(room.game.advice()))


def denied(call) -> Denied:
    with pytest.raises(Denied) as caught:
        call()
    return caught.value


def test_a_game_comes_back_as_it_was_left(store, seated):
    room, seats = seated
    play(room, seats, 30)
    again = find_room(store, room.id)
    assert again.version == 30
    assert again.game.digest() == room.game.digest()
    assert [seat.name for seat in again.seats if seat.sides] == ["Ann", "Ben"]


def test_an_undo_is_a_step_like_any_other(store, seated):
    room, seats = seated
    play(room, seats, 4)
    before = room.game.fork()
    play(room, seats, 1)
    room.undo(seats["0"], 5, "undo")
    assert room.version == 6 and room.game.digest() == before.digest()
    assert find_room(store, room.id).game.digest() == before.digest()


def test_an_answer_sent_again_is_not_played_twice(seated):
    room, seats = seated
    decision = room.game.decision
    body = msgspec.to_builtins(decision.options[0])
    first = room.answer(seats[str(decision.player)], 0, "one", body)
    second = room.answer(seats[str(decision.player)], 0, "one", body)
    assert (first.version, first.again) == (1, False)
    assert (second.version, second.again) == (1, True)
    assert room.version == 1


@pytest.mark.parametrize(
    ("seat", "version", "message", "body", "name"),
    [
        ("watch", 0, "m", {"type": "pass"}, "onlooker"),
        ("other", 0, "m", {"type": "pass"}, "not-yours"),
        ("own", 7, "m", {"type": "pass"}, "stale"),
        ("own", 0, "", {"type": "pass"}, "bad-message"),
        ("own", 0, "m" * 65, {"type": "pass"}, "bad-message"),
        ("own", 0, "m", {"type": "pick"}, "bad-answer"),
        ("own", 0, "m", {"type": "sing"}, "bad-answer"),
        ("own", 0, "m", [1, 2], "bad-answer"),
        ("own", 0, "m", {"type": "pick", "value": "no such option"}, "refused"),
    ],
)
def test_what_is_not_allowed_changes_nothing(store, seated, seat, version, message, body, name):
    room, seats = seated
    turn = room.game.decision.player
    chair = seats[{"own": str(turn), "other": str(1 - turn)}.get(seat, seat)]
    before = room.game.digest()
    assert denied(lambda: room.answer(chair, version, message, body)).name == name
    assert room.version == 0 and room.game.digest() == before
    assert store.steps(room.id) == []


def test_a_refusal_names_its_rule(seated):
    room, seats = seated
    decision = room.game.decision
    found = denied(lambda: room.answer(seats[str(decision.player)], 0, "m", {"type": "pick", "value": "nothing"}))
    assert found.rule == room.game.why_not(Pick("nothing")).rule


def test_of_two_servers_on_one_game_the_slower_one_is_refused(store, seated):
    room, seats = seated
    rival = find_room(store, room.id)
    play(rival, seats, 1)
    decision = room.game.decision
    before = room.game.digest()
    body = msgspec.to_builtins(decision.options[0])
    assert denied(lambda: room.answer(seats[str(decision.player)], 0, "late", body)).name == "stale"
    assert room.game.digest() == before


def test_a_step_number_is_taken_once(store, seated):
    room, _ = seated
    store.add_step(room.id, Step(1, "answer", 0, "a", None, 0.0))
    for step in (Step(1, "answer", 0, "b", None, 0.0), Step(2, "answer", 0, "a", None, 0.0)):
        with pytest.raises(AlreadyTaken):
            store.add_step(room.id, step)


def test_the_secret_behind_the_dice_is_kept_back_until_the_end(seated):
    room, seats = seated
    play(room, seats, 3)
    fairness = room.fairness()
    assert fairness["secret"] is None
    assert denied(room.record).name == "not-over"
    room.answer(seats[str(room.game.decision.player)], room.version, "end", msgspec.to_builtins(Concede()))
    fair = room.fairness()
    assert fair["commitment"] == fairness["commitment"] and CommittedDice.check(fair["commitment"], fair["secret"])
    assert replay(parse(room.record(), "record")).digest() == room.game.digest()


def test_a_battle_that_is_over_takes_no_answers(store, seated):
    room, seats = seated
    seat = seats[str(room.game.decision.player)]
    room.concede(seat, 0, "end")
    assert denied(lambda: room.answer(seat, 1, "more", {"type": "pass"})).name == "over"
    assert store.game(room.id).over and store.game(room.id).result["winner"] == 1 - seat.sides[0]


def test_one_link_plays_both_sides_of_a_hot_seat(store):
    room, tokens = open_game(store, "kt24", hot_seat=True)
    seat = store.seat(tokens["both"])
    for n in range(12):
        room.answer(seat, room.version, f"m{n}", msgspec.to_builtins(room.game.advice()))
    assert room.version == 12


def test_a_program_is_known_by_its_name(store):
    room, _ = open_game(store, "kt24", seats=(("greedy", ""), ("greedy", "")))
    assert room.bot_to_move() == "greedy"


def test_tokens_are_not_in_the_database(tmp_path, store):
    _, tokens = open_game(store, "kt24")
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(token.encode() not in held for token in tokens.values())


def test_chat_is_kept_in_order(store, seated):
    room, _ = seated
    assert [store.say(room.id, "Ann", text).number for text in ("hello", "good luck")] == [1, 2]
    assert [said.text for said in store.said(room.id)] == ["hello", "good luck"]


def test_there_is_one_rematch(store, seated):
    room, _ = seated
    assert store.following(room.id, "next") and not store.following(room.id, "another")


def test_there_is_no_room_without_a_game(store):
    assert denied(lambda: find_room(store, "nowhere")).name == "no-game"
