"""Every ruleset there is passes the conformance walk on everything that ships for it."""

from __future__ import annotations

import gc
import random
import weakref
from pathlib import Path

import pytest

from counteract.core import registry
from counteract.core.rulebook import Rulebook
from counteract.game import Game
from counteract.server.questions import question
from tests.conformance import check_record, check_replay, whole_game
from tests.worlds import UNSUITED, tables, teams_for

#: Battles of armies are long: not every table is played on, and fewer decisions are looked at closely, each with battles played to their end.
STRIDES, CLOSELY = {"kt40": 4}, {"kt40": 150}
CASES = [
    (ruleset, killzone, mission, number)
    for ruleset in registry.names()
    for number, (killzone, mission) in enumerate(tables(ruleset)[:: STRIDES.get(ruleset, 1)])
]


@pytest.mark.parametrize(("ruleset", "killzone", "mission", "number"), CASES)
def test_whole_games(ruleset: str, killzone: str, mission: str | None, number: int, tmp_path: Path) -> None:
    """On every killzone and mission, with ever other teams, a game keeps all promises from set-up to the end."""
    teams = teams_for(ruleset, killzone, mission, number)

    def new() -> Game:
        return Game.new(ruleset, teams=teams, killzone=killzone, mission=mission, seed=number)

    game = new()
    answers = whole_game(game, seed=number, rulebook=Rulebook.load(ruleset), look_closely=CLOSELY.get(ruleset, 25))
    check_replay(game, new(), answers)
    check_record(game, tmp_path)


@pytest.mark.parametrize(("ruleset", "killzone", "mission"), sorted(UNSUITED))
def test_what_does_not_go_together_is_refused(ruleset: str, killzone: str, mission: str) -> None:
    """No game is begun on a table that the mission cannot be played on, and it is said why."""
    with pytest.raises(ValueError, match=f"'{killzone}' does not suit mission '{mission}'"):
        Game.new(ruleset, killzone=killzone, mission=mission, seed=1)


@pytest.mark.parametrize("ruleset", registry.names())
def test_a_battle_let_go_leaves_nothing_behind(ruleset: str) -> None:
    """No cache keeps the table of a battle that is no longer used, whatever was computed for it: a server sees thousands."""
    registry.find(ruleset)._begun.clear()  # so that this battle has a table of its own
    game, rng = Game.new(ruleset, seed=1), random.Random(1)
    while (decision := game.decision) is not None:
        question(game, tuple(range(game.sides)))
        game.view(0)
        game.play(game.advice() if rng.random() < 0.5 else decision.sample(rng))
        for event in game.latest:
            game.tell(event)
    tables = [weakref.ref(arena) for arena in (game.arena, game._arena)]
    del game, decision
    registry.find(ruleset)._begun.clear()  # the last set-ups, which others may begin with too
    gc.collect()
    assert [table() for table in tables] == [None, None]
