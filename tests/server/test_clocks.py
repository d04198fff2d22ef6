"""Clocks: whose runs, the increment, and the time left after a restart."""

from __future__ import annotations

from counteract.server.clocks import Clock, clock_of
from counteract.server.store import StoredStep


class Time:
    """A time that passes only when told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_only_the_clock_of_the_side_to_decide_runs():
    time = Time()
    clock = Clock((60, 60), 5, time)
    time.now += 30
    assert clock.shown() == (60, 60)
    clock.run(1)
    time.now += 10
    assert clock.shown() == (60, 50)
    clock.run(0)
    time.now += 70
    assert clock.shown() == (0, 50)
    assert clock.face().left == [0, 50] and clock.face().running == 0


def test_who_passes_the_hand_on_gains_seconds():
    time = Time()
    clock = Clock((60, 60), 5, time)
    clock.run(0)
    time.now += 20
    assert clock.after(None) == (40, 60)
    assert clock.after(0) == (45, 60)
    assert clock.shown() == (40, 60)
    clock.set((45, 60))
    time.now += 1
    assert clock.shown() == (44, 60)


def test_after_a_restart_a_clock_goes_on_from_the_last_step():
    settings = {"clock": {"minutes": 2, "increment": 3}}
    assert clock_of({}, [], 2) is None and clock_of({"clock": None}, [], 2) is None
    assert clock_of(settings, [], 2).shown() == (120, 120)
    step = StoredStep(1, "answer", 0, "0:a", {"type": "pass"}, 0.0, (80.5, 100.0))
    again = clock_of(settings, [step], 2)
    assert again.shown() == (80.5, 100.0) and again.running is None and again.increment == 3
