"""Looking on: who only watches, and who has nobody left, sees what all see and changes nothing."""

from __future__ import annotations

import pytest

from tests.rules.banners.scene import battle
from tests.server.test_sides import LINK, ME

PLACES = {0: (2.0, 2.0), 1: (2.0, 6.0), 6: (28.0, 20.0), 9: (28.0, 2.0)}  # nobody of the second band


@pytest.fixture(params=[3, 4])
def left(fair, request):
    """A battle of three or four by link in which the second has nobody left: the players by side, and an onlooker."""
    sides = request.param
    places = {model: at for model, at in PLACES.items() if model < 3 * sides}
    position = battle(places, mission=None, sides=sides).position().text
    made = fair.new_game(position=position, seats=[ME, *(LINK for _ in range(sides - 1))])
    keys = ("mine", *map(str, range(1, sides)), "watch")
    people = [fair.join(made["links"][key]).__enter__() for key in keys]
    yield people
    for person in people:
        person.close()


def attempts(person):
    """Everything that would change a battle."""
    yield "answer", {"version": person.version, "answer": {"type": "pick", "value": 0}}
    yield "undo", {"version": person.version}
    yield "concede", {"version": person.version}
    yield "reply", {"kind": "undo", "accept": True}
    yield "rematch", {"version": person.version}
    yield "team", {"team": "wrens"}


def test_they_see_what_all_see(left):
    *players, onlooker = left
    assert [side["gone"] for side in onlooker.state["view"]["sides"]] == [False, True, *(False for _ in players[2:])]
    for seen in (players[1].state, onlooker.state):
        assert not seen["question"]["yours"] and "options" not in seen["question"]
        assert seen["question"]["player"] == players[0].state["question"]["player"] == 0
        assert {**seen["view"], "player": 0} == players[0].state["view"]
        assert seen["log"] == players[0].state["log"]
    assert players[1].ask("measure", **{"from": [1.0, 1.0, 0.0], "to": [4.0, 5.0, 0.0]})["inches"] == 5.0
    assert players[1].ask("hint")["name"] == onlooker.ask("hint")["name"] == "not-yours"


def test_they_change_nothing(left):
    out, onlooker = left[1], left[-1]
    for person in (out, onlooker):
        for deed, body in attempts(person):
            assert person.do(deed, f"try {deed}", **body)["type"] == "refused", deed
    assert onlooker.do("chat", "c", text="Hello")["name"] == onlooker.do("name", "n", name="Eve")["name"] == "onlooker"
    assert out.do("chat", "c", text="Good luck")["type"] == "ack"
    assert out.state["undo"] == {"possible": False, "own": False, "offer": True, "sentence": "You are out of the battle, and look on."}
    assert onlooker.state["undo"] is None
    assert left[0].version == 0


def test_who_is_out_is_not_asked_to_take_back(left):
    first = left[0]
    assert first.answer({"type": "pick", "value": 0}, "a")["type"] == "ack"
    assert first.answer({"type": "pick", "value": "stop"}, "b")["type"] == "ack"
    assert first.do("undo", "u", version=first.version)["type"] == "ack"
    assert first.until("offer")["waiting"] == list(range(2, len(left) - 1))


def test_nobody_waits_for_who_is_out(left):
    """The battle goes on without them, and they can come again and look."""
    *players, onlooker = left
    players[1].close()
    first = players[0]
    assert first.answer({"type": "pick", "value": 0}, "a")["type"] == "ack"
    assert first.answer({"type": "pick", "value": "stop"}, "b")["type"] == "ack"
    assert onlooker.until(lambda heard: heard["type"] == "step" and heard["version"] == 2)["question"]["player"] == 2
