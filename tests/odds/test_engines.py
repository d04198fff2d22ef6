"""The referees as oracles: attacks played over all dice, with the odds as both players, end as likely as these say."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.odds import test_engine_kt21, test_engine_kt24
from tests.odds.engine_oracle import posed_fight, some_fight
from tests.odds.enumerate import TARGET, check_answers, check_best, check_fight, check_shot

EDITIONS = pytest.mark.parametrize("edition", [test_engine_kt24, test_engine_kt21], ids=["kt24", "kt21"])


@EDITIONS
@pytest.mark.parametrize("seed", range(48))
def test_shots_end_as_the_odds_say(edition: ModuleType, seed: int) -> None:
    """Whatever the weapon, the target and the terms."""
    shot = edition.some_shot(seed)
    posed = edition.posed_shot(shot)
    check_shot(posed)
    if not shot.terms.lethal_needs_hit and shot.terms.accurate_multi == "two":
        assert edition.asked(shot).distribution == posed.odds.distribution


@EDITIONS
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("strayer", [0, 1])
def test_no_answers_in_a_shot_do_better(edition: ModuleType, strayer: int, seed: int) -> None:
    """Than those of the odds."""
    posed = edition.posed_shot(edition.some_shot(100 + seed)._replace(objective="capped"))
    full = posed.state.models[TARGET].wounds
    check_best(posed, lambda models: full - models[TARGET].wounds, strayer, seed)


@EDITIONS
def test_shots_that_go_another_way_are_answered_too(edition: ModuleType) -> None:
    """Whatever has been done before."""
    cases = [edition.posed_shot(edition.some_shot(seed)) for seed in range(100)]
    assert sum(check_answers(posed, seed) for posed in cases for seed in range(5)) > 100


@EDITIONS
@pytest.mark.parametrize("seed", range(50))
def test_fights_end_as_the_odds_say(edition: ModuleType, seed: int) -> None:
    """Whatever the weapons, the fighters and the terms."""
    check_fight(posed_fight(edition.ENGINE, some_fight(edition.ENGINE, seed)))


@EDITIONS
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("strayer", [0, 1])
def test_no_answers_in_a_fight_do_better(edition: ModuleType, strayer: int, seed: int) -> None:
    """Than those of the odds."""
    fight = some_fight(edition.ENGINE, 100 + seed)._replace(objective="difference", strikes=(False, False))
    mine, theirs = (left for left, _ in fight.wounds)
    check_best(posed_fight(edition.ENGINE, fight), lambda models: theirs - models[1].wounds - (mine - models[0].wounds), strayer, seed)


@EDITIONS
def test_fights_that_go_another_way_are_answered_too(edition: ModuleType) -> None:
    """Whatever has been done before."""
    cases = [posed_fight(edition.ENGINE, some_fight(edition.ENGINE, seed)) for seed in range(100)]
    assert sum(check_answers(posed, seed) for posed in cases for seed in range(5)) > 100
