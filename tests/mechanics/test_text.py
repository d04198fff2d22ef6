"""Texts for players hold names, never ids."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from counteract.core import registry
from counteract.core.decision import PASS, Answer, Path, Pick, Place
from counteract.core.language import Phrase, say, speaking
from counteract.files.teams import find_teams
from counteract.game import Game
from counteract.mechanics import names
from counteract.mechanics.missions import mission_ids
from counteract.table.killzone import killzone_ids, load_killzone
from tests.rules.kt24.test_simultaneous import duel, falling

PARTS = [part for zone in killzone_ids() for part in load_killzone(zone).parts]
IDS = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(
        sorted(
            {
                name
                for name in (
                    *(part.id for part in PARTS),
                    *(part.feature for part in PARTS),
                    *(mission for ruleset in registry.names() for mission in mission_ids(ruleset)),
                    *(team.id for team in find_teams()),
                    *(ploy.id for team in find_teams() for ploy in getattr(team, "ploys", ())),
                )
                if "-" in name
            }
        )
    )
    + r")(?![\w-])"
)


def tries(game: Game, chance: random.Random) -> Iterator[Answer]:
    """Yield answers that a player may try, legal or not: picks, and places near the model asked about."""
    decision = game.decision
    yield from (PASS, Pick(chance.randrange(30)), Pick("leaping-flame"), *decision.known)
    x, y, *_ = (decision.subject >= 0 and game.state.places[decision.subject]) or (15.0, 11.0)
    for _ in range(4):
        there = round(x + chance.uniform(-5, 5), 2), round(y + chance.uniform(-5, 5), 2)
        yield from (Place(*there), Path((there,)))


def read(game: Game, chance: random.Random) -> Iterator[str]:
    """Yield all texts before an answer, give the answer, and yield the texts of its events."""
    decision = game.decision
    yield decision.prompt
    yield from (refusal.reason for answer in tries(game, chance) if (refusal := game.why_not(answer)) is not None)
    answer = decision.sample(chance)
    yield str(game.label(answer))
    game.play(answer)
    yield from map(game.tell, game.latest)


@pytest.mark.parametrize("which", [0, -1])
@pytest.mark.parametrize("ruleset", registry.names())
def test_no_id_is_read(ruleset, which):
    zones = [zone for zone in ("foundry", "undercroft") if zone in killzone_ids(ruleset)] or killzone_ids(ruleset)
    game, chance = Game.new(ruleset, killzone=zones[which], seed=5), random.Random(5)
    with speaking("fr"):
        while game.turns_taken < 150 and not game.over:
            texts = list(read(game, chance))
            assert [text for text in texts if IDS.search(text)] == []


def test_every_part_of_the_terrain_has_a_name_in_every_language():
    for part in PARTS:
        words = [names.part(part).template]
        for lang in ("fr", "zh"):
            with speaking(lang):
                words.append(say(Phrase(names.part(part).template)))
        assert len(set(words)) == 3, words


def test_what_happens_at_once_is_named_as_on_the_cards():
    """Abilities and weapon rules are labelled with their names."""
    for play, label in (
        (falling(initiative=0), "Burst"),
        (duel('1 3+ 1/1; 1" Devastating 2', "1 3+ 1/1; Devastating 2", [6, 6], initiative=0), "Devastating"),
    ):
        assert all(str(play.game.label(option)).endswith(f": {label}") for option in play.decision.options)
