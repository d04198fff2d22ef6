"""The HTTP calls: what they answer, and that no question whatsoever brings the server down."""

from __future__ import annotations

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from counteract.core.decision import Concede
from counteract.core.record import encode, record
from counteract.core.registry import shipped as names
from counteract.files.teams import team_ids
from counteract.game import Game
from counteract.server.app import described


def test_everything_there_is_to_choose(server):
    for lang in ("en", "fr", "zh"):
        status, found = server.call(f"/api/rulesets?lang={lang}")
        assert status == 200 and {card["id"] for card in found} == set(names())
        for card in found:
            assert card["about"] and card["teams"] and card["killzones"] and card["missions"] and card["players"]
            assert all(option["label"] and option["kind"] in ("choice", "flag", "number") for option in card["options"])
            assert set(card["defaults"]["teams"]) <= {team["id"] for team in card["teams"]}
    assert server.call("/api/rulesets?lang=de")[0] == 400


@pytest.mark.parametrize("team", [team for ruleset in names() for team in team_ids(ruleset)])
def test_every_team_has_its_cards(server, team):
    status, card = server.call(f"/api/teams/{team}?lang=fr")
    assert status == 200 and card["id"] == team and sum(one["count"] for one in card["operatives"]) > 3
    assert all(one["tables"][0]["rows"] for one in card["operatives"])


@pytest.mark.parametrize("ruleset", names())
def test_a_killzone_is_drawn_as_it_will_be_played(server, ruleset):
    """The lobby's picture and the table agree, and so does what is said of mission and ground."""
    (card,) = (card for card in server.call("/api/rulesets")[1] if card["id"] == ruleset)
    known = [one["id"] for one in card["killzones"]]
    ground = "drowned-yard" if "drowned-yard" in known else known[0]
    for mission in card["missions"]:
        zone = server.call(f"/api/killzones/{ground}?ruleset={ruleset}&mission={mission['id']}")[1]
        if mission["sides"] and 2 not in mission["sides"]:
            continue
        made = server.new_game(ruleset=ruleset, killzone=ground, mission=mission["id"], seats=[{"kind": "me"}, {"kind": "me"}])
        with server.join(made["links"]["mine"]) as person:
            assert [person.state["view"][key] for key in ("board", "terrain", "markers")] == [zone[key] for key in ("board", "terrain", "markers")]
            turns = mission["usual"][{"kt18": "rounds", "kt40": "turns"}.get(ruleset, "turning_points")]
            assert any(f"After {turns} " in aim["text"] for aim in person.state["view"]["aims"])
    assert zone["summary"] == next(one["summary"] for one in card["killzones"] if one["id"] == ground)
    assert ("mud" in zone["summary"]) == (ruleset == "kt18") == any("flat" in part["marks"] and part["bottom"] == 0 for part in zone["terrain"])


def test_killzones_are_drawn_with_missions(server):
    status, zone = server.call("/api/killzones/foundry?ruleset=kt24&mission=hold-the-ground")
    assert status == 200 and zone["terrain"] and zone["markers"] and len(zone["zones"]) == 2
    assert server.call("/api/killzones/foundry")[1]["markers"] == []
    for path in ("/api/killzones/nowhere", "/api/killzones/foundry?mission=nothing", "/api/teams/..%2F..%2Fpyproject", "/api/teams/x.toml"):
        status, problem = server.call(path)
        assert status == 404 and set(problem) == {"type", "title", "status", "detail"}


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({"ruleset": "kt99"}, "kt99"),
        ({"teams": ["ashen-wardens", "no-such-team"]}, "no-such-team"),
        ({"teams": ["ashen-wardens", "fen-fusiliers"]}, "kt18"),
        ({"teams": ["ashen-wardens"]}, "2 sides, not by 1"),
        ({"teams": 3 * ["ashen-wardens"]}, "2 sides, not by 3"),
        ({"seats": 4 * [{"kind": "me"}]}, "2 sides, not by 4"),
        ({"seats": []}, "2 sides, not by 0"),
        ({"teams": 2 * ["ashen-wardens"], "seats": [{"kind": "me"}]}, "there must be 2 of them, not 1"),
        ({"options": {"turning_points": 99}}, "turning_points"),
        ({"options": {"sides": 3}}, "sides"),
        ({"seats": [{"kind": "me"}, {"kind": "program", "level": "genius"}]}, "genius"),
        ({"seats": [{"kind": "me"}, {"kind": "nobody"}]}, "nobody"),
        ({"killzone": "../../etc"}, "name"),
        ({"mission": "no-such"}, "no-such"),
        ({"clock": {"minutes": 0}}, "minutes"),
        ({"seats": [{"kind": "program"}, {"kind": "program"}], "clock": {"minutes": 5}}, "clock"),
        ({"shuffle": 2}, "shuffle"),
        ({"color": "red"}, "color"),
    ],
)
def test_a_battle_that_cannot_be_is_refused_with_a_sentence(server, wish, word):
    status, problem = server.call("/api/games", wish)
    assert status in (400, 404) and word in problem["detail"], problem


def test_the_rulebook(server):
    status, rules = server.call("/api/rules?ruleset=kt24")
    assert status == 200 and len(rules) > 100
    status, found = server.call("/api/rules?ruleset=kt24&search=couvert&lang=fr")
    assert status == 200 and found
    status, rule = server.call(f"/api/rules/{rules[0]['id']}?lang=zh")
    assert status == 200 and rule["title"] and rule["title"] != rules[0]["title"]
    assert server.call("/api/rules/KT24-NONE-99")[0] == 404
    assert server.call("/api/rules?ruleset=kt99")[0] == 404


def test_every_section_of_a_rulebook_has_a_name(server):
    for lang in ("en", "fr", "zh"):
        status, rules = server.call(f"/api/rules?lang={lang}")
        assert status == 200 and all(rule["heading"] and rule["heading"] != rule["section"] for rule in rules)


def test_the_odds(server):
    status, odds = server.call("/api/odds/shoot", {"weapon": "5 3+ 3/4; Piercing 1, Balanced", "target": "save 3+, wounds 12"})
    assert status == 200 and odds["expected"] == pytest.approx(8.598, abs=0.001)
    status, odds = server.call("/api/odds/fight", {"attacker": "4 3+ 4/5", "attacker_wounds": 13, "defender": "3 4+ 3/4", "defender_wounds": 8})
    assert status == 200 and 0 < odds["defender_incapacitated"] < 1
    status, odds = server.call("/api/odds/table", {"team": "ashen-wardens", "against": "hollow-choir"})
    assert status == 200 and odds["ranged"]["weapons"] and odds["melee"]["weapons"]
    for kind, asked in (
        ("shoot", {"weapon": "nonsense", "target": "save 3+, wounds 12"}),
        ("shoot", {"weapon": "pyproject.toml/a/b", "target": "save 3+, wounds 12"}),
        ("fight", {"attacker": 3}),
        ("table", {}),
        ("table", {"team": "ashen-wardens"}),
        ("table", {"weapons": ["4 3+ 3/4"]}),
    ):
        status, problem = server.call(f"/api/odds/{kind}", asked)
        assert status == 400 and problem["detail"], (kind, asked)


def test_a_record_is_verified_before_it_is_shown(server):
    game = Game.new("kt24", seed=2)
    for _ in range(25):
        game.play(game.advice())
    game.play(Concede())
    data = encode(record(game))
    status, replay = server.call("/api/replays", data)
    assert status == 200 and len(replay["steps"]) == 26 and replay["result"]["winner"] is not None
    changed = data.replace(b'"answer":{"type":"pick"', b'"answer":{"type":"pass"', 1)
    for broken, word in ((data[:-100], "all of it"), (changed, "at step"), (b"{}", "record"), (b"\xff\xfe", "record"), (b"[" * 5000, "record")):
        status, problem = server.call("/api/replays", broken)
        assert status == 400 and word in problem["detail"], problem


def test_the_page_is_served_with_care(server):
    for path in ("/", "/play/some-token", "/rules/KT24-DASH-01"):
        status, page = server.call(path)
        assert (status, b"<!doctype html>" in page) in ((200, True), (503, True))
    assert server.call("/api/nothing") == (404, server.call("/api/nothing")[1])
    assert server.call("/..%2f..%2fpyproject.toml")[1][:15].lower() == b"<!doctype html>"
    assert server.call("/api/messages/en") == (200, {}) and len(server.call("/api/messages/fr")[1]) > 50
    assert server.call("/api/messages/xx")[0] == 404


schema = schemathesis.openapi.from_dict(json.loads(json.dumps(described())))


@pytest.mark.parametrize("operation", [found.ok() for found in schema.get_all_operations()], ids=lambda operation: operation.label)
def test_no_question_brings_the_server_down(server, operation):
    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=operation.as_strategy())
    def ask(case):
        response = case.call(base_url=f"http://{server.host}")
        case.validate_response(response, checks=[not_a_server_error])
        if response.status_code >= 400:
            assert response.headers["content-type"] == ["application/problem+json"] or response.status_code in (405, 503)

    ask()
