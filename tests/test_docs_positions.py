"""docs/positions.md does what it says: its examples run, its file is read, and it names everything a position can say."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

import counteract as ca
from counteract.cli import run
from counteract.core import registry

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "positions.md"
TEXT = PAGE.read_text(encoding="utf-8")
PYTHON = re.findall(r"^```pycon\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
WRITTEN = [ruleset for ruleset in registry.shipped() if hasattr(registry.room(ruleset, "teams"), "written_card")]
EXAMPLES = sorted((DOCS / "examples").glob("*.toml"))


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a folder with the examples in it, to type the page's lines in."""
    shutil.copytree(DOCS / "examples", tmp_path / "docs" / "examples")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("checkout")
def test_the_examples_run() -> None:
    """All of them, one after the other, as a reader would type them."""
    example = doctest.DocTestParser().get_doctest("\n".join(PYTHON), {}, "positions.md", str(PAGE), 0)
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert len(example.examples) > 20
    assert said == []


def test_the_puzzle_has_about_twenty_lines() -> None:
    assert len(PYTHON[0].split("\n>>> chance(")[0].splitlines()) <= 22


@pytest.mark.usefixtures("checkout")
def test_the_simulation_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (words,) = re.findall(r"^    counteract (simulate --position .*)$", TEXT, re.MULTILINE)
    assert run([*shlex.split(words)[:-2], "--games", "2"]) == 0
    assert "reds" in capsys.readouterr().out


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_files_of_the_examples_can_be_begun_at(path: Path, tmp_path: Path) -> None:
    position = ca.load_position(path)
    assert ca.Game.at(position, seed=1).decision is not None
    position.save(tmp_path / "again.toml")
    assert ca.load_position(tmp_path / "again.toml") == position


@pytest.mark.parametrize("ruleset", registry.shipped())
def test_every_phase_condition_and_part_is_named(ruleset: str) -> None:
    """In the column of the ruleset."""
    rows = [line.split("|") for line in TEXT.splitlines() if line.startswith(("| | 2024", "| `phase`", "| `conditions` | `ready", "| of "))]
    (column,) = [k for k, cell in enumerate(rows[0]) if f"`{ruleset}`" in cell]
    said = " ".join(row[2] if row[column].strip() == "the same" else row[column] for row in rows)
    positions = registry.find(ruleset).positions
    for word in (*positions.phases, *positions.conditions, *filter(None, positions.parts)):
        assert f"`{word}`" in said, word


@pytest.mark.parametrize("ruleset", WRITTEN)
def test_the_cards_in_short_text_are_cards(ruleset: str) -> None:
    cards = re.findall(r"^    (\w+; .*)$", TEXT, re.MULTILINE)
    assert len(cards) == len(WRITTEN)
    read = []
    for card in cards:
        try:
            ca.Position(ruleset, teams=[{"name": "A", "models": [card]}, {"name": "B", "models": [card]}], mission=None)
        except ValueError:
            continue
        read.append(card)
    assert len(read) == 1
