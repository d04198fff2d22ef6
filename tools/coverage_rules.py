"""Rules proved by tests: the IDs that tests are marked with, held against the rulebooks.

A test names what it proves with ``@pytest.mark.rule("KT24-SHOOT-04", ...)``, or a whole module with ``pytestmark``.
Marks are read from the syntax tree, so that nothing has to be imported and nothing in a comment counts.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from counteract.core import registry
from counteract.core.rulebook import Rulebook, rulebooks

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests" / "outside"))  # where the tests find a ruleset that is no part of the package
SPECIFICATIONS = ROOT.parent / "shared" / "rules"

#: Rulesets of which every rule must be proved: those that can be played.
FINISHED = registry.names()

SHOWN = 20


def marked_ids(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The rule IDs in the marks of a test file, each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.rule", "mark.rule"):
            for argument in node.args:
                for constant in ast.walk(argument):  # also *("A", "B")
                    if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                        yield constant.value, constant.lineno


def collect(folder: Path) -> dict[str, list[str]]:
    """Return the places of each marked ID, such as "tests/rules/kt24/test_shoot.py:12"."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for rule_id, line in marked_ids(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            found.setdefault(rule_id, []).append(f"{path.relative_to(ROOT)}:{line}")
    return found


def specified(ruleset: str) -> set[str] | None:
    """The IDs the specification beside this checkout defines; None if there is none."""
    path = SPECIFICATIONS / f"{ruleset}.md"
    if not path.is_file():
        return None
    return set(re.findall(rf"^- \*\*({ruleset.upper()}-[A-Z0-9-]+)\*\*", path.read_text(encoding="utf-8"), re.MULTILINE))


def report(ruleset: str, marked: dict[str, list[str]]) -> tuple[bool, bool]:
    """Print how far one ruleset is proved; whether all of it is, and whether its rulebook is the specification's."""
    known = [rule.id for rule in Rulebook.load(ruleset).rules]
    missing = [rule_id for rule_id in known if rule_id not in marked]
    print(f"{ruleset}: {len(known) - len(missing)}/{len(known)} rule IDs proved by tests")
    if missing:
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        print(f"  not yet: {', '.join(missing[:SHOWN])}{more}")
    wanted = specified(ruleset)
    if wanted is None or wanted == set(known):
        return not missing, True
    for what, ids in (("lacks", wanted - set(known)), ("has, but the specification has not", set(known) - wanted)):
        if ids:
            print(f"  the rulebook {what}: {', '.join(sorted(ids))}")
    return not missing, False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--strict", action="store_true", help="every rule of every ruleset must be proved")
    strict = parser.parse_args().strict
    marked = collect(ROOT / "tests")
    good = True
    for ruleset in rulebooks():
        proved, faithful = report(ruleset, marked)
        good &= faithful and (proved or not (strict or ruleset in FINISHED))
    known = {rule.id for ruleset in rulebooks() for rule in Rulebook.load(ruleset).rules}
    for rule_id in sorted(marked.keys() - known):
        print(f"no rulebook has the rule {rule_id}, marked in {', '.join(marked[rule_id])}")
        good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
