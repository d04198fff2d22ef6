"""Making all compiled kernels ready: those of the table and those of the odds, which every game uses."""

from __future__ import annotations

import sys
from collections.abc import Callable
from subprocess import Popen
from threading import Timer

#: What other processes make ready at the same time, once it is clear that there is something to compile.
BESIDE = (("shots", "tables"), ("fights", "ignored wounds"))
AT_ONCE = 1.5  # seconds: what is compiled already is ready by then


def warm(report: Callable[[str], None] | None = None) -> None:
    """Compile what is not compiled yet, so that nothing later has to wait for it; ``report`` is told of each group."""
    from counteract.odds import kernels as odds
    from counteract.table import kernels as table

    helpers: list[Popen[bytes]] = []
    later = Timer(AT_ONCE, lambda: helpers.extend(Popen([sys.executable, "-m", "counteract.warming", *names]) for names in BESIDE))
    later.start()
    table.warm(report)
    later.cancel()
    for helper in helpers:
        helper.wait()
    odds.warm(report)


def warm_patiently() -> None:
    """The same, and if it takes long, as it does once on a machine, whoever waits is told why."""
    told = Timer(2.0, lambda: sys.stderr.write("preparing the table; this happens once on a machine and can take a minute ...\n"))
    told.start()
    try:
        warm()
    finally:
        told.cancel()


if __name__ == "__main__":
    from counteract.odds.kernels import warm as warm_odds

    warm_odds(lambda _: None, sys.argv[1:])
