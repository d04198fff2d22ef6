"""Army books: what is said about broken ones, books in files of their own, armies as plain data, and how people read them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from counteract.files.data import brief
from counteract.files.reader import FileError
from counteract.files.teams import find_teams, load_team
from counteract.mechanics.cards import CardTable
from counteract.rulesets.kt40.book_reader import SHELF, parse_book
from counteract.rulesets.kt40.cards import BOON_NAMES, DEED_KEYS, WINDOWS, Team, appendix, printed
from counteract.rulesets.kt40.effects import EFFECTS, Aura, Constant, WindowAct, make
from tests.files.example import Case, Example, line_of, names
from tests.files.hosts import ARMY, BOOK, HOST, inline
from tests.files.test_schema import ELSEWHERE, unfit_table

SHIPPED = [team for team in find_teams("kt40") if isinstance(team, Team)]
BOOKS = [SHELF.shipped(name) for name in SHELF.ids()]
HOST_BOOK = Example[Any]("kt40", "toll-host.toml", BOOK, parse_book)

# --- books that are wrong

BROKEN: list[Case] = [
    ('ruleset = "kt40"', 'ruleset = "kt18"', "ruleset", "'ruleset' cannot be 'kt18'"),
    ('bonus = ["stubborn"]', 'bonus = ["stuborn"]', "bonus", "'bonus' cannot hold 'stuborn' (did you mean 'stubborn'?)"),
    ('bonus = ["stubborn"]', "bonus = []", 'id = "stubborn"', "ability 'stubborn': nothing in the book uses it"),
    ('["second-sight", "wall-of-air"]', '["wall-of-air"]', 'id = "second-sight"', "power 'second-sight': nothing in the book uses it"),
    ('weapons = ["flare"]', "weapons = []", None, "weapon 'flare': nothing in the book uses it"),
    ('role = "hq"', 'role = "fortification"', "role", "datasheet 'reeve': 'role' cannot be 'fortification'"),
    ('factions = ["Toll", "Road"]', "factions = []", "factions", "datasheet 'reeve': 'factions' must not be empty"),
    ('id = "seer"\nname = "Seer"\nrole', 'id = "reeve"\nname = "Seer"\nrole', None, "datasheet 'reeve': the id is used twice (first in line 7)"),
    ('id = "elder"', 'id = "seer"', None, "model 'seer': the id is used twice"),
    ('"CHARACTER", "PSYKER"]', '"CHARACTER"]', "casts", "datasheet 'seer': has 'casts', and so it needs the keyword PSYKER"),
    ("casts = 1\ndenies = 1\n", "", None, "datasheet 'seer': is a PSYKER, and so it needs 'casts' or 'denies'"),
    ("knows = 1", "knows = 3", "knows", "datasheet 'seer': 'knows' is 3, but there are 2 powers to choose"),
    ('"VEHICLE", "TRANSPORT"]', '"VEHICLE"]', "capacity", "datasheet 'cart': has 'capacity', and so it needs the keyword TRANSPORT"),
    ('carries = ["infantry"]\n', "", None, "datasheet 'cart': is a TRANSPORT, and so it needs 'capacity' and 'carries'"),
    ('"FLY", "AIRCRAFT"]', '"FLY"]', "min_move", "datasheet 'kite': has 'min_move', and so it needs the keyword AIRCRAFT"),
    ("min_move = 10", "min_move = 31", "min_move", "datasheet 'kite': 'min_move' must not be more than the move"),
    ("most = 9", "most = 3", "most", "model 'keeper': 'most' must not be less than 'least', which is 4"),
    ('replaces = ["rifle"]', 'replaces = ["hook"]', "replaces", "wargear 'bell': 'replaces' names 'hook', which the model does not carry"),
    ("least = 4\n\n", "least = 9\n\n", None, "a degrading table has two or more lines, with fewer wounds each, from at most 8 down to 1"),
    ("least = 1\nmove = 5", "least = 2\nmove = 5", None, "from at most 8 down to 1"),
    ('rules = ["overheat"]', 'rules = ["Holy"]', "rules", "weapon 'rifle': there is no weapon ability 'Holy'"),
    ('rules = ["overheat"]', 'rules = ["Unwieldy"]', "rules", "weapon 'rifle': Unwieldy is for melee weapons only"),
    ('["Unwieldy", "Extra attacks 2"]', '["Sniper"]', None, "weapon 'hook': Sniper is for ranged weapons only"),
    ('["Unwieldy", "Extra attacks 2"]', '["Indirect"]', None, "weapon 'hook': Indirect is for ranged weapons only"),
    ('damage = "D6"', "damage = 3", None, "weapon 'flare': Melta needs one die of damage, not 3"),
    ('mode = "double"', 'mode = "single"', None, "weapon 'rifle': the id is used twice: the profiles of one weapon need a 'mode' each"),
    ('mode = "single"\n', "", None, "weapon 'rifle': the id is used twice: the profiles of one weapon need a 'mode' each"),
    ('name = "Toll rifle"\nmode = "double"', 'name = "Gun"\nmode = "double"', None, "weapon 'rifle': the profiles of one weapon have one name"),
    ('effect = "constant"', 'effect = "constand"', "effect", "ability 'stubborn': 'effect' cannot be 'constand' (did you mean 'constant'?)"),
    ('boon = "leadership"', 'boom = "leadership"', "values", "'boon' is missing"),
    ("bonus = 1 }", "bonus = 7 }", "values", "'bonus' must be from -6 to 6, not 7"),
    ("bonus = 1 }", "bones = 1 }", "values", "'bones' is not known here (did you mean 'bonus'?)"),
    ('"invulnerable", bonus = 4 }\n\n[[stratagem]]', '"invulnerable" }\n\n[[stratagem]]', None, "is the number to roll, from 2 to 6, not 1"),
    ('deed = { kind = "mend", inches = 6,', 'deed = { kind = "mend", enemy = true,', None, "'enemy' means nothing to the kind 'mend'"),
    ('kind = "boon", inches = 12, boon = "invulnerable", bonus = 4', 'kind = "boon"', None, "'boon' is missing"),
    ('id = "second-sight"', 'id = "smite"', None, "datasheet 'seer': 'powers' cannot hold 'second-sight'"),
    ("cost = 2", "cost = 0", "cost", "stratagem 'toll-is-due': 'cost' must be from 1 to 3, not 0"),
    ('window = "shooting start"', 'window = "shooting"', "window", "stratagem 'toll-is-due': 'window' cannot be 'shooting'"),
]


@pytest.mark.parametrize("case", BROKEN, ids=names(BROKEN))
def test_a_broken_book_is_refused_with_the_line(case: Case) -> None:
    HOST_BOOK.check(*case)


def test_a_book_within_a_list_is_complained_about_in_the_list() -> None:
    text = HOST.broken('ws = "2+"', 'ws = "1+"')
    assert HOST.complaint(text).startswith(f"patrol.toml, line {line_of('ws', text)}: model 'reeve': 'ws' must be from 2+ to 6+")


# --- books in files of their own


def test_a_list_names_a_book_that_comes_with_the_package() -> None:
    with pytest.raises(FileError, match="'army' cannot be 'ninth-bel' \\(did you mean 'ninth-bell'\\?\\)"):
        HOST.read(ARMY.replace("#ARMY", 'army = "ninth-bel"'))
    with pytest.raises(FileError, match="'army' is missing: it names the army book"):
        HOST.read(ARMY)


def test_a_list_names_the_file_of_a_book_beside_it(tmp_path: Path) -> None:
    """The book may stand in a file of its own; without a folder to look in, it must stand in the list."""
    text = ARMY.replace("#ARMY", 'army = "host.toml"')
    (tmp_path / "patrol.toml").write_text(text, encoding="utf-8")
    (tmp_path / "host.toml").write_text(BOOK, encoding="utf-8")
    assert load_team(tmp_path / "patrol.toml") == HOST.read(ARMY + inline(BOOK))
    with pytest.raises(FileError, match="line 6: 'army' names a file, and this list does not lie in a folder"):
        HOST.read(text)
    (tmp_path / "host.toml").write_text(BOOK.replace("casts = 1", "casts = 7"), encoding="utf-8")
    with pytest.raises(FileError, match=r"host.toml, line \d+: datasheet 'seer': 'casts' must be from 0 to 6, not 7"):
        load_team(tmp_path / "patrol.toml")


# --- plain data


@pytest.mark.parametrize("team", [HOST.read(HOST.text), *SHIPPED], ids=lambda team: team.id)
def test_an_army_comes_back_from_plain_data(team: Team) -> None:
    """Whole, and without what is as usual, as records and positions hold it."""
    assert load_team(msgspec.to_builtins(team)) == team
    assert load_team(brief(team), "kt40") == team
    assert msgspec.json.decode(msgspec.json.encode(team), type=Team) == team


def test_the_table_of_a_list_need_not_be_one_that_could_be_mustered() -> None:
    """A position may have an army of one unit."""
    table = {"name": "Lone Reeve", "army": "ninth-bell", "detachment": [{"kind": "patrol", "unit": [{"sheet": "provost"}]}]}
    team = load_team(table, "kt40")
    assert isinstance(team, Team)
    assert (team.id, team.points, len(team.operatives)) == ("lone-reeve", 76, 1)


# --- the books that come with the package


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_books_fit_the_schema(book: Any) -> None:
    text = (files("counteract") / "data" / "armies" / f"{book.id}.toml").read_text(encoding="utf-8")
    assert unfit_table(ELSEWHERE["army-kt40.schema.json"], text) == []
    assert text.startswith("#:schema ../schema/army-kt40.schema.json\n")
    assert 8 <= len(book.datasheets) <= 12


def test_between_them_the_armies_use_every_effect_deed_boon_and_most_windows() -> None:
    units = [unit for team in SHIPPED for unit in team.units]
    abilities = [*(one for unit in units for one in unit.abilities), *(one for book in BOOKS for one in book.traits.values())]
    abilities += [one for book in BOOKS for relic in book.relics.values() for one in relic.ability]
    effects = [make(one.effect, one.values) for one in abilities]
    assert {one.effect for one in abilities} == {*EFFECTS}
    stratagems = [one for book in BOOKS for one in book.stratagems]
    powers = [power for book in BOOKS for sheet in book.datasheets.values() for power in sheet.powers]
    acts = [one for one in effects if isinstance(one, WindowAct)]
    deeds = [*(one.deed for one in stratagems), *(one.deed for one in powers), *(one.deed for one in acts)]
    assert {deed.kind for deed in deeds} == {*DEED_KEYS}
    boons = {deed.boon for deed in deeds if deed.kind == "boon"} | {one.boon for one in effects if isinstance(one, Aura | Constant)}
    assert boons == {*BOON_NAMES}
    assert len({one.window for one in stratagems} & {*WINDOWS}) >= 6
    assert {sheet.id for book in BOOKS for sheet in book.datasheets.values()} == {unit.sheet for unit in units}  # each is in some list


# --- as people read them


def cells(tables: tuple[CardTable, ...]) -> list[list[tuple[str, ...]]]:
    return [[tuple(map(str, row)) for row in table.rows] for table in tables]


def test_a_card_is_printed_with_its_characteristics_and_weapons() -> None:
    team = HOST.read(HOST.text)
    stats, weapons = cells(printed(team.operatives[0]))
    assert stats == [('6"', "2+", "3+", "4", "4", "4", "3", "8", "3+, 5++")]
    assert weapons == [
        ("Toll pistol", '12"', "Pistol D3", "5", "-1", "1", "-"), ("Hook", "-", "Melee", "+1", "0", "D3", "Unwieldy, Extra attacks 2"),
    ]  # fmt: skip
    assert [row[0] for row in cells(printed(team.operatives[3]))[1]] == ["Toll rifle (single)", "Toll rifle (double)"]


def test_the_appendix_has_the_units_their_abilities_and_tables_powers_and_stratagems() -> None:
    units, abilities, degrading, powers, stratagems = cells(appendix(HOST.read(HOST.text)))
    assert units[0] == ("Reeve", "HQ", "1", "50", "Warlord, INFANTRY, CHARACTER, TOLL, ROAD")
    assert units[3] == ("Toll Cart", "Dedicated Transport", "1", "40", "VEHICLE, TRANSPORT, TOLL, carries 10 INFANTRY")
    assert [row[:2] for row in abilities] == [("Toll Bell", "Reeve"), ("Stubborn", "all"), ("Old Hand", "Reeve"), ("The First Coin", "Reeve")]
    assert degrading == [("Toll Cart", "8-4", '10"', "6+", "4+", "6", "2"), ("Toll Cart", "3-1", '5"', "6+", "5+", "6", "2")]
    assert [row[:2] for row in powers] == [("Smite (warp charge 5)", "Old Agnes"), ("Wall of Air (warp charge 7)", "Old Agnes")]
    assert [row[:3] for row in stratagems] == [
        ("The Toll Is Due", "2CP", "at the start of the Shooting phase"), ("Heirlooms", "1CP", "with the army list"),
    ]  # fmt: skip


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_every_card_can_be_printed(team: Team) -> None:
    assert all(len(printed(card)[1].rows) == len(card.weapons) for card in team.operatives)
    assert appendix(team)
