"""The parser of places: coordinates, compass steps, turns and heights."""

from __future__ import annotations

import re
from collections.abc import Sequence

from counteract.players.suggestions import View

_SLANT = 0.5**0.5
COMPASS = {
    "n": (0.0, 1.0), "ne": (_SLANT, _SLANT), "e": (1.0, 0.0), "se": (_SLANT, -_SLANT),
    "s": (0.0, -1.0), "sw": (-_SLANT, -_SLANT), "w": (-1.0, 0.0), "nw": (-_SLANT, _SLANT),
}  # fmt: skip
_TURN = re.compile(r"[,\s]+(?:turned\s+)?(-?\d+(?:\.\d+)?)\s*(?:°|deg(?:rees)?)\s*$")
_STEP = re.compile(r'\+?(\d+(?:\.\d+)?|\.\d+)\s*"?\s*([a-z]{1,2})\b')


class UnclearInput(Exception):
    """A line that cannot be parsed; its sentence says what could be typed instead."""


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
