"""What holds the tree together: who may know whom, and that nothing is written twice."""

from __future__ import annotations

import ast
import re
from itertools import combinations
from pathlib import Path

import pytest

from counteract.core import registry

PACKAGE = Path(registry.__file__).parent.parent
MOST_ALIKE = 5  # lines in a row that may stand in two rulesets


def test_no_ruleset_is_named() -> None:
    """Rulesets are found by their folders, so that no file outside them names one, not even in a comment."""
    known = {*registry.names(), *registry.with_room("odds")}
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] not in ("rulesets", "data"):
            text = path.read_text(encoding="utf-8").lower()
            assert [name for name in known if name in text] == [], path


#: The floors of the package from the ground up: a module imports from its own floor and from those before it.
FLOORS = ("core", "files", "table", "attacks", "odds", "mechanics", "rulesets", "game", "players", "lab", "terminal", "server", "cli")


@pytest.mark.parametrize("folder", ["core", "files", "table", "attacks", "odds", "mechanics"])
def test_imports_go_one_way(folder: str) -> None:
    """A floor imports nothing of a floor above it."""
    for path in (PACKAGE / folder).rglob("*.py"):
        for name in imported(path):
            assert FLOORS.index(name.split(".")[1]) <= FLOORS.index(folder), (path, name)


def imported(path: Path) -> list[str]:
    """Return the modules of the package that a file imports, wherever in the file it does."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "counteract":
            found += [f"counteract.{alias.name}" for alias in node.names if alias.name != "__version__"]
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("counteract."):
            found.append(node.module)
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.startswith("counteract.")]
    return found


@pytest.mark.parametrize("pair", list(combinations(registry.shipped(), 2)), ids="-".join)
def test_what_rulesets_share_is_written_once(pair: tuple[str, str]) -> None:
    """No run of six lines stands in two rulesets: what they have in common is in mechanics. Blank lines and imports do not count."""
    one, two = map(_runs, pair)
    shared = {run: (one[run], two[run]) for run in one.keys() & two.keys()}
    assert shared == {}


@pytest.mark.parametrize("page", sorted((PACKAGE.parent / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_the_manual_shows_code_that_is_there(page: Path) -> None:
    """Whatever a page takes out of a file by name is in that file."""
    for file, rest in re.findall(r"^```\{literalinclude\} (\S+)\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        text = (page.parent / file).read_text(encoding="utf-8")
        for name in re.findall(r":pyobject: (\S+)", rest):
            assert re.search(rf"^\s*(def|class) {name.rpartition('.')[2]}\b", text, re.MULTILINE), (file, name)


def _runs(ruleset: str) -> dict[tuple[str, ...], str]:
    """Every run of one line more than may be alike, and where it is."""
    found = {}
    for path in sorted((PACKAGE / "rulesets" / ruleset).glob("*.py")):
        numbered = ((n, line.strip()) for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1))
        lines = [(n, line) for n, line in numbered if line and not line.startswith(("from ", "import "))]
        for k in range(len(lines) - MOST_ALIKE):
            run = lines[k : k + MOST_ALIKE + 1]
            found[tuple(line for _, line in run)] = f"{ruleset}/{path.name}:{run[0][0]}"
    return found
