"""Team files of the 2021 edition: what is its own, how cards are printed, and the teams that come with the package."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from counteract.cli import run
from counteract.files.teams import find_teams, team_ids
from counteract.rulesets.kt21.cards import Card, Team, printed
from counteract.rulesets.kt21.edition import EDITION
from counteract.rulesets.kt21.ruleset import RULESET
from counteract.rulesets.kt21.weapons import CRITICAL_RULES, NAMES, Rules, Weapon
from tests.files.example import Case, names
from tests.files.watch import KT21

SHIPPED = [team for team in find_teams("kt21") if isinstance(team, Team)]
CARDS = [card for team in SHIPPED for card in team.operatives]
WEAPONS = [weapon for card in CARDS for weapon in card.weapons]
EFFECTS = [(thing.effect, thing.values) for team in SHIPPED for card in team.operatives for thing in (*card.abilities, *team.ploys)]
#: Everything that shipped files say, before it is read.
FILES: list[Any] = [tomllib.loads((files("counteract") / "data" / "teams" / f"{name}.toml").read_text(encoding="utf-8")) for name in team_ids("kt21")]


def rifle(old: str, new: str) -> Weapon:
    """Return the first weapon of the file with something else in it."""
    return KT21.with_change(old, new).operatives[0].weapons[0]


# --- files that are right


@pytest.mark.rule("KT21-GEN-03")
def test_the_stats_that_only_this_edition_has() -> None:
    """Move in symbols, defence dice, an invulnerable save, and GA, which is only kept."""
    guard = KT21.read(KT21.text).operatives[0]
    assert (guard.move, guard.defence, guard.invulnerable, guard.group) == (6, 3, 5, 2)
    plain = KT21.with_change('invulnerable = "5+"\ngroup = 2\n', "").operatives[0]
    assert (plain.invulnerable, plain.group) == (0, 1)


@pytest.mark.rule("KT21-INT-02")
@pytest.mark.parametrize(("base", "size"), [("", (32, 1.5)), ("base = 28.5\n", (28.5, 1.5)), ("base = 40\n", (40, 2)), ("base = 50\n", (50, 2))])
def test_base_and_height_may_be_left_out(base: str, size: tuple[float, float]) -> None:
    """32 mm unless the card says otherwise; 1.5" tall, and 2" on bases of 40 mm and more."""
    guard = KT21.with_change("base = 32\nheight = 1.7\n", base).operatives[0]
    assert (guard.base, guard.height) == size


@pytest.mark.rule("KT21-GEN-04")
@pytest.mark.parametrize(
    ("written", "inches"),
    [
        ('"3●"', 6),
        ('"2●▲"', 5),
        ('"⬟"', 6),
        ('"■"', 3),
        ('"3 circle"', 6),
        ("'7\"'", 7),
        ('"7"', 7),
        ("7", 7),
        ("4.5", 4.5),
        ("0.1", 0.1),
        ("20", 20),
    ],
)
def test_a_move_is_written_in_symbols_or_inches(written: str, inches: float) -> None:
    assert KT21.with_change('move = "3●"', f"move = {written}").operatives[0].move == inches


@pytest.mark.rule("KT21-WR-GEN-01")
def test_special_and_critical_rules_stand_in_one_list() -> None:
    rules = KT21.read(KT21.text).operatives[0].weapons[0].rules
    assert rules == Rules(ap=1, range=6, rending=True, unenforced=("Poison*",))


def profile(name: str) -> str:
    """Return one more profile of the rifle."""
    return f'[[operative.weapon]]\nname = "Rifle"\nprofile = "{name}"\nkind = "ranged"\nattacks = 2\nhit = 3\ndamage = "3/4"\n\n'


def with_profiles(*names: str) -> str:
    """Return the file with more profiles of the rifle, before the one that it has."""
    return KT21.broken("[[operative.weapon]]\n", "".join(map(profile, names)) + "[[operative.weapon]]\n")


@pytest.mark.rule("KT21-WR-GEN-02")
def test_profiles_of_a_weapon_have_its_name_in_common() -> None:
    """The file names the weapon once for each."""
    weapons = KT21.read(with_profiles("aimed", " hasty ")).operatives[0].weapons
    assert [weapon.name for weapon in weapons] == ["Rifle (aimed)", "Rifle (hasty)", "Rifle", "Club"]
    assert [weapon.of for weapon in weapons] == ["Rifle", "Rifle", "Rifle", "Club"]


@pytest.mark.rule("KT21-PLOY-01", "KT21-PLOY-03")
def test_ploys_of_both_kinds_have_prices() -> None:
    """1CP unless the file says otherwise."""
    strategic, tactical = KT21.read(KT21.text).ploys
    assert (strategic.kind, strategic.cost, tactical.kind, tactical.cost) == ("strategic", 1, "tactical", 1)
    for ploy in ("strategic", "tactical"):
        dear = KT21.with_change(f'kind = "{ploy}"', f'kind = "{ploy}"\ncost = 2').ploys
        assert [p.cost for p in dear if p.kind == ploy] == [2]
    assert KT21.with_change('kind = "strategic"', 'kind = "strategic"\ncost = 0').ploys[0].cost == 0


# --- files that are wrong

NO_DISTANCE = 'is no distance; write inches, such as 6", or symbols of the gauge, such as 3●'
ITS_MOVE, ITS_RIFLE = "operative 'guard': 'move'", "weapon 'Rifle' of operative 'guard': "
STRIKE = 'effect = "weapon-rule"\nvalues = { rules = ["Balanced"], weapons = "ranged" }'

BROKEN: list[Case] = [
    ('move = "3●"\n', "", "[[operative]]", f"{ITS_MOVE} is missing"),
    ('move = "3●"', 'move = "far"', "move", f"{ITS_MOVE}: 'far' {NO_DISTANCE}"),
    ('move = "3●"', 'move = ""', "move", f"{ITS_MOVE}: '' {NO_DISTANCE}"),
    ('move = "3●"', 'move = "●3"', "move", f"{ITS_MOVE}: '●3' {NO_DISTANCE}"),
    ('move = "3●"', 'move = "2.5●"', "move", f"{ITS_MOVE}: '2.5●' {NO_DISTANCE}"),
    ('move = "3●"', 'move = "3 circles"', "move", f"{ITS_MOVE}: '3 circles' {NO_DISTANCE}"),
    ('move = "3●"', 'move = "6 cm"', "move", f"{ITS_MOVE}: '6 cm' {NO_DISTANCE}"),
    ('move = "3●"', 'move = "0●"', "move", f'{ITS_MOVE} must be from 0.1" to 20", not 0●'),
    ('move = "3●"', 'move = "3⬟■"', "move", f'{ITS_MOVE} must be from 0.1" to 20", not 3⬟■'),
    ('move = "3●"', "move = 21", "move", f'{ITS_MOVE} must be from 0.1" to 20", not 21'),
    ('move = "3●"', "move = 0", "move", f'{ITS_MOVE} must be from 0.1" to 20", not 0'),
    ('move = "3●"', "move = true", "move", f"{ITS_MOVE} must be a distance: symbols of the gauge, such as \"3●\", or inches, such as 6"),
    ('move = "3●"', "move = nan", "move", f"{ITS_MOVE} must be a distance"),
    ('move = "3●"', "move = [6]", "move", f"{ITS_MOVE} must be a distance"),
    ("defence = 3\n", "", "[[operative]]", "operative 'guard': 'defence' is missing"),
    ("defence = 3", "defence = 9", "defence", "operative 'guard': 'defence' must be from 0 to 8, not 9"),
    ("defence = 3", 'defence = "3"', "defence", "operative 'guard': 'defence' must be a number"),
    ('invulnerable = "5+"', 'invulnerable = "7+"', "invulnerable", "'invulnerable' must be from 2+ to 6+, such as \"3+\", not '7+'"),
    ("invulnerable =", "invunerable =", "invunerable", "'invunerable' is not known here (did you mean 'invulnerable'?)"),
    ("group = 2", "group = 5", "group", "operative 'guard': 'group' must be from 1 to 4, not 5"),
    ("height = 1.7", "heigth = 1.7", "heigth", "operative 'guard': 'heigth' is not known here (did you mean 'height'?)"),
    ('name = "Rifle"', 'name = "Rifle"\nprofile = ""', "profile", f"{ITS_RIFLE}'profile' must not be empty"),
    ('name = "Rifle"', 'name = "Rifle"\nprofile = " "', "profile", f"{ITS_RIFLE}'profile' must not be empty"),
    ('name = "Rifle"', 'name = "Rifle"\nprofile = 2', "profile", f"{ITS_RIFLE}'profile' must be a text"),
    ('name = "Rifle"', 'name = "Rifle"\nprofil = "aimed"', "profil", f"{ITS_RIFLE}'profil' is not known here (did you mean 'profile'?)"),
    ('kind = "strategic"', 'kind = "strategy"', 'kind = "strategy"', "ploy 'hold-fast': 'kind' cannot be 'strategy' (did you mean 'strategic'?)"),
    ('kind = "tactical"', 'kind = "firefight"', 'kind = "firefight"', "ploy 'quick-step': 'kind' cannot be 'firefight'"),
    ('kind = "strategic"', 'kind = "strategic"\ncost = -1', "cost", "ploy 'hold-fast': 'cost' must be from 0 to 20, not -1"),
    ('kind = "strategic"', 'kind = "strategic"\ncost = 21', "cost", "ploy 'hold-fast': 'cost' must be from 0 to 20, not 21"),
    ('kind = "tactical"', 'kind = "tactical"\ncost = 1.5', "cost", "ploy 'quick-step': 'cost' must be a whole number, not 1.5"),
    ('kind = "tactical"', 'kind = "tactical"\ncost = "2CP"', "cost", "ploy 'quick-step': 'cost' must be a number"),
    ('moment = "dash"', 'moment = "reposition"', "moment", "ploy 'quick-step': 'moment' cannot be 'reposition'"),
    (STRIKE, 'effect = "psychic-strike"\nvalues = { wounds = 2 }', "values", "effect 'psychic-strike': value 'inches' is missing"),
    (STRIKE, 'effect = "psychic-strike"\nvalues = { inches = "⬟", wounds = 2 }', "values", "'values': 'inches' must be a number"),
    (STRIKE, 'effect = "psychic-ward"\nvalues = { inches = 6, wounds = 2 }', "values", "unknown value 'wounds'; this effect takes inches"),
]  # fmt: skip


@pytest.mark.parametrize("case", BROKEN, ids=names(BROKEN))
def test_a_broken_file_is_named_with_line_and_thing(case: Case) -> None:
    KT21.check(*case)


def test_two_profiles_of_a_weapon_cannot_have_one_name() -> None:
    assert f"{ITS_RIFLE}there is another ranged weapon of this name and profile" in KT21.complaint(with_profiles("aimed", "aimed"))


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("AP", "'AP' is not how AP is written; write for example AP1"),
        ("AP-1", "'AP-1' is not how AP is written; write for example AP1"),
        ("MW", "'MW' is not how MW is written; write for example MW2"),
        ("P", "'P' is not how P is written; write for example P1"),
        ("Blast", "'Blast' is not how Blast is written; write for example Blast ●"),
        ("Blast●", "'Blast●' is not how Blast is written; write for example Blast ●"),
        ("Range far", "'Range far' is not how Range is written; write for example Range ⬟"),
        ("Range 9999", "'Range 9999' is not how Range is written; write for example Range ⬟"),
        ("Torrent 2 miles", "'Torrent 2 miles' is not how Torrent is written; write for example Torrent ●"),
        ("Reap ●", "'Reap ●' is not how Reap is written; write for example Reap 1"),
        ("Splash", "'Splash' is not how Splash is written; write for example Splash 1"),
        ("Lethal", "'Lethal' is not how Lethal is written; write for example Lethal 5+"),
        ("Lethal5+", "'Lethal5+' is not how Lethal is written; write for example Lethal 5+"),
        ("Lethal 7+", "'Lethal 7+': a die shows 2+ to 6+ for Lethal"),
        ("AP0", "'AP0': the number must be above 0"),
        ("Blast 0●", "'Blast 0●': the number must be above 0"),
        ("Limited 1", "'Limited 1': nothing stands after Limited"),
        ("Heavy (Dash only)", "'Heavy (Dash only)': nothing stands after Heavy"),
        ("No Cover 1", "'No Cover 1': nothing stands after No Cover"),
    ],
)
def test_a_weapon_rule_written_wrongly_is_refused_with_the_right_form(written: str, says: str) -> None:
    """Also in the form another edition has for it; on a weapon, and where an ability gives it."""
    KT21.check('"AP1"', f'"{written}"', "rules", ITS_RIFLE + says)
    KT21.check('rules = ["Balanced"]', f'rules = ["{written}"]', "values", f"ability 'sure-shot': {says}")


@pytest.mark.rule("KT21-WR-BLAST-01", "KT21-WR-TORRENT-01")
def test_a_weapon_with_two_rules_about_who_else_is_attacked_is_refused() -> None:
    KT21.check('"AP1"', '"Torrent ●", "Blast ●"', "rules", ITS_RIFLE + "a weapon cannot have both Blast and Torrent")


@pytest.mark.parametrize("written", ["Brutal Honesty", "Heavy-handed", "AP*", "Limited 1*"])
def test_what_only_sounds_like_a_rule_is_kept_and_not_enforced(written: str) -> None:
    """As is a name with an asterisk, which says that the card explains it."""
    assert rifle('"AP1"', f'"{written}"').rules.unenforced == (written, "Poison*")


# --- printed cards


@pytest.mark.parametrize(("written", "shown"), [('"3●"', "3●"), ("6", "3●"), ("'5\"'", "2●▲"), ('"■"', "●▲"), ("2", "●"), ("4.5", '4.5"')])
def test_a_card_shows_m_in_circles(written: str, shown: str) -> None:
    stats, _ = printed(KT21.with_change('move = "3●"', f"move = {written}").operatives[0])
    assert stats.columns == ("M", "APL", "DF", "SV", "W")
    assert stats.rows == ((shown, 2, 3, "4+/5++", 8),)


def test_a_card_shows_what_is_special_what_is_critical_and_what_the_game_does_not_know() -> None:
    """Distances in symbols, however the file writes them; a dash where there is nothing."""
    text = KT21.broken('"Range ⬟", "Rending", "Poison*"', '\'Range 8"\', "Rending", "MW 2", "Blast circle", "Poison*"')
    _, arms = printed(KT21.read(text).operatives[0])
    assert arms.columns == ("weapon", "", "A", "BS/WS", "D", "SR", "!")
    assert arms.rows == (
        ("Rifle", "ranged", 4, "3+", "3/4", "AP1, Range ⬟●, Blast ●, Poison* (not enforced: Poison*)", "Rending, MW 2"),
        ("Club", "melee", 3, "4+", "3/4", "-", "-"),
    )
    assert arms.lines == ("Invulnerable save 5+", "Sure Shot: Ranged weapons have Balanced.")


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_rules_are_printed_in_the_columns_they_belong_in(team: Team, capsys: pytest.CaptureFixture[str]) -> None:
    """Line by line, as people see it: move in circles, critical rules under the exclamation mark, all others under SR."""
    assert run(["teams", team.id]) == 0
    lines = capsys.readouterr().out.splitlines()
    cards = list({card.id: card for card in team.operatives}.values())
    stats = [n for n, line in enumerate(lines) if line.split() == ["M", "APL", "DF", "SV", "W"]]
    arms = [n for n, line in enumerate(lines) if line.split() == ["weapon", "A", "BS/WS", "D", "SR", "!"]]
    for card, stat, head in zip(cards, stats, arms, strict=True):
        assert re.match(r" [234]●▲? ", lines[stat + 2])
        special, critical = lines[head].index("SR"), lines[head].index("!")
        for weapon, row in zip(card.weapons, lines[head + 2 :], strict=False):
            has = {name for name in NAMES if getattr(weapon.rules, name) != getattr(Rules(), name)}
            assert row.split("  ")[0].strip() == weapon.name
            assert (row[special:critical].strip() == "-") is (has <= {*CRITICAL_RULES})
            assert (row[critical:].strip() == "-") is has.isdisjoint(CRITICAL_RULES)


def test_ploys_are_printed_with_their_prices(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["teams", "quarry-guild"]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"Guild Dues +strategic +2CP +You gain 3CP", shown)
    assert re.search(r"Measure Twice +strategic +1CP", shown)


# --- the teams that come with the package


def test_the_teams_there_are() -> None:
    assert team_ids("kt21") == ["moth-parade", "quarry-guild", "thorn-wardens", "tide-callers"]
    assert {*RULESET.teams} <= {*team_ids("kt21")}


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_teams_are_complete(team: Team) -> None:
    """Two to four ploys, of both kinds and at two prices; abilities of its own."""
    assert 2 <= len(team.ploys) <= 4
    assert {ploy.kind for ploy in team.ploys} == {"strategic", "tactical"}
    assert {ploy.cost for ploy in team.ploys} == {1, 2}
    assert len({ability.id for card in team.operatives for ability in card.abilities}) >= 2


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_cards_are_plausible(card: Card) -> None:
    assert {weapon.kind for weapon in card.weapons} == {"ranged", "melee"}
    assert card.apl == (3 if "leader" in card.keywords else 2)
    assert 4 <= card.move <= 8 and 3 <= card.defence <= 4 and 2 <= card.save <= 6 and 7 <= card.wounds <= 14
    assert card.base in (25, 28.5, 32, 40, 50)


@pytest.mark.parametrize("weapon", WEAPONS, ids=lambda weapon: weapon.name)
def test_weapons_are_plausible(weapon: Weapon) -> None:
    assert 3 <= weapon.attacks <= 6 and 2 <= weapon.normal <= weapon.critical <= 7
    of_melee = {"reap", "brutal"}
    has = {name for name in NAMES if getattr(weapon.rules, name) != getattr(Rules(), name)}
    everywhere = {"balanced", "ceaseless", "lethal", "relentless", "rending", "stun"}
    assert has <= (everywhere | of_melee if weapon.kind == "melee" else {*NAMES} - of_melee)


@pytest.mark.parametrize("name", NAMES)
def test_every_weapon_rule_is_on_some_weapon(name: str) -> None:
    assert any(getattr(weapon.rules, name) != getattr(Rules(), name) for weapon in WEAPONS)


@pytest.mark.parametrize("effect", sorted(EDITION.effects))
def test_every_effect_is_used_by_some_team(effect: str) -> None:
    values = [values for name, values in EFFECTS if name == effect]
    assert values and all(isinstance(EDITION.effects[effect](v, EDITION), EDITION.effects[effect]) for v in values)


def test_some_operatives_have_invulnerable_saves_and_some_weapons_several_profiles() -> None:
    assert {card.invulnerable for card in CARDS} == {0, 4, 5}
    profiles = [[weapon.of for weapon in card.weapons if weapon.name != weapon.of] for card in CARDS]
    assert any(len(names) == 2 and len({*names}) == 1 for names in profiles)


def test_the_default_teams_bring_a_psychic_action_and_what_keeps_it_away() -> None:
    bring = {team.id: {ability.effect for card in team.operatives for ability in card.abilities} for team in SHIPPED}
    assert "psychic-ward" in bring[RULESET.teams[0]] and "psychic-strike" in bring[RULESET.teams[1]]


def test_files_write_distances_in_symbols_and_in_inches() -> None:
    """Both kinds of moves, and both kinds of ranges."""
    operatives = [operative for file in FILES for operative in file["operative"]]
    assert {type(operative["move"]) for operative in operatives} == {str, int}
    ranges = [rule for operative in operatives for weapon in operative["weapon"] for rule in weapon.get("rules", ()) if rule.startswith("Range")]
    assert {rule.endswith('"') for rule in ranges} == {True, False}
