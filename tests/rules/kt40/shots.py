"""Short words for tests of attacks: two units that face each other, and what their dice came to."""

from __future__ import annotations

from typing import Any

from counteract.core.decision import Allocate, Why
from counteract.rulesets.kt40.weapons import Weapon
from tests.rules.kt40.scenes import Play, Scene, gun

SHOOTERS, TARGETS = 0, 1


def facing(*weapons: Weapon, away: float = 10.0, models: int = 1, enemies: int = 5, target: dict[str, Any] | None = None, **more: Any) -> Scene:
    """Return a scene: a unit with these guns, or one of range 24", and an enemy unit so many inches away from each of its models."""
    scene = Scene()
    scene.squad(0, (10, 10), models=models, weapons=weapons or [gun('24" assault 1, 4 0 1')], **more)
    scene.squad(1, (10, 11 + away), models=enemies, **(target or {}))
    return scene


def rolls(play: Play, kind: str) -> list[tuple[int, ...]]:
    """Return the dice of the events of a kind."""
    return [event.values["dice"] for event in play.events(kind) if "dice" in event.values]


def hits(play: Play, kind: str = "hit-roll") -> int:
    """Return how many dice of such rolls succeeded."""
    return sum(event.values["hits"] for event in play.events(kind))


def rule_of(problem: Why | None) -> str:
    """Return the rule that a problem names; "" if there is none."""
    return problem[0] if problem else ""


def kinds(play: Play) -> list[str]:
    """Return the kinds of all events, in order."""
    return [event.kind for event in play.game.events]


def casualties(play: Play, *counts: int) -> Play:
    """Answer which models lose how many wounds; without counts by default."""
    assert play.what == "casualties", play.what
    play.answer(Allocate(counts) if counts else play.decision.default)
    return play


def finish(play: Play) -> Play:
    """Give the default answer as long as anything is asked."""
    while not play.over and play.game.decision is not None:
        play.game.play(play.decision.default)
    return play
