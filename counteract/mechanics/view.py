"""The table as plain data, for clients: the fields of board, terrain, markers, models and weapons that all rulesets share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from counteract.core.language import say
from counteract.core.state import Battle
from counteract.mechanics.field import Field
from counteract.mechanics.names import part


def table(field: Field, holders: Sequence[int | None]) -> dict[str, Any]:
    """Return board, terrain and markers, with the side that holds each marker."""
    board = field.terrain.board
    markers = field.mission.markers if field.mission else ()
    terrain = [
        {
            "id": p.id,
            "name": say(part(p)),
            "feature": p.feature,
            "footprint": [list(c) for c in p.footprint],
            "bottom": p.bottom,
            "top": p.top,
            "kind": p.kind,
            "marks": list(p.marks),
        }
        for p in field.terrain.parts
    ]
    return {
        "board": [board.width, board.depth],
        "mission": say(field.mission.name) if field.mission else "",
        "terrain": terrain,
        "markers": [
            {"id": m.id, "name": say(m.id), "at": list(m.at(board)), "holder": holder} for m, holder in zip(markers, holders, strict=True)
        ],
    }


def model(field: Field, battle: Battle, i: int, wounds: int) -> dict[str, Any]:
    """Return the fields that every model shows; ``wounds`` is its starting number of wounds."""
    m, place = battle.models[i], battle.places[i]
    return {
        "id": i,
        "name": say(field.names[i]),
        "side": m.side,
        "unit": field.unit_of[i],
        "place": list(place) if place else None,
        "base": round(2 * field.radii[i], 3),
        "wounds": m.wounds,
        "starting_wounds": wounds,
    }


def weapon(name: str, kind: str, line: str, figures: Sequence[tuple[str, object]], rules: Iterable[tuple[str, str]], **more: Any) -> dict[str, Any]:
    """Return a weapon as its card prints it: in one line, and by its figures and rules, each with the ID of the rule behind it, if any."""
    return {
        "name": say(name),
        "kind": kind,
        "line": line,
        "figures": [[say(label), str(value)] for label, value in figures],
        "rules": [{"text": text, "rule": rule} for text, rule in rules],
        **more,
    }
