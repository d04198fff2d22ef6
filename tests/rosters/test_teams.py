"""Team files: those that come with the package, and what is said about broken ones."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

from counteract.mechanics.operatives.effects import EFFECTS, HOOKS, BadEffect, Effect, build_effects
from counteract.rosters import checks, find_teams, load_team, parse_team, team_ids
from counteract.rosters.files import FileError
from counteract.rulesets.kt24 import teams
from counteract.rulesets.kt24.cards import Card, Ploy, Team
from counteract.rulesets.kt24.edition import EDITION
from counteract.rulesets.kt24.weapons import NAMES, Weapon
from tests.rosters.watch import WATCH, broken, complaint, read

SHIPPED = [team for team in find_teams("kt24") if isinstance(team, Team)]
CARDS = [card for team in SHIPPED for card in team.operatives]
WEAPONS = [weapon for card in CARDS for weapon in card.weapons]


def line_of(start: str, text: str) -> int:
    """The first line that starts so, or that gives this key."""
    starts = (start,) if "=" in start or "[" in start else (f"{start} =",)
    return next(n for n, line in enumerate(text.splitlines(), start=1) if line.startswith(starts))


# --- a file that is right


def test_a_file_becomes_a_team() -> None:
    """Everything in the file is on the cards, and what it leaves out is as usual."""
    team = read(WATCH)
    assert (team.id, team.name, team.ruleset, team.summary) == ("night-watch", "Night Watch", "kt24", "Three guards.")
    guard = team.operatives[0]
    assert team.operatives == (guard, guard, guard)
    assert (guard.move, guard.apl, guard.save, guard.wounds, guard.base, guard.height) == (6, 2, 4, 8, 32, 1.7)
    assert guard.keywords == ("watch",)
    assert [a.name for a in guard.abilities] == ["Sure Shot"]
    rifle, club = guard.weapons
    assert (rifle.kind, rifle.attacks, rifle.hit, rifle.normal, rifle.critical) == ("ranged", 4, 3, 3, 4)
    assert (club.kind, club.hit, club.text) == ("melee", 4, ())


def test_base_and_height_may_be_left_out() -> None:
    """KT24-INT-01: 28 mm and 1.5" unless the card says otherwise."""
    guard = read(WATCH.replace("base = 32\nheight = 1.7\n", "")).operatives[0]
    assert (guard.base, guard.height) == (28, 1.5)


def test_an_unknown_weapon_rule_is_kept_and_not_enforced() -> None:
    rifle = read(WATCH).operatives[0].weapons[0]
    assert rifle.text == ("Piercing 1", "Poison*")
    assert rifle.rules.piercing == 1
    assert rifle.rules.unenforced == ("Poison*",)


def test_a_dash_stands_for_no_rules() -> None:
    rifle = read(broken('["Piercing 1", "Poison*"]', '["-"]')).operatives[0].weapons[0]
    assert rifle.text == () and rifle.rules.unenforced == ()


def test_ploys_last_as_long_as_their_kind_usually_does() -> None:
    strategy, firefight = read(WATCH).ploys
    assert (strategy.moment, strategy.until) == ("", "turn")
    assert (firefight.moment, firefight.until) == ("dash", "activation")
    at_once = read(broken('effect = "soften"', 'effect = "rally"')).ploys[0]
    assert at_once.until == "now"


def test_a_gambit_that_is_no_ploy_has_a_price_of_its_own() -> None:
    """KT24-INT-33: a gambit costs nothing unless it says so; a ploy always costs 1CP and names no price."""
    gambit = read(broken('kind = "strategy"', 'kind = "gambit"\ncost = 2')).ploys[0]
    assert (gambit.kind, gambit.cost, gambit.until) == ("gambit", 2, "turn")
    assert "'cost' is not known here" in complaint(broken('kind = "strategy"', 'kind = "strategy"\ncost = 2'))


def test_a_team_can_be_read_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "watch.toml"
    path.write_text(WATCH, encoding="utf-8")
    assert load_team(path) == load_team(str(path)) == read(WATCH)


def test_a_team_is_given_back_as_it_is() -> None:
    team = read(WATCH)
    assert load_team(team) is team


# --- files that are wrong

#: What is replaced, by what, where the complaint points (a line that starts so, after the change), and what it says.
BROKEN = [
    ('id = "night-watch"', 'id = "Night Watch"', "id", "'id' must be small letters, digits and single hyphens, not 'Night Watch'"),
    ('name = "Night Watch"', 'name = ""', "name", "'name' must not be empty"),
    ('ruleset = "kt24"', 'ruleset = "kt2"', "ruleset", "'ruleset' cannot be 'kt2' (did you mean 'kt24'?)"),
    ('summary = "Three guards."', "summary = 3", "summary", "'summary' must be a text"),
    ("summary =", "sumary =", "sumary", "'sumary' is not known here (did you mean 'summary'?)"),
    ('name = "Guard"\n', "", "[[operative]]", "operative 'guard': 'name' is missing"),
    ("count = 3", "count = 0", "count", "operative 'guard': 'count' must be from 1 to 20, not 0"),
    ("count = 3", "count = 2.5", "count", "operative 'guard': 'count' must be a whole number, not 2.5"),
    ("move = 6", "move = 0", "move", "operative 'guard': 'move' must be from 0.1 to 20, not 0"),
    ("move = 6", "move = '6\"'", "move", "operative 'guard': 'move' must be a number"),
    ("move = 6", "move = nan", "move", "operative 'guard': 'move' must be a number"),
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
    ('"Piercing 1"', '"Piercing"', "rules", "weapon 'Rifle' of operative 'guard': 'Piercing' is not how Piercing is written"),
    ('"Piercing 1"', '"Heavy (Jump only)"', "rules", "'Heavy (Jump only)': 'jump' is no move action"),
    ('"Piercing 1"', '"Balanced, Piercing 1"', "rules", "'rules' holds 'Balanced, Piercing 1': each rule must be a text of its own"),
    ('"Piercing 1"', "1", "rules", "weapon 'Rifle' of operative 'guard': 'rules' must be a list of texts"),
    ('"Piercing 1"', f'"Piercing {"9" * 5000}"', "rules", "'rules' holds a number that is too large"),
    ('name = "Club"\nkind = "melee"', 'name = "Rifle"\nkind = "ranged"', None, "there is another ranged weapon of this name"),
    (
        'effect = "weapon-rule"',
        'effect = "weapon-rul"',
        "effect",
        "ability 'sure-shot': 'effect' cannot be 'weapon-rul' (did you mean 'weapon-rule'?)",
    ),
    ('effect = "weapon-rule"', 'effect = "rally"', "values", "ability 'sure-shot': effect 'rally': unknown value 'rules'"),
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
    ('rules = ["Balanced"]', 'rules = ["Balancd"]', "values", "ability 'sure-shot': 'values': there is no weapon rule 'Balancd'"),
    ('rules = ["Balanced"]', 'rules = ["Silent"]', "values", "ability 'sure-shot': 'values': Silent must stand on the weapon itself"),
    ('rules = ["Balanced"]', 'rules = ["Lethal 9+"]', "values", "'Lethal 9+': a die shows 2+ to 6+ for Lethal"),
    ('values = { rules = ["Balanced"], weapons = "ranged" }', "values = 3", "values", "ability 'sure-shot': 'values' must be a table"),
    ('values = { rules = ["Balanced"], weapons = "ranged" }\n', "", "effect", "ability 'sure-shot': effect 'weapon-rule': value 'rules' is missing"),
    ('kind = "strategy"', 'kind = "tactical"', 'kind = "tactical"', "ploy 'hold-fast': 'kind' cannot be 'tactical'"),
    ('kind = "strategy"', 'kind = "strategy"\nmoment = "dash"', "moment", "ploy 'hold-fast': 'moment' is for firefight ploys"),
    ('kind = "strategy"', 'kind = "strategy"\nuntil = "activation"', "until", "ploy 'hold-fast': 'until' cannot be 'activation'"),
    (
        'kind = "strategy"',
        'kind = "strategy"\nuntil = "now"',
        "until",
        "ploy 'hold-fast': 'until' cannot be 'now': effect 'soften' does nothing at once",
    ),
    ('effect = "soften"', 'effect = "burst"\nvalues = { inches = 1, damage = 1 }', 'effect = "burst"', "effect 'burst' works in abilities only"),
    ('id = "hold-fast"', 'id = "quick-step"', None, "ploy 'quick-step': the id is used twice (first in line 42)"),
    ('id = "hold-fast"', 'id = "brace"', 'id = "brace"', "ploy 'brace': every team has a ploy of this id already"),
    ('id = "hold-fast"', 'id = "command-reroll"', 'id = "command-reroll"', "every team has a ploy of this id already"),
    ('moment = "dash"', 'moment = "shoot"', "moment", "ploy 'quick-step': 'moment' cannot be 'shoot'"),
    ('moment = "dash"\n', "", None, "ploy 'quick-step': 'moment' is missing"),
    (
        'action = "dash"',
        'action = "jump"',
        None,
        "ploy 'quick-step': effect 'longer-move': action must be one of reposition, dash, fall back, charge",
    ),
]


@pytest.mark.parametrize(("old", "new", "start", "says"), BROKEN, ids=[f"{n}-{case[3][:40]}" for n, case in enumerate(BROKEN)])
def test_a_broken_file_is_named_with_line_and_thing(old: str, new: str, start: str | None, says: str) -> None:
    """The complaint is one sentence that names the file, the line, the thing and what is wrong with it."""
    text = broken(old, new)
    said = complaint(text)
    assert says in said
    assert "\n" not in said
    if start is not None:
        assert said.startswith(f"watch.toml, line {line_of(start, text)}: ")
    assert re.match(r"watch\.toml, line \d+: ", said)


def test_ids_of_operatives_and_abilities_are_used_once() -> None:
    twice = WATCH + '\n[[operative]]\nid = "guard"\nname = "Other"\nmove = 6\napl = 2\nsave = 4\nwounds = 8\n'
    assert "operative 'guard': the id is used twice (first in line 7)" in complaint(twice)
    twice = WATCH + '\n[[ability]]\nid = "sure-shot"\nname = "Other"\ntext = "x"\neffect = "mend"\n'
    assert "ability 'sure-shot': the id is used twice (first in line 35)" in complaint(twice)


def test_a_team_has_1_to_20_operatives() -> None:
    more = WATCH + '\n[[operative]]\nid = "more"\nname = "More"\ncount = 18\nmove = 6\napl = 2\nsave = 4\nwounds = 8\n'
    assert "operative 'more': with this there are 21 operatives, and a team has at most 20" in complaint(more)
    nobody = WATCH[: WATCH.index("[[operative]]")]
    assert complaint(nobody) == "watch.toml: the team has no operatives: [[operative]]"


def test_abilities_that_the_file_does_not_have() -> None:
    """Where there is nothing to guess from, the complaint says so."""
    start, end = WATCH.index("[[ability]]"), WATCH.index("[[ploy]]")
    assert "line 17: operative 'guard': 'abilities' names some, but the file has none" in complaint(WATCH[:start] + WATCH[end:])


def test_a_file_that_is_not_toml() -> None:
    assert complaint(broken("move = 6", "move = ")).startswith("watch.toml, line 10: not valid TOML: ")


def test_the_ruleset_of_a_file_decides_who_reads_it() -> None:
    assert parse_team(WATCH, "watch.toml") == read(WATCH)
    with pytest.raises(FileError, match=r"watch\.toml, line 3: 'ruleset' cannot be 'kt99'"):
        parse_team(broken('"kt24"', '"kt99"'), "watch.toml")
    with pytest.raises(FileError, match=r"watch\.toml: 'ruleset' is missing"):
        parse_team(broken('ruleset = "kt24"\n', ""), "watch.toml")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("hollow-quire", "team 'hollow-quire' is not known (nearest: 'hollow-choir')"),
        ("", "team '' is not known (known: 'ashen-wardens', "),
        ("no/such/team.toml", "no/such/team.toml: cannot be read: No such file or directory"),
        ("a\0b.toml", "cannot be read: embedded null byte"),
    ],
)
def test_teams_that_are_not_there(given: str, says: str) -> None:
    with pytest.raises(FileError, match=re.escape(says)):
        load_team(given)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "watch.toml"
    path.write_bytes(b"id = '\xff'")
    with pytest.raises(FileError, match="is not a text in UTF-8"):
        load_team(path)


def test_a_team_for_another_ruleset_is_refused() -> None:
    with pytest.raises(FileError, match="team 'ashen-wardens': is for kt24, not for kt18"):
        load_team("ashen-wardens", "kt18")


# --- effects


def test_effects_are_found_under_the_keys_of_the_arena() -> None:
    team = read(WATCH)
    effects = build_effects(EDITION, [team, team], [team.ploys, ()])
    assert sorted(effects) == ["0/sure-shot", "1/sure-shot", "ploy/0/hold-fast", "ploy/0/quick-step"]
    assert all(isinstance(effect, Effect) for effect in effects.values())


def test_an_unknown_effect_of_a_team_that_came_from_no_file_is_refused() -> None:
    ploy = Ploy(id="x", name="Odd", text="…", kind="strategy", effect="sofften")
    with pytest.raises(BadEffect, match=r"Odd: there is no effect 'sofften' \(did you mean 'soften'\?\)"):
        build_effects(EDITION, [], [[ploy]])


@pytest.mark.rule("KT24-MIS-45", "KT24-MIS-46", "KT24-MIS-47", "KT24-MIS-48")
def test_the_generic_ploys_are_those_of_the_rulebook() -> None:
    ploys = {ploy.id: (ploy.kind, ploy.moment, ploy.until, ploy.effect, ploy.values) for ploy in teams.generic_ploys()}
    assert ploys == {
        "brace": ("strategy", "", "turn", "defence-reroll", {"dice": 1, "in_cover": True}),
        "focus": ("strategy", "", "turn", "weapon-rule", {"rules": ["Balanced"], "weapons": "ranged", "within": 6}),
        "grit": ("firefight", "activated", "activation", "ignore-injury", {}),
        "surge": ("firefight", "dash", "activation", "longer-move", {"action": "dash", "inches": 1}),
    }


@pytest.mark.parametrize("name", sorted(EFFECTS))
def test_every_value_of_an_effect_says_what_it_is(name: str) -> None:
    """Values are checked by their annotations, so each has one, of a kind the reader knows."""
    kinds = get_type_hints(EFFECTS[name])
    for value in (*EFFECTS[name].needs, *EFFECTS[name].takes):
        assert kinds[value] in checks.KINDS


def test_reading_teams_loads_no_compiler() -> None:
    """Listing teams is quick: nothing of the table's kernels is imported for it."""
    code = "import sys, counteract.rosters as r; r.find_teams(); assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- the teams that come with the package


def test_the_teams_there_are() -> None:
    assert {"ashen-wardens", "hollow-choir"} <= {*team_ids()}
    assert len(team_ids("kt24")) >= 4
    assert team_ids("kt99") == []
    assert [team.id for team in SHIPPED] == team_ids("kt24")


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_teams_are_complete(team: Team) -> None:
    """7 to 10 operatives with one leader, ploys of both kinds, something of its own; nothing the game cannot enforce."""
    assert 7 <= len(team.operatives) <= 10
    assert sum("leader" in card.keywords for card in team.operatives) == 1
    assert 2 <= sum(ploy.kind != "firefight" for ploy in team.ploys) <= 3
    assert sum(ploy.kind == "firefight" for ploy in team.ploys) == 2
    assert any(card.abilities for card in team.operatives)
    assert team.summary and all(ploy.text.endswith(".") for ploy in team.ploys)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_cards_are_plausible(card: Card) -> None:
    assert {weapon.kind for weapon in card.weapons} == {"ranged", "melee"}
    assert card.apl == (3 if "leader" in card.keywords else 2)
    assert 5 <= card.move <= 7 and 3 <= card.save <= 5 and 7 <= card.wounds <= 15 and 25 <= card.base <= 40


@pytest.mark.parametrize("weapon", WEAPONS, ids=lambda weapon: weapon.name)
def test_weapons_are_plausible(weapon: Weapon) -> None:
    assert 3 <= weapon.attacks <= 6 and 2 <= weapon.normal <= weapon.critical <= 6
    assert weapon.rules.unenforced == ()


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


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_used_by_some_team(hook: str) -> None:
    used = {a.effect for card in CARDS for a in card.abilities} | {ploy.effect for team in SHIPPED for ploy in team.ploys}
    assert any(hook in EFFECTS[effect].hooks for effect in used)
