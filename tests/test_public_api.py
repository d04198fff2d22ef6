"""The public face of the package: one sorted list, each name importable, nothing loaded before it is asked for."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import counteract

PUBLIC = [
    "PASS", "Allocate", "Answer", "CommittedDice", "Concede", "Decision", "Dice", "Event",
    "FileError", "Game", "Killzone", "Pass", "Path", "Paths", "Pick", "Place", "Player", "Position",
    "RecordError", "Refusal", "Result", "Rule", "Rulebook", "ScriptedDice", "SeededDice", "killzone_ids",
    "load_killzone", "load_position", "load_team", "make_player", "simulate", "simulate_from", "team_ids",
]  # fmt: skip


def test_the_public_names_are_these():
    assert counteract.__all__ == PUBLIC


def test_the_list_is_sorted_constants_first_then_classes_then_functions():
    def rank(name: str) -> tuple[int, str]:
        return (0 if name.isupper() else 1 if name[0].isupper() else 2), name

    assert sorted(PUBLIC, key=rank) == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_can_be_had(name):
    assert getattr(counteract, name) is not None
    assert name in dir(counteract)


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'gamer'"):
        counteract.gamer  # noqa: B018


def test_type_checkers_are_told_the_same_names():
    """The names imported for type checking, the listed ones and those with a home are the same."""
    tree = ast.parse(Path(counteract.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {alias.asname or alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imported == set(counteract.__all__) == set(counteract._HOME)


def fresh(code: str) -> str:
    """Return the output of a new interpreter."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def test_importing_the_package_loads_nothing_heavy():
    heavy = "{'msgspec', 'numpy', 'numba', 'shapely', 'cyclopts', 'rich'}"
    assert fresh(f"import sys, counteract; print(sorted({heavy} & set(sys.modules)))") == "[]"
