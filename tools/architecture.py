"""The picture of who imports whom in `docs/architecture.md`, drawn from the code.

    python tools/architecture.py            draw the picture anew
    python tools/architecture.py --check    complain if the page is not as it would be drawn, or an arrow points back

Every import counts, wherever in a file it stands: at the top, for type checking only, or inside a function. The version of the
package (`from counteract import __version__`) is no arrow.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "counteract"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- drawn by tools/architecture.py -->", "<!-- end of the drawing -->"
COMMAND = "python tools/architecture.py"

PUBLIC = "counteract"  # the public names: counteract/__init__.py, and __main__.py
RULESETS = "rulesets"

#: The floors from the ground up. A package imports from floors below its own; packages on one floor do not know each other.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("core",),
    ("files", "printing"),
    ("table",),
    ("attacks",),
    ("odds",),
    ("mechanics",),
    (RULESETS,),  # each ruleset is a package of its own
    ("position", "replay", "warming"),
    ("game",),
    ("players",),
    ("lab", "server", "terminal"),
    ("cli",),
    (PUBLIC,),
)


class Arrow(NamedTuple):
    """An import of one package in a file of another."""

    importer: str
    imported: str
    place: str  # file and line


def files() -> list[Path]:
    """Return the source files of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def module_of(path: Path) -> str:
    """Return the module a file holds."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def package_of(module: str) -> str:
    """Return the package a module belongs to: a folder or file of `counteract/`, or one ruleset.

    >>> package_of("counteract.table.kernels.sight"), package_of("counteract.game"), package_of("counteract.rulesets.new.shoot")
    ('table', 'game', 'rulesets/new')
    >>> package_of("counteract.Game")
    'counteract'
    """
    _, *parts = module.split(".")
    if parts[:1] == [RULESETS] and len(parts) > 1:
        return f"{RULESETS}/{parts[1]}"
    found = bool(parts) and ((PACKAGE / parts[0]).is_dir() or (PACKAGE / f"{parts[0]}.py").is_file())
    return parts[0] if found and not parts[0].startswith("__") else PUBLIC


def floor_of(package: str) -> int:
    """Return the floor of a package, counted from the ground."""
    name = package.partition("/")[0]
    return next(number for number, floor in enumerate(FLOORS) if name in floor)


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the modules of Counteract that a file imports, each with the line that does."""
    here = path.relative_to(ROOT).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name.split(".")[0] == "counteract")
        elif isinstance(node, ast.ImportFrom):
            base = ".".join((*here[: len(here) - node.level], *filter(None, [node.module]))) if node.level else node.module or ""
            if base.split(".")[0] == "counteract":
                names = (f"{base}.{alias.name}" for alias in node.names)
                yield from ((name, node.lineno) for name in names if name != "counteract.__version__")


@cache
def arrows() -> list[Arrow]:
    """Return every import of one package in another."""
    found = []
    for path in files():
        importer = package_of(module_of(path))
        for module, line in imports(path):
            imported = package_of(module)
            if imported != importer:
                found.append(Arrow(importer, imported, f"{path.relative_to(ROOT)}:{line}"))
    return found


def points_back(arrow: Arrow) -> bool:
    """Return True if an import is not from a floor below."""
    return floor_of(arrow.imported) >= floor_of(arrow.importer)


def packages() -> list[str]:
    """Return all packages, from the top floor down to the ground."""
    found = {package_of(module_of(path)) for path in files()} - {RULESETS}
    return sorted(found, key=lambda package: (-floor_of(package), package))


def picture() -> str:
    """Return the drawing: the floors from the top down to the ground, and what each package imports."""
    known: dict[str, set[str]] = {}
    for arrow in arrows():
        known.setdefault(arrow.importer, set()).add(arrow.imported.partition("/")[0])
    order = {name: number for number, name in enumerate(chain.from_iterable(FLOORS))}
    shown, width = packages(), max(map(len, packages()))
    lines = []
    for number, package in enumerate(shown):
        if number and floor_of(package) != floor_of(shown[number - 1]):
            lines.append("  " + "-" * 100)
        below = sorted(known.get(package, ()), key=order.__getitem__)
        lines.append(f"  {package:{width}}  {'->  ' if below else ''}{'  '.join(below)}".rstrip())
    return "\n".join(["```text", *lines, "```"])


def page() -> str:
    """Return the page with the picture as it should be."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n{picture()}\n{END}{after}"


def main(arguments: list[str]) -> int:
    back = [arrow for arrow in arrows() if points_back(arrow)]
    for arrow in back:
        print(f"{arrow.place}: {arrow.importer} may not import {arrow.imported}")
    if arguments == ["--check"]:
        if stale := page() != PAGE.read_text(encoding="utf-8"):
            print(f"{PAGE.relative_to(ROOT)} is not up to date; {COMMAND} draws the picture anew")
        return int(stale or bool(back))
    PAGE.write_text(page(), encoding="utf-8")
    return int(bool(back))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
