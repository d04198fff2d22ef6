"""Tables for units: terrain of blocks, barricades and open floors, two sides of models, and one unit to be arranged."""

from __future__ import annotations

import random
from math import cos, hypot, inf, pi, sin

import numpy as np

from counteract.table.arranging import UnitMove
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.paths import MovementParameters
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Board, Part, Terrain

WALKING = MovementParameters(
    climb=True, climb_least=0, climb_most=inf, drop_free=0, jump_from=inf, jump_most=0, jump_slack=0, ladder_reach=0, friends_block=True
)
BOARD = Board(72, 48)
HEIGHT = 1.5


def rectangle(name: str, x: float, y: float, w: float, d: float, turn: float, top: float, bottom: float = 0.0, marks: tuple[str, ...] = ()) -> Part:
    c, s = cos(turn), sin(turn)
    corners = ((-w / 2, -d / 2), (w / 2, -d / 2), (w / 2, d / 2), (-w / 2, d / 2))
    footprint = tuple((round(x + a * c - b * s, 3), round(y + a * s + b * c, 3)) for a, b in corners)
    return Part(id=name, feature=name, footprint=footprint, bottom=bottom, top=top, kind="heavy", marks=marks)


def some_terrain(dice: random.Random, board: Board, count: int) -> Terrain:
    """Blocks that are too high to climb in a move, barricades that are not, and floors that are climbed through."""
    parts = []
    for k in range(count):
        x, y, turn = dice.uniform(2, board.width - 2), dice.uniform(2, board.depth - 2), dice.choice((0.0, dice.uniform(0, pi)))
        kind = dice.random()
        if kind < 0.6:
            parts.append(rectangle(f"block {k}", x, y, dice.uniform(1, 4), dice.uniform(1, 4), turn, 5.0))
        elif kind < 0.85:
            parts.append(rectangle(f"barricade {k}", x, y, dice.uniform(2, 6), 0.5, turn, 1.0))
        else:
            parts.append(rectangle(f"floor {k}", x, y, dice.uniform(4, 8), dice.uniform(4, 6), turn, 3.0, 2.9, ("vantage", "open")))
    return Terrain(board, tuple(parts))


def gap(a: Body, b: Body) -> float:
    return hypot(max(0.0, hypot(a.x - b.x, a.y - b.y) - a.base.radius - b.base.radius), a.z - b.z)


def a_scene(
    seed: int, models: int, others: int = 60, parts: int = 40, board: Board = BOARD, mixed: bool = False, spread: float = 1.5
) -> tuple[Terrain, np.ndarray, UnitMove, tuple[float, float, float]]:
    """Return a table, its bodies, a move of 6" of the unit of the first bodies, and a goal."""
    dice = random.Random(seed)
    while True:
        terrain = some_terrain(dice, board, parts)
        bodies: list[Body] = []
        x, y = dice.uniform(6, board.width - 6), dice.uniform(6, board.depth - 6)
        for _ in range(400):
            if len(bodies) == models:
                break
            radius = dice.choice((0.5, 0.63, 0.79)) if mixed else 0.63
            near = dice.choice(bodies) if bodies else None
            turn, away = dice.uniform(0, 2 * pi), 0.0 if near is None else near.base.radius + radius + dice.uniform(0.05, spread)
            place = (x, y) if near is None else (near.x + away * cos(turn), near.y + away * sin(turn))
            stand(terrain, bodies, *place, radius, 0)
        if len(bodies) < models:
            continue
        for _ in range(4000):
            if len(bodies) == models + others:
                break
            side = len(bodies) % 2
            spot = Body(dice.uniform(1, board.width - 1), dice.uniform(1, board.depth - 1), 0.0, Round(0.63), HEIGHT, side)
            if side == 0 or min(gap(spot, own) for own in bodies[:models]) > 1.1:
                stand(terrain, bodies, spot.x, spot.y, 0.63, side)
        turn, far = dice.uniform(0, 2 * pi), dice.uniform(2, 9)
        cx, cy = sum(b.x for b in bodies[:models]) / models, sum(b.y for b in bodies[:models]) / models
        goal = (round(min(max(cx + far * cos(turn), 1), board.width - 1), 3), round(min(max(cy + far * sin(turn), 1), board.depth - 1), 3), 0.0)
        enemies = tuple(j for j, b in enumerate(bodies) if b.side == 1)
        task = UnitMove(unit=tuple(range(models)), budgets=(6.0,) * models, movement=WALKING, keep_out=enemies)
        return terrain, pack_bodies(bodies), task, goal


def stand(terrain: Terrain, bodies: list[Body], x: float, y: float, radius: float, side: int) -> None:
    """Add a body if it can stand there."""
    x, y = round(x, 3), round(y, 3)
    if find_placement_problem(terrain, pack_bodies(bodies), x, y, 0.0, radius, HEIGHT) is None:
        bodies.append(Body(x, y, 0.0, Round(radius), HEIGHT, side))
