"""Compilation of all kernels ahead of their first use: those of the table and those of the odds, which every game needs."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from subprocess import Popen
from threading import Timer

#: Groups of kernels that this process compiles: the search for ways, which all of movement needs, and arranging, which takes longest.
OWN_GROUPS = ("unit_area", "arranging")
#: Groups that helpers compile meanwhile, paths last: by then they load the search from disk.
HELPER_GROUPS = (
    ("shots", "tables"),
    ("fights", "ignored wounds"),
    ("sight", "target_cover", "ray_casting", "falls", "distances", "visible_area", "unit_distances", "firing_lines", "unit_cover"),
    ("paths",),
)
CACHE_LOAD = 1.5  # seconds in which compiled kernels are loaded: no helper is needed then


def warm(report: Callable[[str], None] | None = None) -> None:
    """Compile the kernels that are not compiled yet. ``report`` is called with each group.

    If there are any, other processes help, as many as there are processors.
    """
    helpers: list[Popen[bytes]] = []
    start_helpers = Timer(CACHE_LOAD, lambda: helpers.extend(map(_start_helper, _shares((os.cpu_count() or 2) - 1))))
    start_helpers.start()
    _compile(OWN_GROUPS, report)
    _cancel(start_helpers)
    for helper in helpers:
        helper.wait()
    _compile([name for group in HELPER_GROUPS for name in group], report)


def warm_with_notice() -> None:
    """Compile the kernels, and say so on standard error if it takes long, as it does once on a machine."""
    notice = Timer(2.0, lambda: sys.stderr.write("preparing the table; this happens once on a machine and can take two minutes ...\n"))
    notice.start()
    try:
        warm()
    finally:
        _cancel(notice)


def _cancel(timer: Timer) -> None:
    """Stop a timer and wait for its thread: processes may be forked from this one."""
    timer.cancel()
    timer.join()


def _shares(helpers: int) -> list[list[str]]:
    """Return the groups of kernels for each of so many helpers."""
    count = max(1, min(helpers, len(HELPER_GROUPS)))
    return [[name for group in HELPER_GROUPS[number::count] for name in group] for number in range(count)]


def _start_helper(names: list[str]) -> Popen[bytes]:
    return Popen([sys.executable, "-m", "counteract.warming", *names])


def _compile(names: Sequence[str], report: Callable[[str], None] | None) -> None:
    """Compile groups of kernels in this order, without garbage collection: the compiler leaves none."""
    from counteract.odds.pools import kernels as odds
    from counteract.table import kernels as table

    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for name in names:
            (table if name in table.MODULES else odds).warm(report, [name])
    finally:
        if was_enabled:
            gc.enable()


if __name__ == "__main__":
    _compile(sys.argv[1:], lambda _: None)
