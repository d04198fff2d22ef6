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


@pytest.mark.parametrize(
    ("ruleset", "options", "sentence"),
    [
        ("kt40", {"turns": 54}, "Turns (turns): a whole number from 1 to 10."),
        ("kt40", {"turns": 2.5}, "Turns (turns): a whole number from 1 to 10."),
        ("kt18", {"rounds": 0}, "Battle rounds (rounds): a whole number from 1 to 10."),
        ("kt18", {"max_flesh_wounds": 1.5}, "Most flesh wounds (max_flesh_wounds): a whole number."),
        ("kt24", {"turning_points": 11}, "Turning points (turning_points): a whole number from 1 to 10."),
        ("kt24", {"guard": "perhaps"}, "Guard action (close quarters) (guard): on or off."),
        ("kt24", {"limits": "both"}, "Limits of stats (limits): as in the full game (book), as the sheets print them (sheet)."),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused_with_those_it_can(ruleset, options, sentence):
    """In words of the lobby, and with the option's name so that the page finds its field."""
    with pytest.raises(Denied) as caught:
        lobby.new_game(ruleset, lobby.usual_teams(ruleset, 2), None, None, options)
    assert (caught.value.name, caught.value.sentence) == ("bad-battle", sentence)
    assert caught.value.values["where"] == f"options.{next(iter(options))}"
    card = next(option for option in CARDS[ruleset].options if option.name in options)
    assert sentence == f"{card.label} ({card.name}): {card.values}."


def test_numbers_have_the_limits_of_the_rules():
    cards = {option.name: option for ruleset in ("kt40", "kt24") for option in CARDS[ruleset].options}
    turns, floor = cards["turns"], cards["move_floor"]
    assert (turns.least, turns.most, turns.whole) == (1, 10, True) and (floor.least, floor.most, floor.whole) == (None, None, False)


def test_options_that_do_not_go_together_are_refused():
    with pytest.raises(Denied, match="cannot be set up") as caught:
        lobby.new_game("kt24", lobby.usual_teams("kt24", 2), None, None, {"move_floor": 3.0})
    assert caught.value.name == "bad-battle" and "move_floor" in caught.value.sentence
