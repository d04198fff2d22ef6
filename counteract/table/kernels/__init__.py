"""Compiled geometry. Everything here takes and gives numbers and arrays; the faces are one level up."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from importlib.util import find_spec

#: The modules whose kernels are made ready, in this order.
MODULES = ("sight", "targets", "paths", "rays", "edges", "near", "overlook")


def warm(report: Callable[[str], None] | None = None, names: Collection[str] = ()) -> None:
    """Make all kernels ready, so that no later call has to wait for the compiler.

    The first time on a machine this takes a minute or two, afterwards a fraction of a second. ``report`` is called with a
    line of text before each group; ``names`` are the groups, all if there are none.
    """
    for name in MODULES:
        module = f"{__name__}.{name}"
        if (names and name not in names) or find_spec(module) is None:
            continue
        make_ready = getattr(import_module(module), "warm", None)
        if make_ready is not None:
            if report is not None:
                report(f"preparing the table: {name}")
            make_ready()
