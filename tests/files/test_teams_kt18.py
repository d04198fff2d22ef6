"""Team files of the 2018 edition: those that come with the package, and what is said about broken ones."""

from __future__ import annotations

import pytest

from counteract.attacks.hitwoundsave import TYPES, Amount, Strength
from counteract.files.teams import find_teams, team_ids
from counteract.rulesets.kt18.cards import POWER_EFFECTS, SPECIALISTS, Card, Team
from counteract.rulesets.kt18.effects import EFFECTS, make
from counteract.rulesets.kt18.weapons import NAMES, Weapon
from tests.files.example import Case, names
from tests.files.keepers import KEEPERS, KT18, broken, complaint, extra, read

SHIPPED = [team for team in find_teams("kt18") if isinstance(team, Team)]
CARDS = [card for team in SHIPPED for card in team.operatives]
WEAPONS = [weapon for card in CARDS for weapon in card.weapons]
POWERS = [power for card in CARDS for power in card.powers]


# --- files that are right


@pytest.mark.rule("KT18-GEN-04")
def test_a_file_becomes_a_team() -> None:
    """Everything in the file is on the cards, and operatives stand in the order of the file, as many as it says."""
    team = read(KEEPERS)
    assert (team.id, team.name, team.ruleset, team.summary) == ("toll-keepers", "Toll Keepers", "kt18", "A reeve, a seer, two carriers.")
    assert [card.id for card in team.operatives] == ["reeve", "seer", "carrier", "carrier"]
    reeve, seer, carrier, _ = team.operatives
    assert (reeve.move, reeve.ws, reeve.bs, reeve.strength, reeve.toughness) == (6, 3, 3, 3, 4)
    assert (reeve.wounds, reeve.attacks, reeve.leadership, reeve.save, reeve.invulnerable) == (2, 3, 8, 4, 5)
    assert (reeve.base, reeve.height, reeve.leader, reeve.specialist) == (40, 1.8, True, None)
    assert [ability.name for ability in reeve.abilities] == ["Toll Bell"]
    assert (seer.leader, seer.specialist, [power.id for power in seer.powers]) == (False, "scout", ["second-sight", "wall-of-air"])
    assert (carrier.save, carrier.weapons, carrier.abilities, carrier.powers) == (6, (), (), ())


@pytest.mark.rule("KT18-GEN-04")
def test_psyker_and_fly_are_keywords_in_any_case_and_are_kept() -> None:
    reeve, seer, carrier, _ = read(KEEPERS).operatives
    assert (reeve.fly, reeve.psyker, reeve.keywords) == (True, False, ("keeper", "Fly"))
    assert (seer.fly, seer.psyker, seer.keywords) == (False, True, ("psyker",))
    assert (carrier.fly, carrier.psyker, carrier.keywords) == (False, False, ())


@pytest.mark.rule("KT18-GEN-05")
def test_weapons_are_read_as_cards_write_them() -> None:
    pistol, staff = read(KEEPERS).operatives[0].weapons
    assert (pistol.kind, pistol.type, pistol.range, pistol.attacks) == ("ranged", "pistol", 12, Amount(1, 3))
    assert (pistol.strength, pistol.ap, pistol.damage) == (Strength(0, 5), -1, Amount(1, 3, 1))
    assert pistol.text == ("Sure", "auto-hit") and pistol.rules.sure and pistol.rules.auto_hit and not pistol.rules.cruel
    assert (staff.kind, staff.type, staff.strength, staff.ap, staff.damage, staff.text) == ("melee", None, Strength(1, 1), 0, Amount(plus=1), ())


@pytest.mark.rule("KT18-GEN-05")
@pytest.mark.parametrize(("written", "of_a_user_with_4"), [('"user"', 4), ('"User"', 4), ('"+2"', 6), ('"x2"', 8), ('"×2"', 8), ("5", 5), ('"5"', 5)])
def test_a_melee_weapon_has_a_strength_of_its_own_or_makes_one_of_its_users(written: str, of_a_user_with_4: int) -> None:
    staff = read(broken('strength = "+1"', f"strength = {written}")).operatives[0].weapons[1]
    assert staff.strength.of(4) == of_a_user_with_4


@pytest.mark.parametrize(("written", "amount"), [("2", Amount(plus=2)), ('"2"', Amount(plus=2)), ('"d6"', Amount(1, 6)), ('"2D6"', Amount(2, 6))])
def test_attacks_are_a_number_or_dice(written: str, amount: Amount) -> None:
    assert read(broken('attacks = "D3"', f"attacks = {written}")).operatives[0].weapons[0].attacks == amount


@pytest.mark.rule("KT18-INT-01", "KT18-INT-03")
def test_base_and_height_may_be_left_out() -> None:
    """32 mm and 1.5" unless the card says otherwise."""
    reeve = read(KEEPERS.replace("base = 40\nheight = 1.8\n", "")).operatives[0]
    assert (reeve.base, reeve.height) == (32, 1.5)


def test_powers_are_read_and_what_they_leave_out_is_as_usual() -> None:
    strike, ward = read(KEEPERS).operatives[1].powers
    assert (strike.charge, strike.effect, strike.range, strike.amount) == (6, "strike", 12, Amount(plus=2))
    assert (strike.strong, strike.strong_from) == (Amount(1, 6), 10)
    assert (ward.charge, ward.effect, ward.range, ward.save) == (5, "ward", 18, 4)
    assert (ward.amount, ward.strong, ward.strong_from) == (Amount(plus=1), None, 11)


# --- files that are wrong

BROKEN: list[Case] = [
    ('ruleset = "kt18"', 'ruleset = "kt24"', "ruleset", "'ruleset' cannot be 'kt24' (did you mean 'kt18'?)"),
    ("summary =", "sumary =", "sumary", "'sumary' is not known here (did you mean 'summary'?)"),
    ("move = 6", "move = 0.5", "move", "operative 'reeve': 'move' must be from 1 to 20, not 0.5"),
    ("move = 6", f"move = {10**400}", "move", "operative 'reeve': 'move' must be a number"),
    ('ws = "3+"', 'ws = "7+"', "ws", "operative 'reeve': 'ws' must be from 2+ to 6+, such as \"3+\", not '7+'"),
    ('ws = "3+"', 'sw = "3+"', "[[operative]]", "operative 'reeve': 'ws' is missing"),
    ("bs = 3", "bs = true", "bs", "operative 'reeve': 'bs' must be from 2+ to 6+, such as \"3+\""),
    ("bs = 3", "bs = 1", "bs", "operative 'reeve': 'bs' must be from 2+ to 6+, such as \"3+\", not 1"),
    ("bs = 3", f"bs = 0x{'f' * 5000}", "bs", "operative 'reeve': 'bs' must be from 2+ to 6+, such as \"3+\""),
    ("strength = 3", "strength = 0", "strength", "operative 'reeve': 'strength' must be from 1 to 20, not 0"),
    ("strength = 3", 'strength = "user"', "strength", "operative 'reeve': 'strength' must be a number"),
    ("toughness = 4", "toughness = 21", "toughness", "operative 'reeve': 'toughness' must be from 1 to 20, not 21"),
    ("wounds = 2", "wounds = 2.5", "wounds", "operative 'reeve': 'wounds' must be a whole number, not 2.5"),
    ("attacks = 3", "attacks = 0", "attacks", "operative 'reeve': 'attacks' must be from 1 to 12, not 0"),
    ("leadership = 8", "leadership = 1", "leadership", "operative 'reeve': 'leadership' must be from 2 to 12, not 1"),
    ('save = "4+"', "save = 0", "save", "operative 'reeve': 'save' must be from 2+ to 6+"),
    ('invulnerable = "5+"', "invulnerable = 0", "invulnerable", "operative 'reeve': 'invulnerable' must be from 2+ to 6+"),
    ("invulnerable =", "invunerable =", "invunerable", "'invunerable' is not known here (did you mean 'invulnerable'?)"),
    ("base = 40", "base = 171", "base", "operative 'reeve': 'base' must be from 20 to 170, not 171"),
    ("height = 1.8", "height = 0", "height", "operative 'reeve': 'height' must be from 0.5 to 8, not 0"),
    ("leader = true", "leader = 1", "leader =", "operative 'reeve': 'leader' must be true or false"),
    ('keywords = ["keeper", "Fly"]', "keywords = [1]", "keywords", "operative 'reeve': 'keywords' must be a list of texts"),
    ('keywords = ["psyker"]', 'keywords = ["psyker", "leader"]', None, "operative 'seer': has the keyword LEADER, and so it needs 'leader = true'"),
    ('["toll-bell"]', '["toll-bel"]', "abilities", "operative 'reeve': 'abilities' cannot hold 'toll-bel' (did you mean 'toll-bell'?)"),
    ('["toll-bell"]', "[]", 'id = "toll-bell"', "ability 'toll-bell': no operative has this ability"),
    ('"second-sight", "wall-of-air"', '"second-sight"', 'id = "wall-of-air"', "power 'wall-of-air': no operative has this power"),
    ('"second-sight", "wall-of-air"', '"third-sight"', "powers", "operative 'seer': 'powers' cannot hold 'third-sight'"),
    ('"second-sight", "wall-of-air"', '"psybolt"', "powers", "operative 'seer': 'powers' cannot hold 'psybolt'"),
    ('keywords = ["psyker"]', "keywords = []", "powers", "operative 'seer': has powers, and so it needs the keyword PSYKER"),
    ('specialist = "scout"', 'specialist = "scowt"', "specialist", "operative 'seer': 'specialist' cannot be 'scowt' (did you mean 'scout'?)"),
    ('specialist = "scout"', "count = 2\nspecialist = 'scout'", "count", "operative 'seer': 'count' must be 1 for a specialist, not 2"),
    ("leader = true", "leader = true\ncount = 2", "count", "operative 'reeve': 'count' must be 1 for a leader, not 2"),
    ("leader = true", "leader = true\nspecialist = 'combat'", "specialist", "operative 'reeve': a leader cannot be a specialist as well"),
    ('specialist = "scout"', "leader = true", None, "operative 'seer': the team has a leader already: operative 'reeve'"),
    ("count = 2", "count = 19", "count", "operative 'carrier': with this there are 21 operatives, and a team has at most 20"),
    ('name = "Toll pistol"', 'name = ""', 'name = ""', "weapon 1 of operative 'reeve': 'name' must not be empty"),
    ('kind = "ranged"', 'kind = "rangd"', "kind", "weapon 'Toll pistol' of operative 'reeve': 'kind' cannot be 'rangd' (did you mean 'ranged'?)"),
    ('type = "pistol"', 'type = "rapid"', "type", "weapon 'Toll pistol' of operative 'reeve': 'type' cannot be 'rapid' (did you mean 'rapid fire'?)"),
    ('type = "pistol"\n', "", None, "weapon 'Toll pistol' of operative 'reeve': 'type' is missing"),
    ("range = 12\n", "", None, "weapon 'Toll pistol' of operative 'reeve': 'range' is missing"),
    ("range = 12", "range = 0", "range", "weapon 'Toll pistol' of operative 'reeve': 'range' must be from 1 to 99, not 0"),
    ('attacks = "D3"\n', "", None, "weapon 'Toll pistol' of operative 'reeve': 'attacks' is missing"),
    ('attacks = "D3"', 'attacks = "D4"', 'attacks = "D4"', "'attacks': an amount is a number, 'D3', 'D6', '2D6' or 'D3+1', not 'D4'"),
    ('attacks = "D3"', "attacks = 0", "attacks = 0", "weapon 'Toll pistol' of operative 'reeve': 'attacks' must be from 1 to 20, not 0"),
    ('attacks = "D3"', 'attacks = "0D6"', 'attacks = "0D6"', "'attacks' must be from 1 to 20, not 0"),
    ('attacks = "D3"', 'attacks = "4D6"', 'attacks = "4D6"', "'attacks' must be from 1 to 20, not 4D6"),
    ('attacks = "D3"', "attacks = 2.5", "attacks = 2.5", "'attacks': an amount is a number"),
    ('attacks = "D3"', "attacks = [2]", "attacks = [2]", "weapon 'Toll pistol' of operative 'reeve': 'attacks' must be a number or a text"),
    ('attacks = "D3"', f"attacks = 0x{'f' * 5000}", "attacks = 0x", "'attacks' must be a number or a text"),
    ("strength = 5", 'strength = "user"', 'strength = "user"', "'strength' of a ranged weapon must be a number from 1 to 20"),
    ("strength = 5", "strength = 0", "strength = 0", "'strength' of a ranged weapon must be a number from 1 to 20"),
    ("strength = 5\n", "", None, "weapon 'Toll pistol' of operative 'reeve': 'strength' is missing"),
    ("ap = -1", "ap = 1", "ap", "weapon 'Toll pistol' of operative 'reeve': 'ap' must be from -6 to 0, not 1"),
    ("ap = -1", "ap = -7", "ap", "weapon 'Toll pistol' of operative 'reeve': 'ap' must be from -6 to 0, not -7"),
    ('damage = "D3+1"', "damage = 21", "damage", "weapon 'Toll pistol' of operative 'reeve': 'damage' must be from 1 to 20, not 21"),
    (
        '["Sure", "auto-hit"]',
        '["Shure"]',
        "rules",
        "weapon 'Toll pistol' of operative 'reeve': there is no weapon ability 'Shure' (known: Auto-hit, ",
    ),
    ('name = "Staff"\nkind = "melee"', 'name = "Staff"\nkind = "melee"\nrange = 2', "range = 2", "'range' is for ranged weapons only"),
    ('name = "Staff"\nkind = "melee"', 'name = "Staff"\nkind = "melee"\ntype = "heavy"', 'type = "heavy"', "'type' is for ranged weapons only"),
    ('name = "Staff"\nkind = "melee"', 'name = "Staff"\nkind = "melee"\nattacks = 2', "attacks = 2", "'attacks' is for ranged weapons only"),
    (
        'strength = "+1"',
        'strength = "+1"\nrules = ["Indirect"]',
        'rules = ["Indirect"]',
        "weapon 'Staff' of operative 'reeve': Indirect is for ranged",
    ),
    ('strength = "+1"', 'strength = "half"', 'strength = "half"', "'strength': a strength is a number, 'user', '+2' or 'x2', not 'half'"),
    (
        'strength = "+1"',
        'strength = "x5"',
        'strength = "x5"',
        "'strength' must be a number from 1 to 20, 'user', up to '+10' or up to 'x4', not '×5'",
    ),
    ('strength = "+1"', 'strength = "x0"', 'strength = "x0"', "'strength' must be a number from 1 to 20"),
    ('strength = "+1"', "strength = -1", "strength = -1", "'strength': a strength is a number"),
    ('effect = "icon"', 'effect = "ikon"', "effect", "ability 'toll-bell': 'effect' cannot be 'ikon' (did you mean 'icon'?)"),
    ("values = { inches = 6 }", "values = 6", "values", "ability 'toll-bell': 'values' must be a table"),
    ("values = { inches = 6 }", "", "effect", "ability 'toll-bell': effect 'icon': value 'inches' is missing"),
    ("values = { inches = 6 }", "values = { leadership = 2 }", "values", "effect 'icon': value 'inches' is missing"),
    ("{ inches = 6 }", "{ inch = 6 }", "values", "ability 'toll-bell': effect 'icon' has no value 'inch' (did you mean 'inches'?)"),
    ("{ inches = 6 }", '{ inches = "6" }', "values", "ability 'toll-bell': 'values': 'inches' must be a number"),
    ("{ inches = 6 }", f"{{ inches = {10**400} }}", "values", "ability 'toll-bell': 'values': 'inches' must be a number"),
    ("{ inches = 6 }", "{ inches = 13 }", "values", "ability 'toll-bell': effect 'icon': 'inches' must be from 1 to 12"),
    ("{ inches = 6 }", "{ inches = 6, leadership = 1.5 }", "values", "ability 'toll-bell': 'values': 'leadership' must be a whole number"),
    ("{ inches = 6 }", f"{{ inches = 6, leadership = {10**400} }}", "values", "effect 'icon': 'leadership' must be from 1 to 3"),
    ('id = "wall-of-air"', 'id = "psybolt"', 'id = "psybolt"', "power 'psybolt': every psyker knows a power of this id already"),
    ('id = "wall-of-air"', 'id = "second-sight"', None, "power 'second-sight': the id is used twice (first in line 79)"),
    ("charge = 6", "charge = 13", "charge", "power 'second-sight': 'charge' must be from 2 to 12, not 13"),
    ("charge = 6\n", "", None, "power 'second-sight': 'charge' is missing"),
    ('effect = "strike"', 'effect = "stroke"', 'effect = "stroke"', "power 'second-sight': 'effect' cannot be 'stroke' (did you mean 'strike'?)"),
    ('effect = "strike"', 'effect = "hex"', "amount", "power 'second-sight': 'amount' means nothing to the effect 'hex'"),
    ('effect = "ward"\nsave = "4+"', 'effect = "mend"\nsave = "3+"', 'save = "3+"', "power 'wall-of-air': 'save' means nothing to the effect 'mend'"),
    ('effect = "ward"', 'effect = "ward"\nstrong = 2', "strong = 2", "power 'wall-of-air': 'strong' means nothing to the effect 'ward'"),
    ("amount = 2", "amount = 0", "amount", "power 'second-sight': 'amount' must be from 1 to 20, not 0"),
    ('strong = "D6"\n', "", "strong_from", "power 'second-sight': 'strong_from' needs 'strong', the amount from there on"),
    ("strong_from = 10", "strong_from = 6", "strong_from", "power 'second-sight': 'strong_from' must be more than 'charge', which is 6"),
    ("strong_from = 10", "strong_from = 13", "strong_from", "power 'second-sight': 'strong_from' must be from 3 to 12, not 13"),
    ("charge = 6\n", 'charge = 6\ntarget = "friend"\n', "target", "power 'second-sight': 'target' is not known here"),
]


@pytest.mark.parametrize("case", BROKEN, ids=names(BROKEN))
def test_a_broken_file_is_named_with_line_and_thing(case: Case) -> None:
    KT18.check(*case)


@pytest.mark.rule("KT18-SPEC-01")
def test_a_team_has_exactly_one_leader() -> None:
    assert complaint(broken("leader = true\n", "")) == "keepers.toml: the team has no leader: one operative must have 'leader = true'"


@pytest.mark.rule("KT18-SPEC-02")
def test_a_team_has_up_to_three_specialists_of_different_kinds() -> None:
    """The file has a scout."""
    three = KEEPERS + extra("one", 'specialist = "combat"') + extra("two", 'specialist = "zealot"')
    assert sum(card.specialist is not None for card in read(three).operatives) == 3
    four = complaint(three + extra("three", 'specialist = "heavy"'))
    assert "operative 'three': with this there are 4 specialists, and a team has at most 3" in four
    again = complaint(KEEPERS + extra("one", 'specialist = "scout"'))
    assert "operative 'one': the team has a scout specialist already: operative 'seer'" in again


@pytest.mark.rule("KT18-MIS-05")
def test_a_team_has_3_to_20_operatives() -> None:
    assert len(read(broken("count = 2", "count = 1")).operatives) == 3
    assert len(read(broken("count = 2", "count = 18")).operatives) == 20
    start, end = KEEPERS.index('[[operative]]\nid = "carrier"'), KEEPERS.index("[[ability]]")
    assert complaint(KEEPERS[:start] + KEEPERS[end:]) == "keepers.toml: the team has 2 operatives, and a team has at least 3"
    assert complaint(KEEPERS[: KEEPERS.index("[[operative]]")]) == "keepers.toml: the team has no operatives: [[operative]]"


def test_powers_that_the_file_does_not_have() -> None:
    said = complaint(KEEPERS[: KEEPERS.index("[[power]]")])
    assert "operative 'seer': 'powers' names some, but the file has none: [[power]]" in said


# --- the teams that come with the package


def test_the_teams_there_are() -> None:
    assert team_ids("kt18") == ["barrow-company", "fen-fusiliers", "kite-riders", "lantern-circle"]


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_teams_are_complete(team: Team) -> None:
    """A leader who is worth the name, and some specialists."""
    leader = next(card for card in team.operatives if card.leader)
    assert leader.leadership == max(card.leadership for card in team.operatives)
    assert 2 <= sum(card.specialist is not None for card in team.operatives) <= 3


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_cards_are_plausible(card: Card) -> None:
    assert 4 <= card.move <= 9 and 3 <= card.strength <= 4 and 3 <= card.toughness <= 5 and 1 <= card.wounds <= 2
    assert 3 <= card.ws <= 4 and 3 <= card.bs <= 4 and 1 <= card.attacks <= 3 and 6 <= card.leadership <= 9 and 3 <= card.save <= 6


@pytest.mark.parametrize("weapon", WEAPONS, ids=lambda weapon: weapon.name)
def test_weapons_are_plausible(weapon: Weapon) -> None:
    assert 3 <= weapon.strength.of(4) <= 8 and -3 <= weapon.ap <= 0 and weapon.damage.most <= 3 and weapon.attacks.most <= 6


@pytest.mark.parametrize("name", TYPES)
def test_every_type_of_weapon_is_on_some_card(name: str) -> None:
    assert any(weapon.type == name for weapon in WEAPONS)


@pytest.mark.parametrize("name", sorted(NAMES.values()))
def test_every_weapon_ability_is_on_some_weapon(name: str) -> None:
    assert any(getattr(weapon.rules, name) for weapon in WEAPONS)


@pytest.mark.parametrize("form", ["user", "+", "×", "4"])
def test_every_form_of_strength_is_on_some_melee_weapon(form: str) -> None:
    assert any(str(weapon.strength).startswith(form) for weapon in WEAPONS if weapon.kind == "melee")


@pytest.mark.parametrize("name", SPECIALISTS)
def test_every_kind_of_specialist_is_in_some_team(name: str) -> None:
    assert any(card.specialist == name for card in CARDS)


@pytest.mark.parametrize("effect", sorted(EFFECTS))
def test_every_effect_is_used_by_some_team(effect: str) -> None:
    abilities = [ability for card in CARDS for ability in card.abilities if ability.effect == effect]
    assert abilities and all(isinstance(make(ability.effect, ability.values), EFFECTS[effect]) for ability in abilities)


@pytest.mark.parametrize("effect", POWER_EFFECTS)
def test_every_effect_of_powers_is_used_by_some_team(effect: str) -> None:
    assert any(power.effect == effect for power in POWERS)


def test_some_models_fly_some_shrug_off_wounds_and_some_have_invulnerable_saves() -> None:
    assert any(card.fly for card in CARDS) and any(card.psyker for card in CARDS) and any(card.invulnerable for card in CARDS)
    assert {a.values["needed"] for card in CARDS for a in card.abilities if a.effect == "ignore-wounds"} == {5, 6}
