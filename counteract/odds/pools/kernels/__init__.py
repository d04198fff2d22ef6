"""Compiled odds.

vectors.py for many targets at once, graphs.py for re-rolls, shots.py and tables.py for shots, strikes.py and fights.py for
fights, ignored_wounds.py for wounds ignored there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from numba.core import event as events


class _Compiling(events.Listener):
    """Says so once, when a kernel of the odds really has to be compiled."""

    told = False

    def on_start(self, event: Any) -> None:
        if not self.told and event.data["dispatcher"].py_func.__module__.startswith("counteract.odds."):
            self.told = True
            sys.stderr.write("preparing the odds; this happens once on a machine and can take a minute ...\n")
            sys.stderr.flush()

    def on_end(self, event: Any) -> None:
        """Nothing is said then."""


_compiling = _Compiling()
events.register("numba:compile", _compiling)  # type: ignore[no-untyped-call]


def warm(report: Callable[[str], None] | None = None, names: Collection[str] = ()) -> None:
    """Make all kernels ready, so that no later call has to wait for the compiler.

    The first time on a machine this takes most of a minute, afterwards a fraction of a second. ``report`` is called with
    a line of text before each group; ``names`` are the groups, all if there are none.
    """
    from counteract import odds

    gun, target = "2 3+ 3/4; Balanced", "save 3+, wounds 7, ignore 5+"
    fight = partial(odds.fight, attacker_wounds=7, defender_wounds=7)
    groups: dict[str, Callable[[], Any]] = {
        "shots": lambda: odds.shoot(weapon=gun, target=target),
        "tables": lambda: odds.table([gun], [target]),
        "fights": lambda: [fight(attacker=weapon, defender=weapon) for weapon in (gun, "2 4+ 3/4")],
        "ignored wounds": lambda: fight(attacker=gun, defender=gun, attacker_ignore=5),
    }
    _compiling.told = _compiling.told or report is not None
    for name, ask in groups.items():
        if names and name not in names:
            continue
        if report is not None:
            report(f"preparing the odds: {name}")
        ask()
