"""Team files of the editions whose operatives have APL and ploys: what they have in common, and what is said about broken ones.

The cases are written in the words of the 2024 edition and read in those of both.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from counteract.files import checks
from counteract.files.fields import fields_of
from counteract.files.teams import find_teams
from counteract.mechanics.cards import BadEffect
from counteract.mechanics.operatives.cards import Ploy
from counteract.mechanics.operatives.edition import Edition
from counteract.mechanics.operatives.effects import Effect, build_effects
from counteract.rulesets.kt21.edition import EDITION as KT21
from counteract.rulesets.kt24.edition import EDITION as KT24
from tests.files import watch
from tests.files.example import Case, Example, names
from tests.files.watch import in_2021

EDITIONS = {"kt21": KT21, "kt24": KT24}
EXAMPLES: dict[str, Example[Any]] = {"kt21": watch.KT21, "kt24": watch.KT24}


@pytest.fixture(params=sorted(EDITIONS))
def edition(request: pytest.FixtureRequest) -> Edition:
    return EDITIONS[request.param]


@pytest.fixture
def file(edition: Edition) -> Example[Any]:
    return EXAMPLES[edition.id]


def said_in(edition: Edition, text: str) -> str:
    """Return a text in the words of an edition."""
    return in_2021(text) if edition.id == "kt21" else text


# --- a file that is right


def test_a_file_becomes_a_team(file: Example[Any]) -> None:
    """Everything in the file is on the cards."""
    team = file.read(file.text)
    assert (team.id, team.name, team.ruleset, team.summary) == ("night-watch", "Night Watch", file.ruleset, "Three guards.")
    guard = team.operatives[0]
    assert team.operatives == (guard, guard, guard)
    assert (guard.move, guard.apl, guard.save, guard.wounds, guard.base, guard.height) == (6, 2, 4, 8, 32, 1.7)
    assert guard.keywords == ("watch",)
    assert [a.name for a in guard.abilities] == ["Sure Shot"]
    rifle, club = guard.weapons
    assert (rifle.kind, rifle.attacks, rifle.hit, rifle.normal, rifle.critical) == ("ranged", 4, 3, 3, 4)
    assert (club.kind, club.hit, club.text) == ("melee", 4, ())


def test_an_unknown_weapon_rule_is_kept_and_not_enforced(file: Example[Any]) -> None:
    rifle = file.read(file.text).operatives[0].weapons[0]
    assert rifle.text[-1] == "Poison*" and len(rifle.text) > 1
    assert rifle.rules.unenforced == ("Poison*",)


def test_ploys_last_as_long_as_their_kind_usually_does(file: Example[Any]) -> None:
    early, late = file.read(file.text).ploys
    assert (early.moment, early.until) == ("", "turn")
    assert (late.moment, late.until) == ("dash", "activation")
    at_once = file.with_change('effect = "soften"', 'effect = "rally"').ploys[0]
    assert at_once.until == "now"


# --- files that are wrong

BROKEN: list[Case] = [
    ('id = "night-watch"', 'id = "Night Watch"', "id", "'id' must be small letters, digits and single hyphens, not 'Night Watch'"),
    ('name = "Night Watch"', 'name = ""', "name", "'name' must not be empty"),
    ('ruleset = "kt24"', 'ruleset = "kt2"', "ruleset", "'ruleset' cannot be 'kt2' (did you mean 'kt2"),
    ('summary = "Three guards."', "summary = 3", "summary", "'summary' must be a text"),
    ("summary =", "sumary =", "sumary", "'sumary' is not known here (did you mean 'summary'?)"),
    ('name = "Guard"\n', "", "[[operative]]", "operative 'guard': 'name' is missing"),
    ("count = 3", "count = 0", "count", "operative 'guard': 'count' must be from 1 to 20, not 0"),
    ("count = 3", "count = 2.5", "count", "operative 'guard': 'count' must be a whole number, not 2.5"),
    ("apl = 2", "apl = 7", "apl", "operative 'guard': 'apl' must be from 1 to 6, not 7"),
    ("apl = 2", "apl = true", "apl", "operative 'guard': 'apl' must be a number"),
    ("apl = 2", "ap = 2", "[[operative]]", "operative 'guard': 'apl' is missing"),
    ('save = "4+"', 'save = "7+"', "save", "operative 'guard': 'save' must be from 2+ to 6+, such as \"3+\", not '7+'"),
    ('save = "4+"', "save = 1", "save", "operative 'guard': 'save' must be from 2+ to 6+, such as \"3+\", not 1"),
    ("wounds = 8", "wounds = 100", "wounds", "operative 'guard': 'wounds' must be from 1 to 99, not 100"),
    ("wounds = 8", f"wounds = {10**400}", "wounds", "operative 'guard': 'wounds' must be a number"),
    ("base = 32", "base = 10", "base", "operative 'guard': 'base' must be from 20 to 170, not 10"),
    ("height = 1.7", "height = 9", "height", "operative 'guard': 'height' must be from 0.5 to 8, not 9"),
    ('keywords = ["watch"]', 'keywords = "watch"', "keywords", "operative 'guard': 'keywords' must be a list"),
    ('keywords = ["watch"]', 'keywords = ["a", "a"]', "keywords", "operative 'guard': 'keywords' holds 'a' twice"),
    ('keywords = ["watch"]', 'wargear = "x"', "wargear", "operative 'guard': 'wargear' is not known here"),
    ('["sure-shot"]', '["sure-shoot"]', "abilities", "operative 'guard': 'abilities' cannot hold 'sure-shoot' (did you mean 'sure-shot'?)"),
    ('["sure-shot"]', "[]", 'id = "sure-shot"', "ability 'sure-shot': no operative has this ability"),
    ('kind = "ranged"', 'kind = "range"', "kind", "weapon 'Rifle' of operative 'guard': 'kind' cannot be 'range' (did you mean 'ranged'?)"),
    ("attacks = 4", "attacks = 13", "attacks", "weapon 'Rifle' of operative 'guard': 'attacks' must be from 1 to 12, not 13"),
    ('hit = "3+"', 'hit = "1+"', "hit", "weapon 'Rifle' of operative 'guard': 'hit' must be from 2+ to 6+"),
    ('hit = "3+"', "hit = 3.5", "hit", "weapon 'Rifle' of operative 'guard': 'hit' must be from 2+ to 6+"),
    ('damage = "3/4"', 'damage = "3-4"', "damage", "'damage' must be written normal/critical, such as \"3/4\", not '3-4'"),
    ('damage = "3/4"', "damage = 3", "damage", "weapon 'Rifle' of operative 'guard': 'damage' must be a text"),
    ('damage = "3/4"', 'damage = "3/21"', "damage", "weapon 'Rifle' of operative 'guard': 'damage' must be from 0 to 20 each, not 3/21"),
    ('"Piercing 1"', '"Piercing"', "rules", "weapon 'Rifle' of operative 'guard': 'Piercing' is not how Piercing is written; write for"),
    ('"Piercing 1"', '"Piercing 0"', "rules", "weapon 'Rifle' of operative 'guard': 'Piercing 0': the number must be above 0"),
    ('"Piercing 1"', '"Balanced 1"', "rules", "weapon 'Rifle' of operative 'guard': 'Balanced 1': nothing stands after Balanced"),
    ('"Piercing 1"', '"Balanced, Hot"', "rules", "'rules' holds 'Balanced, Hot': each rule must be a text of its own"),
    ('"Piercing 1"', "1", "rules", "weapon 'Rifle' of operative 'guard': 'rules' must be a list of texts"),
    ('"Piercing 1"', f'"Piercing {"9" * 400}"', "rules", "'rules' holds a number that is too large"),
    ('"Piercing 1"', f'"Piercing {"9" * 5000}"', "rules", "'rules' holds a number that is too large"),
    ('name = "Club"\nkind = "melee"', 'name = "Rifle"\nkind = "ranged"', None, "there is another ranged weapon of this name"),
    ('"weapon-rule"', '"weapon-rul"', "effect", "ability 'sure-shot': 'effect' cannot be 'weapon-rul' (did you mean 'weapon-rule'?)"),
    ('"weapon-rule"', '"rally"', "values", "ability 'sure-shot': effect 'rally': unknown value 'rules'"),
    (
        'effect = "weapon-rule"\nvalues = { rules = ["Balanced"], weapons = "ranged" }',
        'effect = "rally"',
        "effect",
        "effect 'rally' works in ploys only",
    ),
    ('weapons = "ranged" }', 'weapons = "all" }', "values", "effect 'weapon-rule': weapons must be any, ranged or melee, not 'all'"),
    ('weapons = "ranged" }', "weapons = 3 }", "values", "ability 'sure-shot': 'values': 'weapons' must be a text"),
    ('weapons = "ranged" }', "within = -1 }", "values", "ability 'sure-shot': 'values': 'within' must be from 0 to 20"),
    ('weapons = "ranged" }', 'unmoved = "yes" }', "values", "ability 'sure-shot': 'values': 'unmoved' must be true or false"),
    ('weapons = "ranged" }', 'while_order = "hide" }', "values", "effect 'weapon-rule': while_order must be engage or conceal, not 'hide'"),
    ('rules = ["Balanced"]', 'rules = ["Balancd"]', "values", "ability 'sure-shot': 'values': there is no weapon rule 'Balancd'"),
    ('rules = ["Balanced"]', 'rules = ["Lethal 9+"]', "values", "'Lethal 9+': a die shows 2+ to 6+ for Lethal"),
    ('values = { rules = ["Balanced"], weapons = "ranged" }', "values = 3", "values", "ability 'sure-shot': 'values' must be a table"),
    ('values = { rules = ["Balanced"], weapons = "ranged" }\n', "", "effect", "ability 'sure-shot': effect 'weapon-rule': value 'rules' is missing"),
    ('kind = "strategy"', 'kind = "secret"', 'kind = "secret"', "ploy 'hold-fast': 'kind' cannot be 'secret'"),
    (
        'kind = "strategy"',
        'kind = "strategy"\nmoment = "dash"',
        "moment",
        "ploy 'hold-fast': 'moment' is for firefight ploys; strategy ploys are used in the Strategy phase",
    ),
    ('kind = "strategy"', 'kind = "strategy"\nuntil = "activation"', "until", "'until' cannot be 'activation': a strategy ploy is used while nobody"),
    ('kind = "strategy"', 'kind = "strategy"\nuntil = "now"', "until", "'until' cannot be 'now': effect 'soften' does nothing at once"),
    ('effect = "soften"', 'effect = "burst"\nvalues = { inches = 1, damage = 1 }', 'effect = "burst"', "effect 'burst' works in abilities only"),
    ('id = "hold-fast"', 'id = "quick-step"', None, "ploy 'quick-step': the id is used twice (first in line "),
    ('id = "hold-fast"', 'id = "command-reroll"', 'id = "command-reroll"', "every team has a ploy of this id already"),
    ('moment = "dash"', 'moment = "shoot"', "moment", "ploy 'quick-step': 'moment' cannot be 'shoot'"),
    ('moment = "dash"\n', "", None, "ploy 'quick-step': 'moment' is missing"),
    ('action = "dash"', 'action = "jump"', None, "effect 'longer-move': action must be one of reposition, dash, fall back, charge"),
]  # fmt: skip


@pytest.mark.parametrize("case", BROKEN, ids=names(BROKEN))
def test_a_broken_file_is_named_with_line_and_thing(edition: Edition, file: Example[Any], case: Case) -> None:
    old, new, start, says = case
    file.check(said_in(edition, old), said_in(edition, new), start, said_in(edition, says))


def test_a_team_has_at_most_20_operatives(file: Example[Any]) -> None:
    more = file.twice("operative").replace('id = "guard"', 'id = "more"').replace('id = "more"', 'id = "guard"', 1).replace("count = 3", "count = 18")
    assert len(file.read(more.replace("count = 18", "count = 10")).operatives) == 20
    assert "operative 'more': with this there are 36 operatives, and a team has at most 20" in file.complaint(more)


# --- effects


#: The rules that must stand on a weapon as a card writes them, where that is more than their name.
WRITTEN = {"blast": 'Blast 2"', "torrent": 'Torrent 2"', "limited": "Limited 1"}


@pytest.mark.parametrize(("ruleset", "rule"), [(name, rule) for name, edition in EDITIONS.items() for rule in edition.fixed])
def test_rules_that_decide_what_a_weapon_can_be_used_for_must_stand_on_it(ruleset: str, rule: str) -> None:
    written = rule.title() if (ruleset, rule) == ("kt21", "limited") else WRITTEN.get(rule, rule.title())
    said = EXAMPLES[ruleset].complaint(EXAMPLES[ruleset].broken('rules = ["Balanced"]', f"rules = ['{written}']"))
    assert f"ability 'sure-shot': 'values': {rule.title()} must stand on the weapon itself" in said


def test_effects_are_found_under_the_keys_of_the_arena(edition: Edition, file: Example[Any]) -> None:
    team = file.read(file.text)
    effects = build_effects(edition, [team, team], [team.ploys, ()])
    assert sorted(effects) == ["0/sure-shot", "1/sure-shot", "ploy/0/hold-fast", "ploy/0/quick-step"]
    assert all(isinstance(effect, Effect) for effect in effects.values())


def test_an_unknown_effect_of_a_team_that_came_from_no_file_is_refused(edition: Edition) -> None:
    ploy = Ploy(id="x", name="Odd", text="…", kind="strategy", effect="sofften")
    with pytest.raises(BadEffect, match=re.escape("Odd: there is no effect 'sofften' (did you mean 'soften'?)")):
        build_effects(edition, [], [[ploy]])


@pytest.mark.parametrize(("ruleset", "name"), [(name, effect) for name, edition in EDITIONS.items() for effect in sorted(edition.effects)])
def test_every_value_of_an_effect_says_what_it_is(ruleset: str, name: str) -> None:
    """Values are checked by their annotations, so each has one, of a kind the reader knows."""
    assert all(field.type in checks.KINDS for field in fields_of(EDITIONS[ruleset].effects[name]))


# --- the teams that come with the package


def test_every_hook_is_used_by_some_team(edition: Edition) -> None:
    """Whatever the rules of an edition ask of abilities and ploys, some team of it has an answer."""
    teams: list[Any] = find_teams(edition.id)
    named = {a.effect for team in teams for card in team.operatives for a in card.abilities} | {ploy.effect for team in teams for ploy in team.ploys}
    used = {hook for name in named for hook in edition.effects[name].hooks}
    assert used == {hook for effect in edition.effects.values() for hook in effect.hooks}


def test_teams_have_one_leader_and_nothing_that_cannot_be_enforced(edition: Edition) -> None:
    teams: list[Any] = find_teams(edition.id)
    for team in teams:
        assert sum("leader" in card.keywords for card in team.operatives) == 1
        assert all(weapon.rules.unenforced == () for card in team.operatives for weapon in card.weapons)
