"""Objectives of a battle as its view shows them."""

from __future__ import annotations

import pytest

from counteract.core.registry import names
from counteract.core.rulebook import Rulebook
from counteract.files.teams import team_ids
from counteract.game import Game
from counteract.mechanics.missions import load_mission, mission_ids

MISSIONS = [(ruleset, mission) for ruleset in names() for mission in mission_ids(ruleset)]


@pytest.mark.parametrize(("ruleset", "mission"), MISSIONS)
def test_aims_are_those_of_the_mission(ruleset: str, mission: str) -> None:
    """They have the figures of the mission's file, each cites a rule of the rulebook, and nothing unscored is mentioned."""
    task, book = load_mission(mission, ruleset), Rulebook.load(ruleset)
    view = Game.new(ruleset, teams=team_ids(ruleset)[: len(task.zones) or 2], mission=mission, seed=1).view()
    texts = [aim["text"] for aim in view["aims"]]
    assert view["mission"] == task.name
    assert all(aim["rule"] in book for aim in view["aims"])
    scored = next(text for text in texts if "the end of each one brings" in text)
    scoring = task.scoring
    there = scoring.at_least_one + scoring.more_than_opponent + scoring.each * sum(marker.value for marker in task.markers)
    assert f" {task.first_scoring_tp} on" in scored and (f"at most {scoring.most} VP" in scored) == (scoring.most < there)
    assert ("more of them than the enemy" in scored) == bool(task.scoring.more_than_opponent)
    assert all((marker.id in scored) for marker in task.markers if task.scoring.each)
    assert any("Leader" in text for text in texts) == bool(task.scoring.leader)
    assert any(f"After {task.turning_points} " in text for text in texts)


@pytest.mark.parametrize("ruleset", names())
def test_without_a_mission_it_is_said_what_then(ruleset: str) -> None:
    view = Game.new(ruleset, mission=None, seed=1).view()
    assert view["mission"] == ""
    assert view["aims"] and not any("marker" in aim["text"] for aim in view["aims"])
