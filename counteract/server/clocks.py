"""Clocks as in chess: so many minutes a side, and some seconds more each time the hand passes to another side.

What is left is kept with every step, so a server that was stopped goes on from there; while it is down no clock runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from counteract.server.messages import ClockFace
from counteract.server.store import StoredStep


class Clock:
    """The seconds left to each side; the clock of one of them may be running."""

    def __init__(self, left: Sequence[float], increment: float, now: Callable[[], float] = time.monotonic) -> None:
        self.left = tuple(map(float, left))
        self.increment = float(increment)
        self.running: int | None = None
        self._now = now
        self._since = now()

    def run(self, side: int | None) -> None:
        """Let the clock of this side run, or none."""
        self.left = self.shown()
        self._since = self._now()
        self.running = side

    def shown(self) -> tuple[float, ...]:
        """Return the seconds left at this moment."""
        gone = self._now() - self._since
        return tuple(max(0.0, left - (gone if side == self.running else 0.0)) for side, left in enumerate(self.left))

    def after(self, passing: int | None) -> tuple[float, ...]:
        """Return the seconds that would be left at this moment; the side that passes the hand on gains its seconds."""
        return tuple(left + (self.increment if side == passing else 0.0) for side, left in enumerate(self.shown()))

    def set(self, left: Sequence[float]) -> None:
        """From now on this much is left."""
        self.left, self._since = tuple(left), self._now()

    def face(self) -> ClockFace:
        return ClockFace([round(left, 3) for left in self.shown()], self.running, self.increment)


def clock_of(settings: Mapping[str, Any], steps: Sequence[StoredStep], sides: int) -> Clock | None:
    """The clock of a game with so many sides: as the last step left it, or full."""
    given = settings.get("clock")
    if given is None:
        return None
    kept = steps[-1].clock if steps else None
    return Clock(kept or sides * (60.0 * given["minutes"],), given["increment"])
