"""Clocks as in chess: so many minutes a side, and some seconds more each time the hand passes to the other side.

What is left is kept with every step, so a server that was stopped goes on from there; while it is down no clock runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from counteract.server.messages import ClockFace
from counteract.server.store import Step


class Clock:
    """The seconds left to both sides, one of which may be running."""

    def __init__(self, left: Sequence[float], increment: float, now: Callable[[], float] = time.monotonic) -> None:
        self.left = [float(left[0]), float(left[1])]
        self.increment = float(increment)
        self.running: int | None = None
        self._now = now
        self._since = now()

    def run(self, side: int | None) -> None:
        """Let the clock of this side run, or none."""
        self.left = list(self.shown())
        self._since = self._now()
        self.running = side

    def shown(self) -> tuple[float, float]:
        """What is left at this moment."""
        gone = self._now() - self._since
        first, second = (left - (gone if side == self.running else 0.0) for side, left in enumerate(self.left))
        return max(0.0, first), max(0.0, second)

    def after(self, passing: int | None) -> tuple[float, float]:
        """What would be left at this moment; the side that passes the hand on gains its seconds."""
        first, second = (left + (self.increment if side == passing else 0.0) for side, left in enumerate(self.shown()))
        return first, second

    def set(self, left: Sequence[float]) -> None:
        """From now on this much is left."""
        self.left, self._since = list(left), self._now()

    def face(self) -> ClockFace:
        first, second = self.shown()
        return ClockFace([round(first, 3), round(second, 3)], self.running, self.increment)


def clock_of(settings: Mapping[str, Any], steps: Sequence[Step]) -> Clock | None:
    """The clock of a game: as the last step left it, or full."""
    given = settings.get("clock")
    if given is None:
        return None
    kept = steps[-1].clock if steps else None
    full = 60.0 * given["minutes"]
    return Clock(kept or (full, full), given["increment"])
