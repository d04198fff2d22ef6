"""Team files of all rulesets: how they are found, who reads them, and what all of them have in common."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from counteract.cli import run
from counteract.core.registry import names, shipped
from counteract.core.rulebook import Rulebook
from counteract.files.reader import FileError
from counteract.files.teams import find_teams, load_team, parse_team, team_ids
from counteract.game import Game
from tests.files import keepers, watch
from tests.files.example import Example

EXAMPLES: list[Example[Any]] = [keepers.KT18, watch.KT21, watch.KT24]
SHIPPED = [team for ruleset in shipped() for team in find_teams(ruleset)]


@pytest.fixture(params=EXAMPLES, ids=lambda example: example.ruleset)
def example(request: pytest.FixtureRequest) -> Example[Any]:
    return request.param


# --- finding and reading


def test_the_ruleset_of_a_file_decides_who_reads_it(example: Example[Any]) -> None:
    assert parse_team(example.text, example.source) == example.read(example.text)
    source, line = re.escape(example.source), f'ruleset = "{example.ruleset}"'
    with pytest.raises(FileError, match=rf"{source}, line 3: 'ruleset' cannot be 'kt99'"):
        parse_team(example.broken(line, 'ruleset = "kt99"'), example.source)
    with pytest.raises(FileError, match=rf"{source}: 'ruleset' is missing"):
        parse_team(example.broken(line + "\n", ""), example.source)


def test_a_team_is_for_one_ruleset(example: Example[Any]) -> None:
    team = example.read(example.text)
    assert load_team(team) is load_team(team, example.ruleset) is team
    with pytest.raises(FileError, match=f"team '{team.id}': is for {example.ruleset}, not for kt99"):
        load_team(team, "kt99")


def test_a_team_can_be_read_from_a_path(example: Example[Any], tmp_path: Path) -> None:
    path = tmp_path / example.source
    path.write_text(example.text, encoding="utf-8")
    assert load_team(path) == load_team(str(path)) == example.read(example.text)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "watch.toml"
    path.write_bytes(b"id = '\xff'")
    with pytest.raises(FileError, match="is not a text in UTF-8"):
        load_team(path)


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


def test_reading_teams_loads_no_compiler() -> None:
    """Listing teams is quick: nothing of the table's kernels is imported for it."""
    code = "import sys, counteract.files.teams as r; r.find_teams(); assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- files of any ruleset


def test_the_file_in_the_documentation_is_right(example: Example[Any]) -> None:
    """The example that the reader shows is read without complaint."""
    shown = (sys.modules[example.parse.__module__].__doc__ or "").partition("::\n")[2]
    rest = re.search(r"^\S", shown, flags=re.MULTILINE)
    assert example.read(textwrap.dedent(shown[: rest.start() if rest else None])).operatives


def test_a_dash_stands_for_no_rules(example: Example[Any]) -> None:
    rules = next(line for line in example.text.splitlines() if line.startswith("rules = "))
    assert example.with_change(rules, 'rules = ["-"]').operatives[0].weapons[0].text == ()


@pytest.mark.parametrize("table", ["operative", "ability"])
def test_ids_are_used_once(example: Example[Any], table: str) -> None:
    said = example.complaint(example.twice(table))
    own, line = re.search(rf"{table} '([a-z-]+)': the id is used twice \(first in line (\d+)\)", said).groups()  # type: ignore[union-attr]
    assert example.text.splitlines()[int(line) - 1] == f'id = "{own}"'


def test_a_team_has_operatives(example: Example[Any]) -> None:
    assert example.complaint(example.without("operative")) == f"{example.source}: the team has no operatives: [[operative]]"


def test_abilities_that_the_file_does_not_have(example: Example[Any]) -> None:
    """A complaint says so if there is nothing to guess from."""
    said = example.complaint(example.without("ability"))
    assert re.search(r", line \d+: operative '\w+': 'abilities' names some, but the file has none: \[\[ability\]\]", said)


def test_a_file_that_is_not_toml(example: Example[Any]) -> None:
    assert example.complaint(example.broken('ruleset = "', "ruleset = ")).startswith(f"{example.source}, line 3: not valid TOML: ")


# --- the teams that come with the package


@pytest.mark.parametrize("ruleset", names())
def test_every_ruleset_has_teams(ruleset: str) -> None:
    assert len(team_ids(ruleset)) >= 4
    assert [team.id for team in find_teams(ruleset)] == team_ids(ruleset)
    assert team_ids("kt99") == []


def test_no_two_teams_have_one_name() -> None:
    assert len({team.name for team in SHIPPED}) == len(SHIPPED)


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_there_are_words_about_everything(team: Any) -> None:
    """Whole sentences about the team and about whatever it can do; whoever is on the board can fight."""
    things = [thing for owner in owners(team) for thing in (*owner.abilities, *getattr(owner, "powers", ()))]
    tricks = (*getattr(team, "ploys", ()), *getattr(team, "stratagems", ()))
    assert all(text.endswith(".") for text in (team.summary, *(thing.text for thing in (*things, *tricks))))
    if not hasattr(team, "units"):
        assert all(any(weapon.kind == "melee" for weapon in card.weapons) for card in team.operatives)
        assert 6 <= len(team.operatives) <= 10


def owners(team: Any) -> tuple[Any, ...]:
    """Return the units of a team, or its operatives: whatever has abilities."""
    return getattr(team, "units", team.operatives)  # type: ignore[no-any-return]


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_cards_are_printed(team: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """With everything that has a name, each card once."""
    assert run(["teams", team.id]) == 0
    shown = capsys.readouterr().out
    for card in team.operatives:
        count = team.operatives.count(card)
        assert re.search(rf"^{re.escape(card.name)}{f' × {count}' * (count > 1)} *$", shown, flags=re.MULTILINE)
        assert all(weapon.name in shown for weapon in card.weapons)
    plain = " ".join(shown.split())
    assert all(ability.name in plain for owner in owners(team) for ability in owner.abilities)
    assert all(trick.name in plain for trick in (*getattr(team, "ploys", ()), *getattr(team, "stratagems", ())))


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_weapons_have_the_same_figures_and_rules_that_are_in_the_rulebook(team: Any) -> None:
    """As a card on the table shows them: one row of labels for all weapons; a word on a weapon leads to its rule, or is explained on the card."""
    game, book = Game.new(team.ruleset, teams=[team.id, team.id], seed=1), Rulebook.load(team.ruleset)
    view = game.view()
    cards = [(unit["abilities"], line["weapons"]) for unit in view.get("units", ()) if unit["side"] == 0 for line in unit["lines"]]
    if not cards:
        cards = [(model["abilities"], model["weapons"]) for model in view["models"] if model["side"] == 0]
    assert len({tuple(label for label, _ in weapon["figures"]) for _, weapons in cards for weapon in weapons}) == 1
    for abilities, weapons in cards:
        explained = {ability["name"] for ability in abilities}
        for weapon in weapons:
            assert all(rule["rule"] in book if rule["rule"] else rule["text"] in explained for rule in weapon["rules"]), weapon
