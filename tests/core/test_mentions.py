"""Mentions: every sentence tells what it mentions, in every language, and reads the same without the signs."""

from __future__ import annotations

import pytest

from counteract.core import registry
from counteract.core.language import speaking
from counteract.core.mentions import mention, mention_dice, read_mentions, signing
from counteract.game import Game


def test_words_are_as_they_are_unless_signs_are_wanted() -> None:
    assert mention("model", 3, "Heron") == "Heron"
    assert mention_dice((6, 2)) == "6 2"
    assert read_mentions("Heron rolls 6 2.") == ("Heron rolls 6 2.", ())


def test_mentions_are_found_again() -> None:
    with signing():
        signed = f"{mention('side', 1, 'Larks')}: {mention_dice((6, 2))}"
    text, found = read_mentions(signed)
    assert text == "Larks: 6 2"
    assert [(text[one.start : one.end], one.kind, one.number) for one in found] == [("Larks", "side", 1), ("6", "die", 6), ("2", "die", 2)]


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
@pytest.mark.parametrize("ruleset", registry.names())
def test_events_mention_models_sides_and_dice(ruleset: str, language: str) -> None:
    game, seen = Game.new(ruleset, seed=4), set()
    with speaking(language):
        while game.decision is not None and game.turns_taken < 250:
            view = game.view()
            words = {"model": [model["name"] for model in view["models"]], "side": [side["team"] for side in view["sides"]], "die": "0123456"}
            words["unit"] = [unit["name"] for unit in view.get("units", ())]
            for event in game.latest:
                text, found = game.tell_with_mentions(event)
                assert text == game.tell(event)
                assert all(text[one.start : one.end] == words[one.kind][one.number] for one in found)
                seen |= {one.kind for one in found}
            game.play(game.advice())
    assert seen >= {"unit" if words["unit"] else "model", "side", "die"}
