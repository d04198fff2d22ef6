"""Formations: the places wished for by the models of a unit about a goal.

>>> lay_out([(0, 0, 0, 0.5), (1.5, 0, 0, 0.5)], (10, 5, 0), "as they stand")
[(9.25, 5.0, 0), (10.75, 5.0, 0)]
>>> [round(x, 3) for x, _, _ in lay_out([(0, 0, 0, 0.5), (1.5, 0, 0, 0.5)], (0.75, 5, 0), "line")]
[0.245, 1.255]
>>> {y for _, y, _ in lay_out([(0, 0, 0, 0.5)] * 8, (10, 11.9, 0), "line", room=(0, 0, 72, 12))}
{11.5}
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from counteract.core.state import Point

#: Offsets kept; as close round the goal as bases allow; apart, but coherent; shoulder to shoulder across the direction of the move.
Formation = Literal["as they stand", "tight", "spread", "line"]
Box = tuple[float, float, float, float]
#: Gap between models in a line, slack of coherency in a spread, and the most models of one rank.
LINE_GAP, SPREAD_SLACK, RANK = 0.01, 0.05, 10


def lay_out(
    models: Sequence[Sequence[float]],
    goal: Point,
    formation: Formation,
    angle: float | None = None,
    coherency: float = 2.0,
    room: Box | None = None,
    turn: float = 0.0,
) -> list[Point]:
    """Return the place wished for by each model (rows x, y, z, radius) of a unit about a goal.

    ``angle`` is the direction in which a line or spread faces, by default that of the move, and ``turn`` is added to it. A unit that is
    set up has no places to keep the order of; ``room`` is the box that it is set up in: by default its ranks stand along the longer side,
    and all of it is shifted inside.
    """
    x, y, z = goal
    cx, cy = sum(m[0] for m in models) / len(models), sum(m[1] for m in models) / len(models)
    if formation == "tight" or (formation == "as they stand" and room is not None):
        return [goal] * len(models)
    if formation == "as they stand":
        return [(m[0] + x - cx, m[1] + y - cy, z) for m in models]
    if angle is None and room is not None:
        angle = math.pi / 2 if room[2] - room[0] >= room[3] - room[1] else 0.0
    elif angle is None:
        angle = 0.0 if math.hypot(x - cx, y - cy) < LINE_GAP else math.atan2(y - cy, x - cx)
    angle += turn
    ux, uy = -math.sin(angle), math.cos(angle)  # along the rank
    slots = _line(models, ux, uy) if formation == "line" else _spread(models, ux, uy, coherency, (cx - x, cy - y))
    places = [(x + along * ux + back * uy, y + along * uy - back * ux, z) for along, back in slots]
    return places if room is None else _shift_inside(places, [m[3] for m in models], room)


def _shift_inside(places: list[Point], radii: list[float], room: Box) -> list[Point]:
    """Return places all shifted by the same step, so that their bases lie in a box, or about its middle where it is too small."""
    step = [0.0, 0.0]
    for axis in (0, 1):
        low = min(place[axis] - radius for place, radius in zip(places, radii, strict=True))
        high = max(place[axis] + radius for place, radius in zip(places, radii, strict=True))
        down, up = room[axis + 2] - high, room[axis] - low
        step[axis] = (down + up) / 2 if up > down else max(up, min(down, 0.0))
    return [(x + step[0], y + step[1], z) for x, y, z in places]


def _line(models: Sequence[Sequence[float]], ux: float, uy: float) -> list[tuple[float, float]]:
    """Return the place of each model along and across ranks, in the order in which they stand along them."""
    order = sorted(range(len(models)), key=lambda i: (models[i][0] * ux + models[i][1] * uy, i))
    ranks = math.ceil(len(models) / RANK)
    deep = 2 * max(m[3] for m in models) + LINE_GAP
    slots = [(0.0, 0.0)] * len(models)
    for rank in range(ranks):
        members = order[rank::ranks] if ranks > 1 else order
        at = -sum(2 * models[i][3] for i in members) / 2 - LINE_GAP * (len(members) - 1) / 2
        for i in members:
            slots[i] = at + models[i][3], (rank - (ranks - 1) / 2) * -deep
            at += 2 * models[i][3] + LINE_GAP
    return slots


def _spread(models: Sequence[Sequence[float]], ux: float, uy: float, coherency: float, back: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the place of each model in a triangular lattice as wide as coherency allows; each takes the nearest free one in turn."""
    pitch = 2 * min(m[3] for m in models) + coherency - SPREAD_SLACK
    wide = math.ceil(math.sqrt(len(models))) + 1
    lattice = [((k + (row % 2) / 2) * pitch, row * pitch * math.sqrt(0.75)) for row in range(-wide, wide + 1) for k in range(-wide, wide + 1)]
    slots = sorted(lattice, key=lambda s: (round(s[0] ** 2 + s[1] ** 2, 6), s))[: len(models)]
    found = [(0.0, 0.0)] * len(models)
    # In their own frame: where each model stands relative to the middle of the unit, so that ways cross as little as can be.
    cx, cy = sum(m[0] for m in models) / len(models), sum(m[1] for m in models) / len(models)
    own = [((m[0] - cx) * ux + (m[1] - cy) * uy, (m[0] - cx) * uy - (m[1] - cy) * ux) for m in models]
    pairs = sorted((round(math.dist(own[i], slot), 6), i, slot) for i in range(len(models)) for slot in slots)
    done: set[int] = set()
    taken: set[tuple[float, float]] = set()
    for _, i, slot in pairs:
        if i not in done and slot not in taken:
            found[i] = slot
            done.add(i)
            taken.add(slot)
    return found
