"""Whole phases in a test: set up a battle, begin a turning point, hand the turn on, let all operatives stand still."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from counteract.core.decision import Pick
from counteract.core.state import Result, Task
from tests.rules.kt21.scene import Play, Scene

#: The action; bare "pass" declines.
PASS_ACTION = Pick("pass")


def lines(a: int, b: int, *, mission: Any = None, options: dict[str, Any] | None = None, **fields: Any) -> Scene:
    """Return a scene with ``a`` operatives against ``b``, far apart and in the open."""
    scene = Scene(mission=mission, **(options or {}))
    for side, size, x in ((0, a, 2), (1, b, 28)):
        for k in range(size):
            scene.add(side, (x, 3 + 4 * k), **fields)
    return scene


def battle(scene: Scene, *, dice: Iterable[int]) -> Play:
    """Play a battle from its very beginning; the places of the scene do not matter."""
    return Play(scene.new(dice))


def turning_point(scene: Scene, *, turn: int = 1, dice: Iterable[int] = (), **fields: Any) -> Play:
    """Play a turning point from its first phase on, and all that follows."""
    return scene.play(Task("turning_point"), dice=dice, turn=turn - 1, **fields)


def take(play: Play, i: int, *answers: Any) -> Play:
    """Activate an operative as it is, give these answers, and end its activation if that is still open."""
    play.answer(i)
    if play.what == "order":
        play.answer(play.decision.default)
    play.answer(*answers)
    if play.what == "action" and play.decision.subject == i:
        play.answer("end")
    return play


def idle(play: Play, *, until: str = "") -> Play:
    """Give default answers until this is asked, or until the battle is over."""
    for _ in range(2000):
        if play.over or play.what == until:
            return play
        play.game.play(play.decision.default)
    raise AssertionError("this battle does not come to an end")


def kinds(play: Play, *wanted: str) -> list[str]:
    """Return the kinds of events that have happened, in order, only those asked for."""
    return [e.kind for e in play.game.events if e.kind in wanted]


def result(play: Play) -> Result:
    """Return the result of a battle."""
    found = play.game.result
    assert found is not None, "the battle is not over"
    return found
