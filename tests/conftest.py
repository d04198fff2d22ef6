"""Selection and distribution of tests: long ones run with ``--long`` only (`make test-long`), those that share a server in one process."""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

#: Tests by the beginnings of their names.
LONG = (
    "tests/odds/test_fight_brute.py::test_rerolls_on_both_sides[1",
    "tests/odds/test_fight_brute.py::test_rerolls_on_both_sides[2",
    "tests/odds/test_kt18.py::test_damage_is_what_a_target_without_end_of_wounds_loses[501]",
    "tests/odds/test_kt18.py::test_damage_is_what_a_target_without_end_of_wounds_loses[502]",
    "tests/odds/test_kt18.py::test_damage_is_what_a_target_without_end_of_wounds_loses[505]",
    "tests/odds/test_kt18.py::test_no_use_of_re_rolls_in_a_fight_is_better[603]",
    "tests/odds/test_kt18.py::test_no_use_of_re_rolls_in_a_fight_is_better[605]",
    "tests/odds/test_kt18.py::test_no_use_of_re_rolls_in_a_fight_is_better[606]",
    "tests/odds/test_kt18.py::test_no_use_of_re_rolls_in_a_fight_is_better[610]",
    "tests/odds/test_kt18.py::test_no_use_of_re_rolls_in_the_engine_is_better[311]",
    "tests/odds/test_kt40.py::test_brute_force_agrees[11",
    "tests/odds/test_kt40.py::test_brute_force_agrees[14",
    "tests/odds/test_kt40.py::test_brute_force_agrees[15",
    "tests/odds/test_kt40.py::test_brute_force_agrees[19",
    "tests/odds/test_series_brute.py::test_a_hot_weapon_injures_or_fells_its_user_between_shots[kt21]",
    "tests/odds/test_series_brute.py::test_several_targets[kt21-False]",
    "tests/odds/test_series_brute.py::test_who_ignores_wounds_knows_how_many_before_it_saves[kt21]",
    "tests/table/test_arranging.py::test_a_unit_out_of_coherency_regains_it_whenever_the_twin_can[more",
    "tests/table/test_arranging.py::test_every_arrangement_is_legal[more",
    "tests/table/test_arranging.py::test_no_arrangement_of_up_to_five_models_is_much_better[more",
    "tests/table/test_shortest_paths.py::test_a_charge_is_possible_when_it_is_long_enough[more",
    "tests/table/test_shortest_paths.py::test_the_drawn_area_ends_where_moves_do[more",
    "tests/table/test_shortest_paths.py::test_a_place_can_be_reached_when_the_way_is_long_enough[more",
)

#: Tests that share a server: those of a folder are run by the same process.
SERVED = (
    "tests/page/", "tests/server/test_api.py", "tests/server/test_durable.py", "tests/server/test_limits.py", "tests/server/test_play.py",
    "tests/server/test_positions.py", "tests/server/test_records.py", "tests/server/test_sides.py", "tests/server/test_slow.py",
    "tests/server/test_undo.py", "tests/server/test_versions.py",
)  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run what takes long")


class _Sharing(LoadScopeScheduling):
    """A scheduler that sends tests to any free process, but those that share a server to the same one."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("/test_")[0] if nodeid.startswith(SERVED) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _Sharing:
    return _Sharing(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    assert len({item.nodeid for item in items}) == len(items), "of two tests with the same name only one would be run"
    if config.getoption("--long"):
        return
    left = [item for item in items if item.nodeid.startswith(LONG)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in set(left)]
