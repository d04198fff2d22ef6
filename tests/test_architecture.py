"""The structure of the package: imports go down, no edition is named outside its folder, and no name or code stands for two things."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import combinations
from pathlib import Path

import architecture
import pytest

from counteract.core import registry

PACKAGE = architecture.PACKAGE
MOST_ALIKE = 5  # lines in a row that may stand in two rulesets


@pytest.mark.parametrize("package", architecture.packages())
def test_imports_go_down(package: str) -> None:
    """A package imports from the floors below its own only: nothing above, no neighbour, and no ruleset another."""
    back = [arrow for arrow in architecture.arrows() if arrow.importer == package and architecture.points_back(arrow)]
    assert [f"{arrow.place} imports {arrow.imported}" for arrow in back] == []


def test_the_picture_is_what_the_code_says() -> None:
    """If this fails: python tools/architecture.py draws the picture anew."""
    assert architecture.PAGE.read_text(encoding="utf-8") == architecture.page()


# --- editions


def edition_names() -> re.Pattern[str]:
    """Return a pattern of all that rulesets are called: their ids, what players call them, and the years in that."""
    ids, titles = registry.shipped(), [registry.find(name).edition for name in registry.shipped()]
    years = re.findall(r"\b\d{4}\b", " ".join(titles))
    spelt = [r"kt[ _-]?\d\d", *ids, *(r"\W*".join(map(re.escape, title.split())) for title in titles), *(rf"\b{year}\b" for year in years)]
    return re.compile("|".join(spelt), re.IGNORECASE)


def naming_files() -> dict[str, list[Path]]:
    """Return the files that may not name an edition, by package: all but rulesets, data and the built page."""
    page, data = PACKAGE / "server" / "page", PACKAGE / "data"
    found: dict[str, list[Path]] = {}
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE)
        apart = {page, data, PACKAGE / architecture.RULESETS} & {*path.parents} or "__pycache__" in inside.parts
        if path.is_file() and not apart:
            found.setdefault(f"counteract/{inside.parts[0]}", []).append(path)
    sources = PACKAGE.parent / "web" / "src"
    for path in sorted(path for path in sources.rglob("*") if path.is_file()):
        found.setdefault(f"web/{path.relative_to(sources).parts[0]}", []).append(path)
    return found


@pytest.mark.parametrize("package", naming_files())
def test_no_edition_is_named(package: str) -> None:
    """Editions are found by the name of their folder. No other file names one, not even in a comment, a rule ID or a default."""
    names, found = edition_names(), []
    for path in naming_files()[package]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found += [f"{path.relative_to(PACKAGE.parent)}:{number} {match.group()}" for match in names.finditer(line)]
    assert found == []


# --- names


@cache
def class_homes() -> dict[str, set[str]]:
    """Return the modules that define each class name."""
    homes: dict[str, set[str]] = {}
    for path in architecture.files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, set()).add(architecture.module_of(path))
    return homes


def room(module: str) -> str:
    """Return a module's name without the name of its ruleset: the same for the same room of every ruleset."""
    return re.sub(r"(?<=\.rulesets\.)\w+\.", "", module)


@pytest.mark.parametrize("package", architecture.packages())
def test_a_class_name_stands_for_one_thing(package: str) -> None:
    """No class has the name of another in its package or on the floors below, but for the same room of other rulesets."""
    floor, found = architecture.floor_of(package), {}
    for name, homes in class_homes().items():
        below = {home for home in homes if architecture.floor_of(architecture.package_of(home)) <= floor}
        if any(architecture.package_of(home) == package for home in below) and len(set(map(room, below))) > 1:
            found[name] = sorted(below)
    assert found == {}


# --- nothing twice


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


PLACE = re.compile(r"`((?:counteract|web|tests|tools)/[\w./-]+\.(?:py|ts|svelte|toml))`(?: \(((?:`\w+`(?:, )?)+)\))?")
PLACES = PLACE.findall((PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "names"), PLACES, ids=[f"{file}-{number}" for number, (file, _) in enumerate(PLACES)])
def test_the_places_that_the_manual_names_are_there(file: str, names: str) -> None:
    """Every file in the tables of docs/architecture.md exists, and defines the functions and classes named behind it."""
    text = (PACKAGE.parent / file).read_text(encoding="utf-8")
    for name in re.findall(r"\w+", names):
        assert re.search(rf"^\s*(?:(?:async )?def|class|export (?:async )?function|export class)? ?{name}\b", text, re.MULTILINE), name


def _runs(ruleset: str) -> dict[tuple[str, ...], str]:
    """Return every run of one line more than may be alike, with its place."""
    found = {}
    for path in sorted((PACKAGE / "rulesets" / ruleset).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
        imports = {n for node in nodes for n in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
        lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip() and n not in imports]
        for k in range(len(lines) - MOST_ALIKE):
            run = lines[k : k + MOST_ALIKE + 1]
            found[tuple(line for _, line in run)] = f"{ruleset}/{path.name}:{run[0][0]}"
    return found
