"""Random tables with walls and bases to go round, and movement parameters of the rulesets; the walls are too high to climb."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import cos, hypot, pi, sin

import numpy as np
from oracle_taut_paths import Disc, Place
from shapely import Polygon

from counteract.rulesets.kt18.arena import move_figures
from counteract.rulesets.kt21.moves import FIGURES as KT21
from counteract.rulesets.kt24.moves import _FIGURES as KT24
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.paths import MovementParameters
from counteract.table.placement import find_placement_problem
from counteract.table.terrain import Board, Part, Terrain

BOARD = Board(12, 12)
SIZES = (0.492, 0.551, 0.63, 0.787)
FIGURES: dict[str, MovementParameters] = {"kt24": KT24[True, False], "kt21": KT21, "kt18": move_figures(fly=False)}


@dataclass
class Table:
    """Terrain and bodies, the first of which moves; and both as the twin wants them."""

    terrain: Terrain
    bodies: np.ndarray
    figures: MovementParameters
    walls: list[tuple[Place, ...]]
    #: Those that are in the way.
    discs: list[Disc]

    @property
    def start(self) -> Place:
        return self.bodies.item(0, 0), self.bodies.item(0, 1)

    @property
    def radius(self) -> float:
        return self.bodies.item(0, 3)

    def fits(self, x: float, y: float) -> bool:
        return find_placement_problem(self.terrain, self.bodies, x, y, 0.0, self.radius, 1.5, 0) is None


def a_wall(dice: random.Random) -> tuple[Place, ...]:
    """Return a wall, a corner of walls, a block or a spike, turned any way or along the board."""
    x, y, turn = dice.uniform(1, 11), dice.uniform(1, 11), dice.choice((0.0, pi / 2, dice.uniform(0, pi)))
    long, thin = dice.uniform(1, 5), dice.choice((0.1, 0.3, 0.5))
    shape: tuple[Place, ...]
    match dice.randrange(5):
        case 0 | 1:
            shape = (0, 0), (long, 0), (long, thin), (0, thin)
        case 2:
            shape = (0, 0), (long, 0), (long, thin), (thin, thin), (thin, 2), (0, 2)
        case 3:
            shape = (0, 0), (1.5, 0), (1.5, 1.5), (0, 1.5)
        case _:
            shape = (0, 0), (long, 0.4), (0.2, 1.0)
    return tuple((round(x + a * cos(turn) - b * sin(turn), 3), round(y + a * sin(turn) + b * cos(turn), 3)) for a, b in shape)


def a_table(dice: random.Random, ruleset: str) -> Table:
    figures = FIGURES[ruleset]
    walls = [w for w in (a_wall(dice) for _ in range(dice.randint(1, 6))) if Polygon(w).is_valid]
    marks = ("blocking",) if figures.traverse else ()
    parts = tuple(Part(id=str(k), feature=str(k), footprint=w, top=20.0, kind="heavy", marks=marks) for k, w in enumerate(walls))
    terrain = Terrain(BOARD, parts)
    bodies: list[Body] = []
    many = dice.randint(1, 7)
    for _ in range(200):
        x, y, r = round(dice.uniform(1, 11), 3), round(dice.uniform(1, 11), 3), dice.choice(SIZES)
        if len(bodies) < many and find_placement_problem(terrain, pack_bodies(bodies), x, y, 0.0, r, 1.5) is None:
            bodies.append(Body(x, y, 0.0, Round(r), 1.5, dice.choice((0, 1, 1)) if bodies else 0))
    if not bodies:
        return a_table(dice, ruleset)
    blocks = [b for b in bodies[1:] if b.side == 1 or figures.friends_block]
    return Table(terrain, pack_bodies(bodies), figures, walls, [(b.x, b.y, b.base.radius) for b in blocks])


def a_place(dice: random.Random, table: Table, most: float) -> Place | None:
    """Return a place to go to that is no farther than this as the crow flies."""
    for _ in range(50):
        x, y = round(dice.uniform(0.5, 11.5), 3), round(dice.uniform(0.5, 11.5), 3)
        if hypot(x - table.start[0], y - table.start[1]) <= most and table.fits(x, y):
            return x, y
    return None
