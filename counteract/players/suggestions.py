"""Suggested answers to a move or a placement: a few named places out of the many that are possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any, NamedTuple

import msgspec

from counteract.core.decision import PASS, Answer, Decision, Path, Place
from counteract.core.label import Label
from counteract.core.language import say
from counteract.core.state import Point
from counteract.game import Game
from counteract.table.polygons import is_crossed

MOST_SUGGESTIONS = 8
CONTACT = 1.05  # inches between bases: a move that ends so near an enemy is meant to meet it
SHELTER = 1.0  # inches between a base and the terrain that shelters it
LOW = 0.5  # inches: lower terrain gives no shelter

View = dict[str, Any]
Spot = tuple[float, float]
Idea = tuple[str, Answer]  # a reason and an answer


class Suggestion(NamedTuple):
    """An answer, one or two reasons for it, and the spot it leads to (None if nothing is put down)."""

    answer: Answer
    reasons: tuple[str, ...]
    spot: Spot | None
    is_hint: bool = False

    @property
    def label(self) -> Label:
        """The first reason, with the other one behind it."""
        return Label(self.reasons[0], figures=self.reasons[1:])


def endpoint(answer: Answer) -> Point | None:
    """Return the point where a move or a placement ends; None for an answer that leads nowhere."""
    match answer:
        case Path(points):
            x, y, z, *_ = (*points[-1], 0.0)
            return x, y, z or 0.0
        case Place(x, y, z):
            return x, y, z
    return None


def candidates(decision: Decision) -> list[tuple[Answer, Point]]:
    """Return the options that lead somewhere, with their endpoints. (A move may also be declined.)"""
    return [(answer, end) for answer in decision.options if (end := endpoint(answer)) is not None]


class Names(NamedTuple):
    """The names of models and markers, in the order of a view."""

    models: Sequence[str]
    markers: Sequence[str]


def names_in(view: View) -> Names:
    """Return the names as a view has them."""
    return Names([model["name"] for model in view["models"]], [marker["name"] for marker in view["markers"]])


def suggestions(game: Game, decision: Decision, view: View, names: Names) -> list[Suggestion]:
    """Return the hint first, then declining if that is an option, then one place for each purpose."""
    hint = game.advice()
    start = view["models"][decision.subject]["place"] if decision.subject >= 0 else None
    found: dict[tuple[float, ...], Suggestion] = {}
    if PASS in decision.options:
        found[()] = Suggestion(PASS, (say("hint") if hint == PASS else say("decline"),), tuple(start[:2]) if start else None, hint == PASS)
    goal: Sequence[float] = endpoint(hint) or start or (0.0, 0.0)
    ideas: Iterator[Idea] = iter(())
    if candidates(decision):
        ideas = _model_ideas(game, decision, view, names, goal) if decision.subject >= 0 else _object_ideas(decision, view, names)
    for why, answer in (*(() if hint == PASS else ((say("hint"), hint),)), *ideas):
        end = endpoint(answer)
        assert end is not None, "only places are suggested"
        key = tuple(round(c, 1) for c in end)
        known = found.get(key)
        if known is None and len(found) < MOST_SUGGESTIONS:
            found[key] = Suggestion(answer, (why,), end[:2], answer == hint)
        elif known is not None and len(known.reasons) == 1:
            found[key] = known._replace(reasons=(*known.reasons, why))
    return sorted(found.values(), key=lambda suggestion: not suggestion.is_hint)


def nearest_candidate(decision: Decision, wish: Answer) -> Answer:
    """Return the candidate that ends nearest to a wished one, with the same turn if that is legal."""
    goal = endpoint(wish)
    assert goal is not None, "a wish is a move or a placement"
    by_distance = [answer for answer, end in sorted(candidates(decision), key=lambda pair: _distance(pair[1], goal))]
    if isinstance(wish, Place):
        turned = (msgspec.structs.replace(answer, turn=wish.turn) for answer in by_distance if isinstance(answer, Place))
        return next((answer for answer in turned if decision.refuse(answer) is None), by_distance[0])
    return by_distance[0]


def _distance(one: Sequence[float], two: Sequence[float]) -> float:
    return hypot(one[0] - two[0], one[1] - two[1])


def _nearest(pairs: Sequence[tuple[Answer, Point]], goal: Sequence[float]) -> tuple[Answer, Point]:
    return min(pairs, key=lambda pair: _distance(pair[1], goal))


def _object_ideas(decision: Decision, view: View, names: Names) -> Iterator[Idea]:
    """Yield places for an object that is no model: towards each marker."""
    ends = candidates(decision)
    for marker, name in zip(view["markers"], names.markers, strict=True):
        yield say("towards marker {marker}", marker=name), _nearest(ends, marker["at"])[0]


def _model_ideas(game: Game, decision: Decision, view: View, names: Names, goal: Sequence[float]) -> Iterator[Idea]:
    """Yield places for a model: to meet an enemy, at markers, in shelter, higher up. ``goal`` is where the hint leads."""
    me = view["models"][decision.subject]
    ends = candidates(decision)
    foes = [m for m in view["models"] if m["place"] is not None and game.arena.is_enemy(me["id"], m["id"])]
    foes.sort(key=lambda foe: _distance(foe["place"], me["place"] or goal))

    def gap(end: Sequence[float], foe: View) -> float:
        radii: float = (me["base"] + foe["base"]) / 2
        return max(0.0, _distance(end, foe["place"]) - radii)

    met = [(foe, [pair for pair in ends if gap(pair[1], foe) <= CONTACT]) for foe in foes]
    if any(pairs for _, pairs in met):
        for foe, pairs in met:
            if pairs:
                yield say("to meet {foe}", foe=names.models[foe["id"]]), min(pairs, key=lambda pair: gap(pair[1], foe))[0]
        return
    for marker, name in zip(view["markers"], names.markers, strict=True):
        answer, end = _nearest(ends, marker["at"])
        away = max(0.0, _distance(end, marker["at"]) - me["base"] / 2)
        near = say("at marker {marker}", marker=name)
        yield say('towards marker {marker}, {away:.1f}" off', marker=name, away=away) if away > CONTACT else near, answer
    for foe in foes[:1]:
        answer, end = _nearest(ends, foe["place"])
        yield say('towards {foe}, {away:.1f}" off', foe=names.models[foe["id"]], away=gap(end, foe)), answer
    yield from _shelter(ends, view, me, [foe["place"] for foe in foes], goal)
    highest = max(ends, key=lambda pair: (pair[1][2], -_distance(pair[1], goal)))
    if highest[1][2] > (me["place"][2] if me["place"] else 0):
        yield say('up to the floor at {height:g}"', height=highest[1][2]), highest[0]
    if me["place"] is not None:
        stay = min(ends, key=lambda pair: (_distance(pair[1], me["place"]), abs(pair[1][2] - me["place"][2])))
        if _distance(stay[1], me["place"]) < 0.01:
            yield say("stay"), stay[0]


# --- shelter


def _shelter(
    ends: Sequence[tuple[Answer, Point]], view: View, me: View, foes: Sequence[Spot], goal: Sequence[float]
) -> Iterator[Idea]:
    """Yield the place with terrain between it and most enemies, or the middle of the board while there are none."""
    threats = foes or [(view["board"][0] / 2, view["board"][1] / 2)]
    covers = [(part, _box(part)) for part in view["terrain"] if "exposed" not in part["marks"]]
    best: tuple[float, Answer, str] | None = None
    for far, answer, end in sorted(((_distance(end, goal) / 100, answer, end) for answer, end in ends), key=lambda one: one[0]):
        if best is not None and len(threats) - far <= best[0]:  # nothing farther away can be better
            break
        near = [part for part, box in covers if _can_shelter(part, box, end, me["base"] / 2)]
        screens = [part for part in (_screen(near, end, foe, me["base"] / 2) for foe in threats) if part is not None]
        worth = len(screens) - far
        if screens and (best is None or worth > best[0]):
            best = (worth, answer, screens[0]["name"])
    if best is not None:
        yield say("behind the {feature}", feature=best[2]), best[1]


def _box(part: View) -> tuple[float, float, float, float]:
    """Return the bounding box of a part: x0, y0, x1, y1."""
    xs, ys = [c[0] for c in part["footprint"]], [c[1] for c in part["footprint"]]
    return min(xs), min(ys), max(xs), max(ys)


def _can_shelter(part: View, box: tuple[float, float, float, float], end: Sequence[float], radius: float) -> bool:
    """Return True if a part is near enough to a place, and tall enough, to hide behind."""
    (x0, y0, x1, y1), (x, y, z) = box, end
    if not (part["bottom"] < z + 1 and part["top"] > z + LOW):
        return False
    return hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)) <= radius + SHELTER


def _screen(parts: Sequence[View], end: Sequence[float], foe: Sequence[float], radius: float) -> View | None:
    """Return a part that lies close to a place on the line to an enemy."""
    away = _distance(end, foe)
    share = min(1.0, (radius + SHELTER) / away) if away else 0.0
    there = (end[0] + (foe[0] - end[0]) * share, end[1] + (foe[1] - end[1]) * share)
    for part in parts:
        if is_crossed(part["footprint"], (end[0], end[1]), there):
            return part
    return None
