"""How far an undo goes: exactly how many answers it takes back, whoever gave them, and that none is taken back once it is over."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from counteract.core.decision import PASS, Allocate, Answer, Decision, Dice, Pick, Roll
from counteract.core.dice import CommittedDice
from counteract.core.procedure import Procedure, Referee
from counteract.core.registry import shipped as names
from counteract.core.state import Task
from counteract.game import Game
from counteract.server import rooms
from counteract.server.rooms import Denied, GameRoom, make_seats, new_battle
from tests.core.toy import Heap, Toy

PEOPLE = (("human", "Ann"), ("human", "Ben"))
ANN, BEN = "0", "1"

NOTHING = "There is nothing to take back."
ROLLED = "Dice have been rolled since; what they showed cannot be unseen."
ENDED = "The battle is over, and the secret behind the dice is out."

# --- stories: who was asked what


#: How a question is written in a story, and how it is asked: its options and its kind.
ASKED: dict[str, tuple[tuple[Answer, ...], str]] = {
    "": ((Pick("this"), Pick("that")), "pick"),
    "-only": ((Pick("this"),), "pick"),
    "-or-not": ((PASS,), "pick"),
    "-moot": ((Pick("this"), Pick("that")), "pick"),
    "-dice": ((Dice("again", (0,)),), "dice"),
    "-share": ((Allocate((1,)),), "allocate"),
}


def tell(ref: Referee[None, Heap], story: str) -> Procedure:
    """Ask what the story says, and roll a die wherever it has a "*"."""
    for word in story.split():
        who, dash, how = word.rstrip("*").partition("-")
        options, kind = ASKED[dash + how]
        yield Decision(["Ann", "Ben"].index(who), "story", options, "TOY-1", "Which?", kind=kind, settled=how == "moot")
        if word.endswith("*"):
            yield Roll(0, 1, "TOY-3")
    yield Decision(0, "end", (PASS,), "TOY-1", "And now?")


class Story(Toy):
    """A game in which exactly those questions are asked that its set-up tells."""

    procedures = {"tell": tell}

    def arrange(self, setup: dict[str, Any]) -> tuple[None, Heap]:
        return None, Heap((Task("tell", (setup["story"],)),), (), (), 0, False)


@pytest.fixture
def told(monkeypatch):
    """A room in which a story has been played to its end, by two people or on one screen."""
    monkeypatch.setattr(rooms, "find", lambda name: Story())

    def play(story: str, *, hot_seat: bool = False) -> tuple[GameRoom, dict[str, Any]]:
        kept = new_battle(Game(Story(), {"story": story, "teams": ["Ann", "Ben"]}, CommittedDice("a")), {}, 0.0)
        seats, tokens = make_seats(kept.id, PEOPLE, (0, 1) if hot_seat else ())
        by_key = {key: next(seat for seat in seats if seat.token == token) for key, token in tokens.items()}
        room = GameRoom(kept, seats)
        for n in range(len(story.split())):
            seat = by_key["mine"] if hot_seat else by_key[str(room.game.decision.player)]
            room.accept(room.answer(seat, n, f"m{n}", msgspec.to_builtins(room.game.decision.options[0])))
        return room, by_key

    return play


def taken_back(room: GameRoom, seat: Any) -> int | str:
    """How many answers an undo takes back, or why it takes none; either way what is told beforehand is what is done."""
    answers, version, before = room.game.turns_taken, room.version, room.game.digest()
    try:
        change = room.undo(seat, version, "undo")
    except Denied as denied:
        assert (room.game.digest(), room.version) == (before, version)
        return denied.sentence
    assert change.step.body == {"answers": room.way_back(seat).answers}
    room.accept(change)
    assert room.version == version + 1
    assert len(room.versions) == room.game.turns_taken + 1  # one for each moment that is left
    return answers - room.game.turns_taken


@pytest.mark.parametrize(
    ("story", "ann", "ben"),
    [
        ("", NOTHING, NOTHING),
        ("Ann", 1, NOTHING),
        ("Ann Ann", 1, NOTHING),
        ("Ann Ben", 2, 1),
        ("Ann Ben Ben Ben", 4, 1),
        ("Ben Ann Ben", 2, 1),
        # What has one answer only is no choice.
        ("Ann Ann-only", 2, NOTHING),
        ("Ann Ann-only Ann-only", 3, NOTHING),
        ("Ann Ann-only Ben", 3, 1),
        ("Ann Ben Ben-only Ann-only", 4, 3),
        ("Ann-only Ann-only", NOTHING, NOTHING),
        # Nor is what no answer can be better in.
        ("Ann Ann-moot", 2, NOTHING),
        ("Ann Ben Ann-moot Ann-only", 4, 3),
        ("Ben Ben-moot Ann", 1, 3),
        # Dice to be used, shares, and an offer that can only be declined are shown and answered: one goes back to them.
        ("Ann Ann-dice", 1, NOTHING),
        ("Ann Ann-share", 1, NOTHING),
        ("Ann Ann-or-not", 1, NOTHING),
        # Dice stay where they lie.
        ("Ann*", ROLLED, ROLLED),
        ("Ann* Ann", 1, ROLLED),
        ("Ann* Ann-only", ROLLED, ROLLED),
        ("Ann Ben*", ROLLED, ROLLED),
        ("Ann Ben* Ann Ben", 2, 1),
        ("Ann* Ben Ann-moot", ROLLED, 2),
    ],
)  # fmt: skip
def test_an_undo_takes_back_so_many_answers(told, story, ann, ben):
    """To the last choice of whoever asks for it, with all that came of it on either side."""
    for seat, expected in ((ANN, ann), (BEN, ben)):
        room, seats = told(story)
        assert taken_back(room, seats[seat]) == expected


@pytest.mark.parametrize(
    ("story", "answers"),
    [("Ann Ben", 1), ("Ann Ben-only", 2), ("Ann Ben Ann-moot Ben-only", 3), ("Ann* Ben-only", ROLLED), ("Ben-only Ann-only", NOTHING)],
)
def test_on_one_screen_it_goes_back_to_the_last_choice_of_either(told, story, answers):
    room, seats = told(story, hot_seat=True)
    assert taken_back(room, seats["mine"]) == answers


def test_one_undo_after_the_other_goes_back_choice_by_choice(told):
    room, seats = told("Ann Ben Ann Ann-only Ben-moot Ann Ben")
    assert [taken_back(room, seats[ANN]) for _ in range(4)] == [2, 3, 2, NOTHING]
    room, seats = told("Ann Ben Ann Ann-only Ben-moot Ann Ben")
    assert [taken_back(room, seats[BEN]) for _ in range(3)] == [1, 5, NOTHING]


@pytest.mark.parametrize("ruleset", names())
def test_in_every_battle_it_goes_back_to_the_last_choice(ruleset):
    """At every moment of a whole one: what is taken back is all since the last real choice, if no die fell meanwhile."""
    kept = new_battle(Game.new(ruleset, dice=CommittedDice("undo")), {}, 0.0)
    seats, _ = make_seats(kept.id, PEOPLE)
    room, past, seen = GameRoom(kept, seats), [], set()
    while (decision := room.game.decision) is not None:
        for seat in seats[:2]:
            since = next((n for n, (who, chose, _) in enumerate(reversed(past), 1) if who in seat.sides and chose), None)
            back: Any = next((n for n, (*_, rolled) in enumerate(reversed(past), 1) if rolled), len(past) + 1)
            expected = since if since is not None and since < back else ROLLED if back <= len(past) else NOTHING
            try:
                found: Any = room.way_back(seat).answers
            except Denied as denied:
                found = denied.sentence
            assert found == expected, (room.version, seat.name)
            seen.add(found)
        chose = not decision.no_effect and not (decision.kind == "pick" and len(decision.options) == 1 and decision.options[0] != PASS)
        room.accept(room.answer(seats[decision.player], room.version, f"m{room.version}", msgspec.to_builtins(room.game.advice())))
        past.append((decision.player, chose, bool(room.game.moments[-1].dice)))
    assert {NOTHING, ROLLED, 1, 2, 3} <= seen
    assert ruleset == "kt40" or any(not chose for _, chose, _ in past)  # there nobody is asked without a choice


# --- over the wire


def answer(person):
    """Give an answer that leads on; the version after it."""
    assert person.answer(person.ask("hint")["answer"], f"a{person.version}")["type"] == "ack"
    return person.version


def catch_up(person, version):
    while person.version < version:
        person.hear()


def undone(version):
    return lambda heard: heard["type"] == "step" and heard["kind"] == "undo" and heard["version"] == version


@pytest.fixture
def friends(server):
    """Two people who play by link in an edition whose sides set up models in turn: the one who chooses an edge first."""
    links = server.new_game(ruleset="kt18", seats=[{"kind": "me"}, {"kind": "link"}])["links"]
    with server.join(links["mine"]) as one, server.join(links["1"]) as two:
        yield (one, two) if one.state["question"]["yours"] else (two, one)


def set_up(first, second):
    """An edge, then a model of the second player and one of the first, each chosen and put down: five answers."""
    for person, other, answers in ((first, second, 1), (second, first, 2), (first, second, 2)):
        for _ in range(answers):
            catch_up(other, answer(person))
    assert (first.version, second.version) == (5, 5)


def test_between_friends_who_answered_last_takes_one_answer_back(friends):
    first, second = friends
    set_up(first, second)
    assert first.state["undo"] == second.state["undo"] == {"possible": True, "offer": True, "own": False, "sentence": ""}
    assert first.do("undo", "u", version=5)["version"] == 5
    assert second.until("offer")["side"] == first.heard[0]["you"]["sides"][0]
    assert second.do("reply", "r", kind="undo", accept=True) == {"type": "ack", "id": "r", "version": 6}
    for person, yours in ((first, True), (second, False)):
        step = person.until(undone(6))
        assert (step["back"], step["question"]["what"], step["question"]["yours"]) == (4, "place", yours)


def test_between_friends_who_waited_takes_the_others_answers_back_too(friends):
    """Two of the other player, and the own one before them."""
    first, second = friends
    set_up(first, second)
    assert second.do("undo", "u", version=5)["version"] == 5
    first.until("offer")
    assert first.do("reply", "r", kind="undo", accept=True)["version"] == 6
    for person, yours in ((first, False), (second, True)):
        step = person.until(undone(6))
        assert (step["back"], step["question"]["what"], step["question"]["yours"]) == (2, "place", yours)


def test_an_offer_to_take_back_lapses_with_the_next_answer(friends):
    """Or a player could agree to it later, when it would take back something else."""
    first, second = friends
    set_up(first, second)
    side = first.heard[0]["you"]["sides"][0]
    assert first.do("undo", "u", version=5)["type"] == "ack"
    second.until("offer")
    answer(second)
    for person in friends:
        assert person.until("offer-over") == {"type": "offer-over", "kind": "undo", "side": side, "how": "lapsed"}
    assert second.do("reply", "r", kind="undo", accept=True)["name"] == "no-offer"
    catch_up(first, 6)
    assert first.version == second.version == 6


def test_nothing_is_offered_for_another_version(friends):
    """Who asks for it before having heard of an answer does not mean that answer."""
    first, second = friends
    set_up(first, second)
    for version in (4, 3, 6):
        assert first.do("undo", f"u{version}", version=version)["name"] == "stale"
    assert second.do("reply", "r", kind="undo", accept=True)["name"] == "no-offer"


def test_nothing_is_offered_that_could_not_be_taken_back(friends):
    """Who has not answered yet has nothing to ask for, and nobody is bothered with it."""
    first, second = friends
    catch_up(second, answer(first))
    assert second.state["undo"] == {"possible": False, "offer": True, "own": False, "sentence": NOTHING}
    refused = second.do("undo", "u", version=1)
    assert (refused["name"], refused["sentence"]) == ("refused", NOTHING)
    second.send("ping")
    second.until("pong")
    assert first.do("reply", "r", kind="undo", accept=True)["name"] == "no-offer"


def test_against_a_program_its_answers_are_taken_back_with_ones_own(server):
    """Barricades are set up in turn: back to the own one before is two answers."""
    made = server.new_game(ruleset="kt21", seats=[{"kind": "me"}, {"kind": "program", "level": "greedy"}])
    with server.join(made["links"]["mine"]) as person:
        first = person.state["question"]["yours"]  # who chooses a drop zone begins
        while person.my_turn()["what"] != "barricade":
            answer(person)
        before = person.version
        assert before == (1 if first else 2)
        assert person.state["undo"] == {"possible": first, "offer": False, "own": first, "sentence": "" if first else NOTHING}
        answer(person)
        person.my_turn()
        assert (person.version, person.state["undo"]["possible"]) == (before + 2, True)
        assert person.do("undo", "u1", version=before + 2)["version"] == before + 3
        step = person.until(undone(before + 3))
        assert (step["back"], step["question"]["what"], step["question"]["yours"]) == (before, "barricade", True)
        assert person.state["undo"]["possible"] == first
        done = person.do("undo", "u2", version=before + 3)
        if first:  # to the drop zone, which is one
            step = person.until(undone(before + 4))
            assert (step["back"], step["question"]["what"], step["undo"]["sentence"]) == (0, "drop-zone", NOTHING)
        else:
            assert (done["name"], done["sentence"]) == ("refused", NOTHING)


@pytest.mark.parametrize(
    ("other", "offer"),
    [({"kind": "me"}, False), ({"kind": "link"}, True), ({"kind": "program", "level": "idle"}, False)],
    ids=["hot-seat", "link", "program"],
)
def test_nothing_is_taken_back_once_it_is_over(server, other, offer):
    """Told with the last step and to whoever comes back; and so it is."""
    made = server.new_game(ruleset="kt18", seats=[{"kind": "me"}, other])
    token = made["links"][made["yours"]]
    with server.join(token) as person:
        if person.state["question"]["yours"]:
            answer(person)
        if other["kind"] == "program":
            person.my_turn()
        assert person.do("concede", "end", version=person.version)["type"] == "ack"
        while person.state["result"] is None:
            person.hear()
        over = {"possible": False, "offer": offer, "own": False, "sentence": ENDED}
        version = person.version
        assert person.state["undo"] == over
        assert person.do("undo", "u", version=version)["name"] == "over"
        with server.join(token) as back:
            assert (back.version, back.state["undo"]) == (version, over)


def test_nothing_is_taken_back_once_time_is_up(server):
    made = server.new_game(seats=[{"kind": "me"}, {"kind": "me"}], clock={"minutes": 0.005})
    with server.join(made["links"]["mine"]) as person:
        answer(person)
        end = person.until(lambda heard: heard["type"] == "step" and heard["kind"] == "flag")
        assert end["undo"] == {"possible": False, "offer": False, "own": False, "sentence": ENDED}
        assert person.do("undo", "u", version=end["version"])["name"] == "over"
