"""The list of questions, answers and events is what the code says, and no battle meets anything that is not in it."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest
import questions
import yardsticks

import counteract as ca
from counteract.core.decision import Decision, read_answer
from counteract.game import begin
from tests.golden.trace import FOLDER, GAMES
from tests.worlds import tables, teams_for

RULESETS = ["kt18", "kt21", "kt24"]
ANSWERS = {
    "pick": (ca.Pick, ca.Pass),
    "place": (ca.Place,),
    "path": (ca.Path, ca.Pass),
    "paths": (ca.Paths, ca.Pass),
    "dice": (ca.Dice, ca.Pass),
    "allocate": (ca.Allocate, ca.Pick, ca.Pass),
}


def test_the_page_is_what_the_code_says() -> None:
    """If this fails: python tools/questions.py writes the page anew."""
    assert questions.PAGE.read_text(encoding="utf-8") == questions.page()


def test_every_answer_is_read_back_from_its_json() -> None:
    for kind, (example, _) in questions.EXAMPLES.items():
        assert type(example) is kind
        assert msgspec.json.decode(msgspec.json.encode(example), type=ca.Answer) == example


# --- what battles meet


class Met:
    """The decisions and events of a battle, checked against the list."""

    def __init__(self, ruleset: str) -> None:
        self.known = questions.vocabulary(ruleset)
        self.questions: set[str] = set()
        self.events: set[str] = set()

    def ask(self, decision: Decision) -> None:
        question = self.known.questions[decision.what]
        self.questions.add(decision.what)
        assert decision.kind in question.kinds, decision.what
        assert decision.rule in question.rules, (decision.what, decision.rule)
        assert str(decision.template) in question.prompts, (decision.what, decision.template)

    def tell(self, event: ca.Event) -> None:
        told = self.known.events[event.kind]
        self.events.add(event.kind)
        assert event.rule in told.rules, (event.kind, event.rule)
        assert told.values <= event.values.keys() <= told.values | told.perhaps, event.kind

    def whole(self, game: ca.Game) -> None:
        for moment in game.moments:
            if moment.decision is not None:
                self.ask(moment.decision)
            for event in moment.events:
                self.tell(event)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_battles_of_the_yardsticks_meet_nothing_else(ruleset: str) -> None:
    met = Met(ruleset)
    for kept in yardsticks.load("games"):
        if kept["ruleset"] == ruleset:
            game = begin(ruleset, kept["setup"], kept["dice"])
            for answer, _ in kept["steps"][1:]:
                game.play(read_answer(answer))
            met.whole(game)
    assert len(met.questions) > 15
    assert len(met.events) > 30


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_games_meet_nothing_else(name: str) -> None:
    """Each of their lines for a decision has the player, the question, the answer and the rule."""
    known = questions.vocabulary(name[:4]).questions
    asked = re.findall(r"^\d ([a-z-]+): .*  \[(.*)\]$", (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(asked) > 100
    for what, rule in asked:
        assert rule in known[what].rules, (what, rule)


@pytest.mark.parametrize("ruleset", [*RULESETS, "kt40", "banners"])
def test_random_battles_meet_nothing_else(ruleset: str) -> None:
    """On every other table, with answers of the kinds that the list names for each kind of question; half of them are given up."""
    met = Met(ruleset)
    for seed, (killzone, mission) in enumerate(tables(ruleset)[::2]):
        rng = random.Random(seed)
        options: dict[str, Any] = {"guard": True} if ruleset == "kt24" else {}
        if ruleset == "banners":
            options["teams"] = ["herons", "larks", "magpies", "wrens"][: {"pairs": 4, "old-quarrel": 2}.get(str(mission), 3)]
        if ruleset == "kt40":
            options["teams"] = teams_for(ruleset, killzone, mission, seed)
        game = ca.Game.new(ruleset, killzone=killzone, mission=mission, seed=seed, **options)
        while (decision := game.decision) is not None:
            answer = decision.sample(rng)
            assert isinstance(answer, ANSWERS[decision.kind])
            game.play(ca.Concede() if seed % 2 and game.turns_taken > 60 else answer)
        met.whole(game)
    assert "conceded" in met.events
