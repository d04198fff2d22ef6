"""One model about to move: the scene, and where it may go."""

from __future__ import annotations

from typing import Any

from counteract.core.decision import Path
from counteract.mechanics.moves.limits import in_tenths
from tests.rules.kt18.scene import Play, Scene

MOVER, ENEMY = 0, 1


def lone(*, at: tuple[float, ...] = (5, 11), enemy: tuple[float, ...] = (28, 20), **mover: Any) -> Scene:
    """Return a scene: model 0 with room to move, and an enemy that is out of the way unless told otherwise."""
    scene = Scene()
    scene.add(0, at, **mover)
    scene.add(1, enemy)
    return scene


def choosing(scene: Scene, i: int = MOVER, **fields: Any) -> Play:
    """Return a turn of the Movement phase in which this model has been picked, and its option is to be chosen."""
    return scene.manoeuvre(scene.cards[i][0], **fields).answer(i)


def ends(play: Play) -> list[tuple[float, ...]]:
    """Return the ends of the paths offered."""
    return [option.points[-1] for option in play.options() if isinstance(option, Path)]


def length(play: Play, path: list[tuple[Any, ...]]) -> float:
    """Return the length of a path that is refused for its length."""
    refusal = play.refusal(path)
    measured = float(refusal.values["length"])
    assert f'{in_tenths(measured):.1f}"' in refusal.reason
    return measured
