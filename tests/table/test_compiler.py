"""Compiled code is discarded when any of its sources changes."""

from __future__ import annotations

from pathlib import Path

from counteract.table.kernels.compiler import fingerprint


def test_a_change_in_an_imported_file_is_noticed(tmp_path: Path) -> None:
    one, two, three = (tmp_path / f"{name}.py" for name in ("one", "two", "three"))
    one.write_text("import math\nfrom two import f\n", encoding="utf-8")
    two.write_text("from three import LEAST\nfrom one import g\n", encoding="utf-8")
    three.write_text("LEAST = 1\n", encoding="utf-8")
    before = fingerprint(one, tmp_path)
    assert fingerprint(one, tmp_path) == before
    three.write_text("LEAST = 2\n", encoding="utf-8")
    assert fingerprint(one, tmp_path) != before


def test_a_file_that_is_not_imported_makes_no_difference(tmp_path: Path) -> None:
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("from math import pi\n", encoding="utf-8")
    before = fingerprint(one, tmp_path)
    other.write_text("x = 1\n", encoding="utf-8")
    assert fingerprint(one, tmp_path) == before
