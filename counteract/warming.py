"""Making all compiled kernels ready: those of the table and those of the odds, which every game uses."""

from __future__ import annotations

from collections.abc import Callable


def warm(report: Callable[[str], None] | None = None) -> None:
    """Compile what is not compiled yet, so that nothing later has to wait for it; ``report`` is told of each group."""
    from counteract.odds import kernels as odds
    from counteract.table import kernels as table

    table.warm(report)
    odds.warm(report)
