"""Questions a page may ask the referee about the move of a whole unit: arrangements about a place, one model corrected, reach."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from counteract.core.decision import Paths, Refusal, is_plain
from counteract.core.state import Point
from counteract.game import Game
from counteract.mechanics.moves.limits import FAR
from counteract.mechanics.moves.unit_checking import list_faulty_models
from counteract.mechanics.moves.unit_correcting import correct_model
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.mechanics.moves.unit_reach import find_area
from counteract.server.wishes import Ask
from counteract.table.unit_distances import find_groups

Facts = dict[str, Any]

ELSEWHERE = 1.0  # inches from the middle of a unit: nearer than that it is not wished elsewhere
NEARER = 0.25  # inches that somebody must come nearer to where a unit is wished


def arrange(game: Game, decision: UnitPathsDecision, goal: tuple[float, ...] | None, ask: Ask, previous: Paths | None) -> Facts:
    """The unit about a place, as near as it can get, or where it would go of itself; or the model that finds no place and why."""
    if goal is None:
        found = decision.propose()
    else:
        found = decision.arrange(goal, ask.formation, quick=not ask.settle, previous=previous, turn=ask.turn)
    if isinstance(found, Refusal):
        return {"models": list(decision.limits.models), "answer": None, "ends": [], "lengths": [], **_why(found)}
    described = describe_paths(game, decision, found)
    return described if goal is None else {**described, **_left_behind(decision, goal, described["ends"])}


def arrange_one(game: Game, decision: UnitPathsDecision, model: int, goal: tuple[float, ...], answer: Paths) -> Facts:
    """An arrangement with one model elsewhere or as near to that as it can be, and all others as they are, legal or not."""
    models = decision.limits.models
    if len(answer.paths) != len(models):
        return describe_paths(game, decision, answer)
    corrected = correct_model(decision, models.index(model), goal, answer, _meant(decision, answer))
    return describe_paths(game, decision, corrected)


# --- who does not follow


def _left_behind(decision: UnitPathsDecision, goal: tuple[float, ...], ends: Sequence[Point | None]) -> Facts:
    """Return the models that stay although their unit is wished elsewhere; if nobody comes nearer to there, why: it is no move then.

    Models that go toward enemies of themselves may well stay, and what is set up or flies straight on does not.
    """
    limits, middle = decision.limits, _middle(decision)
    if not limits.ways or limits.toward or limits.heading is not None:
        return {}
    dx, dy = goal[0] - middle[0], goal[1] - middle[1]
    if math.hypot(dx, dy) < ELSEWHERE:
        return {}
    moved = [(i, start, end) for i, end in zip(limits.models, ends, strict=True) if (start := decision.places[i]) is not None and end is not None]
    if not any(_comes_nearer(start, end, dx, dy) for _, start, end in moved):
        return _why(_find_obstacle(decision, dx, dy))
    return {"stays": [i for i, start, end in moved if math.dist(start, end) < NEARER]}


def _comes_nearer(start: Point, end: Point, dx: float, dy: float) -> bool:
    """Return True if a model ends nearer to where it is wished than it stands, or on another level."""
    wished = start[0] + dx, start[1] + dy
    return math.dist(start[:2], wished) - math.dist(end[:2], wished) >= NEARER or abs(end[2] - start[2]) >= NEARER


def _middle(decision: UnitPathsDecision) -> tuple[float, float]:
    """Return the middle of a unit as it stands."""
    standing = [place for i in decision.limits.models if (place := decision.places[i]) is not None]
    count = max(1, len(standing))
    return sum(place[0] for place in standing) / count, sum(place[1] for place in standing) / count


def _find_obstacle(decision: UnitPathsDecision, dx: float, dy: float) -> Refusal:
    """Return why a unit cannot go straight on in a direction, as far as it may go."""
    away, most = math.hypot(dx, dy), min(decision.limits.most, default=0.0)
    share = min(1.0, math.floor(1000 * most) / 1000 / away)
    refusal = decision.refuse(decision.drafts.shift(share * dx, share * dy)) if share > 0.0 else None
    return refusal or Refusal(decision.rule, "No way leads there.")


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
    """Return the consequences for a unit of standing somewhere: who could shoot at it, which models see it, and what that does for markers."""
    preview, standing = game.ruleset.preview, {i: end for i, end in zip(decision.limits.models, ends, strict=True) if end is not None}
    if not standing:
        return {"seen_by": [], "watched_by": [], "markers": []}
    unit = game.arena.unit_of[decision.limits.models[0]]
    watched, markers = preview.unit_watched_by(game, unit, standing), preview.unit_markers(game, standing)
    return {"seen_by": list(preview.unit_seen_by(game, unit, standing)), "watched_by": list(watched), "markers": list(markers)}


def find_ends(decision: UnitPathsDecision, answer: Paths) -> dict[int, Point]:
    """Return the intended ends of the models of an answer, legal or not, without those that are not set up."""
    ends = zip(decision.limits.models, _meant(decision, answer), strict=True)
    return {i: (end[0], end[1], end[2]) for i, end in ends if end is not None}


def _why(refusal: Refusal) -> Facts:
    return {"sentence": refusal.reason, "rule": refusal.rule, "model": refusal.values.get("number")}


def _meant(decision: UnitPathsDecision, answer: Paths) -> list[Point | None]:
    """Return the intended ends of the models of an answer, legal or not."""
    models, starts = decision.limits.models, decision.places
    if len(answer.paths) != len(models):
        return [starts[i] for i in models]
    return [_end(path, starts[i]) for i, path in zip(models, answer.paths, strict=True)]


def _faulty(decision: UnitPathsDecision, answer: Paths, ends: list[Point | None]) -> list[int]:
    """The models at fault in an answer that is refused."""
    if not is_plain(answer) or len(answer.paths) != len(decision.limits.models):
        return []
    return list_faulty_models(decision.surroundings, decision.field.radii, decision.limits, answer, ends)


def _end(path: tuple[tuple[Any, ...], ...], start: Point | None) -> Point | None:
    """The last point of a path, with its height; where the model stands if it stays, or if that is no point."""
    if not path or not all(isinstance(c, int | float) and abs(c) < FAR for c in path[-1]) or len(path[-1]) < 2:
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
    """Return the area that the models of a unit can get to, or may be set up in."""
    areas = [{"z": area.z, "rings": [area.outline, *area.holes]} for area in find_area(decision)]
    return {"polygons": areas, "most": max(decision.limits.most, default=0.0)}
