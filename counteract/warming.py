"""Making all compiled kernels ready: those of the table and those of the odds, which every game uses."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from subprocess import Popen
from threading import Timer

#: What is compiled beside the kernels of paths, which take longest: groups that have little in common.
BESIDE = (("shots", "tables"), ("fights", "ignored wounds"), ("sight", "targets", "rays", "edges", "near", "overlook"))
AT_ONCE = 1.5  # seconds: what is compiled already is ready by then


def warm(report: Callable[[str], None] | None = None) -> None:
    """Compile what is not compiled yet, so that nothing later has to wait for it; ``report`` is told of each group.

    If there is something to compile, other processes help, as many as there are processors.
    """
    helpers: list[Popen[bytes]] = []
    later = Timer(AT_ONCE, lambda: helpers.extend(map(_helper, _shares((os.cpu_count() or 2) - 1))))
    later.start()
    _make_ready(["paths"], report)
    _call_off(later)
    for helper in helpers:
        helper.wait()
    _make_ready([name for group in BESIDE for name in group], report)


def warm_patiently() -> None:
    """The same, and if it takes long, as it does once on a machine, whoever waits is told why."""
    told = Timer(2.0, lambda: sys.stderr.write("preparing the table; this happens once on a machine and can take two minutes ...\n"))
    told.start()
    try:
        warm()
    finally:
        _call_off(told)


def _call_off(later: Timer) -> None:
    """Leave no thread behind: processes may be forked from this one."""
    later.cancel()
    later.join()


def _shares(helpers: int) -> list[list[str]]:
    """The groups for each of so many helpers."""
    count = max(1, min(helpers, len(BESIDE)))
    return [[name for group in BESIDE[number::count] for name in group] for number in range(count)]


def _helper(names: list[str]) -> Popen[bytes]:
    return Popen([sys.executable, "-m", "counteract.warming", *names])


def _make_ready(names: list[str], report: Callable[[str], None] | None) -> None:
    """Make groups of kernels ready. The compiler leaves nothing behind worth looking for in the meantime."""
    from counteract.odds import kernels as odds
    from counteract.table import kernels as table

    looking = gc.isenabled()
    gc.disable()
    try:
        table.warm(report, names)
        odds.warm(report, names)
    finally:
        if looking:
            gc.enable()


if __name__ == "__main__":
    _make_ready(sys.argv[1:], lambda _: None)
