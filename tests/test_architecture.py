"""What holds the tree together: who may know whom, and that nothing is written twice."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from counteract import rulesets

PACKAGE = Path(rulesets.__file__).parent.parent
MOST_ALIKE = 5  # lines in a row that may stand in two rulesets


@pytest.mark.parametrize("folder", ["core", "table"])
def test_no_ruleset_is_named(folder: str) -> None:
    """The engine runs any ruleset and the table knows no rules, so neither names one, not even in a comment."""
    for path in (PACKAGE / folder).rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        assert [name for name in rulesets.names() if name in text] == [], path


@pytest.mark.parametrize("folder", ["core", "table"])
def test_what_is_below_does_not_look_up(folder: str) -> None:
    """Neither imports what stands on it; the engine finds rulesets by name when a game is begun."""
    for path in (PACKAGE / folder).rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(("from counteract.", "import counteract.")):
                assert line.split()[1].split(".")[1] in ("core", "table", "rosters"), (path, line)


@pytest.mark.parametrize("pair", list(combinations(rulesets.shipped(), 2)), ids="-".join)
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
