"""Messages conform to the schema, in every ruleset and language, at every decision of a battle."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from served import ROOT

from counteract.core.decision import Allocate, Dice, Pass, Path, Place, read_answer
from counteract.core.dice import CommittedDice
from counteract.core.language import LANGUAGES, speaking
from counteract.core.registry import shipped as names
from counteract.game import Game
from counteract.players import player_names
from counteract.server import messages as m
from counteract.server import telling
from counteract.server.app import described
from counteract.server.problems import STATUS
from counteract.server.questions import question
from counteract.server.rooms import GameRoom, make_seats, new_battle
from counteract.server.schema import components
from counteract.server.shown import View

BATTLES = [(ruleset, {}) for ruleset in names()] + [("kt24", {"killzone": "undercroft", "guard": True}), ("kt18", {"specialists": True})]


@pytest.mark.parametrize(("ruleset", "more"), BATTLES, ids=[f"{ruleset}-{len(more)}" for ruleset, more in BATTLES])
def test_every_view_and_question_is_as_described(ruleset, more):
    """A battle of programs, looked at all along by a hot seat, each time in the next language."""
    game, seen = Game.new(ruleset, seed=5, **more), set()
    for n in range(2000):
        decision = game.decision
        if decision is None:
            break
        if n % 4 == 0 or decision.what not in seen:
            seen.add(decision.what)
            with speaking([*LANGUAGES][n % 3]):
                msgspec.convert(game.view(decision.player), View)
                asked = question(game, (0, 1))
                sent = msgspec.json.encode(asked)
                assert msgspec.json.encode(msgspec.json.decode(sent, type=m.QuestionView)) == sent
                _fits(game, asked)
                hidden = question(game, (1 - decision.player,))
            assert not hidden.yours and hidden.options is msgspec.UNSET
        game.play(game.advice())
    assert game.over
    assert len(seen) > 12


def _fits(game, asked):
    """Every option is legal, and what goes with its kind is there."""
    assert asked.options
    for option in asked.options:
        assert option.label.title and game.why_not(option.answer) is None
    assert asked.default is None or game.why_not(asked.default) is None
    for refused in asked.refused:
        assert refused.sentence and refused.label.title and game.why_not(refused.answer) is not None
    kinds = {"path": Path, "place": Place, "dice": Dice, "allocate": Allocate}
    if asked.kind in kinds and not (asked.kind == "allocate" and asked.allocate.models):  # of models all may be named at once
        assert any(isinstance(option.answer, kinds[asked.kind]) for option in asked.options)
    if asked.kind == "path":
        assert asked.most >= 0 and all(option.at or option.answer == Pass() for option in asked.options)
    if asked.kind == "paths":
        assert asked.unit is not msgspec.UNSET and asked.marching.models[0] <= asked.subject <= asked.marching.models[-1]
    if asked.kind == "place":
        assert (asked.subject is None) == (asked.shape is not msgspec.UNSET and len(asked.shape) >= 3)
    if asked.kind == "dice":
        assert len(asked.dice.faces) == len(asked.dice.marks) > 0 and asked.dice.uses
    if asked.kind == "allocate":
        assert len(asked.allocate.names) == len(asked.allocate.most) and all(asked.allocate.names)
    if asked.pools is not msgspec.UNSET:
        for option in asked.options:
            assert option.die is not None and option.die.side == asked.player
            assert (option.against is None) == str(option.answer.value).startswith("strike")


def test_snapshots_and_steps_add_up():
    """The steps from the first snapshot on lead to the last view, and the log to the same lines."""
    game = Game.new("kt21", dice=CommittedDice.draw())
    kept = new_battle(game, {}, 0.0)
    room = GameRoom(kept, make_seats(kept.id, (("human", ""), ("human", "")), (0, 1))[0])
    seat = room.seats[0]
    first = telling.snapshot(room, seat, room.game.view(None), [], None)
    view, log = dict(first.view), list(first.log)
    for n in range(60):
        before = room.game.view(None)
        room.accept(room.answer(seat, n, f"m{n}", msgspec.to_builtins(room.game.advice())))
        step = telling.step(room, seat, telling.changes(before, room.game.view(None)), None)
        assert msgspec.json.decode(msgspec.json.encode(step), type=m.StepMessage).version == n + 1
        changed = {model["id"]: model for model in step.changes.get("models", ())}
        view |= {**step.changes, "models": [changed.get(model["id"], model) for model in view["models"]]}
        log += step.lines
    last = telling.snapshot(room, seat, room.game.view(None), [], None)
    assert view == last.view and log == last.log
    again = telling.replayed(room.game)
    assert [line for step in again["steps"] for line in step.lines] == log[len(first.log) :]


def test_everything_on_the_wire_is_described():
    schemas = described()["components"]["schemas"]
    assert {"View", "QuestionView", "StepMessage", "Snapshot", "Ask", "GiveAnswer", "NewGame", "RulesetCard", "ProblemDetails"} <= set(schemas)
    assert not any(name.startswith("counteract_") for name in schemas), "two kinds of thing have one name"


#: Questions about odds have too many terms to be written down: the odds sheet of a ruleset lists them.
LISTED_ELSEWHERE = ("ShootQuery", "FightQuery", "TableQuery")


PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
MARKED = re.findall(r"`([^`]*)`", PROTOCOL)


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w.-]+", text))


def named(kind: Any) -> Iterator[str]:
    """Every field that a schema has, and every value that one of them is said to have."""
    if isinstance(kind, dict):
        for key, inner in kind.items():
            yield from inner if key == "properties" else ()
            yield from valued(inner) if key in ("enum", "const") else named(inner)
    elif isinstance(kind, list):
        for inner in kind:
            yield from named(inner)


def valued(value: Any) -> list[str]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


def test_everything_on_the_wire_is_in_the_protocol():
    """Every field of everything that is sent is spoken of, by its name, and every word that it may hold."""
    told = words(" ".join(MARKED)) | set(MARKED)
    for name, kind in components().items():
        if name not in LISTED_ELSEWHERE:
            assert [word for word in named(kind) if word not in told] == [], name
    paths = {path.split("{")[0] for path in described()["paths"]}
    assert [path for path in paths if path not in PROTOCOL and path.rpartition("/")[2] not in told] == []


#: What the protocol names that no schema does: how things are called, links, what comes with `counteract.odds`, and names of the rules.
BESIDES = {
    "GET", "POST", "python", "-m", "counteract", "counteract.server.schema", "application", "problem", "json", "schema.json", "false",
    "Game.view", "counteract.odds", "play", "have", "none", "mine", "watch", "programs", "out", "hurt", "not_computed", "weapon_ids", "target_ids",
    "light", "heavy", "on guard", "shaken", "command-reroll", "tactical-re-roll",
}  # fmt: skip


def denials() -> set[str]:
    """The name of everything that the server denies, wherever it does."""
    calls = (node for file in (ROOT / "counteract" / "server").rglob("*.py") for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    firsts = [call.args[0] for call in calls if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Denied"]
    assert len(firsts) > 40 and all(isinstance(first, ast.Constant) for first in firsts)
    return {first.value for first in firsts}


def test_everything_in_the_protocol_is_on_the_wire():
    """What it names is a field, a word that one of them may hold, a call or what goes with one, or why something is denied."""
    paths, known = described()["paths"], BESIDES | denials() | set(player_names()) | set(LANGUAGES)
    known |= set(named(components())) | {part["name"] for path in paths.values() for call in path.values() for part in call.get("parameters", ())}
    known |= {word for path in paths for word in words(path)}
    number = re.compile(r"[\d.]+|[xyz]\d?")
    assert [(word, text) for text in MARKED if text not in known for word in words(text) if word not in known and not number.fullmatch(word)] == []


def test_why_something_is_denied_is_in_the_protocol():
    """Over the table every name that there is; with calls each with its status."""
    (calls,) = re.findall(r"and a name: ([^)]*)\)", PROTOCOL)
    statuses = {name: int(status) for group, status in re.findall(r"((?:`[a-z-]+`,?\s)+)(\d+)", calls) for name in re.findall(r"[a-z-]+", group)}
    assert statuses == {**STATUS, "bad-question": 400, "bad-battle": 400, "trouble": 500}
    (refused,) = re.findall(r"- `refused`: `id`, `name` \((.*)\), `sentence`", PROTOCOL)
    only_with_calls = {"bad-question", "no-call", "no-way", "too-large", "busy"}
    assert set(re.findall(r"`([^`]*)`", refused)) == (denials() | {"refused"}) - only_with_calls
    assert set(statuses) <= denials()


def test_answers_are_written_as_the_protocol_writes_them():
    """Each kind once; and the rule that dice are used with is one that is asked about."""
    examples = [text.replace("[[x, y, z], …]", "[[1, 2, 0]]").replace(", …]", "]") for text in MARKED if text.startswith('{"type": ')]
    answers = [read_answer(json.loads(text)) for text in examples if text != '{"type": "pass"}'] + [Pass()]
    assert sorted(type(answer).__name__ for answer in answers) == ["Allocate", "Dice", "Pass", "Path", "Paths", "Pick", "Place"]
    (dice,) = (answer for answer in answers if isinstance(answer, Dice))
    game = Game.new("kt24", seed=1)
    while not (game.decision.kind == "dice" and any(isinstance(option, Dice) and option.use == dice.use for option in game.decision.options)):
        game.play(game.advice())
    assert dice.use in [use.name for use in question(game, (0, 1)).dice.uses]
