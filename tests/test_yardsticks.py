"""The yardsticks: answers of an earlier version are the same today, but for those that a changed rule explains."""

from __future__ import annotations

import pytest
import yardsticks

KINDS = {"records": ("record",), "games": ("game", "novice"), "odds": ("odds",), "commands": ("command",)}


@pytest.mark.parametrize("name", yardsticks.COMPARE)
def test_nothing_differs_but_by_a_changed_rule(name: str) -> None:
    expected = {what for what in yardsticks.explained() if what.split()[0] in KINDS[name]}
    found = dict(yardsticks.COMPARE[name]())
    assert found.keys() == expected, {what: told for what, told in found.items() if what not in expected}
