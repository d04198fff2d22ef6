"""Three and four sides at one table: links, one screen, programs, clocks, offers, giving up while the others go on, and power cuts."""

from __future__ import annotations

import json

import pytest

from counteract.core.record import parse
from counteract.game import replay
from counteract.server.rooms import find_room
from tests.server.conftest import WithBanners

ME, LINK, CHOOSES = {"kind": "me"}, {"kind": "link"}, {"kind": "link", "chooses": True}
BY_LINK = {"ruleset": "banners", "seats": [ME, LINK, LINK], "name": "Ann"}
ONE_SCREEN = {"ruleset": "banners", "seats": [ME, ME, ME]}


class Company:
    """People at a table by side, each with a link of their own."""

    def __init__(self, server, **wish):
        self.server = server
        self.made = server.new_game(**{**BY_LINK, **wish})
        self.tokens = [self.made["links"]["mine"], *(self.made["links"][str(side)] for side in (1, 2))]
        self.people = []
        self.join()

    def join(self):
        for token in self.tokens:
            self.people.append(self.server.join(token).__enter__())

    def leave(self):
        for person in self.people:
            person.close()
        self.people = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.leave()

    def settle(self):
        """Everybody hears what has happened; gives who has to decide, or nobody."""
        newest = max(person.version for person in self.people)
        for person in self.people:
            while person.version < newest:
                person.hear()
        asked = [person for person in self.people if (person.state["question"] or {}).get("yours")]
        assert len(asked) <= 1
        return asked[0] if asked else None

    def play(self, most=1000, until=lambda question: False):
        """Answer as a player would who does not mind."""
        while most and (person := self.settle()) is not None and not until(person.state["question"]):
            answered = person.answer(person.state["question"]["default"], f"a{person.version}")
            assert answered["type"] == "ack", answered
            most -= 1
        self.settle()
        return self.people[0].state


@pytest.fixture
def company(fair):
    with Company(fair) as found:
        yield found


def concedes(person, id="enough", **more):
    """Give up, and hear what comes of it."""
    done = person.do("concede", id, version=person.version, **more)
    while done["type"] == "ack" and person.version < done["version"]:
        person.hear()
    return done["type"]


def acts(question):
    return question["what"] == "act"


def side_of(person):
    return person.heard[0]["you"]["sides"][0]


def view_of(person):
    """The sides as a player has been told they are."""
    told = [message.get("view") or message.get("changes", {}) for message in person.heard if message["type"] in ("snapshot", "step")]
    return [one["sides"] for one in told if "sides" in one][-1]


def check_record(server, game, turns):
    """A finished game proves itself by its record and can be looked through."""
    status, record = server.call(f"/api/games/{game}/record")
    again = replay(parse(json.dumps(record).encode(), "record"))
    assert status == 200 and again.turns_taken == turns
    status, shown = server.call(f"/api/replays/{game}?lang=fr")
    assert status == 200 and len(shown["steps"]) == turns and shown["result"]["winners"] == list(again.result.winners)
    assert (shown["revision"], shown["rules"], shown["note"]) == (1, 1, None)
    assert server.call(f"/api/replays/{game}/rolls")[0] == 200


# --- setting up


def test_the_lobby_says_how_many_can_play(fair):
    cards = {card["id"]: card for card in fair.call("/api/rulesets")[1]}
    assert {name: card["sides"] for name, card in cards.items()} == {"kt24": [2], "kt21": [2], "kt18": [2], "kt40": [2, 3, 4], "banners": [2, 3, 4]}
    assert all(card["positions"] for card in cards.values())
    banners = cards["banners"]
    assert {mission["id"]: (mission["sides"], mission["allies"]) for mission in banners["missions"]} == {
        "fair-day": ([3], []), "old-quarrel": ([2], []), "pairs": ([4], [[0, 1], [2, 3]]), "two-to-one": ([3], [[1, 2]]),
    }  # fmt: skip
    assert banners["defaults"] == {
        "sides": 3, "teams": ["herons", "larks", "magpies", "wrens"], "killzone": "fairground", "mission": "fair-day",
        "missions": {"2": "old-quarrel", "3": "fair-day", "4": "pairs"},
    }  # fmt: skip
    assert cards["kt24"]["defaults"]["missions"] == {"2": "hold-the-ground"} and cards["kt24"]["defaults"]["sides"] == 2


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_what_is_left_out_is_for_as_many_as_play(fair, sides):
    """Teams and a mission for all; of seats, whoever asks against programs."""
    made = fair.new_game(ruleset="banners", seats=[ME, *({"kind": "program"} for _ in range(sides - 1))])
    with fair.join(made["links"]["mine"]) as person:
        settings = person.heard[0]["settings"]
        assert len(settings["teams"]) == len({team["id"] for team in settings["teams"]}) == sides
        assert settings["programs"] == [None] + (sides - 1) * ["Normal"] and settings["open"] == [] and not settings["position"]
        assert [len(settings["teams"]), len(person.state["view"]["zones"])] == [sides, sides]
    assert set(made["links"]) == {"mine", "watch"}


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"teams": ["herons"]}, "Banners is played by 2, 3, 4 sides, not by 1."),
        ({"teams": 5 * ["herons"]}, "Banners is played by 2, 3, 4 sides, not by 5."),
        ({"seats": 6 * [ME]}, "Banners is played by 2, 3, 4 sides, not by 6."),
        ({"teams": 3 * ["herons"], "seats": [ME, ME]}, "Every side has one seat, so there must be 3 of them, not 2."),
        ({"teams": 2 * ["herons"], "mission": "pairs"}, "This battle cannot be set up: the mission 'pairs' is for 4 sides, not for 2."),
        ({"seats": 3 * [{"kind": "program"}], "clock": {"minutes": 3}}, "Programs play without a clock."),
        ({"position": 'ruleset = "banners"'}, "At this position the battle is over."),
    ],
)
def test_what_does_not_fit_together_is_refused_with_a_sentence(fair, wish, sentence):
    status, problem = fair.call("/api/games", {"ruleset": "banners", **wish} if "position" not in wish else wish)
    assert (status, problem["type"], problem["detail"]) == (400, "about:counteract/bad-battle", sentence)


def test_chance_gives_each_seat_a_side_and_its_team_goes_with_it(fair):
    teams, seen = ["herons", "larks", "magpies"], set()
    for _ in range(12):
        seats = [ME, {"kind": "program", "level": "random"}, LINK]
        made = fair.new_game(ruleset="banners", teams=teams, seats=seats, shuffle=True)
        with fair.join(made["links"]["watch"]) as onlooker:
            welcome = onlooker.heard[0]
            taken = [team["id"] for team in welcome["settings"]["teams"]]
            programs = welcome["settings"]["programs"]
        mine = fair.call(f"/api/seats/{made['links']['mine']}")[1]["sides"]
        (link,) = {"0", "1", "2"} & set(made["links"])
        assert (taken[mine[0]], taken[programs.index("Easy")], taken[int(link)]) == ("herons", "larks", "magpies")
        seen.add(tuple(taken))
    assert len(seen) > 1


# --- battles


def test_one_gives_up_and_the_others_go_on_to_the_end(fair, company):
    """Whoever's turn it is. The seat stays and looks on; nobody goes back past it."""
    company.play(until=lambda question: acts(question) and question["player"] != 2)
    leaver, game = company.people[2], company.made["game"]
    assert leaver.do("concede", "no", version=leaver.version, side=0)["name"] == "not-yours"
    assert leaver.do("concede", "no2", version=leaver.version, side=7)["name"] == "not-yours"
    assert concedes(leaver) == "ack"
    to_move = company.settle()
    step = to_move.state
    assert step["result"] is None and step["question"]["yours"] and [line["side"] for line in step["lines"]] == [2]
    assert [(side["gone"], side["alliance"]) for side in view_of(to_move)] == [(False, 0), (False, 1), (True, 2)]
    assert leaver.do("concede", "again", version=leaver.version)["sentence"] == "Player 3 has given up already."
    assert leaver.answer({"type": "pass"}, "hm")["name"] == "not-yours"
    assert leaver.do("chat", "c", text="Good luck")["type"] == "ack"
    for person in company.people:
        assert not person.state["undo"]["possible"]
        others = "Somebody has given up since, and that cannot be taken back."
        assert person.state["undo"]["sentence"] == ("You are out of the battle, and look on." if person is leaver else others)
        assert person.do("undo", "u", version=person.version)["name"] == "refused"
    end = company.play()
    assert all(person.state["question"] is None for person in company.people)
    told = [line["text"] for message in company.people[0].heard if message["type"] == "step" for line in message["lines"]]
    assert sum("leave" in text or "given up" in text for text in told) >= 1
    result = end["result"]
    assert result["winners"] and 2 not in result["winners"] and (result["winner"] is None) == (len(result["winners"]) > 1)
    assert len(result["scores"]) == 3 and all(len(points) == 3 for _, points in result["course"])
    check_record(fair, game, end["version"])
    card = fair.call(f"/api/seats/{company.tokens[2]}")[1]
    assert card["over"] and card["result"]["winners"] == result["winners"] and len(card["teams"]) == 3


def test_who_gives_up_in_the_middle_of_their_turn_is_answered_for(company):
    """Whatever is under way comes to an end by its default, and the next one is asked."""
    company.play(until=acts)
    person = company.settle()
    assert concedes(person) == "ack"
    other = company.settle()
    assert other is not person and other.state["result"] is None and other.state["question"]["player"] != side_of(person)


def test_the_last_one_left_has_won(company):
    company.play(3)
    for side in (1, 0):
        person = company.people[side]
        assert concedes(person) == "ack"
        company.settle()
    result = company.people[2].state["result"]
    assert (result["winners"], result["winner"]) == ([2], 2) and result["text"].startswith("Magpies win")


def test_three_at_one_screen(fair):
    made = fair.new_game(**ONE_SCREEN)
    assert set(made["links"]) == {"mine", "watch"} and made["yours"] == "mine"
    with fair.join(made["links"]["mine"]) as person:
        assert person.heard[0]["you"]["sides"] == [0, 1, 2]
        assert [seat["sides"] for seat in person.heard[0]["seats"] if seat["sides"]] == [[0, 1, 2]]
        players = set()
        while (question := person.my_turn()) is not None:
            players.add(question["player"])
            assert not person.state["undo"]["offer"]
            if question["what"] == "act" and len(players) == 3 and not any(side["gone"] for side in view_of(person)):
                gone = (question["player"] + 1) % 3
                assert person.do("concede", "one", version=person.version, side=gone)["type"] == "ack"
                while not any(side["gone"] for side in view_of(person)):
                    person.hear()
                assert person.state["side"] == gone and person.state["result"] is None
                continue
            assert person.answer(question["default"], f"a{person.version}")["type"] == "ack"
        assert players == {0, 1, 2} and gone not in person.state["result"]["winners"]
    check_record(fair, made["game"], person.version)


def test_some_at_one_screen_one_by_link_and_a_program(fair):
    """Who has two sides replies once for both, and speaks for neither of them alone."""
    made = fair.new_game(ruleset="banners", seats=[ME, LINK, ME, {"kind": "program", "level": "idle"}])
    assert set(made["links"]) == {"mine", "1", "watch"} and made["yours"] == "mine"
    with fair.join(made["links"]["mine"]) as home, fair.join(made["links"]["1"]) as away:
        assert [seat["sides"] for seat in away.heard[0]["seats"] if seat["sides"]] == [[0, 2], [1], [3]]
        assert home.answer(home.my_turn()["default"], "a")["type"] == "ack"
        assert away.answer(away.my_turn()["default"], "a")["type"] == "ack"
        assert away.do("undo", "u", version=away.version)["type"] == "ack"
        assert home.until("offer") == {"type": "offer", "kind": "undo", "side": 1, "waiting": [0, 2]}
        assert home.do("reply", "r", kind="undo", accept=True)["type"] == "ack"
        assert away.until(lambda heard: heard["type"] == "step" and heard["kind"] == "undo")["question"]["yours"]
        assert home.do("chat", "c", text="Hello")["type"] == "ack" and away.until("chat")["side"] is None
        assert away.answer(away.my_turn()["default"], "b")["type"] == "ack"
        assert home.my_turn()["player"] == 2


def test_programs_of_different_levels_play_two_of_three_sides(fair):
    seats = [{"kind": "program", "level": "novice"}, ME, {"kind": "program", "level": "random"}]
    made = fair.new_game(ruleset="banners", seats=seats, mission="two-to-one", options={"rounds": 2})
    with fair.join(made["links"]["mine"]) as person:
        assert person.heard[0]["settings"]["programs"] == ["Normal", None, "Easy"]
        assert [side["alliance"] for side in view_of(person)] == [0, 1, 1]
        while (question := person.my_turn()) is not None:
            assert person.answer(question["default"], f"a{person.version}")["type"] == "ack"
        assert {message["side"] for message in person.heard if message["type"] == "step"} == {0, 1, 2}
        assert person.state["result"]["winners"] in ([0], [1, 2], [0, 1, 2])
    check_record(fair, made["game"], person.version)


def test_four_programs_play_in_pairs_while_somebody_watches(fair):
    made = fair.new_game(ruleset="banners", seats=4 * [{"kind": "program"}], options={"rounds": 1})
    assert made["yours"] == "watch" and set(made["links"]) == {"watch"}
    with fair.join(made["links"]["watch"]) as onlooker:
        assert [side["alliance"] for side in view_of(onlooker)] == [0, 0, 2, 2]
        while onlooker.state["question"] is not None:
            onlooker.hear()
        assert len(onlooker.state["result"]["scores"]) == 4


# --- offers


def test_everybody_else_is_asked_before_something_is_taken_back(company):
    """One of them may decline; if all accept it is done, and what is left to reply is told meanwhile."""
    company.play(5)
    asking = company.settle()
    while not asking.state["undo"]["possible"]:
        company.play(1)
        asking = company.settle()
    side, version = side_of(asking), asking.version
    first, second = (person for person in company.people if person is not asking)
    waiting = sorted(map(side_of, (first, second)))
    assert asking.state["undo"]["offer"] and asking.do("undo", "u1", version=version)["version"] == version
    for person in (first, second):
        assert person.until("offer") == {"type": "offer", "kind": "undo", "side": side, "waiting": waiting}
    assert first.do("reply", "r1", kind="undo", accept=True)["version"] == version
    left = {"type": "offer", "kind": "undo", "side": side, "waiting": [side_of(second)]}
    assert second.until("offer") == left and asking.until(lambda heard: heard == left)
    assert first.do("reply", "r2", kind="undo", accept=False)["name"] == "not-yours"
    assert second.do("reply", "r3", kind="undo", accept=False)["type"] == "ack"
    declined = {"type": "offer-over", "kind": "undo", "side": side, "how": "declined", "by": side_of(second)}
    assert asking.until("offer-over") == declined
    assert asking.do("undo", "u2", version=version)["version"] == version
    assert [first.do("reply", "r4", kind="undo", accept=True)["version"], asking.version] == [version, version]
    assert second.do("reply", "r5", kind="undo", accept=True)["version"] == version + 1
    step = asking.until(lambda heard: heard["type"] == "step" and heard["kind"] == "undo")
    assert step["question"]["yours"] and step["version"] == version + 1


def test_who_has_given_up_is_not_asked_any_more(company):
    company.play(until=lambda question: question["player"] == 0 and acts(question))
    leaver = company.people[2]
    assert concedes(leaver) == "ack"
    asking = company.settle()
    answered = asking.answer({"type": "pick", "value": "stop"}, "go")
    assert answered["type"] == "ack"
    company.settle()
    assert asking.state["undo"]["offer"]
    assert asking.do("undo", "u", version=asking.version)["type"] == "ack"
    assert company.people[1].until("offer")["waiting"] == [1]
    assert leaver.do("reply", "r", kind="undo", accept=False)["name"] == "not-yours"
    assert company.people[1].do("reply", "r", kind="undo", accept=True)["type"] == "ack"
    assert asking.until(lambda heard: heard["type"] == "step" and heard["kind"] == "undo")["question"]["what"] == "act"


def test_all_three_agree_to_play_again(fair, company):
    for side in (0, 1):
        person = company.people[side]
        assert concedes(person) == "ack"
        company.settle()
    one, two, three = company.people
    assert one.do("rematch", "m1", version=2)["type"] == "ack"
    assert three.until("offer") == {"type": "offer", "kind": "rematch", "side": 0, "waiting": [1, 2]}
    assert two.do("rematch", "m2", version=2)["type"] == "ack"  # who wants the same accepts
    assert one.until(lambda heard: heard["type"] == "offer" and heard["waiting"] == [2])
    assert three.do("reply", "m3", kind="rematch", accept=True)["type"] == "ack"
    tokens = [person.until("rematch")["token"] for person in company.people]
    with fair.join(tokens[0]) as early:  # who has not come yet is asked all the same
        assert early.answer(early.my_turn()["default"], "a")["type"] == early.do("undo", "u", version=1)["type"] == "ack"
        assert early.until("offer") == {"type": "offer", "kind": "undo", "side": 0, "waiting": [1, 2]}
    again = [fair.join(token).__enter__() for token in tokens]
    assert [person.heard[0]["you"]["sides"] for person in again] == [[0], [1], [2]]
    assert len({person.heard[0]["game"] for person in again}) == 1 and again[0].heard[0]["game"] != company.made["game"]
    assert [team["id"] for team in again[0].heard[0]["settings"]["teams"]] == ["herons", "larks", "magpies"]
    for person in again:
        person.close()


def test_programs_sit_down_again_too(fair):
    seats = [{"kind": "program", "level": "random"}, ME, {"kind": "program", "level": "novice"}]
    made = fair.new_game(ruleset="banners", seats=seats)
    with fair.join(made["links"]["mine"]) as person:
        person.my_turn()
        assert person.do("concede", "c", version=person.version)["type"] == "ack"
        while person.state["question"] is not None:  # the programs go on without
            person.hear()
        assert person.do("rematch", "m", version=person.version)["type"] == "ack"
        token = person.until("rematch")["token"]
    with fair.join(token) as again:
        assert again.heard[0]["settings"]["programs"] == ["Easy", None, "Normal"] and again.heard[0]["you"]["sides"] == [1]


def test_two_of_three_choose_their_teams(fair):
    with Company(fair, seats=[ME, CHOOSES, CHOOSES], clock={"minutes": 5}) as company:
        ann, bea, cy = company.people
        assert cy.heard[0]["settings"]["open"] == [1, 2] and not any(person.state["question"]["yours"] for person in company.people)
        promise = ann.heard[0]["fairness"]
        assert ann.do("team", "t", team="wrens")["name"] == "not-open"
        assert cy.do("team", "t", team="wrens")["type"] == "ack"
        assert ann.until(lambda heard: heard["type"] == "welcome" and heard["settings"]["open"] == [1])["fairness"] == promise
        assert cy.do("team", "t2", team="larks")["name"] == "not-open"
        for person in (ann, cy):
            assert person.do("answer", "early", version=0, answer={"type": "pass"})["name"] == "not-yet"
        assert bea.do("team", "t", team="wrens")["type"] == "ack"
        for person in company.people:
            again = person.until(lambda heard: heard["type"] == "welcome" and heard["settings"]["open"] == [])
            assert [team["id"] for team in again["settings"]["teams"]] == ["herons", "wrens", "wrens"] and again["fairness"] == promise
            person.send("ping")
            person.until("pong")
        assert company.play(4)["version"] == 4


def test_programs_wait_until_all_teams_are_chosen(fair):
    """Whoever begins: a program answers once the battle can."""
    for first in range(3):
        seats = [{"kind": "program", "level": "idle"} for _ in range(3)]
        seats[first] = CHOOSES
        made = fair.new_game(ruleset="banners", seats=seats)
        with fair.join(made["links"][str(first)]) as friend:
            assert friend.do("team", "t", team="wrens")["type"] == "ack"
            assert friend.my_turn()["player"] == first


# --- clocks


def test_clocks_run_once_all_three_have_been_there(fair):
    made = fair.new_game(**BY_LINK, clock={"minutes": 5, "increment": 2})
    with fair.join(made["links"]["mine"]) as one, fair.join(made["links"]["1"]) as two:
        first = one if one.state["question"]["yours"] else two
        assert one.state["clock"] == {"left": [300, 300, 300], "running": None, "increment": 2}
        if first.state["question"]["yours"]:
            assert first.answer(first.state["question"]["default"], "a")["type"] == "ack"
            assert first.state["clock"]["running"] is None
        with fair.join(made["links"]["2"]) as three:
            assert three.state["clock"]["running"] == three.state["question"]["player"]
            assert three.state["clock"]["left"][side_of(first)] == 302


def test_whose_time_is_up_is_out_and_the_others_go_on(fair):
    made = fair.new_game(**ONE_SCREEN, clock={"minutes": 0.01})
    with fair.join(made["links"]["mine"]) as person:
        assert person.answer(person.state["question"]["default"], "a")["type"] == "ack"
        flags = [person.until(lambda heard: heard["type"] == "step" and heard["kind"] == "flag") for _ in range(2)]
        first, second = (flag["side"] for flag in flags)
        assert flags[0]["result"] is None and flags[0]["clock"]["left"][first] == 0 and flags[0]["clock"]["running"] == second != first
        assert "run out of time" in flags[0]["lines"][0]["text"] and all("gives up" not in line["text"] for line in flags[0]["lines"])
        (last,) = {0, 1, 2} - {first, second}
        assert (flags[1]["result"]["winners"], flags[1]["result"]["winner"]) == ([last], last)
    check_record(fair, made["game"], person.version)


# --- after a power cut


def test_a_battle_of_three_survives_a_power_cut(tmp_path):
    """One has given up, another is in the middle of a move; everything is as it was, and goes on."""
    with WithBanners(f"sqlite:///{tmp_path}/games.db") as mortal, Company(mortal) as company:
        company.play(until=lambda question: acts(question) and question["player"] == 1)
        person = company.people[0]
        assert concedes(person) == "ack"
        asked = company.settle()
        assert asked.answer({"type": "pick", "value": "move"}, "go")["type"] == "ack"
        company.settle()
        before = [one.state for one in company.people]
        mortal.kill()
        company.people = []
        mortal.start()
        company.join()
        for old, one in zip(before, company.people, strict=True):
            assert (one.version, one.state["question"], one.state["undo"]) == (old["version"], old["question"], old["undo"])
            assert [side["gone"] for side in one.state["view"]["sides"]] == [True, False, False]
        end = company.play()
        assert 0 not in end["result"]["winners"]
        check_record(mortal, company.made["game"], end["version"])
        with mortal.store() as store:
            assert find_room(store, company.made["game"]).version == end["version"]


def test_whatever_else_is_asked_of_a_ruleset_from_outside_is_answered(fair):
    """Its teams, its ground, its rules; odds it has none, which is said."""
    assert fair.call("/api/teams/herons")[1]["operatives"][0]["tables"]
    assert len(fair.call("/api/killzones/fairground?ruleset=banners&mission=pairs")[1]["zones"]) == 4
    assert all(rule["heading"] for rule in fair.call("/api/rules?ruleset=banners&lang=zh")[1])
    assert fair.call("/api/odds/banners")[1]["detail"] == "There are no odds for banners."
    for kind, asked in (("shoot", {"weapon": "5 3+ 3/4", "target": "save 3+, wounds 12"}), ("table", {"team": "herons", "against": "larks"})):
        status, problem = fair.call(f"/api/odds/{kind}", {**asked, "ruleset": "banners"})
        assert status == 400 and problem["detail"]
