"""One model shoots at another across the board: the scene, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from counteract.core.procedure import Alternation
from counteract.core.state import Task
from tests.rules.kt18.scene import Play, Scene, gun

SHOOTER, TARGET = 0, 1


def duel(
    weapon: str = '24" heavy 1, 4 0 1',
    *,
    away: float = 10.0,
    wall: float | None = None,
    shooter: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    **options: Any,
) -> Scene:
    """Return a scene: model 0 with a gun, model 1 so many inches away; a ``wall`` that far from the target hides one side of it."""
    scene = Scene(**options)
    scene.add(0, (2, 11), weapons=[gun(weapon)], **(shooter or {}))
    x = 3 + away
    scene.add(1, (x, 11), **(target or {}))
    if wall is not None:
        edge = x - 0.5 - wall
        scene.wall(edge - 0.5, 11, edge, 20)
    return scene


def shot(weapon: str, dice: Iterable[int], *, fields: dict[str, Any] | None = None, **scene: Any) -> Play:
    """Return a battle in which model 0 shoots model 1."""
    return duel(weapon, **scene).shoot(SHOOTER, dice=dice, **(fields or {})).answer(TARGET)


def harm(injury: Iterable[int], *, damage: str = "1", to_wound: int = 5, **scene: Any) -> Play:
    """Return a battle in which model 0 hits and wounds model 1, which has no save; its Injury roll is left to roll."""
    target = {"save": 7, **scene.pop("target", {})}
    return shot(f'24" heavy 1, 4 0 {damage}; Auto-hit', [to_wound, *injury], target=target, **scene)


def move_and_shoot(scene: Scene, order: tuple[int, int] = (0, 1), *, dice: Iterable[int] = (), **fields: Any) -> Play:
    """Play a Movement phase and a Shooting phase."""
    moves = [Task("manoeuvre", (player,)) for player in order]
    shots = [Task("alternate", ("shooting", part, Alternation(order))) for part in ("first", "rest")]
    return scene.play(Task("phase", ("movement",)), *moves, Task("phase", ("shooting",)), *shots, dice=dice, **{"order": order, **fields})


# --- what came of it


def rolls(play: Play) -> list[tuple[int, ...]]:
    """Return all dice rolled, roll by roll."""
    return [roll for moment in play.game.moments for roll in moment.dice]


def hit_rolls(play: Play) -> list[tuple[int, int, bool]]:
    """Return the die, the modifier and the outcome of every hit roll."""
    return [(e.values["dice"][0], e.values["modifier"], e.values["hit"]) for e in play.events("hit-roll")]


def injuries(play: Play) -> list[tuple[tuple[int, ...], int]]:
    """Return the dice and the modifier of every Injury roll."""
    return [(e.values["dice"], e.values["modifier"]) for e in play.events("injury-roll")]


def kinds(play: Play, *wanted: str) -> list[str]:
    """Return the kinds of the events, in order; only these if any are named."""
    return [e.kind for e in play.game.events if not wanted or e.kind in wanted]


def fate(play: Play, i: int = TARGET) -> tuple[int, int, bool]:
    """Return a model's wounds, its flesh wounds, and whether it is out of action."""
    return play.wounds(i), play.flesh(i), play.out(i)
