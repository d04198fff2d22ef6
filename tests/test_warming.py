"""Everything compiled is made ready before it is used, shared out between processes."""

from __future__ import annotations

import pytest

from counteract import warming
from counteract.table.kernels import MODULES


def test_every_group_is_made_ready_once() -> None:
    told: list[str] = []
    warming.warm(told.append)
    names = [line.split(": ")[1] for line in told]
    assert sorted(names) == sorted({*MODULES, "shots", "tables", "fights", "ignored wounds"})


@pytest.mark.parametrize("helpers", [0, 1, 2, 3, 15])
def test_helpers_share_all_that_this_process_does_not_compile(helpers: int) -> None:
    shares = warming._shares(helpers)
    assert 1 <= len(shares) <= max(1, helpers)
    assert sorted(name for share in shares for name in share) == sorted(name for group in warming.HELPER_GROUPS for name in group)
