"""Every ruleset there is passes the conformance walk on everything that ships for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from counteract import rulesets
from counteract.core.game import Game
from counteract.core.rulebook import Rulebook
from counteract.mechanics.missions import mission_ids
from counteract.rosters import team_ids
from counteract.table.killzone import killzone_ids
from tests.conformance import check_record, check_replay, whole_game

CASES = [
    (ruleset, killzone, mission, number)
    for ruleset in rulesets.names()
    for number, (killzone, mission) in enumerate((k, m) for k in killzone_ids() for m in [*mission_ids(ruleset), None])
]


@pytest.mark.parametrize(("ruleset", "killzone", "mission", "number"), CASES)
def test_whole_games(ruleset: str, killzone: str, mission: str | None, number: int, tmp_path: Path) -> None:
    """On every killzone and mission, with ever other teams, a game keeps all promises from set-up to the end."""
    teams = team_ids(ruleset)
    pair = [teams[number % len(teams)], teams[(number // 2 + 1) % len(teams)]]

    def new() -> Game:
        return Game.new(ruleset, teams=pair, killzone=killzone, mission=mission, seed=number)

    game = new()
    answers = whole_game(game, seed=number, rulebook=Rulebook.load(ruleset))
    check_replay(game, new(), answers)
    check_record(game, tmp_path)
