"""The parser of lines that move a whole unit or set it up: a goal and a formation, as in "to 20 14, tight"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import hypot, isfinite
from typing import get_args

from counteract.core.decision import PASS, Answer, Paths, Refusal
from counteract.core.language import say
from counteract.mechanics.moves.unit_decision import UnitPathsDecision
from counteract.players.suggestions import Spot, View
from counteract.players.unit_suggestions import middle
from counteract.table.formations import Formation
from counteract.terminal.pieces import letters, pieces
from counteract.terminal.places import UnclearInput, heights_at, parse_points, parse_steps, split_turn

AS_THEY_STAND: Formation = "as they stand"
FORMATIONS: tuple[Formation, ...] = get_args(Formation)
NEAR = 2.0  # inches: a unit whose middle ends this near to a goal has got there
_FORMATION = re.compile(rf"[,\s]*\b({'|'.join(FORMATIONS)})\s*$", re.IGNORECASE)
_TOWARD = re.compile(r"(towards?)\b\s*(.*)", re.IGNORECASE)
_TO = re.compile(r"to\b\s*(.*)", re.IGNORECASE)
_MARKER = re.compile(r"(?:marker\s+|◎)(.+)", re.IGNORECASE)


class OutOfReach(UnclearInput):
    """A goal that the unit cannot get to; ``answer`` brings it as near as can be."""

    def __init__(self, sentence: str, answer: Answer) -> None:
        super().__init__(sentence)
        self.answer = answer


def parse_unit(line: str, decision: UnitPathsDecision, view: View) -> Answer | None:
    """Return the answer that a line stands for; None if it names no goal. Raises the refusal of a model that finds no place.

    Lines are ``to x y``, ``x y`` or compass steps, which must be within reach; ``toward`` a place, a unit or a marker, as near as can
    be; ``stay``; a formation alone; and a path for each model, with semicolons between them.
    """
    if ";" in line:
        return _parse_paths(line)
    words, formation = split_formation(line)
    words, turn = split_turn(words) if decision.limits.heading is not None and not decision.limits.ways else (words, None)
    if words.lower() == "stay" and not formation:
        return PASS if decision.optional and decision.refuse(decision.stay) is not None else decision.stay
    start, toward = middle(decision, PASS), _TOWARD.fullmatch(words)
    if toward is not None:
        return _arrange(decision, _find_goal(toward[2], decision, view, start), formation, turn)
    goal = _read_point(_TO.sub(r"\1", words), start) or (start if formation and not words else None)
    if goal is None:
        return None
    if len(goal) == 2:
        first = decision.places[decision.limits.models[0]]
        goal = (*goal, heights_at(view, goal[0], goal[1], first[2] if first else 0.0)[0])
    return _check_arrival(decision, _arrange(decision, goal, formation, turn), goal)


def split_formation(line: str) -> tuple[str, Formation | None]:
    """Return a line without the formation at its end, and the formation.

    >>> split_formation("to 20 14, tight"), split_formation("20 14"), split_formation("toward B as they stand")
    (('to 20 14', 'tight'), ('20 14', None), ('toward B', 'as they stand'))
    """
    match = _FORMATION.search(line)
    if match is None:
        return line.strip(), None
    return line[: match.start()].strip(), next(name for name in FORMATIONS if name == match[1].lower())


def _arrange(decision: UnitPathsDecision, goal: Sequence[float], formation: Formation | None, turn: float | None) -> Paths:
    """Return the arrangement of a unit about a goal, or raise the refusal of the model that finds no place."""
    found = decision.arrange(goal, formation or AS_THEY_STAND, quick=False)
    if isinstance(found, Refusal):
        raise found
    if not turn:
        return found
    return Paths(tuple(((*(*path[0], 0.0)[:3], turn),) for path in found.paths))


def _check_arrival(decision: UnitPathsDecision, answer: Paths, goal: Sequence[float]) -> Paths:
    """Return an answer that brings the unit to a goal. Raises `OutOfReach` if it does not."""
    x, y = middle(decision, answer) or (goal[0], goal[1])
    away = hypot(x - goal[0], y - goal[1])
    if away > NEAR:
        raise OutOfReach(say('The unit gets no nearer to ({x:g}, {y:g}) than {away:.1f}".', x=goal[0], y=goal[1], away=away), answer)
    return answer


def _read_point(words: str, start: Spot | None) -> tuple[float, ...] | None:
    """Return the goal that coordinates or compass steps stand for."""
    points = parse_points(words) or (parse_steps(words, start) if start else [])
    return points[-1] if points and all(map(isfinite, points[-1])) else None


def _find_goal(words: str, decision: UnitPathsDecision, view: View, start: Spot | None) -> Sequence[float]:
    """Return the place of what is named: coordinates, a unit by letter or name, a marker by name."""
    point = _read_point(words, start)
    if point is not None:
        return point
    marker = _MARKER.fullmatch(words)
    known = {} if marker else _units_by_name(decision, view)
    known |= {name: place for name, place in _markers_by_name(view).items() if name not in known}
    wanted = marker[1] if marker else words
    found = known.get(wanted) or next((place for name, place in known.items() if wanted and name.lower().startswith(wanted.lower())), None)
    if found is None:
        raise UnclearInput(say('There is nothing called "{words}" to go toward: name a unit, a marker, or x and y.', words=words))
    return found


def _units_by_name(decision: UnitPathsDecision, view: View) -> dict[str, Sequence[float]]:
    """Return the places of units by letter and by name: those of other sides first, since they are gone toward more often."""
    signs, own = letters(view), view["models"][decision.limits.models[0]]["side"]
    others = sorted((piece for piece in pieces(view) if piece["place"] is not None), key=lambda piece: piece["side"] == own)
    found: dict[str, Sequence[float]] = {}
    for piece in others:
        if piece["side"] == own and decision.limits.models[0] in piece["models"]:
            continue
        found.setdefault(signs[piece["models"][0]], piece["place"])
        found.setdefault(piece["name"], piece["place"])
    return found


def _markers_by_name(view: View) -> dict[str, Sequence[float]]:
    return {str(name): marker["at"] for marker in view["markers"] for name in (marker["id"], marker["name"])}


def _parse_paths(line: str) -> Paths:
    """Return a path for each model, in the order of the card: points with commas between them; a model stays where there is a hyphen."""
    paths: list[tuple[tuple[float, ...], ...]] = []
    for chunk in line.split(";"):
        points = () if chunk.strip() in ("", "-") else tuple(parse_points(chunk))
        if not points and chunk.strip() not in ("", "-"):
            raise UnclearInput(say('"{line}" is no path: type points as in 12 8, 14 9.', line=chunk.strip()))
        paths.append(points)
    return Paths(tuple(paths))
