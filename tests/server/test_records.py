"""Records that a player sends: whatever was altered in one is noticed, also by whoever knows how to sign it again, and said in a sentence."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from served import Served

from counteract.core.decision import Concede
from counteract.core.record import encode, fingerprint, parse, record
from counteract.core.registry import shipped as names
from counteract.game import Game

GONE: Any = object()
MISPLAYED = "This record was altered: at step {} it is not what the rules and its dice make of it."
NO_HASH = "This record cannot be trusted: its hash is not the hash of its contents."
NO_RESULT = "This record cannot be trusted: the result written is not the result of these answers."


def played(ruleset: str) -> dict[str, Any]:
    """The record of a battle that goes on until some dice have fallen, and is then given up."""
    game = Game.new(ruleset, seed=2)
    rolls = 0
    while rolls < 3:
        game.play(game.advice())
        rolls += bool(game.moments[-1].dice)
    game.play(Concede())
    return msgspec.json.decode(encode(record(game)))


@pytest.fixture(scope="module")
def kept():
    return played("kt24")


def altered(kept: dict[str, Any], where: str, value: Any) -> dict[str, Any]:
    """The same record with something else in one place, as in "steps.5.state"."""
    changed = deepcopy(kept)
    *way, last = (int(name) if name.lstrip("-").isdecimal() else name for name in where.split("."))
    inner: Any = changed
    for name in way:
        inner = inner[name]
    if value is GONE:
        del inner[last]
    else:
        assert inner[last] != value
        inner[last] = value
    return changed


def signed(changed: dict[str, Any]) -> dict[str, Any]:
    """A record with the hash that belongs to it."""
    return {**changed, "hash": fingerprint(parse(json.dumps(changed).encode(), "record"))}


def refusal(server, sent: dict[str, Any], lang: str = "en") -> str:
    """The sentence with which a record is refused."""
    status, problem = server.call(f"/api/replays?lang={lang}", sent)
    assert (status, problem["type"], problem["status"]) == (400, "about:counteract/bad-question", 400), problem
    return problem["detail"]


def test_a_record_is_shown_as_it_was_played(server, kept):
    """Written in whichever way; the hash is that of what it holds."""
    assert signed(kept) == kept
    for data in (kept, json.dumps(kept, indent=3).encode(), dict(reversed(kept.items()))):
        status, shown = server.call("/api/replays", data)
        assert status == 200 and len(shown["steps"]) == len(kept["steps"]) - 1
        assert ([shown["result"]["winner"]], shown["result"]["scores"]) == (kept["result"]["winners"], kept["result"]["scores"])


@pytest.mark.parametrize("value", ["0" * 64, "", "not a hash"])
def test_an_altered_hash_is_noticed(server, kept, value):
    assert refusal(server, altered(kept, "hash", value)) == NO_HASH


def test_a_hash_in_capitals_is_another_one(server, kept):
    assert refusal(server, altered(kept, "hash", kept["hash"].upper())) == NO_HASH


@pytest.mark.parametrize("again", [False, True], ids=["as it was signed", "signed again"])
@pytest.mark.parametrize(
    ("where", "value"),
    [("result", None), ("result.winners", []), ("result.scores", [9, 9]), ("result.reasons", []), ("result.figures", {"kills": [9, 9]})],
)
def test_an_altered_result_is_noticed(server, kept, where, value, again):
    changed = altered(kept, where, value)
    assert refusal(server, signed(changed) if again else changed) == NO_RESULT


def test_the_other_winner_is_noticed(server, kept):
    changed = altered(kept, "result.winners", [1 - kept["result"]["winners"][0]])
    assert refusal(server, changed) == refusal(server, signed(changed)) == NO_RESULT


def test_an_altered_step_is_noticed_and_named(server, kept):
    """An answer, a die; left out, put in twice, put in another place: signed again or not."""
    rolled = next(n for n, step in enumerate(kept["steps"]) if n and step.get("dice"))
    die = kept["steps"][rolled]["dice"][0][0]
    swapped, twice = deepcopy(kept), deepcopy(kept)
    swapped["steps"][4:6] = swapped["steps"][5:3:-1]
    twice["steps"].insert(5, twice["steps"][4])
    cases = [
        (altered(kept, "steps.0.answer", {"type": "pass"}), 0),
        (altered(kept, "steps.5.answer", {"type": "pass"}), 5),
        (altered(kept, "steps.5.answer", None), 5),
        (altered(kept, f"steps.{rolled}.dice.0.0", die % 6 + 1), rolled),
        (altered(kept, f"steps.{rolled}.dice", []), rolled),
        (altered(kept, f"steps.{rolled}.dice", [[6], [6]]), rolled),
        (altered(kept, "steps.3", GONE), 3),
        (swapped, 4),
        (twice, 5),
    ]
    for changed, step in cases:
        assert refusal(server, changed) == refusal(server, signed(changed)) == MISPLAYED.format(step)


def test_a_record_that_ends_too_early_is_noticed(server, kept):
    """The battle was given up in the step that is missing, so it has no result without it."""
    changed = altered(kept, f"steps.{len(kept['steps']) - 1}", GONE)
    assert refusal(server, changed) == refusal(server, signed(changed)) == NO_RESULT
    assert refusal(server, altered(kept, "steps", [])) == "This record cannot be trusted: it holds no steps."


def test_altered_dice_are_noticed(server, kept):
    """They do not fall as it is written, or what was promised before the battle is not kept."""
    changed = altered(kept, "dice.seed", 3)
    assert refusal(server, changed) == refusal(server, signed(changed))
    assert refusal(server, changed).startswith("This record was altered: at step ")
    game = Game.new("kt24")
    game.play(Concede())
    kept = msgspec.json.decode(encode(record(game)))
    assert server.call("/api/replays", kept)[0] == 200
    for where in ("dice.commitment", "dice.secret"):
        assert "the dice secret does not match the commitment" in refusal(server, signed(altered(kept, where, "0" * 64)))


def test_what_is_wrong_is_said_in_every_language(server, kept):
    said = {refusal(server, altered(kept, where, value), lang) for lang in ("en", "fr", "zh") for where, value in (("hash", ""), ("result", None))}
    assert len(said) == 6
    assert "Cet enregistrement n’est pas fiable\xa0: son empreinte n’est pas celle de son contenu." in said


@pytest.mark.parametrize(("where", "value"), [("format", "chess"), ("version", 99), ("version", "1"), ("hash", None), ("more", 1), ("steps", {})])
def test_what_is_no_record_is_said_to_be_none(server, kept, where, value):
    changed = {**kept, where: value}
    assert refusal(server, changed) == "This is not the record of a battle, or not all of it."


# --- set-ups that nobody would make


def places(thing: Any, way: str) -> list[str]:
    """Every place in plain data."""
    inner = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    return [way, *(place for name, value in inner for place in places(value, f"{way}.{name}"))]


@pytest.mark.parametrize("ruleset", names())
def test_no_set_up_brings_the_server_down(server, ruleset):
    """Something else in one place after the other: it is refused with a sentence, or it is a battle like any other."""
    kept, statuses = played(ruleset), set()
    for number, place in enumerate(places(kept["setup"], "setup")[:: 29 if ruleset != "kt18" else 37]):
        value = (GONE, None, -1, "x", [], {}, True, [[]])[number % 8]
        try:
            sent = signed(altered(kept, place, value))
        except (AssertionError, ValueError):
            continue
        status, answer = server.call("/api/replays", sent)
        assert status == 200 or (status == 400 and answer["detail"].startswith("This ")), (place, value, answer)
        statuses.add(status)
    assert statuses == {200, 400}


#: What is found on no card, and only noticed when it is used or shown.
ODD = [
    ("kt21", lambda operative: operative["abilities"] and "rules" in operative["abilities"][0]["values"], "abilities.0.values.rules.0", 7),
    ("kt18", lambda operative: operative["weapons"] and operative["weapons"][0]["text"], "weapons.0.text.0", "Unheard-of"),
]


@pytest.mark.parametrize(("ruleset", "fits", "place", "value"), ODD, ids=[ruleset for ruleset, *_ in ODD])
def test_cards_that_nobody_can_read_are_refused(server, ruleset, fits, place, value):
    kept = played(ruleset)
    cards = [
        f"setup.teams.{side}.operatives.{number}.{place}"
        for side, team in enumerate(kept["setup"]["teams"])
        for number, operative in enumerate(team["operatives"])
        if fits(operative)
    ]
    answers = [server.call("/api/replays", signed(altered(kept, card, value))) for card in cards]
    assert {status for status, _ in answers} <= {200, 400}
    assert [problem["detail"] for status, problem in answers if status == 400 and problem["detail"].startswith("This record cannot be ")]


def test_a_record_that_takes_for_ever_keeps_nobody_waiting(tmp_path):
    """On the largest board, all of it drop zones under a rock with many floors, everything has to be looked at for a place to stand."""
    endless = played("kt18")
    everywhere = [[0, 0], [240, 0], [240, 240], [0, 240]]
    rock = {"id": "rock", "feature": "rock", "footprint": everywhere, "bottom": 0.0, "top": 99.0, "kind": "heavy", "marks": []}
    floors = [{**rock, "id": f"floor-{z}", "footprint": [[0, 0], [1, 0], [1, 1]], "top": z, "marks": ["vantage"]} for z in range(1, 40)]
    for place, value in (("killzone.board", {"width": 240, "depth": 240}), ("killzone.parts", [rock, *floors])):
        endless = altered(endless, f"setup.{place}", value)
    for zone in (0, 1):
        endless = altered(endless, f"setup.mission.zones.{zone}.depth", 240)
    endless = signed(endless)
    shot = {"weapon": "5 3+ 3/4", "target": "save 3+, wounds 12"}
    with Served(f"sqlite:///{tmp_path}/games.db", helping=3.0) as server:
        while server.call("/api/odds/shoot", shot)[0] != 200:  # somebody helps as soon as everything is ready
            pass
        status, problem = server.call("/api/replays", endless)
        assert (status, problem["type"], problem["detail"][-30:]) == (503, "about:counteract/busy", "try again with less, or later.")
        status, odds = server.call("/api/odds/shoot", shot)
        assert status == 200, odds
        assert server.stop() == ""
