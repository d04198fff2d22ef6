"""A ruleset that is no part of the package: found by its entry point, with its rulebook, its files and its words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from counteract.core import registry
from tests.commands import call

ROOT = Path(__file__).parents[3]
OUTSIDE = ROOT / "tests" / "outside"


def names(*folders: Path) -> list[str]:
    """Return the rulesets that a new process finds with these folders on its path."""
    code = "from counteract.core import registry; print(*registry.names())"
    path = os.pathsep.join(map(str, (ROOT, *folders)))
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_it_is_there_if_it_is_installed_and_only_then() -> None:
    assert names() == sorted(registry.shipped())
    assert names(OUTSIDE) == [*sorted(registry.shipped()), "banners"]
    assert registry.find("banners").id == "banners"


def test_nobody_takes_the_place_of_a_ruleset_that_comes_with_the_package(tmp_path: Path) -> None:
    metadata = tmp_path / "impostor-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: impostor\nVersion: 1\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text("[counteract.rulesets]\nkt24 = no.such:RULESET\n", encoding="utf-8")
    assert names(tmp_path) == sorted(registry.shipped())


def test_a_ruleset_is_its_folder_its_data_and_its_catalogues() -> None:
    """A small ruleset is 12 modules and a rulebook; besides these it needs data files and translations, and no file of Counteract names it."""
    folder = OUTSIDE / "banners"
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    rooms = sorted(str(file) for file in files if len(file.parts) == 1 and file.name != "__init__.py")
    assert len(rooms) == 13 and "rulebook.toml" in rooms
    assert {file.parts[1] for file in files if file.parts[0] == "data"} == {"teams", "missions", "killzones", "languages"}
    assert {str(file.parent) for file in files if len(file.parts) > 1 and file.parts[0] != "data"} == set()
    listed = re.findall(r"^\| `(\w+\.\w+)`", (ROOT / "docs" / "writing-a-ruleset.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == rooms
    sources = [path for home in ("counteract", "web/src") for path in (ROOT / home).rglob("*") if path.suffix in (".py", ".ts", ".svelte", ".toml")]
    sources = [path for path in sources if ".test." not in path.name]
    assert [path for path in sources if "banners" in path.read_text(encoding="utf-8").lower()] == []


def test_its_rulebook_its_teams_and_its_words_are_found() -> None:
    assert "Un coureur touché" in call("rules", "BANNERS-SHOOT-03", "--lang", "fr").stdout
    assert "banners: 21 rules in GEN, SETUP, BATTLE, ACT, MOVE, SHOOT, DMG, MIS" in call("rules").stdout
    assert "云雀队" in call("teams", "larks", "--lang", "zh").stdout
    listed = call("teams", "--ruleset", "banners").stdout
    assert all(team in listed for team in ("herons", "larks", "magpies", "wrens"))
    assert "team 'herons': is for banners, not for kt24" in call("simulate", "--teams", "herons", "larks").stderr
