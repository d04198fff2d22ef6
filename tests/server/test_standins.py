"""Stand-ins: a program plays for somebody who is away after a stated wait, and no longer once they are back."""

from __future__ import annotations

import pytest

from counteract.server.rooms import find_room
from tests.server.conftest import WithBanners
from tests.server.test_sides import LINK, ME, Company, acts, check_record, concedes, side_of

SOON = 0.005  # minutes
NEVER = 600.0


class Leaving(Company):
    """Three people by link, any of whom may go and come back; those who are there play on."""

    def goes(self, side):
        """Somebody leaves, and the others hear of it."""
        leaver = next(person for person in self.people if side_of(person) == side)
        self.people.remove(leaver)
        leaver.close()
        for person in self.people:
            while (heard := person.hear())["type"] != "presence" or seat_in(heard, side)["here"]:
                pass
        self.left_at = leaver.version
        return self.people

    def comes(self, side):
        """Somebody comes back, and hears what was missed."""
        self.people.append(self.server.join(self.tokens[side], f"have={self.left_at}").__enter__())
        return self.people[-1]

    def settle(self):
        """Everybody hears what has happened until one of them has to decide, or nobody ever."""
        while (person := super().settle()) is None and self.people[0].state["question"] is not None and len(self.people) < len(self.tokens):
            self.people[0].hear()
        return person


def seat_in(heard, side):
    return next(seat for seat in heard["seats"] if side in seat["sides"])


def stood_in(side):
    """Whether a message tells that a program plays a side for its player."""
    return lambda heard: heard["type"] == "presence" and seat_in(heard, side)["stood_in"]


def lines_of(person):
    """What the log has told somebody, from the last snapshot on."""
    told = []
    for message in person.heard:
        told = [] if message["type"] == "snapshot" else told
        told += [line["text"] for line in message.get("log") or message.get("lines") or []]
    return told


@pytest.fixture
def leaving(fair):
    with Leaving(fair, stand_in=SOON) as found:
        yield found


# --- waiting


def test_a_game_says_how_long_it_waits(fair):
    made = fair.new_game(ruleset="banners", seats=[ME, LINK, LINK], stand_in=3)
    with fair.join(made["links"]["mine"]) as person:
        assert person.heard[0]["settings"]["stand_in"] == 3
        assert [seat["stood_in"] for seat in person.heard[0]["seats"]] == [False, False, False]
    with fair.join(fair.new_game(ruleset="banners", seats=[ME, LINK, LINK])["links"]["mine"]) as person:
        assert person.heard[0]["settings"]["stand_in"] is None
    for wish, words in (
        ({"stand_in": 0}, "stand_in"),
        ({"stand_in": 601}, "stand_in"),
        ({"seats": 3 * [{"kind": "program"}], "stand_in": 1}, "nobody is ever away"),
    ):
        status, problem = fair.call("/api/games", {"ruleset": "banners", "seats": [ME, LINK, LINK], **wish})
        assert status == 400 and words in problem["detail"]


def test_a_program_plays_for_who_is_away_until_they_are_back(fair, leaving):
    """The others are told; whoever comes back has the seat at once, and what was answered stays."""
    leaving.play(until=lambda question: acts(question) and question["player"] == 2)
    before = leaving.people[2].version
    one, two = leaving.goes(2)
    for person in (one, two):
        assert not seat_in(person.until(stood_in(2)), 2)["here"]
        told = person.until(lambda heard: heard["type"] == "step" and heard["side"] == 2 and heard["version"] > before)
        assert told["lines"][0]["text"] == "Nobody is here for Magpies: the machine plays for them."
        assert (told["lines"][0]["side"], [mention["number"] for mention in told["lines"][0]["mentions"]]) == (2, [2])
    leaving.settle()
    three = leaving.comes(2)
    assert "Nobody is here for Magpies: the machine plays for them." in lines_of(three)
    welcome = next(heard for heard in three.heard if heard["type"] == "welcome")
    assert welcome["stood_in"]["answers"] >= 1 and welcome["stood_in"]["since"] > before  # how much, and from where on
    assert "stood_in" not in one.heard[0]
    assert not seat_in(one.until(lambda heard: heard["type"] == "presence" and seat_in(heard, 2)["here"]), 2)["stood_in"]
    leaving.play(until=lambda question: question["player"] == 2)
    answered = three.answer(three.my_turn()["default"], "mine again")
    assert answered["type"] == "ack"
    leaving.settle()
    assert lines_of(one).count("Magpies have their player back.") == 1
    assert lines_of(one).count("Nobody is here for Magpies: the machine plays for them.") == 1
    assert leaving.play()["question"] is None
    check_record(fair, leaving.made["game"], one.version)


def test_a_named_player_is_named_in_the_log_in_everybodys_language(fair):
    with Leaving(fair, stand_in=SOON) as company:
        assert company.people[1].do("name", "n", name="Bea")["type"] == "ack"
        company.people[0].send("language", lang="fr")
        company.people[0].until("snapshot")
        company.play(until=lambda question: acts(question) and question["player"] == 1)
        one, three = company.goes(1)
        french, english = (
            person.until(lambda heard: heard["type"] == "step" and heard["lines"] and heard["lines"][0]["text"].startswith("Bea"))["lines"][0]
            for person in (one, three)
        )
        assert english["text"] == "Bea is away: the machine plays for Larks."
        assert " ".join(french["text"].split()) == "Bea n’est pas là : la machine joue pour Alouettes."


def test_without_a_stated_wait_everybody_is_waited_for(fair):
    with Leaving(fair) as company:
        company.play(until=lambda question: acts(question) and question["player"] == 2)
        for person in company.goes(2):
            with pytest.raises(TimeoutError):
                person.hear(0.7)


def test_nobody_plays_where_nobody_waits(fair, leaving):
    """Onlookers and those who have given up keep nobody from being away."""
    leaving.play(until=lambda question: acts(question) and question["player"] == 2)
    assert concedes(leaving.people[1]) == "ack"
    Company.settle(leaving)
    with fair.join(leaving.made["links"]["watch"]) as onlooker:
        leaving.goes(0)
        leaving.goes(2)
        with pytest.raises(TimeoutError):
            onlooker.until("step", 0.7)
        back = leaving.comes(0)
        assert onlooker.until(stood_in(2)) and onlooker.until("step")["side"] == 2
        assert back.until("step")["side"] == 2


def test_who_has_not_come_yet_is_stood_in_for_too_but_not_before_teams_are_chosen(fair):
    made = fair.new_game(ruleset="banners", seats=[{"kind": "link", "chooses": True}, ME, LINK], stand_in=SOON)
    with fair.join(made["links"]["mine"]) as person:
        with pytest.raises(TimeoutError):
            person.hear(0.7)
        with fair.join(made["links"]["0"]) as friend:
            assert friend.do("team", "t", team="wrens")["type"] == "ack"
        while (question := person.my_turn()) is not None and person.version < 12:
            assert person.answer(question["default"], f"a{person.version}")["type"] == "ack"
        assert {message["side"] for message in person.heard if message["type"] == "step"} == {0, 1, 2}


def test_a_seat_of_several_sides_is_played_as_one(fair):
    made = fair.new_game(ruleset="banners", seats=[ME, LINK, ME], options={"rounds": 1}, stand_in=SOON)
    with fair.join(made["links"]["1"]) as person:
        while (question := person.my_turn()) is not None:
            assert person.answer(question["default"], f"a{person.version}")["type"] == "ack"
        assert {message["side"] for message in person.heard if message["type"] == "step"} == {0, 1, 2}
        assert sum("the machine plays" in line for line in lines_of(person)) == 2


def test_the_clock_runs_on(fair):
    with Leaving(fair, stand_in=SOON, clock={"minutes": 5, "increment": 0}) as company:
        company.play(until=lambda question: acts(question) and question["player"] == 2)
        one, _ = company.goes(2)
        left = one.state["clock"]["left"][2]
        step = one.until(lambda heard: heard["type"] == "step" and heard["side"] == 2 and any("machine" in line["text"] for line in heard["lines"]))
        assert step["clock"]["left"][2] <= left - 60 * SOON


# --- taking back


def test_who_is_stood_in_for_is_not_asked(leaving):
    """Until they are back: then what was offered without them lapses, and they are asked like all others."""
    leaving.play(until=lambda question: acts(question) and question["player"] == 2)
    leaving.goes(2)
    one = leaving.people[0]
    leaving.play(until=lambda question: acts(question) and question["player"] == 0)
    assert one.answer({"type": "pick", "value": "stop"}, "go")["type"] == "ack"
    assert one.state["undo"] == {"possible": True, "own": False, "offer": True, "sentence": ""}
    assert one.do("undo", "u", version=one.version)["type"] == "ack"
    assert one.until("offer")["waiting"] == [1]
    back = leaving.comes(2)
    assert one.until("offer-over")["how"] == "lapsed"
    assert one.do("undo", "u2", version=one.version)["type"] == "ack"
    assert one.until("offer")["waiting"] == back.until("offer")["waiting"] == [1, 2]


def test_who_goes_away_without_a_reply_is_not_waited_for(leaving):
    """The first player asks to take back, the second agrees, the third leaves: once a program plays for them, it is done."""
    leaving.play(until=lambda question: acts(question) and question["player"] == 1)
    one, two, _ = leaving.people
    assert two.answer({"type": "pick", "value": "stop"}, "go")["type"] == "ack"
    leaving.settle()
    version = two.version
    assert two.state["question"]["player"] == 2
    assert two.do("undo", "u", version=version)["type"] == "ack"
    one.until("offer")
    assert one.do("reply", "r", kind="undo", accept=True)["type"] == "ack"
    leaving.goes(2)
    back = two.until(lambda heard: heard["type"] == "step" and heard["kind"] == "undo")
    assert back["version"] == version + 1 and back["question"]["player"] == 1


def test_what_somebody_who_is_away_answered_stays(leaving):
    """What came after it may be taken back, and what the program answered with it."""
    leaving.play(until=lambda question: question["kind"] == "place" and question["player"] == 0)
    leaving.play(3)  # each has set up one
    leaving.goes(2)
    one, two = leaving.people
    leaving.play(2)
    assert leaving.settle() is one and any("machine" in line for line in lines_of(one))
    version = one.version
    assert one.state["undo"]["possible"] and one.do("undo", "u", version=version)["type"] == "ack"
    assert two.do("reply", "r", kind="undo", accept=True)["type"] == "ack"
    back = one.until(lambda heard: heard["type"] == "step" and heard["kind"] == "undo")
    assert back["version"] == version + 1 and back["question"]["yours"]
    sentence = "Somebody who is away has answered since, and cannot be asked."
    assert back["undo"] == {"possible": False, "own": False, "offer": True, "sentence": sentence}
    assert one.do("undo", "u2", version=one.version)["name"] == "refused"


def test_alone_with_programs_one_takes_back_at_once(leaving):
    leaving.play(until=lambda question: acts(question) and question["player"] == 2)
    leaving.goes(2)
    leaving.play(until=lambda question: acts(question) and question["player"] == 1)
    leaving.goes(1)
    leaving.play(until=lambda question: acts(question) and question["player"] == 0)
    (one,) = leaving.people
    assert one.answer({"type": "pick", "value": "move"}, "go")["type"] == "ack"
    assert one.state["undo"] == {"possible": True, "own": True, "offer": False, "sentence": ""}
    assert one.do("undo", "u", version=one.version)["type"] == "ack"
    assert one.until(lambda heard: heard["type"] == "step" and heard["kind"] == "undo")["question"]["what"] == "act"


def test_a_rematch_needs_those_who_are_away(fair):
    with Leaving(fair, stand_in=SOON, options={"rounds": 1}) as company:
        company.play(until=lambda question: acts(question) and question["player"] == 2)
        one, _ = company.goes(2)
        assert company.play()["question"] is None
        assert one.do("rematch", "m", version=one.version)["type"] == "ack"
        assert one.until("offer")["waiting"] == [1, 2]


# --- after a power cut


def test_who_is_stood_in_for_is_so_after_a_power_cut(tmp_path):
    """The program goes on at once, from the last answer; only whoever comes back ends it."""
    with WithBanners(f"sqlite:///{tmp_path}/games.db") as mortal, Leaving(mortal, stand_in=SOON) as company:
        company.play(until=lambda question: acts(question) and question["player"] == 2)
        one, _ = company.goes(2)
        one.until(stood_in(2))
        mortal.kill()
        with mortal.store() as store:
            assert [seat.stood_in for seat in store.seats(company.made["game"]) if 2 in seat.sides] == [True]
            room = find_room(store, company.made["game"])
            assert room.kept.options["stand_in"] == SOON
            store.write(lambda db: db.exec_driver_sql(f"update games set options = replace(options, '{SOON}', '{NEVER}')"))
        mortal.start()
        with mortal.join(company.tokens[0]) as again:
            assert again.heard[0]["settings"]["stand_in"] == NEVER and again.version >= room.version
            while not again.state["question"]["yours"] and again.state["question"]["player"] != 1:
                again.hear()  # no wait: the seat is the program's already
            assert "Nobody is here for Magpies: the machine plays for them." in lines_of(again)
            with mortal.join(company.tokens[2]) as back:
                assert not seat_in(back.heard[0], 2)["stood_in"]
                assert back.do("chat", "c", text="Back again")["type"] == "ack"  # one thing after the other
        mortal.kill()
        with mortal.store() as store:
            assert not any(seat.stood_in for seat in store.seats(company.made["game"]))
        mortal.start()
