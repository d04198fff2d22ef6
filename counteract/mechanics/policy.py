"""Parts of every ruleset's policy: the option worth most, the goal a model heads for, and shelter behind terrain."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from counteract.core.decision import Answer, Decision, Pick
from counteract.core.state import Battle
from counteract.mechanics.field import Field
from counteract.mechanics.sides import enemies_of
from counteract.table.terrain import Terrain

Policy = Callable[[Any, Any, Decision], Answer]
BESIDE = 0.9  # inches from a base within which terrain shelters it


def choose_first(arena: Any, state: Any, decision: Decision) -> Answer:
    """Return the first option."""
    return decision.options[0]


def choose_best(decision: Decision, worth: Callable[[Answer], float]) -> Answer:
    """Return the option worth most. Options equal but for rounding, which differs between machines, count as equal: the first wins."""
    return max(decision.options, key=lambda answer: round(worth(answer), 9))


def pick_value(answer: Answer) -> int:
    """Return the number of the model picked."""
    assert isinstance(answer, Pick)
    return int(answer.value)


def headed_for(field: Field, battle: Battle, i: int) -> tuple[float, float]:
    """Return the place a model should go to: a marker of its own; without a mission the nearest enemy, else the board's centre."""
    side, board = field.sides[i], field.terrain.board
    if field.mission:
        markers = field.mission.markers
        return markers[(i - field.first_of[side]) % len(markers)].at(board)
    place = battle.places[i]
    enemies = [p for j in enemies_of(field, battle, side) if (p := battle.places[j])]
    if not enemies or place is None:
        return board.width / 2, board.depth / 2
    x, y, _ = min(enemies, key=lambda p: hypot(p[0] - place[0], p[1] - place[1]))
    return x, y


def rate_shelter(terrain: Terrain, x: float, y: float, radius: float) -> float:
    """Return 1.0 if a base stands right beside terrain, else 0.0."""
    for x0, y0, x1, y1, *_ in terrain.parts_array.tolist():
        if hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)) <= radius + BESIDE:
            return 1.0
    return 0.0
