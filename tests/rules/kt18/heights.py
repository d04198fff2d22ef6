"""Towers to stand on, and models on top of them."""

from __future__ import annotations

from typing import Any

from tests.rules.kt18.scene import Scene, gun


def tower(scene: Scene, top: float = 6.5, x0: float = 15, y0: float = 6, x1: float = 23, y1: float = 16) -> None:
    """Draw a block with a flat top to stand on."""
    scene.wall(x0, y0, x1, y1, top=top, marks=("vantage",))


def shot_at(top: float = 6.5, *, x: float = 15.6, weapons: str = '24" rapid fire 1, 4 0 1', **target: Any) -> Scene:
    """Return a scene in which model 0 shoots at model 1, which stands alone on a tower with its western edge at x = 15."""
    scene = Scene()
    tower(scene, top)
    scene.add(0, (8, 11), weapons=[gun(weapons)])
    scene.add(1, (x, 11, top), **target)
    return scene
