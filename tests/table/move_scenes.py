"""Small tables for moves: movement parameters, parts, bodies, a setting, and terms for the referee."""

from __future__ import annotations

from math import inf
from typing import Any

import msgspec
import numpy as np

from counteract.core.state import Point
from counteract.mechanics.moves.decision import PathDecision
from counteract.mechanics.moves.limits import MALFORMED, MoveLimits
from counteract.table.bodies import Body, Round, pack_bodies
from counteract.table.paths import _PROBLEMS, MeasuredPath, MovementParameters, measure
from counteract.table.terrain import Board, Part, Terrain

BOARD = Board(30, 20)

#: Obstacles to 1.5" by 1.5" are stepped over, rough ground counts twice, heights count in full, jumps down are free.
FIGURES = MovementParameters(
    climb=True, climb_least=0.0, climb_most=inf, drop_free=0.0, jump_from=0.0, jump_most=inf, jump_slack=1.0, ladder_reach=0.0,
    step_high=1.5, step_wide=1.5, rough=2.0, jump_free=True, gap_most=2.0, friends_block=True, rough_under=True,
)  # fmt: skip
FLYING = msgspec.structs.replace(FIGURES, fly=True)


def box(name, x0, y0, x1, y1, top, bottom=0.0, marks=()):
    footprint = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Part(id=name, feature=name, footprint=footprint, bottom=bottom, top=top, kind="heavy", marks=marks)


def roof(name, x0, y0, x1, y1, top):
    return box(name, x0, y0, x1, y1, top, marks=("vantage",))


def swamp(name, x0, y0, x1, y1, z=0.0, marks=("flat", "difficult")):
    return box(name, x0, y0, x1, y1, z + 0.1, z, marks)


def man(x, y, z=0.0, side=0, radius=0.5, height=1.5):
    return Body(x, y, z, Round(radius), height, side)


def go(parts, path, others=(), figures=FIGURES, z=0.0, board=BOARD, **size) -> MeasuredPath:
    x, y = path[0][:2]
    return measure(Terrain(board, tuple(parts)), pack_bodies((man(x, y, z, **size), *others)), 0, path, figures)


class Setting:
    """Bodies on a table, as the referee of moves asks for them."""

    def __init__(self, bodies: list[Body], parts: tuple[Part, ...] = (), board: Board = BOARD) -> None:
        self.terrain = Terrain(board, tuple(parts))
        self._bodies = pack_bodies(bodies)
        self.places: tuple[Point | None, ...] = tuple((b.x, b.y, b.z) for b in bodies)
        self.names = tuple(f"body {k}" for k in range(len(bodies)))

    def bodies(self, places: tuple[Point | None, ...]) -> np.ndarray:
        self._bodies[:, :3] = places
        return self._bodies

    def memo(self, places: tuple[Point | None, ...]) -> dict[Any, Any]:
        return {}


def terms(most, mode="free", **more) -> MoveLimits:
    """Return the terms of a move with contact by distance alone; every refusal has its name for a rule."""
    asked = {"figures": FIGURES, "control": 1.0, "sight": False, **more}
    why = {name: (name, name) for name in ("kept_out", "must_meet", "stuck", "shun", "goal_why")}
    problems = {name: (name, name) for name in (*_PROBLEMS.values(), MALFORMED)}
    return MoveLimits(most=most, too_long="too-long", mode=mode, problems=problems, **why, **asked)


def decision(setting: Setting, demands: MoveLimits, model: int = 0) -> PathDecision:
    return PathDecision(0, "move", (), "rule", "Where to?", kind="path", subject=model, setting=setting, places=setting.places, terms=demands)
