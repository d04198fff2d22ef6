"""docs/players.md and docs/league.md do what they say: the player of the example plays, and the commands run."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import counteract as ca
from counteract.cli import run

DOCS = Path(__file__).parents[1] / "docs"
PLAYERS, LEAGUE = ((DOCS / f"{page}.md").read_text(encoding="utf-8") for page in ("players", "league"))


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder with the examples in it, to type the pages' lines in."""
    shutil.copytree(DOCS / "examples", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    yield tmp_path
    sys.modules.pop("patient", None)


@pytest.mark.usefixtures("examples")
def test_the_example_runs() -> None:
    python = re.findall(r"^```pycon\n(.*?)^```", PLAYERS, re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(python), {}, "players.md", "players.md", 0)
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert len(example.examples) == 5
    assert said == []


def test_the_player_has_about_thirty_lines() -> None:
    text = (DOCS / "examples" / "patient.py").read_text(encoding="utf-8").partition("class Patient")[2]
    assert len([line for line in text.splitlines() if line.strip()]) <= 30


@pytest.mark.usefixtures("examples")
def test_the_player_looks_ahead() -> None:
    """It departs from the novice's answers now and then, and never answers illegally."""
    from patient import Patient  # type: ignore[import-not-found]

    game, departed = ca.Game.new("kt24", teams=["ashen-wardens", "hollow-choir"], seed=7), 0
    player, other = Patient(1, tries=1, answers=6, margin=1.0), ca.make_player("random", 1)
    while not game.over:
        answer = (player if game.decision.player == 0 else other).choose(game)
        departed += game.decision.player == 0 and answer != game.advice()
        game.play(answer)
    assert departed > 3


@pytest.mark.parametrize("line", re.findall(r"^    counteract (.*)$", PLAYERS + LEAGUE, re.MULTILINE))
def test_the_commands_run(line: str, examples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = re.sub(r"--games \d+", "--games 2", line).replace("patient:Patient novice random", "patient:Patient random")
    assert run(shlex.split(words.replace("--games 2", "--games 1") if "simulate" in words else words)) == 0
    assert capsys.readouterr().out


def test_the_query_runs(tmp_path: Path) -> None:
    """And every column of the file is named on the page."""
    from counteract.lab.league import LeagueSpec, play_league

    play_league(LeagueSpec(ruleset="banners", players=("random",), teams=("herons", "larks"), games=2), out=tmp_path / "league.sqlite")
    base = sqlite3.connect(tmp_path / "league.sqlite")
    (query,) = re.findall(r"^```sql\n(.*?)^```", LEAGUE, re.MULTILINE | re.DOTALL)
    assert sum(row[1] for row in base.execute(query)) == 2
    tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
    for table in tables:
        assert f"`{table}`" in LEAGUE
        if table != "specification":
            for column in base.execute(f"PRAGMA table_info({table})"):
                assert f"`{column[1]}`" in LEAGUE, column[1]
    base.close()
