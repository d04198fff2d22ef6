"""The lobby: every choice is explained, and the battle is played with what was chosen."""

from __future__ import annotations

import pytest

from counteract.core.registry import find, shipped
from counteract.server import lobby
from counteract.server.rooms import Denied

CARDS = {card.id: card for card in lobby.rulesets()}


@pytest.mark.parametrize("ruleset", shipped())
def test_every_option_has_a_name_and_an_explanation_of_its_own(ruleset):
    """None goes by what it is called in programs, and the usual choice is the one that a battle has."""
    usual, texts = find(ruleset).options(), find(ruleset).rooms.lobby.OPTIONS
    assert [*texts] == [option.name for option in CARDS[ruleset].options]
    for option in CARDS[ruleset].options:
        assert (option.label, option.help) == texts[option.name][:2] and option.help, option.name
        assert option.default == getattr(usual, option.name)
        if option.kind == "choice":
            assert option.default in [choice.id for choice in option.choices]


def test_the_limits_of_stats_are_chosen_in_words():
    """As the sheets print them, unless a player wants those of the full game."""
    limits = next(option for option in CARDS["kt24"].options if option.name == "limits")
    assert (limits.label, limits.kind, limits.default) == ("Limits of stats", "choice", "sheet")
    assert {choice.id: choice.name for choice in limits.choices} == {"sheet": "as the sheets print them", "book": "as in the full game"}


@pytest.mark.parametrize(("options", "limits"), [({}, "sheet"), ({"limits": "sheet"}, "sheet"), ({"limits": "book"}, "book")])
def test_the_limits_that_are_chosen_are_played(options, limits):
    game = lobby.new_game("kt24", lobby.usual_teams("kt24", 2), None, None, options)
    assert game.arena.options.limits == game.setup["options"]["limits"] == limits


def test_limits_that_there_are_not_are_refused():
    for options in ({"limits": "both"}, {"move_floor": 3.0}):
        with pytest.raises(Denied) as caught:
            lobby.new_game("kt24", lobby.usual_teams("kt24", 2), None, None, options)
        assert caught.value.name == "bad-battle" and next(iter(options)) in caught.value.sentence
