"""docs/armies.md does what it says: its examples run, and so do its commands; so does the example of arranging in docs/table.md."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from counteract import team_ids
from counteract.cli import run
from counteract.rulesets.kt40.cards import ROLES
from counteract.rulesets.kt40.detachments import DETACHMENTS

DOCS = Path(__file__).parents[1] / "docs"
TEXT = (DOCS / "armies.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    counteract (.*)$", TEXT, re.MULTILINE)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a folder with the examples in it, to type the page's lines in."""
    shutil.copytree(DOCS / "examples", tmp_path / "docs" / "examples")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("checkout")
@pytest.mark.parametrize(("page", "least"), [("armies.md", 10), ("table.md", 9)])
def test_the_examples_run(page: str, least: int) -> None:
    python = re.findall(r"^```pycon\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(python), {}, page, page, 0)
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert len(example.examples) >= least
    assert said == []


@pytest.mark.usefixtures("checkout")
@pytest.mark.parametrize("line", [line for line in COMMANDS if not line.startswith("play")])
def test_the_commands_run(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shlex.split(re.sub(r"--games \d+", "--games 1", line))) == 0
    assert capsys.readouterr().out


def test_the_page_names_every_list_role_and_detachment() -> None:
    for name in (*team_ids("kt40"), *ROLES, *DETACHMENTS):
        assert f"`{name}`" in TEXT, name
