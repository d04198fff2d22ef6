"""Suggested answers to the move of a unit or to setting it up: a few goals, each with the arrangement of all models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, hypot

from counteract.core.decision import PASS, Answer, Paths
from counteract.core.language import say
from counteract.core.state import Point
from counteract.game import Game
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.mechanics.moves.unit_reach import find_area
from counteract.players.suggestions import MOST_SUGGESTIONS, Idea, Names, Spot, Suggestion, View
from counteract.table.polygons import contains

SAME = 0.5  # inches: suggestions whose middles are nearer to each other than this are one
AT = 3.0  # inches from a marker within which a unit is said to be at it
MOST_FOES = 2  # enemy units that a way toward is suggested to


def middle(decision: UnitPathsDecision, answer: Answer) -> Spot | None:
    """Return the middle of a unit after an answer; None for an answer that leaves models without a place."""
    paths = answer.paths if isinstance(answer, Paths) else ((),) * len(decision.limits.models)
    ends = [path[-1] if path else decision.places[i] for i, path in zip(decision.limits.models, paths, strict=True)]
    if any(end is None for end in ends):
        return None
    return _mean([end for end in ends if end is not None])


def _mean(points: Sequence[Sequence[float]]) -> Spot:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def suggest_for_unit(game: Game, decision: UnitPathsDecision, view: View, names: Names) -> list[Suggestion]:
    """Return the hint first, then declining if that is an option, then one arrangement for each purpose."""
    hint = game.advice()
    found = [Suggestion(hint, (say("hint"),), middle(decision, hint), is_hint=True)]
    if decision.optional and hint != PASS:
        found.append(Suggestion(PASS, (say("decline"),), middle(decision, PASS)))
    for why, answer in _ideas(game, decision, view, names):
        spot = middle(decision, answer)
        k = next((k for k, known in enumerate(found) if known.answer != PASS and _is_near(known.spot, spot)), None)
        if k is None and len(found) < MOST_SUGGESTIONS:
            found.append(Suggestion(answer, (why,), spot))
        elif k is not None and len(found[k].reasons) == 1:
            found[k] = found[k]._replace(reasons=(*found[k].reasons, why))
    return found


def _is_near(one: Spot | None, other: Spot | None) -> bool:
    return one is not None and other is not None and hypot(one[0] - other[0], one[1] - other[1]) < SAME


def _ideas(game: Game, decision: UnitPathsDecision, view: View, names: Names) -> Iterator[Idea]:
    """Yield arrangements of a unit: at markers, toward enemies, and where it stands."""
    limits = decision.limits
    if limits.toward:
        yield from ((say("toward the enemy"), answer) for answer in decision.options if isinstance(answer, Paths))
        return
    for marker, name in zip(view["markers"], names.markers, strict=True):
        answer = decision.arrange(marker["at"])
        if isinstance(answer, Paths):
            x, y = middle(decision, answer) or marker["at"]
            away = hypot(x - marker["at"][0], y - marker["at"][1])
            near = say("at marker {marker}", marker=name)
            yield near if away <= AT else say('towards marker {marker}, {away:.1f}" off', marker=name, away=away), answer
    for leader, at in _nearest_foes(game, decision)[:MOST_FOES]:
        answer = decision.arrange(at)
        if isinstance(answer, Paths):
            yield say("towards {foe}", foe=names.models[leader]), answer
    if limits.ways and decision.refuse(decision.stay) is None:
        yield say("stay"), decision.stay


def _nearest_foes(game: Game, decision: UnitPathsDecision) -> list[tuple[int, Point]]:
    """Return a model of each enemy unit on the table and its place, the nearest to the unit first."""
    arena, first = game.arena, decision.limits.models[0]
    start = middle(decision, PASS) or (arena.terrain.board.width / 2, arena.terrain.board.depth / 2)
    found: dict[int, tuple[float, int, Point]] = {}
    for j, place in enumerate(decision.places):
        if place is not None and game.state.models[j].wounds and arena.is_enemy(first, j):
            mine = hypot(place[0] - start[0], place[1] - start[1]), j, place
            unit = arena.unit_of[j]
            found[unit] = min(found.get(unit, mine), mine)
    return [(j, place) for _, j, place in sorted(found.values())]


def reach_of_unit(decision: UnitPathsDecision) -> list[Spot]:
    """Return places an inch apart where models of a unit can end."""
    found: dict[Spot, None] = {}
    for area in find_area(decision):
        xs, ys = [corner[0] for corner in area.outline], [corner[1] for corner in area.outline]
        for x in range(int(min(xs)), ceil(max(xs))):
            for y in range(int(min(ys)), ceil(max(ys))):
                spot = x + 0.5, y + 0.5
                if contains(area.outline, *spot) and not any(contains(hole, *spot) for hole in area.holes):
                    found[spot] = None
    return list(found)
