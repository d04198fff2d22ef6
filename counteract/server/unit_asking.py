"""What a page may ask the referee about the move of a whole unit: arrangements about a place, one model corrected, where it can get to."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np

from counteract.core.decision import Paths, Refusal
from counteract.core.state import Point
from counteract.game import Game
from counteract.mechanics.moves.unit_correcting import correct_model
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.mechanics.moves.unit_limits import list_faulty_models
from counteract.mechanics.moves.unit_reach import find_area
from counteract.server.wishes import Ask
from counteract.table.unit_distances import find_groups

Facts = dict[str, Any]


def arrange(game: Game, decision: UnitPathsDecision, goal: tuple[float, ...] | None, ask: Ask, previous: Paths | None) -> Facts:
    """The unit about a place, as near as it can get, or where it would go of itself; or the model that finds no place and why."""
    if goal is None:
        found = decision.propose()
    else:
        found = decision.arrange(goal, ask.formation, quick=not ask.settle, previous=previous, turn=ask.turn)
    if isinstance(found, Refusal):
        return {"models": list(decision.limits.models), "answer": None, "ends": [], "lengths": [], **_why(found)}
    return describe_paths(game, decision, found)


def arrange_one(game: Game, decision: UnitPathsDecision, model: int, goal: tuple[float, ...], answer: Paths) -> Facts:
    """An arrangement with one model elsewhere or as near to that as it can be, and all others as they are, legal or not."""
    models = decision.limits.models
    if len(answer.paths) != len(models):
        return describe_paths(game, decision, answer)
    corrected = correct_model(decision, models.index(model), goal, answer, _meant(decision, answer))
    return describe_paths(game, decision, corrected)


# --- as it is told


def describe_paths(game: Game, decision: UnitPathsDecision, answer: Paths) -> Facts:
    """An answer as the referee sees it: where all end, how far that is, what it would mean; or why not, and who decides that."""
    models = decision.limits.models
    found = decision.follow(answer)
    plain: Facts = {"models": list(models), "answer": msgspec.to_builtins(answer)}
    if isinstance(found, Refusal):
        ends = _meant(decision, answer)
        return {**plain, "ends": ends, "lengths": [], "broken": _broken(decision, ends), "faulty": _faulty(decision, answer, ends), **_why(found)}
    lengths = [round(length, 3) for length in found.lengths]
    left = [(most - length, most) for length, most in zip(found.lengths, decision.limits.most, strict=True)] if decision.limits.most else []
    tightest = min(left, default=None)
    budget = {} if tightest is None else {"left": round(max(0.0, tightest[0]), 3), "most": tightest[1]}
    return {**plain, "ends": found.ends, "lengths": lengths, **budget, "broken": [], **_there(game, decision, found.ends)}


def _there(game: Game, decision: UnitPathsDecision, ends: tuple[Point | None, ...]) -> Facts:
    """What it means for a unit to stand somewhere: who could shoot at it, and what that does for markers."""
    preview, standing = game.ruleset.preview, {i: end for i, end in zip(decision.limits.models, ends, strict=True) if end is not None}
    if not standing:
        return {"seen_by": [], "markers": []}
    unit = game.arena.unit_of[decision.limits.models[0]]
    return {"seen_by": list(preview.unit_seen_by(game, unit, standing)), "markers": list(preview.unit_markers(game, standing))}


def _why(refusal: Refusal) -> Facts:
    return {"sentence": refusal.reason, "rule": refusal.rule, "model": refusal.values.get("number")}


def _meant(decision: UnitPathsDecision, answer: Paths) -> list[Point | None]:
    """Where the models of an answer mean to end, whether they may or not."""
    models, starts = decision.limits.models, decision.places
    if len(answer.paths) != len(models):
        return [starts[i] for i in models]
    return [_end(path, starts[i]) for i, path in zip(models, answer.paths, strict=True)]


def _faulty(decision: UnitPathsDecision, answer: Paths, ends: list[Point | None]) -> list[int]:
    """The models at fault in an answer that is refused."""
    if len(answer.paths) != len(decision.limits.models):
        return []
    return list_faulty_models(decision.surroundings, decision.field.radii, decision.limits, answer, ends)


def _end(path: tuple[tuple[Any, ...], ...], start: Point | None) -> Point | None:
    """The last point of a path, with its height; where the model stands if it stays, or if that is no point."""
    if not path or not all(isinstance(c, int | float) and math.isfinite(c) for c in path[-1]) or len(path[-1]) < 2:
        return start
    x, y, *height = path[-1]
    return x, y, float(height[0]) if height else (start[2] if start else 0.0)


def _broken(decision: UnitPathsDecision, ends: list[Point | None]) -> list[tuple[int, int]]:
    """The pairs of models, each the nearest, between which a unit would fall apart."""
    field, limits = decision.field, decision.limits
    rows = field.bodies(decision.places).copy()
    for i, end in zip(limits.models, ends, strict=True):
        rows[i, 3] = -1.0
        if end is not None:
            rows[i, :4] = (*end, field.radii[i])
    standing = [i for i, end in zip(limits.models, ends, strict=True) if end is not None]
    groups = sorted(find_groups(rows, np.array(standing, np.int64), limits.flat, limits.up), key=len, reverse=True) if standing else []
    return [_nearest(rows, groups[0], other) for other in groups[1:]]


def _nearest(rows: Any, one: list[int], other: list[int]) -> tuple[int, int]:
    """The two models of two groups that are nearest to each other."""
    away = np.hypot(rows[one, 0][:, None] - rows[other, 0], rows[one, 1][:, None] - rows[other, 1])
    i, j = np.unravel_index(int(away.argmin()), away.shape)
    return one[int(i)], other[int(j)]


def reach(decision: UnitPathsDecision) -> Facts:
    """Where the models of a unit can get to, or may be set up."""
    areas = [{"z": area.z, "rings": [area.outline, *area.holes]} for area in find_area(decision)]
    return {"polygons": areas, "most": max(decision.limits.most, default=0.0)}
