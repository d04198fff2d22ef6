"""Compiled geometry: functions of numbers and arrays. The modules one level up wrap them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from importlib.util import find_spec

#: The modules whose kernels are made ready, in this order.
MODULES = (
    "sight",
    "target_cover",
    "paths",
    "ray_casting",
    "falls",
    "distances",
    "visible_area",
    "unit_distances",
    "firing_lines",
    "unit_cover",
    "arranging",
    "unit_area",
)


def warm(report: Callable[[str], None] | None = None, names: Collection[str] = ()) -> None:
    """Compile all kernels or load them from disk, so that no later call waits for the compiler.

    The first time on a machine this takes a minute or two, afterwards a fraction of a second. ``report`` is called with a line of
    text before each group; ``names`` are the groups, all by default.
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
