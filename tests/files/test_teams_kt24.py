"""Team files of the 2024 edition: what is its own, and the teams that come with the package."""

from __future__ import annotations

import re

import pytest

from counteract.files.teams import find_teams
from counteract.rulesets.kt24 import teams
from counteract.rulesets.kt24.cards import Card, Team, printed
from counteract.rulesets.kt24.view import weapon
from counteract.rulesets.kt24.weapons import NAMES, Weapon
from tests.files.example import Case, names
from tests.files.watch import KT24

SHIPPED = [team for team in find_teams("kt24") if isinstance(team, Team)]
CARDS = [card for team in SHIPPED for card in team.operatives]
WEAPONS = [weapon for card in CARDS for weapon in card.weapons]


# --- files that are right


def test_base_and_height_may_be_left_out() -> None:
    """KT24-INT-01: 28 mm and 1.5" unless the card says otherwise."""
    guard = KT24.with_change("base = 32\nheight = 1.7\n", "").operatives[0]
    assert (guard.base, guard.height) == (28, 1.5)


def test_a_gambit_that_is_no_ploy_has_a_price_of_its_own() -> None:
    """KT24-INT-33: a gambit costs nothing unless it says so; a ploy always costs 1CP and names no price."""
    gambit = KT24.with_change('kind = "strategy"', 'kind = "gambit"\ncost = 2').ploys[0]
    assert (gambit.kind, gambit.cost, gambit.until) == ("gambit", 2, "turn")
    assert KT24.with_change('kind = "strategy"', 'kind = "gambit"').ploys[0].cost == 0
    assert [ploy.cost for ploy in KT24.read(KT24.text).ploys] == [1, 1]


@pytest.mark.rule("KT24-DIFF-04", "KT24-WR-ACCURATE-02")
def test_a_weapon_may_have_accurate_more_than_once() -> None:
    """It means something, so the file may say it, and the card shows it; any other rule stands there once."""
    rifle = KT24.with_change('["Piercing 1", "Poison*"]', '["Accurate 1", "Accurate 1"]').operatives[0].weapons[0]
    assert rifle.text == ("Accurate 1", "Accurate 1") and rifle.rules.accurate == (1, 1)
    card = KT24.with_change('["Piercing 1", "Poison*"]', '["Accurate 1", "Accurate 1"]').operatives[0]
    assert "Accurate 1, Accurate 1" in printed(card)[1].rows[0]
    assert [rule["text"] for rule in weapon(rifle, 3)["rules"]] == ["Accurate 1", "Accurate 1"]


@pytest.mark.rule("KT24-MIS-45", "KT24-MIS-46", "KT24-MIS-47", "KT24-MIS-48")
def test_the_generic_ploys_are_those_of_the_rulebook() -> None:
    ploys = {ploy.id: (ploy.kind, ploy.moment, ploy.until, ploy.effect, ploy.values) for ploy in teams.generic_ploys()}
    assert ploys == {
        "brace": ("strategy", "", "turn", "defence-reroll", {"dice": 1, "in_cover": True}),
        "focus": ("strategy", "", "turn", "weapon-rule", {"rules": ["Balanced"], "weapons": "ranged", "within": 6}),
        "grit": ("firefight", "activated", "activation", "ignore-injury", {}),
        "surge": ("firefight", "dash", "activation", "longer-move", {"action": "dash", "inches": 1}),
    }


# --- files that are wrong

BROKEN: list[Case] = [
    ("move = 6", "move = 0", "move", "operative 'guard': 'move' must be from 0.1 to 20, not 0"),
    ("move = 6", "move = '6\"'", "move", "operative 'guard': 'move' must be a number"),
    ("move = 6", "move = nan", "move", "operative 'guard': 'move' must be a number"),
    ('["Piercing 1", "Poison*"]', '["Piercing 1", "Piercing 1"]', "rules", "'rules' holds 'Piercing 1' twice"),
    ('"Piercing 1"', '"Heavy (Jump only)"', "rules", "'Heavy (Jump only)': 'jump' is no move action"),
    ('kind = "strategy"', 'kind = "strategy"\ncost = 2', "cost", "ploy 'hold-fast': 'cost' is not known here"),
    ('id = "hold-fast"', 'id = "brace"', 'id = "brace"', "ploy 'brace': every team has a ploy of this id already"),
]


@pytest.mark.parametrize("case", BROKEN, ids=names(BROKEN))
def test_a_broken_file_is_named_with_line_and_thing(case: Case) -> None:
    KT24.check(*case)


# --- the teams that come with the package


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_teams_are_complete(team: Team) -> None:
    """7 to 10 operatives, ploys of both kinds, something of its own."""
    assert 7 <= len(team.operatives) <= 10
    assert 2 <= sum(ploy.kind != "firefight" for ploy in team.ploys) <= 3
    assert sum(ploy.kind == "firefight" for ploy in team.ploys) == 2
    assert any(card.abilities for card in team.operatives)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_cards_are_plausible(card: Card) -> None:
    assert {weapon.kind for weapon in card.weapons} == {"ranged", "melee"}
    assert card.apl == (3 if "leader" in card.keywords else 2)
    assert 5 <= card.move <= 7 and 3 <= card.save <= 5 and 7 <= card.wounds <= 15 and 25 <= card.base <= 40


@pytest.mark.parametrize("weapon", WEAPONS, ids=lambda weapon: weapon.name)
def test_weapons_are_plausible(weapon: Weapon) -> None:
    assert 3 <= weapon.attacks <= 6 and 2 <= weapon.normal <= weapon.critical <= 6


VARIANTS = {
    **{name: name for name in NAMES},
    'd" devastating': r'\d+" devastating \d',
    "heavy (dash only)": r"heavy \(dash only\)",
    "heavy (reposition only)": r"heavy \(reposition only\)",
    "heavy, no exception": r"heavy$",
    "piercing crits": r"piercing crits \d",
    "piercing, always": r"piercing \d",
    "seek light": "seek light",
    "seek, all": "seek$",
}


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_every_weapon_rule_is_on_some_weapon(variant: str) -> None:
    assert any(re.match(VARIANTS[variant], text.lower()) for weapon in WEAPONS for text in weapon.text)
