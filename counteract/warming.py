"""Making all compiled kernels ready: those of the table and those of the odds, which every game uses."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Timer


def warm(report: Callable[[str], None] | None = None) -> None:
    """Compile what is not compiled yet, so that nothing later has to wait for it; ``report`` is told of each group."""
    from counteract.odds import kernels as odds
    from counteract.table import kernels as table

    table.warm(report)
    odds.warm(report)


def warm_patiently() -> None:
    """The same, and if it takes long, as it does once on a machine, whoever waits is told why."""
    told = Timer(2.0, lambda: sys.stderr.write("preparing the table; this happens once on a machine and can take a minute ...\n"))
    told.start()
    try:
        warm()
    finally:
        told.cancel()
