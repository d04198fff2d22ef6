"""What every ruleset shows and says in the same way: the table as data, events as sentences, ways and places in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from counteract.core.decision import Answer, Decision, Pass, Path, Pick, Place, show
from counteract.core.state import Battle, Event
from counteract.mechanics.field import Field


def table(field: Field, holders: Sequence[int | None]) -> dict[str, Any]:
    """Board, terrain and markers, with who holds each of them."""
    board = field.terrain.board
    markers = field.mission.markers if field.mission else ()
    terrain = [
        {
            "id": p.id,
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
        "terrain": terrain,
        "markers": [{"id": m.id, "at": list(m.at(board)), "holder": holder} for m, holder in zip(markers, holders, strict=True)],
    }


def model(field: Field, battle: Battle, i: int, wounds: int) -> dict[str, Any]:
    """What there is to see of any model; ``wounds`` is how many it started with."""
    m, place = battle.models[i], battle.places[i]
    return {
        "id": i,
        "name": field.names[i],
        "side": m.side,
        "place": list(place) if place else None,
        "base": round(2 * field.radii[i], 3),
        "wounds": m.wounds,
        "starting_wounds": wounds,
    }


def heading(battle: Any, turn: str, turns: int) -> str:
    """Where a battle stands, as a title; ``turn`` is what the ruleset calls its turns."""
    if battle.phase == "setup":
        return "Setting up"
    if battle.phase == "over":
        return f"The battle is over after {turn} {battle.turn}"
    return f"{turn.capitalize()} {battle.turn} of {turns} · {battle.phase.capitalize()} phase"


def sentence(sentences: Mapping[str, str], event: Event, names: Sequence[str], teams: Sequence[str], **more: Any) -> str:
    """An event in words: {model} and {target} become names, {player} that of a team, {faces} the dice of a roll."""
    values: dict[str, Any] = dict(event.values)
    for key in ("model", "target"):
        if isinstance(values.get(key), int):
            values[key] = names[values[key]]
    if isinstance(values.get("player"), int):
        values["player"] = teams[values["player"]]
    if "dice" in values:
        values["faces"] = " ".join(map(str, values["dice"]))
    if "to" in values:
        values["there"] = point(values["to"])
    return sentences[event.kind].format(**{**values, **more})


def up(z: float) -> str:
    return f', {z:g}" up' if z > 0 else ""


def point(where: Sequence[Any]) -> str:
    """A place as people read it.

    >>> point((3, 4.26)), point((3.0, 4.0, 3.0))
    ('(3.0, 4.3)', '(3.0, 4.0, 3" up)')
    """
    x, y, z, *_ = (*where, 0.0)
    return f"({x:.1f}, {y:.1f}{up(z or 0.0)})"


def option(
    decision: Decision, answer: Answer, number: Callable[[int], str], name: Callable[[str], str], declined: Mapping[str, str]
) -> str:
    """An option in a few words: numbers and names as the ruleset says them, and what declining means for each question."""
    match answer:
        case Pick(int(value)):
            return number(value)
        case Pick(str(value)):
            return name(value)
        case Pass():
            return declined.get(decision.what, "pass")
        case Path(points):
            length = decision.length(answer)
            corners = "".join(f" by {point(p)}" for p in points[:-1])
            return f"to {point(points[-1])}{corners}" + ("" if length is None else f', {length:.1f}"')
        case Place(x, y, z):
            return f"at {point((x, y, z))}"
    return show(answer)
