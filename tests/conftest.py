"""What takes long is run with ``--long`` only: `make test-long`."""

from __future__ import annotations

import pytest

#: Tests by the beginnings of their names.
LONG = (
    "tests/odds/test_engine_series.py",
    "tests/odds/test_fight_brute.py::test_fighters_of_teams_with_armour",
    "tests/odds/test_fight_brute.py::test_rerolls_on_both_sides",
    "tests/odds/test_kt18.py::test_damage_is_what_a_target_without_end_of_wounds_loses[50",
    "tests/odds/test_kt18.py::test_no_use_of_re_rolls",
    "tests/odds/test_kt40.py::test_brute_force_agrees[1",
    "tests/odds/test_series_brute.py",
    "tests/page/test_access.py",
    "tests/page/test_acting.py::test_an_activation_by_keyboard_alone",
    "tests/page/test_battle.py::test_a_battle_of_other_rules",
    "tests/page/test_battle.py::test_two_friends",
    "tests/page/test_breaks.py",
    "tests/page/test_company.py",
    "tests/page/test_languages.py",
    "tests/page/test_phone.py",
    "tests/page/test_reading.py",
    "tests/page/test_replay.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run what takes long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    left = [item for item in items if item.nodeid.startswith(LONG)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in set(left)]
