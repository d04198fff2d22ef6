"""Questions a page may ask the referee without changing anything: reach, legality, distances."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from counteract.core.decision import NOT_AMONG, Answer, Decision, Path, Paths, Pick, Place, Refusal
from counteract.core.language import Phrase, say
from counteract.core.state import Battle, Point
from counteract.game import Game
from counteract.mechanics.moves.decision import PathDecision
from counteract.mechanics.moves.limits import in_tenths
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.players.setting_up import is_setting_up, plan_set_up
from counteract.server import unit_asking as units
from counteract.server.rooms import Denied, Refused, read_sent
from counteract.server.wishes import Ask, ModelAt
from counteract.table.distances import gap
from counteract.table.paths import MeasuredPath
from counteract.table.placement import has_floor, list_levels

Facts = dict[str, Any]

#: What is told only to those whose decision it is.
OWN = ("reach", "way", "spot", "arrange", "arrange-one", "check", "foresee", "hint", "set-up")

#: What takes so long to find out that others would notice.
_LONG = ("reach", "threat", "set-up")


def takes_long(ask: Ask) -> bool:
    """Return True if a question takes so long to answer that others would notice."""
    return ask.about in _LONG or (ask.about == "arrange" and (ask.settle or ask.to is None))


def told(game: Game, ask: Ask) -> Facts:
    """The facts asked for, found out without the dice to come; raises `Denied`."""
    try:
        return _HANDLERS[ask.about](game.hide_dice(), ask)
    except Refusal as refusal:
        raise Refused(refusal) from None


def _decision(game: Game) -> Decision:
    if game.decision is None:
        raise Denied("over", "The battle is over; there is nothing left to decide.")
    return game.decision


def _going(game: Game) -> PathDecision:
    decision = _decision(game)
    if not isinstance(decision, PathDecision):
        raise Denied("bad-message", "Nobody is asked where to go.")
    return decision


def _model(game: Game, number: int | None) -> int:
    if number is None or number >= len(game.state.models):
        raise Denied("bad-message", "There is no such model.")
    return number


# --- moving


def _reach(game: Game, ask: Ask) -> Facts:
    decision = _decision(game)
    if isinstance(decision, UnitPathsDecision):
        return units.reach(decision)
    if decision.area is not None:
        x0, y0, x1, y1 = decision.area
        return {"polygons": [{"z": 0.0, "rings": [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]]}], "most": 0.0}
    going = _going(game)
    areas = [{"z": area.z, "rings": [area.outline, *area.holes]} for area in going.closely.polygons()]
    return {"polygons": areas, "most": going.terms.most}


def _way(game: Game, ask: Ask) -> Facts:
    decision, begun = _going(game), _begun(ask)
    wished, heights = _goal(game, ask.to)
    goals = [(wished[0], wished[1], z) for z in _meant(game, decision, wished, heights)]
    ways = [decision.way_on(begun, goal) if begun.points else decision.way_to(goal) for goal in goals]
    way = min((way for way in ways if way is not None), key=lambda way: decision.length(way) or 0.0, default=None)
    if way is None:
        return _no_way(decision, begun, wished, goals)
    plain, walked = msgspec.to_builtins(way), _walked(decision, way)
    risks = [{"text": risk.text, "rule": risk.rule} for risk in game.ruleset.preview.risks(game, way)]
    return {"answer": plain, "corner": plain, **walked, "risks": risks, **_there(game, decision.subject, walked["points"][-1])}


def _there(game: Game, model: int, place: Point) -> Facts:
    """Return the consequences for a model of standing somewhere: who could shoot at it, and what that does for markers."""
    return {"seen_by": game.ruleset.preview.seen_by(game, model, place), "markers": game.ruleset.preview.markers(game, model, place)}


def _no_way(decision: PathDecision, begun: Path, wished: tuple[float, ...], goals: Sequence[Point]) -> Facts:
    """Return why no way leads somewhere, with the shortest that is too long or a straight one, which may do as a corner all the same."""
    straight = Path((*begun.points, wished))
    why = None if begun.points else decision.why_no_way(goals)
    refusal = why[0] if why else decision.refuse(straight) or Refusal(decision.rule, "No legal way leads there.")
    walk = decision.walk(straight)
    passes = walk is not None and walk.ok and walk.length <= decision.terms.most
    drawn = why[1] if why and why[1] else straight
    return {"answer": None, "corner": msgspec.to_builtins(straight) if passes else None, **_walked(decision, drawn), **_sentence(refusal)}


def _begun(ask: Ask) -> Path:
    """The path so far, which a way is to go on from."""
    begun = Path(()) if ask.answer is None else read_sent(ask.answer)
    if not isinstance(begun, Path):
        raise Denied("bad-message", "A way goes on from a path.")
    return begun


def _goal(game: Game, to: Any) -> tuple[tuple[float, ...], Sequence[float]]:
    """Return the goal as it was given, and its possible heights: the one given, or all there are."""
    if not isinstance(to, tuple) or len(to) not in (2, 3) or not all(abs(c) < 1e4 for c in to):
        raise Denied("bad-message", "Say where to: two numbers, or three with the height.")
    return to, to[2:] or list_levels(game.arena.terrain)


def _meant(game: Game, decision: PathDecision, wished: tuple[float, ...], heights: Sequence[float]) -> Sequence[float]:
    """The heights a way may lead to: who points at the floor that a model stands on means that floor, and not what is below it."""
    place = decision.places[decision.subject]
    assert place is not None
    return [place[2]] if len(wished) == 2 and has_floor(game.arena.terrain, (wished[0], wished[1], place[2])) else heights


def _spot(game: Game, ask: Ask) -> Facts:
    """The place that is meant; on the highest floor of those that are equally near, which is the one seen from above."""
    decision, (wished, heights) = _decision(game), _goal(game, ask.to)
    if decision.kind != "place":
        raise Denied("bad-message", "Nobody is asked where to put something.")
    x, y, *_ = wished
    wishes = [Place(x, y, z, ask.turn) for z in sorted(heights, reverse=True)]
    found = [place for wish in wishes if (place := decision.place_near(wish)) is not None]
    if not found:
        refusal = decision.refuse(wishes[-1])
        return {"answer": None, **(_sentence(refusal) if refusal else {})}
    best = min(found, key=lambda place: math.hypot(place.x - x, place.y - y))
    there = _there(game, decision.subject, (best.x, best.y, best.z)) if decision.subject >= 0 else {}
    return {"answer": msgspec.to_builtins(best), **there}


def _check(game: Game, ask: Ask) -> Facts:
    decision, answer = _decision(game), read_sent(ask.answer)
    refusal = game.why_not(answer)
    facts: Facts = {"legal": refusal is None}
    if isinstance(decision, UnitPathsDecision) and isinstance(answer, Paths):
        return {**facts, **units.describe_paths(game, decision, answer)}
    if isinstance(decision, PathDecision) and isinstance(answer, Path):
        facts |= _walked(decision, answer)
    return facts if refusal is None else {**facts, **_sentence(refusal)}


def _arrange(game: Game, ask: Ask) -> Facts:
    decision, previous = _marching(game), None if ask.answer is None else _paths(ask)
    return units.arrange(game, decision, None if ask.to is None else _goal(game, ask.to)[0], ask, previous)


def _arrange_one(game: Game, ask: Ask) -> Facts:
    decision, model = _marching(game), _model(game, ask.model)
    if model not in decision.limits.models:
        raise Denied("bad-message", "This model is not of the unit that moves.")
    return units.arrange_one(game, decision, model, _goal(game, ask.to)[0], _paths(ask))


def _marching(game: Game) -> UnitPathsDecision:
    decision = _decision(game)
    if not isinstance(decision, UnitPathsDecision):
        raise Denied("bad-message", "No unit is asked where to go.")
    return decision


def _paths(ask: Ask) -> Paths:
    answer = read_sent(ask.answer)
    if not isinstance(answer, Paths):
        raise Denied("bad-message", "A unit goes along a path for each of its models.")
    return answer


def _sentence(refusal: Refusal) -> Facts:
    return {"sentence": refusal.reason, "rule": refusal.rule}


def _walked(decision: PathDecision, answer: Path) -> Facts:
    """A way as it is drawn: how long it is, what is left, its points with their heights, where it goes up or down, and what that costs."""
    walk = decision.walk(answer)
    if walk is None:
        return {}
    points = profile([decision.places[decision.subject] or (0.0, 0.0, 0.0), *answer.points], walk)
    climbs = [{"at": b, "inches": round(b[2] - a[2], 3)} for a, b in pairwise(points) if a[:2] == b[:2] and b[2] != a[2]]
    most, dropped = decision.terms.most, max(0.0, walk.dropped - decision.terms.figures.drop_free)
    plan = sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    rough = walk.length - plan - walk.climbed - walk.traversed - dropped if decision.terms.figures.rough != 1.0 else 0.0
    costs = {"climbed": walk.climbed, "dropped": dropped, "traversed": walk.traversed, "rough": rough}
    lengths = {name: round(inches, 3) for name, inches in ({"length": walk.length, "left": most - walk.length} | costs).items()}
    return {**lengths, "most": most, "points": points, "climbs": climbs}


def profile(corners: Sequence[Sequence[Any]], walk: MeasuredPath) -> list[tuple[float, float, float]]:
    """The corners of a way with their heights, and between them every place where it goes up or down.

    >>> walk = MeasuredPath(problem=None, length=4, place=(4, 0), z=2, levels=((0.0, 0.0), (3.0, 2.0)))
    >>> profile([(0, 0), (4, 0)], walk)
    [(0, 0, 0.0), (3.0, 0.0, 0.0), (3.0, 0.0, 2.0), (4, 0, 2.0)]
    """
    changes = list(walk.levels[1:])
    z = walk.levels[0][1] if walk.levels else 0.0
    gone, points = 0.0, [(corners[0][0], corners[0][1], z)]
    for a, b in pairwise(corners):
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        while changes and changes[0][0] <= gone + length + 1e-9:
            at, level = changes.pop(0)
            share = (at - gone) / length if length else 0.0
            x, y = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
            points += [(round(x, 3), round(y, 3), z), (round(x, 3), round(y, 3), level)]
            z = level
        gone += length
        points.append((b[0], b[1], z))
    return points


# --- measuring, advice, looking ahead


def _measure(game: Game, ask: Ask) -> Facts:
    (a, a_radius), (b, b_radius) = _end(game, ask.from_), _end(game, ask.to)
    inches = round(gap(a, a_radius, b, b_radius), 3)
    return {"inches": inches, "text": say('{inches:.1f}"', inches=in_tenths(inches))}


def _end(game: Game, end: Any) -> tuple[tuple[float, float, float], float]:
    """A place, or that of a model, and the radius of what is there."""
    if isinstance(end, ModelAt):
        number = _model(game, end.model)
        place = game.state.places[number]
        if place is None:
            raise Denied("bad-message", "This model is not on the board.")
        return place, game.arena.radii[number]
    if end is None or len(end) not in (2, 3) or not all(abs(c) < 1e4 for c in end):
        raise Denied("bad-message", "Measure between places or models.")
    return (end[0], end[1], end[2] if len(end) == 3 else 0.0), 0.0


def _hint(game: Game, ask: Ask) -> Facts:
    _decision(game)
    answer = game.ruleset.preview.best(game)
    return {"answer": msgspec.to_builtins(answer), "label": msgspec.to_builtins(game.label(answer))}


def _plan_set_up(game: Game, ask: Ask) -> Facts:
    """All answers that are left of setting up, for the side that is asked."""
    decision = _decision(game)
    if not is_setting_up(game):
        raise Denied("bad-message", "The armies are set up already.")
    return {"answers": msgspec.to_builtins(plan_set_up(game, decision.player))}


def _foresee(game: Game, ask: Ask) -> Facts:
    _decision(game)
    answer = read_sent(ask.answer)
    found = game.ruleset.preview.forecast(game, answer)
    if found is None and (refused := game.why_not(answer)) is not None:
        raise refused
    return _plain(found)


def _acts(game: Game, ask: Ask) -> Facts:
    """Return the actions a model could take if it were to act next, and why that is not now; nothing before the battle has begun."""
    model = _model(game, ask.model)
    if game.state.phase == "setup":
        return {"acts": [], "sentence": None}
    found = None if game.ruleset.preview.acted(game, model) else game.ruleset.preview.acts(game, model)
    return {"acts": [_act(game, *found, answer) for answer in found[1].known] if found else [], "sentence": _not_now(game, model)}


def _act(game: Game, battle: Battle, decision: Decision, answer: Answer) -> Facts:
    label, refusal = game.ruleset.label(game.arena, battle, decision, answer), decision.refuse(answer)
    return {"label": msgspec.to_builtins(label), **(_sentence(refusal) if refusal else {})}


def _not_now(game: Game, model: int) -> str | None:
    """Return why a model does not act now."""
    decision, sides, unit = _decision(game), game.arena.sides, game.arena.unit_of[model]
    subject, asked = game.ruleset.preview.subject_of(game, decision)
    if model == subject or unit == asked:
        return None
    if acted := game.ruleset.preview.acted(game, model):
        return acted
    if decision.player != sides[model]:
        return say("It is for {team} to decide now.", team=Phrase(game.arena.teams[decision.player].name))
    chosen = [game.ruleset.preview.points_at(game, answer) for answer in decision.options]
    if not any(one is not None and sides[one] == decision.player for one in chosen):
        return say("{name} is asked first.", name=game.arena.unit_names[game.arena.unit_of[subject]]) if subject is not None else None
    refusal = game.why_not(Pick(unit))
    if refusal is not None and refusal.template == NOT_AMONG:
        return say("{name} cannot be chosen now.", name=game.arena.unit_names[unit])
    return refusal.reason if refusal else None


def _sees(game: Game, ask: Ask) -> Facts:
    model = _model(game, ask.model)
    at = None if ask.at is None else _end(game, ask.at)[0]
    if at is None and ask.answer is None and game.state.places[model] is None:
        raise Denied("bad-message", "This model is not on the board.")
    preview = game.ruleset.preview
    seen = preview.sees(game, model, at) if ask.answer is None else preview.unit_sees(game, model, _ghosts(game, model, ask))
    return {"models": msgspec.to_builtins(seen)}


def _ghosts(game: Game, model: int, ask: Ask) -> dict[int, Point]:
    """Return the places of the models of the unit that moves after an answer, legal or not."""
    decision = _marching(game)
    if model not in decision.limits.models:
        raise Denied("bad-message", "This model is not of the unit that moves.")
    return units.find_ends(decision, _paths(ask))


def _threat(game: Game, ask: Ask) -> Facts:
    model = _model(game, ask.model)
    if game.state.places[model] is None:
        raise Denied("bad-message", "This model is not on the board.")
    return _plain(game.ruleset.preview.threat(game, model))


def _plain(facts: Any) -> Facts:
    plain: Facts = msgspec.to_builtins(facts) or {}
    return plain


_HANDLERS: dict[str, Callable[[Game, Ask], Facts]] = {
    "reach": _reach,
    "way": _way,
    "spot": _spot,
    "arrange": _arrange,
    "arrange-one": _arrange_one,
    "check": _check,
    "measure": _measure,
    "hint": _hint,
    "set-up": _plan_set_up,
    "foresee": _foresee,
    "acts": _acts,
    "sees": _sees,
    "threat": _threat,
}
