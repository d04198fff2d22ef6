"""A message for another version of a game is never carried out: it is refused, nothing changes, and its sender is told."""

from __future__ import annotations

import time

import pytest
from served import Served

HOT_SEAT = {"seats": [{"kind": "me"}, {"kind": "me"}]}


@pytest.fixture
def hot_seat(server):
    with server.join(server.new_game(**HOT_SEAT)["links"]["mine"]) as person:
        yield person


def answer(person):
    """Give an answer that leads on."""
    done = person.answer(person.ask("hint")["answer"], f"a{person.version}")
    assert done["type"] == "ack", done


def now(person):
    """The game as it is, from the beginning."""
    person.send("language", lang="en")
    return person.until("snapshot")


#: Everything that says which version it is meant for, with what goes with it.
MEANT = {
    "answer": lambda person: {"answer": person.state["question"]["default"]},
    "undo": lambda person: {},
    "concede": lambda person: {"side": person.state["question"]["player"]},
    "ask": lambda person: {"about": "hint"},
}


@pytest.mark.parametrize("kind", MEANT)
def test_what_was_meant_for_another_version_is_refused(server, hot_seat, kind):
    """The one before, earlier ones, and one to come; whatever is legal now. The right one is then taken."""
    for _ in range(4):
        answer(hot_seat)
    before, game = now(hot_seat), hot_seat.heard[0]["game"]
    assert before["version"] == 4 and before["undo"]["possible"]
    for version in (3, 2, 0, 5):
        refused = hot_seat.do(kind, f"{kind}{version}", version=version, **MEANT[kind](hot_seat))
        assert refused == {
            "type": "refused", "id": f"{kind}{version}", "name": "stale", "rule": "",
            "sentence": f"The game is at version 4; this was for version {version}.",
        }  # fmt: skip
    assert now(hot_seat) == before
    with server.store() as store:
        assert [step.number for step in store.steps(game)] == [1, 2, 3, 4]
    assert hot_seat.do(kind, "right", version=4, **MEANT[kind](hot_seat))["type"] == ("told" if kind == "ask" else "ack")


@pytest.mark.parametrize("about", ["reach", "way", "spot", "check", "foresee", "acts", "sees", "threat", "measure"])
def test_nothing_is_told_of_another_version(hot_seat, about):
    """Or a page would draw over this table what held on the last one."""
    answer(hot_seat)
    more = {"to": [3, 4], "from": [0, 0], "model": 0, "answer": hot_seat.state["question"]["default"]}
    refused = hot_seat.do("ask", "late", about=about, version=0, **more)
    assert (refused["type"], refused["name"]) == ("refused", "stale")


def test_of_two_answers_to_one_question_the_second_is_refused(server):
    """Two windows on one seat: who is slower answers a question that is no longer asked, and is told what has happened instead."""
    token = server.new_game(**HOT_SEAT)["links"]["mine"]
    with server.join(token) as one, server.join(token) as two:
        answer(one)
        question = one.state["question"]
        two.send("answer", id="late", version=0, answer=question["default"])
        assert two.until("step")["version"] == 1
        assert two.until("refused")["name"] == "stale"
        assert (two.version, two.state["question"]) == (1, question)
        assert now(one)["version"] == 1


def test_after_an_undo_the_version_that_was_is_another_one(hot_seat):
    """Versions are never used again, so an answer to a question that was taken back is not taken for the one asked now."""
    for _ in range(3):
        answer(hot_seat)
    assert hot_seat.do("undo", "u", version=3)["version"] == 4
    hot_seat.until(lambda heard: heard["type"] == "step" and heard["kind"] == "undo")
    question = hot_seat.state["question"]
    for version in (2, 3):
        assert hot_seat.do("answer", f"v{version}", version=version, answer=question["default"])["name"] == "stale"
    assert now(hot_seat)["version"] == 4
    assert hot_seat.do("answer", "v4", version=4, answer=question["default"])["version"] == 5


def test_a_program_that_has_thought_too_long_is_not_listened_to(server):
    """What it is asked about is taken back while it thinks; then it thinks again when it is asked again."""
    made = server.new_game(ruleset="kt21", seats=[{"kind": "me"}, {"kind": "program", "level": "greedy"}])
    with server.join(made["links"]["mine"]) as person:
        while person.my_turn()["what"] != "barricade":
            answer(person)
        version, question = person.version, person.state["question"]
        person.send("answer", id="a", version=version, answer=question["default"])
        person.send("undo", id="u", version=version + 1)  # in one go: no program is as quick as that
        assert person.until(lambda heard: heard.get("id") == "u")["version"] == version + 2
        step = person.until(lambda heard: heard["type"] == "step" and heard["kind"] == "undo")
        assert (step["version"], step["back"], step["question"]) == (version + 2, version, question)
        for _ in range(3):  # and the battle goes on as ever
            person.my_turn()
            answer(person)
        steps = [heard for heard in person.heard if heard["type"] == "step" and heard["version"] > version]
        assert [one["version"] for one in steps] == list(range(version + 1, version + 1 + len(steps)))
        assert [one["kind"] for one in steps].count("undo") == 1 and {one["side"] for one in steps[2:]} == {0, 1}


# --- what is told of a game that nobody is at


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory):
    """A server that puts a table away as soon as everybody has left it."""
    folder = tmp_path_factory.mktemp("forgetful")
    with Served(f"sqlite:///{folder}/games.db", idle=0.1, idle_over=0.1) as served:
        yield served
        assert served.stop() == ""


def put_away(server):
    ends = time.monotonic() + 20
    while server.call("/api/health")[1]["games"]:
        assert time.monotonic() < ends
        time.sleep(0.05)


def test_a_link_tells_of_the_version_there_is(forgetful):
    """While a player is there and when nobody is, also if it has been asked before."""
    token = forgetful.new_game(**HOT_SEAT)["links"]["mine"]
    seen = []
    for _ in range(3):
        put_away(forgetful)
        seen += [forgetful.call(f"/api/seats/{token}")[1] for _ in range(2)]
        with forgetful.join(token) as person:
            assert (seen[-1]["version"], seen[-1]["turn"]) == (person.version, person.state["question"]["player"])
            answer(person)
            assert forgetful.call(f"/api/seats/{token}")[1]["version"] == person.version
    assert [card["version"] for card in seen] == [0, 0, 1, 1, 2, 2]


def test_who_comes_back_to_a_table_put_away_is_told_what_came_since(forgetful):
    token = forgetful.new_game(**HOT_SEAT)["links"]["mine"]
    with forgetful.join(token) as person:
        for _ in range(3):
            answer(person)
        question = person.state["question"]
    put_away(forgetful)
    with forgetful.join(token, "have=1") as back:
        while back.version < 3:
            back.hear()
        assert [heard["version"] for heard in back.heard if heard["type"] == "step"] == [2, 3]
        assert back.state["question"] == question
        refused = back.do("answer", "late", version=1, answer=question["default"])
        assert refused["name"] == "stale"


# --- what helpers remember


def test_a_team_chosen_later_is_the_one_that_is_asked_about(server):
    """Whoever asked something before it was chosen, the answers are of the battle there is."""
    made = server.new_game(ruleset="kt24", seats=[{"kind": "me"}, {"kind": "link", "chooses": True}])
    with server.join(made["links"]["mine"]) as ann, server.join(made["links"]["1"]) as bea:
        own, _ = (team["id"] for team in ann.heard[0]["settings"]["teams"])
        assert ann.ask("threat", model=0)["type"] == "refused"  # nobody is on the board
        assert bea.do("team", "t", team=own)["type"] == "ack"
        for person in (ann, bea):
            person.until(lambda heard: heard["type"] == "welcome" and not heard["settings"]["open"])
            person.until("snapshot")
        last = max(model["id"] for model in now(bea)["view"]["models"])
        while (standing := now(bea))["view"]["models"][last]["place"] is None:
            to_move = ann if standing["question"]["player"] == 0 else bea
            answer(to_move)
            for person in (ann, bea):
                while person.version < to_move.version:
                    person.hear()
        assert bea.ask("threat", model=last)["type"] == "told"
