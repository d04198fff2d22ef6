"""Playing over real sockets at a real server: who may do what, resends, coming back, offers, languages."""

from __future__ import annotations

import json
import math
import time
from itertools import pairwise

import pytest
from served import Served

from counteract.core.dice import CommittedDice
from counteract.core.record import parse
from counteract.core.registry import shipped as names
from counteract.game import replay

HOT_SEAT = {"seats": [{"kind": "me"}, {"kind": "me"}]}
BY_LINK = {"seats": [{"kind": "me"}, {"kind": "link"}], "name": "Ann"}


@pytest.fixture
def hot_seat(server):
    with server.join(server.new_game(**HOT_SEAT)["links"]["mine"]) as person:
        yield person


@pytest.fixture
def friends(server):
    """Two people who play by link, and an onlooker."""
    links = server.new_game(**BY_LINK)["links"]
    with server.join(links["mine"]) as one, server.join(links["1"]) as two, server.join(links["watch"]) as onlooker:
        yield [one, two, onlooker]


def turn(friends):
    """Return the person who decides now, and the other one."""
    for person in friends[:2]:
        catch_up(person, friends)
    first, second = friends[:2]
    return (first, second) if first.state["question"]["yours"] else (second, first)


def catch_up(person, friends):
    newest = max(friend.version for friend in friends)
    while person.version < newest:
        person.hear()


def first_option(person):
    return person.state["question"]["options"][0]["answer"]


def undone(message):
    return message["type"] == "step" and message["kind"] == "undo"


def view_of(person):
    """The table as a player has been told it is."""
    view = {}
    for message in person.heard:
        changes = message["view"] if message["type"] == "snapshot" else message["changes"] if message["type"] == "step" else {}
        models = {model["id"]: model for model in (*view.get("models", ()), *changes.get("models", ()))}
        view |= {**changes, "models": [models[number] for number in sorted(models)]}
    return view


def log_of(person):
    return [line for message in person.heard for line in message.get("log" if message["type"] == "snapshot" else "lines", ())]


def plays(person, answers, tag="p"):
    for n in range(answers):
        assert person.answer(person.my_turn()["default"], f"{tag}{n}")["type"] == "ack"


# --- whole battles


@pytest.mark.parametrize("ruleset", names())
def test_a_whole_battle_against_a_program(server, ruleset):
    """To the end, whatever the question; then the record proves itself."""
    short = {{"kt18": "rounds", "kt40": "turns"}.get(ruleset, "turning_points"): 2}
    made = server.new_game(ruleset=ruleset, seats=[{"kind": "program", "level": "greedy"}, {"kind": "me"}], options=short)
    assert set(made["links"]) == {"mine", "watch"} and made["yours"] == "mine"
    with server.join(made["links"]["mine"]) as person:
        commitment = person.heard[0]["fairness"]["commitment"]
        assert server.call(f"/api/games/{made['game']}/record")[0] == 409
        assert server.call(f"/api/replays/{made['game']}")[0] == 409
        while (question := person.my_turn()) is not None:
            options = question["options"]
            answered = person.answer(options[person.version % len(options)]["answer"], f"a{person.version}")
            assert answered["type"] == "ack", answered
        end = person.state
    assert end["result"]["winners"] in ([], [end["result"]["winner"]])
    assert end["result"]["winner"] in (0, 1, None) and CommittedDice.check(commitment, end["fairness"]["secret"])
    turns, points = zip(*end["result"]["course"], strict=True)
    assert turns == tuple(range(1, len(turns) + 1)) and points[-1] == [side["vp"] for side in view_of(person)["sides"]]
    status, record = server.call(f"/api/games/{made['game']}/record")
    game = replay(parse(json.dumps(record).encode(), "record"))
    assert status == 200 and game.turns_taken == end["version"]
    status, again = server.call(f"/api/replays/{made['game']}?lang=fr")
    assert status == 200 and len(again["steps"]) == end["version"] and again["result"]["scores"] == end["result"]["scores"]
    status, rolls = server.call(f"/api/replays/{made['game']}/rolls")
    dice, at = CommittedDice(end["fairness"]["secret"]), 0
    for roll in rolls["rolls"]:
        faces, at = dice.roll(at, len(roll["faces"]), roll["sides"])
        assert list(faces) == roll["faces"]
    assert status == 200 and len(rolls["rolls"]) > 10


def test_programs_play_while_somebody_watches(server):
    made = server.new_game(seats=[{"kind": "program", "level": level} for level in ("greedy", "random")])
    assert made["yours"] == "watch" and set(made["links"]) == {"watch"}
    with server.join(made["links"]["watch"]) as onlooker:
        while onlooker.version < 30:
            onlooker.hear()


# --- who may do what


def test_who_plays_is_told_and_told_again_in_another_language(server):
    """The level of a program in words; all that is told once when a player comes is told anew."""
    made = server.new_game(seats=[{"kind": "program", "level": "random"}, {"kind": "me"}])
    with server.join(made["links"][made["yours"]]) as person:
        assert person.until("welcome")["settings"]["programs"] == ["Easy", None]
        person.send("language", lang="fr")
        assert person.until("welcome")["settings"]["programs"] == ["Facile", None]


def test_only_the_one_to_decide_may_answer(friends):
    to_move, other = turn(friends)
    answer = first_option(to_move)
    assert "options" not in other.state["question"]
    assert other.answer(answer, "x")["name"] == "not-yours"
    assert other.ask("hint")["name"] == "not-yours"
    friends[2].version = to_move.version
    for kind in ("answer", "undo", "concede", "chat", "rematch"):
        assert friends[2].do(kind, f"w-{kind}", version=0, answer=answer, text="hello")["name"] == "onlooker"
    assert to_move.answer(answer, "ok") == {"type": "ack", "id": "ok", "version": 1}
    assert friends[2].until("step")["version"] == 1


def test_an_answer_to_another_version_is_refused(hot_seat):
    for version in (1, 5, 10**6):
        refused = hot_seat.do("answer", f"v{version}", version=version, answer=first_option(hot_seat))
        assert refused["name"] == "stale" and str(version) in refused["sentence"]
    assert hot_seat.ask("measure", **{"from": [0, 0], "to": [3, 4]})["inches"] == 5.0
    assert hot_seat.ask("measure", **{"from": [0, 0], "to": [2.016, 0]})["text"] == '2.1"'  # never less than it is


def test_what_is_sent_again_is_acknowledged_and_not_done_again(server, hot_seat):
    answer = first_option(hot_seat)
    sent = [hot_seat.do("answer", "same", version=0, answer=answer) for _ in range(3)]
    assert [(one["type"], one["version"]) for one in sent] == [("ack", 1)] * 3
    for _ in range(2):
        assert hot_seat.do("chat", "hello", text="hello")["type"] == "ack"
    hot_seat.send("language", lang="en")
    snapshot = hot_seat.until("snapshot")
    assert snapshot["version"] == 1 and [line["text"] for line in snapshot["chat"]] == ["hello"]


def test_two_people_may_use_the_same_ids(friends):
    to_move, other = turn(friends)
    assert to_move.do("chat", "1", text="first")["type"] == "ack"
    assert other.do("chat", "1", text="second")["type"] == "ack"
    assert other.until(lambda m: m["type"] == "chat" and m["text"] == "second")["number"] == 2


def test_a_refusal_says_why_and_changes_nothing(hot_seat):
    for body in ({"type": "pick", "value": "moon"}, {"type": "path", "points": [[1, 1]]}, {"type": "pass"}):
        refused = hot_seat.answer(body, f"bad-{body['type']}")
        assert refused["name"] == "refused" and refused["sentence"] and refused["rule"].startswith("KT24-")
    for body in (None, 7, [], {"type": "sing"}, {"type": "pick"}, {"type": "pick", "value": [1]}, {"type": "path", "points": "x"}):
        assert hot_seat.answer(body, f"worse-{body}"[:40])["name"] == "bad-answer"
    assert hot_seat.answer(first_option(hot_seat), "good")["version"] == 1


def test_links_lead_to_seats_and_nowhere_else(server):
    made = server.new_game(**BY_LINK)
    status, card = server.call(f"/api/seats/{made['links']['1']}")
    assert status == 200 and card["game"] == made["game"] and card["sides"] == [1] and not card["over"]
    assert server.call("/api/seats/nowhere")[0] == 404
    for token in ("nowhere", "x" * 200, "%00"):
        code, reason = server.join(token).closing()
        assert code == 4404 and reason


# --- coming back


def test_who_comes_back_gets_what_was_missed(server):
    token = server.new_game(**HOT_SEAT)["links"]["mine"]
    with server.join(token) as person:
        plays(person, 6)
        with server.join(token, "have=2") as back:
            assert [m["type"] for m in back.heard] == ["welcome", "step"]
            while back.version < 6:
                back.hear()
            assert back.state["question"] == person.state["question"]
            missed = [line for m in back.heard if m["type"] == "step" for line in m["lines"]]
        with server.join(token) as fresh:
            assert [line for line in fresh.state["log"] if line["version"] > 2] == missed
        for have in ("6", "99", "-1", "x"):
            with server.join(token, f"have={have}") as back:
                assert back.state["type"] == "snapshot" and back.version == 6


def test_after_an_undo_who_comes_back_gets_a_snapshot(server):
    token = server.new_game(**HOT_SEAT)["links"]["mine"]
    with server.join(token) as person:
        plays(person, 5)
        if not person.state["undo"]["possible"]:
            plays(person, 1, "q")
        version = person.version
        assert person.do("undo", "back", version=version)["version"] == version + 1
        step = person.until(undone)
        assert step["back"] < version and step["lines"] == []
        with server.join(token, f"have={version}") as back:
            assert back.state["type"] == "snapshot" and max(line["version"] for line in back.state["log"]) <= step["back"]


def test_presence_is_told(friends):
    assert friends[0].until(lambda m: m["type"] == "presence" and all(s["here"] for s in m["seats"]))
    friends[1].close()
    gone = friends[0].until(lambda m: m["type"] == "presence" and not all(s["here"] for s in m["seats"]))
    assert [(seat["sides"], seat["here"]) for seat in gone["seats"] if seat["sides"]] == [([0], True), ([1], False)]


def test_of_two_servers_on_one_game_the_slower_one_is_refused_and_catches_up(server):
    token = server.new_game(**HOT_SEAT)["links"]["mine"]
    with Served(server.settings["database"]) as other, server.join(token) as one, other.join(token) as two:
        answer = first_option(one)
        assert one.answer(answer, "first")["version"] == 1
        refused = two.answer(answer, "second")
        assert refused["name"] == "stale" and two.until("snapshot")["version"] == 1
        assert two.state["question"] == one.state["question"]
        assert two.answer(two.my_turn()["default"], "third")["version"] == 2


# --- languages


def test_everybody_is_told_in_their_language(server):
    token = server.new_game(**HOT_SEAT)["links"]["mine"]
    with server.join(token) as english, server.join(token, "lang=fr") as french, server.join(token, "lang=zh") as chinese:
        people = (english, french, chinese)
        assert len({person.state["question"]["prompt"] for person in people}) == 3
        assert len({person.state["view"]["heading"] for person in people}) == 3
        english.send("language", lang="fr")
        assert english.until("snapshot")["question"]["prompt"] == french.state["question"]["prompt"]
        refused = [person.answer({"type": "pick", "value": "moon"}, f"m{n}")["sentence"] for n, person in enumerate(people)]
        assert refused[0] == refused[1] != refused[2]
        english.send("language", lang="de")
        assert english.until("refused")["name"] == "bad-message"


# --- asking


def nearest_barrier(view, model):
    """The middle of the nearest terrain that nobody can stand on."""
    x, y, _ = view["models"][model]["place"]
    low = [part["footprint"] for part in view["terrain"] if part["top"] < 2]
    middles = [[sum(c[axis] for c in corners) / len(corners) for axis in (0, 1)] for corners in low]
    return min(middles, key=lambda spot: math.dist(spot, (x, y)))


def test_a_page_can_ask_where_to_go(hot_seat):
    """Reach, way and check agree with what is then played."""
    while hot_seat.my_turn()["kind"] != "path":
        assert hot_seat.answer(hot_seat.ask("hint")["answer"], f"h{hot_seat.version}")["type"] == "ack"
    model = hot_seat.state["question"]["subject"]
    assert hot_seat.ask("reach")["polygons"][0]["rings"]
    hint = hot_seat.ask("hint")["answer"]["points"][-1]
    way = hot_seat.ask("way", to=hint)
    assert way["length"] + way["left"] == pytest.approx(way["most"], abs=0.002)
    plan = sum(math.dist(a[:2], b[:2]) for a, b in pairwise(way["points"]))
    assert plan + sum(way[cost] for cost in ("climbed", "dropped", "traversed", "rough")) == pytest.approx(way["length"], abs=0.01)
    assert set(way["seen_by"]) <= {one["id"] for one in view_of(hot_seat)["models"] if one["side"] != view_of(hot_seat)["models"][model]["side"]}
    assert hot_seat.ask("check", answer=way["answer"])["legal"]
    far = hot_seat.ask("way", to=[29, 21])
    assert far["answer"] is None and far["sentence"].startswith("The shortest way there is ") and far["rule"]
    spot = nearest_barrier(view_of(hot_seat), model)
    onto = hot_seat.ask("way", to=spot)
    assert onto["answer"] is None and "barrier" in onto["sentence"]
    assert not hot_seat.ask("check", answer={"type": "path", "points": [spot]})["legal"]
    bad = hot_seat.ask("check", answer={"type": "path", "points": [[200, 200]]})
    assert not bad["legal"] and bad["sentence"]
    assert hot_seat.ask("measure", **{"from": {"model": model}, "to": [0, 0]})["inches"] > 0
    assert hot_seat.ask("sees", model=model)["models"]
    assert hot_seat.ask("threat", model=model)["move"]
    for about, more in (("way", {}), ("way", {"to": [1]}), ("sees", {"model": 99}), ("sees", {}), ("measure", {}), ("check", {"answer": 3})):
        assert hot_seat.ask(about, **more)["type"] == "refused"
    assert hot_seat.answer(way["answer"], "go")["type"] == "ack"


@pytest.mark.parametrize("ruleset", [name for name in names() if name != "kt40"])  # there whole units are set up
def test_a_page_can_ask_where_to_put_something(server, ruleset):
    """Edges are parts of the board; what is put a little outside a zone is set inside, and what is far from it is refused."""
    asked = set()
    with server.join(server.new_game(ruleset=ruleset, **HOT_SEAT)["links"]["mine"]) as person:
        while "place" not in asked:
            question = person.my_turn()
            if question["kind"] == "place":
                put_beside_the_zone(person, question)
            elif question["what"] in ("edge", "drop-zone"):
                assert all(len(option["area"]) == 4 for option in question["options"])
                assert person.ask("spot", to=[1, 1])["type"] == "refused"
            asked.add(question["what"])
            person.answer(person.ask("hint")["answer"], f"h{person.version}")
    assert asked & {"edge", "drop-zone"}


def put_beside_the_zone(person, question):
    """Put something along the inner side of its zone, a little outside."""
    width, depth = view_of(person)["board"]
    ((x0, y0), _, (x1, y1), _) = person.ask("reach")["polygons"][0]["rings"][0]
    wide = x1 - x0 > y1 - y0
    along = [(x0 + x1) * k / 20 if wide else (y0 + y1) * k / 20 for k in range(1, 20)]
    beyond = (y1 + 0.3 if y1 < depth else y0 - 0.3) if wide else (x1 + 0.3 if x1 < width else x0 - 0.3)
    wished = [(one, beyond) if wide else (beyond, one) for one in along]
    found = [(wish, told) for wish in wished if (told := person.ask("spot", to=wish))["answer"]]
    assert len(found) > 3
    for wish, told in found:
        assert person.ask("check", answer=told["answer"])["legal"]
        assert math.dist(wish, (told["answer"]["x"], told["answer"]["y"])) < 1.4
        assert ("seen_by" in told) == ("markers" in told) == ("shape" not in question)
    far = person.ask("spot", to=[width - wished[0][0], depth - wished[0][1]])
    assert far["answer"] is None and far["sentence"] and far["rule"]


def test_a_way_goes_on_from_its_corners(hot_seat):
    """The last leg goes around what is in the way, with what the corners before have left."""
    while hot_seat.my_turn()["kind"] != "path":
        assert hot_seat.answer(hot_seat.ask("hint")["answer"], f"h{hot_seat.version}")["type"] == "ack"
    x, y, _ = view_of(hot_seat)["models"][hot_seat.state["question"]["subject"]]["place"]
    about = [(x + dx, y + dy) for dx in (-1.5, -0.5, 0.5, 1.5) for dy in (-1.5, -0.5, 0.5, 1.5)]
    corners = [told for spot in about if (told := hot_seat.ask("way", to=spot))["answer"] and told["left"] > told["length"] + 0.1]
    assert corners and all(told["corner"] == told["answer"] for told in corners)
    for told in corners:
        back, corner = hot_seat.ask("way", to=[x, y], answer=told["corner"]), told["corner"]["points"]
        assert back["answer"]["points"][: len(corner)] == corner and back["length"] == pytest.approx(2 * told["length"], abs=0.1)
        assert hot_seat.ask("check", answer=back["answer"])["legal"]
    far = hot_seat.ask("way", to=[29, 21], answer=corners[0]["corner"])
    assert far["answer"] is None and far["sentence"]
    assert hot_seat.ask("way", to=[x, y], answer={"type": "pass"})["type"] == "refused"
    assert hot_seat.answer(back["answer"], "go")["type"] == "ack"


def test_lines_have_their_dice_and_what_is_refused_its_model(hot_seat):
    """What a line mentions stands in its text; a target that is refused can be found on the board."""
    rolled = []
    while not rolled or not any(one["model"] is not None for one in hot_seat.my_turn()["refused"]):
        assert hot_seat.answer(hot_seat.ask("hint")["answer"], f"h{hot_seat.version}")["type"] == "ack"
        rolled = [line for line in log_of(hot_seat) if any(one["kind"] == "die" for one in line["mentions"])]
    names = {"model": [model["name"] for model in view_of(hot_seat)["models"]], "side": [side["team"] for side in view_of(hot_seat)["sides"]]}
    for line in log_of(hot_seat):
        for one in line["mentions"]:
            words = line["text"][one["start"] : one["end"]]
            assert words == (str(one["number"]) if one["kind"] == "die" else names[one["kind"]][one["number"]])
    models = [one["model"] for one in hot_seat.state["question"]["refused"] if one["model"] is not None]
    assert all(view_of(hot_seat)["models"][model]["place"] for model in models)


# --- taking back, giving up, playing again


def test_against_a_program_one_takes_back_freely_but_not_across_dice(server):
    token = server.new_game(seats=[{"kind": "me"}, {"kind": "program", "level": "greedy"}])["links"]["mine"]
    with server.join(token) as person:
        taken = across = 0
        while not taken or not across:
            question, undo, version = person.my_turn(), person.state["undo"], person.version
            assert not undo["offer"]
            if undo["possible"] and not taken:
                assert person.do("undo", f"u{version}", version=version)["type"] == "ack"
                step = person.until(undone)
                assert step["question"]["yours"] and step["back"] < version
                taken += 1
            elif not undo["possible"]:
                refused = person.do("undo", f"u{version}", version=version)
                assert refused["name"] == "refused" and refused["sentence"] == undo["sentence"]
                across += refused["sentence"].startswith("Dice have been rolled")
            else:
                assert question["yours"]
            answered = person.answer(person.my_turn()["default"], f"a{person.version}")
            assert answered["type"] == "ack", answered


def test_against_a_person_one_asks_before_taking_back(friends):
    """Where the other one has been asked something since."""
    other, asking = turn(friends)
    while not asking.state["undo"]["possible"]:
        assert other.answer(other.state["question"]["default"], f"a{other.version}")["type"] == "ack"
        other, asking = turn(friends)
    version = asking.version
    assert asking.state["undo"] == {"possible": True, "own": False, "offer": True, "sentence": ""}
    assert asking.do("undo", "u1", version=version)["version"] == version
    assert other.until("offer")["kind"] == "undo"
    assert asking.do("reply", "r0", kind="undo", accept=True)["name"] == "not-yours"
    assert other.do("reply", "r1", kind="undo", accept=False)["type"] == "ack"
    side = asking.heard[0]["you"]["sides"][0]
    assert asking.until("offer-over") == {"type": "offer-over", "kind": "undo", "side": side, "how": "declined", "by": 1 - side}
    assert asking.version == version
    assert other.do("reply", "r2", kind="undo", accept=True)["name"] == "no-offer"
    assert asking.do("undo", "u1b", version=version)["type"] == asking.do("reply", "r2b", kind="undo", accept=False)["type"] == "ack"
    assert other.until(lambda heard: heard.get("how") == "withdrawn")["side"] == side
    assert asking.do("undo", "u2", version=version)["type"] == "ack"
    assert other.do("reply", "r3", kind="undo", accept=True)["version"] == version + 1
    assert asking.until(undone)["question"]["yours"]


# --- sitting down


def test_a_name_is_told_to_everybody_and_kept(server, friends):
    ann, other, onlooker = friends
    assert [seat["name"] for seat in other.heard[0]["seats"] if seat["sides"] == [0]] == ["Ann"]
    assert other.do("name", "n1", name="  Bea\u0007 " + 60 * "x")["type"] == "ack"
    bea = ("Bea " + 60 * "x")[:40]
    for person in (ann, onlooker):
        seats = person.until(lambda heard: heard["type"] == "presence" and any(seat["name"] == bea for seat in heard["seats"]))["seats"]
        assert {tuple(seat["sides"]): seat["name"] for seat in seats if seat["sides"]} == {(0,): "Ann", (1,): bea}
    assert other.do("chat", "c1", text="Hello")["type"] == "ack"
    assert ann.until("chat")["name"] == bea
    assert onlooker.do("name", "n2", name="Cy")["name"] == "onlooker"
    with server.store() as store:
        assert {seat.name for seat in store.seats(ann.heard[0]["game"])} == {"Ann", bea, ""}


def test_a_player_hands_out_a_link_for_onlookers(server, friends):
    _, other, onlooker = friends
    token = other.do("invite", "i1")["token"]
    assert other.do("invite", "i2")["token"] == token
    with server.join(token) as one_more:
        assert one_more.heard[0]["you"] == {"sides": [], "kind": "onlooker", "name": ""}
        assert one_more.answer({"type": "pass"}, "a")["name"] == "onlooker"
        assert len([seat for seat in one_more.heard[0]["seats"] if not seat["sides"] and seat["here"]]) == 2
    assert onlooker.do("invite", "i3")["name"] == "onlooker"


@pytest.mark.parametrize("ruleset", names())
def test_a_friend_chooses_a_team(server, ruleset):
    made = server.new_game(ruleset=ruleset, seats=[{"kind": "me"}, {"kind": "link", "chooses": True}], clock={"minutes": 5})
    with server.join(made["links"]["mine"]) as ann, server.join(made["links"]["1"]) as bea:
        assert bea.heard[0]["settings"]["open"] == [1] and not ann.state["question"]["yours"] and not bea.state["question"]["yours"]
        promise = ann.heard[0]["fairness"]
        for person, kind, more in ((ann, "answer", {"answer": {"type": "pass"}}), (bea, "concede", {})):
            assert person.do(kind, f"{kind}-1", version=0, **more)["name"] == "not-yet"
        own, usual = (team["id"] for team in ann.heard[0]["settings"]["teams"])
        assert ann.do("team", "t1", team=usual)["name"] == "not-open"
        assert bea.do("team", "t2", team="../secret")["name"] == "not-found" and bea.do("team", "t3", team="nobody")["name"] == "bad-battle"
        assert bea.do("team", "t4", team=own)["type"] == "ack"
        for person in (ann, bea):
            again = person.until(lambda heard: heard["type"] == "welcome" and not heard["settings"]["open"])
            assert [team["id"] for team in again["settings"]["teams"]] == [own, own] and again["fairness"] == promise
            person.until("snapshot")
        assert bea.do("team", "t5", team=usual)["name"] == "not-open"
        to_move = next(person for person in (ann, bea) if person.state["question"]["yours"])
        assert to_move.answer(to_move.state["question"]["default"], "a1")["type"] == "ack"


def test_who_gives_up_loses_whoever_is_to_decide_and_both_may_play_again(server, friends):
    to_move, other = turn(friends)
    side = other.heard[0]["you"]["sides"][0]
    assert other.do("rematch", "early", version=0)["name"] == "not-over"
    assert other.do("concede", "enough", version=0)["type"] == "ack"
    end = to_move.until("step")
    assert end["result"]["winner"] == 1 - side and end["question"] is None and end["fairness"]["secret"]
    assert to_move.answer({"type": "pass"}, "late")["name"] == "over"
    assert to_move.do("rematch", "again", version=1)["type"] == "ack"
    assert other.until("offer")["kind"] == "rematch"
    other.send("language", lang="zh")
    assert other.until("offer")["kind"] == "rematch"  # it still stands
    assert other.do("reply", "yes", kind="rematch", accept=True)["type"] == "ack"
    tokens = [person.until("rematch")["token"] for person in friends]
    assert len(set(tokens)) == 3
    with server.join(tokens[0]) as one, server.join(tokens[1]) as two, server.join(tokens[2]) as onlooker:
        assert [person.heard[0]["you"]["sides"] for person in (one, two, onlooker)] == [[0], [1], []]
        assert one.heard[0]["game"] != friends[0].heard[0]["game"] and one.version == 0


# --- clocks


def test_a_clock_runs_and_its_flag_falls(server):
    made = server.new_game(**HOT_SEAT, clock={"minutes": 0.02, "increment": 0.5})
    with server.join(made["links"]["mine"]) as person:
        assert person.state["clock"] == {"left": [1.2, 1.2], "running": None, "increment": 0.5}
        side = person.state["question"]["player"]
        plays(person, 1)
        clock = person.state["clock"]
        assert clock["running"] == person.state["question"]["player"]
        if clock["running"] != side:
            assert clock["left"][side] > 1.2
        begun = time.monotonic()
        end = person.until(lambda m: m["type"] == "step" and m["kind"] == "flag", 10)
        assert 0.8 < time.monotonic() - begun < 5
        assert end["side"] == clock["running"] and end["result"]["winner"] == 1 - end["side"] and end["lines"][0]["text"]
