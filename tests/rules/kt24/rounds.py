"""Whole phases in a test: set up a battle, begin a turning point, hand the turn on, let all operatives stand still."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from counteract.core.state import Task
from tests.rules.kt24.scene import Play, Scene


def battle(scene: Scene, *, dice: Iterable[int]) -> Play:
    """Play a battle from its very beginning; the places of the scene do not matter."""
    return Play(scene.new(dice))


def strategy(scene: Scene, *, turn: int = 1, dice: Iterable[int] = (), **fields: Any) -> Play:
    """Play the Strategy phase of a turning point, and all that follows."""
    return scene.play(Task("turning_point"), dice=dice, turn=turn - 1, phase="strategy", **fields)


def firefight(scene: Scene, *, first: int = 0, turn: int = 4, dice: Iterable[int] = (), **fields: Any) -> Play:
    """Play the Firefight phase of a turning point (the last one unless told otherwise), and all that follows."""
    return scene.play(Task("firefight", (first,)), dice=dice, turn=turn, initiative=first, **fields)


def take(play: Play, i: int, order: str = "conceal", *answers: Any) -> Play:
    """Activate an operative, give these answers, and end its activation if that is still open."""
    play.answer(i, order, *answers)
    if play.what == "action" and play.decision.subject == i:
        play.answer("end")
    return play


def deploy(play: Play) -> Play:
    """Set all operatives up at the first places offered."""
    while play.what in ("deploy", "place"):
        play.answer(play.decision.options[0])
    return play


def idle(play: Play, *, until: str = "") -> Play:
    """Let all operatives stand still with a Conceal order until this is asked, or until the battle is over.

    The winner of the roll for initiative keeps it, and no player uses a ploy or counteracts.
    """
    for _ in range(1000):
        if play.over or play.what == until:
            return play
        match play.what:
            case "activate":
                take(play, play.options()[0])
            case "gambit" | "counteract" | "ploy":
                play.answer("pass")
            case _:
                play.answer(play.decision.options[0])
    raise AssertionError("this battle does not come to an end")


def batches(play: Play) -> list[tuple[int, int]]:
    """Return the players and the numbers of operatives they set up in a row."""
    sides = [play.state.models[e.values["model"]].side for e in play.events("deployed")]
    return [(side, len(list(group))) for side, group in groupby(sides)]


def kinds(play: Play, *wanted: str) -> list[str]:
    """Return the kinds of events that have happened, in order, only those asked for."""
    return [e.kind for e in play.game.events if e.kind in wanted]
