"""An operative about to choose its next action or on the point of moving, and what a refusal must leave untouched."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Path, Refusal
from counteract.core.state import Point, Task
from counteract.mechanics.moves.limits import in_tenths
from counteract.rulesets.kt24.state import Acting
from tests.rules.kt24.scene import Play, Scene, as_answer

MOVER = 0


def deciding(scene: Scene, i: int = MOVER, *, done: tuple[str, ...] = (), spent: int = 0, **fields: Any) -> Play:
    """Return a battle with an operative in the middle of its activation: its actions and AP so far, and the choice before it."""
    return scene.play(Task("actions", (i,)), acting=(Acting(i, "activation", spent=spent, done=done),), **fields)


def lone(*, at: tuple[float, ...] = (5, 11), far: tuple[float, ...] = (28, 20), **fields: Any) -> Scene:
    """Return a scene: one operative with room to move, and an enemy out of the way."""
    scene = Scene(**fields.pop("options", {}))
    scene.add(0, at, **{"order": "engage", **fields})
    scene.add(1, far)
    return scene


def refused(play: Play, answer: Any, rule: str) -> Refusal:
    """Give an answer that must be refused by this rule, and see that nothing has changed."""
    given = answer if isinstance(answer, Path) else as_answer(answer)
    before = play.game.digest(), play.game.turns_taken, play.game.decision, list(play.game.events)
    with pytest.raises(Refusal) as caught:
        play.game.play(given)
    assert (play.game.digest(), play.game.turns_taken, play.game.decision, list(play.game.events)) == before
    assert caught.value.rule == rule, str(caught.value)
    assert play.why(given) == rule
    return caught.value


def place(play: Play, i: int = MOVER) -> Point | None:
    return play.state.places[i]


def length(refusal: Refusal) -> float:
    """Return the length of the path that a refusal gives; check that it also gives it in words."""
    measured = float(refusal.values["length"])
    assert f'{in_tenths(measured):.1f}"' in refusal.reason
    return measured


def ends(play: Play) -> list[tuple[float, ...]]:
    """Return the ends of the paths offered."""
    return [option.points[-1] for option in play.options()]
