"""The parser of typed lines: answers as numbers of a list, places, compass steps, letters and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from counteract.core.decision import PASS, Allocate, Answer, Decision, Path, Pick, Place
from counteract.core.label import Label
from counteract.core.language import joined, say
from counteract.game import Game
from counteract.players.suggestions import View
from counteract.terminal.board import letters

DECLINE_WORDS = ("pass", "no", "none", "nothing")
_SLANT = 0.5**0.5
COMPASS = {
    "n": (0.0, 1.0), "ne": (_SLANT, _SLANT), "e": (1.0, 0.0), "se": (_SLANT, -_SLANT),
    "s": (0.0, -1.0), "sw": (-_SLANT, -_SLANT), "w": (-1.0, 0.0), "nw": (-_SLANT, _SLANT),
}  # fmt: skip
_SHARES = re.compile(r"\d{1,4}([ ,]+\d{1,4})+")
_TURN = re.compile(r"[,\s]+(?:turned\s+)?(-?\d+(?:\.\d+)?)\s*(?:°|deg(?:rees)?)\s*$")
_STEP = re.compile(r'\+?(\d+(?:\.\d+)?|\.\d+)\s*"?\s*([a-z]{1,2})\b')


class UnclearInput(Exception):
    """A line that cannot be parsed; its sentence says what could be typed instead."""


def parse_answer(line: str, game: Game, listed: Sequence[Answer]) -> Answer:
    """Return the answer that a line stands for; it need not be legal. ``listed`` are the answers with numbers."""
    decision = game.decision
    assert decision is not None
    view = game.view(decision.player)
    if line.isdecimal():
        if not 1 <= int(line) <= len(listed):
            raise UnclearInput(say("There is no {line} on the list, which goes to {last}.", line=line, last=len(listed)))
        return listed[int(line) - 1]
    if line.lower() in DECLINE_WORDS and Pick(line.lower()) not in decision.options:
        return PASS
    if decision.kind in ("place", "path") and (wished := parse_place(line, decision, view)):
        return wished
    if decision.kind == "allocate" and _SHARES.fullmatch(line):
        return Allocate(tuple(map(int, re.findall(r"\d+", line))))
    if len(line) == 1 and (meant := _by_letter(line, game, decision, view)):
        return meant
    return _by_name(line, game, decision)


# --- places


def parse_place(line: str, decision: Decision, view: View) -> Answer | None:
    """Return the move or placement that coordinates or compass steps stand for; None if a line has neither."""
    start = view["models"][decision.subject]["place"] if decision.subject >= 0 else None
    line, turn = split_turn(line)
    points = parse_points(line) or (parse_steps(line, start) if start else [])
    if not points:
        return None
    if decision.kind == "path" and len(points) > 1:
        return Path(tuple(points))
    x, y, *rest = points[0]
    if decision.subject < 0 and rest and not turn:  # things lie on the table: a third number turns them
        turn, rest = rest[0], []
    levels = rest or heights_at(view, x, y, start[2] if start else 0.0)
    if decision.kind == "place":
        placings = [Place(x, y, z, turn) for z in levels]
        return next((p for p in placings if decision.refuse(p) is None), placings[0])
    ways = (decision.way_to((x, y, z)) for z in levels)
    return next((way for way in ways if way is not None), Path((points[0],)))


def split_turn(line: str) -> tuple[str, float]:
    """Return a line without the turn at its end, and the turn in degrees.

    >>> split_turn("12 5 90°"), split_turn("12 5, turned 45 degrees"), split_turn("12 5")
    (('12 5', 90.0), ('12 5', 45.0), ('12 5', 0.0))
    """
    match = _TURN.search(line)
    return (line[: match.start()], float(match.group(1))) if match else (line, 0.0)


def heights_at(view: View, x: float, y: float, z: float) -> list[float]:
    """Return the heights at which a model might stand in a place, the nearest to ``z`` first.

    >>> tower = {"footprint": [[0, 0], [4, 0], [4, 4], [0, 4]], "top": 3.0, "marks": ["vantage"]}
    >>> heights_at({"terrain": [tower]}, 2, 2, 3.0), heights_at({"terrain": [tower]}, 9, 9, 3.0)
    ([3.0, 0.0], [0.0])
    """
    found = {0.0}
    for part in view["terrain"]:
        xs, ys = [c[0] for c in part["footprint"]], [c[1] for c in part["footprint"]]
        if "vantage" in part["marks"] and min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys):
            found.add(part["top"])
    return sorted(found, key=lambda level: (abs(level - z), level))


def parse_points(line: str) -> list[tuple[float, ...]]:
    """Return the points in a line, or none if it has any other words.

    >>> parse_points("12 8, 14.5 9 3"), parse_points("(12, 8)"), parse_points("dash")
    ([(12.0, 8.0), (14.5, 9.0, 3.0)], [(12.0, 8.0)], [])
    """
    points = []
    alone = re.fullmatch(r"\(?\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*\)?", line.strip())
    for chunk in [" ".join(alone.groups())] if alone else re.split(r"[,;]|\bthen\b", line):
        try:
            point = tuple(float(word) for word in chunk.strip("() ").split())
        except ValueError:
            return []
        if len(point) not in (2, 3):
            return []
        points.append(point)
    return points


def parse_steps(line: str, start: Sequence[float]) -> list[tuple[float, ...]]:
    """Return the corners of a path given in inches and compass directions.

    >>> start = (5.0, 5.0, 0.0)
    >>> parse_steps("+3 n", start), parse_steps("2e then 1.5 s", start), parse_steps("north", start)
    ([(5.0, 8.0)], [(7.0, 5.0), (7.0, 3.5)], [])
    """
    plain = line.lower()
    for word, short in (("north", "n"), ("south", "s"), ("east", "e"), ("west", "w"), ("then", " "), (",", " ")):
        plain = plain.replace(word, short)
    if _STEP.sub("", plain).strip() or not _STEP.search(plain):
        return []
    x, y = start[0], start[1]
    points: list[tuple[float, ...]] = []
    for inches, direction in _STEP.findall(plain):
        if direction not in COMPASS:
            return []
        dx, dy = COMPASS[direction]
        x, y = round(x + float(inches) * dx, 3), round(y + float(inches) * dy, 3)
        points.append((x, y))
    return points


# --- names


def _by_letter(letter: str, game: Game, decision: Decision, view: View) -> Answer | None:
    """Return the answer that points at the model with a letter. A capital one does for both sides if only one of them can be meant."""
    pointed = {answer: game.ruleset.preview.points_at(game, answer) for answer in (*decision.options, *decision.known)}
    asked = [number for number in pointed.values() if number is not None]
    if not asked:
        return None
    names, sides = letters(view), {view["models"][number]["side"] for number in asked}
    for model in view["models"]:
        name = names[model["id"]]
        if name == letter or (len(sides) == 1 and model["side"] in sides and name.upper() == letter):
            return next((answer for answer, number in pointed.items() if number == model["id"]), Pick(model["id"]))
    return None


def _by_name(line: str, game: Game, decision: Decision) -> Answer:
    """Return the option, or else the known answer, whose label a line matches."""
    words = line.lower()
    options = decision.options if decision.kind not in ("place", "path") else ()
    for answers in (options, decision.known):
        labels = {answer: game.label(answer) for answer in answers}
        for matches in (_is_equal, _is_start, _is_contained):
            meant = [answer for answer, label in labels.items() if matches(words, str(label).lower(), answer)]
            if len(meant) > 1:
                either = _list_titles(labels[answer] for answer in meant[:4])
                raise UnclearInput(say('"{line}" may be {either}: which one?', line=line, either=either))
            if meant:
                return meant[0]
    raise UnclearInput(_advise(line, [game.label(answer) for answer in (*options, *decision.known)], decision))


def _is_equal(words: str, label: str, answer: Answer) -> bool:
    return words in (label, str(getattr(answer, "value", "")))


def _is_start(words: str, label: str, answer: Answer) -> bool:
    return label.startswith(words)


def _is_contained(words: str, label: str, answer: Answer) -> bool:
    return len(words) > 2 and f" {words}" in label


def _list_titles(labels: Iterable[Label]) -> str:
    *others, last = (label.title for label in labels)
    return say("{others} or {last}", others=joined(others), last=last)


def _advise(line: str, labels: Sequence[Label], decision: Decision) -> str:
    names = [label.title.lower() for label in labels]
    like = get_close_matches(line.lower(), names, n=1, cutoff=0.6)
    if like:
        return say('"{line}" is not on the list. Did you mean {like}?', line=line, like=like[0])
    if decision.kind in ("place", "path"):
        return say('"{line}" is no place: type a number of the list, x and y as in 12 8, or ? for help.', line=line)
    return say('"{line}" means nothing here: type a number of the list, or ? for help.', line=line)
