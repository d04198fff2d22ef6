"""Effects that lessen the damage of one die act one after the other, in the order that leaves the least damage."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from counteract.attacks.damage_reduction import lessened

effects = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 12)), max_size=5)


@pytest.mark.rule("KT24-INT-85")
@given(damage=st.integers(0, 15), effects=effects)
@example(damage=5, effects=[(1, 2), (1, 5)])
@example(damage=5, effects=[(1, 5), (1, 2)])
def test_no_order_leaves_less(damage: int, effects: list[tuple[int, int]]) -> None:
    """The result is the least over all orders, and the effects named as used give that result in some order."""

    def left(order: tuple[tuple[int, int], ...]) -> int:
        now = damage
        for by, least in order:
            now = max(0, now - by) if now >= least else now
        return now

    found, used = lessened(damage, effects)
    assert found == min(map(left, permutations(effects)))
    assert found == min(left(order) for order in permutations([effects[k] for k in used]))
    assert all(effects[k][0] > 0 for k in used) and len(set(used)) == len(used)


@pytest.mark.rule("KT24-INT-85")
def test_many_effects_take_no_time() -> None:
    """Twenty effects have more orders than can be tried."""
    assert lessened(20, [(1, 1)] * 20) == (0, tuple(range(20)))
