"""The sources of the victory points of a battle, turn by turn, read from its events."""

from __future__ import annotations

from counteract.core.language import phrases, say
from counteract.game import Game
from counteract.server.messages import Gain

BEFORE = phrases({"before": "Before this battle began"})


def gains(game: Game) -> list[Gain]:
    """Return the victory points by turn and source, as they came; with them those that a battle began with."""
    found: dict[tuple[int, str], list[int]] = {}
    for moment in game.moments:
        if moment.parent is None:
            continue
        for event in moment.events:
            for source, points in game.ruleset.count_points(game.arena, event):
                row = found.setdefault((moment.parent.state.turn, say(source)), [0 for _ in points])
                row[:] = map(sum, zip(row, points, strict=True))
    rows = [Gain(turn, source, points) for (turn, source), points in found.items() if any(points)]
    scores = [side["vp"] for side in game.view(None)["sides"]]
    before = [score - sum(row.points[side] for row in rows) for side, score in enumerate(scores)]
    return [*([Gain(0, say(BEFORE["before"]), before)] if rows and any(before) else []), *rows]
